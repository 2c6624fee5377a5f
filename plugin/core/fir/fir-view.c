/* Views and shapes: fir.def's columns SHOWS, LENGTH and ROWS, and what follows from them along the
   producers of a vector.

     row (reverse (view p n m)) i      shows the reverse, that the view; is m long
     transpose (copy x)                is even, as long as the rows of x, and its rows as x

   A length that has to be computed (n + 2 k of a pad) is left to fuse-extent.c.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-view.h"
#include "fir-term.h"

enum shape_kind
{
  SHAPE_NONE, SHAPE_ARG, SHAPE_OF, SHAPE_ARGS, SHAPE_SAME, SHAPE_LIKE, SHAPE_INNER, SHAPE_EACH,
  SHAPE_PARTS, SHAPE_EQUAL, SHAPE_COLUMNS
};

struct shape
{
  enum shape_kind kind;
  unsigned arg;			/* the vector; of ARGS the distance */
  unsigned size;		/* of EQUAL */
};

struct view_info
{
  int shows;
  struct shape length, rows;
};

static const struct view_info view_info[FIR_LAST] = {
#define SHOWS_NONE -1
#define SHOWS_0 0
#define SHOWS_1 1
#define SHOWS_3 3
#define SH_NONE { SHAPE_NONE, 0, 0 }
#define SH_ARG(K) { SHAPE_ARG, K, 0 }
#define SH_OF(K) { SHAPE_OF, K, 0 }
#define SH_ARGS(S) { SHAPE_ARGS, S, 0 }
#define SH_SAME(K) { SHAPE_SAME, K, 0 }
#define SH_LIKE(K) { SHAPE_LIKE, K, 0 }
#define SH_INNER(K) { SHAPE_INNER, K, 0 }
#define SH_EACH(K) { SHAPE_EACH, K, 0 }
#define SH_PARTS(K) { SHAPE_PARTS, K, 0 }
#define SH_EQUAL(N, K) { SHAPE_EQUAL, K, N }
#define SH_COLUMNS(K) { SHAPE_COLUMNS, K, 0 }
#define FIR_OP(NAME, TEXT, CLASS, NARGS, NFNS, ROLE, FLAGS, WITH, SHOWS, LENGTH, ROWS, RULE, \
	       TYPE, DOC) \
  { SHOWS_##SHOWS, SH_##LENGTH, SH_##ROWS },
#include "fir.def"
#undef FIR_OP
};

int
fir_shows (const struct fir_stmt *s)
{
  return view_info[s->op].shows;
}

bool
fir_reads (const struct fir_stmt *s)
{
  return s->op == FIR_AT || s->op == FIR_ROW || s->op == FIR_GET;
}

/* --- Extents --------------------------------------------------------------------------------- */

static struct extent
of (unsigned arg, unsigned level)
{
  return (struct extent) { EXTENT_OF, arg, level };
}

static struct extent
own (void)
{
  return (struct extent) { EXTENT_OWN, 0, 0 };
}

/* Output RES of loop S.  */
static struct extent
loop_extent (const struct fir_stmt *s, const struct fir_var *res, unsigned level)
{
  for (unsigned k = 0; k < s->nouts && !level; k++)
    if (s->outs[k].res == res && s->outs[k].kind != OUT_FILTER && s->outs[k].kind != OUT_REDUCE)
      return (struct extent) { EXTENT_ARG, 0, 0 };
  return own ();
}

/* ARGS: the operands of S from FIRST on, every STEP.  */
static struct extent
args_extent (const struct fir_stmt *s, unsigned first, unsigned step, unsigned level)
{
  unsigned given = (s->nargs - first + step - 1) / step;

  if (level < given)
    return (struct extent) { EXTENT_ARG, first + level * step, 0 };
  return fir_shows (s) < 0 ? own () : of (fir_shows (s), level - given + 1);
}

