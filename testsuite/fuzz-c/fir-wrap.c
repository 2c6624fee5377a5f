/* fir-wrap - between a random program and the stubs of its regions, for their evaluation as FIR.

     fir-wrap ASM DUMPS NEW-ASM C

   ASM is what the compiler made of a program, DUMPS what the names of its dumps after extraction
   begin with.  NEW-ASM is ASM with each call of a stub going through a function of the file C,
   which tells fir-run.c the region's operands and results, and with the functions that regions call
   as leaves visible there.  The dump alone says what their types are.  A region has no such
   function if two stubs share its name or if a type of it is not known here: "not wrapped" is
   printed then.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fir/fir.h"

static struct nova_ctx *ctx;
static struct strbuf types, code, table;
static unsigned n_types, n_wrapped, n_not;

static void
fatal (struct nova_host *host, const char *msg)
{
  (void) host;
  fprintf (stderr, "fir-wrap: %s\n", msg);
  exit (2);
}

/* The text of the file NAME, NULL if there is none.  */
static char *
read_file (const char *name)
{
  FILE *f = fopen (name, "r");
  struct strbuf b = { NULL, 0, 0 };
  char part[4096];
  size_t n;

  if (f == NULL)
    return NULL;
  while ((n = fread (part, 1, sizeof part - 1, f)) > 0)
    {
      part[n] = '\0';
      strbuf_printf (&b, "%s", part);
    }
  fclose (f);
  return b.s ? b.s : calloc (1, 1);
}

/* ---- Types.  */

/* The tags of a program's structs and unions.  */
static const char *const tags[] = {
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) #ID,
#include "types.def"
};

/* The records that are declared already.  */
static struct { const struct type *t; char name[24]; } made[4000];

static const char *c_type (const struct type *t);

static const char *
record_type (const struct type *t)
{
  struct strbuf fields = { NULL, 0, 0 };
  unsigned k;

  for (k = 0; k < n_types; k++)
    if (made[k].t == t)
      return made[k].name;
  for (k = 0; k < t->nfields; k++)
    {
      const char *c = c_type (t->fields[k].type);

      if (c == NULL)
	return NULL;
      strbuf_printf (&fields, " %s f%u;", c, k);
    }
  if (n_types == sizeof made / sizeof *made)
    return NULL;
  snprintf (made[n_types].name, sizeof made[0].name, "struct fir_%u", n_types);
  made[n_types].t = t;
  strbuf_printf (&types, "%s {%s };\n_Static_assert (sizeof (%s) == %llu, \"\");\n",
		 made[n_types].name, fields.s ? fields.s : "", made[n_types].name,
		 (unsigned long long) t->size);
  strbuf_free (&fields);
  return made[n_types++].name;
}

/* T in C, as far as passing its values goes; NULL if that is not known.  */
static const char *
c_type (const struct type *t)
{
  switch (t->kind)
    {
    case TYPE_SCALAR:
      return scalar_info[t->scalar].c;
    case TYPE_PTR:
    case TYPE_VEC:
      return "void *";
    case TYPE_RECORD:
      return record_type (t);
    case TYPE_BLOB:
      for (size_t k = 0; t->tag && k < sizeof tags / sizeof *tags; k++)
	if (strcmp (tags[k], t->tag) == 0)
	  return ctx_printf (ctx, "T_%s", t->tag);
      return NULL;
    default:
      return NULL;
    }
}

/* ---- The assembler text.  */

static char **labels;
static size_t n_labels, most_labels;

static void
note_labels (const char *text)
{
  for (const char *p = text; p != NULL; p = strchr (p, '\n'))
    {
      size_t n;

      p += *p == '\n';
      n = strcspn (p, ":\n\t ");
      if (p[n] != ':' || n == 0)
	continue;
      if (n_labels == most_labels)
	labels = realloc (labels, (most_labels = 2 * most_labels + 100) * sizeof *labels);
      if (labels == NULL)
	exit (2);
      labels[n_labels++] = strndup (p, n);
    }
}

/* The only label that is NAME or, of a nested function, NAME.NUMBER; else NULL.  */
static const char *
function_label (const char *name)
{
  size_t n = strlen (name), found = n_labels;

  for (size_t k = 0; k < n_labels; k++)
    if (strncmp (labels[k], name, n) == 0
	&& (labels[k][n] == '\0'
	    || (labels[k][n] == '.' && isdigit ((unsigned char) labels[k][n + 1])
		&& labels[k][n + 1 + strspn (labels[k] + n + 1, "0123456789")] == '\0')))
      {
	if (found < n_labels)
	  return NULL;
	found = k;
      }
  return found < n_labels ? labels[found] : NULL;
}

