/* The pass spans: offsets that only owners are looked up in are kept for blocks of owners.

     d[n]                                           d[chunks per]
     parfor c < chunks {                            parfor c < chunks {
       a = part[c]                                    a = part[c]
       loop i = c size to ... {              =>       for j = 0 to per {
	 exscan a to d } do { ... give a := s (i) }	d[c per + j] := a
       }						a += s of the next BLOCK owners } }
     ... loop i = b to e { k = owner (d, i) ... d[k] ... }

   The owner of an element is found by a search in D, and by adding up the sizes of the owners in
   that block; offsets of the next owners are sums on from there:

     k = owner (d, i)   row = d[k]   q = k / per size + k % per BLOCK
     behind = row + s (q)
     while behind <= i { row = behind   q++   behind += s (q) }

   All of that adds half a block of sizes for each chunk of elements; the offsets would be written,
   and read again, for all owners.

   Sizes must be cheap, and read the same at both places: what they read is bound once, and nothing
   behind the scan stores to memory but to arrays and new vectors, or gives memory back.

   Does not: handle loops in loops, which would search for each of their turns; loops whose first
   element stands before them.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "schedule.h"
#include "schedule-spans.h"

/* So many statements a size may take.  */
#define CHEAP 8

/* A vector of offsets that may go.  */
struct finding
{
  struct imp_prog *p;
  struct imp_proc *proc;
  const struct imp_binders *known;
  struct imp_block *b;		/* its block */
  struct imp_stmt *vec, *data, *scan;	/* what makes it, leads to it, writes it */
  struct spans_sizes s;
};

/* --- Sizes ----------------------------------------------------------------------------------- */

/* Is V bound once, and never written?  */
static bool
lasts (const struct finding *f, const struct imp_var *v)
{
  const struct imp_binder *k = imp_binder (f->known, v);

  return k && k->written <= (k->by != NULL);
}

/* Can E be computed again, at any place behind the scan, unless memory changes?  */
static bool
again (const struct finding *f, const struct imp_expr *e)
{
  switch (e->kind)
    {
    case IMP_EXPR_CONST: break;
    case IMP_EXPR_VAR: return lasts (f, e->var);
    case IMP_EXPR_PRIM:
      if (e->nargs > 3)
	return false;
      break;
    case IMP_EXPR_LOAD:
      if (e->args[0]->kind != IMP_EXPR_VAR)
	return false;
      break;
    default:
      return false;
    }
  for (unsigned k = 0; k < e->nargs; k++)
    if (!again (f, e->args[k]))
      return false;
  return true;
}

/* Are the sizes that F's loop gives cheap, and the same at any place behind the scan?  */
static bool
sizes_last (const struct finding *f)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = f->s.loop->body.first; s; s = s->next)
    if (++n > CHEAP || (s->kind != IMP_NEW && s->kind != IMP_GIVE) || !s->e[0] || s->e[1]
	|| !again (f, s->e[0]) || (s->kind == IMP_NEW ? !lasts (f, s->var) : s->next != NULL))
      return false;
  return n && f->s.loop->body.last->kind == IMP_GIVE;
}

/* Does E load from what V leads to?  */
static bool
loads_from (const struct imp_expr *e, const struct imp_var *v)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_LOAD && e->args[0]->var == v)
    return true;
  for (unsigned k = 0; k < e->nargs; k++)
    if (loads_from (e->args[k], v))
      return true;
  return false;
}

static bool
sizes_load_from (const struct finding *f, const struct imp_var *v)
{
  for (const struct imp_stmt *s = f->s.loop->body.first; s; s = s->next)
    if (loads_from (s->e[0], v))
      return true;
  return false;
}

/* --- What stands behind the scan ------------------------------------------------------------- */

