/* Which of two values is the larger, as far as loops, blocks and conditions around say.

     i                      of `for i = b to e' is below e
     j + k                  k below 256, of `for j = b to b + (e - b & -256) step 256': below e
     q                      below k inside `if lt (q, k)'

   Does not: know where iterations have their windows; imp-place.c does.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-own.h"

/* The condition E says of Q that it is below K.  */
static bool
says_below (struct owner *o, const struct imp_expr *e, const struct imp_expr *q,
	    const struct imp_expr *k)
{
  if (is_prim (e, FIR_BAND))
    return says_below (o, e->args[0], q, k) || says_below (o, e->args[1], q, k);
  return is_prim (e, FIR_LT) && is_u64 (o, e->args[0]) && imp_same (o, e->args[0], q)
	 && imp_same (o, e->args[1], k);
}

static bool
stands_in (const struct imp_block *b, const struct imp_stmt *s)
{
  const struct imp_stmt *t = b->first;

  while (t && t != s)
    t = t->next;
  return t != NULL;
}

/* Is Y, which is added to something, no step back: small, so that the sum does not wrap.  */
bool
imp_grows (struct owner *o, const struct imp_expr *y)
{
  uint64_t n;

  y = imp_made_of (o, y);
  if (imp_is_const (y, &n))
    return n <= LARGE;
  if (y->kind == IMP_EXPR_VAR)
    {
      struct imp_stmt *by = def_of (o, y->var)->by;

      return by && by->kind == IMP_FOR && imp_grows (o, by->e[0]) && imp_is_const (by->e[2], &n)
	     && n <= LARGE;
    }
  return (is_prim (y, FIR_MUL) || is_prim (y, FIR_ADD)) && is_u64 (o, y)
	 && imp_grows (o, y->args[0]) && imp_grows (o, y->args[1]);
}

/* Is every number of an iteration below chunks (N, K), so that number K is below N.  The number is
   that of PAR, or with a constant added whose parfor goes over some of the chunks.  */
static bool
numbers_chunks (struct owner *o, const struct imp_expr *n, const struct imp_expr *k)
{
  const struct imp_expr *count = imp_made_of (o, o->par->e[0]), *all = count, *sub = NULL;
  const struct imp_stmt *by;

  if (o->number != o->par->var)
    {
      const struct imp_expr *from = imp_meaning (o, imp_value (o, o->number)->args[1]);

      for (unsigned j = 0; j < 2 && is_prim (count, FIR_MIN) && !sub; j++)
	{
	  const struct imp_expr *x = imp_made_of (o, count->args[j]);

	  sub = is_prim (x, FIR_SUB) && is_u64 (o, x) && imp_same (o, x->args[1], from) ? x : NULL;
	}
      by = from->kind == IMP_EXPR_VAR ? def_of (o, from->var)->by : NULL;
      if (!sub || !by || by->kind != IMP_FOR || !imp_same (o, by->e[1], sub->args[0]))
	return false;
      all = imp_made_of (o, sub->args[0]);
    }
  return all->kind == IMP_EXPR_CALL && all->fn == IMP_FN_CHUNKS && imp_same (o, all->args[0], n)
	 && imp_same (o, all->args[1], k);
}

/* Is B not above E.  */
static bool
not_after (struct owner *o, const struct imp_expr *b, const struct imp_expr *e)
{
  uint64_t m, n;
  struct place p;

  if (!o->fuel || !--o->fuel)
    return false;
  p = imp_place_of (o, b, 0);
  if (imp_same (o, b, e) || (p.exact && numbers_chunks (o, e, p.exact)))
    return true;
  e = imp_made_of (o, e);
  if (is_prim (e, FIR_ADD) && imp_same (o, e->args[0], b))
    return (p.exact && imp_same (o, p.exact, e->args[1])) || imp_grows (o, e->args[1]);
  if (is_prim (e, FIR_MIN) && is_u64 (o, e))
    return not_after (o, b, e->args[0]) && not_after (o, b, e->args[1]);
  b = imp_made_of (o, b);
  if (imp_is_const (b, &m) && !m)
    return true;
  if (imp_is_const (b, &m) && imp_is_const (e, &n))
    return m <= n;
  if (b->kind == IMP_EXPR_CALL && b->fn == IMP_FN_RESUME)
    return not_after (o, b->args[0], e);
  if (is_prim (b, FIR_MAX) && is_u64 (o, b))
    return not_after (o, b->args[0], e) && not_after (o, b->args[1], e);
  return false;
}

