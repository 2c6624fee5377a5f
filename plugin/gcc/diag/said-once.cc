/* One error for an operand that a macro of the program uses twice.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   assert and the like expand their operand twice, and x < 0 ? -x : x would have an error for each
   operator if x is a vector.  An error is identified by the macro's use and by its token: by the
   location where that is written, or, for tokens of the macro itself, by the adjacent operands.

   Does not: suppress other follow-up errors; followup.cc does.  Macros inside macros are compared
   only by the locations of their tokens.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"
#include "source.h"
#include "state.h"

location_t
source_outermost_use (location_t loc)
{
  const char *name;
  for (location_t at = loc; (at = loc_macro_use (at, &name)) != UNKNOWN_LOCATION;)
    loc = at;
  return loc;
}

/* Add to *SET the operand that the tokens of M from number I on, in direction STEP, begin with
   behind brackets of TYPE.  */
static void
add_operand (const cpp_macro *m, unsigned i, int step, cpp_ttype type, unsigned HOST_WIDE_INT *set)
{
  while (i < m->count && m->exp.tokens[i].type == type)
    i += step;
  if (i < m->count && m->exp.tokens[i].type == CPP_MACRO_ARG
      && m->exp.tokens[i].val.macro_arg.arg_no < HOST_BITS_PER_WIDE_INT)
    *set |= HOST_WIDE_INT_1U << m->exp.tokens[i].val.macro_arg.arg_no;
}

/* The macro has the token at LOC itself, it is of no operand: the operands, a set of their numbers,
   that stand beside it, and which expansion that is.  Else none.  */
static unsigned HOST_WIDE_INT
operands_beside (location_t loc, location_t *expansion)
{
  location_t pure;
  unsigned HOST_WIDE_INT set = 0;
  const line_map *map = loc_macro_map (loc, &pure);
  if (!map)
    return 0;
  const line_map_macro *lm = linemap_check_macro (map);
  const location_t *token = lm->macro_locations + 2 * (pure - MAP_START_LOCATION (lm));
  if (token[0] != token[1])
    return 0;
  *expansion = MAP_START_LOCATION (lm);
  if (!cpp_user_macro_p (lm->macro) || lm->macro->value.macro->kind != cmk_macro)
    return 0;
  const cpp_macro *m = lm->macro->value.macro;
  for (unsigned i = 0; i < m->count; i++)
    if (m->exp.tokens[i].src_loc == token[1])
      {
	add_operand (m, i - 1, -1, CPP_CLOSE_PAREN, &set);
	add_operand (m, i + 1, 1, CPP_OPEN_PAREN, &set);
      }
  return set;
}

/* The source has a bracket at LOC.  */
static bool
bracket_p (location_t loc)
{
  return source_has_p (loc, "(") || source_has_p (loc, ")");
}

location_t
source_macro_operand (location_t loc, int step)
{
  location_t pure, parameter = UNKNOWN_LOCATION, place = UNKNOWN_LOCATION;
  const line_map *map = loc_macro_map (loc, &pure);
  if (!map)
    return UNKNOWN_LOCATION;
  const line_map_macro *lm = linemap_check_macro (map);
  unsigned at = pure - MAP_START_LOCATION (lm);
  if (lm->macro_locations[2 * at] != lm->macro_locations[2 * at + 1])
    return UNKNOWN_LOCATION;
  for (unsigned i = at + step; i < MACRO_MAP_NUM_MACRO_TOKENS (lm); i += step)
    {
      const location_t *token = lm->macro_locations + 2 * i;
      bool own = token[0] == token[1];
      if (own ? place != UNKNOWN_LOCATION || !bracket_p (token[0])
	  : parameter != UNKNOWN_LOCATION && parameter != token[1])
	break;
      if (own)
	continue;
      parameter = token[1];
      place = linemap_resolve_location (line_table, token[0], LRK_SPELLING_LOCATION, NULL);
      if (step > 0)
	break;
    }
  return place;
}

/* Where the token at LOC is written, which USE brought in.  What a macro of the system's does with
   its operand is not written by anybody.  */
static location_t
token_place (location_t loc, location_t use)
{
  location_t place = linemap_resolve_location (line_table, loc, LRK_SPELLING_LOCATION, NULL);
  if (in_system_header_at (place))
    return use;
  return get_pure_location (line_table, loc_header_p (place) ? loc_user (loc) : place);
}

bool
diag_said_p (location_t loc, location_t expanded, const char *text)
{
  vec<said_error> &said = unit.diag->said_errors;
  if (loc <= BUILTINS_LOCATION || !strstr (text, "nova_"))
    return false;
  location_t use = get_pure_location (line_table, source_outermost_use (loc)), expansion = 0, pure;
  location_t token = token_place (loc, use);
  unsigned HOST_WIDE_INT beside = operands_beside (loc, &expansion);
  bool operand = !expansion && loc_macro_map (expanded, &pure)
		 && !loc_header_macros_only_p (expanded);
  for (const said_error &e : said)
    if (e.use == use
	&& ((e.expansion == expansion && (e.beside & beside))
	    || (operand && e.token == token)
	    || ((e.token == token || e.token == use) && strcmp (e.text, text) == 0)))
      return true;
  said.safe_push ({ use, token, expansion, beside, xstrdup (text) });
  return false;
}
