/* Lowering of stores: where they write, and when a buffer is needed.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The stores of a region take effect when all of it has been computed, or when a later builtin
   raises an error: the program's error handler finds preceding stores done.  A loop may write to
   its destination directly if that changes nothing still to be read: neither by later statements,
   nor by the loop itself, except for the element that it has just read at the same address.
   Addresses are compared at run time; where they overlap the loop writes to a temp instead, which
   is moved to the destination at the end.  The code of the loop is not duplicated, its destination
   being a pointer variable.

   In the same way a new vector may reuse the memory of a dead one.

   If a function may fail in the loop, the destination must not have changed where the program can
   see that: in an error handler, or after its longjmp.  Without one the program ends.  */

#include "lower-int.h"

/* --- What is still to be read --------------------------------------------------------------- */

struct reads
{
  struct lower *l;
  struct fir_stmt *loop;	/* the storing statement */
  struct fir_var *index;	/* the output of its loop, or NULL */
  struct fir_stmt *in;		/* the statement of the region being examined */
  struct read
  {
    struct vecval *v;		/* or */
    struct imp_expr *p, *bytes;	/* an area that is read, */
    struct imp_expr *elsewhere;	/* read, if this holds, at an address other than that at which the
				   loop writes the same element; NULL: always */
    bool other;			/* read other than at the loop's own index */
    struct fir_var *var;	/* the vector of the code around that it is, or NULL */
    struct read *next;
  } *first;
  bool opaque;			/* a leaf reads memory of unknown extent */
  bool vectors;			/* the memory written is a vector's: memory that leaves read apart
				   from stores may be it */
  struct fused_store *fused;		/* the loop does a strided store, of elements of SIZE bytes;
					   NULL: it does not */
  uint64_t size;
  struct placed *to;		/* the loop makes even rows there; NULL: it does not */
};

/* How a loop reads a vector: at its index, or at the parts of it, level by level.  */
enum how { AT_INDEX, PART_BY_PART, OTHERWISE };

bool
lower_early_p (struct lower *l, struct fir_atom a)
{
  if (!a.var)
    return true;
  struct bind *b = lower_bind (l, a.var);
  struct fir_stmt *d = a.var->def;
  if (b->depth)
    return false;
  if (b->e || b->vec)
    return true;
  if (!d || d->parent != l->region->body
      || (d->op != FIR_VIEW && d->op != FIR_VIEWS && d->op != FIR_PADD
	  && (d->op == FIR_LEAF || !fir_total (d))))
    return false;
  for (unsigned k = 0; k < d->nargs; k++)
    if (!lower_early_p (l, d->args[k]))
      return false;
  return true;
}

bool
lower_early (struct lower *l, struct fir_atom a)
{
  if (!lower_early_p (l, a))
    return false;
  struct bind *b = a.var ? lower_bind (l, a.var) : NULL;
  if (!b || b->e || b->vec)
    return true;
  struct fir_stmt *d = a.var->def;
  for (unsigned k = 0; k < d->nargs; k++)
    lower_early (l, d->args[k]);
  lower_let_wrap (l, d);
  lower_stmt (l, d);
  b->early = true;
  return true;
}

static struct read *
new_read (struct reads *r)
{
  struct read *q = CTX_NEW (r->l->ctx, struct read);
  q->next = r->first;
  return r->first = q;
}

static void
add_bytes (struct reads *r, struct imp_expr *p, struct imp_expr *bytes)
{
  struct read *q = new_read (r);
  q->p = p;
  q->bytes = bytes;
}

struct loop_of
{
  const struct fir_var *index;
  struct fir_stmt *loop;
};

static void
note_loop (struct fir_stmt *s, void *data)
{
  struct loop_of *o = (struct loop_of *) data;
  if (s->op == FIR_LOOP && s->fns[0]->params[0] == o->index)
    o->loop = s;
}

