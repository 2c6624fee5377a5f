/* Arrays of records as one array for each scalar.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule-soa.h"

static unsigned
count_leaves (const struct type *t)
{
  unsigned n = 0;

  if (t->kind != TYPE_RECORD)
    return 1;
  for (unsigned k = 0; k < t->nfields; k++)
    n += count_leaves (t->fields[k].type);
  return n;
}

/* Has each scalar leaf of S a separate array; a record of one field has, too.  One without any is
   an array of what has no size: what is kept of it is counted.  */
static bool
is_split (const struct soa *s)
{
  unsigned n = count_leaves (s->t);

  return s->t->kind == TYPE_RECORD && n > 0 && n <= SOA_LEAVES;
}

static void
add_arrays (struct imp_here *h, struct soa *s, const struct type *t, const char *name, uint64_t n)
{
  if (t->kind == TYPE_RECORD && is_split (s))
    for (unsigned k = 0; k < t->nfields; k++)
      add_arrays (h, s, t->fields[k].type, name, n);
  else
    s->a[s->n++] = imp_make_array (h, name, t, n);
}

struct soa
soa_new (struct imp_here *h, const struct type *t, const char *name, uint64_t n)
{
  struct soa s = { .t = t };

  add_arrays (h, &s, t, name, n);
  return s;
}

/* The value of type T from the arrays A; A advances.  */
static struct imp_expr *
gather (struct imp_here *h, struct soa *s, const struct type *t, struct imp_var ***a,
	const struct imp_expr *i)
{
  struct imp_expr **args;

  if (t->kind != TYPE_RECORD || !is_split (s))
    return imp_load (h->p, imp_use (h->p, *(*a)++), imp_again (h->p, i));
  args = CTX_NEWV (h->p->ctx, struct imp_expr *, t->nfields);
  for (unsigned k = 0; k < t->nfields; k++)
    args[k] = gather (h, s, t->fields[k].type, a, i);
  return imp_prim (h->p, FIR_RECORD, t, t->nfields, args);
}

struct imp_expr *
soa_read (struct imp_here *h, struct soa *s, const struct imp_expr *i)
{
  struct imp_var **a = s->a;
  struct imp_expr *e = gather (h, s, s->t, &a, i);

  return is_split (s) ? imp_make_let (h, "p", e) : e;
}

static void
spread (struct imp_here *h, struct soa *s, const struct type *t, struct imp_var ***a,
	const struct imp_expr *i, struct imp_expr *v)
{
  if (t->kind != TYPE_RECORD || !is_split (s))
    {
      imp_make_store (h, imp_use (h->p, *(*a)++), imp_again (h->p, i), v);
      return;
    }
  for (unsigned k = 0; k < t->nfields; k++)
    {
      struct imp_expr *f = imp_prim (h->p, FIR_FIELD, t->fields[k].type, 1, &v);

      f->index = k;
      spread (h, s, t->fields[k].type, a, i, f);
    }
}

void
soa_write (struct imp_here *h, struct soa *s, const struct imp_expr *i, struct imp_expr *v)
{
  struct imp_var **a = s->a;

  spread (h, s, s->t, &a, i, is_split (s) ? imp_make_name (h, v, "r") : v);
}
