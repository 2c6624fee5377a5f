/* Constant handles, alone and in arrays, structures and unions, are empty vectors: with a program's
   lifetime, in blocks, in function operands.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later
   { dg-nova-levels "-O0" "-O1" "-O2" "-O3" "-Os" "-O2 -fPIC -g" } */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(E) do if (!(E)) { printf ("%d: %s\n", __LINE__, #E); exit (1); } while (0)

typedef nova_vec (int) ints;
typedef nova_vec (ints) rows;

static const ints none;
const ints public_none;
static const ints three[3];
static const rows no_rows;

struct pair { int k; ints x; };
struct deep { struct pair p[2]; const ints y; rows r; };
union either { int k; ints x; };

static const struct pair nothing;
static const struct pair known = { 7 };
static const struct pair designated = { .k = 8 };
static const struct pair table[3] = { { 1 }, [2] = { .k = 3 } };
static const struct deep nested;
static const struct deep nested_known = { .p = { { 1 }, { 2 } } };
static const union either alternative;

static int
twice (int v)
{
  return 2 * v;
}

static size_t
length (ints x)
{
  return nova_length (x);
}

static size_t
length_pair (struct pair p)
{
  return nova_length (p.x) + p.k;
}

static ints
identity (ints x)
{
  return x;
}

static int
in_operand (int v)
{
  return v + nova_length (none) + nova_sum (none);
}

static void
constants (ints full)
{
  CHECK (nova_length (none) == 0);
  CHECK (nova_length (public_none) == 0);
  CHECK (nova_length (three[1]) == 0);
  CHECK (nova_length (nova_map (twice, none)) == 0);
  CHECK (nova_sum (none) == 0);
  CHECK (nova_sum (nova_map (twice, three[2])) == 0);
  CHECK (length (none) == 0);
  CHECK (length (three[0]) == 0);
  CHECK (length (nested.y) == 0);
  CHECK (length_pair (nothing) == 0);
  CHECK (length_pair (known) == 7);
  CHECK (length_pair (designated) == 8);
  CHECK (length_pair (nested.p[1]) == 0);
  CHECK (length_pair (nested_known.p[1]) == 2);
  for (int k = 0; k < 3; k++)
    CHECK (length_pair (table[k]) == (size_t) (k == 2 ? 3 : k == 0));
  CHECK (nova_length (no_rows) == 0);
  CHECK (nova_length (nested.r) == 0);
  CHECK (nova_length (alternative.x) == 0);
  ints x = none, y = full;
  CHECK (nova_length (x) == 0);
  y = none;
  CHECK (nova_length (y) == 0);
  y = three[2];
  struct pair p = known;
  CHECK (p.k == 7 && nova_length (p.x) == 0);
  p = nested.p[0];
  p.x = full;
  CHECK (nova_length (p.x) == 3);
  p = nothing;
  struct deep d = nested_known;
  CHECK (d.p[1].k == 2);
  d.p[1].x = none;
  for (int k = 0; k < 3; k++)
    {
      ints z = k == 1 ? none : full;
      CHECK (nova_length (z) == (k == 1 ? 0 : 3));
      CHECK (nova_length (three[k]) == 0);
      CHECK (nova_sum (k ? none : full) == (k ? 0 : 6));
    }
  CHECK (nova_length (identity (none)) == 0);
  CHECK (nova_sum (nova_concat (none, full, three[1])) == 6);
  CHECK (nova_sum (nova_map (in_operand, full)) == 6);
  const ints here, *at = &none;
  const struct pair local = { 3 };
  static const ints inside;
  static const struct pair inside_pair = { 4 };
  CHECK (nova_length (here) == 0 && nova_length (*at) == 0 && nova_length (inside) == 0);
  CHECK (length_pair (local) == 3 && length_pair (inside_pair) == 4);
  CHECK (nova_length ((const ints) none) == 0);
  CHECK (nova_length (((const struct pair) { 1 }).x) == 0);
  const ints both[2] = { full, none };
  CHECK (nova_sum (both[0]) == 6 && nova_sum (both[1]) == 0);
  int nested_function (int v)
  {
    return v + nova_length (none) + nova_length (inside) + nova_length (three[1]);
  }
  CHECK (nova_sum (nova_map (nested_function, full)) == 6);
  nova_release (((ints *) both)[0]);
}
int
main (void)
{
  int a[3] = { 1, 2, 3 };
  constants (nova_view (a, 3));
  return 0;
}
