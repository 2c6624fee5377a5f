/* nova-fuzz: random programs through the whole core.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The programs of seeds FIRST, FIRST + 1, ... are made and judged in a child, which a crash or a
   program that never ends takes away; then another goes on behind it.  A program that fails is
   shrunk and written to a file.  */

#include "fuzz.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LIMIT_SECONDS 20	/* for one program */
#define MAX_TEXTS 64
#define MAX_PASSES 32
#define MAX_KNOWN 64
#define ENOUGH 10000		/* so many programs use every row, and make every pass do
				   something */

/* What the child tells, in memory that both share.  */
struct shared
{
  struct support support;
  uint64_t seed;		/* at hand */
  uint64_t done, failed, known;
  uint64_t found[FOUND_LAST];
  uint64_t ops[FIR_LAST];
  uint64_t fired[MAX_PASSES], laws[LAW_LAST];
  struct
  {
    char text[100];
    uint64_t n;
  } refused[MAX_TEXTS];		/* why programs were not lowered, or have no meaning */
};

struct options
{
  uint64_t first, count, stop_after;
  bool show, table, no_shrink, large, total;
  uint64_t compiled;		/* so many programs as C, too */
  const char *cc;
  uint64_t known[MAX_KNOWN];	/* seeds whose failure is told, but fails nothing */
  unsigned nknown;
  const char *dir, *refused;	/* REFUSED: failures are those, too, whose text has this */
};

static struct options opt = { .count = 1000, .stop_after = 10, .dir = ".", .cc = "cc" };
static struct shared *shared;

/* Read the file NAME of known failures: a seed a line, then why.  */
static void
read_known (const char *name)
{
  FILE *f = fopen (name, "r");
  char line[256];

  if (!f)
    {
      perror (name);
      exit (2);
    }
  while (fgets (line, sizeof line, f))
    if (line[0] != '#' && opt.nknown < MAX_KNOWN)
      opt.known[opt.nknown++] = strtoull (line, NULL, 10);
  fclose (f);
}

static bool
is_known (uint64_t seed)
{
  for (unsigned k = 0; k < opt.nknown; k++)
    if (opt.known[k] == seed)
      return true;
  return false;
}

static void
note_text (const char *text)
{
  char key[100];
  unsigned k, n = 0;

  /* The same whatever the numbers.  */
  for (k = 0; text[k] && text[k] != '\n' && n < sizeof key - 1; k++)
    if (text[k] < '0' || text[k] > '9')
      key[n++] = text[k];
  key[n] = 0;
  for (k = 0; k < MAX_TEXTS - 1; k++)
    if (!shared->refused[k].n || strcmp (shared->refused[k].text, key) == 0)
      break;
  strcpy (shared->refused[k].text, key);
  shared->refused[k].n++;
}

/* Write P, with what was found, to DIR/fuzz-SEED.fir.  */
static void
write_program (const struct program *p, const struct verdict *v, const char *how)
{
  char name[256], line[64];
  FILE *f;
  const char *s;

  snprintf (name, sizeof name, "%s/fuzz-%llu%s.fir", opt.dir, (unsigned long long) p->seed, how);
  f = fopen (name, "w");
  if (!f)
    {
      fprintf (stderr, "nova-fuzz: %s: %s\n", name, strerror (errno));
      return;
    }
  fprintf (f, ";; %s: %s\n", found_text[v->found], v->stage);
  for (s = v->text; *s; s += strcspn (s, "\n"), s += *s == '\n')
    fprintf (f, ";   %.*s\n", (int) strcspn (s, "\n"), s);
  for (unsigned k = 0; k < p->ncalls; k++)
    fprintf (f, "; --eval='%s'\n", p->calls[k].s);
  fprintf (f, "\n%s", p->text.s);
  snprintf (line, sizeof line, "%s", found_text[v->found]);
  if (fclose (f) == 0)
    fprintf (stderr, "seed %llu: %s %s: %s\n%s\n", (unsigned long long) p->seed, line, v->stage,
	     name, v->text);
}

static struct verdict
judge_program (const struct program *p)
{
  const char *calls[MAX_CALLS];

  for (unsigned k = 0; k < p->ncalls; k++)
    calls[k] = p->calls[k].s;
  return judge (p->text.s, p->ncalls, calls, p->mode);
}

/* A third of the programs are about a row.  */
static enum fir_op
seed_focus (uint64_t seed)
{
  return seed % 3 || gen_only_place < gen_places ? FIR_LAST : (enum fir_op) (seed / 3 % FIR_LAST);
}

