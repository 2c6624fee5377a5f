#include <nova.h>
#include "bench.h"

static inline float
dot3 (f3 a, f3 b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

void
run (const input *in, output *out)
{
  nova_vec (f3) a = nova_view ((const f3 *) in->x, in->n),
		b = nova_view ((const f3 *) in->y, in->n);
  nova_store (out->x, in->n, nova_map (dot3, a, b));
}
