/* Where words begin and end is found by letters and their neighbours, which are read whether or not
   there is a letter; but none before the first or behind the last: there is no memory.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../check.h"

static int
letter (char c)
{
  return c > ' ';
}

/* The begins and ends of words in the N bytes at P, to BEGIN and END; how many.  */
static __attribute__ ((noinline)) size_t
words (size_t n, const char *p, size_t *begin, size_t *end)
{
  nova_vec (char) text = nova_view (p, n);
  nova_vec (size_t) place = nova_range (n);
  int begins (size_t i, char c)
  {
    return letter (c) && (i == 0 || !letter (nova_get (text, i - 1)));
  }
  int ends (size_t i, char c)
  {
    return letter (c) && (i + 1 == n || !letter (nova_get (text, i + 1)));
  }
  size_t m = nova_store (begin, n, nova_filter (begins, place, text));
  CHECK (nova_store (end, n, nova_filter (ends, place, text)), m);
  return m;
}

static void
words_at (size_t n, const char *p)
{
  static size_t begin[100000], end[100000];
  size_t m = words (n, p, begin, end), k = 0;
  for (size_t i = 0; i < n; i++)
    if (letter (p[i]))
      {
	CHECK (k < m && begin[k] == i, 1);
	while (i + 1 < n && letter (p[i + 1]))
	  i++;
	CHECK (end[k] == i, 1);
	k++;
      }
  CHECK (k, m);
}

int
main (void)
{
  size_t page = sysconf (_SC_PAGESIZE), room = 16 * page;
  char *p = mmap (NULL, room + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED || mprotect (p, page, PROT_NONE) || mprotect (p + page + room, page, PROT_NONE))
    return 1;
  p += page;
  for (int first = 0; first < 2; first++)
    {
      for (size_t i = 0; i < room; i++)
	p[i] = i * i % 7 < 3 ? 'a' : ' ';
      if (first)
	p[0] = p[room - 1] = 'b';
      else
	p[0] = p[room - 1] = ' ';
      words_at (room, p);
      for (size_t n = 0; n < 100; n++)
	{
	  words_at (n, p);
	  words_at (n, p + room - n);
	}
    }
  return 0;
}
