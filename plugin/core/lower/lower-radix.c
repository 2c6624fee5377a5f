/* Lowering of radix: a stable sort by digits of an integer key.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Least significant digit first; digits in which all keys agree are skipped.  For each digit every
   chunk counts separately, a scan over all counts, by digit and then chunk, gives each chunk its
   places, and a second pass over the chunks writes (Zagha, Blelloch, "Radix Sort for Vector
   Multiprocessors", section 3).  One chunk counts a digit while it writes by the one before, which
   saves a reading.  A few elements are sorted by the merges of lower-sort.c, in one chunk.

   The order is that of a stable sort whatever the chunks, so these need not depend on n alone.
   Each has counts of its own, which leave the cache if they are many.  So there are a few for each
   thread, and one for a thread that is alone: 10^6 elements take 0.8 of the time that they take in
   256.

   Inside an element that has two runs in order, such as those of a concatenation of sorted rows,
   these are merged (natural merge sort: Knuth, The Art of Computer Programming, volume 3, section
   5.2.4).  Else the least and the greatest key are found.  If there are few values from one to the
   other, each is a digit, so that one pass counts them and one writes: that takes a
   fraction of the comparisons of a merge, which nothing predicts.  Keys that are made of the bits
   of floats are not even looked at: their values are hardly ever few.  */

#include "lower-shape.h"

/* Bits of a digit; the number of its values.  Up to so many elements are merged.  More chunks than
   these, and more for each of several threads, are not worth their counts.  Up to so many elements
   the merges are one insertion, which is as fast as anything.  There are few values if they are so
   many an element, or fewer.  */
enum { DIGIT = 8, VALUES = 1 << DIGIT, FEW = 256, MOST_CHUNKS = 256, THREAD_CHUNKS = 8,
       BRIEF = 8, SPREAD = 2 };

/* The text of the key of x as K: ascending as an unsigned number.  */
#define KEY \
  "    new s0: S := 0:S\n" \
  "    do s0 := key (x)\n" \
  "    new k: K := bxor (conv:K (s0), sign)\n"

/* span: how many values there are from the least key to the greatest, if few; else 0.  */
static const char span_text[] =
  "span := 0:u64\n"
  "least := not (0:K)\n"
  "if lt (brief, n) {\n"
  "  new top: K := 0:K\n"
  "  for q = 0 to n {\n"
  "    new x: T := v[q]\n"
  KEY
  "    least := min (least, k)\n"
  "    top := max (top, k)\n"
  "  }\n"
  "  new range: K := sub (top, least)\n"
  "  if band (le (range, low), lt (conv:u64 (range), mul (n, spread))) {\n"
  "    span := add (conv:u64 (range), 1:u64)\n"
  "  }\n"
  "}\n";

static const char counted_text[] =
  "for q = 0 to span ivdep { count[q] := 0:u64 }\n"
  "for q = 0 to n {\n"
  "  new x: T := v[q]\n"
  KEY
  "  new at: u64 := conv:u64 (sub (k, least))\n"
  "  count[at] := add (count[at], 1:u64)\n"
  "}\n"
  "new sum: u64 := 0:u64\n"
  "for q = 0 to span {\n"
  "  new x: u64 := count[q]\n"
  "  count[q] := sum\n"
  "  sum := add (sum, x)\n"
  "}\n"
  "for q = 0 to n {\n"
  "  new x: T := v[q]\n"
  KEY
  "  new at: u64 := conv:u64 (sub (k, least))\n"
  "  new to: u64 := count[at]\n"
  "  r[to] := x\n"
  "  count[at] := add (to, 1:u64)\n"
  "}\n";

static const char small_text[] =
  "  size := " RUN_TEXT ":u64\n"
  "  new flip: i32 := 0:i32\n"
  "  while lt (size, n) {\n"
  "    size := mul (size, 2:u64)\n"
  "    flip := bxor (flip, 1:i32)\n"
  "  }\n"
  "  nc := chunks (n, size)\n";

