/* nova-cgen: operations that only change where elements are read, rows, searches and folds.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "cgen.h"

char *
vec_view_strided (struct want *w, int *len)
{
  int t = BASE (w->elem);
  char *c, *a;
  const char *id = type_info[t].id;
  unsigned m;

  *len = w->len == ANY_LENGTH ? room_class (false) : w->len;
  if (!lengths[*len].bounded || DEPTH (w->elem) > 2)
    return NULL;
  c = lengths[*len].text;
  a = array (t, EDGE_VIEW);
  m = pick ((unsigned) lengths[*len].factor + 1);
  if (DEPTH (w->elem) == 2)
    return chance (50) ? fmt ("VIEW_STRIDED3 (T_%s, %s, %s, 1, %u, %d, %u, (long) %s)", id, a, c,
			      pick (4), (int)pick (3), m, c)
		       : fmt ("VIEW_STRIDED3 (T_%s, %s + %s * %u, %s, -%u, %u, 0, %u, -1)", id, a,
			      c, m, c, m, pick (4), m);
  if (DEPTH (w->elem) == 1)
    {
      if (chance (30))
	return fmt ("VIEW_STRIDED2 (T_%s, %s + %s * %u, %s, %d, %u, -1)", id, a, c, m, c,
		    chance (30) ? 0 : -(int) m, m);
      return chance (50) ? fmt ("VIEW_STRIDED2 (T_%s, %s, %s, 1, %u, (long) %s)", id, a, c, m, c)
			 : fmt ("VIEW_STRIDED2 (T_%s, %s, %s, %u, %u, %u)", id, a, c, m, m,
				pick (2));
    }
  switch (pick (5))
    {
    case 4:
      m = lengths[*len].factor >= 2 ? 2 : 1;
      return fmt ("VIEW_STRIDED (T_%s, %s + %s * %u, %s, -%u)", id, a, c, m, c, m);
    case 0:
      return fmt ("VIEW_STRIDED (T_%s, %s + %s, %s, -1)", id, a, c, c);
    case 1:
      return fmt ("VIEW_STRIDED (T_%s, %s, %s, 0)", id, a, c);
    default:
      return fmt ("VIEW_STRIDED (T_%s, %s, %s, %u)", id, a, c, lengths[*len].factor >= 2 ? 2u : 1u);
    }
}

/* Offsets that a scan makes of what the elements of some vector say; the vector has as many as the
   last of them.  */
static char *
scanned_segments (struct want *w, int *len)
{
  int st = pick_type (), it = index_type (), n, total;
  const char *id = type_info[it].id, *sid = type_info[st].id;
  char *src, *o = fresh ("v"), *x;

  src = gen_vec (st, w->depth - 1, w->len, &n);
  say (
      "VEC (T_%s) %s = CONCAT2 (T_%s, REPLICATE (T_%s, 1, (T_%s) 0), SCAN (T_%s, add_%s, (T_%s) 0, "
      "MAP1 (T_%s, LAMBDA (T_%s, (T_%s q), { return (T_%s) (hash_%s (q) & 3); }), T_%s, %s)));",
      id, o, id, id, id, id, id, id, id, id, sid, id, sid, sid, src);
  total = new_length (fmt ("(size_t) GET (T_%s, %s, LENGTH (%s) - 1)", id, o, o), false, false, 0);
  x = measured (ELEM (w->elem), w->depth - 1, total, &total);
  *len = n;
  return fmt ("SEGMENTS (%s, T_%s, %s, %s)", type_text (ELEM (w->elem)), id, x, o);
}

/* Rows of skewed lengths.  */
static char *
skewed_segments (struct want *w, int *len)
{
  int t = ELEM (w->elem), it = index_type (), n;
  const char *id = type_info[it].id, *ty = type_text (t);
  char *c, *total = fresh ("m"), *x;

  *len = w->len == ANY_LENGTH ? room_class (false) : w->len;
  c = lengths[*len].text;
  x = measured (t, w->depth - 1, ANY_LENGTH, &n);
  /* No rows hold nothing.  */
  say ("size_t %s = %s ? %s : 0;", total, c, lengths[n].text);
  return fmt ("SEGMENTS (%s, T_%s, SLICE (%s, 0, %s, %s), MAP1 (T_%s, LAMBDA (T_%s, "
	      "(size_t k), { return (T_%s) skew (%u, k, %s, %s); }), size_t, "
	      "RANGE1 (size_t, (size_t) %s + 1)))",
	      ty, id, ty, total, x, id, id, id, pick (7), c, total, c);
}

