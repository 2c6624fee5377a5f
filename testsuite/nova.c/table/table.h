/* What the programs of the table include: compiled once with the plugin, and once, with REFERENCE
   defined and without the plugin, as plain loops.  The macros for builtins are those of the random
   programs (testsuite/fuzz-c: novas.h and plain.h): same text, two meanings.  The generator,
   lib/nova-table.exp, makes the names of each class before it includes this.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TABLE_H
#define TABLE_H 1

/* What the cells recorded of their results so far.  */
void record (int line, uint64_t value);
/* Memory until the cell ends.  */
void *room (size_t bytes);

#include <stdlib.h>
#include <string.h>

struct entry { int number; void (*run) (size_t n); };

#define LEAST(A, B) ((A) < (B) ? (A) : (B))
#define UNPAREN(...) __VA_ARGS__

#ifdef REFERENCE
# include "../../fuzz-c/plain.h"
typedef struct rv T_rows;
#else
# include "../../fuzz-c/novas.h"
typedef nova_vec (T_i32) T_rows;
#endif
#include "classes.h"

/* Input of N elements, one element, what is made of results.  */
#define IN(ID, N) IN_##ID (N)
#define ELT(ID, K) ELT_##ID (K)
#define IN_rows(N) VIEW2 (T_i32, A_i32, N, 3)
#define ELT_rows(K) GET (T_rows, IN_rows ((K) + 1), K)
#define VAL(ID, V) VAL_##ID (V)
#define VAL_rows(V) OUT_i32 (V)
#define OUT(ID, X) OUT_##ID (X)
#define OUT_rows(X) \
  ({ VEC (T_rows) w_ = (X); size_t n_ = LENGTH (w_); record (__LINE__, n_); \
     for (size_t j_ = 0; j_ < n_; j_++) OUT_i32 (GET (T_rows, w_, j_)); })
#define OUT2(ID, X) \
  ({ VEC (VEC (T_##ID)) g_ = (X); size_t l_ = LENGTH (g_); record (__LINE__, l_); \
     for (size_t h_ = 0; h_ < l_; h_++) OUT (ID, GET (VEC (T_##ID), g_, h_)); })
#define OUT3(ID, X) \
  ({ VEC (VEC (VEC (T_##ID))) c_ = (X); size_t c_n = LENGTH (c_); record (__LINE__, c_n); \
     for (size_t q_ = 0; q_ < c_n; q_++) OUT2 (ID, GET (VEC (VEC (T_##ID)), c_, q_)); })
#define NUM(V) record (__LINE__, (uint64_t) (V))
#define PROMOTED(T) __typeof__ (+(T) 0)
/* Of the arithmetic type T, and of no other.  */
#define NUMBER(T, V) \
  ({ __auto_type v_ = (V); _Static_assert (__builtin_types_compatible_p (__typeof__ (v_), T), "type"); \
     record_number (sizeof v_, v_); })
#define OUT_NUMBERS(T, X) \
  ({ VEC (T) o_ = (X); const T *d_ = DATA (T, o_); size_t n_ = LENGTH (o_); record (__LINE__, n_); \
     for (size_t j_ = 0; j_ < n_; j_++) NUMBER (T, d_[j_]); })
#define FILL(P, N, E) for (size_t k = 0; k < (N); k++) (P)[k] = (__typeof__ (*(P))) (E)

/* What the macros of random programs do not have.  */
#ifdef REFERENCE
# define PAD_ZERO_ROWS(K, X) \
  ({ struct rv pz_ = VIEW2 (T_i32, zero_rows, K, 3); CONCAT3 (T_rows, pz_, X, pz_); })
# define FIELD_BITS(S, M, T, X) \
  ({ struct rv x_ = (X), r_ = NEW (T, x_.n); EACH (k_, x_.n) AT (T, r_, k_) = AT (S, x_, k_).M; r_; })
# define ZIP3(S, A, X, B, Y, C, Z) \
  ({ struct rv x_ = (X), y_ = (Y), z_ = (Z), r_ = NEW (S, x_.n); \
     EACH (k_, x_.n) AT (S, r_, k_) = (S) { AT (A, x_, k_), AT (B, y_, k_), AT (C, z_, k_) }; r_; })
# define ZIP4(S, A, X, B, Y, C, Z, D, W) \
  ({ struct rv x_ = (X), y_ = (Y), z_ = (Z), w_ = (W), r_ = NEW (S, x_.n); \
     EACH (k_, x_.n) \
       AT (S, r_, k_) = (S) { AT (A, x_, k_), AT (B, y_, k_), AT (C, z_, k_), AT (D, w_, k_) }; \
     r_; })
# define LEAST_OF(T, X) \
  ({ struct rv x_ = (X); T a_ = AT (T, x_, 0); \
     EACH (k_, x_.n) if (AT (T, x_, k_) < a_) a_ = AT (T, x_, k_); \
     a_; })
# define MOST_OF(T, X) \
  ({ struct rv x_ = (X); T a_ = AT (T, x_, 0); \
     EACH (k_, x_.n) if (a_ < AT (T, x_, k_)) a_ = AT (T, x_, k_); \
     a_; })
# define MAP_BIND(R, F, V, A, X) \
  ({ struct rv x_ = (X), r_ = NEW (R, x_.n); \
     EACH (k_, x_.n) AT (R, r_, k_) = F (V, AT (A, x_, k_)); r_; })
# define FAILURE(TEXT, X, FAILS) record (__LINE__, (FAILS) != 0)
#else
# define PAD_ZERO_ROWS(K, X) nova_pad (NOVA_ZERO, K, X)
# define FIELD_BITS(S, M, T, X) nova_field (X, M)
# define ZIP3(S, A, X, B, Y, C, Z) nova_zip (S, X, Y, Z)
# define ZIP4(S, A, X, B, Y, C, Z, D, W) nova_zip (S, X, Y, Z, W)
# define LEAST_OF(T, X) nova_minimum (X)
# define MOST_OF(T, X) nova_maximum (X)
# define MAP_BIND(R, F, V, A, X) nova_map (nova_bind (F, V), X)
/* The text behind "FILE:LINE: "; 0 if it is not raised.  */
# define FAILURE(TEXT, X, FAILS) \
  record (__LINE__, ({ int failed_ = 0; nova_set_error_handler (on_error); \
		       if (!setjmp (failed_at)) sink = (int) nova_sum (X); \
		       else failed_ = strstr (failed_text, ": " TEXT) != NULL; \
		       nova_set_error_handler (NULL); failed_; }))
#endif

/* What nova_print says, against the same in plain C.  */
void print_begin (void);
void print_end (void);
#ifdef REFERENCE
# define PRINTED(ID, X) ({ struct rv p_ = (X); print_plain_##ID (p_.p, p_.n); })
#else
# define PRINTED(ID, X) ({ print_begin (); nova_print (X); print_end (); })
#endif

void record_number (size_t size, _Complex long double v);

/* What function operands capture: three is 3, but the compiler does not know it.  */
struct captures { char c; double d; int k[2]; };
extern int three, threes[4], sink;
extern const int zero_row[3], zero_rows[6];

#endif
