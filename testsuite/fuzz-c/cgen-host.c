/* nova-cgen: loops of the host program that go on until something holds, vectors that go through
   pointers and arrays, handles that are const.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "cgen.h"

/* x = f (x) until it changes little, as iterative solvers do: the largest change is one reduction,
   the new state is stored over the old one.  */
void
stmt_iteration (int depth)
{
  int t = chance (50) ? T_f64 : chance (50) ? T_f32 : T_i32, cls = room_class (false);
  const char *id = type_info[t].id, *c;
  char *k = fresh ("k"), *x = fresh ("v"), *y = fresh ("v"), *d = fresh ("s"), *a = target (t), *f;

  if (depth <= 0 || !lengths[cls].bounded)
    return;
  c = lengths[cls].text;
  f = fmt ("LAMBDA (T_%s, (T_%s a, T_%s b), { return W_%s ((a + b) / 2); })", id, id, id, id);
  if (chance (50))
    {
      /* On vectors.  */
      say ("{\nVEC (T_%s) %s = %s;", id, x, small_vec (t, gen_vec (t, 1, cls, &cls)));
      say ("T_%s %s;\nint %s = 0;\ndo\n{", id, d, k);
      say ("VEC (T_%s) %s = MAP2 (T_%s, %s, T_%s, %s, T_%s, %s (T_%s, "
	   "%s));", id, y, id, f, id, x, id,
	   chance (50) ? "REVERSE" : "COPY", id, x);
      say ("%s = REDUCE (T_%s, OP (max, %s), 0, MAP2 (T_%s, LAMBDA (T_%s, (T_%s a, T_%s b), { "
	   "return a < b ? b - a : a - b;"
	   " }), T_%s, %s, T_%s, %s));", d, id, id, id, id, id, id, id, x, id, y);
      say ("%s = %s;\n}\nwhile (%s > 1 && ++%s < %u);", x, y, d, k, 3 + pick (5));
      out_vec (t, x);
    }
  else
    {
      /* In place.  */
      say ("{\nT_%s *p = %s;\nT_%s %s = 2;\nfor (int %s = 0; %s > 1 && %s < %u; "
	   "%s++)\n{", id, a, id, d, k, d,
	   k, 2 + pick (5), k);
      say ("VEC (T_%s) %s = MAP1 (T_%s, W_%s, T_%s, VIEW (T_%s, p, "
	   "%s));", id, x, id, id, id, id, c);
      say ("VEC (T_%s) %s = MAP2 (T_%s, %s, T_%s, %s, T_%s, MAP1 (T_%s, W_%s, T_%s, VIEW (T_%s, "
	   "p + %u, %s)));", id, y, id,
	   f, id, x, id, id, id, id, id, pick (3), c);
      say ("%s = REDUCE (T_%s, OP (max, %s), 0, MAP2 (T_%s, LAMBDA (T_%s, (T_%s a, T_%s b), { "
	   "return a < b ? b - a : a - b;"
	   " }), T_%s, %s, T_%s, %s));", d, id, id, id, id, id, id, id, x, id, y);
      say ("STORE (T_%s, p, %s, %s);\n}", id, c, y);
    }
  say ("record (__LINE__, hash_%s (%s));\n}", id, d);
}

/* Statements until a number of a vector holds.  */
void
stmt_while (int depth)
{
  struct mark mark = scope_begin ();
  char *k = fresh ("k"), *v = fresh ("v"), *step;
  int t = pick_type (), len = ANY_LENGTH;

  if (depth <= 0)
    return;
  step = gen_vec (t, 2, ANY_LENGTH, &len);
  say ("int %s = 0;\nVEC (%s) %s = %s;", k, type_text (t), v, step);
  bind (v, VEC_OF (t), ANY_LENGTH);
  say ("while (LENGTH (%s) > %u && %s++ < %u)\n{", v, pick (4), k, 1 + pick (4));
  gen_statements (1 + (int) pick (2), depth - 1);
  say ("%s = SLICE (%s, %u, LENGTH (%s), %s);", v, type_text (t), pick (2), v, v);
  if (chance (50))
    say ("if (%s)\n%s;", gen_test (1), chance (50) ? "break" : "continue");
  if (chance (50))
    say ("%s = %s;", v, gen_vec (t, 2, ANY_LENGTH, &len));
  say ("}");
  scope_end (mark);
  out_vec (t, v);
  bind (v, VEC_OF (t), ANY_LENGTH);
}

