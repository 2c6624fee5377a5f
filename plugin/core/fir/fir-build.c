/* Building FIR programs: variables, constants, statements, functions.

   Nothing is checked here: fir-check.c checks whole programs.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir.h"
#include "base/scalar.h"

#include <string.h>

const struct fir_op_info fir_op_info[FIR_LAST] = {
#define ROLE_NONE FIR_ROLE_NONE, 0
#define ROLE_EACH(K) FIR_ROLE_EACH, K
#define ROLE_COMBINE FIR_ROLE_COMBINE, 0
#define ROLE_LESS FIR_ROLE_LESS, 0
#define COMM FIR_FLAG_COMM
#define CMP FIR_FLAG_CMP
#define EFFECT FIR_FLAG_EFFECT
#define INDEX FIR_FLAG_INDEX
#define MAYFAIL FIR_FLAG_MAYFAIL
#define SHAPE FIR_FLAG_SHAPE
#define OVER FIR_FLAG_OVER
#define FIR_OP(NAME, TEXT, CLASS, NARGS, NFNS, ROLE, FLAGS, WITH, SHOWS, LENGTH, ROWS, RULE, \
	       TYPE, DOC) \
  { TEXT, FIR_CLASS_##CLASS, NARGS, NFNS, ROLE_##ROLE, FLAGS, FIR_WITH_##WITH, RULE, TYPE, DOC },
#include "fir.def"
#undef FIR_OP
#undef COMM
#undef CMP
#undef EFFECT
#undef INDEX
#undef MAYFAIL
#undef SHAPE
#undef OVER
#undef ROLE_NONE
#undef ROLE_EACH
#undef ROLE_COMBINE
#undef ROLE_LESS
};

const char *const fir_pad_mode_text[PAD_LAST] = {
#define NOVA_PAD_MODE(NAME, TEXT, DOC) TEXT,
#include "nova/pad.def"
#undef NOVA_PAD_MODE
};

enum check_kind
fir_element_check (enum fir_op op)
{
  return fir_op_info[op].with == FIR_WITH_INDEX_AT ? CHECK_INDEX_AT : CHECK_INDEX;
}

/* --- Programs -------------------------------------------------------------------------------- */

struct fir_prog *
fir_prog_new (struct nova_ctx *ctx)
{
  struct fir_prog *p = CTX_NEW (ctx, struct fir_prog);

  p->ctx = ctx;
  return p;
}

struct fir_leaf *
fir_leaf_new (struct fir_prog *p, const char *name, unsigned nparams, const struct type **params,
	      const struct type *ret, unsigned flags)
{
  struct fir_leaf *leaf = CTX_NEW (p->ctx, struct fir_leaf), **end;

  leaf->name = ctx_intern (p->ctx, name);
  leaf->nparams = nparams;
  leaf->params = CTX_NEWV (p->ctx, const struct type *, nparams);
  if (nparams)
    memcpy (leaf->params, params, nparams * sizeof *params);
  leaf->ret = ret;
  leaf->flags = flags;
  leaf->access = CTX_NEWV (p->ctx, struct leaf_access, nparams);
  leaf->cost = 1;
  for (end = &p->leaves; *end; end = &(*end)->next)
    ;
  return *end = leaf;
}

void
fir_leaf_area (struct fir_prog *p, struct fir_leaf *leaf, struct fir_atom base, uint64_t bytes)
{
  struct leaf_area *area = CTX_NEW (p->ctx, struct leaf_area), **end;

  area->base = base;
  area->bytes = bytes;
  for (end = &leaf->areas; *end; end = &(*end)->next)
    ;
  *end = area;
}

struct fir_region *
fir_region_new (struct fir_prog *p, const char *name, uint32_t site)
{
  struct fir_region *r = CTX_NEW (p->ctx, struct fir_region), **end;

  r->name = ctx_intern (p->ctx, name);
  r->site = site;
  r->body = fir_block_new (p);
  for (end = &p->regions; *end; end = &(*end)->next)
    ;
  return *end = r;
}

struct fir_var *
fir_region_param (struct fir_prog *p, struct fir_region *r, const char *name,
		  const struct type *type)
{
  unsigned n = r->nparams;

  /* The array has room for the next power of 2.  */
  if ((n & (n - 1)) == 0)
    {
      struct fir_var **params = CTX_NEWV (p->ctx, struct fir_var *, n ? 2 * n : 1);

      if (n)
	memcpy (params, r->params, n * sizeof *params);
      r->params = params;
    }
  return r->params[r->nparams++] = fir_var_new (p, name, type);
}

