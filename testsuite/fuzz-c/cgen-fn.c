/* nova-cgen: function operands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The same body may stand at file scope, in a nested function or in a lambda; what it can read
   depends on what is in scope there.  */

#include <string.h>

#include "cgen.h"

/* "(T_i32 p1, T_f32 p2)": the parameters, bound.  */
static char *
bind_params (int n, const int *params, char **names)
{
  char *s = fmt ("(");

  for (int i = 0; i < n; i++)
    {
      names[i] = fresh ("p");
      s = fmt ("%s%s%s %s", s, i ? ", " : "", type_text (params[i]), names[i]);
      bind (names[i], params[i], ANY_LENGTH)->constant = chance (50);
    }
  return fmt ("%s)", s);
}

/* The types of a function's parameters, to which operands of the types PARAMS convert.  */
static void
converting (int n, const int *params, int *mine)
{
  for (int i = 0; i < n; i++)
    {
      mine[i] = params[i];
      if (DEPTH (params[i]) || chance (90))
	continue;
      if (type_info[params[i]].kind == K_FLOAT)
	mine[i] = T_f32 + (int) pick (T_f80 - T_f32 + 1);
      else if (type_info[params[i]].kind <= K_ENUM)
	mine[i] = pick_number ();
    }
}

static struct var *
own_variable (int t)
{
  for (int i = n_scope - 1; i >= 0; i--)
    if (scope[i].type == t && scope[i].level == level && !scope[i].constant && !scope[i].pointer
	&& !scope[i].structure)
      return &scope[i];
  return NULL;
}

/* Functions of libc on the operand's own variables; %s: the variable, its type, a small number.  */
static const char *const libc_calls[] = {
  "{ int e; double f = frexp (toi (%1$s), &e); %1$s = (T_%2$s) (e + (int) (f * 8)); }",
  "{ double w, f = modf (toi (%1$s) / 4.0, &w); %1$s = (T_%2$s) (int) (w + 4 * f); }",
  "{ int q[5] = { 3, (int) %3$s, -2, 4, (int) %3$s }; qsort (q, 5, sizeof *q, by_value); "
  "%1$s = (T_%2$s) q[%3$s %% 5]; }",
  "{ char q[9]; memset (q, 'a', 8); q[%3$s] = 0; %1$s = (T_%2$s) strlen (q); }",
  "{ char q[4] = \"abc\", r[4]; memmove (r, q, 4); r[%3$s & 1]++; "
  "%1$s = (T_%2$s) (memcmp (q, r, 3) < 0 ? strcmp (q, q) : 5); }",
  "%1$s = (T_%2$s) (isdigit ('0' + (int) %3$s * 2) ? 3 : toupper ('a' + (int) %3$s));",
  "%1$s = (T_%2$s) (int) ldexp (%3$s, 2);",
  "%1$s = (T_%2$s) (int) (fmod (toi (%1$s), 7) + copysign (2, toi (%1$s) - 3));",
};

static void
libc_statement (const struct var *v)
{
  say (libc_calls[pick (sizeof libc_calls / sizeof *libc_calls)],	/* NOLINT: of the table  */
       v->name, type_info[v->type].id, gen_small ());
}

