/* Passivity: whether a function may be an operand of a builtin, and its properties as a leaf.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A passive function writes only its own locals.  The effects of each function are found by one
   walk over its statements (passive-walk.cc); recursive functions are walked again up to a fixed
   point, starting from the assumption that they have none.  The first forbidden statement is
   remembered with its location, for the note.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "diag/diag.h"
#include "diag/source.h"
#include "base/unit.h"
#include "leaf.h"
#include "passive.h"
#include "state.h"
#include "core/fir/fir.h"

/* Can the statements of FN be looked at, and are they what is called?  */
static bool
body_known_p (tree fn)
{
  struct function *fun = DECL_STRUCT_FUNCTION (fn);
  return fun && fun->cfg && gimple_in_ssa_p (fun) && !DECL_WEAK (fn);
}

static tree
alias_target (tree fn)
{
  struct cgraph_node *node = cgraph_node::get (fn);
  return node && node->alias && node->analyzed && !DECL_WEAK (fn)
	 ? node->ultimate_alias_target ()->decl : fn;
}

/* E of DECL as if it did nothing.  Recursion may go on for ever.  */
static void
clear (struct effects *e, tree decl, bool walked, bool recursive)
{
  memset (e, 0, sizeof *e);
  e->decl = decl;
  e->walked = walked;
  e->recursive = recursive;
  e->total = !recursive;
}

static bool
same_points_p (const struct points *a, const struct points *b)
{
  if (a->own != b->own || a->nowhere != b->nowhere || a->params != b->params
      || a->elsewhere != b->elsewhere || a->vector != b->vector || a->nways != b->nways)
    return false;
  for (unsigned k = 0; k < a->nways; k++)
    if (a->ways[k].param != b->ways[k].param || a->ways[k].offset != b->ways[k].offset)
      return false;
  return true;
}

/* Walk E again with what is known now; true if that brought something new.  */
static bool
again (struct effects *e)
{
  struct effects old = *e;
  clear (e, old.decl, true, old.recursive);
  effects_walk (e);
  e->cost = old.cost;
  return e->writes != old.writes || e->reads != old.reads || e->reads_memory != old.reads_memory
	 || e->far_reads != old.far_reads || !same_points_p (&e->far_writes, &old.far_writes)
	 || !same_points_p (&e->returned, &old.returned) || !same_points_p (&e->stored, &old.stored)
	 || e->nglobals != old.nglobals || e->reads_thread != old.reads_thread
	 || e->may_fail != old.may_fail || e->raises != old.raises || e->loops != old.loops
	 || e->total != old.total || e->bad.kind != old.bad.kind;
}

static void
walk_all_again (void)
{
  bool changed = true;
  while (changed)
    {
      changed = false;
      for (struct effects *f : unit.passive->fresh)
	changed |= again (f);
    }
}

/* Walk FRESH again until nothing new is found, if any of them depended on one that was still being
   walked.  What seemed wrong while little was known of pointers is looked for once more.  */
static void
settle (void)
{
  bool needed = false;
  for (struct effects *f : unit.passive->fresh)
    needed |= f->recursive;
  if (needed)
    {
      walk_all_again ();
      for (struct effects *f : unit.passive->fresh)
	f->bad.kind = MISDEED_NONE;
      walk_all_again ();
    }
  unit.passive->fresh.truncate (0);
}

struct effects *
effects_of (tree fn)
{
  fn = alias_target (fn);
  struct passive_state *p = unit.passive;
  if (struct effects **e = p->known.get (fn))
    {
      (*e)->recursive |= (*e)->walking;
      return *e;
    }
  struct effects *e = XNEW (struct effects);
  clear (e, fn, body_known_p (fn) && !passive_declared_p (fn) && !passive_library_p (fn), false);
  p->known.put (fn, e);
  if (!e->walked)
    {
      effects_declared (e);
      return e;
    }
  p->fresh.safe_push (e);
  p->depth++;
  e->walking = true;
  effects_walk (e);
  e->walking = false;
  if (--p->depth == 0)
    settle ();
  return e;
}

/* --- Messages ------------------------------------------------------------------------------- */

/* How a message calls FN: the name of a lambda is none that the user gave.  xmalloc'd.  */
static char *
function_text (tree fn)
{
  const char *name = fn ? IDENTIFIER_POINTER (DECL_NAME (fn)) : NULL;
  if (!name)
    return xstrdup ("the function");
  if (strncmp (name, "nova_lambda_", 12) == 0)
    return xstrdup ("the lambda");
  return xasprintf ("function %s%s%s", open_quote, name, close_quote);
}

