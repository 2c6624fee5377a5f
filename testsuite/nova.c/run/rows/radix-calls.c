/* A radix sort by the most significant digit first, which maps itself over its buckets: their rows
   are passed on where they lie, and those that come back may be what was passed.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-leaks "views of the expression that fails, in the function that calls setjmp" } */

#include <nova.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)
#define N 50000

typedef nova_vec (uint32_t) words;

static uint32_t x[N], sorted[N], made[N];
static const uint32_t none = 0xdeadbeef;
static jmp_buf back;
static char line[200];

static words
radix (words x, int shift)
{
  if (nova_length (x) <= 1 || shift < 0)
    return x;
  int digit (uint32_t v)
  {
    if (v == none && shift == 16)
      nova_fail ("no number");
    return v >> shift & 15;
  }
  words next (words row) { return radix (row, shift - 4); }
  return nova_flatten (nova_map (next, nova_bucket (16, digit, x)));
}

static int
ascending (const void *a, const void *b)
{
  uint32_t p = *(const uint32_t *) a, q = *(const uint32_t *) b;
  return (p > q) - (p < q);
}

static void
handler (const char *text)
{
  strcpy (line, text);
  longjmp (back, 1);
}

int
main (void)
{
  uint64_t s = 88172645463325252u;
  for (size_t i = 0; i < N; i++)
    {
      s ^= s << 13, s ^= s >> 7, s ^= s << 17;
      x[i] = i % 7 ? s >> 30 : s >> 60;
    }
  memcpy (sorted, x, sizeof x);
  qsort (sorted, N, sizeof *x, ascending);
  nova_set_error_handler (handler);
  for (int threads = 1; threads <= 4; threads++)
    {
      nova_set_num_threads (threads);
      CHECK (nova_store (made, N, radix (nova_view (x, N), 28)) == N);
      CHECK (!memcmp (made, sorted, sizeof made));
      /* In the midst of the recursion; two of them, else it has a bucket to itself.  */
      uint32_t a = x[4711], b = x[815];
      x[4711] = x[815] = none;
      if (!setjmp (back))
	{
	  nova_store (made, N, radix (nova_view (x, N), 28));
	  CHECK (!"an error");
	}
      CHECK (strstr (line, "radix-calls.c:32: nova_fail: no number"));
      x[4711] = a, x[815] = b;
    }
  return 0;
}
