/* Drawing the data flow of FIR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_GRAPH_H
#define NOVA_FIR_GRAPH_H

#include "fir.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Append to OUT the regions of P as a cluster of a Graphviz digraph, with TITLE.  NUMBER keeps the
   names of its nodes apart from those of the digraph's other clusters.  */
extern void fir_graph (struct strbuf *out, struct fir_prog *p, unsigned number,
		       const char *title);

#ifdef __cplusplus
}
#endif

#endif
