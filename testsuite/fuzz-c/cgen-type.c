/* nova-cgen: types, and expressions without vectors.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <string.h>

#include "cgen.h"

const struct type_info type_info[NTYPES] = {
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) { #ID, #C, K_##KIND, T_##PROMOTED, #UNSIGNED },
#include "types.def"
};

const struct member members[] = {
#define CMEMBER(ID, FORMAT, TYPE) { T_##ID, FORMAT, T_##TYPE },
#include "types.def"
};
const int n_members = sizeof members / sizeof *members;

char *
type_text (int t)
{
  return DEPTH (t) ? fmt ("VEC (%s)", type_text (ELEM (t))) : fmt ("T_%s", type_info[t].id);
}

bool
is_integer (int t)
{
  return t < NTYPES && (type_info[t].kind == K_SINT || type_info[t].kind == K_UINT);
}

bool
is_number (int t)
{
  return t < NTYPES && (is_integer (t) || type_info[t].kind == K_FLOAT);
}

int
pick_number (void)
{
  int t;

  if (chance (40))
    return T_i32;
  do
    t = (int) pick (NTYPES);
  while (!is_number (t));
  return t;
}

int
pick_integer (void)
{
  int t;

  do
    t = pick_number ();
  while (!is_integer (t));
  return t;
}

int
pick_type (void)
{
  return chance (70) ? pick_number () : (int) pick (NTYPES);
}

/* TEXT as a value of type T, which it may be but for C's promotions.  */
char *
cast (int t, char *text)
{
  return DEPTH (t) || type_info[t].kind == K_STRUCT ? text
						     : fmt ("((T_%s) %s)", type_info[t].id, text);
}

/* A value in scope of type T: a variable, or a member of one; NULL if there is none.  */
static char *
from_scope (int t)
{
  char *found = NULL;
  unsigned seen = 0;

  for (int i = 0; i < n_scope; i++)
    {
      if (scope[i].pointer || scope[i].structure)
	continue;
      if (scope[i].type == t && pick (++seen) == 0)
	found = scope[i].name;
      for (int m = 0; m < n_members; m++)
	if (members[m].of == scope[i].type && members[m].type == t && pick (++seen) == 0)
	  found = fmt (members[m].format, scope[i].name);	/* NOLINT: of the table  */
    }
  return found;
}

/* Any number in scope, converted to T.  */
static char *
converted (int t)
{
  for (int tries = 0; tries < 4; tries++)
    {
      int u = pick_number ();
      char *v = from_scope (u);

      if (v == NULL)
	continue;
      if (type_info[u].kind == K_FLOAT && type_info[t].kind != K_FLOAT)
	return fmt ("(T_%s) toi (%s)", type_info[t].id, v);
      return fmt ("(T_%s) %s", type_info[t].id, v);
    }
  return NULL;
}

/* A small index, of type size_t.  */
char *
gen_small (void)
{
  return fmt ("((T_u64) %s & 7)", gen_value (pick_integer (), 1));
}

char *
gen_test (int depth)
{
  static const char *const ops[] = { "<", ">", "<=", ">=", "==", "!=" };
  int t = pick_number (), len;

  if (nesting == 0 && depth > 0 && chance (8))
    {
      /* Of a vector.  */
      const char *op = ops[pick (6)];
      char *x = chance (50) ? measured (t, 1, ANY_LENGTH, &len) : NULL;

      if (x == NULL)
	return fmt ("(LENGTH (%s) %s %s)", gen_vec (t, 1, ANY_LENGTH, &len), op,
		    chance (50) ? "n" : fmt ("%u", pick (9)));
      return fmt ("(LENGTH (%s) && DATA (T_%s, %s)[LENGTH (%s) / 2] %s %s)", x, type_info[t].id,
		  chance (50) ? x : fmt ("REVERSE (T_%s, %s)", type_info[t].id, x), x, op,
		  gen_value (t, depth - 1));
    }
  if (chance (15))
    return fmt ("(%s && !%s)", gen_test (depth - 1), gen_value (T_bool, depth - 1));
  return fmt ("(%s %s %s)", gen_value (t, depth - 1), ops[pick (6)], gen_value (t, depth - 1));
}

static char *
constant (int t)
{
  static const char *const edges[] = { "0", "1", "-1", "7", "100", "127", "255", "3" };

  if (type_info[t].kind == K_FLOAT)
    return fmt ("(T_%s) %u", type_info[t].id, pick (9));
  return fmt ("(T_%s) %s", type_info[t].id, edges[pick (8)]);
}

static char *
integer_op (int t, int depth)
{
  const struct type_info *i = &type_info[t];
  char *a = gen_value (t, depth - 1), *b = gen_value (t, depth - 1);
  static const char *const ops[] = { "+", "-", "*", "^", "&", "|" };

  switch (pick (8))
    {
    case 0:
      return fmt ("(T_%s) ((%s) %s / ((%s) %s | 1))", i->id, i->uns, a, i->uns, b);
    case 1:
      return fmt ("(T_%s) (%s %% ((%s & 7) + 1))", i->id, a, b);
    case 2:
      return fmt ("(T_%s) (%s >> %u)", i->id, a, pick (7));
    case 3:
      return fmt ("(T_%s) ~%s", i->id, a);
    case 4:
      return fmt ("(T_%s) ((%s) %s << (%s & 3))", i->id, i->uns, a, b);
    default:
      return fmt ("(T_%s) ((%s) %s %s (%s) %s)", i->id, i->uns, a, ops[pick (6)], i->uns, b);
    }
}

