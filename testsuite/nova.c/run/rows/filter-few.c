/* Filters of rows, short and long, of which only the first few elements are read, and whether there
   are so many: as loops find them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum { N = 200000, ROWS = 3000 };
typedef nova_vec (uint8_t) bytes;
typedef nova_vec (size_t) sizes;
typedef nova_vec (double) reals;
#define ROWS_OF(X) nova_segments (nova_view (X, N), nova_view (at, ROWS + 1))
static uint8_t text[N];
static double x[N], least[ROWS];
static size_t at[ROWS + 1];
static int field[ROWS];

/* The number behind the second comma.  */
static int
third (bytes line)
{
  size_t n = nova_length (line);
  int comma (size_t i) { return nova_get (line, i) == ','; }
  sizes commas = nova_filter (comma, nova_range (n));
  if (nova_length (commas) < 2)
    return -1;
  size_t b = nova_get (commas, 1) + 1, e = nova_length (commas) > 2 ? nova_get (commas, 2) : n;
  bytes digits = nova_slice (b, e, line);
  size_t k = nova_find (nova_lambda (int, (uint8_t c), { return c < '0' || c > '9'; }), digits);
  unsigned v = 0;
  for (size_t i = 0; i < k; i++)
    v = v * 10 + (nova_get (digits, i) - '0');
  return (int) v;
}

static int
third_by_loop (const uint8_t *p, const uint8_t *e)
{
  int commas = 0;
  for (; p < e && commas < 2; p++)
    commas += *p == ',';
  if (commas < 2)
    return -1;
  unsigned v = 0;
  for (; p < e && *p >= '0' && *p <= '9'; p++)
    v = v * 10 + (*p - '0');
  return (int) v;
}

/* The lesser of the first two large ones.  */
static double
lesser (reals r)
{
  reals large = nova_filter (nova_lambda (int, (double v), { return v > 990; }), r);
  if (nova_length (large) == 0)
    return -1;
  double a = nova_get (large, 0);
  return nova_length (large) >= 2 && nova_get (large, 1) < a ? nova_get (large, 1) : a;
}

static double
lesser_by_loop (const double *p, const double *e)
{
  double a = -1;
  int found = 0;
  for (; p < e && found < 2; p++)
    if (*p > 990)
      {
	a = found && a <= *p ? a : *p;
	found++;
      }
  return a;
}

int
main (void)
{
  for (size_t i = 0; i < N; i++)
    {
      unsigned r = (unsigned) (i * 2654435761u) >> 8;
      text[i] = r % 9 < 2 && i < N / 2 ? ',' : r % 9 < 7 ? '0' + r % 10 : 'x';
      x[i] = r % 1000 + (r % 3) / 8.;
    }
  text[3 * N / 4] = text[3 * N / 4 + 600] = text[3 * N / 4 + 603] = ',';
  for (size_t i = 0; i < ROWS; i++)
    at[i + 1] = i == ROWS - 1 ? N : at[i] + (i % 7 == 6 ? 100 : i % 11);
  nova_store (field, ROWS, nova_map (third, ROWS_OF (text)));
  nova_store (least, ROWS, nova_map (lesser, ROWS_OF (x)));
  for (size_t i = 0; i < ROWS; i++)
    {
      assert (field[i] == third_by_loop (text + at[i], text + at[i + 1]));
      assert (least[i] == lesser_by_loop (x + at[i], x + at[i + 1]));
    }
  return 0;
}
