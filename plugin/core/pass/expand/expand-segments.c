/* Combinations of rows that lie one after the other.

     r = segreduce f z o x    =>    s = segments x o   r = map { (e, i) reduce f i e } s z
     y = segscan f z o x      =>    s = segments x o   t = map { (e, i) scan f i e } s z
				    y = flatten t

   A device has kernels for these; the pool has nests, which lowering handles already.
   Law: doc/laws.txt, X30.

   Paper: NOVA, section 6.1 (a segmented reduction is a nested loop on the host).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"

bool
expand_segmented (struct expand *x, struct fir_stmt *s)
{
  static const enum fir_op plain[] = { FIR_REDUCE, FIR_SCAN, FIR_EXSCAN };
  const struct type *v = fir_atom_type (s->args[2]), *two[2] = { v, v->elem };
  bool reduces = s->op == FIR_SEG_REDUCE;
  struct fir_atom args[2] = { s->args[2], s->args[1] }, r;
  struct fir_stmt *map, *one;

  args[0] = expand_op (x, s, FIR_SEGMENTS, type_vec (x->p->ctx, v), 2, args);
  map = expand_new (x, s, FIR_MAP, reduces ? v : type_vec (x->p->ctx, v), 2, 1);
  map->args[0] = args[0];
  map->args[1] = s->args[0];
  map->fns[0] = fir_fn_new (x->p, 2, two);
  args[0] = fir_atom_var (map->fns[0]->params[1]);
  args[1] = fir_atom_var (map->fns[0]->params[0]);
  one = expand_term (x, s, map->fns[0]->body, plain[s->op - FIR_SEG_REDUCE],
		     reduces ? v->elem : v, 2, args, 1);
  one->fns[0] = s->fns[0];
  r = fir_atom_var (one->res[0]);
  fir_block_return (x->p, map->fns[0]->body, 1, &r);
  r = fir_atom_var (map->res[0]);
  expand_done (x, s, reduces ? r : expand_op (x, s, FIR_FLATTEN, v, 1, &r));
  return true;
}
