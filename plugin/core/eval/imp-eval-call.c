/* Evaluation of IMP: functions of the runtime.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>
#include "imp-eval-int.h"
#include "nova/abi.h"

struct value
machine_size_value (struct machine *m, uint64_t n)
{
  return value_int (type_size (m->e->ctx), n);
}

static uint64_t
chunk_size (struct machine *m, uint64_t n, uint64_t cost)
{
  if (m->chunk)
    return n / m->chunk < NOVA_MAX_CHUNKS ? m->chunk : n / (NOVA_MAX_CHUNKS - 1) + 1;
  return nova_chunk_size (n, cost);
}

/* The weight of what is before row I of the rows A[0]: as of nova_rows_weight.  */
static uint64_t
weight_before (struct machine *m, struct value *a, uint64_t i)
{
  uint64_t from, to;
  if (!i)
    return 0;
  from = (uint64_t) machine_touched (m, &a[0], 0, READS)->i;
  to = (uint64_t) machine_touched (m, &a[0], (int64_t) i, READS)->i;
  return nova_row_weight (from, to, i, (uint64_t) a[2].i);
}

static uint64_t
cut (struct machine *m, struct value *a)
{
  uint64_t i = 0, n = (uint64_t) a[1].i, w = (uint64_t) a[3].i;
  if (!w)
    return 0;
  if (w >= weight_before (m, a, n))
    return n;
  while (i < n)
    {
      uint64_t half = i + (n - i) / 2;
      if (weight_before (m, a, half) >= w)
	n = half;
      else
	i = half + 1;
    }
  return i;
}

static bool
overlap (struct value *a)
{
  uint64_t size;
  if (!a[0].buf || a[0].buf != a[2].buf || a[1].i == 0 || a[3].i == 0)
    return false;
  size = a[0].buf->elem->size;
  int64_t p = a[0].off * (int64_t) size, q = a[2].off * (int64_t) size;
  return p < q ? q - p < (int64_t) a[1].i : p - q < (int64_t) a[3].i;
}

/* As memmove; LEN bytes.  */
static void
move (struct machine *m, struct value *to, struct value *from, uint64_t len)
{
  if (!len)
    return;
  eval_place (m->e, to, 0);
  eval_place (m->e, from, 0);
  uint64_t n = len / to->buf->elem->size;
  struct value *copy = CTX_NEWV (m->e->ctx, struct value, n);
  m->e->cost.work += n;
  for (uint64_t i = 0; i < n; i++)
    copy[i] = *machine_touched (m, from, (int64_t) i, READS);
  for (uint64_t i = 0; i < n; i++)
    *machine_touched (m, to, (int64_t) i, WRITES) = copy[i];
  to->buf->changed = true;
}

/* Those of the values A[1] whose A[2] is not 0, to A[0]; how many.  */
static struct value
pack (struct machine *m, struct value *a)
{
  uint64_t n = (uint64_t) a[3].i, q = 0;

  for (uint64_t i = 0; i < n; i++)
    {
      m->e->cost.work++;
      if (machine_touched (m, &a[2], (int64_t) i, READS)->i)
	*machine_touched (m, &a[0], (int64_t) q++, WRITES)
	  = *machine_touched (m, &a[1], (int64_t) i, READS);
    }
  if (q)
    a[0].buf->changed = true;
  return machine_size_value (m, q);
}

/* The last of the offsets A[2], A[3] of them, that is at most A[4], or what A[1] has.  */
static struct value
owner (struct machine *m, struct value *a)
{
  uint64_t i = 0, j = (uint64_t) a[3].i, at = (uint64_t) a[4].i;
  if (a[0].i)
    return *machine_touched (m, &a[1], (int64_t) at, READS);
  while (i + 1 < j)
    {
      uint64_t k = (i + j) / 2;
      if ((uint64_t) machine_touched (m, &a[2], (int64_t) k, READS)->i <= at)
	i = k;
      else
	j = k;
    }
  return machine_size_value (m, i);
}

struct value
machine_call (struct machine *m, struct imp_expr *x, struct value *a)
{
  struct value none = { .kind = VAL_NONE };
  switch (x->fn)
    {
    case IMP_FN_CHUNK_SIZE:
      return machine_size_value (m, chunk_size (m, (uint64_t) a[0].i, (uint64_t) a[1].i));
    case IMP_FN_CHUNKS:
      if (a[0].i && !a[1].i)
	eval_error (m->e, "chunks of no elements");
      return machine_size_value (m, nova_chunks ((uint64_t) a[0].i, (uint64_t) a[1].i));
    case IMP_FN_WEIGHT: return machine_size_value (m, weight_before (m, a, (uint64_t) a[1].i));
    case IMP_FN_CUT: return machine_size_value (m, cut (m, a));
    case IMP_FN_OVERLAP: return value_int (type_i32 (m->e->ctx), overlap (a));
    case IMP_FN_OWNER: return owner (m, a);
    case IMP_FN_GROUP:
      /* Neither one nor all.  */
      return machine_size_value (m, a[0].i < 4 ? 1 : (uint64_t) a[0].i / 2);
    case IMP_FN_THREADS: return machine_size_value (m, m->threads);
    case IMP_FN_HANDLED: return value_int (type_i32 (m->e->ctx), 1);
    case IMP_FN_ALONE: return value_int (type_i32 (m->e->ctx), 0);
    case IMP_FN_HINT: return machine_size_value (m, eval_anything (m->e, 0));
    case IMP_FN_MOVE:
      move (m, &a[0], &a[1], (uint64_t) a[2].i);
      return none;
    case IMP_FN_PACK: return pack (m, a);
    case IMP_FN_NOTE:
      *machine_touched (m, &a[0], (int64_t) a[1].i, NOTES) = value_int (a[0].buf->elem, 1);
      return none;
    case IMP_FN_SOON:
    case IMP_FN_READ_SOON: return none;
    case IMP_FN_MOVED: return none;
    case IMP_FN_RESUME: return m->resumed ? machine_size_value (m, m->resume_at) : a[0];
    case IMP_FN_MARK:
      m->mark_order = (uint64_t) a[0].i;
      m->mark_elem = (uint64_t) a[1].i;
      return none;
    case IMP_FN_LEN: case IMP_FN_TOTAL: case IMP_FN_LOOSE: case IMP_FN_EXTENT:
    case IMP_FN_STRIDE: case IMP_FN_SLOPE: case IMP_FN_BASE: case IMP_FN_DATA:
    case IMP_FN_CONTIGUOUS: case IMP_FN_COPY: case IMP_FN_KEEP: case IMP_FN_LEND:
    case IMP_FN_LASTING: case IMP_FN_VIEW: case IMP_FN_ROW: case IMP_FN_RETAIN: case IMP_FN_ROWS:
    case IMP_FN_KEEP_ROW: case IMP_FN_KEPT_ROW: case IMP_FN_RESHAPE: case IMP_FN_SEGMENTS:
    case IMP_FN_OFFSETS: case IMP_FN_PART:
      return machine_vec_call (m, x, a);
    case IMP_FN_LAST: break;
    }
  eval_error (m->e, "a function that is not known");
}
