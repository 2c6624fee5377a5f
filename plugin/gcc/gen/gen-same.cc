/* The functions that compare values for sample.c: are the last two of N the same, but for rounding?
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A function for each C type and N, never inlined, which passes to the runtime the addresses of its
   parameters and a text that describes the type (runtime/same.c reads it):

     iBYTES@AT              an integer, pointer or the like, compared exactly
     bBITS@AT               a bit-field, AT in bits
     fBYTES@AT              a float of so many bytes, of x87's 10
     *COUNT,BYTES@AT(...)   an array; what is inside is counted from its element

   AT is in bytes.  Padding is not mentioned.  Nor are unions, whose active member is unknown,
   decimal floats, and objects without a constant size: they are not compared.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "state.h"

/* --- The text -------------------------------------------------------------------------------- */

static void describe (struct strbuf *text, tree t, unsigned HOST_WIDE_INT at);

static void
describe_array (struct strbuf *text, tree elem, unsigned HOST_WIDE_INT n,
		unsigned HOST_WIDE_INT at)
{
  struct strbuf inner = { NULL, 0, 0 };
  describe (&inner, elem, 0);
  if (inner.s && n > 0)
    strbuf_printf (text, "*%lu,%lu@%lu(%s)", (unsigned long) n,
		   (unsigned long) int_size_in_bytes (elem), (unsigned long) at, inner.s);
  strbuf_free (&inner);
}

static void
describe_float (struct strbuf *text, tree t, unsigned HOST_WIDE_INT at)
{
  if (DECIMAL_FLOAT_TYPE_P (t))
    return;
  unsigned bits = GET_MODE_PRECISION (SCALAR_FLOAT_TYPE_MODE (t));
  strbuf_printf (text, "f%u@%lu", bits / 8, (unsigned long) at);
}

static void
describe_fields (struct strbuf *text, tree t, unsigned HOST_WIDE_INT at)
{
  for (tree d = TYPE_FIELDS (t); d; d = DECL_CHAIN (d))
    {
      if (TREE_CODE (d) != FIELD_DECL || TREE_CODE (DECL_FIELD_OFFSET (d)) != INTEGER_CST)
	continue;
      if (!DECL_BIT_FIELD_TYPE (d))
	describe (text, TREE_TYPE (d), at + int_byte_position (d));
      else if (DECL_NAME (d))
	strbuf_printf (text, "b%lu@%lu", (unsigned long) tree_to_uhwi (DECL_SIZE (d)),
		       (unsigned long) (at * BITS_PER_UNIT + int_bit_position (d)));
    }
}

/* Append what of T, which stands at AT, can be compared.  */
static void
describe (struct strbuf *text, tree t, unsigned HOST_WIDE_INT at)
{
  if (!COMPLETE_TYPE_P (t) || TREE_CODE (TYPE_SIZE_UNIT (t)) != INTEGER_CST)
    return;
  unsigned HOST_WIDE_INT size = int_size_in_bytes (t);
  switch (TREE_CODE (t))
    {
    case BOOLEAN_TYPE: case INTEGER_TYPE: case ENUMERAL_TYPE: case POINTER_TYPE:
      strbuf_printf (text, "i%lu@%lu", (unsigned long) size, (unsigned long) at);
      break;
    case REAL_TYPE:
      describe_float (text, t, at);
      break;
    case COMPLEX_TYPE:
      describe (text, TREE_TYPE (t), at);
      describe (text, TREE_TYPE (t), at + size / 2);
      break;
    case VECTOR_TYPE:
      {
	unsigned HOST_WIDE_INT part = int_size_in_bytes (TREE_TYPE (t));
	describe_array (text, TREE_TYPE (t), size / part, at);
	break;
      }
    case ARRAY_TYPE:
      {
	unsigned HOST_WIDE_INT part = int_size_in_bytes (TREE_TYPE (t));
	if (part > 0)
	  describe_array (text, TREE_TYPE (t), size / part, at);
	break;
      }
    case RECORD_TYPE:
      describe_fields (text, t, at);
      break;
    default:
      break;
    }
}

/* --- The function ---------------------------------------------------------------------------- */

/* int NAME (T, ..., T) { const void *v[N] = { ... }; return nova_same (TEXT, v, N); }, with the
   options of USER.  */
static tree
make_function (tree user, tree t, unsigned n, const char *text)
{
  char *name = xasprintf ("nova_same.%u", unit.gen->nsame++);
  struct gen g = gen ();
  struct gen_fn fn = gen_fn (), *f = &fn;
  auto_vec<tree> types;
  auto_vec<const char *> names;
  for (unsigned k = 0; k < n; k++)
    {
      types.safe_push (t);
      names.safe_push ("value");
    }
  g.user = user;
  g.loc = DECL_SOURCE_LOCATION (user);
  g.cold = true;
  f->g = &g;
  gen_begin_function (f, name, integer_type_node, n, types.address (), names.address ());
  tree v = gen_var (f, build_array_type_nelts (const_ptr_type_node, n), "values");
  TREE_ADDRESSABLE (v) = 1;
  tree p = DECL_ARGUMENTS (f->decl);
  for (unsigned k = 0; k < n; k++, p = DECL_CHAIN (p))
    {
      TREE_ADDRESSABLE (p) = 1;
      gen_set (f, build4 (ARRAY_REF, const_ptr_type_node, v, size_int (k), NULL_TREE, NULL_TREE),
	       build_fold_addr_expr (p));
    }
  tree args[] = { build_string_literal (strlen (text) + 1, text),
		  build_fold_addr_expr_with_type (v, ptr_type_node),
		  build_int_cst (unsigned_type_node, n) };
  tree r = gen_save (f, gen_abi_call (f->loc, ABI_nova_same, 3, args));
  gen_emit (f, build1 (RETURN_EXPR, void_type_node,
		       build2 (MODIFY_EXPR, integer_type_node, DECL_RESULT (f->decl),
			       gen_conv (integer_type_node, r))));
  gen_end_function (f);
  free (name);
  return f->decl;
}

struct fir_leaf *
gen_same (void *data, struct fir_prog *p, const struct type *t, unsigned n)
{
  tree type = gen_tree_type (t);
  bool known;
  struct same_functions &s = unit.gen->same.get_or_insert (type, &known);
  if (!known)
    {
      struct strbuf text = { NULL, 0, 0 };
      memset (&s, 0, sizeof s);
      root_keep (type);
      describe (&text, type, 0);
      s.text = text.s ? xstrdup (text.s) : NULL;
      strbuf_free (&text);
    }
  if (!s.text)
    return NULL;
  if (!s.fn[n])
    {
      s.fn[n] = make_function ((tree) data, type, n, s.text);
      root_keep (s.fn[n]);
    }
  const char *name = IDENTIFIER_POINTER (DECL_NAME (s.fn[n]));
  for (struct fir_leaf *l = p->leaves; l; l = l->next)
    if (strcmp (l->name, name) == 0)
      return l;
  auto_vec<const struct type *> params;
  for (unsigned k = 0; k < n; k++)
    params.safe_push (t);
  struct fir_leaf *leaf = fir_leaf_new (p, name, n, params.address (), type_i32 (p->ctx),
					LEAF_CONST);
  leaf->origin = root_origin (s.fn[n]);
  leaf->cost = 100;
  return leaf;
}
