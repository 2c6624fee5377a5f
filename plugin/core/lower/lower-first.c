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
#define MOST READS_MOST
#define MOST_TEXT TEXT_OF (READS_MOST)

/* x, of place j of D, sinks to its place, which is at least B: it is less than those behind.  */
#define SINK_LESS(D, B) \
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
/* The same by k, its key, which sinks beside it.  */
#define SINK_KEY(D, B) \
  "  new q: u64 := sub (j, " B ")\n" \
  "  new go: i32 := gt (q, 0)\n" \
  "  while go {\n" \
  "    new p: u64 := sub (q, 1)\n" \
  "    new y: W := keys[p]\n" \
  "    go := lt (k, y)\n" \
  "    if go {\n" \
  "      " D "[add (" B ", q)] := " D "[add (" B ", p)]\n" \
  "      keys[q] := y\n" \
  "      q := p\n" \
  "      go := gt (q, 0)\n" \
  "    }\n" \
  "  }\n" \
  "  " D "[add (" B ", q)] := x\n" \
  "  keys[q] := k\n"

/* The first elements of V[FROM .. TO) go to D, from B on.  HOW, by a comparison or by a key: BEGIN
   makes room for what KEY computes of an element, WORST notes that of the last of them, and BETTER
   says whether x is less.  */
#define FIRST(V, FROM, TO, D, B, HOW) \
  BEGIN_##HOW \
  "new some: u64 := min (" TO ", add (" FROM ", first))\n" \
  "for m = " FROM " to some {\n" \
  "  new x: T := " V "[m]\n" \
  KEY_##HOW \
  "  new j: u64 := add (" B ", sub (m, " FROM "))\n" \
  SINK_##HOW (D, B) \
  "}\n" \
  "if lt (some, " TO ") {\n" \
  "  new last: u64 := sub (first, 1)\n" \
  "  new worst: W := " WORST_##HOW (D, B) \
  "  for m = some to " TO " {\n" \
  "    new x: T := " V "[m]\n" \
  KEY_##HOW \
  "    new better: i32 := 0\n" \
  BETTER_##HOW \
  "    if better {\n" \
  "      new j: u64 := add (" B ", last)\n" \
  SINK_##HOW (D, B) \
  "      worst := " WORST_##HOW (D, B) \
  "    }\n" \
  "  }\n" \
  "}\n"

#define BEGIN_LESS
#define KEY_LESS
#define WORST_LESS(D, B) D "[add (" B ", last)]\n"
#define BETTER_LESS "    do better := less (x, worst)\n"
#define BEGIN_KEY "array keys: W [" MOST_TEXT ":u64]\n"
#define KEY_KEY \
  "  new k: W := 0:W\n" \
  "  do k := key (x)\n"
#define WORST_KEY(D, B) "keys[last]\n"
#define BETTER_KEY "    better := lt (k, worst)\n"

/* In one piece; or the first ones of each chunk to t, all of which follow one another, since all
   chunks but the last have enough elements, and the first ones of these.  */
#define WHOLE(HOW) FIRST ("v", "0:u64", "n", "r", "0:u64", HOW)
#define CHUNKS(HOW) \
  "parfor c < nc cost mul (size, cost) trusted merge {\n" \
  "  new b: u64 := mul (c, size)\n" \
  "  new e: u64 := min (n, add (b, size))\n" \
  "  new at: u64 := mul (c, first)\n" \
  FIRST ("v", "b", "e", "t", "at", HOW) \
  "}\n" \
  "new all: u64 := min (mul (nc, first), n)\n" \
  "if lt (1:u64, nc) {\n" \
  "  new before: u64 := sub (nc, 1)\n" \
  "  all := add (mul (before, first), min (first, sub (n, mul (before, size))))\n" \
  "}\n" \
  FIRST ("t", "0:u64", "all", "r", "0:u64", HOW)

static const char *const whole[] = { WHOLE (LESS), WHOLE (KEY) };
static const char *const chunks[] = { CHUNKS (LESS), CHUNKS (KEY) };

/* The form of a region, for FIRST elements.  */
static void
first_of_chunks (struct shape *sh, bool key, struct imp_expr *first)
{
  struct lower *l = sh->l;
  struct imp_var *nc = shape_chunks (sh);

  shape_text (sh, "size := max (chunk_size (n, cost), first)\n"
		  "nc := chunks (n, size)\n");
  shape_room (sh, "t", sh->s->res[0]->type->elem,
	      lower_product (l, imp_use (l->p, nc), e_again (l, first), "rooms"));
  shape_text (sh, chunks[key]);
}

/* Sort the first elements of S, FIRST of them, which go to R if that is not NULL, by LESS.  Returns
   what has them.  */
static struct vecval *
sort_first (struct lower *l, struct fir_stmt *s, struct fir_fn *less, struct imp_expr *first,
	    struct vecval *r)
{
  bool key = s->op == FIR_RADIX;
  struct shape sh;
  struct imp_expr *n;

  shape_begin (&sh, l, s, false);
  shape_vec (&sh, "v", s->args[0]);
  n = shape_expr (&sh, "n", vec_total (l, lower_vec (l, s->args[0])));
  first = shape_expr (&sh, "first", first);
  if (r)
    shape_expr (&sh, "r", e_again (l, r->data));
  else
    {
      r = shape_new (&sh, "r", s->res[0]->type, e_again (l, first));
      r->n[0] = e_again (l, n);
    }
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
  return r;
}

/* Lower S, which reads one element more than P says, and sorts by LESS: so, if these are few, else
   as another sort.  */
static void
first_or_all (struct lower *l, struct fir_stmt *s, struct fir_fn *less, struct fir_var *p)
{
  struct bind *b = lower_bind (l, s->res[0]);
  const struct type *u64 = type_size (l->ctx);
  struct imp_expr *k = lower_atom (l, fir_atom_var (p));
  struct vecval *r
    = vec_alloc (l, "r", s->res[0]->type,
		 lower_name (l, vec_total (l, lower_vec (l, s->args[0])), "n"), s->site);
  struct imp_block *after = l->b;
  struct imp_stmt *i;

  k = lower_name (l, k->type == u64 ? k : imp_prim (l->p, FIR_CONV, u64, 1, &k), "k");
  i = s_if (l, e_op (l, FIR_LT, e_again (l, k), e_size (l, MOST)));
  l->b = &i->body;
  sort_first (l, s, less, e_op (l, FIR_ADD, e_again (l, k), e_size (l, 1)), r);
  l->b = &i->orelse;
  b->place = r->data;
  if (s->op == FIR_RADIX)
    lower_radix (l, s);
  else
    lower_sort (l, s);
  l->b = after;
  b->place = NULL;
  b->vec = r;
}

bool
lower_first (struct lower *l, struct fir_stmt *s, struct fir_fn *less)
{
  struct fir_var *param;
  uint64_t first;

  if (lower_bind (l, s->res[0])->place)
    return false;
  first = lower_first_read (l, s->res[0], &param);
  if (!first)
    return false;
  for (struct fir_stmt *t = less->body->first; t; t = t->next)
    if (fir_may_fail (t) || t->op == FIR_CHECK)
      return false;
  if (first == READS_PARAM)
    {
      first_or_all (l, s, less, param);
      return true;
    }
  struct vecval *r = sort_first (l, s, less, e_size (l, first), NULL);
  pass_log_add (l->log, l->elem ? LOG_SEQUENTIAL : LOG_PARALLEL, s->site, 0,
		l->elem ? "inside a parallel loop" : "the first elements of each chunk");
  lower_bind (l, s->res[0])->vec = r;
  return true;
}
