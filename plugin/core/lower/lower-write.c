/* Lowering of indexed writes: what permute, scatter, bins and binsinto share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lower-write.h"

void
write_holes (struct shape *sh, struct fir_atom ix, bool rows)
{
  struct lower *l = sh->l;
  const struct type *t = fir_atom_type (ix)->elem;
  unsigned bits = 8 * scalar_info[t->scalar].bytes;
  uint64_t none = scalar_info[t->scalar].is_signed || bits >= 64 ? UINT64_MAX
		  : ((uint64_t) 1 << bits) - 1;
  if (!rows)
    shape_elem (sh, "ix", ix);
  shape_type (sh, "I", t);
  shape_expr (sh, "minus", e_const (l, t, -1, 0));
  shape_expr (sh, "none", e_size (l, none));
  if (l->elem)
    shape_expr (sh, "ok", l->elem->ok ? imp_use (l->p, l->elem->ok)
		: imp_use (l->p, s_new (l, "ok", type_i32 (l->ctx),
					e_const (l, type_i32 (l->ctx), 1, 0))));
}

const char *
write_index (struct fir_atom ix)
{
  return scalar_info[fir_atom_type (ix)->elem->scalar].bytes > 8 ? WIDE_INDEX : INDEX;
}

void
write_text (struct shape *sh, struct fir_atom ix, const char *before, const char *after)
{
  shape_text (sh, ctx_printf (sh->l->ctx, "%s%s%s", before, write_index (ix), after));
}

void
write_report (struct shape *sh, const char *shape)
{
  struct lower *l = sh->l;
  pass_log_add (l->log, shape ? LOG_PARALLEL : LOG_SEQUENTIAL, sh->s->site, 0,
		l->elem ? "inside a parallel loop" : shape ? shape : "writes in order");
}

unsigned
write_computed (struct shape *sh, struct fir_atom d)
{
  struct lower *l = sh->l;
  struct fir_stmt *delayed = lower_bind (l, d.var)->delayed;
  struct vecval *v = delayed ? NULL : lower_vec (l, d);
  return delayed ? 2 + fir_block_cost (delayed->fns[0]->body)
	 : v->kind != VEC_MEM || v->step[0] ? 2 : 0;
}

struct vecval *
write_result (struct shape *sh, struct fir_atom d, struct imp_expr *n, bool *there)
{
  struct lower *l = sh->l;
  struct vecval *r = lower_bind (l, d.var)->delayed ? NULL : lower_taken_over (l, sh->s, d);
  shape_expr (sh, "nr", e_again (l, n));
  *there = r != NULL;
  if (r)
    {
      shape_expr (sh, "r", r->data);
      return r;
    }
  shape_elem (sh, "d", d);
  sh->over = write_computed (sh, d) ? NULL : d.var;	/* in place there is nothing to copy */
  return shape_result (sh, "r", n);
}

bool
write_placed (const struct shape *sh, const struct vecval *r)
{
  return sh->l->elem && !r->handle;
}

/* Of a place in an element it must be seen which of its elements are written, and the loop of a row
   alone can be shared out.  */
void
write_move (struct shape *sh, struct vecval *r)
{
  if (write_placed (sh, r) || sh->alone)
    {
      shape_text (sh, WRITE_COPY ("d") "\n");
      return;
    }
  shape_expr (sh, "width", e_size (sh->l, sh->s->res[0]->type->elem->size));
  shape_text (sh, r->handle && !sh->over ? "eval move (r, d, mul (nr, width))\n"
	      : "if ne (r, d) {\n"
		"  eval move (r, d, mul (nr, width))\n"
		"}\n");
}

void
write_fill (struct shape *sh, struct fir_atom d, struct vecval *r)
{
  unsigned computed = write_computed (sh, d);
  if (!computed)
    {
      write_move (sh, r);
      return;
    }
  shape_expr (sh, "filling", e_size (sh->l, computed));
  shape_text (sh, "new fsize: u64 := chunk_size (nr, filling)\n"
	      "parfor c < chunks (nr, fsize) cost mul (fsize, filling) {\n"
	      "  new b: u64 := mul (c, fsize)\n"
	      "  for k = b to min (nr, add (b, fsize)) ivdep {\n"
	      WRITE_BEGIN
	      "  }\n"
	      "}\n");
}

struct vecval *
write_begin (struct shape *sh, struct fir_atom d, struct imp_expr *n)
{
  bool there;
  struct vecval *r = write_result (sh, d, n, &there);
  if (!there)
    write_fill (sh, d, r);
  return r;
}

bool
write_counted (struct lower *l, const struct fir_stmt *s, const struct fir_stmt *o)
{
  struct fir_stmt *ones = s->op == FIR_BINS ? fir_atom_def (s->args[3]) : NULL;

  return o->parent == s->parent && ones && ones->op == FIR_LOOP
	 && ones->outs[0].res == s->args[3].var && fir_atom_is_int (ones->outs[0].value, 1)
	 && fir_fn_operator (s->fns[0]) == FIR_ADD && fir_atom_is_int (s->args[0], 0)
	 && fir_atom_equal (o->args[0], s->args[2]) && fir_atom_equal (o->args[1], s->args[1])
	 && s->res[0]->type->elem == type_size (l->ctx);
}

/* The counts of the last ordering in the element, if they are what S adds up; else NULL.  The ones
   are delayed, so that nothing has made them.  */
static struct vecval *
counted_before (struct lower *l, struct fir_stmt *s)
{
  struct fir_stmt *o = l->elem ? l->elem->ordering : NULL;

  return o && write_counted (l, s, o) && lower_bind (l, s->args[3].var)->delayed ? l->elem->counts
	 : NULL;
}

void
lower_write (struct lower *l, struct fir_stmt *s)
{
  struct vecval *counts = counted_before (l, s);
  if (counts)
    {
      lower_bind (l, s->res[0])->vec = counts;
      return;
    }
  struct shape sh;
  struct vecval *r;
  bool unchecked = ctx_site_unchecked (l->ctx, s->site) || !fir_op_may_fail (s);
  shape_begin (&sh, l, s, !unchecked);
  sh.unchecked = unchecked;
  switch (s->op)
    {
    case FIR_PERMUTE: r = write_permute (&sh); break;
    case FIR_SCATTER: r = write_scatter (&sh); break;
    case FIR_BINS_ROWS: r = write_row_bins (&sh); break;
    default: r = write_bins (&sh); break;
    }
  shape_raise (&sh);
  shape_end (&sh);
  lower_bind (l, s->res[0])->vec = r;
}
