/* The pass storage: hoists allocations out of loops.

   A vector that every iteration of a chunk's loop allocates anew, with a loop-invariant size, is
   allocated once before the loop:

     for i = b to e {                         vecnew s [m];  new d := data (s)
       vecnew s [m];  new d := data (s)       for i = b to e {
       ... d[k] ...                     =>      ... d[k] ...
       release s                              }
     }                                        release s

   if no handle of it escapes, which may be kept, vectors being immutable, and no pointer to it
   leaves the iteration.  If its size depends on the iteration the memory stays with the chunk, too,
   and is exchanged for more when that is needed:

     for i = b to e {                         vecnew s [64];  new d := data (s);  new room := 64
       vecnew s [m];  new d := data (s)       for i = b to e {
       ... d[k] ...                     =>      if gt (m, room) { room := max (m, 2 room)  ... }
       release s                                ... d[k] ...
     }                                        }
					      release s

   The same memory serves all turns of a `while' in the iteration that allocate, if no pointer to it
   is known in the turn after.

   Likewise memory that grows in the iteration: the next one begins with what has been had.

     for i = b to e {                              vecnew s [64];  new d := data (s);  new cap := 64
       new cap := m                                for i = b to e {
       vecnew s [cap];  new d := data (s)            if gt (m, cap) { ... }
       ... if gt (want, cap) { cap := ...       =>   ... if gt (want, cap) { cap := ...
	 vecnew more [cap];  new x := data (more)      ... }
	 eval move (x, d, ...)                       }
	 release s;  s := more;  d := x }          release s
       release s
     }

   A reshape of the vector of which nobody uses the handle is none, and drops of that handle are
   drops of the vector.

   It is hoisted out of the loops of a chunk, not out of the parfor: there are more chunks than
   threads, so that memory for each would be more than is ever used at once.

   Does not: share memory between variables (the allocator does), or move what a leaf that raises
   would leave behind.
   Paper: DPIA, section 6.4 (hoisting of new out of parfor); Nikola, section 4 (sizes before the
   step).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"

/* Is V bound or assigned in B?  */
static bool
block_sets (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->var == v || block_sets (&s->body, v) || block_sets (&s->orelse, v))
      return true;
  return false;
}

/* Is E invariant in LOOP, and cheap: no call, no load?  */
static bool
invariant (const struct imp_stmt *loop, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    return e->var != loop->var && !block_sets (&loop->body, e->var);
  if (e->kind != IMP_EXPR_CONST && e->kind != IMP_EXPR_PRIM)
    return false;
  if (e->kind == IMP_EXPR_PRIM && !imp_prim_total (e))
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!invariant (loop, e->args[k]))
      return false;
  return true;
}

/* The number of uses of V in B, drops aside.  */
static unsigned
mentions (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += imp_stmt_uses (s, v) + (s->var == v && s->kind == IMP_ASSIGN) + mentions (&s->body, v)
	 + mentions (&s->orelse, v);
  return n;
}

/* Is S `new d := data (v)'?  */
static bool
is_data (const struct imp_stmt *s, const struct imp_var *v)
{
  return s && imp_data_of (s) == v;
}

/* `new d := data (v)' directly behind MAKE, if that is the only use of v's handle.  */
static struct imp_stmt *
only_data (struct imp_block *b, struct imp_stmt *make)
{
  return is_data (make->next, make->var) && mentions (b, make->var) == 1 ? make->next : NULL;
}

/* The drop of V in B itself; NULL if branches have it.  */
static struct imp_stmt *
own_drop (struct imp_block *b, const struct imp_var *v)
{
  struct imp_stmt *s = b->first;

  while (s && !imp_drops (s, v))
    s = s->next;
  return s;
}

/* Is V bound in B; assigned?  */
static bool
binds (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_NEW && s->var == v) || binds (&s->body, v) || binds (&s->orelse, v))
      return true;
  return false;
}

/* The variables that may lead to the memory of a vector.  */
struct leading
{
  bool *to;			/* by number of the variable */
  bool more, leaves;		/* one was found; the memory is known outside of the loop */
};

