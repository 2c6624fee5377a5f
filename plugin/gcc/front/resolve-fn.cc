/* Function operands: names, lambdas, pointers, generic operators, nova_bind and nova_trust.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A function is called as in C: the elements are assigned to its parameters.  nova_bind and
   nova_trust resolve to separate calls, which the enclosing builtin removes again.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "frontend.h"
#include "resolve.h"

enum operator_class { CLASS_ARITH, CLASS_REAL, CLASS_INT, CLASS_TRUTH };

static const struct { enum operator_class cls; bool truth; } operator_rows[] =
{
#define NOVA_OPERATOR(ENUM, NAME, SHORT, FIR, CLASS) \
  { CLASS_##CLASS, NOVA_OPR_##ENUM == NOVA_OPR_LT || NOVA_OPR_##ENUM == NOVA_OPR_GT \
		   || CLASS_##CLASS == CLASS_TRUTH },
#include "operators.def"
#undef NOVA_OPERATOR
};

/* The function type that E, an operand, points to, or NULL_TREE.  */
static tree
pointed_function (tree e)
{
  tree t = TREE_TYPE (e);
  if (TREE_CODE (t) == POINTER_TYPE && !vtype_elem (t)
      && TREE_CODE (TREE_TYPE (t)) == FUNCTION_TYPE)
    return TREE_TYPE (t);
  return NULL_TREE;
}

/* The function that E names, or NULL_TREE.  */
static tree
named_function (tree e)
{
  STRIP_NOPS (e);
  if (TREE_CODE (e) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (e, 0)) == FUNCTION_DECL)
    return TREE_OPERAND (e, 0);
  return NULL_TREE;
}

/* The name of F in quotes, or what stands for one without; xmalloc'd.  */
static char *
function_text (struct fn_operand *f)
{
  const char *name = NULL;
  if (f->opr != NOVA_OPR_NONE)
    name = op_operator_name (f->opr);
  else if (f->decl && DECL_NAME (f->decl))
    name = IDENTIFIER_POINTER (DECL_NAME (f->decl));
  return name ? concat (open_quote, name, close_quote, NULL) : xstrdup ("the function");
}

/* What N of them are called.  */
static const char *
arguments_word (unsigned n)
{
  return n == 1 ? "argument" : "arguments";
}

/* The next parameter of F is fixed to VALUE.  */
static void
bind_value (struct fn_operand *f, tree value)
{
  vec_safe_push (f->bound, value);
  f->nbound++;
}

/* Take nova_bind and nova_trust off F->expr.  The innermost binding fixes the first parameters.  */
static bool
peel_markers (struct call *c, unsigned k, struct fn_operand *f)
{
  tree e = f->expr;
  STRIP_TYPE_NOPS (e);
  enum nova_op op = TREE_CODE (e) == CALL_EXPR ? op_resolved (get_callee_fndecl (e))
		    : NOVA_OP_NONE;
  if (op != NOVA_OP_BIND && op != NOVA_OP_TRUST)
    return true;
  unsigned site_arg = call_expr_nargs (e) - 1;
  f->expr = CALL_EXPR_ARG (e, 0);
  f->trusted |= op == NOVA_OP_TRUST;
  if (!peel_markers (c, k, f))
    return false;
  for (unsigned i = 1; i < site_arg; i++)
    bind_value (f, CALL_EXPR_ARG (e, i));
  return true;
}

/* The type of DECL, a function of the file defined without a prototype, by its definition;
   NULL_TREE if that is not known.  */
static tree
type_by_definition (tree decl)
{
  if (!decl || !DECL_ARGUMENTS (decl) || decl_function_context (decl))
    return NULL_TREE;
  auto_vec<tree> types;
  for (tree p = DECL_ARGUMENTS (decl); p; p = DECL_CHAIN (p))
    types.safe_push (TYPE_MAIN_VARIANT (TREE_TYPE (p)));
  return build_function_type_array (TREE_TYPE (TREE_TYPE (decl)), types.length (),
				    types.address ());
}

