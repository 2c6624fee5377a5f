/* The text of the source, for what the front end does not tell: places and types of what is
   written.  Copyright (C) 2026 The nova authors SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_SOURCE_H
#define NOVA_SOURCE_H

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
/* The character that is N behind the cursor in its line.  */
extern char source_ahead (struct cursor *c, size_t n);
/* To the next character that is neither blank nor comment.  */
extern bool source_skip_blank (struct cursor *c);
/* From inside a pair of brackets to what follows the next comma that is in none within; false, and
   behind the closing bracket, if there is none.  */
extern bool source_next_operand (struct cursor *c);
/* One character back, over line ends as blanks; 0 at the beginning of the file.  */
extern char source_back (struct cursor *c);
/* Back to a character that is neither blank nor in a comment between a star and a slash.  */
extern char source_back_over (struct cursor *c);
/* From an opening to its closing bracket's other side, backwards: C is at a closing bracket.  */
extern bool source_back_bracket (struct cursor *c);
/* C's location, in the file of LOC; UNKNOWN_LOCATION if GCC has none for that column.  */
extern location_t source_location (struct cursor *c, location_t loc);

/* written-type.cc */
/* The type of the expression that is written at LOC, as far as that is a name with members,
   elements and calls; else NULL_TREE.  */
extern tree type_written (location_t loc);
/* The same behind the token at LOC, which is N characters long.  */
extern tree type_written_behind (location_t loc, size_t n);
/* The same in front of LOC.  */
extern tree type_written_before (location_t loc);
/* The type of what is declared by a name at LOC, as far as the word, or nova_vec, in front of that
   tells.  */
extern tree type_name_before (location_t loc);
/* The type of the compound literal in whose braces LOC is, or what that has an array of, as far as
   one word tells; else NULL_TREE.  */
extern tree type_of_braces (location_t loc);
/* The source has CH in front of LOC.  */
extern bool written_behind_p (location_t loc, char ch);
/* Where the cast begins whose operand the front end has just read; UNKNOWN_LOCATION if that cannot
   be told.  */
extern location_t written_cast (void);
/* An argument that is a vector, or holds one.  */
struct written_argument
{
  location_t loc;
  int number;			/* from 1 */
  tree type;
};
/* Add to FOUND such arguments of the call of FN that has just been read, from number NAMED + 1 on,
   as far as the text tells their types.  */
extern void written_vectors (tree fn, int named, vec<written_argument> *found);

#endif
