/* What is needed of groups: parts of each, which may be combined in bins.

   A part is the number of a group's elements, the first or the last of them, or what a loop over
   them combines, in a loop over all groups; what such a loop needs of the key is no part.  The
   groups must not be used in any other way.
   Does not: what folds a group twice, like the sum of squares of the differences from its mean.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-groups.h"

/* --- May it wait for loops? ------------------------------------------------------------------- */

struct waits
{
  struct expand *x;
  struct fir_var *v;
  unsigned maps;		/* uses that will be loops over the groups */
  bool other;
};

static void
note_row_use (struct fir_stmt *s, void *data)
{
  struct waits *w = (struct waits *) data;

  if (!fir_own_uses (s, w->v))
    return;
  switch (s->op)
    {
    case FIR_LEN: case FIR_GET: case FIR_AT: case FIR_MAP: case FIR_FILTER: case FIR_REDUCE:
    case FIR_GATHER: break;
    case FIR_ARGMIN: case FIR_ARGMAX: w->other |= !expand_only_best (w->x, s); break;
    default: w->other = true;
    }
}

static void
note_use (struct fir_stmt *s, void *data)
{
  struct waits *w = (struct waits *) data, in = { w->x, NULL, 0, false };

  if (!fir_own_uses (s, w->v) || s->op == FIR_LEN)
    return;
  w->maps++;
  w->other |= s->op != FIR_MAP && s->op != FIR_LENGTHS;
  for (unsigned k = 0; s->op == FIR_MAP && k < s->nargs; k++)
    if (s->args[k].var == w->v)
      {
	in.v = s->fns[0]->params[k];
	fir_walk (s->fns[0]->body, note_row_use, &in);
	for (unsigned r = 0; r < s->fns[0]->body->nrets; r++)
	  in.other |= s->fns[0]->body->rets[r].var == in.v;
      }
  w->other |= in.other;
}

bool
expand_rows_mapped (struct expand *x, struct fir_var *v)
{
  struct waits w = { x, v, 0, false };

  fir_walk (x->r->body, note_use, &w);
  for (unsigned k = 0; k < x->r->body->nrets; k++)
    w.other |= x->r->body->rets[k].var == v;
  return w.maps && !w.other;
}

/* --- The parts -------------------------------------------------------------------------------- */

static struct fir_var *
index_of (struct fir_stmt *loop)
{
  return loop->fns[0]->params[0];
}

struct inside
{
  struct fir_stmt *loop;
  unsigned n;
};

/* Count the atoms that are bound in the body of a loop, or are its index.  */
static void
note_bound (struct fir_atom *a, void *data)
{
  struct inside *in = (struct inside *) data;
  struct fir_stmt *def = fir_atom_def (*a);

  in->n += def ? def->parent == in->loop->fns[0]->body
	   : a->var && a->var == index_of (in->loop);
}

struct row_reads
{
  struct fir_var *row, *index;
  unsigned n;
};

static void
note_read (struct fir_stmt *s, void *data)
{
  struct row_reads *r = (struct row_reads *) data;

  r->n += (s->op == FIR_AT || s->op == FIR_ROW) && s->args[0].var == r->row
	  && s->args[1].var == r->index;
}

/* Can output O of L, a loop over a group, be combined in bins?  Elements without a guard's
   condition combine a neutral element.  */
static bool
is_fold (struct groups *g, struct fir_stmt *l, struct fir_out *o)
{
  const struct type *t = fir_atom_type (o->value);
  enum fir_op op = o->kind == OUT_REDUCE ? fir_fn_operator (o->combine) : FIR_LAST;

  if (o->kind != OUT_REDUCE || o->value.var == index_of (l) || o->guard.var == index_of (l)
      || (t->kind != TYPE_SCALAR && t->kind != TYPE_RECORD))
    return false;
  return fir_atom_none (o->guard)
	 || (op != FIR_LAST && !fir_atom_none (fir_neutral (g->p, op, t, g->x->r->finite)));
}

/* Is A, a number, known before G's groups?  B is a loop over these.  */
static bool
known_before (struct groups *g, struct fir_stmt *b, struct fir_atom a)
{
  struct fir_stmt *s = fir_atom_def (a);

  if (!s)
    return !a.var || !b || a.var != index_of (b);
  for (struct fir_stmt *t = g->s->prev; t; t = t->prev)
    if (t == s)
      return true;
  return false;
}

