/* Lowering of indexed writes: bins, binsinto.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Bins are combined in chunks: each chunk has private bins, which are combined in the order of the
   chunks, so that f need not commute and floats are the same on any number of threads.  A chunk has
   at least 16 elements per bin; with many bins there is only one chunk.

   A few bins of integers, of an operator that commutes, are taken a block of elements at a time.
   The indices of a block are compared all at once, in lanes; only a block with an index outside
   takes its elements one by one.  Elements with even and with odd numbers have bins of their own:
   an element then need not wait for the one before it, though both are of the same bin.  */

#include "lower-write.h"

/* Several chunks: each combines in private bins, a row of `part', which begin with the operator's
   neutral element (NEUTRAL) or with the first element, `full' telling whether there was one.  */
#define MANY_HEAD(START) \
  "  parfor c < nc cost mul (size, cost) {\n" \
  "    new row: u64 := mul (c, nr)\n" \
  "    for q = 0 to nr ivdep { " START " }\n" \
  "    new b: u64 := mul (c, size)\n" \
  "    for k = b to min (nx, add (b, size)) {\n"

#define MANY_TAIL(COMBINE, BAD_INDEX) \
  "      if lt (j, nr) {\n" \
  "        new at: u64 := add (row, j)\n" \
  COMBINE \
  "      } else {\n" \
  BAD_INDEX \
  "      }\n" \
  "    }\n" \
  "  }\n"

/* Element k, of value P.  */
#define COMBINE_NEUTRAL(P) \
  "        new a: T := part[at]\n" \
  "        new y: T\n" \
  "        do y := x (" P ") elem k\n" \
  "        new v: T := a\n" \
  "        do v := f (a, y) elem k\n" \
  "        part[at] := v\n"

#define COMBINE_FLAG(P) \
  "        if eq (full[at], 0:u8) {\n" \
  "          full[at] := 1:u8\n" \
  "          new y: T\n" \
  "          do y := x (" P ") elem k\n" \
  "          part[at] := y\n" \
  "        } else {\n" \
  COMBINE_NEUTRAL (P) \
  "        }\n"

/* Row by row of `part', so that memory is read in order; for each bin that is the order of the
   chunks.  */
#define MANY_JOIN(IF, END, IVDEP) \
  "  new rsize: u64 := max (chunk_size (nr, mul (nc, cost)), 64)\n" \
  "  parfor c < chunks (nr, rsize) cost mul (rsize, mul (nc, cost)) {\n" \
  "    new b: u64 := mul (c, rsize)\n" \
  "    new e: u64 := min (nr, add (b, rsize))\n" \
  "    for p = 0 to nc {\n" \
  "      new row: u64 := mul (p, nr)\n" \
  "      for q = b to e " IVDEP "{\n" \
  "        new at: u64 := add (row, q)\n" \
  IF \
  "          new a: T := r[q]\n" \
  "          new y: T := part[at]\n" \
  "          new v: T := a\n" \
  "          do v := f (a, y) elem nx\n" \
  "          r[q] := v\n" \
  END \
  "      }\n" \
  "    }\n" \
  "  }\n"

/* Some index of a row alone is bad: nothing has been stored then, and the row is done again.  */
#define NOTE_BAD \
  "f|        if ne (j, none) { eval note (bad, 0:u64) }\n"

/* The texts of many chunks: with flags and without, for bins and binsinto, for the bins of a row
   alone.  */
static const struct
{
  const char *head, *tail[2], *alone, *join;
} many[2] = {
  { MANY_HEAD ("full[add (row, q)] := 0:u8"),
    { MANY_TAIL (COMBINE_FLAG ("k"), BAD ("4")),
      MANY_TAIL (COMBINE_FLAG ("k"), BAD ("3")) },
    MANY_TAIL (COMBINE_FLAG ("k"), NOTE_BAD),
    MANY_JOIN ("        if ne (full[at], 0:u8) {\n", "        }\n", "") },
  { MANY_HEAD ("part[add (row, q)] := neutral"),
    { MANY_TAIL (COMBINE_NEUTRAL ("k"), BAD ("4")),
      MANY_TAIL (COMBINE_NEUTRAL ("k"), BAD ("3")) },
    MANY_TAIL (COMBINE_NEUTRAL ("k"), NOTE_BAD),
    MANY_JOIN ("", "", "ivdep ") }
};

