/* IMP as C: types and expressions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   C promotes small integers; every result is converted back to its type in IMP.  Operations without
   an operator in C become static inline helpers, printed when first needed.  */

#include <ctype.h>
#include <math.h>
#include <string.h>
#include "emit-c-int.h"
#include "base/scalar.h"

#include <ctype.h>

/* --- Names ---------------------------------------------------------------------------------- */

/* Variables and fields end in _NUMBER, all other names of the program in what they are for; what
   this text itself names does neither.  So none of them is a word of C, a name of the library's,
   or one of the other sort.  */

void
emit_c_name (struct strbuf *out, const char *name, const char *sort)
{
  for (const char *s = name; *s; s++)
    if (isalpha ((unsigned char) *s) || (s > name && isdigit ((unsigned char) *s)))
      strbuf_putc (out, *s);
    else
      strbuf_printf (out, "_%02x_", (unsigned char) *s);
  strbuf_printf (out, "_%s", sort);
}

void
emit_c_proc_name (struct strbuf *out, const struct imp_proc *proc, bool fun)
{
  emit_c_name (out, proc->name, fun ? "fun" : "region");
}

void
emit_c_field (struct strbuf *out, const struct type *t, unsigned k)
{
  strbuf_printf (out, "%s_%u", t->fields[k].name, k);
}

void
emit_c_string (struct strbuf *out, const char *text)
{
  strbuf_putc (out, '"');
  for (const char *s = text; *s; s++)
    if (isprint ((unsigned char) *s) && *s != '"' && *s != '\\' && *s != '?')
      strbuf_putc (out, *s);
    else
      strbuf_printf (out, "\\%03o", (unsigned char) *s);
  strbuf_putc (out, '"');
}

/* --- Types ---------------------------------------------------------------------------------- */

/* The name of record or blob T in C; that of one without a name is its text.  */
static void
tag (struct emit *em, struct strbuf *out, const struct type *t)
{
  struct strbuf b = { NULL, 0, 0 };
  text_type (&b, em->names, t);
  strbuf_printf (out, "struct ");
  emit_c_name (out, b.s, "type");
  strbuf_free (&b);
}

void
emit_c_type (struct emit *em, struct strbuf *out, const struct type *t)
{
  switch (t->kind)
    {
    case TYPE_SCALAR: strbuf_printf (out, "%s", scalar_info[t->scalar].c); break;
    case TYPE_PTR:
      if (t->elem)
	emit_c_type (em, out, t->elem);
      else
	strbuf_printf (out, "void");
      strbuf_printf (out, " *");
      break;
    case TYPE_RECORD:
    case TYPE_BLOB: tag (em, out, t); break;
    case TYPE_VEC: strbuf_printf (out, "struct nova_vec *"); break;
    default: ctx_fatal (em->ctx, "a type that C does not have is left in IMP");
    }
}

void
emit_c_var (struct emit *em, const struct imp_var *v)
{
  strbuf_printf (em->out, "%s_%u", v->name, v->id);
}

void
emit_c_decl (struct emit *em, const struct imp_var *v)
{
  emit_c_type (em, em->out, v->type);
  strbuf_putc (em->out, ' ');
  emit_c_var (em, v);
}

struct done
{
  const struct type *t;
  struct done *next;
};

/* Define record or blob T, its members' types first.  */
static void
define (struct emit *em, struct strbuf *out, const struct type *t, struct done **done)
{
  if (!t)
    return;
  for (struct done *d = *done; d; d = d->next)
    if (d->t == t)
      return;
  struct done *d = CTX_NEW (em->ctx, struct done);
  d->t = t;
  d->next = *done;
  *done = d;
  /* What has no tag gets a name.  */
  text_names_add (em->names, t);
  if (t->kind == TYPE_VEC || t->kind == TYPE_PTR)
    define (em, out, t->elem, done);
  for (unsigned k = 0; k < t->nfields; k++)
    define (em, out, t->fields[k].type, done);
  if (t->kind != TYPE_RECORD && t->kind != TYPE_BLOB)
    return;
  tag (em, out, t);
  strbuf_printf (out, "\n{\n");
  for (unsigned k = 0; k < t->nfields; k++)
    {
      strbuf_printf (out, "  ");
      emit_c_type (em, out, t->fields[k].type);
      strbuf_putc (out, ' ');
      emit_c_field (out, t, k);
      strbuf_printf (out, ";\n");
    }
  if (t->kind == TYPE_BLOB)
    strbuf_printf (out, "  _Alignas (%llu) unsigned char bytes[%llu];\n",
		   (unsigned long long) t->align, (unsigned long long) t->size);
  strbuf_printf (out, "};\n_Static_assert (sizeof (");
  tag (em, out, t);
  strbuf_printf (out, ") == %llu, \"layout\");\n", (unsigned long long) t->size);
}

