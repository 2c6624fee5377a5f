#!/bin/sh
# Blurs and sharpens the picture of a cat; the results are $OUT/blur.png and $OUT/sharpen.png.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
example=image
. "$(dirname "$0")/../run-example.sh"
example_build -lpng
for what in blur sharpen
do
  example_run $what "$here/cat.png" "$OUT/$what.png"
  test -s "$OUT/$what.png" || die "no picture came out"
done
