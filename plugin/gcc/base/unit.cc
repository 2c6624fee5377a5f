/* Whether the program uses nova at all, and which functions the plugin made.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A program without nova must compile to the same object, with the same messages, as without the
   plugin.  So code that inspects messages, declarations or functions first tests whether the
   program has used anything of nova's: one of the builtins, an attribute, or nova.h, which says so
   by a pragma.  GCC makes functions itself, clones and bodies of OpenMP's constructs, which are
   artificial like ours; ours have an attribute that no program can write and that -flto
   preserves.  */

#include "base/gcc-compat.h"
#include "nova-gcc.h"
#include "unit.h"
#include "state.h"

/* Nobody can write this: it has a space in it.  */
#define NOVA_MADE "nova made"

struct nova_unit unit;

void
unit_named (void)
{
  unit.base->named = true;
}

bool
unit_nova_p (void)
{
  if (!unit.base->named)
    unit.base->named = op_named_p ();
  return unit.base->named;
}

/* #pragma GCC nova, which nova.h has.  */
static void
handle_pragma (cpp_reader *)
{
  unit_named ();
}

/* PLUGIN_PRAGMAS.  */
void
unit_register_pragma (void)
{
  c_register_pragma ("GCC", "nova", handle_pragma);
}

void
unit_mark_made (tree fn)
{
  if (!unit_made_p (fn))
    DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (NOVA_MADE), NULL_TREE, DECL_ATTRIBUTES (fn));
}

bool
unit_made_p (tree fn)
{
  return fn && TREE_CODE (fn) == FUNCTION_DECL
         && lookup_attribute (NOVA_MADE, DECL_ATTRIBUTES (fn));
}
