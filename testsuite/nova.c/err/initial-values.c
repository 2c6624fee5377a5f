/* Initial values of other types, in every form: both types are named.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

struct two { nova_vec (float) f; nova_vec (int) i; };
struct one { int n; nova_vec (float) f; };
nova_vec (int) gives (void);
nova_vec (float) at_file_scope = 0;	/* { dg-error {34: incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} } */

void
variables (nova_vec (float) v, nova_vec (int) w, nova_vec (int) *p, struct two *s, int k, float y)
{
  nova_vec (float) a = w;		/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  nova_vec (float) b = s->i;		/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  nova_vec (float) c = p[k];		/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  nova_vec (float) d = k ? w : w;	/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  nova_vec (float) e = (*p), e2 = v;	/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  nova_vec (float) f = gives (), f2 = v;	/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  nova_vec (float) g = y * 2;		/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'float'} } */
  nova_vec (float) h = &v;		/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(float\) \*'} } */
  nova_vec (float) i = { w };		/* { dg-error {26: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  /* { dg-message "near initialization for 'i'" "" {} .-1 } */
  nova_vec (float) j = "abc";		/* { dg-error {24: invalid initializer of type 'nova_vec\(float\)'} } */
  nova_vec (float) l = (struct two) { v, w };	/* { dg-error {24: invalid initializer of type 'nova_vec\(float\)'} } */
  static nova_vec (float) m = 1;	/* { dg-error {31: incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} } */
}

struct two
aggregates (nova_vec (float) v, nova_vec (int) w, float y)
{
  nova_vec (float) a[2] = { v, w };	/* { dg-error {32: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  /* { dg-message "near initialization for 'a.1.'" "" {} .-1 } */
  nova_vec (float) b[2][2] = { { v, v }, { y, v } };	/* { dg-error {44: incompatible types when initializing type 'nova_vec\(float\)' using type 'float'} } */
  /* { dg-message "near initialization for 'b.1..0.'" "" {} .-1 } */
  struct one c = { 1, w };		/* { dg-error {23: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  /* { dg-message "near initialization for 'c.f'" "" {} .-1 } */
  struct one d = { v, v };		/* { dg-error {20: incompatible types when initializing type 'int' using type 'nova_vec\(float\)'} } */
  struct two e = { w, w };		/* { dg-error {20: incompatible types when initializing using type 'nova_vec\(int\)'} } */
  /* { dg-message "near initialization for 'e.f'" "" {} .-1 } */
  struct one f = 3;			/* { dg-error {18: incompatible types when initializing|18: invalid initializer} } */
  return (struct two) { .f = w };	/* { dg-error {30: incompatible types when initializing using type 'nova_vec\(int\)'} } */
  /* { dg-message "near initialization for '.anonymous.\.f'" "" {} .-1 } */
}

struct plain { int n; } p1 = 3;		/* { dg-error {30: invalid initializer(?! of)} } */
