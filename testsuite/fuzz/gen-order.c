/* nova-fuzz: statements of searching, ordering, grouping and expanding; loops.

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

/* Elements that <  orders: numbers that are no NaNs.  */
static bool
ordered_vec (const struct gvar *v, const void *data)
{
  (void) data;
  return is_flat_vec (v, NULL) && type_is_scalar (v->type->elem)
	 && scalar_info[v->type->elem->scalar].cls != SC_COMPLEX
	 && scalar_info[v->type->elem->scalar].cls != SC_BOOL
	 && (type_is_integral (v->type->elem) || (!v->inexact && !v->zeros));
}

/* step combines an accumulator with an element as join does two accumulators, whose neutral element
   is where each part starts.  */
bool
gen_fold (struct gen *g, enum fir_op op)
{
  static const struct
  {
    const char *op;
    int neutral;
  } joins[] = { { "add", 0 }, { "bor", 0 }, { "bxor", 0 }, { "band", -1 }, { "mul", 1 } };
  struct gvar *p = pick (g, is_int_vec, NULL), x, v;
  unsigned j = rng_below (&g->r, 5), i = g->nids, order;
  const struct type *acc = scalar_type (g, rng_chance (&g->r, 50) ? SCALAR_I64 : SCALAR_U32);
  const char *wrap = acc->scalar == SCALAR_I64 && (j == 0 || j == 4) ? " wrap" : "";
  double neutral = joins[j].neutral < 0 && acc->scalar == SCALAR_U32 ? 4294967295.0
								    : joins[j].neutral;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  g->nids += 8;
  order = gen_order (g);
  v = gvar_new (g, acc);
  put (g, "%*sv%u: ", indent (g), "", v.id);
  put_type (g, acc);
  put (g, " = %s { (v%u, v%u) v%u: %s = conv v%u v%u = %s%s v%u v%u ret v%u }",
       fir_op_info[op].text, i, i + 1, i + 2, scalar_info[acc->scalar].text, i + 1, i + 3,
       joins[j].op, wrap, i, i + 2, i + 3);
  put (g, " { (v%u, v%u) v%u = %s%s v%u v%u ret v%u } %s v%u", i + 4, i + 5, i + 6, joins[j].op,
       wrap, i + 4, i + 5, i + 6, constant (g, acc, neutral).text, x.id);
  return gen_result (g, &v, order);
}

bool
gen_find (struct gen *g, enum fir_op op)
{
  struct gvar x[2], p[2], v;
  unsigned n, order;

  if (!gen_rare_inside (g))
    return false;
  n = gen_operands (g, rng_chance (&g->r, 75) ? 1 : 2, x);
  if (!n)
    return false;
  for (unsigned k = 0; k < n; k++)
    p[k] = gelem_of (&x[k]);
  order = gen_order (g);
  v = gvar_new (g, type_size (g->ctx));
  v.lo = 0, v.hi = x[0].maxlen;
  put_result (g, &v, false);
  put (g, "%s ", fir_op_info[op].text);
  gen_lambda (g, n, p, type_i32 (g->ctx), order);
  for (unsigned k = 0; k < n; k++)
    put (g, " v%u", x[k].id);
  return gen_result (g, &v, order);
}

bool
gen_argmin (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, ordered_vec, NULL), x, v;
  unsigned order;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  if (may_fail_check (g) && !g->depth)
    {
      struct operand n = length_of (g, &x);

      put (g, "  check nonempty 1:u64 %s", n.text);
      put_site (g, ++g->norder);
      put_end (g);
    }
  else
    {
      /* Behind 3 of its own kind.  */
      unsigned r = g->nids++, c = g->nids++;
      struct operand one = random_constant (g, x.type->elem);

      put (g, "%*sv%u = replicate 3:u64 %s\n", indent (g), "", r, one.text);
      put (g, "%*sv%u = concat v%u v%u\n", indent (g), "", c, r, x.id);
      x.id = c;
      x.maxlen += 3;
    }
  order = gen_order (g);
  v = gvar_new (g, type_size (g->ctx));
  v.lo = 0, v.hi = x.maxlen;
  put_result (g, &v, false);
  put (g, "%s %s v%u", fir_op_info[op].text, rng_chance (&g->r, 70) ? "lt" : "gt", x.id);
  return gen_result (g, &v, order);
}

/* In 0, 2, 4, ..., or in a sorted vector.  */
bool
gen_search (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, ordered_vec, NULL), x, e, v;
  unsigned order, s, max = 6;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  if (type_is_integral (x.type->elem) && rng_chance (&g->r, 50))
    {
      s = g->nids++;
      put (g, "%*sv%u = range 6:u64 0:%s 2:%s\n", indent (g), "", s,
	   scalar_info[x.type->elem->scalar].text, scalar_info[x.type->elem->scalar].text);
    }
  else
    {
      order = gen_order (g);
      s = g->nids++;
      put (g, "%*sv%u = sort lt v%u", indent (g), "", s, x.id);
      put_site (g, order);
      put_end (g);
      max = x.maxlen;
    }
  order = gen_order (g);
  e = gvar_new (g, type_size (g->ctx));
  e.lo = 0, e.hi = max;
  v = gvec_of (g, &e, x.len, x.maxlen);
  put_result (g, &v, false);
  put (g, "%s lt v%u v%u", fir_op_info[op].text, s, x.id);
  return gen_result (g, &v, order);
}

