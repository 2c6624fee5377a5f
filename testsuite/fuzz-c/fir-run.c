/* Regions of a random program, evaluated as FIR while it runs.

   Before a region runs its dump is read and evaluated with the region's operands as they are, and
   afterwards its results and the arrays are compared with what that gave; of a region that raises,
   line and message.  A leaf is called: the compiled function is its meaning.  So what is found is a
   difference between what was read from the C program and what its code does; what was read wrong
   is found by the plain loops.

   Not evaluated, and counted so: regions within regions, pointers to other memory than the arrays,
   leaves with vectors of more than two levels.  A result that is a view of an array that the region
   also changes is not compared.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fir.h"
#include "fir-eval.h"
#include "fir-eval-int.h"
#include "nova/abi.h"

/* There bool is the name of a type of elements.  */
#undef bool
#define REFERENCE
#include "program.h"
#define bool _Bool
#include "fir-run.h"
#include <setjmp.h>

typedef void handler_type (const char *);
handler_type *nova_set_error_handler (handler_type *);
void on_error (const char *line);

/* The arrays of a program.  */
static const struct array { const char *name; char *base; size_t size; } arrays[] = {
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  { "A_" #ID "_0", (char *) A_##ID[0], sizeof (C) }, \
  { "A_" #ID "_1", (char *) A_##ID[1], sizeof (C) },
#include "types.def"
};
enum { N_ARRAYS = sizeof arrays / sizeof *arrays };

/* How many elements of each are looked at.  */
size_t fir_room;

/* The region at hand.  */
static struct
{
  unsigned depth;
  bool evaluated;
  const char *dump;
  struct nova_ctx *ctx;
  struct fir_region *region;
  struct eval *values;			/* makes values, no more */
  struct eval_buffer *buffer[N_ARRAYS];	/* those that operands point to */
  char *before[N_ARRAYS];		/* their elements as text */
  struct strbuf call, wanted;
  char *sites;				/* where in the dump the lines of its sites are said */
  const char *why;			/* it is not evaluated */
} now;

static unsigned long n_evaluated, n_views, n_wrong, n_raised;
static struct { char why[64]; unsigned long n; } reasons[40];

/* ---- Values.  */

/* Blobs have names: their numbers here.  */
static struct { const char *tag; uint64_t hash; char bytes[sizeof (struct big)]; } blobs[100000];
static size_t n_blobs;

static uint64_t
blob_hash (const char *tag, const char *p)
{
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  if (strcmp (tag, #ID) == 0) \
    { \
      C x_; \
      memcpy (&x_, p, sizeof x_); \
      return hash_##ID (x_); \
    }
#include "types.def"
  return 0;
}

static int64_t
blob_number (const struct type *t, const char *p)
{
  uint64_t hash = blob_hash (t->tag ? t->tag : "", p);

  for (size_t k = 0; k < n_blobs; k++)
    if (blobs[k].tag[0] == t->tag[0] && blobs[k].hash == hash && strcmp (blobs[k].tag, t->tag) == 0)
      return (int64_t) k + 1;
  if (n_blobs == sizeof blobs / sizeof *blobs)
    n_blobs = 0;
  blobs[n_blobs].tag = strdup (t->tag);
  blobs[n_blobs].hash = hash;
  memcpy (blobs[n_blobs].bytes, p, t->size);
  return (int64_t) ++n_blobs;
}

static struct value
read_scalar (const struct type *t, const char *p)
{
  unsigned __int128 bits = 0;
  unsigned n = scalar_info[t->scalar].bytes;

  switch (scalar_info[t->scalar].cls)
    {
    case SC_BOOL:
    case SC_INT:
      memcpy (&bits, p, n);
      return value_int (t, (__int128) bits);
    case SC_FLOAT:
      return value_float (t, n == 4 ? *(float *) p : n == 8 ? *(double *) p : *(long double *) p,
			  0);
    default:
      return value_float (t, ((double *) p)[0], ((double *) p)[1]);
    }
}

/* Bytes on both sides of what a leaf may write.  */
struct row_memory
{
  struct eval_buffer *buf;
  char *copy, *old;
};

/* Of the leaf that is called.  */
static struct row_memory lent[8];
static unsigned n_lent;

static struct value
read_pointer (const struct type *t, const char *q)
{
  /* A leaf may give back a pointer that it was given.  */
  for (unsigned k = 0; k < n_lent; k++)
    if (t->elem == lent[k].buf->elem && q >= lent[k].copy && q < lent[k].old)
      return value_ptr (t, lent[k].buf, (q - lent[k].copy) / (long) t->elem->size);
  for (unsigned k = 0; t->elem && k < N_ARRAYS; k++)
    if (t->elem->size == arrays[k].size && q >= arrays[k].base
	&& q < arrays[k].base + ROOM * arrays[k].size && (q - arrays[k].base) % t->elem->size == 0)
      {
	if (now.buffer[k] == NULL)
	  now.buffer[k] = eval_buffer_new (now.values, arrays[k].name, t->elem, 0);
	else if (now.buffer[k]->elem != t->elem)
	  now.why = "an array of two types";
	return value_ptr (t, now.buffer[k], (q - arrays[k].base) / (long) t->elem->size);
      }
  if (q != NULL && t->elem)
    now.why = "a pointer to other memory";
  return value_ptr (t, NULL, (int64_t) q);
}

static struct value value_at (const struct type *t, const char *p);

static struct value
read_vector (const struct type *t, struct nova_vec *v)
{
  size_t n = nova_vec_length (v);
  struct value r = value_vec_new (now.values, t, n);
  _Alignas (32) char element[sizeof (struct big)];

  for (size_t k = 0; k < n; k++)
    if (t->elem->kind == TYPE_VEC)
      {
	struct nova_vec *row = nova_vec_row (v, k);

	r.vec->rows[k] = read_vector (t->elem, row);
	nova_vec_release (row);
      }
    else
      *value_vec_place (now.values, &r, k)
	= value_at (t->elem, nova_vec_place (v, k, element));
  return r;
}

/* The value of type T at P.  */
static struct value
value_at (const struct type *t, const char *p)
{
  struct value v;

  switch (t->kind)
    {
    case TYPE_SCALAR:
      return read_scalar (t, p);
    case TYPE_PTR:
      return read_pointer (t, *(char **) p);
    case TYPE_VEC:
      return read_vector (t, *(struct nova_vec **) p);
    case TYPE_RECORD:
      memset (&v, 0, sizeof v);
      v.kind = VAL_RECORD;
      v.type = t;
      v.fields = CTX_NEWV (now.ctx, struct value, t->nfields);
      for (unsigned k = 0; k < t->nfields; k++)
	v.fields[k] = value_at (t->fields[k].type, p + t->fields[k].offset);
      return v;
    default:
      v = value_ptr (t, NULL, blob_number (t, p));
      v.kind = VAL_BLOB;
      return v;
    }
}

/* ---- The other way, for leaves.  */

static bool write_value (const struct value *v, char *p);

static void
write_scalar (const struct value *v, char *p)
{
  unsigned n = scalar_info[v->type->scalar].bytes;

  switch (scalar_info[v->type->scalar].cls)
    {
    case SC_BOOL:
    case SC_INT:
      memcpy (p, &v->i, n);
      break;
    case SC_FLOAT:
      if (n == 4)
	*(float *) p = (float) v->re;
      else if (n == 8)
	*(double *) p = (double) v->re;
      else
	*(long double *) p = (long double) v->re;
      break;
    default:
      ((double *) p)[0] = (double) v->re;
      ((double *) p)[1] = (double) v->im;
    }
}

/* A vector of V, of one or two levels; false if it has more, or an element that failed.  */
static bool
write_vector (const struct value *v, struct nova_vec **to)
{
  const struct type *base = type_base (v->type);
  size_t n = value_vec_total (v), m = v->vec->n, at = 0;
  struct nova_vec *x, *o;

  if (v->type->elem->kind == TYPE_VEC && v->type->elem->elem->kind == TYPE_VEC)
    return false;
  x = nova_vec_new (n, base->size, base->align, NULL);
  for (size_t k = 0; k < n; k++)
    {
      struct value e = value_vec_base (now.values, v, k);

      if (!write_value (&e, (char *) x->data + k * base->size))
	return false;
    }
  if (v->type->elem->kind == TYPE_VEC)
    {
      o = nova_vec_new (m + 1, sizeof (size_t), sizeof (size_t), NULL);
      for (size_t k = 0; k <= m; k++)
	{
	  ((size_t *) o->data)[k] = at;
	  if (k < m)
	    at += value_vec_at (now.values, v, k).vec->n;
	}
      x = nova_vec_segments (x, o);
    }
  *to = x;
  return true;
}

/* V to P; false if that is not possible.  */
static bool
write_value (const struct value *v, char *p)
{
  switch (v->kind)
    {
    case VAL_INT:
    case VAL_FLOAT:
      write_scalar (v, p);
      return true;
    case VAL_PTR:
      *(char **) p = (char *) v->off;
      for (unsigned k = 0; v->buf && k < N_ARRAYS; k++)
	if (v->buf->name && strcmp (arrays[k].name, v->buf->name) == 0)
	  {
	    *(char **) p = arrays[k].base + v->off * (long) arrays[k].size;
	    return true;
	  }
      return v->buf == NULL;
    case VAL_RECORD:
      for (unsigned k = 0; k < v->type->nfields; k++)
	if (!write_value (&v->fields[k], p + v->type->fields[k].offset))
	  return false;
      return true;
    case VAL_BLOB:
      if (v->off < 1 || (size_t) v->off > n_blobs)
	return false;
      memcpy (p, blobs[v->off - 1].bytes, v->type->size);
      return true;
    case VAL_VEC:
      return write_vector (v, (struct nova_vec **) p);
    default:
      return false;
    }
}

/* Has V failed, or an element of it.  */
static bool
failed (struct eval *e, const struct value *v)
{
  if (v->kind == VAL_VEC)
    for (uint64_t k = 0; k < v->vec->n; k++)
      {
	struct value x = value_vec_at (e, v, k);

	if (failed (e, &x))
	  return true;
      }
  return v->kind == VAL_NONE;
}

/* ---- Leaves.  */

/* The number of the site that LINE begins with in the dump, 0 if there is none; MESSAGE is what
   stands behind it.  */
static uint32_t
error_site (const char *line, const char **message)
{
  const char *p = now.sites;

  for (; p != NULL && (p = strstr (p, "\n; at ")) != NULL; p++)
    {
      const char *where = strstr (p, ": ") + 2;
      size_t n = strcspn (where, "\n");

      if (strncmp (line, where, n) == 0 && strncmp (line + n, ": ", 2) == 0)
	{
	  *message = line + n + 2;
	  return (uint32_t) atol (p + 6);
	}
    }
  *message = line;
  return 0;
}

/* "FILE:LINE: NAME" of SITE.  */
static const char *
site_text (unsigned site)
{
  const char *key = ctx_printf (now.ctx, "\n; at %u: ", site);
  const char *p = now.sites ? strstr (now.sites, key) : NULL;

  if (p == NULL)
    return "?";
  p += strlen (key);
  return ctx_printf (now.ctx, "%.*s", (int) strcspn (p, "\n"), p);
}

static bool in_leaf;
static jmp_buf leaf_escape;
static char leaf_error[600];

/* The memory that V points into, a copy of it for a leaf that may write there, and V into that.  */
static bool
row_pointer (const struct value *v, char *p, struct row_memory *m)
{
  size_t size = v->type->elem->size;

  m->buf = v->buf;
  m->copy = malloc (2 * v->buf->n * size + 1);
  m->old = m->copy + v->buf->n * size;
  if (m->copy == NULL)
    return false;
  for (uint64_t k = 0; k < v->buf->n; k++)
    if (!write_value (&v->buf->v[k], m->copy + k * size))
      return false;
  memcpy (m->old, m->copy, v->buf->n * size);
  *(char **) p = m->copy + v->off * (int64_t) size;
  return true;
}

/* What the leaf wrote is stored when the region ends.  */
static void
store_rows (struct eval *e, struct row_memory *m, uint32_t site)
{
  size_t size = m->buf->elem->size;

  for (uint64_t k = 0; k < m->buf->n; k++)
    if (memcmp (m->copy + k * size, m->old + k * size, size) != 0)
      {
	struct value p = value_ptr (type_ptr (e->ctx, m->buf->elem, 0), m->buf, (int64_t) k);
	struct value *v = CTX_NEW (e->ctx, struct value);

	*v = value_at (m->buf->elem, m->copy + k * size);
	eval_store_later (e, site, &p, 1, v);
      }
}

static void
give_back_rows (void)
{
  while (n_lent > 0)
    free (lent[--n_lent].copy);
}

/* The handles among the operands at P go.  */
static void
release_vectors (unsigned n, const struct value *args, void **p)
{
  for (unsigned k = 0; k < n; k++)
    if (args[k].kind == VAL_VEC)
      nova_vec_release (*(struct nova_vec **) p[k]);
}

static const struct fir_thunk *
find_thunk (const char *name)
{
  for (const struct fir_thunk *t = fir_thunks; t->name; t++)
    if (strcmp (t->name, name) == 0)
      return t;
  return NULL;
}

/* fir_known_leaf: call the compiled function.  */
static enum fir_known
call_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n, const struct value *args,
	   struct value *res, uint32_t *site, const char **text)
{
  const struct fir_thunk *t = find_thunk (leaf->name);
  _Alignas (32) char memory[32][128], result[512];
  void *p[32];
  handler_type *old;
  const char *message;

  if (t == NULL || n > 32 || leaf->ret->size > sizeof result)
    return FIR_UNKNOWN;
  for (unsigned k = 0; k < n; k++)
    if (failed (e, &args[k]))
      {
	*text = NULL;
	return FIR_FAILED;
      }
  for (unsigned k = 0; k < n; k++)
    {
      bool may_write = !(leaf->flags & (LEAF_CONST | LEAF_BOUNDED)) && args[k].kind == VAL_PTR
		       && args[k].buf && n_lent < 8;

      p[k] = memory[k];
      if (args[k].type->size > sizeof memory[0]
	  || !(may_write ? row_pointer (&args[k], p[k], &lent[n_lent++])
			 : write_value (&args[k], p[k])))
	{
	  give_back_rows ();
	  return FIR_UNKNOWN;
	}
    }
  old = nova_set_error_handler (on_error);
  in_leaf = true;
  if (setjmp (leaf_escape))
    {
      in_leaf = false;
      nova_set_error_handler (old);
      give_back_rows ();
      *site = error_site (leaf_error, &message);
      *text = ctx_printf (e->ctx, "%s", message);
      return FIR_FAILED;
    }
  t->run (p, result);
  in_leaf = false;
  nova_set_error_handler (old);
  *res = value_at (leaf->ret, result);
  if (leaf->ret->kind == TYPE_VEC)
    nova_vec_release (*(struct nova_vec **) result);
  release_vectors (n, args, p);
  for (unsigned k = 0; k < n_lent; k++)
    store_rows (e, &lent[k], e->line);
  give_back_rows ();
  return FIR_DONE;
}

/* ---- Regions.  */

static void
fatal (struct nova_host *host, const char *msg)
{
  (void) host;
  fprintf (stderr, "fir-run: %s: %s\n", now.dump, msg);
  exit (2);
}

static void
not_evaluated (const char *why)
{
  unsigned k = 0;

  if (getenv ("CFUZZ_SHOW") != NULL)
    printf ("fir: %s: not evaluated: %s\n", now.dump, why);
  size_t n = strcspn (why, "@'0123456789");

  if (n > sizeof reasons[0].why - 1)
    n = sizeof reasons[0].why - 1;
  while (k < 39 && reasons[k].n > 0 && (strlen (reasons[k].why) != n || memcmp (reasons[k].why,
	 why, n) != 0))
    k++;
  memcpy (reasons[k].why, why, n);
  reasons[k].n++;
  now.evaluated = false;
}

static char *
array_text (unsigned k)
{
  struct strbuf b = { NULL, 0, 0 };
  struct value v;

  strbuf_printf (&b, "%s=[", arrays[k].name);
  for (size_t i = 0; i < fir_room; i++)
    {
      v = value_at (now.buffer[k]->elem, arrays[k].base + i * arrays[k].size);
      if (i > 0)
	strbuf_putc (&b, ',');
      eval_print_value (&b, &v);
    }
  strbuf_putc (&b, ']');
  return b.s;
}

static void
read_dump (const char *dump)
{
  static struct nova_host host = { NULL, fatal, NULL, NULL, NULL, NULL };
  struct strbuf text = { NULL, 0, 0 }, err = { NULL, 0, 0 };
  struct fir_prog *p;
  FILE *f = fopen (dump, "r");
  int c;

  while (f != NULL && (c = getc (f)) != EOF)
    strbuf_putc (&text, (char) c);
  if (f != NULL)
    fclose (f);
  now.ctx = ctx_new (&host);
  p = fir_parse (now.ctx, dump, text.s ? text.s : "", &err);
  if (p == NULL || p->regions == NULL)
    {
      printf ("fir: %s: %s\n", dump, err.s ? err.s : "no region");
      exit (1);
    }
  now.sites = text.s;
  p->known_leaf = call_leaf;
  now.region = p->regions;
  now.values = eval_new (p);
}

/* Is there a constant in the region that only the plugin knows?  */
static bool
plugin_constant (void)
{
  const char *p = strstr (now.sites, "\nregion");

  p = p ? strchr (p + 1, '\n') : strchr (now.sites, '\n');
  for (; p != NULL && (p = strstr (p, " #")) != NULL; p++)
    if (p[2 + strspn (p + 2, "0123456789")] == ':')
      return true;
  return false;
}

/* Write the call of the region with the operands ARGS.  */
static void
write_call (struct eval *e, void *data)
{
  void **args = data;
  struct strbuf list = { NULL, 0, 0 };
  bool more;

  (void) e;
  strbuf_printf (&list, "(%s", now.region->name);
  for (unsigned k = 0; k < now.region->nparams; k++)
    {
      struct value v = value_at (now.region->params[k]->type, args[k]);

      strbuf_putc (&list, ' ');
      eval_print_value (&list, &v);
    }
  /* An array of pointers leads to others.  */
  do
    {
      more = false;
      for (unsigned k = 0; k < N_ARRAYS; k++)
	if (now.buffer[k] && !now.before[k])
	  {
	    now.before[k] = array_text (k);
	    more = true;
	  }
    }
  while (more);
  for (unsigned k = 0; k < N_ARRAYS; k++)
    if (now.before[k])
      strbuf_printf (&now.call, "%s ", now.before[k]);
  strbuf_printf (&now.call, "%s)", list.s);
  strbuf_free (&list);
}

void
fir_before (const char *dump, void **args)
{
  if (now.depth++ > 0)
    return;
  now.dump = dump;
  read_dump (dump);
  now.evaluated = true;
  if (plugin_constant ())
    not_evaluated ("a constant that only the plugin knows");
  else if (!eval_protect (now.values, write_call, args))
    not_evaluated (now.values->error);
  else if (now.why != NULL)
    not_evaluated (now.why);
  else if (!fir_eval (now.values->prog, now.call.s, &now.wanted)
	   && strstr (now.wanted.s, ": evaluation: "))
    not_evaluated (strstr (now.wanted.s, ": evaluation: ") + 14);
}

static void
end_region (void)
{
  ctx_free (now.ctx);
  free (now.sites);
  for (unsigned k = 0; k < N_ARRAYS; k++)
    free (now.before[k]);
  strbuf_free (&now.call);
  strbuf_free (&now.wanted);
  memset (&now, 0, sizeof now);
}

static void
wrong (const char *found)
{
  if (n_wrong++ < 3)
    printf ("fir: %s: %s\n gives %s\n  code %s\n", now.dump, now.call.s, now.wanted.s, found);
}

/* Do the elements of V lie in an array: is it a view?  They all do, or none.  */
static bool
in_array (struct nova_vec *v)
{
  _Alignas (32) char element[sizeof (struct big)];
  size_t n = nova_vec_length (v);
  bool found = false;

  if (n > 0 && v->levels > 1)
    for (size_t k = 0; k < n && !found; k++)
      {
	struct nova_vec *row = nova_vec_row (v, k);

	found = in_array (row);
	nova_vec_release (row);
      }
  else if (n > 0)
    {
      const char *p = nova_vec_place (v, 0, element);

      for (unsigned k = 0; k < N_ARRAYS; k++)
	found |= p >= arrays[k].base && p < arrays[k].base + ROOM * arrays[k].size;
    }
  return found;
}

/* What the evaluator says that array K holds afterwards.  */
static const char *
array_wanted (unsigned k)
{
  const char *key = ctx_printf (now.ctx, "; %s=", arrays[k].name);
  const char *p = strstr (now.wanted.s, key);

  return p ? p + 2 : now.before[k];
}

/* Append arrays that are not what the evaluator says; true if the code changed one.  */
static bool
find_changes (struct strbuf *found)
{
  bool changed = false;

  for (unsigned k = 0; k < N_ARRAYS; k++)
    if (now.before[k])
      {
	char *text = array_text (k);

	changed |= strcmp (text, now.before[k]) != 0;
	if (strncmp (array_wanted (k), text, strlen (text)) != 0)
	  strbuf_printf (found, "; %s", text);
	free (text);
      }
  return changed;
}

void
fir_after (void **results)
{
  struct strbuf found = { NULL, 0, 0 };
  bool view = false;

  if (now.depth > 1 || !now.evaluated)
    {
      if (--now.depth == 0)
	end_region ();
      return;
    }
  for (unsigned k = 0; k < now.region->body->nrets; k++)
    {
      const struct type *t = fir_atom_type (now.region->body->rets[k]);
      struct value v = value_at (t, results[k]);

      view |= t->kind == TYPE_VEC && in_array (*(struct nova_vec **) results[k]);
      if (k > 0)
	strbuf_putc (&found, ' ');
      eval_print_value (&found, &v);
    }
  if (now.region->body->nrets == 0)
    strbuf_printf (&found, "()");
  n_evaluated++;
  if (find_changes (&found) && view)
    n_views++;
  else if (strncmp (now.wanted.s, found.s, strlen (found.s)) != 0
	   || strchr (";", now.wanted.s[strlen (found.s)]) == NULL)
    wrong (found.s);
  strbuf_free (&found);
  end_region ();
}

/* The number at *P, as one of 64 bits; *P goes behind it.  */
static uint64_t
number (const char **p)
{
  bool minus = **p == '-';
  char *end;
  uint64_t v = strtoull (*p + minus, &end, 10);

  *p = end;
  return minus ? -v : v;
}

/* Does WANTED begin with LINE, up to its end or ";"?  FIR does not say of what sign the type of an
   index was: where both have a number its bits are compared.  */
static bool
same_text (const char *wanted, const char *line)
{
  while (*line)
    if (isdigit ((unsigned char) line[*line == '-'])
	&& isdigit ((unsigned char) wanted[*wanted == '-']))
      {
	if (number (&wanted) != number (&line))
	  return false;
      }
    else if (*wanted++ != *line++)
      return false;
  return *wanted == '\0' || *wanted == ';';
}

/* Is LINE what the evaluator said?  An error of site 0 is one of a leaf that stands elsewhere.  */
static bool
same_error (const char *line)
{
  unsigned site;
  int n = 0;

  if (sscanf (now.wanted.s, "error %u: %n", &site, &n) < 1)
    return false;
  if (site != 0)
    line = strncmp (line, site_text (site), strlen (site_text (site))) == 0
	   ? line + strlen (site_text (site)) + 2 : "";
  return same_text (now.wanted.s + n, line);
}

void
fir_raised (const char *line)
{
  if (in_leaf)
    {
      snprintf (leaf_error, sizeof leaf_error, "%s", line);
      longjmp (leaf_escape, 1);
    }
  if (now.depth == 0)
    return;
  n_raised += now.evaluated;
  if (now.evaluated)
    {
      struct strbuf found = { NULL, 0, 0 };

      strbuf_printf (&found, "%s", line);
      /* What the rows hold then is not said.  */
      if (strstr (now.sites, " updaterows ") == NULL)
	find_changes (&found);
      if (!same_error (line) || strlen (found.s) > strlen (line))
	wrong (found.s);
      strbuf_free (&found);
    }
  end_region ();
}

int
fir_summary (void)
{
  printf ("fir: %lu evaluated, %lu raised, %lu views, %lu differ\n", n_evaluated, n_raised, n_views,
	  n_wrong);
  for (unsigned k = 0; k < 40 && reasons[k].n; k++)
    printf ("fir: %lu not evaluated: %s\n", reasons[k].n, reasons[k].why);
  return n_wrong > 0;
}
