/* The macros of random programs as plain loops: the reference.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define TESTS plain_tests
#define OP(F, ID) F##_##ID
#define CTYPE(ID, C, KIND, PROMOTED, UNSIGNED) NAN_##KIND (ID)
#define NAN_FLOAT(ID) \
  static inline T_##ID \
  min_nan_##ID (T_##ID a, T_##ID b) \
  { \
    return a != a ? a : b != b ? b : min_##ID (a, b); \
  } \
  static inline T_##ID \
  max_nan_##ID (T_##ID a, T_##ID b) \
  { \
    return a != a ? a : b != b ? b : max_##ID (a, b); \
  }
#define NAN_BOOL(ID)
#define NAN_UINT(ID) NAN_FLOAT (ID)
#define NAN_SINT(ID) NAN_FLOAT (ID)
#define NAN_ENUM(ID)
#define NAN_PTR(ID)
#define NAN_STRUCT(ID)
#include "types.def"

/* A vector: element k is at PLACE[k], or, if that is null, at P + k S; it has SIZE bytes, or is a
   vector, if that is 0; its memory is the runner's, until the test ends.  */
struct rv { char *p; ptrdiff_t s; size_t n, size; char **place; };
void *room (size_t bytes);
#define VEC(T) struct rv
#define IS_VEC(T) __builtin_types_compatible_p (T, struct rv)
#define ELEM_SIZE(T) (IS_VEC (T) ? 0 : sizeof (T))
#define AT(T, V, K) \
  (*(T *) ({ const struct rv *of_vec_ = &(V); ptrdiff_t at_k_ = (ptrdiff_t) (K); \
	     of_vec_->place ? of_vec_->place[at_k_] : of_vec_->p + at_k_ * of_vec_->s; }))
/* Views: elements B, B + S, ..., N of them; a member at OFFSET; elements wherever they are.  */
static __attribute__ ((unused)) struct rv
plain_slice (struct rv x, ptrdiff_t b, ptrdiff_t s, size_t n)
{
  struct rv r = { x.p + b * x.s, s * x.s, n, x.size, NULL };

  if (x.place)
    {
      r.place = room (n * sizeof *r.place);
      for (size_t k = 0; k < n; k++)
	r.place[k] = x.place[b + (ptrdiff_t) k * s];
    }
  return r;
}

static __attribute__ ((unused)) struct rv
plain_member (struct rv x, size_t offset, size_t size)
{
  struct rv r = plain_slice (x, 0, 1, x.n);

  r.p += offset;
  r.size = size;
  for (size_t k = 0; r.place && k < x.n; k++)
    r.place[k] += offset;
  return r;
}

/* N more is done; 0.  Loops count how often they run: see runner.c.  */
size_t count_work (size_t n);
#define EACH(K, N) for (size_t K = count_work (N); K < (N); K++)

/* What a builtin gives that is no view is as the arrays are now: vector *V, or each row of it, no
   longer reads them.  */
static __attribute__ ((unused)) void
plain_own (void *v)
{
  struct rv *x = v, r = *x;
  size_t size = x->size ? x->size : sizeof r;

  r.p = room (x->n * size);
  r.s = (ptrdiff_t) size;
  r.place = NULL;
  EACH (k, x->n)
    {
      memcpy (r.p + k * size, &AT (char, *x, k), size);
      if (!x->size)
	plain_own (r.p + k * size);
    }
  *x = r;
}

static __attribute__ ((unused)) void
plain_own_rows (struct rv x)
{
  for (size_t k = 0; k < x.n; k++)
    plain_own (&AT (char, x, k));
}

/* V, new and of elements T, as a result.  */
#define RESULT(T, V) ({ if (IS_VEC (T)) plain_own_rows (V); V; })
/* V, a variable of type T that may be a vector, as one.  */
#define OWNED(T, V) ({ if (IS_VEC (T)) plain_own (&V); V; })
#define PLACES(T, N) \
  ({ size_t places_ = (N); \
     (struct rv) { NULL, 0, places_, ELEM_SIZE (T), room (places_ * sizeof (char *)) }; })
#define NEW(T, N) ((struct rv) { (char *) room ((N) * sizeof (T)), sizeof (T), (N), ELEM_SIZE (T) })

/* What must hold of a builtin, with the messages of check.def.  An element is looked at when the
   loop comes to it, so the first that fails is that of least index.  */
enum
{
#define NOVA_CHECK_KIND(NAME, TEXT, NARGS, HOLDS, MESSAGE) CK_##NAME,
#include "nova/check.def"
#undef NOVA_CHECK_KIND
  CK_TEXT
};
void plain_fail (int line, const char *name, int kind, int positive, const uint64_t *args,
		 const char *text);
