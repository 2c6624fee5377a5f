/* Views and shapes of the builtins: SHOWS, LENGTH, ROWS, BOUND and PLACES of builtins.def.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The core's counterpart is fir/fir-view.c.  Does not: handle the internal builtins that only the
   resolver makes.  */

#include "base/gcc-compat.h"
#include "nova-gcc.h"

enum shows { SHOWS_NONE, SHOWS_ARRAY, SHOWS_FIRST, SHOWS_LAST, SHOWS_VALUE };

struct view_row
{
  enum shows shows;
  struct op_length length;
  enum op_rows rows;
  enum op_bound bound;
  enum op_places places;
};

static const struct view_row view_rows[] =
{
#define LENGTH_NONE { OP_LENGTH_NONE, 0 }
#define LENGTH_ARG(K) { OP_LENGTH_ARG, K }
#define LENGTH_OF(K) { OP_LENGTH_OF, K }
#define NOVA_BUILTIN(ENUM, NAME, SITE, SHORT, MIN, MAX, FNS, EFFECT, SHOWS, LENGTH, ROWS, BOUND, \
		     PLACES, STATUS, DOC) \
  { SHOWS_##SHOWS, LENGTH_##LENGTH, OP_ROWS_##ROWS, OP_BOUND_##BOUND, \
    OP_PLACES_##PLACES },
#include "builtins.def"
#undef NOVA_BUILTIN
  { SHOWS_NONE, LENGTH_NONE, OP_ROWS_NONE, OP_BOUND_NONE, OP_PLACES_NONE }
};

static const struct view_row *
row_of (enum nova_op op)
{
  return &view_rows[op < NOVA_OP_HLENGTH ? op : NOVA_OP_HLENGTH];
}

bool
op_index_only_p (enum nova_op op)
{
  return row_of (op)->shows != SHOWS_NONE;
}

bool
op_array_view_p (enum nova_op op)
{
  return row_of (op)->shows == SHOWS_ARRAY;
}

int
op_shows (enum nova_op op, unsigned nops)
{
  enum shows shows = row_of (op)->shows;

  return shows == SHOWS_FIRST ? 0 : shows == SHOWS_LAST ? (int) nops - 1 : -1;
}

struct op_length
op_length (enum nova_op op)
{
  return row_of (op)->length;
}

enum op_rows
op_rows (enum nova_op op)
{
  return row_of (op)->rows;
}

enum op_bound
op_bound (enum nova_op op)
{
  return row_of (op)->bound;
}

enum op_places
op_places (enum nova_op op)
{
  return row_of (op)->places;
}