/* The greatest that A is in a statement of the region, a product of indices of loops that run as
   often as is known before, and of what is known then; NULL: it is not that.  */
static struct imp_expr *
greatest (struct reads *r, struct fir_atom a)
{
  struct lower *l = r->l;
  struct fir_stmt *d = fir_atom_def (a);
  if (fir_atom_type (a) != type_size (l->ctx))
    return NULL;
  if (lower_early (l, a))
    return lower_atom (l, a);
  if (d && d->op == FIR_MUL)
    {
      struct imp_expr *x = greatest (r, d->args[0]), *y = x ? greatest (r, d->args[1]) : NULL;
      return y ? e_op (l, FIR_MUL, x, y) : NULL;
    }
  struct loop_of o = { a.var, NULL };
  note_loop (r->in, &o);
  for (unsigned k = 0; !d && k < r->in->nfns && !o.loop; k++)
    fir_walk (r->in->fns[k]->body, note_loop, &o);
  if (d || !o.loop || !lower_early (l, o.loop->args[0]))
    return NULL;
  return e_op (l, FIR_SUB, lower_atom (l, o.loop->args[0]), e_size (l, 1));
}

/* If S is a row of an array, a view made in loops over the rows: all rows.  False if it is not.  */
static bool
add_rows (struct reads *r, struct fir_stmt *s)
{
  struct lower *l = r->l;
  struct fir_atom base = s->args[0];
  struct fir_stmt *at;
  struct imp_expr *n = NULL, *last;
  for (unsigned k = 1; k < s->nargs; k++)
    {
      if (!lower_early (l, s->args[k]))
	return false;
      n = k == 1 ? lower_atom (l, s->args[k]) : e_op (l, FIR_MUL, n, lower_atom (l, s->args[k]));
    }
  while (!lower_early_p (l, base) && (at = fir_atom_def (base)) != NULL && at->op == FIR_PADD)
    {
      last = greatest (r, at->args[1]);
      if (!last)
	return false;
      n = e_op (l, FIR_ADD, last, n);
      base = at->args[0];
    }
  if (!lower_early (l, base))
    return false;
  n = e_op (l, FIR_MUL, n, e_size (l, type_base (s->res[0]->type)->size));
  add_bytes (r, lower_name (l, lower_atom (l, base), "q"), lower_name (l, n, "bytes"));
  return true;
}

static struct imp_expr *
bytes_of (struct lower *l, struct vecval *v)
{
  return e_op (l, FIR_MUL, vec_total (l, v), e_size (l, type_base (v->type)->size));
}

/* Does R's loop, which does a strided store, read V only at its own index?  HOW: how it reads.  */
static bool
fused_read (struct reads *r, struct vecval *v, enum how how)
{
  unsigned levels = type_levels (v->type);
  if (!r->fused || how == OTHERWISE || type_base (v->type)->size != r->size
      || levels != (how == AT_INDEX ? 1 : r->fused->levels))
    return false;
  for (unsigned k = 1; k < levels; k++)
    if (!v->n[k])
      return false;
  for (unsigned k = 0; k < levels; k++)
    if (v->slope[k])
      return false;
  return true;
}

/* Record the reads, by HOW, of V, which is in memory, and is VAR or no variable.  */
static void
add_memory (struct reads *r, struct vecval *v, enum how how, struct fir_var *var)
{
  struct read *q;
  bool fused = fused_read (r, v, how);
  struct imp_expr *elsewhere = NULL, *p, *bytes;
  if (fused)
    elsewhere = fused_elsewhere (r->l, r->fused, v, how == PART_BY_PART);
  if (fused && !elsewhere)
    return;
  if (!v->step[0] && !fused)
    {
      bool other = how != AT_INDEX || r->fused || type_levels (v->type) > 1;
      for (q = r->first; q && q->v != v; q = q->next)
	continue;
      if (!q)
	{
	  q = new_read (r);
	  q->v = v;
	  q->var = var;
	}
      else if (q->var != var)
	q->var = NULL;
      q->other |= other;
      return;
    }
  if (v->step[0])
    strided_extent (r->l, v, &p, &bytes);
  else
    {
      p = v->data;
      bytes = lower_name (r->l, bytes_of (r->l, v), "bytes");
    }
  add_bytes (r, p, bytes);
  r->first->elsewhere = elsewhere;
  r->first->var = var;
}

