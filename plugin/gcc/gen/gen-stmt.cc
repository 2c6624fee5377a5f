/* IMP's statements as GENERIC.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Loops are gotos around a test at the bottom: the form whose annotation GCC carries to the
   loop.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"

/* Append B's statements to a list of their own.  The stack is as before behind those with arrays of
   varying size, which in a loop would add up.  */
static tree
block_list (struct gen_fn *f, struct imp_block *b)
{
  tree saved = gen_push (f);
  bool sized = f->sized;
  f->sized = false;
  gen_block (f, b);
  if (b == f->gives_up)
    gen_emit (f, build1 (GOTO_EXPR, void_type_node, f->given_up));
  tree list = gen_pop (f, saved);
  if (f->sized)
    {
      list = build3 (BIND_EXPR, void_type_node, NULL_TREE, list, NULL_TREE);
      TREE_SIDE_EFFECTS (list) = 1;
    }
  f->sized = sized;
  return list;
}

/* Emit B, a loop's body.  */
static void
turn (struct gen_fn *f, struct imp_block *b)
{
  gen_emit (f, block_list (f, b));
}

static void
declare (struct gen_fn *f, struct imp_var *v, tree t)
{
  f->map->put (v, t);
}

/* --- Variables and areas --------------------------------------------------------------------- */

static void
new_variable (struct gen_fn *f, struct imp_stmt *s)
{
  tree v = gen_var (f, gen_tree_type (s->var->type), s->var->name);
  declare (f, s->var, v);
  if (!s->e[0])
    return;
  tree narrow = gen_narrow (f, s->e[0]);
  if (narrow)
    gen_begin_narrow (f, s->var, narrow);
  gen_set (f, v, gen_expr (f, s->e[0]));
}

/* The array S, of a size that is no constant: on the stack.  */
static void
sized_array (struct gen_fn *f, struct imp_stmt *s)
{
  tree elem = gen_tree_type (s->var->type),
       v = gen_var (f, build_pointer_type (elem), s->var->name);
  tree bytes = fold_build2 (MULT_EXPR, size_type_node,
			    gen_conv (size_type_node, gen_expr (f, s->e[0])),
			    size_int (s->var->type->size));
  tree call = build_call_expr_loc (f->loc, builtin_decl_explicit (BUILT_IN_ALLOCA_WITH_ALIGN), 2,
				   bytes, size_int (TYPE_ALIGN (elem)));
  CALL_ALLOCA_FOR_VAR_P (call) = 1;
  f->sized = true;
  compat_suppress_warnings (call);
  declare (f, s->var, v);
  gen_set (f, v, call);
}

/* Aligned for the widest vectors: an accumulator's lanes must not straddle lines.  */
static void
array (struct gen_fn *f, struct imp_stmt *s)
{
  if (s->e[0]->kind != IMP_EXPR_CONST)
    {
      sized_array (f, s);
      return;
    }
  tree type = build_array_type_nelts (gen_tree_type (s->var->type), s->e[0]->cst->i);
  tree v = gen_var (f, type, s->var->name);
  SET_DECL_ALIGN (v, 64 * BITS_PER_UNIT);
  DECL_USER_ALIGN (v) = 1;
  declare (f, s->var, v);
}

/* Often a temp is wanted only if a test at run time says so, and has no elements else: then there
   is no call.  */
static void
temp (struct gen_fn *f, struct imp_stmt *s)
{
  tree elem = gen_tree_type (s->var->type);
  tree count = gen_save (f, gen_expr (f, s->e[0]));
  tree args[] = { count, size_int (s->var->type->size), gen_site_of (f, s->site) };
  tree v = gen_var (f, build_pointer_type (elem), s->var->name);
  declare (f, s->var, v);
  tree saved = gen_push (f);
  enum abi_fn fn = s->sparse ? ABI_nova_sparse_new : ABI_nova_temp_new;
  gen_set (f, v, gen_abi_call (f->loc, fn, 3, args));
  tree some = gen_pop (f, saved);
  saved = gen_push (f);
  gen_set (f, v, null_pointer_node);
  gen_if (f, gen_truth (count), some, gen_pop (f, saved));
}

