/* The effects of the calls in a function: of functions, known or not, of functions passed as
   arguments, of builtins.  Part of the passivity check.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Does not: find the effects of a function; effects_of (passive.cc) does.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "passive-walk.h"

/* --- Functions ------------------------------------------------------------------------------- */

static bool
function_pointer_p (tree t)
{
  return POINTER_TYPE_P (TREE_TYPE (t)) && FUNC_OR_METHOD_TYPE_P (TREE_TYPE (TREE_TYPE (t)));
}

/* What P, which may be a copy of a copy, was copied from.  */
static tree
copied_from (tree p)
{
  while (TREE_CODE (p) == SSA_NAME && gimple_assign_single_p (SSA_NAME_DEF_STMT (p)))
    p = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (p));
  return p;
}

/* The function that pointer P evidently is, or NULL_TREE.  */
static tree
function_of (tree p)
{
  p = copied_from (p);
  if (TREE_CODE (p) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (p, 0)) == FUNCTION_DECL)
    return TREE_OPERAND (p, 0);
  return NULL_TREE;
}

/* The call in FN that makes the trampoline which P evidently points to, or NULL: its arguments are
   the trampoline, the nested function and the frame.  GCC makes one for each nested function whose
   address is taken that uses its frame, at -O0 for all.  */
static gcall *
trampoline_of (tree fn, tree p)
{
  p = copied_from (p);
  while (TREE_CODE (p) == SSA_NAME && gimple_assign_cast_p (SSA_NAME_DEF_STMT (p)))
    p = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (p));
  if (TREE_CODE (p) != SSA_NAME
      || !gimple_call_builtin_p (SSA_NAME_DEF_STMT (p), BUILT_IN_ADJUST_TRAMPOLINE))
    return NULL;
  tree place = gimple_call_arg (SSA_NAME_DEF_STMT (p), 0);
  basic_block bb;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (fn))
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (gimple_call_builtin_p (gsi_stmt (i), BUILT_IN_INIT_TRAMPOLINE)
	  && operand_equal_p (gimple_call_arg (gsi_stmt (i), 0), place, 0))
	return as_a<gcall *> (gsi_stmt (i));
  return NULL;
}

tree
passive_callee (gcall *call)
{
  tree fn = gimple_call_fndecl (call);
  return fn || gimple_call_internal_p (call) ? fn : function_of (gimple_call_fn (call));
}

/* --- Arguments ------------------------------------------------------------------------------- */

/* May a function that does E take ARG for a pointer?  */
static bool
argument_pointer_p (tree arg, const struct effects *e)
{
  return POINTER_TYPE_P (TREE_TYPE (arg))
	 || (e->walked && INTEGRAL_TYPE_P (TREE_TYPE (arg))
	     && TYPE_PRECISION (TREE_TYPE (arg)) >= POINTER_SIZE);
}

/* The function called in CALL does E beyond what its arguments point to.  */
static void
go_further (struct passive_walker *w, gcall *call, struct effects *e)
{
  for (unsigned i = 0; i < e->far_writes.nways; i++)
    {
      struct violation v = e->far_write;
      v.via = passive_location (w->e->decl, call);
      passive_note_write (w, points_along (w->map, call, e->far_writes.ways[i]), NULL_TREE,
			  e->walked ? &v : NULL);
    }
  for (unsigned k = 0; k <= LAST_PARAM_BIT; k++)
    if (e->far_reads & param_bit (k))
      passive_note_read (w, points_along (w->map, call, { k, ANY_OFFSET }));
}

/* Argument K of CALL goes to a function that does E.  */
static void
pass_argument (struct passive_walker *w, gcall *call, struct effects *e, unsigned k)
{
  tree arg = call_argument (call, k);
  uint64_t bit = argument_bit (call, k);
  if (!arg || !((e->writes | e->reads) & bit))
    return;
  if (vtype_elem (TREE_TYPE (arg)))
    {
      if (e->reads & bit)
	passive_note_read (w, points_to (w->map, arg));
      return;
    }
  if (!argument_pointer_p (arg, e) || function_pointer_p (arg))
    return;
  struct points p = points_to (w->map, arg);
  if (e->writes & bit)
    {
      enum misdeed kind = passive_callee (call) || gimple_call_internal_p (call) ? MISDEED_WRITE
										 : MISDEED_LEND;
      struct violation v = e->walked ? e->param_write : passive_violation (w, kind, arg);
      if (e->walked)
	v.via = passive_location (w->e->decl, call);
      passive_note_write (w, p, arg, &v);
    }
  if (e->reads & bit)
    passive_note_read (w, p);
}