/* A block, elements; and the bytes of so few bins that two tables of them are in L1.  */
#define BLOCK_TEXT "64:u64"
#define FEW 4096

/* Element P of a block, whose index is good, in table BINS; N ends the names of its variables.  */
#define IN_BLOCK(BINS, P, N) \
  "          new k" N ": u64 := add (block, " P ")\n" \
  "          new j" N ": u64 := conv:u64 (at[" P "])\n" \
  "          new a" N ": T := " BINS "[j" N "]\n" \
  "          new y" N ": T\n" \
  "          do y" N " := x (k" N ") elem k" N "\n" \
  "          new v" N ": T := a" N "\n" \
  "          do v" N " := f (a" N ", y" N ") elem k" N "\n" \
  "          " BINS "[j" N "] := v" N "\n"

/* A chunk in blocks; U is the unsigned type in which indices, signed or not, are compared: those
   that write nothing are none of the few bins, or left to single elements.  */
static const char blocks_head[] =
  "  parfor c < nc cost mul (size, cost) {\n"
  "    new top: U := conv:U (nr)\n"
  "    array even: T [tables]\n"
  "    array odd: T [tables]\n"
  "    for q = 0 to nr ivdep {\n"
  "      even[q] := neutral\n"
  "      odd[q] := neutral\n"
  "    }\n"
  "    new b: u64 := mul (c, size)\n"
  "    new e: u64 := min (nx, add (b, size))\n"
  "    for block = b to e step " BLOCK_TEXT " {\n"
  "      new end: u64 := min (e, add (block, " BLOCK_TEXT "))\n"
  "      array at: I [" BLOCK_TEXT "]\n"
  "      new slow: i32 := lt (sub (end, block), " BLOCK_TEXT ")\n"
  "      if eq (slow, 0:i32) {\n"
  "        for p = 0 to " BLOCK_TEXT " ivdep {\n"
  "          new k: u64 := add (block, p)\n"
  "          new i: I := minus\n"
  "          do i := ix (k) elem k\n"
  "          at[p] := i\n"
  "          slow := bor (slow, ge (conv:U (i), top))\n"
  "        }\n"
  "      }\n"
  "      if slow {\n"
  "        for k = block to end {\n"
  INDEX
  "          if lt (j, nr) {\n"
  "            new a: T := even[j]\n"
  "            new y: T\n"
  "            do y := x (k) elem k\n"
  "            new v: T := a\n"
  "            do v := f (a, y) elem k\n"
  "            even[j] := v\n"
  "          } else {\n";
#define BLOCKS_TAIL(OPERAND) \
  BAD (OPERAND) \
  "          }\n" \
  "        }\n" \
  "      } else {\n" \
  "        for p = 0 to " BLOCK_TEXT " step 2:u64 {\n" \
  IN_BLOCK ("even", "p", "0") \
  "          new q: u64 := add (p, 1:u64)\n" \
  IN_BLOCK ("odd", "q", "1") \
  "        }\n" \
  "      }\n" \
  "    }\n" \
  "    new row: u64 := mul (c, nr)\n" \
  "    for q = 0 to nr ivdep {\n" \
  "      new a: T := even[q]\n" \
  "      new y: T := odd[q]\n" \
  "      new v: T := a\n" \
  "      do v := f (a, y) elem e\n" \
  "      part[add (row, q)] := v\n" \
  "    }\n" \
  "  }\n"

/* A single chunk combines in the result itself.  */
static const char one_head[] =
  "  parfor c < 1 cost mul (nx, cost) {\n"
  "    for k = mul (c, nx) to nx {\n";

