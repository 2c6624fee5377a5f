#!/bin/sh
# rooms.sh - what the rooms of the compiler include of one another, held against their READMEs.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: rooms.sh
#
# A folder of plugin/core or plugin/gcc says in its README, in the line that begins with
# `Includes:', the rooms whose headers its files may include; `core/ROOM' in plugin/gcc is one of
# plugin/core.  What is below a room, as pass/fuse, may include what the room may, and the room
# itself.  Prints each include that no README allows, and each room without such a line; fails if
# there is one.

cd "$(dirname "$0")/../plugin" || exit 1
bad=0

# The rooms that ROOM of part TOP may include, itself and those above it with theirs.
allowed ()
{
  room=$2
  while [ "$room" != . ]; do
    line=$(sed -n 's/^Includes: //p' "$1/$room/README")
    [ -n "$line" ] || { echo "$1/$room/README says not what it includes"; return 1; }
    [ "$line" = 'none of the other rooms' ] || echo "$line"
    echo "$room"
    room=$(dirname "$room")
  done
}

for folder in $(find core/* gcc/* -type d ! -name '.*'); do
  ls "$folder" | grep -qE '\.(c|cc|h|def)$' || continue
  top=${folder%%/*}
  if ! list=$(allowed "$top" "${folder#*/}"); then
    echo "$list"
    bad=1
    continue
  fi
  for include in $(sed -nE 's/^ *# *include "(.*)"/\1/p' "$folder"/*.[ch]* | sort -u); do
    # Only headers of ours: others lie in include/, builtins/ and GCC's folder.
    case $include in
      core/*) file=$include ;;
      *) file=$top/$include ;;
    esac
    case $include in */*) [ -f "$file" ] || continue ;; *) continue ;; esac
    wanted=$(dirname "$include")
    case " $(echo $list) " in
      *" $wanted "*) ;;
      *) echo "$folder includes $include"
         bad=1 ;;
    esac
  done
done
exit $bad
