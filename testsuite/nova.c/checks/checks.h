/* What a program of the table of run-time checks is made of: data, and the runner of its cells.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Each cell is called twice: with WRONG 0 it must say nothing, with WRONG 1 its text.  */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

struct pair { int a, b; };

struct cell
{
  int number;
  size_t (*call) (void);
  const char *text;
  int loops;			/* it fails in the second of three turns */
};

static volatile int wrong;
static volatile int reached;
static int a[12] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
static int rows[36] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
			0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
static const size_t offsets[4] = { 0, 3, 7, 12 };

static int both (int p, int q) { return p >= q; }
static int less (int p, int q) { return p < q; }
static int any (int p) { return p >= 0; }
static int step (int r, int p, int q) { return r + p - q; }
static int index_of (size_t i) { return (int) i; }
static int at (ptrdiff_t b, int i) { return i == 5 ? (int) b : i; }
static size_t wide_at (ptrdiff_t b, int i) { return i == 5 ? (size_t) b : 2; }
static size_t offset_at (ptrdiff_t b, size_t k, size_t o, size_t i) { return i == k ? (size_t) b : o; }
static int numbered (int p, size_t i) { return p + (int) i; }
static void row_up (int *row) { row[0]++; }
static void row_add (int *row, int p) { row[0] += p; }

/* N elements; twelve indices, of which the sixth is N; four offsets, of which number K is N.  */
#define W(N) nova_view (a, (size_t) (N))
#define AT(N) nova_map (nova_bind (at, N), nova_range (12))
#define WIDE_AT(N) nova_bind (wide_at, N)
#define OFFSETS(K, N) \
  nova_map (nova_bind (offset_at, N, K), nova_view (offsets, 4), nova_range ((size_t) 4))
/* Three rows, the second of N elements.  */
#define RAGGED(N) nova_segments (nova_view (a, 8 + (size_t) (N)), \
				 nova_map (nova_bind (ends, N), nova_range ((size_t) 4)))
static size_t ends (ptrdiff_t n, size_t i) { return i < 2 ? 4 * i : 4 * (i - 1) + (size_t) n; }

static const struct cell cells[];

static jmp_buf back;
static char said[400];

static void
handler (const char *line)
{
  snprintf (said, sizeof said, "%s", line);
  longjmp (back, 1);
}

static void
call (const struct cell *c, int w)
{
  said[0] = 0;
  wrong = w;
  reached = -1;
  rows[12] = w;
  if (!setjmp (back))
    c->call ();
}

int
main (void)
{
  nova_set_error_handler (handler);
  for (const struct cell *c = cells; c->call; c++)
    {
      call (c, 0);
      if (said[0])
	{
	  printf ("%d says %s\n", c->number, said);
	  continue;
	}
      call (c, 1);
      if (strcmp (said, c->text) != 0)
	printf ("%d says %s, not %s\n", c->number, said[0] ? said : "nothing", c->text);
      else if (c->loops && reached != 1)
	printf ("%d fails in turn %d\n", c->number, reached);
      else
	printf ("%d good\n", c->number);
    }
  return 0;
}
