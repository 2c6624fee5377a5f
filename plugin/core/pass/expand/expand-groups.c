/* Groups of which only folds are needed: bins, if the keys lie close together.

     s = groupby key x			     k = keys of x   lo, hi = the least and the greatest
     n = len s			      =>     a, c = if hi - lo < len x {
     y = loop n { (i) p = row s i		      b = bins F z (hi - lo + 1) (k - lo) v
		  m = len p			      those of b with an element, and their keys
		  r = loop m { (j) e = at p j } else {
			       v = V[e]		      s = groupby key x, and the same of its rows }
			       yield reduce f z v    n = len a
			     }		     y = loop n { (i) m, r, ... the fields of at a i
		  B[m, r] }				      B[m, r] }

   F combines records of a count, of the first and the last place, and of what each reduction
   combines, as far as B needs them; B is there once, the folds twice.  Which of both runs depends
   on the elements alone.
   expand takes a groupby apart before fuse has made loops, but waits for these where its result is
   only mapped over.
   x in an element of a loop has few elements: there FEW bins are as good as a sort, however few it
   has.
   expand-group-parts.c says what B needs of a group; rows that it combines are no part of the
   record (expand-group-rows.c).
   Does not: groups in a branch.
   Law: X31.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "expand-groups.h"

/* So many bins cost no more than the shortest sort.  */
#define FEW 32

/* --- Doing it --------------------------------------------------------------------------------- */

static const struct type *
size_type (struct groups *g)
{
  return type_size (g->p->ctx);
}

static struct fir_atom
size_op (struct groups *g, struct fir_block *b, enum fir_op op, struct fir_atom x,
	 struct fir_atom y)
{
  return fir_prim2 (g->p, b, op, size_type (g), x, y);
}

struct fir_stmt *
expand_groups_term (struct groups *g, struct fir_block *b, enum fir_op op, const struct type *t,
		    unsigned n, const struct fir_atom *args, unsigned nfns)
{
  return expand_term (g->x, g->s, b, op, t, n, args, nfns);
}

static struct fir_atom
param (struct fir_fn *fn, unsigned k)
{
  return fir_atom_var (fn->params[k]);
}

static struct fir_atom
op1 (struct groups *g, struct fir_block *b, enum fir_op op, const struct type *t,
     struct fir_atom x)
{
  return fir_atom_var (expand_groups_term (g, b, op, t, 1, &x, 0)->res[0]);
}

struct fir_fn *
expand_groups_tabulate (struct groups *g, struct fir_block *b, struct fir_atom n,
			const struct type *t, struct fir_atom *res)
{
  const struct type *size = size_type (g), *v = type_vec (g->p->ctx, t);
  struct fir_stmt *s = expand_groups_term (g, b, FIR_TABULATE, v, 1, &n, 1);

  s->fns[0] = fir_fn_new (g->p, 1, &size);
  *res = fir_atom_var (s->res[0]);
  return s->fns[0];
}

static void
give (struct groups *g, struct fir_fn *fn, struct fir_atom a)
{
  fir_block_return (g->p, fn->body, 1, &a);
}

/* The loop that makes the elements, if they may as well be made again.  */
static struct fir_stmt *
maker (struct groups *g)
{
  struct fir_stmt *a = fir_atom_def (g->of);

  if (!a || a->op != FIR_LOOP || a->parent != g->s->parent || a->nouts != 1
      || a->outs[0].kind != OUT_VEC || fir_may_fail (a) || fir_has_effect (a)
      || fir_block_weight (a->fns[0]->body) > COST_AGAIN)
    return NULL;
  return a;
}

/* Append what S has to B.  */
static void
append_all (struct fir_block *b, struct fir_block *s)
{
  while (s->first)
    {
      struct fir_stmt *t = s->first;

      fir_unlink (t);
      fir_append (b, t);
    }
}

/* The body of LOOP as of index I, into B; the values and guards of its outputs there, in turn, into
   ATOMS, of one without a guard the value twice.  */
