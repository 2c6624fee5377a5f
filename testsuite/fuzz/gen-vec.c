/* nova-fuzz: statements of the vector operations.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <math.h>
#include <string.h>

/* Inside functions vector operations are rare: there they nest.  */
bool
gen_rare_inside (struct gen *g)
{
  return g->depth == 0 || (g->depth == 1 && rng_chance (&g->r, 20));
}

bool
gen_result (struct gen *g, const struct gvar *v, unsigned order)
{
  put_site (g, order);
  put_end (g);
  gen_bind (g, v);
  return true;
}

/* --- Functions ------------------------------------------------------------------------------- */

static double
grow (double x, double y, unsigned n)
{
  return x + n * y;
}

/* The associative operators on integers and floats; what combining N elements E over I gives.  */
static bool
assoc_scalar (struct gen *g, enum fir_op op, const struct gvar *e, const struct gvar *i,
	      unsigned n, struct gvar *v, bool *wrap)
{
  const struct type *t = e->type;
  bool is_int = type_is_integral (t) && t->size > 0 && scalar_info[t->scalar].cls == SC_INT;
  bool is_bool = scalar_info[t->scalar].cls == SC_BOOL;
  bool exact = is_exact (e) && is_exact (i);

  *wrap = false;
  *v = gjoin (e, i);
  switch (op)
    {
    case FIR_ADD:
    case FIR_MUL:
      if (is_bool || (!is_int && !exact) || scalar_info[t->scalar].cls == SC_COMPLEX)
	return false;
      if (op == FIR_ADD)
	v->lo = grow (i->lo, fmin (e->lo, 0), n), v->hi = grow (i->hi, fmax (e->hi, 0), n);
      else
	{
	  double m = fmax (fabs (e->lo), fabs (e->hi));

	  v->hi = fmax (fabs (i->lo), fabs (i->hi)) * pow (fmax (m, 1), n);
	  v->lo = -v->hi;
	  v->zeros |= !is_int;
	}
      if (!is_int)
	return fits (t, v->lo, v->hi);
      *wrap = scalar_info[t->scalar].is_signed
	      && (!fits (t, v->lo, v->hi) || rng_chance (&g->r, 40));
      if (!fits (t, v->lo, v->hi))
	gvar_any (v);
      return true;
    case FIR_BAND:
    case FIR_BOR:
    case FIR_BXOR:
      gvar_any (v);
      return is_int || is_bool;
    default:
      /* Of two zeros, or NaNs, either may come out.  */
      return is_int || (scalar_info[t->scalar].cls == SC_FLOAT && !e->zeros && !i->zeros);
    }
}

/* (a, b) (c, d) => (a c, b c + d) and the like on a record of integers; false if it has others.  */
static bool
assoc_record (struct gen *g, const struct type *t)
{
  unsigned p, q, id = g->nids;

  for (unsigned k = 0; k < t->nfields; k++)
    if (t->fields[k].type != t->fields[0].type || !type_is_scalar (t->fields[k].type)
	|| scalar_info[t->fields[k].type->scalar].cls != SC_INT)
      return false;
  if (t->nfields != 2)
    return false;
  const char *wrap = scalar_info[t->fields[0].type->scalar].is_signed ? " wrap" : "";
  g->nids += 10;
  p = id, q = id + 1;
  put (g, "{ (v%u, v%u) v%u = field.0 v%u v%u = field.1 v%u v%u = field.0 v%u v%u = field.1 v%u",
       p, q, id + 2, p, id + 3, p, id + 4, q, id + 5, q);
  put (g, " v%u = mul%s v%u v%u v%u = mul%s v%u v%u v%u = add%s v%u v%u v%u: ", id + 6, wrap,
       id + 2, id + 4, id + 7, wrap, id + 3, id + 4, id + 8, wrap, id + 7, id + 5, id + 9);
  put_type (g, t);
  put (g, " = record v%u v%u ret v%u }", id + 6, id + 8, id + 9);
  return true;
}

