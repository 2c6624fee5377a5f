/* nova-fuzz: the same programs as compiled C.

   Some programs become one FIR text, one IMP program and one C file with a main, which is
   compiled by the host's compiler and linked with libnovart; what it prints is what the evaluator
   of FIR gives.  Programs of which the laws leave the error open are not taken, nor what C leaves
   open (gen-*.c: plain_c); the sign of a NaN is not compared.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"
#include "emit/emit-c.h"
#include "eval/fir-eval.h"

#include <stdlib.h>
#include <string.h>

#define BATCH 25

struct batch
{
  struct strbuf text;		/* the FIR of all */
  unsigned n;
  struct program p[BATCH];
  unsigned ncalls;
  const char *calls[BATCH * MAX_CALLS];
  unsigned owner[BATCH * MAX_CALLS];
  char *want[BATCH * MAX_CALLS];
  jmp_buf escape;
};

static void
diagnose (struct nova_host *host, enum diag_kind kind, uint32_t site, const char *msg)
{
  (void) site;
  if (kind == DIAG_ERROR)
    {
      fprintf (stderr, "nova-fuzz: %s\n", msg);
      longjmp (((struct batch *) host->data)->escape, 1);
    }
}

static void __attribute__ ((noreturn))
fatal (struct nova_host *host, const char *msg)
{
  fprintf (stderr, "nova-fuzz: %s\n", msg);
  longjmp (((struct batch *) host->data)->escape, 1);
}

/* P, or none, through all passes; NULL if it is refused.  */
static struct imp_prog *
to_imp (struct nova_ctx *ctx, struct fir_prog *p)
{
  struct pass_log log = { ctx, NULL, NULL };
  struct pass_options opt = { .check = false };
  struct imp_prog *q
    = p && pass_run (p, &opt, &log) ? lower (p, &log, READS_ANY, &target_pool, NULL) : NULL;

  return q && schedule_run (q, NULL) ? q : NULL;
}

/* Can the results of CALL of the program TEXT be printed by C?  */
static bool
shows (const char *text, const char *call)
{
  static struct batch quiet;
  struct nova_host host = { diagnose, fatal, NULL, NULL, NULL, &quiet };
  struct nova_ctx *ctx = ctx_new (&host);
  struct strbuf err = { NULL, 0, 0 }, out = { NULL, 0, 0 };
  bool good = false;

  if (setjmp (quiet.escape) == 0)
    {
      struct fir_prog *p = fir_parse (ctx, "one", text, &err);
      struct imp_prog *q = to_imp (ctx, p);
      good = q && emit_c_main (&out, q, 1, &call, &err);
    }
  strbuf_free (&err);
  strbuf_free (&out);
  ctx_free (ctx);
  return good;
}

/* Programs that are good in the evaluators, from seed *SEED on.  */
static void
collect (struct batch *b, uint64_t *seed, unsigned n, const struct support *support)
{
  strbuf_printf (&b->text, "%s", gen_leaves_text ());
  while (b->n < n)
    {
      struct program *p = &b->p[b->n];
      const char *calls[MAX_CALLS];
      char name[32];

      snprintf (name, sizeof name, "r%llu", (unsigned long long) *seed);
      generate (p, *seed, support, FIR_LAST, true, name);
      ++*seed;
      for (unsigned k = 0; k < p->ncalls; k++)
	calls[k] = p->calls[k].s;
      struct strbuf alone = { NULL, 0, 0 };
      strbuf_printf (&alone, "%s%s", gen_leaves_text (), p->text.s);
      bool good = p->mode != MODE_BOTH
		  && judge_apart (alone.s, p->ncalls, calls, p->mode).found == FOUND_NONE
		  && shows (alone.s, calls[0]);
      strbuf_free (&alone);
      if (!good)
	{
	  program_free (p);
	  continue;
	}
      strbuf_printf (&b->text, "%s", p->text.s);
      b->n++;
    }
}

/* The C file of B, into OUT; what must come out into B->want.  False if there is none.  */
static bool
make_c (struct batch *b, struct strbuf *out)
{
  struct nova_host host = { diagnose, fatal, NULL, NULL, NULL, b };
  struct nova_ctx *ctx = ctx_new (&host);
  struct strbuf err = { NULL, 0, 0 };
  bool good = false;

  if (setjmp (b->escape) == 0)
    {
      struct fir_prog *p = fir_parse (ctx, "batch", b->text.s, &err);

      for (unsigned k = 0; p && k < b->n; k++)
	for (unsigned c = 0; c < b->p[k].ncalls; c++)
	  {
	    struct strbuf want = { NULL, 0, 0 };

	    eval_fir (p, b->p[k].calls[c].s, &want, NULL);
	    if (strstr (want.s, ": evaluation: "))
	      {
		strbuf_free (&want);
		continue;
	      }
	    b->owner[b->ncalls] = k;
	    b->want[b->ncalls] = want.s;
	    b->calls[b->ncalls++] = b->p[k].calls[c].s;
	  }
      struct imp_prog *q = to_imp (ctx, p);
      good = q && emit_c_main (out, q, b->ncalls, b->calls, &err);
      strbuf_printf (out, "\n%s", gen_leaves_c ());
    }
  if (err.len)
    fprintf (stderr, "nova-fuzz: %s\n", err.s);
  strbuf_free (&err);
  ctx_free (ctx);
  return good;
}

