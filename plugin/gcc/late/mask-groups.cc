/* Loops that load neighbours under a mask: a workaround before the vectoriser.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     for q { if (c) { d[2 q] = a[2 q]; d[2 q + 1] = a[2 q + 1] } else ... }

   If the processor loads under a mask, GCC 12's vectoriser loads such neighbours, a group,
   together; where one vector has no room for those of all turns that it takes at once, the second
   vector and all further ones are loaded under the mask of the first.  Loops have such groups if
   they take rows of a few elements, as many as the program says, and a branch chooses what is
   loaded.  So in workers these loops stay as they are; GCC 11 does so by itself.

   The user's own loops are not touched.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "late.h"

/* A load under a mask in LOOP, from BASE in the first turn, STEP bytes further in each turn.  */
struct masked_load
{
  class loop *loop;
  tree base;
  HOST_WIDE_INT step;
};

/* How many bytes is X behind Y?  0: that is not known.  */
static HOST_WIDE_INT
bytes_behind (tree x, tree y)
{
  hash_map<tree, name_expansion *> *cache = NULL;
  aff_tree a, b;
  poly_int64 bytes;

  tree_to_aff_combination_expand (x, TREE_TYPE (x), &a, &cache);
  tree_to_aff_combination_expand (y, TREE_TYPE (y), &b, &cache);
  aff_combination_scale (&b, -1);
  aff_combination_add (&a, &b);
  free_affine_expand_cache (&cache);
  return a.n == 0 && !a.rest && a.offset.to_shwi (&bytes) ? (HOST_WIDE_INT) bytes.coeffs[0] : 0;
}

/* Are P and Q of one group: is less between them than between turns?  */
static bool
neighbours_p (const struct masked_load *p, const struct masked_load *q)
{
  if (p->loop != q->loop || p->step != q->step)
    return false;
  HOST_WIDE_INT bytes = bytes_behind (p->base, q->base);
  return bytes != 0 && absu_hwi (bytes) < absu_hwi (p->step);
}

/* S, in a loop, as a masked load; false if it is none, or from anywhere.  */
static bool
masked_load_p (gimple *s, struct masked_load *m)
{
  affine_iv iv;

  if (!gimple_call_internal_p (s, IFN_MASK_LOAD))
    return false;
  m->loop = gimple_bb (s)->loop_father;
  if (!simple_iv (m->loop, m->loop, gimple_call_arg (s, 0), &iv, true)
      || !tree_fits_shwi_p (iv.step))
    return false;
  m->base = iv.base;
  m->step = tree_to_shwi (iv.step);
  return true;
}

unsigned
late_masks (void)
{
  auto_vec<struct masked_load> loads;
  struct masked_load m;
  basic_block b;

  FOR_EACH_BB_FN (b, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (b); !gsi_end_p (i); gsi_next (&i))
      if (masked_load_p (gsi_stmt (i), &m))
	{
	  for (const struct masked_load &other : loads)
	    if (neighbours_p (&m, &other))
	      m.loop->dont_vectorize = true;
	  loads.safe_push (m);
	}
  return 0;
}