struct gvar
gen_assoc (struct gen *g, const struct gvar *v, const struct gvar *init, unsigned order)
{
  static const enum fir_op ops[]
    = { FIR_ADD, FIR_ADD, FIR_ADD, FIR_MUL, FIR_MIN, FIR_MAX, FIR_BAND, FIR_BOR, FIR_BXOR,
	FIR_MIN_NAN, FIR_MAX_NAN };
  struct gvar e = gelem_of (v), r = gjoin (&e, init);
  unsigned a = g->nids, b = a + 1, c = a + 2;

  (void) order;
  r.type = e.type;
  for (unsigned tries = 0; type_is_scalar (e.type) && tries < 3; tries++)
    {
      enum fir_op op = ops[rng_below (&g->r, sizeof ops / sizeof *ops)];
      bool wrap;

      if (!assoc_scalar (g, op, &e, init, v->maxlen, &r, &wrap))
	continue;
      g->nids += 3;
      if (!wrap && rng_chance (&g->r, 40))
	put (g, "%s", fir_op_info[op].text);
      else
	put (g, "{ (v%u, v%u) v%u = %s%s v%u v%u ret v%u }", a, b, c, fir_op_info[op].text,
	     wrap ? " wrap" : "", a, b, c);
      return r;
    }
  r = gjoin (&e, init);
  r.type = e.type;
  if (e.type->kind == TYPE_RECORD && assoc_record (g, e.type))
    {
      gvar_any (&r);
      return r;
    }
  g->nids += 2;
  put (g, "{ (v%u, v%u) ret v%u }", a, b, rng_chance (&g->r, 50) ? a : b);
  return r;
}

/* --- Making vectors -------------------------------------------------------------------------- */

static bool
readable (const struct gvar *v, const void *data)
{
  (void) data;
  return v->type->kind == TYPE_PTR && v->cap > 0;
}

bool
gen_view (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, readable, NULL), e, v;
  struct operand n, m;

  if (!p || !gen_rare_inside (g))
    return false;
  e = *p;
  e.type = p->type->elem;
  e.cap = 0;
  if (rng_chance (&g->r, 30))
    {
      struct gvar row;

      n = size_operand (g, p->cap > 8 ? 8 : 2);
      m = size_operand (g, p->cap / (n.v.hi < 1 ? 1 : (unsigned) n.v.hi));
      row = gvec_of (g, &e, ++g->nclasses, (unsigned) m.v.hi);
      v = gvec_of (g, &row, ++g->nclasses, (unsigned) n.v.hi);
      put_result (g, &v, false);
      put (g, "%s v%u %s %s\n", fir_op_info[op].text, p->id, n.text, m.text);
    }
  else
    {
      n = size_operand (g, p->cap < MAX_LEN ? p->cap : MAX_LEN);
      v = gvec_of (g, &e, ++g->nclasses, (unsigned) n.v.hi);
      put_result (g, &v, false);
      put (g, "%s v%u %s\n", fir_op_info[op].text, p->id, n.text);
    }
  v.borrowed = true;
  gen_bind (g, &v);
  return true;
}

static bool
is_int (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_scalar (v->type) && scalar_info[v->type->scalar].cls == SC_INT;
}

bool
gen_range (struct gen *g, enum fir_op op)
{
  struct gvar *b = pick (g, is_int, NULL), *like = pick_vec (g), e, v;
  struct operand n, s;

  if (!b || !gen_rare_inside (g))
    return false;
  n = like && rng_chance (&g->r, 50) ? length_of (g, like) : size_operand (g, 16);
  b = pick (g, is_int, NULL);
  s = rng_chance (&g->r, 70) ? random_constant (g, b->type) : operand (g, b->type);
  e = *b;
  gvar_any (&e);
  if (fits (b->type, b->lo + fmin (0, n.v.hi * s.v.lo), b->hi + fmax (0, n.v.hi * s.v.hi)))
    e.lo = b->lo + fmin (0, n.v.hi * s.v.lo), e.hi = b->hi + fmax (0, n.v.hi * s.v.hi);
  v = gvec_of (g, &e, ++g->nclasses, (unsigned) n.v.hi);
  if (like && n.v.hi == like->maxlen && n.v.lo < n.v.hi)
    v.len = like->len;
  put_result (g, &v, false);
  put (g, "%s %s v%u %s\n", fir_op_info[op].text, n.text, b->id, s.text);
  gen_bind (g, &v);
  return true;
}

