/* The tokens of the text forms.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "lex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void
lex_excerpt (struct strbuf *out, const char *line, size_t n)
{
  strbuf_printf (out, "  %.*s\n  ", (int) strcspn (line, "\n"), line);
  for (size_t k = 0; k < n && line[k] != '\n'; k++)
    strbuf_putc (out, line[k] == '\t' ? '\t' : ' ');
  strbuf_printf (out, "^\n");
}

void
lex_report (struct lex *lx, const struct token *t, const char *msg)
{
  const char *start = t->at;

  while (start > lx->text && start[-1] != '\n')
    start--;
  strbuf_printf (lx->err, "%s:%u:%u: error: %s\n", lx->file, t->line, t->col, msg);
  lex_excerpt (lx->err, start, (size_t) (t->at - start));
}

void
lex_leave (struct lex *lx)
{
  longjmp (lx->escape, 1);
}

void
lex_error (struct lex *lx, const struct token *t, const char *fmt, ...)
{
  char buf[512];
  va_list ap;

  va_start (ap, fmt);
  vsnprintf (buf, sizeof buf, fmt, ap);
  va_end (ap);
  lex_report (lx, t, buf);
  lex_leave (lx);
}

static bool
ident_char (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$';
}

/* The end of the identifier at P, .NUMBER included.  */
static const char *
scan_ident (struct lex *lx, const char *p, struct token *t)
{
  const char *start = p;

  while (ident_char (*p))
    p++;
  t->kind = TOK_IDENT;
  t->base = ctx_intern_n (lx->ctx, start, (size_t) (p - start));
  t->num = -1;
  if (*p == '.' && isdigit ((unsigned char) p[1]))
    {
      const char *digits = ++p;

      while (isdigit ((unsigned char) *p))
	p++;
      if (p - digits > 7)
	lex_error (lx, t, "the number of '%.*s' is too large", (int) (p - start), start);
      t->num = strtol (digits, NULL, 10);
    }
  return p;
}

/* The end of the number at P, which may begin with a sign.  */
static const char *
scan_number (const char *p)
{
  bool hex;

  if (*p == '-')
    p++;
  if (*p == 'i' || *p == 'n')
    return p + 3;
  hex = p[0] == '0' && (p[1] == 'x' || p[1] == 'X');
  if (hex)
    p += 2;
  for (;; p++)
    {
      char c = (char) tolower ((unsigned char) *p);
      bool exponent = hex ? c == 'p' : c == 'e';

      if (exponent && (p[1] == '+' || p[1] == '-'))
	p++;
      else if (!(exponent || isdigit ((unsigned char) c) || c == '.'
		 || (hex && isxdigit ((unsigned char) c))))
	return p;
    }
}

/* Is the word at P, of letters only, inf or nan?  */
static bool
infinite_word (const char *p)
{
  return (strncmp (p, "inf", 3) == 0 || strncmp (p, "nan", 3) == 0)
	 && !ident_char (p[3]) && p[3] != '.';
}

/* The end of the global name at P, behind the @.  */
static const char *
scan_global (struct lex *lx, const char *p, struct token *t)
{
  struct strbuf b = { NULL, 0, 0 };
  const char *start = p;

  t->kind = TOK_GLOBAL;
  if (*p != '"')
    {
      while (ident_char (*p) || *p == '.')
	p++;
      if (p == start)
	lex_error (lx, t, "a name is missing after '@'");
      t->text = ctx_intern_n (lx->ctx, start, (size_t) (p - start));
      return p;
    }
  for (p++; *p != '"'; p++)
    {
      if (!*p || *p == '\n')
	{
	  strbuf_free (&b);
	  lex_error (lx, t, "the quoted name does not end");
	}
      if (*p == '\\' && isxdigit ((unsigned char) p[1]) && isxdigit ((unsigned char) p[2]))
	{
	  char hex[3] = { p[1], p[2], '\0' };

	  strbuf_putc (&b, (char) strtol (hex, NULL, 16));
	  p += 2;
	}
      else
	strbuf_putc (&b, *p);
    }
  t->text = ctx_intern_n (lx->ctx, b.s ? b.s : "", b.len);
  strbuf_free (&b);
  return p + 1;
}

