/* nova-fuzz: what is called total is, of every primitive, of every type, with every second operand
   that is known (--total).

   The reader and the checker say which primitives there are.  Each is evaluated on all pairs of
   operands that are apt to have no value.  One that fir_total calls total must have one of all;
   one that it does not must fail of some, or else loops stay branches for nothing.  Those that are
   total are compiled as C, too, with traps where something is undefined, told to wrap if they may
   overflow.  Does not: pointers, records, which have tests in nova.fir/simplify/speculate.fir.

   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit-c.h"
#include "eval/fir-eval.h"
#include "fir/fir-term.h"

/* --- Operands -------------------------------------------------------------------------------- */

#define NUMBERS 16

/* Number K for type T, as text: of integers the ends come out of wrapping.  */
static const char *
number (const struct type *t, unsigned k)
{
  static const char *const ints[NUMBERS]
    = { "0", "1", "-1", "2", "7", "-3", "8", "15", "31", "32", "63", "64", "127", "128", "least",
	"most" };
  static const char *const floats[NUMBERS]
    = { "0", "-0.0", "1", "-1", "0.5", "nan", "inf", "-inf", "1e30", "-1e30", "3e9", "-3e9",
	"2147483648", "128", "-129", "1e-40" };

  return type_is_integral (t) ? ints[k] : floats[k];
}

/* The least, or (MOST) the largest, integer of type T.  */
static __int128
end_of (const struct type *t, bool most)
{
  const struct scalar_info *info = &scalar_info[t->scalar];
  unsigned __int128 top = (unsigned __int128) 1 << (info->bytes * 8 - 1);

  if (info->cls == SC_BOOL)
    return most;
  return (__int128) (!info->is_signed ? most ? top - 1 + top : 0 : most ? top - 1 : -top);
}

/* Integer K for type T.  */
static __int128
integer (const struct type *t, unsigned k)
{
  const char *s = number (t, k);

  return scalar_wrap (t->scalar, *s == 'l' || *s == 'm' ? end_of (t, *s == 'm') : atol (s));
}

static struct value
value_of (const struct type *t, unsigned k)
{
  quad x;

  if (type_is_integral (t))
    return value_int (t, integer (t, k));
  x = (quad) strtold (number (t, k), NULL);
  return value_float (t, x, scalar_info[t->scalar].cls == SC_COMPLEX ? x : 0);
}

/* --- Terms ----------------------------------------------------------------------------------- */

/* OP from type FROM to type TO, with number BY as its second operand, or any if BY is NUMBERS.  */
struct term
{
  enum fir_op op;
  enum scalar from, to;
  unsigned by;
  struct fir_stmt *s;		/* as it was read */
  struct value args[3];
};

struct totals
{
  struct nova_ctx *ctx;
  struct strbuf fir, c;		/* the total ones as regions, and what calls these */
  unsigned terms, total, bad;
};

/* T as region NUMBER, told to wrap if WRAP.  */
static void
print_region (struct nova_ctx *ctx, struct strbuf *out, const struct term *t, unsigned n, bool wrap)
{
  const struct fir_op_info *info = &fir_op_info[t->op];
  const char *from = scalar_info[t->from].text;

  strbuf_printf (out, "region @r%u (", n);
  for (int k = 0; k < info->nargs; k++)
    if (k != 1 || t->by == NUMBERS)
      strbuf_printf (out, "%sx%d: %s", k ? ", " : "", k, from);
  strbuf_printf (out, ") -> (%s) { r: %s = %s %s", scalar_info[t->to].text,
		 scalar_info[t->to].text, info->text, wrap ? "wrap " : "");
  for (int k = 0; k < info->nargs; k++)
    if (k != 1 || t->by == NUMBERS)
      strbuf_printf (out, "x%d ", k);
    else
      {
	scalar_print_int (out, t->from, integer (type_scalar (ctx, t->from), t->by));
	strbuf_printf (out, ":%s ", from);
      }
  strbuf_printf (out, "ret r }\n");
}

static void
evaluate (struct eval *e, void *data)
{
  struct term *t = (struct term *) data;

  eval_prim (e, t->op, t->s->res[0]->type, 0, t->s->nargs, t->args);
}

