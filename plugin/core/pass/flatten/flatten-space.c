/* Spaces: the elements of a level of a nest, numbered through all rows.

     lengths of rows    3 0 2		elements   0 1 2 3 4
     starts             0 3 3		owners     0 0 0 2 2
     offsets            0 3 3 5		n          5

   Rows of one length m need none of these vectors: element f belongs to f / m.

   Papers: NOVA, section 5.1 (data and segment vectors); Elsman and Larsen, section 3.1 (an element
   of the result knows its source element and its number there).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "flatten.h"

struct fir_stmt *
flat_outside (struct flat *x, enum fir_op op, const struct type *type, unsigned n,
	      const struct fir_atom *args, unsigned nfns)
{
  struct fir_stmt *s = fir_stmt_new (x->p, x->out, op, x->site, n, nfns, type, "x");

  s->order = x->s->order;
  for (unsigned k = 0; k < n; k++)
    s->args[k] = args[k];
  if (x->loop)
    {
      fir_unlink (s);
      fir_insert_before (x->loop, s);
    }
  return s;
}

struct fir_atom
flat_outside1 (struct flat *x, enum fir_op op, const struct type *type, struct fir_atom v)
{
  return fir_atom_var (flat_outside (x, op, type, 1, &v, 0)->res[0]);
}

/* The same of two operands.  */
static struct fir_atom
outside2 (struct flat *x, enum fir_op op, const struct type *type, struct fir_atom a,
	  struct fir_atom b)
{
  struct fir_atom args[2] = { a, b };

  return fir_atom_var (flat_outside (x, op, type, 2, args, 0)->res[0]);
}

static const struct type *
sizes (struct flat *x)
{
  return type_vec (x->p->ctx, type_size (x->p->ctx));
}

struct fir_atom
flat_size (struct flat *x, uint64_t n)
{
  return fir_atom_size (x->p, n);
}

struct fir_atom
flat_size_op (struct flat *x, enum fir_op op, struct fir_atom a, struct fir_atom b)
{
  if (fir_atom_is_int (b, 0) && (op == FIR_ADD || op == FIR_SUB))
    return a;
  return fir_prim2 (x->p, x->b, op, type_size (x->p->ctx), a, b);
}

/* --- Making spaces --------------------------------------------------------------------------- */

static struct flat_space *
space_new (struct flat *x, struct flat_space *parent)
{
  struct flat_space *s = CTX_NEW (x->p->ctx, struct flat_space);

  s->parent = parent;
  return s;
}

/* Rows of M elements each.  */
static struct flat_space *
even_space (struct flat *x, struct flat_space *parent, struct fir_atom m)
{
  struct flat_space *s = space_new (x, parent);

  s->even = m;
  s->n = outside2 (x, FIR_MUL, type_size (x->p->ctx), parent->n, m);
  return s;
}

struct flat_space *
flat_space_of_sizes (struct flat *x, struct flat_space *parent, struct flat_value *size)
{
  const struct type *t = type_size (x->p->ctx);
  struct fir_fn *add = fir_fn_of_op (x->p, FIR_ADD, t, t);
  struct fir_stmt *loop = size->loop;
  struct fir_atom a = size->atom;
  struct flat_space *s;

  if (size->kind == FLAT_ALL)
    {
      flat_close (x);
      return even_space (x, parent, a);
    }
  s = space_new (x, parent);
  s->size = size;
  if (size->kind != FLAT_EACH || size->space != parent || !loop)
    {
      flat_open (x, parent);
      a = flat_read_here (x, size);
      loop = x->loop;
    }
  s->starts = flat_output (x, loop, OUT_EXSCAN, a, FIR_NONE, add, flat_size (x, 0));
  s->starts.var->name = ctx_intern (x->p->ctx, "starts");
  add = fir_fn_of_op (x->p, FIR_ADD, t, t);
  s->n = flat_output (x, loop, OUT_REDUCE, a, FIR_NONE, add, flat_size (x, 0));
  s->n.var->name = ctx_intern (x->p->ctx, "n");
  flat_close (x);
  return s;
}

/* Vectors that are cut at the same offsets, or have rows of one length, share a space.  */
struct flat_space *
flat_space_of_rows (struct flat *x, struct flat_space *parent, struct fir_atom v,
		    struct fir_atom *flat)
{
  struct fir_stmt *def = fir_atom_def (v);
  struct fir_atom m = FIR_NONE, of = v, o = FIR_NONE;
  struct flat_space *s;

  if (def && def->op == FIR_SEGMENTS)
    {
      *flat = def->args[0];
      o = def->args[1];
    }
  else
    {
      *flat = flat_outside1 (x, FIR_FLATTEN, fir_atom_type (v)->elem, v);
      if (!fir_vec_extent (of, 1, &m))
	o = flat_outside1 (x, FIR_OFFSETS, sizes (x), v);
    }
  for (s = parent->given; s; s = s->next)
    if (fir_atom_none (m) ? fir_atom_equal (s->offsets, o) : fir_atom_equal (s->even, m))
      return s;
  s = fir_atom_none (o) ? even_space (x, parent, m)
      : flat_space_at (x, parent, o, flat_outside1 (x, FIR_LEN, type_size (x->p->ctx), *flat));
  s->next = parent->given;
  parent->given = s;
  return s;
}

struct flat_space *
flat_space_at (struct flat *x, struct flat_space *parent, struct fir_atom offsets,
	       struct fir_atom n)
{
  struct flat_space *s = space_new (x, parent);