/* The token at P, whose place is in T already; returns its end.  */
static const char *
scan_token (struct lex *lx, const char *p, struct token *t)
{
  const char *start = p;

  if (*p == '@')
    return scan_global (lx, p + 1, t);
  if (*p == '-' && p[1] == '>')
    t->kind = TOK_ARROW, p += 2;
  else if (*p == ':' && p[1] == '=')
    t->kind = TOK_ASSIGN, p += 2;
  else if (isdigit ((unsigned char) *p) || infinite_word (p)
	   || (*p == '-' && (isdigit ((unsigned char) p[1]) || infinite_word (p + 1))))
    t->kind = TOK_NUMBER, p = scan_number (p);
  else if (ident_char (*p))
    p = scan_ident (lx, p, t);
  else if (*p == '\'' && ident_char (p[1]))
    for (t->kind = TOK_TYPEVAR, p++; ident_char (*p); p++)
      ;
  else if (strchr ("{}()[],:=#.+-*/<>&%", *p))
    t->kind = TOK_CHAR, p++;
  else if (isprint ((unsigned char) *p))
    lex_error (lx, t, "the character '%c' has no meaning here", *p);
  else
    lex_error (lx, t, "the byte 0x%02x has no meaning here", (unsigned) (unsigned char) *p);
  t->text = ctx_intern_n (lx->ctx, start, (size_t) (p - start));
  return p;
}

/* Another token at the end of LX's, with the place of P on it.  */
static struct token *
push_token (struct lex *lx, size_t *cap, const char *p, unsigned line, const char *line_start)
{
  struct token *t;

  CTX_MORE (lx->ctx, lx->tok, lx->ntok, *cap);
  t = &lx->tok[lx->ntok++];
  t->kind = TOK_END;
  t->text = "the end of the text";
  t->at = p;
  t->line = line;
  t->col = (unsigned) (p - line_start) + 1;
  return t;
}

void
lex_init (struct lex *lx, struct nova_ctx *ctx, const char *file, const char *text,
	  struct strbuf *err)
{
  const char *p = text, *line_start = text;
  unsigned line = 1;
  size_t cap = 0;

  lx->ctx = ctx;
  lx->file = file;
  lx->text = text;
  lx->err = err;
  lx->tok = NULL;
  lx->ntok = 0;
  for (;;)
    {
      if (*p == ';')
	p += strcspn (p, "\n");
      if (*p == '\n')
	{
	  line++;
	  line_start = ++p;
	}
      else if (isspace ((unsigned char) *p))
	p++;
      else if (*p)
	p = scan_token (lx, p, push_token (lx, &cap, p, line, line_start));
      else
	break;
    }
  push_token (lx, &cap, p, line, line_start);
}

/* --- Maps ------------------------------------------------------------------------------------ */

static size_t
ptrmap_slot (const struct ptrmap *m, const void *key)
{
  size_t i = (((uintptr_t) key >> 3) * (uintptr_t) 0x9e3779b97f4a7c15u >> 20) & (m->slots - 1);

  while (m->key[i] && m->key[i] != key)
    i = (i + 1) & (m->slots - 1);
  return i;
}

void **
ptrmap_at (struct ptrmap *m, const void *key)
{
  size_t i;

  if (m->count * 2 >= m->slots)
    {
      struct ptrmap old = *m;

      m->slots = old.slots ? old.slots * 2 : 64;
      m->key = CTX_NEWV (m->ctx, const void *, m->slots);
      m->value = CTX_NEWV (m->ctx, void *, m->slots);
      for (i = 0; i < old.slots; i++)
	if (old.key[i])
	  {
	    size_t k = ptrmap_slot (m, old.key[i]);

	    m->key[k] = old.key[i];
	    m->value[k] = old.value[i];
	  }
    }
  i = ptrmap_slot (m, key);
  if (!m->key[i])
    {
      m->key[i] = key;
      m->count++;
    }
  return &m->value[i];
}
