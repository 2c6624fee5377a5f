/* What a function operand may not do, in as many ways as C has: through pointers that go down through calls,
   in arrays and structures, atomically, by builtins, by asm, in the library.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
#include <locale.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int counter, *gp = &counter, arr[10];
static int *pa[3] = { arr, arr + 1, arr + 2 };
static _Thread_local int tl;
static volatile int vg;
static _Atomic int ag;
static struct pp { int *a; struct pp *n; } gs = { &counter, 0 };
static int
b1 (int x)
{
  counter++;	/* { dg-message {10: here} } */
  return x;
}

static int
b2 (int x)
{
  *gp = x;	/* { dg-message {7: here} } */
  return x;
}

static int
b3 (int x)
{
  tl = x;	/* { dg-message {6: here} } */
  return x;
}

static int
b4 (int x)
{
  static int s; s += x;	/* { dg-message {19: here} } */
  return s;
}

static int b5 (int x) { return vg + x; }	/* { dg-message {35: here} } */
static int
b6 (int x)
{
  ag += x;	/* { dg-message {6: here} } */
  return x;
}

static int b7 (int x) { return __sync_fetch_and_add (&counter, x); }	/* { dg-message {32: here} } */
static int b8 (int x) { return __atomic_fetch_add (&counter, x, 0); }	/* { dg-message {32: here} } */
static int
b10 (int x)
{
  asm volatile ("nop");	/* { dg-message {3: here} } */
  return x;
}

static int
b11 (int x)
{
  asm ("" : : : "memory");	/* { dg-message {3: here} } */
  return x;
}

static int
b12 (int x)
{
  asm ("movl %1, %0" : "=m" (counter) : "r" (x));	/* { dg-message {3: here} } */
  return x;
}

static int
b13 (int x)
{
  int r; __builtin_add_overflow (x, 1, &counter);	/* { dg-message {10: here} } */
  return x;
}

static int
b14 (int x)
{
  memcpy (arr, &x, 4);	/* { dg-message {3: here} } */
  return x;
}

static void set3 (int *p, int v) { *p = v; }	/* { dg-message {39: here, in 'set3'} } */
static void set2 (int *p, int v) { set3 (p, v); }
static void set1 (int *p, int v) { set2 (p, v); }
static int
b15 (int x)
{
  set1 (&counter, x);	/* { dg-message {3: called from here} } */
  return x;
}

static int
b16 (int x)
{
  int a, *q[2] = { &a, &counter }; *q[x & 1] = x;	/* { dg-message {46: here} } */
  return x;
}

static int
b17 (int x)
{
  struct pp s = { &counter, 0 }; *s.a = x;	/* { dg-message {39: here} } */
  return x;
}

static int
b18 (int x)
{
  *pa[x % 3] = x;	/* { dg-message {14: here} } */
  return x;
}

static int
b19 (int x)
{
  gs.n = &gs;	/* { dg-message {8: here} } */
  return x;
}

static int
b21 (int x)
{
  printf ("%d\n", x);	/* { dg-message {3: here} } */
  /* { dg-message {3: output is admitted under '-fplugin-arg-nova-debug'} "" {} .-1 } */
  return x;
}

static int
b22 (int x)
{
  free (malloc (x));	/* { dg-message {3: here} } */
  return x;
}

static int b23 (int x) { return (int) time (NULL) + x; }	/* { dg-message {39: here} } */
static int b24 (int x) { return getenv ("X") != NULL; }	/* { dg-message {33: here} } */
static int
b25 (int x)
{
  char b[10] = "a,b";
  return strtok (b, ",")[0] + x;	/* { dg-message {25: here} } */
}

extern int ext (int);	/* { dg-message {12: if 'ext' only reads, declare it 'nova_passive'} } */
static int b26 (int x) { return ext (x); }	/* { dg-message {33: here} } */
static int (*fp) (int) = b26;
static int b27 (int x) { return fp (x); }	/* { dg-message {33: here} } */
static int
b28 (int x)
{
  static char buf[20]; sprintf (buf, "%d", x);	/* { dg-message {24: here} } */
  return buf[0];
}

