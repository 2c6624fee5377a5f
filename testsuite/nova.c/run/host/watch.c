/* NOVA_PROFILE, NOVA_TRACE and NOVA_CHECK: the program runs itself with each of them.
   { dg-nova-levels "-O0" "-O2" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N 100000
static char text[1 << 20];

__attribute__ ((noipa)) static void
scale (size_t n, float a, const float *x, float *y)
{
  float f (float u) { return a * u; }
  nova_store (y, n, nova_map (f, nova_view (x, n)));
}

__attribute__ ((noipa)) static int
total (size_t n, const int *x)
{
  return nova_reduce (nova_add, 0, nova_view (x, n));
}

/* A loop of no chunks.  */
__attribute__ ((noipa)) static int
none (size_t n, const int *x)
{
  return nova_sum (nova_gather (nova_view (x, n), nova_view (x, n)));
}

static void
work (int misaligned)
{
  float *x = calloc (N + 1, sizeof (float)), *y = calloc (N + 1, sizeof (float));
  int *v = calloc (N + 1, sizeof (int));
  for (int k = 0; k < 5; k++)
    scale (N, 2, x, y);
  if (total (N, v))
    exit (1);
  none (0, v);
  if (misaligned)
    total (0, (int *) ((char *) v + 1));
  free (x);
  free (y);
  free (v);
}

/* What PROGRAM says on stderr with SETTING in its environment; it ends with an error if FAILS.  */
static void
run (const char *setting, const char *program, const char *mode, int fails)
{
  char command[4096];
  snprintf (command, sizeof command, "{ env %s %s %s; } 2>&1", setting, program, mode);
  FILE *p = popen (command, "r");
  size_t n = p ? fread (text, 1, sizeof text - 1, p) : 0;
  text[n] = 0;
  if (!p || !pclose (p) != !fails)
    {
      printf ("%s: ended wrongly: %s\n", setting, text);
      exit (1);
    }
}

static void
want (const char *what)
{
  if (!strstr (text, what))
    {
      printf ("%s is missing in: %s\n", what, text);
      exit (1);
    }
}

/* The numbers of the row of REGION but the time.  */
static void
want_row (const char *region, unsigned long calls, unsigned long elements, unsigned long bytes)
{
  unsigned long c = 0, e = 0, b = 0;
  double ms, rate = 0, limit = 0;
  char *row = strstr (text, region);
  while (row && row > text && row[-1] != '\n')
    row--;
  if (!row || sscanf (row, "nova: %lu %lf %lu %lu %lf %lf%%", &c, &ms, &e, &b, &rate, &limit) != 6
      || c != calls || e != elements || b != bytes || rate <= 0 || limit < 0)
    {
      printf ("%s: %lu calls, %lu elements, %lu bytes in: %s\n", region, c, e, b, text);
      exit (1);
    }
}

int
main (int argc, char **argv)
{
  char setting[4096], name[2048];
  if (argc > 1)
    {
      work (argv[1][0] == 'm');
      return 0;
    }
  run ("NOVA_PROFILE=1", argv[0], "x", 0);
  want_row ("watch.c:19: scale", 5, 5 * N, 5 * N * 2 * sizeof (float));
  want_row ("watch.c:25: total", 1, N, N * sizeof (int));
  want ("\nnova: limit: ");
  run ("NOVA_PROFILE=0 NOVA_CHECK=1", argv[0], "x", 0);
  if (text[0])
    return 1;
  run ("NOVA_CHECK=1", argv[0], "m", 1);
  want ("watch.c:25: total: the address ");
  run ("NOVA_CHECK=2 NOVA_TRACE=/nowhere/at/all", argv[0], "x", 0);
  want ("nova: NOVA_CHECK=2 ignored: it is not 0 or 1\n");
  want ("nova: NOVA_TRACE=/nowhere/at/all ignored: No such file or directory\n");
  snprintf (name, sizeof name, "%s.%ld.json", argv[0], (long) getpid ());
  snprintf (setting, sizeof setting, "NOVA_TRACE=%s", name);
  run (setting, argv[0], "x", 0);
  FILE *trace = fopen (name, "r");
  if (!trace)
    return 2;
  text[fread (text, 1, sizeof text - 1, trace)] = 0;
  fclose (trace);
  unlink (name);
  want ("[\n{\"name\":\"scale\",\"cat\":\"");
  want ("\"cat\":\"region\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":");
  want ("\"elements\":100000,");
  if (strcmp (text + strlen (text) - 4, "}\n]\n"))
    return 3;
  return 0;
}
