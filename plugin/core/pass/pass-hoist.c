/* The pass hoist: replaces the checks of a loop's affine indices by one check before the loop.

     s = loop n { (i) j: i64 = conv i  k = add wrap b j  e = get.indexat x k i at 3 order 2 ... }
     =>
     c, v, m = if n <= len x - min b (len x) then 0, 0, 1
	       else the first i that is outside, its index, len x
     check indexat 1 c v m at 3 order 2
     s = loop n { (i) ... e = at x k ... }

   Slices, and stencils of slices, then have loops without a branch, which vectorise.  The index
   must be b + i s with b and s bound outside the loop, as i64.  Where s is 1, three operations on
   64 bits test it, few enough for rows of an element; else it is computed exactly, in 128 bits.
   Then b may be a sum of sizes, too, which wraps as the index does.  Of a range only the length is
   looked at, so that it may stand in the loop.
   The read must stand in the loop's body itself, where every element reaches it, and no other
   term of the loop that may fail may come before it in the program's order, nor one that stands
   before the loop come after it, since a check at region level ends the region with what has
   failed so far: the least (order, element) is still what is reported.
   Does not: indices from memory (gather); reads under conditions; in elements, steps other than 1.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

#define MAX_TERMS 3

/* The index BASE + i STEP, both i64 and bound outside the loop; or the sum of TERMS, sizes, and
   i.  */
struct affine
{
  bool known, moves;
  struct fir_atom base, step;	/* STEP: absent stands for 1 if MOVES, for 0 if not; BASE: absent,
				   0 */
  unsigned nterms;
  struct fir_atom terms[MAX_TERMS];
};

struct hoist
{
  struct fir_prog *p;
  struct fir_stmt *loop;
  bool element;			/* the loop is one of an element, not of the region itself */
  unsigned latest;		/* the greatest order of what may fail before it in the region */
  unsigned changes;
};

static const struct type *
wide (struct hoist *h)
{
  return type_scalar (h->p->ctx, SCALAR_I128);
}

/* Is S a statement of the loop, at any depth?  */
static bool
inside (struct hoist *h, struct fir_stmt *s)
{
  struct fir_fn *body = h->loop->fns[0];
  for (struct fir_stmt *t = body->body->first; t; t = t->next)
    if (t == s)
      return true;
  return false;
}

static bool
bound_outside (struct hoist *h, struct fir_atom a)
{
  return a.cst ? !a.cst->origin : a.var != h->loop->fns[0]->params[0] && !inside (h, a.var->def);
}

/* Bound outside the loop, and a 64-bit signed integer.  */
static bool
invariant (struct hoist *h, struct fir_atom a)
{
  const struct type *t = fir_atom_type (a);
  return type_is_scalar (t) && t->scalar == SCALAR_I64 && bound_outside (h, a);
}

/* Is A the loop's index, perhaps as an i64?  */
static bool
is_index (struct hoist *h, struct fir_atom a)
{
  struct fir_var *i = h->loop->fns[0]->params[0];
  if (!a.var || a.var == i)
    return a.var == i;
  struct fir_stmt *d = a.var->def;
  return d && d->op == FIR_CONV && type_is_scalar (a.var->type)
	 && (a.var->type->scalar == SCALAR_I64 || a.var->type->scalar == SCALAR_U64)
	 && is_index (h, d->args[0]);
}

/* i s for a product in the loop: S in *STEP.  */
static bool
product (struct hoist *h, struct fir_atom a, struct fir_atom *step)
{
  struct fir_stmt *d = a.var ? a.var->def : NULL;
  if (!d || d->op != FIR_MUL || !inside (h, d))
    return false;
  for (unsigned k = 0; k < 2; k++)
    if (is_index (h, d->args[k]) && invariant (h, d->args[1 - k]))
      {
	*step = d->args[1 - k];
	return true;
      }
  return false;
}

/* Is A, a size, bound outside the loop?  */
static bool
invariant_size (struct hoist *h, struct fir_atom a)
{
  return fir_atom_type (a) == type_size (h->p->ctx) && bound_outside (h, a);
}

/* Is A, of sizes, a sum in which the index is once, if F has not met it yet, and besides it terms
   bound outside the loop?  */
static bool
sum_of_sizes (struct hoist *h, struct fir_atom a, struct affine *f)
{
  struct fir_stmt *d = fir_atom_def (a);
  if (fir_atom_type (a) != type_size (h->p->ctx))
    return false;
  if (is_index (h, a))
    {
      if (f->moves)
	return false;
      return f->moves = true;
    }
  if (invariant_size (h, a))
    {
      if (f->nterms == MAX_TERMS)
	return false;
      f->terms[f->nterms++] = a;
      return true;
    }
  return d && d->op == FIR_ADD && inside (h, d) && sum_of_sizes (h, d->args[0], f)
	 && sum_of_sizes (h, d->args[1], f);
}

