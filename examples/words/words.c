/* The words of a text by their lengths: how many there are of each, and where the first is.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Words begin and end where a letter has none beside it.  The beginnings and ends, in step, give
   the lengths, which are grouped: a comprehension of each.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../stopwatch.h"

struct length
{
  size_t length, count, first;
};

static inline int
letter (char c)
{
  return (unsigned char) ((c | 32) - 'a') < 26;
}

#ifdef __NOVA__
#include <nova.h>

static size_t
lengths (size_t n, const char *text, struct length *to, size_t room)
{
  nova_vec (char) c = nova_view (text, n);
  int in (size_t i) { return i < n && letter (nova_get (c, i)); }
  nova_vec (size_t) places = nova_range (n);
  nova_vec (size_t) begin = nova_for (size_t, (i, places), nova_when (in (i) && !in (i - 1)), i);
  nova_vec (size_t) end = nova_for (size_t, (i, places), nova_when (in (i) && !in (i + 1)), i);
  return nova_store (to, room,
		     nova_for (struct length, (b, begin, e, end), nova_grouped (e - b),
			       ((struct length) { nova_get (e, 0) - nova_get (b, 0) + 1,
						  nova_length (b), nova_get (b, 0) })));
}
#else
static size_t
lengths (size_t n, const char *text, struct length *to, size_t room)
{
  size_t *count = calloc (n + 1, sizeof *count), *first = malloc ((n + 1) * sizeof *first), k = 0;
  for (size_t i = 0, begin = 0; i < n; i++)
    {
      if (letter (text[i]) && (i == 0 || !letter (text[i - 1])))
	begin = i;
      if (letter (text[i]) && (i + 1 == n || !letter (text[i + 1])))
	if (count[i - begin + 1]++ == 0)
	  first[i - begin + 1] = begin;
    }
  for (size_t l = 1; l <= n && k < room; l++)
    if (count[l])
      to[k++] = (struct length) { l, count[l], first[l] };
  free (count), free (first);
  return k;
}
#endif

int
main (int argc, char **argv)
{
  FILE *f = argc == 2 ? fopen (argv[1], "rb") : NULL;
  if (!f || fseek (f, 0, SEEK_END))
    {
      fprintf (stderr, "usage: words FILE\n");
      return 2;
    }
  size_t n = ftell (f), k = 0;
  char *text = malloc (n + 1);
  rewind (f);
  if (!text || fread (text, 1, n, f) != n)
    {
      perror (argv[1]);
      return 1;
    }
  fclose (f);
  static struct length to[1000];
  STOPWATCH (5)
    k = lengths (n, text, to, 1000);
  for (size_t i = 0; i < k; i++)
    printf ("%zu %zu %.*s\n", to[i].length, to[i].count, (int) to[i].length, text + to[i].first);
  free (text);
  return 0;
}
