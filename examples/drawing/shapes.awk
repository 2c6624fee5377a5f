# Writes shapes: a fan of lines, a spiral of circles from small to large, a row of triangles.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
BEGIN {
  for (k = 0; k < 200; k++)
    print "line", 20, 460, 20 + 3 * k, int (20 + k * k / 100)
  for (k = 1; k < 300; k++)
    printf "circle %d %d %d\n", 320 + k / 2 * cos (k / 9), 240 + k / 2 * sin (k / 9), k / 8
  for (k = 0; k < 20; k++)
    printf "triangle %d %d %d %d %d %d\n", 30 * k, 400, 30 * k + 25, 410 + k, 30 * k + 10, 470
}
