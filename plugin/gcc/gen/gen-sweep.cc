/* Scans in vectors: the loops by sweep.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A segment of N elements, the target's `tile', is scanned in registers (Sklansky, "Conditional-sum
   addition logic"): in step d = 1, 2, 4 ... the upper half of each 2 d elements is combined with
   the last element of the lower half, then all with what came before the segment:

     x                    x0  x1      x2          x3
     d = 1                x0  x0x1    x2          x2x3
     d = 2                x0  x0x1    x0x1x2      x0x1x2x3

   Within a vector a step is a shuffle, an operation and a blend; where d is a vector or more it is
   an operation with one element spread.  How the machine's vectors divide the segment changes
   nothing: the order is that of N alone.  The chain from segment to segment is one operation.  GCC
   vectorises no loop so: its lanes are elements of different turns.

   What is loaded is swept where it is; other values are computed into an array before, N N at a
   time, in a loop that GCC vectorises by itself.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"

/* The greatest number of elements of a segment.  */
#define MOST 16

/* Integers whose order does not matter are swept in vectors of so many bytes or more: in shorter
   ones that takes as long as the chain of all elements.  */
#define WIDE 32

/* An output.  */
struct swept
{
  struct imp_stmt *o;
  struct imp_expr *load;	/* what each element gives, if that is loaded; or NULL */
  tree type, vector;		/* of an element; of LANES of them, the same if there is one */
  unsigned lanes;
  tree values;			/* an array of those given, or NULL_TREE */
  tree carry;			/* what came before the segment, in each lane */
  tree x[MOST];			/* its vectors */
};

struct gen_sweep
{
  struct gen_fn *f;
  struct imp_stmt *loop;
  unsigned n;
  tree i, j, k;			/* the element; the beginning of the block; the place in it */
  auto_vec<struct swept> outs;
};

/* --- Vectors --------------------------------------------------------------------------------- */

/* How many elements of TYPE are to be in a vector of FN's, N at most.  */
static unsigned
lanes_of (tree fn, tree type, unsigned n)
{
  unsigned HOST_WIDE_INT units;
  targetm.set_current_function (fn);
  machine_mode mode = targetm.vectorize.preferred_simd_mode (SCALAR_TYPE_MODE (type));
  targetm.set_current_function (current_function_decl);
  if (!VECTOR_MODE_P (mode) || !GET_MODE_NUNITS (mode).is_constant (&units)
      || (INTEGRAL_TYPE_P (type) && units * int_size_in_bytes (type) < WIDE))
    return 1;
  return units < n ? units : n;
}

/* Is S taken one element after the other?  */
static bool
chain_p (struct swept *s)
{
  return s->lanes == 1 && INTEGRAL_TYPE_P (s->type);
}

static bool
chains_p (struct gen_sweep *w)
{
  for (struct swept &s : w->outs)
    if (!chain_p (&s))
      return false;
  return true;
}

static tree
save (struct gen_sweep *w, tree x, const char *name)
{
  tree v = gen_var (w->f, TYPE_MAIN_VARIANT (TREE_TYPE (x)), name);
  gen_emit (w->f, build2 (MODIFY_EXPR, TREE_TYPE (v), v, x));
  return v;
}

/* Lane k of the result is lane AT[k] of X and Y, one behind the other.  */
static tree
shuffle (struct gen_sweep *w, struct swept *s, tree x, tree y, const unsigned *at)
{
  tree index = build_nonstandard_integer_type (tree_to_uhwi (TYPE_SIZE (s->type)), 0);
  tree_vector_builder mask (build_vector_type (index, s->lanes), s->lanes, 1);
  for (unsigned k = 0; k < s->lanes; k++)
    mask.quick_push (build_int_cst (index, at[k]));
  return save (w, build3 (VEC_PERM_EXPR, s->vector, x, y, mask.build ()), "lanes");
}

/* The last lane of X in all lanes.  */
static tree
spread_last (struct gen_sweep *w, struct swept *s, tree x)
{
  unsigned at[MOST];
  if (s->lanes == 1)
    return x;
  for (unsigned k = 0; k < s->lanes; k++)
    at[k] = s->lanes - 1;
  return shuffle (w, s, x, x, at);
}

