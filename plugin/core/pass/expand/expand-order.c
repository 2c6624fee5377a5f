/* Operations that order, group and expand, as compositions.

     partition p x          the elements with p, then those without, cut where the first end; either
			    part, alone, is what a filter keeps
     sort less x, of rows   the numbers of the rows, sorted; then the rows in that order
     sortby key x           by the digits of the key as an integer (expand-key.c): x itself if the
			    key is cheap, else of records of key and element; other keys: sort
     groupby key x          the same, cut where the key changes
     bucket key n x         the elements by a counting sort of their keys (rows and large ones by
			    number), cut according to the counts
     expand size get x      places by a scan of the sizes; then a loop over all results, each of
			    which finds its element by `owners' (Elsman, Larsen, "Data-Parallel
			    Flattening by Expansion", section 3)
     permute, scatter       of rows: of the numbers of the rows; then the rows

   Does not: decide how `sort', `owners' and `ordering' run (lower-sort.c, lower-count.c).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"

/* Elements larger than this are sorted by number.  */
#define LARGE 32

/* Terms that are put before a statement.  */
struct build
{
  struct fir_prog *p;
  struct fir_stmt *s;
  struct fir_block *b;
};

static struct build
begin (struct expand *x, struct fir_stmt *s)
{
  struct build g = { x->p, s, fir_block_new (x->p) };

  return g;
}

/* S's result is A.  */
static bool
done (struct expand *x, struct build *g, struct fir_atom a)
{
  return expand_end (x, g->s, g->b, a);
}

static const struct type *
u64 (struct build *g)
{
  return type_size (g->p->ctx);
}

static struct fir_atom
number (struct build *g, const struct type *t, __int128 i)
{
  return fir_atom_int (g->p, t, i);
}

/* OP of N operands into B, of type T.  */
static struct fir_stmt *
stmt (struct build *g, struct fir_block *b, enum fir_op op, const struct type *t, unsigned n,
      const struct fir_atom *args, unsigned nfns)
{
  struct fir_stmt *s = fir_stmt_new (g->p, b, op, g->s->site, n, nfns, t, "x");

  s->order = g->s->order;
  for (unsigned k = 0; k < n; k++)
    s->args[k] = args[k];
  return s;
}

static struct fir_atom
op1 (struct build *g, struct fir_block *b, enum fir_op op, const struct type *t, struct fir_atom x)
{
  return fir_atom_var (stmt (g, b, op, t, 1, &x, 0)->res[0]);
}

static struct fir_atom
op2 (struct build *g, struct fir_block *b, enum fir_op op, const struct type *t, struct fir_atom x,
     struct fir_atom y)
{
  struct fir_atom args[2] = { x, y };

  return fir_atom_var (stmt (g, b, op, t, 2, args, 0)->res[0]);
}

static struct fir_atom
size_op (struct build *g, struct fir_block *b, enum fir_op op, struct fir_atom x, struct fir_atom y)
{
  return fir_prim2 (g->p, b, op, u64 (g), x, y);
}

static struct fir_atom
len (struct build *g, struct fir_atom x)
{
  return op1 (g, g->b, FIR_LEN, u64 (g), x);
}

static void
give (struct build *g, struct fir_fn *fn, struct fir_atom a)
{
  fir_block_return (g->p, fn->body, 1, &a);
}

static struct fir_atom
param (struct fir_fn *fn, unsigned k)
{
  return fir_atom_var (fn->params[k]);
}

/* FN applied to the N ARGS, into B.  */
static struct fir_atom
apply (struct build *g, struct fir_block *b, struct fir_fn *fn, unsigned n,
       const struct fir_atom *args)
{
  struct fir_subst *subst = fir_subst_new (g->p);

  for (unsigned k = 0; k < n; k++)
    fir_subst_put (subst, fn->params[k], args[k]);
  return fir_copy_into (g->p, b, fn->body, subst)[0];
}

/* tabulate { (i) ... } N, whose function the caller fills: its result is of type T.  */
static struct fir_fn *
tabulate (struct build *g, struct fir_atom n, const struct type *t, struct fir_atom *res)
{
  const struct type *size = u64 (g);
  struct fir_stmt *s = stmt (g, g->b, FIR_TABULATE, type_vec (g->p->ctx, t), 1, &n, 1);

  s->fns[0] = fir_fn_new (g->p, 1, &size);
  *res = fir_atom_var (s->res[0]);
  return s->fns[0];
}

