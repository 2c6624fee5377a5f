/* Internal interface of libnovart, shared by its files.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1  */

#ifndef NOVA_RT_H
#define NOVA_RT_H 1

#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <nova/abi.h>

/* The default model of a shared library calls a function for each access; initial-exec does not,
   and the thread's static block always has room for a few words.  */
#define NOVA_TLS _Thread_local __attribute__ ((__tls_model__ ("initial-exec")))
#define likely(X) __builtin_expect (!!(X), 1)
#define unlikely(X) __builtin_expect (!!(X), 0)

/* N times M; on overflow SIZE_MAX, for which there is no memory.  */
static inline size_t
nova_times (size_t n, size_t m)
{
  return __builtin_mul_overflow (n, m, &n) ? SIZE_MAX : n;
}

/* For users: declared again in nova.h.  */
typedef void nova_error_handler (const char *line);
extern nova_error_handler *nova_set_error_handler (nova_error_handler *handler);
extern void nova_set_num_threads (int n);
extern int nova_num_threads (void);
extern int nova_version (void);

#pragma GCC visibility push(hidden)

/* --- local.c: what a thread has to itself ---------------------------------------------------- */

/* Freed blocks of one size, N of at most MOST.  */
struct nova_spare
{
  struct nova_spare *next;
};
struct nova_bin
{
  struct nova_spare *first;
  unsigned n, most;
};

/* Blocks of bin K have K times NOVA_BIN_STEP bytes; bin 0 is none.  */
#define NOVA_BINS 16
#define NOVA_BIN_STEP 64
#define NOVA_BIN_MOST ((NOVA_BINS - 1) * NOVA_BIN_STEP)

/* Only the thread reads and writes it.  */
struct nova_local
{
  struct nova_bin bin[NOVA_BINS];
  uintptr_t *log;               /* the entries of its logs (log.c): NLOG, room for ROOM; */
  size_t nlog, room, base;      /* those of the innermost log from BASE on */
  bool logging;                 /* is there a log */
};

/* The calling thread's; NOVA_LOCAL_NONE, which has room for nothing and is never written, until
   nova_local_make.  */
extern NOVA_TLS struct nova_local *nova_local;
extern struct nova_local nova_local_none;
extern bool nova_local_first (void);
/* Have one; false without memory.  */
static inline bool
nova_local_make (void)
{
  return likely (nova_local != &nova_local_none) || nova_local_first ();
}
/* Give the blocks of the calling thread's bins back to malloc; true if there were any.  */
extern bool nova_local_flush (void);

/* Where the log of a run of chunks or of a region, for unwinding (log.c), stands among the
   thread's.  */
struct nova_log
{
  size_t above;                 /* BASE of the log around it */
  bool inner;                   /* there is one */
  bool none;                    /* there is no memory for this one */
};

/* --- chunk.c: a thread inside a parallel loop ----------------------------------------------- */

/* A loop of calls in the midst of a chunk, without a run of its own: what an error that leaves it
   has to put back.  */
struct nova_within
{
  struct nova_within *around;   /* the loop around it in the same run, or null */
  struct nova_frame *frame;     /* the loop's, never null */
  struct nova_job *job;         /* it is one, for others to join; null: it is not */
  size_t number;                /* of its chunk */
  struct nova_place *place;     /* PLACE and RESUME of the run, which the loop uses as well */
  size_t resume;
};

/* A thread's run of chunks.  A leaf that raises an error returns to it through RAISED.  Fields that
   change between setjmp and longjmp are volatile.  */
struct nova_chunk
{
  struct nova_chunk *outer;     /* the enclosing run */
  struct nova_frame *frame;     /* records failures, never null */
  struct nova_job *job;         /* that the pool's threads share; null: there is none */
  volatile bool over;           /* after a raise: continue with the next chunk */
  struct nova_place *volatile place;    /* the last mark: the worker's, OWN, or null */
  struct nova_place own;        /* set by nova_mark */
  volatile size_t resume;       /* where the chunk resumes; 0: at its begin */
  volatile size_t number;       /* of the chunk */
  struct nova_within *volatile within;  /* the innermost loop of calls in it, or null */
  struct nova_log log;          /* its resources */
  jmp_buf raised;
};

