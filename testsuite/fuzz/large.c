/* nova-fuzz: files of 10,000 lines pass through the passes and lowering in time.

   One has many regions, one a long region, one loops that all fuse, one rows, function values and
   types that are left out, one recursion that becomes functions of the program.  A second is what
   they should take; LIMIT is more, for slow machines and sanitizers, but less than anything
   quadratic takes.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <stdlib.h>
#include <time.h>

#define LIMIT 3.0

static void
many_regions (struct strbuf *t)
{
  for (unsigned k = 0; k < 1250; k++)
    strbuf_printf (t, "region @r%u (p: ptr f32, n: u64) {\n  a = view p n\n"
		      "  b = map { (q) r = mul q 2.0 ret r } a\n"
		      "  c = filter { (q) r = gt q 0.0 ret r } b\n  s = reduce add 0.0 c\n"
		      "  t = scan add 0.0 b\n  ret s t\n}\n", k);
}

static void
long_region (struct strbuf *t)
{
  strbuf_printf (t, "region @r (x: i32) {\n  v0 = add wrap x 1\n");
  for (unsigned k = 1; k < 10000; k++)
    strbuf_printf (t, "  v%u = %s wrap v%u v%u\n", k, k % 3 ? "add" : "mul", k - 1,
		   k > 7 ? k - 7 : 0);
  strbuf_printf (t, "  ret v9999\n}\n");
}

static void
long_chains (struct strbuf *t)
{
  for (unsigned r = 0; r < 10; r++)
    {
      strbuf_printf (t, "region @r%u (p: ptr i32, n: u64) {\n  v0 = view p n\n", r);
      for (unsigned k = 1; k < 250; k++)
	strbuf_printf (t, "  v%u = map { (q, w)\n    a = add wrap q %u\n    b = bxor a w\n"
			  "    ret b } v%u v%u\n", k, k, k - 1, k > 3 ? k - 3 : 0);
      strbuf_printf (t, "  ret v249\n}\n");
    }
}

static void
rows_and_functions (struct strbuf *t)
{
  for (unsigned r = 0; r < 625; r++)
    strbuf_printf (t,
		   "fun @f%u (x, k) {\n  y = mul x k\n  z = add y k\n  ret z\n}\n"
		   "region @r%u (p: ptr i32, n: u64, k: i32) {\n  v = view p n\n  w = window 3 v\n"
		   "  f = lambda { (a) b = add a k ret b }\n"
		   "  s = map { (r)\n    t = map { (e) u = apply f e ret u } r\n"
		   "    m = reduce { (a, b) c = add a b ret c } 0 t\n    ret m } w\n"
		   "  c = map { (e) d = call @f%u e k ret d } s\n  ret c\n}\n",
		   r, r, r);
}

static void
recursion (struct strbuf *t)
{
  for (unsigned r = 0; r < 1111; r++)
    strbuf_printf (t, "region @r%u (n: i32, k: i32) {\n  f: fn (i32) -> i32 = mu { (m: i32)\n"
		      "    z = le m k\n    r = if z { ret 1 } else {\n      w = sub m 1\n"
		      "      q: i32 = apply f w\n      p = mul q m\n      ret p }\n    ret r }\n"
		      "  s = apply f n\n  ret s\n}\n", r);
}

static unsigned
run_one (const char *what, void (*make) (struct strbuf *))
{
  struct nova_host host = fuzz_host ();
  struct nova_ctx *ctx = ctx_new (&host);
  struct pass_log log = { ctx, NULL, NULL };
  struct pass_options opt = { .check = false };
  struct strbuf text = { NULL, 0, 0 }, err = { NULL, 0, 0 };
  clock_t begin = clock ();
  struct fir_prog *p;
  struct imp_prog *q;
  double seconds;
  bool good;

  make (&text);
  p = fir_parse (ctx, what, text.s, &err);
  good = p && pass_run (p, &opt, &log)
	 && (q = lower (p, &log, READS_ANY, &target_pool, NULL)) != NULL
	 && schedule_run (q, NULL) && imp_check (q, &err);
  seconds = (double) (clock () - begin) / CLOCKS_PER_SEC;
  printf ("%s: %.2f s\n", what, seconds);
  if (!good)
    fprintf (stderr, "%s\n", err.s ? err.s : "it is not lowered");
  strbuf_free (&text);
  strbuf_free (&err);
  ctx_free (ctx);
  return !good || seconds > LIMIT;
}

unsigned
large_files (void)
{
  return run_one ("10000 lines of small regions", many_regions)
	 + run_one ("10000 lines of one region", long_region)
	 + run_one ("10000 lines of long chains", long_chains)
	 + run_one ("10000 lines of rows and functions, types left out", rows_and_functions)
	 + run_one ("10000 lines of recursion", recursion);
}