#define ONE(OPERAND, P) \
  "      if lt (j, nr) {\n" \
  "        new a: T := r[j]\n" \
  "        new y: T\n" \
  "        do y := x (" P ") elem k\n" \
  "        new v: T := a\n" \
  "        do v := f (a, y) elem k\n" \
  "        r[j] := v\n" \
  "      } else {\n" \
  BAD (OPERAND) \
  "      }\n" \
  "    }\n"
#define ONE_TAIL(OPERAND) \
  ONE (OPERAND, "k") \
  "  }\n"

/* Bins that start afresh.  */
static const char begin_bins[] = "for q = 0 to nr ivdep { r[q] := init }\n";

/* The same of a row that is delayed, element p of it; the first of all is number `first'.  Value P
   is p where the row makes it, else k.  */
static const char row_head[] =
  "  for p = 0 to length {\n"
  "    new k: u64 := add (first, p)\n";
#define ROW_TAIL(OPERAND, P) \
  ONE (OPERAND, P) \
  "  first := add (first, length)\n"

/* The same of several chunks, one after another: the bins of the current one, which ends before
   element number `stop', are the first row of `part'.  A row may be of several; most are of one,
   and then nothing else is kept in registers while their elements are taken.  */
static const char whole_head[] =
  "  new more: i32 := gt (length, sub (stop, first))\n"
  "  if eq (more, 0:i32) {\n"
  "    for p = 0 to length {\n"
  "      new k: u64 := add (first, p)\n";
static const char part_head[] =
  "  }\n"
  "  new b: u64 := 0\n"
  "  while more {\n"
  "    new e: u64 := min (length, sub (stop, first))\n"
  "    for p = b to e {\n"
  "      new k: u64 := add (first, p)\n";
#define PART_TAIL(COMBINE, OPERAND) \
  "      if lt (j, nr) {\n" \
  "        new at: u64 := j\n" \
  COMBINE \
  "      } else {\n" \
  BAD (OPERAND) \
  "      }\n" \
  "    }\n"
static const char part_next[] =
  "    b := e\n"
  "    more := lt (e, length)\n"
  "    if more {\n"
  "      stop := add (stop, size)\n";

/* At its end they go to the result, and begin again.  */
#define PART_JOIN(IF, END, START, IVDEP) \
  "for at = 0 to nr " IVDEP "{\n" \
  IF \
  "  new a: T := r[at]\n" \
  "  new y: T := part[at]\n" \
  "  new v: T := a\n" \
  "  do v := f (a, y) elem nx\n" \
  "  r[at] := v\n" \
  END \
  START \
  "}\n"

/* With flags, and without: for values of the rows, and others.  */
static const struct
{
  const char *begin, *tail[2][2], *join;
} parts[2] = {
  { "for at = 0 to nr ivdep { full[at] := 0:u8 }\n",
    { { PART_TAIL (COMBINE_FLAG ("k"), "4"), PART_TAIL (COMBINE_FLAG ("k"), "3") },
      { PART_TAIL (COMBINE_FLAG ("p"), "4"), PART_TAIL (COMBINE_FLAG ("p"), "3") } },
    PART_JOIN ("if ne (full[at], 0:u8) {\n", "}\n", "full[at] := 0:u8\n", "") },
  { "for at = 0 to nr ivdep { part[at] := neutral }\n",
    { { PART_TAIL (COMBINE_NEUTRAL ("k"), "4"), PART_TAIL (COMBINE_NEUTRAL ("k"), "3") },
      { PART_TAIL (COMBINE_NEUTRAL ("p"), "4"), PART_TAIL (COMBINE_NEUTRAL ("p"), "3") } },
    PART_JOIN ("", "", "part[at] := neutral\n", "ivdep ") }
};

#define PART_END \
  "    }\n" \
  "  }\n  first := add (first, length)\n"

/* The same as long as all elements so far, of which the last one is behind them, can be those of
   one chunk; those of later rows are only counted.  */
static const char late_head[] =
  "  new behind: u64 := add (first, length)\n"
  "  if gt (behind, most) {\n"
  "    one := select (le (behind, chunk_size (behind, cost)), one, 0:u64)\n"
  "  }\n"
  "  if one {\n"
  "  for p = 0 to length {\n"
  "    new k: u64 := add (first, p)\n";
