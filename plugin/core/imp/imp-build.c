/* Making IMP programs.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Constructors only: the type of an expression is computed from its operands where the operation
   determines it.  They check only what they need; imp-check.c checks the rest.  */

#include <string.h>
#include "imp.h"
#include "fir/fir-term.h"

const struct imp_fn_info imp_fn_info[IMP_FN_LAST] = {
#define IMP_FN(NAME, TEXT, NARGS, RET, LEADS, SITE, CNAME, DOC) \
  { TEXT, NARGS, IMP_RET_##RET, IMP_LEADS_##LEADS, IMP_SITE_##SITE, #CNAME, DOC },
#include "imp.def"
#undef IMP_FN
};

const char *const imp_stmt_name[IMP_STMT_LAST] = {
#define IMP_STMT(NAME, TEXT, DOC) TEXT,
#include "imp.def"
#undef IMP_STMT
};

const char *const imp_trust_name[IMP_TRUST_LAST] = {
#define IMP_TRUST(NAME, TEXT, DOC) TEXT,
#include "imp.def"
#undef IMP_TRUST
};

const char *const imp_shape_name[IMP_SHAPE_LAST] = {
#define IMP_SHAPE(NAME, TEXT, TAKES, DOC) TEXT,
#include "imp.def"
#undef IMP_SHAPE
};

struct imp_prog *
imp_prog_new (struct fir_prog *fir)
{
  struct imp_prog *p = CTX_NEW (fir->ctx, struct imp_prog);
  p->ctx = fir->ctx;
  p->fir = fir;
  p->target = &target_pool;
  return p;
}

/* Append the procedure NAME to P.  */
struct imp_proc *
imp_proc_new (struct imp_prog *p, const char *name, uint32_t site)
{
  struct imp_proc *proc = CTX_NEW (p->ctx, struct imp_proc);
  struct imp_proc **end = &p->procs;
  while (*end)
    end = &(*end)->next;
  *end = proc;
  proc->name = ctx_intern (p->ctx, name);
  proc->site = site;
  return proc;
}

struct imp_proc *
imp_fun (struct imp_prog *p, const char *name)
{
  struct imp_proc **f;
  name = ctx_intern (p->ctx, name);
  for (f = &p->funs; *f; f = &(*f)->next)
    if ((*f)->name == name)
      return *f;
  *f = CTX_NEW (p->ctx, struct imp_proc);
  (*f)->name = name;
  return *f;
}

struct imp_var *
imp_var_new (struct imp_prog *p, struct imp_proc *proc, enum imp_var_kind kind, const char *name,
	     const struct type *type)
{
  struct imp_var *v = CTX_NEW (p->ctx, struct imp_var);
  v->kind = kind;
  v->name = ctx_intern (p->ctx, name);
  v->id = ++proc->nvars;
  v->type = type;
  return v;
}

struct imp_var *
imp_var_like (struct imp_prog *p, struct imp_proc *proc, const struct imp_var *v)
{
  struct imp_var *w = imp_var_new (p, proc, v->kind, v->name, v->type);
  w->stated = v->stated;
  w->space = v->space;
  return w;
}

/* An expression of KIND and TYPE with a copy of ARGS.  */
static struct imp_expr *
expr_new (struct imp_prog *p, enum imp_expr_kind kind, const struct type *type, unsigned nargs,
	  struct imp_expr *const *args)
{
  struct imp_expr *e = CTX_NEW (p->ctx, struct imp_expr);
  e->kind = kind;
  e->type = type;
  e->nargs = nargs;
  if (nargs)
    {
      e->args = CTX_NEWV (p->ctx, struct imp_expr *, nargs);
      memcpy (e->args, args, nargs * sizeof *args);
    }
  return e;
}

struct imp_expr *
imp_const (struct imp_prog *p, const struct fir_const *c)
{
  struct imp_expr *e = expr_new (p, IMP_EXPR_CONST, c->type, 0, NULL);
  e->cst = c;
  return e;
}

struct imp_expr *
imp_size (struct imp_prog *p, uint64_t n)
{
  struct fir_const *c = CTX_NEW (p->ctx, struct fir_const);
  c->type = type_size (p->ctx);
  c->i = n;
  return imp_const (p, c);
}

struct imp_expr *
imp_use (struct imp_prog *p, struct imp_var *v)
{
  struct imp_expr *e = expr_new (p, IMP_EXPR_VAR, v->type, 0, NULL);
  e->var = v;
  return e;
}

struct imp_expr *
imp_prim (struct imp_prog *p, enum fir_op op, const struct type *type, unsigned nargs,
	  struct imp_expr *const *args)
{
  struct imp_expr *e = expr_new (p, IMP_EXPR_PRIM, type, nargs, args);
  e->op = op;
  return e;
}

struct imp_expr *
imp_prim2 (struct imp_prog *p, enum fir_op op, const struct type *type, struct imp_expr *x,
	   struct imp_expr *y)
{
  struct imp_expr *args[2] = { x, y };
  return imp_prim (p, op, type, 2, args);
}

bool
imp_is_offsets (const struct type *t)
{
  if (t->kind != TYPE_PTR || t->space != SPACE_PROGRAM || t->elem->kind != TYPE_SCALAR)
    return false;
  switch (t->elem->scalar)
    {
    case SCALAR_I32:
    case SCALAR_I64:
    case SCALAR_U64: return true;
    default: return false;
    }
}

/* BASE[INDEX].  The type of an array or temp used as a base is that of its elements; any other base
   is a pointer.  */
struct imp_expr *
imp_load (struct imp_prog *p, struct imp_expr *base, struct imp_expr *index)
{
  struct imp_expr *args[2] = { base, index };
  bool area = imp_expr_is_area (base);
  if (!area && (base->type->kind != TYPE_PTR || !base->type->elem))
    ctx_fatal (p->ctx, "imp_load: the base is no pointer to data");
  return expr_new (p, IMP_EXPR_LOAD, area ? base->type : base->type->elem, 2, args);
}

struct imp_expr *
imp_leaf (struct imp_prog *p, struct fir_leaf *leaf, uint32_t site, unsigned nargs,
	  struct imp_expr *const *args)
{
  struct imp_expr *e = expr_new (p, IMP_EXPR_LEAF, leaf->ret, nargs, args);
  e->leaf = leaf;
  e->site = site;
  return e;
}

/* A call of FN.  TYPE is that of the result where FN alone does not determine it (PTR, VEC).  */
struct imp_expr *
imp_call (struct imp_prog *p, enum imp_fn fn, const struct type *type, unsigned nargs,
	  struct imp_expr *const *args)
{
  switch (imp_fn_info[fn].ret)
    {
    case IMP_RET_SIZE: type = type_size (p->ctx); break;
    case IMP_RET_INT: type = type_i32 (p->ctx); break;
    case IMP_RET_VOID: type = NULL; break;
    case IMP_RET_PTR: case IMP_RET_VEC: break;
    }
  struct imp_expr *e = expr_new (p, IMP_EXPR_CALL, type, nargs, args);
  e->fn = fn;
  return e;
}

struct imp_expr *
imp_fun_call (struct imp_prog *p, struct imp_proc *fun, const struct type *type, unsigned nargs,
	      struct imp_expr *const *args)
{
  struct imp_expr *e = expr_new (p, IMP_EXPR_FUN, type, nargs, args);
  e->fun = fun;
  return e;
}

bool
imp_takes (const struct imp_expr *e, unsigned k)
{
  if (e->kind != IMP_EXPR_CALL)
    return false;
  if (e->fn == IMP_FN_KEEP_ROW)
    return k == 2;
  return (e->fn == IMP_FN_RESHAPE || e->fn == IMP_FN_SEGMENTS || e->fn == IMP_FN_LASTING)
	 && type_is_vec (e->args[k]->type);
}

struct imp_stmt *
imp_stmt_new (struct imp_prog *p, struct imp_block *b, enum imp_stmt_kind kind, uint32_t site)
{
  struct imp_stmt *s = CTX_NEW (p->ctx, struct imp_stmt);
  s->kind = kind;
  if (kind == IMP_PARFOR)
    s->level = LEVEL_THREADS;
  s->site = site;
  s->prev = b->last;
  if (b->last)
    b->last->next = s;
  else
    b->first = s;
  b->last = s;
  return s;
}

/* --- Uses and equal terms -------------------------------------------------------------------- */

unsigned
imp_expr_uses (const struct imp_expr *e, const struct imp_var *v)
{
  unsigned n = 0;
  if (!e)
    return 0;
  if (e->kind == IMP_EXPR_VAR)
    return e->var == v;
  for (unsigned k = 0; k < e->nargs; k++)
    n += imp_expr_uses (e->args[k], v);
  return n;
}

unsigned
imp_stmt_uses (const struct imp_stmt *s, const struct imp_var *v)
{
  unsigned n = imp_expr_uses (s->base, v);
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    n += imp_expr_uses (s->e[k], v);
  for (unsigned k = 0; k < s->nargs; k++)
    n += imp_expr_uses (s->args[k], v);
  return n;
}

bool
imp_expr_any (const struct imp_expr *e, imp_expr_is *is)
{
  if (!e)
    return false;
  if (is (e))
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (imp_expr_any (e->args[k], is))
      return true;
  return false;
}

bool
imp_stmt_any (const struct imp_stmt *s, imp_expr_is *is)
{
  for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
    if (imp_expr_any (s->e[k], is))
      return true;
  return false;
}

bool
imp_block_any (const struct imp_block *b, imp_expr_is *is)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (imp_stmt_any (s, is) || imp_block_any (&s->body, is) || imp_block_any (&s->orelse, is))
      return true;
  return false;
}

