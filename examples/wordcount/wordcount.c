/* Lines, words and bytes of a text file, as wc counts them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A word begins at a byte that is no white space and follows white space (or begins the file), so
   the words are a count over positions, each looking at two neighbours: one pass, no table, no
   state carried from byte to byte.  Lines and words share the pass.  */

#include <stdio.h>
#include <stdlib.h>
#include "../stopwatch.h"

static inline int
blank (char c)
{
  return c == ' ' || (unsigned char) (c - '\t') < 5;
}

static inline int
newline (char c)
{
  return c == '\n';
}

#ifdef __NOVA__
#include <nova.h>

static inline size_t
word_begins (char before, char c)
{
  return blank (before) & !blank (c);
}

static inline size_t
line_ends (char c)
{
  return newline (c);
}

static void
count (size_t n, const char *text, size_t *lines, size_t *words)
{
  nova_vec (char) bytes = nova_view (text, n), before = nova_slice (0, n - 1, bytes),
		  after = nova_slice (1, n, bytes);
  size_t l = nova_sum (nova_map (line_ends, after));
  size_t w = nova_sum (nova_map (word_begins, before, after));
  *lines = l + newline (text[0]);
  *words = w + !blank (text[0]);
}
#else
static void
count (size_t n, const char *text, size_t *lines, size_t *words)
{
  size_t l = newline (text[0]), w = !blank (text[0]);
  for (size_t i = 1; i < n; i++)
    {
      l += newline (text[i]);
      w += blank (text[i - 1]) & !blank (text[i]);
    }
  *lines = l;
  *words = w;
}
#endif

int
main (int argc, char **argv)
{
  FILE *f = argc == 2 ? fopen (argv[1], "rb") : NULL;
  if (!f || fseek (f, 0, SEEK_END))
    {
      fprintf (stderr, "usage: wordcount FILE\n");
      return 2;
    }
  size_t n = ftell (f), lines = 0, words = 0;
  char *text = malloc (n + 1);
  rewind (f);
  if (!text || fread (text, 1, n, f) != n)
    {
      perror (argv[1]);
      return 1;
    }
  fclose (f);
  if (n)
    STOPWATCH (9)
      count (n, text, &lines, &words);
  printf ("%zu %zu %zu\n", lines, words, n);
  free (text);
  return 0;
}
