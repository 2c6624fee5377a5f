/* A graph from a list of edges: the distances from vertex 0, level by level, and its triangles.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   The graph is a vector of rows, the neighbours of each vertex in ascending order.  A level of the
   search is one comprehension over the vertices that the last one reached; a vertex that several
   reach is kept at the place that was the last to claim it.  Of the triangles the edges are a
   comprehension, too: for each, what its ends have in common among the greater vertices.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../stopwatch.h"

/* The neighbours of vertex v are to[begin[v]] ... to[begin[v + 1] - 1].  */
struct graph
{
  size_t n, *begin;
  unsigned *to;
};

#ifdef __NOVA__
#include <nova.h>

typedef nova_vec (unsigned) vertices;
typedef nova_vec (vertices) rows;

static rows
rows_of (const struct graph *g)
{
  return nova_segments (nova_view (g->to, g->begin[g->n]), nova_view (g->begin, g->n + 1));
}

static void
distances (const struct graph *g, int *distance)
{
  rows near = rows_of (g);
  vertices front = nova_replicate (1, 0u);
  int far (unsigned v) { return v == 0 ? 0 : -1; }
  nova_vec (int) d = nova_map (far, nova_range ((unsigned) g->n));
  for (int level = 1; nova_length (front) > 0; level++)
    {
      vertices next = nova_for (unsigned, (v, front), (w, nova_get (near, v)),
				nova_when (nova_get (d, w) < 0), w);
      nova_vec (size_t) places = nova_range (nova_length (next));
      nova_vec (size_t) last = nova_scatter (nova_replicate (g->n, (size_t) 0), next, places);
      d = nova_scatter (d, next, nova_replicate (nova_length (next), level));
      front = nova_for (unsigned, (w, next, k, places), nova_when (nova_get (last, w) == k), w);
    }
  nova_store (distance, g->n, d);
}

/* How many numbers are in both A and B, which ascend.  */
static size_t
common (vertices a, vertices b)
{
  size_t found (unsigned v, size_t k) { return k < nova_length (b) && nova_get (b, k) == v; }
  return nova_sum (nova_map (found, a, nova_search (nova_lt, b, a)));
}

static size_t
triangles (const struct graph *g)
{
  rows near = rows_of (g);
  rows up = nova_for (vertices, (a, near, v, nova_range ((unsigned) g->n)),
		      nova_for (unsigned, (w, a), nova_when (w > v), w));
  return nova_sum (nova_for (size_t, (a, up), (w, a), common (a, nova_get (up, w))));
}
#else
static void
distances (const struct graph *g, int *distance)
{
  unsigned *queue = malloc (g->n * sizeof *queue);
  size_t done = 0, n = 1;
  for (size_t v = 0; v < g->n; v++)
    distance[v] = v == 0 ? 0 : -1;
  queue[0] = 0;
  for (; done < n; done++)
    for (size_t k = g->begin[queue[done]]; k < g->begin[queue[done] + 1]; k++)
      if (distance[g->to[k]] < 0)
	{
	  distance[g->to[k]] = distance[queue[done]] + 1;
	  queue[n++] = g->to[k];
	}
  free (queue);
}

static size_t
triangles (const struct graph *g)
{
  size_t count = 0;
  for (size_t v = 0; v < g->n; v++)
    for (size_t k = g->begin[v]; k < g->begin[v + 1]; k++)
      {
	unsigned w = g->to[k];
	if (w <= v)
	  continue;
	size_t i = k + 1, j = g->begin[w];
	while (i < g->begin[v + 1] && j < g->begin[w + 1])
	  {
	    count += g->to[i] == g->to[j];
	    if (g->to[i] < g->to[j])
	      i++;
	    else if (g->to[i] > g->to[j])
	      j++;
	    else
	      i++, j++;
	  }
      }
  return count;
}
#endif

struct edge { unsigned from, to; };

static int
by_ends (const void *p, const void *q)
{
  const struct edge *a = p, *b = q;
  return a->from != b->from ? (a->from > b->from) - (a->from < b->from)
	 : (a->to > b->to) - (a->to < b->to);
}

/* Lines of two numbers, vertices from 0: an edge, in both directions.  */
static void
read_graph (FILE *f, struct graph *g)
{
  size_t room = 1 << 10, n = 0, kept = 0;
  struct edge *e = malloc (room * sizeof *e), one;
  g->n = 1;
  while (fscanf (f, "%u %u", &one.from, &one.to) == 2)
    {
      if (n + 2 > room)
	e = realloc (e, (room *= 2) * sizeof *e);
      e[n++] = one;
      e[n++] = (struct edge) { one.to, one.from };
      g->n = one.from >= g->n ? one.from + 1 : g->n;
      g->n = one.to >= g->n ? one.to + 1 : g->n;
    }
  qsort (e, n, sizeof *e, by_ends);
  g->begin = calloc (g->n + 1, sizeof *g->begin);
  g->to = malloc ((n + 1) * sizeof *g->to);
  for (size_t k = 0; k < n; k++)
    if (e[k].from != e[k].to && (k == 0 || by_ends (&e[k], &e[k - 1])))
      {
	g->begin[e[k].from + 1]++;
	g->to[kept++] = e[k].to;
      }
  for (size_t v = 0; v < g->n; v++)
    g->begin[v + 1] += g->begin[v];
  free (e);
}

int
main (int argc, char **argv)
{
  struct graph g;
  FILE *f = argc == 2 ? fopen (argv[1], "r") : NULL;
  if (!f)
    {
      fprintf (stderr, "usage: graph FILE (an edge a line: two numbers)\n");
      return 2;
    }
  read_graph (f, &g);
  fclose (f);
  int *distance = malloc (g.n * sizeof *distance), most = 0;
  size_t count = 0, reached = 0, sum = 0;
  STOPWATCH (3)
    {
      distances (&g, distance);
      count = triangles (&g);
    }
  for (size_t v = 0; v < g.n; v++)
    if (distance[v] >= 0)
      {
	reached++;
	sum += distance[v];
	most = distance[v] > most ? distance[v] : most;
      }
  printf ("%zu vertices, %zu edges, %zu reached, farthest %d, all distances %zu, %zu triangles\n",
	  g.n, g.begin[g.n] / 2, reached, most, sum, count);
  free (distance), free (g.begin), free (g.to);
  return 0;
}
