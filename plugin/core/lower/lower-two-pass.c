/* Lowering of loops in two passes: rows that leaves return, and expensive scalars, are computed
   once.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Ragged rows are counted before they are written.  A row that a loop makes is counted without
   being made, but a leaf has to be called to find the length of its row.  To avoid a second call,
   the first pass keeps the row, and the second reads it:

     new r := rows (n)
     parfor { for i { new v := leaf ...; eval keep_row (r, i, v); count } }
     parfor { for i { new v := kept_row (r, i); write } }
     release r

   In a loop that is stated whole the body has `eval keep_row (r, i, v) kept', and the pass chunk
   takes v from the room in the second pass (imp_copy_found).

   A statement is kept if both passes need its vector and computing it calls a leaf: it is a leaf,
   or a branch or loop that contains one; such a loop is run in the first pass, too.  Statements
   that only these need are not computed in the second pass.

   A scalar that both passes need, a filter's guard above all, is kept in a temp of the loop's
   length if computing it costs more than storing and loading it.  Predicates that filter by
   predicates would be called 2^depth times.  Of a guard it is kept whether it holds, in a byte,
   also if not the guard is expensive but what only the guard needs.

   So is what each turn of a loop inside the element computes, if it costs that much: how often each
   is to be repeated, say, found by a search.  If the loop takes as many turns as the row has that
   the element reads, they have the places of these:

     temp r [o[n] - o[0]]
     loop i < n along (o, ...) { ... } do { ...
       new d := padd (r, o[i] - o[0])
       for j = 0 to o[i + 1] - o[i] { new x := ...   d[j] := x kept   ... x ... } }

   If the loop stores a vector of such, that itself is made in the room.  The second pass has no
   such loop then (imp-dead.c).  So only in a loop that is stated whole, whose body stands there
   once; the pass chunk keeps nothing for which only one of the passes has a use.

   The values of a filter that the first pass makes, as they may fail, are packed, if the loop is
   not stated whole and has nothing else: each chunk keeps its own one behind another, from the
   place of its first element on.  The second pass moves them, and tests no guard again:

     temp kept [n]
     parfor { for i { if guard { kept[b + acc] := v   acc := acc + 1 } } part[c] := acc }
     parfor { move (d + part[c], kept + b, part[c + 1] - part[c]) }

   Loops inside an element compute everything once (lower-grow.c) and keep nothing.
   Does not: keep records, or rows for loops that only filter; what loops of other lengths compute,
   or loops in branches, or in loops.  */

#include "lower-loop.h"

struct kept *
keep_of (struct loop *lp, struct fir_stmt *s)
{
  struct kept *k = lp->kept;
  while (k && k->s != s)
    k = k->next;
  return k;
}

static void
note_call (struct fir_stmt *s, void *data)
{
  bool *calls = (bool *) data;
  *calls |= s->op == FIR_LEAF && s->nres && type_is_vec (s->res[0]->type);
}

/* Scalars that cost more than this, in instructions, are not computed twice; nor are those of
   recursions, of which nobody knows how often they call themselves.  */
#define DEAR 100

/* Is S expensive: does it, or a recursion that it calls, cost that much?  */
static bool
dear (struct fir_stmt *s)
{
  const struct fir_stmt *fn = s->op == FIR_APPLY ? fir_atom_def (s->args[0]) : NULL;
  return (fn && fn->op == FIR_MU) || fir_stmt_cost (s) >= DEAR;
}

/* Is S's result one vector, computed by calling leaves, or an expensive scalar?  */
static bool
worth_keeping (struct fir_stmt *s)
{
  bool calls = false;
  if (s->nres == 1 && type_is_scalar (s->res[0]->type))
    return dear (s);
  if (s->nres != 1 || !type_is_vec (s->res[0]->type))
    return false;
  if (s->op == FIR_LEAF)
    return true;
  if (s->op != FIR_IF && s->op != FIR_CASE && s->op != FIR_LOOP)
    return false;
  for (unsigned k = 0; k < s->nfns; k++)
    fir_walk (s->fns[k]->body, note_call, &calls);
  return calls;
}

/* Does loop S of LP's body take as many turns as the row has that the element reads?  */
static bool
turns_along (struct loop *lp, struct fir_stmt *s)
{
  return lp->stated && s->op == FIR_LOOP && rowplace_rows_p (lp, s->args[0]);
}