static struct affine
affine_of (struct hoist *h, struct fir_atom a)
{
  struct affine f = { .known = true, .moves = true }, sum = { .known = true };
  const struct type *t = fir_atom_type (a);
  if (!type_is_scalar (t) || (t->scalar != SCALAR_I64 && t->scalar != SCALAR_U64))
    f.known = false;
  else if (!is_index (h, a) && sum_of_sizes (h, a, &sum) && sum.moves)
    return sum;
  else if (is_index (h, a) || product (h, a, &f.step))
    ;
  else if (a.var && a.var->def && a.var->def->op == FIR_ADD && inside (h, a.var->def)
	   && t->scalar == SCALAR_I64)
    {
      struct fir_atom *x = a.var->def->args;
      unsigned k = invariant (h, x[0]) ? 0 : 1;
      f.base = x[k];
      f.known = invariant (h, x[k]) && (is_index (h, x[1 - k]) || product (h, x[1 - k], &f.step));
    }
  else if (invariant (h, a))
    {
      f.moves = false;
      f.base = a;
    }
  else
    f.known = false;
  return f;
}

/* --- The terms before the loop ---------------------------------------------------------------- */

static struct fir_atom
op2 (struct hoist *h, struct fir_block *b, enum fir_op op, struct fir_atom x, struct fir_atom y)
{
  const struct type *t = fir_op_info[op].flags & FIR_FLAG_CMP ? type_i32 (h->p->ctx) : wide (h);
  return fir_prim2 (h->p, b, op, t, x, y);
}

static struct fir_atom
number (struct hoist *h, int n)
{
  return fir_atom_int (h->p, wide (h), n);
}

static struct fir_atom
widened (struct hoist *h, struct fir_block *b, struct fir_atom a, int absent)
{
  return fir_atom_none (a) ? number (h, absent) : fir_prim1 (h->p, b, FIR_CONV, wide (h), a);
}

/* 0 <= X < LEN, in B.  */
static struct fir_atom
in_range (struct hoist *h, struct fir_block *b, struct fir_atom x, struct fir_atom len)
{
  struct fir_atom low = op2 (h, b, FIR_GE, x, number (h, 0));
  return fir_prim2 (h->p, b, FIR_BAND, type_i32 (h->p->ctx), low, op2 (h, b, FIR_LT, x, len));
}

/* How many steps of AWAY (at least 1) fit into ROOM: ROOM / AWAY rounded up.  */
static struct fir_atom
steps_in (struct hoist *h, struct fir_block *b, struct fir_atom room, struct fir_atom away)
{
  struct fir_atom divisor = op2 (h, b, FIR_MAX, away, number (h, 1));
  struct fir_atom up = op2 (h, b, FIR_SUB, op2 (h, b, FIR_ADD, room, divisor), number (h, 1));
  return op2 (h, b, FIR_DIV, up, divisor);
}

/* In B, return the first element whose index BASE + i STEP lies outside of LEN, and the index.  */
static void
first_outside (struct hoist *h, struct fir_block *b, struct fir_atom base, struct fir_atom step,
	       struct fir_atom len)
{
  const struct type *size = type_size (h->p->ctx);
  struct fir_atom zero = number (h, 0);
  struct fir_atom up = steps_in (h, b, op2 (h, b, FIR_SUB, len, base), step);
  struct fir_atom down = steps_in (h, b, op2 (h, b, FIR_ADD, base, number (h, 1)),
				   op2 (h, b, FIR_SUB, zero, step));
  struct fir_atom choice[3] = { op2 (h, b, FIR_GT, step, zero), up, down };
  struct fir_atom later = fir_prim (h->p, b, FIR_SELECT, wide (h), 3, choice);
  struct fir_atom inner[3] = { in_range (h, b, base, len), later, zero };
  struct fir_atom first = fir_prim (h->p, b, FIR_SELECT, wide (h), 3, inner);
  struct fir_atom index = op2 (h, b, FIR_ADD, base, op2 (h, b, FIR_MUL, first, step));
  struct fir_atom rets[3] = { fir_prim1 (h->p, b, FIR_CONV, size, first),
			      fir_prim1 (h->p, b, FIR_CONV, size, index),
			      fir_prim1 (h->p, b, FIR_CONV, size, len) };
  fir_block_return (h->p, b, 3, rets);
}

/* Does F go from element to element by 1?  */
static bool
by_one (struct affine *f)
{
  return f->moves && fir_atom_none (f->step);
}

