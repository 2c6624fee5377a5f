/* The environment, as env.def lists it, and the machine.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   Read once.  A value that makes no sense gives one line on stderr and counts as not
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

static bool
read_threads (const char *text)
{
  char *end;
  errno = 0;
  long n = strtol (text, &end, 10);
  if (errno || *end || n < 1 || n > NOVA_MAX_THREADS)
    return false;
  env.threads = (int) n;
  return true;
}

static bool
read_target (const char *text)
{
  env.sequential = !strcmp (text, "seq");
  if (!strcmp (text, "cuda") || !strcmp (text, "emu"))
    nova_warn ("NOVA_TARGET=%s: this library has no device module; running on the cpu", text);
  else if (strcmp (text, "cpu") && strcmp (text, "auto"))
    return env.sequential;
  return true;
}

static bool
read_switch (const char *text, bool *to)
{
  *to = !strcmp (text, "1");
  return *to || !strcmp (text, "0");
}

static bool
read_check (const char *text)
{
  return read_switch (text, &env.check);
}

static bool
read_profile (const char *text)
{
  return read_switch (text, &env.profile);
}

static bool
read_trace (const char *text)
{
  env.trace = text;
  return true;
}

enum when { LOAD, USE };

static const struct
{
  const char *name;
  enum when when;
  bool (*read) (const char *text);
  const char *wanted;
} variables[] = {
#define NOVA_ENV(NAME, WHEN, READ, DOC) { NAME, WHEN, READ, DOC },
#include "env.def"
#undef NOVA_ENV
};

static void
read_variables (enum when when)
{
  for (size_t k = 0; k < sizeof variables / sizeof *variables; k++)
    {
      const char *text = variables[k].when == when ? getenv (variables[k].name) : NULL;
      if (text && *text && !variables[k].read (text))
        nova_warn ("%s=%s ignored: it is not %s", variables[k].name, text, variables[k].wanted);
    }
}

static void
read_env (void)
{
  env.processors = count_processors ();
  read_variables (USE);
  if (!env.threads)
    env.threads = env.processors;
}

const struct nova_env *
nova_env_at_load (void)
{
  read_variables (LOAD);
  return &env;
}

const struct nova_env *
nova_env (void)
{
  pthread_once (&once, read_env);
  return &env;
}
