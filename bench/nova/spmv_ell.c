#include <nova.h>
#include "bench.h"
typedef nova_vec (float) row;
typedef nova_vec (int) indices;

void
run (const input *in, output *out)
{
  nova_vec (float) y = nova_view (in->y, in->m);
  float dot (row a, indices c) { return nova_sum (nova_map (nova_mul, a, nova_gather (c, y))); }
  nova_store (out->x, in->m,
	      nova_map (dot, nova_transpose (nova_view (in->x, in->k, in->m)),
			nova_transpose (nova_view (in->p, in->k, in->m))));
}
