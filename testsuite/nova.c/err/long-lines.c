/* In a line of more than 128 columns, whose end GCC keeps in a map of places of its own, operands are found, too.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>

size_t
body (nova_vec (int) a)
{
  return nova_length (a) + nova_length (a) + nova_length (a) + nova_length (a) + nova_count (nova_lambda (unsigned long, (unsigned x), { return x; }), a);
}

size_t
no_body (nova_vec (int) a)
{
  return nova_length (a) + nova_length (a) + nova_length (a) + nova_length (a) + nova_count (nova_lambda (unsigned long, (unsigned x), x), a); /* { dg-error "136: operand 3 of 'nova_lambda' is no block in braces" } */
}

size_t
operand (nova_vec (int) a, int b)
{
  return nova_length (a) + nova_length (a) + nova_length (a) + nova_length (a) + nova_length (nova_map (nova_add, nova_reverse (a), b)); /* { dg-error "133: operand 3 of '__nova_map' has type 'int', wanted a vector" } */
}