unsigned
imp_count_stmts (const struct imp_block *b)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += 1 + imp_count_stmts (&s->body) + imp_count_stmts (&s->orelse);
  return n;
}

unsigned
imp_block_uses (const struct imp_block *b, const struct imp_var *v)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    n += imp_stmt_uses (s, v) + imp_block_uses (&s->body, v) + imp_block_uses (&s->orelse, v);
  return n;
}

bool
imp_block_assigns (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if ((s->kind == IMP_ASSIGN && s->var == v) || imp_block_assigns (&s->body, v)
	|| imp_block_assigns (&s->orelse, v))
      return true;
  return false;
}

struct imp_stmt *
imp_block_binder (const struct imp_block *b, const struct imp_var *v)
{
  struct imp_stmt *found = NULL;

  for (struct imp_stmt *s = b->first; s && !found; s = s->next)
    {
      found = imp_binds (s) && s->var == v ? s : imp_block_binder (&s->body, v);
      found = found ? found : imp_block_binder (&s->orelse, v);
    }
  return found;
}

const struct imp_expr *
imp_block_bound_to (const struct imp_block *b, const struct imp_expr *e)
{
  const struct imp_stmt *s = e->kind == IMP_EXPR_VAR ? imp_block_binder (b, e->var) : NULL;

  return s && s->kind == IMP_NEW && s->e[0] && !imp_block_assigns (b, e->var) ? s->e[0] : e;
}

