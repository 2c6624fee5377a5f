/* The attributes nova_vector and nova_passive.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag/diag.h"
#include "diag/source.h"
#include "frontend.h"

/* The vector type of T, just written.  */
static tree
written_vector (tree t)
{
  tree v = vtype_of (t);
  vtype_note_written (v);
  return v;
}

/* The attribute nova_vector: the type becomes the vector type of it.  nova.h writes it inside a
   type name, where it means the whole of it.  */
static tree
handle_vector (tree node[3], tree name, tree, int, bool *no_add_attrs)
{
  *no_add_attrs = true;
  unit_named ();
  tree t = node[0];
  if (t == error_mark_node)
    return NULL_TREE;
  if (!resolve_target_supported (source_last_written ("nova_vec"), "nova_vec"))
    node[0] = vtype_elem_fault (t) ? error_mark_node : written_vector (t);
  else if (const char *fault = vtype_elem_fault (t))
    {
      error_at (source_last_written ("nova_vec"),
		"%qT cannot be the element type of a vector: it %s", ctype_with_qualifiers (t),
		fault);
      node[0] = error_mark_node;
    }
  else if (node[2] && TREE_CODE (node[2]) != TYPE_DECL && !VAR_P (node[2])
	   && TREE_CODE (node[2]) != PARM_DECL && TREE_CODE (node[2]) != FIELD_DECL)
    error ("attribute %qE belongs inside a type name, as %<nova_vec%> writes it", name);
  else
    node[0] = written_vector (t);
  return NULL_TREE;
}

/* T with the attribute NAME at the functions that it is, points to, or has pointers to as elements;
   NULL_TREE if there are none.  */
static tree
with_attribute (tree t, tree name)
{
  if (TREE_CODE (t) == FUNCTION_TYPE)
    return build_type_attribute_variant (t, tree_cons (name, NULL_TREE, TYPE_ATTRIBUTES (t)));
  if ((TREE_CODE (t) != POINTER_TYPE && TREE_CODE (t) != ARRAY_TYPE) || vtype_elem (t))
    return NULL_TREE;
  tree target = with_attribute (TREE_TYPE (t), name);
  if (!target)
    return NULL_TREE;
  tree result = TREE_CODE (t) == POINTER_TYPE ? build_pointer_type (target)
		: build_array_type (target, TYPE_DOMAIN (t));
  return build_qualified_type (result, TYPE_QUALS (t));
}

/* The attribute nova_passive: the function, or what a pointer, or pointers in an array, point to,
   is taken as passive.  */
static tree
handle_passive (tree *node, tree name, tree args, int flags, bool *no_add_attrs)
{
  unit_named ();
  if (TREE_CODE (*node) == FUNCTION_TYPE || *node == error_mark_node)
    return NULL_TREE;
  *no_add_attrs = true;
  if (tree t = with_attribute (*node, name))
    *node = t;
  else if (flags & ATTR_FLAG_FUNCTION_NEXT)
    return tree_cons (name, args, NULL_TREE);
  else
    warning (OPT_Wattributes, "%qE attribute only applies to function types", name);
  return NULL_TREE;
}

static const struct attribute_spec attributes[] =
{
  /* name, min, max, decl, type, function type, affects identity, handler, exclusions */
  { "nova_vector", 0, 0, false, true, false, true, handle_vector, NULL },
  { "nova_passive", 0, 0, false, true, false, false, handle_passive, NULL }
};

/* PLUGIN_ATTRIBUTES.  GCC loads a file once, however often it is named, but not where it has two
   names, and of two builds it loads both.  */
void
front_register_attributes (void)
{
  if (lookup_attribute_spec (get_identifier (attributes[0].name)))
    fatal_error (UNKNOWN_LOCATION, "nova is loaded twice, under two names");
  for (unsigned i = 0; i < ARRAY_SIZE (attributes); i++)
    register_attribute (&attributes[i]);
}
