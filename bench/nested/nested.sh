#!/bin/sh
# Time and memory of nova over those of the loop written by hand, for programs with nested data
# (programs.def) and shapes of rows (nested.c).
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: NOVA_CC='gcc -fplugin=nova' NOVA_LIBS=-lnovart [SIZES='100000 1000000'] [THREADS='1 2']
#	 [SHAPES='even8 power'] [FLAGS=-O2] [ROUNDS=5] nested.sh [PROGRAM...]
# The loop has one thread always, and is compiled with CFLAGS.  OpenMP has as many threads as nova,
# if more than one, and the best of three schedules.  Results that differ are marked, and so is
# memory of more than 1.1 of the loop's and the vectors that the program keeps.  The last line of
# each number of threads has the geometric mean of the ratios.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${SIZES=100000 1000000 10000000}" "${ROUNDS=5}" "${SHAPES=}"
. "$here/../rounds.sh"
files=
for f in nested rows sparse lists search tables signals texts meshes
do
  files="$files $here/$f.c"
done
$NOVA_CC $FLAGS $files -o "$dir/nova" $NOVA_LIBS -lm
$CC $CFLAGS $files -o "$dir/loop" -lm
$CC $CFLAGS -fopenmp $files -o "$dir/omp" -lm

# Does word $1 stand among the others, or are there none?
among ()
{
  word=$1
  shift
  [ $# -gt 0 ] || return 0
  for w
  do
    [ "$w" != "$word" ] || return 0
  done
  return 1
}

# The best time of OpenMP for program $1, shape $2, size $3.
omp_time ()
{
  export OMP_NUM_THREADS="$threads"
  for OMP_SCHEDULE in static guided dynamic,64
  do
    export OMP_SCHEDULE
    for r in $(seq "$ROUNDS")
    do
      "$dir/omp" "$1" "$2" "$3"
    done >"$dir/omp-times"
    median "$dir/omp-times" 1
  done | sort -g | head -n 1
}

"$dir/loop" >"$dir/programs"
for threads in $THREADS
do
  export NOVA_NUM_THREADS="$threads"
  : >"$dir/ratios"
  while read -r program shape shared
  do
    among "$program" "$@" && among "$shape" $SHAPES || continue
    for n in $SIZES
    do
      for r in $(seq "$ROUNDS")
      do
	echo "$("$dir/nova" "$program" "$shape" "$n" || echo fails fails 0 0)" \
	     "$("$dir/loop" "$program" "$shape" "$n")"
      done >"$dir/times"
      omp=-
      [ "$threads" = 1 ] || [ "$shared" = 0 ] || omp=$(omp_time "$program" "$shape" "$n")
      awk -v p="$program" -v s="$shape" -v n="$n" -v t="$threads" -v x="$(median "$dir/times" 1)" \
	-v y="$(median "$dir/times" 5)" -v omp="$omp" -v differ="$(differ "$dir/times" 2 6 1e-9)" \
	-v a="$(median "$dir/times" 3)" -v b="$(median "$dir/times" 7)" \
	-v kept="$(median "$dir/times" 4)" -v ratios="$dir/ratios" '
	BEGIN { if (omp != "-") omp = sprintf("%.3f us", omp * 1e6)
	  if (x > 0) print x / y >>ratios
	  printf "%-10s %-7s n=%-8d threads %d  nova %11.3f us  loop %11.3f us  ratio %6.2f", \
		 p, s, n, t, x * 1e6, y * 1e6, x / y
	  printf "  memory %5.2f of %5.2f%s", a / b, 1.1 + kept / b, (a > 1.1 * b + kept ? " over" : "")
	  print "  OpenMP " omp differ }'
    done
  done <"$dir/programs"
  awk -v t="$threads" '{ s += log($1) }
    END { if (NR) printf "threads %d  %d ratios, geometric mean %.3f\n", t, NR, exp(s / NR) }' \
    "$dir/ratios"
done
