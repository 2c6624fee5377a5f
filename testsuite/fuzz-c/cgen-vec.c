/* nova-cgen: expressions with vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   vec_FN (W, LEN) gives the text of a vector with elements W->elem, of the class W->len if that is
   not ANY_LENGTH, and its class; NULL if it cannot now.  Inside function operands vectors made
   there are short, so that a program of nested loops ends.  */

#include <string.h>

#include "cgen.h"

/* The text as a variable, so that it is evaluated once and its length has a name.  */
char *
let_vec (int elem, char *text, int *len)
{
  char *name = fresh ("v");

  say ("%s %s = %s;", type_text (VEC_OF (elem)), name, text);
  if (*len == ANY_LENGTH)
    *len = new_length (fmt ("LENGTH (%s)", name), false, false, 0);
  bind (name, VEC_OF (elem), *len)->constant = true;
  return name;
}

/* A vector whose class is known: of class WANT if not ANY_LENGTH.  */
char *
measured (int elem, int depth, int want, int *len)
{
  char *text = gen_vec (elem, depth, want, len);

  return *len == ANY_LENGTH ? let_vec (elem, text, len) : text;
}

static char *
name_length (char *text, bool nonempty, int factor)
{
  char *name = fresh ("m");

  say ("size_t %s = %s;", name, text);
  return lengths[new_length (name, true, nonempty, factor)].text;
}

/* A class for which arrays have room, NONEMPTY if so said.  */
int
room_class (bool nonempty)
{
  if (nesting > 0)
    return new_length (fmt ("%u", (nonempty ? 1 : 0) + pick (6)), true, nonempty, 8);
  for (int tries = 0; tries < 4; tries++)
    {
      int k = (int) pick ((unsigned) n_lengths);

      if (lengths[k].bounded && (!nonempty || lengths[k].nonempty))
	return k;
    }
  if (nonempty)
    name_length (fmt ("n %s + 1", chance (50) ? "/ 3" : ""), true, 0);
  else
    switch (pick (4))
      {
      case 0: name_length (fmt ("n / %u", 2 + pick (3)), false, 2); break;
      case 1: name_length (fmt ("n / 8"), false, 8); break;
      case 2: name_length (fmt ("n - n / 5"), false, 1); break;
      default: name_length (fmt ("LEAST (n, %u)", 1 + pick (8)), false, 1); break;
      }
  return n_lengths - 1;
}

char *
array (int t, unsigned most)
{
  for (int i = n_scope - 1; i >= 0; i--)
    if (scope[i].pointer && !scope[i].few && scope[i].type == t && chance (50))
      return chance (50) ? scope[i].name : fmt ("%s + %u", scope[i].name, pick (most / 2));
  return chance (40) ? fmt ("A_%s[%u]", type_info[t].id, pick (2))
		     : fmt ("A_%s[%u] + %u", type_info[t].id, pick (2), pick (most));
}

char *
vec_view (struct want *w, int *len)
{
  int t = w->elem;

  *len = w->len == ANY_LENGTH ? room_class (false) : w->len;
  if (!lengths[*len].bounded || DEPTH (t) > 2)
    return NULL;
  if (DEPTH (t) == 2)
    {
      unsigned m = pick ((unsigned) lengths[*len].factor + 1);

      t = BASE (t);
      return fmt ("VIEW3 (T_%s, %s, %s, %u, %u)", type_info[t].id, array (t, EDGE_VIEW),
		  lengths[*len].text, m,
		  m == 0 ? pick (3) : pick ((unsigned)lengths[*len].factor / m + 1));
    }
  if (DEPTH (t) == 0)
    return fmt ("VIEW (T_%s, %s, %s)", type_info[t].id, array (t, EDGE_VIEW), lengths[*len].text);
  t = BASE (t);
  return fmt ("VIEW2 (T_%s, %s, %s, %u)", type_info[t].id, array (t, EDGE_VIEW), lengths[*len].text,
	      pick ((unsigned) lengths[*len].factor + 1));
}

/* Ranges of C elements of T, C of type TY; %1$s: TY, %2$s: C in it.  Operands of other types
   convert as C's do.  */