#define LATE_TAIL(P) \
  ONE ("4", P) \
  "  }\n" \
  "  first := behind\n"

/* A parfor of one iteration; the caller sets its cost.  */
static struct imp_stmt *
s_parfor_one (struct lower *l, uint32_t site)
{
  struct imp_stmt *par = imp_stmt_new (l->p, l->b, IMP_PARFOR, site);
  par->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, "c", type_size (l->ctx));
  par->e[0] = e_size (l, 1);
  return par;
}

/* Are N bins, a constant, so many that several chunks can never have rows of them in memory, since
   their size would overflow?  */
static bool
too_many (const struct imp_expr *n)
{
  return n->kind == IMP_EXPR_CONST && (uint64_t) n->cst->i > UINT32_MAX;
}

/* Are values X of the rows of indices IX?  */
static bool
of_rows (struct shape *sh, struct fir_atom ix, struct fir_atom x)
{
  return shape_rows (sh, x) && shape_rows (sh, x) == shape_rows (sh, ix);
}

/* Are the rows of indices IX, delayed ones, not known to be as long as those of the values?  */
static bool
unlike (struct shape *sh, struct fir_atom ix)
{
  return lower_bind (sh->l, ix.var)->alike != NULL;
}

/* Make ROWS, delayed so far, of indices IX, and of values X or not, and read these from memory.  */
static void
rows_in_memory (struct shape *sh, struct fir_stmt *rows, struct fir_atom ix, struct fir_atom x)
{
  bool values = of_rows (sh, ix, x);
  shape_make_rows (sh, rows);
  shape_elem (sh, "ix", ix);
  if (values)
    shape_elem (sh, "x", x);
}

/* Begin the one chunk in which SH's statement takes its elements, those of IX, row by row: `first'
   is the number of the row's first one.  */
static void
begin_rows (struct shape *sh, struct fir_atom ix)
{
  struct lower *l = sh->l;
  struct imp_stmt *par = s_parfor_one (l, sh->s->site);
  par->e[1] = e_op (l, FIR_MUL, shape_length (sh, ix), shape_cost (sh, sh->s->fns[0], 8));
  l->b = &par->body;
  struct imp_var *first = s_new (l, "first", type_size (l->ctx), e_size (l, 0));
  shape_expr (sh, "first", imp_use (l->p, first));
}

/* The text that finds the bin of element p of a row of IX.  */
static const char *
row_index_text (struct fir_atom ix)
{
  return scalar_info[fir_atom_type (ix)->elem->scalar].bytes > 8 ? WIDE_INDEX_AT ("p")
	 : INDEX_AT ("p");
}

/* The bins of SH's statement, combined in its result in order: row by row as loop ROWS makes them,
   which are of IX, and of X or not.  */
static void
bins_by_rows (struct shape *sh, struct fir_stmt *rows, struct fir_atom ix, struct fir_atom x)
{
  struct lower *l = sh->l;
  bool into = sh->s->op == FIR_BINS_INTO;
  struct imp_block *after = l->b;
  begin_rows (sh, ix);
  const char *tail = of_rows (sh, ix, x) ? into ? ROW_TAIL ("3", "p") : ROW_TAIL ("4", "p")
		     : into ? ROW_TAIL ("3", "k") : ROW_TAIL ("4", "k");
  shape_each_row (sh, rows, "ix", ix, "x", x,
		  ctx_printf (l->ctx, "%s%s%s", row_head, row_index_text (ix), tail));
  l->b = after;
}

