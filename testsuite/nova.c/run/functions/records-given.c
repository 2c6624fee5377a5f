/* Records too large for registers: given as results by calls, folds, constants of the program.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <assert.h>

struct range { int low, high; };
struct stats { struct range range; double sum, most; };

static const struct stats none = { { 1000, -1000 }, 0, -1 };
static const struct stats table[2] = { { { 1, 2 }, 3, 4 }, { { 5, 6 }, 7, 8 } };

static struct stats
add (struct stats s, struct stats t)
{
  return (struct stats) { { s.range.low < t.range.low ? s.range.low : t.range.low,
			    s.range.high > t.range.high ? s.range.high : t.range.high },
			  s.sum + t.sum, s.most > t.most ? s.most : t.most };
}
static struct stats
step (struct stats s, int v)
{
  return add (s, (struct stats) { { v, v }, v, v });
}
static struct stats row (nova_vec (int) r) { return nova_fold (step, add, none, r); }
static struct stats either (int v) { return v > 3 ? row (nova_range (v)) : none; }
static struct stats of_table (int v) { return v % 2 ? table[1] : table[0]; }

int
main (void)
{
  struct stats out[10];

  nova_store (out, 10, nova_map (either, nova_range (10)));
  for (int i = 0; i < 10; i++)
    {
      assert (out[i].range.low == (i > 3 ? 0 : 1000));
      assert (out[i].range.high == (i > 3 ? i - 1 : -1000));
      assert (out[i].sum == (i > 3 ? i * (i - 1) / 2 : 0));
      assert (out[i].most == (i > 3 ? i - 1 : -1));
    }
  nova_store (out, 10, nova_map (of_table, nova_range (10)));
  for (int i = 0; i < 10; i++)
    {
      assert (out[i].range.low == (i % 2 ? 5 : 1) && out[i].range.high == (i % 2 ? 6 : 2));
      assert (out[i].sum == (i % 2 ? 7 : 3) && out[i].most == (i % 2 ? 8 : 4));
    }
}
