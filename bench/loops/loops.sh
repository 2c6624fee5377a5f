#!/bin/sh
# Time of nova over that of the loop written by hand, for each kernel of loops.c.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: NOVA_CC='gcc -fplugin=nova' NOVA_LIBS=-lnovart [SIZES='1000 100000'] [THREADS='1 2']
#	 [FLAGS=-O2] [ROUNDS=7] loops.sh [KERNEL...]
# The loop has one thread always, and is compiled with CFLAGS.  Results that differ are marked.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${SIZES=1000 100000 10000000}" "${ROUNDS=7}"
. "$here/../rounds.sh"
$NOVA_CC $FLAGS "$here/loops.c" -o "$dir/nova" $NOVA_LIBS -lm
$CC $CFLAGS "$here/loops.c" -o "$dir/loop" -lm
[ $# -gt 0 ] || set -- $("$dir/loop")

for kernel
do
  for n in $SIZES
  do
    for threads in $THREADS
    do
      export NOVA_NUM_THREADS="$threads"
      for r in $(seq "$ROUNDS")
      do
	echo "$("$dir/nova" "$kernel" "$n") $("$dir/loop" "$kernel" "$n")"
      done >"$dir/times"
      awk -v k="$kernel" -v n="$n" -v t="$threads" -v x="$(median "$dir/times" 1)" \
	-v y="$(median "$dir/times" 3)" -v differ="$(differ "$dir/times" 2 4 1e-3)" '
	BEGIN { printf "%-10s n=%-8d threads %d  nova %11.3f us  loop %11.3f us  ratio %6.2f%s\n",
		       k, n, t, x * 1e6, y * 1e6, x / y, differ }'
    done
  done
done
