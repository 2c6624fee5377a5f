/* Values as text: arguments and results of the evaluators.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval.h"
#include "fir/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Lists are deep.  */
#define MAX_DEPTH 4000

/* --- Reading --------------------------------------------------------------------------------- */

static void
skip_blanks (const char **p)
{
  while (isspace ((unsigned char) **p) || **p == ',')
    ++*p;
}

static bool
take (const char **p, char c)
{
  skip_blanks (p);
  if (**p != c)
    return false;
  ++*p;
  return true;
}

static void
need (struct eval *e, const char **p, char c)
{
  if (!take (p, c))
    eval_error (e, "'%c' was expected at '%.12s' in the arguments", c, *p);
}

/* The name at *P, interned.  */
static const char *
read_name (struct eval *e, const char **p)
{
  const char *start;

  skip_blanks (p);
  for (start = *p; isalnum ((unsigned char) **p) || (**p && strchr ("_.$@", **p)); ++*p)
    ;
  if (*p == start)
    eval_error (e, "a name was expected at '%.12s' in the arguments", *p);
  start += *start == '@';
  return ctx_intern_n (e->ctx, start, (size_t) (*p - start));
}

/* Over the [...] at *P.  */
static void
skip_brackets (struct eval *e, const char **p)
{
  unsigned depth = 0;

  do
    {
      if (!**p)
	eval_error (e, "a '[' is not closed in the arguments");
      depth += **p == '[';
      depth -= **p == ']';
      ++*p;
    }
  while (depth);
}

const char *
eval_read_head (struct eval *e, const char **text)
{
  for (;;)
    {
      struct eval_buffer *b;
      const char *name;

      if (take (text, '('))
	return read_name (e, text);
      name = read_name (e, text);
      need (e, text, '=');
      skip_blanks (text);
      if (**text != '[')
	eval_error (e, "'[' was expected at '%.12s' in the arguments", *text);
      b = eval_buffer_new (e, name, NULL, 0);
      b->text = *text;
      skip_brackets (e, text);
    }
}

/* The word at *P up to a blank or a bracket.  */
static void
read_word (struct eval *e, const char **p, char *buf, size_t size)
{
  size_t n = 0;

  skip_blanks (p);
  while (**p && !isspace ((unsigned char) **p) && !strchr (",()[]{}<>", **p) && n + 1 < size)
    buf[n++] = *(*p)++;
  buf[n] = '\0';
  if (!n)
    eval_error (e, "a number was expected at '%.12s' in the arguments", *p);
}

static quad
read_float (struct eval *e, const char **p, enum scalar s)
{
  char buf[80], *end;

  read_word (e, p, buf, sizeof buf);
  strtold (buf, &end);
  if (*end)
    eval_error (e, "'%s' in the arguments is no number", buf);
  return (quad) scalar_read_float (s, buf);
}

static struct value
read_int (struct eval *e, const char **p, const struct type *t)
{
  char buf[80];
  const char *s = buf;
  unsigned __int128 u = 0;
  bool neg;

  read_word (e, p, buf, sizeof buf);
  neg = *s == '-';
  for (s += neg; isdigit ((unsigned char) *s); s++)
    u = u * 10 + (unsigned) (*s - '0');
  if (*s)
    eval_error (e, "'%s' in the arguments is no integer", buf);
  if (scalar_wrap (t->scalar, (__int128) (neg ? -u : u)) != (__int128) (neg ? -u : u))
    eval_error (e, "%s in the arguments does not fit %s", buf, scalar_info[t->scalar].text);
  return value_int (t, (__int128) (neg ? -u : u));
}

static struct value read_value (struct eval *e, const char **p, const struct type *t,
				const char *name, unsigned depth);

/* [a, b, ...] of elements of type T into *N values.  */
static struct value *
read_list (struct eval *e, const char **p, const struct type *t, uint64_t *n, unsigned depth)
{
  struct value *v = NULL;
  size_t cap = 0;

  *n = 0;
  need (e, p, '[');
  while (!take (p, ']'))
    {
      CTX_MORE (e->ctx, v, *n, cap);
      v[(*n)++] = read_value (e, p, t, NULL, depth + 1);
    }
  return v;
}

/* Copy the base elements of the nested vector V to contiguous memory, from *AT on in BUF, as in the
   runtime.  */
static void
pack (struct value *v, struct eval_buffer *buf, int64_t *at)
{
  uint64_t i;

  if (v->vec->rows)
    for (i = 0; i < v->vec->n; i++)
      pack (&v->vec->rows[i], buf, at);
  else
    {
      for (i = 0; i < v->vec->n; i++)
	buf->v[*at + (int64_t) i] = v->vec->buf->v[i];
      v->vec->buf = buf;
      v->vec->off = *at;
      *at += (int64_t) v->vec->n;
    }
}

