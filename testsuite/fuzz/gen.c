/* nova-fuzz: random well-typed programs of FIR, as text.

   A program is a region of statements, each made by the function that gen.def has for its row of
   fir.def.  What is known of each variable (an interval, a length) keeps programs meaningful: no
   division by 0, no index that may not fail outside, float sums that are exact.  This file has
   functions and the frame of the program; scope and operands are in gen-scope.c, the rows in the
   other gen-*.c.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"
#include "fir/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct
{
  enum fir_op op;
  unsigned weight;
  gen_fn *fn;
} table[] = {
#define GEN(OP, WEIGHT, FN) { FIR_##OP, WEIGHT, gen_##FN },
#include "gen.def"
#undef GEN
};
#define ROWS (sizeof table / sizeof *table)

unsigned
gen_missing (void)
{
  unsigned missing = 0;

  for (unsigned op = 0; op < FIR_LAST; op++)
    {
      unsigned k;

      for (k = 0; k < ROWS && table[k].op != (enum fir_op) op; k++)
	;
      if (k == ROWS)
	{
	  fprintf (stderr, "nova-fuzz: gen.def has no entry for %s of fir.def\n",
		   fir_op_info[op].text);
	  missing++;
	}
    }
  return missing;
}

/* --- Statements and functions ---------------------------------------------------------------- */

static bool
usable (const struct gen *g, unsigned k)
{
  enum fir_op op = table[k].op;

  if (!g->support)
    return true;
  return g->support->known[op] && (g->all || g->support->lowered[op]);
}

static bool
gen_one (struct gen *g)
{
  unsigned total = 0, at;

  if (g->focus != FIR_LAST && rng_chance (&g->r, 25))
    for (unsigned k = 0; k < ROWS; k++)
      if (table[k].op == g->focus)
	return table[k].fn (g, g->focus) && ++g->prog->ops[g->focus];
  for (unsigned k = 0; k < ROWS; k++)
    total += usable (g, k) ? table[k].weight : 0;
  at = rng_below (&g->r, total);
  for (unsigned k = 0; k < ROWS; k++)
    if (usable (g, k))
      {
	if (at < table[k].weight)
	  return table[k].fn (g, table[k].op) && ++g->prog->ops[table[k].op];
	at -= table[k].weight;
      }
  return false;
}

void
gen_statements (struct gen *g, unsigned n)
{
  for (unsigned k = 0, tries = 0; k < n && tries < 4 * n + 4; tries++)
    if (g->nvars + 20 < MAX_VARS)
      k += gen_one (g);
}

/* An operand of type WANT, or of any scalar or record type, for the result of a function: the
   latest variable as a rule.  What may fail in the function must be needed, so it is mixed in.  */
static struct operand
result_operand (struct gen *g, const struct type *want, unsigned from)
{
  struct operand o;

  for (unsigned k = g->nvars; k-- > from;)
    if (want ? g->vars[k].type == want
	: g->vars[k].type->kind == TYPE_SCALAR
	  || (g->vars[k].type->kind == TYPE_RECORD && g->vars[k].type->nfields))
      if (rng_chance (&g->r, 75))
	return operand_of (&g->vars[k]);
  if (!want)
    want = random_scalar (g);
  o = operand (g, want);
  return o;
}

/* X with everything fresh in it that the function at hand has: (x, y) => x ^ y of an integer
   type.  */
static struct operand
mix_fresh (struct gen *g, struct operand x, unsigned from)
{
  for (unsigned k = from; k < g->nvars; k++)
    if (g->vars[k].fresh && type_is_integral (g->vars[k].type))
      {
	struct gvar c, r;
	struct operand y = operand_of (&g->vars[k]);

	g->vars[k].fresh = false;
	if (strcmp (x.text, y.text) == 0)
	  continue;
	if (y.v.type != x.v.type)
	  {
	    c = gvar_new (g, x.v.type);
	    put_result (g, &c, true);
	    put (g, "conv %s\n", y.text);
	    y = operand_of (&c);
	  }
	r = gvar_new (g, x.v.type);
	put_result (g, &r, false);
	put (g, "bxor %s %s\n", x.text, y.text);
	x = operand_of (&r);
      }
  return x;
}

