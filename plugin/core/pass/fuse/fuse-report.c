/* The lines of the report about fusion.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuse.h"

#include <string.h>

/* What the user called the operation that output O came from: known in the round that made the
   loop, later the builtin's name at the site, else by the kind of output.  */
static const char *
what_is (struct fuse *f, struct fir_out *o)
{
  static const char *const kinds[] = { "map", "filter", "reduce", "scan", "exscan" };
  const char *name = fir_site_name (f->p->ctx, o->site);

  if (!name)
    name = fuse_info (f, o->res)->what;
  if (name)
    return name;
  return !fir_atom_none (o->dest) ? "store" : kinds[o->kind];
}

/* --- What depends on what -------------------------------------------------------------------- */

/* Mark the terms that are computed from the reads of V.  */
struct flow
{
  struct fuse *f;
  struct fir_var *v;
  bool found;
};

static void
flow_atom (struct fir_atom *a, void *data)
{
  struct flow *w = (struct flow *) data;

  if (a->var && (a->var == w->v || (a->var->aux && ((struct var_info *) a->var->aux)->mark)))
    w->found = true;
}

static void
flow_set (struct fuse *f, struct fir_stmt *loop, struct fir_var *v, bool set)
{
  for (struct fir_stmt *s = loop->fns[0]->body->first; s; s = s->next)
    {
      struct flow w = { f, v, false };

      if (set)
	fir_stmt_each_atom (s, flow_atom, &w);
      for (unsigned k = 0; k < s->nres; k++)
	fuse_info (f, s->res[k])->mark = w.found;
    }
}

static bool
flows_into (struct fuse *f, struct fir_var *v, struct fir_out *o)
{
  struct flow w = { f, v, false };

  flow_atom (&o->value, &w);
  if (!fir_atom_none (o->guard))
    flow_atom (&o->guard, &w);
  return w.found;
}

/* True if no output of B is computed from elements of V: B needs V for its length only.  */
static bool
log_flows (struct fuse *f, struct fir_out *from, struct fir_stmt *b)
{
  bool any = false;

  flow_set (f, b, from->res, true);
  for (unsigned k = 0; k < b->nouts; k++)
    if (flows_into (f, from->res, &b->outs[k]))
      {
	any = true;
	pass_log_add (f->log, LOG_FUSED, from->site, b->outs[k].site,
		      ctx_printf (f->p->ctx, "%s into %s", what_is (f, from),
				  what_is (f, &b->outs[k])));
      }
  flow_set (f, b, from->res, false);
  return any;
}

void
fuse_log_vertical (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  if (b->op == FIR_LOOP)
    for (unsigned k = 0; k < a->nouts; k++)
      if (fir_stmt_uses (b, a->outs[k].res))
	log_flows (f, &a->outs[k], b);
}

void
fuse_log_made (struct fuse *f, struct fir_out *o, struct fir_stmt *b)
{
  pass_log_add (f->log, LOG_FUSED, o->site, b->outs[0].site,
		ctx_printf (f->p->ctx, "%s into %s", what_is (f, o), what_is (f, &b->outs[0])));
}

void
fuse_log_shared (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  pass_log_add (f->log, LOG_SHARED, a->outs[0].site, b->outs[0].site,
		ctx_printf (f->p->ctx, "%s and %s in one loop", what_is (f, &a->outs[0]),
			    what_is (f, &b->outs[0])));
}

/* --- Why not --------------------------------------------------------------------------------- */

/* B reads A's output O; why they are two loops.  */
static const char *
reason (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b, struct fir_out *o)
{
  const char *why = NULL, *merge = NULL;

  if (o->kind == OUT_FILTER)
    {
      if (fuse_can_push (f, a, b, &why))
	return NULL;
      return why;
    }
  if (fuse_can_merge (f, a, b, &merge))
    return NULL;
  if (o->kind != OUT_VEC || !fir_atom_none (o->dest) || fuse_reads (b, o->res).whole)
    return merge;
  if (fuse_can_inline (f, a, o, &why))
    return NULL;
  return fir_atom_equal (a->args[0], b->args[0]) && !fuse_reads (b, o->res).affine
	 && !fuse_reads (b, o->res).other && !fuse_reads (b, o->res).get ? merge : why;
}

static void
kept_pair (struct fuse *f, struct fir_stmt *a, struct fir_stmt *b)
{
  const char *why = NULL;
  bool needs = false;

  for (unsigned k = 0; k < a->nouts; k++)
    if (fir_stmt_uses (b, a->outs[k].res))
      {
	needs = true;
	why = reason (f, a, b, &a->outs[k]);
	if (why)
	  pass_log_add (f->log, LOG_KEPT, a->outs[k].site, b->outs[0].site, why);
      }
  if (!needs && fuse_share_input (a, b) && fir_atom_equal (a->args[0], b->args[0])
      && !fuse_can_merge (f, a, b, &why))
    pass_log_add (f->log, LOG_KEPT, a->outs[0].site, b->outs[0].site, why);
}

static void
kept_block (struct fuse *f, struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    {
      for (unsigned k = 0; k < s->nfns; k++)
	kept_block (f, s->fns[k]->body);
      if (s->op != FIR_LOOP)
	continue;
      for (struct fir_stmt *a = b->first; a != s; a = a->next)
	if (a->op == FIR_LOOP)
	  kept_pair (f, a, s);
    }
}

void
fuse_log_kept (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct fuse f = { p, r, log, 0 };

  if (!log)
    return;
  fir_clear_aux (r);
  kept_block (&f, r->body);
}
