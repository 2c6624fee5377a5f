/* Prices European options by the formula of Black and Scholes.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later

   Each line of the input is one option: spot, strike, rate, volatility, years, and C or P.  A
   function from option to price is mapped over an array of structs; its exp, log and sqrt run in
   vector registers.  The prices come back as doubles, and their sum in the same pass.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "../stopwatch.h"

struct option
{
  double spot, strike, rate, volatility, years;
  int put;
};

/* The normal distribution function, by formula 26.2.17 of Abramowitz and Stegun: 7.5e-8.  */
static inline double
normal (double x)
{
  double k = 1 / (1 + 0.2316419 * fabs (x));
  double p = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937
	     + k * (-1.821255978 + k * 1.330274429))));
  double tail = 0.39894228040143267794 * exp (-0.5 * x * x) * p;
  return x < 0 ? tail : 1 - tail;
}

static inline double
price (struct option o)
{
  double deviation = o.volatility * sqrt (o.years);
  double d1 = (log (o.spot / o.strike) + (o.rate + 0.5 * o.volatility * o.volatility) * o.years)
	      / deviation;
  double d2 = d1 - deviation;
  double present = o.strike * exp (-o.rate * o.years);
  double call = o.spot * normal (d1) - present * normal (d2);
  return o.put ? call - o.spot + present : call;
}

#ifdef __NOVA__
#include <nova.h>

static double
price_all (size_t n, const struct option *options, double *prices)
{
  nova_vec (double) p = nova_map (price, nova_view (options, n));
  double sum = nova_sum (p);
  nova_store (prices, n, p);
  return sum;
}
#else
static double
price_all (size_t n, const struct option *options, double *prices)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += prices[i] = price (options[i]);
  return sum;
}
#endif

int
main (int argc, char **argv)
{
  FILE *f = argc >= 2 ? fopen (argv[1], "r") : NULL;
  size_t copies = argc == 3 ? strtoul (argv[2], NULL, 10) : 1, n = 0, room = 1 << 12;
  struct option *o = malloc (room * sizeof *o), x;
  char kind;
  if (!f || !o || !copies)
    {
      fprintf (stderr, "usage: blackscholes FILE [COPIES]\n");
      return 2;
    }
  while (fscanf (f, "%lf %lf %lf %lf %lf %c", &x.spot, &x.strike, &x.rate, &x.volatility, &x.years,
		 &kind) == 6)
    {
      x.put = kind == 'P';
      if (n == room)
	o = realloc (o, (room *= 2) * sizeof *o);
      o[n++] = x;
    }
  fclose (f);
  struct option *book = malloc (copies * n * sizeof *book);
  double *prices = malloc (copies * n * sizeof *prices), sum = 0;
  for (size_t i = 0; i < copies * n; i++)
    book[i] = o[i % n];
  STOPWATCH (5)
    sum = price_all (copies * n, book, prices);
  for (size_t i = 0; i < n && i < 5; i++)
    printf ("%s %g at %g: %.4f\n", o[i].put ? "put" : "call", o[i].strike, o[i].spot, prices[i]);
  printf ("%zu options, mean price %.4f\n", n, sum / (copies * n));
  free (prices);
  free (book);
  free (o);
  return 0;
}