/* X where CODE holds for A and B, else Y.  */
static tree
choose (struct gen_sweep *w, struct swept *s, enum tree_code code, tree a, tree b, tree x, tree y)
{
  if (s->lanes == 1)
    return save (w, build3 (COND_EXPR, s->type, build2 (code, boolean_type_node, a, b), x, y),
		 "lanes");
  tree c = save (w, build2 (code, truth_type_for (s->vector), a, b), "which");
  return save (w, build3 (VEC_COND_EXPR, s->vector, c, x, y), "lanes");
}

/* As gen_minmax, of operands that may be NaNs.  */
static tree
minmax (struct gen_sweep *w, struct swept *s, tree x, tree y, bool greater, bool nan)
{
  if (FLOAT_TYPE_P (s->type) && HONOR_NANS (s->type))
    y = choose (w, s, UNORDERED_EXPR, nan ? x : y, nan ? x : y, x, y);
  return choose (w, s, greater ? GT_EXPR : LT_EXPR, x, y, x, y);
}

/* X CODE Y; integers wrap.  */
static tree
binary (struct gen_sweep *w, struct swept *s, enum tree_code code, tree x, tree y)
{
  tree t = s->vector;
  if (INTEGRAL_TYPE_P (s->type))
    {
      tree u = unsigned_type_for (s->type);
      t = s->lanes == 1 ? u : build_vector_type (u, s->lanes);
    }
  x = fold_build1 (VIEW_CONVERT_EXPR, t, x);
  x = build2 (code, t, x, fold_build1 (VIEW_CONVERT_EXPR, t, y));
  return save (w, fold_build1 (VIEW_CONVERT_EXPR, s->vector, x), "lanes");
}

/* S's operator (imp_sweeps) for X, which comes before Y.  */
static tree
apply (struct gen_sweep *w, struct swept *s, tree x, tree y)
{
  enum fir_op op = s->o->e[2]->op;
  switch (op)
    {
    case FIR_ADD: return binary (w, s, PLUS_EXPR, x, y);
    case FIR_MUL: return binary (w, s, MULT_EXPR, x, y);
    case FIR_BAND: return binary (w, s, BIT_AND_EXPR, x, y);
    case FIR_BOR: return binary (w, s, BIT_IOR_EXPR, x, y);
    case FIR_BXOR: return binary (w, s, BIT_XOR_EXPR, x, y);
    case FIR_MIN: case FIR_MAX: case FIR_MIN_NAN: case FIR_MAX_NAN:
      return minmax (w, s, x, y, op == FIR_MAX || op == FIR_MAX_NAN,
		     op == FIR_MIN_NAN || op == FIR_MAX_NAN);
    default: gen_fatal ("%s is no operator of a sweep", fir_op_info[op].text);
    }
}

/* --- Segments -------------------------------------------------------------------------------- */

/* Vector Q of those that begin at P, where elements are aligned as E is.  */
static tree
vector_at (struct swept *s, tree p, tree e, unsigned q)
{
  tree to = build_pointer_type (TYPE_MAIN_VARIANT (TREE_TYPE (e)));
  tree t = build_aligned_type (s->vector, TYPE_ALIGN (TREE_TYPE (e)));
  return build2 (MEM_REF, t, p,
		 build_int_cst (to, (HOST_WIDE_INT) q * s->lanes * int_size_in_bytes (s->type)));
}

/* The address of E in a variable.  */
static tree
address (struct gen_sweep *w, tree e)
{
  tree base = get_base_address (e);
  if (DECL_P (base))
    TREE_ADDRESSABLE (base) = 1;
  return save (w, build_fold_addr_expr (e), "at");
}

static void
load (struct gen_sweep *w, struct swept *s)
{
  tree e = s->load ? gen_element (w->f, s->load->args[0], s->load->args[1])
	   : build4 (ARRAY_REF, s->type, s->values, w->k, NULL_TREE, NULL_TREE);
  tree p = address (w, e);
  for (unsigned q = 0; q < w->n / s->lanes; q++)
    s->x[q] = save (w, vector_at (s, p, e, q), "x");
}

/* The step of D elements within each vector.  */
static void
step_inside (struct gen_sweep *w, struct swept *s, unsigned d)
{
  unsigned last[MOST], blend[MOST];
  for (unsigned k = 0; k < s->lanes; k++)
    {
      last[k] = (k & -(2 * d)) + d - 1;
      blend[k] = k & d ? s->lanes + k : k;
    }
  for (unsigned q = 0; q < w->n / s->lanes; q++)
    {
      tree lower = shuffle (w, s, s->x[q], s->x[q], last);
      s->x[q] = shuffle (w, s, s->x[q], apply (w, s, lower, s->x[q]), blend);
    }
}

