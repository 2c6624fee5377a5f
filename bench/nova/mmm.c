#include <nova.h>
#include "bench.h"

static inline float
twice_plus (float x)
{
  return 2 * x + 1;
}

static inline float
root_plus (float x)
{
  return 1 + sqrtf (x);
}

static inline float
inverse (float x)
{
  return 1 / x;
}

void
run (const input *in, output *out)
{
  nova_vec (float) x = nova_view (in->x, in->n);
  nova_store (out->x, in->n, nova_map (inverse, nova_map (root_plus, nova_map (twice_plus, x))));
}
