/* nova_print.
   { dg-nova-output "^3 .1,-2,3.$" }
   { dg-nova-output "^2x3 ..1,0.1,2.5.,.inf,-1e.10,0..$" }
   { dg-nova-output "^2x2x1 ...1.,.2..,..3.,.4...$" }
   { dg-nova-output "^2 ..1.5,.-7,<0a0b>..,.2,.9,<ffee>...$" }
   { dg-nova-output "^2x. ..1.,.-2,3..$" }
   { dg-nova-output "^1 ..1 -2.5..$" }
   { dg-nova-output "^2 .-170141183460469231731687303715884105728,12.$" }
   { dg-nova-output "^0 ..$" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"

struct s
{
  double x;
  struct
  {
    short h;
    unsigned char b[2];
  } t;
};

static void
show (const void *p, size_t size, unsigned k, size_t n1, size_t n2, size_t n3, const char *type)
{
  struct nova_vec *v = nova_vec_view (p, size, k, n1, n2, n3);
  nova_vec_print (v, type, NULL);
  nova_vec_release (v);
}

int
main (void)
{
  static const int i[] = { 1, -2, 3 };
  static const float f[] = { 1, 0.1f, 2.5f, __builtin_inff (), -1e10f, 0 };
  static const unsigned char u[] = { 1, 2, 3, 4 };
  static const struct s s[] = { { 1.5, { -7, { 10, 11 } } }, { 2, { 9, { 255, 238 } } } };
  static const size_t o[] = { 0, 1, 3 };
  static const __int128 w[] = { (__int128) 1 << 127, 12 };
  static const _Complex float c[] = { __builtin_complex (1.0f, -2.5f) };
  show (i, 4, 1, 3, 0, 0, "i32");
  show (f, 4, 2, 2, 3, 0, "vec f32");
  show (u, 1, 3, 2, 2, 1, "vec vec u8");
  show (s, sizeof *s, 1, 2, 0, 0,
        "rec#3 s {x: f64 @0, t: rec _ {h: i16 @0, b: blob#9 2 1 @2} 4 2 @8} 16 8");
  show (c, sizeof *c, 1, 1, 0, 0, "c64");
  show (w, sizeof *w, 1, 2, 0, 0, "i128");
  nova_vec_print (NULL, "f32", NULL);
  struct nova_vec *v = nova_vec_view (i, 4, 2, 2, 0, 0);
  v->inner[0].offsets = o;
  nova_vec_print (v, "vec i32", NULL);
  nova_vec_release (v);
  return 0;
}