/* Operand K of T, of which COMBINATION is one.  */
static struct value
chosen (const struct term *t, unsigned k, unsigned combination)
{
  const struct type *type = fir_atom_type (t->s->args[k]);

  if (k == 1 && t->by < NUMBERS)
    return value_of (type, t->by);
  while (k--)
    combination /= NUMBERS;
  return value_of (type, combination % NUMBERS);
}

/* Of how many combinations of operands T fails.  */
static unsigned
failures (struct eval *e, struct term *t)
{
  unsigned n = 1, bad = 0;

  for (unsigned k = 0; k < t->s->nargs; k++)
    n *= NUMBERS;
  for (unsigned c = 0; c < n; c++)
    {
      for (unsigned k = 0; k < t->s->nargs; k++)
	t->args[k] = chosen (t, k, c);
      bad += !eval_protect (e, evaluate, t);
    }
  return bad;
}

/* Is T undefined in C only, where the evaluators give what the machine does?  */
static bool
undefined_in_c (const struct term *t)
{
  return t->op == FIR_ABS
	 || ((t->op == FIR_DIV || t->op == FIR_REM) && scalar_info[t->to].bytes < 4);
}

/* Let the program in C call region N, T, with all operands.  */
static void
print_calls (struct strbuf *out, const struct term *t, unsigned n)
{
  const char *from = scalar_info[t->from].text;
  unsigned nargs = (unsigned) fir_op_info[t->op].nargs;
  bool second = nargs > 1 && t->by == NUMBERS;

  strbuf_printf (out, "  region = %u;\n  for (int i = 0; i < %u; i++)\n", n, NUMBERS);
  if (second)
    strbuf_printf (out, "    for (int j = 0; j < %u; j++)\n", NUMBERS);
  if (nargs > 2)
    strbuf_printf (out, "      for (int k = 0; k < %u; k++)\n", NUMBERS);
  strbuf_printf (out, "\tr%u_region (%s[i]", n, from);
  if (second)
    strbuf_printf (out, ", %s[j]", from);
  if (nargs > 2)
    strbuf_printf (out, ", %s[k]", from);
  strbuf_printf (out, ");\n");
}

static void
complain (struct totals *a, const struct term *t, const char *what)
{
  struct strbuf b = { NULL, 0, 0 };

  print_region (a->ctx, &b, t, 0, false);
  fprintf (stderr, "nova-fuzz: %s: %s", what, b.s);
  strbuf_free (&b);
  a->bad++;
}

/* Judge T if it is well-typed.  GCC 11 has no _Float16: not as C.  */
static void
judge_term (struct totals *a, struct term *t)
{
  struct strbuf text = { NULL, 0, 0 }, err = { NULL, 0, 0 };
  struct fir_prog *p;
  unsigned failed;

  print_region (a->ctx, &text, t, 0, false);
  p = fir_parse (a->ctx, "total", text.s, &err);
  if (p && fir_check (p, &err) && (t->s = p->regions->body->first)->op == t->op)
    {
      a->terms++;
      failed = failures (eval_new (p), t);
      if (fir_total (t->s))
	{
	  if (failed)
	    complain (a, t, "called total, and fails");
	  if (t->from != SCALAR_F16 && t->to != SCALAR_F16)
	    {
	      print_region (a->ctx, &a->fir, t, a->total, fir_overflows (t->s));
	      print_calls (&a->c, t, a->total++);
	    }
	}
      else if (!failed && !undefined_in_c (t))
	complain (a, t, "not called total, and never fails");
    }
  strbuf_free (&text);
  strbuf_free (&err);
}

/* May OP go from type FROM to type TO?  The checker has the rules; what it need not be asked.  */
static bool
worth_asking (enum fir_op op, unsigned from, unsigned to)
{
  return op == FIR_CONV || from == to || to == SCALAR_I32 || to == SCALAR_U32 || to == SCALAR_U64;
}

/* OP from all types to all, with any second operand and with each.  */
static void
judge_op (struct totals *a, enum fir_op op)
{
  const struct fir_op_info *info = &fir_op_info[op];

  for (unsigned from = 0; from < SCALAR_LAST; from++)
    for (unsigned to = 0; to < SCALAR_LAST; to++)
      {
	struct term t = { .op = op, .from = (enum scalar) from, .to = (enum scalar) to };
	bool known = info->nargs == 2 && scalar_info[from].cls == SC_INT && from == to;

	if (!worth_asking (op, from, to))
	  continue;
	for (t.by = known ? 0 : NUMBERS; t.by <= NUMBERS; t.by++)
	  judge_term (a, &t);
      }
}

