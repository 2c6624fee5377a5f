/* Functions of the C library that take numbers beside pointers, in regions that store: over what
   they read, and elsewhere.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 500

static char text[N + 1], was[N + 1];

/* Its second number goes on to strtol.  */
static __attribute__ ((noinline)) long
number (const char *s, int base)
{
  return strtol (s, NULL, base);
}

static char
backwards (int i)
{
  return text[N - 1 - i] == '7' ? ' ' : *strchr (text + N - 1 - i, '7');
}

static long
from_three (const char *s)
{
  return strtol (s, NULL, 16) + (memcmp (s, "00000500", 8) < 0);
}

int
main (void)
{
  static const char *words[N];
  static long out[N], based[N];
  int base = 5 + (int) strlen (text);
  long based_of (const char *s) { return number (s, base); }

  for (int i = 0; i < N; i++)
    {
      char *w = malloc (12);
      sprintf (w, "%08x", i * 7);
      words[i] = w;
      was[i] = text[i] = i % 9 == 4 ? '7' : 'a' + i % 5;
    }
  text[N - 1] = was[N - 1] = '7';
  nova_store (out, N, nova_map (from_three, nova_view (words, N)));
  nova_store (based, N, nova_map (based_of, nova_view (words, N)));
  nova_store (text, N, nova_map (backwards, nova_range (N)));
  for (int i = 0; i < N; i++)
    {
      if (out[i] != from_three (words[i]) || based[i] != strtol (words[i], NULL, 5))
	abort ();
      if (text[i] != (was[N - 1 - i] == '7' ? ' ' : '7'))
	abort ();
      free ((char *) words[i]);
    }
  return 0;
}
