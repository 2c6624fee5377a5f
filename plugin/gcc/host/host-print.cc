/* nova_print: the type of the elements as nova_vec_print reads it, a string constant.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "gen/generate.h"
#include "extract/extract.h"
#include "hostops.h"
#include "core/fir/text.h"

/* Type T, no record.  */
static void
spell_type (struct strbuf *out, const struct type *t)
{
  if (t->kind == TYPE_BLOB)
    strbuf_printf (out, "blob %lu %lu", (unsigned long) t->size, (unsigned long) t->align);
  else if (t->kind == TYPE_PTR)
    strbuf_printf (out, "ptr void");
  else
    text_type (out, NULL, t);
}

static void spell_tree (struct nova_ctx *ctx, struct strbuf *out, tree t);

/* Member F of a structure: FIR has no type for some of them, the printer has.  */
static void
spell_member (struct nova_ctx *ctx, struct strbuf *out, tree f)
{
  HOST_WIDE_INT bit = int_bit_position (f), from = bit / BITS_PER_UNIT;
  tree name = DECL_NAME (f);

  strbuf_printf (out, "%s: ", name ? IDENTIFIER_POINTER (name) : "_");
  if (DECL_BIT_FIELD_TYPE (f))
    strbuf_printf (out, "bits %c %d %d", TYPE_UNSIGNED (TREE_TYPE (f)) ? 'u' : 'i',
		   (int) (bit % BITS_PER_UNIT), (int) tree_to_shwi (DECL_SIZE (f)));
  else
    spell_tree (ctx, out, TREE_TYPE (f));
  strbuf_printf (out, " @%lu", (unsigned long) from);
}

/* Type T for nova_vec_print, with all that is inside it: nobody at run time knows a record by its
   name.  */
static void
spell_tree (struct nova_ctx *ctx, struct strbuf *out, tree t)
{
  const char *sep = "";

  if (TREE_CODE (t) == ARRAY_TYPE && TYPE_SIZE_UNIT (t) && tree_fits_uhwi_p (TYPE_SIZE_UNIT (t))
      && int_size_in_bytes (TREE_TYPE (t)) > 0)
    {
      HOST_WIDE_INT each = int_size_in_bytes (TREE_TYPE (t));

      strbuf_printf (out, "array %lu %lu ", (unsigned long) (int_size_in_bytes (t) / each),
		     (unsigned long) each);
      spell_tree (ctx, out, TREE_TYPE (t));
    }
  else if (TREE_CODE (t) == RECORD_TYPE && !vtype_elem (t))
    {
      strbuf_printf (out, "rec {");
      for (tree f = TYPE_FIELDS (t); f; f = DECL_CHAIN (f))
	if (TREE_CODE (f) == FIELD_DECL
	    && (DECL_NAME (f) || RECORD_OR_UNION_TYPE_P (TREE_TYPE (f))))
	  {
	    strbuf_printf (out, "%s", sep);
	    spell_member (ctx, out, f);
	    sep = ", ";
	  }
      strbuf_printf (out, "} %lu %lu", (unsigned long) int_size_in_bytes (t),
		     (unsigned long) TYPE_ALIGN_UNIT (t));
    }
  else if (TREE_CODE (t) == ARRAY_TYPE)
    strbuf_printf (out, "blob 0 1");
  else
    spell_type (out, gen_fir_type (ctx, t));
}

/* The base element type of vector type T as nova_vec_print reads it, a string constant.  */
static tree
type_string (struct nova_ctx *ctx, tree t)
{
  struct strbuf text = { NULL, 0, 0 };
  tree string;

  spell_tree (ctx, &text, vtype_base (t));
  string = build_string_literal (text.len + 1, text.s);
  strbuf_free (&text);
  return string;
}

void
host_print (struct nova_ctx *ctx, struct ext_call *c, gimple_stmt_iterator *gsi)
{
  tree args[3] = { call_operand (c, 0), type_string (ctx, c->s->op_type[0]), gen_site (c->site) };

  host_abi_call (gsi, ABI_nova_vec_print, NULL_TREE, 3, args, c->s->loc);
}