/* What printf's conversion %n writes to: an integer among the arguments that FN has no parameter
   for.  */
static void
pass_count (struct passive_walker *w, gcall *call, tree fn)
{
  unsigned named = 0;
  if (!passive_library_p (fn) || !stdarg_p (TREE_TYPE (fn)))
    return;
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (fn)); t; t = TREE_CHAIN (t))
    named++;
  for (unsigned k = named; k < gimple_call_num_args (call); k++)
    {
      tree arg = gimple_call_arg (call, k), type = TREE_TYPE (arg);
      if (POINTER_TYPE_P (type) && TREE_CODE (TREE_TYPE (type)) == INTEGER_TYPE
	  && !TYPE_READONLY (TREE_TYPE (type)) && TYPE_PRECISION (TREE_TYPE (type)) > BITS_PER_UNIT)
	passive_note_write (w, points_to (w->map, arg), arg, NULL);
    }
}

/* A null argument of CALL, of FN, stands for a variable of the library.  */
static void
check_hidden (struct passive_walker *w, gcall *call, tree fn)
{
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    if (integer_zerop (gimple_call_arg (call, k)) && passive_hidden_state_p (fn, k))
      passive_misdeed (w, MISDEED_CALL, fn);
}

/* E does what is not allowed, in CALL.  */
static void
inherit (struct passive_walker *w, gcall *call, struct effects *e)
{
  struct violation v = e->bad;
  v.via = passive_location (w->e->decl, call);
  passive_violate (w, e->walked ? v : passive_violation (w, v.kind, v.what));
}

/* What the call of a function that does E does.  What a function does that does not return is its
   own affair, unless it goes on elsewhere.  */
static void
call_known (struct passive_walker *w, gcall *call, struct effects *e)
{
  w->e->may_fail |= e->may_fail;
  w->e->raises |= e->raises;
  w->e->loops |= e->loops;
  w->e->total &= e->total;
  add_cost (w, e->walking ? RECURSION_COST : e->cost);
  if (gimple_call_noreturn_p (call))
    {
      w->e->total = false;
      if (e->bad.kind == MISDEED_CALL && e->bad.what && passive_leaves_p (e->bad.what))
	inherit (w, call, e);
      return;
    }
  for (unsigned k = 0; k <= gimple_call_num_args (call); k++)
    pass_argument (w, call, e, k);
  go_further (w, call, e);
  if (e->bad.kind != MISDEED_NONE)
    inherit (w, call, e);
  passive_note_memory (w, e);
}

/* --- Call-backs ------------------------------------------------------------------------------ */

/* CALL calls back a function that does E, and has the frame that MADE, if it is not NULL, gives to
   a trampoline.  What it reads by way of pointers in there is not looked for.  */
static void
called_back (struct passive_walker *w, gcall *call, const struct effects *e, gcall *made)
{
  const uint64_t frame = param_bit (CHAIN_PARAM);
  struct effects rest = *e;
  w->e->reads_memory |= (e->far_reads & frame) != 0;
  if (made && (e->writes & frame))
    {
      struct violation v = e->param_write;
      v.via = passive_location (w->e->decl, call);
      passive_note_write (w, points_to (w->map, gimple_call_arg (made, 2)), NULL_TREE, &v);
      rest.writes &= ~frame;
    }
  rest.far_reads &= ~frame;
  rest.far_writes.nways = 0;
  call_known (w, call, &rest);
  if (rest.writes || e->far_writes.nways)
    {
      struct violation v = rest.writes ? e->param_write : e->far_write;
      v.via = passive_location (w->e->decl, call);
      passive_violate (w, v);
    }
}

