/* The pass simplify: copies, constants, identities, lengths of known producers, views of views.

     t: i32 = add x 0:i32                     =>   t is x
     n: u64 = len (map f x), x = view p m     =>   n is m
     check lengths 2:u64 n 3:u64 n            =>   nothing: it holds
     r: i32 = if 1:i32 {A ret a} else {...}   =>   A; r is a
     case x {K (v) {A ret v} ...}, x = inject.K y   =>   A; the result is y

   Branches are in simplify-branch.c, reductions of a few elements in simplify-few.c, loops whose
   turns constants decide in simplify-turns.c, sizes of rows in simplify-memory.c.  One walk in the
   order of execution: first the operands of a statement are replaced by their known values, then it
   is removed, rewritten, or kept.
   Does not: reassociate, distribute, or rewrite operations that round (simplify-fold.c,
   simplify-identity.c); look across memory.
   Keeps: check terms that may fail; element checks; the order of both.
   Paper: NOVA, section 5 (copy propagation and the rest of its scalar passes).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

struct simplifier
{
  struct fir_prog *p;
  struct fir_stmt *around;	/* the innermost loop that is; or NULL */
  const struct simplify_mu *in;	/* the mus in whose functions it is */
  unsigned changes;
};

static void simplify_block (struct simplifier *z, struct fir_block *b);

/* S equals A, by LAW.  */
static void
becomes (struct simplifier *z, struct fir_stmt *s, struct fir_atom a, enum law law)
{
  law_fired (z->p->ctx, law);
  pass_replace_var (z->p, s->res[0], a);
  fir_unlink (s);
  z->changes++;
}

/* S becomes OP of the N atoms ARGS, with the same result, by LAW.  */
static void
turn_into (struct simplifier *z, struct fir_stmt *s, enum fir_op op, unsigned n,
	   const struct fir_atom *args, enum law law)
{
  struct fir_atom *copy = CTX_NEWV (z->p->ctx, struct fir_atom, n);

  law_fired (z->p->ctx, law);
  for (unsigned k = 0; k < n; k++)
    copy[k] = args[k];
  s->op = op;
  s->nargs = n;
  s->args = copy;
  s->nfns = 0;
  z->changes++;
}

/* A new primitive before AT.  */
static struct fir_atom
prim_before (struct simplifier *z, struct fir_stmt *at, enum fir_op op, const struct type *t,
	     struct fir_atom x, struct fir_atom y)
{
  struct fir_block *b = fir_block_new (z->p);
  struct fir_atom r = fir_prim2 (z->p, b, op, t, x, y);
  struct fir_stmt *s = r.var->def;

  fir_unlink (s);
  fir_insert_before (at, s);
  return r;
}

/* --- Vectors --------------------------------------------------------------------------------- */

/* X, or, if it is a filter of a loop, the first one of that loop with the same guard, which is as
   long.  */
static struct fir_atom
first_filtered (struct fir_atom x)
{
  struct fir_stmt *loop = fir_atom_def (x);
  struct fir_out *o = NULL;

  if (!loop || loop->op != FIR_LOOP)
    return x;
  for (unsigned k = 0; k < loop->nouts && !o; k++)
    if (loop->outs[k].res == x.var)
      o = &loop->outs[k];
  for (struct fir_out *f = loop->outs; o && o->kind == OUT_FILTER && f < o; f++)
    if (f->kind == OUT_FILTER && fir_atom_none (f->dest) && fir_atom_equal (f->guard, o->guard))
      return fir_atom_var (f->res);
  return x;
}

static void
simplify_len (struct simplifier *z, struct fir_stmt *s)
{
  struct fir_atom x = s->args[0], n;
  struct fir_stmt *def;

  if (fir_vec_length (&x, &n))
    {
      if (fir_atom_type (n) == s->res[0]->type)
	becomes (z, s, n, LAW_S9);
      return;
    }
  x = first_filtered (x);
  if (!fir_atom_equal (x, s->args[0]))
    {
      s->args[0] = x;
      law_fired (z->p->ctx, LAW_S9);
      z->changes++;
    }
  def = fir_atom_def (x);
  if (def && def->op == FIR_SLICE)
    turn_into (z, s, FIR_STEPS, 3, def->args, LAW_S9);
}

