/* The passes columns and inner: interchange a reduction of columns with the loop around it.

   An element that reduces a column walks down the rows, and so does the next: each uses one number
   of each cache line, and no accesses are contiguous.  If the reads of a body's reductions advance
   by one with the outer index, and all elements have the same rows, a block of elements is computed
   at once, row by row, with an accumulator for each:

     loop j = b to e { } do {
       new s := init   loop i = 0 to n { reduce s apart ... f } do { give s := x[i][j] }
       ... s ... }
   =>
     for jb = b to e step 256 {
       array acc[256];  for j = jb to je { acc[j - jb] := init }
       for i = 0 to n & -4 step 4 { for j = jb to je ivdep {
	 acc[j - jb] := f (f (f (f (acc[j - jb], x[i][j]), x[i + 1][j]), ...)) } }
       for i = n & -4 to n { for j = jb to je ivdep { acc[j - jb] := f (acc[j - jb], x[i][j]) } }
       for j = jb to je { new s := acc[j - jb]   ... s ... }
     }

   Each column is combined in its own order, from the first row to the last.  If there are few,
   columns are taken eight at a time, a constant number, with accumulators that are variables, and
   the remaining ones are a block; one that is left alone is taken by the original loop.

   A reduction may begin with what the element reads, such as its first row.  It may be of records,
   such as the best of a column and where that is: each field has an array, and few columns are a
   block, too.

   A reduction may use what another one before it gives, such as the mean of the column: for its
   block that is computed in between, and kept in an array.

   The elements of a nest's row may be such, too: pass inner, after nest.

   A loop of C that walks down a column is such a reduction, too, in the order of its turns
   (lower-counted.c), also one that loads through a pointer.  A read may be the index of another
   one, a gather.  Elements that check their indices are checked ahead (schedule-columns-ahead.c).

   Does not: transform loops with outputs or needs; reductions whose elements may give nothing, that
   are of records of other than a few numbers, or whose operator is expensive or depends on the
   element.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-columns.h"
#include "schedule-soa.h"
#include "schedule.h"

#include <limits.h>

/* --- Blocks of columns ----------------------------------------------------------------------- */

/* The elements B to E of a loop; or `columns' of them from B on, if E is NULL.  */
struct range
{
  struct imp_expr *b, *e;
};

/* An output of a reduction, and its accumulators for a block of elements.  */
struct output
{
  const struct imp_stmt *s;
  struct soa acc;		/* arrays of them, */
  struct imp_var **var;		/* or variables, NULL: not */
};

/* What a reduction uses of those before, for each element of a block.  */
struct value
{
  struct imp_var *v;
  struct imp_var *kept;		/* an array, */
  struct imp_var **var;		/* or variables, NULL: not */
};

struct blocks
{
  struct imp_here h;
  const struct imp_binders *known;	/* of the procedure's variables */
  const struct nova_target *target;
  const struct imp_stmt *loop;
  unsigned first, last;		/* the numbers of what its body binds are not outside of these */
  struct output outs[COLUMNS_MOST];
  unsigned nouts;
  unsigned char *late;		/* what columns_note_late finds */
  struct value values[COLUMNS_MOST];	/* of the reduction at hand */
  unsigned nvalues;
  /* The number of the accumulators of the element being copied.  */
  struct imp_expr *k;
  unsigned number;
};

/* Begin a loop over the elements of R, *J being its index; D gets the number of the element's
   accumulators.  */
static void
over (struct blocks *d, const struct range *r, struct imp_expr **j)
{
  const char *name = d->loop->var->name;

  if (r->e)
    {
      *j = here_begin_for (&d->h, name, here_again (&d->h, r->b), here_again (&d->h, r->e), 1,
			   true);
      d->k = imp_make_let (&d->h, "k",
			   here_op (&d->h, FIR_SUB, here_again (&d->h, *j),
				    here_again (&d->h, r->b)));
      return;
    }
  d->k = here_begin_for (&d->h, "k", here_size (&d->h, 0), here_size (&d->h, d->target->columns), 1,
			 true);
  *j = imp_make_let (&d->h, name,
		     here_op (&d->h, FIR_ADD, here_again (&d->h, r->b), here_again (&d->h, d->k)));
}

