# cells.tcl - the cells of the table: making, reading and relaying vectors.
#
#   cell BUILTIN VARIABLE CLASSES FUNCTIONS STATEMENT
#       VARIABLE of the builtin's type in builtins.def (- if it has none) is each of CLASSES: class
#       identifiers or groups (classes.tcl), `all', or `memory', all but rows.  FUNCTIONS are
#	   fn NAME OPERAND RESULT PARAMETERS BODY ?OPERATOR BODY?
#       with the generic operator that is an operand of kind `operator' for int, and what it does.
#       In C, @T and @@ are the type and the identifier of the class, @NAME the operand, K the
#       constant 3; n is the number of elements.  Builtins are macros of fuzz-c/novas.h and plain.h.
#   refuse BUILTIN VARIABLE CLASSES PARAMETERS EXPRESSION TEXT
#       EXPRESSION is an error, with this TEXT; %T is the type as the compiler prints it.
#
# Every variable of every builtin must be here with every class, see lib/nova-table.exp.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

cell VIEW T memory {} {
    OUT (@@, VIEW (@T, A_@@ + 3, n));
    OUT2 (@@, VIEW2 (@T, A_@@, n / 5, 5));
    OUT3 (@@, VIEW3 (@T, A_@@, LEAST (n, 3000) / 12, 3, 4));
}
refuse VIEW T rows {@T *p} {nova_view (p, 3)} \
    {operand 1 of '__nova_view' points to '%T', wanted elements in memory: it is a vector}

cell VIEW_STRIDED T memory {} {
    OUT (@@, VIEW_STRIDED (@T, A_@@ + n, n, -1));
    OUT2 (@@, VIEW_STRIDED2 (@T, A_@@ + 1, n / 5, 2, 3, 0));
    OUT3 (@@, VIEW_STRIDED3 (@T, A_@@ + 9, LEAST (n, 3000) / 5, 3, 2, 0, 4, -3));
}
refuse VIEW_STRIDED T rows {@T *p} {nova_view_strided (p, 3, 1)} \
    {operand 1 of '__nova_view_strided' points to '%T', wanted elements in memory: it is a vector}

cell SEGMENTS T all {} {
    int o[4] = { 0, (int) n / 3, (int) n / 3, (int) n };
    OUT2 (@@, SEGMENTS (@T, int, IN (@@, n), VIEW (int, o, 4)));
}
cell SEGMENTS I int {} {
    size_t m = LEAST (n, M_@@);
    @T o[4] = { 0, (@T) (m / 3), (@T) (m / 3), (@T) m };
    OUT2 (f64, SEGMENTS (double, @T, IN (f64, m), VIEW (@T, o, 4)));
}
refuse SEGMENTS I {float complex other rows} {nova_vec (double) v, nova_vec (@T) x} \
    {nova_segments (v, x)} \
    {operand 2 of '__nova_segments' has type 'nova_vec(%T)', wanted a vector of integers}

cell SPLIT T all {} { OUT2 (@@, SPLIT (@T, 4, IN (@@, n / 4 * 4))); }
cell FLATTEN T all {} { OUT (@@, FLATTEN (@T, SPLIT (@T, 4, IN (@@, n / 4 * 4)))); }

cell RANGE I int {} {
    typedef PROMOTED (@T) P;
    @T e = (@T) LEAST (n, M_@@), one = 1;
    OUT_NUMBERS (P, RANGE1 (P, e));
    OUT_NUMBERS (P, RANGE2 (P, one, e));
    OUT_NUMBERS (P, RANGE3 (P, (@T) 0, e, (@T) 3));
}
refuse RANGE I {float complex other rows} {@T x} {nova_range (x)} \
    {operand 1 of '__nova_range' has type '%T', wanted an integer}

cell REPLICATE T memory {} { @T v = ELT (@@, 5); OUT (@@, REPLICATE (@T, n, v)); }
cell REPLICATE T rows {} { @T v = ELT (@@, 5); OUT (@@, REPLICATE (@T, LEAST (n, 500), v)); }
cell LENGTH T all {} { NUM (LENGTH (IN (@@, n))); NUM (LENGTH (SPLIT (@T, 2, IN (@@, n / 2 * 2)))); }
cell LENGTHS T all {} { OUT (u64, LENGTHS (SPLIT (@T, 4, IN (@@, n / 4 * 4)))); }
cell OFFSETS T all {} { OUT (u64, OFFSETS (SPLIT (@T, 4, IN (@@, n / 4 * 4)))); }
cell GET T all {} {
    VEC (@T) v = IN (@@, n + 1);
    VAL (@@, GET (@T, v, n / 2));
    VAL (@@, GET (@T, v, n));
}
cell GET I int {} { @T i = (@T) LEAST (n, M_@@); VAL (f64, GET (double, IN (f64, n + 1), i)); }
refuse GET I {float complex other rows} {nova_vec (double) v, @T x} {nova_get (v, x)} \
    {operand 2 of '__nova_get' has type '%T', wanted an integer}