bool
expand_group_constant (struct groups *g, struct fir_stmt *b, struct fir_atom a)
{
  struct fir_stmt *s = fir_atom_def (a);

  if (!a.var)
    return !fir_atom_none (a);
  if (s && s->op == FIR_LOOP)
    return s->nouts == 1 && s->outs[0].kind == OUT_VEC && fir_atom_none (s->outs[0].dest)
	   && s->outs[0].value.cst && !s->fns[0]->body->first && known_before (g, b, s->args[0]);
  for (unsigned k = 0; s && s->op == FIR_RECORD && k < s->nargs; k++)
    if (!expand_group_constant (g, b, s->args[k]))
      return false;
  return s && s->op == FIR_RECORD;
}

/* Does loop L of B's body only combine the elements of the group ROW, by functions that need
   nothing else of the group?  */
static bool
folds (struct groups *g, struct fir_stmt *b, struct fir_stmt *l, struct fir_var *row)
{
  struct fir_stmt *len = fir_atom_def (l->args[0]);
  struct row_reads r = { row, index_of (l), 0 };
  struct inside in = { b, 0 }, made = { b, 0 };

  if (!len || len->op != FIR_LEN || len->args[0].var != row || fir_may_fail (l)
      || fir_has_effect (l))
    return false;
  for (unsigned k = 0; k < l->nouts; k++)
    if (!is_fold (g, l, &l->outs[k]) && !expand_group_row_p (l, &l->outs[k]))
      return false;
  fir_walk (l->fns[0]->body, note_read, &r);
  fir_stmt_each_atom (l, note_bound, &in);
  /* Constants that a fold begins with are made where that is.  */
  for (unsigned k = 0; k < l->nouts; k++)
    if (expand_group_constant (g, b, l->outs[k].init))
      note_bound (&l->outs[k].init, &made);
  /* Its count and these reads.  */
  return r.n == fir_stmt_uses (l, row) && r.n == fir_count_uses (l->fns[0]->body, r.index)
	 && in.n == r.n + made.n + 1;
}

static bool
add_part (struct groups *g, enum part_kind kind, struct fir_stmt *term, unsigned out)
{
  if (g->n == MAX_PARTS)
    return false;
  g->part[g->n++] = (struct part) { kind, term, out };
  return true;
}

static bool
add_folds (struct groups *g, struct fir_stmt *b, struct fir_stmt *l, struct fir_var *row)
{
  if (l->op != FIR_LOOP || !folds (g, b, l, row))
    return false;
  for (unsigned k = 0; k < l->nouts; k++)
    if (type_is_vec (l->res[k]->type))
      {
	if (g->nrows == MAX_ROWS)
	  return false;
	g->rows[g->nrows++] = (struct part) { PART_FOLD, l, k };
      }
    else if (!add_part (g, PART_FOLD, l, k))
      return false;
  return true;
}

/* Is the key the element itself?  */
static bool
is_identity (struct fir_fn *key)
{
  return !key->body->first && key->body->rets[0].var == key->params[0];
}

/* Is U, a use of an element, what the key is?  */
static bool
is_key (struct groups *g, struct fir_stmt *u)
{
  struct fir_block *k = g->s->fns[0]->body;

  return k->first && !k->first->next && k->first->op == FIR_FIELD && u->op == FIR_FIELD
	 && u->index == k->first->index && k->rets[0].var == k->first->res[0];
}

struct key_uses
{
  struct groups *g;
  struct fir_var *element;
  bool other;
};

static void
note_key_use (struct fir_stmt *s, void *data)
{
  struct key_uses *u = (struct key_uses *) data;

  if (fir_own_uses (s, u->element) && !is_key (u->g, s))
    u->other = true;
  for (unsigned k = 0; k < s->nouts; k++)
    u->other |= s->outs[k].value.var == u->element || s->outs[k].guard.var == u->element;
}

/* Is E, an element of a group in the body of B, only needed for its key?  */
static bool
only_key (struct groups *g, struct fir_stmt *b, struct fir_stmt *e)
{
  struct key_uses u = { g, e->res[0], false };

  if (is_identity (g->s->fns[0]))
    return true;
  fir_walk (b->fns[0]->body, note_key_use, &u);
  for (unsigned k = 0; k < b->nouts; k++)
    u.other |= b->outs[k].value.var == e->res[0] || b->outs[k].guard.var == e->res[0];
  return !u.other;
}

