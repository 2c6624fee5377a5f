/* Lowering of the stores to areas that are not contiguous: storestrided, updaterows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Both are done after the region has been computed, in their order among its stores, from vectors
   that none of these stores changes: in the region's own memory, or, as a test at run time says,
   where none of the stores up to then writes.  All later stores are deferred, too.  Before an error
   they are done one element after another.

   But elements that a loop makes, and that have no other use, are stored by the loop itself:
   lower-fused-store.c.

   storestrided runs over the rows of its innermost level; the address of a row is computed from its
   number by division.  updaterows calls the leaf on the rows in chunks; its other arguments are one
   element per row, or the same for all.

   Does not: pass the leaf elements of strided rows, or of rows of which only a handle is known.  */

#include "lower-shape.h"

/* The memory that S, whose first operands are lowered in OPS, writes: from the lowest element to
   the highest one.  */
static void
written (struct lower *l, struct fir_stmt *s, struct imp_expr **ops, struct imp_expr **from,
	 struct imp_expr **bytes)
{
  bool rows = s->op == FIR_UPDATE_ROWS;
  unsigned levels = rows ? 2 : s->nargs / 2 - 1;
  struct imp_expr *one = e_const (l, type_scalar (l->ctx, SCALAR_I64), 1, 0);
  const struct type *t = ops[0]->type->elem;
  for (unsigned k = 0; k < levels; k++)
    t = type_vec (l->ctx, t);
  struct vecval *v = vec_new (l, VEC_MEM, t);
  v->data = e_again (l, ops[0]);
  for (unsigned k = 0; k < levels; k++)
    {
      v->n[k] = ops[2 * k + 1];
      v->step[k] = rows && k > 0 ? one : ops[2 * k + 2];
    }
  strided_extent (l, v, from, bytes);
}

/* The base elements of X in memory that no store of the region changes before S, with operands OPS,
   has been done.  */
static struct imp_expr *
own_data (struct lower *l, struct fir_stmt *s, struct imp_expr **ops, struct vecval *x)
{
  struct imp_expr *from, *bytes;
  if (x->kind != VEC_MEM)
    lower_refuse (l, s->site, "%s of a vector that is not in memory", fir_op_info[s->op].text);
  if (!vec_foreign (x))
    return e_again (l, x->data);
  written (l, s, ops, &from, &bytes);
  return lower_kept (l, x, from, bytes, s->site);
}

struct deferred *
strided_defer (struct lower *l, struct fir_stmt *s,
	       void (*emit) (struct lower *, struct deferred *, bool))
{
  struct deferred *d = CTX_NEW (l->ctx, struct deferred), **end = &l->deferred;
  while (*end)
    end = &(*end)->next;
  *end = d;
  d->by = s;
  d->emit = emit;
  struct dest *dest = CTX_NEW (l->ctx, struct dest);
  dest->anywhere = dest->maybe_deferred = true;
  dest->loop = s;
  dest->next = l->dests;
  l->dests = dest;
  return d;
}

/* --- storestrided ---------------------------------------------------------------------------- */

/* Row R of the innermost level but one is at p + atK.  */
static void
row_text (struct strbuf *b, unsigned levels)
{
  strbuf_printf (b, "new at0: i64 := 0\nnew q0: u64 := r\n");
  for (unsigned k = 0; k + 1 < levels; k++)
    strbuf_printf (b, "new at%u: i64 := add (at%u, mul (conv:i64 (rem (q%u, n%u)), s%u))\n"
		   "new q%u: u64 := div (q%u, n%u)\n", k + 1, k, k, levels - k, levels - k,
		   k + 1, k, levels - k);
  strbuf_printf (b, "new at%u: i64 := add (at%u, mul (conv:i64 (q%u), s1))\n", levels, levels - 1,
		 levels - 1);
}

static const char single[] =
  "new size: u64 := chunk_size (n1, 4)\n"
  "parfor c < chunks (n1, size) cost mul (4:u64, size) trusted strided {\n"
  "  new b: u64 := mul (c, size)\n"
  "  for r = b to min (n1, add (b, size)) ivdep { p[mul (conv:i64 (r), s1)] := x[r] }\n"
  "}\n";

