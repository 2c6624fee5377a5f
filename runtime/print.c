/* nova_print: shape and elements of a vector on stderr.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   One line, "2x3 [[1,2,3],[4,5,6]]"; a ragged level has no number in the shape: "2x? [[1],[2,3]]".
   The compiler gives the element type as FIR text: a scalar as in type.def, "ptr T", "vec T", "rec
   [NAME] {f: T @OFFSET, ...} SIZE ALIGN", "blob [NAME] SIZE ALIGN", each with a possible #N behind
   the first word; and, as members, "array N SIZE T" and "bits i FROM WIDTH" (or u).  It is parsed
   again for each element: printing need not be fast.  Elements of unknown structure (blobs, a name
   alone) are printed as bytes.

   The line is complete before it is written, so that the lines of several threads do not mix.  */

#include "rt.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *print_value (FILE *out, const char *type, const char *p, size_t size);

/* Behind WORD, which TEXT begins with, a #N and blanks; or null.  */
static const char *
after (const char *text, const char *word)
{
  size_t n = strlen (word);
  if (strncmp (text, word, n) || isalnum ((unsigned char) text[n]))
    return NULL;
  text += n;
  if (*text == '#')
    do
      text++;
    while (isdigit ((unsigned char) *text));
  while (*text == ' ')
    text++;
  return text;
}

static const char *
skip_word (const char *text)
{
  while (*text && !strchr (" ,}", *text))
    text++;
  return text;
}

static void
print_bytes (FILE *out, const char *p, size_t n)
{
  putc ('<', out);
  for (size_t k = 0; k < n; k++)
    fprintf (out, "%02x", (unsigned char) p[k]);
  putc ('>', out);
}

static void
print_unsigned (FILE *out, unsigned __int128 x)
{
  char digits[40];
  unsigned n = sizeof digits;
  do
    digits[--n] = (char) ('0' + (int) (x % 10));
  while (x /= 10);
  fwrite (digits + n, 1, sizeof digits - n, out);
}

/* The integer of BITS bits at P (little or big endian alike).  */
static void
print_integer (FILE *out, unsigned bits, bool is_signed, const char *p)
{
  unsigned __int128 x = 0;
  switch (bits)
    {
    case 8: x = *(const uint8_t *) p; break;
    case 16: x = *(const uint16_t *) p; break;
    case 32: x = *(const uint32_t *) p; break;
    case 64: x = *(const uint64_t *) p; break;
    default: x = *(const unsigned __int128 *) p; break;
    }
  if (is_signed && x >> (bits - 1) & 1)
    {
      putc ('-', out);
      x = bits < 128 ? ((unsigned __int128) 1 << bits) - x : -x;
    }
  print_unsigned (out, x);
}

/* IEEE half precision, which not every compiler has a type for.  */
static double
half (uint16_t h)
{
  int e = h >> 10 & 31, m = h & 1023;
  double x = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp (m + 1024, e - 25) : ldexp (m, -24);
  return h >> 15 ? -x : x;
}

/* With as few digits as read back to the same value.  */
static void
print_double (FILE *out, unsigned bits, double x)
{
  char text[40];
  for (int digits = 1; digits <= 17; digits++)
    {
      snprintf (text, sizeof text, "%.*g", digits, x);
      if (isnan (x) || (bits == 64 ? strtod (text, NULL) == x : strtof (text, NULL) == (float) x))
        break;
    }
  fputs (text, out);
}

static void
print_long_double (FILE *out, long double x)
{
  char text[64];
  for (int digits = 1; digits <= 21; digits++)
    {
      snprintf (text, sizeof text, "%.*Lg", digits, x);
      if (isnan (x) || strtold (text, NULL) == x)
        break;
    }
  fputs (text, out);
}

/* The value of type T at P, which may be a member of a packed structure.  */
#define AT(T, P) \
  (((const struct { T value; } __attribute__ ((__packed__, __may_alias__)) *) (P))->value)

static void
print_float (FILE *out, unsigned bits, const char *p)
{
  switch (bits)
    {
    case 16: print_double (out, 32, half (AT (uint16_t, p))); break;
    case 32: print_double (out, 32, AT (float, p)); break;
    case 64: print_double (out, 64, AT (double, p)); break;
#ifdef __SIZEOF_FLOAT128__
    case 128: print_long_double (out, (long double) AT (__float128, p)); break;
#endif
    default: print_long_double (out, AT (long double, p)); break;
    }
}

/* The scalar that TYPE begins with; null if it is none.  */
static const char *
print_scalar (FILE *out, const char *type, const char *p)
{
  const char *rest = after (type, "bool");
  if (rest)
    {
      putc (*p ? '1' : '0', out);
      return rest;
    }
  if (!strchr ("iufc", *type) || !isdigit ((unsigned char) type[1]))
    return NULL;
  unsigned bits = (unsigned) strtoul (type + 1, NULL, 10);
  if (*type == 'f')
    print_float (out, bits, p);
  else if (*type == 'c')
    {
      putc ('(', out);
      print_float (out, bits / 2, p);
      putc (' ', out);
      print_float (out, bits / 2, p + (bits == 160 ? sizeof (long double) : bits / 16));
      putc (')', out);
    }
  else
    print_integer (out, bits, *type == 'i', p);
  return skip_word (type);
}

/* The members of a record; TYPE stands behind the opening brace.  */
static const char *
print_record (FILE *out, const char *type, const char *p)
{
  const char *sep = "";
  putc ('{', out);
  while (*type && *type != '}')
    {
      const char *colon = strchr (type, ':'), *at;
      if (!colon)
        break;
      fputs (sep, out);
      sep = ",";
      /* The offset stands behind the type, so that is read twice.  */
      at = print_value (NULL, colon + 2, NULL, 0);
      at = strchr (at, '@');
      if (!at)
        break;
      print_value (out, colon + 2, p + strtoull (at + 1, NULL, 10), 0);
      type = skip_word (at);
      type += strspn (type, ", ");
    }
  putc ('}', out);
  if (*type == '}')
    type++;
  return type;
}

