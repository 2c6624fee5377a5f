/* From IMP to IMP: how a program runs, and not what it computes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SCHEDULE_H
#define NOVA_SCHEDULE_H

#include "imp/imp.h"
#include "pass/pass.h"

#ifdef __cplusplus
extern "C" {
#endif

#define IMP_PASS(NAME, TEXT, NEEDS, NOT, GIVES, DOC)				\
  extern unsigned schedule_##NAME (struct imp_prog *p);
#include "imp-passes.def"
#undef IMP_PASS

/* A row of imp-passes.def.  */
struct schedule_pass
{
  const char *name, *doc;
  unsigned needs, excludes, gives;	/* enum imp_prop */
  unsigned (*run) (struct imp_prog *);
};
extern const struct schedule_pass schedule_table[];
extern const unsigned schedule_count;

/* Run the passes over P that OPT asks for: those of OPT->only, in its order, or all if it names
   none of them; but those of OPT->off; up to OPT->stop_after.  OPT NULL: all.  Checks, prints and
   re-reads P, and hands it to OPT->dump_imp, after each as OPT says; a pass that leaves what is no
   IMP is a fatal error with its name.  False if the order does not fit what the passes need, which
   has been reported.  */
extern bool schedule_run (struct imp_prog *p, const struct pass_options *opt);

/* Does each pass exist, over FIR or IMP, that OPT names?  The first that does not has been
   reported.  */
extern bool schedule_known (struct nova_ctx *ctx, const struct pass_options *opt);

#ifdef __cplusplus
}
#endif

#endif
