/* The processor time that control groups leave to the process.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   A container with a quota of two processors still sees all those of the machine.  With a thread
   for each, the quota of a period is used up early in it, and all threads stand still for the
   rest, the one that others wait for, too.

   Linux has two kinds of hierarchies: version 2 has one for all controllers, with files cpu.max,
   version 1 one for each controller, with files cpu.cfs_quota_us and cpu.cfs_period_us.  The
   quotas of all groups around the process hold.  Inside a container the path of a group may be
   that outside, so that only groups further up are found: the outermost is the container's.  */

#include "rt.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { PATH = 4096, ROOM = PATH + 64 };

/* Put the first N numbers, at most 2, of file NAME of folder DIR into TO; false if they are not
   there.  */
static bool
read_numbers (const char *dir, const char *name, int n, double to[2])
{
  char path[ROOM];
  if ((size_t) snprintf (path, sizeof path, "%s/%s", dir, name) >= sizeof path)
    return false;
  FILE *f = fopen (path, "re");
  if (!f)
    return false;
  int got = fscanf (f, "%lf %lf", &to[0], &to[1]);
  fclose (f);
  return got >= n;
}

/* The processors that the quota of the group with folder DIR is worth; 0: it has none.  */
static double
quota_of_group (const char *dir)
{
  double q[2], period[2];
  if (read_numbers (dir, "cpu.max", 2, q))
    return q[0] > 0 && q[1] > 0 ? q[0] / q[1] : 0;
  if (read_numbers (dir, "cpu.cfs_quota_us", 1, q)
      && read_numbers (dir, "cpu.cfs_period_us", 1, period))
    return q[0] > 0 && period[0] > 0 ? q[0] / period[0] : 0;
  return 0;
}

/* Let *LEAST be the least of it and the quotas of group PATH, which begins with a slash, and of
   those around it, in the hierarchy with folder TOP.  */
static void
quota_of_path (const char *top, const char *path, double *least)
{
  char dir[ROOM];
  /* A group outside of what the process sees.  */
  if (strstr (path, "/.."))
    path = "/";
  if ((size_t) snprintf (dir, sizeof dir, "%s%s", top, path) >= sizeof dir)
    return;
  for (size_t begin = strlen (top);; *strrchr (dir, '/') = 0)
    {
      double q = quota_of_group (dir);
      if (q > 0 && (!*least || q < *least))
	*least = q;
      if (strlen (dir) <= begin)
	return;
    }
}

/* Is "cpu" in LIST, whose entries are separated by commas?  */
static bool
is_cpu (const char *list)
{
  for (const char *p = list; p; p = strchr (p, ','))
    {
      p += *p == ',';
      if (!strncmp (p, "cpu", 3) && (!p[3] || p[3] == ','))
	return true;
    }
  return false;
}

/* LINE of a file of groups, "number:controllers:path": look at the quotas, as above.  */
static void
quota_of_line (char *line, const char *mount, double *least)
{
  char top[ROOM], *list = strchr (line, ':'), *path = list ? strchr (list + 1, ':') : NULL;
  line[strcspn (line, "\n")] = 0;
  if (!path || path[1] != '/')
    return;
  *path++ = 0;
  list++;
  if (*list && !is_cpu (list))
    return;
  if ((size_t) snprintf (top, sizeof top, "%s%s", mount, *list ? "/cpu" : "") < sizeof top)
    quota_of_path (top, path, least);
}

int
nova_quota (const char *groups, const char *mount)
{
  char line[ROOM];
  double least = 0;
  FILE *f = fopen (groups, "re");
  if (!f)
    return 0;
  while (fgets (line, sizeof line, f))
    quota_of_line (line, mount, &least);
  fclose (f);
  return least >= INT_MAX ? 0 : (int) least + (least > (int) least);
}
