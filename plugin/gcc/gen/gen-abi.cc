/* The callees of generated code: functions of abi.def, inline ones of abi.h, conditions of
   check.def.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The conditions of check.def and the formula of chunk.def are compiled here on trees whose
   operators build trees.  The one-line inline functions of abi.h have a second text, in the same
   operators; a checking build compares the two on a few operands.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "nova/abi.h"
#include "gen.h"
#include "state.h"

/* The CNAMEs of imp.def.  */
const enum abi_fn gen_imp_abi[IMP_FN_LAST] = {
#define IMP_FN(NAME, TEXT, NARGS, RET, LEADS, CNAME, DOC) ABI_##CNAME,
#include "core/imp/imp.def"
#undef IMP_FN
};

void
gen_fatal (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  char *msg = xvasprintf (fmt, ap);
  va_end (ap);
  internal_error ("nova: generate: %s", msg);
}

tree
gen_library_word (tree &word, const char *name)
{
  if (!word)
    {
      word = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier (name), integer_type_node);
      DECL_EXTERNAL (word) = TREE_PUBLIC (word) = TREE_USED (word) = 1;
      DECL_ARTIFICIAL (word) = DECL_IGNORED_P (word) = 1;
      root_keep (word);
    }
  return word;
}

/* --- Calls ----------------------------------------------------------------------------------- */

tree
gen_abi_call (location_t loc, enum abi_fn fn, unsigned n, tree *args)
{
  tree decl = abi_decl (fn), formal = TYPE_ARG_TYPES (TREE_TYPE (decl));
  auto_vec<tree> actual;
  for (unsigned i = 0; i < n; i++, formal = TREE_CHAIN (formal))
    {
      if (!formal || formal == void_list_node)
	gen_fatal ("%s is called with %u operands", IDENTIFIER_POINTER (DECL_NAME (decl)), n);
      actual.safe_push (gen_conv (TREE_VALUE (formal), args[i]));
    }
  if (formal != void_list_node)
    gen_fatal ("%s is called with %u operands", IDENTIFIER_POINTER (DECL_NAME (decl)), n);
  return build_call_expr_loc_array (loc, decl, n, actual.address ());
}

/* --- Trees with operators -------------------------------------------------------------------- */

/* A u64 or boolean expression; like C's, but that the operands of && and || are all built.  */
struct gx
{
  tree t;
  gx (tree x) : t (x) {}
  gx (unsigned long n) : t (build_int_cstu (uint64_type_node, n)) {}
  gx (long n) : t (build_int_cstu (uint64_type_node, n)) {}
  gx (int n) : t (build_int_cstu (uint64_type_node, n)) {}
};

/* The same as int64_t.  */
struct gx_signed
{
  tree t;
  explicit gx_signed (gx x) : t (fold_convert (long_integer_type_node, x.t)) {}
};

#define GX_VALUE(OP, CODE)						\
  static inline gx operator OP (gx x, gx y)				\
  {									\
    return fold_build2 (CODE, uint64_type_node, x.t, y.t);		\
  }
#define GX_TRUTH(T, OP, CODE)						\
  static inline gx operator OP (T x, T y)				\
  {									\
    return fold_build2 (CODE, boolean_type_node, x.t, y.t);		\
  }
GX_VALUE (+, PLUS_EXPR)
GX_VALUE (-, MINUS_EXPR)
GX_VALUE (/, TRUNC_DIV_EXPR)
GX_VALUE (%, TRUNC_MOD_EXPR)
GX_VALUE (&, BIT_AND_EXPR)
GX_TRUTH (gx, ==, EQ_EXPR)
GX_TRUTH (gx, !=, NE_EXPR)
GX_TRUTH (gx, <, LT_EXPR)
GX_TRUTH (gx, <=, LE_EXPR)
GX_TRUTH (gx, >, GT_EXPR)
GX_TRUTH (gx, >=, GE_EXPR)
GX_TRUTH (gx, &&, TRUTH_ANDIF_EXPR)
GX_TRUTH (gx, ||, TRUTH_ORIF_EXPR)

static inline gx
operator ~ (gx x)
{
  return fold_build1 (BIT_NOT_EXPR, uint64_type_node, x.t);
}

static inline gx
operator >= (gx_signed x, int n)
{
  return fold_build2 (GE_EXPR, boolean_type_node, x.t, build_int_cst (TREE_TYPE (x.t), n));
}

/* c ? x : y  */
static inline gx
gx_if (gx c, gx x, gx y)
{
  return fold_build3 (COND_EXPR, uint64_type_node, c.t, x.t, y.t);
}

static gx
gx_u64 (tree t)
{
  return fold_convert (uint64_type_node, POINTER_TYPE_P (TREE_TYPE (t))
					 ? fold_convert (pointer_sized_int_node, t) : t);
}

/* --- The inline functions of abi.h ----------------------------------------------------------- */

