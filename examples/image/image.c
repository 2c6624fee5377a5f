/* Blurs and sharpens a PNG picture.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Every pixel of the result is a function of its place: tabulate over rows and columns.  The filter
   reads its neighbours from a captured view, so the compiler knows what it may read, and writes the
   result straight to where it goes.  Reading and writing PNG is libpng's work.  */

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../stopwatch.h"

struct pixel
{
  unsigned char r, g, b;
};

struct kernel
{
  int weight[5][5], divisor;
};

static const struct kernel blur
  = { { { 1, 4, 6, 4, 1 }, { 4, 16, 24, 16, 4 }, { 6, 24, 36, 24, 6 }, { 4, 16, 24, 16, 4 },
	{ 1, 4, 6, 4, 1 } }, 256 };
static const struct kernel sharpen
  = { { { 0, 0, 0, 0, 0 }, { 0, 0, -1, 0, 0 }, { 0, -1, 6, -1, 0 }, { 0, 0, -1, 0, 0 },
	{ 0, 0, 0, 0, 0 } }, 2 };

static inline size_t
clamp (long i, size_t n)
{
  return i < 0 ? 0 : (size_t) i >= n ? n - 1 : (size_t) i;
}

static inline unsigned char
to_byte (int sum, int divisor)
{
  int v = sum / divisor;
  return v < 0 ? 0 : v > 255 ? 255 : v;
}

#ifdef __NOVA__
#include <nova.h>
#define PIXEL(i, j) nova_get (picture, clamp (i, h) * w + clamp (j, w))
#else
#define PIXEL(i, j) in[clamp (i, h) * w + clamp (j, w)]
#endif

/* The pixel at (I, J) of the filtered picture.  */
#define FILTERED(i, j)								\
  int r = 0, g = 0, b = 0;							\
  for (int y = -2; y <= 2; y++)							\
    for (int x = -2; x <= 2; x++)						\
      {										\
	struct pixel p = PIXEL ((long) i + y, (long) j + x);			\
	int weight = k.weight[y + 2][x + 2];					\
	r += weight * p.r, g += weight * p.g, b += weight * p.b;		\
      }										\
  struct pixel result = { to_byte (r, k.divisor), to_byte (g, k.divisor),	\
			  to_byte (b, k.divisor) }

#ifdef __NOVA__
static void
filter (struct kernel k, size_t h, size_t w, const struct pixel *in, struct pixel *out)
{
  nova_vec (struct pixel) picture = nova_view (in, h * w);
  struct pixel at (size_t i, size_t j)
  {
    FILTERED (i, j);
    return result;
  }
  nova_store (out, h * w, nova_tabulate (at, h, w));
}
#else
static void
filter (struct kernel k, size_t h, size_t w, const struct pixel *in, struct pixel *out)
{
  for (size_t i = 0; i < h; i++)
    for (size_t j = 0; j < w; j++)
      {
	FILTERED (i, j);
	out[i * w + j] = result;
      }
}
#endif

static unsigned
checksum (size_t n, const struct pixel *p)
{
  unsigned a = 1, b = 0;	/* Adler-32 */
  for (size_t i = 0; i < 3 * n; i++)
    {
      a = (a + ((const unsigned char *) p)[i]) % 65521;
      b = (b + a) % 65521;
    }
  return b << 16 | a;
}

int
main (int argc, char **argv)
{
  png_image image = { .version = PNG_IMAGE_VERSION };
  if (argc != 4 || (strcmp (argv[1], "blur") && strcmp (argv[1], "sharpen")))
    {
      fprintf (stderr, "usage: image blur|sharpen IN.png OUT.png\n");
      return 2;
    }
  if (!png_image_begin_read_from_file (&image, argv[2]))
    {
      fprintf (stderr, "%s: %s\n", argv[2], image.message);
      return 1;
    }
  image.format = PNG_FORMAT_RGB;
  size_t w = image.width, h = image.height;
  struct pixel *in = malloc (PNG_IMAGE_SIZE (image)), *out = malloc (PNG_IMAGE_SIZE (image));
  if (!in || !out || !png_image_finish_read (&image, NULL, in, 0, NULL))
    {
      fprintf (stderr, "%s: %s\n", argv[2], image.message);
      return 1;
    }
  struct kernel k = strcmp (argv[1], "blur") ? sharpen : blur;
  STOPWATCH (7)
    filter (k, h, w, in, out);
  if (!png_image_write_to_file (&image, argv[3], 0, out, 0, NULL))
    {
      fprintf (stderr, "%s: %s\n", argv[3], image.message);
      return 1;
    }
  printf ("%s: %zu x %zu, checksum %08x\n", argv[1], w, h, checksum (w * h, out));
  free (in), free (out);
  return 0;
}
