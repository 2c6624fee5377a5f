/* Views that an address and one stride cannot describe, as handles: their elements stay in place.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Regular ones are grids and ranges (grid.c).  All others are a note of the operation and its
   operand, from which elements and rows are fetched: rotated vectors, slices of irregular rows;
   ranges of 128-bit numbers, whose first value and step are a vector.  They have the flag
   NOVA_VEC_INDIRECT and the stride 0; code that needs contiguous elements copies them, with their
   values at that time (nova_vec_contiguous).

   An element of flattened irregular rows is found by a search for its row; the table of the rows'
   positions is computed at the first access, and lives as long as the flattened vector.  */

#include "view.h"
#include <stdlib.h>
#include <string.h>

/* A new vector of LENGTH elements: HOW with A and S applied to OF, which lives as long as OWNER, of
   which it takes the reference.  */
static struct nova_vec *
noted_in (struct nova_vec *owner, enum how how, struct nova_vec *of, size_t length, unsigned levels,
          size_t elem_size, size_t a, ptrdiff_t s)
{
  struct nova_vec *v = nova_vec_descriptor_with (length, levels, NULL, elem_size, owner,
                                                 sizeof (struct note));
  *note_of (v) = (struct note) { .how = how, .a = a, .s = s, .of = of };
  v->stride = 0;
  v->flags |= NOVA_VEC_INDIRECT;
  v->inner = NULL;
  return v;
}

static struct nova_vec *
noted (enum how how, struct nova_vec *of, size_t length, unsigned levels, size_t elem_size,
       size_t a, ptrdiff_t s)
{
  return noted_in (nova_vec_retain (of), how, of, length, levels, elem_size, a, s);
}

/* --- Elements and rows ----------------------------------------------------------------------- */

/* How many elements each row of V has; 0 if they may have different numbers, or none.  */
static size_t
row_length (struct nova_vec *v)
{
  if (nova_grid_regular (v))
    return v->inner[0].extent;
  if (!nova_vec_indirect (v))
    return 0;
  const struct note *n = note_of (v);
  switch (n->how)
    {
    case SPLIT:
    case WINDOW: return n->a;
    case TRANSPOSE:
    case REPEAT: return nova_vec_length (n->of);
    case SLICE:
    case ROTATE: return row_length (n->of);
    default: return 0;
    }
}

/* Where the rows of OF start that the note N, FLATTEN, is of, and where the last one ends; NULL if
   there is no memory for that.  Of several threads that make the table one wins.  */
static const size_t *
row_starts (struct note *n)
{
  size_t *starts = __atomic_load_n (&n->starts, __ATOMIC_ACQUIRE), *none = NULL;
  if (starts)
    return starts;
  starts = calloc (n->of->length + 1, sizeof *starts);
  if (!starts)
    return NULL;
  for (size_t r = 0; r < n->of->length; r++)
    {
      struct nova_vec *row = nova_vec_row (n->of, r);
      starts[r + 1] = starts[r] + nova_vec_length (row);
      nova_vec_release (row);
    }
  if (__atomic_compare_exchange_n (&n->starts, &none, starts, false, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE))
    return starts;
  free (starts);
  return none;
}

/* In which of the N segments with these STARTS is element I?  */
static size_t
find_segment (const size_t *starts, size_t n, size_t i)
{
  size_t low = 0;
  for (; n > 1; n -= n / 2)
    if (starts[low + n / 2] <= i)
      low += n / 2;
  return low;
}

/* The row of what N, FLATTEN, is of that element *I is in; *I becomes its index there.  Owned.  */
static struct nova_vec *
find_row (struct note *n, size_t *i)
{
  struct nova_vec *v = n->of;
  size_t same = row_length (v), r = 0;
  const size_t *starts;
  if (same)
    {
      r = *i / same;
      *i %= same;
      return nova_vec_row (v, r);
    }
  starts = nova_is (v, CUT) ? note_of (v)->cuts : row_starts (n);
  if (starts)
    {
      r = find_segment (starts, v->length, *i);
      *i -= starts[r];
      return nova_vec_row (v, r);
    }
  for (;; r++)
    {
      struct nova_vec *row = nova_vec_row (v, r);
      size_t length = nova_vec_length (row);
      if (*i < length)
        return row;
      *i -= length;
      nova_vec_release (row);
    }
}

static const void *place (struct nova_vec *v, size_t i, void *buffer);

/* Element I of row R: the row may go, its elements are somebody else's.  */
static const void *
place_in (struct nova_vec *r, size_t i, void *buffer)
{
  const void *p = place (r, i, buffer);
  nova_vec_release (r);
  return p;
}

