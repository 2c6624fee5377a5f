/* What a lifted function may not do with captured variables.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

extern void change (float *);
extern float look (const float *, const int *);

float
f (size_t n, const float *x, float a, nova_vec (float) w)
{
  float b = 0, t[3] = { 0 };
  float vl[n];		/* { dg-message "declared here" } */
  float vm[n];		/* { dg-message "declared here" } */
  struct { float a[2]; } s = { { 0, 0 } };
  int k = 2;
  vl[0] = 1;
  float address (float p) { change (&a); return p; }	/* { dg-message "address taken here" } */
  float constant (float p) { return p + look (t, &k); }
  float sized (float p) { float loc[n]; loc[0] = p; return loc[0] + t[1]; }
  float variable (float p) { return p + vl[1]; }
  float size (float p) { return p + sizeof vm; }
  float vector (float p) { w = nova_view (x, n); return p; }	/* { dg-message "assigned here" } */
  float inner (float p) { b++; return p; }		/* { dg-message "assigned here" } */
  float outer (float p) { return inner (p); }
  nova_vec (float) v = nova_map (address, nova_view (x, n));	/* { dg-error "34: function 'address' passed to '__nova_map' takes the address of the captured variable 'a'" } */
  v = nova_map (constant, v);
  v = nova_map (sized, v);
  v = nova_map (variable, v);	/* { dg-error "function 'variable' passed to '__nova_map' captures 'vl', whose type has a variable length" } */
  v = nova_map (size, v);	/* { dg-error "function 'size' passed to '__nova_map' captures 'vm', whose type has a variable length" } */
  v = nova_map (vector, v);	/* { dg-error "function 'vector' passed to '__nova_map' assigns to the captured variable 'w'" } */
  v = nova_map (outer, v);	/* { dg-error "function 'outer' passed to '__nova_map' uses 'inner', which assigns to the captured variable 'b'" } */
  v = nova_map (nova_lambda (float, (float q),	/* { dg-error "the lambda passed to '__nova_map' assigns to the captured variable 's'" } */
			     {
			       s.a[1] = q;	/* { dg-message "39: assigned here" } */
			       return q;
			     }), v);
  return nova_reduce (nova_add, 0.0f, v);
}

/* Types whose size is worked out around the function.  */
void
typedefs (size_t n, nova_vec (float) v)
{
  typedef float row[n];			/* { dg-message "17: declared here" } */
  float own (float b) { row r; r[0] = b; return r[0]; }
  float size (float b) { return b + sizeof (row); }
  size_t k = n;
  float within (float b) { typedef float mine[k]; mine r; r[0] = b; return r[0] + sizeof (mine); }
  nova_map (own, v);			/* { dg-error "13: function 'own' passed to '__nova_map' captures 'row', whose type has a variable length" } */
  nova_map (size, v);			/* { dg-error "13: function 'size' passed to '__nova_map' captures 'row', whose type has a variable length" } */
  nova_map (within, v);
}