struct extent
fir_extent (const struct fir_stmt *s, const struct fir_var *res, unsigned level)
{
  const struct view_info *v = &view_info[s->op];
  const struct shape *shape = level ? &v->rows : &v->length;
  unsigned k = shape->arg;

  if (s->op == FIR_LOOP)
    return loop_extent (s, res, level);
  switch (shape->kind)
    {
    case SHAPE_NONE: break;
    case SHAPE_ARG: return (struct extent) { EXTENT_ARG, k, 0 };
    case SHAPE_OF: return of (k, 0);
    case SHAPE_ARGS: return args_extent (s, v->length.arg, k, level);
    case SHAPE_SAME: return of (k, level);
    case SHAPE_LIKE: return (struct extent) { EXTENT_LIKE, k, level };
    case SHAPE_INNER: return of (k, level + 1);
    case SHAPE_EACH: return of (k, level - 1);
    case SHAPE_PARTS: return level == 1 ? own () : of (k, level - 1);
    case SHAPE_EQUAL:
      return level == 1 ? (struct extent) { EXTENT_ARG, shape->size, 0 } : of (k, level - 1);
    case SHAPE_COLUMNS: return of (k, level == 1 ? 0 : level);
    }
  return own ();
}

/* --- Along producers ------------------------------------------------------------------------- */

bool
fir_bound_inside (const struct fir_stmt *s, struct fir_atom a)
{
  const struct fir_stmt *def = fir_atom_def (a);

  return a.var == s->fns[0]->params[0] || (def && def->parent == s->fns[0]->body);
}

/* The same as of STEP, for output O of loop S.  Rows that it makes are of one length if that of a
   value is known before the loop.  */
static enum extent_kind
step_out (const struct fir_stmt *s, const struct fir_out *o, struct fir_atom *x, unsigned level,
	  struct fir_atom *n)
{
  if (!level && fir_rowwise (o))
    {
      *x = o->init;
      return EXTENT_OF;
    }
  return level && (o->kind == OUT_VEC || o->kind == OUT_FILTER)
	 && fir_vec_extent (o->value, level - 1, n) && !fir_bound_inside (s, *n)
	 ? EXTENT_ARG : EXTENT_OWN;
}

/* Go one producer further from the extent of *X at *LEVEL: it is *N (EXTENT_ARG), or that of the
   new *X at the new *LEVEL (EXTENT_OF), or unknown.  */
static enum extent_kind
step (struct fir_atom *x, unsigned *level, struct fir_atom *n)
{
  struct fir_stmt *s = fir_atom_def (*x);
  struct extent e = s ? fir_extent (s, x->var, *level) : own ();

  for (unsigned k = 0; s && k < s->nouts && e.kind == EXTENT_OWN; k++)
    if (s->outs[k].res == x->var)
      return step_out (s, &s->outs[k], x, *level, n);

  if (e.kind == EXTENT_ARG)
    *n = s->args[e.arg];
  if (e.kind == EXTENT_OF)
    {
      *x = s->args[e.arg];
      *level = e.level;
    }
  return e.kind;
}

bool
fir_vec_extent (struct fir_atom x, unsigned level, struct fir_atom *n)
{
  enum extent_kind kind;

  while ((kind = step (&x, &level, n)) == EXTENT_OF)
    continue;
  return kind == EXTENT_ARG;
}

bool
fir_vec_length (struct fir_atom *x, struct fir_atom *n)
{
  struct fir_atom v = *x;
  enum extent_kind kind;
  unsigned level = 0;

  while ((kind = step (&v, &level, n)) == EXTENT_OF)
    if (!level)
      *x = v;
  return kind == EXTENT_ARG;
}

/* The operand of map S of whose rows those that it makes have the length; NULL: of none.  */
static const struct fir_atom *
maps_rows (const struct fir_stmt *s)
{
  struct fir_block *b = s->fns[0]->body;
  struct fir_stmt *inner = b->nrets == 1 ? fir_atom_def (b->rets[0]) : NULL;

  for (unsigned k = 0; inner && inner->op == FIR_MAP && k < s->nargs; k++)
    if (inner->args[0].var == s->fns[0]->params[k])
      return &s->args[k];
  return NULL;
}

/* Is the extent of X at LEVEL the same everywhere?  */
static bool
even_level (struct fir_atom x, unsigned level)
{
  struct fir_stmt *s = fir_atom_def (x);
  struct extent e;

  if (!level)
    return true;
  if (!s)
    return false;
  if (s->op == FIR_MAP)
    return level == 1 && maps_rows (s) && even_level (*maps_rows (s), 1);
  e = fir_extent (s, x.var, level);
  return e.kind == EXTENT_ARG || (e.kind != EXTENT_OWN && even_level (s->args[e.arg], e.level));
}

bool
fir_even_rows (struct fir_atom x, unsigned levels)
{
  while (levels && even_level (x, levels))
    levels--;
  return !levels;
}