struct fir_fun *
fir_fun_new (struct fir_prog *p, const char *name, struct fir_fn *fn)
{
  struct fir_fun *fun = CTX_NEW (p->ctx, struct fir_fun), **end;

  fun->name = ctx_intern (p->ctx, name);
  fun->fn = fn;
  for (end = &p->funs; *end; end = &(*end)->next)
    ;
  return *end = fun;
}

struct fir_var *
fir_var_new (struct fir_prog *p, const char *name, const struct type *type)
{
  struct fir_var *v = CTX_NEW (p->ctx, struct fir_var);

  v->name = ctx_intern (p->ctx, name && *name ? name : "v");
  v->id = p->nvars++;
  v->type = type;
  return v;
}

struct fir_block *
fir_block_new (struct fir_prog *p)
{
  return CTX_NEW (p->ctx, struct fir_block);
}

struct fir_fn *
fir_fn_new (struct fir_prog *p, unsigned nparams, const struct type *const *types)
{
  struct fir_fn *fn = CTX_NEW (p->ctx, struct fir_fn);
  unsigned k;

  fn->nparams = nparams;
  fn->params = CTX_NEWV (p->ctx, struct fir_var *, nparams);
  for (k = 0; k < nparams; k++)
    {
      char name[2] = { (char) ('p' + k % 8), '\0' };

      fn->params[k] = fir_var_new (p, name, types[k]);
    }
  fn->body = fir_block_new (p);
  return fn;
}

void
fir_block_return (struct fir_prog *p, struct fir_block *b, unsigned n,
		  const struct fir_atom *atoms)
{
  b->nrets = n;
  b->rets = CTX_NEWV (p->ctx, struct fir_atom, n);
  if (n)
    memcpy (b->rets, atoms, n * sizeof *atoms);
}

/* --- Atoms ----------------------------------------------------------------------------------- */

struct fir_atom
fir_atom_var (struct fir_var *v)
{
  struct fir_atom a = { v, NULL };

  return a;
}

/* An atom with a new constant of type T, to be filled through C.  */
static struct fir_atom
atom_const (struct fir_prog *p, const struct type *t, struct fir_const **c)
{
  struct fir_atom a = { NULL, NULL };

  *c = CTX_NEW (p->ctx, struct fir_const);
  (*c)->type = t;
  a.cst = *c;
  return a;
}

bool
fir_const_equal (const struct fir_const *a, const struct fir_const *b)
{
  return a == b
	 || (a->type == b->type && a->origin == b->origin && a->i == b->i
	     && scalar_float_same (a->f, b->f) && scalar_float_same (a->im, b->im));
}

struct fir_atom
fir_atom_int (struct fir_prog *p, const struct type *t, __int128 i)
{
  struct fir_const *c;
  struct fir_atom a = atom_const (p, t, &c);

  i = scalar_wrap (t->kind == TYPE_SCALAR ? t->scalar : SCALAR_U64, i);
  c->i = (unsigned __int128) i;
  return a;
}

struct fir_atom
fir_atom_size (struct fir_prog *p, uint64_t n)
{
  return fir_atom_int (p, type_size (p->ctx), (__int128) n);
}

struct fir_atom
fir_atom_float (struct fir_prog *p, const struct type *t, long double f)
{
  struct fir_const *c;
  struct fir_atom a = atom_const (p, t, &c);

  c->f = (long double) scalar_round (t->scalar, (quad) f);
  return a;
}

struct fir_atom
fir_atom_origin (struct fir_prog *p, const struct type *t, uint32_t origin)
{
  struct fir_const *c;
  struct fir_atom a = atom_const (p, t, &c);

  c->origin = origin;
  return a;
}

/* --- Statements ------------------------------------------------------------------------------ */

struct fir_stmt *
fir_stmt_new (struct fir_prog *p, struct fir_block *b, enum fir_op op, uint32_t site,
	      unsigned nargs, unsigned nfns, const struct type *type, const char *name)
{
  struct fir_stmt *s = CTX_NEW (p->ctx, struct fir_stmt);

  s->op = op;
  s->site = site;
  s->nargs = nargs;
  s->args = CTX_NEWV (p->ctx, struct fir_atom, nargs);
  s->nfns = nfns;
  s->fns = CTX_NEWV (p->ctx, struct fir_fn *, nfns);
  if (type)
    {
      s->nres = 1;
      s->res = CTX_NEWV (p->ctx, struct fir_var *, 1);
      s->res[0] = fir_var_new (p, name, type);
      s->res[0]->def = s;
    }
  s->check = fir_element_check (op);
  fir_append (b, s);
  return s;
}

