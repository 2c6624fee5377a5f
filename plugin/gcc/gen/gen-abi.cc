/* The callees of generated code: functions of abi.def, inline ones of abi.h, conditions of
   check.def.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The conditions of check.def are compiled here on trees whose operators build trees.  The inline
   functions of abi.h have a second text, in the same operators, for what is to take no time; of
   nova_chunk_size this is the case of one chunk, others are a call.  A checking build compares the
   two on a few operands.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "nova/abi.h"
#include "gen.h"
#include "state.h"

/* The CNAMEs of imp.def.  */
const enum abi_fn gen_imp_abi[IMP_FN_LAST] = {
#define IMP_FN(NAME, TEXT, NARGS, RET, LEADS, SITE, CNAME, DOC) ABI_##CNAME,
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
GX_VALUE (*, MULT_EXPR)
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

/* The conjunction and the disjunction of truths, without a branch.  */
static inline gx
gx_both (gx x, gx y)
{
  return fold_build2 (TRUTH_AND_EXPR, boolean_type_node, x.t, y.t);
}

static inline gx
gx_either (gx x, gx y)
{
  return fold_build2 (TRUTH_OR_EXPR, boolean_type_node, x.t, y.t);
}

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

/* Bodies of at most this cost have chunks of a multiple of 64 elements.  */
#define CHEAP (65536 / 63 - 3)

/* Are N elements of COST, which is at most CHEAP, one chunk or none?  A constant COST takes no
   multiplication.  */
static gx
one_chunk (gx n, gx cost)
{
  if (CONSTANT_CLASS_P (cost.t))
    return n <= 65536 / (cost + 3);
  return gx_both (cost <= CHEAP, gx_both (n <= 65536, n * (cost + 3) <= 65536));
}

/* The size of that chunk.  */
static gx
one_size (gx n)
{
  return (n + 64) & ~gx (63);
}

static gx
chunks (gx n, gx size)
{
  return gx_if (n <= size, gx_if (n != 0, 1, 0), (n - 1) / size + 1);
}

static gx
overlap (gx a, gx pn, gx b, gx qn)
{
  gx some = gx_both (pn != 0, qn != 0);
  return gx_if (gx_both (some, gx_either (b - a < pn, a - b < qn)), 1, 0);
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
	gcc_assert (y > CHEAP || integer_zerop (one_chunk (x, y).t)
		    || tree_to_uhwi (one_size (x).t) == size);
	gcc_assert (tree_to_uhwi (chunks (x, size).t) == nova_chunks (x, size));
	gcc_assert (tree_to_uhwi (overlap (x, 64, y, 1000).t)
		    == (size_t) nova_overlap ((void *) x, 64, (void *) y, 1000));
      }
}

tree
gen_chunk_size (struct gen_fn *f, tree n, tree cost)
{
  tree args[] = { n, cost };
  check_inlines ();
  gx c = gx_u64 (cost), u = gx_u64 (n);
  if (tree_fits_uhwi_p (n) && tree_fits_uhwi_p (cost))
    return build_int_cst (TREE_TYPE (u.t),
			  nova_chunk_size (tree_to_uhwi (n), tree_to_uhwi (cost)));
  gx several = gx_u64 (gen_abi_call (f->loc, ABI_nova_chunks_size, 2, args));
  if (tree_fits_uhwi_p (cost) && tree_to_uhwi (cost) > CHEAP)
    return gen_save (f, several.t);
  return gen_save (f, gx_if (one_chunk (u, c), one_size (u), several).t);
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
