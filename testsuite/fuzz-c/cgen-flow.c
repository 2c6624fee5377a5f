/* nova-cgen: the ways through the host program: goto, switch, statement expressions, functions of
   vectors that are nested, recursive or variadic, variables with a cleanup, updates in loops.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   What holds references is left on each of these ways; the runner's count of what stays tells of a
   reference too many, and a result that is read after its memory went of one too few.  */

#include "cgen.h"

/* Braces with COUNT statements; what they declare is not seen after them.  */
static void
braces (int count, int depth)
{
  say ("{");
  block (count, depth);
  say ("}");
}

/* A vector variable of its own.  */
static char *
declared (int *t)
{
  char *name = fresh ("v"), *x;
  int len;

  *t = pick_type ();
  x = gen_vec (*t, 2, ANY_LENGTH, &len);
  say ("VEC (%s) %s = %s;", type_text (*t), name, x);
  bind (name, VEC_OF (*t), ANY_LENGTH);
  return name;
}

/* Out of two scopes.  */
void
stmt_goto (int depth)
{
  struct mark mark = scope_begin (), inner;
  int t;
  char *label = fresh ("L"), *v;

  if (depth <= 0)
    return;
  say ("{");
  v = declared (&t);
  inner = scope_begin ();
  say ("{");
  declared (&(int) { 0 });
  say ("if (%s)\ngoto %s;", gen_test (1), label);
  block (1 + (int) pick (2), depth - 1);
  say ("if (%s)\ngoto %s;\n}", gen_test (1), label);
  scope_end (inner);
  out_vec (t, v);
  block (1, depth - 1);
  say ("}\n%s:;", label);
  scope_end (mark);
}

/* Back, before the declarations, in one scope or out of it.  */
void
stmt_again (int depth)
{
  struct mark mark = scope_begin ();
  int t;
  char *label = fresh ("L"), *k = fresh ("k"), *v;
  bool within = chance (50);

  if (depth <= 0)
    return;
  say ("{\nint %s = 0;\n%s:;%s", k, label, within ? "" : "\n{");
  v = declared (&t);
  block (1 + (int) pick (2), depth - 1);
  if (chance (50))
    out_vec (t, v);
  say ("if (%s++ < %u && %s)\ngoto %s;%s\n}", k, 1 + pick (3), gen_test (1), label,
       within ? "" : "\n}");
  scope_end (mark);
}

/* Into a scope with handles, past their declarations, and again from within it and from behind it.
   What was declared before the label is not read after it, but the handle assigned there.  */
void
stmt_into (int depth)
{
  struct mark mark = scope_begin (), inner;
  int t, len;
  char *in = fresh ("L"), *again = fresh ("L"), *k = fresh ("k"), *v;

  if (depth <= 0)
    return;
  say ("{\nint %s = 0;\nif (%s)\ngoto %s;\n%s:\n{", k, gen_test (1), in, again);
  inner = scope_begin ();
  v = declared (&t);
  if (chance (50))
    out_vec (t, v);
  scope_end (inner);
  say ("%s:;", in);
  say ("%s = %s;", v, gen_vec (t, 2, ANY_LENGTH, &len));
  bind (v, VEC_OF (t), ANY_LENGTH);
  block (1 + (int) pick (2), depth - 1);
  out_vec (t, v);
  say ("if (%s++ < 2 && %s)\ngoto %s;\n}", k, gen_test (0), chance (50) ? in : again);
  scope_end (inner);
  say ("if (%s++ < 3 && %s)\ngoto %s;\n}", k, gen_test (1), chance (50) ? in : again);
  scope_end (mark);
}

/* Through the addresses of labels.  */
void
stmt_computed (int depth)
{
  struct mark mark = scope_begin ();
  int t;
  char *a = fresh ("L"), *b = fresh ("L"), *c = fresh ("L"), *to = fresh ("l"), *k = fresh ("k"),
       *v;

  if (depth <= 0)
    return;
  say ("{\nvoid *%s[3] = { &&%s, &&%s, &&%s };\nint %s = 0;", to, a, b, c, k);
  v = declared (&t);
  say ("goto *%s[%s %% 3];\n%s:", to, gen_small (), a);
  braces (1 + (int) pick (2), depth - 1);
  say ("%s:\n{", b);
  declared (&(int) { 0 });
  block (1, depth - 1);
  say ("if (%s++ < 3)\ngoto *%s[%s %% 3];\n}\n%s:;", k, to, gen_small (), c);
  out_vec (t, v);
  say ("}");
  scope_end (mark);
}

