/* race-fuzz: changed IMP programs that the checker must not admit if iterations race.

   The programs are those of the tests, in IMP, or in FIR and lowered.  One or two words or lines
   are changed: another number, another name, another operation, a statement left out or put in
   another place.  Most of what comes out interferes or is no program.  What the checker admits is
   evaluated, with the calls that the test has in its EVAL lines; a race that the evaluator finds
   then is a defect of the checker, and the program is printed; so is one that the passes over IMP
   make into something that is not admitted.  Left out is what the checker takes
   for granted: parfors that are trusted, cursors, parameters that share memory, what `overlap' is
   asked about.

     race-fuzz FIRST COUNT FILE...

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir/fir-check.h"
#include "imp/imp.h"
#include "eval/imp-eval.h"
#include "lower/lower.h"
#include "pass/pass.h"
#include "schedule/schedule.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT (1 << 16)
#define MAX_FILES 2048
#define MAX_EVALS 48

struct program
{
  const char *name;
  char *text;			/* in IMP */
  char *calls[MAX_EVALS];
  unsigned ncalls;
};

static struct program programs[MAX_FILES];
static unsigned nprograms;
static uint64_t state;
static jmp_buf escape;

static unsigned
below (size_t n)
{
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (unsigned) ((state * 0x2545f4914f6cdd1du >> 33) % (n ? n : 1));
}

/* --- Programs of the tests ------------------------------------------------------------------- */

static void
diagnose (struct nova_host *host, enum diag_kind kind, uint32_t site, const char *msg)
{
  (void) host;
  (void) kind;
  (void) site;
  (void) msg;
}

/* Also of what the passes refuse.  */
static void __attribute__ ((noreturn))
fatal (struct nova_host *host, const char *msg)
{
  (void) host;
  (void) msg;
  longjmp (escape, 1);
}

static struct nova_host host = { .diagnose = diagnose, .fatal = fatal };

static char *
copy_text (const char *s, size_t n)
{
  char *t = (char *) malloc (n + 1);

  memcpy (t, s, n);
  t[n] = 0;
  return t;
}

static char *
read_file (const char *name)
{
  FILE *f = fopen (name, "r");
  char *text = (char *) malloc (MAX_TEXT);
  size_t n;

  if (!f)
    {
      fprintf (stderr, "race-fuzz: %s cannot be read\n", name);
      exit (2);
    }
  n = fread (text, 1, MAX_TEXT - 1, f);
  text[n] = 0;
  fclose (f);
  return text;
}

/* The calls of the lines ";; EVAL: (F ARGS) = VALUE" of TEXT.  */
static void
find_calls (struct program *p, const char *text)
{
  const char *at = text, *end, *value;

  while ((at = strstr (at, ";; EVAL: ")) && p->ncalls < MAX_EVALS)
    {
      at += strlen (";; EVAL: ");
      end = at + strcspn (at, "\n");
      value = strstr (at, ") = ");
      if (value && value < end)
	p->calls[p->ncalls++] = copy_text (at, (size_t) (value + 1 - at));
      at = end;
    }
}

/* FIR program TEXT, lowered and, if SCHEDULED, through the passes over IMP; NULL if that cannot
   be.  */
static char *
lowered (const char *name, const char *text, bool scheduled)
{
  struct nova_ctx *ctx = ctx_new (&host);
  struct strbuf err = { NULL, 0, 0 }, out = { NULL, 0, 0 };
  struct pass_log log = { ctx, NULL, NULL };
  struct pass_options opt = { .off = NULL };
  struct fir_prog *volatile p = NULL;
  struct imp_prog *volatile q = NULL;

  if (setjmp (escape) == 0)
    {
      p = fir_parse (ctx, name, text, &err);
      if (p && fir_check_file (p, name, text, &err) && pass_run (p, &opt, &log))
	q = lower (p, &log, READS_ANY, &target_pool, NULL);
      if (q && (!scheduled || schedule_run (q, NULL)))
	imp_print (&out, q);
    }
  strbuf_free (&err);
  ctx_free (ctx);
  return out.len && out.len < MAX_TEXT ? out.s : NULL;
}

/* P, if there are iterations in it, and calls of it.  */
static void
keep_program (const struct program *p)
{
  if (p->text && p->ncalls && strstr (p->text, " cost ") && nprograms < MAX_FILES)
    programs[nprograms++] = *p;
}

