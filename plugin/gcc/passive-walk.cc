/* What the statements of a function do: writes, reads, calls, cost.  Part of the passivity check.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   On GIMPLE in SSA form, right after it was built, so nothing was inlined or folded yet but what
   gimplification folds: sanitizers' marks, checked string functions and assert's call are met
   here.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "passive.h"

struct passive_walker
{
  struct effects *e;
  struct points_map *map;
  gimple *stmt;
};

/* --- Notes ---------------------------------------------------------------------------------- */

static location_t
place_of (tree fn, gimple *stmt)
{
  location_t loc = gimple_location (stmt);
  return LOCATION_LOCUS (loc) <= BUILTINS_LOCATION ? DECL_SOURCE_LOCATION (fn) : loc;
}

static struct violation
make_violation (struct passive_walker *w, enum misdeed kind, tree what)
{
  location_t loc = place_of (w->e->decl, w->stmt);
  return { kind, what, w->e->decl, loc, UNKNOWN_LOCATION };
}

static void
violate (struct passive_walker *w, struct violation v)
{
  if (w->e->bad.kind == MISDEED_NONE)
    w->e->bad = v;
}

static void
misdeed (struct passive_walker *w, enum misdeed kind, tree what)
{
  violate (w, make_violation (w, kind, what));
}

/* Nobody knows where P points.  */
static bool
unknown_p (const struct points *p)
{
  return !p->own && !p->nowhere && !p->params && !p->nways && !p->elsewhere && !p->vector;
}

/* The current statement writes to what P says; WHAT is its name for messages, unless P knows.  */
static void
note_write (struct passive_walker *w, struct points p, tree what, struct violation *inner)
{
  struct violation v = inner ? *inner : make_violation (w, MISDEED_WRITE, what);
  if (p.elsewhere || p.vector || unknown_p (&p))
    {
      if (p.what && DECL_P (p.what))
	v.what = p.what;
      violate (w, v);
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

static void
note_read (struct passive_walker *w, struct points p)
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
static void
note_memory (struct passive_walker *w, const struct effects *e)
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
    misdeed (w, MISDEED_VOLATILE, DECL_P (base) ? base : NULL_TREE);
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
      note_write (w, points_base (w->map, base), ref, NULL);
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
    note_read (w, points_base (w->map, base));
  return false;
}

/* --- Calls ---------------------------------------------------------------------------------- */

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
called_function (gcall *call)
{
  tree fn = gimple_call_fndecl (call);
  return fn || gimple_call_internal_p (call) ? fn : function_of (gimple_call_fn (call));
}

static void
add_cost (struct passive_walker *w, unsigned cost)
{
  w->e->cost = MIN (w->e->cost + cost, MAX_COST);
}

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
      v.via = place_of (w->e->decl, call);
      note_write (w, points_along (w->map, call, e->far_writes.ways[i]), NULL_TREE,
		  e->walked ? &v : NULL);
    }
  for (unsigned k = 0; k <= LAST_PARAM_BIT; k++)
    if (e->far_reads & param_bit (k))
      note_read (w, points_along (w->map, call, { k, ANY_OFFSET }));
}

/* Argument K of CALL goes to a function that does E.  */
static void
pass_argument (struct passive_walker *w, gcall *call, struct effects *e, unsigned k)
{
  tree arg = call_argument (call, k);
  uint64_t bit = argument_bit (call, k);
  if (!arg || !argument_pointer_p (arg, e) || vec_elem (TREE_TYPE (arg)) || function_pointer_p (arg)
      || !((e->writes | e->reads) & bit))
    return;
  struct points p = points_to (w->map, arg);
  if (e->writes & bit)
    {
      struct violation v = e->param_write;
      v.via = place_of (w->e->decl, call);
      note_write (w, p, arg, e->walked ? &v : NULL);
    }
  if (e->reads & bit)
    note_read (w, p);
}

/* What printf's conversion %n writes to: an integer among the arguments that FN has no parameter
   for.  */
static void
pass_count (struct passive_walker *w, gcall *call, tree fn)
{
  unsigned named = 0;
  if (!library_p (fn) || !stdarg_p (TREE_TYPE (fn)))
    return;
  for (tree t = TYPE_ARG_TYPES (TREE_TYPE (fn)); t; t = TREE_CHAIN (t))
    named++;
  for (unsigned k = named; k < gimple_call_num_args (call); k++)
    {
      tree arg = gimple_call_arg (call, k), type = TREE_TYPE (arg);
      if (POINTER_TYPE_P (type) && TREE_CODE (TREE_TYPE (type)) == INTEGER_TYPE
	  && !TYPE_READONLY (TREE_TYPE (type)) && TYPE_PRECISION (TREE_TYPE (type)) > BITS_PER_UNIT)
	note_write (w, points_to (w->map, arg), arg, NULL);
    }
}

/* A null argument of CALL, of FN, stands for a variable of the library.  */
static void
check_hidden (struct passive_walker *w, gcall *call, tree fn)
{
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    if (integer_zerop (gimple_call_arg (call, k)) && hidden_state_p (fn, k))
      misdeed (w, MISDEED_CALL, fn);
}

/* E does what is not allowed, in CALL.  */
static void
inherit (struct passive_walker *w, gcall *call, struct effects *e)
{
  struct violation v = e->bad;
  v.via = place_of (w->e->decl, call);
  violate (w, e->walked ? v : make_violation (w, v.kind, v.what));
}

/* What the call of a function that does E does.  What a function does that does not return is its
   own affair, unless it goes on elsewhere.  */
