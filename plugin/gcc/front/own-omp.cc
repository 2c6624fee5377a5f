/* Ownership of vectors that OpenMP's constructs copy.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   GCC copies a handle into a thread or a task like any pointer.  So

     private        starts empty, and is released at the end
     firstprivate   gets a reference: of a parallel region inside, while the thread that began it
                    waits and has the vector; of a task where it is made, since it may run later
     a task's variables that no clause names and that are not shared are firstprivate, too

   Clauses that copy back, or copy what a thread keeps from one iteration to the next, are refused.
   Variables that are declared inside a construct belong to their scopes as anywhere, shared ones to
   the enclosing scope.

   Does not: handle taskloop, teams, distribute and target, where nothing is counted.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"

#include "own.h"

/* The place of T's clauses; NULL if it has none.  */
static tree
clauses_of (tree t)
{
  switch (TREE_CODE (t))
    {
    case OMP_PARALLEL: return OMP_PARALLEL_CLAUSES (t);
    case OMP_TASK: return OMP_TASK_CLAUSES (t);
    case OMP_FOR: case OMP_SIMD: return OMP_FOR_CLAUSES (t);
    case OMP_SINGLE: return OMP_SINGLE_CLAUSES (t);
    case OMP_SECTIONS: return OMP_SECTIONS_CLAUSES (t);
    default: return NULL_TREE;
    }
}

/* The variable of clause C if vectors in it are counted, else NULL_TREE.  */
static tree
counted_variable (tree c)
{
  if (omp_clause_num_ops[OMP_CLAUSE_CODE (c)] == 0 || OMP_CLAUSE_CODE (c) == OMP_CLAUSE_DEFAULT)
    return NULL_TREE;
  switch (OMP_CLAUSE_CODE (c))
    {
    case OMP_CLAUSE_PRIVATE: case OMP_CLAUSE_FIRSTPRIVATE: case OMP_CLAUSE_LASTPRIVATE:
    case OMP_CLAUSE_REDUCTION: case OMP_CLAUSE_TASK_REDUCTION: case OMP_CLAUSE_IN_REDUCTION:
    case OMP_CLAUSE_LINEAR: case OMP_CLAUSE_COPYIN: case OMP_CLAUSE_COPYPRIVATE:
    case OMP_CLAUSE_SHARED:
      {
	tree d = OMP_CLAUSE_DECL (c);
	return d && DECL_P (d) && vtype_managed_p (TREE_TYPE (d)) ? d : NULL_TREE;
      }
    default:
      return NULL_TREE;
    }
}

/* What copies of vectors a construct makes.  */
struct copies
{
  auto_vec<tree> empty, taken;	/* private, firstprivate */
  hash_set<tree> named;		/* in a clause, or declared inside */
  auto_vec<tree> used;
  bool shared;			/* so are those that no clause names */
};

/* May T have vectors as W says: private (empty at first), or firstprivate?  */
static bool
has_copies_p (tree t, enum omp_clause_code w)
{
  switch (TREE_CODE (t))
    {
    case OMP_PARALLEL: case OMP_TASK: case OMP_SINGLE:
      return w == OMP_CLAUSE_PRIVATE || w == OMP_CLAUSE_FIRSTPRIVATE;
    case OMP_FOR: case OMP_SIMD:
      return w == OMP_CLAUSE_PRIVATE;
    default:
      return false;
    }
}

static void
read_clauses (tree t, struct copies *k)
{
  for (tree c = clauses_of (t); c; c = OMP_CLAUSE_CHAIN (c))
    {
      tree d = counted_variable (c);
      if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_DEFAULT
	  && OMP_CLAUSE_DEFAULT_KIND (c) == OMP_CLAUSE_DEFAULT_SHARED)
	k->shared = true;
      if (!d)
	continue;
      k->named.add (d);
      if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_SHARED)
	continue;
      if (!has_copies_p (t, OMP_CLAUSE_CODE (c)))
	error_at (OMP_CLAUSE_LOCATION (c), "%qs of this construct cannot copy the vectors of %qD",
		  omp_clause_code_name[OMP_CLAUSE_CODE (c)], d);
      else if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_PRIVATE)
	k->empty.safe_push (d);
      else
	k->taken.safe_push (d);
    }
}