static struct output *
output_of (struct blocks *d, const struct imp_var *v)
{
  for (unsigned k = 0; k < d->nouts; k++)
    if (d->outs[k].s->var == v)
      return &d->outs[k];
  return NULL;
}

/* The GIVE of an imp_copy: combine into the element's accumulator.  */
static bool
give (struct imp_copy *c, const struct imp_stmt *s)
{
  struct blocks *d = (struct blocks *) c->data;
  struct output *o = output_of (d, s->var);
  struct imp_expr *v = imp_copy_expr (c, s->e[0]);
  struct imp_var *acc = o->var ? o->var[d->number] : NULL;

  if (acc)
    imp_make_assign (&c->h, acc, imp_apply (&c->h, o->s, imp_use (c->h.p, acc), v));
  else
    {
      struct imp_expr *x = soa_read (&c->h, &o->acc, d->k);

      soa_write (&c->h, &o->acc, d->k, imp_apply (&c->h, o->s, x, v));
    }
  return true;
}

/* What E needs of D's loop is MARKED, by number of the variable from D's first on.  */
static void
mark (struct blocks *d, bool *marked, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR && columns_binder (d->known, &d->loop->body, e->var))
    marked[e->var->id - d->first] = true;
  for (unsigned k = 0; k < e->nargs; k++)
    mark (d, marked, e->args[k]);
}

/* What stands before reduction IN of D's loop, in C, as far as what is MARKED needs it.  */
static void
copy_marked (struct blocks *d, struct imp_copy *c, const struct imp_stmt *in, bool *marked)
{
  for (const struct imp_stmt *s = in->prev; s; s = s->prev)
    if (s->kind == IMP_NEW && marked[s->var->id - d->first])
      mark (d, marked, s->e[0]);
  for (const struct imp_stmt *s = d->loop->body.first; s != in; s = s->next)
    if (s->kind == IMP_NEW && marked[s->var->id - d->first] && !output_of (d, s->var))
      imp_copy_stmt (c, s);
}

/* The same as far as its elements need it, and the values that there are.  */
static void
copy_before (struct blocks *d, struct imp_copy *c, const struct imp_stmt *in)
{
  bool *marked = CTX_NEWV (d->h.p->ctx, bool, d->last - d->first + 1);

  for (const struct imp_stmt *s = in->body.first; s; s = s->next)
    mark (d, marked, s->e[0]);
  for (const struct value *v = d->values; v < d->values + d->nvalues; v++)
    {
      struct imp_expr *x = v->var ? here_use (&d->h, v->var[d->number])
			   : imp_load (d->h.p, here_use (&d->h, v->kept),
				       here_again (&d->h, d->k));

      imp_copy_set (c, v->v, v->var ? x : imp_make_let (&d->h, v->v->name, x));
      marked[v->v->id - d->first] = false;
    }
  copy_marked (d, c, in, marked);
}

/* Loads of the results of D's element, to C.  */
static void
load_outputs (struct blocks *d, struct imp_copy *c)
{
  for (struct output *o = d->outs; o < d->outs + d->nouts; o++)
    {
      struct imp_expr *x = soa_read (&d->h, &o->acc, d->k);

      imp_copy_set (c, o->s->var, imp_make_name (&d->h, x, o->s->var->name));
    }
}

/* What reduction IN uses of those before, for the elements of R: to arrays; of a constant number of
   elements then to variables.  */
static void
keep_values (struct blocks *d, const struct imp_stmt *in, const struct range *r)
{
  struct imp_block *after = d->h.b;
  bool *marked = CTX_NEWV (d->h.p->ctx, bool, d->last - d->first + 1);
  unsigned n = r->e ? d->target->column_block : d->target->columns;
  struct imp_copy c;
  struct imp_expr *j;

  d->nvalues = 0;
  for (const struct imp_stmt *s = d->loop->body.first; s != in; s = s->next)
    if (columns_uses_late (in, d->late, d->first, s))
      {
	d->values[d->nvalues++] = (struct value) {
	  .v = s->var, .kept = imp_make_array (&d->h, s->var->name, s->var->type, n),
	};
	marked[s->var->id - d->first] = true;
      }
  if (!d->nvalues)
    return;
  over (d, r, &j);
  c = imp_copy_new (&d->h);
  imp_copy_set (&c, d->loop->var, j);
  load_outputs (d, &c);
  copy_marked (d, &c, in, marked);
  for (const struct value *v = d->values; v < d->values + d->nvalues; v++)
    imp_make_store (&d->h, here_use (&d->h, v->kept), here_again (&d->h, d->k),
		    imp_copy_expr (&c, imp_use (d->h.p, v->v)));
  d->h.b = after;
  if (r->e)
    return;
  for (struct value *v = d->values; v < d->values + d->nvalues; v++)
    {
      v->var = CTX_NEWV (d->h.p->ctx, struct imp_var *, n);
      for (unsigned k = 0; k < n; k++)
	v->var[k] = imp_make_new (&d->h, v->v->name, v->v->type,
				  imp_load (d->h.p, here_use (&d->h, v->kept),
					    here_size (&d->h, k)));
    }
}

