/* Elements and rows of views in host code: their addresses.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   `nova_get' is a compare and a load, also for a view of a view: a row of a matrix, a column, a
   neighbour, a rotation.  Wherever the memory is known from the calls that make the view, the
   handle's length, data and step become arithmetic on their operands, and a row becomes a new view.
   The elements of other handles are fetched by the runtime, and those of views without address or
   handle, such as bit-fields, by a region.
   Does not: handle rows of vectors that are known by their handle only, since a view of these would
   have to keep the handle alive.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"

#include "extract/extract.h"

/* Where the elements of a vector are: element (i1, ..., ik) is P[i1 S1 + ... + ik Sk], i1 having
   been turned by TURN.  All sizetype, S in base elements.  */
struct reach
{
  tree p, ptype;
  location_t loc;		/* of the pointer */
  auto_vec<tree> n, s;
  tree turn;			/* NULL_TREE: by nothing */
  bool plain;			/* all of a view's elements are side by side */
  bool memory;			/* P is the program's; else a handle's data */
};

/* The call of ours that makes T, NULL if none does.  */
static gcall *
maker (tree t)
{
  gimple *def = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;

  return op_called (def) != NOVA_OP_NONE ? as_a <gcall *> (def) : NULL;
}

/* The vector that the elements of view CALL are those of, NULL_TREE if it is no view of a
   vector.  */
static tree
viewed (gcall *call)
{
  int k = op_shows (op_called (call), gimple_call_num_args (call) - 1);

  return k < 0 ? NULL_TREE : gimple_call_arg (call, k);
}

/* The call that makes T, if T is a view that no handle can be of: its elements are found by a
   region.  */
gcall *
host_unhandled_view (tree t)
{
  gcall *call = maker (t);
  tree of = call ? viewed (call) : NULL_TREE;

  if (!of)
    return NULL;
  if (op_called (call) == NOVA_OP_FIELD
      && !site_get (call_site_number (call, NOVA_OP_FIELD))->placed)
    return call;
  return host_unhandled_view (of);
}

/* T is a view whose handle says more than an address and a step.  */
static bool
indirect_view_p (tree t)
{
  gcall *call = maker (t);
  enum nova_op op = op_called (call);

  if (op == NOVA_OP_VIEW_STRIDED)
    return vtype_levels (TREE_TYPE (t)) > 1;
  return op_places (op) == OP_PLACES_MOVED
	 || (call && viewed (call) && indirect_view_p (viewed (call)));
}

/* --- Reaching -------------------------------------------------------------------------------- */

static tree
size_op (gimple_seq *seq, enum tree_code code, tree x, tree y)
{
  return gimple_build (seq, code, sizetype, x, y);
}

/* C ? X : Y.  */
static tree
size_select (gimple_seq *seq, enum tree_code code, tree a, tree b, tree x, tree y)
{
  return gimple_build (seq, COND_EXPR, sizetype, gimple_build (seq, code, boolean_type_node, a, b),
		       x, y);
}

static void
reach_pointer (gimple_seq *seq, gcall *call, struct reach *r)
{
  struct nova_call_site *s = site_get (call_site_number (call, op_called (call)));

  r->ptype = s->op_type[0];
  r->loc = s->op_loc[0];
  r->p = gimple_convert (seq, r->ptype, gimple_call_arg (call, 0));
  r->memory = true;
}

static bool
reach_view (gimple_seq *seq, gcall *call, struct reach *r)
{
  unsigned levels = gimple_call_num_args (call) - 2;
  tree step = size_one_node;

  reach_pointer (seq, call, r);
  for (unsigned k = 0; k < levels; k++)
    r->n.safe_push (gimple_convert (seq, sizetype, gimple_call_arg (call, k + 1)));
  r->s.safe_grow (levels);
  for (unsigned k = levels; k-- > 0;)
    {
      r->s[k] = step;
      if (k)
	step = size_op (seq, MULT_EXPR, step, r->n[k]);
    }
  r->plain = true;
  return true;
}

static bool
reach_strided (gimple_seq *seq, gcall *call, struct reach *r)
{
  reach_pointer (seq, call, r);
  for (unsigned k = 1; k + 2 < gimple_call_num_args (call); k += 2)
    {
      r->n.safe_push (gimple_convert (seq, sizetype, gimple_call_arg (call, k)));
      r->s.safe_push (gimple_convert (seq, sizetype, gimple_call_arg (call, k + 1)));
    }
  return true;
}

