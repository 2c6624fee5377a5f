/* Elements of vectors in C functions that are read.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The expansion of nova_get by resolve-get.cc is read back as one operation:

     if (i < length (x)) v = data (x, i)[i * stride (x)]; else raise (i, length (x));    v = get x i

   The block that raises is unreachable in FIR, since the operation checks; the statements that
   compute the element's address are skipped, and the load becomes the element.  Any other use of
   such an address is refused.  Vectors are values in FIR: retain and release have no meaning there.

   Does not: read other builtins (body-op.cc).  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "body.h"

/* Does BB do nothing but raise the error of an index?  */
bool
body_get_raises_p (basic_block bb)
{
  return EDGE_COUNT (bb->succs) == 0 && op_called (body_block_end (bb)) == NOVA_OP_RAISE_INDEX;
}

/* Element I of X, checked at the site whose number is SITE.  */
static struct fir_atom
element (struct body *y, tree x, tree i, tree site)
{
  struct fir_atom v = body_operand (y, x), k = body_operand (y, i);
  bool checked = !option_unchecked_p (NOVA_OP_GET);
  const struct type *type;
  struct fir_stmt *s;

  if (fir_atom_none (v) || fir_atom_none (k) || !type_is_vec (fir_atom_type (v)))
    return FIR_NONE;
  type = fir_atom_type (v)->elem;
  s = fir_stmt_new (y->e->p, y->b, checked ? FIR_GET : type_is_vec (type) ? FIR_ROW : FIR_AT,
		    tree_to_uhwi (site), 2, 0, type, "e");
  s->order = checked ? y->order : 0;
  s->args[0] = v;
  s->args[1] = k;
  return fir_atom_var (s->res[0]);
}

/* The call of HDATA that place P, an SSA name, is found with.  */
static gimple *
data_of (tree p)
{
  gimple *def = SSA_NAME_DEF_STMT (p);

  if (is_gimple_assign (def) && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
      && TREE_CODE (gimple_assign_rhs1 (def)) == SSA_NAME)
    def = SSA_NAME_DEF_STMT (gimple_assign_rhs1 (def));
  return op_called (def) == NOVA_OP_HDATA ? def : NULL;
}

/* Does STMT use what finds a place?  */
static bool
uses_place (struct body *y, gimple *stmt)
{
  ssa_op_iter it;
  tree use;

  FOR_EACH_SSA_TREE_OPERAND (use, stmt, it, SSA_OP_USE)
    if (y->elements.contains (use))
      return true;
  return false;
}

bool
body_get_place (struct body *y, gimple *stmt)
{
  enum nova_op op = op_called (stmt);
  tree lhs = gimple_get_lhs (stmt);

  /* The first element: nobody uses how far apart the elements are.  */
  if (!lhs)
    return op == NOVA_OP_HDATA || op == NOVA_OP_HSTRIDE;
  if (TREE_CODE (lhs) != SSA_NAME)
    return false;
  if (op != NOVA_OP_HDATA && op != NOVA_OP_HSTRIDE
      && (!is_gimple_assign (stmt) || gimple_assign_load_p (stmt) || !uses_place (y, stmt)))
    return false;
  y->elements.add (lhs);
  return true;
}

struct fir_atom
body_get_load (struct body *y, gimple *stmt)
{
  tree ref = gimple_assign_rhs1 (stmt), p;
  gimple *data;

  if (TREE_CODE (ref) != MEM_REF || !integer_zerop (TREE_OPERAND (ref, 1)))
    return FIR_NONE;
  p = TREE_OPERAND (ref, 0);
  if (TREE_CODE (p) != SSA_NAME || !y->elements.contains (p) || !(data = data_of (p)))
    return FIR_NONE;
  return element (y, gimple_call_arg (data, 0), gimple_call_arg (data, 1),
		  gimple_call_arg (data, 2));
}

struct fir_atom
body_get_call (struct body *y, gcall *stmt)
{
  enum nova_op op = op_called (stmt);
  struct fir_atom x;
  struct fir_stmt *s;

  /* A vector is a value here.  */
  if (op == NOVA_OP_KEEP && gimple_call_num_args (stmt) == 2)
    return body_operand (y, gimple_call_arg (stmt, 0));
  if (op == NOVA_OP_HROW || op == NOVA_OP_KEEP)
    return element (y, gimple_call_arg (stmt, 0), gimple_call_arg (stmt, 1),
		    gimple_call_arg (stmt, 2));
  if (op != NOVA_OP_HLENGTH && op != NOVA_OP_LENGTH)
    return FIR_NONE;
  x = body_operand (y, gimple_call_arg (stmt, 0));
  if (fir_atom_none (x) || !type_is_vec (fir_atom_type (x)))
    return FIR_NONE;
  s = fir_stmt_new (y->e->p, y->b, FIR_LEN, y->site, 1, 0, type_size (y->e->ctx), "n");
  s->args[0] = x;
  return fir_atom_var (s->res[0]);
}

bool
body_get_ownership (struct body *y, gcall *stmt)
{
  tree fndecl = gimple_call_fndecl (stmt);
  struct fir_atom x;

  if (!fndecl || (fndecl != op_retain_decl () && fndecl != op_release_decl ()))
    return false;
  x = body_operand (y, gimple_call_arg (stmt, 0));
  return !fir_atom_none (x) && type_is_vec (fir_atom_type (x));
}
