/* Procedures as functions: the stub, and a worker for every PARFOR.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A new function is complete GENERIC, given to the call graph in a simple IPA pass right after
   build_ssa_passes: GCC gimplifies it and runs all passes on it that it runs on the user's
   functions.  `flatten' inlines the user's code into it.  It must not be inlined, cloned or merged
   itself: it has no early debug information.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"
#include "state.h"

/* --- Statements and variables ---------------------------------------------------------------- */

tree
gen_var (struct gen_fn *f, tree type, const char *name)
{
  tree v = build_decl (f->loc, VAR_DECL, get_identifier (name), type);
  DECL_CONTEXT (v) = f->decl;
  DECL_ARTIFICIAL (v) = 1;
  DECL_IGNORED_P (v) = 1;
  TREE_USED (v) = 1;
  DECL_SEEN_IN_BIND_EXPR_P (v) = 1;
  compat_suppress_warnings (v);
  DECL_CHAIN (v) = f->vars;
  f->vars = v;
  return v;
}

void
gen_emit (struct gen_fn *f, tree stmt)
{
  if (EXPR_P (stmt) && !EXPR_HAS_LOCATION (stmt))
    SET_EXPR_LOCATION (stmt, f->loc);
  append_to_statement_list_force (stmt, &f->stmts);
}

void
gen_set (struct gen_fn *f, tree to, tree from)
{
  gen_emit (f, build2 (MODIFY_EXPR, TREE_TYPE (to), to, gen_conv (TREE_TYPE (to), from)));
}

tree
gen_push (struct gen_fn *f)
{
  tree saved = f->stmts;
  f->stmts = alloc_stmt_list ();
  return saved;
}

tree
gen_pop (struct gen_fn *f, tree saved)
{
  tree list = f->stmts;
  f->stmts = saved;
  return list;
}

void
gen_if (struct gen_fn *f, tree cond, tree then_list, tree else_list)
{
  gen_emit (f, build3 (COND_EXPR, void_type_node, cond, then_list,
		       else_list ? else_list : build_empty_stmt (f->loc)));
}

/* --- Functions ------------------------------------------------------------------------------- */

/* A file-scope context near USER: nested functions stand in others.  */
static tree
file_context (tree user)
{
  tree c = DECL_CONTEXT (user);
  while (c && TREE_CODE (c) != TRANSLATION_UNIT_DECL)
    c = DECL_P (c) ? DECL_CONTEXT (c) : NULL_TREE;
  return c;
}

static void
add_attributes (tree d, bool cold)
{
  static const char *const names[]
    = { "flatten", "noipa", "noinline", "noclone", "no_icf" };
  for (const char *name : names)
    DECL_ATTRIBUTES (d) = tree_cons (get_identifier (name), NULL_TREE, DECL_ATTRIBUTES (d));
  if (cold)
    DECL_ATTRIBUTES (d) = tree_cons (get_identifier ("cold"), NULL_TREE, DECL_ATTRIBUTES (d));
  DECL_UNINLINABLE (d) = 1;
}

static void
add_parameters (tree d, unsigned n, tree *types, const char *const *names)
{
  tree *end = &DECL_ARGUMENTS (d);
  for (unsigned i = 0; i < n; i++)
    {
      tree p = build_decl (DECL_SOURCE_LOCATION (d), PARM_DECL, get_identifier (names[i]),
			   types[i]);
      DECL_CONTEXT (p) = d;
      DECL_ARG_TYPE (p) = types[i];
      DECL_ARTIFICIAL (p) = 1;
      TREE_USED (p) = 1;
      *end = p;
      end = &DECL_CHAIN (p);
    }
}