static int cmpw (const void *a, const void *b) { counter++; return *(const int *) a - *(const int *) b; }	/* { dg-message {57: here, in 'cmpw'} } */
static int
b32 (int x)
{
  int a[2] = { x, 1 }; qsort (a, 2, 4, cmpw);	/* { dg-message {24: called from here} } */
  return a[0];
}

static int
b33 (int x)
{
  qsort (arr, 2, 4, cmpw);	/* { dg-message {3: here} } */
  return x;
}

static int
b34 (int x)
{
  uintptr_t u = (uintptr_t) &counter; *(int *) u = x;	/* { dg-message {50: here} } */
  return x;
}

static int
b35 (int x)
{
  int a[2]; int *p = a; p = x > 1000 ? gp : p; *p = 1;	/* { dg-message {51: here} } */
  return x;
}

static int
b36 (int x)
{
  union { int *p; long l; } u; u.l = (long) &counter; *u.p = x;	/* { dg-message {60: here} } */
  return x;
}

static int
b37 (int x)
{
  *(volatile int *) &counter;	/* { dg-message {3: here} } */
  return x;
}

static int
b38 (int x)
{
  register int r asm ("rbx"); asm volatile ("" : "=r" (r));	/* { dg-message {31: here} } */
  return x;
}

static int
b39 (int x)
{
  __builtin___clear_cache ((char *) arr, (char *) (arr + 1));	/* { dg-message {3: here} } */
  return x;
}

static int
b40 (int x)
{
  __atomic_store_n (&ag, x, 0);	/* { dg-message {3: here} } */
  return x;
}

static int b41 (int x) { return __atomic_exchange_n (&counter, x, 0); }	/* { dg-message {33: here} } */
static int b42 (int x) { return __sync_bool_compare_and_swap (&counter, x, 1); }	/* { dg-message {33: here} } */
static int
b43 (int x)
{
  atomic_flag f = ATOMIC_FLAG_INIT; static atomic_flag g; atomic_flag_test_and_set (&f);
  return atomic_flag_test_and_set (&g) + x;	/* { dg-message {10: here} } */
}

static int
b44 (int x)
{
  sscanf ("1", "%d", &counter);	/* { dg-message {3: here} } */
  return x;
}

static int b45 (int x) { return mblen ("a", 1) + x; }	/* { dg-message {33: here} } */
static int
b46 (int x)
{
  setlocale (LC_ALL, "C");	/* { dg-message {3: here} } */
  return x;
}

static int
b49 (int x)
{
  int *p = (int *) (long) x; *p = 3;	/* { dg-message {33: here} } */
  return x;
}

