/* Lowering of sort: a stable merge sort in chunks; and of merge.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Each chunk is sorted separately: short runs by insertion, then merges from bottom to top.  Then
   the chunks are merged in pairs, each time in parallel by blocks of the output: the beginnings of
   a block in both of its runs are found by binary search (merge path: Green, Odeh, Birk, "Merge
   Path - A Visually Intuitive Approach to Parallel Merging", section 3).  The blocks are the
   chunks, so that a run is a whole number of blocks.

   If `less' is not an order the searches may return positions that decrease.  They are made
   monotonic before they are used, so each element is taken exactly once, and the result is some
   permutation.  A failure in `less' is one of element 0.  Where it leaves the chunk, what comes
   after it in the chunk is not done, but the merges are: a search that is left has a position, and
   elements that have not been written are elements of v, for `less' to look at.

   Lowering of merge is the last step of this for two vectors.  */

#include "lower-shape.h"

/* From so many elements on a merge inside an element is two side by side.  */
#define PAIR_TEXT "512"

/* A step of a merge, number N, of the elements I to IE of pointer U and J to JE of V: one to D, at
   K.  A pointer is selected, not an element: for a record that would be a branch, which nothing
   predicts.  */
#define STEP(U, V, D, N) \
  "  new x" N ": T := " U "[i" N "]\n" \
  "  new y" N ": T := " V "[j" N "]\n" \
  "  new take" N ": i32 := 0:i32\n" \
  "  do take" N " := less (y" N ", x" N ")\n" \
  "  new taken" N ": ptr T := select (take" N ", padd (" V ", j" N "), padd (" U ", i" N "))\n" \
  "  " D "[k" N "] := taken" N "[0:u64]\n" \
  "  new step" N ": u64 := conv:u64 (take" N ")\n" \
  "  j" N " := add (j" N ", step" N ")\n" \
  "  i" N " := add (i" N ", sub (1:u64, step" N "))\n" \
  "  k" N " := add (k" N ", 1:u64)\n"
#define BOTH(N) "band (lt (i" N ", ie" N "), lt (j" N ", je" N "))"

/* The merge: steps while both have elements, then the rest of one.  */
#define MERGE(U, V, D, N) \
  "while " BOTH (N) " {\n" \
  STEP (U, V, D, N) \
  "}\n" \
  "new left" N ": u64 := sub (ie" N ", i" N ")\n" \
  "for q = 0 to left" N " ivdep { " D "[add (k" N ", q)] := " U "[add (i" N ", q)] }\n" \
  "k" N " := add (k" N ", left" N ")\n" \
  "new right" N ": u64 := sub (je" N ", j" N ")\n" \
  "for q = 0 to right" N " ivdep { " D "[add (k" N ", q)] := " V "[add (j" N ", q)] }\n"

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
  MERGE ("from", "from", "to", "")
  "    }\n"
  "    new swap: ptr T := from\n"
  "    from := to\n"
  "    to := swap\n"
  "    run := mul (run, 2)\n"
  "  }\n"
  "}\n";

/* two: are there at most two runs in order, the second from cut on?  Elements in no order show it
   soon.  Not asked of brief elements or fewer, or unless look holds.  */
const char lower_sort_runs[] =
  "cut := n\n"
  "two := band (look, lt (brief, n))\n"
  "new q: u64 := 1:u64\n"
  "while band (two, lt (q, n)) {\n"
  "  new x: T := v[sub (q, 1:u64)]\n"
  "  new y: T := v[q]\n"
  "  new back: i32 := 0:i32\n"
  "  do back := less (y, x)\n"
  "  if back {\n"
  "    two := eq (cut, n)\n"
  "    cut := q\n"
  "  }\n"
  "  q := add (q, 1:u64)\n"
  "}\n";

/* These two runs, merged.  */
const char lower_sort_two[] =
  "new i: u64 := 0:u64\n"
  "new ie: u64 := cut\n"
  "new j: u64 := cut\n"
  "new je: u64 := n\n"
  "new k: u64 := 0:u64\n"
  MERGE ("v", "v", "r", "");

