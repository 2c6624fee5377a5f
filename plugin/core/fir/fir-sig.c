/* Reading the column TYPE of fir.def, and matching types with it.

   A rule is first-order: each variable stands for one type in the whole line, and each position has
   at most one, so matching needs no unification.  The rules of operations with any number of
   operands are code.

   The rows are read once per context, when the first rule is needed.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-sig.h"
#include "base/ctx-int.h"
#include "base/scalar.h"
#include "text.h"

#include <ctype.h>
#include <string.h>

/* --- Classes --------------------------------------------------------------------------------- */

struct class_info
{
  const char *letters;
  unsigned scalars, pointers, rest;
  const char *one, *many;
};

static const struct class_info class_info[SIG_LAST] = {
#define BOOL (1u << SC_BOOL)
#define INT (1u << SC_INT)
#define FLOAT (1u << SC_FLOAT)
#define COMPLEX (1u << SC_COMPLEX)
#define SIG_CLASS(NAME, LETTERS, SCALARS, POINTERS, REST, ONE, MANY) \
  { LETTERS, SCALARS, POINTERS, REST, ONE, MANY },
#include "fir-sig.def"
#undef SIG_CLASS
#undef BOOL
#undef INT
#undef FLOAT
#undef COMPLEX
};

/* The kinds of types, as bits: a scalar's class, then these.  */
enum { KIND_PTR = 1u << 4, KIND_VEC = 1u << 5, KIND_REST = 1u << 6 };

unsigned
sig_class_mask (enum sig_class c)
{
  const struct class_info *info = &class_info[c];

  return info->scalars | (info->pointers ? KIND_PTR : 0) | (info->rest ? KIND_REST : 0)
	 | (info->rest > 1 ? KIND_VEC : 0);
}

bool
sig_mask_holds (unsigned mask, const struct type *t)
{
  switch (t->kind)
    {
    case TYPE_SCALAR:
      return mask >> scalar_info[t->scalar].cls & 1;
    case TYPE_PTR:
      return (mask & KIND_PTR) != 0;
    case TYPE_VEC:
      return (mask & KIND_VEC) != 0;
    default:
      return (mask & KIND_REST) != 0;
    }
}

bool
sig_class_holds (enum sig_class c, const struct type *t)
{
  return sig_mask_holds (sig_class_mask (c), t);
}

const char *
sig_class_one (enum sig_class c)
{
  return class_info[c].one;
}

const char *
sig_class_many (enum sig_class c)
{
  return class_info[c].many;
}

/* --- Reading --------------------------------------------------------------------------------- */

/* The row that is read.  */
struct reader
{
  struct nova_ctx *ctx;
  const char *op, *s;
  struct fir_sig *sig;
  char letter[SIG_VARS];
};

static void
wrong (const struct reader *r)
{
  ctx_fatal (r->ctx, "fir.def: the type of '%s' makes no sense at '%s'", r->op, r->s);
}

/* Read the text WORD if it is next.  */
static bool
take (struct reader *r, const char *word)
{
  while (*r->s == ' ')
    r->s++;
  if (strncmp (r->s, word, strlen (word)) != 0)
    return false;
  r->s += strlen (word);
  return true;
}

static void
need (struct reader *r, const char *word)
{
  if (!take (r, word))
    wrong (r);
}

/* The number of the variable LETTER.  */
static int
variable (struct reader *r, char letter)
{
  struct fir_sig *sig = r->sig;
  unsigned k, c;

  for (k = 0; k < sig->nvars; k++)
    if (r->letter[k] == letter)
      return (int) k;
  for (c = 0; c < SIG_LAST && !strchr (class_info[c].letters, letter); c++)
    ;
  if (c == SIG_LAST || k == SIG_VARS)
    wrong (r);
  r->letter[k] = letter;
  sig->cls[k] = (enum sig_class) c;
  sig->nvars++;
  return (int) k;
}

static struct sig_type
read_type (struct reader *r)
{
  struct sig_type t = { 0, false, -1, SCALAR_LAST };
  size_t n = 0;

  while (take (r, "V"))
    t.vecs++;
  t.ptr = take (r, "ptr ");
  while (*r->s == ' ')
    r->s++;
  if (isupper ((unsigned char) *r->s))
    {
      t.var = variable (r, *r->s++);
      return t;
    }
  while (isalnum ((unsigned char) r->s[n]))
    n++;
  t.scalar = scalar_by_name (r->s, n);
  if (t.scalar == SCALAR_LAST)
    wrong (r);
  r->s += n;
  return t;
}

