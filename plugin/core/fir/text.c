/* What the text forms share: names of types, constants, leaves, kinds of check.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "text.h"
#include "base/scalar.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

const char *const text_leaf_flag[LEAF_FLAG_COUNT]
  = { "const", "mayfail", "indirect", "comm", "speculate", "bounded", "load", "loops" };

const char *const text_out_kind[TEXT_OUT_KINDS]
  = { "vec", "filter", "reduce", "scan", "exscan" };

bool
text_site_is_line (enum fir_op op)
{
  return (fir_op_info[op].cls == FIR_CLASS_VEC && op != FIR_LEN) || op == FIR_LEAF
	 || op == FIR_CHECK || op == FIR_GET || op == FIR_LOOP;
}

/* --- Kinds of check -------------------------------------------------------------------------- */

static const char *const kind_text[CHECK_LAST] = {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) TEXT,
#include "nova/check.def"
#undef NOVA_CHECK_KIND
};

const char *
check_kind_text (enum check_kind k)
{
  return kind_text[k];
}

enum check_kind
check_kind_by_text (const char *s)
{
  unsigned k;

  for (k = 0; k < CHECK_LAST; k++)
    if (strcmp (kind_text[k], s) == 0)
      break;
  return (enum check_kind) k;
}

unsigned
check_kind_nargs (enum check_kind k)
{
  static const unsigned nargs[CHECK_LAST] = {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) NARGS,
#include "nova/check.def"
#undef NOVA_CHECK_KIND
  };

  return nargs[k];
}

bool
check_kind_holds (enum check_kind k, const uint64_t *a)
{
  switch (k)
    {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) case CHECK_##NAME: return HOLDS;
#include "nova/check.def"
#undef NOVA_CHECK_KIND
    default:
      return false;
    }
}

void
check_kind_message (struct strbuf *out, enum check_kind k, const uint64_t *a)
{
  static const char *const message[CHECK_LAST] = {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) MESSAGE,
#include "nova/check.def"
#undef NOVA_CHECK_KIND
  };
  const char *s;

  /* Each operand is a %zu or a %zd.  */
  for (s = message[k]; *s; s++)
    if (*s == '%' && s[1] == 'z')
      {
	if (s[2] == 'd')
	  strbuf_printf (out, "%" PRId64, (int64_t) *a++);
	else
	  strbuf_printf (out, "%" PRIu64, *a++);
	s += 2;
      }
    else
      strbuf_putc (out, *s);
}

/* --- Names of types -------------------------------------------------------------------------- */

struct type_name
{
  const struct type *type;	/* a record or blob, or */
  const struct sum_decl *sum;
  const char *name;		/* interned */
};

struct type_names
{
  struct nova_ctx *ctx;
  struct type_name *v;		/* in order of declaration */
  size_t count, cap;
  const void **seen;		/* open hash table of V's types and sums, a power of 2 */
  size_t *at;			/* the index of each in V */
  size_t slots;
  bool in_place;		/* records are being written out */
};

struct type_names *
text_names_new (struct nova_ctx *ctx)
{
  struct type_names *names = CTX_NEW (ctx, struct type_names);

  names->ctx = ctx;
  return names;
}

/* The slot of T, or the free one where it belongs.  */
static size_t
names_slot (const struct type_names *names, const void *t)
{
  size_t i = ((uintptr_t) t >> 4) * 0x9e3779b1u & (names->slots - 1);

  while (names->seen[i] && names->seen[i] != t)
    i = (i + 1) & (names->slots - 1);
  return i;
}

static void
names_grow (struct type_names *names)
{
  struct type_name *v;
  size_t k;

  names->cap = names->cap ? names->cap * 2 : 16;
  v = CTX_NEWV (names->ctx, struct type_name, names->cap);
  if (names->count)
    memcpy (v, names->v, names->count * sizeof *v);
  names->v = v;
  names->slots = names->cap * 2;
  names->seen = CTX_NEWV (names->ctx, const void *, names->slots);
  names->at = CTX_NEWV (names->ctx, size_t, names->slots);
  for (k = 0; k < names->count; k++)
    {
      const void *what = v[k].type ? (const void *) v[k].type : v[k].sum;
      size_t i = names_slot (names, what);

      names->seen[i] = what;
      names->at[i] = k;
    }
}