/* Is X one scalar again and again: no data that could change?  */
static bool
replicates_scalar (struct fir_atom x)
{
  struct fir_stmt *s = fir_atom_def (x);

  return s && s->op == FIR_REPLICATE && !type_is_vec (fir_atom_type (s->args[1]));
}

/* Does X own its elements, made by this region?  Not a range: if its elements need memory it is the
   copy's.  */
static bool
owns_data (struct fir_atom x)
{
  struct fir_stmt *s = fir_atom_def (x);

  if (!s)
    return false;
  switch (s->op)
    {
    case FIR_MAP: case FIR_TABULATE: case FIR_SCAN: case FIR_EXSCAN: case FIR_FILTER:
    case FIR_GATHER: case FIR_COPY: case FIR_LOOP:
      return true;
    case FIR_REVERSE: case FIR_SLICE: case FIR_RESHAPE: case FIR_FLATTEN:
      return owns_data (s->args[fir_shows (s)]);
    case FIR_REDUCE:
      return owns_data (s->fns[0]->body->rets[0])
	     && (owns_data (s->args[0]) || replicates_scalar (s->args[0]));
    default:
      return false;
    }
}

/* flatten of what has extents: the first two become one.  */
static void
simplify_flatten (struct simplifier *z, struct fir_stmt *s)
{
  struct fir_stmt *x = fir_atom_def (s->args[0]);
  struct fir_atom args[16];
  unsigned n = 0;

  if (!x || (x->op != FIR_VIEW && x->op != FIR_RESHAPE) || x->nargs < 3 || x->nargs > 16)
    return;
  if (x->op == FIR_RESHAPE && x->nargs == 3)
    {
      becomes (z, s, x->args[0], LAW_S12);
      return;
    }
  args[n++] = x->args[0];
  args[n++] = prim_before (z, s, FIR_MUL, type_size (z->p->ctx), x->args[1], x->args[2]);
  for (unsigned k = 3; k < x->nargs; k++)
    args[n++] = x->args[k];
  turn_into (z, s, x->op, n, args, LAW_S12);
}

/* row i (view p n1 n2 ...) = view (p + i n2 ...) n2 ...  But where an element computes i itself
   nobody would know any more how far what it reads reaches.  */
static void
simplify_row (struct simplifier *z, struct fir_stmt *s)
{
  struct fir_stmt *x = fir_atom_def (s->args[0]);
  struct fir_atom args[16], at = s->args[1];
  const struct type *pt;

  if (!x || x->op != FIR_VIEW || x->nargs < 3 || x->nargs > 16
      || fir_atom_type (at) != type_size (z->p->ctx)
      || (x->parent != s->parent && fir_atom_def (at)))
    return;
  pt = fir_atom_type (x->args[0]);
  if (pt->kind != TYPE_PTR || pt->elem != type_base (s->res[0]->type))
    return;
  for (unsigned k = 2; k < x->nargs; k++)
    {
      at = prim_before (z, s, FIR_MUL, type_size (z->p->ctx), at, x->args[k]);
      args[k - 1] = x->args[k];
    }
  args[0] = prim_before (z, s, FIR_PADD, pt, x->args[0], at);
  turn_into (z, s, FIR_VIEW, x->nargs - 1, args, LAW_S12);
}

static void
simplify_vec (struct simplifier *z, struct fir_stmt *s)
{
  struct fir_stmt *x = s->nargs ? fir_atom_def (s->args[0]) : NULL;

  switch (s->op)
    {
    case FIR_LEN:
      simplify_len (z, s);
      break;
    case FIR_REVERSE:
      if (x && x->op == FIR_REVERSE)
	becomes (z, s, x->args[0], LAW_S12);
      break;
    case FIR_COPY:
      if (owns_data (s->args[0]))
	becomes (z, s, s->args[0], LAW_S13);
      break;
    case FIR_FLATTEN:
      simplify_flatten (z, s);
      break;
    case FIR_ROW:
      simplify_row (z, s);
      break;
    default:
      break;
    }
}

