/* What a random C program includes: it is compiled once with the plugin, and once, with REFERENCE
   defined and without the plugin, as plain loops over copies.  Same text, two meanings of the
   macros; the runner (runner.c) compares what the two record.

   The macros name the types of elements because the reference has one type for all vectors.  A
   view of the reference points into the array, all else is made when it is evaluated, so a view
   that is read after a store shows it, and a result does not: as section 5 of the manual has it.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROGRAM_H
#define PROGRAM_H 1

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <nova/random.h>

/* ROOM elements an array; views begin at most EDGE after its begin.  */
#define MOST 12000
#define EDGE 64
#define ROOM (MOST + 2 * EDGE)

enum en { E0, E1, E5 = 5, E100 = 100 };
struct pt { int a; double b; };
struct aff { unsigned a, b; };
struct mix { unsigned char c; short d[3]; float e; };
struct nest { struct pt p; _Bool q; long r; };
struct bits { unsigned u : 5; int v : 7; long w : 40; };
struct big { long a[8]; unsigned short s; };
struct odd { unsigned char c[3]; };
union un { unsigned u; float f; unsigned char c[4]; };

#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  typedef __typeof__ (C) T_##ID; extern C A_##ID[2][ROOM];
#include "types.def"

#define MK_pt(X, Y) ((struct pt) { (X), (Y) })
#define MK_aff(X, Y) ((struct aff) { (X), (Y) })
#define MK_mix(X, Y, Z, V) ((struct mix) { (X), { (Y), 3, (Z) }, (V) })
#define MK_nest(X, Y, Z) ((struct nest) { (X), (Y), (Z) })
#define MK_bits(X, Y, Z) ((struct bits) { (X) & 31u, (Y) & 63, (Z) & 0xffffffff })
#define MK_big(X, Y, Z) ((struct big) { { (X), 1, 2, 3, 4, 5, 6, (Y) }, (Z) })
#define MK_odd(X, Y, Z) ((struct odd) { { (X), (Y), (Z) } })
#define MK_un(X) ((union un) { .u = (X) })
#define MK_cplx(X, Y) __builtin_complex ((double) (X), (double) (Y))

/* Where row K of N begins that hold TOTAL elements in all, in a shape that is far from even.  */
static inline size_t
skew (int shape, size_t k, size_t n, size_t total)
{
  if (k == 0 || k >= n)
    return k == 0 ? 0 : total;
  switch (shape)
    {
    case 0: return k <= n / 3 ? 0 : total;	/* all in one of many */
    case 1: return 0;				/* in the last */
    case 2: return total;			/* in the first */
    case 3: return total - total / (k + 1);	/* each has a part of what the ones before left */
    case 4: return total / (n - k + 1);		/* the other way round */
    case 5: return (k - k % 7) * (total / n);	/* one in seven, and a rest */
    default: return k < total ? k : total;	/* one each, and the last has the rest */
    }
}

/* Record VALUE, seen at LINE.  */
void record (int line, uint64_t value);

/* A floating value as an integer, whatever it is.  */
static inline int
toi (long double x)
{
  return x > -1e6L && x < 1e6L ? (int) x : 7;
}

