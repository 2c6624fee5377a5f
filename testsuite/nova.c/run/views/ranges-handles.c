/* Ranges and replicates that come through parameters, results, members, statics and loops take no
   memory, whatever asks for their elements.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <sys/resource.h>

#define CHECK(E) \
  do if (!(E)) { printf ("%s:%d: %s\n", __FILE__, __LINE__, #E); failures++; } while (0)
#define NOIPA __attribute__ ((noipa))

static int failures;
static const long huge = 1000000000000;
/* An instrumented program takes long for each, and its memory is not looked at.  */
#ifdef __SANITIZE_ADDRESS__
enum { MANY = 2000000, FEW = MANY / 10 };
#else
enum { MANY = 20000000, FEW = MANY / 10 };
#endif

struct pair { int a; float b; };
struct rgb { unsigned char r, g, b; };

static int odd (int x) { return x & 1; }
static int far_out (long x) { return x > 123456; }
static long both (long a, long b) { return 3 * a - b; }
static long third (long x) { return x % 3; }

/* What is done.  */
static NOIPA size_t length (nova_vec (long) x) { return nova_length (x); }
static NOIPA long element (nova_vec (long) x, size_t i) { return nova_get (x, i); }
static NOIPA size_t count (nova_vec (int) x) { return nova_count (odd, x); }
static NOIPA size_t found (nova_vec (long) x) { return nova_find (far_out, x); }
static NOIPA long sum (nova_vec (long) x) { return nova_sum (x); }
static NOIPA unsigned long usum (nova_vec (unsigned) x) { return nova_sum_as (unsigned long, x); }
static NOIPA double fsum (nova_vec (float) x) { return nova_sum_as (double, x); }
static NOIPA long mixed (nova_vec (long) x, nova_vec (long) y)
{
  return nova_sum (nova_map (both, x, y));
}
static NOIPA nova_vec (long) mapped (nova_vec (long) x, nova_vec (long) y)
{
  return nova_map (both, x, y);
}
static NOIPA nova_vec (long) scanned (nova_vec (long) x) { return nova_scan (nova_add, 10, x); }
static NOIPA nova_vec (long) kept (nova_vec (long) x)
{
  int few (long v) { return v % 1000000 == 7; }
  return nova_filter (few, x);
}
static NOIPA nova_vec (long) taken (nova_vec (long) ix, nova_vec (long) x)
{
  return nova_gather (ix, x);
}
static NOIPA long folded (nova_vec (long) x)
{
  long step (long a, long v) { return a > v ? a : v; }
  return nova_fold (step, nova_max, -1, x);
}
static NOIPA long structs (nova_vec (struct pair) x)
{
  long a (struct pair p) { return p.a + (long) p.b; }
  return nova_sum (nova_map (a, x));
}
static NOIPA long colours (nova_vec (struct rgb) x)
{
  long a (struct rgb p) { return p.r + 2 * p.g + 3 * p.b; }
  return nova_sum (nova_map (a, x));
}
static NOIPA nova_vec (long) bins (nova_vec (long) ix, nova_vec (long) x)
{
  return nova_reduce_by_index (nova_add, 0, 3, ix, x);
}
static NOIPA long hist (nova_vec (long) x)
{
  nova_vec (long) b = nova_reduce_by_index (nova_add, 0, 3, nova_map (third, x),
					    nova_replicate (nova_length (x), 1l));
  return nova_get (b, 0) * 100 + nova_get (b, 1) * 10 + nova_get (b, 2);
}
static NOIPA long rows (nova_vec (nova_vec (long)) x)
{
  long s (nova_vec (long) r) { return nova_sum (r) + nova_length (r); }
  return nova_sum (nova_map (s, x));
}
static NOIPA long flat (nova_vec (nova_vec (long)) x) { return nova_sum (nova_flatten (x)); }
static NOIPA nova_vec (nova_vec (long)) some_rows (nova_vec (nova_vec (long)) x)
{
  int few (nova_vec (long) r) { return nova_get (r, 0) % 1000000 == 0; }
  return nova_filter (few, x);
}
/* Nested: the operand looks at a vector around.  */
static NOIPA long captured (nova_vec (long) x, long n)
{
  long at (size_t i) { return nova_get (x, i * 5); }
  return nova_sum (nova_tabulate (at, n));
}
static NOIPA long lent_to (nova_vec (long) x) { return nova_get (x, nova_length (x) - 1); }
/* Rows of any length beside a range.  */
static NOIPA long beside (nova_vec (nova_vec (long)) x, nova_vec (long) y)
{
  long s (nova_vec (long) r, long v) { return nova_sum (r) * v; }
  return nova_sum (nova_map (s, x, nova_slice (0, 1, (long) nova_length (x), y)));
}

/* Ways.  */
static NOIPA nova_vec (long) made (long n) { return nova_range (n); }
static nova_vec (long) still;
struct holder { nova_vec (long) v; int k; };
static NOIPA long member (struct holder h) { return nova_sum (h.v) * h.k; }
static NOIPA long of_static (void) { return nova_sum (still); }
static NOIPA long carried (long turns)
{
  nova_vec (long) x = nova_range (10l);
  long s = 0;
  for (long t = 0; t < turns; t++)
    {
      s += nova_sum (x);
      x = t & 1 ? nova_replicate (MANY, t) : nova_range (t + 1, 1000000l);
    }
  return s;
}

static long
plain_sum (long b, long e, long s)
{
  long n = (e - b + s - (s > 0 ? 1 : -1)) / s;
  return n > 0 ? n * b + n * (n - 1) / 2 * s : 0;
}

