#!/bin/sh
# All numbers of four years of weather, and sums of two of them; asks sort.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
example=quicksort
. "$(dirname "$0")/../run-example.sh"
example_build
awk -F, 'NR > 1 { for (k = 2; k <= 5; k++) { print $k; for (j in last) print $k + last[j] }
		  last[NR % 9] = $2 + $3 }' \
  "$here/../csvstats/seattle-weather.csv" >"$OUT/numbers.txt"
example_run "$OUT/numbers.txt" | tail -n 1
LC_ALL=C sort -g "$OUT/numbers.txt" | awk '{ printf "%g\n", $1 }' | cmp -s - "$OUT/nova.out" ||
  die "sort has another order"
rm -f "$OUT/numbers.txt"
