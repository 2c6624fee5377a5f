/* Elements computed where they are read.

     t = loop n { (i) A  yield vec v }                    s = loop m { (j) A[i := e]
     s = loop m { (j) p = at t e  B[p] ... }        =>                  B[v] ... }

   A checked read `get t k' needs a length to check against: if A itself reads some x of the same
   length at i that read becomes the checked one; else the numbers below that length are read.

   Or all that is left of t's uses are single reads behind the loop, as of the best element where
   the loop also finds out which it is: then t is not made.

   All reads of t go, or none.  Cost model: each read may cost COST_AGAIN instructions more than a
   load; the only read of a vector, at an index affine in its loop's, costs nothing more, since
   every element is computed at most once, as before.  Turns of a mu, which may read an element any
   number of times, compute only what costs as much as the load.  An element that may fail
   carries its number, so that errors name the same element wherever it is computed; functions that
   may fail do not, and stay where they are.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* So many elements are computed again, whatever one costs, rather than a vector of all stored.  */
#define ALONE 2

/* The computation of one output of a loop: a separate block with the index free.  */
struct producer
{
  struct fuse *f;
  struct fir_block *body;	/* returns the value */
  struct fir_var *index;
  struct fir_stmt *first_at;	/* reads, at the index, a vector of the loop's length */
  bool fails, numbered;		/* may fail; and all that may carries its number */
};

/* A checked read names the element that it belongs to wherever it is moved; other terms that may
   fail do not.  */
static void
number_failure (struct fir_stmt *s, void *data)
{
  struct producer *p = (struct producer *) data;

  if (s->op == FIR_GET && s->nargs == 2)
    {
      struct fir_atom *args = CTX_NEWV (p->f->p->ctx, struct fir_atom, 3);

      args[0] = s->args[0];
      args[1] = s->args[1];
      args[2] = fir_atom_var (p->index);
      s->args = args;
      s->nargs = 3;
    }
  else if (s->op == FIR_CHECK
	   || (s->op != FIR_GET && s->op != FIR_IF && s->op != FIR_CASE && fuse_may_fail (s)))
    p->numbered = false;
}

/* The value of O, renamed as SUBST says.  */
static struct fir_atom
renamed (struct fuse *f, struct fir_atom a, struct fir_subst *subst)
{
  struct fir_block *b = fir_block_new (f->p);

  fir_block_return (f->p, b, 1, &a);
  fir_subst_block (subst, b);
  return b->rets[0];
}

/* What is looked at to see whether checks may be left behind.  */
#define TERMS 64

/* The checks in B go.  */
static void
drop_checks (struct fir_block *b)
{
  for (struct fir_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if (s->op == FIR_CHECK)
	fir_unlink (s);
    }
}

/* Is A, in BODY, computed from elements at INDEX alone, without what a check may have to come
   before?  FUEL: how many terms are looked at, at most.  */
static bool
needs_no_check (const struct fir_block *body, struct fir_atom a, const struct fir_var *index,
		unsigned *fuel)
{
  const struct fir_stmt *d = fir_atom_def (a);

  if (!d || d->parent != body)
    return true;
  if (!*fuel || d->nfns)
    return false;
  --*fuel;
  if (d->op == FIR_AT)
    return d->args[1].var == index;
  if (fir_op_info[d->op].cls != FIR_CLASS_PRIM || d->op == FIR_DIV || d->op == FIR_REM
      || (d->op == FIR_CONV && type_is_float (fir_atom_type (d->args[0]))))
    return false;
  for (unsigned k = 0; k < d->nargs; k++)
    if (!needs_no_check (body, d->args[k], index, fuel))
      return false;
  return true;
}

/* What computes an element of O of A.  Checks that it does not need stay in A, if that has other
   outputs, and have been made when the element is read.  */
