/* Vectors where C wants numbers, pointers, other vectors or a result, one construct a line.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
#include <stdarg.h>

struct holder { nova_vec (float) v; int k; };
union either { nova_vec (float) v; int k; };
int printf (const char *format, ...);
int many (int n, ...);
void takes (float x);			/* { dg-message {expected 'float' but argument is of type 'nova_vec\(float\)'} } */
void row (float *a) __attribute__ ((nova_passive));	/* { dg-error {expected '\)' before '__attribute__'} } */
/* { dg-error {expected ',' or ';' before '\)' token} "" {} .-1 } */
float neg (float a) __attribute__ ((const));
nova_vec (int) make (int k);

int
operators (nova_vec (float) v, nova_vec (int) iv, float *p)
{
  if (v)				/* { dg-error {a value of type 'nova_vec\(float\)' cannot be a condition} } */
    return 1;
  while (v)				/* { dg-error {a value of type 'nova_vec\(float\)' cannot be a condition} } */
    ;
  for (; v;)				/* { dg-error {a value of type 'nova_vec\(float\)' cannot be a condition} } */
    ;
  v ? 1 : 2;				/* { dg-error {a value of type 'nova_vec\(float\)' cannot be a condition} } */
  v && 1;				/* { dg-error {a value of type 'nova_vec\(float\)' cannot be a condition} } */
  1 || v;				/* { dg-error {invalid operands to binary \|\| \(have 'int' and 'nova_vec\(float\)'\)} } */
  switch (v) { }			/* { dg-error "switch quantity not an integer" } */
  v++;					/* { dg-error {a value of type 'nova_vec\(float\)' cannot be an operand of a unary operator} } */
  --v;					/* { dg-error {a value of type 'nova_vec\(float\)' cannot be an operand of a unary operator} } */
  v += 1;				/* { dg-error {invalid operands to binary \+ \(have 'nova_vec\(float\)' and 'int'\)} } */
  v -= v;				/* { dg-error {invalid operands to binary - \(have 'nova_vec\(float\)' and 'nova_vec\(float\)'\)} } */
  -v;					/* { dg-error {a value of type 'nova_vec\(float\)' cannot be an operand of a unary operator} } */
  ~v;					/* { dg-error {a value of type 'nova_vec\(float\)' cannot be an operand of a unary operator} } */
  1 ? v : iv;				/* { dg-error "type mismatch in conditional expression" } */
  1 ? v : 0;				/* { dg-error "type mismatch in conditional expression" } */
  v < v;				/* { dg-error {invalid operands to binary < \(have 'nova_vec\(float\)' and 'nova_vec\(float\)'\)} } */
  v == 0;				/* { dg-error {invalid operands to binary == \(have 'nova_vec\(float\)' and 'int'\)} } */
  v != (void *) 0;			/* { dg-error {invalid operands to binary != \(have 'nova_vec\(float\)' and 'void \*'\)} } */
  v == iv;				/* { dg-error {invalid operands to binary == \(have 'nova_vec\(float\)' and 'nova_vec\(int\)'\)} } */
  v | 1;				/* { dg-error {invalid operands to binary \| \(have 'nova_vec\(float\)' and 'int'\)} } */
  v << 1;				/* { dg-error {invalid operands to binary << \(have 'nova_vec\(float\)' and 'int'\)} } */
  v % v;				/* { dg-error {invalid operands to binary % \(have 'nova_vec\(float\)' and 'nova_vec\(float\)'\)} } */
  p[v];					/* { dg-error "array subscript is not an integer" } */
  v[1];					/* { dg-error "subscripted value has type .*, which is neither array nor pointer" } */
  v->x;					/* { dg-error {invalid type argument of '->' \(have 'nova_vec\(float\)'\)} } */
  v.x;					/* { dg-error "request for member 'x' in something not a structure or union" } */
  v ();					/* { dg-error "called object 'v' is not a function or function pointer" } */
  return v;				/* { dg-error {incompatible types when returning type 'nova_vec\(float\)' but 'int' was expected} } */
}

