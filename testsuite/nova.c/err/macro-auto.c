/* A macro that keeps its operand in a variable of the operand's type, as one that evaluates it once does:
   where the operand is wrong the variable is no mistake of its own, also in a macro in a macro.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <nova.h>

#define LENGTH(E) ({ __auto_type v_ = (E); nova_length (v_); })
#define SAME(E, F) \
  ({									\
    __auto_type a_ = (E);						\
    __auto_type b_ = LENGTH (F);					\
    nova_length (a_) == b_;						\
  })

static int
twice (int *q)			/* { dg-message "1: 'twice' declared here" } */
{
  return 2 * *q;
}

size_t
lengths (float *p, int n)
{
  return LENGTH (nova_map (twice, nova_view (p, n))); /* { dg-error "35: operand 2 of '__nova_map' has elements of type 'float', wanted 'int \\*' for parameter 1 of 'twice'" } */
}

int
same (float *p, int n)
{
  return SAME (nova_view (p, n),
	       nova_map (twice,
			 nova_view (p, n))); /* { dg-error "26: operand 2 of '__nova_map' has elements of type 'float', wanted 'int \\*' for parameter 1 of 'twice'" } */
}

int
good (float *p, int n)
{
  return SAME (nova_view (p, n), nova_view (p, n));
}

int
other (void)
{
  return w_;			/* { dg-error "10: 'w_' undeclared" } */
}
