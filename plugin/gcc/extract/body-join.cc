/* The values that the paths through a branch or a loop pass on to the rest.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A path is read into its own block.  When all paths are read it is known which values differ: the
   PHIs of the block where they meet, and the fields of local records.  Those become results of the
   if or of the loop; a field that not every path sets is unknown from there on.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

struct end *
body_end_new (struct body *y, enum end_kind kind)
{
  struct end *end = new struct end ();

  end->kind = kind;
  end->b = y->b;
  body_slots_save (y, &end->slots);
  return end;
}

void
body_end_free (struct end *end)
{
  if (!end)
    return;
  if (end->kind == END_SPLIT)
    for (unsigned k = 0; k < 2; k++)
      body_end_free (end->arms[k]);
  delete end;
}

bool
body_phi_values (struct body *y, edge e, auto_vec<fir_atom> *values)
{
  for (gphi_iterator it = gsi_start_phis (e->dest); !gsi_end_p (it); gsi_next (&it))
    if (!virtual_operand_p (gimple_phi_result (it.phi ())))
      {
	struct fir_atom a = body_operand (y, PHI_ARG_DEF_FROM_EDGE (it.phi (), e));

	if (fir_atom_none (a))
	  return body_refuse (y, it.phi (), "a value that cannot be followed");
	if (fir_atom_type (a) != ext_type (y->e, TREE_TYPE (gimple_phi_result (it.phi ()))))
	  return body_refuse (y, it.phi (), "a value of two types");
	values->safe_push (a);
      }
  return true;
}

void
body_target_bind (struct body *y, const struct target *t, const vec<fir_atom> &values)
{
  unsigned k = 0;

  if (t->bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
    y->result = values[k++];
  else
    for (gphi_iterator it = gsi_start_phis (t->bb); !gsi_end_p (it); gsi_next (&it))
      if (!virtual_operand_p (gimple_phi_result (it.phi ())))
	y->names.put (gimple_phi_result (it.phi ()), values[k++]);
  for (tree name : t->names)
    y->names.put (name, values[k++]);
}

/* --- What is wanted -------------------------------------------------------------------------- */

static void
ends_that_join (struct end *end, auto_vec<struct end *> *to)
{
  if (end->kind == END_JOIN)
    to->safe_push (end);
  else if (end->kind == END_SPLIT)
    for (unsigned k = 0; k < 2; k++)
      ends_that_join (end->arms[k], to);
}

static bool
same_atom (struct fir_atom a, struct fir_atom b)
{
  return a.var == b.var && a.cst == b.cst;
}

static struct fir_atom
slot_of (const struct end *end, unsigned slot)
{
  return slot < end->slots.length () ? end->slots[slot] : FIR_NONE;
}

/* Do all of ENDS leave SLOT as it is in BEFORE?  */
static bool
untouched (const vec<fir_atom> &before, const vec<struct end *> &ends, unsigned slot)
{
  if (slot >= before.length ())
    return false;
  for (struct end *end : ends)
    if (!same_atom (slot_of (end, slot), before[slot]))
      return false;
  return true;
}

/* Have all of ENDS a value for SLOT of L?  */
static bool
all_set (struct place *l, const vec<struct end *> &ends, unsigned slot)
{
  for (struct end *end : ends)
    if (fir_atom_none (slot_of (end, slot))
	&& (slot == l->at || fir_atom_none (slot_of (end, l->at))))
      return false;
  return true;
}

/* The slots that ENDS change and set, to WANTED; the slots of Y become those of BEFORE where they
   are untouched, none where they are not.  */
static void
slots_wanted (struct body *y, const vec<struct end *> &ends, const vec<fir_atom> &before,
	      auto_vec<unsigned> *wanted)
{
  body_slots_restore (y, before);
  for (struct place *l : y->places)
    {
      bool whole = untouched (before, ends, l->at), all = whole;

      for (unsigned k = 0; k < l->nfields; k++)
	all &= untouched (before, ends, l->at + 1 + k);
      if (all)
	continue;
      y->slots[l->at] = FIR_NONE;
      if (!l->nfields && all_set (l, ends, l->at))
	wanted->safe_push (l->at);
      for (unsigned s = l->at + 1; s <= l->at + l->nfields; s++)
	if (!untouched (before, ends, s) || fir_atom_none (y->slots[s]))
	  {
	    y->slots[s] = FIR_NONE;
	    if (all_set (l, ends, s))
	      wanted->safe_push (s);
	  }
    }
}

