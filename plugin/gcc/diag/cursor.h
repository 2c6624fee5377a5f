/* The source text, character by character, for the two files that read it.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_CURSOR_H
#define NOVA_CURSOR_H

/* A place in a file's text.  */
struct cursor
{
  const char *file;
  int line;
  const char *text;		/* of the line */
  size_t at, len;
};

/* operand-location.cc */
/* C at LOC; false if there is no text.  */
extern bool source_open (struct cursor *c, location_t loc);
/* The character N positions behind the cursor in its line.  */
extern char source_ahead (struct cursor *c, size_t n);
/* To the next character that is neither blank nor comment.  */
extern bool source_skip_blank (struct cursor *c);
/* From inside a pair of brackets to behind the next comma outside inner brackets; false, and behind
   the closing bracket, if there is none.  */
extern bool source_next_operand (struct cursor *c);
/* One character back, over line ends as blanks; 0 at the beginning of the file.  */
extern char source_back (struct cursor *c);
/* Back to a character that is neither blank nor in a comment between a star and a slash.  */
extern char source_back_over (struct cursor *c);
/* From a closing bracket, at C, back to in front of its opening bracket.  */
extern bool source_back_bracket (struct cursor *c);
/* C's location, in the file of LOC; UNKNOWN_LOCATION if GCC has none for that column.  */
extern location_t source_location (struct cursor *c, location_t loc);

#endif
