/* Lowering of if and case: DPIA's acceptor translation of branches.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   (DPIA: Atkey, Steuwer, Lindley, Dubach, "Strategy Preserving Compilation for Parallel Functional
   Code", section 4.)  A branch writes its results to variables bound before the statement: the
   acceptor is passed into each branch.  A vector is passed as an owned handle: a new one, or one
   more reference to an existing one; it is released at the end of the block around the branch.
   Memory that a branch has allocated is dropped at its end.
   In an element, where a handle costs more than a short row, a flat vector is passed as its address
   and its length, if each branch has it in memory of the code around, or makes it by a loop, which
   then writes to memory of the element (lower-grow.c).  If the vector has its place each branch
   writes it there, or copies what it only has.
   A case of an integer is a chain of comparisons, which GCC turns into a switch.  There are no
   cases of sums: pass sums has made them cases of the number of the alternative.
   Does not: store inside branches, or choose an order of the arms.  */

#include "lower-loop.h"

/* A vector that a branch passes on as memory: D is its address, N its length; MEM is where branches
   make it, NULL if none does.  */
struct piece
{
  struct imp_var *n;		/* NULL: the result is none, but a scalar */
  struct imp_var *d;
  struct grow *mem;
  struct imp_expr *place;	/* it has to be here, in place of D and MEM; NULL: anywhere */
};

/* So many elements have room at first where branches make a piece.  */
#define PIECE_ROOM 64

/* Bind S's result, a vector or not, to the variable TO.  */
static void
accept_atom (struct lower *l, struct fir_atom a, struct imp_var *to)
{
  s_assign (l, to, type_is_vec (to->type) ? vec_owned (l, lower_vec (l, a)) : lower_atom (l, a));
}

static void
accept_piece (struct lower *l, struct fir_atom a, struct piece *p)
{
  struct vecval *v = lower_vec (l, a);
  s_assign (l, p->n, vec_len (l, v));
  if (!p->place)
    s_assign (l, p->d, e_again (l, v->data));
  else if (v->data->var != p->place->var)
    {
      struct imp_stmt *f = s_for (l, "j", e_size (l, 0), imp_use (l->p, p->n), 1, true);
      struct imp_block *after = l->b;
      l->b = &f->body;
      s_store (l, e_again (l, p->place), imp_use (l->p, f->var),
	       imp_load (l->p, e_again (l, v->data), imp_use (l->p, f->var)));
      l->b = after;
    }
}

/* The last statement of B if B returns its results, else NULL.  */
static struct fir_stmt *
returned_stmt (struct fir_block *b)
{
  struct fir_stmt *s = b->last;
  if (!s || s->nres != b->nrets)
    return NULL;
  for (unsigned k = 0; k < s->nres; k++)
    if (b->rets[k].var != s->res[k])
      return NULL;
  return s;
}

static bool
is_branch (const struct fir_stmt *s)
{
  return s->op == FIR_IF || s->op == FIR_CASE;
}

/* The loop of B that makes what it returns as piece I of K, or NULL.  */
static struct fir_stmt *
piece_maker (struct fir_block *b, struct sink *k, unsigned i)
{
  bool here = k->piece && (k->piece[i].mem || k->piece[i].place);
  struct fir_stmt *def = here ? fir_atom_def (b->rets[i]) : NULL;
  return def && def->parent == b && def->op == FIR_LOOP ? def : NULL;
}

void
lower_block_to (struct lower *l, struct fir_block *b, struct imp_block *to, struct sink *k)
{
  struct imp_block *after = l->b;
  struct live *mark = l->live;
  struct stores before = lower_stores (l);
  struct fir_stmt *last = k->turn || k->piece ? returned_stmt (b) : NULL;
  if (last && !is_branch (last) && !(k->turn && lower_is_turn (k->turn, last)))
    last = NULL;
  l->b = to;
  if (last && last->op == FIR_APPLY)
    lower_turn_places (l, last, k->turn);
  for (unsigned i = 0; i < b->nrets; i++)
    if (piece_maker (b, k, i) && k->piece[i].place)
      lower_bind (l, b->rets[i].var)->place = k->piece[i].place;
    else if (piece_maker (b, k, i))
      {
	struct grown *g = lower_bind (l, b->rets[i].var)->grown = CTX_NEW (l->ctx, struct grown);
	g->in = k->piece[i].mem;
	g->at = e_size (l, 0);
      }
  for (struct fir_stmt *s = b->first; s != last; s = s->next)
    lower_stmt (l, s);
  if (!last)
    for (unsigned i = 0; i < b->nrets; i++)
      {
	if (piece_maker (b, k, i))
	  {
	    lower_bind (l, b->rets[i].var)->grown = NULL;
	    lower_bind (l, b->rets[i].var)->place = NULL;
	  }
	if (k->piece && k->piece[i].n)
	  accept_piece (l, b->rets[i], &k->piece[i]);
	else
	  accept_atom (l, b->rets[i], k->res[i]);
      }
  else if (last->op == FIR_APPLY)
    lower_next_turn (l, last, k->turn);
  else
    lower_branch_to (l, last, k);
  lower_end_stores (l, before);
  lower_drop_since (l, mark);
  l->b = after;
}

