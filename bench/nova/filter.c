#include <nova.h>
#include "bench.h"

static inline int
positive (float a)
{
  return a > 0;
}

void
run (const input *in, output *out)
{
  out->n = nova_store (out->x, in->n, nova_filter (positive, nova_view (in->x, in->n)));
}
