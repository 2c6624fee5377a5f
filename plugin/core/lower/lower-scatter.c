/* Lowering of indexed writes: permute, scatter.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   permute and scatter write in order: the last of equal indices wins, and the first repeated one is
   reported.  But if several threads are to scatter, the indices are examined first: chunks set
   marks unconditionally, and count them; if all indices are different, as they usually are, nothing
   depends on the order, and the chunks write without further checks.

   A permute writes at once, and notes in a bit for each place that it has been there: parts of the
   elements, one for each thread, have bits of their own.  If an index comes twice, or is none, some
   place has no bit, and nothing that was written counts: the first such element is looked for in
   order.  A permute whose result one core has in its cache is left to one thread, as several would
   take its lines from each other, one an element.  Of a larger one each store waits for its line of
   the cache, in order, so these are asked for some elements ahead.

   Where indices are trusted nothing is reported: a permute writes where they say, the others still
   skip indices that write nothing.

   Rows that are progressions, and write one value, are taken by blocks of the result: of each row
   the elements that lie in the block, whose first one a division finds.  So a block stays in cache
   while it is written, one thread writes it, and indices are not in memory.  Elements that are
   close together are written in vectors, under a mask that recurs: all that is between them is
   read and written again.  */

#include "lower-loop.h"
#include "lower-write.h"

/* At most so many parts of a permute, each with its own bits.  */
#define PARTS 32

/* Element k is stored at index j.  */
#define TAKE \
  "new y: T\n" \
  "do y := x (k) elem k\n" \
  "r[j] := y\n"

/* Large vectors are checked by several chunks before they are written: marks are set
   unconditionally, and counted.  left is then 0 if there is one for each of the elements that are
   counted as M says, and they are written by the chunks, too.  The check costs as much as writing
   few elements, and twice as much as scatter, which otherwise checks nothing: so that is done for
   several threads only.  Each %s is the index of element k.  */
#define PART_TEXT "array part: u64 [" CHUNKS_TEXT ":u64]\n"
#define LOOK(COUNT) \
  "  if several {\n" \
  "    parfor c < chunks (nr, rsize) cost rsize {\n" \
  "      new b: u64 := mul (c, rsize)\n" \
  "      for k = b to min (nr, add (b, rsize)) ivdep { seen[k] := 0:u8 }\n" \
  "    }\n" \
  "%s" \
  "    parfor c < nc cost mul (size, 4:u64) {\n" \
  "      new m: u64 := 0:u64\n" \
  "      new b: u64 := mul (c, size)\n" \
  "      for k = b to min (nx, add (b, size)) {\n" \
  "%s" \
  "        eval note (seen, min (j, nr))\n" \
  COUNT \
  "      }\n" \
  "      part[c] := m\n" \
  "    }\n" \
  "    left := 0:u64\n" \
  "    for c = 0 to nc { left := add (left, part[c]) }\n" \
  "    parfor c < chunks (nr, rsize) cost rsize {\n" \
  "      new m: u64 := 0:u64\n" \
  "      new b: u64 := mul (c, rsize)\n" \
  "      for k = b to min (nr, add (b, rsize)) { m := add (m, conv:u64 (seen[k])) }\n" \
  "      part[c] := m\n" \
  "    }\n" \
  "    for c = 0 to chunks (nr, rsize) { left := sub (left, part[c]) }\n" \
  "    if eq (left, 0:u64) {\n" \
  "      parfor c < nc cost mul (size, 8:u64) trusted distinct {\n" \
  "        new b: u64 := mul (c, size)\n" \
  "        for k = b to min (nx, add (b, size)) {\n" \
  "%s" \
  "          if lt (j, nr) {\n" \
  TAKE \
  "          }\n" \
  "        }\n" \
  "      }\n" \
  "    }\n" \
  "  }\n"

/* An index that is not below the length must be NONE; another one makes the counts differ.  */
#define SCATTER_LOOK \
  LOOK ("        new inside: i32 := lt (j, nr)\n" \
	"        m := add (m, conv:u64 (inside))\n" \
	"f|        if band (eq (inside, 0:i32), ne (j, none)) { m := add (m, 1:u64) }\n")

/* size, nc: the chunks of N elements; rsize: those of R, the length of the result.  1 if these are
   many, and run on at least THREADS threads.  */
