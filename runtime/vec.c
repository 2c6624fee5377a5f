/* Vectors: counted descriptors of elements that are owned or borrowed.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   The null handle is the empty vector of any type.  Counts are atomic as soon as there are threads;
   all else in a descriptor except its owner (nova_vec_elements) is immutable once it has been
   returned.  Positions in a ragged level are relative to its first offset, so that a row can share
   its vector's offsets.  */

#include "view.h"
#include "sync.h"
#include <stdlib.h>
#include <string.h>

/* Is the calling thread the only one of the process?  Then references are counted without atomic
   operations, which take as long as all the rest.  The C library says so if it can.  */
#if __has_include (<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define ALONE __libc_single_threaded
#else
#define ALONE false
#endif

#define LEAD 64
/* Where in the flags the bin is that a vector's block is for (rt.h).  */
#define BIN_SHIFT 4
_Static_assert (NOVA_BINS <= 1 << (NOVA_LOG_SHIFT - BIN_SHIFT), "bits of flags");
_Static_assert (LEAD % _Alignof (max_align_t) == 0, "owned data is aligned as malloc's");

/* The compiler knows these.  */
_Static_assert (offsetof (struct nova_vec, length) == 0, "ABI");
_Static_assert (offsetof (struct nova_vec, data) == sizeof (size_t), "ABI");
_Static_assert (offsetof (struct nova_vec, stride) == 2 * sizeof (size_t), "ABI");
_Static_assert (offsetof (struct nova_vec, refs) % 8 == 0, "ABI");
_Static_assert (sizeof (struct nova_vec) <= LEAD, "owned data starts behind the descriptor");

/* One of BYTES for BIN, or of malloc's; OWNER goes if there is no memory.  */
static struct nova_vec * __attribute__ ((__noinline__))
descriptor_block (size_t bytes, unsigned bin, struct nova_vec *owner)
{
  struct nova_vec *v = bin ? nova_small_new (bytes, bin) : nova_malloc (bytes);
  if (unlikely (!v))
    {
      nova_vec_release (owner);
      nova_no_memory (NULL, 1, sizeof *v);
    }
  if (!nova_log_ready (nova_local))
    nova_log_more ();
  return v;
}

/* What lives as long as OWNER does; nothing if that is a variable, which does not wait for it: then
   the memory is borrowed.  */
static struct nova_vec *
counted (struct nova_vec *owner)
{
  return owner && (owner->flags & NOVA_VEC_LOCAL) ? NULL : owner;
}

struct nova_vec *
nova_vec_descriptor_with (size_t length, unsigned levels, void *data, size_t elem_size,
                          struct nova_vec *owner, size_t more)
{
  owner = counted (owner);
  struct nova_local *l = nova_local;
  size_t bytes = sizeof (struct nova_vec) + (levels - 1) * sizeof (struct nova_level) + more;
  unsigned bin = nova_bin_for (bytes);
  struct nova_vec *v = likely (nova_log_ready (l)) ? nova_small_at_hand (l, bin) : NULL;
  if (unlikely (!v))
    {
      v = descriptor_block (bytes, bin, owner);
      l = nova_local;
    }
  *v = (struct nova_vec) { .length = length, .data = data, .stride = 1, .elem_size = elem_size,
                           .refs = 1, .owner = owner, .levels = levels,
                           .flags = bin << BIN_SHIFT,
                           .inner = levels > 1 ? (struct nova_level *) (v + 1) : NULL };
  nova_log_made (l, v);
  if (owner)
    nova_log_released (l, owner);
  return v;
}

void
nova_vec_live_in (struct nova_vec *v, struct nova_vec *owner)
{
  owner = counted (owner);
  if (owner)
    nova_log_released (nova_local, owner);
  v->owner = owner;
}

struct nova_vec *
nova_vec_descriptor (size_t length, unsigned levels, void *data, size_t elem_size,
                     struct nova_vec *owner)
{
  return nova_vec_descriptor_with (length, levels, data, elem_size, owner, 0);
}

