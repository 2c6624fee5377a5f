/* Suppresses warnings about functions that the plugin made.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Stubs, workers and the functions of nova_zip are the plugin's own: warnings about their style or
   about missed optimisations would stop a user of -Werror, who can do nothing about them; and
   warnings about sizes there are about values that a check has excluded.  Only the options below
   are suppressed: what others find in the user's code that is inlined into such a function is still
   reported.

   Nor may such a function keep the static analyzer from finding what there is in the program's own:
   it gives up a unit after a number of states a basic block, and our loops have many.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "diag.h"
#include "state.h"

/* States a basic block; GCC's own limit is 5.  */
enum { STATES = 20 };

static const int options[] =
{
  OPT_Waggregate_return, OPT_Waggressive_loop_optimizations, OPT_Wdisabled_optimization,
  OPT_Wframe_larger_than_, OPT_Winline,
  OPT_Wlarger_than_, OPT_Wnull_dereference, OPT_Wrestrict, OPT_Wstack_protector, OPT_Wstack_usage_,
  OPT_Wstrict_overflow_, OPT_Wstringop_overflow_, OPT_Wsuggest_attribute_cold,
  OPT_Wsuggest_attribute_const,
  OPT_Wsuggest_attribute_format, OPT_Wsuggest_attribute_malloc, OPT_Wsuggest_attribute_noreturn,
  OPT_Wsuggest_attribute_pure, OPT_Wvector_operation_performance, OPT_Wvla_larger_than_
};

/* What has an error is not used any more, and does not return: that says nothing new.  */
static const int behind_errors[] =
{
  OPT_Wunused_variable, OPT_Wunused_parameter, OPT_Wunused_value, OPT_Wunused_but_set_variable,
  OPT_Wunused_but_set_parameter, OPT_Wunused_label
};

static int (*option_enabled_before) (int, unsigned, void *);

/* What the compiler is at belongs to such a function, or calls one.  */
static bool
at_generated_p (void)
{
  if (unit.diag->generating || unit_made_p (current_function_decl))
    return true;
  gimple *stmt = currently_expanding_gimple_stmt;
  return stmt && is_gimple_call (stmt) && unit_made_p (gimple_call_fndecl (stmt));
}

/* OPT warns of how functions like ours look.  The static analyzer is not told that a loop that runs
   reads memory that is there; it looks at functions before any is inlined into another.  */
static bool
of_looks_p (int opt)
{
  for (unsigned i = 0; i < ARRAY_SIZE (options); i++)
    if (opt == options[i])
      return true;
  return strncmp (cl_options[opt].opt_text, "-Wanalyzer-", strlen ("-Wanalyzer-")) == 0;
}

/* The hook of the diagnostics: does option OPT warn?  */
static int
enabled (int opt, unsigned lang_mask, void *state)
{
  if (!unit_nova_p ())
    return option_enabled_before (opt, lang_mask, state);
  if (of_looks_p (opt) && at_generated_p ())
    return 0;
  for (unsigned i = 0; i < ARRAY_SIZE (behind_errors); i++)
    if (opt == behind_errors[i] && misuse_error_here_p ())
      return 0;
  return option_enabled_before (opt, lang_mask, state);
}

void
diag_quiet (bool begin)
{
  unit.diag->generating = begin;
}

void
diag_quiet_start_unit (void)
{
  option_enabled_before = global_dc->option_enabled;
  global_dc->option_enabled = enabled;
  if (flag_analyzer)
    SET_OPTION_IF_UNSET (&global_options, &global_options_set, param_analyzer_bb_explosion_factor,
			 STATES);
}
