# Shared by the examples' run.sh: compile with nova and as plain C, run both, compare, show.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A run.sh sets example=NAME, sources this file and calls
#   example_build [LIBRARY...]	both programs, and the report of what was fused
#   example_run [ARGUMENT...]	runs both, compares their results, shows them and the times
#   example_expect WHAT TEXT	fails unless the result of the last run contains TEXT, an
#				independent program's result
# Environment: NOVA_CC the whole compiler command with the plugin, NOVA_LIBS what to link with it,
# OUT a scratch directory; CC the plain compiler (gcc).

set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${NOVA_CC:?the compiler with the plugin}" "${OUT:?a scratch directory}"
: "${NOVA_LIBS=-lnovart}" "${CC=gcc}" "${EXAMPLE_FLAGS=-O3 -march=native}"
mkdir -p "$OUT"

die ()
{
  echo "$example: $*" >&2
  exit 1
}

example_build ()
{
  echo "== $example"
  $CC $EXAMPLE_FLAGS "$here/$example.c" -o "$OUT/$example-plain" "$@" -lm
  $NOVA_CC $EXAMPLE_FLAGS -fplugin-arg-nova-report="$OUT/$example.report" "$here/$example.c" \
    -o "$OUT/$example" $NOVA_LIBS "$@" -lm
  sed "s|^$here/||; s/^/   /" "$OUT/$example.report"
}

example_run ()
{
  "$OUT/$example-plain" "$@" >"$OUT/plain.out" 2>"$OUT/plain.err" || die "the plain version failed"
  "$OUT/$example" "$@" >"$OUT/nova.out" 2>"$OUT/nova.err" || {
    cat "$OUT/nova.err" >&2
    die "the nova version failed"
  }
  cat "$OUT/nova.out"
  cmp -s "$OUT/plain.out" "$OUT/nova.out" ||
    die "results differ from plain C's: $(cat "$OUT/plain.out")"
  awk -v p="$(sed -n 's/^seconds //p' "$OUT/plain.err")" \
    -v n="$(sed -n 's/^seconds //p' "$OUT/nova.err")" 'BEGIN {
      printf "   plain C %.3f ms, nova %.3f ms: %.2f times as fast\n", p * 1e3, n * 1e3, p / n }'
}

example_expect ()
{
  grep -qF -- "$2" "$OUT/nova.out" || die "$1 says: $2"
}