static void
body_statement (int result)
{
  int t = chance (60) && result < NTYPES ? result : pick_type ();
  struct var *v = own_variable (t);
  char *name;

  switch (v == NULL ? 0 : pick (DEPTH (t) ? 9 : is_number (t) ? 15 : 13))
    {
    default:
      name = fresh ("l");
      say ("%s %s = %s;", type_text (t), name, gen_value (t, 2));
      bind (name, t, ANY_LENGTH);
      break;
    case 2:
      say ("if (%s) %s = %s;", gen_test (1), v->name, gen_value (t, 1));
      break;
    case 3:
      say ("if (%s) %s = %s; else { %s = %s; }", gen_test (1), v->name, gen_value (t, 1), v->name,
	   gen_value (t, 1));
      break;
    case 4:
      say ("for (int i = 0; i < (int) %s; i++) { if (%s) %s; %s = %s; }", gen_small (),
	   gen_test (1), chance (50) ? "break" : "continue", v->name, gen_value (t, 1));
      break;
    case 5:
      say ("switch ((int) %s) { case 0: case 3: %s = %s; break; case 1: %s = %s; default: break; }",
	   gen_small (), v->name, gen_value (t, 1), v->name, gen_value (t, 1));
      break;
    case 6:
      name = fresh ("l");
      say ("%s %s[4] = { %s, %s }; %s[%s & 3] = %s; %s = %s[%s & 3];", type_text (t), name,
	   gen_value (t, 1), gen_value (t, 1), name, gen_small (), gen_value (t, 1), v->name, name,
	   gen_small ());
      break;
    case 7:
      if (DEPTH (t))
	break;
      name = fresh ("l");
      say ("%s *%s = SCRATCH (%s, 3); for (int i = 0; i < 3; i++) %s[i] = %s; %s = %s[%s %% "
	   "3];", type_text (t),
	   name, type_text (t), name, gen_value (t, 1), v->name, name, gen_small ());
      break;
    /* Through pointers to locals.  */
    case 9:
      name = fresh ("l");
      say ("%s *%s = &%s; if (%s) *%s = %s;", type_text (t), name, v->name, gen_test (1), name,
	   gen_value (t, 1));
      break;
    case 10:
      say ("put_%s (&%s, %s);", type_info[t].id, v->name, gen_value (t, 1));
      break;
    case 11:
      name = fresh ("l");
      say ("%s %s = %s; if (%s) memcpy (&%s, &%s, sizeof %s); else memset (&%s, 0, sizeof %s);",
	   type_text (t), name, gen_value (t, 1), gen_test (1), v->name, name, name, name, name);
      break;
    case 12:
      name = fresh ("l");
      say ("static const short %s[4] = { %u, 3, -7, 9 };", name, pick (20));
      if (is_number (t))
	say ("%s += %s[%s & 3] & 15;", v->name, name, gen_small ());
      break;
    case 13:
    case 14:
      libc_statement (v);
      break;
    case 8:
      if (DEPTH (result))
	break;
      say ("if (%s) return %s;", gen_test (1),
	   type_info[result].kind == K_FLOAT
	   ? fmt ("W_%s (%s)", type_info[result].id, gen_value (result, 1))
	   : gen_value (result, 1));
      break;
    }
}

/* Parameters and variables of vectors are assigned, and returned early.  */
static void
vector_statement (int result)
{
  int t = chance (60) ? ELEM (result) : pick_number (), len;
  struct var *v = own_variable (VEC_OF (t));
  char *name, *x;

  switch (v == NULL ? 0 : pick (5))
    {
    default:
      x = gen_vec (t, 1, ANY_LENGTH, &len);
      name = fresh ("l");
      say ("VEC (%s) %s = %s;", type_text (t), name, x);
      bind (name, VEC_OF (t), ANY_LENGTH);
      break;
    case 1:
      name = v->name;
      x = gen_vec (t, 1, ANY_LENGTH, &len);
      say ("if (%s) %s = %s;", gen_test (1), name, x);
      break;
    case 2:
      name = v->name;
      x = gen_vec (t, 1, ANY_LENGTH, &len);
      say ("for (int i = 0; i < 2; i++) { if (%s) %s; %s = %s; }", gen_test (1),
	   chance (50) ? "break" : "continue", name, x);
      break;
    case 3:
      if (VEC_OF (t) == result)
	say ("if (%s) return %s;", gen_test (1), v->name);
      break;
    case 4:
      name = v->name;
      x = gen_vec (t, 1, ANY_LENGTH, &len);
      say ("%s = %s;", name, x);
      break;
    }
}

/* What a function returns: of a row that it is given, if there is one.  */
static char *
returned (int result, int depth)
{
  char *value = NULL;

  for (int i = n_scope - 1; i >= 0 && scope[i].level == level && value == NULL; i--)
    if (DEPTH (scope[i].type) && !DEPTH (result) && chance (60))
      value = gen_scalar_of_vec (result, 1);
  return value ? value : gen_value (result, depth);
}

