/* The location in the text of an operand that has none in GENERIC.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A plain variable and a constant have no location in GENERIC.  While the front end is at the call
   operand-error.cc can use its locations; errors found later, in the passes, have to scan the
   source again: from the builtin's name over commas outside brackets.  Where the text is not as
   expected (the call comes from a macro, the file is gone), the location is the builtin's name.
   Initialisers have no location either.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "base/unit.h"
#include "diag.h"
#include "cursor.h"
#include "source.h"

static bool
open_line (struct cursor *c, int line)
{
  char_span s = location_get_source_line (c->file, line);
  c->line = line;
  c->text = s ? s.get_buffer () : NULL;
  c->len = s ? s.length () : 0;
  c->at = 0;
  return c->text != NULL;
}

char
source_ahead (struct cursor *c, size_t n)
{
  return c->at + n < c->len ? c->text[c->at + n] : '\n';
}

/* Skip a comment of the style "slash, star" from its first character.  */
static bool
skip_comment (struct cursor *c)
{
  for (c->at += 2; !(source_ahead (c, 0) == '*' && source_ahead (c, 1) == '/'); c->at++)
    while (c->at >= c->len)
      if (!open_line (c, c->line + 1))
	return false;
  c->at += 2;
  return true;
}

bool
source_skip_blank (struct cursor *c)
{
  for (;;)
    if (c->at >= c->len || (source_ahead (c, 0) == '/' && source_ahead (c, 1) == '/')
	|| (source_ahead (c, 0) == '\\' && c->at + 1 == c->len))
      {
	if (!open_line (c, c->line + 1))
	  return false;
      }
    else if (ISSPACE (source_ahead (c, 0)))
      c->at++;
    else if (source_ahead (c, 0) == '/' && source_ahead (c, 1) == '*')
      {
	if (!skip_comment (c))
	  return false;
      }
    else
      return true;
}

/* Over a string or a character constant.  */
static void
skip_quoted (struct cursor *c)
{
  char quote = source_ahead (c, 0);
  for (c->at++; c->at < c->len && source_ahead (c, 0) != quote; c->at++)
    if (source_ahead (c, 0) == '\\')
      c->at++;
  c->at++;
}

bool
source_next_operand (struct cursor *c)
{
  for (int depth = 0; source_skip_blank (c);)
    {
      char ch = source_ahead (c, 0);
      if (ch == '"' || ch == '\'')
	{
	  skip_quoted (c);
	  continue;
	}
      c->at++;
      if (ch == ',' && depth == 0)
	return source_skip_blank (c);
      depth += strchr ("([{", ch) != NULL;
      depth -= strchr (")]}", ch) != NULL;
      if (depth < 0)
	return false;
    }
  return false;
}

/* Over the name of OP, with or without its underscores, and the bracket behind it.  */
static bool
skip_name (struct cursor *c, enum nova_op op)
{
  const char *name = op_site_name (op);
  if (source_ahead (c, 0) == '_' && source_ahead (c, 1) == '_')
    c->at += 2;
  name += strncmp (name, "__", 2) == 0 ? 2 : 0;
  size_t n = strlen (name);
  if (c->at + n > c->len || strncmp (c->text + c->at, name, n) != 0)
    return false;
  c->at += n;
  return source_skip_blank (c) && source_ahead (c, 0) == '(' && (c->at++, source_skip_blank (c));
}

bool
source_open (struct cursor *c, location_t loc)
{
  expanded_location x = expand_location (loc);
  c->file = x.file;
  if (option.plain_errors || !x.file || !open_line (c, x.line))
    return false;
  c->at = x.column > 0 ? x.column - 1 : 0;
  return true;
}

char *
source_word (location_t loc, bool *called)
{
  struct cursor c;
  if (!source_open (&c, loc))
    return NULL;
  const char *from = c.text + c.at;
  size_t n = 0;
  while (ISIDNUM (source_ahead (&c, n)))
    n++;
  char *word = n ? xstrndup (from, n) : NULL;
  c.at += n;
  bool good = source_skip_blank (&c);
  *called = good && source_ahead (&c, 0) == '(';
  if (*called)
    {
      /* To the bracket that ends it, where there is no next operand.  */
      c.at++;
      while (source_next_operand (&c))
	;
      good = c.at > 0 && c.text[c.at - 1] == ')' && source_skip_blank (&c);
    }
  if (word && good && strchr (";,}", source_ahead (&c, 0)))
    return word;
  free (word);
  return NULL;
}