char *
vec_segments (struct want *w, int *len)
{
  int t = ELEM (w->elem), n, it = index_type ();
  const char *id = type_info[it].id;
  char *x, *c;

  if (DEPTH (w->elem) < 1)
    return NULL;
  if (chance (50))
    return skewed_segments (w, len);
  if (chance (50))
    return scanned_segments (w, len);
  if (w->len != ANY_LENGTH)
    return NULL;
  x = measured (t, w->depth - 1, ANY_LENGTH, &n);
  c = lengths[n].text;
  *len = ANY_LENGTH;
  return fmt ("SEGMENTS (%s, T_%s, %s, MAP1 (T_%s, LAMBDA (T_%s, (size_t k), { return (T_%s) "
	      "(k == 0 ? 0 : k >= 3 ? %s : %s * k / 4); }), size_t, RANGE1 (size_t, (size_t) 5)))",
	      type_text (t), id, x, id, id, id, c, c);
}

char *
vec_split (struct want *w, int *len)
{
  int t = ELEM (w->elem), n;
  unsigned k = 1 + pick (4);
  char *x, *c;

  if (DEPTH (w->elem) < 1 || w->len != ANY_LENGTH)
    return NULL;
  x = measured (t, w->depth - 1, ANY_LENGTH, &n);
  c = lengths[n].text;
  *len = ANY_LENGTH;
  return fmt ("SPLIT (%s, %u, SLICE (%s, 0, %s - %s %% %u, "
	      "%s))", type_text (t), k, type_text (t), c,
	      c, k, x);
}

/* Rows, to be read as something else: T's vectors, at most two levels.  */
static char *
rows_of (int t, int depth)
{
  int len;

  return DEPTH (t) > 1 ? NULL : gen_vec (VEC_OF (t), depth, ANY_LENGTH, &len);
}

char *
vec_flatten (struct want *w, int *len)
{
  char *x = w->len == ANY_LENGTH ? rows_of (w->elem, w->depth - 1) : NULL;

  *len = ANY_LENGTH;
  return x == NULL ? NULL : fmt ("FLATTEN (%s, %s)", type_text (w->elem), x);
}

char *
vec_lengths (struct want *w, int *len)
{
  char *x = w->elem == T_u64 ? gen_vec (VEC_OF (pick_number ()), w->depth - 1, w->len, len) : NULL;

  return x == NULL ? NULL : fmt ("LENGTHS (%s)", x);
}

char *
vec_offsets (struct want *w, int *len)
{
  char *x = w->elem == T_u64 && w->len == ANY_LENGTH ? rows_of (pick_number (),
								w->depth - 1) : NULL;

  *len = ANY_LENGTH;
  return x == NULL ? NULL : fmt ("OFFSETS (%s)", x);
}

char *
vec_search (struct want *w, int *len)
{
  int t = pick_number (), n;
  const char *id = type_info[t].id;
  char *x, *v;

  if (w->elem != T_u64)
    return NULL;
  x = gen_vec (t, w->depth - 1, ANY_LENGTH, &n);
  v = gen_vec (t, w->depth - 1, w->len, len);
  return fmt ("SEARCH (T_%s, OP (lt, %s), SORT (T_%s, OP (lt, %s), %s), %s)", id, id, id, id, x, v);
}

char *
vec_rotate (struct want *w, int *len)
{
  char *k = chance (50) ? fmt ("%d", (int) pick (9) - 4) : cast (T_i32, gen_value (T_i32, 1));

  return fmt ("ROTATE (%s, %s, %s)", type_text (w->elem), k,
	      gen_vec (w->elem, w->depth - 1, w->len, len));
}

char *
vec_concat (struct want *w, int *len)
{
  int n;
  char *x, *y;

  if (w->len != ANY_LENGTH)
    return NULL;
  x = gen_vec (w->elem, w->depth - 1, ANY_LENGTH, &n);
  y = gen_vec (w->elem, w->depth - 1, ANY_LENGTH, &n);
  *len = ANY_LENGTH;
  if (chance (10))
    {
      char *z[3];

      for (int k = 0; k < 3; k++)
	z[k] = gen_vec (w->elem, w->depth - 1, ANY_LENGTH, &n);
      return fmt ("CONCAT5 (%s, %s, %s, %s, %s, %s)", type_text (w->elem), x, z[0], y, z[1], z[2]);
    }
  if (chance (60))
    return fmt ("CONCAT2 (%s, %s, %s)", type_text (w->elem), x, y);
  return fmt ("CONCAT3 (%s, %s, %s, %s)", type_text (w->elem), x, y,
	      gen_vec (w->elem, w->depth - 1, ANY_LENGTH, &n));
}

