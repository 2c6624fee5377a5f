/* IMP's expressions as trees: constants, variables, loads, calls of leaves and of the runtime.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A call is emitted as a separate statement, its result in a variable: the trees that GCC folds
   afterwards have no side effects, and calls keep their number and order.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "passive/leaf.h"
#include "core/imp/imp.h"
#include "nova/abi.h"
#include "gen.h"

tree
gen_save (struct gen_fn *f, tree x)
{
  if (CONSTANT_CLASS_P (x) || (DECL_P (x) && !TREE_STATIC (x) && !TREE_ADDRESSABLE (x)))
    return x;
  tree v = gen_var (f, TYPE_MAIN_VARIANT (TREE_TYPE (x)), "value");
  gen_set (f, v, x);
  return v;
}

/* --- Constants ------------------------------------------------------------------------------- */

static tree
integer_constant (tree type, unsigned __int128 i)
{
  HOST_WIDE_INT words[2] = { (HOST_WIDE_INT) i, (HOST_WIDE_INT) (i >> 64) };
  wide_int w = wide_int::from_array (words, 2, 128);
  return wide_int_to_tree (type, wide_int::from (w, TYPE_PRECISION (type), UNSIGNED));
}

/* X in TYPE: by its hexadecimal text, which is exact.  */
static tree
real_constant (tree type, long double x)
{
  REAL_VALUE_TYPE r;
  machine_mode mode = TYPE_MODE (type);
  char text[64];
  if (__builtin_isnan (x))
    real_nan (&r, "", 1, mode);
  else if (__builtin_isinf (x))
    real_inf (&r);
  else
    {
      snprintf (text, sizeof text, "%La", __builtin_fabsl (x));
      real_from_string (&r, text);
      real_convert (&r, mode, &r);
    }
  if (__builtin_signbit (x))
    r = real_value_negate (&r);
  return build_real (type, r);
}

/* What the plugin made for a constant of FIR: the address of a global, a struct.  */
static tree
origin_constant (struct gen_fn *f, tree type, uint32_t origin)
{
  tree x = unshare_expr (root_tree (origin));
  if (DECL_P (x) && POINTER_TYPE_P (type) && !POINTER_TYPE_P (TREE_TYPE (x)))
    x = build_fold_addr_expr (x);
  if (TREE_CODE (x) == CONSTRUCTOR && AGGREGATE_TYPE_P (type))
    {
      tree v = gen_var (f, type, "constant");
      gen_emit (f, build2 (MODIFY_EXPR, type, v, x));
      return v;
    }
  return gen_conv (type, x);
}

static tree
constant (struct gen_fn *f, const struct fir_const *c)
{
  tree type = gen_tree_type (c->type);
  if (c->origin)
    return origin_constant (f, type, c->origin);
  switch (TREE_CODE (type))
    {
    case BOOLEAN_TYPE:
      return c->i ? boolean_true_node : boolean_false_node;
    case INTEGER_TYPE: case ENUMERAL_TYPE: case POINTER_TYPE:
      return integer_constant (type, c->i);
    case REAL_TYPE:
      return real_constant (type, c->f);
    case COMPLEX_TYPE:
      return build_complex (type, real_constant (TREE_TYPE (type), c->f),
			    real_constant (TREE_TYPE (type), c->im));
    default:
      gen_fatal ("a constant of aggregate type without an origin");
    }
}

/* --- Variables and memory -------------------------------------------------------------------- */

tree
gen_variable (struct gen_fn *f, struct imp_var *v)
{
  tree *known = f->map->get (v);
  if (!known)
    gen_fatal ("variable %s.%u is used where it is not visible", v->name, v->id);
  return *known;
}

/* An ARRAY or TEMP as a pointer to its elements.  */
static tree
area_address (struct gen_fn *f, struct imp_var *v)
{
  tree t = gen_variable (f, v);
  if (TREE_CODE (TREE_TYPE (t)) != ARRAY_TYPE)
    return t;
  TREE_ADDRESSABLE (t) = 1;
  return build_fold_addr_expr_with_type (t, build_pointer_type (TREE_TYPE (TREE_TYPE (t))));
}

/* The type in which P's pointee is accessed: unqualified, but less aligned where P says so.  */
static tree
access_type (tree p)
{
  tree to = TREE_TYPE (TREE_TYPE (p)), plain = TYPE_MAIN_VARIANT (to);
  return TYPE_ALIGN (to) < TYPE_ALIGN (plain) ? build_aligned_type (plain, TYPE_ALIGN (to)) : plain;
}

