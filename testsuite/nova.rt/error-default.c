/* Without a handler: the line on stderr, then abort.
   { dg-nova-fails "^app.c:12: __nova_map: operand 3 has 99 elements, operand 2 has 100$" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

int
main (void)
{
  static const struct nova_site site = { "app.c", "__nova_map", 12 };
  nova_raise (&site, NOVA_CHECK_LENGTHS, 3, 99, 2, 100);
}
