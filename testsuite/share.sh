#!/bin/sh
# share.sh - one run of the suite by several processes.
#
#   share.sh N RUNTEST ARGUMENT...
#
# Each test is made by the first process that asks for it (nova_mine in lib/nova.exp).  nova.sum
# and nova.log are put together at the end; nova.sum has a summary only if each process came to its
# end.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

n=$1
shift
parts=scratch/parts
rm -rf $parts
mkdir -p $parts/claims || exit 1
NOVA_CLAIMS=$PWD/$parts/claims
export NOVA_CLAIMS

k=0
pids=
while [ $k -lt "$n" ]; do
  mkdir $parts/$k
  "$@" --outdir $parts/$k >$parts/$k/out 2>&1 </dev/null &
  pids="$pids $!"
  k=$((k + 1))
done
trap 'kill $pids 2>/dev/null; exit 1' HUP INT TERM
status=0
for pid in $pids; do
  wait $pid || status=1
done

cat $parts/*/nova.log >nova.log
# Results in the order of the folders, then the sum of the counts.
awk -v n="$n" '
  /^\t\t=== nova Summary ===/ { ended++; summary = 1; next }
  /^Running / { folder = $2; summary = 0; next }
  summary && /^# of / { what = $0; sub (/\t.*/, "", what); count[what] += $NF; next }
  /^[A-Z]+: / {
    said[folder] = said[folder] $0 "\n"
    if (!(folder in seen)) { seen[folder] = 1; order[++folders] = folder }
  }
  END {
    for (i = 1; i <= folders; i++)
      for (j = i; j > 1 && order[j] < order[j - 1]; j--)
        { t = order[j]; order[j] = order[j - 1]; order[j - 1] = t }
    for (i = 1; i <= folders; i++)
      printf "Running %s ...\n%s", order[i], said[order[i]]
    if (ended != n)
      exit 1
    print "\n\t\t=== nova Summary ===\n"
    for (what in count)
      print what "\t\t" count[what]
  }' $parts/*/nova.sum >nova.sum || status=1
grep -E '^(FAIL|ERROR|XPASS|UNRESOLVED|UNSUPPORTED|UNTESTED): ' nova.sum
sed -n '/Summary ===/,$p' nova.sum
[ $status = 0 ] || tail -n 5 $parts/*/out
exit $status
