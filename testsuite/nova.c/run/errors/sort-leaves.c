/* A function that orders and raises an error leaves its part of the sort; what the other parts look
   at are elements, none out of range.  Elements are pointers, which a function may follow.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-sanitize "-O1" "an argument that longjmp leaves is counted there at -O0" } */

#include <nova.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "../good.h"

enum { N = 60000, M = 3 };
struct item { const int *key; };
static int keys[N];
static struct item items[N], sorted[N];
static jmp_buf back;
static char line[200];

static void
handler (const char *text)
{
  snprintf (line, sizeof line, "%s", text);
  longjmp (back, 1);
}

/* A pointer that is followed makes this a call, whatever the level of optimization.  */
__attribute__ ((noinline)) static bool
before (struct item a, struct item b)
{
  if (*a.key < 0 || *b.key < 0)
    nova_fail ("no key");
  return *a.key < *b.key;
}

static void
sort (void)
{
  nova_store (sorted, N, nova_sort (before, nova_view (items, N)));
}

/* The same in a function that another region calls.  */
__attribute__ ((noinline)) static int
least (int k)
{
  struct item first = nova_get (nova_sort (before, nova_view (items, N - k)), k);
  return *first.key;
}

static void
called (void)
{
  int out[2];
  nova_store (out, 2, nova_map (least, nova_range (0, 2)));
}

static void
all_threads (const char *what, void (*f) (void), bool fails)
{
  static const int threads[] = { 1, 2, 3, 7 };

  for (volatile int t = 0; t < 4; t = t + 1)
    {
      nova_set_num_threads (threads[t]);
      *line = 0;
      if (!setjmp (back))
	{
	  f ();
	  check (what, !fails);
	}
      else
	check (what, fails && strstr (line, "no key"));
    }
}

int
main (void)
{
  unsigned long s = 88172645463325252ul;

  nova_set_error_handler (handler);
  for (int k = 0; k < N; k++)
    {
      s ^= s << 13;
      s ^= s >> 7;
      s ^= s << 17;
      keys[k] = (int) (s >> 40) % 3000;
      items[k].key = &keys[k];
    }
  all_threads ("sort", sort, false);
  for (int k = 1; k < N; k++)
    check ("sorted", *sorted[k - 1].key <= *sorted[k].key);
  for (int m = 0; m <= M; m++)
    {
      int *key = &keys[(long) (N - 1) * m / M], was = *key;
      *key = -1;
      all_threads ("sort", sort, true);
      all_threads ("called", called, true);
      *key = was;
    }
  return 0;
}
