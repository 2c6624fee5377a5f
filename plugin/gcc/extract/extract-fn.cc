/* Function operands: generic operators, functions taken as FIR bodies, leaves.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A function operand is called with its bound values, the elements, its captures, each converted to
   the type of the parameter as in C.  A small function of values is replaced by its body (body.cc),
   so that the passes see through it; any other is a leaf.  Without optimisation every function is a
   leaf: breakpoints in it must work.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "front/frontend.h"
#include "gen/generate.h"
#include "extract.h"
#include "extract-ops.h"

/* --- Generic operators ----------------------------------------------------------------------- */

static enum fir_op
operator_op (enum nova_operator opr)
{
  static const enum fir_op ops[] = {
#define NOVA_OPERATOR(ENUM, NAME, SHORT, FIR, CLASS) FIR_##FIR,
#include "operators.def"
#undef NOVA_OPERATOR
  };

  return ops[opr];
}

struct fir_atom
ext_nonzero (struct ext_build *e, struct fir_block *b, struct fir_atom x)
{
  const struct type *t = fir_atom_type (x);

  if (ext_foreign_p (t))
    return ext_convert (e, b, type_scalar (e->ctx, SCALAR_BOOL), x);
  return fir_prim2 (e->p, b, FIR_NE, t, x, ext_number (e, b, t, 0));
}

/* On _Bool, C's + and * and min and max are or and and.  */
static enum fir_op
bool_op (enum fir_op op)
{
  switch (op)
    {
    case FIR_ADD:
    case FIR_MAX:
    case FIR_MAX_NAN:
      return FIR_BOR;
    case FIR_MUL:
    case FIR_MIN:
    case FIR_MIN_NAN:
      return FIR_BAND;
    default:
      return op;
    }
}

/* Append to B generic operator OPR of X and Y in TYPE, or as C's expression if that is NULL.  */
static struct fir_atom
operator_call (struct ext_build *e, struct fir_block *b, enum nova_operator opr, struct fir_atom x,
	       struct fir_atom y, const struct type *type)
{
  enum fir_op op = operator_op (opr);
  const struct type *at = type_i32 (e->ctx);
  struct fir_atom xs[2], r;

  if (opr == NOVA_OPR_LAND || opr == NOVA_OPR_LOR)
    {
      x = ext_nonzero (e, b, x);
      y = ext_nonzero (e, b, y);
    }
  else
    at = ext_type (e, resolve_usual_type (gen_tree_type (fir_atom_type (x)),
					  gen_tree_type (fir_atom_type (y))));
  xs[0] = ext_convert (e, b, at, x);
  xs[1] = ext_convert (e, b, at, y);
  if (ext_foreign_p (at))
    r = ext_foreign (e, b, opr, fir_op_info[op].flags & FIR_FLAG_CMP ? type_i32 (e->ctx) : at, 2,
		     xs);
  else
    r = fir_prim2 (e->p, b, op, at, xs[0], xs[1]);
  return type ? ext_convert (e, b, type, r) : r;
}

/* Generic operator OPR of the NBOUND values BOUND and elements of TYPES, two in all, with result
   RESULT; NULL: as C's expression.  */
static struct fir_fn *
operator_fn (struct ext_build *e, enum nova_operator opr, unsigned nbound,
	     const struct fir_atom *bound, const struct type *const *types,
	     const struct type *result)
{
  enum fir_op op = operator_op (opr);
  bool truth = opr == NOVA_OPR_LAND || opr == NOVA_OPR_LOR;
  struct fir_atom xs[2], r;
  struct fir_fn *fn;
  unsigned k;

  bool alike = !nbound && result && type_is_scalar (result) && types[0] == result
	       && types[1] == result;

  if (alike && result->scalar == SCALAR_BOOL)
    return fir_fn_of_op (e->p, bool_op (op), result, NULL);
  if (alike && !truth && !(fir_op_info[op].flags & FIR_FLAG_CMP))
    return fir_fn_of_op (e->p, op, result, NULL);
  fn = fir_fn_new (e->p, 2 - nbound, types);
  for (k = 0; k < 2; k++)
    xs[k] = k < nbound ? bound[k] : fir_atom_var (fn->params[k - nbound]);
  r = operator_call (e, fn->body, opr, xs[0], xs[1], result);
  fir_block_return (e->p, fn->body, 1, &r);
  return fn;
}

struct fir_fn *
ext_operator (struct ext_build *e, enum nova_operator opr, const struct type *type)
{
  const struct type *types[2] = { type, type };

  return operator_fn (e, opr, 0, NULL, types, type);
}

