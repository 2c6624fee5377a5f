/* Sites: the source position and types of every resolved call.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Gimplification gives an inner call the outer call's line, and GIMPLE drops source types before
   our pass: so every resolved call has a number, and its source information is kept here.  */

#include "base/gcc-compat.h"
#include "nova-gcc.h"
#include "unit.h"
#include "state.h"

struct nova_call_site *
site_get (unsigned number)
{
  gcc_assert (number > 0 && number < unit.base->sites.length ());
  return unit.base->sites[number];
}

/* One step from LOC, inside the expansion of a macro, towards what the user wrote.  *DEFINED is
   where the token stands in a macro's definition, and *MACRO that macro; 0 if it is an
   argument.  */
static location_t
towards_user (location_t loc, const line_map *map, location_t *defined, const char **macro)
{
  /* The innermost expansion that the token went through.  */
  const line_map_macro *inner = linemap_check_macro (map);
  for (;;)
    {
      location_t spelled = linemap_macro_map_loc_unwind_toward_spelling (line_table, inner, loc);
      const line_map *next = linemap_lookup (line_table, spelled);
      if (!linemap_macro_expansion_map_p (next))
	{
	  bool brought = linemap_location_from_macro_definition_p (line_table, loc);
	  *defined = brought ? spelled : UNKNOWN_LOCATION;
	  *macro = linemap_map_get_macro_name (inner);
	  return brought ? MACRO_MAP_EXPANSION_POINT_LOCATION (inner) : spelled;
	}
      inner = linemap_check_macro (next);
      loc = spelled;
    }
}

const line_map *
loc_macro_map (location_t loc, location_t *pure)
{
  *pure = LOCATION_LOCUS (loc);
  if (IS_ADHOC_LOC (*pure))
    *pure = get_location_from_adhoc_loc (line_table, *pure);
  const line_map *map = linemap_lookup (line_table, *pure);
  return map && linemap_macro_expansion_map_p (map) ? map : NULL;
}

location_t
loc_user (location_t loc)
{
  location_t pure, defined;
  const char *macro;
  while (const line_map *map = loc_macro_map (loc, &pure))
    loc = towards_user (pure, map, &defined, &macro);
  return loc;
}

bool
loc_header_p (location_t loc)
{
  expanded_location at
    = linemap_client_expand_location_to_spelling_point (loc, LOCATION_ASPECT_START);
  if (!at.file)
    return false;
  size_t n = strlen (at.file), m = strlen ("nova/for.h");
  return strcmp (lbasename (at.file), "nova.h") == 0
	 || (n >= m && strcmp (at.file + n - m, "nova/for.h") == 0);
}

location_t
loc_macro_use (location_t loc, const char **name)
{
  location_t pure;
  const line_map *map = loc_macro_map (loc, &pure);
  if (!map)
    return UNKNOWN_LOCATION;
  *name = linemap_map_get_macro_name (linemap_check_macro (map));
  return MACRO_MAP_EXPANSION_POINT_LOCATION (linemap_check_macro (map));
}

/* MAP is of a macro that nova.h defines.  */
static bool
header_macro_p (const line_map *map)
{
  cpp_hashnode *node = linemap_check_macro (map)->macro;
  return cpp_macro_p (node) && loc_header_p (cpp_macro_definition_location (node));
}

bool
loc_header_macros_only_p (location_t loc)
{
  location_t pure, at = loc;
  if (!loc_macro_map (loc, &pure))
    return false;
  while (const line_map *map = loc_macro_map (at, &pure))
    {
      if (!header_macro_p (map))
	return false;
      at = MACRO_MAP_EXPANSION_POINT_LOCATION (linemap_check_macro (map));
    }
  at = loc;
  while (const line_map *map = loc_macro_map (at, &pure))
    {
      if (!header_macro_p (map))
	return false;
      at = linemap_macro_map_loc_unwind_toward_spelling (line_table, linemap_check_macro (map),
							 pure);
    }
  return true;
}

void
loc_note_macro (location_t loc)
{
  location_t pure, defined;
  const char *macro;
  while (const line_map *map = loc_macro_map (loc, &pure))
    {
      loc = towards_user (pure, map, &defined, &macro);
      if (defined == UNKNOWN_LOCATION || loc_header_p (defined) || in_system_header_at (defined))
	continue;
      inform (defined, "in definition of macro %qs", macro);
      return;
    }
}

/* A new site of OP at LOC with NOPS operands, their locations LOC and types unknown so far.  */
unsigned
site_new (enum nova_op op, location_t loc, unsigned nops)
{
  if (unit.base->sites.is_empty ())
    unit.base->sites.safe_push (NULL);
  nova_call_site *s = XCNEW (nova_call_site);
  s->op = op;
  s->loc = s->spot = loc;
  s->nops = nops;
  s->op_loc = XNEWVEC (location_t, nops + 1);
  s->op_type = XCNEWVEC (tree, nops + 1);
  for (unsigned i = 0; i < nops; i++)
    s->op_loc[i] = loc;
  for (unsigned k = 0; k < SITE_MAX_FNS; k++)
    s->fn[k].opr = NOVA_OPR_NONE;
  unit.base->sites.safe_push (s);
  return unit.base->sites.length () - 1;
}

unsigned
site_copy (unsigned number)
{
  nova_call_site *old = site_get (number);
  unsigned copy = site_new (old->op, old->loc, old->nops);
  nova_call_site *s = site_get (copy);
  for (unsigned i = 0; i < old->nops; i++)
    {
      s->op_loc[i] = old->op_loc[i];
      s->op_type[i] = old->op_type[i];
    }
  s->result = old->result;
  s->placed = old->placed;
  s->at = old->at;
  for (unsigned k = 0; k < SITE_MAX_FNS; k++)
    s->fn[k] = old->fn[k];
  return copy;
}

