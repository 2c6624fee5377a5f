/* Arithmetic on C types that are not scalars of FIR: decimal floats, complex integers, complex
   numbers of _Float16 and _Float128.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   To FIR such a value is a blob.  A conversion from or to it and a generic operator on it are a
   call of a small function that is made here, once for its types and operator.  Not here: the
   user's own functions, whose bodies GCC compiles as they are.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "extract.h"
#include "state.h"
#include "gen/gen.h"

bool
ext_foreign_p (const struct type *t)
{
  return t->kind == TYPE_BLOB && t->origin && ctype_arithmetic_p (gen_tree_type (t));
}

/* What H gives for the parameters A and B of F.  */
static tree
helper_value (struct gen_fn *f, const struct foreign_helper *h, tree a, tree b)
{
  switch (h->opr)
    {
    case NOVA_OPR_NONE:
      return a;
    case NOVA_OPR_ADD:
      return build2 (PLUS_EXPR, h->from, a, b);
    case NOVA_OPR_MUL:
      return build2 (MULT_EXPR, h->from, a, b);
    case NOVA_OPR_MIN: case NOVA_OPR_MIN_NAN:
    case NOVA_OPR_MAX: case NOVA_OPR_MAX_NAN:
      return gen_minmax (f, a, b, h->opr == NOVA_OPR_MAX || h->opr == NOVA_OPR_MAX_NAN,
			 h->opr == NOVA_OPR_MIN_NAN || h->opr == NOVA_OPR_MAX_NAN, false, false);
    case NOVA_OPR_LT:
      /* NaNs are equal and the last: A is none, and not B <= A.  */
      if (h->keys)
	return build2 (TRUTH_AND_EXPR, boolean_type_node,
		       build2 (EQ_EXPR, boolean_type_node, a, a),
		       build1 (TRUTH_NOT_EXPR, boolean_type_node,
			       build2 (LE_EXPR, boolean_type_node, b, a)));
      return build2 (LT_EXPR, boolean_type_node, a, b);
    case NOVA_OPR_GT:
      return build2 (GT_EXPR, boolean_type_node, a, b);
    default:
      gcc_unreachable ();
    }
}

/* static RESULT NAME (FROM a[, FROM b]) { return a OPR b; }, with the options of USER.  */
static tree
make_helper (tree user, const struct foreign_helper *h)
{
  char *name = xasprintf ("nova_arithmetic.%u", unit.extract->helpers.length ());
  const char *names[] = { "a", "b" };
  tree types[] = { h->from, h->from };
  struct gen g = gen ();
  struct gen_fn fn = gen_fn (), *f = &fn;
  g.user = user;
  g.loc = DECL_SOURCE_LOCATION (user);
  f->g = &g;
  gen_begin_function (f, name, h->result, h->opr == NOVA_OPR_NONE ? 1 : 2, types, names);
  tree a = DECL_ARGUMENTS (f->decl);
  tree r = gen_save (f, helper_value (f, h, a, DECL_CHAIN (a)));
  gen_emit (f, build1 (RETURN_EXPR, void_type_node,
		       build2 (MODIFY_EXPR, h->result, DECL_RESULT (f->decl),
			       gen_conv (h->result, r))));
  gen_end_function (f);
  free (name);
  return f->decl;
}

/* The function of OPR on values of FROM, or KEYS, that gives RESULT.  */
static tree
helper_of (tree user, enum nova_operator opr, bool keys, tree result, tree from)
{
  for (const struct foreign_helper &h : unit.extract->helpers)
    if (h.opr == opr && h.keys == keys && h.result == result && h.from == from)
      return h.fn;
  struct foreign_helper h = { opr, keys, result, from, NULL_TREE };
  h.fn = make_helper (user, &h);
  root_keep (result);
  root_keep (from);
  root_keep (h.fn);
  unit.extract->helpers.safe_push (h);
  return h.fn;
}

/* Append to B: the call of a helper for the N ARGS that gives RESULT.  */
static struct fir_atom
call_helper (struct ext_build *e, struct fir_block *b, enum nova_operator opr, bool keys,
	     const struct type *result, unsigned n, const struct fir_atom *args)
{
  const struct type *from = fir_atom_type (args[0]), *params[2] = { from, from };
  tree fn = helper_of (e->f->decl, opr, keys, gen_tree_type (result), gen_tree_type (from));
  uint32_t id = root_origin (fn);
  struct fir_leaf *leaf = e->p->leaves;
  while (leaf && leaf->origin != id)
    leaf = leaf->next;
  if (!leaf)
    {
      leaf = fir_leaf_new (e->p, IDENTIFIER_POINTER (DECL_NAME (fn)), n, params, result,
			   LEAF_CONST);
      leaf->origin = id;
      leaf->cost = 20;
    }
  return fir_leaf_call (e->p, b, 0, 0, leaf, n, args);
}

struct fir_atom
ext_foreign (struct ext_build *e, struct fir_block *b, enum nova_operator opr,
	     const struct type *result, unsigned n, const struct fir_atom *args)
{
  return call_helper (e, b, opr, false, result, n, args);
}

struct fir_atom
ext_foreign_before (struct ext_build *e, struct fir_block *b, const struct fir_atom keys[2])
{
  return call_helper (e, b, NOVA_OPR_LT, true, type_i32 (e->ctx), 2, keys);
}
