/* runner - runs the cells of one program of the table, compiled both ways, and compares.

     PROGRAM [FIRST]

   Each cell from number FIRST on is run for each size, first as nova has it, then as plain loops;
   what both record must be the same.  A line a cell: its number, and `good' or `bad SIZE'.  The
   status is 0 if the program came to its end.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

#include "classes-made.h"
#include "classes.h"

struct entry { int number; void (*run) (size_t n); };
extern const struct entry nova_cells[], plain_cells[];

#define CLASS(ID) T_##ID A_##ID[ROOM], O_##ID[ROOM];
#define CLASS_INT(ID) T_##ID J_##ID[ROOM];
#include "classes-made.def"

/* Input of rows reads three ints a row, an update four.  */
int three = 3, threes[4] = { 3, 3, 3, 1 }, sink;
const int zero_row[3], zero_rows[6];
const int pool[64];
int pool_fn0 (int x) { return x; }
int pool_fn1 (int x) { return x + 1; }
int pool_fn2 (int x) { return x + 2; }
int pool_fn3 (int x) { return x + 3; }

/* What the way that runs has recorded.  */
static uint64_t hash;
jmp_buf failed_at;
char failed_text[512];

void
record (int line, uint64_t value)
{
  (void) line;
  hash = (hash ^ value) * 0x100000001b3 + (hash >> 29);
}

void
record_number (size_t size, _Complex long double v)
{
  record (0, size);
  record (0, (uint64_t) (int64_t) (__real__ v * 64));
  record (0, (uint64_t) (int64_t) (__imag__ v * 64));
}

void
on_error (const char *line)
{
  snprintf (failed_text, sizeof failed_text, "%s", line);
  longjmp (failed_at, 1);
}

/* A check of the plain loops: cells raise nothing there.  */
void
plain_fail (int line, const char *name, int kind, int positive, const uint64_t *args,
	    const char *text)
{
  (void) kind, (void) positive, (void) args, (void) text;
  fprintf (stderr, "line %d: %s: an error in the plain loops\n", line, name);
  abort ();
}

/* Of the macros of random programs, not of cells: these are small.  */
size_t
count_work (size_t n)
{
  (void) n;
  return 0;
}

uint64_t
hash_error (int way, const char *text)
{
  (void) way, (void) text;
  abort ();
}

/* Elements, one by one, without their padding.  */
static void
see_real (long double x)
{
  double d = (double) x;
  uint64_t bits;

  memcpy (&bits, &d, sizeof bits);
  record (0, bits);
}

#define SEE_int(X) (record (0, (uint64_t) (X)), record (0, (uint64_t) ((__int128) (X) >> 64)))
#define SEE_float(X) see_real (X)
#define SEE_complex(X) (see_real (__real__ (X)), see_real (__imag__ (X)))
#define SEE_ptr(X) record (0, (uint64_t) ((X) - pool))
#define SEE_fn(X) record (0, (X) ? (uint64_t) (X) (0) : 99)
#define SEE_pad(X) (SEE_int ((X).a), SEE_int ((X).b), SEE_int ((X).c))
#define SEE_bits(X) (SEE_int ((X).a), SEE_int ((X).b), SEE_int ((X).c), SEE_int ((X).d))
#define SEE_un(X) \
  (record (0, (X).u), record (0, (X).c[4] + 256u * (X).c[7]), record (0, (X).c[10] + 256u * (X).c[11]))