/* Does S make, for an element of R's loop, the row that this writes, to be read only where it is
   written?  */
static bool
own_row (struct reads *r, struct fir_stmt *s, struct own_rows *o)
{
  return r->to && r->in == r->loop && kept_own_row (r->l, r->loop, r->to, s, o);
}

/* Record that S makes rows O.  */
static void
add_own_rows (struct reads *r, struct fir_stmt *s, struct own_rows *o)
{
  struct imp_expr *same = kept_same (r->l, r->to, o);
  struct bind *b = s->op == FIR_ROW || s->op == FIR_GET ? lower_bind (r->l, s->args[0].var) : NULL;
  if (!same)
    return;
  if (b)
    add_bytes (r, b->vec->data, lower_name (r->l, bytes_of (r->l, b->vec), "bytes"));
  else if (!add_rows (r, s))
    r->opaque = true;
  if (!r->opaque)
    r->first->elsewhere = e_op (r->l, FIR_EQ, same, e_const (r->l, type_i32 (r->l->ctx), 0, 0));
}

static void add_stmt (struct fir_stmt *s, void *data);

static void
add_read (struct reads *r, struct fir_atom a, enum how how)
{
  struct own_rows o;
  if (!a.var || !type_is_vec (a.var->type) || own_row (r, a.var->def, &o))
    return;
  struct bind *b = lower_bind (r->l, a.var);
  if (b->delayed || b->rows)
    {
      /* Its elements are computed where they are used, in any order.  */
      struct fir_var *index = r->index;
      r->index = NULL;
      fir_walk ((b->rows ? b->rows : b->delayed)->fns[0]->body, add_stmt, r);
      r->index = index;
      return;
    }
  if (b->depth)
    {
      /* Any other is a part of its definition's operand, which is visited separately.  */
      if (a.var->def && (a.var->def->op == FIR_VIEWS
			 || (a.var->def->op == FIR_VIEW && !add_rows (r, a.var->def))))
	r->opaque = true;
      return;
    }
  struct vecval *v = b->vec;
  if (!v && a.var->def && (a.var->def->op == FIR_VIEW || a.var->def->op == FIR_VIEWS))
    {
      /* Of memory whose address is not known yet.  */
      if (!lower_early (r->l, a))
	r->opaque = true;
      v = b->vec;
    }
  while (v && (v->kind == VEC_REVERSE || v->kind == VEC_FLAT || v->kind == VEC_REPLICATE))
    {
      v = v->of;
      how = OTHERWISE;
    }
  if (!v || v->kind != VEC_MEM)
    return;
  if (vec_foreign (v))
    add_memory (r, v, how, v == b->vec ? a.var : NULL);
  /* Rows of segments begin where the offsets say.  */
  if (v->cuts && vec_foreign (v->cuts))
    add_memory (r, v->cuts, OTHERWISE, NULL);
}

/* BYTES bytes at A.  */
static void
add_area (struct reads *r, struct fir_atom a, uint64_t bytes)
{
  if (!lower_early (r->l, a))
    {
      r->opaque = true;
      return;
    }
  add_bytes (r, lower_name (r->l, lower_atom (r->l, a), "q"), e_size (r->l, bytes));
}

/* The memory that call S of a leaf reads, besides the vectors among its operands.  Its result, if
   that is a vector, may alias anything that it can reach.  */