bool
gen_replicate (struct gen *g, enum fir_op op)
{
  struct gvar *like = pick_vec (g), v;
  bool same = like && rng_chance (&g->r, 50);
  struct operand n, x;

  if (!gen_rare_inside (g))
    return false;
  v = same ? *like : v;
  n = same ? length_of (g, like) : size_operand (g, 16);
  x = operand (g, random_elem (g));
  v = gvec_of (g, &x.v, same ? v.len : ++g->nclasses, (unsigned) n.v.hi);
  put_result (g, &v, false);
  put (g, "%s %s %s\n", fir_op_info[op].text, n.text, x.text);
  gen_bind (g, &v);
  return true;
}

bool
gen_len (struct gen *g, enum fir_op op)
{
  struct gvar *v = pick_vec (g);

  (void) op;
  if (!v)
    return false;
  length_of (g, v);
  return true;
}

struct same_class
{
  const struct gvar *like;
};

static bool
same_length (const struct gvar *v, const void *data)
{
  const struct gvar *like = ((const struct same_class *) data)->like;

  return type_is_vec (v->type) && v->len && v->len == like->len;
}

/* A vector as long as LIKE; one that a check term tells to be, now and then.  */
static struct gvar *
another (struct gen *g, const struct gvar *like, const struct type *type)
{
  struct same_class c = { like };
  struct gvar *v = pick (g, same_length, &c);

  if (v && (!type || v->type == type) && rng_chance (&g->r, 80))
    return v;
  v = type ? pick_type (g, type) : pick_vec (g);
  if (!v || g->depth || !may_fail_check (g))
    return NULL;
  unsigned id = v->id, first = like->id;
  struct operand a = length_of (g, like), b = length_of (g, v);
  put (g, "  check lengths 1:u64 %s 2:u64 %s", a.text, b.text);
  put_site (g, ++g->norder);
  put_end (g);
  g->prog->ops[FIR_CHECK]++;
  unsigned class = 0;
  for (unsigned k = 0; k < g->nvars; k++)
    if (g->vars[k].id == first)
      class = g->vars[k].len ? g->vars[k].len : (g->vars[k].len = ++g->nclasses);
  for (unsigned k = 0; k < g->nvars; k++)
    if (g->vars[k].id == id)
      {
	g->vars[k].len = class;
	return &g->vars[k];
      }
  return NULL;
}

/* Up to N vectors of equal length, by value: how many.  */
unsigned
gen_operands (struct gen *g, unsigned n, struct gvar *v)
{
  struct gvar *x = pick_vec (g);
  unsigned k;

  if (!x)
    return 0;
  v[0] = *x;
  for (k = 1; k < n; k++)
    {
      x = another (g, &v[0], NULL);
      if (!x)
	break;
      if (!v[0].len)
	v[0].len = x->len;
      v[k] = *x;
    }
  return k;
}

bool
gen_map (struct gen *g, enum fir_op op)
{
  struct gvar x[3], p[3], r, v;
  unsigned n, order;

  if (!gen_rare_inside (g))
    return false;
  n = gen_operands (g, 1 + rng_below (&g->r, 3), x);
  if (!n)
    return false;
  for (unsigned k = 0; k < n; k++)
    p[k] = gelem_of (&x[k]);
  order = gen_order (g);
  v = x[0];
  v.id = g->nids++;
  put (g, "%*sv%u = %s ", (int) (2 * g->depth + 2), "", v.id, fir_op_info[op].text);
  r = gen_lambda (g, n, p, NULL, order);
  for (unsigned k = 0; k < n; k++)
    put (g, " v%u", x[k].id);
  unsigned id = v.id;
  v = gvec_of (g, &r, x[0].len, x[0].maxlen);
  v.id = id;
  return gen_result (g, &v, order);
}