void
gen_begin_function (struct gen_fn *f, const char *name, tree result, unsigned n, tree *types,
		    const char *const *names)
{
  struct gen *g = f->g;
  tree id = get_identifier (name);
  tree d = build_decl (g->loc, FUNCTION_DECL, id, build_function_type_array (result, n, types));
  SET_DECL_ASSEMBLER_NAME (d, id);
  DECL_ARTIFICIAL (d) = 1;
  TREE_STATIC (d) = 1;
  TREE_USED (d) = 1;
  TREE_NOTHROW (d) = 1;
  DECL_CONTEXT (d) = file_context (g->user);
  DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT (d) = 1;
  DECL_FUNCTION_SPECIFIC_TARGET (d) = DECL_FUNCTION_SPECIFIC_TARGET (g->user);
  if (g->wide)
    gen_set_march (d);
  add_attributes (d, g->cold);
  unit_mark_made (d);
  tree r = build_decl (g->loc, RESULT_DECL, NULL_TREE, result);
  DECL_ARTIFICIAL (r) = 1;
  DECL_IGNORED_P (r) = 1;
  DECL_CONTEXT (r) = d;
  DECL_RESULT (d) = r;
  add_parameters (d, n, types, names);
  f->decl = d;
  f->loc = g->loc;
  f->vars = NULL_TREE;
  f->stmts = alloc_stmt_list ();
  f->map = new gen_map;
  f->narrow = new gen_map;
}

void
gen_end_function (struct gen_fn *f)
{
  tree d = f->decl, block = make_node (BLOCK);
  BLOCK_VARS (block) = f->vars;
  BLOCK_SUPERCONTEXT (block) = d;
  TREE_USED (block) = 1;
  DECL_INITIAL (d) = block;
  tree bind = build3 (BIND_EXPR, void_type_node, f->vars, f->stmts, block);
  TREE_SIDE_EFFECTS (bind) = 1;
  DECL_SAVED_TREE (d) = bind;
  enum gen_speed speed = f->g->cold ? GEN_SELDOM : f->brief ? GEN_BRIEF : GEN_WORK;
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (d) = gen_options (f->g->user, f->twins, speed);
  push_struct_function (d);
  cfun->function_start_locus = cfun->function_end_locus = f->loc;
  pop_cfun ();
  cgraph_node::add_new_function (d, false);
  /* It lives as long as it is referred to.  */
  cgraph_node::get (d)->force_output = 0;
  delete f->map;
  delete f->narrow;
  f->strides.release ();
}

/* --- PARFOR ---------------------------------------------------------------------------------- */

/* What F hands over for V: its value, but the address of an ARRAY's elements.  */
static tree
capture_value (struct gen_fn *f, struct imp_var *v)
{
  tree *known = f->map->get (v);
  if (!known)
    gen_fatal ("variable %s.%u is used where it is not visible", v->name, v->id);
  tree t = *known;
  if (TREE_CODE (TREE_TYPE (t)) != ARRAY_TYPE)
    return t;
  TREE_ADDRESSABLE (t) = 1;
  return build_fold_addr_expr_with_type (t, build_pointer_type (TREE_TYPE (TREE_TYPE (t))));
}

static tree
member (tree rec, unsigned n)
{
  tree d = gen_field_decl (TREE_TYPE (rec), n);
  return build3 (COMPONENT_REF, TREE_TYPE (d), rec, d, NULL_TREE);
}

/* Member N of the structure that ARGS points to in a variable of F named NAME.  */
static tree
load_member (struct gen_fn *f, tree args, unsigned n, const char *name)
{
  tree from = member (build1 (INDIRECT_REF, TREE_TYPE (TREE_TYPE (args)), args), n);
  tree to = gen_var (f, TREE_TYPE (from), name);
  gen_set (f, to, from);
  return to;
}

/* The place in which F says what a leaf belongs to: nothing yet.  */
static void
make_place (struct gen_fn *f)
{
  tree type = gen_place_type (), v = gen_var (f, type, "place");
  TREE_ADDRESSABLE (v) = 1;
  f->place = v;
  gen_set (f, member (v, 0), build_minus_one_cst (size_type_node));
  tree address = build_fold_addr_expr (v);
  gen_emit (f, gen_abi_call (f->loc, ABI_nova_mark_in, 1, &address));
}

