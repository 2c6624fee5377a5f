/* Entry of the plugin: options, callbacks, the pass.  The versions were compared by loader.cc.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   g++ and the link step of -flto load the plugin too, if it is in their command line; g++ gets
   nothing of it, the link step only the pass that runs before the loop vectoriser.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "front/frontend.h"
#include "region/region.h"
#include "late/late.h"
#include "entry.h"

static struct plugin_info nova_info =
{
  NOVA_VERSION_STRING,
  "Data-parallel builtins for C.  -fplugin-arg-nova-help lists the options."
};

/* This is cc1, not cc1plus or lto1.  */
static bool
c_compiler_p (void)
{
  return lang_GNU_C ();
}

/* This is the link step of -flto: cc1 has read the options already.  */
static bool
link_step_p (void)
{
  return !strcmp (lang_hooks.name, "GNU GIMPLE");
}

/* PLUGIN_START_UNIT.  */
static void
start_unit (void *, void *)
{
  entry_start_unit ();
  op_start_unit ();
  resolve_start_unit ();
  site_start_unit ();
  misuse_start_unit ();
  diag_quiet_start_unit ();
  followup_start_unit ();
  entry_pch_start_unit ();
}

/* PLUGIN_FINISH_DECL.  */
static void
finish_declaration (void *decl, void *)
{
  if (unit_nova_p ())
    misuse_check_variable ((tree) decl);
}

/* PLUGIN_PRAGMAS is the only event before preprocessing that -E has too.  Text that is preprocessed
   already takes no definition.  Under -g3 the debug information would hear of it, which does not
   exist yet.  */
static void
define_macro (void)
{
  static bool done;		/* asked before the unit starts */
  if (done || cpp_get_options (parse_in)->preprocessed)
    return;
  done = true;
  char *text = xasprintf ("__NOVA__=%d", NOVA_VERSION_NUMBER);
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  auto heard = callbacks->define;
  if (!flag_preprocess_only)
    callbacks->define = NULL;
  cpp_define (parse_in, text);
  callbacks->define = heard;
  free (text);
}

/* PLUGIN_PRAGMAS.  */
static void
pragmas (void *, void *)
{
  define_macro ();
  unit_register_pragma ();
}

static void
register_attributes (void *, void *)
{
  front_register_attributes ();
}

/* PLUGIN_GGC_MARKING.  */
static void
mark (void *, void *)
{
  root_mark ();
  site_mark ();
  misuse_mark ();
}

/* PLUGIN_PRE_GENERICIZE.  */
static void
pre_genericize (void *fndecl, void *)
{
  if (unit_nova_p ())
    front_function ((tree) fndecl);
}

/* PLUGIN_ALL_IPA_PASSES_START.  */
static void
end_of_parsing (void *, void *)
{
  vtype_end_of_parsing ();
}

static const pass_data region_pass_data =
{
  SIMPLE_IPA_PASS, "nova", OPTGROUP_IPA, TV_NONE, 0, 0, 0, 0, 0
};

/* Right after all functions have reached SSA form, before anything has been optimised: the
   builtins are replaced here, at every optimisation level.  */
class region_pass : public simple_ipa_opt_pass
{
public:
  region_pass (gcc::context *ctxt) : simple_ipa_opt_pass (region_pass_data, ctxt) {}
  /* A report that says nothing is still one.  */
  bool gate (function *) final override
  {
    return (unit_nova_p () || option.report) && !seen_error ();
  }
  unsigned execute (function *) final override { region_pass_execute (); return 0; }
};

