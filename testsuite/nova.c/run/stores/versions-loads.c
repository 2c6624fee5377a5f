/* Stores between which the host reads what they may write, and to which it assigns results: random
   placements against the same steps in plain C.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-fno-strict-aliasing" } */
/* { dg-nova-leaks "vectors of the host that longjmp leaves" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 320
#define MOST 64

/* All in the array of numbers that is stored to.  */
struct sheet
{
  int n, to, back, made, other;
};

/* Any number becomes a length, or a place.  */
static int
f (int v)
{
  return (v & 31) + 20;
}

static int
odd (int v)
{
  return v & 1;
}

/* Two lengths are read behind the first store, and a place; the second store has room.  */
__attribute__ ((noipa)) static void
kept (int *base, struct sheet *s, const int *x)
{
  s->made = nova_store (base + s->to, s->n, nova_map (f, nova_view (x, s->n)));
  s->other = nova_store (base + s->back, s->n, nova_filter (odd, nova_view (x, s->n)));
}

__attribute__ ((noipa)) static void
kept_ref (int *base, struct sheet *s, const int *x)
{
  int n = s->n, *to = base + s->to, most = 0;
  for (int i = 0; i < n; i++)
    to[i] = f (x[i]);
  s->made = n;
  n = s->n;
  to = base + s->back;
  for (int i = 0; i < n; i++)
    if (odd (x[i]))
      to[most++] = x[i];
  s->other = most;
}

/* Rows: no more lengths than offsets.  */
__attribute__ ((noipa)) static void
rows (int *base, struct sheet *s, const int *x, const size_t *at)
{
  int heavy (nova_vec (int) row) { return nova_sum (row) > 100; }
  nova_vec (nova_vec (int)) all
    = nova_filter (heavy, nova_segments (nova_view (x, 40), nova_view (at, 9)));
  s->made = nova_store (base + s->to, MOST, all);
  s->other = nova_store (base + s->back, 8, nova_lengths (all));
}

__attribute__ ((noipa)) static void
rows_ref (int *base, struct sheet *s, const int *x, const size_t *at)
{
  int *to = base + s->to, n = 0, lengths[8], kept = 0;
  for (int r = 0; r < 8; r++)
    {
      int sum = 0;
      for (size_t i = at[r]; i < at[r + 1]; i++)
	sum += x[i];
      if (sum <= 100)
	continue;
      for (size_t i = at[r]; i < at[r + 1]; i++)
	to[n++] = x[i];
      lengths[kept++] = at[r + 1] - at[r];
    }
  s->made = n;
  memcpy (base + s->back, lengths, kept * sizeof *lengths);
  s->other = kept;
}

/* What finds the operand of the second store is stored by the first one; before it is anything.  */
__attribute__ ((noipa)) static void
found (int *base, struct sheet *s, const int *x, const int *table)
{
  nova_store (base + s->to, s->n, nova_map (f, nova_view (x, s->n)));
  nova_store (base, 16, nova_map (odd, nova_view (x + table[s->back], 16)));
}

__attribute__ ((noipa)) static void
found_ref (int *base, struct sheet *s, const int *x, const int *table)
{
  int n = s->n, *to = base + s->to;
  for (int i = 0; i < n; i++)
    to[i] = f (x[i]);
  x += table[s->back];
  for (int i = 0; i < 16; i++)
    base[i] = odd (x[i]);
}

static int memory[2][ROOM];

/* Lengths without room: a handler sees what was assigned before.  */
static jmp_buf out_of;

static void
leave (const char *text)
{
  (void) text;
  longjmp (out_of, 1);
}

__attribute__ ((noipa)) static void
lengths (struct sheet *s, int *to, const int *x, const size_t *at, int room)
{
  nova_vec (int) plus (nova_vec (int) row) { return nova_scan (nova_add, 0, row); }
  nova_vec (nova_vec (int)) sums
    = nova_map (plus, nova_segments (nova_view (x, 40), nova_view (at, 9)));
  s->made = nova_store (to, MOST, sums);
  s->other = nova_store (to + MOST, room, nova_lengths (sums));
}

static int
failing (const int *x, const size_t *at)
{
  struct sheet s = { 0, 0, 0, 0, 0 };
  nova_error_handler *old = nova_set_error_handler (leave);
  int good = 0;
  if (setjmp (out_of) == 0)
    lengths (&s, memory[0], x, at, 7);
  else
    good = s.made == 40 && s.other == 0;
  nova_set_error_handler (old);
  if (!good)
    printf ("failing: %d %d\n", s.made, s.other);
  return good;
}

int
main (void)
{
  int x[MOST], table[MOST];
  size_t at[9];
  srand (1);
  for (int k = 0; k < 6000; k++)
    {
      int place = rand () % (ROOM - 8), kind = k % 3;
      struct sheet s = { rand () % 40, rand () % (ROOM - MOST), rand () % (ROOM - MOST), 0, 0 };
      for (int i = 0; i < MOST; i++)
	{
	  x[i] = rand () % 60;
	  table[i] = rand () % (MOST - 16);
	}
      at[0] = 0;
      for (int i = 0; i < 8; i++)
	at[i + 1] = i == 7 ? 40 : at[i] + rand () % (41 - at[i]) / 2;
      if (kind == 2)
	{
	  s.n = 10;
	  place = s.to + rand () % 7;
	  s.back = 1 << 30;
	}
      if (k == 0 && !failing (x, at))
	return 1;
      for (int i = 0; i < ROOM; i++)
	memory[0][i] = memory[1][i] = rand () % 60;
      for (int i = 0; i < 2; i++)
	memcpy (memory[i] + place, &s, sizeof s);
      struct sheet *p = (struct sheet *) (memory[0] + place);
      struct sheet *q = (struct sheet *) (memory[1] + place);
      switch (kind)
	{
	case 0:
	  kept (memory[0], p, x);
	  kept_ref (memory[1], q, x);
	  break;
	case 1:
	  rows (memory[0], p, x, at);
	  rows_ref (memory[1], q, x, at);
	  break;
	default:
	  found (memory[0], p, x, table);
	  found_ref (memory[1], q, x, table);
	}
      if (memcmp (memory[0], memory[1], sizeof memory[0]))
	{
	  printf ("%d: kind %d, at %d, n %d, to %d, back %d\n", k, kind, place, s.n, s.to, s.back);
	  return 1;
	}
    }
  puts ("ok");
  return 0;
}
