/* Which of two values is the larger, as far as enclosing loops, blocks and conditions tell.

     i                      of `for i = b to e' is below e
     j + k                  k below 256, of `for j = b to b + (e - b & -256) step 256': below e
     b + k                  the same inside `if gt (b + (e - b & -256), b)'
     q                      below k inside `if lt (q, k)', not below k where that does not hold
     q - b                  q not below b, and below b + k: below k
     i + 1                  below k, if a condition says so of the last i, and that no sum wraps

   Does not: know the windows of iterations; imp-window.c does.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "imp-own.h"

/* Is E at most K, without replacing names?  */
static bool
plainly_at_most (struct owner *o, const struct imp_expr *e, const struct imp_expr *k)
{
  uint64_t m, n;

  return imp_same (o, e, k)
	 || (imp_is_const (imp_meaning (o, e), &m) && imp_is_const (imp_meaning (o, k), &n)
	     && m <= n);
}

/* Is E below K, both constants.  */
static bool
plainly_below (struct owner *o, const struct imp_expr *e, const struct imp_expr *k)
{
  uint64_t m, n;

  return imp_is_const (imp_meaning (o, e), &m) && imp_is_const (imp_meaning (o, k), &n) && m < n;
}

/* The loop whose index E is; NULL: it is none.  */
static struct imp_stmt *
loop_of (struct owner *o, const struct imp_expr *e)
{
  struct imp_stmt *s = e->kind == IMP_EXPR_VAR ? def_of (o, e->var)->by : NULL;

  return s && imp_counts (s) ? s : NULL;
}

/* --- What conditions say --------------------------------------------------------------------- */

/* LESS is below MORE or, !STRICT, not above it.  True: that is the fact searched for.  */
typedef bool compared_fn (struct owner *o, const struct imp_expr *less,
			  const struct imp_expr *more, bool strict, void *data);

/* Condition E holds or, !HOLDS, does not.  Call F on the facts that this implies, until it returns
   true.  */
static bool
says (struct owner *o, const struct imp_expr *e, bool holds, compared_fn *f, void *data)
{
  uint64_t n;

  if (!o->fuel || !--o->fuel)
    return false;
  e = imp_made_of (o, e);
  if (imp_is_prim (e, holds ? FIR_BAND : FIR_BOR))
    return says (o, e->args[0], holds, f, data) || says (o, e->args[1], holds, f, data);
  if (imp_is_prim (e, FIR_EQ) && imp_is_const (e->args[1], &n) && n == 0)
    return says (o, e->args[0], !holds, f, data);
  bool lt = imp_is_prim (e, FIR_LT), le = imp_is_prim (e, FIR_LE), gt = imp_is_prim (e, FIR_GT);
  if ((!lt && !le && !gt && !imp_is_prim (e, FIR_GE)) || !is_u64 (o, e->args[0]))
    return false;
  bool less = (lt || le) != holds;
  return f (o, e->args[less], e->args[!less], (lt || gt) == holds, data);
}

/* Does loop S begin where K is, or behind it.  */
static bool
begins_at (struct owner *o, const struct imp_stmt *s, const struct imp_expr *k)
{
  const struct imp_expr *b = imp_made_of (o, s->e[0]);

  return imp_same (o, s->e[0], k)
	 || (imp_is_prim (b, FIR_MAX) && is_u64 (o, b)
	     && (imp_same (o, b->args[0], k) || imp_same (o, b->args[1], k)));
}

/* The select of loop `for i = max (b, lo) to min (e, select (ok, m, lo))', which runs no iteration
   unless ok holds, and *E; NULL: S is not such a loop.  */
static const struct imp_expr *
chosen_end (struct owner *o, const struct imp_stmt *s, const struct imp_expr **e)
{
  const struct imp_expr *end = imp_made_of (o, s->e[1]);

  for (unsigned k = 0; k < 2 && imp_is_prim (end, FIR_MIN) && is_u64 (o, end); k++)
    {
      const struct imp_expr *x = imp_made_of (o, end->args[k]);

      *e = end->args[!k];
      if (imp_is_prim (x, FIR_SELECT) && begins_at (o, s, x->args[2]))
	return x;
    }
  return NULL;
}

