#include <nova.h>
#include "bench.h"
void run(const input *in, output *out) {
  f3 body(size_t i) { return accel(in, i); }
  float x(f3 a) { return a.x; }
  float y(f3 a) { return a.y; }
  float z(f3 a) { return a.z; }
  nova_vec(f3) a = nova_copy(nova_tabulate(body, in->n));
  nova_store(out->x, in->n, nova_map(x, a));
  nova_store(out->y, in->n, nova_map(y, a));
  nova_store(out->z, in->n, nova_map(z, a));
}
