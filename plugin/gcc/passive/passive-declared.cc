/* The effects of a function without a body, as its declaration and builtins/passive.def state them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Part of the passivity check.  A function of the C library is known by its name, which the
   standard reserves; any other by `const', `pure' and `nova_passive'.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "passive.h"

enum libc_effect { VALUE, READS, CALLS, OUTPUT, LEAVES };

struct libc_row
{
  const char *name, *writes;
  enum libc_effect effect;
  unsigned cost;
};

static const struct libc_row libc_rows[] = {
#define NOVA_PASSIVE(NAME, WRITES, EFFECT, COST) { NAME, WRITES, EFFECT, COST },
#include "passive.def"
#undef NOVA_PASSIVE
};

/* The row of FN, a function of the C library or a builtin of GCC, NULL if it has none.  */
static const struct libc_row *
libc_row_of (tree fn)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn));
  if (!TREE_PUBLIC (fn) || (DECL_CONTEXT (fn) && TREE_CODE (DECL_CONTEXT (fn)) == FUNCTION_DECL
			    && !DECL_EXTERNAL (fn)))
    return NULL;
  if (strncmp (name, "__builtin_", 10) == 0)
    name += 10;
  for (const struct libc_row &row : libc_rows)
    if (strcmp (row.name, name) == 0)
      return &row;
  return NULL;
}

/* Does ROW write through argument K (from 0)?  MARK: with that character behind it.  */
static bool
row_writes_p (const struct libc_row *row, unsigned k, char mark = '\0')
{
  unsigned last = 0;
  for (const char *s = row->writes; *s; s++)
    if (*s == '+')
      return !mark && k + 1 >= last;
    else if (ISDIGIT (*s) && (last = *s - '0') == k + 1)
      return !mark || s[1] == mark;
  return false;
}

/* What the declaration of a function, or the type that a pointer points to, promises.  */
bool
passive_declared_p (tree fn_or_type)
{
  tree type = DECL_P (fn_or_type) ? TREE_TYPE (fn_or_type) : fn_or_type;
  return lookup_attribute ("nova_passive", TYPE_ATTRIBUTES (type))
	 || (DECL_P (fn_or_type)
	     && lookup_attribute ("nova_passive", DECL_ATTRIBUTES (fn_or_type)));
}

/* May what a pointer to functions of TYPE points to be called?  `const' is the only one of GCC's
   own promises that a pointer's type can make.  */
bool
passive_pointer_p (tree type)
{
  return passive_declared_p (type) || (flags_from_decl_or_type (type) & ECF_CONST);
}

/* Sanitizers' own calls: they end the program or do nothing to it.  */
static bool
instrumentation_p (tree fn)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn));
  if (strncmp (name, "__builtin_", 10) == 0)
    name += 10;
  return strncmp (name, "__ubsan_", 8) == 0 || strncmp (name, "__asan_", 7) == 0
	 || strncmp (name, "__tsan_", 7) == 0 || strncmp (name, "__sanitizer_", 12) == 0
	 || strncmp (name, "__hwasan_", 9) == 0;
}

/* FN was made by us or is our library's: what it does was checked when it was a builtin.  */
static bool
ours_p (tree fn)
{
  return (unit_made_p (fn) || (DECL_ARTIFICIAL (fn) && DECL_EXTERNAL (fn)))
	 && strncmp (IDENTIFIER_POINTER (DECL_NAME (fn)), "nova_", 5) == 0;
}

/* The parameters of function type TYPE that point to what may be written.  */
static uint64_t
writable_params (tree type)
{
  uint64_t bits = 0;
  unsigned k = 0;
  if (!prototype_p (type) || stdarg_p (type))
    return ~(uint64_t) 0;
  for (tree t = TYPE_ARG_TYPES (type); t; t = TREE_CHAIN (t), k++)
    if (POINTER_TYPE_P (TREE_VALUE (t)) && !vtype_elem (TREE_VALUE (t))
	&& !TYPE_READONLY (TREE_TYPE (TREE_VALUE (t))))
      bits |= param_bit (k);
  return bits;
}

/* A function, or what a pointer of TYPE points to, that is taken as passive: it may write through
   its arguments.  */
void
effects_trusted (struct effects *e, tree type)
{
  e->writes = writable_params (type);
  e->reads = ~(uint64_t) 0;
  e->reads_memory = e->may_fail = e->raises = true;
  e->total = false;
  e->cost = 50;
}

