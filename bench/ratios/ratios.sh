#!/bin/sh
# Time of nova over that of OpenMP by hand (n = 10^7, 2 threads) and over plain C (n = 10^3).
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: NOVA_CC='gcc -fplugin=nova' NOVA_LIBS=-lnovart ratios.sh [ROUNDS]
# Every measurement is a process of its own; rounds interleave the versions; medians of the rounds.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${NOVA_CC=gcc -fplugin=nova}" "${NOVA_LIBS=-lnovart}" "${CC=gcc}" "${THREADS=2}"
rounds=${1-7}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
flags='-O3 -march=native'
$NOVA_CC $flags "$here/kernels.c" -o "$dir/nova" $NOVA_LIBS -lm
$CC $flags -ffast-math -fopenmp "$here/kernels.c" -o "$dir/omp" -lm
$CC $flags -Wno-unknown-pragmas "$here/kernels.c" -o "$dir/plain" -lm
$CC $flags -ffast-math -Wno-unknown-pragmas "$here/kernels.c" -o "$dir/fast" -lm
export NOVA_NUM_THREADS=$THREADS OMP_NUM_THREADS=$THREADS

# compare KERNEL N OTHER: medians of both, and the ratio
compare ()
{
  : >"$dir/times"
  for r in $(seq "$rounds")
  do
    echo "$("$dir/nova" "$1" "$2") $("$dir/$3" "$1" "$2")" >>"$dir/times"
  done
  a=$(awk '{ print $1 }' "$dir/times" | sort -g | sed -n "$(((rounds + 1) / 2))p")
  b=$(awk '{ print $3 }' "$dir/times" | sort -g | sed -n "$(((rounds + 1) / 2))p")
  awk -v k="$1" -v n="$2" -v o="$3" -v a="$a" -v b="$b" \
    'BEGIN { printf "%-9s n=%-9d nova %10.3f us  %-5s %10.3f us  ratio %.3f\n", k, n, a * 1e6, o, b * 1e6, a / b }'
}

for k in sum dot saxpy fmr pipeline
do
  compare $k 10000000 omp
done
for k in sum dot saxpy fmr pipeline
do
  compare $k 1000 plain
done
for k in sum dot saxpy fmr
do
  compare $k 1000 fast
done
