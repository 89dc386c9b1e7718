/* Compiles and calls a program through the C library: session DEVICE. */
#include "check.h"

static const char *PROGRAM =
    "func.func @scale(%x: tensor<?{n}x2xf32> {tf.name = \"x\"}, %a: f32 {tf.name = \"a\"})\n"
    "    -> (tensor<?{n}x2xf32> {tf.name = \"scaled\"}, tensor<?{2*n + 1}xindex>) {\n"
    "  %0 = tensor.splat %a : tensor<?{n}x2xf32>\n"
    "  %1 = arith.mulf %x, %0 : tensor<?{n}x2xf32>\n"
    "  %2 = tensor.iota dim = 0 : tensor<?{2*n + 1}xindex>\n"
    "  return %1, %2 : tensor<?{n}x2xf32>, tensor<?{2*n + 1}xindex>\n"
    "}\n"
    "func.func @pick(%x: tensor<?{n}xi64>, %at: index) -> i64 {\n"
    "  %0 = tensor.at %x[%at] trap : tensor<?{n}xi64>\n"
    "  return %0 : i64\n"
    "}\n"
    "func.func @half(%x: tensor<2xi8> {tf.name = \"x\", tf.element = ui8}) -> (tensor<2xi8> {tf.element = ui8}) {\n"
    "  %c = arith.constant dense<2> : tensor<2xi8>\n"
    "  %0 = arith.divui %x, %c : tensor<2xi8>\n"
    "  return %0 : tensor<2xi8>\n"
    "}\n";

static void call_scale(const tf_executable *exe) {
  float x[6] = {1, 2, 3, 4, 5, 6}, a = 0.5f, scaled[6];
  int64_t shape[2] = {3, 2}, found[2] = {0, 0}, count, numbers[7], i;
  tf_array args[2], results[2];
  tf_failure *error = NULL;
  int64_t f = tf_function_find(exe, "scale");
  check(f == 0 && tf_argument_count(exe, 0) == 2 && tf_result_count(exe, 0) == 2, "counts");
  check(strcmp(tf_argument_name(exe, 0, 1), "a") == 0 && strcmp(tf_argument_type(exe, 0, 1), "f32") == 0, "argument");
  check(strcmp(tf_result_name(exe, 0, 0), "scaled") == 0 && tf_result_rank(exe, 0, 1) == 1, "result");
  check(strcmp(tf_result_type(exe, 0, 1), "tensor<?{2*n + 1}xindex>") == 0, "type");
  args[0] = tf_array_of(TF_F32, x, 2, shape);
  args[1] = tf_array_of(TF_F32, &a, 0, NULL);
  if (tf_result_extents(exe, 0, args, 2, 0, found, &error)) fail("extents", error);
  check(found[0] == 3 && found[1] == 2, "extents of the first result");
  if (tf_result_extents(exe, 0, args, 2, 1, &count, &error)) fail("extents", error);
  check(count == 7, "extents of the second result");
  results[0] = tf_array_of(TF_F32, scaled, 2, shape);
  results[1] = tf_array_of(TF_I64, numbers, 1, &count);
  if (tf_call(exe, 0, args, 2, results, 2, &error)) fail("call", error);
  check(error == NULL, "no error");
  for (i = 0; i < 6; i++) check(scaled[i] == 0.5f * x[i], "scaled");
  for (i = 0; i < 7; i++) check(numbers[i] == i, "numbers");

  check(tf_call(exe, 0, args, 1, results, 2, &error) == 1, "too few");
  expect(error, "'scale' takes 2 arguments, not 1");
  check(tf_call(exe, 0, args, 2, results, 1, NULL) == 1, "an error that nobody wants");
  results[0].data = x;
  check(tf_call(exe, 0, args, 2, results, 2, &error) == 1, "overlap");
  expect(error, "result 'scaled' of 'scale': it overlaps the memory of argument 'x' of 'scale'");
  results[0].data = NULL;
  check(tf_call(exe, 0, args, 2, results, 2, &error) == 1, "null");
  expect(error, "its data is NULL");
  args[0].dtype = TF_F64;
  check(tf_result_extents(exe, 0, args, 2, 0, found, &error) == 1, "type");
  expect(error, "argument 'x' of 'scale' is tensor<?{n}x2xf32>, not tensor<3x2xf64>");
  args[0].dtype = 77;
  check(tf_result_extents(exe, 0, args, 2, 0, found, &error) == 1, "no type");
  expect(error, "77 is not an element type");
  check(tf_call(exe, 9, args, 2, results, 2, &error) == 1, "no function");
  expect(error, "there is no function 9: the program has 3, counted from 0: 'scale', 'pick', 'half'");
  check(tf_call(exe, (size_t)tf_function_find(exe, "scal"), args, 2, results, 2, &error) == 1, "no such name");
  expect(error, "there is no function with the name that tf_function_find looked for: the program has 'scale', 'pick', 'half'");
}

