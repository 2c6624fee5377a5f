/* C types as FIR types and back, and the run-time descriptors of sites.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A C type that FIR's structure does not determine exactly (long long, enums, structs, pointers to
   those) is kept as an origin, so that generated accesses have the alias set of the user's own.
   Structs with bit-fields, arrays, or overlaid parts, unions, and GNU vectors are blobs: moved
   whole, taken apart only by C functions.  Inside a struct a pointer to anything but a scalar has
   no pointee: a struct may point to itself.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "nova/abi.h"
#include "gen.h"
#include "state.h"

/* --- Scalars --------------------------------------------------------------------------------- */

/* The type of 80 bits, which long double need not be (-mlong-double-64); NULL_TREE if there is
   none.  */
static tree
extended_type (void)
{
  scalar_float_mode mode;

  if (TYPE_PRECISION (long_double_type_node) == 80)
    return long_double_type_node;
  return float_mode_for_size (80).exists (&mode) ? lang_hooks.types.type_for_mode (mode, 0)
						 : NULL_TREE;
}

/* The C type of S as tree; NULL_TREE if this compiler has none.  */
static tree
scalar_tree (enum scalar s)
{
  switch (s)
    {
    case SCALAR_BOOL: return boolean_type_node;
    case SCALAR_I8: return signed_char_type_node;
    case SCALAR_I16: return short_integer_type_node;
    case SCALAR_I32: return integer_type_node;
    case SCALAR_I64: return long_integer_type_node;
    case SCALAR_I128: return int_n_enabled_p[0] ? int_n_trees[0].signed_type : NULL_TREE;
    case SCALAR_U8: return unsigned_char_type_node;
    case SCALAR_U16: return short_unsigned_type_node;
    case SCALAR_U32: return unsigned_type_node;
    case SCALAR_U64: return long_unsigned_type_node;
    case SCALAR_U128: return int_n_enabled_p[0] ? int_n_trees[0].unsigned_type : NULL_TREE;
    case SCALAR_F16: return float16_type_node;
    case SCALAR_F32: return float_type_node;
    case SCALAR_F64: return double_type_node;
    case SCALAR_F80: return extended_type ();
    case SCALAR_F128: return float128_type_node;
    case SCALAR_C64: return complex_float_type_node;
    case SCALAR_C128: return complex_double_type_node;
    case SCALAR_C160: return extended_type () ? build_complex_type (extended_type ()) : NULL_TREE;
    case SCALAR_LAST: break;
    }
  gcc_unreachable ();
}

static enum scalar
integer_scalar (tree t)
{
  bool u = TYPE_UNSIGNED (t);
  switch (TYPE_PRECISION (t))
    {
    case 8: return u ? SCALAR_U8 : SCALAR_I8;
    case 16: return u ? SCALAR_U16 : SCALAR_I16;
    case 32: return u ? SCALAR_U32 : SCALAR_I32;
    case 64: return u ? SCALAR_U64 : SCALAR_I64;
    case 128: return u ? SCALAR_U128 : SCALAR_I128;
    default: return SCALAR_LAST;
    }
}

static enum scalar
real_scalar (tree t)
{
  if (DECIMAL_FLOAT_TYPE_P (t))
    return SCALAR_LAST;
  switch (GET_MODE_PRECISION (SCALAR_FLOAT_TYPE_MODE (t)))
    {
    case 16: return SCALAR_F16;
    case 32: return SCALAR_F32;
    case 64: return SCALAR_F64;
    case 80: return SCALAR_F80;
    case 128: return SCALAR_F128;
    default: return SCALAR_LAST;
    }
}

/* The scalar that T, a main variant, is; SCALAR_LAST if it is none.  */
static enum scalar
scalar_of (tree t)
{
  switch (TREE_CODE (t))
    {
    case BOOLEAN_TYPE:
      return int_size_in_bytes (t) == 1 ? SCALAR_BOOL : SCALAR_LAST;
    case INTEGER_TYPE: case ENUMERAL_TYPE:
      return integer_scalar (t);
    case REAL_TYPE:
      return real_scalar (t);
    case COMPLEX_TYPE:
      if (TREE_CODE (TREE_TYPE (t)) == REAL_TYPE)
	switch (real_scalar (TREE_TYPE (t)))
	  {
	  case SCALAR_F32: return SCALAR_C64;
	  case SCALAR_F64: return SCALAR_C128;
	  case SCALAR_F80: return SCALAR_C160;
	  default: break;
	  }
      return SCALAR_LAST;
    default:
      return SCALAR_LAST;
    }
}

