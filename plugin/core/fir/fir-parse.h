/* What the files of the FIR parser share; the parser of IMP may use the first part.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef NOVA_FIR_PARSE_H
#define NOVA_FIR_PARSE_H

#include "fir.h"
#include "base/lex.h"

#ifdef __cplusplus
extern "C" {
#endif

struct parser
{
  struct lex lx;
  struct fir_prog *p;
  size_t pos;			/* of the next token */
  struct ptrmap vars;		/* those in scope, by the whole name */
  struct ptrmap ids;		/* every numbered variable, by (number + 1) * 16 */
  struct ptrmap types, leaves, funs;
  const char **scope;		/* names in scope, to be taken out at its end */
  size_t nscope, scope_cap;
  struct fun_info *fun;		/* functions and regions, in order */
  unsigned nfun;
  unsigned depth;		/* of blocks */
  struct type_decl *decls;	/* declarations of types, the last first */
  struct type_decl *decl;	/* the one being read, or NULL */
  bool spaces;			/* pointers may say where they lead: in IMP */
  unsigned mark;		/* the number of the last search through them */
  struct type_vars *type_vars;	/* those in scope, or NULL */
  struct infer *in;		/* what is known of types that were not written */
  struct fun_info *cur;		/* the function whose body is being read */
};

/* The names of type variables in scope.  */
struct type_vars
{
  struct ptrmap map;		/* to their types, by name, with the quote */
  bool open;			/* a name that is not there becomes a new variable */
};

/* --- Tokens ---------------------------------------------------------------------------------- */

static inline const struct token *
parse_peek (const struct parser *ps)
{
  return &ps->lx.tok[ps->pos];
}

static inline const struct token *
parse_peek_next (const struct parser *ps)
{
  return &ps->lx.tok[ps->pos + (ps->lx.tok[ps->pos].kind != TOK_END)];
}

extern const struct token *parse_next (struct parser *ps);
extern bool parse_next_is (const struct parser *ps, char c);
extern bool parse_next_is_word (const struct parser *ps, const char *word);
/* Take the next token if it is the character C, the word WORD.  */
extern bool parse_accept (struct parser *ps, char c);
extern bool parse_accept_word (struct parser *ps, const char *word);
/* The same, else an error.  */
extern void parse_expect (struct parser *ps, char c);
extern void parse_expect_word (struct parser *ps, const char *word);
/* A number that is not negative, below 2^64; below 2^32.  */
extern uint64_t parse_uint (struct parser *ps);
extern uint32_t parse_u32 (struct parser *ps);
/* Over a { ... } to behind its end.  */
extern void parse_skip_braces (struct parser *ps);

/* --- Types (fir-parse-type.c) ---------------------------------------------------------------- */

/* The number behind # if there is one, else 0.  */
extern uint32_t parse_origin (struct parser *ps);
extern const struct type *parse_type (struct parser *ps);
/* The next token if it is the name of a space, into *SPACE.  */
extern bool parse_space (struct parser *ps, enum mem_space *space);
/* "(type, ...)", or ONE type, into *TYPES; returns how many.  */
extern unsigned parse_types (struct parser *ps, const struct type ***types, bool one);
/* NAME stands for T from here on.  */
extern void parse_known_type (struct parser *ps, const char *name, const struct type *t);
/* Find the heads of all declarations of types.  */
extern void parse_note_types (struct parser *ps);
extern void parse_type_decl (struct parser *ps);
/* A sum that has an alternative called T, and in *N how many there are.  */
extern struct sum_decl *parse_find_alternative (struct parser *ps, const struct token *t,
						unsigned *n);

/* --- Constants, leaves (fir-parse-const.c) --------------------------------------------------- */

extern void parse_leaf_decl (struct parser *ps);
/* Does a constant start here?  */
extern bool parse_const_starts (const struct parser *ps);

