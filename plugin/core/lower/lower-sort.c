/* Lowering of sort: a stable merge sort in chunks.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Each chunk is sorted separately: short runs by insertion, then merges from bottom to top.  Then
   the chunks are merged in pairs, each time in parallel by blocks of the output: the beginnings of
   a block in both of its runs are found by binary search (merge path: Green, Odeh, Birk, "Merge
   Path - A Visually Intuitive Approach to Parallel Merging", section 3).  The blocks are the
   chunks, so that a run is a whole number of blocks.

   If `less' is not an order the searches may return positions that decrease.  They are made
   monotonic before they are used, so each element is taken exactly once, and the result is some
   permutation.  A failure in `less' is one of element 0.  */

#include "lower-shape.h"

/* Merge the elements I to IE and J to JE of pointer S, each part in order, into D from K on.  */
#define MERGE(S, D) \
  "while band (lt (i, ie), lt (j, je)) {\n" \
  "  new x: T := " S "[i]\n" \
  "  new y: T := " S "[j]\n" \
  "  new take: i32 := 0:i32\n" \
  "  do take := less (y, x)\n" \
  "  " D "[k] := select (take, y, x)\n" \
  "  new step: u64 := conv:u64 (take)\n" \
  "  j := add (j, step)\n" \
  "  i := add (i, sub (1:u64, step))\n" \
  "  k := add (k, 1:u64)\n" \
  "}\n" \
  "new left: u64 := sub (ie, i)\n" \
  "for q = 0 to left ivdep { " D "[add (k, q)] := " S "[add (i, q)] }\n" \
  "k := add (k, left)\n" \
  "new right: u64 := sub (je, j)\n" \
  "for q = 0 to right ivdep { " D "[add (k, q)] := " S "[add (j, q)] }\n"

/* size: a run times a power of 2.  flip: whether the sorted chunks are in t, so that after all
   merges of chunks the result is in r.  inner: the number of merges inside a chunk.  */
static const char sizes[] =
  "new want: u64 := chunk_size (n, 16)\n"
  "new size: u64 := " RUN_TEXT ":u64\n"
  "new flip: i32 := 0:i32\n"
  "p|while lt (size, min (want, n)) {\n"
  "s|while lt (size, n) {\n"
  "  size := mul (size, 2:u64)\n"
  "  flip := bxor (flip, 1:i32)\n"
  "}\n"
  "new nc: u64 := chunks (n, size)\n"
  "new w: u64 := size\n"
  "while lt (w, n) {\n"
  "  w := mul (w, 2:u64)\n"
  "  flip := bxor (flip, 1:i32)\n"
  "}\n";

const char lower_sort_chunks[] =
  "new s: ptr T := r\n"
  "new d: ptr T := t\n"
  "if flip {\n"
  "  s := t\n"
  "  d := r\n"
  "}\n"
  "parfor c < nc cost mul (size, cost) trusted merge {\n"
  "  new b: u64 := mul (c, size)\n"
  "  new e: u64 := min (n, add (b, size))\n"
  "  for a = b to e step " RUN_TEXT " {\n"
  "    for m = a to min (e, add (a, " RUN_TEXT ")) {\n"
  "      new x: T := v[m]\n"
  "      new j: u64 := m\n"
  "      new go: i32 := gt (j, a)\n"
  "      while go {\n"
  "        new p: u64 := sub (j, 1)\n"
  "        new y: T := s[p]\n"
  "        go := 0\n"
  "        do go := less (x, y)\n"
  "        if go {\n"
  "          s[j] := y\n"
  "          j := p\n"
  "          go := gt (j, a)\n"
  "        }\n"
  "      }\n"
  "      s[j] := x\n"
  "    }\n"
  "  }\n"
  "  new from: ptr T := s\n"
  "  new to: ptr T := d\n"
  "  new run: u64 := " RUN_TEXT "\n"
  "  while lt (run, size) {\n"
  "    new lo: u64 := b\n"
  "    while lt (lo, e) {\n"
  "      new i: u64 := lo\n"
  "      new ie: u64 := min (e, add (lo, run))\n"
  "      new j: u64 := ie\n"
  "      new je: u64 := min (e, add (ie, run))\n"
  "      new k: u64 := lo\n"
  "      lo := je\n"
  MERGE ("from", "to")
  "    }\n"
  "    new swap: ptr T := from\n"
  "    from := to\n"
  "    to := swap\n"
  "    run := mul (run, 2)\n"
  "  }\n"
  "}\n";

