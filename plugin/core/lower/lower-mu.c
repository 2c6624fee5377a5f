/* Lowering of function values: calls of known functions in place, tail recursion as a loop.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     m = mu { (x, ...) ... apply m a ... ret y }   r = apply m i
   becomes
     new x := i; new r; new go := 1
     while go { go := 0; ...  { t := a; x := t; go := 1 } ... r := y }

   The function is no longer a value: its captures are the variables in scope at its call.  A
   loop-carried vector is an owned handle; the iteration that assigns a new one releases the old.
   In an element, where a handle costs more than a short row, a flat vector that each iteration
   makes by a loop, or leaves as it is, is an address and a length: two memories of the element are
   written in turns (lower-grow.c), each while the other one is read.
   When an element fails in an iteration the loop ends, since go is 0 then.
   Turns that only count and combine are a loop of IMP instead (lower-counted.c).
   (Tail calls as jumps with arguments: NOVA, section 5; Harlan, section 4.)
   Does not: lower recursion that is not in tail position, or unknown functions: passes closures and
   inline leave neither.  */

#include "lower-loop.h"

/* A vector parameter that is carried as memory, N elements at D; MADE is where a turn makes the
   next, its IN being NULL if none does.  */
struct carried
{
  struct imp_var *d, *n;	/* NULL: it is a handle */
  struct grown made;
};

/* So many elements have room at first.  */
#define CARRIED_ROOM 64

/* A mu that runs as a loop.  */
struct turn
{
  struct fir_stmt *mu;
  struct carried *carried;	/* one for each parameter */
  struct imp_var **params;
  struct imp_var *go;
  /* Of a call that is near, else NULL: what the one before left, and the first operand.  */
  struct imp_var *last, *near;
};

/* A call that is near gets as its first operand LAST: what the one before gave, if that was close
   to its own, not above it by more than CLOSE, nor below it by more than that or an eighth of it:
   in short rows keys in any order are soon close to each other, and are better not looked for
   there.
   Else it is none, one of the last numbers before 2^64, for WAIT calls: these do not wait for each
   other then.  */
#define CLOSE 8
#define WAIT 32

/* R, the result of T's call, is not above its first operand, or far from it.  */
static void
note_back (struct lower *l, struct turn *t, struct imp_expr *r)
{
  struct imp_expr *most = e_op (l, FIR_SHR, imp_use (l->p, t->near), e_size (l, 3));
  struct imp_expr *off = e_op (l, FIR_SUB, imp_use (l->p, t->near), e_again (l, r));
  struct imp_expr *close = e_op (l, FIR_LE, off, e_op (l, FIR_MIN, most, e_size (l, CLOSE)));

  s_assign (l, t->last, e_select (l, close, r, e_size (l, UINT64_MAX - WAIT + 1)));
}

/* R is the result of T's call.  That it is close to the last one, or that calls wait, is mostly as
   it was, and no call has to wait for the comparison.  */
static void
note_last (struct lower *l, struct turn *t, struct imp_expr *r)
{
  struct imp_expr *none = e_size (l, UINT64_MAX), *more;
  struct imp_stmt *waits, *up;
  struct imp_block *after = l->b;

  waits = s_if (l, e_op (l, FIR_GT, imp_use (l->p, t->near), e_size (l, UINT64_MAX - WAIT)));
  l->b = &waits->body;
  more = e_op (l, FIR_ADD, imp_use (l->p, t->near), e_size (l, 1));
  s_assign (l, t->last, e_select (l, e_op (l, FIR_EQ, imp_use (l->p, t->near), none), r, more));
  l->b = &waits->orelse;
  up = s_if (l, e_op (l, FIR_LE, e_op (l, FIR_SUB, e_again (l, r), imp_use (l->p, t->near)),
		      e_size (l, CLOSE)));
  l->b = &up->body;
  s_assign (l, t->last, e_again (l, r));
  l->b = &up->orelse;
  note_back (l, t, e_again (l, r));
  l->b = after;
}

bool
lower_is_turn (struct turn *t, struct fir_stmt *s)
{
  return s->op == FIR_APPLY && s->args[0].var == t->mu->res[0];
}

/* Does parameter K of T keep its value with argument A?  */
static bool
unchanged (struct turn *t, unsigned k, struct fir_atom a)
{
  return a.var == t->mu->fns[0]->params[k];
}

/* Is T a structure or union, and of some size?  */
static bool
bulky (const struct type *t)
{
  return (t->kind == TYPE_BLOB || t->kind == TYPE_RECORD) && t->size > 16;
}

/* S begins the next iteration of T.  If its argument K is a leaf's result from parameter K, which
   has no other use in the block, the leaf updates it in place: q := leaf f (q, ...).  */
