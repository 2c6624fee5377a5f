/* What the user asks for stays: how loops and functions are aligned.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -falign-loops=16 -fno-align-functions" } */
/* { dg-final { scan-assembler-not {\.p2align 6\n} } } */

#include "aligned-loops.c"
