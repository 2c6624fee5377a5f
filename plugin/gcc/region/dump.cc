/* Dumps: the FIR and IMP of every region after each pass, as files that nova-opt reads.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Names are those of GCC's dumps with the region's name and the pass: app.c.dot.030.cse.fir holds
   region dot after cse, the third pass run; app.c.dot.000.extract.fir is what was read from the
   host program, app.c.dot.800.lower.imp the result of lowering, app.c.dot.810.chunk.imp that of the
   first pass over IMP; code is generated from the last of these.  The number behind `at' is that of
   a site: two of them may be on one line.  A comment at the end says where each is.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "extract/extract.h"

bool
region_dump_wanted (const char *pass)
{
  const char *list = option.dump;

  if (!list || !*list || strcmp (list, "all") == 0)
    return list != NULL;
  return region_dump_named (pass);
}

bool
region_dump_named (const char *pass)
{
  return pass_listed (option.dump, pass);
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

/* Append "; at N: FILE:LINE: NAME" for each site that TEXT mentions.  */
static void
say_sites (struct strbuf *text)
{
  hash_set<int_hash<unsigned, 0, UINT_MAX>> said;
  struct strbuf more = { NULL, 0, 0 };

  for (const char *p = text->s; p && (p = strstr (p, " at ")) != NULL; p++)
    {
      unsigned number = strtoul (p + 4, NULL, 10);
      expanded_location at;

      if (!number || said.add (number))
	continue;
      at = expand_location (site_get (number)->loc);
      strbuf_printf (&more, "; at %u: %s:%d: %s\n", number, at.file ? at.file : "<unknown>",
		     at.line, op_site_name (site_get (number)->op));
    }
  if (more.s)
    strbuf_printf (text, "%s", more.s);
  strbuf_free (&more);
}

void
region_dump_fir (struct ext_build *e, unsigned number, const char *pass, struct fir_prog *p)
{
  struct strbuf text = { NULL, 0, 0 };

  if (!region_dump_wanted (pass))
    return;
  fir_print (&text, p);
  say_sites (&text);
  write_dump (e, number, pass, "fir", text.s);
  strbuf_free (&text);
}

/* After a pass: NUMBER counts from 0.  */
void
region_dump_after (void *data, unsigned number, const char *pass, struct fir_prog *p)
{
  region_dump_fir ((struct ext_build *) data, 10 * (number + 1), pass, p);
}

/* After a pass over IMP, number 0 being lowering; DATA is the region.  */
void
region_dump_imp (void *data, unsigned number, const char *pass, struct imp_prog *imp)
{
  struct strbuf text = { NULL, 0, 0 };

  if (!region_dump_wanted (pass))
    return;
  imp_print (&text, imp);
  write_dump ((struct ext_build *) data, 800 + 10 * number, pass, "imp", text.s);
  strbuf_free (&text);
}