/* "-nan" as "nan" everywhere, and no newline at the end.  */
static void
normalise (char *s)
{
  char *to = s;

  for (; *s && *s != '\n'; s++)
    if (strncmp (s, "-nan", 4) != 0)
      *to++ = *s;
  *to = 0;
}

/* The argument of CALL for the parameter of PROGRAM that is called the LEN letters at NAME; NULL if
   there is none.  */
static const char *
argument (const char *program, const char *call, const char *name, size_t len)
{
  const char *region = strstr (program, "region @"), *p = region ? strchr (region, '(') : NULL;
  unsigned depth = 0;

  call = strrchr (call, '(');
  for (; p && *p != ')'; p = strpbrk (p + 1, ",)"))
    {
      p += strspn (p, "(, ");
      while (call && (*call != ' ' || depth > 0))
	{
	  depth += *call == '[' || *call == '{';
	  depth -= *call == ']' || *call == '}';
	  call = *++call ? call : NULL;
	}
      if (strncmp (p, name, len) == 0 && p[len] == ':')
	return call ? call + 1 : NULL;
      call = call ? call + 1 : NULL;
    }
  return NULL;
}

/* The evaluator shows memory that was stored to, a program memory that is another one: without what
   CALL of PROGRAM says, too, of the memory that WANT ends with.  */
static void
drop_unchanged (char *want, const char *program, const char *call)
{
  char *at, *end;

  for (char *s = want; (at = strstr (s, "; ")) != NULL && (end = strchr (at, ']')) != NULL; s = at)
    {
      size_t len = (size_t) (end + 1 - at) - 2;
      char *text = strndup (at + 2, len), *value = text ? strchr (text, '=') : NULL;
      const char *passed;

      if (!value)
	{
	  free (text);
	  return;
	}
      passed = argument (program, call, text, (size_t) (value - text));
      if (strstr (call, text) || (passed && strncmp (passed, value + 1, strlen (value + 1)) == 0))
	memmove (at, end + 1, strlen (end + 1) + 1);
      else
	at = end;
      free (text);
    }
}

/* Compile and run FILE.c; hold its lines against those of B.  How many differ.  */
static unsigned
run_c (struct batch *b, const char *file, const char *cc)
{
  static char line[1 << 16];
  struct strbuf command = { NULL, 0, 0 };
  unsigned bad = 0, k;
  FILE *f;

  strbuf_printf (&command, "timeout 120 %s -O1 -fwrapv -w -o %s %s.c $NOVA_FUZZ_LIBS", cc, file,
		 file);
  if (system (command.s) != 0)
    {
      fprintf (stderr, "nova-fuzz: %s.c is not compiled\n", file);
      strbuf_free (&command);
      return 1;
    }
  strbuf_free (&command);
  strbuf_printf (&command, "NOVA_NUM_THREADS=2 timeout 60 %s", file);
  f = popen (command.s, "r");
  strbuf_free (&command);
  for (k = 0; f && k < b->ncalls && fgets (line, sizeof line, f); k++)
    {
      const struct program *p = &b->p[b->owner[k]];

      normalise (line);
      normalise (b->want[k]);
      if (strcmp (line, b->want[k]) != 0)
	drop_unchanged (b->want[k], p->text.s, b->calls[k]);
      if (strcmp (line, b->want[k]) == 0)
	continue;
      bad++;
      fprintf (stderr, "seed %llu as C: %s\n want %s\n got  %s\n%s", (unsigned long long) p->seed,
	       b->calls[k], b->want[k], line, p->text.s);
    }
  if (k < b->ncalls)
    {
      fprintf (stderr, "nova-fuzz: %s ended at call %u: %s\n%s", file, k, b->calls[k],
	       b->p[b->owner[k]].text.s);
      bad++;
    }
  if (f)
    pclose (f);
  return bad;
}

unsigned
compile_programs (uint64_t first, uint64_t count, const struct support *support, const char *dir,
		  const char *cc)
{
  static struct batch b;
  unsigned bad = 0;
  uint64_t seed = first, done = 0;

  while (done < count && !bad)
    {
      struct strbuf c = { NULL, 0, 0 }, file = { NULL, 0, 0 };
      FILE *f;

      memset (&b, 0, sizeof b);
      collect (&b, &seed, count - done < BATCH ? (unsigned) (count - done) : BATCH, support);
      strbuf_printf (&file, "%s/batch-%llu.c", dir, (unsigned long long) seed);
      f = make_c (&b, &c) ? fopen (file.s, "w") : NULL;
      bad += !f;
      if (f)
	{
	  fwrite (c.s, 1, c.len, f);
	  fclose (f);
	  file.s[file.len - 2] = 0;
	  bad += run_c (&b, file.s, cc);
	}
      for (unsigned k = 0; k < b.ncalls; k++)
	free (b.want[k]);
      for (unsigned k = 0; k < b.n; k++)
	program_free (&b.p[k]);
      done += b.n;
      strbuf_free (&b.text);
      strbuf_free (&c);
      strbuf_free (&file);
    }
  printf ("%llu programs compiled, %u differ\n", (unsigned long long) done, bad);
  return bad;
}