/* --- Results -------------------------------------------------------------------------------- */

struct imp_var **
lower_res_new (struct lower *l, struct fir_stmt *s)
{
  struct imp_var **res = CTX_NEWV (l->ctx, struct imp_var *, s->nres);
  for (unsigned k = 0; k < s->nres; k++)
    res[k] = s_new (l, s->res[k]->name, s->res[k]->type, NULL);
  return res;
}

void
lower_res_bind (struct lower *l, struct fir_stmt *s, struct imp_var **res)
{
  for (unsigned k = 0; k < s->nres; k++)
    if (type_is_vec (s->res[k]->type))
      lower_bind (l, s->res[k])->vec = vec_of_handle (l, res[k], res[k]->type, true);
    else
      lower_bind (l, s->res[k])->e = imp_use (l->p, res[k]);
}

/* --- Branches ------------------------------------------------------------------------------- */

static void
if_to (struct lower *l, struct fir_stmt *s, struct sink *k)
{
  struct imp_stmt *i = s_if (l, e_test (l, lower_atom (l, s->args[0])));
  lower_block_to (l, s->fns[0]->body, &i->body, k);
  lower_block_to (l, s->fns[1]->body, &i->orelse, k);
}

/* The arms from number N on.  The last takes all remaining values.  */
static void
case_to (struct lower *l, struct fir_stmt *s, struct imp_expr *x, struct sink *k)
{
  struct imp_block *after = l->b;
  for (unsigned n = 0; n < s->nfns; n++)
    {
      if (n + 1 == s->nfns || s->arms[n].any)
	{
	  lower_block_to (l, s->fns[n]->body, l->b, k);
	  break;
	}
      struct imp_stmt *i = s_if (l, e_op (l, FIR_EQ, e_again (l, x),
					  imp_const (l->p, s->arms[n].label.cst)));
      lower_block_to (l, s->fns[n]->body, &i->body, k);
      l->b = &i->orelse;
    }
  l->b = after;
}

void
lower_branch_to (struct lower *l, struct fir_stmt *s, struct sink *k)
{
  if (s->op == FIR_IF)
    if_to (l, s, k);
  else if (fir_atom_type (s->args[0])->kind == TYPE_SUM)
    lower_refuse (l, s->site, "case of a sum: pass sums has not removed it");
  else
    case_to (l, s, lower_name (l, lower_atom (l, s->args[0]), "x"), k);
}

/* --- Vectors as memory ----------------------------------------------------------------------- */

bool
vec_around_p (struct lower *l, struct fir_var *v)
{
  struct vecval *x = lower_bind (l, v)->vec;
  return x && x->kind == VEC_MEM && x->data && x->data->kind == IMP_EXPR_VAR
	 && x->data->var->kind == IMP_VAR_LOCAL && x->n[0] && !x->step[0] && !x->counted;
}

/* Is V, which B returns, used otherwise than for its length?  */
static bool
used_again (struct lower *l, struct fir_block *b, struct fir_var *v)
{
  unsigned uses = lower_bind (l, v)->uses;
  for (struct fir_stmt *s = b->first; s; s = s->next)
    uses -= s->op == FIR_LEN && s->args[0].var == v;
  return uses > 1;
}

/* Can B pass on its result I, a vector, as memory?  *MAKES is set if it makes it, *READ if it then
   also reads it.  T: B is in the function that runs as T; else NULL.  */
