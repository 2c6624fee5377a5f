/* nova-fuzz: statements of the scalar primitives.

   Each knows in which interval its result lies.  Signed arithmetic that could overflow wraps:
   without wrap it would have no meaning.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <math.h>
#include <string.h>

static enum scalar_class
class_of (const struct type *t)
{
  return scalar_info[t->scalar].cls;
}

static bool
is_number (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_scalar (v->type) && class_of (v->type) != SC_BOOL;
}

static bool
is_real (const struct gvar *v, const void *data)
{
  return is_number (v, data) && class_of (v->type) != SC_COMPLEX;
}

static bool
is_int (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_scalar (v->type) && class_of (v->type) == SC_INT;
}

static bool
is_integral (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_integral (v->type);
}

static bool
any_scalar (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_scalar (v->type);
}

/* A variable for which OK holds, or a constant of a type for which it does.  */
static struct operand
operand_with (struct gen *g, bool (*ok) (const struct gvar *, const void *))
{
  struct gvar *v = pick (g, ok, NULL), any = { .type = type_i32 (g->ctx) };

  if (v && rng_chance (&g->r, 92))
    return operand_of (v);
  for (unsigned k = 0; k < 4; k++)
    {
      struct gvar w = { .type = random_scalar (g) };

      if (ok (&w, NULL))
	{
	  any = w;
	  break;
	}
    }
  return random_constant (g, any.type);
}

static double
min4 (double a, double b, double c, double d)
{
  return fmin (fmin (a, b), fmin (c, d));
}

static double
max4 (double a, double b, double c, double d)
{
  return fmax (fmax (a, b), fmax (c, d));
}