/* cut[c]: the number of elements of the left one of its two runs that precede block c.  */
static const char merges[] =
  "new inner: u64 := " RUN_TEXT "\n"
  "while lt (inner, size) {\n"
  "  inner := mul (inner, 2)\n"
  "  new swap: ptr T := s\n"
  "  s := d\n"
  "  d := swap\n"
  "}\n"
  "array cut: u64 [" CHUNKS_TEXT "]\n"
  "new run: u64 := size\n"
  "while lt (run, n) {\n"
  "  parfor c < nc cost mul (64:u64, cost) trusted merge {\n"
  "    new k: u64 := mul (c, size)\n"
  "    new lo: u64 := mul (div (k, mul (run, 2)), mul (run, 2))\n"
  "    new mid: u64 := min (n, add (lo, run))\n"
  "    new end: u64 := min (n, add (mid, run))\n"
  "    new o: u64 := sub (k, lo)\n"
  "    new i: u64 := sub (max (o, sub (end, mid)), sub (end, mid))\n"
  "    new ie: u64 := min (o, sub (mid, lo))\n"
  "    while lt (i, ie) {\n"
  "      new m: u64 := div (add (i, ie), 2)\n"
  "      new x: T := s[add (lo, m)]\n"
  "      new y: T := s[add (mid, sub (sub (o, m), 1))]\n"
  "      new g: i32 := 0\n"
  "      do g := less (y, x)\n"
  "      if g { ie := m } else { i := add (m, 1) }\n"
  "    }\n"
  "    cut[c] := i\n"
  "  }\n"
  "  new before: u64 := 0\n"
  "  for c = 0 to nc {\n"
  "    if eq (rem (mul (c, size), mul (run, 2)), 0) {\n"
  "      before := cut[c]\n"
  "    } else {\n"
  "      before := min (max (cut[c], before), add (before, size))\n"
  "      cut[c] := before\n"
  "    }\n"
  "  }\n"
  "  parfor c < nc cost mul (size, cost) trusted merge {\n"
  "    new k: u64 := mul (c, size)\n"
  "    new lo: u64 := mul (div (k, mul (run, 2)), mul (run, 2))\n"
  "    new mid: u64 := min (n, add (lo, run))\n"
  "    new end: u64 := min (n, add (mid, run))\n"
  "    new next: u64 := min (end, add (k, size))\n"
  "    new i: u64 := add (lo, cut[c])\n"
  "    new j: u64 := sub (add (mid, k), i)\n"
  "    new ie: u64 := mid\n"
  "    if lt (next, end) { ie := add (lo, cut[add (c, 1)]) }\n"
  "    new je: u64 := sub (add (mid, next), ie)\n"
  MERGE ("s", "d")
  "  }\n"
  "  new swap: ptr T := s\n"
  "  s := d\n"
  "  d := swap\n"
  "  run := mul (run, 2)\n"
  "}\n";

void
lower_sort (struct lower *l, struct fir_stmt *s)
{
  struct shape sh;
  shape_begin (&sh, l, s, false);
  shape_vec (&sh, "v", s->args[0]);
  struct imp_expr *n = shape_expr (&sh, "n", vec_total (l, lower_vec (l, s->args[0])));
  const struct type *t = s->res[0]->type->elem;
  struct vecval *r = l->elem ? shape_result (&sh, "r", n)
		     : shape_new (&sh, "r", s->res[0]->type, e_again (l, n));
  shape_type (&sh, "T", t);
  shape_fn (&sh, "less", s->fns[0], true);
  shape_expr (&sh, "cost", shape_cost (&sh, s->fns[0], 16));
  shape_room (&sh, "t", t, e_again (l, n));
  shape_text (&sh, ctx_printf (l->ctx, "%s%s%s", sizes, lower_sort_chunks, l->elem ? "" : merges));
  shape_raise (&sh);
  shape_end (&sh);
  pass_log_add (l->log, l->elem ? LOG_SEQUENTIAL : LOG_PARALLEL, s->site, 0,
		l->elem ? "inside a parallel loop" : "merge sort in chunks");
  lower_bind (l, s->res[0])->vec = r;
}
