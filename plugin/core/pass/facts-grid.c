/* Places in a grid: p w + q is an index of h rows of w elements, if p is below h and q below w.

   The index may be written as any sum of p w, q and constants, as (p - 1) w + q + 1 is.  As a size
   it is computed modulo 2^64; if the row and the place are in range, so is the sum as an integer,
   and that is what was computed.  As a signed number, which does not overflow, it is exact.  W and
   h may have been converted to a wider type, or to a size: if q is at least 0 and below w, w is
   positive, and the size is the same number.

   A place may also be so many rows and elements away from another one, i + 2 w - 1 from i, if
   something has divided i by w: i is in row i div w, at i rem w.

   Does not: handle rows whose width is a constant, unsigned numbers that are no sizes, or grids of
   grids.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "facts.h"
#include "base/scalar.h"

#define MAX_DEPTH 4

/* What A is a conversion of, if that is an integer of no more bytes, and the same number if that is
   positive; else A.  */
static struct fir_atom
unconverted (struct fir_atom a)
{
  struct fir_stmt *d = fir_atom_def (a);
  const struct type *to = fir_atom_type (a), *from;
  if (!d || d->op != FIR_CONV)
    return a;
  from = fir_atom_type (d->args[0]);
  if (!d->args[0].var || !type_is_scalar (to) || !type_is_scalar (from)
      || scalar_info[to->scalar].cls != SC_INT || scalar_info[from->scalar].cls != SC_INT
      || scalar_info[from->scalar].bytes > scalar_info[to->scalar].bytes
      || (scalar_info[from->scalar].bytes == scalar_info[to->scalar].bytes
	  && scalar_info[to->scalar].is_signed && !scalar_info[from->scalar].is_signed))
    return a;
  return d->args[0];
}

/* Is S computed modulo 2^64, or exactly?  */
static bool
exact_or_size (struct nova_ctx *ctx, struct fir_stmt *s)
{
  return s->res[0]->type == type_size (ctx) || fir_overflows (s);
}

/* Split A, a sum, into a product by G's width, that width, one other term, and constants.  */
static bool
split (struct nova_ctx *ctx, struct facts_grid *g, struct fir_atom a, unsigned depth)
{
  struct fir_stmt *d = fir_atom_def (a);
  __int128 i;
  if (d && d->nres == 1 && !exact_or_size (ctx, d))
    d = NULL;
  if (fir_atom_value (a, &i))
    {
      g->off += (int64_t) i;
      return true;
    }
  if (fir_atom_equal (unconverted (a), g->width))
    {
      g->down++;
      return true;
    }
  if (d && depth && d->op == FIR_SUB && fir_atom_equal (unconverted (d->args[1]), g->width))
    {
      g->down--;
      return split (ctx, g, d->args[0], depth - 1);
    }
  if (d && depth && d->op == FIR_ADD)
    return split (ctx, g, d->args[0], depth - 1) && split (ctx, g, d->args[1], depth - 1);
  if (d && depth && d->op == FIR_SUB && fir_atom_value (d->args[1], &i))
    {
      g->off -= (int64_t) i;
      return split (ctx, g, d->args[0], depth - 1);
    }
  for (unsigned k = 0; d && d->op == FIR_MUL && k < 2; k++)
    if (fir_atom_none (g->row) && fir_atom_equal (unconverted (d->args[k]), g->width))
      {
	g->row = d->args[1 - k];
	return true;
      }
  if (!fir_atom_none (g->place))
    return false;
  g->place = a;
  return true;
}

/* The size check of N that stands in BODY before TOP, from S on; NULL if there is none.  */
static struct fir_stmt *
size_check (struct fir_stmt *s, const struct fir_stmt *top, struct fir_atom n)
{
  while (s && s != top && !(s->op == FIR_CHECK && s->check == CHECK_SIZE
			    && fir_atom_equal (s->args[1], n)))
    s = s->next;
  return s == top ? NULL : s;
}

/* Is A, or is it B times a constant: W, or W but at least 1?  Set *BYTES to the constant.  */
static bool
width_bytes (struct fir_atom a, struct fir_atom w, struct fir_atom *bytes)
{
  struct fir_stmt *d = fir_atom_def (a);
  *bytes = FIR_NONE;
  for (unsigned k = 0; d && d->op == FIR_MUL && k < 2; k++)
    if (d->args[k].cst)
      {
	*bytes = d->args[k];
	a = d->args[1 - k];
	d = fir_atom_def (a);
	break;
      }
  return fir_atom_equal (a, w)
	 || (d && d->op == FIR_MAX && (fir_atom_equal (d->args[0], w)
				       || fir_atom_equal (d->args[1], w)));
}

/* Has BODY checked, before TOP, that H rows of W have no more elements than there are sizes?  The
   check says H max (W, 1) B; that W B is no wrapped product is another check.  */
static bool
exact (const struct fir_block *body, const struct fir_stmt *top, struct fir_atom h,
       struct fir_atom w)
{
  struct fir_atom bytes;
  for (struct fir_stmt *s = size_check (body->first, top, h); s;
       s = size_check (s->next, top, h))
    if (width_bytes (s->args[2], w, &bytes))
      {
	if (fir_atom_none (bytes))
	  return true;
	for (struct fir_stmt *t = size_check (body->first, top, w); t;
	     t = size_check (t->next, top, w))
	  if (fir_atom_equal (t->args[2], bytes))
	    return true;
      }
  return false;
}