/* A worker of S: loads every member of its argument structure of type REC into a variable, then
   runs the body.  *THREAD: it has to run in the calling thread; *FIXED: what it calls differs from
   one width of vectors to the next.  */
static tree
worker (struct gen_fn *outer, struct imp_stmt *s, tree rec, struct gen_captures *c, bool *thread,
	bool *fixed)
{
  struct gen_fn fn = gen_fn (), *f = &fn;
  tree types[] = { ptr_type_node, size_type_node };
  static const char *const names[] = { "args", "chunk" };
  unsigned n = 0;
  char *name = xasprintf ("%s.%u", outer->g->name, outer->g->nworkers++);
  f->g = outer->g;
  f->outer = outer;
  gen_begin_function (f, name, void_type_node, 2, types, names);
  free (name);
  tree parm = DECL_ARGUMENTS (f->decl);
  tree args = gen_var (f, build_pointer_type (rec), "captures");
  gen_set (f, args, parm);
  for (struct imp_var *v : c->vars)
    f->map->put (v, load_member (f, args, n++, v->name));
  for (HOST_WIDE_INT size : c->strides)
    f->strides.safe_push ({ size, load_member (f, args, n++, "stride") });
  if (outer->frame)
    f->frame = load_member (f, args, n++, "frame");
  if (c->sites)
    f->sites = load_member (f, args, n++, "sites");
  tree chunk = gen_var (f, gen_tree_type (s->var->type), s->var->name);
  gen_set (f, chunk, DECL_CHAIN (parm));
  f->map->put (s->var, chunk);
  if (c->marks)
    make_place (f);
  gen_block (f, &s->body);
  gen_end_function (f);
  *thread = f->thread;
  *fixed = f->twins || f->fixed;
  return f->decl;
}

/* May E make something that an error must give back, raise, or ask where its chunk goes on?  */
static bool
loud_expr_p (struct imp_expr *e)
{
  if (!e)
    return false;
  if (e->kind == IMP_EXPR_LEAF && (e->leaf->flags & LEAF_MAYFAIL))
    return true;
  if (e->kind == IMP_EXPR_CALL && e->fn != IMP_FN_MOVE && e->fn != IMP_FN_NOTE
      && e->fn != IMP_FN_SOON && e->fn != IMP_FN_READ_SOON && e->fn != IMP_FN_KEPT_ROW
      && (e->fn == IMP_FN_RESUME || imp_fn_info[e->fn].ret == IMP_RET_VEC
	  || imp_fn_info[e->fn].ret == IMP_RET_VOID))
    return true;
  for (unsigned i = 0; i < e->nargs; i++)
    if (loud_expr_p (e->args[i]))
      return true;
  return false;
}

/* May B, of a worker, do any of that?  Else it needs nothing of what the runtime does for
   chunks.  */
static bool
loud_p (struct imp_block *b)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      switch (s->kind)
	{
	case IMP_NEW: case IMP_ARRAY: case IMP_ASSIGN: case IMP_STORE: case IMP_IF: case IMP_FOR:
	case IMP_WHILE: case IMP_EVAL:
	  break;
	default:
	  return true;
	}
      if (loud_expr_p (s->base) || loud_p (&s->body) || loud_p (&s->orelse))
	return true;
      for (struct imp_expr *e : s->e)
	if (loud_expr_p (e))
	  return true;
      for (unsigned i = 0; i < s->nargs; i++)
	if (loud_expr_p (s->args[i]))
	  return true;
    }
  return false;
}

/* May an error of the parfor S, whose body is as C says, leave the stub at once (nova_calls)?  Then
   no other builtin fails in its place, and the stub would raise next.  */
static bool
leaves_p (const struct imp_stmt *s, const struct gen_captures *c)
{
  if (!c->marks || c->several)
    return false;
  do
    s = s->next;
  while (s && (s->kind == IMP_RELEASE || s->kind == IMP_FREE));
  return s && s->kind == IMP_RAISE;
}

/* Run COUNT chunks of the worker at W, of S, on ARGS; CALLS: by nova_calls.  A single one that
   cannot fail needs no runtime, nor does none: short vectors should cost what a loop costs.  */
