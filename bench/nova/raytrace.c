#include <nova.h>
#include "bench.h"

/* ray() of bench.h, the nearest sphere found by nova */
void
run (const input *in, output *out)
{
  nova_vec (f4) spheres = nova_view ((const f4 *) in->x, in->k);
  float pixel (size_t i, size_t j)
  {
    float px = pixel_x (in, j), py = pixel_y (in, i);
    float l = 1 / sqrtf (px * px + py * py + 1), dx = px * l, dy = py * l, dz = l;
    float distance (f4 s)
    {
      float b = s.x * dx + s.y * dy + s.z * dz;
      float c = s.x * s.x + s.y * s.y + s.z * s.z - s.w * s.w, d = b * b - c;
      return d > 0 ? b - sqrtf (d > 0 ? d : 0) : 1e30f;
    }
    nova_vec (float) distances = nova_map (distance, spheres);
    size_t nearest = nova_argmin (nova_lt, distances);
    float best = nova_get (distances, nearest);
    f4 s = nova_get (spheres, nearest);
    float nx = best * dx - s.x, ny = best * dy - s.y, nz = best * dz - s.z;
    return best < 1e29f ? -(nx * 0.6f + ny * 0.48f + nz * 0.64f) / s.w : 0;
  }
  nova_store (out->x, in->m * in->n, nova_tabulate (pixel, in->m, in->n));
}
