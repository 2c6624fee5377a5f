/* Strided arrays: views of them as handles; do two elements have one address?
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Two elements whose indices differ by (d1, d2, d3) have one address if d1 s1 + d2 s2 + d3 s3 is
   0. If each stride, from the least up, is beyond what those before it span there are none, which
   is how strided arrays are as a rule.  Else all differences of the outermost indices of three are
   tried; for each, those of the other two are found by Euclid's algorithm.  Memory is not looked at,
   nor is it known here that a vector has so many elements: sizes may be any.  */

#include "rt.h"
#include <string.h>

struct grid
{
  unsigned levels;
  ptrdiff_t n[3], s[3];
};

static size_t
magnitude (ptrdiff_t s)
{
  return s < 0 ? - (size_t) s : (size_t) s;
}

/* Each level steps over all that those of lesser strides reach.  */
static bool
nested (const struct grid *g)
{
  bool taken[3] = { false, false, false };
  size_t reach = 0;
  for (unsigned k = 0; k < g->levels; k++)
    {
      unsigned least = 3;
      size_t way;
      for (unsigned l = 0; l < g->levels; l++)
        if (!taken[l] && (least == 3 || magnitude (g->s[l]) < magnitude (g->s[least])))
          least = l;
      taken[least] = true;
      if (magnitude (g->s[least]) <= reach)
        return false;
      if (__builtin_mul_overflow ((size_t) g->n[least] - 1, magnitude (g->s[least]), &way)
          || __builtin_add_overflow (reach, way, &reach))
        return k + 1 == g->levels;
    }
  return true;
}

/* X times Y; the greatest number if that is too much.  */
static ptrdiff_t
times (size_t x, ptrdiff_t y)
{
  ptrdiff_t r;
  return __builtin_mul_overflow (x, y, &r) ? PTRDIFF_MAX : r;
}

static ptrdiff_t
plus (ptrdiff_t x, ptrdiff_t y)
{
  ptrdiff_t r;
  return !__builtin_add_overflow (x, y, &r) ? r : y > 0 ? PTRDIFF_MAX : -PTRDIFF_MAX;
}

/* X divided by Y > 0, rounded down.  */
static ptrdiff_t
floor_div (ptrdiff_t x, ptrdiff_t y)
{
  return x / y - (x % y < 0);
}

/* X times Y modulo M, X and Y below M.  */
static size_t
times_mod (size_t x, size_t y, size_t m)
{
  size_t r = 0;
  for (; y; y >>= 1)
    {
      if (y & 1)
        r = r >= m - x ? r - (m - x) : r + x;
      x = x >= m - x ? x - (m - x) : x + x;
    }
  return r;
}

/* The greatest common divisor of X and M; *INVERSE times X is that modulo M.  */
static size_t
divisor (size_t x, size_t m, size_t *inverse)
{
  size_t r = m, next = x, a = 0, b = 1 % m;
  while (next)
    {
      size_t q = r / next, rest = r % next, old = b;
      size_t qb = times_mod (q % m, b, m);
      b = a >= qb ? a - qb : a + (m - qb);
      a = old;
      r = next;
      next = rest;
    }
  *inverse = a;
  return r;
}

/* The second and third index of an element.  */
struct rest
{
  ptrdiff_t j2, j3;
};

static bool
within (ptrdiff_t d, ptrdiff_t n)
{
  return d < n && -n < d;
}

static ptrdiff_t
index_of (ptrdiff_t d)
{
  return d > 0 ? d : 0;
}

/* Of the differences (D2, D3), where D2 S2 + D3 S3 is C and D2 is congruent to R modulo |S3|, which
   S2 has no divisor with, the one that leads to the least element.  */