/* Rows of T's that are all of one length.  */
char *
regular (int t, int depth)
{
  struct want v = { VEC_OF (t), depth, ANY_LENGTH };
  int n, params[2] = { T_u64, T_u64 };
  char *x = NULL;

  switch (pick (depth > 0 ? 6 : 2))
    {
    case 2:
      x = vec_split (&v, &n);
      break;
    case 3:
      x = vec_window (&v, &n);
      break;
    case 4:
      return fmt ("TRANSPOSE (%s, %s)", type_text (t), regular (t, depth - 1));
    case 5:
      if (DEPTH (t) == 0)
	return fmt ("TABULATE2 (T_%s, %s, %s, (size_t) %u)", type_info[t].id, gen_fn (t, 2, params),
		    lengths[room_class (false)].text, pick (5));
      break;
    case 0:
      x = vec_view_strided (&v, &n);
      break;
    default:
      x = vec_view (&v, &n);
      break;
    }
  /* Rows of rows of rows: windows of a vector without structure.  */
  return x != NULL ? x : fmt ("WINDOW (%s, 2, %s)", type_text (t), gen_vec (t, 0, ANY_LENGTH, &n));
}

char *
vec_transpose (struct want *w, int *len)
{
  if (DEPTH (w->elem) < 1 || w->len != ANY_LENGTH)
    return NULL;
  *len = ANY_LENGTH;
  return fmt ("TRANSPOSE (%s, %s)", type_text (ELEM (w->elem)), regular (ELEM (w->elem), w->depth));
}

char *
vec_window (struct want *w, int *len)
{
  int n;

  if (DEPTH (w->elem) < 1 || w->len != ANY_LENGTH)
    return NULL;
  *len = ANY_LENGTH;
  return fmt ("WINDOW (%s, %u, %s)", type_text (ELEM (w->elem)), 1 + pick (4),
	      gen_vec (ELEM (w->elem), w->depth - 1, ANY_LENGTH, &n));
}

char *
vec_pad (struct want *w, int *len)
{
  static const char *const modes[] = { "CLAMP", "WRAP", "REFLECT", "ZERO" };
  unsigned mode = pick (4);
  int n = mode == 3 && !DEPTH (w->elem) ? ANY_LENGTH : room_class (true);
  const char *id = type_info[BASE (w->elem)].id;

  if (w->len != ANY_LENGTH || DEPTH (w->elem) > 1)
    return NULL;
  *len = ANY_LENGTH;
  if (mode == 3 && DEPTH (w->elem))
    {
      /* Rows of one length, some of them: a zero row has as many elements.  */
      char *c = lengths[n].text;
      unsigned m = pick (4), k = 1 + pick (3);

      if (chance (50))
	return fmt ("PAD_ROWS (T_%s, %u, VIEW2 (T_%s, %s, %s, %u))", id, k, id,
		    array (BASE (w->elem), EDGE_VIEW), c, pick ((unsigned) lengths[n].factor + 1));
      return fmt (
	  "PAD_ROWS (T_%s, %u, MAP1 (VEC (T_%s), LAMBDA (VEC (T_%s), (T_u64 q), { return VIEW "
	  "(T_%s, %s + (q & 7), %u); }), T_u64, RANGE1 (T_u64, (T_u64) %s)))",
	  id, k, id, id, id, array (BASE (w->elem), EDGE_VIEW), m, c);
    }
  return fmt ("PAD (%s, %s, %u, %s)", type_text (w->elem), modes[mode], pick (4),
	      gen_vec (w->elem, w->depth - 1, n, &n));
}

char *
vec_field (struct want *w, int *len)
{
  static const struct { int of, type; const char *member; } fields[] = {
    { T_pt, T_i32, "a" }, { T_pt, T_f64, "b" }, { T_aff, T_u32, "b" }, { T_mix, T_u8, "c" },
    { T_mix, T_f32, "e" }, { T_nest, T_bool, "q" }, { T_nest, T_pt, "p" }, { T_nest, T_f64, "p.b" },
    { T_big, T_u16, "s" }, { T_nest, T_i64, "r" },
  };

  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (fields[i].type == w->elem && chance (60))
      return fmt ("FIELD (T_%s, %s, %s, %s)", type_info[fields[i].of].id, fields[i].member,
		  type_text (w->elem), gen_vec (fields[i].of, w->depth - 1, w->len, len));
  return NULL;
}

