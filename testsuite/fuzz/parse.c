/* parse-fuzz: the readers and checkers of FIR and IMP must take any text without a crash.

   What the checker takes is printed, must read back, and print to the same text.  The function at
   the top is libFuzzer's entry: clang -fsanitize=fuzzer,address -DLIBFUZZER parse.c ...
   libnovacore.a makes a fuzzer of it.  Without LIBFUZZER there is a main that mutates the files it
   is given, which are best those of testsuite/nova.fir and nova.imp; sanitizers in the core find
   more.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir/fir.h"
#include "imp/imp.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

extern int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static jmp_buf escape;
static const char *fatal_text;

static void __attribute__ ((noreturn))
fatal (struct nova_host *host, const char *msg)
{
  (void) host;
  fatal_text = msg;
  longjmp (escape, 1);
}

static void
diagnose (struct nova_host *host, enum diag_kind kind, uint32_t site, const char *msg)
{
  (void) host, (void) kind, (void) site, (void) msg;
}

static void __attribute__ ((noreturn))
fail (const char *what, const char *text)
{
  fprintf (stderr, "%s\n%s\n", what, text);
  abort ();
}

static void
same (const struct strbuf *a, const struct strbuf *b)
{
  if (strcmp (a->s ? a->s : "", b->s ? b->s : "") != 0)
    fail ("a program reads back as another", a->s ? a->s : "");
}

static void
take_fir (struct nova_ctx *ctx, const char *text)
{
  struct strbuf err = { NULL, 0, 0 }, a = { NULL, 0, 0 }, b = { NULL, 0, 0 };
  struct fir_prog *p = fir_parse (ctx, "in", text, &err), *q;

  if (p && fir_check_file (p, "in", text, &err))
    {
      fir_print (&a, p);
      q = fir_parse (ctx, "printed", a.s ? a.s : "", &err);
      if (!q || !fir_check (q, &err))
	fail (err.s ? err.s : "", a.s);
      fir_print (&b, q);
      same (&a, &b);
    }
  else if (!err.len)
    fail ("refused without a word", text);
  strbuf_free (&err);
  strbuf_free (&a);
  strbuf_free (&b);
}

static void
take_imp (struct nova_ctx *ctx, const char *text)
{
  struct strbuf err = { NULL, 0, 0 }, a = { NULL, 0, 0 }, b = { NULL, 0, 0 };
  struct imp_prog *p = imp_parse (ctx, "in", text, &err), *q;

  if (p && imp_check (p, &err))
    {
      imp_print (&a, p);
      q = imp_parse (ctx, "printed", a.s ? a.s : "", &err);
      if (!q || !imp_check (q, &err))
	fail (err.s ? err.s : "", a.s);
      imp_print (&b, q);
      same (&a, &b);
    }
  else if (!err.len)
    fail ("refused without a word", text);
  strbuf_free (&err);
  strbuf_free (&a);
  strbuf_free (&b);
}

/* IMP if there is a proc in it, else FIR.  */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct nova_host host = { diagnose, fatal, NULL, NULL, NULL, NULL };
  struct nova_ctx *ctx = ctx_new (&host);
  char *text = (char *) malloc (size + 1);

  for (size_t k = 0; k < size; k++)
    text[k] = data[k] ? (char) data[k] : '\1';
  text[size] = 0;
  if (setjmp (escape) == 0)
    {
      if (strstr (text, "proc"))
	take_imp (ctx, text);
      else
	take_fir (ctx, text);
    }
  else
    fail (fatal_text, text);
  free (text);
  ctx_free (ctx);
  return 0;
}

#ifndef LIBFUZZER

#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_TEXT (64 << 10)
#define MAX_FILES 1024

/* Shared with the child that runs, so that what crashed it is known.  */
struct at_hand
{
  uint64_t done;
  size_t size;
  uint8_t text[MAX_TEXT];
};

static struct at_hand *hand;
static char *files[MAX_FILES];
static size_t sizes[MAX_FILES];
static unsigned nfiles;
static uint64_t state = 1;

static unsigned
below (unsigned n)
{
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (unsigned) ((state * 0x2545f4914f6cdd1du >> 33) % (n ? n : 1));
}

static void
read_file (const char *name)
{
  FILE *f = fopen (name, "r");
  char *text = (char *) malloc (MAX_TEXT / 4);

  if (!f || nfiles == MAX_FILES)
    {
      fprintf (stderr, "parse-fuzz: %s cannot be read\n", name);
      exit (2);
    }
  sizes[nfiles] = fread (text, 1, MAX_TEXT / 4, f);
  files[nfiles++] = text;
  fclose (f);
}

