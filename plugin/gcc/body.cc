/* Small straight-line C functions as FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A function whose SSA form is one chain of blocks of scalar and record arithmetic, and calls of
   functions, is read into FIR, so that the passes see through it.  Everything else (loops,
   branches, memory, asm) is refused and stays a leaf.  Local records whose address nobody has are
   followed field by field.  The result type of a term is that of the SSA name it defines;
   comparisons are int in FIR and converted.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "extract.h"

/* Bodies larger than this are leaves.  */
static const unsigned MAX_STATEMENTS = 40;
static const unsigned MAX_DEPTH = 4;

/* What is known of a local record: its value, or its fields.  */
struct place
{
  tree decl;
  const struct type *type;
  struct fir_atom whole;
  auto_vec<fir_atom> fields;
};

struct body
{
  struct ext_build *e;
  struct fir_block *b;
  unsigned site, order, depth;
  hash_map<tree, fir_atom> names;	/* of SSA names */
  auto_vec<place *> places;
  struct fir_atom result;
};

/* --- Records --------------------------------------------------------------------------------- */

static struct place *
place_of (struct body *y, tree decl)
{
  struct place *l;

  for (struct place *q : y->places)
    if (q->decl == decl)
      return q;
  l = new place ();
  l->decl = decl;
  l->type = ext_type (y->e, TREE_TYPE (decl));
  l->whole = FIR_NONE;
  if (l->type->kind == TYPE_RECORD)
    l->fields.safe_grow_cleared (l->type->nfields);
  y->places.safe_push (l);
  return l;
}

/* The number of FIELD_DECL FIELD in record type T, -1 if the two do not agree.  */
static int
field_index (const struct type *t, tree field)
{
  if (t->kind != TYPE_RECORD || DECL_BIT_FIELD (field))
    return -1;
  for (unsigned k = 0; k < t->nfields; k++)
    if (t->fields[k].offset == (uint64_t) int_byte_position (field)
	&& t->fields[k].type->size == tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (field))))
      return k;
  return -1;
}

/* The local that REF is a part of and the path to it, outermost field first.  */
static struct place *
find_place (struct body *y, tree ref, auto_vec<tree> *path)
{
  while (TREE_CODE (ref) == COMPONENT_REF)
    {
      path->safe_insert (0, TREE_OPERAND (ref, 1));
      ref = TREE_OPERAND (ref, 0);
    }
  if ((TREE_CODE (ref) != VAR_DECL && TREE_CODE (ref) != PARM_DECL
       && TREE_CODE (ref) != RESULT_DECL)
      || is_global_var (ref) || TREE_ADDRESSABLE (ref) || TREE_THIS_VOLATILE (ref)
      || !RECORD_OR_UNION_TYPE_P (TREE_TYPE (ref)))
    return NULL;
  return place_of (y, ref);
}

/* The whole value of L, put together from its fields if need be; absent if some are not set.  */
static struct fir_atom
read_whole (struct body *y, struct place *l)
{
  struct fir_stmt *s;

  if (!fir_atom_none (l->whole))
    return l->whole;
  if (l->fields.is_empty ())
    return FIR_NONE;
  for (const struct fir_atom &a : l->fields)
    if (fir_atom_none (a))
      return FIR_NONE;
  s = fir_stmt_new (y->e->p, y->b, FIR_RECORD, 0, l->fields.length (), 0, l->type, "r");
  memcpy (s->args, l->fields.address (), l->fields.length () * sizeof *s->args);
  return l->whole = fir_atom_var (s->res[0]);
}

static struct fir_atom
read_field (struct body *y, struct place *l, int k)
{
  if (k < 0)
    return FIR_NONE;
  if (fir_atom_none (l->fields[k]) && !fir_atom_none (l->whole))
    l->fields[k] = fir_field (y->e->p, y->b, l->whole, k);
  return l->fields[k];
}

static struct fir_atom
read_ref (struct body *y, tree ref)
{
  auto_vec<tree> path;
  struct place *l = find_place (y, ref, &path);
  struct fir_atom a;

  if (!l)
    return FIR_NONE;
  if (path.is_empty ())
    return read_whole (y, l);
  a = read_field (y, l, field_index (l->type, path[0]));
  for (unsigned k = 1; k < path.length () && !fir_atom_none (a); k++)
    {
      int i = field_index (fir_atom_type (a), path[k]);

      a = i < 0 ? FIR_NONE : fir_field (y->e->p, y->b, a, i);
    }
  return a;
}

