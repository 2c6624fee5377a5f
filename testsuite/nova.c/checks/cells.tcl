# cells.tcl - for each run-time check and each builtin that makes it: a call that fails it.
#
#   check KIND BUILTIN EXPRESSION GOOD BAD MESSAGE
#
# KIND is a row of check.def, or - for a text of the program's own; BUILTIN is one of builtins.def.
# The EXPRESSION, of type size_t, fails the check if the number B, a ptrdiff_t, is BAD, nothing
# if it is GOOD.  In it @ is the builtin's name as the cell spells it, @S(T) the type T as that name
# takes it; X is a vector of twelve ints: 0, 1, ..., 11.  What it writes to is its own, for it is also
# used in function operands.
#
#   silent BUILTIN... REASON        they raise nothing of their own
#   elsewhere KIND REASON           its test is not here
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

set most 18446744073709551615

# Lengths that must agree.
check LENGTHS MAP {nova_sum (@ (nova_add, X, W (B)))} 12 11 \
    {operand 3 has 11 elements, operand 2 has 12}
check LENGTHS FILTER {nova_length (@ (both, X, W (B)))} 12 11 \
    {operand 3 has 11 elements, operand 2 has 12}
check LENGTHS FIND {@ (both, X, W (B))} 12 11 {operand 3 has 11 elements, operand 2 has 12}
check LENGTHS FOLD {@ (step, nova_add, 0, X, W (B))} 12 11 \
    {operand 5 has 11 elements, operand 4 has 12}
check LENGTHS ZIP {nova_length (@ (@S(struct pair), X, W (B)))} 12 11 \
    {operand 3 has 11 elements, operand 2 has 12}
check LENGTHS PERMUTE {nova_sum (@ (nova_range (12), W (B)))} 12 11 \
    {operand 2 has 11 elements, operand 1 has 12}
check LENGTHS SCATTER {nova_sum (@ (X, nova_range (12), W (B)))} 12 11 \
    {operand 3 has 11 elements, operand 2 has 12}
check LENGTHS REDUCE_BY_INDEX {nova_sum (@ (nova_add, 0, 12, nova_range (12), W (B)))} 12 11 \
    {operand 5 has 11 elements, operand 4 has 12}
check LENGTHS REDUCE_INTO {nova_sum (@ (nova_add, X, nova_range (12), W (B)))} 12 11 \
    {operand 4 has 11 elements, operand 3 has 12}

# Room.
check ROOM STORE {({ int o[12]; @ (o, (size_t) B, X); })} 12 11 \
    {operand 2 has room for 11 elements, operand 3 has 12}
check ROOM STORE_ALL {({ int o[12], p[12]; @ ((size_t) B, o, X, p, X); (size_t) p[1] + o[1]; })} \
    12 11 \
    {operand 1 has room for 11 elements, operand 3 has 12}

# Steps.
check STEP RANGE {nova_length (@ ((ptrdiff_t) 0, (ptrdiff_t) 12, B))} \
    1 0 {operand 3, the step, is 0}
check STEP SLICE {nova_length (@ (0, B, 12, X))} 1 0 {operand 2, the step, is 0}

# Sizes that are too large, or negative.
check SIZE VIEW {nova_length (@ (a, (size_t) B))} 12 -1 \
    "operand 2: a size of $most elements of 4 bytes is too large"
check COUNT VIEW {nova_length (@ (a, B))} 12 -1 {operand 2, a size, is -1}
check SIZE VIEW_STRIDED {nova_length (@ (a, (size_t) B, 1))} 12 -1 \
    "operand 2: a size of $most elements of 4 bytes is too large"
check COUNT VIEW_STRIDED {nova_length (@ (a, B, 1))} 12 -1 {operand 2, a size, is -1}
check COUNT REPLICATE {nova_length (@ (B, 1))} 12 -1 {operand 1, a size, is -1}
check SIZE REPLICATE {nova_length (@ ((size_t) B, X))} 12 -1 \
    "operand 1: a size of $most elements of 48 bytes is too large"
check COUNT TABULATE {nova_length (@ (index_of, B))} 12 -1 {operand 2, a size, is -1}
check SIZE TABULATE {nova_length (@ (index_of, (size_t) B))} 12 -1 \
    "operand 2: a size of $most elements of 4 bytes is too large"
check COUNT WINDOW {nova_length (@ (B, X))} 12 -1 {operand 1, a size, is -1}
check SIZE WINDOW {nova_length (@ ((size_t) B, nova_replicate ((size_t) B, 1)))} 12 -1 \
    "operand 1: a size of $most elements of 4 bytes is too large"
check COUNT PAD {nova_length (@ (NOVA_CLAMP, B, X))} 2 -1 {operand 2, a size, is -1}
check COUNTABLE RANGE {nova_length (@ ((__int128) (size_t) B + 5))} 12 -1 \
    "operand 1: $most elements or more are too many"