static struct fir_atom
at (struct build *g, struct fir_block *b, struct fir_atom x, struct fir_atom i)
{
  return fir_element (g->p, b, x, i);
}

/* X's elements in the order of the numbers IX, N of them.  */
static struct fir_atom
pick (struct build *g, struct fir_atom x, struct fir_atom ix, struct fir_atom n)
{
  struct fir_atom r;
  struct fir_fn *fn = tabulate (g, n, fir_atom_type (x)->elem, &r);

  give (g, fn, at (g, fn->body, x, at (g, fn->body, ix, param (fn, 0))));
  return r;
}

/* The first N elements of X.  */
static struct fir_atom
first (struct build *g, struct fir_atom x, struct fir_atom n)
{
  struct fir_atom r;
  struct fir_fn *fn = tabulate (g, n, fir_atom_type (x)->elem, &r);

  give (g, fn, at (g, fn->body, x, param (fn, 0)));
  return r;
}

/* range N 0 1.  */
static struct fir_atom
numbers (struct build *g, struct fir_atom n)
{
  return pass_numbers (g->p, g->b, g->s->site, n, fir_atom_size (g->p, 0));
}

static struct fir_atom
segments (struct build *g, struct fir_atom x, struct fir_atom offsets)
{
  return op2 (g, g->b, FIR_SEGMENTS, type_vec (g->p->ctx, fir_atom_type (x)), x, offsets);
}

/* --- partition ------------------------------------------------------------------------------- */

/* The segments that a partition became, and what they are.  */
struct expand_parted
{
  struct fir_var *segments;
  struct fir_atom part[2];
  struct expand_parted *next;
};

static void
note_parts (struct expand *x, struct fir_atom segments, struct fir_atom with,
	    struct fir_atom without)
{
  struct expand_parted *t = CTX_NEW (x->p->ctx, struct expand_parted);

  *t = (struct expand_parted) { segments.var, { with, without }, x->parted };
  x->parted = t;
}

/* S, `get v 0' or `get v 1' of a partition V, is the part itself.  */
bool
expand_part (struct expand *x, struct fir_stmt *s)
{
  const struct expand_parted *t = x->parted;
  __int128 k;

  while (t && s->args[0].var != t->segments)
    t = t->next;
  if (!t || !fir_atom_value (s->args[1], &k) || k < 0 || k > 1)
    return false;
  expand_done (x, s, t->part[k]);
  return true;
}

bool
expand_partition (struct expand *x, struct fir_stmt *s)
{
  struct build g = begin (x, s);
  const struct type *t = fir_atom_type (s->args[0]), *i32 = type_i32 (x->p->ctx);
  struct fir_stmt *with = stmt (&g, g.b, FIR_FILTER, t, 1, s->args, 1), *without;
  struct fir_atom n, k, r, args[1], offsets;
  struct fir_fn *fn;

  with->fns[0] = s->fns[0];
  without = stmt (&g, g.b, FIR_FILTER, t, 1, s->args, 1);
  without->fns[0] = fn = fir_fn_new (x->p, 1, &t->elem);
  args[0] = param (fn, 0);
  r = apply (&g, fn->body, s->fns[0], 1, args);
  if (type_is_float (fir_atom_type (r)))
    k = fir_atom_float (x->p, fir_atom_type (r), 0);
  else
    k = number (&g, fir_atom_type (r), 0);
  give (&g, fn, fir_prim2 (x->p, fn->body, FIR_EQ, i32, r, k));
  r = op2 (&g, g.b, FIR_CONCAT, t, fir_atom_var (with->res[0]), fir_atom_var (without->res[0]));
  k = len (&g, fir_atom_var (with->res[0]));
  n = len (&g, r);
  /* 0, K, N: i < 2 ? i k : n.  */
  fn = tabulate (&g, number (&g, u64 (&g), 3), u64 (&g), &offsets);
  {
    struct fir_atom pick[3];

    pick[0] = fir_prim2 (x->p, fn->body, FIR_LT, i32, param (fn, 0), number (&g, u64 (&g), 2));
    pick[1] = size_op (&g, fn->body, FIR_MUL, param (fn, 0), k);
    pick[2] = n;
    give (&g, fn, fir_prim (x->p, fn->body, FIR_SELECT, u64 (&g), 3, pick));
  }
  r = segments (&g, r, offsets);
  note_parts (x, r, fir_atom_var (with->res[0]), fir_atom_var (without->res[0]));
  return done (x, &g, r);
}

