/* A written builtin call becomes a typed call with a site number.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   One pass over the operands: count them, read the function operands, let the builtin's type
   scheme (resolve-*.cc) check and convert them and determine the result's type, record all that in
   the site, build the call.  A mistake is reported once, at the operand.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "frontend.h"
#include "resolve.h"
#include "state.h"

extern tree resolve_expand_get (location_t loc, unsigned site, tree elem, tree x, tree i);

static type_scheme *const schemes[] =
{
#define NOVA_BUILTIN(ENUM, NAME, SITE, SHORT, MIN, MAX, FNS, EFFECT, SHOWS, LENGTH, ROWS, BOUND, \
		     PLACES, STATUS, DOC) \
  NOVA_##STATUS (ENUM)
#define NOVA_BUILT(ENUM) scheme_##ENUM,
#define NOVA_RESERVED(ENUM) NULL,
#include "builtins.def"
#undef NOVA_BUILT
#undef NOVA_RESERVED
#undef NOVA_BUILTIN
};

tree
resolve_wrong_type (struct call *c, unsigned k, const char *wanted)
{
  c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			    "operand %u of %qs has type %qT, wanted %s", k, op_site_name (c->op),
			    operand_type (c, k), wanted);
  return NULL_TREE;
}

tree
resolve_wrong_type_for (struct call *c, unsigned k, tree t)
{
  c->answer = diag_operand (c->loc, c->fndecl, c->args, k,
			    "operand %u of %qs has type %qT, wanted %qT", k, op_site_name (c->op),
			    operand_type (c, k), t);
  return NULL_TREE;
}

/* Check the number of operands.  */
static bool
check_count (struct call *c)
{
  int least = op_least (c->op), most = op_most (c->op), n = c->n;
  if (n >= least && (most < 0 || n <= most))
    return true;
  /* Where an operand cannot be read the front end leaves out what follows.  */
  if (misuse_error_behind_p (c->spot))
    return false;
  const char *name = op_site_name (c->op);
  const char *bound = least == most ? "" : n < least ? "at least " : "at most ";
  int wanted = n < least ? least : most;
  error_at (c->loc, "%qs takes %s%d %s, %d given", name, bound, wanted,
	    wanted == 1 ? "operand" : "operands", n);
  loc_note_macro (c->spot);
  return false;
}

/* T, of an operand, as a site keeps it.  Types that only a site names are none to the pass of -flto
   that frees what the front end knew: it cuts a qualified or named variant off from its main
   variant, by which vectors and structures are known.  */
static tree
kept_type (tree t)
{
  return t && (vtype_elem (t) || RECORD_OR_UNION_TYPE_P (t)) ? TYPE_MAIN_VARIANT (t) : t;
}

/* The operands as the site remembers them, before they are converted.  */
static unsigned
make_site (struct call *c)
{
  unsigned number = site_new (c->op, c->loc, c->n);
  nova_call_site *s = site_get (number);
  s->spot = c->spot;
  for (unsigned i = 0; i < c->n; i++)
    {
      unsigned k = op_written_operand (c->op, i);
      s->op_loc[i] = loc_user (EXPR_LOC_OR_LOC (operand (c, k), c->loc));
      s->op_type[i] = kept_type (operand_type (c, k));
    }
  return number;
}

/* Note the function operands in site S.  */
static void
note_functions (struct call *c, nova_call_site *s)
{
  for (unsigned k = 0; k < op_functions (c->op); k++)
    {
      s->fn[k].opr = c->fn[k].opr;
      s->fn[k].type = c->fn[k].type;
      s->fn[k].nbound = c->fn[k].nbound;
      s->fn[k].trusted = c->fn[k].trusted;
    }
}

static tree
folded (tree e)
{
  return c_fully_fold (e, false, NULL, false);
}

/* The resolved call: operands, site number, bound values.  */
static tree
build_call (struct call *c, unsigned number, tree result)
{
  auto_vec<tree> args;
  for (unsigned i = 0; i < c->n; i++)
    args.safe_push (folded (i < op_functions (c->op) ? c->fn[i].expr
			    : operand (c, op_written_operand (c->op, i))));
  args.safe_push (build_int_cst (unsigned_type_node, number));
  for (unsigned k = 0; k < op_functions (c->op); k++)
    for (unsigned i = 0; i < c->fn[k].nbound; i++)
      args.safe_push ((*c->fn[k].bound)[i]);
  return op_build_call (c->loc, op_decl (c->op, result), args.length (), args.address ());
}

