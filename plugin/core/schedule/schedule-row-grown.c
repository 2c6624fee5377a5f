/* The pass chunk: rows that are dear to make are kept, each chunk's in memory that grows.

     loop i < n {
       between { ... new d := ... }   cursor at } do {
       new seg := padd (d, at)
       ... sorts, groups ...   new m := ...
       for j = 0 to m { seg[j] := ... }
       offs[i] := at   give at := m }

   becomes, in place of a pass that finds all m and one that does everything again,

     new kept := rows (nc)   temp first [nc * fit] sparse
     parfor c < nc {
       new cap := fit   vecnew row [0]   new rows := first + c * fit   new at := 0
       for i = b to e {
	 ... sorts, groups ...   new m := ...
	 if at + m > cap { cap := max (4 cap, at + m)  vecnew more [cap]  ... row := more }
	 new seg := padd (rows, at)
	 for j = 0 to m { seg[j] := ... }
	 offs[i] := at   at := at + m }
       part[c] := at   eval keep_row (kept, c, row) }
     ... part[c] becomes what comes before chunk c ...
     parfor c < nc { move (d + part[c], data (kept_row (kept, c)), all of chunk c) ... }

   or from first + c * fit, if that was enough: a block for all chunks is soon used again, and
   need not be cleared by the system each time.  Fit is 16 KiB, or less where chunks have few
   elements: most rows do not outgrow it, and all of a large block takes up memory.

   The first pass is dear if it makes memory or has several loops, or one in another: what decides
   how long a row is costs about as much as the row.  How many values there will be need not be
   known: the room is found when the row, or a part of it, is as long as it will be, or, for a
   filter that makes it itself, when it is full (schedule-row-room.c).  Elements may fail; then the
   first pass is the only one.  What an element keeps for the second pass, and reads itself, is in a
   vector of its own then.
   Does not: elements that store elsewhere, or call what may raise.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"
#include "imp/imp-own.h"

/* The bytes that a chunk has room for at first, at most; the least number of values.  */
#define FIRST 16384
#define FEW 64

/* --- Is it dear? ----------------------------------------------------------------------------- */

struct work
{
  unsigned loops;
  bool nested, makes;
  bool gathers;			/* a loop in it loads from where what it has loaded says */
};

/* So many expressions are looked at behind the names of an index; what is longer counts as not
   loaded.  */
#define LOOKS 64

/* Is E, in an iteration that B is, computed from what B loads?  */
static bool
loaded (const struct imp_block *b, const struct imp_expr *e, unsigned *looks)
{
  const struct imp_stmt *s = e->kind == IMP_EXPR_VAR ? imp_block_binder (b, e->var) : NULL;

  if (!*looks)
    return false;
  --*looks;
  if (e->kind == IMP_EXPR_LOAD
      || (s && s->kind == IMP_NEW && s->e[0] && loaded (b, s->e[0], looks)))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (loaded (b, e->args[k], looks))
      return true;
  return false;
}

/* Does E load from such a place?  */
static bool
gathers_in (const struct imp_block *b, const struct imp_expr *e)
{
  unsigned looks = LOOKS;

  if (!e)
    return false;
  if (e->kind == IMP_EXPR_LOAD && loaded (b, e->args[1], &looks))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (gathers_in (b, e->args[k]))
      return true;
  return false;
}

/* Do the statements of IN, which is in B?  */
static bool
gathers (const struct imp_block *b, const struct imp_block *in)
{
  for (const struct imp_stmt *s = in->first; s; s = s->next)
    {
      if (gathers (b, &s->body) || gathers (b, &s->orelse))
	return true;
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	if (gathers_in (b, s->e[k]))
	  return true;
    }
  return false;
}

static void
note_work (struct work *w, const struct imp_block *b, bool inside)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool loops = s->kind == IMP_FOR || s->kind == IMP_LOOP || s->kind == IMP_WHILE;

      w->loops += loops;
      w->nested |= loops && inside;
      w->makes |= s->kind == IMP_VECNEW;
      w->gathers |= s->kind == IMP_LOOP && gathers (&s->body, &s->body);
      note_work (w, &s->body, inside || loops);
      note_work (w, &s->orelse, inside || loops);
    }
}