/* V, of T, such that sums of it are exact.  */
char *
made_small (int t, char *v)
{
  return type_info[t].kind == K_FLOAT ? fmt ("W_%s (%s)", type_info[t].id, v) : v;
}

/* The calls of NEXT that a link of a chain makes, one or two: of what it is given itself, and of
   what it makes of that; the value that it returns.  */
static char *
next_called (int result, int n, const int *params, char *const *names, const char *next, bool twice)
{
  const struct type_info *i = &type_info[BASE (result)];
  char *l[2], *args;

  for (int k = 0; k < 1 + twice; k++)
    {
      args = NULL;
      for (int p = 0; p < n; p++)
	{
	  char *a = chance (k == 0 ? 70 : 40) ? names[p] : gen_value (params[p], 1);

	  args = args ? fmt ("%s, %s", args, a) : a;
	}
      l[k] = fresh ("l");
      say ("%s %s = %s (%s);", type_text (result), l[k], next, args);
      bind (l[k], result, ANY_LENGTH)->constant = true;
    }
  if (!twice)
    return l[0];
  if (is_integer (result) && chance (70))
    return fmt ("(T_%s) ((%s) %s + 3 * (%s) %s)", i->id, i->uns, l[0], i->uns, l[1]);
  if (is_number (result) && chance (70))
    return fmt ("W_%s (%s - %s)", i->id, l[0], l[1]);
  say ("if (%s) return %s;", gen_test (1), l[0]);
  return l[1];
}

/* "{ ... return e; }", of RESULT.  */
static char *
body (int result, int simple)
{
  struct text mine = { NULL, 0, 0 }, *saved = out;
  char *value;

  n_functions++;
  out = &mine;
  say ("{ ");
  for (int n = simple ? 0 : (int) pick (4); n > 0; n--)
    if (DEPTH (result) && chance (60))
      vector_statement (result);
    else
      body_statement (result);
  value = returned (result, simple ? 1 : 2);
  if (DEPTH (result) == 0 && type_info[result].kind == K_FLOAT)
    value = fmt ("W_%s (%s)", type_info[result].id, value);
  say ("return %s; }", value);
  out = saved;
  value = fmt ("%s", mine.s);
  return value;
}

/* Are there vectors among the parameters, or is the result one?  */
static bool
vectors_p (int result, int n, const int *params)
{
  bool yes = DEPTH (result) > 0;

  for (int i = 0; i < n; i++)
    yes |= DEPTH (params[i]) > 0;
  return yes;
}

/* The same of a link, which calls NEXT.  */
static char *
link_body (int result, int n, const int *params, char *const *names, const char *next, bool twice)
{
  struct text mine = { NULL, 0, 0 }, *saved = out;
  char *value;

  n_functions++;
  out = &mine;
  say ("{ ");
  if (chance (30))
    body_statement (result);
  value = next_called (result, n, params, names, next, twice);
  if (chance (30) && !DEPTH (result))
    value = made_small (result, gen_value (result, 1));
  say ("return %s; }", value);
  out = saved;
  return mine.s;
}

/* A function at file scope: only its parameters and the arrays are in scope.  Its definition may
   stand behind the test.  It calls NEXT once, or TWICE, if that is not null.  */
static char *
link_function (int result, int n, const int *params, const char *next, bool twice)
{
  static const char *const how[]
    = { "static ", "static inline ", "EXTERN ", "static __attribute__ ((noinline)) ", "WEAK " };
  const char *storage = how[chance (50) ? 0 : pick (vectors_p (result, n, params) ? 4 : 5)];
  struct kept *keep = scope_saved ();
  struct text mine = { NULL, 0, 0 }, *saved = out;
  char *name = fresh ("f"), *names[MOST_PARAMS], *list, *text;

  n_scope = 0;
  n_lengths = 0;
  nesting = 1;
  level++;
  out = &mine;
  list = bind_params (n, params, names);
  text = next ? link_body (result, n, params, names, next, twice) : body (result, 0);
  level--;
  out = &functions;
  if (chance (12))
    {
      say ("%s%s %s %s;", storage, type_text (result), name, list);
      out = &later;
    }
  say ("%s%s\n%s %s\n%s\n", storage, type_text (result), name, list, text);
  out = saved;
  scope_again (keep);
  return name;
}

