/* What the environment says: wrong values are named once and ignored.
   { dg-nova-output "^nova: NOVA_NUM_THREADS=many ignored: it is not a number from 1 to 1024$" }
   { dg-nova-output "^nova: NOVA_TARGET=gpu ignored: it is not one of seq, cpu, cuda, emu, auto$" }
   { dg-nova-output "^nova: NOVA_TARGET=cuda: this library has no device module; running on the cpu$" }
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <sys/wait.h>
#include <unistd.h>

/* In a child, with NOVA_NUM_THREADS and NOVA_TARGET set so, there are N threads; 0: as many as
   without either.  */
static void
expect (const char *threads, const char *target, int n)
{
  int status;
  pid_t child = fork ();
  CHECK (child >= 0);
  if (child == 0)
    {
      setenv ("NOVA_NUM_THREADS", threads, 1);
      setenv ("NOVA_TARGET", target, 1);
      CHECK (n ? nova_num_threads () == n : nova_num_threads () >= 1);
      _exit (0);
    }
  CHECK (waitpid (child, &status, 0) == child && WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

int
main (void)
{
  expect ("3", "cpu", 3);
  expect ("1024", "auto", 1024);
  expect ("3", "", 3);
  expect ("", "", 0);
  expect ("7", "seq", 1);
  expect ("many", "cpu", 0);
  expect ("0", "cpu", 0);
  expect ("-1", "cpu", 0);
  expect ("1025", "cpu", 0);
  expect ("99999999999999999999", "cpu", 0);
  expect ("2x", "cpu", 0);
  expect ("4", "gpu", 4);
  expect ("4", "cuda", 4);
  expect ("4", "emu", 4);
  return 0;
}
