/* A call of a builtin in the front end's texts is printed without what the plugin keeps in it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fno-diagnostics-show-caret" } */

#include <nova.h>

extern void none (int *p) __attribute__ ((nonnull (nova_sum (nova_range (2)))));	/* { dg-warning {'nonnull' attribute argument value '__nova_sum\(__nova_range\(2\)\)' is not an integer constant} } */

void
printed (nova_vec (float) v, nova_vec (nova_vec (int)) r)
{
  nova_data (v)[0] = 3;	/* { dg-error {20: assignment of read-only location '\*__nova_data\(v\)'} } */
  *nova_data (nova_flatten (r)) += 1;	/* { dg-error {33: assignment of read-only location '\*\(__nova_data\(__nova_flatten\(r\)\)\)'} } */
  nova_sum (v) (3);	/* { dg-error {3: called object '__nova_sum\(v\)' is not a function or function pointer} } */
}