static bool
stands_in (const struct imp_block *b, const struct imp_stmt *s)
{
  const struct imp_stmt *t = b->first;

  while (t && t != s)
    t = t->next;
  return t != NULL;
}

/* Call F on the facts that the enclosing conditions imply, until it returns true.  */
static bool
each_said (struct owner *o, compared_fn *f, void *data)
{
  for (const struct assumed *a = o->assumed; a; a = a->next)
    if (says (o, a->e, a->holds, f, data))
      return true;
  for (const struct around *a = o->around; a && a->next; a = a->next)
    {
      const struct imp_stmt *s = a->next->s;
      const struct imp_expr *e, *chosen = imp_counts (s) ? chosen_end (o, s, &e) : NULL;
      const struct imp_expr *c = s->kind == IMP_IF ? s->e[0] : chosen ? chosen->args[0] : NULL;

      /* The outputs of a loop are under the same conditions as its body.  */
      if (c && says (o, c, s->kind != IMP_IF || stands_in (&s->body, a->s), f, data))
	return true;
    }
  return false;
}

struct wanted
{
  const struct imp_expr *x, *y;
  bool strict;
};

static bool
is_wanted (struct owner *o, const struct imp_expr *less, const struct imp_expr *more, bool strict,
	   void *data)
{
  const struct wanted *w = (const struct wanted *) data;
  uint64_t m, n;

  /* A value above M is not below M + 1.  */
  if (strict && !w->strict && imp_is_const (imp_meaning (o, w->x), &n)
      && imp_is_const (imp_meaning (o, less), &m) && n && n - 1 <= m)
    return plainly_at_most (o, more, w->y);
  return plainly_at_most (o, w->x, less) && plainly_at_most (o, more, w->y)
	 && (strict || !w->strict || plainly_below (o, w->x, less)
	     || plainly_below (o, more, w->y));
}

/* Do the conditions say of X that it is below Y or, !STRICT, not above it.  */
static bool
said (struct owner *o, const struct imp_expr *x, const struct imp_expr *y, bool strict)
{
  struct wanted w = { x, y, strict };

  return each_said (o, is_wanted, &w);
}

/* --- Sums and blocks ------------------------------------------------------------------------- */

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

      return by && imp_counts (by) && imp_grows (o, by->e[0]) && imp_is_const (by->e[2], &n)
	     && n <= LARGE;
    }
  return (imp_is_prim (y, FIR_MUL) || imp_is_prim (y, FIR_ADD)) && is_u64 (o, y)
	 && imp_grows (o, y->args[0]) && imp_grows (o, y->args[1]);
}

/* Is every iteration number below chunks (N, K), so that number K is below N?  The number is that
   of PAR, or that plus a constant if its parfor runs over some of the chunks.  */
static bool
numbers_chunks (struct owner *o, const struct imp_expr *n, const struct imp_expr *k)
{
  const struct imp_expr *count = imp_made_of (o, imp_iterations (o->par)), *all = count;
  const struct imp_expr *sub = NULL;
  const struct imp_stmt *by;

  if (o->number != o->par->var)
    {
      const struct imp_expr *from = imp_meaning (o, imp_value (o, o->number)->args[1]);

      for (unsigned j = 0; j < 2 && imp_is_prim (count, FIR_MIN) && !sub; j++)
	{
	  const struct imp_expr *x = imp_made_of (o, count->args[j]);

	  sub = imp_is_prim (x, FIR_SUB) && is_u64 (o, x) && imp_same (o, x->args[1], from)
		? x : NULL;
	}
      by = from->kind == IMP_EXPR_VAR ? def_of (o, from->var)->by : NULL;
      if (!sub || !by || by->kind != IMP_FOR || !imp_same (o, by->e[1], sub->args[0]))
	return false;
      all = imp_made_of (o, sub->args[0]);
    }
  return all->kind == IMP_EXPR_CALL && all->fn == IMP_FN_CHUNKS && imp_same (o, all->args[0], n)
	 && imp_same (o, all->args[1], k);
}

