/* Instances of functions with type parameters.

   Once types are inferred, every call of such a function determines the parameters; the function is
   copied once for each list of type arguments that is reached from a region or a function without
   type parameters, and is itself dropped.  After reading a program has no type variables.

   A function that is called from its own instances with ever new arguments would have infinitely
   many instances; that is an error.

   NOVA, sections 3.1.4, 4.1.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"

/* How often the types may grow from an instance of a function to the next one that it leads to.  A
   call that lets them grow once does so each time, and there are finitely many types of a size: so
   only unbounded growth does not terminate.  */
#define MAX_GROWTH 16

struct instance
{
  struct fun_info *info;
  const struct type **args;
  struct fir_fun *fun;
  struct instance *parent;	/* the instance that calls it first, or NULL */
  uint64_t size;		/* of the largest ARGS of the function, from the first on */
  unsigned growth;		/* how often they have grown since */
  struct instance *next;
};

/* Is there no function of NAME yet?  */
static bool
name_free (struct infer *in, const char *name)
{
  return !*ptrmap_at (&in->ps->funs, name) && !*ptrmap_at (&in->ps->leaves, name);
}

static const char *
instance_name (struct infer *in, struct fun_info *f)
{
  const char *name;

  do
    name = ctx_intern (in->ctx, ctx_printf (in->ctx, "%s.%u", f->fun->name, ++f->ninstances));
  while (!name_free (in, name));
  *ptrmap_at (&in->ps->funs, name) = f;
  return name;
}

static struct instance *
instance_new (struct infer *in, struct fun_info *f, const struct type **args,
	      struct instance *parent)
{
  struct instance *i = CTX_NEW (in->ctx, struct instance);

  i->info = f;
  i->args = args;
  i->parent = parent;
  i->fun = fir_fun_new (in->ps->p, instance_name (in, f),
			fir_fn_copy (in->ps->p, f->fun->fn, fir_subst_new (in->ps->p)));
  if (!in->instances_end)
    in->instances_end = &in->instances;
  *in->instances_end = i;
  in->instances_end = &i->next;
  return i;
}

/* The size of T, in types; sums count by their arguments.  */
static uint64_t
type_count (const struct type *t)
{
  uint64_t n = 1;
  unsigned k;

  if (!t)
    return 0;
  if (t->kind == TYPE_VEC || t->kind == TYPE_PTR)
    return n + type_count (t->elem);
  if (t->kind == TYPE_SUM)
    for (k = 0; k < t->sum->nparams; k++)
      n += type_count (t->targs[k]);
  else
    for (k = 0; k < t->nfields; k++)
      n += type_count (t->fields[k].type);
  return n;
}

/* The function that S, in PARENT, calls there; the type parameters of PARENT are set.  */
static struct fir_fun *
callee_of (struct infer *in, const struct fir_stmt *s, struct instance *parent)
{
  const struct call_inst *call = infer_at (in, s)->inst;
  struct fun_info *f = call->callee;
  const struct type **args, *key;
  struct instance *i;
  uint64_t size = 0;
  unsigned k, growth;
  void **slot;

  if (!f->ngeneral)
    return s->callee;
  args = CTX_NEWV (in->ctx, const struct type *, f->ngeneral);
  for (k = 0; k < f->ngeneral; k++)
    args[k] = infer_replace (in, infer_resolve (in, call->args ? call->args[k] : f->general[k]));
  f->instances.ctx = in->ctx;
  key = type_fn (in->ctx, f->ngeneral, args, 0, NULL);
  slot = ptrmap_at (&f->instances, key);
  if (*slot)
    return ((struct instance *) *slot)->fun;
  for (k = 0; k < f->ngeneral; k++)
    size += type_count (args[k]);
  for (i = parent; i && i->info != f; i = i->parent)
    ;
  growth = i ? i->growth + (size > i->size) : 0;
  if (growth > MAX_GROWTH)
    {
      infer_error (in, infer_at (in, s)->op,
		   "function @%s calls itself at ever new types: it has no end of instances",
		   f->fun->name);
      lex_leave (&in->ps->lx);
    }
  if (i && i->size > size)
    size = i->size;
  i = instance_new (in, f, args, parent);
  i->size = size;
  i->growth = growth;
  *ptrmap_at (&f->instances, key) = i;
  return i->fun;
}