/* The statements of a function, its result.  */
static struct gvar
gen_body (struct gen *g, const struct type *want, unsigned n)
{
  unsigned from = g->nvars;
  struct operand o;
  bool fresh = false, outer = g->needed;

  /* What fails must be needed by the result, and bits can be mixed into integers only.  */
  g->needed = (outer || g->depth == 1) && (!want || (type_is_integral (want) && want->size > 1));
  gen_statements (g, n);
  g->needed = outer;
  for (unsigned k = from; k < g->nvars; k++)
    fresh |= g->vars[k].fresh;
  if (fresh && !want)
    want = type_i32 (g->ctx);
  o = result_operand (g, want, from > 2 ? from - 2 : 0);
  if (fresh)
    {
      o = mix_fresh (g, o, from);
    }
  o.v.fresh = fresh;
  put (g, "%*sret %s", (int) (2 * g->depth + 2), "", o.text);
  return o.v;
}

struct gvar
gen_block (struct gen *g, const struct type *want)
{
  unsigned nvars = g->nvars;
  struct gvar r;

  put (g, "{\n");
  g->depth++;
  r = gen_body (g, want, rng_below (&g->r, 3));
  g->depth--;
  put (g, " }");
  g->nvars = nvars;
  return r;
}

struct gvar
gen_lambda (struct gen *g, unsigned n, struct gvar *params, const struct type *want,
	    unsigned order)
{
  unsigned nvars = g->nvars, outer = g->order;
  struct gvar r;

  put (g, "{ (");
  for (unsigned k = 0; k < n; k++)
    {
      params[k].id = g->nids++;
      put (g, "%sv%u", k ? ", " : "", params[k].id);
      if (rng_chance (&g->r, 50))
	{
	  put (g, ": ");
	  put_type (g, params[k].type);
	}
      gen_bind (g, &params[k]);
    }
  put (g, ")\n");
  g->depth++;
  g->order = order;
  r = gen_body (g, want, g->depth > 1 ? rng_below (&g->r, 2) : 1 + rng_below (&g->r, 3));
  g->order = outer;
  g->depth--;
  put (g, " }");
  g->nvars = nvars;
  return r;
}

/* --- Programs -------------------------------------------------------------------------------- */

static unsigned
param (struct gen *g, const struct type *t)
{
  struct gparam *p = &g->params[g->nparams];

  memset (p, 0, sizeof *p);
  p->v = gvar_new (g, t);
  p->special = false;
  return g->nparams++;
}

/* Small numbers, as a rule; now and then anything of the type.  */
static void
param_values (struct gen *g, struct gparam *p)
{
  const struct type *t = type_base (p->v.type->kind == TYPE_PTR ? p->v.type->elem : p->v.type);
  double lo, hi;

  if (t->kind != TYPE_SCALAR || scalar_info[t->scalar].cls == SC_COMPLEX)
    {
      p->v.inexact = p->v.zeros = true;
      return;
    }
  /* Pointers of one type may lead into the same memory.  */
  for (const struct gparam *q = g->params; p->v.type->kind == TYPE_PTR && q < p; q++)
    if (q->v.type == p->v.type)
      {
	p->v.lo = q->v.lo, p->v.hi = q->v.hi;
	p->special = q->special, p->v.inexact = q->v.inexact, p->v.zeros = q->v.zeros;
	return;
      }
  type_range (t, &lo, &hi);
  p->v.inexact = p->v.zeros = false;
  if (scalar_info[t->scalar].cls == SC_FLOAT && rng_chance (&g->r, 15))
    {
      p->special = p->v.inexact = p->v.zeros = true;
      p->v.lo = lo, p->v.hi = hi;
    }
  else if (scalar_info[t->scalar].cls == SC_INT && rng_chance (&g->r, 20))
    p->v.lo = lo, p->v.hi = hi;
  else
    {
      p->v.lo = fmax (lo, rng_chance (&g->r, 70) ? -9 : 0);
      p->v.hi = fmin (hi, 9);
    }
}