/* The innermost run of the calling thread, or null.  */
extern NOVA_TLS struct nova_chunk *nova_chunk_now;

extern void nova_chunk_run (nova_worker *w, void *args, size_t begin, size_t end,
                            struct nova_frame *frame, struct nova_job *job);
/* The loop IN, on FRAME, begins in the midst of C's chunk; it ends.  */
static inline void
nova_within_begin (struct nova_chunk *c, struct nova_within *in, struct nova_frame *frame,
                   struct nova_job *job)
{
  *in = (struct nova_within) { .around = c->within, .frame = frame, .job = job,
                               .place = c->place, .resume = c->resume };
  c->within = in;
}

static inline void
nova_within_end (struct nova_chunk *c, const struct nova_within *in)
{
  c->within = in->around;
  c->place = in->place;
  c->resume = in->resume;
}

/* Call W (ARGS, c) for c from BEGIN to END, chunks of loop IN, in the midst of C's.  */
static inline void
nova_within_run (struct nova_chunk *c, struct nova_within *in, nova_worker *w, void *args,
                 size_t begin, size_t end)
{
  c->resume = 0;
  for (size_t k = begin; k < end; k++)
    {
      c->place = NULL;
      in->number = k;
      w (args, k);
    }
}

/* Record WHAT in the frame of the calling thread's run, and return to that run.  */
extern void nova_chunk_raise (const struct nova_frame *what) NOVA_NORETURN;
/* Record WHAT if it comes before the failure in FRAME; an owned text is moved or freed.  */
extern void nova_frame_note (struct nova_frame *frame, const struct nova_frame *what);

/* --- log.c: the resources of a run of chunks or of a region, for unwinding ------------------- */

/* The site of the calling thread's outermost region that an error can leave; null: none.  */
extern const struct nova_site *nova_own_site (void);
/* Unwind the calling thread's regions, outside of chunks.  */
extern void nova_own_leave (void);

/* Of the calling thread's logs there is only the innermost one to be worked with.  */
extern void nova_log_begin (struct nova_log *c);
extern void nova_log_hand_over (struct nova_log *c);
extern void nova_log_end (struct nova_log *c);
extern void nova_log_unwind (void);
/* For a while the calling thread works for others, in logs of their own: was it LOGGING?  And
   back.  */
extern bool nova_log_pause (void);
extern void nova_log_resume (bool logging);
/* V now belongs to a vector that was not made there, and so do those that it lives in.  */
extern void nova_log_escapes (struct nova_vec *v);
/* A room takes over the caller's reference to V.  */
extern void nova_log_kept (struct nova_vec *v);
/* Temporary P is there, at the place that is given back, 0 if nowhere; is about to be freed.  */
extern size_t nova_log_temp (void *p);
extern void nova_log_temp_freed (void *p, size_t at);
/* One reference to V, which was not made there, is new; is gone.  */
extern void nova_log_reference (const struct nova_vec *v);
extern void nova_log_no_reference (const struct nova_vec *v);

/* Where in the log a vector stands; 0: nowhere.  */
#define NOVA_LOG_SHIFT 8
/* The bits of its flags that do not say so.  */
#define NOVA_LOG_NO_PLACE (((uint32_t) 1 << NOVA_LOG_SHIFT) - 1)

/* Was V made in L's innermost log?  Its place may be one of another thread's log.  */
static inline bool
nova_log_has (const struct nova_local *l, const struct nova_vec *v)
{
  size_t at = v->flags >> NOVA_LOG_SHIFT;
  return at > l->base && at <= l->nlog && l->log[at - 1] == (uintptr_t) v;
}

/* Entry P, whose place is AT if it is one of L's, is gone.  */
static inline void
nova_log_take_out (struct nova_local *l, size_t at, uintptr_t p)
{
  if (at > l->nlog || l->log[at - 1] != p)
    return;
  l->log[at - 1] = 0;
  while (l->nlog > l->base && !l->log[l->nlog - 1])
    l->nlog--;
}

/* Is there room for another entry, or no need of it?  */
static inline bool
nova_log_ready (const struct nova_local *l)
{
  return l->nlog < l->room || !l->logging;
}

/* Make it so; false if there is no memory.  */
extern bool nova_log_more (void);

