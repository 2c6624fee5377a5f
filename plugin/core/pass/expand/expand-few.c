/* Sorts of a few elements, as many in any case, of which single ones are read: medians.

     s = radix K x, len x = 3			   a, b, c = at x 0, at x 1, at x 2
     p = at s 1			    =>		   l, m = min a b, max a b
						   p = max l (min m c)

   Pairs are put in order without branches, one pair after the other, so that a loop around
   vectorises.  Integers, of which equal ones are one, are exchanged over distances (merge exchange:
   Batcher; Knuth, The Art of Computer Programming, volume 3, section 5.2.2, algorithm M).  Other
   elements, like 0.0 and -0.0, which have one key, keep their order if only neighbours are
   exchanged (odd-even transposition: section 5.3.4).  What no read needs is dead.

   Does not: records; sorts that `less' orders.
   Law: X37.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"
#include "expand-terms.h"

/* So many elements, and so many that have keys beside them, take fewer instructions than a sort,
   even if all lanes of vectors but one were idle.  */
enum { MOST = 8, MOST_KEYED = 6 };

/* The elements while they are put in order: their keys, and, if they are no keys themselves, they
   too.  */
struct network
{
  struct expand *x;
  struct fir_block *b;
  bool keyed;
  struct fir_atom key[MOST], of[MOST];
};

struct single_reads
{
  struct fir_var *v;
  unsigned n, found;
  const struct fir_atom *of;	/* what the elements are */
  struct fir_subst *subst;
};

/* The element, of N, that S, a read of V alone, has; N if it is none or has none.  */
static unsigned
place_read (const struct fir_stmt *s, const struct fir_var *v, unsigned n)
{
  __int128 i;

  return (s->op == FIR_AT || s->op == FIR_GET) && s->args[0].var == v
	 && fir_atom_value (s->args[1], &i) && i >= 0 && i < n
	 ? (unsigned) i : n;
}

static void
note_single (struct fir_stmt *s, void *data)
{
  struct single_reads *r = (struct single_reads *) data;

  r->found += place_read (s, r->v, r->n) < r->n;
}

static void
replace_single (struct fir_stmt *s, void *data)
{
  struct single_reads *r = (struct single_reads *) data;
  unsigned k = place_read (s, r->v, r->n);

  if (k == r->n)
    return;
  fir_subst_put (r->subst, s->res[0], r->of[k]);
  fir_unlink (s);
}

/* Elements I and J in order, I before J.  */
static void
exchange (struct network *w, unsigned i, unsigned j)
{
  struct fir_prog *p = w->x->p;
  const struct type *t = fir_atom_type (w->key[i]);
  struct fir_atom a = w->key[i], b = w->key[j], c, v[2] = { w->of[i], w->of[j] };

  if (w->keyed)
    {
      c = expand_compare (w->x, w->b, FIR_LT, b, a);
      w->of[i] = expand_choose (w->x, w->b, c, v[1], v[0]);
      w->of[j] = expand_choose (w->x, w->b, c, v[0], v[1]);
    }
  w->key[i] = fir_prim2 (p, w->b, FIR_MIN, t, a, b);
  w->key[j] = fir_prim2 (p, w->b, FIR_MAX, t, a, b);
}

/* All N elements in order, by exchanges of neighbours.  */
static void
transpose (struct network *w, unsigned n)
{
  for (unsigned turn = 0; turn < n; turn++)
    for (unsigned i = turn % 2; i + 1 < n; i += 2)
      exchange (w, i, i + 1);
}

/* The same over distances.  */
static void
merge_exchange (struct network *w, unsigned n)
{
  unsigned top = 1;

  while (2 * top < n)
    top *= 2;
  for (unsigned p = top; p; p /= 2)
    for (unsigned q = top, r = 0, d = p;; d = q - p, q /= 2, r = p)
      {
	for (unsigned i = 0; i + d < n; i++)
	  if ((i & p) == r)
	    exchange (w, i, i + d);
	if (q == p)
	  break;
      }
}

/* Does FN give the integer that it gets?  */
static bool
is_identity (struct fir_fn *fn)
{
  return !fn->body->first && fn->body->rets[0].var == fn->params[0];
}

bool
expand_few_sorted (struct expand *x, struct fir_stmt *s)
{
  struct network w = { .x = x, .b = fir_block_new (x->p), .keyed = !is_identity (s->fns[0]) };
  const struct type *t = s->res[0]->type->elem;
  struct single_reads r = { .v = s->res[0], .subst = fir_subst_new (x->p) };
  struct fir_atom v = s->args[0], n;
  __int128 count;

  if (t->kind != TYPE_SCALAR || !fir_vec_length (&v, &n) || !fir_atom_value (n, &count)
      || count > (w.keyed ? MOST_KEYED : MOST) || expand_any_fails (s->fns[0]->body))
    return false;
  r.n = (unsigned) count;
  fir_walk (x->r->body, note_single, &r);
  if (!r.found || r.found != fir_count_uses (x->r->body, r.v))
    return false;
  for (unsigned k = 0; k < r.n; k++)
    {
      w.of[k] = fir_element (x->p, w.b, s->args[0], fir_atom_size (x->p, k));
      w.key[k] = expand_call (x, w.b, s->fns[0], &w.of[k]);
    }
  if (w.keyed)
    transpose (&w, r.n);
  else
    merge_exchange (&w, r.n);
  fir_put_before (s, w.b);
  r.of = w.keyed ? w.of : w.key;
  fir_walk (x->r->body, replace_single, &r);
  fir_unlink (s);
  fir_subst_block (r.subst, x->r->body);
  return true;
}
