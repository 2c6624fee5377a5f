#include <nova.h>
#include "bench.h"

void
run (const input *in, output *out)
{
  out->r[0] = nova_sum (nova_map (nova_mul, nova_view (in->u, in->n), nova_view (in->v, in->n)));
}
