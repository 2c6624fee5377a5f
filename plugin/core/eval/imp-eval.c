/* Evaluation of IMP: statements and calls.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The oracle of the emitters, and the test of lowering and the passes over IMP: the results of a
   procedure must equal those of the evaluator of FIR for the region.  Iterations of a parfor run
   one after another, the last first, so that a dependence between them shows; and no two may access
   the same element if one of them writes it, which DPIA's types guarantee.  */

#include <string.h>
#include "imp-eval-int.h"
#include "fir/text.h"
#include "nova/abi.h"

static void run_block (struct machine *m, struct imp_block *b);
static void run_stmt (struct machine *m, struct imp_stmt *s);

static struct cell *
cell (struct machine *m, struct imp_var *v)
{
  return &m->cells[v->id];
}

static void
raise_now (struct machine *m)
{
  if (m->epoch)
    eval_error (m->e, "a check raises inside a parfor");
  longjmp (*m->raised, 1);
}

/* --- Loops ---------------------------------------------------------------------------------- */

static void
run_for (struct machine *m, struct imp_stmt *s)
{
  uint64_t i = machine_size (m, s->e[0]), end = machine_size (m, s->e[1]);
  uint64_t step = machine_size (m, s->e[2]);
  while (i < end)
    {
      cell (m, s->var)->v = value_int (s->var->type, i);
      run_block (m, &s->body);
      m->stopped = false;
      if (__builtin_add_overflow (i, step, &i))
	break;
    }
}

/* X and V, combined by output O.  */
static struct value
combined (struct machine *m, struct imp_stmt *o, struct value x, struct value v)
{
  struct imp_stmt *y = o->body.first->next;

  cell (m, o->body.first->var)->v = x;
  cell (m, y->var)->v = v;
  for (struct imp_stmt *t = y->next; t; t = t->next)
    run_stmt (m, t);
  return machine_expr (m, o->e[2]);
}

/* Have all variables of E a value?  */
static bool
is_known (struct machine *m, const struct imp_expr *e)
{
  if (e->kind == IMP_EXPR_VAR && !imp_var_is_area (e->var) && cell (m, e->var)->v.kind == VAL_NONE)
    return false;
  for (unsigned k = 0; k < e->nargs; k++)
    if (!is_known (m, e->args[k]))
      return false;
  return true;
}

/* Is BASE an array or vector that the running iteration has made, or a pointer to one?  Variables
   bound between the passes of its loop are neither.  */
static bool
is_own (struct machine *m, struct imp_expr *base)
{
  if (imp_expr_is_area (base))
    return cell (m, base->var)->area->epoch == m->epoch;
  if (!is_known (m, base))
    return false;
  struct value p = machine_expr (m, base);
  return p.kind == VAL_PTR && p.buf && (p.buf->epoch == m->epoch || p.buf->vector == m->epoch);
}

/* V to element I of BASE; not while elements only run ahead, unless one has made it itself.  */
static void
put (struct machine *m, struct imp_expr *base, struct value *i, struct value v)
{
  if (!m->looking || is_own (m, base))
    {
      m->e->cost.work++;
      *machine_place (m, base, i, true) = v;
    }
}

/* V to output O of loop S, which runs: an accumulator and a destination.  */
static void
accept (struct machine *m, struct imp_stmt *o, struct imp_stmt *s, struct value v)
{
  struct cell *acc = cell (m, o->var);
  struct value i = o->kind == IMP_FILTER ? acc->v : cell (m, s->var)->v;
  bool has = !o->first && !o->apart && !o->e[1];

  if (o->kind == IMP_CURSOR)
    {
      acc->v = value_int (o->var->type, (__int128) acc->v.i + v.i);
      return;
    }
  if (o->kind == IMP_FILTER)
    {
      if (o->body.first)
	{
	  cell (m, o->body.first->var)->v = value_int (o->var->type, 1);
	  for (struct imp_stmt *t = o->body.first->next; t; t = t->next)
	    run_stmt (m, t);
	}
      put (m, o->base, &i, v);
      acc->v = value_int (o->var->type, (__int128) i.i + 1);
      return;
    }
  if (o->e[1])
    {
      struct value flag = machine_expr (m, o->e[1]);

      has = value_true (m->e, &flag);
      cell (m, o->e[1]->var)->v = value_int (o->e[1]->type, 1);
    }
  else if (!has)
    has = acc->v.kind != VAL_NONE;
  if (o->kind == IMP_EXSCAN)
    put (m, o->base, &i, acc->v);
  acc->v = has ? combined (m, o, acc->v, v) : v;
  if (o->kind == IMP_SCAN)
    put (m, o->base, &i, acc->v);
}

