/* The pass cse: equal terms are computed once.

     a = map {(p) r = mul p p ret r} x
     b = map {(q) s = mul q q ret s} x      =>   b is a

   Terms are equal if they have the same operation, the same atoms as operands (in any order where
   the operation commutes), and functions that are the same up to the names they bind.  A term may
   be replaced by one that precedes it in the same block or in a block around it.  A vector that is
   an operand twice becomes one operand, so that terms over its elements are equal.
   Memory does not change while a region reads it (its stores take effect at its end), so that reads
   and calls of passive functions are ordinary terms.  A check term that an earlier one implies is
   removed; after `check lengths n m' n replaces m.  Of two terms that may fail the earlier must be
   the one whose error is reported.
   Does not: compare through memory, hoist out of branches or loops.
   Paper: NOVA, section 5 (common subexpressions).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"

/* A statement that may replace equal ones further on.  */
struct avail
{
  struct fir_stmt *s;
  uint64_t hash;		/* of its operands */
  unsigned learned;		/* the facts about lengths at that point */
  bool inside;			/* a function: its failures are those of the element there */
  struct avail *next;		/* made before it */
};

/* What a variable was before a check of lengths said what it equals: undone at the end of the
   block.  */
struct undo
{
  struct fir_var *v;
  struct undo *next;
};

struct cse
{
  struct fir_prog *p;
  struct avail *avail[128];	/* by operation */
  struct undo *undo;
  unsigned learned;		/* lengths that checks made equal */
  bool inside;			/* a function, as in struct avail */
  unsigned changes;
};

static void cse_block (struct cse *c, struct fir_block *b);

/* --- Equality -------------------------------------------------------------------------------- */

/* Pairs of names bound by the two terms that are compared.  */
struct pair
{
  struct fir_var *a, *b;
  const struct pair *next;
};

static bool equal_stmts (struct fir_stmt *a, struct fir_stmt *b, const struct pair *names);

/* Atom A after the replacements made so far.  */
static struct fir_atom
current (struct fir_atom a)
{
  pass_replace_in (&a, NULL);
  return a;
}

static bool
equal_atoms (struct fir_atom a, struct fir_atom b, const struct pair *names)
{
  a = current (a);
  b = current (b);
  if (a.var && b.var)
    for (; names; names = names->next)
      if (names->a == a.var || names->b == b.var)
	return names->a == a.var && names->b == b.var;
  return fir_atom_equal (a, b);
}

/* Are the statements from A and B on, and then the N atoms RA and RB, and the outputs of LA and
   LB (when set) equal?  */
static bool equal_outs (struct fir_stmt *a, struct fir_stmt *b, const struct pair *names);

static bool
equal_rest (struct fir_stmt *a, struct fir_stmt *b, struct fir_block *ba, struct fir_block *bb,
	    struct fir_stmt *la, struct fir_stmt *lb, const struct pair *names)
{
  struct pair room[8];

  if (!a || !b)
    {
      if (a || b || ba->nrets != bb->nrets)
	return false;
      for (unsigned k = 0; k < ba->nrets; k++)
	if (!equal_atoms (ba->rets[k], bb->rets[k], names))
	  return false;
      return !la || equal_outs (la, lb, names);
    }
  if (a->nres > 8 || !equal_stmts (a, b, names))
    return false;
  for (unsigned k = 0; k < a->nres; k++)
    {
      room[k].a = a->res[k];
      room[k].b = b->res[k];
      room[k].next = names;
      names = &room[k];
    }
  return equal_rest (a->next, b->next, ba, bb, la, lb, names);
}

/* Functions A and B, and with LA the outputs of loops whose bodies they are.  */
static bool
equal_fns (struct fir_fn *a, struct fir_fn *b, struct fir_stmt *la, struct fir_stmt *lb,
	   const struct pair *names)
{
  struct pair room[8];

  if (a == b)
    return true;
  if (a->nparams != b->nparams || a->nparams > 8)
    return false;
  for (unsigned k = 0; k < a->nparams; k++)
    {
      if (a->params[k]->type != b->params[k]->type)
	return false;
      room[k].a = a->params[k];
      room[k].b = b->params[k];
      room[k].next = names;
      names = &room[k];
    }
  return equal_rest (a->body->first, b->body->first, a->body, b->body, la, lb, names);
}

