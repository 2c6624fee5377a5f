/* Constants and declarations of leaves of the text forms.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"
#include "base/scalar.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

/* [flag ...], a set of leaf_flags.  */
static unsigned
parse_leaf_flags (struct parser *ps)
{
  unsigned flags = 0, k;

  while (!parse_accept (ps, ']'))
    {
      const struct token *t = parse_next (ps);

      for (k = 0; k < LEAF_FLAG_COUNT; k++)
	if (strcmp (text_leaf_flag[k], t->text) == 0)
	  break;
      if (k == LEAF_FLAG_COUNT)
	lex_error (&ps->lx, t, "'%s' is nothing that a leaf may do", t->text);
      flags |= 1u << k;
    }
  return flags;
}

/* A number of bytes.  */
static uint64_t
parse_bytes (struct parser *ps)
{
  struct operand o = parse_const (ps);

  return (uint64_t) parse_settle (ps, &o, type_size (ps->p->ctx)).cst->i;
}

/* ["reads" [bytes] | "apart"], what a leaf does with a parameter.  */
static struct leaf_access
parse_access (struct parser *ps)
{
  struct leaf_access a = { ACCESS_NONE, 0 };

  if (parse_accept_word (ps, "apart"))
    a.kind = ACCESS_APART;
  else if (parse_accept_word (ps, "reads"))
    {
      a.kind = ACCESS_READS;
      if (parse_const_starts (ps))
	a.bytes = parse_bytes (ps);
    }
  return a;
}

/* {"reads" constant bytes}, behind LEAF.  */
static void
parse_areas (struct parser *ps, struct fir_leaf *leaf)
{
  while (parse_accept_word (ps, "reads"))
    {
      const struct token *t = parse_peek (ps);
      struct operand o;

      if (!parse_const_starts (ps))
	lex_error (&ps->lx, t, "the address of what leaf '@%s' reads was expected", leaf->name);
      o = parse_const (ps);
      if (fir_atom_none (o.a))
	lex_error (&ps->lx, t, "the address of what leaf '@%s' reads needs a type", leaf->name);
      fir_leaf_area (ps->p, leaf, o.a, parse_bytes (ps));
    }
}

void
parse_leaf_decl (struct parser *ps)
{
  const struct type **params = NULL, *ret;
  struct leaf_access *access = NULL;
  size_t params_cap = 0, access_cap = 0;
  uint32_t origin = parse_origin (ps);
  const struct token *t = parse_next (ps);
  struct fir_leaf *leaf;
  unsigned n = 0;

  if (t->kind != TOK_GLOBAL)
    lex_error (&ps->lx, t, "the name of a leaf, with '@', was expected");
  if (*ptrmap_at (&ps->leaves, t->text))
    lex_error (&ps->lx, t, "leaf '@%s' is there already", t->text);
  parse_expect (ps, '(');
  while (!parse_accept (ps, ')'))
    {
      if (n)
	parse_expect (ps, ',');
      CTX_MORE (ps->p->ctx, params, n, params_cap);
      CTX_MORE (ps->p->ctx, access, n, access_cap);
      params[n] = parse_type (ps);
      access[n++] = parse_access (ps);
    }
  if (parse_next (ps)->kind != TOK_ARROW)
    lex_error (&ps->lx, parse_peek (ps) - 1, "'->' was expected");
  ret = parse_type (ps);
  leaf = fir_leaf_new (ps->p, t->text, n, params, ret, 0);
  leaf->origin = origin;
  if (n)
    memcpy (leaf->access, access, n * sizeof *access);
  if (parse_accept (ps, '['))
    leaf->flags = parse_leaf_flags (ps);
  if (parse_accept_word (ps, "cost"))
    leaf->cost = parse_u32 (ps);
  parse_areas (ps, leaf);
  *ptrmap_at (&ps->leaves, t->text) = leaf;
}

/* --- Constants ------------------------------------------------------------------------------- */

bool
parse_const_starts (const struct parser *ps)
{
  const struct token *t = parse_peek (ps);

  return t->kind == TOK_NUMBER || parse_next_is (ps, '(') || parse_next_is (ps, '#')
	 || ((parse_next_is_word (ps, "true") || parse_next_is_word (ps, "false")));
}

static bool
float_text (const char *s)
{
  bool hex = strncmp (s + (*s == '-'), "0x", 2) == 0;

  return strpbrk (s, hex ? ".pP" : ".eEn") != NULL;
}

