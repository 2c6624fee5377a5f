/* The elements of memory that an iteration of a parfor owns.

   DPIA passes each iteration a part of the output (Atkey et al., sections 3.3 and 4.2: idxAcc).
   IMP stores by index, and here that part is recovered.  Iteration c owns the window

     [c S, (c + 1) S)       of memory that is stored to, for one S invariant in the parfor,

   and every store and load of that memory must provably stay inside:

     out[c]                 S = 1
     out[c S + q]           q below S
     out[i]                 i from c S to c S + S

   or, S being a weight, [cut (c S), cut ((c + 1) S)), or a multiple of that: cut, a function of the
   runtime, does not decrease, and nothing that it reads is stored to.

   Likewise with c + K in place of c, if K is the same for all iterations and c is not used
   otherwise.

   imp-window.c finds the windows that indices are in, imp-origin.c the memory that pointers lead to
   and their shift in it before the parfor, imp-effect.c the effects of called functions.  All
   accesses of memory that is stored to must agree in that shift and in the width of elements, or be
   to disjoint parts of it.
   Parameters are assumed to lead to different memory.  A pointer may lead to everything that it was
   derived from; but a destination that is exchanged for a temp if it overlaps what is read
   (lower-store.c) does not lead to that.
   An iteration owns the memory that it allocates; memory of a private space needs no other proof.
   A parfor of one iteration owns everything.

   Does not: understand cursors, cuts and places that are computed before the parfor.  Parfors that
   rely on them are `trusted', by a name that is a row of imp.def, and skipped here.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "imp-own.h"
#include "fir/text.h"

/* --- Accesses -------------------------------------------------------------------------------- */

/* A load or store of an element of WIDTH bytes.  */
struct access
{
  struct place at;
  uint64_t width;
  unsigned n;			/* how many origins it has */
  const struct imp_var *cursor;	/* of the loop, whose elements store behind it: nothing else stores
				   there, but the positions are unknown; NULL: none */
};

/* The access of BASE[INDEX].  */
static struct access
access_of (struct owner *o, const struct imp_expr *base, const struct imp_expr *index)
{
  struct access a = { .width = imp_expr_is_area (base) ? base->type->size
			       : imp_width (base->type) };

  o->fuel = FUEL;
  a.at = imp_plus (o, base, index, 0);
  if (a.at.lo && !a.at.in && imp_place_of (o, base, 0).zero)
    a.at.in = imp_before_end (o, index, &a.at.win);
  return a;
}

/* A target in the memory FROM leads to, NULL: it is not stored to.  */
static struct target *
target_of (struct owner *o, const struct origin *from)
{
  struct target *t = o->targets;

  while (t && t->from.of != from->of)
    t = t->next;
  return t;
}

/* Is access A one in the window of T, if both begin where T does.  */
static bool
has_window (struct owner *o, const struct target *t, const struct access *a)
{
  return !t->noted && !t->cursor && a->at.in && a->width == t->width
	 && imp_same_stride (o, &t->win, &a->at.win);
}

/* Is access A of FROM one in the window of T, or, a store, behind the same cursor.  */
static bool
stays_in (struct owner *o, const struct target *t, const struct access *a,
	  const struct origin *from)
{
  return (has_window (o, t, a)
	  || (t->cursor && t->cursor == a->cursor && t->width == a->width))
	 && imp_same_shift (o, &t->from.at, &from->at);
}

/* --- Destinations that are chosen by `overlap' ----------------------------------------------- */

struct alike
{
  const struct origin *to;
  bool shifted;			/* any place in TO's memory will do */
  bool yes, no;
};

static void
check_alike (struct owner *o, const struct origin *from, void *data)
{
  struct alike *a = (struct alike *) data;

  if (from->of && from->of == a->to->of
      && (a->shifted || imp_same_shift (o, &from->at, &a->to->at)))
    a->yes = true;
  else
    a->no = true;
}

/* Does E, evaluated before the parfor, lead where TO does and nowhere else or, SHIFTED, perhaps
   into the same memory.  */
