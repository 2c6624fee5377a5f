/* Sizes of what is made of rows in memory.

     map { (x)  n = len x  ...  k = min 5 n  b = mul (sub (max n 4) 4) 8  check size 1 k b  ... }
	 (segments (view p m) o)
     =>  the same without the check

   No memory has more than 2^48 bytes, so a row of a view has so few elements that several thousand
   times as many can be counted.  Functions do not know that their arguments are such rows; here the
   operation that applies them is looked at.
   Does not: know how long other vectors are.  A handle may be of elements that are repeated.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

/* A row, and how many bytes each of its elements takes in memory.  */
struct row
{
  struct fir_var *v;
  uint64_t bytes;
  unsigned removed;		/* checks */
};

/* What a number is at most: N; EACH for each element of the row.  UNKNOWN: any number.  */
#define UNKNOWN ((__int128) 1 << 64)
struct most
{
  __int128 n, each;
};

/* The bytes that an element of V, rows, takes in memory; 0 if its elements may be in none.  */
static uint64_t
bytes_in_memory (struct fir_atom v)
{
  const struct type *t = fir_atom_type (v);
  struct fir_stmt *def;

  if (!type_is_vec (t) || !type_is_vec (t->elem) || type_is_vec (t->elem->elem))
    return 0;
  while ((def = fir_atom_def (v)) != NULL)
    switch (def->op)
      {
      case FIR_VIEW:
	return t->elem->elem->size;
      case FIR_SEGMENTS:
      case FIR_SLICE:
      case FIR_REVERSE:
	v = def->args[fir_shows (def)];
	break;
      default:
	return 0;
      }
  return 0;
}

static __int128
times (__int128 a, __int128 b)
{
  return a >= UNKNOWN || b >= UNKNOWN || (b && a > UNKNOWN / b) ? UNKNOWN : a * b;
}

/* What A is at most, V the row; looking at STEPS definitions.  */
static struct most
most_of (struct fir_atom a, const struct fir_var *v, unsigned steps)
{
  struct most r = { UNKNOWN, UNKNOWN }, x, y;
  struct fir_stmt *d = fir_atom_def (a), *m;
  __int128 i;

  if (fir_atom_value (a, &i) && i >= 0)
    r.n = i;
  if (!d || !steps--)
    return r;
  switch (d->op)
    {
    case FIR_LEN:
      if (d->args[0].var == v)
	r.each = 1;
      break;
    case FIR_MIN:
      x = most_of (d->args[0], v, steps);
      y = most_of (d->args[1], v, steps);
      r.n = x.n < y.n ? x.n : y.n;
      r.each = x.each < y.each ? x.each : y.each;
      break;
    case FIR_MUL:
      if (fir_atom_value (d->args[1], &i) && i >= 0)
	{
	  x = most_of (d->args[0], v, steps);
	  r.n = times (x.n, i);
	  r.each = times (x.each, i);
	}
      break;
    case FIR_SUB:
      /* What something exceeds a number by.  */
      m = fir_atom_def (d->args[0]);
      if (m && m->op == FIR_MAX && fir_atom_equal (m->args[1], d->args[1])
	  && fir_atom_value (d->args[1], &i) && i >= 0)
	r = most_of (m->args[0], v, steps);
      break;
    default:
      break;
    }
  return r;
}

/* Remove S if it is a check that what is made of the row is not too large.  */
static void
look_at_check (struct fir_stmt *s, void *data)
{
  struct row *row = (struct row *) data;
  struct most n, b;
  __int128 most;

  if (s->op != FIR_CHECK || s->check != CHECK_SIZE
      || fir_atom_type (s->args[1])->size != sizeof (uint64_t)
      || fir_atom_type (s->args[2])->size != sizeof (uint64_t))
    return;
  n = most_of (s->args[1], row->v, ATOM_STEPS);
  b = most_of (s->args[2], row->v, ATOM_STEPS);
  most = times (n.n, b.each);
  if (times (n.each, b.n) < most)
    most = times (n.each, b.n);
  if (most > (__int128) row->bytes * INT16_MAX)
    return;
  fir_unlink (s);
  row->removed++;
}

unsigned
simplify_sizes (struct fir_stmt *s)
{
  struct fir_fn *fn = s->nfns ? s->fns[s->nfns - 1] : NULL;
  unsigned first = fir_op_info[s->op].each, n = 0;

  if (fir_op_info[s->op].role != FIR_ROLE_EACH || fn->nparams + first > s->nargs)
    return 0;
  for (unsigned k = 0; k < fn->nparams; k++)
    {
      struct row row = { fn->params[k], bytes_in_memory (s->args[first + k]), 0 };

      if (row.bytes)
	fir_walk (fn->body, look_at_check, &row);
      n += row.removed;
    }
  return n;
}