/* --- C to FIR -------------------------------------------------------------------------------- */

static const struct type *
blob_of (struct nova_ctx *ctx, tree t, const char *tag)
{
  return type_blob (ctx, tag, int_size_in_bytes (t), TYPE_ALIGN_UNIT (t), root_origin (t));
}

/* The pointer type T.  The origin is that of the pointer to the unqualified pointee, so that
   float * and const float * are one; where the pointer itself says how to access (may_alias, less
   aligned), its own.  */
static const struct type *
pointer_of (struct nova_ctx *ctx, tree t, bool in_record)
{
  tree to = TREE_TYPE (t), plain = TYPE_MAIN_VARIANT (to);
  const struct type *elem = NULL;
  if (VOID_TYPE_P (to))
    return type_ptr (ctx, NULL, 0);
  if (!FUNC_OR_METHOD_TYPE_P (to) && TREE_CODE (to) != ARRAY_TYPE && ctype_fixed_size_p (to)
      && (!in_record || scalar_of (plain) != SCALAR_LAST))
    elem = gen_fir_type (ctx, plain);
  if (TYPE_REF_CAN_ALIAS_ALL (t)
      || (COMPLETE_TYPE_P (to) && TYPE_ALIGN (to) < TYPE_ALIGN (plain)))
    return type_ptr (ctx, elem, root_origin (t));
  if (elem && gen_tree_type (elem) == plain)
    return type_ptr (ctx, elem, 0);
  return type_ptr (ctx, elem, root_origin (build_pointer_type (plain)));
}

