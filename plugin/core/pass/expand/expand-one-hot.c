/* Sums of rows that are zero but where a key says: each is added where its key says, and nowhere
   else.

     r = loop n { (i) A				k = loop n { (i) A  yield vec key }
       q = loop w { (j)				x = loop n * m { (e) A, i = e / m
	 v = if key = j / m { B } else { 0 }  =>	B, j = key * m + e % m ... }
	 yield vec v }
       yield reduce { map add } z q }		r = binsrows add z (w / m) m k x

   and likewise what is looked at column by column:

     r = loop w { (j)
       s = loop n { (i) A
	 yield reduce f z B when key = j }  =>  r = bins f z w k x
       yield vec s }

   On the left all w numbers are computed for each i, and w - m of them are zeros.
   Does not: rows of few elements, which take less time than to find the one; what may fail.
   Law: R18.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand-terms.h"

/* Rows of fewer elements stay.  */
#define FEW 16
/* The greatest weight of an element, which is computed where it is combined.  */
#define MOST 32

struct one_hot
{
  struct expand *x;
  struct fir_stmt *loop;	/* over what is combined, */
  struct fir_out *o;		/* in this output of it; */
  struct fir_stmt *s;		/* what makes the result: LOOP, or that over its columns */
  struct fir_stmt *within;	/* the inner one of the two loops */
  struct fir_block *outer, *inner;	/* their bodies */
  struct fir_var *i, *j;	/* the numbers of what is combined, and of its element */
  struct fir_atom w, m;		/* W elements, M for each key */
  struct fir_atom nb;		/* W / M */
  struct fir_atom key;
  struct fir_stmt *pick;	/* what chooses whether the key is that of J; */
  struct fir_atom value;	/* what is combined if so, */
  struct fir_block *branch;	/* and made there; NULL: in INNER */
  struct fir_atom other;	/* what if not; absent: nothing */
  struct fir_atom z, all;	/* the row that it begins with, or the element */
};

/* --- What it is ------------------------------------------------------------------------------- */

static bool
depends (struct one_hot *h, struct fir_atom a)
{
  return fir_depends (h->x->p, a, h->j);
}

/* Is A, maybe converted, the number of an element, divided by a constant or not?  All keys that
   there are fit the types that it is converted to.  */
static bool
is_place (struct one_hot *h, struct fir_atom a)
{
  unsigned bits = 64;
  struct fir_stmt *s;
  __int128 w, m;

  for (s = fir_atom_def (a); s && s->op == FIR_CONV; s = fir_atom_def (a))
    {
      const struct type *t = s->res[0]->type;

      if (!type_is_integral (t) || t->scalar == SCALAR_BOOL)
	return false;
      if (8 * scalar_info[t->scalar].bytes - scalar_info[t->scalar].is_signed < bits)
	bits = 8 * scalar_info[t->scalar].bytes - scalar_info[t->scalar].is_signed;
      a = s->args[0];
    }
  h->m = fir_atom_size (h->x->p, 1);
  if (s && s->op == FIR_DIV && fir_atom_type (a) == h->j->type && fir_atom_value (s->args[1], &m)
      && m > 0)
    {
      h->m = s->args[1];
      a = s->args[0];
    }
  else
    m = 1;
  if (a.var != h->j)
    return false;
  h->nb = h->w;
  if (!fir_atom_value (h->w, &w))
    return m == 1 && bits >= 63;
  h->nb = fir_atom_size (h->x->p, w / m);
  return w >= FEW && w % m == 0 && w / m <= (__int128) 1 << bits;
}

/* Does C compare a key with the number of the element?  *SAME: it holds if they are equal.  */
static bool
compares (struct one_hot *h, struct fir_atom c, bool *same)
{
  struct fir_stmt *s = fir_atom_def (c);

  if (!s || (s->op != FIR_EQ && s->op != FIR_NE))
    return false;
  *same = s->op == FIR_EQ;
  for (unsigned k = 0; k < 2; k++)
    {
      const struct type *t = fir_atom_type (s->args[1 - k]);

      h->key = s->args[1 - k];
      if (is_place (h, s->args[k]) && type_is_integral (t) && scalar_info[t->scalar].bytes <= 8
	  && !depends (h, h->key) && fir_depends (h->x->p, h->key, h->i))
	return true;
    }
  return false;
}