/* If `less' may leave its chunk: both memories hold elements.  */
static const char all_known[] =
  "parfor c < nc cost size trusted merge {\n"
  "  for m = mul (c, size) to min (n, add (mul (c, size), size)) ivdep {\n"
  "    r[m] := v[m]\n"
  "    t[m] := v[m]\n"
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
  "    cut[c] := i\n"
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
  MERGE ("s", "s", "d", "")
  "  }\n"
  "  new swap: ptr T := s\n"
  "  s := d\n"
  "  d := swap\n"
  "  run := mul (run, 2)\n"
  "}\n";

/* Two merges, of a block's halves, side by side: a step waits for the one before, as where it loads
   depends on what that compared.  */
#define MERGE_TWO(U, V, D) \
  "while band (" BOTH ("") ", " BOTH ("2") ") {\n" \
  STEP (U, V, D, "") \
  STEP (U, V, D, "2") \
  "}\n" \
  MERGE (U, V, D, "") \
  MERGE (U, V, D, "2")

/* i: how many elements of u precede place k.  BEGUN: with the least that i may be.  */
#define CUT(BEGUN) \
  "new i: u64 := sub (max (k, nv), nv)\n" \
  BEGUN \
  "new ie: u64 := min (k, nu)\n" \
  "while lt (i, ie) {\n" \
  "  new m: u64 := div (add (i, ie), 2)\n" \
  "  new x: T := u[m]\n" \
  "  new y: T := v[sub (sub (k, m), 1)]\n" \
  "  new g: i32 := 0\n" \
  "  do g := less (y, x)\n" \
  "  if g { ie := m } else { i := add (m, 1) }\n" \
  "}\n"

/* Inside an element a short merge is one, a long one has two halves.  */
static const char merge_element[] =
  "new k: u64 := n\n"
  "if ge (n, " PAIR_TEXT ") {\n"
  "  k := div (n, 2)\n"
  "}\n"
  "new k2: u64 := k\n"
  "new i2: u64 := 0\n"
  "if lt (k, n) {\n"
  CUT ("")
  "  i2 := i\n"
  "} else {\n"
  "  i2 := nu\n"
  "}\n"
  "new i: u64 := 0\n"
  "new j: u64 := 0\n"
  "new ie: u64 := i2\n"
  "new je: u64 := sub (k2, i2)\n"
  "new j2: u64 := je\n"
  "new ie2: u64 := nu\n"
  "new je2: u64 := nv\n"
  "k := 0\n"
  MERGE_TWO ("u", "v", "r");

/* As the merges of sorted chunks; a block is two halves.  */
static const char merge_blocks[] =
  "new half: u64 := chunk_size (n, cost)\n"
  "new nh: u64 := chunks (n, half)\n"
  "%s"
  "parfor c < nh cost mul (64:u64, cost) trusted merge {\n"
  "  new k: u64 := mul (c, half)\n"
  CUT ("cut[c] := i\n")
  "  cut[c] := i\n"
  "}\n"
  "new before: u64 := 0\n"
  "for c = 1 to nh {\n"
  "  before := min (max (cut[c], before), add (before, half))\n"
  "  cut[c] := before\n"
  "}\n"
  "parfor c < div (add (nh, 1), 2) cost mul (mul (half, 2), cost) trusted merge {\n"
  "  new h: u64 := mul (c, 2)\n"
  "  new k: u64 := mul (h, half)\n"
  "  new k2: u64 := min (n, add (k, half))\n"
  "  new next: u64 := min (n, add (k2, half))\n"
  "  new i: u64 := cut[h]\n"
  "  new i2: u64 := nu\n"
  "  if lt (k2, n) { i2 := cut[add (h, 1)] }\n"
  "  new ie2: u64 := nu\n"
  "  if lt (next, n) { ie2 := cut[add (h, 2)] }\n"
  "  new ie: u64 := i2\n"
  "  new j: u64 := sub (k, i)\n"
  "  new je: u64 := sub (k2, i2)\n"
  "  new j2: u64 := je\n"
  "  new je2: u64 := sub (next, ie2)\n"
  MERGE_TWO ("u", "v", "r")
  "}\n";

