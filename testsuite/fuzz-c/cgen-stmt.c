/* nova-cgen: statements of the host program.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>

#include "cgen.h"

/* Record the vector V of elements T.  */
void
out_vec (int t, char *v)
{
  if (quiet)
    return;
  if (DEPTH (t) == 0)
    say ("%s (%s, %s);", chance (70) ? "OUT" : "OUT_DATA", type_info[t].id, v);
  else if (DEPTH (t) == 1)
    say ("OUT2 (%s, %s);", type_info[BASE (t)].id, v);
  else
    say ("OUT3 (%s, %s);", type_info[BASE (t)].id, v);
}

void
stmt_vector (int depth)
{
  int t = chance (18) ? VEC_OF (pick_number ()) : pick_type (), len = ANY_LENGTH;
  char *name = fresh ("v"), *text;

  if (chance (5))
    t = VEC_OF (VEC_OF (pick_number ()));
  text = gen_vec (t, 1 + (int) pick (4), ANY_LENGTH, &len);
  if (chance (30))
    {
      say ("%s %s;", type_text (VEC_OF (t)), name);
      say ("%s = %s;", name, text);
    }
  else
    say ("%s %s = %s;", type_text (VEC_OF (t)), name, text);
  bind (name, VEC_OF (t), len);
  if (chance (40))
    out_vec (t, name);
  (void) depth;
}

static char *
scalar_text (int t, int depth)
{
  char *v = NULL;

  if (chance (75))
    v = gen_scalar_of_vec (t, depth);
  if (v == NULL)
    v = gen_value (t, depth);
  return type_info[t].kind == K_FLOAT ? fmt ("W_%s (%s)", type_info[t].id, v) : v;
}

void
stmt_scalar (int depth)
{
  int t = pick_type ();
  char *name = fresh ("s");

  say ("%s %s = %s;", type_text (t), name, scalar_text (t, 1 + (int) pick (3)));
  bind (name, t, ANY_LENGTH);
  say ("record (__LINE__, hash_%s (%s));", type_info[t].id, name);
  (void) depth;
}

void
stmt_result (int depth)
{
  int t = chance (90) ? pick_type () : chance (60) ? VEC_OF (pick_type ())
				       : VEC_OF (VEC_OF (pick_number ())), len;

  if (DEPTH (t) || chance (50))
    out_vec (t, gen_vec (t, 1 + (int) pick (3), ANY_LENGTH, &len));
  else
    say ("record (__LINE__, hash_%s (%s));", type_info[t].id, scalar_text (t, 2));
  (void) depth;
}

char *
target (int t)
{
  for (int i = n_scope - 1; i >= 0; i--)
    if (scope[i].pointer && !scope[i].few && scope[i].type == t && chance (60))
      return scope[i].name;
  return fmt ("A_%s[%u]", type_info[t].id, pick (2));
}

void
stmt_element (int depth)
{
  int t = pick_type ();
  char *v = gen_value (t, 2), *a = target (t);

  for (int i = 0; i < n_scope; i++)
    if (scope[i].few && scope[i].level == level && chance (40))
      {
	t = scope[i].type;
	v = gen_value (t, 2);
	a = scope[i].name;
      }
  say ("%s[%s] = %s;", a, gen_small (),
       type_info[t].kind == K_FLOAT ? fmt ("W_%s (%s)", type_info[t].id, v) : v);
  (void) depth;
}

/* The type that elements of T may be stored as.  */
static int
stored_type (int t)
{
  int u = pick_number ();

  if (!is_number (t) || chance (70))
    return t;
  return type_info[t].kind != K_FLOAT || type_info[u].kind == K_FLOAT ? u : t;
}