/* 1 of integer or float type T if ONE, else 0.  */
static struct fir_atom
number (struct fir_prog *p, const struct type *t, bool one)
{
  return type_is_float (t) ? fir_atom_float (p, t, one) : fir_atom_int (p, t, one);
}

/* Is V a condition as a number?  */
static bool
picks_one (struct one_hot *h, struct fir_atom v)
{
  struct fir_prog *p = h->x->p;
  const struct type *t = fir_atom_type (v);
  struct fir_stmt *s = fir_atom_def (v);
  bool same;

  if (!type_is_float (t) && !type_is_integral (t))
    return false;
  while (s && s->op == FIR_CONV && s->parent == h->inner)
    {
      v = s->args[0];
      s = fir_atom_def (v);
    }
  if (!compares (h, v, &same) || !same)
    return false;
  h->value = number (p, t, true);
  h->other = number (p, t, false);
  return true;
}

/* Is V one thing for the elements of a key, and a constant for others?  */
static bool
picks (struct one_hot *h, struct fir_atom v)
{
  struct fir_stmt *s = fir_atom_def (v);
  unsigned r = 0;
  bool same;

  h->branch = NULL;
  h->pick = s;
  if (!s || s->parent != h->inner)
    return false;
  if (s->op == FIR_SELECT && compares (h, s->args[0], &same))
    {
      h->value = s->args[same ? 1 : 2];
      h->other = s->args[same ? 2 : 1];
    }
  else if (s->op == FIR_IF && compares (h, s->args[0], &same))
    {
      while (s->res[r] != v.var)
	r++;
      h->branch = s->fns[same ? 0 : 1]->body;
      h->value = h->branch->rets[r];
      h->other = s->fns[same ? 1 : 0]->body->rets[r];
    }
  else
    return picks_one (h, v);
  return h->other.cst != NULL;
}

/* Is the other value without effect on what OP combines of elements of type T?  A sum may begin
   with 0.0, to which 0.0 adds nothing, and a minimum with what else is looked at.  */
static bool
is_neutral (struct one_hot *h, enum fir_op op, const struct type *t)
{
  struct fir_prog *p = h->x->p;
  struct fir_atom e = fir_neutral (p, op, t, h->x->r->finite);

  if (!fir_atom_none (e) && fir_atom_equal (e, h->other))
    return true;
  if (fir_atom_none (h->all) || !fir_atom_equal (h->all, h->other))
    return false;
  switch (op)
    {
    case FIR_ADD:
      return type_is_float (t) && fir_atom_equal (h->other, fir_atom_float (p, t, 0));
    case FIR_MIN:
    case FIR_MAX:
    case FIR_MIN_NAN:
    case FIR_MAX_NAN:
    case FIR_BAND:
    case FIR_BOR:
      return true;
    default:
      return false;
    }
}

/* Is output O of LOOP a sum of such rows?  Then *F is the operator on elements.  */
static bool
of_rows (struct one_hot *h, struct fir_stmt *loop, struct fir_out *o, struct fir_fn **f)
{
  enum fir_op op = fir_row_operator (loop, o);
  struct fir_stmt *row = fir_atom_def (o->value);
  const struct type *t = fir_atom_type (o->value)->elem;

  if (op == FIR_LAST || !fir_atom_none (o->guard) || !row || row->op != FIR_LOOP
      || row->parent != loop->fns[0]->body || row->nouts != 1 || row->outs[0].kind != OUT_VEC
      || !fir_atom_none (row->outs[0].dest) || fir_count_uses (row->parent, row->res[0]))
    return false;
  h->o = o;
  h->within = row;
  h->outer = loop->fns[0]->body;
  h->inner = row->fns[0]->body;
  h->i = loop->fns[0]->params[0];
  h->j = row->fns[0]->params[0];
  h->w = row->args[0];
  h->z = o->init;
  h->all = expand_all_alike (h->z);
  *f = fir_fn_of_op (h->x->p, op, t, t);
  return !fir_bound_inside (loop, h->w) && picks (h, row->outs[0].value) && is_neutral (h, op, t);
}

