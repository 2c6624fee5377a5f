# What the scripts share that compare nova with a loop; they source this file.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every measurement is a process of its own; rounds interleave the versions; medians of the rounds.

: "${NOVA_CC=gcc -fplugin=nova}" "${NOVA_LIBS=-lnovart}" "${CC=gcc}" "${FLAGS=-O3 -march=native}"
: "${CFLAGS=$FLAGS}" "${THREADS=1 2}"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# median FILE COLUMN
median ()
{
  awk -v c="$2" '{ print $c }' "$1" | sort -g \
    | awk '{ v[NR] = $1 } END { print v[int ((NR + 1) / 2)] }'
}

# differ FILE COLUMN COLUMN PART: "  differ: A B" where two results of a line are more than PART of
# them apart.
differ ()
{
  awk -v a="$2" -v b="$3" -v part="$4" '{ d = $a - $b; m = part * ($a + $b)
    if (d * d > m * m) { print "  differ: " $a " " $b; exit } }' "$1"
}