/* The levels of k below the outermost one, all regular.  */
static void
set_extents (struct nova_vec *v, unsigned k, size_t n2, size_t n3)
{
  size_t extents[2] = { n2, n3 };
  for (unsigned l = 0; l + 1 < k; l++)
    v->inner[l] = (struct nova_level) { extents[l], NULL };
}

/* V is a block for a descriptor and N elements, LEAD bytes behind it; of BIN if small.  */
static inline struct nova_vec *
vec_made (struct nova_local *l, void *block, size_t lead, size_t n, size_t elem_size, unsigned bin)
{
  struct nova_vec *v = block;
  *v = (struct nova_vec) { .length = n, .data = (char *) v + lead, .stride = 1,
                           .elem_size = elem_size, .refs = 1, .levels = 1,
                           .flags = NOVA_VEC_OWNED | bin << BIN_SHIFT };
  nova_log_made (l, v);
  return v;
}

/* The bin for N elements behind a descriptor; 0: they are many, or need to be aligned better than
   malloc's blocks.  An element needs that only if its size is a multiple of more.  */
static inline unsigned
vec_bin (size_t n, size_t elem_size, size_t align)
{
  size_t bytes;
  if (__builtin_mul_overflow (n, elem_size, &bytes) || bytes > NOVA_BIN_MOST - LEAD
      || (align > _Alignof (max_align_t) && elem_size % (2 * _Alignof (max_align_t)) == 0))
    return 0;
  return nova_bin_for (bytes + LEAD);
}

static struct nova_vec * __attribute__ ((__noinline__))
vec_block (size_t n, size_t elem_size, size_t align, const struct nova_site *site)
{
  size_t bytes, lead = align > LEAD ? align : LEAD;
  unsigned bin = vec_bin (n, elem_size, align);
  void *v = NULL;
  if (bin)
    {
      lead = LEAD;
      if (unlikely (nova_watching))
        nova_watch_bytes (n * elem_size + lead);
      v = nova_small_new (n * elem_size + lead, bin);
    }
  else if (!__builtin_mul_overflow (n, elem_size, &bytes)
           && !__builtin_add_overflow (bytes, lead, &bytes))
    v = nova_block_new (bytes, align);
  if (unlikely (!v))
    nova_no_memory (site, n, elem_size);
  if (!nova_log_ready (nova_local))
    nova_log_more ();
  return vec_made (nova_local, v, lead, n, elem_size, bin);
}

struct nova_vec *
nova_vec_new (size_t n, size_t elem_size, size_t align, const struct nova_site *site)
{
  struct nova_local *l = nova_local;
  unsigned bin = vec_bin (n, elem_size, align);
  void *v;
  if (likely (bin && nova_log_ready (l)) && !unlikely (nova_watching)
      && (v = nova_small_at_hand (l, bin)) != NULL)
    return vec_made (l, v, LEAD, n, elem_size, bin);
  return vec_block (n, elem_size, align, site);
}

/* One reference is the caller's; who called it may have the other and has no use for it.  Whoever
   else reads V's elements has a reference of its own.  */
struct nova_vec *
nova_vec_reuse (struct nova_vec *v, unsigned no, size_t n, size_t elem_size, size_t align,
                const struct nova_site *site)
{
  if (v && !no && v->length == n && v->levels == 1 && (v->flags & NOVA_VEC_OWNED)
      && v->elem_size == elem_size && ((uintptr_t) v->data & (align - 1)) == 0 && !v->owner
      && __atomic_load_n (&v->refs, __ATOMIC_ACQUIRE) <= 2)
    return nova_vec_retain (v);
  return nova_vec_new (n, elem_size, align, site);
}

struct nova_vec *
nova_vec_view (const void *p, size_t elem_size, unsigned k, size_t n1, size_t n2, size_t n3)
{
  struct nova_vec *v = nova_vec_descriptor (n1, k, (void *) p, elem_size, NULL);
  set_extents (v, k, n2, n3);
  return v;
}

struct nova_vec *
nova_vec_view_at (const void *p, size_t elem_size, unsigned k, size_t n1, size_t n2, size_t n3,
                  const struct nova_site *site)
{
  nova_at (site);
  struct nova_vec *v = nova_vec_view (p, elem_size, k, n1, n2, n3);
  nova_at (NULL);
  return v;
}

