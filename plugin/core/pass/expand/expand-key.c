/* Keys of sorts as integers, for `radix'.

     bool, integers     themselves, bool as u8
     floats             the bits as an integer: all of them inverted if it is negative, else the
			sign only; -0.0 as 0.0, and all NaNs as the greatest (Terdiman, "Radix Sort
			Revisited")

   A `less' that compares such a key of both elements with < or > is a sort by that key, or by the
   key with all bits inverted.
   Does not: convert keys of more than 8 bytes.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"

/* A function of at most so many instructions is computed again rather than kept.  */
#define CHEAP_KEY 4

const struct type *
expand_key_type (struct expand *x, const struct type *t)
{
  struct nova_ctx *ctx = x->p->ctx;

  if (t->kind != TYPE_SCALAR || scalar_info[t->scalar].bytes > 8)
    return NULL;
  switch (scalar_info[t->scalar].cls)
    {
    case SC_BOOL: return type_scalar (ctx, SCALAR_U8);
    case SC_INT: return t;
    case SC_FLOAT:
      return type_scalar (ctx, scalar_info[t->scalar].bytes == 8 ? SCALAR_U64 : SCALAR_U32);
    default: return NULL;
    }
}

/* V, a float of BITS bits, as an unsigned integer of type U in the order of keys, into B.  */
static struct fir_atom
float_key (struct fir_prog *p, struct fir_block *b, struct fir_atom v, const struct type *u,
	   unsigned bits)
{
  const struct type *i32 = type_i32 (p->ctx);
  unsigned __int128 top = (unsigned __int128) 1 << (bits - 1);
  unsigned __int128 inf = bits == 32 ? (unsigned __int128) 0x7f800000
			  : (unsigned __int128) 0x7ff << 52;
  struct fir_atom x = fir_prim1 (p, b, FIR_BITS, u, v), sign, args[3], m;

  sign = fir_atom_int (p, u, (__int128) top);
  args[0] = fir_prim2 (p, b, FIR_EQ, i32, x, sign);
  args[1] = fir_atom_int (p, u, 0);
  args[2] = x;
  m = fir_prim (p, b, FIR_SELECT, u, 3, args);
  /* All ones for a negative one, else the sign.  */
  args[0] = fir_prim2 (p, b, FIR_LT, i32, m, sign);
  args[1] = sign;
  args[2] = fir_atom_int (p, u, -1);
  m = fir_prim2 (p, b, FIR_BXOR, u, m, fir_prim (p, b, FIR_SELECT, u, 3, args));
  x = fir_prim2 (p, b, FIR_BAND, u, x, fir_atom_int (p, u, (__int128) (top - 1)));
  args[0] = fir_prim2 (p, b, FIR_LT, i32, fir_atom_int (p, u, (__int128) inf), x);
  args[1] = fir_atom_int (p, u, -1);
  args[2] = m;
  return fir_prim (p, b, FIR_SELECT, u, 3, args);
}

struct fir_atom
expand_key (struct expand *x, struct fir_block *b, struct fir_atom v)
{
  const struct type *t = fir_atom_type (v), *u = expand_key_type (x, t);

  if (t == u)
    return v;
  if (scalar_info[t->scalar].cls == SC_BOOL)
    return fir_prim1 (x->p, b, FIR_CONV, u, v);
  if (scalar_info[t->scalar].bytes < 4)
    v = fir_prim1 (x->p, b, FIR_CONV, type_scalar (x->p->ctx, SCALAR_F32), v);
  return float_key (x->p, b, v, u, 8 * scalar_info[u->scalar].bytes);
}

bool
expand_key_cheap (struct fir_fn *fn)
{
  for (struct fir_stmt *s = fn->body->first; s; s = s->next)
    if (fir_op_info[s->op].cls != FIR_CLASS_PRIM)
      return false;
  return fir_block_weight (fn->body) <= CHEAP_KEY;
}

/* The field of parameter P of FN that A is, in *INDEX; -1 if it is P itself.  */
static bool
part_of (struct fir_fn *fn, unsigned p, struct fir_atom a, int *index)
{
  *index = -1;
  if (a.var == fn->params[p])
    return true;
  if (!a.var || !a.var->def || a.var->def->op != FIR_FIELD
      || a.var->def->args[0].var != fn->params[p])
    return false;
  *index = (int) a.var->def->index;
  return true;
}

/* Is FN { (p, q) a = p or a field of it   b = the same of q   c = OP a b ret c }?  */
static bool
compares (struct fir_fn *fn, enum fir_op op, unsigned p, unsigned q, int *index)
{
  struct fir_stmt *c = fn->body->last;
  int other;

  return c && c->op == op && fn->body->rets[0].var == c->res[0]
	 && part_of (fn, p, c->args[0], index) && part_of (fn, q, c->args[1], &other)
	 && *index == other;
}

struct fir_fn *
expand_key_of_less (struct expand *x, struct fir_fn *less)
{
  const struct type *t = less->params[0]->type, *u;
  struct fir_fn *fn;
  struct fir_atom k;
  bool up;
  int index;

  for (struct fir_stmt *s = less->body->first; s; s = s->next)
    if (s->op != FIR_FIELD && s != less->body->last)
      return NULL;
  up = compares (less, FIR_LT, 0, 1, &index) || compares (less, FIR_GT, 1, 0, &index);
  if (!up && !compares (less, FIR_GT, 0, 1, &index) && !compares (less, FIR_LT, 1, 0, &index))
    return NULL;
  u = expand_key_type (x, index < 0 ? t : t->fields[index].type);
  if (!u)
    return NULL;
  fn = fir_fn_new (x->p, 1, &t);
  k = fir_atom_var (fn->params[0]);
  k = expand_key (x, fn->body, index < 0 ? k : fir_field (x->p, fn->body, k, (unsigned) index));
  if (!up)
    k = fir_prim1 (x->p, fn->body, FIR_NOT, u, k);
  fir_block_return (x->p, fn->body, 1, &k);
  return fn;
}