/* Does loop S store a vector of scalars, each expensive, in memory of its own, that the first of
   both passes of LP makes, too?  */
static bool
dear_elements (struct loop *lp, struct fir_stmt *s)
{
  const struct fir_out *o = s->outs;
  const struct bind *b;
  if (!s->nouts || o->kind != OUT_VEC || !fir_atom_none (o->guard) || !fir_atom_none (o->dest)
      || !type_is_scalar (fir_atom_type (o->value)))
    return false;
  for (unsigned k = 1; k < s->nouts; k++)
    if (s->outs[k].kind != OUT_REDUCE || !type_is_scalar (fir_atom_type (s->outs[k].value)))
      return false;
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].o->value.var == o->res)
      return false;
  b = lower_bind (lp->l, o->res);
  return !b->count_only && !b->place && !b->grown && !b->combined
	 && fir_block_cost (s->fns[0]->body) >= DEAR;
}

/* Does computing S, a cheap scalar, need an expensive one that nothing else in LP needs?  */
static bool
needs_dear (struct loop *lp, struct fir_stmt *s)
{
  if (!fir_straight (s) || s->nfns || fir_may_fail (s))
    return false;
  for (unsigned k = 0; k < s->nargs; k++)
    {
      struct fir_stmt *d = fir_atom_def (s->args[k]);
      if (d && d->parent == lp->body && d->nres == 1 && type_is_scalar (d->res[0]->type)
	  && fir_stmt_uses (lp->s, d->res[0]) == 1 && !fir_may_fail (d)
	  && (dear (d) || needs_dear (lp, d)))
	return true;
    }
  return false;
}

/* Is S's result nothing but a guard of LP's outputs?  */
static bool
only_guards (struct loop *lp, struct fir_stmt *s)
{
  unsigned guards = 0;
  if (s->nres != 1 || s->res[0]->type != type_i32 (lp->l->ctx))
    return false;
  for (unsigned k = 0; k < lp->nouts; k++)
    guards += lp->outs[k].o->guard.var == s->res[0];
  return guards && guards == fir_stmt_uses (lp->s, s->res[0]);
}

/* LP keeps S, of LOOP.  */
static struct kept *
keep (struct loop *lp, struct fir_stmt *s, struct fir_stmt *loop)
{
  struct kept *k = CTX_NEW (lp->l->ctx, struct kept);
  k->s = s;
  k->loop = loop;
  k->next = lp->kept;
  lp->kept = k;
  return k;
}

/* LP keeps the expensive scalars that each turn of LOOP computes.  */
static void
keep_turns (struct loop *lp, struct fir_stmt *loop)
{
  for (struct fir_stmt *s = loop->fns[0]->body->first; s; s = s->next)
    if (s->nres == 1 && type_is_scalar (s->res[0]->type) && worth_keeping (s) && !keep_of (lp, s))
      keep (lp, s, loop);
}

bool
keep_found (struct loop *lp, struct fir_stmt *s, unsigned i)
{
  if (lp->keeping == KEEPING_READ)
    return keep_of (lp, s) != NULL;
  if (lp->keeping != KEEPING_FIND)
    return false;
  if (keep_of (lp, s))
    return true;
  if (!lp->need1[i])
    return false;
  bool guard = only_guards (lp, s), along = turns_along (lp, s);
  bool all = along && dear_elements (lp, s);
  if (along && !all)
    keep_turns (lp, s);
  if (!all && !worth_keeping (s) && !(guard && needs_dear (lp, s)))
    return false;
  keep (lp, s, all ? s : NULL)->guard = guard;
  return true;
}

/* Does the running pass count rows, or the guards of a filter?  */
static bool
counts (struct loop *lp)
{
  for (unsigned k = 0; k < lp->nouts; k++)
    if (lp->outs[k].job == JOB_LENGTHS || lp->outs[k].job == JOB_COUNT)
      return true;
  return false;
}

/* Find the statements that LP keeps; false if it cannot have any.  */
static bool
find_kept (struct loop *lp)
{
  job_set (lp, 1, 2);
  if (!counts (lp))
    return false;
  lp->need1 = lp->need;
  lp->keeping = KEEPING_FIND;
  job_set (lp, 2, 2);
  return true;
}