/* nova_bind and nova_trust: everything in one call, for the builtin around it to take off.  Unlike
   any other call, the bound values stand before the site number.  */
static tree
build_marker (struct call *c, unsigned number, tree result)
{
  auto_vec<tree> args;
  for (unsigned k = 1; k <= c->n; k++)
    args.safe_push (folded (operand (c, k)));
  args.safe_push (build_int_cst (unsigned_type_node, number));
  return op_build_call (c->loc, op_decl (c->op, result), args.length (), args.address ());
}

/* Resolve C, whose operands are free of errors.  */
static tree
resolve (struct call *c)
{
  if (!op_built_p (c->op))
    {
      error_at (c->loc, "%qs is part of the language but this version of nova does not compile it",
		op_site_name (c->op));
      return error_mark_node;
    }
  if (!check_count (c))
    return error_mark_node;
  unsigned number = make_site (c);
  if (!resolve_functions (c))
    return c->answer;
  tree result = schemes[c->op] (c);
  if (!result)
    return c->answer;
  nova_call_site *s = site_get (number);
  s->result = kept_type (result);
  misuse_note_result (c->loc, result);
  if (VOID_TYPE_P (result))
    misuse_note_void (c->loc, op_site_name (c->op));
  s->placed = c->placed;
  s->at = c->at;
  note_functions (c, s);
  if (c->op == NOVA_OP_GET)
    return resolve_expand_get (c->loc, number, result, folded (operand (c, 1)),
			       folded (operand (c, 2)));
  if (c->op == NOVA_OP_BIND || c->op == NOVA_OP_TRUST)
    return build_marker (c, number, result);
  tree special = resolve_special (c, number, result);
  return special ? special : build_call (c, number, result);
}

bool
resolve_target_supported (location_t loc, const char *name)
{
  if (POINTER_SIZE == 64 && TYPE_PRECISION (size_type_node) == 64)
    return true;
  if (!unit.front->target_said)
    error_at (loc, "%qs needs a target with pointers of 64 bits, not of %d", name,
	      (int) POINTER_SIZE);
  unit.front->target_said = true;
  return false;
}

/* The call at LOC of our builtin FNDECL with ARGS: an expression, error_mark_node, or NULL_TREE
   when the front end is to report what diag_operand prepared.  */
static tree
resolve_call (location_t loc, tree fndecl, vec<tree, va_gc> *args)
{
  unsigned n = vec_safe_length (args);
  for (unsigned i = 0; i < n; i++)
    if (error_operand_p ((*args)[i]))
      return error_mark_node;
  location_t spot = loc;
  loc = loc_user (loc);
  if (!resolve_target_supported (loc, op_operator (fndecl) != NOVA_OPR_NONE
				      ? op_operator_name (op_operator (fndecl))
				      : op_site_name (op_written (fndecl))))
    {
      followup_lost (spot);
      return error_mark_node;
    }
  if (op_operator (fndecl) != NOVA_OPR_NONE)
    {
      error_at (loc, "%qs is a function operand, it cannot be called",
		op_operator_name (op_operator (fndecl)));
      return error_mark_node;
    }
  struct call c;
  memset (&c, 0, sizeof c);
  c.op = op_written (fndecl);
  c.loc = loc;
  c.spot = spot;
  c.fndecl = fndecl;
  c.args = args;
  c.n = n;
  c.answer = error_mark_node;
  tree made = resolve (&c);
  /* Errors stand where the user wrote the operand, which a macro may have in a declaration.  */
  if (!made || made == error_mark_node)
    followup_lost (spot);
  return made;
}

static tree (*target_resolve) (location_t, tree, void *);

/* targetm.resolve_overloaded_builtin.  */
static tree
resolve_hook (location_t loc, tree fndecl, void *args)
{
  if (op_name_p (fndecl))
    return resolve_call (loc, fndecl, (vec<tree, va_gc> *) args);
  return target_resolve ? target_resolve (loc, fndecl, args) : NULL_TREE;
}

void
resolve_start_unit (void)
{
  target_resolve = targetm.resolve_overloaded_builtin;
  targetm.resolve_overloaded_builtin = resolve_hook;
}
