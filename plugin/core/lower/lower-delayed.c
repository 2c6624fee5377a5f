/* Delayed vectors: a loop whose elements are cheap is inlined into the skeletons that consume them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A loop whose vectors only skeletons use (shape_elem: each element at its index, once or twice) is
   not lowered in place; its body becomes a function of the index, which the skeletons apply.  This
   is vertical fusion (doc/laws.txt, F1) with consumers that are not loops.
   Does not: delay elements that cost more than memory would, or that something in between could
   affect: a store to what they read, or a failure that would precede theirs.  */

#include <string.h>
#include "lower-shape.h"

/* The greatest cost of an element, for all consumers together.  */
#define SOFT_COST 64

/* How often S computes the elements of operand K, which may FAIL; 0: it needs them in memory.
   Those of values, and of the vector that the result begins with, are computed once, those of
   indices TIMES.  Only indices may fail: the skeletons then write nothing.  */
static unsigned
takes (struct fir_stmt *s, unsigned k, bool fail)
{
  static const struct
  {
    enum fir_op op;
    unsigned index, value, times;
  } takers[] = {
    { FIR_PERMUTE, 0, 1, 1 }, { FIR_SCATTER, 1, 2, 1 }, { FIR_BINS, 2, 3, 1 },
    { FIR_BINS_INTO, 1, 2, 1 }, { FIR_ORDERING, 0, 2, 2 }
  };
  for (unsigned i = 0; i < sizeof takers / sizeof *takers; i++)
    if (takers[i].op == s->op
	&& (k == takers[i].index || ((k == takers[i].value || shape_over (s, k)) && !fail)))
      return k == takers[i].index ? takers[i].times : 1;
  return 0;
}

static bool
plain_body (struct fir_block *b)
{
  for (struct fir_stmt *s = b->first; s; s = s->next)
    if (fir_op_info[s->op].cls != FIR_CLASS_PRIM && s->op != FIR_AT && s->op != FIR_LEN
	&& s->op != FIR_GET && s->op != FIR_CHECK)
      return false;
  return true;
}

/* May S change memory that other statements read?  */
static bool
stores (struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nouts; k++)
    if (!fir_atom_none (s->outs[k].dest))
      return true;
  return s->op != FIR_CHECK && fir_has_effect (s);
}

static bool
fails (struct fir_stmt *s)
{
  bool any = s->op == FIR_CHECK || fir_may_fail (s);
  for (unsigned k = 0; k < s->nfns; k++)
    for (struct fir_stmt *t = s->fns[k]->body->first; t; t = t->next)
      any |= fails (t);
  return any;
}

/* How often S computes elements of loop LOOP; *USES: the number of its operands that LOOP
   makes.  */
static unsigned
taken (struct fir_stmt *s, struct fir_stmt *loop, bool fail, unsigned *uses)
{
  unsigned n = 0;
  for (unsigned k = 0; k < s->nargs; k++)
    for (unsigned r = 0; r < loop->nres; r++)
      if (s->args[k].var == loop->res[r] && takes (s, k, fail))
	{
	  n += takes (s, k, fail);
	  ++*uses;
	}
  return n;
}

/* Can all uses of LOOP's results compute its elements, and does that pay?  A use by an output of
   the loop around is none of the statements of its body.  */
static bool
all_take (struct lower *l, struct fir_stmt *loop)
{
  bool may_fail = fails (loop), changed = false, failed = false;
  unsigned times = 0, uses = 0, all = 0;
  for (struct fir_stmt *t = loop->next; t; t = t->next)
    {
      unsigned n = taken (t, loop, may_fail, &uses);
      if (n && (changed || (!times && failed)))
	return false;
      times += n;
      changed |= stores (t);
      failed |= may_fail && fails (t);
    }
  for (unsigned k = 0; k < loop->nres; k++)
    all += lower_bind (l, loop->res[k])->uses;
  return times && uses == all && fir_block_cost (loop->fns[0]->body) * times <= SOFT_COST;
}

bool
lower_delayed (struct lower *l, struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].kind != OUT_VEC || !fir_atom_none (s->outs[k].dest)
	|| type_is_vec (fir_atom_type (s->outs[k].value)))
      return false;
  if (!plain_body (s->fns[0]->body) || !all_take (l, s))
    return false;
  for (unsigned k = 0; k < s->nres; k++)
    lower_bind (l, s->res[k])->delayed = s;
  return true;
}

/* The body of loop S as a function whose result is that of output K.  */
static struct fir_fn *
element_fn (struct lower *l, struct fir_stmt *s, struct fir_var *res)
{
  struct fir_prog *p = l->p->fir;
  struct fir_fn *body = s->fns[0], *fn;
  struct fir_subst *subst = fir_subst_new (p);
  unsigned k = 0;
  fn = fir_fn_new (p, 1, &body->params[0]->type);
  fir_subst_put (subst, body->params[0], fir_atom_var (fn->params[0]));
  while (s->res[k] != res)
    k++;
  /* The value is what the copied block returns.  */
  body->body->nrets = 1;
  body->body->rets = &s->outs[k].value;
  fn->body->rets = fir_copy_into (p, fn->body, body->body, subst);
  fn->body->nrets = 1;
  body->body->nrets = 0;
  lower_count_fn (l, fn);
  return fn;
}

void
shape_elem (struct shape *sh, const char *name, struct fir_atom a)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = a.var ? lower_bind (l, a.var)->delayed : NULL;
  struct vecval *v = s || !a.var ? NULL : lower_vec (l, a);
  if (v && type_levels (v->type) == 1 && (v->kind != VEC_MEM || v->step[0]))
    {
      shape_fn (sh, name, strided_element_fn (l, a), false);
      shape_expr (sh, ctx_printf (l->ctx, "n%s", name), vec_len (l, v));
      return;
    }
  if (!s)
    {
      shape_vec (sh, name, a);
      return;
    }
  shape_fn (sh, name, element_fn (l, s, a.var), false);
  shape_expr (sh, ctx_printf (l->ctx, "n%s", name), lower_atom (l, s->args[0]));
  if (fails (s))
    {
      l->proc->may_fail = sh->fails = true;
      lower_need_ok (l);
    }
}

struct imp_expr *
shape_length (struct shape *sh, struct fir_atom a)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = a.var ? lower_bind (l, a.var)->delayed : NULL;
  return lower_name (l, s ? lower_atom (l, s->args[0]) : vec_total (l, lower_vec (l, a)), "n");
}
