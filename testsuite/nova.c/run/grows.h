/* What a program keeps.  ASan's allocator says nothing of it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <malloc.h>

/* So many bytes more are in use after ROUNDS rounds of F than after one.  */
static size_t
grows (void (*f) (void), int rounds)
{
  f ();
  size_t before = mallinfo2 ().uordblks;
  for (int k = 0; k < rounds; k++)
    f ();
  size_t after = mallinfo2 ().uordblks;
  return after > before ? after - before : 0;
}
