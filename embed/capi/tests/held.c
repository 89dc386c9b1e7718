/* Keeps arrays on the device of a program between calls: held DEVICE. */
#include "check.h"

static const char *PROGRAM =
    "func.func @step(%x: tensor<?{n}xf32> {tf.name = \"x\"}, %a: f32 {tf.name = \"a\"}) -> tensor<?{n}xf32> {\n"
    "  %0 = tensor.splat %a : tensor<?{n}xf32>\n"
    "  %1 = arith.mulf %x, %0 : tensor<?{n}xf32>\n"
    "  return %1 : tensor<?{n}xf32>\n"
    "}\n"
    "func.func @both(%x: tensor<?{n}xf32>, %y: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {\n"
    "  %0 = arith.addf %x, %y : tensor<?{n}xf32>\n"
    "  %1 = arith.subf %x, %y : tensor<?{n}xf32>\n"
    "  return %0, %1 : tensor<?{n}xf32>, tensor<?{n}xf32>\n"
    "}\n";

static tf_device_argument held(tf_device_array *array, int donated) {
  tf_device_argument argument = {0};
  argument.held = array;
  argument.donated = donated;
  return argument;
}

static tf_device_argument plain(tf_array array) {
  tf_device_argument argument = {0};
  argument.host = array;
  return argument;
}

static void expect_elements(const tf_device_array *array, const float *wanted, int64_t count, const char *what) {
  tf_failure *error = NULL;
  tf_owned *copy = tf_device_array_fetch(array, &error);
  tf_array elements;
  int64_t i;
  if (copy == NULL) fail("fetch", error);
  elements = tf_owned_array(copy);
  check(elements.rank == 1 && elements.extents[0] == count && elements.dtype == TF_F32, what);
  for (i = 0; i < count; i++) check(((const float *)elements.data)[i] == wanted[i], what);
  tf_owned_free(copy);
}

int main(int count, char **words) {
  const char *device = count > 1 ? words[1] : "interp";
  float start[3] = {8, 4, -2}, half = 0.5f;
  const float ends[3] = {1, 0.5f, -0.25f}, sums[3] = {9, 4.5f, -2.25f}, rest[3] = {7, 3.5f, -1.75f};
  int64_t three = 3;
  int trip;
  tf_failure *error = NULL;
  tf_array x = tf_array_of(TF_F32, start, 1, &three), a = tf_array_of(TF_F32, &half, 0, NULL), described;
  tf_device_argument arguments[2];
  tf_device_array *first, *now, *results[2] = {NULL, NULL};
  tf_session *session = tf_session_new(NULL, &error);
  tf_executable *exe;
  if (session == NULL) fail("session", error);
  exe = tf_compile(session, PROGRAM, "held.mlir", device, NULL, &error);
  if (exe == NULL) fail("compile", error);
  first = tf_device_array_new(session, &x, device, &error);
  if (first == NULL) fail("to the device", error);
  described = tf_device_array_describe(first);
  check(described.rank == 1 && described.extents[0] == 3 && described.dtype == TF_F32 && described.data, "describe");
  check(tf_device_array_describe(NULL).rank == -1, "describe nothing");

  /* The first call borrows; later ones are given what came before. */
  now = first;
  for (trip = 0; trip < 3; trip++) {
    arguments[0] = held(now, trip > 0);
    arguments[1] = plain(a);
    if (tf_call_on_device(exe, 0, arguments, 2, &now, 1, &error)) fail("call", error);
  }
  expect_elements(now, ends, 3, "three steps");
  expect_elements(first, start, 3, "what was lent");
  arguments[0] = held(first, 0);
  arguments[1] = held(now, 0);
  if (tf_call_on_device(exe, 1, arguments, 2, results, 2, &error)) fail("call of two", error);
  expect_elements(results[0], sums, 3, "sums");
  expect_elements(results[1], rest, 3, "differences");

  /* What is wrong is told, and nothing is lost. */
  check(tf_call_on_device(exe, 1, arguments, 2, results, 1, &error) == 1, "too few results");
  expect(error, "'both' has 2 results, not 1");
  arguments[1] = held(first, 1);
  check(tf_call_on_device(exe, 1, arguments, 2, results, 2, &error) == 1, "lent and donated");
  expect(error, "argument #1 of 'both' is donated, but it is also argument #0");
  arguments[0].donated = 1;
  arguments[1].donated = 0;
  check(tf_call_on_device(exe, 1, arguments, 2, results, 2, &error) == 1, "donated and lent");
  expect(error, "argument #0 of 'both' is donated, but it is also argument #1");
  arguments[0].donated = 0;
  check(tf_call_on_device(exe, 0, arguments, 2, results, 1, &error) == 1, "an array for a number");
  expect(error, "argument 'a' of 'step'");
  check(tf_call_on_device(exe, 7, arguments, 2, results, 1, &error) == 1, "no function");
  expect(error, "there is no function 7");
  check(tf_device_array_new(session, NULL, device, &error) == NULL, "no array");
  expect(error, "the array is NULL");
  check(tf_device_array_new(session, &x, "gpu9", &error) == NULL, "no device");
  expect(error, "gpu9");
  check(tf_device_array_fetch(NULL, &error) == NULL, "nothing to fetch");
  expect(error, "the array is NULL");

  tf_device_array_free(results[0]);
  tf_device_array_free(results[1]);
  tf_device_array_free(first);
  tf_executable_free(exe);
  /* It outlives its program, and its session. */
  tf_session_free(session);
  expect_elements(now, ends, 3, "behind its session");
  tf_device_array_free(now);
  tf_device_array_free(NULL);
  printf("all is well on %s\n", device);
  return 0;
}
