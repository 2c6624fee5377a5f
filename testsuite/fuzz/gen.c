/* nova-fuzz: random well-typed programs of FIR, as text.

   A program is a region of statements, each made by the function that gen.def has for its row of
   fir.def.  What is known of each variable (an interval, a length) keeps programs meaningful: no
   division by 0, no index that may not fail outside, float sums that are exact.  This file has the
   scope, operands, and the frame of the program; the rows are in gen-*.c.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"
#include "text.h"

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

/* --- Random numbers -------------------------------------------------------------------------- */

void
rng_seed (struct rng *r, uint64_t seed)
{
  r->s = (seed + 1) * 0x9e3779b97f4a7c15u;
  r->s ^= r->s >> 29;
  if (!r->s)
    r->s = 1;
  for (unsigned k = 0; k < 4; k++)
    rng_below (r, 2);
}

unsigned
rng_below (struct rng *r, unsigned n)
{
  r->s ^= r->s >> 12;
  r->s ^= r->s << 25;
  r->s ^= r->s >> 27;
  return (unsigned) ((r->s * 0x2545f4914f6cdd1du >> 32) % n);
}

int
rng_range (struct rng *r, int lo, int hi)
{
  return lo + (int) rng_below (r, (unsigned) (hi - lo + 1));
}

bool
rng_chance (struct rng *r, unsigned percent)
{
  return rng_below (r, 100) < percent;
}

/* --- Text ------------------------------------------------------------------------------------ */

void
put (struct gen *g, const char *fmt, ...)
{
  char text[512];
  va_list ap;

  va_start (ap, fmt);
  vsnprintf (text, sizeof text, fmt, ap);
  va_end (ap);
  strbuf_printf (g->out, "%s", text);
}

void
put_type (struct gen *g, const struct type *t)
{
  text_type (g->out, NULL, t);
}

void
put_var (struct gen *g, const struct gvar *v)
{
  put (g, "v%u", v->id);
}

void
put_result (struct gen *g, const struct gvar *v, bool typed)
{
  put (g, "%*sv%u", (int) (2 * g->depth + 2), "", v->id);
  if (typed || rng_chance (&g->r, 30))
    {
      put (g, ": ");
      put_type (g, v->type);
    }
  put (g, " = ");
}

unsigned
gen_order (struct gen *g)
{
  return g->depth ? g->order : ++g->norder;
}

void
put_site (struct gen *g, unsigned order)
{
  /* A site of its own for everything that speaks, so that results tell which one it was.  */
  put (g, " at %u order %u", 1000 + g->nids * 2, order);
}

void
put_end (struct gen *g)
{
  put (g, "\n");
}

/* --- Types ----------------------------------------------------------------------------------- */

const struct type *
scalar_type (struct gen *g, enum scalar s)
{
  return type_scalar (g->ctx, s);
}

const struct type *
random_scalar (struct gen *g)
{
  static const enum scalar often[]
    = { SCALAR_I32, SCALAR_I32, SCALAR_I32, SCALAR_I64, SCALAR_U64, SCALAR_U8, SCALAR_I8,
	SCALAR_U32, SCALAR_I16, SCALAR_F32, SCALAR_F32, SCALAR_F64, SCALAR_F64, SCALAR_BOOL };

  if (rng_chance (&g->r, 88))
    return scalar_type (g, often[rng_below (&g->r, sizeof often / sizeof *often)]);
  return scalar_type (g, (enum scalar) rng_below (&g->r, SCALAR_LAST));
}

