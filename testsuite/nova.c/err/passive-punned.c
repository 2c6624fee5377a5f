/* A pointer that is put together in a union does not evidently point to a local.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
#include <stdint.h>
#include <stdlib.h>

static int shared;

static int f_union (int x)
{
  union { uintptr_t u; int *p; } both;
  both.u = (uintptr_t) &shared;
  *both.p = x;				/* { dg-message "here" } */
  return x;
}

static int f_integer (int x)
{
  int own = 0;
  uintptr_t u = (uintptr_t) &own | 1;
  *(int *) (u - 1) = x;			/* { dg-message "here" } */
  return own;
}

static int f_cast (int x)
{
  int own = 0;
  *(int *) (void *) (uintptr_t) &own = x;
  return own;
}

/* The function that qsort calls writes.  */
static int compare (const void *a, const void *b)
{
  shared++;				/* { dg-message "here, in 'compare'" } */
  return *(const int *) a - *(const int *) b;
}

static int f_qsort (int x)
{
  int own[2] = { x, 1 };
  qsort (own, 2, sizeof *own, compare);	/* { dg-message "called from here" } */
  return own[0];
}

/* So does a nested one, and one writes by way of what it captures.  */
static int f_nested (int x)
{
  int order (const void *a, const void *b)
  {
    shared++;				/* { dg-message "here, in 'order'" } */
    return *(const int *) a - *(const int *) b;
  }
  int own[2] = { x, 1 };
  qsort (own, 2, sizeof *own, order);	/* { dg-message "called from here" } */
  return own[0];
}

static int f_nested_pointer (int *p)
{
  int order (const void *a, const void *b)
  {
    *p = 1;				/* { dg-message "here, in 'order'" } */
    return *(const int *) a - *(const int *) b;
  }
  int own[2] = { *p, 1 };
  qsort (own, 2, sizeof *own, order);	/* { dg-message "called from here" } */
  return own[0];
}

int all (int *a, size_t n)
{
  nova_vec (int) v = nova_view (a, n);
  int s = 0;
  s += nova_sum (nova_map (f_union, v));	/* { dg-error "function 'f_union' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_integer, v));	/* { dg-error "writes to memory that is not its own" } */
  s += nova_sum (nova_map (f_cast, v));
  s += nova_sum (nova_map (f_qsort, v));	/* { dg-error "writes to 'shared'" } */
  s += nova_sum (nova_map (f_nested, v));	/* { dg-error "'f_nested' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_nested_pointer, nova_view (&a, 1)));	/* { dg-error "writes to memory that is not its own" } */
  return s;
}
