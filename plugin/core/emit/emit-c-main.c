/* A main for the C text of a program: calls its procedures and prints what the evaluator prints.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   So a test states its expected results once, for the evaluators and for compiled code: arguments
   are read by the evaluator's reader and become static data.  Pointers among the results, and
   blobs, cannot be printed.  */

#include <string.h>
#include "emit-c-int.h"
#include "eval/fir-eval.h"

/* Printing as scalar.c does, and the handler that turns a raised error into the evaluator's
   text.  */
static const char prelude[]
  = "#include <math.h>\n#include <setjmp.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "#include <string.h>\n\n"
    "typedef void nova_error_handler (const char *);\n"
    "extern nova_error_handler *nova_set_error_handler (nova_error_handler *);\n\n"
    "static jmp_buf on_error;\n\n"
    "/* FILE:LINE: NAME: MESSAGE as error LINE: MESSAGE.  */\n"
    "static void\nshow_error (const char *line)\n{\n"
    "  const char *number = strchr (line, ':') + 1, *text = strchr (number, ' ') + 1;\n"
    "  printf (\"error %d: %s\", atoi (number), strchr (text, ' ') + 1);\n"
    "  longjmp (on_error, 1);\n}\n\n"
    "static inline void\nshow_int (__int128 i, int is_signed)\n{\n"
    "  char s[64], *p = s + sizeof s - 1;\n"
    "  unsigned __int128 u = is_signed && i < 0 ? -(unsigned __int128) i : (unsigned __int128) i;\n"
    "  *p = 0;\n"
    "  do\n    *--p = '0' + (int) (u % 10);\n  while (u /= 10);\n"
    "  printf (\"%s%s\", is_signed && i < 0 ? \"-\" : \"\", p);\n}\n\n"
    "/* The shortest text that reads back as X, of a type of BYTES bytes.  */\n"
    "static inline void\nshow_float (long double x, int bytes)\n{\n"
    "  char s[64];\n"
    "  if (isnan (x) || isinf (x))\n    {\n"
    "      printf (\"%s%s\", signbit (x) ? \"-\" : \"\", isnan (x) ? \"nan\" : \"inf\");\n"
    "      return;\n    }\n"
    "  if (x > -1e15L && x < 1e15L && x == (long long) x)\n    {\n"
    "      printf (\"%.0Lf\", x);\n      return;\n    }\n"
    "  for (int digits = 1; digits <= 21; digits++)\n    {\n"
    "      snprintf (s, sizeof s, \"%.*Lg\", digits, x);\n"
    "      if ((bytes == 4 ? (long double) strtof (s, 0)\n"
    "\t   : bytes == 8 ? (long double) strtod (s, 0)\n"
    "\t   : strtold (s, 0)) == x)\n\tbreak;\n    }\n"
    "  printf (\"%s\", s);\n}\n\n";

struct maker
{
  struct emit *em;
  struct eval *e;
  struct imp_prog *p;
  struct strbuf data, body;	/* static data; the statements of main */
  unsigned nbuffers, nvalues;
};

/* --- Arguments ------------------------------------------------------------------------------ */

static void put_value (struct maker *m, struct strbuf *to, struct value *v);

static void
put_scalar (struct maker *m, struct strbuf *to, struct value *v)
{
  strbuf_printf (to, "(");
  emit_c_type (m->em, to, v->type);
  strbuf_printf (to, ") ");
  if (v->kind == VAL_INT && v->type->size < 16)
    strbuf_printf (to, "%lluu", (unsigned long long) v->i);
  else if (v->kind == VAL_INT)
    strbuf_printf (to, "((unsigned __int128) %lluu << 64 | %lluu)",
		   (unsigned long long) ((unsigned __int128) v->i >> 64),
		   (unsigned long long) v->i);
  else if (v->re != v->re)
    strbuf_printf (to, "__builtin_nanl (\"\")");
  else if (v->re - v->re != 0)
    strbuf_printf (to, "%s__builtin_infl ()", v->re < 0 ? "-" : "");
  else
    strbuf_printf (to, "%LaL", (long double) v->re);
}