/* --- As C ------------------------------------------------------------------------------------ */

static void
print_operands (struct totals *a, struct strbuf *out)
{
  for (unsigned s = 0; s < SCALAR_LAST; s++)
    {
      const struct type *t = type_scalar (a->ctx, (enum scalar) s);

      if (s == SCALAR_F16)
	continue;
      strbuf_printf (out, "static %s %s[] = {", scalar_info[s].c, scalar_info[s].text);
      for (unsigned k = 0; k < NUMBERS; k++)
	if (type_is_integral (t))
	  {
	    unsigned __int128 i = (unsigned __int128) integer (t, k);

	    strbuf_printf (out, " (unsigned __int128) 0x%llxu << 64 | 0x%llxu,",
			   (unsigned long long) (i >> 64), (unsigned long long) i);
	  }
	else
	  strbuf_printf (out, " %s,", number (t, k)[0] == 'n' ? "__builtin_nan (\"\")"
			 : strchr (number (t, k), 'f') ? number (t, k)[0] == '-'
			 ? "-__builtin_inf ()" : "__builtin_inf ()" : number (t, k));
      strbuf_printf (out, " };\n");
    }
}

static const char program[]
  = "#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\n"
    "static volatile int region;\n"
    "static void\ntrapped (int s)\n{\n"
    "  printf (\"region %d traps\\n\", region);\n  fflush (stdout);\n  _exit (1);\n}\n"
    "int\nmain (void)\n{\n"
    "  signal (SIGILL, trapped);\n  signal (SIGFPE, trapped);\n";

/* All that are called total, compiled by CC in DIR, with traps: does one trap?  */
static bool
traps (struct totals *a, const char *dir, const char *cc)
{
  struct strbuf err = { NULL, 0, 0 }, out = { NULL, 0, 0 }, file = { NULL, 0, 0 };
  struct fir_prog *p = fir_parse (a->ctx, "total", a->fir.s, &err);
  struct pass_log log = { a->ctx, NULL, NULL };
  FILE *f;
  int status;

  emit_c (&out, lower (p, &log, READS_ANY, &target_pool, NULL));
  print_operands (a, &out);
  strbuf_printf (&out, "%s%s  return 0;\n}\n", program, a->c.s);
  strbuf_printf (&file, "%s/total", dir);
  strbuf_printf (&err, "%s.c", file.s);
  f = fopen (err.s, "w");
  if (!f || fputs (out.s, f) < 0 || fclose (f) != 0)
    {
      perror (err.s);
      return true;
    }
  err.len = 0;
  strbuf_printf (&err, "timeout 300 %s -O0 -w -fsanitize=signed-integer-overflow,"
		 "integer-divide-by-zero,shift-exponent,float-cast-overflow "
		 "-fsanitize-undefined-trap-on-error -o %s %s.c $NOVA_FUZZ_LIBS && timeout 60 %s",
		 cc, file.s, file.s, file.s);
  status = system (err.s);
  strbuf_free (&err);
  strbuf_free (&out);
  strbuf_free (&file);
  return status != 0;
}

/* --- The whole ------------------------------------------------------------------------------- */

unsigned
total_terms (const char *dir, const char *cc)
{
  struct nova_host host = fuzz_host ();
  struct totals a = { .ctx = ctx_new (&host) };

  for (unsigned op = 0; op < FIR_LAST; op++)
    if (fir_op_info[op].cls == FIR_CLASS_PRIM && fir_op_info[op].nargs > 0 && op != FIR_FIELD
	&& op != FIR_PADD)
      judge_op (&a, (enum fir_op) op);
  printf ("%u primitives of types and constants, %u of them total\n", a.terms, a.total);
  if (a.total && cc)
    a.bad += traps (&a, dir, cc);
  strbuf_free (&a.fir);
  strbuf_free (&a.c);
  ctx_free (a.ctx);
  return a.bad + !a.terms;
}