static void
run_chunks (struct gen_fn *f, tree w, struct imp_stmt *s, tree args, tree count, tree cost,
	    bool calls)
{
  count = gen_save (f, gen_conv (size_type_node, count));
  tree all[] = { w, args, count, cost,
		 f->frame ? f->frame : null_pointer_node };
  tree several = gen_abi_call (f->loc, f->frame && calls ? ABI_nova_calls : ABI_nova_parfor, 5,
			       all);
  if (f->frame && loud_p (&s->body))
    {
      gen_emit (f, several);
      return;
    }
  tree one
    = build_call_nary (void_type_node, w, 2, gen_conv (ptr_type_node, args), size_zero_node);
  tree any = build3_loc (f->loc, COND_EXPR, void_type_node,
			 fold_build2 (NE_EXPR, boolean_type_node, count, size_zero_node), several,
			 build_empty_stmt (f->loc));
  gen_if (f, fold_build2 (EQ_EXPR, boolean_type_node, count, size_one_node), one, any);
}

bool
gen_in_thread_p (uint32_t site)
{
  return site && unit.gen->thread_sites.contains (site);
}

/* The workers W of S, which has the captures C, in variables of TYPES.  */
static void
make_workers (struct gen_fn *f, struct imp_stmt *s, struct gen_captures *c, auto_vec<tree> &types,
	      struct gen_worker *w)
{
  w->rec = gen_record_type (types.length (), types.address (), "capture");
  w->base = worker (f, s, w->rec, c, &w->thread, &w->fixed);
  if (f->outer || w->fixed || f->g->cold || !gen_marches_p (f->g->user, s))
    return;
  f->g->wide = true;
  w->wide = worker (f, s, w->rec, c, &w->thread, &w->fixed);
  f->g->wide = false;
}

void
gen_parfor (struct gen_fn *f, struct imp_stmt *s)
{
  struct gen_captures c;
  gen_capture (&c, s);
  auto_vec<tree> values, types;
  for (struct imp_var *v : c.vars)
    values.safe_push (capture_value (f, v));
  for (HOST_WIDE_INT size : c.strides)
    values.safe_push (size_int (size));
  if (f->frame)
    values.safe_push (f->frame);
  if (c.sites)
    values.safe_push (f->sites);
  for (tree v : values)
    types.safe_push (TYPE_MAIN_VARIANT (TREE_TYPE (v)));
  struct gen_worker own = gen_worker ();
  struct gen_worker *w = c.sites || f->outer ? &own : gen_worker_of (f, s);
  if (!w->base)
    make_workers (f, s, &c, types, w);
  f->thread |= w->thread;
  f->fixed |= w->fixed;
  f->g->marches |= w->wide != NULL_TREE;
  tree args = gen_var (f, w->rec, "args");
  TREE_ADDRESSABLE (args) = 1;
  for (unsigned i = 0; i < values.length (); i++)
    gen_set (f, member (args, i), values[i]);
  tree count = gen_expr (f, s->e[0]), cost = gen_expr (f, s->e[1]);
  tree fn = w->wide ? gen_choose_march (f, w->base, w->wide) : build_fold_addr_expr (w->base);
  /* What costs nothing stays in the calling thread, whose variables are meant.  */
  if (w->thread)
    {
      cost = size_zero_node;
      if (s->site)
	unit.gen->thread_sites.add (s->site);
    }
  run_chunks (f, fn, s, build_fold_addr_expr (args), count, cost,
	      !f->g->samples && leaves_p (s, &c));
}

/* --- Procedures ------------------------------------------------------------------------------ */

static tree
result_type (struct imp_proc *proc)
{
  auto_vec<tree> types;
  for (unsigned i = 0; i < proc->nresults; i++)
    types.safe_push (gen_tree_type (proc->results[i]->type));
  if (types.is_empty ())
    return void_type_node;
  return types.length () == 1 ? types[0] : gen_record_type (types.length (), types.address (), "r");
}

