/* The body of a nest's function, for all elements of a space.

   Statements are taken in order.  What computes numbers goes into the open loop over the space; an
   operation on vectors ends that loop and is done for the vectors of all elements at once
   (flatten-each.c and the others).  So the loops are in the order of the parts of an element.

   The statements are those of a copy of the function, and move.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

void
flat_bind (struct fir_var *v, struct flat_value *value)
{
  v->aux = value;
}

/* --- Which statements stay in one loop ------------------------------------------------------- */

static bool
scalar_block (const struct fir_block *b)
{
  for (const struct fir_stmt *s = b->first; s; s = s->next)
    if (!flat_is_scalar (s))
      return false;
  return true;
}

bool
flat_is_scalar (const struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nres; k++)
    if (type_is_vec (s->res[k]->type))
      return false;
  switch (s->op)
    {
    case FIR_IF:
    case FIR_CASE:
      for (unsigned k = 0; k < s->nfns; k++)
	if (!scalar_block (s->fns[k]->body))
	  return false;
      return true;
    case FIR_LEN:
    case FIR_AT:
    case FIR_GET:
      return true;
    case FIR_LAMBDA:
    case FIR_MU:
    case FIR_APPLY:
      return false;
    default:
      return fir_op_info[s->op].cls == FIR_CLASS_PRIM || fir_op_info[s->op].cls == FIR_CLASS_TERM;
    }
}

/* --- Statements of numbers ------------------------------------------------------------------- */

/* A, of the nest's function, in the open loop.  */
static struct fir_atom
read_atom (struct flat *x, struct fir_atom a)
{
  struct flat_value *v = flat_value_of (x, a);

  if (v->kind == FLAT_ALL)
    return v->atom;
  if (type_is_vec (v->type))
    flat_give_up (x, "a function that is called takes a vector of an element");
  return flat_read_here (x, v);
}

void
flat_check (struct flat *x, const struct fir_stmt *s, enum check_kind kind, unsigned n,
	    const struct fir_atom *args)
{
  if (ctx_site_unchecked (x->p->ctx, s->site))
    return;
  fir_check_stmt (x->p, x->b, s->site, kind, n, args);
  x->b->last->order = s->order;
  if (simplify_check_holds (x->b->last))
    fir_unlink (x->b->last);
  else
    flat_note_failing (x, x->b->last);
}

void
flat_check_at (struct flat *x, const struct fir_stmt *s, unsigned operand, struct fir_atom j,
	       struct fir_atom i, struct fir_atom n)
{
  struct fir_atom args[4] = { flat_size (x, operand), j, i, n };

  flat_check (x, s, CHECK_INDEX_AT, 4, args);
}

/* len V; at V i, get V i of what is a vector of each element.  */
static void
put_read (struct flat *x, struct fir_stmt *s, struct flat_value *v)
{
  struct fir_atom f = flat_index (x), r, args[3];

  if (s->op == FIR_LEN)
    r = flat_length (x, v, x->space, f);
  else
    {
      args[1] = read_atom (x, s->args[1]);
      if (s->op == FIR_GET)
	{
	  if (s->nargs > 2 || s->check != CHECK_INDEX)
	    flat_give_up (x, "a read names its element");
	  args[0] = flat_size (x, 2);
	  args[1] = pass_as_size (x->p, x->b, args[1], INT64_MAX);
	  args[2] = flat_length (x, v, x->space, f);
	  flat_check (x, s, CHECK_INDEX, 3, args);
	  law_fired (x->p->ctx, LAW_G7);
	}
      r = flat_read_element (x, v, x->space, f, args[1]);
    }
  flat_bind (s->res[0], r.var ? flat_each (x, r) : flat_all (x, r));
}

/* The block of FN, which stays one.  */
static void
put_block (struct flat *x, struct fir_fn *fn)
{
  struct fir_block *outer = x->b, *b = fn->body;
  struct fir_stmt *s = b->first, *next;

  x->b = b;
  b->first = b->last = NULL;
  for (; s; s = next)
    {
      next = s->next;
      s->prev = s->next = NULL;
      flat_put (x, s);
    }
  for (unsigned k = 0; k < b->nrets; k++)
    b->rets[k] = read_atom (x, b->rets[k]);
  x->b = outer;
}

void
flat_put (struct flat *x, struct fir_stmt *s)
{
  bool reads = s->op == FIR_LEN || s->op == FIR_AT || s->op == FIR_GET;
  struct flat_value *v = reads ? flat_value_of (x, s->args[0]) : NULL;

  if (v && (v->kind != FLAT_ALL || s->op == FIR_LEN))
    {
      put_read (x, s, v);
      return;
    }
  if (s->op == FIR_GET && s->check != CHECK_INDEX && x->space->parent)
    flat_give_up (x, "a read names its element");
  for (unsigned k = 0; k < s->nargs; k++)
    s->args[k] = read_atom (x, s->args[k]);
  for (unsigned k = 0; k < s->nfns; k++)
    put_block (x, s->fns[k]);
  if (s->op == FIR_CHECK && simplify_check_holds (s))
    return;
  fir_append (x->b, s);
  if (!s->nfns)
    flat_note_failing (x, s);
  for (unsigned k = 0; k < s->nres; k++)
    if (x->b == x->loop->fns[0]->body)
      flat_bind (s->res[k], flat_each (x, fir_atom_var (s->res[k])));
}

/* --- Operations on vectors ------------------------------------------------------------------- */

static void
note_own (struct fir_atom *a, void *data)
{
  *(bool *) data |= a->var && a->var->aux && ((struct flat_value *) a->var->aux)->kind != FLAT_ALL;
}

