/* The state of this room for a translation unit: its part of struct nova_unit.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_DIAG_STATE_H
#define NOVA_DIAG_STATE_H 1

#include "base/unit.h"

/* What a builtin gave, where.  */
struct builtin_result
{
  location_t loc;
  tree type;
};

/* An error that was said: of which use of a macro or where, and where the token is from; where the
   macro has it itself, of which expansion, and beside which operands.  */
struct said_error
{
  location_t use, token;
  location_t expansion;
  unsigned HOST_WIDE_INT beside;
  char *text;
};

/* An error of an operand on its way.  */
struct pending_error
{
  char *text;
  tree fndecl, fntype;		/* the builtin, and the type to give back to it */
  diagnostic_starter_fn starter;
  void (*end_group) (diagnostic_context *);
  bool inhibit_notes;
  tree declared;		/* what the note behind the error points at, or NULL_TREE */
  location_t call;		/* of the builtin's name */
  enum nova_op op;
  unsigned operand;
  location_t spot;		/* of an operand that is a builtin's result: where that is called,
				   perhaps in a macro; else UNKNOWN_LOCATION */
};

struct diag_state
{
  /* misuse.cc.  The type of the last value that the front end took from an expression: it asks us
     about its conversion, be it to its own type without qualifiers.  */
  tree last_value;
  /* Where that stands which a hook has just refused: the front end thinks that it is somewhere
     near.  */
  location_t error_place;
  /* The text that a hook has just given.  */
  char *answer;
  /* Where a call ends that frontend.cc looks at.  */
  location_t call_left;
  /* The last call that has no result.  */
  struct
  {
    location_t loc;
    const char *name;
  } last_void;
  /* What builtins gave since the function began.  */
  auto_vec<builtin_result> results;
  /* The last variable that was declared.  */
  tree last_variable;
  /* Of the last error: where it is said, and where the front end has it, perhaps in a macro's
     expansion.  */
  location_t last_error, last_error_expanded;
  /* The latter of the error on its way, if its place has been changed already.  */
  location_t moved_from;
  /* The functions with an error, and those around them.  */
  auto_vec<tree> error_functions;

  /* operand-error.cc.  */
  struct pending_error pending;
  /* A type that nothing converts to.  */
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
  /* Names that a declaration with __auto_type was to declare, in a function and outside.  */
  auto_vec<tree> lost_names, lost_globals;
  /* The last message that is no note was left out: its notes are, too.  */
  bool left_out;
  /* The last variable that was declared behind an error as if it were one of type int.  */
  location_t lost_variable;
  /* Lambda -> the function that it is written in, once it has been lifted out of that.  */
  hash_map<tree, tree> written_in;

  /* said-once.cc.  */
  auto_vec<said_error> said_errors;

  /* late-error.cc: found and not yet said; said of the functions that are being read.  */
  auto_vec<struct late *> late_waiting, late_said;

  /* local-view.cc: SEARCH::given of each function that gives nothing else, by DECL_UID.  */
  hash_map<int_hash<int, -1, -2>, uint64_t> givers;

  /* no-warning.cc: functions that nobody wrote are being made.  */
  bool generating;
};

#endif
