/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_EXTRACT_STATE_H
#define NOVA_EXTRACT_STATE_H 1

#include "base/unit.h"

#include "extract.h"

/* OPR of two values of FROM as RESULT, or, if OPR is none, the value converted; KEYS: whether the
   first is before the second as a key.  */
struct foreign_helper
{
  enum nova_operator opr;
  bool keys;
  tree result, from, fn;
};

struct extract_state
{
  /* body-op.cc: functions that cannot be read, with the reason, which is no longer visible once
     they have been compiled.  Lives while the regions are being compiled.  */
  hash_map<tree, ext_note> unread;
  /* extract-foreign.cc: the functions made so far.  */
  auto_vec<foreign_helper> helpers;
};

#endif