char *
vec_zip (struct want *w, int *len)
{
  int of[3], n = 0, cls = w->len;
  char *x[3];

  if (w->elem != T_pt && w->elem != T_aff && w->elem != T_nest)
    return NULL;
  for (int m = 0; m < n_members; m++)
    if (members[m].of == w->elem)
      of[n++] = members[m].type;
  for (int k = 0; k < n; k++)
    x[k] = measured (of[k], w->depth - 1, cls, &cls);
  *len = cls;
  if (n == 3)
    return fmt ("ZIP3 (T_%s, %s, %s, %s, %s, %s, %s)", type_info[w->elem].id, type_text (of[0]),
		x[0], type_text (of[1]), x[1], type_text (of[2]), x[2]);
  return fmt ("ZIP (T_%s, %s, %s, %s, %s)", type_info[w->elem].id, type_text (of[0]), x[0],
	      type_text (of[1]), x[1]);
}

/* ---- Scalars.  */

char *
value_fold (int t, int depth)
{
  int u = pick_type (), len;
  char *x, *r = fresh ("p"), *p = fresh ("p"), *tt = type_text (t), *step;
  const char *id = type_info[u].id, *join;

  if (DEPTH (t) || (t != T_aff && type_info[t].kind != K_UINT))
    return NULL;
  if (t != T_aff && chance (40))
    {
      /* Of two vectors.  */
      int v = pick_number ();
      const char *tid = type_info[t].id, *vid = type_info[v].id;
      char *y;

      x = measured (u, depth, ANY_LENGTH, &len);
      y = measured (v, depth, len, &len);
      step = fmt ("LAMBDA (%s, (%s r, T_%s a, T_%s b), { return add_%s (r, (%s) (hash_%s (a) ^ "
		  "hash_%s (b))); })", tt, tt, id, vid, tid, tt, id, vid);
      return fmt ("FOLD2 (%s, %s, add_%s, (%s) 0, T_%s, %s, T_%s, %s)", tt, step, tid, tt, id, x,
		  vid, y);
    }
  x = gen_vec (u, depth, ANY_LENGTH, &len);
  if (t == T_aff)
    {
      join = "after_aff";
      step = fmt ("after_aff (%s, MK_aff ((T_u32) hash_%s (%s) | 1, (T_u32) hash_%s (%s) >> "
		  "2))", r, id,
		  p, id, p);
    }
  else
    {
      join = fmt ("%s_%s", chance (50) ? "add" : chance (50) ? "max" : "bxor", type_info[t].id);
      step = fmt ("%s (%s, (%s) hash_%s (%s))", join, r, tt, id, p);
    }
  return fmt ("FOLD (%s, LAMBDA (%s, (%s %s, T_%s %s), { return %s; }), %s, %s, T_%s, "
	      "%s)", tt, tt, tt, r,
	      id, p, step, join, t == T_aff ? "MK_aff (1, 0)" : fmt ("(%s) 0", tt), id, x);
}

char *
value_find (int t, int depth)
{
  int params[2], cls = ANY_LENGTH;
  char *x, *y;

  if (t != T_u64 || chance (30))
    return t == T_u64 ? tested ("FIND", depth) : NULL;
  params[0] = pick_type ();
  params[1] = pick_type ();
  x = measured (params[0], depth, ANY_LENGTH, &cls);
  y = measured (params[1], depth, cls, &cls);
  return fmt ("FIND2 (%s, %s, %s, %s, %s)", gen_predicate (2, params), type_text (params[0]), x,
	      type_text (params[1]), y);
}

static char *
extreme_at (const char *what, int t, int depth)
{
  int u = pick_type (), cls = room_class (true);

  if (t != T_u64)
    return NULL;
  return fmt ("%s (%s, %s, %s)", what, type_text (u), order (u), gen_vec (u, depth, cls, &cls));
}

char *
value_argmin (int t, int depth)
{
  return extreme_at ("ARGMIN", t, depth);
}

char *
value_argmax (int t, int depth)
{
  return extreme_at ("ARGMAX", t, depth);
}
