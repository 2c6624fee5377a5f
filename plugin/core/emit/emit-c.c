/* IMP as a C11 translation unit, for tests: what the compiler's generator builds, in readable form.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Procedure @f becomes the function f_region: parameters in order; a single result is returned,
   several go through pointers that follow the parameters.  The body of a parfor becomes a worker
   that takes a struct of what it captures.  The text includes <nova/abi.h> and is linked with
   libnovart.  */

#include <string.h>
#include "emit-c-int.h"
#include "imp/imp-make.h"

/* --- Lines ---------------------------------------------------------------------------------- */

static void
begin_line (struct emit *em)
{
  strbuf_printf (em->out, "%*s", (int) em->indent, "");
}

static void
line (struct emit *em, const char *text)
{
  begin_line (em);
  strbuf_printf (em->out, "%s\n", text);
}

static void emit_block (struct emit *em, struct imp_block *b);

static void
emit_braces (struct emit *em, struct imp_block *b)
{
  em->indent += 2;
  line (em, "{");
  em->indent += 2;
  emit_block (em, b);
  em->indent -= 2;
  line (em, "}");
  em->indent -= 2;
}

/* --- Sites ---------------------------------------------------------------------------------- */

/* Print the site of S into the file, and its address here.  */
static void
emit_site (struct emit *em, uint32_t site)
{
  const char *name = ctx_site_name (em->ctx, site);
  unsigned n = ++em->nsites;
  strbuf_printf (em->heads, "static const struct nova_site site%u = { __FILE__, ", n);
  emit_c_string (em->heads, name ? name : em->proc->name);
  strbuf_printf (em->heads, ", %u, 0 };\n", ctx_site_line (em->ctx, site));
  strbuf_printf (em->out, "&site%u", n);
}

/* Four operands of a message.  */
static void
emit_four (struct emit *em, struct imp_stmt *s)
{
  for (unsigned k = 0; k < 4; k++)
    {
      strbuf_printf (em->out, ", ");
      if (k < s->nargs)
	emit_c_expr (em, s->args[k]);
      else
	strbuf_printf (em->out, "0");
    }
}

/* --- What a parfor captures ----------------------------------------------------------------- */

struct captures
{
  struct imp_var **v;
  unsigned n;
  struct imp_var **inside;	/* what it binds */
  unsigned ninside;
  size_t cap, inside_cap;
  bool frame;
};

static void
note_inside (struct emit *em, struct captures *c, struct imp_var *v)
{
  CTX_MORE (em->ctx, c->inside, c->ninside, c->inside_cap);
  c->inside[c->ninside++] = v;
}

static void
note_use (struct emit *em, struct captures *c, struct imp_var *v)
{
  for (unsigned k = 0; k < c->ninside; k++)
    if (c->inside[k] == v)
      return;
  for (unsigned k = 0; k < c->n; k++)
    if (c->v[k] == v)
      return;
  CTX_MORE (em->ctx, c->v, c->n, c->cap);
  c->v[c->n++] = v;
}

static void
capture_expr (struct emit *em, struct captures *c, struct imp_expr *e)
{
  if (!e)
    return;
  if (e->kind == IMP_EXPR_VAR)
    note_use (em, c, e->var);
  for (unsigned k = 0; k < e->nargs; k++)
    capture_expr (em, c, e->args[k]);
}

static void
capture_block (struct emit *em, struct captures *c, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      c->frame |= s->kind == IMP_FAIL || s->kind == IMP_NEED || s->kind == IMP_RAISE
		  || s->kind == IMP_PARFOR;
      capture_expr (em, c, s->base);
      for (unsigned k = 0; k < 4; k++)
	if (!imp_behind_body (s, k))
	  capture_expr (em, c, s->e[k]);
      for (unsigned k = 0; k < s->nargs; k++)
	capture_expr (em, c, s->args[k]);
      switch (s->kind)
	{
	case IMP_NEW:
	case IMP_ARRAY:
	case IMP_TEMP:
	case IMP_VECNEW:
	case IMP_FOR:
	case IMP_LOOP:
	case IMP_PARFOR: note_inside (em, c, s->var); break;
	case IMP_ASSIGN:
	case IMP_REDUCE:
	case IMP_FILTER:
	case IMP_SCAN:
	case IMP_EXSCAN:
	case IMP_CURSOR:
	case IMP_GIVE:
	case IMP_FREE:
	case IMP_RELEASE: note_use (em, c, s->var); break;
	default: break;
	}
      capture_block (em, c, &s->body);
      capture_block (em, c, &s->orelse);
      for (unsigned k = 0; k < 4; k++)
	if (imp_behind_body (s, k))
	  capture_expr (em, c, s->e[k]);
    }
}

