/* nova-cgen: scalars from vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   value_FN (T, DEPTH) gives the text of a T, or NULL if there is none of that type.  Searches and
   folds are in cgen-index.c.  */

#include "cgen.h"

char *
value_reduce (int t, int depth)
{
  bool small;
  int len;
  char *x = gen_vec (t, depth, ANY_LENGTH, &len), *f = gen_assoc (t, &small), *s;

  s = fmt ("REDUCE (%s, %s, %s, %s)", type_text (t), f, small_value (t, 1, small),
	   small ? small_vec (t, x) : x);
  return small ? fmt ("W_%s (%s)", type_info[t].id, s) : s;
}

char *
value_sum (int t, int depth)
{
  int u, len;
  char *x;

  if (!is_number (t))
    return NULL;
  for (int tries = 0; tries < 6; tries++)
    {
      u = (int) pick (NTYPES);
      if ((!is_number (u) && u != T_bool) || type_info[u].promoted != t)
	continue;
      x = gen_vec (u, depth, ANY_LENGTH, &len);
      x = fmt ("SUM (%s, %s, %s)", type_text (t), type_text (u),
	       u == t && type_info[t].kind != K_UINT ? small_vec (u, x) : x);
      return type_info[t].kind == K_FLOAT ? fmt ("W_%s (%s)", type_info[t].id, x) : x;
    }
  return NULL;
}

char *
value_sum_as (int t, int depth)
{
  int u = pick_integer (), len;
  char *x;

  if (t != T_i64 && t != T_u64 && t != T_i128 && t != T_f64)
    return NULL;
  x = small_vec (u, gen_vec (u, depth, ANY_LENGTH, &len));
  x = fmt ("SUM_AS (%s, %s, %s)", type_text (t), type_text (u), x);
  return t == T_f64 ? fmt ("W_f64 (%s)", x) : x;
}

char *
value_product (int t, int depth)
{
  int u = t, len;
  char *x, *p = fresh ("p");

  if (!is_number (t) || type_info[t].promoted != t)
    return NULL;
  if (t == T_i32)
    u = (int) pick (T_u32);
  x = gen_vec (u, depth, ANY_LENGTH, &len);
  return fmt ("PRODUCT (%s, %s, MAP1 (%s, LAMBDA (%s, (%s %s), { return %s > 3 ? 1 : %s; }), "
	      "%s, %s))",
	      type_text (t), type_text (u), type_text (u), type_text (u), type_text (u), p, p,
	      type_info[u].kind == K_SINT || type_info[u].kind == K_FLOAT ? "-1" : "0",
	      type_text (u), x);
}

/* What is an error on an empty vector.  */
static char *
guarded (const char *what, const char *id, int t, int depth)
{
  int cls = room_class (true);
  char *x;

  if (chance (60))
    return fmt ("%s (%s, %s)", what, id, gen_vec (t, depth, cls, &cls));
  cls = ANY_LENGTH;
  x = measured (t, depth, ANY_LENGTH, &cls);
  return cast (t, fmt ("(%s != 0 ? %s (%s, %s) : %s)", lengths[cls].text, what, id, x,
		       gen_value (t, 0)));
}

char *
value_minimum (int t, int depth)
{
  return is_number (t) ? guarded ("MINIMUM", type_info[t].id, t, depth) : NULL;
}

char *
value_maximum (int t, int depth)
{
  return is_number (t) ? guarded ("MAXIMUM", type_info[t].id, t, depth) : NULL;
}

char *
tested (const char *what, int depth)
{
  int u = pick_param (T_i32), len;
  char *x = gen_vec (u, depth, ANY_LENGTH, &len);

  return fmt ("%s (%s, %s, %s)", what, gen_predicate (1, &u), type_text (u), x);
}

char *
value_count (int t, int depth)
{
  return t == T_u64 ? tested ("COUNT", depth) : NULL;
}

char *
value_any (int t, int depth)
{
  return t == T_i32 || t == T_bool ? cast (t, tested ("ANY", depth)) : NULL;
}

char *
value_all (int t, int depth)
{
  return t == T_i32 || t == T_bool ? cast (t, tested ("ALL", depth)) : NULL;
}

char *
value_length (int t, int depth)
{
  int len, u = pick_param (T_i32);

  return t == T_u64 ? fmt ("LENGTH (%s)", gen_vec (u, depth, ANY_LENGTH, &len)) : NULL;
}

char *
value_get (int t, int depth)
{
  int cls = room_class (true);
  char *x, *c;

  if (chance (50))
    {
      x = gen_vec (t, depth, cls, &cls);
      return fmt ("GET (%s, %s, (T_u64) %s %% %s)", type_text (t), x,
		  gen_value (pick_integer (), 1), lengths[cls].text);
    }
  cls = ANY_LENGTH;
  x = measured (t, depth, ANY_LENGTH, &cls);
  c = lengths[cls].text;
  return cast (t, fmt ("(%s != 0 ? GET (%s, %s, (T_u64) %s %% %s) : %s)", c, type_text (t), x,
		       gen_value (pick_integer (), 1), c, gen_value (t, 0)));
}

/* Vectors with NaNs, infinities and zeros of both signs, where an operation says what becomes of
   them; the elements are told apart as small numbers afterwards.  */
