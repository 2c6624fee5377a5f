/* Reads through operations that only change indices.

   A path is a vector and indices into it, outermost first.  It is walked towards the vectors that
   exist, an operation at a time:

     at (rotate k x) i            at x (i + k mod n)
     at (pad.M k x) i             at x of the index that M says, or, zero, 0
     at (row (window k x) i) j    at x (i + j)
     at (row (transpose x) i) j   at (row x j) i
     at (concat x y) i            if i < n { at x i } else { at y (i - n) }
     at (row (segments x o) i) j  at x (o[i] + j)
     row (map f x) i              f (x[i]), where f only makes such a vector,
     at (if c {y} else {z}) i     if c { at y i } else { at z i }, where such an f picks one

   so that none of them is materialised if it is only read.  Invariants (the amount of a rotation)
   are computed at the definition of the vector.  Extents: fuse-extent.c.

   Paper: DPIA, section 4.3 (data layout combinators as acceptor and continuation transformers); for
   reads the same is done here on FIR, so that fusion sees the indices.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

#include <string.h>

/* --- What is looked through ------------------------------------------------------------------ */

static bool lazy_map (const struct fir_stmt *s);

/* Does S pick one of two vectors, and nothing else?  */
static bool
picks (const struct fir_stmt *s)
{
  return s->op == FIR_IF && s->nres == 1 && type_is_vec (s->res[0]->type)
	 && !s->fns[0]->body->first && !s->fns[1]->body->first;
}

/* Is what S picks made outside of S's function?  Where the flatten of what is picked cannot be read
   after all, a vector made inside would be made for S, and the map around would stay.  */
static bool
picks_from_outside (const struct fir_stmt *s)
{
  for (unsigned k = 0; k < 2; k++)
    {
      const struct fir_stmt *def = fir_atom_def (s->fns[k]->body->rets[0]);

      if (def && def->parent == s->parent)
	return false;
    }
  return true;
}

/* Is S, which makes vectors, only used to be flattened?  */
static bool
only_flattened (const struct fir_stmt *s)
{
  unsigned n = 0;

  for (const struct fir_stmt *t = s->next; t; t = t->next)
    n += t->op == FIR_FLATTEN && t->args[0].var == s->res[0];
  return n == fir_count_uses (s->parent, s->res[0]);
}

/* S costs an element nothing but a few instructions for indices.  */
static bool
lazy_stmt (struct fir_stmt *s)
{
  if (fir_op_info[s->op].cls == FIR_CLASS_PRIM)
    return fir_stmt_weight (s) <= 1;
  return s->op == FIR_MAP ? lazy_map (s)
	 : (fir_op_info[s->op].flags & FIR_FLAG_INDEX) || s->op == FIR_LEN || s->op == FIR_CONCAT;
}

/* Does map S make vectors from its elements by index-only terms, and, if INNER is not NULL, a last
   map *INNER that computes their elements?  It may pick one of two vectors, once, if all are moved
   else: then each element is picked.  */
static bool
makes_vectors (const struct fir_stmt *s, struct fir_stmt **inner)
{
  const struct fir_block *b = s->fns[0]->body;
  unsigned prims = 0, picked = 0;

  if (!type_is_vec (s->res[0]->type->elem))
    return false;
  if (inner)
    *inner = fir_atom_def (b->rets[0]);
  for (struct fir_stmt *t = b->first; t; t = t->next)
    {
      picked += picks (t);
      if (!(inner && t == *inner) && !lazy_stmt (t)
	  && !(picks (t) && picked == 1 && picks_from_outside (t) && only_flattened (s)))
	return false;
      prims += fir_op_info[t->op].cls == FIR_CLASS_PRIM;
    }
  return prims <= COST_AGAIN;
}

static bool
lazy_map (const struct fir_stmt *s)
{
  return makes_vectors (s, NULL);
}

/* The map inside map S that computes the elements of its vectors, NULL if S does not have that
   form.  */
