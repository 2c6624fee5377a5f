/* The pass chunk: chunks of whole rows.

   A loop that becomes a nest (schedule-nest.c) has to test in each row where the chunk begins and
   ends, and the trip count of the innermost loop is unknown.  For short rows that is most of the
   work.  So a chunk is then a number of rows with about as many elements as a chunk of elements:

     loop i < n cost k { } do { ... i div d, i rem d ... }   =>
     if d <= size / 8 or n <= size {
       new all := rows  if size < n { all := (size + d - 1) / d }
       parfor c < chunks (rows, all) {
         loop i = c all d to min (rows, c all + all) d { } do { ... } }
     } else { the parfor over chunks of size elements }

   n is a product of d, which may have wrapped: n div d, too, must be the number of rows.  Short
   rows of a constant length need no other test.  If the levels are those of the address of a store,
   whose parts are expensive, and there are three or more, rows of the outermost level are tried,
   then those of the innermost one.

   Does not: transform loops that do anything but store each element, or whose elements may fail, or
   cost so much that their code should not be duplicated; loops whose trip count is not visibly a
   multiple of the divisors in their body.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-nest.h"

/* If a chunk has at least 2 to this rows, chunks are of rows.  */
#define ROWS_SHIFT 3
/* If rows have at most this many elements, chunks are always of rows.  */
#define SHORT 64
/* If an element costs more than this, divisions hardly matter.  */
#define COST 64

/* Do the elements of LOOP only store, and cheaply?  Behind one that fails a loop is resumed, and
   raises at its end.  */
static bool
stores_soon (const struct imp_stmt *loop)
{
  uint64_t cost;

  return !loop->once && imp_loop_independent (loop) && !imp_block_marks (&loop->body)
	 && !imp_block_fails (&loop->body) && imp_is_const (loop->e[3], &cost)
	 && cost <= COST;
}

/* OK, or NULL, and a test that N, which the program has made of COUNT times D, has not wrapped; OK
   if it cannot have.  D may be 0, and N then is: chunks of elements have none.  */
static struct imp_expr *
exact (struct imp_here *h, struct imp_expr *ok, const struct imp_expr *n, const struct imp_expr *d,
       struct imp_expr *count)
{
  struct imp_expr *by = imp_again (h->p, d), *same;
  uint64_t known;

  if (imp_is_const (n, &known))
    return ok;
  if (!imp_is_const (d, &known))
    by = imp_op (h->p, FIR_MAX, by, imp_size (h->p, 1));
  same = imp_op (h->p, FIR_EQ, imp_op (h->p, FIR_DIV, imp_again (h->p, n), by), count);
  return ok ? imp_op (h->p, FIR_BAND, ok, same) : same;
}

/* A test that the levels of V, of N elements, are as long as products of sizes say, or NULL.  Those
   of a strided store's address are a vector's, whose number of elements has been checked.  */
static struct imp_expr *
levels_exact (struct imp_here *h, const struct nest_levels *v, const struct imp_expr *n)
{
  struct imp_expr *ok = NULL;

  for (unsigned k = 0; k < v->n && !v->stored; k++)
    ok = exact (h, ok, k ? v->level[k - 1].by : n, v->level[k].by, nest_level_rows (h, v, k, n));
  return ok ? imp_make_name (h, ok, "whole") : NULL;
}

/* A test whether chunks are of rows of D elements: a chunk of SIZE elements has several rows, or
   all N elements.  NULL: always.  */
static struct imp_expr *
worth (struct imp_here *h, const struct imp_expr *d, struct imp_var *size, const struct imp_expr *n)
{
  uint64_t known;
  struct imp_expr *most, *all;

  if (imp_is_const (d, &known) && known <= SHORT)
    return NULL;
  most = imp_op (h->p, FIR_SHR, imp_use (h->p, size), imp_size (h->p, ROWS_SHIFT));
  all = imp_op (h->p, FIR_LE, imp_again (h->p, n), imp_use (h->p, size));
  return imp_op (h->p, FIR_BOR, imp_op (h->p, FIR_LE, imp_again (h->p, d), most), all);
}