/* The n - k + 1 windows of K.  */
static void
reach_window (gimple_seq *seq, tree k, struct reach *r)
{
  tree n = r->n[0], more = size_op (seq, PLUS_EXPR, size_op (seq, MINUS_EXPR, n, k), size_one_node);

  r->n[0] = k;
  r->n.safe_insert (0, size_select (seq, GT_EXPR, k, n, size_zero_node, more));
  r->s.safe_insert (0, r->s[0]);
  r->plain = false;
}

/* No rows give no rows.  */
static void
reach_transpose (gimple_seq *seq, struct reach *r)
{
  tree rows = r->n[0];

  r->n[0] = size_select (seq, EQ_EXPR, rows, size_zero_node, size_zero_node, r->n[1]);
  r->n[1] = rows;
  std::swap (r->s[0], r->s[1]);
  r->plain = false;
}

static void
reach_reverse (gimple_seq *seq, tree base, struct reach *r)
{
  tree last = size_op (seq, MULT_EXPR, size_op (seq, MINUS_EXPR, r->n[0], size_one_node), r->s[0]);

  last = size_op (seq, MULT_EXPR, last, TYPE_SIZE_UNIT (base));
  r->p = gimple_build (seq, POINTER_PLUS_EXPR, r->ptype, r->p, last);
  r->s[0] = gimple_build (seq, NEGATE_EXPR, sizetype, r->s[0]);
  r->plain = false;
}

/* K mod n, not negative.  False for a K of more bits than a size.  */
static bool
reach_rotate (gimple_seq *seq, gcall *call, struct reach *r)
{
  tree k = gimple_call_arg (call, 0), n = r->n[0], m;
  unsigned bits = TYPE_PRECISION (sizetype);

  if (TYPE_PRECISION (TREE_TYPE (k)) > bits)
    return false;
  n = size_select (seq, EQ_EXPR, n, size_zero_node, size_one_node, n);
  if (TYPE_UNSIGNED (TREE_TYPE (k)))
    r->turn = size_op (seq, TRUNC_MOD_EXPR, gimple_convert (seq, sizetype, k), n);
  else
    {
      m = gimple_build (seq, TRUNC_MOD_EXPR, ssizetype, gimple_convert (seq, ssizetype, k),
			gimple_convert (seq, ssizetype, n));
      m = gimple_convert (seq, sizetype, m);
      r->turn = size_select (seq, GT_EXPR, m, fold_convert (sizetype, TYPE_MAX_VALUE (ssizetype)),
			     size_op (seq, PLUS_EXPR, m, n), m);
    }
  r->plain = false;
  return true;
}

/* Host operation OP of handle T, its result of TYPE.  */
static tree
member (gimple_seq *seq, enum nova_op op, tree type, tree t, tree i, tree site)
{
  gcall *call = op == NOVA_OP_HDATA ? gimple_build_call (op_decl (op, type), 3, t, i, site)
		: gimple_build_call (op_decl (op, type), 2, t, site);
  tree value = make_ssa_name (type);

  gimple_call_set_lhs (call, value);
  gimple_seq_add_stmt_without_update (seq, call);
  return value;
}

static bool
reach_handle (gimple_seq *seq, tree t, tree site, struct reach *r)
{
  tree elem = vtype_elem (TREE_TYPE (t));
  gcall *call = maker (t);
  enum nova_op op = op_called (call);

  /* Whoever made a handle that comes from elsewhere may have rotated it.  */
  if (vtype_elem (elem) || !call || op_index_only_p (op)
      || (op >= NOVA_OP_HLENGTH && op <= NOVA_OP_ELEMENT))
    return false;
  r->ptype = build_pointer_type (build_qualified_type (elem, TYPE_QUAL_CONST));
  r->loc = UNKNOWN_LOCATION;
  r->p = member (seq, NOVA_OP_HDATA, r->ptype, t, size_zero_node, site);
  r->n.safe_push (gimple_convert (seq, sizetype,
				  member (seq, NOVA_OP_HLENGTH, size_type_node, t, NULL_TREE,
					  site)));
  r->s.safe_push (gimple_convert (seq, sizetype,
				  member (seq, NOVA_OP_HSTRIDE, ptrdiff_type_node, t, NULL_TREE,
					  site)));
  return true;
}

