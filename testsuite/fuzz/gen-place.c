/* nova-fuzz: places of laws: the rows of places.def, many in one program.

   A program has the parameters of its places in common: vectors of one length and of another,
   scalars, memory, each of a type and of a class of values.  Their values are those at which side
   conditions of laws matter.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"
#include "base/scalar.h"

#include <stdlib.h>
#include <string.h>

static const struct
{
  enum law law;
  const char *broken, *types;
  enum mode mode;
  const char *binds, *decl, *text;
} rows[] = {
#define PLACE(LAW, BROKEN, MODE, TYPES, BINDS, DECL, TEXT) \
  { LAW_##LAW, BROKEN, TYPES, MODE_##MODE, BINDS, DECL, TEXT },
#include "places.def"
#undef PLACE
};

const unsigned gen_places = sizeof rows / sizeof *rows;
unsigned gen_only_place = ~0u;

/* --- Types ----------------------------------------------------------------------------------- */

static bool
is_float (const struct type *t)
{
  return scalar_info[t->scalar].cls == SC_FLOAT;
}

static const struct type *
draw_type (struct gen *g, char class)
{
  static const enum scalar all[]
    = { SCALAR_I8,  SCALAR_I16, SCALAR_I32, SCALAR_I64, SCALAR_U8,  SCALAR_U16,
	SCALAR_U32, SCALAR_U64, SCALAR_F32, SCALAR_F64, SCALAR_BOOL };

  switch (class)
    {
    case 's': return scalar_type (g, all[rng_below (&g->r, 4)]);
    case 'u': return scalar_type (g, all[4 + rng_below (&g->r, 4)]);
    case 'i': return scalar_type (g, all[rng_below (&g->r, 8)]);
    case 'n': return scalar_type (g, all[rng_below (&g->r, 10)]);
    case 'f': return scalar_type (g, all[8 + rng_below (&g->r, 2)]);
    case 'j':
      return scalar_type (g, rng_chance (&g->r, 25) ? SCALAR_BOOL : all[rng_below (&g->r, 8)]);
    case 'm': return scalar_type (g, all[(unsigned[]) { 2, 3, 6, 7 }[rng_below (&g->r, 4)]]);
    case 'w': return type_i32 (g->ctx);
    case 'l': return scalar_type (g, SCALAR_I64);
    case 'z': return type_size (g->ctx);
    case 'b': return scalar_type (g, SCALAR_BOOL);
    case 'd': return scalar_type (g, SCALAR_F64);
    }
  abort ();
}

/* --- Values ---------------------------------------------------------------------------------- */

static const char *const float_value[]
  = { "0.0", "-0.0", "1.0", "-1.0", "2.0", "-3.0", "nan", "inf", "-inf" };
#define FLOATS (sizeof float_value / sizeof *float_value)

/* An integer of type T, the limits of T and of others among them.  */
static __int128
special_integer (struct gen *g, const struct type *t)
{
  static const int shift[] = { 7, 8, 15, 16, 31, 32, 63 };
  const struct scalar_info *s = &scalar_info[t->scalar];
  __int128 v;

  if (s->cls == SC_BOOL)
    return rng_below (&g->r, 2);
  if (rng_chance (&g->r, 55))
    v = rng_range (&g->r, -2, 5);
  else
    {
      unsigned bits = s->bytes * 8;

      if (rng_chance (&g->r, 50))
	v = ((__int128) 1 << (bits - s->is_signed)) - rng_range (&g->r, 1, 2);
      else
	v = ((__int128) 1 << shift[rng_below (&g->r, 7)]) + rng_range (&g->r, -1, 1);
      if (s->is_signed && rng_chance (&g->r, 40))
	v = -v - 1;
    }
  return scalar_wrap (t->scalar, v);
}

static void
put_integer (char *text, size_t n, __int128 v)
{
  if (v < 0)
    snprintf (text, n, "%lld", (long long) v);
  else
    snprintf (text, n, "%llu", (unsigned long long) v);
}