void
keep_plan (struct loop *lp)
{
  lp->keeping = KEEPING_NONE;
  if (find_kept (lp))
    lp->keeping = KEEPING_KEEP;
}

bool
keep_rows_p (const struct loop *lp)
{
  for (const struct kept *k = lp->kept; k; k = k->next)
    if (type_is_vec (k->s->res[0]->type))
      return true;
  return false;
}

bool
keep_turns_p (const struct loop *lp)
{
  for (const struct kept *k = lp->kept; k; k = k->next)
    if (k->loop)
      return true;
  return false;
}

void
keep_forget (struct loop *lp)
{
  lp->keeping = KEEPING_NONE;
  lp->kept = NULL;
}

/* What LP's only output, a filter, has for values, if that is kept and can be packed: if the first
   pass takes its elements one after another.  Else NULL.  */
static struct kept *
packs (struct loop *lp)
{
  const struct out *o = lp->outs;
  struct fir_stmt *s = lp->nouts == 1 && o->o->kind == OUT_FILTER && !o->rows
		       ? fir_atom_def (o->o->value) : NULL;
  struct kept *k = s ? keep_of (lp, s) : NULL;
  enum blocks blocks;
  if (!k || k->loop || k->guard || lp->stated || keep_rows_p (lp) || keep_turns_p (lp))
    return NULL;
  job_set (lp, 1, 2);
  blocks = chunk_lanes_pay (lp);
  job_set (lp, 2, 2);
  return blocks == BLOCKS_NONE ? k : NULL;
}

void
keep_begin (struct loop *lp)
{
  struct lower *l = lp->l;
  if (!find_kept (lp))
    return;
  lp->packed = packs (lp);
  if (lp->packed)
    {
      /* What else is kept serves to find the values again.  */
      lp->kept = lp->packed;
      lp->kept->next = NULL;
    }
  lp->keeping = KEEPING_KEEP;
  for (struct kept *k = lp->kept; k; k = k->next)
    {
      const struct type *t = k->s->res[0]->type;
      if (k->loop)
	{
	  t = fir_atom_type (k->loop == k->s ? k->s->outs[0].value : fir_atom_var (k->s->res[0]));
	  k->places = rowplace_find (lp, k->loop->args[0]);
	  k->room = s_temp (l, "kept", t, rowplace_all (lp, k->places), k->s->site);
	  continue;
	}
      if (!type_is_vec (t))
	{
	  t = k->guard ? type_scalar (l->ctx, SCALAR_U8) : t;
	  k->room = s_temp (l, "kept", t, e_again (l, lp->n), k->s->site);
	  continue;
	}
      t = type_vec (l->ctx, t);
      k->room = s_new (l, "kept", t, e_call (l, IMP_FN_ROWS, t, 1, e_again (l, lp->n)));
      vec_own (l, k->room);
    }
}

void
keep_read (struct loop *lp)
{
  if (lp->keeping == KEEPING_KEEP)
    lp->keeping = KEEPING_READ;
}

void
keep_both (struct loop *lp)
{
  if (lp->keeping == KEEPING_READ)
    lp->keeping = KEEPING_KEEP;
}

void
keep_end (struct loop *lp)
{
  struct lower *l = lp->l;
  lp->keeping = KEEPING_NONE;
  for (struct kept *k = lp->kept; k; k = k->next)
    if (type_is_vec (k->s->res[0]->type) && !k->loop)
      {
	imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = k->room;
	vec_disown (l, k->room);
      }
}

/* BASE + N elements.  */
static struct imp_expr *
behind (struct lower *l, struct imp_expr *base, struct imp_expr *n)
{
  struct imp_expr *args[] = { base, n };
  return imp_prim (l->p, FIR_PADD, base->type, 2, args);
}

