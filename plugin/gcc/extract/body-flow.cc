/* Branches of C functions that are read.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The two paths of a condition are read up to its immediate post-dominator, and become the blocks
   of an if; the rest is read once.  A block that several branches share before that is read for
   each of them, unless they form one condition (body-cond.cc).  A switch is a chain of ifs.

   Does not: join paths anywhere else (the number of statements read is limited, so with too much
   sharing the function stays a call).  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

static const unsigned MAX_LABELS = 32;

/* --- Ifs ------------------------------------------------------------------------------------- */

/* Where the ways from BB meet.  *TAIL: not before T, or the next turn of the loop, or not at all
   before the loop ends.  */
static basic_block
meeting (struct body *y, basic_block bb, const struct target *t, bool *tail)
{
  basic_block j = get_immediate_dominator (CDI_POST_DOMINATORS, bb);

  *tail = !j || j == t->bb || (y->loop && j == y->loop->header)
	  || (y->loop && body_loop_holds (y->loop, bb) && !body_loop_holds (y->loop, j));
  return j;
}

/* One arm: from E to T, in a block of its own.  */
static struct end *
arm (struct body *y, edge e, const struct target *t, struct fir_fn **fn)
{
  struct fir_block *b = y->b;
  auto_vec<fir_atom> slots;
  struct end *end;

  *fn = fir_fn_new (y->e->p, 0, NULL);
  body_slots_save (y, &slots);
  y->b = (*fn)->body;
  end = body_flow_read (y, e, NULL, t);
  y->b = b;
  body_slots_restore (y, slots);
  return end;
}

static struct end *
split_new (struct body *y, struct fir_atom c)
{
  struct end *end = body_end_new (y, END_SPLIT);

  end->split = fir_stmt_new (y->e->p, y->b, FIR_IF, 0, 1, 2, NULL, NULL);
  end->split->args[0] = c;
  return end;
}

/* If C goes E, else F, to T.  */
static struct end *
read_if (struct body *y, struct fir_atom c, edge e, edge f, const struct target *t)
{
  struct end *end = split_new (y, c);

  if ((end->arms[0] = arm (y, e, t, &end->split->fns[0]))
      && (end->arms[1] = arm (y, f, t, &end->split->fns[1])))
    return end;
  body_end_free (end);
  return NULL;
}

/* --- Switches -------------------------------------------------------------------------------- */

/* Is X, the operand, what LABEL says?  */
static struct fir_atom
label_holds (struct body *y, struct fir_atom x, tree label)
{
  const struct type *t = fir_atom_type (x), *i32 = type_i32 (y->e->ctx);
  struct fir_atom low = ext_constant (y->e, fold_convert (TREE_TYPE (CASE_LOW (label)),
							  CASE_LOW (label)), t), c;

  if (!CASE_HIGH (label))
    return fir_prim2 (y->e->p, y->b, FIR_EQ, t, x, low);
  c = fir_prim2 (y->e->p, y->b, FIR_GE, t, x, low);
  return fir_prim2 (y->e->p, y->b, FIR_BAND, i32, c,
		    fir_prim2 (y->e->p, y->b, FIR_LE, t, x,
			       ext_constant (y->e, CASE_HIGH (label), t)));
}

/* The labels of S that go where edge E goes hold for X.  */
static struct fir_atom
edge_taken (struct body *y, gswitch *s, struct fir_atom x, edge e)
{
  struct fir_atom c = FIR_NONE;

  for (unsigned k = 1; k < gimple_switch_num_labels (s); k++)
    if (gimple_switch_edge (cfun, s, k) == e)
      {
	struct fir_atom d = label_holds (y, x, gimple_switch_label (s, k));

	c = fir_atom_none (c) ? d : fir_prim2 (y->e->p, y->b, FIR_BOR, type_i32 (y->e->ctx), c, d);
      }
  return c;
}

