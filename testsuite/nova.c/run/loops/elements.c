/* Every builtin of one element type x every kind of element type: a row a type, a column a builtin.
   { dg-nova-levels "-O0" "-O2" }
   { dg-nova-options "-Wno-address-of-packed-member -Wno-strict-aliasing -Wno-psabi" }
   { dg-nova-output "^types: +map tab red scan exsc filt gath slic rev repl copy row .* over$" }
   { dg-nova-output "^struct packed: +1 +1 +1 +1 +1 +1 +1 +1 +1 +1 +1 +1 +1 +1 +1 +1$" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <complex.h>
#include <stdio.h>
#include <string.h>

#define N 200

enum color { RED, GREEN, BLUE, MANY = 100000 };
enum __attribute__ ((packed)) tiny { A, B, C };
typedef int (*function) (int);
typedef char *string; typedef const void *cvoid;
static int inc (int x) { return x + 1; }
static int dec (int x) { return x - 1; }
union number { int i; float f; char c[12]; };
struct bits { unsigned a : 3; int b : 13; unsigned long c : 40; _Bool d : 1; };
struct arrays { int n; double v[3]; char s[5]; };
struct __attribute__ ((packed)) packed { char c; double d; short s; };
struct aligned { int a; } __attribute__ ((aligned (64)));
struct nested { struct arrays x; union number u; struct bits b; };
struct holes { char a; long b; char c; };
struct cplx { float complex z; short h; __int128 q; long double l; };

/* The type, its name here, its element number K.  */
#ifdef __FLT16_MAX__
# define HALF(DO) DO (_Float16, half, (_Float16) (k * 0.5f))
#else
# define HALF(DO)
#endif
#define TYPES(DO)							\
  DO (_Bool, bool_, k & 1) \
  DO (char, char_, (char) k) \
  DO (unsigned char, uchar, (unsigned char) (k * 3)) \
  DO (short, short_, (short) (k * 300 - 5)) \
  DO (long long, ll, k * 1000000007LL) \
  DO (float, float_, k * 0.25f) \
  DO (double, double_, k / 3.) \
  DO (long double, ld, k / 3.L) \
  DO (_Float128, f128, k / (_Float128) 3) \
  DO (__int128, i128, ((__int128) k << 80) - k) \
  DO (unsigned __int128, u128, ((unsigned __int128) k << 90) + k) \
  DO (float complex, cf, k + 2.f * k * I) \
  DO (double complex, cd, k - k * I) \
  DO (long double complex, cl, k - k * 0.5L * I) \
  DO (enum color, color, k % 4 == 3 ? MANY : k % 4) \
  DO (enum tiny, tiny, k % 3) \
  DO (string, pointer, (char *) 0 + k * 16) \
  DO (cvoid, cvp, (char *) 0 + k * 16) \
  DO (function, fn, k % 2 ? inc : dec) \
  DO (union number, un, ((union number) { .c = { k, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, k } })) \
  DO (struct bits, bits, ((struct bits) { k % 8, -k, k * 12345678ul, k & 1 })) \
  DO (struct arrays, arrays, ((struct arrays) { k, { k, k / 2., -k }, { k, 0, 1, 2, k } })) \
  DO (struct packed, packed, ((struct packed) { k, k * .5, -k })) \
  DO (struct aligned, aligned, ((struct aligned) { k })) \
  DO (struct nested, nested, ((struct nested) { { k, { k } }, { k }, { 1, k, k, 1 } })) \
  DO (struct holes, holes, ((struct holes) { k, -k, k * 2 })) \
  DO (struct cplx, cplx, ((struct cplx) { k + I, k, k, k })) \
  HALF (DO)

/* Are A and B of type T equal, but for padding?  */
#define AS(S, A) (*(S *) &(A))
#define IS(T, S) __builtin_types_compatible_p (T, S)
#define EQ(T, A, B)								\
  (IS (T, struct holes) ? eq_holes_ (&AS (struct holes, A), &AS (struct holes, B))	\
   : IS (T, struct arrays) ? eq_arrays_ (&AS (struct arrays, A), &AS (struct arrays, B)) \
   : IS (T, struct nested) ? eq_nested_ (&AS (struct nested, A), &AS (struct nested, B)) \
   : IS (T, struct bits) ? eq_bits_ (&AS (struct bits, A), &AS (struct bits, B))		\
   : IS (T, struct cplx) ? eq_cplx_ (&AS (struct cplx, A), &AS (struct cplx, B))		\
   : IS (T, struct aligned) ? AS (int, A) == AS (int, B)				\
   : IS (T, long double) ? AS (long double, A) == AS (long double, B)			\
   : IS (T, long double complex)							\
     ? AS (long double complex, A) == AS (long double complex, B)			\
   : memcmp (&(A), &(B), sizeof (T)) == 0)

static int
eq_holes_ (const struct holes *a, const struct holes *b)
{
  return a->a == b->a && a->b == b->b && a->c == b->c;
}

static int
eq_bits_ (const struct bits *a, const struct bits *b)
{
  return a->a == b->a && a->b == b->b && a->c == b->c && a->d == b->d;
}

static int
eq_arrays_ (const struct arrays *a, const struct arrays *b)
{
  return a->n == b->n && !memcmp (a->v, b->v, sizeof a->v) && !memcmp (a->s, b->s, sizeof a->s);
}