static void call_pick(const tf_executable *exe) {
  int64_t x[3] = {10, 20, 30}, at = 2, found = 0, three = 3;
  size_t f = (size_t)tf_function_find(exe, "pick");
  tf_array args[2], result = tf_array_of(TF_I64, &found, 0, NULL);
  tf_failure *error = NULL;
  args[0] = tf_array_of(TF_I64, x, 1, &three);
  args[1] = tf_array_of(TF_I64, &at, 0, NULL);
  if (tf_call(exe, f, args, 2, &result, 1, &error)) fail("pick", error);
  check(found == 30, "picked");
  at = 3;
  check(tf_call(exe, f, args, 2, &result, 1, &error) == 1, "trap");
  check(tf_failure_get_kind(error) == TF_FAILURE_KIND_STOPPED && tf_failure_count(error) == 1, "a stop");
  check(strcmp(tf_failure_code(error, 0), "E0602") == 0 && strcmp(tf_failure_file(error, 0), "scale.mlir") == 0, "place");
  check(tf_failure_line(error, 0) == 9 && tf_failure_column(error, 0) > 1, "line");
  check(strstr(tf_failure_text(error, 0), "index 3 is outside") != NULL && tf_failure_text(error, 1) == NULL, "text");
  expect(error, "scale.mlir:9:");
}

/* Unsigned elements have types of their own. */
static void call_half(const tf_executable *exe) {
  uint8_t x[2] = {255, 4}, half[2];
  int64_t two = 2;
  size_t f = (size_t)tf_function_find(exe, "half");
  tf_array arg = tf_array_of(TF_U8, x, 1, &two), result = tf_array_of(TF_U8, half, 1, &two);
  tf_failure *error = NULL;
  check(strcmp(tf_argument_type(exe, f, 0), "tensor<2xu8>") == 0, "unsigned type");
  if (tf_call(exe, f, &arg, 1, &result, 1, &error)) fail("half", error);
  check(half[0] == 127 && half[1] == 2, "halves");
  arg.dtype = TF_I8;
  check(tf_call(exe, f, &arg, 1, &result, 1, &error) == 1, "sign");
  expect(error, "argument 'x' of 'half' is tensor<2xu8>, not tensor<2xi8>");
}

static void call_with_limits(const tf_executable *exe) {
  int64_t x[3] = {10, 20, 30}, at = 2, found = 0, three = 3;
  size_t f = (size_t)tf_function_find(exe, "pick");
  tf_array args[2], result = tf_array_of(TF_I64, &found, 0, NULL);
  tf_limits limits = TF_LIMITS_INIT;
  tf_cancel *handle = tf_cancel_new();
  tf_executable *limited;
  tf_failure *error = NULL;
  args[0] = tf_array_of(TF_I64, x, 1, &three);
  args[1] = tf_array_of(TF_I64, &at, 0, NULL);
  limits.seconds = 10.0;
  limits.bytes = 1 << 20;
  limits.cancel = handle;
  limited = tf_executable_limited(exe, &limits, &error);
  if (limited == NULL) fail("limited", error);
  if (tf_call(limited, f, args, 2, &result, 1, &error)) fail("within the limits", error);
  tf_cancel_calls(handle);
  check(tf_call(limited, f, args, 2, &result, 1, &error) == 1, "cancelled");
  expect(error, "the run was cancelled");
  tf_cancel_reset(handle);
  if (tf_call(limited, f, args, 2, &result, 1, &error)) fail("after a reset", error);
  tf_cancel_free(handle);
  tf_executable_free(limited);
  limits.cancel = NULL;
  limits.seconds = -1.0;
  check(tf_executable_limited(exe, &limits, &error) == NULL, "a negative time");
  expect(error, "-1 is not a valid time in seconds");
}