static void
define_expr (struct emit *em, struct strbuf *out, struct imp_expr *e, struct done **done)
{
  if (!e)
    return;
  define (em, out, e->type, done);
  for (unsigned k = 0; k < e->nargs; k++)
    define_expr (em, out, e->args[k], done);
}

static void
define_block (struct emit *em, struct strbuf *out, struct imp_block *b, struct done **done)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      define (em, out, s->var ? s->var->type : NULL, done);
      define_expr (em, out, s->base, done);
      for (unsigned k = 0; k < 4; k++)
	define_expr (em, out, s->e[k], done);
      define_block (em, out, &s->body, done);
      define_block (em, out, &s->orelse, done);
    }
}

static void
define_proc (struct emit *em, struct strbuf *out, struct imp_proc *proc, struct done **done)
{
  for (unsigned k = 0; k < proc->nparams; k++)
    define (em, out, proc->params[k]->type, done);
  for (unsigned k = 0; k < proc->nresults; k++)
    define (em, out, proc->results[k]->type, done);
  define_block (em, out, &proc->body, done);
}

void
emit_c_types (struct emit *em, struct strbuf *out)
{
  struct done *done = NULL;
  for (struct fir_leaf *leaf = em->p->fir->leaves; leaf; leaf = leaf->next)
    {
      for (unsigned k = 0; k < leaf->nparams; k++)
	define (em, out, leaf->params[k], &done);
      define (em, out, leaf->ret, &done);
    }
  for (struct imp_proc *fun = em->p->funs; fun; fun = fun->next)
    define_proc (em, out, fun, &done);
  for (struct imp_proc *proc = em->p->procs; proc; proc = proc->next)
    define_proc (em, out, proc, &done);
}

void
emit_c_leaves (struct emit *em, struct strbuf *out)
{
  for (struct fir_leaf *leaf = em->p->fir->leaves; leaf; leaf = leaf->next)
    {
      if (leaf->flags & LEAF_INDIRECT)
	continue;
      strbuf_printf (out, "extern ");
      emit_c_type (em, out, leaf->ret);
      strbuf_putc (out, ' ');
      emit_c_name (out, leaf->name, "leaf");
      strbuf_printf (out, " (");
      for (unsigned k = 0; k < leaf->nparams; k++)
	{
	  strbuf_printf (out, k ? ", " : "");
	  emit_c_type (em, out, leaf->params[k]);
	}
      strbuf_printf (out, leaf->nparams ? ") __asm__ (" : "void) __asm__ (");
      emit_c_string (out, leaf->name);
      strbuf_printf (out, ");\n");
    }
}

/* --- Constants ------------------------------------------------------------------------------ */

static void
emit_int (struct emit *em, const struct type *t, unsigned __int128 i)
{
  strbuf_printf (em->out, "((");
  emit_c_type (em, em->out, t);
  strbuf_printf (em->out, ") ");
  if (t->size == 16)
    strbuf_printf (em->out, "((unsigned __int128) %lluu << 64 | %lluu))",
		   (unsigned long long) (i >> 64), (unsigned long long) i);
  else
    strbuf_printf (em->out, "%lluu)", (unsigned long long) i);
}

static void
emit_float (struct emit *em, long double f)
{
  if (isnan (f))
    strbuf_printf (em->out, "__builtin_nanl (\"\")");
  else if (isinf (f))
    strbuf_printf (em->out, "%s__builtin_infl ()", signbit (f) ? "-" : "");
  else
    strbuf_printf (em->out, "%LaL", f);
}

static void
emit_const (struct emit *em, const struct fir_const *c)
{
  const struct type *t = c->type;
  if (c->origin)
    ctx_fatal (em->ctx, "emit-c: a constant that only the compiler knows");
  if (t->kind == TYPE_PTR || type_is_integral (t))
    {
      if (t == type_size (em->ctx))
	strbuf_printf (em->out, "%lluu", (unsigned long long) c->i);
      else
	emit_int (em, t, c->i);
      return;
    }
  strbuf_printf (em->out, "((");
  emit_c_type (em, em->out, t);
  strbuf_printf (em->out, ") ");
  if (scalar_info[t->scalar].cls == SC_COMPLEX)
    {
      strbuf_printf (em->out, "__builtin_complex (");
      emit_float (em, c->f);
      strbuf_printf (em->out, ", ");
      emit_float (em, c->im);
      strbuf_printf (em->out, ")");
    }
  else
    emit_float (em, c->f);
  strbuf_putc (em->out, ')');
}