static char *
file_function (int result, int n, const int *params)
{
  return link_function (result, n, params, NULL, false);
}

/* A chain of functions, each calling the next one; its first.  With vectors calls are doubled
   seldom, so that programs end.  */
char *
gen_chain (int result, int n, const int *params)
{
  char *f = file_function (result, n, params);
  unsigned doubled = vectors_p (result, n, params) ? 3 : 8;

  for (int k = 1 + (int) pick (7); k > 0; k--)
    {
      bool twice = doubled > 0 && chance (40);

      doubled -= twice;
      f = link_function (result, n, params, f, twice);
    }
  return f;
}

/* A nested function, which sees what is around it.  */
static char *
nested_function (int result, int n, const int *params)
{
  struct mark mark = scope_begin ();
  char *names[MOST_PARAMS], *name, *list, *text;

  level++;
  nesting++;
  list = bind_params (n, params, names);
  text = body (result, nesting > 1);
  scope_end (mark);
  level--;
  nesting--;
  name = fresh ("f");
  say ("%s %s %s %s", type_text (result), name, list, text);
  return name;
}

/* The generic operators on T whose results are of type T, or of int.  */
char *
gen_operator (int result, int t)
{
  static const char *const all[]
    = { "min", "max", "band", "bor", "bxor", "add", "mul" };
  static const char *const tests[] = { "lt", "gt", "land", "lor" };
  const char *u = type_info[type_info[t].promoted].id;
  bool unsign = t == T_u32 || t == T_u64 || t == T_u128 || type_info[t].kind == K_FLOAT;

  if (result == T_i32 && chance (50))
    return fmt ("OP (%s, %s)", tests[pick (4)], type_info[t].id);
  if (type_info[t].promoted != result)
    return NULL;
  if (type_info[t].kind == K_FLOAT)
    return fmt ("OP (%s%s, %s)", chance (50) ? "min" : "max", chance (30) ? "_nan" : "", u);
  return fmt ("OP (%s, %s)", all[pick (unsign ? 7 : t == result ? 5 : 6)], u);
}

/* The type that the operands T and U of an operator convert to.  */
static int
common_type (int t, int u)
{
  static const int order[] = { T_f80, T_f64, T_f32, T_u128, T_i128, T_u64, T_i64, T_u32 };

  t = type_info[t].promoted;
  u = type_info[u].promoted;
  for (size_t k = 0; k < sizeof order / sizeof *order; k++)
    if (t == order[k] || u == order[k])
      return order[k];
  return T_i32;
}

/* Two types whose common one is RESULT; an operator for them.  */
char *
gen_mixed_operator (int result, int *params)
{
  for (int tries = 0; tries < 20; tries++)
    {
      params[0] = pick_number ();
      params[1] = pick_number ();
      if (params[0] != params[1] && common_type (params[0], params[1]) == result)
	return gen_operator (result, result);
    }
  return NULL;
}

static char *
bound_function (int result, int n, const int *params)
{
  int all[MOST_PARAMS], k = 1 + (int) pick (chance (80) ? 2 : 5);
  struct mark mark = scope_begin ();
  char *names[MOST_PARAMS], *list, *args = NULL, *f, *of = NULL;

  if (n == 1 && is_number (params[0]) && is_number (result) && chance (30))
    {
      /* An operator, of two types or of one.  */
      all[0] = params[0];
      for (int tries = 0; tries < 4 && all[0] == params[0] && chance (50); tries++)
	all[0] = pick_number ();
      f = common_type (all[0], params[0]) == result && all[0] != params[0]
	  ? gen_operator (result, result) : gen_operator (result, all[0] = params[0]);
      if (f != NULL)
	{
	  args = gen_value (all[0], 1);
	  list = bind_params (1, params, names);
	  scope_end (mark);
	  return fmt ("BIND (%s, %s, (%s), %s, %s)", type_text (result), list, names[0], f,
		      cast (all[0], args));
	}
    }
  for (int i = 0; i < k; i++)
    {
      all[i] = pick_type ();
      args = i ? fmt ("%s, %s", args, gen_value (all[i], 1)) : gen_value (all[i], 1);
    }
  converting (n, params, all + k);
  f = nesting < 2 && chance (30) ? nested_function (result, k + n, all)
				 : file_function (result, k + n, all);
  list = bind_params (n, params, names);
  scope_end (mark);
  for (int i = 0; i < n; i++)
    of = i ? fmt ("%s, %s", of, names[i]) : names[i];
  return fmt ("BIND (%s, %s, (%s), %s, %s)", type_text (result), list, of, f, args);
}