/* Behind the "SIZE ALIGN" at TEXT; *SIZE is the first.  */
static const char *
read_size (const char *text, size_t *size)
{
  char *end;
  *size = strtoull (text, &end, 10);
  strtoull (end, &end, 10);
  return end;
}

/* Behind the record whose opening brace is before TEXT, with its size and alignment.  */
static const char *
skip_record (const char *text)
{
  size_t size;
  for (unsigned depth = 1; *text && depth > 0; text++)
    depth += (*text == '{') - (*text == '}');
  return read_size (text, &size);
}

/* N elements of TYPE, EACH bytes apart.  */
static const char *
print_array (FILE *out, const char *type, const char *p, size_t n, size_t each)
{
  if (out)
    putc ('[', out);
  for (size_t k = 0; out && k < n; k++)
    {
      if (k > 0)
        putc (',', out);
      print_value (out, type, p + k * each, each);
    }
  if (out)
    putc (']', out);
  return print_value (NULL, type, NULL, 0);
}

/* A member of WIDTH bits from bit FROM of P on; bits are numbered as the machine numbers bytes.  */
static void
print_bits (FILE *out, bool is_signed, const char *p, unsigned from, unsigned width)
{
  unsigned __int128 x = 0;
  for (unsigned k = 0; k < width; k++)
    {
      unsigned at = from + k, byte = (unsigned char) p[at / 8];
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
      x = x << 1 | (byte >> (7 - at % 8) & 1);
#else
      x |= (unsigned __int128) (byte >> at % 8 & 1) << k;
#endif
    }
  if (is_signed && x >> (width - 1) & 1)
    {
      putc ('-', out);
      x = ((unsigned __int128) 1 << width) - x;
    }
  print_unsigned (out, x);
}

/* The value of TYPE at P of SIZE bytes (0: unknown); only read TYPE if OUT is null.  The result is
   the text behind the type.  */
static const char *
print_value (FILE *out, const char *type, const char *p, size_t size)
{
  const char *rest;
  if ((rest = after (type, "rec")))
    {
      rest = strchr (rest, '{');
      if (!rest)
        return "";
      if (out)
        print_record (out, rest + 1, p);
      return skip_record (rest + 1);
    }
  if ((rest = after (type, "array")))
    {
      char *end;
      size_t n = strtoull (rest, &end, 10), each = strtoull (end, &end, 10);
      return print_array (out, end + strspn (end, " "), p, n, each);
    }
  if ((rest = after (type, "bits")))
    {
      char *end;
      unsigned from = (unsigned) strtoul (rest + 1, &end, 10);
      unsigned width = (unsigned) strtoul (end, &end, 10);
      if (out)
        print_bits (out, *rest == 'i', p, from, width);
      return end;
    }
  if ((rest = after (type, "blob")))
    {
      if (!isdigit ((unsigned char) *rest))
        rest = skip_word (rest);
      rest = read_size (rest, &size);
      if (out)
        print_bytes (out, p, size);
      return rest;
    }
  if ((rest = after (type, "ptr")))
    {
      if (out)
        fprintf (out, "%p", *(void *const *) p);
      return print_value (NULL, rest, NULL, 0);
    }
  if (!out)
    return skip_word (type);
  if ((rest = print_scalar (out, type, p)))
    return rest;
  print_bytes (out, p, size);
  return skip_word (type);
}

static void
print_shape (FILE *out, const struct nova_vec *v)
{
  fprintf (out, "%zu", nova_vec_length (v));
  for (unsigned l = 0; v && l + 1 < v->levels; l++)
    if (v->inner[l].offsets)
      fputs ("x?", out);
    else
      fprintf (out, "x%zu", v->inner[l].extent);
  putc (' ', out);
}

/* Segments LO to HI of level LEVEL of the contiguous V; level V->levels has the base elements.  */
static void
print_level (FILE *out, const struct nova_vec *v, unsigned level, size_t lo, size_t hi,
             const char *type)
{
  putc ('[', out);
  for (size_t i = lo; i < hi; i++)
    {
      if (i > lo)
        putc (',', out);
      if (level == v->levels)
        print_value (out, type, (const char *) v->data + i * v->elem_size, v->elem_size);
      else
        {
          const struct nova_level *inner = &v->inner[level - 1];
          size_t first = i * inner->extent, last = first + inner->extent;
          if (inner->offsets)
            {
              first = inner->offsets[i] - inner->offsets[0];
              last = inner->offsets[i + 1] - inner->offsets[0];
            }
          print_level (out, v, level + 1, first, last, type);
        }
    }
  putc (']', out);
}

/* V, whose elements are of type TYPE (a nested vector's are vectors).  */
void
nova_vec_print (struct nova_vec *v, const char *type, const struct nova_site *site)
{
  char *text = NULL;
  size_t size = 0;
  const char *base;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    nova_no_memory (site, 1, BUFSIZ);
  while ((base = after (type, "vec")))
    type = base;
  struct nova_vec *whole = nova_vec_contiguous_at (v, site);
  print_shape (out, whole);
  if (whole)
    print_level (out, whole, 1, 0, whole->length, type);
  else
    fputs ("[]", out);
  putc ('\n', out);
  nova_vec_release (whole);
  if (fclose (out))
    {
      free (text);
      nova_no_memory (site, 1, BUFSIZ);
    }
  fwrite (text, 1, size, stderr);
  free (text);
}
