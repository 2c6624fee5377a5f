/* nova_passive reaches functions through arrays of pointers and pointers to pointers, however the
   declaration is written; what is no function is told so.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

float (*behind[2]) (float) nova_passive;
nova_passive float (*before[2][3]) (float);
extern float (*open[]) (float) nova_passive;
typedef float (*table[2]) (float) nova_passive;
struct with { float (*member[2]) (float) nova_passive; float (*const fixed) (float) nova_passive; };
float (*plain[2]) (float);
int no_function nova_passive;	/* { dg-warning "'nova_passive' attribute only applies to function types" } */

float
all (nova_vec (float) v, table t, struct with *w, float (**p) (float) nova_passive,
     float (*a[]) (float) nova_passive, int k)
{
  float (*local[2]) (float) nova_passive = { behind[0], behind[1] };
  static float (*kept[]) (float) nova_passive = { 0, 0, 0 };
  _Static_assert (sizeof kept == 3 * sizeof kept[0], "its length is that of its values");
  v = nova_map (behind[k], nova_map (before[1][k], nova_map (open[k], v)));
  v = nova_map (t[k], nova_map (w->member[k], nova_map (w->fixed, v)));
  v = nova_map (*p, nova_map (a[k], nova_map (local[k], nova_map (kept[k], v))));
  return nova_sum (v) + nova_sum (nova_map (plain[k], v));	/* { dg-error "50: the function passed to '__nova_map' is called through a pointer, whose type is not declared 'const' or 'nova_passive'" } */
}
