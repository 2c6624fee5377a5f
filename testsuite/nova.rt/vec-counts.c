/* Counts, owners and reused blocks.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "rt.h"
#include <pthread.h>

static const struct nova_site site = { "v.c", "__nova_copy", 1 };

static void *
share (void *v)
{
  for (int k = 0; k < 1000; k++)
    {
      CHECK (nova_vec_retain (v) == v);
      nova_vec_release (v);
    }
  nova_vec_release (v);
  return NULL;
}

static void
check_counts (void)
{
  pthread_t t[3];
  struct nova_vec *v = nova_vec_new (10, 4, 4, &site);
  CHECK (v->refs == 1 && v->levels == 1 && v->stride == 1);
  CHECK ((v->flags & NOVA_VEC_FLAGS) == NOVA_VEC_OWNED);
  for (int k = 0; k < 3; k++)
    CHECK (!pthread_create (&t[k], NULL, share, nova_vec_retain (v)));
  for (int k = 0; k < 3; k++)
    pthread_join (t[k], NULL);
  CHECK (v->refs == 1);
  struct nova_vec *same = nova_vec_contiguous (v);
  CHECK (same == v && v->refs == 2);
  nova_vec_release (v);
  nova_vec_release (v);
  nova_vec_release (NULL);
  CHECK (nova_vec_retain (NULL) == NULL && nova_vec_contiguous (NULL) == NULL);
  CHECK (nova_vec_total (NULL) == 0 && nova_vec_length (NULL) == 0 && !nova_vec_data (NULL));
}

/* Elements stand at multiples of what they ask for; many, at multiples of 64.  */
static void
check_alignment (void)
{
  for (size_t align = 1; align <= 4096; align *= 2)
    {
      struct nova_vec *v = nova_vec_new (3, align, align, &site);
      struct nova_vec *w = nova_vec_new (1000, align < 64 ? align : 64, align, &site);
      CHECK ((uintptr_t) v->data % align == 0);
      CHECK ((uintptr_t) w->data % (align > 64 ? align : 64) == 0);
      memset (v->data, 1, 3 * align);
      nova_vec_release (v);
      nova_vec_release (w);
    }
  /* What copies does not know what they ask for.  */
  for (size_t align = 1; align <= 64; align *= 2)
    {
      struct nova_vec *v[4];
      for (unsigned k = 0; k < 4; k++)
        {
          v[k] = nova_vec_copy_of ("", align, 0, &site);
          CHECK ((uintptr_t) v[k]->data % align == 0);
        }
      for (unsigned k = 0; k < 4; k++)
        nova_vec_release (v[k]);
    }
}

/* One thread makes small vectors, another frees them.  */
static void *
free_all (void *list)
{
  struct nova_vec **v = list;
  while (*v)
    nova_vec_release (*v++);
  return NULL;
}

static void
check_passed_on (void)
{
  static struct nova_vec *v[1001];
  for (int turn = 0; turn < 20; turn++)
    {
      pthread_t t;
      for (unsigned k = 0; k < 1000; k++)
        {
          v[k] = nova_vec_new (k % 250, 4, 4, &site);
          if (k % 250)
            memset (v[k]->data, 1, k % 250 * 4);
        }
      CHECK (!pthread_create (&t, NULL, free_all, v));
      pthread_join (t, NULL);
    }
}

/* A large block comes back to the next vector of about its size, a small one need not.  */
static void
check_reuse (void)
{
  for (size_t n = (size_t) 1 << 18; n <= (size_t) 1 << 23; n *= 8)
    {
      struct nova_vec *v = nova_vec_new (n, 1, 1, &site);
      void *data = v->data;
      memset (data, 1, n);
      nova_vec_release (v);
      v = nova_vec_new (n - n / 8, 1, 1, &site);
      CHECK (v->data == data);
      struct nova_vec *w = nova_vec_new (n, 1, 1, &site);
      CHECK (w->data != data);
      nova_vec_release (w);
      nova_vec_release (v);
      /* Much smaller: that would be a waste.  */
      v = nova_vec_new (n / 3, 1, 1, &site);
      CHECK (v->data != data);
      nova_vec_release (v);
    }
  struct nova_vec *many[50];
  for (int k = 0; k < 50; k++)
    many[k] = nova_vec_new (200000 + 64 * (size_t) k, 1, 1, &site);
  for (int k = 0; k < 50; k++)
    nova_vec_release (many[k]);
}

/* Of many small ones that are freed a thread keeps few.  */
static void
check_few_kept (void)
{
  static struct nova_vec *v[20000];
  size_t before = in_use ();
  for (unsigned k = 0; k < 20000; k++)
    v[k] = nova_vec_new (k % 200, 4, 4, &site);
  for (unsigned k = 0; k < 20000; k++)
    nova_vec_release (v[k]);
  CHECK (in_use () < before + 300000);
}

int
main (void)
{
  check_few_kept ();
  check_counts ();
  check_alignment ();
  check_passed_on ();
  check_reuse ();
  return 0;
}
