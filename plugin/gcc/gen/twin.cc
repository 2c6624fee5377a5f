/* Calls of libm inside function operands: vector versions from libmvec, and forms that vectorise.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   GCC vectorises a call only if its declaration has vector versions, and glibc declares them under
   -ffast-math alone.  So a call is redirected to a twin: another declaration of the same symbol
   with the attribute that OpenMP's `declare simd' leaves.  Accuracy is libmvec's (4 ulp), errno is
   not set: the option strict-math turns twins off.  A square root becomes the machine's, which is
   exact but does not set errno: a twin that is const and built in, not IFN_SQRT, which GCC 12 moves
   into branches and does not take out of them to vectorise.  fmin and fmax become comparisons,
   which is exact.  There is nothing more to link: libm.so and libm.a are linker scripts that name
   libmvec.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "state.h"
#include <features.h>

/* The functions that libmvec has; those added by glibc 2.35 only if this system's glibc is as new.
   Each row stands for the double and the float version.  */
#define LIBMVEC_OLD(DO) DO (SIN) DO (COS) DO (EXP) DO (LOG) DO (POW)
#define LIBMVEC_NEW(DO)							\
  DO (TAN) DO (ASIN) DO (ACOS) DO (ATAN) DO (SINH) DO (COSH) DO (TANH)	\
  DO (ASINH) DO (ACOSH) DO (ATANH) DO (EXP2) DO (EXP10) DO (EXPM1)	\
  DO (LOG2) DO (LOG10) DO (LOG1P) DO (CBRT) DO (ERF) DO (ERFC) DO (HYPOT) DO (ATAN2)

static bool
in_libmvec (enum built_in_function code)
{
  switch (code)
    {
#define ROW(NAME) case BUILT_IN_##NAME: case BUILT_IN_##NAME##F:
    LIBMVEC_OLD (ROW)
      return true;
    LIBMVEC_NEW (ROW)
      return __GLIBC_PREREQ (2, 35);
#undef ROW
    default:
      return false;
    }
}

static bool
sqrt_p (tree fndecl)
{
  tree type = TREE_TYPE (TREE_TYPE (fndecl));
  switch (DECL_FUNCTION_CODE (fndecl))
    {
    case BUILT_IN_SQRT: case BUILT_IN_SQRTF:
      return direct_internal_fn_supported_p (IFN_SQRT, type, OPTIMIZE_FOR_SPEED);
    default:
      return false;
    }
}

/* GCC expands pow with these exponents better than any call.  */
static bool
expanded_power_p (tree fndecl, tree y)
{
  switch (DECL_FUNCTION_CODE (fndecl))
    {
    case BUILT_IN_POW: case BUILT_IN_POWF:
      return real_zerop (y) || real_onep (y) || real_minus_onep (y)
	     || (TREE_CODE (y) == REAL_CST && real_equal (TREE_REAL_CST_PTR (y), &dconst2));
    default:
      return false;
    }
}

/* Only a function that the user lets GCC take for libm's is one: not under -fno-builtin, not one
   that the file defines itself.  */
enum libm_kind
libm_kind_of (tree fndecl)
{
  if (!optimize || !fndecl_built_in_p (fndecl, BUILT_IN_NORMAL))
    return LIBM_NONE;
  if (cgraph_node *node = cgraph_node::get (fndecl))
    if (node->definition)
      return LIBM_NONE;
  switch (DECL_FUNCTION_CODE (fndecl))
    {
    case BUILT_IN_FMIN: case BUILT_IN_FMINF:
      return LIBM_MIN;
    case BUILT_IN_FMAX: case BUILT_IN_FMAXF:
      return LIBM_MAX;
    default:
      if (option.strict_math)
	return LIBM_NONE;
      if (sqrt_p (fndecl))
	return LIBM_SQRT;
      return in_libmvec (DECL_FUNCTION_CODE (fndecl)) ? LIBM_TWIN : LIBM_NONE;
    }
}

/* Another declaration of FNDECL, which is const.  */
static tree
declare_const (tree fndecl)
{
  tree t = build_decl (BUILTINS_LOCATION, FUNCTION_DECL, DECL_NAME (fndecl),
		       TREE_TYPE (fndecl));
  SET_DECL_ASSEMBLER_NAME (t, DECL_ASSEMBLER_NAME (fndecl));
  DECL_EXTERNAL (t) = TREE_PUBLIC (t) = 1;
  DECL_ARTIFICIAL (t) = 1;
  TREE_READONLY (t) = TREE_NOTHROW (t) = 1;
  return t;
}

