/* Merging that is written as ranks.

     before = search (<) b a     how many of b are less than each of a
     behind = len a - search (>) (reverse a) b     how many of a are not greater than each of b
     permute (concat (before + 0, 1, ...) (behind + 0, 1, ...)) (concat a b)
       =>     merge (<) a b (len a + len b)

   Each element goes to its own index plus its rank in the other vector, which is where merging puts
   it; the ranks, the indices and the marks of permute are not made.  A rank is any sum of a search,
   the index and a length, by whatever maps; the searches may go from either end of their vectors,
   the order may be descending, and equal elements of either vector may come first.
   Does not: merge records by a key, or in an order that is no comparison of the elements.
   Law: doc/laws.txt, X32.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "expand.h"
#include "base/scalar.h"

/* A value of type u64 as a sum: SIGN times an element of SEARCH, INDEX times the index, CONSTANT,
   and the value of LENGTH, if not absent.  */
struct rank
{
  bool known;
  struct fir_stmt *search;
  int sign, index;
  __int128 constant;
  struct fir_atom length;
};

/* More steps than these are no rank.  */
#define RANK_DEPTH 16

static struct rank rank_of_element (struct fir_atom v, unsigned depth);

static struct rank
unknown (void)
{
  return (struct rank) { false, NULL, 0, 0, 0, FIR_NONE };
}

/* X + SIGN Y.  */
static struct rank
sum (struct rank x, struct rank y, int sign)
{
  struct rank r = x;

  r.known &= y.known && !(x.search && y.search)
	     && (fir_atom_none (y.length) || (fir_atom_none (x.length) && sign == 1));
  r.index += sign * y.index;
  r.constant += sign * y.constant;
  if (y.search)
    {
      r.search = y.search;
      r.sign = sign * y.sign;
    }
  if (!fir_atom_none (y.length))
    r.length = y.length;
  return r;
}

/* A, a term of map MAP or one from outside.  */
static struct rank
rank_of (struct fir_stmt *map, struct fir_atom a, unsigned depth)
{
  struct rank r = { true, NULL, 0, 0, 0, FIR_NONE };
  struct fir_stmt *s = fir_atom_def (a);

  if (!depth)
    return unknown ();
  if (fir_atom_value (a, &r.constant))
    return r;
  for (unsigned k = 0; k < map->nargs; k++)
    if (a.var == map->fns[0]->params[k])
      return rank_of_element (map->args[k], depth - 1);
  if (s && (s->op == FIR_ADD || s->op == FIR_SUB) && s->parent == map->fns[0]->body)
    return sum (rank_of (map, s->args[0], depth - 1), rank_of (map, s->args[1], depth - 1),
		s->op == FIR_ADD ? 1 : -1);
  r.known = !s || s->parent != map->fns[0]->body;
  r.length = a;
  return r;
}

/* An element of vector V of u64.  */
static struct rank
rank_of_element (struct fir_atom v, unsigned depth)
{
  struct fir_stmt *s = fir_atom_def (v);
  struct rank r = { true, NULL, 0, 0, 0, FIR_NONE };

  if (!s || !depth)
    return unknown ();
  switch (s->op)
    {
    case FIR_SEARCH:
      r.search = s;
      r.sign = 1;
      return r;
    case FIR_RANGE:
      if (!fir_atom_value (s->args[1], &r.constant) || !fir_atom_is_int (s->args[2], 1))
	return unknown ();
      r.index = 1;
      return r;
    case FIR_MAP:
      return rank_of (s, s->fns[0]->body->rets[0], depth - 1);
    default:
      return unknown ();
    }
}

/* Is N written as the length of V?  */
static bool
says_length (struct fir_atom n, struct fir_atom v)
{
  struct fir_stmt *d = fir_atom_def (n);
  struct fir_atom m;

  return (d && d->op == FIR_LEN && fir_atom_equal (d->args[0], v))
	 || (fir_vec_length (&v, &m) && fir_atom_equal (m, n));
}

/* Is N the length of V where S is reached, by what it is or by an earlier check?  */
static bool
is_length (struct fir_stmt *s, struct fir_atom n, struct fir_atom v)
{
  if (says_length (n, v))
    return true;
  for (struct fir_stmt *c = s->prev; c; c = c->prev)
    if (c->op == FIR_CHECK && c->check == CHECK_LENGTHS
	&& ((fir_atom_equal (c->args[1], n) && says_length (c->args[3], v))
	    || (fir_atom_equal (c->args[3], n) && says_length (c->args[1], v))))
      return true;
  return false;
}

