/* nova-fuzz: statements of the structure of the language: conditions, calls, leaves, checks.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <math.h>
#include <string.h>

bool
gen_none (struct gen *g, enum fir_op op)
{
  (void) g;
  (void) op;
  return false;
}

static bool
any_scalar (const struct gvar *v, const void *data)
{
  (void) data;
  return type_is_scalar (v->type);
}

bool
gen_if (struct gen *g, enum fir_op op)
{
  struct gvar *c = pick (g, any_scalar, NULL), a, b, v;
  const struct type *t;
  unsigned id, cond, outer = g->order;

  if (!c || g->depth > 2)
    return false;
  cond = c->id;
  t = rng_chance (&g->r, 60) ? pick (g, any_scalar, NULL)->type : random_elem (g);
  if (!g->depth)
    g->order = gen_order (g);
  id = g->nids++;
  put (g, "%*sv%u = %s v%u ", (int) (2 * g->depth + 2), "", id, fir_op_info[op].text, cond);
  a = gen_block (g, t);
  put (g, " else ");
  b = gen_block (g, t);
  put_end (g);
  g->order = outer;
  v = gjoin (&a, &b);
  v.id = id;
  v.type = t;
  gen_bind (g, &v);
  return true;
}

/* --- Functions of the program ---------------------------------------------------------------- */

/* A new function, in a scope of its own.  */
static struct gfun *
new_fun (struct gen *g)
{
  struct gfun *f = &g->funs[g->nfuns];
  struct strbuf *out = g->out, text = { NULL, 0, 0 };
  unsigned nvars = g->nvars, depth = g->depth, k;
  enum mode mode = g->mode;
  bool needed = g->needed;
  static struct gvar kept[MAX_VARS];

  memset (f, 0, sizeof *f);
  f->id = g->nfuns;
  f->nparams = 1 + rng_below (&g->r, 3);
  memcpy (kept, g->vars, nvars * sizeof *kept);
  g->nvars = 0;
  g->out = &text;
  g->depth = 2;
  g->mode = MODE_TOTAL;
  put (g, "fun @f%u%s (", f->id, g->suffix);
  for (k = 0; k < f->nparams; k++)
    {
      struct gvar p = gvar_new (g, random_elem (g));

      f->params[k] = p.type;
      put (g, "%sv%u: ", k ? ", " : "", p.id);
      put_type (g, p.type);
      gen_bind (g, &p);
    }
  put (g, ") ");
  f->result = gen_block (g, NULL);
  put_end (g);
  f->result.fresh = false;
  strbuf_printf (&g->decl, "%s", text.s);
  strbuf_free (&text);
  g->out = out;
  g->depth = depth;
  g->mode = mode;
  g->needed = needed;
  memcpy (g->vars, kept, nvars * sizeof *kept);
  g->nvars = nvars;
  g->nfuns++;
  return f;
}

/* The name of F, or of the one K functions before it.  */
static const char *
fun_name (struct gen *g, const struct gfun *f, unsigned k)
{
  return k ? ctx_printf (g->ctx, "f%u_%u%s", f->id, k, g->suffix)
	   : ctx_printf (g->ctx, "f%u%s", f->id, g->suffix);
}

/* In function number K before F, whose parameters are numbered from V0 on: a call of the next with
   X for parameter AT; the number of what it gives.  */
static unsigned
chain_call (struct gen *g, const struct gfun *f, unsigned k, unsigned v0, unsigned at, unsigned x)
{
  strbuf_printf (&g->decl, "  v%u: %s = call @%s", g->nids,
		 scalar_info[f->result.type->scalar].text, fun_name (g, f, k - 1));
  for (unsigned i = 0; i < f->nparams; i++)
    strbuf_printf (&g->decl, " v%u", i == at ? x : v0 + i);
  strbuf_printf (&g->decl, "\n");
  return g->nids++;
}

/* Put functions before F that each call the next twice, if F gives what it takes.  */
static void
make_chain (struct gen *g, struct gfun *f)
{
  unsigned at = 0, n = 1 + rng_below (&g->r, 8);

  for (unsigned k = 0; k < f->nparams; k++)
    if (!type_is_scalar (f->params[k]))
      return;
  while (at < f->nparams && f->params[at] != f->result.type)
    at++;
  if (at == f->nparams)
    return;
  for (unsigned k = 1; k <= n; k++)
    {
      unsigned v0 = g->nids, x;

      g->nids += f->nparams;
      strbuf_printf (&g->decl, "fun @%s (", fun_name (g, f, k));
      for (unsigned i = 0; i < f->nparams; i++)
	strbuf_printf (&g->decl, "%sv%u: %s", i ? ", " : "", v0 + i,
		       scalar_info[f->params[i]->scalar].text);
      strbuf_printf (&g->decl, ") {\n");
      x = chain_call (g, f, k, v0, at, v0 + at);
      x = chain_call (g, f, k, v0, at, x);
      strbuf_printf (&g->decl, "  ret v%u }\n", x);
    }
  f->chain = n;
}

bool
gen_call (struct gen *g, enum fir_op op)
{
  struct gfun *f;
  struct operand a[3];
  struct gvar v;

  if (g->depth > 2 || (!g->nfuns && g->depth == 2))
    return false;
  if (g->nfuns < 2 && g->depth < 2 && rng_chance (&g->r, 60))
    {
      f = new_fun (g);
      if (rng_chance (&g->r, 30))
	make_chain (g, f);
    }
  else if (g->nfuns && g->depth < 2)
    f = &g->funs[rng_below (&g->r, g->nfuns)];
  else
    return false;
  for (unsigned k = 0; k < f->nparams; k++)
    a[k] = operand (g, f->params[k]);
  v = f->result;
  v.id = g->nids++;
  put_result (g, &v, false);
  put (g, "%s @%s", fir_op_info[op].text, fun_name (g, f, f->chain));
  for (unsigned k = 0; k < f->nparams; k++)
    put (g, " %s", a[k].text);
  put_end (g);
  gen_bind (g, &v);
  return true;
}