static struct fir_stmt *
inner_map (const struct fir_stmt *s)
{
  struct fir_stmt *inner;

  if (s->op != FIR_MAP || !makes_vectors (s, &inner) || !inner
      || inner->op != FIR_MAP || inner->parent != s->fns[0]->body
      || type_is_vec (inner->res[0]->type->elem) || fir_may_fail (inner))
    return NULL;
  return inner;
}

bool
fuse_regular (const struct fir_stmt *s)
{
  return s->op == FIR_MAP && inner_map (s);
}

bool
fuse_lazy (const struct fir_stmt *s)
{
  if (!s)
    return false;
  switch (s->op)
    {
    case FIR_MAP:
      return lazy_map (s);
    case FIR_CONCAT:
      return true;
    case FIR_VIEW:
      return false;
    case FIR_ROW: case FIR_FLATTEN: case FIR_RESHAPE:
      /* Lowering has these where that is which they show.  */
      return fuse_lazy (fir_atom_def (s->args[fir_shows (s)]));
    default:
      return (fir_op_info[s->op].flags & FIR_FLAG_INDEX) != 0;
    }
}

bool
fuse_looks_through (const struct fir_stmt *s, unsigned k)
{
  return fuse_lazy (s) && type_is_vec (fir_atom_type (s->args[k]));
}

/* --- Small pieces ---------------------------------------------------------------------------- */

static struct fir_atom
compare (struct fuse *f, struct fir_block *b, enum fir_op op, struct fir_atom x, struct fir_atom y)
{
  return fir_prim2 (f->p, b, op, type_i32 (f->p->ctx), x, y);
}

static struct fir_atom
choose (struct fuse *f, struct fir_block *b, struct fir_atom c, struct fir_atom x,
	struct fir_atom y)
{
  struct fir_atom args[3] = { c, x, y };

  return fir_prim (f->p, b, FIR_SELECT, fir_atom_type (x), 3, args);
}

/* if C { ... } else { ... } of TYPE at the end of B; the caller fills the blocks.  */
static struct fir_stmt *
branch (struct fuse *f, struct fir_block *b, struct fir_atom c, const struct type *type)
{
  struct fir_stmt *s = fir_stmt_new (f->p, b, FIR_IF, 0, 1, 2, type, "e");

  s->args[0] = c;
  s->fns[0] = fir_fn_new (f->p, 0, NULL);
  s->fns[1] = fir_fn_new (f->p, 0, NULL);
  return s;
}

/* The zero of T, which ends up in B; absent if T has none.  */
static struct fir_atom
zero_of (struct fuse *f, struct fir_block *b, const struct type *t)
{
  struct fir_atom *args;

  switch (t->kind)
    {
    case TYPE_SCALAR:
      return type_is_integral (t) ? fir_atom_int (f->p, t, 0) : fir_atom_float (f->p, t, 0);
    case TYPE_PTR:
      return fir_atom_int (f->p, t, 0);
    case TYPE_RECORD:
      args = CTX_NEWV (f->p->ctx, struct fir_atom, t->nfields);
      for (unsigned k = 0; k < t->nfields; k++)
	{
	  args[k] = zero_of (f, b, t->fields[k].type);
	  if (fir_atom_none (args[k]))
	    return FIR_NONE;
	}
      return fir_prim (f->p, b, FIR_RECORD, t, t->nfields, args);
    default:
      return FIR_NONE;
    }
}

/* --- Indices --------------------------------------------------------------------------------- */

/* K, an i64, modulo N, a size, in B; any number if N is 0, and if N is 1 it may be N itself, which
   rotates by nothing, too.  By one place, and by none, without a division: of a short row that
   takes as long as its elements do.  */
