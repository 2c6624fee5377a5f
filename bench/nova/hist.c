#include <nova.h>
#include "bench.h"

void
run (const input *in, output *out)
{
  nova_store (
      out->p, 256,
      nova_reduce_by_index (nova_add, 0, 256, nova_view (in->p, in->n), nova_replicate (in->n, 1)));
}
