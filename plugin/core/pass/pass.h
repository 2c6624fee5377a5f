/* The pass manager: runs the rows of passes.def over a region, and on to IMP.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_PASS_H
#define NOVA_PASS_H

#include "fir/fir.h"

#ifdef __cplusplus
extern "C" {
#endif

struct imp_prog;

/* What a pass did, for the report: what was fused into what and why something was not.  */
enum log_kind
{
  LOG_FUSED,			/* SITE was fused into INTO; TEXT: "map into reduce" */
  LOG_SHARED,			/* SITE and INTO run in one loop (horizontal) */
  LOG_KEPT,			/* SITE was not fused: TEXT says why */
  LOG_MATERIALISED,		/* the result of SITE exists in memory; TEXT: its size formula, |t0|
				   = |x| */
  LOG_BUFFERED,			/* a store that may need a buffer; TEXT says why */
  LOG_PARALLEL,			/* SITE's loop, that of INTO if given, runs in parallel; TEXT: its
				   shape (lanes of 32, tree, two-pass ...) */
  LOG_SEQUENTIAL,		/* SITE's loop runs sequentially; TEXT says why */
  LOG_NO_VERSION,		/* a version of SITE's region is not made; TEXT: which, and why */
  LOG_PROCESSORS		/* loops of SITE's region have code for others, too: TEXT */
};

struct log_entry
{
  enum log_kind kind;
  uint32_t site, into;
  const char *text;
  struct log_entry *next;
};

struct pass_log
{
  struct nova_ctx *ctx;
  struct log_entry *first, *last;
};
extern void pass_log_add (struct pass_log *log, enum log_kind kind, uint32_t site, uint32_t into,
			  const char *text);

typedef unsigned pass_function (struct fir_prog *p, struct fir_region *r, struct pass_log *log);

#define FIR_PASS(NAME, TEXT, WHEN, NEEDS, GIVES, OFF, DOC) extern pass_function pass_##NAME;
#include "passes.def"
#undef FIR_PASS

/* What a pass may need of a program, or makes so for good: passes.def.  */
enum pass_prop
{
  PASS_LOOPS = 1		/* operations that compute elements are loops */
};

enum pass_when
{
  PASS_ALWAYS,
  PASS_ASKED			/* only if a list names it */
};

/* A row of passes.def.  */
struct pass_info
{
  const char *name, *doc;
  enum pass_when when;
  unsigned needs, gives;	/* enum pass_prop */
  pass_function *run, *off;	/* OFF runs where the pass is left out; NULL: nothing does */
};
extern const struct pass_info pass_table[];
extern const unsigned pass_count;

struct pass_options
{
  const char *only;		/* comma list: run exactly these, once each, in this order; NULL:
				   all.  Lists name passes over FIR and IMP; pass_run looks at the
				   former */
  const char *off;		/* comma list of passes to leave out */
  const char *from;		/* start at this pass (first round) */
  const char *stop_after;	/* stop after this pass (first round) */
  bool check;			/* check the program after every pass, not only first and last */
  bool roundtrip;		/* print and re-read after every pass */
  bool time, verbose;
  FILE *trace;			/* where timings and change counts go */
  /* Called with the program after each pass for dumps: NUMBER counts up.  May be NULL.  */
  void (*dump) (void *data, unsigned number, const char *pass, struct fir_prog *p);
  /* The same for IMP; lowering is number 0.  */
  void (*dump_imp) (void *data, unsigned number, const char *pass, struct imp_prog *p);
  void *dump_data;
};

/* The next name of the comma list *LIST, which is NULL for none, and its length *LEN; NULL at the
   end.  */
extern const char *pass_list_next (const char **list, size_t *len);
/* Is NAME the LEN letters at S?  Is it in LIST?  */
extern bool pass_named (const char *name, const char *s, size_t len);
extern bool pass_listed (const char *list, const char *name);
/* Seconds since some time, for --time.  */
extern double pass_seconds (void);

/* Run the passes over every region of P.  An ill-typed result is a fatal error naming the pass.
   False, and reported, if a pass does not find what it needs.  */
extern bool pass_run (struct fir_prog *p, const struct pass_options *opt, struct pass_log *log);

/* simplify-turns.c: does B, which is in no region, still call function values once constants have
   decided what they can, other than, unless ALL, in turns that count?  B stays as it is.  */
extern bool pass_turns_stay (struct fir_prog *p, struct fir_block *b, bool all);

/* expand-rows.c: pad.zero K V, of rows of elements that have no zero in FIR: ZERO is that of the
   host program.  Into B, as of SITE and ORDER.  */
extern struct fir_atom pass_pad_rows (struct fir_prog *p, struct fir_block *b, uint32_t site,
				      unsigned order, struct fir_atom k, struct fir_atom v,
				      struct fir_atom zero);

#ifdef __cplusplus
}
#endif

#endif