/* T NAME, or T *NAME for areas.  */
static void
emit_captured (struct emit *em, struct imp_var *v)
{
  emit_c_type (em, em->out, v->type);
  strbuf_printf (em->out, imp_var_is_area (v) ? " *" : " ");
  emit_c_var (em, v);
}

/* struct ARGS and the worker of parfor S, number N, to the top.  */
static void
emit_worker (struct emit *em, struct imp_stmt *s, struct captures *c, unsigned n)
{
  struct strbuf text = { NULL, 0, 0 }, *out = em->out;
  unsigned indent = em->indent;
  em->out = &text;
  em->indent = 2;
  strbuf_printf (&text, "struct args%u\n{\n", n);
  for (unsigned k = 0; k < c->n; k++)
    {
      line (em, "");
      text.len--;
      emit_captured (em, c->v[k]);
      strbuf_printf (&text, ";\n");
    }
  if (c->frame)
    line (em, "struct nova_frame *frame;");
  if (!c->n && !c->frame)
    line (em, "char none;");
  strbuf_printf (&text, "};\n\nstatic void\nworker%u (void *p, size_t ", n);
  emit_c_var (em, s->var);
  strbuf_printf (&text, ")\n{\n");
  if (c->n || c->frame)
    {
      begin_line (em);
      strbuf_printf (&text, "const struct args%u *args = (const struct args%u *) p;\n", n, n);
    }
  for (unsigned k = 0; k < c->n; k++)
    {
      begin_line (em);
      emit_captured (em, c->v[k]);
      strbuf_printf (&text, " = args->");
      emit_c_var (em, c->v[k]);
      strbuf_printf (&text, ";\n");
    }
  if (c->frame)
    line (em, "struct nova_frame *frame = args->frame;");
  emit_block (em, &s->body);
  strbuf_printf (&text, "}\n\n");
  em->out = out;
  em->indent = indent;
  strbuf_printf (em->top, "%s", text.s);
  strbuf_free (&text);
}

static void
emit_parfor (struct emit *em, struct imp_stmt *s)
{
  struct captures *c = CTX_NEW (em->ctx, struct captures);
  note_inside (em, c, s->var);
  capture_block (em, c, &s->body);
  unsigned n = ++em->nworkers;
  emit_worker (em, s, c, n);
  em->indent += 2;
  line (em, "{");
  em->indent += 2;
  begin_line (em);
  strbuf_printf (em->out, "struct args%u args = {", n);
  for (unsigned k = 0; k < c->n; k++)
    {
      strbuf_printf (em->out, k ? ", ." : " .");
      emit_c_var (em, c->v[k]);
      strbuf_printf (em->out, " = ");
      emit_c_var (em, c->v[k]);
    }
  if (c->frame)
    strbuf_printf (em->out, "%s.frame = frame", c->n ? ", " : " ");
  strbuf_printf (em->out, c->n || c->frame ? " };\n" : "0};\n");
  begin_line (em);
  strbuf_printf (em->out, "nova_parfor (worker%u, &args, ", n);
  emit_c_expr (em, s->e[0]);
  strbuf_printf (em->out, ", ");
  emit_c_expr (em, s->e[1]);
  strbuf_printf (em->out, ", %s);\n", em->proc->may_fail ? "frame" : "(struct nova_frame *) 0");
  em->indent -= 2;
  line (em, "}");
  em->indent -= 2;
}

/* --- Statements ----------------------------------------------------------------------------- */

/* Does a statement of B set V?  */
static bool
sets (const struct imp_block *b, const struct imp_var *v)
{
  for (const struct imp_stmt *s = b->first; s; s = s->next)
    if (s->var == v || sets (&s->body, v) || sets (&s->orelse, v))
      return true;
  return false;
}

