/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_REGION_STATE_H
#define NOVA_REGION_STATE_H 1

#include "base/unit.h"

/* What passive_leaf_flags says.  */
struct leaf_note
{
  unsigned flags, cost;
};

/* What was reported of a region; regions are not worked on in the order of the source.  */
struct report_part
{
  unsigned line, made;		/* of its first builtin; in order of making */
  char *text;
};

/* All of it as long as the regions are being made.  */
struct region_state
{
  /* region-pass.cc: facts about function operands and what they call.  */
  hash_map<tree, leaf_note> facts;
  /* report.cc.  */
  auto_vec<report_part> sections;
};

#endif