#define SEEN(ID, SEE) \
  void out_##ID (const T_##ID *p, size_t n) \
  { record (0, n); for (size_t k = 0; k < n; k++) { T_##ID x = p[k]; SEE_##SEE (x); } }
#include "classes-made.def"

/* Memory of the reference, given back after each cell.  */
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

/* Standard error between print_begin and print_end is recorded.  */
static int old_error;
static FILE *printed;

void
print_begin (void)
{
  fflush (stderr);
  old_error = dup (2);
  printed = tmpfile ();
  if (old_error < 0 || printed == NULL)
    abort ();
  dup2 (fileno (printed), 2);
}

void
print_end (void)
{
  fflush (stderr);
  dup2 (old_error, 2);
  close (old_error);
  rewind (printed);
  for (int c = getc (printed); c != EOF; c = getc (printed))
    record (0, (uint64_t) c);
  fclose (printed);
}

/* The same text in plain C.  */
static void
show (const char *format, ...)
{
  char text[80];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  for (const char *c = text; *c; c++)
    record (0, (uint64_t) (unsigned char) *c);
}

static void
show_digits (unsigned __int128 x)
{
  if (x > 9)
    show_digits (x / 10);
  show ("%d", (int) (x % 10));
}

#define SHOW_int(X) \
  ((X) < 0 ? show ("-") : (void) 0, show_digits ((X) < 0 ? -(unsigned __int128) (X) : (unsigned __int128) (X)))
#define SHOW_float(X) show ("%g", (double) (X))
#define SHOW_complex(X) show ("(%g %g)", (double) __real__ (X), (double) __imag__ (X))
#define SHOW_ptr(X) show ("%p", (void *) (X))
#define SHOW_fn(X) show ("%p", (void *) (X))
#define SHOW_pad(X) show ("{%d,%ld,%d}", (X).a, (X).b, (X).c)
#define SHOW_bits(X) show ("{%u,%d,%lu,%d}", (X).a, (X).b, (unsigned long) (X).c, (X).d)
#define SHOW_un(X) \
  (show ("<"), ({ for (int i = 0; i < 12; i++) show ("%02x", (X).c[i]); }), show (">"))
#define SEEN(ID, SEE) \
  void print_plain_##ID (const char *p, size_t n) \
  { \
    show ("%zu [", n); \
    for (size_t k = 0; k < n; k++) \
      { T_##ID x = ((const T_##ID *) p)[k]; show (k ? "," : ""); SHOW_##SEE (x); } \
    show ("]\n"); \
  }
#include "classes-made.def"

void
print_plain_rows (const char *p, size_t n)
{
  (void) p;
  show ("%zux3 [", n);
  for (size_t k = 0; k < n; k++)
    show ("%s[%d,%d,%d]", k ? "," : "", A_i32[3 * k], A_i32[3 * k + 1], A_i32[3 * k + 2]);
  show ("]\n");
}

static void
fill (void)
{
  uint64_t r = 12345;

  for (size_t k = 0; k < ROOM; k++)
    {
      r = r * 6364136223846793005 + 1442695040888963407;
#define CLASS(ID) A_##ID[k] = MAKE_##ID (r >> 35); O_##ID[k] = A_##ID[k];
#include "classes-made.def"
    }
}

static uint64_t
run (const struct entry *e, size_t n)
{
  hash = n;
  e->run (n);
  while (n_blocks)
    free (blocks[--n_blocks]);
  return hash;
}

int
main (int argc, char **argv)
{
  static const size_t sizes[] = { 0, 1, 7, 200, MOST };
  int first = argc > 1 ? atoi (argv[1]) : 0;

  setvbuf (stdout, NULL, _IOLBF, 0);
  fill ();
  for (size_t c = 0; nova_cells[c].run; c++)
    {
      if (nova_cells[c].number < first)
	continue;
      const struct entry *plain = plain_cells;
      while (plain->number != nova_cells[c].number)
	plain++;
      printf ("%d ", nova_cells[c].number);
      fflush (stdout);
      size_t i = 0, n_sizes = sizeof sizes / sizeof *sizes;
      while (i < n_sizes && run (&nova_cells[c], sizes[i]) == run (plain, sizes[i]))
	i++;
      if (i == n_sizes)
	puts ("good");
      else
	printf ("bad %zu\n", sizes[i]);
    }
  return 0;
}