static bool
least_of_many (const struct grid *g, ptrdiff_t c, ptrdiff_t s2, ptrdiff_t s3, ptrdiff_t r,
               struct rest *at)
{
  if (s2 < 0)
    c = -c, s2 = -s2, s3 = -s3;
  ptrdiff_t m = s3 < 0 ? -s3 : s3, span = times ((size_t) m, g->n[2] - 1);
  ptrdiff_t low = -floor_div (-plus (c, -span), s2), high = floor_div (plus (c, span), s2);
  low = low < 1 - g->n[1] ? 1 - g->n[1] : low;
  high = high >= g->n[1] ? g->n[1] - 1 : high;
  /* Those up to 0 first: the row is then the same, and the ends have the least third index.  */
  ptrdiff_t top = high < 0 ? high : 0, most = top - (plus (top, -r) % m + m) % m;
  ptrdiff_t first = low + (plus (r, -low) % m + m) % m;
  if (most >= low)
    {
      ptrdiff_t x = (c - s2 * most) / s3, y = (c - s2 * first) / s3;
      *at = (struct rest) { 0, index_of (x < y ? x : y) };
      return true;
    }
  if (low < 1)
    first = 1 + (plus (r, -1) % m + m) % m;
  *at = (struct rest) { first, first <= high ? index_of ((c - s2 * first) / s3) : 0 };
  return first <= high;
}

/* The least element whose first index is D1 more than that of one with its address, C away.  */
static bool
least_rest (const struct grid *g, bool same, ptrdiff_t c, struct rest *at)
{
  const ptrdiff_t s2 = g->s[1], s3 = g->s[2];
  if (s2 == 0 || s3 == 0)
    {
      /* One of the two may be anything, the other has one value, if any.  */
      ptrdiff_t s = s2 ? s2 : s3, d = s ? c / s : 0;
      if (s ? c % s != 0 || !within (d, s2 ? g->n[1] : g->n[2]) : c != 0)
        return false;
      if (same)
        *at = s3 == 0 && g->n[2] > 1 ? (struct rest) { 0, 1 } : (struct rest) { 1, 0 };
      else
        *at = s2 ? (struct rest) { index_of (d), 0 } : (struct rest) { 0, index_of (d) };
      return !same || (s3 == 0 && g->n[2] > 1) || (s2 == 0 && g->n[1] > 1);
    }
  if (!same && (s2 == PTRDIFF_MIN || s3 == PTRDIFF_MIN))
    {
      /* No address is so far: that level stays where it is.  */
      ptrdiff_t s = s2 == PTRDIFF_MIN ? s3 : s2, d = c / s;
      *at = s2 == PTRDIFF_MIN ? (struct rest) { 0, index_of (d) } : (struct rest) { index_of (d), 0 };
      return c % s == 0 && within (d, s2 == PTRDIFF_MIN ? g->n[2] : g->n[1]);
    }
  size_t m = magnitude (s3), inverse, by = divisor (magnitude (s2) % m, m, &inverse);
  ptrdiff_t a = -1, b = -1;
  if (by > PTRDIFF_MAX)			/* both are PTRDIFF_MIN, which nothing else is a multiple of */
    {
      if (c != 0)
        return false;
    }
  else if (c % (ptrdiff_t) by != 0)
    return false;
  else
    a = s2 / (ptrdiff_t) by, b = s3 / (ptrdiff_t) by, c /= (ptrdiff_t) by;
  m /= by;
  if (same)
    {
      *at = (struct rest) { (ptrdiff_t) m, index_of (s3 < 0 ? a : -a) };
      return m < (size_t) g->n[1] && within (a, g->n[2]);
    }
  /* The residue of C / A.  */
  size_t r = times_mod (magnitude (c) % m, inverse % m, m);
  if ((c < 0) != (a < 0) && r)
    r = m - r;
  return least_of_many (g, c, a, b, (ptrdiff_t) r, at);
}

/* The least element, in row-major order, with the address of one before it; TOTAL if there is none.
   Levels that are not there are outermost and have one index.  */
static size_t
search (const struct grid *g, size_t total)
{
  const ptrdiff_t reach = plus (times (magnitude (g->s[1]), g->n[1] - 1),
                                times (magnitude (g->s[2]), g->n[2] - 1));
  for (ptrdiff_t d1 = 0; d1 < g->n[0]; d1++)
    {
      ptrdiff_t c;
      struct rest at;
      /* Farther than any address is away, or than the other levels get back.  */
      if (__builtin_mul_overflow (d1, g->s[0], &c) || !within (c, plus (reach, 1)))
        return total;
      if (least_rest (g, d1 == 0, -c, &at))
        return ((size_t) d1 * (size_t) g->n[1] + (size_t) at.j2) * (size_t) g->n[2]
               + (size_t) at.j3;
    }
  return total;
}

