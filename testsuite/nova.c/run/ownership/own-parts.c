/* Temporaries in parts of expressions that are not always evaluated: released there, or, if the
   value may point into one, at the end of the full expression.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later
   { dg-nova-levels "-O0" "-O1" "-O2" "-O3" "-O2 -fexceptions -g" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)

typedef nova_vec (int) ints;

struct pair { int n; ints x; };
struct where { const int *p; size_t n; };
struct range { int least, most; };

static int square (int v) { return v * v; }
static ints __attribute__ ((noipa)) make (int n) { return nova_map (square, nova_range (n)); }
static ints __attribute__ ((noipa)) same (ints x) { return x; }
static const int *__attribute__ ((noipa)) first (ints x) { return nova_data (x); }
static struct where __attribute__ ((noipa))
place (ints x) { return (struct where) { nova_data (x), nova_length (x) }; }
static struct pair __attribute__ ((noipa)) wrap (ints x) { return (struct pair) { 1, x }; }
static int __attribute__ ((noipa)) total (struct pair p) { return nova_sum (p.x); }
static struct range __attribute__ ((noipa))
range (ints x) { return (struct range) { nova_minimum (x), nova_maximum (x) }; }
static void __attribute__ ((noipa)) note (int *to, ints x) { *to += nova_sum (x); }

/* N may be 0.  */
static void
parts (int n)
{
  int zero = 0, noted = 0, sum = 0;

  for (int k = 0; k < n; k++)
    sum += k * k;

  CHECK ((n ? nova_sum (make (n)) : -1) == (n ? sum : -1));
  CHECK ((n ? nova_sum (same (make (n))) : -1) == (n ? sum : -1));
  CHECK ((n && nova_sum (nova_map (square, make (n))) > 0) == (n > 1));
  CHECK ((n < 2 || nova_sum (make (n)) > 0));
  CHECK ((n ? total (wrap (make (n))) : 5) == (n ? sum : 5));
  CHECK ((n ? wrap (make (n)).n : 5) == (n ? 1 : 5));

  /* The value points into the temporary, which lives on.  */
  CHECK (*(n > 2 ? first (make (n)) + 2 : &zero) == (n > 2 ? 4 : 0));
  CHECK ((n > 2 ? place (make (n)) : (struct where) { &zero, 1 }).p[n > 2] == (n > 2));
  CHECK (nova_sum (n ? wrap (make (n)).x : make (2)) == (n ? sum : 1));
  CHECK (nova_sum ((n ? wrap (make (n)) : wrap (make (2))).x) == (n ? sum : 1));
  CHECK ((n ? range (make (n)) : (struct range) { 0, 0 }).most == (n ? (n - 1) * (n - 1) : 0));

  /* Vectors as values, one inside the other, statement expressions, void.  */
  ints x = n ? same (make (n)) : make (3);
  CHECK (nova_sum (x) == (n ? sum : 5));
  x = n > 2 ? nova_map (square, make (n)) : n ? x : same (make (4));
  CHECK (nova_length (x) == (size_t) (n ? n : 4));
  struct pair p = n ? wrap (make (n)) : (struct pair) { 2, make (2) };
  CHECK (total (p) == (n ? sum : 1));
  p = n > 1 ? (n > 2 ? wrap (make (n)) : wrap (make (1))) : p;
  CHECK (total (p) == (n > 2 ? sum : n ? 0 : 1));
  CHECK ((n ? ({ ints y = make (n); nova_sum (nova_map (square, y)) >= 0; }) : 1));
  n ? note (&noted, make (n)) : (void) 0;
  n ? (void) (noted += nova_sum (make (n)), x = make (1)) : note (&noted, make (2));
  CHECK (noted == (n ? 2 * sum : 1));
  for (int k = 0; k < 3 && nova_length (make (k)) < 2; k++)
    while (k < n && nova_sum (make (k + 1)) < 0)
      ;
}

int
main (void)
{
  for (int n = 0; n < 6; n++)
    parts (n);
  return 0;
}
