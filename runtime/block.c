/* Memory for elements: aligned blocks; large ones, small ones and temporaries kept for reuse.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   free returns large areas to the system, and the next use faults in every page again, which often
   costs more than the loop that fills them.  So some freed large blocks are cached.  Bounds:
   KEPT_BLOCKS blocks, as many as the chunks of a loop keep rows in, together at most KEPT_BYTES and
   an eighth of the machine's memory; they are returned to the system when malloc fails.  A new
   block takes the place of cached ones that are smaller, as many bytes as it has: so a program
   whose vectors grow keeps no more than it needs.  It does not take that of a larger one: then what
   is used in turn would be cached in turn.  Of those in between a few temporaries are cached,
   separately: an iteration that needs one does not allocate.  Small blocks are kept by each thread
   (local.c).  */

#include "rt.h"
#include "sync.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define LARGE ((size_t) 32 << 10)       /* below, malloc is as good */
#define HUGE_PAGE ((size_t) 2 << 20)
#define KEPT_BLOCKS 1024
#define SPARE_BLOCKS 32
#define SPARE_BYTES ((size_t) 1 << 20)
#define KEPT_BYTES ((size_t) 1 << 30)

/* Right before the data.  */
struct header
{
  void *base;                   /* what malloc gave */
  size_t size;                  /* bytes from BASE if it is to be kept, else 0 */
  uint32_t at;                  /* of a temporary: its place in the log */
  uint32_t bin;                 /* that a small one is for */
};
#define HEADER 64               /* the least alignment */
_Static_assert (sizeof (struct header) <= HEADER, "block header");
_Static_assert (HEADER % _Alignof (struct header) == 0, "block header");

struct cache
{
  atomic_uint lock;
  unsigned n, most;
  size_t bytes, limit;          /* LIMIT 0: not yet known */
  struct header *block;         /* the oldest first */
};
static struct header kept_blocks[KEPT_BLOCKS], spare_blocks[SPARE_BLOCKS];
static struct cache kept = { .most = KEPT_BLOCKS, .block = kept_blocks };       /* large ones */
static struct cache spare
  = { .most = SPARE_BLOCKS, .limit = SPARE_BYTES, .block = spare_blocks };      /* small ones */

void *
nova_malloc (size_t bytes)
{
  return nova_fault (NOVA_FAULT_ALLOC) ? NULL : malloc (bytes);
}

static struct header *
header_of (void *p)
{
  return (struct header *) ((char *) p - sizeof (struct header));
}

static size_t
find_limit (void)
{
  long pages = sysconf (_SC_PHYS_PAGES), page = sysconf (_SC_PAGESIZE);
  size_t eighth = pages > 0 && page > 0 ? (size_t) pages / 8 * (size_t) page : KEPT_BYTES;
  return eighth < KEPT_BYTES ? eighth : KEPT_BYTES;
}

/* Where blocks of SIZE bytes are kept.  */
static struct cache *
cache_for (size_t size)
{
  return size < LARGE ? &spare : &kept;
}

/* Take block K out of cache C, which is locked.  */
static struct header
take (struct cache *c, unsigned k)
{
  struct header b = c->block[k];
  c->n--;
  c->bytes -= b.size;
  for (; k < c->n; k++)
    c->block[k] = c->block[k + 1];
  return b;
}

/* The kept block that fits SIZE bytes at ALIGN best and, if large, wastes at most half of itself:
   it is in memory, and a new one beside it would take more.  Or base null.  */
static struct header
reuse (size_t size, size_t align)
{
  struct cache *c = cache_for (size);
  struct header b = { .base = NULL };
  unsigned best = c->most;
  nova_lock (&c->lock);
  for (unsigned k = c->n; k-- > 0 && (best == c->most || c->block[best].size > size);)
    if (c->block[k].size >= size && (c == &spare || c->block[k].size - size <= size)
        && ((uintptr_t) c->block[k].base & (align - 1)) == 0
        && (best == c->most || c->block[k].size < c->block[best].size))
      best = k;
  if (best < c->most)
    b = take (c, best);
  nova_unlock (&c->lock);
  return b;
}

/* Give the area of B back.  malloc may have put a large one among others, where it would stay in
   memory.  */
static void
give_back (struct header b)
{
#ifdef MADV_DONTNEED
  if (b.size >= LARGE)
    {
      long page = sysconf (_SC_PAGESIZE);
      uintptr_t mask = (uintptr_t) (page > 0 ? page : 4096) - 1;
      uintptr_t first = ((uintptr_t) b.base + mask) & ~mask;
      uintptr_t end = ((uintptr_t) b.base + b.size) & ~mask;
      madvise ((void *) first, end - first, MADV_DONTNEED);
    }
#endif
  free (b.base);
}

/* Large blocks that are cached and do not fit SIZE bytes, since they are smaller, the oldest first,
   are given back, until they are as many bytes.  */
static void
make_room (size_t size)
{
  size_t bytes = 0;
  struct header out;
  do
    {
      unsigned k = 0;
      out.base = NULL;
      nova_lock (&kept.lock);
      while (k < kept.n && kept.block[k].size >= size)
        k++;
      if (k < kept.n)
        out = take (&kept, k);
      nova_unlock (&kept.lock);
      if (out.base)
        {
          bytes += out.size;
          give_back (out);
        }
    }
  while (out.base && bytes < size);
}

