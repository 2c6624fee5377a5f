/* Arrays of records as one array for each scalar.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_SOA_H
#define NOVA_SCHEDULE_SOA_H

#include "imp/imp-make.h"

/* An array for each scalar leaf of a record type, so that lanes of records vectorise; one array for
   any other type, and for a record of more leaves than these.  */
#define SOA_LEAVES 16
struct soa
{
  const struct type *t;
  unsigned n;
  struct imp_var *a[SOA_LEAVES];
};

/* Arrays NAME of N elements for values of type T, here.  */
extern struct soa soa_new (struct imp_here *h, const struct type *t, const char *name, uint64_t n);
/* Element I of S, I simple; V into it.  */
extern struct imp_expr *soa_read (struct imp_here *h, struct soa *s, const struct imp_expr *i);
extern void soa_write (struct imp_here *h, struct soa *s, const struct imp_expr *i,
		       struct imp_expr *v);

#endif
