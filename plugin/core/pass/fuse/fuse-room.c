/* A loop that stores moves behind a check of room.

     t, n = loop m { (i) A  yield vec v  yield vec w to p }
     check room c m
     s = loop m { (j) B[at t j]  yield vec u to q }
       =>
     k = select (le m c) 0 m
     loop k { (i) A  yield vec w to p }
     check room c m
     t, n = loop m ...;  s = loop m ...		which F1 makes one

   An error handler finds the preceding stores done: if the room does not suffice, the first loop
   makes them all, and the check raises the error; else the first loop does nothing, and the check
   holds.  Otherwise the second loop would compute t again (F4): not worth it where that has less
   than COST_AGAIN instructions in common with what A stores.
   Does not: move what may fail, since the first loop would lose the errors of what it does not
   need.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* Is X known before A, a statement of the same block?  */
static bool
known_before (struct fir_atom x, struct fir_stmt *a)
{
  struct fir_stmt *def = fir_atom_def (x);

  if (!x.var || !def)
    return true;
  for (struct fir_stmt *s = a->prev; s; s = s->prev)
    if (s == def)
      return true;
  return false;
}

/* The check of room behind A, if A may move behind it and what it asks is known before A; else
   NULL.  */
static struct fir_stmt *
check_behind (struct fir_stmt *a)
{
  struct fir_stmt *s = a->next;

  while (s && s->op != FIR_CHECK && !fuse_needs (s, a) && !fuse_stores (s) && !fuse_may_fail (s))
    s = s->next;
  return s && s->op == FIR_CHECK && s->check == CHECK_ROOM && known_before (s->args[1], a)
	 && known_before (s->args[3], a) ? s : NULL;
}

/* Does A store vectors, as many elements as it has turns, and nothing else?  */
static bool
stores_all (struct fir_stmt *a)
{
  bool any = false;

  for (unsigned k = 0; k < a->nouts; k++)
    {
      const struct fir_out *o = &a->outs[k];

      if (fir_atom_none (o->dest))
	continue;
      if (o->kind != OUT_VEC || !fir_atom_none (o->guard) || type_is_vec (fir_atom_type (o->value)))
	return false;
      any = true;
    }
  return any;
}

/* What A's outputs that are STORED, or the others, cost an element.  */
static unsigned
weight_of (struct fuse *f, struct fir_stmt *a, bool stored)
{
  struct fir_block *b = fir_block_new (f->p), *body = a->fns[0]->body;
  struct fir_block *outs = fir_block_new (f->p);
  struct fir_atom *rets = CTX_NEWV (f->p->ctx, struct fir_atom, a->nouts);
  struct fir_subst *subst = fir_subst_new (f->p);
  unsigned n = 0;

  for (unsigned k = 0; k < a->nouts; k++)
    if (fir_atom_none (a->outs[k].dest) != stored)
      rets[n++] = a->outs[k].value;
  fir_copy_into (f->p, b, body, subst);
  fir_block_return (f->p, outs, n, rets);
  fir_subst_block (subst, outs);
  fir_block_return (f->p, b, n, outs->rets);
  pass_dce_block (f->p, b);
  return fir_block_weight (b);
}

/* Have what A stores and what it makes besides more in common than may be computed again?  */
static bool
share (struct fuse *f, struct fir_stmt *a)
{
  return weight_of (f, a, true) + weight_of (f, a, false)
	 > fir_block_weight (a->fns[0]->body) + COST_AGAIN;
}

/* Could A and B be one loop, if CHECK did not stand between them?  */
static bool
merges_without (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b, struct fir_stmt *check)
{
  struct fir_stmt *next = check->next;
  const char *why;
  bool can;

  fir_unlink (check);
  can = fuse_can_merge (f, a, b, &why);
  fir_insert_before (next, check);
  return can;
}

/* The stores of A alone, in front of A: all of them if CHECK fails, else none.  */
static void
store_before (struct fuse *f, struct fir_stmt *a, struct fir_stmt *check)
{
  struct fir_block *b = fir_block_new (f->p), *one = fir_block_new (f->p);
  struct fir_stmt *next = a->next;
  struct fir_atom holds = fir_prim2 (f->p, b, FIR_LE, type_i32 (f->p->ctx), check->args[3],
				     check->args[1]);
  struct fir_atom choice[3] = { holds, fir_atom_size (f->p, 0), a->args[0] };
  struct fir_atom count = fir_prim (f->p, b, FIR_SELECT, type_size (f->p->ctx), 3, choice);

  fir_unlink (a);
  fir_append (one, a);
  fir_copy_into (f->p, b, one, NULL);
  b->last->args[0] = count;
  fir_put_before (next, b);
  fuse_trim (f, next->prev);
  fir_unlink (a);
  fir_insert_before (next, a);
}

bool
fuse_past_room (struct fuse *f, struct fir_stmt *a)
{
  struct fir_stmt *b, *check;

  if (a->parent != f->r->body || fuse_may_fail (a) || !stores_all (a)
      || !(check = check_behind (a)))
    return false;
  for (b = check->next; b && !fuse_needs (b, a); b = b->next)
    ;
  if (!b || b->op != FIR_LOOP || !share (f, a) || !merges_without (f, a, b, check))
    return false;
  law_fired (f->p->ctx, LAW_F11);
  store_before (f, a, check);
  fir_unlink (a);
  fir_insert_before (check->next, a);
  f->changes++;
  return true;
}