static const char *const up[] = {
  "RANGE1 (%1$s, %2$s)",
  "RANGE2 (%1$s, (%1$s) 5, %2$s + 5)",
  "RANGE2 (%1$s, (T_u8) 200, %2$s + 200)",
  "RANGE3 (%1$s, (%1$s) 1, %2$s * 3, (%1$s) 3)",
  "RANGE3 (%1$s, (T_i16) 1, (%1$s) (%2$s * 3), (T_u8) 3)",
};
static const char *const down[] = {
  "RANGE3 (%1$s, %2$s * 2 + 3, (%1$s) 3, (%1$s) -2)",
  "RANGE3 (%1$s, (T_i8) -3, -3 - %2$s * 2, (T_i16) -2)",
  "RANGE2 (%1$s, (%1$s) -100, %2$s - 100)",
};
static const char *const wide[] = {
  "RANGE2 (%1$s, (%1$s) 1 << 100, ((%1$s) 1 << 100) + %2$s)",
  "RANGE3 (%1$s, (%1$s) 1 << 64, ((%1$s) 1 << 64) + (%2$s << 62), (%1$s) 1 << 62)",
};
/* Of none.  */
static const char *const none[] = {
  "RANGE2 (%1$s, (%1$s) 5, (%1$s) 2)",
  "RANGE1 (%1$s, (T_u8) 0 * %2$s)",
  "RANGE3 (%1$s, %2$s + 9, %2$s + 9, (%1$s) 2)",
};

/* NOLINTBEGIN: the formats are the tables'.  */
char *
vec_range (struct want *w, int *len)
{
  int t = w->elem;
  char *c, *ty;
  bool sign;

  if (!is_integer (t) || type_info[t].promoted != t)
    return NULL;
  ty = type_text (t);
  sign = type_info[t].kind == K_SINT;
  *len = w->len == ANY_LENGTH ? room_class (false) : w->len;
  c = fmt ("(%s) %s", ty, lengths[*len].text);
  if (w->len == ANY_LENGTH && chance (6))
    {
      *len = ANY_LENGTH;
      return fmt (none[pick (3)], ty, c);
    }
  if ((t == T_i128 || t == T_u128) && chance (40))
    return fmt (wide[pick (2)], ty, c);
  return sign && chance (40) ? fmt (down[pick (3)], ty, c) : fmt (up[pick (5)], ty, c);
}
/* NOLINTEND  */

char *
vec_replicate (struct want *w, int *len)
{
  char *v;

  *len = w->len == ANY_LENGTH ? room_class (false) : w->len;
  /* Rows that are repeated are short.  */
  nesting += DEPTH (w->elem) > 0;
  v = gen_value (w->elem, 1);
  nesting -= DEPTH (w->elem) > 0;
  return fmt ("REPLICATE (%s, %s, %s)", type_text (w->elem), lengths[*len].text, v);
}

char *
vec_copy (struct want *w, int *len)
{
  return fmt ("COPY (%s, %s)", type_text (w->elem), gen_vec (w->elem, w->depth - 1, w->len, len));
}

int
pick_param (int elem)
{
  if (chance (45))
    return elem;
  if (nesting < 2 && chance (18))
    return chance (25) ? VEC_OF (VEC_OF (pick_number ())) : VEC_OF (pick_number ());
  return pick_type ();
}

char *
vec_map (struct want *w, int *len)
{
  int n = 1 + (int) pick (chance (50) ? 1 : 4), params[4], cls = w->len;
  char *x[4], *s, *f = NULL;

  if (n == 2 && is_number (w->elem) && type_info[w->elem].promoted == w->elem && chance (30))
    f = gen_mixed_operator (w->elem, params);
  for (int i = 0; i < n; i++)
    {
      if (f == NULL)
	params[i] = i == 1 && chance (30) ? params[0] : pick_param (w->elem);
      x[i] = n == 1 ? gen_vec (params[i], w->depth - 1, cls, &cls)
		    : measured (params[i], w->depth - 1, cls, &cls);
    }
  *len = cls;
  if (f == NULL && n == 2 && params[0] == params[1] && is_number (params[0]) && is_number (w->elem)
      && chance (40))
    f = gen_operator (w->elem, params[0]);
  if (f == NULL)
    f = gen_fn (w->elem, n, params);
  s = fmt ("MAP%d (%s, %s", n, type_text (w->elem), f);
  for (int i = 0; i < n; i++)
    s = fmt ("%s, %s, %s", s, type_text (params[i]), x[i]);
  return fmt ("%s)", s);
}

char *
vec_tabulate (struct want *w, int *len)
{
  int params[3] = { T_u64, T_u64, T_u64 };

  *len = w->len == ANY_LENGTH ? room_class (false) : w->len;
  if (DEPTH (w->elem) == 2 && chance (60))
    {
      char *f = gen_fn (BASE (w->elem), 3, params);

      return fmt ("TABULATE3 (T_%s, %s, %s, (size_t) %u, (size_t) %u)",
		  type_info[BASE (w->elem)].id, f, lengths[*len].text, pick (3), pick (4));
    }
  if (DEPTH (w->elem) == 1 && chance (50))
    {
      char *f = gen_fn (BASE (w->elem), 2, params);

      return fmt ("TABULATE2 (T_%s, %s, %s, (size_t) %u)", type_info[BASE (w->elem)].id, f,
		  lengths[*len].text, pick (5));
    }
  return fmt ("TABULATE (%s, %s, (size_t) %s)", type_text (w->elem),
	      gen_fn (w->elem, 1, params), lengths[*len].text);
}