/* Past a declaration that stands before the first case.  */
void
stmt_switch (int depth)
{
  int t = pick_type (), len;
  struct mark mark;
  char *v = fresh ("v"), *of = gen_small ();

  if (depth <= 0)
    return;
  say ("switch ((int) %s)\n{\nVEC (%s) %s;", of, type_text (t), v);
  for (int k = 0; k < 3; k++)
    {
      mark = scope_begin ();
      say ("case %d:\n{", k);
      say ("%s = %s;", v, gen_vec (t, 2, ANY_LENGTH, &len));
      bind (v, VEC_OF (t), ANY_LENGTH);
      block (1, depth - 1);
      out_vec (t, v);
      if (chance (60))
	say ("if (%s)\nbreak;", gen_test (1));
      say ("}");
      scope_end (mark);
    }
  say ("%s", chance (50) ? "break;\ndefault:" : "default:");
  braces (1, depth - 1);
  say ("}");
}

/* A variable with a cleanup of its own, which sees it before it is released.  */
void
stmt_cleanup (int depth)
{
  struct mark mark = scope_begin ();
  int t = pick_type (), len;
  struct text *saved = out;
  char *f = fresh ("f"), *v = fresh ("v"), *x;

  if (depth <= 0)
    return;
  out = &functions;
  say ("static void\n%s (VEC (%s) *p)\n{ record (__LINE__, LENGTH (*p)); %s }", f, type_text (t),
       chance (40) ? "RELEASE (*p);" : "");
  out = saved;
  x = gen_vec (t, 2, ANY_LENGTH, &len);
  say ("{\n__attribute__ ((cleanup (%s))) VEC (%s) %s = %s;", f, type_text (t), v, x);
  bind (v, VEC_OF (t), ANY_LENGTH);
  block (1 + (int) pick (2), depth - 1);
  if (chance (30))
    say ("if (%s)\nreturn;", gen_test (1));
  if (chance (50))
    say ("%s = %s;", v, gen_vec (t, 1, ANY_LENGTH, &len));
  out_vec (t, v);
  say ("}");
  scope_end (mark);
}

/* A local array, which function operands read.  */
void
stmt_array (int depth)
{
  int t = pick_type ();
  char *a = fresh ("l"), *s = NULL;
  struct var *v;

  for (int k = 0; k < FEW; k++)
    {
      char *e = chance (50) ? gen_value (t, 1) : gen_value (t, 0);

      if (type_info[t].kind == K_FLOAT)
	e = fmt ("W_%s (%s)", type_info[t].id, e);
      s = s ? fmt ("%s, %s", s, e) : e;
    }
  say ("T_%s %s[%d] = { %s };", type_info[t].id, a, FEW, s);
  v = bind (a, t, ANY_LENGTH);
  v->pointer = v->few = true;
  (void) depth;
}

/* v = f (v) as often as a loop runs: of one type, through another one, of all that was before.  */
void
stmt_update (int depth)
{
  int t = pick_type (), u = pick_type (), len, other, params[2] = { t, t };
  struct mark mark;
  char *v = fresh ("v"), *k = fresh ("k"), *tt = type_text (t), *uu = type_text (u), *x, *f;
  bool small;

  x = gen_vec (t, 2, ANY_LENGTH, &len);
  say ("VEC (%s) %s = %s;", tt, v, x);
  bind (v, VEC_OF (t), len);
  mark = scope_begin ();
  say ("for (int %s = 0; %s < %u; %s++)\n{", k, k, 1 + pick (4), k);
  bind (k, T_i32, ANY_LENGTH)->constant = true;
  for (int n = 1 + (int) pick (2); n > 0; n--)
    switch (pick (7))
      {
      case 0:
	f = gen_assoc (t, &small);
	x = fmt ("%s (%s, %s, %s, %s)", chance (60) ? "SCAN" : "EXSCAN", tt, f,
		 small_value (t, 1, small), small ? small_vec (t, v) : v);
	say ("%s = %s;", v, small ? small_vec (t, x) : x);
	break;
      case 1:
	x = fmt ("MAP1 (%s, %s, %s, %s)", uu, gen_fn (u, 1, &t), tt, v);
	if (chance (50))
	  {
	    char *y = fresh ("v");

	    say ("VEC (%s) %s = %s;", uu, y, x);
	    x = y;
	  }
	say ("%s = MAP1 (%s, %s, %s, %s);", v, tt, gen_fn (t, 1, &u), uu, x);
	break;
      case 2:
	f = gen_fn (t, 2, params);
	say ("%s = MAP2 (%s, %s, %s, %s, %s, %s (%s, %s));", v, tt, f, tt, v, tt,
	     chance (60) ? "REVERSE" : "COPY", tt, v);
	break;
      case 3:
	say ("if (%s)\n%s;", gen_test (1), chance (50) ? "break" : "continue");
	break;
      case 4:
	say ("%s = %s;", v, gen_vec (t, 2, len, &other));
	break;
      default:
	say ("%s = MAP1 (%s, %s, %s, %s);", v, tt, gen_fn (t, 1, &t), tt, v);
	break;
      }
  scope_end (mark);
  say ("}");
  out_vec (t, v);
  (void) depth;
}