static void
add_leaf (struct reads *r, struct fir_stmt *s)
{
  struct fir_leaf *leaf = s->leaf;
  if (leaf->flags & LEAF_CONST)
    return;
  r->opaque |= !(leaf->flags & LEAF_BOUNDED) || type_is_vec (leaf->ret);
  for (unsigned k = 0; k < leaf->nparams; k++)
    r->opaque |= r->vectors && leaf->access[k].kind == ACCESS_APART;
  for (unsigned k = 0; k < leaf->nparams && !r->opaque; k++)
    if (leaf->access[k].kind == ACCESS_READS && !type_is_vec (leaf->params[k]))
      {
	if (leaf->access[k].bytes)
	  add_area (r, s->args[k], leaf->access[k].bytes);
	else
	  r->opaque = true;
      }
  for (struct leaf_area *a = leaf->areas; a && !r->opaque; a = a->next)
    add_area (r, a->base, a->bytes);
}

/* Record how S, a statement of R's loop, or R's skeleton itself, reads its operand K.  */
static enum how
how_read (struct reads *r, struct fir_stmt *s, unsigned k)
{
  /* The initial values of a skeleton are read before anything is written.  */
  if (s == r->loop && shape_over (s, k))
    return AT_INDEX;
  if (!r->index)
    return OTHERWISE;
  if (s->op == FIR_AT && s->args[1].var == r->index)
    return AT_INDEX;
  return r->fused && fused_reads_parts (r->l, r->fused, r->loop, s) ? PART_BY_PART : OTHERWISE;
}

static void
add_stmt (struct fir_stmt *s, void *data)
{
  struct reads *r = (struct reads *) data;
  struct own_rows o;
  if (own_row (r, s, &o))
    {
      add_own_rows (r, s, &o);
      return;
    }
  if (s->op == FIR_LEN || (s->op == FIR_STORE && s == r->loop))
    return;
  for (unsigned k = 0; k < s->nargs; k++)
    add_read (r, s->args[k], how_read (r, s, k));
  if (s->op == FIR_LEAF)
    add_leaf (r, s);
  /* A view that is made for an element may be its value: then nothing else reads it.  */
  if ((s->op == FIR_VIEW || s->op == FIR_VIEWS) && s->parent != r->l->region->body)
    add_read (r, fir_atom_var (s->res[0]), OTHERWISE);
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      fir_walk (s->outs[k].combine->body, add_stmt, data);
}

/* Record the reads of S and the statements after it.  */
static void
add_from (struct reads *r, struct fir_stmt *s)
{
  for (struct fir_stmt *q = s; q; q = q->next)
    {
      r->in = q;
      add_stmt (q, r);
      for (unsigned k = 0; k < q->nfns; k++)
	fir_walk (q->fns[k]->body, add_stmt, r);
      r->index = NULL;
    }
}

/* --- The run-time test ---------------------------------------------------------------------- */

/* CONF or E, as a new variable; CONF may be NULL.  */
static struct imp_var *
or_test (struct lower *l, struct imp_var *conf, struct imp_expr *e)
{
  if (!conf)
    return s_new (l, "conf", type_i32 (l->ctx), e);
  s_assign (l, conf, e_op (l, FIR_BOR, imp_use (l->p, conf), e));
  return conf;
}

/* X or Y; one that is NULL is false.  */
static struct imp_var *
either (struct lower *l, struct imp_var *x, struct imp_var *y)
{
  return !x ? y : y ? or_test (l, x, imp_use (l->p, y)) : x;
}

static struct imp_expr *
overlap (struct lower *l, struct imp_expr *p, struct imp_expr *pn, struct imp_expr *q,
	 struct imp_expr *qn)
{
  return e_call (l, IMP_FN_OVERLAP, NULL, 4, e_again (l, p), e_again (l, pn), e_again (l, q), qn);
}

/* CONF, or whether one of the deferred stores so far, or one that LOOP does, writes some of the
   BYTES at P.  */
