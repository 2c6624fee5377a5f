/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_DIAG_STATE_H
#define NOVA_DIAG_STATE_H 1

#include "base/unit.h"

/* The result type of a builtin's call, and its location.  */
struct builtin_result
{
  location_t loc;
  tree type;
};

/* An error that was reported: the macro's use or the location, and the location of the token; for a
   token of the macro itself, the expansion, and the adjacent operands.  */
struct said_error
{
  location_t use, token;
  location_t expansion;
  unsigned HOST_WIDE_INT beside;
  char *text;
};

/* An error of an operand that is about to be reported.  */
struct pending_error
{
  char *text;
  tree fndecl, fntype;		/* the builtin, and the type to give back to it */
  diagnostic_starter_fn starter;
  void (*end_group) (diagnostic_context *);
  bool inhibit_notes;
  tree declared;		/* the declaration that the error's note points at, or NULL_TREE */
  location_t call;		/* of the builtin's name */
  enum nova_op op;
  unsigned operand;
  location_t spot;		/* of an operand that is a builtin's result: that builtin's call,
				   perhaps in a macro; else UNKNOWN_LOCATION */
};

struct diag_state
{
  /* misuse.cc.  The type of the last value that the front end took from an expression: it calls our
     hook for its conversion, even to its own type without qualifiers.  */
  tree last_value;
  /* The location of the expression that a hook has just refused: the front end only has one
     nearby.  */
  location_t error_place;
  /* The text that a hook has just returned.  */
  char *answer;
  /* The end of a call that frontend.cc examines.  */
  location_t call_left;
  /* The last call that has no result.  */
  struct
  {
    location_t loc;
    const char *name;
  } last_void;
  /* The results of builtins since the beginning of the function.  */
  auto_vec<builtin_result> results;
  /* The last variable that was declared.  */
  tree last_variable;
  /* Of the last error: its reported location, and the front end's, perhaps in a macro's
     expansion.  */
  location_t last_error, last_error_expanded;
  /* The latter for the error about to be reported, if its location has been changed already.  */
  location_t moved_from;
  /* The functions with an error, and the enclosing ones.  */
  auto_vec<tree> error_functions;

  /* operand-error.cc.  */
  struct pending_error pending;
  /* A type to which no operand converts.  */
  tree impossible_type;

  /* followup.cc.  A use of one of nova.h's macros with the wrong number of arguments: the
     macro.  */
  const char *miscounted;
  /* The last use of nova_lambda with an error in it, and whether that was one of syntax.  */
  struct
  {
    location_t use;
    bool syntax;
  } wrong_lambda;
  /* The last use of nova_for with an error in it, and those of which nothing more is said.  */
  location_t last_for;
  auto_vec<location_t> wrong_fors;
  /* Names that a failed declaration with __auto_type would have declared, in a function and
     outside.  */
  auto_vec<tree> lost_names, lost_globals;
  /* The last message that is not a note was suppressed: its notes are, too.  */
  bool left_out;
  /* The last variable that was declared after an error with type int instead.  */
  location_t lost_variable;
  /* Lambda -> the function from which it has been lifted.  */
  hash_map<tree, tree> written_in;

  /* said-once.cc.  */
  auto_vec<said_error> said_errors;

  /* late-error.cc: errors found but not yet reported; those reported about the functions being
     parsed.  */
  auto_vec<struct late *> late_waiting, late_said;

  /* local-view.cc: SEARCH::given of each function that returns nothing else, by DECL_UID.  */
  hash_map<int_hash<int, -1, -2>, uint64_t> givers;

  /* no-warning.cc: functions of the plugin are being made.  */
  bool generating;
};

#endif
