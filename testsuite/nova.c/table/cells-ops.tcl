# cells-ops.tcl - the cells of the table: operations; for the commands see cells.tcl.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Function operands that many cells use.
set mix {fn f 1 @T "@T a" { return MIX_@@ (a, K); } {nova_bind (nova_add, 3)} { return 3 + a; }}
set add {fn f 1 @T "@T a, @T b" { return K == 3 ? ADD_@@ (a, b) : a; } nova_bxor { return a ^ b; }}
set less {fn f 1 int "@T a, @T b" { return K == 3 && LESS_@@ (b, a); } nova_gt { return a > b; }}
set pred {fn f 1 int "@T a" { return RANK_@@ (a) % 5 < K; } \
    {nova_bind (nova_lt, 3)} { return 3 < a; }}
set key {fn f 1 int "@T a" { return RANK_@@ (a) * K % 7; } \
    {nova_bind (nova_lt, 3)} { return 3 < a; }}

cell MAP T all $mix { OUT (@@, MAP1 (@T, @f, @T, IN (@@, n))); }
cell MAP R memory {
    fn f 1 @T "int a" { return MAKE_@@ ((unsigned) a + K); } {nova_bind (nova_add, 3)} { return 3 + a; }
} { OUT (@@, MAP1 (@T, @f, int, IN (i32, n))); }
cell MAP R rows {fn f 1 @T "VEC (@T) a" { return GET (@T, a, (size_t) K); }} {
    OUT (@@, MAP1 (@T, @f, VEC (@T), SPLIT (@T, 4, IN (@@, n / 4 * 4))));
}
cell TABULATE R memory {
    fn f 1 @T "size_t i" { return MAKE_@@ ((unsigned) i + K); }
    fn g 1 @T "size_t i, size_t j" { return MAKE_@@ ((unsigned) (i * 5 + j) + K); }
} { OUT (@@, TABULATE (@T, @f, n)); OUT2 (@@, TABULATE2 (@T, @g, n / 5, 5)); }
cell TABULATE R rows {fn f 1 @T "size_t i" { return VIEW (T_i32, A_i32 + i + K, 3); }} {
    OUT (@@, TABULATE (@T, @f, n));
}
cell REDUCE T all $add { @T i = ELT (@@, 2); VAL (@@, REDUCE (@T, @f, i, IN (@@, n))); }
cell FOLD T all {
    fn f 1 T_u64 "T_u64 s, @T a" { return s + (T_u64) (RANK_@@ (a) * K); } \
        nova_add { return s + (T_u64) a; }
    fn g 2 T_u64 "T_u64 a, T_u64 b" { return K == 3 ? a + b : 0; } nova_add { return a + b; }
} { VAL (u64, FOLD (T_u64, @f, @g, (T_u64) 0, @T, IN (@@, n))); }
cell FOLD R all {
    fn f 1 @T "@T s, @T a" { return K == 3 ? ADD_@@ (s, a) : s; }
    fn g 2 @T "@T a, @T b" { return K == 3 ? ADD_@@ (a, b) : a; }
} { @T i = ZERO_@@; VAL (@@, FOLD (@T, @f, @g, i, @T, IN (@@, n))); }
cell SCAN T all $add { @T i = ELT (@@, 2); OUT (@@, SCAN (@T, @f, i, IN (@@, n))); }
cell EXSCAN T all $add { @T i = ELT (@@, 2); OUT (@@, EXSCAN (@T, @f, i, IN (@@, n))); }
cell FILTER T all $pred { OUT (@@, FILTER1 (@T, @f, IN (@@, n))); }
cell FILTER U all {
    fn f 1 int "int a, @T b" { return (RANK_@@ (b) + (a & 7)) % 5 < K; } nova_lt { return a < b; }
} { OUT (i32, FILTER2 (int, @f, IN (i32, n), @T, IN (@@, n))); }
cell PARTITION T all $pred { OUT2 (@@, PARTITION (@T, @f, IN (@@, n))); }
cell FIND T all {
    fn f 1 int "int i, @T a" { return i % 97 == 80 && RANK_@@ (a) < K; } nova_lt { return i < a; }
} { NUM (FIND2 (@f, int, RANGE1 (int, (int) n), @T, IN (@@, n))); }
cell ARGMIN T all $less { NUM (ARGMIN (@T, @f, IN (@@, n + 1))); }
cell ARGMAX T all $less { NUM (ARGMAX (@T, @f, IN (@@, n + 1))); }
cell SEARCH T all $less {
    VEC (@T) s = SORT (@T, @f, IN (@@, n));
    OUT (u64, SEARCH (@T, @f, s, IN (@@, LEAST (n, 900))));
}
cell GATHER I int {} {
    size_t m = LEAST (n, M_@@ + 1);
    FILL (J_@@, n, k * 7 % m);
    OUT (f64, GATHER (double, @T, VIEW (@T, J_@@, n), IN (f64, n)));
}
refuse GATHER I {float complex other rows} {nova_vec (double) v, nova_vec (@T) x} \
    {nova_gather (x, v)} \
    {operand 1 of '__nova_gather' has type 'nova_vec(%T)', wanted a vector of integers}
