/* nova-cgen: strided stores, several stores at once, rows changed in place.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "cgen.h"

void
stmt_store_strided (int depth)
{
  int t = pick_type (), cls = room_class (false);
  char *x, *a = array (t, 12), *c = lengths[cls].text;
  const char *id = type_info[t].id;
  unsigned m = pick ((unsigned) lengths[cls].factor + 1);

  if (chance (40) && lengths[cls].factor > 0)
    {
      x = fmt ("VIEW2 (T_%s, %s, %s, %u)", id, array (t, 12), c, m);
      if (chance (50))
	say ("STORE_STRIDED2 (T_%s, %s, %s, 1, %u, (long) %s, %s);", id, a, c, m, c, x);
      else
	say ("STORE_STRIDED2 (T_%s, %s, %s, %u, %u, 1, %s);", id, a, c, m ? m : 1, m, x);
      return;
    }
  x = gen_vec (t, 2, cls, &cls);
  if (chance (40))
    say ("STORE_STRIDED (T_%s, %s + %s, %s, -1, %s);", id, a, c, c, x);
  else
    say ("STORE_STRIDED (T_%s, %s, %s, %u, %s);", id, a, c, lengths[cls].factor >= 2 ? 2u : 1u, x);
  (void) depth;
}

void
stmt_store_all (int depth)
{
  int t = pick_type (), u = pick_type (), cls = room_class (false);
  const char *id, *uid = type_info[u].id, *c = lengths[cls].text;
  char *x, *y = gen_vec (u, 2, cls, &cls), *p;
  int rows = ANY_LENGTH;

  (void) depth;
  if (chance (30))
    {
      id = type_info[t = pick_number ()].id;
      x = gen_vec (VEC_OF (t), 2, ANY_LENGTH, &rows);
      p = fresh ("v");
      say ("VEC (VEC (T_%s)) %s = %s;", id, p, x);
      say ("if (TOTAL (%s) <= n + EDGE && %s <= n + EDGE) STORE_ALL2 (n + EDGE, T_%s, A_%s[0], %s, "
	   "T_%s, A_%s[1], %s);", p, c, id, id, p, uid, uid, y);
      return;
    }
  x = gen_vec (t, 2, cls, &cls);
  id = type_info[t].id;
  if (chance (25))
    {
      /* One array, one behind the other: no element is written twice.  */
      y = gen_vec (t, 2, cls, &cls);
      say ("STORE_ALL (%s, T_%s, A_%s[0] + 8, %s, T_%s, A_%s[0], SLICE (T_%s, 0, LEAST (%s, 8), "
	   "%s));", c,
	   id, id, x, id, id, id, c, y);
      return;
    }
  say ("STORE_ALL (%s, T_%s, A_%s[0] + %u, %s, T_%s, A_%s[1] + %u, "
       "%s);", c, id, id, pick (6), x, uid,
       uid, pick (6), y);
}

/* What element i of a row of R becomes, of its own and of v, a U.  */
static char *
row_value (int t, int u, unsigned r)
{
  const char *uns = type_info[t].uns;
  const char *v = type_info[u].kind == K_FLOAT && type_info[t].kind != K_FLOAT ? "toi (v)" : "v";

  return chance (50)
	 ? fmt ("i ? row[i - 1] : row[%u] == (T_%s) %s", r - 1, type_info[t].id, v)
	 : fmt ("(%s) row[%u - i] %c (%s) %s", uns, r - 1,
		"+^|"[type_info[t].kind == K_FLOAT ? 0 : pick (3)], uns, v);
}

/* Existing code on rows in place, upwards and downwards, apart or not.  */
void
stmt_update_rows (int depth)
{
  int t = pick_number (), u = pick_number (), w = pick_integer (), cls = room_class (false);
  const char *id = type_info[t].id, *uid = type_info[u].id, *c = lengths[cls].text;
  unsigned m = (unsigned) lengths[cls].factor, r = m > 1 && chance (40) ? m - 1 : m;
  char *x, *y, *f = fresh ("f"), *from, *again;
  bool two = chance (40), three = two && chance (40), down = chance (30);

  (void) depth;
  if (m == 0)
    return;
  n_functions++;
  x = gen_vec (u, 2, cls, &cls);
  again = two ? fmt ("for (int i = 0; i < (int) (w & 3); i++) s[i %% %u] = "
		     "row[0];", r) : fmt ("%s", "");
  say ("void %s (T_%s *row, T_%s v%s)\n{ T_%s *s = SCRATCH (T_%s, %u); "
       "for (int i = 0; i < %u; i++) s[i] = %s; %s%s for (int i = 0; i < %u; i++) row[i] = %s "
       "(s[i]); }",
       f, id, uid, two ? fmt (", T_%s w%s", type_info[w].id, three ? ", T_u8 z" : "") : "", id, id,
       r, r, row_value (t, u, r), again, three ? " s[0] = (z & 1) != 0;" : "", r,
       type_info[t].kind == K_FLOAT ? fmt ("W_%s", id) : "");
  from = down ? fmt ("A_%s[%u] + %s * %u", id, pick (2), c, m)
	      : fmt ("A_%s[%u] + %u", id, pick (2), pick (9));
  if (!two)
    {
      say ("UPDATE_ROWS (%s, %s, %s, %s%u, %u, T_%s, "
	   "%s);", f, from, c, down ? "-" : "", m, r, uid, x);
      return;
    }
  y = gen_vec (w, 2, cls, &cls);
  if (three)
    {
      say ("UPDATE_ROWS3 (%s, %s, %s, %s%u, %u, T_%s, %s, T_%s, %s, T_u8, %s);", f, from, c,
	   down ? "-" : "", m, r, uid, x, type_info[w].id, y, gen_vec (T_u8, 1, cls, &cls));
      return;
    }
  say ("UPDATE_ROWS2 (%s, %s, %s, %s%u, %u, T_%s, %s, T_%s, "
       "%s);", f, from, c, down ? "-" : "", m, r, uid,
       x, type_info[w].id, y);
}