bool
imp_block_has (const struct imp_block *b, const struct imp_stmt *s)
{
  for (const struct imp_stmt *t = b->first; t; t = t->next)
    if (t == s || imp_block_has (&t->body, s) || imp_block_has (&t->orelse, s))
      return true;
  return false;
}

bool
imp_block_holds (const struct imp_block *b, const struct imp_block *in)
{
  if (b == in)
    return true;
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (imp_block_holds (&s->body, in) || imp_block_holds (&s->orelse, in))
      return true;
  return false;
}

bool
imp_expr_equal (const struct imp_expr *x, const struct imp_expr *y)
{
  if (x->kind != y->kind || x->type != y->type || x->nargs != y->nargs || x->var != y->var
      || x->op != y->op || x->index != y->index
      || (x->kind == IMP_EXPR_CONST && !fir_const_equal (x->cst, y->cst)))
    return false;
  for (unsigned k = 0; k < x->nargs; k++)
    if (!imp_expr_equal (x->args[k], y->args[k]))
      return false;
  return true;
}

/* --- Constants and areas --------------------------------------------------------------------- */

bool
imp_is_var (const struct imp_expr *e, const struct imp_var *v)
{
  return e && e->kind == IMP_EXPR_VAR && e->var == v;
}

bool
imp_is_prim (const struct imp_expr *e, enum fir_op op)
{
  return e->kind == IMP_EXPR_PRIM && e->op == op;
}