/* How many rows reduction IN of D's loop has.  */
static struct imp_expr *
rows_of (struct blocks *d, const struct imp_stmt *in)
{
  bool *marked = CTX_NEWV (d->h.p->ctx, bool, d->last - d->first + 1);
  struct imp_copy c = imp_copy_new (&d->h);

  mark (d, marked, in->e[1]);
  copy_marked (d, &c, in, marked);
  return imp_make_name (&d->h, imp_copy_expr (&c, in->e[1]), "n");
}

/* Element J of D's loop in rows I of reduction IN, STEP of them.  */
static void
element (struct blocks *d, const struct imp_stmt *in, struct imp_expr *j, struct imp_expr **i,
	 unsigned step)
{
  struct imp_copy c = imp_copy_new (&d->h);

  c.give = give;
  c.data = d;
  imp_copy_set (&c, d->loop->var, j);
  copy_before (d, &c, in);
  for (unsigned r = 0; r < step; r++)
    {
      imp_copy_set (&c, in->var, i[r]);
      imp_copy_block (&c, &in->body);
    }
}

/* Rows FROM to TO of reduction IN, STEP at a time, for the elements of R.  */
static void
rows (struct blocks *d, const struct imp_stmt *in, struct imp_expr *from, struct imp_expr *to,
      unsigned step, const struct range *r)
{
  struct imp_block *after = d->h.b;
  struct imp_expr **i = CTX_NEWV (d->h.p->ctx, struct imp_expr *, step), *j;

  i[0] = here_begin_for (&d->h, in->var->name, from, to, step, false);
  for (unsigned k = 1; k < step; k++)
    i[k] = imp_make_let (&d->h, in->var->name,
			 here_op (&d->h, FIR_ADD, here_again (&d->h, i[0]), here_size (&d->h, k)));
  over (d, r, &j);
  element (d, in, j, i, step);
  d->h.b = after;
}

/* The initial value of accumulator O, of reduction IN, for element J.  */
static struct imp_expr *
begin_of (struct blocks *d, const struct imp_stmt *in, const struct output *o, struct imp_expr *j)
{
  const struct imp_expr *e = columns_binder (d->known, &d->loop->body, o->s->var)->e[0];
  bool *marked = CTX_NEWV (d->h.p->ctx, bool, d->last - d->first + 1);
  struct imp_copy c = imp_copy_new (&d->h);

  imp_copy_set (&c, d->loop->var, j);
  mark (d, marked, e);
  copy_marked (d, &c, in, marked);
  return imp_copy_expr (&c, e);
}

/* Reduction IN, whose outputs are FIRST to D's last one, for a block of elements R.  */
static void
reduce_block (struct blocks *d, const struct imp_stmt *in, unsigned first, const struct range *r)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *j, *n, *m;

  for (struct output *o = d->outs + first; o < d->outs + d->nouts; o++)
    {
      o->acc = soa_new (&d->h, o->s->var->type, "acc", d->target->column_block);
      over (d, r, &j);
      soa_write (&d->h, &o->acc, d->k, begin_of (d, in, o, j));
      d->h.b = after;
    }
  n = rows_of (d, in);
  m = imp_make_let (&d->h, "m", here_op (&d->h, FIR_BAND, here_again (&d->h, n),
					 here_size (&d->h, -(uint64_t) d->target->column_rows)));
  rows (d, in, here_size (&d->h, 0), m, d->target->column_rows, r);
  rows (d, in, here_again (&d->h, m), here_again (&d->h, n), 1, r);
}