bool
gen_tabulate (struct gen *g, enum fir_op op)
{
  unsigned k = rng_chance (&g->r, 75) ? 1 : 2, order, id, len = 0;
  struct operand n[2];
  struct gvar p[2], r, v, *like = pick_vec (g);

  if (!gen_rare_inside (g))
    return false;
  if (k == 1 && like && rng_chance (&g->r, 50))
    {
      len = like->len;
      n[0] = length_of (g, like);
    }
  else
    n[0] = size_operand (g, k == 1 ? 16 : 5);
  if (k == 2)
    n[1] = size_operand (g, 5);
  for (unsigned j = 0; j < k; j++)
    {
      p[j] = n[j].v;
      p[j].type = type_size (g->ctx);
      p[j].lo = 0;
      p[j].hi = fmax (0, n[j].v.hi - 1);
      p[j].inexact = p[j].zeros = p[j].fresh = false;
    }
  order = gen_order (g);
  id = g->nids++;
  put (g, "%*sv%u = %s ", (int) (2 * g->depth + 2), "", id, fir_op_info[op].text);
  r = gen_lambda (g, k, p, NULL, order);
  for (unsigned j = 0; j < k; j++)
    put (g, " %s", n[j].text);
  v = r;
  for (unsigned j = k; j-- > 0;)
    v = gvec_of (g, &v, j || !len ? ++g->nclasses : len, (unsigned) n[j].v.hi);
  v.id = id;
  return gen_result (g, &v, order);
}

/* --- Combining, choosing --------------------------------------------------------------------- */

bool
is_flat_vec (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_vec (v->type) && !type_is_vec (v->type->elem);
}

bool
gen_reduce (struct gen *g, enum fir_op op)
{
  struct gvar *x = pick (g, is_flat_vec, NULL), v, w;
  struct operand init;
  unsigned order;

  if (!x || !gen_rare_inside (g))
    return false;
  w = *x;
  init = operand (g, w.type->elem);
  order = gen_order (g);
  v = gvar_new (g, w.type->elem);
  unsigned id = v.id;
  put (g, "%*sv%u = %s ", (int) (2 * g->depth + 2), "", id, fir_op_info[op].text);
  v = gen_assoc (g, &w, &init.v, order);
  v.id = id;
  v.len = v.maxlen = v.row = v.maxrow = 0;
  v.fresh = false;
  put (g, " %s v%u", init.text, w.id);
  return gen_result (g, &v, order);
}

bool
gen_scan (struct gen *g, enum fir_op op)
{
  struct gvar *x = pick (g, is_flat_vec, NULL), v, w, e;
  struct operand init;
  unsigned order, id;

  if (!x || !gen_rare_inside (g))
    return false;
  w = *x;
  init = operand (g, w.type->elem);
  order = gen_order (g);
  id = g->nids++;
  put (g, "%*sv%u = %s ", (int) (2 * g->depth + 2), "", id, fir_op_info[op].text);
  e = gen_assoc (g, &w, &init.v, order);
  e.type = w.type->elem;
  e = gjoin (&e, &init.v);
  v = gvec_of (g, &e, w.len, w.maxlen);
  v.id = id;
  put (g, " %s v%u", init.text, w.id);
  return gen_result (g, &v, order);
}

/* The rows of a nested vector, laid out one after the other.  */
bool
gen_segmented (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_nested_vec, NULL), x, w, v, e;
  struct operand init, n;
  unsigned order, id;

  if (!p || type_levels (p->type) != 2 || !gen_rare_inside (g) || p->maxlen * p->maxrow > MAX_LEN)
    return false;
  x = *p;
  w = gelem_of (&x);
  w.maxlen = x.maxlen * x.maxrow;
  w.len = 0;
  init = operand (g, w.type->elem);
  n = length_of (g, &x);
  order = gen_order (g);
  id = g->nids;
  g->nids += 4;
  put (g, "%*sv%u = offsets v%u v%u = flatten v%u v%u = replicate %s %s\n",
       (int) (2 * g->depth + 2), "", id, x.id, id + 1, x.id, id + 2, n.text, init.text);
  put (g, "%*sv%u = %s ", (int) (2 * g->depth + 2), "", id + 3, fir_op_info[op].text);
  e = gen_assoc (g, &w, &init.v, order);
  e.type = w.type->elem;
  e = gjoin (&e, &init.v);
  e.len = e.maxlen = e.row = e.maxrow = 0;
  e.fresh = false;
  v = gvec_of (g, &e, op == FIR_SEG_REDUCE ? x.len : ++g->nclasses,
	       op == FIR_SEG_REDUCE ? x.maxlen : w.maxlen);
  v.id = id + 3;
  put (g, " v%u v%u v%u", id + 2, id, id + 1);
  return gen_result (g, &v, order);
}