static struct imp_expr *
look_chunks (struct shape *sh, struct imp_expr *n, struct imp_expr *r, unsigned threads)
{
  struct lower *l = sh->l;
  struct imp_expr *size = e_call (l, IMP_FN_CHUNK_SIZE, NULL, 2, e_again (l, n), e_size (l, 8));
  struct imp_expr *nc;
  size = shape_expr (sh, "size", size);
  shape_expr (sh, "rsize", e_call (l, IMP_FN_CHUNK_SIZE, NULL, 2, e_again (l, r), e_size (l, 1)));
  nc = shape_expr (sh, "nc", e_call (l, IMP_FN_CHUNKS, NULL, 2, e_again (l, n),
				     e_again (l, size)));
  return e_op (l, FIR_BAND, e_op (l, FIR_GT, e_again (l, nc), e_size (l, 8)),
	       e_op (l, FIR_GE, e_call (l, IMP_FN_THREADS, NULL, 0), e_size (l, threads)));
}

/* Marks for N places, and one for all other indices.  */
static struct imp_expr *
look_room (struct lower *l, struct imp_expr *n)
{
  return e_op (l, FIR_ADD, e_again (l, n), e_size (l, 1));
}

static void
look_marks (struct shape *sh, struct imp_expr *n)
{
  shape_room (sh, "seen", type_scalar (sh->l->ctx, SCALAR_U8), lower_name (sh->l, n, "marks"));
}

/* --- permute --------------------------------------------------------------------------------- */

/* The line that element k + 32 is stored to, where that is far; its index, which memory has, may be
   any.  */
#define SOON \
  "    if far {\n" \
  "      new later: u64 := min (add (k, 32), last)\n" \
  "      new near: I := minus\n" \
  "      do near := ix (later) elem k\n" \
  "      eval soon (r, mul (conv:u64 (near), width))\n" \
  "    }\n"

/* The byte and the bit of index j.  Of wider words more loads would seem to be of what the stores
   before them, which may wait for long, have in bits 0 to 11 of their addresses.  */
#define BIT \
  "      new at: u64 := shr (j, 3:u64)\n" \
  "      new bit: u8 := conv:u8 (shl (1:u64, band (j, 7:u64)))\n"

/* Each part writes where its indices say, and notes where it has been.  The bits behind the last
   place are set before.  left: not 0 if the only part leaves out a place: then it has an index
   twice, or one that is none, for there are as many elements as places.  Whether a bit was set need
   not be known where it is set, and that takes half the time.  */
#define PARTS_WRITE \
  "  parfor c < parts cost mul (psize, 8:u64) trusted again {\n" \
  "    new own: ptr u8 := padd (seen, mul (c, bytes))\n" \
  "    for k = 0 to bytes ivdep { own[k] := 0:u8 }\n" \
  "    own[shr (nr, 3:u64)] := conv:u8 (shl (255:u64, band (nr, 7:u64)))\n" \
  "    new b: u64 := mul (c, psize)\n" \
  "    for k = b to min (nx, add (b, psize)) {\n" \
  "%s" \
  "%s" \
  "      if lt (j, nr) {\n" \
  BIT \
  "        own[at] := bor (own[at], bit)\n" \
  TAKE \
  "      }\n" \
  "    }\n" \
  "    new all: u8 := 255:u8\n" \
  "    if eq (parts, 1:u64) {\n" \
  "      for k = 0 to bytes { all := band (all, own[k]) }\n" \
  "    }\n" \
  "    part[c] := conv:u64 (all)\n" \
  "  }\n" \
  "  for c = 0 to parts { left := bor (left, bxor (part[c], 255:u64)) }\n"

