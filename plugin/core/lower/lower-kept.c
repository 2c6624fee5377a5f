/* Lowering of stores of rows: what they read of other rows is copied before.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A step of an elimination stores rows over those that it reads:

     r = view p + k n ...   x = loop m { (i) row = view p + i n;  f = get row k;
       y = loop n { (j) a = at row j;  b = at r j; ... };  yield vec y };   store p ... x

   Element j of row i is read where it is stored, but row k and column k are read by all.  Instead
   of all that is stored (lower-store.c) these few are held in temps: the column always, one element
   for a row, and a vector of the code around if it overlaps the destination and is short.

   A row of the destination is a loop's own if the loop that makes it there reads it at its index,
   and nothing else reads it but the element before that, at an index known before the loop.  An
   element of a row is no such read if the loop of the rows is cut across them: it is taken from the
   copy of its column, which nothing changes.

   Where a loop makes the elements of all rows, I n2 + J, the row of I is its own, to be read at J
   and as a column, and so is one whose number is known before, which is copied.

   Does not: keep rows that are read in reductions, or columns that depend on the row.  */

#include "lower-int.h"

/* A vector that is copied has at most a part of 1 in so many of what is stored.  */
#define FEW 4

/* --- A loop's own rows ---------------------------------------------------------------------- */

/* Does S read an element of X?  */
static bool
reads_element (const struct fir_stmt *s, const struct fir_var *x)
{
  return (s->op == FIR_AT || s->op == FIR_GET) && s->args[0].var == x;
}

/* Row X, to be read as described above.  */
struct own_reads
{
  const struct fir_var *x;
  const struct fir_var *index;	/* only at this, of the loop that makes the row */
  bool fine;
};

static void
note_read (struct fir_stmt *s, void *data)
{
  struct own_reads *o = (struct own_reads *) data;
  unsigned uses = fir_own_uses (s, (struct fir_var *) o->x);
  if (uses && s->op != FIR_LEN)
    o->fine &= uses == 1 && reads_element (s, o->x) && s->args[1].var == o->index;
}

/* Is A, an index in the body of a loop, known before it: is it computed of what is?  */
static bool
known_before (struct lower *l, struct fir_atom a)
{
  struct fir_stmt *d = fir_atom_def (a);
  if (lower_early_p (l, a))
    return true;
  if (!d || !type_is_integral (fir_atom_type (a)))
    return false;
  if (d->op == FIR_CONV)
    return type_is_integral (fir_atom_type (d->args[0])) && known_before (l, d->args[0]);
  return (d->op == FIR_ADD || d->op == FIR_SUB) && fir_atom_type (a) == type_size (l->ctx)
	 && known_before (l, d->args[0]) && known_before (l, d->args[1]);
}

/* Its value there.  */
static struct imp_expr *
value_before (struct lower *l, struct fir_atom a)
{
  struct fir_stmt *d = fir_atom_def (a);
  struct imp_expr *x;
  if (lower_early (l, a))
    return lower_atom (l, a);
  x = value_before (l, d->args[0]);
  return d->op == FIR_CONV ? imp_prim (l->p, FIR_CONV, fir_atom_type (a), 1, &x)
	 : e_op (l, d->op, x, value_before (l, d->args[1]));
}

/* Does T, in the body of a loop, read an element of X that can be copied before the loop?  */
static bool
reads_column (struct lower *l, const struct fir_stmt *t, const struct fir_var *x)
{
  return reads_element (t, x) && fir_atom_type (t->args[1]) == type_size (l->ctx)
	 && known_before (l, t->args[1]);
}

/* Is X, a row, read in B only as described above, and made by MAKER?  */
static bool
reads_own (struct lower *l, struct fir_block *b, const struct fir_stmt *maker, struct fir_var *x)
{
  struct own_reads o = { x, maker->fns[0]->params[0], true };
  for (struct fir_stmt *t = b->first; t && o.fine; t = t->next)
    if (t == maker)
      {
	for (unsigned k = 0; k < t->nargs; k++)
	  o.fine &= t->args[k].var != x;
	fir_walk (t->fns[0]->body, note_read, &o);
      }
    else if (fir_stmt_uses (t, x) && t->op != FIR_LEN)
      o.fine = reads_column (l, t, x);
  return o.fine && maker->nouts == 1 && maker->outs[0].kind == OUT_VEC
	 && fir_atom_none (maker->outs[0].guard);
}

