#!/bin/sh
# job.sh - compile and run one program of the table.
#
#   job.sh DIR NAME LEVEL...      in the environment: PLAIN_CC, NOVA_CC, LIBS, TARGETS (settings, one
#                                 a word)
#
# NAME.out in DIR gets lines
#   compile LEVEL CELL MESSAGE        what the compiler says of a cell; the others are compiled
#   LEVEL TARGET CELL good            or: bad SIZE, or: ends with STATUS
#   done                              the last line
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

dir=$1 name=$2
shift 2
cd "$dir" || exit 1
exec >"$name.out" 2>&1

$PLAIN_CC -w -O0 -c "$name-plain.c" -o "$name-plain.o" || echo "compile plain - fails"
$PLAIN_CC -w -O1 -c "$name-other.c" -o "$name-other.o" || echo "compile other - fails"

# The cells that the messages in $1 are about, each with its first message.
guilty ()
{
  awk -v file="$name.c" '
    NR == FNR { if (/^\/\* cell /) { cell = $3; sub (":", "", cell) } at[FNR] = cell; next }
    /: (error|warning|internal compiler error): |: confused by |: note: in expansion / && index ($0, file ":") {
      rest = substr ($0, index ($0, file ":") + length (file) + 1)
      split (rest, part, ":")
      cell = at[part[1]]
      if (cell != "" && !(cell in seen)) { seen[cell] = 1; print cell, rest }
    }' "$name.c" "$1"
}

for level; do
  skip=
  for try in 1 2 3 4 5 6; do
    timeout 300 $NOVA_CC $level $skip -c "$name.c" -o "$name$level.o" >"$name$level.err" 2>&1
    status=$?
    [ -s "$name$level.err" ] || [ $status != 0 ] || break
    found=$(guilty "$name$level.err")
    [ -n "$found" ] || break
    echo "$found" | sed "s/^/compile $level /"
    skip="$skip $(echo "$found" | sed 's/^\([0-9]*\) .*/-DSKIP_\1/')"
  done
  if [ $status != 0 ] \
     || ! $PLAIN_CC "$name$level.o" "$name-plain.o" "$name-other.o" runner.o -o "$name$level" $LIBS; then
    echo "compile $level all fails"
    head -n 5 "$name$level.err"
    continue
  fi
  for target in $TARGETS; do
    first=0
    while :; do
      env $target timeout 60 "./$name$level" $first >"$name$level.run" 2>"$name$level.err"
      status=$?
      if [ $status = 0 ]; then
        sed "s/^/$level $target /" "$name$level.run"
        break
      fi
      # The last line lacks its end: the cell that ended it all.
      last=$(tail -n 1 "$name$level.run")
      last=${last%% *}
      [ -n "$last" ] || { echo "compile $level all does not run"; break; }
      sed "s/^/$level $target /; \$s/\$/ends with $status: $(head -n 1 "$name$level.err" | tr -cd 'A-Za-z0-9:._ -')/" "$name$level.run"
      echo
      first=$((last + 1))
    done
  done
  rm -f "$name$level" "$name$level.o"
done
echo done