static bool
leads_to (struct owner *o, const struct imp_expr *e, const struct origin *to, bool shifted)
{
  struct alike a = { .to = to, .shifted = shifted };

  imp_origins_before (o, e, check_alike, &a);
  return a.yes && (shifted || !a.no);
}

/* Memory that is stored to, and other memory that may overlap it.  */
struct pair
{
  const struct origin *to, *other;
  bool shifted;			/* any position in OTHER's memory is possible, as for strided
				   reads */
  bool same;			/* if both are at one address they are the same iteration's */
};

/* Does condition E hold if what P says overlaps.  */
static bool
says_overlap (struct owner *o, const struct imp_expr *e, struct pair p)
{
  if (imp_is_prim (e, FIR_BOR))
    return says_overlap (o, e->args[0], p) || says_overlap (o, e->args[1], p);
  if (p.same && imp_is_prim (e, FIR_BAND) && imp_is_prim (e->args[0], FIR_NE)
      && leads_to (o, e->args[0]->args[0], p.to, false)
      && leads_to (o, e->args[0]->args[1], p.other, false))
    {
      p.same = false;
      return says_overlap (o, e->args[1], p);
    }
  return e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_OVERLAP
	 && leads_to (o, e->args[0], p.to, false) && leads_to (o, e->args[2], p.other, p.shifted);
}

static bool
is_or_of (const struct imp_expr *e, const struct imp_var *v)
{
  return e->kind == IMP_EXPR_PRIM && e->op == FIR_BOR && imp_is_var (e->args[0], v);
}

/* Stores that CHOICE leads to P's place come to another one if that overlaps the other of P: of the
   condition under which they do, to which terms are only added, one says so, and comes before.
   That OVERLAP is asked about all that is stored and read is taken for granted.  */
static bool
choice_apart (struct owner *o, const struct given *choice, struct pair p)
{
  const struct imp_var *v = choice ? choice->in->e[0]->var : NULL;
  const struct def *d = v ? def_of (o, v) : NULL;
  bool said = false;

  if (!d || !d->by || d->by->kind != IMP_NEW || d->often)
    return false;
  for (const struct given *g = d->given; g; g = g->next)
    {
      if (g->by->kind != IMP_NEW && !is_or_of (g->e, v))
	return false;
      said |= g->block == d->block && g->when < choice->when && says_overlap (o, g->e, p);
    }
  return said;
}

/* Is load A of FROM apart from all stores to T: several destinations in one array have a condition
   each.  */
static bool
load_apart (struct owner *o, const struct target *t, const struct access *a,
	    const struct origin *from)
{
  struct pair p = { &t->from, from, true, has_window (o, t, a) };
  const struct choice *c = t->choices;

  while (c && choice_apart (o, c->unless, p))
    c = c->next;
  return t->choices && !c;
}

/* Is store A to FROM apart from all stores to T: of each two, one of them makes way.  */
static bool
store_apart (struct owner *o, const struct target *t, const struct access *a,
	     const struct origin *from)
{
  struct pair p = { from, &t->from, false, has_window (o, t, a) };
  struct pair q = { &t->from, from, false, p.same };
  const struct choice *c = t->choices;

  while (c && (choice_apart (o, from->unless, p) || choice_apart (o, c->unless, q)))
    c = c->next;
  return t->choices && !c;
}

/* --- Stores ---------------------------------------------------------------------------------- */

/* A store leads to T, unless UNLESS.  */
static void
add_choice (struct owner *o, struct target *t, const struct given *unless)
{
  struct choice *c = t->choices;

  while (c && c->unless != unless)
    c = c->next;
  if (c)
    return;
  c = CTX_NEW (o->p->ctx, struct choice);
  *c = (struct choice) { unless, t->choices };
  t->choices = c;
}