int
all (int *a, size_t n)
{
  nova_vec (int) v = nova_view (a, n);
  int s = 0;
  s += nova_sum (nova_map (b1, v));	/* { dg-error {28: function 'b1' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b2, v));	/* { dg-error {28: function 'b2' passed to '__nova_map' writes to memory that is not its own} } */
  s += nova_sum (nova_map (b3, v));	/* { dg-error {28: function 'b3' passed to '__nova_map' writes to 'tl'} } */
  s += nova_sum (nova_map (b4, v));	/* { dg-error {28: function 'b4' passed to '__nova_map' writes to 's'} } */
  s += nova_sum (nova_map (b5, v));	/* { dg-error {28: function 'b5' passed to '__nova_map' accesses the volatile 'vg'} } */
  s += nova_sum (nova_map (b6, v));	/* { dg-error {28: function 'b6' passed to '__nova_map' writes to 'ag'} } */
  s += nova_sum (nova_map (b7, v));	/* { dg-error {28: function 'b7' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b8, v));	/* { dg-error {28: function 'b8' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b10, v));	/* { dg-error {28: function 'b10' passed to '__nova_map' has an asm statement that may do more than give a value} } */
  s += nova_sum (nova_map (b11, v));	/* { dg-error {28: function 'b11' passed to '__nova_map' has an asm statement that may do more than give a value} } */
  s += nova_sum (nova_map (b12, v));	/* { dg-error {28: function 'b12' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b13, v));	/* { dg-error {28: function 'b13' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b14, v));	/* { dg-error {28: function 'b14' passed to '__nova_map' writes to 'arr'} } */
  s += nova_sum (nova_map (b15, v));	/* { dg-error {28: function 'b15' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b16, v));	/* { dg-error {28: function 'b16' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b17, v));	/* { dg-error {28: function 'b17' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b18, v));	/* { dg-error {28: function 'b18' passed to '__nova_map' writes to memory that is not its own} } */
  s += nova_sum (nova_map (b19, v));	/* { dg-error {28: function 'b19' passed to '__nova_map' writes to 'gs'} } */
  s += nova_sum (nova_map (b21, v));	/* { dg-error {28: function 'b21' passed to '__nova_map' calls 'printf'} } */
  s += nova_sum (nova_map (b22, v));	/* { dg-error {28: function 'b22' passed to '__nova_map' calls 'free', which is not known to be passive} } */
  s += nova_sum (nova_map (b23, v));	/* { dg-error {28: function 'b23' passed to '__nova_map' calls 'time', which is not known to be passive} } */
  s += nova_sum (nova_map (b24, v));	/* { dg-error {28: function 'b24' passed to '__nova_map' calls 'getenv', which is not known to be passive} } */
  s += nova_sum (nova_map (b25, v));	/* { dg-error {28: function 'b25' passed to '__nova_map' calls 'strtok', which is not known to be passive} } */
  s += nova_sum (nova_map (b26, v));	/* { dg-error {28: function 'b26' passed to '__nova_map' calls 'ext', which is not known to be passive} } */
  s += nova_sum (nova_map (b27, v));	/* { dg-error {28: function 'b27' passed to '__nova_map' calls through a pointer whose type is not passive} } */
  s += nova_sum (nova_map (b28, v));	/* { dg-error {28: function 'b28' passed to '__nova_map' writes to 'buf'} } */
  s += nova_sum (nova_map (b32, v));	/* { dg-error {28: function 'b32' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b33, v));	/* { dg-error {28: function 'b33' passed to '__nova_map' writes to 'arr'} } */
  s += nova_sum (nova_map (b34, v));	/* { dg-error {28: function 'b34' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b35, v));	/* { dg-error {28: function 'b35' passed to '__nova_map' writes to '\*p'} } */
  s += nova_sum (nova_map (b36, v));	/* { dg-error {28: function 'b36' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b37, v));	/* { dg-error {28: function 'b37' passed to '__nova_map' accesses volatile memory} } */
  s += nova_sum (nova_map (b38, v));	/* { dg-error {28: function 'b38' passed to '__nova_map' has an asm statement that may do more than give a value} } */
  s += nova_sum (nova_map (b39, v));	/* { dg-error {28: function 'b39' passed to '__nova_map' calls '__builtin___clear_cache', which is not known to be passive} } */
  s += nova_sum (nova_map (b40, v));	/* { dg-error {28: function 'b40' passed to '__nova_map' writes to 'ag'} } */
  s += nova_sum (nova_map (b41, v));	/* { dg-error {28: function 'b41' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b42, v));	/* { dg-error {28: function 'b42' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b43, v));	/* { dg-error {28: function 'b43' passed to '__nova_map' writes to 'g'} } */
  s += nova_sum (nova_map (b44, v));	/* { dg-error {28: function 'b44' passed to '__nova_map' writes to 'counter'} } */
  s += nova_sum (nova_map (b45, v));	/* { dg-error {28: function 'b45' passed to '__nova_map' calls 'mblen', which is not known to be passive} } */
  s += nova_sum (nova_map (b46, v));	/* { dg-error {28: function 'b46' passed to '__nova_map' calls 'setlocale', which is not known to be passive} } */
  s += nova_sum (nova_map (b49, v));	/* { dg-error {28: function 'b49' passed to '__nova_map' writes to '\*p'} } */
  return s;
}
