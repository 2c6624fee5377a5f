/* Where pointers may point, for the passivity check.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   After Andersen ("Program analysis and specialization for the C programming language", 1994), one
   function at a time and flow-insensitive: every name and every part of a local variable has a set
   of places, which the statements extend up to a fixed point.  What a callee returns, and what it
   stores through its arguments, is summarised in terms of its arguments.  A vector points where the
   arrays and vectors do that it is made from.  Any other pointer (read from a variable of the
   program, assembled from bits, returned by a function without a body) points elsewhere.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "passive.h"
#include "pointees.h"

static void
add_place (places *to, enum place_kind kind, tree what)
{
  places_add (to, { kind, what, 0, kind == PLACE_OWN ? 0 : ANY_OFFSET });
}

static void
add_elsewhere (places *to, tree what)
{
  add_place (to, PLACE_ELSEWHERE, what);
}

/* FROM are now among TO, a name's.  */
static void
flow (points_map *m, places *to, const places *from)
{
  for (const place &p : from->at)
    m->changed |= places_add (to, p);
}

/* --- Operands ------------------------------------------------------------------------------- */

static void value_of (points_map *m, tree t, places *out);

static bool
own_p (points_map *m, tree base)
{
  return DECL_P (base) && auto_var_in_fn_p (base, m->fn);
}

/* Add to OUT the memory that REF is.  */
static void
memory_of (points_map *m, tree ref, places *out)
{
  poly_int64 at = 0;
  HOST_WIDE_INT offset = ANY_OFFSET;
  tree base = get_addr_base_and_unit_offset (ref, &at);
  if (!base)
    base = get_base_address (ref);
  else if (!at.is_constant (&offset))
    offset = ANY_OFFSET;
  if (!base)
    add_elsewhere (out, NULL_TREE);
  else if (TREE_CODE (base) == MEM_REF || TREE_CODE (base) == TARGET_MEM_REF)
    {
      HOST_WIDE_INT more = ANY_OFFSET;
      places at;
      value_of (m, TREE_OPERAND (base, 0), &at);
      if (TREE_CODE (base) == MEM_REF && offset != ANY_OFFSET)
	more = offset + (HOST_WIDE_INT) TREE_INT_CST_LOW (TREE_OPERAND (base, 1));
      for (const place &p : at.at)
	places_add (out, places_shift (p, more));
    }
  else if (own_p (m, base))
    places_add (out, places_shift ({ PLACE_OWN, base, 0, 0 }, offset));
  else
    add_elsewhere (out, base);
}

static HOST_WIDE_INT
size_of (tree type)
{
  tree size = TYPE_SIZE_UNIT (type);
  return size && tree_fits_shwi_p (size) ? tree_to_shwi (size) : ANY_OFFSET;
}

/* Add to OUT the pointers that REF, in memory, holds.  */
static void
held_by (points_map *m, tree ref, places *out)
{
  places at;
  memory_of (m, ref, &at);
  for (const place &p : at.at)
    places_held (m, p, size_of (TREE_TYPE (ref)), out);
}

/* Add to OUT where T, the operand of a statement, points.  */
static void
value_of (points_map *m, tree t, places *out)
{
  switch (TREE_CODE (t))
    {
    case SSA_NAME:
      if (SSA_NAME_VERSION (t) < m->nnames)
	for (const place &p : m->names[SSA_NAME_VERSION (t)].at)
	  places_add (out, p);
      return;
    case ADDR_EXPR:
      memory_of (m, TREE_OPERAND (t, 0), out);
      return;
    case INTEGER_CST:
      /* Other integers are made pointers by a conversion, and point to nothing known.  */
      if (integer_zerop (t))
	add_place (out, PLACE_NOWHERE, NULL_TREE);
      else if (POINTER_TYPE_P (TREE_TYPE (t)))
	add_elsewhere (out, t);
      return;
    default:
      if (CONSTANT_CLASS_P (t) || TREE_CODE (t) == CONSTRUCTOR)
	return;
      held_by (m, t, out);
    }
}