/* S gives a value to the loop of the running element; while elements only run ahead, values for
   filters are counted, and cursors advance.  */
static void
run_give (struct machine *m, struct imp_stmt *s)
{
  struct imp_stmt *o = m->loop ? imp_output (m->loop, s->var) : NULL;
  bool looking = m->looking && m->loop && imp_is_whole (m->loop);
  bool counts = looking && o && o->kind == IMP_FILTER;
  struct value c, v;

  if (looking && !(o && imp_output_moves (o)))
    return;
  if (!counts)
    v = machine_expr (m, s->e[0]);
  if (!o)
    eval_error (m->e, "%s is no output of the loop", s->var->name);
  if (s->e[1])
    {
      c = machine_expr (m, s->e[1]);
      if (!value_true (m->e, &c))
	return;
    }
  if (counts)
    cell (m, o->var)->v = value_int (o->var->type, (__int128) cell (m, o->var)->v.i + 1);
  else
    accept (m, o, m->loop, v);
}

/* What output O, which combines apart, has got, to what it had before.  */
static void
end_apart (struct machine *m, struct imp_stmt *o)
{
  struct cell *acc = cell (m, o->var);

  acc->v = acc->v.kind == VAL_NONE ? acc->before : combined (m, o, acc->before, acc->v);
}

/* What gets its first value from an element has none before, or that does not count.  */
static void
run_loop (struct machine *m, struct imp_stmt *s)
{
  struct imp_stmt *around = m->loop;

  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    if (o->first || o->apart)
      {
	cell (m, o->var)->before = cell (m, o->var)->v;
	cell (m, o->var)->v.kind = VAL_NONE;
      }
  m->loop = s;
  m->failed = false;
  run_for (m, s);
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    if (o->apart)
      end_apart (m, o);
  m->stopped = m->failed;
  m->loop = around;
}

/* An iteration counts as a step: a loop with an empty body must terminate, too.  */
static void
run_while (struct machine *m, struct imp_stmt *s)
{
  for (;;)
    {
      m->e->line = s->line ? s->line : s->site;
      struct value v = machine_expr (m, s->e[0]);
      if (!value_true (m->e, &v))
	break;
      eval_step (m->e);
      run_block (m, &s->body);
    }
}

/* The references to live vectors, in M's list of them.  Scanning it counts as steps, too: so a loop
   that makes a vector in each iteration is stopped.  */
static const int64_t *
count_references (struct machine *m)
{
  size_t n = 0;
  for (struct owned *o = m->owned; o; o = o->next)
    n++;
  m->e->steps += n;
  if (n > m->nrefs)
    {
      m->nrefs = 2 * n;
      m->refs = CTX_NEWV (m->e->ctx, int64_t, m->nrefs);
    }
  n = 0;
  for (struct owned *o = m->owned; o; o = o->next)
    m->refs[n++] = o->vec ? o->vec->refs : 0;
  return m->refs;
}

/* V has REFS references from now on.  */
static void
set_refs (struct machine *m, struct eval_vec *v, int64_t refs)
{
  if (v->refs > 0 && refs <= 0)
    machine_drop (m, v);
  if (v->refs <= 0 && refs > 0)
    machine_hold (m, v);
  v->refs = refs;
}

static void
free_temp (struct machine *m, struct eval_buffer *b)
{
  b->freed = true;
  m->e->alive -= b->n;
}

