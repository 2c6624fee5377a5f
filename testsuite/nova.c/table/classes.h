/* What the cells of the table do with elements of each class: macros that C reads alike with the
   plugin and without, so that the function operands of a cell are the same text both times.

   MAKE_<ID> (r)     the element made from the number r < 2^32
   RANK_<ID> (x)     a number from 0 to 15 that x decides
   MIX_<ID> (x, k)   another element
   ADD_<ID> (x, y)   associative, not always commutative, ZERO_<ID> neutral on the left
   LESS_<ID> (x, y)  a strict weak order

   Floating values stay small, so that sums are exact.  Operands are names, read more than once.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* Whole numbers: calculated in U, which does not overflow.  */
#define MAKE_INT(ID, U, R) ((T_##ID) ((U) (R) * (U) 0x9e3779b97f4a7c15ull))
#define RANK_INT(U, X) ((int) ((U) (X) & 15))
#define MIX_INT(ID, U, X, K) ((T_##ID) ((U) (X) * 5 + (U) (K)))
#define ADD_INT(ID, U, X, Y) ((T_##ID) ((U) (X) + (U) (Y)))
#define LESS_ANY(X, Y) ((X) < (Y))

#define MAKE_bool(R) ((_Bool) ((R) >> 3 & 1))
#define RANK_bool(X) ((X) ? 1 : 0)
#define MIX_bool(X, K) ((_Bool) ((X) != ((K) & 1)))
#define ADD_bool(X, Y) ((_Bool) ((X) != (Y)))
#define LESS_bool(X, Y) LESS_ANY (X, Y)
#define ZERO_bool 0

#define MAKE_char(R) MAKE_INT (char, unsigned, R)
#define RANK_char(X) RANK_INT (unsigned, X)
#define MIX_char(X, K) MIX_INT (char, unsigned, X, K)
#define ADD_char(X, Y) ADD_INT (char, unsigned, X, Y)
#define LESS_char(X, Y) LESS_ANY (X, Y)
#define ZERO_char 0

#define MAKE_i8(R) MAKE_INT (i8, unsigned, R)
#define RANK_i8(X) RANK_INT (unsigned, X)
#define MIX_i8(X, K) MIX_INT (i8, unsigned, X, K)
#define ADD_i8(X, Y) ADD_INT (i8, unsigned, X, Y)
#define LESS_i8(X, Y) LESS_ANY (X, Y)
#define ZERO_i8 0

#define MAKE_u8(R) MAKE_INT (u8, unsigned, R)
#define RANK_u8(X) RANK_INT (unsigned, X)
#define MIX_u8(X, K) MIX_INT (u8, unsigned, X, K)
#define ADD_u8(X, Y) ADD_INT (u8, unsigned, X, Y)
#define LESS_u8(X, Y) LESS_ANY (X, Y)
#define ZERO_u8 0

#define MAKE_i16(R) MAKE_INT (i16, unsigned, R)
#define RANK_i16(X) RANK_INT (unsigned, X)
#define MIX_i16(X, K) MIX_INT (i16, unsigned, X, K)
#define ADD_i16(X, Y) ADD_INT (i16, unsigned, X, Y)
#define LESS_i16(X, Y) LESS_ANY (X, Y)
#define ZERO_i16 0

#define MAKE_u16(R) MAKE_INT (u16, unsigned, R)
#define RANK_u16(X) RANK_INT (unsigned, X)
#define MIX_u16(X, K) MIX_INT (u16, unsigned, X, K)
#define ADD_u16(X, Y) ADD_INT (u16, unsigned, X, Y)
#define LESS_u16(X, Y) LESS_ANY (X, Y)
#define ZERO_u16 0

#define MAKE_i32(R) MAKE_INT (i32, unsigned, R)
#define RANK_i32(X) RANK_INT (unsigned, X)
#define MIX_i32(X, K) MIX_INT (i32, unsigned, X, K)
#define ADD_i32(X, Y) ADD_INT (i32, unsigned, X, Y)
#define LESS_i32(X, Y) LESS_ANY (X, Y)
#define ZERO_i32 0

#define MAKE_u32(R) MAKE_INT (u32, unsigned, R)
#define RANK_u32(X) RANK_INT (unsigned, X)
#define MIX_u32(X, K) MIX_INT (u32, unsigned, X, K)
#define ADD_u32(X, Y) ADD_INT (u32, unsigned, X, Y)
#define LESS_u32(X, Y) LESS_ANY (X, Y)
#define ZERO_u32 0

#define MAKE_i64(R) MAKE_INT (i64, unsigned long, R)
#define RANK_i64(X) RANK_INT (unsigned long, X)
#define MIX_i64(X, K) MIX_INT (i64, unsigned long, X, K)
#define ADD_i64(X, Y) ADD_INT (i64, unsigned long, X, Y)
#define LESS_i64(X, Y) LESS_ANY (X, Y)
#define ZERO_i64 0

