/* Vectors that are made in the memory of those that die.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A parameter of the region that dies is not read behind the statement that overwrites it, and in
   this one only where it has not been overwritten yet.  Other memory that is read may be the same:
   that is tested at run time (lower-store.c), and so is whether there are other references.  */

#include "lower-int.h"

/* The number of X's uses that are compatible with LOOP's result overwriting it.  */
struct harmless
{
  struct fir_var *x, *index;	/* INDEX: the loop's; NULL: any */
  unsigned n;
};

static void
count_harmless (struct fir_stmt *s, void *data)
{
  struct harmless *h = (struct harmless *) data;
  if (s->nargs == 0 || s->args[0].var != h->x)
    return;
  h->n += s->op == FIR_LEN
	  || (s->op == FIR_AT && (!h->index || s->args[1].var == h->index));
}

/* Does S only combine elements?  Then it has read all of them before the next statement.  */
static bool
only_combines (struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].kind != OUT_REDUCE)
      return false;
  return s->op == FIR_LOOP;
}

/* Does S precede LOOP?  */
static bool
stands_before (struct fir_stmt *s, struct fir_stmt *loop)
{
  while (s && s != loop)
    s = s->next;
  return s != NULL;
}

/* Does the region read X only before LOOP, and in LOOP element i for element i?  */
static bool
read_in_step (struct lower *l, struct fir_stmt *loop, struct fir_var *x)
{
  struct fir_block *body = l->region->body;
  struct harmless h = { x, NULL, 0 };
  for (struct fir_stmt *s = body->first; s; s = s->next)
    {
      h.index = s == loop ? loop->fns[0]->params[0] : NULL;
      if (s->op == FIR_LEN)
	count_harmless (s, &h);
      else if (s == loop || (only_combines (s) && stands_before (s, loop)))
	fir_walk (s->fns[0]->body, count_harmless, &h);
    }
  return h.n == fir_count_uses (body, x);
}

/* Parameter X, in which S makes its result; NULL: memory of unknown extent is read from S on.  */
static struct vecval *
reuse (struct lower *l, struct fir_stmt *s, struct fir_var *x, struct imp_var **conf)
{
  struct vecval *v = lower_vec (l, fir_atom_var (x));
  if (!lower_may_overwrite (l, s, v, conf))
    return NULL;
  lower_bind (l, x)->reused = true;
  return v;
}

/* May X be reused for a vector of type T, in memory?  */
static bool
reusable (struct lower *l, struct fir_var *x, const struct type *t)
{
  if (!x->dies || x->type != t || type_levels (t) != 1 || lower_bind (l, x)->reused)
    return false;
  struct vecval *v = lower_vec (l, fir_atom_var (x));
  return v->data && !v->step[0];	/* only its length is used, or it may be a range */
}

struct vecval *
lower_reused (struct lower *l, struct fir_stmt *loop, const struct type *t, struct imp_var **conf)
{
  if (l->elem || loop->parent != l->region->body)
    return NULL;
  for (unsigned k = 0; k < l->region->nparams; k++)
    {
      struct fir_var *x = l->region->params[k];
      if (reusable (l, x, t) && read_in_step (l, loop, x))
	return reuse (l, loop, x, conf);
    }
  return NULL;
}

/* Has loop S been run: is nothing of what it makes computed where it is used?  */
static bool
has_run (struct lower *l, struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nouts; k++)
    if (type_is_vec (s->outs[k].res->type))
      {
	struct bind *b = lower_bind (l, s->outs[k].res);
	if (!b->vec || b->vec->kind != VEC_MEM || b->delayed || b->rows || b->late || b->count_only)
	  return false;
      }
  return s->op == FIR_LOOP;
}

/* How often S uses X.  */
static unsigned
uses (struct fir_stmt *s, struct fir_var *x)
{
  unsigned n = 0;
  for (unsigned k = 0; k < s->nargs; k++)
    n += s->args[k].var == x;
  for (unsigned k = 0; k < s->nfns; k++)
    n += fir_count_uses (s->fns[k]->body, x);
  return n;
}

struct vecval *
lower_reused_by (struct lower *l, struct fir_stmt *s, struct fir_var *x, struct imp_var **conf)
{
  struct fir_block *body = l->region->body;
  unsigned n = 1;
  bool param = false;
  for (unsigned k = 0; k < l->region->nparams; k++)
    param |= l->region->params[k] == x;
  if (l->elem || s->parent != body || !param || !reusable (l, x, s->res[0]->type))
    return NULL;
  for (struct fir_stmt *t = body->first; t; t = t->next)
    if (t->op == FIR_LEN || (t->op == FIR_LOOP && stands_before (t, s) && has_run (l, t)))
      n += uses (t, x);
  return n == fir_count_uses (body, x) ? reuse (l, s, x, conf) : NULL;
}