/* --- Assignments ---------------------------------------------------------------------------- */

/* REF is a part of a variable that may share bytes with a part of another type.  */
static bool
overlaid_p (tree ref)
{
  bool part = false;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if ((TREE_CODE (ref) != COMPONENT_REF && TREE_CODE (ref) != ARRAY_REF)
	|| TREE_CODE (TREE_TYPE (TREE_OPERAND (ref, 0))) == UNION_TYPE)
      return true;
    else
      part = true;
  return !part && !DECL_P (ref);
}

/* What integers are computed of that pointers became: to round one up or down is no harm, else who
   knows where it points.  */
static void
computed (points_map *m, gimple *stmt, places *out)
{
  enum tree_code code = gimple_assign_rhs_code (stmt);
  if ((code == PLUS_EXPR || code == MINUS_EXPR || code == BIT_AND_EXPR)
      && TREE_CODE (gimple_assign_rhs2 (stmt)) == INTEGER_CST
      && TREE_CODE (gimple_assign_rhs1 (stmt)) == SSA_NAME)
    {
      places v;
      value_of (m, gimple_assign_rhs1 (stmt), &v);
      for (const place &p : v.at)
	places_add (out, places_shift (p, ANY_OFFSET));
      return;
    }
  for (unsigned k = 1; k < gimple_num_ops (stmt); k++)
    {
      places v;
      tree t = gimple_op (stmt, k);
      if (t && TREE_CODE (t) == SSA_NAME && passive_holds_pointer_p (TREE_TYPE (t)))
	value_of (m, t, &v);
      if (!v.at.is_empty ())
	add_elsewhere (out, NULL_TREE);
    }
}

/* Add to OUT what assignment STMT gives to its name.  */
static void
assigned (points_map *m, gimple *stmt, places *out)
{
  tree rhs = gimple_assign_rhs1 (stmt);
  switch (gimple_assign_rhs_code (stmt))
    {
    case POINTER_PLUS_EXPR:
      {
	places v;
	tree count = gimple_assign_rhs2 (stmt);
	value_of (m, rhs, &v);
	for (const place &p : v.at)
	  places_add (out, places_shift (p, TREE_CODE (count) == INTEGER_CST
						? (HOST_WIDE_INT) TREE_INT_CST_LOW (count)
						: ANY_OFFSET));
	return;
      }
    CASE_CONVERT:
      if (passive_holds_pointer_p (TREE_TYPE (rhs)))
	value_of (m, rhs, out);
      return;
    case VIEW_CONVERT_EXPR:
    case BIT_FIELD_REF:
    case REALPART_EXPR:
    case IMAGPART_EXPR:
      if (TREE_CODE (TREE_OPERAND (rhs, 0)) == SSA_NAME)
	value_of (m, TREE_OPERAND (rhs, 0), out);
      else
	held_by (m, rhs, out);
      return;
    case COND_EXPR:
      value_of (m, gimple_assign_rhs2 (stmt), out);
      value_of (m, gimple_assign_rhs3 (stmt), out);
      return;
    default:
      if (gimple_assign_single_p (stmt))
	value_of (m, rhs, out);
      else
	computed (m, stmt, out);
    }
}

/* Memory LHS gets the value of register type RHS.  */
static void
store_value (points_map *m, tree lhs, tree rhs)
{
  places at, v;
  if (!passive_holds_pointer_p (TREE_TYPE (rhs))
      || (!POINTER_TYPE_P (TREE_TYPE (rhs)) && !overlaid_p (lhs)))
    return;
  value_of (m, rhs, &v);
  if (v.at.is_empty () && TREE_CODE (rhs) == INTEGER_CST)
    add_elsewhere (&v, NULL_TREE);
  memory_of (m, lhs, &at);
  for (const place &p : at.at)
    places_store (m, size_of (TREE_TYPE (lhs)) > POINTER_SIZE_UNITS
		     ? places_shift (p, ANY_OFFSET) : p, &v);
}

