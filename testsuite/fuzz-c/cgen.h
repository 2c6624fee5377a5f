/* nova-cgen: random C programs with nova's builtins.  The nouns.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A program is text; what is known of a value is its type, and of a vector the class of its
   length.  Expressions have no undefined behaviour whatever the values are: integers are
   calculated in unsigned types, floating values are made small (W_<ID>) where they are summed.  */

#ifndef CGEN_H
#define CGEN_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A type: base + NTYPES * depth, depth > 0 for a vector.  */
enum
{
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) T_##ID,
#include "types.def"
  NTYPES
};
#define VEC_OF(T) ((T) + NTYPES)
#define ELEM(T) ((T) - NTYPES)
#define BASE(T) ((T) % NTYPES)
#define DEPTH(T) ((T) / NTYPES)

enum kind { K_BOOL, K_SINT, K_UINT, K_FLOAT, K_ENUM, K_PTR, K_STRUCT };

struct type_info
{
  const char *id, *c;
  enum kind kind;
  int promoted;
  const char *uns;
};
extern const struct type_info type_info[NTYPES];

struct member
{
  int of;
  const char *format;
  int type;
};
extern const struct member members[];
extern const int n_members;

/* A variable in scope.  LEVEL: of the function it is declared in; LEN: a class of lengths.  */
struct var
{
  char *name;
  int type, len, level;
  bool constant;
  bool pointer;		/* NAME points to ROOM - 2 EDGE elements of TYPE  */
  bool few;		/* with POINTER: an array of FEW elements  */
  bool structure;	/* a struct with vectors x, y and a number k  */
  int type2;
};

/* A class of lengths: the vectors of one class have the same, TEXT says how many.  Class 0 is the
   test's n.  BOUNDED: at most n, so that arrays have room; FACTOR: for so many times that.  */
struct length
{
  char *text;
  bool bounded, nonempty;
  int factor;
};
enum { ANY_LENGTH = -1, EDGE_VIEW = 32, FEW = 8, MOST_PARAMS = 12 };

/* Text in the making.  */
struct text
{
  char *s;
  size_t n, room;
};

extern struct var scope[];
extern int n_scope, level;
extern struct length lengths[];
extern int n_lengths;
extern struct text *out;	/* statements go here  */
extern struct text functions;	/* functions at file scope  */
extern struct text later;	/* those that are defined after their use  */
extern bool may_fail;
extern bool raises;		/* the test has a function that may raise an error  */
extern bool quiet;		/* record nothing  */
extern int nesting;		/* function operands within function operands  */
extern unsigned n_functions;	/* of random text so far: tests, helpers, function operands  */

/* cgen.c  */
unsigned pick (unsigned n);
bool chance (unsigned percent);
char *fmt (const char *, ...) __attribute__ ((format (printf, 1, 2)));
void say (const char *, ...) __attribute__ ((format (printf, 1, 2)));
char *fresh (const char *prefix);
bool left_out (const char *row);
struct var *bind (char *name, int type, int len);
/* A scope begins, a part of the one around it; it ends, and what was bound in it goes.  */
struct mark
{
  int n_scope, n_lengths;
};
struct mark scope_begin (void);
void scope_end (struct mark);
struct kept;
struct kept *scope_saved (void);
void scope_again (struct kept *);
int new_length (char *text, bool bounded, bool nonempty, int factor);

/* cgen-type.c  */
char *type_text (int t);
char *cast (int t, char *text);
bool is_integer (int t);
bool is_number (int t);
int pick_number (void);
int pick_integer (void);
int pick_type (void);
char *gen_value (int t, int depth);
char *gen_small (void);
char *gen_test (int depth);
char *make (int t, char *(*part) (int, int), int depth);

/* cgen-fn.c  */
char *gen_fn (int result, int n, const int *params);
char *gen_predicate (int n, const int *params);
char *gen_assoc (int t, bool *small);
char *gen_helper (int result, int n, const int *params);
char *gen_chain (int result, int n, const int *params);
char *made_small (int t, char *v);
char *gen_nested (int result, int n, const int *params);
char *gen_operator (int result, int t);
char *gen_mixed_operator (int result, int *params);

/* cgen-vec.c  */
char *gen_vec (int elem, int depth, int want, int *len);
char *let_vec (int elem, char *text, int *len);

char *measured (int elem, int depth, int want, int *len);
int pick_param (int elem);
int index_type (void);
char *array (int t, unsigned most);
char *order (int t);
char *regular (int t, int depth);
char *tested (const char *what, int depth);
int room_class (bool nonempty);
char *small_vec (int t, char *x);
char *small_value (int t, int depth, bool small);

/* cgen-value.c  */
char *gen_scalar_of_vec (int t, int depth);
char *gen_nans (int t, int depth, int want, int *len);

/* cgen-stmt.c  */
void gen_statements (int n, int depth);
void block (int count, int depth);
void out_vec (int t, char *v);
char *target (int t);
char *cgen_functions (void);

/* The table, cgen.def.  */
struct want
{
  int elem, depth, len;
};
#define CGEN_VEC(ENUM, WEIGHT, FN) char *vec_##FN (struct want *, int *);
#define CGEN_VALUE(ENUM, WEIGHT, FN) char *value_##FN (int, int);
#define CGEN_STMT(ENUM, WEIGHT, FN) void stmt_##FN (int);
#include "cgen.def"

#endif