static void
copy_body (struct groups *g, struct fir_block *b, struct fir_stmt *loop, struct fir_subst *subst,
	   struct fir_atom i, struct fir_atom *atoms)
{
  struct fir_block from = *loop->fns[0]->body;

  for (unsigned k = 0; k < loop->nouts; k++)
    {
      const struct fir_out *o = &loop->outs[k];

      atoms[2 * k] = o->value;
      atoms[2 * k + 1] = fir_atom_none (o->guard) ? o->value : o->guard;
    }
  from.nrets = 2 * loop->nouts;
  from.rets = atoms;
  fir_subst_put (subst, loop->fns[0]->params[0], i);
  memcpy (atoms, fir_copy_into (g->p, b, &from, subst), from.nrets * sizeof *atoms);
}

struct fir_atom
expand_groups_element (struct groups *g, struct fir_block *b, struct fir_atom i)
{
  struct fir_stmt *a = maker (g);
  struct fir_atom e[2];

  if (!a)
    return fir_element (g->p, b, g->of, i);
  copy_body (g, b, a, fir_subst_new (g->p), i, e);
  return e[0];
}

/* The key of element E, into B.  */
static struct fir_atom
plain_key (struct groups *g, struct fir_block *b, struct fir_atom e)
{
  struct fir_subst *subst = fir_subst_new (g->p);

  fir_subst_put (subst, g->s->fns[0]->params[0], e);
  return fir_copy_into (g->p, b, g->s->fns[0]->body, subst)[0];
}

/* The same as an integer.  */
static struct fir_atom
key (struct groups *g, struct fir_block *b, struct fir_atom e)
{
  return expand_key (g->x, b, plain_key (g, b, e));
}

/* --- The record ------------------------------------------------------------------------------- */

static struct fir_out *
fold_of (const struct part *part)
{
  return &part->term->outs[part->out];
}

/* Part 0, the count, is in the records of bins in any case: it tells which have an element.  In
   those that are made it is if it is needed; or nothing else.  The first part of these.  */
static unsigned
first_made (struct groups *g)
{
  return g->counted || (g->n == 1 && !g->nkeys) || g->s->op == FIR_BUCKET ? 0 : 1;
}

/* A record of the parts; MADE: with the elements that are first or last, not their places, and the
   key.  */
static const struct type *
record_type (struct groups *g, bool made)
{
  struct type_field f[MAX_PARTS + 1];
  unsigned first = made ? first_made (g) : 0;

  for (unsigned k = 0; k < g->n; k++)
    {
      f[k] = (struct type_field) { ctx_printf (g->p->ctx, "f%u", k), size_type (g), 0 };
      f[k].name = ctx_intern (g->p->ctx, f[k].name);
      if (g->part[k].kind == PART_FOLD)
	f[k].type = fold_of (&g->part[k])->res->type;
      else if (g->part[k].kind != PART_COUNT && made)
	f[k].type = fir_atom_type (g->of)->elem;
    }
  f[g->n] = (struct type_field) { ctx_intern (g->p->ctx, "key"), g->key, 0 };
  return type_record (g->p->ctx, NULL, g->n - first + (made && g->nkeys), f + first, 0, 0, 0);
}

/* The record of a group, of the parts, and the key, F; into B.  */
static struct fir_atom
made_record (struct groups *g, struct fir_block *b, const struct fir_atom *f)
{
  unsigned first = first_made (g);

  return fir_prim (g->p, b, FIR_RECORD, g->made, g->n - first + (g->nkeys > 0), f + first);
}

struct fir_atom
expand_groups_made_part (struct groups *g, struct fir_block *b, struct fir_atom a, unsigned k)
{
  return fir_field (g->p, b, a, k - first_made (g));
}