struct fir_atom
fir_prim (struct fir_prog *p, struct fir_block *b, enum fir_op op, const struct type *type,
	  unsigned nargs, const struct fir_atom *args)
{
  const struct type *t
    = fir_op_info[op].flags & FIR_FLAG_CMP ? type_i32 (p->ctx)
      : op == FIR_STEPS ? type_size (p->ctx) : type;
  struct fir_stmt *s = fir_stmt_new (p, b, op, 0, nargs, 0, t, "t");

  if (nargs)
    memcpy (s->args, args, nargs * sizeof *args);
  return fir_atom_var (s->res[0]);
}

struct fir_atom
fir_prim1 (struct fir_prog *p, struct fir_block *b, enum fir_op op, const struct type *type,
	   struct fir_atom x)
{
  return fir_prim (p, b, op, type, 1, &x);
}

struct fir_atom
fir_prim2 (struct fir_prog *p, struct fir_block *b, enum fir_op op, const struct type *type,
	   struct fir_atom x, struct fir_atom y)
{
  struct fir_atom args[2] = { x, y };

  return fir_prim (p, b, op, type, 2, args);
}

struct fir_atom
fir_field (struct fir_prog *p, struct fir_block *b, struct fir_atom x, unsigned index)
{
  const struct type_field *f = &fir_atom_type (x)->fields[index];
  struct fir_stmt *s = fir_stmt_new (p, b, FIR_FIELD, 0, 1, 0, f->type, f->name);

  s->args[0] = x;
  s->index = index;
  return fir_atom_var (s->res[0]);
}

struct fir_atom
fir_element (struct fir_prog *p, struct fir_block *b, struct fir_atom x, struct fir_atom i)
{
  const struct type *t = fir_atom_type (x)->elem;
  struct fir_stmt *s = fir_stmt_new (p, b, type_is_vec (t) ? FIR_ROW : FIR_AT, 0, 2, 0, t, "e");

  s->args[0] = x;
  s->args[1] = i;
  return fir_atom_var (s->res[0]);
}

struct fir_atom
fir_leaf_call (struct fir_prog *p, struct fir_block *b, uint32_t site, unsigned order,
	       struct fir_leaf *leaf, unsigned nargs, const struct fir_atom *args)
{
  struct fir_stmt *s = fir_stmt_new (p, b, FIR_LEAF, site, nargs, 0, leaf->ret, "r");

  s->leaf = leaf;
  s->order = order;
  if (nargs)
    memcpy (s->args, args, nargs * sizeof *args);
  return fir_atom_var (s->res[0]);
}

void
fir_check_stmt (struct fir_prog *p, struct fir_block *b, uint32_t site, enum check_kind kind,
		unsigned nargs, const struct fir_atom *args)
{
  struct fir_stmt *s = fir_stmt_new (p, b, FIR_CHECK, site, nargs, 0, NULL, NULL);

  s->check = kind;
  if (nargs)
    memcpy (s->args, args, nargs * sizeof *args);
}

/* Give S N results of TYPES.  */
static void
set_results (struct fir_prog *p, struct fir_stmt *s, unsigned n, const struct type *const *types)
{
  unsigned k;

  s->nres = n;
  s->res = CTX_NEWV (p->ctx, struct fir_var *, n);
  for (k = 0; k < n; k++)
    {
      s->res[k] = fir_var_new (p, "r", types[k]);
      s->res[k]->def = s;
    }
}

struct fir_stmt *
fir_apply (struct fir_prog *p, struct fir_block *b, struct fir_atom fn, unsigned n,
	   const struct fir_atom *args)
{
  const struct type *t = fir_atom_type (fn), **types;
  struct fir_stmt *s = fir_stmt_new (p, b, FIR_APPLY, 0, n + 1, 0, NULL, NULL);
  unsigned m = t->nfields - t->nparams, k;

  s->args[0] = fn;
  if (n && args)
    memcpy (s->args + 1, args, n * sizeof *args);
  types = CTX_NEWV (p->ctx, const struct type *, m);
  for (k = 0; k < m; k++)
    types[k] = t->fields[t->nparams + k].type;
  set_results (p, s, m, types);
  return s;
}

