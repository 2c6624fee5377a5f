/* A loop over a flatten becomes a loop of loops, over the rows.

   B runs over the length of a flatten of rows that A makes, and combines what it reads there.  Rows
   are combined by themselves, from the neutral element, and then the results of all rows; then A
   and B have one count, and merge: no row is ever in memory.

     y = loop n { (k) A  yield vec r }	     s = loop n { (k) A
     x = flatten y			  =>	     m = len r
     l = len x					     t = loop m { (j) p = at r j  B[p]
     s = loop l { (i) p = at x i  B[p]			  yield reduce f e r }
		  yield reduce f z r }		     yield reduce f z t }

   Where x is needed elsewhere, too, it stays; but what is combined need not be read again.

   Not: scans, filters and vectors, whose places depend on the lengths of all rows before; operators
   without a neutral element that is known, since a row may be empty.

   Where only the length of the flatten is needed, that is the sum of the rows' lengths:

     y = loop n { (k) A  yield vec r }		     l = loop n { (k) A  m = len r
     x = flatten y   l = len x		   =>		 yield reduce add 0 m }

   Where rows are only flattened twice, the inner flatten is done where they are made:

     y = loop n { (k) A  yield vec r }		     y = loop n { (k) A  s = flatten r
     x = flatten y   z = flatten x	   =>		 yield vec s }
						     z = flatten y

   so that the elements of one are written one after another, without offsets.

   Where a loop makes something of each element, it is made with the element:

     y = loop n { (k) A				y = loop n { (k) A
       r = loop m { C  yield vec e }		  r = loop m { C  B[e]  yield vec q }
       yield vec r }				  yield vec r }
     x = flatten y   l = len x		=>	x = flatten y   l = len x
     s = loop l { (i) p = at x i  B[p]		s = loop l { (i) p = at x i
		  yield vec q to d }			     yield vec p to d }

   so that rows may be written where they are stored, though the store converts them.  Without d, s
   is x.  Filters, too, if B may run for what they drop.

   Paper: NOVA, section 5, one level deeper; Elsman & Larsen, section 3, the other way round: what
   is flat in the source is nested in the loop.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

/* A loop over a flatten.  */
struct flat
{
  struct fuse *f;
  struct fir_stmt *a, *b;
  struct fir_stmt *flatten, *len;
  struct fir_var *x, *rows;	/* FLATTEN's result and operand */
  bool kept;			/* the flatten is needed elsewhere, too */
  bool early;			/* something between A and B, or in A, may fail */
};

/* --- May it? --------------------------------------------------------------------------------- */

/* Does B run over the length of a flatten of rows of A?  */
static bool
find_flatten (struct flat *t)
{
  struct fir_stmt *b = t->b;
  struct fir_out *o;

  t->len = fir_atom_def (b->args[0]);
  if (!t->len || t->len->op != FIR_LEN || t->len->parent != b->parent || !t->len->args[0].var)
    return false;
  t->flatten = fir_atom_def (t->len->args[0]);
  if (!t->flatten || t->flatten->op != FIR_FLATTEN || t->flatten->parent != b->parent)
    return false;
  t->x = t->flatten->res[0];
  t->rows = t->flatten->args[0].var;
  o = t->rows ? fuse_out (t->a, t->rows) : NULL;
  return o && o->kind == OUT_VEC && fir_atom_none (o->dest);
}

/* Does B read the flatten at its own index only, and is that nothing but the place of these reads?
   An error that names an element would name that of the row.  If the flatten, or its length, is
   needed elsewhere, it stays: what is saved is to read elements again, in an element of another
   loop, where they are records, of which lanes would load one field here and one there.  */
static bool
only_read (struct flat *t)
{
  struct reads r = fuse_reads (t->b, t->x);
  struct fir_var *i = fuse_index (t->b);

  t->kept = fir_count_uses (t->f->r->body, t->x) != r.identity + 1
	    || fir_count_uses (t->f->r->body, t->len->res[0]) != 1;
  if (fir_stmt_uses (t->b, t->x) != r.identity || fir_stmt_uses (t->b, t->len->res[0]) != 1
      || fir_count_uses (t->b->fns[0]->body, i) != r.identity
      || (t->kept && (t->b->parent == t->f->r->body || t->x->type->elem->kind != TYPE_RECORD)))
    return false;
  for (unsigned k = 0; k < t->b->nouts; k++)
    if (t->b->outs[k].value.var == i || t->b->outs[k].guard.var == i)
      return false;
  return !fuse_names_element (t->b);
}

