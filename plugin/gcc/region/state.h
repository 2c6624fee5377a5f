/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_REGION_STATE_H
#define NOVA_REGION_STATE_H 1

#include "base/unit.h"

/* The results of passive_leaf_flags.  */
struct leaf_note
{
  unsigned flags, cost;
};

/* The report on a region; regions are not compiled in the order of the source.  */
struct report_part
{
  unsigned line, made;		/* of its first builtin; its position in order of compilation */
  char *text;
};

/* All of it lives while the regions are being compiled.  */
struct region_state
{
  /* region-pass.cc: facts about function operands and their callees.  */
  hash_map<tree, leaf_note> facts;
  /* report.cc.  */
  auto_vec<report_part> sections;
};

#endif
