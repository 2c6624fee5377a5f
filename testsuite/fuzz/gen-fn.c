/* nova-fuzz: statements of sums, case, and functions as values.

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

/* --- Sums ------------------------------------------------------------------------------------ */

/* sum {A: T, B, C: U}: a value, nothing, a value.  */
static const struct type *
random_sum (struct gen *g)
{
  struct type_field alts[3];
  char tag[40];
  unsigned n = 2 + rng_below (&g->r, 2);

  if (g->nsums && (g->nsums == MAX_DECLS || rng_chance (&g->r, 60)))
    return g->sums[rng_below (&g->r, g->nsums)];
  memset (alts, 0, sizeof alts);
  alts[0].type = random_scalar (g);
  alts[2].type = random_elem (g);
  snprintf (tag, sizeof tag, "S%u%s", g->nsums, g->suffix);
  strbuf_printf (&g->decl, "type %s = sum {", tag);
  for (unsigned k = 0; k < n; k++)
    {
      static const char *const names[] = { "A", "B", "C" };

      alts[k].name = ctx_intern (g->ctx, names[k]);
      strbuf_printf (&g->decl, "%s%s", k ? ", " : "", names[k]);
      if (alts[k].type)
	strbuf_printf (&g->decl, ": %s", alts[k].type->kind == TYPE_SCALAR
					   ? scalar_info[alts[k].type->scalar].text
					   : alts[k].type->tag);
    }
  strbuf_printf (&g->decl, "}\n");
  return g->sums[g->nsums++] = type_sum (g->ctx, ctx_intern (g->ctx, tag), n, alts, 0);
}

static void
inject (struct gen *g, const struct gvar *v, enum fir_op op)
{
  unsigned k = rng_below (&g->r, v->type->nfields);
  struct operand x;

  if (v->type->fields[k].type)
    x = operand (g, v->type->fields[k].type);
  put (g, "%*sv%u: %s = %s.%s %s\n", indent (g), "", v->id, v->type->tag, fir_op_info[op].text,
       v->type->fields[k].name, v->type->fields[k].type ? x.text : "");
}

bool
gen_inject (struct gen *g, enum fir_op op)
{
  struct gvar v = gvar_new (g, random_sum (g));

  inject (g, &v, op);
  gen_bind (g, &v);
  return true;
}

static bool
is_sum (const struct gvar *v, const void *data)
{
  (void) data;
  return v->type->kind == TYPE_SUM;
}

static bool
is_integer (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_scalar (v->type) && scalar_info[v->type->scalar].cls == SC_INT
	 && v->type->size <= 8;
}

/* " NAME (v) block" of an alternative, or " LABEL block".  */
static struct gvar
arm (struct gen *g, const struct type_field *alt, const struct type *want)
{
  unsigned nvars = g->nvars;
  struct gvar r;

  if (alt->type)
    {
      struct gvar p = gvar_new (g, alt->type);

      put (g, " %s (v%u) ", alt->name, p.id);
      gen_bind (g, &p);
    }
  else
    put (g, " %s ", alt->name);
  r = gen_block (g, want);
  g->nvars = nvars;
  return r;
}

bool
gen_case (struct gen *g, enum fir_op op)
{
  bool sum = rng_chance (&g->r, 60);
  struct gvar *p = pick (g, sum ? is_sum : is_integer, NULL), x, v, r;
  const struct type *t = random_elem (g);
  unsigned outer = g->order, id, n, first;

  if (g->depth > 2)
    return false;
  if (!p && sum)
    {
      x = gvar_new (g, random_sum (g));
      inject (g, &x, FIR_INJECT);
      gen_bind (g, &x);
      g->prog->ops[FIR_INJECT]++;
    }
  else if (!p)
    return false;
  else
    x = *p;
  if (!g->depth)
    g->order = gen_order (g);
  id = g->nids++;
  put (g, "%*sv%u: ", indent (g), "", id);
  put_type (g, t);
  put (g, " = %s v%u {", fir_op_info[op].text, x.id);
  if (sum)
    {
      bool all = rng_chance (&g->r, 70);

      n = x.type->nfields - !all;
      for (unsigned k = 0; k < n; k++)
	{
	  r = arm (g, &x.type->fields[k], t);
	  v = k ? gjoin (&v, &r) : r;
	}
      if (!all)
	{
	  put (g, " else ");
	  r = gen_block (g, t);
	  v = gjoin (&v, &r);
	}
    }
  else
    {
      n = rng_below (&g->r, 3);
      first = rng_below (&g->r, 3);
      for (unsigned k = 0; k < n; k++)
	{
	  put (g, " %u ", first + k);
	  r = gen_block (g, t);
	  v = k ? gjoin (&v, &r) : r;
	}
      put (g, " else ");
      r = gen_block (g, t);
      v = n ? gjoin (&v, &r) : r;
    }
  put (g, " }\n");
  g->order = outer;
  v.id = id;
  v.type = t;
  if (t->kind != TYPE_SCALAR)
    gvar_any (&v);
  gen_bind (g, &v);
  return true;
}

