/* Reading IMP text, as imp-print.c writes it and doc/imp.txt describes it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Types, leaves, constants and tokens are those of FIR text.  A program may hold functions of
   FIR too: they define leaves of the same name for the evaluator.  The types of expressions follow
   from the operands; imp_check verifies them.  */

#include <string.h>
#include "imp-parse.h"
#include "fir/text.h"

void __attribute__ ((noreturn, format (printf, 2, 3)))
imp_read_wrong (struct reader *r, const char *fmt, ...)
{
  char text[256];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (text, sizeof text, fmt, ap);
  va_end (ap);
  lex_error (&r->ps->lx, parse_peek (r->ps), "%s before '%s'", text, parse_peek (r->ps)->text);
}

/* --- Variables ------------------------------------------------------------------------------ */

/* The next token as the name of a new variable.  */
static struct imp_var *
read_name (struct reader *r, enum imp_var_kind kind)
{
  const struct token *t = parse_next (r->ps);
  if (t->kind != TOK_IDENT)
    lex_error (&r->ps->lx, t, "the name of a variable was expected before '%s'", t->text);
  struct imp_var *v = imp_var_new (r->p, r->proc, kind, t->base, NULL);
  if (!r->fill)
    {
      v->id = t->num >= 0 ? (unsigned) t->num : 0;
      v->aux = t->num >= 0 ? v : NULL;
    }
  if (!r->fill && v->id > r->last_id)
    r->last_id = v->id;
  void **slot = ptrmap_at (&r->vars, t->text);
  if (*slot)
    lex_error (&r->ps->lx, t, "variable '%s' is bound already", t->text);
  CTX_MORE (r->p->ctx, r->scope, r->nscope, r->scope_cap);
  *slot = v;
  r->scope[r->nscope++] = (struct bound) { t->text, r->level };
  return v;
}

void
imp_read_close (struct reader *r, size_t mark)
{
  while (r->nscope > mark)
    *ptrmap_at (&r->vars, r->scope[--r->nscope].name) = NULL;
}

/* The type of the address of area V.  Operands of a skeleton are not bound here, and are in the
   program's memory.  */
static const struct type *
address_type (struct reader *r, const struct imp_var *v)
{
  enum par_level level = LEVEL_PROC;

  for (size_t k = 0; k < r->nscope; k++)
    if (*ptrmap_at (&r->vars, r->scope[k].name) == v)
      level = r->scope[k].level;
  return type_ptr_in (r->p->ctx, imp_space (v, level), v->type, 0);
}

/* NAME: TYPE.  The name is in scope from here on.  */
struct imp_var *
imp_read_binder (struct reader *r, enum imp_var_kind kind)
{
  struct imp_var *v = read_name (r, kind);
  parse_expect (r->ps, ':');
  v->type = parse_type (r->ps);
  return v;
}

/* The hole of the skeleton that T names, NULL: none.  */
static const struct imp_hole *
find_hole (struct reader *r, const struct token *t)
{
  for (unsigned k = 0; r->fill && k < r->fill->n; k++)
    if (t->kind == TOK_IDENT && strcmp (r->fill->hole[k].name, t->text) == 0)
      return &r->fill->hole[k];
  return NULL;
}

struct imp_var *
imp_read_var (struct reader *r)
{
  const struct token *t = parse_next (r->ps);
  struct imp_var *v = (struct imp_var *) *ptrmap_at (&r->vars, t->text);
  const struct imp_hole *h = find_hole (r, t);
  if (h && h->e && h->e->kind == IMP_EXPR_VAR)
    return h->e->var;
  if (t->kind != TOK_IDENT)
    lex_error (&r->ps->lx, t, "a variable was expected before '%s'", t->text);
  if (!v)
    lex_error (&r->ps->lx, t, "variable '%s' is not bound here", t->text);
  return v;
}

/* --- Expressions ---------------------------------------------------------------------------- */

