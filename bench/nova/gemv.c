#include <nova.h>
#include "bench.h"

void
run (const input *in, output *out)
{
  nova_vec (float) y = nova_view (in->y, in->n);
  float dot (nova_vec (float) row) { return nova_sum (nova_map (nova_mul, row, y)); }
  nova_store (out->x, in->m, nova_map (dot, nova_view (in->x, in->m, in->n)));
}
