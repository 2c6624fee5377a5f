/* Precompiled headers.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A precompiled header brings trees of its own, which our tables do not know.  One that names
   nothing of nova's is as good with the plugin as without it, be it made with the plugin or not;
   only the builtins must be declared, if they are not.  Of any other header there is none: a text
   takes its place, which the compiler refuses without an error, and reads the header itself.  */

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
