/* Regions that say the same are one: they call the same stub.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A program sums vectors in many places, and nearly all of the time that a region takes to compile
   is GCC's, on what is generated for it.  So a region that says what one before it says, in all
   its versions and with the same options, calls that one's stub (imp-key.c: what it says).  What
   differs is where an error is said to be, and what the profile names: a stub takes that from its
   caller, as the address of a table of descriptors.  The first is that of the region; the others
   are those of the sites that the code names, in the order in which it has been generated.

   A parfor of a region that says something else may still do what one before it does, for vectors
   that are other parameters, say.  Its stub calls that one's worker, unless that names sites, which
   would be in other places of its table.

   GCC merges equal functions of the program for the same reason, and where it does not (-O0, -O1,
   -Og, -fno-ipa-icf) neither do we: in a debugger code has the lines of the region that was first.

   (Sharing by value numbers of whole procedures: hash consing.)  */

#include "base/gcc-compat.h"
#include "base/nova-gcc.h"
#include "core/imp/imp.h"
#include "nova/abi.h"
#include "gen.h"
#include "state.h"

tree
gen_site_of (struct gen_fn *f, unsigned site)
{
  struct gen_shared *s = f->g->shared;
  if (site == 0)
    return null_pointer_node;
  if (!f->sites)
    gen_fatal ("a worker of %s names a site, and has none", f->g->name);
  size_t known = s->key.nsites, n = imp_key_site (&s->key, site);
  if (n == known)
    gen_fatal ("%s names a site that it does not say", f->g->name);
  unsigned place = 0;
  while (place < s->used.length () && s->used[place] != n)
    place++;
  if (place == s->used.length ())
    s->used.safe_push (n);
  return fold_build_pointer_plus_hwi (f->sites, (place + 1) * sizeof (struct nova_site));
}

/* --- What a region says ---------------------------------------------------------------------- */

/* To K what the versions V say.  */
static void
say_versions (struct imp_key *k, const struct gen_versions *v)
{
  imp_key_add (k, v->of);
  for (unsigned i = 0; i < VERSION_LAST; i++)
    if (v->prog[i])
      {
	imp_key_add (k, i + 1);
	imp_key_proc (k, v->prog[i], v->prog[i]->procs);
      }
}

/* To K what of USER decides how its regions are compiled.  */
static void
say_user (struct imp_key *k, tree user)
{
  tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (user);
  tree target = DECL_FUNCTION_SPECIFIC_TARGET (user);
  struct function *fn = DECL_STRUCT_FUNCTION (user);
  /* Addresses are to stay those of these.  */
  for (tree t : { options, target })
    {
      if (t)
	root_keep (t);
      imp_key_add (k, (uint64_t) (uintptr_t) t);
    }
  imp_key_add (k, fn->calls_setjmp || fn->has_nonlocal_label);
}

/* --- The tables ------------------------------------------------------------------------------ */

/* Does GCC merge functions that are equal to USER?  */
static bool
merges_p (tree user)
{
  return opt_for_fn (user, flag_ipa_icf_functions);
}

/* The entry of TABLE that says what X says; X, if there is none.  KEPT: X is one from now on.  */
template<typename T>
static T *
first_of (hash_map<int_hash<uint64_t, 0>, T *> &table, T *x, bool *kept)
{
  bool existed;
  T *&first = table.get_or_insert (imp_key_hash (&x->key) | 1, &existed);
  if (!existed)
    first = x;
  *kept = !existed;
  return imp_key_equal (&first->key, &x->key) ? first : x;
}

template<typename T>
static void
forget (hash_map<int_hash<uint64_t, 0>, T *> &table)
{
  for (auto entry : table)
    strbuf_free (&entry.second->key.words);
  table.empty ();
}

void
gen_forget (void)
{
  for (auto entry : unit.gen->shared)
    entry.second->used.release ();
  forget (unit.gen->shared);
  forget (unit.gen->workers);
}

/* --- Workers --------------------------------------------------------------------------------- */

struct gen_worker *
gen_worker_of (struct gen_fn *f, struct imp_stmt *s)
{
  struct gen_worker *w = CTX_NEW (f->g->prog->ctx, struct gen_worker), *first = w;
  bool kept = false;
  w->key.ctx = f->g->prog->ctx;
  if (merges_p (f->g->user))
    {
      say_user (&w->key, f->g->user);
      imp_key_add (&w->key, f->g->cold | (f->frame != NULL_TREE) << 1);
      imp_key_parfor (&w->key, f->g->prog, f->g->proc, s, &f->g->numbers);
      first = first_of (unit.gen->workers, w, &kept);
    }
  if (!kept)
    strbuf_free (&w->key.words);
  return first;
}

/* --- Regions --------------------------------------------------------------------------------- */

/* What has become of the loops of FIRST has become of those of S.  */
static void
same_loops (const struct gen_shared *first, const struct gen_shared *s)
{
  for (size_t i = 0; i < s->key.nsites; i++)
    if (unit.gen->thread_sites.contains (first->key.site[i]))
      unit.gen->thread_sites.add (s->key.site[i]);
}

tree
gen_region (struct gen_versions *v, struct gen_versions *samples, tree user, location_t loc)
{
  const struct imp_prog *p = v->prog[VERSION_ORDINARY];
  struct gen_shared *s = CTX_NEW (p->ctx, struct gen_shared), *first = s;
  bool kept = false;
  s->key.ctx = p->ctx;
  say_versions (&s->key, v);
  if (samples)
    say_versions (&s->key, samples);
  say_user (&s->key, user);
  if (merges_p (user))
    first = first_of (unit.gen->shared, s, &kept);
  if (first == s)
    gen_stubs (s, v, samples, user, loc);
  else
    same_loops (first, s);
  v->marches = first->marches;
  auto_vec<unsigned> sites;
  for (size_t n : first->used)
    sites.safe_push (s->key.site[n]);
  v->sites = gen_site_table (loc, p->procs->name, sites.length (), sites.address ());
  if (!kept)
    {
      strbuf_free (&s->key.words);
      s->used.release ();
    }
  return first->stub;
}