/* The same of several parts: what none of them has written.  */
#define PARTS_MEET \
  "  if gt (parts, 1:u64) {\n" \
  "    new wsize: u64 := chunk_size (bytes, 2:u64)\n" \
  "    parfor c < chunks (bytes, wsize) cost mul (wsize, 2:u64) {\n" \
  "      new all: u8 := 255:u8\n" \
  "      new b: u64 := mul (c, wsize)\n" \
  "      new e: u64 := min (bytes, add (b, wsize))\n" \
  "      for kb = b to e step 256 {\n" \
  "        array some: u8 [256]\n" \
  "        for k = 0 to 256 ivdep { some[k] := 0:u8 }\n" \
  "        for q = 0 to parts {\n" \
  "          for k = kb to min (e, add (kb, 256)) {\n" \
  "            new at: u64 := sub (k, kb)\n" \
  "            some[at] := bor (some[at], seen[add (mul (q, bytes), k)])\n" \
  "          }\n" \
  "        }\n" \
  "        for k = kb to min (e, add (kb, 256)) { all := band (all, some[sub (k, kb)]) }\n" \
  "      }\n" \
  "      part[c] := conv:u64 (all)\n" \
  "    }\n" \
  "    for c = 0 to chunks (bytes, wsize) { left := bor (left, bxor (part[c], 255:u64)) }\n" \
  "  }\n"

/* From the first element on, up to one that fails.  */
#define PERMUTE_IN_ORDER \
  "if ne (left, 0:u64) {\n" \
  "  parfor c < 1 cost mul (nx, 8:u64) {\n" \
  "    new own: ptr u8 := padd (seen, mul (c, bytes))\n" \
  "    for k = 0 to bytes { own[k] := 0:u8 }\n" \
  "    for k = mul (c, nx) to nx {\n" \
  "%s" \
  "      if lt (j, nr) {\n" \
  BIT \
  "        if eq (band (own[at], bit), 0:u8) {\n" \
  "          own[at] := bor (own[at], bit)\n" \
  TAKE \
  "        } else {\n" \
  "          fail repeated (1:u64, k, j) elem k\n" \
  "s|          ok := 0:i32\n" \
  "        }\n" \
  "      } else {\n" \
  "        fail indexat (1:u64, k, j, nr) elem k\n" \
  "s|        ok := 0:i32\n" \
  "      }\n" \
  "    }\n" \
  "  }\n" \
  "}\n"

/* So many elements of a result, which may be of no bytes, are in the cache of one core.  */
static uint64_t
permute_few (struct shape *sh)
{
  uint64_t size = sh->s->res[0]->type->elem->size;

  return sh->l->target->cached / (size ? size : 1);
}

/* The text that says which line is stored to soon, of N elements; none if the index costs more than
   a load, nor where only the second of two passes knows the place.  */
static const char *
soon (struct shape *sh, struct imp_expr *n)
{
  struct lower *l = sh->l;
  struct fir_atom ix = sh->s->args[0];
  if (lower_bind (l, ix.var)->delayed || scalar_info[fir_atom_type (ix)->elem->scalar].bytes > 8
      || (l->elem && l->elem->region && l->elem->region->passes > 1))
    return "";
  shape_expr (sh, "last", e_op (l, FIR_SUB, e_again (l, n), e_size (l, 1)));
  shape_expr (sh, "width", e_size (l, sh->s->res[0]->type->elem->size));
  shape_expr (sh, "far", e_op (l, FIR_GT, e_again (l, n), e_size (l, permute_few (sh))));
  return SOON;
}

/* The indices are trusted to be a permutation.  */
static void
permute_unchecked (struct shape *sh)
{
  write_text (sh, sh->s->args[0],
		"new size: u64 := chunk_size (nx, 8)\n"
		"parfor c < chunks (nx, size) cost mul (size, 8:u64) trusted distinct {\n"
		"  new b: u64 := mul (c, size)\n"
		"  for k = b to min (nx, add (b, size)) {\n",
		TAKE
		"  }\n"
		"}\n");
  write_report (sh, "writes where the indices say");
}

/* bytes: of the bits for N places.  parts, psize: how many parts N elements have, and of how many
   they are.  Returns the bytes of all parts.  */
static struct imp_expr *
permute_parts (struct shape *sh, struct imp_expr *n, struct imp_expr *bytes)
{
  struct lower *l = sh->l;
  struct imp_expr *parts = e_op (l, FIR_MIN, e_call (l, IMP_FN_THREADS, NULL, 0),
				 e_size (l, PARTS));
  parts = e_select (l, e_op (l, FIR_LE, e_again (l, n), e_size (l, permute_few (sh))),
		    e_size (l, 1), parts);
  parts = shape_expr (sh, "parts", parts);
  n = e_op (l, FIR_ADD, e_again (l, n),
	    e_op (l, FIR_SUB, e_again (l, parts), e_size (l, 1)));
  shape_expr (sh, "psize", e_op (l, FIR_DIV, n, e_again (l, parts)));
  return e_op (l, FIR_MUL, e_again (l, bytes), e_again (l, parts));
}

