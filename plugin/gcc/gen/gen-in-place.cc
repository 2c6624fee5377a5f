/* Large values that functions update: in place, instead of in copies.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A value that contains an array is always in memory: as an argument it is copied into the
   parameter, from there into the result, and from there to its destination.  Where a function only
   updates some of it, its clone (clone-in-place.cc) is called with the address.

   Does not: handle values without arrays, whose members GCC keeps in registers.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"

/* Is there an array in T, so that its parts cannot be in registers?  */
static bool
holds_array_p (tree t)
{
  if (TREE_CODE (t) == ARRAY_TYPE)
    return true;
  if (!RECORD_OR_UNION_TYPE_P (t))
    return false;
  for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && holds_array_p (TREE_TYPE (f)))
      return true;
  return false;
}

/* Is E a call of a known function whose first operand is V?  */
static bool
changes_p (struct imp_expr *e, struct imp_var *v)
{
  return e->kind == IMP_EXPR_LEAF && e->nargs && !(e->leaf->flags & LEAF_INDIRECT)
	 && e->args[0]->kind == IMP_EXPR_VAR && e->args[0]->var == v;
}

/* Emit the call E of its clone FN, for the value at ADDRESS.  */
static void
call_clone (struct gen_fn *f, struct imp_expr *e, tree fn, tree address)
{
  gen_note_call (root_tree (e->leaf->origin));
  auto_vec<tree> actual;
  tree formal = TREE_CHAIN (TYPE_ARG_TYPES (TREE_TYPE (fn)));
  actual.safe_push (address);
  for (unsigned i = 1; i < e->nargs; i++, formal = TREE_CHAIN (formal))
    {
      tree x = gen_argument (TREE_TYPE (fn), TREE_VALUE (formal), gen_expr (f, e->args[i]));
      f->fixed |= gen_vectors_p (TREE_TYPE (x));
      actual.safe_push (x);
    }
  f->twins |= clone_has_twins (fn);
  f->fixed |= clone_has_vectors (fn);
  gen_call (f, build_call_array_loc (f->loc, void_type_node, build_fold_addr_expr (fn),
				     actual.length (), actual.address ()), NULL_TREE);
}

bool
gen_in_place (struct gen_fn *f, struct imp_stmt *s)
{
  tree v = gen_variable (f, s->var), fn = NULL_TREE;
  if (changes_p (s->e[0], s->var) && holds_array_p (TREE_TYPE (v)))
    fn = clone_in_place (root_tree (s->e[0]->leaf->origin));
  if (!fn)
    return false;
  TREE_ADDRESSABLE (v) = 1;
  call_clone (f, s->e[0], fn, build_fold_addr_expr (v));
  return true;
}

/* --- Elements of memory ---------------------------------------------------------------------- */

/* How often S and what follows it in its block mention V.  */
static unsigned
uses_from (struct imp_stmt *s, struct imp_var *v)
{
  unsigned n = 0;
  for (; s; s = s->next)
    {
      n += (s->var == v) + imp_stmt_uses (s, v);
      n += uses_from (s->body.first, v) + uses_from (s->orelse.first, v);
    }
  return n;
}

/* Has E no calls?  Then it may as well be computed earlier, while memory is as it was.  */
static bool
plain_p (struct imp_expr *e)
{
  switch (e->kind)
    {
    case IMP_EXPR_CONST: case IMP_EXPR_VAR:
      return true;
    case IMP_EXPR_PRIM: case IMP_EXPR_LOAD:
      for (unsigned k = 0; k < e->nargs; k++)
	if (!plain_p (e->args[k]))
	  return false;
      return true;
    default:
      return false;
    }
}

/* Are all operands of E but the first there whatever happens to memory?  */
static bool
operands_p (struct imp_expr *e)
{
  for (unsigned k = 1; k < e->nargs; k++)
    if (e->args[k]->kind != IMP_EXPR_VAR && e->args[k]->kind != IMP_EXPR_CONST)
      return false;
  return true;
}

/* Is an element of BASE of TYPE, and its address good for a parameter?  */
static bool
memory_p (struct gen_fn *f, struct imp_expr *base, tree type)
{
  if (base->kind != IMP_EXPR_VAR)
    return false;
  tree p = TREE_TYPE (gen_variable (f, base->var));
  return POINTER_TYPE_P (p) && TYPE_MAIN_VARIANT (TREE_TYPE (p)) == type
	 && TYPE_ALIGN (TREE_TYPE (p)) >= TYPE_ALIGN (type);
}

/* A value is loaded by LOAD, changed by CALLS, and stored by STORE; MEANWHILE is computed else.  */
struct passage
{
  struct imp_stmt *load, *store;
  bool stays;			/* it is stored where it was */
  auto_vec<struct imp_stmt *> calls, meanwhile;
  auto_vec<tree> clones;
  bool indexed;			/* at places that are not constant */
};

/* Find the passage P that S begins.  The functions look at nothing but their operands, and do not
   fail: until the store the element must be what it was.  A value that goes elsewhere is copied
   there; with constant places GCC keeps what changes in registers, and that is faster.  */
static bool
find_passage (struct gen_fn *f, struct passage *p, struct imp_stmt *s)
{
  struct imp_var *v = s->var;
  if (s->kind != IMP_NEW || !s->e[0] || s->e[0]->kind != IMP_EXPR_LOAD
      || !holds_array_p (gen_tree_type (v->type)))
    return false;
  p->load = s;
  p->indexed = false;
  for (s = s->next; s; s = s->next)
    {
      if (s->kind == IMP_STORE && s->e[1]->kind == IMP_EXPR_VAR && s->e[1]->var == v)
	break;
      if (s->kind != IMP_NEW || !s->e[0])
	return false;
      if (!changes_p (s->e[0], v))
	{
	  if (!plain_p (s->e[0]) || imp_expr_uses (s->e[0], v))
	    return false;
	  p->meanwhile.safe_push (s);
	  continue;
	}
      if ((s->e[0]->leaf->flags & (LEAF_CONST | LEAF_MAYFAIL)) != LEAF_CONST
	  || !operands_p (s->e[0]) || uses_from (s, v) != 1)
	return false;
      p->calls.safe_push (s);
      v = s->var;
    }
  p->store = s;
  if (!s || p->calls.is_empty () || uses_from (s, v) != 1 || !plain_p (s->e[0])
      || !memory_p (f, s->base, gen_tree_type (v->type)))
    return false;
  for (struct imp_stmt *c : p->calls)
    {
      tree fn = clone_in_place (root_tree (c->e[0]->leaf->origin));
      if (!fn)
	return false;
      p->clones.safe_push (fn);
      p->indexed |= clone_indexes_p (fn);
    }
  struct imp_expr *from = p->load->e[0];
  p->stays = plain_p (from) && imp_expr_equal (from->args[0], s->base)
	     && imp_expr_equal (from->args[1], s->e[0]);
  return p->stays || p->indexed;
}

struct imp_stmt *
gen_in_memory (struct gen_fn *f, struct imp_stmt *s)
{
  struct passage p;
  if (!find_passage (f, &p, s))
    return NULL;
  for (struct imp_stmt *m : p.meanwhile)
    gen_statement (f, m);
  tree to = gen_element (f, p.store->base, p.store->e[0]);
  tree at = gen_save (f, build_fold_addr_expr (to));
  if (!p.stays)
    gen_set (f, build1 (INDIRECT_REF, TREE_TYPE (to), at), gen_expr (f, p.load->e[0]));
  for (unsigned k = 0; k < p.calls.length (); k++)
    call_clone (f, p.calls[k]->e[0], p.clones[k], at);
  return p.store;
}