static struct producer
producer_of (struct fuse *f, struct fir_stmt *a, struct fir_out *o)
{
  struct producer p = { f, fir_block_new (f->p), NULL, NULL, false, true };
  struct fir_subst *subst = fir_subst_new (f->p);
  struct fir_atom value;
  unsigned fuel = TERMS;

  p.index = fir_var_new (f->p, "i", type_size (f->p->ctx));
  fir_subst_put (subst, fuse_index (a), fir_atom_var (p.index));
  fir_copy_into (f->p, p.body, a->fns[0]->body, subst);
  value = renamed (f, o->value, subst);
  if (a->nouts > 1 && needs_no_check (p.body, value, p.index, &fuel))
    drop_checks (p.body);
  fir_block_return (f->p, p.body, 1, &value);
  pass_dce_block (f->p, p.body);
  for (struct fir_stmt *s = p.body->first; s; s = s->next)
    {
      struct fir_atom x = s->nargs ? s->args[0] : FIR_NONE, n;

      p.fails |= s->op == FIR_CHECK || fuse_may_fail (s);
      if (!p.first_at && (s->op == FIR_AT || s->op == FIR_ROW) && s->args[1].var == p.index
	  && fir_vec_length (&x, &n)
	  && fir_atom_equal (n, a->args[0]))
	p.first_at = s;
    }
  if (p.fails)
    fir_walk (p.body, number_failure, &p);
  return p;
}

/* --- Decisions ------------------------------------------------------------------------------- */

/* What an element may weigh that turns of a mu read, each perhaps many times: a load from an index
   and a place, as that of the vector itself is.  */
#define COST_VIEW 3

/* Where reads have been found.  */
struct found
{
  struct reads *sum;
  unsigned all;
  bool turns, branches;		/* in a mu, or in a branch, too */
};

/* Note the reads of V inside loops and mus, from B on.  */
static void
note_reads (struct fir_stmt *b, struct fir_var *v, struct found *w)
{
  for (; b; b = b->next)
    {
      struct reads r;

      if (!fir_stmt_uses (b, v))
	continue;
      if (b->op == FIR_IF || b->op == FIR_CASE)
	{
	  w->branches = true;
	  for (unsigned k = 0; k < b->nfns; k++)
	    note_reads (b->fns[k]->body->first, v, w);
	}
      if (b->op != FIR_LOOP && (b->op != FIR_MU || !b->fns[0]->nparams))
	continue;
      w->turns |= b->op == FIR_MU;
      r = fuse_reads (b, v);
      w->sum->identity += r.identity;
      w->sum->affine += r.affine;
      w->sum->other += r.other;
      w->sum->get += r.get;
      w->sum->scattered += r.scattered;
      w->all += r.identity + r.affine + r.other + r.get;
    }
}

/* Are all uses of V in the region reads inside loops and mus that are in A's block behind A, or, of
   an element of a loop, in branches there?  *TURNS: a mu is among them.  */
static bool
only_reads (struct fuse *f, struct fir_stmt *a, struct fir_var *v, struct reads *sum,
	    bool *turns)
{
  struct found w = { .sum = sum };

  note_reads (a->next, v, &w);
  *turns = w.turns;
  return w.all == fir_count_uses (f->r->body, v) && !(w.branches && a->parent == f->r->body);
}

/* Is S, which is no loop, a single read of V?  */
bool
fuse_reads_alone (struct fir_stmt *s, struct fir_var *v)
{
  return (s->op == FIR_AT || s->op == FIR_GET) && s->args[0].var == v
	 && fir_own_uses (s, v) == 1;
}

/* Is there more in B than a branch or two to be computed?  */
static bool
repeats (const struct fir_block *b)
{
  for (const struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (s->nfns && s->op != FIR_IF)
	return true;
      for (unsigned k = 0; k < s->nfns; k++)
	if (repeats (s->fns[k]->body))
	  return true;
    }
  return false;
}

/* Are all uses of V in the region single reads in A's block behind A, so few, or P, which computes
   an element, so cheap, that a vector costs more?  */
