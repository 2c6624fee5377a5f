#include <nova.h>
#include "bench.h"

void
run (const input *in, output *out)
{
  nova_vec (unsigned) x = nova_view ((const unsigned *) in->p, in->n);
  nova_store ((unsigned *) out->p, in->n, nova_sort (nova_lt, x));
}