/* All failures of a region meet here, whichever chunk they happen in.  */
static void
make_frame (struct gen_fn *f)
{
  tree type = gen_frame_type (), v = gen_var (f, type, "frame");
  TREE_ADDRESSABLE (v) = 1;
  gen_emit (f, build2 (MODIFY_EXPR, type, v, build_constructor (type, NULL)));
  f->frame = build_fold_addr_expr_with_type (v, ptr_type_node);
}

static void
return_results (struct gen_fn *f, struct imp_proc *proc)
{
  tree r = DECL_RESULT (f->decl), type = TREE_TYPE (r), value = NULL_TREE;
  if (proc->nresults == 1)
    value = *f->map->get (proc->results[0]);
  else if (proc->nresults > 1)
    {
      value = gen_var (f, type, "results");
      for (unsigned i = 0; i < proc->nresults; i++)
	gen_set (f, member (value, i), *f->map->get (proc->results[i]));
    }
  gen_emit (f, build1 (RETURN_EXPR, void_type_node,
		       value ? build2 (MODIFY_EXPR, type, r, value) : NULL_TREE));
}

static void
begin_stub (struct gen_fn *f, struct imp_proc *proc)
{
  auto_vec<tree> types;
  auto_vec<const char *> names;
  for (unsigned i = 0; i < proc->nparams; i++)
    {
      types.safe_push (gen_tree_type (proc->params[i]->type));
      names.safe_push (proc->params[i]->name);
    }
  types.safe_push (const_ptr_type_node);
  names.safe_push ("sites");
  if (!f->g->result)
    f->g->result = result_type (proc);
  gen_begin_function (f, f->g->name, f->g->result, types.length (), types.address (),
		      names.address ());
  tree parm = DECL_ARGUMENTS (f->decl);
  for (unsigned i = 0; i < proc->nparams; i++, parm = DECL_CHAIN (parm))
    f->map->put (proc->params[i], parm);
  f->sites = parm;
  for (unsigned i = 0; i < proc->nresults; i++)
    f->map->put (proc->results[i], gen_var (f, gen_tree_type (proc->results[i]->type),
					    proc->results[i]->name));
}

/* --- What a stub does itself ----------------------------------------------------------------- */

static bool
calls_leaf_p (struct imp_expr *e)
{
  bool any = e && e->kind == IMP_EXPR_LEAF;
  for (unsigned i = 0; e && i < e->nargs; i++)
    any |= calls_leaf_p (e->args[i]);
  return any;
}

/* Has B a loop in parallel?  Then it notes in COUNTS how many chunks that has.  */
static bool
has_parfor_p (struct imp_block *b, hash_set<struct imp_var *> *counts)
{
  bool any = false;
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      any |= s->kind == IMP_PARFOR;
      if (s->kind == IMP_PARFOR && s->e[0]->kind == IMP_EXPR_VAR)
	counts->add (s->e[0]->var);
      any |= has_parfor_p (&s->body, counts) | has_parfor_p (&s->orelse, counts);
    }
  return any;
}

/* Does E, between which a loop runs, come from one of COUNTS?  */
static bool
mentions_p (struct imp_expr *e, hash_set<struct imp_var *> *counts)
{
  bool any = e->kind == IMP_EXPR_VAR && counts->contains (e->var);
  for (unsigned i = 0; i < e->nargs; i++)
    any |= mentions_p (e->args[i], counts);
  return any;
}

/* Is B, of a stub, soon done, but for what its workers do?  Loops over chunks are: COUNTS has how
   many there are, and the numbers of those in loops around B.  */
static bool
brief_p (struct imp_block *b, hash_set<struct imp_var *> *counts)
{
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      if (s->kind == IMP_PARFOR)
	continue;
      if (s->kind == IMP_FOR || s->kind == IMP_WHILE)
	{
	  hash_set<struct imp_var *> inside;
	  if (s->kind == IMP_FOR && (mentions_p (s->e[0], counts) || mentions_p (s->e[1], counts)))
	    counts->add (s->var);
	  else if (!has_parfor_p (&s->body, &inside))
	    return false;
	}
      if (calls_leaf_p (s->base) || !brief_p (&s->body, counts) || !brief_p (&s->orelse, counts))
	return false;
      for (struct imp_expr *e : s->e)
	if (calls_leaf_p (e))
	  return false;
      for (unsigned i = 0; i < s->nargs; i++)
	if (calls_leaf_p (s->args[i]))
	  return false;
    }
  return true;
}

