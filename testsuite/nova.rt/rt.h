/* What the programs of this folder share.  They stand for what the compiler writes: chunk functions
   and stubs by hand.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RT_H
#define RT_H 1

#include <malloc.h>
#include <nova/abi.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As in nova.h.  */
typedef void nova_error_handler (const char *line);
extern nova_error_handler *nova_set_error_handler (nova_error_handler *handler);
extern void nova_set_num_threads (int n);
extern int nova_num_threads (void);
extern int nova_version (void);

/* A cost that makes even two chunks a job for the pool.  */
#define LARGE 1000000

#define CHECK(COND)                                                                     \
  do                                                                                    \
    if (!(COND))                                                                        \
      {                                                                                 \
        fprintf (stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #COND);      \
        exit (1);                                                                       \
      }                                                                                 \
  while (0)

/* Bytes in use.  What malloc keeps for threads counts; ASan's allocator says nothing.  */
static size_t __attribute__ ((unused))
in_use (void)
{
  return mallinfo2 ().uordblks;
}

/* Errors come back to CATCH: CATCH { what may fail; } and caught[] has the line, or is empty.  */
static _Thread_local jmp_buf rt_back __attribute__ ((unused));
static _Thread_local char caught[256] __attribute__ ((unused));

static void __attribute__ ((unused))
rt_handler (const char *line)
{
  snprintf (caught, sizeof caught, "%s", line);
  longjmp (rt_back, 1);
}

#define CATCH \
  if (caught[0] = 0, nova_set_error_handler (rt_handler), setjmp (rt_back) == 0)

#endif
