# classes.tcl - the classes of elements of the table, and groups of them.
#
#   class ID GROUPS TYPE ?DEFINITION?    TYPE is what C calls it; rows have none in memory
#   printed ID NAME                      how the compiler prints TYPE
#   probe ID MACRO                       a class that the compiler has if it defines MACRO
#
# How the cells make and change elements of a class is in classes.h.
#
# Copyright (C) 2026 The nova authors
# SPDX-License-Identifier: GPL-3.0-or-later

class bool {int key real arith} {_Bool}
class char {int key real arith} {char}
class i8   {int key real arith} {signed char}
class u8   {int key real arith} {unsigned char}
class i16  {int key real arith} {short}
class u16  {int key real arith} {unsigned short}
class i32  {int key real arith} {int}
class u32  {int key real arith} {unsigned int}
class i64  {int key real arith} {long}
class u64  {int key real arith} {unsigned long}
class ill  {int key real arith} {long long}
class ull  {int key real arith} {unsigned long long}
class i128 {int key real arith} {__int128}
class u128 {int key real arith} {unsigned __int128}
class en   {int key real arith} {enum en} {enum en { E0, E1, E5 = 5, E100 = 100 };}
class f16  {float key real arith} {_Float16}
class f32  {float key real arith} {float}
class f64  {float key real arith} {double}
class f80  {float key real arith} {long double}
class cf   {complex arith} {_Complex float}
class cd   {complex arith} {_Complex double}
class cl   {complex arith} {_Complex long double}
class ptr  {pointer other} {const int *} {extern const int pool[64];}
class fn   {pointer other} {int (*) (int)} {
extern int pool_fn0 (int), pool_fn1 (int), pool_fn2 (int), pool_fn3 (int);
static int (*const pool_fn[4]) (int) = { pool_fn0, pool_fn1, pool_fn2, pool_fn3 };}
class pad  {record other} {struct pad} {struct pad { char a; long b; signed char c; };}
class bits {record other} {struct bits} {
struct bits { unsigned a : 3; int b : 13; unsigned long c : 40; _Bool d : 1; };}
class un   {union other} {union un} {union un { unsigned u; float f; unsigned char c[12]; };}
class rows {rows} {}

probe f16 __FLT16_MAX__
probe i128 __SIZEOF_INT128__
probe u128 __SIZEOF_INT128__

# As the compiler prints them, where that differs.
printed i16 {short int}
printed u16 {short unsigned int}
printed i64 {long int}
printed u64 {long unsigned int}
printed ill {long long int}
printed ull {long long unsigned int}
printed u128 {__int128 unsigned}
printed cf {complex float}
printed cd {complex double}
printed cl {complex long double}
printed fn {int (*)(int)}
