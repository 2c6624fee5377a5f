/* Vectors where C wants another type: the vector's type is named, at the user's own line.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

int one (int x);
int three (int a, int b, int c);	/* { dg-message "'three' declared here" } */
int (*at_file_scope) () = nova_map;	/* { dg-error "7: '__nova_map' is no function: it can only be called" } */
struct { int (*p) (); } in_struct = { nova_reduce };	/* { dg-error "'__nova_reduce' is no function" } */

void
use (size_t n, const int *x, int k)
{
  nova_vec (int) v = nova_view (x, n);
  int (*local) () = nova_view;		/* { dg-error "'__nova_view' is no function" } */
  k = (int) v;				/* { dg-error {a value of type 'nova_vec\(int\)' cannot be converted to 'int'} } */
  (void) (void *) v;			/* { dg-error {a value of type 'nova_vec\(int\)' cannot be converted to 'void \*'} } */
  (void) (nova_vec (float)) v;		/* { dg-error {a value of type 'nova_vec\(int\)' cannot be converted to 'nova_vec\(float\)'} } */
  (void) v;
  k = !v;				/* { dg-error {a value of type 'nova_vec\(int\)' cannot be an operand of a unary operator} } */
  k = nova_map (one, v);		/* { dg-error {7: incompatible types when assigning to type 'int' from type 'nova_vec\(int\)'} } */
  v = nova_map (nova_bind (three, 1), v);	/* { dg-error "'three' takes 3 arguments, 1 of them bound, wanted 1 more" } */
}
