#include <nova.h>
#include "bench.h"
/* As the example graph has it: a level is a comprehension over the vertices that the last one
   reached; a vertex that several reach stays at the place that was the last to claim it. */
typedef nova_vec (int) vertices;

void
run (const input *in, output *out)
{
  nova_vec (vertices) near = nova_view (in->p, in->n, 16);
  vertices front = nova_replicate (1, 0);
  int far (int v) { return v == 0 ? 0 : -1; }
  nova_vec (int) d = nova_map (far, nova_range ((int) in->n));
  for (int level = 1; nova_length (front) > 0; level++)
    {
      vertices next = nova_for (int, (v, front), (w, nova_get (near, v)),
				nova_when (nova_get (d, w) < 0), w);
      nova_vec (size_t) places = nova_range (nova_length (next));
      nova_vec (size_t) last = nova_scatter (nova_replicate (in->n, (size_t) 0), next, places);
      d = nova_scatter (d, next, nova_replicate (nova_length (next), level));
      front = nova_for (int, (w, next, k, places), nova_when (nova_get (last, w) == k), w);
    }
  nova_store (out->p, in->n, d);
}