bool
gen_filter (struct gen *g, enum fir_op op)
{
  struct gvar x[2], p[2], v;
  unsigned n, order, id;

  if (!gen_rare_inside (g))
    return false;
  n = gen_operands (g, rng_chance (&g->r, 75) ? 1 : 2, x);
  if (!n || type_levels (x[0].type) > 1)
    return false;
  for (unsigned k = 0; k < n; k++)
    p[k] = gelem_of (&x[k]);
  order = gen_order (g);
  id = g->nids++;
  put (g, "%*sv%u = %s ", (int) (2 * g->depth + 2), "", id, fir_op_info[op].text);
  gen_lambda (g, n, p, rng_chance (&g->r, 80) ? type_i32 (g->ctx) : random_scalar (g), order);
  for (unsigned k = 0; k < n; k++)
    put (g, " v%u", x[k].id);
  p[0] = gelem_of (&x[0]);
  v = gvec_of (g, &p[0], ++g->nclasses, x[0].maxlen);
  v.id = id;
  return gen_result (g, &v, order);
}

/* --- Indices --------------------------------------------------------------------------------- */

bool
is_int_vec (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_vec (v->type) && type_is_scalar (v->type->elem)
	 && scalar_info[v->type->elem->scalar].cls == SC_INT;
}

/* A vector of indices below the length of X: i k mod n, of u64.  */
struct gvar
gen_indices (struct gen *g, const struct gvar *x)
{
  struct operand n = length_of (g, x);
  struct gvar e = gvar_new (g, type_size (g->ctx)), v;
  unsigned i = g->nids++, order = gen_order (g);

  e.lo = 0, e.hi = fmax (0, x->maxlen - 1.0);
  v = gvec_of (g, &e, x->len, x->maxlen);
  put (g, "%*sv%u = tabulate { (v%u: u64) v%u = mul v%u %u:u64 v%u = rem v%u %s ret v%u } %s",
       (int) (2 * g->depth + 2), "", v.id, i, g->nids, i, rng_below (&g->r, 4), g->nids + 1,
       g->nids, n.text, g->nids + 1, n.text);
  g->nids += 2;
  gen_result (g, &v, order);
  return v;
}

bool
gen_gather (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick_vec (g), *q, x, ix, e, v;
  unsigned order;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  q = pick (g, is_int_vec, NULL);
  if (may_fail_element (g) && g->depth == 0 && q && rng_chance (&g->r, 70))
    ix = *q;
  else
    ix = gen_indices (g, &x);
  e = gelem_of (&x);
  v = gvec_of (g, &e, ix.len, ix.maxlen);
  order = gen_order (g);
  put_result (g, &v, false);
  put (g, "%s v%u v%u", fir_op_info[op].text, ix.id, x.id);
  return gen_result (g, &v, order);
}

