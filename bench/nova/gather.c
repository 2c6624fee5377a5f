#include <nova.h>
#include "bench.h"

void
run (const input *in, output *out)
{
  nova_store (out->x, in->n, nova_gather (nova_view (in->p, in->n), nova_view (in->x, in->n)));
}
