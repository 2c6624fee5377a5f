#include <nova.h>
#include "bench.h"
static inline double magnitude(double a) { return fabs(a); }
void run(const input *in, output *out) {
  out->r[0] = nova_sum(nova_map(magnitude, nova_view(in->u, in->n)));
}