/* A nested function that the host program calls.  */
char *
gen_nested (int result, int n, const int *params)
{
  return nested_function (result, n, params);
}

/* A function of the host program: what it makes may be long.  */
char *
gen_helper (int result, int n, const int *params)
{
  return file_function (result, n, params);
}

/* A function that calls itself on less and less of its first parameter, an integer, or, if MUTUAL,
   another one that calls it: at file scope, or nested, where it sees what is around it.  */
static char *
recursive_function (int result, int n, const int *params)
{
  bool nested = chance (50), mutual = chance (30);
  struct kept *keep = nested ? NULL : scope_saved ();
  struct text *saved = out;
  struct mark mark = scope_begin ();
  char *names[MOST_PARAMS], *f = fresh ("f"), *g = mutual ? fresh ("f") : f, *list, *args,
			      *ret = type_text (result), *r, *s;

  if (!nested)
    {
      n_scope = 0;
      n_lengths = 0;
    }
  n_functions++;
  /* Nothing that is made now says statements.  */
  nesting += 2;
  level++;
  list = bind_params (n, params, names);
  /* A few levels deep, whatever the value is.  */
  args = fmt ("(%s) ((%s & 127) / 3)", type_text (params[0]), names[0]);
  for (int i = 1; i < n; i++)
    args = fmt ("%s, %s", args, chance (70) ? names[i] : gen_value (params[i], 1));
  r = fresh ("l");
  s = fmt ("{ if (!(%s > 0)) return %s;", names[0], made_small (result, gen_value (result, 1)));
  s = fmt ("%s %s %s = %s (%s);", s, ret, r, g, args);
  bind (r, result, ANY_LENGTH);
  if (chance (40))
    s = fmt ("%s if (%s) %s = %s (%s);", s, gen_test (1), r, f, args);
  s = fmt ("%s return %s; }", s, made_small (result, gen_value (result, 2)));
  level--;
  nesting -= 2;
  scope_end (mark);
  if (!nested)
    out = &functions;
  if (mutual)
    say ("%s%s %s %s;", nested ? "auto " : "static ", ret, g, list);
  say ("%s%s %s %s %s", nested ? "" : "static ", ret, f, list, s);
  if (mutual)
    {
      args = fmt ("%s", names[0]);
      for (int i = 1; i < n; i++)
	args = fmt ("%s, %s", args, names[i]);
      say ("%s%s %s %s { return %s (%s); }", nested ? "" : "static ", ret, g, list, f, args);
    }
  out = saved;
  if (!nested)
    scope_again (keep);
  return f;
}

/* Through a pointer that says what it leads to: a variable, an element, a member or one of two.  */
static char *
function_pointer (int result, int n, const int *params)
{
  char *f = file_function (result, n, params), *g = chance (30) ? file_function (result, n,
			   params) : f;
  char *name = fresh ("f"), *list = NULL, *ret = type_text (result), *test = gen_test (1);

  for (int i = 0; i < n; i++)
    list = i ? fmt ("%s, %s", list, type_text (params[i])) : type_text (params[i]);
  switch (pick (4))
    {
    case 0:
      say ("typedef %s %s_ (%s) PASSIVE;\n%s_ *%s[2] = { %s, %s };", ret, name, list, name, name, f,
	   g);
      return fmt ("%s[%s]", name, test);
    case 1:
      say ("struct { int k; %s (*f) (%s) PASSIVE; } %s = { 1, %s ? %s : %s };", ret, list, name,
	   test, f, g);
      return fmt ("%s.f", name);
    case 2:
      say ("%s (*%s) (%s) PASSIVE = %s, (*%s_) (%s) PASSIVE = %s;", ret, name, list, f, name, list,
	   g);
      return fmt ("(%s ? %s : %s_)", test, name, name);
    default:
      say ("%s (*%s) (%s) PASSIVE = %s ? %s : %s;", ret, name, list, test, f, g);
      return name;
    }
}