/* Is A, what column J begins with, the same for all, or element J of a row?  */
static bool
begins (struct one_hot *h, struct fir_atom a)
{
  struct fir_stmt *s = fir_atom_def (a);
  struct fir_atom z, n;

  h->z = FIR_NONE;
  h->all = a;
  if (a.var == h->j)
    return false;
  if (!s || s->parent != h->outer)
    return true;
  if (s->op != FIR_AT || s->args[1].var != h->j || depends (h, s->args[0]))
    return false;
  h->z = z = s->args[0];
  h->all = expand_all_alike (z);
  return !fir_bound_inside (h->s, z) && fir_vec_length (&z, &n) && fir_atom_equal (n, h->w);
}

/* Does B consist of LOOP, and terms that cost little?  */
static bool
little_but (const struct fir_block *b, const struct fir_stmt *loop)
{
  for (const struct fir_stmt *s = b->first; s; s = s->next)
    if (s != loop && s->op != FIR_AT && (fir_op_info[s->op].cls != FIR_CLASS_PRIM))
      return false;
  return true;
}

/* Is S a loop over columns that are sums of such numbers?  Then *F is the operator.  */
static bool
of_columns (struct one_hot *h, struct fir_stmt *s, struct fir_fn **f)
{
  struct fir_stmt *in = s->nouts == 1 ? fir_atom_def (s->outs[0].value) : NULL;
  struct fir_out *o = in && in->op == FIR_LOOP && in->nouts == 1 ? in->outs : NULL;
  bool same;

  if (!o || in->parent != s->fns[0]->body || o->kind != OUT_REDUCE || s->outs[0].kind != OUT_VEC
      || type_is_vec (fir_atom_type (o->value)) || !little_but (in->parent, in))
    return false;
  h->loop = h->within = in;
  h->o = o;
  h->outer = s->fns[0]->body;
  h->inner = in->fns[0]->body;
  h->i = in->fns[0]->params[0];
  h->j = s->fns[0]->params[0];
  h->w = s->args[0];
  *f = o->combine;
  if (depends (h, in->args[0]) || fir_bound_inside (s, in->args[0]) || !begins (h, o->init)
      || fir_count_uses (o->combine->body, h->j) || expand_any_fails (o->combine->body))
    return false;
  for (struct fir_stmt *t = h->outer->first; t; t = t->next)
    for (unsigned r = 0; t != in && r < t->nres; r++)
      if (fir_count_uses (o->combine->body, t->res[r]))
	return false;
  if (!fir_atom_none (o->guard))
    {
      const struct type *t = fir_atom_type (o->value);

      h->value = o->value;
      h->other = FIR_NONE;
      h->branch = NULL;
      h->pick = NULL;
      return (type_is_float (t) || type_is_integral (t)) && compares (h, o->guard, &same) && same;
    }
  return picks (h, o->value)
	 && is_neutral (h, fir_fn_operator (o->combine), fir_atom_type (o->value));
}

/* --- What becomes of it ----------------------------------------------------------------------- */

/* A of the loops' bodies, for the numbers I and J, into B.  */
static struct fir_atom
copy (struct one_hot *h, struct fir_block *b, struct fir_atom i, struct fir_atom j,
      struct fir_atom a)
{
  struct fir_prog *p = h->x->p;
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_block last = *(h->branch ? h->branch : h->inner);

  last.nrets = 1;
  last.rets = &a;
  fir_subst_put (subst, h->i, i);
  fir_subst_put (subst, h->j, j);
  fir_copy_into (p, b, h->outer, subst);
  /* The copy of the inner loop has a number of its own.  */
  fir_subst_put (subst, h->i, i);
  fir_subst_put (subst, h->j, j);
  if (h->branch)
    fir_copy_into (p, b, h->inner, subst);
  return fir_copy_into (p, b, &last, subst)[0];
}

/* The key of I as a bin, into B; *IS_ONE: whether there is such a bin.  */
static struct fir_atom
bin (struct one_hot *h, struct fir_block *b, struct fir_atom i, struct fir_atom *is_one)
{
  struct fir_prog *p = h->x->p;
  struct fir_atom k = copy (h, b, i, fir_atom_size (p, 0), h->key);

  k = pass_as_size (p, b, k, INT64_MAX);
  *is_one = fir_prim2 (p, b, FIR_LT, type_i32 (p->ctx), k, h->nb);
  return k;
}

/* Must S only run for elements that have a bin?  */
static bool
is_guarded (const struct fir_stmt *s)
{
  return fir_op_info[s->op].cls != FIR_CLASS_PRIM || (!fir_total (s) && !fir_overflows (s));
}