char *
source_word_before (location_t loc, bool *call)
{
  struct cursor c;
  *call = false;
  if (!source_open (&c, loc))
    return NULL;
  size_t end = c.at, from;
  while (end > 0 && ISSPACE (c.text[end - 1]))
    end--;
  *call = end > 0 && c.text[end - 1] == ')';
  for (from = end; from > 0 && ISIDNUM (c.text[from - 1]); from--)
    ;
  if (from == end || !ISIDST (c.text[from])
      || (from > 0 && (c.text[from - 1] == '.' || c.text[from - 1] == '>')))
    return NULL;
  return xstrndup (c.text + from, end - from);
}

char
source_back (struct cursor *c)
{
  if (c->at > 0)
    return c->text[--c->at];
  if (c->line <= 1 || !open_line (c, c->line - 1))
    return 0;
  c->at = c->len;
  return '\n';
}

char
source_back_over (struct cursor *c)
{
  char ch;
  do
    {
      ch = source_back (c);
      if (ch == '/' && c->at > 0 && c->text[c->at - 1] == '*')
	{
	  for (c->at--; ch && !(ch == '/' && source_ahead (c, 1) == '*');)
	    ch = source_back (c);
	  ch = ch ? ' ' : ch;
	}
    }
  while (ch && ISSPACE (ch));
  return ch;
}

bool
source_back_bracket (struct cursor *c)
{
  for (int depth = 1; depth > 0;)
    {
      char ch = source_back (c);
      if (!ch)
	return false;
      depth += strchr (")]}", ch) != NULL;
      depth -= strchr ("([{", ch) != NULL;
    }
  return true;
}

/* M is of C's file.  */
static bool
map_of_file_p (const line_map_ordinary *m, struct cursor *c)
{
  return ORDINARY_MAP_FILE_NAME (m) && strcmp (ORDINARY_MAP_FILE_NAME (m), c->file) == 0;
}

/* M, or the next one before it, that is of C's file and begins no later than C's line.  */
static const line_map_ordinary *
map_before (const line_map_ordinary *m, struct cursor *c)
{
  const line_map_ordinary *first = LINEMAPS_ORDINARY_MAP_AT (line_table, 0);
  while (m > first
	 && ((int) ORDINARY_MAP_STARTING_LINE_NUMBER (m) > c->line || !map_of_file_p (m, c)))
    m--;
  return m;
}

/* The last columns of a long line are in a map of their own: the map of what stands before them has
   too few bits, and would give a place in the middle.  */
location_t
source_location (struct cursor *c, location_t loc)
{
  const line_map *map = linemap_lookup (line_table, LOCATION_LOCUS (loc));
  if (!map || linemap_macro_expansion_map_p (map))
    return UNKNOWN_LOCATION;
  unsigned column = c->at + 1;
  const line_map_ordinary *last = LINEMAPS_LAST_ORDINARY_MAP (line_table);
  for (const line_map_ordinary *m = map_before (linemap_check_ordinary (map), c); m <= last; m++)
    {
      if (!map_of_file_p (m, c))
	continue;
      if ((int) ORDINARY_MAP_STARTING_LINE_NUMBER (m) > c->line)
	break;
      if (column >= 1u << (m->m_column_and_range_bits - m->m_range_bits))
	continue;
      location_t at = linemap_position_for_line_and_column (line_table, m, c->line, column);
      expanded_location y = expand_location (at);
      if (y.file && strcmp (y.file, c->file) == 0 && y.line == c->line
	  && y.column == (int) column)
	return at;
    }
  return UNKNOWN_LOCATION;
}

location_t
source_call_before (location_t loc, char **name, bool *empty)
{
  struct cursor c;
  *name = NULL;
  *empty = true;
  const line_map *map = linemap_lookup (line_table, LOCATION_LOCUS (loc));
  if (!map || linemap_macro_expansion_map_p (map) || !source_open (&c, loc)
      || source_ahead (&c, 0) != ')')
    return loc;
  size_t inside = c.at;
  int line = c.line;
  if (!source_back_bracket (&c))
    return loc;
  struct cursor first = c;
  first.at++;
  *empty = source_skip_blank (&first) && first.line == line && first.at == inside;
  char ch = source_back_over (&c);
  size_t end = c.at + 1;
  if (!ch || !ISIDNUM (ch))
    return loc;
  while (c.at > 0 && ISIDNUM (c.text[c.at - 1]))
    c.at--;
  *name = xstrndup (c.text + c.at, end - c.at);
  location_t place = source_location (&c, loc);
  return place == UNKNOWN_LOCATION ? loc : place;
}

