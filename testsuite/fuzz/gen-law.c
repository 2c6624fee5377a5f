/* nova-fuzz: programs about a law: the templates of laws.def, with operands drawn at random.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <ctype.h>
#include <string.h>

static const struct
{
  enum law law;
  bool fails;
  const char *binds, *decl, *text;
} templates[] = {
#define TEMPLATE(LAW, FAILS, BINDS, DECL, TEXT) { LAW_##LAW, FAILS, BINDS, DECL, TEXT },
#include "laws.def"
#undef TEMPLATE
};

const unsigned gen_templates = sizeof templates / sizeof *templates;

#define NAMES 36

/* A template or a place that is being printed.  */
struct use
{
  struct gen *g;
  struct place *place;		/* NULL: a template */
  unsigned first;		/* of its names */
  unsigned order;		/* the last before it */
  char operand[128][10][80];	/* by letter and number; "": not drawn yet */
};

static unsigned
digit (char c)
{
  return isdigit ((unsigned char) c) ? (unsigned) (c - '0') : 10 + (unsigned) (c - 'a');
}

/* --- Operands -------------------------------------------------------------------------------- */

static struct gvar
some_vector (struct gen *g)
{
  const struct type *i32 = type_i32 (g->ctx);
  struct gvar *p = pick_vec_of (g, i32), e, v;
  struct operand n;
  unsigned i;

  if (p && rng_chance (&g->r, 85))
    return *p;
  e = gvar_new (g, i32);
  n = size_operand (g, 9);
  v = gvec_of (g, &e, ++g->nclasses, 9);
  i = g->nids;
  g->nids += 3;
  put (g, "  v%u = tabulate { (v%u: u64) v%u: i32 = conv v%u v%u = mul v%u %s ret v%u } %s", v.id,
       i, i + 1, i, i + 2, i + 1, random_constant (g, i32).text, i + 2, n.text);
  gen_result (g, &v, gen_order (g));
  return v;
}

static bool
is_rows (const struct gvar *v, const void *data)
{
  return type_levels (v->type) == 2 && v->type->elem->elem == (const struct type *) data;
}

/* Rows of one length that is known: windows, or their columns.  */
static struct gvar
regular_rows (struct gen *g)
{
  struct gvar x = some_vector (g), row = gelem_of (&x), v;
  unsigned k = rng_range (&g->r, 1, 3);

  row = gvec_of (g, &row, ++g->nclasses, k);
  v = gvec_of (g, &row, ++g->nclasses, x.maxlen);
  v.borrowed = x.borrowed;
  put_result (g, &v, false);
  put (g, "window %u:u64 v%u", k, x.id);
  gen_result (g, &v, gen_order (g));
  return v;
}

static struct gvar
some_rows (struct gen *g)
{
  struct gvar *p = pick (g, is_rows, type_i32 (g->ctx)), x, row, v;
  unsigned i;

  if (p && rng_chance (&g->r, 60))
    return *p;
  if (rng_chance (&g->r, 40))
    return regular_rows (g);
  /* Rows of 0, 1, 2, 0, ... elements.  */
  x = some_vector (g);
  i = g->nids;
  g->nids += 4;
  row = gelem_of (&x);
  row.borrowed = false;
  row = gvec_of (g, &row, 0, 2);
  v = gvec_of (g, &row, x.len, x.maxlen);
  put (g,
       "  v%u = map { (v%u) v%u = band v%u 3:i32 v%u: u64 = conv v%u v%u = replicate v%u v%u "
       "ret v%u } v%u",
       v.id, i, i + 1, i, i + 2, i + 1, i + 3, i + 2, i, i + 3, x.id);
  gen_result (g, &v, gen_order (g));
  return v;
}

static void
draw (struct use *u, char letter, unsigned number)
{
  struct gen *g = u->g;
  char *text = u->operand[(unsigned char) letter][number];
  struct operand o;

  if (*text)
    return;
  switch (letter)
    {
    case 'i': o = operand (g, type_i32 (g->ctx)); break;
    case 'l': o = operand (g, scalar_type (g, SCALAR_I64)); break;
    case 'b': o = random_constant (g, type_i32 (g->ctx)); break;
    case 'c': o = constant (g, type_size (g->ctx), rng_range (&g->r, 1, 3)); break;
    default:
      {
	struct gvar v = letter == 'x' ? some_vector (g)
			: letter == 'g' ? regular_rows (g) : some_rows (g);

	o = operand_of (&v);
      }
    }
  memcpy (text, o.text, sizeof o.text);
}

/* All operands that S asks for; their statements come before the template's.  */
static void
draw_all (struct use *u, const char *s)
{
  for (; (s = strchr (s, '$')); s++)
    if (islower ((unsigned char) s[1]))
      draw (u, s[1], digit (s[2]));
}

/* --- Printing -------------------------------------------------------------------------------- */

/* The end of the alternative that begins at S: its "|" or ">".  */
static const char *
end_of (const char *s)
{
  unsigned depth = 0;

  for (; depth || (*s != '|' && *s != '>'); s++)
    if (s[0] == '-' && s[1] == '>')
      s++;
    else if (*s == '<')
      depth++;
    else if (*s == '>')
      depth--;
  return s;
}

static void print (struct use *u, const char *s, const char *end);

/* One of the alternatives that begin at S; the end of all.  */
static const char *
print_choice (struct use *u, const char *s)
{
  const char *from = s, *to = s, *end;
  unsigned n = 0;

  do
    {
      end = end_of (s);
      if (rng_below (&u->g->r, ++n) == 0)
	{
	  from = s;
	  to = end;
	}
      s = end + 1;
    }
  while (*end == '|');
  print (u, from, to);
  return end;
}