/* --- Function values ------------------------------------------------------------------------- */

static bool
is_function (const struct gvar *v, const void *data)
{
  (void) data;
  return v->type->kind == TYPE_FN;
}

/* A lambda that captures what is in scope; sometimes another one's result.  */
bool
gen_lambda_value (struct gen *g, enum fir_op op)
{
  const struct type *params[2];
  struct gvar p[2], r, v;
  unsigned n = 1 + rng_below (&g->r, 2), id;
  enum mode mode = g->mode;

  if (g->depth > 1)
    return false;
  for (unsigned k = 0; k < n; k++)
    {
      params[k] = random_scalar (g);
      p[k] = gvar_new (g, params[k]);
    }
  id = g->nids++;
  put (g, "%*sv%u = %s { (", indent (g), "", id, fir_op_info[op].text);
  unsigned nvars = g->nvars;
  for (unsigned k = 0; k < n; k++)
    {
      put (g, "%sv%u: %s", k ? ", " : "", p[k].id, scalar_info[params[k]->scalar].text);
      gen_bind (g, &p[k]);
    }
  put (g, ") ");
  g->depth += 2;
  g->mode = MODE_TOTAL;
  gen_statements (g, 1 + rng_below (&g->r, 2));
  r.type = NULL;
  for (unsigned k = g->nvars; k-- > 0 && !r.type;)
    if (type_is_scalar (g->vars[k].type))
      r = g->vars[k];
  g->mode = mode;
  g->depth -= 2;
  put (g, " ret v%u }\n", r.id);
  g->nvars = nvars;
  v = r;
  v.id = id;
  v.type = type_fn (g->ctx, n, params, 1, &r.type);
  v.fresh = false;
  gen_bind (g, &v);
  return true;
}

bool
gen_apply (struct gen *g, enum fir_op op)
{
  struct gvar *p, f, v;
  struct operand a[3];

  if (!pick (g, is_function, NULL) && (g->depth > 1 || !gen_lambda_value (g, FIR_LAMBDA)))
    return false;
  p = pick (g, is_function, NULL);
  if (!p)
    return false;
  f = *p;
  for (unsigned k = 0; k < f.type->nparams; k++)
    a[k] = operand (g, f.type->fields[k].type);
  v = f;
  v.type = f.type->fields[f.type->nparams].type;
  gvar_any (&v);
  v.id = g->nids++;
  put_result (g, &v, false);
  put (g, "%s v%u", fir_op_info[op].text, f.id);
  for (unsigned k = 0; k < f.type->nparams; k++)
    put (g, " %s", a[k].text);
  put_end (g);
  gen_bind (g, &v);
  return true;
}

/* Recursion that ends: the first parameter counts down from at most 7; with or without tail
   calls.  */
bool
gen_mu (struct gen *g, enum fir_op op)
{
  const struct type *i64 = scalar_type (g, SCALAR_I64);
  const struct type *params[2] = { i64, i64 };
  unsigned f = g->nids;
  struct gvar v;
  struct operand z;
  bool tail = rng_chance (&g->r, 60);

  if (g->depth > 1)
    return false;
  z = operand (g, i64);
  f = g->nids;
  g->nids += 8;
  v = gvar_new (g, type_fn (g->ctx, 2, params, 1, &i64));
  put (g, "%*sv%u: fn (i64, i64) -> i64 = %s { (v%u, v%u) v%u = gt v%u 0:i64 v%u = min v%u 7:i64",
       indent (g), "", v.id, fir_op_info[op].text, f, f + 1, f + 2, f, f + 3, f);
  put (g, " v%u = if v%u { v%u = sub v%u 1:i64 ", f + 4, f + 2, f + 5, f + 3);
  if (tail)
    put (g, "v%u = add wrap v%u %s v%u = %sapply v%u v%u v%u ret v%u }", f + 6, f + 1, z.text,
	 f + 7, rng_chance (&g->r, 60) ? "tail " : "", v.id, f + 5, f + 6, f + 7);
  else
    put (g, "v%u = apply v%u v%u v%u v%u = add wrap v%u %s ret v%u }", f + 6, v.id, f + 5, f + 1,
	 f + 7, f + 6, z.text, f + 7);
  put (g, " else { ret v%u } ret v%u }\n", f + 1, f + 4);
  gen_bind (g, &v);
  return true;
}
