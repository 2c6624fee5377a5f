/* A loop over a filter's result becomes part of the filter's loop.

   B runs over the length of a filter output of A.  Its body is appended to A's, under the guard:
   vectors become filters, reductions get the guard.  Terms that may fail or trap, or are expensive,
   are put in an `if' on the guard, so that they do not run for an element that the filter drops.

     t = loop n { (i) A  yield filter v when g }    s = loop n { (i) A
     l = len t                                =>         r = if g { B[v] ret r } else { ret 0 }
     s = loop l { (j) p = at t j  B[p]                   yield reduce f z r when g }
		  yield reduce f z r }

   Paper: NOVA, section 5 (filters into reductions and filters).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* --- May they? ------------------------------------------------------------------------------- */

/* The filter output of A whose length B runs over.  */
static struct fir_out *
counted_filter (struct fir_stmt *a, struct fir_stmt *b)
{
  struct fir_stmt *len = fir_atom_def (b->args[0]);
  struct fir_out *o;

  if (!len || len->op != FIR_LEN || !len->args[0].var)
    return NULL;
  o = fuse_out (a, len->args[0].var);
  return o && o->kind == OUT_FILTER && fir_atom_none (o->dest) ? o : NULL;
}

/* Is there a stand-in value of type T, for elements that are never used?  Of rows it is an empty
   one.  */
static bool
has_dummy (const struct type *t)
{
  if (t->kind == TYPE_SCALAR || t->kind == TYPE_PTR)
    return true;
  if (t->kind == TYPE_VEC)
    return t->elem->kind != TYPE_VEC && has_dummy (t->elem);
  if (t->kind != TYPE_RECORD)
    return false;
  for (unsigned k = 0; k < t->nfields; k++)
    if (!has_dummy (t->fields[k].type))
      return false;
  return true;
}

/* B's body may run for every element: it is total, and cheap.  */
static bool
speculates (struct fir_stmt *b, struct fir_stmt *a)
{
  for (struct fir_stmt *s = b->fns[0]->body->first; s; s = s->next)
    if (!fir_speculates (s)
	&& !((s->op == FIR_AT || s->op == FIR_ROW) && s->args[0].var
	     && fuse_out (a, s->args[0].var)))
      return false;
  return fir_block_weight (b->fns[0]->body) <= FUSE_SPECULATE;
}

/* All that B's body uses of its index are reads of filters of A with guard G.  */
static bool
index_is_position (struct fir_stmt *a, struct fir_stmt *b, struct fir_out *by, const char **why)
{
  unsigned reads = 0;

  *why = "the other loop reads more than the filter's result";
  for (unsigned k = 0; k < b->nouts; k++)
    if (b->outs[k].value.var == fuse_index (b) || b->outs[k].guard.var == fuse_index (b))
      return false;
  for (unsigned k = 0; k < a->nouts; k++)
    {
      struct fir_out *o = &a->outs[k];

      if (!fuse_identity_only (b, o, why))
	return false;
      if (!fir_stmt_uses (b, o->res))
	continue;
      if (o->kind != OUT_FILTER || !fir_atom_equal (o->guard, by->guard))
	{
	  *why = "the other loop reads more than the filter's result";
	  return false;
	}
      reads += fuse_reads (b, o->res).identity;
    }
  *why = "the other loop reads more than the filter's result";
  return fir_count_uses (b->fns[0]->body, fuse_index (b)) == reads;
}

/* Does B use its count for more than to count?  It is not known before A ends.  */
static bool
uses_count (struct fir_stmt *b)
{
  struct fir_var *n = b->args[0].var;
  bool uses = fir_uses (b->fns[0]->body, n);

  for (unsigned k = 0; k < b->nouts; k++)
    uses |= b->outs[k].value.var == n || b->outs[k].guard.var == n || b->outs[k].init.var == n
	    || b->outs[k].dest.var == n
	    || (b->outs[k].combine && fir_uses (b->outs[k].combine->body, n));
  return uses;
}

bool
fuse_can_push (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b, const char **why)
{
  struct fir_out *by = counted_filter (a, b);

  *why = "the other loop has another number of elements";
  if (!by || a->nouts + b->nouts > FUSE_OUTS || !index_is_position (a, b, by, why))
    return false;
  for (unsigned k = 0; k < b->nouts; k++)
    {
      struct fir_out *o = &b->outs[k];

      if (o->kind == OUT_SCAN || o->kind == OUT_EXSCAN)
	{
	  *why = "a scan of a filter's result needs its positions";
	  return false;
	}
      if (!speculates (b, a) && !has_dummy (fir_atom_type (o->value)))
	{
	  *why = "there is no value to stand for the elements that the filter leaves out";
	  return false;
	}
    }
  if (uses_count (b))
    {
      *why = "the other loop needs the number of the filter's elements";
      return false;
    }
  *why = "vectors are combined in order, and this can run in parallel";
  if (fuse_serialises (f, a, b))
    return false;
  *why = "the first error of an element would be another";
  if (fuse_mixes_failures (f, a, b))
    return false;
  *why = "an error would name another element";
  return !fuse_names_element (b) && fuse_can_sink (f, a, b, b->args[0].var, why);
}

/* --- Guards ---------------------------------------------------------------------------------- */

static struct fir_atom dummy (struct fuse *f, struct fir_block *b, const struct type *t,
			      const struct fir_stmt *of);

