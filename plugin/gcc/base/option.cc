/* The options, for all rooms; entry reads them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-compat.h"
#include "nova-gcc.h"

struct nova_options option;

/* Operations with element checks.  */
static const struct { enum nova_op op; const char *name; } checked_ops[] =
{
  { NOVA_OP_GET, "get" }, { NOVA_OP_GATHER, "gather" }, { NOVA_OP_SLICE, "slice" },
  { NOVA_OP_PERMUTE, "permute" }, { NOVA_OP_SCATTER, "scatter" },
  { NOVA_OP_REDUCE_BY_INDEX, "reduce_by_index" }, { NOVA_OP_REDUCE_INTO, "reduce_into" },
  { NOVA_OP_BUCKET, "bucket" }, { NOVA_OP_EXPAND, "expand" },
  { NOVA_OP_EXPAND_NESTED, "expand_nested" }
};

const char *
option_checked_name (unsigned k)
{
  return k < ARRAY_SIZE (checked_ops) ? checked_ops[k].name : NULL;
}

bool
option_unchecked_p (enum nova_op op)
{
  const char *name = NULL;
  for (unsigned i = 0; i < ARRAY_SIZE (checked_ops); i++)
    if (checked_ops[i].op == op)
      name = checked_ops[i].name;
  if (!name || !option.unchecked)
    return false;
  size_t length = strlen (name);
  for (const char *p = option.unchecked; (p = strstr (p, name)) != NULL; p += length)
    if ((p == option.unchecked || p[-1] == ',') && (p[length] == ',' || !p[length]))
      return true;
  return false;
}