static void
add_program (const char *name)
{
  struct program p = { .name = name };
  char *text = read_file (name);
  size_t n = strlen (name);
  bool fir = n > 4 && !strcmp (name + n - 4, ".fir");

  if (strstr (text, ";; ERROR"))
    return;
  find_calls (&p, text);
  p.text = fir ? lowered (name, text, true) : text;
  keep_program (&p);
  p.text = fir ? lowered (name, text, false) : NULL;
  keep_program (&p);
}

/* --- Changes --------------------------------------------------------------------------------- */

static char text[2 * MAX_TEXT];

static bool
in_word (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '.';
}

/* The word or line of BODY, which ends at END, that begins at or behind a random place: *N
   bytes.  */
static char *
some_word (char *body, char *end, size_t *n)
{
  char *at = body + below ((size_t) (end - body));

  while (at > body && in_word (at[-1]))
    at--;
  while (at < end && !in_word (*at))
    at++;
  for (*n = 0; at + *n < end && in_word (at[*n]);)
    ++*n;
  return at;
}

static char *
some_line (char *body, char *end, size_t *n)
{
  char *at = body + below ((size_t) (end - body));

  while (at > body && at[-1] != '\n')
    at--;
  *n = strcspn (at, "\n");
  *n += at[*n] == '\n';
  return at;
}

/* WITH, M bytes, in the place of N bytes at AT.  */
static void
replace (char *at, size_t n, const char *with, size_t m)
{
  char few[256];

  if (m >= sizeof few || strlen (text) + m >= sizeof text)
    return;
  memcpy (few, with, m);
  memmove (at + m, at + n, strlen (at + n) + 1);
  memcpy (at, few, m);
}

static void
change_word (char *body, char *end)
{
  static const char *const ops[] = { "add",  "sub", "min", "max", "mul", "rem",	 "div",
				     "band", "lt",  "le",  "ge",  "ne",	 "padd", "select" };
  static const char *const numbers[]
    = { "0", "1", "2", "3", "4", "5", "7", "8", "32", "256", "18446744073709551615",
	"9223372036854775808" };
  static const char *const types[] = { "u64", "i64", "u8", "i8", "u32", "i32" };
  static const char *const spaces[] = { "private", "program", "" };
  size_t n, m;
  char *at = some_word (body, end, &n), *other;

  if (!n)
    return;
  if (isdigit ((unsigned char) *at))
    {
      const char *with = numbers[below (12)];

      replace (at, strspn (at, "0123456789"), with, strlen (with));
      return;
    }
  for (unsigned k = 0; k < 6; k++)
    if (n == strlen (types[k]) && !strncmp (at, types[k], n))
      {
	const char *with = types[below (6)];

	replace (at, n, with, strlen (with));
	return;
      }
  for (unsigned k = 0; k < 14; k++)
    if (n == strlen (ops[k]) && !strncmp (at, ops[k], n))
      {
	const char *with = ops[below (14)];

	replace (at, n, with, strlen (with));
	return;
      }
  if (n == 3 && !strncmp (at, "ptr", n))
    {
      replace (at, n, "ptr private", 11);
      return;
    }
  for (unsigned k = 0; k < 2; k++)
    if (n == strlen (spaces[k]) && !strncmp (at, spaces[k], n))
      {
	const char *with = spaces[below (3)];

	replace (at, n, with, strlen (with));
	return;
      }
  other = some_word (body, end, &m);
  replace (at, n, other, m);
}

/* A line of its own, which opens and closes no block.  */
static bool
is_statement (const char *at, size_t n)
{
  return n > 1 && !memchr (at, '{', n) && !memchr (at, '}', n);
}

/* A line away, doubled, or put in the place of another one.  */
static void
change_line (char *body, char *end)
{
  size_t n, m;
  char *at = some_line (body, end, &n), *other = some_line (body, end, &m);

  if (!is_statement (at, n) || !is_statement (other, m))
    return;
  switch (below (3))
    {
    case 0: replace (at, n, "", 0); break;
    case 1: replace (at, 0, other, m); break;
    case 2: replace (at, n, other, m); break;
    }
}

