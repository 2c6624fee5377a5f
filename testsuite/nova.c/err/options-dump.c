/* A dump that cannot be written.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-nova-dump=fuse -dumpdir /no/such/folder/" } */
/* { dg-error {cannot write the dump '/no/such/folder/[^']*': No such file or directory} "" {} 0 } */

#include <nova.h>

int f (nova_vec (int) v) { return nova_sum (v); }