static const void *
range_element (const struct nova_vec *v, size_t i, void *buffer)
{
  nova_grid_value (buffer, (uintptr_t) nova_further (v->data, i, note_of (v)->step[0]),
                   v->elem_size);
  return buffer;
}

/* What a range of 128-bit numbers is made of.  */
#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide;
#else
typedef uint64_t wide;
#endif

/* The first value of RULE, a vector of that and the step, and I steps.  */
static const void *
wide_element (const struct nova_vec *rule, size_t i, void *buffer)
{
  wide first_step[2];
  memcpy (first_step, rule->data, sizeof first_step);
  first_step[0] += i * first_step[1];
  return memcpy (buffer, first_step, sizeof *first_step);
}

static const void *
place (struct nova_vec *v, size_t i, void *buffer)
{
  if (!nova_vec_indirect (v))
    return (const char *) v->data + (ptrdiff_t) i * v->stride * (ptrdiff_t) v->elem_size;
  const struct note *n = note_of (v);
  switch (n->how)
    {
    case GRID: return nova_further (v->data, i, n->step[0]);
    case RANGE: return range_element (v, i, buffer);
    case WIDE: return wide_element (n->of, i, buffer);
    case SLICE: return place (n->of, n->a + i * (size_t) n->s, buffer);
    case ROTATE:
      i = i < v->length - n->a ? i + n->a : i - (v->length - n->a);
      return place (n->of, i, buffer);
    case COLUMN: return place_in (nova_vec_row (n->of, i), n->a, buffer);
    case FIELD: return (const char *) place (n->of, i, buffer) + n->a;
    default: /* FLATTEN: all others have rows.  */
      {
        struct nova_vec *row = find_row (note_of (v), &i);
        return place_in (row, i, buffer);
      }
    }
}

const void *
nova_vec_place (struct nova_vec *v, size_t i, void *buffer, const struct nova_site *site)
{
  nova_at (site);
  const void *p = place (v, i, buffer);
  nova_at (NULL);
  return p;
}

/* Row I of the row R, which goes.  */
static struct nova_vec *
row_in (struct nova_vec *r, size_t i)
{
  struct nova_vec *s = nova_vec_row (r, i);
  nova_vec_release (r);
  return s;
}

/* Row I of V, which is indirect.  */
static struct nova_vec *
view_row (struct nova_vec *v, size_t i)
{
  const struct note *n = note_of (v);
  switch (n->how)
    {
    case GRID:
    case RANGE:
      {
        size_t ns[v->levels];
        ptrdiff_t step[v->levels];
        nova_grid_spell (v, ns, step);
        struct nova_vec *owner = __atomic_load_n (&v->owner, __ATOMIC_ACQUIRE);
        return nova_grid_new (n->how, nova_vec_retain (owner), nova_further (v->data, i, step[0]),
                              v->elem_size, v->levels - 1, ns + 1, step + 1);
      }
    case SLICE: return nova_vec_row (n->of, n->a + i * (size_t) n->s);
    case ROTATE:
      i = i < v->length - n->a ? i + n->a : i - (v->length - n->a);
      return nova_vec_row (n->of, i);
    case SPLIT: return nova_view_slice (n->of, i * n->a, 1, n->a);
    case WINDOW: return nova_view_slice (n->of, i, 1, n->a);
    case CUT: return nova_view_slice (n->of, n->cuts[i], 1, n->cuts[i + 1] - n->cuts[i]);
    case TRANSPOSE:
      return noted (COLUMN, n->of, n->of->length, v->levels - 1, v->elem_size, i, 0);
    case COLUMN: return row_in (nova_vec_row (n->of, i), n->a);
    case REPEAT: return nova_vec_retain (n->of);
    default: /* FLATTEN: all others have no rows.  */
      {
        struct nova_vec *row = find_row (note_of (v), &i);
        return row_in (row, i);
      }
    }
}

/* --- Copies ---------------------------------------------------------------------------------- */

/* The elements of V, a flat one.  */
static struct nova_vec *
copy_flat (struct nova_vec *v)
{
  struct nova_vec *c = nova_vec_new (v->length, v->elem_size, 64, NULL);
  char buffer[16], *to = c->data;
  for (size_t i = 0; i < v->length; i++)
    memcpy (to + i * v->elem_size, place (v, i, buffer), v->elem_size);
  return c;
}

/* Into TO: where the segments of level L of ROWS, N of them, start and end.  Without TO: how many
   segments.  */