static void
note_in_place (struct turn *t, struct lower *l, struct fir_stmt *s)
{
  struct fir_fn *fn = t->mu->fns[0];
  for (unsigned k = 0; k < fn->nparams; k++)
    {
      struct fir_stmt *leaf = fir_atom_def (s->args[1 + k]);
      if (bulky (fn->params[k]->type) && leaf && leaf->op == FIR_LEAF && leaf->parent == s->parent
	  && leaf->nargs && leaf->args[0].var == fn->params[k]
	  && !(leaf->leaf->flags & LEAF_MAYFAIL) && fir_count_uses (fn->body, leaf->res[0]) == 1
	  && fir_count_uses (s->parent, fn->params[k]) == 1)
	lower_bind (l, leaf->res[0])->into = t->params[k];
    }
}

/* The calls in B that begin T's next iteration.  */
static void
find_turns (struct turn *t, struct lower *l, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (lower_is_turn (t, s))
	note_in_place (t, l, s);
      if (s->op == FIR_IF || s->op == FIR_CASE)
	for (unsigned k = 0; k < s->nfns; k++)
	  find_turns (t, l, s->fns[k]->body);
    }
}

/* --- Vectors carried as memory --------------------------------------------------------------- */

/* The uses of V that need no handle: its elements, its length.  */
struct plain_uses
{
  struct fir_var *v;
  unsigned n;
};

static void
count_plain (struct fir_stmt *s, void *data)
{
  struct plain_uses *u = data;
  if ((s->op == FIR_AT || s->op == FIR_GET || s->op == FIR_LEN) && s->args[0].var == u->v)
    u->n++;
}

static unsigned
plain_uses (struct turn *t, struct fir_var *v)
{
  struct plain_uses u = { v, 0 };
  fir_walk (t->mu->fns[0]->body, count_plain, &u);
  return u.n;
}

/* Does turn S make its argument K by a loop, and need it for nothing but its elements?  */
static bool
made_for (struct turn *t, struct fir_stmt *s, unsigned k)
{
  struct fir_var *v = s->args[1 + k].var;
  struct fir_stmt *def = v ? v->def : NULL;
  return def && def->op == FIR_LOOP && def->parent == s->parent && def->nouts == 1
	 && def->outs[0].kind != OUT_FILTER && def->outs[0].kind != OUT_REDUCE
	 && fir_atom_none (def->outs[0].dest)
	 && fir_count_uses (t->mu->fns[0]->body, v) == plain_uses (t, v) + 1;
}

/* Can the turns that B begins carry parameter K as memory?  *MADE: one makes it; *USES, how often
   it is used for that and for what B returns.  */
static bool
carries (struct turn *t, struct fir_block *b, unsigned k, bool *made, unsigned *uses)
{
  for (unsigned i = 0; i < b->nrets; i++)
    *uses += b->rets[i].var == t->mu->fns[0]->params[k];
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      if (lower_is_turn (t, s) && unchanged (t, k, s->args[1 + k]))
	++*uses;
      else if (lower_is_turn (t, s) && made_for (t, s, k))
	*made = true;
      else if (lower_is_turn (t, s))
	return false;
      if (s->op == FIR_IF || s->op == FIR_CASE)
	for (unsigned f = 0; f < s->nfns; f++)
	  if (!carries (t, s->fns[f]->body, k, made, uses))
	    return false;
    }
  return true;
}

/* Carry parameter K of T, whose first value is X, as memory if possible.  */
static bool
carry (struct lower *l, struct turn *t, unsigned k, struct fir_atom x, uint32_t site)
{
  struct fir_var *p = t->mu->fns[0]->params[k];
  struct carried *c = &t->carried[k];
  unsigned uses = 0;
  bool made = false;
  if (!l->elem || !x.var || type_levels (p->type) != 1
      || !carries (t, t->mu->fns[0]->body, k, &made, &uses)
      || fir_count_uses (t->mu->fns[0]->body, p) != uses + plain_uses (t, p))
    return false;
  struct vecval *v = lower_vec (l, x);
  if (!vec_around_p (l, x.var) || vec_foreign (v))
    return false;
  c->d = s_new (l, "d", type_ptr (l->ctx, p->type->elem, 0), e_again (l, v->data));
  c->n = s_new (l, "n", type_size (l->ctx), vec_len (l, v));
  if (!made)
    return true;
  c->made.in = grow_new (l, p->name, p->type, e_size (l, CARRIED_ROOM), site);
  c->made.other = grow_new (l, p->name, p->type, e_size (l, CARRIED_ROOM), site);
  c->made.at = e_size (l, 0);
  c->made.flip = s_new (l, "flip", type_i32 (l->ctx), e_const (l, type_i32 (l->ctx), 0, 0));
  return true;
}

