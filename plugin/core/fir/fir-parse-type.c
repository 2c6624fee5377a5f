/* Types of the text forms.

   A type may be declared after its use: the heads of all declarations are found first, and each
   body is read when it is first needed, at the latest in its place.  A sum that mentions itself,
   maybe through others, is boxed, and can be used before its body has been read.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-infer.h"
#include "base/scalar.h"

#include <stdlib.h>
#include <string.h>

#define MAX_NESTING 1000

/* A declaration.  */
struct type_decl
{
  const struct token *name;
  bool is_sum;
  const struct token **params;	/* of a sum */
  unsigned nparams;
  size_t made;			/* the position of "rec", "blob" or "sum" */
  size_t end;			/* the declared type, once READ */
  bool reading, read;
  const struct type *type;	/* a record or blob, once READ */
  struct sum_decl *sum;		/* made when it is first needed */
  unsigned mark;		/* of the last search that came here */
  struct type_decl *next;
};

static const struct type *parse_type_in (struct parser *ps, unsigned depth);

uint32_t
parse_origin (struct parser *ps)
{
  return parse_accept (ps, '#') ? parse_u32 (ps) : 0;
}

/* The field at the next token: name: type [@offset]; *GIVEN becomes false if the offset is not
   there.  */
static struct type_field
parse_field (struct parser *ps, bool *given)
{
  const struct token *t = parse_next (ps);
  struct type_field f;
  char *end;

  if (t->kind != TOK_IDENT)
    lex_error (&ps->lx, t, "the name of a field was expected");
  parse_expect (ps, ':');
  f.name = t->text;
  f.type = parse_type (ps);
  f.offset = 0;
  t = parse_peek (ps);
  if (t->kind != TOK_GLOBAL)
    *given = false;
  else
    {
      parse_next (ps);
      f.offset = strtoull (t->text, &end, 10);
      if (*end)
	lex_error (&ps->lx, t, "an offset is a number");
    }
  return f;
}

/* The fields { field, ... } into *FIELDS; returns how many.  *GIVEN: every offset was there.  */
static unsigned
parse_fields (struct parser *ps, struct type_field **fields, bool *given)
{
  unsigned n = 0;
  size_t cap = 0;

  *given = true;
  *fields = NULL;
  parse_expect (ps, '{');
  while (!parse_accept (ps, '}'))
    {
      if (n)
	parse_expect (ps, ',');
      CTX_MORE (ps->p->ctx, *fields, n, cap);
      (*fields)[n++] = parse_field (ps, given);
    }
  return n;
}

/* An alignment: a power of 2.  */
static uint64_t
parse_align (struct parser *ps)
{
  const struct token *t = parse_peek (ps);
  uint64_t a = parse_uint (ps);

  if (!a || (a & (a - 1)))
    lex_error (&ps->lx, t, "an alignment is a power of 2");
  return a;
}

/* The rest of a record or blob type; NAME is its tag when none is written.  */
static const struct type *
parse_made (struct parser *ps, bool blob, const char *name)
{
  uint32_t origin = parse_origin (ps);
  const struct token *t = parse_peek (ps);
  struct type_field *f;
  const char *tag = name;
  uint64_t size = 0, align = 0;
  bool given;
  unsigned n;

  if (parse_accept_word (ps, "_"))
    tag = NULL;
  else if (t->kind == TOK_GLOBAL || t->kind == TOK_IDENT)
    tag = parse_next (ps)->text;
  if (blob)
    {
      size = parse_uint (ps);
      return type_blob (ps->p->ctx, tag, size, parse_align (ps), origin);
    }
  n = parse_fields (ps, &f, &given);
  if (parse_peek (ps)->kind == TOK_NUMBER)
    {
      if (!given)
	lex_error (&ps->lx, parse_peek (ps), "a size needs the offset of every field");
      size = parse_uint (ps);
      align = parse_align (ps);
    }
  return type_record (ps->p->ctx, tag, n, f, size, align, origin);
}

/* --- Declarations: heads --------------------------------------------------------------------- */

static bool
tok_is (const struct token *t, char c)
{
  return t->kind == TOK_CHAR && *t->text == c;
}

static bool
tok_is_word (const struct token *t, const char *word)
{
  return t->kind == TOK_IDENT && strcmp (t->text, word) == 0;
}

static struct type_decl *
find_decl (struct parser *ps, const struct token *t)
{
  return t->kind == TOK_IDENT ? (struct type_decl *) *ptrmap_at (&ps->types, t->text) : NULL;
}

