/* The building blocks of the FIR of every builtin: operands, terms, checks.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "extract.h"
#include "extract-ops.h"

struct fir_atom
ext_size_const (struct ext_build *e, uint64_t n)
{
  return fir_atom_int (e->p, type_size (e->ctx), n);
}

/* A term of C with one result of TYPE.  */
struct fir_stmt *
ext_term (struct ext_build *e, struct ext_call *c, enum fir_op op, unsigned nargs, unsigned nfns,
	  const struct type *type)
{
  struct fir_stmt *s = fir_stmt_new (e->p, e->b, op, c->site, nargs, nfns, type, "t");

  s->order = c->order;
  return s;
}

struct fir_atom
ext_term1 (struct ext_build *e, struct ext_call *c, enum fir_op op, const struct type *type,
	   struct fir_atom x)
{
  struct fir_stmt *s = ext_term (e, c, op, 1, 0, type);

  s->args[0] = x;
  return fir_atom_var (s->res[0]);
}

void
ext_check (struct ext_build *e, struct ext_call *c, enum check_kind kind, unsigned nargs,
	   const struct fir_atom *args)
{
  fir_check_stmt (e->p, e->b, c->site, kind, nargs, args);
  e->b->last->order = c->order;
}

struct fir_atom
ext_length (struct ext_build *e, struct ext_call *c, struct fir_atom x)
{
  return ext_term1 (e, c, FIR_LEN, type_size (e->ctx), x);
}

/* Vector operand K (from 0).  */
struct fir_atom
ext_vector (struct ext_build *e, struct ext_call *c, unsigned k)
{
  return ext_value_of (e, call_operand (c, k), ext_type (e, c->s->op_type[k]));
}

/* Scalar or record operand K converted to TYPE.  */
struct fir_atom
ext_scalar (struct ext_build *e, struct ext_call *c, unsigned k, const struct type *type)
{
  return ext_convert (e, e->b, type, ext_value_of (e, call_operand (c, k), NULL));
}

/* Operand K as a size.  */
struct fir_atom
ext_size (struct ext_build *e, struct ext_call *c, unsigned k)
{
  return ext_scalar (e, c, k, type_size (e->ctx));
}

/* What OP gives for FN and the N operands ARGS, of TYPE.  */
struct fir_atom
ext_apply (struct ext_build *e, struct ext_call *c, enum fir_op op, struct fir_fn *fn,
	   const struct type *type, unsigned n, const struct fir_atom *args)
{
  struct fir_stmt *s = ext_term (e, c, op, n, 1, type);

  memcpy (s->args, args, n * sizeof *s->args);
  s->fns[0] = fn;
  return fir_atom_var (s->res[0]);
}

struct fir_atom
ext_apply1 (struct ext_build *e, struct ext_call *c, enum fir_op op, struct fir_fn *fn,
	    const struct type *type, struct fir_atom x)
{
  return ext_apply (e, c, op, fn, type, 1, &x);
}

/* Operand K of C, a step, as one of 64 bits that is 0 only if it is.  */
static struct fir_atom
step_of (struct ext_build *e, struct ext_call *c, unsigned k)
{
  const struct type *t = ext_type (e, TREE_TYPE (call_operand (c, k)));
  struct fir_atom s;

  /* What a slice takes has been converted.  */
  if (c->op != NOVA_OP_RANGE || t->size <= 8)
    return ext_convert (e, e->b, type_size (e->ctx),
			ext_scalar (e, c, k, type_scalar (e->ctx, SCALAR_I64)));
  s = fir_prim2 (e->p, e->b, FIR_NE, type_i32 (e->ctx), ext_scalar (e, c, k, t),
		 fir_atom_int (e->p, t, 0));
  return ext_convert (e, e->b, type_size (e->ctx), s);
}

/* The checks of C's sizes and steps.  */
void
ext_whole_checks (struct ext_build *e, struct ext_call *c)
{
  auto_vec<whole_check> list;

  ext_checks (c, &list);
  for (const struct whole_check &w : list)
    {
      struct fir_atom args[3] = { ext_size_const (e, op_written_operand (c->op, w.k)), FIR_NONE,
				  FIR_NONE };

      args[1] = w.kind == CHECK_STEP ? step_of (e, c, w.k) : ext_size (e, c, w.k);
      if (w.kind == CHECK_SIZE)
	args[2] = ext_size_const (e, ext_unit_bytes (c));
      for (unsigned k = ext_inner_sizes (c); w.kind == CHECK_SIZE && k > w.k; k--)
	if (ext_size_operand_p (c, k))
	  args[2] = fir_prim2 (e->p, e->b, FIR_MUL, type_size (e->ctx), args[2],
			       fir_prim2 (e->p, e->b, FIR_MAX, type_size (e->ctx),
					  ext_size (e, c, k), ext_size_const (e, 1)));
      ext_check (e, c, w.kind, w.kind == CHECK_SIZE ? 3 : 2, args);
    }
}