/* The distance of neighbours of TYPE.  */
static tree
stride (struct gen_fn *f, tree type)
{
  for (struct gen_stride &s : f->strides)
    if (s.size == int_size_in_bytes (type) && gen_stride_p (type))
      return s.var;
  return TYPE_SIZE_UNIT (type);
}

tree
gen_element (struct gen_fn *f, struct imp_expr *base, struct imp_expr *index)
{
  tree i = gen_expr (f, index);
  if (imp_expr_is_area (base))
    {
      tree t = gen_variable (f, base->var);
      if (TREE_CODE (TREE_TYPE (t)) == ARRAY_TYPE)
	return build4 (ARRAY_REF, TREE_TYPE (TREE_TYPE (t)), t, i, NULL_TREE, NULL_TREE);
    }
  tree p = imp_expr_is_area (base) ? gen_variable (f, base->var) : gen_expr (f, base);
  tree type = access_type (p);
  tree at = fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, i), stride (f, type));
  return build1 (INDIRECT_REF, type, fold_build_pointer_plus (p, at));
}

/* --- Calls ----------------------------------------------------------------------------------- */

tree
gen_call (struct gen_fn *f, tree call, tree type)
{
  SET_EXPR_LOCATION (call, f->loc);
  if (VOID_TYPE_P (TREE_TYPE (call)))
    {
      gen_emit (f, call);
      return NULL_TREE;
    }
  tree r = gen_var (f, TYPE_MAIN_VARIANT (TREE_TYPE (call)), "result");
  gen_emit (f, build2 (MODIFY_EXPR, TREE_TYPE (r), r, call));
  return type ? gen_conv (type, r) : NULL_TREE;
}

tree
gen_argument (tree fntype, tree formal, tree x)
{
  tree type = formal ? TYPE_MAIN_VARIANT (formal) : TREE_TYPE (x);
  if (!formal && TYPE_MAIN_VARIANT (type) == float_type_node)
    type = double_type_node;
  x = gen_conv (type, x);
  if (INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) < TYPE_PRECISION (integer_type_node)
      && (!formal || targetm.calls.promote_prototypes (fntype)))
    x = gen_conv (integer_type_node, x);
  return x;
}

/* The function of LEAF as a decl, or as a pointer which is *ARGS.  */
static tree
callee (struct fir_leaf *leaf, tree *args)
{
  if (!(leaf->flags & LEAF_INDIRECT))
    {
      gen_note_call (root_tree (leaf->origin));
      return clone_leaf (root_tree (leaf->origin));
    }
  tree to = TREE_TYPE (TREE_TYPE (args[0]));
  if (TREE_CODE (to) == FUNCTION_TYPE)
    return args[0];
  tree fn = leaf->origin ? root_tree (leaf->origin) : NULL_TREE;
  if (fn && POINTER_TYPE_P (fn))
    fn = TREE_TYPE (fn);
  if (!fn || TREE_CODE (fn) != FUNCTION_TYPE)
    gen_fatal ("leaf %s is called through a pointer to something else", leaf->name);
  return gen_conv (build_pointer_type (fn), args[0]);
}

/* A call of the libm function FN where something better is at hand; NULL_TREE if nothing is.  */
static tree
libm_call (struct gen_fn *f, tree fn, unsigned n, tree *args)
{
  tree type = TREE_TYPE (TREE_TYPE (fn));
  enum libm_kind kind = libm_kind_of (fn);
  if (n == 0 || kind == LIBM_NONE || (kind == LIBM_TWIN && !libm_twin_p (fn, args[n - 1])))
    return NULL_TREE;
  for (unsigned i = 0; i < n; i++)
    args[i] = gen_save (f, gen_conv (type, args[i]));
  switch (kind)
    {
    case LIBM_TWIN:
      f->twins = true;
      return gen_call (f, build_call_expr_loc_array (f->loc, libm_twin (fn), n, args), type);
    case LIBM_SQRT:
      return gen_call (f, build_call_expr_loc_array (f->loc, libm_sqrt (fn), n, args), type);
    case LIBM_MIN: case LIBM_MAX:
      return gen_minmax (f, args[0], args[1], kind == LIBM_MAX, false, false, false);
    default:
      gcc_unreachable ();
    }
}

/* What a pointer of type TO, ARGS[1] bytes behind ARGS[0], points to.  */
static tree
pointed (struct gen_fn *f, tree to, tree *args)
{
  tree p = fold_build2 (POINTER_PLUS_EXPR, to, gen_conv (to, args[0]),
			gen_conv (sizetype, args[1]));

  return gen_save (f, build1 (INDIRECT_REF, TREE_TYPE (to), p));
}

