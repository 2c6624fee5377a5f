/* No memory in the middle of a region: the error says where, and what the region has by then is given
   back.  Each allocation fails once in its turn, in a process of its own, which goes on behind the
   error: the vectors that it still has have the references that they had, and memory is as before.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-sanitize "-O1" "an argument that longjmp leaves is counted there at -O0" } */

/* What malloc keeps for a thread counts as in use.  */
/* { dg-nova-env "GLIBC_TUNABLES=glibc.malloc.tcache_count=0" } */
/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <nova/abi.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 300 };
typedef nova_vec (int) vec;
static jmp_buf out;
static int x[N];
static char said[100];

static void
handler (const char *line)
{
  strncpy (said, line, sizeof said - 1);
  longjmp (out, 1);
}

static int inc (int v) { return v + 1; }
static int key (int v) { return v % 7; }
static int even (int v) { return v % 2 == 0; }

/* Each a region with several vectors and temporaries.  The function's own variables have none yet.  */
static __attribute__ ((noipa)) int
scanned (vec a, vec b)
{
  return nova_reduce (nova_add, 0, nova_sort_by (key, nova_scan (nova_add, 0,
							     nova_map (nova_add, a, b))));
}

static __attribute__ ((noipa)) vec
gathered (vec a, vec b)
{
  return nova_gather (nova_filter (even, nova_scan (nova_band, 127, b)),
		      nova_scan (nova_add, 0, nova_reverse (a)));
}

static __attribute__ ((noipa)) nova_vec (vec)
grouped (vec a, vec b)
{
  return nova_group_by (key, nova_scan (nova_add, 0, nova_map (nova_mul, a, b)));
}

/* Vectors of a function operand.  */
static __attribute__ ((noipa)) int
inside (vec a, vec b)
{
  return nova_reduce (nova_add, 0, nova_map (nova_lambda (int, (int v, int w), {
    vec t = nova_scan (nova_add, v, nova_range (5)), u = nova_sort_by (key, t);
    return nova_get (u, 3) + w; }), a, nova_scan (nova_add, 0, b)));
}

/* Rows, their offsets, what they are made of: descriptors that the library makes.  */
static nova_vec (vec) groups;

static __attribute__ ((noipa)) int
rows_of (nova_vec (vec) r)
{
  nova_vec (vec) turned (vec v) { return nova_split (1, nova_map (inc, v)); }
  return nova_sum (nova_flatten (nova_flatten (nova_map (turned, r))));
}

static void
work (vec a, vec b, int which)
{
  switch (which)
    {
    case 0: scanned (a, b); break;
    case 1: gathered (a, b); break;
    case 2: grouped (a, b); break;
    case 3: inside (a, b); break;
    case 4: rows_of (groups); break;
    }
}

/* The references to V.  */
static long
references (vec v)
{
  struct nova_vec *d;
  memcpy (&d, &v, sizeof d);
  return d->refs;
}

static __attribute__ ((noipa)) void
attempt (vec a, vec b, int which)
{
  if (setjmp (out) == 0)
    work (a, b, which);
}

/* With allocation N failing: 0; 1: that left something behind; 2: nothing failed; 3: the error does not
   say where.  */
static int
child (int n, int which)
{
  char fault[40];
  snprintf (fault, sizeof fault, "alloc:%d", n);
  setenv ("NOVA_FAULT", fault, 1);
  nova_set_error_handler (handler);
  if (setjmp (out))
    return 0;
  vec a = nova_view (x, N), b = nova_copy (nova_reverse (nova_map (inc, a)));
  groups = grouped (a, b);
  attempt (a, b, which);
  if (*said)
    return 0;
  size_t had = mallinfo2 ().uordblks;
  long held = references (b);
  attempt (a, b, which);
  if (!*said)
    return 2;
  if (strncmp (said, __FILE__ ":", sizeof __FILE__))
    return 3;
  /* What is left behind is missed now, and had anew.  */
  attempt (a, b, which);
  attempt (a, b, which);
  /* How many freed blocks each of several threads keeps depends on which chunks it ran.  */
  size_t kept = nova_num_threads () > 1 ? 16384 : 0;
  return references (b) != held || mallinfo2 ().uordblks > had + kept;
}

int
main (void)
{
  int status, n;
  for (int which = 0; which < 5; which++)
    /* Where memory that was kept helps, nothing fails; where none can, some behind it do.  */
    for (n = 1; n < 45; n++)
      {
	fflush (stdout);
	pid_t pid = fork ();
	if (pid == 0)
	  exit (child (n, which));
	if (pid < 0 || waitpid (pid, &status, 0) != pid || !WIFEXITED (status))
	  return 1;
	status = WEXITSTATUS (status);
	if (status == 1 || status == 3)
	  printf ("%d: allocation %d%s\n", which, n, status == 1 ? "" : " fails somewhere");
      }
  printf ("done");
  return 0;
}
