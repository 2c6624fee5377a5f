# Writes the edges of a network of N vertices: a ring of neighbours, and hubs with many.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
function draw(k) { state = (state * 16807) % 2147483647; return state % k }
BEGIN {
  state = 42
  for (v = 0; v + 3 < n; v++)
    {
      print v, v + 1
      print v, v + 2
      # The smaller the number, the more come here.
      print v, draw(1 + draw(1 + draw(v + 1)))
    }
}
