/* nova: data-parallel operations on vectors, in C.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Short names of the compiler's builtins, and the library's functions.  The names of builtins are
   macros without parameters, so that messages have the line of the name.  */

#ifndef NOVA_H
#define NOVA_H 1

#include <stddef.h>
#include <stdint.h>
#include <nova/random.h>

#if !defined __NOVA__ && !defined __cplusplus
/* An error that ends the compilation: after #error each vector and builtin would be one more.  */
# include <compile this with -fplugin=nova: nova.h needs the builtins of the nova plugin>
#else

#ifdef __cplusplus
extern "C" {
#endif

/* Threads of the process, the caller's included.  */
extern void nova_set_num_threads (int);
extern int nova_num_threads (void);

/* Called in the calling thread with "FILE:LINE: BUILTIN: what is wrong"; if it returns, the program
   aborts.  Each thread has its own; null gives back the default, which prints the line.  */
typedef void nova_error_handler (const char *);
extern nova_error_handler *nova_set_error_handler (nova_error_handler *);

/* Random numbers of the normal distribution: mean 0, variance 1.  Others: nova/random.h.  */
extern double nova_normal (uint64_t seed, uint64_t i) __attribute__ ((__const__));

/* The library's version, as __NOVA__ is the compiler's.  */
extern int nova_version (void);

#ifdef __cplusplus
}
#else

/* From here on the plugin has an eye on messages and on what macros make.  */
#pragma GCC nova
#include <nova/for.h>

/* A vector of T.  */
#define nova_vec(T) __typeof__ (__typeof__ (T) __attribute__ ((nova_vector)))

/* A function in place: nova_lambda (float, (float a), { return a * k; }).  The brackets around the
   body are for one that is missing or wrong: all that follows would be read as parameters.  */
#define nova_lambda(R, PARAMETERS, ...) \
  NOVA_LAMBDA_NAMED (__COUNTER__, R, PARAMETERS, __VA_ARGS__)
#define NOVA_LAMBDA_NAMED(N, R, PARAMETERS, ...) NOVA_LAMBDA_OF (N, R, PARAMETERS, __VA_ARGS__)
#define NOVA_LAMBDA_OF(N, R, PARAMETERS, ...) \
  (__extension__ ({ __extension__ R nova_lambda_##N PARAMETERS { __VA_ARGS__ } &nova_lambda_##N; }))

/* A comprehension: a vector of the last operand, of type T, for all that the qualifiers before it
   say, from left to right, as loops are nested.  A qualifier is
     (i, x)              i is each element of x; (i, x, j, y): and j that of y, in step; up to three
     nova_when (p)       only where p holds
     nova_let (U, k, e)  k is e, of type U
     nova_sorted (key)   what the last (i, x) bound, in the order of ascending keys
     nova_grouped (key)  what it bound, in groups, one a key: i is then a vector
   and may use the names to its left.  */
#define nova_for(T, ...) NOVA_FOR (__COUNTER__, T, __VA_ARGS__)
#define nova_when(...) NOVA_WHEN (__VA_ARGS__)
#define nova_let(...) NOVA_LET (__VA_ARGS__)
#define nova_sorted(...) NOVA_SORTED (__VA_ARGS__)
#define nova_grouped(...) NOVA_GROUPED (__VA_ARGS__)

/* On a declaration, or on a function pointer's type: calls of it are passive.  */
#define nova_passive __attribute__ ((nova_passive))

/* The modes of nova_pad: NOVA_CLAMP, NOVA_WRAP, NOVA_REFLECT, NOVA_ZERO.  */
enum
{
#define NOVA_PAD_MODE(NAME, TEXT, DOC) NOVA_##NAME,
#include <nova/pad.def>
#undef NOVA_PAD_MODE
};

/* Those that take a type or a member.  */
#define nova_sum_as(U, x) __nova_sum_as ((__typeof__ (U) *) 0, x)
#define nova_convert(U, x) __nova_convert ((__typeof__ (U) *) 0, x)
#define nova_field(x, member) __nova_field (x, #member)
#define nova_zip(S, ...) __nova_zip ((__typeof__ (S) *) 0, ##__VA_ARGS__)

/* N elements of type T, the call's own: they go when the function returns.  An array of one
   element, and an operator of integers: a type without values, or a size that is a float, is an
   error.  */
#define nova_scratch(T, n) \
  ((__typeof__ (T) *) __builtin_alloca (sizeof (__typeof__ (T)[1]) * ((n) | 0)))

/* The builtins.  */
#define nova_view __nova_view
#define nova_view_strided __nova_view_strided
#define nova_segments __nova_segments
#define nova_split __nova_split
#define nova_flatten __nova_flatten
#define nova_range __nova_range
#define nova_replicate __nova_replicate
#define nova_length __nova_length
#define nova_lengths __nova_lengths
#define nova_offsets __nova_offsets
#define nova_get __nova_get
#define nova_data __nova_data
#define nova_store __nova_store
#define nova_store_strided __nova_store_strided
#define nova_store_all __nova_store_all
#define nova_copy __nova_copy
#define nova_map __nova_map
#define nova_tabulate __nova_tabulate
#define nova_reduce __nova_reduce
#define nova_fold __nova_fold
#define nova_scan __nova_scan
#define nova_exscan __nova_exscan
#define nova_filter __nova_filter
#define nova_partition __nova_partition
#define nova_find __nova_find
#define nova_argmin __nova_argmin
#define nova_argmax __nova_argmax
#define nova_search __nova_search
#define nova_gather __nova_gather
#define nova_permute __nova_permute
#define nova_scatter __nova_scatter
#define nova_slice __nova_slice
#define nova_reverse __nova_reverse
#define nova_rotate __nova_rotate
#define nova_concat __nova_concat
#define nova_transpose __nova_transpose
#define nova_window __nova_window
#define nova_pad __nova_pad
#define nova_expand __nova_expand
#define nova_expand_nested __nova_expand_nested
#define nova_sort __nova_sort
#define nova_sort_by __nova_sort_by
#define nova_group_by __nova_group_by
#define nova_bucket __nova_bucket
#define nova_reduce_by_index __nova_reduce_by_index
#define nova_reduce_into __nova_reduce_into
#define nova_update_rows __nova_update_rows
#define nova_sum __nova_sum
#define nova_product __nova_product
#define nova_minimum __nova_minimum
#define nova_maximum __nova_maximum
#define nova_count __nova_count
#define nova_any __nova_any
#define nova_all __nova_all
#define nova_print __nova_print
#define nova_retain __nova_retain
#define nova_release __nova_release
#define nova_fail __nova_fail
#define nova_bind __nova_bind
#define nova_trust __nova_trust

/* Generic operators: function operands that take their type from the other operands.  */
#define nova_add __nova_add
#define nova_mul __nova_mul
#define nova_min __nova_min
#define nova_max __nova_max
#define nova_min_nan __nova_min_nan
#define nova_max_nan __nova_max_nan
#define nova_band __nova_band
#define nova_bor __nova_bor
#define nova_bxor __nova_bxor
#define nova_land __nova_land
#define nova_lor __nova_lor
#define nova_lt __nova_lt
#define nova_gt __nova_gt

#endif /* !__cplusplus */
#endif /* __NOVA__ */
#endif /* NOVA_H */
