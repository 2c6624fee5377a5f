/* Values of a random program as the evaluator has them, and the other way.

   Blobs, types of which FIR knows the size only, are numbers here; pointers point into the arrays
   of the program, or to what a leaf was lent.  Does not: write vectors of more than two levels.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-run-int.h"

const struct array arrays[N_ARRAYS] = {
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  { "A_" #ID "_0", (char *) A_##ID[0], sizeof (C) }, \
  { "A_" #ID "_1", (char *) A_##ID[1], sizeof (C) },
#include "types.def"
};

/* Blobs have names: their numbers here.  Padding is 0: it is nobody's, and leaves may put anything
   there.  */
static struct { const char *tag; char bytes[sizeof (struct big)]; } blobs[100000];
static size_t n_blobs;

/* The SIZE bytes at P, of the type TAG, to TO, the padding cleared.  */
static void
copy_blob (char *to, const char *tag, const char *p, size_t size)
{
  memcpy (to, p, size);
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  if (strcmp (tag, #ID) == 0) \
    __builtin_clear_padding ((C *) to);
#include "types.def"
}

static int64_t
blob_number (const struct type *t, const char *p)
{
  _Alignas (16) char bytes[sizeof (struct big)];

  copy_blob (bytes, t->tag, p, t->size);
  for (size_t k = 0; k < n_blobs; k++)
    if (memcmp (blobs[k].bytes, bytes, t->size) == 0 && strcmp (blobs[k].tag, t->tag) == 0)
      return (int64_t) k + 1;
  if (n_blobs == sizeof blobs / sizeof *blobs)
    n_blobs = 0;
  blobs[n_blobs].tag = strdup (t->tag);
  memcpy (blobs[n_blobs].bytes, bytes, t->size);
  return (int64_t) ++n_blobs;
}

static struct value
read_scalar (const struct type *t, const char *p)
{
  unsigned __int128 bits = 0;
  unsigned n = scalar_info[t->scalar].bytes;

  switch (scalar_info[t->scalar].cls)
    {
    case SC_BOOL:
    case SC_INT:
      memcpy (&bits, p, n);
      return value_int (t, (__int128) bits);
    case SC_FLOAT:
      return value_float (t, n == 4 ? *(float *) p : n == 8 ? *(double *) p : *(long double *) p,
			  0);
    default:
      return value_float (t, ((double *) p)[0], ((double *) p)[1]);
    }
}

struct row_memory lent[8];
unsigned n_lent;
struct eval *leaf_of;

/* Array K as the evaluation that calls a leaf has it; NULL if there is none, or it has not.  */
static struct eval_buffer *
evaluated_array (unsigned k)
{
  struct eval_buffer *b = leaf_of ? leaf_of->buffers : NULL;

  while (b && strcmp (b->name, arrays[k].name) != 0)
    b = b->next;
  return b;
}

static struct value
read_pointer (const struct type *t, const char *q)
{
  /* A leaf may give back a pointer that it was given.  */
  for (unsigned k = 0; k < n_lent; k++)
    if (t->elem == lent[k].buf->elem && q >= lent[k].copy && q < lent[k].old)
      return value_ptr (t, lent[k].buf, (q - lent[k].copy) / (long) t->elem->size);
  for (unsigned k = 0; t->elem && k < N_ARRAYS; k++)
    if (t->elem->size == arrays[k].size && q >= arrays[k].base
	&& q < arrays[k].base + ROOM * arrays[k].size && (q - arrays[k].base) % t->elem->size == 0)
      {
	struct eval_buffer *b = evaluated_array (k);

	if (b && b->elem == t->elem)
	  return value_ptr (t, b, (q - arrays[k].base) / (long) t->elem->size);
	if (now.buffer[k] == NULL)
	  now.buffer[k] = eval_buffer_new (now.values, arrays[k].name, t->elem, 0);
	else if (now.buffer[k]->elem != t->elem)
	  now.why = "an array of two types";
	return value_ptr (t, now.buffer[k], (q - arrays[k].base) / (long) t->elem->size);
      }
  if (q != NULL && t->elem)
    now.why = "a pointer to other memory";
  return value_ptr (t, NULL, (int64_t) q);
}

static struct value
read_vector (const struct type *t, struct nova_vec *v)
{
  size_t n = nova_vec_length (v);
  struct value r = value_vec_new (now.values, t, n);
  _Alignas (32) char element[sizeof (struct big)];

  for (size_t k = 0; k < n; k++)
    if (t->elem->kind == TYPE_VEC)
      {
	struct nova_vec *row = nova_vec_row (v, k);

	r.vec->rows[k] = read_vector (t->elem, row);
	nova_vec_release (row);
      }
    else
      *value_vec_place (now.values, &r, k)
	= value_at (t->elem, nova_vec_place (v, k, element, NULL));
  return r;
}

struct value
value_at (const struct type *t, const char *p)
{
  struct value v;

  switch (t->kind)
    {
    case TYPE_SCALAR:
      return read_scalar (t, p);
    case TYPE_PTR:
      return read_pointer (t, *(char **) p);
    case TYPE_VEC:
      return read_vector (t, *(struct nova_vec **) p);
    case TYPE_RECORD:
      memset (&v, 0, sizeof v);
      v.kind = VAL_RECORD;
      v.type = t;
      v.fields = CTX_NEWV (now.ctx, struct value, t->nfields);
      for (unsigned k = 0; k < t->nfields; k++)
	v.fields[k] = value_at (t->fields[k].type, p + t->fields[k].offset);
      return v;
    default:
      v = value_ptr (t, NULL, blob_number (t, p));
      v.kind = VAL_BLOB;
      return v;
    }
}

/* ---- The other way, for leaves.  */

static void
write_scalar (const struct value *v, char *p)
{
  unsigned n = scalar_info[v->type->scalar].bytes;

  switch (scalar_info[v->type->scalar].cls)
    {
    case SC_BOOL:
    case SC_INT:
      memcpy (p, &v->i, n);
      break;
    case SC_FLOAT:
      if (n == 4)
	*(float *) p = (float) v->re;
      else if (n == 8)
	*(double *) p = (double) v->re;
      else
	*(long double *) p = (long double) v->re;
      break;
    default:
      ((double *) p)[0] = (double) v->re;
      ((double *) p)[1] = (double) v->im;
    }
}

/* A vector of V, of one or two levels; false if it has more, or an element that failed.  */
static bool
write_vector (const struct value *v, struct nova_vec **to)
{
  const struct type *base = type_base (v->type);
  size_t n = value_vec_total (v), m = v->vec->n, at = 0;
  struct nova_vec *x, *o;

  if (v->type->elem->kind == TYPE_VEC && v->type->elem->elem->kind == TYPE_VEC)
    return false;
  x = nova_vec_new (n, base->size, base->align, NULL);
  for (size_t k = 0; k < n; k++)
    {
      struct value e = value_vec_base (now.values, v, k);

      if (!write_value (&e, (char *) x->data + k * base->size))
	return false;
    }
  if (v->type->elem->kind == TYPE_VEC)
    {
      o = nova_vec_new (m + 1, sizeof (size_t), sizeof (size_t), NULL);
      for (size_t k = 0; k <= m; k++)
	{
	  ((size_t *) o->data)[k] = at;
	  if (k < m)
	    at += value_vec_at (now.values, v, k).vec->n;
	}
      x = nova_vec_segments (x, o);
    }
  *to = x;
  return true;
}

bool
write_value (const struct value *v, char *p)
{
  switch (v->kind)
    {
    case VAL_INT:
    case VAL_FLOAT:
      write_scalar (v, p);
      return true;
    case VAL_PTR:
      *(char **) p = (char *) v->off;
      for (unsigned k = 0; v->buf && k < N_ARRAYS; k++)
	if (v->buf->name && strcmp (arrays[k].name, v->buf->name) == 0)
	  {
	    *(char **) p = arrays[k].base + v->off * (long) arrays[k].size;
	    return true;
	  }
      return v->buf == NULL;
    case VAL_RECORD:
      for (unsigned k = 0; k < v->type->nfields; k++)
	if (!write_value (&v->fields[k], p + v->type->fields[k].offset))
	  return false;
      return true;
    case VAL_BLOB:
      if (v->off < 1 || (size_t) v->off > n_blobs)
	return false;
      memcpy (p, blobs[v->off - 1].bytes, v->type->size);
      return true;
    case VAL_VEC:
      return write_vector (v, (struct nova_vec **) p);
    default:
      return false;
    }
}