/* Are the rows of A one behind another in memory that is known now: *O?  */
static bool
find_even (struct lower *l, struct fir_atom a, struct own_rows *o)
{
  struct vecval *v = lower_early (l, a) ? lower_bind (l, a.var)->vec : NULL;
  if (!v || v->kind != VEC_MEM || v->step[0] || type_levels (v->type) != 2 || !v->n[1]
      || !vec_foreign (v) || v->counted)
    return false;
  o->base = v->data;
  o->step = o->len = v->n[1];
  o->n = v->n[0];
  return true;
}

/* The base and the step of the rows of which S makes row INDEX, and their length, if they lie one
   behind another in memory that is known now.  */
static bool
find_rows (struct lower *l, struct fir_stmt *s, const struct fir_var *index, struct own_rows *o)
{
  struct fir_stmt *at, *mul;
  unsigned k;
  o->index = index;
  o->n = NULL;
  if (s->op == FIR_ROW)
    return s->args[1].var == index && find_even (l, s->args[0], o);
  at = s->op == FIR_VIEW && s->nargs == 2 ? fir_atom_def (s->args[0]) : NULL;
  mul = at && at->op == FIR_PADD ? fir_atom_def (at->args[1]) : NULL;
  if (!mul || mul->op != FIR_MUL || fir_atom_type (at->args[1]) != type_size (l->ctx))
    return false;
  k = mul->args[0].var == index;
  if (mul->args[!k].var != index || !lower_early (l, mul->args[k]) || !lower_early (l, s->args[1])
      || !lower_early (l, at->args[0]))
    return false;
  o->base = lower_name (l, lower_atom (l, at->args[0]), "q");
  o->step = lower_name (l, lower_atom (l, mul->args[k]), "n");
  o->len = lower_name (l, lower_atom (l, s->args[1]), "n");
  return true;
}

/* --- Elements one by one --------------------------------------------------------------------- */

/* Row X, to be read at the last part of F's index, or as a column.  */
struct part_reads
{
  struct lower *l;
  struct fused_store *f;
  const struct fir_var *x;
  bool fine;
};

static void
note_part (struct fir_stmt *s, void *data)
{
  struct part_reads *w = (struct part_reads *) data;
  unsigned uses = fir_own_uses (s, (struct fir_var *) w->x);
  if (uses && s->op != FIR_LEN)
    w->fine &= uses == 1 && reads_element (s, w->x)
	       && (fused_part_p (w->f, s->args[1], 1)
		   || (s->parent == w->f->loop->fns[0]->body && reads_column (w->l, s, w->x)));
}

static const enum fir_op reads[] = { FIR_AT, FIR_GET, FIR_LEN };

/* Are elements and the length all that is used of X?  */
static bool
only_elements (struct lower *l, struct fir_var *x)
{
  return fir_count_uses (l->region->body, x)
	 == fir_count_uses_by (l->region->body, x, reads, sizeof reads / sizeof *reads);
}

/* The same as kept_own_row, of a loop that makes the elements of the rows one by one.  */
static bool
own_part (struct lower *l, struct fir_block *b, const struct placed *to, struct fir_stmt *s,
	  struct own_rows *o)
{
  struct part_reads w = { l, to->flat, s->res[0], true };
  if ((s->op != FIR_ROW && s->op != FIR_GET) || s->nargs != 2 || !s->args[0].var
      || fir_atom_type (s->args[1]) != type_size (l->ctx) || !find_even (l, s->args[0], o))
    return false;
  o->index = NULL;
  if (known_before (l, s->args[1]))
    return only_elements (l, s->res[0]);
  o->index = s->args[1].var;
  fir_walk (b, note_part, &w);
  return w.fine && fused_part_p (to->flat, s->args[1], 0);
}

bool
kept_own_row (struct lower *l, struct fir_stmt *loop, const struct placed *to, struct fir_stmt *s,
	      struct own_rows *o)
{
  struct fir_block *b = loop->fns[0]->body;
  if (to && to->flat)
    return s && s->parent == b && s->nargs && s->res[0] && type_is_vec (s->res[0]->type)
	   && type_levels (s->res[0]->type) == 1
	   && s->res[0]->type->elem->size == to->p->type->elem->size && own_part (l, b, to, s, o);
  return to && to->maker && s && s->parent == b && (s->op == FIR_VIEW || s->op == FIR_ROW)
	 && type_levels (s->res[0]->type) == 1
	 && s->res[0]->type->elem->size == to->p->type->elem->size
	 && reads_own (l, b, to->maker, s->res[0])
	 && find_rows (l, s, loop->fns[0]->params[0], o);
}

