/* nova_field and nova_zip in FIR: maps of fields and records.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Structures that FIR cannot represent are accessed by a function that resolve-record.cc made.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "extract-ops.h"

/* The function that operand K of C is, NULL_TREE if it is none.  */
static tree
accessor (struct ext_call *c, unsigned k)
{
  return POINTER_TYPE_P (TREE_TYPE (call_operand (c, k))) ? call_function (c, k) : NULL_TREE;
}

/* Append to B: the part of A at byte AT that is a TO.  */
static struct fir_atom
part (struct ext_build *e, struct fir_block *b, struct fir_atom a, uint64_t at,
      const struct type *to)
{
  const struct type *t = fir_atom_type (a);

  while (t != to && t->kind == TYPE_RECORD)
    {
      unsigned k = 0;

      while (t->fields[k].offset + t->fields[k].type->size <= at)
	k++;
      at -= t->fields[k].offset;
      a = fir_field (e->p, b, a, k);
      t = fir_atom_type (a);
    }
  return ext_convert (e, b, to, a);
}

/* (x, offset or function)  */
struct fir_atom
ext_field (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom x = ext_vector (e, c, 0), r;
  const struct type *type = ext_type (e, c->s->result), *from = ext_elem_of (x);
  struct fir_fn *fn = fir_fn_new (e->p, 1, &from);
  tree fndecl = accessor (c, 1);

  r = fir_atom_var (fn->params[0]);
  if (fndecl)
    r = ext_call_decl (e, fn->body, fndecl, 1, &r, c->site, c->order, 0);
  else
    r = part (e, fn->body, r, tree_to_uhwi (call_operand (c, 1)), type->elem);
  fir_block_return (e->p, fn->body, 1, &r);
  return ext_apply1 (e, c, FIR_MAP, fn, type, x);
}

/* (null pointer or function, x1, ..., xn)  */
struct fir_atom
ext_zip (struct ext_build *e, struct ext_call *c)
{
  const struct type *type = ext_type (e, c->s->result);
  unsigned n = c->s->nops - 1, k;
  auto_vec<fir_atom> xs, args;
  auto_vec<const struct type *> types;
  tree fndecl = accessor (c, 0);
  struct fir_fn *fn;
  struct fir_atom r;
  struct fir_stmt *s;

  xs.safe_grow_cleared (n);
  types.safe_grow_cleared (n);
  ext_vectors (e, c, 1, xs.address (), types.address ());
  fn = fir_fn_new (e->p, n, types.address ());
  for (k = 0; k < n; k++)
    args.safe_push (fndecl ? fir_atom_var (fn->params[k])
		    : ext_convert (e, fn->body, type->elem->fields[k].type,
				   fir_atom_var (fn->params[k])));
  if (fndecl)
    r = ext_call_decl (e, fn->body, fndecl, n, args.address (), c->site, c->order, 0);
  else
    {
      s = fir_stmt_new (e->p, fn->body, FIR_RECORD, 0, n, 0, type->elem, "r");
      memcpy (s->args, args.address (), n * sizeof *s->args);
      r = fir_atom_var (s->res[0]);
    }
  fir_block_return (e->p, fn->body, 1, &r);
  return ext_apply (e, c, FIR_MAP, fn, type, n, xs.address ());
}