/* Is E invariant in loop S?  */
static bool
stays (const struct imp_stmt *s, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR)
    return !sets (&s->body, e->var);
  for (unsigned k = 0; k < e->nargs; k++)
    if (!stays (s, e->args[k]))
      return false;
  return e->kind == IMP_EXPR_CONST || e->kind == IMP_EXPR_PRIM;
}

/* The end of loop S, K = 1, or its step, K = 2; by a name, if it might be another one later.  */
static void
emit_bound (struct emit *em, struct imp_stmt *s, unsigned k)
{
  if (stays (s, s->e[k]))
    {
      emit_c_expr (em, s->e[k]);
      return;
    }
  emit_c_var (em, s->var);
  strbuf_printf (em->out, k == 1 ? "_end" : "_step");
}

/* Behind the declaration of its index: that name, if there is one.  */
static void
declare_bound (struct emit *em, struct imp_stmt *s, unsigned k)
{
  if (stays (s, s->e[k]))
    return;
  strbuf_printf (em->out, ", ");
  emit_bound (em, s, k);
  strbuf_printf (em->out, " = ");
  emit_c_expr (em, s->e[k]);
}

static void
emit_for (struct emit *em, struct imp_stmt *s)
{
  if (s->ivdep)
    line (em, "#pragma GCC ivdep");
  if (s->vector)
    line (em, "#pragma GCC unroll 1");
  begin_line (em);
  strbuf_printf (em->out, "for (");
  emit_c_decl (em, s->var);
  strbuf_printf (em->out, " = ");
  emit_c_expr (em, s->e[0]);
  declare_bound (em, s, 1);
  declare_bound (em, s, 2);
  strbuf_printf (em->out, "; ");
  emit_c_var (em, s->var);
  strbuf_printf (em->out, " < ");
  emit_bound (em, s, 1);
  strbuf_printf (em->out, "; ");
  emit_c_var (em, s->var);
  strbuf_printf (em->out, " += ");
  emit_bound (em, s, 2);
  strbuf_printf (em->out, ")\n");
  emit_braces (em, &s->body);
}

/* A loop with outputs, not scheduled: element by element.  */
static void
emit_loop (struct emit *em, struct imp_stmt *s)
{
  struct imp_block b = { NULL, NULL };
  struct imp_here h = { em->p, em->proc, &b };

  /* Variables bound between two passes are in scope behind the loop, too.  */
  if (imp_is_whole (s) && (imp_moves (s) || imp_between (s)))
    {
      imp_loop_count (&h, s);
      emit_braces (em, &b);
      if (imp_between (s))
	emit_block (em, &imp_between (s)->body);
      h.b = &b;
      b = (struct imp_block) { NULL, NULL };
      for (const struct imp_stmt *o = s->orelse.first; o; o = o->next)
	if (imp_output_moves (o))
	  imp_make_assign (&h, o->var, imp_size (em->p, 0));
    }
  imp_loop_serial (&h, s);
  emit_braces (em, &b);
}

/* The operands are named first: a check's condition uses each of them more than once.  */
static void
emit_check (struct emit *em, struct imp_stmt *s)
{
  static const char *const holds[CHECK_LAST] = {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) #HOLDS,
#include "nova/check.def"
#undef NOVA_CHECK_KIND
  };
  em->indent += 2;
  line (em, "{");
  em->indent += 2;
  begin_line (em);
  strbuf_printf (em->out, "const uint64_t a[4] = {");
  for (unsigned k = 0; k < s->nargs; k++)
    {
      strbuf_printf (em->out, k ? ", " : " ");
      emit_c_expr (em, s->args[k]);
    }
  strbuf_printf (em->out, " };\n");
  begin_line (em);
  strbuf_printf (em->out, "if (!(%s))\n", holds[s->check]);
  em->indent += 2;
  line (em, "{");
  em->indent += 2;
  emit_block (em, &s->body);
  begin_line (em);
  strbuf_printf (em->out, "nova_raise (");
  emit_site (em, s->site);
  strbuf_printf (em->out, ", %u, a[0], a[1], a[2], a[3]);\n", (unsigned) s->check);
  em->indent -= 2;
  line (em, "}");
  em->indent -= 4;
  line (em, "}");
  em->indent -= 2;
}