void
strided_emit (struct lower *l, struct deferred *d, bool serial)
{
  struct fir_stmt *s = d->by;
  unsigned levels = s->nargs / 2 - 1;
  struct strbuf b = { NULL, 0, 0 };
  struct shape sh;
  shape_begin (&sh, l, s, false);
  sh.fill.serial = serial;
  shape_expr (&sh, "p", d->ops[0]);
  shape_expr (&sh, "x", d->ops[s->nargs - 1]);
  for (unsigned k = 1; k <= levels; k++)
    {
      shape_expr (&sh, ctx_printf (l->ctx, "n%u", k), d->ops[2 * k - 1]);
      shape_expr (&sh, ctx_printf (l->ctx, "s%u", k), d->ops[2 * k]);
    }
  if (levels == 1)
    {
      shape_text (&sh, single);
      shape_end (&sh);
      return;
    }
  strbuf_printf (&b, "new rows: u64 := n1\n");
  for (unsigned k = 2; k < levels; k++)
    strbuf_printf (&b, "rows := mul (rows, n%u)\n", k);
  strbuf_printf (&b, "new len: u64 := n%u\n", levels);
  strbuf_printf (&b, "new size: u64 := chunk_size (rows, mul (4:u64, len))\n"
		 "parfor c < chunks (rows, size)"
		 " cost mul (mul (4:u64, size), len) trusted strided {\n"
		 "new b: u64 := mul (c, size)\n"
		 "for r = b to min (rows, add (b, size)) {\n");
  row_text (&b, levels - 1);
  strbuf_printf (&b, "new from: u64 := mul (r, len)\n"
		 "for j = 0 to len ivdep {\n"
		 "p[add (at%u, mul (conv:i64 (j), s%u))] := x[add (from, j)]\n}\n}\n}\n",
		 levels - 1, levels);
  shape_text (&sh, b.s);
  strbuf_free (&b);
  shape_end (&sh);
}

static void
lower_strided (struct lower *l, struct fir_stmt *s)
{
  struct vecval *x = lower_vec (l, s->args[s->nargs - 1]);
  struct imp_expr *n = lower_name (l, vec_total (l, x), "n");
  struct imp_expr **ops = CTX_NEWV (l->ctx, struct imp_expr *, s->nargs);
  for (unsigned k = 0; k + 1 < s->nargs; k++)
    ops[k] = lower_name (l, lower_atom (l, s->args[k]), "p");
  ops[s->nargs - 1] = own_data (l, s, ops, x);
  strided_defer (l, s, strided_emit)->ops = ops;
  lower_let (l, s->res[0], n);
  pass_log_add (l->log, LOG_PARALLEL, s->site, 0, "rows of the innermost level");
}

/* --- updaterows ------------------------------------------------------------------------------ */

/* A contiguous copy of strided V.  */
static struct vecval *
packed (struct lower *l, struct fir_stmt *s, struct vecval *v)
{
  if (type_is_vec (v->type->elem))
    lower_refuse (l, s->site, "updaterows of strided rows");
  struct vecval *r = vec_alloc (l, "x", v->type, vec_len (l, v), s->site);
  struct imp_stmt *f = s_for (l, "i", e_size (l, 0), vec_len (l, v), 1, true);
  struct imp_block *after = l->b;
  l->b = &f->body;
  s_store (l, e_again (l, r->data), imp_use (l->p, f->var),
	   vec_element (l, v, imp_use (l->p, f->var)));
  l->b = after;
  return r;
}

/* V, or one whose elements no store of the region changes before S, with operands OPS, has been
   done.  */
static struct vecval *
own_vec (struct lower *l, struct fir_stmt *s, struct imp_expr **ops, struct vecval *v)
{
  bool moved = v->kind == VEC_MEM && vec_foreign (v);
  if (v->kind == VEC_RANGE || (v->kind != VEC_MEM && !v->of) || (v->kind == VEC_MEM && !moved))
    return v;
  if (moved && v->step[0])
    return packed (l, s, v);
  struct vecval *r = vec_new (l, v->kind, v->type);
  *r = *v;
  if (!moved)
    {
      r->of = own_vec (l, s, ops, v->of);
      return r;
    }
  for (unsigned k = 1; k < type_levels (v->type); k++)
    if (!v->n[k] && !v->off[k])
      lower_refuse (l, s->site, "updaterows of rows of which only a handle is known");
  r->data = own_data (l, s, ops, v);
  r->origin = FIR_NONE;
  r->alias = false;
  r->handle = NULL;
  r->owned = false;
  r->flat = r->parent = r->keeper = NULL;
  r->at = r->lo = NULL;
  return r;
}

/* Operand K of the leaf's call for row I.  *FRESH: it is the caller's to release.  */
static struct imp_expr *
row_operand (struct lower *l, struct deferred *d, unsigned k, struct imp_expr *i, bool *fresh)
{
  struct fir_stmt *s = d->by;
  struct vecval *v = d->vecs[k];
  *fresh = false;
  if (!v)
    return e_again (l, d->ops[k]);
  if (!fir_row_same (s, k))
    {
      if (!type_is_vec (v->type->elem))
	return vec_element (l, v, e_again (l, i));
      v = vec_row (l, v, e_again (l, i));
    }
  return lower_leaf_vector (l, v, lower_lends (s->leaf, v->type), fresh);
}