/* --- Helpers -------------------------------------------------------------------------------- */

static const char *
helper_body (enum fir_op op, bool is_signed, bool is_float)
{
  switch (op)
    {
    case FIR_MIN: return is_float ? "y != y ? x : x < y ? x : y" : "x < y ? x : y";
    case FIR_MAX: return is_float ? "y != y ? x : x > y ? x : y" : "x > y ? x : y";
    case FIR_MIN_NAN: return is_float ? "x != x ? x : x < y ? x : y" : "x < y ? x : y";
    case FIR_MAX_NAN: return is_float ? "x != x ? x : x > y ? x : y" : "x > y ? x : y";
    case FIR_ABS: return "x < 0 ? -x : x";
    case FIR_STEPS:
      return is_signed
	     ? "s > 0 && x < y ? ((unsigned long) y - x - 1) / s + 1 "
	       ": s < 0 && x > y ? ((unsigned long) x - y - 1) / -(unsigned long) s + 1 : 0"
	     : "s && x < y ? (y - x - 1) / s + 1 : 0";
    case FIR_BITS: return "((union { float f; unsigned u; }) { x }).u";
    default: return NULL;
    }
}

/* The body of the helper of FIR_STEPS on a type of 128 bits: no more than fit the result.  */
#define WIDE_STEPS(FROM, TO, BY) \
  "((unsigned __int128) " TO " - " FROM " - 1) / " BY " < -1ul " \
  "? (unsigned long) (((unsigned __int128) " TO " - " FROM " - 1) / " BY ") + 1 : -1ul"
static const char wide_steps[]
  = "s > 0 && x < y ? " WIDE_STEPS ("x", "y", "(unsigned __int128) s")
    " : s < 0 && x > y ? " WIDE_STEPS ("y", "x", "-(unsigned __int128) s") " : 0";

/* Print the helper of OP on type T, once, and its name.  */
static void
helper (struct emit *em, enum fir_op op, const struct type *t)
{
  const struct scalar_info *si = &scalar_info[t->scalar];
  bool bits = op == FIR_BITS;
  const char *body = bits && si->bytes == 8 ? "((union { double f; unsigned long u; }) { x }).u"
		     : op == FIR_STEPS && si->bytes > 8 ? wide_steps
		     : helper_body (op, si->is_signed, si->cls == SC_FLOAT);
  strbuf_printf (em->out, "nova_%s_%s", fir_op_info[op].text, si->text);
  if (em->helper[op][t->scalar])
    return;
  em->helper[op][t->scalar] = true;
  strbuf_printf (em->heads, "static inline %s\nnova_%s_%s (%s x",
		 op == FIR_STEPS || (bits && si->bytes == 8) ? "unsigned long"
		 : bits ? "unsigned" : si->c, fir_op_info[op].text, si->text, si->c);
  if (op != FIR_ABS && !bits)
    strbuf_printf (em->heads, ", %s y", si->c);
  if (op == FIR_STEPS)
    strbuf_printf (em->heads, ", %s s", si->c);
  strbuf_printf (em->heads, ")\n{\n  return %s;\n}\n", body);
}

/* --- Expressions ---------------------------------------------------------------------------- */

static const char *
infix (enum fir_op op)
{
  static const char *const text[FIR_LAST] = {
    [FIR_ADD] = "+", [FIR_SUB] = "-", [FIR_MUL] = "*", [FIR_DIV] = "/", [FIR_REM] = "%",
    [FIR_SHL] = "<<", [FIR_SHR] = ">>", [FIR_BAND] = "&", [FIR_BOR] = "|", [FIR_BXOR] = "^",
    [FIR_LT] = "<", [FIR_LE] = "<=", [FIR_GT] = ">", [FIR_GE] = ">=", [FIR_EQ] = "==",
    [FIR_NE] = "!="
  };
  return text[op];
}

