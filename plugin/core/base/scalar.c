/* Scalar values: wrapping, rounding, text.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "scalar.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

__int128
scalar_wrap (enum scalar s, __int128 i)
{
  const struct scalar_info *info = &scalar_info[s];
  unsigned bits = info->bytes * 8;
  unsigned __int128 u = (unsigned __int128) i;

  if (info->cls == SC_BOOL)
    return i != 0;
  if (bits >= 128)
    return i;
  u &= ((unsigned __int128) 1 << bits) - 1;
  if (info->is_signed && u >> (bits - 1))
    u |= ~(unsigned __int128) 0 << bits;
  return (__int128) u;
}

enum scalar
scalar_part (enum scalar s)
{
  switch (s)
    {
    case SCALAR_C64:
      return SCALAR_F32;
    case SCALAR_C128:
      return SCALAR_F64;
    case SCALAR_C160:
      return SCALAR_F80;
    default:
      return s;
    }
}

/* X rounded to IEEE binary16.  Adding and taking away 3 * 2^111 rounds a quad to an integer.  */
static quad
round_half (quad x)
{
  const quad whole = (quad) 0x1.8p112L;
  long double ld = (long double) x;
  quad unit, r;
  int e;

  if (isnan (ld) || isinf (ld) || ld == 0)
    return x;
  frexpl (ld, &e);
  unit = (quad) ldexpl (1, e - 11 < -24 ? -24 : e - 11);
  r = ((x / unit + whole) - whole) * unit;
  if (r >= 65520 || r <= -65520)
    return (quad) copysignl (INFINITY, ld);
  return r == 0 ? (quad) copysignl (0, ld) : r;
}

quad
scalar_round (enum scalar s, quad x)
{
  switch (scalar_part (s))
    {
    case SCALAR_F16:
      return round_half (x);
    case SCALAR_F32:
      return (quad) (float) x;
    case SCALAR_F64:
      return (quad) (double) x;
    case SCALAR_F80:
      return (quad) (long double) x;
    default:
      return x;
    }
}

/* Of the 16 bytes, or 12, of x87's extended precision ten are the number; other formats have no
   padding.  */
#if LDBL_MANT_DIG == 64
# define FLOAT_BYTES 10
#else
# define FLOAT_BYTES sizeof (long double)
#endif

_Static_assert (FLOAT_BYTES <= 2 * sizeof (uint64_t), "the bits of a long double in two words");

void
scalar_float_bits (long double x, uint64_t words[2])
{
  words[0] = words[1] = 0;
  memcpy (words, &x, FLOAT_BYTES);
}

bool
scalar_float_same (long double x, long double y)
{
  uint64_t a[2], b[2];

  scalar_float_bits (x, a);
  scalar_float_bits (y, b);
  return a[0] == b[0] && a[1] == b[1];
}

void
scalar_print_int (struct strbuf *out, enum scalar s, __int128 i)
{
  unsigned __int128 u = (unsigned __int128) i;
  char digits[40];
  int n = 0;

  if (scalar_info[s].is_signed && i < 0)
    {
      strbuf_putc (out, '-');
      u = -u;
    }
  do
    digits[n++] = (char) ('0' + (int) (u % 10));
  while (u /= 10);
  while (n)
    strbuf_putc (out, digits[--n]);
}

/* X, finite, as 0x1.HHHp+E with all digits a quad has.  */
static void
print_hex (struct strbuf *out, quad x)
{
  int e = 0;

  if (x < 0)
    {
      strbuf_putc (out, '-');
      x = -x;
    }
  for (; x >= 2; e++)
    x /= 2;
  for (; x < 1; e--)
    x *= 2;
  strbuf_printf (out, "0x1.");
  do
    {
      x = (x - (quad) (int) x) * 16;
      strbuf_putc (out, "0123456789abcdef"[(int) x]);
    }
  while (x != (quad) (int) x);
  strbuf_printf (out, "p%+d", e);
}

long double
scalar_read_float (enum scalar s, const char *text)
{
  switch (scalar_part (s))
    {
    case SCALAR_F32:
      return strtof (text, NULL);
    case SCALAR_F64:
      return strtod (text, NULL);
    default:
      return (long double) scalar_round (s, (quad) strtold (text, NULL));
    }
}

void
scalar_print_float (struct strbuf *out, enum scalar s, quad x)
{
  long double ld = (long double) x;
  char buf[64];
  int prec;

  if (isnan (ld) || isinf (ld))
    {
      strbuf_printf (out, "%s%s", signbit (ld) ? "-" : "", isnan (ld) ? "nan" : "inf");
      return;
    }
  if (x > -1e15L && x < 1e15L && x == (quad) (int64_t) x)
    {
      strbuf_printf (out, "%.1Lf", ld);
      return;
    }
  for (prec = 1; prec <= 21; prec++)
    {
      snprintf (buf, sizeof buf, "%.*Lg", prec, ld);
      if ((quad) scalar_read_float (s, buf) == x)
	{
	  strbuf_printf (out, "%s%s", buf, strpbrk (buf, ".en") ? "" : ".0");
	  return;
	}
    }
  print_hex (out, x);
}

void
scalar_print_value (struct strbuf *out, enum scalar s, quad x)
{
  scalar_print_float (out, s, x);
  if (out->len > 2 && strcmp (out->s + out->len - 2, ".0") == 0)
    out->s[out->len -= 2] = '\0';
}

enum scalar
scalar_by_name (const char *text, size_t len)
{
  unsigned s;

  for (s = 0; s < SCALAR_LAST; s++)
    if (strlen (scalar_info[s].text) == len && memcmp (scalar_info[s].text, text, len) == 0)
      break;
  return (enum scalar) s;
}
