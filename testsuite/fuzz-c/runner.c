/* runner - runs the tests of a random program, compiled both ways, and compares.

     PROGRAM [NUMBER [SIZE]]      all tests, or one, of all sizes, or one

   Each test is run for each size on arrays filled alike, first as plain loops, then as nova has it;
   what both record, in order, and the arrays afterwards must be the same.  A difference is printed
   with the line of the program that recorded it, and the status is 1.  With NOVA_TARGET=seq a test
   that raises no error is run again and must leave no memory behind.

   TARGETS in the environment, as "seq 2 5": nova's tests run on each of these, seq or a number of
   threads, in a process of its own; the plain loops run once.

   The plain loops count what they do: where that becomes too much, as in tests whose work grows
   with the square of the size, the largest size is a smaller one.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <malloc.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* The largest size of tests that would do more than MOST_WORK with MOST elements; of those that
   would with so many, too.  */
#define FEWER 3500
#define FEWEST 700
#define MOST_WORK 20000000
static size_t work, most_work;
static jmp_buf work_escape;

size_t
count_work (size_t n)
{
  work += n;
  if (work > most_work)
    longjmp (work_escape, 1);
  return 0;
}

/* Who runs: "" is in messages of one target only.  */
static char who[40];

/* What was recorded of one test of one size.  */
#define RECORDS 20000
struct recorded
{
  struct one { int line; uint64_t value; } *of;
  size_t n, size;
};
static struct one records[RECORDS];
static size_t logged;

void
record (int line, uint64_t value)
{
  if (logged == RECORDS)
    return;
  records[logged].line = line;
  records[logged++].value = value;
}

/* What programs call and do not define.  */

T_i32
outer_i32 (T_i32 a, T_i32 b)
{
  return (T_i32) ((unsigned) a * 3 ^ (unsigned) b);
}

T_i64
outer_i64 (T_i64 a)
{
  return (a & 1) + A_i64[0][a & 15];
}

T_f64
outer_f64 (T_f64 a)
{
  return W_f64 (a) / 2;
}

