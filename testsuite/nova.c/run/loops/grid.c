/* Stencils that compute the place of an element in rows of one width, of several types and shapes;
   and one that leaves the array, whose first such element is reported.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O1" "-O2" "-O3 -march=native" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 70

static int from[MOST * MOST], to[MOST * MOST], wanted[MOST * MOST];
static char said[200];
static jmp_buf back;

static void
handler (const char *line)
{
  strcpy (said, strchr (line, ' ') + 1);
  longjmp (back, 1);
}

/* Ends the program unless the N elements stored are those wanted.  */
static void
compare (const char *what, size_t n)
{
  if (!memcmp (to, wanted, n * sizeof *to))
    return;
  printf ("%s of %zu elements\n", what, n);
  exit (1);
}

static void
sizes (size_t h, size_t w)
{
  nova_vec (int) x = nova_view (from, h * w);
  int step (size_t i, size_t j)
  {
    if (i == 0 || j == 0 || i == h - 1 || j == w - 1)
      return nova_get (x, i * w + j);
    return nova_get (x, (i - 1) * w + j) - nova_get (x, (i + 1) * w + j)
	   + 3 * nova_get (x, i * w + j - 1) - nova_get (x, i * w + j + 1);
  }

  nova_store (to, h * w, nova_tabulate (step, h, w));
  compare ("sizes", h * w);
}

static void
numbers (int h, int w)
{
  nova_vec (int) x = nova_view (from, h * w);
  int step (int i, int j)
  {
    if (i == 0 || j == 0 || i == h - 1 || j == w - 1)
      return nova_get (x, i * w + j);
    return nova_get (x, (i - 1) * w + j) - nova_get (x, (i + 1) * w + j)
	   + 3 * nova_get (x, i * w + j - 1) - nova_get (x, i * w + j + 1);
  }

  nova_store (to, h * w, nova_tabulate (step, h, w));
  compare ("numbers", (size_t) (h * w));
}

/* The row below the last is read.  */
static void
below (size_t h, size_t w)
{
  nova_vec (int) x = nova_view (from, h * w);
  int step (size_t i, size_t j) { return nova_get (x, (i + 1) * w + j); }

  if (!setjmp (back))
    {
      nova_store (to, h * w, nova_tabulate (step, h, w));
      puts ("below: not found");
      exit (1);
    }
}

int
main (void)
{
  for (size_t k = 0; k < MOST * MOST; k++)
    from[k] = (int) (k * 2654435761u >> 20);
  for (size_t h = 1; h < MOST; h += 1 + h / 3)
    for (size_t w = 1; w < MOST; w += 1 + w / 3)
      {
	for (size_t i = 0; i < h; i++)
	  for (size_t j = 0; j < w; j++)
	    {
	      const int *p = from + i * w + j;

	      wanted[i * w + j] = i == 0 || j == 0 || i == h - 1 || j == w - 1 ? *p
				  : *(p - w) - p[w] + 3 * p[-1] - p[1];
	    }
	sizes (h, w);
	numbers ((int) h, (int) w);
      }
  nova_set_error_handler (handler);
  below (5, 7);
  if (strstr (said, "index 35 "))
    return 0;
  puts (said);
  return 1;
}