/* May the value of E be a pointer to the memory?  */
static bool
leads (struct leading *g, const struct imp_expr *e)
{
  bool some = false;

  if (!e || e->kind == IMP_EXPR_CONST)
    return false;
  if (e->kind == IMP_EXPR_VAR)
    return g->to[e->var->id];
  for (unsigned k = 0; k < e->nargs; k++)
    some |= leads (g, e->args[k]);
  if (e->kind == IMP_EXPR_PRIM)
    return some && !type_is_scalar (e->type);
  /* What gives a number has only read there.  */
  if (e->kind == IMP_EXPR_CALL && (e->fn == IMP_FN_MOVE || (e->type && type_is_scalar (e->type))))
    return false;
  if (e->kind != IMP_EXPR_LOAD)
    g->leaves |= some;
  return false;
}

/* Note what B, the body of a loop or a part of it, does with pointers to the memory.  */
static void
note_leading (struct leading *g, const struct imp_block *body, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool names = (s->kind == IMP_NEW || s->kind == IMP_ASSIGN) && s->var, some = false;

      leads (g, s->base);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	some |= leads (g, s->e[k]);
      for (unsigned k = 0; k < s->nargs; k++)
	some |= leads (g, s->args[k]);
      g->leaves |= some && !(names && binds (body, s->var));
      if (some && names && !g->to[s->var->id])
	g->more = g->to[s->var->id] = true;
      note_leading (g, body, &s->body);
      note_leading (g, body, &s->orelse);
    }
}

/* Does a pointer made of what G leads to, the memory of a vector that BODY makes, leave BODY?  */
static bool
leaves (struct leading *g, const struct imp_block *body)
{
  g->more = true;
  while (g->more && !g->leaves)
    {
      g->more = false;
      note_leading (g, body, body);
    }
  return g->leaves;
}

/* The same of D, the address; or is D given another value?  */
static bool
address_leaves (struct imp_here *h, const struct imp_block *body, const struct imp_stmt *d)
{
  struct leading g = { .to = CTX_NEWV (h->p->ctx, bool, h->proc->nvars + 1) };

  g.to[d->var->id] = true;
  return imp_block_assigns (body, d->var) || leaves (&g, body);
}

/* Move MAKE out of LOOP, which is in B, if possible, and count that in N.  Returns the statement
   behind it in the loop.  */
static struct imp_stmt *
hoist_one (struct imp_here *h, struct imp_block *b, struct imp_stmt *loop, struct imp_stmt *make,
	   unsigned *n)
{
  struct imp_stmt *data = only_data (&loop->body, make), *drop, *behind;

  if (!data || make->e[1] || !invariant (loop, make->e[0])
      || address_leaves (h, &loop->body, data))
    return make->next;
  drop = own_drop (&loop->body, make->var);
  if (!drop)
    return make->next;
  behind = data->next == drop ? drop->next : data->next;
  imp_unlink (&loop->body, make);
  imp_unlink (&loop->body, data);
  imp_unlink (&loop->body, drop);
  imp_link_after (b, loop, drop);
  /* Before LOOP: the allocation, its data.  LOOP may run no iteration.  */
  imp_let_wrap (make->e[0]);
  imp_link_before (b, loop, make);
  imp_link_before (b, loop, data);
  ++*n;
  return behind;
}

/* --- Memory whose size depends on the iteration ----------------------------------------------- */

/* So many elements have room at first.  */
#define FIRST_ROOM 64

/* Exchange the memory of vector V, whose address is D, for ROOM elements, here.  */
static void
exchange (struct imp_here *h, struct imp_var *v, struct imp_var *d, struct imp_var *room,
	  uint32_t site)
{
  struct imp_stmt *more = imp_stmt_new (h->p, h->b, IMP_VECNEW, site);
  struct imp_expr *data;

  more->var = imp_var_new (h->p, h->proc, IMP_VAR_LOCAL, "more", v->type);
  more->e[0] = here_use (h, room);
  imp_stmt_new (h->p, h->b, IMP_RELEASE, 0)->var = v;
  imp_make_assign (h, v, here_use (h, more->var));
  data = here_use (h, v);
  imp_make_assign (h, d, imp_call (h->p, IMP_FN_DATA, d->type, 1, &data));
}

/* MAKE, with its address D and its DROP, all in B, is the memory of all iterations of LOOP, in
   OUTER.  CAP binds its capacity; NULL: it does not grow by itself.  */
