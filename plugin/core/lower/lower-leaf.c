/* Lowering of leaves: C functions that are called as they are.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A leaf that raises is left by a longjmp.  Inside a chunk the runtime knows what the chunk holds,
   releases it and records the error.  At the region's own level the program's handler would be
   called at once, before the region's memory is released and deferred stores are done: so if there
   are any, the leaf is called in a parfor of one chunk, followed by a raise like every other.
   Does not: pass vectors of several levels without a handle.  */

#include "lower-loop.h"

bool
lower_lends (struct fir_leaf *leaf, const struct type *t)
{
  return type_levels (t) == 1 && !type_is_vec (leaf->ret);
}

/* Is the result of leaf S, maybe one of its operands or a view of it, at once made to last?  Then
   it is no view of anything that is lent.  */
static bool
copied_behind (struct lower *l, struct fir_stmt *s)
{
  struct bind *b = s->nres ? lower_bind (l, s->res[0]) : NULL;
  return b && b->lasts && !b->into && type_levels (s->leaf->ret) == 1;
}

bool
lower_leaf_packs (struct vecval *v)
{
  return !v->handle && (v->kind == VEC_FLAT || (v->kind == VEC_MEM && v->step[0]));
}

struct imp_expr *
lower_leaf_vector (struct lower *l, struct vecval *v, bool lends, bool *fresh)
{
  *fresh = false;
  if (lower_leaf_packs (v))
    v = vec_memory (l, v);
  if (v->kind != VEC_MEM || v->step[0] || !lends)
    return vec_handle (l, v, fresh);
  struct imp_expr *data = e_again (l, v->data), *e;
  /* The address of an array, passed to the leaf like any other.  */
  data->type = type_ptr (l->ctx, type_base (v->type), 0);
  if (imp_expr_is_area (data))
    imp_state_space (data->var, SPACE_PROGRAM);
  e = e_call (l, IMP_FN_LEND, v->type, 3, data, e_size (l, type_base (v->type)->size),
	      e_again (l, v->n[0]));
  return imp_use (l->p, s_new (l, "h", v->type, e));
}

/* Emit E, the leaf call of S.  */
static struct imp_var *
call_leaf (struct lower *l, struct fir_stmt *s, struct imp_expr *e)
{
  if (s->nres)
    return s_new (l, s->res[0]->name, s->res[0]->type, e);
  imp_stmt_new (l->p, l->b, IMP_EVAL, s->site)->e[0] = e;
  return NULL;
}

static void
mark (struct lower *l, struct fir_stmt *s, struct imp_expr *elem)
{
  imp_stmt_new (l->p, l->b, IMP_EVAL, s->site)->e[0]
    = e_call (l, IMP_FN_MARK, NULL, 2, e_size (l, s->order), elem);
  l->proc->may_fail = true;
}

/* The same in a separate chunk:

     array r [1]
     parfor c < 1 { for i = resume (c) to c + 1 { mark (order, i)  r[i] := e } }
     raise { ... }  */
static struct imp_var *
call_alone (struct lower *l, struct fir_stmt *s, struct imp_expr *e)
{
  struct imp_block *after = l->b;
  struct imp_var *r = s->nres ? s_array (l, "r", s->res[0]->type, 1) : NULL;
  struct imp_stmt *par = imp_stmt_new (l->p, l->b, IMP_PARFOR, s->site);
  par->var = imp_var_new (l->p, l->proc, IMP_VAR_LOCAL, "c", type_size (l->ctx));
  par->e[0] = e_size (l, 1);
  par->e[1] = e_size (l, s->leaf->cost);
  l->b = &par->body;
  struct imp_expr *end = e_op (l, FIR_ADD, imp_use (l->p, par->var), e_size (l, 1));
  struct imp_stmt *f = s_for (l, "i", e_call (l, IMP_FN_RESUME, NULL, 1,
					      imp_use (l->p, par->var)), end, 1, false);
  l->b = &f->body;
  mark (l, s, imp_use (l->p, f->var));
  if (r)
    s_store (l, imp_use (l->p, r), imp_use (l->p, f->var), e);
  else
    call_leaf (l, s, e);
  l->b = after;
  lower_raise (l, s);
  return r ? call_leaf (l, s, imp_load (l->p, imp_use (l->p, r), e_size (l, 0))) : NULL;
}

/* The vector H that a leaf returned, made contiguous.  */
static void
take_vector (struct lower *l, struct fir_stmt *s, struct imp_var *h)
{
  if (lower_bind (l, s->res[0])->lasts)
    {
      struct imp_expr *e = e_call (l, IMP_FN_LASTING, h->type, 1, imp_use (l->p, h));
      lower_bind (l, s->res[0])->vec
	= vec_of_handle (l, s_new (l, s->res[0]->name, h->type, e), h->type, true);
      return;
    }
  struct imp_var *c = s_new (l, s->res[0]->name, h->type,
			     e_call (l, IMP_FN_CONTIGUOUS, h->type, 1, imp_use (l->p, h)));
  imp_stmt_new (l->p, l->b, IMP_RELEASE, s->site)->var = h;
  struct vecval *v = vec_of_handle (l, c, c->type, true);
  /* It may be one of the rows passed to the leaf, to which there is no reference.  */
  for (unsigned k = 0; l->elem && k < s->nargs; k++)
    v->lent |= type_is_vec (fir_atom_type (s->args[k]));
  lower_bind (l, s->res[0])->vec = v;
}

void
lower_leaf (struct lower *l, struct fir_stmt *s)
{
  struct imp_expr **args = CTX_NEWV (l->ctx, struct imp_expr *, s->nargs);
  struct imp_var **fresh = CTX_NEWV (l->ctx, struct imp_var *, s->nargs), *r;
  bool raises = s->leaf->flags & LEAF_MAYFAIL;
  for (unsigned k = 0; k < s->nargs; k++)
    if (type_is_vec (fir_atom_type (s->args[k])))
      {
	bool owned;
	const struct type *t = fir_atom_type (s->args[k]);
	bool lends = lower_lends (s->leaf, t) || (type_levels (t) == 1 && copied_behind (l, s));
	args[k] = lower_leaf_vector (l, lower_vec (l, s->args[k]), lends, &owned);
	if (owned)
	  {
	    fresh[k] = s_new (l, "h", args[k]->type, args[k]);
	    args[k] = imp_use (l->p, fresh[k]);
	    if (!l->elem)
	      lower_live_add (l, fresh[k]);
	  }
      }
    else
      args[k] = lower_atom (l, s->args[k]);
  if (raises && l->elem && l->elem->checked)
    mark (l, s, e_again (l, l->elem->outer));
  struct imp_expr *e = elem_offset (l, s);
  if (!e)
    e = imp_leaf (l->p, s->leaf, s->site, s->nargs, args);
  struct imp_var *into = s->nres ? lower_bind (l, s->res[0])->into : NULL;
  if (into)
    {
      s_assign (l, into, e);
      r = into;
    }
  else if (raises && !l->elem && (l->live || l->deferred || l->region->samples))
    r = call_alone (l, s, e);
  else
    r = call_leaf (l, s, e);
  if (r && type_is_vec (r->type))
    take_vector (l, s, r);
  else if (r)
    lower_bind (l, s->res[0])->e = imp_use (l->p, r);
  for (unsigned k = 0; k < s->nargs; k++)
    if (fresh[k])
      {
	imp_stmt_new (l->p, l->b, IMP_RELEASE, s->site)->var = fresh[k];
	if (!l->elem)
	  lower_live_remove (l, fresh[k]);
      }
}
