/* Which versions of workers are taken.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Decided once, when the library is loaded.  Constructors of the program that run before find 0;
   results are the same bits either way.  */

#include "rt.h"

int nova_march;

void
nova_march_start (bool base)
{
#ifdef __x86_64__
  __builtin_cpu_init ();
  /* What plugin/gcc/gen/gen-march.cc names.  */
  nova_march = !base && __builtin_cpu_supports ("avx2") != 0;
  /* What runtime/pack.c has code for.  */
  if (nova_march && __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl")
      && __builtin_cpu_supports ("avx512vbmi2"))
    nova_march = 2;
#else
  (void) base;
#endif
}