static void
note_failure (struct fir_stmt *s, void *data)
{
  *(bool *) data |= s->op == FIR_CHECK || fir_may_fail (s);
}

/* What all elements share may have been renamed.  */
static void
put_shared (struct fir_atom *a, void *data)
{
  (void) data;
  if (a->var && a->var->aux)
    *a = ((struct flat_value *) a->var->aux)->atom;
}

void
flat_want_closed (struct flat *x, struct fir_fn *fn)
{
  bool own = false, fails = false;

  fir_block_each_atom (fn->body, note_own, &own);
  fir_walk (fn->body, note_failure, &fails);
  if (own)
    flat_give_up (x, "what combines or compares uses a value of the element");
  if (fails)
    flat_give_up (x, "what combines or compares may fail");
  fir_block_each_atom (fn->body, put_shared, NULL);
}

/* row X i, at X i, get X i of rows.  */
static struct flat_value *
flat_row_of (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  struct flat_value *v = flat_value_of (x, s->args[0]), *j = flat_value_of (x, s->args[1]);
  struct fir_atom a, args[3] = { flat_size (x, 2), FIR_NONE, FIR_NONE };

  law_fired (x->p->ctx, LAW_G7);
  if (s->op != FIR_GET)
    return flat_row (x, space, v, j);
  if (s->nargs > 2 || s->check != CHECK_INDEX)
    flat_give_up (x, "a read names its element");
  a = flat_open (x, space);
  args[1] = pass_as_size (x->p, x->b, flat_read_here (x, j), INT64_MAX);
  args[2] = flat_length (x, v, space, a);
  flat_check (x, s, CHECK_INDEX, 3, args);
  return flat_row (x, space, v, args[1].var ? flat_each (x, args[1]) : flat_all (x, args[1]));
}

static struct flat_value *
flat_copy (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  (void) space;
  return flat_value_of (x, s->args[0]);
}

/* --- Choices --------------------------------------------------------------------------------- */

struct fir_stmt *
flat_choose (struct flat *x, struct fir_atom c, const struct type *t)
{
  struct fir_stmt *s = fir_stmt_new (x->p, x->b, FIR_IF, 0, 1, 2, t, "x");

  s->args[0] = c;
  s->fns[0] = fir_fn_new (x->p, 0, NULL);
  s->fns[1] = fir_fn_new (x->p, 0, NULL);
  x->b = s->fns[0]->body;
  return s;
}

void
flat_otherwise (struct flat *x, struct fir_stmt *choice, struct fir_atom a)
{
  fir_block_return (x->p, x->b, 1, &a);
  x->b = choice->fns[1]->body;
}

struct fir_atom
flat_chosen (struct flat *x, struct fir_stmt *choice, struct fir_atom b)
{
  fir_block_return (x->p, x->b, 1, &b);
  x->b = choice->parent;
  return fir_atom_var (choice->res[0]);
}

/* --- Blocks ---------------------------------------------------------------------------------- */

static const struct
{
  enum fir_op op;
  struct flat_value *(*flat) (struct flat *, struct flat_space *, struct fir_stmt *);
} rows[] = {
  { FIR_MAP, flat_map },
  { FIR_TABULATE, flat_tabulate },
  { FIR_RANGE, flat_range },
  { FIR_REPLICATE, flat_replicate },
  { FIR_REVERSE, flat_reverse },
  { FIR_COPY, flat_copy },
  { FIR_GATHER, flat_gather },
  { FIR_REDUCE, flat_combine },
  { FIR_SCAN, flat_combine },
  { FIR_EXSCAN, flat_combine },
  { FIR_FLATTEN, flat_flatten },
  { FIR_ROW, flat_row_of },
  { FIR_AT, flat_row_of },
  { FIR_GET, flat_row_of },
  { FIR_CONCAT, flat_concat },
  { FIR_FILTER, flat_filter },
  { FIR_SORT, flat_sort },
  { FIR_SORT_BY, flat_sort_by },
  { FIR_RADIX, flat_sort_by },
  { FIR_BINS, flat_bins },
  { FIR_BINS_INTO, flat_bins },
  { FIR_SLICE, flat_slice },
  { FIR_EXPAND, flat_expand },
  { FIR_EXPANDN, flat_expand },
  { FIR_LAST, NULL }
};

/* S, of the function for the elements of SPACE, which is in no block.  */
static void
flatten_stmt (struct flat *x, struct flat_space *space, struct fir_stmt *s)
{
  unsigned k = 0;

  x->s = s;
  x->site = s->site ? s->site : x->site;
  if (flat_is_scalar (s))
    {
      flat_open (x, space);
      flat_put (x, s);
      return;
    }
  if (s->op == FIR_IF)
    {
      flat_branch (x, space, s);
      return;
    }
  while (rows[k].flat && rows[k].op != s->op)
    k++;
  if (!rows[k].flat || s->nres != 1)
    flat_give_up (x, ctx_printf (x->p->ctx, "there is no flat form of '%s'",
				 fir_op_info[s->op].text));
  flat_bind (s->res[0], rows[k].flat (x, space, s));
}

void
flat_block (struct flat *x, struct flat_space *space, struct fir_block *b)
{
  const struct fir_stmt *outer = x->s;
  uint32_t site = x->site;
  struct fir_stmt *next;

  for (struct fir_stmt *s = b->first; s; s = next)
    {
      next = s->next;
      fir_unlink (s);
      flatten_stmt (x, space, s);
    }
  x->s = outer;
  x->site = site;
}

struct flat_value *
flat_fn (struct flat *x, struct flat_space *space, struct fir_fn *fn)
{
  flat_block (x, space, fn->body);
  return flat_value_of (x, fn->body->rets[0]);
}