cell DATA T memory {} {
    const @T *p = DATA (@T, REVERSE (@T, IN (@@, n + 1)));
    VAL (@@, p[0]);
    VAL (@@, p[n]);
}
cell DATA T rows {} {
    const int *p = DATA (int, FLATTEN (int, REVERSE (@T, IN (@@, n + 1))));
    VAL (i32, p[3 * n + 2]);
}

cell STORE T memory {} {
    NUM (STORE (@T, O_@@, n + 5, REVERSE (@T, IN (@@, n))));
    NUM (STORE (@T, O_@@ + 1, n, VIEW (@T, O_@@, n)));
    OUT (@@, VIEW (@T, O_@@, n));
}
cell STORE T rows {} {
    NUM (STORE2 (int, O_i32, 3 * n, REVERSE (@T, IN (@@, n))));
    OUT (i32, VIEW (int, O_i32, 3 * n));
}
cell STORE_STRIDED T memory {} {
    FILL (O_@@, 2 * n + 2, ELT (@@, 1));
    STORE_STRIDED (@T, O_@@ + 2 * n, n, -2, IN (@@, n));
    STORE_STRIDED2 (@T, O_@@, n / 8, 6, 2, 3, SPLIT (@T, 2, IN (@@, n / 8 * 2)));
    OUT (@@, VIEW (@T, O_@@, 2 * n + 1));
}
cell STORE_STRIDED T rows {} {
    FILL (O_i32, 3 * n, 7);
    STORE_STRIDED2 (int, O_i32, n, 3, 3, 1, IN (@@, n));
    OUT (i32, VIEW (int, O_i32, 3 * n));
}
cell STORE_ALL T {bool char i8 u8 i16 u16 i32 u32 i64 ill ull i128 u128 en float complex other} {} {
    FILL (O_@@, n + 9, ELT (@@, 1));
    FILL (O_u64, n + 9, k);
    STORE_ALL (n + 9, @T, O_@@ + 1, IN (@@, n), T_u64, O_u64 + 9, REVERSE (T_u64, IN (u64, n)));
    OUT (@@, VIEW (@T, O_@@, n + 1));
    OUT (u64, VIEW (T_u64, O_u64, n + 9));
}
cell STORE_ALL T u64 {} {
    STORE_ALL (n + 9, @T, O_@@ + 1, IN (@@, n), int, O_i32 + 9, REVERSE (int, IN (i32, n)));
    OUT (@@, VIEW (@T, O_@@ + 1, n));
    OUT (i32, VIEW (int, O_i32 + 9, n));
}
cell STORE_ALL T rows {} {
    STORE_ALL (3 * n, int, O_i32, FLATTEN (int, IN (@@, n)), double, O_f64, IN (f64, n));
    OUT (i32, VIEW (int, O_i32, 3 * n));
}
cell COPY T all {} { VEC (@T) c = COPY (@T, IN (@@, n)); OUT (@@, c); }

cell SLICE I int {} {
    @T e = (@T) LEAST (n, M_@@), one = 1;
    OUT (f64, SLICE (double, (@T) 0, e, IN (f64, n)));
    OUT (f64, SLICE3 (double, (@T) 0, one, e, IN (f64, n)));
}
refuse SLICE I {float complex other rows} {nova_vec (double) v, @T x} {nova_slice (x, 2, v)} \
    {operand 1 of '__nova_slice' has type '%T', wanted an integer}
cell SLICE T all {} {
    OUT (@@, SLICE (@T, n / 3, n, IN (@@, n)));
    OUT (@@, SLICE3 (@T, (int) n - 1, -2, 0, IN (@@, n)));
}
cell REVERSE T all {} { OUT (@@, REVERSE (@T, IN (@@, n))); }
cell ROTATE I int {} {
    @T i = (@T) LEAST (n, M_@@);
    OUT (f64, ROTATE (double, i, IN (f64, n + 1)));
}
refuse ROTATE I {float complex other rows} {nova_vec (double) v, @T x} {nova_rotate (x, v)} \
    {operand 1 of '__nova_rotate' has type '%T', wanted an integer}