/* X in a variable of F, as it is used again; a constant as it is (then F may be NULL).  */
static gx
keep (struct gen_fn *f, gx x)
{
  return CONSTANT_CLASS_P (x.t) ? x.t : gen_save (f, x.t);
}

static gx
chunk_size (struct gen_fn *f, gx n, gx cost)
{
  typedef gx size_t;
#define NOVA_LET(V, E) gx V = keep (f, E);
#define NOVA_IF(C, X, Y) gx_if (C, X, Y)
#define NOVA_GIVE(E) return E;
#include "nova/chunk.def"
#undef NOVA_LET
#undef NOVA_IF
#undef NOVA_GIVE
}

static gx
chunks (gx n, gx size)
{
  gx several = n / size + gx_if (n % size != 0, 1, 0);
  return gx_if (n <= size, gx_if (n != 0, 1, 0), several);
}

static gx
overlap (gx a, gx pn, gx b, gx qn)
{
  gx near = gx_if (a < b, gx_if (b - a < pn, 1, 0), gx_if (a - b < qn, 1, 0));
  return gx_if (pn != 0 && qn != 0, near, 0);
}

/* The two texts of an inline function must agree.  */
static void
check_inlines (void)
{
  static const size_t sample[] = { 0, 1, 63, 64, 65, 1000, 1024, 65535, 65536, 123456789 };
  bool &done = unit.gen->inlines_checked;
  if (!NOVA_CHECKING || done)
    return;
  done = true;
  for (size_t x : sample)
    for (size_t y : sample)
      {
	size_t size = nova_chunk_size (x, y);
	gcc_assert (tree_to_uhwi (chunk_size (NULL, x, y).t) == size);
	gcc_assert (tree_to_uhwi (chunks (x, size).t) == nova_chunks (x, size));
	gcc_assert (tree_to_uhwi (overlap (x, 64, y, 1000).t)
		    == (size_t) nova_overlap ((void *) x, 64, (void *) y, 1000));
      }
}

tree
gen_chunk_size (struct gen_fn *f, tree n, tree cost)
{
  check_inlines ();
  return chunk_size (f, gx_u64 (n), gx_u64 (cost)).t;
}

tree
gen_chunks (tree n, tree size)
{
  return chunks (gx_u64 (n), gx_u64 (size)).t;
}

tree
gen_overlap (tree p, tree pn, tree q, tree qn)
{
  check_inlines ();
  return overlap (gx_u64 (p), gx_u64 (pn), gx_u64 (q), gx_u64 (qn)).t;
}

/* Through void *, so that the access aliases everything.  */
tree
gen_vec_member (tree v, size_t offset, tree type)
{
  return build2 (MEM_REF, type, fold_convert (ptr_type_node, v),
		 build_int_cst (ptr_type_node, offset));
}

/* --- Checks ---------------------------------------------------------------------------------- */

tree
gen_holds (enum check_kind kind, tree *args)
{
  typedef gx_signed int64_t;
  gx a[4] = { 0, 0, 0, 0 };
  static const unsigned nargs[] = {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) NARGS,
#include "nova/check.def"
#undef NOVA_CHECK_KIND
  };
  for (unsigned i = 0; i < nargs[kind]; i++)
    a[i] = gx_u64 (args[i]);
  switch (kind)
    {
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) case CHECK_##NAME: return (HOLDS).t;
#include "nova/check.def"
#undef NOVA_CHECK_KIND
    case CHECK_LAST: break;
    }
  gcc_unreachable ();
}

/* Only FAILED is read by generated code.  */
tree
gen_frame_type (void)
{
  tree &type = unit.gen->frame_type;
  if (!type)
    {
      size_t words = (sizeof (struct nova_frame) - sizeof (uint32_t)) / sizeof (uint32_t);
      tree fields[] = { uint32_type_node, build_array_type_nelts (uint32_type_node, words) };
      type = gen_record_type (2, fields, "frame");
      SET_TYPE_ALIGN (type, alignof (struct nova_frame) * BITS_PER_UNIT);
      gcc_assert (int_size_in_bytes (type) == sizeof (struct nova_frame)
		  && offsetof (struct nova_frame, failed) == 0);
    }
  return type;
}

tree
gen_place_type (void)
{
  tree &type = unit.gen->place_type;
  if (!type)
    {
      tree fields[] = { size_type_node, unsigned_type_node };
      type = gen_record_type (2, fields, "place");
      gcc_assert (int_size_in_bytes (type) == sizeof (struct nova_place)
		  && offsetof (struct nova_place, elem) == 0);
    }
  return type;
}

tree
gen_vec_type (void)
{
  tree &type = unit.gen->vec_type;
  if (!type)
    {
      tree words = build_array_type_nelts (ptr_type_node,
					   sizeof (struct nova_vec) / sizeof (void *));
      type = gen_record_type (1, &words, "vec");
      gcc_assert (int_size_in_bytes (type) == sizeof (struct nova_vec));
    }
  return type;
}