/* FNDECL is needed, though it may be an inline definition that is no external one: without
   optimisation GCC would throw it away.  */
static void
keep_inline (tree fndecl)
{
  cgraph_node *node = cgraph_node::get (fndecl);
  if (optimize || !node || !node->definition || !DECL_EXTERNAL (fndecl)
      || DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fndecl))
    return;
  struct gcc_options opts = global_options;
  opts.x_optimize = 1;
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fndecl)
    = build_optimization_node (&opts, &global_options_set);
}

/* walk_tree: the first thing that is more than brackets and declarations.  */
static tree
find_statement (tree *tp, int *walk_subtrees, void *)
{
  tree t = *tp;
  if (TYPE_P (t) || DECL_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) != STATEMENT_LIST && TREE_CODE (t) != BIND_EXPR
	   && TREE_CODE (t) != DECL_EXPR && TREE_CODE (t) != NOP_EXPR)
    return t;
  return NULL_TREE;
}

/* walk_tree: the function of a lambda.  */
static tree
find_lambda (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return TREE_CODE (*tp) == FUNCTION_DECL && followup_lambda_name_p (*tp) ? *tp : NULL_TREE;
}

/* The lambda that E is in place, or NULL_TREE.  */
static tree
lambda_in_place (tree e)
{
  STRIP_NOPS (e);
  if (TREE_CODE (e) == TARGET_EXPR)
    e = TARGET_EXPR_INITIAL (e);
  return TREE_CODE (e) == BIND_EXPR || TREE_CODE (e) == STATEMENT_LIST
	 ? walk_tree_without_duplicates (&e, find_lambda, NULL) : NULL_TREE;
}

/* FNDECL is a lambda that shall give a value, with nothing in its body.  */
static bool
bodyless_p (tree fndecl)
{
  return DECL_SAVED_TREE (fndecl) && !VOID_TYPE_P (TREE_TYPE (TREE_TYPE (fndecl)))
	 && !walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), find_statement, NULL);
}

/* Read function operand K.  */
static bool
read_function (struct call *c, unsigned k)
{
  struct fn_operand *f = function_operand (c, k);
  f->opr = NOVA_OPR_NONE;
  f->expr = operand (c, k);
  if (!peel_markers (c, k, f))
    return false;
  f->decl = named_function (f->expr);
  f->opr = op_operator (f->decl);
  if (f->decl)
    keep_inline (f->decl);
  if (f->opr != NOVA_OPR_NONE)
    {
      f->expr = null_pointer_node;
      f->decl = NULL_TREE;
      return true;
    }
  if (f->decl && op_name_p (f->decl))
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
				"operand %u of %qs is %qs, which is no function operand", k,
				op_site_name (c->op), op_name (op_written (f->decl)));
      return false;
    }
  tree lambda = lambda_in_place (f->expr);
  if (lambda && bodyless_p (lambda) && !misuse_error_behind_p (DECL_SOURCE_LOCATION (lambda)))
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
				"operand %u of %qs: the lambda has no body that gives a value", k,
				op_site_name (c->op));
      return false;
    }
  f->type = pointed_function (f->expr);
  if (!f->type)
    {
      resolve_wrong_type (c, k, "a function");
      return false;
    }
  if (!prototype_p (f->type))
    if (tree known = type_by_definition (f->decl))
      f->type = known;
  if (prototype_p (f->type) && !stdarg_p (f->type))
    return true;
  /* A parameter that is wrong, and has been said to be, leaves the function without a
     prototype.  */
  if (lambda ? followup_lambda_p (DECL_SOURCE_LOCATION (lambda))
      : f->decl && followup_function_p (f->decl, misuse_last_error ()))
    return false;
  char *name = function_text (f);
  c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			    prototype_p (f->type)
			    ? G_("operand %u of %qs: %s takes a variable number of arguments")
			    : G_("operand %u of %qs: %s is declared without a prototype"),
			    k, op_site_name (c->op), name);
  note_function (c, k);
  free (name);
  return false;
}

