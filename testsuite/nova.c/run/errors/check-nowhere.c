/* NOVA_CHECK=1: what is tried on samples reads vectors that lie in no memory, or with gaps, where they
   are: ranges, replicated values, slices, rotations, windows, rows that are cut out of others.  They
   come from a parameter, and are carried by a loop or stand in a struct.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O1" } */
/* { dg-nova-env "NOVA_CHECK=1" } */
/* { dg-nova-leaks "vectors of the function that fails, which longjmp leaves" } */

#include <nova.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

#define N 120

static jmp_buf back;
static char said[400];
static int bad;

static void
handler (const char *line)
{
  const char *at = strstr (line, "__nova_");
  snprintf (said, sizeof said, "%s", at ? at : line);
  longjmp (back, 1);
}

/* --- What is tried --------------------------------------------------------------------------- */

/* Each of these with what it should be, and with what it should not.  */
static int plus (int a, int b) { return (int) ((unsigned) a + (unsigned) b); }
static int minus (int a, int b) { return (int) (3u * (unsigned) a - (unsigned) b + 1); }
static int below (int a, int b) { return a < b; }
static int not_above (int a, int b) { return a <= b; }
static ints rows_plus (ints a, ints b) { return nova_map (plus, a, b); }
static ints rows_minus (ints a, ints b) { return nova_map (minus, a, b); }

static int size (int a) { return a & 1; }
static int at (int a, int i) { return a + i; }
static int positive (int a) { return a > 0; }
static int key (int a) { return a & 7; }
static int larger (ints a, ints b) { return nova_sum (a) > nova_sum (b); }
static ints longer (ints a) { return nova_concat (a, nova_range (3)); }
static ints bins (size_t n) { return nova_map (key, nova_range ((int) n)); }

/* F an operator, L an order, R an operator of rows; V the vector.  */
#define REDUCE(F, L, R) nova_reduce (F, 0, v)
#define SCAN(F, L, R) nova_sum (nova_scan (F, 0, v))
#define EXSCAN(F, L, R) nova_sum (nova_exscan (F, 0, v))
#define FOLD(F, L, R) nova_fold (plus, F, 0, v)
#define BINS(F, L, R) nova_sum (nova_reduce_by_index (F, 0, 8, bins (nova_length (v)), v))
#define INTO(F, L, R) nova_sum (nova_reduce_into (F, nova_slice (0, 8, v), bins (nova_length (v)), v))
#define CHANGED(F, L, R) nova_sum (nova_reduce_into (F, v, bins (50), nova_range (50)))
#define PLACED(F, L, R) nova_sum (nova_reduce_by_index (F, 0, 1000, v, nova_range (nova_length (v))))
#define SORT(F, L, R) nova_sum (nova_sort (L, v))
#define ARGMIN(F, L, R) nova_argmin (L, v)
#define ARGMAX(F, L, R) nova_argmax (L, v)
#define SEARCH(F, L, R) nova_sum (nova_search (L, v, nova_range (5)))
#define SOUGHT(F, L, R) nova_sum (nova_search (L, nova_range (50), v))
#define MAPPED(F, L, R) nova_reduce (F, 0, nova_map (nova_add, v, v))
#define FILTERED(F, L, R) nova_reduce (F, 0, nova_filter (positive, v))
#define EXPANDED(F, L, R) nova_reduce (F, 0, nova_expand (size, at, v))
#define SORTED(F, L, R) nova_reduce (F, 0, nova_sort_by (key, v))
#define TAKEN(F, L, R) nova_reduce (F, 0, nova_gather (nova_range (0, 30, 3), v))
#define SCATTERED(F, L, R) nova_reduce (F, 0, nova_scatter (v, bins (30), nova_range (30)))
#define PERMUTED(F, L, R)							\
  nova_reduce (F, 0, nova_permute (nova_reverse (nova_range (nova_length (v))), v))
#define GROUPED(F, L, R)							\
  nova_sum (nova_map (nova_lambda (int, (ints r), { return nova_reduce (F, 0, r); }), nova_group_by (key, v)))
#define INSIDE(F, L, R)								\
  nova_sum (nova_map (nova_lambda (int, (int a), { return nova_reduce (F, a, v); }), v))
#define WINDOWS(F, L, R)							\
  nova_sum (nova_map (nova_lambda (int, (ints r), { return nova_reduce (F, 0, r); }), nova_window (5, v)))
#define CUT(F, L, R)								\
  nova_sum (nova_reduce (R, nova_replicate (10, 0), nova_split (10, nova_slice (0, 50, v))))

#define ROWS(F, L, R) nova_sum (nova_reduce (R, nova_get (v, 0), v))
#define ROWSCAN(F, L, R) nova_reduce (F, 0, nova_flatten (nova_scan (R, nova_get (v, 0), v)))
#define ROWBINS(F, L, R)							\
  nova_reduce (F, 0, nova_flatten (nova_reduce_by_index (R, nova_get (v, 0), 8, bins (nova_length (v)), v)))
