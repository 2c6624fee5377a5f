/* Passes of GCC that generated functions go without.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Before inlining GCC optimises each function to learn how large it is and what callers may know of
   it.  Nobody inlines ours, or knows anything of them, and all that is done to them then is done
   again later.  And the stubs, which call workers, are many branches that run once: what finds
   little there, for instruction after instruction, costs more than it saves.  None of these passes
   has a property that others need.  The user's functions go through all of them.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "late.h"

/* Before inlining, for all.  */
static const char *const early[] = { "ealias", "ethread", "evrp", "cddce" };

/* Later, for what is not optimised for loops of its own.  */
static const char *const stub[]
  = { "ce1", "ce2", "ce3", "cse2", "dse1", "dse2", "fwprop2", "ree", "cprop_hardreg" };

template<size_t N>
static bool
listed_p (const char *const (&names)[N], const char *name)
{
  for (const char *n : names)
    if (!strcmp (n, name))
      return true;
  return false;
}

void
late_spare (void *gate, void *)
{
  bool *runs = (bool *) gate;
  if (!*runs || !cfun || !current_pass->name || !unit_made_p (cfun->decl))
    return;
  if (symtab->state < EXPANSION ? listed_p (early, current_pass->name)
      : optimize == 1 && listed_p (stub, current_pass->name))
    *runs = false;
}