/* The parfor over ROWS rows of D elements of LOOP, about SIZE elements a chunk.  */
static void
rows_parfor (struct imp_here *h, const struct imp_stmt *loop, struct imp_expr *rows,
	     const struct imp_expr *d, struct imp_var *size)
{
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_prog *p = h->p;
  struct imp_block *after = h->b;
  struct imp_var *all = imp_make_new (h, "all", u64, imp_again (p, rows)), *b, *e;
  struct imp_stmt *s;
  struct imp_expr *args[2], *some;
  struct imp_copy c;

  h->b = &imp_make_if (h, imp_op (p, FIR_LT, imp_use (p, size), imp_again (p, loop->e[1])))->body;
  some = imp_op (p, FIR_SUB, imp_again (p, d), imp_size (p, 1));
  some = imp_op (p, FIR_ADD, imp_use (p, size), some);
  imp_make_assign (h, all, imp_op (p, FIR_DIV, some, imp_again (p, d)));
  h->b = after;
  s = imp_stmt_new (p, h->b, IMP_PARFOR, loop->site);
  s->trust = loop->trust;
  s->var = imp_var_new (p, h->proc, IMP_VAR_LOCAL, "c", u64);
  args[0] = imp_again (p, rows);
  args[1] = imp_use (p, all);
  s->e[0] = imp_call (p, IMP_FN_CHUNKS, NULL, 2, args);
  s->e[1] = imp_op (p, FIR_MUL, imp_use (p, all), imp_again (p, d));
  s->e[1] = imp_op (p, FIR_MUL, s->e[1], imp_again (p, loop->e[3]));
  h->b = &s->body;
  b = imp_make_new (h, "b", u64, imp_op (p, FIR_MUL, imp_use (p, s->var), imp_use (p, all)));
  some = imp_op (p, FIR_ADD, imp_use (p, b), imp_use (p, all));
  e = imp_make_new (h, "e", u64, imp_op (p, FIR_MIN, imp_again (p, rows), some));
  s = imp_stmt_new (p, h->b, IMP_LOOP, 0);
  s->var = imp_var_new (p, h->proc, IMP_VAR_LOCAL, loop->var->name, u64);
  s->e[0] = imp_op (p, FIR_MUL, imp_use (p, b), imp_again (p, d));
  s->e[1] = imp_op (p, FIR_MUL, imp_use (p, e), imp_again (p, d));
  s->e[2] = imp_size (p, 1);
  h->b = &s->body;
  c = imp_copy_new (h);
  imp_copy_set (&c, loop->var, imp_use (p, s->var));
  imp_copy_block (&c, &loop->body);
  h->b = after;
}

/* Has each level of V a whole number of rows of the next, the last of elements?  */
static bool
all_whole (struct imp_here *h, const struct nest_levels *v, const struct imp_expr *n)
{
  for (unsigned k = 0; k < v->n; k++)
    if (!nest_level_rows (h, v, k, n))
      return false;
  return v->n;
}

bool
schedule_row_chunks (struct imp_here *h, const struct imp_binders *known,
		     const struct imp_stmt *loop, struct imp_var *size)
{
  struct nest_levels v = { .known = known };
  struct imp_expr *whole;
  unsigned k = 0;

  if (!stores_soon (loop))
    return false;
  nest_find_levels (&v, loop, NEST_WHOLE_ROW);
  if (!all_whole (h, &v, loop->e[1]))
    return false;
  whole = levels_exact (h, &v, loop->e[1]);
  for (;;)
    {
      struct imp_expr *rows = imp_make_name (h, nest_all_rows (h, &v, k, loop->e[1]), "rows");
      struct imp_expr *test = worth (h, v.level[k].by, size, loop->e[1]);
      struct imp_stmt *i;

      if (whole)
	test = test ? imp_op (h->p, FIR_BAND, imp_again (h->p, whole), test)
		    : imp_again (h->p, whole);
      i = test ? imp_make_if (h, test) : NULL;
      if (i)
	h->b = &i->body;
      rows_parfor (h, loop, rows, v.level[k].by, size);
      h->b = i ? &i->orelse : NULL;
      if (!i || !v.stored || k + 1 == v.n)
	return true;
      k = v.n - 1;
    }
}
