/* Stores to several destinations, and strided stores, in FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   All checks of a store come before its terms: a store that fails has written nothing.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "extract-ops.h"

/* Vector operand K flat and with its elements as TYPE.  */
static struct fir_atom
base_elements (struct ext_build *e, struct ext_call *c, unsigned k, const struct type *type)
{
  struct fir_atom x = ext_vector (e, c, k);

  while (type_is_vec (ext_elem_of (x)))
    x = ext_term1 (e, c, FIR_FLATTEN, ext_elem_of (x), x);
  return ext_map_convert (e, c, x, type);
}

/* (n, p1, x1, ..., pk, xk): all checks, then the stores.  */
void
ext_store_all (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom n = ext_size (e, c, 0);
  auto_vec<fir_atom> xs;
  struct fir_stmt *s;
  unsigned k;

  ext_whole_checks (e, c);
  for (k = 1; k < c->s->nops; k += 2)
    {
      struct fir_atom x = base_elements (e, c, k + 1, ext_type (e, TREE_TYPE (c->s->op_type[k])));
      struct fir_atom args[4] = { ext_size_const (e, 1), n, ext_size_const (e, k + 2),
				  ext_length (e, c, x) };

      ext_check (e, c, CHECK_ROOM, 4, args);
      xs.safe_push (x);
    }
  for (k = 1; k < c->s->nops; k += 2)
    {
      struct fir_atom p = ext_pointer (e, c, k, ext_elem_of (xs[k / 2]));

      s = ext_term (e, c, FIR_STORE, 3, 0, type_size (e->ctx));
      s->args[0] = p;
      s->args[1] = n;
      s->args[2] = xs[k / 2];
    }
}

/* X, a vector of as many levels as operand 1 of C has strides, with base elements as TYPE.  */
static struct fir_atom
converted (struct ext_build *e, struct ext_call *c, struct fir_atom x, const struct type *type)
{
  const struct type *elem = ext_elem_of (x), *to = type;
  struct fir_fn *fn;
  struct fir_block *outer = e->b;
  struct fir_atom r;

  if (!type_is_vec (elem))
    return ext_map_convert (e, c, x, type);
  if (type_base (elem) == type)
    return x;
  for (const struct type *t = elem; type_is_vec (t); t = t->elem)
    to = type_vec (e->ctx, to);
  fn = fir_fn_new (e->p, 1, &elem);
  e->b = fn->body;
  r = converted (e, c, fir_atom_var (fn->params[0]), type);
  e->b = outer;
  fir_block_return (e->p, fn->body, 1, &r);
  return ext_apply1 (e, c, FIR_MAP, fn, type_vec (e->ctx, to), x);
}

/* (p, n1, s1, ..., nk, sk, x), and which element has the address of one before it.  */
void
ext_store_strided (struct ext_build *e, struct ext_call *c)
{
  const struct type *to = ext_type (e, TREE_TYPE (c->s->op_type[0]));
  const struct type *i64 = type_scalar (e->ctx, SCALAR_I64);
  unsigned last = c->s->nops - 1, k;
  struct fir_atom x = ext_vector (e, c, last), level = x, total = ext_size_const (e, 1);
  auto_vec<fir_atom> args;
  struct fir_stmt *s;

  ext_whole_checks (e, c);
  args.safe_push (ext_pointer (e, c, 0, to));
  for (k = 1; k < last; k += 2)
    {
      struct fir_atom n = ext_size (e, c, k);

      if (k == 1)
	{
	  struct fir_atom shape[4] = { ext_size_const (e, 2), n, ext_size_const (e, last + 1),
				       ext_length (e, c, x) };
	  ext_check (e, c, CHECK_SHAPE, 4, shape);
	}
      else
	{
	  ext_need_rows (e, c, last, level, CHECK_ROWS, n);
	  level = ext_term1 (e, c, FIR_FLATTEN, ext_elem_of (level), level);
	}
      total = ext_prim2 (e, FIR_MUL, total, n);
      args.safe_push (n);
      args.safe_push (ext_scalar (e, c, k + 1, i64));
      ext_need_reach (e, c, k, n, args.last (), to->size);
    }
  struct fir_atom clash[3] = { ext_size_const (e, last + 1),
			       ext_value_of (e, call_operand (c, last + 1), type_size (e->ctx)),
			       total };
  ext_check (e, c, CHECK_DISTINCT, 3, clash);
  args.safe_push (converted (e, c, x, to));
  s = ext_term (e, c, FIR_STORES, args.length (), 0, type_size (e->ctx));
  memcpy (s->args, args.address (), args.length () * sizeof *s->args);
}
