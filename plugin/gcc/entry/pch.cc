/* Precompiled headers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A precompiled header contains trees that are not in our tables.  One that uses nothing of nova's
   is valid with the plugin as without it, whether it was made with the plugin or not; only the
   builtins must be declared, if they are not.  Any other header is not precompiled: a text file is
   written instead, which the compiler silently rejects, and it reads the header itself.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "entry.h"

static const char text[] = "This header uses nova: it is read, not loaded.\n";

static void (*load_before) (void);

/* lang_post_pch_load: one has been read.  */
static void
loaded (void)
{
  if (load_before)
    load_before ();
  op_declare_again ();
}

void
entry_pch_start_unit (void)
{
  load_before = lang_post_pch_load;
  lang_post_pch_load = loaded;
}

/* PLUGIN_FINISH: what was to be written has been.  */
void
entry_pch_finish (void *, void *)
{
  if (!pch_file || !unit_nova_p () || seen_error ())
    return;
  FILE *f = fopen (pch_file, "w");
  if (!f || fputs (text, f) == EOF || fclose (f) != 0)
    error ("cannot write %qs: %m", pch_file);
}