/* The ways EDGES from number K on, the last of which is for all values that are left.  */
static struct end *
read_cases (struct body *y, gswitch *s, struct fir_atom x, const vec<edge> &edges, unsigned k,
	    const struct target *t)
{
  struct fir_block *b = y->b;
  auto_vec<fir_atom> slots;
  struct end *end;

  if (k + 1 == edges.length ())
    return body_flow_read (y, edges[k], NULL, t);
  end = split_new (y, edge_taken (y, s, x, edges[k]));
  end->split->fns[1] = fir_fn_new (y->e->p, 0, NULL);
  body_slots_save (y, &slots);
  if ((end->arms[0] = arm (y, edges[k], t, &end->split->fns[0])))
    {
      y->b = end->split->fns[1]->body;
      end->arms[1] = read_cases (y, s, x, edges, k + 1, t);
    }
  y->b = b;
  body_slots_restore (y, slots);
  if (end->arms[1])
    return end;
  body_end_free (end);
  return NULL;
}

/* The ways of S in the order of their labels, the default last, unless the program promises that
   it is never taken.  */
static void
switch_edges (gswitch *s, auto_vec<edge> *edges)
{
  edge other = gimple_switch_edge (cfun, s, 0);

  for (unsigned k = 1; k < gimple_switch_num_labels (s); k++)
    {
      edge e = gimple_switch_edge (cfun, s, k);

      if (e != other && !edges->contains (e) && !body_unreachable_p (e->dest))
	edges->safe_push (e);
    }
  if (edges->is_empty () || !body_unreachable_p (other->dest))
    edges->safe_push (other);
}

static struct end *
read_switch (struct body *y, gswitch *s, const struct target *t)
{
  struct fir_atom x = body_operand (y, gimple_switch_index (s));
  auto_vec<edge> edges;

  if (fir_atom_none (x) || gimple_switch_num_labels (s) > MAX_LABELS)
    {
      body_refuse (y, s, "a switch of many labels");
      return NULL;
    }
  switch_edges (s, &edges);
  return read_cases (y, s, x, edges, 0, t);
}

/* --- Blocks ---------------------------------------------------------------------------------- */

/* Read what follows the statements of BB, which ends with condition or switch LAST, up to T.  */
static struct end *
read_ways (struct body *y, basic_block bb, gimple *last, const struct target *t)
{
  struct fir_atom c;
  edge e, f;

  if (is_a<gswitch *> (last))
    return read_switch (y, as_a<gswitch *> (last), t);
  c = body_decide (y, bb, &e, &f);
  return fir_atom_none (c) ? NULL : read_if (y, c, e, f, t);
}

/* The ways from BB, which meet in T: its values to *VALUES.  */
static bool
read_branch (struct body *y, basic_block bb, gimple *last, const struct target *t,
	     auto_vec<fir_atom> *values)
{
  struct end *end;
  auto_vec<fir_atom> before;
  struct join j;
  bool good;

  body_places_open (y);
  body_slots_save (y, &before);
  end = read_ways (y, bb, last, t);
  good = end && body_join_types (y, end, before, &j) && body_join_finish (y, end, NULL, &j);
  if (good && end->kind == END_SPLIT)
    body_join_results (y, end->split, &j, values);
  else if (good)
    values->safe_splice (end->values);
  body_end_free (end);
  return good;
}

/* The values of T's names.  */
static void
target_names (struct body *y, const struct target *t, auto_vec<fir_atom> *values)
{
  for (tree name : t->names)
    {
      struct fir_atom *a = y->names.get (name);

      gcc_assert (a);
      values->safe_push (*a);
    }
}

