/* The pass sums: values of sum types become records, and cases of them cases of an integer.

     x = inject.Some v			 =>   x = record 0 v
     r = case x { Some (v) { A } None { B } }
       =>   t = field.0 x  r = case t { 0 { v = field.1 x  A } else { B } }

   The record has the number of the alternative and a field for each alternative with a value; those
   of the others are zero.  A value of a recursive sum is a pointer to such a record: it is read
   through the pointer; a program that makes one is left unchanged (lowering reports it).
   Paper: Harlan, section 4 (algebraic data types as tagged records).
   Does not: let fields of alternatives share memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass/pass-int.h"

struct sums
{
  struct fir_prog *p;
  bool any, makes_boxed;
  struct fir_fun **funs;	/* that the region calls */
  unsigned nfuns;
  unsigned changes;
};

/* --- Types ----------------------------------------------------------------------------------- */

static const struct type *map_type (struct sums *z, const struct type *t);

static bool
has_sum (const struct type *t)
{
  if (t->kind == TYPE_SUM)
    return true;
  if (t->kind == TYPE_VEC || (t->kind == TYPE_PTR && t->elem))
    return has_sum (t->elem);
  if (t->kind == TYPE_RECORD || t->kind == TYPE_FN)
    for (unsigned k = 0; k < t->nfields; k++)
      if (has_sum (t->fields[k].type))
	return true;
  return false;
}

static const struct type *
map_record (struct sums *z, const struct type *t)
{
  struct type_field *f = CTX_NEWV (z->p->ctx, struct type_field, t->nfields);

  for (unsigned k = 0; k < t->nfields; k++)
    {
      f[k].name = t->fields[k].name;
      f[k].type = map_type (z, t->fields[k].type);
    }
  return type_record (z->p->ctx, t->tag, t->nfields, f, 0, 0, t->origin);
}

static const struct type *
map_function (struct sums *z, const struct type *t)
{
  const struct type **f = CTX_NEWV (z->p->ctx, const struct type *, t->nfields);

  for (unsigned k = 0; k < t->nfields; k++)
    f[k] = map_type (z, t->fields[k].type);
  return type_fn (z->p->ctx, t->nparams, f, t->nfields - t->nparams, f + t->nparams);
}

static const struct type *
map_type (struct sums *z, const struct type *t)
{
  if (!has_sum (t))
    return t;
  switch (t->kind)
    {
    case TYPE_SUM:
      return t->sum->boxed ? type_ptr (z->p->ctx, NULL, 0)
	     : map_record (z, type_sum_record (z->p->ctx, t));
    case TYPE_VEC: return type_vec (z->p->ctx, map_type (z, t->elem));
    case TYPE_PTR: return type_ptr (z->p->ctx, map_type (z, t->elem), t->origin);
    case TYPE_RECORD: return map_record (z, t);
    case TYPE_FN: return map_function (z, t);
    default: return t;
    }
}

/* --- Terms ----------------------------------------------------------------------------------- */

/* OP of ARGS with a result of TYPE, in front of AT.  */
static struct fir_stmt *
before (struct sums *z, struct fir_stmt *at, enum fir_op op, const struct type *type,
	const char *name, unsigned nargs, const struct fir_atom *args)
{
  struct fir_stmt *s = fir_stmt_new (z->p, fir_block_new (z->p), op, 0, nargs, 0, type, name);

  for (unsigned k = 0; k < nargs; k++)
    s->args[k] = args[k];
  fir_unlink (s);
  fir_insert_before (at, s);
  return s;
}

static struct fir_atom zero (struct sums *z, struct fir_stmt *at, const struct type *t);

/* A function of type T for a field that is never read: it returns zero, too.  */
static struct fir_atom
zero_function (struct sums *z, struct fir_stmt *at, const struct type *t)
{
  unsigned n = t->nfields - t->nparams;
  const struct type **params = CTX_NEWV (z->p->ctx, const struct type *, t->nparams);
  struct fir_atom *rets = CTX_NEWV (z->p->ctx, struct fir_atom, n);
  struct fir_stmt *s = fir_stmt_new (z->p, fir_block_new (z->p), FIR_LAMBDA, 0, 0, 1, t, "none");
  struct fir_stmt *end;

  for (unsigned k = 0; k < t->nparams; k++)
    params[k] = t->fields[k].type;
  s->fns[0] = fir_fn_new (z->p, t->nparams, params);
  end = fir_stmt_new (z->p, s->fns[0]->body, FIR_RECORD, 0, 0, 0, NULL, NULL);
  for (unsigned k = 0; k < n; k++)
    rets[k] = zero (z, end, t->fields[t->nparams + k].type);
  fir_unlink (end);
  fir_block_return (z->p, s->fns[0]->body, n, rets);
  fir_unlink (s);
  fir_insert_before (at, s);
  return fir_atom_var (s->res[0]);
}

