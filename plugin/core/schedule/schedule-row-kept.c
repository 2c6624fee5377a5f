/* The pass chunk: rows as long as what a filter keeps are kept until it is known where they go.

     loop i < n along (o, ...) {
       between { ... new d := ... }   cursor at } do {
       new seg := padd (d, at)   new pos := 0
       loop j = 0 to o[i + 1] - o[i] { filter pos to seg } do { ... }
       offs[i] := at   give at := pos }

   becomes, if rows are short,

     temp rows [o[n] - o[0]] sparse
     parfor c < nc { ... new from := o[b] - o[0]   new at := from
       for i = b to e {
	 new seg := padd (rows, at)   new pos := 0
	 loop j = 0 to o[i + 1] - o[i] { filter pos to seg wide } do { ... }
	 offs[i] := at   at := at + pos }
       part[c] := at - from }
     ... part[c] becomes what comes before chunk c ...
     parfor c < nc { move (d + part[c], rows + from, all of chunk c)
       for i = b to e { offs[i] := offs[i] - from + part[c] } }

   in place of a pass that counts and one that stores: a filter is as long as its row at most, so
   each chunk has room for what its rows give; nothing is done twice, and what is not kept may be
   written where the next value goes.  The vector of offsets is made before the passes then; if its
   length is not known there, a temp has what the first pass writes.  Beside them, both passes stay,
   for long rows: of those the count is soon done, in lanes, and moving them takes as long.

   So are rows of which a filter only decides how long they are, its values, and whatever else an
   element makes, being in memory of its own:

       loop j = 0 to o[i + 1] - o[i] { filter pos to own } do { ... }
       for j = 0 to pos { seg[j] := ... own[j] ... }   give at := pos

   They may fail, if what they store before that is among the values of the filter, too, and the
   first pass does not leave loops that may fail to the second one; other filters of their own may
   stand beside, as one for where runs begin and one for where they end.

   Elements that do not run along rows, of which each gives at most a certain number of values, are
   kept in the same way (schedule-row-bound.c), those of a chunk from number b * most on; elements
   may fail:

     temp rows [n * most] sparse
     ... new from := b * most ...

   Where the first pass would be dear rows of any length are kept, in memory that grows
   (schedule-row-grown.c).
   Does not: rows along which the loop runs whose length is that of several filters.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"
#include "imp/imp-own.h"

/* Rows are short if they have at most so many elements on average.  */
#define SHORT 32
/* A body of so many statements is copied.  */
#define SMALL 64
/* There is memory for at most so many values, of which most is never touched, where it is not known
   that as many are in memory elsewhere.  */
#define ROOM ((uint64_t) 1 << 26)

/* --- When ------------------------------------------------------------------------------------ */

/* The rows of a loop, as one of its elements makes them.  */
struct rows
{
  struct chunks *d;
  const struct imp_stmt *seg;	/* binds the place of a row */
  const struct imp_stmt *filter;	/* has as many values as the row; or NULL */
  const struct imp_stmt *store;	/* stores where a row begins; or NULL */
};

/* What binds V in an element of M; NULL: nothing does.  */
static const struct imp_stmt *
bound_inside (const struct rows *m, const struct imp_var *v)
{
  const struct imp_binder *k = v ? imp_binder (m->d->known, v) : NULL;

  return k && k->by && imp_block_holds (&m->d->loop->body, k->in) ? k->by : NULL;
}

/* Is E memory, or a vector, that an element of M has made itself?  Nothing else becomes the value
   of its variable (only_makes).  */
static bool
own (const struct rows *m, const struct imp_expr *e)
{
  const struct imp_stmt *s = e && e->kind == IMP_EXPR_VAR ? bound_inside (m, e->var) : NULL;

  if (s && s->kind == IMP_NEW)
    s = bound_inside (m, imp_data_of (s));
  return s && (s->kind == IMP_ARRAY || (s->kind == IMP_VECNEW && !s->e[1]));
}

/* Does E move within memory that an element of M has made?  */
static bool
moves_own (const struct rows *m, const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_MOVE && own (m, e->args[0]);
}

/* Is E the place of the row?  */
static bool
to_row (const struct rows *m, const struct imp_expr *e)
{
  return imp_is_var (e, m->seg->var);
}

/* May S be done before there is memory for the rows of M: does it only compute, in variables and
   memory of the element, and store to the row?  */