/* The parameters: counts, memory, vectors, scalars, destinations.  */
static void
gen_params (struct gen *g)
{
  unsigned nviews = 1 + rng_below (&g->r, 2), nvecs = rng_below (&g->r, 3), k;

  for (k = 0; k < 1 + rng_below (&g->r, 2); k++)
    {
      struct gparam *p = &g->params[param (g, type_size (g->ctx))];

      p->v.lo = 0;
      p->v.hi = 8;
      p->v.inexact = p->v.zeros = false;
    }
  for (k = 0; k < nviews; k++)
    {
      const struct type *t = random_elem (g);
      struct gparam *p = &g->params[param (g, type_ptr (g->ctx, t, 0))];

      p->v.cap = rng_chance (&g->r, 25) ? 64 : 8;
      param_values (g, p);
    }
  for (k = 0; k < nvecs; k++)
    {
      const struct type *t = type_vec (g->ctx, random_elem (g));
      struct gparam *p;

      if (rng_chance (&g->r, 15))
	t = type_vec (g->ctx, t);
      p = &g->params[param (g, t)];
      p->v.len = ++g->nclasses;
      p->v.maxlen = type_levels (t) > 1 ? 4 : 8;
      p->v.maxrow = type_levels (t) > 1 ? 4 : 0;
      param_values (g, p);
    }
  for (k = 0; k < 1 + rng_below (&g->r, 2); k++)
    param_values (g, &g->params[param (g, random_scalar (g))]);
  for (k = 0; k < rng_below (&g->r, 3); k++)
    {
      struct gparam *p;
      const struct type *t = random_elem (g);

      for (unsigned j = 0; j < g->nparams; j++)
	if (g->params[j].v.type->kind == TYPE_PTR && rng_chance (&g->r, 50))
	  t = g->params[j].v.type->elem;
      p = &g->params[param (g, type_ptr (g->ctx, t, 0))];
      p->v.cap = may_fail_check (g) && rng_chance (&g->r, 60) ? 4 : MAX_CAP;
      p->v.written = true;
      param_values (g, p);
    }
}

/* The vectors that everything starts from.  */
static void
gen_views (struct gen *g)
{
  for (unsigned k = 0; k < g->nvars; k++)
    if (g->vars[k].type->kind == TYPE_PTR && g->vars[k].cap == 8 && !g->vars[k].written)
      {
	struct gvar e = g->vars[k], v;
	unsigned n;

	for (n = 0; g->vars[n].type != type_size (g->ctx); n++)
	  ;
	e.type = e.type->elem;
	v = gvec_of (g, &e, 100 + n, 8);
	v.cap = 0;
	v.borrowed = true;
	put_result (g, &v, false);
	put (g, "view v%u v%u\n", g->vars[k].id, g->vars[n].id);
	gen_bind (g, &v);
      }
}

/* What the region returns: everything that may fail, and some of the rest.  */
static void
gen_returns (struct gen *g)
{
  unsigned n = 0, nvars = g->nvars;
  bool stores = false;

  /* A result that is a view would show what the region stores, in compiled code.  */
  for (unsigned k = 0; k < g->nparams; k++)
    stores |= g->params[k].v.written;
  for (unsigned k = g->nparams; stores && k < nvars; k++)
    if (g->vars[k].borrowed && type_is_vec (g->vars[k].type))
      {
	put (g, "  v%u = copy v%u\n", g->nids, g->vars[k].id);
	g->vars[k].id = g->nids++;
      }
  put (g, "  ret");
  for (; n < g->nresults; n++)
    put (g, " v%u", g->results[n]);
  for (unsigned k = g->nparams; k < nvars && n < 60; k++)
    {
      const struct gvar *v = &g->vars[k];
      bool must = g->mode == MODE_ELEMENT || v->keep;
      const struct type *t = type_base (v->type);

      if (v->type->kind == TYPE_PTR || v->type->kind == TYPE_FN || t->kind == TYPE_SUM)
	continue;
      if (must || rng_chance (&g->r, k + 3 >= g->nvars ? 80 : 30))
	{
	  put (g, " v%u", v->id);
	  n++;
	}
    }
  if (!n)
    put (g, " v0");
  put (g, "\n");
}