/* Call the leaf for row I.  */
static void
emit_row (struct lower *l, struct deferred *d, struct imp_expr *i, bool mark)
{
  struct fir_stmt *s = d->by;
  const struct type *i64 = type_scalar (l->ctx, SCALAR_I64);
  struct imp_expr **args = CTX_NEWV (l->ctx, struct imp_expr *, s->nargs);
  struct imp_var **fresh = CTX_NEWV (l->ctx, struct imp_var *, s->nargs);
  struct imp_expr *at[2] = { e_again (l, i) };
  at[0] = e_op (l, FIR_MUL, imp_prim (l->p, FIR_CONV, i64, 1, at), e_again (l, d->ops[2]));
  at[1] = at[0];
  at[0] = e_again (l, d->ops[0]);
  args[s->index] = imp_prim (l->p, FIR_PADD, at[0]->type, 2, at);
  for (unsigned k = 4; k < s->nargs; k++)
    {
      bool owned;
      struct imp_expr *e = row_operand (l, d, k, i, &owned);
      if (owned)
	{
	  fresh[k] = s_new (l, "h", e->type, e);
	  e = imp_use (l->p, fresh[k]);
	}
      args[fir_row_param (s, k)] = e;
    }
  if (mark)
    imp_stmt_new (l->p, l->b, IMP_EVAL, s->site)->e[0]
      = e_call (l, IMP_FN_MARK, NULL, 2, e_size (l, s->order), e_again (l, i));
  imp_stmt_new (l->p, l->b, IMP_EVAL, s->site)->e[0]
    = imp_leaf (l->p, s->leaf, s->site, s->nargs - 3, args);
  for (unsigned k = 4; k < s->nargs; k++)
    if (fresh[k])
      imp_stmt_new (l->p, l->b, IMP_RELEASE, s->site)->var = fresh[k];
}

static void
emit_rows (struct lower *l, struct deferred *d, bool serial)
{
  struct fir_stmt *s = d->by;
  const struct type *u64 = type_size (l->ctx);
  bool mark = (s->leaf->flags & LEAF_MAYFAIL) && !serial;
  struct imp_block *after = l->b;
  struct imp_expr *b = e_size (l, 0), *e = e_again (l, d->ops[1]);
  if (!serial)
    {
      struct imp_expr *cost = e_op (l, FIR_ADD, e_again (l, d->ops[3]),
				    e_size (l, s->leaf->cost + 1));
      cost = lower_name (l, cost, "cost");
      struct imp_var *size = s_new (l, "size", u64, e_call (l, IMP_FN_CHUNK_SIZE, NULL, 2, e,
							    e_again (l, cost)));
      struct imp_stmt *par = imp_stmt_new (l->p, l->b, IMP_PARFOR, s->site);
      par->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, "c", u64);
      par->e[0] = e_call (l, IMP_FN_CHUNKS, NULL, 2, e_again (l, d->ops[1]), imp_use (l->p, size));
      par->e[1] = e_op (l, FIR_MUL, imp_use (l->p, size), e_again (l, cost));
      l->b = &par->body;
      b = e_op (l, FIR_MUL, imp_use (l->p, par->var), imp_use (l->p, size));
      b = lower_name (l, b, "b");
      e = e_op (l, FIR_MIN, e_again (l, d->ops[1]),
		e_op (l, FIR_ADD, e_again (l, b), imp_use (l->p, size)));
      if (mark)
	b = e_call (l, IMP_FN_RESUME, NULL, 1, b);
    }
  struct imp_stmt *f = s_for (l, "i", b, e, 1, false);
  l->b = &f->body;
  emit_row (l, d, imp_use (l->p, f->var), mark);
  l->b = after;
  if (!mark)
    return;
  l->proc->may_fail = true;
  lower_cleanup (l, &imp_stmt_new (l->p, l->b, IMP_RAISE, s->site)->body);
}

static void
lower_update (struct lower *l, struct fir_stmt *s)
{
  struct vecval **vecs = CTX_NEWV (l->ctx, struct vecval *, s->nargs);
  struct imp_expr **ops = CTX_NEWV (l->ctx, struct imp_expr *, s->nargs);
  for (unsigned k = 0; k < s->nargs; k++)
    if (k < 4 || !type_is_vec (fir_atom_type (s->args[k])))
      ops[k] = lower_name (l, lower_atom (l, s->args[k]), "p");
  for (unsigned k = 4; k < s->nargs; k++)
    if (!ops[k])
      vecs[k] = own_vec (l, s, ops, lower_vec (l, s->args[k]));
  struct deferred *d = strided_defer (l, s, emit_rows);
  d->vecs = vecs;
  d->ops = ops;
  pass_log_add (l->log, LOG_PARALLEL, s->site, 0, "rows in chunks");
}

void
lower_strided_store (struct lower *l, struct fir_stmt *s)
{
  if (l->elem)
    lower_refuse (l, s->site, "%s inside a loop", fir_op_info[s->op].text);
  if (s->op == FIR_STORES)
    lower_strided (l, s);
  else
    lower_update (l, s);
}
