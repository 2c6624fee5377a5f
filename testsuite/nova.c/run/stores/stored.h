/* COMPARE (): the test's array TO is as WANT, or it ends.  Errors are caught as raised.h says.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../raised.h"

#define COMPARE()							\
  do									\
    if (memcmp (to, want, sizeof to) != 0)				\
      {									\
	printf ("line %d\n", __LINE__);					\
	abort ();							\
      }									\
  while (0)
