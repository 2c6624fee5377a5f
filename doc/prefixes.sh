#!/bin/sh
# prefixes.sh - what the folders of the compiler export, held against the prefixes of their READMEs.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: prefixes.sh BUILD, prefixes.sh -
#
# A folder of plugin/core or plugin/gcc says in its README, behind `Prefixes:', what the names of
# its functions and variables begin with that other files may use; a name may also be a prefix
# without what follows its last letter, as `lower' is lower_.  What is below a room, as pass/fuse,
# may use the room's, too.  No prefix stands in two READMEs, nor does one begin with another's, so a
# name tells where it is from.
#
# Prints each name in the objects of the build tree BUILD that begins with no prefix of its folder,
# each prefix that two folders have, and each that no name of its folder begins with; fails if there
# is one.  For `-' the names come from standard input, a line `core/fir fir_term' each, and prefixes
# may have no names.

case $1 in
  -) build= ;;
  *) build=$(cd "$1/plugin" && pwd) || exit 1 ;;
esac
cd "$(dirname "$0")/../plugin" || exit 1

# The names with external linkage in the objects of FOLDER that have a source there, but for what
# weak copies of GCC's inline functions and sanitizers bring in.
exported ()
{
  objects=
  for source in "$1"/*.c "$1"/*.cc; do
    object=$build/${source%.*}.o
    [ -f "$source" ] && [ -f "$object" ] && objects="$objects $object"
  done
  [ -z "$objects" ] || nm -Cg --defined-only $objects |
    sed -nE "s|^[0-9a-f]+ [BCDGRST] ([a-zA-Z][a-zA-Z0-9_]*)(\\(.*)?\$|name $1 \\1|p"
}

{
  for folder in $(find core/* gcc/* -type d ! -name '.*'); do
    [ -f "$folder/README" ] || continue
    for prefix in $(awk '/^$/ { on = 0 } sub (/^Prefixes: /, "") { on = 1 } on' \
		      "$folder/README"); do
      echo "prefix $folder $prefix"
    done
    [ -z "$build" ] || exported "$folder"
  done
  [ -n "$build" ] || sed 's/^/name /'
} | awk -v strict="$build" '
  function begins(name, prefix) { return index (name "_", prefix) == 1 }
  function complain(text) { print text; bad = 1 }
  $1 == "prefix" {
    for (p in of)
      if (of[p] != $2 && (begins(p, $3) || begins($3, p)))
        complain($2 ": " $3 " is also of " of[p] ", " p)
    of[$3] = $2
  }
  $1 == "name" { names++; folder[names] = $2; name[names] = $3; built[$2] = 1 }
  END {
    for (k = 1; k <= names; k++) {
      found = 0
      for (p in of)
        if (begins(name[k], p) && index (folder[k] "/", of[p] "/") == 1) { found = 1; used[p] = 1 }
      if (!found) complain(folder[k] " exports " name[k])
    }
    if (strict)
      for (p in of)
        if (built[of[p]] && !(p in used)) complain(of[p] ": nothing begins with " p)
    if (names == 0) complain("nothing is exported")
    exit bad
  }'
