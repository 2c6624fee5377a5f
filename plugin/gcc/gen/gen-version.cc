/* The versions of a region, each with its stub; that of the ordinary one tests its vectors, and may
   call another.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A region whose vectors are contiguous, as nearly all are, pays a load and a comparison for each.
   versions.def lists the versions; doc/imp.txt, section 7, explains them.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "nova/abi.h"
#include "state.h"

/* The handle V is not null and its elements are not side by side.  */
static tree
apart_p (tree v)
{
  tree stride = gen_vec_member (v, offsetof (struct nova_vec, stride), ptrdiff_type_node);
  return build2 (TRUTH_ANDIF_EXPR, boolean_type_node, gen_truth (v),
		 build2 (NE_EXPR, boolean_type_node, stride,
			 build_one_cst (ptrdiff_type_node)));
}

/* --- Tests ----------------------------------------------------------------------------------- */

/* Some parameter that V reads where it is is apart.  */
static tree
some_apart (struct gen_fn *f, struct imp_proc *proc, const struct imp_proc *v)
{
  tree some = boolean_false_node;
  for (unsigned i = 0; i < proc->nparams; i++)
    if (v->loose[i])
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

typedef tree test_function (struct gen_fn *f, struct imp_proc *proc, const struct imp_proc *v);

/* A vector that V reads where it is is not contiguous.  */
static tree
test_apart (struct gen_fn *f, struct imp_proc *proc, const struct imp_proc *v)
{
  return some_apart (f, proc, v);
}

/* The same, and V can read all of them.  */
static tree
test_even (struct gen_fn *f, struct imp_proc *proc, const struct imp_proc *v)
{
  tree some = some_apart (f, proc, v);
  return build2 (TRUTH_ANDIF_EXPR, boolean_type_node, some, all_even (f, proc, v));
}

/* --- The table ------------------------------------------------------------------------------- */

struct version_row
{
  const char *name;
  test_function *test;		/* NULL: the ordinary one */
  bool cold;
};

static test_function *const test_always = NULL;
enum { SPEED_OFTEN, SPEED_SELDOM };

static const struct version_row rows[] =
{
#define NOVA_VERSION(ID, NAME, OF, READS, TARGET, WORTH, TEST, ELSE, SPEED, DOC) \
  { NAME, test_##TEST, SPEED_##SPEED == SPEED_SELDOM },
#include "versions.def"
#undef NOVA_VERSION
};

void
gen_choose_version (struct gen_fn *f, struct imp_proc *proc, const struct gen_versions *others)
{
  for (unsigned k = 0; k < VERSION_LAST; k++)
    if (rows[k].test && others->stub[k])
      {
	tree takes = rows[k].test (f, proc, others->prog[k]->procs);
	gen_if (f, takes, return_call (f, proc, others->stub[k]), NULL_TREE);
      }
}

/* The stubs of all versions of V, of the region S of USER at LOC; that of the ordinary one.  */
static tree
stubs (struct gen_shared *s, struct gen_versions *v, tree user, location_t loc)
{
  tree result = NULL_TREE, stub = NULL_TREE;
  for (unsigned k = 0; k < VERSION_LAST; k++)
    if (v->prog[k])
      {
	struct gen g = gen ();
	g.prog = v->prog[k];
	g.proc = v->prog[k]->procs;
	g.shared = s;
	g.user = user;
	g.loc = LOCATION_LOCUS (loc);
	g.name = xasprintf ("%s.nova.%u%s%s", g.proc->name, unit.gen->nstubs,
			    rows[k].test ? "." : "", rows[k].name);
	g.result = result;
	g.cold = rows[k].cold;
	g.samples = v->of == VERSIONS_OF_SAMPLES;
	g.sampler = v->sampler;
	v->stub[k] = stub = gen_stub (&g, rows[k].test ? NULL : v);
	s->marches |= g.marches;
	result = TREE_TYPE (TREE_TYPE (stub));
	free (CONST_CAST (char *, g.name));
      }
  return stub;
}

void
gen_stubs (struct gen_shared *s, struct gen_versions *v, struct gen_versions *samples, tree user,
	   location_t loc)
{
  if (samples)
    v->sampler = stubs (s, samples, user, loc);
  s->stub = stubs (s, v, user, loc);
  /* Those of samples have the number of the region that they belong to.  */
  unit.gen->nstubs++;
}