static char *
odd_vec (int t, int depth, int want, int *len)
{
  const char *id = type_info[t].id;

  return fmt ("MAP1 (T_%s, odd_%s, T_%s, %s)", id, id, id, gen_vec (t, depth, want, len));
}

static char *
odd_operator (int t)
{
  static const char *const ops[] = { "min", "max", "min_nan", "max_nan" };

  return fmt ("OP (%s, %s)", ops[pick (4)], type_info[t].id);
}

char *
gen_nans (int t, int depth, int want, int *len)
{
  const char *id = type_info[t].id, *up = chance (50) ? "q" : "-q";
  char *x = odd_vec (t, depth, want, len), *s;

  switch (pick (5))
    {
    case 0:
      s = fmt ("%s (T_%s, %s, odd_%s (%u), %s)", chance (50) ? "SCAN" : "EXSCAN", id,
	       odd_operator (t), id, pick (8), x);
      break;
    case 1:
      s = fmt ("SORT_BY (T_%s, T_%s, LAMBDA (T_%s, (T_%s q), { return %s; }), %s)", id, id, id, id,
	       up, x);
      break;
    case 2:
      s = fmt ("FLATTEN (T_%s, GROUP_BY (T_%s, T_%s, LAMBDA (T_%s, (T_%s q), { return %s; }), %s))",
	       id, id, id, id, id, up, x);
      break;
    case 3:
      if (*len == ANY_LENGTH)
	x = let_vec (t, x, len);
      s = fmt ("MAP2 (T_%s, %s, T_%s, %s, T_%s, %s)", id, odd_operator (t), id, x, id,
	       odd_vec (t, 0, *len, len));
      break;
    default:
      s = fmt ("CONVERT (T_%s, T_f32, CONVERT (T_f32, T_%s, %s))", id, id, x);
      break;
    }
  return fmt ("MAP1 (T_%s, even_%s, T_%s, %s)", id, id, id, s);
}

char *
value_nans (int t, int depth)
{
  const char *id = type_info[t].id;
  int cls = room_class (true);

  if (type_info[t].kind != K_FLOAT)
    return NULL;
  if (chance (60))
    return fmt ("even_%s (REDUCE (T_%s, %s, odd_%s (%u), %s))", id, id, odd_operator (t), id,
		pick (8), odd_vec (t, depth, ANY_LENGTH, &cls));
  return fmt ("even_%s (%s (%s, %s))", id, chance (50) ? "MINIMUM" : "MAXIMUM", id,
	      odd_vec (t, depth, cls, &cls));
}

char *
value_random (int t, int depth)
{
  char *a = gen_value (T_u64, depth), *b = gen_value (pick_integer (), depth);

  if (t == T_u64)
    return fmt ("nova_random (%s, (T_u64) %s)", a, b);
  if (type_info[t].kind == K_FLOAT)
    return fmt ("(T_%s) floor (64 * nova_uniform (%s, (T_u64) %s))", type_info[t].id, a, b);
  return NULL;
}

/* One side of a choice, with the statements that are only its own.  */
static char *
side (int t, int depth, bool region)
{
  struct mark mark = scope_begin ();
  struct text mine = { NULL, 0, 0 }, *saved = out;
  char *x;

  out = &mine;
  x = region ? gen_scalar_of_vec (t, depth) : gen_value (t, 0);
  out = saved;
  scope_end (mark);
  return x && mine.n > 0 ? fmt ("({ %s%s; })", mine.s, x) : x;
}

/* What is calculated only where there is something: n ? nova_sum (nova_map (...)) : 0.  */
char *
value_conditional (int t, int depth)
{
  char *x = side (t, depth, true), *y = x ? side (t, depth, chance (30)) : NULL, *test = NULL;

  if (y == NULL)
    return NULL;
  for (int i = n_scope - 1; i >= 0 && test == NULL; i--)
    if (scope[i].level == level && !scope[i].pointer && !scope[i].structure && chance (50))
      test = DEPTH (scope[i].type) ? fmt ("LENGTH (%s)", scope[i].name)
	     : is_integer (scope[i].type) ? scope[i].name : NULL;
  if (test == NULL)
    test = gen_test (1);
  return cast (t, chance (80) ? fmt ("(%s ? %s : %s)", test, x, y)
			      : fmt ("(!(%s) ? %s : %s)", test, y, x));
}

static const struct
{
  const char *name;
  unsigned weight;
  char *(*make) (int, int);
} value_rows[] = {
#define CGEN_VALUE(ENUM, WEIGHT, FN) { #FN, WEIGHT, value_##FN },
#include "cgen.def"
};

/* A scalar of type T from vectors, or NULL.  */
char *
gen_scalar_of_vec (int t, int depth)
{
  unsigned total = 0, k;
  size_t i = 0;

  if (nesting > 1)
    return NULL;
  for (i = 0; i < sizeof value_rows / sizeof *value_rows; i++)
    total += value_rows[i].weight;
  for (k = pick (total), i = 0; k >= value_rows[i].weight; i++)
    k -= value_rows[i].weight;
  return left_out (value_rows[i].name) ? NULL : value_rows[i].make (t, depth);
}