/* Is E chosen, and one choice 0?  */
static bool
may_choose_zero_p (const struct imp_expr *e)
{
  uint64_t n;
  if (e->kind != IMP_EXPR_PRIM || e->op != FIR_SELECT)
    return false;
  return (imp_is_const (e->args[1], &n) && n == 0) || may_choose_zero_p (e->args[1]);
}

/* Does S, a VECNEW, often make no elements, its size being chosen to be 0, by itself or by the
   statement before?  */
static bool
often_none_p (const struct imp_stmt *s)
{
  const struct imp_expr *e = s->e[0];
  if (e->kind == IMP_EXPR_VAR && s->prev && s->prev->kind == IMP_NEW && s->prev->var == e->var
      && s->prev->e[0])
    e = s->prev->e[0];
  return may_choose_zero_p (e);
}

static void
vector (struct gen_fn *f, struct imp_stmt *s)
{
  const struct type *base = type_base (s->var->type);
  tree args[] = { NULL_TREE, integer_zero_node, gen_expr (f, s->e[0]), size_int (base->size),
		  size_int (base->align), gen_site_of (f, s->site) };
  tree v = gen_var (f, gen_tree_type (s->var->type), s->var->name);
  declare (f, s->var, v);
  if (s->e[1])
    {
      args[0] = gen_expr (f, s->e[1]);
      DECL_ATTRIBUTES (f->decl) = tree_cons (get_identifier (NOVA_REUSES), NULL_TREE,
					     DECL_ATTRIBUTES (f->decl));
    }
  if (s->e[2])
    args[1] = gen_expr (f, s->e[2]);
  if (!s->e[1] && often_none_p (s))
    {
      args[2] = gen_save (f, args[2]);
      tree saved = gen_push (f);
      gen_set (f, v, gen_abi_call (f->loc, ABI_nova_vec_new, 4, args + 2));
      tree some = gen_pop (f, saved);
      saved = gen_push (f);
      gen_set (f, v, build_zero_cst (TREE_TYPE (v)));
      gen_if (f, gen_truth (args[2]), some, gen_pop (f, saved));
      return;
    }
  gen_set (f, v, s->e[1] ? gen_abi_call (f->loc, ABI_nova_vec_reuse, 6, args)
			 : gen_abi_call (f->loc, ABI_nova_vec_new, 4, args + 2));
}

static void
store (struct gen_fn *f, struct imp_stmt *s)
{
  tree value = gen_expr (f, s->e[1]);
  gen_set (f, gen_element (f, s->base, s->e[0]), value);
}

/* Call FN with the handle or area of S alone, if it is there.  */
static void
drop (struct gen_fn *f, struct imp_stmt *s, enum abi_fn fn)
{
  tree v = gen_variable (f, s->var), saved = gen_push (f);
  gen_emit (f, gen_abi_call (f->loc, fn, 1, &v));
  tree call = gen_pop (f, saved);
  gen_if (f, gen_truth (v), call, NULL_TREE);
}

/* --- Control --------------------------------------------------------------------------------- */

tree
gen_label (struct gen_fn *f)
{
  tree l = build_decl (f->loc, LABEL_DECL, NULL_TREE, void_type_node);
  DECL_ARTIFICIAL (l) = 1;
  DECL_IGNORED_P (l) = 1;
  DECL_CONTEXT (l) = f->decl;
  return l;
}

static tree
go_to (tree l)
{
  return build1 (GOTO_EXPR, void_type_node, l);
}

static void
place (struct gen_fn *f, tree l)
{
  gen_emit (f, build1 (LABEL_EXPR, void_type_node, l));
}