/* The elements of D's loop in PASS, to be looked at.  The cursor's accumulator is new.  */
static struct imp_stmt *
look (struct chunks *d, enum pass pass)
{
  struct imp_block *after = d->h.b, made = { NULL, NULL };
  bool late = d->late;
  struct imp_stmt *s;

  d->h.b = &made;
  d->late = d->fails && pass == PASS_SECOND;
  d->single = pass == PASS_SECOND;
  d->outs[0].acc = imp_make_new (&d->h, "at", d->outs[0].s->var->type, here_size (&d->h, 0));
  s = chunks_part (d, here_size (&d->h, 0), d->n, pass);
  d->late = late;
  d->single = false;
  d->h.b = after;
  return s;
}

static bool
is_dear (const struct work *w)
{
  return w->makes || w->nested || w->loops > 1;
}

/* --- What elements store to ------------------------------------------------------------------ */

/* Where a pointer or handle leads: to memory that the element has made, to the row, or where
   else.  */
enum leads { TO_OWN, TO_ROW, TO_OTHER };

struct grown
{
  struct chunks *d;
  const struct imp_stmt *seg, *store;	/* bind the row's place; store where it begins, or NULL */
  unsigned char *leads;		/* by number of the variable */
  bool changed;
};

static enum leads
leads_of (const struct grown *g, const struct imp_expr *e)
{
  enum leads x, y;

  if (e->kind == IMP_EXPR_VAR)
    return (enum leads) g->leads[e->var->id];
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_PADD)
    return leads_of (g, e->args[0]);
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_SELECT)
    {
      x = leads_of (g, e->args[1]);
      y = leads_of (g, e->args[2]);
      return x > y ? x : y;
    }
  if (e->kind == IMP_EXPR_CALL
      && (e->fn == IMP_FN_DATA || e->fn == IMP_FN_RESHAPE || e->fn == IMP_FN_RETAIN
	  || e->fn == IMP_FN_LEND))
    return leads_of (g, e->args[0]);
  return TO_OTHER;
}

/* What is bound in B leads to the element's own memory, for all that is known yet.  */
static void
assume_own (struct grown *g, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (imp_binds (s))
	g->leads[s->var->id] = s == g->seg ? TO_ROW : TO_OWN;
      assume_own (g, &s->body);
      assume_own (g, &s->orelse);
    }
}

static void
follow (struct grown *g, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if ((s->kind == IMP_NEW || s->kind == IMP_ASSIGN) && s != g->seg && s->e[0]
	  && imp_leads_to_memory (s->var->type))
	{
	  enum leads l = leads_of (g, s->e[0]);

	  if (l > g->leads[s->var->id])
	    {
	      g->leads[s->var->id] = l;
	      g->changed = true;
	    }
	}
      follow (g, &s->body);
      follow (g, &s->orelse);
    }
}

static void
find_leads (struct grown *g, const struct imp_block *b)
{
  g->leads = CTX_NEWV (g->d->h.p->ctx, unsigned char, g->d->h.proc->nvars + 1);
  for (unsigned k = 0; k <= g->d->h.proc->nvars; k++)
    g->leads[k] = TO_OTHER;
  assume_own (g, b);
  do
    {
      g->changed = false;
      follow (g, b);
    }
  while (g->changed);
}

/* Does E only compute, from variables and memory, or make a handle?  */
static bool
plain (const struct imp_expr *e)
{
  if (!e)
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!plain (e->args[k]))
      return false;
  if (e->kind == IMP_EXPR_CALL)
    switch (e->fn)
      {
      case IMP_FN_LEN: case IMP_FN_TOTAL: case IMP_FN_DATA: case IMP_FN_BASE: case IMP_FN_EXTENT:
      case IMP_FN_STRIDE: case IMP_FN_SLOPE: case IMP_FN_RESHAPE: case IMP_FN_RETAIN:
      case IMP_FN_LEND: case IMP_FN_SEGMENTS: case IMP_FN_CHUNKS: case IMP_FN_OWNER:
      case IMP_FN_HINT:
	return true;
      default:
	return false;
      }
  return e->kind != IMP_EXPR_FUN
	 && (e->kind != IMP_EXPR_LEAF || !(e->leaf->flags & LEAF_MAYFAIL));
}