static void
visit_assign (points_map *m, gimple *stmt)
{
  tree lhs = gimple_assign_lhs (stmt), rhs = gimple_assign_rhs1 (stmt);
  if (gimple_clobber_p (stmt))
    return;
  if (TREE_CODE (lhs) == SSA_NAME)
    {
      places v;
      if (passive_holds_pointer_p (TREE_TYPE (lhs)))
	assigned (m, stmt, &v);
      flow (m, &m->names[SSA_NAME_VERSION (lhs)], &v);
    }
  else if (is_gimple_reg_type (TREE_TYPE (lhs)))
    store_value (m, lhs, rhs);
  else if (TREE_CODE (rhs) != CONSTRUCTOR && TREE_CODE (rhs) != STRING_CST)
    {
      places to, from;
      memory_of (m, lhs, &to);
      memory_of (m, rhs, &from);
      for (const place &p : to.at)
	for (const place &q : from.at)
	  places_copy (m, p, q, size_of (TREE_TYPE (lhs)));
    }
}

/* --- Calls ---------------------------------------------------------------------------------- */

static void
argument_value (points_map *m, gcall *call, unsigned k, places *out)
{
  tree arg = call_argument (call, k);
  if (arg && is_gimple_reg_type (TREE_TYPE (arg)) && passive_holds_pointer_p (TREE_TYPE (arg)))
    value_of (m, arg, out);
}

/* Add to OUT what the pointer at OFFSET of what argument K of CALL points to, or of that argument
   itself, points to.  */
static void
beyond_argument (points_map *m, gcall *call, unsigned k, HOST_WIDE_INT offset, places *out)
{
  places at;
  tree arg = call_argument (call, k);
  if (arg && !is_gimple_reg_type (TREE_TYPE (arg)))
    memory_of (m, arg, &at);
  else
    argument_value (m, call, k, &at);
  if (offset == ANY_OFFSET)
    places_reached (m, &at, out);
  else
    for (const place &p : at.at)
      places_held (m, places_shift (p, offset), POINTER_SIZE_UNITS, out);
}

/* The same for way W of a callee.  */
static void
along (points_map *m, gcall *call, const struct way *w, places *out)
{
  unsigned k = argument_for (call, w->param);
  if (w->param < LAST_PARAM_BIT)
    beyond_argument (m, call, k, w->offset, out);
  else
    for (k = CHAIN_PARAM; k < gimple_call_num_args (call); k++)
      beyond_argument (m, call, k, ANY_OFFSET, out);
}

/* Add to OUT what P, said of a callee, is for CALL.  */
static void
resolve (points_map *m, gcall *call, const struct points *p, places *out)
{
  for (unsigned k = 0; k <= gimple_call_num_args (call); k++)
    if (p->params & argument_bit (call, k))
      {
	places v;
	argument_value (m, call, k, &v);
	for (const place &q : v.at)
	  places_add (out, places_shift (q, ANY_OFFSET));
      }
  for (unsigned i = 0; i < p->nways; i++)
    along (m, call, &p->ways[i], out);
  if (p->elsewhere)
    add_elsewhere (out, p->what && DECL_P (p->what) && !p->more ? p->what : NULL_TREE);
  if (p->vector)
    add_place (out, PLACE_ELEMENTS, NULL_TREE);
  if (p->nowhere)
    add_place (out, PLACE_NOWHERE, NULL_TREE);
}

/* CALL stores V through those arguments that BITS names.  */
static void
store_arguments (points_map *m, gcall *call, uint64_t bits, const places *v)
{
  for (unsigned k = 0; k <= gimple_call_num_args (call); k++)
    if (bits & argument_bit (call, k))
      {
	places at;
	argument_value (m, call, k, &at);
	for (const place &p : at.at)
	  places_store (m, places_shift (p, ANY_OFFSET), v);
      }
}

