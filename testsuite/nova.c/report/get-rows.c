/* A row that nova_get takes is copied only where something is written before its last use: not for its
   sum, not for a function that only reads, not for what comes behind it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-final { scan-assembler-times "call\[ \t\]*_?nova_vec_keep_row" 1 } } */
/* { dg-final { scan-assembler-not "nova_vec_copy" } } */

#include <nova.h>

typedef nova_vec (float) vec;
void clear (float *);

static float
total (vec r)
{
  float s = 0;
  for (size_t j = 0; j < nova_length (r); j++)
    s += nova_get (r, j);
  return s;
}

void
sums (nova_vec (vec) m, float *out)
{
  for (size_t i = 0; i < nova_length (m); i++)
    out[i] = nova_sum (nova_get (m, i));
}

void
totals (nova_vec (vec) m, float *out)
{
  for (size_t i = 0; i < nova_length (m); i++)
    {
      vec r = nova_get (m, i);
      out[i] = total (r);
    }
}

/* The function writes a variable of its own, which no vector from outside can be a view of.  */
float
local (nova_vec (vec) m, size_t i)
{
  float t[4] = { 0 };
  vec r = nova_get (m, i);
  for (size_t j = 0; j < nova_length (r); j++)
    t[j % 4] += nova_get (r, j);
  return t[0] + t[1] + t[2] + t[3];
}

/* Copied, if M is a view.  */
float
cleared (nova_vec (vec) m, float *p)
{
  vec r = nova_get (m, 0);
  clear (p);
  return nova_sum (r);
}