static bool
write_ref (struct body *y, tree ref, struct fir_atom value)
{
  auto_vec<tree> path;
  struct place *l = find_place (y, ref, &path);
  unsigned i;
  int k;

  if (!l || path.length () > 1 || fir_atom_none (value))
    return false;
  if (path.is_empty ())
    {
      if (fir_atom_type (value) != l->type)
	return false;
      l->whole = value;
      for (i = 0; i < l->fields.length (); i++)
	l->fields[i] = FIR_NONE;
      return true;
    }
  k = field_index (l->type, path[0]);
  if (k < 0 || fir_atom_type (value) != l->type->fields[k].type)
    return false;
  for (i = 0; i < l->fields.length (); i++)
    read_field (y, l, i);
  l->whole = FIR_NONE;
  l->fields[k] = value;
  return true;
}

/* `r = {}': every field zero.  */
static bool
clear_ref (struct body *y, tree ref)
{
  auto_vec<tree> path;
  struct place *l = find_place (y, ref, &path);
  unsigned k;

  if (!l || !path.is_empty () || l->fields.is_empty ())
    return false;
  l->whole = FIR_NONE;
  for (k = 0; k < l->fields.length (); k++)
    {
      const struct type *t = l->type->fields[k].type;

      if (!type_is_scalar (t) || scalar_info[t->scalar].cls == SC_COMPLEX)
	return false;
      l->fields[k] = type_is_float (t) ? fir_atom_float (y->e->p, t, 0)
				       : fir_atom_int (y->e->p, t, 0);
    }
  return true;
}

/* --- Scalars --------------------------------------------------------------------------------- */

static struct fir_atom
operand (struct body *y, tree t)
{
  struct fir_atom *a;

  if (TREE_CODE (t) == SSA_NAME)
    return (a = y->names.get (t)) ? *a : FIR_NONE;
  if (is_gimple_min_invariant (t))
    return ext_constant (y->e, t, ext_type (y->e, TREE_TYPE (t)));
  return read_ref (y, t);
}

/* The primitive for tree code CODE, FIR_LAST if there is none.  */
static enum fir_op
prim_of (enum tree_code code)
{
  switch (code)
    {
    case PLUS_EXPR: return FIR_ADD;
    case MINUS_EXPR: return FIR_SUB;
    case MULT_EXPR: return FIR_MUL;
    case RDIV_EXPR:
    case EXACT_DIV_EXPR:
    case TRUNC_DIV_EXPR: return FIR_DIV;
    case TRUNC_MOD_EXPR: return FIR_REM;
    case LSHIFT_EXPR: return FIR_SHL;
    case RSHIFT_EXPR: return FIR_SHR;
    case BIT_AND_EXPR: return FIR_BAND;
    case BIT_IOR_EXPR: return FIR_BOR;
    case BIT_XOR_EXPR: return FIR_BXOR;
    case LT_EXPR: return FIR_LT;
    case LE_EXPR: return FIR_LE;
    case GT_EXPR: return FIR_GT;
    case GE_EXPR: return FIR_GE;
    case EQ_EXPR: return FIR_EQ;
    case NE_EXPR: return FIR_NE;
    case NEGATE_EXPR: return FIR_NEG;
    case BIT_NOT_EXPR: return FIR_NOT;
    case ABS_EXPR: return FIR_ABS;
    default: return FIR_LAST;
    }
}

/* The primitive CODE of X and Y (absent: unary) as TYPE; absent if FIR has none.  */
static struct fir_atom
arithmetic (struct body *y, enum tree_code code, tree ctype, struct fir_atom a, struct fir_atom b)
{
  const struct type *type = ext_type (y->e, ctype);
  enum fir_op op = prim_of (code);
  struct fir_atom args[2] = { a, b }, r;
  unsigned n = fir_atom_none (b) ? 1 : 2;

  if (op == FIR_LAST || !type_is_scalar (type) || !type_is_scalar (fir_atom_type (a)))
    return FIR_NONE;
  if (fir_op_info[op].flags & FIR_FLAG_CMP)
    {
      if (n != 2 || fir_atom_type (a) != fir_atom_type (b))
	return FIR_NONE;
      r = fir_prim (y->e->p, y->b, op, fir_atom_type (a), 2, args);
      return ext_convert (y->e, y->b, type, r);
    }
  if (op == FIR_NOT && type->scalar == SCALAR_BOOL)
    return FIR_NONE;
  if (op == FIR_SHL || op == FIR_SHR)
    args[1] = ext_convert (y->e, y->b, type_i32 (y->e->ctx), b);
  else if (n == 2 && fir_atom_type (b) != type)
    return FIR_NONE;
  if (fir_atom_type (a) != type)
    return FIR_NONE;
  r = fir_prim (y->e->p, y->b, op, type, n, args);
  r.var->def->wrap = INTEGRAL_TYPE_P (ctype) && TYPE_OVERFLOW_WRAPS (ctype)
		     && !TYPE_UNSIGNED (ctype);
  return r;
}