/* Keep B if it is not too large for its cache; older ones make room.  */
static void
keep (struct header b)
{
  struct cache *c = cache_for (b.size);
  struct header out;
  do
    {
      out.base = NULL;
      nova_lock (&c->lock);
      if (!c->limit)
        c->limit = find_limit ();
      if (b.size > c->limit)
        out = b;
      else if (c->n == c->most || c->bytes + b.size > c->limit)
        out = take (c, 0);
      else
        {
          c->block[c->n++] = b;
          c->bytes += b.size;
        }
      nova_unlock (&c->lock);
      if (out.base)
        give_back (out);
    }
  while (out.base && out.base != b.base);
}

/* Give the blocks of C back; true if there were any.  */
static bool
flush_cache (struct cache *c)
{
  bool any = false;
  struct header b;
  do
    {
      b.base = NULL;
      nova_lock (&c->lock);
      if (c->n > 0)
        b = take (c, c->n - 1);
      nova_unlock (&c->lock);
      any |= b.base != NULL;
      free (b.base);
    }
  while (b.base);
  return any;
}

bool
nova_block_flush (void)
{
  bool any = nova_local_flush ();
  any |= flush_cache (&spare);
  return flush_cache (&kept) || any;
}

/* SIZE fresh bytes at ALIGN.  Very large areas ask for large pages, for fewer faults, unless they
   are SPARSE: most of a large page would take up memory for nothing.  */
static void *
fresh (size_t size, size_t align, bool sparse)
{
  void *p;
  bool huge = size >= 2 * HUGE_PAGE && !sparse;
  if (nova_fault (NOVA_FAULT_ALLOC))
    return NULL;
  if (posix_memalign (&p, huge && align < HUGE_PAGE ? HUGE_PAGE : align, size))
    return NULL;
#ifdef MADV_HUGEPAGE
  if (huge)
    madvise (p, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
  return p;
}

/* The bytes of an area from malloc that has BYTES at ALIGN behind a header.  */
static size_t
around (size_t bytes, size_t align)
{
  return bytes + sizeof (struct header) + align - 1;
}

/* Where these are in B's area, the header before them; null if there is no area.  */
static void *
set_header (struct header b, size_t align)
{
  if (!b.base)
    return NULL;
  uintptr_t p = ((uintptr_t) b.base + sizeof (struct header) + align - 1) & ~(align - 1);
  *header_of ((void *) p) = b;
  return (void *) p;
}

/* A small area from malloc, which keeps those of the thread at hand.  */
static void *
small (size_t bytes, size_t align)
{
  size_t size = around (bytes, align);
  struct header b = { .base = nova_malloc (size) };
  if (!b.base && nova_block_flush ())
    b.base = malloc (size);
  return set_header (b, align);
}

/* One to be kept, the header in front and the data still at ALIGN.  */
static void *
large (size_t bytes, size_t align, bool sparse)
{
  size_t size = (bytes + align + HEADER - 1) & ~(size_t) (HEADER - 1);
  struct header b = reuse (size, align);
  if (!b.base)
    {
      if (size >= LARGE)
        make_room (size);
      b.size = size;
      b.base = fresh (size, align, sparse);
      if (!b.base && nova_block_flush ())
        b.base = fresh (size, align, sparse);
      if (!b.base)
        return NULL;
    }
  void *p = (char *) b.base + align;
  *header_of (p) = b;
  return p;
}

static void *
block_new (size_t bytes, size_t align, bool small_too, bool sparse)
{
  if (align < HEADER)
    align = HEADER;
  if (unlikely (nova_watching))
    nova_watch_bytes (bytes);
  if (bytes > PTRDIFF_MAX - 2 * align)
    return NULL;
  if (bytes >= LARGE)
    return large (bytes, align, sparse);
  if (!small_too)
    return small (bytes, align);
  struct header b = { .bin = nova_bin_for (around (bytes, align)) };
  if (b.bin == 0 || !nova_small_kept ())
    return large (bytes, align, sparse);
  b.base = nova_small_at_hand (nova_local, b.bin);
  if (!b.base)
    b.base = nova_small_new (around (bytes, align), b.bin);
  return set_header (b, align);
}

void *
nova_block_new (size_t bytes, size_t align)
{
  return block_new (bytes, align, false, false);
}

void
nova_block_free (void *p)
{
  if (!p)
    return;
  struct header b = *header_of (p);
  if (b.bin > 0)
    nova_small_free (nova_local, b.base, b.bin);
  else if (b.size > 0)
    keep (b);
  else
    free (b.base);
}

/* A fork must not copy the cache while another thread has it half changed.  */
static void
lock_kept (void)
{
  nova_lock (&spare.lock);
  nova_lock (&kept.lock);
}

static void
unlock_kept (void)
{
  nova_unlock (&kept.lock);
  nova_unlock (&spare.lock);
}

static void __attribute__ ((__constructor__))
begin_blocks (void)
{
  pthread_atfork (lock_kept, unlock_kept, unlock_kept);
}

/* Temporaries of generated code.  */
static void *
temp_new (size_t n, size_t elem_size, bool sparse, const struct nova_site *site)
{
  size_t bytes;
  void *p = NULL;
  if (!__builtin_mul_overflow (n, elem_size, &bytes))
    p = block_new (bytes, 64, true, sparse);
  if (unlikely (!p))
    nova_no_memory (site, n, elem_size);
  header_of (p)->at = nova_local->logging ? (uint32_t) nova_log_temp (p) : 0;
  return p;
}

void *
nova_temp_new (size_t n, size_t elem_size, const struct nova_site *site)
{
  return temp_new (n, elem_size, false, site);
}

void *
nova_sparse_new (size_t n, size_t elem_size, const struct nova_site *site)
{
  return temp_new (n, elem_size, true, site);
}

void
nova_temp_free (void *p)
{
  if (p && header_of (p)->at)
    nova_log_temp_freed (p, header_of (p)->at);
  nova_block_free (p);
}