static struct value
read_vec (struct eval *e, const char **p, const struct type *t, unsigned depth)
{
  uint64_t n;
  struct value *elems = read_list (e, p, t->elem, &n, depth), v;
  int64_t at = 0;

  v = value_vec_of (e, t, n, elems);
  if (v.vec->buf)
    v.vec->buf->counted = 0;
  if (depth == 0)
    pack (&v, eval_buffer_new (e, NULL, type_base (t), value_vec_total (&v)), &at);
  return v;
}

/* &NAME or &NAME+K, the & taken.  */
static struct value
read_address (struct eval *e, const char **p, const struct type *t)
{
  const char *name = ctx_intern (e->ctx, read_name (e, p)), *text;
  struct eval_buffer *b;
  int64_t off = 0;

  for (b = e->buffers; b && b->name != name; b = b->next)
    ;
  if (!b)
    eval_error (e, "there is no memory '%s'", name);
  if (b->text && t->elem)
    {
      text = b->text;
      b->text = NULL;
      b->elem = t->elem;
      b->v = read_list (e, &text, t->elem, &b->n, 0);
    }
  if (**p == '+' || **p == '-')
    {
      char *end;

      off = strtoll (*p, &end, 10);
      *p = end;
    }
  return value_ptr (t, b, off);
}

static struct value
read_ptr (struct eval *e, const char **p, const struct type *t, const char *name, unsigned depth)
{
  struct eval_buffer *b;
  char buf[16];

  skip_blanks (p);
  if (take (p, '&'))
    return read_address (e, p, t);
  if (take (p, '<'))
    {
      struct value v = value_ptr (t, NULL, strtoll (*p, (char **) p, 10));

      need (e, p, '>');
      return v;
    }
  if (**p == '[' && t->elem)
    {
      b = eval_buffer_new (e, name, t->elem, 0);
      b->v = read_list (e, p, t->elem, &b->n, depth);
      return value_ptr (t, b, 0);
    }
  read_word (e, p, buf, sizeof buf);
  if (strcmp (buf, "null") != 0)
    eval_error (e, "'%s' in the arguments is no pointer", buf);
  return value_ptr (t, NULL, 0);
}

static struct value
read_record (struct eval *e, const char **p, const struct type *t, unsigned depth)
{
  struct value v;
  unsigned k;

  memset (&v, 0, sizeof v);
  v.kind = VAL_RECORD;
  v.type = t;
  v.fields = CTX_NEWV (e->ctx, struct value, t->nfields);
  need (e, p, '{');
  for (k = 0; k < t->nfields; k++)
    v.fields[k] = read_value (e, p, t->fields[k].type, NULL, depth + 1);
  need (e, p, '}');
  return v;
}

static struct value
read_scalar (struct eval *e, const char **p, const struct type *t)
{
  quad re, im;

  if (scalar_info[t->scalar].cls <= SC_INT)
    return read_int (e, p, t);
  if (scalar_info[t->scalar].cls == SC_FLOAT || !take (p, '('))
    return value_float (t, read_float (e, p, t->scalar), 0);
  re = read_float (e, p, t->scalar);
  im = read_float (e, p, t->scalar);
  need (e, p, ')');
  return value_float (t, re, im);
}

/* ALTERNATIVE or ALTERNATIVE ARG, in any number of parentheses.  */
static struct value
read_sum (struct eval *e, const char **p, const struct type *t, unsigned depth)
{
  struct value v, x;
  const char *name;
  unsigned k;

  if (depth > MAX_DEPTH)
    eval_error (e, "the arguments are nested too deeply");
  if (take (p, '('))
    {
      v = read_sum (e, p, t, depth + 1);
      need (e, p, ')');
      return v;
    }
  name = read_name (e, p);
  k = type_sum_find (t, name);
  if (k == t->nfields)
    eval_error (e, "'%s' in the arguments is no alternative", name);
  if (!t->fields[k].type)
    return value_sum (e, t, k, NULL);
  x = read_value (e, p, t->fields[k].type, NULL, depth + 1);
  return value_sum (e, t, k, &x);
}

/* A value of type T; NAME is that of the parameter, for its memory.  */
static struct value
read_value (struct eval *e, const char **p, const struct type *t, const char *name, unsigned depth)
{
  struct value v;

  if (depth > MAX_DEPTH)
    eval_error (e, "the arguments are nested too deeply");
  switch (t->kind)
    {
    case TYPE_SCALAR:
      return read_scalar (e, p, t);
    case TYPE_PTR:
      return read_ptr (e, p, t, name, depth);
    case TYPE_VEC:
      return read_vec (e, p, t, depth);
    case TYPE_RECORD:
      return read_record (e, p, t, depth);
    case TYPE_SUM:
      return read_sum (e, p, t, depth);
    case TYPE_FN:
      eval_error (e, "a function is no argument");
    default:
      need (e, p, '<');
      v = value_ptr (t, NULL, strtoll (*p, (char **) p, 10));
      v.kind = VAL_BLOB;
      need (e, p, '>');
      return v;
    }
}

