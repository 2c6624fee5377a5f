/* A function operand does not go on elsewhere than behind its call; atomic access to its own
   variables is its own affair.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
static _Atomic int shared;

static int
jumps (int x)
{
  if (x < 0)
    longjmp (back, 1);			/* { dg-message "here" } */
  return x;
}

static void __attribute__ ((noreturn))
leave (void)
{
  longjmp (back, 1);			/* { dg-message "here, in 'leave'" } */
}

static int
jumps_deep (int x)
{
  if (x < 0)
    leave ();				/* { dg-message "called from here" } */
  return x;
}

static int
counts (int x)
{
  return x + shared++;			/* { dg-message "here" } */
}

static int
own (int x)
{
  _Atomic int sum = x;
  sum += 2;
  if (sum > 1000000)
    exit (3);
  return sum;
}

void
use (size_t n, const int *x, int *y)
{
  nova_store (y, n, nova_map (jumps, nova_view (x, n)));	/* { dg-error "function 'jumps' passed to '__nova_map' calls 'longjmp'" } */
  nova_store (y, n, nova_map (jumps_deep, nova_view (x, n)));	/* { dg-error "function 'jumps_deep' passed to '__nova_map' calls 'longjmp'" } */
  nova_store (y, n, nova_map (counts, nova_view (x, n)));	/* { dg-error "function 'counts' passed to '__nova_map' writes to 'shared'" } */
  nova_store (y, n, nova_map (own, nova_view (x, n)));
}
