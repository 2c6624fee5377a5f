/* Elements of a flattened view of irregular rows, one by one: not a walk over the rows each time.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <unistd.h>

enum { ROWS = 300000 };

static const struct nova_site site = { "v.c", "nova_slice", 1 };
static int a[ROWS * 2];
static size_t offsets[ROWS + 1];

/* Rows of 0 to 4 elements, from the last one to the first.  */
static struct nova_vec *
reversed_rows (void)
{
  for (size_t r = 0; r < ROWS; r++)
    offsets[r + 1] = offsets[r] + r * 3 % 5;
  for (size_t i = 0; i < ROWS * 2; i++)
    a[i] = (int) i;
  struct nova_vec *v = nova_vec_view (a, 4, 2, ROWS, 0, 0), *r;
  v->inner[0].offsets = offsets;
  r = nova_vec_slice (v, ROWS - 1, -1, -1, 1, &site);
  nova_vec_release (v);
  return r;
}

static void
check_elements (struct nova_vec *flat)
{
  size_t i = 0;
  int buffer;
  for (size_t r = ROWS; r-- > 0;)
    for (size_t k = offsets[r]; k < offsets[r + 1]; k++, i++)
      CHECK (*(const int *) nova_vec_place (flat, i, &buffer, NULL) == a[k]);
  CHECK (i == nova_vec_length (flat));
}

/* Rows with a gap between them, and what is turned.  */
static void
check_gaps (void)
{
  static const int a[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  struct nova_vec *v
    = nova_vec_view_strided (a, sizeof *a, 2, (size_t) 2, (ptrdiff_t)5, (size_t) 3, (ptrdiff_t)1);
  struct nova_vec *t = nova_vec_transpose (v), *flat = nova_vec_flatten (v);
  CHECK (nova_vec_extent (t, 0) == 3 && nova_vec_extent (t, 1) == 2);
  const int *p = nova_vec_elements (flat, &site);
  CHECK (nova_vec_length (flat) == 6 && p[2] == 2 && p[3] == 5 && p[5] == 7);
  nova_vec_release (flat);
  nova_vec_release (t);
  nova_vec_release (v);
}

int
main (void)
{
  check_gaps ();
  struct nova_vec *rows = reversed_rows (), *flat = nova_vec_flatten (rows), *turned;
  alarm (60);
  check_elements (flat);
  /* The same of a view of the view.  */
  turned = nova_vec_slice (flat, 0, 1, (ptrdiff_t) nova_vec_length (flat), 1, &site);
  nova_vec_release (flat);
  nova_vec_release (rows);
  check_elements (turned);
  nova_vec_release (turned);
  return 0;
}