bool
imp_is_pair (const struct imp_expr *e, enum fir_op op, const struct imp_var *p,
	     const struct imp_var *q)
{
  return e && imp_is_prim (e, op) && imp_is_var (e->args[0], p) && imp_is_var (e->args[1], q);
}

bool
imp_loads_from (const struct imp_expr *e, const struct imp_var *v)
{
  return e && e->kind == IMP_EXPR_LOAD && imp_is_var (e->args[0], v);
}

bool
imp_is_const (const struct imp_expr *e, uint64_t *n)
{
  if (e->kind != IMP_EXPR_CONST || e->cst->origin || !type_is_integral (e->type))
    return false;
  *n = (uint64_t) e->cst->i;
  return true;
}

bool
imp_var_is_area (const struct imp_var *v)
{
  return v->kind == IMP_VAR_ARRAY || v->kind == IMP_VAR_TEMP;
}

bool
imp_expr_is_area (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_VAR && imp_var_is_area (e->var);
}

void
imp_state_space (struct imp_var *v, enum mem_space space)
{
  v->stated = true;
  v->space = space;
}

enum mem_space
imp_space (const struct imp_var *v, enum par_level level)
{
  if (v->stated)
    return v->space;
  return v->kind == IMP_VAR_ARRAY ? level_info[level].own : SPACE_PROGRAM;
}

/* --- What a statement does with its variable ------------------------------------------------- */

bool
imp_binds (const struct imp_stmt *s)
{
  return s->kind == IMP_NEW || s->kind == IMP_ARRAY || s->kind == IMP_TEMP
	 || s->kind == IMP_VECNEW || s->kind == IMP_PARFOR || imp_counts (s);
}

void
imp_bound_range (const struct imp_block *b, unsigned *least, unsigned *most)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (imp_binds (s) && s->var->id < *least)
	*least = s->var->id;
      if (imp_binds (s) && s->var->id > *most)
	*most = s->var->id;
      imp_bound_range (&s->body, least, most);
      imp_bound_range (&s->orelse, least, most);
    }
}

bool
imp_is_alone (const struct imp_stmt *s)
{
  return s->kind == IMP_IF && s->e[0]->kind == IMP_EXPR_CALL && s->e[0]->fn == IMP_FN_ALONE;
}

bool
imp_is_whole (const struct imp_stmt *s)
{
  return s->kind == IMP_LOOP && s->e[3];
}

bool
imp_has_needs (const struct imp_stmt *s)
{
  for (const struct imp_stmt *t = s->body.first; t; t = t->next)
    if (t->kind == IMP_NEED)
      return true;
  return false;
}

bool
imp_runs_twice (const struct imp_stmt *s)
{
  return imp_looks_ahead (s) || imp_between (s) || imp_has_needs (s) || s->ahead_checked;
}

bool
imp_counts (const struct imp_stmt *s)
{
  return s->kind == IMP_FOR || s->kind == IMP_LOOP;
}

bool
imp_is_output (const struct imp_stmt *s)
{
  return s->kind == IMP_REDUCE || s->kind == IMP_FILTER || s->kind == IMP_SCAN
	 || s->kind == IMP_EXSCAN || s->kind == IMP_CURSOR;
}

bool
imp_behind_body (const struct imp_stmt *s, unsigned k)
{
  return imp_is_output (s) && k == 2;
}

const struct type *
imp_output_type (const struct imp_stmt *o)
{
  return o->kind == IMP_FILTER ? o->base->type->elem : o->var->type;
}