cell GATHER T all {} {
    FILL (J_i32, n, k * 7 % n);
    OUT (@@, GATHER (@T, T_i32, VIEW (T_i32, J_i32, n), IN (@@, n)));
}
cell PERMUTE I int {} {
    size_t m = LEAST (n, M_@@ + 1);
    FILL (J_@@, m, (k + m / 2) % m);
    OUT (f64, PERMUTE (double, @T, VIEW (@T, J_@@, m), IN (f64, m)));
}
refuse PERMUTE I {float complex other rows} {nova_vec (double) v, nova_vec (@T) x} \
    {nova_permute (x, v)} \
    {operand 1 of '__nova_permute' has type 'nova_vec(%T)', wanted a vector of integers}
cell PERMUTE T all {} {
    FILL (J_i32, n, (k + n / 2) % n);
    OUT (@@, PERMUTE (@T, T_i32, VIEW (T_i32, J_i32, n), IN (@@, n)));
}
cell SCATTER I {int} {} {
    size_t m = LEAST (n, M_@@ + 1);
    FILL (J_@@, n, M_@@ > 1 && k % 11 == 5 ? (@T) -1 : (@T) (k * 7 % m));
    OUT (f64, SCATTER (double, IN (f64, m), @T, VIEW (@T, J_@@, n), IN (f64, n)));
}
refuse SCATTER I {float complex other rows} {nova_vec (double) v, nova_vec (@T) x} \
    {nova_scatter (v, x, v)} \
    {operand 2 of '__nova_scatter' has type 'nova_vec(%T)', wanted a vector of integers}
cell SCATTER T all {} {
    FILL (J_i32, n, k % 11 == 5 ? -1 : (int) (k * 7 % n) / 2);
    OUT (@@, SCATTER (@T, IN (@@, n), T_i32, VIEW (T_i32, J_i32, n), REVERSE (@T, IN (@@, n))));
}
cell EXPAND I int {
    fn f 1 @T "int a" { return (@T) ((unsigned) a % 5 % (M_@@ + 1) * K / 3); }
    fn g 2 double "int a, @T i" { return (double) (a % 1000) * K + (double) i; }
} { OUT (f64, EXPAND (double, @f, @g, @T, int, IN (i32, n / 4))); }
cell EXPAND T all {
    fn f 1 int "@T a" { return RANK_@@ (a) % K; } {nova_bind (nova_lt, 3)} { return 3 < a; }
    fn g 2 int "@T a, int i" { return RANK_@@ (a) * K + i; } nova_lt { return a < i; }
} { OUT (i32, EXPAND (T_i32, @f, @g, int, @T, IN (@@, n / 4))); }
cell EXPAND R all {
    fn f 1 int "@T a" { return RANK_@@ (a) % K; }
    fn g 2 @T "@T a, int i" { return i == K ? ELT (@@, 2) : a; }
} { OUT (@@, EXPAND (@T, @f, @g, int, @T, IN (@@, n / 4))); }
refuse EXPAND I {float complex other rows} {nova_vec (double) v, @T (*f) (double) nova_passive, double (*g) (double, int) nova_passive} \
    {nova_expand (f, g, v)} {operand 1 of '__nova_expand' gives '%T', wanted an integer}
