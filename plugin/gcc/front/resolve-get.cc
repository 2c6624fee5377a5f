/* nova_get in C code: a compare and a load.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   (i < length (x)) ? data (x)[i * stride (x)] : (raise (i, length (x)), zero), each operand
   evaluated once.  Where the pass knows the origin of x the stride is 1, and the product is
   removed.  Inside a function operand the same expression is read back as one operation.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "resolve.h"

/* A call of the host operation OP on ARGS with the site number SITE appended.  */
static tree
host_call (location_t loc, enum nova_op op, tree ret, tree site, tree a, tree b)
{
  tree args[3];
  unsigned n = 0;
  args[n++] = a;
  if (b)
    args[n++] = b;
  args[n++] = site;
  return op_build_call (loc, op_decl (op, ret), n, args);
}

/* The value of element I, in bounds, of X: a load, or a row.  */
static tree
element (location_t loc, tree elem, tree x, tree i, tree site)
{
  if (vtype_elem (elem))
    return resolve_kept (tree_to_uhwi (site), host_call (loc, NOVA_OP_HROW, elem, site, x, i));
  tree pointer = build_pointer_type (build_qualified_type (elem, TYPE_QUAL_CONST));
  tree data = host_call (loc, NOVA_OP_HDATA, pointer, site, x, i);
  tree stride = host_call (loc, NOVA_OP_HSTRIDE, ptrdiff_type_node, site, x, NULL_TREE);
  tree offset = fold_build2_loc (loc, MULT_EXPR, sizetype, fold_convert_loc (loc, sizetype, i),
				 fold_convert_loc (loc, sizetype, stride));
  offset = fold_build2_loc (loc, MULT_EXPR, sizetype, offset, TYPE_SIZE_UNIT (elem));
  tree place = build2_loc (loc, POINTER_PLUS_EXPR, pointer, data, offset);
  return build1_loc (loc, INDIRECT_REF, elem, place);
}

/* A value of type ELEM that nobody reads.  */
static tree
no_value (location_t loc, tree elem)
{
  if (vtype_elem (elem))
    return build1_loc (loc, VIEW_CONVERT_EXPR, elem, null_pointer_node);
  if (!RECORD_OR_UNION_TYPE_P (elem))
    return build_zero_cst (elem);
  return build1_loc (loc, INDIRECT_REF, elem, build_int_cst (build_pointer_type (elem), 0));
}

/* The expression for __nova_get (X, I), I of type size_t, the elements of type ELEM.  */
tree
resolve_expand_get (location_t loc, unsigned site, tree elem, tree x, tree i)
{
  tree number = build_int_cst (unsigned_type_node, site);
  /* Used twice or thrice: X is a variable as a rule, and stays one.  */
  if (TREE_SIDE_EFFECTS (x) || !DECL_P (x))
    x = build1_loc (loc, SAVE_EXPR, TREE_TYPE (x), x), TREE_SIDE_EFFECTS (x) = 1;
  i = save_expr (i);
  if (option_unchecked_p (NOVA_OP_GET))
    return element (loc, elem, x, i, number);
  tree length = host_call (loc, NOVA_OP_HLENGTH, size_type_node, number, x, NULL_TREE);
  tree inside = build2_loc (loc, LT_EXPR, integer_type_node, i, length);
  tree again = host_call (loc, NOVA_OP_HLENGTH, size_type_node, number, x, NULL_TREE);
  tree raise = host_call (loc, NOVA_OP_RAISE_INDEX, void_type_node, number, i, again);
  tree outside = build2_loc (loc, COMPOUND_EXPR, elem, raise, no_value (loc, elem));
  TREE_SIDE_EFFECTS (outside) = 1;
  tree get = build3_loc (loc, COND_EXPR, elem, inside, element (loc, elem, x, i, number), outside);
  TREE_SIDE_EFFECTS (get) = 1;
  return get;
}
