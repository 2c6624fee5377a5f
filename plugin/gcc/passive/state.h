/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_PASSIVE_STATE_H
#define NOVA_PASSIVE_STATE_H 1

#include "base/unit.h"

struct passive_state
{
  /* passive.cc: the effects of the functions examined so far.  */
  hash_map<tree, struct effects *> known;
  /* The functions examined since the outermost query began.  */
  auto_vec<struct effects *> fresh;
  unsigned depth;
  /* Whether an operand is passive, by the number of its site and its own.  */
  hash_map<int_hash<unsigned, 0>, bool> checked;
};

#endif