/* The length of REGION in the label of a stub, "REGION.nova.NUMBER", else 0.  */
static size_t
stub_label (const char *label)
{
  const char *dot = strstr (label, ".nova."), *p;

  if (dot == NULL || !isdigit ((unsigned char) dot[6]))
    return 0;
  for (p = dot + 6; isdigit ((unsigned char) *p); p++)
    ;
  return *p == '\0' ? (size_t) (dot - label) : 0;
}

/* ---- Regions.  */

static const char *wrapped[20000];
static struct { const char *name, *label; } leaves[20000];
static unsigned n_leaves;

/* TYPE NAME (T0 a0, ...) with the assembler name ASM_NAME; false if a type is not known.  */
static bool
declare (struct strbuf *out, const char *type, const char *name, const char *prefix,
	 const char *asm_name, unsigned n, const struct type *const *params)
{
  strbuf_printf (out, "extern %s %s (", type, name);
  for (unsigned k = 0; k < n; k++)
    {
      const char *c = c_type (params[k]);

      if (c == NULL)
	return false;
      strbuf_printf (out, "%s%s a%u", k ? ", " : "", c, k);
    }
  strbuf_printf (out, "%s) __asm__ (\"%s%s\");\n", n ? "" : "void", prefix, asm_name);
  return true;
}

/* A function that calls LEAF on what pointers lead to.  */
static void
leaf_thunk (const struct fir_leaf *leaf)
{
  const char *ret = c_type (leaf->ret), *label = function_label (leaf->name);
  struct strbuf b = { NULL, 0, 0 };

  for (unsigned k = 0; k < n_leaves; k++)
    if (strcmp (leaves[k].name, leaf->name) == 0)
      return;
  if (ret == NULL || label == NULL || n_leaves == sizeof leaves / sizeof *leaves)
    return;
  if (declare (&b, ret, ctx_printf (ctx, "leaf_%u", n_leaves), "", label, leaf->nparams,
	       leaf->params))
    {
      strbuf_printf (&b, "static void thunk_%u (void **a, void *r) { *(%s *) r = leaf_%u "
			 "(", n_leaves,
		     ret, n_leaves);
      for (unsigned k = 0; k < leaf->nparams; k++)
	strbuf_printf (&b, "%s*(%s *) a[%u]", k ? ", " : "", c_type (leaf->params[k]), k);
      strbuf_printf (&b, "); }\n");
      strbuf_printf (&code, "%s", b.s);
      strbuf_printf (&table, "  { \"%s\", thunk_%u },\n", leaf->name, n_leaves);
      leaves[n_leaves].label = label;
      leaves[n_leaves++].name = leaf->name;
    }
  strbuf_free (&b);
}

/* The type of R's results together; NULL if one is not known.  */
static const char *
results_type (const struct fir_region *r)
{
  struct type_field f[64];
  unsigned n = r->body->nrets;

  if (n == 0)
    return "void";
  if (n == 1)
    return c_type (fir_atom_type (r->body->rets[0]));
  if (n > sizeof f / sizeof *f)
    return NULL;
  for (unsigned k = 0; k < n; k++)
    f[k] = (struct type_field) { ctx_printf (ctx, "f%u", k), fir_atom_type (r->body->rets[k]), 0 };
  return c_type (type_record (ctx, NULL, n, f, 0, 0, 0));
}