/* The head of the declaration whose name is token AT, if there is a valid one.  */
static void
note_decl (struct parser *ps, size_t at)
{
  const struct token *t = &ps->lx.tok[at], *p = t + 1;
  struct type_decl *d;
  unsigned n = 0;

  while (p[n].kind == TOK_TYPEVAR)
    n++;
  p += n;
  if (t->kind != TOK_IDENT || !tok_is (p, '=') || find_decl (ps, t)
      || scalar_by_name (t->text, strlen (t->text)) != SCALAR_LAST)
    return;
  d = CTX_NEW (ps->p->ctx, struct type_decl);
  d->name = t;
  d->made = (size_t) (p + 1 - ps->lx.tok);
  d->is_sum = tok_is_word (p + 1, "sum");
  d->nparams = n;
  d->params = CTX_NEWV (ps->p->ctx, const struct token *, n);
  while (n--)
    d->params[n] = t + 1 + n;
  d->next = ps->decls;
  ps->decls = d;
  *ptrmap_at (&ps->types, t->text) = d;
}

void
parse_note_types (struct parser *ps)
{
  const struct token *t;
  unsigned depth = 0;
  size_t k;

  for (k = 0; k + 1 < ps->lx.ntok; k++)
    {
      t = &ps->lx.tok[k];
      depth += tok_is (t, '{');
      depth -= depth && tok_is (t, '}');
      if (!depth && tok_is_word (t, "type"))
	note_decl (ps, k + 1);
    }
}

/* Is token T, which is inside braces DEPTH deep, the name of a field, an alternative or a tag, and
   not a type?  */
static bool
names_part (const struct token *t, unsigned depth)
{
  return tok_is (t + 1, ':') || tok_is_word (t - 1, "rec") || tok_is_word (t - 1, "blob")
	 || (depth == 1 && (tok_is (t - 1, '{') || tok_is (t - 1, ',')));
}

/* Does what D says lead to TARGET?  */
static bool
leads_to (struct parser *ps, struct type_decl *d, const struct type_decl *target)
{
  const struct token *t;
  unsigned braces = 0, parens = 0;

  if (d->mark == ps->mark)
    return false;
  d->mark = ps->mark;
  for (t = &ps->lx.tok[d->made] + 1; t->kind != TOK_END; t++)
    {
      struct type_decl *e;

      braces += tok_is (t, '{');
      parens += tok_is (t, '(');
      parens -= parens && tok_is (t, ')');
      if (braces && tok_is (t, '}') && --braces == 0)
	break;
      if (!braces || names_part (t, parens ? 2 : braces) || !(e = find_decl (ps, t)))
	continue;
      if (e == target || leads_to (ps, e, target))
	return true;
    }
  return false;
}

static bool
mentions (struct parser *ps, struct type_decl *d, const struct type_decl *target)
{
  ps->mark++;
  return leads_to (ps, d, target);
}

/* --- Declarations: bodies -------------------------------------------------------------------- */

/* The sum of D, maybe without alternatives as yet.  */
static struct sum_decl *
sum_of (struct parser *ps, struct type_decl *d)
{
  const char *tag = d->name->text;
  size_t back = ps->pos;
  uint32_t origin;

  if (d->sum)
    return d->sum;
  ps->pos = d->made + 1;
  origin = parse_origin (ps);
  if (parse_accept_word (ps, "_"))
    tag = NULL;
  else if (parse_peek (ps)->kind == TOK_GLOBAL)
    tag = parse_next (ps)->text;
  d->end = ps->pos;
  ps->pos = back;
  return d->sum = type_sum_declare (ps->p->ctx, tag, d->nparams, mentions (ps, d, d), origin);
}

/* The alternatives of D, into its sum.  */
static void
read_alternatives (struct parser *ps, struct type_decl *d)
{
  struct type_field *alts = NULL;
  unsigned n = 0, k;
  size_t cap = 0;

  ps->pos = d->end;
  parse_expect (ps, '{');
  while (!parse_accept (ps, '}'))
    {
      const struct token *t;

      if (n)
	parse_expect (ps, ',');
      t = parse_next (ps);
      if (t->kind != TOK_IDENT)
	lex_error (&ps->lx, t, "the name of an alternative was expected before '%s'", t->text);
      for (k = 0; k < n; k++)
	if (alts[k].name == t->text)
	  lex_error (&ps->lx, t, "alternative '%s' is there already", t->text);
      CTX_MORE (ps->p->ctx, alts, n, cap);
      alts[n].name = t->text;
      alts[n].offset = 0;
      alts[n++].type = parse_accept (ps, ':') ? parse_type (ps) : NULL;
    }
  if (!n)
    lex_error (&ps->lx, d->name, "a sum has an alternative at least");
  type_sum_define (ps->p->ctx, d->sum, n, alts);
}