#define ROWINTO(F, L, R)							\
  nova_reduce (F, 0, nova_flatten (nova_reduce_into (R, nova_slice (0, 8, v), bins (nova_length (v)), v)))
#define ROWSCATTERED(F, L, R)							\
  nova_reduce (F, 0, nova_flatten (nova_scatter (v, bins (5), nova_slice (0, 5, v))))
#define ROWSORTED(F, L, R)							\
  nova_reduce (F, 0, nova_flatten (nova_sort (larger, v)))
#define EACH(F, L, R)								\
  nova_sum (nova_map (nova_lambda (int, (ints r), { return nova_reduce (F, 0, r); }), v))
#define EACHLEAST(F, L, R)							\
  nova_sum (nova_map (nova_lambda (int, (ints r), { return (int) nova_argmin (L, longer (r)); }), v))
#define FLAT(F, L, R) nova_reduce (F, 0, nova_flatten (v))
#define FLATSORT(F, L, R) nova_sum (nova_sort (L, nova_flatten (v)))
#define COLUMNS(F, L, R)							\
  nova_sum (nova_map (nova_lambda (int, (ints r), { return nova_reduce (F, 0, r); }), nova_transpose (v)))

#define FLATS(X) X (REDUCE) X (SCAN) X (EXSCAN) X (FOLD) X (BINS) X (INTO) X (CHANGED) X (PLACED)	\
  X (SORT) X (ARGMIN) X (ARGMAX) X (SEARCH) X (SOUGHT) X (MAPPED) X (FILTERED) X (EXPANDED) X (SORTED)	\
  X (TAKEN) X (SCATTERED) X (PERMUTED) X (GROUPED) X (INSIDE) X (WINDOWS) X (CUT)
#define NESTED(X) X (ROWS) X (ROWSCAN) X (ROWBINS) X (ROWINTO) X (ROWSCATTERED) X (ROWSORTED) X (EACH)	\
  X (EACHLEAST) X (FLAT) X (FLATSORT) X (COLUMNS)

/* Of a parameter.  */
#define OF_PARAMETER(WHAT, T)							\
  static __attribute__ ((noinline)) long WHAT##_good (T v)			\
  {										\
    return (long) WHAT (plus, below, rows_plus);				\
  }										\
  static __attribute__ ((noinline)) long WHAT##_bad (T v)			\
  {										\
    return (long) WHAT (minus, not_above, rows_minus);				\
  }

/* Of a vector that a loop carries.  */
#define OF_LOOP(WHAT, T)							\
  static __attribute__ ((noinline)) long WHAT##_loop (T v)			\
  {										\
    long s = 0;									\
    for (int i = 0; i < 2; i++)							\
      {										\
	s += (long) WHAT (minus, not_above, rows_minus);			\
	v = nova_slice (0, nova_length (v), v);					\
      }										\
    return s;									\
  }

/* Of a member of a struct.  */
struct holds_ints { char k; ints v; };
struct holds_rows { char k; rows v; };
#define OF_MEMBER(WHAT, T)							\
  static __attribute__ ((noinline)) long WHAT##_of (struct holds_##T h)		\
  {										\
    T v = h.v;									\
    return (long) WHAT (minus, not_above, rows_minus);				\
  }										\
  static long WHAT##_member (T v)						\
  {										\
    struct holds_##T h = { 'a', v };						\
    return WHAT##_of (h);							\
  }

#define PARAMETER_ROWS(WHAT) { #WHAT, WHAT##_good, false }, { #WHAT, WHAT##_bad, true },
#define OTHER_ROWS(WHAT, PLACE) { #WHAT, WHAT##_##PLACE, true },

/* What reads the vectors is the library: with a sanitizer it is enough once.  They are found by nova,
   which is the same with each release of GCC: each has one of both places, since this takes long.  */
#ifdef __SANITIZE_ADDRESS__
# define FUNCTIONS(WHAT, T) OF_PARAMETER (WHAT, T)
# define ROW(WHAT) PARAMETER_ROWS (WHAT)
# define FIRED 650
#elif __GNUC__ % 2
# define FUNCTIONS(WHAT, T) OF_PARAMETER (WHAT, T) OF_LOOP (WHAT, T)
# define ROW(WHAT) PARAMETER_ROWS (WHAT) OTHER_ROWS (WHAT, loop)
# define FIRED 1900
#else
# define FUNCTIONS(WHAT, T) OF_PARAMETER (WHAT, T) OF_MEMBER (WHAT, T)
# define ROW(WHAT) PARAMETER_ROWS (WHAT) OTHER_ROWS (WHAT, member)
# define FIRED 1900
#endif
#define FLAT_FUNCTIONS(WHAT) FUNCTIONS (WHAT, ints)
#define NESTED_FUNCTIONS(WHAT) FUNCTIONS (WHAT, rows)
FLATS (FLAT_FUNCTIONS)
NESTED (NESTED_FUNCTIONS)

