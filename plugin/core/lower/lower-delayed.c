/* Delayed vectors: a loop whose elements are cheap is inlined into the skeletons that consume them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A loop whose vectors only skeletons use (shape_elem: each element at its index, once or twice) is
   not lowered in place; its body becomes a function of the index, which the skeletons apply.  This
   is vertical fusion (doc/laws.txt, F1) with consumers that are not loops.
   So are rows that are only flattened, the operands of bins: there a loop over the rows has loops
   over their elements.  Rows of indices and of values must be as long as each other: where that is
   not known it is tested, while they are counted.  And rows that are progressions, the indices of a
   scatter.
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
    { FIR_BINS_INTO, 1, 2, 1 }, { FIR_BINS_ROWS, 4, 5, 1 },
    { FIR_ORDERING, 0, 2, 2 }
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
    if (s->op == FIR_IF)
      {
	if (!plain_body (s->fns[0]->body) || !plain_body (s->fns[1]->body))
	  return false;
      }
    else if (fir_op_info[s->op].cls != FIR_CLASS_PRIM && s->op != FIR_AT && s->op != FIR_LEN
	     && s->op != FIR_ROW && s->op != FIR_GET && s->op != FIR_CHECK && s->op != FIR_VIEW)
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

/* Is loop S delayed?  */
static bool
delayed_p (struct lower *l, struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nouts; k++)
    if (s->outs[k].kind != OUT_VEC || !fir_atom_none (s->outs[k].dest)
	|| type_is_vec (fir_atom_type (s->outs[k].value)))
      return false;
  return plain_body (s->fns[0]->body) && all_take (l, s);
}

bool
lower_delayed (struct lower *l, struct fir_stmt *s)
{
  if (!delayed_p (l, s))
    return false;
  for (unsigned k = 0; k < s->nres; k++)
    lower_bind (l, s->res[k])->delayed = s;
  return true;
}

