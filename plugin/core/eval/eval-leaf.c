/* Leaves that the evaluators know by name: the functions of libm.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fir-eval.h"

#include <math.h>
#include <string.h>

/* Functions of one, two and three operands of one floating type; the f and l forms too.  */
#define MATH1(F)							\
  F (acos) F (acosh) F (asin) F (asinh) F (atan) F (atanh) F (cbrt) F (ceil) F (cos) F (cosh)	\
  F (erf) F (erfc) F (exp) F (exp2) F (expm1) F (fabs) F (floor) F (log) F (log10) F (log1p)	\
  F (log2) F (nearbyint) F (rint) F (round) F (sin) F (sinh) F (sqrt) F (tan) F (tanh)		\
  F (tgamma) F (trunc)
#define MATH2(F)							\
  F (atan2) F (copysign) F (fdim) F (fmax) F (fmin) F (fmod) F (hypot) F (pow) F (remainder)
#define MATH3(F) F (fma)

struct math
{
  const char *name;		/* of the double form */
  unsigned n;
  float (*f1) (float);
  double (*d1) (double);
  long double (*l1) (long double);
  float (*f2) (float, float);
  double (*d2) (double, double);
  long double (*l2) (long double, long double);
  float (*f3) (float, float, float);
  double (*d3) (double, double, double);
  long double (*l3) (long double, long double, long double);
};

static const struct math table[] = {
#define F1(N) { #N, 1, N##f, N, N##l, 0, 0, 0, 0, 0, 0 },
#define F2(N) { #N, 2, 0, 0, 0, N##f, N, N##l, 0, 0, 0 },
#define F3(N) { #N, 3, 0, 0, 0, 0, 0, 0, N##f, N, N##l },
  MATH1 (F1) MATH2 (F2) MATH3 (F3)
#undef F1
#undef F2
#undef F3
};

/* The function called NAME at scalar type *S; NULL if there is none.  */
static const struct math *
find_math (const char *name, enum scalar *s)
{
  size_t k, len = strlen (name);

  for (k = 0; k < sizeof table / sizeof *table; k++)
    {
      const char *stem = table[k].name;
      size_t n = strlen (stem);

      if (strncmp (name, stem, n) != 0 || len > n + 1)
	continue;
      *s = !name[n] ? SCALAR_F64 : name[n] == 'f' ? SCALAR_F32 : SCALAR_F80;
      if (!name[n] || name[n] == 'f' || name[n] == 'l')
	return &table[k];
    }
  return NULL;
}

bool
eval_known_leaf (struct eval *e, const struct fir_leaf *leaf, unsigned n, const struct value *args,
		 struct value *res)
{
  const char *name = leaf->name;
  const struct math *m;
  quad x[3] = { 0, 0, 0 }, r;
  enum scalar s;
  unsigned k;

  if (strncmp (name, "__builtin_", 10) == 0)
    name += 10;
  m = find_math (name, &s);
  if (!m || m->n != n || leaf->ret->kind != TYPE_SCALAR || leaf->ret->scalar != s)
    return false;
  for (k = 0; k < n; k++)
    {
      if (args[k].kind != VAL_FLOAT)
	eval_error (e, "@%s of something that is no float", leaf->name);
      x[k] = args[k].re;
    }
#define CALL(T, C)							\
  r = (quad) (n == 1 ? m->C##1 ((T) x[0]) : n == 2 ? m->C##2 ((T) x[0], (T) x[1])	\
	      : m->C##3 ((T) x[0], (T) x[1], (T) x[2]))
  if (s == SCALAR_F32)
    CALL (float, f);
  else if (s == SCALAR_F64)
    CALL (double, d);
  else
    CALL (long double, l);
#undef CALL
  *res = value_float (leaf->ret, r, 0);
  return true;
}
