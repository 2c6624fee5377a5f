#!/bin/sh
# files.sh - the files of a folder, each with the first sentence of its head: the end of its README.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: files.sh FOLDER

cd "$1" || exit 1
LC_ALL=C
export LC_ALL
for f in $(ls | grep -E "\.(c|cc|h|def)$"); do
  awk -v f="$f" '
    function show(text,  line, n, i, word) {
      line = sprintf ("%-21s", f)
      n = split (text, word, " ")
      for (i = 1; i <= n; i++) {
	if (length (line) + 1 + length (word[i]) > 98) { print line; line = sprintf ("%-21s", "") }
	line = line " " word[i]
      }
      print line
    }
    NR == 1 { sub (/^\/\* */, "") }
    /^ *Copyright|^ *$/ && NR > 1 { exit }
    { text = text " " $0 }
    # The end of a sentence: not of a number or a name.
    /[.] *(\*\/)?$|[.]  / { exit }
    END { sub (/[.]( .*|\*\/.*)?$/, "", text); sub (/^ */, "", text); show(text) }' "$f"
done
