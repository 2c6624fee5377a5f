/* The targets.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stddef.h>

#include "target.h"

const char *const space_name[SPACE_LAST] = {
#define NOVA_SPACE(NAME, TEXT, HOLDS, DOC) TEXT,
#include "machine.def"
#undef NOVA_SPACE
};

const unsigned space_holds[SPACE_LAST] = {
#define NOVA_SPACE(NAME, TEXT, HOLDS, DOC) HOLDS,
#include "machine.def"
#undef NOVA_SPACE
};

const char *const level_name[LEVEL_LAST] = {
#define NOVA_LEVEL(NAME, TEXT, PLACE, IN, SHARES, OWN, DOC) TEXT,
#include "machine.def"
#undef NOVA_LEVEL
};

const struct level_info level_info[LEVEL_LAST] = {
#define NOVA_LEVEL(NAME, TEXT, PLACE, IN, SHARES, OWN, DOC) { PLACE, IN, SHARES, SPACE_##OWN },
#include "machine.def"
#undef NOVA_LEVEL
};

#define POOL \
  .lanes = 32, .least_lanes = 8, .steps = 65535, .tree = 256, .tree_rest = 8, .tile = 16, \
  .filter = 256, .part = 64, \
  .columns = 8, .column_block = 256, .column_rows = 4, .column_least = 32, .across = 64, \
  .checked = 1024, .owners = 512, .span = 8, .partial = 64, .small = 512, .cached = 1048576, \
  .registers = 384, .values = 16384, \
  .width = { [LEVEL_THREADS] = WIDTH_ANY }

const struct nova_target target_pool = {
  .name = "pool", .doc = "the threads of libnovart", POOL
};

const struct nova_target target_masks = {
  .name = "masks", .doc = "as pool, on a machine that loads under a mask",
  .masked = 4, .mask_bytes = 64, POOL
};

const struct nova_target target_small = {
  .name = "small", .doc = "as pool, with blocks of a few elements, for tests",
  .lanes = 2, .least_lanes = 2, .steps = 3, .tree = 4, .tree_rest = 2, .tile = 2,
  .filter = 4, .part = 2,
  .masked = 2, .mask_bytes = 16,
  .columns = 2, .column_block = 4, .column_rows = 2, .column_least = 3, .across = 2,
  .checked = 2, .owners = 4, .span = 2, .partial = 8, .small = 16, .cached = 16,
  .registers = 16, .values = 32,
  .width = { [LEVEL_THREADS] = WIDTH_ANY }
};

const struct nova_target target_plain = {
  .name = "plain", .doc = "as pool, without blocks: for what seldom runs", .plain = true, POOL
};

const struct nova_target target_none = {
  .name = "none", .doc = "no parallel loop at all, for tests of what is refused",
  .lanes = 2, .least_lanes = 2, .steps = 3, .tree = 4, .tree_rest = 2, .tile = 2,
  .filter = 4, .part = 2,
  .columns = 2, .column_block = 4, .column_rows = 2, .column_least = 3, .across = 2,
  .checked = 2, .owners = 4, .span = 2, .partial = 8, .small = 16, .cached = 16,
  .registers = 16, .values = 32
};

const struct nova_target *const target_all[] = {
  &target_pool, &target_masks, &target_small, &target_plain, &target_none, NULL
};

unsigned
target_lanes (const struct nova_target *t, uint64_t size)
{
  unsigned n = t->lanes;

  while (n > t->least_lanes && size > t->registers / n)
    n /= 2;
  return n;
}