static const struct type *
random_record (struct gen *g)
{
  struct type_field f[3];
  char tag[40];
  unsigned n = 1 + rng_below (&g->r, 3);

  if (g->nrecords && (g->nrecords == MAX_DECLS || rng_chance (&g->r, 70)))
    return g->records[rng_below (&g->r, g->nrecords)];
  snprintf (tag, sizeof tag, "R%u%s", g->nrecords, g->suffix);
  strbuf_printf (&g->decl, "type %s = rec {", tag);
  for (unsigned k = 0; k < n; k++)
    {
      static const char *const names[] = { "a", "b", "c" };

      f[k].name = ctx_intern (g->ctx, names[k]);
      f[k].type = g->nrecords && rng_chance (&g->r, 10)
		  ? g->records[rng_below (&g->r, g->nrecords)] : random_scalar (g);
      f[k].offset = 0;
      strbuf_printf (&g->decl, "%s%s: ", k ? ", " : "", f[k].name);
      text_type (&g->decl, NULL, f[k].type);
    }
  strbuf_printf (&g->decl, "}\n");
  return g->records[g->nrecords++]
	 = type_record (g->ctx, ctx_intern (g->ctx, tag), n, f, 0, 0, 0);
}

const struct type *
random_elem (struct gen *g)
{
  return rng_chance (&g->r, 12) ? random_record (g) : random_scalar (g);
}

void
type_range (const struct type *t, double *lo, double *hi)
{
  *lo = -INFINITY;
  *hi = INFINITY;
  if (t->kind != TYPE_SCALAR)
    return;
  const struct scalar_info *s = &scalar_info[t->scalar];
  if (s->cls == SC_BOOL)
    *lo = 0, *hi = 1;
  else if (s->cls == SC_INT)
    {
      *lo = s->is_signed ? -ldexp (1, (int) s->bytes * 8 - 1) : 0;
      *hi = ldexp (1, (int) s->bytes * 8 - s->is_signed);
      if (s->bytes <= 4)
	*hi -= 1;
    }
}

static double
exact_limit (const struct type *t)
{
  switch (t->scalar)
    {
    case SCALAR_F16:
      return 0x1p10;
    case SCALAR_F32:
    case SCALAR_C64:
      return 0x1p22;
    default:
      return 0x1p50;
    }
}

bool
fits (const struct type *t, double lo, double hi)
{
  double l, h;

  if (type_is_integral (t))
    {
      type_range (t, &l, &h);
      return lo >= l && (scalar_info[t->scalar].bytes <= 4 ? hi <= h : hi < h);
    }
  return lo >= -exact_limit (t) && hi <= exact_limit (t);
}

void
gvar_any (struct gvar *v)
{
  const struct type *t = type_base (v->type);

  type_range (t, &v->lo, &v->hi);
  v->inexact = v->zeros = !type_is_integral (t);
}

bool
is_exact (const struct gvar *v)
{
  const struct type *t = type_base (v->type);

  return t->kind == TYPE_SCALAR && (type_is_integral (t) || (!v->inexact && fits (t, v->lo, v->hi)));
}

/* --- Scope ----------------------------------------------------------------------------------- */

struct gvar
gvar_new (struct gen *g, const struct type *type)
{
  struct gvar v = { .id = g->nids++, .type = type };

  gvar_any (&v);
  return v;
}

void
gen_bind (struct gen *g, const struct gvar *v)
{
  if (g->nvars < MAX_VARS)
    g->vars[g->nvars++] = *v;
}

struct gvar *
pick (struct gen *g, bool (*ok) (const struct gvar *v, const void *data), const void *data)
{
  struct gvar *last = NULL;
  unsigned found = 0;

  /* The later ones rather: programs become deep.  */
  for (unsigned k = 0; k < g->nvars; k++)
    if (!g->vars[k].hidden && ok (&g->vars[k], data))
      {
	found++;
	if (rng_below (&g->r, found) < 1 + (found > 2))
	  last = &g->vars[k];
      }
  return last;
}

static bool
has_type (const struct gvar *v, const void *data)
{
  return v->type == (const struct type *) data;
}

struct gvar *
pick_type (struct gen *g, const struct type *t)
{
  return pick (g, has_type, t);
}

static bool
any_vec (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_vec (v->type);
}

struct gvar *
pick_vec (struct gen *g)
{
  return pick (g, any_vec, NULL);
}

struct gvar *
pick_vec_of (struct gen *g, const struct type *elem)
{
  return pick_type (g, type_vec (g->ctx, elem));
}