static double
times (double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

/* The interval of OP of X and Y, before wrapping and rounding.  */
static void
interval (enum fir_op op, const struct gvar *x, const struct gvar *y, struct gvar *v)
{
  switch (op)
    {
    case FIR_NEG:
      v->lo = -x->hi, v->hi = -x->lo;
      break;
    case FIR_ABS:
      v->lo = x->lo <= 0 && x->hi >= 0 ? 0 : fmin (fabs (x->lo), fabs (x->hi));
      v->hi = fmax (fabs (x->lo), fabs (x->hi));
      break;
    case FIR_ADD:
      v->lo = x->lo + y->lo, v->hi = x->hi + y->hi;
      break;
    case FIR_SUB:
      v->lo = x->lo - y->hi, v->hi = x->hi - y->lo;
      break;
    default:
      v->lo = min4 (times (x->lo, y->lo), times (x->lo, y->hi), times (x->hi, y->lo),
		    times (x->hi, y->hi));
      v->hi = max4 (times (x->lo, y->lo), times (x->lo, y->hi), times (x->hi, y->lo),
		    times (x->hi, y->hi));
    }
  if (isnan (v->lo) || isnan (v->hi))
    v->lo = -INFINITY, v->hi = INFINITY;
}

/* "v = op [wrap] x [y]", bound; what V knows is settled.  */
static bool
emit (struct gen *g, enum fir_op op, struct gvar *v, bool wrap, bool typed, const struct operand *x,
      const struct operand *y)
{
  put_result (g, v, typed);
  put (g, "%s%s %s", fir_op_info[op].text, wrap ? " wrap" : "", x->text);
  if (y)
    put (g, " %s", y->text);
  put_end (g);
  gen_bind (g, v);
  return true;
}

bool
gen_arith (struct gen *g, enum fir_op op)
{
  struct operand x = operand_with (g, op == FIR_ABS ? is_real : is_number), y = x;
  struct gvar v = gvar_new (g, x.v.type);
  bool is_signed = scalar_info[v.type->scalar].is_signed, wrap = false;

  if (fir_op_info[op].nargs == 2)
    y = operand (g, x.v.type);
  interval (op, &x.v, &y.v, &v);
  v.inexact = x.v.inexact || y.v.inexact;
  /* 0 * -1 and - 0 are -0.0; so is the sum of two of them.  */
  v.zeros
    = class_of (v.type) != SC_INT && (x.v.zeros || y.v.zeros || op == FIR_MUL || op == FIR_NEG);
  if (class_of (v.type) == SC_INT)
    {
      bool over = !fits (v.type, v.lo, v.hi);

      if (over && op == FIR_ABS)
	return false;
      wrap = is_signed && op != FIR_ABS && (over || rng_chance (&g->r, 30));
      if (over)
	gvar_any (&v);
    }
  else if (!fits (v.type, v.lo, v.hi))
    v.inexact = true;
  return emit (g, op, &v, wrap, false, &x, fir_op_info[op].nargs == 2 ? &y : NULL);
}

bool
gen_bits (struct gen *g, enum fir_op op)
{
  struct operand x = operand_with (g, op == FIR_NOT ? is_int : is_integral), y = x;
  struct gvar v = gvar_new (g, x.v.type);

  if (op != FIR_NOT)
    y = operand (g, x.v.type);
  if (op == FIR_BAND && (x.v.lo >= 0 || y.v.lo >= 0))
    {
      v.lo = 0;
      v.hi = x.v.lo < 0 ? y.v.hi : y.v.lo < 0 ? x.v.hi : fmin (x.v.hi, y.v.hi);
    }
  return emit (g, op, &v, false, false, &x, op == FIR_NOT ? NULL : &y);
}

/* In `if y != 0': the quotient has a meaning there only.  */
static bool
guarded_divide (struct gen *g, enum fir_op op, struct gvar *v, const struct operand *x,
		const struct operand *y)
{
  struct gvar c = gvar_new (g, type_i32 (g->ctx)), q = gvar_new (g, v->type);

  put_result (g, &c, false);
  put (g, "ne %s %s\n", y->text, constant (g, v->type, 0).text);
  c.lo = 0, c.hi = 1, c.inexact = c.zeros = false;
  gen_bind (g, &c);
  put_result (g, v, false);
  put (g, "if v%u {\n", c.id);
  g->depth++;
  put_result (g, &q, false);
  put (g, "%s %s %s\n", fir_op_info[op].text, x->text, y->text);
  put (g, "%*sret v%u } else { ret %s }\n", (int) (2 * g->depth + 2), "", q.id, x->text);
  g->depth--;
  gen_bind (g, v);
  g->prog->ops[FIR_IF]++;
  return true;
}

bool
gen_divide (struct gen *g, enum fir_op op)
{
  struct operand x = operand_with (g, op == FIR_REM ? is_int : is_number), y;
  struct gvar v = gvar_new (g, x.v.type);
  double lo, hi, m = fmax (fabs (x.v.lo), fabs (x.v.hi));

  y = operand (g, x.v.type);
  if (class_of (v.type) != SC_INT)
    {
      v.lo = -INFINITY, v.hi = INFINITY;
      v.inexact = v.zeros = true;
      return emit (g, op, &v, false, false, &x, &y);
    }
  type_range (v.type, &lo, &hi);
  /* The least integer by -1 is out of range.  */
  if (lo < 0 && x.v.lo <= lo && y.v.lo <= -1 && y.v.hi >= -1)
    y = constant (g, v.type, 3);
  if (x.v.lo > lo || lo == 0)
    v.lo = x.v.lo < 0 || y.v.lo < 0 ? -m : 0, v.hi = m;
  if (y.v.lo <= 0 && y.v.hi >= 0)
    {
      if (rng_chance (&g->r, 60))
	return guarded_divide (g, op, &v, &x, &y);
      y = constant (g, v.type, rng_range (&g->r, 1, 5));
    }
  return emit (g, op, &v, false, false, &x, &y);
}

bool
gen_shift (struct gen *g, enum fir_op op)
{
  struct operand x = operand_with (g, is_int), y;
  struct gvar v = gvar_new (g, x.v.type);
  const struct type *t = rng_chance (&g->r, 50) ? type_i32 (g->ctx) : x.v.type;
  int bits = (int) scalar_info[v.type->scalar].bytes * 8;
  struct gvar *by = pick_type (g, t);

  if (by && by->lo >= 0 && by->hi < bits)
    y = operand_of (by);
  else
    y = constant (g, t, rng_range (&g->r, 0, rng_chance (&g->r, 70) ? 3 : bits - 1));
  if (op == FIR_SHR && x.v.lo >= 0)
    v.lo = 0, v.hi = x.v.hi;
  return emit (g, op, &v, false, false, &x, &y);
}

bool
gen_compare (struct gen *g, enum fir_op op)
{
  struct operand x = operand_with (g, op == FIR_EQ || op == FIR_NE ? is_number : is_real);
  struct operand y = operand (g, x.v.type);
  struct gvar v = gvar_new (g, type_i32 (g->ctx));

  v.lo = 0, v.hi = 1;
  return emit (g, op, &v, false, false, &x, &y);
}

bool
gen_extreme (struct gen *g, enum fir_op op)
{
  struct operand x = operand_with (g, is_real), y = operand (g, x.v.type);
  struct gvar v = gjoin (&x.v, &y.v);

  /* C does not say which zero fmin gives.  */
  if (g->plain_c && !type_is_integral (v.type) && (x.v.zeros || y.v.zeros))
    return false;
  v.id = g->nids++;
  v.type = x.v.type;
  if (!v.inexact && (op == FIR_MIN || op == FIR_MIN_NAN))
    v.hi = fmin (x.v.hi, y.v.hi);
  else if (!v.inexact)
    v.lo = fmax (x.v.lo, y.v.lo);
  v.fresh = false;
  return emit (g, op, &v, false, false, &x, &y);
}

bool
gen_conv (struct gen *g, enum fir_op op)
{
  struct operand x = operand_with (g, any_scalar);
  const struct type *t = random_scalar (g);
  struct gvar v = gvar_new (g, t);
  bool from_int = type_is_integral (x.v.type), to_int = type_is_integral (t);

  if (class_of (t) == SC_COMPLEX || class_of (x.v.type) == SC_COMPLEX)
    {
      if (to_int)
	return false;
    }
  else if (!from_int && to_int && class_of (t) != SC_BOOL)
    {
      /* What does not fit has no meaning.  */
      if (x.v.inexact || !fits (t, x.v.lo, x.v.hi))
	return false;
      v.lo = x.v.lo, v.hi = x.v.hi;
    }
  else if (class_of (t) == SC_BOOL)
    ;
  else if (fits (t, x.v.lo, x.v.hi) && !x.v.inexact)
    {
      v.lo = x.v.lo, v.hi = x.v.hi;
      v.inexact = x.v.inexact;
      v.zeros = !to_int && x.v.zeros;
    }
  return emit (g, op, &v, false, true, &x, NULL);
}

bool
gen_select (struct gen *g, enum fir_op op)
{
  struct operand c = operand_with (g, any_scalar), x, y;
  const struct type *t = rng_chance (&g->r, 70) ? operand_with (g, any_scalar).v.type
						: random_elem (g);
  struct gvar v;

  x = operand (g, t);
  y = operand (g, t);
  v = gjoin (&x.v, &y.v);
  v.id = g->nids++;
  v.type = t;
  v.fresh = false;
  if (t->kind != TYPE_SCALAR)
    gvar_any (&v);
  put_result (g, &v, true);
  put (g, "%s %s %s %s\n", fir_op_info[op].text, c.text, x.text, y.text);
  gen_bind (g, &v);
  return true;
}

bool
gen_record (struct gen *g, enum fir_op op)
{
  const struct type *t;
  struct operand f[3];
  struct gvar v;

  (void) op;
  do
    t = random_elem (g);
  while (t->kind != TYPE_RECORD);
  for (unsigned k = 0; k < t->nfields; k++)
    f[k] = operand (g, t->fields[k].type);
  v = gvar_new (g, t);
  put_result (g, &v, true);
  put (g, "record");
  for (unsigned k = 0; k < t->nfields; k++)
    put (g, " %s", f[k].text);
  put_end (g);
  gen_bind (g, &v);
  return true;
}

static bool
is_record (const struct gvar *v, const void *data)
{
  (void) data;
  return v->type->kind == TYPE_RECORD;
}

bool
gen_field (struct gen *g, enum fir_op op)
{
  struct gvar *x = pick (g, is_record, NULL), v;
  unsigned k;

  if (!x)
    return false;
  k = rng_below (&g->r, x->type->nfields);
  v = gvar_new (g, x->type->fields[k].type);
  put_result (g, &v, false);
  if (rng_chance (&g->r, 50))
    put (g, "%s.%u v%u\n", fir_op_info[op].text, k, x->id);
  else
    put (g, "%s.%s v%u\n", fir_op_info[op].text, x->type->fields[k].name, x->id);
  gen_bind (g, &v);
  return true;
}

bool
gen_steps (struct gen *g, enum fir_op op)
{
  struct operand b = operand_with (g, is_int), e = operand (g, b.v.type), s = operand (g, b.v.type);
  struct gvar v = gvar_new (g, type_size (g->ctx));

  if (s.v.lo >= 1)
    v.lo = 0, v.hi = fmax (0, e.v.hi - b.v.lo);
  put_result (g, &v, false);
  put (g, "%s %s %s %s\n", fir_op_info[op].text, b.text, e.text, s.text);
  gen_bind (g, &v);
  return true;
}

static bool
is_pointer (const struct gvar *v, const void *data)
{
  (void) data;
  return v->type->kind == TYPE_PTR && v->cap > 2;
}

bool
gen_padd (struct gen *g, enum fir_op op)
{
  struct gvar *p = pick (g, is_pointer, NULL), v;
  struct operand k;

  if (!p)
    return false;
  k = constant (g, rng_chance (&g->r, 50) ? type_size (g->ctx) : scalar_type (g, SCALAR_I64),
		rng_range (&g->r, 0, (int) p->cap / 2));
  v = *p;
  v.id = g->nids++;
  v.cap = p->cap - (unsigned) k.v.lo;
  put_result (g, &v, false);
  put (g, "%s v%u %s\n", fir_op_info[op].text, p->id, k.text);
  gen_bind (g, &v);
  return true;
}