/* --- Leaves ---------------------------------------------------------------------------------- */

tree
ext_param_type (tree fntype, tree fndecl, unsigned k)
{
  tree args = TYPE_ARG_TYPES (fntype), parm;
  unsigned i;

  if (args)
    {
      for (i = 0; args && i < k; i++)
	args = TREE_CHAIN (args);
      return args && !VOID_TYPE_P (TREE_VALUE (args)) ? TREE_VALUE (args) : NULL_TREE;
    }
  /* Not prototyped: the definition knows.  */
  parm = fndecl ? DECL_ARGUMENTS (fndecl) : NULL_TREE;
  for (i = 0; parm && i < k; i++)
    parm = DECL_CHAIN (parm);
  return parm ? TREE_TYPE (parm) : NULL_TREE;
}

/* A name for a leaf like NAME that no leaf of the program has: letters, digits and underscores.  */
static const char *
leaf_name (struct ext_build *e, const char *name)
{
  const char *unique = name;
  unsigned n = 1;

  for (struct fir_leaf *l = e->p->leaves; l;)
    if (strcmp (l->name, unique) == 0)
      {
	unique = ctx_printf (e->ctx, "%s_%u", name, ++n);
	l = e->p->leaves;
      }
    else
      l = l->next;
  return unique;
}

static bool
same_access (struct fir_leaf *l, const vec<leaf_access> &access, const struct fir_atom *args)
{
  for (unsigned k = 0; k < l->nparams; k++)
    if (l->access[k].kind != access[k].kind || l->access[k].bytes != access[k].bytes
	|| l->params[k] != fir_atom_type (args[k]))
      return false;
  return true;
}

/* The leaf of the function (or, for an indirect call, function type) ORIGIN as it is called in the
   builtin of number SITE.  */
static struct fir_leaf *
leaf_of (struct ext_build *e, tree origin, const char *name, unsigned nargs,
	 const struct fir_atom *args, const struct type *ret, unsigned flags, unsigned cost,
	 unsigned site)
{
  uint32_t id = root_origin (origin);
  auto_vec<const struct type *> types;
  auto_vec<leaf_access> access;
  struct fir_leaf *l;
  unsigned k;

  access.safe_grow_cleared (nargs);
  for (k = 0; k < nargs && (flags & LEAF_BOUNDED); k++)
    access[k] = leaf_argument (e, origin, k, args[k], site);
  for (l = e->p->leaves; l; l = l->next)
    if (l->origin == id && l->nparams == nargs && same_access (l, access, args))
      return l;
  for (k = 0; k < nargs; k++)
    types.safe_push (fir_atom_type (args[k]));
  l = fir_leaf_new (e->p, leaf_name (e, name), nargs, types.address (), ret, flags);
  l->origin = id;
  l->cost = cost ? cost : 1;
  for (k = 0; k < nargs; k++)
    l->access[k] = access[k];
  if (flags & LEAF_BOUNDED)
    leaf_globals (e, origin, l);
  return l;
}

struct fir_atom
ext_call_decl (struct ext_build *e, struct fir_block *b, tree fndecl, unsigned nargs,
	       const struct fir_atom *args, unsigned site, unsigned order, unsigned depth)
{
  struct fir_atom res;
  unsigned cost = 1, flags;
  struct fir_leaf *leaf;

  if (body_inline (e, b, fndecl, nargs, args, site, order, depth, &res))
    return res;
  flags = leaf_facts (fndecl, &cost);
  leaf = leaf_of (e, fndecl, IDENTIFIER_POINTER (DECL_NAME (fndecl)), nargs, args,
		  ext_type (e, TREE_TYPE (TREE_TYPE (fndecl))), flags, cost, site);
  return fir_leaf_call (e->p, b, site, order, leaf, nargs, args);
}

/* Of members so many bytes behind the begin of a structure nothing is known.  */
enum { FAR = 1 << 20 };

struct fir_atom
ext_load (struct ext_build *e, struct fir_block *b, tree pointer, struct fir_atom base,
	  struct fir_atom offset, bool constant, unsigned site, unsigned order)
{
  uint32_t id = root_origin (pointer);
  struct leaf_access access = { ACCESS_NONE, 0 };
  const struct type *types[2] = { fir_atom_type (base), fir_atom_type (offset) };
  const struct type *ret = ext_type (e, TREE_TYPE (pointer));
  struct fir_atom args[2] = { base, offset };
  unsigned flags = constant ? LEAF_CONST : LEAF_BOUNDED;
  struct fir_leaf *l;

