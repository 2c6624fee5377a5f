/* Scans in groups of chunks: the same bits on any number of threads, at lengths of one chunk, of some and of
   many; sums of integers, of floats, minima, in place, with a second result of the same loop.  */
/* { dg-nova-output "ok" } */
#include <nova.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float half (float a) { return a * 0.5f; }
static uint32_t twice (uint32_t a) { return a * 2; }

static int
one (size_t n)
{
  uint32_t *u = malloc (n * 4 + 4), *v = malloc (n * 4 + 4), *w = malloc (n * 4 + 4), sum = 7, least = 50;
  float *f = malloc (n * 4 + 4), *g = malloc (n * 4 + 4), *h = malloc (n * 4 + 4);
  int bad = 0;
  for (size_t i = 0; i < n; i++)
    {
      u[i] = (uint32_t) i * 2654435761u >> 7;
      f[i] = (float) (u[i] % 1000) - 499.5f;
    }
  nova_vec (uint32_t) x = nova_view (u, n);
  nova_store_all (n, v, nova_exscan (nova_add, 7u, x), w, nova_map (twice, x));
  for (size_t i = 0; i < n; i++)
    {
      bad |= v[i] != sum || w[i] != u[i] * 2;
      sum += u[i];
    }
  nova_store (w, n, nova_scan (nova_min, 50u, nova_map (twice, x)));
  for (size_t i = 0; i < n; i++)
    {
      least = least < u[i] * 2 ? least : u[i] * 2;
      bad |= w[i] != least;
    }
  nova_store (u, n, nova_scan (nova_add, 7u, x));
  for (size_t i = 0; i + 1 < n; i++)
    bad |= u[i] != v[i + 1];
  memcpy (h, f, n * 4);
  nova_store (g, n, nova_scan (nova_add, 1.0f, nova_map (half, nova_view (f, n))));
  int threads = nova_num_threads ();
  nova_set_num_threads (threads == 1 ? 3 : 1);
  nova_store (h, n, nova_scan (nova_add, 1.0f, nova_map (half, nova_view (h, n))));
  nova_set_num_threads (threads);
  bad |= n && memcmp (g, h, n * 4) != 0;
  free (u), free (v), free (w), free (f), free (g), free (h);
  return bad;
}

int
main (void)
{
  static const size_t n[] = { 0, 1, 255, 257, 20000, 70001, 400003 };
  for (size_t k = 0; k < sizeof n / sizeof *n; k++)
    if (one (n[k]))
      printf ("differs at %zu\n", n[k]);
  puts ("ok");
  return 0;
}