static bool
equal_outs (struct fir_stmt *a, struct fir_stmt *b, const struct pair *names)
{
  for (unsigned k = 0; k < a->nouts; k++)
    {
      struct fir_out *x = &a->outs[k], *y = &b->outs[k];

      if (x->kind != y->kind || !equal_atoms (x->value, y->value, names)
	  || !equal_atoms (x->guard, y->guard, names) || !equal_atoms (x->init, y->init, names)
	  || !equal_atoms (x->dest, y->dest, names) || !x->combine != !y->combine
	  || (x->combine && !equal_fns (x->combine, y->combine, NULL, NULL, names)))
	return false;
    }
  return true;
}

static bool
equal_args (struct fir_stmt *a, struct fir_stmt *b, const struct pair *names)
{
  unsigned k;

  if (a->nargs != b->nargs)
    return false;
  for (k = 0; k < a->nargs; k++)
    if (!equal_atoms (a->args[k], b->args[k], names))
      break;
  if (k == a->nargs)
    return true;
  return ((fir_op_info[a->op].flags & FIR_FLAG_COMM) || a->op == FIR_EQ || a->op == FIR_NE)
	 && a->nargs == 2 && equal_atoms (a->args[0], b->args[1], names)
	 && equal_atoms (a->args[1], b->args[0], names);
}

/* Are the arms of A and B, as many of each, for the same values?  */
static bool
equal_arms (struct fir_stmt *a, struct fir_stmt *b)
{
  for (unsigned k = 0; k < a->nfns; k++)
    {
      struct fir_arm *x = &a->arms[k], *y = &b->arms[k];

      if (x->any != y->any || x->alternative != y->alternative
	  || !fir_atom_equal (x->label, y->label))
	return false;
    }
  return true;
}

/* Do A and B compute the same where NAMES are pairwise equal?  */
static bool
equal_stmts (struct fir_stmt *a, struct fir_stmt *b, const struct pair *names)
{
  if (a->op != b->op || a->nres != b->nres || a->nfns != b->nfns || a->nouts != b->nouts
      || a->leaf != b->leaf || a->callee != b->callee || a->index != b->index
      || a->wrap != b->wrap)
    return false;
  for (unsigned k = 0; k < a->nres; k++)
    if (a->res[k]->type != b->res[k]->type)
      return false;
  if ((a->op == FIR_CHECK || (fir_op_info[a->op].flags & FIR_FLAG_MAYFAIL))
      && a->check != b->check)
    return false;
  if (!equal_args (a, b, names) || (a->op == FIR_CASE && !equal_arms (a, b)))
    return false;
  if (a->op == FIR_MU)
    {
      struct pair self = { a->res[0], b->res[0], names };

      return equal_fns (a->fns[0], b->fns[0], NULL, NULL, &self);
    }
  if (a->op == FIR_LOOP)
    return equal_fns (a->fns[0], b->fns[0], a, b, names);
  for (unsigned k = 0; k < a->nfns; k++)
    if (!equal_fns (a->fns[k], b->fns[k], NULL, NULL, names))
      return false;
  return true;
}

/* --- Failures -------------------------------------------------------------------------------- */

/* The positions of two equal terms.  */
enum places
{
  PLACES_SAME,			/* one element fails in both */
  PLACES_APART,			/* the later one is in a function, the earlier one before it */
  PLACES_VALUES			/* in functions as values: where these are called is not known */
};

static bool covers (struct fir_stmt *a, struct fir_stmt *b, enum places places);

static bool
fn_covers (struct fir_fn *a, struct fir_fn *b, enum places places)
{
  for (struct fir_stmt *s = a->body->first, *t = b->body->first; s && t; s = s->next, t = t->next)
    if (!covers (s, t, places))
      return false;
  return true;
}

/* Is no failure of B reported if A, which is equal and precedes it, fails as well?  B's must not
   have a lesser order; an equal one only for the same element, where A's comes first.  */
