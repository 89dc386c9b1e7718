/* Natural mistakes: each ends with a failure that names the argument or the line, and says what to do: mistakes DEVICE. */
#include "check.h"

static const char *PROGRAM =
    "func.func @scale(%x: tensor<?{n}x2xf32> {tf.name = \"x\"}, %a: f32 {tf.name = \"a\"})\n"
    "    -> (tensor<?{n}x2xf32> {tf.name = \"scaled\"}) {\n"
    "  %0 = tensor.splat %a : tensor<?{n}x2xf32>\n"
    "  %1 = arith.mulf %x, %0 : tensor<?{n}x2xf32>\n"
    "  return %1 : tensor<?{n}x2xf32>\n"
    "}\n"
    "func.func @add(%x: tensor<?{n}xf32> {tf.name = \"x\"}, %y: tensor<?{n}xf32> {tf.name = \"y\"}) -> tensor<?{n}xf32> {\n"
    "  %0 = arith.addf %x, %y : tensor<?{n}xf32>\n"
    "  return %0 : tensor<?{n}xf32>\n"
    "}\n"
    "func.func @pick(%x: tensor<?{n}xf32> {tf.name = \"x\"}, %at: index {tf.name = \"at\"}) -> f32 {\n"
    "  %0 = tensor.at %x[%at] trap : tensor<?{n}xf32>\n"
    "  return %0 : f32\n"
    "}\n"
    "func.func @checks(%x: f32 {tf.name = \"x\"}) -> f32 {\n"
    "  %c = arith.constant 0.0 : f32\n"
    "  %good = arith.cmpf oge, %x, %c : f32\n"
    "  tensor.assert %good, \"{} is negative\" %x : f32\n"
    "  tensor.print \"x is {}\" %x : f32\n"
    "  return %x : f32\n"
    "}\n";

static float x[6] = {1, 2, 3, 4, 5, 6}, a = 0.5f, y[6], z[6];
static const int64_t three_by_two[2] = {3, 2}, three_by_three[2] = {3, 3}, three[1] = {3}, two[1] = {2}, negative[2] = {-3, 2};

/* A call that must fail. */
static void refused(const tf_executable *exe, const char *name, tf_array first, tf_array second, size_t given,
                    tf_array result, size_t results, const char *part) {
  tf_array arguments[2];
  tf_failure *error = NULL;
  int64_t function = tf_function_find(exe, name);
  arguments[0] = first;
  arguments[1] = second;
  check(function >= 0, name);
  if (tf_call(exe, (size_t)function, arguments, given, &result, results, &error) == 0) fail(part, NULL);
  expect(error, part);
}

static void calls(const tf_executable *exe) {
  tf_array good = tf_array_of(TF_F32, x, 2, three_by_two), number = tf_array_of(TF_F32, &a, 0, NULL);
  tf_array out = tf_array_of(TF_F32, y, 2, three_by_two), row = tf_array_of(TF_F32, x, 1, three);
  tf_array none = tf_array_of(TF_F32, NULL, 2, three_by_two), strange = tf_array_of(99, x, 2, three_by_two);
  tf_array odd = tf_array_of(TF_F32, (char *)x + 1, 2, three_by_two);
  int64_t index = 7;
  float minus = -1.0f;
  refused(exe, "scale", tf_array_of(TF_F64, x, 2, three_by_two), number, 2, out, 1, "'x'");
  refused(exe, "scale", tf_array_of(TF_I32, x, 2, three_by_two), number, 2, out, 1, "tensor<?{n}x2xf32>");
  refused(exe, "scale", row, number, 2, out, 1, "'x'");
  refused(exe, "scale", tf_array_of(TF_F32, x, 2, three_by_three), number, 2, out, 1, "'x'");
  refused(exe, "scale", good, tf_array_of(TF_F32, x, 1, three), 2, out, 1, "'a'");
  refused(exe, "scale", good, number, 1, out, 1, "takes 2 arguments");
  refused(exe, "scale", good, number, 2, out, 0, "result");
  refused(exe, "scale", none, number, 2, out, 1, "NULL");
  refused(exe, "scale", strange, number, 2, out, 1, "99");
  refused(exe, "scale", tf_array_of(TF_F32, x, 2, negative), number, 2, out, 1, "-3");
  refused(exe, "scale", tf_array_of(TF_F32, x, 2, NULL), number, 2, out, 1, "extents");
  refused(exe, "scale", good, number, 2, tf_array_of(TF_F32, y, 1, three), 1, "'scaled'");
  refused(exe, "scale", good, number, 2, tf_array_of(TF_F64, y, 2, three_by_two), 1, "'scaled'");
  refused(exe, "scale", good, number, 2, good, 1, "overlaps the memory of argument 'x'");
  refused(exe, "add", row, tf_array_of(TF_F32, z, 1, two), 2, tf_array_of(TF_F32, y, 1, three), 1, "n = 3");
  refused(exe, "pick", row, tf_array_of(TF_I64, &index, 0, NULL), 2, tf_array_of(TF_F32, y, 0, NULL), 1,
          "program.mlir:12:8: error: index 7 is outside 'x', whose axis 0 has extent 3");
  refused(exe, "checks", tf_array_of(TF_F32, &minus, 0, NULL), number, 1, tf_array_of(TF_F32, y, 0, NULL), 1,
          "program.mlir:18:3: error: an assertion failed: -1.0 is negative");
  check(odd.data != NULL && tf_function_find(exe, "scal") == -1, "a function that is not there");
}

