/* nova-fuzz: which rows of fir.def the core can evaluate, and which it can lower.

   Nobody keeps a list: small programs about a row are judged, and what comes of them tells.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#define TRIES 60

static bool
is_basic (enum fir_op op)
{
  return fir_op_info[op].cls == FIR_CLASS_PRIM || op == FIR_VIEW || op == FIR_LEN || op == FIR_MAP
	 || op == FIR_REDUCE || op == FIR_IF || op == FIR_CHECK || op == FIR_TABULATE
	 || op == FIR_GET;
}

static void
try_row (enum fir_op op, const struct support *basic, struct support *s)
{
  for (unsigned seed = 0; seed < TRIES && !s->lowered[op]; seed++)
    {
      struct program p;
      const char *calls[MAX_CALLS];

      generate (&p, 1000000 + seed, basic, op, false, "r");
      for (unsigned k = 0; k < p.ncalls; k++)
	calls[k] = p.calls[k].s;
      if (p.ops[op])
	switch (judge (p.text.s, p.ncalls, calls, p.mode).found)
	  {
	  case FOUND_INVALID:
	  case FOUND_UNDEFINED:
	    break;
	  case FOUND_REFUSED:
	    s->known[op] = true;
	    break;
	  default:
	    s->known[op] = s->lowered[op] = true;
	    break;
	  }
      program_free (&p);
    }
}

void
find_support (struct support *s)
{
  struct support basic;

  memset (s, 0, sizeof *s);
  memset (&basic, 0, sizeof basic);
  for (unsigned op = 0; op < FIR_LAST; op++)
    basic.known[op] = basic.lowered[op] = is_basic ((enum fir_op) op);
  for (unsigned op = 0; op < FIR_LAST; op++)
    try_row ((enum fir_op) op, &basic, s);
}

/* --- Hosts ----------------------------------------------------------------------------------- */

static void
diagnose (struct nova_host *host, enum diag_kind kind, uint32_t site, const char *msg)
{
  (void) host, (void) kind, (void) site, (void) msg;
}

static void __attribute__ ((noreturn))
fatal (struct nova_host *host, const char *msg)
{
  (void) host;
  fprintf (stderr, "nova-fuzz: %.1000s\n", msg);
  exit (1);
}

struct nova_host
fuzz_host (void)
{
  return (struct nova_host) { .diagnose = diagnose, .fatal = fatal };
}