struct gen_turns
gen_begin_turns (struct gen_fn *f)
{
  struct gen_turns t = { gen_label (f), gen_label (f), gen_label (f) };
  gen_emit (f, go_to (t.test));
  place (f, t.body);
  return t;
}

void
gen_test_turns (struct gen_fn *f, const struct gen_turns *t)
{
  place (f, t->test);
}

void
gen_end_turns (struct gen_fn *f, const struct gen_turns *t, tree more)
{
  gen_emit (f, build3 (COND_EXPR, void_type_node, more, go_to (t->body), go_to (t->done)));
  place (f, t->done);
}

tree
gen_annotate (tree more, enum annot_expr_kind kind, unsigned times)
{
  return build3 (ANNOTATE_EXPR, boolean_type_node, more, build_int_cst (integer_type_node, kind),
		 build_int_cst (integer_type_node, times));
}

/* A loop in a vector, of more statements, is not unrolled.  */
#define UNROLLED 16

/* How often S, to be taken in one vector, is unrolled at most: as often as there are vectors of two
   elements or more.  Unrolled before it is vectorised it would be code for each element, with a
   branch; not unrolled behind, lanes would be in memory.  A large body is not repeated.  */
static unsigned
unrolled (const struct imp_stmt *s)
{
  uint64_t n;

  if (!imp_is_const (s->e[1], &n) || imp_count_stmts (&s->body) > UNROLLED)
    return 1;
  return n > 2 ? n / 2 : 1;
}

/* X in a variable of its own, lest the loop's body changes it; a constant as it is.  */
static tree
bound (struct gen_fn *f, tree x)
{
  if (CONSTANT_CLASS_P (x))
    return x;
  tree v = gen_var (f, TYPE_MAIN_VARIANT (TREE_TYPE (x)), "bound");
  gen_set (f, v, x);
  return v;
}

static void
for_loop (struct gen_fn *f, struct imp_stmt *s)
{
  tree type = gen_tree_type (s->var->type);
  tree i = gen_var (f, type, s->var->name);
  tree begin = gen_expr (f, s->e[0]);
  tree end = bound (f, gen_conv (type, gen_expr (f, s->e[1])));
  tree step = s->e[2] ? bound (f, gen_conv (type, gen_expr (f, s->e[2]))) : build_one_cst (type);
  gen_set (f, i, begin);
  declare (f, s->var, i);
  tree narrow = gen_converts_index_p (s) ? gen_begin_narrow (f, s->var, i) : NULL_TREE;
  struct gen_turns t = gen_begin_turns (f);
  struct imp_block *gives_up = f->gives_up;
  tree given_up = f->given_up;
  f->gives_up = gen_gives_up (s);
  f->given_up = t.done;
  turn (f, &s->body);
  f->gives_up = gives_up;
  f->given_up = given_up;
  gen_set (f, i, build2 (PLUS_EXPR, type, i, step));
  if (narrow)
    gen_set (f, narrow, build2 (PLUS_EXPR, uint32_type_node, narrow,
				gen_conv (uint32_type_node, step)));
  gen_test_turns (f, &t);
  tree more = build2 (LT_EXPR, boolean_type_node, i, end);
  if (s->ivdep || s->scalar)
    more = gen_annotate (more, s->ivdep ? annot_expr_ivdep_kind : annot_expr_no_vector_kind,
			 0);
  if (s->vector)
    more = gen_annotate (more, annot_expr_unroll_kind, unrolled (s));
  gen_end_turns (f, &t, more);
}

static bool
sets (struct imp_stmt *s, struct imp_var *v)
{
  return s->kind == IMP_ASSIGN && s->var == v;
}

static bool
sets_inside (struct imp_block *b, struct imp_var *v)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (sets (s, v) || sets_inside (&s->body, v) || sets_inside (&s->orelse, v))
      return true;
  return false;
}

