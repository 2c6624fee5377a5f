/* What the files of the checker of IMP share.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_IMP_CHECK_H
#define NOVA_IMP_CHECK_H

#include "imp.h"

/* A variable in scope.  */
struct scope_var
{
  struct imp_var *v;
  unsigned parfor;		/* parfors around the binder */
  enum par_level level;	/* of its block */
  bool index;			/* of a loop: never assigned */
  unsigned assigned;
  unsigned output;		/* the number of loops around that have it as an output */
  unsigned fixed;		/* the number of loops around whose outputs store where it points,
				   or which end there */
  bool ended;			/* its value after a scan of a whole region is unspecified */
  const struct imp_expr *init;	/* its initial value; NULL: none */
};

struct checked_loop
{
  struct imp_stmt *s;
  unsigned depth;		/* of its body */
  struct imp_fails *fails;	/* of its elements; NULL: they cannot fail */
};

struct checker
{
  struct imp_prog *p;
  struct imp_proc *proc;
  struct imp_effects *effects;	/* of the functions */
  struct owner *notes;		/* of imp_own, of the procedure */
  struct strbuf *err;
  struct scope_var *vars;
  size_t n, cap;
  size_t *at;			/* of each variable, by number: its place in VARS, if it is there */
  unsigned parfor;
  bool once;			/* one parfor is around, with one iteration at most */
  enum par_level level;	/* of the statement at hand */
  unsigned depth;		/* blocks around the current statement, in PROC's; */
  unsigned good;		/* those among them that an element takes unless it fails */
  bool fun;			/* PROC is a function */
  bool ok;
  size_t operator;		/* in an operator: variables from this one on are bound in it; 0: in
				   none */
  size_t blocks;		/* in elements that are taken in blocks: variables before this one
				   are from outside */
  unsigned parfor_depth;	/* of the block of the enclosing parfor */
  size_t between, between_end;	/* the range of variables bound between the passes of the loop whose
				   element this is */
  bool storing;			/* the base of a store is being checked, which may use these */
  const struct imp_stmt *whole;	/* the enclosing loop of a whole region; NULL: none */
  struct checked_loop *loop;	/* the loop with outputs whose element this is; NULL: none, or part
				   of one */
};

/* --- imp-check.c: statements and scopes --- */

/* Report WHAT is wrong with S, NULL: the head of the procedure; V, unless NULL, is the variable
   concerned.  */
extern void imp_complain (struct checker *c, const struct imp_stmt *s, const char *what,
			  const struct imp_var *v);
/* The same unless HOLDS.  */
extern void imp_want (struct checker *c, const struct imp_stmt *s, bool holds, const char *what);
/* V's entry; NULL: it is not in scope.  */
extern struct scope_var *imp_scope_find (struct checker *c, const struct imp_var *v);
/* S, NULL: the head, binds V; INDEX: as that of a loop.  */
extern void imp_scope_bind (struct checker *c, const struct imp_stmt *s, struct imp_var *v,
			    bool index);
/* V's entry, which S uses; an error if it must not.  */
extern struct scope_var *imp_scope_use (struct checker *c, const struct imp_stmt *s,
					struct imp_var *v);
extern void imp_check_block (struct checker *c, struct imp_block *b);

/* --- imp-check-space.c: spaces of memory and levels of parfors --- */

/* Check that V, which S binds (NULL: the head), may have its space and its type here.  */
extern void imp_check_binder (struct checker *c, const struct imp_stmt *s, const struct imp_var *v);
/* Check that the memory of entry V's variable, or the memory that it leads to, is visible to S.  */
extern void imp_check_seen (struct checker *c, const struct imp_stmt *s, const struct scope_var *v);
/* The space of the area of entry V.  */
extern enum mem_space imp_area_space (const struct scope_var *v);
/* Check that PARFOR may be nested where it is, and that the target has its level.  */
extern void imp_check_level (struct checker *c, const struct imp_stmt *parfor);
/* Is T a pointer to the program's memory?  */
extern bool imp_is_ptr (const struct type *t);
/* Is T a pointer to memory that may be copied bytewise: do pointers stored in it lead to the
   program's memory?  */
extern bool imp_is_bytes (const struct type *t);
/* Does primitive E mix pointers of two spaces, or convert between them: in a comparison, in a
   selection, in a conversion?  */
extern bool imp_mixes_spaces (const struct imp_expr *e);

/* --- imp-check-expr.c: expressions --- */

/* Check E in S.  BASE: it is the base of a load or store.  */
extern void imp_check_expr (struct checker *c, struct imp_stmt *s, struct imp_expr *e, bool base);
/* Check that E, which has been checked, has an index type.  */
extern void imp_want_index (struct checker *c, struct imp_stmt *s, const struct imp_expr *e);
/* Check E, a condition of S.  */
extern void imp_check_condition (struct checker *c, struct imp_stmt *s, struct imp_expr *e);
/* Check E in S, which must have type T; error WHAT if it has another, or there is no E.  */
extern void imp_check_typed (struct checker *c, struct imp_stmt *s, struct imp_expr *e,
			     const struct type *t, const char *what);

/* --- imp-check-loop.c: loops with outputs --- */

extern void imp_check_loop (struct checker *c, struct imp_stmt *s);
/* Check the operands of the message of S.  */
extern void imp_check_operands (struct checker *c, struct imp_stmt *s);
/* Check S, a need; a give.  */
extern void imp_check_need (struct checker *c, struct imp_stmt *s);
extern void imp_check_give (struct checker *c, struct imp_stmt *s);
/* Check S against the loops and operators around it, if any: its kind; that it assigns the variable
   of entry V; that it stores; that it calls something.  */
extern void imp_check_stmt_in_loop (struct checker *c, struct imp_stmt *s);
extern void imp_check_assign_in_loop (struct checker *c, struct imp_stmt *s, struct scope_var *v);
extern void imp_check_store_in_loop (struct checker *c, struct imp_stmt *s);
extern void imp_check_eval_in_loop (struct checker *c, struct imp_stmt *s);

/* --- imp-check-cursor.c --- */

/* Check that the first of two passes of S, a loop of a whole region, does not depend on cursors,
   nor on the variables BEGIN to END, which are bound between the two.  */
extern void imp_check_cursors (struct checker *c, struct imp_stmt *s, size_t begin, size_t end);

/* --- imp-effect.c: the effects of the functions of P on memory --- */

struct imp_effects;
struct owner;
extern struct imp_effects *imp_effects (struct imp_prog *p);

/* --- imp-own.c --- */

/* Why the iterations of PAR, a parfor of PROC, cannot be proved independent, and at which
   statement; NULL: they are.  In a trusted one only the functions that it calls are checked.
   *NOTES, NULL at first: the facts about PROC, for its next parfor.  */
extern const char *imp_own (struct imp_prog *p, struct imp_effects *effects, struct imp_proc *proc,
			    struct owner **notes, struct imp_stmt *par, struct imp_stmt **at);

#endif
