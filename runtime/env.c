/* The environment variables of env.def, and the machine.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

   An invalid value is reported by one line on stderr and counts as unset: a program must not fail
   because of the shell that it is started from.  The line is printed when the library is loaded,
   so that it does not depend on what the program does; variables that only take effect later are
   read again then, since the program may have set them.  */

#include "rt.h"
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct nova_env env;

/* How many processors the process may keep busy; at least 1.  */
static int
count_processors (void)
{
  long n = 0, quota = nova_quota ("/proc/self/cgroup", "/sys/fs/cgroup");
#ifdef CPU_COUNT
  cpu_set_t set;
  if (!sched_getaffinity (0, sizeof set, &set))
    n = CPU_COUNT (&set);
#endif
  if (n < 1)
    n = sysconf (_SC_NPROCESSORS_ONLN);
  if (quota && quota < n)
    n = quota;
  return n < 1 ? 1 : n > NOVA_MAX_THREADS ? NOVA_MAX_THREADS : (int) n;
}

/* What became of a value.  */
enum reading { TAKEN, REFUSED, NO_DEVICE };

static enum reading
read_threads (const char *text)
{
  char *end;
  errno = 0;
  long n = strtol (text, &end, 10);
  if (errno || *end || n < 1 || n > NOVA_MAX_THREADS)
    return REFUSED;
  env.threads = (int) n;
  return TAKEN;
}

static enum reading
read_target (const char *text)
{
  env.sequential = !strcmp (text, "seq");
  if (!strcmp (text, "cuda") || !strcmp (text, "emu"))
    return NO_DEVICE;
  return env.sequential || !strcmp (text, "cpu") || !strcmp (text, "auto") ? TAKEN : REFUSED;
}

static enum reading
read_switch (const char *text, bool *to)
{
  *to = !strcmp (text, "1");
  return *to || !strcmp (text, "0") ? TAKEN : REFUSED;
}

static enum reading
read_check (const char *text)
{
  return read_switch (text, &env.check);
}

static enum reading
read_profile (const char *text)
{
  return read_switch (text, &env.profile);
}

static enum reading
read_march (const char *text)
{
  env.base = !strcmp (text, "base");
  return env.base || !strcmp (text, "avx2") ? TAKEN : REFUSED;
}

static enum reading
read_trace (const char *text)
{
  env.trace = text;
  return TAKEN;
}

enum when { LOAD, USE };

static struct
{
  const char *name;
  enum when when;
  enum reading (*read) (const char *text);
  const char *wanted;
  const char *told;		/* the value of which the user has been told */
} variables[] = {
#define NOVA_ENV(NAME, WHEN, READ, DOC) { NAME, WHEN, READ, DOC, NULL },
#include "env.def"
#undef NOVA_ENV
};

/* Read variable K; tell the user once of a value that is not taken.  */
static void
read_variable (size_t k)
{
  const char *name = variables[k].name, *text = getenv (name);
  if (!text || !*text)
    return;
  enum reading how = variables[k].read (text);
  if (how == TAKEN || text == variables[k].told)
    return;
  variables[k].told = text;
  if (how == REFUSED)
    nova_warn ("%s=%s ignored: it is not %s", name, text, variables[k].wanted);
  else
    nova_warn ("%s=%s: this library has no device module; running on the cpu", name, text);
}

static void
read_variables (enum when when)
{
  for (size_t k = 0; k < sizeof variables / sizeof *variables; k++)
    if (when == LOAD || variables[k].when == when)
      read_variable (k);
}

static void
read_env (void)
{
  env.processors = count_processors ();
  env.threads = 0;
  env.sequential = false;
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
