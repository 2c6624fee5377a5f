/* Regular views, as handles: grids, which have a step, in bytes, for each level, and ranges.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Transposed, windowed and strided arrays are grids.  A range is a grid without memory: its data is
   the value of its first element, its steps are differences of values, and the "address" of an
   element is its value.  So code that cuts, transposes or repeats grids does the same for ranges.
   Regions that only read elements read both in place (nova_vec_loose_at).  */

#include "view.h"
#include <string.h>

_Static_assert (sizeof (uintptr_t) >= sizeof (uint64_t), "an element of a range is an address");

/* --- Grids ----------------------------------------------------------------------------------- */

bool
nova_grid_regular (const struct nova_vec *v)
{
  if (nova_vec_indirect (v))
    return note_of (v)->how == GRID || note_of (v)->how == RANGE;
  for (unsigned l = 0; l + 1 < v->levels; l++)
    if (v->inner[l].offsets)
      return false;
  return true;
}

void
nova_grid_spell (const struct nova_vec *v, size_t *n, ptrdiff_t *step)
{
  unsigned last = v->levels - 1;
  n[0] = v->length;
  for (unsigned l = 1; l <= last; l++)
    n[l] = v->inner[l - 1].extent;
  if (nova_vec_indirect (v))
    {
      memcpy (step, note_of (v)->step, v->levels * sizeof *step);
      return;
    }
  step[last] = (ptrdiff_t) v->elem_size;
  for (unsigned l = last; l-- > 0;)
    step[l] = step[l + 1] * (ptrdiff_t) n[l + 1];
  step[0] *= v->stride;
}

const char *
nova_grid_row (const struct nova_vec *v, size_t i, size_t *n, ptrdiff_t *stride)
{
  ptrdiff_t size = (ptrdiff_t) v->elem_size;
  if (!nova_is (v, GRID) || v->levels != 2 || size == 0 || note_of (v)->step[1] % size != 0)
    return NULL;
  *n = v->inner[0].extent;
  *stride = note_of (v)->step[1] / size;
  return nova_further (v->data, i, note_of (v)->step[0]);
}

struct nova_vec *
nova_grid_new (enum how how, struct nova_vec *owner, const void *data, size_t elem_size, unsigned k,
               const size_t *n, const ptrdiff_t *step)
{
  size_t row = elem_size;
  bool dense = true, none = n[0] == 0;
  for (unsigned l = k; l-- > 1;)
    {
      dense = dense && (n[l] == 1 || step[l] == (ptrdiff_t) row);
      none = none || n[l] == 0;
      row *= n[l];
    }
  bool plain = none || row == 0
               || (how == GRID && dense && (n[0] == 1 || step[0] % (ptrdiff_t) row == 0));
  struct nova_vec *v
    = nova_vec_descriptor_with (n[0], k, (void *) data, elem_size, owner,
                                plain ? 0 : sizeof (struct note) + k * sizeof *step);
  for (unsigned l = 1; l < k; l++)
    v->inner[l - 1] = (struct nova_level) { n[l], NULL };
  if (plain)
    {
      if (how == RANGE)
        v->data = NULL;
      if (!none && row > 0 && n[0] > 1)
        v->stride = step[0] / (ptrdiff_t) row;
      return v;
    }
  *note_of (v) = (struct note) { .how = how };
  memcpy (note_of (v)->step, step, k * sizeof *step);
  v->stride = 0;
  v->flags |= NOVA_VEC_INDIRECT;
  return v;
}

struct nova_vec *
nova_vec_grid (struct nova_vec *owner, const void *data, size_t elem_size, unsigned k,
               const size_t *n, const ptrdiff_t *step)
{
  return nova_grid_new (GRID, owner, data, elem_size, k, n, step);
}

struct nova_vec *
nova_grid_of (struct nova_vec *v, const void *data, unsigned k, const size_t *n,
              const ptrdiff_t *step)
{
  return nova_grid_new (nova_is (v, RANGE) ? RANGE : GRID, nova_vec_retain (v), data,
                        v->elem_size, k, n, step);
}

/* The elements of a grid that are copied.  */
struct copying
{
  enum how how;
  char *to;
  const char *from;
  unsigned levels;
  const size_t *n;
  const ptrdiff_t *step;
  size_t elem_size, row, chunk;
};

#define COPY_AS(T)							\
  for (size_t i = 0; i < n; i++, from += step)				\
    memcpy (to + i * sizeof (T), from, sizeof (T))

void
nova_grid_value (char *to, uintptr_t v, size_t elem_size)
{
  uint32_t low = (uint32_t) v;
  memcpy (to, elem_size == 4 ? (void *) &low : (void *) &v, elem_size);
}

static void
copy_values (char *to, const char *from, size_t n, ptrdiff_t step, size_t elem_size)
{
  for (size_t i = 0; i < n; i++)
    nova_grid_value (to + i * elem_size, (uintptr_t) nova_further (from, i, step), elem_size);
}

static void
copy_row (char *to, const char *from, size_t n, ptrdiff_t step, size_t elem_size)
{
  if (step == (ptrdiff_t) elem_size)
    memcpy (to, from, n * elem_size);
  else if (elem_size == 4)
    COPY_AS (uint32_t);
  else if (elem_size == 8)
    COPY_AS (uint64_t);
  else
    for (size_t i = 0; i < n; i++, from += step)
      memcpy (to + i * elem_size, from, elem_size);
}

static char *
copy_level (const struct copying *c, unsigned l, char *to, const char *from)
{
  if (l + 1 == c->levels)
    {
      (c->how == RANGE ? copy_values : copy_row) (to, from, c->n[l], c->step[l], c->elem_size);
      return to + c->n[l] * c->elem_size;
    }
  for (size_t i = 0; i < c->n[l]; i++)
    to = copy_level (c, l + 1, to, nova_further (from, i, c->step[l]));
  return to;
}