/* X with elements that sums are exact of.  */
char *
small_vec (int t, char *x)
{
  const char *id = type_info[t].id;

  return fmt ("MAP1 (T_%s, W_%s, T_%s, %s)", id, id, id, x);
}

char *
small_value (int t, int depth, bool small)
{
  char *v = gen_value (t, depth);

  return small ? fmt ("W_%s (%s)", type_info[t].id, v) : v;
}

static char *
scan_like (const char *what, struct want *w, int *len)
{
  bool small;
  int t = w->elem;
  char *x = gen_vec (t, w->depth - 1, w->len, len), *f = gen_assoc (t, &small), *s, *i;

  if (DEPTH (t))
    return NULL;
  i = small_value (t, 1, small);
  s = fmt ("%s (%s, %s, %s, %s)", what, type_text (t), f, i, small ? small_vec (t, x) : x);
  return small ? small_vec (t, s) : s;
}

char *
vec_scan (struct want *w, int *len)
{
  return scan_like ("SCAN", w, len);
}

char *
vec_exscan (struct want *w, int *len)
{
  return scan_like ("EXSCAN", w, len);
}

char *
vec_filter (struct want *w, int *len)
{
  int params[2] = { w->elem, pick_param (w->elem) }, cls = ANY_LENGTH;
  char *x, *y;

  if (w->len != ANY_LENGTH)
    return NULL;
  *len = ANY_LENGTH;
  if (chance (70))
    {
      x = gen_vec (w->elem, w->depth - 1, ANY_LENGTH, &cls);
      return fmt ("FILTER1 (%s, %s, %s)", type_text (w->elem), gen_predicate (1, params), x);
    }
  x = measured (w->elem, w->depth - 1, ANY_LENGTH, &cls);
  y = measured (params[1], w->depth - 1, cls, &cls);
  return fmt ("FILTER2 (%s, %s, %s, %s, %s)", type_text (w->elem), gen_predicate (2, params), x,
	      type_text (params[1]), y);
}

char *
vec_gather (struct want *w, int *len)
{
  static const int index_types[] = { T_i32, T_u32, T_i64, T_u64 };
  int it = index_types[pick (4)], st = pick_integer (), cls;
  char *x, *ix, *p = fresh ("p"), *it_text = type_text (it);

  ix = measured (st, w->depth - 1, w->len, len);
  cls = chance (60) ? *len : room_class (true);
  x = measured (w->elem, w->depth - 1, cls, &cls);
  return fmt ("GATHER (%s, %s, MAP1 (%s, LAMBDA (%s, (%s %s), { return (%s) ((T_u64) %s %% %s); "
	      "}), "
	      "%s, %s), %s)", type_text (w->elem), it_text, it_text, it_text, type_text (st), p,
	      it_text, p, lengths[cls].text, type_text (st), ix, x);
}

char *
vec_slice (struct want *w, int *len)
{
  char *x, *c, *ty = type_text (w->elem);
  int cls;

  if (w->len != ANY_LENGTH)
    {
      c = lengths[w->len].text;
      *len = w->len;
      if (!lengths[w->len].bounded || DEPTH (w->elem))
	return NULL;
      x = array (w->elem, EDGE_VIEW);
      return chance (50) ? fmt ("SLICE (%s, 2, 2 + %s, VIEW (%s, %s, %s + 3))", ty, c, ty, x, c)
			 : fmt ("SLICE3 (%s, %s, -1, 0, VIEW (%s, %s, %s + 2))", ty, c, ty, x, c);
    }
  x = measured (w->elem, w->depth - 1, ANY_LENGTH, &cls);
  c = lengths[cls].text;
  *len = ANY_LENGTH;
  switch (pick (6))
    {
    case 0:
      return fmt ("SLICE (%s, 0, %s / 2, %s)", ty, c, x);
    case 1:
      return fmt ("SLICE (%s, %s / 3, %s, %s)", ty, c, c, x);
    case 2:
      return fmt ("SLICE3 (%s, 0, 2, %s, %s)", ty, c, x);
    case 3:
      *len = cls;
      return fmt ("SLICE3 (%s, (long) %s - 1, -1, -1, %s)", ty, c, x);
    case 4:
      return fmt ("SLICE3 (%s, (long) %s - 1, -3, -1, %s)", ty, c, x);
    default:
      return fmt ("SLICE3 (%s, %s / 4, 3, %s - %s / 4, %s)", ty, c, c, c, x);
    }
}