static int
eq_nested_ (const struct nested *a, const struct nested *b)
{
  return eq_arrays_ (&a->x, &b->x) && !memcmp (&a->u, &b->u, sizeof a->u)
	 && eq_bits_ (&a->b, &b->b);
}

static int
eq_cplx_ (const struct cplx *a, const struct cplx *b)
{
  return a->z == b->z && a->h == b->h && a->q == b->q && a->l == b->l;
}

/* In the macro below.  */
#define ALL(COUNT, A, B)						\
  for (size_t k = 0; k < (COUNT); k++)					\
    {									\
      __typeof__ (x[0]) a_ = (A), b_ = (B);				\
      ok &= equal (a_, b_);						\
    }

static int bad;

static void
cell (int ok)
{
  printf (" %3d", ok);
  bad |= !ok;
}

static int number[N], ix[N];

#define TEST(T, NAME, MAKE)                                             \
  static T make_##NAME (size_t k) { return MAKE; }                      \
  static int eq_##NAME (T a, T b) { return EQ (T, a, b); }              \
  static T same_##NAME (T a) { return a; }                              \
  static T second_##NAME (T a, T b) { (void) a; return b; }             \
  static int odd_##NAME (T a, int i) { (void) a; return i % 2; }        \
  static void                                                           \
  test_##NAME (void)                                                    \
  {                                                                     \
    static T x[N], y[N + 1];                                            \
    int (*equal) (T, T) = eq_##NAME;                                    \
    for (size_t k = 0; k < N; k++)                                      \
      x[k] = make_##NAME (k);                                           \
    nova_vec (T) v = nova_view (x, N);                                  \
    printf ("%-22s", #T ":");                                           \
    {                                                                   \
      int ok = 1;                                                       \
      nova_vec (T) m = nova_map (same_##NAME, v);                       \
      ALL (N, nova_get (m, k), x[k]);                                   \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      ok = nova_store (y, N + 1, nova_tabulate (make_##NAME, N)) == N;  \
      ALL (N, y[k], x[k]);                                              \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      y[0] = nova_reduce (second_##NAME, x[5], v);                      \
      ALL (1, y[k], x[N - 1]);                                          \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      nova_vec (T) s = nova_scan (second_##NAME, x[5], v);              \
      ALL (N, nova_get (s, k), x[k]);                                   \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      nova_store (y, N, nova_exscan (second_##NAME, x[3], v));          \
      ALL (N, y[k], x[k ? k - 1 : 3]);                                  \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      nova_vec (T) f = nova_filter (odd_##NAME, v, nova_view (number, N)); \
      ok = nova_length (f) == N / 2;                                    \
      ALL (N / 2, nova_get (f, k), x[2 * k + 1]);                       \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      nova_vec (T) g = nova_gather (nova_view (ix, N), v);              \
      ALL (N, nova_get (g, k), x[k * 7 % N]);                           \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      ok = nova_store (y, N, nova_slice (1, 3, N, v)) == 67;            \
      ALL (67, y[k], x[1 + 3 * k]);                                     \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      nova_vec (T) r = nova_reverse (v);                                \
      const T *d = nova_data (r);                                       \
      ALL (N, nova_get (r, k), x[N - 1 - k]);                           \
      ALL (N, d[k], x[N - 1 - k]);                                      \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      nova_vec (T) r = nova_replicate (5, x[7]);                        \
      ALL (5, nova_get (r, k), x[7]);                                   \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      const T *d = nova_data (nova_copy (v));                           \
      ALL (N, d[k], x[k]);                                              \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      T last (nova_vec (T) r) { return nova_get (r, 9); }               \
      nova_store (y, N, nova_map (last, nova_view (x, N / 10, 10)));    \
      ALL (N / 10, y[k], x[10 * k + 9]);                                \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      T c = x[5];                                                       \
      T at (int i) { return x[i]; }                                     \
      T value (int i) { (void) i; return c; }                           \
      nova_store (y, N, nova_map (at, nova_view (ix, N)));              \
      ALL (N, y[k], x[k * 7 % N]);                                      \
      nova_store (y, N, nova_map (value, nova_view (ix, N)));           \
      ALL (N, y[k], x[5]);                                              \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      nova_store (y, N, nova_map (nova_bind (second_##NAME, x[2]), v)); \
      ALL (N, y[k], x[k]);                                              \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      int first (T a) { return eq_##NAME (a, make_##NAME (0)); }        \
      size_t n = 0;                                                     \
      for (int k = 0; k < N; k++)                                       \
        n += first (x[k]);                                              \
      ok = nova_count (first, v) == n;                                  \
      cell (ok);                                                        \
    }                                                                   \
    {                                                                   \
      int ok = 1;                                                       \
      nova_store (x + 1, N - 1, nova_view (x, N - 1));                  \
      ok = eq_##NAME (x[0], make_##NAME (0));                           \
      ALL (N - 1, x[k + 1], make_##NAME (k));                           \
      cell (ok);                                                        \
    }                                                                   \
    puts ("");                                                          \
  }

TYPES (TEST)

int
main (void)
{
  for (int k = 0; k < N; k++)
    {
      number[k] = k;
      ix[k] = k * 7 % N;
    }
  puts ("types:                 map tab red scan exsc filt gath slic rev repl copy row capt bind"
	" cnt over");
#define RUN(T, NAME, MAKE) test_##NAME ();
  TYPES (RUN)
  return bad;
}