/* The same in chunks, as several threads take them, and their bins put together in that order.  */
static void
bins_by_parts (struct shape *sh, struct fir_stmt *rows, struct fir_atom ix, struct fir_atom x,
	       bool neutral)
{
  struct lower *l = sh->l;
  bool into = sh->s->op == FIR_BINS_INTO;
  struct imp_block *after = l->b;
  begin_rows (sh, ix);
  struct imp_var *stop = s_new (l, "stop", type_size (l->ctx), NULL);
  shape_expr (sh, "stop", imp_use (l->p, stop));
  shape_text (sh, ctx_printf (l->ctx, "stop := size\n%s", parts[neutral].begin));
  const char *index = row_index_text (ix), *tail = parts[neutral].tail[of_rows (sh, ix, x)][into];
  shape_each_row (sh, rows, "ix", ix, "x", x,
		  ctx_printf (l->ctx, "%s%s%s%s%s%s%s%s%s", whole_head, index, tail, part_head,
			      index, tail, part_next, parts[neutral].join, PART_END));
  shape_text (sh, parts[neutral].join);
  l->b = after;
}

/* The same of rows that have not been counted: assigns how many elements they have to N, and to
   DONE whether these were those of one chunk.  If not, the bins are not what they should be.  */
static void
bins_and_count (struct shape *sh, struct fir_stmt *rows, struct fir_atom ix, struct fir_atom x,
		struct imp_var *n, struct imp_var *done)
{
  struct lower *l = sh->l;
  const struct type *u64 = type_size (l->ctx);
  struct imp_block *after = l->b;
  struct imp_var *end = s_array (l, "end", u64, 2);
  struct imp_stmt *par = s_parfor_one (l, sh->s->site);
  par->e[1] = e_op (l, FIR_MUL, lower_atom (l, rows->args[0]),
		    shape_cost (sh, sh->s->fns[0], 8));
  l->b = &par->body;
  struct imp_var *first = s_new (l, "first", u64, e_size (l, 0));
  struct imp_var *one = s_new (l, "one", u64, e_size (l, 1));
  shape_expr (sh, "first", imp_use (l->p, first));
  shape_expr (sh, "one", imp_use (l->p, one));
  shape_each_row (sh, rows, "ix", ix, "x", x,
		  ctx_printf (l->ctx, "%s%s%s", late_head, row_index_text (ix),
			      of_rows (sh, ix, x) ? LATE_TAIL ("p") : LATE_TAIL ("k")));
  struct imp_expr *at = e_op (l, FIR_MUL, imp_use (l->p, par->var), e_size (l, 2));
  at = lower_name (l, at, "at");
  s_store (l, imp_use (l->p, end), e_again (l, at), imp_use (l->p, first));
  s_store (l, imp_use (l->p, end), e_op (l, FIR_ADD, e_again (l, at), e_size (l, 1)),
	   imp_use (l->p, one));
  l->b = after;
  s_assign (l, n, imp_load (l->p, imp_use (l->p, end), e_size (l, 0)));
  s_assign (l, done, imp_load (l->p, imp_use (l->p, end), e_size (l, 1)));
}

/* Is the result of SH's operator the same bits in whatever order it combines?  */
static bool
any_order (struct shape *sh)
{
  if (type_is_float (sh->s->res[0]->type->elem))
    return false;
  switch (fir_fn_operator (sh->s->fns[0]))
    {
    case FIR_ADD:
    case FIR_MUL:
    case FIR_MIN:
    case FIR_MAX:
    case FIR_BAND:
    case FIR_BOR:
    case FIR_BXOR:
      return true;
    default:
      return false;
    }
}

/* Is there one thread, so that it takes all at once, whatever number of chunks others would take?
   NULL: it must take the same ones.  */
static struct imp_expr *
single_thread (struct shape *sh)
{
  struct lower *l = sh->l;
  return any_order (sh)
	 ? e_op (l, FIR_LE, e_call (l, IMP_FN_THREADS, NULL, 0), e_size (l, 1)) : NULL;
}

/* Count the elements of ROWS, which nothing has done yet; few threads take those of a single chunk
   at once, and set DONE then.  */
static void
count_bins (struct shape *sh, struct fir_stmt *rows, struct fir_atom ix, struct fir_atom x,
	    struct imp_var *done)
{
  struct lower *l = sh->l;
  struct imp_var *n = shape_length (sh, ix)->var;
  struct imp_stmt *i = s_if (l, shape_few_threads (l));
  struct imp_block *after = l->b;
  l->b = &i->body;
  struct imp_expr *most = e_op (l, FIR_MUL, lower_atom (l, sh->s->args[1]), e_size (l, 16));
  struct imp_expr *single = single_thread (sh);
  if (single)
    most = e_select (l, single, e_size (l, UINT64_MAX), most);
  shape_expr (sh, "most", most);
  bins_and_count (sh, rows, ix, x, n, done);
  l->b = &i->orelse;
  s_assign (l, n, e_again (l, lower_count_rows (l, rows)));
  l->b = after;
}