/* --- Leaves ---------------------------------------------------------------------------------- */

/* Each as a leaf, and the function of its name that gives it a meaning here; C is
   the same in C.  */
static const struct
{
  enum scalar elem;		/* of the parameters */
  unsigned nparams;
  bool vec, fails;
  double lo, hi;		/* of the result; 0, 0: anything */
  const char *name, *text, *c;
} leaves[] = {
  { SCALAR_I32, 1, false, false, 0, 0, "lhalf",
    "leaf @lhalf (i32) -> i32 [const]\n"
    "fun @lhalf (x: i32) -> i32 { s = div x 2 ret s }\n",
    "int lhalf (int x) { return x / 2; }\n" },
  { SCALAR_I32, 2, false, false, 0, 0, "lxor",
    "leaf @lxor (i32, i32) -> i32 [const comm speculate]\n"
    "fun @lxor (x: i32, y: i32) -> i32 { s = bxor x y ret s }\n",
    "int lxor (int x, int y) { return x ^ y; }\n" },
  { SCALAR_I64, 1, false, false, -7, 7, "lrem",
    "leaf @lrem (i64) -> i64 [const speculate]\n"
    "fun @lrem (x: i64) -> i64 { s = rem x 8 ret s }\n",
    "long lrem (long x) { return x % 8; }\n" },
  { SCALAR_F64, 1, false, false, 0, 0, "ltwice",
    "leaf @ltwice (f64) -> f64 [const]\n"
    "fun @ltwice (x: f64) -> f64 { s = mul x 2.0 ret s }\n",
    "double ltwice (double x) { return x * 2; }\n" },
  { SCALAR_I32, 1, true, false, 0, 0, "lsum",
    "leaf @lsum (vec i32) -> i32 [const]\n"
    "fun @lsum (x: vec i32) -> i32 { s = reduce { (p, q) t = add wrap p q ret t } 0 x ret s }\n",
    "int lsum (struct nova_vec *v) { v = nova_vec_contiguous (v); unsigned s = 0; "
    "unsigned long n = nova_vec_length (v); for (unsigned long i = 0; i < n; i++) "
    "s += ((const unsigned *) nova_vec_data (v))[i]; nova_vec_release (v); return (int) s; }\n" },
  { SCALAR_I32, 1, false, true, 0, 0, "linv",
    "leaf @linv (i32) -> i32 [const mayfail]\n"
    "fun @linv (x: i32) -> i32 { n: u64 = conv x check nonempty 1 n at " LEAF_SITE
    " s = rem 100 x ret s }\n",
    "\n" },
};

static const char *
all_leaves (bool c, struct strbuf *out)
{
  for (unsigned k = 0; k < sizeof leaves / sizeof *leaves; k++)
    if (!leaves[k].fails)
      strbuf_printf (out, "%s", c ? leaves[k].c : leaves[k].text);
  return out->s;
}

const char *
gen_leaves_text (void)
{
  static struct strbuf text;

  return text.s ? text.s : all_leaves (false, &text);
}

const char *
gen_leaves_c (void)
{
  static struct strbuf text;

  return text.s ? text.s : all_leaves (true, &text);
}

bool
gen_leaf (struct gen *g, enum fir_op op)
{
  unsigned k = rng_below (&g->r, sizeof leaves / sizeof *leaves), order;
  const struct type *t = scalar_type (g, leaves[k].elem);
  struct operand a[2];
  struct gvar *x, v;

  if (g->depth > 2
      || (leaves[k].fails && (!may_fail_element (g) || g->plain_c || !g->needed)))
    return false;
  for (unsigned j = 0; j < leaves[k].nparams; j++)
    if (leaves[k].vec)
      {
	x = pick_vec_of (g, t);
	if (!x)
	  return false;
	a[j] = operand_of (x);
      }
    else
      a[j] = operand (g, t);
  if (!(g->leaves & 1u << k) && !g->plain_c)
    strbuf_printf (&g->decl, "%s", leaves[k].text);
  g->leaves |= 1u << k;
  v = gvar_new (g, t);
  if (leaves[k].lo < leaves[k].hi)
    v.lo = leaves[k].lo, v.hi = leaves[k].hi;
  v.fresh = leaves[k].fails;
  order = gen_order (g);
  put_result (g, &v, false);
  put (g, "%s @%s", fir_op_info[op].text, leaves[k].name);
  for (unsigned j = 0; j < leaves[k].nparams; j++)
    put (g, " %s", a[j].text);
  put_site (g, order);
  put_end (g);
  gen_bind (g, &v);
  return true;
}

/* --- Checks ---------------------------------------------------------------------------------- */

/* Of the program, or of an element; in a branch, too, whose result nobody may need.  */
bool
gen_check (struct gen *g, enum fir_op op)
{
  bool may = g->depth ? may_fail_element (g) : may_fail_check (g);
  struct operand a;

  if (g->depth && !may)
    return false;
  a = size_operand (g, 1000);
  if (!may && a.v.lo < 1)
    return false;
  put (g, "%*s%s nonempty 1:u64 %s", (int) (2 * g->depth + 2), "", fir_op_info[op].text, a.text);
  put_site (g, gen_order (g));
  put_end (g);
  return true;
}