/* "(T, ...) -> T;" */
static void
read_fn (struct reader *r, struct sig_fn *fn)
{
  do
    {
      if (fn->nparams == SIG_ARGS)
	wrong (r);
      fn->param[fn->nparams++] = read_type (r);
    }
  while (take (r, ","));
  need (r, ")");
  need (r, "->");
  fn->ret = read_type (r);
  need (r, ";");
}

static void
read_sig (struct nova_ctx *ctx, const struct fir_op_info *info, struct fir_sig *sig)
{
  struct reader r = { ctx, info->text, info->type, sig, "" };

  while (take (&r, "("))
    {
      if (sig->nfns == SIG_FNS)
	wrong (&r);
      read_fn (&r, &sig->fn[sig->nfns++]);
    }
  do
    {
      if (sig->nargs == SIG_ARGS)
	wrong (&r);
      sig->arg[sig->nargs++] = read_type (&r);
    }
  while (take (&r, ","));
  need (&r, "->");
  sig->ret = read_type (&r);
  if (*r.s || (int) sig->nargs != info->nargs || (int) sig->nfns != info->nfns)
    wrong (&r);
}

const struct fir_sig *
fir_sig (struct nova_ctx *ctx, enum fir_op op)
{
  unsigned k;

  if (!ctx->sigs)
    {
      ctx->sigs = CTX_NEWV (ctx, struct fir_sig, FIR_LAST);
      for (k = 0; k < FIR_LAST; k++)
	if (*fir_op_info[k].type)
	  read_sig (ctx, &fir_op_info[k], &ctx->sigs[k]);
    }
  return *fir_op_info[op].type ? &ctx->sigs[op] : NULL;
}

/* --- Matching -------------------------------------------------------------------------------- */

const struct type *
sig_type_of (struct nova_ctx *ctx, const struct sig_type *s, const struct type *const *bound)
{
  const struct type *t = s->var < 0 ? type_scalar (ctx, s->scalar) : bound[s->var];
  unsigned k;

  if (t && s->ptr)
    t = type_ptr (ctx, t, 0);
  for (k = 0; t && k < s->vecs; k++)
    t = type_vec (ctx, t);
  return t;
}

bool
sig_match (const struct fir_sig *sig, const struct sig_type *s, const struct type *t,
	   const struct type **bound)
{
  unsigned k;

  for (k = 0; k < s->vecs; k++, t = t->elem)
    if (t->kind != TYPE_VEC)
      return false;
  if (s->ptr)
    {
      if (t->kind != TYPE_PTR || !t->elem)
	return false;
      t = t->elem;
    }
  if (s->var < 0)
    return t->kind == TYPE_SCALAR && t->scalar == s->scalar;
  if (bound[s->var])
    return bound[s->var] == t;
  if (sig && !sig_class_holds (sig->cls[s->var], t))
    return false;
  bound[s->var] = t;
  return true;
}

const char *
sig_describe (struct nova_ctx *ctx, const struct fir_sig *sig, const struct sig_type *s,
	      const struct type *const *bound)
{
  const struct type *t = sig_type_of (ctx, s, bound);
  const struct class_info *info;
  struct strbuf b = { NULL, 0, 0 };
  const char *text;
  unsigned k;

  if (t)
    text_type (&b, NULL, t);
  else
    {
      info = &class_info[sig->cls[s->var]];
      for (k = 0; k < s->vecs; k++)
	strbuf_printf (&b, k ? " of vectors" : "a vector");
      if (s->ptr)
	strbuf_printf (&b, s->vecs ? " of pointers to a known type" : "a pointer to a known type");
      else if (!s->vecs)
	strbuf_printf (&b, "%s", info->one);
      else if (sig->cls[s->var] != SIG_ANY)
	strbuf_printf (&b, " of %s", info->many);
    }
  text = ctx_intern_n (ctx, b.s, b.len);
  strbuf_free (&b);
  return text;
}