static bool
name_char (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$';
}

/* Can NAME be the name of a type: an identifier that means nothing else there?  */
static bool
plain_type_name (const char *name)
{
  static const char *const taken[] = { "ptr", "vec", "rec", "blob", "sum", "fn", "void", "_" };
  size_t len = strlen (name), k;

  if (!len || isdigit ((unsigned char) *name) || scalar_by_name (name, len) != SCALAR_LAST)
    return false;
  for (k = 0; k < len; k++)
    if (!name_char (name[k]))
      return false;
  for (k = 0; k < sizeof taken / sizeof *taken; k++)
    if (strcmp (taken[k], name) == 0)
      return false;
  for (k = 0; k < SPACE_LAST; k++)
    if (strcmp (space_name[k], name) == 0)
      return false;
  return true;
}

static bool
name_used (const struct type_names *names, const char *name)
{
  size_t k;

  for (k = 0; k < names->count; k++)
    if (names->v[k].name == name)
      return true;
  return false;
}

/* A unique name for a type with the tag WANTED: that if possible, else a made-up one.  */
static const char *
choose_name (struct type_names *names, const char *wanted)
{
  const char *tag = wanted && plain_type_name (wanted) ? wanted : "anon", *name = tag;
  size_t n;

  if (wanted == tag && !name_used (names, tag))
    return tag;
  for (n = names->count; ; n++)
    {
      name = ctx_intern (names->ctx, ctx_printf (names->ctx, "%s.%zu", tag, n));
      if (!name_used (names, name))
	return name;
    }
}

/* Note T or the sum D, whichever there is.  */
static void
names_put (struct type_names *names, const struct type *t, const struct sum_decl *d)
{
  const void *what = t ? (const void *) t : d;
  size_t i;

  if (names->count == names->cap)
    names_grow (names);
  i = names_slot (names, what);
  names->seen[i] = what;
  names->at[i] = names->count;
  names->v[names->count].name = choose_name (names, t ? t->tag : d->tag);
  names->v[names->count].type = t;
  names->v[names->count++].sum = d;
}

static void add_sums (struct type_names *names, const struct type *t);

static bool
names_has (const struct type_names *names, const void *what)
{
  return names->slots && names->seen[names_slot (names, what)];
}

/* Note D and the sums in its alternatives; its records are printed in place.  */
static void
add_sum (struct type_names *names, const struct sum_decl *d)
{
  unsigned k;

  if (names_has (names, d))
    return;
  names_put (names, NULL, d);
  for (k = 0; k < d->nalts; k++)
    add_sums (names, d->alts[k].type);
}

/* Note the sums in T.  */
static void
add_sums (struct type_names *names, const struct type *t)
{
  unsigned k;

  if (!t)
    return;
  if (t->kind == TYPE_VEC || t->kind == TYPE_PTR)
    add_sums (names, t->elem);
  else if (t->kind == TYPE_SUM)
    {
      add_sum (names, t->sum);
      for (k = 0; k < t->sum->nparams; k++)
	add_sums (names, t->targs[k]);
    }
  else
    for (k = 0; k < t->nfields; k++)
      add_sums (names, t->fields[k].type);
}

void
text_names_add (struct type_names *names, const struct type *t)
{
  unsigned k;

  if (!t)
    return;
  if (t->kind == TYPE_VEC || t->kind == TYPE_PTR)
    text_names_add (names, t->elem);
  if (t->kind == TYPE_SUM)
    {
      add_sum (names, t->sum);
      for (k = 0; k < t->sum->nparams; k++)
	text_names_add (names, t->targs[k]);
      return;
    }
  if (names_has (names, t))
    return;
  for (k = 0; k < t->nfields; k++)
    text_names_add (names, t->fields[k].type);
  if (t->kind == TYPE_RECORD || t->kind == TYPE_BLOB)
    names_put (names, t, NULL);
}

