/* nova-cgen: functions of vectors and rows that call others, or map themselves.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Chains are of functions with any body (gen_chain).  A function that maps itself takes how deep it
   may go as its first parameter.  */

#include "cgen.h"

/* A call of what MAKE makes, a function from vectors to vectors.  */
static char *
vec_call (struct want *w, int *len, char *(*make) (int result, int n, const int *params))
{
  int params[2] = { VEC_OF (pick_param (w->elem)), pick_number () }, cls;
  char *x, *k;

  if (nesting > 0 || w->len != ANY_LENGTH)
    return NULL;
  x = gen_vec (ELEM (params[0]), w->depth - 1, ANY_LENGTH, &cls);
  k = gen_value (params[1], 1);
  *len = ANY_LENGTH;
  return fmt ("%s (%s, %s)", make (VEC_OF (w->elem), 2, params), x, k);
}

/* A call of a function at file scope.  */
char *
vec_helper (struct want *w, int *len)
{
  return vec_call (w, len, gen_helper);
}

/* A call of the first function of a chain.  */
char *
vec_chain (struct want *w, int *len)
{
  return vec_call (w, len, gen_chain);
}

/* The same of a chain from vectors, or from scalars, to scalars.  */
char *
value_chain (int t, int depth)
{
  int params[2] = { chance (60) ? VEC_OF (pick_number ()) : pick_type (), pick_number () };
  char *x, *k;

  if (nesting > 0)
    return NULL;
  x = gen_value (params[0], depth);
  k = gen_value (params[1], 1);
  return cast (t, fmt ("%s (%s, %s)", gen_chain (t, 2, params), x, k));
}

/* Parts of the vector x of T's: halves, pieces of one length, those with a property and those
   without.  */
static char *
parts (int t)
{
  static const char *const cuts[] = {
    "SPLIT (%1$s, LENGTH (x) / 2, SLICE (%1$s, 0, LENGTH (x) / 2 * 2, x))",
    "SEGMENTS (%1$s, T_u64, x, CONCAT2 (T_u64, RANGE3 (T_u64, (T_u64) 0, LENGTH (x), "
    "LENGTH (x) / 3 + 1), REPLICATE (T_u64, 1, LENGTH (x))))",
  };
  char *tt = type_text (t);

  if (chance (40))
    return fmt ("PARTITION (%s, %s, x)", tt, gen_predicate (1, &t));
  return fmt (cuts[pick (2)], tt);	/* NOLINT: of the table  */
}

/* F, the function that is made, on each row of X; results are R's.  */
static char *
mapped (const char *f, char *r, int t, char *x)
{
  char *tt = type_text (t);

  if (chance (50))
    return fmt ("MAP1 (%s, BIND (%s, (VEC (%s) p), (p), %s, k - 1), VEC (%s), %s)", r, r, tt, f, tt,
		x);
  return fmt ("MAP1 (%s, LAMBDA (%s, (VEC (%s) p), { return %s (k - 1, p); }), VEC (%s), %s)", r, r,
	      tt, f, tt, x);
}

/* What is said from now on is MINE: a function F from a depth and a vector of T's to R, at file
   scope, where nothing else is in scope.  What has to be known at its end.  */
struct self
{
  struct text *saved;
  struct kept *keep;
};

static struct self
self_begin (struct text *mine, const char *r, const char *f, int t)
{
  struct self s = { out, scope_saved () };

  n_functions++;
  n_scope = n_lengths = 0;
  nesting = 2;
  level++;
  *mine = (struct text) { NULL, 0, 0 };
  out = mine;
  say ("static %s\n%s (int k, VEC (%s) x)\n{", r, f, type_text (t));
  return s;
}

static void
self_end (struct self s)
{
  const char *text = out->s;

  out = &functions;
  say ("%s}", text);
  out = s.saved;
  level--;
  scope_again (s.keep);
}

/* A call of a function from a vector to a vector that maps itself over parts of it.  */
char *
vec_self (struct want *w, int *len)
{
  int t = w->elem, cls;
  struct text mine;
  struct self self;
  char *f, *g, *x, *y, *tt = type_text (t), *rows = fmt ("VEC (%s)", tt);

  if (nesting > 0 || w->len != ANY_LENGTH || DEPTH (t))
    return NULL;
  x = gen_vec (t, w->depth - 1, ANY_LENGTH, &cls);
  f = fresh ("f");
  g = gen_helper (t, 1, &t);
  self = self_begin (&mine, rows, f, t);
  y = mapped (f, rows, t, parts (t));
  say ("if (k <= 0 || LENGTH (x) < 2)\nreturn %s;",
       chance (50) ? "x" : fmt ("MAP1 (%s, %s, %s, x)", tt, g, tt));
  if (chance (30))
    say ("if (k == 2)\nx = REVERSE (%s, x);", tt);
  if (chance (40))
    say ("return CONCAT2 (%s, FLATTEN (%s, %s), FLATTEN (%s, %s));", tt, tt, y, tt,
	 mapped (f, rows, t, parts (t)));
  else if (chance (40))
    say ("return MAP1 (%s, %s, %s, FLATTEN (%s, %s));", tt, g, tt, tt, y);
  else
    say ("return FLATTEN (%s, %s);", tt, y);
  self_end (self);
  *len = ANY_LENGTH;
  return fmt ("%s (%u, %s)", f, pick (4), x);
}

/* Of one from a vector to a value: where it goes no deeper a reduction, else one of what it gives
   for the parts.  On the rows of a nested vector, too.  */
char *
value_self (int t, int depth)
{
  bool small, nested = chance (40);
  int cls;
  struct text mine;
  struct self self;
  char *f, *op, *x, *y, *end, *tt = type_text (t);

  if (nesting > 0 || DEPTH (t))
    return NULL;
  x = gen_vec (nested ? VEC_OF (t) : t, depth, ANY_LENGTH, &cls);
  f = fresh ("f");
  op = gen_assoc (t, &small);
  self = self_begin (&mine, tt, f, t);
  y = mapped (f, tt, t, parts (t));
  end = fmt ("REDUCE (%s, %s, %s, %s)", tt, op, small_value (t, 0, small),
	     small ? small_vec (t, fmt ("x")) : "x");
  say ("if (k <= 0 || LENGTH (x) < 2)\nreturn %s;", small ? made_small (t, end) : end);
  if (chance (40))
    y = fmt ("CONCAT2 (%s, %s, %s)", tt, y, mapped (f, tt, t, parts (t)));
  y = fmt ("REDUCE (%s, %s, %s, %s)", tt, op, small_value (t, 0, small),
	   small ? small_vec (t, y) : y);
  say ("return %s;", small ? made_small (t, y) : y);
  self_end (self);
  if (!nested)
    return cast (t, fmt ("%s (%u, %s)", f, pick (4), x));
  y = fmt ("MAP1 (%s, LAMBDA (%s, (VEC (%s) p), { return %s (%u, p); }), VEC (%s), %s)", tt, tt, tt,
	   f, pick (3), tt, x);
  y = fmt ("REDUCE (%s, %s, %s, %s)", tt, op, small_value (t, 0, small),
	   small ? small_vec (t, y) : y);
  return cast (t, small ? made_small (t, y) : y);
}
