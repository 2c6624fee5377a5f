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

/* Bounds beyond MOST: that of a parameter of the region, which need be looked at when the region
   runs; none.  */
#define PARAM (UINT64_MAX - 1)
#define UNKNOWN UINT64_MAX

/* The loops around a statement, from the innermost one on.  */
struct around
{
  const struct around *outer;
  const struct fir_stmt *loop;
};

/* The result X of a sort, the bound of the indices of its elements that are read so far, and how
   many uses have been seen.  */
struct reads
{
  struct fir_var *x;
  uint64_t bound;
  unsigned uses;
  const struct fir_region *region;	/* whose parameters may be bounds; NULL: none */
  struct fir_var *param;		/* the one that is; others are not */
};

static bool
is_unsigned (const struct type *t)
{
  return type_is_integral (t) && !scalar_info[t->scalar].is_signed;
}

/* May V, a parameter of the region, be a bound?  */
static bool
may_bound (struct reads *r, struct fir_var *v)
{
  if (!r->region || !type_is_integral (v->type) || (r->param && r->param != v))
    return false;
  for (unsigned k = 0; k < r->region->nparams; k++)
    if (r->region->params[k] == v)
      r->param = v;
  return r->param == v;
}

/* A is less than this, whatever it is; PARAM: no more than R's parameter, if that is not negative
   nor large.  AROUND: the loops around it.  A signed number that becomes an unsigned one may be
   large.  */
static uint64_t
bound (struct reads *r, struct fir_atom a, const struct around *around)
{
  const struct fir_stmt *d = a.var ? a.var->def : NULL;
  uint64_t n, m;

  if (a.cst)
    return type_is_integral (a.cst->type) && !a.cst->origin && a.cst->i < MOST + 1
	   ? (uint64_t) a.cst->i + 1 : UNKNOWN;
  for (; !d && around; around = around->outer)
    if (around->loop->fns[0]->params[0] == a.var)
      {
	n = bound (r, around->loop->args[0], around->outer);
	return n > MOST + 1 || n == 0 ? n : n - 1;
      }
  if (!d)
    return may_bound (r, a.var) ? PARAM : UNKNOWN;
  if (!type_is_integral (a.var->type))
    return UNKNOWN;
  if (d->op == FIR_CONV && (is_unsigned (fir_atom_type (d->args[0])) || d->args[0].cst
				|| !d->args[0].var->def))
    return bound (r, d->args[0], around);
  /* Of steps, not before 0, of one or more each.  */
  if (d->op == FIR_STEPS && bound (r, d->args[0], around) < PARAM && d->args[2].cst
      && (__int128) d->args[2].cst->i > 0)
    return bound (r, d->args[1], around);
  if ((d->op != FIR_MIN || !is_unsigned (a.var->type)) && d->op != FIR_SELECT)
    return UNKNOWN;
  n = bound (r, d->args[d->nargs - 2], around);
  m = bound (r, d->args[d->nargs - 1], around);
  if (d->op == FIR_SELECT && n != m && (n == PARAM || m == PARAM))
    return UNKNOWN;
  return (d->op == FIR_MIN) == (n < m) ? n : m;
}

/* The bound of the indices that T reads of R's x, its operand; UNKNOWN if it is no such statement.
   A slice that begins before 0, or ends after x, is checked before.  */
static uint64_t
read_bound (struct reads *r, const struct fir_stmt *t, const struct around *around)
{
  if ((t->op == FIR_AT || t->op == FIR_GET) && t->args[0].var == r->x)
    return bound (r, t->args[1], around);
  if (t->op == FIR_LEN)
    return 0;
  if (t->op == FIR_SLICE && bound (r, t->args[0], around) < PARAM && t->args[2].cst
      && t->args[2].cst->i == 1)
    {
      uint64_t n = bound (r, t->args[1], around);
      return n > MOST + 1 || n == 0 ? n : n - 1;
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
	  uint64_t n = uses == 1 ? read_bound (r, t, around) : UNKNOWN;
	  r->uses++;
	  if (n != 0 && r->bound != 0 && n != r->bound && (n == PARAM || r->bound == PARAM))
	    n = UNKNOWN;
	  if (n > r->bound)
	    r->bound = n;
	}
      for (unsigned k = 0; k < t->nfns; k++)
	note_reads (r, t->fns[k]->body, t->op == FIR_LOOP ? &in : around);
    }
}

/* How many of the first elements of what S makes are read, if that is known and it is so many that
   they are inserted; else 0.  PARAM: no more than 1 and the parameter that is then in *PARAM, which
   belongs to REGION, unless that is NULL.  */
static uint64_t
first_read (const struct fir_region *region, struct fir_stmt *s, struct fir_var **param)
{
  struct reads r = { s->res[0], 0, 0, region, NULL };

  if (s->res[0]->type->kind != TYPE_VEC || s->res[0]->type->elem->kind == TYPE_VEC)
    return 0;
  note_reads (&r, s->parent, NULL);
  *param = r.param;
  return (r.bound <= MOST || r.bound == PARAM) && r.uses == fir_count_uses (s->parent, r.x)
	 ? r.bound : 0;
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
  first = first_read (l->region, s, &param);
  if (!first)
    return false;
  for (struct fir_stmt *t = less->body->first; t; t = t->next)
    if (fir_may_fail (t) || t->op == FIR_CHECK)
      return false;
  if (first == PARAM)
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
