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
  unsigned output;		/* loops around that have it as an output */
  unsigned fixed;		/* loops around whose outputs store where it points, or which end
				   there */
  bool ended;			/* where a scan of a whole region has left it is not known */
  const struct imp_expr *init;	/* what it was bound to; NULL: nothing */
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
  enum par_level level;	/* of the statement at hand */
  unsigned depth;		/* blocks around the statement at hand, in PROC's; */
  unsigned good;		/* of them those of sides that an element takes unless it fails */
  bool fun;			/* PROC is a function */
  bool ok;
  size_t operator;		/* in an operator: variables from this one on are its own; 0: in
				   none */
  size_t blocks;		/* in elements that are taken in blocks: variables before this one
				   are from outside */
  unsigned parfor_depth;	/* of the block of the parfor around */
  size_t between, between_end;	/* variables from the one to the other are bound between the passes
				   of the loop whose element this is */
  bool storing;			/* the base of a store is looked at, which may use these */
  const struct imp_stmt *whole;	/* the loop of a whole region around; NULL: none */
  struct checked_loop *loop;	/* with outputs, whose element this is; NULL: none, or part of
				   one */
};

/* --- imp-check.c: statements and scopes --- */

/* WHAT is wrong with S, NULL: the head of the procedure; V, unless NULL, is whose fault it is.  */
extern void imp_complain (struct checker *c, const struct imp_stmt *s, const char *what,
			  const struct imp_var *v);
/* The same unless HOLDS.  */
extern void imp_want (struct checker *c, const struct imp_stmt *s, bool holds, const char *what);
/* V's entry; NULL: it is not in scope.  */
extern struct scope_var *imp_scope_find (struct checker *c, const struct imp_var *v);
/* S, NULL: the head, binds V; INDEX: as that of a loop.  */
extern void imp_scope_bind (struct checker *c, const struct imp_stmt *s, struct imp_var *v,
			    bool index);
/* V's entry, where S uses it; a complaint if it must not.  */
extern struct scope_var *imp_scope_use (struct checker *c, const struct imp_stmt *s,
					struct imp_var *v);
extern void imp_check_block (struct checker *c, struct imp_block *b);

/* --- imp-check-space.c: spaces of memory and levels of parfors --- */

/* S, NULL: the head, binds V: here there is such memory, and pointers to such.  */
extern void imp_check_binder (struct checker *c, const struct imp_stmt *s, const struct imp_var *v);
/* S uses the variable of entry V: its memory, or where it leads, is seen from here.  */
extern void imp_check_seen (struct checker *c, const struct imp_stmt *s, const struct scope_var *v);
/* Which space the area of entry V is in.  */
extern enum mem_space imp_area_space (const struct scope_var *v);
/* PARFOR may stand where it does, and the target has its level.  */
extern void imp_check_level (struct checker *c, const struct imp_stmt *parfor);
/* Is T a pointer to memory of the program's.  */
extern bool imp_is_ptr (const struct type *t);
/* Is T a pointer to bytes that can be taken for others: pointers among them lead to memory of the
   program's.  */
extern bool imp_is_bytes (const struct type *t);
/* Does primitive E mix pointers of two spaces, or make one of another: in a comparison, in a
   choice, in a conversion.  */
extern bool imp_mixes_spaces (const struct imp_expr *e);

/* --- imp-check-expr.c: expressions --- */

/* E, which stands in S.  BASE: it is the base of a load or store.  */
extern void imp_check_expr (struct checker *c, struct imp_stmt *s, struct imp_expr *e, bool base);
/* The type of E, which has been looked at, is one of indices.  */
extern void imp_want_index (struct checker *c, struct imp_stmt *s, const struct imp_expr *e);
/* E, a condition of S.  */
extern void imp_check_condition (struct checker *c, struct imp_stmt *s, struct imp_expr *e);
/* E, which stands in S and has type T; WHAT if it has another, or there is no E.  */
extern void imp_check_typed (struct checker *c, struct imp_stmt *s, struct imp_expr *e,
			     const struct type *t, const char *what);

/* --- imp-check-loop.c: loops with outputs --- */

extern void imp_check_loop (struct checker *c, struct imp_stmt *s);
/* The operands of the message of S.  */
extern void imp_check_operands (struct checker *c, struct imp_stmt *s);
/* S, a need.  */
extern void imp_check_need (struct checker *c, struct imp_stmt *s);
extern void imp_check_give (struct checker *c, struct imp_stmt *s);
/* What the loops and operators around S, if any, say to it: that it is there; that it assigns the
   variable of entry V; that it stores; that it calls something.  */
extern void imp_check_stmt_in_loop (struct checker *c, struct imp_stmt *s);
extern void imp_check_assign_in_loop (struct checker *c, struct imp_stmt *s, struct scope_var *v);
extern void imp_check_store_in_loop (struct checker *c, struct imp_stmt *s);
extern void imp_check_eval_in_loop (struct checker *c, struct imp_stmt *s);

/* --- imp-check-cursor.c --- */

/* What elements of S, a loop of a whole region, do in the first of two passes is the same wherever
   cursors are, and whatever variables BEGIN to END are, which are bound between the two.  */
extern void imp_check_cursors (struct checker *c, struct imp_stmt *s, size_t begin, size_t end);

/* --- imp-effect.c: what the functions of P do to memory --- */

struct imp_effects;
struct owner;
extern struct imp_effects *imp_effects (struct imp_prog *p);

/* --- imp-own.c --- */

/* What keeps the iterations of PAR, a parfor of PROC, from being seen to be apart, and at which
   statement; NULL: nothing does.  Of one that is trusted only the functions that it calls are
   looked at.  *NOTES, NULL at first: what is known of PROC, for its next parfor.  */
extern const char *imp_own (struct imp_prog *p, struct imp_effects *effects, struct imp_proc *proc,
			    struct owner **notes, struct imp_stmt *par, struct imp_stmt **at);

#endif