/* seen: marks for N places, in several parts if that is PARALLEL.  The text of what goes first.  */
static const char *
permute_write (struct shape *sh, struct imp_expr *n, struct imp_expr *bytes, bool parallel)
{
  struct lower *l = sh->l;
  bytes = parallel ? lower_name (l, permute_parts (sh, n, bytes), "room") : e_again (l, bytes);
  shape_room (sh, "seen", type_scalar (l->ctx, SCALAR_U8), bytes);
  if (l->elem && parallel)
    shape_room (sh, "part", type_size (l->ctx), e_size (l, NOVA_MAX_CHUNKS));
  return !parallel ? "new left: u64 := 1:u64\n"
	 : ctx_printf (l->ctx, "new left: u64 := 0:u64\n"
		       "%s" PARTS_WRITE PARTS_MEET, l->elem ? "" : PART_TEXT, soon (sh, n),
		       write_index (sh->s->args[0]));
}

/* A permute of a row alone, of N elements: it fails as a whole.  */
static void
permute_alone (struct shape *sh, struct imp_expr *n, struct imp_expr *bytes)
{
  const char *write = permute_write (sh, n, bytes, true);
  shape_text (sh, ctx_printf (sh->l->ctx, "%sif ne (left, 0:u64) {\n"
			      "  fail repeated (1:u64, 0:u64, 0:u64) elem 0:u64\n"
			      "}\n", write));
}

struct vecval *
write_permute (struct shape *sh)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = sh->s;
  const char *index = write_index (s->args[0]), *write;
  struct imp_expr *n, *bytes;
  struct vecval *r;
  write_holes (sh, s->args[0], false);
  shape_elem (sh, "x", s->args[1]);
  shape_type (sh, "T", s->res[0]->type->elem);
  n = shape_length (sh, s->args[1]);
  r = shape_result (sh, "r", e_again (l, n));
  if (sh->unchecked)
    {
      if (shape_alone (sh))
	{
	  permute_unchecked (sh);
	  shape_alone_safe (sh);
	  shape_as_inside (sh);
	}
      permute_unchecked (sh);
      shape_both (sh);
      return r;
    }
  shape_expr (sh, "nr", e_again (l, n));
  bytes = e_op (l, FIR_ADD, e_op (l, FIR_SHR, e_again (l, n), e_size (l, 3)), e_size (l, 1));
  bytes = shape_expr (sh, "bytes", bytes);
  if (shape_alone (sh))
    {
      permute_alone (sh, n, bytes);
      shape_alone_safe (sh);
      shape_as_inside (sh);
    }
  write = permute_write (sh, n, bytes, !l->elem);
  shape_text (sh, ctx_printf (l->ctx, "%s" PERMUTE_IN_ORDER, write, index));
  shape_both (sh);
  write_report (sh, "in chunks where no index comes twice");
  return r;
}

/* --- scatter --------------------------------------------------------------------------------- */

/* The elements from B to E, %s being the index of each.  */
#define EACH(B, E) \
  "    for k = " B " to " E " {\n" \
  "%s" \
  "      if lt (j, nr) {\n" \
  TAKE \
  "      } else {\n" \
  BAD ("2") \
  "      }\n" \
  "    }\n"

/* The same of indices that cost no more than a few instructions, in blocks: those of a block are
   compared all at once, and only a block with an index outside takes its elements one by one.  U is
   the unsigned type in which they are compared; those that write nothing are not below top.  */
#define LIGHT 8
#define COMPARED "32:u64"
#define IN_BLOCKS(B, E) \
  "    new top: U := conv:U (min (nr, greatest))\n" \
  "    for block = " B " to " E " step " COMPARED " {\n" \
  "      new end: u64 := min (" E ", add (block, " COMPARED "))\n" \
  "      new slow: i32 := lt (sub (end, block), " COMPARED ")\n" \
  "      if eq (slow, 0:i32) {\n" \
  "        for p = 0 to " COMPARED " ivdep {\n" \
  "          new k: u64 := add (block, p)\n" \
  "          new i: I := minus\n" \
  "          do i := ix (k) elem k\n" \
  "          slow := bor (slow, ge (conv:U (i), top))\n" \
  "        }\n" \
  "      }\n" \
  "      if slow {\n" \
  EACH ("block", "end") \
  "      } else {\n" \
  "        for k = block to end {\n" \
  "%s" \
  TAKE \
  "        }\n" \
  "      }\n" \
  "    }\n"

