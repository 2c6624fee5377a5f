/* The effects of a function's statements: writes, reads, cost.  Part of the passivity check.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   On GIMPLE in SSA form, right after it was built, so nothing has been inlined or folded yet except
   by gimplification: sanitizers' marks, checked string functions and assert's call occur here.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "passive-walk.h"

/* --- Notes ---------------------------------------------------------------------------------- */

location_t
passive_location (tree fn, gimple *stmt)
{
  location_t loc = gimple_location (stmt);
  return LOCATION_LOCUS (loc) <= BUILTINS_LOCATION ? DECL_SOURCE_LOCATION (fn) : loc;
}

struct violation
passive_violation (struct passive_walker *w, enum misdeed kind, tree what)
{
  location_t loc = passive_location (w->e->decl, w->stmt);
  return { kind, what, w->e->decl, loc, UNKNOWN_LOCATION };
}

void
passive_violate (struct passive_walker *w, struct violation v)
{
  if (w->e->bad.kind == MISDEED_NONE)
    w->e->bad = v;
}

void
passive_misdeed (struct passive_walker *w, enum misdeed kind, tree what)
{
  passive_violate (w, passive_violation (w, kind, what));
}

/* Nobody knows where P points.  */
static bool
unknown_p (const struct points *p)
{
  return !p->own && !p->nowhere && !p->params && !p->nways && !p->elsewhere && !p->vector;
}

/* The current statement writes to what P says; WHAT is its name for messages, unless P knows.  */
void
passive_note_write (struct passive_walker *w, struct points p, tree what, struct violation *inner)
{
  struct violation v = inner ? *inner : passive_violation (w, MISDEED_WRITE, what);
  if (p.elsewhere || p.vector || unknown_p (&p))
    {
      if (p.what && DECL_P (p.what))
	v.what = p.what;
      passive_violate (w, v);
    }
  if (p.params && w->e->param_write.kind == MISDEED_NONE)
    {
      w->e->param_write = v;
      w->e->first_write = p.params;
    }
  else if ((p.params & ~w->e->first_write) && w->e->other_write.kind == MISDEED_NONE)
    w->e->other_write = v;
  w->e->writes |= p.params;
  if (p.nways && w->e->far_write.kind == MISDEED_NONE)
    w->e->far_write = v;
  for (unsigned k = 0; k < p.nways; k++)
    points_add_way (&w->e->far_writes, p.ways[k].param, p.ways[k].offset);
}

/* BASE is a variable that nobody can change.  */
static bool
constant_p (tree base)
{
  return (VAR_P (base) && TREE_READONLY (base) && !TREE_THIS_VOLATILE (base))
	 || TREE_CODE (base) == CONST_DECL || TREE_CODE (base) == STRING_CST;
}

/* VAR is a variable of the program, the same for all threads, of a size that is known.  */
static bool
area_p (tree var)
{
  return VAR_P (var) && is_global_var (var) && !DECL_THREAD_LOCAL_P (var)
	 && !DECL_HARD_REGISTER (var) && DECL_SIZE_UNIT (var)
	 && tree_fits_uhwi_p (DECL_SIZE_UNIT (var))
	 && !(DECL_EXTERNAL (var) && RECORD_OR_UNION_TYPE_P (TREE_TYPE (var)));
}

static void
note_global (struct passive_walker *w, tree var)
{
  struct effects *e = w->e;
  for (unsigned k = 0; k < e->nglobals; k++)
    if (e->globals[k] == var)
      return;
  if (e->nglobals < MAX_GLOBALS)
    e->globals[e->nglobals++] = var;
  else
    e->reads_memory = true;
}

void
passive_note_read (struct passive_walker *w, struct points p)
{
  w->e->reads |= p.params;
  for (unsigned k = 0; k < p.nways; k++)
    w->e->far_reads |= param_bit (p.ways[k].param);
  if (!p.elsewhere || (!p.more && p.what && constant_p (p.what)))
    return;
  if (!p.more && p.what && area_p (p.what))
    note_global (w, p.what);
  else
    w->e->reads_memory = true;
}

/* E's reads of what no argument leads to.  */
void
passive_note_memory (struct passive_walker *w, const struct effects *e)
{
  w->e->reads_memory |= e->reads_memory;
  w->e->reads_thread |= e->reads_thread;
  for (unsigned k = 0; k < e->nglobals; k++)
    note_global (w, e->globals[k]);
}

/* --- Loads and stores ----------------------------------------------------------------------- */

static bool
own_variable_p (struct passive_walker *w, tree base)
{
  return DECL_P (base) && auto_var_in_fn_p (base, w->e->decl);
}

/* BASE is memory that only the function itself has pointers to, as far as it knows.  */
static bool
own_memory_p (struct passive_walker *w, tree base)
{
  struct points p = points_base (w->map, base);
  return p.own && !p.params && !p.nways && !p.elsewhere && !p.vector;
}