bool
imp_output_looks_ahead (const struct imp_stmt *o)
{
  return imp_is_output (o) && o->kind != IMP_REDUCE;
}

bool
imp_looks_ahead (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (imp_output_looks_ahead (o))
      return true;
  return false;
}

bool
imp_output_moves (const struct imp_stmt *o)
{
  return o->kind == IMP_FILTER || o->kind == IMP_CURSOR;
}

bool
imp_moves (const struct imp_stmt *loop)
{
  for (const struct imp_stmt *o = loop->orelse.first; o; o = o->next)
    if (imp_output_moves (o))
      return true;
  return false;
}

struct imp_stmt *
imp_between (const struct imp_stmt *loop)
{
  struct imp_stmt *s = loop->orelse.first;

  return s && s->kind == IMP_BETWEEN ? s : NULL;
}

struct imp_stmt *
imp_output (const struct imp_stmt *loop, const struct imp_var *v)
{
  struct imp_stmt *o = loop->orelse.first;

  while (o && (o->var != v || !imp_is_output (o)))
    o = o->next;
  return o;
}

struct imp_stmt *
imp_give_of (const struct imp_stmt *loop, const struct imp_var *v)
{
  struct imp_stmt *s = loop->body.first;

  while (s && (s->kind != IMP_GIVE || s->var != v))
    s = s->next;
  return s;
}

/* --- Links ----------------------------------------------------------------------------------- */

void
imp_unlink (struct imp_block *b, struct imp_stmt *s)
{
  *(s->prev ? &s->prev->next : &b->first) = s->next;
  *(s->next ? &s->next->prev : &b->last) = s->prev;
  s->prev = s->next = NULL;
}

void
imp_link_after (struct imp_block *b, struct imp_stmt *at, struct imp_stmt *s)
{
  s->prev = at;
  s->next = at->next;
  *(at->next ? &at->next->prev : &b->last) = s;
  at->next = s;
}

void
imp_link_before (struct imp_block *b, struct imp_stmt *at, struct imp_stmt *s)
{
  s->prev = at->prev;
  s->next = at;
  *(at->prev ? &at->prev->next : &b->first) = s;
  at->prev = s;
}

void
imp_link_last (struct imp_block *b, struct imp_stmt *s)
{
  s->prev = b->last;
  s->next = NULL;
  *(b->last ? &b->last->next : &b->first) = s;
  b->last = s;
}

void
imp_replace (struct imp_block *b, struct imp_stmt *s, struct imp_block *made)
{
  if (made->first)
    {
      made->first->prev = s->prev;
      made->last->next = s->next;
    }
  *(s->prev ? &s->prev->next : &b->first) = made->first ? made->first : s->next;
  *(s->next ? &s->next->prev : &b->last) = made->last ? made->last : s->prev;
}

bool
imp_drops (const struct imp_stmt *s, const struct imp_var *v)
{
  return (s->kind == IMP_FREE || s->kind == IMP_RELEASE) && s->var == v;
}

const struct imp_var *
imp_data_of (const struct imp_stmt *s)
{
  const struct imp_expr *e = s->kind == IMP_NEW ? s->e[0] : NULL;

  return e && e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_DATA && e->args[0]->kind == IMP_EXPR_VAR
	 ? e->args[0]->var : NULL;
}

/* --- What may run for nothing ---------------------------------------------------------------- */

bool
imp_prim_total (const struct imp_expr *e)
{
  const struct imp_expr *by = e->nargs == 2 ? e->args[1] : NULL;

  return fir_prim_total (e->op, e->nargs ? e->args[0]->type : NULL, e->type,
			 by && by->kind == IMP_EXPR_CONST ? by->cst : NULL);
}

void
imp_let_wrap (struct imp_expr *e)
{
  e->wrap |= e->kind == IMP_EXPR_PRIM && fir_prim_overflows (e->op, e->type);
  for (unsigned k = 0; k < e->nargs; k++)
    imp_let_wrap (e->args[k]);
}
