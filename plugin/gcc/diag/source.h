/* Locations and types found in the source text, where the front end does not provide them.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The only access to that text.  It influences the location and wording of an error, never whether
   there is one: each function has a result for `unknown', and returns that whenever the file is
   gone, or the option -plain-errors is given.  Then the messages of the front end are not
   recognised by their formats either (misuse.cc, start).  */

#ifndef NOVA_SOURCE_H
#define NOVA_SOURCE_H

/* --- operand-location.cc --------------------------------------------------------------------- */

/* The word that the source has at LOC, followed by nothing or by operands (*CALLED), if that is all
   until a ; or , or }: else NULL.  xmalloc'd.  */
extern char *source_word (location_t loc, bool *called);
/* The word that ends before LOC, unless it is a member's name: NULL if there is none; *CALL: what
   ends there is a bracket.  xmalloc'd.  */
extern char *source_word_before (location_t loc, bool *call);
/* The source has a string or a compound literal at LOC.  */
extern bool source_literal_p (location_t loc);
/* The macro whose name the source has at LOC; else NULL.  */
extern cpp_hashnode *source_macro (location_t loc);
/* The source has TEXT at LOC.  */
extern bool source_has_p (location_t loc, const char *text);
/* The bracket at LOC ends what a macro or function is given: where the *NAME of that stands.
   xmalloc'd; NULL, and LOC, if it cannot be told.  *EMPTY: there is nothing in the brackets.  */
extern location_t source_call_before (location_t loc, char **name, bool *empty);
/* Where WORD was last written before what the front end reads next; if not since where the front
   end thinks that it is, that place.  */
extern location_t source_last_written (const char *word);
/* Between A and B, further on in the source, there is none of the characters ENDS.  What macros
   bring in is not looked at.  */
extern bool source_same_declaration_p (location_t a, location_t b, const char *ends);
/* LOC is in the initial value of a variable that is declared with __auto_type: its name, else
   NULL_TREE.  */
extern tree source_auto_type_before (location_t loc);
/* Where argument K (from 1; 0: the bracket that ends it all, if there is none) of N, or ANY_NUMBER,
   is written of the call, or the macro's use, that begins at LOC; value K (from 0) of an asm there,
   of the outputs (LIST 0) or inputs (1); the first operand of a macro's use, *K, where nothing is
   written.  UNKNOWN_LOCATION if that cannot be told.  */
const unsigned ANY_NUMBER = -1;
extern location_t source_argument (location_t loc, unsigned n, unsigned k);
extern location_t source_asm_operand (location_t loc, unsigned list, unsigned k);
extern location_t source_missing_operand (location_t loc, unsigned *k);
/* The operand that is written at LOC, if it is all in one line: else NULL.  xmalloc'd.  */
extern char *source_text (location_t loc);
/* Where operand K (from 1) is written of the builtin of OP whose name stands at CALL; CALL if that
   cannot be told.  */
extern location_t source_operand (location_t call, enum nova_op op, unsigned k);
/* Where the operand is that is written in brackets behind the next _Alignas, aligned or vector_size
   behind LOC in its line; UNKNOWN_LOCATION if there is none.  */
extern location_t source_alignment_operand (location_t loc);
/* How many characters behind LOC the one behind the next CH is, in the same line.  */
extern int source_characters_to (location_t loc, char ch);
/* Where operand K (from 1) of S stands, as far as that can be known.  */
extern location_t source_site_operand (const struct nova_call_site *s, unsigned k);

/* --- written-type.cc ------------------------------------------------------------------------- */

/* The type of the expression that is written at LOC, as far as that is a name with members,
   elements and calls; else NULL_TREE.  */
extern tree source_type (location_t loc);
/* The same behind the token at LOC, which is N characters long.  */
extern tree source_type_behind (location_t loc, size_t n);
/* The same in front of LOC.  */
extern tree source_type_before (location_t loc);
/* The type of what is declared by a name at LOC, as far as the word, or nova_vec, in front of that
   tells.  */
extern tree source_type_name_before (location_t loc);
/* The type of the compound literal in whose braces LOC is, or what that has an array of, as far as
   one word tells; else NULL_TREE.  */
extern tree source_type_of_braces (location_t loc);
/* The source has CH in front of LOC.  */
extern bool source_behind_p (location_t loc, char ch);
/* Where the cast begins whose operand the front end has just read; UNKNOWN_LOCATION if that cannot
   be told.  */
extern location_t source_cast (void);
/* An argument that is a vector, or holds one.  */
struct written_argument
{
  location_t loc;
  int number;			/* from 1 */
  tree type;
};
/* Add to FOUND such arguments of the call of FN that has just been read, from number NAMED + 1 on,
   as far as the text tells their types.  */
extern void source_vectors (tree fn, int named, vec<written_argument> *found);

#endif