/* E arrives where T is, or at the loop's header: its values.  */
static struct end *
arrive (struct body *y, edge e, const struct target *t)
{
  bool again = y->loop && e->dest == y->loop->header;
  struct end *end = body_end_new (y, again ? END_AGAIN : END_JOIN);

  if (!again && t->bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
    end->values.safe_push (y->result);
  else if (!body_phi_values (y, e, &end->values))
    {
      body_end_free (end);
      return NULL;
    }
  if (!again)
    target_names (y, t, &end->values);
  return end;
}

/* Edge E enters BB: its PHIs.  */
static bool
enter (struct body *y, edge e)
{
  struct target here;
  auto_vec<fir_atom> values;

  here.bb = e->dest;
  if (!body_phi_values (y, e, &values))
    return false;
  body_target_bind (y, &here, values);
  return true;
}

/* The only way from BB that the program leaves open, NULL if there are several.  */
static edge
only_edge (basic_block bb)
{
  edge only = NULL, e;
  edge_iterator it;

  FOR_EACH_EDGE (e, it, bb->succs)
    if (!body_unreachable_p (e->dest))
      {
	if (only)
	  return NULL;
	only = e;
      }
  return only;
}

/* From BB, whose statements are read, to where its ways meet or its loop ends; *NEXT: that block,
   *END if the way ends there.  */
static bool
go_on (struct body *y, basic_block bb, const struct target *t, basic_block *next, struct end **end)
{
  gimple *last = body_block_end (bb);
  struct target meet;
  auto_vec<fir_atom> values;
  bool tail;

  *end = NULL;
  meet.bb = *next = meeting (y, bb, t, &tail);
  if (!last || (!is_a<gcond *> (last) && !is_a<gswitch *> (last)))
    return body_refuse (y, last, "a jump");
  if (tail)
    {
      body_places_open (y);
      return (*end = read_ways (y, bb, last, t)) != NULL;
    }
  if (!read_branch (y, bb, last, &meet, &values))
    return false;
  body_target_bind (y, &meet, values);
  return true;
}

/* The loop of HEADER, whose PHIs have their first values; as go_on.  */
static bool
go_round (struct body *y, basic_block header, const struct target *t, basic_block *next,
	  struct end **end)
{
  struct target after;
  auto_vec<fir_atom> values;
  bool again;
  unsigned n;

  *end = NULL;
  if (!body_loop_read (y, header, &after, &values))
    return false;
  *next = after.bb;
  again = y->loop && after.bb == y->loop->header;
  if (!again && after.bb != t->bb)
    {
      body_target_bind (y, &after, values);
      return true;
    }
  n = values.length () - after.names.length ();
  for (unsigned k = n; k < values.length (); k++)
    y->names.put (after.names[k - n], values[k]);
  values.truncate (n);
  *end = body_end_new (y, again ? END_AGAIN : END_JOIN);
  (*end)->values.safe_splice (values);
  if (!again)
    target_names (y, t, &(*end)->values);
  return true;
}

/* Is BB the header of a loop around the one that is read?  */
static bool
around_p (struct body *y, basic_block bb)
{
  for (struct body_loop *l = y->loop; l; l = l->outer)
    if (l->header == bb)
      return true;
  return false;
}

struct end *
body_flow_read (struct body *y, edge e, basic_block bb, const struct target *t)
{
  struct end *end;
  bool inside = !e;		/* BB is the header of the loop that is read */

  for (;;)
    {
      if (e)
	{
	  if (e->dest == t->bb || (y->loop && e->dest == y->loop->header))
	    return arrive (y, e, t);
	  bb = e->dest;
	  if (around_p (y, bb))
	    {
	      body_refuse (y, body_block_end (bb), "a jump out of two loops");
	      return NULL;
	    }
	  if (!enter (y, e))
	    return NULL;
	}
      /* Ways may also meet, or a loop end, where the next loop begins.  */
      if (!inside && body_loop_header_p (bb))
	{
	  e = NULL;
	  if (!go_round (y, bb, t, &bb, &end))
	    return NULL;
	  if (end)
	    return end;
	  continue;
	}
      inside = false;
      if (!body_statements (y, bb))
	return NULL;
      e = only_edge (bb);
      if (e)
	continue;
      if (EDGE_COUNT (bb->succs) == 0)
	{
	  body_refuse (y, body_block_end (bb), "a call that does not return");
	  return NULL;
	}
      if (!go_on (y, bb, t, &bb, &end))
	return NULL;
      if (end)
	return end;
    }
}
