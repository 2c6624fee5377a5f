/* nova-fuzz: statements of the operations that change indices, and of writes by index.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <math.h>
#include <string.h>

static int
indent (const struct gen *g)
{
  return (int) (2 * g->depth + 2);
}

/* --- Views and shapes ------------------------------------------------------------------------ */

static bool
readable (const struct gvar *v, const void *data)
{
  (void) data;
  return v->type->kind == TYPE_PTR && v->cap > 4;
}

bool
gen_viewstrided (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, readable, NULL), e, row, v;
  unsigned n, m, s, t;

  if (!p || !gen_rare_inside (g))
    return false;
  e = *p;
  e.type = p->type->elem;
  e.cap = 0;
  n = 1 + rng_below (&g->r, 4);
  s = rng_below (&g->r, p->cap / n < 4 ? p->cap / n : 4);
  if (rng_chance (&g->r, 50) || s * (n - 1) + 3 > p->cap)
    {
      v = gvec_of (g, &e, ++g->nclasses, n);
      v.borrowed = true;
      put_result (g, &v, false);
      put (g, "%s v%u %u:u64 %u:i64\n", fir_op_info[op].text, p->id, n, s);
    }
  else
    {
      m = 1 + rng_below (&g->r, 3);
      t = rng_below (&g->r, (p->cap - s * (n - 1)) / m > 2 ? 3 : 1);
      row = gvec_of (g, &e, ++g->nclasses, m);
      v = gvec_of (g, &row, ++g->nclasses, n);
      v.borrowed = true;
      put_result (g, &v, false);
      put (g, "%s v%u %u:u64 %u:i64 %u:u64 %u:i64\n", fir_op_info[op].text, p->id, n, s, m, t);
    }
  gen_bind (g, &v);
  return true;
}

/* x cut at 0, k, 2 k, ..., its length.  */
bool
gen_segments (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_flat_vec, NULL), x, row, v;
  unsigned k = rng_range (&g->r, 1, 4), m, o, a, order;
  struct operand n;

  if (!p || !gen_rare_inside (g) || g->depth)
    return false;
  x = *p;
  n = length_of (g, &x);
  m = x.maxlen / k + 1;
  order = gen_order (g);
  o = g->nids;
  a = o + 1;
  g->nids += 6;
  put (g, "  v%u = tabulate { (v%u: u64) v%u = mul v%u %u:u64 v%u = min v%u %s", o, a, a + 1, a, k,
       a + 2, a + 1, n.text);
  put (g, " v%u = eq v%u %u:u64 v%u = select v%u %s v%u ret v%u } %u:u64", a + 3, a, m, a + 4,
       a + 3, n.text, a + 2, a + 4, m + 1);
  put_site (g, order);
  put_end (g);
  order = gen_order (g);
  row = gelem_of (&x);
  row = gvec_of (g, &row, 0, x.maxlen < k ? x.maxlen : k);
  v = gvec_of (g, &row, ++g->nclasses, m);
  v.borrowed = x.borrowed;
  put_result (g, &v, false);
  put (g, "%s v%u v%u", fir_op_info[op].text, x.id, o);
  return gen_result (g, &v, order);
}

bool
gen_lengths (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_nested_vec, NULL), x, e, v;
  unsigned order;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  order = gen_order (g);
  e = gvar_new (g, type_size (g->ctx));
  e.lo = 0, e.hi = op == FIR_LENGTHS ? x.maxrow : x.maxrow * x.maxlen;
  v = gvec_of (g, &e, op == FIR_LENGTHS ? x.len : ++g->nclasses, x.maxlen + (op == FIR_OFFSETS));
  put_result (g, &v, false);
  put (g, "%s v%u", fir_op_info[op].text, x.id);
  return gen_result (g, &v, order);
}

bool
gen_rotate (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick_vec (g), x, v;
  struct operand k;
  unsigned order;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  k = operand (g, scalar_type (g, SCALAR_I64));
  order = gen_order (g);
  v = x;
  v.id = g->nids++;
  v.fresh = false;
  put_result (g, &v, false);
  put (g, "%s %s v%u", fir_op_info[op].text, k.text, x.id);
  return gen_result (g, &v, order);
}

bool
gen_concat (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick_vec (g), x[3], e, v;
  unsigned n = 1 + rng_below (&g->r, 3), max = 0, order;

  if (!p || !gen_rare_inside (g))
    return false;
  for (unsigned k = 0; k < n; k++)
    {
      x[k] = k ? *pick_type (g, x[0].type) : *p;
      max += x[k].maxlen;
      v = k ? gjoin (&v, &x[k]) : x[0];
    }
  if (max > MAX_LEN)
    return false;
  order = gen_order (g);
  e = gelem_of (&v);
  v = gvec_of (g, &e, ++g->nclasses, max);
  for (unsigned k = 0; k < n; k++)
    v.borrowed |= x[k].borrowed;
  put_result (g, &v, false);
  put (g, "%s", fir_op_info[op].text);
  for (unsigned k = 0; k < n; k++)
    put (g, " v%u", x[k].id);
  return gen_result (g, &v, order);
}

