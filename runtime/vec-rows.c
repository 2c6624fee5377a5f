/* Nested vectors with irregular levels: built from flat elements and offsets, and taken apart.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   The flattened representation (Blelloch, "Programming Parallel Algorithms", section 5): the base
   elements are in one array, and each irregular level has the positions at which its segments
   start, and the end of the last one.  A vector made here starts at offset 0; a row of it shares
   its offsets, which may then start anywhere.  */

#include "rt.h"
#include <string.h>

/* OFFSETS keeps V alive, of which it has a reference; it is nobody else's, and has no owner
   yet.  */
struct nova_vec *
nova_vec_segments (struct nova_vec *v, struct nova_vec *offsets)
{
  size_t n = nova_vec_length (offsets);
  unsigned inner = v ? v->levels - 1 : 0;
  if (n == 0)
    {
      nova_vec_release (offsets);
      nova_vec_release (v);
      return NULL;
    }
  nova_vec_live_in (offsets, v);
  struct nova_vec *r = nova_vec_descriptor (n - 1, inner + 2, nova_vec_data (v),
                                            v ? v->elem_size : 1, offsets);
  r->inner[0] = (struct nova_level) { 0, offsets->data };
  if (inner)
    memcpy (r->inner + 1, v->inner, inner * sizeof (struct nova_level));
  return r;
}

/* How many segments LEVEL of V, 0 for that below the outermost one, has.  */
static size_t
segments_of (const struct nova_vec *v, unsigned level)
{
  size_t n = v->length;
  for (unsigned l = 0; n && l < level; l++)
    n = v->inner[l].offsets ? v->inner[l].offsets[n] - v->inner[l].offsets[0]
                            : n * v->inner[l].extent;
  return n;
}

struct nova_vec *
nova_vec_offsets (struct nova_vec *v, size_t level)
{
  size_t n = v ? segments_of (v, (unsigned) level) : 0;
  struct nova_vec *r = nova_vec_new (n + 1, sizeof (size_t), 64, NULL);
  size_t *to = r->data;
  to[0] = 0;
  if (n == 0)
    return r;
  const struct nova_level *at = &v->inner[level];
  for (size_t i = 1; i <= n; i++)
    to[i] = at->offsets ? at->offsets[i] - at->offsets[0] : i * at->extent;
  return r;
}

struct nova_vec *
nova_vec_part (struct nova_vec *v, size_t b, size_t n)
{
  if (!v || n == 0)
    return NULL;
  return nova_vec_descriptor (n, 1, (char *) v->data + b * v->elem_size, v->elem_size,
                              nova_vec_retain (v));
}

/* Where the rows that are copied start and end at each level, and how many elements the copy has
   so far.  */
struct copying
{
  size_t *lo, *hi, *done;	/* one a level of the type that the compiler met: on the stack */
};

/* Row R of V; level 0 is the rows.  */
static void
locate (struct copying *c, const struct nova_vec *v, size_t r)
{
  c->lo[0] = r;
  c->hi[0] = r + 1;
  for (unsigned l = 0; l + 1 < v->levels; l++)
    {
      c->lo[l + 1] = c->lo[l];
      c->hi[l + 1] = c->hi[l];
      nova_vec_descend (&v->inner[l], &c->lo[l + 1], &c->hi[l + 1]);
    }
}

/* The offsets and elements of the row that C has found, to OFFS and DATA.  */
static void
copy_row (struct copying *c, const struct nova_vec *v, struct nova_vec **offs, char *data)
{
  unsigned last = v->levels - 1;
  for (unsigned l = 0; l < last; l++)
    for (size_t j = c->lo[l]; j < c->hi[l]; j++)
      {
        size_t from = j, to = j;
        nova_vec_descend (&v->inner[l], &from, &to);
        ((size_t *) offs[l]->data)[c->done[l] + j - c->lo[l]]
          = c->done[l + 1] + from - c->lo[l + 1];
      }
  if (c->hi[last] > c->lo[last])
    memcpy (data + c->done[last] * v->elem_size,
            (const char *) v->data + c->lo[last] * v->elem_size,
            (c->hi[last] - c->lo[last]) * v->elem_size);
  for (unsigned l = 0; l <= last; l++)
    c->done[l] += c->hi[l] - c->lo[l];
}

/* The same of V whose rows are flat: mostly few of few elements.  */
static struct nova_vec *
copy_flat_rows (const struct nova_vec *v, size_t i, ptrdiff_t s, size_t n)
{
  struct nova_vec *offsets = nova_vec_new (n + 1, sizeof (size_t), 64, NULL);
  size_t *o = offsets->data, size = v->elem_size;
  o[0] = 0;
  for (size_t k = 0; k < n; k++)
    {
      size_t lo = i + k * (size_t) s, hi = lo + 1;
      nova_vec_descend (&v->inner[0], &lo, &hi);
      o[k + 1] = o[k] + (hi - lo);
    }
  struct nova_vec *r = nova_vec_new (o[n], size, 64, NULL);
  for (size_t k = 0; k < n; k++)
    if (o[k + 1] > o[k])
      {
        size_t lo = i + k * (size_t) s, hi = lo + 1;
        nova_vec_descend (&v->inner[0], &lo, &hi);
        memcpy ((char *) r->data + o[k] * size, (const char *) v->data + lo * size,
                (hi - lo) * size);
      }
  return nova_vec_segments (r, offsets);
}

struct nova_vec *
nova_vec_rows (struct nova_vec *v, size_t i, ptrdiff_t s, size_t n)
{
  if (v->levels == 2)
    return copy_flat_rows (v, i, s, n);
  unsigned last = v->levels - 1;
  size_t places[3 * (last + 1)];
  struct copying c = { places, places + last + 1, places + 2 * (last + 1) };
  struct nova_vec *offs[last + 1];
  memset (places, 0, sizeof places);
  for (size_t k = 0; k < n; k++)
    {
      locate (&c, v, i + k * (size_t) s);
      for (unsigned l = 0; l <= last; l++)
        c.done[l] += c.hi[l] - c.lo[l];
    }
  struct nova_vec *r = nova_vec_new (c.done[last], v->elem_size, 64, NULL);
  for (unsigned l = 0; l < last; l++)
    {
      offs[l] = nova_vec_new (c.done[l] + 1, sizeof (size_t), 64, NULL);
      ((size_t *) offs[l]->data)[c.done[l]] = c.done[l + 1];
    }
  memset (c.done, 0, (last + 1) * sizeof *c.done);
  for (size_t k = 0; k < n; k++)
    {
      locate (&c, v, i + k * (size_t) s);
      copy_row (&c, v, offs, r->data);
    }
  for (unsigned l = last; l-- > 0;)
    r = nova_vec_segments (r, offs[l]);
  return r;
}

size_t
nova_owner (int kept, const size_t *w, const size_t *o, size_t n, size_t i)
{
  size_t least = 0, above = n;
  if (kept)
    return w[i];
  while (least + 1 < above)
    {
      size_t k = least + (above - least) / 2;
      if (o[k] <= i)
        least = k;
      else
        above = k;
    }
  return least;
}

/* Contiguous V without its outermost level.  */
struct nova_vec *
nova_vec_unnest (struct nova_vec *v)
{
  size_t lo = 0, hi = v->length;
  nova_vec_descend (&v->inner[0], &lo, &hi);
  struct nova_vec *r
    = nova_vec_descriptor (hi, v->levels - 1, v->data, v->elem_size, nova_vec_retain (v));
  if (r->levels > 1)
    memcpy (r->inner, v->inner + 1, (r->levels - 1) * sizeof (struct nova_level));
  return r;
}