/* R, where the elements are that view CALL, of OP, shows, becomes where its own are; false if they
   are no more at steps of their own.  */
static bool
reach_view_of (gimple_seq *seq, gcall *call, enum nova_op op, struct reach *r)
{
  if (r->turn)
    return false;
  switch (op)
    {
    case NOVA_OP_TRANSPOSE:
      reach_transpose (seq, r);
      return true;
    case NOVA_OP_WINDOW:
      reach_window (seq, gimple_convert (seq, sizetype, gimple_call_arg (call, 0)), r);
      return true;
    case NOVA_OP_REVERSE:
      reach_reverse (seq, vtype_base (TREE_TYPE (viewed (call))), r);
      return true;
    case NOVA_OP_ROTATE:
      return reach_rotate (seq, call, r);
    default:
      return false;
    }
}

/* Where T's elements are, computed in SEQ; false if that is not known.  SITE is for messages.  */
static bool
reach (gimple_seq *seq, tree t, tree site, struct reach *r)
{
  gcall *call = maker (t);
  enum nova_op op = op_called (call);

  if (op_array_view_p (op))
    return op == NOVA_OP_VIEW ? reach_view (seq, call, r) : reach_strided (seq, call, r);
  if (call && viewed (call))
    return reach (seq, viewed (call), site, r) && reach_view_of (seq, call, op, r);
  return reach_handle (seq, t, site, r);
}

/* I times the first step of R, in bytes, I having been turned.  */
static tree
offset (gimple_seq *seq, tree i, tree base, struct reach *r)
{
  i = gimple_convert (seq, sizetype, i);
  if (r->turn)
    {
      i = size_op (seq, PLUS_EXPR, i, r->turn);
      i = size_select (seq, GE_EXPR, i, r->n[0], size_op (seq, MINUS_EXPR, i, r->n[0]), i);
    }
  i = size_op (seq, MULT_EXPR, i, r->s[0]);
  return size_op (seq, MULT_EXPR, i, TYPE_SIZE_UNIT (base));
}

/* --- Rewriting ------------------------------------------------------------------------------- */

/* The pointer to an element of a view without handle points to a variable that the element is
   fetched to.  */
static tree
fetched_element (gimple_stmt_iterator *gsi, gcall *stmt)
{
  tree elem = vtype_elem (TREE_TYPE (gimple_call_arg (stmt, 0)));
  tree var = create_tmp_var (elem, "element"), value = var;
  gcall *call = call_instead (gsi, stmt, NOVA_OP_ELEMENT, elem, 2);

  TREE_ADDRESSABLE (var) = 1;
  if (is_gimple_reg_type (elem))
    {
      value = make_ssa_name (elem);
      gsi_insert_before (gsi, gimple_build_assign (var, value), GSI_SAME_STMT);
    }
  gimple_call_set_lhs (call, value);
  return build1 (ADDR_EXPR, TREE_TYPE (gimple_call_lhs (stmt)), var);
}

/* `nova_get' of a view whose memory is not known: the calls on its handle become such that regions
   do.  */
static void
fetch (gimple_stmt_iterator *gsi, gcall *stmt, enum nova_op op)
{
  tree lhs = gimple_call_lhs (stmt), value = NULL_TREE;

  if (op == NOVA_OP_HDATA)
    value = fetched_element (gsi, stmt);
  else if (op == NOVA_OP_HSTRIDE)
    value = build_zero_cst (TREE_TYPE (lhs));
  else if (op == NOVA_OP_HLENGTH)
    gimple_call_set_lhs (call_instead (gsi, stmt, NOVA_OP_LENGTH, size_type_node, 1), lhs);
  else
    gimple_call_set_lhs (call_instead (gsi, stmt, NOVA_OP_ELEMENT, TREE_TYPE (lhs), 2), lhs);
  if (value)
    gsi_insert_before (gsi, gimple_build_assign (lhs, value), GSI_SAME_STMT);
}