/* Does a store to BASE leave sizes and PART as they are?  */
static bool
harmless_to (const struct finding *f, const struct imp_expr *base)
{
  const struct imp_stmt *s;
  const struct imp_binder *k;

  if (base->kind != IMP_EXPR_VAR || base->var == f->s.part || sizes_load_from (f, base->var))
    return false;
  if (imp_var_is_area (base->var))
    return true;
  s = imp_bound_by (f->known, base);
  k = s && imp_data_of (s) ? imp_binder (f->known, imp_data_of (s)) : NULL;
  return k && k->by && k->by->kind == IMP_VECNEW;
}

/* May E write memory, apart from its operands?  */
static bool
may_write (const struct imp_expr *e)
{
  return e->kind == IMP_EXPR_FUN || (e->kind == IMP_EXPR_LEAF && !(e->leaf->flags & LEAF_CONST))
	 || (e->kind == IMP_EXPR_CALL && e->fn != IMP_FN_MOVED
	     && imp_fn_info[e->fn].ret == IMP_RET_VOID);
}

/* Does S leave sizes and PART as they are?  A vector that is made in the place of another one may
   be made in that of sizes.  */
static bool
harmless (const struct finding *f, const struct imp_stmt *s)
{
  const struct imp_stmt *i;

  if (s->base && !harmless_to (f, s->base))
    return false;
  if ((s->kind == IMP_VECNEW && s->e[1]) || imp_expr_any (s->base, may_write)
      || imp_stmt_any (s, may_write))
    return false;
  for (i = s->body.first; i; i = i->next)
    if (!harmless (f, i))
      return false;
  for (i = s->orelse.first; i; i = i->next)
    if (!harmless (f, i))
      return false;
  return true;
}

/* --- Uses ------------------------------------------------------------------------------------ */

/* Is E a call that looks up in F's offsets, or what is bound to one?  */
static bool
is_owner (const struct finding *f, const struct imp_expr *owner, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    e = imp_bound_to (f->known, e);
  return e && e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_OWNER && imp_expr_equal (e, owner);
}

/* The uses in E, of a loop that looks up by OWNER, of F's offsets that need no memory.  */
static unsigned
good_in_expr (const struct finding *f, const struct imp_expr *owner, const struct imp_expr *e)
{
  unsigned n = 0;

  if (!e)
    return 0;
  if (e->kind == IMP_EXPR_CALL && e->fn == IMP_FN_OWNER && imp_expr_equal (e, owner))
    return imp_expr_uses (e, f->s.offsets);
  if (imp_loads_from (e, f->s.offsets) && is_owner (f, owner, e->args[1]))
    n = 1;
  for (unsigned k = 0; k < e->nargs; k++)
    n += good_in_expr (f, owner, e->args[k]);
  return n;
}

static unsigned
good_in_block (const struct finding *f, const struct imp_expr *owner, const struct imp_block *b)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      n += good_in_expr (f, owner, s->base);
      for (unsigned k = 0; k < sizeof s->e / sizeof *s->e; k++)
	n += good_in_expr (f, owner, s->e[k]);
      for (unsigned k = 0; k < s->nargs; k++)
	n += good_in_expr (f, owner, s->args[k]);
      n += good_in_block (f, owner, &s->body) + good_in_block (f, owner, &s->orelse);
    }
  return n;
}

/* The uses of F's offsets in B, of chunks, that need no memory.  */
static unsigned
good_uses (const struct finding *f, const struct imp_block *b)
{
  unsigned n = 0;

  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      bool loops = s->kind == IMP_FOR || s->kind == IMP_LOOP || s->kind == IMP_WHILE;
      const struct imp_expr *owner = loops ? spans_owner (f->known, s) : NULL;
      uint64_t kept;

      if (owner && imp_is_var (owner->args[SPANS_OFFSETS], f->s.offsets)
	  && imp_is_const (owner->args[SPANS_KEPT], &kept) && !kept
	  && !(s->kind == IMP_LOOP && imp_loop_first (s)))
	n += good_in_block (f, owner, &s->body) + good_in_block (f, owner, &s->orelse);
      else if (!loops)
	n += good_uses (f, &s->body) + good_uses (f, &s->orelse);
    }
  return n;
}

