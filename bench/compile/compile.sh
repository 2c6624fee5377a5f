#!/bin/sh
# What a region costs the compiler, and what the same costs in a loop: processor time of a
# compilation, a region, in files of few and of many.  Headers and the like are taken off.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: NOVA_CC='gcc -fplugin=nova' [FLAGS=-O2] [COUNTS='12 120 1000'] [ROUNDS=3] [EACH=12]
#	 compile.sh [KIND...]
# A file of each of COUNTS regions, of the kinds of kinds.c in turn, and one of as many loops, of
# loops.c; then EACH of each kind.  The least of ROUNDS measurements is said, and the bytes of code.
# Regions that say the same are compiled once, so all of these are compiled with -fno-ipa-icf, which
# prevents that; `again' is the greatest of COUNTS without that option.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${NOVA_CC:?}" "${FLAGS=-O2}" "${COUNTS=12 120 1000}" "${ROUNDS=3}" "${EACH=12}"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
[ $# -gt 0 ] || set -- $(sed -n 's|^/\* \([a-z]*\) \*/$|\1|p' "$here/kinds.c")

# A file of N of the KINDs, as TEXT has them.
make_file ()
{
  text=$1 n=$2
  shift 2
  echo '#include <nova.h>'
  awk -v n="$n" -v kinds="$*" '
    BEGIN { count = split (kinds, kind, " ") }
    /^\/\* [a-z]* \*\/$/ { name = $2; next }
    name { text[name] = text[name] $0 "\n" }
    END {
      for (i = 0; i < n; i++)
	{
	  t = text[kind[i % count + 1]]
	  gsub (/@/, i, t)
	  printf "%s", t
	}
    }' "$here/$text.c"
}

# Seconds of user time that FILE takes to compile.
seconds ()
{
  for _ in $(seq "$ROUNDS")
  do
    sh -c "$NOVA_CC $FLAGS $apart -c '$1' -o '$dir/x.o'; times" | awk 'END { split ($1, t, /[ms]/); print t[1] * 60 + t[2] }'
  done | sort -n | head -n 1
}

apart=-fno-ipa-icf
make_file kinds 0 "$@" >"$dir/none.c"
none=$(seconds "$dir/none.c")

# Measure N regions of the KINDs, said to be WHAT.
measure ()
{
  what=$1 n=$2
  shift 2
  make_file loops "$n" "$@" >"$dir/x.c"
  loops=$(seconds "$dir/x.c")
  make_file kinds "$n" "$@" >"$dir/x.c"
  s=$(seconds "$dir/x.c")
  size "$dir/x.o" | awk -v what="$what" -v n="$n" -v s="$s" -v loops="$loops" -v none="$none" '
    END {
      printf "%-8s %5d regions  %6.2f ms each  loops %6.2f  %6d bytes each\n", what, n,
	     (s - none) / n * 1000, (loops - none) / n * 1000, $1 / n
    }'
}

for n in $COUNTS
do
  measure all "$n" "$@"
done
apart=
measure again "$n" "$@"
apart=-fno-ipa-icf
for kind
do
  measure "$kind" "$EACH" "$kind"
done