static tree
leaf_call (struct gen_fn *f, struct imp_expr *e, tree *args)
{
  if (!(e->leaf->flags & LEAF_INDIRECT) && POINTER_TYPE_P (root_tree (e->leaf->origin)))
    return gen_conv (gen_tree_type (e->type), pointed (f, root_tree (e->leaf->origin), args));
  tree fn = callee (e->leaf, args), type = gen_tree_type (e->type);
  bool direct = TREE_CODE (fn) == FUNCTION_DECL;
  if (direct)
    if (tree better = libm_call (f, fn, e->nargs, args))
      return gen_conv (type, better);
  f->twins |= direct && clone_has_twins (fn);
  f->thread |= direct && passive_reads_thread (root_tree (e->leaf->origin));
  tree fntype = direct ? TREE_TYPE (fn) : TREE_TYPE (TREE_TYPE (fn));
  f->fixed |= (direct && clone_has_vectors (fn)) || gen_vectors_p (TREE_TYPE (fntype));
  tree formal = TYPE_ARG_TYPES (fntype);
  tree parm = direct && !formal ? DECL_ARGUMENTS (fn) : NULL_TREE;
  auto_vec<tree> actual;
  for (unsigned i = direct ? 0 : 1; i < e->nargs; i++)
    {
      tree t = formal ? TREE_VALUE (formal) : parm ? DECL_ARG_TYPE (parm) : NULL_TREE;
      actual.safe_push (gen_argument (fntype, t, args[i]));
      f->fixed |= gen_vectors_p (TREE_TYPE (actual.last ()));
      formal = formal ? TREE_CHAIN (formal) : NULL_TREE;
      parm = parm ? DECL_CHAIN (parm) : NULL_TREE;
    }
  tree target = direct ? build_fold_addr_expr (fn) : fn;
  tree call = build_call_array_loc (f->loc, TREE_TYPE (fntype), target, actual.length (),
				    actual.address ());
  /* What updates a row gives nothing back; nobody looks at the value.  */
  tree r = gen_call (f, call, type);
  return r ? r : build_zero_cst (type);
}

/* V's member at OFFSET, zero for the empty vector, whose handle is null.  */
static tree
handle_member (struct gen_fn *f, tree v, size_t offset, tree type)
{
  tree r = gen_var (f, type, "member");
  v = gen_save (f, v);
  tree saved = gen_push (f);
  gen_set (f, r, gen_vec_member (v, offset, type));
  tree some = gen_pop (f, saved);
  saved = gen_push (f);
  gen_set (f, r, build_zero_cst (type));
  tree none = gen_pop (f, saved);
  gen_if (f, gen_truth (v), some, none);
  return r;
}

/* Handle number I of room V, as nova_rows_kept.  */
static tree
kept_row (struct gen_fn *f, tree v, tree i, tree type)
{
  tree data = gen_vec_member (v, offsetof (struct nova_vec, data), ptr_type_node);
  tree at = fold_build2 (MULT_EXPR, sizetype, fold_convert (sizetype, i),
			 TYPE_SIZE_UNIT (ptr_type_node));

  return gen_save (f, gen_vec_member (fold_build_pointer_plus (data, at), 0, type));
}

/* VIEW and RESHAPE: the count of levels goes in after the first AT operands, absent sizes are
   0.  */
static tree
shape_call (struct gen_fn *f, struct imp_expr *e, tree *args, unsigned at)
{
  tree actual[6];
  unsigned levels = e->nargs - at, n = 0;
  if (levels < 1 || levels > 3)
    gen_fatal ("%s with %u levels", imp_fn_info[e->fn].text, levels);
  for (unsigned i = 0; i < at; i++)
    actual[n++] = args[i];
  actual[n++] = build_int_cst (unsigned_type_node, levels);
  for (unsigned i = 0; i < 3; i++)
    actual[n++] = i < levels ? args[at + i] : size_zero_node;
  return gen_call (f, gen_abi_call (f->loc, gen_imp_abi[e->fn], n, actual),
		    gen_tree_type (e->type));
}