/* The integer of token T.  */
static __int128
read_int (struct parser *ps, const struct token *t, const struct type *type)
{
  const char *s = t->text + (*t->text == '-');
  bool hex = strncmp (s, "0x", 2) == 0 || strncmp (s, "0X", 2) == 0, neg = *t->text == '-';
  unsigned base = hex ? 16 : 10;
  unsigned __int128 u = 0;
  enum scalar sc = type->kind == TYPE_SCALAR ? type->scalar : SCALAR_U64;
  __int128 i;

  for (s += hex ? 2 : 0; *s; s++)
    {
      unsigned d = *s <= '9' ? (unsigned) (*s - '0') : (unsigned) ((*s | 32) - 'a' + 10);

      if (d >= base || u > (~(unsigned __int128) 0 - d) / base)
	lex_error (&ps->lx, t, "'%s' is no integer, or too large a one", t->text);
      u = u * base + d;
    }
  i = (__int128) (neg ? -u : u);
  if (scalar_wrap (sc, i) != i || (neg ? i > 0 : scalar_info[sc].is_signed && i < 0)
      || (neg && i && !scalar_info[sc].is_signed))
    lex_error (&ps->lx, t, "%s is no value of type %s", t->text, scalar_info[sc].text);
  return i;
}

static long double
read_float (struct parser *ps, const struct token *t, enum scalar s)
{
  char *end;

  if (t->kind != TOK_NUMBER || (strtold (t->text, &end), *end))
    lex_error (&ps->lx, t, "'%s' is no number", t->text);
  return scalar_read_float (s, t->text);
}

struct fir_atom
parse_number_atom (struct parser *ps, const struct token *t, const struct type *type)
{
  enum scalar_class cls = type->kind == TYPE_SCALAR ? scalar_info[type->scalar].cls : SC_INT;
  __int128 i;

  if (type->kind != TYPE_SCALAR && type->kind != TYPE_PTR)
    lex_error (&ps->lx, t, "a number cannot be of this type");
  if (t->kind == TOK_IDENT && type != type_scalar (ps->p->ctx, SCALAR_BOOL))
    lex_error (&ps->lx, t, "'%s' is of type bool", t->text);
  if (t->kind == TOK_IDENT)
    i = strcmp (t->text, "true") == 0;
  else if (cls == SC_FLOAT || cls == SC_COMPLEX)
    return fir_atom_float (ps->p, type, read_float (ps, t, type->scalar));
  else if (float_text (t->text))
    lex_error (&ps->lx, t, "%s is not of an integer type", t->text);
  else
    i = read_int (ps, t, type);
  return fir_atom_int (ps->p, type, i);
}

/* (re im):type  */
static struct fir_atom
complex_atom (struct parser *ps)
{
  const struct token *re = parse_next (ps), *im = parse_next (ps), *t;
  const struct type *type;
  struct fir_const *c;
  struct fir_atom a = FIR_NONE;

  parse_expect (ps, ')');
  parse_expect (ps, ':');
  t = parse_peek (ps);
  type = parse_type (ps);
  if (!type || type->kind != TYPE_SCALAR || scalar_info[type->scalar].cls != SC_COMPLEX)
    lex_error (&ps->lx, t, "a complex type was expected");
  c = CTX_NEW (ps->p->ctx, struct fir_const);
  c->type = type;
  c->f = read_float (ps, re, type->scalar);
  c->im = read_float (ps, im, type->scalar);
  a.cst = c;
  return a;
}

struct operand
parse_const (struct parser *ps)
{
  struct operand o = { FIR_NONE, parse_next (ps) };
  const struct type *type;

  if (o.tok->text[0] == '(')
    o.a = complex_atom (ps);
  else if (o.tok->text[0] == '#')
    {
      uint32_t origin = parse_u32 (ps);

      parse_expect (ps, ':');
      type = parse_type (ps);
      if (!origin)
	lex_error (&ps->lx, o.tok, "there is no origin 0");
      o.a = fir_atom_origin (ps->p, type, origin);
    }
  else if (parse_accept (ps, ':'))
    {
      type = parse_type (ps);
      o.a = parse_settle (ps, &o, type);
    }
  else if (o.tok->kind == TOK_IDENT)
    o.a = parse_number_atom (ps, o.tok, type_scalar (ps->p->ctx, SCALAR_BOOL));
  return o;
}

struct fir_atom
parse_settle (struct parser *ps, struct operand *o, const struct type *t)
{
  enum scalar alone = float_text (o->tok->text) ? SCALAR_F64 : SCALAR_I32;

  if (!fir_atom_none (o->a))
    return o->a;
  if (!t && !ps->cur)
    t = type_scalar (ps->p->ctx, alone);
  if (t && !type_has_meta (t))
    o->a = parse_number_atom (ps, o->tok, t);
  else
    o->a = infer_number (ps->in, o->tok, t, alone);
  return o->a;
}