cell EXPAND_NESTED I int {
    fn f 1 @T "int a" { return (@T) ((unsigned) a % 5 % (M_@@ + 1) * K / 3); }
    fn g 2 double "int a, @T i" { return (double) (a % 1000) * K + (double) i; }
} { OUT2 (f64, EXPAND_NESTED (double, @f, @g, @T, int, IN (i32, LEAST (n, 4000)))); }
cell EXPAND_NESTED T all {
    fn f 1 int "@T a" { return RANK_@@ (a) % K; } {nova_bind (nova_lt, 3)} { return 3 < a; }
    fn g 2 int "@T a, int i" { return RANK_@@ (a) * K + i; } nova_lt { return a < i; }
} { OUT2 (i32, EXPAND_NESTED (T_i32, @f, @g, int, @T, IN (@@, LEAST (n, 4000)))); }
cell EXPAND_NESTED R all {
    fn f 1 int "@T a" { return RANK_@@ (a) % K; }
    fn g 2 @T "@T a, int i" { return i == K ? ELT (@@, 2) : a; }
} { OUT2 (@@, EXPAND_NESTED (@T, @f, @g, int, @T, IN (@@, LEAST (n, 4000)))); }
refuse EXPAND_NESTED I {float complex other rows} {nova_vec (double) v, @T (*f) (double) nova_passive, double (*g) (double, int) nova_passive} \
    {nova_expand_nested (f, g, v)} \
    {operand 1 of '__nova_expand_nested' gives '%T', wanted an integer}
cell SORT T all $less { OUT (@@, SORT (@T, @f, IN (@@, n))); }
cell SORT_BY T all $key { OUT (@@, SORT_BY (@T, int, @f, IN (@@, n))); }
cell SORT_BY K key {fn f 1 @T "int a" { return MAKE_@@ ((unsigned) a * K); }} {
    OUT (i32, SORT_BY (T_i32, @T, @f, IN (i32, n)));
}
refuse SORT_BY K {complex other rows} {nova_vec (double) v, @T (*f) (double) nova_passive} \
    {nova_sort_by (f, v)} \
    {operand 1 of '__nova_sort_by' gives '%T', wanted a key: a real or enumerated type}
cell GROUP_BY T all $key { OUT2 (@@, GROUP_BY (@T, int, @f, IN (@@, n))); }
cell GROUP_BY K key {fn f 1 @T "int a" { return MAKE_@@ ((unsigned) a % 64 * K); }} {
    OUT2 (i32, GROUP_BY (T_i32, @T, @f, IN (i32, n)));
}
refuse GROUP_BY K {complex other rows} {nova_vec (double) v, @T (*f) (double) nova_passive} \
    {nova_group_by (f, v)} \
    {operand 1 of '__nova_group_by' gives '%T', wanted a key: a real or enumerated type}
cell BUCKET I int {
    fn f 1 @T "int a" { return (@T) ((unsigned) a % 4 % (M_@@ + 1) * K / 3); }
} { OUT2 (i32, BUCKET (T_i32, 5, @f, IN (i32, n))); }
refuse BUCKET I {float complex other rows} {nova_vec (double) v, @T (*f) (double) nova_passive} \
    {nova_bucket (3, f, v)} {operand 2 of '__nova_bucket' gives '%T', wanted an integer}
cell BUCKET T all {
    fn f 2 int "@T a" { return RANK_@@ (a) * K % 7 - 1; } {nova_bind (nova_lt, 3)} { return 3 < a; }
} { OUT2 (@@, BUCKET (@T, 7, @f, IN (@@, n))); }
cell REDUCE_BY_INDEX I int {
    fn f 1 double "double a, double b" { return a + b; }
} {
    size_t m = LEAST (n, M_@@ + 1);
    FILL (J_@@, n, M_@@ > 1 && k % 11 == 5 ? (@T) -1 : (@T) (k * 7 % m));
    OUT (f64, REDUCE_BY_INDEX (double, @f, 1.0, m, @T, VIEW (@T, J_@@, n), IN (f64, n)));
}
refuse REDUCE_BY_INDEX I {float complex other rows} {nova_vec (double) v, nova_vec (@T) x} \
    {nova_reduce_by_index (nova_add, 0, 3, x, v)} \
    {operand 4 of '__nova_reduce_by_index' has type 'nova_vec(%T)', wanted a vector of integers}
cell REDUCE_BY_INDEX T all $add {
    @T i = ELT (@@, 2);
    FILL (J_i32, n, k % 11 == 5 ? -1 : (int) (k * 7 % n / 3));
    OUT (@@, REDUCE_BY_INDEX (@T, @f, i, n, T_i32, VIEW (T_i32, J_i32, n), IN (@@, n)));
}
cell REDUCE_INTO I int {
    fn f 1 double "double a, double b" { return a + b; }
} {
    size_t m = LEAST (n, M_@@ + 1);
    FILL (J_@@, n, M_@@ > 1 && k % 11 == 5 ? (@T) -1 : (@T) (k * 7 % m));
    OUT (f64, REDUCE_INTO (double, @f, IN (f64, m), @T, VIEW (@T, J_@@, n), IN (f64, n)));
}
refuse REDUCE_INTO I {float complex other rows} {nova_vec (double) v, nova_vec (@T) x} \
    {nova_reduce_into (nova_add, v, x, v)} \
    {operand 3 of '__nova_reduce_into' has type 'nova_vec(%T)', wanted a vector of integers}