/* The functions that CALL hands to a library function, which calls them with what it was given.  */
static void
call_back (struct passive_walker *w, gcall *call)
{
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    if (function_pointer_p (gimple_call_arg (call, k)))
      {
	tree pointer = gimple_call_arg (call, k), fn = function_of (pointer);
	gcall *made = fn ? NULL : trampoline_of (w->e->decl, pointer);
	fn = made ? function_of (gimple_call_arg (made, 1)) : fn;
	if (fn)
	  called_back (w, call, effects_of (fn), made);
	else
	  passive_misdeed (w, MISDEED_POINTER, NULL_TREE);
      }
}

/* --- Builtins -------------------------------------------------------------------------------- */

/* The pointer arguments of a builtin are read, and written if WRITE.  */
static void
touch_arguments (struct passive_walker *w, gcall *call, bool write)
{
  struct effects e;
  memset (&e, 0, sizeof e);
  e.reads = ~(uint64_t) 0;
  e.writes = write ? e.reads : 0;
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    pass_argument (w, call, &e, k);
}

/* The vectors among the arguments of CALL are read, and what its function operands read besides
   their arguments.  */
static void
touch_vectors (struct passive_walker *w, gcall *call)
{
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    {
      tree arg = gimple_call_arg (call, k), type = TREE_TYPE (arg);
      if (vtype_elem (type))
	{
	  passive_note_read (w, points_to (w->map, arg));
	  /* Who knows what its elements point to.  */
	  w->e->reads_memory |= POINTER_TYPE_P (vtype_base (type)) != 0;
	}
      else if (function_pointer_p (arg) && !integer_zerop (arg))
	{
	  if (tree fn = function_of (arg))
	    passive_note_memory (w, effects_of (fn));
	  else
	    w->e->reads_memory = true;
	}
    }
}

/* Does STMT only count references to a vector?  */
static bool
count_p (gimple *stmt)
{
  tree fn = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return fn && (fn == op_retain_decl () || fn == op_release_decl ());
}

/* Is argument K of CALL its site, so that it has K operands, and are no vectors captured?  */
static bool
site_at_p (gcall *call, unsigned k)
{
  tree t = k < gimple_call_num_args (call) ? gimple_call_arg (call, k) : NULL_TREE;
  if (!t || TREE_CODE (t) != INTEGER_CST || TYPE_MAIN_VARIANT (TREE_TYPE (t)) != unsigned_type_node)
    return false;
  while (++k < gimple_call_num_args (call))
    if (vtype_elem (TREE_TYPE (gimple_call_arg (call, k))))
      return false;
  return true;
}

/* The operand of a map or a reduction, OP, whose elements it takes; -1 if OP is none.  */
static int
taken_operand (enum nova_op op)
{
  switch (op)
    {
    case NOVA_OP_SUM: case NOVA_OP_PRODUCT:
      return 0;
    case NOVA_OP_MAP: case NOVA_OP_COUNT: case NOVA_OP_ANY: case NOVA_OP_ALL:
      return 1;
    case NOVA_OP_REDUCE:
      return 2;
    default:
      return -1;
    }
}

/* May function operand T raise an error?  A generic operator is a null pointer.  */
static bool
operand_fails_p (tree t)
{
  tree fn = integer_zerop (t) ? NULL_TREE : function_of (t);
  return !integer_zerop (t) && (!fn || effects_of (fn)->may_fail);
}

/* Do none but maps and reductions use vector T, or copies of it?  *USES: how often.  */
static bool
only_taken_in_p (tree t, unsigned *uses)
{
  imm_use_iterator it;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, it, t)
    {
      gimple *stmt = USE_STMT (use);
      if (is_gimple_debug (stmt) || count_p (stmt))
	continue;
      if (gimple_assign_ssa_name_copy_p (stmt))
	{
	  if (!only_taken_in_p (gimple_assign_lhs (stmt), uses))
	    return false;
	  continue;
	}
      ++*uses;
      int k = taken_operand (op_called (stmt));
      if (k < 0 || gimple_call_arg_ptr (stmt, k) != use->use)
	return false;
    }
  return true;
}

