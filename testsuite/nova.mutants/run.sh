#!/bin/bash
# run.sh - plant each fault of faults.txt in a copy of the sources, build what it changes, and run
# the test that must catch it.  Called by `make check-mutants'; README says what is what.
#
# Environment: TOP the sources, BUILD the build folder, DIR for everything that is made, CC and CXX;
# ONLY a regexp of names, JOBS so many faults side by side, MUTANTS_BY=fuzz random programs instead
# of the tests, of SEEDS; SOME about so many faults of the core alone, spread over the table.
#
# Prints a line a fault, and at the end "N caught, M survived" with the survivors; fails if there
# are any, or if a fault could not be judged.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
: "${TOP:?}" "${BUILD:?}" "${DIR:?}" "${CC:?}" "${CXX:?}"
ONLY=${ONLY:-.} SOME=${SOME:-} JOBS=${JOBS:-1} MUTANTS_BY=${MUTANTS_BY:-test} SEEDS=${SEEDS:-300}
here=$TOP/testsuite/nova.mutants
table=$here/faults.txt

# --- Trees ---------------------------------------------------------------------------------------

# What configure is given for the tree KIND.
options ()
{
  case $1 in
    core) echo "--disable-plugin --enable-checking=extra" ;;
    plugin) echo "--enable-checking=extra" ;;
    asan) echo "--enable-sanitizer=runtime" ;;
    core-asan) echo "--disable-plugin --enable-sanitizer" ;;
    tsan) echo "--disable-plugin --enable-tsan" ;;
  esac
}

# Build the tree KIND below the folder JOB, whose sources are in JOB/src.
make_tree ()
{
  local job=$1 kind=$2
  mkdir -p "$job/$kind"
  (
    cd "$job/$kind" || exit 1
    # shellcheck disable=SC2046
    [ -f config.status ] || ../src/configure CC="$CC" CXX="$CXX" $(options "$kind") || exit 1
    build "$kind"
  ) >"$job/$kind.log" 2>&1
}

# In a tree KIND: build what its tests run.
build ()
{
  make -s -C plugin/core && make -s -C runtime || return
  case $1 in plugin | asan) make -s -C plugin/gcc || return ;; esac
  [ "$MUTANTS_BY" != fuzz ] || make -s -C testsuite fuzz/nova-fuzz
}

# --- Tests ---------------------------------------------------------------------------------------

# In a tree: run TEST, a file below testsuite, or random programs.  Says caught, if it fails,
# survived, if it passes, or hangs; or else what is wrong.
run_test ()
{
  case $1 in
    fuzz*) run_fuzz "${1#fuzz_}" ;;
    *) run_file "$1" ;;
  esac
}

