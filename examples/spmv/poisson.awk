# Writes the five-point Laplacian of an N by N grid in Matrix Market's format, symmetric.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
BEGIN {
  print "%%MatrixMarket matrix coordinate real symmetric"
  print n * n, n * n, n * n + 2 * n * (n - 1)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      {
	k = i * n + j + 1
	print k, k, 4
	if (j + 1 < n)
	  print k + 1, k, -1
	if (i + 1 < n)
	  print k + n, k, -1
      }
}
