/* Sums of a symbol and a constant, and what the matrix of facts says of them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FACTS_SUM_H
#define NOVA_FACTS_SUM_H

#include "facts.h"
#include "base/scalar.h"

#define NO_BOUND ((__int128) 1 << 100)

/* SYM + OFF, unless not KNOWN.  */
struct sum
{
  bool known;
  unsigned sym;
  __int128 off;
};

/* --- The matrix ------------------------------------------------------------------------------- */

/* A - B is at most C.  */
static inline void
learn (struct facts *f, unsigned a, unsigned b, __int128 c)
{
  if (f->most[a][b] <= c)
    return;
  for (unsigned i = 0; i < f->n; i++)
    for (unsigned j = 0; j < f->n; j++)
      if (f->most[i][a] < NO_BOUND && f->most[b][j] < NO_BOUND
	  && f->most[i][a] + c + f->most[b][j] < f->most[i][j])
	f->most[i][j] = f->most[i][a] + c + f->most[b][j];
}

/* Do the facts contradict each other: is this never reached?  */
static inline bool
contradiction (struct facts *f)
{
  for (unsigned i = 0; i < f->n; i++)
    if (f->most[i][i] < 0)
      return true;
  return false;
}

/* X is at most Y + C.  */
static inline void
at_most (struct facts *f, struct sum x, struct sum y, __int128 c)
{
  if (x.known && y.known && c < NO_BOUND)
    learn (f, x.sym, y.sym, y.off - x.off + c);
}

/* The greatest that X - Y can be.  */
static inline __int128
difference (struct facts *f, struct sum x, struct sum y)
{
  __int128 d = x.known && y.known ? f->most[x.sym][y.sym] : NO_BOUND;
  return d < NO_BOUND ? d + x.off - y.off : NO_BOUND;
}

static inline __int128
greater (__int128 a, __int128 b)
{
  return a > b ? a : b;
}

static inline struct sum
number (__int128 i)
{
  return (struct sum) { true, 0, i };
}

static inline __int128
greatest (struct facts *f, struct sum x)
{
  return difference (f, x, number (0));
}

/* The least that X can be, negated.  */
static inline __int128
least_negated (struct facts *f, struct sum x)
{
  return difference (f, number (0), x);
}

static inline struct sum
plus (struct sum x, __int128 c)
{
  x.off += c;
  return x;
}

/* --- Values ----------------------------------------------------------------------------------- */

/* So many definitions deep are values looked into.  */
#define FACTS_DEPTH 6

/* The value of A, as a new symbol if need be, looked into DEPTH definitions deep.  */
extern struct sum facts_value (struct facts *f, struct fir_atom a, unsigned depth);

/* facts-product.c.  S, the value of D, which multiplies, is C, positive, times X, which is not
   negative.  */
extern void facts_multiple (struct facts *f, struct sum s, const struct fir_stmt *d, struct sum x,
			    __int128 c, unsigned depth);
/* S is how many steps of 1 lead from X to Y.  */
extern void facts_steps (struct facts *f, struct sum s, struct sum x, struct sum y);
/* S is the quotient, or (REST) what remains, of X, which is not negative, by Y, the value of D,
   which may be; POSITIVE: Y is.  */
extern void facts_divided (struct facts *f, struct sum s, bool rest, struct sum x, struct sum y,
			   bool positive, struct fir_atom d, unsigned depth);

/* --- Types ------------------------------------------------------------------------------------ */

/* The values of T, an integer type of at most 64 bits; false for others.  */
static inline bool
range_of (const struct type *t, __int128 *low, __int128 *high)
{
  if (!type_is_scalar (t))
    return false;
  const struct scalar_info *i = &scalar_info[t->scalar];
  if (i->cls == SC_BOOL)
    *low = 0, *high = 1;
  else if (i->cls != SC_INT || i->bytes > 8)
    return false;
  else
    {
      *high = ((__int128) 1 << (8 * i->bytes - i->is_signed)) - 1;
      *low = i->is_signed ? -*high - 1 : 0;
    }
  return true;
}

/* Is X certainly a value of T?  */
static inline bool
fits (struct facts *f, struct sum x, const struct type *t)
{
  __int128 low, high;
  return range_of (t, &low, &high) && greatest (f, x) <= high && least_negated (f, x) <= -low;
}

#endif
