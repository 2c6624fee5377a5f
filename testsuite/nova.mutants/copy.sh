#!/bin/bash
# copy.sh - make a folder as the sources are: called by run.sh.
#
# usage: copy.sh TOP BUILD COPY
#
# COPY becomes as the sources TOP without the build folder BUILD, which may lie in them, and COPY in
# it; without other folders build* and .git.  A file that differs gets a new time, so that what a
# fault left behind is made anew.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

set -eu
top=$(cd "$1" && pwd -P)
build=$(cd "$2" && pwd -P)
copy=$3 now=$3.now

# The sources to a new folder TO.
copy_all ()
{
  local to=$1 without=
  case $build/ in "$top"/*) without=.${build#"$top"} ;; esac
  mkdir -p "$to"
  tar -C "$top" --exclude=./.git --exclude='./build*' ${without:+--exclude="$without"} -cf - . |
    tar -C "$to" -xf -
}

if [ ! -d "$copy" ]; then
  copy_all "$copy"
  exit
fi
rm -rf "$now"
copy_all "$now"
{ diff -rq "$now" "$copy" || [ $? = 1 ]; } | while read -r line; do
  case $line in
    "Files "*" differ")
      name=${line#Files "$now"/}
      name=${name%% and *}
      cp "$now/$name" "$copy/$name"
      ;;
    "Only in $now"*)
      name=${line#Only in "$now"}
      name=${name/: //}
      cp -r "$now/$name" "$copy/$name"
      ;;
    "Only in $copy"*)
      name=${line#Only in }
      rm -rf "${name/: //}"
      ;;
  esac
done
rm -rf "$now"
