/* NOVA_CHECK=1: whether two values of the program are equal up to rounding.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   The compiler describes the type in the text of plugin/gcc/gen/gen-same.cc.  Integers and the like
   must be equal.  A float may differ by half the digits of its type (the square root of its
   epsilon) relative to the largest float of all values passed, operands and intermediate results;
   and, since f may add products of the floats of a structure that cancel, by some epsilons of the
   largest product of two operands.  If any of them is infinite or a NaN, all count as equal.

   Does not: compare padding, unions, decimal floats.  */

#include "rt.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Products that a function may add before they cancel, and roundings of each.  */
#define PRODUCTS 16

#define MOST_VALUES 7

/* An operand pair of a call of the function: products of their floats may be what was added.  */
struct call
{
  unsigned char x, y;
};
static const struct call calls_of_triple[] = { { 0, 1 }, { 1, 2 }, { 3, 2 }, { 0, 4 } };
static const struct call calls_of_pair[] = { { 0, 1 } };

struct compared
{
  const unsigned char *const *value;
  unsigned n;
  bool measures;                /* the largest floats are looked for; else floats are compared */
  bool differ, odd;             /* odd: a float that is not finite */
  unsigned floats;
  long double most[MOST_VALUES];        /* the largest float of each value */
  long double scale, product;
};

/* --- Floats ---------------------------------------------------------------------------------- */

/* Of a float of BYTES bytes: digits, in bits, and the least exponent of a normal one.  */
struct format
{
  unsigned bytes;
  int digits, least;
};
static const struct format formats[]
  = { { 2, 11, -14 }, { 4, FLT_MANT_DIG, FLT_MIN_EXP }, { 8, DBL_MANT_DIG, DBL_MIN_EXP },
      { 10, LDBL_MANT_DIG, LDBL_MIN_EXP }, { 16, 113, LDBL_MIN_EXP } };

/* The value of a float of BITS bits in all, the low 64 of which, without sign, are in LOW and the
   rest in HIGH; EXP of them exponent, DIGITS fraction.  */
static long double
decode (uint64_t high, uint64_t low, unsigned exp, unsigned digits)
{
  unsigned above = digits > 64 ? digits - 64 : 0;
  uint64_t head = digits > 64 ? high : low >> digits;
  uint64_t e = (head >> above) & ((UINT64_C (1) << exp) - 1);
  bool minus = head >> above >> exp & 1;
  uint64_t top = above ? high & ((UINT64_C (1) << above) - 1) : 0;
  uint64_t rest = above ? low : low & ((UINT64_C (1) << digits) - 1);
  int bias = (1 << (exp - 1)) - 1;
  if (e == (UINT64_C (1) << exp) - 1)
    return NAN;
  long double f = ldexpl ((long double) rest, -(int) digits);
  f += ldexpl ((long double) top, -(int) above);
  f = e ? ldexpl (1 + f, (int) e - bias) : ldexpl (f, 1 - bias);
  return minus ? -f : f;
}

/* The float of BYTES bytes at P.  */
static long double
load_float (const unsigned char *p, unsigned bytes)
{
  float f;
  double d;
  long double x;
  uint16_t half;
  uint64_t quad[2];
  switch (bytes)
    {
    case 2: memcpy (&half, p, 2); return decode (0, half, 5, 10);
    case 4: memcpy (&f, p, 4); return (long double) f;
    case 8: memcpy (&d, p, 8); return (long double) d;
    case 10: memcpy (&x, p, sizeof x); return x;
    default: memcpy (quad, p, 16); return decode (quad[1], quad[0], 15, 112);
    }
}

static void
measure_float (struct compared *c, size_t at, unsigned bytes)
{
  c->floats++;
  for (unsigned k = 0; k < c->n; k++)
    {
      long double x = load_float (c->value[k] + at, bytes);
      if (!isfinite (x))
        c->odd = true;
      else if (fabsl (x) > c->most[k])
        c->most[k] = fabsl (x);
    }
}

static void
compare_float (struct compared *c, size_t at, unsigned bytes)
{
  const struct format *f = formats;
  while (f->bytes != bytes)
    f++;
  long double x = load_float (c->value[c->n - 2] + at, bytes);
  long double y = load_float (c->value[c->n - 1] + at, bytes);
  long double may = ldexpl (c->scale, -(f->digits / 2)) + ldexpl (16, f->least);
  if (c->floats > 1)
    may += ldexpl (PRODUCTS * c->product, 1 - f->digits);
  if (fabsl (x - y) > may)
    c->differ = true;
}

/* --- The text -------------------------------------------------------------------------------- */

static bool
bit (const unsigned char *p, size_t at)
{
  return p[at / 8] >> at % 8 & 1;
}

static size_t
number (const char **text)
{
  char *end;
  size_t n = strtoul (*text, &end, 10);
  *text = end;
  return n;
}

static void
compare_bits (struct compared *c, size_t at, size_t n)
{
  for (size_t k = 0; k < n; k++)
    c->differ |= bit (c->value[c->n - 2], at + k) != bit (c->value[c->n - 1], at + k);
}

/* What stands at TEXT, in a part of the values that starts at byte BASE, up to a `)' or the end;
   TEXT moves there.  */
static void
walk (struct compared *c, const char **text, size_t base)
{
  while (**text && **text != ')')
    {
      char kind = *(*text)++;
      size_t n = number (text), bytes = **text == ',' ? ((*text)++, number (text)) : 0;
      ++*text;
      size_t at = number (text);
      if (kind == '*')
        {
          const char *inner = ++*text;
          for (size_t k = 0; k < n; k++)
            {
              *text = inner;
              walk (c, text, base + at + k * bytes);
            }
          ++*text;
        }
      else if (kind == 'f' && c->measures)
        measure_float (c, base + at, (unsigned) n);
      else if (kind == 'f')
        compare_float (c, base + at, (unsigned) n);
      else if (kind == 'b')
        compare_bits (c, base * 8 + at, n);
      else if (memcmp (c->value[c->n - 2] + base + at, c->value[c->n - 1] + base + at, n) != 0)
        c->differ = true;
    }
}

/* Are the last two of the N values, each of the type that TEXT describes, the same?  N is 7: a, b,
   c, ab, bc, ab c, a bc; or 4: x, y, x y, and what that should be.  */
int
nova_same (const char *text, const void *const *values, unsigned n)
{
  struct compared c = { .value = (const unsigned char *const *) values, .n = n,
                        .measures = true };
  const struct call *calls = n == MOST_VALUES ? calls_of_triple : calls_of_pair;
  unsigned ncalls = n == MOST_VALUES ? 4 : 1;
  const char *p = text;
  walk (&c, &p, 0);
  if (c.odd)
    return 1;
  for (unsigned k = 0; k < n; k++)
    if (c.most[k] > c.scale)
      c.scale = c.most[k];
  for (unsigned k = 0; k < ncalls; k++)
    if (c.most[calls[k].x] * c.most[calls[k].y] > c.product)
      c.product = c.most[calls[k].x] * c.most[calls[k].y];
  c.measures = false;
  p = text;
  walk (&c, &p, 0);
  return !c.differ;
}