struct fir_atom
fir_inject (struct fir_prog *p, struct fir_block *b, const struct type *type, unsigned alt,
	    struct fir_atom x)
{
  unsigned n = type->fields[alt].type != NULL;
  struct fir_stmt *s = fir_stmt_new (p, b, FIR_INJECT, 0, n, 0, type, "s");

  s->index = alt;
  if (n)
    s->args[0] = x;
  return fir_atom_var (s->res[0]);
}

const struct type *
fir_fn_type (struct fir_prog *p, const struct fir_fn *fn)
{
  const struct type **t;
  unsigned n = fn->nparams, m = fn->body->nrets, k;

  t = CTX_NEWV (p->ctx, const struct type *, n + m);
  for (k = 0; k < n; k++)
    t[k] = fn->params[k]->type;
  for (k = 0; k < m; k++)
    t[n + k] = fir_atom_type (fn->body->rets[k]);
  return type_fn (p->ctx, n, t, m, t + n);
}

struct fir_atom
fir_lambda (struct fir_prog *p, struct fir_block *b, struct fir_fn *fn)
{
  struct fir_stmt *s = fir_stmt_new (p, b, FIR_LAMBDA, 0, 0, 1, fir_fn_type (p, fn), "f");

  s->fns[0] = fn;
  return fir_atom_var (s->res[0]);
}

struct fir_stmt *
fir_case (struct fir_prog *p, struct fir_block *b, struct fir_atom x, unsigned n, unsigned nres,
	  const struct type *const *types)
{
  struct fir_stmt *s = fir_stmt_new (p, b, FIR_CASE, 0, 1, n, NULL, NULL);
  unsigned k;

  s->args[0] = x;
  s->arms = CTX_NEWV (p->ctx, struct fir_arm, n);
  for (k = 0; k < n; k++)
    s->arms[k].alternative = k;
  set_results (p, s, nres, types);
  return s;
}

/* X converted to TYPE, X itself when it has that type.  */
static struct fir_atom
convert (struct fir_prog *p, struct fir_block *b, const struct type *type, struct fir_atom x)
{
  return fir_atom_type (x) == type ? x : fir_prim1 (p, b, FIR_CONV, type, x);
}

struct fir_fn *
fir_fn_of_op (struct fir_prog *p, enum fir_op op, const struct type *type,
	      const struct type *result)
{
  const struct type *types[2] = { type, type };
  struct fir_fn *fn = fir_fn_new (p, 2, types);
  struct fir_atom x = fir_atom_var (fn->params[0]), y = fir_atom_var (fn->params[1]), r;
  bool cmp = (fir_op_info[op].flags & FIR_FLAG_CMP) != 0;
  const struct type *at = cmp || !result ? type : result;
  bool truth = at->kind == TYPE_SCALAR && at->scalar == SCALAR_BOOL;

  /* C computes with _Bool as int.  */
  if (truth && (op == FIR_ADD || op == FIR_SUB || op == FIR_MUL))
    at = type_i32 (p->ctx);

  r = fir_prim2 (p, fn->body, op, at, convert (p, fn->body, at, x), convert (p, fn->body, at, y));
  /* C computes narrow integers as int and converts back: that wraps.  */
  if (type_is_integral (at) && scalar_info[at->scalar].is_signed && at->size < 4)
    r.var->def->wrap = op == FIR_ADD || op == FIR_SUB || op == FIR_MUL;
  if (result || truth)
    r = convert (p, fn->body, result ? result : cmp ? type_i32 (p->ctx) : type, r);
  fir_block_return (p, fn->body, 1, &r);
  return fn;
}

struct fir_fn *
fir_fn_saturating_add (struct fir_prog *p)
{
  const struct type *size = type_size (p->ctx), *two[2] = { size, size };
  struct fir_fn *fn = fir_fn_new (p, 2, two);
  struct fir_atom x = fir_atom_var (fn->params[0]), y = fir_atom_var (fn->params[1]), args[3];

  args[2] = fir_prim2 (p, fn->body, FIR_ADD, size, x, y);
  args[1] = fir_prim2 (p, fn->body, FIR_MAX, size, x, y);
  args[0] = fir_prim2 (p, fn->body, FIR_LT, type_i32 (p->ctx), args[2], args[1]);
  args[1] = fir_atom_size (p, UINT64_MAX);
  x = fir_prim (p, fn->body, FIR_SELECT, size, 3, args);
  fir_block_return (p, fn->body, 1, &x);
  return fn;
}
