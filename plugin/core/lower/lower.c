/* Lowering: every region of a fused FIR program as a procedure of IMP.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The translation of DPIA (Atkey, Steuwer, Lindley, Dubach, "Strategy Preserving Compilation for
   Parallel Functional Code", sections 4 and 5): an expression with a destination writes there (the
   acceptor-passing translation: lower-loop.c and the outputs' files), one without passes its value
   to its consumer (the continuation-passing translation: lower-expr.c, lower-vec.c).  Memory is
   allocated only for vectors that FIR names, and for the accumulators and partial results of loops.

   Loops are stated, not scheduled: chunks, lanes and nests are passes over IMP (lower-give.c;
   plugin/core/schedule).  This file walks a region, tracks what an error has to clean up, and
   returns the results.  It fuses nothing and moves nothing.  */

#include <stdarg.h>
#include <stdio.h>
#include "lower-int.h"

/* --- Binders and uses ----------------------------------------------------------------------- */

/* The properties of V.  */
static struct noted *
noted (struct lower *l, const struct fir_var *v)
{
  if (v->id >= l->nnoted)
    {
      unsigned n = 2 * v->id + 64;
      struct noted *more = CTX_NEWV (l->ctx, struct noted, n);
      for (unsigned k = 0; k < l->nnoted; k++)
	more[k] = l->noted[k];
      l->noted = more;
      l->nnoted = n;
    }
  return &l->noted[v->id];
}

struct bind *
lower_bind (struct lower *l, const struct fir_var *v)
{
  struct noted *n = noted (l, v);
  if (!n->bind)
    n->bind = CTX_NEW (l->ctx, struct bind);
  return n->bind;
}

bool
lower_wraps (struct lower *l, const struct fir_stmt *s)
{
  return s->wrap || (!l->in_order && noted (l, s->res[0])->wraps);
}

void
lower_let_wrap (struct lower *l, const struct fir_stmt *s)
{
  if (fir_overflows (s))
    noted (l, s->res[0])->wraps = true;
}

static void
let_wrap (struct fir_stmt *s, void *data)
{
  lower_let_wrap ((struct lower *) data, s);
}

void
lower_let_all_wrap (struct lower *l, struct fir_fn *fn)
{
  fir_walk (fn->body, let_wrap, l);
}

static void
binder (struct lower *l, struct fir_var *v, unsigned depth)
{
  struct bind *b = CTX_NEW (l->ctx, struct bind);
  b->depth = depth;
  noted (l, v)->bind = b;
}

struct counting
{
  struct lower *l;
  unsigned depth;
};

static void
count_atom (struct counting *c, struct fir_atom a)
{
  if (!a.var)
    return;
  struct bind *b = lower_bind (c->l, a.var);
  b->uses += c->depth > b->depth ? 2 : 1;
}

static void count_block (struct counting *c, struct fir_block *b);

static void
count_fn (struct counting *c, struct fir_fn *fn)
{
  for (unsigned k = 0; k < fn->nparams; k++)
    binder (c->l, fn->params[k], c->depth);
  count_block (c, fn->body);
}

/* Do S's functions run more than once?  */
static bool
again (struct fir_stmt *s)
{
  return s->op == FIR_LOOP || s->op == FIR_MU || s->op == FIR_LAMBDA
	 || (fir_op_info[s->op].cls == FIR_CLASS_VEC && s->nfns) || shape_of (s->op);
}

static void
count_stmt (struct counting *c, struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nres; k++)
    binder (c->l, s->res[k], c->depth);
  for (unsigned k = 0; k < s->nargs; k++)
    count_atom (c, s->args[k]);
  c->depth += again (s);
  for (unsigned k = 0; k < s->nfns; k++)
    count_fn (c, s->fns[k]);
  for (unsigned k = 0; k < s->nouts; k++)
    {
      struct fir_out *o = &s->outs[k];
      count_atom (c, o->value);
      count_atom (c, o->guard);
      count_atom (c, o->init);
      count_atom (c, o->dest);
      if (o->combine)
	count_fn (c, o->combine);
    }
  c->depth -= again (s);
}

static void
count_block (struct counting *c, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    count_stmt (c, s);
  for (unsigned k = 0; k < b->nrets; k++)
    count_atom (c, b->rets[k]);
}

/* --- What errors clean up ------------------------------------------------------------------- */

void
lower_live_add (struct lower *l, struct imp_var *v)
{
  struct live *n = CTX_NEW (l->ctx, struct live);
  n->var = v;
  n->next = l->live;
  l->live = n;
}

void
lower_live_remove (struct lower *l, struct imp_var *v)
{
  for (struct live **n = &l->live; *n; n = &(*n)->next)
    if ((*n)->var == v)
      {
	*n = (*n)->next;
	return;
      }
}

