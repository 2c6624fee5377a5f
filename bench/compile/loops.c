/* The same as kinds.c in loops, kind by kind, for compile.sh.
   Copyright (C) 2026 The nova authors
   SPDX-License-Identifier: GPL-3.0-or-later  */

/* map */
void map_@ (size_t n, float *y, const float *x, float s)
{
  for (size_t i = 0; i < n; i++)
    y[i] += s * x[i];
}

/* dot */
double dot_@ (size_t n, const double *x, const double *y)
{
  double s = 0;
  for (size_t i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

/* scan */
void scan_@ (size_t n, int *y, const int *x)
{
  int s = 0;
  for (size_t i = 0; i < n; i++)
    y[i] = s += x[i];
}

/* filter */
size_t filter_@ (size_t n, float *y, const float *x, float least)
{
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    if (x[i] > least)
      y[k++] = x[i];
  return k;
}

/* bins */
void bins_@ (size_t n, int *count, const unsigned char *key)
{
  for (size_t i = 0; i < 256; i++)
    count[i] = 0;
  for (size_t i = 0; i < n; i++)
    count[key[i]]++;
}

/* gather */
void gather_@ (size_t n, float *y, const int *at, size_t m, const float *x)
{
  for (size_t i = 0; i < n; i++)
    {
      if (at[i] < 0 || (size_t) at[i] >= m)
	__builtin_abort ();
      y[i] = x[at[i]];
    }
}

/* stencil */
void stencil_@ (size_t n, float *y, const float *x)
{
  for (size_t i = 0; i < n; i++)
    y[i] = (x[i ? i - 1 : 0] + x[i] + x[i + 1 < n ? i + 1 : i]) / 3;
}

/* rows */
void rows_@ (size_t n, float *y, size_t m, const float *x, const size_t *o)
{
  (void) m;
  for (size_t i = 0; i < n; i++)
    {
      float s = 0;
      for (size_t k = o[i]; k < o[i + 1]; k++)
	s += x[k];
      y[i] = s;
    }
}

/* extreme */
size_t extreme_@ (size_t n, const float *x)
{
  size_t k = 0;
  for (size_t i = 1; i < n; i++)
    if (x[i] < x[k])
      k = i;
  return k;
}

/* points */
struct point_@ { float x, y, z; };
float points_@ (size_t n, const struct point_@ *p)
{
  float most = -__builtin_inff ();
  for (size_t i = 0; i < n; i++)
    {
      float a = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
      if (a > most)
	most = a;
    }
  return most;
}

/* vectors */
void vectors_@ (size_t n, float *z, const float *x, const float *y)
{
  for (size_t i = 0; i < n; i++)
    z[i] = x[i] + y[i];
}

/* folds */
double folds_@ (size_t n, const double *x)
{
  double s = 0, ss = 0;
  for (size_t i = 0; i < n; i++)
    {
      s += x[i];
      ss += x[i] * x[i];
    }
  return ss / n - s * s / n / n;
}
