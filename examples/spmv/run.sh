#!/bin/sh
# The matrix of Poisson's equation on a square grid; asks awk for the product.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
example=spmv
. "$(dirname "$0")/../run-example.sh"
example_build
awk -v n=300 -f "$here/poisson.awk" >"$OUT/poisson.mtx"
example_run "$OUT/poisson.mtx"
example_expect awk "$(awk '
  /^%/ { next }
  !m { m = $1; k = $2; next }
  { y[$1] += $3 * (1 + ($2 - 1) % 7); e++ 
    if ($1 != $2) { y[$2] += $3 * (1 + ($1 - 1) % 7); e++ } }
  END { for (i = 1; i <= m; i++) s += y[i] * y[i]
	printf "%d x %d, %d entries, |A x| = %.6f", m, k, e, sqrt (s) }' \
  "$OUT/poisson.mtx")"
rm -f "$OUT/poisson.mtx"