bool
keep_moves (struct loop *lp, struct imp_var *size, struct imp_var *nc)
{
  struct lower *l = lp->l;
  struct imp_block *after = l->b;
  struct out *o = lp->outs;
  const struct type *u64 = type_size (l->ctx);
  struct imp_stmt *s, *i;
  struct imp_expr *c, *from;
  struct imp_var *at, *end;
  if (!lp->packed)
    return false;
  s = imp_stmt_new (l->p, l->b, IMP_PARFOR, lp->s->site);
  s->trust = IMP_TRUST_CURSOR;
  s->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, "c", u64);
  s->e[0] = imp_use (l->p, nc);
  s->e[1] = imp_use (l->p, size);
  l->b = &s->body;
  c = imp_use (l->p, s->var);
  at = s_new (l, "at", u64, imp_load (l->p, imp_use (l->p, o->comb.part), e_again (l, c)));
  end = s_new (l, "end", u64, imp_use (l->p, o->comb.sum));
  i = s_if (l, e_op (l, FIR_LT, e_op (l, FIR_ADD, e_again (l, c), e_size (l, 1)),
		     imp_use (l->p, nc)));
  l->b = &i->body;
  s_assign (l, end, imp_load (l->p, imp_use (l->p, o->comb.part),
			      e_op (l, FIR_ADD, e_again (l, c), e_size (l, 1))));
  l->b = &s->body;
  from = imp_use (l->p, lp->packed->room);
  from->type = o->mem.d->type;
  from = behind (l, from, e_op (l, FIR_MUL, c, imp_use (l->p, size)));
  imp_stmt_new (l->p, l->b, IMP_EVAL, 0)->e[0]
    = e_call (l, IMP_FN_MOVE, NULL, 3, behind (l, e_again (l, o->mem.d), imp_use (l->p, at)), from,
	      e_op (l, FIR_MUL, e_op (l, FIR_SUB, imp_use (l->p, end), imp_use (l->p, at)),
		    e_size (l, lp->packed->room->type->size)));
  l->b = after;
  lp->packed = NULL;
  return true;
}

/* Store handle H as row INDEX of K's room.  */
static void
keep_row (struct lower *l, struct kept *k, struct imp_expr *index, struct imp_expr *h)
{
  imp_stmt_new (l->p, l->b, IMP_EVAL, k->s->site)->e[0]
    = e_call (l, IMP_FN_KEEP_ROW, NULL, 3, imp_use (l->p, k->room), e_again (l, index), h);
}

/* The handle to keep for V, the result of K's statement: an owned one.  The result of a branch may
   be a view of memory that the procedure drops after its last use, or the element at its end.  */
static struct imp_expr *
own_handle (struct lower *l, struct kept *k, struct vecval *v)
{
  if (k->s->op == FIR_IF || k->s->op == FIR_CASE)
    return e_call (l, IMP_FN_KEEP, v->type, 1, imp_use (l->p, v->handle));
  if (!v->owned || v->lent)
    return vec_owned (l, v);
  vec_disown (l, v->handle);
  return imp_use (l->p, v->handle);
}

/* In a loop that states both passes: V, the result of K's statement for element INDEX, is put into
   the room, and read from there from now on.  */
static void
give_whole_row (struct lower *l, struct kept *k, struct vecval *v, struct imp_expr *index)
{
  struct imp_expr *h = lower_name (l, own_handle (l, k, v), k->s->res[0]->name);
  keep_row (l, k, index, h);
  l->b->last->kept = true;
  lower_bind (l, k->s->res[0])->vec = vec_of_handle (l, h->var, v->type, false);
}

/* V, the result of K's statement for element INDEX, is put into the room.  If nothing else can
   refer to its memory it is given away, and its handle is borrowed from now on.  */
static void
give (struct lower *l, struct kept *k, struct vecval *v, struct imp_expr *index)
{
  bool away = k->s->op != FIR_IF && k->s->op != FIR_CASE && v->owned && !v->lent;
  keep_row (l, k, index, own_handle (l, k, v));
  if (away)
    v->owned = false;
}

/* Where what K's loop computes for element INDEX lies.  */
static void
turns_at (struct loop *lp, struct kept *k, struct imp_expr *index)
{
  struct lower *l = lp->l;
  const struct type *ptr = type_ptr (l->ctx, k->room->type, 0);
  struct imp_expr *room = imp_use (l->p, k->room);
  room->type = ptr;
  k->at = s_new (l, "at", ptr, behind (l, room, rowplace_at (lp, k->places, index)));
}