static bool not_after (struct owner *o, const struct imp_expr *b, const struct imp_expr *e);

/* The call of cut that variable E has been given, and keeps; else NULL.  */
static const struct imp_expr *
cut_of (struct owner *o, const struct imp_expr *e)
{
  const struct imp_expr *x = e->kind == IMP_EXPR_VAR ? imp_value (o, e->var) : NULL;

  return x && x->kind == IMP_EXPR_CALL && x->fn == IMP_FN_CUT ? x : NULL;
}

/* Are B and E cuts, of the same rows, the first not behind the second.  */
static bool
cuts_in_order (struct owner *o, const struct imp_expr *b, const struct imp_expr *e)
{
  b = cut_of (o, b);
  e = cut_of (o, e);
  return b && e && imp_same_cuts (o, b, e) && not_after (o, b->args[3], e->args[3]);
}

/* Is B not above E.  */
static bool
not_after (struct owner *o, const struct imp_expr *b, const struct imp_expr *e)
{
  const struct imp_expr *least;
  uint64_t m, n;
  struct place p;

  if (!o->fuel || !--o->fuel)
    return false;
  p = imp_place_of (o, b, 0);
  if (imp_same (o, b, e) || (p.exact && numbers_chunks (o, e, p.exact)) || said (o, b, e, false)
      || cuts_in_order (o, b, e))
    return true;
  if (loop_of (o, b) && imp_same (o, loop_of (o, b)->e[1], e))
    return true;
  least = imp_made_of (o, b);
  if (imp_is_prim (least, FIR_MIN) && is_u64 (o, least)
      && (not_after (o, least->args[0], e) || not_after (o, least->args[1], e)))
    return true;
  e = imp_made_of (o, e);
  if (imp_is_prim (e, FIR_ADD) && imp_same (o, e->args[0], b))
    return (p.exact && imp_same (o, p.exact, e->args[1])) || imp_grows (o, e->args[1]);
  if (imp_is_prim (e, FIR_MIN) && is_u64 (o, e))
    return not_after (o, b, e->args[0]) && not_after (o, b, e->args[1]);
  b = imp_made_of (o, b);
  if (imp_is_const (b, &m) && !m)
    return true;
  if (imp_is_const (b, &m) && imp_is_const (e, &n))
    return m <= n;
  if (b->kind == IMP_EXPR_CALL && b->fn == IMP_FN_RESUME)
    return not_after (o, b->args[0], e);
  if (imp_is_prim (b, FIR_MAX) && is_u64 (o, b))
    return not_after (o, b->args[0], e) && not_after (o, b->args[1], e);
  return false;
}

/* The aligned end X + Y, `b + (e - b & -STEP)', of blocks: not above E, which B is not above.  */
const struct imp_expr *
imp_aligned_end (struct owner *o, const struct imp_expr *x, const struct imp_expr *y,
		 uint64_t *step)
{
  y = imp_made_of (o, y);
  if (!imp_is_prim (y, FIR_BAND) || !is_u64 (o, y) || !imp_is_const (y->args[1], step)
      || !imp_is_prim (y->args[0], FIR_SUB) || !imp_same (o, y->args[0]->args[1], x)
      || !not_after (o, x, y->args[0]->args[0]))
    return NULL;
  *step = -*step;
  return *step && !(*step & (*step - 1)) ? y->args[0]->args[0] : NULL;
}

/* Is E not above K.  */
static bool
at_most (struct owner *o, const struct imp_expr *e, const struct imp_expr *k)
{
  uint64_t m;

  if (!o->fuel || !--o->fuel)
    return false;
  if (plainly_at_most (o, e, k))
    return true;
  e = imp_made_of (o, e);
  if (imp_is_prim (e, FIR_MIN) && is_u64 (o, e))
    return at_most (o, e->args[0], k) || at_most (o, e->args[1], k);
  if (imp_is_prim (e, FIR_ADD) && (e = imp_aligned_end (o, e->args[0], e->args[1], &m)))
    return at_most (o, e, k);
  return false;
}