static void
note_target (struct owner *o, const struct origin *from, void *data)
{
  struct access *a = (struct access *) data;
  struct target *mine = NULL;
  bool apart = (a->at.in || a->cursor) && !from->at.vague;

  a->n++;
  if (!from->of)
    o->bad = "it cannot be seen where the parfor stores";
  if (o->bad || def_of (o, from->of)->inside)
    return;
  for (struct target *t = o->targets; t && apart; t = t->next)
    if (t->from.of == from->of)
      {
	if (stays_in (o, t, a, from))
	  mine = t;
	else
	  apart = store_apart (o, t, a, from);
      }
  if (!apart)
    {
      o->bad = "it cannot be seen that iterations of the parfor store at different places";
      return;
    }
  if (!mine)
    {
      mine = CTX_NEW (o->p->ctx, struct target);
      mine->from = *from;
      mine->win = a->at.win;
      mine->width = a->width;
      mine->cursor = a->cursor;
      mine->next = o->targets;
      o->targets = mine;
    }
  add_choice (o, mine, from->unless);
}

/* Memory with noted bytes belongs to no iteration, and so must not be stored or read otherwise.  */
static void
note_noted (struct owner *o, const struct origin *from, void *data)
{
  struct target *t = target_of (o, from);

  (void) data;
  if (!from->of || (t && !t->noted))
    o->bad = "it cannot be seen that what the parfor notes is not stored in another way";
  if (t || o->bad || def_of (o, from->of)->inside)
    return;
  t = CTX_NEW (o->p->ctx, struct target);
  t->from = *from;
  t->noted = true;
  t->next = o->targets;
  o->targets = t;
}

/* The cursor of the loop that E, a pointer or an index, is reckoned from; NULL: none.  */
static const struct imp_var *
cursor_in (struct owner *o, const struct imp_expr *e)
{
  const struct imp_stmt *out = e->kind == IMP_EXPR_VAR ? imp_output (o->par, e->var) : NULL;
  const struct imp_var *v = NULL;

  if (out && out->kind == IMP_CURSOR)
    return e->var;
  if (e->kind == IMP_EXPR_VAR)
    return def_of (o, e->var)->inside && imp_value (o, e->var)
	   ? cursor_in (o, imp_value (o, e->var)) : NULL;
  if (imp_is_prim (e, FIR_ADD) || imp_is_prim (e, FIR_PADD) || imp_is_prim (e, FIR_MUL))
    v = cursor_in (o, e->args[0]) ? cursor_in (o, e->args[0]) : cursor_in (o, e->args[1]);
  return v;
}

/* A store to BASE[INDEX]; CURSOR: it is behind that of a filter, NULL: of none.  */
static void
note_store (struct owner *o, const struct imp_expr *base, const struct imp_expr *index,
	    const struct imp_var *cursor)
{
  if (imp_is_own (o, base))
    return;
  struct access a = access_of (o, base, index);

  if (!cursor)
    cursor = cursor_in (o, base) ? cursor_in (o, base) : cursor_in (o, index);
  a.cursor = cursor;
  a.at.in &= !cursor;
  imp_origins (o, base, note_target, &a);
  if (!a.n)
    o->bad = "it cannot be seen where the parfor stores";
}

/* --- Loads ----------------------------------------------------------------------------------- */

/* An unknown pointer leads to none of the targets if it was loaded from memory to which the
   procedure stores no pointer to one.  */
static void
check_origin (struct owner *o, const struct origin *from, void *data)
{
  struct access *a = (struct access *) data;
  bool bad = !from->of && o->targets && (from->number || o->kept_target);

  for (struct target *t = o->targets; t && from->of && !bad; t = t->next)
    if (t->from.of == from->of && !load_apart (o, t, a, from))
      {
	bad = !stays_in (o, t, a, from);
	if (t->stored && !bad)
	  o->bad = "an element reads what it has stored, and runs twice";
      }
  if (bad)
    o->bad = "an iteration of the parfor may read what another one stores";
}

/* A pointer or handle that is stored to memory leads to FROM.  */
static void
note_kept (struct owner *o, const struct origin *from, void *data)
{
  (void) data;
  if (from->of)
    o->kept_of[from->of->id] = true;
  else
    o->kept_number |= from->number;
}

/* Does one of these lead to a target, maybe?  */
static bool
kept_target (const struct owner *o)
{
  const struct target *t = o->targets;

  while (t && !o->kept_of[t->from.of->id])
    t = t->next;
  return t || o->kept_number;
}