void
stmt_store (int depth)
{
  int t = pick_type (), u, cls;
  char *p, *x, *room;

  (void) depth;
  if (chance (10))
    {
      t = pick_number ();
      x = gen_vec (VEC_OF (t), 2, ANY_LENGTH, &cls);
      p = fresh ("v");
      say ("VEC (VEC (T_%s)) %s = %s;", type_info[t].id, p, x);
      say ("if (TOTAL (%s) <= n + EDGE) STORE2 (T_%s, %s, n + EDGE, %s);", p, type_info[t].id,
	   target (t), p);
      return;
    }
  u = stored_type (t);
  x = gen_vec (t, 1 + (int) pick (3), chance (60) ? 0 : ANY_LENGTH, &cls);
  p = target (u);
  if (chance (60))
    p = fmt ("%s + %u", p, pick (8));
  if (cls == ANY_LENGTH || !lengths[cls].bounded)
    {
      x = let_vec (t, x, &cls);
      x = fmt ("SLICE (%s, 0, LEAST (n, %s), %s)", type_text (t), lengths[cls].text, x);
      room = fmt ("n");
    }
  else
    room = fmt ("%s + %u", lengths[cls].text, pick (2));
  if (chance (30))
    say ("record (__LINE__, STORE (%s, %s, %s, %s));", type_text (t), p, room, x);
  else
    say ("STORE (%s, %s, %s, %s);", type_text (t), p, room, x);
}

void
block (int count, int depth)
{
  struct mark mark = scope_begin ();

  gen_statements (count, depth);
  scope_end (mark);
}

void
stmt_if (int depth)
{
  if (depth <= 0)
    return;
  say ("if (%s)\n{", gen_test (2));
  block (1 + (int) pick (3), depth - 1);
  say ("}");
  if (chance (50))
    {
      say ("else\n{");
      block (1 + (int) pick (3), depth - 1);
      say ("}");
    }
}

void
stmt_loop (int depth)
{
  struct mark mark = scope_begin ();
  char *k = fresh ("k");

  if (depth <= 0)
    return;
  say ("for (int %s = 0; %s < %u; %s++)\n{", k, k, pick (5), k);
  bind (k, T_i32, ANY_LENGTH)->constant = true;
  gen_statements (1 + (int) pick (3), depth - 1);
  if (chance (40))
    say ("if (%s)\n%s;", gen_test (1), chance (50) ? "break" : "continue");
  gen_statements (1 + (int) pick (2), depth - 1);
  say ("}");
  scope_end (mark);
}

void
stmt_assign (int depth)
{
  for (int tries = 0; tries < 12; tries++)
    {
      struct var v;
      char *text;
      int len;

      if (n_scope == 0)
	return;
      v = scope[pick ((unsigned) n_scope)];
      if (v.constant || v.pointer || v.structure || v.level != level)
	continue;
      if (DEPTH (v.type))
	text = gen_vec (ELEM (v.type), 1 + (int) pick (3), v.len, &len);
      else
	text = scalar_text (v.type, 2);
      if (chance (30))
	say ("if (%s)", gen_test (1));
      say ("%s = %s;", v.name, text);
      return;
    }
  (void) depth;
}

/* A struct with two vectors, a function that makes one, one that changes it.  */
void
stmt_structure (int depth)
{
  int t = pick_type (), u = pick_type (), params[3], len;
  char *tag = fresh ("r"), *s = fresh ("s"), *c = fresh ("s"), *x, *y;
  struct text *saved = out;

  params[0] = VEC_OF (t);
  params[1] = T_i64;
  x = gen_helper (VEC_OF (t), 2, params);
  out = &functions;
  say ("struct %s { VEC (%s) x; long k; VEC (%s) y; };", tag, type_text (t), type_text (u));
  say ("static struct %s\nmake_%s (VEC (%s) x, VEC (%s) y, long k)\n{ struct %s s; s.x = x; s.y "
       "= y; "
       "s.k = k;\n return s; }", tag, tag, type_text (t), type_text (u), tag);
  say ("static struct %s\nchange_%s (struct %s s)\n{ if (s.k & 1) s.x = %s (s.x, s.k); s.k++;\n"
       "return s; }", tag, tag, tag, x);
  out = saved;
  x = gen_vec (t, 2, ANY_LENGTH, &len);
  y = gen_vec (u, 2, ANY_LENGTH, &len);
  say ("struct %s %s = make_%s (%s, %s, (long) %s);", tag, s, tag, x, y, gen_value (T_i64, 1));
  say ("struct %s %s = %s;", tag, c, chance (50) ? s : fmt ("change_%s (%s)", tag, s));
  if (chance (50))
    say ("%s.x = %s;", s, gen_vec (t, 2, ANY_LENGTH, &len));
  if (chance (30))
    say ("%s = change_%s (%s);", s, tag, c);
  /* Of results that nobody keeps.  */
  if (chance (40))
    out_vec (t, fmt ("change_%s (%s).x", tag, s));
  if (chance (40))
    out_vec (u, fmt ("make_%s (%s.x, %s, 1).y", tag, c, gen_vec (u, 1, ANY_LENGTH, &len)));
  bind (fmt ("%s.x", s), VEC_OF (t), ANY_LENGTH);
  bind (fmt ("%s.y", c), VEC_OF (u), ANY_LENGTH);
  bind (fmt ("%s.k", c), T_i64, ANY_LENGTH);
  out_vec (t, fmt ("%s.x", c));
  (void) depth;
}

