/* Leaves of a random program's regions: the evaluator calls the compiled function.

   Rows that it may write are lent as copies, and stored when the region ends.  An error that it
   raises comes back as a failure of the element.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <setjmp.h>

#include "fir-run-int.h"

typedef void handler_type (const char *);
handler_type *nova_set_error_handler (handler_type *);
void on_error (const char *line);

/* Has V failed, or an element of it.  */
static bool
failed (struct eval *e, const struct value *v)
{
  if (v->kind == VAL_VEC)
    for (uint64_t k = 0; k < v->vec->n; k++)
      {
	struct value x = value_vec_at (e, v, k);

	if (failed (e, &x))
	  return true;
      }
  return v->kind == VAL_NONE;
}

/* The number of the site that LINE begins with in the dump, 0 if there is none; MESSAGE is what
   stands behind it.  */
static uint32_t
error_site (const char *line, const char **message)
{
  const char *p = now.sites;

  for (; p != NULL && (p = strstr (p, "\n; at ")) != NULL; p++)
    {
      const char *where = strstr (p, ": ") + 2;
      size_t n = strcspn (where, "\n");

      if (strncmp (line, where, n) == 0 && strncmp (line + n, ": ", 2) == 0)
	{
	  *message = line + n + 2;
	  return (uint32_t) atol (p + 6);
	}
    }
  *message = line;
  return 0;
}

static bool in_leaf;
static jmp_buf leaf_escape;
static char leaf_error[600];

/* The memory that V points into, a copy of it for a leaf that may write there, and V into that.  */
static bool
row_pointer (const struct value *v, char *p, struct row_memory *m)
{
  size_t size = v->type->elem->size;

  m->buf = v->buf;
  m->copy = malloc (2 * v->buf->n * size + 1);
  m->old = m->copy + v->buf->n * size;
  if (m->copy == NULL)
    return false;
  for (uint64_t k = 0; k < v->buf->n; k++)
    if (!write_value (&v->buf->v[k], m->copy + k * size))
      return false;
  memcpy (m->old, m->copy, v->buf->n * size);
  *(char **) p = m->copy + v->off * (int64_t) size;
  return true;
}

/* What the leaf wrote is stored when the region ends.  */
static void
store_rows (struct eval *e, struct row_memory *m, uint32_t site)
{
  size_t size = m->buf->elem->size;

  for (uint64_t k = 0; k < m->buf->n; k++)
    if (memcmp (m->copy + k * size, m->old + k * size, size) != 0)
      {
	struct value p = value_ptr (type_ptr (e->ctx, m->buf->elem, 0), m->buf, (int64_t) k);
	struct value *v = CTX_NEW (e->ctx, struct value);

	*v = value_at (m->buf->elem, m->copy + k * size);
	eval_store_later (e, site, &p, 1, v);
      }
}

static void
give_back_rows (void)
{
  while (n_lent > 0)
    free (lent[--n_lent].copy);
}

/* The handles among the operands at P go.  */
static void
release_vectors (unsigned n, const struct value *args, void **p)
{
  for (unsigned k = 0; k < n; k++)
    if (args[k].kind == VAL_VEC)
      nova_vec_release (*(struct nova_vec **) p[k]);
}

static const struct fir_thunk *
find_thunk (const char *name)
{
  for (const struct fir_thunk *t = fir_thunks; t->name; t++)
    if (strcmp (t->name, name) == 0)
      return t;
  return NULL;
}

enum fir_known
call_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n, const struct value *args,
	   struct value *res, uint32_t *site, const char **text)
{
  const struct fir_thunk *t = find_thunk (leaf->name);
  _Alignas (32) char memory[32][128], result[512];
  void *p[32];
  handler_type *old;
  const char *message;

  if (t == NULL || n > 32 || leaf->ret->size > sizeof result)
    return FIR_UNKNOWN;
  for (unsigned k = 0; k < n; k++)
    if (failed (e, &args[k]))
      {
	*text = NULL;
	return FIR_FAILED;
      }
  for (unsigned k = 0; k < n; k++)
    {
      bool may_write = !(leaf->flags & (LEAF_CONST | LEAF_BOUNDED)) && args[k].kind == VAL_PTR
		       && args[k].buf && n_lent < 8;

      p[k] = memory[k];
      if (args[k].type->size > sizeof memory[0]
	  || !(may_write ? row_pointer (&args[k], p[k], &lent[n_lent++])
			 : write_value (&args[k], p[k])))
	{
	  give_back_rows ();
	  return FIR_UNKNOWN;
	}
    }
  old = nova_set_error_handler (on_error);
  in_leaf = true;
  if (setjmp (leaf_escape))
    {
      in_leaf = false;
      nova_set_error_handler (old);
      give_back_rows ();
      *site = error_site (leaf_error, &message);
      *text = ctx_printf (e->ctx, "%s", message);
      return FIR_FAILED;
    }
  t->run (p, result);
  in_leaf = false;
  nova_set_error_handler (old);
  leaf_of = e;
  *res = value_at (leaf->ret, result);
  leaf_of = NULL;
  if (leaf->ret->kind == TYPE_VEC)
    nova_vec_release (*(struct nova_vec **) result);
  release_vectors (n, args, p);
  for (unsigned k = 0; k < n_lent; k++)
    store_rows (e, &lent[k], e->line);
  give_back_rows ();
  return FIR_DONE;
}

void
leaf_raised (const char *line)
{
  if (!in_leaf)
    return;
  snprintf (leaf_error, sizeof leaf_error, "%s", line);
  longjmp (leaf_escape, 1);
}
