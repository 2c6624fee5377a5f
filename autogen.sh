#!/bin/sh
# autogen.sh - make the generated files of Autoconf, Automake and Libtool anew.
#
# They are committed, so only who changes configure.ac, m4/ or a Makefile.am
# needs this (or, for one Makefile.am alone: automake FOLDER/Makefile).
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

set -e
cd "$(dirname "$0")"
autoreconf --install --force --warnings=all,no-obsolete "$@"
rm -rf autom4te.cache

# A source that no list names is not built, nor is it in a distribution.
for folder in plugin/core plugin/gcc runtime; do
  for source in $(cd "$folder" && find . -name '*.[ch]' -o -name '*.cc' -o -name '*.def'); do
    grep -qE "(^|[^a-z/-])${source#./}" "$folder/Makefile.am" \
      || echo "autogen.sh: $folder/${source#./} is not in $folder/Makefile.am" >&2
  done
done
