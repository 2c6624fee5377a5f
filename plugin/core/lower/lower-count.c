/* Lowering of owners and ordering, the parts of expand and bucket that are not loops over elements.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   owners runs in chunks of its result, so that an element with many results is divided, too: the
   beginning of a chunk is found by binary search (Elsman, Larsen, "Data-Parallel Flattening by
   Expansion", section 3; there by a scan).  An owner is written eight times, whatever the length of
   its span: the next ones overwrite the excess, and short spans, whose lengths branch prediction
   cannot guess, cost no branch.  ordering is a counting sort: each chunk counts separately, a scan
   over all counts gives each chunk its places, a second pass over the chunks writes.  A chunk has
   at least 16 elements per key.  Counts are added row by row of keys, in memory order.
   It counts once, also for the bins of the same keys that bucket takes the lengths of its rows
   from; in an element without chunks, but for a long row.  */

#include "lower-shape.h"
#include "lower-write.h"

static const char owners[] =
  "new size: u64 := chunk_size (n, 4)\n"
  "parfor c < chunks (n, size) cost mul (size, 4) trusted spans {\n"
  "  new k: u64 := mul (c, size)\n"
  "  new e: u64 := min (n, add (k, size))\n"
  "  new i: u64 := 0\n"
  "  new j: u64 := no\n"
  "  while lt (add (i, 1), j) {\n"
  "    new m: u64 := div (add (i, j), 2)\n"
  "    if le (o[m], k) { i := m } else { j := m }\n"
  "  }\n"
  "  while lt (k, e) {\n"
  "    new end: u64 := e\n"
  "    if lt (add (i, 1), no) { end := min (e, o[add (i, 1)]) }\n"
  "    if le (add (k, 8), e) {\n"
  "      for q = k to add (k, 8) ivdep { r[q] := i }\n"
  "      for q = add (k, 8) to end ivdep { r[q] := i }\n"
  "    } else {\n"
  "      for q = k to end ivdep { r[q] := i }\n"
  "    }\n"
  "    k := max (k, end)\n"
  "    i := add (i, 1)\n"
  "  }\n"
  "}\n";

static const char ordering[] =
  "parfor c < nc cost mul (size, 4) trusted places {\n"
  "  new row: u64 := mul (c, n)\n"
  "  for q = 0 to n ivdep { count[add (row, q)] := 0 }\n"
  "  new b: u64 := mul (c, size)\n"
  "  for q = b to min (nk, add (b, size)) {\n"
  "    new x: u64 := 0\n"
  "    do x := k (q) elem q\n"
  "    new at: u64 := add (row, x)\n"
  "    count[at] := add (count[at], 1)\n"
  "  }\n"
  "}\n"
  "for q = 0 to n ivdep { total[q] := 0 }\n"
  "for c = 0 to nc {\n"
  "  for q = 0 to n ivdep { total[q] := add (total[q], count[add (mul (c, n), q)]) }\n"
  "}\n"
  "new sum: u64 := 0\n"
  "for q = 0 to n {\n"
  "  new x: u64 := total[q]\n"
  "  total[q] := sum\n"
  "  sum := add (sum, x)\n"
  "}\n"
  "for c = 0 to nc {\n"
  "  for q = 0 to n ivdep {\n"
  "    new at: u64 := add (mul (c, n), q)\n"
  "    new x: u64 := count[at]\n"
  "    count[at] := total[q]\n"
  "    total[q] := add (total[q], x)\n"
  "  }\n"
  "}\n"
  "parfor c < nc cost mul (size, 4) trusted places {\n"
  "  new row: u64 := mul (c, n)\n"
  "  new b: u64 := mul (c, size)\n"
  "  for q = b to min (nk, add (b, size)) {\n"
  "    new x: u64 := 0\n"
  "    do x := k (q) elem q\n"
  "    new at: u64 := add (row, x)\n"
  "    new to: u64 := count[at]\n"
  "    new v: T\n"
  "    do v := y (q) elem q\n"
  "    r[to] := v\n"
  "    count[at] := add (to, 1)\n"
  "  }\n"
  "}\n";

