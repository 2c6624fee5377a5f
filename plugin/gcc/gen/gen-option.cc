/* The options of generated functions and of the clones that they call.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Where the user asks for speed at all, loops get the vectoriser's settings of -O3: they are the
   reason to use nova.  Floating-point operations are assumed not to trap, or a conditional in a
   function operand would keep its loop from being vectorised: exception flags belong to a thread,
   and the thread that runs a chunk is unspecified.  Loops begin where few of them cross a line of
   code.  Options that the user gives explicitly stay; so does everything at -O0, -Os and -Og.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "gen.h"

/* Did the user write -fno-tree-vectorize (last)?  The flags that it stands for do not say.  */
static bool
vectorizing_off_p (void)
{
  bool off = false;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    if (save_decoded_options[i].opt_index == OPT_ftree_vectorize)
      off = !save_decoded_options[i].value;
  return off;
}

/* The vectoriser's settings of -O3 in OPTS, but for those that the user gave.  -O3 is more than its
   number: without the unrolling and peeling accumulators stay in memory.  */
static void
raise_options (struct gcc_options *opts, struct gcc_options *set)
{
#define RAISE(FLAG, VALUE) if (!set->x_##FLAG) opts->x_##FLAG = VALUE
  opts->x_optimize = 3;
  if (!vectorizing_off_p ())
    {
      RAISE (flag_tree_loop_vectorize, 1);
      RAISE (flag_tree_slp_vectorize, 1);
    }
  if (!option.strict_math)
    RAISE (flag_trapping_math, 0);
  RAISE (flag_vect_cost_model, VECT_COST_MODEL_DYNAMIC);
  /* Peeled for alignment, a loop of 32 lanes is no longer one of 32: its lanes go to memory.  */
  RAISE (param_vect_max_peeling_for_alignment, 0);
  RAISE (flag_tree_loop_distribution, 1);
  RAISE (flag_tree_loop_distribute_patterns, 1);
  RAISE (flag_inline_functions, 1);
  RAISE (flag_inline_small_functions, 1);
  RAISE (flag_cunroll_grow_size, 1);
  RAISE (flag_peel_loops, 1);
  RAISE (flag_predictive_commoning, 1);
  RAISE (flag_split_loops, 1);
  RAISE (flag_unswitch_loops, 1);
  RAISE (flag_version_loops_for_strides, 1);
  RAISE (flag_tree_partial_pre, 1);
  RAISE (flag_tree_pre, 1);
  RAISE (flag_tree_vrp, 1);
  RAISE (flag_gcse_after_reload, 1);
  RAISE (flag_schedule_insns_after_reload, 1);
  RAISE (flag_rerun_cse_after_loop, 1);
  RAISE (flag_expensive_optimizations, 1);
#undef RAISE
}

/* Loops, which are all that a worker does, begin a line of code of the cache, so that one of up to
   64 bytes lies in a single line: across two it takes up to half as long again.  And so does the
   function, so that how fast it is does not depend on the code before it.  What the user asked for
   stays.  */
static void
align_code (struct gcc_options *opts, struct gcc_options *set)
{
  if (opts->x_flag_align_functions && !set->x_str_align_functions)
    opts->x_str_align_functions = "64";
  if (opts->x_flag_align_loops && !set->x_str_align_loops)
    opts->x_str_align_loops = "64";
}

/* Code that seldom runs is to be small and soon made.  A stub without work of its own is to be soon
   made, too, but short vectors spend their time there: which of its branches are taken together is
   worth knowing.  */
static void
lower_options (struct gcc_options *opts, struct gcc_options *set, bool seldom)
{
#define LOWER(FLAG) if (!set->x_##FLAG) opts->x_##FLAG = 0
  opts->x_optimize = 1;
  LOWER (flag_tree_loop_vectorize);
  LOWER (flag_tree_slp_vectorize);
  LOWER (flag_tree_pre);
  LOWER (flag_tree_vrp);
  LOWER (flag_code_hoisting);
  LOWER (flag_gcse);
  LOWER (flag_rerun_cse_after_loop);
  LOWER (flag_expensive_optimizations);
  LOWER (flag_schedule_insns_after_reload);
  LOWER (flag_store_merging);
  if (seldom)
    LOWER (flag_thread_jumps);
#undef LOWER
}

bool
gen_raises_p (tree fn)
{
  struct cl_optimization *o = opts_for_fn (fn);
  return o->x_optimize && !o->x_optimize_size && !o->x_optimize_debug;
}

/* With TWINS any vector code is worth it: to GCC's cost model a call of exp is one instruction.  */
tree
gen_options (tree fn, bool twins, enum gen_speed speed)
{
  if (!gen_raises_p (fn))
    return DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn);
  struct gcc_options opts = global_options, set = global_options_set;
  cl_optimization_restore (&opts, &set, opts_for_fn (fn));
  if (speed == GEN_WORK)
    {
      raise_options (&opts, &set);
      align_code (&opts, &set);
    }
  else
    lower_options (&opts, &set, speed == GEN_SELDOM);
  if (speed == GEN_WORK && twins && !set.x_flag_vect_cost_model)
    opts.x_flag_vect_cost_model = VECT_COST_MODEL_UNLIMITED;
  return build_optimization_node (&opts, &set);
}