/* The name of what is written, as far as it has one; NULL otherwise.  xmalloc'd.  */
static char *
place_text (tree t)
{
  while (t && handled_component_p (t))
    t = TREE_OPERAND (t, 0);
  if (!t)
    return NULL;
  if (DECL_P (t))
    return DECL_NAME (t) ? xstrdup (IDENTIFIER_POINTER (DECL_NAME (t))) : NULL;
  if (TREE_CODE (t) == ADDR_EXPR)
    return place_text (TREE_OPERAND (t, 0));
  bool memory = TREE_CODE (t) == MEM_REF || TREE_CODE (t) == TARGET_MEM_REF;
  tree pointer = memory ? TREE_OPERAND (t, 0) : t;
  if (TREE_CODE (pointer) == ADDR_EXPR)
    return place_text (pointer);
  /* From an element to the array.  */
  gimple *def = TREE_CODE (pointer) == SSA_NAME ? SSA_NAME_DEF_STMT (pointer) : NULL;
  if (def && !SSA_NAME_VAR (pointer) && is_gimple_assign (def)
      && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR)
    pointer = gimple_assign_rhs1 (def);
  tree var = TREE_CODE (pointer) == SSA_NAME ? SSA_NAME_VAR (pointer) : NULL_TREE;
  return var && DECL_NAME (var) ? xasprintf ("*%s", IDENTIFIER_POINTER (DECL_NAME (var))) : NULL;
}

/* Why FN must not be called, as its attribute error says; NULL if it may.  */
static const char *
why_not (tree fn)
{
  tree attr = fn && TREE_CODE (fn) == FUNCTION_DECL
	      ? lookup_attribute ("error", DECL_ATTRIBUTES (fn)) : NULL_TREE;
  return attr ? TREE_STRING_POINTER (TREE_VALUE (TREE_VALUE (attr))) : NULL;
}

/* What V is, to follow the function in a message.  xmalloc'd.  */
static char *
misdeed_text (const struct violation *v)
{
  char *what = v->what ? place_text (v->what) : NULL, *text = NULL;
  /* The compiler may have put another function in the place of the one that is written.  Nested
     functions know only where a macro is used: its name is not what is called.  */
  bool called = false;
  location_t written = linemap_resolve_location (line_table, v->loc, LRK_SPELLING_LOCATION, NULL);
  char *word = v->what && TREE_CODE (v->what) == FUNCTION_DECL && fndecl_built_in_p (v->what)
	       && op_resolved (v->what) == NOVA_OP_NONE ? source_word (written, &called) : NULL;
  if (word && called && !source_macro (written))
    {
      free (what);
      what = word;
    }
  else
    free (word);
  switch (v->kind)
    {
    case MISDEED_WRITE:
    case MISDEED_LEND:
      text = what ? xasprintf ("writes to %s%s%s", open_quote, what, close_quote)
		  : xstrdup ("writes to memory that is not its own");
      break;
    case MISDEED_CALL:
      if (const char *why = why_not (v->what))
	text = xasprintf ("calls %s%s%s: %s", open_quote, what, close_quote, why);
      else
	text = what ? xasprintf ("calls %s%s%s, which is not known to be passive", open_quote,
				 what, close_quote)
		    : xstrdup ("does what is not known to be passive");
      break;
    case MISDEED_OUTPUT:
      text = xasprintf ("calls %s%s%s", open_quote, what, close_quote);
      break;
    case MISDEED_POINTER:
      text = xstrdup ("calls through a pointer whose type is not passive");
      break;
    case MISDEED_VOLATILE:
      text = what ? xasprintf ("accesses the volatile %s%s%s", open_quote, what, close_quote)
		  : xstrdup ("accesses volatile memory");
      break;
    case MISDEED_ASM:
      text = xstrdup ("has an asm statement that may do more than give a value");
      break;
    case MISDEED_NONE:
      gcc_unreachable ();
    }
  free (what);
  return text;
}

/* The notes behind an error about function FN: where, and by which way.  */
static void
explain (tree fn, const struct violation *v)
{
  if (v->fn != fn)
    inform (v->loc, "here, in %qs", IDENTIFIER_POINTER (DECL_NAME (v->fn)));
  else
    inform (v->loc, "here");
  if (v->via != UNKNOWN_LOCATION)
    inform (v->via, "called from here");
  if (v->kind == MISDEED_CALL && v->what && !fndecl_built_in_p (v->what)
      && !why_not (v->what) && !in_system_header_at (DECL_SOURCE_LOCATION (v->what)))
    inform (DECL_SOURCE_LOCATION (v->what), "if %qs only reads, declare it %<nova_passive%>",
	    IDENTIFIER_POINTER (DECL_NAME (v->what)));
  else if (v->kind == MISDEED_LEND)
    inform (v->loc, "a callee that only reads what it is given takes a pointer to const");
  else if (v->kind == MISDEED_OUTPUT)
    inform (v->loc, "output is admitted under %<-fplugin-arg-nova-debug%>");
}

/* FN, operand K of S, does V.  */
static void
report (struct nova_call_site *s, unsigned k, tree fn, const struct violation *v)
{
  char *name = function_text (fn), *text = misdeed_text (v);
  error_at (source_site_operand (s, k), "%s passed to %qs %s", name, op_site_name (s->op), text);
  explain (fn, v);
  free (name);
  free (text);
}

/* FN, operand K of S, has no body that could be looked at and is not declared passive; NULL_TREE:
   it is what a pointer points to.  */
