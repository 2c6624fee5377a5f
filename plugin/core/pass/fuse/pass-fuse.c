/* The pass fuse: vector operations become loops, which are fused vertically and horizontally.

     t = map {(p) q = mul p p ret q} x             s, m = loop n { (i)
     s = reduce add 0.0 t                    =>      p = at x i
     m = reduce max 0.0 x                            q = mul p p
						     yield reduce add 0.0 q
						     yield reduce max 0.0 p }

   Three steps, the last two repeated until nothing changes:
     normalise    every vector operation with elements becomes a loop    fuse-normalise.c
     vertical     consumers take in their producers      fuse-inline.c fuse-merge.c fuse-push.c
							 fuse-flatten.c
     horizontal   loops over one input become one loop   fuse-merge.c
   Where neither is left, a loop over what an if gives goes into its arms (fuse-arms.c).
   Requires: inline (calls hide vector operations).  Better after simplify and cse, which make equal
   lengths and equal producers one.
   Keeps: values (only lowering may reassociate reductions); check terms and their order; which
   error is reported (fuse-sink.c).  Adds a bounded amount of work per read (fuse.h, cost model).
   Does not: fuse into the second pass of a scan, across blocks, or loops of different trip counts
   unless one is read by the other at computed indices.

   Paper: NOVA, section 5 (fusion); there operations fuse pairwise into combined primitives, here
   they share one loop form, so that several results come from one pass over the data.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* The next loop behind A that uses one of its outputs.  */
static struct fir_stmt *
next_user (struct fir_stmt *a)
{
  for (struct fir_stmt *b = a->next; b; b = b->next)
    for (unsigned k = 0; k < a->nouts && b->op == FIR_LOOP; k++)
      if (fir_stmt_uses (b, a->outs[k].res))
	return b;
  return NULL;
}

/* Let the outputs of A vanish into the loops that read them at other places than their own index,
   and the turns of mus; also into the next loop, if A may not become one with that.  Later ones may
   wait for it.  */
static bool
inline_outs (struct fuse *f, struct fir_stmt *a)
{
  struct fir_stmt *next = next_user (a);

  for (unsigned k = 0; k < a->nouts; k++)
    {
      struct fir_out *o = &a->outs[k];
      const char *why;
      bool elsewhere = false;

      for (struct fir_stmt *b = a->next; b; b = b->next)
	{
	  struct reads r;

	  elsewhere |= ((b->op == FIR_MU || b->op == FIR_IF || b->op == FIR_CASE)
			&& fir_stmt_uses (b, o->res))
		       || (b->op != FIR_LOOP && fuse_reads_alone (b, o->res));
	  if (b->op != FIR_LOOP || !fir_stmt_uses (b, o->res))
	    continue;
	  r = fuse_reads (b, o->res);
	  elsewhere |= r.affine || r.other || r.get || !fir_atom_equal (a->args[0], b->args[0])
		       || (b == next && !fuse_can_merge (f, a, b, &why));
	}
      if (elsewhere && fuse_can_inline (f, a, o, &why))
	{
	  law_fired (f->p->ctx, LAW_F4);
	  fuse_inline (f, a, o);
	  return true;
	}
    }
  return false;
}

/* One vertical step with producer A.  */
static bool
vertical (struct fuse *f, struct fir_stmt *a)
{
  const char *why;

  if (fuse_flatten_inside (f, a) || fuse_past_room (f, a) || inline_outs (f, a)
      || fuse_grid (f, a))
    return true;
  for (struct fir_stmt *b = a->next; b; b = b->next)
    {
      struct fir_stmt *by_rows = b->op == FIR_LOOP ? fuse_by_rows (f, a, b)
				 : fuse_count_rows (f, a, b);

      if (by_rows)
	{
	  fuse_merge (f, a, by_rows);
	  return true;
	}
      if (b->op == FIR_LOOP && fuse_by_elements (f, a, b))
	return true;
      if (b->op != FIR_LOOP || !fuse_needs (b, a))
	continue;
      if (fuse_can_push (f, a, b, &why))
	{
	  fuse_log_vertical (f, a, b);
	  law_fired (f->p->ctx, LAW_F3);
	  fuse_push (f, a, b);
	  return true;
	}
      if (fuse_can_copy (f, a, b))
	{
	  fuse_log_vertical (f, a, b);
	  fuse_copy (f, a, b);
	  return true;
	}
      if (fuse_can_merge (f, a, b, &why))
	{
	  fuse_log_vertical (f, a, b);
	  law_fired (f->p->ctx, LAW_F1);
	  fuse_merge (f, a, b);
	  return true;
	}
    }
  return false;
}

/* One horizontal step with A as the earlier loop.  */
static bool
horizontal (struct fuse *f, struct fir_stmt *a)
{
  const char *why;

  for (struct fir_stmt *b = a->next; b; b = b->next)
    if (b->op == FIR_LOOP && !fuse_needs (b, a) && fuse_share_input (a, b)
	&& fuse_can_merge (f, a, b, &why))
      {
	fuse_log_shared (f, a, b);
	law_fired (f->p->ctx, LAW_F2);
	fuse_merge (f, a, b);
	return true;
      }
  return false;
}

/* The first step that STEP can do on a statement of B with operation OP.  */
static bool
step_in (struct fuse *f, struct fir_block *b, enum fir_op op,
	 bool (*step) (struct fuse *, struct fir_stmt *))
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    if (s->op == op && step (f, s))
      return true;
  return false;
}

/* INSIDE a function: B is in an element.  */
static void
fuse_block (struct fuse *f, struct fir_block *b, bool inside)
{
  while (step_in (f, b, FIR_LOOP, vertical) || step_in (f, b, FIR_LOOP, horizontal)
	 || (inside && step_in (f, b, FIR_IF, fuse_into_arms)))
    ;
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      for (unsigned k = 0; k < s->nfns; k++)
	fuse_block (f, s->fns[k]->body, inside || (s->op != FIR_IF && s->op != FIR_CASE));
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  fuse_block (f, s->outs[k].combine->body, true);
    }
}

/* What stands behind a loop, the length of its filter, may go: a walk that has noted it would end
   there.  */
static void
count_block (struct fuse *f, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (s->op == FIR_LOOP)
	fuse_count (f, s);
      for (unsigned k = 0; k < s->nfns; k++)
	count_block (f, s->fns[k]->body);
      for (unsigned k = 0; k < s->nouts; k++)
	if (s->outs[k].combine)
	  count_block (f, s->outs[k].combine->body);
    }
}

/* Make loops of R's operations, and MERGE them.  */
static unsigned
fuse_region (struct fir_prog *p, struct fir_region *r, struct pass_log *log, bool merge)
{
  struct fuse f = { p, r, log, 0 };
  unsigned before;

  fir_clear_aux (r);
  fuse_normalise (&f, r->body);
  fuse_resolve_all (&f, r->body);
  /* Index-only vectors that are no longer read do not count as uses of their operands.  */
  f.changes += pass_dce_block (p, r->body);
  do
    {
      before = f.changes;
      if (merge)
	fuse_block (&f, r->body, false);
      fuse_handles (&f, r->body);
      fuse_offsets (&f);
    }
  while (f.changes != before);
  if (!f.changes)
    return 0;
  count_block (&f, r->body);
  fuse_sort_failures (&f, r->body);
  /* Terms that two bodies both computed are now in one.  */
  pass_cse (p, r, log);
  pass_dce (p, r, log);
  return f.changes;
}

unsigned
pass_fuse (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  return fuse_region (p, r, log, true);
}

unsigned
fuse_apart (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  return fuse_region (p, r, log, false);
}
