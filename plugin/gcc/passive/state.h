/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_PASSIVE_STATE_H
#define NOVA_PASSIVE_STATE_H 1

#include "base/unit.h"

struct passive_state
{
  /* passive.cc: what the functions that have been looked at do.  */
  hash_map<tree, struct effects *> known;
  /* The functions looked at since the outermost one was asked for.  */
  auto_vec<struct effects *> fresh;
  unsigned depth;
  /* Is an operand good: by the number of its site and its own.  */
  hash_map<int_hash<unsigned, 0>, bool> checked;
};

#endif