struct nova_vec *
nova_vec_reshape (struct nova_vec *v, unsigned k, size_t n1, size_t n2, size_t n3)
{
  unsigned inner = v ? v->levels - 1 : 0;
  struct nova_vec *r = nova_vec_descriptor (n1, k + inner, nova_vec_data (v),
                                            v ? v->elem_size : 1, v);
  set_extents (r, k, n2, n3);
  if (inner)
    memcpy (r->inner + k - 1, v->inner, inner * sizeof (struct nova_level));
  return r;
}

/* Positions *LO and *HI among the segments of LEVEL as positions one level below.  */
void
nova_vec_descend (const struct nova_level *level, size_t *lo, size_t *hi)
{
  if (level->offsets)
    {
      *lo = level->offsets[*lo] - level->offsets[0];
      *hi = level->offsets[*hi] - level->offsets[0];
    }
  else
    {
      *lo = nova_times (*lo, level->extent);
      *hi = nova_times (*hi, level->extent);
    }
}

size_t
nova_vec_total (struct nova_vec *v)
{
  size_t lo = 0, hi = nova_vec_length (v);
  if (v && nova_vec_indirect (v))
    return nova_view_total (v);
  for (unsigned l = 0; v && l + 1 < v->levels; l++)
    nova_vec_descend (&v->inner[l], &lo, &hi);
  return hi - lo;
}

/* Base elements in one step of the outermost level of V, which is strided and so regular.  */
static size_t
step_elements (const struct nova_vec *v)
{
  size_t n = 1;
  for (unsigned l = 0; l + 1 < v->levels; l++)
    n *= v->inner[l].extent;
  return n;
}

static bool
ragged (const struct nova_vec *v)
{
  for (unsigned l = 0; l + 1 < v->levels; l++)
    if (v->inner[l].offsets)
      return true;
  return false;
}

/* How many of B, B + S, ... are before E.  */
static size_t
steps (ptrdiff_t b, ptrdiff_t s, ptrdiff_t e)
{
  if (s > 0 ? e <= b : b <= e)
    return 0;
  size_t way = s > 0 ? (size_t) e - (size_t) b : (size_t) b - (size_t) e;
  size_t step = s > 0 ? (size_t) s : - (size_t) s;
  return (way - 1) / step + 1;
}

/* The first of the N indices B, B + S, ... that is not below LENGTH; N if there is none.  */
static size_t
first_outside (ptrdiff_t b, ptrdiff_t s, size_t n, size_t length)
{
  if (n == 0 || (size_t) b >= length)
    return 0;
  size_t inside = s > 0 ? (length - (size_t) b - 1) / (size_t) s + 1
                        : (size_t) b / - (size_t) s + 1;
  return inside < n ? inside : n;
}

struct nova_vec *
nova_vec_slice (struct nova_vec *v, ptrdiff_t b, ptrdiff_t s, ptrdiff_t e, unsigned checked,
                const struct nova_site *site)
{
  if (unlikely (s == 0))
    nova_raise (site, NOVA_CHECK_STEP, 2, 0, 0, 0);
  size_t n = steps (b, s, e), length = nova_vec_length (v);
  size_t good = checked ? first_outside (b, s, n, length) : n;
  if (unlikely (good < n))
    nova_raise (site, NOVA_CHECK_INDEX_AT, 1, good, (size_t) b + good * (size_t) s, length);
  return nova_view_slice (v, (size_t) b, s, n);
}

struct nova_vec *
nova_vec_reverse (struct nova_vec *v)
{
  return v ? nova_view_slice (v, v->length - 1, -1, v->length) : NULL;
}

/* R becomes what stands in V below its outermost levels, of which R leaves out SKIP, at the
   positions *LO to *HI; *LO becomes the place of the first base element.  */
static void
narrow (struct nova_vec *r, const struct nova_vec *v, unsigned skip, size_t *lo, size_t *hi)
{
  r->length = *hi - *lo;
  for (unsigned l = skip; l + 1 < v->levels; l++)
    {
      r->inner[l - skip] = v->inner[l];
      if (v->inner[l].offsets)
        r->inner[l - skip].offsets += *lo;
      nova_vec_descend (&v->inner[l], lo, hi);
    }
}