static const char *
type_tag (tree t)
{
  tree name = TYPE_NAME (t);
  if (name && TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  return name ? IDENTIFIER_POINTER (name) : NULL;
}

static const struct type *
record_of (struct nova_ctx *ctx, tree t)
{
  const char *tag = type_tag (t);
  if (!ctype_separable_p (t))
    return blob_of (ctx, t, tag);
  auto_vec<struct type_field> fields;
  for (tree d = TYPE_FIELDS (t); d; d = DECL_CHAIN (d))
    if (TREE_CODE (d) == FIELD_DECL)
      {
	struct type_field f;
	tree ft = TYPE_MAIN_VARIANT (TREE_TYPE (d));
	f.name = DECL_NAME (d) ? ctx_intern (ctx, IDENTIFIER_POINTER (DECL_NAME (d)))
		 : ctx_printf (ctx, "_%u", fields.length ());
	f.type = POINTER_TYPE_P (ft) && !vtype_elem (ft) ? pointer_of (ctx, ft, true)
		 : gen_fir_type (ctx, ft);
	f.offset = int_byte_position (d);
	fields.safe_push (f);
      }
  return type_record (ctx, tag, fields.length (), fields.address (), int_size_in_bytes (t),
		      TYPE_ALIGN_UNIT (t), root_origin (t));
}

/* The FIR type of the C type T; NULL for void, functions, and types without a fixed size.  */
const struct type *
gen_fir_type (struct nova_ctx *ctx, tree t)
{
  if (tree elem = vtype_elem (t))
    return type_vec (ctx, gen_fir_type (ctx, elem));
  t = TYPE_MAIN_VARIANT (t);
  if (VOID_TYPE_P (t) || FUNC_OR_METHOD_TYPE_P (t) || !ctype_fixed_size_p (t))
    return NULL;
  enum scalar s = scalar_of (t);
  if (s != SCALAR_LAST)
    return type_scalar (ctx, s);
  switch (TREE_CODE (t))
    {
    case POINTER_TYPE: case REFERENCE_TYPE: return pointer_of (ctx, t, false);
    case RECORD_TYPE: return record_of (ctx, t);
    default: return blob_of (ctx, t, type_tag (t));
    }
}

/* --- FIR to C -------------------------------------------------------------------------------- */

tree
gen_field_decl (tree t, unsigned n)
{
  for (tree d = TYPE_FIELDS (t); d; d = DECL_CHAIN (d))
    if (TREE_CODE (d) == FIELD_DECL && n-- == 0)
      return d;
  gen_fatal ("a record has too few fields");
}

/* Complete the new record REC; -Wpadded is about the user's.  */
static void
lay_out (tree rec)
{
  int saved = warn_padded;
  warn_padded = 0;
  layout_type (rec);
  warn_padded = saved;
  root_keep (rec);
}

tree
gen_record_type (unsigned n, tree *types, const char *prefix)
{
  tree rec = make_node (RECORD_TYPE), chain = NULL_TREE;
  for (unsigned i = 0; i < n; i++)
    {
      char name[32];
      snprintf (name, sizeof name, "%s%u", prefix, i);
      tree d = build_decl (UNKNOWN_LOCATION, FIELD_DECL, get_identifier (name), types[i]);
      DECL_CONTEXT (d) = rec;
      DECL_CHAIN (d) = chain;
      chain = d;
    }
  TYPE_FIELDS (rec) = nreverse (chain);
  lay_out (rec);
  return rec;
}

/* The record T that no C type stands behind (it was read from text).  */
static tree
record_tree (const struct type *t)
{
  auto_vec<tree> types;
  for (unsigned i = 0; i < t->nfields; i++)
    types.safe_push (gen_tree_type (t->fields[i].type));
  tree rec = gen_record_type (t->nfields, types.address (), "f");
  for (unsigned i = 0; i < t->nfields; i++)
    if ((uint64_t) int_byte_position (gen_field_decl (rec, i)) != t->fields[i].offset)
      gen_fatal ("record %s is not laid out as C does", t->tag ? t->tag : "?");
  if ((uint64_t) int_size_in_bytes (rec) != t->size)
    gen_fatal ("record %s is not laid out as C does", t->tag ? t->tag : "?");
  return rec;
}

static tree
blob_tree (const struct type *t)
{
  tree bytes = build_array_type_nelts (unsigned_char_type_node, t->size);
  tree rec = make_node (RECORD_TYPE);
  tree d = build_decl (UNKNOWN_LOCATION, FIELD_DECL, get_identifier ("bytes"), bytes);
  DECL_CONTEXT (d) = rec;
  SET_DECL_ALIGN (d, t->align * BITS_PER_UNIT);
  TYPE_FIELDS (rec) = d;
  lay_out (rec);
  return rec;
}

/* The C type of T, a main variant; that of the origin if T has one.  */
tree
gen_tree_type (const struct type *t)
{
  if (t->kind == TYPE_SCALAR)
    {
      tree s = scalar_tree (t->scalar);
      if (!s)
	gen_fatal ("this compiler has no type %s", scalar_info[t->scalar].c);
      return TYPE_MAIN_VARIANT (s);
    }
  if (t->origin)
    return TYPE_MAIN_VARIANT (root_tree (t->origin));
  if (t->kind == TYPE_PTR)
    return t->elem ? build_pointer_type (gen_tree_type (t->elem)) : ptr_type_node;
  if (t->kind == TYPE_VEC)
    return TYPE_MAIN_VARIANT (vtype_of (gen_tree_type (t->elem)));
  bool existed;
  tree &made = unit.gen->made_types.get_or_insert (t, &existed);
  if (existed)
    return made;
  tree r = t->kind == TYPE_RECORD ? record_tree (t) : blob_tree (t);
  unit.gen->made_types.put (t, r);	/* not MADE: record_tree may have moved it */
  return r;
}

/* Is SIZE / PART a number that the vectoriser can permute?  */
static bool
permutable_p (HOST_WIDE_INT size, HOST_WIDE_INT part)
{
  return size % part == 0 && (pow2p_hwi (size / part) || size / part == 3);
}

/* Do all scalars in T divide SIZE bytes so?  */
static bool
all_permutable_p (tree t, HOST_WIDE_INT size)
{
  if (TREE_CODE (t) == ARRAY_TYPE)
    return all_permutable_p (TREE_TYPE (t), size);
  if (TREE_CODE (t) != RECORD_TYPE)
    return permutable_p (size, int_size_in_bytes (t));
  for (tree d = TYPE_FIELDS (t); d; d = DECL_CHAIN (d))
    if (TREE_CODE (d) == FIELD_DECL && !all_permutable_p (TREE_TYPE (d), size))
      return false;
  return true;
}

/* GCC reads neighbouring structs as groups of equal parts and permutes them; a group of, say, six
   parts it gives up on, though it would read them one by one if the distance were not a
   constant.  */
bool
gen_stride_p (tree type)
{
  return TREE_CODE (type) == RECORD_TYPE && int_size_in_bytes (type) > 0
	 && !all_permutable_p (type, int_size_in_bytes (type));
}

/* --- Sites ----------------------------------------------------------------------------------- */

/* The string S as an initialiser of a pointer.  */
static tree
string_address (const char *s)
{
  size_t n = strlen (s) + 1;
  tree lit = build_string (n, s);
  tree c = build_qualified_type (char_type_node, TYPE_QUAL_CONST);
  TREE_TYPE (lit) = build_array_type_nelts (c, n);
  TREE_CONSTANT (lit) = TREE_READONLY (lit) = TREE_STATIC (lit) = 1;
  return build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (lit)), lit);
}