static size_t
join_offsets (struct nova_vec **rows, size_t n, unsigned l, size_t *to)
{
  size_t segments = 0, base = 0;
  for (size_t r = 0; r < n; r++)
    {
      struct nova_vec *o = rows[r] && rows[r]->length ? nova_vec_offsets (rows[r], l) : NULL;
      size_t count = o ? o->length - 1 : 0;
      for (size_t j = 0; to && j < count; j++)
        to[segments + j] = base + ((size_t *) o->data)[j];
      base += count ? ((size_t *) o->data)[count] : 0;
      segments += count;
      nova_vec_release (o);
    }
  if (to)
    to[segments] = base;
  return segments;
}

/* ROWS, N contiguous vectors of LEVELS - 1 levels, copied into one of LEVELS.  */
static struct nova_vec *
join (struct nova_vec **rows, size_t n, unsigned levels, size_t elem_size)
{
  size_t total = 0, at = 0;
  for (size_t r = 0; r < n; r++)
    total += nova_vec_total (rows[r]);
  struct nova_vec *v = nova_vec_new (total, elem_size, 64, NULL), *offsets;
  for (size_t r = 0; r < n; r++)
    {
      size_t bytes = nova_vec_total (rows[r]) * elem_size;
      if (bytes)
        memcpy ((char *) v->data + at, rows[r]->data, bytes);
      at += bytes;
    }
  for (unsigned l = levels - 2; l-- > 0;)
    {
      offsets = nova_vec_new (join_offsets (rows, n, l, NULL) + 1, sizeof (size_t), 64, NULL);
      join_offsets (rows, n, l, offsets->data);
      v = nova_vec_segments (v, offsets);
    }
  offsets = nova_vec_new (n + 1, sizeof (size_t), 64, NULL);
  size_t *to = offsets->data;
  to[0] = 0;
  for (size_t r = 0; r < n; r++)
    to[r + 1] = to[r] + nova_vec_length (rows[r]);
  return nova_vec_segments (v, offsets);
}

void
nova_view_forget (struct nova_vec *v)
{
  free (note_of (v)->starts);
}

bool
nova_view_of (struct nova_vec **v)
{
  if (nova_is (*v, GRID))
    return false;
  *v = nova_is (*v, RANGE) ? NULL : note_of (*v)->of;
  return true;
}

struct nova_vec *
nova_vec_range_wide (const void *values, unsigned is_unsigned)
{
  wide x[3];
  memcpy (x, values, sizeof x);
  wide b = x[0], e = x[1], s = x[2], sign = (wide) 1 << (8 * sizeof sign - 1);
  bool up = is_unsigned || (s & sign) == 0;
  /* With the sign turned round they are in order as unsigned ones.  */
  wide from = is_unsigned ? b : b ^ sign, to = is_unsigned ? e : e ^ sign;
  wide way = up ? e - b : b - e, step = up ? s : -s;
  size_t n = (up ? from < to : from > to) && step ? (way - 1) / step + 1 : 0;
  struct nova_vec *rule = nova_vec_new (2, sizeof (wide), 64, NULL);
  memcpy (rule->data, (wide[2]) { b, s }, sizeof (wide[2]));
  return noted_in (rule, WIDE, rule, n, 1, sizeof (wide), 0, 0);
}

size_t
nova_view_total (struct nova_vec *v)
{
  const struct note *n = note_of (v);
  size_t total = v->length;
  bool regular = nova_grid_regular (v);
  for (unsigned l = 0; regular && l + 1 < v->levels; l++)
    total = nova_times (total, v->inner[l].extent);
  if (regular || v->levels == 1)
    return total;
  if (n->how == REPEAT)
    return nova_times (total, nova_vec_total (n->of));
  if (n->how == WINDOW && v->levels == 2)
    return nova_times (total, n->a);
  if (n->how == SPLIT || n->how == ROTATE || n->how == FLATTEN || n->how == TRANSPOSE)
    return nova_vec_total (n->of);
  total = 0;
  for (size_t i = 0; i < v->length; i++)
    {
      struct nova_vec *row = view_row (v, i);
      total += nova_vec_total (row);
      nova_vec_release (row);
    }
  return total;
}

