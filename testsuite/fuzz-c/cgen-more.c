/* nova-cgen: operations with indices, bins, orders and keys, and those that make rows of them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "cgen.h"

/* Indices for a vector of the class CLS, made of ST's; TEXT is C for the index from P.  */
static char *
indices (int it, int st, char *p, const char *text, char *src)
{
  return fmt ("MAP1 (T_%s, LAMBDA (T_%s, (T_%s %s), { return (T_%s) (%s); }), T_%s, %s)",
	      type_info[it].id, type_info[it].id, type_info[st].id, p, type_info[it].id, text,
	      type_info[st].id, src);
}

int
index_type (void)
{
  static const int index_types[] = { T_i32, T_u32, T_i64, T_u64 };

  return index_types[pick (4)];
}

char *
vec_permute (struct want *w, int *len)
{
  int it = chance (50) ? T_i64 : T_i32, cls;
  char *x = measured (w->elem, w->depth - 1, w->len, &cls), *p = fresh ("p"), *c, *text;
  const char *id = type_info[it].id;

  *len = cls;
  c = lengths[cls].text;
  text = chance (60) ? fmt ("(T_i64) %s - 1 - (T_i64) %s", c, p)
		     : fmt ("(%s ^ 1) < (T_i64) %s ? %s ^ 1 : %s", p, c, p, p);
  return fmt ("PERMUTE (%s, T_%s, MAP1 (T_%s, LAMBDA (T_%s, (T_%s %s), { return (T_%s) (%s); }), "
	      "T_%s, RANGE1 (T_%s, (T_%s) %s)), "
	      "%s)", type_text (w->elem), id, id, id, id, p, id, text,
	      id, id, id, c, x);
}

char *
vec_scatter (struct want *w, int *len)
{
  int it = index_type (), st = pick_integer (), cls = ANY_LENGTH;
  char *d = measured (w->elem, w->depth - 1, w->len, len), *p = fresh ("p"), *ix, *x;

  if (DEPTH (w->elem))
    return NULL;
  ix = measured (st, w->depth - 1, ANY_LENGTH, &cls);
  x = measured (w->elem, w->depth - 1, cls, &cls);
  ix = indices (it, st, p, fmt ("%s == 0 ? -1 : (T_i64) ((T_u64) %s %% (%s + 1)) - 1",
				lengths[*len].text, p, lengths[*len].text), ix);
  return fmt ("SCATTER (%s, %s, T_%s, %s, %s)", type_text (w->elem), d, type_info[it].id, ix, x);
}

/* The operands that bins have in common: ", IT, ix, x", the indices below the length of class
   N.  */
static char *
binned (int t, int n, int depth, bool small)
{
  int it = index_type (), st = pick_integer (), cls = ANY_LENGTH;
  char *p = fresh ("p"), *ix = measured (st, depth, ANY_LENGTH, &cls);
  char *x = measured (t, depth, cls, &cls);

  ix = indices (it, st, p, fmt ("%s == 0 ? -1 : (T_i64) ((T_u64) %s %% (%s + 1)) - 1",
				lengths[n].text, p, lengths[n].text), ix);
  return fmt ("T_%s, %s, %s", type_info[it].id, ix, small ? small_vec (t, x) : x);
}

char *
vec_reduce_by_index (struct want *w, int *len)
{
  bool small;
  int t = w->elem;
  char *f, *s, *i;

  if (DEPTH (t))
    return NULL;
  *len = w->len == ANY_LENGTH ? room_class (false) : w->len;
  f = gen_assoc (t, &small);
  i = small_value (t, 1, small);
  s = fmt ("REDUCE_BY_INDEX (%s, %s, %s, %s, %s)", type_text (t), f, i, lengths[*len].text,
	   binned (t, *len, w->depth - 1, small));
  return small ? small_vec (t, s) : s;
}

char *
vec_reduce_into (struct want *w, int *len)
{
  bool small;
  int t = w->elem;
  char *f, *s, *d;

  if (DEPTH (t))
    return NULL;
  d = measured (t, w->depth - 1, w->len, len);
  f = gen_assoc (t, &small);
  s = fmt ("REDUCE_INTO (%s, %s, %s, %s)", type_text (t), f, small ? small_vec (t, d) : d,
	   binned (t, *len, w->depth - 1, small));
  return small ? small_vec (t, s) : s;
}

/* Up to 3 for each element; "size" and "get" of expansions.  */
static char *
expansion (const char *what, int r, struct want *w)
{
  int st = pick_param (r), it = chance (50) ? T_i32 : T_u64, len, params[2];
  char *x = gen_vec (st, w->depth - 1, ANY_LENGTH, &len), *size, *get, *p;

  if (nesting > 1 || DEPTH (st))
    return NULL;
  params[0] = st;
  params[1] = it;
  p = fresh ("p");
  size = fmt ("LAMBDA (T_%s, (T_%s %s), { return (T_%s) (hash_%s (%s) & 3); })", type_info[it].id,
	      type_info[st].id, p, type_info[it].id, type_info[st].id, p);
  get = gen_fn (r, 2, params);
  return fmt ("%s (%s, %s, %s, T_%s, T_%s, %s)", what, type_text (r), size, get, type_info[it].id,
	      type_info[st].id, x);
}

