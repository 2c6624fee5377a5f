/* Texts: letters, words, lines and numbers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A word is also a number of base 26.  Where rows are texts they are of the text's characters.  */

#include "nested.h"

enum { LETTERS = 26, PLACES = 4 };

struct fields { int number, longest; };
struct entry { uint32_t word; int number; };

static inline int
letter (char c)
{
  return c > ' ';
}

static inline uint32_t
digit (char c)
{
  return c - 'a';
}

/* Roman numerals: the digits, of which each place has its own letters.  */
static const unsigned char roman_length[10] = { 0, 1, 2, 3, 2, 1, 2, 3, 4, 2 };
static const unsigned char roman_digit[10][4] =
{
  { 0 }, { 0 }, { 0, 0 }, { 0, 0, 0 }, { 0, 1 }, { 1 }, { 1, 0 }, { 1, 0, 0 }, { 1, 0, 0, 0 },
  { 0, 2 }
};
static const char roman_letter[] = "IVXLCDM";
static const int tens[PLACES] = { 1, 10, 100, 1000 };

/* What is written, from NUMBER.  */
static inline int
year (int number)
{
  return number & 2047;
}

/* Lexical states: between words, in a word, in quotes.  What a character makes of each.  */
enum { BETWEEN, WORD, QUOTED, STATES };
struct step { unsigned char to[STATES]; };

static inline struct step
step_of (char c)
{
  if (c == 'q')
    return (struct step) {{ QUOTED, QUOTED, BETWEEN }};
  if (letter (c))
    return (struct step) {{ WORD, WORD, QUOTED }};
  return (struct step) {{ BETWEEN, BETWEEN, QUOTED }};
}

#ifdef __NOVA__

typedef nova_vec (char) chars;
typedef nova_vec (chars) char_rows;

/* Words with a capital.  */
PROGRAM (title)
{
  chars text = nova_view (d->text, d->n);
  char titled (size_t i, char c)
  {
    return letter (c) && (i == 0 || !letter (nova_get (text, i - 1))) ? c - 'a' + 'A' : c;
  }
  d->imade = nova_store (d->iout, d->n, nova_map (titled, nova_range (d->n), text));
}

/* One space instead of several.  */
PROGRAM (squeeze)
{
  chars text = nova_view (d->text, d->n);
  int more (size_t i)
  {
    return !letter (nova_get (text, i)) && i > 0 && !letter (nova_get (text, i - 1));
  }
  d->imade = nova_store (d->iout, d->n,
			 nova_for (char, (i, nova_range (d->n)), nova_when (!more (i)),
				   nova_get (text, i)));
}

static char_rows
lines_of (chars text)
{
  size_t n = nova_length (text);
  sizes begin = nova_for (size_t, (i, nova_range (n), c, text), nova_when (c == '\n'), i + 1);
  return nova_segments (text, nova_concat (nova_replicate (1, (size_t) 0), begin,
					   nova_replicate (1, n)));
}

/* How many words each line has, and how long the longest is.  */
PROGRAM (linewords)
{
  struct fields fields (chars line)
  {
    size_t n = nova_length (line);
    int in (size_t i) { return i < n && letter (nova_get (line, i)); }
    int begins (size_t i) { return in (i) && !in (i - 1); }
    int ends (size_t i) { return in (i) && !in (i + 1); }
    int length (size_t begin, size_t end) { return end - begin + 1; }
    sizes places = nova_range (n);
    ints lengths = nova_map (length, nova_filter (begins, places), nova_filter (ends, places));
    return (struct fields) { nova_length (lengths), nova_reduce (nova_max, 0, lengths) };
  }
  struct fields *out = (struct fields *) d->iout;
  d->imade = 2 * nova_store (out, d->n, nova_map (fields, lines_of (nova_view (d->text, d->n))));
}

