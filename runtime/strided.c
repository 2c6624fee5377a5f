/* Strided arrays: views of them as handles; do two elements have one address?
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Two elements whose indices differ by (d1, d2, d3) have one address if d1 s1 + d2 s2 + d3 s3 is
   0. If each stride, from the least up, is beyond what those before it span there are none, which
   is how strided arrays are as a rule.  Else all differences of the outer indices are tried,
   without a look at memory.  */

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

/* D1 S1 + D2 S2 in *SUM; false if no address is that far.  */
static bool
distance (const struct grid *g, ptrdiff_t d1, ptrdiff_t d2, ptrdiff_t *sum)
{
  ptrdiff_t a, b;
  return !__builtin_mul_overflow (d1, g->s[0], &a) && !__builtin_mul_overflow (d2, g->s[1], &b)
         && !__builtin_add_overflow (a, b, sum) && *sum != PTRDIFF_MIN;
}

/* The least third index of an element with the address of one that is D1 and D2 before it; -1 if
   there is none.  */
static ptrdiff_t
third (const struct grid *g, ptrdiff_t d1, ptrdiff_t d2)
{
  ptrdiff_t sum, d3;
  bool same = d1 == 0 && d2 == 0;
  if (!distance (g, d1, d2, &sum))
    return -1;
  if (g->s[2] == 0)
    return sum != 0 ? -1 : !same ? 0 : g->n[2] > 1 ? 1 : -1;
  if (same || sum % g->s[2] != 0)
    return -1;
  d3 = -(sum / g->s[2]);
  return d3 >= g->n[2] || -d3 >= g->n[2] ? -1 : d3 > 0 ? d3 : 0;
}

/* The least element, in row-major order, with the address of one before it; TOTAL if there is none.
   Levels that are not there are outermost and have one index.  */
static size_t
search (const struct grid *g, size_t total)
{
  for (ptrdiff_t d1 = 0; d1 < g->n[0]; d1++)
    {
      size_t least = total;
      for (ptrdiff_t d2 = d1 ? 1 - g->n[1] : 0; d2 < g->n[1]; d2++)
        {
          ptrdiff_t j2 = d2 > 0 ? d2 : 0, j3 = third (g, d1, d2);
          size_t j = ((size_t) d1 * (size_t) g->n[1] + (size_t) j2) * (size_t) g->n[2]
                     + (size_t) j3;
          if (j3 >= 0 && j < least)
            least = j;
          if (least < total && d2 > 0)
            return least;
        }
      if (least < total)
        return least;
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
        memcpy (to, p + ((ptrdiff_t) i * s[0] + (ptrdiff_t) j * s[1] + (ptrdiff_t) l * s[2])
                        * (ptrdiff_t) elem_size, elem_size);
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
