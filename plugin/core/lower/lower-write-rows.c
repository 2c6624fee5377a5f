/* Lowering of bins of rows that are combined element by element: binsrows.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   As bins (lower-write.c), with rows in the place of elements: the index of a row says where its
   elements go.  These need not be in memory: each is made where it is combined.  Without a neutral
   element a flag for each bin of a chunk says whether there is something in it.  */

#include "lower-write.h"

/* The elements of row k, combined into those of row `to' of P.  */
#define COMBINE_ROW(P) \
  "        for q = 0 to w ivdep {\n" \
  "          new at: u64 := add (to, q)\n" \
  "          new a: T := " P "[at]\n" \
  "          new y: T\n" \
  "          do y := x (k, q) elem k\n" \
  "          new v: T := a\n" \
  "          do v := f (a, y) elem k\n" \
  "          " P "[at] := v\n" \
  "        }\n"

/* A single chunk combines in the result itself.  */
static const char one_head[] =
  "  parfor c < 1 cost mul (nx, cost) {\n"
  "    for k = mul (c, nx) to nx {\n";
static const char one_tail[] =
  "      if lt (j, nr) {\n"
  "        new to: u64 := mul (j, w)\n"
  COMBINE_ROW ("r")
  "      } else {\n"
  BAD_INDEX ("operand")
  "      }\n"
  "    }\n"
  "  }\n";

/* Several chunks: each combines in private bins, nr rows of `part'.  */
#define MANY_HEAD(START) \
  "  parfor c < nc cost mul (size, cost) {\n" \
  "    new base: u64 := mul (c, nr)\n" \
  START \
  "    new b: u64 := mul (c, size)\n" \
  "    for k = b to min (nx, add (b, size)) {\n"
#define MANY_TAIL(COMBINE) \
  "      if lt (j, nr) {\n" \
  "        new bin: u64 := add (base, j)\n" \
  "        new to: u64 := mul (bin, w)\n" \
  COMBINE \
  "      } else {\n" \
  BAD_INDEX ("operand") \
  "      }\n" \
  "    }\n" \
  "  }\n"

#define COMBINE_FLAG \
  "        if eq (full[bin], 0:u8) {\n" \
  "          full[bin] := 1:u8\n" \
  "          for q = 0 to w ivdep {\n" \
  "            new y: T\n" \
  "            do y := x (k, q) elem k\n" \
  "            part[add (to, q)] := y\n" \
  "          }\n" \
  "        } else {\n" \
  COMBINE_ROW ("part") \
  "        }\n"

/* Row q of the result and those of all chunks, in their order.  */
#define MANY_JOIN(IF, END) \
  "  new each: u64 := mul (nc, cost)\n" \
  "  new rsize: u64 := chunk_size (nr, each)\n" \
  "  parfor c < chunks (nr, rsize) cost mul (rsize, each) {\n" \
  "    new b: u64 := mul (c, rsize)\n" \
  "    for q = b to min (nr, add (b, rsize)) {\n" \
  "      new to: u64 := mul (q, w)\n" \
  "      for p = 0 to nc {\n" \
  "        new bin: u64 := add (mul (p, nr), q)\n" \
  IF \
  "          new from: u64 := mul (bin, w)\n" \
  "          for i = 0 to w ivdep {\n" \
  "            new at: u64 := add (to, i)\n" \
  "            new a: T := r[at]\n" \
  "            new y: T := part[add (from, i)]\n" \
  "            new v: T := a\n" \
  "            do v := f (a, y) elem nx\n" \
  "            r[at] := v\n" \
  "          }\n" \
  END \
  "      }\n" \
  "    }\n" \
  "  }\n"

/* With flags, and without.  */
static const struct
{
  const char *head, *tail, *join;
} many[2] = {
  { MANY_HEAD ("    for q = 0 to nr ivdep { full[add (base, q)] := 0:u8 }\n"),
    MANY_TAIL (COMBINE_FLAG),
    MANY_JOIN ("        if ne (full[bin], 0:u8) {\n", "        }\n") },
  { MANY_HEAD ("    for i = 0 to nr {\n"
	       "      new to: u64 := mul (add (base, i), w)\n"
	       "      for q = 0 to w ivdep { part[add (to, q)] := neutral }\n"
	       "    }\n"),
    MANY_TAIL (COMBINE_ROW ("part")), MANY_JOIN ("", "") }
};

struct vecval *
write_row_bins (struct shape *sh)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = sh->s;
  struct fir_atom ix = s->args[4];
  const struct type *t = s->res[0]->type->elem;
  struct imp_expr *all = shape_length (sh, s->args[0]), *w = lower_atom (l, s->args[2]);
  unsigned cost = fir_block_cost (s->fns[0]->body) + 2 + write_computed (sh, s->args[5]);
  struct vecval *r;

  write_holes (sh, ix, false);
  shape_row_elem (sh, "x", s->args[5], s->args[2]);
  shape_type (sh, "T", t);
  lower_let_all_wrap (l, s->fns[0]);
  shape_fn (sh, "f", s->fns[0], false);
  shape_expr (sh, "nx", shape_length (sh, ix));
  shape_expr (sh, "cost", e_op (l, FIR_ADD, e_size (l, 8),
				e_op (l, FIR_MUL, e_again (l, w), e_size (l, cost))));
  r = write_begin (sh, s->args[0], all);
  shape_expr (sh, "w", w);
  shape_expr (sh, "nr", lower_atom (l, s->args[1]));
  shape_expr (sh, "operand", lower_atom (l, s->args[3]));
  if (l->elem)
    {
      write_text (sh, ix, one_head, one_tail);
      write_report (sh, NULL);
      return r;
    }
  struct imp_var *nc = write_sizes (sh);
  struct imp_expr *rooms = e_select (l, e_op (l, FIR_GT, imp_use (l->p, nc), e_size (l, 1)),
				     imp_use (l->p, nc), e_size (l, 0));
  rooms = lower_name (l, rooms, "rooms");
  bool neutral = write_neutral (sh) != NULL;
  shape_room (sh, "part", t,
	      lower_name (l, e_op (l, FIR_MUL, e_again (l, rooms), e_again (l, all)), "rooms"));
  if (!neutral)
    shape_room (sh, "full", type_scalar (l->ctx, SCALAR_U8),
		lower_name (l, e_op (l, FIR_MUL, rooms, lower_atom (l, s->args[1])), "rooms"));
  struct imp_stmt *i = s_if (l, e_op (l, FIR_LE, imp_use (l->p, nc), e_size (l, 1)));
  struct imp_block *after = l->b;
  l->b = &i->body;
  write_text (sh, ix, one_head, one_tail);
  l->b = &i->orelse;
  write_text (sh, ix, many[neutral].head, many[neutral].tail);
  shape_text (sh, many[neutral].join);
  l->b = after;
  write_report (sh, "bins a chunk");
  return r;
}