/* May T, a size of type TYPE as it was written, be negative?  A variable of that type may have been
   converted for the call.  */
static bool
maybe_negative_p (tree t, tree type)
{
  if (TYPE_UNSIGNED (type))
    return false;
  t = copied_from (t);
  if (TREE_CODE (t) == INTEGER_CST)
    return wi::neg_p (wi::to_wide (t), SIGNED);
  if (TYPE_UNSIGNED (TREE_TYPE (t)) && TREE_CODE (t) == SSA_NAME
      && gimple_assign_cast_p (SSA_NAME_DEF_STMT (t)))
    t = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (t));
  return TYPE_UNSIGNED (TREE_TYPE (t)) || !tree_expr_nonnegative_p (t);
}

/* May CALL, a view of an array, find a negative size?  Sizes of an unsigned type are trusted: what
   is too large for memory was negative before.  */
static bool
view_fails_p (gcall *call, enum nova_op op)
{
  tree site = gimple_call_arg (call, gimple_call_num_args (call) - 1);
  const struct nova_call_site *s = site_get (tree_to_uhwi (site));
  if (s->derived)
    return false;
  for (unsigned k = 1; k < s->nops; k += op == NOVA_OP_VIEW ? 1 : 2)
    if (maybe_negative_p (gimple_call_arg (call, k), s->op_type[k]))
      return true;
  return false;
}

/* Is vector T one that need not be made, and whose use checks nothing: numbers, an array, or a map
   of such that is taken once?  DEPTH maps were passed.  */
static bool
never_made_p (tree t, unsigned depth)
{
  gimple *def = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  unsigned uses = 0;
  /* In variables of the program: copies.  */
  while (def && gimple_assign_ssa_name_copy_p (def))
    {
      t = gimple_assign_rhs1 (def);
      def = SSA_NAME_DEF_STMT (t);
    }
  switch (op_called (def))
    {
    case NOVA_OP_VIEW:
      return gimple_call_num_args (def) == 3;
    case NOVA_OP_RANGE:
      return gimple_call_num_args (def) <= 3 && only_taken_in_p (t, &uses)
	     && TYPE_PRECISION (vtype_elem (TREE_TYPE (t))) <= 64;
    case NOVA_OP_MAP:
      return depth < 8 && vtype_levels (TREE_TYPE (t)) == 1 && site_at_p (as_a <gcall *> (def), 2)
	     && only_taken_in_p (t, &uses) && uses <= 1
	     && !operand_fails_p (gimple_call_arg (def, 0))
	     && never_made_p (gimple_call_arg (def, 1), depth + 1);
    default:
      return false;
    }
}

/* Can builtin CALL of OP raise no error?  It checks nothing, and makes no vector that might find no
   memory; with NOVA_CHECK it is not asked whether its function is associative.  */
static bool
quiet_p (gcall *call, enum nova_op op)
{
  tree lhs = gimple_call_lhs (call);
  int k = taken_operand (op);
  if (op == NOVA_OP_RANGE || op == NOVA_OP_MAP)
    return lhs && never_made_p (lhs, 0);
  if (k < 0 || !site_at_p (call, k + 1) || !never_made_p (gimple_call_arg (call, k), 0))
    return false;
  return k == 0 || (op == NOVA_OP_REDUCE ? integer_zerop (gimple_call_arg (call, 0))
		    : !operand_fails_p (gimple_call_arg (call, 0)));
}

/* Can builtin CALL of OP fail for want of memory only?  Like quiet_p it takes no function of the
   program where NOVA_CHECK would ask for one that is associative.  */
static bool
lacks_only_p (gcall *call, enum nova_op op)
{
  tree t;
  switch (op)
    {
    case NOVA_OP_SUM: case NOVA_OP_PRODUCT: case NOVA_OP_LENGTHS:
      return site_at_p (call, 1);
    case NOVA_OP_REDUCE: case NOVA_OP_SCAN: case NOVA_OP_EXSCAN:
      return integer_zerop (gimple_call_arg (call, 0)) && site_at_p (call, 3);
    case NOVA_OP_MAP: case NOVA_OP_FILTER: case NOVA_OP_COUNT: case NOVA_OP_ANY: case NOVA_OP_ALL:
      t = gimple_call_arg (call, 0);
      return (integer_zerop (t) || (function_of (t) && !effects_of (function_of (t))->raises))
	     && site_at_p (call, 2);
    default:
      return false;
    }
}

