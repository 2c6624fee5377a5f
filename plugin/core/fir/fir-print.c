/* FIR as text.  The grammar is in doc/fir.txt; the printed text parses back to the same program.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "text.h"

#include <inttypes.h>

struct printer
{
  struct strbuf *out;
  struct type_names *names;
};

static void print_fn (struct printer *pr, struct fir_fn *fn, unsigned indent, bool params);
static void print_stmt (struct printer *pr, struct fir_stmt *s, unsigned indent);

static void
print_atom (struct printer *pr, struct fir_atom a)
{
  if (a.var)
    text_var (pr->out, a.var->name, a.var->id);
  else if (a.cst)
    text_const (pr->out, pr->names, a.cst);
  else
    strbuf_printf (pr->out, "none");
}

/* N atoms, each after a space.  */
static void
print_atoms (struct printer *pr, unsigned n, const struct fir_atom *a)
{
  unsigned k;

  for (k = 0; k < n; k++)
    {
      strbuf_putc (pr->out, ' ');
      print_atom (pr, a[k]);
    }
}

/* N binders with their types.  */
static void
print_binders (struct printer *pr, unsigned n, struct fir_var **v)
{
  unsigned k;

  for (k = 0; k < n; k++)
    {
      strbuf_printf (pr->out, k ? ", " : "");
      text_var (pr->out, v[k]->name, v[k]->id);
      strbuf_printf (pr->out, ": ");
      text_type (pr->out, pr->names, v[k]->type);
      if (v[k]->dies)
	strbuf_printf (pr->out, " dies");
    }
}

static void
print_line (struct printer *pr, unsigned indent)
{
  strbuf_printf (pr->out, "\n%*s", (int) indent, "");
}

static void
print_out (struct printer *pr, struct fir_out *o, unsigned indent)
{
  strbuf_printf (pr->out, "yield %s", text_out_kind[o->kind]);
  if (o->combine)
    {
      strbuf_putc (pr->out, ' ');
      print_fn (pr, o->combine, indent, true);
    }
  if (!fir_atom_none (o->init))
    print_atoms (pr, 1, &o->init);
  print_atoms (pr, 1, &o->value);
  if (!fir_atom_none (o->guard))
    {
      strbuf_printf (pr->out, " when");
      print_atoms (pr, 1, &o->guard);
    }
  if (!fir_atom_none (o->dest))
    {
      strbuf_printf (pr->out, " to");
      print_atoms (pr, 1, &o->dest);
    }
  strbuf_printf (pr->out, " at %" PRIu32, o->site);
}

/* The text between the operation and its operands.  */
static void
print_modifiers (struct printer *pr, struct fir_stmt *s)
{
  switch (fir_op_info[s->op].with)
    {
    case FIR_WITH_FIELD:
      strbuf_printf (pr->out, ".%u", s->index);
      break;
    case FIR_WITH_ALTERNATIVE:
      strbuf_putc (pr->out, '.');
      text_field_name (pr->out, s->res[0]->type->fields[s->index].name);
      break;
    case FIR_WITH_ROW:
      if (s->index)
	strbuf_printf (pr->out, ".%u", s->index);
      /* FALLTHROUGH */
    case FIR_WITH_LEAF:
      strbuf_putc (pr->out, ' ');
      text_global (pr->out, s->leaf->name);
      break;
    case FIR_WITH_CALLEE:
      strbuf_putc (pr->out, ' ');
      text_global (pr->out, s->callee->name);
      break;
    case FIR_WITH_CHECK:
      strbuf_printf (pr->out, " %s", check_kind_text (s->check));
      break;
    case FIR_WITH_MODE:
      strbuf_printf (pr->out, ".%s", fir_pad_mode_text[s->index]);
      break;
    case FIR_WITH_INDEX:
    case FIR_WITH_INDEX_AT:
      if (s->check != fir_element_check (s->op))
	strbuf_printf (pr->out, ".%s", check_kind_text (s->check));
      break;
    case FIR_WITH_KNOWN:
      if (s->index)
	strbuf_printf (pr->out, ".known");
      break;
    case FIR_WITH_NONE:
      if (s->wrap)
	strbuf_printf (pr->out, " wrap");
    }
}

static void
print_if (struct printer *pr, struct fir_stmt *s, unsigned indent)
{
  print_atoms (pr, s->nargs, s->args);
  strbuf_putc (pr->out, ' ');
  print_fn (pr, s->fns[0], indent, false);
  strbuf_printf (pr->out, " else ");
  print_fn (pr, s->fns[1], indent, false);
}

static void
print_case (struct printer *pr, struct fir_stmt *s, unsigned indent)
{
  const struct type *t = fir_atom_type (s->args[0]);
  unsigned k;

  print_atoms (pr, s->nargs, s->args);
  strbuf_printf (pr->out, " {");
  for (k = 0; k < s->nfns; k++)
    {
      struct fir_arm *arm = &s->arms[k];

      print_line (pr, indent + 2);
      if (arm->any)
	strbuf_printf (pr->out, "else");
      else if (t->kind == TYPE_SUM)
	text_field_name (pr->out, t->fields[arm->alternative].name);
      else
	print_atom (pr, arm->label);
      if (s->fns[k]->nparams)
	{
	  strbuf_printf (pr->out, " (");
	  print_binders (pr, s->fns[k]->nparams, s->fns[k]->params);
	  strbuf_putc (pr->out, ')');
	}
      strbuf_putc (pr->out, ' ');
      print_fn (pr, s->fns[k], indent + 2, false);
    }
  strbuf_printf (pr->out, " }");
}