static void
emit_args (struct emit *em, unsigned n, struct imp_expr *const *args)
{
  strbuf_printf (em->out, " (");
  for (unsigned k = 0; k < n; k++)
    {
      strbuf_printf (em->out, k ? ", " : "");
      emit_c_expr (em, args[k]);
    }
  strbuf_putc (em->out, ')');
}

/* The type to compute in where T's own arithmetic differs: small types are promoted, signed ones
   wrap as unsigned.  NULL: T.  */
static const char *
arith_type (struct imp_expr *e)
{
  const struct type *t = e->type;
  if (!type_is_integral (t) || fir_op_info[e->op].flags & FIR_FLAG_CMP)
    return NULL;
  /* Constants are written in the narrowest type that holds them.  */
  if (e->op == FIR_SHL && t->size == 8 && !scalar_info[t->scalar].is_signed)
    return "unsigned long";
  if (t->size < 4)
    return e->op == FIR_MUL && !scalar_info[t->scalar].is_signed ? "unsigned" : NULL;
  if (e->wrap && scalar_info[t->scalar].is_signed)
    return t->size == 4 ? "unsigned" : t->size == 8 ? "unsigned long" : "unsigned __int128";
  return NULL;
}

static void
emit_infix (struct emit *em, struct imp_expr *e)
{
  bool cast = type_is_integral (e->type) && (e->type->size < 4 || e->wrap);
  const char *in = arith_type (e);
  strbuf_putc (em->out, '(');
  if (cast)
    {
      strbuf_putc (em->out, '(');
      emit_c_type (em, em->out, e->type);
      strbuf_printf (em->out, ") (");
    }
  if (in)
    strbuf_printf (em->out, "(%s) ", in);
  emit_c_expr (em, e->args[0]);
  strbuf_printf (em->out, " %s ", infix (e->op));
  if (in && e->op != FIR_SHL && e->op != FIR_SHR)
    strbuf_printf (em->out, "(%s) ", in);
  emit_c_expr (em, e->args[1]);
  strbuf_printf (em->out, cast ? "))" : ")");
}

static void
emit_unary (struct emit *em, struct imp_expr *e, const char *op)
{
  const char *in = arith_type (e);
  strbuf_printf (em->out, "((");
  emit_c_type (em, em->out, e->type);
  strbuf_printf (em->out, ") %s", op);
  if (in)
    strbuf_printf (em->out, "(%s) ", in);
  emit_c_expr (em, e->args[0]);
  strbuf_putc (em->out, ')');
}

static void
emit_abs (struct emit *em, struct imp_expr *e)
{
  static const char *const fn[SCALAR_LAST] = {
    [SCALAR_F16] = "fabsf", [SCALAR_F32] = "fabsf", [SCALAR_F64] = "fabs", [SCALAR_F80] = "fabsl",
    [SCALAR_F128] = "fabsf128"
  };
  if (fn[e->type->scalar])
    strbuf_printf (em->out, "__builtin_%s", fn[e->type->scalar]);
  else
    helper (em, FIR_ABS, e->type);
  emit_args (em, 1, e->args);
}

static void
emit_prim (struct emit *em, struct imp_expr *e)
{
  switch (e->op)
    {
    case FIR_NEG: emit_unary (em, e, "-"); break;
    case FIR_NOT: emit_unary (em, e, "~"); break;
    case FIR_CONV: emit_unary (em, e, ""); break;
    case FIR_ABS: emit_abs (em, e); break;
    case FIR_MIN:
    case FIR_MAX:
    case FIR_MIN_NAN:
    case FIR_MAX_NAN:
    case FIR_STEPS:
    case FIR_BITS:
      helper (em, e->op, e->args[0]->type);
      emit_args (em, e->nargs, e->args);
      break;
    case FIR_SELECT:
      strbuf_putc (em->out, '(');
      emit_c_expr (em, e->args[0]);
      strbuf_printf (em->out, " ? ");
      emit_c_expr (em, e->args[1]);
      strbuf_printf (em->out, " : ");
      emit_c_expr (em, e->args[2]);
      strbuf_putc (em->out, ')');
      break;
    case FIR_RECORD:
      strbuf_printf (em->out, "(");
      emit_c_type (em, em->out, e->type);
      strbuf_printf (em->out, ") {");
      for (unsigned k = 0; k < e->nargs; k++)
	{
	  strbuf_printf (em->out, k ? ", " : " ");
	  emit_c_expr (em, e->args[k]);
	}
      strbuf_printf (em->out, " }");
      break;
    case FIR_FIELD:
      strbuf_putc (em->out, '(');
      emit_c_expr (em, e->args[0]);
      strbuf_printf (em->out, ").");
      emit_c_field (em->out, e->args[0]->type, e->index);
      break;
    case FIR_PADD:
      strbuf_putc (em->out, '(');
      emit_c_expr (em, e->args[0]);
      strbuf_printf (em->out, " + ");
      emit_c_expr (em, e->args[1]);
      strbuf_putc (em->out, ')');
      break;
    default: emit_infix (em, e); break;
    }
}

