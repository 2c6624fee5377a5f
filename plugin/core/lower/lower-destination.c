/* Vectors that skeletons make in existing memory: in the destination of their store, or in place
   of an operand.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     r = scatter d ix x;  check room ...;  store p r      d to p; then x to where ix says in p
     r = scatter d ix x, nobody else has d                x to where ix says in d

   A skeleton (scatter, permute, bins) writes its elements in no order, so no loop can be fused with
   it.  But where the only use of its result is a store, the result may be made in the destination
   directly, unless that changes what is still to be read, or the program could see it after an
   error: this is tested at run time, and then a buffer is used.

     y = loop { yield vec row };  f = flatten y;  check room ... (len f);  store p f

   The same holds for rows that a loop makes.  They are counted first, and then there may turn out
   to be no room for them: the check is made between the passes, before anything is stored, and so
   are others before the store, which are of what the loop does not make.  Where only the lengths of
   the rows are used besides, or where they begin, these offsets are all that is kept of them; what
   later loops read of their elements they read where these have been stored.  What the store
   computes of each element, a conversion as a rule, is computed where the row is copied to its
   place.

   Does not: handle loops that do more than store what a skeleton makes (fusion puts consumers of
   single elements there).  */

#include "lower-int.h"

/* Does LOOP only store X, unchanged?  */
static bool
only_stores (struct fir_stmt *loop, struct fir_var *x)
{
  struct fir_out *o = loop->outs;
  struct fir_stmt *at = loop->fns[0]->body->first;
  return loop->nouts == 1 && o->kind == OUT_VEC && !fir_atom_none (o->dest)
	 && fir_atom_none (o->guard) && at && !at->next && at->op == FIR_AT && at->args[0].var == x
	 && at->args[1].var == loop->fns[0]->params[0] && o->value.var == at->res[0]
	 && fir_atom_type (o->dest)->elem == x->type->elem;
}

/* Does LOOP only store what it computes from the element of X at its index, without failing, and
   could that be computed in the place of statement S before it?  */
static bool
stores_each (struct lower *l, struct fir_stmt *loop, struct fir_var *x)
{
  struct fir_out *o = loop->outs;
  struct fir_fn *fn = loop->fns[0];
  if (only_stores (loop, x))
    return true;
  if (loop->nouts != 1 || o->kind != OUT_VEC || fir_atom_none (o->dest) || !fir_atom_none (o->guard)
      || !type_is_scalar (x->type->elem) || !type_is_scalar (fir_atom_type (o->value))
      || !o->value.var || !o->value.var->def || o->value.var->def->parent != fn->body)
    return false;
  for (struct fir_stmt *s = fn->body->first; s; s = s->next)
    if (s == fn->body->first)
      {
	if (s->op != FIR_AT || s->args[0].var != x || s->args[1].var != fn->params[0])
	  return false;
      }
    else if (fir_op_info[s->op].cls != FIR_CLASS_PRIM || fir_may_fail (s))
      return false;
    else
      for (unsigned k = 0; k < s->nargs; k++)
	{
	  struct fir_var *a = s->args[k].var;
	  if (a == fn->params[0] || (a && (!a->def || a->def->parent != fn->body)
				     && !lower_bind (l, a)->e))
	    return false;
	}
  return true;
}

/* Is A the length of X?  */
static bool
is_length (struct fir_atom a, struct fir_var *x)
{
  struct fir_stmt *def = fir_atom_def (a);
  struct fir_atom v = fir_atom_var (x), n;
  if (def && def->op == FIR_LEN && def->args[0].var == x)
    return true;
  return fir_vec_length (&v, &n) && fir_atom_equal (a, n);
}

/* May T be between a skeleton and the store of its result?  */
static bool
passes (struct fir_stmt *t)
{
  return t->op == FIR_CHECK || t->op == FIR_LEN || fir_op_info[t->op].cls == FIR_CLASS_PRIM
	 || fir_op_info[t->op].flags & FIR_FLAG_INDEX;
}

/* The loop that stores S's result, if that is its only use; else NULL.  */
static struct fir_stmt *
stored_by (struct lower *l, struct fir_stmt *s)
{
  struct fir_var *x = s->res[0];
  struct fir_stmt *t = s->next;
  unsigned lengths = 0;
  for (; t && passes (t); t = t->next)
    lengths += t->op == FIR_LEN && t->args[0].var == x;
  return t && t->op == FIR_LOOP && only_stores (t, x) && is_length (t->args[0], x)
	 && fir_count_uses (l->region->body, x) == lengths + 1 ? t : NULL;
}

