/* The pass chunk: rows in which a filter finds nothing are not taken again.

     loop i < n { between { ... } cursor at } do {
       ... for j = b to e { ... new pos := 0   loop { filter pos to seg } do { ... } ... } ...
       give at := ... }

   counts in its first pass, and notes which of a chunk's rows, the inner loops that it runs, have
   given something:

     temp kept [nc * FEW]
     parfor c < nc { new base := c * FEW   new found := 0   new row := 0
       ... new before := pos   loop { reduce pos ... } do { ... }
	   if pos != before { if found < FEW { kept[base + found] := row }   found := found + 1 }
	   row := row + 1 ...
       gave[c] := found }

   If they are few the second pass takes only those:

     parfor c < nc { new due := 0   if gave[c] <= FEW { due := the first of them, or none }
       ... if row >= due { loop { filter pos to seg } do { ... }   due := the next, or none }
	   row := row + 1 ... }

   Where a filter keeps little, as in a search through all pairs and triples, the second pass takes
   hardly any time then; else a row costs a comparison.

   Does not: rows of the elements themselves, which are kept (schedule-row-kept.c) or long; elements
   that may fail, or have other loops that combine.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-chunk.h"

/* The rows of a chunk that are noted.  */
#define FEW 256

/* How many loops with outputs are in B?  */
static unsigned
count_loops (const struct imp_block *b)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += (s->kind == IMP_LOOP) + count_loops (&s->body) + count_loops (&s->orelse);
  return n;
}

/* The loop with outputs in B that runs as often as the loops around it say, of which there are
   some (INSIDE), or NULL; *IN: the block it is in.  */
static struct imp_stmt *
row_in (struct imp_block *b, bool inside, struct imp_block **in)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct imp_stmt *found = s->kind == IMP_FOR ? row_in (&s->body, true, in) : NULL;

      *in = found ? *in : b;
      if (found || (s->kind == IMP_LOOP && inside))
	return found ? found : s;
    }
  return NULL;
}

/* Does B only compute, and give?  */
static bool
computes (const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind != IMP_NEW && s->kind != IMP_ASSIGN && s->kind != IMP_IF && s->kind != IMP_GIVE)
	|| s->kept || !computes (&s->body) || !computes (&s->orelse))
      return false;
  return true;
}

/* The only loop with outputs in S, a pass over all elements, if it has one output, of kind
   OUTPUT.  */
static struct imp_stmt *
only_row (struct imp_stmt *s, enum imp_stmt_kind output, struct imp_block **in)
{
  struct imp_stmt *row = count_loops (&s->body) == 1 ? row_in (&s->body, false, in) : NULL;
  const struct imp_stmt *o = row ? row->orelse.first : NULL;

  return o && o->kind == output && !o->next && (output != IMP_FILTER || !o->body.first)
	 && computes (&row->body) ? row : NULL;
}

/* Do both passes of D's loop have such a loop?  */
static bool
possible (struct chunks *d)
{
  struct imp_block *after = d->h.b, made = { NULL, NULL }, *in;
  bool both;

  if (d->nouts != 1 || d->outs[0].s->kind != IMP_CURSOR || d->fails || imp_has_needs (d->loop)
      || d->loop->nargs || d->loop->once || d->brief || d->shares)
    return false;
  d->h.b = &made;
  partial_begin (d);
  both = only_row (chunks_part (d, here_size (&d->h, 0), d->n, PASS_FIRST), IMP_REDUCE, &in)
	 && only_row (chunks_part (d, here_size (&d->h, 0), d->n, PASS_SECOND), IMP_FILTER, &in);
  d->h.b = after;
  return both;
}

void
rare_begin (struct chunks *d)
{
  const struct type *u64 = type_size (d->h.p->ctx);
  struct imp_stmt *s;

  if (!possible (d))
    return;
  d->gave = partial_array (d, "gave", u64, 1);
  s = imp_stmt_new (d->h.p, d->h.b, IMP_TEMP, d->loop->site);
  d->temp[0] = s->var = imp_var_new (d->h.p, d->h.proc, IMP_VAR_TEMP, "kept", u64);
  s->e[0] = here_op (&d->h, FIR_MUL, here_use (&d->h, d->nc), here_size (&d->h, FEW));
}

/* V := V + 1 */
static void
advance (struct chunks *d, struct imp_var *v)
{
  imp_make_assign (&d->h, v, here_op (&d->h, FIR_ADD, here_use (&d->h, v), here_size (&d->h, 1)));
}

/* Entry K of those of the chunk.  */
static struct imp_expr *
entry (struct chunks *d, struct rare *r, struct imp_expr *k)
{
  return imp_make_let (&d->h, "at", here_op (&d->h, FIR_ADD, here_use (&d->h, r->base), k));
}