/* --- Types in a copy ------------------------------------------------------------------------- */

static void
vars_instance (struct infer *in, unsigned n, struct fir_var **v)
{
  unsigned k;

  for (k = 0; k < n; k++)
    v[k]->type = infer_replace (in, v[k]->type);
}

/* A number of the function is one of the instance's.  */
static void
atom_instance (struct fir_atom *a, void *data)
{
  struct infer *in = (struct infer *) data;
  const struct token *t;

  if (!a->cst || !type_has_meta (a->cst->type))
    return;
  t = (const struct token *) *ptrmap_at (&in->number_of, a->cst);
  *a = parse_number_atom (in->ps, t, infer_replace (in, a->cst->type));
}

/* The labels of S, a copy, which shares its arms with the original.  */
static void
arms_instance (struct infer *in, struct fir_stmt *s)
{
  struct fir_arm *arms;
  unsigned k;

  if (s->op != FIR_CASE)
    return;
  arms = CTX_NEWV (in->ctx, struct fir_arm, s->nfns);
  for (k = 0; k < s->nfns; k++)
    {
      arms[k] = s->arms[k];
      atom_instance (&arms[k].label, in);
    }
  s->arms = arms;
}

static void block_instance (struct infer *in, struct fir_block *b, struct fir_block *from,
			    struct instance *i);

static void
fn_instance (struct infer *in, struct fir_fn *fn, struct fir_fn *from, struct instance *i)
{
  if (fn != from)
    vars_instance (in, fn->nparams, fn->params);
  block_instance (in, fn->body, from->body, i);
}

/* B is FROM, or a copy of it in instance I: what it calls; in a copy, its types.  */
static void
block_instance (struct infer *in, struct fir_block *b, struct fir_block *from, struct instance *i)
{
  struct fir_stmt *s, *f;
  unsigned k;

  for (s = b->first, f = from->first; s; s = s->next, f = f->next)
    {
      if (s != f)
	{
	  vars_instance (in, s->nres, s->res);
	  fir_stmt_atoms (s, atom_instance, in);
	  arms_instance (in, s);
	}
      for (k = 0; k < s->nfns; k++)
	fn_instance (in, s->fns[k], f->fns[k], i);
      for (k = 0; k < s->nouts; k++)
	{
	  if (s->outs[k].combine)
	    fn_instance (in, s->outs[k].combine, f->outs[k].combine, i);
	  if (s != f)
	    {
	      atom_instance (&s->outs[k].value, in);
	      atom_instance (&s->outs[k].guard, in);
	    }
	}
      if (s->op == FIR_CALL && f->callee)
	s->callee = callee_of (in, f, i);
    }
  for (k = 0; k < b->nrets && b != from; k++)
    atom_instance (&b->rets[k], in);
}

void
infer_instances (struct infer *in)
{
  struct parser *ps = in->ps;
  struct instance *i;
  struct fir_fun **f;
  struct fun_info *info;
  unsigned k, n = ps->nfun;

  for (k = 0; k < n; k++)
    if (!ps->fun[k].ngeneral)
      {
	struct fir_block *b = ps->fun[k].fun ? ps->fun[k].fun->fn->body : ps->fun[k].region->body;

	block_instance (in, b, b, NULL);
      }
  for (i = in->instances; i; i = i->next)
    {
      infer_general (in, i->info, i->args);
      fn_instance (in, i->fun->fn, i->info->fun->fn, i);
      infer_general (in, i->info, NULL);
    }
  for (f = &ps->p->funs; *f; )
    {
      info = (struct fun_info *) *ptrmap_at (&ps->funs, (*f)->name);
      if (info->fun == *f && info->ngeneral)
	*f = (*f)->next;
      else
	f = &(*f)->next;
    }
}