/* The name of the array for buffer B, which is printed when first needed.  */
static unsigned
buffer_number (struct maker *m, struct eval_buffer *b)
{
  if (b->aux)
    return (unsigned) ((char *) b->aux - (char *) b);
  unsigned n = ++m->nbuffers;
  b->aux = (char *) b + n;
  struct strbuf text = { NULL, 0, 0 };
  for (uint64_t i = 0; i < b->n; i++)
    {
      strbuf_printf (&text, i ? ", " : "");
      put_value (m, &text, &b->v[i]);
    }
  for (unsigned k = 0; k < 2; k++)
    {
      strbuf_printf (&m->data, "static ");
      emit_c_type (m->em, &m->data, b->elem);
      strbuf_printf (&m->data, " %s_%u[%llu] = { %s };\n", k ? "old" : "buf", n,
		     (unsigned long long) (b->n ? b->n : 1), b->n ? text.s : "0");
    }
  strbuf_free (&text);
  return n;
}

/* The base elements of V into TEXT, the offsets of its levels into OFF.  */
static void
put_nested (struct maker *m, struct value *v, unsigned level, struct strbuf *text,
	    struct strbuf *off, uint64_t *count)
{
  for (uint64_t i = 0; i < v->vec->n; i++)
    {
      struct value x = value_vec_at (m->e, v, i);
      if (x.kind == VAL_VEC)
	put_nested (m, &x, level + 1, text, off, count);
      else
	{
	  strbuf_printf (text, count[level] ? ", " : "");
	  put_value (m, text, &x);
	}
      count[level]++;
      if (x.kind == VAL_VEC)
	strbuf_printf (&off[level], ", %llu", (unsigned long long) count[level + 1]);
    }
}

/* A static descriptor of V; its number.  */
static unsigned
put_vec (struct maker *m, struct value *v)
{
  unsigned n = ++m->nvalues, levels = type_levels (v->type);
  struct strbuf text = { NULL, 0, 0 }, off[8] = { { NULL, 0, 0 } };
  uint64_t count[9] = { 0 };
  const struct type *base = type_base (v->type);
  put_nested (m, v, 0, &text, off, count);
  strbuf_printf (&m->data, "static ");
  emit_c_type (m->em, &m->data, base);
  strbuf_printf (&m->data, " base_%u[] = { %s };\n", n, text.s ? text.s : "0");
  for (unsigned k = 0; k + 1 < levels; k++)
    strbuf_printf (&m->data, "static const size_t off_%u_%u[] = { 0%s };\n", n, k,
		   off[k].s ? off[k].s : "");
  if (levels > 1)
    strbuf_printf (&m->data, "static struct nova_level level_%u[] = {", n);
  for (unsigned k = 0; k + 1 < levels; k++)
    strbuf_printf (&m->data, "%s { 0, off_%u_%u }", k ? "," : "", n, k);
  if (levels > 1)
    strbuf_printf (&m->data, " };\n");
  strbuf_printf (&m->data, "static struct nova_vec vec_%u"
			   " = { %llu, base_%u, 1, %llu, 1, 0, %u, 0, ",
		 n, (unsigned long long) v->vec->n, n, (unsigned long long) base->size, levels);
  strbuf_printf (&m->data, levels > 1 ? "level_%u };\n" : "0 };\n", n);
  strbuf_free (&text);
  for (unsigned k = 0; k < 8; k++)
    strbuf_free (&off[k]);
  return n;
}

/* V as a C initialiser.  */
static void
put_value (struct maker *m, struct strbuf *to, struct value *v)
{
  switch (v->kind)
    {
    case VAL_INT:
    case VAL_FLOAT: put_scalar (m, to, v); break;
    case VAL_RECORD:
      strbuf_printf (to, "{ ");
      for (unsigned k = 0; k < v->type->nfields; k++)
	{
	  strbuf_printf (to, k ? ", " : "");
	  put_value (m, to, &v->fields[k]);
	}
      strbuf_printf (to, " }");
      break;
    case VAL_PTR:
      if (v->buf)
	strbuf_printf (to, "buf_%u + %lld", buffer_number (m, v->buf), (long long) v->off);
      else
	strbuf_printf (to, "(void *) %lldu", (long long) v->off);
      break;
    case VAL_VEC: strbuf_printf (to, "&vec_%u", put_vec (m, v)); break;
    default: eval_error (m->e, "an argument that cannot be written in C");
    }
}

