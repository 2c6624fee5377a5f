/* Lowering of sorts of which only the first few elements are read: the others are not sorted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The first elements so far are kept in order.  Each further one is compared with the last of them,
   and sinks to its place if it is less: that is the insertion of short runs (lower-sort.c), cut
   after a few places, so it never costs more.  An element that is not less than an earlier one
   stays behind it, so the elements, and the order of equal ones, are those of the stable sort.
   Chunks have first elements of their own, of which those of all are taken.  */

#include "lower-shape.h"

/* Up to so many elements are inserted: as many as a sort inserts anyway.  */
enum { MOST = 16 };

#define UNKNOWN UINT64_MAX

/* The loops around a statement, from the innermost one on.  */
struct around
{
  const struct around *outer;
  const struct fir_stmt *loop;
};

/* The result of a sort, the bound of the indices of its elements that are read so far, and how many
   uses have been seen.  */
struct reads
{
  struct fir_var *x;
  uint64_t bound;
  unsigned uses;
};

static bool
is_unsigned (const struct type *t)
{
  return type_is_integral (t) && !scalar_info[t->scalar].is_signed;
}

/* A is less than this, whatever it is.  AROUND: the loops around it.  A signed number that becomes
   an unsigned one may be large.  */
static uint64_t
bound (struct fir_atom a, const struct around *around)
{
  const struct fir_stmt *d = a.var ? a.var->def : NULL;
  uint64_t n, m;

  if (a.cst)
    return type_is_integral (a.cst->type) && !a.cst->origin && a.cst->i < MOST + 1
	   ? (uint64_t) a.cst->i + 1 : UNKNOWN;
  for (; !d && around; around = around->outer)
    if (around->loop->fns[0]->params[0] == a.var)
      {
	n = bound (around->loop->args[0], around->outer);
	return n == UNKNOWN || n == 0 ? n : n - 1;
      }
  if (!d || !type_is_integral (a.var->type))
    return UNKNOWN;
  if (d->op == FIR_CONV && is_unsigned (fir_atom_type (d->args[0])))
    return bound (d->args[0], around);
  /* Of steps, not before 0, of one or more each.  */
  if (d->op == FIR_STEPS && bound (d->args[0], around) != UNKNOWN && d->args[2].cst
      && (__int128) d->args[2].cst->i > 0)
    return bound (d->args[1], around);
  if ((d->op != FIR_MIN || !is_unsigned (a.var->type)) && d->op != FIR_SELECT)
    return UNKNOWN;
  n = bound (d->args[d->nargs - 2], around);
  m = bound (d->args[d->nargs - 1], around);
  return (d->op == FIR_MIN) == (n < m) ? n : m;
}

/* The bound of the indices that T reads of X, its operand; UNKNOWN if it is no such statement.  A
   slice that begins before 0, or ends after X, is checked before.  */
static uint64_t
read_bound (const struct fir_stmt *t, const struct fir_var *x, const struct around *around)
{
  if ((t->op == FIR_AT || t->op == FIR_GET) && t->args[0].var == x)
    return bound (t->args[1], around);
  if (t->op == FIR_LEN)
    return 0;
  if (t->op == FIR_SLICE && bound (t->args[0], around) != UNKNOWN && t->args[2].cst
      && t->args[2].cst->i == 1)
    {
      uint64_t n = bound (t->args[1], around);
      return n == UNKNOWN || n == 0 ? n : n - 1;
    }
  return UNKNOWN;
}

/* Note the uses in B.  */
static void
note_reads (struct reads *r, struct fir_block *b, const struct around *around)
{
  for (struct fir_stmt *t = b->first; t; t = t->next)
    {
      struct around in = { around, t };
      unsigned uses = fir_own_uses (t, r->x);
      if (uses)
	{
	  uint64_t n = uses == 1 ? read_bound (t, r->x, around) : UNKNOWN;
	  r->uses++;
	  if (n > r->bound)
	    r->bound = n;
	}
      for (unsigned k = 0; k < t->nfns; k++)
	note_reads (r, t->fns[k]->body, t->op == FIR_LOOP ? &in : around);
    }
}

/* How many of the first elements of what S makes are read, if that is known and it is so many that
   they are inserted; else 0.  */
static unsigned
first_read (struct fir_stmt *s)
{
  struct reads r = { s->res[0], 0, 0 };

  if (s->res[0]->type->kind != TYPE_VEC || s->res[0]->type->elem->kind == TYPE_VEC)
    return 0;
  note_reads (&r, s->parent, NULL);
  return r.bound <= MOST && r.uses == fir_count_uses (s->parent, r.x) ? (unsigned) r.bound : 0;
}

/* x, of place j of D, sinks to its place, which is at least B.  */
#define SINK(D, B) \
  "  new go: i32 := gt (j, " B ")\n" \
  "  while go {\n" \
  "    new p: u64 := sub (j, 1)\n" \
  "    new y: T := " D "[p]\n" \
  "    go := 0\n" \
  "    do go := less (x, y)\n" \
  "    if go {\n" \
  "      " D "[j] := y\n" \
  "      j := p\n" \
  "      go := gt (j, " B ")\n" \
  "    }\n" \
  "  }\n" \
  "  " D "[j] := x\n"

/* The first elements of V[FROM .. TO) go to D, from B on.  WORST notes the last of them, BETTER
   says whether x is less.  */
