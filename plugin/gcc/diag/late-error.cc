/* Errors that only complete trees show, reported in the order of the program.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   For a vector in an asm, or a nested function's use of captured variables, the front end has no
   hook while it parses: such errors are found in the parsed trees.  These are checked when a
   function is complete, and before each error that the front end reports in the middle of one, so
   that errors that precede it come first.

   Does not: find them.  frontend.cc and lift-check.cc do, repeatedly; an error about a tree is
   reported only once.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"
#include "state.h"

struct late
{
  location_t loc;
  tree what;			/* with PART: what it is about */
  unsigned part;
  char *text;
  location_t note_loc;
  const char *note;
};

static void (*finder) (void);

void
diag_late_found_by (void (*find) (void))
{
  finder = find;
}

void
diag_late_find (void)
{
  if (finder)
    finder ();
}

static bool
among_p (const vec<late *> &list, tree what, unsigned part)
{
  for (late *e : list)
    if (e->what == what && e->part == part)
      return true;
  return false;
}

void
diag_late (location_t loc, tree what, unsigned part, char *text, location_t note_loc,
	   const char *note)
{
  if (among_p (unit.diag->late_waiting, what, part) || among_p (unit.diag->late_said, what, part))
    {
      free (text);
      return;
    }
  late *e = XNEW (struct late);
  *e = { loc, what, part, text, note_loc, note };
  unit.diag->late_waiting.safe_push (e);
}

/* A stands in front of B.  */
static bool
in_front_p (location_t a, location_t b)
{
  return linemap_compare_locations (line_table, LOCATION_LOCUS (a), LOCATION_LOCUS (b)) > 0;
}

/* The one that comes first of those that are unit.diag->late_waiting.  */
static unsigned
first_waiting (void)
{
  unsigned first = 0;
  const vec<late *> &waiting = unit.diag->late_waiting;
  for (unsigned i = 1; i < waiting.length (); i++)
    if (in_front_p (waiting[i]->loc, waiting[first]->loc))
      first = i;
  return first;
}

bool
diag_late_any_p (location_t before)
{
  const vec<late *> &waiting = unit.diag->late_waiting;
  return !waiting.is_empty () && in_front_p (waiting[first_waiting ()]->loc, before);
}

static void
say (late *e)
{
  auto_diagnostic_group group;
  error_at (e->loc, "%s", e->text);
  if (e->note)
    inform (e->note_loc, e->note);
  else if (e->note_loc != UNKNOWN_LOCATION)
    loc_note_macro (e->note_loc);
}

void
diag_late_say (location_t before)
{
  while (before == UNKNOWN_LOCATION ? !unit.diag->late_waiting.is_empty ()
	 : diag_late_any_p (before))
    {
      unsigned first = first_waiting ();
      late *e = unit.diag->late_waiting[first];
      unit.diag->late_waiting.ordered_remove (first);
      unit.diag->late_said.safe_push (e);
      say (e);
    }
}

static void
forget (vec<late *> &list)
{
  for (late *e : list)
    {
      free (e->text);
      free (e);
    }
  list.truncate (0);
}

void
diag_late_forget (void)
{
  forget (unit.diag->late_waiting);
  forget (unit.diag->late_said);
}