static bool
makes (const struct rows *m, const struct imp_stmt *s)
{
  const struct imp_expr *to = s->base;

  if (s->kept)
    return false;
  switch (s->kind)
    {
    case IMP_STORE:
      if (s == m->store)
	return true;
      return row_plain (s, false)
	     && (own (m, to) || to_row (m, to));
    case IMP_FILTER:
      return row_plain (s, false)
	     && (own (m, to) || ((s == m->filter || m->d->most) && to_row (m, to)));
    case IMP_SCAN: case IMP_EXSCAN:
      return row_plain (s, false) && own (m, to);
    case IMP_ASSIGN:
      return row_plain (s, false) && (!imp_leads_to_memory (s->var->type) || own (m, s->e[0]));
    case IMP_VECNEW:
      return !s->e[1] && row_plain (s, false);
    case IMP_EVAL:
      return moves_own (m, s->e[0]);
    case IMP_NEW: case IMP_RELEASE:
      return row_plain (s, s->kind == IMP_NEW && own (m, imp_use (m->d->h.p, s->var)));
    case IMP_IF: case IMP_GIVE: case IMP_LOOP: case IMP_FOR: case IMP_REDUCE: case IMP_ARRAY:
      return row_plain (s, false);
    case IMP_FAIL:
      return true;
    default:
      return false;
    }
}

static bool
only_makes (const struct rows *m, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (!makes (m, s) || !only_makes (m, &s->body) || !only_makes (m, &s->orelse))
      return false;
  return true;
}

/* The first statement of KIND in B that binds, assigns or gives V; else NULL.  */
static const struct imp_stmt *
writer (const struct imp_block *b, enum imp_stmt_kind kind, const struct imp_var *v)
{
  const struct imp_stmt *s = b->first;

  while (s && (s->kind != kind || s->var != v))
    s = s->next;
  return s;
}

/* The filter of a loop in B that counts in V; *IN: the loop.  NULL: there is none.  */
static const struct imp_stmt *
filter_of (struct imp_block *b, const struct imp_var *v, struct imp_stmt **in)
{
  const struct imp_stmt *filter;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_LOOP && (filter = writer (&s->orelse, IMP_FILTER, v)) != NULL)
      {
	*in = s;
	return filter;
      }
  return NULL;
}

/* The filter of a loop in B that stores to SEG; else NULL.  */
static struct imp_stmt *
filter_to (struct imp_block *b, const struct imp_var *seg)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    for (struct imp_stmt *f = s->kind == IMP_LOOP ? s->orelse.first : NULL; f; f = f->next)
      if (f->kind == IMP_FILTER && imp_is_var (f->base, seg))
	return f;
  return NULL;
}

/* The statement of B that binds the pointer to which a row goes: padd (d, AT); else NULL.  */
static struct imp_stmt *
place_of (struct imp_block *b, const struct imp_var *at)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_NEW && s->e[0] && s->e[0]->kind == IMP_EXPR_PRIM && s->e[0]->op == FIR_PADD
	&& s->e[0]->args[0]->kind == IMP_EXPR_VAR && imp_is_var (s->e[0]->args[1], at))
      return s;
  return NULL;
}

/* The statement in B, a block of LOOP's body, that stores AT, where a row begins, in the place of
   the row; else NULL.  */
static struct imp_stmt *
begin_in (const struct imp_block *b, const struct imp_stmt *loop, const struct imp_var *at)
{
  struct imp_stmt *found = NULL;

  for (struct imp_stmt *s = b->first; s && !found; s = s->next)
    if (s->kind == IMP_STORE && s->base->kind == IMP_EXPR_VAR && s->base->type->kind == TYPE_PTR
	&& imp_is_var (s->e[0], loop->var) && imp_is_var (s->e[1], at))
      found = s;
    else if (s->kind == IMP_IF)
      {
	found = begin_in (&s->body, loop, at);
	found = found ? found : begin_in (&s->orelse, loop, at);
      }
  return found;
}

static struct imp_stmt *
begin_of (const struct imp_stmt *loop, const struct imp_var *at)
{
  return begin_in (&loop->body, loop, at);
}

/* The filter in an element of LOOP, whose cursor is AT, that begins with no value, and whose number
   of values is what an element gives, if it does not fail; *IN: its loop.  Else NULL.  */
