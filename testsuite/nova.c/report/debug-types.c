/* With -g a vector is described as a typedef of its name, a pointer to struct nova_vec: a debugger
   can show frames, structures and handles.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* { dg-options "-g -O0" } */

#include <nova.h>

struct bag
{
  nova_vec (short) v;
};

typedef nova_vec (nova_vec (double)) rows;

size_t
lengths (struct bag b, rows m)
{
  nova_vec (char *) none;
  return nova_length (b.v) + nova_length (m) + nova_length (none);
}

/* { dg-final { scan-assembler {"nova_vec\(short int\)"} } } */
/* { dg-final { scan-assembler {"nova_vec\(nova_vec\(double\)\)"} } } */
/* { dg-final { scan-assembler {"nova_vec\(char ?\*\)"} } } */
/* { dg-final { scan-assembler-times {"nova_vec"} 1 } } */
