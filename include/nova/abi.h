/* What generated code and libnovart share: layouts, inline functions, entry points.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Users need none of this: they include <nova.h>.  The compiler emits accesses to struct nova_vec
   by offset, so its layout is part of the ABI (NOVA_ABI_VERSION).  */

#ifndef NOVA_ABI_H
#define NOVA_ABI_H 1

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NOVA_ABI_VERSION 1

/* Enough for any number of threads; partial results fit a fixed array.  */
#define NOVA_MAX_CHUNKS 1024

/* A vector: a counted descriptor of elements that it owns or borrows.  The null handle is the empty
   vector of any type.  */
struct nova_vec
{
  size_t length;		/* elements of the outermost level */
  void *data;			/* first base element */
  ptrdiff_t stride;		/* in elements of the outermost level; 1: contiguous; else all
				   levels are regular */
  size_t elem_size;		/* bytes of a base element */
  int64_t refs;			/* updated atomically; 0 never occurs in a live descriptor */
  struct nova_vec *owner;	/* keeps DATA alive: another descriptor, or NULL */
  uint32_t levels;		/* 1: flat */
  uint32_t flags;		/* NOVA_VEC_*; above them what libnovart notes */
  struct nova_level *inner;	/* levels - 1 of them, outermost first; NULL if flat */
};

/* One inner level.  Regular: each segment has EXTENT elements.  Ragged: segment i is OFFSETS[i] ..
   OFFSETS[i+1]; in a row of a larger vector OFFSETS[0] may be positive.  */
struct nova_level
{
  size_t extent;		/* regular: elements a segment */
  const size_t *offsets;	/* ragged, else NULL */
};

/* A lent descriptor: lives as long as the block around it, is never released.  */
#define nova_vec_lend(P, SIZE, N)						\
  (&(struct nova_vec) { .length = (N), .data = (void *) (P), .stride = 1,	\
			.elem_size = (SIZE), .refs = 1, .levels = 1,		\
			.flags = NOVA_VEC_LOCAL })

#define NOVA_VEC_OWNED 1u	/* data follows the descriptor, or is freed with it */
#define NOVA_VEC_LOCAL 4u	/* descriptor in a local variable of the program: not counted */
/* Its bytes: a descriptor and 128 bytes of elements.  */
#define NOVA_ROW_ROOM (sizeof (struct nova_vec) + 128)
#define NOVA_VEC_ROWS 8u	/* elements are handles, whose references it holds */
#define NOVA_VEC_INDIRECT 2u	/* elements by nova_vec_place, nova_vec_row; stride 0 */
#define NOVA_VEC_FLAGS 15u	/* all of these */

/* Where a builtin stands in the user's program.  Emitted once a site into the object.  */
struct nova_site
{
  const char *file;
  const char *name;		/* as the user wrote it: "__nova_map", "nova_sum" */
  uint32_t line;
  uint32_t positive;		/* bit K - 1: operand K is unsigned, or its elements are */
};

/* The kinds of run-time check: check.def's rows.  */
enum nova_check
{
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) NOVA_CHECK_##NAME,
#include "check.def"
#undef NOVA_CHECK_KIND
  NOVA_CHECK_LAST
};

/* The failures of a running region; lives in the stub's frame, zero-initialised.  */
struct nova_frame
{
  uint32_t failed;		/* 0: nothing so far */
  uint32_t lock;
  uint32_t order;		/* of the failing builtin: the least so far */
  uint32_t kind;
  uint64_t elem;		/* the least failing element of that builtin */
  const struct nova_site *site;
  const char *text;		/* of nova_fail and of errors inside leaves (owned), else NULL */
  uint64_t args[4];
};

/* What the environment asks to watch: usually nothing, 0.  Otherwise generated code calls the
   functions nova_watch_*.  */
#define NOVA_WATCH_PROFILE 1
#define NOVA_WATCH_TRACE 2
#define NOVA_WATCH_CHECK 4
extern int nova_watching;
/* Not 0: workers for later processors are taken, see gen-march.cc and runtime/march.c; 2: so is
   code for AVX-512 in the library.  */
