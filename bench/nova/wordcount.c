#include <nova.h>
#include "bench.h"

void
run (const input *in, output *out)
{
  nova_vec (char) t = nova_view (in->t, in->n);
  int begins (char c, size_t i) { return letter (c) && (i == 0 || !letter (nova_get (t, i - 1))); }
  out->r[0] = nova_sum_as (size_t, nova_map (begins, t, nova_range ((size_t) in->n)));
}
