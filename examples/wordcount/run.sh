#!/bin/sh
# Counts the words of a licence's text, many times over, and asks wc.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
example=wordcount
. "$(dirname "$0")/../run-example.sh"
example_build
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat "$here/../../COPYING"; done >"$OUT/16.txt"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do cat "$OUT/16.txt"; done >"$OUT/256.txt"
example_run "$OUT/256.txt"
example_expect wc "$(wc <"$OUT/256.txt" | awk '{ print $1, $2, $3 }')"
rm -f "$OUT/16.txt" "$OUT/256.txt"
