/* Functions that look at the edges themselves have no checks left: of indices of any type, in rows
   too; and one whose condition is wrong keeps its own.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-dump=chunk" } */
#include <nova.h>

void
line (float *restrict to, float *from, int n)
{
  nova_vec (float) x = nova_view (from, n);
  float step (int i)
  {
    if (i > 0 && i < n - 1)
      return nova_get (x, i - 1) + nova_get (x, i + 1);
    return nova_get (x, i);
  }
  nova_store (to, n, nova_map (step, nova_range (n)));
}

void
plane (float *restrict to, float *from, size_t n, size_t m)
{
  nova_vec (nova_vec (float)) x = nova_view (from, n, m);
  float step (size_t i, size_t j)
  {
    float c = nova_get (nova_get (x, i), j);
    if (i > 0 && i + 1 < n && j > 0 && j + 1 < m)
      c += nova_get (nova_get (x, i - 1), j) + nova_get (nova_get (x, i + 1), j)
	   + nova_get (nova_get (x, i), j - 1) + nova_get (nova_get (x, i), j + 1);
    return c;
  }
  nova_store (to, n * m, nova_tabulate (step, n, m));
}

void
wrong (float *restrict to, float *from, size_t n)
{
  nova_vec (float) x = nova_view (from, n);
  float step (size_t i)
  {
    return i > 0 ? nova_get (x, i + 1) : 0;
  }
  nova_store (to, n, nova_tabulate (step, n));
}
/* { dg-final { scan-imp-dump-times "mayfail" 1 } } */
/* { dg-final { scan-imp-dump-times "fail index" 1 } } */