static void compiles(const tf_session *session) {
  tf_failure *error = NULL;
  check(tf_compile(session, "func.func @f(%x: f32) -> f32 {\n  return %y : f32\n}\n", "a.mlir", "interp", NULL, &error) == NULL, "no value");
  expect(error, "a.mlir:2:10: error");
  check(tf_compile(session, "func.func @f(%x: f32) {\n  %y = arith.addff %x, %x : f32\n  return\n}\n", "a.mlir", "interp", NULL, &error) == NULL, "no op");
  expect(error, "arith.addf");
  check(tf_compile(session, PROGRAM, "program.mlir", "gpu", NULL, &error) == NULL, "no device");
  expect(error, "there are interp, cpu, simt, simt-compiled, cuda");
  check(tf_compile(session, PROGRAM, "program.mlir", "interp", "canonicalise", &error) == NULL, "no pass");
  expect(error, "canonicalize");
  check(tf_compile(session, NULL, "program.mlir", "interp", NULL, &error) == NULL, "no text");
  expect(error, "NULL");
  check(tf_compile(NULL, PROGRAM, "program.mlir", "interp", NULL, &error) == NULL, "no session");
  expect(error, "session");
}

static void no_library(void) {
  tf_session_options options = TF_SESSION_OPTIONS_INIT;
  tf_failure *error = NULL;
  tf_session *session;
  options.llvm_library = "/nowhere";
  session = tf_session_new(&options, &error);
  check(session != NULL, "a session");
  check(tf_compile(session, PROGRAM, "program.mlir", "cpu", NULL, &error) == NULL, "no library");
  check(strstr(tf_failure_text(error, 0), "llvm_library of tf_session_options") != NULL, "what to do in C");
  check(strstr(tf_failure_message(error), "Cargo") == NULL, "what to do in Rust");
  expect(error, "/nowhere");
  tf_session_free(session);
}

/* What programs print goes to the session's function. */
static void heard(void *user, const char *text, const char *place) {
  snprintf(user, 64, "%s|%s", text, place);
}

static void released(void *user) {
  strcat(user, "|released");
}

static void prints(const char *device) {
  char said[128] = "";
  float number = 2.5f, result;
  tf_session_options options = TF_SESSION_OPTIONS_INIT;
  tf_failure *error = NULL;
  tf_session *session;
  tf_executable *exe;
  tf_array argument = tf_array_of(TF_F32, &number, 0, NULL), out = tf_array_of(TF_F32, &result, 0, NULL);
  char *text;
  options.print = heard;
  options.print_user = said;
  options.print_release = released;
  session = tf_session_new(&options, &error);
  exe = tf_compile(session, PROGRAM, "program.mlir", device, NULL, &error);
  if (exe == NULL) fail("compile", error);
  tf_session_free(session);
  if (tf_call(exe, (size_t)tf_function_find(exe, "checks"), &argument, 1, &out, 1, &error)) fail("call", error);
  check(strcmp(said, "x is 2.5|program.mlir:19:3") == 0, said);
  text = tf_explain(exe);
  check(text != NULL && strstr(text, "scale on ") != NULL, text);
  tf_string_free(text);
  tf_executable_free(exe);
  check(strcmp(said, "x is 2.5|program.mlir:19:3|released") == 0, said);
}

int main(int argc, char **argv) {
  const char *device = argc > 1 ? argv[1] : "interp";
  tf_failure *error = NULL;
  tf_session *session = tf_session_new(NULL, &error);
  tf_executable *exe = tf_compile(session, PROGRAM, "program.mlir", device, NULL, &error);
  if (exe == NULL) fail("compile", error);
  calls(exe);
  compiles(session);
  tf_executable_free(exe);
  tf_session_free(session);
  no_library();
  prints(device);
  printf("all is well on %s\n", device);
  return 0;
}
