/* The instrumentation of a stub: NOVA_PROFILE, NOVA_TRACE, NOVA_CHECK.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Every call is behind a test of nova_watching, a word of the library that is 0 in an ordinary run:
   one load and a branch never taken, outside of all loops.  The stub of samples is called there,
   too (plugin/core/pass/sample/sample.c).  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "nova/abi.h"
#include "gen.h"
#include "state.h"

static tree
watching (void)
{
  return gen_library_word (unit.gen->watching, "nova_watching");
}

/* What F appends from SAVED's gen_push on happens only if somebody watches.  */
static void
if_watched (struct gen_fn *f, tree saved)
{
  tree calls = gen_pop (f, saved);
  tree on = build_call_expr_loc (f->loc, builtin_decl_explicit (BUILT_IN_EXPECT), 2,
				 gen_conv (long_integer_type_node, watching ()),
				 build_zero_cst (long_integer_type_node));
  gen_if (f, gen_truth (on), calls, NULL_TREE);
}

static tree
watch_type (void)
{
  tree &type = unit.gen->watch_type;
  if (!type)
    {
      tree words = build_array_type_nelts (uint64_type_node,
					   sizeof (struct nova_watch) / sizeof (uint64_t));
      type = gen_record_type (1, &words, "watch");
      gcc_assert (int_size_in_bytes (type) == sizeof (struct nova_watch));
    }
  return type;
}

/* The pointers that F, the stub of PROC, is given are looked at.  */
static void
check_pointers (struct gen_fn *f, struct imp_proc *proc)
{
  for (unsigned i = 0; i < proc->nparams; i++)
    {
      const struct type *t = proc->params[i]->type;
      if (t->kind != TYPE_PTR || !t->elem || t->elem->align <= 1)
	continue;
      tree args[] = { *f->map->get (proc->params[i]), size_int (t->elem->align), f->region };
      gen_emit (f, gen_abi_call (f->loc, ABI_nova_watch_pointer, 3, args));
    }
}

/* F, the stub of PROC, has its operators tried if NOVA_CHECK asks for it.  */
static void
call_sampler (struct gen_fn *f, struct imp_proc *proc)
{
  tree saved = gen_push (f);
  gen_emit (f, gen_hand_on (f, proc, f->g->sampler));
  tree call = gen_pop (f, saved);
  tree on = build2 (BIT_AND_EXPR, integer_type_node, watching (),
		    build_int_cst (integer_type_node, NOVA_WATCH_CHECK));
  gen_if (f, gen_truth (on), call, NULL_TREE);
}

void
gen_watch_begin (struct gen_fn *f, struct imp_proc *proc)
{
  f->watch = gen_var (f, watch_type (), "watch");
  TREE_ADDRESSABLE (f->watch) = 1;
  f->region = f->sites;
  tree saved = gen_push (f);
  check_pointers (f, proc);
  if (f->g->sampler)
    call_sampler (f, proc);
  tree args[] = { build_fold_addr_expr (f->watch), f->region };
  gen_emit (f, gen_abi_call (f->loc, ABI_nova_watch_enter, 2, args));
  if_watched (f, saved);
}

/* What the calls have in common that say a number, N.  */
static void
say (struct gen_fn *f, enum abi_fn fn, tree n)
{
  if (!f->watch)
    return;
  tree saved = gen_push (f);
  gen_emit (f, gen_abi_call (f->loc, fn, 1, &n));
  if_watched (f, saved);
}

void
gen_watch_loop (struct gen_fn *f, tree n)
{
  say (f, ABI_nova_watch_loop, n);
}

void
gen_watch_moved (struct gen_fn *f, tree bytes)
{
  say (f, ABI_nova_watch_moved, bytes);
}

void
gen_watch_end (struct gen_fn *f)
{
  tree w = build_fold_addr_expr (f->watch), saved = gen_push (f);
  gen_emit (f, gen_abi_call (f->loc, ABI_nova_watch_leave, 1, &w));
  if_watched (f, saved);
}