static struct fir_atom
neutral (struct flat *t, struct fir_out *o)
{
  enum fir_op op = o->kind == OUT_REDUCE ? fir_fn_operator (o->combine) : FIR_LAST;

  return op == FIR_LAST ? FIR_NONE
	 : fir_neutral (t->f->p, op, fir_atom_type (o->value), t->f->r->finite);
}

/* --- Doing it -------------------------------------------------------------------------------- */

/* A result for an output of loop S like O of B: what combines V, from INIT.  Sums of rows may
   overflow where the sum of all does not.  */
static void
add_out (struct flat *t, struct fir_stmt *s, struct fir_out *o, struct fir_atom v,
	 struct fir_atom init)
{
  struct fir_out *to = &s->outs[s->nouts];

  *to = *o;
  to->value = v;
  to->guard = FIR_NONE;
  to->init = init;
  to->combine = fir_fn_copy (t->f->p, o->combine, NULL);
  fir_walk (to->combine->body, fir_let_wrap, NULL);
  to->res = fir_var_new (t->f->p, o->res->name, o->res->type);
  to->res->def = s;
  fuse_info (t->f, to->res)->what = fuse_info (t->f, o->res)->what;
  s->res[s->nouts++] = to->res;
  s->nres = s->nouts;
}

static void
room_for_outs (struct flat *t, struct fir_stmt *s)
{
  s->outs = CTX_NEWV (t->f->p->ctx, struct fir_out, t->b->nouts);
  s->res = CTX_NEWV (t->f->p->ctx, struct fir_var *, t->b->nouts);
}

/* B's elements that are in ROW, as a loop in BODY.  */
static struct fir_stmt *
inner_loop (struct flat *t, struct fir_block *body, struct fir_atom row)
{
  struct fir_prog *p = t->f->p;
  struct fir_stmt *b = t->b, *s;
  const struct type *size = type_size (p->ctx);
  struct fir_stmt *len = fir_stmt_new (p, body, FIR_LEN, b->site, 1, 0, size, "n");
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_block *outs = fir_block_new (p);
  struct fir_atom *atoms = CTX_NEWV (p->ctx, struct fir_atom, 2 * b->nouts);

  len->args[0] = row;
  s = fir_stmt_new (p, body, FIR_LOOP, b->site, 1, 1, NULL, NULL);
  s->order = b->order;
  s->args[0] = fir_atom_var (len->res[0]);
  s->fns[0] = fir_fn_new (p, 1, &size);
  s->fns[0]->params[0]->name = fuse_index (b)->name;
  fir_subst_put (subst, t->x, row);
  fir_subst_put (subst, fuse_index (b), fir_atom_var (s->fns[0]->params[0]));
  fir_copy_into (p, s->fns[0]->body, b->fns[0]->body, subst);
  for (unsigned k = 0; k < b->nouts; k++)
    {
      atoms[2 * k] = b->outs[k].value;
      atoms[2 * k + 1] = b->outs[k].guard;
    }
  fir_block_return (p, outs, 2 * b->nouts, atoms);
  fir_subst_block (subst, outs);
  room_for_outs (t, s);
  for (unsigned k = 0; k < b->nouts; k++)
    {
      add_out (t, s, &b->outs[k], outs->rets[2 * k], neutral (t, &b->outs[k]));
      s->outs[k].guard = outs->rets[2 * k + 1];
    }
  return s;
}

/* B as a loop over the rows, before it.  */
static struct fir_stmt *
outer_loop (struct flat *t)
{
  struct fir_stmt *s = fuse_loop_before (t->f, t->b, t->a->args[0]);
  struct fir_block *body = s->fns[0]->body;
  struct fir_atom row = fir_element (t->f->p, body, fir_atom_var (t->rows),
				     fir_atom_var (fuse_index (s)));
  struct fir_stmt *inner = inner_loop (t, body, row);

  room_for_outs (t, s);
  for (unsigned k = 0; k < t->b->nouts; k++)
    add_out (t, s, &t->b->outs[k], fir_atom_var (inner->res[k]), t->b->outs[k].init);
  return s;
}

