/* Initial values of vectors in compound literals, and vectors as those of whole structures: both types.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

typedef nova_vec (float) VF;
struct s { VF v; int n; };
typedef struct { struct s s[2]; } two;
struct point { float x, y; };
extern int use (struct s), all (struct s *);

void
literals (struct s s, VF v)
{
  s = (struct s) { 0 };	/* { dg-error {20: incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} } */
  /* { dg-message {20: \(near initialization for '\(anonymous\)\.v'\)} "" {} .-1 } */
  use ((const struct s) { .n = 2, .v = 1.5f });	/* { dg-error {40: incompatible types when initializing type 'nova_vec\(float\)' using type 'float'} } */
  /* { dg-message {40: \(near initialization for '\(anonymous\)\.v'\)} "" {} .-1 } */
  all ((struct s[2]) { [1].v = 3 });	/* { dg-error {32: incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} } */
  /* { dg-message {32: \(near initialization for '\(anonymous\)\[1\]\.v'\)} "" {} .-1 } */
  (two) { .s = { { v }, { &s } } };	/* { dg-error {27: incompatible types when initializing type 'nova_vec\(float\)' using type 'struct s \*'} } */
  /* { dg-message {27: \(near initialization for '\(anonymous\)\.s\[1\]\.v'\)} "" {} .-1 } */
  (VF) { 0 };	/* { dg-error {10: incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} } */
  /* { dg-message {10: \(near initialization for '\(anonymous\)'\)} "" {} .-1 } */
  use ((struct s) { .v = v, .n = v });	/* { dg-error {34: incompatible types when initializing type 'int' using type '(VF|nova_vec\(float\))'} } */
}

void
whole (VF v)
{
  struct point p = v;	/* { dg-error {20: incompatible types when initializing type 'struct point' using type 'nova_vec\(float\)'} } */
  struct s s = v, t = { v };	/* { dg-error {16: incompatible types when initializing type 'struct s' using type 'nova_vec\(float\)'} } */
  struct s u[] = { { v }, { .v = 2 } };	/* { dg-error {34: incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} } */
  /* { dg-message {34: \(near initialization for 'u\[1\]\.v'\)} "" {} .-1 } */
}
