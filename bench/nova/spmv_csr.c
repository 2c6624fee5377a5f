#include <nova.h>
#include "bench.h"
void run(const input *in, output *out) {
  const int *restrict q = in->q, *restrict p = in->p;
  const float *restrict x = in->x, *restrict y = in->y;
  float row(size_t i) { return sparse_row(x + q[i], p + q[i], q[i + 1] - q[i], y); }
  nova_store(out->x, in->m, nova_tabulate(row, in->m));
}
