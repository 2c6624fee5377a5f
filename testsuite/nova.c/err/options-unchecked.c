/* Operations that -fplugin-arg-nova-unchecked does not know.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-nova-unchecked=get,permut,expand_neste -fplugin-arg-nova-unchecked=reduce" } */
/* { dg-error {operation 'permut' of '-fplugin-arg-nova-unchecked' is unknown; did you mean 'permute'\?} "" {} 0 } */
/* { dg-error {operation 'expand_neste' of '-fplugin-arg-nova-unchecked' is unknown; did you mean 'expand_nested'\?} "" {} 0 } */
/* { dg-error {operation 'reduce' of '-fplugin-arg-nova-unchecked' is unknown; did you mean '[a-z_]+'\?} "" {} 0 } */
