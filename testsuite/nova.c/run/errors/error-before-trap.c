/* What the host does between two builtins may trap, or never end, if the first one fails: its
   handler leaves before that.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" "-O2" "-O3" } */

#include <nova.h>
#include "../fails.h"

#define APART __attribute__ ((noipa))

struct pair
{
  size_t n;
  long *d, k;
};

static long
chosen (size_t n, const long *v, const long *ix)
{
  return nova_sum (nova_gather (nova_view (ix, n), nova_view (v, n)));
}

APART static long
load (size_t n, const long *v, const long *ix, const long *p)
{
  long s = chosen (n, v, ix);
  long k = *p;

  return s + nova_sum (nova_gather (nova_view (ix, n), nova_view (ix, n))) + k;
}

APART static long
length (size_t n, const long *v, const long *ix, const struct pair *p)
{
  long s = chosen (n, v, ix);

  return s + nova_sum (nova_view (p->d, p->n));
}

/* Behind it, the pointer is known to be good.  */
APART static long
loads (size_t n, const long *v, const long *ix, const struct pair *p)
{
  long s = nova_sum (nova_view (p->d, p->n)) + chosen (n, v, ix);
  long k = p->k;

  return s + nova_sum (nova_gather (nova_view (ix, n), nova_view (ix, n))) + k;
}

/* The checks of views stand before the load, too.  */
APART static long
size (long n, const long *v, const long *p)
{
  long s = nova_sum (nova_view (v, n));
  long k = *p;

  return s + nova_sum (nova_gather (nova_view (v, 3), nova_view (v, 4))) + k;
}

APART static long
size_behind (size_t n, long m, const long *v, const long *p)
{
  long s = nova_sum (nova_view (v, n)), t = nova_sum (nova_view (v, m));
  long k = *p;

  return s + t + k + nova_sum (nova_gather (nova_view (v, 3), nova_view (v, 4)));
}

APART static long
lengths (size_t n, size_t m, const long *v, const struct pair *p)
{
  nova_vec (long) both = nova_map (nova_add, nova_view (v, n), nova_view (v, m));

  nova_store (p->d, p->n, both);
  return p->d[0];
}

APART static long
divide (size_t n, const long *v, const long *ix, long b)
{
  long s = chosen (n, v, ix);
  long k = 100 / b;

  return s + nova_sum (nova_gather (nova_view (ix, n), nova_view (ix, n))) + k;
}

APART static long
element (size_t n, const long *v, const long *ix, size_t i)
{
  long a[4] = { 1, 2, 3, 4 };
  long s = chosen (n, v, ix);
  long k = a[i];

  a[i] = 9;
  return s + nova_sum (nova_gather (nova_view (ix, n), nova_view (ix, n))) + k + a[i];
}

__attribute__ ((pure)) APART static long
pure (const long *p)
{
  return *p + 1;
}

APART static long
call (size_t n, const long *v, const long *ix, const long *p)
{
  long s = chosen (n, v, ix);
  long k = pure (p);

  return s + nova_sum (nova_gather (nova_view (ix, n), nova_view (ix, n))) + k;
}

APART static long
branch (size_t n, const long *v, const long *ix, const long *p)
{
  long s = chosen (n, v, ix);
  long k = 3;

  if (*p)
    k = 5;
  return s + nova_sum (nova_gather (nova_view (ix, n), nova_view (ix, n))) + k;
}

APART static long
loop (size_t n, const long *v, const long *ix, unsigned step)
{
  long s = chosen (n, v, ix);
  unsigned k = 0;

  for (unsigned i = 1u << 31; i; i += step)
    k ^= i;
  return s + nova_sum (nova_gather (nova_view (ix, n), nova_view (ix, n))) + k;
}

/* Whether the memory of two members is apart is tested before any member runs.  */
APART static long
tested (size_t n, const long *v, const long *ix, struct pair *p)
{
  long s = nova_sum (nova_gather (nova_view (ix, n), nova_view (v, n)));

  nova_store (p->d, p->n, nova_view (v, n));
  return s + nova_sum (nova_view (ix, n));
}

/* Operands are read first.  */
APART static long
operands (size_t n, const long *ix, const struct pair *p, const struct pair *to)
{
  return nova_store (to->d, to->n,
		     nova_map (nova_add, nova_gather (nova_view (ix, n), nova_view (ix, n)),
			       nova_view (p->d, p->n)));
}

int
main (void)
{
  long v[] = { 3, 4, 5, 6 }, bad[] = { 0, 9, 1, 2 }, ix[] = { 3, 0, 1, 2 }, one = 1, y[4];
  struct pair p = { 4, v, 7 }, to = { 4, y, 0 };

  nova_set_error_handler (handler);
  FAILS (load (4, v, bad, NULL), "element 1, the index 9, is not below 4");
  FAILS (length (4, v, bad, NULL), "element 1, the index 9, is not below 4");
  FAILS (loads (4, v, bad, &p), "element 1, the index 9, is not below 4");
  FAILS (size (-1, v, NULL), "operand 2, a size, is -1");
  FAILS (size_behind (4, -1, v, NULL), "operand 2, a size, is -1");
  FAILS (lengths (3, 4, v, NULL), "operand 3 has 4 elements, operand 2 has 3");
  FAILS (divide (4, v, bad, 0), "element 1, the index 9, is not below 4");
  FAILS (element (4, v, bad, (size_t) 1 << 50), "element 1, the index 9, is not below 4");
  FAILS (call (4, v, bad, NULL), "element 1, the index 9, is not below 4");
  FAILS (branch (4, v, bad, NULL), "element 1, the index 9, is not below 4");
  FAILS (loop (4, v, bad, 0), "element 1, the index 9, is not below 4");
  FAILS (tested (4, v, bad, NULL), "element 1, the index 9, is not below 4");
  if (load (4, v, ix, &one) != 25 || length (4, v, ix, &p) != 36 || loads (4, v, ix, &p) != 49
      || divide (4, v, ix, 10) != 34 || element (4, v, ix, 2) != 36 || call (4, v, ix, &one) != 26
      || branch (4, v, ix, &one) != 29 || loop (4, v, ix, 1u << 31) != 24 + (1l << 31)
      || tested (4, v, ix, &to) != 24 || y[3] != 6 || lengths (4, 4, v, &to) != 6 || operands (4, ix, &p, &to) != 4 || y[0] != 5)
    return 1;
  return 0;
}