bool
shape_total (struct shape *sh, struct fir_atom a)
{
  struct fir_stmt *s = a.var ? lower_bind (sh->l, a.var)->delayed : NULL;
  return !s || !fails (s);
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

/* Remove from FN, element i of rows of W, the quotient and the remainder of i and W, which are its
   first two parameters.  */
static void
know_place (struct fir_prog *p, struct fir_fn *fn, struct fir_var *i, struct fir_atom w)
{
  struct fir_subst *subst = fir_subst_new (p);
  for (struct fir_stmt *t = fn->body->first, *next; t; t = next)
    {
      next = t->next;
      if ((t->op != FIR_DIV && t->op != FIR_REM) || t->args[0].var != i
	  || !fir_atom_equal (t->args[1], w))
	continue;
      fir_subst_put (subst, t->res[0], fir_atom_var (fn->params[t->op == FIR_REM]));
      fir_unlink (t);
    }
  fir_subst_block (subst, fn->body);
}

void
shape_row_elem (struct shape *sh, const char *name, struct fir_atom a, struct fir_atom w)
{
  struct lower *l = sh->l;
  struct fir_prog *p = l->p->fir;
  const struct type *size = type_size (l->ctx), *two[2] = { size, size };
  struct fir_stmt *s = a.var ? lower_bind (l, a.var)->delayed : NULL;
  struct fir_fn *fn = fir_fn_new (p, 2, two), *of;
  struct fir_atom i = fir_prim2 (p, fn->body, FIR_MUL, size, fir_atom_var (fn->params[0]), w), e;
  i = fir_prim2 (p, fn->body, FIR_ADD, size, i, fir_atom_var (fn->params[1]));
  if (s)
    {
      struct fir_subst *subst = fir_subst_new (p);
      of = element_fn (l, s, a.var);
      fir_subst_put (subst, of->params[0], i);
      e = fir_copy_into (p, fn->body, of->body, subst)[0];
    }
  else
    e = fir_element (p, fn->body, a, i);
  fir_block_return (p, fn->body, 1, &e);
  know_place (p, fn, i.var, w);
  lower_count_fn (l, fn);
  shape_fn (sh, name, fn, false);
}

struct imp_expr *
shape_length (struct shape *sh, struct fir_atom a)
{
  struct lower *l = sh->l;
  struct fir_stmt *s = a.var ? lower_bind (l, a.var)->delayed : NULL;
  return lower_name (l, s ? lower_atom (l, s->args[0]) : vec_total (l, lower_vec (l, a)), "n");
}

/* --- Rows ------------------------------------------------------------------------------------ */

struct fir_stmt *
shape_row_loop (struct fir_stmt *s, unsigned k)
{
  struct fir_out *o = &s->outs[k];
  struct fir_stmt *in = fir_atom_def (o->value);
  if (o->kind != OUT_VEC || !fir_atom_none (o->dest) || !fir_atom_none (o->guard)
      || !in || in->op != FIR_LOOP || in->parent != s->fns[0]->body || in->nouts != 1
      || in->outs[0].kind != OUT_VEC || type_is_vec (fir_atom_type (in->outs[0].value))
      || !plain_body (in->fns[0]->body)
      || fir_count_uses (s->fns[0]->body, in->res[0]) > 0)
    return NULL;
  return in;
}

/* Are all rows of an element of S, such a loop, as long as each other, by what they are?  */
static bool
alike (struct fir_stmt *s)
{
  for (unsigned k = 1; k < s->nouts; k++)
    if (!fir_atom_equal (shape_row_loop (s, k)->args[0], shape_row_loop (s, 0)->args[0]))
      return false;
  return true;
}

/* Is S a loop that makes such rows and does little else?  */
static bool
makes_rows (struct fir_stmt *s)
{
  unsigned loops = 0, made = 0, cost = 0;
  if (fails (s))
    return false;
  for (unsigned k = 0; k < s->nouts; k++)
    {
      if (!shape_row_loop (s, k))
	return false;
      made += k == 0 || s->outs[k].value.var != s->outs[k - 1].value.var;
      cost += fir_block_cost (shape_row_loop (s, k)->fns[0]->body);
    }
  for (struct fir_stmt *t = s->fns[0]->body->first; t; t = t->next)
    if (t->op == FIR_LOOP)
      loops++;
    else if (fir_op_info[t->op].cls == FIR_CLASS_PRIM || t->op == FIR_AT || t->op == FIR_LEN)
      cost += fir_stmt_cost (t);
    else
      return false;
  return loops == made && cost <= SOFT_COST;
}

static struct fir_stmt *
flatten_of (struct fir_stmt *s, unsigned k)
{
  struct fir_stmt *t = s->next;
  while (t && !(t->op == FIR_FLATTEN && t->args[0].var == s->res[k]))
    t = t->next;
  return t;
}

/* Is A the flattened rows of S?  */
static bool
flattens (struct fir_atom a, struct fir_stmt *s)
{
  struct fir_stmt *t = fir_atom_def (a);
  return t && t->op == FIR_FLATTEN && t->args[0].var && t->args[0].var->def == s;
}

/* The bins that use the flattened rows of S as indices, maybe as values, too; else only their
   length is used.  NULL: there are none, or what they read may have changed by then.  */
static struct fir_stmt *
bins_of (struct lower *l, struct fir_stmt *s)
{
  struct fir_stmt *bins = NULL;
  unsigned uses = 0, all = 0;
  for (unsigned k = 0; k < s->nres; k++)
    {
      struct fir_stmt *t = flatten_of (s, k);
      if (!t || lower_bind (l, s->res[k])->uses != 1)
	return NULL;
      all += lower_bind (l, t->res[0])->uses;
    }
  for (struct fir_stmt *t = s->next; t && !bins; t = t->next)
    {
      bool into = t->op == FIR_BINS_INTO;
      for (unsigned k = 0; k < s->nres; k++)
	for (unsigned a = 0; a < t->nargs; a++)
	  if (t->args[a].var == flatten_of (s, k)->res[0])
	    {
	      if (t->op != FIR_LEN && !((into && a > 0) || (t->op == FIR_BINS && a > 1)))
		return NULL;
	      bins = t->op == FIR_LEN ? bins : t;
	      uses++;
	    }
      if (stores (t))
	return NULL;
    }
  if (!bins || uses != all)
    return NULL;
  return flattens (bins->args[bins->op == FIR_BINS ? 2 : 1], s) ? bins : NULL;
}

/* The scatter whose indices are the flattened rows of S, of which else only the length is used, and
   whose rows are progressions (lower-progression.c); NULL: there is none, or what they read may
   have changed by then.  */
static struct fir_stmt *
scatter_of (struct lower *l, struct fir_stmt *s)
{
  struct fir_stmt *scatter = NULL, *flat = flatten_of (s, 0);
  unsigned uses = 0;
  if (s->nouts != 1 || !flat || lower_bind (l, s->res[0])->uses != 1
      || !shape_row_loop (s, 0) || !lower_progression_p (s))
    return NULL;
  for (struct fir_stmt *t = s->next; t && !scatter; t = t->next)
    {
      for (unsigned a = 0; a < t->nargs; a++)
	if (t->args[a].var == flat->res[0])
	  {
	    if (t->op != FIR_LEN && !(t->op == FIR_SCATTER && a == 1))
	      return NULL;
	    scatter = t->op == FIR_LEN ? scatter : t;
	    uses++;
	  }
      if (stores (t))
	return NULL;
    }
  if (!scatter || uses != lower_bind (l, flat->res[0])->uses)
    return NULL;
  return lower_same_value (scatter->args[2]) ? scatter : NULL;
}

void
shape_only_result (struct fir_fn *fn)
{
  for (struct fir_stmt *t = fn->body->last, *before; t; t = before)
    {
      bool used = false;
      before = t->prev;
      for (unsigned k = 0; k < t->nres; k++)
	used |= fir_count_uses (fn->body, t->res[k]) > 0;
      if (!used && t->op != FIR_CHECK && !fir_may_fail (t))
	fir_unlink (t);
    }
}

/* Output K of loop C: a reduction of VALUE by OP from INIT.  */
static void
count_out (struct lower *l, struct fir_stmt *c, unsigned k, enum fir_op op, struct fir_atom value,
	   struct fir_atom init)
{
  struct fir_prog *p = l->p->fir;
  const struct type *t = fir_atom_type (value);
  struct fir_out *o = &c->outs[k];
  o->kind = OUT_REDUCE;
  o->site = c->site;
  o->value = value;
  o->combine = fir_fn_of_op (p, op, t, t);
  o->init = init;
  o->res = c->res[k] = fir_var_new (p, "n", t);
  c->res[k]->def = c;
  lower_count_fn (l, o->combine);
  lower_bind (l, c->res[k])->uses = 2;
}

/* Lower a loop that counts the elements of the first N outputs of S, whose results are their
   numbers; if N is above 1, one more is whether the rows of each element are alike.  */
static struct fir_stmt *
count_rows (struct lower *l, struct fir_stmt *s, unsigned n)
{
  struct fir_prog *p = l->p->fir;
  const struct type *flag = type_i32 (l->ctx);
  struct fir_stmt *c = fir_stmt_new (p, fir_block_new (p), FIR_LOOP, s->site, 1, 1, NULL, NULL);
  struct fir_fn *body = s->fns[0], *fn = fir_fn_new (p, 1, &body->params[0]->type);
  struct fir_subst *subst = fir_subst_new (p);
  struct fir_atom *lengths = CTX_NEWV (l->ctx, struct fir_atom, n), same = FIR_NONE;
  for (unsigned k = 0; k < n; k++)
    lengths[k] = shape_row_loop (s, k)->args[0];
  fir_subst_put (subst, body->params[0], fir_atom_var (fn->params[0]));
  /* The lengths are what the copied block returns.  */
  body->body->nrets = n;
  body->body->rets = lengths;
  lengths = fn->body->rets = fir_copy_into (p, fn->body, body->body, subst);
  fn->body->nrets = n;
  body->body->nrets = 0;
  shape_only_result (fn);
  for (unsigned k = 1; k < n; k++)
    {
      struct fir_atom is = fir_prim2 (p, fn->body, FIR_EQ, flag, lengths[k], lengths[0]);
      same = k == 1 ? is : fir_prim2 (p, fn->body, FIR_BAND, flag, same, is);
    }
  c->order = s->order;
  c->args[0] = s->args[0];
  c->fns[0] = fn;
  c->nouts = c->nres = n > 1 ? n + 1 : 1;
  c->outs = CTX_NEWV (l->ctx, struct fir_out, c->nouts);
  c->res = CTX_NEWV (l->ctx, struct fir_var *, c->nouts);
  for (unsigned k = 0; k < n; k++)
    count_out (l, c, k, FIR_ADD, lengths[k], fir_atom_size (p, 0));
  if (n > 1)
    count_out (l, c, n, FIR_BAND, same, fir_atom_int (p, flag, 1));
  lower_count_fn (l, fn);
  fn->body->nrets = 0;
  lower_loop (l, c);
  return c;
}

struct imp_expr *
lower_count_rows (struct lower *l, struct fir_stmt *s)
{
  return lower_bind (l, count_rows (l, s, 1)->res[0])->e;
}

/* Is T the length of the flattened rows of S?  */
static bool
is_length (struct fir_stmt *t, struct fir_stmt *s)
{
  return t && t->op == FIR_LEN && flattens (t->args[0], s);
}

/* Is the length of the flattened rows of S, which BINS use, before them only compared with itself,
   and that of values that are computed there?  Then bins that start afresh count what they take.
   In vain, if they are too many for a chunk: so the operator must not fail, as it might not in the
   order of chunks.  */
static bool
counts_late (struct lower *l, struct fir_stmt *s, struct fir_stmt *bins)
{
  unsigned uses = 0, all = 0;
  if (bins->op != FIR_BINS || !plain_body (bins->fns[0]->body))
    return false;
  for (struct fir_stmt *t = bins->fns[0]->body->first; t; t = t->next)
    if (fails (t))
      return false;
  for (struct fir_stmt *t = s->next; t != bins; t = t->next)
    if (is_length (t, s))
      all += lower_bind (l, t->res[0])->uses;
    else if (t->op == FIR_CHECK && t->check == CHECK_LENGTHS
	     && is_length (fir_atom_def (t->args[1]), s)
	     && is_length (fir_atom_def (t->args[3]), s))
      uses += 2;
    else if (t->op == FIR_LOOP && is_length (fir_atom_def (t->args[0]), s)
	     && fir_count_uses (t->fns[0]->body, t->args[0].var) == 0 && delayed_p (l, t))
      uses++;
  return uses == all;
}

/* The flattened rows of output K of S, N elements, are delayed.  */
static struct bind *
delay_rows (struct lower *l, struct fir_stmt *s, unsigned k, struct imp_expr *n)
{
  struct fir_var *x = flatten_of (s, k)->res[0];
  struct bind *b = lower_bind (l, x);
  b->rows = s;
  b->early = true;
  b->vec = vec_new (l, VEC_MEM, x->type);
  b->vec->n[0] = e_again (l, n);
  b->vec->counted = true;
  return b;
}

/* The rows of S, progressions, are described instead of made.  */
static void
delay_progressions (struct lower *l, struct fir_stmt *s)
{
  struct fir_stmt *c = lower_progressions (l, s);
  delay_rows (l, s, 0, lower_name (l, lower_bind (l, c->res[0])->e, "n"))->progressions = c;
}

/* The rows of S, not known to be alike, are delayed; where they turn out not to be, bins make
   them.  */
static void
delay_unlike (struct lower *l, struct fir_stmt *s)
{
  struct fir_stmt *c = count_rows (l, s, s->nres);
  struct imp_expr *same = lower_name (l, lower_bind (l, c->res[s->nres])->e, "same");
  for (unsigned k = 0; k < s->nres; k++)
    delay_rows (l, s, k, lower_name (l, lower_bind (l, c->res[k])->e, "n"))->alike = same;
}

bool
lower_delayed_rows (struct lower *l, struct fir_stmt *s)
{
  struct fir_stmt *bins;
  if (l->elem || lower_bind (l, s->res[0])->made)
    return false;
  if (scatter_of (l, s))
    {
      delay_progressions (l, s);
      return true;
    }
  if (!makes_rows (s) || !(bins = bins_of (l, s)))
    return false;
  if (!alike (s))
    {
      delay_unlike (l, s);
      return true;
    }
  bool late = counts_late (l, s, bins);
  struct imp_expr *n
    = late ? imp_use (l->p, s_new (l, "n", type_size (l->ctx), e_size (l, 0)))
	   : lower_name (l, lower_count_rows (l, s), "n");
  for (unsigned k = 0; k < s->nres; k++)
    delay_rows (l, s, k, n)->late = late;
  return true;
}

struct fir_stmt *
shape_rows (struct shape *sh, struct fir_atom a)
{
  return a.var ? lower_bind (sh->l, a.var)->rows : NULL;
}

/* NAME: the elements of the current row of A, if LOOP makes it.  */
static void
row_elem (struct shape *sh, struct fir_stmt *loop, const char *name, struct fir_atom a)
{
  for (unsigned k = 0; k < loop->nres; k++)
    if (flattens (a, loop) && fir_atom_def (a)->args[0].var == loop->res[k])
      {
	struct fir_stmt *in = shape_row_loop (loop, k);
	shape_fn (sh, name, element_fn (sh->l, in, in->res[0]), false);
      }
}

void
shape_each_row (struct shape *sh, struct fir_stmt *loop, const char *name_a, struct fir_atom a,
		const char *name_b, struct fir_atom b, const char *text)
{
  struct lower *l = sh->l;
  struct imp_block *after = l->b;
  struct imp_stmt *f = s_for (l, "q", e_size (l, 0), lower_atom (l, loop->args[0]), 1, false);
  struct element el = { .index = imp_use (l->p, f->var), .outer = imp_use (l->p, f->var),
			.checked = true };
  l->b = &f->body;
  l->elem = &el;
  lower_bind (l, loop->fns[0]->params[0])->e = imp_use (l->p, f->var);
  for (struct fir_stmt *t = loop->fns[0]->body->first; t; t = t->next)
    if (t->op != FIR_LOOP)
      lower_stmt (l, t);
  l->elem = NULL;
  shape_expr (sh, "length", lower_atom (l, shape_row_loop (loop, 0)->args[0]));
  row_elem (sh, loop, name_a, a);
  row_elem (sh, loop, name_b, b);
  shape_text (sh, text);
  l->b = after;
}

void
shape_make_rows (struct shape *sh, struct fir_stmt *loop)
{
  struct lower *l = sh->l;
  lower_bind (l, loop->res[0])->made = true;
  lower_loop (l, loop);
  for (unsigned k = 0; k < loop->nres; k++)
    {
      struct fir_stmt *t = flatten_of (loop, k);
      struct bind *b = lower_bind (l, t->res[0]);
      b->early = b->late = false;
      b->alike = NULL;
      b->rows = b->progressions = NULL;
      b->vec = NULL;
      lower_stmt (l, t);
    }
}