static void
print_loop (struct printer *pr, struct fir_stmt *s, unsigned indent)
{
  struct fir_fn *fn = s->fns[0];
  struct fir_stmt *t;
  unsigned k;

  print_atoms (pr, s->nargs, s->args);
  strbuf_printf (pr->out, " { (");
  print_binders (pr, fn->nparams, fn->params);
  strbuf_putc (pr->out, ')');
  for (t = fn->body->first; t; t = t->next)
    {
      print_line (pr, indent + 2);
      print_stmt (pr, t, indent + 2);
    }
  for (k = 0; k < s->nouts; k++)
    {
      print_line (pr, indent + 2);
      print_out (pr, &s->outs[k], indent + 2);
    }
  strbuf_printf (pr->out, " }");
}

static void
print_stmt (struct printer *pr, struct fir_stmt *s, unsigned indent)
{
  unsigned k;

  print_binders (pr, s->nres, s->res);
  strbuf_printf (pr->out, "%s%s%s", s->nres ? " = " : "",
		 s->tail ? "tail " : s->near ? "near " : "", fir_op_info[s->op].text);
  print_modifiers (pr, s);
  if (s->op == FIR_IF)
    print_if (pr, s, indent);
  else if (s->op == FIR_CASE)
    print_case (pr, s, indent);
  else if (s->op == FIR_LOOP)
    print_loop (pr, s, indent);
  else
    {
      for (k = 0; k < s->nfns; k++)
	{
	  strbuf_putc (pr->out, ' ');
	  print_fn (pr, s->fns[k], indent, true);
	}
      print_atoms (pr, s->nargs, s->args);
    }
  if (s->site || text_site_is_line (s->op))
    strbuf_printf (pr->out, " at %" PRIu32, s->site);
  if (s->order)
    strbuf_printf (pr->out, " order %u", s->order);
}

/* Is a block short enough to be in the line of its statement?  */
static bool
one_line (const struct fir_block *b)
{
  return !b->first || (!b->first->next && !b->first->nfns);
}

static void
print_ret (struct printer *pr, struct fir_block *b)
{
  strbuf_printf (pr->out, "ret");
  print_atoms (pr, b->nrets, b->rets);
}

/* The statements of B and what it returns, a line each, further in than INDENT.  */
static void
print_lines (struct printer *pr, struct fir_block *b, unsigned indent)
{
  struct fir_stmt *s;

  for (s = b->first; s; s = s->next)
    {
      print_line (pr, indent + 2);
      print_stmt (pr, s, indent + 2);
    }
  print_line (pr, indent + 2);
  print_ret (pr, b);
}

static void
print_fn (struct printer *pr, struct fir_fn *fn, unsigned indent, bool params)
{
  strbuf_printf (pr->out, "{");
  if (params)
    {
      strbuf_printf (pr->out, " (");
      print_binders (pr, fn->nparams, fn->params);
      strbuf_printf (pr->out, ")");
    }
  if (one_line (fn->body))
    {
      strbuf_putc (pr->out, ' ');
      if (fn->body->first)
	{
	  print_stmt (pr, fn->body->first, indent);
	  strbuf_putc (pr->out, ' ');
	}
      print_ret (pr, fn->body);
    }
  else
    print_lines (pr, fn->body, indent);
  strbuf_printf (pr->out, " }");
}

/* "(parameters) -> (types of the results)".  */
static void
print_signature (struct printer *pr, unsigned n, struct fir_var **params, struct fir_block *body)
{
  unsigned k;

  strbuf_printf (pr->out, " (");
  print_binders (pr, n, params);
  strbuf_printf (pr->out, ") -> (");
  for (k = 0; k < body->nrets; k++)
    {
      strbuf_printf (pr->out, k ? ", " : "");
      text_type (pr->out, pr->names, fir_atom_type (body->rets[k]));
    }
  strbuf_putc (pr->out, ')');
}

static void
print_fun (struct printer *pr, struct fir_fun *fun)
{
  strbuf_printf (pr->out, "fun ");
  text_global (pr->out, fun->name);
  print_signature (pr, fun->fn->nparams, fun->fn->params, fun->fn->body);
  strbuf_printf (pr->out, " {");
  print_lines (pr, fun->fn->body, 0);
  strbuf_printf (pr->out, "\n}\n");
}

static void
print_region (struct printer *pr, struct fir_region *r)
{
  strbuf_printf (pr->out, "region ");
  text_global (pr->out, r->name);
  print_signature (pr, r->nparams, r->params, r->body);
  strbuf_printf (pr->out, "%s at %" PRIu32 " {", r->finite ? " finite" : "", r->site);
  print_lines (pr, r->body, 0);
  strbuf_printf (pr->out, "\n}\n");
}

void
fir_print_region (struct strbuf *out, struct fir_prog *p, struct fir_region *r)
{
  struct printer pr = { out, text_names_new (p->ctx) };

  text_names_add_prog (pr.names, p);
  print_region (&pr, r);
}

void
fir_print (struct strbuf *out, struct fir_prog *p)
{
  struct printer pr = { out, text_names_new (p->ctx) };
  struct fir_leaf *leaf;
  struct fir_fun *fun;
  struct fir_region *r;

  text_names_add_prog (pr.names, p);
  text_names_print (out, pr.names);
  for (leaf = p->leaves; leaf; leaf = leaf->next)
    text_leaf (out, pr.names, leaf);
  for (fun = p->funs; fun; fun = fun->next)
    print_fun (&pr, fun);
  for (r = p->regions; r; r = r->next)
    print_region (&pr, r);
}