static bool
guarded (struct one_hot *h)
{
  struct fir_block *in[2] = { h->outer, h->inner };

  for (unsigned k = 0; k < 2; k++)
    for (struct fir_stmt *s = in[k]->first; s; s = s->next)
      if (s != h->within && s != h->pick && s->nres && is_guarded (s)
	  && depends (h, fir_atom_var (s->res[0])))
	return true;
  for (struct fir_stmt *s = h->branch ? h->branch->first : NULL; s; s = s->next)
    if (is_guarded (s))
      return true;
  return false;
}

/* Quotients and remainders of OF, element REST of those of BIN.  */
struct places
{
  struct one_hot *h;
  struct fir_atom of, bin, rest;
  struct fir_subst *subst;
};

static void
know_place (struct fir_stmt *s, void *data)
{
  struct places *p = (struct places *) data;
  __int128 m, by;

  if (s->nargs != 2 || !p->of.var || s->args[0].var != p->of.var
      || !fir_atom_value (p->h->m, &m) || !fir_atom_value (s->args[1], &by))
    return;
  if (s->op == FIR_DIV && by == m)
    fir_subst_put (p->subst, s->res[0], p->bin);
  else if ((s->op == FIR_REM && by == m)
	   || (s->op == FIR_BAND && by == m - 1 && (m & (m - 1)) == 0))
    fir_subst_put (p->subst, s->res[0], p->rest);
  else
    return;
  fir_unlink (s);
}

/* What is combined: element e of the rows, one after the other.  NULL: it costs too much.  */
static struct fir_fn *
value_fn (struct one_hot *h)
{
  struct fir_prog *p = h->x->p;
  const struct type *size = type_size (p->ctx), *t = fir_atom_type (h->value);
  struct fir_fn *fn = expand_index_fn (h->x);
  struct fir_block *b = fn->body, *to = b;
  struct places pl = { h, FIR_NONE, FIR_NONE, fir_atom_size (p, 0), fir_subst_new (p) };
  struct fir_atom i = fir_atom_var (fn->params[0]), c, v;
  struct fir_stmt *s = NULL;

  if (!fir_atom_is_int (h->m, 1))
    {
      pl.rest = fir_prim2 (p, b, FIR_REM, size, i, h->m);
      i = fir_prim2 (p, b, FIR_DIV, size, i, h->m);
    }
  pl.of = pl.bin = bin (h, b, i, &c);
  if (!fir_atom_is_int (h->m, 1))
    {
      pl.of = fir_prim2 (p, b, FIR_MUL, size, pl.bin, h->m);
      pl.of = fir_prim2 (p, b, FIR_ADD, size, pl.of, pl.rest);
    }
  if (guarded (h))
    {
      s = fir_stmt_new (p, b, FIR_IF, h->o->site, 1, 2, t, "r");
      s->args[0] = c;
      for (unsigned k = 0; k < 2; k++)
	s->fns[k] = fir_fn_new (p, 0, NULL);
      to = s->fns[0]->body;
    }
  v = copy (h, to, i, pl.of, h->value);
  if (s)
    {
      fir_block_return (p, to, 1, &v);
      v = fir_atom_none (h->other) ? number (p, t, false) : h->other;
      fir_block_return (p, s->fns[1]->body, 1, &v);
      v = fir_atom_var (s->res[0]);
    }
  else
    fir_walk (b, fir_let_wrap, NULL);
  fir_block_return (p, b, 1, &v);
  fir_walk (b, know_place, &pl);
  fir_subst_block (pl.subst, b);
  pass_dce_block (p, b);
  return fir_block_weight (b) <= MOST ? fn : NULL;
}

/* Where it goes: the bin of the key of I, or none.  */
static struct fir_fn *
bin_fn (struct one_hot *h)
{
  struct fir_prog *p = h->x->p;
  struct fir_fn *fn = expand_index_fn (h->x);
  struct fir_atom args[3], r;

  args[1] = bin (h, fn->body, fir_atom_var (fn->params[0]), &args[0]);
  args[2] = fir_atom_size (p, UINT64_MAX);
  r = fir_prim (p, fn->body, FIR_SELECT, type_size (p->ctx), 3, args);
  fir_block_return (p, fn->body, 1, &r);
  pass_dce_block (p, fn->body);
  return h->loop->nouts == 1 || fir_block_weight (fn->body) <= COST_AGAIN ? fn : NULL;
}