/* E reads an element of the group ROW: the first or the last one?  */
static bool
add_element (struct groups *g, struct fir_stmt *b, struct fir_stmt *e, struct fir_var *row)
{
  struct fir_stmt *sub = fir_atom_def (e->args[1]), *len;

  if ((e->op != FIR_GET && e->op != FIR_AT) || e->args[0].var != row || e->nargs != 2
      || g->s->op == FIR_BUCKET)
    return false;
  if (only_key (g, b, e) && fir_atom_is_int (e->args[1], 0))
    {
      if (g->nkeys == MAX_PARTS)
	return false;
      g->key_read[g->nkeys++] = e;
      return true;
    }
  if (type_is_vec (e->res[0]->type))
    return false;
  if (fir_atom_is_int (e->args[1], 0))
    return add_part (g, PART_FIRST, e, 0);
  len = sub && sub->op == FIR_SUB ? fir_atom_def (sub->args[0]) : NULL;
  return len && len->op == FIR_LEN && len->args[0].var == row
	 && fir_atom_is_int (sub->args[1], 1) && add_part (g, PART_LAST, e, 0);
}

/* Is N, the length of a group in the body of B, needed otherwise than by loops that are parts, and
   by checks that the group is not empty?  */
static bool
is_counted (struct groups *g, struct fir_stmt *b, struct fir_stmt *n)
{
  unsigned uses = 0;

  for (struct fir_stmt *t = n->next; t; t = t->next)
    if (t->op == FIR_CHECK && t->check == CHECK_NONEMPTY && t->args[1].var == n->res[0]
	&& g->s->op == FIR_GROUP_BY)
      uses++;
  for (unsigned k = 0; k < g->n + g->nrows; k++)
    {
      struct part *p = k < g->n ? &g->part[k] : &g->rows[k - g->n];

      uses += p->term && p->term->parent == b->fns[0]->body && p->out == 0
	      && p->kind == PART_FOLD && p->term->args[0].var == n->res[0];
    }
  for (unsigned k = 0; k < b->nouts; k++)
    if (b->outs[k].value.var == n->res[0] || b->outs[k].guard.var == n->res[0])
      return true;
  return uses != fir_count_uses (b->fns[0]->body, n->res[0]);
}

/* Does loop B over the groups need only parts of each group?  Add these.  */
static bool
add_parts (struct groups *g, struct fir_stmt *b)
{
  struct fir_stmt *row = NULL;
  unsigned uses = 0;

  if (b->op != FIR_LOOP || fir_atom_def (b->args[0]) != g->len || fir_stmt_uses (b, g->v) != 1)
    return false;
  for (struct fir_stmt *t = b->fns[0]->body->first; t; t = t->next)
    {
      unsigned n = row ? fir_stmt_uses (t, row->res[0]) : 0;

      if (n && t->op != FIR_LEN && !add_element (g, b, t, row->res[0])
	  && !add_folds (g, b, t, row->res[0]))
	return false;
      uses += n;
      if ((t->op == FIR_ROW || t->op == FIR_AT) && t->args[0].var == g->v
	  && t->args[1].var == index_of (b))
	row = t;
    }
  for (struct fir_stmt *t = row ? row->next : NULL; t; t = t->next)
    if (t->op == FIR_LEN && t->args[0].var == row->res[0])
      g->counted |= is_counted (g, b, t);
  return row && uses == fir_stmt_uses (b, row->res[0])
	 && uses == fir_count_uses (b->fns[0]->body, row->res[0]);
}

bool
expand_group_parts (struct groups *g)
{
  unsigned uses = 0;
  bool loops = false;

  g->part[g->n++] = (struct part) { PART_COUNT, NULL, 0 };
  for (struct fir_stmt *t = g->s->next; t; t = t->next)
    {
      uses += fir_stmt_uses (t, g->v);
      if (t->op == FIR_LEN && t->args[0].var == g->v && !g->len)
	g->len = t;
      else if (fir_stmt_uses (t, g->v))
	{
	  if (!g->len || !add_parts (g, t))
	    return false;
	  loops = true;
	}
    }
  /* The block, or the loop that it is the body of, may give them.  */
  return loops && uses == fir_count_uses (g->x->r->body, g->v);
}
