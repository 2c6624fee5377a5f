/* nova-fuzz: random numbers, text, types, and the scope of a program that is being made: what is
   known of each variable, and operands chosen from it.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"
#include "fir/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

  return t->kind == TYPE_SCALAR
	 && (type_is_integral (t) || (!v->inexact && fits (t, v->lo, v->hi)));
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
