/* Strided arrays: views of them as handles; whether two elements share an address.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Two elements whose indices differ by (d1, ..., dk) share an address if d1 s1 + ... + dk sk is 0.
   If each stride, in ascending order, exceeds the span of the smaller ones there are none, which is
   the usual case.  Else those differences of the outer indices are tried that the levels below can
   compensate; for each, those of the innermost two are found by Euclid's algorithm.  Memory is not
   accessed, and sizes may be arbitrary.  */

#include "rt.h"
#include <stdarg.h>

/* The innermost two of some levels; the first is that of the others.  */
struct grid
{
  ptrdiff_t n[3], s[3];
};

/* Levels, outermost first.  */
struct levels
{
  unsigned count;
  ptrdiff_t *n, *s;
  size_t *reach;		/* of level K and those below it: the greatest |d_k s_k + ...| */
  size_t *size;			/* elements of one index of level K */
};

static size_t
magnitude (ptrdiff_t s)
{
  return s < 0 ? - (size_t) s : (size_t) s;
}

/* X + (N - 1) |S|, or the greatest size.  */
static size_t
beyond (size_t x, ptrdiff_t n, ptrdiff_t s)
{
  size_t way;
  if (__builtin_mul_overflow ((size_t) n - 1, magnitude (s), &way)
      || __builtin_add_overflow (x, way, &x))
    return SIZE_MAX;
  return x;
}