/* The number in the third column of each line, columns being apart by a space.  */
PROGRAM (csvcols)
{
  uint32_t third (chars line)
  {
    size_t n = nova_length (line), i = 0;
    uint32_t number = 0;
    for (int column = 0; column < 2; column++)
      {
	while (i < n && nova_get (line, i) != ' ')
	  i++;
	i++;
      }
    for (; i < n && letter (nova_get (line, i)); i++)
      number = number * LETTERS + digit (nova_get (line, i));
    return number;
  }
  d->imade = nova_store (d->iout, d->n, nova_map (third, lines_of (nova_view (d->text, d->n))));
}

static nova_vec (uint32_t)
numbers_in (chars text)
{
  size_t n = nova_length (text);
  int in (size_t i) { return i < n && letter (nova_get (text, i)); }
  uint32_t number (size_t i)
  {
    uint32_t number = 0;
    for (; in (i); i++)
      number = number * LETTERS + digit (nova_get (text, i));
    return number;
  }
  return nova_for (uint32_t, (i, nova_range (n)), nova_when (in (i) && !in (i - 1)), number (i));
}

/* The numbers in a text.  */
PROGRAM (numbers)
{
  d->imade = nova_store (d->iout, d->n, numbers_in (nova_view (d->text, d->n)));
}

/* How often each word is there.  */
PROGRAM (vocabulary)
{
  struct entry *out = (struct entry *) d->iout;
  nova_vec (struct entry) entries
    = nova_for (struct entry, (w, numbers_in (nova_view (d->text, d->n))), nova_grouped (w),
		((struct entry) { nova_get (w, 0), nova_length (w) }));
  d->imade = 2 * nova_store (out, d->n, entries);
}

/* Numbers to letters.  */
PROGRAM (roman)
{
  int length (int number)
  {
    int v = year (number), s = 0;
    for (int p = 0; p < PLACES; p++)
      s += roman_length[v / tens[p] % 10];
    return s;
  }
  char letter (int number, int i)
  {
    int v = year (number), p = PLACES - 1;
    while (i >= roman_length[v / tens[p] % 10])
      i -= roman_length[v / tens[p--] % 10];
    return roman_letter[2 * p + roman_digit[v / tens[p] % 10][i]];
  }
  d->imade = nova_store (d->iout, 2 * d->n,
			 nova_expand (length, letter, nova_view (d->number, d->n / 8)));
}

/* The lexical state behind each character, a scan of functions of states.  */
PROGRAM (lexer)
{
  struct step then (struct step f, struct step g)
  {
    struct step h;
    for (int s = 0; s < STATES; s++)
      h.to[s] = g.to[f.to[s]];
    return h;
  }
  int state (struct step s) { return s.to[BETWEEN]; }
  struct step same = {{ BETWEEN, WORD, QUOTED }};
  nova_vec (struct step) steps = nova_map (step_of, nova_view (d->text, d->n));
  d->imade = nova_store (d->iout, d->n, nova_map (state, nova_scan (then, same, steps)));
}

/* The rows with a comma behind each.  */
PROGRAM (joined)
{
  chars with_comma (chars row) { return nova_concat (row, nova_replicate (1, (char) ',')); }
  d->imade = nova_store (d->iout, d->n + d->m,
			 nova_flatten (nova_map (with_comma, ROWS (d->text))));
}

PROGRAM (backwards)
{
  chars reversed (chars row) { return nova_reverse (row); }
  d->imade = nova_store (d->iout, d->n, nova_map (reversed, ROWS (d->text)));
}

/* Is each row the same from right to left?  */
PROGRAM (palindromes)
{
  int palindrome (ints row)
  {
    int differ (int a, int b) { return a != b; }
    return nova_find (differ, row, nova_reverse (row)) == nova_length (row);
  }
  d->imade = nova_store (d->iout, d->m, nova_map (palindrome, ROWS (d->k)));
}

#else

PROGRAM (title)
{
  int in = 0;
  for (size_t i = 0; i < d->n; i++)
    {
      char c = d->text[i];
      d->iout[i] = letter (c) && !in ? c - 'a' + 'A' : c;
      in = letter (c);
    }
  d->imade = d->n;
}

PROGRAM (squeeze)
{
  size_t to = 0;
  for (size_t i = 0; i < d->n; i++)
    if (letter (d->text[i]) || i == 0 || letter (d->text[i - 1]))
      d->iout[to++] = d->text[i];
  d->imade = to;
}