check COUNT SPLIT {nova_length (@ (B, X))} 3 -1 {operand 1, a size, is -1}
check COUNT BUCKET {nova_length (@ (B, any, X))} 2 -1 {operand 1, a size, is -1}
check SIZE BUCKET {nova_length (@ ((size_t) B, any, X))} 2 -1 \
    "operand 1: a size of $most elements of 8 bytes is too large"
check COUNT REDUCE_BY_INDEX {nova_length (@ (nova_add, 0, B, nova_range (2), W (2)))} 2 -1 \
    {operand 3, a size, is -1}
check SIZE REDUCE_BY_INDEX {nova_length (@ (nova_add, 0, (size_t) B, nova_range (2), W (2)))} 2 -1 \
    "operand 3: a size of $most elements of 4 bytes is too large"
check SIZE EXPAND {nova_length (@ (WIDE_AT (B), numbered, X))} 3 9223372036854775807 \
    "operand 1: a size of 9223372036854775829 elements of 4 bytes is too large"
check SIZE EXPAND_NESTED {nova_length (@ (WIDE_AT (B), numbered, X))} 3 9223372036854775807 \
    "operand 1: a size of 9223372036854775829 elements of 4 bytes is too large"
check COUNT STORE {({ int o[12]; @ (o, B, X); })} 12 -1 {operand 2, a size, is -1}
check COUNT STORE_ALL {({ int o[12]; @ (B, o, X); (size_t) o[1]; })} \
    12 -1 {operand 1, a size, is -1}
check COUNT STORE_STRIDED {({ int o[12]; @ (o, B, 1, X); (size_t) o[1]; })} 12 -1 \
    {operand 2, a size, is -1}
check COUNT UPDATE_ROWS {({ int o[12] = { 0 }; @ (row_up, o, B, 1, 1); (size_t) o[1]; })} 12 -1 \
    {operand 3, a size, is -1}
check SIZE UPDATE_ROWS {({ int o[12] = { 0 }; @ (row_up, o, (size_t) B, 1, 1); (size_t) o[1]; })} \
    12 -1 \
    "operand 3: a size of $most elements of 4 bytes is too large"
check SIZE STORE_STRIDED {({ int o[12]; @ (o, 12, B, X); (size_t) o[0]; })} 1 4611686018427387904 \
    "operand 2: a size of 12 elements of 9223372036854775808 bytes is too large"
check TOTAL CONCAT {nova_length (@ (X, nova_replicate ((size_t) B, 1)))} 12 -1 \
    "operand 2: $most elements after 12 are too many"
check TOTAL PAD {nova_length (@ (NOVA_CLAMP, 3, nova_replicate ((size_t) B, 1)))} 12 -4 \
    "operand 2: 6 elements after 18446744073709551612 are too many"
check SIZE PAD {nova_length (@ (NOVA_WRAP, (size_t) B, nova_replicate (2, X)))} \
    1 1152921504606846976 \
    "operand 2: a size of 1152921504606846976 elements of 16 bytes is too large"

# Vectors that must not be empty, sizes that must not be 0.
check NONEMPTY ARGMIN {@ (less, W (B))} 12 0 {operand 2 has 0 elements}
check NONEMPTY ARGMAX {@ (less, W (B))} 12 0 {operand 2 has 0 elements}
check NONEMPTY MINIMUM {(size_t) @ (W (B))} 12 0 {operand 1 has 0 elements}
check NONEMPTY MAXIMUM {(size_t) @ (W (B))} 12 0 {operand 1 has 0 elements}
check NONEMPTY PAD {nova_length (@ (NOVA_WRAP, 2, W (B)))} 12 0 {operand 3 has 0 elements}
check POSITIVE WINDOW {nova_length (@ ((size_t) B, X))} 3 0 {operand 1, a size, is 0}
check MODE PAD {nova_length (@ ((int) B, 1, X))} 2 9 {operand 1, the mode, is 9}

# Levels.
check SPLIT SPLIT {nova_length (@ ((size_t) B, X))} \
    3 5 {operand 2 has 12 elements, no multiple of 5}
check NONEMPTY SEGMENTS {nova_length (@ (W (0), nova_view (offsets, (size_t) B)))} 1 0 \
    {operand 2 has 0 elements}
check BEGINS SEGMENTS {nova_length (@ (X, OFFSETS (0, B)))} \
    0 2 {operand 2, the offsets, begins with 2}
check ENDS SEGMENTS {nova_length (@ (X, OFFSETS (3, B)))} \
    12 11 {operand 2, the offsets, ends with 11, not 12}
check ORDERED SEGMENTS {nova_length (@ (X, OFFSETS (2, B)))} 3 2 \
    {operand 2: offset 2 of 4 is less than the one before it}