void
lower_cleanup (struct lower *l, struct imp_block *b)
{
  for (struct live *n = l->live; n; n = n->next)
    imp_stmt_new (l->p, b, n->var->kind == IMP_VAR_TEMP ? IMP_FREE : IMP_RELEASE, 0)->var = n->var;
}

void
lower_drop_since (struct lower *l, struct live *mark)
{
  for (; l->live != mark; l->live = l->live->next)
    imp_stmt_new (l->p, l->b, l->live->var->kind == IMP_VAR_TEMP ? IMP_FREE : IMP_RELEASE, 0)->var
      = l->live->var;
}

void
lower_refuse (struct lower *l, uint32_t site, const char *fmt, ...)
{
  char text[256];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (text, sizeof text, fmt, ap);
  va_end (ap);
  if (!site)
    site = l->region->site;
  if (l->why)
    *l->why = (struct lower_refusal) { site, ctx_printf (l->ctx, "%s", text) };
  else
    ctx_error (l->ctx, site, "%s", text);
  longjmp (*l->refused, 1);
}

void
lower_unwind (struct lower *l, struct fir_stmt *s, struct imp_block *b)
{
  struct imp_block *here = l->b;

  l->b = b;
  lower_deferred (l, s);
  lower_cleanup (l, b);
  l->b = here;
}

void
lower_raise (struct lower *l, struct fir_stmt *s)
{
  /* Something that might have failed may have turned out never to.  */
  if (l->proc->may_fail)
    lower_unwind (l, s, &imp_stmt_new (l->p, l->b, IMP_RAISE, 0)->body);
}

/* --- Statements ----------------------------------------------------------------------------- */

/* Report the size of the result of S, which a skeleton makes.  */
static void
note_size (struct lower *l, struct fir_stmt *s)
{
  /* The operand of the same length, or that is the length.  */
  unsigned k = s->op == FIR_MERGE ? 2 : s->op == FIR_OWNERS || s->op == FIR_BINS ? 1 : 0;
  struct fir_atom n = s->args[k];

  struct vecval *v = lower_bind (l, s->res[0])->vec;

  /* A vector that is made in its store's destination has no handle.  */
  if (!l->elem && !(v && !v->handle))
    pass_log_add (l->log, LOG_MATERIALISED, s->site, 0,
		  fir_size_formula (l->ctx, s->res[0], "=", n));
}

void
lower_stmt (struct lower *l, struct fir_stmt *s)
{
  if (s->nres && lower_bind (l, s->res[0])->early)
    return;
  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    {
      lower_prim (l, s);
      return;
    }
  switch (s->op)
    {
    case FIR_LEAF: lower_leaf (l, s); break;
    case FIR_IF:
    case FIR_CASE: lower_branch (l, s); break;
    case FIR_LAMBDA:
    case FIR_MU: break;
    case FIR_APPLY: lower_apply_value (l, s); break;
    case FIR_CALL: lower_fun_call (l, s); break;
    case FIR_INJECT:
      lower_refuse (l, s->site, "a value of a sum: pass sums has not removed it");
    case FIR_CHECK: lower_check (l, s); break;
    case FIR_LOOP: lower_loop (l, s); break;
    case FIR_STORE: lower_store (l, s); break;
    case FIR_AT:
    case FIR_ROW: lower_at (l, s); break;
    case FIR_GET: lower_get (l, s); break;
    case FIR_PERMUTE:
    case FIR_SCATTER:
    case FIR_BINS:
    case FIR_BINS_INTO:
    case FIR_BINS_ROWS: lower_write (l, s); break;
    case FIR_SORT: lower_sort (l, s); break;
    case FIR_RADIX: lower_radix (l, s); break;
    case FIR_MERGE: lower_merge (l, s); break;
    case FIR_STORES:
    case FIR_UPDATE_ROWS: lower_strided_store (l, s); break;
    case FIR_OWNERS:
    case FIR_ORDERING: lower_count (l, s); break;
    default: lower_index_op (l, s); break;
    }
  if (shape_of (s->op))
    note_size (l, s);
}

void
lower_stmts (struct lower *l, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    lower_stmt (l, s);
}

/* --- Regions -------------------------------------------------------------------------------- */

/* An owned handle of V for the caller of the procedure; SHARED: another result is the same
   vector.  */
static struct imp_expr *
give (struct lower *l, struct vecval *v, bool shared)
{
  bool fresh;
  if (v->flat && v->flat->owned && !shared)
    {
      lower_live_remove (l, v->flat->handle);
      return vec_reshaped (l, v, imp_use (l->p, v->flat->handle));
    }
  struct imp_expr *h = vec_handle (l, v, &fresh);
  if (fresh)
    return h;
  if (v->owned && !shared)
    {
      lower_live_remove (l, v->handle);
      return h;
    }
  return e_call (l, IMP_FN_RETAIN, v->type, 1, h);
}

/* Do V and W have the same handle?  */
static bool
same_handle (struct vecval *v, struct vecval *w)
{
  return (v->flat ? v->flat : v) == (w->flat ? w->flat : w);
}

