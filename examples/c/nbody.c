/*
 * Gravity between bodies, computed by a program of Tensorforge that was compiled ahead of time:
 *
 *   tfc examples/programs/nbody.mlir -o nbody.o --header nbody.h --prefix nbody_
 *   cc -O2 -I. examples/c/nbody.c nbody.o -o nbody -lm -pthread
 *   ./nbody 1000 100 4          (bodies, steps, threads)
 *
 * With a fourth argument, positions and velocities before and after the steps are written to that file. With -fopenmp, the
 * loops run on OpenMP's threads, which stay from step to step.
 */
#include "nbody.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>

/* Parallel loops on a pool of the caller's. */
static void openmp_for(void *user, void (*body)(void *environment, int64_t lo, int64_t hi), void *environment, int64_t n,
                       int64_t grain) {
  const int64_t chunks = (n - 1) / grain + 1;
  int64_t k;
  (void)user;
#pragma omp parallel for schedule(dynamic)
  for (k = 0; k < chunks; k++) body(environment, k * grain, n - k * grain < grain ? n : (k + 1) * grain);
}
#endif

/* A cube of bodies at rest, by a small generator of random numbers. */
static void start(float *x, float *v, int64_t n) {
  uint32_t state = 12345;
  int64_t i;
  for (i = 0; i < 3 * n; i++) {
    state = state * 1664525u + 1013904223u;
    x[i] = (float)(state >> 8) / 8388608.0f - 1.0f;
    v[i] = 0.0f;
  }
}

/* The velocity of the common centre, which no force between bodies changes. */
static double drift(const float *v, int64_t n) {
  double most = 0.0;
  int axis;
  for (axis = 0; axis < 3; axis++) {
    double sum = 0.0;
    int64_t i;
    for (i = 0; i < n; i++) sum += v[3 * i + axis];
    if (sum < 0.0) sum = -sum;
    if (sum > most) most = sum;
  }
  return n > 0 ? most / (double)n : 0.0;
}

int main(int argc, char **argv) {
  const int64_t n = argc > 1 ? atol(argv[1]) : 1000;
  const int64_t steps = argc > 2 ? atol(argv[2]) : 100;
  const int64_t extents[2] = {n, 3};
  const size_t count = (size_t)(3 * n);
  float *memory = calloc(4 * count + 1, sizeof(float));
  float *x = memory, *v = memory + count, *next_x = memory + 2 * count, *next_v = memory + 3 * count;
  tf_context context = {0};
  tf_error error;
  int64_t step;
  FILE *file = argc > 4 ? fopen(argv[4], "wb") : NULL;
  if (n < 0 || memory == NULL || (argc > 4 && file == NULL)) return fprintf(stderr, "nbody: cannot begin\n"), 1;
  context.threads = argc > 3 ? atoi(argv[3]) : 1;
#ifdef _OPENMP
  omp_set_num_threads(context.threads > 0 ? context.threads : 1);
  context.parallel_for = openmp_for;
#endif
  start(x, v, n);
  if (file != NULL) fwrite(memory, sizeof(float), 2 * count, file);
  for (step = 0; step < steps; step++) {
    tf_array arrays[4];
    float *swap;
    int32_t status;
    arrays[0] = tf_array_of(TF_F32, x, 2, extents);
    arrays[1] = tf_array_of(TF_F32, v, 2, extents);
    arrays[2] = tf_array_of(TF_F32, next_x, 2, extents);
    arrays[3] = tf_array_of(TF_F32, next_v, 2, extents);
    status = nbody_step(&arrays[0], &arrays[1], &arrays[2], &arrays[3], &context, &error);
    if (status != TF_OK) return fprintf(stderr, "nbody: %s\n", error.message), 1;
    swap = x, x = next_x, next_x = swap;
    swap = v, v = next_v, next_v = swap;
  }
  if (file != NULL) {
    fwrite(x, sizeof(float), count, file);
    fwrite(v, sizeof(float), count, file);
    fclose(file);
  }
  printf("%ld bodies, %ld steps; the centre moves at %.1e\n", (long)n, (long)steps, drift(v, n));
  free(memory);
  return 0;
}