/* Can bins from indices IX, N of them that begin with NEUTRAL, be taken in blocks?  Operators that
   have a neutral element commute.  */
static bool
blocks_p (struct shape *sh, struct fir_atom ix, struct imp_expr *neutral, struct imp_expr *n)
{
  const struct type *t = sh->s->res[0]->type->elem;

  return neutral && t->kind == TYPE_SCALAR && scalar_info[t->scalar].cls <= SC_INT
	 && (n->kind != IMP_EXPR_CONST || (uint64_t) n->cst->i <= FEW / t->size)
	 && scalar_info[fir_atom_type (ix)->elem->scalar].bytes <= 8 && shape_total (sh, ix);
}

/* The holes of blocks, of indices IX and N bins; 1 if these are few.  */
static struct imp_expr *
blocks_holes (struct shape *sh, struct fir_atom ix, struct imp_expr *n)
{
  struct lower *l = sh->l;
  const struct scalar_info *i = &scalar_info[fir_atom_type (ix)->elem->scalar];
  const struct type *u = type_scalar (l->ctx, i->bytes < 8 ? SCALAR_U32 : SCALAR_U64);
  uint64_t few = FEW / sh->s->res[0]->type->elem->size;

  shape_type (sh, "U", u);
  if (n->kind == IMP_EXPR_CONST)
    few = n->cst->i > 0 ? n->cst->i : 1;
  shape_expr (sh, "tables", e_size (l, few));
  return e_op (l, FIR_LE, e_again (l, n), e_size (l, few));
}

/* The chunks of indices IX, and what they make together.  FEW, not NULL: whether they are taken in
   blocks.  */
static void
chunks_of_bins (struct shape *sh, struct fir_atom ix, bool neutral, struct imp_expr *few)
{
  struct lower *l = sh->l;
  bool into = sh->s->op == FIR_BINS_INTO;
  struct imp_block *after = l->b;

  if (few)
    {
      struct imp_stmt *i = s_if (l, few);
      l->b = &i->body;
      shape_text (sh, ctx_printf (l->ctx, "%s%s", blocks_head,
				  into ? BLOCKS_TAIL ("3") : BLOCKS_TAIL ("4")));
      l->b = &i->orelse;
    }
  write_text (sh, ix, many[neutral].head, many[neutral].tail[into]);
  l->b = after;
  shape_text (sh, many[neutral].join);
}

/* One chunk combines in the result, unless it is taken in blocks, several in bins of their own.
   ALONE: whether one does.  */
static void
bins_in_chunks (struct shape *sh, struct fir_atom ix, struct imp_expr *alone, bool neutral,
		struct imp_expr *few)
{
  struct lower *l = sh->l;
  bool into = sh->s->op == FIR_BINS_INTO;
  struct imp_stmt *i = s_if (l, alone);
  struct imp_block *after = l->b;
  l->b = &i->body;
  write_text (sh, ix, one_head, into ? ONE_TAIL ("3") : ONE_TAIL ("4"));
  l->b = &i->orelse;
  chunks_of_bins (sh, ix, neutral, few);
  l->b = after;
}

struct imp_expr *
write_neutral (struct shape *sh)
{
  const struct type *t = sh->s->res[0]->type->elem;
  enum fir_op op = fir_fn_operator (sh->s->fns[0]);
  struct imp_expr *e = op == FIR_LAST ? NULL : reduce_neutral (sh->l, op, t);

  if (e)
    shape_expr (sh, "neutral", e);
  return e;
}