  if (types[0]->kind == TYPE_PTR && types[0]->elem == ret && !TYPE_REF_CAN_ALIAS_ALL (pointer))
    flags |= LEAF_LOAD;

  if (!constant)
    access = leaf_pointed (e, base, site);
  /* A member of what the pointer leads to.  LEAF_LOAD takes an extent that is known for one that is
     there, whether it is loaded or not.  */
  if (!(flags & LEAF_LOAD) && access.kind == ACCESS_READS && !access.bytes && offset.cst
      && offset.cst->i < FAR)
    access.bytes = offset.cst->i + ret->size;
  for (l = e->p->leaves; l; l = l->next)
    if (l->origin == id && l->flags == flags && l->params[0] == types[0]
	&& (constant || (l->access[0].kind == access.kind && l->access[0].bytes == access.bytes)))
      return fir_leaf_call (e->p, b, site, order, l, 2, args);
  l = fir_leaf_new (e->p, leaf_name (e, "load"), 2, types, ret, flags);
  l->origin = id;
  l->cost = 4;
  if (!constant)
    l->access[0] = access;
  return fir_leaf_call (e->p, b, site, order, l, 2, args);
}

/* A call through POINTER, whose type is FNTYPE.  */
static struct fir_atom
call_pointer (struct ext_build *e, struct fir_block *b, tree fntype, struct fir_atom pointer,
	      unsigned nargs, const struct fir_atom *args, struct ext_call *c)
{
  auto_vec<fir_atom> all;
  struct fir_leaf *leaf;

  all.safe_push (pointer);
  for (unsigned k = 0; k < nargs; k++)
    all.safe_push (args[k]);
  leaf = leaf_of (e, TYPE_MAIN_VARIANT (fntype), "indirect", nargs + 1, all.address (),
		  ext_type (e, TREE_TYPE (fntype)), LEAF_INDIRECT | LEAF_MAYFAIL, 20, c->site);
  return fir_leaf_call (e->p, b, c->site, c->order, leaf, nargs + 1, all.address ());
}

/* --- Function operands ----------------------------------------------------------------------- */

/* ARG as parameter K of the function, in block B.  */
static bool
argument (struct ext_build *e, struct ext_call *c, unsigned fn, struct fir_block *b, tree fntype,
	  tree fndecl, unsigned k, struct fir_atom arg, auto_vec<fir_atom> *args)
{
  tree t = ext_param_type (fntype, fndecl, k);

  if (!t)
    {
      ext_error (e, c, fn + 1, "the function takes %u parameters, not %u", k, k + 1);
      return false;
    }
  args->safe_push (ext_convert (e, b, ext_type (e, t), arg));
  return true;
}

/* Value K of function operand FN, parameter AT of the function, in the region's block.  Pointers
   take the parameter's type here, scalars convert to it at the call.  */
static struct fir_atom
value (struct ext_build *e, struct ext_call *c, unsigned fn, unsigned k, tree fntype, tree fndecl,
       unsigned at)
{
  tree p = ext_param_type (fntype, fndecl, at);

  return ext_value_of (e, call_value (c, fn, k),
		       p && POINTER_TYPE_P (p) ? ext_type (e, p) : NULL);
}

struct fir_fn *
ext_function (struct ext_build *e, struct ext_call *c, unsigned fn, unsigned nelems,
	      const struct type *const *types, const struct type *result)
{
  struct site_fn *sf = &c->s->fn[fn];
  tree fndecl, fntype;
  struct fir_atom pointer = FIR_NONE, r;
  auto_vec<fir_atom> values, args;
  struct fir_fn *lambda;
  unsigned k, n = 0;

  if (sf->opr != NOVA_OPR_NONE)
    {
      for (k = 0; k < sf->nbound; k++)
	values.safe_push (ext_value_of (e, call_value (c, fn, k), NULL));
      gcc_assert (sf->nbound + nelems == 2);
      return operator_fn (e, sf->opr, sf->nbound, values.address (), types, result);
    }
  fndecl = call_function (c, fn);
  fntype = fndecl ? TREE_TYPE (fndecl) : sf->type;
  if (!fndecl)
    pointer = ext_value_of (e, call_operand (c, fn), NULL);
  for (k = 0; k < sf->nbound + sf->ncaps; k++)
    values.safe_push (value (e, c, fn, k, fntype, fndecl, k < sf->nbound ? k : k + nelems));
  lambda = fir_fn_new (e->p, nelems, types);
  for (k = 0; k < sf->nbound; k++)
    if (!argument (e, c, fn, lambda->body, fntype, fndecl, n++, values[k], &args))
      return NULL;
  for (k = 0; k < nelems; k++)
    if (!argument (e, c, fn, lambda->body, fntype, fndecl, n++, fir_atom_var (lambda->params[k]),
		   &args))
      return NULL;
  for (k = sf->nbound; k < sf->nbound + sf->ncaps; k++)
    if (!argument (e, c, fn, lambda->body, fntype, fndecl, n++, values[k], &args))
      return NULL;
  r = fndecl ? ext_call_decl (e, lambda->body, fndecl, n, args.address (), c->site, c->order, 0)
	     : call_pointer (e, lambda->body, fntype, pointer, n, args.address (), c);
  if (result)
    r = ext_convert (e, lambda->body, result, r);
  fir_block_return (e->p, lambda->body, 1, &r);
  return lambda;
}

