/* Loads under a mask that keep nothing of their register: a workaround when RTL has been made.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

     x = mask ? memory : x        becomes       x = 0;  x = mask ? memory : x

   So does the machine description of AVX-512 state the load of the vectoriser, to which it does not
   matter what is there without the mask.  But to the register allocator x, which is not set before,
   lives in all of the function: across calls it goes to memory, and each load waits for the one
   before.  With the zero, combine finds the instruction that sets what the mask leaves out.  */

#define NOVA_GCC_RTL 1
#include "base/gcc-compat.h"
#include "late.h"

/* How often each register is set.  */
typedef auto_vec<unsigned> register_sets;

static void
count_set (rtx x, const_rtx, void *data)
{
  if (REG_P (x))
    (*(register_sets *) data)[REGNO (x)]++;
}

/* The register that I loads under a mask onto itself; NULL_RTX: none.  */
static rtx
loaded_onto (rtx_insn *i)
{
  rtx set = NONJUMP_INSN_P (i) ? PATTERN (i) : NULL_RTX;
  if (!set || GET_CODE (set) != SET || !REG_P (SET_DEST (set)))
    return NULL_RTX;
  rtx x = SET_DEST (set), from = SET_SRC (set);
  return GET_CODE (from) == VEC_MERGE && MEM_P (XEXP (from, 0)) && rtx_equal_p (XEXP (from, 1), x)
	 && !HARD_REGISTER_P (x) ? x : NULL_RTX;
}

unsigned
late_mask_zeros (void)
{
  register_sets sets;

  sets.safe_grow_cleared (max_reg_num ());
  for (rtx_insn *i = get_insns (); i; i = NEXT_INSN (i))
    if (INSN_P (i))
      note_stores (i, count_set, &sets);
  for (rtx_insn *i = get_insns (); i; i = NEXT_INSN (i))
    {
      rtx x = loaded_onto (i);
      if (x && sets[REGNO (x)] == 1)
	emit_insn_before (gen_rtx_SET (x, CONST0_RTX (GET_MODE (x))), i);
    }
  return 0;
}