/* --- Finding --------------------------------------------------------------------------------- */

/* What S binds by NEW, if it is that; else NULL.  */
static const struct imp_expr *
bound (const struct imp_stmt *s)
{
  return s && s->kind == IMP_NEW ? s->e[0] : NULL;
}

/* Is LOOP, of SCAN, the sums of u64 from ACC on, written to F's offsets alone?  */
static bool
scans (const struct finding *f, const struct imp_stmt *loop, const struct imp_var *acc)
{
  const struct imp_stmt *o = loop && loop->kind == IMP_LOOP ? loop->orelse.first : NULL, *x;
  uint64_t zero;

  if (!o || o->next || o->kind != IMP_EXSCAN || o->var != acc || !o->commutes
      || !imp_is_var (o->base, f->s.offsets) || !o->e[0] || !imp_is_const (o->e[0], &zero) || zero
      || acc->type != type_size (f->p->ctx))
    return false;
  x = o->body.first;
  return x && x->next && !x->next->next
	 && imp_is_pair (o->e[2], FIR_ADD, x->var, x->next->var);
}

/* Is F->scan the second pass over sizes?  Then what it has goes to F.  */
static bool
is_scan (struct finding *f)
{
  const struct imp_stmt *b = f->scan->body.first, *e = b ? b->next : NULL;
  const struct imp_stmt *seed = e ? e->next : NULL, *acc = seed ? seed->next : NULL;
  const struct imp_stmt *loop = acc ? acc->next : NULL;
  const struct imp_expr *x = bound (b), *y = bound (e), *z = bound (seed);

  if (!x || !y || !z || !loop || loop->next || !imp_is_var (bound (acc), seed->var))
    return false;
  if (x->kind != IMP_EXPR_PRIM || x->op != FIR_MUL || !imp_is_var (x->args[0], f->scan->var)
      || y->kind != IMP_EXPR_PRIM || y->op != FIR_MIN
      || y->args[1]->kind != IMP_EXPR_PRIM || y->args[1]->op != FIR_ADD
      || !imp_is_var (y->args[1]->args[0], b->var)
      || !imp_expr_equal (y->args[1]->args[1], x->args[1])
      || !imp_expr_equal (y->args[0], f->vec->e[0])
      || z->kind != IMP_EXPR_LOAD || z->args[0]->kind != IMP_EXPR_VAR
      || !imp_var_is_area (z->args[0]->var) || !imp_is_var (z->args[1], f->scan->var))
    return false;
  f->s.part = z->args[0]->var;
  f->s.size = x->args[1];
  f->s.owners = f->vec->e[0];
  f->s.chunks = f->scan->e[0];
  f->s.loop = loop;
  return imp_simple (f->s.size) && imp_simple (f->s.owners) && imp_simple (f->s.chunks)
	 && again (f, f->s.size) && again (f, f->s.owners) && again (f, f->s.chunks)
	 && scans (f, loop, acc->var) && imp_is_var (loop->e[0], b->var)
	 && imp_is_var (loop->e[1], e->var);
}

/* The sum that S, which makes offsets of PART's sums, ends with; NULL: S does not.  */
static struct imp_var *
sum_of (const struct imp_stmt *s, const struct imp_var *part)
{
  const struct imp_stmt *add = s->kind == IMP_FOR ? s->body.last : NULL;
  const struct imp_stmt *store = add ? add->prev : NULL;

  return store && add->kind == IMP_ASSIGN && store->kind == IMP_STORE
	 && imp_is_var (store->base, part) && imp_is_var (store->e[1], add->var) ? add->var : NULL;
}

/* Find the sum of all sizes.  */
static bool
find_sum (struct finding *f)
{
  for (const struct imp_stmt *s = f->vec->prev; s; s = s->prev)
    {
      struct imp_var *v = sum_of (s, f->s.part);
      if (v)
	{
	  f->s.all = imp_use (f->p, v);
	  return imp_binder (f->known, v) && imp_binder (f->known, v)->written == 2;
	}
    }
  return false;
}

