/* Types shared by FIR and IMP.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A type is immutable and interned: two types are equal exactly when their pointers are.  ORIGIN is
   an id of the plugin's side table of C types (0 = none: built from text); records, blobs and
   pointers of different origin are different types, so that no C type is lost on the way
   through.  */

#ifndef NOVA_TYPE_H
#define NOVA_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "target.h"

#ifdef __cplusplus
extern "C" {
#endif

struct nova_ctx;

enum scalar
{
#define NOVA_SCALAR(NAME, TEXT, CLASS, BYTES, SIGNED, C) SCALAR_##NAME,
#include "type.def"
#undef NOVA_SCALAR
  SCALAR_LAST
};

enum scalar_class { SC_BOOL, SC_INT, SC_FLOAT, SC_COMPLEX };

struct scalar_info
{
  const char *text;
  enum scalar_class cls;
  unsigned bytes;
  bool is_signed;
  const char *c;
};
extern const struct scalar_info scalar_info[SCALAR_LAST];

enum type_kind
{
  TYPE_SCALAR, TYPE_PTR, TYPE_RECORD, TYPE_BLOB, TYPE_VEC,
  TYPE_SUM,			/* one of several alternatives; gone before lowering */
  TYPE_FN,			/* of a function as a value; gone before lowering */
  TYPE_META			/* not known yet, or a parameter of a polymorphic function; gone
				   before the program is checked */
};

struct type;

struct type_field
{
  const char *name;		/* interned */
  const struct type *type;
  uint64_t offset;		/* bytes */
};

struct type
{
  enum type_kind kind;
  enum scalar scalar;		/* TYPE_SCALAR */
  const struct type *elem;	/* TYPE_VEC: element; TYPE_PTR: pointee, NULL when opaque */
  enum mem_space space;	/* TYPE_PTR: of what it points to; FIR has none but the program's */
  unsigned nfields;		/* TYPE_RECORD; TYPE_SUM: alternatives; TYPE_FN: parameters, then
				   results */
  const struct type_field *fields;	/* the type of an alternative is NULL if it carries no
					   value */
  unsigned nparams;		/* TYPE_FN: how many of the fields are parameters */
  unsigned meta;		/* TYPE_META: its number */
  struct sum_decl *sum;		/* TYPE_SUM: what it is an instance of */
  const struct type *const *targs;	/* TYPE_SUM: the arguments, as many as SUM has parameters */
  const char *tag;		/* TYPE_RECORD, TYPE_BLOB, TYPE_SUM: interned name, or NULL */
  uint64_t size, align;		/* bytes; a vector is a handle: that of a pointer */
  uint32_t origin;
  struct type *next;		/* chain of the intern table */
};

/* Constructors; all intern in CTX.  */
extern const struct type *type_scalar (struct nova_ctx *ctx, enum scalar s);
extern const struct type *type_ptr (struct nova_ctx *ctx, const struct type *pointee,
				    uint32_t origin);
/* A pointer into SPACE; type_ptr's is the program's.  */
extern const struct type *type_ptr_in (struct nova_ctx *ctx, enum mem_space space,
				       const struct type *pointee, uint32_t origin);
/* FIELDS is copied.  SIZE and ALIGN 0: laid out as C does.  */
extern const struct type *type_record (struct nova_ctx *ctx, const char *tag, unsigned nfields,
				       const struct type_field *fields, uint64_t size,
				       uint64_t align, uint32_t origin);
extern const struct type *type_blob (struct nova_ctx *ctx, const char *tag, uint64_t size,
				     uint64_t align, uint32_t origin);
extern const struct type *type_vec (struct nova_ctx *ctx, const struct type *elem);

/* Sum types are nominal: a declaration, which may have parameters, has one instance for each list
   of arguments.  Inside the declaration the parameters are the type variables 0, 1, ...  */
struct sum_decl
{
  const char *tag;		/* interned, or NULL */
  uint32_t origin;
  unsigned nparams;
  bool boxed;			/* recursive: a value is a pointer to its record */
  bool defined;
  unsigned nalts;
  const struct type_field *alts;	/* offsets do not count; the type of an alternative is NULL
					   if
				   it carries no value */
  struct type *instances;	/* chained by struct type.next */
};
/* A declaration without alternatives yet.  BOXED must be true if its alternatives will mention it,
   through other declarations too; then its instances may be used at once, else they may only be
   made when it is defined.  */
extern struct sum_decl *type_sum_declare (struct nova_ctx *ctx, const char *tag, unsigned nparams,
					  bool boxed, uint32_t origin);
extern void type_sum_define (struct nova_ctx *ctx, struct sum_decl *d, unsigned n,
			     const struct type_field *alts);
/* The instance of D of ARGS.  */
extern const struct type *type_sum_of (struct nova_ctx *ctx, struct sum_decl *d,
				       const struct type *const *args);
/* A new sum of N alternatives that mention neither it nor variables.  */
extern const struct type *type_sum (struct nova_ctx *ctx, const char *tag, unsigned n,
				    const struct type_field *alts, uint32_t origin);
/* What represents a value of sum type T: a record of the number of the alternative, an i32, and the
   value of each alternative that has one, in order.  If T is boxed a value is a pointer to it.  */
extern const struct type *type_sum_record (struct nova_ctx *ctx, const struct type *t);
/* The field of that record in which alternative K of T has its value, 0 if it has none.  */
extern unsigned type_sum_slot (const struct type *t, unsigned k);
/* The alternative of T that is called NAME, or the number of its alternatives.  */
extern unsigned type_sum_find (const struct type *t, const char *name);
/* A function of NPARAMS parameters with NRESULTS results.  */
extern const struct type *type_fn (struct nova_ctx *ctx, unsigned nparams,
				   const struct type *const *params, unsigned nresults,
				   const struct type *const *results);
/* The type variable of number META.  */
extern const struct type *type_meta (struct nova_ctx *ctx, unsigned meta);
/* T with each type variable M in it replaced by F (DATA, M).  */
extern const struct type *type_replace (struct nova_ctx *ctx, const struct type *t,
					const struct type *(*f) (void *, const struct type *),
					void *data);
/* Is there a type variable in T; is it, or has it in it, a function, or a vector of such.  */
extern bool type_has_meta (const struct type *t);
extern bool type_has_fn (const struct type *t);
extern bool type_has_fn_elem (const struct type *t);

/* Does T, or something that lies in it or where it points, point into a space that is not the
   program's.  */
extern bool type_has_space (const struct type *t);
/* May memory in SPACE hold values of type T, and likewise the memory that T leads to?  Vectors, and
   what lies in records, lead to none but the program's.  */
extern bool type_fits_space (const struct type *t, enum mem_space space);

#define type_bool(ctx) type_scalar (ctx, SCALAR_BOOL)
#define type_i32(ctx) type_scalar (ctx, SCALAR_I32)
#define type_size(ctx) type_scalar (ctx, SCALAR_U64)

static inline bool
type_is_scalar (const struct type *t)
{
  return t->kind == TYPE_SCALAR;
}

static inline bool
type_is_vec (const struct type *t)
{
  return t->kind == TYPE_VEC;
}

static inline bool
type_is_float (const struct type *t)
{
  return t->kind == TYPE_SCALAR && scalar_info[t->scalar].cls == SC_FLOAT;
}

static inline bool
type_is_boxed (const struct type *t)
{
  return t->kind == TYPE_SUM && t->sum->boxed;
}

static inline bool
type_is_integral (const struct type *t)
{
  return t->kind == TYPE_SCALAR && scalar_info[t->scalar].cls <= SC_INT;
}

/* The innermost element type of nested vectors, T itself when it is no vector; and the nesting.  */
extern const struct type *type_base (const struct type *t);
extern unsigned type_levels (const struct type *t);

#ifdef __cplusplus
}
#endif

#endif
