/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   own.cc's state for the current function is in own.h.  */

#ifndef NOVA_FRONT_STATE_H
#define NOVA_FRONT_STATE_H 1

#include "base/unit.h"

struct front_state
{
  /* frontend.cc: a search for errors is in progress, or the function is complete.  */
  bool looking;
  /* resolve.cc: it has been reported that the target does not support vectors.  */
  bool target_said;
  /* resolve-record.cc: the number of functions that it has made.  */
  unsigned accessors;
};

#endif
