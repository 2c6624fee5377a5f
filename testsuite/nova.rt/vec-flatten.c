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

int
main (void)
{
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