static struct fir_atom
select_value (struct body *y, gimple *stmt)
{
  tree cond = gimple_assign_rhs1 (stmt);
  struct fir_atom args[3];

  if (COMPARISON_CLASS_P (cond))
    {
      args[0] = operand (y, TREE_OPERAND (cond, 0));
      args[1] = operand (y, TREE_OPERAND (cond, 1));
      if (fir_atom_none (args[0]) || fir_atom_none (args[1]))
	return FIR_NONE;
      args[0] = arithmetic (y, TREE_CODE (cond), integer_type_node, args[0], args[1]);
    }
  else
    args[0] = operand (y, cond);
  args[1] = operand (y, gimple_assign_rhs2 (stmt));
  args[2] = operand (y, gimple_assign_rhs3 (stmt));
  if (fir_atom_none (args[0]) || fir_atom_none (args[1]) || fir_atom_none (args[2])
      || fir_atom_type (args[1]) != fir_atom_type (args[2]))
    return FIR_NONE;
  return fir_prim (y->e->p, y->b, FIR_SELECT, fir_atom_type (args[1]), 3, args);
}

static struct fir_atom
assigned (struct body *y, gimple *stmt)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  struct fir_atom a, b = FIR_NONE;

  if (code == COND_EXPR)
    return select_value (y, stmt);
  if (gimple_num_ops (stmt) > 3)
    return FIR_NONE;
  a = operand (y, gimple_assign_rhs1 (stmt));
  if (fir_atom_none (a))
    return a;
  if (gimple_assign_single_p (stmt))
    return code == SSA_NAME || is_gimple_min_invariant (gimple_assign_rhs1 (stmt))
	   || code == COMPONENT_REF || DECL_P (gimple_assign_rhs1 (stmt)) ? a : FIR_NONE;
  if (CONVERT_EXPR_CODE_P (code) || code == FLOAT_EXPR || code == FIX_TRUNC_EXPR)
    return type_is_scalar (fir_atom_type (a)) && type_is_scalar (ext_type (y->e, type))
	   ? ext_convert (y->e, y->b, ext_type (y->e, type), a) : FIR_NONE;
  if (gimple_num_ops (stmt) == 3)
    {
      b = operand (y, gimple_assign_rhs2 (stmt));
      if (fir_atom_none (b))
	return b;
    }
  return arithmetic (y, code, type, a, b);
}

/* --- Statements ------------------------------------------------------------------------------ */

static struct fir_atom
called (struct body *y, gcall *stmt)
{
  tree fndecl = gimple_call_fndecl (stmt);
  auto_vec<fir_atom> args;
  unsigned k;

  if (!fndecl || decl_op (fndecl) != NOVA_OP_NONE || VOID_TYPE_P (TREE_TYPE (TREE_TYPE (fndecl)))
      || fndecl == retain_decl () || fndecl == release_decl () || !gimple_call_lhs (stmt)
      || stdarg_p (TREE_TYPE (fndecl)))
    return FIR_NONE;
  /* A stub: the facts about the function as it was written say more.  */
  if (DECL_ARTIFICIAL (fndecl) && DECL_STRUCT_FUNCTION (fndecl))
    return FIR_NONE;
  for (k = 0; k < gimple_call_num_args (stmt); k++)
    {
      tree t = param_type (TREE_TYPE (fndecl), fndecl, k);
      struct fir_atom a = operand (y, gimple_call_arg (stmt, k));

      if (!t || fir_atom_none (a))
	return FIR_NONE;
      args.safe_push (ext_convert (y->e, y->b, ext_type (y->e, t), a));
    }
  return ext_call_decl (y->e, y->b, fndecl, args.length (), args.address (), y->site, y->order,
			y->depth + 1);
}

/* Read STMT; false if FIR cannot say it.  */
static bool
statement (struct body *y, gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt), v;
  struct fir_atom a;

  switch (gimple_code (stmt))
    {
    case GIMPLE_LABEL:
      return !FORCED_LABEL (gimple_label_label (as_a <glabel *> (stmt)));
    case GIMPLE_NOP:
    case GIMPLE_PREDICT:
    case GIMPLE_DEBUG:
      return true;
    case GIMPLE_RETURN:
      v = gimple_return_retval (as_a <greturn *> (stmt));
      y->result = v ? operand (y, v) : FIR_NONE;
      return !fir_atom_none (y->result);
    case GIMPLE_CALL:
      a = called (y, as_a <gcall *> (stmt));
      break;
    case GIMPLE_ASSIGN:
      if (gimple_clobber_p (stmt))
	return true;
      if (gimple_has_volatile_ops (stmt))
	return false;
      if (gimple_assign_rhs_code (stmt) == CONSTRUCTOR)
	return CONSTRUCTOR_NELTS (gimple_assign_rhs1 (stmt)) == 0 && clear_ref (y, lhs);
      a = assigned (y, stmt);
      break;
    default:
      return false;
    }
  if (!lhs || fir_atom_none (a))
    return false;
  if (TREE_CODE (lhs) != SSA_NAME)
    return write_ref (y, lhs, a);
  if (fir_atom_type (a) != ext_type (y->e, TREE_TYPE (lhs)))
    return false;
  y->names.put (lhs, a);
  return true;
}