/* A value of type T for a field that is never read.  */
static struct fir_atom
zero (struct sums *z, struct fir_stmt *at, const struct type *t)
{
  struct fir_atom *f, args[2];

  switch (t->kind)
    {
    case TYPE_RECORD:
      f = CTX_NEWV (z->p->ctx, struct fir_atom, t->nfields);
      for (unsigned k = 0; k < t->nfields; k++)
	f[k] = zero (z, at, t->fields[k].type);
      return fir_atom_var (before (z, at, FIR_RECORD, t, "zero", t->nfields, f)->res[0]);
    case TYPE_VEC:
      args[0] = fir_atom_int (z->p, type_size (z->p->ctx), 0);
      args[1] = zero (z, at, t->elem);
      return fir_atom_var (before (z, at, FIR_REPLICATE, t, "none", 2, args)->res[0]);
    case TYPE_FN: return zero_function (z, at, t);
    case TYPE_SCALAR:
      if (!type_is_integral (t))
	return fir_atom_float (z->p, t, 0);
      /* Fall through.  */
    default:
      return fir_atom_int (z->p, t, 0);
    }
}

static void
do_inject (struct sums *z, struct fir_stmt *s, const struct type *t)
{
  const struct type *r = map_type (z, t);
  struct fir_atom *args = CTX_NEWV (z->p->ctx, struct fir_atom, r->nfields);
  unsigned slot = type_sum_slot (t, s->index);

  law_fired (z->p->ctx, LAW_U1);
  args[0] = fir_atom_int (z->p, type_i32 (z->p->ctx), s->index);
  for (unsigned k = 1; k < r->nfields; k++)
    args[k] = k == slot ? s->args[0] : zero (z, s, r->fields[k].type);
  s->op = FIR_RECORD;
  s->index = 0;
  s->nargs = r->nfields;
  s->args = args;
}

/* Field SLOT of X, a value of sum type T, in front of AT.  */
static struct fir_atom
read_field (struct sums *z, struct fir_stmt *at, struct fir_atom x, const struct type *t,
	    unsigned slot)
{
  const struct type *r = map_record (z, type_sum_record (z->p->ctx, t));
  struct fir_stmt *s;

  if (t->sum->boxed)
    {
      struct fir_atom args[2] = { x, fir_atom_int (z->p, type_size (z->p->ctx), 1) };

      law_fired (z->p->ctx, LAW_U3);
      s = before (z, at, FIR_CONV, type_ptr (z->p->ctx, r, 0), "p", 1, args);
      args[0] = fir_atom_var (s->res[0]);
      s = before (z, at, FIR_VIEW, type_vec (z->p->ctx, r), "box", 2, args);
      args[0] = fir_atom_var (s->res[0]);
      args[1] = fir_atom_int (z->p, type_size (z->p->ctx), 0);
      s = before (z, at, FIR_AT, r, "v", 2, args);
      x = fir_atom_var (s->res[0]);
    }
  /* For now its type is that of the sum: its uses are still to be rewritten, too.  */
  s = before (z, at, FIR_FIELD, type_sum_record (z->p->ctx, t)->fields[slot].type,
	      slot ? "v" : "tag", 1, &x);
  s->index = slot;
  return fir_atom_var (s->res[0]);
}

/* The value of the alternative of arm K of S, bound at the start of the arm.  */
static void
open_arm (struct sums *z, struct fir_stmt *s, unsigned k, struct fir_atom x, const struct type *t)
{
  struct fir_fn *fn = s->fns[k];
  struct fir_subst *subst;
  struct fir_stmt *at;

  s->arms[k].label = fir_atom_int (z->p, type_i32 (z->p->ctx), s->arms[k].alternative);
  if (!fn->nparams)
    return;
  /* An insertion point; it is removed immediately.  */
  at = fir_stmt_new (z->p, fir_block_new (z->p), FIR_RECORD, 0, 0, 0, NULL, NULL);
  fir_unlink (at);
  if (fn->body->first)
    fir_insert_before (fn->body->first, at);
  else
    fir_append (fn->body, at);
  subst = fir_subst_new (z->p);
  fir_subst_put (subst, fn->params[0],
		 read_field (z, at, x, t, type_sum_slot (t, s->arms[k].alternative)));
  fir_unlink (at);
  fir_subst_block (subst, fn->body);
  fn->nparams = 0;
}

