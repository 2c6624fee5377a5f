/* Loops with a count in functions of ragged rows: they carry numbers and vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

static int add (int v, int w) { return v + w; }

/* Only numbers are carried, the second loop as long as the first says.  */
static int
numbers (ints a)
{
  int s = nova_length (a);
  for (int i = 0; i < 10; i++)
    s += i;
  int half = s % 50;
  int t = half;
  for (int j = 0; j < half; j++)
    t += j;
  return t;
}
static void
numbers_plain (const int *a, size_t n)
{
  int half = ((int) n + 45) % 50;
  (void) a;
  put (half + half * (half - 1) / 2);
}
OF_ROW (int, numbers)

/* The row is mapped again and again, and summed each time.  */
static int
sums (ints a)
{
  int s = 0;
  for (int i = 0; i < 4; i++)
    {
      a = nova_map (nova_bind (add, i), a);
      s += nova_sum (a);
    }
  return s;
}
static void
sums_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += 4 * a[i] + 10;
  put (s);
}
OF_ROW (int, sums)

static ints
row_left (ints a)
{
  for (int i = 0; i < 3; i++)
    a = nova_map (nova_add, a, nova_map (nova_bind (add, i), a));
  return a;
}
static void
row_left_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (8 * a[i] + 4);
}
OF_ROW (ints, row_left)

/* As often as the row says; a vector of another length is carried beside.  */
static int
own_count (ints a)
{
  int count = nova_length (a) % 6;
  ints b = nova_range ((int) nova_length (a) % 4 + 1);
  for (int i = 0; i < count; i++)
    {
      int c = nova_sum (b);
      a = nova_map (nova_bind (add, c), a);
      b = nova_map (nova_bind (add, i), b);
    }
  return nova_sum (a) + nova_sum (b);
}
static void
own_count_plain (const int *a, size_t n)
{
  int k = n % 4 + 1, b = k * (k - 1) / 2, s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  for (int i = 0; i < (int) (n % 6); i++)
    {
      s += b * (int) n;
      b += i * k;
    }
  put (s + b);
}
OF_ROW (int, own_count)

/* The vector gets longer by one each time, by its own sum.  */
static ints
growing (ints a)
{
  ints b = nova_range (0);
  int count = nova_length (a) % 9;
  for (int i = 0; i < count; i++)
    b = nova_concat (b, nova_replicate (1, i + nova_sum (b)));
  return b;
}
static void
growing_plain (const int *a, size_t n)
{
  int s = 0;
  (void) a;
  for (int i = 0; i < (int) (n % 9); i++)
    {
      put (i + s);
      s += i + s;
    }
}
OF_ROW (ints, growing)

/* The row is halved.  */
static int
halves (ints a)
{
  int level = 0;
  for (size_t n = nova_length (a); n > 1; n /= 2)
    {
      a = nova_slice (0, n / 2, a);
      level = 3 * level + nova_sum (a) % 7;
    }
  return level;
}
static void
halves_plain (const int *a, size_t n)
{
  unsigned level = 0;
  for (; n > 1; n /= 2)
    {
      int s = 0;
      for (size_t i = 0; i < n / 2; i++)
	s += a[i];
      level = 3 * level + s % 7;
    }
  put (level);
}
OF_ROW (int, halves)

/* In a loop of a map in a map: an invariant vector is the start.  */
static const int outside[3] = { 2, 7, 1 };
static rows
started (ints a)
{
  ints of (int v)
  {
    ints b = nova_view (outside, 3);
    for (int i = 0; i < v % 4; i++)
      b = nova_map (nova_bind (add, v + i), b);
    return b;
  }
  return nova_map (of, a);
}
static void
started_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      int d = 0;
      for (int k = 0; k < a[i] % 4; k++)
	d += a[i] + k;
      for (int k = 0; k < 3; k++)
	put (outside[k] + d);
      end_row ();
    }
}
OF_ROW (rows, started)

/* Two vectors change places.  */
static ints
exchanged (ints a)
{
  ints b = nova_reverse (a);
  for (int i = 0; i < (int) nova_length (a) % 3 + 1; i++)
    {
      ints c = nova_map (nova_add, a, b);
      a = b;
      b = c;
    }
  return b;
}
static void
exchanged_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      int v = a[i], w = a[n - 1 - i];
      for (size_t k = 0; k < n % 3 + 1; k++)
	{
	  int u = v + w;
	  v = w;
	  w = u;
	}
      put (w);
    }
}
OF_ROW (ints, exchanged)

/* Only each other round makes a vector; the others read it.  */
static int
at_times (ints a)
{
  int s = 0;
  ints b = a;
  for (int i = 0; i < 6; i++)
    if (i % 2 == 0)
      b = nova_map (nova_bind (add, s % 5), b);
    else
      s += nova_length (b) ? nova_get (b, i % nova_length (b)) : 1;
  return s;
}
static void
at_times_plain (const int *a, size_t n)
{
  int s = 0, d = 0;
  for (int i = 0; i < 6; i++)
    if (i % 2 == 0)
      d += s % 5;
    else
      s += n ? a[i % n] + d : 1;
  put (s);
}
OF_ROW (int, at_times)

/* A loop that ends early, from the middle of it.  */
static int
left_early (ints a)
{
  int s = 0;
  for (size_t i = 0; i < nova_length (a); i++)
    {
      int v = nova_get (a, i);
      if (v == 7)
	continue;
      if (v == -8)
	return -s;
      s += nova_sum (nova_range (v < 0 ? 0 : v));
      if (s > 300)
	break;
    }
  return s;
}
static void
left_early_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    {
      if (a[i] == 7)
	continue;
      if (a[i] == -8)
	{
	  put (-s);
	  return;
	}
      s += a[i] < 0 ? 0 : a[i] * (a[i] - 1) / 2;
      if (s > 300)
	break;
    }
  put (s);
}
OF_ROW (int, left_early)

int
main (void)
{
  RUN (numbers);
  RUN (sums);
  RUN (row_left);
  RUN (own_count);
  RUN (growing);
  RUN (halves);
  RUN (started);
  RUN (exchanged);
  RUN (at_times);
  RUN (left_early);
  return failed != 0;
}
