#include <nova.h>
#include "bench.h"

/* The multiples of the primes below the root of n are struck out, these primes found alike. */
static nova_vec (int) primes (int n)
{
  if (n <= 2)
    return nova_range (0);
  nova_vec (int) small = primes (sqrt (n - 1) + 1);
  nova_vec (int) multiples = nova_for (int, (p, small), (k, nova_range (p * p, n, p)), k);
  nova_vec (char) prime = nova_scatter (nova_replicate (n, (char) 1), multiples,
					nova_replicate (nova_length (multiples), (char) 0));
  return nova_for (int, (k, nova_range (2, n)), nova_when (nova_get (prime, k)), k);
}

void
run (const input *in, output *out)
{
  nova_vec (int) p = primes (in->n);
  out->n = nova_store (out->p, nova_length (p), p);
}