/* ( EXPR , ... ) into *ARGS; a number without type has the type HINT, or that of the operand
   before.  */
unsigned
imp_read_args (struct reader *r, struct imp_expr ***args, const struct type *hint)
{
  unsigned n = 0;
  size_t cap = 0;
  *args = NULL;
  CTX_MORE (r->p->ctx, *args, 0, cap);
  parse_expect (r->ps, '(');
  while (!parse_accept (r->ps, ')'))
    {
      if (n)
	parse_expect (r->ps, ',');
      CTX_MORE (r->p->ctx, *args, n, cap);
      (*args)[n] = imp_read_expr (r, hint ? hint : n ? (*args)[n - 1]->type : NULL);
      n++;
    }
  return n;
}

static enum fir_op
prim_by_name (const char *s)
{
  for (unsigned k = 0; k < FIR_LAST; k++)
    if (fir_op_info[k].cls == FIR_CLASS_PRIM && strcmp (fir_op_info[k].text, s) == 0)
      return (enum fir_op) k;
  return FIR_LAST;
}

/* The type of primitive OP of ARGS where it follows from them.  */
static const struct type *
prim_type (struct reader *r, enum fir_op op, unsigned index, unsigned n, struct imp_expr **args)
{
  if (fir_op_info[op].flags & FIR_FLAG_CMP)
    return type_i32 (r->p->ctx);
  if (op == FIR_STEPS)
    return type_size (r->p->ctx);
  if (op == FIR_BITS && n == 1 && args[0]->type->kind == TYPE_SCALAR)
    return type_scalar (r->p->ctx, args[0]->type->scalar == SCALAR_F32 ? SCALAR_U32 : SCALAR_U64);
  if (op == FIR_SELECT && n == 3)
    return args[1]->type;
  if (op == FIR_FIELD && n == 1 && args[0]->type->kind == TYPE_RECORD
      && index < args[0]->type->nfields)
    return args[0]->type->fields[index].type;
  if (!n || op == FIR_FIELD)
    imp_read_wrong (r, "ill-typed operands of '%s'", fir_op_info[op].text);
  return args[0]->type;
}

static struct imp_expr *
read_prim (struct reader *r, enum fir_op op, const struct token *t)
{
  struct imp_expr **args;
  const struct type *type = NULL;
  bool wrap = false;
  if (parse_accept (r->ps, '.'))
    {
      parse_expect_word (r->ps, "wrap");
      wrap = true;
    }
  if (parse_accept (r->ps, ':'))
    type = parse_type (r->ps);
  unsigned index = op == FIR_FIELD && t->num >= 0 ? (unsigned) t->num : 0;
  unsigned n = imp_read_args (r, &args, NULL);
  if (!type)
    type = prim_type (r, op, index, n, args);
  struct imp_expr *e = imp_prim (r->p, op, type, n, args);
  e->index = index;
  e->wrap = wrap;
  return e;
}

static struct imp_expr *
read_call (struct reader *r, enum imp_fn fn)
{
  struct imp_expr **args;
  const struct type *type = NULL;
  if (parse_accept (r->ps, ':'))
    type = parse_type (r->ps);
  unsigned n = imp_read_args (r, &args, type_size (r->p->ctx));
  if (!type && (imp_fn_info[fn].ret == IMP_RET_PTR || imp_fn_info[fn].ret == IMP_RET_VEC))
    imp_read_wrong (r, "the type of '%s' is missing", imp_fn_info[fn].text);
  return imp_call (r->p, fn, type, n, args);
}

/* "leaf" was taken.  */
static struct imp_expr *
read_leaf (struct reader *r)
{
  struct imp_expr **args;
  const struct token *t = parse_next (r->ps);
  struct fir_leaf *leaf = NULL;
  if (t->kind == TOK_GLOBAL)
    leaf = (struct fir_leaf *) *ptrmap_at (&r->ps->leaves, t->text);
  if (!leaf)
    lex_error (&r->ps->lx, t, "there is no leaf '%s'", t->text);
  unsigned n = imp_read_args (r, &args, NULL);
  uint32_t site = parse_accept_word (r->ps, "at") ? parse_u32 (r->ps) : 0;
  return imp_leaf (r->p, leaf, site, n, args);
}

