/* Code of workers at -O2: four accumulators of eight lanes, libm in vectors, minima in one blend.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -mavx2 -mfma -fPIC" } */

#include <math.h>
#include <nova.h>

float mul (float a, float b) { return a * b; }

float
dot (size_t n, const float *x, const float *y)
{
  return nova_reduce (nova_add, 0.0f, nova_map (mul, nova_view (x, n), nova_view (y, n)));
}

float wave (float a) { return expf (-a) * sqrtf (a); }

void
waves (size_t n, const float *x, float *y)
{
  nova_store (y, n, nova_map (wave, nova_view (x, n)));
}

/* A struct of 24 bytes: GCC does not permute groups of six floats.  */
struct particle { float x, y, z, vx, vy, vz; };
float energy (struct particle p) { return p.vx * p.vx + p.vy * p.vy + coshf (p.vz); }

void
energies (size_t n, const struct particle *p, float *e)
{
  nova_store (e, n, nova_map (energy, nova_view (p, n)));
}

/* { dg-final { scan-assembler-times {vfmadd231ps\t[^\n]*\(%r[^\n]*%ymm} 4 } } */
/* { dg-final { scan-assembler {_ZGVdN8v_expf} } } */
/* { dg-final { scan-assembler {_ZGVdN8v_coshf} } } */
/* { dg-final { scan-assembler {vsqrtps\t[^\n]*%ymm} } } */
/* { dg-final { scan-assembler-not {call\tmul} } } */