/* --- Updates of rows ------------------------------------------------------------------------- */

/* What the function of an update of rows is called with: operands of the term, and stand-ins of the
   types that the leaf gets.  */
struct row_args
{
  auto_vec<fir_atom> ops, types;
};

static void
push_same (struct row_args *a, struct fir_atom x)
{
  a->ops.safe_push (x);
  a->types.safe_push (x);
}

/* The values FROM to TO of the function operand of C; their parameters stand AT further behind.  */
static void
push_values (struct ext_build *e, struct ext_call *c, struct row_args *a, tree fntype, tree fndecl,
	     unsigned from, unsigned to, unsigned at)
{
  for (unsigned k = from; k < to; k++)
    {
      struct fir_atom v = value (e, c, 0, k, fntype, fndecl, k + at);
      tree t = ext_param_type (fntype, fndecl, k + at);

      push_same (a, t ? ext_convert (e, e->b, ext_type (e, t), v) : v);
    }
}

/* X, elements for a parameter of type T.  */
static void
push_elements (struct ext_build *e, struct ext_call *c, struct row_args *a, tree t,
	       struct fir_atom x)
{
  const struct type *type = t ? ext_type (e, t) : ext_elem_of (x);
  struct fir_fn *stand_in = fir_fn_new (e->p, 1, &type);

  a->ops.safe_push (ext_map_convert (e, c, x, type));
  a->types.safe_push (fir_atom_var (stand_in->params[0]));
}

void
ext_update_rows (struct ext_build *e, struct ext_call *c, const struct fir_atom *rows, unsigned nx,
		 const struct fir_atom *xs)
{
  struct site_fn *sf = &c->s->fn[0];
  tree fndecl = call_function (c, 0), fntype = fndecl ? TREE_TYPE (fndecl) : sf->type;
  unsigned cost = 20, flags = LEAF_INDIRECT | LEAF_MAYFAIL, row, k, n;
  struct fir_leaf *leaf;
  struct fir_stmt *s;
  struct row_args a;

  if (!fndecl)
    push_same (&a, ext_value_of (e, call_operand (c, 0), NULL));
  push_values (e, c, &a, fntype, fndecl, 0, sf->nbound, 0);
  row = a.types.length ();
  a.types.safe_push (rows[0]);
  for (k = 0; k < nx; k++)
    push_elements (e, c, &a, ext_param_type (fntype, fndecl, sf->nbound + 1 + k), xs[k]);
  push_values (e, c, &a, fntype, fndecl, sf->nbound, sf->nbound + sf->ncaps, nx + 1);
  if (fndecl)
    flags = leaf_facts (fndecl, &cost) & LEAF_MAYFAIL;
  n = a.types.length ();
  leaf = leaf_of (e, fndecl ? fndecl : TYPE_MAIN_VARIANT (fntype),
		  fndecl ? IDENTIFIER_POINTER (DECL_NAME (fndecl)) : "indirect", n,
		  a.types.address (), type_i32 (e->ctx), flags, cost, c->site);
  s = fir_stmt_new (e->p, e->b, FIR_UPDATE_ROWS, c->site, n + 3, 0, NULL, NULL);
  s->order = c->order;
  s->leaf = leaf;
  s->index = row;
  memcpy (s->args, rows, 4 * sizeof *rows);
  memcpy (s->args + 4, a.ops.address (), (n - 1) * sizeof *rows);
}

struct fir_fn *
ext_condition (struct ext_build *e, struct ext_call *c, unsigned nelems,
	       const struct type *const *types)
{
  struct fir_fn *fn = ext_function (e, c, 0, nelems, types, NULL);
  struct fir_atom r;

  if (fn && ext_foreign_p (fir_atom_type (fn->body->rets[0])))
    {
      r = ext_nonzero (e, fn->body, fn->body->rets[0]);
      fir_block_return (e->p, fn->body, 1, &r);
    }
  return fn;
}