bool
gen_slice (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick_vec (g), x, e, v;
  const struct type *i64 = scalar_type (g, SCALAR_I64);
  unsigned order, id, n;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  e = gelem_of (&x);
  if (may_fail_element (g) && g->depth == 0 && rng_chance (&g->r, 60))
    {
      struct operand b = clamped (g, i64, -1, 6), z = clamped (g, i64, -1, 12),
		     s = constant (g, i64, rng_range (&g->r, 0, 3) ? 1 : -2);

      order = gen_order (g);
      v = gvec_of (g, &e, ++g->nclasses, 14);
      v.borrowed = x.borrowed;
      put_result (g, &v, false);
      put (g, "%s %s %s %s v%u", fir_op_info[op].text, b.text, z.text, s.text, x.id);
      return gen_result (g, &v, order);
    }
  /* All of x, or from its end: b e s are 0 n s, or n - 1, -1, -s.  */
  n = length_of (g, &x).v.id;
  id = g->nids++;
  put (g, "%*sv%u: i64 = conv v%u\n", (int) (2 * g->depth + 2), "", id, n);
  order = gen_order (g);
  v = gvec_of (g, &e, ++g->nclasses, x.maxlen);
  v.borrowed = x.borrowed;
  if (rng_chance (&g->r, 50))
    {
      put_result (g, &v, false);
      put (g, "%s %d:i64 v%u %d:i64 v%u", fir_op_info[op].text, rng_range (&g->r, 0, 2), id,
	   rng_range (&g->r, 1, 3), x.id);
    }
  else
    {
      put (g, "%*sv%u = sub v%u 1:i64\n", (int) (2 * g->depth + 2), "", g->nids, id);
      id = g->nids++;
      put_result (g, &v, false);
      put (g, "%s v%u -1:i64 %d:i64 v%u", fir_op_info[op].text, id, -rng_range (&g->r, 1, 3), x.id);
    }
  return gen_result (g, &v, order);
}

bool
gen_same (struct gen *g, enum fir_op op)
{
  struct gvar *x = pick_vec (g), v;
  unsigned order;

  if (!x || !gen_rare_inside (g))
    return false;
  v = *x;
  v.id = g->nids++;
  v.fresh = false;
  v.borrowed &= op != FIR_COPY;
  order = gen_order (g);
  put_result (g, &v, false);
  put (g, "%s v%u", fir_op_info[op].text, x->id);
  return gen_result (g, &v, order);
}

bool
is_nested_vec (const struct gvar *v, const void *data)
{
  (void) data;
  return type_levels (v->type) > 1;
}

bool
gen_flatten (struct gen *g, enum fir_op op)
{
  struct gvar *x = pick (g, is_nested_vec, NULL), e, v;

  if (!x || !gen_rare_inside (g) || x->maxlen * x->maxrow > MAX_LEN)
    return false;
  e = gelem_of (x);
  v = e;
  v.id = g->nids++;
  v.len = ++g->nclasses;
  v.maxlen = x->maxlen * x->maxrow;
  v.fresh = false;
  put_result (g, &v, false);
  put (g, "%s v%u\n", fir_op_info[op].text, x->id);
  gen_bind (g, &v);
  return true;
}

/* x as n rows of one element, or as 1 row.  */
bool
gen_reshape (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_flat_vec, NULL), x, e, row, v;
  struct operand n;
  bool one = rng_chance (&g->r, 50);

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  e = gelem_of (&x);
  n = length_of (g, &x);
  row = gvec_of (g, &e, one ? x.len : ++g->nclasses, one ? x.maxlen : 1);
  v = gvec_of (g, &row, one ? ++g->nclasses : x.len, one ? 1 : x.maxlen);
  v.borrowed = x.borrowed;
  put_result (g, &v, false);
  put (g, "%s v%u %s %s\n", fir_op_info[op].text, x.id, one ? "1:u64" : n.text,
       one ? n.text : "1:u64");
  gen_bind (g, &v);
  return true;
}

/* Row i of x inside `if i < len x': outside its length it has no meaning.  Its sum.  */
bool
gen_row (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_nested_vec, NULL), x, v, r;
  struct operand i, n;
  unsigned c, order;

  if (!p || p->type->elem->elem->kind != TYPE_SCALAR || !gen_rare_inside (g))
    return false;
  x = *p;
  n = length_of (g, &x);
  i = operand (g, type_size (g->ctx));
  order = gen_order (g);
  c = g->nids++;
  put (g, "%*sv%u = lt %s %s\n", (int) (2 * g->depth + 2), "", c, i.text, n.text);
  v = gvar_new (g, x.type->elem->elem);
  r = gelem_of (&x);
  r.id = g->nids++;
  struct operand init = constant (g, v.type, 1);
  put_result (g, &v, false);
  put (g, "if v%u { v%u = %s v%u %s v%u = reduce ", c, r.id, fir_op_info[op].text, x.id, i.text,
       g->nids);
  unsigned s = g->nids++, id = v.id;
  v = gen_assoc (g, &r, &init.v, order);
  v.id = id;
  v.len = v.maxlen = 0;
  v = (struct gvar) { .id = id, .type = v.type, .lo = fmin (v.lo, 1), .hi = fmax (v.hi, 1),
		      .inexact = v.inexact, .zeros = v.zeros };
  put (g, " %s v%u", init.text, r.id);
  put_site (g, order);
  put (g, " ret v%u } else { ret %s }\n", s, init.text);
  gen_bind (g, &v);
  return true;
}

