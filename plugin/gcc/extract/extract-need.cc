/* The checks of builtins' operands, in FIR: lengths, offsets and sizes that agree and are valid.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A builtin whose vector is rebuilt in every region has its checks in a separate call
   (resolve-index.cc), ext_require here; the others have theirs with their terms.  Properties of a
   vector that a check needs are computed with operations of FIR.  Checks that hold by construction
   are omitted.

   Does not: list the checks of sizes and steps alone: scalar-check.cc does.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract.h"
#include "extract-ops.h"

/* --- Pieces ---------------------------------------------------------------------------------- */

struct fir_atom
ext_prim2 (struct ext_build *e, enum fir_op op, struct fir_atom x, struct fir_atom y)
{
  return fir_prim2 (e->p, e->b, op, fir_atom_type (x), x, y);
}

/* The first index of X at which there is something else than V, the length if there is none.  It is
   known without a look where X is the lengths of rows that are even by the way they are made
   (X3).  */
static struct fir_atom
first_other (struct ext_build *e, struct ext_call *c, struct fir_atom x, struct fir_atom v)
{
  const struct type *t = ext_elem_of (x);
  struct fir_fn *fn = fir_fn_new (e->p, 1, &t);
  struct fir_stmt *s = ext_term (e, c, FIR_FIND, 1, 1, type_size (e->ctx));
  struct fir_atom r;

  r = fir_prim2 (e->p, fn->body, FIR_EQ, t, fir_atom_var (fn->params[0]), v);
  r = fir_prim2 (e->p, fn->body, FIR_EQ, type_i32 (e->ctx), r,
		 fir_atom_int (e->p, type_i32 (e->ctx), 0));
  fir_block_return (e->p, fn->body, 1, &r);
  s->args[0] = x;
  s->fns[0] = fn;
  return fir_atom_var (s->res[0]);
}

/* X at I if I is below the N elements of X, else INSTEAD.  */
static struct fir_atom
at_or (struct ext_build *e, struct fir_atom x, struct fir_atom i, struct fir_atom n,
       struct fir_atom instead)
{
  struct fir_atom inside = fir_prim2 (e->p, e->b, FIR_LT, type_size (e->ctx), i, n), r;
  struct fir_stmt *s = fir_stmt_new (e->p, e->b, FIR_IF, 0, 1, 2, ext_elem_of (x), "t");

  s->args[0] = inside;
  for (unsigned k = 0; k < 2; k++)
    {
      s->fns[k] = fir_fn_new (e->p, 0, NULL);
      r = k == 0 ? ext_at (e, s->fns[k]->body, x, i) : instead;
      fir_block_return (e->p, s->fns[k]->body, 1, &r);
    }
  return fir_atom_var (s->res[0]);
}

/* --- Known without looking ------------------------------------------------------------------- */

/* Are the rows of vector T all of one length by the way it is made?  */
static bool
regular_p (struct ext_func *f, tree t)
{
  struct ext_call *c = call_of_name (f, t);

  if (!c)
    return false;
  switch (op_rows (c->op))
    {
    case OP_ROWS_EVEN:
      return true;
    case OP_ROWS_SIZES:
      return c->s->nops > op_length (c->op).k + 1;
    case OP_ROWS_LAST:
      return regular_p (f, call_operand (c, c->s->nops - 1));
    default:
      return false;
    }
}

/* Can T have so many elements that twice as many cannot be counted?  Not what is in memory, or has
   to be made there; elements that are repeated or counted out need none, and nobody knows of a
   handle.  */
static bool
endless_p (struct ext_func *f, tree t)
{
  struct ext_call *c = call_of_name (f, t);

  if (!c)
    return true;
  if (c->op == NOVA_OP_LITERAL)
    return false;
  switch (op_bound (c->op))
    {
    case OP_BOUND_MEMORY:
      return false;
    case OP_BOUND_COUNT:
      return TREE_CODE (call_operand (c, 0)) != INTEGER_CST || vtype_levels (c->s->result) > 1
	     || c->s->nops > 2 || (c->op == NOVA_OP_RANGE && c->s->nops > 1)
	     || wi::gtu_p (wi::to_widest (call_operand (c, 0)), INT32_MAX);
    default:
      return true;
    }
}

/* --- Rows and sizes -------------------------------------------------------------------------- */

void
ext_need_rows (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom x,
	    enum check_kind kind, struct fir_atom wanted)
{
  const struct type *size = type_size (e->ctx);
  struct fir_atom n = ext_length (e, c, x), i, zero = ext_size_const (e, 0);
  struct fir_atom lens = ext_term1 (e, c, FIR_LENGTHS, type_vec (e->ctx, size), x);