static struct imp_var *
or_stores (struct lower *l, struct imp_var *conf, const struct fir_stmt *loop, struct imp_expr *p,
	   struct imp_expr *bytes)
{
  for (struct dest *d = l->dests; d; d = d->next)
    if (d->maybe_deferred || d->loop == loop)
      conf = or_test (l, conf, d->anywhere ? e_const (l, type_i32 (l->ctx), 1, 0)
		      : overlap (l, p, bytes, d->p, e_again (l, d->bytes)));
  return conf;
}

/* A test whether writing BYTES at P changes memory that R has, or is overwritten by a deferred
   store; NULL if it cannot.  */
static struct imp_var *
conflict (struct lower *l, struct reads *r, struct imp_expr *p, struct imp_expr *bytes,
	  const struct type *elem)
{
  struct imp_var *conf = NULL;
  for (struct read *q = r->first; q; q = q->next)
    {
      if (q->p)
	{
	  struct imp_expr *e = overlap (l, p, bytes, q->p, e_again (l, q->bytes));
	  if (q->elsewhere)
	    e = e_op (l, FIR_BAND, q->elsewhere, e);
	  conf = or_test (l, conf, e);
	  continue;
	}
      bool same = !q->other && type_base (q->v->type)->size == elem->size;
      if (same && imp_is_var (p, q->v->data->var))
	continue;
      struct imp_expr *e = overlap (l, p, bytes, q->v->data, bytes_of (l, q->v));
      if (same)
	e = e_op (l, FIR_BAND, e_op (l, FIR_NE, e_again (l, p), e_again (l, q->v->data)), e);
      conf = or_test (l, conf, e);
    }
  return or_stores (l, conf, r->loop, p, bytes);
}

/* May Q be read only at the address at which R's loop writes the same element, of type ELEM?  */
static bool
may_be_own (const struct read *q, const struct type *elem)
{
  return q->elsewhere || (q->v && !q->other && type_base (q->v->type)->size == elem->size);
}

/* Copy the vectors of the code around that R has, if they overlap the N elements in the BYTES bytes
   at P, which LOOP stores, and are short; these are read no longer.  A test whether others are so:
   CONF, or NULL.  */
static struct imp_var *
keep_vectors (struct lower *l, struct reads *r, struct imp_expr *p, struct imp_expr *bytes,
	      struct imp_expr *n, uint32_t site)
{
  struct imp_var *conf = NULL;
  for (struct read **q = &r->first; *q;)
    {
      struct read *d = *q;
      if (!d->var || may_be_own (d, p->type->elem) || !kept_vector_p (l, d->var))
	{
	  q = &d->next;
	  continue;
	}
      struct imp_expr *over = d->p ? overlap (l, p, bytes, d->p, e_again (l, d->bytes))
			      : overlap (l, p, bytes, d->v->data, bytes_of (l, d->v));
      conf = or_test (l, conf, kept_vector (l, d->var, over, n, site));
      *q = d->next;
      /* Once, however often it is read.  */
      for (struct read **s = q; *s;)
	if ((*s)->var == d->var && !may_be_own (*s, p->type->elem))
	  *s = (*s)->next;
	else
	  s = &(*s)->next;
    }
  return conf;
}

static void
add_dest (struct lower *l, struct fir_stmt *s, struct imp_expr *p, struct imp_expr *bytes,
	  bool maybe)
{
  struct dest *d = CTX_NEW (l->ctx, struct dest);
  d->p = p;
  d->bytes = bytes;
  d->maybe_deferred = maybe;
  d->loop = s;
  d->next = l->dests;
  l->dests = d;
}

static void
defer (struct lower *l, struct fir_stmt *by, struct imp_expr *cond, struct imp_expr *to,
       struct imp_expr *from, struct imp_expr *bytes)
{
  struct deferred *d = CTX_NEW (l->ctx, struct deferred), **end = &l->deferred;
  while (*end)
    end = &(*end)->next;
  *end = d;
  d->by = by;
  d->cond = cond;
  d->to = to;
  d->from = from;
  d->bytes = bytes;
}

