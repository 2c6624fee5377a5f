/* Views that an address and one stride cannot say, as handles: their elements stay where they are.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Three kinds.  A grid is regular and has a step, in bytes, at each level: transposed, windowed and
   strided arrays.  A range is a grid in no memory: its data is the value of its first element, its
   steps are differences of values, and an element is what would be its address.  All others are a note
   of the operation and of the vector it was applied to, which is asked for the element or row: rotated
   vectors, slices of irregular rows.
   Flags say NOVA_VEC_INDIRECT and the stride is 0; who wants elements side by side has them copied
   then (nova_vec_contiguous), as they are then.

   An element of flattened irregular rows is looked up where its row starts; the table of that is made
   when the first one is asked for, and lives as long as the flattened vector.  */

#include "rt.h"
#include <stdlib.h>
#include <string.h>

enum how
{
  GRID, RANGE, SLICE, ROTATE, SPLIT, CUT, FLATTEN, WINDOW, TRANSPOSE, COLUMN, FIELD, REPEAT
};

/* Behind the inner levels of the descriptor.  */
struct note
{
  enum how how;
  size_t a;                     /* the operation's operand: a first index, a size, an offset */
  ptrdiff_t s;                  /* its step */
  struct nova_vec *of;          /* what it was applied to; the descriptor's owner keeps it */
  const size_t *cuts;           /* CUT: where the segments start, and the last one ends */
  size_t *starts;               /* FLATTEN: the same of the rows of OF, or NULL so far */
  ptrdiff_t step[];             /* GRID, RANGE: from one to the next, for each level */
};

static struct note *
note_of (const struct nova_vec *v)
{
  return (struct note *) ((struct nova_level *) (v + 1) + (v->levels - 1));
}

static bool
is (const struct nova_vec *v, enum how how)
{
  return nova_vec_indirect (v) && note_of (v)->how == how;
}

/* P, I times STEP further on: an address, or a value that may wrap.  */
static char *
further (const void *p, size_t i, ptrdiff_t step)
{
  return (char *) ((uintptr_t) p + i * (uintptr_t) step);
}

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

/* --- Grids ----------------------------------------------------------------------------------- */

/* All levels of V have one length each.  */
static bool
regular (const struct nova_vec *v)
{
  if (nova_vec_indirect (v))
    return note_of (v)->how == GRID || note_of (v)->how == RANGE;
  for (unsigned l = 0; l + 1 < v->levels; l++)
    if (v->inner[l].offsets)
      return false;
  return true;
}

/* Lengths and steps of V, which is regular.  */
static void
spell (const struct nova_vec *v, size_t *n, ptrdiff_t *step)
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

/* The same of HOW, which is GRID or RANGE.  */
static struct nova_vec *
grid (enum how how, struct nova_vec *owner, const void *data, size_t elem_size, unsigned k,
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
  return grid (GRID, owner, data, elem_size, k, n, step);
}

