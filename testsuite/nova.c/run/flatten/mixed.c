/* What C has besides, in functions of ragged rows: structs and arrays of vectors, jumps, pointers
   to functions, bound vectors, static ones, scratch memory, nothing at all.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "ragged.h"

/* Vectors in a struct change places in a loop that is left in the middle.  */
struct two { ints a, b; int k; };
static struct two swapped (struct two t) { return (struct two) { t.b, t.a, t.k + 1 }; }

static ints
left (ints a)
{
  struct two t = { a, nova_reverse (a), 0 };
  int n = nova_length (a);
  for (int i = 0; i < 10; i++)
    {
      if (i % 3 == 0)
	{
	  t = swapped (t);
	  continue;
	}
      if (t.k * 7 % 5 == n % 5)
	return nova_map (nova_add, t.a, t.b);
      do
	t.a = nova_concat (t.b, nova_slice (0, n / 2, t.a));
      while (nova_length (t.a) < (size_t) n);
      if (n % 2)
	break;
      t.a = nova_slice (0, n, t.a);
    }
  int f (int v) { return v + t.k; }
  return nova_map (f, t.a);
}
static void
left_plain (const int *x, size_t n)
{
  int *a = malloc (2 * n * sizeof *a + 1), *b = malloc (2 * n * sizeof *b + 1), k = 0;
  size_t length = n;
  for (size_t i = 0; i < n; i++)
    {
      a[i] = x[i];
      b[i] = x[n - 1 - i];
    }
  for (int i = 0; i < 10; i++)
    {
      if (i % 3 == 0)
	{
	  int *c = a;
	  a = b;
	  b = c;
	  k++;
	  continue;
	}
      if (k * 7 % 5 == (int) (n % 5))
	{
	  for (size_t j = 0; j < n; j++)
	    put (a[j] + b[j]);
	  free (a);
	  free (b);
	  return;
	}
      memmove (a + n, a, n / 2 * sizeof *a);
      memcpy (a, b, n * sizeof *a);
      length = n + n / 2;
      if (n % 2)
	break;
      length = n;
    }
  for (size_t j = 0; j < length; j++)
    put (a[j] + k);
  free (a);
  free (b);
}
OF_ROW (ints, left)

/* An array of vectors.  */
static ints
in_array (ints a)
{
  ints parts[3];
  for (int i = 0; i < 3; i++)
    {
      int is (int v) { return (v + 9) % 3 == i; }
      parts[i] = nova_filter (is, a);
    }
  ints r = nova_concat (parts[2], parts[0], parts[1]);
  for (int i = 0; i < 3; i++)
    nova_release (parts[i]);
  return r;
}
static void
in_array_plain (const int *a, size_t n)
{
  for (int k = 2; k < 5; k++)
    for (size_t i = 0; i < n; i++)
      if ((a[i] + 9) % 3 == k % 3)
	put (a[i]);
}
OF_ROW (ints, in_array)

static ints
jumps (ints a)
{
  int k = 0;
again:
  if (nova_length (a) > 5)
    {
      a = nova_slice (0, nova_length (a) / 2, a);
      k++;
      goto again;
    }
  if (k == 2)
    goto out;
  a = nova_concat (a, nova_replicate (1, k));
out:
  return a;
}
static void
jumps_plain (const int *a, size_t n)
{
  int k = 0;
  for (; n > 5; n /= 2)
    k++;
  for (size_t i = 0; i < n; i++)
    put (a[i]);
  if (k != 2)
    put (k);
}
OF_ROW (ints, jumps)

/* A vector that is bound, and one that is static.  */
static ints table;
static int look (ints t, int k, int v) { return nova_get (t, (size_t) (v + k) % nova_length (t)); }

static ints
bound (ints a)
{
  ints t = nova_range (5, 12);
  int in_table (int v) { return v & 3 ? nova_get (table, v & 3) : 9; }
  return nova_concat (nova_map (nova_bind (look, t, 8), a), nova_map (in_table, a));
}
static void
bound_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (5 + (a[i] + 8) % 7);
  for (size_t i = 0; i < n; i++)
    put (a[i] & 3 ? (a[i] & 3) * 11 : 9);
}
OF_ROW (ints, bound)

/* Each row has a function of its own.  */
static int one_up (int v) { return v + 1; }
static int twice (int v) { return v * 2; }
typedef int function (int) nova_passive;

static ints
chosen (ints a)
{
  function *f = nova_length (a) % 2 ? one_up : twice;
  return nova_map (f, a);
}
static void
chosen_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n; i++)
    put (n % 2 ? a[i] + 1 : a[i] * 2);
}
OF_ROW (ints, chosen)

/* Nothing, at each level, next to something.  */
static rows
nothing (ints a)
{
  size_t n = nova_length (a), k = n % 3 < n ? n % 3 : 0;
  rows empty = nova_replicate (n % 3, nova_range (0));
  planes p = nova_replicate (n % 2, empty);
  return nova_concat (nova_flatten (p), nova_split (1, nova_slice (0, k, a)));
}
static void
nothing_plain (const int *a, size_t n)
{
  for (size_t i = 0; i < n % 3 * (n % 2); i++)
    end_row ();
  for (size_t i = 0; n % 3 < n && i < n % 3; i++)
    {
      put (a[i]);
      end_row ();
    }
}
OF_ROW (rows, nothing)

/* Scratch memory, as much as the number says.  */
static rows
scratch (ints a)
{
  ints of (int v)
  {
    int sum (int n)
    {
      int *t = nova_scratch (int, n + 1), s = 0;
      for (int i = 0; i <= n; i++)
	t[i] = i * v;
      for (int i = 0; i <= n; i++)
	s += t[i];
      return s;
    }
    return nova_map (sum, nova_range (v & 3));
  }
  return nova_map (of, a);
}
static void
scratch_plain (const int *a, size_t n)
{
  for (size_t k = 0; k < n; k++)
    {
      for (int i = 0; i < (a[k] & 3); i++)
	put (a[k] * i * (i + 1) / 2);
      end_row ();
    }
}
OF_ROW (rows, scratch)

/* Comprehensions in a fold's step.  */
static int
folded (ints a)
{
  int step (int s, int v)
  {
    return s + nova_sum (nova_for (int, (i, nova_range (v < 0 ? 0 : v)), nova_when (i % 2 == 0),
				   (j, nova_range (i)), i + j));
  }
  return nova_fold (step, nova_add, 0, a);
}
static void
folded_plain (const int *a, size_t n)
{
  int s = 0;
  for (size_t k = 0; k < n; k++)
    for (int i = 0; i < a[k]; i += 2)
      for (int j = 0; j < i; j++)
	s += i + j;
  put (s);
}
OF_ROW (int, folded)

int
main (void)
{
  static const int numbers[] = { 0, 11, 22, 33 };
  table = nova_copy (nova_view (numbers, 4));
  RUN (left);
  RUN (in_array);
  RUN (jumps);
  RUN (bound);
  RUN (chosen);
  RUN (nothing);
  RUN (scratch);
  RUN (folded);
  nova_release (table);
  return failed != 0;
}