static bool
covers (struct fir_stmt *a, struct fir_stmt *b, enum places places)
{
  bool fails = a->op == FIR_LEAF ? (a->leaf->flags & LEAF_MAYFAIL) != 0
	       : a->op == FIR_CHECK || fir_op_may_fail (a);

  if (a->op == FIR_LAMBDA || a->op == FIR_MU)
    places = PLACES_VALUES;
  if (fails && (a->order > b->order || (places == PLACES_APART && a->order == b->order)
		|| (places == PLACES_VALUES && (a->order != b->order || a->site != b->site))))
    return false;
  /* Both call one function, whose failures have the orders that they have there.  */
  if ((a->op == FIR_CALL || a->op == FIR_APPLY) && places == PLACES_APART)
    return !fir_may_fail (a);
  for (unsigned k = 0; k < a->nfns; k++)
    if (!fn_covers (a->fns[k], b->fns[k], places))
      return false;
  for (unsigned k = 0; k < a->nouts; k++)
    if (a->outs[k].combine && !fn_covers (a->outs[k].combine, b->outs[k].combine, places))
      return false;
  return true;
}

/* --- Checks ---------------------------------------------------------------------------------- */

/* Does check A, which holds, imply check B?  The numbers of operands only appear in the
   message.  */
static bool
implies (struct fir_stmt *a, struct fir_stmt *b)
{
  if (a->check != b->check || a->nargs != b->nargs)
    return false;
  switch (a->check)
    {
    case CHECK_LENGTHS:
    case CHECK_ROOM:
      if (equal_atoms (a->args[1], b->args[1], NULL) && equal_atoms (a->args[3], b->args[3], NULL))
	return true;
      return a->check == CHECK_LENGTHS && equal_atoms (a->args[1], b->args[3], NULL)
	     && equal_atoms (a->args[3], b->args[1], NULL);
    default:
      for (unsigned k = 1; k < a->nargs; k++)
	if (!equal_atoms (a->args[k], b->args[k], NULL))
	  return false;
      return true;
    }
}

/* From here on the two lengths of S are one: the constant, or else the one bound first.  */
static void
learn (struct cse *c, struct fir_stmt *s)
{
  struct fir_atom a = s->args[1], b = s->args[3], t;
  struct undo *u;

  if (s->check != CHECK_LENGTHS || fir_atom_type (a) != fir_atom_type (b))
    return;
  if (b.cst || (a.var && b.var && b.var->id < a.var->id))
    {
      t = a;
      a = b;
      b = t;
    }
  if (!b.var || fir_atom_equal (a, b))
    return;
  pass_replace_var (c->p, b.var, a);
  u = CTX_NEW (c->p->ctx, struct undo);
  u->v = b.var;
  u->next = c->undo;
  c->undo = u;
  law_fired (c->p->ctx, LAW_C3);
  c->learned++;
}

/* --- The walk -------------------------------------------------------------------------------- */

/* The same for equal operands, in any order: a block may have thousands of statements.  */
static uint64_t
hash_operands (const struct fir_stmt *s)
{
  uint64_t h = s->nargs;

  for (unsigned k = 0; k < s->nargs; k++)
    h += (s->args[k].var ? 2 * (uint64_t) s->args[k].var->id + 1
	  : s->args[k].cst ? 2 * (uint64_t) s->args[k].cst->i : 0) * 0x9e3779b97f4a7c15u;
  return h;
}

/* The available statement that computes what S does, NULL if there is none.  */
static struct fir_stmt *
find_equal (struct cse *c, struct fir_stmt *s)
{
  uint64_t hash = hash_operands (s);

  for (struct avail *a = c->avail[s->op]; a; a = a->next)
    /* Operands may have become equal by facts found since.  */
    if (s->op != FIR_CHECK && a->hash != hash && a->learned == c->learned)
      continue;
    else if (s->op == FIR_CHECK ? implies (a->s, s)
	     : equal_stmts (a->s, s, NULL)
	       && covers (a->s, s, a->inside == c->inside ? PLACES_SAME : PLACES_APART))
      return a->s;
  return NULL;
}

static void
make_available (struct cse *c, struct fir_stmt *s)
{
  struct avail *a = CTX_NEW (c->p->ctx, struct avail);

  a->s = s;
  a->hash = hash_operands (s);
  a->learned = c->learned;
  a->inside = c->inside;
  a->next = c->avail[s->op];
  c->avail[s->op] = a;
}

