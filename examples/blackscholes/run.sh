#!/bin/sh
# A book of options, repeated for the clock; the first two are the example of Hull's textbook.
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
example=blackscholes
. "$(dirname "$0")/../run-example.sh"
example_build
awk -f "$here/options.awk" >"$OUT/options.txt"
example_run "$OUT/options.txt" 500
example_expect "the textbook" "call 40 at 42: 4.7594"
example_expect "the textbook" "put 40 at 42: 0.8086"