/* The parameters of D as its type variables, in a scope that is put into VARS.  */
static void
open_params (struct parser *ps, struct type_decl *d, struct type_vars *vars)
{
  unsigned k;

  memset (vars, 0, sizeof *vars);
  vars->map.ctx = ps->p->ctx;
  for (k = 0; k < d->nparams; k++)
    {
      void **slot = ptrmap_at (&vars->map, d->params[k]->text);

      if (*slot)
	lex_error (&ps->lx, d->params[k], "type variable %s is there already", d->params[k]->text);
      *slot = (void *) (uintptr_t) type_meta (ps->p->ctx, k);
    }
}

/* Read the body of D unless it was read.  */
static void
read_decl (struct parser *ps, struct type_decl *d, const struct token *t)
{
  struct type_vars vars, *outer = ps->type_vars;
  struct type_decl *outer_decl = ps->decl;
  size_t back = ps->pos;

  if (d->read)
    return;
  if (d->reading)
    lex_error (&ps->lx, t, "type '%s' is a part of itself", d->name->text);
  d->reading = true;
  open_params (ps, d, &vars);
  ps->type_vars = &vars;
  ps->decl = d;
  if (d->is_sum)
    {
      sum_of (ps, d);
      read_alternatives (ps, d);
    }
  else
    {
      const struct token *kind = &ps->lx.tok[d->made];

      if (!tok_is_word (kind, "rec") && !tok_is_word (kind, "blob"))
	lex_error (&ps->lx, kind, "'rec', 'blob' or 'sum' was expected");
      ps->pos = d->made + 1;
      d->type = parse_made (ps, tok_is_word (&ps->lx.tok[d->made], "blob"), d->name->text);
    }
  d->end = ps->pos;
  d->read = true;
  ps->pos = back;
  ps->type_vars = outer;
  ps->decl = outer_decl;
}

/* "type" was taken.  */
void
parse_type_decl (struct parser *ps)
{
  const struct token *t = parse_next (ps), *kind;
  struct type_decl *d;
  unsigned n = 0;

  if (t->kind != TOK_IDENT || scalar_by_name (t->text, strlen (t->text)) != SCALAR_LAST)
    lex_error (&ps->lx, t, "a new name for a type was expected");
  d = find_decl (ps, t);
  if (d && d->name != t)
    lex_error (&ps->lx, t, "type '%s' is there already", t->text);
  for (; parse_peek (ps)->kind == TOK_TYPEVAR; n++)
    parse_next (ps);
  parse_expect (ps, '=');
  kind = parse_next (ps);
  if (!tok_is_word (kind, "rec") && !tok_is_word (kind, "blob") && !tok_is_word (kind, "sum"))
    lex_error (&ps->lx, kind, "'rec', 'blob' or 'sum' was expected");
  if (!d)
    lex_error (&ps->lx, t, "a declaration of '%s' was expected", t->text);
  if (n && !d->is_sum)
    lex_error (&ps->lx, kind, "only a sum has parameters");
  read_decl (ps, d, t);
  ps->pos = d->end;
}

/* --- Types ----------------------------------------------------------------------------------- */

static const struct type *
parse_type_var (struct parser *ps, const struct token *t)
{
  struct type_vars *vars = ps->type_vars;
  void **slot = vars ? ptrmap_at (&vars->map, t->text) : NULL;

  if (slot && !*slot && vars->open)
    *slot = (void *) (uintptr_t) infer_named (ps->in, t->text);
  if (!slot || !*slot)
    lex_error (&ps->lx, t, "type variable %s is not bound here", t->text);
  return (const struct type *) *slot;
}

/* "(type, ...)", or ONE type, into *TYPES; returns how many.  */
static unsigned
parse_types_in (struct parser *ps, const struct type ***types, bool one, unsigned depth)
{
  unsigned n = 0;
  size_t cap = 0;

  *types = NULL;
  CTX_MORE (ps->p->ctx, *types, 0, cap);
  if (one && !parse_next_is (ps, '('))
    {
      (*types)[0] = parse_type_in (ps, depth);
      return 1;
    }
  parse_expect (ps, '(');
  while (!parse_accept (ps, ')'))
    {
      if (n)
	parse_expect (ps, ',');
      CTX_MORE (ps->p->ctx, *types, n, cap);
      (*types)[n++] = parse_type_in (ps, depth);
    }
  return n;
}

unsigned
parse_types (struct parser *ps, const struct type ***types, bool one)
{
  return parse_types_in (ps, types, one, 0);
}