  if (fir_atom_none (wanted))
    wanted = at_or (e, lens, zero, n, zero);
  i = first_other (e, c, lens, wanted);
  struct fir_atom args[4] = { ext_size_const (e, k + 1), i, at_or (e, lens, i, n, wanted), wanted };
  ext_check (e, c, kind, 4, args);
}

/* The base elements of X.  */
static struct fir_atom
base_count (struct ext_build *e, struct ext_call *c, struct fir_atom x)
{
  while (type_is_vec (ext_elem_of (x)))
    x = ext_term1 (e, c, FIR_FLATTEN, ext_elem_of (x), x);
  return ext_length (e, c, x);
}

/* Operand K of C makes N times M base elements: not too many for any memory.  */
static void
check_size (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom n,
	    struct fir_atom m)
{
  uint64_t bytes = type_base (ext_type (e, c->s->result))->size;
  struct fir_atom args[3] = { ext_size_const (e, k + 1), n, ext_size_const (e, bytes) };

  if (!bytes)
    return;
  m = ext_prim2 (e, FIR_MIN, m, ext_size_const (e, INT64_MAX / bytes));
  args[2] = ext_prim2 (e, FIR_MUL, m, args[2]);
  ext_check (e, c, CHECK_SIZE, 3, args);
}

/* The elements of all windows, operand 1 of C being their length: each element is in no more of
   them than there are, nor than they are long.  */
static void
check_windows (struct ext_build *e, struct ext_call *c)
{
  tree length = call_operand (c, 0);
  struct fir_atom x, k, n, w;

  if (!endless_p (e->f, call_operand (c, 1)) && TREE_CODE (length) == INTEGER_CST
      && wi::leu_p (wi::to_wide (length), INT16_MAX))
    return;
  x = ext_vector (e, c, 1);
  k = ext_size (e, c, 0);
  n = ext_length (e, c, x);
  w = ext_prim2 (e, FIR_SUB, k, ext_size_const (e, 1));
  w = ext_prim2 (e, FIR_SUB, ext_prim2 (e, FIR_MAX, n, w), w);
  k = ext_prim2 (e, FIR_MIN, k, n);
  if (!type_is_vec (ext_elem_of (x)))
    check_size (e, c, 0, k, w);
  else
    check_size (e, c, 0, ext_prim2 (e, FIR_MIN, w, k),
		ext_prim2 (e, FIR_MAX, base_count (e, c, x), n));
}

/* A range of 128-bit numbers has no more elements than can be counted.  */
static void
check_range (struct ext_build *e, struct ext_call *c)
{
  const struct type *t = ext_type (e, c->s->result)->elem;
  bool one = c->s->nops == 1;
  struct fir_atom steps[3] = { one ? fir_atom_int (e->p, t, 0) : ext_scalar (e, c, 0, t),
			       ext_scalar (e, c, one ? 0 : 1, t), fir_atom_int (e->p, t, 1) };

  if (c->s->nops == 3)
    steps[2] = ext_scalar (e, c, 2, t);
  struct fir_atom args[2] = { ext_size_const (e, one ? 1 : 2),
			      fir_prim (e->p, e->b, FIR_STEPS, t, 3, steps) };
  ext_check (e, c, CHECK_COUNTABLE, 2, args);
}

/* --- Rows that a map makes ------------------------------------------------------------------- */

/* Does B check that N, as a signed size, is not negative?  */
static bool
counted_p (const struct fir_block *b, struct fir_atom n)
{
  for (const struct fir_stmt *s = b->first; s; s = s->next)
    if (s->op == FIR_CHECK && s->check == CHECK_COUNT && s->args[1].var == n.var)
      return true;
  return false;
}

/* Is X an integer of at most 32 bits?  */
static bool
short_p (struct fir_atom x)
{
  const struct type *t = fir_atom_type (x);

  return t->kind == TYPE_SCALAR && type_is_integral (t) && t->size <= 4;
}

