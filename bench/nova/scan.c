#include <nova.h>
#include "bench.h"

void
run (const input *in, output *out)
{
  nova_store (out->p, in->n, nova_scan (nova_add, 0, nova_view (in->p, in->n)));
}