static void
insert (size_t at, const void *text, size_t n)
{
  if (hand->size + n > MAX_TEXT)
    return;
  memmove (hand->text + at + n, hand->text + at, hand->size - at);
  memcpy (hand->text + at, text, n);
  hand->size += n;
}

/* One change: a byte, a piece away, a piece of this or another file doubled, a word of the
   language.  */
static void
mutate (void)
{
  static const char *const words[]
    = { "{", "}", "(", ")", ":", "vec ", "ptr ", "-1", "18446744073709551616", "0x", "1e400",
	"ret ", "region @x ", "type T = ", "rec {", "sum {", "fun @f ", "leaf @l ", "case ", "mu ",
	"lambda ", "apply ", "map ", "if ", "loop ", "yield ", "at 1 ", "order 4294967295 ", "\"",
	"#", "@", "'a ", "inject.", "field.", "tail ", "vec vec vec ", "parfor ", "while ",
	"proc @p ", "new ", "nan:f32" };
  size_t at = below ((unsigned) hand->size + 1), n;
  unsigned k;

  switch (below (6))
    {
    case 0:
      if (at < hand->size)
	hand->text[at] = (uint8_t) (below (2) ? 32 + below (95) : below (256));
      break;
    case 1:
      n = below (below (4) ? 8 : 400);
      n = at + n > hand->size ? hand->size - at : n;
      memmove (hand->text + at, hand->text + at + n, hand->size - at - n);
      hand->size -= n;
      break;
    case 2:
      k = below (nfiles);
      n = below (below (2) ? 40 : 600);
      n = n > sizes[k] ? sizes[k] : n;
      insert (at, files[k] + below ((unsigned) (sizes[k] - n + 1)), n);
      break;
    case 3:
      k = below (sizeof words / sizeof *words);
      insert (at, words[k], strlen (words[k]));
      break;
    case 4:
      /* Another number.  */
      for (n = at; n < hand->size && (hand->text[n] < '0' || hand->text[n] > '9'); n++)
	;
      if (n < hand->size)
	hand->text[n] = (uint8_t) ('0' + below (10));
      break;
    default:
      /* Two words change places.  */
      n = at + 1 + below (60);
      if (n + 4 < hand->size && at + 4 < n)
	{
	  uint8_t word[4];

	  memcpy (word, hand->text + at, 4);
	  memcpy (hand->text + at, hand->text + n, 4);
	  memcpy (hand->text + n, word, 4);
	}
    }
}

static void
run_child (time_t end)
{
  while (time (NULL) < end)
    for (unsigned k = 0; k < 64; k++)
      {
	unsigned f = below (nfiles);

	hand->size = sizes[f];
	memcpy (hand->text, files[f], sizes[f]);
	for (unsigned n = 1 + below (below (3) ? 3 : 20); n > 0; n--)
	  mutate ();
	alarm (20);
	LLVMFuzzerTestOneInput (hand->text, hand->size);
	hand->done++;
      }
}

static int
report_crash (unsigned number)
{
  char name[64];
  FILE *f;

  snprintf (name, sizeof name, "parse-crash-%u.fir", number);
  f = fopen (name, "w");
  if (!f || fwrite (hand->text, 1, hand->size, f) != hand->size || fclose (f) != 0)
    perror (name);
  fprintf (stderr, "parse-fuzz: %s crashes the reader or the checker\n", name);
  return 1;
}

int
main (int argc, char **argv)
{
  unsigned seconds = 10, crashes = 0;
  time_t end;

  for (int k = 1; k < argc; k++)
    if (strncmp (argv[k], "--seconds=", 10) == 0)
      seconds = (unsigned) strtoul (argv[k] + 10, NULL, 10);
    else if (strncmp (argv[k], "--seed=", 7) == 0)
      state = strtoull (argv[k] + 7, NULL, 10) * 2 + 1;
    else
      read_file (argv[k]);
  hand = (struct at_hand *) mmap (NULL, sizeof *hand, PROT_READ | PROT_WRITE,
				  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (hand == MAP_FAILED || !nfiles)
    {
      fprintf (stderr, "Usage: parse-fuzz [--seconds=N] [--seed=N] FILE...\n");
      return 2;
    }
  end = time (NULL) + seconds;
  while (time (NULL) < end && crashes < 10)
    {
      int status = 0;
      pid_t child = fork ();

      if (child == 0)
	{
	  run_child (end);
	  _exit (0);
	}
      if (child < 0 || waitpid (child, &status, 0) < 0)
	return 2;
      if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
	report_crash (crashes++);
      state += hand->done * 2 + 2;
    }
  printf ("%llu texts, %u crashes\n", (unsigned long long) hand->done, crashes);
  return crashes || !hand->done ? 1 : 0;
}

#endif