static bool
regular (const struct gvar *v, const void *data)
{
  (void) data;
  return type_levels (v->type) == 2 && v->row;
}

bool
gen_transpose (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, regular, NULL), v, x;
  unsigned order;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  order = gen_order (g);
  v = x;
  v.id = g->nids++;
  /* Without rows there are no columns.  */
  v.len = ++g->nclasses;
  v.row = x.len ? x.len : ++g->nclasses;
  v.maxlen = x.maxrow, v.maxrow = x.maxlen;
  v.fresh = false;
  put_result (g, &v, false);
  put (g, "%s v%u", fir_op_info[op].text, x.id);
  return gen_result (g, &v, order);
}

bool
gen_window (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_flat_vec, NULL), x, row, v;
  unsigned k = rng_range (&g->r, 1, 4), order;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  order = gen_order (g);
  row = gelem_of (&x);
  row = gvec_of (g, &row, ++g->nclasses, k);
  v = gvec_of (g, &row, ++g->nclasses, x.maxlen);
  v.borrowed = x.borrowed;
  put_result (g, &v, false);
  put (g, "%s %u:u64 v%u", fir_op_info[op].text, k, x.id);
  return gen_result (g, &v, order);
}

/* A vector that has elements: one that a check tells to have, or X behind another element of
   it.  */
static struct gvar
not_empty (struct gen *g, const struct gvar *x)
{
  struct gvar v = *x;

  if (may_fail_check (g) && !g->depth && rng_chance (&g->r, 70))
    {
      struct operand n = length_of (g, x);

      put (g, "  check nonempty 1:u64 %s", n.text);
      put_site (g, ++g->norder);
      put_end (g);
      return v;
    }
  /* Of a constant length, values of the same interval: 0 ... 4.  */
  unsigned i = g->nids, order = gen_order (g);
  g->nids += 3;
  v.id = i;
  v.len = ++g->nclasses;
  v.maxlen = 5;
  v.type = x->type;
  v.lo = 0, v.hi = 4;
  v.inexact = v.zeros = v.borrowed = false;
  put (g, "%*sv%u = tabulate { (v%u: u64) v%u: %s = conv v%u ret v%u } 5:u64", indent (g), "", i,
       i + 1, i + 2, scalar_info[x->type->elem->scalar].text, i + 1, i + 2);
  gen_result (g, &v, order);
  return v;
}

static bool
scalar_vec (const struct gvar *v, const void *data)
{
  (void) data;
  return is_flat_vec (v, NULL) && type_is_scalar (v->type->elem);
}

bool
gen_pad (struct gen *g, enum fir_op op)
{
  static const char *const modes[] = { "clamp", "wrap", "reflect", "zero" };
  struct gvar *p = pick (g, scalar_vec, NULL), x, e, v;
  unsigned mode = rng_below (&g->r, 4), k = rng_below (&g->r, 4), order;

  if (!p || !gen_rare_inside (g))
    return false;
  x = mode == 3 ? *p : not_empty (g, p);
  order = gen_order (g);
  e = gelem_of (&x);
  e.lo = fmin (e.lo, 0), e.hi = fmax (e.hi, 0);
  v = gvec_of (g, &e, ++g->nclasses, x.maxlen + 2 * k);
  v.borrowed = x.borrowed;
  put_result (g, &v, false);
  put (g, "%s.%s %u:u64 v%u", fir_op_info[op].text, modes[mode], k, x.id);
  return gen_result (g, &v, order);
}

/* --- Writes by index ------------------------------------------------------------------------- */

/* As many indices as LIKE has elements: i, or n - 1 - i; where elements may fail, anything.  */
bool
gen_permute (struct gen *g, enum fir_op op)
{
  struct gvar x[2], e, v;
  unsigned order, ix;

  memset (x, 0, sizeof x);
  if (!gen_rare_inside (g) || !gen_operands (g, 2, x))
    return false;
  if (may_fail_element (g) && !g->depth && x[1].type && is_int_vec (&x[1], NULL) && x[0].len
      && x[0].len == x[1].len)
    ix = x[1].id;
  else
    {
      struct operand n = length_of (g, &x[0]);
      unsigned i = g->nids;

      order = gen_order (g);
      g->nids += 4;
      ix = i;
      put (g, "%*sv%u = tabulate { (v%u: u64) v%u = sub %s v%u v%u = sub v%u 1:u64 ret v%u } %s",
	   indent (g), "", i, i + 1, i + 2, n.text, i + 1, i + 3, i + 2,
	   rng_chance (&g->r, 70) ? i + 3 : i + 1, n.text);
      put_site (g, order);
      put_end (g);
    }
  order = gen_order (g);
  e = gelem_of (&x[0]);
  v = gvec_of (g, &e, x[0].len, x[0].maxlen);
  put_result (g, &v, false);
  put (g, "%s v%u v%u", fir_op_info[op].text, ix, x[0].id);
  return gen_result (g, &v, order);
}