struct imp_var *
write_sizes (struct shape *sh)
{
  struct imp_var *nc = shape_chunks (sh);

  shape_text (sh, "size := max (chunk_size (nx, cost), mul (16:u64, min (nr, nx)))\n"
	      "nc := chunks (nx, size)\n");
  return nc;
}

/* The bins of a row alone, N of them, begin when all indices have been found to be good.  R, not
   NULL: they begin as an operand, there; PLACED: it is outside, and not written before either.  */
static void
bins_alone (struct shape *sh, struct fir_atom ix, struct imp_expr *n, struct vecval *r,
	    bool placed)
{
  struct lower *l = sh->l;
  const struct type *u8 = type_scalar (l->ctx, SCALAR_U8);
  struct vecval *made = placed ? shape_new (sh, "r", sh->s->res[0]->type, n) : NULL;
  if (r && (made || write_computed (sh, sh->s->args[0])))
    write_fill (sh, sh->s->args[0], made ? made : r);
  struct imp_var *nc = write_sizes (sh);
  struct imp_expr *rooms = e_op (l, FIR_MUL, imp_use (l->p, nc), e_again (l, n));
  bool neutral = write_neutral (sh) != NULL;

  rooms = lower_name (l, rooms, "rooms");
  shape_room (sh, "part", sh->s->res[0]->type->elem, rooms);
  if (!neutral)
    shape_room (sh, "full", u8, e_again (l, rooms));
  shape_bad (sh);
  write_text (sh, ix, many[neutral].head, many[neutral].alone);
  if (made)
    {
      shape_expr (sh, "made", made->data);
      shape_expr (sh, "place", r->data);
    }
  if (shape_alone_safe (sh))
    shape_text (sh, ctx_printf (l->ctx, "if eq (bad[0], 0:u8) {\n%s%s%s}\n"
				"f|else { fail indexat (4:u64, nx, nx, nr) elem nx }\n",
				r ? "" : begin_bins, many[neutral].join,
				made ? "for k = 0 to nr ivdep { place[k] := made[k] }\n" : ""));
  if (made)
    shape_expr (sh, "r", r->data);
}