struct fir_atom
expand_groups_beginning (struct groups *g, struct fir_block *b, struct fir_atom a)
{
  struct fir_stmt *s = fir_atom_def (a);
  struct fir_atom *f;

  if (!s || !expand_group_constant (g, NULL, a))
    return a;
  if (s->op == FIR_LOOP)
    {
      struct fir_atom row[2] = { s->args[0], s->outs[0].value };

      s = expand_groups_term (g, b, FIR_REPLICATE, a.var->type, 2, row, 0);
      return fir_atom_var (s->res[0]);
    }
  f = CTX_NEWV (g->p->ctx, struct fir_atom, s->nargs);
  for (unsigned k = 0; k < s->nargs; k++)
    f[k] = expand_groups_beginning (g, b, s->args[k]);
  return fir_prim (g->p, b, FIR_RECORD, a.var->type, s->nargs, f);
}

/* What all groups begin with, into B.  */
static struct fir_atom
nothing (struct groups *g, struct fir_block *b)
{
  struct fir_atom f[MAX_PARTS];

  for (unsigned k = 0; k < g->n; k++)
    if (g->part[k].kind == PART_FOLD)
      f[k] = expand_groups_beginning (g, b, fold_of (&g->part[k])->init);
    else
      f[k] = fir_atom_size (g->p, g->part[k].kind == PART_FIRST ? UINT64_MAX : 0);
  return fir_prim (g->p, b, FIR_RECORD, g->acc, g->n, f);
}

/* \ (a, b) { the parts of both combined }.  */
static struct fir_fn *
combine (struct groups *g)
{
  const struct type *two[2] = { g->acc, g->acc };
  struct fir_fn *fn = fir_fn_new (g->p, 2, two);
  struct fir_atom f[MAX_PARTS];

  for (unsigned k = 0; k < g->n; k++)
    {
      struct fir_atom a = fir_field (g->p, fn->body, param (fn, 0), k);
      struct fir_atom b = fir_field (g->p, fn->body, param (fn, 1), k);
      struct fir_subst *subst;
      struct fir_fn *with;

      switch (g->part[k].kind)
	{
	case PART_COUNT: f[k] = size_op (g, fn->body, FIR_ADD, a, b); break;
	case PART_FIRST: f[k] = size_op (g, fn->body, FIR_MIN, a, b); break;
	case PART_LAST: f[k] = size_op (g, fn->body, FIR_MAX, a, b); break;
	case PART_FOLD:
	  with = fold_of (&g->part[k])->combine;
	  subst = fir_subst_new (g->p);
	  fir_subst_put (subst, with->params[0], a);
	  fir_subst_put (subst, with->params[1], b);
	  f[k] = fir_copy_into (g->p, fn->body, with->body, subst)[0];
	}
    }
  give (g, fn, fir_prim (g->p, fn->body, FIR_RECORD, g->acc, g->n, f));
  return fn;
}

void
expand_groups_values (struct groups *g, struct fir_block *b, struct fir_stmt *loop,
		      struct fir_atom e, struct fir_atom *f)
{
  struct fir_stmt *len = fir_atom_def (loop->args[0]);
  struct fir_block *made = fir_block_new (g->p);
  struct group_reads r = { len->args[0].var, e, fir_subst_new (g->p) };
  struct fir_atom atoms[2 * MAX_OUTS], pick[3];

  /* The index is used in the reads alone, which are replaced.  */
  copy_body (g, made, loop, fir_subst_new (g->p), fir_atom_size (g->p, 0), atoms);
  fir_walk (made, expand_groups_replace_read, &r);
  fir_block_return (g->p, made, 2 * loop->nouts, atoms);
  fir_subst_block (r.subst, made);
  append_all (b, made);
  for (unsigned k = 0; k < loop->nouts; k++)
    {
      struct fir_out *o = &loop->outs[k];

      f[k] = made->rets[2 * k];
      if (fir_atom_none (o->guard))
	continue;
      pick[0] = made->rets[2 * k + 1];
      pick[1] = f[k];
      pick[2] = fir_neutral (g->p, fir_fn_operator (o->combine), o->res->type, g->x->r->finite);
      f[k] = fir_prim (g->p, b, FIR_SELECT, o->res->type, 3, pick);
    }
}

/* Part K is a fold: take its value F, and those of the parts behind it that are outputs of the same
   loop, from ALL, by number of the output.  */
