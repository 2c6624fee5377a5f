/* Function operands that follow pointers: lists, strings, own arrays, statics, functions through
   pointers; switches.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <string.h>

static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

typedef struct node { int v; struct node *next; } node;

static int
length (node *n)
{
  int k = 0;

  for (; n; n = n->next)
    k++;
  return k;
}

static int letters (const char *s) { return strlen (s); }
static double apply (double (*f) (double) nova_passive, double x) { return f (x); }
static double twice (double x) { return 2 * x; }

static void
pointees (void)
{
  node a = { 1, 0 }, b = { 2, &a }, c = { 3, &b }, *lists[3] = { &a, &b, &c };
  const char *words[] = { "one", "three", "", "a longer string" };
  double x[3] = { 1, 2, 3 };
  double f (double v) { return apply (twice, v); }

  CHECK (nova_sum (nova_map (length, nova_view (lists, 3))) == 6);
  CHECK (nova_sum (nova_map (letters, nova_view (words, 4))) == 3 + 5 + 15);
  CHECK (nova_sum (nova_map (f, nova_view (x, 3))) == 12);
}

static void
own_memory (void)
{
  char text[5];
  char upper (char c)
  {
    char t[2];

    t[0] = c;
    t[1] = 0;
    memset (t, c - 32, 1);
    return t[0];
  }
  int greatest (int i)
  {
    int t[4] = { 4, 3, i, 1 }, m = t[0];

    for (int k = 0; k < 4; k++)
      if (t[k] > m)
	m = t[k];
    return m;
  }

  nova_store (text, 5, nova_map (upper, nova_view ("hello", 5)));
  CHECK (memcmp (text, "HELLO", 5) == 0);
  CHECK (nova_maximum (nova_map (greatest, nova_range (10))) == 9);
}

static int
choose (int i)
{
  switch (i % 4)
    {
    case 0:
      return 10;
    case 1:
      return 20;
    case 2:
      return i > 5 ? 1 : 2;
    default:
      break;
    }
  return -1;
}

int
main (void)
{
  static int table[10] = { 5 };
  int at (int i) { return table[i]; }
  int want = 0;

  pointees ();
  own_memory ();
  table[3] = 8;
  CHECK (nova_sum (nova_map (at, nova_range (10))) == 13);
  for (int i = 0; i < 100; i++)
    want += choose (i);
  CHECK (nova_sum (nova_map (choose, nova_range (100))) == want);
  return bad;
}