static void
call_known (struct passive_walker *w, gcall *call, struct effects *e)
{
  w->e->may_fail |= e->may_fail;
  w->e->total &= e->total;
  add_cost (w, e->walking ? RECURSION_COST : e->cost);
  if (gimple_call_noreturn_p (call))
    {
      w->e->total = false;
      if (e->bad.kind == MISDEED_CALL && e->bad.what && leaves_p (e->bad.what))
	inherit (w, call, e);
      return;
    }
  for (unsigned k = 0; k <= gimple_call_num_args (call); k++)
    pass_argument (w, call, e, k);
  go_further (w, call, e);
  if (e->bad.kind != MISDEED_NONE)
    inherit (w, call, e);
  note_memory (w, e);
}

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
      v.via = place_of (w->e->decl, call);
      note_write (w, points_to (w->map, gimple_call_arg (made, 2)), NULL_TREE, &v);
      rest.writes &= ~frame;
    }
  rest.far_reads &= ~frame;
  rest.far_writes.nways = 0;
  call_known (w, call, &rest);
  if (rest.writes || e->far_writes.nways)
    {
      struct violation v = rest.writes ? e->param_write : e->far_write;
      v.via = place_of (w->e->decl, call);
      violate (w, v);
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
	  misdeed (w, MISDEED_POINTER, NULL_TREE);
      }
}

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

enum builtin_effect { CONST, PURE, STORE, HOST, MARK };

static enum builtin_effect
builtin_effect_of (enum nova_op op)
{
  static const enum builtin_effect effects[] = {
#define NOVA_BUILTIN(ENUM, NAME, SITE, SHORT, MIN, MAX, FNS, EFFECT, STATUS, DOC) EFFECT,
#include "builtins.def"
#undef NOVA_BUILTIN
  };
  return op < ARRAY_SIZE (effects) ? effects[op] : op == NOVA_OP_HDATA || op == NOVA_OP_KEEP ? PURE : CONST;
}

/* The vectors among the arguments of CALL are read, and what its function operands read besides
   their arguments.  */
static void
touch_vectors (struct passive_walker *w, gcall *call)
{
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    {
      tree arg = gimple_call_arg (call, k), type = TREE_TYPE (arg);
      if (vec_elem (type))
	{
	  note_read (w, points_to (w->map, arg));
	  /* Who knows what its elements point to.  */
	  w->e->reads_memory |= POINTER_TYPE_P (vec_base (type)) != 0;
	}
      else if (function_pointer_p (arg) && !integer_zerop (arg))
	{
	  if (tree fn = function_of (arg))
	    note_memory (w, effects_of (fn));
	  else
	    w->e->reads_memory = true;
	}
    }
}

/* A nova builtin: nested parallelism.  Its function operands are checked at its own site; what they
   read counts here.  */
static void
call_builtin (struct passive_walker *w, gcall *call, tree fn, enum nova_op op)
{
  enum builtin_effect effect = builtin_effect_of (op);
  w->e->total = false;
  switch (op)
    {
    case NOVA_OP_PRINT:
      if (!nova_opt.debug)
	misdeed (w, MISDEED_OUTPUT, fn);
      w->e->reads_memory = true;
      return;
    case NOVA_OP_LENGTH:
    case NOVA_OP_HLENGTH:
    case NOVA_OP_HSTRIDE:
    case NOVA_OP_HROW:
    case NOVA_OP_RETAIN:
    case NOVA_OP_RELEASE:
      add_cost (w, 5);
      return;
    case NOVA_OP_VIEW:
    case NOVA_OP_VIEW_STRIDED:
      touch_arguments (w, call, false);
      add_cost (w, 5);
      return;
    case NOVA_OP_KEEP:
    case NOVA_OP_HDATA:
    case NOVA_OP_DATA:
      touch_vectors (w, call);
      add_cost (w, 2);
      return;
    default:
      touch_arguments (w, call, effect == STORE);
      touch_vectors (w, call);
      w->e->may_fail = true;
      add_cost (w, op == NOVA_OP_RAISE_INDEX || op == NOVA_OP_FAIL ? 1 : 1000);
    }
}

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
      && strncmp (name, "TSAN_", 5) && strncmp (name, "GOMP_SIMD_", 10) && strcmp (name, "DEFERRED_INIT")
      && strcmp (name, "FALLTHROUGH") && strcmp (name, "VA_ARG"))
    misdeed (w, MISDEED_CALL, NULL_TREE);
}

static void
call_function (struct passive_walker *w, gcall *call, tree fn)
{
  enum nova_op op = decl_op (fn);
  if (op != NOVA_OP_NONE)
    call_builtin (w, call, fn, op);
  else if (fn == retain_decl () || fn == release_decl ())
    w->e->total = false;
  else
    {
      call_known (w, call, effects_of (fn));
      check_hidden (w, call, fn);
      pass_count (w, call, fn);
      if (calls_back_p (fn))
	call_back (w, call);
    }
}

static void
call_pointer (struct passive_walker *w, gcall *call)
{
  tree type = gimple_call_fntype (call);
  struct effects e;
  memset (&e, 0, sizeof e);
  if (pointer_passive_p (type))
    passive_trusted (&e, type);
  else
    e.bad.kind = MISDEED_POINTER;
  call_known (w, call, &e);
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
    misdeed (w, MISDEED_ASM, NULL_TREE);
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
    {
      if (gimple_call_internal_p (call))
	call_internal (w, call);
      else if (tree fn = called_function (call))
	call_function (w, call, fn);
      else
	call_pointer (w, call);
    }
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
passive_walk (struct effects *e)
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
