/* The entry points of libnovart as declarations.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The type of a declaration is derived from the row of abi.def by the C++ compiler.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/abi.h"
#include "base/unit.h"
#include "base/state.h"
#include "nova/abi.h"

template<typename T> struct abi_tree;
template<> struct abi_tree<void> { static tree get () { return void_type_node; } };
template<> struct abi_tree<int> { static tree get () { return integer_type_node; } };
template<> struct abi_tree<unsigned> { static tree get () { return unsigned_type_node; } };
template<> struct abi_tree<unsigned long> { static tree get () { return size_type_node; } };
template<> struct abi_tree<long> { static tree get () { return ptrdiff_type_node; } };
template<typename T> struct abi_tree<T *> { static tree get () { return ptr_type_node; } };
template<typename T> struct abi_tree<const T *>
{ static tree get () { return const_ptr_type_node; } };

template<typename T> struct abi_function;
template<typename R, typename... A> struct abi_function<R (A...)>
{
  static tree
  get ()
  {
    tree args[] = { abi_tree<A>::get ()..., NULL_TREE };
    return build_function_type_array (abi_tree<R>::get (), sizeof... (A), args);
  }
};

template<typename R, typename... A> struct abi_function<R (A..., ...)>
{
  static tree
  get ()
  {
    tree args[] = { abi_tree<A>::get ()..., NULL_TREE };
    return build_varargs_function_type_array (abi_tree<R>::get (), sizeof... (A), args);
  }
};

struct abi_row
{
  const char *name;
  tree (*type) ();
  const char *attrs;
};

static const struct abi_row abi_rows[] = {
#define NOVA_ABI(RET, NAME, PARAMS, ATTRS, DOC) \
  { #NAME, abi_function<RET PARAMS>::get, #ATTRS },
#include "nova/abi.def"
#undef NOVA_ABI
};

/* As NOVA_BORROWS says; without it GCC warns of elements that are written after they are
   viewed.  */
static void
borrows_first (tree d)
{
  tree args = tree_cons (NULL_TREE, get_identifier ("none"),
			 build_tree_list (NULL_TREE, integer_one_node));
  decl_attributes (&d, tree_cons (get_identifier ("access"), args, NULL_TREE), 0);
}

/* As NOVA_FETCHES says, in the letters of the middle end: no other effects; reads through the
   first; the second is no pointer; writes the third; reads the fourth.  */
static tree
fetching_type (tree type)
{
  static const char spec[] = ".cr . O r ";
  tree args = build_tree_list (NULL_TREE, build_string (sizeof spec - 1, spec));
  return build_type_attribute_variant (type, tree_cons (get_identifier ("fn spec"), args,
							TYPE_ATTRIBUTES (type)));
}

/* An error leaves by longjmp or ends the program: nothing here throws.  */
static tree
make_abi_decl (const struct abi_row *row)
{
  tree type = row->type ();
  tree d = build_fn_decl (row->name, strstr (row->attrs, "FETCHES") ? fetching_type (type) : type);
  DECL_ARTIFICIAL (d) = 1;
  TREE_NOTHROW (d) = 1;
  DECL_CONTEXT (d) = NULL_TREE;
  if (strstr (row->attrs, "NORETURN"))
    TREE_THIS_VOLATILE (d) = 1;
  if (strstr (row->attrs, "NORETURN") || strstr (row->attrs, "cold"))
    DECL_ATTRIBUTES (d) = tree_cons (get_identifier ("cold"), NULL_TREE, DECL_ATTRIBUTES (d));
  TREE_READONLY (d) = strstr (row->attrs, "CONST") != NULL || strstr (row->attrs, "__const__");
  DECL_PURE_P (d) = strstr (row->attrs, "PURE") != NULL || strstr (row->attrs, "__pure__");
  if (strstr (row->attrs, "BORROWS"))
    borrows_first (d);
  root_keep (d);
  return d;
}

tree
abi_decl (enum abi_fn fn)
{
  gcc_assert (fn < ABI_LAST);
  tree &decl = unit.base->abi_decls[fn];
  if (!decl)
    decl = make_abi_decl (&abi_rows[fn]);
  return decl;
}
