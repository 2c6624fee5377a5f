/* Fault injection for tests, in checking builds only.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   NOVA_FAULT=alloc:N makes the Nth allocation of the process fail, NOVA_FAULT=thread:N the Nth
   start of a thread; with a trailing + all later ones fail too.  */

#include "rt.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if NOVA_CHECKING >= 1

static pthread_once_t once = PTHREAD_ONCE_INIT;
static enum nova_fault_kind kind_wanted;
static unsigned long first;     /* 0: no fault is wanted */
static bool ever_after;
static atomic_ulong attempts;
atomic_bool nova_faults = true;

static void
read_setting (void)
{
  static const char *const names[] = { "alloc:", "thread:" };
  const char *text = getenv ("NOVA_FAULT");
  for (unsigned k = 0; text && k < 2; k++)
    if (!strncmp (text, names[k], strlen (names[k])))
      {
        char *end;
        kind_wanted = (enum nova_fault_kind) k;
        first = strtoul (text + strlen (names[k]), &end, 10);
        ever_after = *end == '+';
      }
  atomic_store_explicit (&nova_faults, first > 0, memory_order_relaxed);
}

/* Should this attempt at KIND fail?  */
bool
nova_fault_now (enum nova_fault_kind kind)
{
  pthread_once (&once, read_setting);
  if (likely (!first) || kind != kind_wanted)
    return false;
  unsigned long n = atomic_fetch_add (&attempts, 1) + 1;
  return n == first || (ever_after && n > first);
}

#endif