/* A merge in blocks.  That of a long row makes no array: where it is cut is in memory.  */
static void
merge_parallel (struct shape *sh)
{
  struct lower *l = sh->l;
  if (l->elem)
    shape_room (sh, "cut", type_size (l->ctx), e_size (l, NOVA_MAX_CHUNKS));
  shape_text (sh, ctx_printf (l->ctx, merge_blocks,
			      l->elem ? "" : "array cut: u64 [" CHUNKS_TEXT "]\n"));
}

void
lower_merge (struct lower *l, struct fir_stmt *s)
{
  struct shape sh;
  shape_begin (&sh, l, s, false);
  shape_vec (&sh, "u", s->args[0]);
  shape_vec (&sh, "v", s->args[1]);
  struct imp_expr *n = shape_expr (&sh, "n", lower_atom (l, s->args[2]));
  struct vecval *r = shape_result (&sh, "r", n);
  shape_type (&sh, "T", s->res[0]->type->elem);
  shape_fn (&sh, "less", s->fns[0], true);
  shape_expr (&sh, "cost", shape_cost (&sh, s->fns[0], 8));
  if (shape_alone (&sh))
    {
      merge_parallel (&sh);
      shape_alone_safe (&sh);
      shape_as_inside (&sh);
    }
  if (l->elem)
    shape_text (&sh, merge_element);
  else
    merge_parallel (&sh);
  shape_both (&sh);
  shape_raise (&sh);
  shape_end (&sh);
  pass_log_add (l->log, l->elem ? LOG_SEQUENTIAL : LOG_PARALLEL, s->site, 0,
		l->elem ? "inside a parallel loop" : "merged in blocks");
  lower_bind (l, s->res[0])->vec = r;
}

static void
see_leave (struct fir_stmt *s, void *data)
{
  if (s->op == FIR_LEAF && (s->leaf->flags & LEAF_MAYFAIL))
    *(bool *) data = true;
}

/* May S's function leave the chunk that calls it?  */
static bool
may_leave (struct fir_stmt *s)
{
  bool leaves = false;

  fir_walk_calls (s, see_leave, &leaves);
  return leaves;
}

void
lower_sort (struct lower *l, struct fir_stmt *s)
{
  struct shape sh;
  if (lower_first (l, s, s->fns[0]))
    return;
  shape_begin (&sh, l, s, false);
  shape_vec (&sh, "v", s->args[0]);
  struct imp_expr *n = shape_expr (&sh, "n", vec_total (l, lower_vec (l, s->args[0])));
  const struct type *t = s->res[0]->type->elem;
  struct vecval *r = l->elem || lower_bind (l, s->res[0])->place
		     ? shape_result (&sh, "r", n)
		     : shape_new (&sh, "r", s->res[0]->type, e_again (l, n));
  shape_type (&sh, "T", t);
  shape_fn (&sh, "less", s->fns[0], true);
  shape_expr (&sh, "cost", shape_cost (&sh, s->fns[0], 16));
  shape_room (&sh, "t", t, e_again (l, n));
  /* Behind a chunk that has been left a row alone does nothing more.  */
  const char *whole
    = ctx_printf (l->ctx, "%s%s%s%s", sizes,
		  !l->elem && may_leave (s) ? all_known : "", lower_sort_chunks, merges);
  if (shape_alone (&sh))
    {
      shape_text (&sh, whole);
      shape_alone_safe (&sh);
      shape_as_inside (&sh);
    }
  shape_text (&sh, l->elem ? ctx_printf (l->ctx, "%s%s", sizes, lower_sort_chunks) : whole);
  shape_both (&sh);
  shape_raise (&sh);
  shape_end (&sh);
  pass_log_add (l->log, l->elem ? LOG_SEQUENTIAL : LOG_PARALLEL, s->site, 0,
		l->elem ? "inside a parallel loop" : "merge sort in chunks");
  lower_bind (l, s->res[0])->vec = r;
}
