/* runner - runs the tests of a random program, compiled both ways, and compares.

     PROGRAM [NUMBER [SIZE]]

   Each test is run for each size on arrays filled alike, first as nova has it, then as plain
   loops; what both record, in order, and the arrays afterwards must be the same.  A difference is
   printed with the line of the program that recorded it, and the status is 1.  With NOVA_TARGET=seq
   a test that raises no error is run again and must leave no memory behind.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <malloc.h>
#include <stdio.h>

#include "program.h"
#include <setjmp.h>

#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) C A_##ID[2][ROOM];
#include "types.def"

extern const struct entry nova_tests[], plain_tests[];
jmp_buf failed_at;
char failed_text[512];

/* The evaluator is slow.  */
#define MOST_EVALUATED 17

/* The size for which leaks are looked for.  */
#define LEAK_SIZE 17

/* What the two ways recorded.  */
#define RECORDS 20000
static struct { int line; uint64_t value; } log_of[2][RECORDS];
static size_t logged[2];
static int way;

void
record (int line, uint64_t value)
{
  if (logged[way] == RECORDS)
    return;
  log_of[way][logged[way]].line = line;
  log_of[way][logged[way]++].value = value;
}

/* Of fir-run.c, in programs whose regions are evaluated, too.  */
void fir_raised (const char *line) __attribute__ ((weak));
int fir_summary (void) __attribute__ ((weak));
extern size_t fir_room __attribute__ ((weak));

void
on_error (const char *line)
{
  if (fir_raised)
    fir_raised (line);
  snprintf (failed_text, sizeof failed_text, "%s", line);
  longjmp (failed_at, 1);
}

/* An error's line, from ".c:" on, as a number.  */
uint64_t
hash_error (int of, const char *text)
{
  const char *p = strstr (text, ".c:");
  uint64_t h = 0;

  if (getenv ("CFUZZ_SHOW") != NULL)
    printf ("%s: %s\n", of ? "wanted" : "raised", text);
  for (p = p ? p : text; *p; p++)
    h = h * 31 + (unsigned char) *p;
  return h;
}

/* ---- Errors of the reference.  */

static jmp_buf plain_escape;
static int may_raise;
static char plain_text[512];

/* POSITIVE: what the program gave is of an unsigned type, and told so.  */
void
plain_fail (int line, const char *name, int kind, int positive, const uint64_t *a, const char *text)
{
  static const char *const messages[] = {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) MESSAGE,
#include "nova/check.def"
#undef NOVA_CHECK_KIND
  };
  int n = snprintf (plain_text, sizeof plain_text, ".c:%d: %s: ", line, name);

  if (kind == CK_TEXT)
    snprintf (plain_text + n, sizeof plain_text - (size_t) n, "%s", text);
  else
    {
      char format[200];

      snprintf (format, sizeof format, "%s", messages[kind]);
      for (char *p = format; positive && (p = strstr (p, "%zd")) != NULL; )
	p[2] = 'u';
      snprintf (plain_text + n, sizeof plain_text - (size_t) n, format, a[0], a[1], a[2], a[3]);
    }
  if (!may_raise)
    {
      printf ("the reference raises where no error is expected: %s\n", plain_text);
      abort ();
    }
  longjmp (plain_escape, 1);
}

uint64_t
plain_fails (void (*f) (size_t), size_t n)
{
  plain_text[0] = '\0';
  may_raise = 1;
  if (!setjmp (plain_escape))
    f (n);
  may_raise = 0;
  return hash_error (1, plain_text);
}

/* Memory of the reference, given back after each test.  */
static void **blocks;
static size_t n_blocks, most_blocks;

void *
room (size_t bytes)
{
  if (n_blocks == most_blocks)
    {
      most_blocks = most_blocks ? 2 * most_blocks : 64;
      blocks = realloc (blocks, most_blocks * sizeof *blocks);
      if (blocks == NULL)
	abort ();
    }
  blocks[n_blocks] = calloc (1, bytes + 1);
  if (blocks[n_blocks] == NULL)
    abort ();
  return blocks[n_blocks++];
}