/* Columns of a matrix that lies row by row, backwards. */
static void call_with_strides(const tf_executable *exe) {
  float x[6] = {1, 2, 3, 4, 5, 6}, a = 2, scaled[12];
  int64_t shape[2] = {3, 2}, back[2] = {1, -3}, apart[2] = {4, 2}, twice[2] = {0, 1}, count = 7, numbers[7], i, k;
  tf_array args[2], results[2];
  tf_failure *error = NULL;
  for (i = 0; i < 12; i++) scaled[i] = -1;
  args[0] = tf_array_of(TF_F32, x + 3, 2, shape);
  args[0].strides = back;
  args[1] = tf_array_of(TF_F32, &a, 0, NULL);
  results[0] = tf_array_of(TF_F32, scaled, 2, shape);
  results[0].strides = apart;
  results[1] = tf_array_of(TF_I64, numbers, 1, &count);
  if (tf_call(exe, 0, args, 2, results, 2, &error)) fail("strides", error);
  for (i = 0; i < 3; i++)
    for (k = 0; k < 2; k++) check(scaled[4 * i + 2 * k] == 2 * x[3 + i - 3 * k], "strided");
  for (i = 1; i < 12; i += 2) check(scaled[i] == -1, "between");
  results[0].strides = twice;
  check(tf_call(exe, 0, args, 2, results, 2, &error) == 1, "two elements at a place");
  expect(error, "result 'scaled' of 'scale'");
  args[0].flags = 64;
  check(tf_call(exe, 0, args, 2, results, 2, &error) == 1, "flags");
  expect(error, "but only TF_DONATED is defined");
}

static void call_in_place(const tf_executable *exe) {
  float x[6] = {1, 2, 3, 4, 5, 6}, a = 2;
  int64_t shape[2] = {3, 2}, count = 7, numbers[7], i;
  tf_array args[2], results[2];
  tf_failure *error = NULL;
  args[0] = tf_array_of(TF_F32, x, 2, shape);
  args[1] = tf_array_of(TF_F32, &a, 0, NULL);
  results[0] = args[0];
  results[1] = tf_array_of(TF_I64, numbers, 1, &count);
  check(tf_call(exe, 0, args, 2, results, 2, &error) == 1, "not donated");
  expect(error, "set the flag TF_DONATED");
  args[0].flags = TF_DONATED;
  if (tf_call(exe, 0, args, 2, results, 2, &error)) fail("in place", error);
  for (i = 0; i < 6; i++) check(x[i] == 2 * (i + 1), "in place");
  results[0].data = x + 2;
  check(tf_call(exe, 0, args, 2, results, 2, &error) == 1, "half over it");
  expect(error, "to reuse the memory of a donated argument it must be row-major and have that argument's type and extents");
}

/* As dlpack.h has it. */
struct dl_tensor {
  void *data;
  int32_t device[2];
  int32_t rank;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *extents, *strides;
  uint64_t offset;
};
struct dl_managed {
  struct dl_tensor tensor;
  void *context;
  void (*deleter)(struct dl_managed *);
};

