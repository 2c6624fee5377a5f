/* What is needed of the groups of a groupby; shared by expand-groups.c and expand-group-parts.c.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_EXPAND_GROUPS_H
#define NOVA_EXPAND_GROUPS_H

#include "expand.h"

#define MAX_PARTS 12
#define MAX_ROWS 4
/* Outputs of a loop over a group.  */
#define MAX_OUTS (MAX_PARTS + MAX_ROWS)

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
  struct fir_stmt *s;		/* the groupby, or bucket */
  struct fir_atom of;		/* what it groups */
  struct fir_var *v;		/* its result */
  struct fir_stmt *len;
  struct part part[MAX_PARTS];
  unsigned n;
  struct part rows[MAX_ROWS];	/* folds of rows, which are no part of the record */
  unsigned nrows;
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
/* Is A, in loop B over the groups (NULL: outside), a constant, a record of such, or a row of one
   constant whose length is known where the groups are made?  */
extern bool expand_group_constant (struct groups *g, struct fir_stmt *b, struct fir_atom a);

/* expand-groups.c  */
/* OP of N ARGS, a result of type T, at the end of B.  */
extern struct fir_stmt *expand_groups_term (struct groups *g, struct fir_block *b, enum fir_op op,
					    const struct type *t, unsigned n,
					    const struct fir_atom *args, unsigned nfns);
/* tabulate { (i) ... } N with results of type T, into B.  */
extern struct fir_fn *expand_groups_tabulate (struct groups *g, struct fir_block *b,
					      struct fir_atom n, const struct type *t,
					      struct fir_atom *res);
/* Element I of what is grouped, into B.  */
extern struct fir_atom expand_groups_element (struct groups *g, struct fir_block *b,
					      struct fir_atom i);
/* What a fold begins with, A; a constant is made again, in B.  */
extern struct fir_atom expand_groups_beginning (struct groups *g, struct fir_block *b,
						struct fir_atom a);
/* What the outputs of LOOP combine of element E, into B and F, by number of the output.  */
extern void expand_groups_values (struct groups *g, struct fir_block *b, struct fir_stmt *loop,
				  struct fir_atom e, struct fir_atom *f);
/* LOOP over ROW of N elements, into B; its results are F, by number of the output.  */
extern void expand_groups_fold (struct groups *g, struct fir_block *b, struct fir_stmt *loop,
				struct fir_atom row, struct fir_atom n, struct fir_atom *f);

/* Part K of record A, into B; the key: part N.  */
extern struct fir_atom expand_groups_made_part (struct groups *g, struct fir_block *b,
						struct fir_atom a, unsigned k);

/* The groups' records by bins, RANGE of them, into B; N elements go where INDEX says.  */
extern struct fir_atom expand_groups_bins (struct groups *g, struct fir_block *b, struct fir_atom n,
					   struct fir_atom index, struct fir_atom range);

/* expand-group-bucket.c  */
/* The records of all buckets of N elements, into B, and their rows, into ROWS.  */
extern struct fir_atom expand_groups_buckets (struct groups *g, struct fir_block *b,
					      struct fir_atom n, struct fir_atom *rows);

/* expand-group-read.c  */
/* Reads of elements of a row, or of fields of an element, that become BY.  */
struct group_reads
{
  struct fir_var *of;
  struct fir_atom by;
  struct fir_subst *subst;
};

/* S is replaced, if it is one of the reads DATA.  */
extern void expand_groups_replace_read (struct fir_stmt *s, void *data);
/* Loop B over the groups reads their records R, and ROWS.  A group has an element.  */
extern void expand_groups_read (struct groups *g, struct fir_stmt *b, struct fir_atom r,
				const struct fir_atom *rows);

/* expand-group-merge.c  */
/* Loops in B, the body of a loop over groups, make what they combine of each element.  */
extern void expand_groups_merge (struct fir_prog *p, struct fir_block *b);

/* expand-group-rows.c  */
/* Can output O of L, a loop over a group, be rows combined in bins?  */
extern bool expand_group_row_p (struct fir_stmt *l, struct fir_out *o);
/* How long the rows of part K of G->rows are.  */
extern struct fir_atom expand_group_width (struct groups *g, unsigned k);
/* The rows of part K, one after the other, into B: of bins INDEX, of RANGE, of which those that
   KEPT names are groups; N elements are grouped.  KEPT none: the rows of all bins.  */
extern struct fir_atom expand_group_rows_in_bins (struct groups *g, struct fir_block *b, unsigned k,
						  struct fir_atom n, struct fir_atom index,
						  struct fir_atom range, struct fir_atom kept);
/* The same of GROUPS.  */
extern struct fir_atom expand_group_rows_of (struct groups *g, struct fir_block *b, unsigned k,
					     struct fir_atom groups);

#endif