/* V is new, with one reference.  */
static inline void
nova_log_made (struct nova_local *l, struct nova_vec *v)
{
  if (!l->logging || l->nlog == l->room)
    return;
  l->log[l->nlog++] = (uintptr_t) v;
  v->flags |= (uint32_t) l->nlog << NOVA_LOG_SHIFT;
}

/* V is about to be freed.  */
static inline void
nova_log_freed (struct nova_local *l, const struct nova_vec *v)
{
  size_t at = v->flags >> NOVA_LOG_SHIFT;
  if (at)
    nova_log_take_out (l, at, (uintptr_t) v);
}

/* V no longer belongs to its log.  */
static inline void
nova_log_leave (struct nova_local *l, struct nova_vec *v)
{
  nova_log_freed (l, v);
  v->flags &= NOVA_LOG_NO_PLACE;
}

/* V gains a reference, loses one.  */
static inline void
nova_log_retained (const struct nova_local *l, const struct nova_vec *v)
{
  if (l->logging && !nova_log_has (l, v))
    nova_log_reference (v);
}

static inline void
nova_log_released (const struct nova_local *l, const struct nova_vec *v)
{
  if (l->logging && !nova_log_has (l, v))
    nova_log_no_reference (v);
}

/* --- error.c -------------------------------------------------------------------------------- */

/* FRAME->kind when its message is TEXT.  */
#define NOVA_KIND_TEXT ((uint32_t) NOVA_CHECK_LAST)

/* Hand the line of WHAT to the calling thread's handler.  Frees an owned text.  */
extern void nova_report (const struct nova_frame *what) NOVA_NORETURN;
/* The site of the running operation, for callees without a site of their own; null: none.  */
extern NOVA_TLS const struct nova_site *nova_site_now;
extern void nova_no_memory (const struct nova_site *site, size_t n, size_t elem_size)
  NOVA_NORETURN;
/* A line "nova: ..." on stderr, for what is not worth an error.  */
extern void nova_warn (const char *format, ...) __attribute__ ((__format__ (__printf__, 1, 2)));

/* --- fault.c: in checking builds, NOVA_FAULT=alloc:N or thread:N makes the Nth attempt fail - */
#if NOVA_CHECKING >= 1
enum nova_fault_kind { NOVA_FAULT_ALLOC, NOVA_FAULT_THREAD };
/* May one be wanted?  */
extern atomic_bool nova_faults;
extern bool nova_fault_now (enum nova_fault_kind kind);
#define nova_faults_wanted() unlikely (atomic_load_explicit (&nova_faults, memory_order_relaxed))
#define nova_fault(KIND) (nova_faults_wanted () && nova_fault_now (KIND))
#else
#define nova_faults_wanted() false
#define nova_fault(KIND) false
#endif

/* --- block.c: memory for elements ----------------------------------------------------------- */

/* BYTES at a multiple of 64 and of ALIGN, a power of two; null if there is no memory.  */
extern void *nova_block_new (size_t bytes, size_t align);
extern void nova_block_free (void *p);
/* Give the blocks that are kept back, but those of other threads' bins; true if there were any.  */
extern bool nova_block_flush (void);
/* malloc, where faults can be injected.  */
extern void *nova_malloc (size_t bytes);

/* Small blocks, aligned as malloc's are, are kept in the bins of the thread that frees them.  Which
   one BYTES, more than 0, are for; 0: too many for any.  */
static inline unsigned
nova_bin_for (size_t bytes)
{
  return bytes <= NOVA_BIN_MOST ? (unsigned) ((bytes + NOVA_BIN_STEP - 1) / NOVA_BIN_STEP) : 0;
}

/* Are they, or does each come from malloc and go back?  */
extern bool nova_small_kept (void);
/* To malloc, or BIN, which seems to be full.  */
extern void nova_small_back (void *p, unsigned bin);

/* BYTES from BIN, which is for them; null if there is no memory.  */
extern void *nova_small_new (size_t bytes, unsigned bin);

/* The same if it takes but a moment, else null.  */
static inline void *
nova_small_at_hand (struct nova_local *l, unsigned bin)
{
  struct nova_bin *b = &l->bin[bin];
  struct nova_spare *p = b->first;
  if (unlikely (!p) || nova_faults_wanted ())
    return NULL;
  b->first = p->next;
  b->n--;
  return p;
}