/* --- Structure ------------------------------------------------------------------------------- */

/* In B, where V is always of N elements: its lengths.  LAW says why.  */
static void
know_length (struct simplifier *z, struct fir_block *b, struct fir_var *v, struct fir_atom n,
	     enum law law)
{
  struct fir_stmt *next;

  for (struct fir_stmt *s = b->first; s; s = next)
    {
      next = s->next;
      for (unsigned k = 0; k < s->nfns; k++)
	know_length (z, s->fns[k]->body, v, n, law);
      if (s->op == FIR_LEN && s->args[0].var == v && fir_atom_type (n) == s->res[0]->type)
	becomes (z, s, n, law);
    }
}

/* The key of S is one of rows: these may be known to be of one length.  */
static void
simplify_key (struct simplifier *z, struct fir_stmt *s)
{
  struct fir_atom n;

  if (fir_vec_extent (s->args[s->nargs - 1], 1, &n))
    know_length (z, s->fns[0]->body, s->fns[0]->params[0], n, LAW_S9);
}

/* O, an output of loop S, may combine rows element by element: then they are as long as the first.
   What an element makes must be known to be as long before the loop, for the operator combines
   results, too.  */
static void
simplify_rowwise (struct simplifier *z, struct fir_stmt *s, struct fir_out *o)
{
  struct fir_atom x = o->init, n;

  if (!fir_rowwise (o) || !fir_vec_length (&x, &n))
    return;
  know_length (z, o->combine->body, o->combine->params[0], n, LAW_R15);
  x = o->value;
  if (fir_vec_length (&x, &n) && !fir_bound_inside (s, n))
    know_length (z, o->combine->body, o->combine->params[1], n, LAW_R15);
}

static void
simplify_inside (struct simplifier *z, struct fir_stmt *s)
{
  if (s->op == FIR_GROUP_BY || s->op == FIR_BUCKET)
    simplify_key (z, s);
  for (unsigned k = 0; k < s->nfns; k++)
    simplify_block (z, s->fns[k]->body);
  for (unsigned k = 0; k < s->nouts; k++)
    {
      struct fir_out *o = &s->outs[k];

      pass_replace_in (&o->value, NULL);
      pass_replace_in (&o->guard, NULL);
      simplify_rowwise (z, s, o);
      if (o->combine)
	simplify_block (z, o->combine->body);
    }
}

/* If the arm that case S takes is known, its parameter is the injected value.  */
static void
open_arm (struct simplifier *z, struct fir_stmt *s)
{
  struct fir_fn *arm = simplify_known_arm (s);

  if (arm && arm->nparams)
    pass_replace_var (z->p, arm->params[0], fir_atom_def (s->args[0])->args[0]);
}

/* *X, in the body of loop S, matters only where guard G holds: what of it G chooses is known, also
   in fields of records that nothing else uses.  */
static bool
simplify_guarded (struct fir_stmt *s, struct fir_atom *x, struct fir_atom g)
{
  struct fir_stmt *def;
  bool known = false;

  if (simplify_chosen (x, g, true))
    return true;
  def = fir_atom_def (*x);
  if (def && def->parent == s->fns[0]->body && (def->op == FIR_FIELD || def->op == FIR_RECORD)
      && fir_stmt_uses (s, x->var) == 1)
    for (unsigned k = 0; k < def->nargs; k++)
      known |= simplify_guarded (s, &def->args[k], g);
  return known;
}