/* A function whose statements are known.  */
static void
call_walked (points_map *m, gcall *call, struct effects *e, places *out)
{
  places v;
  resolve (m, call, &e->returned, out);
  resolve (m, call, &e->stored, &v);
  if (v.at.is_empty ())
    return;
  store_arguments (m, call, e->writes, &v);
  for (unsigned i = 0; i < e->far_writes.nways; i++)
    {
      places at;
      along (m, call, &e->far_writes.ways[i], &at);
      for (const place &p : at.at)
	places_store (m, places_shift (p, ANY_OFFSET), &v);
    }
}

/* Is parameter K of FN a text?  No function takes pointers from one, whatever was copied there.  */
static bool
takes_text_p (tree fn, unsigned k)
{
  tree args = TYPE_ARG_TYPES (TREE_TYPE (fn));
  while (args && k--)
    args = TREE_CHAIN (args);
  return args && POINTER_TYPE_P (TREE_VALUE (args))
	 && INTEGRAL_TYPE_P (TREE_TYPE (TREE_VALUE (args)));
}

/* A library function, which knows no pointers but those that it is given: what it gives back points
   into an argument; what it stores there it found, or is a place in another one (strtol).  */
static void
call_library (points_map *m, gcall *call, tree fn, uint64_t writes, places *out)
{
  places v;
  unsigned from = passive_returned_argument (fn);
  bool any = from == ALL_ARGUMENTS || from == WRITTEN_ARGUMENTS;
  for (unsigned k = 0; k < gimple_call_num_args (call); k++)
    if (from == WRITTEN_ARGUMENTS ? (writes & argument_bit (call, k)) != 0
	: from == ALL_ARGUMENTS || POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, k))))
      {
	places given;
	argument_value (m, call, k, &given);
	for (const place &p : given.at)
	  {
	    if (from != WRITTEN_ARGUMENTS || !takes_text_p (fn, k))
	      places_held (m, places_shift (p, ANY_OFFSET), ANY_OFFSET, &v);
	    if (!(writes & 1) || any)
	      places_add (&v, places_shift (p, ANY_OFFSET));
	  }
      }
  store_arguments (m, call, writes, &v);
  if (any)
    for (const place &p : v.at)
      places_add (out, p);
  else if (from < gimple_call_num_args (call))
    {
      places p;
      argument_value (m, call, from, &p);
      for (const place &q : p.at)
	places_add (out, places_shift (q, ANY_OFFSET));
    }
}

/* A builtin of ours.  A new vector points nowhere, but may share memory with what it is made
   of.  */
static void
call_builtin (points_map *m, gcall *call, enum nova_op op, places *out)
{
  tree lhs = gimple_call_lhs (call);
  bool data = op == NOVA_OP_DATA || op == NOVA_OP_HDATA;
  if (data)
    add_place (out, PLACE_ELEMENTS, NULL_TREE);
  if (op_array_view_p (op))
    argument_value (m, call, 0, out);
  else if (data || (lhs && vtype_elem (TREE_TYPE (lhs))))
    {
      /* The empty vector is something, too.  */
      add_place (out, PLACE_NOWHERE, NULL_TREE);
      for (unsigned k = 0; k < gimple_call_num_args (call); k++)
	if (vtype_elem (TREE_TYPE (gimple_call_arg (call, k))))
	  argument_value (m, call, k, out);
    }
  else
    {
      places v;
      add_elsewhere (out, lhs);
      add_elsewhere (&v, NULL_TREE);
      store_arguments (m, call, ~(uint64_t) 0, &v);
    }
}