static void
make_grow (struct imp_here *h, struct imp_block *outer, struct imp_stmt *loop, struct imp_block *b,
	   struct imp_stmt *make, struct imp_stmt *d, struct imp_stmt *drop, struct imp_stmt *cap)
{
  struct imp_block made = { NULL, NULL };
  struct imp_expr *want = cap ? cap->e[0] : make->e[0], *twice;
  struct imp_stmt *s = cap;
  struct imp_var *room;
  uint64_t few;

  h->b = &made;
  if (cap)
    {
      room = cap->var;
      imp_unlink (b, cap);
      cap->e[0] = here_size (h, FIRST_ROOM);
    }
  else
    {
      room = imp_make_new (h, "room", type_size (h->p->ctx), here_size (h, FIRST_ROOM));
      s = made.first;
      made = (struct imp_block) { NULL, NULL };
    }
  if (!imp_is_const (want, &few) || few > FIRST_ROOM)
    {
      want = imp_make_name (h, want, "want");
      twice = here_op (h, FIR_GT, here_again (h, want), here_use (h, room));
      h->b = &imp_make_if (h, twice)->body;
      twice = here_op (h, FIR_MUL, here_use (h, room), here_size (h, 2));
      imp_make_assign (h, room, here_op (h, FIR_MAX, twice, here_again (h, want)));
      exchange (h, make->var, d->var, room, make->site);
    }
  imp_unlink (b, make);
  imp_unlink (b, drop);
  imp_replace (b, d, &made);
  make->e[0] = here_size (h, FIRST_ROOM);
  imp_link_before (outer, loop, make);
  imp_link_before (outer, loop, d);
  imp_link_before (outer, loop, s);
  imp_link_after (outer, loop, drop);
}

/* Memory that grows in an iteration: its handle V, its address D, its capacity CAP; what is known
   to lead to it; how often it is exchanged.  */
struct growing
{
  struct imp_var *v, *d, *cap;
  struct leading *g;
  unsigned exchanges;
};

/* Is B, which drops the memory, an exchange of it for more, of the new capacity?  */
static bool
exchanges (struct growing *w, struct imp_block *b)
{
  struct imp_stmt *more = NULL, *x = NULL, *drop = own_drop (b, w->v), *to = drop->next;
  unsigned assigned = 0;

  for (struct imp_stmt *s = b->first; s != drop; s = s->next)
    if (s->kind == IMP_VECNEW && !s->e[1])
      {
	more = s;
	x = s->next;
      }
  if (!more || !is_data (x, more->var) || !imp_is_var (more->e[0], w->cap)
      || mentions (b, more->var) != 2 || !to || to->kind != IMP_ASSIGN || to->var != w->v
      || !imp_is_var (to->e[0], more->var))
    return false;
  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind == IMP_ASSIGN && s->var == w->d)
      assigned += imp_is_var (s->e[0], x->var) ? 1 : 2;
  w->g->to[x->var->id] = true;
  w->exchanges++;
  return assigned == 1;
}

/* Do all drops of the memory in B, but for LAST, belong to exchanges?  Are its address and its
   capacity given other values there only?  */
static bool
only_exchanged (struct growing *w, struct imp_block *b, const struct imp_stmt *last)
{
  struct imp_stmt *drop = own_drop (b, w->v);
  bool there = drop && drop != last;

  if (there && !exchanges (w, b))
    return false;
  for (struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_ASSIGN && (s->var == w->d || s->var == w->cap) && !there)
	|| !only_exchanged (w, &s->body, last) || !only_exchanged (w, &s->orelse, last))
      return false;
  return true;
}

/* Does MAKE, in B, in the body of LOOP, make memory that grows in an iteration, and that no other
   one needs?  *DROP is what frees it at the end.  */
static bool
grows (struct imp_here *h, struct imp_stmt *loop, struct imp_block *b, struct imp_stmt *make,
       struct imp_stmt **drop)
{
  struct leading g = { .to = CTX_NEWV (h->p->ctx, bool, h->proc->nvars + 1) };
  struct imp_stmt *cap = make->prev;
  struct growing w = { .v = make->var, .g = &g };