static void
emit_fail (struct emit *em, struct imp_stmt *s)
{
  begin_line (em);
  strbuf_printf (em->out, "nova_fail_element (frame, %u, ", s->order);
  emit_c_expr (em, s->e[0]);
  strbuf_printf (em->out, ", ");
  emit_site (em, s->site);
  strbuf_printf (em->out, ", %u", (unsigned) s->check);
  emit_four (em, s);
  strbuf_printf (em->out, ");\n");
}

static void
emit_raise (struct emit *em, struct imp_stmt *s)
{
  line (em, "if (frame->failed)");
  em->indent += 2;
  line (em, "{");
  em->indent += 2;
  emit_block (em, &s->body);
  line (em, "nova_frame_raise (frame);");
  em->indent -= 2;
  line (em, "}");
  em->indent -= 2;
}

/* temp, vecnew: memory of the runtime's.  */
static void
emit_memory (struct emit *em, struct imp_stmt *s)
{
  const struct type *t = s->kind == IMP_TEMP ? s->var->type : type_base (s->var->type);
  begin_line (em);
  emit_captured (em, s->var);
  if (s->kind == IMP_TEMP)
    {
      strbuf_printf (em->out, " = (");
      emit_c_type (em, em->out, t);
      strbuf_printf (em->out, " *) nova_%s_new (", s->sparse ? "sparse" : "temp");
    }
  else
    strbuf_printf (em->out, s->e[1] ? " = nova_vec_reuse (" : " = nova_vec_new (");
  if (s->kind == IMP_VECNEW && s->e[1])
    {
      emit_c_expr (em, s->e[1]);
      strbuf_printf (em->out, ", ");
      if (s->e[2])
	emit_c_expr (em, s->e[2]);
      else
	strbuf_putc (em->out, '0');
      strbuf_printf (em->out, ", ");
    }
  emit_c_expr (em, s->e[0]);
  strbuf_printf (em->out, ", %llu, ", (unsigned long long) t->size);
  if (s->kind == IMP_VECNEW)
    strbuf_printf (em->out, "%llu, ", (unsigned long long) t->align);
  emit_site (em, s->site);
  strbuf_printf (em->out, ");\n");
}

static void
emit_simple (struct emit *em, struct imp_stmt *s)
{
  begin_line (em);
  switch (s->kind)
    {
    case IMP_NEW:
      emit_c_decl (em, s->var);
      if (s->e[0])
	{
	  strbuf_printf (em->out, " = ");
	  emit_c_expr (em, s->e[0]);
	}
      break;
    case IMP_ARRAY:
      emit_c_decl (em, s->var);
      /* C has no arrays of no elements.  */
      strbuf_printf (em->out, s->e[0]->kind == IMP_EXPR_CONST ? "[" : "[1 + ");
      emit_c_expr (em, s->e[0]);
      strbuf_putc (em->out, ']');
      break;
    case IMP_ASSIGN:
      emit_c_var (em, s->var);
      strbuf_printf (em->out, " = ");
      emit_c_expr (em, s->e[0]);
      break;
    case IMP_STORE:
      emit_c_expr (em, s->base);
      strbuf_putc (em->out, '[');
      emit_c_expr (em, s->e[0]);
      strbuf_printf (em->out, "] = ");
      emit_c_expr (em, s->e[1]);
      break;
    case IMP_EVAL: emit_c_expr (em, s->e[0]); break;
    case IMP_FREE:
    case IMP_RELEASE:
      strbuf_printf (em->out, s->kind == IMP_FREE ? "nova_temp_free (" : "nova_vec_release (");
      emit_c_var (em, s->var);
      strbuf_putc (em->out, ')');
      break;
    default: break;
    }
  strbuf_printf (em->out, ";\n");
}

static void
emit_stmt (struct emit *em, struct imp_stmt *s)
{
  switch (s->kind)
    {
    case IMP_TEMP:
    case IMP_VECNEW: emit_memory (em, s); break;
    case IMP_IF:
      begin_line (em);
      strbuf_printf (em->out, "if (");
      emit_c_expr (em, s->e[0]);
      strbuf_printf (em->out, ")\n");
      emit_braces (em, &s->body);
      if (s->orelse.first)
	{
	  line (em, "else");
	  emit_braces (em, &s->orelse);
	}
      break;
    case IMP_FOR: emit_for (em, s); break;
    case IMP_LOOP: emit_loop (em, s); break;
    case IMP_WHILE:
      begin_line (em);
      strbuf_printf (em->out, "while (");
      emit_c_expr (em, s->e[0]);
      strbuf_printf (em->out, ")\n");
      emit_braces (em, &s->body);
      break;
    case IMP_PARFOR: emit_parfor (em, s); break;
    case IMP_CHECK: emit_check (em, s); break;
    case IMP_FAIL: emit_fail (em, s); break;
    case IMP_RAISE: emit_raise (em, s); break;
    default: emit_simple (em, s); break;
    }
}

