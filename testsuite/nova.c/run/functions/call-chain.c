/* Functions that each call the next twice: neither the code nor the time to compile it doubles with
   each, for functions of scalars and for those of vectors.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define EACH(F)							\
  F (1, 0) F (2, 1) F (3, 2) F (4, 3) F (5, 4) F (6, 5) F (7, 6)	\
  F (8, 7) F (9, 8) F (10, 9) F (11, 10) F (12, 11) F (13, 12)

#define SCALAR(K, J)				\
static unsigned s##K (unsigned x)		\
{						\
  return s##J (s##J (x)) * 3;			\
}

#define VECTOR(K, J)				\
static nova_vec (unsigned) v##K (nova_vec (unsigned) x)	\
{						\
  unsigned by3 (unsigned e)			\
  {						\
    return e * 3;				\
  }						\
  return nova_map (by3, v##J (v##J (x)));	\
}

static unsigned
s0 (unsigned x)
{
  return x + 1;
}

static nova_vec (unsigned)
v0 (nova_vec (unsigned) x)
{
  return nova_map (s0, x);
}

EACH (SCALAR)
SCALAR (14, 13) SCALAR (15, 14) SCALAR (16, 15) SCALAR (17, 16)
SCALAR (18, 17) SCALAR (19, 18) SCALAR (20, 19)
EACH (VECTOR)

/* What sK gives.  */
static unsigned
plain (unsigned k, unsigned x)
{
  return k ? plain (k - 1, plain (k - 1, x)) * 3 : x + 1;
}

int
main (void)
{
  unsigned x[4] = { 1, 20, 300, 4000 }, y[4];

  nova_store (y, 4, nova_map (s20, nova_view (x, 4)));
  for (int k = 0; k < 4; k++)
    if (y[k] != plain (20, x[k]))
      printf ("s20 of %u: %u\n", x[k], y[k]);
  nova_store (y, 4, nova_map (v13, nova_view (x, 2, 2)));
  for (int k = 0; k < 4; k++)
    if (y[k] != plain (13, x[k]))
      printf ("v13 of %u: %u\n", x[k], y[k]);
  return 0;
}
