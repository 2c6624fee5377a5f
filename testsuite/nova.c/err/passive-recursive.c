/* Functions that call each other: what one of them does, all do.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

static int count;
static int odd (int n);

static int even (int n)
{
  return n == 0 ? 1 : odd (n - 1);	/* { dg-message "called from here" } */
}

static int odd (int n)
{
  if (n == 0)
    {
      count++;				/* { dg-message "here, in 'odd'" } */
      return 0;
    }
  return even (n - 1);
}

static void fill (int *p, int n)
{
  if (n > 0)
    {
      *p = n;
      fill (p + 1, n - 1);
    }
}

static int f_own (int x)
{
  int own[4];
  fill (own, 4);
  return own[x & 3];
}

int all (int *a, size_t n)
{
  nova_vec (int) v = nova_view (a, n);
  int s = nova_sum (nova_map (even, v));	/* { dg-error "function 'even' passed to '__nova_map' writes to 'count'" } */
  return s + nova_sum (nova_map (f_own, v));
}