/* All that E leads to may be read.  */
static void
check_whole (struct owner *o, const struct imp_expr *e)
{
  struct access a = { .n = 0 };

  if (!imp_is_own (o, e))
    imp_origins (o, e, check_origin, &a);
}

static void
check_moved (struct owner *o, const struct origin *from, void *data)
{
  if (!from->of || !def_of (o, from->of)->inside)
    o->bad = (const char *) data;
}

static char move_text[]
  = "it cannot be seen that iterations of the parfor move to different places";
static char call_text[]
  = "it cannot be seen that functions called in the parfor store at different places";

/* Check the stores of a function that is called in the parfor.  */
static void
check_call_stores (struct owner *o, const struct imp_expr *e)
{
  const struct effect *f = imp_effect (o->effects, e->fun);

  if (!f)
    return;
  if (f->writes_any)
    o->bad = call_text;
  for (unsigned k = 0; k < e->nargs; k++)
    if (f->writes[k])
      imp_origins (o, e->args[k], check_moved, call_text);
}

static void
check_call_loads (struct owner *o, const struct imp_expr *e)
{
  const struct effect *f = imp_effect (o->effects, e->fun);

  if (!f)
    return;
  if (f->reads_any && o->targets && o->kept_target)
    o->bad = "an iteration of the parfor may read what another one stores";
  for (unsigned k = 0; k < e->nargs; k++)
    if (f->reads[k])
      check_whole (o, e->args[k]);
}

/* Does function call E read the elements that operand K leads to.  */
static bool
reads_operand (const struct imp_expr *e, unsigned k)
{
  if (!imp_leads_to_memory (e->args[k]->type))
    return false;
  if (e->kind == IMP_EXPR_LEAF)
    return true;
  if (e->kind != IMP_EXPR_CALL)
    return false;
  switch (e->fn)
    {
    case IMP_FN_MOVE: return k == 1;
    case IMP_FN_PACK: return k == 1 || k == 2;
    case IMP_FN_OWNER: return true;
    case IMP_FN_WEIGHT:
    case IMP_FN_CUT:
    case IMP_FN_COPY:
    case IMP_FN_KEEP:
    case IMP_FN_LASTING:
    case IMP_FN_LOOSE:
    case IMP_FN_CONTIGUOUS: return k == 0;
    default: return false;
    }
}

static void
check_load (struct owner *o, const struct imp_expr *e)
{
  for (unsigned k = 0; k < e->nargs; k++)
    {
      check_load (o, e->args[k]);
      if (reads_operand (e, k))
	check_whole (o, e->args[k]);
    }
  if (e->kind == IMP_EXPR_CALL && (e->fn == IMP_FN_MOVE || e->fn == IMP_FN_PACK)
      && !imp_is_own (o, e->args[0]))
    imp_origins (o, e->args[0], check_moved, move_text);
  if (e->kind == IMP_EXPR_FUN)
    check_call_loads (o, e);
  if (e->kind != IMP_EXPR_LOAD && !(e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_KEPT_ROW))
    return;
  if (imp_is_own (o, e->args[0]))
    return;
  struct access a = access_of (o, e->args[0], e->args[1]);
  imp_origins (o, e->args[0], check_origin, &a);
}

/* --- Statements ------------------------------------------------------------------------------ */

/* Is E a condition that never holds or, HOLDS, always does.  */
static bool
decided (const struct imp_expr *e, bool holds)
{
  uint64_t n;

  return imp_is_const (e, &n) && (n != 0) == holds;
}

/* Call F on the statements in B that may run, with the enclosing statements.  */
static void
each (struct owner *o, struct imp_block *b, void (*f) (struct owner *, struct imp_stmt *),
      struct imp_stmt **at)
{
  for (struct imp_stmt *s = b->first; s && !o->bad; s = s->next)
    {
      struct around a = { s, o->around };

      if (s->kind == IMP_BETWEEN)
	continue;
      /* The enclosing statements are listed from the inside to the outside; the statement itself
         first.  */
      o->around = &a;
      f (o, s);
      if (o->bad && !*at)
	*at = s;
      if (!imp_is_alone (s) && (s->kind != IMP_IF || !decided (s->e[0], false)))
	each (o, &s->body, f, at);
      if (s->kind != IMP_IF || !decided (s->e[0], true))
	each (o, &s->orelse, f, at);
      o->around = a.next;
    }
}