static void call_for_new_arrays(const tf_executable *exe) {
  float x[6] = {1, 2, 3, 4, 5, 6}, a = 2;
  int64_t shape[2] = {3, 2}, i;
  struct dl_tensor lent = {NULL, {1, 0}, 2, 2, 32, 1, NULL, NULL, 0};
  struct dl_managed *given;
  tf_array args[2], scaled;
  tf_owned *results[2];
  tf_failure *error = NULL;
  lent.data = x;
  lent.extents = shape;
  if (tf_array_of_dlpack(&lent, &args[0], &error)) fail("DLPack", error);
  args[1] = tf_array_of(TF_F32, &a, 0, NULL);
  if (tf_call_new(exe, 0, args, 2, results, 2, &error)) fail("new arrays", error);
  scaled = tf_owned_array(results[0]);
  check(scaled.rank == 2 && scaled.extents[0] == 3 && scaled.dtype == TF_F32, "a new array");
  for (i = 0; i < 6; i++) check(((float *)scaled.data)[i] == 2 * x[i], "new elements");
  given = (struct dl_managed *)tf_owned_to_dlpack(results[1]);
  check(given->tensor.rank == 1 && given->tensor.extents[0] == 7 && given->tensor.code == 0 && given->tensor.bits == 64, "given");
  check(((int64_t *)given->tensor.data)[6] == 6, "given elements");
  given->deleter(given);
  tf_owned_free(results[0]);
  check(tf_call_new(exe, 0, args, 2, results, 1, &error) == 1, "too few results");
  expect(error, "'scale' has 2 results, not 1");
  lent.device[0] = 2;
  check(tf_array_of_dlpack(&lent, &args[0], &error) == 1, "elsewhere");
  expect(error, "the tensor is on DLPack's device 2: copy it to the CPU first");
  lent.device[0] = 1;
  lent.code = 5;
  check(tf_array_of_dlpack(&lent, &args[0], &error) == 1, "complex");
  expect(error, "elements of DLPack's type code 5 with 32 bits and 1 lanes are not supported");
}

/* Structures know their size: an older caller's are shorter, a newer one's longer. */
static void structures(void) {
  struct { tf_session_options known; int64_t more; } newer = {TF_SESSION_OPTIONS_INIT, 0};
  struct { size_t size; int32_t threads, checked; } older = {16, 1, 0};
  tf_session_options options = TF_SESSION_OPTIONS_INIT;
  tf_failure *error = NULL;
  tf_session_free(tf_session_new((const tf_session_options *)&older, &error));
  check(error == NULL, "older");
  newer.known.size = sizeof newer;
  tf_session_free(tf_session_new(&newer.known, &error));
  check(error == NULL, "newer");
  newer.more = 1;
  check(tf_session_new(&newer.known, &error) == NULL, "something new");
  expect(error, "tf_session_options has members that this version of the library");
  options.size = 0;
  check(tf_session_new(&options, &error) == NULL, "no size");
  expect(error, "the member 'size' of tf_session_options is 0: use its initializer");
  options.size = sizeof options;
  options.threads = -1;
  check(tf_session_new(&options, &error) == NULL, "threads");
  check(tf_failure_get_kind(error) == TF_FAILURE_KIND_ARGUMENT && tf_failure_line(error, 0) == 0, "no place");
  expect(error, "-1 is not a valid thread count");
}

int main(int argc, char **argv) {
  tf_failure *error = NULL;
  tf_session_options options = TF_SESSION_OPTIONS_INIT;
  tf_session *session;
  tf_executable *exe;
  options.threads = 2;
  options.checked = 1;
  session = tf_session_new(&options, &error);
  if (session == NULL || argc != 2) fail("session", error);
  check(strlen(tf_version()) >= 5 && tf_abi_version() == TF_ABI_VERSION, "version");
  structures();
  exe = tf_compile(session, PROGRAM, "scale.mlir", argv[1], NULL, &error);
  if (exe == NULL) fail("compile", error);
  check(tf_function_count(exe) == 3 && tf_function_find(exe, "none") == -1, "functions");
  check(tf_compile(session, "func.func @f( {", "broken.mlir", argv[1], NULL, &error) == NULL, "broken");
  expect(error, "broken.mlir:1:");
  check(tf_compile(session, PROGRAM, NULL, "toaster", NULL, &error) == NULL, "device");
  expect(error, "there is no device 'toaster': there are interp, cpu");
  check(tf_compile(session, PROGRAM, NULL, argv[1], "canonicalizee", &error) == NULL, "pipeline");
  expect(error, "canonicalize");
  check(tf_compile(session, NULL, NULL, argv[1], NULL, &error) == NULL, "no program");
  expect(error, "the program is NULL");
  tf_session_free(session);
  call_scale(exe);
  call_pick(exe);
  call_half(exe);
  call_with_limits(exe);
  call_with_strides(exe);
  call_in_place(exe);
  call_for_new_arrays(exe);
  tf_executable_free(exe);
  tf_executable_free(NULL);
  tf_session_free(NULL);
  tf_failure_free(NULL);
  tf_string_free(NULL);
  tf_owned_free(NULL);
  printf("all is well on %s\n", argv[1]);
  return 0;
}