/* Is N, a size in B, less than 2^32: so little that no sum of such is ever too much?  */
static bool
little_p (const struct fir_block *b, struct fir_atom n)
{
  const struct fir_stmt *s = n.var ? n.var->def : NULL;

  if (n.cst)
    return (uint64_t) n.cst->i <= UINT32_MAX;
  if (!s)
    return false;
  switch (s->op)
    {
    case FIR_LEN:
      return true;
    case FIR_CONV:
      return short_p (s->args[0])
	     && (!scalar_info[fir_atom_type (s->args[0])->scalar].is_signed || counted_p (b, n));
    case FIR_STEPS:
      return short_p (s->args[0]);
    case FIR_MIN:
    case FIR_BAND:
      return little_p (b, s->args[0]) || little_p (b, s->args[1]);
    default:
      return false;
    }
}

/* Does B return a row that takes no memory, so that nothing bounds its length, or such rows?  */
static bool
endless_rows_p (const struct fir_block *b)
{
  const struct fir_stmt *s = b->rets[0].var ? b->rets[0].var->def : NULL;

  while (s && s->op == FIR_FLATTEN)
    s = s->args[0].var ? s->args[0].var->def : NULL;
  if (!s)
    return false;
  return s->op == FIR_MAP ? type_is_vec (s->res[0]->type->elem) && endless_rows_p (s->fns[0]->body)
	 : (s->op == FIR_REPLICATE || s->op == FIR_RANGE) && !little_p (b, s->args[0]);
}

/* Is V bound in FN's own block, or a parameter of FN?  */
static bool
bound_in (const struct fir_fn *fn, const struct fir_var *v)
{
  for (unsigned k = 0; k < fn->nparams; k++)
    if (fn->params[k] == v)
      return true;
  return v->def && v->def->parent == fn->body;
}

/* What gives the number of base elements of the row that FN makes.  */
static struct fir_fn *
function_of_size (struct ext_build *e, struct ext_call *c, struct fir_fn *fn)
{
  auto_vec<const struct type *> types;
  struct fir_subst *subst = fir_subst_new (e->p);
  struct fir_block *after = e->b;
  struct fir_fn *r;
  struct fir_atom n;

  for (unsigned k = 0; k < fn->nparams; k++)
    types.safe_push (fn->params[k]->type);
  r = fir_fn_new (e->p, fn->nparams, types.address ());
  for (unsigned k = 0; k < fn->nparams; k++)
    fir_subst_put (subst, fn->params[k], fir_atom_var (r->params[k]));
  n = fir_copy_into (e->p, r->body, fn->body, subst)[0];
  e->b = r->body;
  n = base_count (e, c, n);
  e->b = after;
  fir_block_return (e->p, r->body, 1, &n);
  return r;
}

/* The size of the row that FN makes, the same for all elements; else none.  */
static struct fir_atom
even_size (const struct fir_fn *fn)
{
  const struct fir_stmt *s = fn->body->rets[0].var->def;

  if (s->op != FIR_REPLICATE && s->op != FIR_RANGE)
    return FIR_NONE;
  return s->args[0].var && bound_in (fn, s->args[0].var) ? FIR_NONE : s->args[0];
}

void
ext_need_total (struct ext_build *e, struct ext_call *c, struct fir_fn *fn, unsigned n,
		const struct fir_atom *xs)
{
  uint64_t bytes = type_base (ext_type (e, c->s->result))->size;
  struct fir_atom args[3] = { ext_size_const (e, 1), FIR_NONE, ext_size_const (e, bytes) }, size;

  if (fn->body->nrets != 1 || !type_is_vec (fir_atom_type (fn->body->rets[0]))
      || !endless_rows_p (fn->body))
    return;
  size = even_size (fn);
  if (!fir_atom_none (size))
    {
      check_size (e, c, 1, ext_length (e, c, xs[0]), size);
      return;
    }
  size = ext_apply (e, c, FIR_MAP, function_of_size (e, c, fn),
		    type_vec (e->ctx, type_size (e->ctx)), n, xs);
  args[1] = ext_combine (e, c, FIR_REDUCE, fir_fn_saturating_add (e->p), ext_size_const (e, 0),
			 size);
  ext_check (e, c, CHECK_SIZE, 3, args);
}

/* The elements of operand K of C, X, or of all its rows, and those before them, *SUM, can be
   counted; then *SUM is all of them.  */
static void
check_total (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom n,
	     struct fir_atom *sum)
{
  struct fir_atom args[3] = { ext_size_const (e, k + 1), n, *sum };

  if (!fir_atom_none (*sum))
    ext_check (e, c, CHECK_TOTAL, 3, args);
  *sum = fir_atom_none (*sum) ? n : ext_prim2 (e, FIR_ADD, *sum, n);
}