void
text_names_add_leaves (struct type_names *names, struct fir_prog *p)
{
  struct fir_leaf *leaf;
  unsigned k;

  for (leaf = p->leaves; leaf; leaf = leaf->next)
    {
      for (k = 0; k < leaf->nparams; k++)
	text_names_add (names, leaf->params[k]);
      text_names_add (names, leaf->ret);
      for (const struct leaf_area *a = leaf->areas; a; a = a->next)
	text_names_add (names, a->base.cst->type);
    }
}

static void
add_atom (struct fir_atom *a, void *data)
{
  /* Variables were met where they are bound.  */
  if (a->cst)
    text_names_add ((struct type_names *) data, a->cst->type);
}

static void
add_vars (struct type_names *names, unsigned n, struct fir_var **v)
{
  unsigned k;

  for (k = 0; k < n; k++)
    text_names_add (names, v[k]->type);
}

static void add_block (struct type_names *names, struct fir_block *b);

static void
add_fn (struct type_names *names, struct fir_fn *fn)
{
  add_vars (names, fn->nparams, fn->params);
  add_block (names, fn->body);
}

static void
add_block (struct type_names *names, struct fir_block *b)
{
  struct fir_stmt *s;
  unsigned k;

  for (s = b->first; s; s = s->next)
    {
      add_vars (names, s->nres, s->res);
      fir_stmt_atoms (s, add_atom, names);
      for (k = 0; k < s->nfns; k++)
	add_fn (names, s->fns[k]);
      for (k = 0; k < s->nouts; k++)
	{
	  add_atom (&s->outs[k].value, names);
	  add_atom (&s->outs[k].guard, names);
	  if (s->outs[k].combine)
	    add_fn (names, s->outs[k].combine);
	}
    }
  for (k = 0; k < b->nrets; k++)
    add_atom (&b->rets[k], names);
}

void
text_names_add_prog (struct type_names *names, struct fir_prog *p)
{
  struct fir_fun *fun;
  struct fir_region *r;

  text_names_add_leaves (names, p);
  for (fun = p->funs; fun; fun = fun->next)
    add_fn (names, fun->fn);
  for (r = p->regions; r; r = r->next)
    {
      add_vars (names, r->nparams, r->params);
      add_block (names, r->body);
    }
}

/* --- Text ------------------------------------------------------------------------------------ */

static void
text_origin (struct strbuf *out, uint32_t origin)
{
  if (origin)
    strbuf_printf (out, "#%" PRIu32, origin);
}

/* Characters that are none of a name are replaced.  */
void
text_field_name (struct strbuf *out, const char *name)
{
  const char *s;

  for (s = name; *s; s++)
    strbuf_putc (out, name_char (*s) && !(s == name && isdigit ((unsigned char) *s)) ? *s : '_');
}

/* Append the parts of the record or blob T.  NAME: its name; the tag is left out if it is the same.
   A record with variables in it has no layout yet.  */
static void
text_made (struct strbuf *out, struct type_names *names, const struct type *t, const char *name)
{
  bool laid_out = !type_has_meta (t);
  unsigned k;

  strbuf_printf (out, t->kind == TYPE_BLOB ? "blob" : "rec");
  text_origin (out, t->origin);
  if (!t->tag)
    strbuf_printf (out, " _");
  else if (t->tag != name)
    {
      strbuf_putc (out, ' ');
      text_global (out, t->tag);
    }
  if (t->kind == TYPE_RECORD)
    {
      strbuf_printf (out, " {");
      for (k = 0; k < t->nfields; k++)
	{
	  const struct type_field *f = &t->fields[k];

	  strbuf_printf (out, k ? ", " : "");
	  text_field_name (out, f->name);
	  strbuf_printf (out, ": ");
	  text_type (out, names, f->type);
	  if (laid_out)
	    strbuf_printf (out, " @%" PRIu64, f->offset);
	}
      strbuf_putc (out, '}');
    }
  if (laid_out)
    strbuf_printf (out, " %" PRIu64 " %" PRIu64, t->size, t->align);
}