/* The blocks have been left beyond those with arrays of BEFORE elements.  */
static void
leave_arrays (struct machine *m, uint64_t before)
{
  m->e->alive -= m->arrays - before;
  m->arrays = before;
}

/* A leaf raised: release what has been made since OLD was the latest, and the references to older
   vectors beyond REFS, as the runtime's log does.  ARRAYS as of then.  */
static void
give_back (struct machine *m, struct owned *old, const int64_t *refs, uint64_t arrays)
{
  struct owned *o = m->owned;
  for (; o != old; o = o->next)
    {
      if (o->vec)
	set_refs (m, o->vec, 0);
      if (o->temp && !o->temp->freed)
	free_temp (m, o->temp);
    }
  for (; o; o = o->next, refs++)
    if (o->vec)
      set_refs (m, o->vec, *refs);
  leave_arrays (m, arrays);
}

/* Iteration C of parfor S, again and again while leaves raise in it.  */
static void
run_iteration (struct machine *m, struct imp_stmt *s, uint64_t c)
{
  jmp_buf again;
  struct owned *old = m->owned;
  const int64_t *refs = count_references (m);
  uint64_t arrays = m->arrays;
  m->resumed = m->over = m->stopped = false;
  m->iteration = (int64_t) c;
  m->leaf_failed = &again;
  if (setjmp (again))
    give_back (m, old, refs, arrays);
  m->loop = NULL;
  cell (m, s->var)->v = value_int (s->var->type, (__int128) m->iteration);
  if (!m->over)
    run_block (m, &s->body);
  m->leaf_failed = NULL;
}

static void
run_parfor (struct machine *m, struct imp_stmt *s)
{
  uint64_t n = machine_size (m, s->e[0]);
  struct imp_stmt *around = m->loop;
  machine_size (m, s->e[1]);
  if (m->epoch)
    eval_error (m->e, "a parfor inside a parfor");
  if (n > NOVA_MAX_CHUNKS)
    eval_error (m->e, "more than %d chunks", NOVA_MAX_CHUNKS);
  m->epoch = ++m->last_epoch;
  m->again = s->trust == IMP_TRUST_AGAIN;
  while (n-- > 0)
    run_iteration (m, s, n);
  m->epoch = 0;
  m->again = false;
  m->stopped = false;
  m->loop = around;
}

/* --- Loops of a whole region ------------------------------------------------------------------ */

/* Element I of S.  A leaf that raises ends it.  */
static void
run_element (struct machine *m, struct imp_stmt *s, uint64_t i)
{
  jmp_buf raised;
  struct owned *old = m->owned;
  bool marks = imp_block_marks (&s->body);
  const int64_t *refs = marks ? count_references (m) : NULL;
  uint64_t arrays = m->arrays;

  m->iteration = (int64_t) i;
  m->loop = s;
  m->resumed = false;
  cell (m, s->var)->v = value_int (s->var->type, (__int128) i);
  if (marks)
    m->leaf_failed = &raised;
  if (!marks || !setjmp (raised))
    run_block (m, &s->body);
  else
    give_back (m, old, refs, arrays);
  m->leaf_failed = NULL;
  m->stopped = false;
}

/* The elements of S; or (LOOKING) what they need, whether they fail, and how far its cursors
   move.  */
static void
run_elements (struct machine *m, struct imp_stmt *s, bool looking)
{
  uint64_t n = machine_size (m, s->e[1]), work = m->e->cost.work;
  struct imp_stmt *around = m->loop;

  m->epoch = ++m->last_epoch;
  m->looking = looking;
  for (uint64_t i = 0; i < n; i++)
    run_element (m, s, i);
  m->epoch = 0;
  m->looking = false;
  m->loop = around;
  /* How much of it must be done twice is up to the passes.  */
  if (looking)
    m->e->cost.work = work;
}