bool
resolve_functions (struct call *c)
{
  unsigned first = op_first_function (c->op);
  for (unsigned k = first; k < first + op_functions (c->op); k++)
    if (!read_function (c, k))
      return false;
  return true;
}

/* The parameters of function type T.  */
static void
parameters (tree t, vec<tree> *params)
{
  function_args_iterator it;
  tree p;
  FOREACH_FUNCTION_ARGS (t, p, it)
    if (!VOID_TYPE_P (p))
      params->safe_push (p);
}

/* T fits the class of OPR.  */
static bool
admits_p (enum nova_operator opr, tree t)
{
  switch (operator_rows[opr].cls)
    {
    case CLASS_INT:
      return INTEGRAL_TYPE_P (t);
    case CLASS_REAL:
      return ctype_arithmetic_p (t) && TREE_CODE (t) != COMPLEX_TYPE;
    default:
      return ctype_arithmetic_p (t);
    }
}

static const char *
class_text (enum nova_operator opr)
{
  switch (operator_rows[opr].cls)
    {
    case CLASS_INT: return "integers";
    case CLASS_REAL: return "real numbers";
    default: return "numbers";
    }
}

/* Operand K, which is of type FOUND or gives it, or is a vector of what OPR takes: an error if OPR
   does not take it.  */
static bool
check_admitted (struct call *c, unsigned k, tree found, enum nova_operator opr)
{
  if (!vtype_elem (found) && admits_p (opr, found))
    return true;
  c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			    "operand %u of %qs has type %qT, but %qs works on %s", k,
			    op_site_name (c->op), found, op_operator_name (opr), class_text (opr));
  return false;
}

/* resolve_apply for the generic operator of operand K.  */
static tree
apply_operator (struct call *c, unsigned k, unsigned nelems, const tree *elems,
		const unsigned *from, tree same)
{
  struct fn_operand *f = function_operand (c, k);
  if (f->nbound + nelems != 2)
    {
      c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
				"operand %u of %qs, %qs, takes 2 arguments, %u given", k,
				op_site_name (c->op), op_operator_name (f->opr),
				f->nbound + nelems);
      return NULL_TREE;
    }
  tree types[2];
  for (unsigned i = 0; i < 2; i++)
    {
      types[i]
	= TYPE_MAIN_VARIANT (i < f->nbound ? TREE_TYPE ((*f->bound)[i]) : elems[i - f->nbound]);
      if (admits_p (f->opr, types[i]))
	continue;
      unsigned source = i >= f->nbound ? from[i - f->nbound] : 0;
      /* What it gave before is of the initial value's type if no other function says one.  */
      if (source == FROM_RESULT)
	source = c->fn[0].type || c->fn[1].type ? 0 : 3;
      check_admitted (c, source ? source : k, source ? operand_type (c, source) : types[i], f->opr);
      return NULL_TREE;
    }
  tree result = same ? same : resolve_usual_type (types[0], types[1]);
  if (!same && operator_rows[f->opr].truth)
    result = integer_type_node;
  f->type = build_function_type_list (result, types[0], types[1], NULL_TREE);
  return result;
}