struct vecval *
write_bins (struct shape *sh)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = sh->s;
  bool into = s->op == FIR_BINS_INTO;
  struct fir_atom ix = s->args[into ? 1 : 2], x = s->args[into ? 2 : 3];
  struct imp_expr *n;
  struct vecval *r;
  struct fir_stmt *rows = shape_rows (sh, ix);
  write_holes (sh, ix, rows != NULL);
  if (!rows || !of_rows (sh, ix, x))
    shape_elem (sh, "x", x);
  if (rows)
    shape_expr (sh, "nx", shape_length (sh, ix));
  shape_type (sh, "T", s->res[0]->type->elem);
  lower_let_all_wrap (sh->l, s->fns[0]);
  shape_fn (sh, "f", s->fns[0], false);
  shape_expr (sh, "cost", shape_cost (sh, s->fns[0], 8));
  if (into)
    {
      n = shape_length (sh, s->args[0]);
      bool there;
      r = write_result (sh, s->args[0], n, &there);
      bool placed = !there && write_placed (sh, r);
      bool later = placed || (!there && write_computed (sh, s->args[0]));
      if (!there && !later)
	write_fill (sh, s->args[0], r);
      if (!rows && !too_many (n) && shape_alone (sh))
	{
	  bins_alone (sh, ix, n, there ? NULL : r, placed);
	  shape_as_inside (sh);
	}
      if (later)
	write_fill (sh, s->args[0], r);
    }
  else
    {
      shape_expr (sh, "init", lower_atom (l, s->args[0]));
      n = lower_name (l, lower_atom (l, s->args[1]), "n");
      shape_expr (sh, "nr", e_again (l, n));
      r = shape_result (sh, "r", e_again (l, n));
      if (!rows && !too_many (n) && shape_alone (sh))
	{
	  bins_alone (sh, ix, n, NULL, false);
	  shape_as_inside (sh);
	}
      shape_text (sh, begin_bins);
    }
  if (rows && too_many (n) && unlike (sh, ix))
    {
      rows_in_memory (sh, rows, ix, x);
      rows = NULL;
    }
  if (rows && too_many (n))
    {
      bins_by_rows (sh, rows, ix, x);
      write_report (sh, NULL);
      return r;
    }
  if (l->elem || too_many (n))
    {
      write_text (sh, ix, one_head, into ? ONE_TAIL ("3") : ONE_TAIL ("4"));
      shape_both (sh);
      write_report (sh, NULL);
      return r;
    }
  struct imp_var *done = NULL;
  if (rows && lower_bind (l, ix.var)->late)
    done = s_new (l, "done", type_size (l->ctx), e_size (l, 0));
  if (done)
    count_bins (sh, rows, ix, x, done);
  struct imp_var *nc = write_sizes (sh);
  struct imp_expr *neutral = write_neutral (sh), *few = NULL;
  struct imp_expr *alone = e_op (l, FIR_LE, imp_use (l->p, nc), e_size (l, 1));
  if (blocks_p (sh, ix, neutral, n))
    {
      /* Blocks begin and end with as much work as some elements a bin.  */
      few = lower_name (l, blocks_holes (sh, ix, n), "few");
      struct imp_expr *most = e_op (l, FIR_DIV, shape_length (sh, x), e_size (l, 8));
      struct imp_expr *many = e_op (l, FIR_LE, e_again (l, n), most);
      alone = e_op (l, FIR_BAND, alone,
		    e_op (l, FIR_EQ, e_op (l, FIR_BAND, e_again (l, few), many),
			  e_const (l, type_i32 (l->ctx), 0, 0)));
    }
  alone = lower_name (l, alone, "alone");
  struct imp_expr *rooms = e_select (l, e_again (l, alone), e_size (l, 0),
				     lower_name (l, e_op (l, FIR_MUL, imp_use (l->p, nc),
							  e_again (l, n)), "rows"));
  rooms = lower_name (l, rooms, "rooms");
  shape_room (sh, "part", s->res[0]->type->elem, e_again (l, rooms));
  if (!neutral)
    shape_room (sh, "full", type_scalar (l->ctx, SCALAR_U8), e_again (l, rooms));
  if (rows)
    {
      struct imp_expr *one = e_op (l, FIR_LE, imp_use (l->p, nc), e_size (l, 1));
      struct imp_expr *single = done ? NULL : single_thread (sh);
      struct imp_expr *at_once = done ? imp_use (l->p, done)
				      : e_op (l, FIR_BAND, shape_few_threads (l), one);
      if (single)
	at_once = e_op (l, FIR_BOR, at_once, single);
      if (unlike (sh, ix))
	at_once = e_op (l, FIR_BAND, at_once, e_again (l, lower_bind (l, ix.var)->alike));
      struct imp_stmt *i = s_if (l, at_once);
      struct imp_block *after = l->b;
      struct live *mark = l->live;
      l->b = &i->body;
      if (!done)
	bins_by_rows (sh, rows, ix, x);
      l->b = &i->orelse;
      if (!done && !single)
	{
	  struct imp_expr *alone
	    = e_op (l, FIR_LE, e_call (l, IMP_FN_THREADS, NULL, 0), e_size (l, 1));
	  if (unlike (sh, ix))
	    alone = e_op (l, FIR_BAND, alone, e_again (l, lower_bind (l, ix.var)->alike));
	  struct imp_stmt *parts = s_if (l, alone);
	  l->b = &parts->body;
	  bins_by_parts (sh, rows, ix, x, neutral != NULL);
	  l->b = &parts->orelse;
	}
      if (done)
	{
	  struct imp_stmt *again = s_if (l, shape_few_threads (l));
	  l->b = &again->body;
	  shape_text (sh, begin_bins);
	  l->b = &i->orelse;
	}
      rows_in_memory (sh, rows, ix, x);
      bins_in_chunks (sh, ix, e_again (l, alone), neutral != NULL, few);
      lower_drop_since (l, mark);
      l->b = after;
    }
  else
    bins_in_chunks (sh, ix, e_again (l, alone), neutral != NULL, few);
  write_report (sh, "bins a chunk");
  return r;
}