static void
run_seed (uint64_t seed)
{
  struct program p;
  struct verdict v;

  alarm (LIMIT_SECONDS);
  generate (&p, seed, &shared->support, seed_focus (seed), false, "r");
  if (opt.show)
    {
      printf ("%s", p.text.s);
      for (unsigned k = 0; k < p.ncalls; k++)
	printf (";; EVAL: %s\n", p.calls[k].s);
      fflush (stdout);
    }
  v = judge_program (&p);
  shared->found[v.found]++;
  for (unsigned k = 0; k < FIR_LAST; k++)
    shared->ops[k] += p.ops[k];
  if (v.found == FOUND_UNDEFINED || v.found == FOUND_REFUSED)
    note_text (v.text);
  if (v.found == FOUND_UNDEFINED || v.found == FOUND_REFUSED
      ? opt.refused && strstr (v.text, opt.refused) : v.found != FOUND_NONE)
    {
      if (is_known (seed))
	shared->known++;
      else
	shared->failed++;
      alarm (LIMIT_SECONDS * 10);
      write_program (&p, &v, "");
      if (!opt.no_shrink)
	{
	  shrink (&p, &v);
	  write_program (&p, &v, "-small");
	}
    }
  program_free (&p);
}

/* The program of SEED crashed, or did not end.  */
static void
crashed (uint64_t seed)
{
  struct program p;
  struct verdict v;
  const char *calls[MAX_CALLS];

  generate (&p, seed, &shared->support, seed_focus (seed), false, "r");
  for (unsigned k = 0; k < p.ncalls; k++)
    calls[k] = p.calls[k].s;
  v = judge_apart (p.text.s, p.ncalls, calls, p.mode);
  write_program (&p, &v, "");
  if (!opt.no_shrink && v.found == FOUND_FATAL)
    {
      shrink (&p, &v);
      write_program (&p, &v, "-small");
    }
  program_free (&p);
}

/* From seed SEED on, in this process.  */
static void
run_child (uint64_t seed)
{
  for (; seed < opt.first + opt.count && shared->failed < opt.stop_after; seed++)
    {
      shared->seed = seed;
      run_seed (seed);
      shared->done++;
    }
}

static void
run_all (void)
{
  uint64_t seed = opt.first;

  while (seed < opt.first + opt.count && shared->failed < opt.stop_after)
    {
      int status;
      pid_t child;

      fflush (NULL);
      child = fork ();
      if (child < 0)
	{
	  perror ("nova-fuzz: fork");
	  exit (2);
	}
      if (!child)
	{
	  run_child (seed);
	  fflush (NULL);
	  _exit (0);
	}
      while (waitpid (child, &status, 0) < 0 && errno == EINTR)
	;
      if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
	return;
      fprintf (stderr, "seed %llu: %s (%d)\n", (unsigned long long) shared->seed,
	       WIFSIGNALED (status) && WTERMSIG (status) == SIGALRM ? "does not end" : "crashes",
	       status);
      shared->failed++;
      shared->found[FOUND_FATAL]++;
      crashed (shared->seed);
      seed = shared->seed + 1;
    }
}

/* --- Reports --------------------------------------------------------------------------------- */

/* The coverage of laws: how often each was used in programs whose values were equal then; how many
   were never.  */
static unsigned
report_laws (void)
{
  unsigned bad = 0;

  for (unsigned k = 0; k < LAW_LAST; k++)
    {
      if (opt.table)
	printf ("  %8llu  %-4s %s\n", (unsigned long long) shared->laws[k], law_table[k].number,
		law_table[k].text);
      if (!shared->laws[k] && shared->done >= ENOUGH)
	{
	  printf ("law %s was never used: %s\n", law_table[k].number, law_table[k].text);
	  bad++;
	}
    }
  return bad;
}