/* Is S OP of A and the width of G, converted or not?  */
static bool
divides (const struct fir_stmt *s, enum fir_op op, struct fir_atom a, const struct facts_grid *g)
{
  return s && s->op == op && fir_atom_equal (s->args[0], a)
	 && fir_atom_equal (unconverted (s->args[1]), g->width);
}

/* Write G's row, a quotient and a constant, so; then its place may be what remains.  */
static void
find_dividend (struct nova_ctx *ctx, struct facts_grid *g)
{
  struct fir_stmt *d = fir_atom_def (g->row), *of = d, *rest = fir_atom_def (g->place);
  __int128 i = 0;
  if (d && (d->op == FIR_ADD || d->op == FIR_SUB) && exact_or_size (ctx, d)
      && fir_atom_value (d->args[1], &i))
    of = fir_atom_def (d->args[0]);
  if (!of || of->op != FIR_DIV || !divides (of, FIR_DIV, of->args[0], g)
      || !divides (rest, FIR_REM, of->args[0], g))
    return;
  g->row = fir_atom_var (of->res[0]);
  g->down += of == d ? 0 : d->op == FIR_ADD ? (int64_t) i : -(int64_t) i;
  g->of = g->divided = of->args[0];
}

/* G has no row yet, and its place is all but the rows and the constants: find among the statements
   before AT the row of that, as it is or as another number.  */
static bool
find_quotient (struct facts_grid *g, const struct fir_stmt *at)
{
  g->of = g->divided = g->place;
  g->place = FIR_NONE;
  while (at && (at = at->prev) != NULL)
    {
      struct fir_stmt *d = at->nargs == 2 ? fir_atom_def (at->args[0]) : NULL;
      struct fir_atom x = g->divided;
      if (fir_atom_none (g->row) && fir_atom_none (g->place) && d && d->op == FIR_CONV
	  && fir_atom_equal (d->args[0], g->of))
	x = at->args[0];
      if (!divides (at, FIR_DIV, x, g) && !divides (at, FIR_REM, x, g))
	continue;
      g->divided = x;
      *(at->op == FIR_DIV ? &g->row : &g->place) = fir_atom_var (at->res[0]);
    }
  return g->of.var && !fir_atom_none (g->row);
}

bool
facts_grid_of (struct fir_prog *p, const struct fir_block *body, const struct fir_stmt *top,
	       const struct fir_stmt *at, struct fir_atom index, struct fir_atom x,
	       struct facts_grid *g)
{
  const struct type *size = type_size (p->ctx);
  struct fir_stmt *d;
  struct fir_atom n;
  while (fir_atom_def (x) && (fir_op_info[fir_atom_def (x)->op].flags & FIR_FLAG_OVER))
    x = fir_atom_def (x)->args[0];
  if (!fir_vec_length (&x, &n) || fir_atom_type (n) != size)
    return false;
  index = unconverted (index);
  d = fir_atom_def (unconverted (n));
  for (unsigned k = 0; d && d->op == FIR_MUL && k < 2; k++)
    {
      struct fir_atom h = d->args[k], w = d->args[1 - k];
      *g = (struct facts_grid) { FIR_NONE, FIR_NONE, unconverted (h), unconverted (w), FIR_NONE,
				 FIR_NONE, 0, 0, fir_overflows (d) || exact (body, top, h, w) };
      if (!g->rows.var || !g->width.var || !split (p->ctx, g, index, MAX_DEPTH))
	continue;
      if (fir_atom_none (g->row))
	{
	  if (find_quotient (g, at))
	    return true;
	  continue;
	}
      if (fir_atom_none (g->place))
	g->place = fir_atom_int (p, size, 0);
      find_dividend (p->ctx, g);
      return true;
    }
  return false;
}

bool
facts_says_sound (struct fir_atom c, struct fir_atom rows, struct fir_atom width)
{
  struct fir_stmt *d = fir_atom_def (c), *most = NULL, *w = NULL;
  __int128 all;
  if (d && d->op == FIR_LE && fir_atom_equal (d->args[0], rows))
    most = fir_atom_def (d->args[1]);
  if (most && most->op == FIR_DIV && fir_atom_value (most->args[0], &all) && all == UINT64_MAX)
    w = fir_atom_def (most->args[1]);
  return w && w->op == FIR_MAX && fir_atom_equal (w->args[0], width);
}

void
facts_meet_grid (struct facts *f, const struct facts_grid *g)
{
  if (!fir_atom_none (g->of))
    {
      facts_meet_value (f, g->of);
      facts_meet_value (f, g->divided);
    }
  facts_meet_value (f, g->row);
  if (!fir_atom_none (g->place))
    facts_meet_value (f, g->place);
  facts_meet_value (f, g->rows);
  facts_meet_value (f, g->width);
}

bool
facts_within_grid (struct facts *f, const struct facts_grid *g)
{
  if (!facts_below (f, g->row, g->down, g->rows))
    return false;
  if (!fir_atom_none (g->of)
      && !(facts_ordered (f, g->of, g->divided) && facts_ordered (f, g->divided, g->of)))
    return false;
  if (!fir_atom_none (g->place))
    return facts_below (f, g->place, g->off, g->width);
  return !g->off && facts_not_negative (f, g->of) && facts_positive (f, g->width);
}