char *
vec_reverse (struct want *w, int *len)
{
  return fmt ("REVERSE (%s, %s)", type_text (w->elem),
	      gen_vec (w->elem, w->depth - 1, w->len, len));
}

char *
vec_convert (struct want *w, int *len)
{
  int from;

  if (!is_number (w->elem) && w->elem != T_bool)
    return NULL;
  from = type_info[w->elem].kind == K_FLOAT ? pick_number () : pick_integer ();
  return fmt ("CONVERT (%s, %s, %s)", type_text (w->elem), type_text (from),
	      gen_vec (from, w->depth - 1, w->len, len));
}

char *
vec_variable (struct want *w, int *len)
{
  struct var *found = NULL;
  unsigned seen = 0;

  for (int i = 0; i < n_scope; i++)
    if (scope[i].type == VEC_OF (w->elem) && !scope[i].pointer && !scope[i].structure
	&& (w->len == ANY_LENGTH || scope[i].len == w->len) && pick (++seen) == 0)
      found = &scope[i];
  if (found == NULL)
    return NULL;
  *len = found->len;
  if (nesting == 0 || (found->level == level && level > 0))
    return found->name;
  if (w->len != ANY_LENGTH)
    return NULL;
  *len = ANY_LENGTH;
  return fmt ("SLICE (%s, 0, LEAST (LENGTH (%s), %u), %s)", type_text (w->elem), found->name,
	      pick (6), found->name);
}

char *
vec_choice (struct want *w, int *len)
{
  int a, b;
  char *x, *y, *test;

  if (nesting > 0)
    return NULL;
  x = gen_vec (w->elem, w->depth - 1, w->len, &a);
  y = gen_vec (w->elem, w->depth - 1, w->len, &b);
  test = gen_test (1);
  *len = a == b ? a : ANY_LENGTH;
  return fmt ("(%s ? %s : %s)", test, x, y);
}

/* A row of rows, perhaps of some that nobody keeps.  */
char *
vec_row (struct want *w, int *len)
{
  int cls = ANY_LENGTH;
  char *x;

  if (w->len != ANY_LENGTH || DEPTH (w->elem) > 1)
    return NULL;
  *len = ANY_LENGTH;
  if (chance (50))
    {
      cls = room_class (true);
      x = gen_vec (VEC_OF (w->elem), w->depth - 1, cls, &cls);
      return fmt ("GET (%s, %s, (T_u64) %s %% %s)", type_text (VEC_OF (w->elem)), x,
		  gen_value (pick_integer (), 1), lengths[cls].text);
    }
  x = measured (VEC_OF (w->elem), w->depth - 1, ANY_LENGTH, &cls);
  return fmt ("(%s != 0 ? GET (%s, %s, (T_u64) %s %% %s) : REPLICATE (%s, 2, "
	      "%s))", lengths[cls].text,
	      type_text (VEC_OF (w->elem)), x, gen_value (pick_integer (), 1), lengths[cls].text,
	      type_text (w->elem), gen_value (w->elem, 0));
}

char *
vec_nans (struct want *w, int *len)
{
  return !DEPTH (w->elem) && type_info[w->elem].kind == K_FLOAT
	 ? gen_nans (w->elem, w->depth - 1, w->len, len) : NULL;
}

static const struct
{
  const char *name;
  unsigned weight;
  char *(*make) (struct want *, int *);
} vec_rows[] = {
#define CGEN_VEC(ENUM, WEIGHT, FN) { #FN, WEIGHT, vec_##FN },
#include "cgen.def"
};

static char *
leaf (struct want *w, int *len)
{
  char *text = NULL;

  if (chance (50))
    text = vec_variable (w, len);
  if (text == NULL && chance (80))
    text = vec_view (w, len);
  return text != NULL ? text : vec_replicate (w, len);
}

char *
gen_vec (int elem, int depth, int want, int *len)
{
  struct want w = { elem, depth, want };
  unsigned total = 0, k;
  char *text;
  int tries, before;

  if (depth <= 0)
    return leaf (&w, len);
  for (size_t i = 0; i < sizeof vec_rows / sizeof *vec_rows; i++)
    total += vec_rows[i].weight;
  for (tries = 0; tries < 3; tries++)
    {
      size_t i = 0;

      before = n_lengths;
      for (k = pick (total); k >= vec_rows[i].weight; i++)
	k -= vec_rows[i].weight;
      text = left_out (vec_rows[i].name) ? NULL : vec_rows[i].make (&w, len);
      if (text != NULL)
	return text;
      (void) before;
    }
  return leaf (&w, len);
}
