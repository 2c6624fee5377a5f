#include <nova.h>
#include "bench.h"
/* Windows of three rows, and in them windows of three columns. */
typedef nova_vec (float) row;

void
run (const input *in, output *out)
{
  nova_vec (row) image = nova_view (in->x, in->m, in->n);
  float total (row r) { return nova_sum (r); }
  nova_vec (float) blurred (nova_vec (row) rows)
  {
    float mean (nova_vec (row) box) { return nova_sum (nova_map (total, box)) * (1 / 9.f); }
    return nova_map (mean, nova_window (3, nova_transpose (rows)));
  }
  nova_store (out->x, (in->m - 2) * (in->n - 2), nova_map (blurred, nova_window (3, image)));
}