/* T as a pointer to its first element.  */
static struct imp_expr *
address (struct lower *l, struct imp_var *t, const struct type *ptr)
{
  struct imp_expr *e = imp_use (l->p, t);
  e->type = ptr;
  return e;
}

static void
move (struct lower *l, struct imp_expr *to, struct imp_expr *from, struct imp_expr *bytes)
{
  imp_stmt_new (l->p, l->b, IMP_EVAL, 0)->e[0]
    = e_call (l, IMP_FN_MOVE, NULL, 3, e_again (l, to), e_again (l, from), e_again (l, bytes));
}

/* P or, if CONF holds, or is NULL, a temp of N elements of ELEM.  */
static struct imp_expr *
buffered (struct lower *l, const struct type *elem, struct imp_expr *n, struct imp_expr *p,
	  struct imp_var *conf, uint32_t site)
{
  struct imp_expr *room = e_again (l, n);
  if (conf)
    room = e_select (l, imp_use (l->p, conf), room, e_size (l, 0));
  struct imp_var *t = s_temp (l, "t", elem, room, site);
  struct imp_expr *tp = address (l, t, p->type);
  struct imp_var *d = s_new (l, "d", p->type, conf ? e_again (l, p) : tp);
  if (conf)
    {
      struct imp_block *after = l->b;
      l->b = &s_if (l, imp_use (l->p, conf))->body;
      s_assign (l, d, tp);
      l->b = after;
    }
  return imp_use (l->p, d);
}

/* Why a store may be buffered.  */
static const char *
reason (struct reads *r, bool tested, bool fails)
{
  return r->opaque ? "memory of unknown extent is read"
	 : !fails ? "if the destination overlaps what is read"
	 : !tested ? "if a handler takes errors"
	 : "if the destination overlaps what is read or a handler takes errors";
}

/* LOOP stores the elements of rows at P, one by one; NULL: others.  */
static struct placed *
flat_rows (struct lower *l, struct fir_stmt *loop, struct imp_expr *p)
{
  struct fused_store *f = fused_plain (l, loop);
  struct placed *to;
  if (!f)
    return NULL;
  to = CTX_NEW (l->ctx, struct placed);
  to->store = loop;
  to->p = p;
  to->flat = f;
  to->size = lower_name (l, lower_atom (l, f->dims[1]), "n");
  return to;
}

struct imp_expr *
lower_dest (struct lower *l, struct fir_stmt *loop, struct fir_out *out, struct imp_expr *n,
	    bool fails)
{
  struct reads r = { .l = l, .loop = loop, .index = loop->fns[0]->params[0] };
  const struct type *elem = fir_atom_type (out->value);
  struct imp_expr *p = lower_name (l, lower_atom (l, out->dest), "p");
  if (p->type->elem != elem)
    ctx_fatal (l->ctx, "lower: the destination of a store has another type than its elements");
  if (out->kind == OUT_FILTER)
    r.index = NULL;
  else if (out->kind == OUT_VEC && loop->nouts == 1)
    r.to = flat_rows (l, loop, p);
  add_from (&r, loop);
  struct imp_expr *bytes
    = lower_name (l, e_op (l, FIR_MUL, e_again (l, n), e_size (l, elem->size)), "bytes");
  struct imp_var *many = NULL;
  if (r.to && !r.opaque)
    {
      kept_parts (l, loop, r.to);
      many = keep_vectors (l, &r, p, bytes, n, loop->site);
    }
  struct imp_var *conf = r.opaque ? NULL : either (l, conflict (l, &r, p, bytes, elem), many);
  const char *why = reason (&r, conf, fails);
  if (fails && !r.opaque)
    conf = or_test (l, conf, e_call (l, IMP_FN_HANDLED, NULL, 0));
  add_dest (l, loop, p, bytes, r.opaque || conf);
  if (!r.opaque && !conf)
    return p;
  pass_log_add (l->log, LOG_BUFFERED, out->site, 0, why);
  struct imp_expr *d = buffered (l, elem, n, p, conf, out->site);
  defer (l, loop, conf ? imp_use (l->p, conf) : NULL, p, d, bytes);
  return e_again (l, d);
}