static void
take_outputs (struct groups *g, unsigned k, const struct fir_atom *all, struct fir_atom *f)
{
  for (unsigned j = k; j < g->n && g->part[j].term == g->part[k].term; j++)
    f[j] = all[g->part[j].out];
}

/* Is part K the first one that the loop of a fold gives?  */
static bool
first_of_loop (struct groups *g, unsigned k)
{
  return g->part[k].kind == PART_FOLD && g->part[k].term != g->part[k - 1].term;
}

/* --- Both ways -------------------------------------------------------------------------------- */

/* A record for each of the N elements, to be combined, into B.  */
static struct fir_atom
records (struct groups *g, struct fir_block *b, struct fir_atom n)
{
  struct fir_atom r, f[MAX_PARTS], all[MAX_OUTS], e;
  struct fir_fn *fn = expand_groups_tabulate (g, b, n, g->acc, &r);

  e = expand_groups_element (g, fn->body, param (fn, 0));
  for (unsigned k = 0; k < g->n; k++)
    if (g->part[k].kind == PART_COUNT)
      f[k] = fir_atom_size (g->p, 1);
    else if (g->part[k].kind != PART_FOLD)
      f[k] = param (fn, 0);
    else if (first_of_loop (g, k))
      {
	expand_groups_values (g, fn->body, g->part[k].term, e, all);
	take_outputs (g, k, all, f);
      }
  give (g, fn, fir_prim (g->p, fn->body, FIR_RECORD, g->acc, g->n, f));
  return r;
}

struct fir_atom
expand_groups_bins (struct groups *g, struct fir_block *b, struct fir_atom n,
		    struct fir_atom index, struct fir_atom range)
{
  struct fir_atom args[4] = { nothing (g, b), range, index, records (g, b, n) };
  struct fir_stmt *bins
    = expand_groups_term (g, b, FIR_BINS, type_vec (g->p->ctx, g->acc), 4, args, 1);

  bins->fns[0] = combine (g);
  bins->index = 1;
  return fir_atom_var (bins->res[0]);
}

/* The groups' records by bins, one for each number from LO, RANGE of them and one more, into B; and
   their rows, into ROWS.  */
static struct fir_atom
in_bins (struct groups *g, struct fir_block *b, struct fir_atom n, struct fir_atom lo,
	 struct fir_atom range, struct fir_atom *rows)
{
  struct fir_atom index, acc, kept, r, c, f[MAX_PARTS + 1];
  const struct type *size = size_type (g);
  struct fir_stmt *filter;
  struct fir_fn *fn;

  range = size_op (g, b, FIR_ADD, range, fir_atom_size (g->p, 1));
  fn = expand_groups_tabulate (g, b, n, size, &index);
  c = key (g, fn->body, expand_groups_element (g, fn->body, param (fn, 0)));
  c = fir_prim1 (g->p, fn->body, FIR_CONV, size, c);
  give (g, fn, size_op (g, fn->body, FIR_SUB, c, lo));
  acc = expand_groups_bins (g, b, n, index, range);
  kept = pass_numbers (g->p, b, g->s->site, range, fir_atom_size (g->p, 0));
  filter = expand_groups_term (g, b, FIR_FILTER, fir_atom_type (kept), 1, &kept, 1);
  kept = fir_atom_var (filter->res[0]);
  fn = filter->fns[0] = fir_fn_new (g->p, 1, &size);
  c = fir_field (g->p, fn->body, fir_element (g->p, fn->body, acc, param (fn, 0)), 0);
  give (g, fn, fir_prim2 (g->p, fn->body, FIR_NE, type_i32 (g->p->ctx), c,
			  fir_atom_size (g->p, 0)));
  for (unsigned k = 0; k < g->nrows; k++)
    rows[k] = expand_group_rows_in_bins (g, b, k, n, index, range, kept);
  fn = expand_groups_tabulate (g, b, op1 (g, b, FIR_LEN, size, kept), g->made, &r);
  kept = fir_element (g->p, fn->body, kept, param (fn, 0));
  acc = fir_element (g->p, fn->body, acc, kept);
  for (unsigned k = 0; k < g->n; k++)
    {
      f[k] = fir_field (g->p, fn->body, acc, k);
      if (g->part[k].kind == PART_FIRST || g->part[k].kind == PART_LAST)
	f[k] = expand_groups_element (g, fn->body, f[k]);
    }
  if (g->nkeys)
    f[g->n] = fir_prim1 (g->p, fn->body, FIR_CONV, g->key,
			 size_op (g, fn->body, FIR_ADD, lo, kept));
  give (g, fn, made_record (g, fn->body, f));
  return r;
}

