/* nova_get of views of views in host code is arithmetic: nothing is left for a region.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-final { scan-report-not {line (1[678]|2.)} } } */
/* { dg-final { scan-assembler-not "nova_vec" } } */

#include <nova.h>

float
windows (size_t n, const float *p)
{
  nova_vec (nova_vec (float)) w = nova_window (3, nova_view (p, n));
  float s = 0;
  for (size_t i = 0; i + 2 < n; i++)
    for (size_t j = 0; j < 3; j++)
      s += nova_get (nova_get (w, i), j);
  return s;
}

float
columns (size_t n, const float *p)
{
  nova_vec (nova_vec (float)) t = nova_rotate (1, nova_view_strided (p, 8, 1, n, 8));
  float s = 0;
  for (size_t i = 0; i < 8; i++)
    for (size_t j = 0; j < n; j++)
      s += nova_get (nova_get (t, i), j);
  return s;
}