static unsigned
uses_of (const struct imp_stmt *s, const struct imp_var *v)
{
  return imp_stmt_uses (s, v) + imp_block_uses (&s->body, v) + imp_block_uses (&s->orelse, v);
}

/* Does S give memory back, perhaps that of sizes, and go on?  */
static bool
drops (const struct imp_stmt *s)
{
  const struct imp_stmt *i;

  if (s->kind == IMP_RELEASE || s->kind == IMP_FREE)
    return true;
  if (s->kind == IMP_CHECK || s->kind == IMP_RAISE)
    return false;
  for (i = s->body.first; i; i = i->next)
    if (drops (i))
      return true;
  for (i = s->orelse.first; i; i = i->next)
    if (drops (i))
      return true;
  return false;
}

/* Can F's offsets be kept for blocks only?  */
static bool
can_go (struct finding *f)
{
  const struct imp_var *vec = f->vec->var;
  unsigned left;

  if (f->vec->e[1] || !is_scan (f) || !sizes_last (f) || !find_sum (f)
      || imp_block_uses (&f->proc->body, vec) != 1)
    return false;
  left = imp_block_uses (&f->proc->body, f->s.offsets);
  if (good_uses (f, f->b) + 1 != left)
    return false;
  left--;
  for (const struct imp_stmt *s = f->scan->next; s && left; s = s->next)
    {
      left -= uses_of (s, f->s.offsets);
      if (!harmless (f, s) || (left && drops (s)))
	return false;
    }
  return true;
}

/* --- What stands in place of offsets --------------------------------------------------------- */

struct imp_expr *
spans_size (struct imp_here *h, const struct spans_sizes *s, struct imp_expr *q)
{
  struct imp_copy c = imp_copy_new (h);
  const struct imp_stmt *i = s->loop->body.first;

  imp_copy_set (&c, s->loop->var, q);
  for (; i->kind != IMP_GIVE; i = i->next)
    imp_copy_stmt (&c, i);
  return imp_copy_expr (&c, i->e[0]);
}

/* The sum of the sizes of the owners FROM to TO of S.  */
static struct imp_expr *
sum_of_sizes (struct imp_here *h, const struct spans_sizes *s, struct imp_var *from,
	      struct imp_var *to)
{
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_var *acc = imp_make_new (h, "acc", u64, here_size (h, 0));
  struct imp_copy c = imp_copy_new (h);
  struct imp_stmt *loop, *o;

  imp_copy_set (&c, s->loop->orelse.first->var, here_use (h, acc));
  imp_copy_stmt (&c, s->loop);
  loop = h->b->last;
  loop->shape = IMP_SHAPE_LANES;
  loop->e[0] = here_use (h, from);
  loop->e[1] = here_use (h, to);
  o = loop->orelse.first;
  o->kind = IMP_REDUCE;
  o->base = NULL;
  return here_use (h, acc);
}

/* --- Offsets of blocks ----------------------------------------------------------------------- */

/* How many owners are a block in P.  */
static uint64_t
block_size (const struct imp_prog *p)
{
  return p->target->owners / 2;
}

