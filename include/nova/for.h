/* nova_for of nova.h, a step a qualifier.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

     nova_for (T, (i, x), nova_when (p), (j, y), e)

   becomes, with a number N, which ends with that of the operands behind T,

     ({ __auto_type nova_N_4_i = x;
	_Bool nova_lambda_nova_N_3 (TYPE i) { return p; }
	__auto_type nova_N_3_i = nova_filter (nova_lambda_nova_N_3, nova_N_4_i);
	nova_vec (T) nova_lambda_nova_N_2 (TYPE i)
	{
	  return ({ __auto_type nova_N_2_j = y;
		    T nova_lambda_N_1 (TYPE j) { return e; }
		    nova_map (nova_lambda_N_1, nova_N_2_j); });
	}
	nova_flatten (nova_map (nova_lambda_nova_N_2, nova_N_3_i)); })

   In the macros P is the prefix of a step, nova_N_4; V is what the last (i, x) bound: the prefix of
   its vectors, and the names; L are the declarations of nova_let since; Q is the qualifier.  No
   macro can call one that is at work already, so the steps are written out.  */

#ifndef NOVA_FOR_H
#define NOVA_FOR_H 1

/* --- Steps ------------------------------------------------------------------------------------ */

#define NOVA_FOR(N, T, ...) NOVA_FOR_STEPS (NOVA_FOR_NUMBER (__VA_ARGS__), N, T, __VA_ARGS__)
#define NOVA_FOR_STEPS(K, N, T, ...) NOVA_FOR_STEPS_OF (K, N, T, __VA_ARGS__)
#define NOVA_FOR_STEPS_OF(K, N, T, ...) \
  (__extension__ ({ NOVA_FOR_##K (N##_##K, T, (), , __VA_ARGS__) }))

#define NOVA_FOR_1(N, T, V, L, E) \
  _Static_assert (sizeof #E > 1, "nova_for: no element (nova_" #N "_1)"); \
  NOVA_FOR_BY_NAMES (NOVA_FOR_LAST_, V, nova_lambda_##N##_1, T, V, L, E)
#define NOVA_FOR_2(N, T, V, L, Q, ...) \
  NOVA_FOR_HEAD (nova_##N##_2, T, V, L, Q) \
  NOVA_FOR_1 (N, T, NOVA_FOR_BOUND (nova_##N##_2, V, Q), NOVA_FOR_LETS (L, Q), __VA_ARGS__) \
  NOVA_FOR_TAIL (nova_##N##_2, V, Q)
#define NOVA_FOR_3(N, T, V, L, Q, ...) \
  NOVA_FOR_HEAD (nova_##N##_3, T, V, L, Q) \
  NOVA_FOR_2 (N, T, NOVA_FOR_BOUND (nova_##N##_3, V, Q), NOVA_FOR_LETS (L, Q), __VA_ARGS__) \
  NOVA_FOR_TAIL (nova_##N##_3, V, Q)
#define NOVA_FOR_4(N, T, V, L, Q, ...) \
  NOVA_FOR_HEAD (nova_##N##_4, T, V, L, Q) \
  NOVA_FOR_3 (N, T, NOVA_FOR_BOUND (nova_##N##_4, V, Q), NOVA_FOR_LETS (L, Q), __VA_ARGS__) \
  NOVA_FOR_TAIL (nova_##N##_4, V, Q)
#define NOVA_FOR_5(N, T, V, L, Q, ...) \
  NOVA_FOR_HEAD (nova_##N##_5, T, V, L, Q) \
  NOVA_FOR_4 (N, T, NOVA_FOR_BOUND (nova_##N##_5, V, Q), NOVA_FOR_LETS (L, Q), __VA_ARGS__) \
  NOVA_FOR_TAIL (nova_##N##_5, V, Q)
#define NOVA_FOR_6(N, T, V, L, Q, ...) \
  NOVA_FOR_HEAD (nova_##N##_6, T, V, L, Q) \
  NOVA_FOR_5 (N, T, NOVA_FOR_BOUND (nova_##N##_6, V, Q), NOVA_FOR_LETS (L, Q), __VA_ARGS__) \
  NOVA_FOR_TAIL (nova_##N##_6, V, Q)
#define NOVA_FOR_7(N, T, V, L, Q, ...) \
  NOVA_FOR_HEAD (nova_##N##_7, T, V, L, Q) \
  NOVA_FOR_6 (N, T, NOVA_FOR_BOUND (nova_##N##_7, V, Q), NOVA_FOR_LETS (L, Q), __VA_ARGS__) \
  NOVA_FOR_TAIL (nova_##N##_7, V, Q)
#define NOVA_FOR_8(N, T, V, L, Q, ...) \
  NOVA_FOR_HEAD (nova_##N##_8, T, V, L, Q) \
  NOVA_FOR_7 (N, T, NOVA_FOR_BOUND (nova_##N##_8, V, Q), NOVA_FOR_LETS (L, Q), __VA_ARGS__) \
  NOVA_FOR_TAIL (nova_##N##_8, V, Q)
#define NOVA_FOR_9(N, T, V, L, Q, ...) \
  NOVA_FOR_HEAD (nova_##N##_9, T, V, L, Q) \
  NOVA_FOR_8 (N, T, NOVA_FOR_BOUND (nova_##N##_9, V, Q), NOVA_FOR_LETS (L, Q), __VA_ARGS__) \
  NOVA_FOR_TAIL (nova_##N##_9, V, Q)
#define NOVA_FOR_MANY(N, T, V, L, ...) \
  NOVA_FOR_WRONG ("more than eight qualifiers") \
  nova_vec (T) nova_##N; \
  nova_##N;

/* How many operands there are.  */
#define NOVA_FOR_NUMBER(...) \
  NOVA_FOR_16TH (__VA_ARGS__, MANY, MANY, MANY, MANY, MANY, MANY, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define NOVA_FOR_16TH(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, X, ...) X

#define NOVA_FOR_PLAIN(...) __VA_ARGS__
#define NOVA_FOR_SECOND(A, B, ...) B

/* An error.  The plugin says it without "nova_for" and without the prefix, at the operand that is
   meant by that: nova_12_4_3 is the second of four behind the type.  */
#define NOVA_FOR_WRONG(TEXT) _Static_assert (0, "nova_for: " TEXT);
#define NOVA_FOR_WRONG_AT(P, TEXT) NOVA_FOR_WRONG (TEXT " (" #P ")")

/* --- Kinds of qualifiers ---------------------------------------------------------------------- */

#define NOVA_FOR_KIND(Q) NOVA_FOR_KIND_1 (NOVA_FOR_KIND_2 (NOVA_FOR_BRACKETS Q, NAMED, ), Q)
#define NOVA_FOR_KIND_1(K, Q) NOVA_FOR_KIND_3 (K, Q)
#define NOVA_FOR_KIND_2(...) NOVA_FOR_SECOND (__VA_ARGS__)
#define NOVA_FOR_KIND_3(K, Q) NOVA_FOR_KIND_##K (Q)
#define NOVA_FOR_BRACKETS(...) , IN,
#define NOVA_FOR_KIND_IN(Q) NOVA_FOR_KIND_5 (NOVA_FOR_COUNTED Q, )
#define NOVA_FOR_KIND_5(...) NOVA_FOR_KIND_6 (__VA_ARGS__)
#define NOVA_FOR_KIND_6(K, ...) NOVA_FOR_KIND_OF_##K
#define NOVA_FOR_COUNTED(...) NOVA_FOR_NUMBER (__VA_ARGS__),
#define NOVA_FOR_KIND_OF_1 OTHER
#define NOVA_FOR_KIND_OF_2 IN
#define NOVA_FOR_KIND_OF_3 OTHER
#define NOVA_FOR_KIND_OF_4 IN
#define NOVA_FOR_KIND_OF_5 OTHER
#define NOVA_FOR_KIND_OF_6 IN
#define NOVA_FOR_KIND_OF_7 OTHER
#define NOVA_FOR_KIND_OF_8 OTHER
#define NOVA_FOR_KIND_OF_9 OTHER
#define NOVA_FOR_KIND_OF_MANY OTHER
#define NOVA_FOR_KIND_NAMED(Q) NOVA_FOR_KIND_4 (NOVA_FOR_KIND_##Q, OTHER, )
#define NOVA_FOR_KIND_4(...) NOVA_FOR_SECOND (__VA_ARGS__)
#define NOVA_FOR_KIND_NOVA_WHEN(...) , WHEN,
#define NOVA_FOR_KIND_NOVA_LET(...) , LET,
#define NOVA_FOR_KIND_NOVA_SORTED(...) , SORTED,
#define NOVA_FOR_KIND_NOVA_GROUPED(...) , GROUPED,

/* What each kind writes before and behind the steps after it, and what these have for V and L.  */
#define NOVA_FOR_BY_KIND(MACRO, Q, ...) NOVA_FOR_BY_KIND_1 (MACRO, NOVA_FOR_KIND (Q), __VA_ARGS__)
#define NOVA_FOR_BY_KIND_1(MACRO, K, ...) NOVA_FOR_BY_KIND_2 (MACRO, K, __VA_ARGS__)
#define NOVA_FOR_BY_KIND_2(MACRO, K, ...) MACRO##K (__VA_ARGS__)
#define NOVA_FOR_HEAD(P, T, V, L, Q) NOVA_FOR_BY_KIND (NOVA_FOR_HEAD_, Q, P, T, V, L, Q)
#define NOVA_FOR_BOUND(P, V, Q) NOVA_FOR_BY_KIND (NOVA_FOR_BOUND_, Q, P, V, Q)
#define NOVA_FOR_LETS(L, Q) NOVA_FOR_BY_KIND (NOVA_FOR_LETS_, Q, L, Q)
#define NOVA_FOR_TAIL(P, V, Q) NOVA_FOR_BY_KIND (NOVA_FOR_TAIL_, Q, P, V)

#define NOVA_FOR_HEAD_IN(P, T, V, L, Q) \
  NOVA_FOR_BY_NAMES (NOVA_FOR_OPEN_, V, P, T, V, L) NOVA_FOR_BY_PAIRS (NOVA_FOR_DECLARE_, P, Q)
#define NOVA_FOR_BOUND_IN(P, V, Q) NOVA_FOR_BY_PAIRS (NOVA_FOR_NAMES_, P, Q)
#define NOVA_FOR_LETS_IN(L, Q)
#define NOVA_FOR_TAIL_IN(P, V) NOVA_FOR_BY_NAMES (NOVA_FOR_CLOSE_, V, P, V)

#define NOVA_FOR_HEAD_WHEN(P, T, V, L, Q) \
  NOVA_FOR_BY_NAMES (NOVA_FOR_FILTER_, V, P, V, L, NOVA_FOR_OPERAND_##Q)
#define NOVA_FOR_BOUND_WHEN(P, V, Q) NOVA_FOR_AGAIN (P, NOVA_FOR_PLAIN V)
#define NOVA_FOR_LETS_WHEN(L, Q) L
#define NOVA_FOR_TAIL_WHEN(P, V)

#define NOVA_FOR_HEAD_SORTED(P, T, V, L, Q) \
  NOVA_FOR_BY_NAMES (NOVA_FOR_SORT_, V, P, V, L, NOVA_FOR_OPERAND_##Q)
#define NOVA_FOR_BOUND_SORTED(P, V, Q) NOVA_FOR_AGAIN (P, NOVA_FOR_PLAIN V)
#define NOVA_FOR_LETS_SORTED(L, Q) L
#define NOVA_FOR_TAIL_SORTED(P, V)

#define NOVA_FOR_HEAD_GROUPED(P, T, V, L, Q) \
  NOVA_FOR_BY_NAMES (NOVA_FOR_GROUP_, V, P, V, L, NOVA_FOR_OPERAND_##Q)
#define NOVA_FOR_BOUND_GROUPED(P, V, Q) NOVA_FOR_AGAIN (P, NOVA_FOR_PLAIN V)
#define NOVA_FOR_LETS_GROUPED(L, Q)
#define NOVA_FOR_TAIL_GROUPED(P, V)

#define NOVA_FOR_HEAD_LET(P, T, V, L, Q) NOVA_FOR_BY_NAMES (NOVA_FOR_LET_, V, P)
#define NOVA_FOR_BOUND_LET(P, V, Q) V
#define NOVA_FOR_LETS_LET(L, Q) L NOVA_FOR_OPERAND_##Q
#define NOVA_FOR_TAIL_LET(P, V)

#define NOVA_FOR_HEAD_OTHER(P, T, V, L, Q) \
  NOVA_FOR_WRONG_AT (P, "a qualifier is neither (name, vector) nor nova_when, nova_let, " \
		     "nova_sorted or nova_grouped")
#define NOVA_FOR_BOUND_OTHER(P, V, Q) ()
#define NOVA_FOR_LETS_OTHER(L, Q) L
#define NOVA_FOR_TAIL_OTHER(P, V)

#define NOVA_FOR_OPERAND_NOVA_WHEN(...) (__VA_ARGS__)
#define NOVA_FOR_OPERAND_NOVA_SORTED(...) (__VA_ARGS__)
#define NOVA_FOR_OPERAND_NOVA_GROUPED(...) (__VA_ARGS__)
#define NOVA_FOR_OPERAND_NOVA_LET(U, K, ...) U K __attribute__ ((__unused__)) = __VA_ARGS__;

/* --- By the number of names ------------------------------------------------------------------- */

/* MACRO2 if V has one name, MACRO3, MACRO4; MACRO1 if it has none.  */
#define NOVA_FOR_BY_NAMES(MACRO, V, ...) NOVA_FOR_BY_NAMES_1 (MACRO, NOVA_FOR_NUMBER V, __VA_ARGS__)
#define NOVA_FOR_BY_NAMES_1(MACRO, K, ...) NOVA_FOR_BY_NAMES_2 (MACRO, K, __VA_ARGS__)
#define NOVA_FOR_BY_NAMES_2(MACRO, K, ...) MACRO##K (__VA_ARGS__)

/* MACRO2 if Q is (i, x), MACRO4, MACRO6.  */
#define NOVA_FOR_BY_PAIRS(MACRO, P, Q) \
  NOVA_FOR_BY_PAIRS_1 (MACRO, NOVA_FOR_NUMBER Q, P, NOVA_FOR_PLAIN Q)
#define NOVA_FOR_BY_PAIRS_1(MACRO, K, ...) NOVA_FOR_BY_PAIRS_2 (MACRO, K, __VA_ARGS__)
#define NOVA_FOR_BY_PAIRS_2(MACRO, K, ...) MACRO##K (__VA_ARGS__)

#define NOVA_FOR_DECLARE_2(P, A, X) \
  __auto_type P##_##A = X;
#define NOVA_FOR_DECLARE_4(P, A, X, B, Y) \
  __auto_type P##_##A = X; __auto_type P##_##B = Y;
#define NOVA_FOR_DECLARE_6(P, A, X, B, Y, C, Z) \
  __auto_type P##_##A = X; __auto_type P##_##B = Y; __auto_type P##_##C = Z;
#define NOVA_FOR_NAMES_2(P, A, X) (P, A)
#define NOVA_FOR_NAMES_4(P, A, X, B, Y) (P, A, B)
#define NOVA_FOR_NAMES_6(P, A, X, B, Y, C, Z) (P, A, B, C)

/* V with the prefix P.  */
#define NOVA_FOR_AGAIN(...) NOVA_FOR_AGAIN_1 (__VA_ARGS__)
#define NOVA_FOR_AGAIN_1(P, W, ...) (P, __VA_ARGS__)

/* The names as parameters, as variables with the elements at K, and their vectors.  */
#define NOVA_FOR_TYPE(P, A) __typeof__ (__nova_get (P##_##A, 0))
#define NOVA_FOR_NAME(P, A) NOVA_FOR_TYPE (P, A) A __attribute__ ((__unused__))
#define NOVA_FOR_AT(P, A, K) NOVA_FOR_NAME (P, A) = __nova_get (P##_##A, K);
#define NOVA_FOR_PARAMETERS_2(P, A) \
  NOVA_FOR_NAME (P, A)
#define NOVA_FOR_PARAMETERS_3(P, A, B) \
  NOVA_FOR_NAME (P, A), NOVA_FOR_NAME (P, B)
#define NOVA_FOR_PARAMETERS_4(P, A, B, C) \
  NOVA_FOR_NAME (P, A), NOVA_FOR_NAME (P, B), NOVA_FOR_NAME (P, C)
#define NOVA_FOR_VECTORS_2(P, A) P##_##A
#define NOVA_FOR_VECTORS_3(P, A, B) P##_##A, P##_##B
#define NOVA_FOR_VECTORS_4(P, A, B, C) P##_##A, P##_##B, P##_##C

/* A function with the result R.  */
#define NOVA_FOR_FUNCTION(R, F, PARAMETERS, L, ...) \
  __extension__ R F PARAMETERS { { L return __VA_ARGS__; } }

/* --- What is written -------------------------------------------------------------------------- */

/* The last step: what is bound is mapped to the element.  */
#define NOVA_FOR_LAST_1(F, T, V, L, E) \
  NOVA_FOR_WRONG ("no (name, vector) before the element") \
  nova_vec (T) F; \
  F;
#define NOVA_FOR_LAST_2(F, T, V, L, E) \
  NOVA_FOR_FUNCTION (T, F, (NOVA_FOR_PARAMETERS_2 V), L, E) \
  __nova_map (F, NOVA_FOR_VECTORS_2 V);
#define NOVA_FOR_LAST_3(F, T, V, L, E) \
  NOVA_FOR_FUNCTION (T, F, (NOVA_FOR_PARAMETERS_3 V), L, E) \
  __nova_map (F, NOVA_FOR_VECTORS_3 V);
#define NOVA_FOR_LAST_4(F, T, V, L, E) \
  NOVA_FOR_FUNCTION (T, F, (NOVA_FOR_PARAMETERS_4 V), L, E) \
  __nova_map (F, NOVA_FOR_VECTORS_4 V);

/* (i, x): what was bound before is mapped to all that follows.  */
#define NOVA_FOR_OPEN_1(P, T, V, L)
#define NOVA_FOR_CLOSE_1(P, V)
#define NOVA_FOR_OPEN_2(P, T, V, L) \
  __extension__ nova_vec (T) nova_lambda_##P (NOVA_FOR_PARAMETERS_2 V) \
  { { L return __extension__ ({
#define NOVA_FOR_CLOSE_2(P, V) \
  }); } } \
  __nova_flatten (__nova_map (nova_lambda_##P, NOVA_FOR_VECTORS_2 V));
#define NOVA_FOR_OPEN_3(P, T, V, L) \
  __extension__ nova_vec (T) nova_lambda_##P (NOVA_FOR_PARAMETERS_3 V) \
  { { L return __extension__ ({
#define NOVA_FOR_CLOSE_3(P, V) \
  }); } } \
  __nova_flatten (__nova_map (nova_lambda_##P, NOVA_FOR_VECTORS_3 V));
#define NOVA_FOR_OPEN_4(P, T, V, L) \
  __extension__ nova_vec (T) nova_lambda_##P (NOVA_FOR_PARAMETERS_4 V) \
  { { L return __extension__ ({
#define NOVA_FOR_CLOSE_4(P, V) \
  }); } } \
  __nova_flatten (__nova_map (nova_lambda_##P, NOVA_FOR_VECTORS_4 V));

#define NOVA_FOR_LET_1(P) NOVA_FOR_WRONG_AT (P, "nova_let before the first (name, vector)")
#define NOVA_FOR_LET_2(P)
#define NOVA_FOR_LET_3(P)
#define NOVA_FOR_LET_4(P)

/* nova_when, nova_sorted, nova_grouped, with the operand E.  Of several vectors in step the
   places are filtered, sorted, grouped.  */
#define NOVA_FOR_FILTER_1(P, V, L, E) \
  NOVA_FOR_WRONG_AT (P, "nova_when before the first (name, vector)")
#define NOVA_FOR_SORT_1(P, V, L, E) \
  NOVA_FOR_WRONG_AT (P, "nova_sorted before the first (name, vector)")
#define NOVA_FOR_GROUP_1(P, V, L, E) \
  NOVA_FOR_WRONG_AT (P, "nova_grouped before the first (name, vector)")

#define NOVA_FOR_FILTER_2(P, V, L, E) \
  NOVA_FOR_FUNCTION (_Bool, nova_lambda_##P, (NOVA_FOR_PARAMETERS_2 V), L, E) \
  NOVA_FOR_REPLACE (P, __nova_filter, NOVA_FOR_PLAIN V)
#define NOVA_FOR_SORT_2(P, V, L, E) \
  NOVA_FOR_FUNCTION (NOVA_FOR_KEY (NOVA_FOR_PARAMETERS_2 V;, L, E), nova_lambda_##P, \
		     (NOVA_FOR_PARAMETERS_2 V), L, E) \
  NOVA_FOR_REPLACE (P, __nova_sort_by, NOVA_FOR_PLAIN V)
#define NOVA_FOR_GROUP_2(P, V, L, E) \
  NOVA_FOR_FUNCTION (NOVA_FOR_KEY (NOVA_FOR_PARAMETERS_2 V;, L, E), nova_lambda_##P, \
		     (NOVA_FOR_PARAMETERS_2 V), L, E) \
  NOVA_FOR_REPLACE (P, __nova_group_by, NOVA_FOR_PLAIN V)
#define NOVA_FOR_REPLACE(P, ...) NOVA_FOR_REPLACE_1 (P, __VA_ARGS__)
#define NOVA_FOR_REPLACE_1(P, BUILTIN, W, A) \
  __auto_type P##_##A = BUILTIN (nova_lambda_##P, W##_##A);

/* The type of E, where NAMES are declared, without values.  */
#define NOVA_FOR_KEY(NAMES, L, E) __typeof__ (__extension__ ({ NAMES L E; }))

#define NOVA_FOR_FILTER_3(P, V, L, E) \
  NOVA_FOR_FUNCTION (_Bool, nova_lambda_##P, \
		     (size_t P __attribute__ ((__unused__)), NOVA_FOR_PARAMETERS_3 V), L, E) \
  __auto_type P = __nova_filter (nova_lambda_##P, NOVA_FOR_PLACES V, NOVA_FOR_VECTORS_3 V); \
  NOVA_FOR_GATHER_3 (P, NOVA_FOR_PLAIN V)
#define NOVA_FOR_SORT_3(P, V, L, E) \
  NOVA_FOR_KEYS_3 (P, L, E, NOVA_FOR_PLAIN V) \
  __auto_type P = __nova_sort_by (nova_lambda_##P, NOVA_FOR_PLACES V); \
  NOVA_FOR_GATHER_3 (P, NOVA_FOR_PLAIN V)
#define NOVA_FOR_GROUP_3(P, V, L, E) \
  NOVA_FOR_KEYS_3 (P, L, E, NOVA_FOR_PLAIN V) \
  __auto_type P = __nova_group_by (nova_lambda_##P, NOVA_FOR_PLACES V); \
  NOVA_FOR_ROWS_3 (P, NOVA_FOR_PLAIN V)
#define NOVA_FOR_KEYS_3(...) NOVA_FOR_KEYS_3_1 (__VA_ARGS__)
#define NOVA_FOR_KEYS_3_1(P, L, E, W, A, B) \
  NOVA_FOR_FUNCTION (NOVA_FOR_KEY (NOVA_FOR_NAME (W, A); NOVA_FOR_NAME (W, B);, L, E), \
		     nova_lambda_##P, (size_t P), \
		     NOVA_FOR_AT (W, A, P) NOVA_FOR_AT (W, B, P) L, E)
#define NOVA_FOR_GATHER_3(...) NOVA_FOR_GATHER_3_1 (__VA_ARGS__)
#define NOVA_FOR_GATHER_3_1(P, W, A, B) \
  NOVA_FOR_GATHER (P, W, A) NOVA_FOR_GATHER (P, W, B)
#define NOVA_FOR_ROWS_3(...) NOVA_FOR_ROWS_3_1 (__VA_ARGS__)
#define NOVA_FOR_ROWS_3_1(P, W, A, B) \
  NOVA_FOR_ROWS (P, W, A) NOVA_FOR_ROWS (P, W, B)

#define NOVA_FOR_FILTER_4(P, V, L, E) \
  NOVA_FOR_FUNCTION (_Bool, nova_lambda_##P, \
		     (size_t P __attribute__ ((__unused__)), NOVA_FOR_PARAMETERS_4 V), L, E) \
  __auto_type P = __nova_filter (nova_lambda_##P, NOVA_FOR_PLACES V, NOVA_FOR_VECTORS_4 V); \
  NOVA_FOR_GATHER_4 (P, NOVA_FOR_PLAIN V)
#define NOVA_FOR_SORT_4(P, V, L, E) \
  NOVA_FOR_KEYS_4 (P, L, E, NOVA_FOR_PLAIN V) \
  __auto_type P = __nova_sort_by (nova_lambda_##P, NOVA_FOR_PLACES V); \
  NOVA_FOR_GATHER_4 (P, NOVA_FOR_PLAIN V)
#define NOVA_FOR_GROUP_4(P, V, L, E) \
  NOVA_FOR_KEYS_4 (P, L, E, NOVA_FOR_PLAIN V) \
  __auto_type P = __nova_group_by (nova_lambda_##P, NOVA_FOR_PLACES V); \
  NOVA_FOR_ROWS_4 (P, NOVA_FOR_PLAIN V)
#define NOVA_FOR_KEYS_4(...) NOVA_FOR_KEYS_4_1 (__VA_ARGS__)
#define NOVA_FOR_KEYS_4_1(P, L, E, W, A, B, C) \
  NOVA_FOR_FUNCTION (NOVA_FOR_KEY (NOVA_FOR_NAME (W, A); NOVA_FOR_NAME (W, B); \
				   NOVA_FOR_NAME (W, C);, L, E), \
		     nova_lambda_##P, (size_t P), \
		     NOVA_FOR_AT (W, A, P) NOVA_FOR_AT (W, B, P) NOVA_FOR_AT (W, C, P) L, E)
#define NOVA_FOR_GATHER_4(...) NOVA_FOR_GATHER_4_1 (__VA_ARGS__)
#define NOVA_FOR_GATHER_4_1(P, W, A, B, C) \
  NOVA_FOR_GATHER (P, W, A) NOVA_FOR_GATHER (P, W, B) NOVA_FOR_GATHER (P, W, C)
#define NOVA_FOR_ROWS_4(...) NOVA_FOR_ROWS_4_1 (__VA_ARGS__)
#define NOVA_FOR_ROWS_4_1(P, W, A, B, C) \
  NOVA_FOR_ROWS (P, W, A) NOVA_FOR_ROWS (P, W, B) NOVA_FOR_ROWS (P, W, C)

#define NOVA_FOR_PLACES(P, A, ...) __nova_range (__nova_length (P##_##A))
/* Not nova_gather: of its indices it is not seen that they are in range, which hinders fusion.  */
#define NOVA_FOR_GATHER(P, W, A) \
  __extension__ NOVA_FOR_TYPE (W, A) nova_lambda_##P##_##A (size_t P##_at) \
  { { return __nova_get (W##_##A, P##_at); } } \
  __auto_type P##_##A = __nova_map (nova_lambda_##P##_##A, P);
#define NOVA_FOR_ROWS(P, W, A) \
  __extension__ nova_vec (NOVA_FOR_TYPE (W, A)) nova_lambda_##P##_##A (nova_vec (size_t) P##_at) \
  { { return __nova_gather (P##_at, W##_##A); } } \
  __auto_type P##_##A = __nova_map (nova_lambda_##P##_##A, P);

#endif
