#!/bin/bash
# run.sh - random C programs, compiled and run in every way; a line a difference.
#
#   run.sh FIRST PROGRAMS TESTS        programs FIRST ... FIRST + PROGRAMS - 1, of TESTS tests each
#
# Of the environment: CGEN (nova-cgen), CC, NOVA_FLAGS (-fplugin=..., -I...), NOVA_LIBS, SRC (this
# folder), LEVELS (options, separated by commas), SPARSE (levels after the first are for every
# SPARSEth program only), TARGETS (seq and numbers of threads), DIR (where the programs are made),
# CGEN_FLAGS, TESTED (what is run instead of the program itself: a prefix).
# FIR_LEVEL, if not empty: at this level the regions of every FIR_SPARSEth program are evaluated as
# FIR while it runs (fir-run.c); with FIR_WRAP (fir-wrap), CORE_FLAGS (-I...), CORE_LIBS.
# JOBS: so many processes, each with a part of the programs, its lines begin with its number.
# Each program is compiled once as plain loops, once for each of LEVELS with the plugin, and run:
# runner.c tries each of TARGETS, the plain loops once.  What fails is kept in DIR; the status is 1
# then.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

first=$1 programs=$2 tests=$3
dir=${DIR:-.}
IFS=, read -r -a levels <<<"${LEVELS:--O0,-O2,-O3 -march=native}"
TARGETS=${TARGETS:-seq 1 2 5}
read -r -a targets <<<"$TARGETS"
common=(-w -std=gnu11 -ffp-contract=off "-I$SRC" "-I$SRC/../../include")
bad=0 evaluator=()
# See lib/nova.exp.
export CCACHE_DISABLE=1
# Of all programs: functions as nova-cgen counts them, regions of one level each, runs of tests;
# calls of regions that were evaluated, and that were not.
functions=0 regions=0 runs=0 evaluated=0 left=0

mkdir -p "$dir" || exit 1

if [ "${JOBS:-1}" -gt 1 ]; then
  part=$(((programs + JOBS - 1) / JOBS)) pids=()
  set -o pipefail
  for ((j = 0; j * part < programs; j++)); do
    n=$((programs - j * part))
    JOBS=1 DIR=$dir/job$j "$0" $((first + j * part)) $((n < part ? n : part)) "$tests" 2>&1 \
      | sed -u "s/^/$j: /" &
    pids+=($!)
  done
  for j in "${pids[@]}"; do
    wait "$j" || bad=1
  done
  exit "$bad"
fi

# WHAT of program P is reported, and P is kept.
report ()
{
  kept=1
  echo "FAIL: program $1: $2"
  bad=1
}

# shellcheck disable=SC2086
# NOVA_FLAGS, NOVA_LIBS, CGEN_FLAGS, CORE_FLAGS and levels are several words.
prepare ()
{
  $CC "${common[@]}" -O1 -c "$SRC/runner.c" -DREFERENCE -o "$dir/runner.o" || exit 1
  [ -z "$FIR_LEVEL" ] && return
  for part in fir-run fir-leaf fir-value; do
    $CC "${common[@]}" -O2 $CORE_FLAGS -c "$SRC/$part.c" -o "$dir/$part.o" || exit 1
    evaluator+=("$dir/$part.o")
  done
}