bool
gen_partition (struct gen *g, enum fir_op op)
{
  struct gvar *q = pick (g, is_flat_vec, NULL), x, p, v;
  unsigned order, id;

  if (!q || !gen_rare_inside (g))
    return false;
  x = *q;
  p = gelem_of (&x);
  order = gen_order (g);
  id = g->nids++;
  put (g, "%*sv%u = %s ", indent (g), "", id, fir_op_info[op].text);
  gen_lambda (g, 1, &p, type_i32 (g->ctx), order);
  put (g, " v%u", x.id);
  p = gelem_of (&x);
  p = gvec_of (g, &p, 0, x.maxlen);
  v = gvec_of (g, &p, ++g->nclasses, 2);
  v.id = id;
  return gen_result (g, &v, order);
}

bool
gen_sort (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, ordered_vec, NULL), x, v;
  unsigned order;

  if (!p || !gen_rare_inside (g))
    return false;
  x = *p;
  order = gen_order (g);
  v = x;
  v.id = g->nids++;
  v.fresh = v.borrowed = false;
  put_result (g, &v, false);
  if (rng_chance (&g->r, 30) && x.type->elem->scalar != SCALAR_U64)
    {
      /* By what is left of it: equal keys show whether it is stable.  */
      unsigned i = g->nids;

      g->nids += 5;
      put (
	  g, "%s { (v%u, v%u) v%u: i8 = conv v%u v%u: i8 = conv v%u v%u = lt v%u v%u ret v%u } v%u",
	  fir_op_info[op].text, i, i + 1, i + 2, i, i + 3, i + 1, i + 4, i + 2, i + 3, i + 4, x.id);
    }
  else
    put (g, "%s %s v%u", fir_op_info[op].text, rng_chance (&g->r, 50) ? "lt" : "gt", x.id);
  return gen_result (g, &v, order);
}

/* sortby, groupby: by keys of some type, NaNs too.  */
bool
gen_sortby (struct gen *g, enum fir_op op)
{
  static const enum scalar keys[] = { SCALAR_I32, SCALAR_I8, SCALAR_U64, SCALAR_F32, SCALAR_F64 };
  struct gvar *q = pick (g, is_flat_vec, NULL), x, p, v;
  unsigned order, id;

  if (!q || !gen_rare_inside (g))
    return false;
  x = *q;
  p = gelem_of (&x);
  order = gen_order (g);
  id = g->nids++;
  put (g, "%*sv%u = %s ", indent (g), "", id, fir_op_info[op].text);
  gen_lambda (g, 1, &p, scalar_type (g, keys[rng_below (&g->r, 5)]), order);
  put (g, " v%u", x.id);
  v = x;
  v.borrowed = v.fresh = false;
  if (op == FIR_GROUP_BY)
    {
      v = gvec_of (g, &v, ++g->nclasses, x.maxlen);
      v.row = 0;
    }
  v.id = id;
  return gen_result (g, &v, order);
}

bool
gen_bucket (struct gen *g, enum fir_op op)
{
  struct gvar *q = pick (g, is_int_vec, NULL), x, row, v;
  unsigned order, i = g->nids, n = 4;

  if (!q || !gen_rare_inside (g))
    return false;
  x = *q;
  g->nids += 2;
  order = gen_order (g);
  row = gelem_of (&x);
  row = gvec_of (g, &row, 0, x.maxlen);
  v = gvec_of (g, &row, ++g->nclasses, n);
  put_result (g, &v, false);
  if (may_fail_element (g) && !g->depth)
    put (g, "%s { (v%u) ret v%u }", fir_op_info[op].text, i, i);
  else
    put (g, "%s { (v%u) v%u = band v%u 3:%s ret v%u }", fir_op_info[op].text, i, i + 1, i,
	 scalar_info[x.type->elem->scalar].text, i + 1);
  put (g, " %u:u64 v%u", n, x.id);
  return gen_result (g, &v, order);
}

/* Up to 3 of each element.  */
bool
gen_expand (struct gen *g, enum fir_op op)
{
  struct gvar *q = pick (g, is_int_vec, NULL), x, p[2], r, v;
  unsigned order, id, i;

  if (!q || !gen_rare_inside (g) || 3 * q->maxlen > MAX_LEN)
    return false;
  x = *q;
  order = gen_order (g);
  id = g->nids++;
  i = g->nids;
  g->nids += 2;
  put (g, "%*sv%u = %s { (v%u) v%u = band v%u 3:%s ret v%u } ", indent (g), "", id,
       fir_op_info[op].text, i, i + 1, i, scalar_info[x.type->elem->scalar].text, i + 1);
  p[0] = p[1] = gelem_of (&x);
  p[1].lo = 0, p[1].hi = 2;
  enum mode mode = g->mode;
  g->mode = mode == MODE_ELEMENT ? MODE_TOTAL : mode == MODE_BOTH ? MODE_CHECK : mode;
  r = gen_lambda (g, 2, p, NULL, order);
  g->mode = mode;
  put (g, " v%u", x.id);
  if (op == FIR_EXPAND)
    v = gvec_of (g, &r, ++g->nclasses, 3 * x.maxlen);
  else
    {
      r = gvec_of (g, &r, 0, 3);
      v = gvec_of (g, &r, x.len, x.maxlen);
    }
  v.id = id;
  return gen_result (g, &v, order);
}

