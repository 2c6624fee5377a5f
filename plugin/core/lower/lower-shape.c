/* Skeletons: operations written in the text form of IMP.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   An operation that is not a loop over elements (a sort, a histogram) is easier to write, and to
   read, as text than as calls that build it.  A skeleton is such a text; names in it stand for the
   types, operands and functions of the statement at hand.  The functions are applied by `do', which
   is replaced by their statements.

   Inside a loop there is no parallel loop and no temp: a parfor becomes a for, and temps become
   vectors that live as long as the element.  */

#include <string.h>
#include "lower-loop.h"
#include "lower-shape.h"

/* E as i32: 1, or 0 if E is 0.  */
static struct imp_expr *
as_test (struct lower *l, struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_PRIM && fir_op_info[e->op].flags & FIR_FLAG_CMP)
    return e;
  e = e_test (l, e);
  return e->kind == IMP_EXPR_PRIM && fir_op_info[e->op].flags & FIR_FLAG_CMP
	 ? e : e_op (l, FIR_NE, e, e_const (l, e->type, 0, 0));
}

/* "do X := H (ARGS) elem K".  A failure in it is one of element K; X then keeps its value, and the
   skeleton continues.  */
static void
apply (void *data, struct imp_block *b, const struct imp_hole *h, struct imp_var *x,
       struct imp_expr **args, struct imp_expr *k)
{
  struct shape *sh = (struct shape *) data;
  struct lower *l = sh->l;
  struct element *outer = l->elem, el = { .index = k, .outer = k, .checked = true };
  struct imp_block *after = l->b;
  if (outer)
    {
      el.outer = outer->outer;
      el.checked = outer->checked;
      el.region = outer->region;
      el.ok = outer->ok;
    }
  el.checked &= !sh->checked;
  l->elem = &el;
  l->b = b;
  /* The chunks of a row alone do not share a flag.  */
  if (outer && outer->ok && !sh->fill.serial)
    el.ok = s_new (l, "ok", type_i32 (l->ctx), e_const (l, type_i32 (l->ctx), 1, 0));
  struct imp_expr *e = lower_apply (l, h->fn, args[0], args[1]);
  s_assign (l, x, h->test ? as_test (l, e) : e);
  elem_release_rows (l, &el);
  l->elem = outer;
  l->b = after;
}

void
shape_begin (struct shape *sh, struct lower *l, struct fir_stmt *s, bool checks)
{
  memset (sh, 0, sizeof *sh);
  sh->l = l;
  sh->s = s;
  sh->fill.serial = l->elem != NULL;
  sh->fill.outer = l->elem ? l->elem->outer : NULL;
  sh->fill.site = s->site;
  sh->fill.order = s->order;
  sh->fill.apply = apply;
  sh->fill.data = sh;
  sh->fails = checks;
  for (unsigned k = 0; k < s->nfns; k++)
    for (struct fir_stmt *t = s->fns[k]->body->first; t; t = t->next)
      sh->fails |= fir_may_fail (t) || t->op == FIR_CHECK;
  if (sh->fails)
    {
      l->proc->may_fail = true;
      lower_need_ok (l);
    }
}

static struct imp_hole *
hole (struct shape *sh, const char *name)
{
  struct imp_hole *h = sh->fill.hole;
  while (h < sh->fill.hole + sh->fill.n && strcmp (h->name, name) != 0)
    h++;
  if (h == sh->fill.hole + IMP_HOLES)
    ctx_fatal (sh->l->ctx, "lower: a skeleton of too many names");
  if (h == sh->fill.hole + sh->fill.n)
    sh->fill.n++;
  memset (h, 0, sizeof *h);
  h->name = name;
  return h;
}

void
shape_type (struct shape *sh, const char *name, const struct type *t)
{
  hole (sh, name)->type = t;
}

struct imp_expr *
shape_expr (struct shape *sh, const char *name, struct imp_expr *e)
{
  return hole (sh, name)->e = lower_name (sh->l, e, name);
}

struct imp_var *
shape_chunks (struct shape *sh)
{
  struct lower *l = sh->l;
  const struct type *u64 = type_size (l->ctx);
  struct imp_var *size = s_new (l, "size", u64, NULL), *nc = s_new (l, "nc", u64, NULL);

  shape_expr (sh, "size", imp_use (l->p, size));
  shape_expr (sh, "nc", imp_use (l->p, nc));
  return nc;
}

void
shape_fn (struct shape *sh, const char *name, struct fir_fn *fn, bool test)
{
  struct imp_hole *h = hole (sh, name);
  h->fn = fn;
  h->test = test;
}

void
shape_room (struct shape *sh, const char *name, const struct type *t, struct imp_expr *n)
{
  struct lower *l = sh->l;
  if (l->elem)
    {
      shape_new (sh, name, type_vec (l->ctx, t), n);
      return;
    }
  struct imp_var *v = s_temp (l, name, t, n, sh->s->site);
  struct imp_expr *p = imp_use (l->p, v);
  p->type = type_ptr (l->ctx, t, 0);
  sh->room[sh->nrooms++] = v;
  hole (sh, name)->e = imp_use (l->p, s_new (l, name, p->type, p));
}

void
shape_vec (struct shape *sh, const char *name, struct fir_atom a)
{
  struct lower *l = sh->l;
  struct vecval *v = lower_vec (l, a);
  if (v->step[0])
    v = vec_memory (l, v);
  if (v->kind != VEC_MEM || type_levels (v->type) != 1)
    lower_refuse (l, sh->s->site, "%s of such a vector", fir_op_info[sh->s->op].text);
  hole (sh, name)->e = e_again (l, v->data);
  hole (sh, ctx_printf (l->ctx, "n%s", name))->e = lower_name (l, vec_total (l, v), "n");
}