/* An empty row of type T, made in B, for one of OF.  */
static struct fir_atom
no_row (struct fuse *f, struct fir_block *b, const struct type *t, const struct fir_stmt *of)
{
  const struct type *size = type_size (f->p->ctx);
  struct fir_stmt *s = fir_stmt_new (f->p, b, FIR_LOOP, of->site, 1, 1, t, "row");
  struct fir_out *o = CTX_NEW (f->p->ctx, struct fir_out);

  s->order = of->order;
  s->args[0] = fir_atom_int (f->p, size, 0);
  s->fns[0] = fir_fn_new (f->p, 1, &size);
  o->kind = OUT_VEC;
  o->site = s->site;
  o->res = s->res[0];
  o->value = dummy (f, s->fns[0]->body, t->elem, of);
  s->outs = o;
  s->nouts = 1;
  return fir_atom_var (o->res);
}

/* A value of type T, made in B if need be, for one of OF.  */
static struct fir_atom
dummy (struct fuse *f, struct fir_block *b, const struct type *t, const struct fir_stmt *of)
{
  struct fir_stmt *s;

  if (t->kind == TYPE_VEC)
    return no_row (f, b, t, of);
  if (type_is_float (t))
    return fir_atom_float (f->p, t, 0);
  if (t->kind == TYPE_SCALAR && scalar_info[t->scalar].cls == SC_COMPLEX)
    return fir_atom_float (f->p, t, 0);
  if (t->kind != TYPE_RECORD)
    return fir_atom_int (f->p, t, 0);
  s = fir_stmt_new (f->p, b, FIR_RECORD, 0, t->nfields, 0, t, "none");
  for (unsigned k = 0; k < t->nfields; k++)
    s->args[k] = dummy (f, s->parent, t->fields[k].type, of);
  /* Its fields are made before it.  */
  fir_unlink (s);
  fir_append (b, s);
  return fir_atom_var (s->res[0]);
}

/* A new variable, among the results of the if S, that replaces *A, which is bound in FROM.  */
static void
pass_out (struct fuse *f, struct fir_stmt *s, struct fir_block *from, struct fir_atom *a)
{
  struct fir_stmt *def = fir_atom_def (*a);
  struct fir_var *v;

  if (!def || def->parent != from)
    return;
  for (unsigned k = 0; k < s->nres; k++)
    if (fir_atom_equal (s->fns[0]->body->rets[k], *a))
      {
	*a = fir_atom_var (s->res[k]);
	return;
      }
  v = fir_var_new (f->p, a->var->name, a->var->type);
  v->def = s;
  s->res[s->nres++] = v;
  s->fns[0]->body->rets[s->fns[0]->body->nrets++] = *a;
  s->fns[1]->body->rets[s->fns[1]->body->nrets++] = dummy (f, s->fns[1]->body, v->type, def);
  *a = fir_atom_var (v);
}

/* B's body, behind A's, under GUARD.  */
static void
guard_body (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b, struct fir_atom guard)
{
  struct fir_stmt *s = fir_stmt_new (f->p, a->fns[0]->body, FIR_IF, 0, 1, 2, NULL, NULL);
  unsigned room = 2 * b->nouts;

  s->args[0] = guard;
  s->res = CTX_NEWV (f->p->ctx, struct fir_var *, room);
  for (unsigned k = 0; k < 2; k++)
    {
      s->fns[k] = fir_fn_new (f->p, 0, NULL);
      s->fns[k]->body->rets = CTX_NEWV (f->p->ctx, struct fir_atom, room);
    }
  fuse_move_all (s->fns[0]->body, b->fns[0]->body);
  for (unsigned k = 0; k < b->nouts; k++)
    {
      pass_out (f, s, s->fns[0]->body, &b->outs[k].value);
      if (!fir_atom_none (b->outs[k].guard))
	pass_out (f, s, s->fns[0]->body, &b->outs[k].guard);
    }
  if (!s->nres && !fir_may_fail (s))
    fir_unlink (s);
}

/* G as i32 0 or 1.  */
static struct fir_atom
truth (struct fuse *f, struct fir_block *b, struct fir_atom g)
{
  struct fir_stmt *def = fir_atom_def (g);
  const struct type *t = fir_atom_type (g);
  struct fir_block *none = fir_block_new (f->p);

  if (def && (fir_op_info[def->op].flags & FIR_FLAG_CMP))
    return g;
  return fir_prim2 (f->p, b, FIR_NE, t, g, dummy (f, none, t, def));
}

/* Both guards hold.  */
static struct fir_atom
both (struct fuse *f, struct fir_block *b, struct fir_atom g, struct fir_atom h)
{
  if (fir_atom_equal (g, h))
    return g;
  return fir_prim2 (f->p, b, FIR_BAND, type_i32 (f->p->ctx), truth (f, b, g), truth (f, b, h));
}

void
fuse_push (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  struct fir_subst *subst = fir_subst_new (f->p);
  struct fir_atom guard = counted_filter (a, b)->guard;
  struct fir_block *body = a->fns[0]->body;
  bool plain = speculates (b, a);

  fuse_sink (f, a, b, b->args[0].var);
  fuse_subst_reads (f, a, b, b->fns[0]->body, subst);
  fuse_subst_loop (f, b, subst);
  if (plain)
    {
      /* Speculated terms must not be undefined.  */
      fir_walk (b->fns[0]->body, fir_let_wrap, NULL);
      fuse_move_all (body, b->fns[0]->body);
    }
  else
    guard_body (f, a, b, guard);
  for (unsigned k = 0; k < b->nouts; k++)
    {
      struct fir_out *o = &b->outs[k];

      if (o->kind == OUT_VEC)
	o->kind = OUT_FILTER;
      if (fir_atom_none (o->guard))
	o->guard = guard;
      /* The result of an if on the guard is already 0 elsewhere.  */
      else if (plain || fir_atom_def (o->guard) != body->last)
	o->guard = both (f, body, guard, o->guard);
    }
  fuse_join_outs (f, a, b);
  fuse_trim (f, a);
}
