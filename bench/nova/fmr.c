#include <nova.h>
#include "bench.h"

static inline int
positive (double a)
{
  return a > 0;
}

static inline double
square (double a)
{
  return a * a;
}

void
run (const input *in, output *out)
{
  out->r[0] = nova_sum (nova_map (square, nova_filter (positive, nova_view (in->u, in->n))));
}