static void
call_known (points_map *m, gcall *call, tree fn, places *out)
{
  int flags = gimple_call_return_flags (call);
  tree lhs = gimple_call_lhs (call);
  struct effects *e;
  if (op_resolved (fn) != NOVA_OP_NONE)
    call_builtin (m, call, op_resolved (fn), out);
  else if (fndecl_built_in_p (fn, BUILT_IN_NORMAL)
	   && ALLOCA_FUNCTION_CODE_P (DECL_FUNCTION_CODE (fn)))
    {
      if (lhs)
	add_place (out, PLACE_OWN, lhs);
    }
  else if ((e = effects_of (fn))->walked)
    call_walked (m, call, e, out);
  else
    {
      places v;
      if (passive_returned_argument (fn) != NO_ARGUMENT)
	call_library (m, call, fn, e->writes, &v);
      else
	{
	  add_elsewhere (&v, lhs);
	  store_arguments (m, call, e->writes, &v);
	}
      if ((flags & ERF_RETURNS_ARG)
	  && (unsigned) (flags & ERF_RETURN_ARG_MASK) < gimple_call_num_args (call))
	argument_value (m, call, flags & ERF_RETURN_ARG_MASK, out);
      else
	for (const place &p : v.at)
	  places_add (out, p);
    }
}

static void
visit_call (points_map *m, gcall *call)
{
  tree lhs = gimple_call_lhs (call), fn = passive_callee (call);
  places v;
  if (compat_no_value_p (call))
    add_place (&v, PLACE_NOWHERE, NULL_TREE);
  else if (fn)
    call_known (m, call, fn, &v);
  else
    {
      add_elsewhere (&v, lhs);
      if (!gimple_call_internal_p (call))
	store_arguments (m, call, ~(uint64_t) 0, &v);
    }
  if (!lhs)
    return;
  if (TREE_CODE (lhs) == SSA_NAME)
    {
      if (passive_holds_pointer_p (TREE_TYPE (lhs)))
	flow (m, &m->names[SSA_NAME_VERSION (lhs)], &v);
      return;
    }
  places at;
  memory_of (m, lhs, &at);
  for (const place &p : at.at)
    places_store (m, is_gimple_reg_type (TREE_TYPE (lhs)) ? p : places_shift (p, ANY_OFFSET), &v);
}

/* --- Functions ------------------------------------------------------------------------------ */

static void
visit_asm (points_map *m, gasm *stmt)
{
  for (unsigned k = 0; k < gimple_asm_noutputs (stmt); k++)
    {
      tree lhs = TREE_VALUE (gimple_asm_output_op (stmt, k));
      places at, v;
      add_elsewhere (&v, lhs);
      if (TREE_CODE (lhs) == SSA_NAME)
	flow (m, &m->names[SSA_NAME_VERSION (lhs)], &v);
      else
	{
	  memory_of (m, lhs, &at);
	  for (const place &p : at.at)
	    places_store (m, p, &v);
	}
    }
}

static void
visit_return (points_map *m, greturn *stmt)
{
  tree t = gimple_return_retval (stmt);
  places v;
  if (!t)
    return;
  if (!is_gimple_reg_type (TREE_TYPE (t)))
    held_by (m, t, &v);
  else if (passive_holds_pointer_p (TREE_TYPE (t)))
    value_of (m, t, &v);
  flow (m, &m->returned, &v);
}

static void
visit_phi (points_map *m, gphi *phi)
{
  places v;
  if (virtual_operand_p (gimple_phi_result (phi))
      || !passive_holds_pointer_p (TREE_TYPE (gimple_phi_result (phi))))
    return;
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    value_of (m, gimple_phi_arg_def (phi, k), &v);
  flow (m, &m->names[SSA_NAME_VERSION (gimple_phi_result (phi))], &v);
}

static void
visit (points_map *m, gimple *stmt)
{
  if (is_gimple_assign (stmt))
    visit_assign (m, stmt);
  else if (gcall *call = dyn_cast<gcall *> (stmt))
    visit_call (m, call);
  else if (gasm *a = dyn_cast<gasm *> (stmt))
    visit_asm (m, a);
  else if (greturn *r = dyn_cast<greturn *> (stmt))
    visit_return (m, r);
}

