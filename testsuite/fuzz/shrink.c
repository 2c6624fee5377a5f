/* nova-fuzz: a program that fails, made small.

   Edits are tried in turn on the program as it is read: a statement goes, a conditional becomes one
   of its blocks, an operand a constant, a list of the call gets shorter.  What still fails in the
   same way is kept, until nothing more can go.  Each try is judged in a process of its own, so
   crashes are shrunk, too.

   Where an error is wanted, what the region returns is only dropped together with the statement
   that makes it: else a failure that nobody needs, which may stay away (law E1), would be taken for
   one.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_TRIES 3000

/* --- Judging --------------------------------------------------------------------------------- */

struct verdict
judge_apart (const char *text, unsigned ncalls, const char *const *calls, enum mode mode)
{
  struct verdict *v = (struct verdict *) mmap (NULL, sizeof *v, PROT_READ | PROT_WRITE,
					       MAP_SHARED | MAP_ANONYMOUS, -1, 0), r;
  int status = 0;
  pid_t child;

  memset (&r, 0, sizeof r);
  if (v == MAP_FAILED)
    return r;
  fflush (NULL);
  child = fork ();
  if (child == 0)
    {
      alarm (10);
      if (!freopen ("/dev/null", "w", stderr))
	_exit (1);
      *v = judge (text, ncalls, calls, mode);
      _exit (0);
    }
  if (child > 0)
    while (waitpid (child, &status, 0) < 0)
      ;
  r = *v;
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    {
      r.found = FOUND_FATAL;
      strcpy (r.stage, "crash");
      snprintf (r.text, sizeof r.text, "crash: status %d", status);
    }
  munmap (v, sizeof *v);
  return r;
}

/* Do A and B fail in the same way.  */
static bool
same_kind (const struct verdict *a, const struct verdict *b)
{
  const char *s = a->text, *t = b->text;

  if (a->found != b->found)
    return false;
  if (a->found == FOUND_PASS || a->found == FOUND_COST)
    return strcmp (a->stage, b->stage) == 0;
  if (a->found == FOUND_IMP)
    return !strstr (s, "evaluation: ") == !strstr (t, "evaluation: ")
	   && !strstr (s, "want error") == !strstr (t, "want error");
  for (unsigned n = 0; n < 30; n++)
    {
      s += strspn (s, "0123456789");
      t += strspn (t, "0123456789");
      if (*s != *t)
	return false;
      if (!*s)
	return true;
      s++, t++;
    }
  return true;
}

/* --- Edits of the program -------------------------------------------------------------------- */

/* Counts candidates down; the one at which AT is 0 is done.  */
struct edit
{
  struct fir_prog *p;
  struct fir_region *r;
  unsigned at;
  bool done, keep_rets;
};

static bool
here (struct edit *e)
{
  if (e->done || e->at-- > 0)
    return false;
  e->done = true;
  return true;
}

static void
put_for (struct edit *e, struct fir_stmt *s, struct fir_atom a)
{
  struct fir_subst *subst = fir_subst_new (e->p);

  fir_subst_put (subst, s->res[0], a);
  fir_subst_block (subst, e->r->body);
  for (struct fir_fun *f = e->p->funs; f; f = f->next)
    fir_subst_block (subst, f->fn->body);
  fir_unlink (s);
}

static bool
returned (struct fir_block *b, struct fir_stmt *s)
{
  for (unsigned k = 0; k < b->nrets; k++)
    for (unsigned j = 0; j < s->nres; j++)
      if (b->rets[k].var == s->res[j])
	return true;
  return false;
}

static void
drop_ret (struct fir_block *b, unsigned k)
{
  for (b->nrets--; k < b->nrets; k++)
    b->rets[k] = b->rets[k + 1];
}

static bool
used (struct edit *e, struct fir_stmt *s)
{
  for (unsigned j = 0; j < s->nres; j++)
    {
      if (fir_uses (e->r->body, s->res[j]))
	return true;
      for (struct fir_fun *f = e->p->funs; f; f = f->next)
	if (fir_uses (f->fn->body, s->res[j]))
	  return true;
    }
  return false;
}

/* S goes if only the region's results need it, and with it those.  */
static void
try_drop (struct edit *e, struct fir_stmt *s)
{
  unsigned nrets = e->r->body->nrets;
  struct fir_atom *rets = CTX_NEWV (e->p->ctx, struct fir_atom, nrets + 1);
  struct fir_block *b = e->r->body;

  if (nrets)
    memcpy (rets, b->rets, nrets * sizeof *rets);
  if (s->parent == b && returned (b, s))
    for (unsigned k = b->nrets; k-- > 0;)
      for (unsigned j = 0; j < s->nres; j++)
	if (k < b->nrets && b->rets[k].var == s->res[j])
	  drop_ret (b, k);
  if (!used (e, s) && here (e))
    {
      fir_unlink (s);
      return;
    }
  b->nrets = nrets;
  if (nrets)
    memcpy (b->rets, rets, nrets * sizeof *rets);
}