T_pt
outer_pt (T_pt a, T_i32 b)
{
  return MK_pt (outer_i32 (a.a, b), a.b);
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
  /* Memory is work, too: a vector of vectors that are all alike takes more of it than of loops.  */
  count_work (bytes / 64);
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

/* What the arrays are filled with: from an element below SHIFTS on, another one for each test and
   size.  UPTO[K] is the hash of the first K elements, as record_arrays makes it.  */
#define SHIFTS 1000
/* Indices of one byte reach so far, whatever the size is.  */
#define LEAST_FILLED 256
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  static C filling_##ID[2][ROOM + SHIFTS]; \
  static uint64_t upto_##ID[2][ROOM + SHIFTS + 1];
#include "types.def"
static size_t shift;

static void
make_filling (void)
{
  uint64_t seed = 0;

#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  for (int k = 0; k < 2; k++) \
    for (size_t i = 0; i < ROOM + SHIFTS; i++) \
      { \
	filling_##ID[k][i] = fill_##ID (mix (seed++)); \
	upto_##ID[k][i + 1] = upto_##ID[k][i] * 31 + hash_##ID (filling_##ID[k][i]); \
      }
#include "types.def"
}

static void
fill_arrays (size_t seed, size_t n)
{
  shift = seed * 37 % SHIFTS;
  n = n < LEAST_FILLED ? LEAST_FILLED : n;
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  for (int k = 0; k < 2; k++) \
    memcpy (A_##ID[k], filling_##ID[k] + shift, (n + 2 * EDGE) * sizeof (C));
#include "types.def"
}

/* The arrays, each as a record; lines 1000000 and on say which.  */
static void
record_arrays (size_t n)
{
  int line = 1000000;
  uint64_t power = 1;

  n += 2 * EDGE;
  for (size_t i = 0; i < n; i++)
    power *= 31;
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  for (int k = 0; k < 2; k++) \
    { \
      uint64_t h = upto_##ID[k][shift + n] - upto_##ID[k][shift] * power; \
      if (memcmp (A_##ID[k], filling_##ID[k] + shift, n * sizeof (C)) != 0) \
	{ \
	  h = 0; \
	  for (size_t i = 0; i < n; i++) \
	    h = h * 31 + hash_##ID (A_##ID[k][i]); \
	} \
      record (line++, h); \
    }
#include "types.def"
}

static const char *const array_name[] = {
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) "A_" #ID "[0]", "A_" #ID "[1]",
#include "types.def"
};

/* Is what was recorded of test NUMBER not WANTED?  */
static int
compare (int number, const struct recorded *wanted)
{
  size_t most = logged < wanted->n ? logged : wanted->n, n = wanted->size;

  for (size_t i = 0; i < most; i++)
    if (records[i].line != wanted->of[i].line || records[i].value != wanted->of[i].value)
      {
	int line = records[i].line;

	if (line >= 1000000)
	  printf ("%stest %d, size %zu: %s\n", who, number, n, array_name[line - 1000000]);
	else
	  printf ("%stest %d, size %zu: line %d: %llx, line %d: %llx wanted\n", who, number, n,
		  line, (unsigned long long) records[i].value, wanted->of[i].line,
		  (unsigned long long) wanted->of[i].value);
	return 1;
      }
  if (logged != wanted->n)
    printf ("%stest %d, size %zu: %zu records, %zu wanted\n", who, number, n, logged, wanted->n);
  return logged != wanted->n;
}

/* Does T of N leave memory behind, each time that it runs?  Where no threads have memory of their
   own.  What malloc keeps in its caches, seven of a size, counts as used.  */
static int
leaks (const struct entry *t, size_t n)
{
  size_t before = 0, after = 0;

  for (int k = 0; k < 12; k++)
    {
      before = after;
      logged = 0;
      fill_arrays (n, n);
      t->run (n);
      after = mallinfo2 ().uordblks;
      if (k > 1 && after <= before)
	return 0;
    }
  printf ("%stest %d, size %zu: leaks %zu bytes\n", who, t->number, n, after - before);
  return 1;
}

/* Run T, of place PLACE in its table, for N.  */
static void
run_test (const struct entry *t, size_t place, size_t n)
{
  if (getenv ("CFUZZ_SHOW") != NULL)
    printf ("%stest %d, size %zu\n", who, t->number, n);
  logged = 0;
  fill_arrays (place * 7 + n, n);
  t->run (n);
  record_arrays (n);
}

/* What is asked for: all tests and sizes, or one.  */
static int only = -1;
static long only_size = -1;

static const size_t sizes[] = { 0, 1, 2, 5, 17, 64, 300, 1025, MOST };
enum { N_SIZES = sizeof sizes / sizeof *sizes };

/* As plain loops, all sizes of test T.  */
static void
run_plain (size_t t, struct recorded wanted[N_SIZES])
{
  for (size_t s = 0; s < N_SIZES; s++)
    {
      struct recorded *w = &wanted[s];

      w->of = NULL;
      w->size = only_size >= 0 ? (size_t) only_size : sizes[s];
      if ((only >= 0 && plain_tests[t].number != only) || (only_size >= 0 && s > 0)
	  || w->size > MOST || (fir_summary && w->size > MOST_EVALUATED))
	continue;
      work = 0;
      most_work = sizes[s] == MOST ? MOST_WORK : SIZE_MAX;
      if (setjmp (work_escape))
	{
	  may_raise = 0;
	  free_room ();
	  work = 0;
	  w->size = w->size > FEWER ? FEWER : FEWEST;
	  most_work = w->size == FEWER ? MOST_WORK : SIZE_MAX;
	}
      run_test (&plain_tests[t], t, w->size);
      free_room ();
      w->n = logged;
      w->of = malloc (logged * sizeof *records + 1);
      if (w->of == NULL)
	abort ();
      memcpy (w->of, records, logged * sizeof *records);
    }
}

/* As nova has them, all tests; 1 if one gives something other than WANTED.  */
static int
run_nova (struct recorded (*wanted)[N_SIZES])
{
  const char *target = getenv ("NOVA_TARGET");
  int bad = 0;

  for (size_t t = 0; nova_tests[t].run != NULL; t++)
    for (size_t s = 0; s < N_SIZES; s++)
      if (wanted[t][s].of != NULL)
	{
	  size_t n = wanted[t][s].size;

	  if (fir_summary)
	    fir_room = n + 2 * EDGE;
	  run_test (&nova_tests[t], t, n);
	  bad |= compare (nova_tests[t].number, &wanted[t][s]);
	  if (!nova_tests[t].raises && n == LEAK_SIZE && !fir_summary && target
	      && strcmp (target, "seq") == 0)
	    bad |= leaks (&nova_tests[t], n);
	}
  return bad;
}

/* The same on TARGET, in a process of its own.  */
static int
run_target (const char *target, struct recorded (*wanted)[N_SIZES])
{
  int status = 0;
  pid_t child;

  fflush (stdout);
  child = fork ();
  if (child == 0)
    {
      snprintf (who, sizeof who, "%s: ", target);
      if (strcmp (target, "seq") == 0)
	setenv ("NOVA_TARGET", "seq", 1);
      else
	setenv ("NOVA_NUM_THREADS", target, 1);
      exit (run_nova (wanted));
    }
  if (child < 0 || waitpid (child, &status, 0) < 0)
    abort ();
  if (WIFSIGNALED (status))
    printf ("target %s: %s\n", target, strsignal (WTERMSIG (status)));
  else if (status != 0)
    printf ("target %s: status %d\n", target, WEXITSTATUS (status));
  return status != 0;
}

int
main (int argc, char **argv)
{
  const char *targets = getenv ("TARGETS");
  struct recorded (*wanted)[N_SIZES];
  size_t n = 0;
  int bad = 0;

  only = argc > 1 ? atoi (argv[1]) : -1;
  only_size = argc > 2 ? atol (argv[2]) : -1;
  setvbuf (stdout, NULL, _IOLBF, 0);
  make_filling ();
  while (plain_tests[n].run != NULL)
    n++;
  wanted = calloc (n + 1, sizeof *wanted);
  if (wanted == NULL)
    abort ();
  for (size_t t = 0; t < n; t++)
    run_plain (t, wanted[t]);
  if (targets != NULL && *targets && !fir_summary)
    {
      char *list = strdup (targets);

      for (char *t = strtok (list, " "); t != NULL; t = strtok (NULL, " "))
	bad |= run_target (t, wanted);
      free (list);
    }
  else
    bad = run_nova (wanted);
  for (size_t t = 0; t < n; t++)
    for (size_t s = 0; s < N_SIZES; s++)
      free (wanted[t][s].of);
  free (wanted);
  free (blocks);
  return fir_summary ? bad | fir_summary () : bad;
}