/* Call F on each expression of S that is evaluated there.  */
static void
each_expr (struct owner *o, struct imp_stmt *s, void (*f) (struct owner *, const struct imp_expr *))
{
  if (s->base)
    f (o, s->base);
  for (unsigned k = 0; k < 4; k++)
    if (s->e[k])
      f (o, s->e[k]);
  for (unsigned k = 0; k < s->nargs; k++)
    f (o, s->args[k]);
}

static void
note_marks (struct owner *o, struct imp_stmt *s)
{
  const struct imp_expr *e = s->kind == IMP_EVAL ? s->e[0] : NULL;
  struct given *m;

  if (!e || e->kind != IMP_EXPR_CALL || e->fn != IMP_FN_MARK)
    return;
  m = CTX_NEW (o->p->ctx, struct given);
  m->e = e->args[1];
  m->next = o->marks;
  o->marks = m;
}

static void
call_stores (struct owner *o, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_FUN)
    check_call_stores (o, e);
  for (unsigned k = 0; k < e->nargs; k++)
    call_stores (o, e->args[k]);
}

static void
calls (struct owner *o, struct imp_stmt *s)
{
  each_expr (o, s, call_stores);
}

static void
notes (struct owner *o, struct imp_stmt *s)
{
  const struct imp_expr *e = s->kind == IMP_EVAL ? s->e[0] : NULL;

  if (e && e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_NOTE)
    imp_origins (o, e->args[0], note_noted, NULL);
}

/* Has the iteration its own reference to handle E: returned by a function or a leaf, or passed on
   by a variable that had one?  Handles in memory are assumed to be the iteration's.  */
static bool
owns (struct owner *o, const struct imp_expr *e)
{
  struct def *d;
  bool all = true;

  if (e->kind == IMP_EXPR_PRIM)
    {
      for (unsigned k = e->op == FIR_SELECT; k < e->nargs; k++)
	all &= owns (o, e->args[k]);
      return all;
    }
  if (e->kind == IMP_EXPR_CALL)
    return e->fn != IMP_FN_LEND && e->fn != IMP_FN_KEPT_ROW;
  if (e->kind != IMP_EXPR_VAR)
    return true;
  d = def_of (o, e->var);
  if (!d->inside || d->busy)
    return d->busy;
  d->busy = true;
  for (const struct given *g = d->given; g; g = g->next)
    all &= owns (o, g->e);
  d->busy = false;
  return all;
}

static void
takes (struct owner *o, const struct imp_expr *e)
{
  for (unsigned k = 0; k < e->nargs; k++)
    {
      takes (o, e->args[k]);
      if (imp_takes (e, k) && !owns (o, e->args[k]))
	o->bad = "a parfor takes what it does not own";
    }
}

static void
drops (struct owner *o, struct imp_stmt *s)
{
  if (s->kind == IMP_RELEASE && !owns (o, imp_use (o->p, s->var)))
    o->bad = "a parfor drops what it does not own";
  each_expr (o, s, takes);
}

static void
stores (struct owner *o, struct imp_stmt *s)
{
  const struct imp_expr *e = s->kind == IMP_EVAL ? s->e[0] : NULL;

  if (e && e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_KEEP_ROW)
    note_store (o, e->args[0], e->args[1], NULL);
  if (s->kind == IMP_STORE)
    note_store (o, s->base, s->e[0], NULL);
  /* Of an output the loop is around; a cursor points behind what it has stored, and that of the
     region's own loop moves for all its elements.  */
  if (imp_is_output (s) && s->base)
    note_store (o, s->base,
		imp_use (o->p, s->kind == IMP_FILTER ? s->var
				 : o->around->next ? o->around->next->s->var : o->par->var),
		s->kind == IMP_FILTER && !o->around->next ? s->var : NULL);
}