void
lower_turn_places (struct lower *l, struct fir_stmt *s, struct turn *t)
{
  for (unsigned k = 0; k + 1 < s->nargs; k++)
    if (t->carried[k].d && !unchanged (t, k, s->args[1 + k]))
      lower_bind (l, s->args[1 + k].var)->grown = &t->carried[k].made;
}

/* The length of A, which parameter K of T becomes; NULL: it stays.  Where it does, the pass chunk
   sees that loops run along the row that the vector began as.  */
static struct imp_expr *
next_length (struct lower *l, struct turn *t, unsigned k, struct fir_atom a)
{
  struct imp_expr *n = vec_len (l, lower_vec (l, a));
  if (imp_is_var (n, t->carried[k].n))
    return NULL;
  return imp_use (l->p, s_new (l, "t", type_size (l->ctx), n));
}

/* Parameter K of T becomes A, which a turn has made in its place, of N elements; N is NULL: of as
   many as before.  */
static void
carry_on (struct lower *l, struct turn *t, unsigned k, struct fir_atom a, struct imp_expr *n)
{
  struct carried *c = &t->carried[k];
  struct vecval *v = lower_vec (l, a);
  if (!v->data || v->data->var != c->made.placed->var)
    ctx_fatal (l->ctx, "lower: a turn has not made a vector in its place");
  if (n)
    s_assign (l, c->n, n);
  s_assign (l, c->d, e_again (l, v->data));
  s_assign (l, c->made.flip, e_op (l, FIR_EQ, imp_use (l->p, c->made.flip),
				   e_const (l, type_i32 (l->ctx), 0, 0)));
  lower_bind (l, a.var)->grown = NULL;
}

struct sought
{
  struct fir_stmt *s;
  bool found;
};

static void
seek (struct fir_stmt *s, void *data)
{
  struct sought *x = data;
  x->found |= s == x->s;
}

bool
lower_turn_keeps (struct turn *t, struct fir_var *v)
{
  struct fir_fn *fn = t->mu->fns[0];
  struct sought x = { v->def, false };
  for (unsigned k = 0; k < fn->nparams; k++)
    if (fn->params[k] == v)
      return t->carried[k].d;
  if (v->def)
    fir_walk (fn->body, seek, &x);
  return !x.found;
}

/* --- Turns ----------------------------------------------------------------------------------- */

/* All values are computed before any parameter changes.  */
void
lower_next_turn (struct lower *l, struct fir_stmt *s, struct turn *t)
{
  unsigned n = s->nargs - 1;
  struct imp_expr **value = CTX_NEWV (l->ctx, struct imp_expr *, n);
  for (unsigned k = 0; k < n; k++)
    {
      struct fir_atom a = s->args[1 + k];
      const struct type *type = t->mu->fns[0]->params[k]->type;
      if (unchanged (t, k, a))
	continue;
      if (t->carried[k].d)
	{
	  value[k] = next_length (l, t, k, a);
	  continue;
	}
      if (a.var && lower_bind (l, a.var)->into == t->params[k])
	continue;
      value[k] = type_is_vec (type) ? vec_owned (l, lower_vec (l, a)) : lower_atom (l, a);
      if (value[k]->kind != IMP_EXPR_CONST)
	value[k] = imp_use (l->p, s_new (l, "t", type, value[k]));
    }
  for (unsigned k = 0; k < n; k++)
    {
      if (t->carried[k].d && !unchanged (t, k, s->args[1 + k]))
	carry_on (l, t, k, s->args[1 + k], value[k]);
      if (!value[k] || t->carried[k].d)
	continue;
      if (type_is_vec (t->params[k]->type))
	imp_stmt_new (l->p, l->b, IMP_RELEASE, s->site)->var = t->params[k];
      s_assign (l, t->params[k], value[k]);
    }
  s_assign (l, t->go, e_const (l, type_i32 (l->ctx), 1, 0));
}

