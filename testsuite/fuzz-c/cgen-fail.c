/* nova-cgen: functions that may raise an error.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   One builtin of the function may fail, on elements that depend on the arrays, and all that it
   gives is recorded: so what the language leaves open (who needs an element, which of two builtins
   is first) does not matter, and line, name and message are compared with the reference's.  */

#include <string.h>

#include "cgen.h"

/* A view of CLS elements of T, or what some builtins make of one.  */
static char *
source (int t, int *cls)
{
  return chance (60) ? gen_vec (t, 1, *cls, cls)
		     : fmt ("VIEW (T_%s, %s, "
			    "%s)", type_info[t].id, array (t, 12), lengths[*cls].text);
}

/* CLS indices, most of them below LIMIT: from -1 on, if LOW, and sometimes up to a few more.  */
static char *
doubtful (int it, int *cls, const char *limit, bool low)
{
  int t = pick_integer ();
  const char *id = type_info[it].id;
  char *p = fresh ("p");

  return fmt ("MAP1 (T_%s, LAMBDA (T_%s, (T_%s %s), { return (T_%s) ((T_i64) ((T_u64) %s %% (%s "
	      "+ %u)) - %u); }), "
	      "T_%s, %s)", id, id, type_info[t].id, p, id, p, limit, 1 + pick (3), low ? 1 : 0,
	      type_info[t].id, source (t, cls));
}

