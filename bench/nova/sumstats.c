#include <nova.h>
#include "bench.h"

static inline double
square (double x)
{
  return x * x;
}

static inline double
cube (double x)
{
  return x * x * x;
}

static inline double
fourth (double x)
{
  return x * x * x * x;
}

void
run (const input *in, output *out)
{
  nova_vec (float) x = nova_view (in->x, in->n);
  stats s = { nova_minimum (x),
	      nova_maximum (x),
	      in->n,
	      nova_sum_as (double, x),
	      nova_sum (nova_map (square, x)),
	      nova_sum (nova_map (cube, x)),
	      nova_sum (nova_map (fourth, x)) };
  stats_out (s, out->r);
}