/* A descriptor on the stack, as nova_vec_lend makes it.  */
static tree
lend (struct gen_fn *f, struct imp_expr *e, tree *args)
{
  struct { size_t offset; tree value; } members[] = {
    { offsetof (struct nova_vec, length), gen_conv (size_type_node, args[2]) },
    { offsetof (struct nova_vec, data), gen_conv (ptr_type_node, args[0]) },
    { offsetof (struct nova_vec, stride), build_one_cst (ptrdiff_type_node) },
    { offsetof (struct nova_vec, elem_size), gen_conv (size_type_node, args[1]) },
    { offsetof (struct nova_vec, refs), build_one_cst (long_integer_type_node) },
    { offsetof (struct nova_vec, owner), null_pointer_node },
    { offsetof (struct nova_vec, levels), build_one_cst (uint32_type_node) },
    { offsetof (struct nova_vec, flags), build_int_cst (uint32_type_node, NOVA_VEC_LOCAL) },
    { offsetof (struct nova_vec, inner), null_pointer_node }
  };
  tree v = gen_var (f, gen_vec_type (), "lent");
  TREE_ADDRESSABLE (v) = 1;
  tree address = build_fold_addr_expr_with_type (v, ptr_type_node);
  for (auto &m : members)
    gen_set (f, gen_vec_member (address, m.offset, TREE_TYPE (m.value)), m.value);
  return gen_conv (gen_tree_type (e->type), address);
}

/* A call of FN, which copies V: an error is one of the region.  */
static tree
copying_call (struct gen_fn *f, enum abi_fn fn, tree v)
{
  tree args[] = { v, gen_site_of (f, f->g->proc->site) };
  return gen_abi_call (f->loc, fn, 2, args);
}

/* Room for up to so many rows is on the stack.  */
#define FEW_ROWS 8

/* Room for the rows of E, a call of rows.  */
static tree
rows (struct gen_fn *f, struct imp_expr *e, tree *args)
{
  uint64_t n;
  if (!imp_is_const (e->args[0], &n) || n == 0 || n > FEW_ROWS)
    return gen_abi_call (f->loc, ABI_nova_rows_new, 1, args);
  size_t words = sizeof (struct nova_vec) / sizeof (size_t) + n;
  tree room = gen_var (f, build_array_type_nelts (size_type_node, words), "room");
  TREE_ADDRESSABLE (room) = 1;
  tree in[] = { build_fold_addr_expr_with_type (room, ptr_type_node), args[0] };
  return gen_abi_call (f->loc, ABI_nova_rows_in, 2, in);
}

static tree
runtime_call (struct gen_fn *f, struct imp_expr *e, tree *args)
{
  tree type = e->type ? gen_tree_type (e->type) : NULL_TREE;
  switch (e->fn)
    {
    case IMP_FN_CHUNK_SIZE:
      return gen_chunk_size (f, gen_save (f, args[0]), gen_save (f, args[1]));
    case IMP_FN_CHUNKS:
      args[0] = gen_save (f, args[0]);
      gen_watch_loop (f, args[0]);
      return gen_chunks (args[0], gen_save (f, args[1]));
    case IMP_FN_OVERLAP:
      for (unsigned i = 0; i < 4; i++)
	args[i] = gen_save (f, args[i]);
      return gen_conv (type, gen_overlap (args[0], args[1], args[2], args[3]));
    case IMP_FN_LEN:
      return handle_member (f, args[0], offsetof (struct nova_vec, length), type);
    case IMP_FN_DATA:
      return handle_member (f, args[0], offsetof (struct nova_vec, data), type);
    case IMP_FN_KEPT_ROW:
      return kept_row (f, args[0], args[1], type);
    case IMP_FN_HINT:
      return build_minus_one_cst (type);
    case IMP_FN_MOVED:
      gen_watch_moved (f, args[0]);
      return NULL_TREE;
    case IMP_FN_MARK:
      for (unsigned i = 0; i < 2; i++)
	{
	  tree d = gen_field_decl (TREE_TYPE (f->place), 1 - i);
	  gen_set (f, build3 (COMPONENT_REF, TREE_TYPE (d), f->place, d, NULL_TREE), args[i]);
	}
      return NULL_TREE;
    case IMP_FN_NOTE:
      gen_emit (f, build_call_expr_loc (f->loc, builtin_decl_explicit (BUILT_IN_ATOMIC_STORE_1), 3,
					fold_build_pointer_plus (args[0], args[1]),
					build_one_cst (unsigned_char_type_node),
					build_int_cst (integer_type_node, __ATOMIC_RELAXED)));
      return NULL_TREE;
    case IMP_FN_SOON:
    case IMP_FN_READ_SOON:
      gen_emit (f, build_call_expr_loc (f->loc, builtin_decl_explicit (BUILT_IN_PREFETCH), 2,
					fold_build_pointer_plus (args[0], args[1]),
					e->fn == IMP_FN_SOON ? integer_one_node
							     : integer_zero_node));
      return NULL_TREE;
    case IMP_FN_ROWS:
      return gen_call (f, rows (f, e, args), type);
    case IMP_FN_LEND:
      return lend (f, e, args);
    case IMP_FN_COPY:
      return gen_call (f, copying_call (f, ABI_nova_vec_copy_at, args[0]), type);
    case IMP_FN_KEEP:
      return gen_call (f, copying_call (f, ABI_nova_vec_keep, args[0]), type);
    case IMP_FN_LASTING:
      return gen_call (f, copying_call (f, ABI_nova_vec_lasting_at, args[0]), type);
    case IMP_FN_CONTIGUOUS:
      return gen_call (f, copying_call (f, ABI_nova_vec_contiguous_at, args[0]), type);
    case IMP_FN_LOOSE:
      {
	tree actual[] = { args[0], args[1], gen_site_of (f, f->g->proc->site) };
	return gen_call (f, gen_abi_call (f->loc, ABI_nova_vec_loose_at, 3, actual), type);
      }
    case IMP_FN_VIEW:
      return shape_call (f, e, args, 2);
    case IMP_FN_RESHAPE:
      return shape_call (f, e, args, 1);
    case IMP_FN_WEIGHT:
    case IMP_FN_CUT:
      if (e->args[0]->type->elem->size == 4)
	{
	  enum abi_fn narrow = e->fn == IMP_FN_CUT ? ABI_nova_rows_cut_i32
						   : ABI_nova_rows_weight_i32;
	  return gen_call (f, gen_abi_call (f->loc, narrow, e->nargs, args), type);
	}
      /* Fall through.  */
    default:
      return gen_call (f, gen_abi_call (f->loc, gen_imp_abi[e->fn], e->nargs, args), type);
    }
}

