/* nova-cgen - random C programs with nova's builtins, as text.

     nova-cgen SEED COUNT [--only=K] [--no-fail] [--without=ROW,...]

   Prints a program of COUNT tests, each from its own seed, so that --only=K prints that test as it
   stands in the whole.  --without leaves out rows of cgen.def, named by their last column.  The
   program includes program.h and is compiled twice, see there.  A builtin that builtins.def says is
   BUILT and that cgen.def does not have is an error.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgen.h"

#define MOST_VARS 1000
struct var scope[MOST_VARS];
int n_scope, level;
struct length lengths[MOST_VARS];
int n_lengths;
struct text *out;
struct text functions, later;
bool may_fail = true, quiet, raises;
int nesting;
unsigned n_functions;
static uint64_t state;
static unsigned names;
static int test;
static const char *without = "";

static void *
need (void *p)
{
  if (p == NULL)
    {
      fputs ("nova-cgen: out of memory\n", stderr);
      exit (2);
    }
  return p;
}

/* A number below N.  */
unsigned
pick (unsigned n)
{
  uint64_t x = state += UINT64_C (0x9e3779b97f4a7c15);

  x = (x ^ (x >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C (0x94d049bb133111eb);
  x ^= x >> 31;
  return n == 0 ? 0 : (unsigned) (x % n);
}

bool
chance (unsigned percent)
{
  return pick (100) < percent;
}

/* Text of its own; it lives as long as the process.  */
static char *
vfmt (const char *f, va_list ap)
{
  va_list again;
  char *s;
  int n;

  va_copy (again, ap);
  n = vsnprintf (NULL, 0, f, again);
  va_end (again);
  s = need (malloc ((size_t) n + 1));
  vsnprintf (s, (size_t) n + 1, f, ap);
  return s;
}

char *
fmt (const char *f, ...)
{
  va_list ap;
  char *s;

  va_start (ap, f);
  s = vfmt (f, ap);
  va_end (ap);
  return s;
}

/* Add a line to OUT.  */
void
say (const char *f, ...)
{
  va_list ap;
  char *s;
  size_t n;

  va_start (ap, f);
  s = vfmt (f, ap);
  va_end (ap);
  n = strlen (s);
  if (out->n + n + 2 > out->room)
    {
      out->room = 2 * (out->n + n + 2);
      out->s = need (realloc (out->s, out->room));
    }
  memcpy (out->s + out->n, s, n);
  out->n += n;
  out->s[out->n++] = '\n';
  out->s[out->n] = '\0';
  free (s);
}

char *
fresh (const char *prefix)
{
  return fmt ("%s%d_%u", prefix, test, ++names);
}

/* Is the row of cgen.def of this name not to be drawn?  */
bool
left_out (const char *row)
{
  size_t n = strlen (row);

  for (const char *p = without; (p = strstr (p, row)) != NULL; p += n)
    if ((p == without || p[-1] == ',') && (p[n] == ',' || p[n] == '\0'))
      return true;
  return false;
}

struct var *
bind (char *name, int type, int len)
{
  if (n_scope == MOST_VARS)
    {
      fputs ("nova-cgen: too many variables\n", stderr);
      exit (2);
    }
  scope[n_scope] = (struct var) { .name = name, .type = type, .len = len, .level = level };
  return &scope[n_scope++];
}

struct mark
scope_begin (void)
{
  return (struct mark) { n_scope, n_lengths };
}

void
scope_end (struct mark m)
{
  n_scope = m.n_scope;
  n_lengths = m.n_lengths;
}

/* The scope, kept while a function is made that does not see it.  */
struct kept
{
  struct var scope[MOST_VARS];
  struct length lengths[MOST_VARS];
  int n_scope, n_lengths, nesting;
};

struct kept *
scope_saved (void)
{
  struct kept *s = need (malloc (sizeof *s));

  memcpy (s->scope, scope, sizeof scope);
  memcpy (s->lengths, lengths, sizeof lengths);
  s->n_scope = n_scope;
  s->n_lengths = n_lengths;
  s->nesting = nesting;
  return s;
}

void
scope_again (struct kept *s)
{
  memcpy (scope, s->scope, sizeof scope);
  memcpy (lengths, s->lengths, sizeof lengths);
  n_scope = s->n_scope;
  n_lengths = s->n_lengths;
  nesting = s->nesting;
  free (s);
}

int
new_length (char *text, bool bounded, bool nonempty, int factor)
{
  if (n_lengths == MOST_VARS)
    {
      fputs ("nova-cgen: too many lengths\n", stderr);
      exit (2);
    }
  lengths[n_lengths] = (struct length) { text, bounded, nonempty, factor };
  return n_lengths++;
}

/* A builtin that is BUILT and has no entry.  */
static int
missing (void)
{
  enum { OTHER,
#define NOVA_BUILTIN(ENUM, ...) B_##ENUM,
#include "builtins.def"
#undef NOVA_BUILTIN
    N_BUILTINS };
#define B_OTHER OTHER
  static const struct { const char *name; bool built; } rows[] = { { NULL, false },
#define BUILT true
#define RESERVED false
#define NOVA_BUILTIN(ENUM, NAME, SITE, SHORT, MIN, MAX, FNS, EFFECT, SHOWS, LENGTH, ROWS, BOUND, \
		     PLACES, STATUS, DOC) \
  { NAME, STATUS },
#include "builtins.def"
#undef NOVA_BUILTIN
  };
  static const int have[] = {
#define CGEN_VEC(ENUM, WEIGHT, FN) B_##ENUM,
#define CGEN_VALUE(ENUM, WEIGHT, FN) B_##ENUM,
#define CGEN_STMT(ENUM, WEIGHT, FN) B_##ENUM,
#define CGEN_USED(ENUM) B_##ENUM,
#include "cgen.def"
  };
  bool has[N_BUILTINS] = { false };
  int bad = 0;

  for (size_t i = 0; i < sizeof have / sizeof *have; i++)
    has[have[i]] = true;

  for (int i = 1; i < N_BUILTINS; i++)
    if (rows[i].built && !has[i])
      {
	fprintf (stderr, "nova-cgen: cgen.def has no entry for %s\n", rows[i].name);
	bad = 1;
      }
  return bad;
}

/* The pointers that a test gets, as parameters; the arguments for them.  */
static char *
pointers (char **args)
{
  char *s = fmt ("size_t n"), *name;

  *args = fmt ("n");
  for (unsigned k = pick (4); k > 0; k--)
    {
      int t = pick_type ();

      name = fresh ("a");
      s = fmt ("%s, T_%s *%s", s, type_info[t].id, name);
      *args = fmt ("%s, A_%s[%u] + %u", *args, type_info[t].id, pick (2), pick (12));
      bind (name, t, ANY_LENGTH)->pointer = true;
    }
  return s;
}

static void
gen_one (uint64_t seed, int number)
{
  struct text body = { NULL, 0, 0 };
  char *params, *args;

  state = seed * UINT64_C (1000003) + (uint64_t) number;
  n_functions++;
  raises = false;
  names = 0;
  test = number;
  n_scope = n_lengths = level = nesting = 0;
  functions.n = later.n = 0;
  new_length (fmt ("n"), true, false, 1);
  out = &body;
  bind (fmt ("n"), T_u64, ANY_LENGTH)->constant = true;
  params = pointers (&args);
  gen_statements (3 + (int) pick (9), 2);
  say ("}");
  printf ("\n/* Test %d.  */\n", number);
  if (functions.n > 0)
    fputs (functions.s, stdout);
  printf ("static __attribute__ ((noinline)) void\nbody_%d (%s)\n{\n%s", number, params, body.s);
  if (later.n > 0)
    printf ("\n%s", later.s);
  printf ("\nstatic void\ntest_%d (size_t n)\n{\nbody_%d (%s);\n}\n", number, number, args);
  free (body.s);
}

int
main (int argc, char **argv)
{
  uint64_t seed;
  int count, only = -1;
  bool *raising;

  if (missing ())
    return 1;
  if (argc < 3)
    {
      fputs ("usage: nova-cgen SEED COUNT [--only=K] [--no-fail] [--without=ROW,...]\n", stderr);
      return 2;
    }
  seed = strtoull (argv[1], NULL, 10);
  count = atoi (argv[2]);
  for (int i = 3; i < argc; i++)
    if (strncmp (argv[i], "--only=", 7) == 0)
      only = atoi (argv[i] + 7);
    else if (strcmp (argv[i], "--no-fail") == 0)
      may_fail = false;
    else if (strncmp (argv[i], "--without=", 10) == 0)
      without = argv[i] + 10;
  printf ("/* nova-cgen %s %s  */\n#include \"program.h\"\n", argv[1], argv[2]);
  raising = need (calloc ((size_t) count + 1, sizeof *raising));
  for (int k = 0; k < count; k++)
    if (only < 0 || k == only)
      {
	gen_one (seed, k);
	raising[k] = raises;
      }
  printf ("\nconst struct entry TESTS[] = {\n");
  for (int k = 0; k < count; k++)
    if (only < 0 || k == only)
      printf ("  { %d, test_%d, %d },\n", k, k, raising[k]);
  free (raising);
  printf ("  { -1, NULL, 0 }\n};\n/* %u functions  */\n", n_functions);
  return ferror (stdout) != 0;
}