/* In B, the index of element 0 of F, by one, a size; none: 0.  */
static struct fir_atom
begin_of (struct hoist *h, struct fir_block *b, struct affine *f)
{
  const struct type *size = type_size (h->p->ctx);
  struct fir_atom base = f->nterms ? f->terms[0] : f->base;
  if (!f->nterms)
    return fir_atom_none (base) ? base : fir_prim1 (h->p, b, FIR_CONV, size, base);
  for (unsigned k = 1; k < f->nterms; k++)
    base = fir_prim2 (h->p, b, FIR_ADD, size, base, f->terms[k]);
  return base;
}

/* How many elements of F, by one, lie below LEN before the first one that does not: LEN - min
   (base, LEN).  As u64 a negative base is above any length.  */
static struct fir_atom
room_by_one (struct hoist *h, struct fir_block *b, struct affine *f, struct fir_atom len)
{
  const struct type *size = type_size (h->p->ctx);
  struct fir_atom base = begin_of (h, b, f);
  if (fir_atom_none (base))
    return len;
  base = fir_prim2 (h->p, b, FIR_MIN, size, base, len);
  return fir_prim2 (h->p, b, FIR_SUB, size, len, base);
}

/* In B, return the first element outside of LEN, ROOM, its index, and LEN.  */
static void
first_by_one (struct hoist *h, struct fir_block *b, struct affine *f, struct fir_atom room,
	      struct fir_atom len)
{
  const struct type *size = type_size (h->p->ctx);
  struct fir_atom rets[3] = { room, room, len }, base = begin_of (h, b, f);
  if (!fir_atom_none (base))
    rets[1] = fir_prim2 (h->p, b, FIR_ADD, size, base, room);
  fir_block_return (h->p, b, 3, rets);
}

/* Do all elements lie inside, from BASE on by STEP?  All are i128.  */
static struct fir_atom
all_inside (struct hoist *h, struct fir_block *b, struct fir_atom base, struct fir_atom step,
	    struct fir_atom most)
{
  struct fir_atom n = widened (h, b, h->loop->args[0], 0);
  struct fir_atom way = op2 (h, b, FIR_MUL, op2 (h, b, FIR_SUB, n, number (h, 1)), step);
  struct fir_atom last = op2 (h, b, FIR_ADD, base, way);
  const struct type *flag = type_i32 (h->p->ctx);
  struct fir_atom good = fir_prim2 (h->p, b, FIR_BAND, flag, in_range (h, b, base, most),
				    in_range (h, b, last, most));
  good = fir_prim2 (h->p, b, FIR_BOR, flag, good, op2 (h, b, FIR_EQ, n, number (h, 0)));
  return good;
}

/* The conditional that computes element, index and length for the check.  */
static struct fir_stmt *
find_outside (struct hoist *h, struct fir_block *b, struct affine *f, struct fir_atom len)
{
  const struct type *size = type_size (h->p->ctx);
  struct fir_atom base = FIR_NONE, step = FIR_NONE, most = len, good;
  if (by_one (f))
    {
      base = room_by_one (h, b, f, len);
      good = fir_prim2 (h->p, b, FIR_LE, type_i32 (h->p->ctx), h->loop->args[0], base);
    }
  else
    {
      base = widened (h, b, f->base, 0);
      step = widened (h, b, f->step, f->moves);
      most = widened (h, b, len, 0);
      good = all_inside (h, b, base, step, most);
    }
  struct fir_stmt *s = fir_stmt_new (h->p, b, FIR_IF, 0, 1, 2, NULL, NULL);
  struct fir_atom fine[3] = { fir_atom_int (h->p, size, 0), fir_atom_int (h->p, size, 0),
			      fir_atom_int (h->p, size, 1) };
  static const char *const name[3] = { "c", "v", "m" };
  s->args[0] = good;
  for (unsigned k = 0; k < 2; k++)
    s->fns[k] = fir_fn_new (h->p, 0, NULL);
  fir_block_return (h->p, s->fns[0]->body, 3, fine);
  if (by_one (f))
    first_by_one (h, s->fns[1]->body, f, base, len);
  else
    first_outside (h, s->fns[1]->body, base, step, most);
  s->nres = 3;
  s->res = CTX_NEWV (h->p->ctx, struct fir_var *, 3);
  for (unsigned k = 0; k < 3; k++)
    {
      s->res[k] = fir_var_new (h->p, name[k], size);
      s->res[k]->def = s;
    }
  return s;
}

/* Is X a range that stands in the loop, as long as *LEN, which does not?  */
static bool
length_outside (struct hoist *h, struct fir_atom x, struct fir_atom *len)
{
  struct fir_stmt *d = fir_atom_def (x);
  return d && d->op == FIR_RANGE && inside (h, d) && fir_vec_length (&x, len)
	 && invariant_size (h, *len);
}