/* Can elements be taken so?  U, greatest: a number that is not below it is no index.  */
static bool
in_blocks (struct shape *sh)
{
  struct lower *l = sh->l;
  struct fir_atom ix = sh->s->args[1];
  const struct scalar_info *i = &scalar_info[fir_atom_type (ix)->elem->scalar];

  if (i->bytes > 8 || !shape_total (sh, ix) || write_computed (sh, ix) > LIGHT)
    return false;
  shape_type (sh, "U", type_scalar (l->ctx, i->bytes < 8 ? SCALAR_U32 : SCALAR_U64));
  shape_expr (sh, "greatest", e_size (l, i->bytes == 8 ? UINT64_MAX
					 : i->is_signed ? (uint64_t) 1 << 31 : UINT32_MAX));
  return true;
}

/* What LOOK left is written in order; MANY: of many elements.  */
static void
in_order (struct shape *sh, const char *look, bool many)
{
  struct lower *l = sh->l;
  const char *index = write_index (sh->s->args[1]);
  const char *each = many && in_blocks (sh)
		     ? ctx_printf (l->ctx, IN_BLOCKS ("mul (c, nx)", "nx"), index, index)
		     : ctx_printf (l->ctx, EACH ("mul (c, nx)", "nx"), index);
  shape_text (sh, ctx_printf (l->ctx, "new left: u64 := 1:u64\n"
			      "%s"
			      "if ne (left, 0:u64) {\n"
			      "  parfor c < 1 cost mul (nx, 8:u64) {\n"
			      "%s"
			      "  }\n"
			      "}\n", look, each));
}

/* Bytes of a block of the result, at least, that progressions are written to: about L1.  */
#define BLOCK_BYTES 32768

/* Row q: a, a + by, ..., len of them.  */
#define PROGRESSION \
  "    new len: u64 := count[q]\n" \
  "    new a: u64 := conv:u64 (first[q])\n" \
  "    new by: u64 := conv:u64 (step[q])\n"

/* unfit: how many rows have an element that is not below top, or do not ascend.  As all elements
   are below top, so that they fit I, none has wrapped.  */
#define ROWS_LOOK \
  "unfit := 0:u64\n" \
  "new top: u64 := min (nr, most)\n" \
  "new osize: u64 := chunk_size (no, 32)\n" \
  "array part: u64 [" CHUNKS_TEXT ":u64]\n" \
  "parfor c < chunks (no, osize) cost mul (osize, 32:u64) {\n" \
  "  new m: u64 := 0:u64\n" \
  "  new b: u64 := mul (c, osize)\n" \
  "  for q = b to min (no, add (b, osize)) {\n" \
  PROGRESSION \
  "    new room: u64 := div (sub (sub (top, 1), a), max (by, 1))\n" \
  "    new ascends: i32 := band (gt (by, 0), le (sub (len, 1), room))\n" \
  "    new fits: i32 := band (lt (a, top), bor (eq (len, 1), ascends))\n" \
  "    m := add (m, conv:u64 (eq (bor (fits, eq (len, 0)), 0:i32)))\n" \
  "  }\n" \
  "  part[c] := m\n" \
  "}\n" \
  "for c = 0 to chunks (no, osize) { unfit := add (unfit, part[c]) }\n"

/* A row costs a block as much as writing two elements: so many blocks that each has as many of a
   row, on average.  A step of NR or more leads past the end.  */
