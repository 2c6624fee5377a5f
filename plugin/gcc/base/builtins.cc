/* The builtins' declarations: as written, and as resolved.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Users call a machine-dependent builtin (BUILT_IN_MD): for those the C front end asks
   targetm.resolve_overloaded_builtin to resolve the call, with the operands already parsed.  Our
   builtin codes must never reach GIMPLE, where the target would take them for its own: every call
   becomes one of an ordinary declaration, one for each pair of builtin and result type.  */

#include "base/gcc-compat.h"
#include "nova-gcc.h"
#include "unit.h"
#include "state.h"

/* Above every code of the target.  */
#define CODE_BASE 0x40000000u
#define CODE_OPERATORS (CODE_BASE + 0x1000u)

enum effect { EFFECT_CONST, EFFECT_PURE, EFFECT_STORE, EFFECT_HOST, EFFECT_MARK };

struct op_row
{
  const char *name, *site_name;
  int least, most;
  unsigned functions;
  enum effect effect;
  bool built;
};

#define STATUS_BUILT true
#define STATUS_RESERVED false
static const struct op_row ops[] =
{
#define NOVA_BUILTIN(ENUM, NAME, SITE, SHORT, MIN, MAX, FNS, EFFECT, SHOWS, LENGTH, ROWS, BOUND, \
		     PLACES, STATUS, DOC) \
  { NAME, SITE, MIN, MAX, FNS, EFFECT_##EFFECT, STATUS_##STATUS },
#include "builtins.def"
#undef NOVA_BUILTIN
  { "__nova_host_length", "__nova_get", 1, 1, 0, EFFECT_CONST, true },
  { "__nova_host_data", "__nova_get", 1, 1, 0, EFFECT_CONST, true },
  { "__nova_host_stride", "__nova_get", 1, 1, 0, EFFECT_CONST, true },
  { "__nova_host_row", "__nova_get", 2, 2, 0, EFFECT_CONST, true },
  { "__nova_host_keep", "__nova_get", 1, 1, 0, EFFECT_PURE, true },
  { "__nova_raise_index", "__nova_get", 2, 2, 0, EFFECT_HOST, true },
  { "__nova_require", "__nova_split", 1, 3, 0, EFFECT_STORE, true },
  { "__nova_element", "__nova_get", 2, 2, 0, EFFECT_PURE, true },
  { "__nova_cuts", "__nova_segments", 2, 2, 0, EFFECT_PURE, true },
  { "__nova_literal", "__nova_view", 1, -1, 0, EFFECT_CONST, true }
};

static const char *const operators[] =
{
#define NOVA_OPERATOR(ENUM, NAME, SHORT, FIR, CLASS) NAME,
#include "operators.def"
#undef NOVA_OPERATOR
};

const char *
op_name (enum nova_op op)
{
  return ops[op].name;
}

const char *
op_site_name (enum nova_op op)
{
  return ops[op].site_name;
}

bool
op_reads_p (enum nova_op op)
{
  bool host = op >= NOVA_OP_HLENGTH && op < NOVA_OP_REQUIRE;

  return op == NOVA_OP_REQUIRE
	 || (!host && (ops[op].effect == EFFECT_CONST || ops[op].effect == EFFECT_PURE));
}

bool
op_stores_p (enum nova_op op)
{
  return op < NOVA_OP_HLENGTH && ops[op].effect == EFFECT_STORE;
}

/* STORE_ALL (n, p1, x1, ...); the others have one, behind their functions.  */
unsigned
op_ntargets (enum nova_op op, unsigned nops)
{
  return !op_stores_p (op) ? 0 : op == NOVA_OP_STORE_ALL ? nops / 2 : 1;
}

unsigned
op_target (enum nova_op op, unsigned k)
{
  return op == NOVA_OP_STORE_ALL ? 2 * k + 1 : op_functions (op);
}

unsigned
op_functions (enum nova_op op)
{
  return ops[op].functions;
}

unsigned
op_first_function (enum nova_op op)
{
  return op == NOVA_OP_BUCKET ? 2 : 1;
}

unsigned
op_written_operand (enum nova_op op, unsigned k)
{
  unsigned first = op_first_function (op), fns = op_functions (op);
  if (k < fns)
    return first + k;
  return k - fns + 1 < first ? k - fns + 1 : k + 1;
}