void
expand_groups_fold (struct groups *g, struct fir_block *b, struct fir_stmt *loop,
		    struct fir_atom row, struct fir_atom n, struct fir_atom *f)
{
  const struct type *size = size_type (g);
  struct fir_stmt *len = fir_atom_def (loop->args[0]);
  struct fir_subst *subst = fir_subst_new (g->p);
  struct fir_atom atoms[2 * MAX_OUTS], inits[MAX_OUTS];
  struct fir_stmt *s;

  for (unsigned k = 0; k < loop->nouts; k++)
    inits[k] = expand_groups_beginning (g, b, loop->outs[k].init);
  s = expand_groups_term (g, b, FIR_LOOP, NULL, 1, &n, 1);

  s->order = loop->order;
  s->site = loop->site;
  s->fns[0] = fir_fn_new (g->p, 1, &size);
  fir_subst_put (subst, len->args[0].var, row);
  copy_body (g, s->fns[0]->body, loop, subst, param (s->fns[0], 0), atoms);
  s->outs = CTX_NEWV (g->p->ctx, struct fir_out, loop->nouts);
  s->res = CTX_NEWV (g->p->ctx, struct fir_var *, loop->nouts);
  s->nouts = s->nres = loop->nouts;
  for (unsigned k = 0; k < loop->nouts; k++)
    {
      struct fir_out *o = &s->outs[k];

      *o = loop->outs[k];
      o->init = inits[k];
      o->value = atoms[2 * k];
      if (!fir_atom_none (o->guard))
	o->guard = atoms[2 * k + 1];
      o->combine = fir_fn_copy (g->p, o->combine, NULL);
      o->res = s->res[k] = fir_var_new (g->p, o->res->name, o->res->type);
      o->res->def = s;
      f[k] = fir_atom_var (o->res);
    }
}

/* The same by sorting.  */
static struct fir_atom
sorted (struct groups *g, struct fir_block *b, struct fir_atom n, struct fir_atom *rows)
{
  struct fir_atom x = g->of, one = fir_atom_size (g->p, 1), zero = fir_atom_size (g->p, 0);
  struct fir_atom r, row, len, a, f[MAX_PARTS + 1], all[MAX_OUTS];
  struct fir_stmt *again;
  struct fir_fn *fn;

  if (maker (g) && fir_count_uses (g->x->r->body, x.var) == 1)
    {
      fn = expand_groups_tabulate (g, b, n, x.var->type->elem, &a);
      give (g, fn, expand_groups_element (g, fn->body, param (fn, 0)));
      x = a;
    }
  again = expand_groups_term (g, b, FIR_GROUP_BY, g->v->type, 1, &x, 1);
  again->fns[0] = fir_fn_copy (g->p, g->s->fns[0], NULL);
  a = fir_atom_var (again->res[0]);
  for (unsigned k = 0; k < g->nrows; k++)
    rows[k] = expand_group_rows_of (g, b, k, a);
  fn = expand_groups_tabulate (g, b, op1 (g, b, FIR_LEN, size_type (g), a), g->made, &r);
  row = fir_element (g->p, fn->body, a, param (fn, 0));
  len = op1 (g, fn->body, FIR_LEN, size_type (g), row);
  for (unsigned k = 0; k < g->n; k++)
    if (g->part[k].kind == PART_COUNT)
      f[k] = len;
    else if (g->part[k].kind == PART_FIRST)
      f[k] = fir_element (g->p, fn->body, row, zero);
    else if (g->part[k].kind == PART_LAST)
      f[k] = fir_element (g->p, fn->body, row, size_op (g, fn->body, FIR_SUB, len, one));
    else if (first_of_loop (g, k))
      {
	expand_groups_fold (g, fn->body, g->part[k].term, row, len, all);
	take_outputs (g, k, all, f);
      }
  if (g->nkeys)
    f[g->n] = plain_key (g, fn->body, fir_element (g->p, fn->body, row, zero));
  give (g, fn, made_record (g, fn->body, f));
  return r;
}