/* The PHIs of BB, which has one predecessor.  */
static bool
phis (struct body *y, basic_block bb)
{
  for (gphi_iterator it = gsi_start_phis (bb); !gsi_end_p (it); gsi_next (&it))
    {
      tree res = gimple_phi_result (it.phi ());
      struct fir_atom a;

      if (virtual_operand_p (res))
	continue;
      a = operand (y, gimple_phi_arg_def (it.phi (), 0));
      if (fir_atom_none (a))
	return false;
      y->names.put (res, a);
    }
  return true;
}

/* The statements of the current function, a chain of blocks.  */
static bool
chain (struct body *y)
{
  basic_block bb = ENTRY_BLOCK_PTR_FOR_FN (cfun);
  unsigned n = 0;

  while (single_succ_p (bb))
    {
      bb = single_succ (bb);
      if (bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
	return !fir_atom_none (y->result);
      if (!single_pred_p (bb) || !phis (y, bb))
	return false;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
	if (++n > MAX_STATEMENTS || !statement (y, gsi_stmt (gsi)))
	  return false;
    }
  return false;
}

/* Bind the parameters of FNDECL, the current function, to ARGS.  */
static bool
parameters (struct body *y, tree fndecl, unsigned nargs, const struct fir_atom *args)
{
  tree parm = DECL_ARGUMENTS (fndecl);
  unsigned k;

  for (k = 0; parm && k < nargs; parm = DECL_CHAIN (parm), k++)
    {
      tree name = is_gimple_reg (parm) ? ssa_default_def (cfun, parm) : NULL_TREE;

      if (TREE_THIS_VOLATILE (parm) || TREE_ADDRESSABLE (parm)
	  || fir_atom_type (args[k]) != ext_type (y->e, TREE_TYPE (parm)))
	return false;
      if (name)
	y->names.put (name, args[k]);
      else if (RECORD_OR_UNION_TYPE_P (TREE_TYPE (parm)))
	place_of (y, parm)->whole = args[k];
    }
  return !parm && k == nargs;
}

/* May the body of FNDECL stand for a call of it?  */
static bool
body_wanted (tree fndecl)
{
  struct cgraph_node *node = cgraph_node::get (fndecl);
  struct function *fun;

  if (!node || !opt_for_fn (current_function_decl, optimize) || flag_sanitize || flag_trapv)
    return false;
  node = node->ultimate_alias_target ();
  fun = DECL_STRUCT_FUNCTION (node->decl);
  return node->decl == fndecl && node->has_gimple_body_p () && fun && fun->cfg
	 && gimple_in_ssa_p (fun) && !DECL_WEAK (fndecl)
	 && !lookup_attribute ("noinline", DECL_ATTRIBUTES (fndecl))
	 && !lookup_attribute ("noipa", DECL_ATTRIBUTES (fndecl))
	 && n_basic_blocks_for_fn (fun) <= 6;
}

bool
body_inline (struct ext_build *e, struct fir_block *b, tree fndecl, unsigned nargs,
	     const struct fir_atom *args, unsigned site, unsigned order, unsigned depth,
	     struct fir_atom *res)
{
  struct body y;
  bool good;

  if (depth > MAX_DEPTH || !body_wanted (fndecl))
    return false;
  y.e = e;
  y.b = fir_block_new (e->p);
  y.site = site;
  y.order = order;
  y.depth = depth;
  y.result = FIR_NONE;
  push_cfun (DECL_STRUCT_FUNCTION (fndecl));
  good = parameters (&y, fndecl, nargs, args) && chain (&y)
	 && fir_atom_type (y.result) == ext_type (e, TREE_TYPE (TREE_TYPE (fndecl)));
  pop_cfun ();
  for (struct place *l : y.places)
    delete l;
  if (!good)
    return false;
  while (y.b->first)
    {
      struct fir_stmt *s = y.b->first;

      fir_unlink (s);
      fir_append (b, s);
    }
  *res = y.result;
  return true;
}
