#include <nova.h>
#include "bench.h"

typedef struct
{
  int x1, y1, x2, y2;
} line;

typedef struct
{
  int x, y;
} point;

void
run (const input *in, output *out)
{
  int length (line l)
  {
    int a = abs (l.x2 - l.x1), b = abs (l.y2 - l.y1);
    return (a > b ? a : b) + 1;
  }
  nova_vec (point) points = nova_for (
      point, (l, nova_view ((const line *) in->p, in->m)), nova_let (int, n, length (l)),
      nova_let (int, d, n > 1 ? n - 1 : 1), nova_let (int, sx, (l.x2 - l.x1) * 65536 / d),
      nova_let (int, sy, (l.y2 - l.y1) * 65536 / d), (i, nova_range (n)),
      ((point){ l.x1 + (i * sx >> 16), l.y1 + (i * sy >> 16) }));
  out->n = nova_store ((point *) out->p, nova_length (points), points);
}