/* The procedure that a change begins in, of TEXT: its body and its name.  */
static char *
some_proc (char **end, char *name, size_t size)
{
  char *procs[512];
  unsigned n = 0;

  for (char *at = strstr (text, "proc @"); at && n < 512; at = strstr (at + 1, "proc @"))
    procs[n++] = at;
  if (!n)
    return NULL;
  char *proc = procs[below (n)], *body = strchr (proc, '\n');
  size_t length = strcspn (proc + 6, " (");

  if (!body || length >= size)
    return NULL;
  memcpy (name, proc + 6, length);
  name[length] = 0;
  *end = strstr (body, "\n}");
  if (!*end || memmem (body, (size_t) (*end - body), " trusted ", 9)
      || memmem (body, (size_t) (*end - body), " cursor ", 8)
      || memmem (body, (size_t) (*end - body), "overlap (", 9))
    return NULL;
  return body + 1;
}

/* --- Judging --------------------------------------------------------------------------------- */

struct totals
{
  uint64_t made, parsed, admitted, ran, raced;
};

/* Evaluate the calls that P has of procedure NAME of Q.  */
static void
evaluate (const struct program *p, struct imp_prog *q, const char *name, uint64_t seed,
	  struct totals *t)
{
  size_t n = strlen (name);

  for (unsigned k = 0; k < p->ncalls; k++)
    {
      const char *f = strchr (p->calls[k], '(');
      struct strbuf out = { NULL, 0, 0 };
      bool stop = false;

      while (f && strncmp (f + 1, name, n))
	f = strchr (f + 1, '(');
      if (!f || !strchr (" )", f[n + 1]) || strchr (p->calls[k], '&'))
	continue;
      t->ran += eval_imp (q, p->calls[k], 1 + below (3), 4, &out, NULL);
      if (out.s && strstr (out.s, "race: "))
	{
	  printf ("%llu: %s: admitted, but %s: %s\n%s\n", (unsigned long long) seed, p->name,
		  p->calls[k], out.s, text);
	  t->raced++;
	}
      stop = out.s && (strstr (out.s, "race: ") || strstr (out.s, "too long"));
      strbuf_free (&out);
      if (stop)
	break;
    }
}

/* Do the passes over IMP make of Q what the checker admits, too?  They may refuse it.  */
static bool
divides (struct imp_prog *q)
{
  struct strbuf err = { NULL, 0, 0 };
  bool good = !schedule_run (q, NULL) || imp_check (q, &err);

  strbuf_free (&err);
  return good;
}

static void
judge (uint64_t seed, struct totals *t)
{
  const struct program *p;
  struct nova_ctx *ctx;
  struct strbuf err = { NULL, 0, 0 };
  struct imp_prog *q;
  char name[128], *end, *body;

  state = seed * 0x9e3779b97f4a7c15u + 0x1234567;
  p = &programs[below (nprograms)];
  strcpy (text, p->text);
  body = some_proc (&end, name, sizeof name);
  if (!body)
    return;
  for (unsigned k = 1 + below (2); k > 0; k--)
    {
      if (below (3))
	change_word (body, end);
      else
	change_line (body, end);
      end = strstr (body, "\n}");
      if (!end)
	return;
    }
  t->made++;
  ctx = ctx_new (&host);
  if (setjmp (escape) == 0 && (q = imp_parse (ctx, "changed", text, &err)))
    {
      t->parsed++;
      if (imp_check (q, &err))
	{
	  t->admitted++;
	  evaluate (p, q, name, seed, t);
	  if (!divides (q))
	    {
	      printf ("%llu: %s: admitted, but not when divided: %s\n%s\n",
		      (unsigned long long) seed, p->name, name, text);
	      t->raced++;
	    }
	}
    }
  strbuf_free (&err);
  ctx_free (ctx);
}

int
main (int argc, char **argv)
{
  struct totals t = { 0 };
  uint64_t first, count;

  if (argc < 4)
    {
      fprintf (stderr, "usage: race-fuzz FIRST COUNT FILE...\n");
      return 2;
    }
  setvbuf (stdout, NULL, _IOLBF, 0);
  first = strtoull (argv[1], NULL, 10);
  count = strtoull (argv[2], NULL, 10);
  for (int k = 3; k < argc; k++)
    add_program (argv[k]);
  for (uint64_t k = 0; k < count && nprograms; k++)
    judge (first + k, &t);
  printf ("%u programs changed %llu times: %llu still are programs, %llu admitted, %llu calls ran, "
	  "%llu raced\n",
	  nprograms, (unsigned long long) t.made, (unsigned long long) t.parsed,
	  (unsigned long long) t.admitted, (unsigned long long) t.ran,
	  (unsigned long long) t.raced);
  return t.raced != 0 || t.ran == 0;
}
