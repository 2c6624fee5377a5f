/* The macros of random programs as builtins of nova.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <setjmp.h>

#define TESTS nova_tests
#define OP(F, ID) nova_##F
#define VEC(T) nova_vec (T)
#define VIEW(T, P, N) nova_view (P, N)
#define VIEW2(T, P, N, M) nova_view (P, N, M)
#define VIEW3(T, P, N, M, L) nova_view (P, N, M, L)
#define RANGE1(T, N) nova_range (N)
#define RANGE2(T, B, E) nova_range (B, E)
#define RANGE3(T, B, E, S) nova_range (B, E, S)
#define REPLICATE(T, N, V) nova_replicate (N, V)
#define LENGTH(X) nova_length (X)
#define GET(T, X, I) nova_get (X, I)
#define STORE(T, P, N, X) nova_store (P, N, X)
#define STORE2(T, P, N, X) nova_store (P, N, X)
#define COPY(T, X) nova_copy (X)
#define MAP1(R, F, A, X) nova_map (F, X)
#define MAP2(R, F, A, X, B, Y) nova_map (F, X, Y)
#define MAP3(R, F, A, X, B, Y, C, Z) nova_map (F, X, Y, Z)
#define MAP4(R, F, A, X, B, Y, C, Z, D, W) nova_map (F, X, Y, Z, W)
#define TABULATE(R, F, N) nova_tabulate (F, N)
#define TABULATE2(R, F, N, M) nova_tabulate (F, N, M)
#define TABULATE3(R, F, N, M, L) nova_tabulate (F, N, M, L)
#define REDUCE(T, F, I, X) nova_reduce (F, I, X)
#define SCAN(T, F, I, X) nova_scan (F, I, X)
#define EXSCAN(T, F, I, X) nova_exscan (F, I, X)
#define FILTER1(T, P, X) nova_filter (P, X)
#define FILTER2(T, P, X, B, Y) nova_filter (P, X, Y)
#define GATHER(T, IT, IX, X) nova_gather (IX, X)
#define SLICE(T, B, E, X) nova_slice (B, E, X)
#define SLICE3(T, B, S, E, X) nova_slice (B, S, E, X)
#define REVERSE(T, X) nova_reverse (X)
#define PERMUTE(T, IT, IX, X) nova_permute (IX, X)
#define SCATTER(T, D, IT, IX, X) nova_scatter (D, IX, X)
#define EXPAND(R, SIZE, GET, IT, A, X) nova_expand (SIZE, GET, X)
#define EXPAND_NESTED(R, SIZE, GET, IT, A, X) nova_expand_nested (SIZE, GET, X)
#define SORT(T, LESS, X) nova_sort (LESS, X)
#define SORT_BY(T, K, KEY, X) nova_sort_by (KEY, X)
#define GROUP_BY(T, K, KEY, X) nova_group_by (KEY, X)
#define PARTITION(T, P, X) nova_partition (P, X)
#define BUCKET(T, N, KEY, X) nova_bucket (N, KEY, X)
#define REDUCE_BY_INDEX(T, F, I, N, IT, IX, X) nova_reduce_by_index (F, I, N, IX, X)
#define REDUCE_INTO(T, F, D, IT, IX, X) nova_reduce_into (F, D, IX, X)
#define VIEW_STRIDED(T, P, N, S) nova_view_strided (P, N, S)
#define VIEW_STRIDED2(T, P, N, S, M, Z) nova_view_strided (P, N, S, M, Z)
#define VIEW_STRIDED3(T, P, N, S, M, Z, L, Q) nova_view_strided (P, N, S, M, Z, L, Q)
#define SEGMENTS(T, IT, X, O) nova_segments (X, O)
#define SPLIT(T, K, X) nova_split (K, X)
#define FLATTEN(T, X) nova_flatten (X)
#define LENGTHS(X) nova_lengths (X)
#define OFFSETS(X) nova_offsets (X)
#define SEARCH(T, LESS, X, V) nova_search (LESS, X, V)
#define ROTATE(T, K, X) nova_rotate (K, X)
#define CONCAT2(T, X, Y) nova_concat (X, Y)
#define CONCAT3(T, X, Y, Z) nova_concat (X, Y, Z)
#define CONCAT5(T, X, Y, Z, V, W) nova_concat (X, Y, Z, V, W)
#define TRANSPOSE(T, X) nova_transpose (X)
#define WINDOW(T, K, X) nova_window (K, X)
#define PAD(T, MODE, K, X) nova_pad (NOVA_##MODE, K, X)
#define PAD_ROWS(T, K, X) nova_pad (NOVA_ZERO, K, X)
#define FOLD(R, STEP, JOIN, I, A, X) nova_fold (STEP, JOIN, I, X)
#define FOLD2(R, STEP, JOIN, I, A, X, B, Y) nova_fold (STEP, JOIN, I, X, Y)
#define FIND(P, T, X) nova_find (P, X)
#define FIND2(P, T, X, U, Y) nova_find (P, X, Y)
#define ARGMIN(T, LESS, X) nova_argmin (LESS, X)
#define ARGMAX(T, LESS, X) nova_argmax (LESS, X)
#define STORE_STRIDED(T, P, N, S, X) nova_store_strided (P, N, S, X)
#define STORE_STRIDED2(T, P, N, S, M, Z, X) nova_store_strided (P, N, S, M, Z, X)
#define STORE_ALL(N, T, P, X, U, Q, Y) nova_store_all (N, P, X, Q, Y)
#define STORE_ALL2(N, T, P, X, U, Q, Y) nova_store_all (N, P, X, Q, Y)
#define PASSIVE nova_passive
#define EXTERN extern
/* Of both meanings one file would replace the other's.  */
#define WEAK __attribute__ ((weak)) nova_passive
#define SCRATCH(T, N) nova_scratch (T, N)
#define UPDATE_ROWS2(F, P, N, S, M, A, X, B, Y) nova_update_rows (F, P, N, S, M, X, Y)
#define UPDATE_ROWS3(F, P, N, S, M, A, X, B, Y, C, Z) nova_update_rows (F, P, N, S, M, X, Y, Z)
#define FIELD(S, M, T, X) nova_field (X, M)
#define ZIP(S, A, X, B, Y) nova_zip (S, X, Y)
#define ZIP3(S, A, X, B, Y, C, Z) nova_zip (S, X, Y, Z)
#define UPDATE_ROWS(F, P, N, S, M, A, X) nova_update_rows (F, P, N, S, M, X)
#define SUM(P, T, X) nova_sum (X)
#define PRODUCT(P, T, X) nova_product (X)
#define SUM_AS(U, T, X) nova_sum_as (U, X)
#define MINIMUM(ID, X) nova_minimum (X)
#define MAXIMUM(ID, X) nova_maximum (X)
#define COUNT(P, T, X) nova_count (P, X)
#define ANY(P, T, X) nova_any (P, X)
#define ALL(P, T, X) nova_all (P, X)
#define CONVERT(U, T, X) nova_convert (U, X)
#define PRINT(X) nova_print (X)
#define RETAIN(X) nova_retain (X)
#define RELEASE(X) nova_release (X)
#define TRUST(F) nova_trust (F)
#define LAMBDA(R, PARAMS, ...) nova_lambda (R, PARAMS, __VA_ARGS__)
#define BIND(R, PARAMS, NAMES, F, ...) nova_bind (F, __VA_ARGS__)
#define DATA(T, X) nova_data (X)
#define RAISE(TEXT) nova_fail (TEXT)

/* Run F (N), which may raise an error; a hash of its line and message.  */
extern jmp_buf failed_at;
extern char failed_text[512];
void on_error (const char *line);
uint64_t hash_error (int way, const char *text);

static __attribute__ ((noinline, unused)) uint64_t
fails (void (*f) (size_t), size_t n)
{
  failed_text[0] = '\0';
  nova_set_error_handler (on_error);
  if (!setjmp (failed_at))
    f (n);
  nova_set_error_handler (NULL);
  return hash_error (0, failed_text);
}
#define FAILS(F, N) record (__LINE__, fails (F, N))
