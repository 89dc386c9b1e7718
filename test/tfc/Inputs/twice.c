/* Two objects in one program. */
#include "other.h"
#include "nbody.h"
#include <stdio.h>

int main(void) {
  double x[3] = {1.0, 2.0, 3.0}, y[3];
  int64_t n = 3;
  tf_array a = tf_array_of(TF_F64, x, 1, &n), b = tf_array_of(TF_F64, y, 1, &n);
  tf_error error;
  int32_t status = twice(&a, &b, NULL, &error), overlap = twice(&a, &a, NULL, &error);
  int64_t none[2] = {0, 3};
  tf_array e = tf_array_of(TF_F32, NULL, 2, none);
  if (nbody_step(&e, &e, &e, &e, NULL, NULL) != TF_OK) return 1;
  printf("%d: %g %g %g, overlap %d: %s\n", (int)status, y[0], y[1], y[2], (int)overlap, error.message);
  return 0;
}
