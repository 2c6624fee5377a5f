/* Index-only vectors that are needed as a whole: results, arguments of functions, elements of
   vectors.  They become loops that write their elements; regular nested ones a loop over all base
   elements and a reshape, irregular ones a loop over their rows.  Segments of what is in memory,
   and rows of these, are left to lowering: they need no memory of their own.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

#include <string.h>

/* Is V the result of S, a checked read: the element of a replicate?  */
static bool
is_element (struct fir_stmt *s, struct fir_var *v)
{
  struct fir_stmt *d = s->op == FIR_GET ? fir_atom_def (s->args[0]) : NULL;

  return d && d->op == FIR_REPLICATE && d->args[1].var == v;
}

/* Is V used as a whole in S: other than read by index, measured, or looked through?  */
static bool
used_whole (struct fir_stmt *s, struct fir_var *v)
{
  if (is_element (s, v))
    return true;
  for (unsigned k = 0; k < s->nargs; k++)
    if (s->args[k].var == v && !fuse_looks_through (s, k)
	&& (k || (!fir_reads (s) && s->op != FIR_LEN)))
      return true;
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].value.var == v || s->outs[k].init.var == v)
      return true;
  return false;
}

struct whole
{
  struct fir_var *v;
  bool found;
};

static void
find_whole (struct fir_stmt *s, void *data)
{
  struct whole *w = (struct whole *) data;

  w->found |= used_whole (s, w->v);
  for (unsigned f = 0; f < s->nfns && !fuse_lazy (s); f++)
    for (unsigned k = 0; k < s->fns[f]->body->nrets; k++)
      w->found |= s->fns[f]->body->rets[k].var == w->v;
  for (unsigned o = 0; o < s->nouts; o++)
    if (s->outs[o].combine)
      w->found |= s->outs[o].combine->body->rets[0].var == w->v;
}

/* Move T behind S, and behind the statements after S that compute one of the N extents DIMS: terms
   for reading S's elements may have been put before S.  */
static void
move_behind (struct fir_stmt *s, struct fir_stmt *t, unsigned n, const struct fir_atom *dims)
{
  struct fir_stmt *end = s;

  for (unsigned k = 0; k < n; k++)
    for (struct fir_stmt *u = end->next; u; u = u->next)
      if (u == fir_atom_def (dims[k]))
	end = u;
  fir_unlink (t);
  if (end->next)
    fir_insert_before (end->next, t);
  else
    fir_append (end->parent, t);
}

/* The length of segment I of S, into B.  */
static struct fir_atom
segment_length (struct fuse *f, struct fir_block *b, struct fir_stmt *s, struct fir_atom i,
		struct fir_stmt *l)
{
  struct fir_atom next;

  if (s->op == FIR_WINDOW)
    return s->args[0];
  if (s->op == FIR_TRANSPOSE)
    return fuse_len (f, s->args[0], l);
  next = fuse_size_op (f, b, FIR_ADD, i, fir_atom_size (f->p, 1));
  next = fuse_read (f, b, s->args[1], next, l);
  return fuse_size_op (f, b, FIR_SUB, next, fuse_read (f, b, s->args[1], i, l));
}

/* Element I of S in loop L.  For windows, segments and columns, which are not rows in memory, the
   loop over its elements.  */
static struct fir_atom
element (struct fuse *f, struct fir_stmt *l, struct fir_stmt *s, struct fir_atom i)
{
  struct fir_block *b = l->fns[0]->body;
  struct fir_stmt *inner;
  struct fir_out *o;
  struct fir_atom at[2] = { i, FIR_NONE };
  const struct type *size = type_size (f->p->ctx);

  if (s->op != FIR_WINDOW && s->op != FIR_SEGMENTS && s->op != FIR_TRANSPOSE)
    return fuse_read (f, b, fir_atom_var (s->res[0]), i, l);
  at[1] = segment_length (f, b, s, i, l);
  inner = fir_stmt_new (f->p, b, FIR_LOOP, s->site, 1, 1, s->res[0]->type->elem, "row");
  inner->order = s->order;
  inner->args[0] = at[1];
  inner->fns[0] = fir_fn_new (f->p, 1, &size);
  at[1] = fir_atom_var (inner->fns[0]->params[0]);
  o = CTX_NEW (f->p->ctx, struct fir_out);
  o->kind = OUT_VEC;
  o->site = s->site;
  o->res = inner->res[0];
  o->value = fuse_read_all (f, inner->fns[0]->body, fir_atom_var (s->res[0]), 2, at, l);
  inner->outs = o;
  inner->nouts = 1;
  return fir_atom_var (o->res);
}