static void
emit_leaf (struct emit *em, struct imp_expr *e)
{
  struct fir_leaf *leaf = e->leaf;
  if (!(leaf->flags & LEAF_INDIRECT))
    {
      emit_c_name (em->out, leaf->name, "leaf");
      emit_args (em, e->nargs, e->args);
      return;
    }
  strbuf_printf (em->out, "((");
  emit_c_type (em, em->out, leaf->ret);
  strbuf_printf (em->out, " (*) (");
  for (unsigned k = 1; k < leaf->nparams; k++)
    {
      strbuf_printf (em->out, k > 1 ? ", " : "");
      emit_c_type (em, em->out, leaf->params[k]);
    }
  strbuf_printf (em->out, ")) ");
  emit_c_expr (em, e->args[0]);
  strbuf_putc (em->out, ')');
  emit_args (em, e->nargs - 1, e->args + 1);
}

/* view and reshape say how many levels they are given.  */
static void
emit_call (struct emit *em, struct imp_expr *e)
{
  const struct imp_fn_info *fi = &imp_fn_info[e->fn];
  unsigned fixed = e->fn == IMP_FN_VIEW ? 2 : 1;
  if (fi->ret == IMP_RET_PTR)
    {
      strbuf_printf (em->out, "((");
      emit_c_type (em, em->out, e->type);
      strbuf_printf (em->out, ") ");
    }
  strbuf_printf (em->out, "%s", fi->cname);
  if (e->fn == IMP_FN_WEIGHT || e->fn == IMP_FN_CUT)
    {
      strbuf_printf (em->out, e->args[0]->type->elem->size == 4 ? "_i32" : "");
      for (unsigned k = 0; k < e->nargs; k++)
	{
	  strbuf_printf (em->out, k ? ", " : " ((const void *) ");
	  emit_c_expr (em, e->args[k]);
	}
      strbuf_putc (em->out, ')');
    }
  else if (e->fn == IMP_FN_LOOSE)
    {
      strbuf_printf (em->out, " (");
      emit_c_expr (em, e->args[0]);
      strbuf_printf (em->out, ", ");
      emit_c_expr (em, e->args[1]);
      strbuf_printf (em->out, ", 0)");
    }
  else if (fi->nargs >= 0)
    emit_args (em, e->nargs, e->args);
  else
    {
      strbuf_printf (em->out, " (");
      for (unsigned k = 0; k < fixed; k++)
	{
	  emit_c_expr (em, e->args[k]);
	  strbuf_printf (em->out, ", ");
	}
      strbuf_printf (em->out, "%u", e->nargs - fixed);
      for (unsigned k = 0; k < 3; k++)
	{
	  strbuf_printf (em->out, ", ");
	  if (fixed + k < e->nargs)
	    emit_c_expr (em, e->args[fixed + k]);
	  else
	    strbuf_printf (em->out, "1");
	}
      strbuf_putc (em->out, ')');
    }
  strbuf_printf (em->out, fi->ret == IMP_RET_PTR ? ")" : "");
}

void
emit_c_expr (struct emit *em, struct imp_expr *e)
{
  switch (e->kind)
    {
    case IMP_EXPR_CONST: emit_const (em, e->cst); break;
    case IMP_EXPR_VAR: emit_c_var (em, e->var); break;
    case IMP_EXPR_PRIM: emit_prim (em, e); break;
    case IMP_EXPR_LEAF: emit_leaf (em, e); break;
    case IMP_EXPR_LOAD:
      emit_c_expr (em, e->args[0]);
      strbuf_putc (em->out, '[');
      emit_c_expr (em, e->args[1]);
      strbuf_putc (em->out, ']');
      break;
    case IMP_EXPR_CALL: emit_call (em, e); break;
    case IMP_EXPR_FUN:
      emit_c_proc_name (em->out, e->fun, true);
      emit_args (em, e->nargs, e->args);
      break;
    }
}