/* Indices into something of length N, as many as LIKE has elements: i k mod n, or -1.  */
static unsigned
indices_into (struct gen *g, const struct gvar *like, const char *n)
{
  struct operand m = length_of (g, like);
  unsigned i = g->nids, order = gen_order (g);

  g->nids += 8;
  put (g,
       "%*sv%u = tabulate { (v%u: u64) v%u = mul v%u %u:u64 v%u = max %s 1:u64 v%u = rem v%u v%u",
       indent (g), "", i, i + 1, i + 2, i + 1, rng_range (&g->r, 0, 3), i + 3, n, i + 4, i + 2,
       i + 3);
  put (g, " v%u: i64 = conv v%u v%u = rem v%u %u:u64 v%u = min v%u %s", i + 5, i + 4, i + 6, i + 1,
       rng_range (&g->r, 2, 5), i + 7, i + 6, n);
  put (g, " v%u = select v%u v%u -1:i64 ret v%u } %s", g->nids, i + 7, i + 5, g->nids, m.text);
  g->nids++;
  put_site (g, order);
  put_end (g);
  return i;
}

bool
gen_scatter (struct gen *g, enum fir_op op)
{
  struct gvar x[2], *p, d, v;
  unsigned order, ix;

  memset (x, 0, sizeof x);
  if (!gen_rare_inside (g) || !gen_operands (g, 2, x))
    return false;
  p = pick_type (g, x[0].type);
  d = *p;
  if (may_fail_element (g) && !g->depth && x[1].type && is_int_vec (&x[1], NULL) && x[0].len
      && x[0].len == x[1].len)
    ix = x[1].id;
  else
    ix = indices_into (g, &x[0], length_of (g, &d).text);
  order = gen_order (g);
  v = gjoin (&d, &x[0]);
  v.id = g->nids++;
  v.len = d.len, v.maxlen = d.maxlen;
  v.fresh = v.borrowed = false;
  put_result (g, &v, false);
  put (g, "%s v%u v%u v%u", fir_op_info[op].text, d.id, ix, x[0].id);
  return gen_result (g, &v, order);
}

bool
gen_bins (struct gen *g, enum fir_op op)
{
  struct gvar x[2], d, v, r;
  struct operand n, init;
  unsigned order, ix, id;

  memset (x, 0, sizeof x);
  if (!gen_rare_inside (g) || !gen_operands (g, 2, x) || !is_flat_vec (&x[0], NULL))
    return false;
  if (op == FIR_BINS)
    {
      n = size_operand (g, 6);
      init = operand (g, x[0].type->elem);
    }
  else
    {
      d = *pick_type (g, x[0].type);
      n = length_of (g, &d);
      init.v = gelem_of (&d);
    }
  if (may_fail_element (g) && !g->depth && x[1].type && is_int_vec (&x[1], NULL) && x[0].len
      && x[0].len == x[1].len)
    ix = x[1].id;
  else
    ix = indices_into (g, &x[0], n.text);
  order = gen_order (g);
  id = g->nids++;
  put (g, "%*sv%u = %s ", indent (g), "", id, fir_op_info[op].text);
  r = gen_assoc (g, &x[0], &init.v, order);
  r = gjoin (&r, &init.v);
  r.type = x[0].type->elem;
  v = gvec_of (g, &r, op == FIR_BINS ? ++g->nclasses : d.len,
	       op == FIR_BINS ? (unsigned) n.v.hi : d.maxlen);
  v.id = id;
  if (op == FIR_BINS)
    put (g, " %s %s v%u v%u", init.text, n.text, ix, x[0].id);
  else
    put (g, " v%u v%u v%u", d.id, ix, x[0].id);
  return gen_result (g, &v, order);
}

static bool
dest_of (const struct gvar *v, const void *data)
{
  return v->written && v->type->kind == TYPE_PTR && v->cap == MAX_CAP
	 && v->type->elem == (const struct type *) data;
}

bool
gen_storestrided (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_flat_vec, NULL), x, *to, v;
  struct operand n;
  unsigned order, dest, s;

  if (!p || g->depth)
    return false;
  x = *p;
  to = pick (g, dest_of, x.type->elem);
  if (!to || x.maxlen > MAX_CAP / 3)
    return false;
  dest = to->id;
  s = rng_range (&g->r, 1, 3);
  n = length_of (g, &x);
  order = gen_order (g);
  v = gvar_new (g, type_size (g->ctx));
  v.lo = 0, v.hi = x.maxlen;
  put_result (g, &v, false);
  put (g, "%s v%u %s %u:i64 v%u", fir_op_info[op].text, dest, n.text, s, x.id);
  return gen_result (g, &v, order);
}