static void
text_meta (struct strbuf *out, unsigned meta)
{
  if (meta < 26)
    strbuf_printf (out, "'%c", (int) ('a' + meta));
  else
    strbuf_printf (out, "'t%u", meta);
}

/* Append the declaration of D, called NAME, without the word type.  Records are written out: they
   may contain the sum.  */
static void
text_sum_decl (struct strbuf *out, struct type_names *names, const struct sum_decl *d,
	       const char *name)
{
  unsigned k;

  for (k = 0; k < d->nparams; k++)
    {
      strbuf_putc (out, ' ');
      text_meta (out, k);
    }
  strbuf_printf (out, " = sum");
  text_origin (out, d->origin);
  if (!d->tag)
    strbuf_printf (out, " _");
  else if (d->tag != name)
    {
      strbuf_putc (out, ' ');
      text_global (out, d->tag);
    }
  strbuf_printf (out, " {");
  names->in_place = true;
  for (k = 0; k < d->nalts; k++)
    {
      strbuf_printf (out, k ? ", " : "");
      text_field_name (out, d->alts[k].name);
      if (d->alts[k].type)
	{
	  strbuf_printf (out, ": ");
	  text_type (out, names, d->alts[k].type);
	}
    }
  names->in_place = false;
  strbuf_putc (out, '}');
}

void
text_names_print (struct strbuf *out, struct type_names *names)
{
  size_t k;

  for (k = 0; k < names->count; k++)
    {
      strbuf_printf (out, "type %s", names->v[k].name);
      if (names->v[k].sum)
	text_sum_decl (out, names, names->v[k].sum, names->v[k].name);
      else
	{
	  strbuf_printf (out, " = ");
	  text_made (out, names, names->v[k].type, names->v[k].name);
	}
      strbuf_putc (out, '\n');
    }
}

/* The name of THING, a record, a blob or the declaration of a sum: its name in NAMES, else its TAG;
   NULL if it has none.  */
static const char *
type_called (const struct type_names *names, const void *thing, const char *tag)
{
  if (names && names_has (names, thing))
    return names->v[names->at[names_slot (names, thing)]].name;
  return tag;
}

/* Append the sum T: its name and its arguments.  */
static void
text_sum (struct strbuf *out, struct type_names *names, const struct type *t)
{
  const char *name = type_called (names, t->sum, t->tag);
  unsigned k;

  strbuf_printf (out, "%s", name ? name : "sum");
  for (k = 0; k < t->sum->nparams; k++)
    {
      const struct type *a = t->targs[k];
      bool parts = a->kind == TYPE_VEC || a->kind == TYPE_PTR || a->kind == TYPE_FN
		   || (a->kind == TYPE_SUM && a->sum->nparams);

      strbuf_printf (out, parts ? " (" : " ");
      text_type (out, names, a);
      strbuf_printf (out, parts ? ")" : "");
    }
}

static void
text_fn_type (struct strbuf *out, struct type_names *names, const struct type *t)
{
  unsigned k, nresults = t->nfields - t->nparams;

  strbuf_printf (out, "fn (");
  for (k = 0; k < t->nparams; k++)
    {
      strbuf_printf (out, k ? ", " : "");
      text_type (out, names, t->fields[k].type);
    }
  strbuf_printf (out, nresults == 1 ? ") -> " : ") -> (");
  for (; k < t->nfields; k++)
    {
      strbuf_printf (out, k > t->nparams ? ", " : "");
      text_type (out, names, t->fields[k].type);
    }
  strbuf_printf (out, nresults == 1 ? "" : ")");
}

void
text_type (struct strbuf *out, struct type_names *names, const struct type *t)
{
  const char *name;

  if (!t)
    {
      strbuf_printf (out, "void");
      return;
    }
  switch (t->kind)
    {
    case TYPE_SCALAR:
      strbuf_printf (out, "%s", scalar_info[t->scalar].text);
      return;
    case TYPE_PTR:
      strbuf_printf (out, "ptr");
      text_origin (out, t->origin);
      if (t->space != SPACE_PROGRAM)
	strbuf_printf (out, " %s", space_name[t->space]);
      strbuf_putc (out, ' ');
      text_type (out, names, t->elem);
      return;
    case TYPE_VEC:
      strbuf_printf (out, "vec ");
      text_type (out, names, t->elem);
      return;
    case TYPE_SUM:
      text_sum (out, names, t);
      return;
    case TYPE_FN:
      text_fn_type (out, names, t);
      return;
    case TYPE_META:
      text_meta (out, t->meta);
      return;
    default:
      name = names && names->in_place ? NULL : type_called (names, t, t->tag);
      if (name)
	strbuf_printf (out, "%s", name);
      else
	text_made (out, names, t, NULL);
    }
}

