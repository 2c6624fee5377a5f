/* nova_print of structures: every member, no padding; bytes for a union alone.
   { dg-nova-output "^2 ..97,.1,2.5.,.1 2.,1,.nil.,7,.1,2,3.,5,-2,1,<07000000>,-5.,.0,.0,0.,.0 0.,0,.nil.,0,.0,0,0.,0,0,0,<00000000>,0..$" }
   { dg-nova-output "^2 ..1,0.1.,.2,-0..$" }
   { dg-nova-output "^1 ....1,2.,.3,4..,.1,-1...$" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <complex.h>
#include <string.h>

enum color { RED, GREEN = 7 };
struct inner { short s; double d; };
struct all
{
  char c;
  struct inner i;
  float complex z;
  _Bool b;
  const char *p;
  enum color e;
  int a[3];
  unsigned bits : 3;
  int more : 4;
  unsigned long : 0;
  _Bool flag : 1;
  union { int x; float y; } u;
  __int128 q;
};
struct __attribute__ ((packed)) packed { char c; double d; };
struct deep { int m[2][2]; struct { signed char a, b; } __attribute__ ((aligned (16))) r; };

int
main (void)
{
  static struct all s[2], one = { 'a', { 1, 2.5 }, 1 + 2 * I, 1, 0, GREEN, { 1, 2, 3 }, 5, -2, 1,
				  { 7 }, -5 };
  static struct packed k[2] = { { 1, .1 }, { 2, -0.0 } };
  static struct deep d = { { { 1, 2 }, { 3, 4 } }, { 1, -1 } };
  memset (s, 0xff, sizeof *s);
  s[0] = one;
  nova_print (nova_view (s, 2));
  nova_print (nova_view (k, 2));
  nova_print (nova_view (&d, 1));
  return 0;
}