/* Is V only set by `V := 1' at the end of ways through what stands from S on?  */
static bool
set_last (struct imp_stmt *s, struct imp_var *v)
{
  for (; s; s = s->next)
    if (sets (s, v))
      {
	if (s->next || s->e[0]->kind != IMP_EXPR_CONST || s->e[0]->cst->i != 1)
	  return false;
      }
    else if (sets_inside (&s->body, v) || sets_inside (&s->orelse, v))
      return !s->next && s->kind == IMP_IF && set_last (s->body.first, v)
	     && set_last (s->orelse.first, v);
  return true;
}

/* Is S `while go { go := 0 ... { ... go := 1 } }', as tail recursion is lowered?  */
static bool
turns_p (struct imp_stmt *s)
{
  struct imp_stmt *first = s->body.first;

  return s->e[0]->kind == IMP_EXPR_VAR && first && sets (first, s->e[0]->var)
	 && first->e[0]->kind == IMP_EXPR_CONST && first->e[0]->cst->i == 0
	 && set_last (first->next, s->e[0]->var);
}

/* Where GO is set to 1 the next turn starts, and where the turn ends without that the loop does: it
   has the exits that the program's loop had.  */
static void
turns (struct gen_fn *f, struct imp_stmt *s)
{
  struct imp_var *outer = f->go;
  tree again = f->again, body = gen_label (f), done = gen_label (f);
  tree more = gen_truth (gen_expr (f, s->e[0]));
  gen_emit (f, build3 (COND_EXPR, void_type_node, more, go_to (body), go_to (done)));
  place (f, body);
  f->go = s->e[0]->var;
  f->again = body;
  turn (f, &s->body);
  f->go = outer;
  f->again = again;
  place (f, done);
}

/* The test stands at the bottom, as in for_loop.  */
static void
while_loop (struct gen_fn *f, struct imp_stmt *s)
{
  if (turns_p (s))
    {
      turns (f, s);
      return;
    }
  struct gen_turns t = gen_begin_turns (f);
  turn (f, &s->body);
  gen_test_turns (f, &t);
  gen_end_turns (f, &t, gen_truth (gen_expr (f, s->e[0])));
}

static void
if_else (struct gen_fn *f, struct imp_stmt *s)
{
  tree cond = gen_truth (gen_expr (f, s->e[0]));
  tree yes = block_list (f, &s->body);
  gen_if (f, cond, yes, s->orelse.first ? block_list (f, &s->orelse) : NULL_TREE);
}

/* --- Errors ---------------------------------------------------------------------------------- */

/* The operands of S's message into ARGS, zeros after them.  */
static void
operands (struct gen_fn *f, struct imp_stmt *s, tree args[4])
{
  if (s->nargs > 4)
    gen_fatal ("a check with %u operands", s->nargs);
  for (unsigned i = 0; i < 4; i++)
    args[i] = i < s->nargs ? gen_save (f, gen_expr (f, s->args[i]))
	      : build_int_cst (uint64_type_node, 0);
}

/* Does a check of KIND, of whole operands, say what only a stub of samples looks at?  */
static bool
of_samples_p (enum check_kind kind)
{
  switch (kind)
    {
    case CHECK_ASSOCIATIVE: case CHECK_JOINS: case CHECK_NEUTRAL:
    case CHECK_IRREFLEXIVE: case CHECK_ASYMMETRIC: case CHECK_TRANSITIVE: case CHECK_SORTED:
    case CHECK_INDEX_AT: case CHECK_REPEATED:
      return true;
    default:
      return false;
    }
}

static void
check (struct gen_fn *f, struct imp_stmt *s)
{
  tree a[4];
  operands (f, s, a);
  tree fails = invert_truthvalue (gen_holds (s->check, a));
  tree saved = gen_push (f);
  gen_block (f, &s->body);
  tree args[] = { gen_site_of (f, s->site), build_int_cst (unsigned_type_node, s->check), a[0],
		  a[1], a[2], a[3] };
  gen_emit (f, f->leave && !of_samples_p (s->check)
	       ? go_to (f->leave) : gen_abi_call (f->loc, ABI_nova_raise, 6, args));
  gen_if (f, fails, gen_pop (f, saved), NULL_TREE);
}

