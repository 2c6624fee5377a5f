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

#include "fir-run-int.h"

/* How many elements of each array are looked at.  */
size_t fir_room;

struct now now;

static unsigned long n_evaluated, n_views, n_wrong, n_raised;
static struct { char why[64]; unsigned long n; } reasons[40];

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
  else if (!eval_fir (now.values->prog, now.call.s, &now.wanted, NULL)
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
      const char *p = nova_vec_place (v, 0, element, NULL);

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

/* A minimum or maximum of floats may be either of two zeros.  */
static void
note_least (struct fir_stmt *s, void *data)
{
  bool *either_zero = (bool *) data;

  *either_zero |= (s->op == FIR_MIN || s->op == FIR_MAX) && !type_is_integral (s->res[0]->type);
}

/* Drop the signs of the zeros in TEXT.  */
static void
drop_signs (char *text)
{
  char *to = text;

  for (const char *s = text; *s; s++)
    if (s[0] != '-' || s[1] != '0' || s[2] == '.' || isdigit ((unsigned char) s[2]))
      *to++ = *s;
  *to = 0;
}

/* Are the results FOUND, and what is said of changed arrays behind them, as the evaluator has
   them?  */
static bool
as_wanted (char *found)
{
  bool either_zero = false;

  fir_walk (now.region->body, note_least, &either_zero);
  if (either_zero)
    {
      drop_signs (found);
      drop_signs (now.wanted.s);
    }
  return strncmp (now.wanted.s, found, strlen (found)) == 0
	 && strchr (";", now.wanted.s[strlen (found)]) != NULL;
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
  else if (!as_wanted (found.s))
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
  leaf_raised (line);
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