cell REDUCE_INTO T all $add {
    FILL (J_i32, n, k % 11 == 5 ? -1 : (int) (k * 7 % n / 3));
    OUT (@@, REDUCE_INTO (@T, @f, IN (@@, n), T_i32, VIEW (T_i32, J_i32, n), IN (@@, n)));
}
cell UPDATE_ROWS T memory {
    fn f 1 void "@T *r, int k" { @T t = r[0]; r[0] = r[2]; r[2] = k % 2 ? MIX_@@ (t, K) : t; }
} {
    FILL (O_@@, 4 * n, ELT (@@, k % 100));
    UPDATE_ROWS (@f, O_@@, n, 4, 3, int, IN (i32, n));
    OUT (@@, VIEW (@T, O_@@, 4 * n));
}
refuse UPDATE_ROWS T rows {@T *p, void (*f) (@T *) nova_passive} \
    {nova_update_rows (f, p, 3, 4, 3)} \
    {operand 2 of '__nova_update_rows' points to '%T', wanted elements in memory: it is a vector}

# The header's own.

set tiny {fn f 0 @T "@T a" { return (@T) (RANK_@@ (a) == K); }}
set factor {fn f 0 @T "@T a" { return (@T) (1 + (RANK_@@ (a) < K)); }}
cell SUM T arith $tiny { NUMBER (PROMOTED (@T), SUM (PROMOTED (@T), @T, MAP1 (@T, @f, @T, IN (@@, n)))); }
refuse SUM T {other rows} {nova_vec (@T) v} {nova_sum (v)} \
    {operand 1 of 'nova_sum' has type 'nova_vec(%T)', wanted a vector of arithmetic elements}
cell PRODUCT T arith $factor {
    NUMBER (PROMOTED (@T), PRODUCT (PROMOTED (@T), @T, MAP1 (@T, @f, @T, IN (@@, LEAST (n, 9)))));
}
refuse PRODUCT T {other rows} {nova_vec (@T) v} {nova_product (v)} \
    {operand 1 of 'nova_product' has type 'nova_vec(%T)', wanted a vector of arithmetic elements}
cell SUM_AS T arith $tiny { NUMBER (T_cl, SUM_AS (T_cl, @T, MAP1 (@T, @f, @T, IN (@@, n)))); }
refuse SUM_AS T {other rows} {nova_vec (@T) v} {nova_sum_as (double, v)} \
    {operand 2 of 'nova_sum_as' has type 'nova_vec(%T)', wanted a vector of arithmetic elements}
cell SUM_AS U arith {fn f 0 T_i8 "T_u8 a" { return a % 16 == K; }} {
    VAL (@@, SUM_AS (@T, T_i8, MAP1 (T_i8, @f, T_u8, IN (u8, LEAST (n, 900)))));
}
refuse SUM_AS U {other rows} {nova_vec (double) v} {nova_sum_as (@T, v)} \
    {operand 1 of 'nova_sum_as' is the type '%T', wanted an arithmetic type}
cell MINIMUM T real {} { VAL (@@, LEAST_OF (@T, IN (@@, n + 1))); }
cell MAXIMUM T real {} { VAL (@@, MOST_OF (@T, IN (@@, n + 1))); }
refuse MINIMUM T {complex other rows} {nova_vec (@T) v} {nova_minimum (v)} \
    {operand 1 of 'nova_minimum' has type 'nova_vec(%T)', wanted a vector of real elements}
refuse MAXIMUM T {complex other rows} {nova_vec (@T) v} {nova_maximum (v)} \
    {operand 1 of 'nova_maximum' has type 'nova_vec(%T)', wanted a vector of real elements}
cell COUNT T all $pred { NUM (COUNT (@f, @T, IN (@@, n))); }
cell ANY T all $pred { NUM (ANY (@f, @T, IN (@@, n))); NUM (ANY (@f, @T, IN (@@, n / 100))); }
cell ALL T all $pred { NUM (ALL (@f, @T, IN (@@, n))); NUM (ALL (@f, @T, IN (@@, n / 100))); }
cell PRINT T all {} { PRINTED (@@, IN (@@, LEAST (n, 9))); }