location_t
source_last_written (const char *word)
{
  struct cursor c;
  location_t end = line_table->highest_location;
  size_t n = strlen (word);
  const line_map *map = linemap_lookup (line_table, end);
  if (!map || linemap_macro_expansion_map_p (map) || !source_open (&c, end))
    return loc_user (input_location);
  expanded_location from = expand_location (loc_user (input_location));
  while (source_back (&c)
	 && (c.line > from.line || (c.line == from.line && (int) c.at + 1 >= from.column)))
    {
      if (c.at + n <= c.len && strncmp (c.text + c.at, word, n) == 0
	  && !ISIDNUM (source_ahead (&c, n))
	  && (c.at == 0 || !ISIDNUM (c.text[c.at - 1])))
	{
	  location_t place = source_location (&c, end);
	  return place == UNKNOWN_LOCATION ? loc_user (input_location) : place;
	}
    }
  return loc_user (input_location);
}

bool
source_same_declaration_p (location_t a, location_t b, const char *ends)
{
  struct cursor c;
  expanded_location end = expand_location (b);
  a = loc_user (a);
  if (!source_open (&c, a) || strcmp (c.file, end.file) != 0)
    return false;
  for (; source_skip_blank (&c); c.at++)
    if (c.line > end.line || (c.line == end.line && (int) c.at + 1 >= end.column))
      break;
    else if (strchr (ends, source_ahead (&c, 0)))
      return false;
  return c.line == end.line && (int) c.at + 1 == end.column;
}

/* Further before an operand than so many lines the word that begins its declaration is not looked
   for.  */
static const int MOST_LINES = 40;

tree
source_auto_type_before (location_t loc)
{
  struct cursor c;
  if (!source_open (&c, loc))
    return NULL_TREE;
  /* What ends a declaration may be a character of a comment: that is found out from the front.  */
  static const char word[] = "__auto_type";
  const size_t n = sizeof word - 1;
  int least = c.line - MOST_LINES;
  do
    if (!source_back (&c) || c.line < least)
      return NULL_TREE;
  while (c.at + n > c.len || strncmp (c.text + c.at, word, n) != 0);
  if (!source_same_declaration_p (source_location (&c, loc), loc, ";{}"))
    return NULL_TREE;
  c.at += n;
  source_skip_blank (&c);
  size_t from = c.at;
  while (ISIDNUM (source_ahead (&c, 0)))
    c.at++;
  return from == c.at ? NULL_TREE : get_identifier_with_length (c.text + from, c.at - from);
}

bool
source_has_p (location_t loc, const char *text)
{
  struct cursor c;
  size_t n = strlen (text);
  return source_open (&c, loc) && c.at + n <= c.len && strncmp (c.text + c.at, text, n) == 0;
}

cpp_hashnode *
source_macro (location_t loc)
{
  struct cursor c;
  if (!source_open (&c, loc) || !ISIDST (source_ahead (&c, 0)))
    return NULL;
  size_t from = c.at;
  while (ISIDNUM (source_ahead (&c, 0)))
    c.at++;
  cpp_hashnode *node = cpp_lookup (parse_in, (const uchar *) c.text + from, c.at - from);
  return node && cpp_macro_p (node) ? node : NULL;
}

bool
source_literal_p (location_t loc)
{
  struct cursor c;
  if (!source_open (&c, loc))
    return false;
  if (source_ahead (&c, 0) != '(')
    return source_ahead (&c, 0) == '"';
  for (c.at++; source_next_operand (&c);)
    ;
  return source_skip_blank (&c) && source_ahead (&c, 0) == '{';
}

/* How many operands the brackets at C have.  */
static unsigned
count_operands (struct cursor c)
{
  unsigned n = 1;
  c.at++;
  if (source_skip_blank (&c) && source_ahead (&c, 0) == ')')
    return 0;
  while (source_next_operand (&c))
    n++;
  return n;
}

/* C over the brackets at it.  */
static void
skip_brackets (struct cursor *c)
{
  for (c->at++; source_next_operand (c);)
    ;
}

/* C over a word, and the blanks behind it; false if there is none.  */
static bool
skip_word (struct cursor *c)
{
  size_t from = c->at;
  while (ISIDNUM (source_ahead (c, 0)))
    c->at++;
  return c->at > from && source_skip_blank (c);
}

/* C over what is called, to the brackets with its N arguments.  */
static bool
skip_called (struct cursor *c, unsigned n)
{
  if (source_ahead (c, 0) == '(')
    skip_brackets (c);
  else if (!skip_word (c))
    return false;
  while (source_skip_blank (c))
    switch (source_ahead (c, 0))
      {
      case '(':
	if (n == ANY_NUMBER || count_operands (*c) == n)
	  return true;
	/* Fall through.  */
      case '[':
	skip_brackets (c);
	break;
      case '-':
	c->at++;
	/* Fall through.  */
      case '.':
	c->at++;
	if (!source_skip_blank (c) || !skip_word (c))
	  return false;
	break;
      default:
	return false;
      }
  return false;
}