static struct fir_atom
turned (struct fuse *f, struct fir_block *b, struct fir_atom k, struct fir_atom n)
{
  const struct type *size = type_size (f->p->ctx), *i64 = type_scalar (f->p->ctx, SCALAR_I64);
  struct fir_atom one = fir_atom_size (f->p, 1), zero = fir_atom_int (f->p, i64, 0), r;

  if (fir_atom_is_int (k, 0))
    return fir_atom_size (f->p, 0);
  if (fir_atom_is_int (k, 1))
    return one;
  n = fuse_size_op (f, b, FIR_MAX, n, one);
  if (fir_atom_is_int (k, -1))
    return fuse_size_op (f, b, FIR_SUB, n, one);
  n = fir_prim1 (f->p, b, FIR_CONV, i64, n);
  r = fir_prim2 (f->p, b, FIR_REM, i64, k, n);
  n = choose (f, b, compare (f, b, FIR_LT, r, zero), n, zero);
  return fir_prim1 (f->p, b, FIR_CONV, size, fir_prim2 (f->p, b, FIR_ADD, i64, r, n));
}

/* What rotation or padding S adds to an index, made once, before S: at most the length, or below
   the period.  */
static struct fir_atom
amount (struct fuse *f, struct fir_stmt *s)
{
  struct var_info *info = fuse_info (f, s->res[0]);
  struct fir_block *b = fir_block_new (f->p);
  struct fir_atom n, r;

  if (fuse_there (info->amount))
    return info->amount;
  n = fuse_len (f, s->args[1], s);
  if (s->op == FIR_ROTATE)
    r = turned (f, b, s->args[0], n);
  else
    {
      if (s->index == PAD_REFLECT)
	n = fuse_size_op (f, b, FIR_MUL, fir_atom_size (f->p, 2),
			  fuse_size_op (f, b, FIR_SUB, n, fir_atom_size (f->p, 1)));
      n = fuse_size_op (f, b, FIR_MAX, n, fir_atom_size (f->p, 1));
      r = fuse_size_op (f, b, FIR_SUB, n, fuse_size_op (f, b, FIR_REM, s->args[0], n));
      info->period = n;
    }
  fir_put_before (s, b);
  return info->amount = r;
}

/* The index into the operand of rotation S.  */
static struct fir_atom
rotated (struct fuse *f, struct fir_block *b, struct fir_stmt *s, struct fir_atom i)
{
  struct fir_atom n = fuse_len (f, s->args[1], s);
  struct fir_atom j = fuse_size_op (f, b, FIR_ADD, i, amount (f, s));

  return choose (f, b, compare (f, b, FIR_LT, j, n), j, fuse_size_op (f, b, FIR_SUB, j, n));
}

/* The index into the operand of padding S; in the middle no division is done.  */
static struct fir_atom
padded (struct fuse *f, struct fir_block *b, struct fir_stmt *s, struct fir_atom i)
{
  struct fir_atom n = fuse_len (f, s->args[1], s), k = s->args[0], j, r, period;
  struct fir_stmt *c;
  struct fir_block *e;

  if (s->index == PAD_CLAMP)
    {
      j = fuse_size_op (f, b, FIR_SUB, fuse_size_op (f, b, FIR_MAX, i, k), k);
      return fuse_size_op (f, b, FIR_MIN, j,
			   fuse_size_op (f, b, FIR_SUB, n, fir_atom_size (f->p, 1)));
    }
  r = amount (f, s);
  period = fuse_info (f, s->res[0])->period;
  j = fuse_size_op (f, b, FIR_SUB, i, k);
  c = branch (f, b, compare (f, b, FIR_LT, j, n), type_size (f->p->ctx));
  fir_block_return (f->p, c->fns[0]->body, 1, &j);
  e = c->fns[1]->body;
  j = fuse_size_op (f, e, FIR_REM, fuse_size_op (f, e, FIR_ADD, i, r), period);
  if (s->index == PAD_REFLECT)
    j = choose (f, e, compare (f, e, FIR_LT, j, n), j, fuse_size_op (f, e, FIR_SUB, period, j));
  fir_block_return (f->p, e, 1, &j);
  return fir_atom_var (c->res[0]);
}

/* --- Paths ----------------------------------------------------------------------------------- */

