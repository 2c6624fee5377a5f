/* What a thread has to itself: the entries of its logs.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Made at first use, given back when the thread ends.  Without memory, or a key that tells the end
   of a thread, there is none.  */

#include "rt.h"
#include <pthread.h>
#include <stdlib.h>

struct nova_local nova_local_none;
NOVA_TLS struct nova_local *nova_local = &nova_local_none;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;

/* Another thing that ends with the thread may make one again: then this is called again.  */
static void
end_thread (void *p)
{
  struct nova_local *l = p;
  nova_local = &nova_local_none;
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
nova_local_make (void)
{
  if (nova_local != &nova_local_none)
    return true;
  pthread_once (&once, make_key);
  struct nova_local *l = has_key ? calloc (1, sizeof *l) : NULL;
  if (!l || pthread_setspecific (key, l))
    {
      free (l);
      return false;
    }
  nova_local = l;
  return true;
}