/* The function between the callers of STUB and STUB, of the region in DUMP.  */
static bool
wrap (const char *stub, const char *dump)
{
  char *text = read_file (dump);
  struct strbuf err = { NULL, 0, 0 }, b = { NULL, 0, 0 };
  const struct type *params[200];
  struct fir_prog *p = text ? fir_parse (ctx, dump, text, &err) : NULL;
  struct fir_region *r = p ? p->regions : NULL;
  const char *ret = r ? results_type (r) : NULL;
  unsigned id = n_wrapped, n;
  bool good;

  if (ret == NULL || r->nparams >= sizeof params / sizeof *params)
    return false;
  n = r->nparams;
  for (unsigned k = 0; k < n; k++)
    params[k] = r->params[k]->type;
  /* The descriptors of its sites are handed on.  */
  params[n] = type_ptr (ctx, NULL, 0);
  good = declare (&b, ret, ctx_printf (ctx, "stub_%u", id), "", stub, n + 1, params)
	 && declare (&b, ret, ctx_printf (ctx, "wrap_%u", id), "fir.", stub, n + 1, params);
  if (good)
    {
      const char *sep = "";

      strbuf_printf (&b, "%s wrap_%u (", ret, id);
      for (unsigned k = 0; k <= n; k++)
	strbuf_printf (&b, "%s%s a%u", k ? ", " : "", c_type (params[k]), k);
      strbuf_printf (&b, ")\n{\n  void *args[] = { ");
      for (unsigned k = 0; k < n; k++)
	strbuf_printf (&b, "&a%u, ", k);
      strbuf_printf (&b, "0 };\n  fir_before (\"%s\", args);\n  %sstub_%u (", dump,
		     r->body->nrets ? ctx_printf (ctx, "%s r = ", ret) : "", id);
      for (unsigned k = 0; k <= n; k++)
	strbuf_printf (&b, "%sa%u", k ? ", " : "", k);
      strbuf_printf (&b, ");\n  void *results[] = { ");
      if (r->body->nrets == 1)
	strbuf_printf (&b, "&r");
      else
	for (unsigned k = 0; k < r->body->nrets; k++, sep = ", ")
	  strbuf_printf (&b, "%s&r.f%u", sep, k);
      strbuf_printf (&b, "%s };\n  fir_after (results);\n%s}\n", r->body->nrets ? "" : "0",
		     r->body->nrets ? "  return r;\n" : "");
      strbuf_printf (&code, "%s", b.s);
      for (struct fir_leaf *l = p->leaves; l; l = l->next)
	leaf_thunk (l);
      wrapped[n_wrapped++] = stub;
    }
  strbuf_free (&b);
  strbuf_free (&err);
  free (text);
  return good;
}

/* How many stubs have a name that begins with the N characters of LABEL.  */
static unsigned
sharing (const char *label, size_t n)
{
  unsigned same = 0;

  for (size_t k = 0; k < n_labels; k++)
    same += stub_label (labels[k]) == n && strncmp (labels[k], label, n) == 0;
  return same;
}

static bool
is_wrapped (const char *name, size_t n)
{
  for (unsigned k = 0; k < n_wrapped; k++)
    if (strlen (wrapped[k]) == n && memcmp (wrapped[k], name, n) == 0)
      return true;
  return false;
}

/* TEXT with its calls and jumps to stubs going to "fir.STUB".  */
static void
write_asm (const char *text, FILE *out)
{
  while (*text)
    {
      size_t n = strcspn (text, "\n"), op;
      const char *tab = text[0] == '\t' ? memchr (text + 1, '\t', n - 1) : NULL;

      if (tab != NULL && (text[1] == 'j' || strncmp (text + 1, "call", 4) == 0)
	  && is_wrapped (tab + 1, n - (op = (size_t) (tab + 1 - text))))
	fprintf (out, "%.*sfir.%.*s\n", (int) op, text, (int) (n - op), tab + 1);
      else
	fprintf (out, "%.*s\n", (int) n, text);
      text += n + (text[n] == '\n');
    }
  for (unsigned k = 0; k < n_wrapped; k++)
    fprintf (out, "\t.globl\t%s\n", wrapped[k]);
  for (unsigned k = 0; k < n_leaves; k++)
    fprintf (out, "\t.globl\t%s\n", leaves[k].label);
}

int
main (int argc, char **argv)
{
  struct nova_host host = { NULL, fatal, NULL, NULL, NULL, NULL };
  char *text;
  FILE *out;

  if (argc != 5 || (text = read_file (argv[1])) == NULL)
    {
      fputs ("usage: fir-wrap ASM DUMPS NEW-ASM C\n", stderr);
      return 2;
    }
  ctx = ctx_new (&host);
  note_labels (text);
  for (size_t k = 0; k < n_labels; k++)
    {
      size_t n = stub_label (labels[k]);
      const char *dump = ctx_printf (ctx, "%s.%.*s.000.extract.fir", argv[2], (int) n, labels[k]);

      if (n > 0 && (sharing (labels[k], n) != 1 || n_wrapped == sizeof wrapped / sizeof *wrapped
		    || !wrap (labels[k], dump)))
	n_not++;
    }
  out = fopen (argv[3], "w");
  if (out == NULL)
    return 2;
  write_asm (text, out);
  if (fclose (out) != 0)
    return 2;
  out = fopen (argv[4], "w");
  if (out == NULL)
    return 2;
  fprintf (out, "#define REFERENCE\n#include \"program.h\"\n#include \"fir-run.h\"\n%s%s"
	   "const struct fir_thunk fir_thunks[] = {\n%s  { 0, 0 }\n};\n",
	   types.s ? types.s : "", code.s ? code.s : "", table.s ? table.s : "");
  if (fclose (out) != 0)
    return 2;
  if (n_not)
    printf ("%u regions of %u not wrapped\n", n_not, n_not + n_wrapped);
  return 0;
}