/* In an element: number[q] have key q; place[q] is where the next one goes.  */
static const char count_keys[] =
  "for q = 0 to n ivdep { number[q] := 0 }\n"
  "for q = 0 to nk {\n"
  "  new x: u64 := 0\n"
  "  do x := k (q) elem q\n"
  "  number[x] := add (number[x], 1)\n"
  "}\n";

static const char place_keys[] =
  "new sum: u64 := 0\n"
  "for q = 0 to n {\n"
  "  place[q] := sum\n"
  "  sum := add (sum, number[q])\n"
  "}\n"
  "for q = 0 to nk {\n"
  "  new x: u64 := 0\n"
  "  do x := k (q) elem q\n"
  "  new to: u64 := place[x]\n"
  "  new v: T\n"
  "  do v := y (q) elem q\n"
  "  r[to] := v\n"
  "  place[x] := add (to, 1)\n"
  "}\n";

/* The owners of N elements.  */
static struct vecval *
write_owners (struct shape *sh, struct imp_expr *n)
{
  n = shape_expr (sh, "n", n);
  shape_vec (sh, "o", sh->s->args[0]);
  struct vecval *r = shape_new (sh, "r", sh->s->res[0]->type, e_again (sh->l, n));
  shape_text (sh, owners);
  return r;
}

/* How many have each key, behind what `ordering' does.  */
static const char number_keys[] =
  "new before: u64 := 0\n"
  "for q = 0 to n {\n"
  "  number[q] := sub (total[q], before)\n"
  "  before := total[q]\n"
  "}\n";

/* Ordering in chunks, by N keys.  */
static void
order_parallel (struct shape *sh, struct imp_expr *n)
{
  struct lower *l = sh->l;
  const struct type *u64 = type_size (l->ctx);
  struct imp_var *nc = shape_chunks (sh);
  shape_text (sh, "size := max (chunk_size (nk, 4), mul (16:u64, min (n, nk)))\n"
	      "nc := chunks (nk, size)\n");
  shape_room (sh, "count", u64, lower_name (l, e_op (l, FIR_MUL, imp_use (l->p, nc),
						     e_again (l, n)), "rooms"));
  shape_room (sh, "total", u64, e_again (l, n));
  shape_text (sh, ordering);
}

/* The bins behind S, an ordering, that S counts for; NULL: there are none.  */
static struct fir_stmt *
counts_for (struct lower *l, struct fir_stmt *s)
{
  struct fir_stmt *t = s->next;

  while (t && !write_counted (l, t, s))
    t = t->next;
  return t;
}

/* Ordering by N keys, which are counted for the bins behind it, too.  */
static void
order_counting (struct shape *sh, struct imp_expr *n)
{
  struct lower *l = sh->l;
  struct fir_stmt *bins = counts_for (l, sh->s);

  if (bins)
    {
      struct bind *b = lower_bind (l, bins->res[0]);
      b->vec = shape_new (sh, "number", bins->res[0]->type, e_again (l, n));
      b->early = true;
    }
  order_parallel (sh, n);
  if (bins)
    shape_text (sh, number_keys);
}

/* Ordering inside an element, by N keys.  What fails has failed when elements are placed.  */
static void
order_element (struct shape *sh, struct imp_expr *n)
{
  struct lower *l = sh->l;
  const struct type *t = type_vec (l->ctx, type_size (l->ctx));
  bool fails = sh->fails;
  l->elem->ordering = sh->s;
  l->elem->counts = shape_new (sh, "number", t, e_again (l, n));
  if (shape_alone (sh))
    {
      order_parallel (sh, n);
      shape_text (sh, number_keys);
      shape_alone_safe (sh);
      shape_as_inside (sh);
    }
  shape_new (sh, "place", t, e_again (l, n));
  shape_text (sh, count_keys);
  if (fails)
    lower_rest_if_ok (l);
  sh->checked = true;
  shape_text (sh, place_keys);
  sh->fails = fails && sh->alone;
  shape_both (sh);
}

static struct vecval *
lower_ordering (struct shape *sh)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = sh->s;
  struct imp_expr *n = shape_expr (sh, "n", lower_atom (l, s->args[1]));
  shape_elem (sh, "k", s->args[0]);
  shape_elem (sh, "y", s->args[2]);
  shape_type (sh, "T", s->res[0]->type->elem);
  struct vecval *r = shape_new (sh, "r", s->res[0]->type, shape_length (sh, s->args[0]));
  if (l->elem)
    order_element (sh, n);
  else
    order_counting (sh, n);
  return r;
}