/* "call" was taken: call:TYPE @F (ARGS).  */
static struct imp_expr *
read_fun_call (struct reader *r)
{
  struct imp_expr **args;
  parse_expect (r->ps, ':');
  const struct type *type = parse_type (r->ps);
  const struct token *t = parse_next (r->ps);
  if (t->kind != TOK_GLOBAL)
    lex_error (&r->ps->lx, t, "the name of a function, with '@', was expected before '%s'",
	       t->text);
  struct imp_proc *fun = imp_fun (r->p, t->text);
  unsigned n = imp_read_args (r, &args, NULL);
  return imp_fun_call (r->p, fun, type, n, args);
}

/* Is T a name of an operation, an operand list or type following?  */
static bool
starts_operation (struct reader *r)
{
  const struct token *t = parse_peek_next (r->ps);
  return t->kind == TOK_CHAR && (*t->text == '(' || *t->text == ':' || *t->text == '.');
}

static struct imp_expr *
read_operation (struct reader *r)
{
  const struct token *t = parse_next (r->ps);
  enum fir_op op = prim_by_name (t->base);
  if (op != FIR_LAST)
    return read_prim (r, op, t);
  for (unsigned k = 0; k < IMP_FN_LAST; k++)
    if (strcmp (imp_fn_info[k].text, t->text) == 0)
      return read_call (r, (enum imp_fn) k);
  lex_error (&r->ps->lx, t, "there is no operation '%s'", t->text);
}

static struct imp_expr *
read_primary (struct reader *r, const struct type *hint)
{
  if (parse_accept_word (r->ps, "leaf"))
    return read_leaf (r);
  if (parse_accept_word (r->ps, "call"))
    return read_fun_call (r);
  if (parse_const_starts (r->ps))
    {
      struct operand o = parse_const (r->ps);
      return imp_const (r->p, parse_settle (r->ps, &o, hint).cst);
    }
  if (parse_peek (r->ps)->kind == TOK_IDENT && starts_operation (r))
    return read_operation (r);
  const struct imp_hole *h = find_hole (r, parse_peek (r->ps));
  if (h && h->e && h->e->kind == IMP_EXPR_CONST)
    {
      parse_next (r->ps);
      return imp_const (r->p, h->e->cst);
    }
  return imp_use (r->p, imp_read_var (r));
}

/* An expression, or a call that has no value.  */
static struct imp_expr *
read_value_or_none (struct reader *r, const struct type *hint)
{
  struct imp_expr *e = read_primary (r, hint);
  while (parse_next_is (r->ps, '['))
    {
      if (!imp_expr_is_area (e) && (!e->type || e->type->kind != TYPE_PTR || !e->type->elem))
	imp_read_wrong (r, "what is indexed is neither memory nor a pointer");
      parse_next (r->ps);
      struct imp_expr *i = imp_read_expr (r, type_size (r->p->ctx));
      parse_expect (r->ps, ']');
      e = imp_load (r->p, e, i);
    }
  if (imp_expr_is_area (e))
    e->type = address_type (r, e->var);
  return e;
}

struct imp_expr *
imp_read_expr (struct reader *r, const struct type *hint)
{
  const struct token *t = parse_peek (r->ps);
  struct imp_expr *e = read_value_or_none (r, hint);

  if (!e->type)
    lex_error (&r->ps->lx, t, "'%s' has no value", t->text);
  return e;
}

struct imp_expr *
imp_read_size (struct reader *r)
{
  return imp_read_expr (r, type_size (r->p->ctx));
}

/* --- Statements ----------------------------------------------------------------------------- */