static void
do_case (struct sums *z, struct fir_stmt *s, const struct type *t)
{
  struct fir_atom x = s->args[0];

  law_fired (z->p->ctx, LAW_U2);
  s->args[0] = read_field (z, s, x, t, 0);
  for (unsigned k = 0; k < s->nfns; k++)
    if (!s->arms[k].any)
      open_arm (z, s, k, x, t);
  if (!s->arms[s->nfns - 1].any)
    {
      s->arms[s->nfns - 1].any = true;
      s->arms[s->nfns - 1].label = FIR_NONE;
    }
}

/* Terms first, while variables have their old types.  */
static void
do_stmt (struct fir_stmt *s, void *data)
{
  struct sums *z = (struct sums *) data;
  const struct type *t = s->nargs ? fir_atom_type (s->args[0]) : NULL;

  if (s->op == FIR_INJECT)
    do_inject (z, s, s->res[0]->type);
  else if (s->op == FIR_CASE && t->kind == TYPE_SUM)
    do_case (z, s, t);
}

static void
map_vars (struct sums *z, unsigned n, struct fir_var **v)
{
  for (unsigned k = 0; k < n; k++)
    v[k]->type = map_type (z, v[k]->type);
}

static void
map_stmt (struct fir_stmt *s, void *data)
{
  struct sums *z = (struct sums *) data;

  map_vars (z, s->nres, s->res);
  for (unsigned k = 0; k < s->nfns; k++)
    map_vars (z, s->fns[k]->nparams, s->fns[k]->params);
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].combine)
      map_vars (z, s->outs[k].combine->nparams, s->outs[k].combine->params);
}

/* --- Where sums are -------------------------------------------------------------------------- */

static void
look_at_vars (struct sums *z, unsigned n, struct fir_var **v)
{
  for (unsigned k = 0; k < n; k++)
    z->any |= has_sum (v[k]->type);
}

static void
look (struct fir_stmt *s, void *data)
{
  struct sums *z = (struct sums *) data;

  look_at_vars (z, s->nres, s->res);
  for (unsigned k = 0; k < s->nfns; k++)
    look_at_vars (z, s->fns[k]->nparams, s->fns[k]->params);
  z->makes_boxed |= s->op == FIR_INJECT && s->res[0]->type->sum->boxed;
  if (s->op != FIR_CALL)
    return;
  for (unsigned k = 0; k < z->nfuns; k++)
    if (z->funs[k] == s->callee)
      return;
  z->funs[z->nfuns++] = s->callee;
  look_at_vars (z, s->callee->fn->nparams, s->callee->fn->params);
  fir_walk (s->callee->fn->body, look, z);
}

/* Functions are changed with the regions that call them.  */
static bool
is_region (struct fir_prog *p, struct fir_region *r)
{
  struct fir_region *q;

  for (q = p->regions; q && q != r; q = q->next)
    ;
  return q != NULL;
}

/* Does any region make a boxed value?  Regions may share functions, so that one decides for all;
   there are NFUNS functions.  */
static bool
makes_boxed (struct fir_prog *p, unsigned nfuns)
{
  struct sums z = { .p = p };

  z.funs = CTX_NEWV (p->ctx, struct fir_fun *, nfuns + 1);
  for (struct fir_region *r = p->regions; r; r = r->next)
    fir_walk (r->body, look, &z);
  return z.makes_boxed;
}

unsigned
pass_sums (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct sums z = { .p = p };
  unsigned n = 0;

  (void) log;
  for (struct fir_fun *f = p->funs; f; f = f->next)
    n++;
  z.funs = CTX_NEWV (p->ctx, struct fir_fun *, n + 1);
  if (!is_region (p, r))
    return 0;
  look_at_vars (&z, r->nparams, r->params);
  fir_walk (r->body, look, &z);
  /* The whole program is only scanned if there is something to do.  */
  if (!z.any || makes_boxed (p, n))
    return 0;
  fir_walk (r->body, do_stmt, &z);
  for (unsigned k = 0; k < z.nfuns; k++)
    fir_walk (z.funs[k]->fn->body, do_stmt, &z);
  map_vars (&z, r->nparams, r->params);
  fir_walk (r->body, map_stmt, &z);
  for (unsigned k = 0; k < z.nfuns; k++)
    {
      map_vars (&z, z.funs[k]->fn->nparams, z.funs[k]->fn->params);
      fir_walk (z.funs[k]->fn->body, map_stmt, &z);
    }
  return 1;
}