/* --- Sorting --------------------------------------------------------------------------------- */

/* A < B as keys, into BODY: floats that are NaN are greater than all others, and equal: A is none,
   and not B <= A.  */
static struct fir_atom
key_less (struct build *g, struct fir_block *body, struct fir_atom a, struct fir_atom b)
{
  const struct type *i32 = type_i32 (g->p->ctx);
  struct fir_atom x, y;

  if (!type_is_float (fir_atom_type (a)))
    return fir_prim2 (g->p, body, FIR_LT, i32, a, b);
  x = fir_prim2 (g->p, body, FIR_EQ, i32, a, a);
  y = fir_prim2 (g->p, body, FIR_LE, i32, b, a);
  return fir_prim2 (g->p, body, FIR_LT, i32, y, x);
}

/* Is FN { (x) ret x }?  */
static bool
is_identity (struct fir_fn *fn)
{
  return !fn->body->first && fn->body->rets[0].var == fn->params[0];
}

/* A vector sorted by the statement's key: its elements, or records of key and element, or
   (BY_NUMBER) of key and the element's number.  */
struct sorted
{
  struct fir_atom v;
  bool pairs, by_number;
  bool integers;		/* keys are compared as what expand_key makes of them */
};

/* The key of V, an element of the vector being sorted, into B.  */
static struct fir_atom
key_of (struct expand *x, struct build *g, struct fir_block *b, struct fir_atom v, bool integers)
{
  v = apply (g, b, g->s->fns[0], 1, &v);
  return integers ? expand_key (x, b, v) : v;
}

/* The key of V, an element of H->v, into B.  */
static struct fir_atom
sorted_key (struct expand *x, struct build *g, struct fir_block *b, const struct sorted *h,
	    struct fir_atom v)
{
  return h->pairs ? fir_field (g->p, b, v, 0) : key_of (x, g, b, v, h->integers);
}

/* Records of the key and of the element, or its number, of each element of X.  */
static struct fir_atom
pairs_of (struct expand *x, struct build *g, struct fir_atom v, const struct sorted *h)
{
  const struct type *t = fir_atom_type (v)->elem;
  const struct type *k = fir_atom_type (g->s->fns[0]->body->rets[0]), *pair;
  struct type_field f[2] = { { ctx_intern (g->p->ctx, "key"), k, 0 },
			     { ctx_intern (g->p->ctx, "of"), h->by_number ? u64 (g) : t, 0 } };
  struct fir_atom pairs, parts[2], e;
  struct fir_fn *fn;

  if (h->integers)
    f[0].type = expand_key_type (x, k);
  pair = type_record (g->p->ctx, NULL, 2, f, 0, 0, 0);
  fn = tabulate (g, len (g, v), pair, &pairs);
  e = at (g, fn->body, v, param (fn, 0));
  parts[0] = key_of (x, g, fn->body, e, h->integers);
  parts[1] = h->by_number ? param (fn, 0) : e;
  give (g, fn, fir_prim (g->p, fn->body, FIR_RECORD, pair, 2, parts));
  return pairs;
}

/* Vector V sorted by the statement's key: by the digits of integers, else by comparing.  */
static struct sorted
sorted (struct expand *x, struct build *g, struct fir_atom v, bool by_number)
{
  struct fir_fn *key = g->s->fns[0], *fn;
  struct sorted h = { v, by_number || !expand_key_cheap (key), by_number, false };
  struct fir_stmt *sort;
  struct fir_atom a, b;
  const struct type *two[2];

  h.integers = expand_key_type (x, fir_atom_type (key->body->rets[0])) != NULL;
  if (!h.integers && !is_identity (key))
    h.pairs = true;
  if (h.pairs)
    h.v = pairs_of (x, g, v, &h);
  if (h.integers)
    law_fired (g->p->ctx, LAW_X28);
  sort = stmt (g, g->b, h.integers ? FIR_RADIX : FIR_SORT, fir_atom_type (h.v), 1, &h.v, 1);
  two[0] = two[1] = fir_atom_type (h.v)->elem;
  sort->fns[0] = fn = fir_fn_new (g->p, h.integers ? 1 : 2, two);
  a = sorted_key (x, g, fn->body, &h, param (fn, 0));
  if (!h.integers)
    {
      b = sorted_key (x, g, fn->body, &h, param (fn, 1));
      a = key_less (g, fn->body, a, b);
    }
  give (g, fn, a);
  h.v = fir_atom_var (sort->res[0]);
  return h;
}