/* diff: the bits in which not all keys agree.  left: the number of digits that have such bits; the
   last of these is sorted into r.  */
static const char differ_text[] =
  "  new k0: K := 0:K\n"
  "  if lt (0:u64, n) {\n"
  "    new x: T := v[0]\n"
  KEY
  "    k0 := k\n"
  "  }\n"
  "  parfor c < nc cost mul (size, cost) {\n"
  "    new b: u64 := mul (c, size)\n"
  "    new d: K := 0:K\n"
  "    for q = b to min (n, add (b, size)) {\n"
  "      new x: T := v[q]\n"
  KEY
  "      d := bor (d, bxor (k, k0))\n"
  "    }\n"
  "    part[c] := d\n"
  "  }\n"
  "  new diff: K := 0:K\n"
  "  for c = 0 to nc { diff := bor (diff, part[c]) }\n"
  "  new left: i32 := 0:i32\n"
  "  new shift: i32 := 0:i32\n"
  "  while lt (shift, bits) {\n"
  "    if ne (band (shr (diff, shift), low), 0:K) { left := add (left, 1:i32) }\n"
  "    shift := add (shift, digit)\n"
  "  }\n"
  "  if eq (left, 0:i32) { eval move (r, v, mul (n, esize)) }\n"
  "  new s: ptr T := v\n";

/* The digits of several chunks.  */
static const char several_text[] =
  "  shift := 0\n"
  "  while lt (shift, bits) {\n"
  "    if ne (band (shr (diff, shift), low), 0:K) {\n"
  "      left := sub (left, 1:i32)\n"
  "      new d: ptr T := r\n"
  "      if band (left, 1:i32) { d := t }\n"
  "      parfor c < nc cost mul (size, cost) trusted places {\n"
  "        new row: u64 := mul (c, values)\n"
  "        for q = 0 to values ivdep { count[add (row, q)] := 0:u64 }\n"
  "        new b: u64 := mul (c, size)\n"
  "        for q = b to min (n, add (b, size)) {\n"
  "          new x: T := s[q]\n"
  KEY
  "          new at: u64 := add (row, conv:u64 (band (shr (k, shift), low)))\n"
  "          count[at] := add (count[at], 1:u64)\n"
  "        }\n"
  "      }\n"
  "      new sum: u64 := 0:u64\n"
  "      for q = 0 to values {\n"
  "        for c = 0 to nc {\n"
  "          new at: u64 := add (mul (c, values), q)\n"
  "          new x: u64 := count[at]\n"
  "          count[at] := sum\n"
  "          sum := add (sum, x)\n"
  "        }\n"
  "      }\n"
  "      parfor c < nc cost mul (size, cost) trusted places {\n"
  "        new row: u64 := mul (c, values)\n"
  "        new b: u64 := mul (c, size)\n"
  "        for q = b to min (n, add (b, size)) {\n"
  "          new x: T := s[q]\n"
  KEY
  "          new at: u64 := add (row, conv:u64 (band (shr (k, shift), low)))\n"
  "          new to: u64 := count[at]\n"
  "          d[to] := x\n"
  "          count[at] := add (to, 1:u64)\n"
  "        }\n"
  "      }\n"
  "      s := d\n"
  "    }\n"
  "    shift := add (shift, digit)\n"
  "  }\n";

/* The digits of one chunk: each is counted as the one before is written, so that only the first is
   read twice.  now, then: the counts of either.  Behind the last digit it is counted once more,
   which nothing reads.  */
