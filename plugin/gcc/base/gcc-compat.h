/* Every include of a GCC header, in the order that works, and every difference of versions.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Include first, before any other header.  GCC 11 and 12.  The plugin is also loaded by lto1 and
   cc1plus (dlopen with RTLD_NOW), where the C front end's functions do not exist: all that are used
   are weak here, and the code that calls them runs in cc1 only (nova_plugin_active).  */

#ifndef NOVA_GCC_COMPAT_H
#define NOVA_GCC_COMPAT_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tm.h"
#include "target.h"
#include "tree.h"
/* Before any diagnostic header: they choose their formats by these.  */
#include "c-family/c-common.h"
#include "c-family/c-pragma.h"
#include "c-tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "langhooks.h"
#include "intl.h"
#include "diagnostic.h"
#include "gcc-rich-location.h"
#include "hash-map.h"
#include "hash-set.h"
#include "tree-iterator.h"
#include "tree-pass.h"
#include "context.h"
#include "function.h"
#include "basic-block.h"
#include "cfg.h"
#include "cfghooks.h"
#include "cfganal.h"
#include "cfgloop.h"
#include "dominance.h"
#include "gimple.h"
#include "ssa.h"
#include "gimple-expr.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "gimple-pretty-print.h"
#include "gimple-fold.h"
#include "gimple-ssa.h"
#include "tree-vector-builder.h"
#include "tree-pretty-print.h"
#include "print-tree.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-ssa-alias.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "value-range.h"
#include "cgraph.h"
#include "tree-nested.h"
#include "tree-inline.h"
#include "tree-cfgcleanup.h"
#include "alloc-pool.h"
#include "symbol-summary.h"
#include "tree-vrp.h"
#include "ipa-prop.h"
#include "ipa-fnsummary.h"
#include "ipa-inline.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "builtins.h"
#include "calls.h"
#include "options.h"
#include "file-prefix-map.h"
#include "opts.h"
#include "toplev.h"
#include "output.h"
#include "varasm.h"
#include "spellcheck.h"
#include "realmpfr.h"
#include "internal-fn.h"
#include "tree-affine.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-niter.h"
#include "tree-chrec.h"
#include "tree-scalar-evolution.h"
/* Its macros take names that the others use.  */
#ifdef NOVA_GCC_RTL
#include "rtl.h"
#include "memmodel.h"
#include "emit-rtl.h"
#endif

#if GCCPLUGIN_VERSION_MAJOR < 11 || GCCPLUGIN_VERSION_MAJOR > 12
# error "nova is built for the plugin interfaces of GCC 11 and GCC 12"
#endif

/* The C front end.  */
extern void c_genericize (tree) __attribute__ ((weak));
extern int comptypes (tree, tree) __attribute__ ((weak));
extern tree c_fully_fold (tree, bool, bool *, bool) __attribute__ ((weak));
extern tree common_type (tree, tree) __attribute__ ((weak));
extern tree perform_integral_promotions (tree) __attribute__ ((weak));
extern enum conversion_safety unsafe_conversion_p (tree, tree, tree, bool) __attribute__ ((weak));
extern bool lvalue_p (const_tree) __attribute__ ((weak));
extern tree lookup_name (tree) __attribute__ ((weak));
extern tree xref_tag (enum tree_code, tree) __attribute__ ((weak));
extern stmt_tree current_stmt_tree (void) __attribute__ ((weak));
extern struct cpp_reader *parse_in __attribute__ ((weak));
extern void cpp_define (struct cpp_reader *, const char *) __attribute__ ((weak));
extern cpp_options *cpp_get_options (struct cpp_reader *) __attribute__ ((weak));
extern cpp_hashnode *cpp_lookup (struct cpp_reader *, const unsigned char *, unsigned int)
  __attribute__ ((weak));
extern cpp_callbacks *cpp_get_callbacks (struct cpp_reader *) __attribute__ ((weak));
extern void c_register_pragma (const char *, const char *, pragma_handler_1arg)
    __attribute__ ((weak));
extern void (*lang_post_pch_load) (void) __attribute__ ((weak));
extern const char *pch_file __attribute__ ((weak));
extern c_binding_oracle_function *c_binding_oracle __attribute__ ((weak));
extern tree identifier_global_value (tree) __attribute__ ((weak));

/* No warning that the call STMT reads too much.  */
static inline void
compat_suppress_overread (gimple *stmt)
{
#if GCCPLUGIN_VERSION_MAJOR < 12
  gimple_set_no_warning (stmt, true);
#else
  suppress_warning (stmt);
#endif
}

/* Does CALL say that a variable has no value yet (-ftrivial-auto-var-init)?  */
static inline bool
compat_no_value_p (gcall *call)
{
#if GCCPLUGIN_VERSION_MAJOR < 12
  (void) call;
  return false;
#else
  return gimple_call_internal_p (call, IFN_DEFERRED_INIT);
#endif
}

/* No warning about the artificial T.  */
static inline void
compat_suppress_warnings (tree t)
{
#if GCCPLUGIN_VERSION_MAJOR < 12
  TREE_NO_WARNING (t) = 1;
#else
  suppress_warning (t);
#endif
}

#endif
