/* Where the element that fails is the last one, a reduction that has nothing to begin a chunk with looks
   at no element behind it: there is no memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../says.h"

typedef nova_vec (int) ints;
struct four { int a[4]; };

static struct four
plus (struct four p, struct four q)
{
  for (int k = 0; k < 4; k++)
    p.a[k] += q.a[k];
  return p;
}

static __attribute__ ((noinline)) int
total (size_t n, const int *x)
{
  struct four begin = { { 1, 2, 3, 4 } };
  ints v = nova_range (9);
  struct four at (int i)
  {
    struct four r = { { 0 } };

    r.a[i & 3] = nova_get (v, i);
    return r;
  }
  struct four sum = nova_reduce (plus, begin, nova_map (at, nova_view (x, n)));

  return sum.a[0] + sum.a[1] + sum.a[2] + sum.a[3];
}

int
main (void)
{
  size_t page = sysconf (_SC_PAGESIZE);
  char *p = mmap (NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int *end = (int *) (p + page);

  if (p == MAP_FAILED || mprotect (end, page, PROT_NONE))
    return 1;
  nova_set_error_handler (handler);
  end[-2] = 5, end[-1] = 8;
  SAYS (bad |= total (2, end - 2) != 23, "");
  end[-1] = 9;
  SAYS (total (2, end - 2), "__nova_get: operand 2: index 9 is not below 9");
  SAYS (total (1, end - 1), "__nova_get: operand 2: index 9 is not below 9");
  SAYS (total (page / sizeof *end, end - page / sizeof *end),
	"__nova_get: operand 2: index 9 is not below 9");
  return bad;
}