char *
vec_expand (struct want *w, int *len)
{
  *len = ANY_LENGTH;
  return w->len == ANY_LENGTH ? expansion ("EXPAND", w->elem, w) : NULL;
}

char *
vec_expand_nested (struct want *w, int *len)
{
  *len = ANY_LENGTH;
  return w->len == ANY_LENGTH && DEPTH (w->elem) == 1
	 ? expansion ("EXPAND_NESTED", ELEM (w->elem), w) : NULL;
}

/* An order on T: by its value, or by a key of it.  */
char *
order (int t)
{
  char *a = fresh ("p"), *b = fresh ("p");
  const char *id = type_info[t].id;

  if (is_number (t) && chance (50))
    return fmt ("OP (%s, %s)", chance (50) ? "lt" : "gt", id);
  if (is_number (t) && chance (50))
    return fmt ("LAMBDA (int, (T_%s %s, T_%s %s), { return %s %s %s; })", id, a, id, b, a,
		chance (50) ? "<" : ">", b);
  return fmt ("LAMBDA (int, (T_%s %s, T_%s %s), { return (hash_%s (%s) & 63) < (hash_%s (%s) & "
	      "63); })",
	      id, a, id, b, id, a, id, b);
}

char *
vec_sort (struct want *w, int *len)
{
  char *x;

  if (DEPTH (w->elem))
    return NULL;
  x = gen_vec (w->elem, w->depth - 1, w->len, len);
  return fmt ("SORT (%s, %s, %s)", type_text (w->elem), order (w->elem), x);
}

/* A key and its type, for elements of T.  */
static char *
key (int t, int *k)
{
  *k = pick_number ();
  if (DEPTH (t) == 0 && chance (20))
    {
      /* One with NaNs.  */
      const char *id;

      *k = T_f32 + (int) pick (3);
      id = type_info[*k].id;
      return fmt ("LAMBDA (T_%s, (T_%s q), { return odd_%s ((T_%s) (hash_%s (q) & 15)); })", id,
		  type_info[t].id, id, id, type_info[t].id);
    }
  return gen_fn (*k, 1, &t);
}

char *
vec_sort_by (struct want *w, int *len)
{
  char *x, *f;
  int k;

  if (DEPTH (w->elem) > 1)
    return NULL;
  x = gen_vec (w->elem, w->depth - 1, w->len, len);
  f = key (w->elem, &k);
  return fmt ("SORT_BY (%s, %s, %s, %s)", type_text (w->elem), type_text (k), f, x);
}

char *
vec_group_by (struct want *w, int *len)
{
  int t = ELEM (w->elem), k, n;
  char *x, *f;

  if (DEPTH (w->elem) != 1 || w->len != ANY_LENGTH)
    return NULL;
  *len = ANY_LENGTH;
  x = gen_vec (t, w->depth - 1, ANY_LENGTH, &n);
  if (chance (40))
    {
      f = key (t, &k);
      return fmt ("GROUP_BY (%s, %s, %s, %s)", type_text (t), type_text (k), f, x);
    }
  return fmt ("GROUP_BY (%s, int, LAMBDA (int, (%s q), { return (int) (hash_%s (q) %% 5) - 2; "
	      "}), %s)",
	      type_text (t), type_text (t), type_info[t].id, x);
}

char *
vec_partition (struct want *w, int *len)
{
  int t = ELEM (w->elem), n;
  char *x;

  if (DEPTH (w->elem) != 1 || w->len != ANY_LENGTH)
    return NULL;
  *len = ANY_LENGTH;
  x = gen_vec (t, w->depth - 1, ANY_LENGTH, &n);
  return fmt ("PARTITION (%s, %s, %s)", type_text (t), gen_predicate (1, &t), x);
}

char *
vec_bucket (struct want *w, int *len)
{
  int t = ELEM (w->elem), n;
  char *x, *c;

  if (DEPTH (w->elem) != 1)
    return NULL;
  *len = w->len == ANY_LENGTH ? room_class (false) : w->len;
  c = lengths[*len].text;
  x = gen_vec (t, w->depth - 1, ANY_LENGTH, &n);
  return fmt ("BUCKET (%s, %s, LAMBDA (long, (%s q), { return %s == 0 ? -1 "
	      ": (long) (hash_%s (q) %% (%s + 1)) - 1; }), %s)", type_text (t), c, type_text (t), c,
	      type_info[t].id, c, x);
}