/* A row keeps alive what its elements and offsets live in: V, or nothing if both are borrowed and
   V's own levels are copied.  */
struct nova_vec *
nova_vec_segment (struct nova_vec *v, size_t i)
{
  size_t lo = i, hi = i + 1;
  struct nova_vec *owner = ragged (v) || (v->flags & NOVA_VEC_OWNED)
                           ? v : __atomic_load_n (&v->owner, __ATOMIC_ACQUIRE);
  struct nova_vec *r
    = nova_vec_descriptor (0, v->levels - 1, NULL, v->elem_size, nova_vec_retain (owner));
  nova_vec_descend (&v->inner[0], &lo, &hi);
  narrow (r, v, 1, &lo, &hi);
  if (v->stride != 1)
    r->data = (char *) v->data
              + (ptrdiff_t) i * v->stride * (ptrdiff_t) (step_elements (v) * v->elem_size);
  else
    r->data = (char *) v->data + lo * v->elem_size;
  return r;
}

struct nova_vec *
nova_vec_run (struct nova_vec *v, size_t i, size_t n)
{
  size_t lo = n ? i : 0, hi = lo + n;
  struct nova_vec *r = nova_vec_descriptor (0, v->levels, NULL, v->elem_size, nova_vec_retain (v));
  narrow (r, v, 0, &lo, &hi);
  r->data = (char *) v->data + lo * v->elem_size;
  return r;
}

struct nova_vec *
nova_vec_retain (struct nova_vec *v)
{
  if (!v || (v->flags & NOVA_VEC_LOCAL))
    return v;
  if (ALONE)
    v->refs++;
  else
    __atomic_fetch_add (&v->refs, 1, __ATOMIC_RELAXED);
  nova_log_retained (nova_local, v);
  return v;
}

/* Whoever holds the last reference is alone with V and need not write it.  */
static inline bool
last_reference (struct nova_vec *v)
{
  nova_tell_release (v);
  if (__atomic_load_n (&v->refs, __ATOMIC_ACQUIRE) != 1)
    {
      if (ALONE)
        {
          v->refs--;
          return false;
        }
      if (__atomic_fetch_sub (&v->refs, 1, __ATOMIC_ACQ_REL) != 1)
        return false;
    }
  nova_tell_acquire (v);
  return true;
}

/* Free V, which is not small or holds more than elements.  */
static void __attribute__ ((__noinline__))
free_other (struct nova_vec *v)
{
  unsigned bin = v->flags >> BIN_SHIFT & (NOVA_BINS - 1);
  if (nova_vec_indirect (v))
    nova_view_forget (v);
  if (v->flags & NOVA_VEC_ROWS)
    nova_rows_forget (v, false);
  if (v->flags & NOVA_VEC_LOCAL)
    return;
  if (bin)
    nova_small_free (nova_local, v, bin);
  else if (v->flags & NOVA_VEC_OWNED)
    nova_block_free (v);
  else
    free (v);
}

static inline void
free_vec (struct nova_local *l, struct nova_vec *v)
{
  unsigned bin = v->flags >> BIN_SHIFT & (NOVA_BINS - 1);
  if (likely (bin) && likely (!(v->flags & (NOVA_VEC_INDIRECT | NOVA_VEC_ROWS))))
    nova_small_free (l, v, bin);
  else
    free_other (v);
}

void
nova_vec_free (struct nova_vec *v)
{
  free_vec (nova_local, v);
}

static inline void __attribute__ ((__always_inline__))
drop (struct nova_local *l, struct nova_vec *v)
{
  while (v && last_reference (v))
    {
      struct nova_vec *owner = v->owner;
      nova_log_freed (l, v);
      free_vec (l, v);
      v = owner;
      l = nova_local;
    }
}

void
nova_vec_drop (struct nova_vec *v)
{
  drop (nova_local, v);
}

