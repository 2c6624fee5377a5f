/* A function, and once more for the plain loop.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define BOTH(RESULT, NAME, PARAMS, ...) \
  static RESULT NAME PARAMS { __VA_ARGS__ } \
  static __attribute__ ((noinline)) RESULT plain_##NAME PARAMS { __VA_ARGS__ }