static const struct imp_stmt *
filter_given (struct imp_stmt *loop, const struct imp_var *at, struct imp_stmt **in)
{
  const struct imp_expr *n = row_gives (&loop->body, at);
  const struct imp_stmt *pos;
  uint64_t zero;

  if (!n || n->kind != IMP_EXPR_VAR)
    return NULL;
  pos = writer (&loop->body, IMP_NEW, n->var);
  if (!pos || !pos->e[0] || !imp_is_const (pos->e[0], &zero) || zero
      || imp_block_assigns (&loop->body, n->var))
    return NULL;
  return filter_of (&loop->body, n->var, in);
}

/* How often is the row of M used in B, in loop IN or in none, to store one of its first values, of
   as many as M's filter has?  */
static unsigned
stores_within (const struct rows *m, const struct imp_block *b, const struct imp_stmt *in)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool loops = s->kind == IMP_FOR || s->kind == IMP_LOOP || s->kind == IMP_WHILE;

      n += s == m->filter && to_row (m, s->base);
      n += s->kind == IMP_STORE && to_row (m, s->base) && in && in->kind != IMP_WHILE
	   && imp_is_var (in->e[1], m->filter->var) && imp_is_var (s->e[0], in->var);
      n += stores_within (m, &s->body, loops ? s : in);
      n += stores_within (m, &s->orelse, loops ? s : in);
    }
  return n;
}

/* Does the first pass of D's loop leave a loop that may fail to the second one?  */
static bool
leaves_failing (struct chunks *d)
{
  struct imp_block *after = d->h.b, made = { NULL, NULL };
  bool late = d->late, leaves;

  if (!late)
    return false;
  d->h.b = &made;
  partial_begin (d);
  chunks_part (d, here_size (&d->h, 0), d->n, PASS_FIRST);
  leaves = d->late;
  d->late = late;
  d->h.b = after;
  return leaves;
}

/* Has each row that an element of D's loop makes at SEG, of cursor AT, at most as many values as
   the one along which the loop runs?  What is stored before an element fails need not be what it
   gives: so that has to be among the values, too.  */
static bool
has_row_bound (struct chunks *d, struct imp_stmt *seg, const struct imp_var *at,
	       const struct imp_stmt *store)
{
  struct imp_stmt *loop = (struct imp_stmt *) d->loop, *in;
  const struct imp_stmt *filter = filter_given (loop, at, &in);
  struct rows m = { d, seg, filter, store };
  const struct imp_expr *b;
  uint64_t zero;

  if (!filter || !only_makes (&m, &loop->body))
    return false;
  if (d->fails && (stores_within (&m, &loop->body, NULL) != imp_block_uses (&loop->body, seg->var)
		   || leaves_failing (d)))
    return false;
  b = row_bound_to (&loop->body, in->e[0]);
  return imp_is_const (b, &zero) && !zero && row_is_length (d, loop, in->e[1]);
}

/* Is it known how many values each row of D's loop has at most, SEG binding its place, of cursor
   AT?  MOST of D: so many, NULL: as many as the row along which the loop runs.  */
static bool
has_bound (struct chunks *d, struct imp_stmt *seg, const struct imp_var *at)
{
  const struct imp_stmt *loop = d->loop, *store = begin_of (loop, at);

  if (imp_count_stmts (&loop->body) > SMALL)
    return false;
  if (loop->nargs)
    return has_row_bound (d, seg, at, store);
  d->most = row_bound (d, seg->var, at);
  if (d->most && only_makes (&(struct rows) { d, seg, NULL, store }, &loop->body))
    return true;
  d->most = NULL;
  return false;
}

/* The statement that binds the place of the row that an element of D's loop makes, if that is all
   that is needed of what is bound between the passes; else NULL.  */
static struct imp_stmt *
possible (struct chunks *d)
{
  struct imp_stmt *loop = (struct imp_stmt *) d->loop, *seg;
  const struct imp_var *at = d->nouts == 1 ? d->outs[0].s->var : NULL;

  if (!at || d->outs[0].s->kind != IMP_CURSOR || !d->outermost || loop->once || d->marks
      || imp_has_needs (loop))
    return NULL;
  seg = place_of (&loop->body, at);
  return seg && imp_block_uses (&loop->body, at) == (begin_of (loop, at) ? 2 : 1)
	 && imp_block_uses (&loop->body, seg->e[0]->args[0]->var) == 1 ? seg : NULL;
}

/* --- How ------------------------------------------------------------------------------------- */