/* Operand K is a pointer to TYPE.  */
struct fir_atom
ext_pointer (struct ext_build *e, struct ext_call *c, unsigned k, const struct type *type)
{
  return ext_value_of (e, call_operand (c, k), type_ptr (e->ctx, type, 0));
}

const struct type *
ext_elem_of (struct fir_atom x)
{
  return fir_atom_type (x)->elem;
}

/* The vector operands FIRST and after have the length of the first of them.  */
static void
check_lengths (struct ext_build *e, struct ext_call *c, unsigned first, const struct fir_atom *xs)
{
  struct fir_atom len = FIR_NONE;
  unsigned k;

  for (k = first; k < c->s->nops; k++)
    {
      struct fir_atom n;

      if (k == first && k + 1 == c->s->nops)
	return;
      n = ext_length (e, c, xs[k - first]);
      if (k == first)
	len = n;
      else
	{
	  struct fir_atom args[4] = { ext_size_const (e, k + 1), n, ext_size_const (e, first + 1),
				      len };

	  ext_check (e, c, CHECK_LENGTHS, 4, args);
	}
    }
}

/* Operands FIRST ... as vectors, their lengths checked; their element types in TYPES.  */
void
ext_vectors (struct ext_build *e, struct ext_call *c, unsigned first, struct fir_atom *xs,
	     const struct type **types)
{
  unsigned k;

  for (k = first; k < c->s->nops; k++)
    {
      xs[k - first] = ext_vector (e, c, k);
      types[k - first] = ext_elem_of (xs[k - first]);
    }
  check_lengths (e, c, first, xs);
}

/* Append to B: X at I, known to be below the length of X.  */
struct fir_atom
ext_at (struct ext_build *e, struct fir_block *b, struct fir_atom x, struct fir_atom i)
{
  struct fir_stmt *s;

  i = ext_convert (e, b, type_size (e->ctx), i);
  s = fir_stmt_new (e->p, b, FIR_AT, 0, 2, 0, ext_elem_of (x), "t");
  s->args[0] = x;
  s->args[1] = i;
  return fir_atom_var (s->res[0]);
}

struct fir_atom
ext_own (struct ext_build *e, struct ext_call *c, struct fir_atom x)
{
  return type_is_vec (fir_atom_type (x)) ? ext_term1 (e, c, FIR_COPY, fir_atom_type (x), x) : x;
}

/* OP (REDUCE, SCAN, EXSCAN) of X with FN from INIT.  */
struct fir_atom
ext_combine (struct ext_build *e, struct ext_call *c, enum fir_op op, struct fir_fn *fn,
	     struct fir_atom init, struct fir_atom x)
{
  struct fir_atom args[2] = { init, x };

  /* FN may give back what it got, and no element at all gives INIT.  */
  return op == FIR_REDUCE ? ext_own (e, c, ext_apply (e, c, op, fn, ext_elem_of (x), 2, args))
			  : ext_apply (e, c, op, fn, fir_atom_type (x), 2, args);
}

/* X with its elements, which may be vectors, converted to TYPE.  */
struct fir_atom
ext_map_convert (struct ext_build *e, struct ext_call *c, struct fir_atom x,
		 const struct type *type)
{
  const struct type *from = ext_elem_of (x);
  struct fir_fn *fn;
  struct fir_atom r;

  if (from == type)
    return x;
  fn = fir_fn_new (e->p, 1, &from);
  if (type_is_vec (from))
    {
      struct fir_block *outer = e->b;

      e->b = fn->body;
      r = ext_map_convert (e, c, fir_atom_var (fn->params[0]), type->elem);
      e->b = outer;
    }
  else
    r = ext_convert (e, fn->body, type, fir_atom_var (fn->params[0]));
  fir_block_return (e->p, fn->body, 1, &r);
  return ext_apply1 (e, c, FIR_MAP, fn, type_vec (e->ctx, type), x);
}