/* Only the offsets of blocks of F's owners are written, as MADE says.  */
static void
thin_out (const struct finding *f, struct spans_sizes *made)
{
  const struct type *u64 = type_size (f->p->ctx);
  struct imp_block before = { NULL, NULL };
  struct imp_here h = { f->p, f->proc, &before };
  struct imp_stmt *b = f->scan->body.first, *end = b->next, *acc = end->next->next;
  struct imp_expr *x, *j;
  struct imp_var *from, *to;
  uint64_t block = block_size (f->p);

  x = here_op (&h, FIR_ADD, here_again (&h, made->size), here_size (&h, block - 1));
  made->per = imp_make_let (&h, "per", here_op (&h, FIR_DIV, x, here_size (&h, block)));
  x = here_op (&h, FIR_MUL, here_again (&h, made->chunks), here_again (&h, made->per));
  made->blocks = imp_make_let (&h, "blocks", x);
  for (struct imp_stmt *s = before.first, *next; s; s = next)
    {
      next = s->next;
      imp_unlink (&before, s);
      imp_link_before (f->b, f->vec, s);
    }
  f->vec->e[0] = here_again (&h, made->blocks);
  imp_unlink (&f->scan->body, acc->next);
  h.b = &f->scan->body;
  j = here_begin_for (&h, "j", here_size (&h, 0), here_again (&h, made->per), 1, false);
  x = here_op (&h, FIR_MUL, here_use (&h, f->scan->var), here_again (&h, made->per));
  imp_make_store (&h, here_use (&h, f->data->var), here_op (&h, FIR_ADD, x, here_again (&h, j)),
		  here_use (&h, acc->var));
  x = here_op (&h, FIR_ADD, here_use (&h, b->var),
	       here_op (&h, FIR_MUL, j, here_size (&h, block)));
  from = imp_make_new (&h, "from", u64, here_op (&h, FIR_MIN, here_use (&h, end->var), x));
  x = here_op (&h, FIR_ADD, here_use (&h, from), here_size (&h, block));
  to = imp_make_new (&h, "to", u64, here_op (&h, FIR_MIN, here_use (&h, end->var), x));
  x = sum_of_sizes (&h, made, from, to);
  imp_make_assign (&h, acc->var, here_op (&h, FIR_ADD, here_use (&h, acc->var), x));
}

/* Those in B go to LIST.  */
static void
find (struct finding *all, struct imp_block *b, struct spans_sizes **list)
{
  for (struct imp_stmt *s = b->first, *next; s; s = next)
    {
      struct finding f = *all;
      struct spans_sizes *made;

      next = s->next;
      find (all, &s->body, list);
      find (all, &s->orelse, list);
      if (s->kind != IMP_VECNEW || !next || imp_data_of (next) != s->var || !next->next
	  || next->next->kind != IMP_PARFOR)
	continue;
      f.b = b;
      f.vec = s;
      f.data = next;
      f.scan = next->next;
      f.s.offsets = f.data->var;
      if (!lasts (&f, f.s.offsets) || !can_go (&f))
	continue;
      made = CTX_NEW (f.p->ctx, struct spans_sizes);
      *made = f.s;
      made->next = *list;
      *list = made;
      next = f.scan->next;
      pass_log_add (f.p->log, LOG_PARALLEL, f.scan->site, 0, "offsets of blocks");
      thin_out (&f, made);
    }
}

struct spans_sizes *
spans_sizes_of (struct imp_prog *p, struct imp_proc *proc, const struct imp_binders *known)
{
  struct spans_sizes *list = NULL;

  find (&(struct finding) { .p = p, .proc = proc, .known = known }, &proc->body, &list);
  return list;
}

const struct spans_sizes *
spans_sizes_for (const struct spans_sizes *list, const struct imp_expr *owner)
{
  while (list && !imp_is_var (owner->args[SPANS_OFFSETS], list->offsets))
    list = list->next;
  return list;
}

/* --- Finding owners -------------------------------------------------------------------------- */

/* A pointer to V, an array.  */
static struct imp_expr *
address_of (struct imp_here *h, struct imp_var *v)
{
  struct imp_expr *e = here_use (h, v);

  e->type = type_ptr (h->p->ctx, v->type, 0);
  return e;
}

/* What looks up element I in the N offsets O, in a new variable NAME.  */
static struct imp_expr *
look_up (struct imp_here *h, struct imp_expr *o, const struct imp_expr *n, struct imp_expr *i,
	 const char *name)
{
  struct imp_expr *args[SPANS_INDEX + 1];

  args[SPANS_KEPT] = imp_i32 (h->p, 0);
  args[SPANS_OWNERS] = o;
  args[SPANS_OFFSETS] = imp_copy_expr (&(struct imp_copy) { .h = *h }, o);
  args[SPANS_COUNT] = here_again (h, n);
  args[SPANS_INDEX] = i;
  return imp_make_let (h, name, imp_call (h->p, IMP_FN_OWNER, NULL, SPANS_INDEX + 1, args));
}