static inline void
nova_small_free (struct nova_local *l, void *p, unsigned bin)
{
  struct nova_bin *b = &l->bin[bin];
  struct nova_spare *s = p;
  if (unlikely (b->n == b->most))
    {
      nova_small_back (p, bin);
      return;
    }
  s->next = b->first;
  b->first = s;
  b->n++;
}

/* --- vec.c: a descriptor without elements of its own, LEVELS - 1 inner levels behind it, not set;
   it takes the reference OWNER -------------------------------------------------------------- */
extern struct nova_vec *nova_vec_descriptor (size_t length, unsigned levels, void *data,
                                             size_t elem_size, struct nova_vec *owner);
/* Drop a reference that is not in the log; free V, whoever refers to it.  */
extern void nova_vec_drop (struct nova_vec *v);
extern void nova_vec_free (struct nova_vec *v);
/* OWNER keeps V's memory from now on; takes its reference.  */
extern void nova_vec_live_in (struct nova_vec *v, struct nova_vec *owner);
/* The same with MORE bytes behind the levels.  */
extern struct nova_vec *nova_vec_descriptor_with (size_t length, unsigned levels, void *data,
                                                  size_t elem_size, struct nova_vec *owner,
                                                  size_t more);
/* Segment I of V, whose elements are where its data says.  */
extern struct nova_vec *nova_vec_segment (struct nova_vec *v, size_t i);
/* A view of the N rows from I on of V, whose rows are ragged and stand where its data says.  */
extern struct nova_vec *nova_vec_run (struct nova_vec *v, size_t i, size_t n);
/* Positions *LO and *HI among the segments of LEVEL as positions one level below.  */
extern void nova_vec_descend (const struct nova_level *level, size_t *lo, size_t *hi);
/* vec-rows.c: the rows I, I + S, ... of V, N of them, as a vector of its own.  */
extern struct nova_vec *nova_vec_rows (struct nova_vec *v, size_t i, ptrdiff_t s, size_t n);
/* Contiguous V without its outermost level, in its memory.  */
extern struct nova_vec *nova_vec_unnest (struct nova_vec *v);

/* --- rows.c: rows kept between passes -------------------------------------------------------- */

/* Room R, a variable, is done with.  */
extern void nova_rows_leave (struct nova_vec *r);
/* Room R drops its rows; UNWINDING: except those that the calling thread's log has.  */
extern void nova_rows_forget (struct nova_vec *r, bool unwinding);

/* --- view.c: views that an address and one stride cannot say --------------------------------- */

/* V is indirect: its descriptor has only the length and a note.  */
static inline bool
nova_vec_indirect (const struct nova_vec *v)
{
  return v && (v->flags & NOVA_VEC_INDIRECT);
}

/* A regular view of K levels, N of each, STEP bytes apart; takes the reference OWNER.  */
extern struct nova_vec *nova_vec_grid (struct nova_vec *owner, const void *data, size_t elem_size,
                                       unsigned k, const size_t *n, const ptrdiff_t *step);
/* The elements I, I + S, ... of V, N of them, where they are.  */
extern struct nova_vec *nova_view_slice (struct nova_vec *v, size_t i, ptrdiff_t s, size_t n);
/* A contiguous copy of indirect V.  */
extern struct nova_vec *nova_view_copy (struct nova_vec *v);
/* Its base elements, counted without a copy.  */
extern size_t nova_view_total (struct nova_vec *v);
/* Does *V's data not point to its elements?  Then *V becomes the vector it is a view of, or
   null.  */
extern bool nova_view_of (struct nova_vec **v);
/* Free what V has cached about itself: V is about to be freed.  */
extern void nova_view_forget (struct nova_vec *v);

/* --- env.c ---------------------------------------------------------------------------------- */

#define NOVA_MAX_THREADS 1024

/* Settings from environment and machine, read at first use.  */
struct nova_env
{
  int processors;               /* that this process may keep busy */
  int threads;                  /* NOVA_NUM_THREADS, else the processors */
  bool sequential;              /* NOVA_TARGET=seq */
  bool check, profile;          /* NOVA_CHECK=1, NOVA_PROFILE=1 */
  bool base;                    /* NOVA_MARCH=base */
  const char *trace;            /* NOVA_TRACE, or null */
};
extern const struct nova_env *nova_env (void);
/* The same; only variables of WHEN LOAD (env.def) are final.  Called once, when the library is
   loaded.  */