/* The row HROW (x, i) of R's vector as a view, which exists nowhere if only regions use it.  */
static gcall *
row_view (gimple_seq *seq, gcall *row, struct reach *r)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (gimple_call_lhs (row))), base = vtype_base (type);
  unsigned levels = r->n.length () - 1;
  bool plain = r->plain || (levels == 1 && integer_onep (r->s[1]));
  enum nova_op op = plain ? NOVA_OP_VIEW : NOVA_OP_VIEW_STRIDED;
  unsigned nops = plain ? levels + 1 : 2 * levels + 1;
  unsigned made = site_new (op, r->loc, nops);
  struct nova_call_site *t = site_get (made);
  auto_vec<tree> args;

  args.safe_push (gimple_build (seq, POINTER_PLUS_EXPR, r->ptype, r->p,
				offset (seq, gimple_call_arg (row, 1), base, r)));
  for (unsigned k = 1; k <= levels; k++)
    {
      args.safe_push (r->n[k]);
      if (!plain)
	args.safe_push (gimple_convert (seq, ptrdiff_type_node, r->s[k]));
    }
  for (unsigned k = 0; k < nops; k++)
    {
      t->op_type[k] = TREE_TYPE (args[k]);
      t->op_loc[k] = r->loc;
    }
  t->op_type[0] = r->ptype;
  t->result = type;
  t->derived = true;
  args.safe_push (build_int_cst (unsigned_type_node, made));
  return gimple_build_call_vec (op_decl (op, type), args);
}

/* Length, data or step of R's vector, for STMT.  */
static tree
reached (gimple_seq *seq, gcall *stmt, enum nova_op op, struct reach *r)
{
  if (op == NOVA_OP_HLENGTH)
    return r->n[0];
  if (op == NOVA_OP_HSTRIDE)
    return r->turn ? size_zero_node : r->s[0];
  if (!r->turn)
    return r->p;
  return gimple_build (seq, POINTER_PLUS_EXPR, r->ptype, r->p,
		       offset (seq, gimple_call_arg (stmt, 1),
			       vtype_base (TREE_TYPE (gimple_call_arg (stmt, 0))), r));
}

/* SEQ is not wanted.  */
static void
discard (gimple_seq seq)
{
  for (gimple_stmt_iterator gsi = gsi_start (seq); !gsi_end_p (gsi); gsi_next (&gsi))
    if (tree lhs = gimple_get_lhs (gsi_stmt (gsi)))
      release_ssa_name (lhs);
}

/* Is T a view that has no handle, or a view of the program's memory with its steps?  */
static bool
view_p (tree t)
{
  gcall *call = maker (t);

  return host_unhandled_view (t) || indirect_view_p (t)
	 || op_called (call) == NOVA_OP_VIEW_STRIDED;
}

/* The call at GSI, if it takes a length, an element or a row of a view.  True if it is gone.  */
bool
host_reach_rewrite (gimple_stmt_iterator *gsi)
{
  gcall *stmt = as_a <gcall *> (gsi_stmt (*gsi)), *call;
  enum nova_op op = op_called (stmt);
  tree lhs = gimple_call_lhs (stmt), x, site;
  gimple_seq seq = NULL;
  struct reach r = {};
  bool known;

  if (!lhs || (op != NOVA_OP_HROW && op != NOVA_OP_HDATA && op != NOVA_OP_HSTRIDE
	       && op != NOVA_OP_HLENGTH))
    return false;
  x = gimple_call_arg (stmt, 0);
  call = maker (x);
  if (!view_p (x) && !(op == NOVA_OP_HROW && op_called (call) == NOVA_OP_VIEW))
    return false;
  site = gimple_call_arg (stmt, gimple_call_num_args (stmt) - 1);
  known = reach (&seq, x, site, &r) && (op != NOVA_OP_HROW || r.memory);
  if (!known)
    discard (seq);
  if (known && op == NOVA_OP_HROW)
    {
      call = row_view (&seq, stmt, &r);
      gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
      gimple_call_set_lhs (call, lhs);
      gimple_set_location (call, gimple_location (stmt));
      unlink_stmt_vdef (stmt);
      gsi_replace (gsi, call, false);
      return false;
    }
  if (known)
    {
      tree value = gimple_convert (&seq, TREE_TYPE (lhs), reached (&seq, stmt, op, &r));

      gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
      gsi_insert_before (gsi, gimple_build_assign (lhs, value), GSI_SAME_STMT);
    }
  else if (host_unhandled_view (x))
    fetch (gsi, stmt, op);
  else
    return false;
  unlink_stmt_vdef (stmt);
  gsi_remove (gsi, true);
  return true;
}