/* Chunk NUMBER of the outermost level.  */
static void
copy_chunk (void *args, size_t number)
{
  const struct copying *c = args;
  size_t b = number * c->chunk, e = c->n[0] - b > c->chunk ? b + c->chunk : c->n[0];
  if (c->how == RANGE && c->levels == 1)
    copy_values (c->to + b * c->elem_size, nova_further (c->from, b, c->step[0]), e - b, c->step[0],
                 c->elem_size);
  else
    for (size_t i = b; i < e; i++)
      if (c->levels == 1)
        memcpy (c->to + i * c->elem_size, nova_further (c->from, i, c->step[0]), c->elem_size);
      else
        copy_level (c, 1, c->to + i * c->row, nova_further (c->from, i, c->step[0]));
}

struct nova_vec *
nova_grid_copy (struct nova_vec *v)
{
  size_t n[v->levels], row = 1, total;
  ptrdiff_t step[v->levels], dense[v->levels];
  nova_grid_spell (v, n, step);
  dense[v->levels - 1] = (ptrdiff_t) v->elem_size;
  for (unsigned l = v->levels - 1; l > 0; row = nova_times (row, n[l--]))
    dense[l - 1] = (ptrdiff_t) ((size_t) dense[l] * n[l]);
  /* Windows share their elements, so that there can be more than memory has.  */
  if (__builtin_mul_overflow (n[0], row, &total))
    total = SIZE_MAX;
  struct nova_vec *c = nova_vec_new (total, v->elem_size, 64, NULL);
  struct copying copying = { note_of (v)->how, c->data, v->data, v->levels, n, step,
                             v->elem_size, row * v->elem_size,
                             nova_chunk_size (n[0], 2 * row) };
  nova_parfor (copy_chunk, &copying, nova_chunks (n[0], copying.chunk), copying.chunk * 2 * row,
               NULL);
  return v->levels == 1 ? c : nova_vec_grid (c, c->data, v->elem_size, v->levels, n, dense);
}

/* --- Ranges and replicates -------------------------------------------------------------------- */

struct nova_vec *
nova_vec_range (uint64_t b, uint64_t e, uint64_t s, unsigned is_unsigned, size_t elem_size)
{
  bool up = is_unsigned || (int64_t) s > 0;
  bool some = is_unsigned ? b < e : up ? (int64_t) b < (int64_t) e : (int64_t) b > (int64_t) e;
  uint64_t way = up ? e - b : b - e, step = up ? s : -s;
  size_t n = some && step ? (way - 1) / step + 1 : 0;
  return nova_grid_new (RANGE, NULL, (void *) (uintptr_t) b, elem_size, 1, &n,
                        &(ptrdiff_t) { (ptrdiff_t) s });
}

struct nova_vec *
nova_vec_replicate (size_t n, const void *value, size_t elem_size)
{
  struct nova_vec *one = nova_vec_new (1, elem_size, 64, NULL);
  memcpy (one->data, value, elem_size);
  return nova_vec_grid (one, one->data, elem_size, 1, &n, &(ptrdiff_t) { 0 });
}

/* --- Read where they are --------------------------------------------------------------------- */

/* Are all steps of V, which is regular, whole elements?  */
static bool
whole_steps (const struct nova_vec *v)
{
  for (unsigned l = 0; nova_is (v, GRID) && l < v->levels; l++)
    if (note_of (v)->step[l] % (ptrdiff_t) v->elem_size)
      return false;
  return true;
}

unsigned
nova_vec_even (struct nova_vec *v)
{
  return !v || (nova_grid_regular (v) && (v->elem_size == 0 || whole_steps (v)));
}

/* Would regular V need more memory than what it is a view of has?  */
static bool
spread (const struct nova_vec *v)
{
  size_t n[v->levels], total = 1, span = 1;
  ptrdiff_t step[v->levels];
  if (nova_is (v, RANGE))
    return true;
  nova_grid_spell (v, n, step);
  for (unsigned l = 0; l < v->levels; l++)
    {
      size_t s = step[l] < 0 ? - (size_t) step[l] : (size_t) step[l];
      total = nova_times (total, n[l]);
      span += n[l] ? (n[l] - 1) * (s / v->elem_size) : 0;
    }
  return total > span;
}

struct nova_vec *
nova_vec_loose_at (struct nova_vec *v, unsigned often, const struct nova_site *site)
{
  if (!v || (nova_vec_even (v) && (!often || v->elem_size == 0 || spread (v))))
    return nova_vec_retain (v);
  return nova_vec_contiguous_at (v, site);
}

const void *
nova_vec_base (struct nova_vec *v)
{
  if (!nova_is (v, RANGE))
    return nova_vec_data (v);
  /* The value is in the place of the data; of a short one its low end.  */
  const char *p = (const char *) &v->data;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  p += sizeof v->data - v->elem_size;
#endif
  return p;
}

size_t
nova_vec_extent (struct nova_vec *v, size_t level)
{
  return !v ? 0 : level == 0 ? v->length : v->inner[level - 1].extent;
}

static ptrdiff_t
step_of (struct nova_vec *v, size_t level)
{
  size_t n[v->levels];
  ptrdiff_t step[v->levels];
  nova_grid_spell (v, n, step);
  return step[level];
}

ptrdiff_t
nova_vec_step (struct nova_vec *v, size_t level)
{
  if (!v || nova_is (v, RANGE) || v->elem_size == 0)
    return 0;
  return step_of (v, level) / (ptrdiff_t) v->elem_size;
}

size_t
nova_vec_slope (struct nova_vec *v, size_t level)
{
  return nova_is (v, RANGE) ? (size_t) step_of (v, level) : 0;
}
