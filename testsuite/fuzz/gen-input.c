/* nova-fuzz: arguments for the regions that it makes.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <math.h>
#include <stdlib.h>

static void
random_scalar_text (struct gen *g, const struct gparam *p, const struct type *t,
		    struct strbuf *out)
{
  static const char *const special[] = { "nan", "inf", "-inf", "-0.0", "0", "1", "-2", "0.5" };
  static const char *const wide[] = { "0", "1", "-1", "127", "-128", "255", "32767", "65535", "2" };
  double lo = p->v.lo, hi = p->v.hi, l, h;
  const struct scalar_info *s = &scalar_info[t->scalar];

  type_range (t, &l, &h);
  if (s->cls == SC_COMPLEX)
    {
      strbuf_printf (out, "(%d %d)", rng_range (&g->r, -4, 4), rng_range (&g->r, -4, 4));
      return;
    }
  if (p->v.type->kind == TYPE_RECORD || type_base (p->v.type)->kind == TYPE_RECORD
      || (p->v.type->kind == TYPE_PTR && p->v.type->elem->kind == TYPE_RECORD))
    lo = fmax (l, -5), hi = fmin (h, 5);
  if (p->special && s->cls == SC_FLOAT)
    strbuf_printf (out, "%s", special[rng_below (&g->r, 8)]);
  else if (isinf (lo) || hi - lo > 1000)
    {
      if (rng_chance (&g->r, 10))
	strbuf_printf (out, "%.0f", s->bytes > 4 ? ldexp (1, (int) s->bytes * 8 - 2) : h);
      else if (rng_chance (&g->r, 10) && s->is_signed)
	strbuf_printf (out, "%.0f", l);
      else
	{
	  const char *text = wide[rng_below (&g->r, 9)];

	  strbuf_printf (out, "%s",
			 strtod (text, NULL) < l || strtod (text, NULL) > h ? "3" : text);
	}
    }
  else
    strbuf_printf (out, "%d", rng_range (&g->r, (int) lo, (int) hi));
}

static void
elem_text (struct gen *g, const struct gparam *p, const struct type *t, struct strbuf *out)
{
  if (t->kind == TYPE_SCALAR)
    {
      random_scalar_text (g, p, t, out);
      return;
    }
  strbuf_putc (out, '{');
  for (unsigned k = 0; k < t->nfields; k++)
    {
      if (k)
	strbuf_printf (out, ", ");
      elem_text (g, p, t->fields[k].type, out);
    }
  strbuf_putc (out, '}');
}

static void
list_text (struct gen *g, const struct gparam *p, const struct type *t, unsigned n,
	   struct strbuf *out)
{
  strbuf_putc (out, '[');
  for (unsigned k = 0; k < n; k++)
    {
      if (k)
	strbuf_putc (out, ',');
      if (type_is_vec (t))
	list_text (g, p, t->elem, rng_below (&g->r, p->v.maxrow + 1), out);
      else
	elem_text (g, p, t, out);
    }
  strbuf_putc (out, ']');
}

/* Pointers of one type may lead into the same memory: then they do so in all places of the
   call.  */
void
generate_call (struct gen *g, struct strbuf *out, const char *region)
{
  bool share = rng_chance (&g->r, 35);
  const struct type *shared = NULL;
  unsigned k;

  for (k = 0; share && k < g->nparams; k++)
    if (g->params[k].v.type->kind == TYPE_PTR && (!shared || rng_chance (&g->r, 30)))
      shared = g->params[k].v.type;
  if (shared)
    {
      for (k = 0; g->params[k].v.type != shared; k++)
	;
      strbuf_printf (out, "mem=");
      list_text (g, &g->params[k], shared->elem, MAX_CAP + 8, out);
      strbuf_putc (out, ' ');
    }
  strbuf_printf (out, "(%s", region);
  for (k = 0; k < g->nparams; k++)
    {
      const struct gparam *p = &g->params[k];
      const struct type *t = p->v.type;

      strbuf_putc (out, ' ');
      if (t == shared)
	strbuf_printf (out, "&mem+%u", rng_below (&g->r, rng_chance (&g->r, 50) ? 1 : 8));
      else if (t->kind == TYPE_PTR)
	list_text (g, p, t->elem, p->v.cap, out);
      else if (type_is_vec (t))
	list_text (g, p, t->elem, rng_chance (&g->r, 10) ? 0 : rng_below (&g->r, p->v.maxlen + 1),
		   out);
      else
	elem_text (g, p, t, out);
    }
  if (g->template_ != NO_TEMPLATE && gen_template_param (g->template_))
    gen_template_argument (g, g->template_, out);
  gen_place_arguments (g, out);
  strbuf_putc (out, ')');
}