struct imp_stmt *
imp_read_stmt (struct reader *r, struct imp_block *b, enum imp_stmt_kind kind)
{
  struct imp_stmt *s = imp_stmt_new (r->p, b, kind, 0);
  s->line = parse_peek (r->ps)->line;
  return s;
}

uint32_t
imp_read_site (struct reader *r)
{
  if (r->fill)
    return r->fill->site;
  return parse_accept_word (r->ps, "at") ? parse_u32 (r->ps) : 0;
}

/* { ...  } with its own scope.  */
void
imp_read_braces (struct reader *r, struct imp_block *b)
{
  size_t mark = r->nscope;
  imp_read_block (r, b);
  imp_read_close (r, mark);
}

static void
read_new (struct reader *r, struct imp_stmt *s)
{
  s->var = imp_read_binder (r, IMP_VAR_LOCAL);
  if (parse_peek (r->ps)->kind != TOK_ASSIGN)
    return;
  parse_next (r->ps);
  s->e[0] = imp_read_expr (r, s->var->type);
}

/* array, temp, vecnew.  */
static void
read_area (struct reader *r, struct imp_stmt *s)
{
  s->var = imp_read_binder (r, s->kind == IMP_ARRAY ? IMP_VAR_ARRAY
			   : s->kind == IMP_TEMP ? IMP_VAR_TEMP : IMP_VAR_LOCAL);
  parse_expect (r->ps, '[');
  s->e[0] = imp_read_size (r);
  parse_expect (r->ps, ']');
  s->var->stated = parse_space (r->ps, &s->var->space);
  if (s->kind == IMP_VECNEW && parse_accept_word (r->ps, "in"))
    {
      s->e[1] = imp_read_expr (r, NULL);
      if (parse_accept_word (r->ps, "unless"))
	s->e[2] = imp_read_expr (r, NULL);
    }
  s->sparse = s->kind == IMP_TEMP && parse_accept_word (r->ps, "sparse");
  s->site = imp_read_site (r);
}

/* The index of a loop; what closes its scope.  */
size_t
imp_read_index (struct reader *r, struct imp_stmt *s)
{
  size_t mark = r->nscope;
  s->var = read_name (r, IMP_VAR_LOCAL);
  s->var->type = type_size (r->p->ctx);
  return mark;
}

static void
read_for (struct reader *r, struct imp_stmt *s)
{
  size_t mark = imp_read_index (r, s);
  parse_expect (r->ps, '=');
  s->e[0] = imp_read_size (r);
  parse_expect_word (r->ps, "to");
  s->e[1] = imp_read_size (r);
  s->e[2] = parse_accept_word (r->ps, "step") ? imp_read_size (r) : imp_size (r->p, 1);
  s->ivdep = parse_accept_word (r->ps, "ivdep");
  s->vector = s->ivdep && parse_accept_word (r->ps, "vector");
  s->scalar = !s->ivdep && parse_accept_word (r->ps, "scalar");
  imp_read_braces (r, &s->body);
  imp_read_close (r, mark);
}

/* One of the N names of NAMES, of which empty ones never match; WHAT, followed by the name read, is
   the error if there is none.  */
unsigned
imp_read_choice (struct reader *r, unsigned n, const char *const *names, const char *what)
{
  const struct token *t = parse_next (r->ps);
  unsigned k = 0;

  while (k < n && (t->kind != TOK_IDENT || strcmp (t->text, names[k]) != 0))
    k++;
  if (k == n)
    lex_error (&r->ps->lx, t, "%s '%s'", what, t->text);
  return k;
}

/* Why iterations, or elements, are trusted not to interfere.  */
enum imp_trust
imp_read_trust (struct reader *r)
{
  if (!parse_accept_word (r->ps, "trusted"))
    return IMP_TRUST_NONE;
  return (enum imp_trust) imp_read_choice (r, IMP_TRUST_LAST, imp_trust_name,
					   "nothing is trusted by the name");
}

