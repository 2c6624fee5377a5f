/* Which version of a region runs: the stub looks at the vectors that it is given.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A region whose vectors are contiguous, as nearly all are, pays a load and a comparison for each.
   Versions for others are made by lower-strided-param.c of the core; doc/imp.txt, section 7.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "nova/abi.h"

/* The handle V is not null and its elements are not side by side.  */
static tree
apart_p (tree v)
{
  tree stride = gen_vec_member (v, offsetof (struct nova_vec, stride), ptrdiff_type_node);
  return build2 (TRUTH_ANDIF_EXPR, boolean_type_node, gen_truth (v),
		 build2 (NE_EXPR, boolean_type_node, stride,
			 build_one_cst (ptrdiff_type_node)));
}

/* Some parameter, nested ones only if NESTED, that V reads where it is is apart.  */
static tree
some_apart (struct gen_fn *f, struct imp_proc *proc, const struct imp_proc *v, bool nested)
{
  tree some = boolean_false_node;
  for (unsigned i = 0; i < proc->nparams; i++)
    if (v->loose[i] && (nested || type_levels (proc->params[i]->type) == 1))
      some = build2 (TRUTH_ORIF_EXPR, boolean_type_node, some,
		     apart_p (*f->map->get (proc->params[i])));
  return some;
}

/* All nested parameters that V reads where they are are even.  */
static tree
all_even (struct gen_fn *f, struct imp_proc *proc, const struct imp_proc *v)
{
  tree all = boolean_true_node;
  for (unsigned i = 0; i < proc->nparams; i++)
    if (v->loose[i] && type_levels (proc->params[i]->type) > 1)
      {
	tree arg = *f->map->get (proc->params[i]);
	all = build2 (TRUTH_ANDIF_EXPR, boolean_type_node, all,
		      gen_truth (gen_abi_call (f->loc, ABI_nova_vec_even, 1, &arg)));
      }
  return all;
}

/* return STUB (the parameters of PROC).  */
static tree
return_call (struct gen_fn *f, struct imp_proc *proc, tree stub)
{
  tree saved = gen_push (f), r = DECL_RESULT (f->decl), call = gen_hand_on (f, proc, stub);
  if (VOID_TYPE_P (TREE_TYPE (r)))
    {
      gen_emit (f, call);
      call = NULL_TREE;
    }
  else
    call = build2 (MODIFY_EXPR, TREE_TYPE (r), r, call);
  gen_emit (f, build1 (RETURN_EXPR, void_type_node, call));
  return gen_pop (f, saved);
}

/* The version for even rows comes first: it reads all flat vectors where they are, too.  */
void
gen_choose_version (struct gen_fn *f, struct imp_proc *proc, const struct gen_versions *loose)
{
  for (unsigned k = 0; k < 2; k++)
    if (loose->stub[k])
      {
	tree some = some_apart (f, proc, loose->proc[k], k == 0);
	tree go = return_call (f, proc, loose->stub[k]);
	if (k == 0)
	  some = build2 (TRUTH_ANDIF_EXPR, boolean_type_node, some,
			 all_even (f, proc, loose->proc[k]));
	gen_if (f, some, go, NULL_TREE);
      }
}