/* May S be done before there is memory for the rows?  */
static bool
makes (const struct grown *g, const struct imp_stmt *s)
{
  switch (s->kind)
    {
    case IMP_STORE:
      return s == g->store || leads_of (g, s->base) != TO_OTHER;
    case IMP_FILTER: case IMP_SCAN: case IMP_EXSCAN:
      return leads_of (g, s->base) != TO_OTHER;
    case IMP_EVAL:
      if (s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_KEEP_ROW)
	return true;
      return s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_MOVE
	     && leads_of (g, s->e[0]->args[0]) != TO_OTHER && plain (s->e[0]->args[0])
	     && plain (s->e[0]->args[1]) && plain (s->e[0]->args[2]);
    case IMP_VECNEW:
      return !s->e[1];
    case IMP_NEW: case IMP_ARRAY: case IMP_ASSIGN: case IMP_IF: case IMP_FOR: case IMP_WHILE:
    case IMP_LOOP: case IMP_REDUCE: case IMP_GIVE: case IMP_FAIL: case IMP_RELEASE:
      return true;
    default:
      return false;
    }
}

static bool
only_makes (const struct grown *g, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (!makes (g, s) || !only_makes (g, &s->body) || !only_makes (g, &s->orelse)
	  || !plain (s->base))
	return false;
      for (unsigned k = 0; s->kind != IMP_EVAL && k < sizeof s->e / sizeof *s->e; k++)
	if (!plain (s->e[k]))
	  return false;
    }
  return true;
}

/* --- How many values -------------------------------------------------------------------------- */

/* Is it better to keep rows that have ROOMS, if it is known where, than to do W first?  Those that
   are put together of parts, which one loop counts, are longer than that loop; and parts that
   filters make are soon counted, in lanes, unless their elements may fail or gather.  */
static bool
pays (const struct chunks *d, const struct work *w, const struct row_room *rooms)
{
  for (const struct row_room *r = rooms; r; r = r->next)
    if (r->deep > 1 && ((!w->makes && !w->nested) || (r->filter && !d->fails && !w->gathers)))
      return false;
  return rooms;
}

bool
row_grown (struct chunks *d, struct imp_stmt *(*place_of) (struct imp_block *,
							    const struct imp_var *),
	   struct imp_stmt *(*begin_of) (const struct imp_stmt *, const struct imp_var *))
{
  struct imp_stmt *s;
  struct imp_var *at;
  const struct imp_expr *n;
  struct grown g = { .d = d };
  struct work w = { 0, false, false, false };

  note_work (&w, &look (d, PASS_FIRST)->body, false);
  if (!is_dear (&w))
    return false;
  s = look (d, PASS_SECOND);
  at = d->outs[0].acc;
  g.seg = place_of (&s->body, at);
  g.store = begin_of (s, at);
  n = g.seg ? row_gives (&s->body, at) : NULL;
  if (!n || imp_block_uses (&s->body, at) != (g.store ? 2 : 1))
    return false;
  find_leads (&g, &s->body);
  if (!only_makes (&g, &s->body))
    return false;
  return pays (d, &w, row_rooms (d->h.p->ctx, s, g.seg, at, n));
}

/* --- The room --------------------------------------------------------------------------------- */

/* So many values of type T a chunk has room for at first.  Where the loop runs along rows that is a
   quarter more than a chunk's mean number of elements, at least FEW.  */