#define ROWS_WRITE \
  "new each: u64 := max (div (nx, max (mul (no, 2), 1)), 1)\n" \
  "new size: u64 := max (least, add (div (nr, each), 1))\n" \
  "new cost: u64 := add (filling, div (mul (nx, 2), max (nr, 1)))\n" \
  "new csize: u64 := mul (size, add (div (chunk_size (nr, cost), size), 1))\n" \
  "parfor c < chunks (nr, csize) cost mul (csize, cost) {\n" \
  "  new from: u64 := mul (c, csize)\n" \
  "  new to: u64 := min (nr, add (from, csize))\n" \
  "  for b = from to to step size {\n" \
  "    new e: u64 := min (to, add (b, size))\n" \
  "%s" \
  "    for q = 0 to no {\n" \
  PROGRESSION \
  "      by := max (min (by, nr), 1)\n" \
  "      new last: u64 := add (a, mul (sub (len, 1), by))\n" \
  "      new end: u64 := select (eq (len, 0), 0:u64, add (last, 1))\n" \
  "      if band (lt (a, e), lt (b, end)) {\n" \
  "        if lt (a, b) { a := add (a, mul (div (add (sub (b, a), sub (by, 1)), by), by)) }\n" \
  "        new lo: u64 := max (b, a)\n" \
  "        new hi: u64 := min (e, end)\n" \
  "%s" \
  "      }\n" \
  "    }\n" \
  "  }\n" \
  "}\n"

#define STEP_BY_STEP \
  "for j = lo to hi step by { r[j] := same }\n"

/* Elements this many bytes apart, or fewer, are written in vectors of all that is between them:
   a vector of 32 bytes takes about the time of two elements.  */
#define CLOSE 16

/* So many elements of a row, in which the same lanes of vectors recur, have their mask in memory;
   it is made where there are PERIODS times as many.  */
#define PERIOD 64
#define PERIODS 4

#define CLOSE_TOGETHER \
  "if band (le (by, close), ge (hi, add (lo, mul (by, enough)))) {\n" \
  "  array mask: M [most_mask]\n" \
  "  new w: u64 := mul (by, period)\n" \
  "  for k = 0 to w ivdep { mask[k] := 0:M }\n" \
  "  for k = 0 to w step by { mask[k] := 1:M }\n" \
  "  for j = lo to hi step w {\n" \
  "    for k = j to min (hi, add (j, w)) ivdep {\n" \
  "      r[k] := select (mask[sub (k, j)], same, r[k])\n" \
  "    }\n" \
  "  }\n" \
  "} else {\n" \
  STEP_BY_STEP \
  "}\n"

/* How elements of type T, from lo on and below hi, get their value.  */
static const char *
write_steps (struct shape *sh, const struct type *t)
{
  struct lower *l = sh->l;
  enum scalar mask = t->size == 1 ? SCALAR_U8 : t->size == 2 ? SCALAR_U16
			  : t->size == 4 ? SCALAR_U32 : SCALAR_U64;

  if (!type_is_scalar (t) || t->size > 8)
    return STEP_BY_STEP;
  shape_type (sh, "M", type_scalar (l->ctx, mask));
  shape_expr (sh, "close", e_size (l, CLOSE / t->size));
  shape_expr (sh, "period", e_size (l, PERIOD));
  shape_expr (sh, "enough", e_size (l, PERIOD * PERIODS));
  shape_expr (sh, "most_mask", e_size (l, PERIOD * CLOSE / t->size));
  return CLOSE_TOGETHER;
}

/* The value of all elements of A.  */
static struct fir_atom
same_value (struct fir_atom a)
{
  struct fir_out *o = fir_atom_def (a)->outs;
  while (o->res != a.var)
    o++;
  return o->value;
}

/* The indices are rows, progressions, which have been described; all values are the same.  The
   result, N elements.  */