static void
special_text (struct gen *g, const struct type *t, char *text, size_t n)
{
  if (is_float (t))
    snprintf (text, n, "%s", float_value[rng_below (&g->r, FLOATS)]);
  else
    put_integer (text, n, special_integer (g, t));
}

static void
small_text (struct gen *g, const struct type *t, int lo, int hi, char *text, size_t n)
{
  if (scalar_info[t->scalar].cls == SC_BOOL)
    hi = 1;
  if (!scalar_info[t->scalar].is_signed && !is_float (t) && lo < 0)
    lo = 0;
  snprintf (text, n, "%d", rng_range (&g->r, lo, hi < lo ? lo : hi));
}

/* The constant LETTER of type N: C, D anything; E the same, not 0 and not -1; F small; B beside
   C.  */
static void
draw_constant (struct gen *g, struct place *p, char letter, unsigned n)
{
  const struct type *t = p->types[n];
  char value[40], *text = p->constants[n][letter - 'A'];

  if (letter == 'B' && !*p->constants[n][2])
    draw_constant (g, p, 'C', n);
  do
    if (letter == 'F')
      small_text (g, t, -2, 4, value, sizeof value);
    else if (letter == 'B' && !is_float (t))
      {
	const char *c = p->constants[n][2];
	__int128 v = *c == '-' ? (__int128) strtoll (c, NULL, 10)
		     : (__int128) strtoull (c, NULL, 10);

	put_integer (value, sizeof value,
		     scalar_wrap (t->scalar, v + rng_range (&g->r, -1, 1)));
      }
    else
      special_text (g, t, value, sizeof value);
  while (letter == 'E' && (strtod (value, NULL) == 0 || strtod (value, NULL) == -1));
  snprintf (text, sizeof p->constants[n][0], "%s%s:%s", value,
	    is_float (t) && letter == 'F' ? ".0" : "", scalar_info[t->scalar].text);
}

/* --- Parameters ------------------------------------------------------------------------------ */

static unsigned
pooled (struct gen *g, char letter, const struct type *t)
{
  struct pooled *q;

  for (q = g->pool; q < g->pool + g->npool; q++)
    if (q->letter == letter && q->type == t)
      return q->id;
  if (g->npool == MAX_POOL)
    abort ();
  g->npool++;
  q->letter = letter;
  q->type = t;
  return q->id = g->nids++;
}

/* What $ LETTER N of a place is; places.def tells the letters.  */
void
gen_place_operand (struct gen *g, struct place *p, char letter, unsigned n)
{
  const struct type *t = p->types[n];

  switch (letter)
    {
    case 'T':
      put_type (g, t);
      break;
    case 'O':
      if (scalar_info[t->scalar].cls == SC_INT && scalar_info[t->scalar].is_signed)
	put (g, "wrap");
      break;
    case 'B': case 'C': case 'D': case 'E': case 'F':
      if (!*p->constants[n][letter - 'A'])
	draw_constant (g, p, letter, n);
      put (g, "%s", p->constants[n][letter - 'A']);
      break;
    default:
      put (g, "v%u", pooled (g, letter, t));
    }
}

void
gen_place_params (struct gen *g)
{
  for (struct pooled *q = g->pool; q < g->pool + g->npool; q++)
    {
      put (g, ", v%u: %s", q->id,
	   strchr ("XYZUVQ", q->letter) ? "vec " : strchr ("PS", q->letter) ? "ptr "
	   : q->letter == 'R' ? "vec vec " : "");
      put_type (g, q->type);
    }
}