static void
read_parfor (struct reader *r, struct imp_stmt *s)
{
  size_t mark = imp_read_index (r, s);
  enum par_level level = r->level;
  parse_expect (r->ps, '<');
  s->e[0] = imp_read_size (r);
  parse_expect_word (r->ps, "cost");
  s->e[1] = imp_read_size (r);
  s->site = imp_read_site (r);
  if (parse_accept_word (r->ps, "on"))
    s->level = (enum par_level) imp_read_choice (r, LEVEL_LAST, level_name, "no parfor runs on");
  s->trust = imp_read_trust (r);
  if (r->fill && r->fill->serial)
    {
      s->kind = IMP_FOR;
      s->e[1] = s->e[0];
      s->e[0] = imp_size (r->p, 0);
      s->e[2] = imp_size (r->p, 1);
    }
  else
    r->level = s->level;
  imp_read_braces (r, &s->body);
  r->level = level;
  imp_read_close (r, mark);
}

/* KIND (ARGS).  */
static void
read_check (struct reader *r, struct imp_stmt *s)
{
  const struct token *t = parse_next (r->ps);
  s->check = t->kind == TOK_IDENT ? check_kind_by_text (t->text) : CHECK_LAST;
  if (s->check == CHECK_LAST)
    lex_error (&r->ps->lx, t, "there is no kind of check '%s'", t->text);
  s->nargs = imp_read_args (r, &s->args, type_size (r->p->ctx));
}

static void
read_if (struct reader *r, struct imp_stmt *s)
{
  s->e[0] = imp_read_expr (r, NULL);
  imp_read_braces (r, &s->body);
  if (parse_accept_word (r->ps, "else"))
    imp_read_braces (r, &s->orelse);
}

static void
read_fail (struct reader *r, struct imp_stmt *s)
{
  read_check (r, s);
  if (r->fill)
    s->order = r->fill->order;
  else
    {
      parse_expect_word (r->ps, "order");
      s->order = parse_u32 (r->ps);
    }
  parse_expect_word (r->ps, "elem");
  s->e[0] = imp_read_size (r);
  if (r->fill && r->fill->outer)
    s->e[0] = r->fill->outer->kind == IMP_EXPR_VAR ? imp_use (r->p, r->fill->outer->var)
	      : imp_const (r->p, r->fill->outer->cst);
  s->site = imp_read_site (r);
}

static void
read_need (struct reader *r, struct imp_stmt *s)
{
  s->e[1] = imp_read_expr (r, NULL);
  parse_expect_word (r->ps, "else");
  read_fail (r, s);
  r->needs = true;
}

/* Of a skeleton: "do" was read.  A hole that is not a function is a vector, whose element is
   meant.  */
static void
read_do (struct reader *r, struct imp_block *b)
{
  struct imp_expr **args;
  struct imp_var *x = imp_read_var (r);
  if (parse_next (r->ps)->kind != TOK_ASSIGN)
    imp_read_wrong (r, "':=' was expected");
  const struct imp_hole *h = find_hole (r, parse_next (r->ps));
  if (!h || (!h->fn && !h->e))
    imp_read_wrong (r, "a function was expected");
  if (imp_read_args (r, &args, h->fn ? NULL : type_size (r->p->ctx))
      != (h->fn ? h->fn->nparams : 1))
    imp_read_wrong (r, "other operands than the function has");
  struct imp_expr *k = parse_accept_word (r->ps, "elem") ? imp_read_size (r) : imp_size (r->p, 0);
  if (!h->fn)
    {
      struct imp_stmt *s = imp_stmt_new (r->p, b, IMP_ASSIGN, 0);
      s->var = x;
      s->e[0] = imp_load (r->p, imp_use (r->p, h->e->var), args[0]);
    }
  else
    r->fill->apply (r->fill->data, b, h, x, args, k);
}

