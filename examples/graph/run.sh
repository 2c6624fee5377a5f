#!/bin/sh
# A network with hubs; asks awk, which takes a queue and tables.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
example=graph
. "$(dirname "$0")/../run-example.sh"
example_build
awk -v n=20000 -f "$here/network.awk" >"$OUT/network.txt"
example_run "$OUT/network.txt"
example_expect awk "$(awk '
  function add(a, b) { if (!((a, b) in edge)) { edge[a, b]; near[a] = near[a] " " b; return 1 } }
  { for (k = 1; k <= 2; k++) if ($k >= n) n = $k + 1 }
  $1 != $2 { edges += add($1, $2); add($2, $1) }
  END { d[0] = 0; queue[0] = 0; m = 1
	for (done = 0; done < m; done++) {
	  v = queue[done]; sum += d[v]; most = d[v]; k = split (near[v], w, " ")
	  for (i = 1; i <= k; i++) if (!(w[i] in d)) { d[w[i]] = d[v] + 1; queue[m++] = w[i] } }
	for (v = 0; v < n; v++) {
	  k = split (near[v], w, " "); u = 0
	  for (i = 1; i <= k; i++) if (w[i] > v) up[++u] = w[i]
	  for (i = 1; i <= u; i++) for (j = i + 1; j <= u; j++) t += (up[i], up[j]) in edge }
	printf "%d vertices, %d edges, %d reached, farthest %d, all distances %d, %d triangles",
	       n, edges, m, most, sum, t }' "$OUT/network.txt")"
rm -f "$OUT/network.txt"
