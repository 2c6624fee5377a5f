#include <nova.h>
#include "bench.h"

void
run (const input *in, output *out)
{
  long n = in->n;
  nova_vec (float) x = nova_view (in->x, n), y = nova_view (in->y, n), z = nova_view (in->z, n);
  nova_vec (float) w = nova_view (in->w, n);
  f3 acceleration (float x0, float y0, float z0)
  {
    f3 pull (float x, float y, float z, float w)
    {
      float dx = x - x0, dy = y - y0, dz = z - z0;
      float d = dx * dx + dy * dy + dz * dz + 1e-4f, r = 1 / sqrtf (d), g = w * r * r * r;
      return (f3){ dx * g, dy * g, dz * g };
    }
    nova_vec (f3) a = nova_map (pull, x, y, z, w);
    return (f3){ nova_sum (nova_field (a, x)), nova_sum (nova_field (a, y)),
		 nova_sum (nova_field (a, z)) };
  }
  nova_vec (f3) a = nova_map (acceleration, x, y, z);
  nova_store (out->x, n, nova_field (a, x));
  nova_store (out->y, n, nova_field (a, y));
  nova_store (out->z, n, nova_field (a, z));
}