/* The same for `columns' elements, in variables, which are stored to an array at the end.  */
static void
reduce_few (struct blocks *d, const struct imp_stmt *in, unsigned first, const struct range *r)
{
  struct imp_block *after = d->h.b;
  unsigned n = d->target->columns;
  struct imp_expr **j = CTX_NEWV (d->h.p->ctx, struct imp_expr *, n), *i;

  for (unsigned k = 0; k < n; k++)
    j[k] = imp_make_let (&d->h, "j",
			 here_op (&d->h, FIR_ADD, here_again (&d->h, r->b), here_size (&d->h, k)));
  for (struct output *o = d->outs + first; o < d->outs + d->nouts; o++)
    {
      struct imp_var **var = CTX_NEWV (d->h.p->ctx, struct imp_var *, n);

      for (unsigned k = 0; k < n; k++)
	var[k] = imp_make_new (&d->h, "acc", o->s->var->type, begin_of (d, in, o, j[k]));
      o->var = var;
    }
  i = here_begin_for (&d->h, in->var->name, here_size (&d->h, 0), rows_of (d, in), 1, false);
  for (d->number = 0; d->number < n; d->number++)
    element (d, in, j[d->number], &i, 1);
  d->h.b = after;
  for (struct output *o = d->outs + first; o < d->outs + d->nouts; o++)
    {
      o->acc = soa_new (&d->h, o->s->var->type, "acc", n);
      for (unsigned k = 0; k < n; k++)
	soa_write (&d->h, &o->acc, here_size (&d->h, k), here_use (&d->h, o->var[k]));
      o->var = NULL;
    }
}

/* The rest of the elements of R, after their reductions.  */
static void
elements (struct blocks *d, const struct range *r)
{
  struct imp_block *after = d->h.b;
  struct imp_copy c;
  struct imp_expr *j;

  over (d, r, &j);
  c = imp_copy_new (&d->h);
  imp_copy_set (&c, d->loop->var, j);
  load_outputs (d, &c);
  for (const struct imp_stmt *s = d->loop->body.first; s; s = s->next)
    if (s->kind != IMP_LOOP && !output_of (d, s->var))
      imp_copy_stmt (&c, s);
  d->h.b = after;
}

/* Reduction IN, for the elements of R.  */
static void
reduce (struct blocks *d, const struct imp_stmt *in, const struct range *r)
{
  unsigned first = d->nouts;

  keep_values (d, in, r);
  for (const struct imp_stmt *o = in->orelse.first; o; o = o->next)
    d->outs[d->nouts++] = (struct output) { .s = o };
  (r->e ? reduce_block : reduce_few) (d, in, first, r);
}

/* The elements of R, with their reductions.  */
static void
block (struct blocks *d, const struct range *r)
{
  d->nouts = 0;
  for (const struct imp_stmt *s = d->loop->body.first; s; s = s->next)
    {
      if (s->kind == IMP_LOOP)
	reduce (d, s, r);
      columns_note_late (d->known, &d->loop->body, d->late, d->first, s);
    }
  elements (d, r);
}

/* Elements B to E, which are few, `columns' at a time; M := the first of the rest.  */
static void
narrow (struct blocks *d, const struct imp_expr *b, const struct imp_expr *e, struct imp_var *m)
{
  struct imp_block *after = d->h.b;
  struct imp_expr *n = here_op (&d->h, FIR_SUB, here_again (&d->h, e), here_again (&d->h, b)), *to;
  struct range r = { NULL, NULL };

  n = here_op (&d->h, FIR_BAND, n, here_size (&d->h, -(uint64_t) d->target->columns));
  to = imp_make_let (&d->h, "m", here_op (&d->h, FIR_ADD, here_again (&d->h, b), n));
  r.b = here_begin_for (&d->h, "jb", here_again (&d->h, b), to, d->target->columns, false);
  block (d, &r);
  d->h.b = after;
  imp_make_assign (&d->h, m, here_again (&d->h, to));
}

/* Elements B to E, a block at a time.  */
static void
wide (struct blocks *d, struct imp_expr *b, struct imp_expr *e)
{
  struct range r;
  struct imp_expr *n;

  r.b = here_begin_for (&d->h, "jb", b, here_again (&d->h, e), d->target->column_block, false);
  n = here_op (&d->h, FIR_ADD, here_again (&d->h, r.b), here_size (&d->h, d->target->column_block));
  r.e = imp_make_let (&d->h, "je", here_op (&d->h, FIR_MIN, here_again (&d->h, e), n));
  block (d, &r);
}

