/* A pass that nothing stands in for.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-nova-off=fuse,expand" } */
/* { dg-error {pass 'expand' cannot be left out: what it expands has no other translation} "" {} 0 } */

int x;
