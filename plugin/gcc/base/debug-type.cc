/* Vector types for debuggers: pointers to the library's struct nova_vec.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   GCC describes types while the front end runs, when ours are opaque, and it emits no description
   of an opaque type: a debugger could not even show the frame of a function that has a vector.  So
   each gets the description of another type beforehand.  The struct is left incomplete; debuggers
   find it in the library.  */

#include "base/gcc-compat.h"
#include "nova-gcc.h"
#include "unit.h"
#include "state.h"

#include "debug.h"

static tree
pointer_to_descriptor (void)
{
  tree &pointer = unit.base->descriptor_pointer;

  if (!pointer)
    {
      tree record = make_node (RECORD_TYPE);
      tree decl = build_decl (input_location, TYPE_DECL, NULL_TREE, record);

      TYPE_NAME (record) = get_identifier ("nova_vec");
      TYPE_STUB_DECL (record) = decl;
      pointer = build_pointer_type (record);
      root_keep (pointer);
    }
  return pointer;
}

/* Describe the new vector type T as a typedef of its name.  */
void
vtype_debug (tree t)
{
  if (debug_hooks != &dwarf2_debug_hooks || debug_info_level < DINFO_LEVEL_NORMAL)
    return;
  tree alias = build_variant_type_copy (pointer_to_descriptor ());
  tree decl = build_decl (input_location, TYPE_DECL, DECL_NAME (TYPE_NAME (t)), alias);

  DECL_ORIGINAL_TYPE (decl) = pointer_to_descriptor ();
  TYPE_NAME (alias) = decl;
  debug_hooks->type_decl (decl, 0);
  TYPE_SYMTAB_DIE (t) = TYPE_SYMTAB_DIE (alias);
}
