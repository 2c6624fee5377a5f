/* A region that reads a function has its addresses as operands, which bring no scopes along: those of a
   function that is inlined, or goes, are somebody else's memory in the end.  */
/* { dg-nova-options "-fchecking" } */
/* { dg-nova-levels "-O0" "-O2" "-O3 -g" } */

#include <nova.h>

static long table[2][64];

static long
above (long x)
{
  {
    long least = nova_reduce (nova_add, 0, nova_view (table[1], 5));
    return x > least;
  }
}

static __attribute__ ((noinline)) size_t
kept (size_t n)
{
  return nova_length (nova_filter (above, nova_view (table[1], n)));
}

int
main (void)
{
  for (long i = 0; i < 64; i++)
    table[1][i] = i;
  return kept (64) == 64 - 11 ? 0 : 1;
}