/* Of V, which is regular, another grid: it lives as long as V.  */
static struct nova_vec *
grid_of (struct nova_vec *v, const void *data, unsigned k, const size_t *n, const ptrdiff_t *step)
{
  return grid (is (v, RANGE) ? RANGE : GRID, nova_vec_retain (v), data, v->elem_size, k, n, step);
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

/* The value V as an element.  */
static void
put_value (char *to, uintptr_t v, size_t elem_size)
{
  uint32_t low = (uint32_t) v;
  memcpy (to, elem_size == 4 ? (void *) &low : (void *) &v, elem_size);
}

static void
copy_values (char *to, const char *from, size_t n, ptrdiff_t step, size_t elem_size)
{
  for (size_t i = 0; i < n; i++)
    put_value (to + i * elem_size, (uintptr_t) further (from, i, step), elem_size);
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
    to = copy_level (c, l + 1, to, further (from, i, c->step[l]));
  return to;
}

/* Chunk NUMBER of the outermost level.  */
static void
copy_chunk (void *args, size_t number)
{
  const struct copying *c = args;
  size_t b = number * c->chunk, e = c->n[0] - b > c->chunk ? b + c->chunk : c->n[0];
  if (c->how == RANGE && c->levels == 1)
    copy_values (c->to + b * c->elem_size, further (c->from, b, c->step[0]), e - b, c->step[0],
                 c->elem_size);
  else
    for (size_t i = b; i < e; i++)
      if (c->levels == 1)
        memcpy (c->to + i * c->elem_size, further (c->from, i, c->step[0]), c->elem_size);
      else
        copy_level (c, 1, c->to + i * c->row, further (c->from, i, c->step[0]));
}

static struct nova_vec *
copy_grid (struct nova_vec *v)
{
  size_t n[v->levels], row = 1, total;
  ptrdiff_t step[v->levels], dense[v->levels];
  spell (v, n, step);
  dense[v->levels - 1] = (ptrdiff_t) v->elem_size;
  for (unsigned l = v->levels - 1; l > 0; row = nova_times (row, n[l--]))
    dense[l - 1] = (ptrdiff_t) ((size_t) dense[l] * n[l]);
  /* Windows share their elements, so that there can be more than memory has.  */
  if (__builtin_mul_overflow (n[0], row, &total))
    total = SIZE_MAX;
  struct nova_vec *c = nova_vec_new (total, v->elem_size, 64, NULL);
  struct copying copying = { note_of (v)->how, c->data, v->data, v->levels, n, step, v->elem_size, row * v->elem_size,
                             nova_chunk_size (n[0], 2 * row) };
  nova_parfor (copy_chunk, &copying, nova_chunks (n[0], copying.chunk), copying.chunk * 2 * row,
               NULL);
  return v->levels == 1 ? c : nova_vec_grid (c, c->data, v->elem_size, v->levels, n, dense);
}

/* --- Elements and rows ----------------------------------------------------------------------- */

/* How many elements each row of V has; 0 if they may have different numbers, or none.  */
static size_t
row_length (struct nova_vec *v)
{
  if (regular (v))
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
  starts = is (v, CUT) ? note_of (v)->cuts : row_starts (n);
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

/* Element I of row R: the row may go, its elements are somebody else's.  */
static const void *
place_in (struct nova_vec *r, size_t i, void *buffer)
{
  const void *p = nova_vec_place (r, i, buffer);
  nova_vec_release (r);
  return p;
}

static const void *
range_element (const struct nova_vec *v, size_t i, void *buffer)
{
  put_value (buffer, (uintptr_t) further (v->data, i, note_of (v)->step[0]), v->elem_size);
  return buffer;
}

const void *
nova_vec_place (struct nova_vec *v, size_t i, void *buffer)
{
  if (!nova_vec_indirect (v))
    return (const char *) v->data + (ptrdiff_t) i * v->stride * (ptrdiff_t) v->elem_size;
  const struct note *n = note_of (v);
  switch (n->how)
    {
    case GRID: return further (v->data, i, n->step[0]);
    case RANGE: return range_element (v, i, buffer);
    case SLICE: return nova_vec_place (n->of, n->a + i * (size_t) n->s, buffer);
    case ROTATE:
      i = i < v->length - n->a ? i + n->a : i - (v->length - n->a);
      return nova_vec_place (n->of, i, buffer);
    case COLUMN: return place_in (nova_vec_row (n->of, i), n->a, buffer);
    case FIELD: return (const char *) nova_vec_place (n->of, i, buffer) + n->a;
    default: /* FLATTEN: all others have rows.  */
      {
        struct nova_vec *row = find_row (note_of (v), &i);
        return place_in (row, i, buffer);
      }
    }
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
        spell (v, ns, step);
        return grid (n->how, nova_vec_retain (__atomic_load_n (&v->owner, __ATOMIC_ACQUIRE)),
                     further (v->data, i, step[0]), v->elem_size, v->levels - 1, ns + 1, step + 1);
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
    memcpy (to + i * v->elem_size, nova_vec_place (v, i, buffer), v->elem_size);
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

size_t
nova_view_total (struct nova_vec *v)
{
  const struct note *n = note_of (v);
  size_t total = v->length;
  for (unsigned l = 0; regular (v) && l + 1 < v->levels; l++)
    total = nova_times (total, v->inner[l].extent);
  if (regular (v) || v->levels == 1)
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
  if (regular (v))
    return copy_grid (v);
  if (v->levels == 1)
    return copy_flat (v);
  struct nova_vec *of = note_of (v)->of;
  if (is (v, SLICE) && !nova_vec_indirect (of) && of->stride == 1)
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

struct nova_vec *
nova_view_slice (struct nova_vec *v, size_t i, ptrdiff_t s, size_t n)
{
  if (!v || !regular (v))
    return v ? noted (SLICE, v, n, v->levels, v->elem_size, i, s) : NULL;
  size_t ns[v->levels];
  ptrdiff_t step[v->levels];
  spell (v, ns, step);
  const char *data = n ? further (v->data, i, step[0]) : v->data;
  ns[0] = n;
  /* No step is taken from a single element, and S may be anything then.  Values wrap.  */
  step[0] = n > 1 ? (ptrdiff_t) ((size_t) step[0] * (size_t) s) : step[0];
  return grid_of (v, data, v->levels, ns, step);
}

struct nova_vec *
nova_vec_row (struct nova_vec *v, size_t i)
{
  return nova_vec_indirect (v) ? view_row (v, i) : nova_vec_segment (v, i);
}

/* The outermost level of regular V as two: N of K, STEP times as far apart as the elements are.  */
static struct nova_vec *
two_levels (struct nova_vec *v, size_t n, size_t k, size_t step)
{
  size_t ns[v->levels + 1];
  ptrdiff_t steps[v->levels + 1];
  spell (v, ns + 1, steps + 1);
  ns[0] = n;
  ns[1] = k;
  steps[0] = (ptrdiff_t) ((size_t) steps[1] * step);
  return grid_of (v, v->data, v->levels + 1, ns, steps);
}

/* A size of 0 is an error that is found before anybody looks at the vector.  */
struct nova_vec *
nova_vec_split (struct nova_vec *v, size_t k)
{
  if (!v || k == 0)
    return NULL;
  if (regular (v))
    return two_levels (v, v->length / k, k, k);
  return noted (SPLIT, v, v->length / k, v->levels + 1, v->elem_size, k, 0);
}

struct nova_vec *
nova_vec_window (struct nova_vec *v, size_t k)
{
  if (!v || k == 0)
    return NULL;
  size_t n = v->length < k ? 0 : v->length - k + 1;
  return regular (v) ? two_levels (v, n, k, 1)
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
  if (!regular (v))
    {
      struct nova_vec *first = nova_vec_row (v, 0);
      size_t n = nova_vec_length (first);
      nova_vec_release (first);
      return noted (TRANSPOSE, v, n, v->levels, v->elem_size, 0, 0);
    }
  size_t n[v->levels], rows;
  ptrdiff_t step[v->levels], down;
  spell (v, n, step);
  rows = n[0];
  down = step[0];
  n[0] = n[1];
  step[0] = step[1];
  n[1] = rows;
  step[1] = down;
  return grid_of (v, v->data, v->levels, n, step);
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
  if (!regular (v))
    return noted (FLATTEN, v, inner_length (v), v->levels - 1, v->elem_size, 0, 0);
  size_t n[v->levels];
  ptrdiff_t step[v->levels];
  spell (v, n, step);
  if (n[1] == 1)
    step[1] = step[0];
  else if (n[0] > 1 && n[1] > 1 && step[0] != step[1] * (ptrdiff_t) n[1])
    return noted (FLATTEN, v, n[0] * n[1], v->levels - 1, v->elem_size, 0, 0);
  n[1] *= n[0];
  return grid_of (v, v->data, v->levels - 1, n + 1, step + 1);
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
  if (!regular (v))
    return noted (FIELD, v, v->length, 1, elem_size, offset, 0);
  ptrdiff_t step;
  size_t n;
  spell (v, &n, &step);
  const char *data = n ? (const char *) v->data + offset : v->data;
  return nova_vec_grid (nova_vec_retain (v), data, elem_size, 1, &n, &step);
}

struct nova_vec *
nova_vec_range (uint64_t b, uint64_t e, uint64_t s, unsigned is_unsigned, size_t elem_size)
{
  bool up = is_unsigned || (int64_t) s > 0;
  bool some = is_unsigned ? b < e : up ? (int64_t) b < (int64_t) e : (int64_t) b > (int64_t) e;
  uint64_t way = up ? e - b : b - e, step = up ? s : -s;
  size_t n = some && step ? (way - 1) / step + 1 : 0;
  return grid (RANGE, NULL, (void *) (uintptr_t) b, elem_size, 1, &n, &(ptrdiff_t) { (ptrdiff_t) s });
}

struct nova_vec *
nova_vec_replicate (size_t n, const void *value, size_t elem_size)
{
  struct nova_vec *one = nova_vec_new (1, elem_size, 64, NULL);
  memcpy (one->data, value, elem_size);
  return nova_vec_grid (one, one->data, elem_size, 1, &n, &(ptrdiff_t) { 0 });
}

struct nova_vec *
nova_vec_repeat (size_t n, struct nova_vec *v, unsigned levels, size_t elem_size)
{
  if (!v || !regular (v))
    return noted (REPEAT, v, n, levels, elem_size, 0, 0);
  size_t ns[levels];
  ptrdiff_t step[levels];
  spell (v, ns + 1, step + 1);
  ns[0] = n;
  step[0] = 0;
  return grid_of (v, v->data, levels, ns, step);
}

/* --- Read where they are --------------------------------------------------------------------- */

/* Are all steps of V, which is regular, whole elements?  */
static bool
whole_steps (const struct nova_vec *v)
{
  for (unsigned l = 0; is (v, GRID) && l < v->levels; l++)
    if (note_of (v)->step[l] % (ptrdiff_t) v->elem_size)
      return false;
  return true;
}

unsigned
nova_vec_even (struct nova_vec *v)
{
  return !v || (regular (v) && (v->elem_size == 0 || whole_steps (v)));
}

/* Would regular V need more memory than what it is a view of has?  */
static bool
spread (const struct nova_vec *v)
{
  size_t n[v->levels], total = 1, span = 1;
  ptrdiff_t step[v->levels];
  if (is (v, RANGE))
    return true;
  spell (v, n, step);
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
  if (!is (v, RANGE))
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
  spell (v, n, step);
  return step[level];
}

ptrdiff_t
nova_vec_step (struct nova_vec *v, size_t level)
{
  if (!v || is (v, RANGE) || v->elem_size == 0)
    return 0;
  return step_of (v, level) / (ptrdiff_t) v->elem_size;
}

size_t
nova_vec_slope (struct nova_vec *v, size_t level)
{
  return is (v, RANGE) ? (size_t) step_of (v, level) : 0;
}