int
conversions (nova_vec (float) v, nova_vec (int) iv, float *p, struct holder h)
{
  (float *) v;				/* { dg-error {a value of type 'nova_vec\(float\)' cannot be converted to 'float \*'} } */
  (nova_vec (float)) p;			/* { dg-error {a value of type 'float \*' cannot be converted to 'nova_vec\(float\)'} } */
  (nova_vec (float)) 0;			/* { dg-error {a value of type 'int' cannot be converted to 'nova_vec\(float\)'} } */
  (nova_vec (int)) v;			/* { dg-error {a value of type 'nova_vec\(float\)' cannot be converted to 'nova_vec\(int\)'} } */
  (int) v;				/* { dg-error {a value of type 'nova_vec\(float\)' cannot be converted to 'int'} } */
  (_Bool) v;				/* { dg-error {a value of type 'nova_vec\(float\)' cannot be converted to '_Bool'} } */
  takes (v);				/* { dg-error "incompatible type for argument 1 of 'takes'" } */
  __builtin_memcpy (p, v, 8);		/* { dg-error "incompatible type for argument 2 of '__builtin_memcpy'" } */
/* { dg-message {expected 'const void \*' but argument is of type 'nova_vec\(float\)'} "" {} .-1 } */
  h.v = iv;				/* { dg-error {incompatible types when assigning to type 'nova_vec\(float\)' from type 'nova_vec\(int\)'} } */
  h.v = 0;				/* { dg-error {incompatible types when assigning to type 'nova_vec\(float\)' from type 'int'} } */
  v = 0;				/* { dg-error {incompatible types when assigning to type 'nova_vec\(float\)' from type 'int'} } */
  v = p;				/* { dg-error {incompatible types when assigning to type 'nova_vec\(float\)' from type 'float \*'} } */
  float k = v;				/* { dg-error {incompatible types when initializing type 'float' using type 'nova_vec\(float\)'} } */
  k = nova_sum (v) + v;			/* { dg-error {invalid operands to binary \+ \(have 'float' and 'nova_vec\(float\)'\)} } */
  k += v;				/* { dg-error {invalid operands to binary \+ \(have 'float' and 'nova_vec\(float\)'\)} } */
  nova_vec (float) w = 3;		/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} } */
  nova_vec (float) x = p;		/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'float \*'} } */
  nova_vec (float) y = iv;		/* { dg-error {24: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  nova_vec (float) y1 = { iv };		/* { dg-error {incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
/* { dg-message "near initialization for 'y1'" "" {} .-1 } */
  nova_vec (float) y2 = nova_lengths (nova_view (p, 2, 3)), y3 = iv;	/* { dg-error {incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\((size_t|long unsigned int)\)'} } */
/* { dg-error {66: incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} "" {} .-1 } */
  nova_vec (float) y4 = make (1);	/* { dg-error {incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  nova_vec (float) y5 = (k > 1 ? iv : iv);	/* { dg-error {incompatible types when initializing type 'nova_vec\(float\)' using type 'nova_vec\(int\)'} } */
  static nova_vec (float) sv = 1;	/* { dg-error {incompatible types when initializing type 'nova_vec\(float\)' using type 'int'} } */
  return sizeof v + sizeof w + sizeof x + sizeof y + sizeof y1 + sizeof y2 + sizeof y3 + sizeof y4 + sizeof y5 + sizeof sv;
}

nova_vec (float)
results (float *p, nova_vec (int) iv, int way)
{
  if (way == 1)
    return iv;				/* { dg-error {incompatible types when returning type 'nova_vec\(int\)' but 'nova_vec\(float\)' was expected} } */
  if (way == 2)
    return p;				/* { dg-error {incompatible types when returning type 'float \*' but 'nova_vec\(float\)' was expected} } */
  return 0;				/* { dg-error {incompatible types when returning type 'int' but 'nova_vec\(float\)' was expected} } */
}

void
no_result (float *p, nova_vec (float) v, nova_vec (float) out)
{
  int a = nova_store_strided (p, 3, 1, v);	/* { dg-error "'__nova_store_strided' has no result" } */
  a = nova_update_rows (row, p, 1, 1, 1);	/* { dg-error "'__nova_update_rows' has no result" } */
  a = nova_store_all (3, p, v) + 1;	/* { dg-error "'__nova_store_all' has no result" } */
  if (nova_print (v))			/* { dg-error "'nova_print' has no result" } */
    a = 1;
  p[nova_release (out)] = 1;		/* { dg-error "array subscript is not an integer" } */
}

enum { E = nova_sum (nova_range (3)) };	/* { dg-error "enumerator value for 'E' is not an integer constant" } */
int arr[nova_length (nova_range (3))];	/* { dg-error "variably modified 'arr' at file scope" } */
_Static_assert (nova_sum (nova_range (3)) == 3, "");	/* { dg-error "expression in static assertion is not constant" } */
int at_start = nova_sum (nova_range (3));	/* { dg-error "initializer element is not constant" } */
nova_vec (int) v_at_start = nova_range (3);	/* { dg-error "initializer element is not constant" } */