void
ext_need_concat (struct ext_build *e, struct ext_call *c, const auto_vec<fir_atom> &xs)
{
  struct fir_atom sum = FIR_NONE, base = FIR_NONE;
  unsigned k, endless = 0;

  for (k = 0; k < xs.length (); k++)
    endless += endless_p (e->f, call_operand (c, k));
  if (!endless || xs.length () == 1)
    return;
  for (k = 0; k < xs.length (); k++)
    {
      check_total (e, c, k, ext_length (e, c, xs[k]), &sum);
      if (type_is_vec (ext_elem_of (xs[k])))
	check_total (e, c, k, base_count (e, c, xs[k]), &base);
    }
}

void
ext_need_padded (struct ext_build *e, struct ext_call *c, struct fir_atom k, struct fir_atom x)
{
  struct fir_atom twice, n;

  if (k.cst && k.cst->i <= INT16_MAX && !endless_p (e->f, call_operand (c, 2)))
    return;
  twice = ext_prim2 (e, FIR_ADD, k, k);
  n = ext_length (e, c, x);
  if (endless_p (e->f, call_operand (c, 2)))
    check_total (e, c, 1, twice, &n);
  if (type_is_vec (ext_elem_of (x)))
    check_size (e, c, 1, ext_prim2 (e, FIR_ADD, twice, ext_size_const (e, 1)),
		base_count (e, c, x));
}

void
ext_need_reach (struct ext_build *e, struct ext_call *c, unsigned k, struct fir_atom n,
	     struct fir_atom s, uint64_t size)
{
  const struct type *u64 = type_size (e->ctx);
  struct fir_atom far, several, args[3] = { ext_size_const (e, k + 1), n, FIR_NONE };

  if (!size)
    return;
  s = ext_convert (e, e->b, u64, s);
  far = ext_prim2 (e, FIR_MIN, s, ext_prim2 (e, FIR_SUB, ext_size_const (e, 0), s));
  far = ext_prim2 (e, FIR_MIN, far, ext_size_const (e, INT64_MAX / size + 1));
  several = fir_prim2 (e->p, e->b, FIR_LT, type_i32 (e->ctx), ext_size_const (e, 1), n);
  args[2] = ext_prim2 (e, FIR_MUL, ext_prim2 (e, FIR_MUL, far, ext_size_const (e, size)),
		   ext_convert (e, e->b, u64, several));
  ext_check (e, c, CHECK_SIZE, 3, args);
}

/* --- Calls that only check ------------------------------------------------------------------- */

void
ext_require (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom k, args[3];

  ext_whole_checks (e, c);
  switch (c->s->op)
    {
    case NOVA_OP_REPLICATE:
      /* Rows of no elements are counted, too.  */
      k = ext_vector (e, c, 1);
      check_size (e, c, 0, ext_size (e, c, 0),
		  ext_prim2 (e, FIR_MAX, base_count (e, c, k), ext_size_const (e, 1)));
      break;
    case NOVA_OP_RANGE:
      check_range (e, c);
      break;
    case NOVA_OP_TRANSPOSE:
      if (!regular_p (e->f, call_operand (c, 0)))
	ext_need_rows (e, c, 0, ext_vector (e, c, 0), CHECK_RAGGED, FIR_NONE);
      break;
    case NOVA_OP_WINDOW:
      args[0] = ext_size_const (e, 1);
      args[1] = ext_size (e, c, 0);
      ext_check (e, c, CHECK_POSITIVE, 2, args);
      check_windows (e, c);
      break;
    default:
      k = ext_size (e, c, 0);
      args[0] = ext_size_const (e, 2);
      args[1] = ext_length (e, c, ext_vector (e, c, 1));
      args[2] = k;
      ext_check (e, c, CHECK_SPLIT, 3, args);
    }
}

/* Offsets X; those of 128 bits as the nearest sizes, so that none is another one's remainder.  */
static struct fir_atom
counted (struct ext_build *e, struct ext_call *c, struct fir_atom x)
{
  const struct type *t = ext_elem_of (x), *size = type_size (e->ctx);

  if (t->scalar != SCALAR_I128 && t->scalar != SCALAR_U128)
    return x;
  struct fir_fn *fn = fir_fn_new (e->p, 1, &t);
  struct fir_atom r = fir_atom_var (fn->params[0]);
  if (t->scalar == SCALAR_I128)
    r = fir_prim2 (e->p, fn->body, FIR_MAX, t, r, fir_atom_int (e->p, t, -1));
  r = fir_prim2 (e->p, fn->body, FIR_MIN, t, r, fir_atom_int (e->p, t, UINT64_MAX));
  r = ext_convert (e, fn->body, size, r);
  fir_block_return (e->p, fn->body, 1, &r);
  return ext_apply1 (e, c, FIR_MAP, fn, type_vec (e->ctx, size), x);
}