#define FIRST(V, FROM, TO, D, B, WORST, BETTER) \
  "new some: u64 := min (" TO ", add (" FROM ", first))\n" \
  "for m = " FROM " to some {\n" \
  "  new x: T := " V "[m]\n" \
  "  new j: u64 := add (" B ", sub (m, " FROM "))\n" \
  SINK (D, B) \
  "}\n" \
  "if lt (some, " TO ") {\n" \
  "  new last: u64 := add (" B ", sub (first, 1))\n" \
  WORST ("new worst: W := ", D, "") \
  "  for m = some to " TO " {\n" \
  "    new x: T := " V "[m]\n" \
  "    new better: i32 := 0\n" \
  BETTER \
  "    if better {\n" \
  "      new j: u64 := last\n" \
  SINK (D, B) \
  WORST ("worst := ", D, "2") \
  "    }\n" \
  "  }\n" \
  "}\n"

/* By a comparison; by a key.  */
#define WORST_LESS(TO, D, N) "  " TO D "[last]\n"
#define BETTER_LESS "    do better := less (x, worst)\n"
#define WORST_KEY(TO, D, N) \
  "  new z" N ": T := " D "[last]\n" \
  "  new kz" N ": W := 0:W\n" \
  "  do kz" N " := key (z" N ")\n" \
  "  " TO "kz" N "\n"
#define BETTER_KEY \
  "    new k: W := 0:W\n" \
  "    do k := key (x)\n" \
  "    better := lt (k, worst)\n"

/* In one piece; or the first ones of each chunk to t, all of which follow one another, since all
   chunks but the last have enough elements, and the first ones of these.  */
#define WHOLE(WORST, BETTER) FIRST ("v", "0:u64", "n", "r", "0:u64", WORST, BETTER)
#define CHUNKS(WORST, BETTER) \
  "parfor c < nc cost mul (size, cost) trusted merge {\n" \
  "  new b: u64 := mul (c, size)\n" \
  "  new e: u64 := min (n, add (b, size))\n" \
  "  new at: u64 := mul (c, first)\n" \
  FIRST ("v", "b", "e", "t", "at", WORST, BETTER) \
  "}\n" \
  "new all: u64 := min (mul (nc, first), n)\n" \
  "if lt (1:u64, nc) {\n" \
  "  new before: u64 := sub (nc, 1)\n" \
  "  all := add (mul (before, first), min (first, sub (n, mul (before, size))))\n" \
  "}\n" \
  FIRST ("t", "0:u64", "all", "r", "0:u64", WORST, BETTER)

static const char *const whole[] = {
  WHOLE (WORST_LESS, BETTER_LESS), WHOLE (WORST_KEY, BETTER_KEY)
};
static const char *const chunks[] = {
  CHUNKS (WORST_LESS, BETTER_LESS), CHUNKS (WORST_KEY, BETTER_KEY)
};

/* The form of a region.  */
static void
first_of_chunks (struct shape *sh, bool key, unsigned first)
{
  struct lower *l = sh->l;
  const struct type *u64 = type_size (l->ctx);
  struct imp_var *size = s_new (l, "size", u64, NULL), *nc = s_new (l, "nc", u64, NULL);

  shape_expr (sh, "size", imp_use (l->p, size));
  shape_expr (sh, "nc", imp_use (l->p, nc));
  shape_text (sh, "size := max (chunk_size (n, cost), first)\n"
		  "nc := chunks (n, size)\n");
  shape_room (sh, "t", sh->s->res[0]->type->elem,
	      lower_product (l, imp_use (l->p, nc), e_size (l, first), "rooms"));
  shape_text (sh, chunks[key]);
}

bool
lower_first (struct lower *l, struct fir_stmt *s, struct fir_fn *less)
{
  unsigned first = first_read (s);
  bool key = s->op == FIR_RADIX;
  struct shape sh;
  struct imp_expr *n;
  struct vecval *r;

  if (!first)
    return false;
  for (struct fir_stmt *t = less->body->first; t; t = t->next)
    if (fir_may_fail (t) || t->op == FIR_CHECK)
      return false;
  shape_begin (&sh, l, s, false);
  shape_vec (&sh, "v", s->args[0]);
  n = shape_expr (&sh, "n", vec_total (l, lower_vec (l, s->args[0])));
  shape_expr (&sh, "first", e_size (l, first));
  r = shape_new (&sh, "r", s->res[0]->type, e_size (l, first));
  r->n[0] = e_again (l, n);
  shape_type (&sh, "T", s->res[0]->type->elem);
  shape_type (&sh, "W", key ? fir_atom_type (s->fns[0]->body->rets[0])
			    : s->res[0]->type->elem);
  shape_fn (&sh, "less", less, true);
  if (key)
    shape_fn (&sh, "key", s->fns[0], false);
  shape_expr (&sh, "cost", shape_cost (&sh, s->fns[0], 4));
  if (!l->elem)
    first_of_chunks (&sh, key, first);
  else
    {
      if (shape_alone (&sh))
	{
	  first_of_chunks (&sh, key, first);
	  shape_alone_safe (&sh);
	  shape_as_inside (&sh);
	}
      shape_text (&sh, whole[key]);
      shape_both (&sh);
    }
  shape_end (&sh);
  pass_log_add (l->log, l->elem ? LOG_SEQUENTIAL : LOG_PARALLEL, s->site, 0,
		l->elem ? "inside a parallel loop" : "the first elements of each chunk");
  lower_bind (l, s->res[0])->vec = r;
  return true;
}