struct imp_expr *
kept_same (struct lower *l, const struct placed *to, const struct own_rows *o)
{
  struct imp_expr *same = NULL;
  e_and_equal (l, &same, e_again (l, o->base), to->p);
  e_and_equal (l, &same, e_again (l, o->step), to->size);
  e_and_equal (l, &same, e_again (l, o->len), to->size);
  return same ? lower_name (l, same, "same") : NULL;
}

/* --- Copies --------------------------------------------------------------------------------- */

/* A copy of N elements, made if COND holds (NULL: always): in *DATA its address, else OTHER; in
   *STEP its step, else OTHER_STEP (NULL: 1).  Returns the block that makes it.  */
static struct imp_block *
copy_if (struct lower *l, struct imp_expr *cond, struct imp_expr *n, uint32_t site,
	 struct imp_expr *other, struct imp_expr *other_step, struct imp_expr **data,
	 struct imp_expr **step)
{
  const struct type *i64 = type_scalar (l->ctx, SCALAR_I64);
  struct imp_expr *room = e_again (l, n), *one = e_const (l, i64, 1, 0);
  if (cond)
    room = e_select (l, e_again (l, cond), room, e_size (l, 0));
  struct imp_var *t = s_temp (l, "t", other->type->elem, room, site);
  struct imp_expr *tp = imp_use (l->p, t);
  tp->type = other->type;
  *step = NULL;
  *data = tp;
  if (!cond)
    return l->b;
  struct imp_var *d = s_new (l, "d", other->type, other), *s = NULL;
  if (other_step)
    s = s_new (l, "s", i64, other_step);
  struct imp_block *copy = &s_if (l, e_again (l, cond))->body, *after = l->b;
  l->b = copy;
  s_assign (l, d, tp);
  if (s)
    s_assign (l, s, one);
  l->b = after;
  *data = imp_use (l->p, d);
  if (s)
    *step = imp_use (l->p, s);
  return copy;
}

/* Column S reads, of the rows O, which are the destination's if SAME holds (NULL: always).  */
static void
keep_column (struct lower *l, struct fir_stmt *loop, struct placed *to, const struct own_rows *o,
	     struct imp_expr *same, struct fir_stmt *s)
{
  const struct type *i64 = type_scalar (l->ctx, SCALAR_I64);
  struct column *c = CTX_NEW (l->ctx, struct column);
  struct fir_atom rows = to->flat ? to->flat->dims[0] : loop->args[0];
  lower_early (l, rows);
  struct imp_expr *k = lower_name (l, value_before (l, s->args[1]), "k");
  struct imp_expr *n = lower_name (l, lower_atom (l, rows), "n");
  if (o->n && !imp_expr_equal (n, o->n))
    n = lower_name (l, e_op (l, FIR_MIN, n, e_again (l, o->n)), "n");
  struct imp_expr *step = e_again (l, o->step), *at[2] = { e_again (l, o->base), k };
  step = imp_prim (l->p, FIR_CONV, i64, 1, &step);
  struct imp_expr *q = lower_name (l, imp_prim (l->p, FIR_PADD, o->base->type, 2, at), "q");
  struct imp_block *after = l->b;
  l->b = copy_if (l, same, n, to->store->outs[0].site, e_again (l, q), step, &c->data, &c->step);
  /* One that is not there is read by none.  */
  l->b = &s_if (l, e_op (l, FIR_LT, e_again (l, k), e_again (l, o->len)))->body;
  struct imp_stmt *f = s_for (l, "i", e_size (l, 0), e_again (l, n), 1, true);
  l->b = &f->body;
  s_store (l, e_again (l, c->data), imp_use (l->p, f->var),
	   imp_load (l->p, e_again (l, q),
		     e_op (l, FIR_MUL, imp_use (l->p, f->var), e_again (l, o->step))));
  l->b = after;
  c->index = o->index;
  lower_bind (l, s->res[0])->column = c;
}

