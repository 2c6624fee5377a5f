#include <nova.h>
#include "bench.h"
/* As the example image has it: a function of the pixel's place, which reads a captured view. */
typedef nova_vec(float) row;
void run(const input *in, output *out) {
  nova_vec(row) image = nova_view(in->x, in->m, in->n);
  float mean(size_t i, size_t j) {
    float s = 0;
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) s += nova_get(nova_get(image, i + a), j + b);
    return s * (1 / 9.f);
  }
  long m = in->m - 2, n = in->n - 2;
  nova_store(out->x, m * n, nova_tabulate(mean, m, n));
}