struct fir_stmt *
fuse_by_rows (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  struct flat t = { .f = f, .a = a, .b = b };
  struct fir_stmt *s;
  const char *why;

  if (!find_flatten (&t) || !only_read (&t))
    return NULL;
  for (unsigned k = 0; k < b->nouts; k++)
    if (fir_atom_none (neutral (&t, &b->outs[k])))
      return NULL;
  s = outer_loop (&t);
  if (!fuse_can_merge (f, a, s, &why))
    {
      fir_unlink (s);
      return NULL;
    }
  fuse_log_vertical (f, a, s);
  for (unsigned k = 0; k < b->nouts; k++)
    fuse_replace (f, b->res[k], fir_atom_var (s->res[k]));
  fir_unlink (b);
  if (!t.kept)
    {
      fir_unlink (t.len);
      fir_unlink (t.flatten);
    }
  law_fired (f->p->ctx, LAW_R11);
  return s;
}

/* --- Counted only ---------------------------------------------------------------------------- */

/* Is LEN the length of a flatten of rows of A, of which nothing else is used?  */
static bool
only_counted (struct flat *t)
{
  struct fir_out *o;

  t->flatten = t->len->op == FIR_LEN ? fir_atom_def (t->len->args[0]) : NULL;
  if (!t->flatten || t->flatten->op != FIR_FLATTEN || t->flatten->parent != t->a->parent)
    return false;
  t->rows = t->flatten->args[0].var;
  o = t->rows ? fuse_out (t->a, t->rows) : NULL;
  return o && o->kind == OUT_VEC && fir_atom_none (o->dest)
	 && fir_count_uses (t->f->r->body, t->flatten->res[0]) == 1;
}

/* The sum of the rows' lengths, before LEN.  */
static struct fir_stmt *
sum_of_lengths (struct flat *t)
{
  struct fir_prog *p = t->f->p;
  const struct type *size = type_size (p->ctx);
  struct fir_stmt *s = fuse_loop_before (t->f, t->len, t->a->args[0]), *len;
  struct fir_block *body = s->fns[0]->body;
  struct fir_atom row = fir_element (p, body, fir_atom_var (t->rows),
				     fir_atom_var (fuse_index (s)));

  s->site = t->flatten->site;
  s->order = t->flatten->order;
  len = fir_stmt_new (p, body, FIR_LEN, 0, 1, 0, size, "n");
  len->args[0] = row;
  s->outs = CTX_NEW (p->ctx, struct fir_out);
  s->res = CTX_NEW (p->ctx, struct fir_var *);
  s->nouts = s->nres = 1;
  s->outs->kind = OUT_REDUCE;
  s->outs->site = t->flatten->site;
  s->outs->value = fir_atom_var (len->res[0]);
  s->outs->combine = fir_fn_of_op (p, FIR_ADD, size, size);
  s->outs->init = fir_atom_size (p, 0);
  s->outs->res = s->res[0] = fir_var_new (p, "n", size);
  s->res[0]->def = s;
  fuse_info (t->f, s->res[0])->what = fir_op_info[FIR_LEN].text;
  return s;
}

struct fir_stmt *
fuse_count_rows (struct fuse *f, struct fir_stmt *a, struct fir_stmt *len)
{
  struct flat t = { .f = f, .a = a, .len = len };
  struct fir_stmt *s;
  const char *why;

  if (!only_counted (&t))
    return NULL;
  s = sum_of_lengths (&t);
  if (!fuse_can_merge (f, a, s, &why))
    {
      fir_unlink (s);
      return NULL;
    }
  fuse_log_vertical (f, a, s);
  fuse_replace (f, len->res[0], fir_atom_var (s->res[0]));
  fir_unlink (len);
  fir_unlink (t.flatten);
  law_fired (f->p->ctx, LAW_R12);
  return s;
}

/* --- Flattened twice ------------------------------------------------------------------------- */

/* Is V the operand of a flatten in B, and nothing else in the region?  */
static bool
only_flattened (struct fuse *f, struct fir_block *b, struct fir_var *v)
{
  unsigned n = 0;

  for (struct fir_stmt *s = b->first; s; s = s->next)
    n += s->op == FIR_FLATTEN && s->args[0].var == v;
  return n && n == fir_count_uses (f->r->body, v);
}

