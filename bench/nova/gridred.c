#include <nova.h>
#include "bench.h"
/* Rows of blocks, blocks, rows of a block, its elements: a view says where each is. */
typedef nova_vec (float) row;
typedef nova_vec (row) block;

void
run (const input *in, output *out)
{
  long n = in->n, m = in->m;
  float total (row r) { return nova_sum (r); }
  float sum (block b) { return nova_sum (nova_map (total, b)); }
  nova_vec (block) blocks = nova_flatten (
      nova_view_strided (in->x, m / 16, 16 * n, n / 16, 16, 16, n, 16, 1));
  nova_store (out->x, m * n / 256, nova_map (sum, blocks));
}