static void
pick_mode (struct gen *g)
{
  unsigned k = rng_below (&g->r, 100);

  g->mode = k < 30 ? MODE_TOTAL : k < 65 ? MODE_ELEMENT : k < 85 ? MODE_CHECK : MODE_BOTH;
  g->prog->mode = g->mode;
}

static void __attribute__ ((noreturn))
gen_fatal (struct nova_host *host, const char *msg)
{
  (void) host;
  fprintf (stderr, "nova-fuzz: %s\n", msg);
  abort ();
}

void
generate (struct program *p, uint64_t seed, const struct support *support, enum fir_op focus,
	  bool plain_c, const char *region)
{
  struct nova_host host = { NULL, gen_fatal, NULL, NULL, NULL, NULL };
  static struct gen g;
  struct strbuf head = { NULL, 0, 0 }, body = { NULL, 0, 0 };
  bool places;
  unsigned n;

  memset (&g, 0, sizeof g);
  memset (p, 0, sizeof *p);
  p->seed = seed;
  rng_seed (&g.r, seed);
  g.ctx = ctx_new (&host);
  g.prog = p;
  g.support = support;
  g.focus = focus;
  g.plain_c = plain_c;
  g.suffix = plain_c ? region : "";
  g.all = support && !plain_c && rng_chance (&g.r, 20);
  g.out = &head;
  g.nclasses = 200;
  pick_mode (&g);
  g.template_ = NO_TEMPLATE;
  places = support && focus == FIR_LAST && !plain_c
	   && (gen_only_place < gen_places || rng_chance (&g.r, 65));
  if (places)
    g.mode = p->mode = gen_place_mode (&g);
  else if (support && focus == FIR_LAST && !plain_c && rng_chance (&g.r, 50))
    {
      g.template_ = rng_below (&g.r, gen_templates);
      if (gen_template_fails (g.template_))
	g.mode = p->mode = MODE_ELEMENT;
    }
  gen_params (&g);
  put (&g, "region @%s (", region);
  for (unsigned k = 0; k < g.nparams; k++)
    {
      put (&g, "%sv%u: ", k ? ", " : "", g.params[k].v.id);
      put_type (&g, g.params[k].v.type);
      gen_bind (&g, &g.params[k].v);
    }
  if (g.template_ != NO_TEMPLATE && gen_template_param (g.template_))
    put (&g, ", %s", gen_template_param (g.template_));
  g.out = &body;
  gen_views (&g);
  n = 2 + rng_below (&g.r, rng_chance (&g.r, 20) ? 14 : 7);
  if (g.template_ != NO_TEMPLATE)
    {
      gen_statements (&g, rng_below (&g.r, 4));
      gen_template (&g, g.template_);
      n = rng_below (&g.r, 5);
    }
  if (places)
    {
      n = g.mode == MODE_TOTAL ? rng_below (&g.r, 3) : 0;
      gen_place_program (&g);
    }
  gen_statements (&g, n);
  gen_returns (&g);
  put (&g, "}\n");
  g.out = &head;
  gen_place_params (&g);
  strbuf_printf (&p->text, "%s%s) {\n%s", g.decl.s ? g.decl.s : "", head.s, body.s);
  p->ncalls = places ? MAX_CALLS : 3;
  for (unsigned k = 0; k < p->ncalls; k++)
    generate_call (&g, &p->calls[k], region);
  strbuf_free (&g.decl);
  strbuf_free (&head);
  strbuf_free (&body);
  ctx_free (g.ctx);
}

void
program_free (struct program *p)
{
  strbuf_free (&p->text);
  for (unsigned k = 0; k < p->ncalls; k++)
    strbuf_free (&p->calls[k]);
}
