/* Loops of C functions that are read.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A natural loop is a recursive function: its parameters are the PHIs of the header and the fields
   of local records that the loop assigns; every back edge is a call in tail position; every exit
   returns the values that are live where the exits meet, the nearest post-dominator of the header
   outside the loop (A. W. Appel, "SSA is Functional Programming", 1998).

   Does not: read loops that leave an outer loop as well, infinite loops, or loops with an entry
   other than the header.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

bool
body_loop_header_p (basic_block bb)
{
  edge_iterator it;
  edge e;

  FOR_EACH_EDGE (e, it, bb->preds)
    if (dominated_by_p (CDI_DOMINATORS, e->src, bb))
      return true;
  return false;
}

bool
body_loop_holds (const struct body_loop *l, basic_block bb)
{
  return l->blocks.contains (bb);
}

/* The blocks of L: all that reach a way back to its header without it.  */
static void
collect_blocks (struct body_loop *l)
{
  edge_iterator it;
  edge e;

  l->blocks.safe_push (l->header);
  FOR_EACH_EDGE (e, it, l->header->preds)
    if (dominated_by_p (CDI_DOMINATORS, e->src, l->header) && !body_loop_holds (l, e->src))
      l->blocks.safe_push (e->src);
  for (unsigned k = 1; k < l->blocks.length (); k++)
    FOR_EACH_EDGE (e, it, l->blocks[k]->preds)
      if (!body_loop_holds (l, e->src))
	l->blocks.safe_push (e->src);
}

/* Is NAME, defined in L, used in or behind BB, other than by BB's PHIs?  */
static bool
used_behind (const struct body_loop *l, tree name, basic_block bb)
{
  imm_use_iterator iter;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *stmt = USE_STMT (use);
      basic_block at = gimple_bb (stmt);

      if (is_gimple_debug (stmt))
	continue;
      if (gphi *phi = dyn_cast<gphi *> (stmt))
	at = gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use))->src;
      if (!body_loop_holds (l, at) && dominated_by_p (CDI_DOMINATORS, at, bb))
	return true;
    }
  return false;
}

static void
add_name (const struct body_loop *l, tree name, struct target *t)
{
  if (name && TREE_CODE (name) == SSA_NAME && !virtual_operand_p (name)
      && used_behind (l, name, t->bb))
    t->names.safe_push (name);
}

/* The names that L defines and that are used from T's block on.  */
static void
collect_names (const struct body_loop *l, struct target *t)
{
  if (t->bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
    return;
  for (basic_block bb : l->blocks)
    if (dominated_by_p (CDI_DOMINATORS, t->bb, bb))
      {
	for (gphi_iterator it = gsi_start_phis (bb); !gsi_end_p (it); gsi_next (&it))
	  add_name (l, gimple_phi_result (it.phi ()), t);
	for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
	  add_name (l, gimple_get_lhs (gsi_stmt (gsi)), t);
      }
}

/* Does L store to local DECL?  */
static bool
loop_writes (const struct body_loop *l, tree decl)
{
  for (basic_block bb : l->blocks)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      {
	tree lhs = gimple_get_lhs (gsi_stmt (gsi));

	if (lhs && TREE_CODE (lhs) != SSA_NAME && get_base_address (lhs) == decl)
	  return true;
      }
  return false;
}

/* The slots of what L assigns: parameters if they are set before.  TYPES: the types of all
   parameters, ARGS: what they start with.  */
static void
collect_slots (struct body *y, struct body_loop *l, auto_vec<const struct type *> *types,
	       auto_vec<fir_atom> *args)
{
  for (struct place *p : y->places)
    if (loop_writes (l, p->decl))
      for (unsigned k = p->nfields ? 1 : 0; k <= p->nfields; k++)
	if (!fir_atom_none (y->slots[p->at + k]))
	  {
	    l->slots.safe_push (p->at + k);
	    args->safe_push (y->slots[p->at + k]);
	    types->safe_push (fir_atom_type (y->slots[p->at + k]));
	  }
}

/* The body of L, function FN, up to T; its slots become those behind the loop.  */
static bool
read_body (struct body *y, struct body_loop *l, struct fir_fn *fn, const struct target *t,
	   struct join *j)
{
  struct target header;
  auto_vec<fir_atom> before, phis;
  struct fir_block *b = y->b;
  struct end *end;
  bool good;

  header.bb = l->header;
  body_slots_save (y, &before);
  for (struct place *p : y->places)
    if (loop_writes (l, p->decl))
      for (unsigned k = 0; k <= p->nfields; k++)
	y->slots[p->at + k] = FIR_NONE;
  for (unsigned k = 0; k < fn->nparams; k++)
    if (k < fn->nparams - l->slots.length ())
      phis.safe_push (fir_atom_var (fn->params[k]));
    else
      y->slots[l->slots[k + l->slots.length () - fn->nparams]] = fir_atom_var (fn->params[k]);
  body_target_bind (y, &header, phis);
  y->b = fn->body;
  y->loop = l;
  end = body_flow_read (y, NULL, l->header, t);
  y->loop = l->outer;
  y->b = b;
  good = end && body_join_types (y, end, before, j) && body_join_finish (y, end, l, j);
  body_end_free (end);
  return good;
}

/* The block behind L: the nearest that all ways out of it lead to, NULL if there is none.  */
static basic_block
block_behind (const struct body_loop *l)
{
  basic_block bb = l->header;

  do
    bb = get_immediate_dominator (CDI_POST_DOMINATORS, bb);
  while (bb && body_loop_holds (l, bb));
  return bb;
}

bool
body_loop_read (struct body *y, basic_block header, struct target *t, auto_vec<fir_atom> *values)
{
  struct body_loop l;
  auto_vec<fir_atom> args;
  auto_vec<const struct type *> types;
  struct fir_stmt *mu, *s;
  struct join j;

  l.header = header;
  l.outer = y->loop;
  collect_blocks (&l);
  t->bb = block_behind (&l);
  if (!t->bb)
    return body_refuse (y, body_block_end (l.header), "a loop without end");
  collect_names (&l, t);
  for (gphi_iterator it = gsi_start_phis (header); !gsi_end_p (it); gsi_next (&it))
    if (const struct fir_atom *a = y->names.get (gimple_phi_result (it.phi ())))
      {
	args.safe_push (*a);
	types.safe_push (fir_atom_type (*a));
      }
  body_places_open (y);
  collect_slots (y, &l, &types, &args);
  mu = fir_stmt_new (y->e->p, y->b, FIR_MU, 0, 0, 1, types[0], "loop");
  mu->fns[0] = fir_fn_new (y->e->p, types.length (), types.address ());
  l.mu = mu->res[0];
  if (!read_body (y, &l, mu->fns[0], t, &j))
    return false;
  l.mu->type = type_fn (y->e->ctx, types.length (), types.address (), j.types.length (),
			j.types.address ());
  s = fir_stmt_new (y->e->p, y->b, FIR_APPLY, 0, args.length () + 1, 0, NULL, NULL);
  s->args[0] = fir_atom_var (l.mu);
  memcpy (s->args + 1, args.address (), args.length () * sizeof *s->args);
  body_join_results (y, s, &j, values);
  return true;
}
