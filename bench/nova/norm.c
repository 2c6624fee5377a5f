#include <nova.h>
#include "bench.h"

static inline double
square (double a)
{
  return a * a;
}

void
run (const input *in, output *out)
{
  out->r[0] = sqrt (nova_sum (nova_map (square, nova_view (in->u, in->n))));
}