/* The chunk of owners in which element I of S is.  */
static struct imp_expr *
chunk_of (struct imp_here *h, const struct spans_sizes *s, struct imp_expr *i)
{
  return look_up (h, address_of (h, s->part), s->chunks, i, "c");
}

/* What goes into a loop while E is at most I.  */
static void
begin_while (struct imp_here *h, struct imp_var *e, const struct imp_expr *i)
{
  struct imp_stmt *s = imp_stmt_new (h->p, h->b, IMP_WHILE, 0);

  s->e[0] = here_op (h, FIR_LE, here_use (h, e), here_again (h, i));
  h->b = &s->body;
}

void
spans_find (struct imp_here *h, const struct spans_sizes *s, const struct imp_expr *i,
	    struct imp_var **q, struct imp_var **row)
{
  const struct type *u64 = type_size (h->p->ctx);
  struct imp_expr *d = here_use (h, s->offsets), *k, *x;
  struct imp_var *behind;
  struct imp_here in = *h;

  k = look_up (h, d, s->blocks, here_again (h, i), "k");
  x = here_op (h, FIR_MUL, here_op (h, FIR_DIV, here_again (h, k), here_again (h, s->per)),
	       here_again (h, s->size));
  x = here_op (h, FIR_ADD, x,
	       here_op (h, FIR_MUL, here_op (h, FIR_REM, here_again (h, k), here_again (h, s->per)),
			here_size (h, block_size (h->p))));
  *q = imp_make_new (h, "q", u64, x);
  *row = imp_make_new (h, "row", u64, imp_load (h->p, here_again (h, d), k));
  x = spans_size (h, s, here_use (h, *q));
  behind = imp_make_new (h, "behind", u64, here_op (h, FIR_ADD, here_use (h, *row), x));
  begin_while (&in, behind, i);
  imp_make_assign (&in, *row, here_use (h, behind));
  imp_make_assign (&in, *q, here_op (h, FIR_ADD, here_use (h, *q), here_size (h, 1)));
  x = spans_size (&in, s, here_use (h, *q));
  imp_make_assign (&in, behind, here_op (h, FIR_ADD, here_use (h, behind), x));
}

struct imp_expr *
spans_are_long (struct imp_here *h, const struct spans_sizes *s, const struct imp_expr *b,
		const struct imp_expr *e)
{
  struct imp_expr *first = chunk_of (h, s, here_again (h, b)), *next, *owners, *elements, *to;

  next = chunk_of (h, s, here_op (h, FIR_SUB, here_again (h, e), here_size (h, 1)));
  next = imp_make_let (h, "next", here_op (h, FIR_ADD, next, here_size (h, 1)));
  owners = here_op (h, FIR_MIN, here_again (h, s->owners),
		    here_op (h, FIR_MUL, here_again (h, next), here_again (h, s->size)));
  owners = here_op (h, FIR_SUB, owners, here_op (h, FIR_MUL, here_again (h, first),
						 here_again (h, s->size)));
  owners = here_op (h, FIR_MUL, owners, here_size (h, h->p->target->span));
  to = here_op (h, FIR_SUB, here_again (h, s->chunks), here_size (h, 1));
  to = imp_load (h->p, here_use (h, s->part), here_op (h, FIR_MIN, here_again (h, next), to));
  elements = imp_select (h->p, here_op (h, FIR_LT, next, here_again (h, s->chunks)), to,
			 here_again (h, s->all));
  elements = here_op (h, FIR_SUB, elements, imp_load (h->p, here_use (h, s->part), first));
  return here_op (h, FIR_LE, owners, elements);
}