static bool
only_alone (struct fuse *f, struct fir_stmt *a, struct fir_var *v, const struct producer *p)
{
  unsigned found = 0;

  for (struct fir_stmt *b = a->next; b; b = b->next)
    found += fuse_reads_alone (b, v);
  if (!found || found != fir_count_uses (f->r->body, v)
      || (found > ALONE && fir_block_weight (p->body) > COST_AGAIN))
    return false;
  return !p->fails && !repeats (p->body);
}

/* Is there nothing that may raise an error between A and the reads of V?  */
static bool
order_kept (struct fuse *f, struct fir_stmt *a, struct fir_var *v, const char **why)
{
  for (struct fir_stmt *b = a->next; b; b = b->next)
    if (fir_stmt_uses (b, v) && !fuse_can_sink (f, a, b, NULL, why))
      return false;
  return true;
}

/* Is all that reads V one read, in a loop over one of the samples of sample.c: so often at
   most?  */
static bool
sampled (struct fuse *f, struct fir_stmt *a, struct fir_var *v, const struct reads *sum)
{
  if (!f->r->samples || sum->identity + sum->affine + sum->other + sum->get > 1)
    return false;
  for (struct fir_stmt *b = a->next; b; b = b->next)
    if (b->op == FIR_LOOP && fir_stmt_uses (b, v))
      {
	struct fir_stmt *n = fir_atom_def (b->args[0]);

	return n && n->op == FIR_SELECT && n->args[1].cst && n->args[2].cst;
      }
  return false;
}

/* May A without its output O, which P computes, raise an error of a later builtin than P may?  A
   precedes the loops that will compute O, and so raises first.  */
static bool
later_left_behind (struct fuse *f, struct fir_stmt *a, struct fir_out *o, struct producer *p)
{
  struct fir_block *rest = fir_block_new (f->p);
  struct fir_subst *subst = fir_subst_new (f->p);
  struct fir_atom *rets = CTX_NEWV (f->p->ctx, struct fir_atom, 2 * a->nouts);
  unsigned least = fuse_least_failure (p->body), n = 0;

  fir_copy_into (f->p, rest, a->fns[0]->body, subst);
  for (unsigned k = 0; k < a->nouts; k++)
    if (&a->outs[k] != o)
      {
	rets[n++] = renamed (f, a->outs[k].value, subst);
	if (!fir_atom_none (a->outs[k].guard))
	  rets[n++] = renamed (f, a->outs[k].guard, subst);
	if (a->outs[k].combine && fuse_later_failure (a->outs[k].combine->body, least))
	  return true;
      }
  fir_block_return (f->p, rest, n, rets);
  pass_dce_block (f->p, rest);
  return fuse_later_failure (rest, least);
}

bool
fuse_can_inline (struct fuse *f, struct fir_stmt *a, struct fir_out *o, const char **why)
{
  struct reads sum = { 0, 0, 0, 0, 0, 0 };
  struct producer p;
  bool turns;

  if (o->kind != OUT_VEC || !fir_atom_none (o->dest))
    {
      *why = o->kind == OUT_FILTER ? "the positions of a filter's elements are known only behind it"
	     : o->kind == OUT_REDUCE || o->kind == OUT_VEC
	     ? "the other loop needs the whole result first"
	     : "the values of a scan come into being in its second pass";
      return false;
    }
  *why = "its result is needed as a whole";
  p = producer_of (f, a, o);
  if (only_alone (f, a, o->res, &p))
    return true;
  if (!only_reads (f, a, o->res, &sum, &turns))
    return false;
  *why = "it would be computed more than once an element";
  if (turns && (p.fails || fir_block_weight (p.body) > COST_VIEW))
    return false;
  if (fir_block_weight (p.body) > COST_AGAIN && !sampled (f, a, o->res, &sum)
      && (sum.identity + sum.affine + sum.other + sum.get > 1 || sum.scattered))
    return false;
  *why = "vectors are combined in order, and this can run in parallel";
  for (struct fir_stmt *b = a->next; b; b = b->next)
    if (b->op == FIR_LOOP && fir_stmt_uses (b, o->res) && fuse_serialises (f, a, b))
      return false;
  *why = "its elements may fail and are read in another order";
  if (p.fails && (!p.numbered || a->parent != f->r->body))
    return false;
  *why = "the order of errors would change";
  if (p.fails && a->nouts > 1 && later_left_behind (f, a, o, &p))
    return false;
  return !p.fails || order_kept (f, a, o->res, why);
}