run_file ()
{
  local test=$1 exp limit=240
  exp=$(basename "$(dirname "$test")").exp
  case $test in
    nova.fir/*) exp=fir.exp limit=60 ;;
    nova.imp/*) exp=imp.exp limit=60 ;;
    nova.rt/*) exp=rt.exp limit=60 ;;
    nova.c/run/*) exp=run.exp ;;
  esac
  rm -f testsuite/nova.sum testsuite/nova.log
  NOVA_LEVELS=all NOVA_TEST_TIMEOUT=$limit make -s -C testsuite check-DEJAGNU PROCESSES=1 \
    RUNTESTFLAGS="$exp=$(basename "$(dirname "$test")")/$(basename "$test")" >test.log 2>&1
  if grep -q "^FAIL: $test\\b" testsuite/nova.sum; then
    if grep -q '=> timeout' testsuite/nova.log; then echo hangs; else echo caught; fi
  elif grep -q "^ERROR: " testsuite/nova.sum || ! grep -q "^PASS: $test\\b" testsuite/nova.sum; then
    echo 'did not run'
  else
    echo survived
  fi
}

# Programs of N seeds; the first that fails is enough.
run_fuzz ()
{
  local status
  (
    mkdir -p testsuite/scratch/fuzz && cd testsuite || exit 125
    export NOVA_FUZZ_LIBS="-I$PWD/../../src/include -I$PWD/../include \
      ../runtime/.libs/libnovart.a -pthread -lm"
    timeout -k 5 300 fuzz/nova-fuzz --seeds="$1" --no-shrink --stop-after=1 --dir=scratch/fuzz \
      --c=10 --cc="$CC"
  ) >test.log 2>&1
  status=$?
  case $status in
    0) echo survived ;;
    124 | 137) echo hangs ;;
    125) echo 'did not run' ;;
    *) echo caught ;;
  esac
}

# Four gigabytes for what a fault may let grow without end; sanitizers reserve more than that.
limit_memory ()
{
  case $1 in core | plugin) ulimit -v 4000000 ;; esac
}

# --- Faults --------------------------------------------------------------------------------------

# Plant the fault NAME in FILE below JOB, and print what TEST in the tree KIND says of it.
judge_fault ()
{
  local job=$1 name=$2 kind=$3 test=$4 file=$5 hangs=$6 verdict
  if ! expect "$here/rows.tcl" plant "$table" "$name" "$job/src"; then
    verdict='does not fit the sources'
  elif ! (cd "$job/$kind" && build "$kind") >"$DIR/log/$name" 2>&1; then
    verdict='does not build'
  else
    verdict=$(cd "$job/$kind" && limit_memory "$kind" && run_test "$test")
    cp "$job/$kind/testsuite/nova.log" "$DIR/log/$name" 2>/dev/null
  fi
  cp "$TOP/$file" "$job/src/$file"
  [ "$verdict" != hangs ] || [ "$hangs" = no ] || verdict=caught
  echo "$verdict: $name, by ${test//_/ }"
}

# Whether nobody else does item I of what is to be done in phase PHASE.
claim ()
{
  mkdir "$DIR/claim/$1-$2" 2>/dev/null
}

# Job J: its trees, its share of the tests without a fault, then of the faults.
worker ()
{
  local job=$DIR/job$1 kind name test file hangs i
  ulimit -c 0
  "$here/copy.sh" "$TOP" "$BUILD" "$job/src"
  for kind in $(cut -d' ' -f2 "$DIR/rows" | sort -u); do
    if ! make_tree "$job" "$kind"; then
      echo "cannot build: the tree $kind, see $job/$kind.log"
      return
    fi
  done
  i=0
  while read -r kind test; do
    i=$((i + 1))
    claim good $i || continue
    case $(cd "$job/$kind" && run_test "$test") in
      survived) ;;
      *) echo "fails without a fault: $test" ;;
    esac
  done <"$DIR/tests"
  i=0
  while read -r name kind test file hangs; do
    i=$((i + 1))
    claim fault $i || continue
    judge_fault "$job" "$name" "$kind" "$test" "$file" "$hangs"
  done <"$DIR/rows"
}

if [ "$(cd "$TOP" && pwd -P)" = "$(cd "$BUILD" && pwd -P)" ]; then
  echo "check-mutants wants a build folder that is not the sources'" >&2
  exit 1
fi
mkdir -p "$DIR/log"
rm -rf "$DIR/claim" "$DIR"/verdicts.*
mkdir "$DIR/claim"
expect "$here/rows.tcl" list "$table" "$ONLY" >"$DIR/rows" || exit 1
if [ "$MUTANTS_BY" = fuzz ]; then
  # Those that the random programs of the core can meet.
  awk -v seeds="$SEEDS" '$4 ~ /^plugin\/core\// { print $1, "core", "fuzz_" seeds, $4, "yes" }' \
    "$DIR/rows" >"$DIR/rows.core"
  mv "$DIR/rows.core" "$DIR/rows"
fi
if [ -n "$SOME" ]; then
  awk '$2 == "core" && $5 == "no"' "$DIR/rows" >"$DIR/rows.core"
  step=$(($(wc -l <"$DIR/rows.core") / SOME + 1))
  awk -v step=$step 'NR % step == 0' "$DIR/rows.core" >"$DIR/rows"
fi
cut -d' ' -f2,3 "$DIR/rows" | sort -u >"$DIR/tests"
[ -s "$DIR/rows" ] || { echo "no fault matches $ONLY"; exit 1; }
for j in $(seq "$JOBS"); do
  worker "$j" | tee "$DIR/verdicts.$j" &
done
wait
cat "$DIR"/verdicts.* >"$DIR/verdicts"
caught=$(grep -c '^caught:' "$DIR/verdicts")
survived=$(grep -c '^survived:' "$DIR/verdicts")
rows=$(wc -l <"$DIR/rows")
grep -v '^caught:' "$DIR/verdicts"
echo "$caught caught, $survived survived, of $rows"
if [ "$MUTANTS_BY" = fuzz ]; then
  [ $((2 * caught)) -ge "$rows" ]
else
  [ "$caught" = "$rows" ] && [ "$(wc -l <"$DIR/verdicts")" = "$rows" ]
fi
