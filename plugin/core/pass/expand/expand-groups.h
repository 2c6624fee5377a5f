/* What is needed of the groups of a groupby; shared by expand-groups.c and expand-group-parts.c.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_EXPAND_GROUPS_H
#define NOVA_EXPAND_GROUPS_H

#include "expand.h"

#define MAX_PARTS 12

/* What is needed of a group: a field of the record that is combined.  */
enum part_kind { PART_COUNT, PART_FIRST, PART_LAST, PART_FOLD };

struct part
{
  enum part_kind kind;
  struct fir_stmt *term;	/* FOLD: the loop, of which it is output OUT */
  unsigned out;
};

struct groups
{
  struct expand *x;
  struct fir_prog *p;
  struct fir_stmt *s;		/* the groupby */
  struct fir_var *v;		/* its result */
  struct fir_stmt *len;
  struct part part[MAX_PARTS];
  unsigned n;
  bool counted;			/* the number of a group's elements is needed */
  struct fir_stmt *key_read[MAX_PARTS];	/* elements that are only needed for their keys */
  unsigned nkeys;
  const struct type *key;	/* what a key is */
  const struct type *acc, *made;	/* records of the parts; of these and the key, if needed */
};

/* expand-group-parts.c  */
/* Is V, rows, mapped over only, by functions that need no row as a whole?  */
extern bool expand_rows_mapped (struct expand *x, struct fir_var *v);
/* Find what loops need of G's groups; false if these are used in any other way.  */
extern bool expand_group_parts (struct groups *g);
/* Is A a constant, or a record of such?  */
extern bool expand_group_constant (struct fir_atom a);

#endif