/* The elements of V that belong to H, made from it as above.  */
static struct fir_atom
sorted_elements (struct build *g, struct fir_atom v, const struct sorted *h)
{
  struct fir_atom r, e;
  struct fir_fn *fn;

  if (!h->pairs)
    return h->v;
  fn = tabulate (g, len (g, h->v), fir_atom_type (v)->elem, &r);
  e = fir_field (g->p, fn->body, at (g, fn->body, h->v, param (fn, 0)), 1);
  give (g, fn, h->by_number ? at (g, fn->body, v, e) : e);
  return r;
}

static bool
wants_numbers (struct fir_atom x)
{
  const struct type *t = fir_atom_type (x)->elem;

  return type_is_vec (t) || t->size > LARGE;
}

bool
expand_sort_by (struct expand *x, struct fir_stmt *s)
{
  struct build g = begin (x, s);
  struct sorted h = sorted (x, &g, s->args[0], wants_numbers (s->args[0]));

  return done (x, &g, sorted_elements (&g, s->args[0], &h));
}

/* Sort by digits of what less compares; of rows, or of large elements, of their numbers.  */
bool
expand_sort (struct expand *x, struct fir_stmt *s)
{
  struct build g = begin (x, s);
  const struct type *two[2] = { u64 (&g), u64 (&g) };
  struct fir_atom v[2], n;
  struct fir_stmt *sort;
  struct fir_fn *fn;

  if (!wants_numbers (s->args[0]))
    {
      fn = expand_key_of_less (x, s->fns[0]);
      if (!fn)
	return false;
      law_fired (x->p->ctx, LAW_X28);
      sort = stmt (&g, g.b, FIR_RADIX, fir_atom_type (s->args[0]), 1, s->args, 1);
      sort->fns[0] = fn;
      return done (x, &g, fir_atom_var (sort->res[0]));
    }
  n = len (&g, s->args[0]);
  v[0] = numbers (&g, n);
  sort = stmt (&g, g.b, FIR_SORT, fir_atom_type (v[0]), 1, v, 1);
  sort->fns[0] = fn = fir_fn_new (x->p, 2, two);
  v[0] = at (&g, fn->body, s->args[0], param (fn, 0));
  v[1] = at (&g, fn->body, s->args[0], param (fn, 1));
  give (&g, fn, apply (&g, fn->body, s->fns[0], 2, v));
  return done (x, &g, pick (&g, s->args[0], fir_atom_var (sort->res[0]), n));
}

/* if 0 < i && i < N { key i - 1 < key i } else { 1 }, into the body of FN (i).  */
static struct fir_atom
key_changes (struct expand *x, struct build *g, struct fir_fn *fn, const struct sorted *h,
	     struct fir_atom n)
{
  const struct type *i32 = type_i32 (g->p->ctx);
  struct fir_atom i = param (fn, 0), c, d, key[2];
  struct fir_stmt *s;

  c = fir_prim2 (g->p, fn->body, FIR_LT, i32, number (g, u64 (g), 0), i);
  d = fir_prim2 (g->p, fn->body, FIR_LT, i32, i, n);
  c = fir_prim2 (g->p, fn->body, FIR_BAND, i32, c, d);
  s = stmt (g, fn->body, FIR_IF, i32, 1, &c, 2);
  s->site = s->order = 0;
  s->fns[0] = fir_fn_new (g->p, 0, NULL);
  s->fns[1] = fir_fn_new (g->p, 0, NULL);
  d = size_op (g, s->fns[0]->body, FIR_SUB, i, number (g, u64 (g), 1));
  key[0] = sorted_key (x, g, s->fns[0]->body, h, at (g, s->fns[0]->body, h->v, d));
  key[1] = sorted_key (x, g, s->fns[0]->body, h, at (g, s->fns[0]->body, h->v, i));
  give (g, s->fns[0], key_less (g, s->fns[0]->body, key[0], key[1]));
  give (g, s->fns[1], number (g, i32, 1));
  return fir_atom_var (s->res[0]);
}