static tree
frame (struct gen_fn *f)
{
  if (!f->frame)
    gen_fatal ("procedure %s fails without a frame", f->g->proc->name);
  return f->frame;
}

static void
fail (struct gen_fn *f, struct imp_stmt *s)
{
  tree a[4], elem = gen_save (f, gen_expr (f, s->e[0]));
  operands (f, s, a);
  tree args[] = { frame (f), build_int_cst (unsigned_type_node, s->order), elem,
		  gen_site_of (f, s->site), build_int_cst (unsigned_type_node, s->check), a[0],
		  a[1], a[2], a[3] };
  gen_emit (f, gen_abi_call (f->loc, ABI_nova_fail_element, 9, args));
}

static void
raise_first (struct gen_fn *f, struct imp_stmt *s)
{
  tree at = frame (f);
  tree failed = build2 (MEM_REF, uint32_type_node, at, build_int_cst (ptr_type_node, 0));
  tree saved = gen_push (f);
  gen_block (f, &s->body);
  gen_emit (f, f->leave ? go_to (f->leave) : gen_abi_call (f->loc, ABI_nova_frame_raise, 1, &at));
  gen_if (f, gen_truth (failed), gen_pop (f, saved), NULL_TREE);
}

/* --- The table ------------------------------------------------------------------------------- */

/* Errors and debuggers show the line of the builtin that a statement comes from.  */
static void
set_location (struct gen_fn *f, struct imp_stmt *s)
{
  if (s->site)
    f->loc = LOCATION_LOCUS (site_get (s->site)->loc);
}

static void
statement (struct gen_fn *f, struct imp_stmt *s)
{
  switch (s->kind)
    {
    case IMP_NEW: new_variable (f, s); break;
    case IMP_ARRAY: array (f, s); break;
    case IMP_TEMP: temp (f, s); break;
    case IMP_VECNEW: vector (f, s); break;
    case IMP_ASSIGN:
      {
	if (gen_in_place (f, s))
	  break;
	tree value = gen_expr (f, s->e[0]);
	gen_set (f, gen_variable (f, s->var), value);
	if (tree *narrow = f->narrow->get (s->var))
	  gen_set (f, *narrow, gen_variable (f, s->var));
	if (s->var == f->go && integer_onep (value))
	  gen_emit (f, go_to (f->again));
	break;
      }
    case IMP_STORE: store (f, s); break;
    case IMP_IF: if_else (f, s); break;
    case IMP_FOR: for_loop (f, s); break;
    case IMP_WHILE: while_loop (f, s); break;
    case IMP_LOOP: gen_sweep (f, s); break;
    case IMP_GIVE: gen_sweep_give (f, s); break;
    case IMP_PARFOR: gen_parfor (f, s); break;
    case IMP_CHECK: check (f, s); break;
    case IMP_FAIL: fail (f, s); break;
    case IMP_RAISE: raise_first (f, s); break;
    case IMP_EVAL: gen_expr (f, s->e[0]); break;
    case IMP_FREE: drop (f, s, ABI_nova_temp_free); break;
    case IMP_RELEASE: drop (f, s, ABI_nova_vec_release); break;
    /* The passes have made these into others.  */
    case IMP_NEED:
    case IMP_REDUCE:
    case IMP_FILTER:
    case IMP_SCAN:
    case IMP_EXSCAN:
    case IMP_CURSOR:
    case IMP_BETWEEN:
    case IMP_STMT_LAST: gcc_unreachable ();
    }
}

void
gen_statement (struct gen_fn *f, struct imp_stmt *s)
{
  location_t saved = f->loc;
  set_location (f, s);
  statement (f, s);
  f->loc = saved;
}

void
gen_block (struct gen_fn *f, struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    if (struct imp_stmt *last = gen_in_memory (f, s))
      s = last;
    else
      gen_statement (f, s);
}
