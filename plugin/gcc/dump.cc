/* Dumps: the FIR of every region after each pass, and its IMP, as files that nova-opt reads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Names are those of GCC's dumps with the region's name and the pass: app.c.dot.030.cse.fir holds
   region dot after cse, the third pass run; app.c.dot.000.extract.fir is what was read from the
   host program, app.c.dot.999.lower.imp what is generated.  */

#include "gcc-compat.h"
#include "nova-gcc.h"
#include "extract.h"

bool
dump_wanted (const char *pass)
{
  const char *list = nova_opt.dump;
  size_t len = strlen (pass);

  if (!list || !*list || strcmp (list, "all") == 0)
    return list != NULL;
  while (list)
    {
      if (strncmp (list, pass, len) == 0 && (list[len] == ',' || list[len] == '\0'))
	return true;
      list = strchr (list, ',');
      if (list)
	list++;
    }
  return false;
}

/* Write TEXT to the dump of E's region after PASS, the NUMBERth, in language KIND.  */
static void
write_dump (struct ext_build *e, unsigned number, const char *pass, const char *kind,
	    const char *text)
{
  char *name = xasprintf ("%s.%s.%03u.%s.%s", dump_base_name ? dump_base_name : main_input_filename,
			  e->fr->name, number, pass, kind);
  FILE *file = fopen (name, "w");

  if (!file)
    fatal_error (UNKNOWN_LOCATION, "cannot write the dump %qs: %m", name);
  fputs (text, file);
  fclose (file);
  free (name);
}

void
dump_fir (struct ext_build *e, unsigned number, const char *pass, struct fir_prog *p)
{
  struct strbuf text = { NULL, 0, 0 };

  if (!dump_wanted (pass))
    return;
  fir_print (&text, p);
  write_dump (e, number, pass, "fir", text.s);
  strbuf_free (&text);
}

/* After a pass: NUMBER counts from 0.  */
void
dump_after (void *data, unsigned number, const char *pass, struct fir_prog *p)
{
  dump_fir ((struct ext_build *) data, 10 * (number + 1), pass, p);
}

void
dump_imp (struct ext_build *e, struct imp_prog *imp)
{
  struct strbuf text = { NULL, 0, 0 };

  if (!dump_wanted ("lower"))
    return;
  imp_print (&text, imp);
  write_dump (e, 999, "lower", "imp", text.s);
  strbuf_free (&text);
}
