/* nova_print knows every element type.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   { dg-nova-output "^2x3 ..1,2.5,3.,.4,5,6..$" }
   { dg-nova-output "^2 ..1,2,3.,.4,5,6..$" }
   { dg-nova-output "^1 ...1,2,3.,<07000000>..$" }
   { dg-nova-output "^2 ..1 2.,.3 0..$" }
   { dg-nova-output "^2 .0.1,1.$" }
   { dg-nova-output "^2 .1,0.$" }
   { dg-nova-output "^3 .97,98,0.$" }
   { dg-nova-output "^1 .-5.$" }
   { dg-nova-output "^5 .0,1,4,9,16.$" }
   { dg-nova-output "^0 ..$" }
   { dg-nova-output "^3x4 ..0,0,0,0.,.0,1,2,3.,.0,2,4,6..$" }  */

#include <nova.h>

struct pair
{
  float x, y;
  short s;
};

struct outer
{
  struct pair p;
  union
  {
    int i;
    float f;
  } u;
};

int
main (void)
{
  float x[6] = { 1, 2.5f, 3, 4, 5, 6 };
  struct pair p[2] = { { 1, 2, 3 }, { 4, 5, 6 } };
  struct outer o[1] = { { { 1, 2, 3 }, { 7 } } };
  _Complex double c[2] = { __builtin_complex (1.0, 2.0), 3 };
  long double l[2] = { 0.1L, 1 };
  _Bool b[2] = { 1, 0 };
  char s[3] = "ab";
  __int128 w[1] = { -5 };
  nova_print (nova_view (x, 2, 3));
  nova_print (nova_view (p, 2));
  nova_print (nova_view (o, 1));
  nova_print (nova_view (c, 2));
  nova_print (nova_view (l, 2));
  nova_print (nova_view (b, 2));
  nova_print (nova_view (s, 3));
  nova_print (nova_view (w, 1));
  nova_print (nova_map (nova_mul, nova_range (5), nova_range (5)));
  nova_print (nova_range (0));
  nova_print (nova_tabulate (nova_lambda (int, (size_t i, size_t j), { return (int) (i * j); }),
                             3, 4));
  return 0;
}