static void
check_scalars (void)
{
  CHECK (length (nova_range (huge)) == (size_t) huge);
  CHECK (element (nova_range (5l, huge, 3l), 100000000000) == 300000000005);
  CHECK (element (nova_replicate (huge, -7l), 999999999999) == -7);
  CHECK (found (nova_range (huge)) == 123457);
  CHECK (found (nova_reverse (nova_range (-huge, 0l, 1000000000l))) == 1000);
  CHECK (lent_to (nova_slice (7, 11, huge, nova_range (huge))) == 7 + (huge - 8) / 11 * 11);
  CHECK (lent_to (nova_replicate (huge, 4l)) == 4);
  CHECK (count (nova_range (MANY + 1)) == MANY / 2);
  CHECK (count (nova_replicate (MANY, 3)) == MANY);
  CHECK (sum (nova_range (-7l, (long) MANY, 3l)) == plain_sum (-7, MANY, 3));
  CHECK (sum (nova_range ((long) MANY, -9l, -2l)) == plain_sum (MANY, -9, -2));
  CHECK (sum (made (MANY)) == plain_sum (0, MANY, 1));
  CHECK (sum (made (1)) == 0 && sum (made (0)) == 0 && sum (made (-1)) == 0);
  CHECK (usum (nova_range (4294967290u, 4294967295u)) == 5 * 4294967292ul);
  CHECK (fsum (nova_replicate (MANY, 0.25f)) == MANY / 4);
  CHECK (mixed (nova_range ((long) MANY), nova_replicate (MANY, 3l))
	 == 3 * plain_sum (0, MANY, 1) - 3l * MANY);
  CHECK (folded (nova_range ((long) MANY)) == MANY - 1);
  CHECK (structs (nova_replicate (MANY, ((struct pair) { 3, 2.5f }))) == 5l * MANY);
  CHECK (colours (nova_replicate (MANY, ((struct rgb) { 1, 2, 3 }))) == 14l * MANY);
  CHECK (hist (nova_range (20l)) == 776);
  CHECK (captured (nova_range (huge), 1000) == 5 * plain_sum (0, 1000, 1));
}

static void
check_elements (void)
{
  nova_vec (long) x = mapped (nova_range (100000l), nova_range (100000l, 0l, -1l));
  for (long i = 0; i < 100000; i++)
    CHECK (nova_get (x, i) == 3 * i - (100000 - i));
  x = scanned (nova_range (1000l));
  for (long i = 0; i < 1000; i++)
    CHECK (nova_get (x, i) == 10 + i * (i + 1) / 2);
  x = kept (nova_range ((long) MANY));
  CHECK (nova_length (x) == MANY / 1000000);
  for (long i = 0; i < MANY / 1000000; i++)
    CHECK (nova_get (x, i) == 1000000 * i + 7);
  x = taken (nova_range (0l, 1000l, 9l), nova_range (7l, huge));
  CHECK (nova_length (x) == 112);
  for (long i = 0; i < 112; i++)
    CHECK (nova_get (x, i) == 9 * i + 7);
  x = taken (nova_replicate (50, 99999999999l), nova_range (huge));
  CHECK (nova_length (x) == 50 && nova_get (x, 49) == 99999999999l);
  x = bins (nova_replicate (MANY, 2l), nova_range ((long) MANY));
  CHECK (nova_get (x, 0) == 0 && nova_get (x, 2) == plain_sum (0, MANY, 1));
}

static void
check_rows (void)
{
  long few[] = { 1, 2, 3, 4, 5, 6 };
  size_t cuts[] = { 0, 1, 6 };
  nova_vec (nova_vec (long)) ragged = nova_segments (nova_view (few, 6), nova_view (cuts, 3)), r;
  CHECK (rows (nova_replicate (FEW, nova_range (10l))) == 55l * FEW);
  CHECK (rows (nova_replicate (FEW, nova_view (few, 6))) == 27l * FEW);
  CHECK (rows (nova_window (10, nova_range ((long) FEW + 9)))
	 == 10 * plain_sum (0, FEW, 1) + FEW * (45 + 10l));
  CHECK (rows (nova_split (4, nova_range (1000l))) == 499500 + 1000);
  CHECK (rows (nova_transpose (nova_replicate (10, nova_range ((long) FEW))))
	 == 10 * plain_sum (0, FEW, 1) + 10l * FEW);
  CHECK (rows (ragged) == 27);
  CHECK (rows (nova_replicate (0, nova_range (10l))) == 0);
  CHECK (flat (nova_replicate (FEW, nova_range (10l))) == 45l * FEW);
  CHECK (flat (nova_window (10, nova_range ((long) FEW + 9)))
	 == 10 * plain_sum (0, FEW, 1) + FEW * 45l);
  CHECK (flat (ragged) == 21);
  r = some_rows (nova_window (3, nova_range (5000000l)));
  CHECK (nova_length (r) == 5 && nova_get (nova_get (r, 4), 2) == 4000002);
  CHECK (beside (ragged, nova_range (3l, huge)) == 3 + 4 * 20);
}

static void
check_ways (void)
{
  struct holder h = { nova_range ((long) MANY), 3 };
  CHECK (member (h) == 3 * plain_sum (0, MANY, 1));
  still = nova_replicate (MANY, 5l);
  CHECK (of_static () == 5l * MANY);
  nova_release (still);
  CHECK (carried (3) == 45 + plain_sum (1, 1000000, 1) + MANY);
}

int
main (void)
{
  struct rusage before, after;
  getrusage (RUSAGE_SELF, &before);
  check_scalars ();
  check_elements ();
  check_rows ();
  check_ways ();
  getrusage (RUSAGE_SELF, &after);
#ifndef __SANITIZE_ADDRESS__
  /* In KiB; each of the large ones would need 80,000 or more.  AddressSanitizer keeps what is freed.  */
  CHECK (after.ru_maxrss - before.ru_maxrss < 50000);
#endif
  return failures != 0;
}