/* The parameters of T's first iteration.  */
static void
begin (struct lower *l, struct fir_stmt *s, struct turn *t)
{
  struct fir_fn *fn = t->mu->fns[0];
  t->params = CTX_NEWV (l->ctx, struct imp_var *, fn->nparams);
  t->carried = CTX_NEWV (l->ctx, struct carried, fn->nparams);
  if (s->near)
    {
      t->last = s_new (l, "last", type_size (l->ctx), e_call (l, IMP_FN_HINT, NULL, 0));
      t->near = s_new (l, "near", type_size (l->ctx), imp_use (l->p, t->last));
    }
  for (unsigned k = 0; k < fn->nparams; k++)
    {
      struct fir_var *p = fn->params[k];
      if (type_is_vec (p->type) && carry (l, t, k, s->args[1 + k], s->site))
	continue;
      struct imp_expr *e = type_is_vec (p->type) ? vec_owned (l, lower_vec (l, s->args[1 + k]))
			   : t->near && k == 0 ? imp_use (l->p, t->near)
			   : lower_atom (l, s->args[1 + k]);
      t->params[k] = s_new (l, p->name, p->type, e);
      if (type_is_vec (p->type) && !l->elem)
	lower_live_add (l, t->params[k]);
      else if (!type_is_vec (p->type))
	lower_bind (l, p)->e = imp_use (l->p, t->params[k]);
    }
  t->go = s_new (l, "go", type_i32 (l->ctx), e_const (l, type_i32 (l->ctx), 1, 0));
}

static void
end (struct lower *l, struct turn *t)
{
  for (unsigned k = 0; k < t->mu->fns[0]->nparams; k++)
    if (t->params[k] && type_is_vec (t->params[k]->type))
      {
	imp_stmt_new (l->p, l->b, IMP_RELEASE, 0)->var = t->params[k];
	if (!l->elem)
	  lower_live_remove (l, t->params[k]);
      }
}

/* The vectors of T that are carried as memory are that.  */
static void
bind_carried (struct lower *l, struct turn *t)
{
  struct fir_fn *fn = t->mu->fns[0];
  for (unsigned k = 0; k < fn->nparams; k++)
    if (t->carried[k].d)
      {
	struct vecval *v = vec_new (l, VEC_MEM, fn->params[k]->type);
	v->data = imp_use (l->p, t->carried[k].d);
	v->n[0] = imp_use (l->p, t->carried[k].n);
	lower_bind (l, fn->params[k])->vec = v;
      }
}

static void
run_turns (struct lower *l, struct fir_stmt *s, struct fir_stmt *mu)
{
  struct turn t = { .mu = mu };
  struct fir_fn *fn = mu->fns[0];
  struct sink k;
  bool fails = l->elem && fir_may_fail (s);
  if (!fir_tail_only (mu))
    lower_refuse (l, s->site, "recursion that is not in tail position, in a function value");
  if (fails)
    lower_need_ok (l);
  begin (l, s, &t);
  find_turns (&t, l, fn->body);
  bind_carried (l, &t);
  k = lower_pieces (l, s, mu->fns, 1, &t);
  struct imp_stmt *w = imp_stmt_new (l->p, l->b, IMP_WHILE, s->site);
  struct imp_block *after = l->b;
  w->e[0] = imp_use (l->p, t.go);
  l->b = &w->body;
  s_assign (l, t.go, e_const (l, type_i32 (l->ctx), 0, 0));
  for (unsigned i = 0; i < fn->nparams; i++)
    if (type_is_vec (fn->params[i]->type) && t.params[i])
      lower_bind (l, fn->params[i])->vec
	= vec_of_handle (l, t.params[i], t.params[i]->type, false);
  lower_block_to (l, fn->body, l->b, &k);
  l->b = after;
  end (l, &t);
  if (fails)
    lower_rest_if_ok (l);
  lower_pieces_bind (l, s, &k);
  if (t.near)
    note_last (l, &t, lower_atom (l, fir_atom_var (s->res[0])));
}

/* Replace S by the body of FN, which is not recursive.  */
static void
run_once (struct lower *l, struct fir_stmt *s, struct fir_fn *fn)
{
  for (unsigned k = 0; k < fn->nparams; k++)
    if (type_is_vec (fn->params[k]->type))
      lower_bind (l, fn->params[k])->vec = lower_vec (l, s->args[1 + k]);
    else
      lower_bind (l, fn->params[k])->e
	= lower_name (l, lower_atom (l, s->args[1 + k]), fn->params[k]->name);
  lower_stmts (l, fn->body);
  for (unsigned k = 0; k < s->nres; k++)
    if (type_is_vec (s->res[k]->type))
      lower_bind (l, s->res[k])->vec = lower_vec (l, fn->body->rets[k]);
    else
      lower_bind (l, s->res[k])->e = lower_name (l, lower_atom (l, fn->body->rets[k]), "r");
}

void
lower_apply_value (struct lower *l, struct fir_stmt *s)
{
  struct fir_stmt *def = fir_atom_def (s->args[0]);
  if (def && def->op == FIR_LAMBDA)
    run_once (l, s, def->fns[0]);
  else if (def && def->op == FIR_MU)
    {
      if (!lower_counted (l, s))
	run_turns (l, s, def);
    }
  else
    lower_refuse (l, s->site, "call of a function that is not known: pass closures has not run");
}