/* The least key, or the greatest (OP), of all N elements as a size, into B.  */
static struct fir_atom
extreme (struct groups *g, struct fir_block *b, enum fir_op op, struct fir_atom keys)
{
  const struct type *t = fir_atom_type (keys)->elem;
  struct fir_atom args[2];
  struct fir_stmt *s;

  args[0] = fir_neutral (g->p, op, t, true);
  args[1] = keys;
  s = expand_groups_term (g, b, FIR_REDUCE, t, 2, args, 1);
  s->fns[0] = fir_fn_of_op (g->p, op, t, t);
  return fir_prim1 (g->p, b, FIR_CONV, size_type (g), fir_atom_var (s->res[0]));
}

/* Let FN return R, and the rows ROWS.  */
static void
give_all (struct groups *g, struct fir_fn *fn, struct fir_atom r, const struct fir_atom *rows)
{
  struct fir_atom all[MAX_ROWS + 1] = { r };

  for (unsigned k = 0; k < g->nrows; k++)
    all[k + 1] = rows[k];
  fir_block_return (g->p, fn->body, g->nrows + 1, all);
}

/* The records of all groups, into B, and their rows, into ROWS.  */
static struct fir_atom
made_groups (struct groups *g, struct fir_block *b, struct fir_atom *rows)
{
  struct fir_stmt *m = maker (g), *both;
  struct fir_atom n, keys, lo, range, c, k, r, shape[3];
  struct fir_fn *fn;

  n = m ? m->args[0] : op1 (g, b, FIR_LEN, size_type (g), g->of);
  if (g->s->op == FIR_BUCKET)
    return expand_groups_buckets (g, b, n, rows);
  fn = expand_groups_tabulate (g, b, n, expand_key_type (g->x, g->key), &keys);
  k = key (g, fn->body, expand_groups_element (g, fn->body, param (fn, 0)));
  give (g, fn, k);
  lo = extreme (g, b, FIR_MIN, keys);
  range = size_op (g, b, FIR_SUB, extreme (g, b, FIR_MAX, keys), lo);
  c = g->s->parent == g->x->r->body ? n
      : size_op (g, b, FIR_MAX, n, fir_atom_size (g->p, FEW));
  c = fir_prim2 (g->p, b, FIR_LT, type_i32 (g->p->ctx), range, c);
  both = expand_groups_term (g, b, FIR_IF, type_vec (g->p->ctx, g->made), 1, &c, 2);
  both->fns[0] = fir_fn_new (g->p, 0, NULL);
  both->fns[1] = fir_fn_new (g->p, 0, NULL);
  r = in_bins (g, both->fns[0]->body, n, lo, range, rows);
  give_all (g, both->fns[0], r, rows);
  r = sorted (g, both->fns[1]->body, n, rows);
  give_all (g, both->fns[1], r, rows);
  r = fir_atom_var (both->res[0]);
  both->res = CTX_NEWV (g->p->ctx, struct fir_var *, g->nrows + 1);
  both->res[0] = r.var;
  both->nres = g->nrows + 1;
  shape[1] = op1 (g, b, FIR_LEN, size_type (g), r);
  for (unsigned j = 0; j < g->nrows; j++)
    {
      const struct type *t = fir_atom_type (fold_of (&g->rows[j])->value);

      both->res[j + 1] = fir_var_new (g->p, "x", t);
      both->res[j + 1]->def = both;
      shape[0] = fir_atom_var (both->res[j + 1]);
      shape[2] = expand_group_width (g, j);
      t = type_vec (g->p->ctx, t);
      rows[j] = fir_atom_var (expand_groups_term (g, b, FIR_RESHAPE, t, 3, shape, 0)->res[0]);
    }
  return r;
}

