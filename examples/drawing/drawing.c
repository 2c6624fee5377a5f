/* Draws lines, filled circles and filled triangles from a file into a picture.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   A shape's pixels are a comprehension: rows of the picture that it meets, and in each the columns.
   Shapes differ in size, so the rows are ragged; all of it is one vector of pixels, which are
   counted in bins.  Where shapes lie over each other the picture is brighter.  It is written as a
   PNG by libpng, and its numbers as text (PGM) for other programs.  */

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../stopwatch.h"

/* A shape: triangles of a, b, c; circles around a with radius r; lines are from a to b.  */
enum kind { LINE, CIRCLE, TRIANGLE };
struct point { int x, y; };
struct shape { enum kind kind; struct point a, b, c; int r; };

static inline int least (int a, int b) { return a < b ? a : b; }
static inline int most (int a, int b) { return a > b ? a : b; }

/* The first and last row of S that a picture of HEIGHT rows has, and of these pixels on row Y of it
   the first and last column.  */
static inline int
first_row (struct shape s)
{
  return most (0, s.kind == CIRCLE ? s.a.y - s.r : least (least (s.a.y, s.b.y), s.c.y));
}

static inline int
last_row (struct shape s, int height)
{
  return least (height - 1, s.kind == CIRCLE ? s.a.y + s.r : most (most (s.a.y, s.b.y), s.c.y));
}

struct span { int from, to; };

/* The columns of the line between A and B on row Y; none if it does not meet that.  */
static inline struct span
on_edge (struct point a, struct point b, int y)
{
  if (y < least (a.y, b.y) || y > most (a.y, b.y))
    return (struct span) { 1 << 20, -(1 << 20) };
  if (a.y == b.y)
    return (struct span) { least (a.x, b.x), most (a.x, b.x) };
  double step = (double) (b.x - a.x) / (b.y - a.y);
  double u = a.x + (y - 0.5 - a.y) * step, v = a.x + (y + 0.5 - a.y) * step;
  int from = (int) floor ((u < v ? u : v) + 0.5), to = (int) floor ((u < v ? v : u) + 0.5);
  to = to > from ? to - 1 : to;
  return (struct span) { most (from, least (a.x, b.x)), least (to, most (a.x, b.x)) };
}

static inline struct span
columns (struct shape s, int y, int width)
{
  struct span p = on_edge (s.a, s.b, y);
  if (s.kind == CIRCLE)
    {
      int w = (int) sqrt ((double) (s.r * s.r - (y - s.a.y) * (y - s.a.y)));
      p = (struct span) { s.a.x - w, s.a.x + w };
    }
  else if (s.kind == TRIANGLE)
    {
      struct span q = on_edge (s.b, s.c, y), r = on_edge (s.c, s.a, y);
      p.from = least (p.from, least (q.from, r.from));
      p.to = most (p.to, most (q.to, r.to));
    }
  return (struct span) { most (p.from, 0), least (p.to, width - 1) };
}

#ifdef __NOVA__
#include <nova.h>

static void
draw (size_t n, const struct shape *shapes, int width, int height, int *picture)
{
  nova_vec (int) pixels
    = nova_for (int, (s, nova_view (shapes, n)),
		(y, nova_range (first_row (s), last_row (s, height) + 1)),
		nova_let (struct span, p, columns (s, y, width)),
		(x, nova_range (p.from, p.to + 1)),
		y * width + x);
  nova_store (picture, (size_t) width * height,
	      nova_reduce_by_index (nova_add, 0, (size_t) width * height, pixels,
				    nova_replicate (nova_length (pixels), 1)));
}
#else
static void
draw (size_t n, const struct shape *shapes, int width, int height, int *picture)
{
  memset (picture, 0, (size_t) width * height * sizeof *picture);
  for (size_t k = 0; k < n; k++)
    for (int y = first_row (shapes[k]); y <= last_row (shapes[k], height); y++)
      {
	struct span p = columns (shapes[k], y, width);
	for (int x = p.from; x <= p.to; x++)
	  picture[y * width + x]++;
      }
}
#endif

/* The shapes of F, a line each: line X Y X Y, circle X Y R, triangle X Y X Y X Y.  */
static struct shape *
read_shapes (FILE *f, size_t *n)
{
  char line[200];
  size_t room = 100;
  struct shape *s = malloc (room * sizeof *s);
  for (*n = 0; fgets (line, sizeof line, f);)
    {
      struct shape t = { 0 };
      if (sscanf (line, "line %d %d %d %d", &t.a.x, &t.a.y, &t.b.x, &t.b.y) == 4)
	t.kind = LINE, t.c = t.b;
      else if (sscanf (line, "circle %d %d %d", &t.a.x, &t.a.y, &t.r) == 3)
	t.kind = CIRCLE;
      else if (sscanf (line, "triangle %d %d %d %d %d %d", &t.a.x, &t.a.y, &t.b.x, &t.b.y, &t.c.x,
		       &t.c.y) == 6)
	t.kind = TRIANGLE;
      else
	continue;
      if (*n == room)
	s = realloc (s, (room *= 2) * sizeof *s);
      s[(*n)++] = t;
    }
  return s;
}

enum { WIDTH = 640, HEIGHT = 480 };

/* Write PICTURE, whose brightest number is BRIGHTEST, to the file NAME, on a logarithmic scale;
   false if that fails.  */
static int
write_png (const char *name, const int *picture, int brightest)
{
  static unsigned char grey[WIDTH * HEIGHT];
  png_image image = { .version = PNG_IMAGE_VERSION, .width = WIDTH, .height = HEIGHT,
		      .format = PNG_FORMAT_GRAY };
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    grey[i] = (unsigned char) (255 * log1p (picture[i]) / log1p (brightest));
  if (png_image_write_to_file (&image, name, 0, grey, 0, NULL))
    return 1;
  fprintf (stderr, "%s: %s\n", name, image.message);
  return 0;
}

int
main (int argc, char **argv)
{
  static int picture[WIDTH * HEIGHT];
  size_t n;
  FILE *f = argc == 3 ? fopen (argv[1], "r") : NULL;
  if (!f)
    {
      fprintf (stderr, "usage: drawing FILE (shapes) PICTURE.png\n");
      return 2;
    }
  struct shape *shapes = read_shapes (f, &n);
  fclose (f);
  STOPWATCH (5)
    draw (n, shapes, WIDTH, HEIGHT, picture);
  int brightest = 1;
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    brightest = most (brightest, picture[i]);
  printf ("P2\n%d %d\n%d\n", WIDTH, HEIGHT, brightest);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    printf ("%d\n", picture[i]);
  free (shapes);
  return !write_png (argv[2], picture, brightest);
}