/* PLACE := EXPR.  */
static void
read_assign (struct reader *r, struct imp_block *b)
{
  struct imp_expr *place = imp_read_expr (r, NULL);
  if (parse_peek (r->ps)->kind != TOK_ASSIGN)
    imp_read_wrong (r, "':=' was expected");
  if (place->kind == IMP_EXPR_VAR)
    {
      struct imp_stmt *s = imp_read_stmt (r, b, IMP_ASSIGN);
      s->var = place->var;
      parse_next (r->ps);
      s->e[0] = imp_read_expr (r, place->var->type);
      return;
    }
  if (place->kind != IMP_EXPR_LOAD)
    imp_read_wrong (r, "what cannot be assigned stands");
  struct imp_stmt *s = imp_read_stmt (r, b, IMP_STORE);
  s->base = place->args[0];
  s->e[0] = place->args[1];
  parse_next (r->ps);
  s->e[1] = imp_read_expr (r, place->type);
  s->kept = parse_accept_word (r->ps, "kept");
}

static void
read_keyword (struct reader *r, struct imp_stmt *s)
{
  switch (s->kind)
    {
    case IMP_NEW: read_new (r, s); break;
    case IMP_ARRAY:
    case IMP_TEMP:
    case IMP_VECNEW: read_area (r, s); break;
    case IMP_IF: read_if (r, s); break;
    case IMP_FOR: read_for (r, s); break;
    case IMP_LOOP: imp_read_loop (r, s); break;
    case IMP_REDUCE:
    case IMP_FILTER:
    case IMP_SCAN:
    case IMP_EXSCAN:
    case IMP_CURSOR: imp_read_output (r, s); break;
    case IMP_BETWEEN: imp_read_block (r, &s->body); break;
    case IMP_GIVE: imp_read_give (r, s); break;
    case IMP_WHILE:
      s->e[0] = imp_read_expr (r, NULL);
      imp_read_braces (r, &s->body);
      break;
    case IMP_PARFOR: read_parfor (r, s); break;
    case IMP_CHECK:
      read_check (r, s);
      s->site = imp_read_site (r);
      imp_read_braces (r, &s->body);
      break;
    case IMP_FAIL: read_fail (r, s); break;
    case IMP_NEED: read_need (r, s); break;
    case IMP_RAISE: imp_read_braces (r, &s->body); break;
    case IMP_EVAL:
      s->e[0] = read_value_or_none (r, NULL);
      s->kept = parse_accept_word (r->ps, "kept");
      break;
    case IMP_FREE:
    case IMP_RELEASE: s->var = imp_read_var (r); break;
    default: break;
    }
}

/* Is there no statement here, but the text behind a procedure?  */
static bool
procedure_ends (struct reader *r)
{
  return parse_peek (r->ps)->kind == TOK_END
	 || ((parse_next_is_word (r->ps, "proc") || parse_next_is_word (r->ps, "func"))
	     && parse_peek_next (r->ps)->kind == TOK_GLOBAL);
}

/* { ... }.  */
void
imp_read_block (struct reader *r, struct imp_block *b)
{
  unsigned line = parse_peek (r->ps)->line;

  parse_expect (r->ps, '{');
  while (!parse_accept (r->ps, '}'))
    {
      unsigned k;
      if (procedure_ends (r))
	imp_read_wrong (r, "the block that begins at line %u has no '}'", line);
      if (r->fill && parse_accept_word (r->ps, "do"))
	{
	  read_do (r, b);
	  continue;
	}
      for (k = 0; k < IMP_STMT_LAST; k++)
	if (k != IMP_ASSIGN && k != IMP_STORE && parse_next_is_word (r->ps, imp_stmt_name[k]))
	  break;
      if (k == IMP_STMT_LAST)
	{
	  read_assign (r, b);
	  continue;
	}
      struct imp_stmt *s = imp_read_stmt (r, b, (enum imp_stmt_kind) k);
      parse_next (r->ps);
      read_keyword (r, s);
    }
}
