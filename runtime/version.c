/* The version of the library.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1  */

#include "rt.h"

/* major * 10000 + minor * 100 + patch, as __NOVA__ is the compiler's.  */
int
nova_version (void)
{
  return NOVA_VERSION_NUMBER;
}