/* The first operand, and the first parameter of the first function, such that the elements of S's
   operands from there on are the parameters; false if there are none.  */
static bool
elementwise (const struct fir_stmt *s, unsigned *from)
{
  *from = s->op == FIR_FOLD;
  return s->op == FIR_MAP || s->op == FIR_FILTER || s->op == FIR_FIND || s->op == FIR_FOLD;
}

/* Operand K of S is operand J: one element is a parameter once.  */
static void
drop_operand (struct cse *c, struct fir_stmt *s, unsigned j, unsigned k)
{
  struct fir_fn *fn = s->fns[0];

  pass_replace_var (c->p, fn->params[k], fir_atom_var (fn->params[j]));
  fn->nparams--;
  s->nargs--;
  for (; k < s->nargs; k++)
    {
      fn->params[k] = fn->params[k + 1];
      s->args[k] = s->args[k + 1];
    }
  law_fired (c->p->ctx, LAW_C4);
  c->changes++;
}

static void
merge_operands (struct cse *c, struct fir_stmt *s)
{
  unsigned from;

  if (!elementwise (s, &from) || s->fns[0]->nparams != s->nargs)
    return;
  for (unsigned k = from + 1; k < s->nargs; k++)
    for (unsigned j = from; j < k; j++)
      if (fir_atom_equal (s->args[j], s->args[k]))
	{
	  drop_operand (c, s, j, k--);
	  break;
	}
}

/* The functions of S, and the outputs of a loop.  */
static void
cse_functions (struct cse *c, struct fir_stmt *s)
{
  bool outside = c->inside;

  c->inside |= s->op != FIR_IF && s->op != FIR_CASE;
  for (unsigned k = 0; k < s->nfns; k++)
    cse_block (c, s->fns[k]->body);
  for (unsigned k = 0; k < s->nouts; k++)
    {
      pass_replace_in (&s->outs[k].value, NULL);
      pass_replace_in (&s->outs[k].guard, NULL);
      if (s->outs[k].combine)
	cse_block (c, s->outs[k].combine->body);
    }
  c->inside = outside;
}

static void
cse_stmt (struct cse *c, struct fir_stmt *s)
{
  struct fir_stmt *old;

  fir_stmt_atoms (s, pass_replace_in, NULL);
  merge_operands (c, s);
  cse_functions (c, s);
  if (s->op != FIR_CHECK && (!s->nres || fir_has_effect (s)))
    return;
  old = find_equal (c, s);
  if (!old)
    {
      make_available (c, s);
      if (s->op == FIR_CHECK)
	learn (c, s);
      return;
    }
  for (unsigned k = 0; k < s->nres; k++)
    pass_replace_var (c->p, s->res[k], fir_atom_var (old->res[k]));
  fir_unlink (s);
  law_fired (c->p->ctx, s->op == FIR_CHECK ? LAW_C2 : LAW_C1);
  c->changes++;
}

static void
cse_block (struct cse *c, struct fir_block *b)
{
  struct avail *saved[FIR_LAST];
  struct undo *undo = c->undo;
  struct fir_stmt *next;

  for (unsigned k = 0; k < FIR_LAST; k++)
    saved[k] = c->avail[k];
  for (struct fir_stmt *s = b->first; s; s = next)
    {
      next = s->next;
      cse_stmt (c, s);
    }
  for (unsigned k = 0; k < b->nrets; k++)
    pass_replace_in (&b->rets[k], NULL);
  for (unsigned k = 0; k < FIR_LAST; k++)
    c->avail[k] = saved[k];
  for (; c->undo != undo; c->undo = c->undo->next)
    c->undo->v->aux = NULL;
}

unsigned
pass_cse (struct fir_prog *p, struct fir_region *r, struct pass_log *log)
{
  struct cse c = { .p = p };

  (void) log;
  _Static_assert (FIR_LAST <= sizeof c.avail / sizeof c.avail[0], "a row for each operation");
  fir_clear_aux (r);
  cse_block (&c, r->body);
  return c.changes;
}