struct nova_vec *
nova_view_copy (struct nova_vec *v)
{
  if (nova_grid_regular (v))
    return nova_grid_copy (v);
  if (v->levels == 1)
    return copy_flat (v);
  struct nova_vec *of = note_of (v)->of;
  if (nova_is (v, SLICE) && !nova_vec_indirect (of) && of->stride == 1)
    return nova_vec_rows (of, note_of (v)->a, note_of (v)->s, v->length);
  struct nova_vec *list = nova_vec_new (v->length, sizeof (struct nova_vec *), 64, NULL);
  struct nova_vec **rows = list->data;
  for (size_t i = 0; i < v->length; i++)
    {
      struct nova_vec *row = view_row (v, i);
      rows[i] = nova_vec_contiguous (row);
      nova_vec_release (row);
    }
  struct nova_vec *c = join (rows, v->length, v->levels, v->elem_size);
  for (size_t i = 0; i < v->length; i++)
    nova_vec_release (rows[i]);
  nova_vec_release (list);
  return c;
}

/* --- Making them ----------------------------------------------------------------------------- */

/* nova_view_slice of V, a flat one in memory, in few instructions: functions call themselves with
   halves of a vector.  */
static struct nova_vec *
slice_flat (struct nova_vec *v, size_t i, ptrdiff_t s, size_t n)
{
  size_t step = (size_t) v->stride * v->elem_size;
  struct nova_vec *r = nova_vec_descriptor (n, 1, n ? (char *) v->data + i * step : v->data,
                                            v->elem_size, nova_vec_retain (v));
  if (n > 1)
    r->stride = (ptrdiff_t) ((size_t) v->stride * (size_t) s);
  return r;
}

/* It keeps V itself, not what V lives in: a region that reads a slice takes its vector instead.  S
   may be anything if there is only one element.  */
struct nova_vec *
nova_view_slice (struct nova_vec *v, size_t i, ptrdiff_t s, size_t n)
{
  if (v && v->levels == 1 && !nova_vec_indirect (v))
    return slice_flat (v, i, s, n);
  if (!v)
    return NULL;
  if (!nova_grid_regular (v))
    return !nova_vec_indirect (v) && (s == 1 || n < 2) ? nova_vec_run (v, i, n)
           : noted (SLICE, v, n, v->levels, v->elem_size, i, s);
  size_t ns[v->levels];
  ptrdiff_t step[v->levels];
  nova_grid_spell (v, ns, step);
  const char *data = n ? nova_further (v->data, i, step[0]) : v->data;
  ns[0] = n;
  /* No step is taken from a single element, and S may be anything then.  Values wrap.  */
  step[0] = n > 1 ? (ptrdiff_t) ((size_t) step[0] * (size_t) s) : step[0];
  return nova_grid_of (v, data, v->levels, ns, step);
}

struct nova_vec *
nova_vec_row (struct nova_vec *v, size_t i)
{
  return nova_vec_indirect (v) ? view_row (v, i) : nova_vec_segment (v, i);
}

struct nova_vec *
nova_vec_row_at (struct nova_vec *v, size_t i, const struct nova_site *site)
{
  nova_at (site);
  struct nova_vec *row = nova_vec_row (v, i);
  nova_at (NULL);
  return row;
}

/* The outermost level of regular V as two: N of K, STEP times as far apart as the elements are.  */
static struct nova_vec *
two_levels (struct nova_vec *v, size_t n, size_t k, size_t step)
{
  size_t ns[v->levels + 1];
  ptrdiff_t steps[v->levels + 1];
  nova_grid_spell (v, ns + 1, steps + 1);
  ns[0] = n;
  ns[1] = k;
  steps[0] = (ptrdiff_t) ((size_t) steps[1] * step);
  return nova_grid_of (v, v->data, v->levels + 1, ns, steps);
}

/* A size of 0 is an error that is found before anybody looks at the vector.  */
struct nova_vec *
nova_vec_split (struct nova_vec *v, size_t k)
{
  if (!v || k == 0)
    return NULL;
  if (nova_grid_regular (v))
    return two_levels (v, v->length / k, k, k);
  if (!nova_vec_indirect (v))
    return nova_vec_reshape (nova_vec_retain (v), 2, v->length / k, k, 0);
  return noted (SPLIT, v, v->length / k, v->levels + 1, v->elem_size, k, 0);
}

struct nova_vec *
nova_vec_window (struct nova_vec *v, size_t k)
{
  if (!v || k == 0)
    return NULL;
  size_t n = v->length < k ? 0 : v->length - k + 1;
  return nova_grid_regular (v) ? two_levels (v, n, k, 1)
                     : noted (WINDOW, v, n, v->levels + 1, v->elem_size, k, 0);
}

