/* The numbers of a text: each is read once, where it begins, and may lead out of the text.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define N 100000
static char text[N];
static int got[N], want[N];

static int digit (char c) { return c >= '0' && c <= '9'; }

/* The numbers of the text's first N characters, to GOT; how many there are.  */
static size_t
numbers (size_t n)
{
  nova_vec (char) t = nova_view (text, n);
  int begins (size_t i)
  {
    return digit (nova_get (t, i)) && (i == 0 || !digit (nova_get (t, i - 1)));
  }
  int value (size_t i)
  {
    int v = 0;

    for (; i < nova_length (t) && digit (nova_get (t, i)); i++)
      v = v * 10 + nova_get (t, i) - '0';
    return v;
  }
  return nova_store (got, N, nova_map (value, nova_filter (begins, nova_range (n))));
}

static size_t
numbers_loop (size_t n)
{
  size_t k = 0;

  for (size_t i = 0; i < n; i++)
    if (digit (text[i]) && (i == 0 || !digit (text[i - 1])))
      {
	int v = 0;

	for (size_t j = i; j < n && digit (text[j]); j++)
	  v = v * 10 + text[j] - '0';
	want[k++] = v;
      }
  return k;
}

int
main (void)
{
  static const size_t lengths[] = { 0, 1, 2, 63, 64, 65, 1000, 4097, N };

  for (int i = 0; i < N; i++)
    text[i] = (i * 7919 >> 3) % 10 < 4 + i / (N / 5) ? '0' + (i * 31 >> 2) % 10 : ' ';
  for (int i = 7; i < N; i += 8)
    text[i] = ' ';
  for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
    {
      size_t n = numbers (lengths[k]), m = numbers_loop (lengths[k]);

      if (n != m)
	return printf ("%zu: %zu numbers, not %zu\n", lengths[k], n, m), 1;
      for (size_t i = 0; i < n; i++)
	if (got[i] != want[i])
	  return printf ("%zu: number %zu is %d, not %d\n", lengths[k], i, got[i], want[i]), 1;
    }
  return 0;
}
