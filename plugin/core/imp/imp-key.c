/* Procedures as words: the same words, the same code.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Regions that say the same are generated once.  Two procedures say the same if they are equal but
   for the names of their variables and for their sites: a variable stands for the place where it
   came first, and so does a site, in a list that goes with the words.  Types, and what the plugin
   has numbered (functions, addresses), are equal if they are one.  All that a generator reads is
   here; lines and names are not.

   Does not: see that terms, or statements in another order, have the same meaning.  */

#include <string.h>
#include "imp-make.h"
#include "base/scalar.h"

/* As many bytes as it takes, seven bits each.  */
void
imp_key_add (struct imp_key *k, uint64_t word)
{
  for (; word >= 128; word >>= 7)
    strbuf_putc (&k->words, (char) (128 | (word & 127)));
  strbuf_putc (&k->words, (char) word);
}

uint64_t
imp_key_hash (const struct imp_key *k)
{
  uint64_t h = 14695981039346656037u;

  for (size_t i = 0; i < k->words.len; i++)
    h = (h ^ (unsigned char) k->words.s[i]) * 1099511628211u;
  return h;
}

bool
imp_key_equal (const struct imp_key *x, const struct imp_key *y)
{
  return x->words.len == y->words.len
	 && (!x->words.len || !memcmp (x->words.s, y->words.s, x->words.len));
}

size_t
imp_key_site (struct imp_key *k, uint32_t site)
{
  for (size_t i = 0; i < k->nsites; i++)
    if (k->site[i] == site)
      return i;
  CTX_MORE (k->ctx, k->site, k->nsites, k->room);
  k->site[k->nsites] = site;
  return k->nsites++;
}

/* --- Words ----------------------------------------------------------------------------------- */

/* The procedure, or part of one, at hand.  */
struct walk
{
  struct imp_key *k;
  unsigned *number;		/* by the variable's own: what it is called here, from 1 on */
  unsigned n;
  const struct imp_numbers *numbers;	/* of the procedure, if this is a part; NULL: all of it */
};

static void
add_pointer (struct walk *w, const void *p)
{
  imp_key_add (w->k, (uint64_t) (uintptr_t) p);
}

static void
add_site (struct walk *w, uint32_t site)
{
  if (w->numbers)
    return;
  imp_key_add (w->k, site ? 1 + imp_key_site (w->k, site) : 0);
}

static void
add_var (struct walk *w, const struct imp_var *v)
{
  unsigned *number;

  if (!v)
    {
      imp_key_add (w->k, 0);
      return;
    }
  number = &w->number[v->id];
  if (*number)
    {
      imp_key_add (w->k, *number);
      return;
    }
  *number = ++w->n;
  imp_key_add (w->k, *number);
  imp_key_add (w->k, v->kind | (uint64_t) v->stated << 8 | (uint64_t) v->space << 16);
  add_pointer (w, v->type);
  if (w->numbers)
    imp_key_add (w->k, v->id < w->numbers->n ? w->numbers->of[v->id] : 0);
}

static void
add_float (struct walk *w, long double x)
{
  uint64_t words[2];

  scalar_float_bits (x, words);
  imp_key_add (w->k, words[0]);
  imp_key_add (w->k, words[1]);
}

static void
add_const (struct walk *w, const struct fir_const *c)
{
  add_pointer (w, c->type);
  imp_key_add (w->k, c->origin);
  imp_key_add (w->k, (uint64_t) c->i);
  imp_key_add (w->k, (uint64_t) (c->i >> 64));
  add_float (w, c->f);
  add_float (w, c->im);
}

static void
add_leaf (struct walk *w, const struct fir_leaf *l)
{
  imp_key_add (w->k, (uint64_t) l->flags << 32 | l->origin);
  /* One that nobody has numbered is told by where its name is, which is interned.  */
  if (!l->origin)
    add_pointer (w, l->name);
  add_pointer (w, l->ret);
}

