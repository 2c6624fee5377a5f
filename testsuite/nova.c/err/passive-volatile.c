/* Volatile accesses and asm statements in function operands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

static volatile int port;

static int f_read (int x)
{
  return x + port;			/* { dg-message "here" } */
}

static int f_memory (int x)
{
  return x + *(volatile int *) &x + *(volatile int *) 4096;	/* { dg-message "here" } */
}

static int f_own (int x)
{
  volatile int own = x;
  own++;
  return own;
}

static int f_pointer (volatile int *p)
{
  return *p;				/* { dg-message "here" } */
}

static int callee (volatile int *p)
{
  return ++*p;				/* { dg-message "here, in 'callee'" } */
}

static int f_lend (int x)
{
  volatile int own = x;
  return callee (&own);			/* { dg-message "called from here" } */
}

static int f_asm (int x)
{
  __asm__ ("" : "+r" (x));
  return x;
}

static int f_asm_volatile (int x)
{
  __asm__ volatile ("" : "+r" (x));	/* { dg-message "here" } */
  return x;
}

static int f_asm_memory (int x)
{
  __asm__ ("" : "+r" (x) : : "memory");	/* { dg-message "here" } */
  return x;
}

static int sink;
static int f_asm_store (int x)
{
  __asm__ ("" : "=m" (sink) : "r" (x));	/* { dg-message "here" } */
  return x;
}

int all (int *a, size_t n, int **p)
{
  nova_vec (int) v = nova_view (a, n);
  volatile int around[2] = { 1, 2 };
  int f_around (int x)
  {
    return around[x & 1];		/* { dg-message "here" } */
  }
  int s = 0;
  s += nova_sum (nova_map (f_read, v));		/* { dg-error "function 'f_read' passed to '__nova_map' accesses the volatile 'port'" } */
  s += nova_sum (nova_map (f_memory, v));	/* { dg-error "accesses volatile memory" } */
  s += nova_sum (nova_map (f_own, v));
  s += nova_sum (nova_map (f_pointer, nova_view (p, n)));	/* { dg-error "accesses volatile memory" } */
  s += nova_sum (nova_map (f_lend, v));		/* { dg-error "accesses volatile memory" } */
  s += nova_sum (nova_map (f_around, v));	/* { dg-error "accesses volatile memory" } */
  s += nova_sum (nova_map (f_asm, v));
  s += nova_sum (nova_map (f_asm_volatile, v));	/* { dg-error "has an asm statement that may do more than give a value" } */
  s += nova_sum (nova_map (f_asm_memory, v));	/* { dg-error "has an asm statement" } */
  s += nova_sum (nova_map (f_asm_store, v));	/* { dg-error "writes to 'sink'" } */
  return s;
}
