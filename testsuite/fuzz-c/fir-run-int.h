/* Inside the evaluation of a random program's regions: the region at hand, values, leaves.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef FIR_RUN_INT_H
#define FIR_RUN_INT_H 1

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fir/fir.h"
#include "eval/fir-eval.h"
#include "eval/fir-eval-int.h"
#include "nova/abi.h"

/* There bool is the name of a type of elements.  */
#undef bool
#define REFERENCE
#include "program.h"
#define bool _Bool
#include "fir-run.h"

/* The arrays of a program.  */
struct array { const char *name; char *base; size_t size; };
enum
{
  N_ARRAYS = 0
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) + 2
#include "types.def"
};
extern const struct array arrays[N_ARRAYS];

/* The region at hand.  */
struct now
{
  unsigned depth;
  bool evaluated;
  const char *dump;
  struct nova_ctx *ctx;
  struct fir_region *region;
  struct eval *values;			/* makes values, no more */
  struct eval_buffer *buffer[N_ARRAYS];	/* those that operands point to */
  char *before[N_ARRAYS];		/* their elements as text */
  struct strbuf call, wanted;
  char *sites;				/* where in the dump the lines of its sites are said */
  const char *why;			/* it is not evaluated */
};
extern struct now now;

/* --- fir-value.c.  */

/* The value of type T at P; V to P, false if that is not possible.  */
struct value value_at (const struct type *t, const char *p);
bool write_value (const struct value *v, char *p);

/* Memory that the leaf which is called may write: a copy of what BUF holds, and as it was.  */
struct row_memory
{
  struct eval_buffer *buf;
  char *copy, *old;
};
extern struct row_memory lent[8];
extern unsigned n_lent;
/* The evaluation that calls it.  */
extern struct eval *leaf_of;

/* --- fir-leaf.c.  */

/* The compiled function is called: what struct fir_prog's known_leaf is.  */
enum fir_known call_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n,
			  const struct value *args, struct value *res, uint32_t *site,
			  const char **text);
/* An error with LINE is raised; if it is that of a leaf it goes there.  */
void leaf_raised (const char *line);

#endif