static void
mark_stored (struct owner *o, const struct origin *from, void *data)
{
  (void) data;
  for (struct target *t = o->targets; t; t = t->next)
    t->stored |= t->from.of == from->of;
}

/* S, with the statements in it if ALL, has run.  */
static void
note_stored (struct owner *o, const struct imp_stmt *s, bool all)
{
  const struct imp_stmt *out = s->kind == IMP_GIVE ? imp_output (o->par, s->var) : NULL;

  if (s->base || (out && out->base))
    imp_origins (o, s->base ? s->base : out->base, mark_stored, NULL);
  for (const struct imp_stmt *t = s->body.first; t && all; t = t->next)
    note_stored (o, t, true);
  for (const struct imp_stmt *t = s->orelse.first; t && all; t = t->next)
    note_stored (o, t, true);
}

static void
loads (struct owner *o, struct imp_stmt *s)
{
  each_expr (o, s, check_load);
  /* In its next iteration a loop will have run.  */
  if (o->twice)
    note_stored (o, s, imp_counts (s) || s->kind == IMP_WHILE);
}

/* The variable that is the number of the iteration and something that all iterations have, if that
   is all that the number is used for: these are as good as numbers.  Else the number.  */
static const struct imp_var *
numbered (struct owner *o)
{
  const struct imp_var *c = o->par->var;
  const struct imp_stmt *s = o->par->body.first;
  const struct imp_expr *e = s && s->kind == IMP_NEW ? s->e[0] : NULL;

  /* Scans of a loop use it, too.  */
  if (o->par->kind == IMP_LOOP)
    return c;
  if (e && e->kind == IMP_EXPR_PRIM && e->op == FIR_ADD && imp_is_var (e->args[0], c)
      && imp_constant (o, e->args[1]) && imp_value (o, s->var)
      && imp_block_uses (&o->par->body, c) == 1)
    return s->var;
  return c;
}

/* The error in O's parfor, and its statement.  */
static const char *
own (struct owner *o, struct imp_stmt **at)
{
  struct imp_stmt *par = o->par;
  uint64_t n;

  o->number = numbered (o);
  each (o, &par->body, drops, at);
  if (imp_is_const (imp_meaning (o, imp_iterations (par)), &n) && n <= 1)
    return o->bad;
  each (o, &par->body, calls, at);
  each (o, &par->orelse, calls, at);
  if (par->trust)
    return o->bad;
  each (o, &par->body, note_marks, at);
  each (o, &par->body, notes, at);
  if (!o->bad)
    each (o, &par->orelse, stores, at);
  if (!o->bad)
    each (o, &par->body, stores, at);
  o->kept_target = kept_target (o);
  o->twice = par->kind == IMP_LOOP && imp_runs_twice (par);
  if (!o->bad)
    each (o, &par->body, loads, at);
  o->twice = false;
  if (!o->bad && par->kind == IMP_LOOP)
    each (o, &par->orelse, loads, at);
  return o->bad;
}

const char *
imp_own (struct imp_prog *p, struct imp_effects *effects, struct imp_proc *proc,
	 struct owner **notes, struct imp_stmt *par, struct imp_stmt **at)
{
  struct owner o = { .p = p, .par = par, .effects = effects };
  const char *bad;

  *at = NULL;
  if (!*notes)
    {
      *notes = CTX_NEW (p->ctx, struct owner);
      **notes = o;
      imp_note (*notes, proc);
      (*notes)->kept_of = CTX_NEWV (p->ctx, bool, proc->nvars + 1);
      for (const struct given *g = (*notes)->kept; g; g = g->next)
	imp_origins (*notes, g->e, note_kept, NULL);
    }
  o.defs = (*notes)->defs;
  o.kept_of = (*notes)->kept_of;
  o.kept_number = (*notes)->kept_number;
  o.when = (*notes)->when;
  imp_note_par (&o, true);
  bad = own (&o, at);
  imp_note_par (&o, false);
  return bad;
}
