#!/bin/sh
# compare.sh - programs without nova: the same objects and messages with the plugin as without it.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: compare.sh DIR TREE...      every .c file below the TREEs; a TREE may be a file
#
#   CC         the compiler, PLUGIN the plugin (absolute)
#   LEVELS     lists of options, with commas between them
#   FLAGS      more options at every level: -I of the program's headers
#   EMIT       -S (assembler text, the default: cheaper than objects) or -c
#   PART       compare one file in PART, other ones for another SEED
#   DG         1: with each file's dg-options and dg-additional-options
#   WITHOUT    options of the first compilation, for a look at the compiler alone
#
# DIR gets a folder a difference, with both results, both messages and the command.  With -flto,
# and where code may be offloaded, objects are compared but for .gnu.lto_.opts and its like, which
# record the command line.
# The compiler's own result may depend on where its memory is (-gctf and -gbtf do): what it does not
# give again in eight more compilations without the plugin is told apart.  The last line is what
# was compared; exit status 1: something differs.

DIR=$1; shift
CC=${CC-gcc} EMIT=${EMIT--S} PART=${PART-1} SEED=${SEED-0} LEVELS=${LEVELS--O0,-O2 -g,-O3}
case $DIR in /*) ;; *) DIR=$PWD/$DIR;; esac
# See lib/nova.exp.
LC_ALL=C CCACHE_DISABLE=1; export LC_ALL CCACHE_DISABLE
mkdir -p "$DIR" || exit 2
work=$DIR/work.$$
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM
compared=0 refused=0 unsteady=0 different=0

# The options that FILE asks the test suite of GCC for.
dg_options ()
{
  test -n "$DG" || return
  sed -n 's/.*{ *dg-\(additional-\)\{0,1\}options  *"\([^"]*\)" *}.*/\2/p' "$1" | tr '\n' ' '
}

# compile SIDE FILE OPTIONS...: in the same folder, as debug information has its name; then that is
# called SIDE.
compile ()
{
  side=$1 file=$2; shift 2
  mkdir "$work/here"
  (cd "$work/here" && timeout 300 $CC "$@" -o out "$file" </dev/null >stdout 2>stderr
   echo $? >status)
  rm -rf "$work/$side"
  mv "$work/here" "$work/$side"
}

# The object in FOLDER without the sections that record the command line for the link.
strip_options ()
{
  test -f "$1/out" && objcopy --wildcard --remove-section='.gnu.lto_.opts*' \
    --remove-section='.gnu.offload_lto_.opts*' "$1/out" 2>/dev/null
}

same ()
{
  for f in out stdout stderr status; do
    if test -f "$work/without/$f" || test -f "$work/with/$f"; then
      cmp -s "$work/without/$f" "$work/with/$f" || return 1
    fi
  done
}

# steady FILE OPTIONS...: the compiler alone gives the same again.
steady ()
{
  mv "$work/without" "$work/first"
  mv "$work/with" "$work/kept"
  n=0 again=0
  while test $n -lt 8 && test $again = 0; do
    compile with "$@"
    case "$*" in *-flto*|*-fopen*) strip_options "$work/with";; esac
    mv "$work/first" "$work/without"
    same || again=1
    mv "$work/without" "$work/first"
    n=$((n + 1))
  done
  rm -rf "$work/with"
  mv "$work/first" "$work/without"
  mv "$work/kept" "$work/with"
  return $again
}

# compare FILE LEVEL
compare ()
{
  file=$1 emit=$EMIT
  options="$2 -frandom-seed=nova -gno-record-gcc-switches $FLAGS $(dg_options "$file")"
  case $options in *-flto*|*-fopen*) emit=-c;; esac
  compile without "$file" $options $WITHOUT $emit
  compile with "$file" $options -fplugin="$PLUGIN" $emit
  case $options in
    *-flto*|*-fopen*) strip_options "$work/without"; strip_options "$work/with" ;;
  esac
  compared=$((compared + 1))
  test "$(cat "$work/without/status")" = 0 || refused=$((refused + 1))
  same && return
  if ! steady "$file" $options $WITHOUT $emit; then
    unsteady=$((unsteady + 1))
    echo "UNSTEADY $file: $2"
    return
  fi
  different=$((different + 1))
  echo "DIFFERENT $file: $2"
  kept=$DIR/$(echo "$file $2" | tr -c 'A-Za-z0-9.\n' '_' | tail -c 150)
  rm -rf "$kept"; mv "$work" "$kept"; mkdir "$work"
  echo "$CC $options $emit $file" >"$kept/command"
}

# One FILE in PART, by a sum of its name.
chosen ()
{
  test "$PART" = 1 && return
  set -- $(echo "$1" | cksum)
  test $((($1 + SEED) % PART)) = 0
}

mkdir -p "$work"
find "$@" -name '*.c' -type f | sort >"$DIR/files.$$"
while read -r file; do
  chosen "$file" || continue
  rest=$LEVELS,
  while test -n "$rest"; do
    compare "$(realpath "$file")" "${rest%%,*}"
    rest=${rest#*,}
  done
done <"$DIR/files.$$"
rm -f "$DIR/files.$$"
echo "compared $compared compilations ($refused of them refused by the compiler):" \
  "$unsteady unsteady without the plugin, $different differences"
test $different = 0
