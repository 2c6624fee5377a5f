#!/bin/sh
# Make the manual's chapter "Loops you know" from the tests that it shows.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: loops.sh FOLDER >loops.texi
# Of each NN-NAME.c of FOLDER: the first line of its comment is the title, the rest the remark;
# shown are what stands between the includes and `loop', and the bodies of the two functions.
set -eu
cat <<'EOF'
@c Made by loops.sh; change the tests in testsuite/nova.c/loops instead.
@node Loops
@chapter Loops you know

Each section is a loop found in many C programs, and what it becomes.  They are tests of nova: both
forms have the same results.  Arrays @code{x}, @code{y}, @code{s} (sorted), @code{k} (small keys)
and @code{ix} (indices) have @code{n} elements; matrices have @code{m} rows of @code{n}; @code{out},
@code{r} and @code{p} are results.

Keep a plain @code{for} where an iteration depends on the previous one and no operator combines
two, where the loop is short and cold, and where it must stop early.
EOF
for f in "$1"/[0-9]*.c
do
  awk '
    # Without d-> a variable named as what it is made of would begin as itself.
    function names_itself(line,  name) {
      if (!match (line, /[ *][a-z0-9]+ = /)) return 0
      name = substr (line, RSTART + 1, RLENGTH - 4)
      return index (line, "d->" name) > 0 && line ~ "d->" name "([^a-z0-9]|$)"
    }
    function text(line) {
      if (names_itself(line)) {
        print FILENAME ":" NR ": a variable has the name of what it is made of" >"/dev/stderr"
        wrong = 1
        exit
      }
      gsub (/@/, "@@", line); gsub (/[{]/, "@{", line); gsub (/[}]/, "@}", line)
      gsub (/\t/, "        ", line)
      gsub (/d->/, "", line)
      return line
    }
    NR == 1 { sub (/^\/\* /, ""); sub (/\.$/, ""); title = $0; head = 1; next }
    head && /Copyright/ { head = 2; next }
    head == 1 { sub (/^ +/, ""); remark = remark $0 "\n"; next }
    /^#include "loops.h"/ { head = 0; part = "before"; next }
    /^static void$/ { held = $0; next }
    /^loop \(/ { part = "loop"; held = ""; next }
    /^with_nova \(/ { part = "nova"; held = ""; next }
    held != "" { shown[part] = shown[part] text(held) "\n"; held = "" }
    /^[{]$/ && (part == "loop" || part == "nova") { inside = 1; next }
    /^[}]$/ && (part == "loop" || part == "nova") { inside = 0; next }
    part == "before" && !head || inside { shown[part] = shown[part] text($0) "\n" }
    END {
      if (wrong) exit 1
      before = shown["before"]; sub (/^\n+/, "", before); sub (/\n+$/, "\n", before)
      printf "\n@section %s\n\n", title
      if (before != "") printf "@example\n%s@end example\n\n@noindent\nThe loop:\n\n", before
      printf "@example\n%s@end example\n\n@noindent\nWith nova:\n\n@example\n%s@end example\n", \
        shown["loop"], shown["nova"]
      if (remark != "") printf "\n%s", remark
    }' "$f"
done
