/* Rows expanded as often as a walk through them tells: the walk and what is made of it are one loop
   (schedule-row-turns.c), for which nothing is kept but in a row that is done again.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-dump=chunk" } */
#include <nova.h>

struct pair
{
  int a, b;
};

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;
typedef nova_vec (struct pair) pairs;

size_t
close_pairs (struct pair *restrict got, size_t room, int *x, size_t n, size_t *at, size_t r,
	     int most)
{
  rows all = nova_segments (nova_view (x, n), nova_view (at, r + 1));
  pairs of (ints t)
  {
    size_t m = nova_length (t);
    int reach (size_t i)
    {
      size_t j = i + 1;

      while (j < m && nova_get (t, j) - nova_get (t, i) < most)
	j++;
      return (int) (j - i - 1) - (nova_get (t, i) == 7 ? 1000 : 0);
    }
    struct pair make (size_t i, int k)
    {
      return (struct pair) { nova_get (t, i), nova_get (t, i + 1 + k) };
    }
    return nova_expand (reach, make, nova_range (m));
  }
  return nova_store (got, room, nova_flatten (nova_map (of, all)));
}
/* { dg-final { scan-imp-dump-times "new late" 1 } } */
/* { dg-final { scan-imp-dump-times "vecnew own" 1 } } */