/* Index-only S, needed as a whole, becomes a loop that writes its elements.  */
static void
make_flat (struct fuse *f, struct fir_stmt *s)
{
  struct fir_atom n = fuse_len (f, fir_atom_var (s->res[0]), s);
  struct fir_stmt *l = fuse_loop_before (f, s, n), *from = s;
  struct fir_atom i = fir_atom_var (l->fns[0]->params[0]);

  move_behind (s, l, 1, &n);
  /* A strided view is read itself, so its elements come from another one like it.  */
  if (s->op == FIR_VIEWS)
    {
      from = fir_stmt_new (f->p, l->fns[0]->body, FIR_VIEWS, s->site, s->nargs, 0,
			   s->res[0]->type, s->res[0]->name);
      memcpy (from->args, s->args, s->nargs * sizeof *s->args);
      fir_unlink (from);
      fir_insert_before (s, from);
    }
  i = element (f, l, from, i);
  fuse_loop_result (f, l, s, OUT_VEC, i);
}

/* The extents of S's result, into DIMS, one a level; false if some are not known.  */
static bool
all_extents (struct fuse *f, struct fir_stmt *s, struct fir_atom *dims)
{
  for (unsigned k = 0; k < type_levels (s->res[0]->type); k++)
    {
      dims[k] = fuse_extent (f, fir_atom_var (s->res[0]), k, s);
      if (fir_atom_none (dims[k])
	  || (fir_atom_def (dims[k]) && fir_atom_def (dims[k])->op == FIR_LEN
	      && fir_atom_def (dims[k])->args[0].var == s->res[0]))
	return false;
    }
  return true;
}

/* The same for a regular nested one: the loop is put behind S, where the extents are known; S's
   uses become uses of the reshaped result.  */
bool
fuse_make_nested (struct fuse *f, struct fir_stmt *s)
{
  unsigned n = type_levels (s->res[0]->type);
  struct fir_atom *dims = CTX_NEWV (f->p->ctx, struct fir_atom, n);
  struct fir_atom *inner = CTX_NEWV (f->p->ctx, struct fir_atom, n);
  struct fir_atom *index = CTX_NEWV (f->p->ctx, struct fir_atom, n), count, x;
  struct fir_block *b = fir_block_new (f->p), *home = fir_block_new (f->p);
  struct fir_stmt *l, *flat, *shaped;
  struct fir_subst *subst = fir_subst_new (f->p);

  x = fir_atom_var (s->res[0]);
  if (!all_extents (f, s, dims))
    return false;
  /* Statements behind S from here on use the new vector instead.  */
  shaped = fir_stmt_new (f->p, home, FIR_RESHAPE, s->site, n + 1, 0, s->res[0]->type,
			 s->res[0]->name);
  fir_subst_put (subst, s->res[0], fir_atom_var (shaped->res[0]));
  fir_subst_block (subst, f->r->body);
  flat = fir_stmt_new (f->p, home, FIR_COPY, s->site, 1, 0,
		       type_vec (f->p->ctx, type_base (s->res[0]->type)), "flat");
  count = dims[n - 1];
  for (unsigned k = n - 1; k-- > 0;)
    {
      inner[k] = count;
      count = fuse_size_op (f, b, FIR_MUL, dims[k], count);
    }
  shaped->args[0] = fir_atom_var (flat->res[0]);
  for (unsigned k = 0; k < n; k++)
    shaped->args[k + 1] = dims[k];
  move_behind (s, shaped, n, dims);
  fir_unlink (flat);
  fir_insert_before (shaped, flat);
  fir_put_before (flat, b);
  l = fuse_loop_before (f, flat, count);
  fuse_split_index (f, l->fns[0]->body, fir_atom_var (l->fns[0]->params[0]), n, inner, index);
  fuse_loop_result (f, l, flat, OUT_VEC, fuse_read_all (f, l->fns[0]->body, x, n, index, l));
  return true;
}

/* S, or an operand of it, flattens an index-only vector with ragged rows: the positions of its
   elements are not known.  The operand then becomes a loop over rows.  True if S's did.  */
static bool
make_operand (struct fuse *f, struct fir_stmt *s)
{
  struct fir_stmt *of, *n;

  for (unsigned k = 0; k < s->nargs; k++)
    {
      of = fir_atom_def (s->args[k]);
      if (of && of->nres && fuse_lazy (of) && type_is_vec (of->res[0]->type))
	make_operand (f, of);
    }
  of = s->op == FIR_FLATTEN ? fir_atom_def (s->args[0]) : NULL;
  if (!of || !fuse_lazy (of))
    return false;
  n = fir_atom_def (fuse_len (f, fir_atom_var (s->res[0]), s));
  if (!n || n->op != FIR_LEN || n->args[0].var != s->res[0])
    return false;
  if (!fuse_make_nested (f, of))
    {
      law_fired (f->p->ctx, LAW_R3);
      make_flat (f, of);
    }
  return true;
}

