/* What GNU C has beside the builtins: nothing of it may change because the plugin is loaded.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

typedef float v4 __attribute__ ((vector_size (16)));
typedef int i4 __attribute__ ((vector_size (16)));
typedef int tree;

struct bits { unsigned a : 3; int b : 7; _Bool c; };
union either { double d; unsigned char bytes[8]; };

static jmp_buf back;
_Thread_local int counter;
int nova_map = 3;                       /* names that the header would give a meaning */
const char *const reduce_names[] = { "add", "mul" };

v4
mix (v4 a, v4 b)
{
  return __builtin_shuffle (a, b, (i4) { 0, 4, 1, 5 });
}

/* A nested function with captures, a VLA, a non-local goto.  */
int
nested (int n, const int x[n])
{
  __label__ out;
  int sum = 0, copy[n];
  void add (int i)
  {
    if (x[i] < 0)
      goto out;
    copy[i] = x[i];
    sum += copy[i];
  }
  for (int i = 0; i < n; i++)
    add (i);
out:
  return sum + ({ int t = counter; t * nova_map; });
}

/* A pointer to a nested function needs a trampoline.  */
int
trampoline (int (*apply) (int (*) (int), int), int k)
{
  int scale (int a) { return a * k; }
  return apply (scale, 7);
}

double
complex_part (double complex z)
{
  return creal (z * conj (z)) + __builtin_complex (1.0, 2.0);
}

int
vararg (int n, ...)
{
  va_list ap;
  int s = 0;
  va_start (ap, n);
  while (n-- > 0)
    s += va_arg (ap, int);
  va_end (ap);
  return s;
}

static void
leave (int *p)
{
  counter -= *p;
}

int
guarded (tree t, struct bits s, union either e)
{
  int mark __attribute__ ((cleanup (leave))) = t;
  static void *const jumps[] = { &&low, &&high };
  if (setjmp (back))
    return -1;
  goto *jumps[t > 3];
low:
  s.a++;
  return s.a + s.b + e.bytes[0];
high:
  switch (t)
    {
    case 4 ... 9:
      longjmp (back, 1);
    default:
      __asm__ volatile ("" : "+r" (mark) : : "memory");
    }
  return _Generic (t, int: s.b, default: s.c);
}

float
saxpy_by_hand (size_t n, float a, const float *restrict x, float *restrict y)
{
  float s = 0;
#pragma GCC ivdep
  for (size_t i = 0; i < n; i++)
    s += y[i] += a * x[i];
  return s + (float) strlen (reduce_names[0]);
}