struct vecval *
shape_new (struct shape *sh, const char *name, const struct type *t, struct imp_expr *n)
{
  struct imp_var *conf = NULL;
  struct vecval *in = sh->over ? lower_reused_by (sh->l, sh->s, sh->over, &conf) : NULL;
  struct vecval *v = vec_alloc_in (sh->l, name, t, n, sh->s->site, in, conf);
  sh->over = in ? sh->over : NULL;
  hole (sh, name)->e = e_again (sh->l, v->data);
  return v;
}

struct vecval *
shape_result (struct shape *sh, const char *name, struct imp_expr *n)
{
  struct lower *l = sh->l;
  struct imp_expr *place = lower_bind (l, sh->s->res[0])->place;
  struct vecval *v = place ? vec_new (l, VEC_MEM, sh->s->res[0]->type)
			   : lower_placed (l, sh->s, n, sh->fails);
  if (place)
    {
      v->n[0] = e_again (l, n);
      v->data = e_again (l, place);
    }
  if (!v)
    return shape_new (sh, name, sh->s->res[0]->type, n);
  hole (sh, name)->e = e_again (sh->l, v->data);
  return v;
}

void
shape_text (struct shape *sh, const char *text)
{
  struct lower *l = sh->l;
  struct strbuf b = { NULL, 0, 0 };
  strbuf_putc (&b, '{');
  while (*text)
    {
      size_t n = strcspn (text, "\n"), from = 0;
      bool wanted = true;
      for (; n > from + 1 && text[from + 1] == '|' && strchr ("psf", text[from]); from += 2)
	wanted &= text[from] == 'f' ? !sh->unchecked : (text[from] == 's') == sh->fill.serial;
      for (size_t k = from; wanted && k < n; k++)
	strbuf_putc (&b, text[k]);
      strbuf_putc (&b, '\n');
      text += n + (text[n] != 0);
    }
  strbuf_putc (&b, '}');
  imp_skeleton (l->p, l->proc, l->b, b.s, &sh->fill);
  strbuf_free (&b);
}

bool
shape_alone (struct shape *sh)
{
  struct lower *l = sh->l;
  const struct element *e = l->elem;

  if (!e || e->around || !e->region || !e->region->whole || !e->region->along[0]
      || l->reads > READS_DENSE)
    return false;
  sh->alone = s_if (l, e_call (l, IMP_FN_ALONE, NULL, 0));
  sh->around = l->b;
  l->b = &sh->alone->body;
  sh->fill.serial = false;
  if (sh->fails)
    shape_bad (sh);
  return true;
}

void
shape_bad (struct shape *sh)
{
  if (sh->bad)
    return;
  const struct type *u8 = type_scalar (sh->l->ctx, SCALAR_U8);
  sh->bad = shape_new (sh, "bad", type_vec (sh->l->ctx, u8), e_size (sh->l, 1))->data;
  shape_text (sh, "bad[0] := 0:u8\n");
}

/* What fails in B, of a row alone, only notes it.  */
static void
note_failures (struct shape *sh, struct imp_block *b)
{
  struct lower *l = sh->l;
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      note_failures (sh, &s->body);
      note_failures (sh, &s->orelse);
      if (s->kind != IMP_FAIL)
	continue;
      s->kind = IMP_EVAL;
      s->e[0] = e_call (l, IMP_FN_NOTE, NULL, 2, e_again (l, sh->bad), e_size (l, 0));
      s->nargs = 0;
    }
}

bool
shape_alone_safe (struct shape *sh)
{
  if (!imp_block_fails (&sh->alone->body))
    return true;
  if (!sh->bad)
    {
      imp_unlink (sh->around, sh->alone);
      sh->alone = NULL;
      return false;
    }
  note_failures (sh, &sh->alone->body);
  shape_text (sh, "if ne (bad[0], 0:u8) {\n"
	      "  fail indexat (1:u64, 0:u64, 0:u64, 0:u64) elem 0:u64\n"
	      "}\n");
  return true;
}

void
shape_as_inside (struct shape *sh)
{
  sh->l->b = sh->alone ? &sh->alone->orelse : sh->around;
  sh->fill.serial = true;
}

void
shape_both (struct shape *sh)
{
  if (sh->alone)
    sh->l->b = sh->around;
  sh->alone = NULL;
}

void
shape_raise (struct shape *sh)
{
  if (!sh->fails)
    return;
  if (sh->l->elem)
    lower_rest_if_ok (sh->l);
  else
    lower_raise (sh->l, sh->s);
}

void
shape_end (struct shape *sh)
{
  for (unsigned k = 0; k < sh->nrooms; k++)
    {
      imp_stmt_new (sh->l->p, sh->l->b, IMP_FREE, sh->s->site)->var = sh->room[k];
      lower_live_remove (sh->l, sh->room[k]);
    }
}

struct imp_expr *
shape_cost (struct shape *sh, struct fir_fn *fn, unsigned more)
{
  return e_size (sh->l, (fn ? fir_block_cost (fn->body) : 0) + more);
}

struct imp_expr *
shape_few_threads (struct lower *l)
{
  return e_op (l, FIR_LE, e_call (l, IMP_FN_THREADS, NULL, 0), e_size (l, 2));
}
