/* The plugin's options: read, checked against their lists, explained.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "entry.h"

enum option_kind { KIND_FLAG, KIND_TEXT, KIND_FILE, KIND_HELP };

struct option_row
{
  const char *name;
  enum option_kind kind;
  const char *value, *doc;
};

static const struct option_row rows[] =
{
#define NOVA_OPTION(FIELD, NAME, KIND, VALUE, DOC) { NAME, KIND_##KIND, VALUE, DOC },
#include "options.def"
#undef NOVA_OPTION
};

/* Where option I puts its value; a bool for a flag, else a const char *.  */
static void *
field (unsigned i)
{
  static bool help;
  unsigned n = 0;
  nova_options *o = &option;
#define HERE_FLAG(FIELD) &o->FIELD
#define HERE_TEXT(FIELD) &o->FIELD
#define HERE_FILE(FIELD) &o->FIELD
#define HERE_HELP(FIELD) &help
#define NOVA_OPTION(FIELD, NAME, KIND, VALUE, DOC) if (i == n++) return HERE_##KIND (FIELD);
#include "options.def"
#undef NOVA_OPTION
  return NULL;
}

static const char *const pass_names[] =
{
#define FIR_PASS(NAME, TEXT, WHEN, NEEDS, GIVES, OFF, DOC) TEXT,
#include "core/pass/passes.def"
#undef FIR_PASS
#define IMP_PASS(NAME, TEXT, TAKES, FOR, NEEDS, NOT, GIVES, DOC) TEXT,
#include "core/schedule/imp-passes.def"
#undef IMP_PASS
};

/* The versions of regions that have names, for -off.  */
static const char *const version_names[] =
{
#define NOVA_VERSION(ID, NAME, OF, READS, TARGET, WORTH, TEST, ELSE, SPEED, DOC) NAME,
#include "gen/versions.def"
#undef NOVA_VERSION
};

/* The values of -dump besides the passes.  */
static const char *const stage_names[] = { "all", "extract", "lower", "samples" };

/* The nearest to a wrong word, so far.  */
struct nearest
{
  const char *word;
  const char *best;
  unsigned distance;
};

static void
consider (struct nearest *n, const char *candidate)
{
  unsigned d = get_edit_distance (n->word, strlen (n->word), candidate, strlen (candidate));
  if (!n->best || d < n->distance)
    {
      n->best = candidate;
      n->distance = d;
    }
}

/* Report WORD, unknown as a WHAT of option NAME.  */
static void
report_unknown (const char *what, const char *name, const struct nearest *n)
{
  error ("%s %qs of %<-fplugin-arg-nova-%s%> is unknown; did you mean %qs?", what, n->word, name,
	 n->best);
}

/* Call CHECK for each word of the comma list TEXT.  */
static void
each_word (const char *text, void (*check) (const char *word))
{
  char *copy = xstrdup (text);
  for (char *word = strtok (copy, ","); word; word = strtok (NULL, ","))
    check (word);
  free (copy);
}

/* WORD names a pass or one of the N words of MORE.  */
static void
check_pass (const char *option, const char *word, const char *const *more, unsigned n_more)
{
  struct nearest n = { word, NULL, 0 };
  for (unsigned i = 0; i < ARRAY_SIZE (pass_names); i++)
    consider (&n, pass_names[i]);
  for (unsigned i = 0; i < n_more; i++)
    if (*more[i])
      consider (&n, more[i]);
  if (n.distance)
    report_unknown ("pass", option, &n);
}

static void
check_dump (const char *word)
{
  check_pass ("dump", word, stage_names, ARRAY_SIZE (stage_names));
}

static void
check_off (const char *word)
{
  check_pass ("off", word, version_names, ARRAY_SIZE (version_names));
  /* All others make the program faster, or nothing of C.  */
  if (strcmp (word, "expand") == 0)
    error ("pass %qs cannot be left out: what it expands has no other translation", word);
}

static void
check_unchecked (const char *word)
{
  struct nearest n = { word, NULL, 0 };
  for (unsigned i = 0; option_checked_name (i); i++)
    consider (&n, option_checked_name (i));
  if (n.distance)
    report_unknown ("operation", "unchecked", &n);
}

static void
check_target (const char *word)
{
  struct nearest n = { word, NULL, 0 };
  consider (&n, "cpu");
  if (!strcmp (word, "cuda"))
    error ("this version of nova does not generate code for the target %qs", word);
  else if (n.distance)
    report_unknown ("target", "target", &n);
}

static void
print_help (void)
{
  printf ("Options of the nova plugin:\n");
  for (unsigned i = 0; i < ARRAY_SIZE (rows); i++)
    {
      const char *open = "", *close = "";
      if (rows[i].kind == KIND_TEXT)
	open = "=";
      else if (rows[i].kind == KIND_FILE)
	open = "[=", close = "]";
      char *left = xasprintf ("-fplugin-arg-nova-%s%s%s%s", rows[i].name, open, rows[i].value,
			      close);
      printf ("  %-42s %s\n", left, rows[i].doc);
      free (left);
    }
}

/* Set option I, given with VALUE (NULL: none).  */
static void
set_option (unsigned i, const char *value)
{
  const char *name = rows[i].name;
  switch (rows[i].kind)
    {
    case KIND_HELP:
    case KIND_FLAG:
      if (value)
	error ("%<-fplugin-arg-nova-%s%> takes no value", name);
      else if (rows[i].kind == KIND_HELP)
	print_help ();
      *(bool *) field (i) = true;
      break;
    case KIND_TEXT:
      if (!value || !*value)
	error ("%<-fplugin-arg-nova-%s%> needs a value: %s", name, rows[i].value);
      else
	{
	  /* Given several times, lists add up.  */
	  const char **list = (const char **) field (i);
	  *list = *list ? concat (*list, ",", value, NULL) : value;
	}
      break;
    case KIND_FILE:
      *(const char **) field (i) = value && *value ? value : "-";
      break;
    }
}

/* Read the ARGC arguments ARGV.  Mistakes are reported as errors of the compilation.  */
void
entry_read_options (int argc, const struct plugin_argument *argv)
{
  for (int a = 0; a < argc; a++)
    {
      struct nearest n = { argv[a].key, NULL, 0 };
      unsigned found = ARRAY_SIZE (rows);
      for (unsigned i = 0; i < ARRAY_SIZE (rows); i++)
	{
	  consider (&n, rows[i].name);
	  if (!strcmp (argv[a].key, rows[i].name))
	    found = i;
	}
      if (found < ARRAY_SIZE (rows))
	set_option (found, argv[a].value);
      else
	error ("unknown option %<-fplugin-arg-nova-%s%>; did you mean %<-fplugin-arg-nova-%s%>?",
	       argv[a].key, n.best);
    }
  if (option.dump)
    each_word (option.dump, check_dump);
  if (option.off)
    each_word (option.off, check_off);
  if (option.unchecked)
    each_word (option.unchecked, check_unchecked);
  if (option.target)
    each_word (option.target, check_target);
}