/* --- Loops ----------------------------------------------------------------------------------- */

/* at x i under the condition that i is below the length.  */
bool
gen_at (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_flat_vec, NULL), x, v;
  struct operand n, i, init;
  unsigned c, a;

  if (!p || !type_is_scalar (p->type->elem) || !gen_rare_inside (g))
    return false;
  x = *p;
  n = length_of (g, &x);
  i = operand (g, type_size (g->ctx));
  init = constant (g, x.type->elem, 1);
  c = g->nids++;
  a = g->nids++;
  put (g, "%*sv%u = lt %s %s\n", indent (g), "", c, i.text, n.text);
  v = gelem_of (&x);
  v.id = g->nids++;
  v.lo = fmin (v.lo, 1), v.hi = fmax (v.hi, 1);
  v.inexact |= init.v.inexact;
  v.fresh = v.borrowed = false;
  put_result (g, &v, false);
  put (g, "if v%u { v%u = %s v%u %s ret v%u } else { ret %s }\n", c, a, fir_op_info[op].text, x.id,
       i.text, a, init.text);
  gen_bind (g, &v);
  return true;
}

/* What fusion makes: a loop over a vector's length that reads it, with outputs of several
   kinds.  */
bool
gen_loop (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_flat_vec, NULL), x, e, i, out[3], one;
  struct operand n, init;
  unsigned nouts = 1 + rng_below (&g->r, 3), order, nvars, kind[3];

  if (!p || g->depth || !type_is_scalar (p->type->elem))
    return false;
  x = *p;
  n = length_of (g, &x);
  init = operand (g, x.type->elem);
  order = gen_order (g);
  nvars = g->nvars;
  for (unsigned k = 0; k < nouts; k++)
    {
      out[k].id = g->nids++;
      put (g, "%sv%u", k ? ", " : "  ", out[k].id);
    }
  i = gvar_new (g, type_size (g->ctx));
  i.lo = 0, i.hi = fmax (0, x.maxlen - 1.0);
  put (g, " = %s %s { (v%u: u64)\n", fir_op_info[op].text, n.text, i.id);
  gen_bind (g, &i);
  g->depth++;
  g->order = order;
  bool needed = g->needed;
  g->needed = false;
  e = gelem_of (&x);
  e.id = g->nids++;
  e.borrowed = e.fresh = false;
  put (g, "    v%u = at v%u v%u\n", e.id, x.id, i.id);
  gen_bind (g, &e);
  gen_statements (g, rng_below (&g->r, 3));
  for (unsigned k = 0; k < nouts; k++)
    {
      one = e;
      for (unsigned j = g->nvars; j-- > nvars;)
	if (type_is_scalar (g->vars[j].type) && rng_chance (&g->r, 50))
	  {
	    one = g->vars[j];
	    break;
	  }
      kind[k] = rng_below (&g->r, 4);
      put (g, "    yield %s ",
	   ((const char *const[]){ "vec", "filter", "reduce", "scan" })[kind[k]]);
      unsigned id = out[k].id;
      if (kind[k] < 2)
	{
	  out[k] = gvec_of (g, &one, kind[k] ? ++g->nclasses : x.len, x.maxlen);
	  put (g, "v%u", one.id);
	  if (kind[k])
	    put (g, " when v%u", e.id);
	}
      else
	{
	  struct gvar w = gvec_of (g, &one, x.len, x.maxlen), r;
	  struct operand z = one.type == init.v.type ? init : random_constant (g, one.type);

	  r = gen_assoc (g, &w, &z.v, order);
	  r = gjoin (&r, &z.v);
	  r.type = one.type;
	  r.fresh = false;
	  put (g, " %s v%u", z.text, one.id);
	  if (kind[k] == 2 && rng_chance (&g->r, 30))
	    put (g, " when v%u", e.id);
	  out[k] = kind[k] == 2 ? r : gvec_of (g, &r, x.len, x.maxlen);
	}
      out[k].id = id;
      out[k].fresh = false;
      put (g, " at %u\n", 1000 + 2 * id);
    }
  g->depth--;
  g->order = 0;
  g->needed = needed;
  g->nvars = nvars;
  put (g, "  }");
  put_site (g, order);
  put_end (g);
  for (unsigned k = 0; k < nouts; k++)
    gen_bind (g, &out[k]);
  return true;
}
