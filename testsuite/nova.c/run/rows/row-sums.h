/* Sums of rows, and whether they are as wanted.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

typedef nova_vec (double) reals;
typedef nova_vec (reals) real_rows;

/* Do the N numbers of X differ from Y?  Then say so of WHAT.  */
static int
differ (const char *what, const double *x, const double *y, size_t n)
{
  for (size_t k = 0; k < n; k++)
    if (x[k] != y[k])
      {
	printf ("%s: %zu: %g, not %g\n", what, k, x[k], y[k]);
	return 1;
      }
  return 0;
}

static reals
add_rows (reals a, reals b)
{
  return nova_map (nova_add, a, b);
}