static void
free_room (void)
{
  while (n_blocks > 0)
    free (blocks[--n_blocks]);
}

static uint64_t
mix (uint64_t x)
{
  x = (x ^ (x >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static void
fill_arrays (uint64_t seed, size_t n)
{
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  memset (A_##ID, 0, sizeof A_##ID[0][0] * 0); \
  for (size_t i = 0; i < n + 2 * EDGE; i++) \
    for (int k = 0; k < 2; k++) \
      A_##ID[k][i] = fill_##ID (mix (seed++));
#include "types.def"
}

/* The arrays, each as a record; lines 1000000 and on say which.  */
static void
record_arrays (size_t n)
{
  int line = 1000000;

#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  for (int k = 0; k < 2; k++) \
    { \
      uint64_t h = 0; \
      for (size_t i = 0; i < n + 2 * EDGE; i++) \
	h = h * 31 + hash_##ID (A_##ID[k][i]); \
      record (line++, h); \
    }
#include "types.def"
}

static const char *const array_name[] = {
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) "A_" #ID "[0]", "A_" #ID "[1]",
#include "types.def"
};

static int
compare (int number, size_t n)
{
  size_t most = logged[0] < logged[1] ? logged[0] : logged[1];

  for (size_t i = 0; i < most; i++)
    if (log_of[0][i].line != log_of[1][i].line || log_of[0][i].value != log_of[1][i].value)
      {
	int line = log_of[0][i].line;

	if (line >= 1000000)
	  printf ("test %d, size %zu: %s\n", number, n, array_name[line - 1000000]);
	else
	  printf ("test %d, size %zu: line %d: %llx, line %d: %llx wanted\n", number, n, line,
		  (unsigned long long) log_of[0][i].value, log_of[1][i].line,
		  (unsigned long long) log_of[1][i].value);
	return 1;
      }
  if (logged[0] != logged[1])
    printf ("test %d, size %zu: %zu records, %zu wanted\n", number, n, logged[0], logged[1]);
  return logged[0] != logged[1];
}

/* Does T of N leave memory behind, each time that it runs?  Where no threads have memory of their own.  */
static int
leaks (const struct entry *t, size_t n)
{
  size_t before = 0, after = 0;

  way = 0;
  for (int k = 0; k < 4; k++)
    {
      before = after;
      logged[0] = 0;
      fill_arrays (n, n);
      t->run (n);
      after = mallinfo2 ().uordblks;
    }
  if (after > before)
    printf ("test %d, size %zu: leaks %zu bytes\n", t->number, n, after - before);
  return after > before;
}

int
main (int argc, char **argv)
{
  const char *target = getenv ("NOVA_TARGET");
  static const size_t sizes[] = { 0, 1, 2, 5, 17, 64, 300, 1025, MOST };
  int only = argc > 1 ? atoi (argv[1]) : -1, bad = 0;

  setvbuf (stdout, NULL, _IOLBF, 0);
  for (size_t t = 0; nova_tests[t].run != NULL; t++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
      {
	if ((only >= 0 && nova_tests[t].number != only)
	    || (argc > 2 && (size_t) atol (argv[2]) != sizes[s])
	    || (fir_summary && sizes[s] > MOST_EVALUATED))
	  continue;
	if (fir_summary)
	  fir_room = sizes[s] + 2 * EDGE;
	if (getenv ("CFUZZ_SHOW") != NULL)
	  printf ("test %d, size %zu\n", nova_tests[t].number, sizes[s]);
	for (way = 0; way < 2; way++)
	  {
	    logged[way] = 0;
	    fill_arrays (t * 7 + s, sizes[s]);
	    (way == 0 ? nova_tests : plain_tests)[t].run (sizes[s]);
	    record_arrays (sizes[s]);
	    free_room ();
	  }
	bad |= compare (nova_tests[t].number, sizes[s]);
	if (!nova_tests[t].raises && sizes[s] == LEAK_SIZE && !fir_summary && target
	    && strcmp (target, "seq") == 0)
	  bad |= leaks (&nova_tests[t], sizes[s]);
      }
  free (blocks);
  return fir_summary ? bad | fir_summary () : bad;
}