/* --- Vectors that are made where they are stored ---------------------------------------------- */

struct imp_expr *
lower_place (struct lower *l, struct fir_stmt *s, struct placed *to, struct imp_expr *n,
	     bool fails)
{
  struct reads r = { .l = l, .loop = s, .to = to->maker ? to : NULL };
  const struct type *elem = to->p->type->elem;
  struct imp_var *conf = to->conf;
  add_from (&r, s);
  to->bytes = lower_name (l, e_op (l, FIR_MUL, e_again (l, n), e_size (l, elem->size)), "bytes");
  if (!r.opaque)
    {
      struct imp_var *many = NULL, *reads;
      if (to->maker)
	{
	  kept_parts (l, s, to);
	  many = keep_vectors (l, &r, to->p, to->bytes, n, s->site);
	}
      reads = either (l, conflict (l, &r, to->p, to->bytes, elem), many);
      const char *why = reason (&r, reads, fails);
      conf = either (l, conf, reads);
      if (fails)
	conf = or_test (l, conf, e_call (l, IMP_FN_HANDLED, NULL, 0));
      if (reads || fails)
	pass_log_add (l->log, LOG_BUFFERED, to->store->outs[0].site, 0, why);
    }
  else
    {
      conf = NULL;
      pass_log_add (l->log, LOG_BUFFERED, to->store->outs[0].site, 0, reason (&r, NULL, fails));
    }
  to->conf = conf;
  to->waits = conf || r.opaque;
  return to->from = to->waits ? buffered (l, elem, n, to->p, conf, s->site) : to->p;
}

void
lower_placed_store (struct lower *l, struct placed *to)
{
  add_dest (l, to->store, to->p, to->bytes, to->waits);
  if (to->waits)
    defer (l, to->store, to->conf ? imp_use (l->p, to->conf) : NULL, to->p, to->from, to->bytes);
}

/* --- Vectors in the memory of others --------------------------------------------------------- */

bool
lower_may_overwrite (struct lower *l, struct fir_stmt *s, struct vecval *v, struct imp_var **conf)
{
  struct reads r = { .l = l, .loop = s, .vectors = true };
  if (s->op == FIR_LOOP)
    r.index = s->fns[0]->params[0];
  add_from (&r, s);
  if (!r.opaque)
    *conf = conflict (l, &r, v->data, lower_name (l, bytes_of (l, v), "bytes"), v->type->elem);
  return !r.opaque;
}

struct imp_var *
lower_fused_conflict (struct lower *l, struct fir_stmt *loop, struct fused_store *f,
		      const struct type *t, bool *maybe)
{
  struct reads r = { .l = l, .loop = loop, .index = loop->fns[0]->params[0], .fused = f,
		     .size = t->size };
  const struct type *vt = t;
  for (unsigned k = 0; k < f->levels; k++)
    vt = type_vec (l->ctx, vt);
  struct vecval *v = vec_new (l, VEC_MEM, vt);
  struct imp_expr *from, *bytes;
  v->data = e_again (l, f->p);
  for (unsigned k = 0; k < f->levels; k++)
    {
      v->n[k] = f->n[k];
      v->step[k] = f->step[k];
    }
  strided_extent (l, v, &from, &bytes);
  add_from (&r, loop);
  struct imp_var *many = NULL;
  if (f->levels > 1 && !r.opaque)
    many = keep_vectors (l, &r, from, bytes, f->all, loop->site);
  struct imp_var *conf = r.opaque ? NULL : either (l, conflict (l, &r, from, bytes, t), many);
  *maybe = r.opaque || conf;
  add_dest (l, loop, from, bytes, *maybe);
  return conf;
}

