#include <nova.h>
#include "bench.h"
static inline size_t begins(char before, char c) { return letter(c) & !letter(before); }
void run(const input *in, output *out) {
  nova_vec(char) t = nova_view(in->t, in->n);
  out->r[0] = letter(in->t[0]) + nova_sum(nova_map(begins, nova_slice(0, in->n - 1, t), nova_slice(1, in->n, t)));
}