/* In *CONF, whether check C, which comes later, fails; false if that cannot be computed yet.  */
static bool
check_ahead (struct lower *l, struct fir_stmt *c, struct imp_var **conf)
{
  struct imp_expr *args[4], *not;
  for (unsigned k = 0; k < c->nargs; k++)
    if (!lower_early (l, c->args[k]))
      return false;
  for (unsigned k = 0; k < c->nargs; k++)
    {
      args[k] = lower_atom (l, c->args[k]);
      if (args[k]->type != type_size (l->ctx))
	args[k] = imp_prim (l->p, FIR_CONV, type_size (l->ctx), 1, &args[k]);
      args[k] = lower_name (l, args[k], "a");
    }
  not = e_op (l, FIR_EQ, lower_holds (l, c->check, args), e_const (l, type_i32 (l->ctx), 0, 0));
  if (*conf)
    s_assign (l, *conf, e_op (l, FIR_BOR, imp_use (l->p, *conf), not));
  else
    *conf = s_new (l, "conf", type_i32 (l->ctx), not);
  return true;
}

/* --- Rows ------------------------------------------------------------------------------------ */

/* The number of X's uses for its length, or (CUT) for the lengths, the offsets or (*READ) the
   elements of its rows.  */
struct uses
{
  struct lower *l;
  struct fir_var *x;
  bool cut, *read;
  unsigned n;
};

static unsigned length_uses (struct lower *l, struct fir_var *x, bool *cut);

static const enum fir_op reads[] = { FIR_AT, FIR_GET };

/* Are lengths and elements all that is used of X, a row of scalars?  *READ: set if so, and
   elements are.  */
static bool
row_of_elements (struct lower *l, struct fir_var *x, bool *read)
{
  unsigned n;
  if (!type_is_vec (x->type) || type_levels (x->type) != 1)
    return false;
  n = fir_count_uses_by (l->region->body, x, reads, sizeof reads / sizeof *reads);
  if (fir_count_uses (l->region->body, x) != length_uses (l, x, NULL) + n)
    return false;
  *read |= n > 0;
  return true;
}

static void
count_lengths (struct fir_stmt *s, void *data)
{
  struct uses *u = (struct uses *) data;
  if (!s->nargs || s->args[0].var != u->x)
    return;
  if (!u->cut)
    u->n += s->op == FIR_LEN;
  else
    u->n += s->op == FIR_OFFSETS
	    || (s->op == FIR_ROW && row_of_elements (u->l, s->res[0], u->read));
}

static unsigned
length_uses (struct lower *l, struct fir_var *x, bool *read)
{
  struct uses u = { l, x, read != NULL, read, 0 };
  fir_walk (l->region->body, count_lengths, &u);
  return u.n;
}

/* Is X used once besides, for its length, and *CUT for the lengths or offsets of its rows, or for
   their elements, which is added to *READ?  *CUT NULL: not that.  */
static bool
used_once (struct lower *l, struct fir_var *x, unsigned *cut, bool *read)
{
  unsigned rows = cut ? length_uses (l, x, read) : 0;
  if (cut)
    *cut = rows;
  return fir_count_uses (l->region->body, x) == length_uses (l, x, NULL) + rows + 1;
}

/* Is C the check of the room for X, and can the rest of it be computed early?  */
static bool
checks_room (struct lower *l, struct fir_stmt *c, struct fir_var *x)
{
  return c->check == CHECK_ROOM && is_length (c->args[3], x) && lower_early_p (l, c->args[1]);
}

/* Can C, a check of what the loop over X's rows does not make, be made before these are stored?  */
static bool
checks_early (struct lower *l, struct fir_stmt *c)
{
  for (unsigned k = 0; k < c->nargs; k++)
    if (!lower_early_p (l, c->args[k]))
      return false;
  return true;
}

/* Does LOOP store something itself?  */
static bool
stores (struct fir_stmt *loop)
{
  for (unsigned k = 0; k < loop->nouts; k++)
    if (!fir_atom_none (loop->outs[k].dest))
      return true;
  return false;
}

struct fir_stmt *
lower_rows_stored (struct lower *l, struct fir_stmt *s, struct fir_var *x, bool *offsets,
		   bool *read)
{
  struct fir_stmt *room = NULL;
  unsigned cut = 0;
  if (l->elem || s->parent != l->region->body)
    return NULL;
  for (struct fir_stmt *t = s->next; t; t = t->next)
    if (t->op == FIR_FLATTEN && t->args[0].var == x)
      {
	if (room || !used_once (l, x, x->def == s ? &cut : NULL, read))
	  return NULL;
	x = t->res[0];
      }
    else if (t->op == FIR_CHECK)
      {
	if (checks_early (l, t))
	  continue;
	if (room || !checks_room (l, t, x))
	  return NULL;
	room = t;
      }
    else if (!passes (t))
      {
	*offsets = cut != 0;
	return t->op == FIR_LOOP && type_levels (x->type) == 1 && stores_each (l, t, x)
	       && is_length (t->args[0], x) && lower_early_p (l, t->outs[0].dest)
	       && used_once (l, x, NULL, NULL) && !(*read && lower_rows_convert (t)) ? t : NULL;
      }
  return NULL;
}

