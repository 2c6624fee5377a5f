/* Functions that compute the place of an element in rows of one width, as loops in C do, have no
   checks left; one that may leave the rows keeps its own.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-dump=chunk" } */
#include <nova.h>

void
plane (float *restrict to, float *from, size_t n, size_t m)
{
  nova_vec (float) x = nova_view (from, n * m);
  float step (size_t i, size_t j)
  {
    float c = nova_get (x, i * m + j);
    if (i > 0 && i + 1 < n && j > 0 && j + 1 < m)
      c += nova_get (x, (i - 1) * m + j) + nova_get (x, (i + 1) * m + j)
	   + nova_get (x, i * m + j - 1) + nova_get (x, i * m + j + 1);
    return c;
  }
  nova_store (to, n * m, nova_tabulate (step, n, m));
}

void
numbers (float *restrict to, float *from, int n, int m)
{
  nova_vec (float) x = nova_view (from, n * m);
  float step (int i, int j)
  {
    if (i == 0 || j == 0)
      return nova_get (x, i * m + j);
    return nova_get (x, (i - 1) * m + j - 1);
  }
  nova_store (to, n * m, nova_tabulate (step, n, m));
}

void
wrong (float *restrict to, float *from, size_t n, size_t m)
{
  nova_vec (float) x = nova_view (from, n * m);
  float step (size_t i, size_t j)
  {
    return i > 0 ? nova_get (x, (i + 1) * m + j) : 0;
  }
  nova_store (to, n * m, nova_tabulate (step, n, m));
}
/* { dg-final { scan-imp-dump-times "mayfail" 1 } } */
/* { dg-final { scan-imp-dump-times "fail index" 1 } } */