/* The step of D elements, a whole number of vectors.  */
static void
step_across (struct gen_sweep *w, struct swept *s, unsigned d)
{
  unsigned step = d / s->lanes;
  for (unsigned q = 0; q < w->n / s->lanes; q += 2 * step)
    {
      tree lower = spread_last (w, s, s->x[q + step - 1]);
      for (unsigned r = q + step; r < q + 2 * step; r++)
	s->x[r] = apply (w, s, lower, s->x[r]);
    }
}

/* All vectors of the segment, and the last of them; in an exclusive scan an element gets what the
   one before would.  */
static tree
store (struct gen_sweep *w, struct swept *s)
{
  unsigned before[MOST];
  tree e = gen_element (w->f, s->o->base, imp_use (w->f->g->prog, w->loop->var));
  tree p = address (w, e), prev = s->carry;
  for (unsigned k = 0; k < s->lanes; k++)
    before[k] = s->lanes + k - 1;
  for (unsigned q = 0; q < w->n / s->lanes; q++)
    {
      tree y = apply (w, s, chain_p (s) ? prev : s->carry, s->x[q]), v = y;
      if (s->o->kind == IMP_EXSCAN)
	v = s->lanes == 1 ? prev : shuffle (w, s, prev, y, before);
      prev = y;
      tree to = vector_at (s, p, e, q);
      gen_emit (w->f, build2 (MODIFY_EXPR, TREE_TYPE (to), to, v));
    }
  return prev;
}

/* The segment that begins at the element at hand.  Both may lie in one place: all is loaded before
   anything is stored.  */
static void
segment (struct gen_sweep *w)
{
  for (struct swept &s : w->outs)
    load (w, &s);
  for (struct swept &s : w->outs)
    if (chain_p (&s))
      gen_set (w->f, s.carry, store (w, &s));
    else
      {
	for (unsigned d = 1; d < w->n; d *= 2)
	  if (d < s.lanes)
	    step_inside (w, &s, d);
	  else
	    step_across (w, &s, d);
	tree last = spread_last (w, &s, s.x[w->n / s.lanes - 1]);
	tree next = apply (w, &s, s.carry, last);
	store (w, &s);
	gen_set (w->f, s.carry, next);
      }
}

/* --- Loops ----------------------------------------------------------------------------------- */

/* for (V = FROM; V < END; V += STEP) BODY (W).  */
static void
count (struct gen_sweep *w, tree v, tree from, tree end, unsigned step, bool ivdep,
       void (*body) (struct gen_sweep *))
{
  struct gen_fn *f = w->f;
  tree type = TREE_TYPE (v);
  gen_set (f, v, from);
  struct gen_turns t = gen_begin_turns (f);
  body (w);
  gen_set (f, v, build2 (PLUS_EXPR, type, v, build_int_cst (type, step)));
  gen_test_turns (f, &t);
  tree more = build2 (LT_EXPR, boolean_type_node, v, end);
  gen_end_turns (f, &t, ivdep ? gen_annotate (more, annot_expr_ivdep_kind, 0) : more);
}

/* The element at the place in the block at hand.  */
static void
find_element (struct gen_sweep *w)
{
  gen_set (w->f, w->i, build2 (PLUS_EXPR, TREE_TYPE (w->i), w->j, w->k));
}

static void
one_value (struct gen_sweep *w)
{
  find_element (w);
  gen_block (w->f, &w->loop->body);
}

static void
one_segment (struct gen_sweep *w)
{
  find_element (w);
  segment (w);
}

static void
block_of_values (struct gen_sweep *w)
{
  tree type = TREE_TYPE (w->k), end = build_int_cst (type, w->n * w->n);
  count (w, w->k, build_zero_cst (type), end, 1, true, one_value);
  count (w, w->k, build_zero_cst (type), end, w->n, false, one_segment);
}

static void
loaded_segment (struct gen_sweep *w)
{
  gen_set (w->f, w->i, w->j);
  segment (w);
}