struct path
{
  struct fuse *f;
  struct fir_stmt *at;		/* invariant terms are put before it */
  struct fir_atom x;
  unsigned n, room;
  struct fir_atom *i;		/* not shared with another path */
  bool moved;			/* something was looked through */
  struct fir_stmt *inner;	/* a map made for this path alone */
};

/* The path from X, whose N indices are I, with room for some more.  */
static struct path
path_new (struct fuse *f, struct fir_stmt *at, struct fir_atom x, unsigned n,
	  const struct fir_atom *i)
{
  struct path p = { .f = f, .at = at, .x = x, .n = n, .room = n + 3 };

  p.i = CTX_NEWV (f->p->ctx, struct fir_atom, p.room);
  memcpy (p.i, i, n * sizeof *i);
  return p;
}

/* An independent copy of P.  */
static struct path
path_fork (const struct path *p)
{
  struct path q = path_new (p->f, p->at, p->x, p->n, p->i);

  q.moved = p->moved;
  q.inner = p->inner;
  return q;
}

/* Remove, or insert, the first index.  */
static void
pop (struct path *p)
{
  p->n--;
  memmove (p->i, p->i + 1, p->n * sizeof *p->i);
}

static void
push (struct path *p, struct fir_atom i)
{
  if (p->n == p->room)
    {
      struct fir_atom *old = p->i;

      p->room *= 2;
      p->i = CTX_NEWV (p->f->p->ctx, struct fir_atom, p->room);
      memcpy (p->i, old, p->n * sizeof *old);
    }
  memmove (p->i + 1, p->i, p->n * sizeof *p->i);
  p->i[0] = i;
  p->n++;
}

/* The type of what P reads.  */
static const struct type *
path_type (const struct path *p)
{
  const struct type *t = fir_atom_type (p->x);

  for (unsigned k = 0; k < p->n; k++)
    t = t->elem;
  return t;
}

static struct fir_atom read_path (struct path *p, struct fir_block *b);

/* P on X instead, with first index I, into B.  */
static struct fir_atom
read_part (struct path *p, struct fir_block *b, struct fir_atom x, struct fir_atom i)
{
  struct path part = path_fork (p);

  part.x = x;
  part.i[0] = i;
  return read_path (&part, b);
}

/* P reads padding S, of zeros: an element.  Absent if there is no zero.  */
static struct fir_atom
read_zero (struct path *p, struct fir_block *b, struct fir_stmt *s)
{
  struct fuse *f = p->f;
  const struct type *t = path_type (p);
  struct fir_atom n = fuse_len (f, s->args[1], s), j, r;
  struct fir_block *zeros = fir_block_new (f->p);
  struct fir_stmt *c;

  r = zero_of (f, zeros, t);
  if (fir_atom_none (r))
    return r;
  j = fuse_size_op (f, b, FIR_SUB, p->i[0], s->args[0]);
  c = branch (f, b, compare (f, b, FIR_LT, j, n), t);
  c->fns[1]->body = zeros;
  fir_block_return (f->p, zeros, 1, &r);
  r = read_part (p, c->fns[0]->body, s->args[1], j);
  fir_block_return (f->p, c->fns[0]->body, 1, &r);
  return fir_atom_var (c->res[0]);
}

/* P reads a concatenation S, an element: of its operands from number K on.  */
static struct fir_atom
read_concat (struct path *p, struct fir_block *b, struct fir_stmt *s, unsigned k)
{
  struct fuse *f = p->f;
  struct fir_atom n, r;
  struct fir_stmt *c;
  struct path rest;

  if (k + 1 == s->nargs)
    return read_part (p, b, s->args[k], p->i[0]);
  n = fuse_len (f, s->args[k], s);
  c = branch (f, b, compare (f, b, FIR_LT, p->i[0], n), path_type (p));
  r = read_part (p, c->fns[0]->body, s->args[k], p->i[0]);
  fir_block_return (f->p, c->fns[0]->body, 1, &r);
  rest = path_fork (p);
  rest.i[0] = fuse_size_op (f, c->fns[1]->body, FIR_SUB, p->i[0], n);
  r = read_concat (&rest, c->fns[1]->body, s, k + 1);
  fir_block_return (f->p, c->fns[1]->body, 1, &r);
  return fir_atom_var (c->res[0]);
}

