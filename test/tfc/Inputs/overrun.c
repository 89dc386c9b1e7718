/* Running sums of a table of ones: overrun LENGTH EXTENT THREADS. The program is told EXTENT of a table that has LENGTH elements. */
#include "sums.h"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  const int64_t length = argc == 4 ? atol(argv[1]) : 0, extent = argc == 4 ? atol(argv[2]) : 0;
  float *x = calloc((size_t)length, sizeof *x), *y = calloc((size_t)extent, sizeof *y);
  const tf_array from = tf_array_of(TF_F32, x, 1, &extent), to = tf_array_of(TF_F32, y, 1, &extent);
  tf_context context = {0};
  tf_error error;
  int64_t i;
  if (argc != 4 || x == NULL || y == NULL) return 2;
  context.threads = atoi(argv[3]);
  for (i = 0; i < length; i++) x[i] = 1;
  if (sums(&from, 2, &to, &context, &error) != TF_OK) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  if (y[length - 1] != 2 * (float)length) return 3;
  printf("%ld sums of a table\n", (long)extent);
  free(x);
  free(y);
  return 0;
}