location_t
source_argument (location_t loc, unsigned n, unsigned k)
{
  struct cursor c;
  if (!source_open (&c, loc) || !skip_called (&c, n))
    return UNKNOWN_LOCATION;
  for (c.at++; k > 1 && source_next_operand (&c); k--)
    ;
  return k <= 1 && source_skip_blank (&c) ? source_location (&c, loc) : UNKNOWN_LOCATION;
}

location_t
source_alignment_operand (location_t loc)
{
  static const char *const words[] = { "_Alignas", "aligned", "vector_size" };
  struct cursor c;
  if (!source_open (&c, loc))
    return UNKNOWN_LOCATION;
  for (; c.at < c.len; c.at++)
    for (const char *word : words)
      if (c.len - c.at > strlen (word) && strncmp (c.text + c.at, word, strlen (word)) == 0)
	return source_argument (source_location (&c, loc), 1, 1);
  return UNKNOWN_LOCATION;
}

int
source_characters_to (location_t loc, char ch)
{
  struct cursor c;
  int n = 0;
  if (source_open (&c, loc))
    for (char at = '\0'; at != ch && at != '\n'; n++)
      at = source_ahead (&c, n);
  return n;
}

location_t
source_missing_operand (location_t loc, unsigned *k)
{
  struct cursor c;
  if (!source_open (&c, loc) || !skip_called (&c, ANY_NUMBER))
    return UNKNOWN_LOCATION;
  c.at++;
  for (*k = 1; source_skip_blank (&c); ++*k)
    if (source_ahead (&c, 0) == ',' || source_ahead (&c, 0) == ')')
      return source_location (&c, loc);
    else if (!source_next_operand (&c))
      break;
  return UNKNOWN_LOCATION;
}

char *
source_text (location_t loc)
{
  struct cursor c;
  if (!source_open (&c, loc))
    return NULL;
  struct cursor end = c;
  while (source_ahead (&end, 0) != '\n' && !strchr (",)", source_ahead (&end, 0)))
    if (strchr ("([{", source_ahead (&end, 0)))
      skip_brackets (&end);
    else
      end.at++;
  if (end.line != c.line || source_ahead (&end, 0) == '\n')
    return NULL;
  while (end.at > c.at && ISSPACE (c.text[end.at - 1]))
    end.at--;
  return xstrndup (c.text + c.at, end.at - c.at);
}

location_t
source_asm_operand (location_t loc, unsigned list, unsigned k)
{
  struct cursor c;
  if (!source_open (&c, loc))
    return UNKNOWN_LOCATION;
  bool is_asm = source_has_p (loc, "asm") || source_has_p (loc, "__asm");
  while (is_asm && skip_word (&c))
    ;
  if (!is_asm || source_ahead (&c, 0) != '(')
    return UNKNOWN_LOCATION;
  /* Colons and commas outside brackets; the template stands in front of the first.  */
  unsigned colons = 0, commas = 0;
  for (c.at++; source_skip_blank (&c) && source_ahead (&c, 0) != ')';)
    switch (source_ahead (&c, 0))
      {
      case '"':
	skip_quoted (&c);
	break;
      case ':':
	colons++;
	commas = 0;
	c.at++;
	break;
      case ',':
	commas++;
	c.at++;
	break;
      case '(':
	if (colons == list + 1 && commas == k)
	  {
	    c.at++;
	    return source_skip_blank (&c) ? source_location (&c, loc) : UNKNOWN_LOCATION;
	  }
	/* Fall through.  */
      case '[':
	skip_brackets (&c);
	break;
      default:
	c.at++;
      }
  return UNKNOWN_LOCATION;
}

location_t
source_operand (location_t call, enum nova_op op, unsigned k)
{
  struct cursor c;
  if (!source_open (&c, call))
    return call;
  bool found = skip_name (&c, op);
  for (unsigned i = 1; found && i < k; i++)
    found = source_next_operand (&c);
  location_t loc = found ? source_location (&c, call) : UNKNOWN_LOCATION;
  return loc == UNKNOWN_LOCATION ? call : loc;
}

location_t
source_site_operand (const nova_call_site *s, unsigned k)
{
  return s->op_loc[k - 1] != s->loc ? s->op_loc[k - 1]
	 : source_operand (s->loc, s->op, op_written_operand (s->op, k - 1));
}