void
eval_read_args (struct eval *e, const char **text, unsigned n, const struct type *const *types,
		const char *const *names, struct value *args)
{
  unsigned k;

  for (k = 0; k < n; k++)
    {
      skip_blanks (text);
      if (!**text || **text == ')')
	eval_error (e, "%u arguments, not %u", k, n);
      args[k] = read_value (e, text, types[k], names ? names[k] : NULL, 0);
    }
  skip_blanks (text);
  if (**text && **text != ')')
    eval_error (e, "more than %u arguments, at '%.12s'", n, *text);
  need (e, text, ')');
  skip_blanks (text);
  if (**text)
    eval_error (e, "'%.12s' stands behind the arguments", *text);
  e->alive = e->cost.work = e->cost.peak = 0;
}

/* --- Printing -------------------------------------------------------------------------------- */

static void
print_elem (struct strbuf *out, const struct value *v, uint64_t i)
{
  const struct eval_vec *vec = v->vec;

  if (vec->rows)
    eval_print_value (out, &vec->rows[i]);
  else
    eval_print_value (out, &vec->buf->v[vec->off + (int64_t) i * vec->step]);
}

static void
print_float (struct strbuf *out, const struct value *v)
{
  enum scalar s = scalar_part (v->type->scalar);

  if (scalar_info[v->type->scalar].cls == SC_FLOAT)
    {
      scalar_print_value (out, s, v->re);
      return;
    }
  strbuf_putc (out, '(');
  scalar_print_value (out, s, v->re);
  strbuf_putc (out, ' ');
  scalar_print_value (out, s, v->im);
  strbuf_putc (out, ')');
}

/* A sum without parentheses around it.  */
static void
print_sum (struct strbuf *out, const struct value *v)
{
  strbuf_printf (out, "%s", v->type->fields[v->alt].name);
  if (v->inner)
    {
      strbuf_putc (out, ' ');
      eval_print_value (out, v->inner);
    }
}

void
eval_print_value (struct strbuf *out, const struct value *v)
{
  uint64_t i;
  unsigned k;

  switch (v->kind)
    {
    case VAL_NONE:
      strbuf_putc (out, '?');
      break;
    case VAL_INT:
      scalar_print_int (out, v->type->scalar, v->i);
      break;
    case VAL_FLOAT:
      print_float (out, v);
      break;
    case VAL_PTR:
      if (!v->buf && !v->off)
	strbuf_printf (out, "null");
      else if (!v->buf)
	strbuf_printf (out, "<%lld>", (long long) v->off);
      else
	{
	  strbuf_printf (out, "&%s", v->buf->name ? v->buf->name : "_");
	  if (v->off)
	    strbuf_printf (out, "%+lld", (long long) v->off);
	}
      break;
    case VAL_BLOB:
      strbuf_printf (out, "<%lld>", (long long) v->off);
      break;
    case VAL_RECORD:
      strbuf_putc (out, '{');
      for (k = 0; k < v->type->nfields; k++)
	{
	  strbuf_printf (out, k ? "," : "");
	  eval_print_value (out, &v->fields[k]);
	}
      strbuf_putc (out, '}');
      break;
    case VAL_VEC:
      strbuf_putc (out, '[');
      for (i = 0; i < v->vec->n; i++)
	{
	  strbuf_printf (out, i ? "," : "");
	  print_elem (out, v, i);
	}
      strbuf_putc (out, ']');
      break;
    case VAL_SUM:
      strbuf_printf (out, v->inner ? "(" : "");
      print_sum (out, v);
      strbuf_printf (out, v->inner ? ")" : "");
      break;
    case VAL_FN:
      strbuf_printf (out, "<fn>");
      break;
    }
}

void
eval_print_results (struct eval *e, struct strbuf *out, unsigned n, const struct value *results)
{
  struct eval_buffer *b;
  uint64_t i;
  unsigned k;

  if (e->failure.any)
    {
      strbuf_printf (out, "error %u: %s", (unsigned) e->failure.site, e->failure.text);
      n = 0;
    }
  for (k = 0; k < n; k++)
    {
      strbuf_printf (out, k ? " " : "");
      if (results[k].kind == VAL_SUM)
	print_sum (out, &results[k]);
      else
	eval_print_value (out, &results[k]);
    }
  strbuf_printf (out, n || e->failure.any ? "" : "()");
  for (b = e->buffers; b; b = b->next)
    if (b->changed)
      {
	strbuf_printf (out, "; %s=[", b->name);
	for (i = 0; i < b->n; i++)
	  {
	    strbuf_printf (out, i ? "," : "");
	    eval_print_value (out, &b->v[i]);
	  }
	strbuf_putc (out, ']');
      }
}