/* The first of the N offsets O, LAST the index of the last, that is greater than the next one, or
   LAST.  One pass that keeps nothing: what is looked for is an error, so nothing is gained by
   stopping at it.  */
static struct fir_atom
first_descent (struct ext_build *e, struct ext_call *c, struct fir_atom o, struct fir_atom n,
	       struct fir_atom last)
{
  const struct type *size = type_size (e->ctx);
  struct fir_fn *fn = fir_fn_new (e->p, 1, &size);
  struct fir_block *b = fn->body;
  struct fir_atom i = fir_atom_var (fn->params[0]), next, args[3], r;

  next = fir_prim2 (e->p, b, FIR_ADD, size, i, ext_size_const (e, 1));
  next = ext_at (e, b, o, fir_prim2 (e->p, b, FIR_MIN, size, next, last));
  args[0] = fir_prim2 (e->p, b, FIR_LE, type_i32 (e->ctx), ext_at (e, b, o, i), next);
  args[1] = last;
  args[2] = i;
  r = fir_prim (e->p, b, FIR_SELECT, size, 3, args);
  fir_block_return (e->p, b, 1, &r);
  r = ext_apply1 (e, c, FIR_TABULATE, fn, type_vec (e->ctx, size), n);
  return ext_combine (e, c, FIR_REDUCE, fir_fn_of_op (e->p, FIR_MIN, size, NULL), last, r);
}

/* The same of the values of C's operand 1, if that is a LITERAL of numbers that FIR has; absent if
   it is not.  So few are compared one by one.  */
static struct fir_atom
first_descent_of (struct ext_build *e, struct ext_call *c, struct fir_atom last)
{
  struct ext_call *of = e->body ? NULL : call_of_name (e->f, call_operand (c, 1));
  const struct type *t;
  struct fir_atom args[3], v, next = FIR_NONE;

  if (!of || of->op != NOVA_OP_LITERAL)
    return FIR_NONE;
  t = ext_type (e, of->s->result)->elem;
  if (!type_is_scalar (t) || t->size > 8)
    return FIR_NONE;
  args[2] = last;
  for (unsigned k = gimple_call_num_args (of->stmt) - 1; k-- > 0; next = v)
    {
      v = ext_scalar (e, of, k, t);
      if (fir_atom_none (next))
	continue;
      args[0] = fir_prim2 (e->p, e->b, FIR_LE, t, v, next);
      args[1] = args[2];
      args[2] = ext_size_const (e, k);
      args[2] = fir_prim (e->p, e->b, FIR_SELECT, type_size (e->ctx), 3, args);
    }
  return args[2];
}

/* The offsets, operand 2 of C, of segments of operand 1: checked, as sizes, in memory of their
   own.  The copy stands before the check of their order, so that one pass does both.  */
struct fir_atom
ext_cuts (struct ext_build *e, struct ext_call *c)
{
  struct fir_atom x = ext_vector (e, c, 0), o = counted (e, c, ext_vector (e, c, 1));
  struct fir_atom n = ext_length (e, c, o), op = ext_size_const (e, 2), last, i, v, own;
  const struct type *size = type_size (e->ctx);
  struct fir_atom some[2] = { op, n };

  ext_check (e, c, CHECK_NONEMPTY, 2, some);
  v = ext_convert (e, e->b, size, ext_at (e, e->b, o, ext_size_const (e, 0)));
  struct fir_atom first[2] = { op, v };
  ext_check (e, c, CHECK_BEGINS, 2, first);
  last = ext_prim2 (e, FIR_SUB, n, ext_size_const (e, 1));
  own = ext_map_convert (e, c, o, size);
  own = ext_term1 (e, c, FIR_COPY, fir_atom_type (own), own);
  i = first_descent_of (e, c, last);
  if (fir_atom_none (i))
    i = first_descent (e, c, o, n, last);
  struct fir_atom order[3] = { op, ext_prim2 (e, FIR_ADD, i, ext_size_const (e, 1)), n };
  ext_check (e, c, CHECK_ORDERED, 3, order);
  v = ext_convert (e, e->b, size, ext_at (e, e->b, o, last));
  struct fir_atom end[3] = { op, v, ext_length (e, c, x) };
  ext_check (e, c, CHECK_ENDS, 3, end);
  return own;
}