/* A value of type T without S.  */
static void
try_replace (struct edit *e, struct fir_stmt *s)
{
  const struct type *t;

  if (s->nres != 1)
    return;
  t = s->res[0]->type;
  for (unsigned k = 0; k < s->nargs && !e->done; k++)
    if (s->args[k].var && s->args[k].var->type == t && here (e))
      put_for (e, s, s->args[k]);
  for (unsigned k = 0; k < e->r->nparams && !e->done; k++)
    if (e->r->params[k]->type == t && here (e))
      put_for (e, s, fir_atom_var (e->r->params[k]));
  if (e->done || t->kind != TYPE_SCALAR)
    return;
  for (int c = 0; c < 2; c++)
    if (here (e))
      put_for (e, s, scalar_info[t->scalar].cls >= SC_FLOAT ? fir_atom_float (e->p, t, c)
							     : fir_atom_int (e->p, t, c));
}

/* An `if' becomes one of its blocks.  */
static void
try_branch (struct edit *e, struct fir_stmt *s)
{
  for (unsigned k = 0; s->op == FIR_IF && k < 2 && !e->done; k++)
    if (here (e))
      {
	struct fir_atom *rets = fir_copy_before (e->p, s, s->fns[k]->body, NULL);
	struct fir_subst *subst = fir_subst_new (e->p);

	for (unsigned j = 0; j < s->nres; j++)
	  fir_subst_put (subst, s->res[j], rets[j]);
	fir_subst_block (subst, e->r->body);
	for (struct fir_fun *f = e->p->funs; f; f = f->next)
	  fir_subst_block (subst, f->fn->body);
	fir_unlink (s);
      }
}

static void
try_operands (struct edit *e, struct fir_stmt *s)
{
  for (unsigned k = 0; k < s->nargs && !e->done; k++)
    if (s->args[k].var && type_is_scalar (s->args[k].var->type))
      for (int c = 0; c < 2 && !e->done; c++)
	if (here (e))
	  {
	    const struct type *t = s->args[k].var->type;

	    s->args[k] = scalar_info[t->scalar].cls >= SC_FLOAT ? fir_atom_float (e->p, t, c)
								: fir_atom_int (e->p, t, c);
	  }
  /* An operand of map or filter, with its parameter.  */
  for (unsigned k = 1; (s->op == FIR_MAP || s->op == FIR_FILTER) && k < s->nargs && !e->done; k++)
    if (!fir_uses (s->fns[0]->body, s->fns[0]->params[k]) && here (e))
      {
	for (unsigned j = k; j + 1 < s->nargs; j++)
	  {
	    s->args[j] = s->args[j + 1];
	    s->fns[0]->params[j] = s->fns[0]->params[j + 1];
	  }
	s->nargs--;
	s->fns[0]->nparams--;
      }
}

static void
edit_block (struct edit *e, struct fir_block *b)
{
  struct fir_stmt *s, *prev;

  /* From the end: what comes last needs the others.  */
  for (s = b->last; s && !e->done; s = prev)
    {
      prev = s->prev;
      try_drop (e, s);
      if (!e->done)
	try_branch (e, s);
      if (!e->done)
	try_replace (e, s);
      if (!e->done)
	try_operands (e, s);
      for (unsigned k = 0; k < s->nfns && !e->done; k++)
	edit_block (e, s->fns[k]->body);
    }
}

static void
edit_prog (struct edit *e)
{
  struct fir_fun **f;
  struct fir_leaf **l;

  edit_block (e, e->r->body);
  for (unsigned k = 0; !e->keep_rets && k < e->r->body->nrets && e->r->body->nrets > 1; k++)
    if (here (e))
      {
	drop_ret (e->r->body, k);
	return;
      }
  for (f = &e->p->funs; *f && !e->done; f = &(*f)->next)
    {
      edit_block (e, (*f)->fn->body);
      if (here (e))
	{
	  *f = (*f)->next;
	  return;
	}
    }
  for (l = &e->p->leaves; *l && !e->done; l = &(*l)->next)
    if (here (e))
      {
	*l = (*l)->next;
	return;
      }
}

/* --- Edits of a call ------------------------------------------------------------------------- */

/* TEXT without the bytes from A to B, and with WITH there.  */
static char *
splice (const char *text, const char *a, const char *b, const char *with)
{
  struct strbuf out = { NULL, 0, 0 };

  strbuf_printf (&out, "%.*s%s%s", (int) (a - text), text, with, b);
  return out.s;
}

/* The end of the word or the bracket that begins at S.  */
static const char *
item_end (const char *s)
{
  int depth = 0;

  for (; *s; s++)
    {
      if (strchr ("[{(", *s))
	depth++;
      else if (strchr ("]})", *s) && depth-- == 0)
	return s;
      else if (!depth && strchr (", ", *s))
	return s;
      if (strchr ("]})", *s) && !depth)
	return s + 1;
    }
  return s;
}