/* A function type, the word taken.  */
static const struct type *
parse_fn_type (struct parser *ps, unsigned depth)
{
  const struct type **params, **results;
  unsigned n = parse_types_in (ps, &params, false, depth + 1), m;

  if (parse_peek (ps)->kind != TOK_ARROW)
    lex_error (&ps->lx, parse_peek (ps), "'->' was expected before '%s'", parse_peek (ps)->text);
  parse_next (ps);
  m = parse_types_in (ps, &results, true, depth + 1);
  return type_fn (ps->p->ctx, n, params, m, results);
}

/* The sum of D, its name T taken, of the arguments that follow.  */
static const struct type *
parse_sum (struct parser *ps, struct type_decl *d, const struct token *t, unsigned depth)
{
  const struct type **args = CTX_NEWV (ps->p->ctx, const struct type *, d->nparams);
  bool recurs = ps->decl && mentions (ps, d, ps->decl);
  unsigned k;

  for (k = 0; k < d->nparams; k++)
    {
      const struct token *a = parse_peek (ps);

      args[k] = parse_type_in (ps, depth + 1);
      /* Else one instance would need infinitely many.  */
      if (recurs && args[k]->kind != TYPE_META && type_has_meta (args[k]))
	lex_error (&ps->lx, a, "inside its own declaration a sum is used of variables, or of types "
		   "without any");
    }
  if (!sum_of (ps, d)->boxed)
    read_decl (ps, d, t);
  return type_sum_of (ps->p->ctx, d->sum, args);
}

void
parse_known_type (struct parser *ps, const char *name, const struct type *t)
{
  struct type_decl *d = CTX_NEW (ps->p->ctx, struct type_decl);

  d->read = true;
  d->type = t;
  *ptrmap_at (&ps->types, ctx_intern (ps->p->ctx, name)) = d;
}

static const struct type *
parse_named (struct parser *ps, const struct token *t, unsigned depth)
{
  struct type_decl *d = find_decl (ps, t);

  if (!d)
    lex_error (&ps->lx, t, "'%s' is no type", t->text);
  if (d->is_sum)
    return parse_sum (ps, d, t, depth);
  read_decl (ps, d, t);
  return d->type;
}

bool
parse_space (struct parser *ps, enum mem_space *space)
{
  unsigned k;

  for (k = 0; k < SPACE_LAST; k++)
    if (parse_accept_word (ps, space_name[k]))
      {
	*space = (enum mem_space) k;
	return true;
      }
  return false;
}

static const struct type *
parse_type_in (struct parser *ps, unsigned depth)
{
  const struct token *t = parse_next (ps);
  enum mem_space space = SPACE_PROGRAM;
  const struct type *elem;
  enum scalar s;
  uint32_t origin;

  if (depth == MAX_NESTING)
    lex_error (&ps->lx, t, "a type nested deeper than %d", MAX_NESTING);
  if (tok_is (t, '('))
    {
      elem = parse_type_in (ps, depth + 1);
      parse_expect (ps, ')');
      return elem;
    }
  if (t->kind == TOK_TYPEVAR)
    return parse_type_var (ps, t);
  if (t->kind != TOK_IDENT)
    lex_error (&ps->lx, t, "a type was expected before '%s'", t->text);
  s = scalar_by_name (t->text, strlen (t->text));
  if (s != SCALAR_LAST)
    return type_scalar (ps->p->ctx, s);
  if (strcmp (t->text, "ptr") == 0)
    {
      origin = parse_origin (ps);
      /* The declared type is a type of FIR, too.  */
      if (ps->spaces && !ps->decl)
	parse_space (ps, &space);
      elem = parse_accept_word (ps, "void") ? NULL : parse_type_in (ps, depth + 1);
      return type_ptr_in (ps->p->ctx, space, elem, origin);
    }
  if (strcmp (t->text, "vec") == 0)
    return type_vec (ps->p->ctx, parse_type_in (ps, depth + 1));
  if (strcmp (t->text, "fn") == 0)
    return parse_fn_type (ps, depth);
  if (strcmp (t->text, "rec") == 0 || strcmp (t->text, "blob") == 0)
    return parse_made (ps, *t->text == 'b', NULL);
  return parse_named (ps, t, depth);
}

const struct type *
parse_type (struct parser *ps)
{
  return parse_type_in (ps, 0);
}

/* --- Looking for alternatives ---------------------------------------------------------------- */

struct sum_decl *
parse_find_alternative (struct parser *ps, const struct token *t, unsigned *n)
{
  struct type_decl *d;
  struct sum_decl *found = NULL;
  unsigned k;

  *n = 0;
  for (d = ps->decls; d; d = d->next)
    for (k = 0; d->sum && k < d->sum->nalts; k++)
      if (d->sum->alts[k].name == t->text)
	{
	  found = d->sum;
	  ++*n;
	}
  return found;
}