/* W_<ID>: small values, so that sums are exact and do not overflow.  */
#define INTEGER(ID, U) \
  static inline T_##ID W_##ID (T_##ID x) { return (T_##ID) ((U) x & 63); } \
  static inline T_##ID fill_##ID (uint64_t r) \
  { return (T_##ID) (r & 1 ? r >> 8 : (r >> 8) & 15); } \
  static inline uint64_t hash_##ID (T_##ID x) { return (uint64_t) x; }
#define FLOATING(ID) \
  static inline T_##ID W_##ID (T_##ID x) { return (T_##ID) (toi (x) % 64); } \
  static inline T_##ID fill_##ID (uint64_t r) { return (T_##ID) (int) ((r >> 8) % 64) - 20; } \
  static inline uint64_t \
  hash_##ID (T_##ID x) \
  { \
    return x > -1e15 && x < 1e15 ? (uint64_t) (int64_t) (x * 16) : x > 0 ? 98 : x < 0 ? 97 : 99; \
  } \
  /* Gives NaNs, infinities and zeros of both signs; as W_<ID>, but tells them apart.  */ \
  static inline T_##ID \
  odd_##ID (T_##ID x) \
  { \
    static const T_##ID odd[] \
      = { -(T_##ID) 0, (T_##ID) NAN, 0, (T_##ID) INFINITY, 2, -(T_##ID) INFINITY }; \
    return (toi (x) & 7) < 6 ? odd[toi (x) & 7] : x; \
  } \
  static inline T_##ID \
  even_##ID (T_##ID x) \
  { \
    return x != x ? 61 : x > 1e6 ? 62 : x < -1e6 ? 60 : W_##ID (x); \
  }
INTEGER (i8, unsigned)
INTEGER (u8, unsigned)
INTEGER (i16, unsigned)
INTEGER (u16, unsigned)
INTEGER (i32, unsigned)
INTEGER (u32, unsigned)
INTEGER (i64, unsigned long)
INTEGER (u64, unsigned long)
#define WIDE(ID) \
  static inline T_##ID W_##ID (T_##ID x) { return (T_##ID) ((unsigned __int128) x & 63); } \
  static inline T_##ID \
  fill_##ID (uint64_t r) \
  { \
    return (T_##ID) (r & 1 ? (unsigned __int128) (r >> 8) << 70 ^ r : (r >> 8) & 15); \
  } \
  static inline uint64_t \
  hash_##ID (T_##ID x) \
  { \
    return (uint64_t) x + 31 * (uint64_t) ((unsigned __int128) x >> 64); \
  }
WIDE (i128)
WIDE (u128)
FLOATING (f32)
FLOATING (f64)
FLOATING (f80)
static inline T_bool W_bool (T_bool x) { return x; }
static inline T_bool fill_bool (uint64_t r) { return r >> 9 & 1; }
static inline uint64_t hash_bool (T_bool x) { return x; }
static inline T_en fill_en (uint64_t r) { return r & 256 ? E5 : r & 512 ? E100 : E1; }
static inline uint64_t hash_en (T_en x) { return x; }
static inline T_ptr fill_ptr (uint64_t r) { return &A_i32[0][r % EDGE]; }
static inline uint64_t hash_ptr (T_ptr x) { return x ? (uint64_t) (x - A_i32[0]) : 4711; }
static inline T_pt fill_pt (uint64_t r) { return MK_pt (fill_i32 (r), fill_f64 (r >> 7)); }
static inline uint64_t hash_pt (T_pt x) { return hash_i32 (x.a) * 31 + hash_f64 (x.b); }
static inline T_aff fill_aff (uint64_t r) { return MK_aff (fill_u32 (r), fill_u32 (r >> 7)); }
static inline uint64_t hash_aff (T_aff x) { return hash_u32 (x.a) * 31 + hash_u32 (x.b); }
static inline T_mix
fill_mix (uint64_t r)
{
  return MK_mix (fill_u8 (r), fill_i16 (r >> 3), fill_i16 (r >> 5), fill_f32 (r));
}
static inline uint64_t
hash_mix (T_mix x)
{
  return ((x.c * 31ul + (uint64_t) x.d[0]) * 31 + (uint64_t) x.d[1] * 7 + (uint64_t) x.d[2]) * 31
	 + hash_f32 (x.e);
}
static inline T_nest fill_nest (uint64_t r) { return MK_nest (fill_pt (r), r & 8, fill_i64 (r)); }
static inline uint64_t hash_nest (T_nest x)
{ return (hash_pt (x.p) * 3 + x.q) * 31 + (uint64_t) x.r; }
static inline T_bits fill_bits (uint64_t r) { return MK_bits (r >> 3, r >> 9, (long) (r >> 17)); }
static inline uint64_t
hash_bits (T_bits x)
{
  return (x.u * 31ul + (uint64_t) x.v) * 31 + (uint64_t) x.w;
}
static inline T_big fill_big (uint64_t r)
{ return MK_big (fill_i64 (r), fill_i64 (r >> 3), fill_u16 (r)); }
static inline uint64_t
hash_big (T_big x)
{
  uint64_t h = x.s;

  for (int i = 0; i < 8; i++)
    h = h * 31 + (uint64_t) x.a[i];
  return h;
}
static inline T_odd fill_odd (uint64_t r) { return MK_odd (r >> 3, r >> 5, r >> 17); }
static inline uint64_t hash_odd (T_odd x) { return x.c[0] * 65536u + x.c[1] * 256u + x.c[2]; }
static inline T_un fill_un (uint64_t r) { return MK_un (fill_u32 (r)); }
static inline uint64_t hash_un (T_un x) { return x.u; }
static inline T_cplx fill_cplx (uint64_t r) { return MK_cplx (fill_f64 (r), fill_f64 (r >> 5)); }
static inline uint64_t
hash_cplx (T_cplx x)
{
  return hash_f64 (__real__ x) * 31 + hash_f64 (__imag__ x);
}

/* Associative functions.  */
#define ASSOC(ID, U) \
  static inline T_##ID add_##ID (T_##ID a, T_##ID b) { return (T_##ID) ((U) a + (U) b); } \
  static inline T_##ID mul_##ID (T_##ID a, T_##ID b) { return (T_##ID) ((U) a * (U) b); } \
  ORDER (ID)
#define ORDER(ID) \
  static inline T_##ID min_##ID (T_##ID a, T_##ID b) { return a < b || b != b ? a : b; } \
  static inline T_##ID max_##ID (T_##ID a, T_##ID b) { return a > b || b != b ? a : b; } \
  static inline int lt_##ID (T_##ID a, T_##ID b) { return a < b; } \
  static inline int gt_##ID (T_##ID a, T_##ID b) { return a > b; } \
  static inline int land_##ID (T_##ID a, T_##ID b) { return a && b; } \
  static inline int lor_##ID (T_##ID a, T_##ID b) { return a || b; }
#define BITS(ID, U) \
  ASSOC (ID, U) \
  static inline T_##ID bxor_##ID (T_##ID a, T_##ID b) { return (T_##ID) (a ^ b); } \
  static inline T_##ID band_##ID (T_##ID a, T_##ID b) { return (T_##ID) (a & b); } \
  static inline T_##ID bor_##ID (T_##ID a, T_##ID b) { return (T_##ID) (a | b); }
BITS (bool, unsigned)
BITS (i8, unsigned)
BITS (u8, unsigned)
BITS (i16, unsigned)
BITS (u16, unsigned)
BITS (i32, unsigned)
BITS (u32, unsigned)
BITS (i64, unsigned long)
BITS (u64, unsigned long)
BITS (i128, unsigned __int128)
BITS (u128, unsigned __int128)
ASSOC (f32, float)
ASSOC (f64, double)
ASSOC (f80, long double)
/* (a x + b) after one another.  */
static inline T_aff
after_aff (T_aff f, T_aff g)
{
  return MK_aff (g.a * f.a, g.a * f.b + g.b);
}
/* Sum and extremes together.  */
static inline T_pt
both_pt (T_pt x, T_pt y)
{
  return MK_pt (add_i32 (x.a, y.a), x.b > y.b ? x.b : y.b);
}

/* Through a pointer to a local.  */
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) \
  static inline void put_##ID (T_##ID *p, T_##ID v) { *p = v; }
#include "types.def"

/* For qsort.  */
static inline int
by_value (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;

  return (x > y) - (x < y);
}

#define LEAST(A, B) ((A) < (B) ? (A) : (B))
#define UNPAREN(...) __VA_ARGS__

/* RAISES: what a longjmp passes over is not released.  */
struct entry { int number; void (*run) (size_t n); int raises; };

#ifdef REFERENCE
#include "plain.h"
#else
#include "novas.h"
#endif

/* Functions of another file, runner.c.  */
T_i32 outer_i32 (T_i32, T_i32) __attribute__ ((const));
T_i64 outer_i64 (T_i64) __attribute__ ((pure));
T_f64 outer_f64 (T_f64) PASSIVE;
T_pt outer_pt (T_pt, T_i32) PASSIVE;

/* Record a vector: its length and its elements; by get, through its data, of rows.  */
#define OUT(ID, X) \
  ({ VEC (T_##ID) o_ = (X); uint64_t h_ = LENGTH (o_); \
     for (size_t i_ = 0; i_ < LENGTH (o_); i_++) h_ = h_ * 31 + hash_##ID (GET (T_##ID, o_, i_)); \
     record (__LINE__, h_); })
#define OUT_DATA(ID, X) \
  ({ VEC (T_##ID) o_ = (X); uint64_t h_ = LENGTH (o_); const T_##ID *d_ = DATA (T_##ID, o_); \
     for (size_t i_ = 0; i_ < LENGTH (o_); i_++) h_ = h_ * 31 + hash_##ID (d_[i_]); \
     record (__LINE__, h_); })
#define OUT2(ID, X) \
  ({ VEC (VEC (T_##ID)) w_ = (X); \
     for (size_t j_ = 0; j_ < LENGTH (w_); j_++) OUT (ID, GET (VEC (T_##ID), w_, j_)); \
     record (__LINE__, LENGTH (w_)); })
#define OUT3(ID, X) \
  ({ VEC (VEC (VEC (T_##ID))) u_ = (X); \
     for (size_t i_ = 0; i_ < LENGTH (u_); i_++) OUT2 (ID, GET (VEC (VEC (T_##ID)), u_, i_)); \
     record (__LINE__, LENGTH (u_)); })
#define TOTAL(X) \
  ({ size_t t_ = 0; for (size_t j_ = 0; j_ < LENGTH (X); j_++) \
       t_ += LENGTH (GET (VEC (T_i8), X, j_)); t_; })
#endif
