/* The pass implied: a loop that cannot fail if what its turns count ends in time.

     loop n { (i)
       m = mu { (s, k: i32) if lt k e { t = get x (conv k) ... apply m q (add k 1) } else { s } }
       ... apply m z b ... }
     =>
     if band (le (conv (max e 0)) (len x)) (ge b 0) { loop n { (i) ... at x (conv k) ... } }
     else { loop n { (i) ... get x (conv k) ... } }

   C says so: `for (int k = b; k < e; k++) s += nova_get (x, k)', e being a parameter, or a variable
   from outside.  One test before the loop replaces one in each turn, and turns that cannot fail are
   a loop that passes see through (lower-counted.c).  The other version finds the first index that
   is none, where it always was.

   Does not: look for ends or begins that depend on the element; test the size of a grid, too.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "implied.h"
#include "base/scalar.h"

/* The number of elements of X, in B; none: it is not known outside of Z's loop.  */
static struct fir_atom
length (struct implied *z, struct fir_block *b, struct fir_atom x)
{
  const struct type *size = type_size (z->p->ctx);
  struct fir_stmt *s;
  struct fir_atom n;

  if (fir_vec_length (&x, &n))
    return fir_atom_type (n) == size && facts_bound_outside (n, z->loop) ? n : FIR_NONE;
  if (!facts_bound_outside (x, z->loop))
    return FIR_NONE;
  s = fir_stmt_new (z->p, b, FIR_LEN, 0, 1, 0, size, "l");
  s->args[0] = x;
  return fir_atom_var (s->res[0]);
}

/* In B: END, an integer, is at most N, a size.  */
static struct fir_atom
at_most (struct implied *z, struct fir_block *b, struct fir_atom end, struct fir_atom n)
{
  const struct type *t = fir_atom_type (end), *size = type_size (z->p->ctx);

  if (scalar_info[t->scalar].is_signed)
    end = fir_prim2 (z->p, b, FIR_MAX, t, end, fir_atom_int (z->p, t, 0));
  if (t != size)
    end = fir_prim1 (z->p, b, FIR_CONV, size, end);
  return fir_prim2 (z->p, b, FIR_LE, type_i32 (z->p->ctx), end, n);
}

/* What counts, innermost of what A is around in Z's loop; NULL: nothing does.  */
static const struct around *
counting (const struct implied *z, const struct around *a)
{
  for (; a && a->loop != z->loop; a = a->up)
    if (a->counter)
      return a;
  return NULL;
}

/* In B, behind what E needs: the test that E asks for.  */
static struct fir_atom
test (struct implied *z, struct fir_block *b, const struct implied_end *e)
{
  const struct type *flag = type_i32 (z->p->ctx);
  struct fir_atom n = length (z, b, e->of), c, d;

  if (fir_atom_none (n))
    return n;
  c = at_most (z, b, e->end, n);
  if (fir_atom_none (e->begin))
    return c;
  d = fir_prim2 (z->p, b, FIR_GE, flag, e->begin,
		 fir_atom_int (z->p, fir_atom_type (e->begin), 0));
  return fir_prim2 (z->p, b, FIR_BAND, flag, c, d);
}

/* Would the check of read S go if E were so?  */
static bool
implies (struct implied *z, struct fir_stmt *s, const struct around *a,
	 const struct implied_end *e)
{
  struct fir_atom c = test (z, fir_block_new (z->p), e);
  struct facts f;

  return !fir_atom_none (c) && implied_learn_if (z, s, a, c, &f);
}

/* Is N, a size, the number of elements of X?  */
static bool
is_length (struct fir_atom n, struct fir_atom x)
{
  struct fir_stmt *s = fir_atom_def (n);
  struct fir_atom m;

  return fir_vec_length (&x, &m) ? fir_atom_equal (n, m)
	 : s && s->op == FIR_LEN && fir_atom_equal (s->args[0], x);
}

/* Is C a test as put here that asks whether E->of has E->end elements?  */
static bool
asks (struct fir_atom c, const struct implied_end *e)
{
  struct fir_stmt *d = fir_atom_def (c), *x;
  struct fir_atom end;

  if (!d || (d->op != FIR_BAND && d->op != FIR_LE))
    return false;
  if (d->op == FIR_BAND)
    return asks (d->args[0], e) || asks (d->args[1], e);
  end = d->args[0];
  while (!fir_atom_equal (end, e->end) && (x = fir_atom_def (end)) != NULL
	 && (x->op == FIR_CONV || x->op == FIR_MAX))
    end = x->args[0];
  return fir_atom_equal (end, e->end) && is_length (d->args[1], e->of);
}

/* Does a condition in A, what is around, ask for E already?  */
static bool
asked (const struct around *a, const struct implied_end *e)
{
  for (; a; a = a->up)
    if (a->at && asks (a->c, e))
      return true;
  return false;
}

static bool
same_end (const struct implied_end *x, const struct implied_end *y)
{
  return fir_atom_equal (x->begin, y->begin) && fir_atom_equal (x->end, y->end)
	 && fir_atom_equal (x->of, y->of);
}

/* The check of a read would go if E were so.  */
static bool
want (struct implied *z, const struct implied_end *e)
{
  for (unsigned k = 0; k < z->nends; k++)
    if (same_end (&z->ends[k], e))
      return true;
  if (z->nends == MOST_ENDS)
    return false;
  z->ends[z->nends++] = *e;
  return true;
}

/* The same as implied_want_end for condition C, which holds where COUNTER has passed it.  */
static bool
want_end (struct implied *z, struct fir_stmt *s, const struct around *a, struct fir_atom c,
	  const struct around *counter)
{
  struct fir_stmt *d = fir_atom_def (c);
  struct implied_end e = { .begin = FIR_NONE, .of = s->args[0] };

  if (d && d->op == FIR_BAND)
    return want_end (z, s, a, d->args[0], counter) || want_end (z, s, a, d->args[1], counter);
  if (!d || (d->op != FIR_LT && d->op != FIR_GT))
    return false;
  e.end = d->args[d->op == FIR_LT];
  if (!type_is_integral (fir_atom_type (e.end)) || fir_atom_type (e.end)->size > 8
      || !facts_bound_outside (e.end, z->loop) || asked (a, &e))
    return false;
  if (implies (z, s, a, &e))
    return want (z, &e);
  e.begin = counter->from;
  return e.begin.var && facts_bound_outside (e.begin, z->loop) && implies (z, s, a, &e)
	 && want (z, &e);
}

void
implied_want_end (struct implied *z, struct fir_stmt *s, const struct around *a)
{
  const struct around *counter;

  for (const struct around *c = a; z->loop && (counter = counting (z, c)) != NULL; c = c->up)
    if (c->at && c->holds && want_end (z, s, a, c->c, counter))
      {
	z->wanted++;
	return;
      }
}

struct fir_atom
implied_ends (struct implied *z, struct fir_block *b)
{
  struct fir_atom all = FIR_NONE;

  for (unsigned k = 0; k < z->nends; k++)
    {
      struct fir_atom c = test (z, b, &z->ends[k]);

      all = fir_atom_none (all) ? c
	    : fir_prim2 (z->p, b, FIR_BAND, type_i32 (z->p->ctx), all, c);
    }
  law_fired (z->p->ctx, LAW_H9);
  return all;
}