/* --- Stores that no loop does --------------------------------------------------------------- */

/* store p n x of an x in memory: a move, done at once if nothing that is still to be read
   changes.  */
void
lower_store (struct lower *l, struct fir_stmt *s)
{
  if (l->elem)
    ctx_fatal (l->ctx, "lower: a store inside a loop");
  struct vecval *x = lower_vec (l, s->args[2]);
  if (x->kind != VEC_MEM)
    ctx_fatal (l->ctx, "lower: a store of what is not in memory; fuse makes loops of it");
  struct reads r = { .l = l, .loop = s };
  const struct type *elem = type_base (x->type);
  struct imp_expr *p = lower_name (l, lower_atom (l, s->args[0]), "p");
  struct imp_expr *n = lower_name (l, vec_total (l, x), "n");
  struct imp_expr *bytes
    = lower_name (l, e_op (l, FIR_MUL, e_again (l, n), e_size (l, elem->size)), "bytes");
  add_from (&r, s->next);
  lower_let (l, s->res[0], e_again (l, n));
  struct imp_var *conf = NULL;
  if (!r.opaque)
    conf = conflict (l, &r, p, bytes, elem);
  add_dest (l, s, p, bytes, conf || r.opaque);
  if (!vec_foreign (x) && (conf || r.opaque))
    {
      defer (l, s, NULL, p, x->data, bytes);
      return;
    }
  if (!conf && !r.opaque)
    {
      move (l, p, x->data, bytes);
      return;
    }
  struct imp_expr *d = buffered (l, elem, n, p, conf, s->site);
  move (l, d, x->data, bytes);
  pass_log_add (l->log, LOG_BUFFERED, s->site, 0, reason (&r, conf, false));
  defer (l, s, conf ? imp_use (l->p, conf) : NULL, p, d, bytes);
}

struct imp_expr *
lower_kept (struct lower *l, struct vecval *v, struct imp_expr *p, struct imp_expr *bytes,
	    uint32_t site)
{
  const struct type *elem = type_base (v->type);
  struct imp_expr *data = lower_name (l, v->data, "x"), *n = lower_name (l, vec_total (l, v), "n");
  struct imp_expr *size
    = lower_name (l, e_op (l, FIR_MUL, e_again (l, n), e_size (l, elem->size)), "bytes");
  struct imp_var *conf = or_test (l, NULL, overlap (l, data, size, p, e_again (l, bytes)));
  conf = or_stores (l, conf, NULL, data, size);
  struct imp_expr *kept = buffered (l, elem, n, data, conf, site);
  struct imp_block *after = l->b;
  l->b = &s_if (l, imp_use (l->p, conf))->body;
  move (l, kept, data, size);
  l->b = after;
  pass_log_add (l->log, LOG_BUFFERED, site, 0, "if the destination overlaps what is read");
  return kept;
}

void
lower_deferred (struct lower *l, struct fir_stmt *except)
{
  for (struct deferred *d = l->deferred; d; d = d->next)
    {
      if (except && d->by == except)
	continue;
      struct imp_block *after = l->b;
      if (d->cond)
	l->b = &s_if (l, e_again (l, d->cond))->body;
      if (d->emit)
	d->emit (l, d, except != NULL);
      else
	move (l, d->to, d->from, d->bytes);
      l->b = after;
    }
}

struct stores
lower_stores (struct lower *l)
{
  struct stores s = { &l->deferred, l->dests, l->kept };
  while (*s.end)
    s.end = &(*s.end)->next;
  return s;
}

void
lower_end_stores (struct lower *l, struct stores before)
{
  if (*before.end && before.end != &l->deferred)
    ctx_fatal (l->ctx, "lower: a branch stores behind another store of the region");
  if (*before.end)
    lower_deferred (l, NULL);
  *before.end = NULL;
  l->dests = before.dests;
  kept_end (l, before.kept);
}