/* The aligned end X + Y, `b + (e - b & -STEP)', of blocks: not above E, which B is not above.  */
const struct imp_expr *
imp_aligned_end (struct owner *o, const struct imp_expr *x, const struct imp_expr *y,
		 uint64_t *step)
{
  y = imp_made_of (o, y);
  if (!is_prim (y, FIR_BAND) || !is_u64 (o, y) || !imp_is_const (y->args[1], step)
      || !is_prim (y->args[0], FIR_SUB) || !imp_same (o, y->args[0]->args[1], x)
      || !not_after (o, x, y->args[0]->args[0]))
    return NULL;
  *step = -*step;
  return *step && !(*step & (*step - 1)) ? y->args[0]->args[0] : NULL;
}

/* Is E not above K.  */
static bool
at_most (struct owner *o, const struct imp_expr *e, const struct imp_expr *k)
{
  uint64_t m, n;

  if (imp_same (o, e, k)
      || (imp_is_const (imp_meaning (o, e), &m) && imp_is_const (imp_meaning (o, k), &n) && m <= n))
    return true;
  e = imp_made_of (o, e);
  if (is_prim (e, FIR_MIN) && is_u64 (o, e))
    return at_most (o, e->args[0], k) || at_most (o, e->args[1], k);
  if (is_prim (e, FIR_ADD) && (e = imp_aligned_end (o, e->args[0], e->args[1], &m)))
    return at_most (o, e, k);
  return false;
}

/* If loop S goes over whole blocks that begin at B and end where B and END, its e[1], say, how many
   elements these have; else 0.  E: what the last of them does not go beyond.  */
uint64_t
imp_whole_blocks (struct owner *o, const struct imp_stmt *s, const struct imp_expr **e)
{
  const struct imp_expr *end = imp_made_of (o, s->e[1]), *begin = imp_meaning (o, s->e[0]);
  uint64_t step, align, first;

  if (!imp_is_const (s->e[2], &step) || !is_prim (end, FIR_ADD)
      || !(*e = imp_aligned_end (o, end->args[0], end->args[1], &align)) || align != step)
    return 0;
  if (imp_same (o, begin, end->args[0])
      || (is_prim (begin, FIR_ADD) && imp_same (o, begin->args[0], end->args[0])
	  && imp_is_const (begin->args[1], &first) && first % step == 0 && first <= LARGE))
    return step;
  return 0;
}

/* How many elements from Q on are below K; 0: that is not known.  */
static uint64_t
room_below (struct owner *o, const struct imp_expr *q, const struct imp_expr *k)
{
  uint64_t step, room;
  const struct imp_expr *end;

  q = imp_made_of (o, q);
  if (is_prim (q, FIR_ADD))
    {
      const struct imp_expr *y = imp_made_of (o, q->args[1]);

      room = room_below (o, q->args[0], k);
      return room && is_prim (y, FIR_MUL) && imp_is_const (imp_meaning (o, y->args[1]), &step)
		     && step && room % step == 0
		     && imp_is_below (o, y->args[0], imp_size (o->p, room / step))
		 ? step
		 : 0;
    }
  if (q->kind != IMP_EXPR_VAR || !def_of (o, q->var)->by || def_of (o, q->var)->by->kind != IMP_FOR)
    return 0;
  step = imp_whole_blocks (o, def_of (o, q->var)->by, &end);
  return step && at_most (o, end, k) ? step : 0;
}

/* Is Q below K.  */
bool
imp_is_below (struct owner *o, const struct imp_expr *q, const struct imp_expr *k)
{
  uint64_t m, n;
  const struct imp_expr *d = imp_made_of (o, q);

  if (!o->fuel || !--o->fuel)
    return false;
  k = imp_meaning (o, k);
  if (imp_is_const (d, &m) && imp_is_const (k, &n))
    return m < n;
  if (is_prim (d, FIR_REM) && is_u64 (o, d) && imp_same (o, d->args[1], k))
    return true;
  if (room_below (o, d, k)
      || (is_prim (d, FIR_ADD) && (m = room_below (o, d->args[0], k))
	  && imp_is_below (o, d->args[1], imp_size (o->p, m))))
    return true;
  if (d->kind == IMP_EXPR_VAR && def_of (o, d->var)->by && def_of (o, d->var)->by->kind == IMP_FOR
      && at_most (o, def_of (o, d->var)->by->e[1], k))
    return true;
  if (q->kind != IMP_EXPR_VAR)
    return false;
  for (struct around *a = o->around; a && a->next; a = a->next)
    if (a->next->s->kind == IMP_IF && stands_in (&a->next->s->body, a->s)
	&& says_below (o, a->next->s->e[0], q, k))
      return true;
  return false;
}