size_t
nova_strided_clash (size_t n1, ptrdiff_t s1, size_t n2, ptrdiff_t s2, size_t n3, ptrdiff_t s3)
{
  const size_t n[3] = { n1, n2, n3 };
  const ptrdiff_t s[3] = { s1, s2, s3 };
  struct grid g = { 0, { 1, 1, 1 }, { 0, 0, 0 } }, right = g;
  size_t total = n1 * n2 * n3;
  for (unsigned k = 0; k < 3; k++)
    if (n[k] == 0 || n[k] > PTRDIFF_MAX)
      return total;
    else if (n[k] > 1)
      {
        g.n[g.levels] = (ptrdiff_t) n[k];
        g.s[g.levels++] = s[k];
      }
  if (nested (&g))
    return total;
  for (unsigned k = 0; k < g.levels; k++)
    {
      right.n[k + 3 - g.levels] = g.n[k];
      right.s[k + 3 - g.levels] = g.s[k];
    }
  return search (&right, total);
}

/* The elements at P, N1 steps of S1 and so on, as K levels of a vector of their own.  */
static struct nova_vec *
gather (const char *p, size_t elem_size, unsigned k, const size_t n[3], const ptrdiff_t s[3])
{
  struct nova_vec *v = nova_vec_new (n[0] * n[1] * n[2], elem_size, 64, NULL);
  char *to = v->data;
  for (size_t i = 0; i < n[0]; i++)
    for (size_t j = 0; j < n[1]; j++)
      for (size_t l = 0; l < n[2]; l++, to += elem_size)
        memcpy (to, p + (ptrdiff_t) ((i * (size_t) s[0] + j * (size_t) s[1] + l * (size_t) s[2])
                                     * elem_size), elem_size);
  return k == 1 ? v : nova_vec_reshape (v, k, n[0], n[1], n[2]);
}

/* Only the outermost level of a descriptor has a stride: what that cannot say is copied.  */
struct nova_vec *
nova_vec_view_strided (const void *p, size_t elem_size, unsigned k, size_t n1, ptrdiff_t s1,
                       size_t n2, ptrdiff_t s2, size_t n3, ptrdiff_t s3)
{
  const size_t n[3] = { n1, k > 1 ? n2 : 1, k > 2 ? n3 : 1 };
  const ptrdiff_t s[3] = { s1, s2, s3 };
  size_t row = n[1] * n[2];
  bool dense = (n[2] == 1 || s3 == 1) && (n[1] == 1 || s2 == (ptrdiff_t) n[2]);
  if (n1 == 0 || row == 0)
    return nova_vec_view (p, elem_size, k, n1, n[1], n[2]);
  if (!dense || s1 % (ptrdiff_t) row != 0)
    return gather (p, elem_size, k, n, s);
  struct nova_vec *v = nova_vec_view (p, elem_size, k, n1, n[1], n[2]);
  if (n1 > 1)
    v->stride = s1 / (ptrdiff_t) row;
  return v;
}

/* Steps are in elements: members of a structure whose size is no multiple of theirs are copied.  */
struct nova_vec *
nova_vec_field (struct nova_vec *v, size_t offset, size_t elem_size)
{
  if (!v)
    return NULL;
  struct nova_vec *r;
  if (elem_size > 0 && v->elem_size % elem_size == 0)
    {
      r = nova_vec_descriptor (v->length, 1, v->data, elem_size, nova_vec_retain (v));
      if (v->length > 0)
        r->data = (char *) v->data + offset;
      if (v->length > 1)
        r->stride = v->stride * (ptrdiff_t) (v->elem_size / elem_size);
      return r;
    }
  r = nova_vec_new (v->length, elem_size, 64, NULL);
  nova_vec_live_in (r, nova_vec_retain (v));
  for (size_t i = 0; i < v->length; i++)
    memcpy ((char *) r->data + i * elem_size,
            (const char *) v->data + (ptrdiff_t) i * v->stride * (ptrdiff_t) v->elem_size + offset,
            elem_size);
  return r;
}