void
nova_vec_release (struct nova_vec *v)
{
  struct nova_local *l = nova_local;
  if (!v)
    return;
  if (v->flags & NOVA_VEC_LOCAL)
    {
      if (v->flags & NOVA_VEC_ROWS)
        nova_rows_leave (v);
      return;
    }
  nova_log_released (l, v);
  drop (l, v);
}

/* Copy the outermost steps of V, STEP bytes each, to TO.  */
static void
copy_steps (char *to, const struct nova_vec *v, size_t step)
{
  const char *from = v->data;
  for (size_t i = 0; i < v->length; i++)
    memcpy (to + i * step, from + (ptrdiff_t) i * v->stride * (ptrdiff_t) step, step);
}

/* Offsets stay those of V, which then lives as long as its copy.  */
struct nova_vec *
nova_vec_copy (struct nova_vec *v)
{
  if (!v || nova_vec_indirect (v))
    return v ? nova_view_copy (v) : NULL;
  size_t total = nova_vec_total (v);
  struct nova_vec *c = nova_vec_new (total, v->elem_size, 64, NULL);
  if (v->stride != 1)
    copy_steps (c->data, v, step_elements (v) * v->elem_size);
  else if (total > 0)
    memcpy (c->data, v->data, total * v->elem_size);
  if (v->levels == 1)
    return c;
  struct nova_vec *r = nova_vec_descriptor (v->length, v->levels, c->data, v->elem_size, c);
  memcpy (r->inner, v->inner, (v->levels - 1) * sizeof (struct nova_level));
  for (unsigned l = 0; l + 1 < v->levels && !c->owner; l++)
    if (v->inner[l].offsets)
      nova_vec_live_in (c, nova_vec_retain (v));
  return r;
}

struct nova_vec *
nova_vec_contiguous (struct nova_vec *v)
{
  return v && v->stride != 1 ? nova_vec_copy (v) : nova_vec_retain (v);
}

struct nova_vec *
nova_vec_copy_at (struct nova_vec *v, const struct nova_site *site)
{
  nova_at (site);
  struct nova_vec *c = nova_vec_copy (v);
  nova_at (NULL);
  return c;
}

/* Nobody writes what is in a block of ours: a view of it that the program makes by hand is
   const.  */
static bool
kept (struct nova_vec *v)
{
  if (!v || v->length == 0)
    return true;
  if (nova_vec_indirect (v) && nova_view_of (&v))
    return kept (v);
  if (!v || (v->flags & NOVA_VEC_OWNED))
    return true;
  struct nova_vec *o = v;
  while ((o = __atomic_load_n (&o->owner, __ATOMIC_ACQUIRE)) != NULL)
    if ((o->flags & NOVA_VEC_OWNED)
        && (uintptr_t) v->data - (uintptr_t) o->data < o->length * o->elem_size)
      return true;
  return false;
}

struct nova_vec *
nova_vec_keep (struct nova_vec *v, const struct nova_site *site)
{
  return kept (v) ? nova_vec_retain (v) : nova_vec_copy_at (v, site);
}

struct nova_vec *
nova_vec_lasting_at (struct nova_vec *v, const struct nova_site *site)
{
  if (!v || (v->stride == 1 && !(v->flags & NOVA_VEC_LOCAL)
             && ((v->flags & NOVA_VEC_OWNED) || kept (v))))
    return v;
  struct nova_vec *copy = NULL;
  if (v->length > 0)
    copy = v->stride == 1 && v->levels == 1
           ? nova_vec_copy_of (v->data, v->elem_size, v->length, site)
           : nova_vec_copy_at (v, site);
  /* A row that was lent, and came back, is no room of rows: there is nothing to release.  */
  if (!(v->flags & NOVA_VEC_LOCAL))
    nova_vec_release (v);
  return copy;
}

struct nova_vec *
nova_vec_lasting (struct nova_vec *v)
{
  return nova_vec_lasting_at (v, NULL);
}

struct nova_vec *
nova_vec_copy_of (const void *p, size_t elem_size, size_t n, const struct nova_site *site)
{
  struct nova_vec *c = nova_vec_new (n, elem_size, 64, site);
  if (n > 0)
    memcpy (c->data, p, n * elem_size);
  return c;
}