/* An element of type ELEM, from operand FROM, goes into parameter PARAM of type TYPE.  */
static bool
check_argument (struct call *c, unsigned k, unsigned from, tree elem, unsigned param, tree type)
{
  if (resolve_assignable_p (type, elem))
    return true;
  char *name = function_text (function_operand (c, k));
  if (from == FROM_RESULT)
    c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			      "operand %u of %qs: parameter %u of %s has type %qT, wanted %qT for "
			      "the result so far",
			      k, op_site_name (c->op), param, name, type, elem);
  else if (from && !vtype_elem (operand_type (c, from)))
    c->answer = diag_operand (c->loc, c->fndecl, c->args, from,
			      "operand %u of %qs has type %qT, wanted %qT for parameter %u of %s",
			      from, op_site_name (c->op), elem, type, param, name);
  else if (from)
    c->answer = diag_operand (c->loc, c->fndecl, c->args, from,
			      "operand %u of %qs has elements of type %qT, wanted %qT for "
			      "parameter %u of %s",
			      from, op_site_name (c->op), elem, type, param, name);
  else
    c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			      "operand %u of %qs: parameter %u of %s has type %qT, wanted %qT for "
			      "an index", k, op_site_name (c->op), param, name, type, elem);
  note_function (c, k);
  free (name);
  return false;
}

tree
resolve_apply (struct call *c, unsigned k, unsigned nelems, const tree *elems,
	       const unsigned *from, tree same)
{
  struct fn_operand *f = function_operand (c, k);
  if (f->opr != NOVA_OPR_NONE)
    return apply_operator (c, k, nelems, elems, from, same);
  auto_vec<tree> params;
  parameters (f->type, &params);
  if (params.length () != f->nbound + nelems)
    {
      char *name = function_text (f);
      if (f->nbound == 0)
	c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
				  "operand %u of %qs: %s takes %u %s, wanted %u", k,
				  op_site_name (c->op), name, params.length (),
				  arguments_word (params.length ()), nelems);
      else
	c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
				  "operand %u of %qs: %s takes %u %s, %u of them bound, "
				  "wanted %u more", k, op_site_name (c->op), name,
				  params.length (), arguments_word (params.length ()), f->nbound,
				  nelems);
      note_function (c, k);
      free (name);
      return NULL_TREE;
    }
  for (unsigned i = 0; i < nelems; i++)
    if (!check_argument (c, k, from[i], elems[i], f->nbound + i + 1, params[f->nbound + i]))
      return NULL_TREE;
  return TYPE_MAIN_VARIANT (TREE_TYPE (f->type));
}

/* The pointer type of F with its bound parameters gone.  */
static tree
remaining_type (struct fn_operand *f)
{
  if (f->opr != NOVA_OPR_NONE)
    return build_pointer_type (build_varargs_function_type_list (integer_type_node, NULL_TREE));
  auto_vec<tree> params;
  parameters (f->type, &params);
  unsigned n = params.length () - f->nbound;
  tree t = build_function_type_array (TREE_TYPE (f->type), n, params.address () + f->nbound);
  return build_pointer_type (build_type_attribute_variant (t, TYPE_ATTRIBUTES (f->type)));
}

tree
resolve_trust (struct call *c)
{
  return remaining_type (&c->fn[0]);
}

/* (f, a1, ..., ak): each value converts to its parameter's type.  */
tree
resolve_bind (struct call *c)
{
  struct fn_operand *f = &c->fn[0];
  auto_vec<tree> params;
  if (f->opr == NOVA_OPR_NONE)
    parameters (f->type, &params);
  unsigned before = f->nbound, most = f->opr == NOVA_OPR_NONE ? params.length () : 2;
  if (before + c->n - 1 > most)
    {
      char *name = function_text (f);
      c->answer = diag_operand (c->loc, c->fndecl, c->args, c->n,
				"operand %u of %qs is one too many: %s takes %u %s", c->n,
				op_site_name (c->op), name, most - before,
				arguments_word (most - before));
      diag_operand_note (f->decl);
      free (name);
      return NULL_TREE;
    }
  for (unsigned k = 2; k <= c->n; k++)
    {
      if (f->opr == NOVA_OPR_NONE
	  ? !resolve_convert_operand (c, k, params[before + k - 2])
	  : !check_admitted (c, k, operand_type (c, k), f->opr))
	return NULL_TREE;
      bind_value (f, operand (c, k));
    }
  return remaining_type (f);
}