static struct imp_var *
first_room (struct chunks *d, const struct type *t)
{
  struct imp_here *h = &d->h;
  struct imp_expr *most = here_size (h, t->size && t->size < FIRST ? FIRST / t->size : 1), *n;

  if (d->loop->nargs)
    {
      n = here_op (h, FIR_SUB, chunks_offset (d, here_again (h, d->n)),
		   chunks_offset (d, here_size (h, 0)));
      n = here_op (h, FIR_DIV, n, here_op (h, FIR_MAX, here_use (h, d->nc), here_size (h, 1)));
      n = imp_make_let (h, "mean", n);
      n = here_op (h, FIR_ADD, here_op (h, FIR_DIV, here_again (h, n), here_size (h, 4)), n);
      most = here_op (h, FIR_MIN, here_op (h, FIR_MAX, n, here_size (h, FEW)), most);
    }
  return imp_make_new (h, "fit", d->n->type, most);
}

/* Where chunk C has that.  */
static struct imp_expr *
first_place (struct chunks *d, const struct imp_expr *c)
{
  struct imp_expr *args[2];

  args[0] = here_use (&d->h, d->first);
  args[1] = here_op (&d->h, FIR_MUL, here_again (&d->h, c), here_use (&d->h, d->fit));
  return imp_prim (d->h.p, FIR_PADD, d->first->type, 2, args);
}

void
row_grown_begin (struct chunks *d, const struct imp_stmt *seg, struct imp_var *brief)
{
  const struct type *e = seg->var->type->elem;
  struct imp_expr *n;
  struct imp_stmt *s;

  d->kept = type_vec (d->h.p->ctx, type_vec (d->h.p->ctx, e));
  if (!brief)
    row_groups_begin (d, seg);
  if (!d->group)
    row_grown_room (d);
  d->fit = first_room (d, e);
  n = here_use (&d->h, d->nc);
  if (d->group)
    n = here_op (&d->h, FIR_MIN, n, here_use (&d->h, d->group));
  n = here_op (&d->h, FIR_MUL, n, here_use (&d->h, d->fit));
  if (brief)
    n = imp_select (d->h.p, here_use (&d->h, brief), here_size (&d->h, 0), n);
  s = imp_stmt_new (d->h.p, d->h.b, IMP_TEMP, d->loop->site);
  d->temp[2] = s->var = imp_var_new (d->h.p, d->h.proc, IMP_VAR_TEMP, "rows", e);
  s->e[0] = n;
  s->sparse = true;
  n = here_use (&d->h, s->var);
  n->type = seg->var->type;
  d->first = imp_make_new (&d->h, "first", seg->var->type, n);
}

void
row_grown_room (struct chunks *d)
{
  struct imp_expr *n = here_use (&d->h, d->nc);

  d->room = imp_make_new (&d->h, "kept", d->kept, imp_call (d->h.p, IMP_FN_ROWS, d->kept, 1, &n));
}

/* vecnew NAME [N] of element type T, here.  */
static struct imp_var *
make_vector (struct chunks *d, const char *name, const struct type *t, struct imp_expr *n)
{
  struct imp_stmt *s = imp_stmt_new (d->h.p, d->h.b, IMP_VECNEW, d->loop->site);

  s->var = imp_var_new (d->h.p, d->h.proc, IMP_VAR_LOCAL, name, type_vec (d->h.p->ctx, t));
  s->e[0] = n;
  return s->var;
}

/* A pointer to the elements of V, of type T, bound here.  */
static struct imp_var *
make_data (struct chunks *d, struct imp_expr *v, const struct type *t)
{
  const struct type *ptr = type_ptr (d->h.p->ctx, t, 0);

  return imp_make_new (&d->h, "d", ptr, imp_call (d->h.p, IMP_FN_DATA, ptr, 1, &v));
}

void
row_grown_chunk (struct chunks *d, const struct imp_stmt *seg, const struct imp_expr *c)
{
  const struct type *t = seg->var->type->elem;

  d->cap = imp_make_new (&d->h, "cap", d->n->type, here_use (&d->h, d->fit));
  d->row = make_vector (d, "row", t, here_size (&d->h, 0));
  d->rows = imp_make_new (&d->h, "d", d->first->type, first_place (d, c));
}

/* Room for N values, here, behind the KEPT that there are.  Then the places of R that are bound
   already, if it is not NULL, are bound anew.  */
