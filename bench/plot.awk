# A gnuplot program that draws OUT-size.svg, time over size on most threads, and OUT-threads.svg,
# how many times as fast as on fewest threads at the largest size; a panel for each case.
# usage: awk -v out=OUT -f plot.awk results.tsv | gnuplot
BEGIN { FS = "\t" }
$1 == "case" || $13 != "ok" { next }
{
  if (!($1 in c)) { c[$1] = ++nc; case_[nc] = $1 }
  if (!($5 in p)) { p[$5] = ++np; peer[np] = $5 }
  if ($4 > most) most = $4
  if (fewest == "" || $4 < fewest) fewest = $4
  if ($3 > large[$1]) large[$1] = $3
  time[$1, $5, $4, $3] = $6
  if (!($1 in small) || $3 < small[$1]) small[$1] = $3
  if (!(($1, $3) in sized)) { sized[$1, $3] = 1; sizes[$1] = sizes[$1] FS $3 }
}
function panels(kind, key,  i, j, n, rows) {
  n = nc + 1; rows = int((n + 5) / 6)
  printf "set terminal svg size 1500,%d font 'sans,11'\nset output '%s-%s.svg'\n", 230 * rows + 40, out, kind
  printf "set multiplot layout %d,6 title '%s'\nunset key\n", rows, key
  for (i = 1; i <= nc; i++) {
    line = ""
    for (j = 1; j <= np; j++)
      if (data[i, j] != "") {
        printf "$d%d_%d << E\n%sE\n", i, j, data[i, j]
        line = line (line == "" ? "" : ", ") sprintf("$d%d_%d with linespoints lt %d pt 7 ps 0.4", i, j, j)
      }
    if (line == "") continue
    if (kind == "size") printf "set xrange [%g:%g]\n", small[case_[i]] / 2, large[case_[i]] * 2
    printf "set title '%s' noenhanced\nplot %s\n", case_[i], line
  }
  # the last panel is the key
  print "set title ''; unset border; unset tics; unset xlabel; unset ylabel; unset logscale; set key center"
  printf "set xrange [0:1]; set yrange [0:1]\nplot "
  for (j = 1; j <= np; j++) printf "%s NaN with linespoints lt %d pt 7 ps 0.4 title '%s'", (j > 1 ? "," : ""), j, peer[j]
  print "\nunset multiplot\nreset"
}
END {
  for (i = 1; i <= nc; i++)
    for (j = 1; j <= np; j++) {
      n = split(substr(sizes[case_[i]], 2), z, FS)
      for (k = 1; k <= n; k++)
        if ((case_[i], peer[j], most, z[k]) in time)
          data[i, j] = data[i, j] z[k] " " time[case_[i], peer[j], most, z[k]] "\n"
    }
  if (!nc) exit
  print "set logscale xy; set format y '%g'; set format x '%g'"
  panels("size", "milliseconds over MiB of data, " most " threads")
  if (fewest == most) exit
  split("", data)
  for (i = 1; i <= nc; i++)
    for (j = 1; j <= np; j++) {
      if (peer[j] ~ /^seqf?$/ || !((case_[i], peer[j], fewest, large[case_[i]]) in time)) continue
      for (t = fewest; t <= most; t++)
        if ((case_[i], peer[j], t, large[case_[i]]) in time)
          data[i, j] = data[i, j] t " " time[case_[i], peer[j], fewest, large[case_[i]]] / \
            time[case_[i], peer[j], t, large[case_[i]]] "\n"
    }
  printf "set xrange [%d:%d]; set yrange [0:%d]; set xtics 1\n", fewest, most, most / fewest + 1
  panels("threads", "times as fast as on " fewest " over threads, largest size")
}