bool
expand_group_by (struct expand *x, struct fir_stmt *s)
{
  struct build g = begin (x, s);
  const struct type *size = u64 (&g);
  struct fir_atom n, y, ix;
  struct fir_stmt *cuts;
  struct sorted h;

  if (expand_groups_wait (x, s))
    return false;
  h = sorted (x, &g, s->args[0], wants_numbers (s->args[0]));
  y = sorted_elements (&g, s->args[0], &h);
  n = len (&g, h.v);
  ix = numbers (&g, size_op (&g, g.b, FIR_ADD, n, number (&g, size, 1)));
  cuts = stmt (&g, g.b, FIR_FILTER, fir_atom_type (ix), 1, &ix, 1);
  cuts->fns[0] = fir_fn_new (x->p, 1, &size);
  give (&g, cuts->fns[0], key_changes (x, &g, cuts->fns[0], &h, n));
  return done (x, &g, segments (&g, y, fir_atom_var (cuts->res[0])));
}

/* --- Counting -------------------------------------------------------------------------------- */

/* FN reduces or scans (OP) X, u64, from 0.  */
static struct fir_atom
combined (struct build *g, enum fir_op op, struct fir_fn *fn, struct fir_atom x)
{
  struct fir_atom args[2] = { number (g, u64 (g), 0), x };
  const struct type *t = op == FIR_REDUCE ? u64 (g) : fir_atom_type (x);
  struct fir_stmt *s = stmt (g, g->b, op, t, 2, args, 1);

  s->fns[0] = fn;
  return fir_atom_var (s->res[0]);
}

/* The key of element i of the statement's vector as the number of its bucket: N if it is in
   none.  */
static void
bucket_number (struct build *g, struct fir_fn *fn, struct fir_atom n)
{
  struct fir_atom v = at (g, fn->body, g->s->args[1], param (fn, 0));

  give (g, fn, expand_bucket_number (g->p, g->s, fn->body, param (fn, 0), v, n));
}

bool
expand_bucket (struct expand *x, struct fir_stmt *s)
{
  struct build g = begin (x, s);
  struct fir_atom n = s->args[0], keys, ordered, counts, offsets, args[4], more, kept;
  bool by_number = wants_numbers (s->args[1]);
  struct fir_fn *add = fir_fn_of_op (x->p, FIR_ADD, u64 (&g), u64 (&g));
  const struct type *v = type_vec (x->p->ctx, u64 (&g));
  struct fir_stmt *bins, *order;

  if (expand_groups_wait (x, s))
    return false;
  bucket_number (&g, tabulate (&g, len (&g, s->args[1]), u64 (&g), &keys), n);
  more = size_op (&g, g.b, FIR_ADD, n, number (&g, u64 (&g), 1));
  args[0] = keys;
  args[1] = more;
  args[2] = by_number ? numbers (&g, len (&g, keys)) : s->args[1];
  order = stmt (&g, g.b, FIR_ORDERING, fir_atom_type (args[2]), 3, args, 0);
  ordered = fir_atom_var (order->res[0]);
  args[0] = number (&g, u64 (&g), 0);
  args[1] = more;
  args[2] = keys;
  args[3] = op2 (&g, g.b, FIR_REPLICATE, v, len (&g, keys), number (&g, u64 (&g), 1));
  bins = stmt (&g, g.b, FIR_BINS, v, 4, args, 1);
  bins->fns[0] = add;
  counts = fir_atom_var (bins->res[0]);
  offsets = combined (&g, FIR_EXSCAN, fir_fn_of_op (x->p, FIR_ADD, u64 (&g), u64 (&g)), counts);
  kept = at (&g, g.b, offsets, n);
  if (by_number)
    ordered = pick (&g, s->args[1], ordered, kept);
  else
    ordered = first (&g, ordered, kept);
  return done (x, &g, segments (&g, ordered, offsets));
}

/* --- Expansion ------------------------------------------------------------------------------- */

/* The sizes of all elements.  */
static struct fir_atom
sizes (struct build *g)
{
  struct fir_atom x = g->s->args[0], r, v, args[3];
  struct fir_fn *fn = tabulate (g, len (g, x), u64 (g), &r);

  v = at (g, fn->body, x, param (fn, 0));
  v = apply (g, fn->body, g->s->fns[0], 1, &v);
  args[0] = number (g, u64 (g), 1);
  args[1] = param (fn, 0);
  args[2] = pass_as_size (g->p, fn->body, v, -1);
  expand_check (g->p, fn->body, g->s, CHECK_COUNT_AT, 3, args);
  give (g, fn, args[2]);
  return r;
}

