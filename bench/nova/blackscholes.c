#include <nova.h>
#include "bench.h"

typedef struct
{
  float call, put;
} quote;

static inline quote
price (float s, float x, float t)
{
  quote q;
  option_price (s, x, t, &q.call, &q.put);
  return q;
}

void
run (const input *in, output *out)
{
  long n = in->n;
  nova_vec (float) x = nova_view (in->x, n), y = nova_view (in->y, n), z = nova_view (in->z, n);
  nova_vec (quote) q = nova_map (price, x, y, z);
  nova_store (out->x, n, nova_field (q, call));
  nova_store (out->y, n, nova_field (q, put));
}