/* --- Results -------------------------------------------------------------------------------- */

/* Print the statements that show the value PLACE of type T.  */
static void
show (struct maker *m, const struct type *t, const char *place, unsigned depth)
{
  struct strbuf *b = &m->body;
  const struct scalar_info *si = t->kind == TYPE_SCALAR ? &scalar_info[t->scalar] : NULL;
  struct strbuf inner = { NULL, 0, 0 };
  if (si && si->cls <= SC_INT)
    strbuf_printf (b, "show_int (%s, %d);\n", place, si->is_signed);
  else if (si && si->cls == SC_FLOAT)
    strbuf_printf (b, "show_float (%s, %u);\n", place, si->bytes);
  else if (t->kind == TYPE_RECORD)
    {
      strbuf_printf (b, "putchar ('{');\n");
      for (unsigned k = 0; k < t->nfields; k++)
	{
	  strbuf_printf (b, k ? "putchar (',');\n" : "");
	  strbuf_printf (&inner, "(%s).", place);
	  emit_c_field (&inner, t, k);
	  show (m, t->fields[k].type, inner.s, depth);
	  strbuf_free (&inner);
	}
      strbuf_printf (b, "putchar ('}');\n");
    }
  else if (t->kind == TYPE_VEC)
    {
      bool rows = type_is_vec (t->elem);
      strbuf_printf (b, "putchar ('[');\nfor (size_t i%u = 0; i%u < nova_vec_length (%s); i%u++)\n"
			"{\nif (i%u)\nputchar (',');\n", depth, depth, place, depth, depth);
      if (rows)
	{
	  strbuf_printf (b, "struct nova_vec *row%u = nova_vec_row (%s, i%u);\n", depth, place,
			 depth);
	  strbuf_printf (&inner, "row%u", depth);
	}
      else
	{
	  strbuf_printf (&inner, "((");
	  emit_c_type (m->em, &inner, t->elem);
	  strbuf_printf (&inner, " *) %s->data)[(ptrdiff_t) i%u * %s->stride]", place, depth,
			 place);
	}
      show (m, t->elem, inner.s, depth + 1);
      if (rows)
	strbuf_printf (b, "nova_vec_release (row%u);\n", depth);
      strbuf_printf (b, "}\nputchar (']');\n");
      strbuf_free (&inner);
    }
  else
    eval_error (m->e, "a result that cannot be shown");
}

/* Named buffers that changed.  */
static void
show_changed (struct maker *m)
{
  for (struct eval_buffer *b = m->e->buffers; b; b = b->next)
    {
      if (!b->aux)
	continue;
      unsigned n = buffer_number (m, b);
      strbuf_printf (&m->body, "if (memcmp (buf_%u, old_%u, sizeof buf_%u) != 0)\n{\n"
			       "printf (\"; %s=[\");\nfor (size_t i = 0; i < %llu; i++)\n{\n"
			       "if (i)\nputchar (',');\n",
		     n, n, n, b->name, (unsigned long long) b->n);
      struct strbuf place = { NULL, 0, 0 };
      strbuf_printf (&place, "buf_%u[i]", n);
      show (m, b->elem, place.s, 0);
      strbuf_free (&place);
      strbuf_printf (&m->body, "}\nputchar (']');\n}\n");
    }
}

/* --- Calls ---------------------------------------------------------------------------------- */

static struct imp_proc *
find_proc (struct maker *m, const char *name)
{
  for (struct imp_proc *q = m->p->procs; q; q = q->next)
    if (strcmp (q->name, name) == 0)
      return q;
  eval_error (m->e, "there is no procedure @%s", name);
}