static void
print (struct use *u, const char *s, const char *end)
{
  struct gen *g = u->g;

  for (; s < end; s++)
    switch (*s)
      {
      case '<':
	s = print_choice (u, s + 1);
	break;
      case '%':
	put (g, "v%u", u->first + digit (*++s));
	break;
      case '#':
	put (g, "%u%s", u->first, g->suffix);
	break;
      case '@':
	/* The name of a function of the program.  */
	if (!isdigit ((unsigned char) s[1]))
	  strbuf_putc (g->out, *s);
	else
	  {
	    s++;
	    put (g, "at %u order %u", 1000 + 2 * (u->first + digit (*s)), u->order + digit (*s));
	  }
	break;
      case '$':
	s++;
	if (u->place && isupper ((unsigned char) *s))
	  {
	    gen_place_operand (g, u->place, s[0], digit (s[1]));
	    s++;
	  }
	else if (*s == 'L' || *s == 'W')
	  put (g, "%s", *s == 'L' ? "list" : "rows");
	else
	  {
	    put (g, "%s", u->operand[(unsigned char) *s][digit (s[1])]);
	    s++;
	  }
	break;
      case '-':
	strbuf_putc (g->out, *s);
	if (s[1] == '>')
	  strbuf_putc (g->out, *++s);
	break;
      default:
	strbuf_putc (g->out, *s);
	if (*s == '\n' && s[1] && g->out != &g->decl)
	  put (g, "  ");
      }
}

static void
bind (struct use *u, const char *name)
{
  struct gen *g = u->g;
  const struct type *i32 = type_i32 (g->ctx);
  struct gvar e = gvar_new (g, name[1] == 'l' ? scalar_type (g, SCALAR_I64)
			       : name[1] == 'u' ? type_size (g->ctx) : i32), v = e;

  if (name[1] == 'x' || name[1] == 'w' || name[1] == 'W')
    v = gvec_of (g, &e, ++g->nclasses, 3 * MAX_LEN);
  if (name[1] == 'w' || name[1] == 'W')
    v = gvec_of (g, &v, ++g->nclasses, 3 * MAX_LEN);
  v.id = u->first + digit (name[0]);
  v.keep = true;
  v.hidden = isupper ((unsigned char) name[1]);
  v.fresh = false;
  gen_bind (g, &v);
}

enum law
gen_template_law (unsigned k)
{
  return templates[k].law;
}

/* The parameters of the region that template K needs, as text: as it is declared, or NULL.  */
const char *
gen_template_param (unsigned k)
{
  return strstr (templates[k].text, "$L") ? "list: List"
	 : strstr (templates[k].text, "$W") ? "rows: vec vec i32" : NULL;
}

bool
gen_template_fails (unsigned k)
{
  return templates[k].fails;
}

void
gen_template (struct gen *g, unsigned k)
{
  static struct use u;
  struct strbuf *out = g->out;

  memset (&u, 0, sizeof u);
  u.g = g;
  draw_all (&u, templates[k].decl);
  draw_all (&u, templates[k].text);
  u.first = g->nids;
  g->nids += NAMES;
  u.order = g->norder;
  g->norder += 9;
  /* The type of a parameter is declared once.  */
  if (!gen_template_param (k) || !g->template_used)
    {
      g->out = &g->decl;
      print (&u, templates[k].decl, strchr (templates[k].decl, 0));
      g->out = out;
    }
  g->template_used = true;
  put (g, "  ");
  print (&u, templates[k].text, strchr (templates[k].text, 0));
  for (const char *b = templates[k].binds; *b; b += b[2] ? 3 : 2)
    bind (&u, b);
}

/* Print TEXT behind DECL, those of PLACE; the number of its first name.  */
unsigned
gen_place_text (struct gen *g, struct place *place, const char *decl, const char *text)
{
  static struct use u;
  struct strbuf *out = g->out;

  memset (&u, 0, sizeof u);
  u.g = g;
  u.place = place;
  draw_all (&u, text);
  u.first = g->nids;
  g->nids += NAMES;
  u.order = g->norder;
  g->norder += 9;
  g->out = &g->decl;
  print (&u, decl, strchr (decl, 0));
  g->out = out;
  put (g, "  ");
  print (&u, text, strchr (text, 0));
  return u.first;
}

/* An argument for the parameter that template K needs.  */
void
gen_template_argument (struct gen *g, unsigned k, struct strbuf *out)
{
  unsigned n = rng_below (&g->r, 4);

  if (strstr (templates[k].text, "$L"))
    {
      for (unsigned j = 0; j < n; j++)
	strbuf_printf (out, "%sCons {%d, ", j ? "(" : " (", rng_range (&g->r, -9, 9));
      strbuf_printf (out, n ? "Nil" : " Nil");
      for (unsigned j = 0; j < n; j++)
	strbuf_printf (out, "})");
      return;
    }
  strbuf_printf (out, " [");
  for (unsigned j = 0; j < n; j++)
    {
      unsigned m = rng_below (&g->r, 4);

      strbuf_printf (out, "%s[", j ? "," : "");
      for (unsigned i = 0; i < m; i++)
	strbuf_printf (out, "%s%d", i ? "," : "", rng_range (&g->r, -9, 9));
      strbuf_putc (out, ']');
    }
  strbuf_putc (out, ']');
}
