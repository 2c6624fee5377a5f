#!/bin/sh
# Four years of weather in Seattle, and the same column a thousand times over for the clock; asks
# awk.  Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
example=csvstats
. "$(dirname "$0")/../run-example.sh"
example_build
data=$here/seattle-weather.csv
for column in temp_max wind
do
  example_run "$data" $column
  example_expect awk "$(awk -F, -v c=$column '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i; next }
    { n++; s += $k; q += $k * $k
      if (n == 1 || $k < lo) lo = $k + 0
      if (n == 1 || $k > hi) hi = $k + 0 }
    END { m = s / n; printf "%d values, mean %.6f, deviation %.6f, least %g, greatest %g",
			    n, m, sqrt (q / n - m * m), lo, hi }' "$data")"
done
example_run "$data" wind weather
for word in drizzle fog rain snow sun
do
  example_expect awk "$(awk -F, -v w=$word '$6 == w { n++; s += $5 }
					    END { printf "%s %.6f", w, s / n }' "$data")"
done
awk 'NR == 1 { print; next } { l[n++] = $0 }
     END { for (k = 0; k < 500; k++) for (i = 0; i < n; i++) print l[i] }' \
  "$data" >"$OUT/large.csv"
example_run "$OUT/large.csv" temp_max
rm -f "$OUT/large.csv"