/* What is combined by F in bins, into B: the values of VALUE, where those of WHERE say.  */
static struct fir_atom
bins (struct one_hot *h, struct fir_block *b, struct fir_fn *f, struct fir_fn *where,
      struct fir_fn *value)
{
  struct fir_prog *p = h->x->p;
  const struct type *size = type_size (p->ctx);
  const struct type *t = type_vec (p->ctx, fir_atom_type (h->value));
  struct fir_atom n = h->loop->args[0], args[6];
  bool single = fir_atom_is_int (h->m, 1), alike = !fir_atom_none (h->all);
  struct fir_stmt *s;

  if (!single && alike)
    {
      args[0] = h->w;
      args[1] = h->all;
      h->z = fir_atom_var (expand_term (h->x, h->loop, b, FIR_REPLICATE, t, 2, args, 0)->res[0]);
    }
  args[0] = single && alike ? h->all : h->z;
  args[1] = h->nb;
  args[2] = h->m;
  args[3] = fir_atom_size (p, 0);
  args[4] = expand_values (h->x, h->loop, b, where, n);
  args[5] = expand_values (h->x, h->loop, b, value,
			   single ? n : fir_prim2 (p, b, FIR_MUL, size, n, h->m));
  if (single)
    {
      args[alike ? 2 : 1] = args[4];
      args[alike ? 3 : 2] = args[5];
    }
  s = expand_term (h->x, h->loop, b,
		   !single ? FIR_BINS_ROWS : alike ? FIR_BINS : FIR_BINS_INTO, t,
		   !single ? 6 : alike ? 4 : 3, args, 1);
  s->site = h->o->site;
  s->index = 1;
  s->fns[0] = f;
  return fir_atom_var (s->res[0]);
}

/* Remove output O of LOOP, which nobody uses.  */
static void
remove_output (struct fir_stmt *loop, struct fir_out *o)
{
  for (unsigned k = o - loop->outs; k + 1 < loop->nouts; k++)
    {
      loop->outs[k] = loop->outs[k + 1];
      loop->res[k] = loop->res[k + 1];
    }
  loop->nouts = --loop->nres;
}

/* R where the loop over columns stores, into B.  */
static struct fir_atom
store (struct one_hot *h, struct fir_block *b, struct fir_atom r)
{
  struct fir_atom args[3] = { h->s->outs[0].dest, h->w, r };
  const struct type *size = type_size (h->x->p->ctx);
  struct fir_stmt *s = expand_term (h->x, h->s, b, FIR_STORE, size, 3, args, 0);

  s->site = h->s->outs[0].site;
  return fir_atom_var (s->res[0]);
}

/* The result of H, in bins, takes its place; false: it costs too much.  */
static bool
rewrite (struct one_hot *h, struct fir_fn *f)
{
  struct fir_prog *p = h->x->p;
  struct fir_fn *value = value_fn (h), *where = bin_fn (h);
  struct fir_block *b = fir_block_new (p);
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_var *res = h->s == h->loop ? h->o->res : h->s->res[0];
  struct fir_atom r;

  if (!value || !where)
    return false;
  r = bins (h, b, f, where, value);
  if (h->s != h->loop && !fir_atom_none (h->s->outs[0].dest))
    r = store (h, b, r);
  fir_subst_put (subst, res, r);
  fir_put_before (h->s, b);
  if (h->s->nouts == 1)
    fir_unlink (h->s);
  else
    remove_output (h->s, h->o);
  fir_subst_block (subst, h->x->r->body);
  return true;
}

bool
expand_one_hot (struct expand *x, struct fir_stmt *s)
{
  struct one_hot h = { .x = x, .loop = s, .s = s };
  struct fir_fn *f;

  if (s->parent != x->r->body || fir_may_fail (s))
    return false;
  for (unsigned k = 0; k < s->nouts && !fir_has_effect (s); k++)
    if (s->outs[k].kind == OUT_REDUCE && type_is_vec (fir_atom_type (s->outs[k].value))
	&& of_rows (&h, s, &s->outs[k], &f) && rewrite (&h, f))
      return true;
  return of_columns (&h, s, &f) && rewrite (&h, f);
}