static enum fir_op
mirrored (enum fir_op op)
{
  switch (op)
    {
    case FIR_LT: return FIR_GT;
    case FIR_LE: return FIR_GE;
    case FIR_GT: return FIR_LT;
    default: return FIR_LE;
    }
}

/* The comparison OP for which FN (x, y) is x OP y; FIR_LAST if it is none.  */
static enum fir_op
comparison (struct fir_fn *fn)
{
  struct fir_stmt *c = fn->body->first;

  if (!c || c->next || fn->body->rets[0].var != c->res[0]
      || (c->op != FIR_LT && c->op != FIR_LE && c->op != FIR_GT && c->op != FIR_GE))
    return FIR_LAST;
  if (c->args[0].var == fn->params[0] && c->args[1].var == fn->params[1])
    return c->op;
  return c->args[0].var == fn->params[1] && c->args[1].var == fn->params[0] ? mirrored (c->op)
								     : FIR_LAST;
}

/* If element i of V is i plus the number of elements x of OTHER with x OP y, y being element i of
   OWN, the OP; else FIR_LAST.  S is what V is for.  */
static enum fir_op
ranks_by (struct fir_stmt *s, struct fir_atom v, struct fir_atom own, struct fir_atom other)
{
  struct rank r = rank_of_element (v, RANK_DEPTH);
  struct fir_stmt *x;
  enum fir_op op;

  if (!r.known || !r.search || r.index != 1 || r.constant
      || !fir_atom_equal (r.search->args[1], own))
    return FIR_LAST;
  op = comparison (r.search->fns[0]);
  if (op == FIR_LAST)
    return op;
  if (r.sign == 1)
    return fir_atom_none (r.length) && fir_atom_equal (r.search->args[0], other) ? op : FIR_LAST;
  /* From the end there are as many as have the opposite.  */
  x = fir_atom_def (r.search->args[0]);
  if (!x || x->op != FIR_REVERSE || !fir_atom_equal (x->args[0], other)
      || fir_atom_none (r.length) || !is_length (s, r.length, other))
    return FIR_LAST;
  return fir_opposite (op);
}

bool
expand_merge (struct expand *x, struct fir_stmt *s)
{
  struct fir_stmt *places = fir_atom_def (s->args[0]), *all = fir_atom_def (s->args[1]), *m;
  struct fir_block *b = fir_block_new (x->p);
  const struct type *size = type_size (x->p->ctx), *t = s->res[0]->type;
  struct fir_atom own, other, args[3], n[2];
  enum fir_op op, op2;

  if (!places || !all || places->op != FIR_CONCAT || all->op != FIR_CONCAT || places->nargs != 2
      || all->nargs != 2 || fir_atom_type (s->args[0])->elem != size
      || t->elem->kind != TYPE_SCALAR)
    return false;
  own = all->args[0];
  other = all->args[1];
  op = ranks_by (s, places->args[0], own, other);
  op2 = ranks_by (s, places->args[1], other, own);
  /* One vector counts the equal elements of the other one, which come first.  */
  if (!((op == FIR_LT && op2 == FIR_LE) || (op == FIR_GT && op2 == FIR_GE)
	|| (op2 == FIR_LT && op == FIR_LE) || (op2 == FIR_GT && op == FIR_GE)))
    return false;
  if (op == FIR_LE || op == FIR_GE)
    {
      own = all->args[1];
      other = all->args[0];
      op = op2;
    }
  args[0] = own;
  args[1] = other;
  for (unsigned k = 0; k < 2; k++)
    {
      m = expand_term (x, s, b, FIR_LEN, size, 1, &args[k], 0);
      m->site = m->order = 0;
      n[k] = fir_atom_var (m->res[0]);
    }
  args[2] = fir_prim2 (x->p, b, FIR_ADD, size, n[0], n[1]);
  m = expand_term (x, s, b, FIR_MERGE, t, 3, args, 1);
  m->fns[0] = fir_fn_of_op (x->p, op, t->elem, type_i32 (x->p->ctx));
  return expand_end (x, s, b, fir_atom_var (m->res[0]));
}