static const struct { const char *name; long (*fn) (ints); bool wrong; } flats[] = { FLATS (ROW) };
static const struct { const char *name; long (*fn) (rows); bool wrong; } nested[] = { NESTED (ROW) };

/* --- What it is tried on --------------------------------------------------------------------- */

/* What FN says of V into SAYS, and what it gives.  */
#define SAID_OF(FN, V, SAYS)							\
  ({										\
    volatile long r_ = 0;							\
    said[0] = '\0';								\
    if (!setjmp (back))								\
      r_ = FN (V);								\
    strcpy (SAYS, said);							\
    r_;										\
  })

/* All FNS say the same of V as of its copy, which lies in memory.  */
#define COMPARE(KIND, FNS, V, C)						\
  for (size_t k = 0; k < sizeof (FNS) / sizeof *(FNS); k++)			\
    {										\
      char here[400], there[400];						\
      long x = SAID_OF (FNS[k].fn, V, there), y = SAID_OF (FNS[k].fn, C, here);	\
      if (x != y || strcmp (here, there) != 0 || (!FNS[k].wrong && strstr (here, "associative")))	\
	{									\
	  printf ("%s of %s: %ld, said '%s'; of its copy %ld, said '%s'\n", FNS[k].name, KIND, x,	\
		  there, y, here);						\
	  bad = 1;								\
	}									\
      fired += FNS[k].wrong && *here;						\
    }

static int fired;

static void
try_flat (const char *kind, ints v)
{
  rows r = nova_split (nova_length (v) / 6, nova_slice (0, nova_length (v) / 6 * 6, v)), d = nova_copy (r);
  ints c = nova_copy (v);

  COMPARE (kind, flats, v, c)
  COMPARE (kind, nested, r, d)
}

static void
try_rows (const char *kind, rows v)
{
  ints f = nova_flatten (v), c = nova_copy (f);
  rows d = nova_copy (v);

  COMPARE (kind, flats, f, c)
  COMPARE (kind, nested, v, d)
}

int
main (void)
{
  static int a[2000];
  volatile int n = 120;
  size_t starts[] = { 0, 7, 7, 30, 60, 61, 90, 120 };

  for (int i = 0; i < 2000; i++)
    a[i] = i * 37 % 101;
  nova_set_error_handler (handler);
  ints x = nova_view (a, n), r = nova_range (n), far = nova_range (1, 5 * n, 5);
  ints rag = nova_view_strided (a, n, 3);
  nova_vec (size_t) o = nova_view (starts, 8);

  try_flat ("a range", r);
  try_flat ("a range with a step", far);
  try_flat ("a range downwards", nova_range (n, 0, -1));
  try_flat ("one value", nova_replicate (n, 7));
  try_flat ("a slice of a range", nova_slice (1, 2, 2 * n, nova_range (5 * n)));
  try_flat ("a range in reverse", nova_reverse (r));
  try_flat ("a range turned round", nova_rotate (50, r));
  try_flat ("a padded range", nova_pad (NOVA_REFLECT, 3, r));
  try_flat ("a padded view", nova_pad (NOVA_WRAP, 3, x));
  try_flat ("a strided view", rag);
  try_flat ("a view in reverse", nova_reverse (x));
  try_flat ("a strided view turned round", nova_rotate (50, rag));
  try_flat ("a member", nova_field (nova_view ((struct { int a, b; } *) a, n), b));
  try_rows ("windows of a range", nova_window (10, r));
  try_rows ("windows of a view", nova_window (10, x));
  try_rows ("parts of a range", nova_split (10, r));
  try_rows ("parts of one value", nova_split (10, nova_replicate (n, 3)));
  try_rows ("a transposed range", nova_transpose (nova_split (10, r)));
  try_rows ("a transposed view", nova_transpose (nova_split (10, x)));
  try_rows ("a row many times", nova_replicate (12, nova_range (10)));
  try_rows ("rows of a view", nova_view_strided (a, 12, 40, 10, 3));
  try_rows ("rows in reverse", nova_reverse (nova_split (10, r)));
  try_rows ("padded rows", nova_pad (NOVA_CLAMP, 2, nova_split (10, r)));
  try_rows ("some rows", nova_slice (1, 2, 12, nova_split (10, r)));
  try_rows ("segments of a range", nova_segments (r, o));
  try_rows ("segments of a view", nova_segments (x, o));
  try_rows ("segments with gaps", nova_slice (0, 2, 7, nova_segments (x, o)));
  try_rows ("segments of a range with gaps", nova_slice (0, 2, 7, nova_segments (r, o)));
  try_rows ("segments in reverse", nova_reverse (nova_segments (r, o)));
  if (fired < FIRED)
    bad = printf ("only %d wrong functions were told\n", fired);
  return bad;
}