/* struct nova_site as abi.h has it.  */
static tree
site_type (void)
{
  tree &type = unit.gen->site_type;
  if (!type)
    {
      tree fields[] = { const_ptr_type_node, const_ptr_type_node, uint32_type_node,
			uint32_type_node };
      type = gen_record_type (4, fields, "site");
      gcc_assert (int_size_in_bytes (type) == sizeof (struct nova_site)
		  && int_byte_position (gen_field_decl (type, 2))
		     == offsetof (struct nova_site, line)
		  && int_byte_position (gen_field_decl (type, 3))
		     == offsetof (struct nova_site, positive));
    }
  return type;
}

/* The file is named as __FILE__ names it: -fmacro-prefix-map and -ffile-prefix-map hold for
   both.  */
static tree
site_value (location_t loc, const char *what, unsigned positive)
{
  expanded_location at = expand_location (loc);
  tree type = site_type ();
  vec<constructor_elt, va_gc> *init = NULL;
  CONSTRUCTOR_APPEND_ELT (init, gen_field_decl (type, 0),
			  fold_convert (const_ptr_type_node,
					string_address (at.file ? remap_macro_filename (at.file)
							: "<unknown>")));
  CONSTRUCTOR_APPEND_ELT (init, gen_field_decl (type, 1),
			  fold_convert (const_ptr_type_node,
					string_address (what)));
  CONSTRUCTOR_APPEND_ELT (init, gen_field_decl (type, 2),
			  build_int_cst (uint32_type_node, at.line));
  CONSTRUCTOR_APPEND_ELT (init, gen_field_decl (type, 3),
			  build_int_cst (uint32_type_node, positive));
  tree value = build_constructor (type, init);
  TREE_CONSTANT (value) = TREE_STATIC (value) = 1;
  return value;
}

/* A variable of the file that is always VALUE.  */
static tree
constant_decl (tree value)
{
  tree v = build_decl (BUILTINS_LOCATION, VAR_DECL, create_tmp_var_name ("nova.site"),
		       TREE_TYPE (value));
  DECL_INITIAL (v) = value;
  TREE_CONSTANT (value) = TREE_STATIC (value) = 1;
  TREE_STATIC (v) = TREE_READONLY (v) = TREE_USED (v) = TREE_ADDRESSABLE (v) = 1;
  DECL_ARTIFICIAL (v) = DECL_IGNORED_P (v) = 1;
  varpool_node::finalize_decl (v);
  return v;
}

static tree
value_of_site (unsigned site)
{
  nova_call_site *s = site_get (site);
  return site_value (s->loc, op_site_name (s->op), site_positive (s));
}

tree
gen_site (unsigned site)
{
  if (site == 0)
    return null_pointer_node;
  tree *known = unit.gen->site_decls.get (site);
  tree v = known ? *known : constant_decl (value_of_site (site));
  if (!known)
    {
      unit.gen->site_decls.put (site, v);
      root_keep (v);
    }
  return build_fold_addr_expr (v);
}

tree
gen_site_table (location_t loc, const char *name, unsigned n, const unsigned *sites)
{
  tree type = build_array_type_nelts (site_type (), n + 1);
  vec<constructor_elt, va_gc> *init = NULL;
  CONSTRUCTOR_APPEND_ELT (init, size_zero_node, site_value (loc, name, 0));
  for (unsigned i = 0; i < n; i++)
    CONSTRUCTOR_APPEND_ELT (init, size_int (i + 1), value_of_site (sites[i]));
  tree v = constant_decl (build_constructor (type, init));
  root_keep (v);
  return build_fold_addr_expr_with_type (v, const_ptr_type_node);
}