static void
put_args (struct maker *m, struct imp_proc *proc, const char *text)
{
  unsigned n = proc->nparams;
  const struct type **types = CTX_NEWV (m->e->ctx, const struct type *, n);
  const char **names = CTX_NEWV (m->e->ctx, const char *, n);
  struct value *args = CTX_NEWV (m->e->ctx, struct value, n);
  for (unsigned k = 0; k < n; k++)
    {
      types[k] = proc->params[k]->type;
      names[k] = proc->params[k]->name;
    }
  eval_read_args (m->e, &text, n, types, names, args);
  for (unsigned k = 0; k < n; k++)
    {
      struct strbuf v = { NULL, 0, 0 };
      put_value (m, &v, &args[k]);
      strbuf_printf (&m->body, "static ");
      emit_c_type (m->em, &m->body, types[k]);
      strbuf_printf (&m->body, " arg_%u = %s;\n", k, v.s);
      strbuf_free (&v);
    }
}

struct request
{
  struct maker *m;
  const char *call;
};

static void
put_call (struct eval *e, void *data)
{
  struct request *q = (struct request *) data;
  struct maker *m = q->m;
  const char *text = q->call;
  struct imp_proc *proc = find_proc (m, eval_read_head (e, &text));
  strbuf_printf (&m->body, "if (!setjmp (on_error))\n{\n");
  put_args (m, proc, text);
  for (unsigned k = 0; k < proc->nresults; k++)
    {
      emit_c_type (m->em, &m->body, proc->results[k]->type);
      strbuf_printf (&m->body, " res_%u;\n", k);
    }
  strbuf_printf (&m->body, proc->nresults == 1 ? "res_0 = " : "");
  emit_c_proc_name (&m->body, proc, false);
  strbuf_printf (&m->body, " (");
  for (unsigned k = 0; k < proc->nparams; k++)
    strbuf_printf (&m->body, k ? ", arg_%u" : "arg_%u", k);
  for (unsigned k = 0; proc->nresults > 1 && k < proc->nresults; k++)
    strbuf_printf (&m->body, proc->nparams + k ? ", &res_%u" : "&res_%u", k);
  strbuf_printf (&m->body, ");\n");
  for (unsigned k = 0; k < proc->nresults; k++)
    {
      char place[32];
      snprintf (place, sizeof place, "res_%u", k);
      strbuf_printf (&m->body, k ? "putchar (' ');\n" : "");
      show (m, proc->results[k]->type, place, 0);
      if (type_is_vec (proc->results[k]->type))
	strbuf_printf (&m->body, "nova_vec_release (%s);\n", place);
    }
  strbuf_printf (&m->body, proc->nresults ? "}\n" : "printf (\"()\");\n}\n");
  show_changed (m);
  strbuf_printf (&m->body, "putchar ('\\n');\n");
}

/* The text of P as emit_c has it, and a main that makes the N CALLS, each the text of a call as the
   evaluator takes it.  False, with a message appended to ERR, if one of them cannot be made.  */
bool
emit_c_main (struct strbuf *out, struct imp_prog *p, unsigned n, const char *const *calls,
	     struct strbuf *err)
{
  struct maker m = { .p = p };
  struct strbuf names = { NULL, 0, 0 };
  bool good = true;
  m.em = CTX_NEW (p->ctx, struct emit);
  m.em->p = p;
  m.em->ctx = p->ctx;
  m.em->names = text_names_new (p->ctx);
  emit_c (out, p);
  /* The records get the names here that they have there.  */
  emit_c_types (m.em, &names);
  strbuf_free (&names);
  for (unsigned k = 0; k < n && good; k++)
    {
      struct request q = { &m, calls[k] };
      m.e = eval_new (p->fir);
      good = eval_protect (m.e, put_call, &q);
      if (!good)
	strbuf_printf (err, "%s: %s\n", calls[k], m.e->error);
    }
  strbuf_printf (out, "%s%s\nint\nmain (void)\n{\n"
		      "nova_set_error_handler (show_error);\n%sreturn 0;\n}\n",
		 prelude, m.data.s ? m.data.s : "", m.body.s ? m.body.s : "");
  strbuf_free (&m.data);
  strbuf_free (&m.body);
  return good;
}