/* A statement on vectors of CLS elements that may fail.  */
static char *
doubtful_statement (int cls)
{
  static const int index_types[] = { T_i32, T_u32, T_i64, T_u64 };
  int t = pick_number (), it = index_types[pick (4)], u = pick_number (), other = cls;
  const char *id = type_info[t].id, *c = lengths[cls].text, *w = type_info[it].id;
  bool small;
  char *f, *p = fresh ("p"), *x, *y;

  switch (pick (22))
    {
    case 0:
      return fmt ("record (__LINE__, hash_%s (GET (T_%s, %s, (T_%s) (T_i64) (A_i16[0][3] %% "
		  "20))))", id, id,
		  source (t, &cls), w);
    case 1:
      x = doubtful (it, &cls, c, chance (30));
      return fmt ("OUT (%s, GATHER (T_%s, T_%s, %s, %s))", id, id, w, x, source (t, &cls));
    case 2:
      return fmt ("OUT (%s, SLICE3 (T_%s, A_u8[0][1] %% 9, %d, (long) %s + A_i8[0][2] %% 5, "
		  "%s))", id, id,
		  (int) pick (7) - 3, c, source (t, &cls));
    case 3:
      x = source (t, &cls);
      y = fmt ("VIEW (T_%s, %s, %s + (A_u8[1][0] & 1))", type_info[u].id, array (u, 12), c);
      return fmt ("OUT (%s, MAP2 (T_%s, LAMBDA (T_%s, (T_%s a, T_%s b), { return b != 0 ? a : "
		  "1; }), T_%s, %s, "
		  "T_%s, %s))", id, id, id, id, type_info[u].id, id, x, type_info[u].id, y);
    case 4:
      x = source (t, &cls);
      return fmt ("OUT (%s, FILTER2 (T_%s, LAMBDA (int, (T_%s a, T_u8 b), { return (b & 3) && a "
		  "!= 2; }), %s, T_u8, "
		  "VIEW (T_u8, A_u8[0] + 3, A_u8[1][2] & 1 ? %s : %s + 2)))", id, id, id, x, c, c);
    case 5:
      /* Indices in order but for one.  */
      x = source (t, &cls);
      return fmt ("OUT (%s, PERMUTE (T_%s, T_%s, MAP1 (T_%s, LAMBDA (T_%s, (size_t %s), { "
		  "return (T_%s) (%s == "
		  "A_u8[0][5] %% 40 ? %s / 2 + (A_u8[0][6] & 1) * %s : %s - 1 - %s); }), size_t, "
		  "RANGE1 (size_t, (size_t) %s)), "
		  "%s))", id, id, w, w, w, p, w, p, p, c, c, p, c, x);
    case 6:
      y = doubtful (it, &cls, c, true);
      x = source (t, &cls);
      return fmt ("OUT (%s, SCATTER (T_%s, %s, T_%s, %s, "
		  "%s))", id, id, source (t, &other), w, y, x);
    case 7:
      f = gen_assoc (t, &small);
      y = doubtful (it, &cls, c, true);
      x = source (t, &cls);
      return fmt ("OUT (%s, %s)", id,
		  small_vec (t, fmt ("REDUCE_BY_INDEX (T_%s, %s, 0, %s, T_%s, %s, "
				     "%s)", id, f, c, w, y,
				     small ? small_vec (t, x) : x)));
    case 8:
      f = gen_assoc (t, &small);
      y = doubtful (it, &cls, c, true);
      x = source (t, &cls);
      return fmt ("OUT (%s, %s)", id,
		  small_vec (t, fmt ("REDUCE_INTO (T_%s, %s, %s, T_%s, %s, %s)", id, f,
				     small_vec (t, source (t, &other)), w, y,
						small ? small_vec (t, x) : x)));
    case 9:
      return fmt ("OUT2 (%s, SPLIT (T_%s, %u, %s))", id, id, 1 + pick (3), source (t, &cls));
    case 10:
      x = source (t, &cls);
      return fmt ("OUT2 (%s, SEGMENTS (T_%s, T_%s, %s, MAP1 (T_%s, LAMBDA (T_%s, (size_t k), { "
		  "return (T_%s) "
		  "(k == 0 ? A_u8[0][9] %% 5 == 0 : k >= 3 ? %s + (A_u8[0][8] %% 5 == 0) "
		  ": k == 2 && A_u8[0][7] %% 5 == 0 ? 0 : %s / 2 * k / 3); }), "
		  "size_t, RANGE1 (size_t, (size_t) 5))))", id, id, w, x, w, w, w, c, c);
    case 11:
      return fmt ("OUT2 (%s, TRANSPOSE (T_%s, SEGMENTS (T_%s, long, %s, MAP1 (long, LAMBDA "
		  "(long, (size_t k), { return k "
		  "== 3 ? (long) %s : (long) (%s / 3 * k); }), size_t, RANGE1 (size_t, (size_t) "
		  "4)))))", id, id,
		  id, source (t, &cls), c, c);
    case 12:
      return fmt ("OUT (%s, PAD (T_%s, %s, 2, FILTER1 (T_%s, LAMBDA (int, (T_%s a), { return a "
		  "== 3; }), %s)))",
		  id, id, chance (50) ? "WRAP" : chance (50) ? "CLAMP" : "REFLECT", id, id,
				  source (t, &cls));
    case 13:
      return fmt ("record (__LINE__, hash_%s (%s (%s, FILTER1 (T_%s, LAMBDA (int, (T_%s a), { "
		  "return a == 5; }), %s))))",
		  id, chance (50) ? "MINIMUM" : "MAXIMUM", id, id, id, source (t, &cls));
    case 14:
      return fmt ("record (__LINE__, %s (T_%s, OP (lt, %s), FILTER1 (T_%s, LAMBDA (int, (T_%s "
		  "a), { return a == 5; }), "
		  "%s)))", chance (50) ? "ARGMIN" : "ARGMAX", id, id, id, id, source (t, &cls));
    case 15:
      return fmt ("OUT (i32, RANGE3 (int, 0, (int) n, A_u8[0][4] %% 3))");
    case 16:
      return fmt ("OUT (%s, EXPAND (T_%s, LAMBDA (int, (T_%s a), { return (int) (hash_%s (a) & "
		  "31) - (hash_%s (a) & 4096 "
		  "? 1 : 0); }), LAMBDA (T_%s, (T_%s a, int b), { return (T_%s) (b & 1 ? a : "
		  "0); }), int, T_%s, %s))", id,
		  id, id, id, id, id, id, id, id, source (t, &cls));
    case 17:
      return fmt ("record (__LINE__, STORE (T_%s, A_%s[1] + 2, n, CONCAT2 (T_%s, %s, VIEW "
		  "(T_%s, A_%s[0], A_u8[0][4] & 1))))",
		  id, id, id, source (t, &cls), id, id);
    case 18:
      y = doubtful (T_i64, &cls, c, true);
      return fmt ("OUT2 (i64, BUCKET (T_i64, %s, LAMBDA (long, (long %s), { return %s; }), "
		  "%s))", c, p, p, y);
    case 19:
      /* An element of a builtin within an operand.  */
      return fmt ("OUT (%s, MAP1 (T_%s, LAMBDA (T_%s, (T_u8 %s), { return GET (T_%s, VIEW "
		  "(T_%s, A_%s[0], 200), %s); }), "
		  "T_u8, VIEW (T_u8, A_u8[1], %s)))", id, id, id, p, id, id, id, p, c);
    case 20:
      return fmt ("record (__LINE__, hash_%s (SUM (T_%s, T_u8, MAP1 (T_u8, LAMBDA (T_u8, "
		  "(size_t %s), { if (%s > "
		  "A_u8[1][3]) RAISE (\"far\"); return %s & 7; }), size_t, RANGE1 (size_t, "
		  "(size_t) %s)))))", id,
		  type_info[type_info[T_u8].promoted].id, p, p, p, c);
    default:
      x = source (t, &cls);
      return fmt ("OUT (%s, MAP1 (T_%s, LAMBDA (T_%s, (T_%s %s), { if ((hash_%s (%s) & 127) == "
		  "77) RAISE (\"found\"); "
		  "return %s; }), T_%s, %s))", id, id, id, id, p, id, p, p, id, x);
    }
}

/* Without line breaks: an error has the line of its builtin.  */
static char *
one_line (char *s)
{
  for (char *p = s; *p; p++)
    if (*p == '\n')
      *p = ' ';
  return s;
}

/* A function of which one statement may fail, and a call of it.  */
void
stmt_fail (int depth)
{
  char *name = fresh ("f"), *s;
  struct text mine = { NULL, 0, 0 }, *saved = out;
  struct kept *keep;

  (void) depth;
  if (!may_fail)
    return;
  keep = scope_saved ();
  n_scope = 0;
  n_lengths = 1;
  may_fail = false;
  quiet = true;
  n_functions++;
  raises = true;
  out = &mine;
  say ("static void\n%s (size_t n)\n{", name);
  bind (fmt ("n"), T_u64, ANY_LENGTH)->constant = true;
  level++;
  for (int i = (int) pick (3); i > 0; i--)
    chance (70) ? stmt_vector (1) : stmt_store (1);
  s = doubtful_statement (0);
  say ("%s;", one_line (s));
  if (chance (50))
    stmt_store (1);
  level--;
  say ("record (__LINE__, 99);\n}");
  out = &functions;
  say ("%s", mine.s);
  out = saved;
  may_fail = true;
  quiet = false;
  scope_again (keep);
  say ("FAILS (%s, n);", name);
}