struct gvar
gelem_of (const struct gvar *v)
{
  struct gvar e = *v;

  e.type = v->type->elem;
  e.len = v->row;
  e.maxlen = v->maxrow;
  e.row = e.maxrow = 0;
  return e;
}

struct gvar
gvec_of (struct gen *g, const struct gvar *elem, unsigned len, unsigned maxlen)
{
  struct gvar v = *elem;

  v.id = g->nids++;
  v.type = type_vec (g->ctx, elem->type);
  v.row = type_is_vec (elem->type) ? elem->len : 0;
  v.maxrow = type_is_vec (elem->type) ? elem->maxlen : 0;
  v.len = len;
  v.maxlen = maxlen;
  v.fresh = v.borrowed = v.written = false;
  v.cap = 0;
  return v;
}

struct gvar
gjoin (const struct gvar *a, const struct gvar *b)
{
  struct gvar v = *a;

  v.lo = fmin (a->lo, b->lo);
  v.hi = fmax (a->hi, b->hi);
  v.inexact |= b->inexact;
  v.zeros |= b->zeros;
  v.fresh |= b->fresh;
  if (a->len != b->len)
    v.len = 0;
  if (a->row != b->row)
    v.row = 0;
  if (b->maxlen > v.maxlen)
    v.maxlen = b->maxlen;
  if (b->maxrow > v.maxrow)
    v.maxrow = b->maxrow;
  if (b->cap < v.cap)
    v.cap = b->cap;
  return v;
}

bool
may_fail_element (const struct gen *g)
{
  return (g->mode == MODE_ELEMENT || g->mode == MODE_BOTH) && g->depth <= 1;
}

bool
may_fail_check (const struct gen *g)
{
  return g->mode == MODE_CHECK || g->mode == MODE_BOTH;
}

/* --- Operands -------------------------------------------------------------------------------- */

struct operand
operand_of (const struct gvar *v)
{
  struct operand o;

  snprintf (o.text, sizeof o.text, "v%u", v->id);
  o.v = *v;
  return o;
}

struct operand
constant (struct gen *g, const struct type *t, double value)
{
  struct operand o;

  memset (&o, 0, sizeof o);
  o.v.type = t;
  o.v.lo = o.v.hi = value;
  if (scalar_info[t->scalar].cls == SC_BOOL)
    snprintf (o.text, sizeof o.text, "%s", value != 0 ? "true" : "false");
  else if (scalar_info[t->scalar].cls == SC_INT)
    snprintf (o.text, sizeof o.text, "%.0f:%s", value, scalar_info[t->scalar].text);
  else if (scalar_info[t->scalar].cls == SC_COMPLEX)
    snprintf (o.text, sizeof o.text, "(%.1f %d.0):%s", value, rng_range (&g->r, -2, 2),
	      scalar_info[t->scalar].text);
  else
    snprintf (o.text, sizeof o.text, "%.1f:%s", value, scalar_info[t->scalar].text);
  o.v.inexact = scalar_info[t->scalar].cls == SC_COMPLEX;
  return o;
}

struct operand
random_constant (struct gen *g, const struct type *t)
{
  static const int some[] = { 0, 1, 1, 2, 3, 5, 7, -1, -2, -5, 100, 127 };
  double lo, hi, v = some[rng_below (&g->r, sizeof some / sizeof *some)];

  type_range (t, &lo, &hi);
  if (v < lo || v > hi)
    v = 1;
  return constant (g, t, v);
}

static struct operand record_operand (struct gen *g, const struct type *t);

struct operand
operand (struct gen *g, const struct type *t)
{
  struct gvar *v = pick_type (g, t);

  if (v && (t->kind != TYPE_SCALAR || rng_chance (&g->r, 85)))
    return operand_of (v);
  return t->kind == TYPE_SCALAR ? random_constant (g, t) : record_operand (g, t);
}

static struct operand
record_operand (struct gen *g, const struct type *t)
{
  struct operand f[3];
  struct gvar v = gvar_new (g, t);

  for (unsigned k = 0; k < t->nfields; k++)
    f[k] = operand (g, t->fields[k].type);
  put_result (g, &v, true);
  put (g, "record");
  for (unsigned k = 0; k < t->nfields; k++)
    put (g, " %s", f[k].text);
  put_end (g);
  gen_bind (g, &v);
  return operand_of (&v);
}