/* The check of room is made before the elements are stored, or (late) what is stored waits for it:
   an error has to find done what S stores.  */
void
lower_rows_room (struct lower *l, struct fir_stmt *s, struct fir_var *x, struct fir_stmt *st,
		 bool late)
{
  struct placed *to = lower_bind (l, st->res[0])->placed = CTX_NEW (l->ctx, struct placed);
  late |= stores (s);
  to->store = st;
  for (struct fir_stmt *t = s->next; t != st; t = t->next)
    if (t->op == FIR_CHECK && late)
      check_ahead (l, t, &to->conf);
    else if (t->op == FIR_CHECK)
      {
	for (unsigned k = 0; k < t->nargs; k++)
	  lower_early (l, t->args[k]);
	lower_check (l, t);
	struct done *d = CTX_NEW (l->ctx, struct done);
	d->s = t;
	d->next = l->done;
	l->done = d;
      }
    else if ((t->op == FIR_FLATTEN || t->op == FIR_LEN) && t->args[0].var == x)
      {
	lower_stmt (l, t);
	lower_bind (l, t->res[0])->early = true;
	x = t->op == FIR_FLATTEN ? t->res[0] : x;
      }
}

bool
lower_rows_convert (const struct fir_stmt *st)
{
  return st->fns[0]->body->first != st->fns[0]->body->last;
}

struct imp_expr *
lower_rows_element (struct lower *l, struct fir_stmt *st, struct imp_expr *x)
{
  struct fir_stmt *s = st->fns[0]->body->first;
  if (!s->next)
    return x;
  lower_bind (l, s->res[0])->e = lower_name (l, x, s->res[0]->name);
  for (s = s->next; s; s = s->next)
    lower_stmt (l, s);
  return lower_atom (l, st->outs[0].value);
}

struct imp_expr *
lower_rows_place (struct lower *l, struct fir_stmt *s, struct fir_stmt *st, struct imp_expr *n,
		  bool late)
{
  struct placed *to = lower_bind (l, st->res[0])->placed;
  lower_early (l, st->outs[0].dest);
  to->n = n;
  to->p = lower_name (l, lower_atom (l, st->outs[0].dest), "p");
  return lower_place (l, s, to, n, late);
}

/* --- Skeletons ------------------------------------------------------------------------------- */

struct vecval *
lower_placed (struct lower *l, struct fir_stmt *s, struct imp_expr *n, bool fails)
{
  struct fir_stmt *st = l->elem || s->parent != l->region->body ? NULL : stored_by (l, s);
  if (!st || !lower_early (l, st->outs[0].dest))
    return NULL;
  struct placed *to = CTX_NEW (l->ctx, struct placed);
  for (struct fir_stmt *t = s->next; t != st; t = t->next)
    if (t->op == FIR_LEN && t->args[0].var == s->res[0])
      {
	lower_let (l, t->res[0], e_again (l, n));
	lower_bind (l, t->res[0])->early = true;
      }
  for (struct fir_stmt *t = s->next; t != st; t = t->next)
    if (t->op == FIR_CHECK && !check_ahead (l, t, &to->conf))
      return NULL;
  to->store = st;
  to->n = n;
  to->p = lower_name (l, lower_atom (l, st->outs[0].dest), "p");
  struct vecval *v = vec_new (l, VEC_MEM, s->res[0]->type);
  v->n[0] = e_again (l, n);
  v->data = lower_place (l, s, to, n, fails);
  lower_bind (l, st->res[0])->placed = to;
  return v;
}

bool
lower_stores_placed (struct lower *l, struct fir_stmt *loop)
{
  struct placed *to = lower_bind (l, loop->res[0])->placed;
  if (!to)
    return false;
  lower_placed_store (l, to);
  lower_let (l, loop->res[0], e_again (l, to->n));
  pass_log_add (l->log, LOG_PARALLEL, loop->outs[0].site, 0, "by what makes the elements");
  return true;
}

struct vecval *
lower_taken_over (struct lower *l, struct fir_stmt *s, struct fir_atom a)
{
  struct fir_stmt *def = fir_atom_def (a);
  struct bind *b = a.var ? lower_bind (l, a.var) : NULL;
  if (!def || def->parent != s->parent || (def->op != FIR_LOOP && !shape_of (def->op)) || !b->vec)
    return NULL;
  struct vecval *v = b->vec;
  return v->kind == VEC_MEM && v->owned && v->handle && !vec_foreign (v)
	 && used_once (l, a.var, NULL, NULL) ? v : NULL;
}