/* Edit number AT of the call TEXT, malloc'd; NULL: there is none.  */
static char *
edit_call (const char *text, unsigned at)
{
  unsigned n = 0;

  for (const char *s = text; *s; s++)
    {
      if (*s == '[' && s[1] && s[1] != ']')
	{
	  /* The last half of a list, and its last item.  */
	  const char *ends[200], *e = s + 1;
	  unsigned k = 0;

	  for (ends[k++] = e; *e && *e != ']' && k < 200; e += *e == ',')
	    {
	      while (*e == ' ')
		e++;
	      e = item_end (e);
	      ends[k++] = e;
	    }
	  if (k < 200 && n++ == at)
	    return splice (text, ends[(k - 1) / 2], ends[k - 1], "");
	  if (k < 200 && n++ == at)
	    return splice (text, ends[k - 2], ends[k - 1], "");
	}
      if ((*s >= '0' && *s <= '9') || *s == '-')
	{
	  bool word = s > text && strchr (" ,[{(", s[-1]);
	  const char *e = s + strcspn (s, " ,]})");

	  if (word && e - s > 0 && !(e - s == 1 && *s == '0') && n++ == at)
	    return splice (text, s, e, "0");
	  if (word && !(e - s == 1 && (*s == '0' || *s == '1')) && n++ == at)
	    return splice (text, s, e, "1");
	  s = e - 1;
	}
    }
  return NULL;
}

/* --- The loop -------------------------------------------------------------------------------- */

struct shrinking
{
  struct program *p;
  struct verdict *v;
  unsigned tries;
};

static bool
still (struct shrinking *s, const char *text, const char *call)
{
  struct verdict v;

  s->tries++;
  v = judge_apart (text, 1, &call, s->p->mode);
  if (!same_kind (&v, s->v))
    return false;
  *s->v = v;
  return true;
}

static void __attribute__ ((noreturn))
shrink_fatal (struct nova_host *host, const char *msg)
{
  (void) msg;
  longjmp (*(jmp_buf *) host->data, 1);
}

/* Edit number AT of TEXT, malloc'd; NULL: there is none.  */
static char *
edit_text (const char *text, unsigned at, bool keep_rets)
{
  jmp_buf escape;
  struct nova_host host = { NULL, shrink_fatal, NULL, NULL, NULL, &escape };
  struct nova_ctx *ctx = ctx_new (&host);
  struct strbuf out = { NULL, 0, 0 }, err = { NULL, 0, 0 };
  struct edit e = { NULL, NULL, at, false, keep_rets };

  if (setjmp (escape) == 0)
    {
      e.p = fir_parse (ctx, "shrink", text, &err);
      if (e.p && e.p->regions)
	{
	  e.r = e.p->regions;
	  edit_prog (&e);
	}
      if (e.done)
	fir_print (&out, e.p);
    }
  strbuf_free (&err);
  ctx_free (ctx);
  return out.s;
}

static bool
shrink_text (struct shrinking *s, bool keep_rets)
{
  bool any = false;
  unsigned at = 0;

  while (s->tries < MAX_TRIES)
    {
      char *text = edit_text (s->p->text.s, at, keep_rets);

      if (!text)
	break;
      if (strcmp (text, s->p->text.s) != 0 && still (s, text, s->p->calls[0].s))
	{
	  strbuf_free (&s->p->text);
	  s->p->text.s = text;
	  s->p->text.len = strlen (text);
	  s->p->text.cap = s->p->text.len + 1;
	  any = true;
	}
      else
	{
	  free (text);
	  at++;
	}
    }
  return any;
}

static bool
shrink_call (struct shrinking *s)
{
  struct strbuf *call = &s->p->calls[0];
  bool any = false;
  unsigned at = 0;

  while (s->tries < MAX_TRIES)
    {
      char *text = edit_call (call->s, at);

      if (!text)
	break;
      if (still (s, s->p->text.s, text))
	{
	  strbuf_free (call);
	  call->s = text;
	  call->len = strlen (text);
	  call->cap = call->len + 1;
	  any = true;
	}
      else
	{
	  free (text);
	  at++;
	}
    }
  return any;
}

/* Of the calls of P only the one that fails.  */
static bool
one_call (struct shrinking *s)
{
  struct program *p = s->p;

  for (unsigned k = 0; k < p->ncalls; k++)
    if (still (s, p->text.s, p->calls[k].s))
      {
	struct strbuf c = p->calls[k];

	p->calls[k] = p->calls[0];
	p->calls[0] = c;
	while (p->ncalls > 1)
	  strbuf_free (&p->calls[--p->ncalls]);
	return true;
      }
  return false;
}

void
shrink (struct program *p, const struct verdict *found)
{
  struct verdict v = *found;
  struct shrinking s = { p, &v, 0 };
  bool keep_rets = strstr (v.text, "want error") != NULL && p->mode != MODE_CHECK;

  if (!one_call (&s))
    return;
  while (s.tries < MAX_TRIES && (shrink_text (&s, keep_rets) | shrink_call (&s)))
    ;
}