static const char one_text[] =
  "  if lt (0:i32, left) {\n"
  "    shift := 0\n"
  "    while eq (band (shr (diff, shift), low), 0:K) { shift := add (shift, digit) }\n"
  "    new now: u64 := 0:u64\n"
  "    for q = 0 to values ivdep { count[q] := 0:u64 }\n"
  "    for q = 0 to n {\n"
  "      new x: T := v[q]\n"
  KEY
  "      new at: u64 := conv:u64 (band (shr (k, shift), low))\n"
  "      count[at] := add (count[at], 1:u64)\n"
  "    }\n"
  "    while lt (0:i32, left) {\n"
  "      left := sub (left, 1:i32)\n"
  "      new d: ptr T := r\n"
  "      if band (left, 1:i32) { d := t }\n"
  "      new next: i32 := shift\n"
  "      if lt (0:i32, left) {\n"
  "        next := add (shift, digit)\n"
  "        while eq (band (shr (diff, next), low), 0:K) { next := add (next, digit) }\n"
  "      }\n"
  "      new then: u64 := sub (values, now)\n"
  "      new sum: u64 := 0:u64\n"
  "      for q = 0 to values {\n"
  "        new x: u64 := count[add (now, q)]\n"
  "        count[add (now, q)] := sum\n"
  "        sum := add (sum, x)\n"
  "        count[add (then, q)] := 0:u64\n"
  "      }\n"
  "      for q = 0 to n {\n"
  "        new x: T := s[q]\n"
  KEY
  "        new at: u64 := add (now, conv:u64 (band (shr (k, shift), low)))\n"
  "        new to: u64 := count[at]\n"
  "        d[to] := x\n"
  "        count[at] := add (to, 1:u64)\n"
  "        at := add (then, conv:u64 (band (shr (k, next), low)))\n"
  "        count[at] := add (count[at], 1:u64)\n"
  "      }\n"
  "      s := d\n"
  "      shift := next\n"
  "      now := then\n"
  "    }\n"
  "  }\n";

/* Sort by the digits that differ.  Inside an element there is one chunk.  */
static void
sort_digits (struct shape *sh)
{
  if (sh->fill.serial)
    shape_text (sh, ctx_printf (sh->l->ctx, "%s%s", differ_text, one_text));
  else
    shape_text (sh, ctx_printf (sh->l->ctx, "%sif lt (1:u64, nc) {\n%s} else {\n%s}\n",
				differ_text, several_text, one_text));
}

/* { (p, q) a = KEY p   b = KEY q   c = lt a b ret c }.  */
static struct fir_fn *
less_of_key (struct lower *l, struct fir_fn *key)
{
  struct fir_prog *p = l->p->fir;
  const struct type *t[2] = { key->params[0]->type, key->params[0]->type };
  struct fir_fn *fn = fir_fn_new (p, 2, t);
  struct fir_atom k[2], c;
  for (unsigned i = 0; i < 2; i++)
    {
      struct fir_subst *subst = fir_subst_new (p);
      fir_subst_put (subst, key->params[0], fir_atom_var (fn->params[i]));
      k[i] = fir_copy_into (p, fn->body, key->body, subst)[0];
    }
  c = fir_prim2 (p, fn->body, FIR_LT, type_i32 (l->ctx), k[0], k[1]);
  fir_block_return (p, fn->body, 1, &c);
  lower_count_fn (l, fn);
  return fn;
}

/* The unsigned integer type of BYTES bytes.  */
static const struct type *
unsigned_of (struct lower *l, unsigned bytes)
{
  static const enum scalar of[] = { SCALAR_U8, SCALAR_U16, SCALAR_U32, SCALAR_U64, SCALAR_U128 };
  unsigned k = 0;
  while (scalar_info[of[k]].bytes < bytes)
    k++;
  return type_scalar (l->ctx, of[k]);
}

/* The most chunks that there are: NC, if LARGE holds, else none.  Inside an element it is one,
   whatever its size, so that all elements can share the rooms for chunks (schedule-storage.c).  */
static struct imp_expr *
most_chunks (struct lower *l, struct imp_expr *large, struct imp_var *nc)
{
  if (l->elem)
    return e_size (l, 1);
  return lower_name (l, e_select (l, e_again (l, large), imp_use (l->p, nc), e_size (l, 0)),
		     "rows");
}

