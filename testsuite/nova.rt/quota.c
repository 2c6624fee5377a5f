/* Quotas of control groups, of both versions: the least of those around the process counts.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <sys/stat.h>
#include <unistd.h>

/* Internal to the library.  */
extern int nova_quota (const char *groups, const char *mount);

static char top[] = "/tmp/nova-quota-XXXXXX", shell[200];

/* File NAME of the test's folder has TEXT.  */
static void
put (const char *name, const char *text)
{
  char path[200];
  snprintf (path, sizeof path, "%s/%s", top, name);
  for (char *p = path + strlen (top) + 1; (p = strchr (p, '/')); p++)
    {
      *p = 0;
      mkdir (path, 0777);
      *p = '/';
    }
  FILE *f = fopen (path, "w");
  CHECK (f);
  fputs (text, f);
  fclose (f);
}

/* The quota of a process in GROUPS.  */
static int
quota (const char *groups)
{
  char path[200];
  put ("groups", groups);
  snprintf (path, sizeof path, "%s/groups", top);
  return nova_quota (path, top);
}

int
main (void)
{
  CHECK (nova_quota ("/nowhere/at/all", "/nowhere") == 0);
  CHECK (mkdtemp (top));
  CHECK (quota ("") == 0);
  CHECK (quota ("0::/\n") == 0);

  put ("cpu.max", "max 100000\n");
  put ("a/cpu.max", "250000 100000\n");
  put ("a/b/cpu.max", "max 100000\n");
  put ("a/c/cpu.max", "50000 100000\n");
  put ("a/d/cpu.max", "800000 100000\n");
  put ("a/e/other", "");
  CHECK (quota ("0::/\n") == 0);
  CHECK (quota ("0::/a\n") == 3);
  CHECK (quota ("0::/a/b\n") == 3);
  CHECK (quota ("0::/a/c\n") == 1);
  CHECK (quota ("0::/a/d\n") == 3);
  CHECK (quota ("0::/a/e/f\n") == 3);
  CHECK (quota ("0::/../../x\n") == 0);

  /* The path of the machine, in a container: the container's own group is outermost.  */
  put ("cpu/cpu.cfs_quota_us", "400000\n");
  put ("cpu/cpu.cfs_period_us", "100000\n");
  put ("cpu/in/cpu.cfs_quota_us", "-1\n");
  put ("cpu/in/cpu.cfs_period_us", "100000\n");
  put ("cpuset/cpu.max", "1 1\n");
  CHECK (quota ("7:cpuset:/\n4:cpuacct,cpu:/docker/12/34\n") == 4);
  CHECK (quota ("4:cpu,cpuacct:/in\n0::/\n") == 4);
  CHECK (quota ("4:cpuacct:/in\n1:name=cpu:/\n") == 0);
  CHECK (quota ("4:cpu:/in\n0::/a\n") == 3);
  CHECK (quota ("nothing of this kind\n4\n4:cpu\n4:cpu:in\n") == 0);

  put ("cpu.max", "0 0\n");
  CHECK (quota ("0::/\n") == 0);
  put ("cpu.max", "what\n");
  CHECK (quota ("0::/\n") == 0);
  snprintf (shell, sizeof shell, "rm -r %s", top);
  return system (shell);
}
