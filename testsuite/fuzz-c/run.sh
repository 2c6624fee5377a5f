#!/bin/bash
# run.sh - random C programs, compiled and run in every way; a line a difference.
#
#   run.sh FIRST PROGRAMS TESTS        programs FIRST ... FIRST + PROGRAMS - 1, of TESTS tests each
#
# Of the environment: CGEN (nova-cgen), CC, NOVA_FLAGS (-fplugin=..., -I...), NOVA_LIBS, SRC (this
# folder), LEVELS (options, separated by commas), TARGETS (seq and numbers of threads), DIR (where
# the programs are made), CGEN_FLAGS, TESTED (what is run instead of the program itself: a prefix).
# Each program is compiled once as plain loops, once for each of LEVELS with the plugin, and run
# on each of TARGETS.  What fails is kept in DIR; the status is 1 then.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

first=$1 programs=$2 tests=$3
dir=${DIR:-.}
IFS=, read -r -a levels <<<"${LEVELS:--O0,-O2,-O3 -march=native}"
read -r -a targets <<<"${TARGETS:-seq 1 2 5}"
common=(-w -std=gnu11 -ffp-contract=off "-I$SRC")
bad=0
count=0

mkdir -p "$dir" || exit 1

# WHAT of program P is reported, and P is kept.
report ()
{
  echo "FAIL: program $1: $2"
  kept=1
  bad=1
}

run_targets ()
{
  local p=$1 level=$2 t status
  for t in "${targets[@]}"; do
    if [ "$t" = seq ]; then
      NOVA_TARGET=seq timeout 300 $TESTED "$p" >"$p.out" 2>"$p.err"
    else
      NOVA_NUM_THREADS=$t timeout 300 $TESTED "$p" >"$p.out" 2>"$p.err"
    fi
    status=$?
    if [ "$status" != 0 ]; then
      report "$seed" "$level, target $t, status $status"
      head -n 5 "$p.out"
      grep -v '^nova_vec' "$p.err" | tail -n 5
    fi
  done
}

# shellcheck disable=SC2086
# NOVA_FLAGS, NOVA_LIBS, CGEN_FLAGS and the level are several words.
for ((seed = first; seed < first + programs; seed++)); do
  p=$dir/p$seed
  kept=0
  "$CGEN" "$seed" "$tests" $CGEN_FLAGS >"$p.c" || exit 1
  if ! $CC "${common[@]}" -O0 -DREFERENCE -c "$p.c" -o "$p-plain.o" 2>"$p.err" \
      || ! $CC "${common[@]}" -O1 -DREFERENCE -c "$SRC/runner.c" -o "$dir/runner.o" 2>"$p.err"; then
    report "$seed" 'the reference does not compile'
    grep -m5 error "$p.err"
    continue
  fi
  for level in "${levels[@]}"; do
    if ! timeout 500 $CC "${common[@]}" $level $NOVA_FLAGS -c "$p.c" -o "$p.o" 2>"$p.err"; then
      report "$seed" "$level does not compile"
      grep -m5 -E 'error|internal' "$p.err"
      continue
    fi
    if ! $CC "$p.o" "$p-plain.o" "$dir/runner.o" -o "$p" $NOVA_LIBS 2>"$p.err"; then
      report "$seed" "$level does not link"
      head -n 5 "$p.err"
      continue
    fi
    run_targets "$p" "$level"
    count=$((count + tests))
  done
  rm -f "$p-plain.o" "$p.o" "$p" "$p.out" "$p.err"
  [ "$kept" = 1 ] || rm -f "$p.c"
done
echo "$count tests compiled and run on ${#targets[@]} targets"
exit "$bad"