extern const struct nova_env *nova_env_at_load (void);

/* --- march.c -------------------------------------------------------------------------------- */

/* Find out which versions of workers to take; BASE: those for any processor.  */
extern void nova_march_start (bool base);

/* --- pool.c --------------------------------------------------------------------------------- */

/* Acquire the pool for the calling thread.  Returns the number of threads, the caller included; 0:
   the pool is busy or has no helpers.  */
extern unsigned nova_pool_enter (void);
/* The threads that it is to have, the caller included.  */
extern int nova_pool_wanted (void);
extern void nova_pool_leave (void);
/* Post a job for THREADS threads to the helpers.  */
extern void nova_pool_post (unsigned threads);
/* How long, in ns, who has to wait for threads that are at work spins.  */
#define NOVA_WAIT_SPIN 20000u
/* How long to spin that would spin for NS: not at all when there are more threads than
   processors.  */
extern uint64_t nova_pool_patience (uint64_t ns);
/* Wait until the job is done by all threads at work; meanwhile help with parts of it.  */
extern void nova_pool_wait (void);
/* After each finished unit, and when a part of the job is opened: the poster may be waiting for
   it.  */
extern void nova_pool_progress (void);

/* --- parfor.c: what the pool's threads work on ---------------------------------------------- */
extern void nova_job_work (unsigned self);
extern bool nova_job_waits (unsigned self);
extern bool nova_job_done (void);
extern void nova_job_forget (void);

/* --- inner.c: loops inside chunks of that ---------------------------------------------------- */

/* The job for which the pool was entered: those inside its chunks are parts of it, or parts of
   parts.  */
extern struct nova_job nova_job_of_pool;
extern void nova_inner_run (nova_worker *w, void *args, size_t chunks, size_t unit,
                            struct nova_frame *frame, bool calls);
/* An error leaves J, the innermost job of the calling thread.  */
extern void nova_inner_leave (struct nova_job *j);
extern bool nova_inner_help (const struct nova_job *whole);
extern void nova_inner_idle (int change);
extern unsigned nova_inner_idlers (void);
extern unsigned nova_inner_opened (void);
extern void nova_inner_forget (void);

/* nova_parfor, without watching.  */
extern void nova_loop_run (nova_worker *w, void *args, size_t chunks, size_t cost,
                           struct nova_frame *frame);

/* --- watch.c, trace.c: NOVA_PROFILE, NOVA_TRACE, NOVA_CHECK; only called where NOVA_WATCHING says
   so ---------------------------------------------------------------------------------------- */
extern void nova_watch_parfor (nova_worker *w, void *args, size_t chunks, size_t cost,
                               struct nova_frame *frame);
/* The calling thread has entered the pool; since START it has worked on CHUNKS chunks inside those
   of the pool's job.  */
extern void nova_watch_pool (void);
/* The calling thread has claimed chunks of the pool's job, from another's part if STOLEN.  */
extern void nova_watch_claimed (bool stolen);
extern void nova_watch_joined (size_t chunks, uint64_t start);
extern void nova_watch_bytes (size_t bytes);
extern void nova_watch_forget (void);
/* quota.c: how many processors the groups of file GROUPS, whose folders are in MOUNT, leave to the
   process, rounded up; 0: no limit, or none that can be read.  */
extern int nova_quota (const char *groups, const char *mount);

/* limit.c: bytes that N threads, no more than processors, read from memory in a second; 0:
   unknown.  */
#define NOVA_LIMIT_THREADS 64
extern double nova_memory_limit (unsigned n);
extern bool nova_trace_begin (const char *name);
extern void nova_trace_end (void);
extern void nova_trace_region (const struct nova_watch *w, uint64_t ns);
extern void nova_trace_chunk (const struct nova_site *region, size_t c, bool stolen, uint64_t start,
                              uint64_t ns);
extern void nova_trace_joined (const struct nova_site *region, size_t chunks, uint64_t start,
                               uint64_t ns);

#pragma GCC visibility pop

#endif