/* Is output O of A a vector of rows of rows that is only flattened twice?  */
static bool
flattened_twice (struct fuse *f, struct fir_stmt *a, struct fir_out *o)
{
  if ((o->kind != OUT_VEC && o->kind != OUT_FILTER) || !fir_atom_none (o->dest)
      || type_levels (o->res->type) < 3 || !only_flattened (f, a->parent, o->res))
    return false;
  for (struct fir_stmt *s = a->next; s; s = s->next)
    if (s->op == FIR_FLATTEN && s->args[0].var == o->res
	&& !only_flattened (f, a->parent, s->res[0]))
      return false;
  return true;
}

/* O's rows are flattened in A's body.  */
static void
flatten_rows (struct fuse *f, struct fir_stmt *a, struct fir_out *o)
{
  struct fir_prog *p = f->p;
  const struct type *t = fir_atom_type (o->value)->elem;
  struct fir_stmt *in = fir_stmt_new (p, a->fns[0]->body, FIR_FLATTEN, o->site, 1, 0, t, "r");
  struct fir_var *was = o->res;
  struct fir_stmt *next;

  in->order = a->order;
  in->args[0] = o->value;
  o->value = fir_atom_var (in->res[0]);
  o->res = fir_var_new (p, was->name, type_vec (p->ctx, t));
  o->res->def = a;
  a->res[o - a->outs] = o->res;
  fuse_info (f, o->res)->what = fuse_info (f, was)->what;
  for (struct fir_stmt *s = a->next; s; s = next)
    {
      next = s->next;
      if (s->op != FIR_FLATTEN || s->args[0].var != was)
	continue;
      fuse_replace (f, s->res[0], fir_atom_var (o->res));
      fir_unlink (s);
    }
}

bool
fuse_flatten_inside (struct fuse *f, struct fir_stmt *a)
{
  for (unsigned k = 0; k < a->nouts; k++)
    if (flattened_twice (f, a, &a->outs[k]))
      {
	flatten_rows (f, a, &a->outs[k]);
	law_fired (f->p->ctx, LAW_R8);
	f->changes++;
	return true;
      }
  return false;
}

/* --- Element by element ---------------------------------------------------------------------- */

/* How often the length of V is taken in B.  */
static unsigned
lengths_of (struct fir_block *b, struct fir_var *v)
{
  unsigned n = 0;

  for (struct fir_stmt *s = b->first; s; s = s->next)
    n += s->op == FIR_LEN && s->args[0].var == v;
  return n;
}

/* Is X bound in front of A, or around it?  */
static bool
bound_before (struct fir_var *x, struct fir_stmt *a)
{
  struct fir_stmt *s = x->def;

  if (!s || s->parent != a->parent)
    return true;
  do
    s = s->next;
  while (s && s != a);
  return s == a;
}

/* May B run for elements that it has not read?  */
static bool
speculates (const struct fir_stmt *b)
{
  struct fir_block *body = b->fns[0]->body;

  for (struct fir_stmt *s = body->first; s; s = s->next)
    if (s->op != FIR_AT && !fir_speculates (s))
      return false;
  return fir_block_weight (body) <= FUSE_SPECULATE;
}

/* Does neither A fail, nor what stands between A and B?  The check that B has room stands before B,
   but after what A does.  */
static bool
nothing_fails (const struct flat *t)
{
  struct fir_stmt *s = t->a;

  for (; s && s != t->b; s = s->next)
    if (fir_may_fail (s) || (s->op == FIR_CHECK && s->site != t->b->outs[0].site))
      return false;
  return s != NULL;
}

/* Does B only make an element of each element that it reads of the flatten, by primitives that
   cannot fail, of what is there before A?  If something fails first B must not run at all: a
   division would end the program.  */