/* A volatile access is one that others may see, but for a variable of the function's own.  */
static void
check_volatile (struct passive_walker *w, tree base, tree ref)
{
  if ((TREE_THIS_VOLATILE (ref) || TREE_THIS_VOLATILE (base)) && !own_variable_p (w, base)
      && (DECL_P (base) || !own_memory_p (w, base)))
    passive_misdeed (w, MISDEED_VOLATILE, DECL_P (base) ? base : NULL_TREE);
}

/* Does REF have an index that may be out of bounds?  */
static bool
indexed_p (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF && TREE_CODE (TREE_OPERAND (ref, 1)) != INTEGER_CST)
      return true;
  return false;
}

/* Each thread has its own.  */
static bool
visit_address (gimple *, tree base, tree, void *data)
{
  struct passive_walker *w = (struct passive_walker *) data;
  w->e->reads_thread |= VAR_P (base) && DECL_THREAD_LOCAL_P (base);
  return false;
}

static bool
visit_store (gimple *, tree base, tree ref, void *data)
{
  struct passive_walker *w = (struct passive_walker *) data;
  if (!DECL_P (base) || indexed_p (ref))
    w->e->total = false;
  if (!own_variable_p (w, base))
    {
      check_volatile (w, base, ref);
      passive_note_write (w, points_base (w->map, base), ref, NULL);
    }
  return false;
}

static bool
visit_load (gimple *, tree base, tree ref, void *data)
{
  struct passive_walker *w = (struct passive_walker *) data;
  if (!DECL_P (base) || indexed_p (ref))
    w->e->total = false;
  if (own_variable_p (w, base))
    return false;
  check_volatile (w, base, ref);
  visit_address (NULL, base, ref, data);
  if (!constant_p (base))
    passive_note_read (w, points_base (w->map, base));
  return false;
}

/* --- Statements ----------------------------------------------------------------------------- */

static unsigned
assign_cost (gimple *stmt)
{
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  switch (gimple_assign_rhs_code (stmt))
    {
    case RDIV_EXPR:
      return 5;
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
      return TREE_CODE (gimple_assign_rhs2 (stmt)) == INTEGER_CST ? 4 : 20;
    case SSA_NAME:
    CASE_CONVERT:
    case INTEGER_CST:
    case REAL_CST:
    case ADDR_EXPR:
      return 0;
    default:
      return AGGREGATE_TYPE_P (type) ? 2 : 1;
    }
}

/* May the division STMT trap?  */
static bool
division_p (gimple *stmt)
{
  switch (gimple_assign_rhs_code (stmt))
    {
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
      return TREE_CODE (gimple_assign_rhs2 (stmt)) != INTEGER_CST
	     || integer_zerop (gimple_assign_rhs2 (stmt))
	     || integer_minus_onep (gimple_assign_rhs2 (stmt));
    default:
      return false;
    }
}

static void
walk_asm (struct passive_walker *w, gasm *stmt)
{
  w->e->total = false;
  bool memory = gimple_asm_volatile_p (stmt);
  for (unsigned k = 0; k < gimple_asm_nclobbers (stmt); k++)
    memory |= strcmp (TREE_STRING_POINTER (TREE_VALUE (gimple_asm_clobber_op (stmt, k))),
		      "memory") == 0;
  if (memory)
    passive_misdeed (w, MISDEED_ASM, NULL_TREE);
  add_cost (w, 5);
}

static void
walk_statement (struct passive_walker *w, gimple *stmt)
{
  if (is_gimple_debug (stmt) || gimple_clobber_p (stmt))
    return;
  w->stmt = stmt;
  walk_stmt_load_store_addr_ops (stmt, w, visit_load, visit_store, visit_address);
  if (is_gimple_assign (stmt))
    {
      add_cost (w, assign_cost (stmt));
      if (division_p (stmt))
	w->e->total = false;
    }
  else if (gcall *call = dyn_cast<gcall *> (stmt))
    passive_walk_call (w, call);
  else if (gasm *a = dyn_cast<gasm *> (stmt))
    walk_asm (w, a);
  else if (gimple_code (stmt) == GIMPLE_COND)
    add_cost (w, 1);
}

/* Add the cost COST of one run of a block of loop depth DEPTH.  */
static unsigned
weigh (unsigned cost, unsigned depth)
{
  for (; depth > 0 && cost < MAX_COST; depth--)
    cost *= 8;
  return MIN (cost, MAX_COST);
}

void
effects_walk (struct effects *e)
{
  struct function *fun = DECL_STRUCT_FUNCTION (e->decl);
  struct passive_walker w = { e, points_find (e->decl), NULL };
  unsigned total = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    {
      unsigned depth = bb->loop_father ? bb_loop_depth (bb) : 0;
      e->cost = 0;
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	walk_statement (&w, gsi_stmt (i));
      total = MIN (total + weigh (e->cost, depth), MAX_COST);
      if (depth > 0)
	e->total = false;
    }
  e->cost = MAX (total, 1);
  e->returned = points_returned (w.map);
  e->stored = points_stored (w.map);
  points_free (w.map);
}