struct search
{
  const struct fir_stmt *s;
  bool inside, found;
};

/* Is the statement sought in the function of a term that may run it again and again?  */
static void
note_repeats (struct fir_stmt *t, void *data)
{
  struct search *q = (struct search *) data;

  if (q->inside)
    q->found |= t == q->s;
  else if (t->op != FIR_IF && t->op != FIR_CASE)
    for (unsigned k = 0; k < t->nfns; k++)
      {
	struct search in = { q->s, true, false };

	fir_walk (t->fns[k]->body, note_repeats, &in);
	q->found |= in.found;
      }
}

/* Is S in the function of an element?  */
static bool
in_element (struct expand *x, const struct fir_stmt *s)
{
  struct search q = { s, false, false };

  if (s->parent != x->r->body)
    fir_walk (x->r->body, note_repeats, &q);
  return q.found;
}

static void
note_failure (struct fir_stmt *s, void *data)
{
  *(bool *) data |= fir_may_fail (s) || s->op == FIR_CHECK;
}

static bool
fn_fails (struct fir_fn *fn)
{
  bool fails = false;

  fir_walk (fn->body, note_failure, &fails);
  return fails;
}

/* The filter that is all that S's block does with its result; S, if it only returns that; else
   NULL.  */
static struct fir_stmt *
filtered_or_given (struct expand *x, struct fir_stmt *s)
{
  struct fir_block *b = s->parent;

  if (fir_count_uses (x->r->body, s->res[0]) != 1)
    return NULL;
  if (b->nrets == 1 && b->rets[0].var == s->res[0])
    return s;
  for (struct fir_stmt *t = s->next; t; t = t->next)
    if (t->op == FIR_FILTER && t->args[0].var == s->res[0])
      return t->nargs == 1 && !fn_fails (t->fns[0]) ? t : NULL;
  return NULL;
}

/* In FN, of an element of G's operand: its row, of N elements.  */
static struct fir_atom
row_of (struct expand *x, struct build *g, struct fir_fn *fn, struct fir_atom n)
{
  const struct fir_fn *of = g->s->fns[1];
  const struct type *v = type_vec (x->p->ctx, fir_atom_type (of->body->rets[0]));
  const struct type *i = of->params[1]->type, *size = u64 (g);
  struct fir_stmt *row = stmt (g, fn->body, FIR_TABULATE, v, 1, &n, 1);
  struct fir_fn *get = row->fns[0] = fir_fn_new (x->p, 1, &size);
  struct fir_atom args[2] = { param (fn, 0), param (get, 0) };

  if (i != size)
    args[1] = fir_prim1 (x->p, get->body, FIR_CONV, i, args[1]);
  give (g, get, apply (g, get->body, g->s->fns[1], 2, args));
  return fir_atom_var (row->res[0]);
}

/* In FN, what filter F leaves of row R.  */
static struct fir_atom
filtered_row (struct build *g, struct fir_fn *fn, const struct fir_stmt *f, struct fir_atom r)
{
  struct fir_stmt *s = stmt (g, fn->body, FIR_FILTER, fir_atom_type (r), 1, &r, 1);

  s->order = f->order;
  s->site = f->site;
  s->fns[0] = f->fns[0];
  return fir_atom_var (s->res[0]);
}

/* In the function of an element, which one thread runs: rows of the operand's elements, joined, or
   what filter LAST, unless that is the expansion itself, leaves of each.  Their sizes are COUNTS, a
   vector, or computed again if that is cheap.  */
static bool
expand_by_rows (struct expand *x, struct build *g, struct fir_stmt *last, struct fir_atom counts)
{
  struct fir_stmt *s = g->s, *map;
  const struct type *t = fir_atom_type (s->fns[1]->body->rets[0]), *v = type_vec (x->p->ctx, t);
  bool again = !fn_fails (s->fns[0]) && fir_block_weight (s->fns[0]->body) <= COST_AGAIN;
  const struct type *params[2] = { s->fns[0]->params[0]->type, u64 (g) };
  struct fir_fn *fn;
  struct fir_atom n, args[2] = { s->args[0], counts }, r;

  map = stmt (g, g->b, FIR_MAP, type_vec (x->p->ctx, v), again ? 1 : 2, args, 1);
  fn = map->fns[0] = fir_fn_new (x->p, again ? 1 : 2, params);
  args[0] = param (fn, 0);
  if (again)
    n = pass_as_size (x->p, fn->body, apply (g, fn->body, s->fns[0], 1, args), -1);
  else
    n = param (fn, 1);
  r = row_of (x, g, fn, n);
  give (g, fn, last == s ? r : filtered_row (g, fn, last, r));
  r = fir_atom_var (map->res[0]);
  if (last == s)
    return done (x, g, op1 (g, g->b, FIR_FLATTEN, v, r));
  last->op = FIR_FLATTEN;
  last->args[0] = r;
  last->nfns = 0;
  fir_put_before (s, g->b);
  fir_unlink (s);
  return true;
}

