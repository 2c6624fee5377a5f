/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_HOST_STATE_H
#define NOVA_HOST_STATE_H 1

#include "base/unit.h"

struct host_state
{
  /* host-build.cc: a descriptor of the empty vector, and the type through which its members are
     read; NULL_TREE until needed.  */
  tree empty_vector, descriptor_pointer;
};

#endif