#define MAKE_u64(R) MAKE_INT (u64, unsigned long, R)
#define RANK_u64(X) RANK_INT (unsigned long, X)
#define MIX_u64(X, K) MIX_INT (u64, unsigned long, X, K)
#define ADD_u64(X, Y) ADD_INT (u64, unsigned long, X, Y)
#define LESS_u64(X, Y) LESS_ANY (X, Y)
#define ZERO_u64 0

#define MAKE_ill(R) MAKE_INT (ill, unsigned long long, R)
#define RANK_ill(X) RANK_INT (unsigned long long, X)
#define MIX_ill(X, K) MIX_INT (ill, unsigned long long, X, K)
#define ADD_ill(X, Y) ADD_INT (ill, unsigned long long, X, Y)
#define LESS_ill(X, Y) LESS_ANY (X, Y)
#define ZERO_ill 0

#define MAKE_ull(R) MAKE_INT (ull, unsigned long long, R)
#define RANK_ull(X) RANK_INT (unsigned long long, X)
#define MIX_ull(X, K) MIX_INT (ull, unsigned long long, X, K)
#define ADD_ull(X, Y) ADD_INT (ull, unsigned long long, X, Y)
#define LESS_ull(X, Y) LESS_ANY (X, Y)
#define ZERO_ull 0

#define MAKE_i128(R) MAKE_INT (i128, unsigned __int128, (unsigned __int128) (R) << 60 | (R))
#define RANK_i128(X) RANK_INT (unsigned __int128, X)
#define MIX_i128(X, K) MIX_INT (i128, unsigned __int128, X, K)
#define ADD_i128(X, Y) ADD_INT (i128, unsigned __int128, X, Y)
#define LESS_i128(X, Y) LESS_ANY (X, Y)
#define ZERO_i128 0

#define MAKE_u128(R) MAKE_INT (u128, unsigned __int128, (unsigned __int128) (R) << 60 | (R))
#define RANK_u128(X) RANK_INT (unsigned __int128, X)
#define MIX_u128(X, K) MIX_INT (u128, unsigned __int128, X, K)
#define ADD_u128(X, Y) ADD_INT (u128, unsigned __int128, X, Y)
#define LESS_u128(X, Y) LESS_ANY (X, Y)
#define ZERO_u128 0

#define MAKE_en(R) ((T_en) ((unsigned) (R) % 3 ? (unsigned) (R) & 127 : 100u))
#define RANK_en(X) RANK_INT (unsigned, X)
#define MIX_en(X, K) ((T_en) (((unsigned) (X) * 5 + (unsigned) (K)) & 127))
#define ADD_en(X, Y) ((T_en) (((unsigned) (X) + (unsigned) (Y)) & 127))
#define LESS_en(X, Y) LESS_ANY (X, Y)
#define ZERO_en ((T_en) 0)

/* Floating values: quarters, from -8 to 8; sums of half precision would round.  */
#define MAKE_REAL(ID, R) ((T_##ID) ((int) ((R) % 64) - 32) / 4)
#define RANK_REAL(X) ((int) (X) & 15)
#define MIX_REAL(ID, X, K) ((T_##ID) ((X) * 2 + (K)))
#define ADD_REAL(ID, X, Y) ((T_##ID) ((X) + (Y)))

#define MAKE_f16(R) MAKE_REAL (f16, R)
#define RANK_f16(X) RANK_REAL (X)
#define MIX_f16(X, K) MIX_REAL (f16, X, K)
#define ADD_f16(X, Y) ((X) < (Y) ? (Y) : (X))
#define LESS_f16(X, Y) LESS_ANY (X, Y)
#define ZERO_f16 (-100)

#define MAKE_f32(R) MAKE_REAL (f32, R)
#define RANK_f32(X) RANK_REAL (X)
#define MIX_f32(X, K) MIX_REAL (f32, X, K)
#define ADD_f32(X, Y) ADD_REAL (f32, X, Y)
#define LESS_f32(X, Y) LESS_ANY (X, Y)
#define ZERO_f32 0

#define MAKE_f64(R) MAKE_REAL (f64, R)
#define RANK_f64(X) RANK_REAL (X)
#define MIX_f64(X, K) MIX_REAL (f64, X, K)
#define ADD_f64(X, Y) ADD_REAL (f64, X, Y)
#define LESS_f64(X, Y) LESS_ANY (X, Y)
#define ZERO_f64 0

#define MAKE_f80(R) MAKE_REAL (f80, R)
#define RANK_f80(X) RANK_REAL (X)
#define MIX_f80(X, K) MIX_REAL (f80, X, K)
#define ADD_f80(X, Y) ADD_REAL (f80, X, Y)
#define LESS_f80(X, Y) LESS_ANY (X, Y)
#define ZERO_f80 0

#define MAKE_COMPLEX(P, R) \
  __builtin_complex ((P) ((int) ((R) % 64) - 32) / 4, (P) ((int) ((R) / 64 % 64) - 32) / 4)
#define RANK_COMPLEX(X) ((int) (__real__ (X) * 2 + __imag__ (X)) & 15)
#define LESS_COMPLEX(X, Y) \
  (__real__ (X) < __real__ (Y) \
   || (__real__ (X) == __real__ (Y) && __imag__ (X) < __imag__ (Y)))

