/* Functions that write to their own variables through pointers that lie in variables, structures,
   arrays, lists and trees, come back from callees, or are moved by them: all of them are passive.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 500 };
static const int table[4] = { 3, 1, 4, 1 };

static int
through_two (int x)
{
  int own = 0, *p = &own, **q = &p;
  **q = x + 1;
  return own;
}

static int
array_of_pointers (int x)
{
  int l = 0, m = 1, *p[2] = { &l, &m };
  *p[x & 1] = x;
  return l * 10 + m;
}

static void
swap (int **a, int **b)
{
  int *t = *a;
  *a = *b;
  *b = t;
}

static int
swapped (int x)
{
  int l = 0, m = 1, *p = &l, *q = &m;
  swap (&p, &q);
  *p = x;
  *q = 7;
  return l * 10 + m;
}

/* A structure is filled by one callee and written through by others, by address and by value.  */
struct span
{
  int *p;
  int n;
};

static void
init (struct span *s, int *p)
{
  s->p = p;
  s->n = 0;
}

static void
push (struct span *s, int v)
{
  s->p[s->n++] = v;
}

static void
set_last (struct span s, int v)
{
  s.p[s.n - 1] = v;
}

static struct span
shifted (struct span s)
{
  struct span r = { s.p + 1, s.n - 1 };
  return r;
}

static int
spans (int x)
{
  int b[4] = { 0 };
  struct span s, copy;
  init (&s, b);
  push (&s, x);
  push (&s, x + 1);
  set_last (s, 5);
  memcpy (&copy, &s, sizeof s);
  copy.p[2] = 9;
  struct span t = shifted (copy);
  t.p[0] += 2;
  return b[0] + 10 * b[1] + 100 * b[2];
}

/* What is read and what is written are members of one structure.  */
struct context
{
  const int *in;
  int *out;
  int n;
};

static void
run (struct context *c)
{
  for (int i = 0; i < c->n; i++)
    c->out[i] = 2 * c->in[i];
}

static int
contexts (int x)
{
  int out[4];
  struct context c = { table, out, 4 };
  run (&c);
  c.out[0] += x;
  return out[0] + out[2];
}

struct a { int v; };
struct b { struct a *a; };
struct c { struct b *b; };

static void
set_deep (struct c *c, int v)
{
  c->b->a->v = v;
}

static int
three_deep (int x)
{
  struct a a;
  struct b b = { &a };
  struct c c = { &b };
  set_deep (&c, x);
  return a.v;
}

/* Recursion: a list through the frames, a pointer given back.  */
struct frame
{
  struct frame *up;
  int v;
};

static int
climb (struct frame *up, int depth)
{
  struct frame me = { up, depth };
  int s = 0;
  if (depth > 0)
    return climb (&me, depth - 1);
  for (struct frame *p = &me; p; p = p->up)
    {
      p->v++;
      s += p->v;
    }
  return s;
}

static int
frames (int x)
{
  return climb (NULL, x & 7);
}

static int *
last (int *p, int n)
{
  return n <= 1 ? p : last (p + 1, n - 1);
}

static int
given_back (int x)
{
  int b[4] = { 1, 2, 3, 4 };
  *last (b, 4) = x;
  return b[2] + b[3];
}

struct tree
{
  struct tree *l, *r;
  int key;
};

static struct tree *
insert (struct tree *t, struct tree *n)
{
  if (!t)
    return n;
  if (n->key < t->key)
    t->l = insert (t->l, n);
  else
    t->r = insert (t->r, n);
  return t;
}

static int
depth (struct tree *t)
{
  if (!t)
    return 0;
  int l = depth (t->l), r = depth (t->r);
  t->key = 0;
  return 1 + (l > r ? l : r);
}

static int
trees (int x)
{
  struct tree pool[6], *root = NULL;
  for (int i = 0; i < 6; i++)
    {
      pool[i].l = pool[i].r = NULL;
      pool[i].key = x * i % 5;
      root = insert (root, &pool[i]);
    }
  return depth (root);
}

/* Memory handed out of a buffer, and one that is rounded up.  */
struct arena
{
  char *p, *end;
};

static void *
take (struct arena *a, int n)
{
  void *r = a->p;
  if (a->end - a->p < n)
    abort ();
  a->p += n;
  return r;
}

static int
arenas (int x)
{
  char memory[64] __attribute__ ((aligned (16))), loose[sizeof (int) + 15];
  struct arena a = { memory, memory + sizeof memory };
  int *p = take (&a, 16), *q = take (&a, 16);
  int *r = (int *) (((__UINTPTR_TYPE__) loose + 15) & ~(__UINTPTR_TYPE__) 15);
  *p = x;
  *q = 2 * x;
  *r = 1;
  return *p + *q + *r;
}

static int
scratch (int x)
{
  struct span s;
  init (&s, nova_scratch (int, 8));
  for (int i = 0; i < 5; i++)
    push (&s, x * i);
  return s.p[4] - s.p[1];
}

/* Pointers that library functions give back.  */
static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static int
library (int x)
{
  char b[8] = "12a", *e;
  int sorted[4] = { 1, 2, 3, 4 }, key = 3;
  x += (int) strtol (b, &e, 10);
  *e = 'z';
  *strchr (b, '2') = '3';
  int *found = bsearch (&key, sorted, 4, sizeof key, compare);
  *found = x;
  return b[1] + b[2] + sorted[2];
}

/* Variables that nested functions of the operand write.  */
static int
nested (int x)
{
  int l = 0, *p = &l;
  void move (void) { p = &x; }
  void write (int v) { *p = v; }
  write (3);
  move ();
  write (4);
  return l * 10 + x;
}

int
main (void)
{
  static int x[N], y[N];
  for (int i = 0; i < N; i++)
    x[i] = i % 41;
#define TRY(F)							\
  nova_store (y, N, nova_map (F, nova_view (x, N)));		\
  for (int i = 0; i < N; i++)					\
    if (y[i] != F (x[i]))					\
      {								\
	printf (#F " %d: %d\n", i, y[i]);			\
	return 1;						\
      }
  TRY (through_two)
  TRY (array_of_pointers)
  TRY (swapped)
  TRY (spans)
  TRY (contexts)
  TRY (three_deep)
  TRY (frames)
  TRY (given_back)
  TRY (trees)
  TRY (arenas)
  TRY (scratch)
  TRY (library)
  TRY (nested)
  return 0;
}