/* --- Finishing blocks ------------------------------------------------------------------------ */

/* What END gives: its values, then the slots WANTED.  */
static void
end_atoms (struct body *y, struct end *end, const vec<unsigned> &wanted,
	   auto_vec<fir_atom> *atoms)
{
  y->b = end->b;
  atoms->safe_splice (end->values);
  for (unsigned slot : wanted)
    atoms->safe_push (body_place_field (y, end->slots, slot));
}

/* S has results of TYPES.  */
static void
give_results (struct body *y, struct fir_stmt *s, const vec<const struct type *> &types)
{
  s->nres = types.length ();
  s->res = CTX_NEWV (y->e->ctx, struct fir_var *, s->nres);
  for (unsigned k = 0; k < s->nres; k++)
    {
      s->res[k] = fir_var_new (y->e->p, "r", types[k]);
      s->res[k]->def = s;
    }
}

/* B ends with S; what S gives B returns.  */
static void
return_results (struct body *y, struct fir_block *b, struct fir_stmt *s)
{
  auto_vec<fir_atom> atoms;

  for (unsigned k = 0; k < s->nres; k++)
    atoms.safe_push (fir_atom_var (s->res[k]));
  fir_block_return (y->e->p, b, atoms.length (), atoms.address ());
}

/* The next turn of LOOP.  */
static bool
again (struct body *y, struct end *end, struct body_loop *loop,
       const vec<const struct type *> &types)
{
  auto_vec<fir_atom> atoms;
  struct fir_stmt *s;

  if (!loop)
    return body_refuse (y, NULL, "a jump out of two loops");
  atoms.safe_push (fir_atom_var (loop->mu));
  end_atoms (y, end, loop->slots, &atoms);
  for (const struct fir_atom &a : atoms)
    if (fir_atom_none (a))
      return body_refuse (y, NULL, "a record that a loop leaves unset");
  s = fir_stmt_new (y->e->p, end->b, FIR_APPLY, 0, atoms.length (), 0, NULL, NULL);
  memcpy (s->args, atoms.address (), atoms.length () * sizeof *s->args);
  s->tail = true;
  give_results (y, s, types);
  return_results (y, end->b, s);
  return true;
}

static bool
finish (struct body *y, struct end *end, struct body_loop *loop, const vec<unsigned> &wanted,
	const vec<const struct type *> &types)
{
  auto_vec<fir_atom> atoms;

  switch (end->kind)
    {
    case END_AGAIN:
      return again (y, end, loop, types);
    case END_SPLIT:
      give_results (y, end->split, types);
      if (!finish (y, end->arms[0], loop, wanted, types)
	  || !finish (y, end->arms[1], loop, wanted, types))
	return false;
      return_results (y, end->b, end->split);
      return true;
    default:
      end_atoms (y, end, wanted, &atoms);
      fir_block_return (y->e->p, end->b, atoms.length (), atoms.address ());
      return true;
    }
}

bool
body_join_types (struct body *y, struct end *end, const vec<fir_atom> &before, struct join *j)
{
  auto_vec<struct end *> ends;

  ends_that_join (end, &ends);
  if (ends.is_empty ())
    return body_refuse (y, NULL, "a loop without end");
  slots_wanted (y, ends, before, &j->wanted);
  for (const struct fir_atom &a : ends[0]->values)
    j->types.safe_push (fir_atom_type (a));
  j->nvalues = j->types.length ();
  for (unsigned slot : j->wanted)
    {
      struct fir_atom a = slot_of (ends[0], slot);

      for (struct place *l : y->places)
	if (slot >= l->at && slot <= l->at + l->nfields)
	  j->types.safe_push (body_place_type (l, slot));
      gcc_assert (fir_atom_none (a) || fir_atom_type (a) == j->types.last ());
    }
  return true;
}

bool
body_join_finish (struct body *y, struct end *end, struct body_loop *loop, struct join *j)
{
  struct fir_block *b = y->b;
  bool good = finish (y, end, loop, j->wanted, j->types);

  y->b = b;
  return good;
}

void
body_join_results (struct body *y, struct fir_stmt *s, struct join *j, auto_vec<fir_atom> *values)
{
  if (!s->nres)
    give_results (y, s, j->types);
  for (unsigned k = 0; k < s->nres; k++)
    if (k < j->nvalues)
      values->safe_push (fir_atom_var (s->res[k]));
    else
      y->slots[j->wanted[k - j->nvalues]] = fir_atom_var (s->res[k]);
}
