/* Checks that hold: where they may go.

   A term that changes with nothing in a loop's body leaves it (pass lift), unless it stands behind
   a check that may be why it reads nothing behind a vector's end:

     loop n { (i)  k = min n (add i 1)  check nonempty _ k  s = loop 1 { (p) at x p ... } ... }

   N is the length of X.  The check holds because the loop runs, and the term may be computed
   because the check holds.  So it only goes if whatever is read behind it changes with the index,
   too.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "facts.h"

/* So many definitions are looked through for a variable.  */
#define MAX_DEFS 64

/* Is A computed from V?  UNKNOWN: the answer if that is not seen, for functions are not looked
   into.  */
static bool
look_from (struct fir_atom a, const struct fir_var *v, bool unknown, unsigned *fuel)
{
  struct fir_stmt *d = fir_atom_def (a);

  if (a.var == v)
    return true;
  if (!d)
    return false;
  if (!*fuel || (unknown && d->nfns))
    return unknown;
  --*fuel;
  for (unsigned k = 0; k < d->nargs; k++)
    if (look_from (d->args[k], v, unknown, fuel))
      return true;
  return false;
}

static bool
made_from (struct fir_atom a, const struct fir_var *v, bool unknown)
{
  unsigned fuel = MAX_DEFS;

  return look_from (a, v, unknown, &fuel);
}

struct reads_from
{
  const struct fir_var *v;
  bool all;			/* so far */
};

static void
note_read (struct fir_stmt *s, void *data)
{
  struct reads_from *r = (struct reads_from *) data;
  if (s->op == FIR_AT || s->op == FIR_ROW)
    r->all &= made_from (s->args[0], r->v, false) || made_from (s->args[1], r->v, false);
}

/* Are all reads behind S in its block of an index, or a vector, made from V?  */
static bool
read_from (struct fir_stmt *s, const struct fir_var *v)
{
  struct reads_from r = { v, true };
  while ((s = s->next) != NULL)
    {
      note_read (s, &r);
      for (unsigned k = 0; k < s->nfns; k++)
	fir_walk (s->fns[k]->body, note_read, &r);
    }
  return r.all;
}

bool
pass_check_may_go (struct fir_stmt *s, struct fir_stmt *loop)
{
  const struct fir_var *i = loop->fns[0]->params[0];

  for (unsigned k = 0; k < s->nargs; k++)
    if (made_from (s->args[k], i, true))
      return read_from (s, i);
  return true;
}