/* The check term that takes the place of those of read S, in B.  */
static void
check_before (struct hoist *h, struct fir_block *b, struct fir_stmt *s, struct affine *f)
{
  const struct type *size = type_size (h->p->ctx);
  struct fir_atom len;
  if (!length_outside (h, s->args[0], &len))
    {
      struct fir_stmt *l = fir_stmt_new (h->p, b, FIR_LEN, 0, 1, 0, size, "l");
      l->args[0] = s->args[0];
      len = fir_atom_var (l->res[0]);
    }
  struct fir_stmt *out = find_outside (h, b, f, len);
  bool numbered = s->check == CHECK_INDEX_AT;
  struct fir_atom args[4];
  unsigned n = 0;
  args[n++] = fir_atom_int (h->p, size, numbered ? 1 : 2);
  for (unsigned k = numbered ? 0 : 1; k < 3; k++)
    args[n++] = fir_atom_var (out->res[k]);
  fir_check_stmt (h->p, b, s->site, s->check, n, args);
  b->last->order = s->order;
}

/* Make S, whose index is in range now, an unchecked read.  */
static void
read_unchecked (struct hoist *h, struct fir_stmt *s)
{
  const struct type *size = type_size (h->p->ctx);
  if (fir_atom_type (s->args[1]) != size)
    {
      struct fir_block *b = fir_block_new (h->p);
      struct fir_atom index = fir_prim1 (h->p, b, FIR_CONV, size, s->args[1]);
      struct fir_stmt *conv = b->last;
      fir_unlink (conv);
      fir_insert_before (s, conv);
      s->args[1] = index;
    }
  s->op = FIR_AT;
  s->nargs = 2;
  s->site = s->order = 0;
}

/* --- Which reads ------------------------------------------------------------------------------ */

struct least
{
  struct fir_stmt *but;
  unsigned order;
  bool found;
};

static bool
fails (const struct fir_stmt *s)
{
  if (s->op == FIR_LEAF)
    return (s->leaf->flags & LEAF_MAYFAIL) != 0;
  return s->op == FIR_CHECK || fir_op_may_fail (s);
}

static void
find_earlier (struct fir_stmt *s, void *data)
{
  struct least *l = data;
  if (s != l->but && fails (s) && s->order <= l->order)
    l->found = true;
}

static void
find_latest (struct fir_stmt *s, void *data)
{
  unsigned *latest = data;
  if (fails (s) && s->order > *latest)
    *latest = s->order;
}

/* May anything in the loop but S fail that comes before S in the program?  Of one order the least
   element counts, so what S's builtin does besides may, too.  Or has what comes after it failed
   before the loop?  */
static bool
others_first (struct hoist *h, struct fir_stmt *s)
{
  if (!h->element && h->latest > s->order)
    return true;
  struct least l = { s, s->order, false };
  fir_walk_calls (h->loop, find_earlier, &l);
  return l.found;
}

static bool
hoistable (struct hoist *h, struct fir_stmt *s, struct affine *f)
{
  struct fir_atom len;
  if (s->op != FIR_GET || !s->args[0].var
      || (inside (h, s->args[0].var->def) && !length_outside (h, s->args[0], &len))
      || (s->nargs > 2 && !is_index (h, s->args[2]))
      || (s->check != CHECK_INDEX && s->check != CHECK_INDEX_AT) || others_first (h, s))
    return false;
  *f = affine_of (h, s->args[1]);
  return f->known && (!h->element || by_one (f));
}

/* Hoist one check of the loop; false if there is none.  */
static bool
hoist_one (struct hoist *h)
{
  struct affine f;
  for (struct fir_stmt *s = h->loop->fns[0]->body->first; s; s = s->next)
    if (hoistable (h, s, &f))
      {
	struct fir_block *b = fir_block_new (h->p);
	check_before (h, b, s, &f);
	while (b->first)
	  {
	    struct fir_stmt *t = b->first;
	    fir_unlink (t);
	    fir_insert_before (h->loop, t);
	  }
	read_unchecked (h, s);
	law_fired (h->p->ctx, LAW_H1);
	h->changes++;
	return true;
      }
  return false;
}

static void
hoist_block (struct hoist *h, struct fir_block *b, bool element)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      h->loop = s;
      h->element = element;
      while (s->op == FIR_LOOP && hoist_one (h))
	;
      if (!element && s->op != FIR_CHECK)
	fir_walk_calls (s, find_latest, &h->latest);
      for (unsigned k = 0; k < s->nfns; k++)
	hoist_block (h, s->fns[k]->body, true);
    }
}

unsigned
pass_hoist (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct hoist h = { p, NULL, false, 0, 0 };
  (void) log;
  hoist_block (&h, r->body, false);
  return h.changes;
}