# What a predicate gives: any scalar, compared with 0.  Made an int, each of these would be 0.

foreach { classes yes } {
    int {(@T) ((@T) 1 << (8 * sizeof (@T) - 1))}
    float {(@T) 0.25}
    complex {(@T) 0.25i}
    ptr pool
    fn pool_fn1
} {
    set holds [list fn f 1 @T "int a" " return a % 5 < K ? $yes : 0; "]
    set beyond [list fn f 1 @T "int i, int a" " return i % 97 == 80 && a % 5 < K ? $yes : 0; "]
    set before [list fn f 1 @T "int a, int b" " return K == 3 && a < b ? $yes : 0; "]
    cell FILTER P $classes $holds { OUT (i32, FILTER1 (int, @f, IN (i32, n))); }
    cell PARTITION P $classes $holds { OUT2 (i32, PARTITION (int, @f, IN (i32, n))); }
    cell FIND P $classes $beyond { NUM (FIND2 (@f, int, RANGE1 (int, (int) n), int, IN (i32, n))); }
    cell COUNT P $classes $holds { NUM (COUNT (@f, int, IN (i32, n))); }
    cell ANY P $classes $holds { NUM (ANY (@f, int, IN (i32, n))); }
    cell ALL P $classes $holds { NUM (ALL (@f, int, IN (i32, n))); NUM (ALL (@f, int, RANGE1 (int, 2))); }
    cell ARGMIN P $classes $before { NUM (ARGMIN (int, @f, IN (i32, n + 1))); }
    cell ARGMAX P $classes $before { NUM (ARGMAX (int, @f, IN (i32, n + 1))); }
    cell SORT P $classes $before { OUT (i32, SORT (int, @f, IN (i32, n))); }
    cell SEARCH P $classes $before {
        OUT (u64, SEARCH (int, @f, RANGE1 (int, (int) n), IN (i32, LEAST (n, 900))));
    }
}
foreach { builtin name parameters operands } {
    FILTER __nova_filter {double} {f, v}
    PARTITION __nova_partition {double} {f, v}
    FIND __nova_find {double} {f, v}
    COUNT nova_count {double} {f, v}
    ANY nova_any {double} {f, v}
    ALL nova_all {double} {f, v}
    ARGMIN __nova_argmin {double, double} {f, v}
    ARGMAX __nova_argmax {double, double} {f, v}
    SORT __nova_sort {double, double} {f, v}
    SEARCH __nova_search {double, double} {f, v, v}
} {
    refuse $builtin P {record union rows} "nova_vec (double) v, @T (*f) ($parameters) nova_passive" \
        "[regsub {^(__)?} $name {__}] ($operands)" \
        "operand 1 of '$name' gives '%T', wanted a scalar to compare with 0"
}

# Failure, and what stands in the place of a function.

cell FAIL - - {fn f 0 int "int a" { if (a == 7) RAISE ("seven"); return a; }} {
    FAILURE ("nova_fail: seven", MAP1 (int, @f, int, RANGE1 (int, (int) n)), n > 7);
}
cell BIND T memory {fn f 0 int "@T b, int a" { return RANK_@@ (b) + a / 2; }} {
    @T v = ELT (@@, 3);
    OUT (i32, MAP_BIND (int, @f, v, int, IN (i32, n)));
}
cell BIND T rows {fn f 0 int "@T b, int a" { return RANK_@@ (b) + a / 2; }} {
    @T v = ELT (@@, 3);
    OUT (i32, MAP_BIND (int, @f, v, int, IN (i32, n)));
}

# The generic operators: in map the type of the C expression, elsewhere that of the elements.
# Their operands are so small that neither sums nor products overflow or round.
operator ADD {a + b} 1 20000
operator MUL {a * b} 2 9
operator MIN {a < b ? a : b} 0 20000
operator MAX {a < b ? b : a} 0 20000
operator MIN_NAN {a < b ? a : b} 0 20000
operator MAX_NAN {a < b ? b : a} 0 20000
operator BAND {a & b} 0 20000
operator BOR {a | b} 0 20000
operator BXOR {a ^ b} 0 20000
operator LAND {a && b} 0 20000
operator LOR {a || b} 0 20000
operator LT {a < b} 0 20000
operator GT {a > b} 0 20000
