#!/bin/sh
# columns.sh - lines of more than 100 columns, tabs counted as 8, in sources and READMEs.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: columns.sh
#
# Prints each such line of a .c, .cc, .h, .sh, .exp or .tcl file, of a README, of HACKING and
# INSTALL, and fails if there is one.  Not counted are other people's sources; testsuite/nova.c,
# whose programs are about the numbers of their lines, and whose tables have a row a line; and a
# directive of DejaGnu.

cd "$(dirname "$0")/.." || exit 1
find HACKING INSTALL README builtins doc examples include plugin quickstart runtime testsuite \
  -path testsuite/nova.c -prune -o -path '*/scratch' -prune -o -type f \( -name '*.[ch]' \
  -o -name '*.cc' -o -name '*.sh' -o -name '*.exp' -o -name '*.tcl' -o -name README \
  -o -name HACKING -o -name INSTALL \) -print | sort |
  xargs awk '
    # Where a directive of DejaGnu begins the line may end.
    function columns(line,  n, k, part) {
      sub (/ *((\/\*|#|\/\/) *)?\{ dg-.*/, "", line)
      n = split (line, part, "\t")
      columns_so_far = 0
      for (k = 1; k <= n; k++) {
        columns_so_far += length (part[k])
        if (k < n) columns_so_far += 8 - columns_so_far % 8
      }
      return columns_so_far
    }
    length ($0) > 100 - 7 * gsub (/\t/, "\t") && columns($0) > 100 {
      print FILENAME ":" FNR ": " columns($0) " columns"
      bad = 1
    }
    END { exit bad }'