unsigned
site_positive (const struct nova_call_site *s)
{
  unsigned mask = 0, fns = op_functions (s->op);
  if (s->op == NOVA_OP_SLICE)		/* its positions are converted to ptrdiff_t */
    return 0;
  for (unsigned i = 0; i < s->nops; i++)
    {
      tree t = i < fns ? s->fn[i].type : s->op_type[i];
      t = !t ? NULL_TREE : i < fns ? TREE_TYPE (t) : vtype_elem (t) ? vtype_elem (t) : t;
      unsigned k = op_written_operand (s->op, i);
      if (t && INTEGRAL_TYPE_P (t) && TYPE_UNSIGNED (t) && k <= 32)
	mask |= 1u << (k - 1);
    }
  return mask;
}

/* Which of the NARGS arguments of a resolved call of OP, ARG (I) being argument I, is the site
   number. Without function operands it is the last.  With them bound and captured values may
   follow; but all operands past the least count are vectors or of type size_t, so the first
   unsigned int is it.  */
static int
site_position (enum nova_op op, tree call)
{
  int nargs = call_expr_nargs (call);
  if (op_functions (op) == 0 || op == NOVA_OP_BIND || op == NOVA_OP_TRUST)
    return nargs - 1;
  for (int i = op_least (op); i < nargs; i++)
    {
      tree a = CALL_EXPR_ARG (call, i);
      if (TREE_CODE (a) == INTEGER_CST && TYPE_MAIN_VARIANT (TREE_TYPE (a)) == unsigned_type_node)
	return i;
    }
  return -1;
}

unsigned
site_of_call (tree call, unsigned *site_arg)
{
  tree fndecl = TREE_CODE (call) == CALL_EXPR ? get_callee_fndecl (call) : NULL_TREE;
  enum nova_op op = op_resolved (fndecl);
  if (op == NOVA_OP_NONE)
    return 0;
  int i = site_position (op, call);
  gcc_assert (i >= 0 && TREE_CODE (CALL_EXPR_ARG (call, i)) == INTEGER_CST);
  if (site_arg)
    *site_arg = i;
  return tree_to_uhwi (CALL_EXPR_ARG (call, i));
}

void
site_mark (void)
{
  for (unsigned i = 1; i < unit.base->sites.length (); i++)
    {
      nova_call_site *s = unit.base->sites[i];
      for (unsigned k = 0; k < s->nops; k++)
	if (s->op_type[k])
	  gt_ggc_mx_tree_node (s->op_type[k]);
      if (s->result)
	gt_ggc_mx_tree_node (s->result);
      for (unsigned k = 0; k < SITE_MAX_FNS; k++)
	if (s->fn[k].type)
	  gt_ggc_mx_tree_node (s->fn[k].type);
    }
}

/* --- Calls in messages ----------------------------------------------------------------------- */

/* walk_tree: a resolved call becomes one without its site number, which nobody wrote.  */
static tree
leave_out_site (tree *tp, int *walk_subtrees, void *)
{
  unsigned site_arg;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (TREE_CODE (*tp) == CALL_EXPR && site_of_call (*tp, &site_arg))
    {
      auto_vec<tree> args;
      for (int i = 0; i < call_expr_nargs (*tp); i++)
	if ((unsigned) i != site_arg)
	  args.safe_push (CALL_EXPR_ARG (*tp, i));
      *tp = build_call_array (TREE_TYPE (*tp), CALL_EXPR_FN (*tp), args.length (), args.address ());
    }
  return NULL_TREE;
}

/* walk_tree: stop at a resolved call.  */
static tree
find_site (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return TREE_CODE (*tp) == CALL_EXPR && site_of_call (*tp, NULL) ? *tp : NULL_TREE;
}

static printer_fn decoder_before;

/* The front end's decoder, with what follows for its operands.  */
static bool
decode_with (pretty_printer *pp, text_info *text, const char *spec, int precision, bool wide,
	     bool set_locus, bool hash, bool *quoted, const char **buffer, ...)
{
  va_list ap, *before = text->args_ptr;
  va_start (ap, buffer);
  text->args_ptr = &ap;
  bool known = decoder_before (pp, text, spec, precision, wide, set_locus, hash, quoted, buffer);
  text->args_ptr = before;
  va_end (ap);
  return known;
}

/* The decoder of messages: what stands for %E is written without site numbers.  */
static bool
decode (pretty_printer *pp, text_info *text, const char *spec, int precision, bool wide,
	bool set_locus, bool hash, bool *quoted, const char **buffer)
{
  tree t = NULL_TREE;
  if (*spec == 'E' && unit_nova_p ())
    {
      va_list ahead;
      va_copy (ahead, *text->args_ptr);
      t = va_arg (ahead, tree);
      va_end (ahead);
    }
  if (!t || !EXPR_P (t) || !walk_tree_without_duplicates (&t, find_site, NULL))
    return decoder_before (pp, text, spec, precision, wide, set_locus, hash, quoted, buffer);
  t = unshare_expr (t);
  walk_tree (&t, leave_out_site, NULL, NULL);
  (void) va_arg (*text->args_ptr, tree);
  return decode_with (pp, text, spec, precision, wide, set_locus, hash, quoted, buffer, t);
}

void
site_start_unit (void)
{
  decoder_before = pp_format_decoder (global_dc->printer);
  pp_format_decoder (global_dc->printer) = decode;
}