static void
value_text (struct gen *g, const struct pooled *q, unsigned len, struct strbuf *out)
{
  char text[48];

  if (strchr ("XYZA", q->letter) || (is_float (q->type) && strchr ("PS", q->letter)))
    special_text (g, q->type, text, sizeof text);
  else if (strchr ("UVQ", q->letter) && !is_float (q->type))
    small_text (g, q->type, rng_chance (&g->r, 10) ? -2 : 0, (int) len - rng_chance (&g->r, 75),
		text, sizeof text);
  else
    small_text (g, q->type, q->letter == 'K' ? -2 : -9, q->letter == 'K' ? 6 : 9, text,
		sizeof text);
  strbuf_printf (out, "%s", text);
}

static void
values_text (struct gen *g, const struct pooled *q, unsigned n, unsigned len, struct strbuf *out)
{
  strbuf_putc (out, '[');
  for (unsigned k = 0; k < n; k++)
    {
      if (k)
	strbuf_putc (out, ',');
      value_text (g, q, len, out);
    }
  strbuf_putc (out, ']');
}

/* Arguments for the parameters of places.  */
void
gen_place_arguments (struct gen *g, struct strbuf *out)
{
  unsigned n = rng_chance (&g->r, 20) ? rng_below (&g->r, 2) : 2 + rng_below (&g->r, 7);
  unsigned other = rng_below (&g->r, 7);

  for (const struct pooled *q = g->pool; q < g->pool + g->npool; q++)
    {
      strbuf_putc (out, ' ');
      if (strchr ("XYUV", q->letter))
	values_text (g, q, n, n, out);
      else if (strchr ("ZQ", q->letter))
	values_text (g, q, other, n, out);
      else if (strchr ("PS", q->letter))
	values_text (g, q, MAX_CAP, 0, out);
      else if (q->letter == 'R')
	{
	  unsigned regular = rng_below (&g->r, 6), rows_ = rng_below (&g->r, 5);

	  strbuf_putc (out, '[');
	  for (unsigned k = 0; k < rows_; k++)
	    {
	      if (k)
		strbuf_putc (out, ',');
	      values_text (g, q, regular < 3 ? regular : rng_below (&g->r, 4), 0, out);
	    }
	  strbuf_putc (out, ']');
	}
      else
	value_text (g, q, n, out);
    }
}

/* --- Programs -------------------------------------------------------------------------------- */

static void
place (struct gen *g, unsigned row)
{
  struct place p;
  unsigned first;

  memset (&p, 0, sizeof p);
  for (unsigned k = 0; rows[row].types[k]; k++)
    p.types[k] = draw_type (g, rows[row].types[k]);
  first = gen_place_text (g, &p, rows[row].decl, rows[row].text);
  for (const char *b = rows[row].binds; *b; b++)
    if (g->nresults < MAX_VARS)
      g->results[g->nresults++] = first + (unsigned) (*b <= '9' ? *b - '0' : *b - 'a' + 10);
}

static void
places_of (struct gen *g, enum mode mode, unsigned n)
{
  unsigned have = 0;

  for (unsigned k = 0; k < gen_places; k++)
    have += rows[k].mode == mode;
  for (; n; n--)
    {
      unsigned at = rng_below (&g->r, have), k;

      for (k = 0; rows[k].mode != mode || at--; k++)
	;
      place (g, k);
    }
}

/* The mode of a program of places.  */
enum mode
gen_place_mode (struct gen *g)
{
  unsigned k = rng_below (&g->r, 100);

  if (gen_only_place < gen_places)
    return rows[gen_only_place].mode;
  return k < 42 ? MODE_TOTAL : k < 84 ? MODE_ELEMENT : k < 93 ? MODE_CHECK : MODE_BOTH;
}

/* Many places that always have a value; or two to four of which elements, or checks, may fail, and
   some of the others.  */
void
gen_place_program (struct gen *g)
{
  if (gen_only_place < gen_places)
    {
      place (g, gen_only_place);
      return;
    }
  places_of (g, MODE_TOTAL,
	     g->mode == MODE_TOTAL ? 8 + rng_below (&g->r, 4) : rng_below (&g->r, 2));
  if (g->mode != MODE_TOTAL)
    places_of (g, g->mode, 2 + rng_below (&g->r, 3));
}