struct nova_vec *
nova_vec_rotate (struct nova_vec *v, uint64_t k, unsigned negative)
{
  size_t n = nova_vec_length (v);
  /* One element, or one many times.  */
  if (n < 2 || (!nova_vec_indirect (v) && v->stride == 0))
    return nova_vec_retain (v);
  k = negative ? (n - -k % n) % n : k % n;
  return k == 0 ? nova_vec_retain (v)
                : noted (ROTATE, v, n, v->levels, v->elem_size, k, 0);
}

struct nova_vec *
nova_vec_transpose (struct nova_vec *v)
{
  if (!v)
    return NULL;
  if (v->length == 0)
    {
      /* It keeps V, as all views do: code may make it again from what V reads.  */
      size_t none[v->levels];
      ptrdiff_t still[v->levels];
      memset (none, 0, sizeof none);
      memset (still, 0, sizeof still);
      return nova_vec_grid (nova_vec_retain (v), NULL, v->elem_size, v->levels, none, still);
    }
  if (!nova_grid_regular (v))
    {
      struct nova_vec *first = nova_vec_row (v, 0);
      size_t n = nova_vec_length (first);
      nova_vec_release (first);
      return noted (TRANSPOSE, v, n, v->levels, v->elem_size, 0, 0);
    }
  size_t n[v->levels], rows;
  ptrdiff_t step[v->levels], down;
  nova_grid_spell (v, n, step);
  rows = n[0];
  down = step[0];
  n[0] = n[1];
  step[0] = step[1];
  n[1] = rows;
  step[1] = down;
  return nova_grid_of (v, v->data, v->levels, n, step);
}

/* Elements one level down, of all rows.  */
static size_t
inner_length (struct nova_vec *v)
{
  size_t n = 0;
  for (size_t i = 0; i < v->length; i++)
    {
      struct nova_vec *row = nova_vec_row (v, i);
      n += nova_vec_length (row);
      nova_vec_release (row);
    }
  return n;
}

struct nova_vec *
nova_vec_flatten (struct nova_vec *v)
{
  if (!v)
    return NULL;
  if (!nova_vec_indirect (v) && v->stride == 1)
    return nova_vec_unnest (v);
  if (!nova_grid_regular (v))
    return noted (FLATTEN, v, inner_length (v), v->levels - 1, v->elem_size, 0, 0);
  size_t n[v->levels];
  ptrdiff_t step[v->levels];
  nova_grid_spell (v, n, step);
  if (n[1] == 1)
    step[1] = step[0];
  else if (n[0] > 1 && n[1] > 1 && step[0] != step[1] * (ptrdiff_t) n[1])
    return noted (FLATTEN, v, n[0] * n[1], v->levels - 1, v->elem_size, 0, 0);
  n[1] *= n[0];
  return nova_grid_of (v, v->data, v->levels - 1, n + 1, step + 1);
}

/* The offsets are nobody else's, see __nova_cuts of the compiler, so they may keep V alive.  */
struct nova_vec *
nova_vec_cut (struct nova_vec *v, struct nova_vec *offsets)
{
  if (!nova_vec_indirect (v) && (!v || v->stride == 1))
    return nova_vec_segments (nova_vec_retain (v), nova_vec_retain (offsets));
  nova_vec_live_in (offsets, nova_vec_retain (v));
  struct nova_vec *r = noted_in (nova_vec_retain (offsets), CUT, v, nova_vec_length (offsets) - 1,
                                 v->levels + 1, v->elem_size, 0, 0);
  note_of (r)->cuts = offsets->data;
  return r;
}

struct nova_vec *
nova_vec_field (struct nova_vec *v, size_t offset, size_t elem_size)
{
  if (!v)
    return NULL;
  if (!nova_grid_regular (v))
    return noted (FIELD, v, v->length, 1, elem_size, offset, 0);
  ptrdiff_t step;
  size_t n;
  nova_grid_spell (v, &n, &step);
  const char *data = n ? (const char *) v->data + offset : v->data;
  return nova_vec_grid (nova_vec_retain (v), data, elem_size, 1, &n, &step);
}

struct nova_vec *
nova_vec_repeat (size_t n, struct nova_vec *v, unsigned levels, size_t elem_size)
{
  if (!v || !nova_grid_regular (v))
    return noted (REPEAT, v, n, levels, elem_size, 0, 0);
  size_t ns[levels];
  ptrdiff_t step[levels];
  nova_grid_spell (v, ns + 1, step + 1);
  ns[0] = n;
  step[0] = 0;
  return nova_grid_of (v, v->data, levels, ns, step);
}