/* Has LOOP accumulators that are records?  As variables they are combined one by one, with
   branches.  */
static bool
has_records (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *s = loop->body.first; s; s = s->next)
    for (const struct imp_stmt *o = s->orelse.first; o; o = o->next)
      if (o->kind == IMP_REDUCE && o->var->type->kind == TYPE_RECORD)
	return true;
  return false;
}

/* Expand LOOP, to the end of H, where it is known that it does not end before it begins.  */
static void
take (struct imp_here *h, const struct imp_binders *known, const struct imp_stmt *loop)
{
  struct blocks d = { .h = *h, .known = known, .target = h->p->target, .loop = loop,
		      .first = UINT_MAX };
  struct imp_expr *b = imp_make_name (&d.h, loop->e[0], "b");
  struct imp_expr *e = imp_make_name (&d.h, loop->e[1], "e"), *n;
  struct imp_var *m = imp_make_new (&d.h, "from", b->type, here_again (&d.h, b));
  struct imp_stmt *i;

  imp_bound_range (&loop->body, &d.first, &d.last);
  d.late = CTX_NEWV (h->p->ctx, unsigned char, d.last - d.first + 1);
  if (!has_records (loop))
    {
      n = here_op (&d.h, FIR_SUB, here_again (&d.h, e), here_again (&d.h, b));
      i = imp_make_if (&d.h, here_op (&d.h, FIR_LT, n, here_size (&d.h, d.target->column_least)));
      d.h.b = &i->body;
      narrow (&d, b, e, m);
      d.h.b = h->b;
    }
  n = here_op (&d.h, FIR_SUB, here_again (&d.h, e), here_use (&d.h, m));
  i = imp_make_if (&d.h, here_op (&d.h, FIR_EQ, n, here_size (&d.h, 1)));
  d.h.b = &i->body;
  imp_loop_range (&d.h, loop, here_use (&d.h, m), here_again (&d.h, e), false);
  d.h.b = &i->orelse;
  wide (&d, here_use (&d.h, m), e);
}

/* --- The pass -------------------------------------------------------------------------------- */

static enum schedule_taken
take_columns (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  const struct imp_binders *known = (const struct imp_binders *) w->data;

  (void) b;
  if (!schedule_reduces_columns (h->p, known, s))
    return SCHEDULE_LEFT;
  take (h, known, s);
  return SCHEDULE_TAKEN;
}

static enum schedule_taken
take_checked (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  return schedule_columns_ahead (h, (const struct imp_binders *) w->data, b, s)
	 ? SCHEDULE_TAKEN : SCHEDULE_LEFT;
}

unsigned
schedule_columns (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_binders known = imp_binders_of (p, proc);
  struct schedule_walk w = { .take = take_checked, .data = &known };
  unsigned n = schedule_walk (p, proc, &w);

  if (n)
    known = imp_binders_of (p, proc);
  w.take = take_columns;
  return n + schedule_walk (p, proc, &w);
}

/* LOOP with its bounds named, to the end of H, as far as it has elements.  */
static void
take_some (struct imp_here *h, const struct imp_binders *known, struct imp_stmt *loop)
{
  struct imp_here in = *h;

  loop->e[0] = imp_make_name (&in, loop->e[0], "b");
  loop->e[1] = imp_make_name (&in, loop->e[1], "e");
  in.b = &imp_make_if (&in, here_op (&in, FIR_LT, here_again (&in, loop->e[0]),
				     here_again (&in, loop->e[1])))->body;
  take (&in, known, loop);
}

/* A part of a row may be none, as far as its bounds show.  */
static enum schedule_taken
take_inner (struct schedule_walk *w, struct imp_here *h, struct imp_block *b, struct imp_stmt *s)
{
  const struct imp_binders *known = (const struct imp_binders *) w->data;

  (void) b;
  if (!schedule_reduces_columns (h->p, known, s))
    return SCHEDULE_LEFT;
  take_some (h, known, s);
  return SCHEDULE_TAKEN;
}

unsigned
schedule_inner (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_binders known = imp_binders_of (p, proc);
  struct schedule_walk w = { .take = take_inner, .data = &known };

  return schedule_walk (p, proc, &w);
}