/* A function that gives vectors through a pointer, and one that swaps them.  */
void
stmt_through (int depth)
{
  int t = pick_type (), u = pick_type (), params[2], len;
  char *f = fresh ("f"), *a = fresh ("v"), *b = fresh ("v"), *h, *g, *x, *y;
  struct text *saved = out;

  params[0] = VEC_OF (t);
  params[1] = T_i32;
  h = gen_helper (VEC_OF (u), 2, params);
  g = gen_helper (VEC_OF (t), 2, params);
  out = &functions;
  say ("static __attribute__ ((noinline)) int\n%s (VEC (%s) *x, VEC (%s) *y, VEC (%s) z, int "
       "k)\n{", f, type_text (t),
       type_text (u), type_text (t));
  /* What a pointer leads to is not released by assignment.  */
  say ("RELEASE (*x);\n*x = k & 1 ? %s (z, k) : z;\nRELEASE (*y);\n*y = %s (*x, k);\nreturn "
       "(int) LENGTH (*y);\n}", g, h);
  out = saved;
  x = gen_vec (t, 2, ANY_LENGTH, &len);
  y = gen_vec (u, 1, ANY_LENGTH, &len);
  say ("VEC (%s) %s = %s;\nVEC (%s) %s = %s;", type_text (t), a, x, type_text (u), b, y);
  for (int k = 1 + (int) pick (2); k > 0; k--)
    {
      x = gen_vec (t, 1, ANY_LENGTH, &len);
      say ("record (__LINE__, %s (&%s, &%s, %s, (int) %s));", f, a, b, x, gen_value (T_i32, 1));
    }
  out_vec (u, b);
  bind (a, VEC_OF (t), ANY_LENGTH);
  bind (b, VEC_OF (u), ANY_LENGTH);
  (void) depth;
}

/* A const handle of elements T, static and so empty: a variable, an element or a member.  */
static char *
static_const (int t)
{
  char *c = fresh ("c"), *tt = type_text (t);
  struct text *saved = out;
  unsigned how = pick (3);
  const char *init = chance (50) ? " = { }" : "";

  if (chance (50))
    out = &functions;
  if (how == 0)
    say ("static const VEC (%s) %s;", tt, c);
  else if (how == 1)
    say ("static const VEC (%s) %s[3]%s;", tt, c, init);
  else
    say ("static const struct { long k; VEC (%s) x[2]; } %s%s;", tt, c, init);
  out = saved;
  return how == 0 ? c : fmt (how == 1 ? "%s[1]" : "%s.x[1]", c);
}

/* One that holds X, and in a struct Y, elements of U, too.  */
static char *
local_const (int t, char *x, int u, char *y)
{
  char *c = fresh ("c"), *tt = type_text (t), *uu = type_text (u);

  switch (pick (3))
    {
    case 0:
      say ("const VEC (%s) %s = %s;", tt, c, x);
      return c;
    case 1:
      say ("const struct { VEC (%s) y; long k; VEC (%s) x; } %s = { %s, 3, %s };", uu, tt, c, y, x);
      bind (fmt ("%s.y", c), VEC_OF (u), ANY_LENGTH)->constant = true;
      return fmt ("%s.x", c);
    default:
      say ("const struct { VEC (%s) y; VEC (%s) x[2]; } %s = { %s, { %s, %s } };", uu, tt, c, y, x,
	   chance (50) ? x : static_const (t));
      return fmt ("%s.x[0]", c);
    }
}

/* Handles that are const, read where they stand and through a pointer.  What an array holds is
   released through a copy of it.  */
void
stmt_const (int depth)
{
  int t = pick_type (), u = pick_type (), len;
  char *f = fresh ("f"), *tt = type_text (t), *x, *y, *c;
  struct text *saved = out;
  struct var *v;

  (void) depth;
  out = &functions;
  say ("static size_t\n%s (const VEC (%s) *p)\n{ OUT (%s, *p); return LENGTH (*p); }", f, tt,
       type_info[t].id);
  out = saved;
  x = gen_vec (t, 2, ANY_LENGTH, &len);
  y = gen_vec (u, 1, ANY_LENGTH, &len);
  if (chance (25))
    {
      struct mark mark = scope_begin ();

      c = fresh ("c");
      say ("{\nconst VEC (%s) %s[2] = { %s, %s };", tt, c, x,
	   chance (50) ? x : gen_vec (t, 1, ANY_LENGTH, &len));
      say ("record (__LINE__, %s (&%s[%s & 1]));", f, c, gen_small ());
      out_vec (t, fmt ("MAP1 (%s, %s, %s, %s[0])", tt, gen_fn (t, 1, &t), tt, c));
      say ("VEC (%s) copy[2];\nmemcpy (copy, %s, sizeof copy);\nRELEASE (copy[0]);\n"
	   "RELEASE (copy[1]);\n}", tt, c);
      scope_end (mark);
      return;
    }
  c = chance (30) ? static_const (t) : local_const (t, x, u, y);
  v = bind (c, VEC_OF (t), ANY_LENGTH);
  v->constant = true;
  say ("record (__LINE__, %s (&%s));", f, c);
  if (chance (50))
    c = fmt ("CONCAT2 (%s, %s, %s)", tt, c, gen_vec (t, 1, ANY_LENGTH, &len));
  out_vec (t, c);
}