/* walk_tree: what is declared and used in a task.  */
static tree
find_used (tree *tp, int *walk_subtrees, void *data)
{
  struct copies *k = (struct copies *) data;
  tree t = *tp;
  if (TYPE_P (t))
    *walk_subtrees = 0;
  if (TREE_CODE (t) == BIND_EXPR)
    for (tree v = BIND_EXPR_VARS (t); v; v = DECL_CHAIN (v))
      k->named.add (v);
  if ((VAR_P (t) || TREE_CODE (t) == PARM_DECL) && vtype_managed_p (TREE_TYPE (t))
      && DECL_CONTEXT (t) == own->fn && !TREE_STATIC (t) && !DECL_EXTERNAL (t)
      && !k->used.contains (t))
    k->used.safe_push (t);
  return NULL_TREE;
}

/* Is V, which a task uses, shared by it for a parallel region around shares it?  */
static bool
shared_around_p (tree v)
{
  if (!own->parallel)
    return false;
  struct copies k;
  k.shared = false;
  walk_tree (&TREE_OPERAND (own->parallel, 0), find_used, &k, NULL);
  for (tree c = clauses_of (own->parallel); c; c = OMP_CLAUSE_CHAIN (c))
    if (counted_variable (c) && OMP_CLAUSE_CODE (c) != OMP_CLAUSE_SHARED)
      k.named.add (counted_variable (c));
  return !k.named.contains (v);
}

/* The firstprivate variables of task T that no clause names.  */
static void
find_implicit (tree t, struct copies *k)
{
  if (k->shared)
    return;
  walk_tree (&TREE_OPERAND (t, 0), find_used, k, NULL);
  for (unsigned i = 0; i < k->used.length (); i++)
    if (!k->named.contains (k->used[i]) && !shared_around_p (k->used[i]))
      k->taken.safe_push (k->used[i]);
}

/* Append to LIST the calls of DECL for VARS.  */
static void
count_each (vec<tree> &vars, tree decl, tree list)
{
  for (unsigned i = 0; i < vars.length (); i++)
    {
      tree calls = NULL_TREE;
      own_each (vars[i], decl, &calls);
      append_to_statement_list_force (calls, &list);
    }
}

void
own_omp (tree *tp)
{
  tree t = *tp, outer = own->parallel;
  tree *body = TREE_CODE (t) == OMP_FOR || TREE_CODE (t) == OMP_SIMD ? &OMP_FOR_BODY (t)
	       : &TREE_OPERAND (t, 0);
  struct copies k;
  k.shared = false;
  read_clauses (t, &k);
  if (TREE_CODE (t) == OMP_TASK)
    find_implicit (t, &k);
  if (TREE_CODE (t) == OMP_PARALLEL)
    own->parallel = t;
  own_statement (body);
  own->parallel = outer;
  if (k.empty.is_empty () && k.taken.is_empty ())
    return;
  tree first = alloc_stmt_list (), after = alloc_stmt_list (), before = alloc_stmt_list ();
  for (unsigned i = 0; i < k.empty.length (); i++)
    append_to_statement_list_force (own_clear (k.empty[i]), &first);
  count_each (k.taken, op_retain_decl (), TREE_CODE (t) == OMP_TASK ? before : first);
  count_each (k.empty, op_release_decl (), after);
  count_each (k.taken, op_release_decl (), after);
  /* The construct's own block stays outermost: debug information has it.  */
  if (TREE_CODE (*body) == BIND_EXPR)
    body = &BIND_EXPR_BODY (*body);
  tree whole = own_side_effects (build2 (TRY_FINALLY_EXPR, void_type_node, *body, after));
  append_to_statement_list_force (whole, &first);
  *body = first;
  if (TREE_CODE (t) != OMP_TASK)
    return;
  append_to_statement_list_force (t, &before);
  *tp = before;
}