void
text_const (struct strbuf *out, struct type_names *names, const struct fir_const *c)
{
  const struct type *t = c->type;

  if (c->origin)
    text_origin (out, c->origin);
  else if (t->kind != TYPE_SCALAR)
    scalar_print_int (out, SCALAR_U64, (__int128) c->i);
  else if (scalar_info[t->scalar].cls == SC_FLOAT)
    scalar_print_float (out, t->scalar, (quad) c->f);
  else if (scalar_info[t->scalar].cls == SC_COMPLEX)
    {
      strbuf_putc (out, '(');
      scalar_print_float (out, scalar_part (t->scalar), (quad) c->f);
      strbuf_putc (out, ' ');
      scalar_print_float (out, scalar_part (t->scalar), (quad) c->im);
      strbuf_putc (out, ')');
    }
  else
    scalar_print_int (out, t->scalar, scalar_wrap (t->scalar, (__int128) c->i));
  strbuf_putc (out, ':');
  text_type (out, names, t);
}

void
text_var (struct strbuf *out, const char *name, unsigned id)
{
  if (!name || !*name || isdigit ((unsigned char) *name))
    strbuf_putc (out, 'v');
  for (; name && *name; name++)
    strbuf_putc (out, name_char (*name) ? *name : '_');
  strbuf_printf (out, ".%u", id);
}

void
text_global (struct strbuf *out, const char *name)
{
  const char *s;

  strbuf_putc (out, '@');
  for (s = name; name_char (*s) || *s == '.'; s++)
    ;
  if (!*s && s != name)
    {
      strbuf_printf (out, "%s", name);
      return;
    }
  strbuf_putc (out, '"');
  for (s = name; *s; s++)
    if (*s == '"' || *s == '\\' || !isprint ((unsigned char) *s))
      strbuf_printf (out, "\\%02x", (unsigned) (unsigned char) *s);
    else
      strbuf_putc (out, *s);
  strbuf_putc (out, '"');
}

void
text_leaf (struct strbuf *out, struct type_names *names, const struct fir_leaf *leaf)
{
  const char *sep = "";
  unsigned k;

  strbuf_printf (out, "leaf");
  text_origin (out, leaf->origin);
  strbuf_putc (out, ' ');
  text_global (out, leaf->name);
  strbuf_printf (out, " (");
  for (k = 0; k < leaf->nparams; k++)
    {
      strbuf_printf (out, k ? ", " : "");
      text_type (out, names, leaf->params[k]);
      if (leaf->access[k].kind != ACCESS_NONE)
	strbuf_printf (out, leaf->access[k].kind == ACCESS_READS ? " reads" : " apart");
      if (leaf->access[k].bytes)
	strbuf_printf (out, " %llu", (unsigned long long) leaf->access[k].bytes);
    }
  strbuf_printf (out, ") -> ");
  text_type (out, names, leaf->ret);
  strbuf_printf (out, " [");
  for (k = 0; k < LEAF_FLAG_COUNT; k++)
    if (leaf->flags >> k & 1)
      {
	strbuf_printf (out, "%s%s", sep, text_leaf_flag[k]);
	sep = " ";
      }
  strbuf_printf (out, "] cost %u", leaf->cost);
  for (const struct leaf_area *a = leaf->areas; a; a = a->next)
    {
      strbuf_printf (out, " reads ");
      text_const (out, names, a->base.cst);
      strbuf_printf (out, " %llu", (unsigned long long) a->bytes);
    }
  strbuf_putc (out, '\n');
}
