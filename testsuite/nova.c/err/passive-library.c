/* Functions of the library that write to what is not the function's own, and those that do not.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-do compile } */

#include <nova.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

struct large { long a, b, c; };
static _Atomic struct large large;
static int shared;

/* Large atomic objects are loaded by a call with the address of the result.  */
static int f_atomic_load (int x)
{
  struct large l = large;
  return x + (int) l.a;
}

static int f_atomic_store (int x)
{
  struct large l = { x, x, x };
  large = l;				/* { dg-message "here" } */
  return x;
}

static float f_atomic_float (float x)
{
  _Atomic float own = 1;
  own += x;
  return own;
}

static int f_count (int x)
{
  char b[20];
  int own;
  snprintf (b, sizeof b, "%d%n", x, &own);
  snprintf (b, sizeof b, "%d%n", own, &shared);	/* { dg-message "here" } */
  return b[0];
}

static int f_copy (int x)
{
  memmove (&shared, &x, sizeof x);	/* { dg-message "here" } */
  return x;
}

static int f_random (int x)
{
  unsigned seed = (unsigned) x;
  return rand_r (&seed);
}

static int f_hidden_state (int x)
{
  return x + rand ();			/* { dg-message "here" } */
}

/* State that the library keeps between calls: in what it is given, or in variables of its own.  */
static int f_words (int x)
{
  char b[20] = "a,b";
  static char *save;
  return strtok_r (b, ",", &save)[0] + x;	/* { dg-message "here" } */
}

static char text[20];
static int f_words_there (int x)
{
  char *save = text, *t = strtok_r (NULL, ",", &save);	/* { dg-message "here" } */
  return t[0] + x;
}

static int f_word_written (int x)
{
  char *p = text, *t = p;
  t = strsep (&p, ",");			/* { dg-message "here" } */
  return t[0] + x;
}

static int f_state (int x)
{
  static mbstate_t state;
  wchar_t w;
  mbrtowc (&w, "a", 1, &state);		/* { dg-message "here" } */
  return (int) w + x;
}

static int f_own_state (int x)
{
  mbstate_t state = { 0 };
  wchar_t w;
  mbrtowc (&w, "a", 1, &state);
  mbrtowc (&w, "a", 1, NULL);		/* { dg-message "here" } */
  return (int) w + x;
}

int all (int *a, size_t n, float *b)
{
  nova_vec (int) v = nova_view (a, n);
  int s = 0;
  s += nova_sum (nova_map (f_atomic_load, v));
  s += nova_sum (nova_map (f_atomic_store, v));	/* { dg-error "28: function 'f_atomic_store' passed to '__nova_map' writes to 'large'" } */
  s += (int) nova_sum (nova_map (f_atomic_float, nova_view (b, n)));
  s += nova_sum (nova_map (f_count, v));	/* { dg-error "28: function 'f_count' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_copy, v));		/* { dg-error "28: function 'f_copy' passed to '__nova_map' writes to 'shared'" } */
  s += nova_sum (nova_map (f_random, v));
  s += nova_sum (nova_map (f_hidden_state, v));	/* { dg-error "28: function 'f_hidden_state' passed to '__nova_map' calls 'rand', which is not known to be passive" } */
  s += nova_sum (nova_map (f_words, v));	/* { dg-error "28: function 'f_words' passed to '__nova_map' writes to 'save'" } */
  s += nova_sum (nova_map (f_words_there, v));	/* { dg-error "28: function 'f_words_there' passed to '__nova_map' writes to 'text'" } */
  s += nova_sum (nova_map (f_word_written, v));	/* { dg-error "28: function 'f_word_written' passed to '__nova_map' writes to 'text'" } */
  s += nova_sum (nova_map (f_state, v));	/* { dg-error "28: function 'f_state' passed to '__nova_map' writes to 'state'" } */
  s += nova_sum (nova_map (f_own_state, v));	/* { dg-error "28: function 'f_own_state' passed to '__nova_map' calls 'mbrtowc', which is not known to be passive" } */
  return s;
}
