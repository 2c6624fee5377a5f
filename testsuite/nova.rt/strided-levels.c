/* Do two elements of a strided array have one address?  Against a look at every pair, for arrays of
   one to six levels.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

#define MOST 6

static unsigned state = 1;

static unsigned
some (unsigned n)
{
  state = state * 1103515245u + 12345u;
  return (state >> 16) % n;
}

/* The least element with the address of one before it, TOTAL if there is none.  */
static size_t
plainly (unsigned k, const size_t *n, const ptrdiff_t *s)
{
  size_t total = 1;
  for (unsigned l = 0; l < k; l++)
    total *= n[l];
  ptrdiff_t at[total + 1];
  for (size_t i = 0; i < total; i++)
    {
      size_t rest = i;
      at[i] = 0;
      for (unsigned l = k; l-- > 0; rest /= n[l])
	at[i] += (ptrdiff_t) (rest % n[l]) * s[l];
      for (size_t j = 0; j < i; j++)
	if (at[j] == at[i])
	  return i;
    }
  return total;
}

static void
compare (unsigned k, const size_t *n, const ptrdiff_t *s)
{
  size_t found = k == 1 ? nova_strided_clash (1, n[0], s[0])
		 : k == 2 ? nova_strided_clash (2, n[0], s[0], n[1], s[1])
		 : k == 3 ? nova_strided_clash (3, n[0], s[0], n[1], s[1], n[2], s[2])
		 : k == 4 ? nova_strided_clash (4, n[0], s[0], n[1], s[1], n[2], s[2], n[3], s[3])
		 : k == 5 ? nova_strided_clash (5, n[0], s[0], n[1], s[1], n[2], s[2], n[3], s[3],
						n[4], s[4])
		 : nova_strided_clash (6, n[0], s[0], n[1], s[1], n[2], s[2], n[3], s[3], n[4],
				       s[4], n[5], s[5]);
  CHECK (found == plainly (k, n, s));
}

int
main (void)
{
  for (int turn = 0; turn < 20000; turn++)
    {
      size_t n[MOST];
      ptrdiff_t s[MOST];
      unsigned k = 1 + some (MOST);
      for (unsigned l = 0; l < k; l++)
	{
	  n[l] = some (k > 4 ? 4 : 6);
	  s[l] = (ptrdiff_t) some (turn % 2 ? 9 : 80) - (turn % 2 ? 4 : 40);
	}
      compare (k, n, s);
    }
  /* Large, and told at once.  */
  size_t huge = (size_t) 1 << 40;
  CHECK (nova_strided_clash (2, huge, (ptrdiff_t) 3, huge, (ptrdiff_t) 0) == 1);
  CHECK (nova_strided_clash (2, huge, (ptrdiff_t) 1, (size_t) 7, (ptrdiff_t) -1) == 8);
  CHECK (nova_strided_clash (4, (size_t) 1000, (ptrdiff_t) 1, (size_t) 1000, (ptrdiff_t) 1000,
			     (size_t) 1000, (ptrdiff_t) 1000000, (size_t) 3, (ptrdiff_t) 999999)
	 == 3000001);
  return 0;
}
