/* Members that are not there, and structures that do not fit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct inner { float x; };
struct s { int a; struct inner in; char text[4]; };
union u { int i; float f; };
struct pair { float x, y; };
struct arrayed { int a; int b[2]; };

void
f (int *p, nova_vec (struct s) v, nova_vec (nova_vec (struct s)) m, nova_vec (int) i,
   nova_vec (struct s *) q)
{
  nova_field (v, b);		/* { dg-error "operand 2 of 'nova_field': 'struct s' has no member named 'b'" } */
  nova_field (v, in.y);		/* { dg-error "operand 2 of 'nova_field': 'struct inner' has no member named 'y'" } */
  nova_field (v, a.x);		/* { dg-error "operand 2 of 'nova_field': 'int' has no member named 'x'" } */
  nova_field (v, text);		/* { dg-error "operand 2 of 'nova_field': member 'text' of type 'char\\\[4\\\]' cannot be an element: it is an array" } */
  nova_field (i, a);		/* { dg-error "15: operand 1 of 'nova_field' has type 'nova_vec\\(int\\)', wanted a vector of structures" } */
  nova_field (p, a);		/* { dg-error "15: operand 1 of 'nova_field' has type 'int \\*', wanted a vector" } */
  nova_field (m, a);		/* { dg-error "operand 1 of 'nova_field' has type 'nova_vec\\(nova_vec\\(struct s\\)\\)', wanted a vector of structures" } */
  nova_field (q, a);		/* { dg-error "operand 1 of 'nova_field' has type 'nova_vec\\(struct s \\*\\)', wanted a vector of structures" } */
  __nova_field (v, 3);		/* { dg-error "20: operand 2 of 'nova_field' has type 'int', wanted the name of a member" } */
  nova_zip (struct pair, i);	/* { dg-error "operand 1 of 'nova_zip' is the type 'struct pair', which has 2 members, wanted 1" } */
  nova_zip (struct pair, i, v);	/* { dg-error "29: operand 3 of 'nova_zip' has elements of type 'struct s', wanted 'float' for member 'y'" } */
  nova_zip (struct pair, i, p);	/* { dg-error "29: operand 3 of 'nova_zip' has type 'int \\*', wanted a vector" } */
  nova_zip (int, i);		/* { dg-error "operand 1 of 'nova_zip' is the type 'int', wanted a structure" } */
  nova_zip (union u, i);	/* { dg-error "operand 1 of 'nova_zip' is the type 'union u', wanted a structure" } */
  nova_zip (struct arrayed, i, i);	/* { dg-error "operand 3 of 'nova_zip' has elements of type 'int', wanted 'int\\\[2\\\]' for member 'b'" } */
}