unsigned
op_least (enum nova_op op)
{
  return ops[op].least;
}

int
op_most (enum nova_op op)
{
  return ops[op].most;
}

bool
op_built_p (enum nova_op op)
{
  return ops[op].built;
}

const char *
op_operator_name (enum nova_operator opr)
{
  return operators[opr];
}

/* The machine-dependent code of FNDECL, 0 if it has none of ours.  */
static unsigned
our_code (tree fndecl)
{
  if (!fndecl || TREE_CODE (fndecl) != FUNCTION_DECL || !fndecl_built_in_p (fndecl, BUILT_IN_MD))
    return 0;
  unsigned code = DECL_MD_FUNCTION_CODE (fndecl);
  return code >= CODE_BASE ? code : 0;
}

bool
op_name_p (tree fndecl)
{
  return our_code (fndecl) != 0;
}

/* The builtin that FNDECL, as written, names; NOVA_OP_NONE if none.  */
enum nova_op
op_written (tree fndecl)
{
  unsigned code = our_code (fndecl);
  return code && code < CODE_OPERATORS ? (enum nova_op) (code - CODE_BASE) : NOVA_OP_NONE;
}

enum nova_operator
op_operator (tree fndecl)
{
  unsigned code = our_code (fndecl);
  return code >= CODE_OPERATORS ? (enum nova_operator) (code - CODE_OPERATORS) : NOVA_OPR_NONE;
}

enum nova_op
op_resolved (tree fndecl)
{
  if (!fndecl || TREE_CODE (fndecl) != FUNCTION_DECL)
    return NOVA_OP_NONE;
  enum nova_op *op = unit.base->op_of_decl.get (fndecl);
  return op ? *op : NOVA_OP_NONE;
}

enum nova_op
op_called (gimple *stmt)
{
  return stmt && is_gimple_call (stmt) ? op_resolved (gimple_call_fndecl (stmt)) : NOVA_OP_NONE;
}

bool
op_decl_p (tree fndecl)
{
  return op_resolved (fndecl) != NOVA_OP_NONE
	 || (fndecl && (fndecl == unit.base->retain_fn || fndecl == unit.base->release_fn));
}

/* An external function NAME returning RET that nobody defines; ASM_NAME stays visible if the pass
   forgets a call, so that the linker says which.  */
static tree
make_decl (const char *name, tree ret, const char *asm_name)
{
  tree type = build_varargs_function_type_list (ret, NULL_TREE);
  tree d = build_decl (BUILTINS_LOCATION, FUNCTION_DECL, get_identifier (name), type);
  DECL_EXTERNAL (d) = 1;
  TREE_PUBLIC (d) = 1;
  DECL_ARTIFICIAL (d) = 1;
  DECL_IGNORED_P (d) = 1;
  TREE_NOTHROW (d) = 1;
  DECL_ATTRIBUTES (d) = tree_cons (get_identifier ("leaf"), NULL_TREE, NULL_TREE);
  SET_DECL_ASSEMBLER_NAME (d, get_identifier (asm_name));
  root_keep (d);
  return d;
}

tree
op_decl (enum nova_op op, tree ret)
{
  ret = TYPE_MAIN_VARIANT (ret);
  vec<tree> &known = unit.base->signatures[op];
  for (unsigned i = 0; i < known.length (); i++)
    if (TREE_TYPE (TREE_TYPE (known[i])) == ret)
      return known[i];
  char *asm_name = xasprintf ("%s.%u", ops[op].name, known.length ());
  tree d = make_decl (ops[op].name, ret, asm_name);
  free (asm_name);
  if (ops[op].effect == EFFECT_CONST || op == NOVA_OP_DATA || ops[op].effect == EFFECT_MARK)
    TREE_READONLY (d) = 1;
  else if (ops[op].effect == EFFECT_PURE)
    DECL_PURE_P (d) = 1;
  if (op == NOVA_OP_RAISE_INDEX || op == NOVA_OP_FAIL)
    TREE_THIS_VOLATILE (d) = 1;		/* does not return */
  unit.base->signatures[op].safe_push (d);
  unit.base->op_of_decl.put (d, op);
  return d;
}

/* Retain and release come between builtins; without virtual operands they do not part them.  */
static tree
make_count_decl (const char *name)
{
  tree d = make_decl (name, void_type_node, name);
  DECL_IS_NOVOPS (d) = 1;
  return d;
}