static const pass_data pairs_pass_data =
{
  GIMPLE_PASS, "nova-pairs", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

/* When functions have been inlined and structures are in pieces.  */
class pairs_pass : public gimple_opt_pass
{
public:
  pairs_pass (gcc::context *ctxt) : gimple_opt_pass (pairs_pass_data, ctxt) {}
  bool gate (function *) final override { return unit_nova_p (); }
  unsigned execute (function *) final override { return late_own_pairs (); }
};

static const pass_data checks_pass_data =
{
  GIMPLE_PASS, "nova-checks", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

/* First of the passes over loops; what it leaves without a check is vectorised.  */
class checks_pass : public gimple_opt_pass
{
public:
  checks_pass (gcc::context *ctxt) : gimple_opt_pass (checks_pass_data, ctxt) {}
  bool gate (function *) final override { return unit_nova_p () && flag_tree_loop_vectorize; }
  unsigned execute (function *) final override { return late_index_checks (); }
};

static const pass_data gather_pass_data =
{
  GIMPLE_PASS, "nova-gather", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

/* Right before the loops' vectorizer, so that nothing undoes it; in functions of our own.  */
class gather_pass : public gimple_opt_pass
{
public:
  gather_pass (gcc::context *ctxt) : gimple_opt_pass (gather_pass_data, ctxt) {}
  bool gate (function *fn) final override { return unit_made_p (fn->decl); }
  unsigned execute (function *) final override { return late_gather () | late_masks (); }
};

static const pass_data zeros_pass_data =
{
  RTL_PASS, "nova-zeros", OPTGROUP_NONE, TV_NONE, PROP_rtl, 0, 0, 0, 0
};

/* As soon as there is RTL; in functions of our own.  */
class zeros_pass : public rtl_opt_pass
{
public:
  zeros_pass (gcc::context *ctxt) : rtl_opt_pass (zeros_pass_data, ctxt) {}
  bool gate (function *fn) final override { return unit_made_p (fn->decl); }
  unsigned execute (function *) final override { return late_mask_zeros (); }
};

/* The link step of -flto needs these, too.  */
static void
register_late_passes (const char *name)
{
  static struct register_pass_info vect, rtl;
  vect.pass = new gather_pass (g);
  vect.reference_pass_name = "vect";
  vect.ref_pass_instance_number = 1;
  vect.pos_op = PASS_POS_INSERT_BEFORE;
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &vect);
  rtl.pass = new zeros_pass (g);
  rtl.reference_pass_name = "expand";
  rtl.ref_pass_instance_number = 1;
  rtl.pos_op = PASS_POS_INSERT_AFTER;
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &rtl);
}

static void
register_callbacks (const char *name)
{
  static struct register_pass_info where;
  where.pass = new region_pass (g);
  where.reference_pass_name = "build_ssa_passes";
  where.ref_pass_instance_number = 1;
  where.pos_op = PASS_POS_INSERT_AFTER;
  static struct register_pass_info late;
  late.pass = new pairs_pass (g);
  late.reference_pass_name = "pre";
  late.ref_pass_instance_number = 1;
  late.pos_op = PASS_POS_INSERT_AFTER;
  static struct register_pass_info loops;
  loops.pass = new checks_pass (g);
  loops.reference_pass_name = "unswitch";
  loops.ref_pass_instance_number = 1;
  loops.pos_op = PASS_POS_INSERT_BEFORE;
  diag_late_found_by (front_find_errors);
  register_callback (name, PLUGIN_PRAGMAS, pragmas, NULL);
  register_callback (name, PLUGIN_START_UNIT, start_unit, NULL);
  register_callback (name, PLUGIN_ATTRIBUTES, register_attributes, NULL);
  register_callback (name, PLUGIN_FINISH_DECL, finish_declaration, NULL);
  register_callback (name, PLUGIN_PRE_GENERICIZE, pre_genericize, NULL);
  register_callback (name, PLUGIN_ALL_IPA_PASSES_START, end_of_parsing, NULL);
  register_callback (name, PLUGIN_GGC_MARKING, mark, NULL);
  register_callback (name, PLUGIN_OVERRIDE_GATE, late_spare, NULL);
  register_callback (name, PLUGIN_FINISH, entry_pch_finish, NULL);
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &where);
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &late);
  register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &loops);
}

/* What the loader calls, once it knows that the compiler is the right one.  */
extern "C" int
nova_main_init (struct plugin_name_args *info, struct plugin_gcc_version *)
{
  entry_start_unit ();
  register_callback (info->base_name, PLUGIN_INFO, NULL, &nova_info);
  if (!link_step_p ())
    entry_read_options (info->argc, info->argv);
  if (c_compiler_p ())
    register_callbacks (info->base_name);
  if (c_compiler_p () || link_step_p ())
    register_late_passes (info->base_name);
  return 0;
}
