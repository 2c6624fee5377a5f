/* Moving a loop down to another: statements in between that need it move behind both.

     a; x; d (needs a); y; b    =>    x; y; a; b; d

   Legal if b needs nothing that moves behind it, and no two statements whose order is observable
   are exchanged:
     - check terms and stores keep their order: an error handler finds the preceding stores done,
       and only those;
     - terms that may fail keep their order, also with check terms and stores, since loops report
       when they end; but a check term of B's own builtin may move before terms that only B needs
       (an element that only a failing builtin would need may go unchecked);
     - a loop that stores and one behind it that may fail, or counts what a check of room asks,
       are not merged;
     - B stays behind every check term that preceded it, except those of the room of its own
       destination, which only protect the write at the region's end.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* The variables bound by A; by statements that move to keep the order; by those that move since
   they need A.  */
enum { MARK_NONE, MARK_A, MARK_ORDER, MARK_MOVED };

struct marks
{
  struct fuse *f;
  unsigned worst;
  struct fir_var *except;
};

static void
look (struct fir_atom *a, void *data)
{
  struct marks *m = (struct marks *) data;

  if (a->var && a->var != m->except && a->var->aux
      && ((struct var_info *) a->var->aux)->mark > m->worst)
    m->worst = ((struct var_info *) a->var->aux)->mark;
}

/* The greatest mark of what S uses, EXCEPT aside.  */
static unsigned
needs_marked (struct fuse *f, struct fir_stmt *s, struct fir_var *except)
{
  struct marks m = { f, MARK_NONE, except };

  fir_stmt_each_atom (s, look, &m);
  return m.worst;
}

static void
mark (struct fuse *f, struct fir_stmt *s, unsigned with)
{
  for (unsigned k = 0; k < s->nres; k++)
    fuse_info (f, s->res[k])->mark = with;
}

/* Must X, which comes first, stay before Y?  */
static bool
ordered (struct fir_stmt *x, struct fir_stmt *y)
{
  return (x->op == FIR_CHECK || fuse_stores (x) || fuse_may_fail (x))
	 && (y->op == FIR_CHECK || fuse_stores (y) || fuse_may_fail (y));
}

/* Is check C said of a builtin that has become part of loop B?  */
static bool
own_check (struct fir_stmt *c, struct fir_stmt *b)
{
  for (unsigned k = 0; k < b->nouts; k++)
    if (c->site && b->outs[k].site == c->site)
      return true;
  return false;
}

/* Nothing but B needs A's results.  */
static bool
only_for (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  for (unsigned k = 0; k < a->nres; k++)
    if (fir_count_uses (f->r->body, a->res[k]) != fir_stmt_uses (b, a->res[k]))
      return false;
  return true;
}

/* C checks the room for as many elements as COUNT says.  */
static bool
room_check (struct fir_stmt *c, struct fir_var *count)
{
  return count && c->op == FIR_CHECK && c->check == CHECK_ROOM && c->args[3].var == count;
}

/* What the walk from A to B knows.  */
struct sink
{
  struct fuse *f;
  struct fir_stmt *a, *b;
  struct fir_var *count;
  struct fir_stmt **moved;	/* in order */
  unsigned n;
  const char *why;
};

/* Must X, between A and B, move behind them?  The mark says why.  */
static unsigned
must_move (struct sink *k, struct fir_stmt *x)
{
  unsigned needs = needs_marked (k->f, x, NULL);

  if (needs)
    return needs == MARK_ORDER ? MARK_ORDER : MARK_MOVED;
  if (ordered (k->a, x)
      && !(x->op == FIR_CHECK && !fuse_stores (k->a) && own_check (x, k->b)
	   && only_for (k->f, k->a, k->b)))
    return MARK_ORDER;
  for (unsigned j = 0; j < k->n; j++)
    if (ordered (k->moved[j], x))
      return MARK_ORDER;
  return MARK_NONE;
}

/* May X be behind B?  */
static bool
may_follow (struct sink *k, struct fir_stmt *x)
{
  if (room_check (x, k->count) && !fuse_stores (k->a))
    {
      struct fir_atom room = x->args[1];
      struct marks m = { k->f, MARK_NONE, NULL };

      look (&room, &m);
      if (!m.worst && !fuse_may_fail (k->b))
	return true;
      k->why = m.worst ? "the room is known only behind it"
	       : "elements may fail behind a check of room";
      return false;
    }
  if (x->op == FIR_CHECK)
    {
      k->why = "a check stands before the other loop";
      return false;
    }
  if (ordered (x, k->b))
    {
      k->why = fuse_stores (x) && fuse_stores (k->b) ? "the order of stores would change"
	       : "the order of errors would change";
      return false;
    }
  return true;
}

/* Is the room for a filter of B checked, when B has counted, by another builtin than one that A
   stores for?  Room for all of B's elements needs no check.  */
static bool
checked_behind (struct fir_stmt *a, struct fir_stmt *b)
{
  for (struct fir_stmt *x = b->next; x; x = x->next)
    {
      if (x->op != FIR_CHECK || x->check != CHECK_ROOM || own_check (x, a)
	  || fir_atom_equal (x->args[1], b->args[0]))
	continue;
      struct fir_stmt *def = fir_atom_def (x->args[3]);
      if (def == b || (def && def->op == FIR_LEN && fir_atom_def (def->args[0]) == b))
	return true;
    }
  return false;
}

static bool
try_sink (struct sink *k)
{
  unsigned room = 0, m;

  if (fuse_stores (k->a) && (fuse_may_fail (k->b) || checked_behind (k->a, k->b)))
    {
      k->why = "its store must be done if the other loop fails";
      return false;
    }
  for (struct fir_stmt *x = k->a->next; x && x != k->b; x = x->next)
    room++;
  k->moved = CTX_NEWV (k->f->p->ctx, struct fir_stmt *, room);
  mark (k->f, k->a, MARK_A);
  for (struct fir_stmt *x = k->a->next; x && x != k->b; x = x->next)
    {
      m = must_move (k, x);
      if (!m)
	continue;
      k->moved[k->n++] = x;
      mark (k->f, x, m);
    }
  m = needs_marked (k->f, k->b, k->count);
  if (m == MARK_MOVED)
    k->why = "the other loop needs what is computed from the result";
  else if (m == MARK_ORDER)
    k->why = "the order of errors would change";
  for (unsigned j = 0; j < k->n && !k->why; j++)
    may_follow (k, k->moved[j]);
  mark (k->f, k->a, MARK_NONE);
  for (unsigned j = 0; j < k->n; j++)
    mark (k->f, k->moved[j], MARK_NONE);
  return !k->why;
}

bool
fuse_can_sink (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b, struct fir_var *count,
	       const char **why)
{
  struct sink k = { f, a, b, count, NULL, 0, NULL };

  if (try_sink (&k))
    return true;
  *why = k.why;
  return false;
}

void
fuse_sink (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b, struct fir_var *count)
{
  struct sink k = { f, a, b, count, NULL, 0, NULL };
  struct fir_stmt *after = b->next;

  if (!try_sink (&k))
    ctx_fatal (f->p->ctx, "fuse: a loop moves where it may not: %s", k.why);
  if (a->next != b)
    law_fired (f->p->ctx, LAW_M1);
  for (unsigned j = 0; j < k.n; j++)
    {
      fir_unlink (k.moved[j]);
      if (after)
	fir_insert_before (after, k.moved[j]);
      else
	fir_append (b->parent, k.moved[j]);
    }
  fir_unlink (a);
  fir_insert_before (b, a);
}
