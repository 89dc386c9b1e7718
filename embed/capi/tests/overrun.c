/* Calls a program on memory that is as long as it says, or shorter, for AddressSanitizer to find: overrun right|read|write. */
#include "check.h"
#include <stdlib.h>

static const char *PROGRAM =
    "func.func @running(%x: tensor<?{n}xf32> {tf.name = \"x\"}) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {\n"
    "  %0 = arith.addf %x, %x : tensor<?{n}xf32>\n"
    "  %1 = tensor.scan add %0 dim = 0 : tensor<?{n}xf32>\n"
    "  return %0, %1 : tensor<?{n}xf32>, tensor<?{n}xf32>\n"
    "}\n";

int main(int argc, char **argv) {
  const int64_t said = 1000;
  size_t shorter = said - 1, i;
  float *x, *y, *z;
  tf_failure *error = NULL;
  tf_session_options options = TF_SESSION_OPTIONS_INIT;
  tf_session *session;
  tf_executable *exe;
  tf_array argument, results[2];
  if (argc != 2) fail("arguments", NULL);
  options.threads = 2;
  options.address_sanitizer = 1;
  session = tf_session_new(&options, &error);
  if (session == NULL) fail("session", error);
  check(tf_compile(session, PROGRAM, NULL, "interp", NULL, &error) == NULL, "nothing to watch");
  expect(error, "not programs on the device interp");
  exe = tf_compile(session, PROGRAM, "running.mlir", "cpu", NULL, &error);
  if (exe == NULL) fail("compile", error);
  x = calloc(strcmp(argv[1], "read") ? (size_t)said : shorter, sizeof *x);
  y = calloc((size_t)said, sizeof *y);
  z = calloc(strcmp(argv[1], "write") ? (size_t)said : shorter, sizeof *z);
  for (i = 0; i < shorter; i++) x[i] = 1;
  argument = tf_array_of(TF_F32, x, 1, &said);
  results[0] = tf_array_of(TF_F32, y, 1, &said);
  results[1] = tf_array_of(TF_F32, z, 1, &said);
  if (tf_call(exe, 0, &argument, 1, results, 2, &error)) fail("call", error);
  check(y[0] == 2 && z[shorter - 1] == 2 * (float)shorter, "sums");
  free(x);
  free(y);
  free(z);
  tf_executable_free(exe);
  tf_session_free(session);
  printf("nothing was found\n");
  return 0;
}