/* An operand; while its type is not known, A is absent and TOK is where the number stands.  */
struct operand
{
  struct fir_atom a;
  const struct token *tok;
};
extern struct operand parse_const (struct parser *ps);
/* O as an atom; a number that had no type gets T, or one to be inferred when T is NULL;
   outside functions i32, f64 or bool.  */
extern struct fir_atom parse_settle (struct parser *ps, struct operand *o, const struct type *t);
/* The number at T, of type TYPE.  */
extern struct fir_atom parse_number_atom (struct parser *ps, const struct token *t,
					  const struct type *type);

/* --- Programs (fir-parse.c) ------------------------------------------------------------------ */

/* Once the tokens are there, before anything else.  */
extern void parse_start (struct parser *ps);
/* A type, leaf, or head of a function, if one starts here.  */
extern bool parse_decl (struct parser *ps);
/* The bodies of the functions whose heads were read.  */
extern void parse_bodies (struct parser *ps);

/* --- Scopes (fir-parse.c) -------------------------------------------------------------------- */

extern size_t parse_scope_open (struct parser *ps);
extern void parse_scope_close (struct parser *ps, size_t mark);
/* Bind the variable of token T with TYPE.  */
extern struct fir_var *parse_bind (struct parser *ps, const struct token *t,
				   const struct type *type);
extern struct fir_var *parse_find_var (struct parser *ps, const struct token *t);

/* A function or region whose head was read.  */
struct fun_info
{
  struct fir_fun *fun;		/* or */
  struct fir_region *region;
  const struct token **params;	/* tokens of the parameters' names */
  const struct type **types;
  bool *dies;			/* of a region */
  unsigned nparams;
  bool declared;		/* the results' types are */
  unsigned nrets;
  const struct type **rets;
  size_t body;			/* where the { stands */

  /* For the inference.  */
  const struct token *name;
  const struct token **ret_tok;	/* what the body returns */
  struct type_vars *type_vars;	/* 'a, ... of its head and body */
  bool written;			/* every type of the head is */
  bool inferred;		/* its types are complete, but for GENERAL */
  struct fun_info **calls;	/* whom it calls */
  unsigned ncalls;
  size_t calls_cap;
  unsigned number_first, number_end;	/* its numbers of no written type */
  unsigned ngeneral;		/* type parameters, those of its group */
  const struct type **general;
  unsigned index, low;		/* Tarjan's */
  bool on_stack;
  struct ptrmap instances;
  unsigned ninstances;
};

/* --- Statements (fir-parse-stmt.c) ----------------------------------------------------------- */

/* The statements of a block up to its end, which is taken, into B; the tokens of what it
   returns into *RETS, if that is not NULL.  */
extern void parse_block (struct parser *ps, struct fir_block *b, const struct token ***rets);

/* What a statement starts with, before its operation: "name [: type], ... =".  */
struct result
{
  const struct token *name;
  const struct type *type;	/* NULL: it was not written */
};
struct results
{
  unsigned n;
  struct result *v;
};
extern bool parse_operand_starts (const struct parser *ps);
extern struct operand parse_operand (struct parser *ps);
/* "(name [: type], ...)": the parameters of a lambda.  */
extern void parse_fn_params (struct parser *ps, struct fir_fn *fn);
/* The function operand that starts here.  A name stands for a function of N parameters, or as many
   as what it names has.  */
#define AS_NAMED (~0u)
extern struct fir_fn *parse_fn (struct parser *ps, unsigned n);
extern void parse_make_results (struct parser *ps, struct fir_stmt *s, const struct results *res);

/* fir-parse-term.c: what stands behind the operation of S.  */
extern void parse_case (struct parser *ps, struct fir_stmt *s);
extern void parse_inject (struct parser *ps, struct fir_stmt *s);
extern void parse_lambda (struct parser *ps, struct fir_stmt *s, const struct results *res);

#ifdef __cplusplus
}
#endif

#endif