static void
lower_results (struct lower *l, struct fir_block *b)
{
  l->proc->nresults = b->nrets;
  l->proc->results = CTX_NEWV (l->ctx, struct imp_var *, b->nrets);
  for (unsigned k = 0; k < b->nrets; k++)
    {
      struct fir_atom a = b->rets[k];
      const struct type *t = fir_atom_type (a);
      struct imp_var *r = imp_var_new (l->p, l->proc, IMP_VAR_RESULT, a.var ? a.var->name : "r", t);
      l->proc->results[k] = r;
      if (!type_is_vec (t))
	{
	  s_assign (l, r, lower_atom (l, a));
	  continue;
	}
      bool shared = false;
      for (unsigned j = 0; j < b->nrets; j++)
	shared |= j != k && type_is_vec (fir_atom_type (b->rets[j]))
		  && same_handle (lower_vec (l, b->rets[j]), lower_vec (l, a));
      s_assign (l, r, give (l, lower_vec (l, a), shared));
    }
  lower_cleanup (l, l->b);
}

void
lower_count_fn (struct lower *l, struct fir_fn *fn)
{
  struct counting c = { l, 0 };
  count_fn (&c, fn);
}

/* A place where a value of a recursive sum is made.  */
struct making
{
  struct fir_prog *p;
  struct fir_stmt *where;
  struct fir_fun *fun, *at;	/* the function that it is in; the one being searched */
};

static void
find_boxed (struct fir_stmt *s, void *data)
{
  struct making *m = (struct making *) data;
  if (!m->where && s->op == FIR_INJECT && s->res[0]->type->sum->boxed)
    {
      m->where = s;
      m->fun = m->at;
    }
  if (m->where || s->op != FIR_CALL || s->callee->mark == m->p->marks)
    return;
  struct fir_fun *outer = m->at;
  s->callee->mark = m->p->marks;
  m->at = s->callee;
  fir_walk (s->callee->fn->body, find_boxed, m);
  m->at = outer;
}

/* A program that makes values of recursive sums still has all its sums: report where, before
   lowering reaches one that could have been removed.  */
static void
refuse_boxed (const struct lower *all, struct fir_region *r)
{
  struct lower l = *all;
  struct fir_prog *prog = l.prog;
  struct making m = { .p = prog };
  l.region = r;
  prog->marks++;
  fir_walk (r->body, find_boxed, &m);
  if (!m.where)
    return;
  const char *tag = m.where->res[0]->type->tag;
  lower_refuse (&l, m.where->site, "a value of recursive type %s is made %s%s: there is no memory "
		"for it", tag ? tag : "without a name", m.fun ? "in @" : "here",
		m.fun ? m.fun->name : "");
}

/* Lower region R, all other fields of L being the same for all regions.  */
static void
lower_region (const struct lower *all, struct fir_region *r)
{
  struct lower l = *all;
  struct imp_prog *p = l.p;
  struct counting c = { &l, 0 };
  l.region = r;
  l.proc = imp_proc_new (p, r->name, r->site);
  l.b = &l.proc->body;
  l.proc->nparams = r->nparams;
  l.proc->params = CTX_NEWV (l.ctx, struct imp_var *, r->nparams);
  l.proc->may_be_loose = CTX_NEWV (l.ctx, bool, r->nparams);
  l.proc->loose = CTX_NEWV (l.ctx, bool, r->nparams);
  for (unsigned k = 0; k < r->nparams; k++)
    {
      struct fir_var *v = r->params[k];
      binder (&l, v, 0);
      l.proc->params[k] = imp_var_new (p, l.proc, IMP_VAR_PARAM, v->name, v->type);
      lower_bind (&l, v)->e = imp_use (p, l.proc->params[k]);
    }
  count_block (&c, r->body);
  for (unsigned k = 0; k < r->nparams; k++)
    if (type_is_vec (r->params[k]->type) && lower_bind (&l, r->params[k])->uses)
      lower_vec (&l, fir_atom_var (r->params[k]));
  lower_stmts (&l, r->body);
  lower_deferred (&l, NULL);
  lower_results (&l, r->body);
}

struct imp_prog *
lower (struct fir_prog *p, struct pass_log *log, enum lower_reads reads,
       const struct nova_target *target, struct lower_refusal *why)
{
  struct imp_prog *q = imp_prog_new (p);
  jmp_buf refused;
  struct lower l = { .prog = p, .p = q, .ctx = q->ctx, .log = log, .target = target, .reads = reads,
		     .refused = &refused, .why = why };
  q->target = target;
  q->log = log;
  if (setjmp (refused))
    return NULL;
  for (struct fir_region *r = p->regions; r; r = r->next)
    refuse_boxed (&l, r);
  for (struct fir_region *r = p->regions; r; r = r->next)
    lower_region (&l, r);
  return q;
}