/* --- Owners that are looked up --------------------------------------------------------------- */

/* Owners with fewer elements, on average, are kept for loops that look at them twice.  */
#define KEPT_SPAN 16

/* How often is V looked up in B at I?  */
static unsigned
looked_up (struct fir_block *b, struct fir_var *v, struct fir_var *i)
{
  unsigned n = 0;
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      n += s->op == FIR_AT && s->args[0].var == v && s->args[1].var == i;
      if (s->op == FIR_IF || s->op == FIR_CASE)
	for (unsigned k = 0; k < s->nfns; k++)
	  n += looked_up (s->fns[k]->body, v, i);
    }
  return n;
}

/* Can S, a loop, be one over owners: does it combine no vectors, and scan nothing?  *TWICE is set
   if it looks at its elements twice.  */
static bool
takes_spans (struct fir_stmt *s, bool *twice)
{
  if (s->op != FIR_LOOP)
    return false;
  *twice |= fir_may_fail (s);
  for (unsigned k = 0; k < s->nouts; k++)
    *twice |= s->outs[k].kind == OUT_FILTER;
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].kind == OUT_SCAN || s->outs[k].kind == OUT_EXSCAN
	|| type_is_vec (fir_atom_type (s->outs[k].value)))
      return false;
  return true;
}

/* Is all that needs S, owners, loops that may be loops over them?  They have the offsets in
   memory.  */
static bool
spans_do (struct lower *l, struct fir_stmt *s, bool *twice)
{
  struct vecval *o = lower_vec (l, s->args[0]);
  unsigned n = 0;
  *twice = false;
  if (o->kind != VEC_MEM || o->step[0])
    return false;
  for (struct fir_stmt *t = s->next; t; t = t->next)
    if (fir_stmt_uses (t, s->res[0]) && takes_spans (t, twice)
	&& fir_atom_equal (t->args[0], s->args[1]))
      n += looked_up (t->fns[0]->body, s->res[0], t->fns[0]->params[0]);
  return n && n == fir_count_uses (l->region->body, s->res[0]);
}

/* S, owners, as what looks them up.  They are kept where loops look at elements TWICE, and elements
   with the same owner are so few that looking up costs more.  */
static void
look_up (struct lower *l, struct fir_stmt *s, bool twice)
{
  struct vecval *v = vec_new (l, VEC_OWNERS, s->res[0]->type), *o = lower_vec (l, s->args[0]);
  struct imp_expr *n = lower_name (l, lower_atom (l, s->args[1]), "n");
  v->of = o;
  v->n[0] = n;
  v->a = e_const (l, type_i32 (l->ctx), 0, 0);
  v->data = e_again (l, o->data);
  if (twice)
    {
      struct shape sh;
      struct imp_expr *few = e_op (l, FIR_MUL, vec_len (l, o), e_size (l, KEPT_SPAN));
      shape_begin (&sh, l, s, false);
      v->a = lower_name (l, e_op (l, FIR_LT, e_again (l, n), few), "kept");
      v->data = write_owners (&sh, e_select (l, e_again (l, v->a), e_again (l, n),
					     e_size (l, 0)))->data;
      shape_end (&sh);
    }
  lower_bind (l, s->res[0])->vec = v;
}

/* --- Statements ------------------------------------------------------------------------------ */

void
lower_count (struct lower *l, struct fir_stmt *s)
{
  struct shape sh;
  bool twice;
  if (s->op == FIR_OWNERS && spans_do (l, s, &twice))
    {
      look_up (l, s, twice);
      return;
    }
  shape_begin (&sh, l, s, false);
  struct vecval *r = s->op == FIR_OWNERS
		       ? write_owners (&sh, lower_atom (l, s->args[1])) : lower_ordering (&sh);
  shape_raise (&sh);
  shape_end (&sh);
  pass_log_add (l->log, l->elem ? LOG_SEQUENTIAL : LOG_PARALLEL, s->site, 0,
		l->elem ? "inside a parallel loop"
		: s->op == FIR_OWNERS ? "owners by chunks of the result" : "counting sort");
  lower_bind (l, s->res[0])->vec = r;
}