/* --- Doing it -------------------------------------------------------------------------------- */

struct search
{
  struct fir_var *v;
  struct fir_stmt *read;
};

static void
find_read (struct fir_stmt *s, void *data)
{
  struct search *x = (struct search *) data;

  if (!x->read && fir_reads (s)
      && s->args[0].var == x->v)
    x->read = s;
}

/* S, a checked read of A's output, hands its check to AT, a copy of the producer's read, which
   comes first of all.  */
static void
take_check (struct fuse *f, struct fir_stmt *s, struct fir_stmt *at, struct fir_block *b)
{
  struct fir_atom x = at->args[0];

  fir_unlink (at);
  at->op = FIR_GET;
  at->site = s->site;
  at->order = s->order;
  at->check = s->check;
  at->nargs = s->nargs;
  at->args = CTX_NEWV (f->p->ctx, struct fir_atom, s->nargs);
  for (unsigned k = 0; k < s->nargs; k++)
    at->args[k] = k ? s->args[k] : x;
  if (b->first)
    fir_insert_before (b->first, at);
  else
    fir_append (b, at);
}

/* The index of S, a checked read of A's output, after a check that A has such an element: a read,
   in B, of the numbers below A's length.  */
static struct fir_atom
checked_index (struct fuse *f, struct fir_stmt *a, struct fir_stmt *s, struct fir_block *b)
{
  struct fir_atom all = pass_numbers (f->p, b, s->site, a->args[0], fir_atom_size (f->p, 0));
  struct fir_stmt *get = fir_stmt_new (f->p, b, FIR_GET, s->site, s->nargs, 0,
				       type_size (f->p->ctx), "ix");

  get->order = s->order;
  get->check = s->check;
  get->args[0] = all;
  for (unsigned k = 1; k < s->nargs; k++)
    get->args[k] = s->args[k];
  return fir_atom_var (get->res[0]);
}

/* The computation of O of A in the place of its read S.  */
static void
compute_at (struct fuse *f, struct fir_stmt *a, struct fir_out *o, struct fir_stmt *s)
{
  struct producer p = producer_of (f, a, o);
  struct fir_subst *index = fir_subst_new (f->p);
  struct fir_block *b = fir_block_new (f->p);
  struct fir_atom e = s->args[1], value;
  bool used;

  if (s->op == FIR_GET && !p.first_at)
    e = checked_index (f, a, s, b);
  else if (fir_atom_type (e) != type_size (f->p->ctx))
    e = fir_prim1 (f->p, b, FIR_CONV, type_size (f->p->ctx), e);
  used = fir_count_uses (p.body, p.index) != 0;
  fir_subst_put (index, p.index, e);
  fir_subst_block (index, p.body);
  fuse_move_all (b, p.body);
  value = p.body->rets[0];
  if (s->op == FIR_ROW)
    law_fired (f->p->ctx, LAW_R1);
  if (s->op == FIR_GET && p.first_at)
    take_check (f, s, p.first_at, b);
  fir_put_before (s, b);
  if (!used)
    fuse_keep_checks (f, e);
  fuse_replace (f, s->res[0], value);
  fir_unlink (s);
  f->changes++;
}

void
fuse_inline (struct fuse *f, struct fir_stmt *a, struct fir_out *o)
{
  for (struct fir_stmt *b = a->next; b; b = b->next)
    if (b->op == FIR_LOOP && fir_stmt_uses (b, o->res))
      fuse_log_vertical (f, a, b);
  for (;;)
    {
      struct search x = { o->res, NULL };

      fir_walk (f->r->body, find_read, &x);
      if (!x.read)
	break;
      compute_at (f, a, o, x.read);
    }
  if (a->nouts > 1)
    fuse_trim (f, a);
  else
    fir_unlink (a);
}
