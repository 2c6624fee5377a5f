#include <nova.h>
#include "bench.h"
typedef struct { float call, put; } quote;
static inline quote price(float s, float x, float t) { quote q; option_price(s, x, t, &q.call, &q.put); return q; }
static inline float call(quote q) { return q.call; }
static inline float put(quote q) { return q.put; }
void run(const input *in, output *out) {
  long n = in->n;
  nova_vec(quote) q = nova_map(price, nova_view(in->x, n), nova_view(in->y, n), nova_view(in->z, n));
  nova_store(out->x, n, nova_map(call, q));
  nova_store(out->y, n, nova_map(put, q));
}