/* Take what stands from S on out of B, to REST.  */
static void
cut (struct imp_block *b, struct imp_stmt *s, struct imp_block *rest)
{
  for (struct imp_stmt *next; s; s = next)
    {
      next = s->next;
      imp_unlink (b, s);
      imp_link_last (rest, s);
    }
}

/* Where the notes of chunk C begin.  */
static void
begin_chunk (struct chunks *d, struct rare *r, struct imp_expr *c)
{
  const struct type *u64 = type_size (d->h.p->ctx);

  r->base = imp_make_new (&d->h, "base", u64,
			  here_op (&d->h, FIR_MUL, here_again (&d->h, c), here_size (&d->h, FEW)));
  r->row = imp_make_new (&d->h, "row", u64, here_size (&d->h, 0));
}

void
rare_note_begin (struct chunks *d, struct rare *r, struct imp_expr *c)
{
  begin_chunk (d, r, c);
  r->found = imp_make_new (&d->h, "found", type_size (d->h.p->ctx), here_size (&d->h, 0));
}

void
rare_note (struct chunks *d, struct rare *r, struct imp_stmt *pass, struct imp_expr *c)
{
  struct imp_block *after = d->h.b, *in, rest = { NULL, NULL };
  struct imp_stmt *row = only_row (pass, IMP_REDUCE, &in), *i;
  struct imp_var *n = row->orelse.first->var, *before;
  struct imp_expr *k;

  pass->shape = IMP_SHAPE_SERIAL;
  cut (in, row, &rest);
  d->h.b = in;
  before = imp_make_new (&d->h, "before", n->type, here_use (&d->h, n));
  imp_unlink (&rest, row);
  imp_link_last (in, row);
  i = imp_make_if (&d->h, here_op (&d->h, FIR_NE, here_use (&d->h, n), here_use (&d->h, before)));
  d->h.b = &i->body;
  k = imp_make_let (&d->h, "k", here_use (&d->h, r->found));
  i = imp_make_if (&d->h, here_op (&d->h, FIR_LT, here_again (&d->h, k), here_size (&d->h, FEW)));
  advance (d, r->found);
  d->h.b = &i->body;
  imp_make_store (&d->h, here_use (&d->h, d->temp[0]), entry (d, r, k), here_use (&d->h, r->row));
  d->h.b = in;
  advance (d, r->row);
  cut (&rest, rest.first, in);
  d->h.b = after;
  imp_make_store (&d->h, here_use (&d->h, d->gave), here_again (&d->h, c),
		  here_use (&d->h, r->found));
}

/* The next row to be taken, if few are.  */
static void
find_due (struct chunks *d, struct rare *r)
{
  struct imp_block *after = d->h.b;

  imp_make_assign (&d->h, r->due, here_size (&d->h, UINT64_MAX));
  d->h.b = &imp_make_if (&d->h, here_op (&d->h, FIR_LT, here_use (&d->h, r->next),
					 here_use (&d->h, r->found)))->body;
  imp_make_assign (&d->h, r->due,
		   imp_load (d->h.p, here_use (&d->h, d->temp[0]),
			     entry (d, r, here_use (&d->h, r->next))));
  d->h.b = after;
}

/* Continue in a block for what is done if the chunk has noted all rows.  */
static void
if_few (struct chunks *d, struct rare *r)
{
  d->h.b = &imp_make_if (&d->h, here_op (&d->h, FIR_LE, here_use (&d->h, r->found),
					 here_size (&d->h, FEW)))->body;
}

void
rare_take_begin (struct chunks *d, struct rare *r, struct imp_expr *c)
{
  const struct type *u64 = type_size (d->h.p->ctx);
  struct imp_block *after = d->h.b;

  begin_chunk (d, r, c);
  r->found = imp_make_new (&d->h, "found", u64, imp_load (d->h.p, here_use (&d->h, d->gave),
							  here_again (&d->h, c)));
  r->next = imp_make_new (&d->h, "next", u64, here_size (&d->h, 0));
  r->due = imp_make_new (&d->h, "due", u64, here_size (&d->h, 0));
  if_few (d, r);
  find_due (d, r);
  d->h.b = after;
}

void
rare_take (struct chunks *d, struct rare *r, struct imp_stmt *pass)
{
  struct imp_block *after = d->h.b, *in, rest = { NULL, NULL };
  struct imp_stmt *row = only_row (pass, IMP_FILTER, &in), *i;

  pass->shape = IMP_SHAPE_SERIAL;
  cut (in, row, &rest);
  d->h.b = in;
  i = imp_make_if (&d->h, here_op (&d->h, FIR_GE, here_use (&d->h, r->row),
				   here_use (&d->h, r->due)));
  imp_unlink (&rest, row);
  imp_link_last (&i->body, row);
  d->h.b = &i->body;
  if_few (d, r);
  advance (d, r->next);
  find_due (d, r);
  d->h.b = in;
  advance (d, r->row);
  cut (&rest, rest.first, in);
  d->h.b = after;
}