static void
make_room (struct chunks *d, struct imp_expr *n, struct imp_expr *kept, const struct row_room *r)
{
  struct imp_block *after = d->h.b;
  const struct type *t = d->rows->type->elem;
  struct imp_expr *want = imp_make_let (&d->h, "want", here_op (&d->h, FIR_ADD, kept, n)), *e;
  struct imp_expr *times, *args[3];
  struct imp_var *more, *data;

  e = here_op (&d->h, FIR_GT, here_again (&d->h, want), here_use (&d->h, d->cap));
  d->h.b = &imp_make_if (&d->h, e)->body;
  times = here_op (&d->h, FIR_MUL, here_use (&d->h, d->cap), here_size (&d->h, 4));
  imp_make_assign (&d->h, d->cap, here_op (&d->h, FIR_MAX, times, here_again (&d->h, want)));
  more = make_vector (d, "more", t, here_use (&d->h, d->cap));
  data = make_data (d, here_use (&d->h, more), t);
  args[0] = here_use (&d->h, data);
  args[1] = here_use (&d->h, d->rows);
  args[2] = here_op (&d->h, FIR_MUL, here_again (&d->h, kept), here_size (&d->h, t->size));
  imp_stmt_new (d->h.p, d->h.b, IMP_EVAL, 0)->e[0]
    = imp_call (d->h.p, IMP_FN_MOVE, NULL, 3, args);
  imp_stmt_new (d->h.p, d->h.b, IMP_RELEASE, 0)->var = d->row;
  imp_make_assign (&d->h, d->row, here_use (&d->h, more));
  imp_make_assign (&d->h, d->rows, here_use (&d->h, data));
  for (unsigned k = 0; r && k < r->deep; k++)
    {
      args[0] = here_use (&d->h, k ? r->to[k - 1] : data);
      args[1] = here_use (&d->h, r->from[k]);
      imp_make_assign (&d->h, r->to[k],
		       imp_prim (d->h.p, FIR_PADD, r->to[k]->type, 2, args));
    }
  d->h.b = after;
}

/* How many values the chunk has kept where R's are stored; of its filter as many more as that has
   kept.  A variable.  */
static struct imp_expr *
kept_before (struct chunks *d, const struct row_room *r)
{
  struct imp_expr *kept = here_use (&d->h, r->from[0]);

  for (unsigned k = 1; k < r->deep; k++)
    kept = here_op (&d->h, FIR_ADD, kept, here_use (&d->h, r->from[k]));
  if (r->filter)
    kept = here_op (&d->h, FIR_ADD, kept, here_use (&d->h, r->filter->var));
  return imp_make_name (&d->h, kept, "used");
}

/* The statements of MADE come before those of B from FIRST on.  */
static void
put_before (struct imp_block *made, struct imp_block *b, struct imp_stmt *first)
{
  for (struct imp_stmt *t; (t = made->first) != NULL;)
    {
      imp_unlink (made, t);
      imp_link_before (b, first, t);
    }
}

/* --- What the element keeps for itself -------------------------------------------------------- */

/* What uses V in a block, from S on; else NULL.  */
static struct imp_stmt *
user_from (struct imp_stmt *s, const struct imp_var *v)
{
  while (s && !imp_stmt_uses (s, v) && !imp_block_uses (&s->body, v)
	 && !imp_block_uses (&s->orelse, v))
    s = s->next;
  return s;
}

/* The number of statements of B that store to V; *OTHER becomes true if one does not keep number
   I.  */
static unsigned
count_kept (const struct imp_block *b, const struct imp_var *v, const struct imp_var *i,
	    bool *other)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (imp_is_var (s->base, v))
	{
	  n++;
	  *other |= s->kind != IMP_STORE || !s->kept || !imp_is_var (s->e[0], i);
	}
      n += count_kept (&s->body, v, i, other) + count_kept (&s->orelse, v, i, other);
    }
  return n;
}

