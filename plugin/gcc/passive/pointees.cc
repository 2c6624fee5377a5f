/* Places that pointers lead to, and what lies in a function's own variables.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The sets behind points-to.cc.  A variable's contents are known by byte offset, regardless of the
   order of stores; an unknown offset stands for all.  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "passive.h"
#include "pointees.h"

/* More offsets of one object than this are all offsets: a pointer that a loop moves ends there.  */
static const unsigned MAX_OFFSETS = 8;
static const HOST_WIDE_INT LAST_OFFSET = 1 << 16;

unsigned
passive_param_number (tree parm)
{
  unsigned k = 0;
  for (tree p = DECL_ARGUMENTS (DECL_CONTEXT (parm)); p; p = DECL_CHAIN (p), k++)
    if (p == parm)
      return k < CHAIN_PARAM ? k : LAST_PARAM_BIT;
  return CHAIN_PARAM;
}

bool
passive_holds_pointer_p (tree type)
{
  if (POINTER_TYPE_P (type))
    return true;
  return (INTEGRAL_TYPE_P (type) || TREE_CODE (type) == VECTOR_TYPE
	  || TREE_CODE (type) == COMPLEX_TYPE)
	 && TYPE_SIZE (type) && tree_fits_uhwi_p (TYPE_SIZE (type))
	 && tree_to_uhwi (TYPE_SIZE (type)) >= POINTER_SIZE;
}

static bool
same_object_p (struct place a, struct place b)
{
  return a.kind == b.kind && a.what == b.what && a.param == b.param;
}

bool
places_add (struct places *to, struct place p)
{
  unsigned others = 0;
  for (const place &q : to->at)
    if (same_object_p (p, q))
      {
	if (q.offset == p.offset || q.offset == ANY_OFFSET)
	  return false;
	others++;
      }
  if (others >= MAX_OFFSETS)
    p.offset = ANY_OFFSET;
  if (p.offset == ANY_OFFSET)
    for (unsigned i = to->at.length (); i-- > 0; )
      if (same_object_p (p, to->at[i]))
	to->at.unordered_remove (i);
  to->at.safe_push (p);
  return true;
}

/* Which pointer leads beyond is no matter of where in its target one is.  */
struct place
places_shift (struct place p, HOST_WIDE_INT count)
{
  if (p.offset == ANY_OFFSET || (p.kind != PLACE_OWN && p.kind != PLACE_PARAM))
    return p;
  p.offset = count == ANY_OFFSET || p.offset + count < 0 || p.offset + count > LAST_OFFSET
	     ? ANY_OFFSET : p.offset + count;
  return p;
}

static void
add_all (struct places *to, const struct places *from)
{
  for (const place &p : from->at)
    places_add (to, p);
}

/* What variable VAR, a parameter, holds at OFFSET when the function begins.  */
static void
add_argument (tree var, HOST_WIDE_INT offset, struct places *out)
{
  unsigned k = passive_param_number (var);
  if (!AGGREGATE_TYPE_P (TREE_TYPE (var)))
    places_add (out, { PLACE_PARAM, NULL_TREE, k, 0 });
  else
    places_add (out, { PLACE_BEYOND, NULL_TREE, k, offset });
}

/* WHAT is a string, or an array of characters that nobody writes to: no pointers are in there.  */
static bool
characters_p (tree what)
{
  if (!what || TREE_CODE (what) == STRING_CST)
    return what != NULL_TREE;
  return VAR_P (what) && TREE_READONLY (what) && TREE_CODE (TREE_TYPE (what)) == ARRAY_TYPE
	 && TYPE_MODE (TREE_TYPE (TREE_TYPE (what))) == QImode;
}

void
places_held (struct points_map *m, struct place p, HOST_WIDE_INT size, struct places *out)
{
  switch (p.kind)
    {
    case PLACE_NOWHERE:
      places_add (out, p);
      return;
    case PLACE_OWN:
      if (cells **c = m->own.get (p.what))
	for (cell *e : (*c)->at)
	  if (p.offset == ANY_OFFSET || e->offset == ANY_OFFSET || e->offset == p.offset
	      || (e->offset > p.offset && (size == ANY_OFFSET || e->offset < p.offset + size)))
	    add_all (out, &e->held);
      if (TREE_CODE (p.what) == PARM_DECL)
	add_argument (p.what, size > POINTER_SIZE_UNITS ? ANY_OFFSET : p.offset, out);
      return;
    case PLACE_PARAM:
      if (size == ANY_OFFSET || size > POINTER_SIZE_UNITS)
	p.offset = ANY_OFFSET;
      places_add (out, { PLACE_BEYOND, NULL_TREE, p.param, p.offset });
      add_all (out, &m->spilled);
      return;
    case PLACE_BEYOND:
      places_add (out, { PLACE_BEYOND, NULL_TREE, p.param, ANY_OFFSET });
      add_all (out, &m->spilled);
      return;
    case PLACE_ELEMENTS:
    case PLACE_ELSEWHERE:
      if (p.kind == PLACE_ELSEWHERE && characters_p (p.what))
	return;
      places_add (out, { PLACE_ELSEWHERE, NULL_TREE, 0, ANY_OFFSET });
      return;
    }
}

void
places_reached (struct points_map *m, const struct places *from, struct places *out)
{
  places seen;
  add_all (&seen, from);
  for (bool more = true; more; )
    {
      places next;
      for (place p : seen.at)
	{
	  p = places_shift (p, ANY_OFFSET);
	  places_held (m, p, ANY_OFFSET, &next);
	}
      more = false;
      for (const place &p : next.at)
	{
	  more |= places_add (&seen, p);
	  places_add (out, p);
	}
    }
}

/* The cell of VAR for pointers stored at OFFSET.  */
static cell *
cell_at (struct points_map *m, tree var, HOST_WIDE_INT offset)
{
  bool existed;
  cells *&c = m->own.get_or_insert (var, &existed);
  if (!existed)
    c = new cells;
  if (offset % POINTER_SIZE_UNITS != 0)
    offset = ANY_OFFSET;
  if (c->at.length () > 64)
    offset = ANY_OFFSET;
  for (cell *e : c->at)
    if (e->offset == offset)
      return e;
  cell *e = new cell;
  e->offset = offset;
  c->at.safe_push (e);
  return e;
}

void
places_store (struct points_map *m, struct place p, const struct places *v)
{
  if (v->at.is_empty ())
    return;
  places *to = p.kind == PLACE_OWN ? &cell_at (m, p.what, p.offset)->held
	       : p.kind == PLACE_PARAM || p.kind == PLACE_BEYOND ? &m->spilled : NULL;
  if (to)
    for (const place &q : v->at)
      m->changed |= places_add (to, q);
}

void
places_copy (struct points_map *m, struct place to, struct place from, HOST_WIDE_INT size)
{
  places v;
  if (from.kind != PLACE_OWN || TREE_CODE (from.what) == PARM_DECL || from.offset == ANY_OFFSET
      || size == ANY_OFFSET)
    {
      places_held (m, from, size, &v);
      places_store (m, places_shift (to, ANY_OFFSET), &v);
      return;
    }
  cells **c = m->own.get (from.what);
  if (!c)
    return;
  /* What is stored may make new cells of the same variable.  */
  auto_vec<cell *> before;
  before.safe_splice ((*c)->at);
  for (cell *e : before)
    if (e->offset == ANY_OFFSET)
      places_store (m, places_shift (to, ANY_OFFSET), &e->held);
    else if (e->offset >= from.offset && e->offset < from.offset + size)
      places_store (m, places_shift (to, e->offset - from.offset), &e->held);
}