/* Emit loop S of element INDEX, in which something is kept.  */
static void
keep_in_turns (struct loop *lp, struct fir_stmt *s, struct imp_expr *index)
{
  struct bind *b = NULL;
  for (struct kept *k = lp->kept; k; k = k->next)
    if (k->loop == s)
      {
	turns_at (lp, k, index);
	if (k->s != s)
	  continue;
	b = lower_bind (lp->l, s->outs[0].res);
	b->place = imp_use (lp->l->p, k->at);
	b->kept = true;
      }
  lower_stmt (lp->l, s);
  for (struct kept *k = lp->kept; k; k = k->next)
    if (k->loop == s)
      k->at = NULL;
  if (!b)
    return;
  b->place = NULL;
  b->kept = false;
}

/* Emit S of turn INDEX of a loop in an element, where K keeps it.  */
static void
keep_turn (struct lower *l, struct kept *k, struct imp_expr *index)
{
  struct fir_var *v = k->s->res[0];
  lower_stmt (l, k->s);
  struct imp_expr *e = lower_name (l, lower_atom (l, fir_atom_var (v)), v->name);
  lower_bind (l, v)->e = e;
  s_store (l, imp_use (l->p, k->at), e_again (l, index), e_again (l, e));
  l->b->last->kept = e->kind == IMP_EXPR_VAR;
}

/* Does LP keep anything in loop S?  */
static bool
keeps_turns (const struct loop *lp, const struct fir_stmt *s)
{
  for (const struct kept *k = lp->kept; k; k = k->next)
    if (k->loop == s)
      return true;
  return false;
}

/* Whether V is not 0.  */
static struct imp_expr *
nonzero (struct lower *l, struct imp_expr *v)
{
  return e_op (l, FIR_NE, v, e_const (l, v->type, 0, 0));
}

void
keep_stmt (struct loop *lp, struct fir_stmt *s, struct imp_expr *index)
{
  struct lower *l = lp->l;
  struct kept *k = keep_of (lp, s), *turn = NULL;
  struct loop *r = lp->nested ? l->elem->region : NULL;
  if (r && r->whole && l->elem->around && !l->elem->around->around)
    turn = keep_of (r, s);
  /* Nowhere if the loop is done in another form, which keeps nothing.  */
  if (turn && turn->at)
    {
      keep_turn (l, turn, index);
      return;
    }
  if (s->op == FIR_LOOP && keeps_turns (lp, s))
    {
      keep_in_turns (lp, s, index);
      return;
    }
  if (k && lp->keeping == KEEPING_READ)
    {
      const struct type *t = s->res[0]->type;
      if (!type_is_vec (t))
	{
	  struct imp_expr *v = lower_name (l, imp_load (l->p, imp_use (l->p, k->room),
							 e_again (l, index)), s->res[0]->name);
	  lower_bind (l, s->res[0])->e = k->guard ? nonzero (l, v) : v;
	  return;
	}
      struct imp_expr *row = e_call (l, IMP_FN_KEPT_ROW, t, 2, imp_use (l->p, k->room),
				     e_again (l, index));
      lower_bind (l, s->res[0])->vec
	= vec_of_handle (l, s_new (l, s->res[0]->name, t, row), t, false);
      return;
    }
  if (k && s->op == FIR_LEAF)
    lower_bind (l, s->res[0])->lasts = true;
  lower_stmt (l, s);
  if (k && !type_is_vec (s->res[0]->type))
    {
      struct imp_expr *v = lower_atom (l, fir_atom_var (s->res[0]));
      if (k->guard)
	{
	  v = nonzero (l, v);
	  v = imp_prim (l->p, FIR_CONV, type_scalar (l->ctx, SCALAR_U8), 1, &v);
	}
      if (k == lp->packed)
	index = lower_name (l, e_op (l, FIR_ADD, imp_use (l->p, lp->begin),
				     imp_use (l->p, lp->outs->comb.acc)), "at");
      if (lp->whole)
	{
	  v = lower_name (l, v, s->res[0]->name);
	  lower_bind (l, s->res[0])->e = k->guard ? nonzero (l, e_again (l, v)) : v;
	}
      s_store (l, imp_use (l->p, k->room), e_again (l, index), lp->whole ? e_again (l, v) : v);
      l->b->last->kept = lp->whole && v->kind == IMP_EXPR_VAR;
    }
  else if (k && lp->whole)
    give_whole_row (l, k, lower_bind (l, s->res[0])->vec, index);
  else if (k)
    give (l, k, lower_bind (l, s->res[0])->vec, index);
}