PROGRAM (linewords)
{
  struct fields *out = (struct fields *) d->iout, f = { 0, 0 };
  size_t lines = 0;
  int length = 0;
  for (size_t i = 0; i < d->n; i++)
    {
      if (letter (d->text[i]))
	{
	  f.number += length++ == 0;
	  f.longest = length > f.longest ? length : f.longest;
	}
      else
	length = 0;
      if (d->text[i] == '\n')
	{
	  out[lines++] = f;
	  f = (struct fields) { 0, 0 };
	}
    }
  out[lines++] = f;
  d->imade = 2 * lines;
}

PROGRAM (csvcols)
{
  const char *p = d->text, *end = p + d->n;
  size_t lines = 0;
  for (;;)
    {
      uint32_t number = 0;
      for (int column = 0; column < 2; column++)
	{
	  while (p < end && *p != '\n' && *p != ' ')
	    p++;
	  p += p < end && *p == ' ';
	}
      for (; p < end && letter (*p); p++)
	number = number * LETTERS + digit (*p);
      d->iout[lines++] = number;
      p = p < end ? memchr (p, '\n', end - p) : NULL;
      if (!p)
	break;
      p++;
    }
  d->imade = lines;
}

static size_t
numbers_in (size_t n, const char *text, uint32_t *out)
{
  size_t numbers = 0;
  for (size_t i = 0; i < n; i++)
    if (letter (text[i]))
      {
	uint32_t number = 0;
	for (; i < n && letter (text[i]); i++)
	  number = number * LETTERS + digit (text[i]);
	out[numbers++] = number;
      }
  return numbers;
}

PROGRAM (numbers)
{
  d->imade = numbers_in (d->n, d->text, (uint32_t *) d->iout);
}

static int
compare (const void *p, const void *q)
{
  uint32_t a = *(const uint32_t *) p, b = *(const uint32_t *) q;
  return (a > b) - (a < b);
}

PROGRAM (vocabulary)
{
  struct entry *out = (struct entry *) d->iout;
  uint32_t *word = (uint32_t *) d->scratch;
  size_t n = numbers_in (d->n, d->text, word), to = 0;
  qsort (word, n, sizeof *word, compare);
  for (size_t i = 0; i < n; i++)
    if (i > 0 && word[i] == word[i - 1])
      out[to - 1].number++;
    else
      out[to++] = (struct entry) { word[i], 1 };
  d->imade = 2 * to;
}

PROGRAM (roman)
{
  size_t to = 0;
  for (size_t i = 0; i < d->n / 8; i++)
    {
      int v = year (d->number[i]);
      for (int p = PLACES - 1; p >= 0; p--)
	{
	  int digit = v / tens[p] % 10;
	  for (int j = 0; j < roman_length[digit]; j++)
	    d->iout[to++] = roman_letter[2 * p + roman_digit[digit][j]];
	}
    }
  d->imade = to;
}

PROGRAM (lexer)
{
  int state = BETWEEN;
  for (size_t i = 0; i < d->n; i++)
    d->iout[i] = state = step_of (d->text[i]).to[state];
  d->imade = d->n;
}

PROGRAM (joined)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      int *out = d->iout + d->at[i] + i;
      for (size_t j = d->at[i]; j < d->at[i + 1]; j++)
	*out++ = d->text[j];
      *out = ',';
    }
  d->imade = d->n + d->m;
}

PROGRAM (backwards)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    for (size_t j = d->at[i], back = d->at[i + 1]; j < d->at[i + 1]; j++)
      d->iout[--back] = d->text[j];
  d->imade = d->n;
}

PROGRAM (palindromes)
{
#pragma omp parallel for schedule(runtime)
  for (size_t i = 0; i < d->m; i++)
    {
      size_t begin = d->at[i], end = d->at[i + 1];
      while (begin < end && d->k[begin] == d->k[end - 1])
	begin++, end--;
      d->iout[i] = begin >= end;
    }
  d->imade = d->m;
}

#endif