void
stmt_return (int depth)
{
  if (depth >= 2)
    return;
  say ("if (%s)\nreturn;", gen_test (2));
}

void
stmt_data (int depth)
{
  int t = pick_type (), len;
  char *v = fresh ("v"), *p = fresh ("d"), *x = gen_vec (t, 2, ANY_LENGTH, &len);

  say ("VEC (%s) %s = %s;", type_text (t), v, x);
  say ("const %s *%s = DATA (%s, %s);", type_text (t), p, type_text (t), v);
  say ("record (__LINE__, LENGTH (%s) ? hash_%s (%s[LENGTH (%s) - 1]) : 0);", v, type_info[t].id, p,
       v);
  (void) depth;
}

void
stmt_print (int depth)
{
  int t = pick_number (), len;

  say ("PRINT (%s);", gen_vec (t, 2, new_length (fmt ("3"), true, true, 1), &len));
  n_lengths--;
  (void) depth;
}

/* References by hand.  */
void
stmt_retain (int depth)
{
  int t = pick_type (), len;
  char *v = fresh ("v"), *f = fresh ("f"), *x = gen_vec (t, 2, ANY_LENGTH, &len);
  struct text *saved = out;

  out = &functions;
  /* The reference that RETAIN added goes through a copy that nobody counts.  */
  say ("static void\n%s (VEC (%s) v)\n{ VEC (%s) *p = malloc (sizeof *p); memcpy (p, &v, sizeof "
       "v); OUT (%s, v); "
       "RELEASE (*p); free (p);%s }", f, type_text (t), type_text (t), type_info[t].id,
       chance (50) ? " RELEASE (v); record (__LINE__, LENGTH (v));" : "");
  out = saved;
  say ("VEC (%s) %s = %s;", type_text (t), v, x);
  say ("%s (RETAIN (%s));", f, v);
  bind (v, VEC_OF (t), ANY_LENGTH);
  (void) depth;
}

/* Handles in memory that is not automatic.  */
void
stmt_release (int depth)
{
  int t = pick_type (), len;
  char *g = fresh ("g"), *x = gen_vec (t, 2, ANY_LENGTH, &len), *y;
  unsigned how;

  y = gen_vec (t, 1, ANY_LENGTH, &len);
  how = pick (3);
  switch (how)
    {
    case 0:
      say ("static VEC (%s) %s[2];", type_text (t), g);
      break;
    case 1:
      say ("VEC (%s) %s[2];", type_text (t), g);
      break;
    default:
      say ("VEC (%s) *%s = malloc (2 * sizeof *%s);", type_text (t), g, g);
      break;
    }
  say ("%s[0] = %s;\n%s[1] = %s;", g, x, g, y);
  out_vec (t, fmt ("%s[0]", g));
  say ("RELEASE (%s[0]);", g);
  out_vec (t, fmt ("%s[1]", g));
  say ("RELEASE (%s[1]);\nrecord (__LINE__, LENGTH (%s[1]));", g, g);
  if (how == 2)
    say ("free (%s);", g);
  (void) depth;
}

static const struct
{
  const char *name;
  unsigned weight;
  void (*make) (int);
} stmt_rows[] = {
#define CGEN_STMT(ENUM, WEIGHT, FN) { #FN, WEIGHT, stmt_##FN },
#include "cgen.def"
};

void
gen_statements (int n, int depth)
{
  unsigned total = 0, k;

  for (size_t i = 0; i < sizeof stmt_rows / sizeof *stmt_rows; i++)
    total += stmt_rows[i].weight;
  while (n-- > 0)
    {
      size_t i = 0;

      for (k = pick (total); k >= stmt_rows[i].weight; i++)
	k -= stmt_rows[i].weight;
      if (!left_out (stmt_rows[i].name))
	stmt_rows[i].make (depth);
    }
}