bool
gen_get (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_flat_vec, NULL), *i = pick (g, is_int, NULL), v, x, c;
  unsigned order;

  if (!p || !i || !type_is_scalar (p->type->elem))
    return false;
  x = *p;
  if (may_fail_element (g)
      && (g->depth == 0 || (g->needed && is_int (&(struct gvar){ .type = x.type->elem }, NULL)))
      && rng_chance (&g->r, 60))
    {
      order = gen_order (g);
      v = gelem_of (&x);
      v.id = g->nids++;
      v.fresh = true;
      put_result (g, &v, false);
      put (g, "%s v%u v%u", fir_op_info[op].text, x.id, i->id);
      return gen_result (g, &v, order);
    }
  /* Under a condition under which it holds.  */
  struct operand n = length_of (g, &x), init;
  if (i->type != type_size (g->ctx))
    {
      struct operand u = operand (g, type_size (g->ctx));

      c = u.v;
      snprintf (init.text, sizeof init.text, "%s", u.text);
    }
  else
    snprintf (init.text, sizeof init.text, "v%u", i->id);
  char index[80];
  memcpy (index, init.text, sizeof index);
  init = constant (g, x.type->elem, 1);
  order = gen_order (g);
  c = gvar_new (g, type_i32 (g->ctx));
  put_result (g, &c, false);
  put (g, "lt %s %s\n", index, n.text);
  v = gelem_of (&x);
  v.lo = fmin (v.lo, 1), v.hi = fmax (v.hi, 1);
  v.inexact |= init.v.inexact;
  v.id = g->nids++;
  v.fresh = false;
  put_result (g, &v, false);
  put (g, "if v%u { v%u = %s v%u %s", c.id, g->nids, fir_op_info[op].text, x.id, index);
  put_site (g, order);
  put (g, " ret v%u } else { ret %s }\n", g->nids, init.text);
  g->nids++;
  g->prog->ops[FIR_IF]++;
  gen_bind (g, &v);
  return true;
}

/* --- Memory ---------------------------------------------------------------------------------- */

struct dest_for
{
  const struct type *type;
  unsigned len;
  bool fails;
};

static bool
dest_fits (const struct gvar *v, const void *data)
{
  const struct dest_for *d = (const struct dest_for *) data;

  return v->written && v->type->elem == d->type && (d->fails || v->cap >= d->len);
}

/* With a check of room before it, where it may fail.  */
bool
gen_store (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick_vec (g), x, v, *to;
  struct dest_for d;
  unsigned order;

  if (!p || g->depth)
    return false;
  x = *p;
  d.type = type_base (x.type);
  d.len = type_levels (x.type) > 1 ? x.maxlen * x.maxrow : x.maxlen;
  d.fails = may_fail_check (g) && type_levels (x.type) == 1;
  to = pick (g, dest_fits, &d);
  if (!to)
    return false;
  unsigned dest = to->id, cap = to->cap;
  char room[24];
  snprintf (room, sizeof room, "%u:u64", cap);
  if (type_levels (x.type) == 1 && (cap < d.len || rng_chance (&g->r, 60)))
    {
      struct operand n = length_of (g, &x);

      /* At the site of the store: what failed is that builtin.  */
      g->nids++;
      put (g, "  check room 2:u64 %s 3:u64 %s at %u\n", room, n.text, 1000 + 2 * (g->nids + 1));
      g->prog->ops[FIR_CHECK]++;
    }
  order = gen_order (g);
  v = gvar_new (g, type_size (g->ctx));
  v.lo = 0, v.hi = d.len;
  put_result (g, &v, false);
  put (g, "%s v%u %s v%u", fir_op_info[op].text, dest, room, x.id);
  return gen_result (g, &v, order);
}