/* A function operand of N parameters.  */
static char *
any_function (int result, int n, const int *params)
{
  struct mark mark = scope_begin ();
  int mine[MOST_PARAMS];
  unsigned how = pick (10);
  char *names[MOST_PARAMS], *list, *text;
  bool vectors = vectors_p (result, n, params);

  if (n == 2 && result == T_i32 && params[0] == T_i32 && params[1] == T_i32 && chance (10))
    return fmt ("outer_i32");
  converting (n, params, mine);
  if (nesting < 2 && chance (5) && !left_out ("chain"))
    return gen_chain (result, n, params);
  if (how < 2)
    return file_function (result, n, mine);
  if (how < 4 && !vectors)
    return bound_function (result, n, params);
  if (!vectors && nesting < 2 && is_integer (params[0]) && chance (12))
    return recursive_function (result, n, params);
  if (!vectors && nesting == 0 && chance (8))
    return function_pointer (result, n, params);
  if (how < 7)
    return nested_function (result, n, mine);
  level++;
  nesting++;
  list = bind_params (n, mine, names);
  text = body (result, how >= 8 || nesting > 1);
  scope_end (mark);
  level--;
  nesting--;
  return fmt ("LAMBDA (%s, %s, %s)", type_text (result), list, text);
}

char *
gen_fn (int result, int n, const int *params)
{
  char *f = any_function (result, n, params);

  return chance (4) ? fmt ("TRUST (%s)", f) : f;
}

char *
gen_predicate (int n, const int *params)
{
  return gen_fn (chance (60) ? T_i32 : chance (50) ? T_bool : pick_number (), n, params);
}

/* An associative function on T; SMALL: only on values that W_<ID> gives.  */
char *
gen_assoc (int t, bool *small)
{
  static const char *const ops[] = { "add", "min", "max", "mul", "bxor", "band", "bor" };
  const char *id, *op;
  char *a, *b, *list;

  *small = false;
  a = fresh ("p");
  b = fresh ("p");
  list = fmt ("(%s %s, %s %s)", type_text (t), a, type_text (t), b);
  if (DEPTH (t) || type_info[t].kind >= K_ENUM || chance (5))
    {
      if (t == T_aff && chance (80))
	return fmt ("after_aff");
      if (t == T_pt && chance (80))
	return fmt ("both_pt");
      return fmt ("LAMBDA (%s, %s, { return %s; })", type_text (t), list, chance (50) ? a : b);
    }
  id = type_info[t].id;
  if (type_info[t].kind == K_FLOAT)
    op = ops[pick (3)];
  else
    op = ops[pick (7)];
  if (type_info[t].kind == K_FLOAT)
    *small = true;
  switch (pick (4))
    {
    case 0:
      return fmt ("%s_%s", op, id);
    case 1:
      return fmt ("LAMBDA (%s, %s, { return %s_%s (%s, %s); })", type_text (t), list, op, id, a, b);
    default:
      /* The generic one overflows as C does: signed sums and products only of what is small.  */
      if (strcmp (op, "mul") == 0 && strcmp (type_info[t].uns, "unsigned") == 0 && t != T_u32)
	op = "max";
      if (op[0] == 'm' && op[1] == 'u' && type_info[t].kind != K_UINT)
	op = "min";
      if (strcmp (op, "add") == 0 && (t == T_i32 || t == T_i64 || t == T_i128))
	*small = true;
      if (is_number (t) && op[0] == 'm' && op[1] != 'u' && chance (30))
	op = op[1] == 'i' ? "min_nan" : "max_nan";
      return fmt ("OP (%s, %s)", op, id);
    }
}
