/* Options that are not there, or not so: one error each, which names the nearest.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-fplugin-arg-nova-reprot -fplugin-arg-nova-unchekced=get -fplugin-arg-nova-strict-maths -fplugin-arg-nova-warn-copy=1 -fplugin-arg-nova-help=3 -fplugin-arg-nova-unchecked -fplugin-arg-nova-dump= -fplugin-arg-nova-dump=fus -fplugin-arg-nova-off=simplifi -fplugin-arg-nova-target=cup -fplugin-arg-nova-target=cuda" } */
/* { dg-error {unknown option '-fplugin-arg-nova-reprot'; did you mean '-fplugin-arg-nova-report'\?} "" {} 0 } */
/* { dg-error {unknown option '-fplugin-arg-nova-unchekced'; did you mean '-fplugin-arg-nova-unchecked'\?} "" {} 0 } */
/* { dg-error {unknown option '-fplugin-arg-nova-strict-maths'; did you mean '-fplugin-arg-nova-strict-math'\?} "" {} 0 } */
/* { dg-error {'-fplugin-arg-nova-warn-copy' takes no value} "" {} 0 } */
/* { dg-error {'-fplugin-arg-nova-help' takes no value} "" {} 0 } */
/* { dg-error {'-fplugin-arg-nova-unchecked' needs a value: OP,} "" {} 0 } */
/* { dg-error {'-fplugin-arg-nova-dump' needs a value: PASS,} "" {} 0 } */
/* { dg-error {pass 'fus' of '-fplugin-arg-nova-dump' is unknown; did you mean 'fuse'\?} "" {} 0 } */
/* { dg-error {pass 'simplifi' of '-fplugin-arg-nova-off' is unknown; did you mean 'simplify'\?} "" {} 0 } */
/* { dg-error {target 'cup' of '-fplugin-arg-nova-target' is unknown; did you mean 'cpu'\?} "" {} 0 } */
/* { dg-error {this version of nova does not generate code for the target 'cuda'} "" {} 0 } */
