/* A report that cannot be written.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-nova-report=/no/such/folder/report" } */
/* { dg-error {cannot write the report '/no/such/folder/report': No such file or directory} "" {} 0 } */

#include <nova.h>

int f (nova_vec (int) v) { return nova_sum (v); }