static unsigned
report (double seconds)
{
  unsigned bad = 0;

  printf ("%llu programs in %.1f s, %.0f a second:", (unsigned long long) shared->done, seconds,
	  (double) shared->done / (seconds > 0 ? seconds : 1));
  for (unsigned k = 0; k < FOUND_LAST; k++)
    if (shared->found[k])
      printf (" %llu %s", (unsigned long long) shared->found[k], found_text[k]);
  putchar ('\n');
  if (shared->known)
    printf ("  %8llu  known failures\n", (unsigned long long) shared->known);
  for (unsigned k = 0; k < MAX_TEXTS && shared->refused[k].n; k++)
    if (opt.table || shared->refused[k].n * 50 > shared->done)
      printf ("  %8llu  %s\n", (unsigned long long) shared->refused[k].n, shared->refused[k].text);
  for (unsigned k = 0; k < pass_count; k++)
    {
      if (opt.table)
	printf ("  %8llu  changes by pass %s\n", (unsigned long long) shared->fired[k],
		pass_table[k].name);
      if (!shared->fired[k] && shared->done >= ENOUGH)
	{
	  printf ("pass %s changed no program\n", pass_table[k].name);
	  bad++;
	}
    }
  for (unsigned op = 0; op < FIR_LAST; op++)
    {
      const char *how = !shared->support.known[op] ? "not evaluated"
			: !shared->support.lowered[op] ? "not lowered" : NULL;

      if (opt.table)
	printf ("  %8llu  %s%s%s\n", (unsigned long long) shared->ops[op], fir_op_info[op].text,
		how ? ": " : "", how ? how : "");
      if (shared->support.known[op] && !shared->ops[op] && shared->done >= ENOUGH)
	{
	  printf ("row %s was never used\n", fir_op_info[op].text);
	  bad++;
	}
    }
  return bad + report_laws ();
}

static void __attribute__ ((noreturn))
usage (void)
{
  fprintf (stderr, "Usage: nova-fuzz [--seeds=N] [--first=SEED] [--stop-after=FAILURES]\n"
		   "                 [--dir=DIR] [--c=N] [--cc=COMPILER] [--refused=TEXT]\n"
		   "                 [--known=FILE] [--place=ROW] [--no-shrink] [--table]\n"
		   "                 [--large] [--total] [--show]\n");
  exit (2);
}

static void
read_options (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      const char *a = argv[i];

      if (strncmp (a, "--seeds=", 8) == 0)
	opt.count = strtoull (a + 8, NULL, 10);
      else if (strncmp (a, "--first=", 8) == 0)
	opt.first = strtoull (a + 8, NULL, 10);
      else if (strncmp (a, "--stop-after=", 13) == 0)
	opt.stop_after = strtoull (a + 13, NULL, 10);
      else if (strncmp (a, "--dir=", 6) == 0)
	opt.dir = a + 6;
      else if (strncmp (a, "--c=", 4) == 0)
	opt.compiled = strtoull (a + 4, NULL, 10);
      else if (strncmp (a, "--cc=", 5) == 0)
	opt.cc = a + 5;
      else if (strncmp (a, "--place=", 8) == 0)
	gen_only_place = (unsigned) strtoul (a + 8, NULL, 10);
      else if (strncmp (a, "--refused=", 10) == 0)
	opt.refused = a + 10;
      else if (strncmp (a, "--known=", 8) == 0)
	read_known (a + 8);
      else if (strcmp (a, "--no-shrink") == 0)
	opt.no_shrink = true;
      else if (strcmp (a, "--large") == 0)
	opt.large = true;
      else if (strcmp (a, "--total") == 0)
	opt.total = true;
      else if (strcmp (a, "--table") == 0)
	opt.table = true;
      else if (strcmp (a, "--show") == 0)
	opt.show = true;
      else
	usage ();
    }
}

int
main (int argc, char **argv)
{
  struct timespec begin, end;
  unsigned bad;

  read_options (argc, argv);
  if (opt.large)
    return large_files () ? 1 : 0;
  if (opt.total)
    return total_terms (opt.dir, opt.compiled ? opt.cc : NULL) ? 1 : 0;
  shared = (struct shared *) mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    {
      perror ("nova-fuzz: mmap");
      return 2;
    }
  /* Each program takes and returns its memory: it stays with the process.  */
  mallopt (M_TRIM_THRESHOLD, 1 << 30);
  mallopt (M_MMAP_THRESHOLD, 1 << 30);
  bad = gen_missing ();
  find_support (&shared->support);
  if (pass_count <= MAX_PASSES)
    judge_fired = shared->fired;
  judge_laws = shared->laws;
  clock_gettime (CLOCK_MONOTONIC, &begin);
  run_all ();
  clock_gettime (CLOCK_MONOTONIC, &end);
  bad += report ((double) (end.tv_sec - begin.tv_sec)
		 + 1e-9 * (double) (end.tv_nsec - begin.tv_nsec));
  if (opt.compiled)
    bad += compile_programs (opt.first, opt.compiled, &shared->support, opt.dir, opt.cc);
  return bad || shared->failed ? 1 : 0;
}
