/* What a thread has to itself: small blocks that it freed, the entries of its logs.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Made at first use, given back when the thread ends.  Without memory, or a key that tells the end
   of a thread, there is none.

   A vector of a few elements is made and freed in the time of a loop over them; malloc, whose lists
   of a thread are short, takes as long again.  A bin has at most BIN_BYTES.  A block belongs to
   whoever frees it, and is one of malloc's: a thread that frees what others made gives it back when
   its bin is full.  AddressSanitizer sees each block being made and freed.  */

#include "rt.h"
#include <pthread.h>
#include <stdlib.h>

#define BIN_BYTES 8192u

/* Is the program, or this library, compiled with AddressSanitizer?  */
extern void __asan_init (void) __attribute__ ((__weak__));

bool
nova_small_kept (void)
{
  return !__asan_init;
}

struct nova_local nova_local_none;
NOVA_TLS struct nova_local *nova_local = &nova_local_none;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;

static bool
flush (struct nova_local *l)
{
  bool any = false;
  for (unsigned k = 0; k < NOVA_BINS; k++)
    {
      struct nova_bin *b = &l->bin[k];
      for (struct nova_spare *p; (p = b->first) != NULL; any = true)
        {
          b->first = p->next;
          b->n--;
          free (p);
        }
    }
  return any;
}

bool
nova_local_flush (void)
{
  return flush (nova_local);
}

/* Another thing that ends with the thread may make one again: then this is called again.  */
static void
end_thread (void *p)
{
  struct nova_local *l = p;
  nova_local = &nova_local_none;
  flush (l);
  free (l->log);
  free (l);
}

static void
make_key (void)
{
  has_key = !pthread_key_create (&key, end_thread);
}

/* After that which joins the helpers of the pool.  */
static void __attribute__ ((__destructor__ (200)))
delete_key (void)
{
  if (has_key)
    pthread_key_delete (key);
  has_key = false;
}

bool
nova_local_first (void)
{
  pthread_once (&once, make_key);
  struct nova_local *l = has_key ? calloc (1, sizeof *l) : NULL;
  if (!l || pthread_setspecific (key, l))
    {
      free (l);
      return false;
    }
  for (unsigned k = 1; k < NOVA_BINS && nova_small_kept (); k++)
    l->bin[k].most = BIN_BYTES / (k * NOVA_BIN_STEP);
  nova_local = l;
  return true;
}

void *
nova_small_new (size_t bytes, unsigned bin)
{
  if (nova_fault (NOVA_FAULT_ALLOC))
    return NULL;
  struct nova_bin *b = &nova_local->bin[bin];
  struct nova_spare *s = b->first;
  if (s)
    {
      b->first = s->next;
      b->n--;
      return s;
    }
  size_t size = nova_small_kept () ? (size_t) bin * NOVA_BIN_STEP : bytes;
  void *p = malloc (size);
  return p || !nova_block_flush () ? p : malloc (size);
}

void
nova_small_back (void *p, unsigned bin)
{
  if (nova_small_kept () && nova_local == &nova_local_none && nova_local_make ())
    nova_small_free (nova_local, p, bin);
  else
    free (p);
}