cell ROTATE T all {} { OUT (@@, ROTATE (@T, -7, IN (@@, n + 1))); }
cell CONCAT T all {} {
    OUT (@@, CONCAT3 (@T, IN (@@, n / 2), IN (@@, 3), REVERSE (@T, IN (@@, n))));
}
cell TRANSPOSE T all {} { OUT2 (@@, TRANSPOSE (@T, SPLIT (@T, 4, IN (@@, LEAST (n, 8000) / 4 * 4)))); }
cell WINDOW T all {} { OUT2 (@@, WINDOW (@T, 3, IN (@@, LEAST (n, 3000)))); }
cell PAD T memory {} {
    OUT (@@, PAD (@T, CLAMP, 2, IN (@@, n + 1)));
    OUT (@@, PAD (@T, WRAP, 3, IN (@@, n + 1)));
    OUT (@@, PAD (@T, REFLECT, 2, IN (@@, n + 1)));
    OUT (@@, PAD (@T, ZERO, 2, IN (@@, n + 1)));
}
cell PAD T rows {} {
    OUT (@@, PAD (@T, CLAMP, 2, IN (@@, n + 1)));
    OUT (@@, PAD (@T, WRAP, 3, IN (@@, n + 1)));
    OUT (@@, PAD (@T, REFLECT, 2, IN (@@, n + 1)));
    OUT (@@, PAD_ZERO_ROWS (2, IN (@@, n + 1)));
}

cell CONVERT T real {} { OUT (f64, CONVERT (double, @T, IN (@@, n))); }
cell CONVERT T complex {} { OUT (cl, CONVERT (T_cl, @T, IN (@@, n))); }
cell CONVERT T other {} { OUT (@@, CONVERT (@T, @T, IN (@@, n))); }
cell CONVERT T rows {} { OUT (i64, CONVERT (long, int, FLATTEN (int, IN (@@, n)))); }
cell CONVERT U arith {fn f 0 T_i8 "T_i32 a" { return (T_i8) (a & 15); }} {
    OUT (@@, CONVERT (@T, T_i8, MAP1 (T_i8, @f, T_i32, IN (i32, n))));
}
refuse CONVERT U {other} {nova_vec (double) v} {nova_convert (@T, v)} \
    {operand 2 of 'nova_convert' has type 'nova_vec(double)', wanted 'nova_vec(%T)'}
refuse CONVERT U rows {nova_vec (double) v} {nova_convert (@T, v)} \
    {operand 2 of 'nova_convert' has type 'nova_vec(double)', wanted 'nova_vec(%T)'}

cell FIELD T memory {} {
    struct s { char x; @T m; short y; };
    struct s *a = room (5000 * sizeof *a);
    size_t m = LEAST (n, 5000);
    for (size_t k = 0; k < m; k++) a[k].m = ELT (@@, k);
    OUT (@@, FIELD (struct s, m, @T, VIEW (struct s, a, m)));
}
refuse FIELD T rows {} {struct s { @T m; }; nova_vec (struct s) v;} \
    {'struct s' cannot be the element type of a vector: it holds a vector}
cell FIELD S pad {} { OUT (i64, FIELD (@T, b, long, IN (@@, n))); }
cell FIELD S bits {} { OUT (i32, FIELD_BITS (@T, b, int, IN (@@, n))); OUT (u64, FIELD_BITS (@T, c, T_u64, IN (@@, n))); }
cell FIELD S un {} { OUT (f32, FIELD (@T, f, float, IN (@@, n))); }
refuse FIELD S {arith pointer rows} {nova_vec (@T) v} {nova_field (v, x)} \
    {operand 1 of 'nova_field' has type 'nova_vec(%T)', wanted a vector of structures}
cell ZIP T memory {} {
    struct s { @T x; int y; };
    VEC (struct s) z = ZIP (struct s, @T, IN (@@, n), int, IN (i32, n));
    OUT (@@, FIELD (struct s, x, @T, z));
    OUT (i32, FIELD (struct s, y, int, z));
}
refuse ZIP T rows {nova_vec (@T) v} {struct s { @T m; }; nova_zip (struct s, v)} \
    {operand 1 of 'nova_zip' gives 'struct s', which cannot be the element type of a vector: it holds a vector}
refuse ZIP S {arith pointer un rows} {nova_vec (double) v} {nova_zip (@T, v, v)} \
    {operand 1 of 'nova_zip' is the type '%T', wanted a structure}
cell ZIP S bits {} {
    OUT (@@, ZIP4 (@T, T_bool, IN (bool, n), T_bool, IN (bool, n), T_u32, IN (u32, n), T_bool, IN (bool, n)));
}
cell ZIP S pad {} { OUT (@@, ZIP3 (@T, char, IN (char, n), long, IN (i64, n), T_i8, IN (i8, n))); }

cell RETAIN T all {} {
    VEC (@T) v = COPY (@T, IN (@@, n));
    VEC (@T) w = RETAIN (v);
    OUT (@@, w);
    RELEASE (w);
    NUM (LENGTH (w));
    OUT (@@, v);
}
cell RELEASE T all {} {
    static VEC (@T) v;
    v = REVERSE (@T, IN (@@, n));
    OUT (@@, v);
    RELEASE (v);
    NUM (LENGTH (v));
}
