/* A store with steps: where nothing is buffered the loop knows the steps.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-dump=chunk" } */
#include <nova.h>

static float add1 (float p) { return p + 1; }

void
every4 (float *to, float *from, size_t n)
{
  nova_store_strided (to, n, 4, nova_map (add1, nova_view_strided (from, n, 4)));
}
/* { dg-final { scan-imp-dump {to\.\d+\[mul \(conv:i64 \(i\.\d+\), 4:i64\)\] := add} } } */