/* --- Expressions ----------------------------------------------------------------------------- */

/* T must have the type that the IMP program says.  */
static tree
checked (struct imp_expr *e, tree t)
{
  if (!NOVA_CHECKING || !e->type || !t)
    return t;
  if ((uint64_t) int_size_in_bytes (TREE_TYPE (t)) != e->type->size
      || !useless_type_conversion_p (gen_tree_type (e->type), TREE_TYPE (t)))
    gen_fatal ("an expression of kind %u and %u bytes has become a %s of %u bytes",
	       (unsigned) e->kind, (unsigned) e->type->size,
	       get_tree_code_name (TREE_CODE (TREE_TYPE (t))),
	       (unsigned) int_size_in_bytes (TREE_TYPE (t)));
  return t;
}

static tree
operation (struct gen_fn *f, struct imp_expr *e)
{
  auto_vec<tree> args;
  tree type = e->type ? gen_tree_type (e->type) : NULL_TREE;
  if (e->kind == IMP_EXPR_PRIM && e->op == FIR_CONV && TREE_CODE (type) == INTEGER_TYPE
      && TYPE_PRECISION (type) <= 32)
    if (tree narrow = gen_narrow (f, e->args[0]))
      return gen_conv (type, narrow);
  for (unsigned i = 0; i < e->nargs; i++)
    args.safe_push (gen_expr (f, e->args[i]));
  switch (e->kind)
    {
    case IMP_EXPR_PRIM: return gen_prim (f, e, args.address ());
    case IMP_EXPR_LEAF: return leaf_call (f, e, args.address ());
    case IMP_EXPR_FUN:
      /* The extractor makes no recursive functions: they stay leaves.  */
      gen_fatal ("call of function %s of the program", e->fun->name);
    case IMP_EXPR_CALL: return runtime_call (f, e, args.address ());
    default: gcc_unreachable ();
    }
}

/* A load is complete when it stands in a variable: a complex one that is converted would be read
   twice.  */
static tree
load (struct gen_fn *f, struct imp_expr *e)
{
  tree x = gen_element (f, e->args[0], e->args[1]), type = gen_tree_type (e->type);
  if (TREE_CODE (type) == COMPLEX_TYPE)
    x = gen_save (f, x);
  return AGGREGATE_TYPE_P (type) ? x : gen_conv (type, x);
}

tree
gen_expr (struct gen_fn *f, struct imp_expr *e)
{
  switch (e->kind)
    {
    case IMP_EXPR_CONST: return checked (e, constant (f, e->cst));
    case IMP_EXPR_VAR:
      return imp_expr_is_area (e) ? area_address (f, e->var) : gen_variable (f, e->var);
    case IMP_EXPR_LOAD: return checked (e, load (f, e));
    default: return checked (e, operation (f, e));
    }
}