static bool
small_size (const struct gvar *v, const void *data)
{
  return type_is_scalar (v->type) && v->type->scalar == SCALAR_U64 && v->lo >= 0
	 && v->hi <= *(const unsigned *) data;
}

struct operand
size_operand (struct gen *g, unsigned max)
{
  struct gvar *v = pick (g, small_size, &max);

  if (v && rng_chance (&g->r, 75))
    return operand_of (v);
  return constant (g, type_size (g->ctx), rng_range (&g->r, 0, (int) (max < 9 ? max : 9)));
}

struct operand
length_of (struct gen *g, const struct gvar *v)
{
  struct gvar n = gvar_new (g, type_size (g->ctx));

  n.lo = 0;
  n.hi = v->maxlen;
  n.inexact = n.zeros = false;
  put_result (g, &n, false);
  put (g, "len v%u\n", v->id);
  gen_bind (g, &n);
  g->prog->ops[FIR_LEN]++;
  return operand_of (&n);
}

struct operand
clamped (struct gen *g, const struct type *t, int lo, int hi)
{
  struct operand x = operand (g, t), a = constant (g, t, lo), b = constant (g, t, hi);
  struct gvar u, v;

  if (x.v.lo >= lo && x.v.hi <= hi)
    return x;
  u = gvar_new (g, t);
  put_result (g, &u, false);
  put (g, "max %s %s\n", x.text, a.text);
  v = gvar_new (g, t);
  put_result (g, &v, false);
  put (g, "min v%u %s\n", u.id, b.text);
  v.lo = lo;
  v.hi = hi;
  v.inexact = v.zeros = false;
  v.fresh = x.v.fresh;
  gen_bind (g, &v);
  return operand_of (&v);
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

/* An operand of type WANT, or of any scalar or record type, for the result of a function: the latest
   variable as a rule.  What may fail in the function must be needed, so it is mixed in.  */
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

/* X with everything fresh in it that the function at hand has: (x, y) => x ^ y of an integer type.  */
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
  struct nova_host host = { NULL, gen_fatal, NULL, NULL, NULL };
  static struct gen g;
  struct strbuf body = { NULL, 0, 0 };
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
  g.out = &body;
  g.nclasses = 200;
  pick_mode (&g);
  g.template_ = NO_TEMPLATE;
  if (support && focus == FIR_LAST && !plain_c && rng_chance (&g.r, 50))
    {
      g.template_ = rng_below (&g.r, gen_templates);
      if (gen_template_fails (g.template_))
	g.mode = p->mode = MODE_ELEMENT;
    }
  gen_params (&g);
  strbuf_printf (&body, "region @%s (", region);
  for (unsigned k = 0; k < g.nparams; k++)
    {
      put (&g, "%sv%u: ", k ? ", " : "", g.params[k].v.id);
      put_type (&g, g.params[k].v.type);
      gen_bind (&g, &g.params[k].v);
    }
  if (g.template_ != NO_TEMPLATE && gen_template_param (g.template_))
    put (&g, ", %s", gen_template_param (g.template_));
  put (&g, ") {\n");
  gen_views (&g);
  n = 2 + rng_below (&g.r, rng_chance (&g.r, 20) ? 14 : 7);
  if (g.template_ != NO_TEMPLATE)
    {
      gen_statements (&g, rng_below (&g.r, 4));
      gen_template (&g, g.template_);
      n = rng_below (&g.r, 5);
    }
  gen_statements (&g, n);
  gen_returns (&g);
  put (&g, "}\n");
  strbuf_printf (&p->text, "%s%s", g.decl.s ? g.decl.s : "", body.s);
  p->ncalls = 3;
  for (unsigned k = 0; k < p->ncalls; k++)
    generate_call (&g, &p->calls[k], region);
  strbuf_free (&g.decl);
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