/* P reads what S picks, an element.  */
static struct fir_atom
read_picked (struct path *p, struct fir_block *b, struct fir_stmt *s)
{
  struct fir_stmt *c = branch (p->f, b, s->args[0], path_type (p));

  for (unsigned k = 0; k < 2; k++)
    {
      struct fir_block *in = c->fns[k]->body;
      struct fir_atom r = read_part (p, in, s->fns[k]->body->rets[0], p->i[0]);

      fir_block_return (p->f->p, in, 1, &r);
    }
  return fir_atom_var (c->res[0]);
}

/* The vector that map S makes for element I, into B.  */
static struct fir_atom
apply_map (struct path *p, struct fir_block *b, struct fir_stmt *s, struct fir_atom i)
{
  struct fir_atom *args = CTX_NEWV (p->f->p->ctx, struct fir_atom, s->nargs);

  for (unsigned k = 0; k < s->nargs; k++)
    args[k] = fuse_read (p->f, b, s->args[k], i, p->at);
  return fuse_apply (p->f, s, b, args);
}

/* P through map S, if it may.  */
static bool
through_map (struct path *p, struct fir_block *b, struct fir_stmt *s)
{
  bool inner = s == p->inner, regular = !inner && p->n >= 2 && fuse_regular (s);

  if (!inner && !regular && !lazy_map (s))
    return false;
  p->x = apply_map (p, b, s, p->i[0]);
  pop (p);
  if (regular)
    p->inner = fir_atom_def (p->x);
  else if (inner)
    fir_unlink (s);
  return true;
}

/* P through FLATTEN S: the index is that of a row and that in the row.  */
static bool
through_flatten (struct path *p, struct fir_block *b, struct fir_stmt *s)
{
  struct fir_atom m, i = p->i[0];

  if (!fuse_lazy (s))
    return false;
  if (fir_atom_def (s->args[0])->op == FIR_SEGMENTS)
    {
      p->x = fir_atom_def (s->args[0])->args[0];
      return true;
    }
  m = fuse_extent (p->f, s->args[0], 1, s);
  if (fir_atom_none (m))
    return false;
  p->i[0] = fuse_size_op (p->f, b, FIR_REM, i, m);
  push (p, fuse_size_op (p->f, b, FIR_DIV, i, m));
  p->x = s->args[0];
  return true;
}

/* P through RESHAPE S of what is only indexed.  */
static bool
through_reshape (struct path *p, struct fir_block *b, struct fir_stmt *s)
{
  if (!fuse_lazy (s) || p->n != s->nargs - 1)
    return false;
  while (p->n > 1)
    {
      struct fir_atom i = fuse_size_op (p->f, b, FIR_MUL, p->i[0], s->args[s->nargs - p->n + 1]);

      p->i[1] = fuse_size_op (p->f, b, FIR_ADD, i, p->i[1]);
      pop (p);
    }
  p->x = s->args[0];
  return true;
}

