/* Columns that loops of C walk down, which count in an int and in other types: as many turns as C
   has, below an end of another type, below 0 or behind the last row.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <limits.h>
#include <stdint.h>
#include "../fails.h"

#define H 37
#define W 75

static int a[H * W], y[W], z[W];

static int
same (const char *what, int h, int w)
{
  for (int c = 0; c < w; c++)
    if (y[c] != z[c])
      {
	printf ("%s, %d rows: column %d is %d, not %d\n", what, h, c, y[c], z[c]);
	return 0;
      }
  return 1;
}

/* What each column gives: in y, and by a plain loop in z.  */
#define EACH(...)							\
  {									\
    nova_vec (nova_vec (int)) v = nova_view (a, h, w);			\
    int column (size_t c) { __VA_ARGS__ }				\
    nova_store (y, w, nova_map (column, nova_range (w)));		\
  }
#define AT nova_get (nova_get (v, i), c)
#define PLAIN a[i * w + c]
#define LENGTH nova_length (v)

/* The end is a size, one of T, an int that another is added to; what counts is used behind the loop;
   the end moves, and stays a loop of C.  */
#define BELOW(T, END, READ)						\
  T i;									\
  int s = 0;								\
									\
  for (i = 0; i < END; i++)						\
    s += READ * (i + 1);						\
  return s * 100 + i;
#define OWN(T, END, READ)						\
  T k = END, i;								\
  int s = 0;								\
									\
  for (i = 0; k > i; i++)						\
    s -= s * 3 + READ;							\
  return s + i;
#define LESS(T, END, READ)						\
  int s = 1;								\
									\
  for (T i = 0; i < END - 2; i++)					\
    s += s ^ READ;							\
  return s;
#define MOVES(T, END, READ)						\
  int s = 0;								\
  T k = END;								\
									\
  for (T i = 0; i < k; i++)						\
    {									\
      s += READ;							\
      k -= s % 7 == 0;							\
    }									\
  return s;

#define KIND(T, NAME, HOW)						\
  __attribute__ ((noinline)) static int					\
  NAME (size_t h, size_t w, int end)					\
  {									\
    (void) end;								\
    EACH (HOW (T, LENGTH, AT))				\
    for (size_t c = 0; c < w; c++)					\
      {									\
	int plain (void) { HOW (T, h, PLAIN) }				\
	z[c] = plain ();						\
      }									\
    return same (#NAME, h, w);						\
  }									\
  __attribute__ ((noinline)) static int					\
  NAME##_end (size_t h, size_t w, int end)				\
  {									\
    EACH (HOW (T, end, AT))					\
    for (size_t c = 0; c < w; c++)					\
      {									\
	int plain (void) { HOW (T, end, PLAIN) }			\
	z[c] = plain ();						\
      }									\
    return same (#NAME " end", h, w);					\
  }
#define KINDS(T, NAME) KIND (T, NAME##_below, BELOW) KIND (T, NAME##_own, OWN) \
  KIND (T, NAME##_less, LESS) KIND (T, NAME##_moves, MOVES)

KINDS (int, int)
KINDS (unsigned, unsigned)
KINDS (long, long)
KINDS (short, short)
KINDS (unsigned char, byte)
KINDS (signed char, char)

/* How often a narrow number counts up to END, or until it is negative, and where it ends.  */
__attribute__ ((noinline)) static void
count_narrow (size_t end)
{
  int turns (size_t c)
  {
    signed char i;
    int s = c;

    for (i = 0; i < end; i++)
      s += i + 7;
    return s * 10 + i;
  }
  nova_store (y, W, nova_map (turns, nova_range (W)));
}

/* Element I of a vector, for each I from FIRST below END, an int; and element I - 1.  */
__attribute__ ((noinline)) static int
from (size_t n, int first, int end)
{
  nova_vec (int) v = nova_view (a, n);
  int row (int c)
  {
    int s = c;

    for (int i = first; i < end; i++)
      s += nova_get (v, i);
    return s;
  }
  return nova_sum (nova_map (row, nova_range (3)));
}

__attribute__ ((noinline)) static int
before (size_t n)
{
  nova_vec (int) v = nova_view (a, n);
  int row (int c)
  {
    int s = c, k = n;

    for (int i = 0; i < k; i++)
      s += nova_get (v, i - 1);
    return s;
  }
  return nova_sum (nova_map (row, nova_range (3)));
}

#define GOOD(T, H_, END)						\
  (T##_below (H_, w, END) && T##_own (H_, w, END) && T##_less (H_ < 2 ? 2 : H_, w, END)	\
   && T##_moves (H_, w, END))
#define GOOD_END(T, END)						\
  (T##_below_end (H, w, END) && T##_own_end (H, w, END) && T##_less_end (H, w, END)	\
   && T##_moves_end (H, w, END))

int
main (void)
{
  for (int k = 0; k < H * W; k++)
    a[k] = k * 7 % 101 - 20;
  for (size_t w = 1; w <= W; w += w < 3 ? 1 : 24)
    {
      for (int h = 0; h <= H; h += h < 3 ? 1 : 17)
	if (!GOOD (int, h, 0) || !GOOD (unsigned, h, 0) || !GOOD (long, h, 0) || !GOOD (short, h, 0)
	    || !GOOD (byte, h, 0) || !GOOD (char, h, 0))
	  return 1;
      for (int end = -3; end <= H; end += end < 3 ? 1 : 17)
	if (!GOOD_END (int, end) || !GOOD_END (long, end) || !GOOD_END (short, end)
	    || !GOOD_END (char, end))
	  return 1;
      for (int end = 2; end <= H; end += 5)
	if (!GOOD_END (unsigned, end) || !GOOD_END (byte, end))
	  return 1;
      /* Bounds that no number of the type is.  */
      if (!int_own_end (H, w, INT_MIN) || !long_below_end (H, w, INT_MIN)
	  || !short_below_end (H, w, INT_MIN) || !int_less_end (H, w, INT_MIN + 2)
	  || !byte_own_end (H, w, 256 + 7) || !char_own_end (H, w, 128) || !short_own_end (H, w, 65536))
	return 1;
    }
  static const size_t ends[] = { 0, 1, 127, 128, 129, 300, SIZE_MAX - 128, SIZE_MAX - 127,
				 SIZE_MAX - 126, SIZE_MAX };
  for (unsigned k = 0; k < sizeof ends / sizeof *ends; k++)
    {
      count_narrow (ends[k]);
      for (int c = 0; c < W; c++)
	{
	  signed char i;

	  z[c] = c;
	  for (i = 0; i < ends[k]; i++)
	    z[c] += i + 7;
	  z[c] = z[c] * 10 + i;
	}
      if (!same ("narrow", 0, W))
	return 1;
    }

  nova_set_error_handler (handler);
  if (from (3, 0, 3) != 3 * (a[0] + a[1] + a[2]) + 3 || from (3, 2, -1) != 3)
    return 1;
  GIVES_NONE (from (3, 0, 4), "index 3 is not below 3");
  GIVES_NONE (from (3, 0, INT_MAX), "index 3 is not below 3");
  GIVES_NONE (from (3, INT_MAX - 1, INT_MAX), "index 2147483646 is not below 3");
  GIVES_NONE (from (3, -1, 2), "index -1 is not below 3");
  GIVES_NONE (from (3, INT_MIN, 2), "index -2147483648 is not below 3");
  GIVES_NONE (before (3), "index -1 is not below 3");
  GIVES_NONE (int_below_end (3, 2, 4), "index 3 is not below 3");
  GIVES_NONE (short_below_end (3, 2, 40000), "index 3 is not below 3");
  return 0;
}