static void
report_unknown (struct nova_call_site *s, unsigned k, tree fn)
{
  char *name = function_text (fn);
  const char *why = why_not (fn);
  if (fn && DECL_WEAK (fn) && gimple_has_body_p (fn) && !why)
    error_at (source_site_operand (s, k),
	      "%s passed to %qs is weak, so that another definition may be used, and not declared "
	      "%<const%>, %<pure%> or %<nova_passive%>", name, op_site_name (s->op));
  else if (why)
    error_at (source_site_operand (s, k), "%s passed to %qs: %s", name, op_site_name (s->op), why);
  else
    error_at (source_site_operand (s, k),
	      fn ? G_("%s passed to %qs is not defined here, and not declared %<const%>, %<pure%> "
		      "or %<nova_passive%>")
		 : G_("%s passed to %qs is called through a pointer, whose type is not declared "
		      "%<const%> or %<nova_passive%>"),
	      name, op_site_name (s->op));
  if (fn && !why)
    inform (DECL_SOURCE_LOCATION (fn), "declared here");
  free (name);
}

/* --- The answers ---------------------------------------------------------------------------- */

/* The parameters through which function operand K of S may write: the row that it updates.  */
static uint64_t
writable (struct nova_call_site *s, unsigned k)
{
  return s->op == NOVA_OP_UPDATE_ROWS ? param_bit (s->fn[k - 1].nbound) : 0;
}

static bool
check (struct nova_call_site *s, unsigned k, tree fn)
{
  uint64_t own = writable (s, k);
  if (!fn)
    {
      if (passive_pointer_p (s->fn[k - 1].type))
	return true;
      report_unknown (s, k, NULL_TREE);
      return false;
    }
  struct effects *e = effects_of (fn);
  if (!e->walked && e->bad.kind == MISDEED_CALL)
    report_unknown (s, k, fn);
  else if (e->bad.kind != MISDEED_NONE)
    report (s, k, fn, &e->bad);
  else if (e->walked && (e->writes & ~own))
    report (s, k, fn, e->first_write & ~own ? &e->param_write : &e->other_write);
  else if (e->walked && e->far_writes.nways)
    report (s, k, fn, &e->far_write);
  else
    return true;
  return false;
}

/* Clones of a function repeat its sites: each is checked, and reported, once.  */
bool
passive_check (tree fndecl, unsigned site, unsigned k)
{
  bool existed;
  bool &good = unit.passive->checked.get_or_insert (site * SITE_MAX_FNS + k, &existed);
  if (!existed)
    good = check (site_get (site), k, fndecl);
  return good;
}

unsigned
passive_leaf_flags (tree fndecl, unsigned *cost)
{
  struct effects *e = effects_of (fndecl);
  bool bad = e->bad.kind != MISDEED_NONE || (e->walked && e->writes) || e->far_writes.nways;
  bool far = e->reads_memory || e->far_reads;
  bool reads = far || e->reads || e->nglobals || bad;
  unsigned flags = 0;
  *cost = MAX (e->cost, 1);
  if (!reads)
    flags |= LEAF_CONST;
  else if (!bad && !far)
    flags |= LEAF_BOUNDED;
  if (e->may_fail || (bad && !e->walked))
    flags |= LEAF_MAYFAIL;
  if (!reads && !e->may_fail && e->total)
    flags |= LEAF_SPECULATE;
  if (e->loops)
    flags |= LEAF_LOOPS;
  return flags;
}

bool
passive_raises_p (tree fndecl)
{
  struct effects *e = effects_of (fndecl);
  return e->raises || (e->bad.kind != MISDEED_NONE && !e->walked);
}

/* Is no value of TYPE, or part of one, as wide as a pointer, unless it is a floating-point number?
   An integer may have been one.  */
static bool
holds_no_pointer_p (tree type)
{
  if (SCALAR_FLOAT_TYPE_P (type))
    return true;
  if (RECORD_OR_UNION_TYPE_P (type))
    {
      for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
	if (TREE_CODE (f) == FIELD_DECL && !holds_no_pointer_p (TREE_TYPE (f)))
	  return false;
      return true;
    }
  return INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) < POINTER_SIZE;
}

bool
passive_reads_rows_p (tree fndecl, unsigned k)
{
  tree p = DECL_ARGUMENTS (fndecl);
  while (p && k-- > 0)
    p = DECL_CHAIN (p);
  return p && vtype_elem (TREE_TYPE (p)) && holds_no_pointer_p (vtype_base (TREE_TYPE (p)));
}

bool
passive_reads_param (tree fndecl, unsigned k)
{
  return (effects_of (fndecl)->reads & param_bit (k < CHAIN_PARAM ? k : LAST_PARAM_BIT)) != 0;
}

bool
passive_reads_thread (tree fndecl)
{
  return effects_of (fndecl)->reads_thread;
}

tree
passive_reads_global (tree fndecl, unsigned k)
{
  struct effects *e = effects_of (fndecl);
  return k < e->nglobals ? e->globals[k] : NULL_TREE;
}
