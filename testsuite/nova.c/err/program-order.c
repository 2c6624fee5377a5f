/* What is found when a function is complete is said in front of what the front end says of later lines;
   each mistake in its own place.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct h { nova_vec (float) v; int n; };
typedef nova_vec (int) VI;
extern int many (int n, ...);
extern void asms (nova_vec (float), VI, struct h, float *);
extern void calls (nova_vec (float), VI, struct h *, int (*) (int, ...));
extern void captures (nova_vec (int), float *);

int
old (v, n)
  VI v;
  int n;
{
  return n + (int) nova_length (v);
}

void
asms (nova_vec (float) v, VI w, struct h h, float *p)
{
  asm ("" : : "r" (p), [b] "r" (v), "r" (/* ) */ w) : "memory");	/* { dg-error {33: a value of type 'nova_vec\(float\)' cannot be an operand of 'asm'} } */
  /* { dg-error {50: a value of type 'VI' {aka 'nova_vec\(int\)'} cannot be an operand of 'asm'} "" {} .-1 } */

  p = v;	/* { dg-error {7: incompatible types when assigning to type 'float \*' from type 'nova_vec\(float\)'} } */
  __asm__ __volatile__ ("%0:%1" : "=r" (v), "=m" (*p)	/* { dg-error {41: a value of type 'nova_vec\(float\)' cannot be an operand of 'asm'} } */
			: "r" ((h))	/* { dg-error {32: a value of type 'struct h' cannot be an operand of 'asm'} } */
			: );
  p + v;	/* { dg-error {5: invalid operands to binary \+ \(have 'float \*' and 'nova_vec\(float\)'\)} } */
  if (p)
    {
      asm ("" : "+r" (v));	/* { dg-error {23: a value of type 'nova_vec\(float\)' cannot be an operand of 'asm'} } */
      {
	p = v;	/* { dg-error {13: incompatible types when assigning to type 'float \*' from type 'nova_vec\(float\)'} } */
      }
    }
  asm ("" : : "r" (w));	/* { dg-error {20: a value of type 'VI' {aka 'nova_vec\(int\)'} cannot be an operand of 'asm'} } */
}

void
calls (nova_vec (float) v, VI w, struct h *h, int (*f) (int, ...))
{
  old (v, 3);	/* { dg-error {8: argument 1 of 'old' has type 'nova_vec\(float\)', wanted 'nova_vec\(int\)'} } */
  *v;	/* { dg-error {3: invalid type argument of unary '\*' \(have 'nova_vec\(float\)'\)} } */
  many (1, v, 2, h->v, nova_reverse (w), *h);	/* { dg-error {12: argument 2 of type 'nova_vec\(float\)' cannot be passed to '\.\.\.'} } */
  /* { dg-error {18: argument 4 of type 'nova_vec\(float\)' cannot be passed to '\.\.\.'} "" {} .-1 } */
  /* { dg-error {24: argument 5 of type 'nova_vec\(int\)' cannot be passed to '\.\.\.'} "" {} .-2 } */
  /* { dg-error {42: argument 6 of type 'struct h' cannot be passed to '\.\.\.'} "" {} .-3 } */



  f (1, v, 2, w);	/* { dg-error {9: argument 2 of type 'nova_vec\(float\)' cannot be passed to '\.\.\.'} } */
  /* { dg-error {15: argument 4 of type 'VI' {aka 'nova_vec\(int\)'} cannot be passed to '\.\.\.'} "" {} .-1 } */

  *v;	/* { dg-error {3: invalid type argument of unary '\*' \(have 'nova_vec\(float\)'\)} } */
  (*f) (1, nova_reverse (w));	/* { dg-error {12: argument 2 of type 'nova_vec\(int\)' cannot be passed to '\.\.\.'} } */
  old (w, v);	/* { dg-error {11: argument 2 of 'old' has type 'nova_vec\(float\)', wanted 'int'} } */
  *v;	/* { dg-error {3: invalid type argument of unary '\*' \(have 'nova_vec\(float\)'\)} } */
}

void
captures (nova_vec (int) v, float *p)
{
  int sum = 0, n = 0;
  int add (int a) { return sum += a; }	/* { dg-message {32: assigned here} } */
  nova_map (add, v);	/* { dg-error {13: function 'add' passed to '__nova_map' assigns to the captured variable 'sum'} } */
  p = v;	/* { dg-error {7: incompatible types when assigning to type 'float \*' from type 'nova_vec\(int\)'} } */
  nova_map (nova_lambda (int, (int a), { n++; return a; }), v);	/* { dg-error {13: the lambda passed to '__nova_map' assigns to the captured variable 'n'} } */
  /* { dg-message {43: assigned here} "" {} .-1 } */

  p = v;	/* { dg-error {7: incompatible types when assigning to type 'float \*' from type 'nova_vec\(int\)'} } */
  {
    nova_map (nova_lambda (int, (int a), { int *q = &n; return *q + a; }), v);	/* { dg-error {15: the lambda passed to '__nova_map' takes the address of the captured variable 'n'} } */
  /* { dg-message {53: address taken here} "" {} .-1 } */

    float inner (void)
    {
      p = v;	/* { dg-error {11: incompatible types when assigning to type 'float \*' from type 'nova_vec\(int\)'} } */
      return 0;
    }
    inner ();
  }
  nova_map (add, v);
}
