/* No memory for what host code makes, handles of views, rows and copies: the error says in which line, of
   which builtin.  Each allocation fails in its turn, in a process of its own, and something of each
   statement must.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-nova-levels "-O0" "-O2" } */
/* { dg-nova-output "\\Adone$" } */

#include <nova.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ALONE __attribute__ ((noipa)) static
typedef nova_vec (int) v1;
typedef nova_vec (v1) v2;
struct pair { int a, b; };
static int x[24];
static struct pair pairs[4];
static char said[200];
static jmp_buf out;

/* Who gets a vector needs its handle.  */
ALONE void take1 (v1 v) { (void) v; }
ALONE void take2 (v2 v) { (void) v; }
ALONE void take3 (nova_vec (v2) v) { (void) v; }
ALONE v1 rot (v1 v) { return nova_rotate (1, v); }
ALONE v2 cut (v1 v) { static const size_t o[] = { 0, 3, 10, 24 }; return nova_segments (v, nova_view (o, 4)); }
ALONE v1 last (v1 a, v1 b) { return b; }
ALONE void touch (void) { x[0]++; }

/* A flat vector, one that is rotated, rows, those of a view, irregular ones.  */
static v1 flat, turned;
static v2 rows, lent, ragged;

static void
make (void)
{
  flat = nova_copy (nova_view (x, 24));
  turned = rot (flat);
  rows = nova_copy (nova_view (x, 4, 6));
  lent = nova_view (x, 4, 6);
  ragged = cut (turned);
}

#define BEGIN(ID) ALONE void ID (void)
BEGIN (view) { take1 (nova_view (x, 24)); }
BEGIN (view2) { take2 (nova_view (x, 4, 6)); }
BEGIN (strided) { take1 (nova_view_strided (x, 12, 2)); }
BEGIN (slice) { take1 (nova_slice (1, 5, flat)); }
BEGIN (reverse) { take1 (nova_reverse (flat)); }
BEGIN (rotate) { take1 (nova_rotate (3, flat)); }
BEGIN (split) { take2 (nova_split (6, flat)); }
BEGIN (splits) { take2 (nova_split (6, turned)); }
BEGIN (flatten) { take1 (nova_flatten (rows)); }
BEGIN (segments) { take2 (nova_segments (flat, nova_view ((size_t[]) { 0, 9, 24 }, 3))); }
BEGIN (window) { take2 (nova_window (3, flat)); }
BEGIN (transpose) { take2 (nova_transpose (rows)); }
BEGIN (field) { take1 (nova_field (nova_view (pairs, 4), b)); }
BEGIN (range) { take1 (nova_range (7)); }
BEGIN (replicate) { take1 (nova_replicate (7, 3)); }
BEGIN (repeat) { take2 (nova_replicate (7, flat)); }
BEGIN (repeats) { take3 (nova_replicate (7, lent)); }
BEGIN (get) { take1 (nova_get (rows, 1)); }
BEGIN (gets) { take1 (nova_get (ragged, 1)); }
BEGIN (element) { x[1] = nova_get (nova_get (ragged, 1), 1); }
BEGIN (elements) { x[1] = nova_get (nova_flatten (ragged), 7); }
BEGIN (kept) { v1 r = nova_get (lent, 1); touch (); take1 (r); }
BEGIN (data) { x[1] = nova_data (turned)[1]; }
BEGIN (copy) { take1 (nova_copy (turned)); }
BEGIN (copies) { take2 (nova_copy (ragged)); }
BEGIN (reduce) { v1 r = nova_reduce (last, flat, lent); touch (); take1 (r); }
BEGIN (offsets) { x[1] = (int) nova_get (nova_offsets (ragged), 1); }
BEGIN (sorted) { take1 (nova_sort (nova_lt, turned)); }
static const int first_line = __LINE__ - 28;

static const struct op { const char *name; void (*f) (void); } ops[] = {
#define OP(ID, NAME) { NAME, ID }
  OP (view, "nova_view"), OP (view2, "nova_view"), OP (strided, "nova_view_strided"),
  OP (slice, "nova_slice"), OP (reverse, "nova_reverse"), OP (rotate, "nova_rotate"),
  OP (split, "nova_split"), OP (splits, "nova_split"), OP (flatten, "nova_flatten"),
  OP (segments, "nova_segments"), OP (window, "nova_window"), OP (transpose, "nova_transpose"),
  OP (field, "nova_"), OP (range, "nova_range"), OP (replicate, "nova_replicate"),
  OP (repeat, "nova_replicate"), OP (repeats, "nova_replicate"), OP (get, "nova_get"),
  OP (gets, "nova_get"), OP (element, "nova_get"), OP (elements, "nova_"), OP (kept, "nova_get"),
  OP (data, "nova_data"), OP (copy, "nova_copy"), OP (copies, "nova_copy"), OP (reduce, "nova_"),
  OP (offsets, "nova_"), OP (sorted, "nova_sort")
};
enum { OPS = sizeof ops / sizeof *ops };

static void
handler (const char *line)
{
  strncpy (said, line, sizeof said - 1);
  longjmp (out, 1);
}

/* With allocation N failing in statement WHICH: 0, before it; 1, it says where; 2, it does not; 3, it has
   memory.  */
static int
child (int n, unsigned which)
{
  char fault[40], place[200];
  volatile int made = 0;
  snprintf (fault, sizeof fault, "alloc:%d+", n);
  setenv ("NOVA_FAULT", fault, 1);
  nova_set_error_handler (handler);
  if (setjmp (out) == 0)
    {
      make ();
      made = 1;
      ops[which].f ();
      return 3;
    }
  if (!made)
    return 0;
  snprintf (place, sizeof place, "%s:%d: ", __FILE__, first_line + (int) which);
  const char *name = said + strlen (place);
  if (strncmp (said, place, strlen (place)) == 0
      && strstr (name, ops[which].name) - name <= 2 && strstr (name, ops[which].name))
    return 1;
  printf ("%s: allocation %d: %s\n", ops[which].name, n, said);
  return 2;
}

int
main (void)
{
  for (unsigned which = 0; which < OPS; which++)
    {
      int status = 0, placed = 0;
      for (int n = 1; n < 60 && status != 3; n++)
	{
	  fflush (stdout);
	  pid_t pid = fork ();
	  if (pid == 0)
	    {
	      status = child (n, which);
	      fflush (stdout);
	      _exit (status);
	    }
	  if (pid < 0 || waitpid (pid, &status, 0) != pid || !WIFEXITED (status))
	    return 1;
	  status = WEXITSTATUS (status);
	  placed += status == 1;
	}
      if (!placed)
	printf ("%s, line %u: never without memory\n", ops[which].name, first_line + which);
    }
  printf ("done");
  return 0;
}