/* Does S, in B, bind where LOOP, the next that uses this, keeps all that is stored there?  */
static bool
keeps_in (const struct imp_block *b, const struct imp_stmt *s, const struct imp_stmt *loop)
{
  bool other = false, elsewhere = false;
  unsigned n = imp_counts (loop) ? count_kept (&loop->body, s->var, loop->var, &other) : 0;

  return n && !other && n == count_kept (b, s->var, loop->var, &elsewhere);
}

void
row_grown_own (struct chunks *d, struct imp_block *b)
{
  struct imp_block *after = d->h.b, made;

  for (struct imp_stmt *s = b->first, *next, *loop; s; s = next)
    {
      struct imp_var *v;

      next = s->next;
      if (s->kind == IMP_IF)
	{
	  row_grown_own (d, &s->body);
	  row_grown_own (d, &s->orelse);
	}
      if (s->kind != IMP_NEW || !s->e[0] || s->e[0]->kind != IMP_EXPR_PRIM
	  || s->e[0]->op != FIR_PADD)
	continue;
      loop = user_from (next, s->var);
      if (!loop || !keeps_in (b, s, loop))
	continue;
      made = (struct imp_block) { NULL, NULL };
      d->h.b = &made;
      loop->e[1] = imp_make_name (&d->h, loop->e[1], "n");
      v = make_vector (d, "own", s->var->type->elem, here_again (&d->h, loop->e[1]));
      s->e[0] = here_use (&d->h, v);
      s->e[0] = imp_call (d->h.p, IMP_FN_DATA, s->var->type, 1, &s->e[0]);
      d->h.b = after;
      put_before (&made, b, loop);
      imp_unlink (b, s);
      imp_link_before (b, loop, s);
      imp_stmt_new (d->h.p, b, IMP_RELEASE, 0)->var = v;
    }
}

void
row_grown_element (struct chunks *d, struct imp_stmt *s, struct imp_stmt *seg)
{
  struct imp_var *at = d->outs[0].acc, *more;
  struct row_room *r = row_rooms (d->h.p->ctx, s, seg, at, row_gives (&s->body, at));
  bool only = !r->next && !r->filter && r->deep == 1;
  struct imp_block *after = d->h.b;

  row_turns_join (d, s, r);
  for (; r; r = r->next)
    {
      struct imp_block made = { NULL, NULL };

      d->h.b = r->filter ? &r->filter->body : &made;
      more = r->filter ? imp_make_new (&d->h, "more", d->n->type, NULL) : NULL;
      make_room (d, more ? here_use (&d->h, more) : here_again (&d->h, r->n),
		 kept_before (d, r), only ? NULL : r);
      d->h.b = after;
      if (only)
	{
	  imp_unlink (&s->body, seg);
	  imp_link_last (&made, seg);
	}
      if (r->first)
	put_before (&made, r->in, r->first);
    }
}

void
row_grown_keep (struct chunks *d, const struct imp_expr *c)
{
  struct imp_expr *args[3] = { here_use (&d->h, d->room), here_again (&d->h, c),
			       here_use (&d->h, d->row) };

  imp_stmt_new (d->h.p, d->h.b, IMP_EVAL, 0)->e[0]
    = imp_call (d->h.p, IMP_FN_KEEP_ROW, NULL, 3, args);
}

void
row_grown_take (struct chunks *d, const struct imp_expr *c)
{
  const struct type *t = d->room->type->elem;
  struct imp_expr *args[2] = { here_use (&d->h, d->room), here_again (&d->h, c) }, *v;
  struct imp_block *after = d->h.b;

  v = here_use (&d->h, imp_make_new (&d->h, "row", t,
				     imp_call (d->h.p, IMP_FN_KEPT_ROW, t, 2, args)));
  d->rows = make_data (d, v, t->elem);
  v = here_again (&d->h, v);
  v = imp_call (d->h.p, IMP_FN_LEN, NULL, 1, &v);
  v = here_op (&d->h, FIR_EQ, v, here_size (&d->h, 0));
  d->h.b = &imp_make_if (&d->h, v)->body;
  imp_make_assign (&d->h, d->rows, first_place (d, c));
  d->h.b = after;
}