/* Its elements must not interfere, and are combined in order.  */
static void
run_whole (struct machine *m, struct imp_stmt *s)
{
  struct imp_stmt *between = imp_between (s);

  machine_size (m, s->e[3]);
  if (m->epoch)
    eval_error (m->e, "a loop of a whole region inside another");
  if (s->ahead_checked || between || imp_moves (s))
    run_elements (m, s, true);
  if (between)
    run_block (m, &between->body);
  for (struct imp_stmt *o = s->orelse.first; o; o = o->next)
    if (imp_output_moves (o))
      cell (m, o->var)->v = value_int (o->var->type, 0);
  if (!m->e->failure.any)
    run_elements (m, s, false);
}

/* --- Checks --------------------------------------------------------------------------------- */

static void
operands (struct machine *m, struct imp_stmt *s, uint64_t *a)
{
  memset (a, 0, 4 * sizeof *a);
  for (unsigned k = 0; k < s->nargs && k < 4; k++)
    a[k] = machine_size (m, s->args[k]);
}

static void
run_check (struct machine *m, struct imp_stmt *s)
{
  uint64_t a[4];
  operands (m, s, a);
  if (check_kind_holds (s->check, a))
    return;
  run_block (m, &s->body);
  eval_fail (m->e, 0, 0, s->site, eval_check_text (m->e, s->check, a));
  raise_now (m);
}

static void
run_fail (struct machine *m, struct imp_stmt *s)
{
  uint64_t a[4];
  operands (m, s, a);
  if (check_kind_holds (s->check, a))
    eval_error (m->e, "a check that holds is said to fail");
  eval_fail (m->e, s->order, machine_size (m, s->e[0]), s->site,
	     eval_check_text (m->e, s->check, a));
}

/* What S needs of its element.  Of a loop in a chunk, the chunk ends with the elements.  */
static void
run_need (struct machine *m, struct imp_stmt *s)
{
  struct value holds = machine_expr (m, s->e[1]);

  if (value_true (m->e, &holds))
    return;
  run_fail (m, s);
  m->stopped = m->failed = true;
}

/* --- Statements ----------------------------------------------------------------------------- */

/* May the vector of vecnew S, of N elements, reuse the one that it names?  Then it does.  One of
   the references is the procedure's, and one may be its caller's, which is dead.  */
static bool
reuse (struct machine *m, struct imp_stmt *s, uint64_t n)
{
  struct value v = machine_expr (m, s->e[1]), unless;
  if (v.vec->refs > 2 || v.vec->n != n || v.vec->rows || v.vec->step != 1)
    return false;
  if (s->e[2])
    {
      unless = machine_expr (m, s->e[2]);
      if (value_true (m->e, &unless))
	return false;
    }
  if (v.vec->refs++ == 0)
    machine_hold (m, v.vec);
  cell (m, s->var)->v = v;
  return true;
}

/* array, temp, vecnew.  */
static void
run_area (struct machine *m, struct imp_stmt *s)
{
  uint64_t n = machine_size (m, s->e[0]), work = m->e->cost.work;
  if (s->kind == IMP_VECNEW)
    {
      if (s->e[1] && reuse (m, s, n))
	return;
      struct value v = value_vec_new (m->e, s->var->type, n);
      /* The stores count.  */
      m->e->cost.work = work;
      v.vec->refs = 1;
      machine_hold (m, v.vec);
      v.vec->buf->vector = m->epoch;
      machine_own (m, NULL, v.vec, s->var->name);
      cell (m, s->var)->v = v;
      return;
    }
  struct eval_buffer *b = eval_buffer_new (m->e, NULL, s->var->type, n);
  cell (m, s->var)->area = b;
  eval_made (m->e, n);
  if (s->kind == IMP_ARRAY)
    {
      m->arrays += n;
      b->epoch = m->epoch;
      b->iteration = m->iteration;
      b->shown = s->var->stated && s->var->space == SPACE_PROGRAM;
    }
  if (s->kind == IMP_TEMP)
    machine_own (m, b, NULL, s->var->name);
}