static void
libc_effects (struct effects *e, const struct libc_row *row)
{
  for (unsigned k = 0; k <= LAST_PARAM_BIT; k++)
    {
      if (row_writes_p (row, k))
	e->writes |= param_bit (k);
      if (row_writes_p (row, k, '*'))
	points_add_way (&e->far_writes, k, 0);
    }
  if (row->effect != VALUE)
    e->reads = ~(uint64_t) 0;
  if (row->effect == OUTPUT && !option.debug)
    {
      e->bad.kind = MISDEED_OUTPUT;
      e->bad.what = e->decl;
    }
  if (row->effect == LEAVES)
    {
      e->bad.kind = MISDEED_CALL;
      e->bad.what = e->decl;
    }
  e->total = row->effect == VALUE && !row->writes[0];
  e->cost = row->cost;
}

/* Is FN one of GCC's own for atomic access, which works on what its pointers point to?  */
static bool
atomic_p (tree fn)
{
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn));
  return fndecl_built_in_p (fn, BUILT_IN_NORMAL)
	 && (strncmp (name, "__atomic_", 9) == 0 || strncmp (name, "__sync_", 7) == 0);
}

/* The arguments through which the atomic access NAME writes.  Objects that no instruction can load
   are preceded by their size, and loaded to where the third argument points.  */
static uint64_t
atomic_writes (const char *name)
{
  if (strcmp (name, "__atomic_load") == 0)
    return param_bit (2);
  return strncmp (name, "__atomic_load", 13) == 0 ? 0 : ~(uint64_t) 0;
}

/* Is FN what GCC puts into a function with nested functions to name its frame?  */
static bool
frame_p (tree fn)
{
  return fndecl_built_in_p (fn, BUILT_IN_NORMAL)
	 && strcmp (IDENTIFIER_POINTER (DECL_NAME (fn)), "__builtin_dwarf_cfa") == 0;
}

void
effects_declared (struct effects *e)
{
  tree fn = e->decl;
  int flags = flags_from_decl_or_type (fn);
  const struct libc_row *row = libc_row_of (fn);
  if (row)
    libc_effects (e, row);
  else if (frame_p (fn))
    e->cost = 1;
  else if (atomic_p (fn))
    {
      e->reads = ~(uint64_t) 0;
      e->writes = atomic_writes (IDENTIFIER_POINTER (DECL_NAME (fn)));
      e->total = false;
      e->cost = 10;
    }
  else if (flags & ECF_CONST)
    e->cost = fndecl_built_in_p (fn) ? 2 : 10;
  else if (flags & ECF_PURE)
    {
      e->reads = ~(uint64_t) 0;
      e->reads_memory = true;
      e->total = false;
      e->cost = 20;
    }
  else if (passive_declared_p (fn))
    effects_trusted (e, TREE_TYPE (fn));
  else
    {
      e->total = false;
      e->cost = 10;
      e->may_fail = ours_p (fn) || ((flags & ECF_NORETURN) && !fndecl_built_in_p (fn));
      e->raises = e->may_fail;
      e->reads_memory = ours_p (fn);
      if (!(flags & ECF_NORETURN) && !instrumentation_p (fn) && !ours_p (fn))
	{
	  e->bad.kind = MISDEED_CALL;
	  e->bad.what = fn;
	}
    }
}

unsigned
passive_returned_argument (tree fn)
{
  if (const struct libc_row *row = libc_row_of (fn))
    return strchr (row->writes, '*') ? WRITTEN_ARGUMENTS : row->effect == CALLS ? 1 : 0;
  return atomic_p (fn) ? ALL_ARGUMENTS : NO_ARGUMENT;
}

bool
passive_hidden_state_p (tree fn, unsigned k)
{
  const struct libc_row *row = libc_row_of (fn);
  return row && row_writes_p (row, k, '!');
}

/* A header may have its body for the optimiser.  */
bool
passive_library_p (tree fn)
{
  return DECL_EXTERNAL (fn) && libc_row_of (fn);
}

bool
passive_calls_back_p (tree fn)
{
  const struct libc_row *row = libc_row_of (fn);
  return row && row->effect == CALLS;
}

bool
passive_leaves_p (tree fn)
{
  const struct libc_row *row = libc_row_of (fn);
  return row && row->effect == LEAVES;
}
