/* What fails in a function of rows that is read is told with the builtin's own line inside it, of the
   first row that fails the first that fails: as where the function is called.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-output "7095\n14190\n.*rows-read-fail.c:40: nova_fail: too large\n.*rows-read-fail.c:21: __nova_gather: operand 1: element 5, the index 11, is not below 10\n.*rows-read-fail.c:27: __nova_get: operand 2: index 11 is not below 10\n.*rows-read-fail.c:33: __nova_map: operand 3 has 9 elements, operand 2 has 10\n1159\n.*rows-read-fail.c:38: nova_minimum: operand 1 has 0 elements\n.*rows-read-fail.c:38: __nova_get: operand 2: index 99 is not below 10\n.*rows-read-fail.c:38: __nova_get: operand 2: index 99 is not below 10" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
typedef nova_vec(double) V;
typedef nova_vec(V) VV;
typedef nova_vec(int) I;
static double a[40 * 10];
static int ix[40 * 10];
static jmp_buf env;
static void handler (const char *s) { puts (s); longjmp (env, 1); }
static V b;
static double pick (V r, I k)
{
  V t = nova_gather (k,
    r);
  return nova_sum (t);
}
static double two (V r, I k)
{
  double g (int i) { return nova_get (r, i); }
  V t = nova_map (g, k);
  return nova_sum (t) + nova_sum (nova_gather (k, r));
}
static double lens (V r, I k)
{
  return nova_sum (nova_map (nova_mul, r,
     nova_slice (0, nova_get (k, 3), r)));
}
static double least (V r, I k)
{
  return nova_minimum (nova_slice (0, nova_get (k, 0), r)) + nova_get (r, nova_get (k, 5));
}
static double fail1 (double x) { if (x > 35) nova_fail ("too large"); return x; }
static double deep (V r, I k) { (void) k; return nova_sum (nova_map (fail1, r)); }
int main (void)
{
  nova_set_error_handler (handler);
  for (int i = 0; i < 400; i++) a[i] = i % 37, ix[i] = i % 10;
#define TRY(f) if (!setjmp (env)) { V s = nova_map (f, nova_view (a, 40, 10), nova_view (ix, 40, 10)); printf ("%g\n", nova_sum (s)); }
  TRY (pick); TRY (two); TRY (deep);
  ix[3 * 10 + 7] = 12; ix[3 * 10 + 5] = 11; ix[17 * 10] = -1;
  TRY (pick); TRY (two);
  for (int i = 0; i < 400; i++) ix[i] = 10;
  ix [53] = 9;
  TRY (lens);
  ix[120] = 0;
  for (int i = 0; i < 400; i++) ix[i] = 9;
  TRY (least);
  ix[0] = 0; TRY (least);
  ix[0] = 1; ix[5] = 99; TRY (least);
  ix[10] = 0;  TRY (least);
}