/* P one operation on, S being that which makes P's vector; false if it ends there.  */
static bool
step (struct path *p, struct fir_block *b, struct fir_stmt *s)
{
  struct fuse *f = p->f;
  struct fir_atom i = p->i[0];

  switch (s->op)
    {
    case FIR_REVERSE:
      p->i[0] = fuse_size_op (f, b, FIR_SUB, fuse_len (f, s->args[0], p->at),
			      fir_atom_size (f->p, 1));
      p->i[0] = fuse_size_op (f, b, FIR_SUB, p->i[0], i);
      break;
    case FIR_COPY:
      p->x = s->args[0];
      return true;
    case FIR_ROTATE:
      p->i[0] = rotated (f, b, s, i);
      break;
    case FIR_PAD:
      if (s->index == PAD_ZERO)
	return false;
      p->i[0] = padded (f, b, s, i);
      break;
    case FIR_REPLICATE:
      pop (p);
      break;
    case FIR_WINDOW:
    case FIR_SEGMENTS:
      if (p->n < 2)
	return false;
      if (s->op == FIR_SEGMENTS)
	i = fuse_read (f, b, s->args[1], i, p->at);
      p->i[1] = fuse_size_op (f, b, FIR_ADD, i, p->i[1]);
      pop (p);
      break;
    case FIR_TRANSPOSE:
      if (p->n < 2)
	return false;
      p->i[0] = p->i[1];
      p->i[1] = i;
      break;
    case FIR_MAP:
      return through_map (p, b, s);
    case FIR_FLATTEN:
      return through_flatten (p, b, s);
    case FIR_RESHAPE:
      return through_reshape (p, b, s);
    default:
      return false;
    }
  p->x = s->args[fir_shows (s)];
  return true;
}

/* P ends at what S makes (NULL: a parameter): the element itself, or absent.  */
static struct fir_atom
read_end (struct path *p, struct fir_block *b, struct fir_stmt *s)
{
  if (!s || (type_is_vec (path_type (p)) && s->op != FIR_CONCAT))
    return FIR_NONE;
  switch (s->op)
    {
    case FIR_RANGE:
      return fuse_affine (p->f, b, s->args[1], s->args[2], p->i[0]);
    case FIR_PAD:
      return s->index == PAD_ZERO ? read_zero (p, b, s) : FIR_NONE;
    case FIR_CONCAT:
      return read_concat (p, b, s, 0);
    case FIR_IF:
      /* Only what a map picks, which has just been copied: elsewhere one is picked once.  */
      return s->parent == b && picks (s) ? read_picked (p, b, s) : FIR_NONE;
    default:
      return FIR_NONE;
    }
}

/* The law by which reads go through S.  */
static enum law
read_law (const struct fir_stmt *s)
{
  return s->op == FIR_RANGE || s->op == FIR_REPLICATE || s->op == FIR_REVERSE ? LAW_N3 : LAW_N7;
}

static struct fir_atom
read_path (struct path *p, struct fir_block *b)
{
  struct fir_atom r;

  while (p->n)
    {
      struct fir_stmt *s = fir_atom_def (p->x);

      if (s && s->op == FIR_ROW && fuse_lazy (s))
	{
	  push (p, s->args[1]);
	  p->x = s->args[0];
	}
      else if (s && step (p, b, s))
	{
	  p->moved = true;
	  law_fired (p->f->p->ctx, read_law (s));
	}
      else
	break;
    }
  if (!p->n)
    return p->x;
  r = read_end (p, b, fir_atom_def (p->x));
  if (!fir_atom_none (r))
    {
      p->moved = true;
      law_fired (p->f->p->ctx, read_law (fir_atom_def (p->x)));
      return r;
    }
  for (; p->n; pop (p))
    p->x = fir_element (p->f->p, b, p->x, p->i[0]);
  return p->x;
}

struct fir_atom
fuse_read (struct fuse *f, struct fir_block *b, struct fir_atom x, struct fir_atom i,
	   struct fir_stmt *at)
{
  struct path p = path_new (f, at, x, 1, &i);

  return read_path (&p, b);
}

struct fir_atom
fuse_read_all (struct fuse *f, struct fir_block *b, struct fir_atom x, unsigned n,
	       const struct fir_atom *i, struct fir_stmt *at)
{
  struct path p = path_new (f, at, x, n, i);

  return read_path (&p, b);
}

struct fir_atom
fuse_read_through (struct fuse *f, struct fir_block *b, struct fir_atom x, struct fir_atom i,
		   struct fir_stmt *at, bool *through)
{
  struct path p = path_new (f, at, x, 1, &i);
  struct fir_atom r = read_path (&p, b);

  *through = p.moved;
  return r;
}
