/* How large a vector is, as a formula of the program's own names.

     n = len x;  k = add n 1;  t = loop k { ... }        |t| = |x| + 1

   The length of every vector that a loop makes is known before the loop starts, as a term of the
   region; of a filter it is a bound.  So storage can be had before a parallel step begins, and the
   report can say how much.
   Does not: look through results of loops, calls and branches; they have names of their own.
   Paper: Nikola, section 4 (size inference).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pass-int.h"
#include "text.h"

/* Terms deeper than this stand by their names.  */
#define DEPTH 6

static void put_size (struct strbuf *out, struct fir_atom a, unsigned depth, bool inner);

static void
put_binary (struct strbuf *out, struct fir_stmt *d, const char *op, unsigned depth, bool inner)
{
  strbuf_printf (out, inner ? "(" : "");
  put_size (out, d->args[0], depth, true);
  strbuf_printf (out, " %s ", op);
  put_size (out, d->args[1], depth, true);
  strbuf_printf (out, inner ? ")" : "");
}

static void
put_call (struct strbuf *out, struct fir_stmt *d, const char *name, unsigned depth)
{
  strbuf_printf (out, "%s (", name);
  for (unsigned k = 0; k < d->nargs; k++)
    {
      strbuf_printf (out, k ? ", " : "");
      put_size (out, d->args[k], depth, false);
    }
  strbuf_printf (out, ")");
}

/* A, in parentheses if it is more than a name and INNER.  */
static void
put_size (struct strbuf *out, struct fir_atom a, unsigned depth, bool inner)
{
  struct fir_stmt *d = atom_def (a);
  __int128 i;

  if (atom_int (a, &i))
    strbuf_printf (out, "%lld", (long long) i);
  else if (!a.var)
    strbuf_printf (out, "?");
  else if (!d || depth == DEPTH)
    strbuf_printf (out, "%s", a.var->name);
  else if (d->op == FIR_LEN && d->args[0].var)
    strbuf_printf (out, "|%s|", d->args[0].var->name);
  else if (d->op == FIR_CONV)
    put_size (out, d->args[0], depth + 1, inner);
  else if (d->op == FIR_ADD || d->op == FIR_SUB || d->op == FIR_MUL || d->op == FIR_DIV)
    put_binary (out, d, d->op == FIR_ADD ? "+" : d->op == FIR_SUB ? "-" : d->op == FIR_MUL ? "*" : "/",
		depth + 1, inner);
  else if (d->op == FIR_MIN || d->op == FIR_MAX || d->op == FIR_STEPS)
    put_call (out, d, fir_op_info[d->op].text, depth + 1);
  else
    strbuf_printf (out, "%s", a.var->name);
}

const char *
size_formula (struct nova_ctx *ctx, struct fir_var *v, const char *rel, struct fir_atom n)
{
  struct strbuf b = { NULL, 0, 0 };
  const char *s;

  strbuf_printf (&b, "|%s| %s ", v->name, rel);
  put_size (&b, n, 0, false);
  s = ctx_intern_n (ctx, b.s, b.len);
  strbuf_free (&b);
  return s;
}