/* No more chunks than so many are made.  */
static struct imp_expr *
worth_counts (struct lower *l)
{
  struct imp_expr *threads = lower_name (l, e_call (l, IMP_FN_THREADS, NULL, 0), "threads");
  struct imp_expr *alone = e_op (l, FIR_EQ, e_again (l, threads), e_size (l, 1));
  struct imp_expr *several = e_op (l, FIR_MUL, threads, e_size (l, THREAD_CHUNKS));

  several = e_op (l, FIR_MIN, several, e_size (l, MOST_CHUNKS));
  return e_select (l, alone, e_size (l, 1), several);
}

/* How many counters CHUNKS chunks have: one has those of two digits.  */
static struct imp_expr *
counters (struct lower *l, struct imp_expr *chunks)
{
  struct imp_expr *two = e_size (l, 2);
  uint64_t known;
  struct imp_expr *rows = imp_is_const (chunks, &known) ? two : e_op (l, FIR_MAX, chunks, two);

  return lower_product (l, lower_name (l, rows, "rows"), e_size (l, VALUES), "rooms");
}

/* The chunks.  */
static const char sizes[] =
  "p|size := max (chunk_size (n, 4), div (n, most))\n"
  "s|size := max (n, 1)\n"
  "nc := chunks (n, size)\n";

/* Inside an element: if there are two runs, and LOOK holds, merge them.  What follows is for all
   other elements.  */
static void
radix_runs (struct shape *sh, struct imp_expr *look)
{
  struct lower *l = sh->l;
  const struct type *i32 = type_scalar (l->ctx, SCALAR_I32);
  struct imp_expr *two = imp_use (l->p, s_new (l, "two", i32, NULL));
  struct imp_stmt *i;

  shape_expr (sh, "look", look);
  shape_expr (sh, "brief", e_size (l, BRIEF));
  shape_expr (sh, "two", two);
  shape_expr (sh, "cut", imp_use (l->p, s_new (l, "cut", type_size (l->ctx), NULL)));
  shape_text (sh, lower_sort_runs);
  i = s_if (l, e_op (l, FIR_NE, e_again (l, two), e_const (l, i32, 0, 0)));
  l->b = &i->body;
  shape_text (sh, lower_sort_two);
  l->b = &i->orelse;
}

/* A row of many elements alone, in NC chunks; K: the type of keys.  Two runs are merged by one
   thread, in about the time that two take to sort them.  */
static void
radix_alone (struct shape *sh, const struct type *k, struct imp_var *nc)
{
  struct lower *l = sh->l;
  struct imp_expr *counts;

  shape_expr (sh, "most", worth_counts (l));
  shape_text (sh, sizes);
  counts = counters (l, imp_use (l->p, nc));
  shape_room (sh, "part", k, imp_use (l->p, nc));
  shape_room (sh, "count", type_size (l->ctx), counts);
  radix_runs (sh, shape_few_threads (l));
  sort_digits (sh);
}

static void
note_bits (struct fir_stmt *s, void *data)
{
  *(bool *) data |= s->op == FIR_BITS;
}

/* May the values that KEY makes be few?  */
static bool
may_be_few (struct fir_fn *key)
{
  bool bits = false;
  fir_walk (key->body, note_bits, &bits);
  return !bits;
}

/* Inside an element, whose keys are K: if these have few values, sort by them.  What follows is for
   the other elements.  */
static void
radix_counted (struct shape *sh, const struct type *k)
{
  struct lower *l = sh->l;
  struct imp_expr *span = imp_use (l->p, s_new (l, "span", type_size (l->ctx), NULL));
  struct imp_stmt *i;

  shape_expr (sh, "span", span);
  shape_expr (sh, "least", imp_use (l->p, s_new (l, "least", k, NULL)));
  shape_expr (sh, "spread", e_size (l, SPREAD));
  shape_text (sh, span_text);
  i = s_if (l, e_op (l, FIR_LT, e_size (l, 0), e_again (l, span)));
  l->b = &i->body;
  shape_text (sh, counted_text);
  l->b = &i->orelse;
}