/* T is the twin of FNDECL.  */
static tree
keep_twin (tree fndecl, tree t)
{
  root_keep (t);
  cgraph_node::get_create (t);
  unit.gen->twins.put (fndecl, t);
  return t;
}

tree
libm_sqrt (tree fndecl)
{
  if (tree *known = unit.gen->twins.get (fndecl))
    return *known;
  tree t = declare_const (fndecl);
  set_decl_built_in_function (t, BUILT_IN_NORMAL, DECL_FUNCTION_CODE (fndecl));
  keep_twin (t, t);
  return keep_twin (fndecl, t);
}

tree
libm_twin (tree fndecl)
{
  if (tree *known = unit.gen->twins.get (fndecl))
    return *known;
  tree t = declare_const (fndecl);
  tree notinbranch = build_omp_clause (BUILTINS_LOCATION, OMP_CLAUSE_NOTINBRANCH);
  DECL_ATTRIBUTES (t) = tree_cons (get_identifier ("omp declare simd"),
				   build_tree_list (NULL_TREE, notinbranch), NULL_TREE);
  return keep_twin (fndecl, t);
}

bool
libm_twin_p (tree fndecl, tree last)
{
  return libm_kind_of (fndecl) == LIBM_TWIN && !expanded_power_p (fndecl, last);
}

/* --- In SSA form ----------------------------------------------------------------------------- */

static void
rewrite_to_twin (gimple_stmt_iterator *gsi, gcall *call, tree twin)
{
  gimple_call_set_fndecl (call, twin);
  if (gimple_vdef (call))
    unlink_stmt_vdef (call);
  update_stmt (gsi_stmt (*gsi));
}

/* Before GSI: CODE x y ? x : z as an assignment to LHS, or to a new name.  */
static gassign *
choice (gimple_stmt_iterator *gsi, gcall *call, tree lhs, enum tree_code code, tree a, tree b,
	tree x, tree z)
{
  tree cond = make_ssa_name (boolean_type_node);
  gassign *test = gimple_build_assign (cond, code, a, b);
  gimple_set_location (test, gimple_location (call));
  gsi_insert_before (gsi, test, GSI_SAME_STMT);
  gassign *take = gimple_build_assign (lhs, COND_EXPR, cond, x, z);
  gimple_set_location (take, gimple_location (call));
  return take;
}

/* gen_minmax without branches.  */
static void
rewrite_to_choice (gimple_stmt_iterator *gsi, gcall *call, bool greater)
{
  tree x = gimple_call_arg (call, 0), y = gimple_call_arg (call, 1);
  tree first = make_ssa_name (TREE_TYPE (x));
  gsi_insert_before (gsi, choice (gsi, call, first, greater ? GT_EXPR : LT_EXPR, x, y, x, y),
		     GSI_SAME_STMT);
  gsi_replace (gsi, choice (gsi, call, gimple_call_lhs (call), UNORDERED_EXPR, y, y, x, first),
	       false);
}

bool
libm_rewrite (gimple_stmt_iterator *gsi)
{
  gcall *call = dyn_cast<gcall *> (gsi_stmt (*gsi));
  tree fndecl = call ? gimple_call_fndecl (call) : NULL_TREE;
  if (!fndecl || !gimple_call_lhs (call))
    return false;
  switch (libm_kind_of (fndecl))
    {
    case LIBM_NONE:
      return false;
    case LIBM_TWIN:
      if (!libm_twin_p (fndecl, gimple_call_arg (call, gimple_call_num_args (call) - 1)))
	return false;
      rewrite_to_twin (gsi, call, libm_twin (fndecl));
      return true;
    case LIBM_SQRT:
      if (libm_sqrt (fndecl) == fndecl)
	return false;
      rewrite_to_twin (gsi, call, libm_sqrt (fndecl));
      return true;
    case LIBM_MIN: case LIBM_MAX:
      rewrite_to_choice (gsi, call, libm_kind_of (fndecl) == LIBM_MAX);
      return true;
    }
  gcc_unreachable ();
}