static void
run_free (struct machine *m, struct imp_stmt *s)
{
  struct eval_buffer *b = cell (m, s->var)->area;
  if (!b || b->freed)
    eval_error (m->e, "%s is freed twice", s->var->name);
  free_temp (m, b);
}

/* The row that S keeps is in its room already: the recomputed one is dropped.  */
static void
find_row (struct machine *m, struct imp_stmt *s)
{
  struct imp_expr *keep = s->e[0];
  struct cell *row = cell (m, keep->args[2]->var);

  machine_release (m, &row->v);
  row->v = machine_expr (m, imp_call (m->p, IMP_FN_KEPT_ROW, row->v.type, 2, keep->args));
}

static void
run_stmt (struct machine *m, struct imp_stmt *s)
{
  struct value v, i;
  eval_step (m->e);
  m->e->line = s->line ? s->line : s->site;
  switch (s->kind)
    {
    case IMP_NEW:
      v.kind = VAL_NONE;
      /* An element that runs ahead does not know where it will store.  */
      if (s->e[0] && (!m->looking || is_known (m, s->e[0])))
	v = machine_expr (m, s->e[0]);
      cell (m, s->var)->v = v;
      break;
    case IMP_ARRAY:
    case IMP_TEMP:
    case IMP_VECNEW: run_area (m, s); break;
    case IMP_ASSIGN:
      v = machine_expr (m, s->e[0]);
      cell (m, s->var)->v = v;
      break;
    case IMP_STORE:
      if (m->looking && !is_own (m, s->base))
	break;
      i = machine_expr (m, s->e[0]);
      put (m, s->base, &i, machine_expr (m, s->e[1]));
      break;
    case IMP_IF:
      v = machine_expr (m, s->e[0]);
      run_block (m, value_true (m->e, &v) ? &s->body : &s->orelse);
      break;
    case IMP_FOR: run_for (m, s); break;
    case IMP_WHILE: run_while (m, s); break;
    case IMP_LOOP:
      if (imp_is_whole (s))
	run_whole (m, s);
      else
	run_loop (m, s);
      break;
    case IMP_GIVE: run_give (m, s); break;
    case IMP_PARFOR: run_parfor (m, s); break;
    case IMP_CHECK: run_check (m, s); break;
    case IMP_FAIL: run_fail (m, s); break;
    case IMP_NEED: run_need (m, s); break;
    case IMP_RAISE:
      if (!m->e->failure.any)
	break;
      run_block (m, &s->body);
      raise_now (m);
      break;
    case IMP_EVAL:
      if (s->kept && !m->looking && m->loop && imp_is_whole (m->loop))
	find_row (m, s);
      else
	machine_expr (m, s->e[0]);
      break;
    case IMP_FREE: run_free (m, s); break;
    case IMP_RELEASE: machine_release (m, &cell (m, s->var)->v); break;
    case IMP_REDUCE:
    case IMP_FILTER:
    case IMP_SCAN:
    case IMP_EXSCAN:
    case IMP_CURSOR:
    case IMP_BETWEEN:
    case IMP_STMT_LAST: break;
    }
}

static void
run_block (struct machine *m, struct imp_block *b)
{
  uint64_t arrays = m->arrays;
  for (struct imp_stmt *s = b->first; s && !m->stopped; s = s->next)
    run_stmt (m, s);
  leave_arrays (m, arrays);
}

/* --- Functions of the program --------------------------------------------------------------- */

#define MAX_DEPTH 500

struct value
machine_fun (struct machine *m, struct imp_proc *fun, struct value *args)
{
  struct imp_proc *proc = m->proc;
  struct cell *cells = m->cells;
  if (++m->depth > MAX_DEPTH)
    eval_error (m->e, "calls are nested too deeply");
  m->proc = fun;
  m->cells = CTX_NEWV (m->e->ctx, struct cell, fun->nvars + 1);
  for (unsigned k = 0; k < fun->nparams; k++)
    m->cells[fun->params[k]->id].v = args[k];
  run_block (m, &fun->body);
  struct value v = m->cells[fun->results[0]->id].v;
  m->proc = proc;
  m->cells = cells;
  m->depth--;
  return v;
}

