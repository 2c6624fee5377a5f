/* The data flow of regions as Graphviz text.

   A node is a parameter, a statement of the region, or the results; an edge leads from the
   definition of a value to its use, in a statement or its function operands.  A materialised vector
   is a bold edge, an index-only operation a dashed node, a loop a box that lists its outputs:
   before fusion every operation is a node and most edges are bold, after it only the loops are left
   and the edges between them are the vectors that exist.
   Does not: look inside function operands, or draw scalar primitives of the region that only
   compute sizes from parameters (constants are never drawn).

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-graph.h"
#include "fir-term.h"

struct graph
{
  struct strbuf *out;
  unsigned number;		/* of the cluster */
  unsigned nodes;
  unsigned user;		/* the node whose operands are drawn */
  struct nova_ctx *ctx;
};

/* Information about a variable, in its aux.  */
struct graph_var
{
  unsigned node;		/* that makes it */
  unsigned drawn;		/* the last node that an edge was drawn to, + 1 */
};

static const char *const out_text[] = { "vec", "filter", "reduce", "scan", "exscan" };

static struct graph_var *
made_by (struct graph *g, struct fir_var *v, unsigned node)
{
  struct graph_var *gv = CTX_NEW (g->ctx, struct graph_var);

  gv->node = node;
  v->aux = gv;
  return gv;
}

static unsigned
node (struct graph *g, const char *attributes)
{
  strbuf_printf (g->out, "    n%u_%u [%s, label=\"", g->number, g->nodes, attributes);
  return g->nodes++;
}

static void
end_node (struct graph *g)
{
  strbuf_printf (g->out, "\"];\n");
}

/* An edge to the node at hand from what makes ATOM.  */
static void
edge (struct fir_atom *atom, void *data)
{
  struct graph *g = (struct graph *) data;
  struct graph_var *gv = atom->var ? (struct graph_var *) atom->var->aux : NULL;
  struct fir_var *v = atom->var;
  bool vec, index;

  if (!gv || gv->node == g->user || gv->drawn == g->user + 1)
    return;
  gv->drawn = g->user + 1;
  vec = type_is_vec (v->type);
  index = !v->def || (fir_op_info[v->def->op].flags & FIR_FLAG_INDEX);
  strbuf_printf (g->out, "    n%u_%u -> n%u_%u [label=\"%s.%u\"%s];\n", g->number, gv->node,
		 g->number, g->user, v->name, v->id, vec && !index ? ", style=bold" : "");
}

static void
loop_label (struct graph *g, struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nouts; k++)
    {
      const struct fir_out *o = &s->outs[k];

      strbuf_printf (g->out, "\\l%s%s %s.%u%s", out_text[o->kind],
		     fir_atom_none (o->guard) ? "" : " when", o->res->name, o->res->id,
		     fir_atom_none (o->dest) ? "" : " to memory");
    }
  strbuf_printf (g->out, "\\l");
}

static void
stmt_node (struct graph *g, struct fir_stmt *s)
{
  const struct fir_op_info *info = &fir_op_info[s->op];
  const char *style = info->cls == FIR_CLASS_PRIM ? "shape=plaintext"
		      : s->op == FIR_CHECK ? "shape=hexagon"
		      : s->op == FIR_LOOP ? "shape=box, style=filled, fillcolor=lightgrey"
		      : info->flags & FIR_FLAG_INDEX ? "shape=box, style=dashed" : "shape=box";

  g->user = node (g, style);
  strbuf_printf (g->out, "%s", info->text);
  if (s->op == FIR_LEAF)
    strbuf_printf (g->out, " %s", s->leaf->name);
  if (s->op == FIR_LOOP)
    loop_label (g, s);
  if (s->site)
    strbuf_printf (g->out, s->op == FIR_LOOP ? "at %u\\l" : "\\nat %u", (unsigned) s->site);
  end_node (g);
  fir_stmt_each_atom (s, edge, g);
  for (unsigned k = 0; k < s->nres; k++)
    made_by (g, s->res[k], g->user);
}

static void
region_graph (struct graph *g, struct fir_region *r)
{
  fir_clear_aux (r);
  for (unsigned k = 0; k < r->nparams; k++)
    {
      unsigned n = node (g, "shape=ellipse");

      strbuf_printf (g->out, "%s.%u", r->params[k]->name, r->params[k]->id);
      end_node (g);
      made_by (g, r->params[k], n);
    }
  for (struct fir_stmt *s = r->body->first; s; s = s->next)
    stmt_node (g, s);
  g->user = node (g, "shape=doubleoctagon");
  strbuf_printf (g->out, "@%s", r->name);
  end_node (g);
  for (unsigned k = 0; k < r->body->nrets; k++)
    edge (&r->body->rets[k], g);
}

void
fir_graph (struct strbuf *out, struct fir_prog *p, unsigned number, const char *title)
{
  struct graph g = { out, number, 0, 0, p->ctx };

  strbuf_printf (out, "  subgraph cluster_%u {\n    label=\"%s\";\n", number, title);
  for (struct fir_region *r = p->regions; r; r = r->next)
    region_graph (&g, r);
  strbuf_printf (out, "  }\n");
}