/* --- Which ----------------------------------------------------------------------------------- */

struct owner
{
  struct fir_block *of;
  bool element;
};

static void
note_owner (struct fir_stmt *s, void *data)
{
  struct owner *o = (struct owner *) data;

  for (unsigned k = 0; k < s->nfns; k++)
    if (s->fns[k]->body == o->of)
      o->element = s->op == FIR_LOOP || s->op == FIR_MAP || s->op == FIR_TABULATE;
}

/* Is B the region's, or what an element of a loop does?  */
static bool
is_plain (struct expand *x, struct fir_block *b)
{
  struct owner o = { b, b == x->r->body };

  fir_walk (x->r->body, note_owner, &o);
  return o.element;
}

/* Might folds of the groups be done so, if the key cannot fail?  Not those that are sorted: they
   are in a branch.  */
static bool
may_be (struct expand *x, struct fir_stmt *s)
{
  const struct type *key = fir_atom_type (s->fns[0]->body->rets[0]);

  return is_plain (x, s->parent)
	 && (s->op == FIR_BUCKET || (!type_is_float (key) && expand_key_type (x, key)));
}

bool
expand_groups_wait (struct expand *x, struct fir_stmt *s)
{
  return may_be (x, s) && expand_rows_mapped (x, s->res[0]);
}

/* Is all that G's folds need from outside bound before AT, of the region's own block?  */
static bool
bound_at (struct groups *g, struct fir_stmt *at)
{
  for (; at; at = at->next)
    for (unsigned r = 0; r < at->nres; r++)
      for (unsigned k = 0; k < g->n + g->nrows; k++)
	{
	  struct part *p = k < g->n ? &g->part[k] : &g->rows[k - g->n];

	  if (p->term && fir_stmt_uses (p->term, at->res[r]))
	    return false;
	}
  return true;
}

/* The statement before which G's records can be made: the groupby or, if fuse has put what a fold
   begins with behind that, the first loop over the groups.  NULL: there is none.  */
static struct fir_stmt *
place (struct groups *g)
{
  struct fir_stmt *first = g->len->next;

  if (bound_at (g, g->s))
    return g->s;
  for (; !fir_stmt_uses (first, g->v); first = first->next)
    if (fir_stmt_uses (first, g->len->res[0]))
      return NULL;
  return bound_at (g, first) ? first : NULL;
}

bool
expand_folds_of_groups (struct expand *x, struct fir_stmt *s)
{
  struct groups g = { .x = x, .p = x->p, .s = s, .v = s->res[0] };
  struct fir_stmt *at;
  struct fir_block *b;
  struct fir_atom r, rows[MAX_ROWS];

  g.of = s->args[s->op == FIR_BUCKET];
  if (!may_be (x, s) || expand_any_fails (s->fns[0]->body))
    return false;
  for (struct fir_stmt *t = s->next; t; t = t->next)
    if (t->op == FIR_LOOP && fir_stmt_uses (t, g.v))
      expand_groups_merge (x->p, t->fns[0]->body);
  if (!expand_group_parts (&g) || !(at = place (&g)))
    return false;
  g.key = fir_atom_type (s->fns[0]->body->rets[0]);
  g.acc = record_type (&g, false);
  g.made = s->op == FIR_BUCKET ? g.acc : record_type (&g, true);
  b = fir_block_new (x->p);
  r = made_groups (&g, b, rows);
  if (at != s)
    {
      fir_unlink (g.len);
      fir_append (b, g.len);
    }
  fir_put_before (at, b);
  for (struct fir_stmt *t = g.len->next; t; t = t->next)
    if (fir_stmt_uses (t, g.v))
      expand_groups_read (&g, t, r, rows);
  g.len->args[0] = r;
  fir_unlink (s);
  return true;
}