/* ---- Vectors.  */

/* A statement expression with vectors of its own.  */
char *
vec_expression (struct want *w, int *len)
{
  struct mark mark = scope_begin ();
  int other;
  struct text mine = { NULL, 0, 0 }, *saved = out;
  char *a = fresh ("v"), *x;

  if (nesting > 1)
    return NULL;
  out = &mine;
  say ("({");
  x = gen_vec (w->elem, w->depth - 1, w->len, len);
  say ("VEC (%s) %s = %s;", type_text (w->elem), a, x);
  if (*len >= mark.n_lengths)
    *len = ANY_LENGTH;
  if (chance (60))
    {
      x = gen_vec (w->elem, w->depth - 1, *len, &other);
      say ("%s %s = %s;",
	   chance (50) ? "for (int i = 0; i < 2; i++)" : fmt ("if (%s)", gen_test (1)), a, x);
    }
  if (chance (20) && w->len == ANY_LENGTH)
    {
      say ("%s; })", x = gen_vec (w->elem, 1, ANY_LENGTH, len));
      *len = ANY_LENGTH;
    }
  else
    say ("%s; })", a);
  out = saved;
  scope_end (mark);
  return fmt ("%s", mine.s);
}

/* A call of a nested function.  */
char *
vec_nested (struct want *w, int *len)
{
  int params[2] = { VEC_OF (pick_type ()), T_i32 }, cls;
  char *f, *x, *k;

  if (nesting > 0 || w->len != ANY_LENGTH)
    return NULL;
  f = gen_nested (VEC_OF (w->elem), 2, params);
  x = gen_vec (ELEM (params[0]), w->depth - 1, ANY_LENGTH, &cls);
  k = gen_value (T_i32, 1);
  *len = ANY_LENGTH;
  return fmt ("%s (%s, %s)", f, x, k);
}

/* A call of a function that calls itself.  */
char *
vec_recursive (struct want *w, int *len)
{
  int t = w->elem, cls;
  struct text *saved = out;
  char *f = fresh ("f"), *g, *x, *tt = type_text (t);

  if (nesting > 0 || w->len != ANY_LENGTH || DEPTH (t))
    return NULL;
  g = gen_helper (t, 1, &t);
  x = gen_vec (t, w->depth - 1, ANY_LENGTH, &cls);
  out = &functions;
  say ("static VEC (%s)\n%s (VEC (%s) x, int k)\n{\nVEC (%s) y = MAP1 (%s, %s, %s, x);", tt, f, tt,
       tt, tt, g, tt);
  if (chance (50))
    say ("x = SLICE (%s, 0, LENGTH (x) / 2, x);", tt);
  say ("if (k <= 0)\nreturn %s;", chance (50) ? "y" : "x");
  if (chance (50))
    say ("if (k == 2)\nreturn CONCAT2 (%s, %s (y, k - 1), %s (x, k - 2));", tt, f, f);
  say ("return %s (k & 1 ? y : %s (%s, y), k - 1);\n}", f, chance (50) ? "REVERSE" : "COPY", tt);
  out = saved;
  *len = ANY_LENGTH;
  return fmt ("%s (%s, %u)", f, x, pick (4));
}

/* A call of a function with a variable argument list.  */
char *
vec_variadic (struct want *w, int *len)
{
  int t = w->elem, params[2] = { t, T_i32 }, cls;
  struct text *saved = out;
  char *f = fresh ("f"), *g, *x, *a, *b, *tt = type_text (t);

  if (nesting > 0 || w->len != ANY_LENGTH || DEPTH (t))
    return NULL;
  g = gen_helper (t, 2, params);
  x = gen_vec (t, w->depth - 1, ANY_LENGTH, &cls);
  a = gen_value (T_i32, 1);
  b = gen_value (T_i32, 1);
  out = &functions;
  say ("static VEC (%s)\n%s (VEC (%s) x, int k, ...)\n{\nva_list l;\nVEC (%s) r = x;\nva_start (l, "
       "k);",
       tt, f, tt, tt);
  say ("for (; k > 0; k--)\n{\nint v = va_arg (l, int);\nVEC (%s) y = MAP1 (%s, LAMBDA (%s, (%s "
       "p), { "
       "return %s (p, v); }), %s, r);\nif (v == 7)\nreturn y;\nr = y;\n}",
       tt, tt, tt, tt, g, tt);
  say ("va_end (l);\nreturn r;\n}");
  out = saved;
  *len = ANY_LENGTH;
  return fmt ("%s (%s, %u, (int) %s, (int) %s)", f, x, pick (3), a, b);
}