#define MAKE_cf(R) MAKE_COMPLEX (float, R)
#define RANK_cf(X) RANK_COMPLEX (X)
#define MIX_cf(X, K) MIX_REAL (cf, X, K)
#define ADD_cf(X, Y) ADD_REAL (cf, X, Y)
#define LESS_cf(X, Y) LESS_COMPLEX (X, Y)
#define ZERO_cf 0

#define MAKE_cd(R) MAKE_COMPLEX (double, R)
#define RANK_cd(X) RANK_COMPLEX (X)
#define MIX_cd(X, K) MIX_REAL (cd, X, K)
#define ADD_cd(X, Y) ADD_REAL (cd, X, Y)
#define LESS_cd(X, Y) LESS_COMPLEX (X, Y)
#define ZERO_cd 0

#define MAKE_cl(R) MAKE_COMPLEX (long double, R)
#define RANK_cl(X) RANK_COMPLEX (X)
#define MIX_cl(X, K) MIX_REAL (cl, X, K)
#define ADD_cl(X, Y) ADD_REAL (cl, X, Y)
#define LESS_cl(X, Y) LESS_COMPLEX (X, Y)
#define ZERO_cl 0

/* Pointers into pool, and to the functions of pool_fn.  */
#define MAKE_ptr(R) (&pool[(R) % 64])
#define RANK_ptr(X) ((int) ((X) - pool) & 15)
#define MIX_ptr(X, K) (&pool[((X) - pool + (K)) & 63])
#define ADD_ptr(X, Y) ((X) < (Y) ? (Y) : (X))
#define LESS_ptr(X, Y) LESS_ANY (X, Y)
#define ZERO_ptr (&pool[0])

#define MAKE_fn(R) (pool_fn[(R) % 4])
#define RANK_fn(X) ((X) == pool_fn0 ? 0 : (X) == pool_fn1 ? 1 : (X) == pool_fn2 ? 2 : 3)
#define MIX_fn(X, K) (pool_fn[(RANK_fn (X) + (K)) & 3])
#define ADD_fn(X, Y) ((Y) == pool_fn0 ? (X) : (Y))
#define LESS_fn(X, Y) (RANK_fn (X) < RANK_fn (Y))
#define ZERO_fn pool_fn0

/* A structure with padding, one of bit-fields, a union.  */
#define MAKE_pad(R) ((T_pad) { (char) (R), (long) (R) * 1000003, (signed char) ((R) >> 7) })
#define RANK_pad(X) ((int) ((unsigned long) (X).b & 15))
#define MIX_pad(X, K) ((T_pad) { (X).c, MIX_i64 ((X).b, K), (signed char) (X).a })
#define ADD_pad(X, Y) \
  ((T_pad) { ADD_char ((X).a, (Y).a), ADD_i64 ((X).b, (Y).b), (Y).c ? (Y).c : (X).c })
#define LESS_pad(X, Y) ((X).b < (Y).b)
#define ZERO_pad ((T_pad) { 0, 0, 0 })

#define MAKE_bits(R) ((T_bits) { (R) & 7, (int) ((R) % 8000) - 4000, (R) * 99991ul & 0xffffffffff, (R) >> 5 & 1 })
#define RANK_bits(X) ((int) ((X).c & 15))
#define MIX_bits(X, K) \
  ((T_bits) { ((X).a + (unsigned) (K)) & 7, (X).b / 2, ((X).c * 5 + (unsigned) (K)) & 0xffffffffff, !(X).d })
#define ADD_bits(X, Y) \
  ((T_bits) { ((X).a + (Y).a) & 7, (Y).b ? (Y).b : (X).b, ((X).c + (Y).c) & 0xffffffffff, (X).d != (Y).d })
#define LESS_bits(X, Y) ((X).c < (Y).c)
#define ZERO_bits ((T_bits) { 0, 0, 0, 0 })

#define MAKE_un(R) \
  ((T_un) { .c = { (R) & 255, (R) >> 8 & 255, 7, (R) & 7, 5, 6, 7, 8, 9, 10, 11, (R) >> 3 & 255 } })
#define RANK_un(X) ((int) ((X).c[11] & 15))
#define MIX_un(X, K) \
  ((T_un) { .c = { (X).c[1], (X).c[0], (X).c[2], (X).c[3], 0, 0, 0, 0, 0, 0, 0, \
		   (unsigned char) ((X).c[11] + (K)) } })
#define ADD_un(X, Y) ((Y).c[11] ? (Y) : (X))
#define LESS_un(X, Y) ((X).u < (Y).u)
#define ZERO_un ((T_un) { .c = { 0 } })

/* Rows of three: vectors as elements.  */
#define RANK_rows(X) (GET (T_i32, X, 0) & 15)
#define MIX_rows(X, K) ROTATE (T_i32, K, X)
#define ADD_rows(X, Y) (RANK_rows (Y) ? (Y) : (X))
#define LESS_rows(X, Y) (GET (T_i32, X, 0) < GET (T_i32, Y, 0))
#define ZERO_rows VIEW (T_i32, zero_row, 3)