static void
emit_block (struct emit *em, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    emit_stmt (em, s);
}

/* --- Procedures ----------------------------------------------------------------------------- */

static void
emit_head (struct emit *em, struct imp_proc *proc)
{
  if (em->fun)
    strbuf_printf (em->out, "static ");
  if (proc->nresults == 1)
    emit_c_type (em, em->out, proc->results[0]->type);
  else
    strbuf_printf (em->out, "void");
  strbuf_putc (em->out, '\n');
  emit_c_proc_name (em->out, proc, em->fun);
  strbuf_printf (em->out, " (");
  unsigned n = 0;
  for (unsigned k = 0; k < proc->nparams; k++)
    {
      strbuf_printf (em->out, n++ ? ", " : "");
      emit_c_decl (em, proc->params[k]);
    }
  for (unsigned k = 0; proc->nresults > 1 && k < proc->nresults; k++)
    {
      strbuf_printf (em->out, n++ ? ", " : "");
      emit_c_type (em, em->out, proc->results[k]->type);
      strbuf_printf (em->out, " *to%u", k);
    }
  strbuf_printf (em->out, n ? ")" : "void)");
}

static void
emit_proc (struct emit *em, struct imp_proc *proc)
{
  struct strbuf text = { NULL, 0, 0 };
  em->proc = proc;
  em->out = &text;
  em->indent = 2;
  if (!em->fun)
    {
      emit_head (em, proc);
      strbuf_printf (&text, ";\n\n");
    }
  emit_head (em, proc);
  strbuf_printf (&text, "\n{\n");
  if (proc->may_fail)
    {
      line (em, "struct nova_frame the_frame = { 0 };");
      line (em, "struct nova_frame *frame = &the_frame;");
    }
  for (unsigned k = 0; k < proc->nresults; k++)
    {
      begin_line (em);
      emit_c_decl (em, proc->results[k]);
      strbuf_printf (&text, ";\n");
    }
  emit_block (em, &proc->body);
  for (unsigned k = 0; k < proc->nresults; k++)
    {
      begin_line (em);
      if (proc->nresults == 1)
	strbuf_printf (&text, "return ");
      else
	strbuf_printf (&text, "*to%u = ", k);
      emit_c_var (em, proc->results[k]);
      strbuf_printf (&text, ";\n");
    }
  strbuf_printf (&text, "}\n\n");
  strbuf_printf (em->top, "%s", text.s);
  strbuf_free (&text);
}

void
emit_c (struct strbuf *out, struct imp_prog *p)
{
  struct strbuf top = { NULL, 0, 0 }, heads = { NULL, 0, 0 };
  struct emit *em = CTX_NEW (p->ctx, struct emit);
  em->p = p;
  em->ctx = p->ctx;
  em->names = text_names_new (p->ctx);
  em->top = &top;
  em->heads = &heads;
  strbuf_printf (out, "#include <nova/abi.h>\n\n"
		      "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
		      "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n"
		      "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n\n");
  emit_c_types (em, out);
  emit_c_leaves (em, out);
  em->fun = true;
  for (struct imp_proc *fun = p->funs; fun; fun = fun->next)
    {
      em->out = &top;
      emit_head (em, fun);
      strbuf_printf (&top, ";\n\n");
    }
  for (struct imp_proc *fun = p->funs; fun; fun = fun->next)
    emit_proc (em, fun);
  em->fun = false;
  for (struct imp_proc *proc = p->procs; proc; proc = proc->next)
    emit_proc (em, proc);
  strbuf_printf (out, "%s\n%s", heads.s ? heads.s : "", top.s ? top.s : "");
  strbuf_free (&heads);
  strbuf_free (&top);
}