check RAGGED TRANSPOSE {nova_length (@ (RAGGED (B)))} 4 3 \
    {operand 1: row 1 has 3 elements, row 0 has 4}

# Strided stores and rows in place.
check SHAPE STORE_STRIDED {({ int o[12]; @ (o, (size_t) B, 1, X); (size_t) o[1]; })} 12 11 \
    {operand 2 is 11, operand 4 has 12 elements}
check ROWS STORE_STRIDED {({ int o[12]; @ (o, 3, 4, 4, 1, RAGGED (B)); (size_t) o[1]; })} 4 3 \
    {operand 6: row 1 has 3 elements, wanted 4}
check DISTINCT STORE_STRIDED {({ int o[12]; @ (o, 12, B, X); (size_t) o[0]; })} 1 0 \
    {operand 4: element 1 of 12 has the address of one before it}
check ONE_A_ROW UPDATE_ROWS {({ int o[12] = { 0 }; @ (row_add, o, 12, 1, 1, W (B)); (size_t) o[1]; })} \
    12 11 \
    {operand 6 has 11 elements for 12 rows}
check APART UPDATE_ROWS {({ int o[12] = { 0 }; @ (row_up, o, 3, B, 4); (size_t) o[1]; })} 4 3 \
    {operand 4, a step of 3 elements, is less than 4}

# Elements.
check INDEX GET {(size_t) @ (X, B)} 3 12 {operand 2: index 12 is not below 12}
check INDEX_AT GATHER {nova_sum (@ (AT (B), X))} \
    3 12 {operand 1: element 5, the index 12, is not below 12}
check INDEX_AT PERMUTE {nova_sum (@ (AT (B), X))} \
    5 -2 {operand 1: element 5, the index -2, is not below 12}
check INDEX_AT SCATTER {nova_sum (@ (X, AT (B), X))} -1 12 \
    {operand 2: element 5, the index 12, is not below 12}
check INDEX_AT SLICE {nova_sum (@ (0, B, X))} \
    12 14 {operand 1: element 12, the index 12, is not below 12}
check INDEX_AT REDUCE_BY_INDEX {nova_sum (@ (nova_add, 0, 12, AT (B), X))} -1 -2 \
    {operand 4: element 5, the index -2, is not below 12}
check INDEX_AT REDUCE_INTO {nova_sum (@ (nova_add, X, AT (B), X))} -1 12 \
    {operand 3: element 5, the index 12, is not below 12}
check INDEX_AT BUCKET {nova_length (nova_get (@ (12, nova_bind (at, B), nova_range (12)), 0))} \
    -1 12 \
    {operand 2: element 5, the index 12, is not below 12}
check COUNT_AT EXPAND {nova_sum (@ (nova_bind (at, B), numbered, nova_range (12)))} 3 -4 \
    {operand 1: element 5, a size, is -4}
check COUNT_AT EXPAND_NESTED {nova_length (nova_flatten (@ (nova_bind (at, B), numbered, nova_range (12))))} \
    3 -4 \
    {operand 1: element 5, a size, is -4}
check REPEATED PERMUTE {nova_sum (@ (AT (B), X))} \
    5 3 {operand 1: element 5, the index 3, is not new}

# No memory for it: more than there are addresses.
check MEMORY COPY {(size_t) nova_data (@ (nova_replicate ((size_t) B, 1)))[3]} 12 35184372088832 \
    {no memory for 35184372088832 elements of 4 bytes}

# Not of check.def: the text is the user's.
check - FAIL {({ if (B < 0) @ ("negative"); (size_t) B; })} 3 -1 negative

elsewhere ALIGNED "asks for NOVA_CHECK=1: run/check-aligned.c"
elsewhere ASSOCIATIVE "asks for NOVA_CHECK=1: run/check-operators.c"
elsewhere JOINS "asks for NOVA_CHECK=1: run/check-operators.c"
elsewhere NEUTRAL "asks for NOVA_CHECK=1: run/check-operators.c"
elsewhere IRREFLEXIVE "asks for NOVA_CHECK=1: run/check-orders.c"
elsewhere ASYMMETRIC "asks for NOVA_CHECK=1: run/check-orders.c"
elsewhere TRANSITIVE "asks for NOVA_CHECK=1: run/check-orders.c"
elsewhere SORTED "asks for NOVA_CHECK=1: run/check-orders.c"
silent FLATTEN LENGTH LENGTHS OFFSETS DATA REDUCE SCAN EXSCAN PARTITION SEARCH REVERSE ROTATE SORT SORT_BY \
    GROUP_BY SUM PRODUCT SUM_AS COUNT ANY ALL CONVERT FIELD PRINT \
    "wrong for no vector of their type, but for memory that cannot be had"
silent RETAIN RELEASE BIND TRUST "nothing is done with elements"
