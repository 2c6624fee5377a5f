#!/bin/sh
# The words of a licence's text, many times over, by length; asks awk.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
example=words
. "$(dirname "$0")/../run-example.sh"
example_build
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat "$here/../../COPYING"; done >"$OUT/16.txt"
example_run "$OUT/16.txt"
LC_ALL=C tr -c 'A-Za-z' '\n' <"$OUT/16.txt" | LC_ALL=C awk '
  length { n = length ($0); if (!c[n]++) first[n] = $0; if (n > most) most = n }
  END { for (n = 1; n <= most; n++) if (c[n]) print n, c[n], first[n] }' |
  cmp -s - "$OUT/nova.out" || die "awk counts others"
rm -f "$OUT/16.txt"
