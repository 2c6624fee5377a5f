#include <nova.h>
#include "bench.h"

typedef struct
{
  int x, y, z;
} triple;

void
run (const input *in, output *out)
{
  int n = in->n;
  nova_vec (triple) t = nova_for (triple, (x, nova_range (1, n)), (y, nova_range (x, n)),
				  (z, nova_range (y, x + y < n ? x + y : n)),
				  nova_when (x * x + y * y == z * z), ((triple){ x, y, z }));
  out->n = nova_store ((triple *) out->p, nova_length (t), t);
}