extern int nova_march;

/* A region that is watched; lives in the stub's frame.  */
struct nova_watch
{
  const struct nova_site *region;	/* null: inside another region */
  uint64_t start;
  uint64_t elements, moved;	/* of its loops; bytes that these read and write */
  uint64_t bytes, chunks;	/* bytes allocated; chunks of loops with several, */
  uint64_t longest, mean;	/* for each of these the time of its longest chunk, the mean of all:
				   sums */
};

/* The element that a leaf's error belongs to: ELEM, (size_t) -1 for none, of builtin number
   ORDER.  */
struct nova_place
{
  size_t elem;
  unsigned order;
};

/* A chunk of a parallel loop: ARGS is the region's, C the number of the chunk.  */
typedef void nova_worker (void *args, size_t c);

/* The chunk size of a loop over N elements, COST being the body's rough cost in instructions.  It
   depends on these two alone, since results must not depend on threads or load.  A chunk is worth
   about 65536 instructions or less.  Several chunks are about 2, 4 or a multiple of 8, so that 2, 4
   or 8 threads are balanced.  The size is a multiple of 64, except for costly bodies, so that
   neighbours do not share a cache line.  */
static inline size_t
nova_chunk_size (size_t n, size_t cost)
{
  size_t grain = cost >= 65536 ? 1 : 65536 / (cost + 3) + 1;
  size_t k = n / grain + 1;
  size_t even = k <= 2 ? k : k <= 4 ? 4 : (k + 7) & ~(size_t) 7;
  size_t m = even < NOVA_MAX_CHUNKS ? even : NOVA_MAX_CHUNKS;
  size_t share = m <= 1 ? n : n / m;

  return grain >= 64 ? (share + 64) & ~(size_t) 63 : share + 1;
}

static inline size_t
nova_chunks (size_t n, size_t size)
{
  return n <= size ? n != 0 : (n - 1) / size + 1;
}

/* The weight of ROWS rows whose elements begin at offset FROM and end at TO: their number, and K
   for each row.  Offsets that are not in order weigh so much at most that sums do not wrap.  */
static inline size_t
nova_row_weight (size_t from, size_t to, size_t rows, size_t k)
{
  size_t n = to - from, most = (size_t) -1 / 4;

  return (n < most ? n : most) + k * rows;
}

/* Set byte I of P to 1; several threads may do so at the same time.  */
static inline void
nova_note (unsigned char *p, size_t i)
{
  __atomic_store_n (p + i, 1, __ATOMIC_RELAXED);
}

/* A hint: the line of the cache that is I bytes behind P, which need not be memory, is written
   soon.  */
static inline void
nova_soon (const void *p, size_t i)
{
  __builtin_prefetch ((const char *) p + i, 1);
}

/* The same, is read soon.  */
static inline void
nova_read_soon (const void *p, size_t i)
{
  __builtin_prefetch ((const char *) p + i, 0);
}

/* Any number would do: the generated code has none of these left.  */
static inline size_t
nova_hint (void)
{
  return (size_t) -1;
}

/* Of a row that is taken like any other.  */
static inline int
nova_alone (void)
{
  return 0;
}

static inline size_t
nova_vec_length (const struct nova_vec *v)
{
  return v ? v->length : 0;
}

static inline void *
nova_vec_data (const struct nova_vec *v)
{
  return v ? v->data : (void *) 0;
}

/* Do [P, P+PN) and [Q, Q+QN) share a byte?  Neither wraps around.  */
static inline int
nova_overlap (const void *p, size_t pn, const void *q, size_t qn)
{
  uintptr_t a = (uintptr_t) p, b = (uintptr_t) q;
  return (pn != 0) & (qn != 0) & ((b - a < pn) | (a - b < qn));
}

/* The entry points.  */
#define NOVA_ABI(RET, NAME, PARAMS, ATTRS, DOC) extern RET NAME PARAMS ATTRS;
#include "abi.def"
#undef NOVA_ABI

#ifdef __cplusplus
}
#endif

#endif