  s->starts = s->offsets = offsets;
  s->n = n;
  return s;
}

/* --- What a space knows ---------------------------------------------------------------------- */

struct fir_atom
flat_offsets (struct flat *x, struct flat_space *s)
{
  struct fir_atom args[3];

  if (!fir_atom_none (s->offsets))
    return s->offsets;
  if (fir_atom_none (s->even))
    {
      args[0] = outside2 (x, FIR_REPLICATE, sizes (x), flat_size (x, 1), s->n);
      s->offsets = outside2 (x, FIR_CONCAT, sizes (x), s->starts, args[0]);
    }
  else
    {
      args[0] = outside2 (x, FIR_ADD, type_size (x->p->ctx), s->parent->n, flat_size (x, 1));
      args[1] = flat_size (x, 0);
      args[2] = s->even;
      s->offsets = fir_atom_var (flat_outside (x, FIR_RANGE, sizes (x), 3, args, 0)->res[0]);
    }
  return s->offsets;
}

/* --- In the open loop ------------------------------------------------------------------------ */

/* What has been computed of S for F; NULL: nothing.  */
static const struct flat_memo *
recall (struct flat *x, enum flat_what what, const struct flat_space *s, struct fir_atom f)
{
  for (unsigned k = 0; k < FLAT_MEMOS; k++)
    {
      const struct flat_memo *m = &x->memo[k];

      if (m->loop && m->loop == x->loop && m->what == what && m->space == s && m->f == f.var
	  && (m->b == x->b || m->b == x->loop->fns[0]->body))
	return m;
    }
  return NULL;
}

static struct fir_atom
remember (struct flat *x, enum flat_what what, const struct flat_space *s, struct fir_atom f,
	  struct fir_atom value)
{
  if (f.var)
    x->memo[x->nmemos++ % FLAT_MEMOS]
      = (struct flat_memo) { what, s, f.var, x->loop, x->b, value };
  return value;
}

/* at V I, where V tells where elements are.  */
static struct fir_atom
place_at (struct flat *x, struct fir_atom v, struct fir_atom i)
{
  struct fir_atom a = fir_element (x->p, x->b, v, i);

  a.var->mark = x->places;
  return a;
}

struct fir_atom
flat_owner (struct flat *x, struct flat_space *s, struct fir_atom f)
{
  const struct flat_memo *m = recall (x, FLAT_OWNER, s, f);

  if (m)
    return m->value;
  if (!fir_atom_none (s->even))
    return remember (x, FLAT_OWNER, s, f, flat_size_op (x, FIR_DIV, f, s->even));
  if (fir_atom_none (s->owners))
    {
      s->owners = outside2 (x, FIR_OWNERS, sizes (x), s->starts, s->n);
      s->owners.var->name = ctx_intern (x->p->ctx, "owners");
    }
  return remember (x, FLAT_OWNER, s, f, place_at (x, s->owners, f));
}

struct fir_atom
flat_start (struct flat *x, struct flat_space *s, struct fir_atom a)
{
  const struct flat_memo *m = recall (x, FLAT_START, s, a);

  if (m)
    return m->value;
  if (!fir_atom_none (s->even))
    return remember (x, FLAT_START, s, a, flat_size_op (x, FIR_MUL, a, s->even));
  return remember (x, FLAT_START, s, a, place_at (x, s->starts, a));
}

struct fir_atom
flat_row_size (struct flat *x, struct flat_space *s, struct fir_atom a)
{
  const struct flat_memo *m = recall (x, FLAT_SIZE, s, a);
  struct fir_atom o, end;

  if (m)
    return m->value;
  if (!fir_atom_none (s->even))
    return s->even;
  if (s->size)
    return flat_read (x, s->size, s->parent, a);
  o = flat_offsets (x, s);
  end = place_at (x, o, flat_size_op (x, FIR_ADD, a, flat_size (x, 1)));
  return remember (x, FLAT_SIZE, s, a,
		   flat_size_op (x, FIR_SUB, end, place_at (x, o, a)));
}

static bool is_below (const struct flat_space *s, const struct flat_space *above);

/* The space with the numbers of S that is below ABOVE, or is it; NULL: there is none.  */
static struct flat_space *
same_below (const struct flat_space *s, const struct flat_space *above)
{
  for (const struct flat_alias *a = s->same; a; a = a->next)
    if (is_below (a->space, above))
      return a->space;
  return NULL;
}

static bool
is_below (const struct flat_space *s, const struct flat_space *above)
{
  return s && (s == above || same_below (s, above) || is_below (s->parent, above));
}

bool
flat_same_numbers (struct flat *x, struct flat_space *s, struct flat_space *other)
{
  struct flat_alias *a;

  if (is_below (s, other))
    return true;
  if (is_below (other, s))
    return false;
  a = CTX_NEW (x->p->ctx, struct flat_alias);
  *a = (struct flat_alias) { other, s->same };
  s->same = a;
  return true;
}

struct fir_atom
flat_climb (struct flat *x, struct flat_space *s, struct fir_atom f, struct flat_space *above)
{
  while (s != above)
    {
      struct flat_space *same = same_below (s, above);

      if (same)
	{
	  s = same;
	  continue;
	}
      if (!s->parent)
	ctx_fatal (x->p->ctx, "flatten: a value of another part of the nest");
      f = flat_owner (x, s, f);
      s = s->parent;
    }
  return f;
}