tree
op_retain_decl (void)
{
  if (!unit.base->retain_fn)
    unit.base->retain_fn = make_count_decl ("__nova_own_retain");
  return unit.base->retain_fn;
}

tree
op_release_decl (void)
{
  if (!unit.base->release_fn)
    unit.base->release_fn = make_count_decl ("__nova_own_release");
  return unit.base->release_fn;
}

/* Reading a length or the elements cannot fail; all else may raise an error, so it stays even if
   nobody uses the result.  */
static bool
may_raise_p (enum nova_op op)
{
  return op != NOVA_OP_LENGTH && op != NOVA_OP_DATA && op != NOVA_OP_HLENGTH
	 && op != NOVA_OP_HDATA && op != NOVA_OP_HSTRIDE && op != NOVA_OP_HROW
	 && op != NOVA_OP_KEEP;
}

tree
op_build_call (location_t loc, tree decl, unsigned n, tree *args)
{
  tree type = TREE_TYPE (TREE_TYPE (decl));
  tree fn = build1_loc (loc, ADDR_EXPR, build_pointer_type (TREE_TYPE (decl)), decl);
  tree call = build_call_array_loc (loc, type, fn, n, args);
  if (decl == unit.base->retain_fn || decl == unit.base->release_fn
      || may_raise_p (op_resolved (decl)))
    TREE_SIDE_EFFECTS (call) = 1;
  return call;
}

/* --- As written ------------------------------------------------------------------------------- */

static const char *
written_name (unsigned i)
{
  return i < NOVA_OP_HLENGTH ? ops[i].name : operators[i - NOVA_OP_HLENGTH];
}

static unsigned
written_code (unsigned i)
{
  return i < NOVA_OP_HLENGTH ? CODE_BASE + i : CODE_OPERATORS + i - NOVA_OP_HLENGTH;
}

/* A declaration of the function NAME, as add_builtin_function makes it.  */
static tree
make_written (const char *name, unsigned code)
{
  /* int (...), which the compiler has already.  */
  tree type = TREE_TYPE (builtin_decl_explicit (BUILT_IN_CLASSIFY_TYPE));
  tree d = build_decl (BUILTINS_LOCATION, FUNCTION_DECL, get_identifier (name), type);
  TREE_PUBLIC (d) = DECL_EXTERNAL (d) = TREE_NOTHROW (d) = 1;
  set_decl_built_in_function (d, BUILT_IN_MD, code);
  return d;
}

bool
op_named_p (void)
{
  for (tree d : unit.base->written)
    if (d && TREE_USED (d))
      return true;
  return false;
}

/* All of them, once one may have been named.  A precompiled header may have some.  */
static void
declare_written (void)
{
  if (unit.base->declared)
    return;
  unit.base->declared = true;
  for (unsigned i = 0; i < ARRAY_SIZE (unit.base->written); i++)
    {
      tree d = identifier_global_value (get_identifier (written_name (i)));
      if (!d)
	d = lang_hooks.builtin_function_ext_scope (make_written (written_name (i),
								 written_code (i)));
      unit.base->written[i] = op_name_p (d) ? d : NULL_TREE;
    }
}

/* Who asked before us.  */
static c_binding_oracle_function *oracle_before;

/* c_binding_oracle: the front end asks, once for each identifier, what one without a declaration
   means.  A program without such a name must see nothing of ours, neither the numbers of our
   declarations, on which the order of debug information depends, nor names in the front end's
   table, from which it suggests spellings.  */
static void
oracle (enum c_oracle_request what, tree id)
{
  if (what == C_ORACLE_SYMBOL && !strncmp (IDENTIFIER_POINTER (id), "__nova_", 7))
    declare_written ();
  if (oracle_before)
    oracle_before (what, id);
}

/* A precompiled header has been read, with declarations of its own or with none.  */
void
op_declare_again (void)
{
  unit.base->declared = false;
  for (unsigned i = 0; i < ARRAY_SIZE (unit.base->written); i++)
    {
      tree id = maybe_get_identifier (written_name (i));
      if (id && op_name_p (identifier_global_value (id)))
	declare_written ();
    }
}

void
op_start_unit (void)
{
  oracle_before = c_binding_oracle;
  c_binding_oracle = oracle;
}
