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

/* The word at LOC, followed by nothing or by operands (*CALLED), if that is all until a ; or , or
   }: else NULL.  xmalloc'd.  */
extern char *source_word (location_t loc, bool *called);
/* The word that ends before LOC, unless it is a member's name: NULL if there is none; *CALL: a
   bracket ends there.  xmalloc'd.  */
extern char *source_word_before (location_t loc, bool *call);
/* Is there a string or a compound literal at LOC?  */
extern bool source_literal_p (location_t loc);
/* The macro whose name is at LOC; else NULL.  */
extern cpp_hashnode *source_macro (location_t loc);
/* Is TEXT at LOC?  */
extern bool source_has_p (location_t loc, const char *text);
/* The bracket at LOC ends the arguments of a macro or function: the location of its *NAME.
   xmalloc'd; NULL, and LOC, if unknown.  *EMPTY: there is nothing in the brackets.  */
extern location_t source_call_before (location_t loc, char **name, bool *empty);
/* The last occurrence of WORD before the front end's next token; the front end's own location if
   there is none behind that.  */
extern location_t source_last_written (const char *word);
/* Is there none of the characters ENDS between A and B, further on in the source?  Expansions of
   macros are ignored.  */
extern bool source_same_declaration_p (location_t a, location_t b, const char *ends);
/* If LOC is in the initialiser of a variable that is declared with __auto_type, its name, else
   NULL_TREE.  */
extern tree source_auto_type_before (location_t loc);
/* The location of argument K (from 1; 0: the closing bracket, if there is none) of N, or
   ANY_NUMBER, in the call, or the macro's use, that begins at LOC; of value K (from 0) of an asm
   there, in the outputs (LIST 0) or inputs (1); of the first operand of a macro's use, *K, that is
   empty.  UNKNOWN_LOCATION if unknown.  */
const unsigned ANY_NUMBER = -1;
extern location_t source_argument (location_t loc, unsigned n, unsigned k);
extern location_t source_asm_operand (location_t loc, unsigned list, unsigned k);
extern location_t source_missing_operand (location_t loc, unsigned *k);
/* The text of the operand at LOC, if it is in one line: else NULL.  xmalloc'd.  */
extern char *source_text (location_t loc);
/* The location of operand K (from 1) of the builtin OP whose name is at CALL; CALL if unknown.  */
extern location_t source_operand (location_t call, enum nova_op op, unsigned k);
/* The location of the operand in brackets behind the next _Alignas, aligned or vector_size behind
   LOC in its line; UNKNOWN_LOCATION if there is none.  */
extern location_t source_alignment_operand (location_t loc);
/* The distance from LOC to the character behind the next CH, in the same line.  */
extern int source_characters_to (location_t loc, char ch);
/* The location of operand K (from 1) of S, as far as it can be determined.  */
extern location_t source_site_operand (const struct nova_call_site *s, unsigned k);

/* --- written-type.cc ------------------------------------------------------------------------- */

/* The type of the expression at LOC, if that is a name followed by members, subscripts and calls;
   else NULL_TREE.  */
extern tree source_type (location_t loc);
/* The same for the expression behind the token at LOC, which is N characters long.  */
extern tree source_type_behind (location_t loc, size_t n);
/* The same for the expression in front of LOC.  */
extern tree source_type_before (location_t loc);
/* The type that is declared for the name at LOC, if it is the single word, or nova_vec, in front of
   it.  */
extern tree source_type_name_before (location_t loc);
/* The type of the compound literal in whose braces LOC is, or of its elements if it is an array, if
   it is one word; else NULL_TREE.  */
extern tree source_type_of_braces (location_t loc);
/* Is CH in front of LOC?  */
extern bool source_behind_p (location_t loc, char ch);
/* The beginning of the cast whose operand the front end has just parsed; UNKNOWN_LOCATION if
   unknown.  */
extern location_t source_cast (void);
/* An argument that is a vector, or holds one.  */
struct written_argument
{
  location_t loc;
  int number;			/* from 1 */
  tree type;
};
/* Add to FOUND such arguments of the call of FN that has just been parsed, from number NAMED + 1
   on, as far as their types can be found from the text.  */
extern void source_vectors (tree fn, int named, vec<written_argument> *found);

#endif