/* V is what the element at hand gives to S.  */
static void
chain (struct gen_sweep *w, struct swept *s, tree v)
{
  tree to = gen_element (w->f, s->o->base, imp_use (w->f->g->prog, w->loop->var));
  v = save (w, v, "x");
  if (s->o->kind == IMP_EXSCAN)
    gen_set (w->f, to, s->carry);
  gen_set (w->f, s->carry, apply (w, s, s->carry, v));
  if (s->o->kind == IMP_SCAN)
    gen_set (w->f, to, s->carry);
}

static void
one_element (struct gen_sweep *w)
{
  gen_block (w->f, &w->loop->body);
}

/* The output O.  */
static struct swept
swept_of (struct gen_sweep *w, struct imp_stmt *o)
{
  struct swept s = swept ();
  s.o = o;
  s.type = TYPE_MAIN_VARIANT (gen_tree_type (o->var->type));
  s.lanes = lanes_of (w->f->decl, s.type, w->n);
  s.vector = s.lanes == 1 ? s.type : build_vector_type (s.type, s.lanes);
  tree a = save (w, gen_conv (s.type, gen_variable (w->f, o->var)), "carry");
  s.carry = s.lanes == 1 ? a : save (w, build_vector_from_val (s.vector, a), "carry");
  return s;
}

/* Where the values of S come from: they are LOADED, or there is an array.  */
static void
find_values (struct gen_sweep *w, struct swept *s, bool loaded)
{
  if (loaded)
    {
      s->load = imp_loop_loaded (w->loop, s->o->var);
      return;
    }
  s->values = gen_var (w->f, build_array_type_nelts (s->type, w->n * w->n), "value");
  SET_DECL_ALIGN (s->values, 64 * BITS_PER_UNIT);
  DECL_USER_ALIGN (s->values) = 1;
}

void
gen_sweep_give (struct gen_fn *f, struct imp_stmt *give)
{
  struct gen_sweep *w = f->sweep;
  for (struct swept &s : w->outs)
    if (s.o->var == give->var && chains_p (w))
      chain (w, &s, gen_expr (f, give->e[0]));
    else if (s.o->var == give->var)
      gen_set (f, build4 (ARRAY_REF, s.type, s.values, w->k, NULL_TREE, NULL_TREE),
	       gen_expr (f, give->e[0]));
}

/* The whole loop W, from BEGIN to END.  */
static void
whole (struct gen_sweep *w, tree begin, tree end)
{
  struct gen_fn *f = w->f;
  bool loaded = imp_loop_loads (w->loop);
  for (struct imp_stmt *o = w->loop->orelse.first; o; o = o->next)
    w->outs.safe_push (swept_of (w, o));
  if (chains_p (w))
    count (w, w->i, begin, end, 1, false, one_element);
  else
    {
      for (struct swept &o : w->outs)
	find_values (w, &o, loaded);
      count (w, w->j, begin, end, loaded ? w->n : w->n * w->n, false,
	     loaded ? loaded_segment : block_of_values);
    }
  for (struct swept &o : w->outs)
    gen_set (f, gen_variable (f, o.o->var),
	     o.lanes == 1 ? o.carry
	     : build3 (BIT_FIELD_REF, o.type, o.carry, TYPE_SIZE (o.type), bitsize_zero_node));
}

/* A short row has no block, and needs none of what blocks share: so it jumps over the loop, which
   stands out of its way.  */
void
gen_sweep (struct gen_fn *f, struct imp_stmt *s)
{
  struct gen_sweep w, *outer = f->sweep;
  tree type = gen_tree_type (s->var->type);
  w.f = f;
  w.loop = s;
  w.n = f->g->prog->target->tile;
  if (s->shape != IMP_SHAPE_SWEEP || w.n > MOST)
    gen_fatal ("a loop that has not been scheduled");
  tree begin = gen_save (f, gen_expr (f, s->e[0])), end = gen_save (f, gen_expr (f, s->e[1]));
  w.i = gen_var (f, type, s->var->name);
  w.j = gen_var (f, type, "j");
  w.k = gen_var (f, type, "k");
  f->map->put (s->var, w.i);
  f->sweep = &w;
  tree saved = s->brief ? gen_push (f) : NULL_TREE;
  whole (&w, begin, end);
  if (s->brief)
    gen_if (f, gen_seldom (f, build2 (LT_EXPR, boolean_type_node, begin, end)),
	    gen_pop (f, saved), NULL_TREE);
  f->sweep = outer;
}