/* Where the rows from number B on, of a chunk, are kept.  */
static struct imp_expr *
before (struct chunks *d, struct imp_expr *b, bool grown)
{
  if (grown)
    return here_size (&d->h, 0);
  if (d->most)
    return imp_make_let (&d->h, "from", here_op (&d->h, FIR_MUL, here_again (&d->h, b),
						 here_again (&d->h, d->most)));
  return imp_make_let (&d->h, "from",
		       here_op (&d->h, FIR_SUB, chunks_offset (d, here_again (&d->h, b)),
				chunks_offset (d, here_size (&d->h, 0))));
}

/* P + N elements.  */
static struct imp_expr *
behind (struct chunks *d, struct imp_expr *p, struct imp_expr *n)
{
  struct imp_expr *args[] = { p, n };

  return imp_prim (d->h.p, FIR_PADD, p->type, 2, args);
}

/* Room for N elements, if BRIEF, unless it is NULL, holds, and a pointer to it, of type PTR, which
   is returned.  *TEMP: what is freed.  */
static struct imp_var *
room (struct chunks *d, const char *name, const struct type *ptr, struct imp_expr *n,
      struct imp_var *brief, struct imp_var **temp)
{
  struct imp_stmt *s = imp_stmt_new (d->h.p, d->h.b, IMP_TEMP, d->loop->site);
  struct imp_expr *e;

  *temp = s->var = imp_var_new (d->h.p, d->h.proc, IMP_VAR_TEMP, name, ptr->elem);
  s->e[0] = brief ? imp_select (d->h.p, here_use (&d->h, brief), n, here_size (&d->h, 0)) : n;
  e = here_use (&d->h, *temp);
  e->type = ptr;
  return imp_make_new (&d->h, "kept", ptr, e);
}

/* The statement of B that binds V; NULL: it is bound elsewhere.  */
static struct imp_stmt *
binder_in (const struct imp_block *b, const struct imp_var *v)
{
  struct imp_stmt *s = b->first;

  while (s && (s->var != v || !imp_binds (s)))
    s = s->next;
  return s;
}

static bool
written_once (struct chunks *d, const struct imp_var *v)
{
  const struct imp_binder *k = imp_binder (d->known, v);

  return k && k->written == 1;
}

