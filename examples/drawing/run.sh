#!/bin/sh
# Some hundred shapes; the picture is $OUT/drawing.png.  Asks awk of some of the circles, pixel by
# pixel.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
example=drawing
. "$(dirname "$0")/../run-example.sh"
example_build -lpng
awk -f "$here/shapes.awk" >"$OUT/shapes.txt"
example_run "$OUT/shapes.txt" "$OUT/drawing.png" | tail -n 1
test -s "$OUT/drawing.png" || die "no picture came out"
grep circle "$OUT/shapes.txt" | sed '1~9!d' >"$OUT/circles.txt"
example_run "$OUT/circles.txt" "$OUT/circles.png" >/dev/null
awk '{ x[NR] = $2; y[NR] = $3; r[NR] = $4 }
     END { print "P2"; print "640 480"; for (j = 0; j < 480; j++) for (i = 0; i < 640; i++) {
	     n = 0
	     for (k = 1; k <= NR; k++) n += (i - x[k])^2 + (j - y[k])^2 <= r[k]^2
	     p[j * 640 + i] = n; if (n > most) most = n }
	   print most; for (k = 0; k < 640 * 480; k++) print p[k] }' "$OUT/circles.txt" |
  cmp -s - "$OUT/nova.out" || die "awk draws other circles"
rm -f "$OUT/shapes.txt" "$OUT/circles.txt" "$OUT/circles.png"