/* Row S is one of the rows O, which are the destination's if SAME holds (NULL: always).  */
static void
keep_row (struct lower *l, struct placed *to, const struct own_rows *o, struct imp_expr *same,
	  struct fir_stmt *s)
{
  struct vecval *v = vec_new (l, VEC_MEM, s->res[0]->type);
  struct imp_expr *k = lower_name (l, value_before (l, s->args[1]), "k"), *step;
  struct imp_expr *at[2] = { e_again (l, o->base), e_op (l, FIR_MUL, k, e_again (l, o->step)) };
  struct imp_expr *q = lower_name (l, imp_prim (l->p, FIR_PADD, o->base->type, 2, at), "q");
  struct imp_expr *copy = e_op (l, FIR_LT, e_again (l, k), e_again (l, o->n));
  struct imp_block *after = l->b;
  if (same)
    copy = e_op (l, FIR_BAND, e_again (l, same), copy);
  /* One that is not there is read by none.  */
  l->b = copy_if (l, lower_name (l, copy, "copy"), o->len, to->store->outs[0].site, e_again (l, q),
		  NULL, &v->data, &step);
  struct imp_stmt *f = s_for (l, "j", e_size (l, 0), e_again (l, o->len), 1, true);
  l->b = &f->body;
  s_store (l, e_again (l, v->data), imp_use (l->p, f->var),
	   imp_load (l->p, e_again (l, q), imp_use (l->p, f->var)));
  l->b = after;
  v->n[0] = o->len;
  v->origin = lower_bind (l, s->args[0].var)->vec->origin;
  lower_bind (l, s->res[0])->copy = v;
}

void
kept_parts (struct lower *l, struct fir_stmt *loop, struct placed *to)
{
  struct own_rows o;
  for (struct fir_stmt *s = loop->fns[0]->body->first; s; s = s->next)
    {
      if (!kept_own_row (l, loop, to, s, &o))
	continue;
      struct imp_expr *same = kept_same (l, to, &o);
      if (to->flat)
	lower_bind (l, loop->outs[0].res)->parts = true;
      if (!o.index)
	keep_row (l, to, &o, same, s);
      for (struct fir_stmt *t = s->next; t && o.index; t = t->next)
	if (reads_column (l, t, s->res[0]))
	  keep_column (l, loop, to, &o, same, t);
    }
}

struct imp_expr *
kept_element (struct lower *l, const struct column *c)
{
  struct imp_expr *i = lower_atom (l, fir_atom_var ((struct fir_var *) c->index));
  if (c->step)
    {
      i = imp_prim (l->p, FIR_CONV, c->step->type, 1, &i);
      i = e_op (l, FIR_MUL, i, e_again (l, c->step));
    }
  return imp_load (l->p, e_again (l, c->data), i);
}

/* --- Vectors -------------------------------------------------------------------------------- */

/* X has been replaced by a copy, which the block being lowered makes.  */
struct kept
{
  struct fir_var *x;
  struct vecval *was;
  struct kept *next;
};

bool
kept_vector_p (struct lower *l, struct fir_var *x)
{
  struct vecval *v = lower_bind (l, x)->vec;
  return v && v->kind == VEC_MEM && type_levels (v->type) == 1 && !v->slope[0] && !v->handle
	 && vec_foreign (v) && only_elements (l, x);
}

struct imp_expr *
kept_vector (struct lower *l, struct fir_var *x, struct imp_expr *over, struct imp_expr *n,
	     uint32_t site)
{
  struct vecval *v = lower_bind (l, x)->vec, *k = vec_new (l, VEC_MEM, v->type);
  struct kept *kept = CTX_NEW (l->ctx, struct kept);
  struct imp_expr *step = v->step[0] ? e_again (l, v->step[0]) : NULL;
  struct imp_expr *few = e_op (l, FIR_LE, e_again (l, v->n[0]),
			       e_op (l, FIR_DIV, e_again (l, n), e_size (l, FEW)));
  struct imp_block *after = l->b;
  over = lower_name (l, over, "over");
  few = lower_name (l, few, "few");
  struct imp_expr *copy = e_op (l, FIR_BAND, e_again (l, over), e_again (l, few));
  l->b = copy_if (l, lower_name (l, copy, "copy"), v->n[0], site, e_again (l, v->data), step,
		  &k->data, &k->step[0]);
  struct imp_stmt *f = s_for (l, "j", e_size (l, 0), e_again (l, v->n[0]), 1, true);
  l->b = &f->body;
  s_store (l, e_again (l, k->data), imp_use (l->p, f->var),
	   vec_element (l, v, imp_use (l->p, f->var)));
  l->b = after;
  k->n[0] = v->n[0];
  k->origin = v->origin;
  k->alias = v->alias;
  lower_bind (l, x)->vec = k;
  kept->x = x;
  kept->was = v;
  kept->next = l->kept;
  l->kept = kept;
  return e_op (l, FIR_BAND, over, e_op (l, FIR_EQ, few, e_const (l, type_i32 (l->ctx), 0, 0)));
}

void
kept_end (struct lower *l, struct kept *before)
{
  for (; l->kept != before; l->kept = l->kept->next)
    lower_bind (l, l->kept->x)->vec = l->kept->was;
}
