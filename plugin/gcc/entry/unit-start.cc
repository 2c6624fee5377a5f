/* Initialises the state of a translation unit, for all rooms.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Does not: free anything of the previous unit but the tables themselves; a compiler compiles one
   unit and exits.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "base/state.h"
#include "diag/state.h"
#include "front/state.h"
#include "passive/state.h"
#include "gen/state.h"
#include "extract/state.h"
#include "host/state.h"
#include "region/state.h"
#include "entry.h"

template<typename T> static void
renew (T *&part)
{
  delete part;
  part = new T ();
}

void
entry_start_unit (void)
{
  renew (unit.base);
  renew (unit.diag);
  renew (unit.front);
  renew (unit.passive);
  renew (unit.gen);
  renew (unit.extract);
  renew (unit.host);
  renew (unit.region);
}