/* In ROOM, N elements from P on, STRIDE of them from one to the next.  */
static struct nova_vec *
local_vec (void *room, const void *p, size_t elem_size, size_t n, ptrdiff_t stride)
{
  struct nova_vec *v = room;
  *v = (struct nova_vec) { .length = n, .data = (void *) p, .stride = stride,
                           .elem_size = elem_size, .refs = 1, .levels = 1,
                           .flags = NOVA_VEC_LOCAL };
  return v;
}

struct nova_vec *
nova_vec_copy_in (void *room, const void *p, size_t elem_size, size_t n,
                  const struct nova_site *site)
{
  char *to = (char *) room + sizeof (struct nova_vec);
  if (elem_size > 0 && n > (NOVA_ROW_ROOM - sizeof (struct nova_vec)) / elem_size)
    return nova_vec_copy_of (p, elem_size, n, site);
  if (n > 0)
    memcpy (to, p, n * elem_size);
  return local_vec (room, to, elem_size, n, 1);
}

/* Are V's rows flat, and where its data says?  */
static bool
flat_rows (const struct nova_vec *v)
{
  return v->levels == 2 && !nova_vec_indirect (v);
}

/* Where the elements of row I of V are, whose rows are flat; N becomes their number.  */
static const char *
row_elements (const struct nova_vec *v, size_t i, size_t *n)
{
  size_t lo = i, hi = i + 1;
  nova_vec_descend (&v->inner[0], &lo, &hi);
  *n = hi - lo;
  if (v->stride != 1)
    return (const char *) v->data
           + (ptrdiff_t) i * v->stride * (ptrdiff_t) (v->inner[0].extent * v->elem_size);
  return (const char *) v->data + lo * v->elem_size;
}

struct nova_vec *
nova_vec_row_in (void *room, struct nova_vec *v, size_t i, const struct nova_site *site)
{
  size_t n;
  const char *p;
  ptrdiff_t stride = 1;
  if (flat_rows (v))
    p = row_elements (v, i, &n);
  else if (!(p = nova_grid_row (v, i, &n, &stride)))
    return nova_vec_row_at (v, i, site);
  return local_vec (room, p, v->elem_size, n, stride);
}

struct nova_vec *
nova_vec_keep_row_in (void *room, struct nova_vec *v, size_t i, const struct nova_site *site)
{
  size_t n;
  if (!flat_rows (v))
    return nova_vec_keep_row (v, i, site);
  const char *p = row_elements (v, i, &n);
  return kept (v) ? local_vec (room, p, v->elem_size, n, 1)
                  : nova_vec_copy_in (room, p, v->elem_size, n, site);
}

struct nova_vec *
nova_vec_keep_row (struct nova_vec *v, size_t i, const struct nova_site *site)
{
  if (flat_rows (v) && !kept (v))
    {
      /* Without the descriptor of a view in between.  */
      size_t n;
      const char *p = row_elements (v, i, &n);
      return nova_vec_copy_of (p, v->elem_size, n, site);
    }
  struct nova_vec *row = nova_vec_row_at (v, i, site);
  if (kept (row))
    return row;
  struct nova_vec *copy = nova_vec_copy_at (row, site);
  nova_vec_release (row);
  return copy;
}

struct nova_vec *
nova_vec_contiguous_at (struct nova_vec *v, const struct nova_site *site)
{
  return v && v->stride != 1 ? nova_vec_copy_at (v, site) : nova_vec_retain (v);
}

/* A copy of V, which is strided or indirect, takes V's owner over and becomes it: it lives as long
   as V.  Other threads may do the same at the same time.  */
const void *
nova_vec_elements (struct nova_vec *v, const struct nova_site *site)
{
  if (!v || v->stride == 1)
    return nova_vec_data (v);
  struct nova_vec *copy = nova_vec_contiguous_at (v, site), *last = copy;
  while (last->owner)
    last = last->owner;
  if (nova_local->logging && !nova_log_has (nova_local, v))
    nova_log_escapes (copy);
  last->owner = __atomic_load_n (&v->owner, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n (&v->owner, &last->owner, copy, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE))
    ;
  return copy->data;
}
