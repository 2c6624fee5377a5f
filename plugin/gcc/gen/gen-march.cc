/* Workers for later processors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A program built for any x86-64 has vectors of 16 bytes, and the vectors of 32 bytes that
   processors have since 2013 take up to half the time where the data is in a cache.  So each worker
   of a stub that is small, or whose elements are dear, and that has loops GCC may vectorise is
   generated twice, the second time for AVX2, and the stub takes that which nova_march says, a word
   of the library.  A parfor inside a worker
   stays in its worker's version.

   Both give the same bits: the order of operations is fixed in IMP, and AVX2 has no products that
   are added in one operation.  So there is one version only of a worker that calls libm's vector
   functions, which differ in the last bit from one width to the next, or that passes vectors to
   functions compiled as the user said, which expect them elsewhere, and where the user lets GCC
   reorder floating-point operations or pass over zeros' signs and NaNs, or names FMA, which has
   such products: GCC fuses those of a vector that it does not fuse across a branch.  Where the user
   names AVX2, to have it or not, or a target for the function, that is what they get.

   There is no version for AVX-512.  With vectors of 64 bytes twelve programs of bench/nested took
   0.9 of the time they take with those of 32 (geometric mean, GCC 12, on a Xeon that has both), the
   best of them 0.7: less than from 16 to 32, for a third copy of each worker.  And it has products
   that are added, so the copy would have to do without -ffp-contract to keep the bits.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "state.h"

#ifdef TARGET_AVX2

/* What runtime/march.c looks for.  */
static const char feature[] = "avx2";

/* Do workers for FN's regions come in two versions?  */
static bool
versions_p (tree fn)
{
  tree own = DECL_FUNCTION_SPECIFIC_TARGET (fn);
  return TARGET_64BIT && TARGET_SSE_MATH && !TARGET_AVX2 && !TARGET_FMA && !TARGET_FMA4
	 && !(ix86_isa_flags_explicit & OPTION_MASK_ISA_AVX2)
	 && (!own || own == target_option_default_node) && gen_raises_p (fn)
	 && !opt_for_fn (fn, flag_unsafe_math_optimizations)
	 && !opt_for_fn (fn, flag_associative_math) && !opt_for_fn (fn, flag_finite_math_only)
	 && opt_for_fn (fn, flag_signed_zeros);
}

void
gen_set_march (tree d)
{
  tree &node = unit.gen->wide_target;
  if (!node)
    {
      tree text = build_string (sizeof feature, feature);
      tree saved = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (d);
      if (!targetm.target_option.valid_attribute_p (d, NULL_TREE,
						    build_tree_list (NULL_TREE, text), 0))
	gen_fatal ("no target %s", feature);
      node = DECL_FUNCTION_SPECIFIC_TARGET (d);
      DECL_FUNCTION_SPECIFIC_OPTIMIZATION (d) = saved;
      root_keep (node);
    }
  DECL_FUNCTION_SPECIFIC_TARGET (d) = node;
}

#else

static bool
versions_p (tree)
{
  return false;
}

void
gen_set_march (tree)
{
  gcc_unreachable ();
}

#endif

bool
gen_vectors_p (tree t)
{
  if (VECTOR_TYPE_P (t))
    return maybe_gt (tree_to_poly_uint64 (TYPE_SIZE_UNIT (t)), 16u);
  if (TREE_CODE (t) == ARRAY_TYPE)
    return gen_vectors_p (TREE_TYPE (t));
  if (RECORD_OR_UNION_TYPE_P (t))
    for (tree m = TYPE_FIELDS (t); m; m = DECL_CHAIN (m))
      if (TREE_CODE (m) == FIELD_DECL && gen_vectors_p (TREE_TYPE (m)))
	return true;
  return false;
}

/* Statements of a worker that is generated twice, at most: the smaller, the more of its time goes
   into its loops, and the sooner it is compiled.  One whose elements cost DEAR instructions each
   spends it there whatever else it has.  */
#define MOST 30
#define MOST_DEAR 120
#define DEAR 64

/* Does a chunk of S, a parfor, cost DEAR or more an element?  */
static bool
dear_p (const struct imp_stmt *s)
{
  const struct imp_expr *cost = s->e[1];
  uint64_t n;

  if (imp_is_const (cost, &n))
    return n >= DEAR;
  if (cost->kind != IMP_EXPR_PRIM || cost->op != FIR_MUL)
    return false;
  for (unsigned k = 0; k < cost->nargs; k++)
    if (imp_is_const (cost->args[k], &n) && n >= DEAR)
      return true;
  return false;
}

/* Has B a loop that GCC may vectorise?  */
static bool
gains_p (struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_LOOP || (s->kind == IMP_FOR && s->ivdep && !imp_has_loops (&s->body))
	|| gains_p (&s->body) || gains_p (&s->orelse))
      return true;
  return false;
}

bool
gen_marches_p (tree fn, struct imp_stmt *s)
{
  return versions_p (fn) && imp_count_stmts (&s->body) <= (dear_p (s) ? MOST_DEAR : MOST)
	 && gains_p (&s->body);
}

tree
gen_choose_march (struct gen_fn *f, tree base, tree wide)
{
  tree type = build_pointer_type (TREE_TYPE (base));
  tree march = gen_library_word (unit.gen->march, "nova_march");
  return gen_save (f, build3 (COND_EXPR, type, gen_truth (march),
			      build_fold_addr_expr_with_type (wide, type),
			      build_fold_addr_expr_with_type (base, type)));
}