/* Can E, which stands in B, between the passes, be computed before them?  */
static bool
known_before (struct chunks *d, const struct imp_block *b, const struct imp_expr *e)
{
  const struct imp_stmt *s;

  if (e->kind == IMP_EXPR_VAR)
    {
      if (e->var == d->outs[0].s->var)
	return false;
      s = binder_in (b, e->var);
      return !s || (s->kind == IMP_NEW && s->e[0] && written_once (d, e->var)
		    && known_before (d, b, s->e[0]));
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (!known_before (d, b, e->args[k]))
      return false;
  return e->kind == IMP_EXPR_CONST || e->kind == IMP_EXPR_PRIM;
}

/* Move what E, which stands in B, is computed from here, and S, whose operand it is.  */
static void
move_here (struct chunks *d, struct imp_block *b, const struct imp_expr *e, struct imp_stmt *s)
{
  struct imp_stmt *def = e->kind == IMP_EXPR_VAR ? binder_in (b, e->var) : NULL;

  for (unsigned k = 0; k < e->nargs; k++)
    move_here (d, b, e->args[k], NULL);
  if (def)
    move_here (d, b, def->e[0], def);
  if (s)
    {
      imp_unlink (b, s);
      imp_link_last (d->h.b, s);
    }
}

/* Make the vector at P, a pointer that is bound between the passes, here, before them, and bind P:
   true if that can be done.  The checks that stood before it release it.  */
static bool
make_before (struct chunks *d, const struct imp_expr *p)
{
  struct imp_stmt *between = imp_between (d->loop);
  struct imp_block *b = between ? &between->body : NULL;
  struct imp_stmt *data = b ? binder_in (b, p->var) : NULL, *v;
  const struct imp_var *of = data ? imp_data_of (data) : NULL;

  v = of ? binder_in (b, of) : NULL;
  if (!v || v->kind != IMP_VECNEW || v->e[1] || !written_once (d, p->var)
      || !known_before (d, b, v->e[0]))
    return false;
  for (struct imp_stmt *s = b->first; s != v; s = s->next)
    if (s->kind == IMP_RAISE || s->body.first || s->orelse.first)
      {
	if (s->kind != IMP_CHECK)
	  return false;
      }
  for (struct imp_stmt *s = b->first; s != v; s = s->next)
    if (s->kind == IMP_CHECK)
      imp_stmt_new (d->h.p, &s->body, IMP_RELEASE, 0)->var = v->var;
  move_here (d, b, v->e[0], v);
  imp_unlink (b, data);
  imp_link_last (d->h.b, data);
  return true;
}

/* Bind, here, whether rows of a known bound are few and short enough to be kept; *ALL: how many
   values there is room for.  */
static struct imp_var *
are_brief (struct chunks *d, struct imp_expr **all)
{
  struct imp_expr *e, *args[3];

  if (d->most)
    {
      *all = here_op (&d->h, FIR_MUL, here_again (&d->h, d->n), here_again (&d->h, d->most));
      e = here_op (&d->h, FIR_LE, here_again (&d->h, d->most), here_size (&d->h, SHORT));
      e = here_op (&d->h, FIR_BAND, e, here_op (&d->h, FIR_LE, here_again (&d->h, d->n),
						here_size (&d->h, ROOM / SHORT)));
    }
  else
    {
      args[0] = here_again (&d->h, d->loop->args[0]);
      args[1] = here_again (&d->h, d->n);
      args[2] = here_size (&d->h, 0);
      *all = imp_make_let (&d->h, "all", imp_call (d->h.p, IMP_FN_WEIGHT, NULL, 3, args));
      e = here_op (&d->h, FIR_DIV, here_again (&d->h, *all), here_size (&d->h, SHORT));
      e = here_op (&d->h, FIR_LE, e, here_again (&d->h, d->n));
    }
  return imp_make_new (&d->h, "brief", e->type, e);
}

struct imp_var *
row_kept_begin (struct chunks *d)
{
  struct imp_stmt *seg = possible (d), *store;
  struct imp_expr *all = NULL;
  struct imp_var *brief = NULL;
  bool bound = seg && has_bound (d, seg, d->outs[0].s->var);
  bool grown = seg && row_grown (d, place_of, begin_of);

  if (!bound && !grown)
    return NULL;
  store = begin_of (d->loop, d->outs[0].s->var);
  if (bound)
    brief = are_brief (d, &all);
  /* The elements are looked at once, and fail then.  */
  d->late = false;
  if (d->shares)
    d->few = partial_array (d, "few", type_size (d->h.p->ctx), 1);
  if (bound)
    {
      d->rows = room (d, "rows", seg->var->type, all, brief, &d->temp[0]);
      binder_in (d->h.b, d->temp[0])->sparse = true;
    }
  if (store && make_before (d, store->base))
    d->begins = store->base->var;
  else if (store)
    d->begins = room (d, "begins", store->base->type, here_again (&d->h, d->n),
		      grown ? NULL : brief, &d->temp[1]);
  if (grown)
    row_grown_begin (d, seg, brief);
  return brief;
}

/* The elements B to E of D's loop are made, and kept from FROM on.  */
static void
make_rows (struct chunks *d, struct imp_expr *b, struct imp_expr *e, struct imp_expr *from,
	   bool grown)
{
  struct output *o = &d->outs[0];
  struct imp_stmt *s, *seg, *filter;

  o->acc = imp_make_new (&d->h, "at", o->s->var->type, here_again (&d->h, from));
  d->late = d->fails;
  d->single = grown;
  s = chunks_part (d, b, e, PASS_SECOND);
  d->late = d->single = false;
  seg = place_of (&s->body, o->acc);
  if (d->begins)
    begin_of (s, o->acc)->base = here_use (&d->h, d->begins);
  seg->e[0] = behind (d, here_use (&d->h, d->rows), here_use (&d->h, o->acc));
  if (grown)
    {
      row_grown_element (d, s, seg);
      return;
    }
  filter = filter_to (&s->body, seg->var);
  if (filter)
    filter->wide = true;
  if (d->most)
    row_store_always (d, &s->body, seg->var);
}

void
row_kept_make (struct chunks *d, bool grown)
{
  struct imp_block *after = d->h.b;
  struct imp_var *rows = d->rows;
  struct output *o = &d->outs[0];
  struct imp_expr *c, *b, *e, *from;

  chunks_begin (d, d->nc, NULL, &c, &b, &e)->trust = IMP_TRUST_CURSOR;
  if (d->shares)
    row_leave (d, d->last, c, b, &e);
  from = before (d, b, grown);
  if (grown)
    row_grown_chunk (d, place_of ((struct imp_block *) &d->loop->body, o->s->var), c);
  make_rows (d, b, e, from, grown);
  if (grown && !d->shares)
    chunks_once (d);
  from = here_op (&d->h, FIR_SUB, here_use (&d->h, o->acc), from);
  from = imp_make_let (&d->h, "few", from);
  if (d->shares)
    imp_make_store (&d->h, here_use (&d->h, d->few), here_again (&d->h, c),
		    here_again (&d->h, from));
  if (grown)
    row_grown_keep (d, c);
  imp_make_store (&d->h, here_use (&d->h, o->part), c, from);
  d->rows = rows;
  d->h.b = after;
}

/* E, or one less if chunk C leaves the last of its rows out, which end at E.  */
static struct imp_expr *
without_long (struct chunks *d, const struct imp_expr *c, struct imp_expr *e)
{
  struct imp_expr *left = imp_load (d->h.p, here_use (&d->h, d->last), here_again (&d->h, c));

  left = here_op (&d->h, FIR_GT, left, here_size (&d->h, 0));
  left = imp_select (d->h.p, left, here_size (&d->h, 1), here_size (&d->h, 0));
  return imp_make_let (&d->h, "e", here_op (&d->h, FIR_SUB, e, left));
}

void
row_kept_move (struct chunks *d, bool grown)
{
  const struct output *o = &d->outs[0];
  const struct imp_stmt *seg = place_of ((struct imp_block *) &d->loop->body, o->s->var);
  struct imp_block *after = d->h.b, *chunk;
  struct imp_expr *c, *b, *e, *from, *at, *next, *args[3];
  struct imp_var *end, *rows = d->rows;

  chunks_begin (d, d->nc, NULL, &c, &b, &e)->trust = IMP_TRUST_CURSOR;
  chunk = d->h.b;
  from = before (d, b, grown);
  if (d->shares)
    e = without_long (d, c, e);
  at = imp_load (d->h.p, here_use (&d->h, o->part), here_again (&d->h, c));
  at = imp_make_let (&d->h, "at", at);
  end = imp_make_new (&d->h, "end", at->type, here_use (&d->h, o->s->var));
  if (d->shares)
    {
      next = imp_load (d->h.p, here_use (&d->h, d->few), here_again (&d->h, c));
      imp_make_assign (&d->h, end, here_op (&d->h, FIR_ADD, here_again (&d->h, at), next));
      imp_make_store (&d->h, here_use (&d->h, o->part), here_again (&d->h, c),
		      here_use (&d->h, end));
    }
  else
    {
      next = imp_make_let (&d->h, "next", here_op (&d->h, FIR_ADD, c, here_size (&d->h, 1)));
      d->h.b = &imp_make_if (&d->h, here_op (&d->h, FIR_LT, next, here_use (&d->h, d->nc)))->body;
      imp_make_assign (&d->h, end, imp_load (d->h.p, here_use (&d->h, o->part),
					     here_again (&d->h, next)));
    }
  d->h.b = chunk;
  if (grown)
    row_grown_take (d, c);
  args[0] = behind (d, here_again (&d->h, seg->e[0]->args[0]), here_again (&d->h, at));
  args[1] = behind (d, here_use (&d->h, d->rows), here_again (&d->h, from));
  args[2] = here_op (&d->h, FIR_SUB, here_use (&d->h, end), here_again (&d->h, at));
  args[2] = here_op (&d->h, FIR_MUL, args[2], here_size (&d->h, seg->var->type->elem->size));
  imp_stmt_new (d->h.p, d->h.b, IMP_EVAL, 0)->e[0]
    = imp_call (d->h.p, IMP_FN_MOVE, NULL, 3, args);
  if (d->begins)
    {
      const struct imp_stmt *store = begin_of (d->loop, o->s->var);
      struct imp_expr *i = here_begin_for (&d->h, "i", b, e, 1, true), *begin;

      begin = imp_load (d->h.p, here_use (&d->h, d->begins), here_again (&d->h, i));
      begin = here_op (&d->h, FIR_ADD, here_op (&d->h, FIR_SUB, begin, from), at);
      imp_make_store (&d->h, here_again (&d->h, store->base), i, begin);
    }
  /* Which rows these are is not asked.  */
  if (!d->begins && !d->shares)
    imp_drop_dead (&d->h, chunk, true);
  d->rows = rows;
  d->h.b = after;
}
