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
for source in plugin/*/*.c plugin/*/*.cc plugin/*/*.h runtime/*.c runtime/*.h; do
  grep -qE "(^|[^a-z-])${source##*/}" "${source%/*}/Makefile.am" \
    || echo "autogen.sh: $source is not in ${source%/*}/Makefile.am" >&2
done
