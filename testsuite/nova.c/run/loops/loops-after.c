/* Loops of function operands that begin where something else ends: the ways of a condition, another
   loop, a switch; what stands behind reads what the loop computed, not what went in.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>
#include <stdio.h>

#define FUNCTIONS(X) \
  X (after_if) X (after_loop) X (chain) X (after_switch) X (inner) X (shared) X (way)

/* The same text twice: read by the builtin, and called by plain C.  */
#define DEFINE(LINKAGE, NAME) \
LINKAGE int NAME##after_if (int x) \
{ \
  int s; \
  if (x > 3) \
    s = x; \
  else \
    s = 2 * x; \
  do \
    s += 3; \
  while (s % 7); \
  return s; \
} \
LINKAGE int NAME##after_loop (int x) \
{ \
  int s = 0; \
  for (int i = 0; ; i++) \
    { \
      if (i > x) \
	break; \
      if (i % 3 == 0) \
	continue; \
      s += i; \
    } \
  do \
    s++; \
  while (s % 7); \
  return s; \
} \
LINKAGE int NAME##chain (int x) \
{ \
  int s = 1; \
  while (x % 3) \
    { \
      x++; \
      s += x; \
      if (s > 100) \
	break; \
    } \
  do \
    s += 3; \
  while (s % 7); \
  do \
    { \
      x += s; \
      s--; \
    } \
  while (x % 5 && s > 0); \
  while (s < 1000) \
    s = s * 2 + x + 1000; \
  return s - x; \
} \
LINKAGE int NAME##after_switch (int x) \
{ \
  unsigned s = x, n = 0; \
  switch (x % 4) \
    { \
    case 0: \
      s = 17; \
      break; \
    case 1: \
      s ^= 9; \
      n = 2; \
      break; \
    case 2: \
      s += 5; \
    default: \
      n++; \
    } \
  do \
    { \
      n++; \
      s = s * 5 + 1; \
    } \
  while (s % 8); \
  return s + n; \
} \
LINKAGE int NAME##inner (int x) \
{ \
  int s = x; \
  for (int i = 0; i < 4; i++) \
    { \
      if (s & 1) \
	s += i; \
      else \
	s -= 2; \
      do \
	s += 3; \
      while (s % 5); \
      do \
	s += 4; \
      while (s % 3); \
    } \
  return s; \
} \
/* The second loop's header is the first one's end, and both read what came before.  */ \
LINKAGE int NAME##shared (int x) \
{ \
  int a = x & 7, b = x >> 3 & 7, t = a * b; \
  do \
    { \
      a++; \
      t += b; \
    } \
  while (t % 6); \
  do \
    { \
      b++; \
      t += a; \
    } \
  while (t % 10); \
  return t * 100 + a * 10 + b; \
} \
LINKAGE int NAME##way (int x) \
{ \
  int s = x; \
  if (x % 3 == 0) \
    { \
      if (x & 1) \
	s++; \
      do \
	s += 2; \
      while (s % 9); \
    } \
  else \
    while (s % 4) \
      s += 7; \
  return s + x; \
}

DEFINE (static, read_)
DEFINE (static __attribute__ ((noipa)), plain_)

int
main (void)
{
  enum { N = 3000 };
  static int a[N];
  int bad = 0;
  for (int i = 0; i < N; i++)
    a[i] = i;
#define CHECK(F) \
  { \
    nova_vec (int) r = nova_map (read_##F, nova_view (a, N)); \
    for (int i = 0; i < N; i++) \
      if (nova_get (r, i) != plain_##F (i)) \
	{ \
	  printf ("%s (%d) = %d, not %d\n", #F, i, nova_get (r, i), plain_##F (i)); \
	  bad = 1; \
	  break; \
	} \
  }
  FUNCTIONS (CHECK)
  return bad;
}
