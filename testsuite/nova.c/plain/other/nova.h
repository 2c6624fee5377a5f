/* Another program's header.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define nova_map(a, b) ((a) + (b))
#define nova_twice(x) ((x) + (x))
#define nova_sum(x) (x##_sum + nova_twice (x))
#define nova_both(x, y) do { (x) = (y); (y) = (x); } while (0)