  *drop = own_drop (b, make->var);
  if (!*drop || !is_data (make->next, make->var) || make->e[0]->kind != IMP_EXPR_VAR || !cap
      || cap->kind != IMP_NEW || !cap->e[0] || cap->var != make->e[0]->var)
    return false;
  w.d = make->next->var;
  w.cap = cap->var;
  g.to[w.d->id] = true;
  return only_exchanged (&w, &loop->body, *drop) && w.exchanges
	 && mentions (&loop->body, w.v) == 1 + w.exchanges && !leaves (&g, &loop->body);
}

/* Let the vectors of B, in the body of LOOP, in OUTER, keep their memory; how many.  TURN is the
   body of the innermost loop around B: that of LOOP, or of a `while' in it.  */
static unsigned
grow_block (struct imp_here *h, struct imp_block *outer, struct imp_stmt *loop,
	    struct imp_block *turn, struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      if (s->kind == IMP_IF)
	n += grow_block (h, outer, loop, turn, &s->body)
	     + grow_block (h, outer, loop, turn, &s->orelse);
      if (s->kind == IMP_WHILE)
	n += grow_block (h, outer, loop, &s->body, &s->body);
      if (s->kind != IMP_VECNEW || s->e[1])
	continue;
      struct imp_stmt *d = only_data (&loop->body, s), *drop, *cap = NULL;
      if (!d && turn == &loop->body && grows (h, loop, b, s, &drop))
	{
	  d = s->next;
	  cap = s->prev;
	}
      else if (!d || !(drop = own_drop (b, s->var)) || address_leaves (h, turn, d))
	continue;
      next = d->next == drop ? drop->next : d->next;
      make_grow (h, outer, loop, b, s, d, drop, cap);
      n++;
    }
  return n;
}

/* Out of the loops in B, a block inside a parfor, innermost first; how many.  */
static unsigned
hoist_block (struct imp_here *h, struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      n += hoist_block (h, &s->body) + hoist_block (h, &s->orelse);
      for (struct imp_stmt *t = s->kind == IMP_FOR ? s->body.first : NULL; t;)
	t = t->kind == IMP_VECNEW ? hoist_one (h, b, s, t, &n) : t->next;
      if (s->kind == IMP_FOR)
	n += grow_block (h, b, s, &s->body, &s->body);
    }
  return n;
}

/* May a leaf of B be left by a longjmp when it raises?  Then memory would be leaked.  */
static bool
resumes (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->e[0] && s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_RESUME)
      return true;
  return false;
}

static unsigned
hoist_parfors (struct imp_here *h, struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (s->kind != IMP_PARFOR)
      n += hoist_parfors (h, &s->body) + hoist_parfors (h, &s->orelse);
    else if (!resumes (&s->body))
      n += hoist_block (h, &s->body);
  return n;
}

/* --- Handles that nobody uses ----------------------------------------------------------------- */

/* What drops V in B drops BY instead.  */
static void
drop_instead (struct imp_block *b, const struct imp_var *v, struct imp_var *by)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (imp_drops (s, v))
	s->var = by;
      drop_instead (&s->body, v, by);
      drop_instead (&s->orelse, v, by);
    }
}

/* Does S make another handle of a vector, and nobody uses it?  */
static bool
reshapes_for_nobody (struct imp_here *h, const struct imp_stmt *s)
{
  const struct imp_expr *e = s->kind == IMP_NEW ? s->e[0] : NULL;

  return e && e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_RESHAPE
	 && e->args[0]->kind == IMP_EXPR_VAR && !mentions (&h->proc->body, s->var);
}

/* In B.  The memory of a vector can be hoisted if no other handle has it; how many.  */
static unsigned
drop_handles (struct imp_here *h, struct imp_block *b)
{
  unsigned n = 0;

  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      next = s->next;
      n += drop_handles (h, &s->body) + drop_handles (h, &s->orelse);
      if (!reshapes_for_nobody (h, s))
	continue;
      drop_instead (&h->proc->body, s->var, s->e[0]->args[0]->var);
      imp_unlink (b, s);
      n++;
    }
  return n;
}

/* --- The pass --------------------------------------------------------------------------------- */

unsigned
schedule_storage (struct imp_prog *p, struct imp_proc *proc)
{
  struct imp_here h = { .p = p, .proc = proc };
  unsigned n = drop_handles (&h, &proc->body);

  return n + hoist_parfors (&h, &proc->body);
}
