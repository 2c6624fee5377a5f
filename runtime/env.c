/* The environment: NOVA_NUM_THREADS, NOVA_TARGET, and the machine.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Read once, at first use.  A value that makes no sense gives one line on stderr and counts as not
   set: a program must not fail because of the shell that it is started from.  */

#include "rt.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct nova_env env;

/* How many processors the process may run on; at least 1.  */
static int
count_processors (void)
{
  long n = 0;
#ifdef CPU_COUNT
  cpu_set_t set;
  if (!sched_getaffinity (0, sizeof set, &set))
    n = CPU_COUNT (&set);
#endif
  if (n < 1)
    n = sysconf (_SC_NPROCESSORS_ONLN);
  return n < 1 ? 1 : n > NOVA_MAX_THREADS ? NOVA_MAX_THREADS : (int) n;
}

/* NOVA_NUM_THREADS, or 0.  */
static int
read_threads (void)
{
  const char *text = getenv ("NOVA_NUM_THREADS");
  char *end;
  if (!text || !*text)
    return 0;
  errno = 0;
  long n = strtol (text, &end, 10);
  if (!errno && !*end && n >= 1 && n <= NOVA_MAX_THREADS)
    return (int) n;
  nova_warn ("NOVA_NUM_THREADS=%s ignored: it is not a number from 1 to %d", text,
             NOVA_MAX_THREADS);
  return 0;
}

/* NOVA_TARGET: true if everything is to run in the calling thread.  */
static bool
read_target (void)
{
  const char *text = getenv ("NOVA_TARGET");
  if (!text || !*text || !strcmp (text, "cpu") || !strcmp (text, "auto"))
    return false;
  if (!strcmp (text, "seq"))
    return true;
  if (!strcmp (text, "cuda") || !strcmp (text, "emu"))
    nova_warn ("NOVA_TARGET=%s: this library has no device module; running on the cpu", text);
  else
    nova_warn ("NOVA_TARGET=%s ignored: it is not one of seq, cpu, cuda, emu, auto", text);
  return false;
}

static void
read_env (void)
{
  env.processors = count_processors ();
  env.threads = read_threads ();
  if (!env.threads)
    env.threads = env.processors;
  env.sequential = read_target ();
}

const struct nova_env *
nova_env (void)
{
  pthread_once (&once, read_env);
  return &env;
}
