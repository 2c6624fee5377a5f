/* A builtin as a value: an error where its name stands, which says what can be done with it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

extern void take (void *);
extern int called (int (*) (int), int);

void
values (nova_vec (int) v, int k)
{
  void *p = nova_sum;	/* { dg-error "13: '__nova_sum' is no function: it can only be called" } */
  p = &nova_map;	/* { dg-error "8: '__nova_map' is no function: it can only be called" } */
  take (k ? p
	: __nova_view);	/* { dg-error "11: '__nova_view' is no function: it can only be called" } */
  k = called (nova_length, k);	/* { dg-error "15: '__nova_length' is no function: it can only be called" } */
  nova_vec (int) w = v;
}
