#include <nova.h>
#include "bench.h"

void
run (const input *in, output *out)
{
  nova_vec (f2) p = nova_view ((const f2 *) in->x, in->n);
  nova_vec (float) x = nova_field (p, x), y = nova_field (p, y);
  float x0 = nova_minimum (x), y0 = nova_minimum (y), x1 = nova_maximum (x), y1 = nova_maximum (y);
  out->r[0] = x0, out->r[1] = y0, out->r[2] = x1, out->r[3] = y1;
}