/* What names have that nothing sets: parameters, and variables without a value.  */
static void
visit_defaults (points_map *m, struct function *fun)
{
  unsigned k;
  tree name;
  FOR_EACH_SSA_NAME (k, name, fun)
    {
      tree var = SSA_NAME_VAR (name);
      if (!SSA_NAME_IS_DEFAULT_DEF (name) || virtual_operand_p (name)
	  || !passive_holds_pointer_p (TREE_TYPE (name)))
	continue;
      if (var && TREE_CODE (var) == PARM_DECL)
	places_add (&m->names[k], { PLACE_PARAM, NULL_TREE, passive_param_number (var), 0 });
      else
	add_place (&m->names[k], PLACE_NOWHERE, NULL_TREE);
    }
}

struct points_map *
points_find (tree fn)
{
  struct function *fun = DECL_STRUCT_FUNCTION (fn);
  points_map *m = new points_map;
  basic_block bb;
  m->fn = fn;
  m->nnames = vec_safe_length (SSANAMES (fun));
  m->names = new places[m->nnames];
  visit_defaults (m, fun);
  do
    {
      m->changed = false;
      FOR_EACH_BB_FN (bb, fun)
	{
	  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
	    visit_phi (m, i.phi ());
	  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
	    visit (m, gsi_stmt (i));
	}
    }
  while (m->changed);
  return m;
}

void
points_free (struct points_map *m)
{
  for (hash_map<tree, cells *>::iterator i = m->own.begin (); i != m->own.end (); ++i)
    {
      cells *c = (*i).second;
      for (cell *e : c->at)
	delete e;
      delete c;
    }
  delete[] m->names;
  delete m;
}

/* --- Answers -------------------------------------------------------------------------------- */

void
points_add_way (struct points *p, unsigned param, HOST_WIDE_INT offset)
{
  unsigned n = 0;
  if (p->nways == MAX_WAYS)
    offset = ANY_OFFSET;
  for (unsigned i = 0; i < p->nways; i++)
    if (p->ways[i].param == param
	&& (p->ways[i].offset == offset || p->ways[i].offset == ANY_OFFSET))
      return;
  if (offset == ANY_OFFSET)
    {
      for (unsigned i = 0; i < p->nways; i++)
	if (p->ways[i].param != param)
	  p->ways[n++] = p->ways[i];
      p->nways = n;
    }
  if (p->nways < MAX_WAYS)
    p->ways[p->nways++] = { param, offset };
  else
    {
      p->more |= p->elsewhere;
      p->elsewhere = true;
    }
}

static struct points
summary (const places *v)
{
  struct points p;
  memset (&p, 0, sizeof p);
  for (const place &q : v->at)
    switch (q.kind)
      {
      case PLACE_NOWHERE: p.nowhere = true; break;
      case PLACE_OWN: p.own = true; break;
      case PLACE_PARAM: p.params |= param_bit (q.param); break;
      case PLACE_BEYOND: points_add_way (&p, q.param, q.offset); break;
      case PLACE_ELEMENTS: p.vector = true; break;
      case PLACE_ELSEWHERE:
	if (!p.elsewhere)
	  p.what = q.what;
	p.more |= p.elsewhere && (q.what != p.what || !q.what);
	p.elsewhere = true;
      }
  return p;
}

struct points
points_to (struct points_map *m, tree p)
{
  places v;
  value_of (m, p, &v);
  return summary (&v);
}

struct points
points_base (struct points_map *m, tree base)
{
  places v;
  memory_of (m, base, &v);
  return summary (&v);
}

struct points
points_along (struct points_map *m, gcall *call, struct way w)
{
  places v;
  along (m, call, &w, &v);
  return summary (&v);
}

/* Its own variables are gone when a function has returned.  */
static struct points
outside (const places *v)
{
  struct points p = summary (v);
  p.nowhere |= p.own;
  p.own = false;
  return p;
}

struct points
points_returned (struct points_map *m)
{
  return outside (&m->returned);
}

struct points
points_stored (struct points_map *m)
{
  return outside (&m->spilled);
}