static bool
passes_piece_p (struct lower *l, struct fir_block *b, unsigned i, struct turn *t, bool *makes,
		bool *read)
{
  struct fir_var *v = b->rets[i].var;
  struct fir_stmt *def = v ? v->def : NULL;
  if (!def || def->parent != b)
    return v && (!t || lower_turn_keeps (t, v)) && vec_around_p (l, v);
  if (t && lower_is_turn (t, def) && returned_stmt (b) == def)
    return true;
  if (is_branch (def) && returned_stmt (b) == def)
    {
      for (unsigned f = 0; f < def->nfns; f++)
	if (!passes_piece_p (l, def->fns[f]->body, i, t, makes, read))
	  return false;
      return true;
    }
  if (def->op != FIR_LOOP || def->nouts != 1
      || (def->outs[0].kind != OUT_VEC && def->outs[0].kind != OUT_FILTER))
    return false;
  *makes = true;
  *read |= used_again (l, b, v);
  return true;
}

/* The pieces in which S, a branch in an element or a call of T, passes on its vectors, which are
   those of the N functions FNS; NULL: they are handles.  */
static struct piece *
pieces (struct lower *l, struct fir_stmt *s, struct fir_fn **fns, unsigned n, struct turn *t)
{
  bool vecs = false, read = false;
  struct piece *piece = CTX_NEWV (l->ctx, struct piece, s->nres);
  bool *makes = CTX_NEWV (l->ctx, bool, s->nres);
  for (unsigned k = 0; k < s->nres; k++)
    if (type_is_vec (s->res[k]->type))
      {
	vecs = true;
	if (type_levels (s->res[k]->type) != 1)
	  return NULL;
	for (unsigned f = 0; f < n; f++)
	  if (!passes_piece_p (l, fns[f]->body, k, t, &makes[k], &read))
	    return NULL;
      }
  for (unsigned k = 0; k < s->nres && vecs; k++)
    if (type_is_vec (s->res[k]->type))
      {
	const struct type *t = s->res[k]->type;
	/* A pass that counts stores nothing there.  */
	piece[k].place = read ? NULL : lower_bind (l, s->res[k])->place;
	if (makes[k] && !piece[k].place)
	  piece[k].mem = grow_new (l, s->res[k]->name, t, e_size (l, PIECE_ROOM), s->site);
	if (!piece[k].place)
	  piece[k].d = s_new (l, "d", type_ptr (l->ctx, t->elem, 0), NULL);
	piece[k].n = s_new (l, "n", type_size (l->ctx), NULL);
      }
  return vecs ? piece : NULL;
}

struct sink
lower_pieces (struct lower *l, struct fir_stmt *s, struct fir_fn **fns, unsigned n, struct turn *t)
{
  struct sink k = { .piece = l->elem ? pieces (l, s, fns, n, t) : NULL, .turn = t };
  if (!k.piece)
    k.res = lower_res_new (l, s);
  else
    {
      k.res = CTX_NEWV (l->ctx, struct imp_var *, s->nres);
      for (unsigned i = 0; i < s->nres; i++)
	if (!k.piece[i].n)
	  k.res[i] = s_new (l, s->res[i]->name, s->res[i]->type, NULL);
    }
  return k;
}

void
lower_pieces_bind (struct lower *l, struct fir_stmt *s, struct sink *k)
{
  if (!k->piece)
    {
      lower_res_bind (l, s, k->res);
      return;
    }
  for (unsigned i = 0; i < s->nres; i++)
    if (k->piece[i].n)
      {
	struct vecval *v = vec_new (l, VEC_MEM, s->res[i]->type);
	struct imp_expr *place = k->piece[i].place;
	v->data = place ? e_again (l, place) : imp_use (l->p, k->piece[i].d);
	v->n[0] = imp_use (l->p, k->piece[i].n);
	lower_bind (l, s->res[i])->vec = v;
      }
    else
      lower_bind (l, s->res[i])->e = imp_use (l->p, k->res[i]);
}

void
lower_branch (struct lower *l, struct fir_stmt *s)
{
  bool fails = l->elem && fir_may_fail (s);
  if (fails)
    lower_need_ok (l);
  struct sink k = lower_pieces (l, s, s->fns, s->nfns, NULL);
  lower_branch_to (l, s, &k);
  if (fails)
    lower_rest_if_ok (l);
  lower_pieces_bind (l, s, &k);
}