static bool
makes_elements (struct flat *t)
{
  struct fir_block *body = t->b->fns[0]->body;
  struct fir_out *o = &t->b->outs[0];
  struct reads r = fuse_reads (t->b, t->x);
  struct fir_stmt *def = fir_atom_def (o->value);

  t->early = !nothing_fails (t);
  if (t->b->nouts != 1 || o->kind != OUT_VEC || !fir_atom_none (o->guard) || !r.identity
      || !def || def->parent != body || def->op == FIR_AT || type_is_vec (t->x->type->elem)
      || fir_count_uses (body, fuse_index (t->b)) != r.identity
      || fir_count_uses (t->f->r->body, t->x) != r.identity + lengths_of (t->b->parent, t->x))
    return false;
  for (struct fir_stmt *s = body->first; s; s = s->next)
    {
      if (s->op == FIR_AT && s->args[0].var == t->x)
	continue;
      if (fir_op_info[s->op].cls != FIR_CLASS_PRIM || fir_may_fail (s)
	  || (t->early && !fir_speculates (s)))
	return false;
      for (unsigned k = 0; k < s->nargs; k++)
	if (s->args[k].var && !bound_before (s->args[k].var, t->a)
	    && s->args[k].var->def->parent != body)
	  return false;
    }
  return true;
}

/* The output of a loop of A's body that makes the rows of O, and nothing else; NULL: there is
   none.  */
static struct fir_out *
row_maker (struct flat *t, struct fir_out *o)
{
  struct fir_block *body = t->a->fns[0]->body;
  struct fir_stmt *s = fir_atom_def (o->value);
  struct fir_out *row;

  if (!s || s->op != FIR_LOOP || s->parent != body)
    return NULL;
  row = fuse_out (s, o->value.var);
  return row && (row->kind == OUT_VEC || (row->kind == OUT_FILTER && speculates (t->b)))
	 && fir_atom_none (row->dest)
	 && fir_count_uses (t->f->r->body, row->res) == 1 + lengths_of (body, row->res) ? row
	 : NULL;
}

/* A new variable for V, now of ELEM, in its place.  */
static struct fir_var *
with_elements (struct flat *t, struct fir_var *v, const struct type *elem)
{
  struct fir_var *made = fir_var_new (t->f->p, v->name, type_vec (t->f->p->ctx, elem));
  struct fir_stmt *s = v->def;

  made->def = s;
  for (unsigned k = 0; k < s->nres; k++)
    if (s->res[k] == v)
      s->res[k] = made;
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].res == v)
      s->outs[k].res = made;
  fuse_info (t->f, made)->what = fuse_info (t->f, v)->what;
  fuse_replace (t->f, v, fir_atom_var (made));
  return made;
}

/* What B makes of its elements goes to the loop of ROW.  */
static void
move_elements (struct flat *t, struct fir_out *row)
{
  struct fir_block *body = t->b->fns[0]->body;
  struct fir_subst *subst = fir_subst_new (t->f->p);
  struct fir_stmt *next;

  for (struct fir_stmt *s = body->first; s; s = next)
    {
      next = s->next;
      if (s->op == FIR_AT && s->args[0].var == t->x)
	{
	  fir_subst_put (subst, s->res[0], row->value);
	  fir_unlink (s);
	}
    }
  fir_subst_block (subst, body);
  if (row->kind == OUT_FILTER || t->early)
    fir_walk (body, fir_let_wrap, NULL);
  fuse_move_all (row->res->def->fns[0]->body, body);
  row->value = t->b->outs[0].value;
}

bool
fuse_by_elements (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  struct flat t = { .f = f, .a = a, .b = b };
  struct fir_out *rows, *row;
  const struct type *elem;

  if (!find_flatten (&t) || !makes_elements (&t)
      || fir_count_uses (f->r->body, t.rows) != 1 + lengths_of (b->parent, t.rows))
    return false;
  rows = fuse_out (a, t.rows);
  row = row_maker (&t, rows);
  if (!row)
    return false;
  fuse_log_made (f, row, b);
  elem = fir_atom_type (b->outs[0].value);
  move_elements (&t, row);
  elem = with_elements (&t, row->res, elem)->type;
  with_elements (&t, t.rows, elem);
  t.x = with_elements (&t, t.x, elem->elem);
  if (fir_atom_none (b->outs[0].dest))
    {
      fuse_replace (f, b->res[0], fir_atom_var (t.x));
      fir_unlink (b);
    }
  else
    b->outs[0].value = fir_element (f->p, b->fns[0]->body, fir_atom_var (t.x),
				    fir_atom_var (fuse_index (b)));
  law_fired (f->p->ctx, LAW_F10);
  f->changes++;
  return true;
}