/* There is memory for TOTAL elements of type T.  */
static void
check_total (struct expand *x, struct build *g, struct fir_atom total, const struct type *t)
{
  struct fir_atom args[3] = { number (g, u64 (g), 1), total };

  args[2] = number (g, u64 (g), type_is_vec (t) ? 0 : t->size);
  fir_check_stmt (x->p, g->b, g->s->site, CHECK_SIZE, 3, args);
  g->b->last->order = g->s->order;
}

bool
expand_expand (struct expand *x, struct fir_stmt *s)
{
  struct build g = begin (x, s);
  struct fir_stmt *last;
  struct fir_fn *fn, *get = s->fns[1];
  const struct type *t = fir_atom_type (get->body->rets[0]), *i = get->params[1]->type;
  const struct type *v = type_vec (x->p->ctx, u64 (&g));
  struct fir_atom size = sizes (&g), places, total, owners, k, args[2], r;

  places = combined (&g, FIR_EXSCAN, fir_fn_of_op (x->p, FIR_ADD, u64 (&g), u64 (&g)), size);
  total = combined (&g, FIR_REDUCE, fir_fn_saturating_add (x->p), size);
  check_total (x, &g, total, t);
  last = s->op == FIR_EXPAND && !type_is_vec (t) && in_element (x, s) ? filtered_or_given (x, s)
								      : NULL;
  if (last)
    return expand_by_rows (x, &g, last, size);
  owners = op2 (&g, g.b, FIR_OWNERS, v, places, total);
  fn = tabulate (&g, total, t, &r);
  k = at (&g, fn->body, owners, param (fn, 0));
  args[0] = at (&g, fn->body, s->args[0], k);
  args[1] = size_op (&g, fn->body, FIR_SUB, param (fn, 0), at (&g, fn->body, places, k));
  if (i != u64 (&g))
    args[1] = fir_prim1 (x->p, fn->body, FIR_CONV, i, args[1]);
  give (&g, fn, apply (&g, fn->body, get, 2, args));
  if (s->op == FIR_EXPANDN)
    {
      args[0] = op2 (&g, g.b, FIR_REPLICATE, v, number (&g, u64 (&g), 1), total);
      r = segments (&g, r, op2 (&g, g.b, FIR_CONCAT, v, places, args[0]));
    }
  return done (x, &g, r);
}

/* --- Rows written by index ------------------------------------------------------------------- */

bool
expand_permute (struct expand *x, struct fir_stmt *s)
{
  struct build g = begin (x, s);
  struct fir_atom n, v;

  if (!wants_numbers (s->args[1]))
    return false;
  n = len (&g, s->args[1]);
  v = op2 (&g, g.b, FIR_PERMUTE, type_vec (x->p->ctx, u64 (&g)), s->args[0], numbers (&g, n));
  return done (x, &g, pick (&g, s->args[1], v, n));
}

/* Of d and x as one vector: numbers from len d on are of x.  */
bool
expand_scatter (struct expand *x, struct fir_stmt *s)
{
  struct build g = begin (x, s);
  const struct type *v = type_vec (x->p->ctx, u64 (&g));
  struct fir_atom n, args[3], from;

  if (!wants_numbers (s->args[0]))
    return false;
  n = len (&g, s->args[0]);
  args[2] = pass_numbers (g.p, g.b, s->site, len (&g, s->args[2]), n);
  args[0] = numbers (&g, n);
  args[1] = s->args[1];
  from = fir_atom_var (stmt (&g, g.b, FIR_SCATTER, v, 3, args, 0)->res[0]);
  args[0] = op2 (&g, g.b, FIR_CONCAT, fir_atom_type (s->args[0]), s->args[0], s->args[2]);
  return done (x, &g, pick (&g, args[0], from, n));
}
