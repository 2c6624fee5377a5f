/* How large a vector is, as a formula of the program's own names.

     n = len x;  k = add n 1;  t = loop k { ... }        |map (12)| = |x| + 1

   A vector that a builtin makes has the builtin's name and line in the report, others their own.

   The length of every vector that a loop makes is known before the loop starts, as a term of the
   region; of a filter it is a bound.  So memory can be allocated before a parallel step begins, and
   the report can say how much.
   Does not: look through results of loops, calls and branches; they have names of their own.
   Paper: Nikola, section 4 (size inference).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-term.h"
#include "text.h"

#include <string.h>

/* Terms deeper than this are shown by their names.  */
#define DEPTH 6

const char *
fir_site_name (struct nova_ctx *ctx, uint32_t site)
{
  const char *name = ctx_site_name (ctx, site);

  if (!name || !*name)
    return NULL;
  return strncmp (name, "__nova_", 7) == 0 ? name + 7
	 : strncmp (name, "nova_", 5) == 0 ? name + 5 : name;
}

/* |V|  */
static void
put_length (struct nova_ctx *ctx, struct strbuf *out, struct fir_var *v)
{
  uint32_t site = v->def ? v->def->site : 0;
  const char *name;

  for (unsigned k = 0; v->def && k < v->def->nouts; k++)
    if (v->def->outs[k].res == v)
      site = v->def->outs[k].site;
  name = fir_site_name (ctx, site);
  if (name)
    strbuf_printf (out, "|%s (%u)|", name, ctx_site_line (ctx, site));
  else
    strbuf_printf (out, "|%s|", v->name);
}

static void put_size (struct nova_ctx *ctx, struct strbuf *out, struct fir_atom a, unsigned depth,
		      bool inner);

static void
put_binary (struct nova_ctx *ctx, struct strbuf *out, struct fir_stmt *d, const char *op,
	    unsigned depth, bool inner)
{
  strbuf_printf (out, inner ? "(" : "");
  put_size (ctx, out, d->args[0], depth, true);
  strbuf_printf (out, " %s ", op);
  put_size (ctx, out, d->args[1], depth, true);
  strbuf_printf (out, inner ? ")" : "");
}

static void
put_call (struct nova_ctx *ctx, struct strbuf *out, struct fir_stmt *d, const char *name,
	  unsigned depth)
{
  strbuf_printf (out, "%s (", name);
  for (unsigned k = 0; k < d->nargs; k++)
    {
      strbuf_printf (out, k ? ", " : "");
      put_size (ctx, out, d->args[k], depth, false);
    }
  strbuf_printf (out, ")");
}

/* A, in parentheses if it is more than a name and INNER.  */
static void
put_size (struct nova_ctx *ctx, struct strbuf *out, struct fir_atom a, unsigned depth, bool inner)
{
  struct fir_stmt *d = fir_atom_def (a);
  __int128 i;

  if (fir_atom_value (a, &i))
    strbuf_printf (out, "%lld", (long long) i);
  else if (!a.var)
    strbuf_printf (out, "?");
  else if (!d || depth == DEPTH)
    strbuf_printf (out, "%s", a.var->name);
  else if (d->op == FIR_LEN && d->args[0].var)
    put_length (ctx, out, d->args[0].var);
  else if (d->op == FIR_CONV)
    put_size (ctx, out, d->args[0], depth + 1, inner);
  else if (d->op == FIR_ADD || d->op == FIR_SUB || d->op == FIR_MUL || d->op == FIR_DIV)
    put_binary (ctx, out, d,
		d->op == FIR_ADD   ? "+"
		: d->op == FIR_SUB ? "-"
		: d->op == FIR_MUL ? "*"
				   : "/",
		depth + 1, inner);
  else if (d->op == FIR_MIN || d->op == FIR_MAX || d->op == FIR_STEPS)
    put_call (ctx, out, d, fir_op_info[d->op].text, depth + 1);
  else
    strbuf_printf (out, "%s", a.var->name);
}

const char *
fir_size_formula (struct nova_ctx *ctx, struct fir_var *v, const char *rel, struct fir_atom n)
{
  struct strbuf b = { NULL, 0, 0 };
  const char *s;

  put_length (ctx, &b, v);
  strbuf_printf (&b, " %s ", rel);
  if (n.var && type_is_vec (n.var->type))
    put_length (ctx, &b, n.var);
  else
    put_size (ctx, &b, n, 0, false);
  s = ctx_intern_n (ctx, b.s, b.len);
  strbuf_free (&b);
  return s;
}