# Program P, of LEVEL, on all targets.
run_targets ()
{
  local p=$1 level=$2 status
  TARGETS=$TARGETS timeout 900 $TESTED "$p" >"$p.out" 2>"$p.err"
  status=$?
  runs=$((runs + tests * ${#targets[@]}))
  [ "$status" = 0 ] && return
  report "$seed" "$level, status $status"
  head -n 8 "$p.out"
  grep -v '^nova_vec' "$p.err" | tail -n 5
}

# Program P at LEVEL: to P.o; its functions stay, so that the evaluator can call them.
# shellcheck disable=SC2086
wrap ()
{
  local p=$1 level=$2
  $CC "${common[@]}" $level -fkeep-static-functions -fkeep-inline-functions $NOVA_FLAGS \
      -fplugin-arg-nova-dump=extract -S "$p.c" -o "$p.s" 2>"$p.err" \
    && "$FIR_WRAP" "$p.s" "$p.c" "$p-fir.s" "$p-fir.c" >"$p.err" \
    && $CC "${common[@]}" -c "$p-fir.s" -o "$p.o" 2>"$p.err" \
    && $CC "${common[@]}" -O1 $CORE_FLAGS -c "$p-fir.c" -o "$p-fir.o" 2>"$p.err" \
    && $CC "$p.o" "$p-fir.o" "$p-plain.o" "$dir/runner.o" "${evaluator[@]}" -o "$p" $CORE_LIBS \
	 $NOVA_LIBS 2>"$p.err"
}

# The regions of program P as FIR.
evaluate ()
{
  local p=$1 n m
  if ! wrap "$p" "$FIR_LEVEL"; then
    report "$seed" 'its regions cannot be evaluated'
    grep -m5 -E 'error|internal|not wrapped' "$p.err"
    return
  fi
  if ! TARGETS= NOVA_TARGET=seq timeout 300 "$p" >"$p.out" 2>"$p.err"; then
    report "$seed" "evaluated as FIR, $FIR_LEVEL"
    cut -c1-600 "$p.out" | head -n 8
    grep -v '^nova_vec' "$p.err" | tail -n 5
  fi
  n=$(sed -n 's/^fir: \([0-9]*\) evaluated.*/\1/p' "$p.out")
  m=$(sed -n 's/^fir: \([0-9]*\) not evaluated.*/\1/p' "$p.out" \
	| awk '{ n += $1 } END { print n + 0 }')
  evaluated=$((evaluated + ${n:-0})) left=$((left + m))
  [ "$kept" = 1 ] || rm -f "$p".c.*.fir
  rm -f "$p.s" "$p-fir.s" "$p-fir.c" "$p-fir.o"
}

prepare
# shellcheck disable=SC2086
for ((seed = first; seed < first + programs; seed++)); do
  p=$dir/p$seed
  kept=0
  "$CGEN" "$seed" "$tests" $CGEN_FLAGS >"$p.c" || exit 1
  functions=$((functions + $(sed -n 's/^\/\* \([0-9]*\) functions  \*\/$/\1/p' "$p.c")))
  if ! $CC "${common[@]}" -O0 -DREFERENCE -c "$p.c" -o "$p-plain.o" 2>"$p.err"; then
    report "$seed" 'the reference does not compile'
    grep -m5 error "$p.err"
    continue
  fi
  counted=0
  for level in "${levels[@]}"; do
    [ $counted = 0 ] || [ $((seed % ${SPARSE:-1})) = 0 ] || continue
    if ! timeout 500 $CC "${common[@]}" $level $NOVA_FLAGS -c "$p.c" -o "$p.o" 2>"$p.err"; then
      report "$seed" "$level does not compile"
      grep -m5 -E 'error|internal' "$p.err"
      continue
    fi
    # A stub is a region.
    [ $counted = 1 ] \
      || regions=$((regions + $(nm "$p.o" | grep -c -E ' [A-Za-z0-9_.]+\.nova\.[0-9]+$')))
    counted=1
    if ! $CC "$p.o" "$p-plain.o" "$dir/runner.o" -o "$p" $NOVA_LIBS 2>"$p.err"; then
      report "$seed" "$level does not link"
      head -n 5 "$p.err"
      continue
    fi
    run_targets "$p" "$level"
  done
  [ -z "$FIR_LEVEL" ] || [ $((seed % ${FIR_SPARSE:-1})) != 0 ] || evaluate "$p"
  rm -f "$p-plain.o" "$p.o" "$p" "$p.out" "$p.err"
  [ "$kept" = 1 ] || rm -f "$p.c"
done
echo "$programs programs, $((programs * tests)) tests, $functions functions, $regions regions;" \
  "$runs runs of tests; $evaluated calls of regions evaluated, $left not"
exit "$bad"