/* A guard that is a constant; a value that is chosen by its guard.  */
static void
simplify_guards (struct simplifier *z, struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nouts; k++)
    {
      struct fir_out *o = &s->outs[k];
      __int128 g;

      if (simplify_guarded (s, &o->value, o->guard))
	{
	  law_fired (z->p->ctx, LAW_S14);
	  z->changes++;
	}
      if (o->kind == OUT_REDUCE && fir_atom_value (o->guard, &g) && g)
	{
	  o->guard = FIR_NONE;
	  law_fired (z->p->ctx, LAW_S14);
	  z->changes++;
	}
    }
}

/* The law by which primitive S equals an atom.  */
static enum law
identity_law (const struct fir_stmt *s)
{
  switch (s->op)
    {
    case FIR_NEG: case FIR_NOT: return LAW_S4;
    case FIR_CONV: return LAW_S5;
    case FIR_SELECT: return LAW_S6;
    case FIR_FIELD: case FIR_RECORD: return LAW_S7;
    case FIR_STEPS: return LAW_S10;
    case FIR_NE: return fir_atom_equal (s->args[0], s->args[1]) ? LAW_S2 : LAW_S6;
    default: return type_is_float (fir_atom_type (s->args[0])) ? LAW_S3 : LAW_S2;
    }
}

static void
simplify_stmt (struct simplifier *z, struct fir_stmt *s)
{
  struct fir_stmt *around = z->around;
  struct simplify_mu mu
    = { s->op == FIR_MU ? s->res[0] : NULL, z->in, z->in ? z->in->turns : NULL };
  struct fir_atom r;

  fir_stmt_atoms (s, pass_replace_in, NULL);
  if (s->op == FIR_CASE)
    open_arm (z, s);
  z->around = s->op == FIR_LOOP ? s : around;
  z->in = &mu;
  simplify_inside (z, s);
  z->around = around;
  z->in = mu.up;
  if (s->op == FIR_CASE)
    z->changes += simplify_case (z->p, s);
  else if (s->op == FIR_IF)
    z->changes += simplify_if (z->p, s);
  else if (s->op == FIR_LOOP)
    {
      simplify_guards (z, s);
      if (around && simplify_few (z->p, s, around))
	{
	  law_fired (z->p->ctx, LAW_S15);
	  z->changes++;
	}
    }
  else if (s->op == FIR_APPLY)
    {
      if (simplify_turns (z->p, s, around, z->in))
	{
	  law_fired (z->p->ctx, LAW_S22);
	  z->changes++;
	}
    }
  else if (s->op == FIR_CHECK)
    {
      if (simplify_check_holds (s))
	{
	  fir_unlink (s);
	  law_fired (z->p->ctx, LAW_S11);
	  z->changes++;
	}
    }
  else if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    {
      if (simplify_fold (z->p, s, &r))
	becomes (z, s, r, LAW_S1);
      else if (simplify_identity (z->p, s, &r))
	becomes (z, s, r, identity_law (s));
      else if (s->op == FIR_CONV && simplify_conv (z->p, s))
	{
	  law_fired (z->p->ctx, LAW_S21);
	  z->changes++;
	}
      else if (simplify_select (z->p, s))
	{
	  law_fired (z->p->ctx, LAW_S6);
	  z->changes++;
	}
    }
  else
    {
      unsigned n = simplify_sizes (s);

      if (n)
	law_fired (z->p->ctx, LAW_S11);
      z->changes += n;
      simplify_vec (z, s);
    }
}

static void
simplify_block (struct simplifier *z, struct fir_block *b)
{
  struct fir_stmt *next;

  for (struct fir_stmt *s = b->first; s; s = next)
    {
      next = s->next;
      simplify_stmt (z, s);
    }
  for (unsigned k = 0; k < b->nrets; k++)
    pass_replace_in (&b->rets[k], NULL);
}

void
simplify_scratch (struct fir_prog *p, struct fir_block *b, struct fir_stmt *around,
		  const struct simplify_mu *in)
{
  struct simplifier z = { p, around, in, 0 };

  simplify_block (&z, b);
}

unsigned
pass_simplify (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct simplifier z = { p, NULL, NULL, 0 };

  (void) log;
  fir_clear_aux (r);
  simplify_block (&z, r->body);
  return z.changes;
}