/* --- Calls ---------------------------------------------------------------------------------- */

/* Everything must have been given back; one reference is due for each result, and for each argument
   that the caller holds.  */
static void
check_owned (struct machine *m)
{
  for (struct owned *o = m->owned; o; o = o->next)
    {
      if (o->temp && !o->temp->freed)
	eval_error (m->e, "temp %s is never freed", o->name);
      if (o->vec && o->vec->refs != o->due)
	eval_error (m->e, "vector %s has %lld references at the end, not %lld", o->name,
		    (long long) o->vec->refs, (long long) o->due);
    }
}

static void
due (struct machine *m, struct value *v)
{
  for (struct owned *o = m->owned; o; o = o->next)
    if (v->kind == VAL_VEC && o->vec == v->vec)
      o->due++;
}

/* The caller owns the vectors in V, of parameter NAME.  */
static void
hold (struct machine *m, struct value *v, const char *name)
{
  if (v->kind == VAL_RECORD)
    for (unsigned k = 0; k < v->type->nfields; k++)
      hold (m, &v->fields[k], name);
  else if (v->kind == VAL_VEC)
    {
      v->vec->refs = 1;
      machine_own (m, NULL, v->vec, name);
      m->owned->due = 1;
    }
}

static void
hold_args (struct machine *m, struct value *args)
{
  for (unsigned k = 0; k < m->proc->nparams; k++)
    {
      m->cells[m->proc->params[k]->id].v = args[k];
      hold (m, &args[k], m->proc->params[k]->name);
    }
}

static struct imp_proc *
find_proc (struct machine *m, const char *name)
{
  for (struct imp_proc *q = m->p->procs; q; q = q->next)
    if (strcmp (q->name, name) == 0)
      return q;
  eval_error (m->e, "there is no procedure @%s", name);
}

static void
read_args (struct machine *m, const char *text, struct value *args)
{
  unsigned n = m->proc->nparams;
  const struct type **types = CTX_NEWV (m->e->ctx, const struct type *, n);
  const char **names = CTX_NEWV (m->e->ctx, const char *, n);
  for (unsigned k = 0; k < n; k++)
    {
      types[k] = m->proc->params[k]->type;
      names[k] = m->proc->params[k]->name;
    }
  eval_read_args (m->e, &text, n, types, names, args);
}

static void
run_call (struct eval *e, void *data)
{
  struct machine *m = (struct machine *) data;
  const char *text = m->call;
  jmp_buf raised;
  m->proc = find_proc (m, eval_read_head (e, &text));
  m->cells = CTX_NEWV (e->ctx, struct cell, m->proc->nvars + 1);
  struct value *args = CTX_NEWV (e->ctx, struct value, m->proc->nparams);
  struct value *results = CTX_NEWV (e->ctx, struct value, m->proc->nresults);
  read_args (m, text, args);
  hold_args (m, args);
  m->raised = &raised;
  if (setjmp (raised) == 0)
    {
      run_block (m, &m->proc->body);
      for (unsigned k = 0; k < m->proc->nresults; k++)
	{
	  results[k] = m->cells[m->proc->results[k]->id].v;
	  due (m, &results[k]);
	}
    }
  check_owned (m);
  eval_print_results (e, m->out, m->proc->nresults, results);
}

bool
eval_imp (struct imp_prog *p, const char *call, uint64_t chunk, unsigned threads,
	  struct strbuf *out, struct eval_cost *cost)
{
  struct machine *m = CTX_NEW (p->ctx, struct machine);
  m->e = eval_new (p->fir);
  m->p = p;
  m->chunk = chunk;
  m->threads = threads;
  m->call = call;
  m->out = out;
  bool good = eval_protect (m->e, run_call, m);
  if (cost)
    *cost = m->e->cost;
  if (good)
    return !m->e->failure.any;
  strbuf_printf (out, "error %u: evaluation: %s", m->e->line, m->e->error);
  return false;
}