static char *
float_op (int t, int depth)
{
  char *a = gen_value (t, depth - 1), *b = gen_value (t, depth - 1);
  const char *id = type_info[t].id;

  switch (pick (9))
    {
    case 0:
      return fmt ("(%s / (%s * %s + 1))", a, b, b);
    case 7:
      return fmt ("(T_%s) %s ((double) %s)", id, chance (50) ? "trunc" : "ceil", a);
    case 8:
      if (t == T_f64 && chance (60))
	return fmt ("outer_f64 (%s)", a);
      return fmt ("%s%s (%s, %s)", chance (50) ? "fmax" : "fmin",
		  t == T_f32 ? "f" : t == T_f80 ? "l" : "", a, b);
    case 1:
      return fmt ("(T_%s) fabs ((double) %s)", type_info[t].id, a);
    case 2:
      return fmt ("(T_%s) floor ((double) %s)", type_info[t].id, a);
    case 3:
      return fmt ("(%s < %s ? %s : %s)", a, b, b, a);
    default:
      return fmt ("(%s %c %s)", a, "+-*"[pick (3)], b);
    }
}

/* An element of an array of the program, or one behind a pointer.  */
static char *
element (int t, int depth)
{
  for (int i = n_scope - 1; i >= 0; i--)
    if (scope[i].pointer && scope[i].type == t && chance (50))
      return fmt ("%s[(T_u64) %s & %d]", scope[i].name, gen_value (pick_integer (), depth - 1),
		  scope[i].few ? FEW - 1 : 31);
  return fmt ("A_%s[%u][(T_u64) %s & 31]", type_info[t].id, pick (2),
	      gen_value (pick_integer (), depth - 1));
}

/* The struct (or complex) value made of members that PART gives.  */
char *
make (int t, char *(*part) (int, int), int depth)
{
  char *s = fmt ("MK_%s (", type_info[t].id);
  const char *sep = "";

  for (int m = 0; m < n_members; m++)
    if (members[m].of == t)
      {
	s = fmt ("%s%s%s", s, sep, part (members[m].type, depth));
	sep = ", ";
      }
  return fmt ("%s)", s);
}

static char *
gen_float_small (int t, int depth)
{
  char *v = gen_value (t, depth);

  return type_info[t].kind == K_FLOAT ? fmt ("W_%s (%s)", type_info[t].id, v) : v;
}

/* A value of T; T may be a vector type.  */
char *
gen_value (int t, int depth)
{
  char *v;
  int len;

  if (DEPTH (t))
    return gen_vec (ELEM (t), depth, ANY_LENGTH, &len);
  if (depth > 0 && chance (12) && (v = gen_scalar_of_vec (t, depth - 1)) != NULL)
    return v;
  if (depth > 0 && chance (8))
    return element (t, depth);
  if ((depth <= 0 || chance (35)) && (v = from_scope (t)) != NULL)
    return v;
  switch (type_info[t].kind)
    {
    case K_SINT:
    case K_UINT:
      if (depth > 0 && chance (10))
	return cast (t, fmt ("(%s ? %s : %s)", gen_test (depth), gen_value (t, depth - 1),
			     gen_value (t, depth - 1)));
      if (depth > 0 && chance (5) && t == T_i32)
	return fmt ("outer_i32 (%s, %s)", gen_value (t, depth - 1), gen_value (t, depth - 1));
      if (depth > 0 && chance (5) && t == T_i64)
	return fmt ("outer_i64 (%s)", gen_value (t, depth - 1));
      if (depth > 0 && chance (70))
	return fmt ("(%s)", integer_op (t, depth));
      return chance (70) && (v = converted (t)) != NULL ? fmt ("(%s)", v)
							: fmt ("(%s)", constant (t));
    case K_FLOAT:
      if (depth > 0 && chance (70))
	return fmt ("(%s)", float_op (t, depth));
      return chance (70) && (v = converted (t)) != NULL ? fmt ("(%s)", v)
							: fmt ("(%s)", constant (t));
    case K_BOOL:
      return depth > 0 ? cast (t, gen_test (depth)) : fmt ("(_Bool) %u", pick (2));
    case K_ENUM:
      return depth > 0 ? fmt ("((T_en) (%s ? E5 : E%u))", gen_test (depth), pick (2))
		       : fmt ("((T_en) E100)");
    case K_PTR:
      return fmt ("((T_ptr) &A_i32[0][(T_u64) %s & 63])", gen_value (pick_integer (), depth - 1));
    default:
      if (t == T_pt && depth > 0 && chance (10))
	return fmt ("outer_pt (%s, %s)", gen_value (T_pt, depth - 1), gen_value (T_i32, depth - 1));
      return make (t, gen_float_small, depth > 1 ? 1 : 0);
    }
}
