/* Ragged rows of skewed shapes, and tests that compare what nova makes of them with plain loops.

   A test NAME is a function of a row, or of all rows, twice: NAME with nova, and NAME_plain, which
   puts the same numbers, one after the other, with put, and says where rows end.  Each is run of
   rows that are seen to be cut from an array and of rows in a handle.

     static int sum (ints a) { return nova_sum (a); }
     static void sum_plain (const int *a, size_t n) { ... put (s); }
     OF_ROW (int, sum)                  int, ints or rows: what is made of a row

     SEEN rows above (rows x) { return nova_filter (...); }
     static void above_plain (const struct ragged *r) { ... put (v); ... end_row (); }
     OF_ROWS (rows, above)              ints, rows or planes: what is made of all rows

     in main: RUN (sum); or FEW (above); of what takes time

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;
typedef nova_vec (rows) planes;

#define ROWS_MOST 2000
#define NUMBERS_MOST 40000

struct ragged
{
  const char *name;
  size_t n;                   /* rows */
  size_t o[ROWS_MOST + 1];    /* their offsets */
  int x[NUMBERS_MOST];
};
static struct ragged shape;

/* The length of row I of N, of shape NAME, with TOTAL numbers or so.  */
#define SHAPES(SHAPE) \
  SHAPE (none, 0, 0) \
  SHAPE (empty, n, 0) \
  SHAPE (one, 1, total) \
  SHAPE (long_one, n, i == n / 3 ? total : 0) \
  SHAPE (last, n, i == n - 1 ? total : i % 7 == 0) \
  SHAPE (first, n, i == 0 ? total : i % 5 == 0) \
  SHAPE (power, n, total / 8 / (1 + (i * 7 + 3) % n)) \
  SHAPE (even, n, total / n) \
  SHAPE (small, n, i * i % 4) \
  SHAPE (two, n, (i == 1 || i == n - 2) ? total / 2 : 2)

enum
{
#define SHAPE(NAME, ROWS, LENGTH) NAME##_shape,
  SHAPES (SHAPE)
#undef SHAPE
  shapes
};

static void
shape_make (int k, size_t n, size_t total)
{
  unsigned state = 17 + k;
  shape.n = 0;
  for (size_t i = 0; i < n; i++)
    {
      size_t length = 0, number = 0;
      switch (k)
	{
#define SHAPE(NAME, ROWS, LENGTH) \
	case NAME##_shape: shape.name = #NAME; number = ROWS; length = LENGTH; break;
	  SHAPES (SHAPE)
#undef SHAPE
	}
      if (i >= number)
	break;
      shape.n = i + 1;
      if (length > NUMBERS_MOST - shape.o[i])
	length = NUMBERS_MOST - shape.o[i];
      shape.o[i + 1] = shape.o[i] + length;
    }
  for (size_t i = 0; i < shape.o[shape.n]; i++)
    {
      state = state * 1664525u + 1013904223u;
      shape.x[i] = (int) (state >> 12) % 23 - 8;
    }
}

/* What the plain loops put: numbers, the ends of rows among them, of planes among the rows.  */
struct list
{
  size_t n, room;
  size_t *at;
};
static struct list numbers_put, rows_put, planes_put;

static void
put_at (struct list *to, size_t v)
{
  if (to->n == to->room)
    to->at = realloc (to->at, (to->room = 2 * to->room + 100) * sizeof *to->at);
  to->at[to->n++] = v;
}

static inline void put (int v) { put_at (&numbers_put, v); }
static inline void end_row (void) { put_at (&rows_put, numbers_put.n); }
static inline void end_plane (void) { put_at (&planes_put, rows_put.n); }

static int failed;

static void
differs (const char *test, const char *form, const char *what, size_t k, size_t is, size_t wanted)
{
  if (failed++ < 10)
    printf ("%s, %s, %s of %zu: %s %zu is %d, not %d\n", test, form, shape.name, shape.n, what, k,
	    (int) is, (int) wanted);
}

static void
same_lengths (const char *test, const char *form, const char *what, nova_vec (size_t) offsets,
	      size_t n, const size_t *at)
{
  if (nova_length (offsets) != n + 1)
    differs (test, form, what, 0, nova_length (offsets) - 1, n);
  else
    for (size_t i = 0; i < n; i++)
      if (nova_get (offsets, i + 1) != at[i])
	{
	  differs (test, form, what, i, nova_get (offsets, i + 1), at[i]);
	  break;
	}
}

static void
same_ints (const char *test, const char *form, ints is)
{
  if (nova_length (is) != numbers_put.n)
    differs (test, form, "length", 0, nova_length (is), numbers_put.n);
  else
    for (size_t i = 0; i < numbers_put.n; i++)
      if (nova_get (is, i) != (int) numbers_put.at[i])
	{
	  differs (test, form, "number", i, nova_get (is, i), numbers_put.at[i]);
	  break;
	}
}

static inline void
same_rows (const char *test, const char *form, rows is)
{
  same_lengths (test, form, "end of row", nova_offsets (is), rows_put.n, rows_put.at);
  same_ints (test, form, nova_flatten (is));
}

static inline void
same_planes (const char *test, const char *form, planes is)
{
  same_lengths (test, form, "end of plane", nova_offsets (is), planes_put.n, planes_put.at);
  same_rows (test, form, nova_flatten (is));
}

#define ROWS(R) \
  nova_segments (nova_view ((R)->x, (R)->o[(R)->n]), nova_view ((R)->o, (R)->n + 1))

#define SEEN static inline __attribute__ ((always_inline))

#define OF_ROWS(V, NAME) OF_ROWS_OF (V, NAME)
#define OF_ROWS_OF(V, NAME) \
  static __attribute__ ((noipa)) V NAME##_held (rows x) { return NAME (x); } \
  static __attribute__ ((noipa)) V NAME##_cut (struct ragged *r) { return NAME (ROWS (r)); } \
  static void \
  NAME##_run (rows held) \
  { \
    numbers_put.n = rows_put.n = planes_put.n = 0; \
    NAME##_plain (&shape); \
    same_##V (#NAME, "held", NAME##_held (held)); \
    same_##V (#NAME, "cut", NAME##_cut (&shape)); \
  }

#define OF_ROW(R, NAME) OF_ROW_##R (NAME)
#define OF_ROW_int(NAME) OF_ROW_OF (ints, NAME, )
#define OF_ROW_ints(NAME) OF_ROW_OF (rows, NAME, end_row ())
#define OF_ROW_rows(NAME) OF_ROW_OF (planes, NAME, end_plane ())
#define OF_ROW_OF(V, NAME, END) \
  SEEN V NAME##_all (rows x) { return nova_map (NAME, x); } \
  static void \
  NAME##_all_plain (const struct ragged *r) \
  { \
    for (size_t i = 0; i < r->n; i++) \
      { \
	NAME##_plain (r->x + r->o[i], r->o[i + 1] - r->o[i]); \
	END; \
      } \
  } \
  OF_ROWS_OF (V, NAME##_all) \
  static void NAME##_run (rows held) { NAME##_all_run (held); }

static void
run (void (*test) (rows), int few)
{
  static const size_t sizes[][2] = { { 5, 20 }, { 40, 100 }, { 2000, 30000 } };
  for (int size = 0; size < 3 - few; size++)
    for (int k = 0; k < shapes; k++)
      {
	shape_make (k, sizes[size][0], sizes[size][1]);
	test (nova_copy (ROWS (&shape)));
      }
}
#define RUN(NAME) run (NAME##_run, 0)
#define FEW(NAME) run (NAME##_run, 1)