static struct vecval *
scatter_progressions (struct shape *sh, struct imp_expr *n)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = sh->s, *rows = shape_rows (sh, s->args[1]);
  struct fir_stmt *c = lower_bind (l, s->args[1].var)->progressions;
  const struct type *t = fir_atom_type (s->args[1])->elem;
  unsigned bits = 8 * t->size - scalar_info[t->scalar].is_signed;
  unsigned width = s->res[0]->type->elem->size;
  bool there;
  struct vecval *r = write_result (sh, s->args[0], n, &there);
  unsigned computed = there ? 0 : write_computed (sh, s->args[0]);
  shape_vec (sh, "count", fir_atom_var (c->res[1]));
  shape_vec (sh, "first", fir_atom_var (c->res[2]));
  shape_vec (sh, "step", fir_atom_var (c->res[3]));
  shape_expr (sh, "nx", shape_length (sh, s->args[1]));
  shape_expr (sh, "no", lower_atom (l, rows->args[0]));
  shape_expr (sh, "same", lower_atom (l, same_value (s->args[2])));
  shape_expr (sh, "most", e_size (l, bits >= 64 ? UINT64_MAX : (uint64_t) 1 << bits));
  shape_expr (sh, "least", e_size (l, width < BLOCK_BYTES ? BLOCK_BYTES / width : 1));
  shape_expr (sh, "filling", e_size (l, computed));
  struct imp_var *unfit = s_new (l, "unfit", type_size (l->ctx), NULL);
  shape_expr (sh, "unfit", imp_use (l->p, unfit));
  shape_text (sh, ROWS_LOOK);
  struct imp_stmt *i = s_if (l, e_op (l, FIR_EQ, imp_use (l->p, unfit), e_size (l, 0)));
  struct imp_block *after = l->b;
  l->b = &i->body;
  if (!there && !computed)
    write_move (sh, r);
  shape_text (sh, ctx_printf (l->ctx, ROWS_WRITE, !computed ? ""
			      : "for k = b to e ivdep {\n" WRITE_BEGIN "}\n",
			      write_steps (sh, s->res[0]->type->elem)));
  l->b = &i->orelse;
  struct live *mark = l->live;
  shape_make_rows (sh, rows);
  shape_elem (sh, "ix", s->args[1]);
  shape_elem (sh, "x", s->args[2]);
  if (!there)
    write_fill (sh, s->args[0], r);
  in_order (sh, "", !sh->l->elem);
  lower_drop_since (l, mark);
  l->b = after;
  write_report (sh, "in blocks, where rows ascend");
  return r;
}

/* Scatter to N places, in chunks if that is PARALLEL.  */
static void
scatter_all (struct shape *sh, struct imp_expr *n, bool parallel)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = sh->s;
  const char *index = write_index (s->args[1]), *look = "";
  if (parallel)
    {
      struct imp_expr *several = look_chunks (sh, shape_length (sh, s->args[2]), n, 4);
      several = e_op (l, FIR_BAND, several,
		      e_op (l, FIR_LE, e_again (l, n),
			    e_op (l, FIR_MUL, shape_length (sh, s->args[2]), e_size (l, 4))));
      several = shape_expr (sh, "several", several);
      look_marks (sh, e_select (l, e_again (l, several), look_room (l, n), e_size (l, 0)));
      if (l->elem)
	shape_room (sh, "part", type_size (l->ctx), e_size (l, NOVA_MAX_CHUNKS));
      look = ctx_printf (l->ctx, SCATTER_LOOK, l->elem ? "" : PART_TEXT, index, index);
    }
  in_order (sh, look, parallel);
}

/* Scatter to N places for a row alone.  R, not NULL: a place outside, which is not written before
   it is known that no index is wrong.  */
static void
scatter_alone (struct shape *sh, struct imp_expr *n, struct vecval *r)
{
  struct vecval *made = r ? shape_new (sh, "r", sh->s->res[0]->type, n) : NULL;
  if (made)
    write_fill (sh, sh->s->args[0], made);
  scatter_all (sh, n, true);
  if (!shape_alone_safe (sh) || !made)
    return;
  shape_expr (sh, "made", made->data);
  shape_expr (sh, "r", r->data);
  shape_text (sh, sh->bad ? "if eq (bad[0], 0:u8) { " WRITE_COPY ("made") " }\n"
			  : WRITE_COPY ("made") "\n");
}

struct vecval *
write_scatter (struct shape *sh)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = sh->s;
  bool rows = shape_rows (sh, s->args[1]) != NULL;
  write_holes (sh, s->args[1], rows);
  if (!rows)
    shape_elem (sh, "x", s->args[2]);
  shape_type (sh, "T", s->res[0]->type->elem);
  struct imp_expr *n = shape_length (sh, s->args[0]);
  if (rows)
    return scatter_progressions (sh, n);
  bool there;
  struct vecval *r = write_result (sh, s->args[0], n, &there);
  bool placed = write_placed (sh, r);
  if (!there && !placed)
    write_fill (sh, s->args[0], r);
  if (shape_alone (sh))
    {
      scatter_alone (sh, n, placed ? r : NULL);
      shape_as_inside (sh);
    }
  if (placed)
    write_fill (sh, s->args[0], r);
  scatter_all (sh, n, !l->elem);
  shape_both (sh);
  write_report (sh, "in chunks where no index comes twice");
  return r;
}