/* --- Segments of what is in memory ----------------------------------------------------------- */

/* Is S segments of vectors in memory?  Lowering has them.  */
static bool
cuts_memory (const struct fir_stmt *s)
{
  return s && s->op == FIR_SEGMENTS && !fuse_lazy (fir_atom_def (s->args[0]))
	 && !fuse_lazy (fir_atom_def (s->args[1]));
}

/* How the region uses vector V.  */
struct part
{
  struct fir_var *v;
  bool held;			/* something may refer to its memory for longer than it lives */
  bool needed;			/* its elements are needed in memory */
};

/* Does S take the elements of its operands one by one, wherever they come from?  */
static bool
takes_elements (const struct fir_stmt *s)
{
  return s->op == FIR_PERMUTE || s->op == FIR_SCATTER || s->op == FIR_BINS
	 || s->op == FIR_BINS_INTO || s->op == FIR_BINS_ROWS || s->op == FIR_ORDERING;
}

static void
note_part (struct fir_stmt *s, void *data)
{
  struct part *p = (struct part *) data;
  bool gives = s->op == FIR_LEAF && s->nres && type_is_vec (s->res[0]->type);
  bool reads = fir_op_info[s->op].cls == FIR_CLASS_VEC || fir_op_info[s->op].cls == FIR_CLASS_FUSED
	       || (s->op == FIR_LEAF && !gives);

  p->held |= is_element (s, p->v);
  for (unsigned k = 0; k < s->nargs; k++)
    if (s->args[k].var == p->v)
      {
	p->held |= !reads;
	p->needed |= used_whole (s, p->v) && !takes_elements (s);
      }
  for (unsigned k = 0; k < s->nfns; k++)
    for (unsigned r = 0; r < s->fns[k]->body->nrets; r++)
      p->held |= s->fns[k]->body->rets[r].var == p->v;
  for (unsigned k = 0; k < s->nouts; k++)
    {
      struct fir_out *o = &s->outs[k];
      bool value = o->value.var == p->v;

      p->held |= o->init.var == p->v || (value && o->combine)
		 || (o->combine && o->combine->body->rets[0].var == p->v);
      /* A loop in front of the guard would make it for nothing.  */
      p->needed |= value && o->kind == OUT_FILTER;
    }
}

/* Is S a row of such segments that is needed in memory, where it is a part of theirs?  */
static bool
part_of_memory (struct fuse *f, struct fir_stmt *s)
{
  struct part p = { s->nres ? s->res[0] : NULL, false, false };

  if (s->op != FIR_ROW || !cuts_memory (fir_atom_def (s->args[0])))
    return false;
  fir_walk (f->r->body, note_part, &p);
  for (unsigned k = 0; k < f->r->body->nrets; k++)
    p.held |= f->r->body->rets[k].var == p.v;
  return p.needed && !p.held;
}

static void
handle_stmt (struct fir_stmt *s, void *data)
{
  struct fuse *f = (struct fuse *) data;
  struct whole w = { NULL, false };

  if (!s->nres || !fuse_lazy (s) || cuts_memory (s) || part_of_memory (f, s))
    return;
  w.v = s->res[0];
  fir_walk (f->r->body, find_whole, &w);
  for (unsigned k = 0; k < f->r->body->nrets; k++)
    w.found |= f->r->body->rets[k].var == w.v;
  /* A flattening is that of its operand, whether it is needed as a whole or read.  */
  if ((w.found || (s->op == FIR_FLATTEN && fir_uses (f->r->body, w.v))) && make_operand (f, s))
    return;
  if (!w.found)
    return;
  if (type_levels (s->res[0]->type) > 1 && fuse_make_nested (f, s))
    law_fired (f->p->ctx, LAW_N9);
  else
    {
      law_fired (f->p->ctx, type_levels (s->res[0]->type) > 1 ? LAW_R3 : LAW_N6);
      make_flat (f, s);
    }
}

/* S is a map that does more for an element than it did: of a vector in its function a loop has been
   made, or how long it is has been computed.  It becomes a loop.  */
static void
map_stmt (struct fir_stmt *s, void *data)
{
  if (s->op == FIR_MAP && !fuse_lazy (s))
    fuse_make_elementwise ((struct fuse *) data, s);
}

void
fuse_handles (struct fuse *f, struct fir_block *b)
{
  fir_walk (b, handle_stmt, f);
  fir_walk (b, map_stmt, f);
}