/* The number of elements of a block, if loop S runs over whole blocks, as its bounds show; else 0.
   E: an upper bound of the end of the last block.  */
uint64_t
imp_whole_blocks (struct owner *o, const struct imp_stmt *s, const struct imp_expr **e)
{
  const struct imp_expr *end = imp_made_of (o, s->e[1]), *begin = imp_meaning (o, s->e[0]);
  uint64_t step, align, first;

  if (!imp_is_const (s->e[2], &step) || !imp_is_prim (end, FIR_ADD)
      || !(*e = imp_aligned_end (o, end->args[0], end->args[1], &align)) || align != step)
    return 0;
  if (imp_same (o, begin, end->args[0])
      || (imp_is_prim (begin, FIR_ADD) && imp_same (o, begin->args[0], end->args[0])
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
  if (imp_is_prim (q, FIR_ADD))
    {
      const struct imp_expr *y = imp_made_of (o, q->args[1]);

      room = room_below (o, q->args[0], k);
      return room && imp_is_prim (y, FIR_MUL) && imp_is_const (imp_meaning (o, y->args[1]), &step)
		     && step && room % step == 0
		     && imp_is_below (o, y->args[0], imp_size (o->p, room / step))
		 ? step
		 : 0;
    }
  if (!loop_of (o, q))
    return 0;
  step = imp_whole_blocks (o, loop_of (o, q), &end);
  return step && at_most (o, end, k) ? step : 0;
}

/* An element of the first of some blocks: X + Y or, !X, Y alone.  */
struct first
{
  const struct imp_expr *x, *y;
  const struct imp_expr *end;	/* its upper bound */
};

/* If a multiple of STEP is added to B and B is below that, which is not above END, then at least
   the STEP elements from B on are below END.  */
static bool
is_first (struct owner *o, const struct imp_expr *less, const struct imp_expr *more, bool strict,
	  void *data)
{
  struct first *f = (struct first *) data;
  const struct imp_expr *m = imp_made_of (o, more);
  uint64_t step, n;

  if (!strict || !imp_is_prim (m, FIR_ADD) || !imp_same (o, less, m->args[0]))
    return false;
  if (f->x ? !imp_same (o, f->x, less) : !imp_is_const (imp_meaning (o, less), &n) || n)
    return false;
  f->end = imp_aligned_end (o, m->args[0], m->args[1], &step);
  return f->end && imp_is_below (o, f->y, imp_size (o->p, step));
}

/* An upper bound of X + Y, because an enclosing condition says that there is a whole block from X
   on, of more than Y elements; NULL: none.  X NULL: 0.  */
const struct imp_expr *
imp_first_block (struct owner *o, const struct imp_expr *x, const struct imp_expr *y)
{
  struct first f = { .x = x, .y = y };

  return each_said (o, is_first, &f) ? f.end : NULL;
}

/* An index, and the window whose end it may be before.  */
struct ended
{
  const struct imp_expr *x;
  const struct stride *win;
};

static bool
ends_window (struct owner *o, const struct imp_expr *less, const struct imp_expr *more, bool strict,
	     void *data)
{
  const struct ended *d = (const struct ended *) data;

  if (!strict || !imp_same (o, d->x, less))
    return false;
  struct place e = imp_place_of (o, more, 0);
  return (e.hi || e.in) && imp_same_stride (o, &e.win, d->win);
}

/* Does an enclosing condition say that X is before the end of window WIN.  */
bool
imp_before_end (struct owner *o, const struct imp_expr *x, const struct stride *win)
{
  struct ended d = { x, win };

  return each_said (o, ends_window, &d);
}

/* Is Q an element of a first block that is below K.  */
static bool
first_below (struct owner *o, const struct imp_expr *q, const struct imp_expr *k)
{
  bool sum = imp_is_prim (q, FIR_ADD) && is_u64 (o, q);
  const struct imp_expr *end = imp_first_block (o, sum ? q->args[0] : NULL, sum ? q->args[1] : q);

  return end && at_most (o, end, k);
}

/* Is the sum E an element of the block that its first operand begins: no step back then, up to
   *END, where the blocks end.  */
static bool
in_block (struct owner *o, const struct imp_expr *e, const struct imp_expr **end)
{
  struct imp_stmt *s = loop_of (o, imp_made_of (o, e->args[0]));
  uint64_t step = s ? imp_whole_blocks (o, s, end) : 0;

  return step && imp_is_below (o, e->args[1], imp_size (o->p, step));
}

/* --- Limits ---------------------------------------------------------------------------------- */

/* The least constant that is known not to be below E, where a loop ends; 0: none.  */
static uint64_t
end_limit (struct owner *o, const struct imp_expr *e)
{
  uint64_t m, n;

  if (!o->fuel || !--o->fuel)
    return 0;
  e = imp_made_of (o, e);
  if (imp_is_const (e, &n))
    return n <= LARGE ? n : 0;
  if (imp_is_prim (e, FIR_MIN) && is_u64 (o, e))
    {
      m = end_limit (o, e->args[0]);
      n = end_limit (o, e->args[1]);
      return m && (!n || m < n) ? m : n;
    }
  if (imp_is_prim (e, FIR_ADD) && (e = imp_aligned_end (o, e->args[0], e->args[1], &n)))
    return end_limit (o, e);
  return 0;
}

/* A constant that E is below; 0: none is known.  */
static uint64_t
limit (struct owner *o, const struct imp_expr *e)
{
  const struct imp_expr *end;
  uint64_t m, n;

  if (!o->fuel || !--o->fuel)
    return 0;
  e = imp_made_of (o, e);
  if (imp_is_const (e, &n))
    return n < LARGE ? n + 1 : 0;
  if (loop_of (o, e))
    return end_limit (o, loop_of (o, e)->e[1]);
  if (!imp_is_prim (e, FIR_ADD) || !is_u64 (o, e))
    return 0;
  if (in_block (o, e, &end) && (n = end_limit (o, end)))
    return n;
  m = limit (o, e->args[0]);
  n = m ? limit (o, e->args[1]) : 0;
  return n && m + n - 1 <= LARGE ? m + n - 1 : 0;
}

/* Is no index of loop S below its first one?  */
static bool
steps_up (struct owner *o, const struct imp_stmt *s)
{
  const struct imp_expr *end;
  uint64_t step;

  return (imp_is_const (s->e[2], &step) && step == 1) || imp_whole_blocks (o, s, &end);
}

/* --- Between the ends of a loop -------------------------------------------------------------- */

#define ADDENDS 8

struct sum
{
  unsigned n;			/* ADDENDS: these, or more */
  const struct imp_expr *of[ADDENDS];
};

static void
add (struct owner *o, struct sum *s, const struct imp_expr *e)
{
  const struct imp_expr *d = imp_made_of (o, e);
  uint64_t n;

  /* The last index between the ends is a name of a difference.  */
  if (imp_is_prim (d, FIR_SUB))
    d = e;
  /* A variable may be given a sum of itself.  */
  if (!o->fuel || !--o->fuel)
    s->n = ADDENDS;
  else if (imp_is_prim (d, FIR_ADD) && is_u64 (o, d))
    {
      add (o, s, d->args[0]);
      add (o, s, d->args[1]);
    }
  else if (imp_is_prim (d, FIR_SUB) && is_u64 (o, d) && imp_is_const (d->args[1], &n))
    {
      add (o, s, d->args[0]);
      add (o, s, imp_size (o->p, -n));
    }
  else if (s->n < ADDENDS && !(imp_is_const (d, &n) && n == 0))
    s->of[s->n++] = e;
}

/* X, which is index I of loop S and REST, against Y.  If

     lo + REST <= last + REST,

   LO not above and LAST not below any I, then no sum between them wraps but where all do, so X is
   not below the one and not above the other.  */
struct between
{
  const struct imp_stmt *s;
  struct sum rest;
  const struct imp_expr *y;
  bool below;			/* the question is X < Y, else X >= Y */
  const struct imp_expr *end;	/* the sum that Y is compared with */
};

/* If E is something and REST, that is *LEFT; NULL: 0.  */
static bool
without_rest (struct owner *o, const struct between *b, const struct imp_expr *e,
	      const struct imp_expr **left)
{
  struct sum s = { 0 };

  add (o, &s, e);
  if (s.n == ADDENDS)
    return false;
  for (unsigned k = 0; k < b->rest.n; k++)
    {
      unsigned j = 0;

      while (j < s.n && !imp_same (o, s.of[j], b->rest.of[k]))
	j++;
      if (j == s.n)
	return false;
      s.of[j] = s.of[--s.n];
    }
  *left = s.n ? s.of[0] : NULL;
  return s.n <= 1;
}

/* Is E not above any index of the loop and REST.  */
static bool
is_lo (struct owner *o, const struct between *b, const struct imp_expr *e)
{
  const struct imp_expr *lo;

  return without_rest (o, b, e, &lo) && (!lo || begins_at (o, b->s, lo));
}

/* Is E not below any index of the loop and REST: N - 1 of a loop to N, or end - (k + 1) of one to
   min (end, select (ok, end - k, lo)).  */
static bool
is_last (struct owner *o, const struct between *b, const struct imp_expr *e)
{
  const struct imp_expr *last, *end, *x;
  uint64_t m, n;

  if (!without_rest (o, b, e, &last) || !last)
    return false;
  if (imp_is_const (imp_meaning (o, last), &m))
    return (n = end_limit (o, b->s->e[1])) && n - 1 <= m;
  last = imp_made_of (o, last);
  x = chosen_end (o, b->s, &end);
  x = x ? imp_made_of (o, x->args[1]) : NULL;
  return x && imp_is_prim (x, FIR_SUB) && imp_is_prim (last, FIR_SUB)
	 && imp_same (o, x->args[0], end) && imp_same (o, last->args[0], end)
	 && imp_is_const (x->args[1], &n)
	 && imp_is_const (last->args[1], &m) && n < LARGE && m == n + 1;
}

static bool
is_growth (struct owner *o, const struct imp_expr *less, const struct imp_expr *more, bool strict,
	   void *data)
{
  const struct between *b = (const struct between *) data;

  (void) strict;
  return imp_same (o, b->end, b->below ? more : less) && is_lo (o, b, less)
	 && is_last (o, b, more);
}

static bool
is_end (struct owner *o, const struct imp_expr *less, const struct imp_expr *more, bool strict,
	void *data)
{
  struct between *b = (struct between *) data;

  b->end = b->below ? less : more;
  strict |= plainly_below (o, more, b->y);
  if (b->below ? !strict || !plainly_at_most (o, more, b->y) || !is_last (o, b, less)
	       : !plainly_at_most (o, b->y, less) || !is_lo (o, b, more))
    return false;
  return each_said (o, is_growth, b);
}

/* Do the conditions say of both ends of a loop whose index is in X that X is below Y, or BELOW is
   false and it is not.  */
static bool
said_of_ends (struct owner *o, const struct imp_expr *x, const struct imp_expr *y, bool below)
{
  const struct imp_expr *d = imp_made_of (o, x);
  struct sum s = { 0 };
  uint64_t n;

  add (o, &s, imp_is_prim (d, FIR_SUB) ? d : x);
  for (unsigned k = 0; k < s.n && s.n < ADDENDS; k++)
    {
      struct between b = { .s = loop_of (o, imp_made_of (o, s.of[k])), .rest = s, .y = y,
			   .below = below };

      b.rest.of[k] = b.rest.of[--b.rest.n];
      if (b.s && imp_is_const (b.s->e[2], &n) && n == 1 && each_said (o, is_end, &b))
	return true;
    }
  return false;
}

/* Is X not below Y.  Unlike not_after it takes no sum for granted: X may be any number that was
   loaded.  */
static bool
not_below (struct owner *o, const struct imp_expr *x, const struct imp_expr *y)
{
  const struct imp_expr *end;
  struct imp_stmt *loop;
  uint64_t n, top;

  if (!o->fuel || !--o->fuel)
    return false;
  if (plainly_at_most (o, y, x) || said (o, y, x, false) || said_of_ends (o, x, y, false))
    return true;
  x = imp_made_of (o, x);
  if (imp_is_const (x, &n))
    return (top = limit (o, y)) && top - 1 <= n;
  if (imp_is_prim (x, FIR_MAX) && is_u64 (o, x))
    return not_below (o, x->args[0], y) || not_below (o, x->args[1], y);
  if (imp_is_prim (x, FIR_ADD))
    return in_block (o, x, &end) && not_below (o, x->args[0], y);
  return (loop = loop_of (o, x)) && steps_up (o, loop) && not_below (o, loop->e[0], y);
}

/* Is X - Y below K: X, which is not below Y, is below K or Y + K.  If that sum wraps, it is not
   above Y.  */
static bool
rest_below (struct owner *o, const struct imp_expr *x, const struct imp_expr *y,
	    const struct imp_expr *k)
{
  struct imp_expr *sum, *turned;
  const struct imp_expr *d = imp_made_of (o, x);
  uint64_t m, n;

  /* From the end: (K - 1) - Y.  */
  if (imp_is_prim (d, FIR_SUB) && imp_same (o, d->args[0], k) && imp_is_const (d->args[1], &n)
      && n == 1 && imp_is_below (o, y, k))
    return true;
  if (imp_is_const (imp_meaning (o, y), &m) && imp_is_const (k, &n))
    sum = turned = imp_size (o->p, m + n);
  else
    {
      struct imp_expr *a = (struct imp_expr *) y, *b = (struct imp_expr *) k;

      sum = imp_prim2 (o->p, FIR_ADD, x->type, a, b);
      turned = imp_prim2 (o->p, FIR_ADD, x->type, b, a);
    }
  return not_below (o, x, y)
	 && (imp_is_below (o, x, k) || imp_is_below (o, x, sum)
	     || (turned != sum && imp_is_below (o, x, turned)));
}

/* Is each alternative of E below K, under the condition that selects it?  */
static bool
either_below (struct owner *o, const struct imp_expr *e, const struct imp_expr *k)
{
  struct assumed a = { e->args[0], true, o->assumed };
  bool below;

  o->assumed = &a;
  below = imp_is_below (o, e->args[1], k);
  a.holds = false;
  below = below && imp_is_below (o, e->args[2], k);
  o->assumed = a.next;
  return below;
}

/* Is Q below K.  */
bool
imp_is_below (struct owner *o, const struct imp_expr *q, const struct imp_expr *k)
{
  uint64_t m, n;
  const struct imp_expr *d = imp_made_of (o, imp_without_zero (o, q));

  if (!o->fuel || !--o->fuel)
    return false;
  k = imp_meaning (o, k);
  if (imp_is_const (d, &m) && imp_is_const (k, &n))
    return m < n;
  if (imp_is_prim (d, FIR_REM) && is_u64 (o, d)
      && (imp_same (o, d->args[1], k) || imp_is_below (o, d->args[0], k)))
    return true;
  if (imp_is_prim (d, FIR_MIN) && is_u64 (o, d)
      && (imp_is_below (o, d->args[0], k) || imp_is_below (o, d->args[1], k)))
    return true;
  if (room_below (o, d, k)
      || (imp_is_prim (d, FIR_ADD) && (m = room_below (o, d->args[0], k))
	  && imp_is_below (o, d->args[1], imp_size (o->p, m))))
    return true;
  if (loop_of (o, d) && at_most (o, loop_of (o, d)->e[1], k))
    return true;
  if (!imp_is_const (k, &n) && first_below (o, d, k))
    return true;
  if (imp_is_const (k, &n) && (m = limit (o, d)) && m <= n)
    return true;
  if (imp_is_prim (d, FIR_SUB) && is_u64 (o, d) && rest_below (o, d->args[0], d->args[1], k))
    return true;
  if (imp_is_prim (d, FIR_SELECT) && is_u64 (o, d) && either_below (o, d, k))
    return true;
  return said (o, q, k, true) || said_of_ends (o, q, k, true);
}
