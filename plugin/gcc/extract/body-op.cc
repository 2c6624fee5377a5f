/* Builtins in C functions that are read.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A builtin in a function that is read becomes the same terms as in a region (extract-ops.cc): its
   operands are the values of the function's names, its checks are element checks, and all of it has
   the order of the builtin that the function is an operand of, and its own site.  So rows are
   visible to the passes, and are not materialised needlessly.  Whether all of a function can be
   read is determined before any function is changed (body_reads_p): such functions are compiled
   after those that read them.

   Does not: read builtins that write or that belong to the host program; the address of a local,
   including that of a captured array.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "extract.h"
#include "state.h"
#include "extract-ops.h"
#include "body.h"

/* --- Operands -------------------------------------------------------------------------------- */

/* Does T, a constant, mean the same everywhere: the address of a variable of the program?  */
static bool
static_address_p (tree t)
{
  tree base = TREE_CODE (t) == ADDR_EXPR ? get_base_address (TREE_OPERAND (t, 0)) : NULL_TREE;

  return base && VAR_P (base) && is_global_var (base) && !DECL_THREAD_LOCAL_P (base)
	 && is_gimple_min_invariant (t);
}

/* Is T a vector that was never set, or is set to nothing?  */
static bool
no_vector_p (tree t)
{
  return vtype_elem (TREE_TYPE (t))
	 && (integer_zerop (t)
	     || (TREE_CODE (t) == VIEW_CONVERT_EXPR && integer_zerop (TREE_OPERAND (t, 0)))
	     || (TREE_CODE (t) == SSA_NAME && SSA_NAME_IS_DEFAULT_DEF (t) && SSA_NAME_VAR (t)
		 && VAR_P (SSA_NAME_VAR (t))));
}

/* A value of the host program's that is the same for every call, a parameter of the region.  */
static struct fir_atom
outside (struct body *y, tree t, const struct type *type)
{
  struct body *inner = y->e->body;
  struct fir_atom a;

  y->e->body = NULL;
  a = ext_value_of (y->e, t, type);
  y->e->body = inner;
  return a;
}

struct fir_atom
body_value (struct body *y, tree t, const struct type *type)
{
  struct fir_atom a;

  if (static_address_p (t))
    return outside (y, t, type);
  a = body_operand (y, t);
  if (!type || fir_atom_none (a) || fir_atom_type (a) == type || type_is_vec (type)
      || type_is_vec (fir_atom_type (a)))
    return a;
  return ext_convert (y->e, y->e->b, type, a);
}

struct fir_atom
body_no_vector (struct body *y, tree t)
{
  return no_vector_p (t) ? outside (y, build_zero_cst (TREE_TYPE (t)), NULL) : FIR_NONE;
}

/* Is operand K of C, if it is a vector, known as what the source said it is?  */
static bool
operand_known (struct body *y, struct ext_call *c, unsigned k)
{
  tree t = call_operand (c, k);
  struct fir_atom a;

  if (POINTER_TYPE_P (TREE_TYPE (t)) && !vtype_elem (TREE_TYPE (t)) && call_function (c, k))
    return !body_recursive_p (y, call_function (c, k));
  a = body_value (y, t, NULL);
  return !fir_atom_none (a)
	 && (k >= c->s->nops || !vtype_elem (c->s->op_type[k])
	     || fir_atom_type (a) == ext_type (y->e, c->s->op_type[k]));
}

/* --- Builtins -------------------------------------------------------------------------------- */

/* The terms of C; absent if it gives nothing.  */
static struct fir_atom
terms (struct body *y, struct ext_call *c)
{
  struct fir_block *outer = y->e->b;
  struct fir_atom a;

  y->e->b = y->b;
  a = ext_inner (y->e, c);
  y->e->b = outer;
  return a;
}

bool
body_op (struct body *y, gcall *stmt, struct fir_atom *a)
{
  enum nova_op op = op_called (stmt);
  struct fir_block *outer = y->e->b;
  struct ext_call c;
  bool known = true;

  *a = FIR_NONE;
  if (op == NOVA_OP_NONE || !op_reads_p (op))
    return false;
  memset (&c, 0, sizeof c);
  c.stmt = stmt;
  c.op = op;
  c.site = call_site_number (stmt, op);
  c.s = site_get (c.site);
  c.order = y->order;
  c.region = y->e->r;
  y->e->b = y->b;
  for (unsigned k = 0; k < gimple_call_num_args (stmt) && known; k++)
    known = operand_known (y, &c, k);
  y->e->b = outer;
  if (!known)
    return false;
  *a = terms (y, &c);
  return !y->e->failed && (!gimple_call_lhs (stmt) || !fir_atom_none (*a));
}

/* --- Which functions ------------------------------------------------------------------------- */

/* Those that cannot be read: what they look like when they have been worked on says no more
   why.  */
const struct ext_note *
body_unread (tree fndecl)
{
  return unit.extract->unread.get (fndecl);
}

void
body_forget (void)
{
  unit.extract->unread.empty ();
}

/* What E says of FNDECL, which it could not read.  */
static void
note_unread (struct ext_build *e, tree fndecl)
{
  for (const struct ext_note &n : e->notes)
    if (n.fndecl == fndecl && n.why)
      unit.extract->unread.put (fndecl, n);
}

bool
body_reads_p (struct nova_ctx *ctx, tree fndecl)
{
  struct ext_build e;
  struct ext_func f;
  struct ext_region r;
  struct fir_atom res;
  auto_vec<fir_atom> args;
  bool good;

  f.decl = fndecl;
  f.trial = true;
  r.f = &f;
  e.f = &f;
  e.r = &r;
  e.ctx = ctx;
  e.p = fir_prog_new (ctx);
  e.body = NULL;
  e.failed = false;
  e.fr = fir_region_new (e.p, "trial", 0);
  e.b = e.fr->body;
  for (tree p = DECL_ARGUMENTS (fndecl); p; p = DECL_CHAIN (p))
    args.safe_push (fir_atom_var (fir_region_param (e.p, e.fr, "a", ext_type (&e, TREE_TYPE (p)))));
  push_cfun (DECL_STRUCT_FUNCTION (fndecl));
  good = body_inline (&e, e.b, fndecl, args.length (), args.address (), 0, 1, 0, &res);
  pop_cfun ();
  if (!good)
    note_unread (&e, fndecl);
  return good && !e.failed;
}