void
lower_radix (struct lower *l, struct fir_stmt *s)
{
  struct shape sh;
  struct fir_fn *less = less_of_key (l, s->fns[0]);
  if (lower_first (l, s, less))
    return;
  shape_begin (&sh, l, s, false);
  const struct type *t = s->res[0]->type->elem, *u64 = type_size (l->ctx);
  const struct type *st = fir_atom_type (s->fns[0]->body->rets[0]);
  unsigned bits = 8 * scalar_info[st->scalar].bytes;
  const struct type *k = unsigned_of (l, bits / 8);
  shape_vec (&sh, "v", s->args[0]);
  struct imp_expr *n = shape_expr (&sh, "n", vec_total (l, lower_vec (l, s->args[0])));
  struct vecval *r = l->elem || lower_bind (l, s->res[0])->place
		     ? shape_result (&sh, "r", n)
		     : shape_new (&sh, "r", s->res[0]->type, e_again (l, n));
  shape_type (&sh, "T", t);
  shape_type (&sh, "S", st);
  shape_type (&sh, "K", k);
  shape_fn (&sh, "key", s->fns[0], false);
  shape_fn (&sh, "less", less, true);
  shape_expr (&sh, "cost", shape_cost (&sh, s->fns[0], 4));
  shape_expr (&sh, "sign",
	      e_const (l, k, scalar_info[st->scalar].is_signed
			     ? (__int128) ((unsigned __int128) 1 << (bits - 1)) : 0, 0));
  shape_expr (&sh, "low", e_const (l, k, VALUES - 1, 0));
  shape_expr (&sh, "values", e_size (l, VALUES));
  shape_expr (&sh, "digit", e_const (l, type_i32 (l->ctx), DIGIT, 0));
  shape_expr (&sh, "bits", e_const (l, type_i32 (l->ctx), bits, 0));
  shape_expr (&sh, "esize", e_size (l, t->size));
  shape_room (&sh, "t", t, e_again (l, n));
  struct imp_var *size = s_new (l, "size", u64, NULL), *nc = s_new (l, "nc", u64, NULL);
  shape_expr (&sh, "size", imp_use (l->p, size));
  shape_expr (&sh, "nc", imp_use (l->p, nc));
  if (shape_alone (&sh))
    {
      radix_alone (&sh, k, nc);
      shape_alone_safe (&sh);
      shape_as_inside (&sh);
    }
  if (!l->elem)
    shape_expr (&sh, "most", worth_counts (l));
  shape_text (&sh, sizes);
  struct imp_expr *large = lower_name (l, e_op (l, FIR_GT, e_again (l, n), e_size (l, FEW)),
				       "large");
  struct imp_expr *chunks = most_chunks (l, large, nc);
  shape_room (&sh, "part", k, e_again (l, chunks));
  shape_room (&sh, "count", u64, counters (l, e_again (l, chunks)));
  struct imp_block *after = l->b;
  if (l->elem)
    radix_runs (&sh, e_const (l, type_scalar (l->ctx, SCALAR_I32), 1, 0));
  if (l->elem && may_be_few (s->fns[0]))
    radix_counted (&sh, k);
  struct imp_stmt *i = s_if (l, large);
  l->b = &i->body;
  sort_digits (&sh);
  l->b = &i->orelse;
  shape_text (&sh, ctx_printf (l->ctx, "%s%s", small_text, lower_sort_chunks));
  l->b = after;
  shape_both (&sh);
  shape_end (&sh);
  pass_log_add (l->log, l->elem ? LOG_SEQUENTIAL : LOG_PARALLEL, s->site, 0,
		l->elem ? "inside a parallel loop" : "radix sort");
  lower_bind (l, s->res[0])->vec = r;
}