static void
add_expr (struct walk *w, const struct imp_expr *e)
{
  if (!e)
    {
      imp_key_add (w->k, UINT64_MAX);
      return;
    }
  imp_key_add (w->k, e->kind | (uint64_t) e->wrap << 7 | (uint64_t) e->nargs << 8
		     | (uint64_t) e->index << 32);
  add_pointer (w, e->type);
  switch (e->kind)
    {
    case IMP_EXPR_CONST: add_const (w, e->cst); break;
    case IMP_EXPR_VAR: add_var (w, e->var); break;
    case IMP_EXPR_PRIM: imp_key_add (w->k, e->op); break;
    case IMP_EXPR_LEAF: add_leaf (w, e->leaf); break;
    case IMP_EXPR_LOAD: break;
    case IMP_EXPR_CALL: imp_key_add (w->k, e->fn); break;
    case IMP_EXPR_FUN: add_pointer (w, e->fun); break;
    }
  for (unsigned i = 0; i < e->nargs; i++)
    add_expr (w, e->args[i]);
}

/* The flags of S as bits.  */
static uint64_t
flags (const struct imp_stmt *s)
{
  const bool flag[] = { s->ivdep, s->scalar, s->vector, s->kept, s->brief, s->once,
			s->ahead_checked, s->first, s->commutes, s->apart, s->wide, s->sparse };
  uint64_t bits = 0;

  for (unsigned i = 0; i < sizeof flag / sizeof *flag; i++)
    bits |= (uint64_t) flag[i] << i;
  return bits;
}

static void
add_block (struct walk *w, const struct imp_block *b)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    {
      imp_key_add (w->k, (1 + s->kind) | flags (s) << 8 | (uint64_t) s->shape << 24
			 | (uint64_t) s->ahead << 32 | (uint64_t) s->level << 40
			 | (uint64_t) s->trust << 48);
      imp_key_add (w->k, s->check | (uint64_t) s->by << 8 | (uint64_t) s->nargs << 32);
      imp_key_add (w->k, s->order);
      add_site (w, s->site);
      add_var (w, s->var);
      add_expr (w, s->base);
      for (unsigned i = 0; i < sizeof s->e / sizeof *s->e; i++)
	add_expr (w, s->e[i]);
      for (unsigned i = 0; i < s->nargs; i++)
	add_expr (w, s->args[i]);
      add_block (w, &s->body);
      add_block (w, &s->orelse);
    }
  /* No statement is 0.  */
  imp_key_add (w->k, 0);
}

/* A walk over PROC of P.  The target comes first: the same statements are generated otherwise for
   another.  */
static struct walk
begin (struct imp_key *k, const struct imp_prog *p, const struct imp_proc *proc,
       const struct imp_numbers *numbers)
{
  struct walk w = { k, CTX_NEWV (k->ctx, unsigned, proc->nvars + 1), 0, numbers };

  add_pointer (&w, p->target);
  return w;
}

void
imp_key_proc (struct imp_key *k, const struct imp_prog *p, const struct imp_proc *proc)
{
  struct walk w = begin (k, p, proc, NULL);

  imp_key_add (k, proc->nparams | (uint64_t) proc->nresults << 32);
  imp_key_add (k, proc->may_fail);
  add_site (&w, proc->site);
  for (unsigned i = 0; i < proc->nparams; i++)
    {
      add_var (&w, proc->params[i]);
      imp_key_add (k, (proc->loose && proc->loose[i])
		      | (unsigned) (proc->may_be_loose && proc->may_be_loose[i]) << 1);
    }
  for (unsigned i = 0; i < proc->nresults; i++)
    add_var (&w, proc->results[i]);
  add_block (&w, &proc->body);
}

void
imp_key_parfor (struct imp_key *k, const struct imp_prog *p, const struct imp_proc *proc,
		const struct imp_stmt *s, const struct imp_numbers *numbers)
{
  struct walk w = begin (k, p, proc, numbers);

  add_var (&w, s->var);
  add_block (&w, &s->body);
}