/* Does E make a vector and, without memory, not know where?  */
static bool
placeless_p (struct imp_expr *e)
{
  return imp_fn_info[e->fn].site == IMP_SITE_NONE && e->fn != IMP_FN_RETAIN
	 && e->fn != IMP_FN_LEND;
}

/* How many statements of B may fail for want of memory, or because a leaf raises: with more than
   one an error leaves what others have made.  One that does not know where it stands counts
   twice.  */
static unsigned
holdings (struct imp_block *b)
{
  unsigned n = 0;
  for (struct imp_stmt *s = b->first; s; s = s->next)
    {
      struct imp_expr *e = s->kind == IMP_NEW || s->kind == IMP_ASSIGN ? s->e[0] : NULL;
      n += s->kind == IMP_TEMP || s->kind == IMP_VECNEW;
      if (e && e->kind == IMP_EXPR_CALL && e->fn != IMP_FN_KEPT_ROW && type_is_vec (s->var->type))
	n += 1 + placeless_p (e);
      n += e && e->kind == IMP_EXPR_LEAF && (e->leaf->flags & LEAF_MAYFAIL);
      /* More than once.  */
      n += (s->kind == IMP_FOR || s->kind == IMP_WHILE) && holdings (&s->body);
      n += holdings (&s->body) + holdings (&s->orelse);
    }
  return n;
}

/* --- Stubs ----------------------------------------------------------------------------------- */

tree
gen_hand_on (struct gen_fn *f, struct imp_proc *proc, tree stub)
{
  auto_vec<tree> args;
  for (unsigned i = 0; i < proc->nparams; i++)
    args.safe_push (*f->map->get (proc->params[i]));
  args.safe_push (f->sites);
  return build_call_expr_loc_array (f->loc, stub, args.length (), args.address ());
}

/* Where the stub of samples F goes if anything but a sample fails; the region itself will say
   so.  */
static void
place_leave (struct gen_fn *f)
{
  gen_emit (f, build1 (LABEL_EXPR, void_type_node, f->leave));
  if (f->frame)
    gen_emit (f, gen_abi_call (f->loc, ABI_nova_frame_drop, 1, &f->frame));
}

tree
gen_stub (struct gen *g, const struct gen_versions *others)
{
  struct gen_fn fn = gen_fn (), *f = &fn;
  struct imp_proc *proc = g->proc;
  f->g = g;
  g->numbers = imp_numbers_of (g->prog, proc);
  /* What folding assumes about generated code is no news for the user.  */
  fold_defer_overflow_warnings ();
  begin_stub (f, proc);
  if (others)
    gen_choose_version (f, proc, others);
  hash_set<struct imp_var *> counts;
  has_parfor_p (&proc->body, &counts);
  f->brief = brief_p (&proc->body, &counts);
  if (proc->may_fail)
    make_frame (f);
  if (g->samples)
    f->leave = gen_label (f);
  else
    gen_watch_begin (f, proc);
  bool holds = holdings (&proc->body) > 1;
  if (holds)
    {
      tree site = gen_site_of (f, proc->site);
      gen_emit (f, gen_abi_call (f->loc, ABI_nova_own_begin, 1, &site));
    }
  gen_block (f, &proc->body);
  f->loc = g->loc;
  if (g->samples)
    place_leave (f);
  if (holds)
    gen_emit (f, gen_abi_call (f->loc, ABI_nova_own_end, 0, NULL));
  if (!g->samples)
    gen_watch_end (f);
  return_results (f, proc);
  gen_end_function (f);
  fold_undefer_and_ignore_overflow_warnings ();
  return f->decl;
}
