/* Functions of the library that keep their state in what they are given, a locale among it: function operands
   may call them with their own.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-levels "-O0" "-O2 -D_FORTIFY_SOURCE=2" } */
/* { dg-nova-options "-D_GNU_SOURCE" } */

#include <nova.h>
#include <ctype.h>
#include <locale.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

#define N 300

static locale_t loc;
static int bad;

static long
total (int (*f) (int))
{
  long s = 0;
  for (int i = 0; i < N; i++)
    s += f (i);
  return s;
}

static void
compare (const char *name, long found, long wanted)
{
  if (found != wanted)
    bad = printf ("%s: %ld, wanted %ld\n", name, found, wanted);
}

#define TRY(F) compare (#F, nova_sum_as (long, nova_map (F, nova_range (N))), total (F))

static int
words (int x)
{
  char b[30], *save, *t;
  int s = 0;
  sprintf (b, "%d,%d,%d", x, x + 1, 3);
  for (t = strtok_r (b, ",", &save); t; t = strtok_r (NULL, ",", &save))
    {
      *t = *t == '1' ? '2' : *t;
      s = s * 10 + atoi (t);
    }
  return s;
}

/* Of a text that was copied from elsewhere.  */
static int
words_copied (const char *text)
{
  char b[30], *save;
  int s = 0;
  strncpy (b, text, sizeof b - 1);
  b[sizeof b - 1] = 0;
  for (char *t = strtok_r (b, " =", &save); t; t = strtok_r (NULL, " =", &save))
    s = s * 10 + (int) strlen (t);
  return s;
}

static int
words_of_table (int x)
{
  static const char *const texts[] = { "a = bcd", "one two three", "", "==" };
  return words_copied (texts[x & 3]);
}

static int
fields (int x)
{
  char b[30], *p = b, *t;
  int s = 0;
  sprintf (b, "%d:%d", x, x + 1);
  while ((t = strsep (&p, ":")))
    s = s * 10 + atoi (t);
  return s;
}

static int
wide_words (int x)
{
  wchar_t b[30] = L"12,34,56", *save, *t;
  int s = 0;
  b[0] = L'0' + x % 10;
  for (t = wcstok (b, L",", &save); t; t = wcstok (NULL, L",", &save))
    s = s * 10 + (int) wcstol (t, NULL, 10);
  return s;
}

static int
in_locale (int x)
{
  char a[2] = { (char) ((x & 63) + 32), 0 }, b[20], *e, *f;
  wchar_t w[2] = { (x & 63) + 32, 0 };
  int s = tolower_l (x & 127, loc) + (isalpha_l (x & 127, loc) != 0) + (strcoll_l (a, "x", loc) > 0)
	  + (strcasecmp_l (a, "x", loc) > 0) + (iswalpha_l ((wint_t) x & 127, loc) != 0)
	  + (int) towlower_l ((wint_t) x & 127, loc) + (wcscoll_l (w, L"x", loc) > 0);
  sprintf (b, "%d.5", x);
  s += (int) strtod_l (b, &e, loc);
  s += (int) strtol_l (b, &f, 10, loc);
  return s + (int) (e - b) + (int) (f - b);
}

static int
characters (int x)
{
  char b[8] = "abc", c[16];
  const char *from = b;
  wchar_t w, ws[8];
  const wchar_t *wide = ws;
  mbstate_t state;
  memset (&state, 0, sizeof state);
  b[0] = (char) ('a' + x % 20);
  int s = (int) mbrtowc (&w, b, 1, &state) + (int) w + (int) mbrlen (b, 1, &state);
  s += (int) mbsrtowcs (ws, &from, 8, &state) + (int) ws[0] + (from == NULL);
  s += (int) wcsrtombs (c, &wide, sizeof c, &state) + c[0] + mbsinit (&state);
  return s + (int) wcrtomb (c, w, &state) + c[0];
}

static int
dates (int x)
{
  time_t t = (time_t) x * 86400;
  struct tm a, b = { .tm_year = 70, .tm_mday = 1 };
  char text[64];
  gmtime_r (&t, &a);
  asctime_r (&a, text);
  snprintf (text + 30, 20, "%d", 1900 + x % 90);
  strptime (text + 30, "%Y", &b);
  return a.tm_yday + text[0] + b.tm_year + (int) (timegm (&a) / 86400);
}

static int
compare_ints (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static int
others (int x)
{
  struct random_data r = { 0 };
  char state[64], a[4] = { (char) x, 2, 3, 4 }, b[4];
  int32_t number;
  int table[5] = { 1, 5, 9, 7 }, key = x % 10;
  size_t n = 4;
  initstate_r ((unsigned) x + 1, state, sizeof state, &r);
  random_r (&r, &number);
  swab (a, b, 4);
  memfrob (a, 4);
  lsearch (&key, table, &n, sizeof *table, compare_ints);
  return (number & 1023) + b[1] + a[0] + (int) n;
}

/* A variable of the function's own is its own through any pointer.  */
static int
through_volatile (int x)
{
  volatile int v = x;
  volatile int *p = &v;
  (*p)++;
  return v;
}

int
main (void)
{
  loc = newlocale (LC_ALL_MASK, "C", NULL);
  TRY (words);
  TRY (words_of_table);
  TRY (fields);
  TRY (wide_words);
  TRY (in_locale);
  TRY (characters);
  TRY (dates);
  TRY (others);
  TRY (through_volatile);
  freelocale (loc);
  return bad;
}
