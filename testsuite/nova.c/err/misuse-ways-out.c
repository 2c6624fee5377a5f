/* Vectors where their type would be lost, and markers where no builtin takes them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
#include <stdarg.h>

struct holder { nova_vec (float) v; int k; };
union either { nova_vec (float) v; int k; };
int printf (const char *format, ...);
int many (int n, ...);
float mul (float a, float b) __attribute__ ((const));

void
passed (nova_vec (float) v, nova_vec (int) iv, struct holder h, union either u)
{
  printf ("%p", v);			/* { dg-error {17: argument 2 of type 'nova_vec\(float\)' cannot be passed to '\.\.\.'} } */
  many (1, h);				/* { dg-error {12: argument 2 of type 'struct holder' cannot be passed to '\.\.\.'} } */
  many (1, u);				/* { dg-error {12: argument 2 of type 'union either' cannot be passed to '\.\.\.'} } */
  many (1, v, iv);			/* { dg-error {12: argument 2 of type 'nova_vec\(float\)' cannot be passed to '\.\.\.'} } */
  /* { dg-error {15: argument 3 of type 'nova_vec\(int\)' cannot be passed to '\.\.\.'} "" {} .-1 } */
  many (1, nova_reverse (v));		/* { dg-error {12: argument 2 of type 'nova_vec\(float\)' cannot be passed to '\.\.\.'} } */
}

void
assembled (nova_vec (float) v, struct holder h)
{
  asm ("" : "=r" (v));			/* { dg-error {19: a value of type 'nova_vec\(float\)' cannot be an operand of 'asm'} } */
  asm ("" : "+r" (v));			/* { dg-error {19: a value of type 'nova_vec\(float\)' cannot be an operand of 'asm'} } */
  asm ("" : : "m" (v));			/* { dg-error {20: a value of type 'nova_vec\(float\)' cannot be an operand of 'asm'} } */
  asm ("" : : "m" (h));			/* { dg-error "20: a value of type 'struct holder' cannot be an operand of 'asm'" } */
}

size_t
read (int n, ...)
{
  va_list ap;
  va_start (ap, n);
  nova_vec (float) v = va_arg (ap, nova_vec (float));	/* { dg-error {36: a value of type 'nova_vec\(float\)' cannot have been passed to '\.\.\.'} } */
  va_end (ap);
  return nova_length (v);
}

void
markers (void)
{
  float (*f) (float);
  nova_trust (mul);			/* { dg-error "3: '__nova_trust' stands where no function operand is wanted" } */
  f = nova_bind (mul, 1);		/* { dg-error "7: '__nova_bind' stands where no function operand is wanted" } */
}

int old (v, n) nova_vec (float) v; int n; { return (int) nova_length (v) + n; }

void
unprototyped (nova_vec (float) v, nova_vec (double) d)
{
  old (v, 1);
  old (d, 1);			/* { dg-error {8: argument 1 of 'old' has type 'nova_vec\(double\)', wanted 'nova_vec\(float\)'} } */
  old (v, d);			/* { dg-error {11: argument 2 of 'old' has type 'nova_vec\(double\)', wanted 'int'} } */
  old (nova_length (v), 1);	/* { dg-error {8: argument 1 of 'old' has type 'long unsigned int', wanted 'nova_vec\(float\)'} } */
}