#define CHECK(HOLDS, NAME, KIND, ...) \
  CHECKED (0, HOLDS, NAME, CK_##KIND, __VA_ARGS__)
/* The same of what a program gave as V, whose type says whether it is told as a signed number.  */
#define CHECK_OF(V, HOLDS, NAME, KIND, ...) \
  CHECKED ((__typeof__ (V)) -1 > 0, HOLDS, NAME, CK_##KIND, __VA_ARGS__)
#define CHECKED(POSITIVE, HOLDS, NAME, KIND, ...) \
  ((HOLDS) ? (void) 0 \
	   : plain_fail (__LINE__, NAME, KIND, POSITIVE, (uint64_t[4]) { __VA_ARGS__ }, NULL))
/* Index V of element K, in operand N, is below M, or -1 where that is allowed.  */
#define CHECK_AT(NAME, N, K, V, M) \
  CHECK_OF (V, (uint64_t) (V) < (M), NAME, INDEX_AT, N, K, (uint64_t) (V), M)
/* An index that is of none of N elements: -1 in its type, unless there is an element of that
   number.  */
#define NOWHERE(IT, I, N) ((I) == (IT) -1 && !((IT) -1 >= 0 && (size_t) (IT) -1 < (N)))
#define CHECK_SAME(NAME, N, Y, X) CHECK ((Y).n == (X).n, NAME, LENGTHS, N, (Y).n, 2, (X).n)
#define CHECK_SOME(NAME, N, X) CHECK ((X).n > 0, NAME, NONEMPTY, N, (X).n)

/* A function operand is evaluated once: with what nova_bind is given, it may take long.  */
#define CALLED(F) __auto_type fn_ = F

#define VIEW(T, P, N) ((struct rv) { (char *) (P), sizeof (T), (N), ELEM_SIZE (T) })
#define VIEW2(T, P, N, M) \
  ({ const T *p_ = (P); size_t m_ = (M); struct rv r_ = NEW (struct rv, N); \
     EACH (k_, r_.n) AT (struct rv, r_, k_) = VIEW (T, p_ + k_ * m_, m_); r_; })
#define VIEW3(T, P, N, M, L) \
  ({ const T *q_ = (P); size_t o_ = (M), l_ = (L); struct rv s_ = NEW (struct rv, N); \
     EACH (j_, s_.n) AT (struct rv, s_, j_) = VIEW2 (T, q_ + j_ * o_ * l_, o_, l_); s_; })
#define RANGE1(T, N) RANGE3 (T, 0, N, 1)
#define RANGE2(T, B, E) RANGE3 (T, B, E, 1)
#define RANGE3(T, B, E, S) \
  ({ T b_ = (B), e_ = (E), s_ = (S); size_t n_ = 0; \
     CHECK_OF (s_, s_ != 0, "__nova_range", STEP, 3, 0); \
     for (T i_ = b_; s_ > 0 ? i_ < e_ : i_ > e_; i_ += s_) n_++; \
     struct rv r_ = NEW (T, n_); \
     EACH (k_, n_) AT (T, r_, k_) = b_ + s_ * (T) k_; r_; })
/* Of rows: N times V, as it is now.  */
#define REPLICATE(T, N, V) \
  ({ T v_ = (V); OWNED (T, v_); struct rv r_ = NEW (T, N); \
     EACH (k_, r_.n) AT (T, r_, k_) = v_; \
     r_; })
#define LENGTH(X) ((X).n)
#define GET(T, X, I) \
  ({ struct rv x_ = (X); __typeof__ (I) gi_ = (I); \
     CHECK_OF (gi_, (uint64_t) gi_ < x_.n, "__nova_get", INDEX, 2, (uint64_t) gi_, x_.n); \
     T gv_ = AT (T, x_, gi_); OWNED (T, gv_); })
#define STORE(T, P, N, X) \
  ({ struct rv x_ = (X); __typeof__ (*(P)) *q_ = (P), *t_ = room (x_.n * sizeof *t_); \
     CHECK (x_.n <= (N), "__nova_store", ROOM, 2, N, 3, x_.n); \
     EACH (k_, x_.n) t_[k_] = AT (T, x_, k_); \
     EACH (k_, x_.n) q_[k_] = t_[k_]; x_.n; })
#define STORE2(T, P, N, X) \
  ({ struct rv y_ = (X); size_t at_ = 0, to_ = 0; \
     EACH (j_, y_.n) to_ += AT (struct rv, y_, j_).n; \
     struct rv f_ = NEW (T, to_); \
     EACH (j_, y_.n) EACH (i_, AT (struct rv, y_, j_).n) \
       AT (T, f_, at_++) = AT (T, AT (struct rv, y_, j_), i_); \
     STORE (T, P, N, f_); })
#define COPY(T, X) \
  ({ struct rv x_ = (X), r_ = NEW (T, x_.n); EACH (k_, x_.n) AT (T, r_, k_) = AT (T, x_, k_); \
     RESULT (T, r_); })
#define MAP1(R, F, A, X) \
  ({ CALLED (F); struct rv x_ = (X), r_ = NEW (R, x_.n); \
     EACH (k_, x_.n) AT (R, r_, k_) = fn_ (AT (A, x_, k_)); RESULT (R, r_); })
#define MAP2(R, F, A, X, B, Y) \
  ({ CALLED (F); struct rv x_ = (X), y_ = (Y), r_ = NEW (R, x_.n); \
     CHECK_SAME ("__nova_map", 3, y_, x_); \
     EACH (k_, x_.n) AT (R, r_, k_) = fn_ (AT (A, x_, k_), AT (B, y_, k_)); RESULT (R, r_); })
#define MAP3(R, F, A, X, B, Y, C, Z) \
  ({ CALLED (F); struct rv x_ = (X), y_ = (Y), z_ = (Z), r_ = NEW (R, x_.n); \
     CHECK_SAME ("__nova_map", 3, y_, x_); CHECK_SAME ("__nova_map", 4, z_, x_); \
     EACH (k_, x_.n) AT (R, r_, k_) = fn_ (AT (A, x_, k_), AT (B, y_, k_), AT (C, z_, k_)); \
     RESULT (R, r_); })
#define MAP4(R, F, A, X, B, Y, C, Z, D, W) \
  ({ CALLED (F); struct rv x_ = (X), y_ = (Y), z_ = (Z), w_ = (W), r_ = NEW (R, x_.n); \
     CHECK_SAME ("__nova_map", 3, y_, x_); CHECK_SAME ("__nova_map", 4, z_, x_); \
     CHECK_SAME ("__nova_map", 5, w_, x_); \
     EACH (k_, x_.n) \
       AT (R, r_, k_) = fn_ (AT (A, x_, k_), AT (B, y_, k_), AT (C, z_, k_), AT (D, w_, k_)); \
     RESULT (R, r_); })
#define TABULATE(R, F, N) \
  ({ CALLED (F); struct rv r_ = NEW (R, N); EACH (k_, r_.n) AT (R, r_, k_) = fn_ (k_); \
     RESULT (R, r_); })
#define TABULATE2(R, F, N, M) \
  ({ CALLED (F); size_t m_ = (M); struct rv y_ = NEW (struct rv, N); \
     EACH (j_, y_.n) \
       { AT (struct rv, y_, j_) = NEW (R, m_); \
	 EACH (k_, m_) AT (R, AT (struct rv, y_, j_), k_) = fn_ (j_, k_); } \
     RESULT (R, y_); })
#define TABULATE3(R, F, N, M, L) \
  ({ __auto_type of_ = F; size_t o_ = (M), l_ = (L); struct rv s_ = NEW (struct rv, N); \
     EACH (i_, s_.n) \
       { R at_ (size_t a_, size_t b_) { return of_ (i_, a_, b_); } \
	 AT (struct rv, s_, i_) = TABULATE2 (R, at_, o_, l_); } \
     s_; })
#define REDUCE(T, F, I, X) \
  ({ CALLED (F); T a_ = (I); struct rv x_ = (X); \
     EACH (k_, x_.n) a_ = fn_ (a_, AT (T, x_, k_)); OWNED (T, a_); })
#define SCAN(T, F, I, X) \
  ({ CALLED (F); T a_ = (I); struct rv x_ = (X), r_ = NEW (T, x_.n); \
     EACH (k_, x_.n) { a_ = fn_ (a_, AT (T, x_, k_)); AT (T, r_, k_) = a_; } RESULT (T, r_); })
#define EXSCAN(T, F, I, X) \
  ({ CALLED (F); T a_ = (I); struct rv x_ = (X), r_ = NEW (T, x_.n); \
     EACH (k_, x_.n) { AT (T, r_, k_) = a_; a_ = fn_ (a_, AT (T, x_, k_)); } RESULT (T, r_); })
#define FILTER1(T, P, X) ({ CALLED (P); FILTERED (T, fn_, X); })
#define FILTERED(T, P, X) \
  ({ struct rv x_ = (X), r_ = NEW (T, x_.n); size_t m_ = 0; \
     EACH (k_, x_.n) if (P (AT (T, x_, k_))) AT (T, r_, m_++) = AT (T, x_, k_); \
     r_.n = m_; RESULT (T, r_); })
#define FILTER2(T, P, X, B, Y) \
  ({ CALLED (P); struct rv x_ = (X), y_ = (Y), r_ = NEW (T, x_.n); size_t m_ = 0; \
     CHECK_SAME ("__nova_filter", 3, y_, x_); \
     EACH (k_, x_.n) if (fn_ (AT (T, x_, k_), AT (B, y_, k_))) AT (T, r_, m_++) = AT (T, x_, k_); \
     r_.n = m_; RESULT (T, r_); })
#define GATHER(T, IT, IX, X) \
  ({ struct rv i_ = (IX), x_ = (X), r_ = NEW (T, i_.n); \
     EACH (k_, i_.n) CHECK_AT ("__nova_gather", 1, k_, AT (IT, i_, k_), x_.n); \
     EACH (k_, i_.n) AT (T, r_, k_) = AT (T, x_, (size_t) AT (IT, i_, k_)); RESULT (T, r_); })
#define SLICE(T, B, E, X) SLICE3 (T, B, 1, E, X)
#define SLICE3(T, B, S, E, X) \
  ({ struct rv x_ = (X); ptrdiff_t b_ = (B), e_ = (E), s_ = (S); size_t n_ = 0; \
     CHECK (s_ != 0, "__nova_slice", STEP, 2, 0); \
     if (s_ > 0 ? b_ < e_ : b_ > e_) \
       n_ = (size_t) (s_ > 0 ? (e_ - b_ + s_ - 1) / s_ : (b_ - e_ - s_ - 1) / -s_); \
     EACH (k_, n_) \
       CHECK_AT ("__nova_slice", 1, k_, b_ + (ptrdiff_t) k_ * s_, x_.n); \
     plain_slice (x_, b_, s_, n_); })
#define REVERSE(T, X) \
  ({ struct rv x_ = (X); plain_slice (x_, (ptrdiff_t) x_.n - 1, -1, x_.n); })
#define PERMUTE(T, IT, IX, X) \
  ({ struct rv i_ = (IX), x_ = (X), r_ = NEW (T, x_.n); char *had_ = room (x_.n); \
     CHECK (i_.n == x_.n, "__nova_permute", LENGTHS, 2, x_.n, 1, i_.n); \
     EACH (k_, i_.n) \
       { CHECK_AT ("__nova_permute", 1, k_, AT (IT, i_, k_), x_.n); \
	 CHECK (!had_[AT (IT, i_, k_)], "__nova_permute", REPEATED, 1, k_, \
		(uint64_t) AT (IT, i_, k_)); \
	 had_[AT (IT, i_, k_)] = 1; \
	 AT (T, r_, AT (IT, i_, k_)) = AT (T, x_, k_); } \
     RESULT (T, r_); })
#define SCATTER(T, D, IT, IX, X) \
  ({ struct rv r_ = COPY (T, D), i_ = (IX), x_ = (X); \
     CHECK (i_.n == x_.n, "__nova_scatter", LENGTHS, 3, x_.n, 2, i_.n); \
     EACH (k_, i_.n) \
       if (!NOWHERE (IT, AT (IT, i_, k_), r_.n)) \
	 CHECK_AT ("__nova_scatter", 2, k_, AT (IT, i_, k_), r_.n); \
     EACH (k_, i_.n) \
       if (!NOWHERE (IT, AT (IT, i_, k_), r_.n)) AT (T, r_, AT (IT, i_, k_)) = AT (T, x_, k_); \
     RESULT (T, r_); })
#define EXPAND_NESTED(R, SIZE, GET, IT, A, X) \
  EXPANDED ("__nova_expand_nested", R, SIZE, GET, IT, A, X)
#define EXPANDED(NAME, R, SIZE, GET, IT, A, X) \
  ({ __auto_type size_ = SIZE; __auto_type get_ = GET; \
     struct rv x_ = (X), y_ = NEW (struct rv, x_.n); \
     EACH (j_, x_.n) \
       { IT m_ = size_ (AT (A, x_, j_)); \
	 CHECK_OF (m_, (int64_t) m_ >= 0, NAME, COUNT_AT, 1, j_, (uint64_t) m_); } \
     EACH (j_, x_.n) \
       { IT m_ = size_ (AT (A, x_, j_)); AT (struct rv, y_, j_) = NEW (R, (size_t) m_); \
	 for (IT k_ = 0; k_ < m_; k_++) \
	   AT (R, AT (struct rv, y_, j_), k_) = get_ (AT (A, x_, j_), k_); } \
     RESULT (R, y_); })
#define FLAT(T, X) \
  ({ struct rv y_ = (X); size_t at_ = 0, to_ = 0; \
     EACH (j_, y_.n) to_ += AT (struct rv, y_, j_).n; \
     struct rv f_ = NEW (T, to_); \
     EACH (j_, y_.n) EACH (i_, AT (struct rv, y_, j_).n) \
       AT (T, f_, at_++) = AT (T, AT (struct rv, y_, j_), i_); \
     f_; })
#define EXPAND(R, SIZE, GET, IT, A, X) \
  FLAT (R, EXPANDED ("__nova_expand", R, SIZE, GET, IT, A, X))
/* Stable, by merging: LESS (b, a) decides whether b of the right half goes before a.  */
#define MERGE_SORT(T, N, LESS) \
  T *u_ = (T *) r_.p, *w_ = room ((N) * sizeof (T)); \
  for (size_t h_ = 1; h_ < (N); h_ *= 2) \
    { for (size_t b_ = 0; b_ < (N); b_ += 2 * h_) \
	{ size_t m_ = b_ + h_ < (N) ? b_ + h_ : (N), e_ = m_ + h_ < (N) ? m_ + h_ : (N), i_ = b_, \
		 j_ = m_, k_ = b_; \
	  while (i_ < m_ || j_ < e_) \
	    if (i_ < m_ && (j_ == e_ || !(LESS (u_[j_], u_[i_])))) w_[k_++] = u_[i_++]; \
	    else w_[k_++] = u_[j_++]; } \
      T *s_ = u_; u_ = w_; w_ = s_; } \
  r_.p = (char *) u_
#define SORT(T, LESS, X) \
  ({ CALLED (LESS); struct rv r_ = COPY (T, X); MERGE_SORT (T, r_.n, fn_); r_; })
#define SORT_BY(T, K, KEY, X) \
  ({ CALLED (KEY); struct rv v_ = (X), r_ = NEW (size_t, v_.n); K *y_ = room (v_.n * sizeof (K)); \
     EACH (k_, v_.n) { AT (size_t, r_, k_) = k_; y_[k_] = fn_ (AT (T, v_, k_)); } \
     /* NaNs are last.  */ \
     int less_ (size_t a_, size_t b_) \
     { return y_[a_] < y_[b_] || (y_[a_] == y_[a_] && y_[b_] != y_[b_]); } \
     MERGE_SORT (size_t, v_.n, less_); \
     struct rv q_ = NEW (T, v_.n); \
     EACH (k_, v_.n) AT (T, q_, k_) = AT (T, v_, AT (size_t, r_, k_)); \
     RESULT (T, q_); })
#define GROUP_BY(T, K, KEY, X) \
  ({ __auto_type of_ = KEY; struct rv z_ = SORT_BY (T, K, of_, X), g_ = NEW (struct rv, z_.n); \
     size_t n_ = 0; K last_ = 0; \
     EACH (k_, z_.n) \
       { K key_ = of_ (AT (T, z_, k_)); \
	 if (k_ == 0 || (key_ != last_ && (key_ == key_ || last_ == last_))) \
	   AT (struct rv, g_, n_++) \
	     = (struct rv) { (char *) &AT (T, z_, k_), sizeof (T), 0, ELEM_SIZE (T) }; \
	 AT (struct rv, g_, n_ - 1).n++; last_ = key_; } \
     g_.n = n_; g_; })
#define PARTITION(T, P, X) \
  ({ CALLED (P); struct rv v_ = (X), g_ = NEW (struct rv, 2); \
     AT (struct rv, g_, 0) = FILTERED (T, fn_, v_); \
     AT (struct rv, g_, 1) = FILTERED (T, !fn_, v_); \
     g_; })
#define BUCKET(T, N, KEY, X) \
  ({ CALLED (KEY); struct rv v_ = (X), g_ = NEW (struct rv, N); \
     long *y_ = room (v_.n * sizeof *y_); \
     EACH (k_, v_.n) y_[k_] = (long) fn_ (AT (T, v_, k_)); \
     EACH (k_, v_.n) if (y_[k_] != -1) CHECK_AT ("__nova_bucket", 2, k_, y_[k_], g_.n); \
     EACH (k_, v_.n) if (y_[k_] >= 0) AT (struct rv, g_, y_[k_]).n++; \
     EACH (b_, g_.n) \
       { AT (struct rv, g_, b_) = NEW (T, AT (struct rv, g_, b_).n); \
	 AT (struct rv, g_, b_).n = 0; } \
     EACH (k_, v_.n) \
       if (y_[k_] >= 0) \
	 { struct rv *s_ = &AT (struct rv, g_, y_[k_]); AT (T, *s_, s_->n) = AT (T, v_, k_); \
	   s_->n++; } \
     RESULT (T, g_); })
#define REDUCE_BY_INDEX(T, F, I, N, IT, IX, X) \
  ({ T i0_ = (I); BINS ("__nova_reduce_by_index", 4, T, F, REPLICATE (T, N, i0_), IT, IX, X); })
#define REDUCE_INTO(T, F, D, IT, IX, X) BINS ("__nova_reduce_into", 3, T, F, D, IT, IX, X)
#define BINS(NAME, OPERAND, T, F, D, IT, IX, X) \
  ({ CALLED (F); struct rv r_ = COPY (T, D), i_ = (IX), x_ = (X); \
     CHECK (i_.n == x_.n, NAME, LENGTHS, OPERAND + 1, x_.n, OPERAND, i_.n); \
     EACH (k_, i_.n) \
       if (!NOWHERE (IT, AT (IT, i_, k_), r_.n)) \
	 CHECK_AT (NAME, OPERAND, k_, AT (IT, i_, k_), r_.n); \
     EACH (k_, i_.n) \
       if (!NOWHERE (IT, AT (IT, i_, k_), r_.n)) \
	 AT (T, r_, AT (IT, i_, k_)) = fn_ (AT (T, r_, AT (IT, i_, k_)), AT (T, x_, k_)); \
     RESULT (T, r_); })
#define VIEW_STRIDED(T, P, N, S) \
  ((struct rv) { (char *) (P), (ptrdiff_t) (S) * (ptrdiff_t) sizeof (T), (N), ELEM_SIZE (T) })
#define VIEW_STRIDED2(T, P, N, S, M, Z) \
  ({ T *p_ = (T *) (P); struct rv r_ = NEW (struct rv, N); \
     EACH (k_, r_.n) \
       AT (struct rv, r_, k_) = VIEW_STRIDED (T, p_ + (ptrdiff_t) k_ * (ptrdiff_t) (S), M, Z); \
     r_; })
#define VIEW_STRIDED3(T, P, N, S, M, Z, L, Q) \
  ({ T *q_ = (T *) (P); struct rv s_ = NEW (struct rv, N); \
     EACH (j_, s_.n) \
       AT (struct rv, s_, j_) \
	 = VIEW_STRIDED2 (T, q_ + (ptrdiff_t) j_ * (ptrdiff_t) (S), M, Z, L, Q); \
     s_; })
#define SEGMENTS(T, IT, X, O) \
  ({ struct rv v_ = (X), so_ = (O), r_ = NEW (struct rv, so_.n - 1); size_t f_ = 1; \
     CHECK (AT (IT, so_, 0) == 0, "__nova_segments", BEGINS, 2, (uint64_t) AT (IT, so_, 0)); \
     while (f_ < so_.n && AT (IT, so_, f_ - 1) <= AT (IT, so_, f_)) f_++; \
     CHECK (f_ == so_.n, "__nova_segments", ORDERED, 2, f_, so_.n); \
     CHECK ((uint64_t) AT (IT, so_, so_.n - 1) == v_.n, "__nova_segments", ENDS, 2, \
	    (uint64_t) AT (IT, so_, so_.n - 1), v_.n); \
     EACH (k_, r_.n) \
       AT (struct rv, r_, k_) = SLICE (T, AT (IT, so_, k_), AT (IT, so_, k_ + 1), v_); \
     r_; })
#define SPLIT(T, K, X) \
  ({ struct rv v_ = (X), r_ = NEW (struct rv, v_.n / (K)); \
     CHECK (v_.n % (K) == 0, "__nova_split", SPLIT, 2, v_.n, K); \
     EACH (k_, r_.n) AT (struct rv, r_, k_) = SLICE (T, k_ * (K), (k_ + 1) * (K), v_); r_; })
#define FLATTEN(T, X) \
  ({ struct rv y_ = (X); size_t at_end_ = 0, to_ = 0; \
     EACH (j_, y_.n) to_ += AT (struct rv, y_, j_).n; \
     struct rv r_ = PLACES (T, to_); \
     EACH (j_, y_.n) EACH (i_, AT (struct rv, y_, j_).n) \
       r_.place[at_end_++] = &AT (char, AT (struct rv, y_, j_), i_); \
     r_; })
#define LENGTHS(X) \
  ({ struct rv x_ = (X), r_ = NEW (size_t, x_.n); \
     EACH (k_, x_.n) AT (size_t, r_, k_) = AT (struct rv, x_, k_).n; r_; })
#define OFFSETS(X) \
  ({ struct rv x_ = (X), r_ = NEW (size_t, x_.n + 1); size_t a_ = 0; AT (size_t, r_, 0) = 0; \
     EACH (k_, x_.n) AT (size_t, r_, k_ + 1) = a_ += AT (struct rv, x_, k_).n; r_; })
#define SEARCH(T, LESS, X, V) \
  ({ CALLED (LESS); struct rv x_ = (X), v_ = (V), r_ = NEW (size_t, v_.n); \
     EACH (k_, v_.n) \
       { size_t b_ = 0, e_ = x_.n; \
	 while (b_ < e_) \
	   { size_t m_ = (b_ + e_) / 2; \
	     if (fn_ (AT (T, x_, m_), AT (T, v_, k_))) b_ = m_ + 1; else e_ = m_; } \
	 AT (size_t, r_, k_) = b_; } \
     r_; })
#define ROTATE(T, K, X) \
  ({ long s_ = (K); struct rv x_ = (X), r_ = PLACES (T, x_.n); long n_ = (long) x_.n; \
     EACH (k_, x_.n) r_.place[k_] = &AT (char, x_, (((long) k_ + s_ % n_) % n_ + n_) % n_); r_; })
#define CONCAT2(T, X, Y) \
  ({ struct rv x_ = (X), y_ = (Y), r_ = NEW (T, x_.n + y_.n); \
     EACH (k_, x_.n) AT (T, r_, k_) = AT (T, x_, k_); \
     EACH (k_, y_.n) AT (T, r_, x_.n + k_) = AT (T, y_, k_); RESULT (T, r_); })
#define CONCAT3(T, X, Y, Z) ({ struct rv z_ = CONCAT2 (T, X, Y); CONCAT2 (T, z_, Z); })
#define CONCAT5(T, X, Y, Z, V, W) \
  ({ struct rv v_ = CONCAT3 (T, X, Y, Z); CONCAT3 (T, v_, V, W); })
#define TRANSPOSE(T, X) \
  ({ struct rv x_ = (X), r_ = NEW (struct rv, x_.n ? AT (struct rv, x_, 0).n : 0); \
     EACH (k_, x_.n) \
       CHECK (AT (struct rv, x_, k_).n == r_.n, "__nova_transpose", RAGGED, 1, k_, \
	      AT (struct rv, x_, k_).n, r_.n); \
     EACH (j_, r_.n) \
       { AT (struct rv, r_, j_) = PLACES (T, x_.n); \
	 EACH (k_, x_.n) \
	   AT (struct rv, r_, j_).place[k_] = &AT (char, AT (struct rv, x_, k_), j_); } \
     r_; })
#define WINDOW(T, K, X) \
  ({ struct rv v_ = (X), r_ = NEW (struct rv, v_.n >= (K) ? v_.n - (K) + 1 : 0); \
     CHECK ((K) != 0, "__nova_window", POSITIVE, 1, K); \
     EACH (k_, r_.n) AT (struct rv, r_, k_) = SLICE (T, k_, k_ + (K), v_); r_; })
enum { CLAMP, WRAP, REFLECT, ZERO };
#define PAD(T, MODE, K, X) \
  ({ struct rv x_ = (X), r_ = NEW (T, x_.n + 2 * (K)); long n_ = (long) x_.n; \
     if (MODE != ZERO) CHECK_SOME ("__nova_pad", 3, x_); \
     EACH (k_, r_.n) \
       { long i_ = (long) k_ - (K); \
	 if (MODE == ZERO && (i_ < 0 || i_ >= n_)) continue; \
	 if (MODE == CLAMP) i_ = i_ < 0 ? 0 : i_ >= n_ ? n_ - 1 : i_; \
	 if (MODE == WRAP) i_ = (i_ % n_ + n_) % n_; \
	 if (MODE == REFLECT) \
	   { long q_ = n_ > 1 ? 2 * (n_ - 1) : 1; i_ = (i_ % q_ + q_) % q_; \
	     if (i_ >= n_) i_ = q_ - i_; } \
	 AT (T, r_, k_) = AT (T, x_, i_); } \
     RESULT (T, r_); })
/* Zero rows, of as many elements as the first has.  */
#define PAD_ROWS(T, K, X) \
  ({ struct rv w_ = (X), of_ = NEW (struct rv, K); \
     EACH (k_, of_.n) AT (struct rv, of_, k_) = NEW (T, AT (struct rv, w_, 0).n); \
     CONCAT3 (struct rv, of_, w_, of_); })
#define FOLD(R, STEP, JOIN, I, A, X) \
  ({ CALLED (STEP); R a_ = (I); struct rv x_ = (X); \
     EACH (k_, x_.n) a_ = fn_ (a_, AT (A, x_, k_)); OWNED (R, a_); })
#define FOLD2(R, STEP, JOIN, I, A, X, B, Y) \
  ({ CALLED (STEP); R a_ = (I); struct rv x_ = (X), y_ = (Y); \
     CHECK (y_.n == x_.n, "__nova_fold", LENGTHS, 5, y_.n, 4, x_.n); \
     EACH (k_, x_.n) a_ = fn_ (a_, AT (A, x_, k_), AT (B, y_, k_)); OWNED (R, a_); })
#define FIND(P, T, X) \
  ({ CALLED (P); struct rv x_ = (X); size_t f_ = 0; \
     while (f_ < x_.n && !(fn_ (AT (T, x_, f_)))) f_++; f_; })
#define FIND2(P, T, X, U, Y) \
  ({ CALLED (P); struct rv x_ = (X), y_ = (Y); size_t f_ = 0; \
     CHECK_SAME ("__nova_find", 3, y_, x_); \
     while (f_ < x_.n && !(fn_ (AT (T, x_, f_), AT (U, y_, f_)))) f_++; f_; })
#define ARGMIN(T, LESS, X) \
  ({ CALLED (LESS); struct rv x_ = (X); size_t f_ = 0; CHECK_SOME ("__nova_argmin", 2, x_); \
     EACH (k_, x_.n) if (fn_ (AT (T, x_, k_), AT (T, x_, f_))) f_ = k_; f_; })
#define ARGMAX(T, LESS, X) \
  ({ CALLED (LESS); struct rv x_ = (X); size_t f_ = 0; CHECK_SOME ("__nova_argmax", 2, x_); \
     EACH (k_, x_.n) if (fn_ (AT (T, x_, f_), AT (T, x_, k_))) f_ = k_; f_; })
#define STORE_STRIDED(T, P, N, S, X) \
  ({ struct rv v_ = COPY (T, X), d_ = VIEW_STRIDED (T, P, N, S); \
     EACH (k_, d_.n) AT (T, d_, k_) = AT (T, v_, k_); })
#define STORE_STRIDED2(T, P, N, S, M, Z, X) \
  ({ struct rv w_ = (X), d_ = VIEW_STRIDED2 (T, P, N, S, M, Z), c_ = NEW (struct rv, w_.n); \
     EACH (h_, d_.n) AT (struct rv, c_, h_) = COPY (T, AT (struct rv, w_, h_)); \
     EACH (h_, d_.n) EACH (k_, AT (struct rv, d_, h_).n) \
       AT (T, AT (struct rv, d_, h_), k_) = AT (T, AT (struct rv, c_, h_), k_); })
#define STORE_ALL(N, T, P, X, U, Q, Y) \
  ({ struct rv v_ = COPY (T, X), w_ = COPY (U, Y); STORE (T, P, N, v_); STORE (U, Q, N, w_); })
/* X is of rows.  */
#define STORE_ALL2(N, T, P, X, U, Q, Y) \
  ({ struct rv v_ = FLAT (T, X), w_ = COPY (U, Y); STORE (T, P, N, v_); STORE (U, Q, N, w_); })
#define PASSIVE
#define EXTERN static
#define WEAK static
#define SCRATCH(T, N) ((T *) room ((N) * sizeof (T)))
#define UPDATE_ROWS2(F, P, N, S, M, A, X, B, Y) \
  ({ struct rv x_ = COPY (A, X), y_ = COPY (B, Y); \
     EACH (k_, x_.n) F ((P) + (ptrdiff_t) k_ * (S), AT (A, x_, k_), AT (B, y_, k_)); })
#define UPDATE_ROWS3(F, P, N, S, M, A, X, B, Y, C, Z) \
  ({ struct rv x_ = COPY (A, X), y_ = COPY (B, Y), z_ = COPY (C, Z); \
     EACH (k_, x_.n) \
       F ((P) + (ptrdiff_t) k_ * (S), AT (A, x_, k_), AT (B, y_, k_), AT (C, z_, k_)); })
#define FIELD(S, M, T, X) \
  ({ struct rv x_ = (X); plain_member (x_, offsetof (S, M), ELEM_SIZE (T)); })
#define ZIP(S, A, X, B, Y) \
  ({ struct rv x_ = (X), y_ = (Y), r_ = NEW (S, x_.n); \
     EACH (k_, x_.n) AT (S, r_, k_) = (S) { AT (A, x_, k_), AT (B, y_, k_) }; r_; })
#define ZIP3(S, A, X, B, Y, C, Z) \
  ({ struct rv x_ = (X), y_ = (Y), z_ = (Z), r_ = NEW (S, x_.n); \
     EACH (k_, x_.n) \
       AT (S, r_, k_) = (S) { AT (A, x_, k_), AT (B, y_, k_), AT (C, z_, k_) }; r_; })
#define UPDATE_ROWS(F, P, N, S, M, A, X) \
  ({ struct rv x_ = COPY (A, X); EACH (k_, x_.n) F ((P) + (ptrdiff_t) k_ * (S), AT (A, x_, k_)); })
#define SUM(P, T, X) \
  ({ P a_ = 0; struct rv x_ = (X); EACH (k_, x_.n) a_ += AT (T, x_, k_); a_; })
#define PRODUCT(P, T, X) \
  ({ P a_ = 1; struct rv x_ = (X); EACH (k_, x_.n) a_ *= AT (T, x_, k_); a_; })
#define SUM_AS(U, T, X) SUM (U, T, X)
#define MINIMUM(ID, X) \
  ({ struct rv x_ = (X); CHECK_SOME ("nova_minimum", 1, x_); T_##ID a_ = AT (T_##ID, x_, 0); \
     EACH (k_, x_.n) a_ = min_##ID (a_, AT (T_##ID, x_, k_)); a_; })
#define MAXIMUM(ID, X) \
  ({ struct rv x_ = (X); CHECK_SOME ("nova_maximum", 1, x_); T_##ID a_ = AT (T_##ID, x_, 0); \
     EACH (k_, x_.n) a_ = max_##ID (a_, AT (T_##ID, x_, k_)); a_; })
#define COUNT(P, T, X) \
  ({ CALLED (P); size_t a_ = 0; struct rv x_ = (X); \
     EACH (k_, x_.n) if (fn_ (AT (T, x_, k_))) a_++; a_; })
#define ANY(P, T, X) (COUNT (P, T, X) != 0)
#define ALL(P, T, X) \
  ({ CALLED (P); int a_ = 1; struct rv x_ = (X); \
     EACH (k_, x_.n) if (!(fn_ (AT (T, x_, k_)))) a_ = 0; a_; })
#define CONVERT(U, T, X) \
  ({ struct rv x_ = (X), r_ = NEW (U, x_.n); EACH (k_, x_.n) AT (U, r_, k_) = AT (T, x_, k_); r_; })
#define PRINT(X) ((void) (X))
#define RETAIN(X) (X)
#define RELEASE(X) ((X) = (struct rv) { .n = 0 })
#define TRUST(F) F
#define LAMBDA(R, PARAMS, ...) ({ R l_ PARAMS __VA_ARGS__ l_; })
#define BIND(R, PARAMS, NAMES, F, ...) \
  BOUND (__VA_ARGS__, BIND5, BIND4, BIND3, BIND2, BIND1, ) (R, PARAMS, NAMES, F, __VA_ARGS__)
#define BOUND(A, B, C, D, E, N, ...) N
#define BIND1(R, PARAMS, NAMES, F, A) BINDING (R, PARAMS, NAMES, F, (a_), KEEP (a_, A))
#define BIND2(R, PARAMS, NAMES, F, A, B) \
  BINDING (R, PARAMS, NAMES, F, (a_, b_), KEEP (a_, A) KEEP (b_, B))
#define BIND3(R, PARAMS, NAMES, F, A, B, C) \
  BINDING (R, PARAMS, NAMES, F, (a_, b_, c_), KEEP (a_, A) KEEP (b_, B) KEEP (c_, C))
#define BIND4(R, PARAMS, NAMES, F, A, B, C, D) \
  BINDING (R, PARAMS, NAMES, F, (a_, b_, c_, d_), \
	   KEEP (a_, A) KEEP (b_, B) KEEP (c_, C) KEEP (d_, D))
#define BIND5(R, PARAMS, NAMES, F, A, B, C, D, E) \
  BINDING (R, PARAMS, NAMES, F, (a_, b_, c_, d_, e_), \
	   KEEP (a_, A) KEEP (b_, B) KEEP (c_, C) KEEP (d_, D) KEEP (e_, E))
#define KEEP(NAME, VALUE) __auto_type NAME = (VALUE);
#define BINDING(R, PARAMS, NAMES, F, MINE, KEPT) \
  ({ KEPT R l_ PARAMS { return F (UNPAREN MINE, UNPAREN NAMES); } l_; })
#define DATA(T, X) ((const T *) COPY (T, X).p)
#define RAISE(TEXT) plain_fail (__LINE__, "nova_fail", CK_TEXT, 0, NULL, TEXT)
uint64_t plain_fails (void (*f) (size_t), size_t n);
#define FAILS(F, N) record (__LINE__, plain_fails (F, N))
