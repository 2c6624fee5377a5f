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
  LOG_SEQUENTIAL		/* SITE's loop runs sequentially; TEXT says why */
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

#define FIR_PASS(NAME, TEXT, DOC)						\
  extern unsigned pass_##NAME (struct fir_prog *p, struct fir_region *r,	\
			       struct pass_log *log);
#include "passes.def"
#undef FIR_PASS

struct pass_info
{
  const char *name, *doc;
  unsigned (*run) (struct fir_prog *, struct fir_region *, struct pass_log *);
};
extern const struct pass_info pass_table[];
extern const unsigned pass_count;

struct pass_options
{
  const char *only;		/* comma list: run exactly these, once each, in this order; NULL:
				   all */
  const char *off;		/* comma list of passes to leave out */
  const char *from;		/* start at this pass (first round) */
  const char *stop_after;	/* stop after this pass (first round) */
  bool check;			/* check the program after every pass, not only first and last */
  bool roundtrip;		/* print and re-read after every pass */
  bool time, verbose;
  FILE *trace;			/* where timings and change counts go */
  /* Called with the program after each pass for dumps: NUMBER counts up.  May be NULL.  */
  void (*dump) (void *data, unsigned number, const char *pass, struct fir_prog *p);
  void *dump_data;
};

/* Run the passes over every region of P.  An ill-typed result is a fatal error naming the pass.
   False if OPT names an unknown pass (reported through the host).  */
extern bool pass_run (struct fir_prog *p, const struct pass_options *opt, struct pass_log *log);

/* expand-rows.c: pad.zero K V, of rows of elements that have no zero in FIR: ZERO is that of the
   host program.  Into B, as of SITE and ORDER.  */
extern struct fir_atom pass_pad_rows (struct fir_prog *p, struct fir_block *b, uint32_t site,
				      unsigned order, struct fir_atom k, struct fir_atom v,
				      struct fir_atom zero);

/* Which version of a region is lowered (lower-strided-param.c): the only one, for any operands; or
   of several, that for contiguous operands, for strided flat ones, or for strided regular ones.  */
enum lower_reads { READS_ANY, READS_DENSE, READS_FLAT, READS_EVEN };

/* lower.c: every region of P (after fuse) as an IMP procedure: DPIA's acceptor / continuation
   translation.  NULL if a region holds what cannot be lowered; the host has been told where.  */
extern struct imp_prog *lower (struct fir_prog *p, struct pass_log *log, enum lower_reads reads);

#ifdef __cplusplus
}
#endif

#endif
