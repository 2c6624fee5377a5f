/* Memory that cannot be had is an ordinary error.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

static const struct nova_site site = { "m.c", "__nova_map", 4 };

int
main (void)
{
  static const size_t huge[] = { SIZE_MAX, SIZE_MAX - 63, SIZE_MAX / 2, SIZE_MAX / 8,
                                 SIZE_MAX / 8 + 1, SIZE_MAX / 16 };
  for (volatile unsigned k = 0; k < sizeof huge / sizeof *huge; k++)
    {
      char want[100];
      snprintf (want, sizeof want, "m.c:4: __nova_map: no memory for %zu elements of 8 bytes",
                huge[k]);
      CATCH nova_vec_new (huge[k], 8, 8, &site);
      CHECK (!strcmp (caught, want));
      CATCH nova_temp_new (huge[k], 8, &site);
      CHECK (!strcmp (caught, want));
    }
  nova_temp_free (NULL);
  nova_temp_free (nova_temp_new (0, 8, &site));
  return 0;
}
