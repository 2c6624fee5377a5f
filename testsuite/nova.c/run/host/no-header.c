/* The builtins without any header; handles that are static, in arrays, in switches, behind gotos.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

extern int printf (const char *, ...);

#define N 10
typedef __typeof__ (__typeof__ (int) __attribute__ ((nova_vector))) vec;

static vec kept, many[3];
static int p[N];
static int bad;

#define CHECK(C) \
  do { if (!(C)) { printf ("line %d: %s\n", __LINE__, #C); bad = 1; } } while (0)

static int twice (int x) { return 2 * x; }

static vec
loop (vec v, int k)
{
  for (int i = 0; i < k; i++)
    v = __nova_map (twice, v);
  return v;
}

static vec
recursion (vec v, int k)
{
  return k == 0 ? v : recursion (__nova_map (twice, v), k - 1);
}

static void
statics (void)
{
  kept = loop (__nova_view (p, N), 3);
  CHECK (__nova_get (kept, 9) == 72);
  many[1] = recursion (kept, 4);
  CHECK (__nova_get (many[1], 9) == 72 * 16 && __nova_length (many[0]) == 0);
  __nova_release (many[1]);
  __nova_release (kept);
  CHECK (__nova_length (many[1]) == 0);
}

static int
cases (int k)
{
  switch (k)
    {
      vec q;
    case 3:
      q = loop (__nova_view (p, N), 1);
      CHECK (__nova_get (q, 2) == 4);
      /* Fall through.  */
    case 4:
      q = loop (__nova_view (p, 5), 2);
      return __nova_length (q);
    default:
      return 0;
    }
}

static void
jumps (void)
{
  int n = 0;

again:;
  vec t = __nova_map (twice, __nova_view (p, N));
  if (n++ < 3)
    goto again;
  CHECK (__nova_reduce (__nova_add, 0, t) == 90);
  for (vec w = t; __nova_length (w) < 2;)
    ;
  vec chosen = n > 2 ? t : kept, *address = &t;
  CHECK (__nova_length (chosen) == N);
  vec next = __nova_map (twice, *address);
  /* Through a pointer nothing is released by itself.  */
  __nova_release (*address);
  *address = next;
  CHECK (__nova_get (t, 1) == 4 && __nova_get (chosen, 1) == 2);
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    p[i] = i;
  statics ();
  CHECK (cases (p[3]) == 5 && cases (4) == 5 && cases (5) == 0);
  jumps ();
  return bad;
}