/* A nova builtin: nested parallelism.  Its function operands are checked at its own site; what they
   read counts here.  */
static void
call_builtin (struct passive_walker *w, gcall *call, tree fn, enum nova_op op)
{
  w->e->total = false;
  switch (op)
    {
    case NOVA_OP_PRINT:
      if (!option.debug)
	passive_misdeed (w, MISDEED_OUTPUT, fn);
      w->e->reads_memory = true;
      return;
    case NOVA_OP_LENGTH:
    case NOVA_OP_HLENGTH:
    case NOVA_OP_HSTRIDE:
    case NOVA_OP_HROW:
    case NOVA_OP_LITERAL:
    case NOVA_OP_RETAIN:
    case NOVA_OP_RELEASE:
      add_cost (w, 5);
      return;
    case NOVA_OP_VIEW:
    case NOVA_OP_VIEW_STRIDED:
      touch_arguments (w, call, false);
      w->e->may_fail |= view_fails_p (call, op);
      w->e->raises |= view_fails_p (call, op);
      add_cost (w, 5);
      return;
    case NOVA_OP_KEEP:
    case NOVA_OP_HDATA:
    case NOVA_OP_DATA:
      touch_vectors (w, call);
      add_cost (w, 2);
      return;
    default:
      touch_arguments (w, call, op_stores_p (op));
      touch_vectors (w, call);
      w->e->may_fail |= !quiet_p (call, op);
      w->e->raises |= !quiet_p (call, op) && !lacks_only_p (call, op);
      w->e->loops |= op != NOVA_OP_RAISE_INDEX && op != NOVA_OP_FAIL;
      add_cost (w, op == NOVA_OP_RAISE_INDEX || op == NOVA_OP_FAIL ? 1 : 1000);
    }
}

/* --- Every call ------------------------------------------------------------------------------ */

/* Internal functions of GCC: arithmetic with a flag, and what sanitizers and OpenMP's simd loops
   leave behind.  */
static void
call_internal (struct passive_walker *w, gcall *call)
{
  const char *name = internal_fn_name (gimple_call_internal_fn (call));
  if (gimple_call_flags (call) & (ECF_CONST | ECF_PURE))
    return;
  w->e->total = false;
  if (strncmp (name, "UBSAN_", 6) && strncmp (name, "ASAN_", 5) && strncmp (name, "HWASAN_", 7)
      && strncmp (name, "TSAN_", 5) && strncmp (name, "GOMP_SIMD_", 10)
      && strcmp (name, "DEFERRED_INIT") && strcmp (name, "FALLTHROUGH") && strcmp (name, "VA_ARG"))
    passive_misdeed (w, MISDEED_CALL, NULL_TREE);
}

static void
call_function (struct passive_walker *w, gcall *call, tree fn)
{
  enum nova_op op = op_resolved (fn);
  if (op != NOVA_OP_NONE)
    call_builtin (w, call, fn, op);
  else if (fn == op_retain_decl () || fn == op_release_decl ())
    w->e->total = false;
  else
    {
      call_known (w, call, effects_of (fn));
      check_hidden (w, call, fn);
      pass_count (w, call, fn);
      if (passive_calls_back_p (fn))
	call_back (w, call);
    }
}

static void
call_pointer (struct passive_walker *w, gcall *call)
{
  tree type = gimple_call_fntype (call);
  struct effects e;
  memset (&e, 0, sizeof e);
  if (passive_pointer_p (type))
    effects_trusted (&e, type);
  else
    e.bad.kind = MISDEED_POINTER;
  call_known (w, call, &e);
}

void
passive_walk_call (struct passive_walker *w, gcall *call)
{
  if (gimple_call_internal_p (call))
    call_internal (w, call);
  else if (tree fn = passive_callee (call))
    call_function (w, call, fn);
  else
    call_pointer (w, call);
}
