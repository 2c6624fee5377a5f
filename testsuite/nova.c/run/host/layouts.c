/* Elements of every layout: bit-fields, unions, arrays and records in records, over-aligned, empty.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-nova-options "-Wno-psabi" } */

#include <nova.h>
#include <stdio.h>

#define N 50

struct big { int i; double d; char s[5]; struct { short h; } in; };
union either { int i; float f; };
struct bits { unsigned a : 3, b : 7; int c; };
struct wide { char c; _Alignas (32) int i; };
struct packed { char c; int i; } __attribute__ ((packed));
struct empty { };
struct tree { struct { struct { int v[2]; } b; } a; };

static struct big f_big (struct big v) { v.i++; v.in.h *= 2; return v; }
static union either f_either (union either u) { u.i += 5; return u; }
static struct bits f_bits (struct bits u) { u.b ^= 1; return u; }
static struct wide f_wide (struct wide w) { w.i += w.c; return w; }
static struct packed f_packed (struct packed p) { p.i += p.c; return p; }
static struct empty f_empty (struct empty e) { return e; }
static struct tree f_tree (struct tree t) { t.a.b.v[1] += t.a.b.v[0]; return t; }

/* A and B are arrays of N elements of TYPE; INIT sets a[i], B[i] must have SEEN.  */
#define TEST(TYPE, F, INIT, SEEN)				\
  do								\
    {								\
      static TYPE a[N], b[N];					\
      for (int i = 0; i < N; i++)				\
	{							\
	  INIT;							\
	}							\
      if (nova_store (b, N, nova_map (F, nova_view (a, N))) != N)	\
	return 1;						\
      nova_vec (TYPE) v = nova_copy (nova_reverse (nova_view (b, N)));	\
      if (nova_length (v) != N)					\
	return 1;						\
      for (int i = 0; i < N; i++)				\
	{							\
	  TYPE r = nova_get (v, N - 1 - i);			\
	  (void) r;						\
	  if (!(SEEN))						\
	    {							\
	      printf (#TYPE ": element %d\n", i);		\
	      return 1;						\
	    }							\
	}							\
    }								\
  while (0)

int
main (void)
{
  TEST (struct big, f_big,
	a[i].i = i; a[i].d = i * .5; a[i].in.h = i; a[i].s[0] = i; a[i].s[4] = 'x',
	r.i == i + 1 && r.d == i * .5 && r.in.h == 2 * i && r.s[0] == i && r.s[4] == 'x');
  TEST (union either, f_either, a[i].i = i, r.i == i + 5);
  TEST (struct bits, f_bits, a[i].a = i % 8; a[i].b = i; a[i].c = -i,
	r.a == (unsigned) i % 8 && r.b == (i ^ 1u) && r.c == -i);
  TEST (struct wide, f_wide, a[i].c = i; a[i].i = i, r.i == 2 * i && r.c == i);
  TEST (struct packed, f_packed, a[i].c = i; a[i].i = i, r.i == 2 * i && r.c == i);
  TEST (struct tree, f_tree, a[i].a.b.v[0] = i; a[i].a.b.v[1] = 3, r.a.b.v[1] == i + 3);
  TEST (struct empty, f_empty, (void) a, 1);
  return 0;
}