/* Each level of more than one index steps over all that those of lesser strides reach.  */
static bool
nested (const struct levels *g)
{
  size_t reach = 0, done = 0;
  unsigned left = 0;
  for (unsigned k = 0; k < g->count; k++)
    left += g->n[k] > 1;
  for (; left > 0; left--)
    {
      unsigned least = g->count;
      for (unsigned l = 0; l < g->count; l++)
        if (g->n[l] > 1 && magnitude (g->s[l]) > done
            && (least == g->count || magnitude (g->s[l]) < magnitude (g->s[least])))
          least = l;
      /* A stride of 0, or two equal ones, leave none for the last turn.  */
      if (least == g->count || magnitude (g->s[least]) <= reach)
        return false;
      done = magnitude (g->s[least]);
      reach = beyond (reach, g->n[least], g->s[least]);
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
      *at = s2 == PTRDIFF_MIN ? (struct rest){ 0, index_of (d) } : (struct rest){ index_of (d), 0 };
      return c % s == 0 && within (d, s2 == PTRDIFF_MIN ? g->n[2] : g->n[1]);
    }
  size_t m = magnitude (s3), inverse, by = divisor (magnitude (s2) % m, m, &inverse);
  ptrdiff_t a = -1, b = -1;
  if (by > PTRDIFF_MAX)			/* both are PTRDIFF_MIN, which nothing else is a multiple
                                           of */
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

#define NONE SIZE_MAX

/* D S added to *SUM; false if no address is that far.  */
static bool
add_way (ptrdiff_t d, ptrdiff_t s, ptrdiff_t *sum)
{
  ptrdiff_t way;
  return !__builtin_mul_overflow (d, s, &way) && !__builtin_add_overflow (*sum, way, sum)
         && *sum != PTRDIFF_MIN;
}

/* The differences of level K from *FROM to *TO after which what is below, BELOW far, makes SUM
   disappear; only from 0 on unless AFTER.  */
static void
differences (const struct levels *g, unsigned k, ptrdiff_t sum, bool after, ptrdiff_t *from,
             ptrdiff_t *to)
{
  ptrdiff_t n = g->n[k], s = g->s[k], at, way;
  size_t below = g->reach[k + 1], far = magnitude (s) ? PTRDIFF_MAX / magnitude (s) : 0;
  *from = after ? 1 - n : 0;
  *to = n - 1;
  if (s == 0)
    {
      /* All indices are the same, but that 1 is positive.  */
      *from = 0;
      *to = !after && n > 1;
      return;
    }
  *from = *from < - (ptrdiff_t) far ? - (ptrdiff_t) far : *from;
  *to = *to > (ptrdiff_t) far ? (ptrdiff_t) far : *to;
  if (below >= PTRDIFF_MAX || magnitude (sum) >= PTRDIFF_MAX - below)
    return;
  at = s == PTRDIFF_MIN ? 0 : -(sum / s);
  way = (ptrdiff_t) (below / magnitude (s)) + 1;
  *from = at - way > *from ? at - way : *from;
  *to = at + way < *to ? at + way : *to;
}

/* The least element, as an index into the levels from K on, with the address of one that is before
   it by an index of each level that makes SUM disappear, and by a positive one first, unless AFTER,
   where a level above has one.  */
static size_t
least (const struct levels *g, unsigned k, ptrdiff_t sum, bool after)
{
  size_t best = NONE;
  ptrdiff_t from, to;
  if (k + 2 == g->count)
    {
      struct grid two = { { 1, g->n[k], g->n[k + 1] }, { 0, g->s[k], g->s[k + 1] } };
      struct rest at;
      if (least_rest (&two, !after, -sum, &at))
        return (size_t) at.j2 * (size_t) g->n[k + 1] + (size_t) at.j3;
      return NONE;
    }
  differences (g, k, sum, after, &from, &to);
  for (ptrdiff_t d = from; d <= to && (d <= 0 || best == NONE); d++)
    {
      ptrdiff_t rest = sum;
      if (!add_way (d, g->s[k], &rest) || magnitude (rest) > g->reach[k + 1])
        continue;
      size_t tail = least (g, k + 1, rest, after || d > 0);
      if (tail != NONE && tail + (size_t) index_of (d) * g->size[k] < best)
        best = tail + (size_t) index_of (d) * g->size[k];
    }
  return best;
}

/* Does each of the K levels in AP, as they are given, step over all that those behind it reach?
   *TOTAL: the elements.  ROOM is what is left of the least step so far.  */
static bool
in_order (unsigned k, va_list ap, size_t *total)
{
  size_t room = SIZE_MAX, way;
  *total = 1;
  for (; k > 0; k--)
    {
      size_t n = va_arg (ap, size_t), step = magnitude (va_arg (ap, ptrdiff_t));
      *total *= n;
      if (n == 1)
        continue;
      if (n == 0 || n > PTRDIFF_MAX || __builtin_mul_overflow (n - 1, step, &way) || way >= room)
        return false;
      room = room - way < step ? room - way : step;
      if (room == 0)
        return false;
    }
  return true;
}

static size_t
any_order (unsigned k, va_list ap)
{
  ptrdiff_t n[k + 3], s[k + 3];
  size_t reach[k + 4], count[k + 3], total = 1;
  struct levels g = { 0, n, s, reach, count };
  bool some = true;
  /* Levels of one index do not matter; three at least, those that are not there outermost.  */
  for (; g.count < 3; g.count++)
    n[g.count] = 1, s[g.count] = 0;
  for (unsigned l = 0; l < k; l++)
    {
      size_t size = va_arg (ap, size_t);
      ptrdiff_t step = va_arg (ap, ptrdiff_t);
      total *= size;
      some = some && size > 0 && size <= PTRDIFF_MAX;
      if (size == 1)
        continue;
      n[g.count] = (ptrdiff_t) size;
      s[g.count++] = step;
    }
  if (!some || nested (&g))
    return total;
  reach[g.count] = 0;
  for (size_t l = g.count, c = 1; l-- > 0; c *= (size_t) n[l])
    {
      count[l] = c;
      reach[l] = beyond (reach[l + 1], n[l], s[l]);
    }
  size_t first = least (&g, 0, 0, false);
  return first == NONE ? total : first;
}

size_t
nova_strided_clash (unsigned k, ...)
{
  size_t total;
  va_list ap;
  va_start (ap, k);
  bool sure = in_order (k, ap, &total);
  va_end (ap);
  if (sure)
    return total;
  va_start (ap, k);
  total = any_order (k, ap);
  va_end (ap);
  return total;
}

struct nova_vec *
nova_vec_view_strided (const void *p, size_t elem_size, unsigned k, ...)
{
  size_t n[k];
  ptrdiff_t step[k];
  va_list ap;
  va_start (ap, k);
  for (unsigned l = 0; l < k; l++)
    {
      n[l] = va_arg (ap, size_t);
      step[l] = (ptrdiff_t) ((size_t) va_arg (ap, ptrdiff_t) * elem_size);
    }
  va_end (ap);
  return nova_vec_grid (NULL, p, elem_size, k, n, step);
}
