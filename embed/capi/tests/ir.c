/* Reads, builds and changes programs through the C library: ir DEVICE. */
#include "check.h"

static const char *PROGRAM =
    "func.func @twice(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {\n"
    "  %two = arith.constant dense<2.0> : tensor<4xf32>\n"
    "  %0 = arith.mulf %x, %x : tensor<?{n}xf32>\n"
    "  %1 = arith.mulf %0, %0 : tensor<?{n}xf32>\n"
    "  return %1 : tensor<?{n}xf32>\n"
    "}\n";

static int is(tf_module *module, tf_op op, const char *name) {
  const char *found = tf_op_name(module, op);
  return found != NULL && strcmp(found, name) == 0;
}

/* Makes additions of multiplications: an operation of the caller's own choice. */
static int32_t add_instead(void *user, tf_module *module, tf_op op) {
  tf_op_parts parts = TF_OP_PARTS_INIT;
  tf_value operands[2], sum;
  tf_failure *error = NULL;
  tf_block none = {0};
  if (!is(module, op, "arith.mulf")) return 0;
  ++*(int *)user;
  operands[0] = tf_op_operand(module, op, 0);
  operands[1] = tf_op_operand(module, op, 1);
  parts.name = "arith.addf";
  parts.operands = operands;
  parts.operand_count = 2;
  parts.infer_results = 1;
  parts.file = tf_op_file(module, op);
  parts.line = tf_op_line(module, op);
  parts.column = tf_op_column(module, op);
  sum = tf_op_result(module, tf_op_create(module, &parts, none, op, &error), 0);
  if (error != NULL || tf_op_replace(module, op, &sum, 1, &error)) fail("replace", error);
  return 0;
}

static int32_t adding(void *user, tf_module *module) {
  int changed = 0;
  tf_module_walk(module, add_instead, &changed);
  *(int *)user += changed;
  return changed ? TF_PASS_OUTCOME_CHANGED : TF_PASS_OUTCOME_UNCHANGED;
}

static int32_t find_constant(void *user, tf_module *module, tf_op op) {
  if (is(module, op, "arith.constant")) *(tf_op *)user = op;
  return 0;
}

static int32_t refusing(void *user, tf_module *module) {
  tf_op constant = {0};
  (void)user;
  tf_module_walk(module, find_constant, &constant);
  tf_pass_error(module, constant, "constants are not for this machine");
  return TF_PASS_OUTCOME_FAILED;
}

static int32_t breaking(void *user, tf_module *module) {
  tf_op constant = {0};
  (void)user;
  tf_module_walk(module, find_constant, &constant);
  if (tf_op_remove_attribute(module, constant, "value", NULL)) fail("remove", NULL);
  return TF_PASS_OUTCOME_CHANGED;
}

static void released(void *user) { *(int *)user += 1000; }

static void run(const tf_executable *exe, float from, float to) {
  float x[3], y[3];
  int64_t three = 3, i;
  tf_array argument, result;
  tf_failure *error = NULL;
  for (i = 0; i < 3; i++) x[i] = from;
  argument = tf_array_of(TF_F32, x, 1, &three);
  result = tf_array_of(TF_F32, y, 1, &three);
  if (tf_call(exe, 0, &argument, 1, &result, 1, &error)) fail("call", error);
  for (i = 0; i < 3; i++) check(y[i] == to, "answer");
}

static void read_and_run(const tf_session *session, const char *device, int *changed) {
  tf_failure *error = NULL;
  tf_module *module = tf_module_parse(session, PROGRAM, "twice.mlir", &error);
  tf_executable *exe;
  tf_op function, first, constant = {0};
  tf_block body;
  tf_value x;
  tf_type type;
  char *text;
  if (module == NULL) fail("parse", error);
  function = tf_block_first(module, tf_region_first(module, tf_op_region(module, tf_module_op(module), 0)));
  check(is(module, function, "func.func") && tf_op_region_count(module, function) == 1, "function");
  check(strcmp(tf_attribute_string_text(module, tf_op_attribute(module, function, "sym_name")), "twice") == 0, "name");
  check(tf_op_parent(module, function).id == tf_module_op(module).id, "parent");
  body = tf_region_first(module, tf_op_region(module, function, 0));
  check(tf_block_parent(module, body).id == function.id && tf_block_argument_count(module, body) == 1, "body");
  x = tf_block_argument(module, body, 0);
  type = tf_value_type(module, x);
  check(strcmp(tf_type_text(module, type), "tensor<?{n}xf32>") == 0, "type");
  check(tf_type_parse(module, "tensor<?{n}xf32>", NULL).id == type.id, "equal types");
  first = tf_block_first(module, body);
  check(tf_op_line(module, first) == 2 && strcmp(tf_op_file(module, first), "twice.mlir") == 0, "place");
  check(strstr(tf_attribute_text(module, tf_op_attribute(module, first, "value")), "tensor<4xf32>") != NULL, "value");
  check(tf_op_attribute_count(module, first) == 1 && strcmp(tf_op_attribute_name(module, first, 0), "value") == 0, "names");
  check(tf_value_use_count(module, x) == 2 && is(module, tf_value_user(module, x, 0), "arith.mulf"), "uses");
  check(tf_value_op(module, x).id == 0 && tf_value_block(module, x).id == body.id, "definition");
  check(is(module, tf_block_last(module, body), "func.return"), "terminator");

  if (tf_module_run(session, module, "adding", &error)) fail("the caller's pass", error);
  check(*changed == 2, "changes");
  text = tf_module_print(module);
  check(strstr(text, "arith.addf %arg0, %arg0") != NULL || strstr(text, "arith.addf %x, %x") != NULL, "text");
  tf_string_free(text);
  check(tf_op_name(module, function) == NULL, "handles of before the pipeline");
  exe = tf_module_compile(session, module, device, NULL, &error);
  if (exe == NULL) fail("compile", error);
  run(exe, 1.5f, 6);
  tf_executable_free(exe);

  check(tf_module_run(session, module, "refusing", &error) == 1, "refused");
  check(tf_failure_get_kind(error) == TF_FAILURE_KIND_PASS && tf_failure_line(error, 0) == 2, "place of an error");
  expect(error, "constants are not for this machine");
  check(tf_module_run(session, module, "breaking", &error) == 1, "broken");
  expect(error, "the pass 'breaking' left invalid IR");
  tf_module_walk(module, find_constant, &constant);
  check(constant.id != 0 && tf_module_verify(session, module, &error) == 1, "still broken");
  expect(error, "value");
  tf_module_free(module);
}

/* func.func @scaled(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32>, from nothing. */
static void build(const tf_session *session, const char *device) {
  tf_failure *error = NULL;
  tf_module *module = tf_module_new(session);
  tf_block top = tf_region_first(module, tf_op_region(module, tf_module_op(module), 0)), body;
  tf_op_parts parts = TF_OP_PARTS_INIT;
  tf_named_attribute named[2], value;
  tf_type type = tf_type_parse(module, "tensor<?{n}xf32>", &error), scalar = tf_type_parse(module, "f32", &error);
  tf_op function, nothing = {0}, made;
  tf_value operands[2];
  tf_executable *exe;
  named[0].name = "sym_name";
  named[0].value = tf_attribute_string(module, "scaled", &error);
  named[1].name = "function_type";
  named[1].value = tf_attribute_parse(module, "(tensor<?{n}xf32>) -> tensor<?{n}xf32>", &error);
  parts.name = "func.func";
  parts.attributes = named;
  parts.attribute_count = 2;
  parts.region_count = 1;
  function = tf_op_create(module, &parts, top, nothing, &error);
  if (function.id == 0) fail("function", error);
  body = tf_block_create(module, tf_op_region(module, function, 0), &type, 1, &error);
  if (body.id == 0) fail("block", error);

  memset(&parts, 0, sizeof parts);
  parts.size = sizeof parts;
  parts.name = "arith.constant";
  value.name = "value";
  value.value = tf_attribute_parse(module, "0.5 : f32", &error);
  parts.attributes = &value;
  parts.attribute_count = 1;
  parts.results = &scalar;
  parts.result_count = 1;
  operands[0] = tf_op_result(module, tf_op_create(module, &parts, body, nothing, &error), 0);
  parts.attribute_count = 0;
  parts.name = "tensor.splat";
  parts.operands = operands;
  parts.operand_count = 1;
  parts.results = &type;
  operands[0] = tf_op_result(module, tf_op_create(module, &parts, body, nothing, &error), 0);
  operands[1] = tf_block_argument(module, body, 0);
  parts.name = "arith.mulf";
  parts.operand_count = 2;
  made = tf_op_create(module, &parts, body, nothing, &error);
  operands[0] = tf_op_result(module, made, 0);
  check(tf_module_verify(session, module, &error) == 1, "no terminator yet");
  expect(error, "terminator");
  parts.name = "func.return";
  parts.operand_count = 1;
  parts.result_count = 0;
  if (tf_op_create(module, &parts, body, nothing, &error).id == 0) fail("return", error);
  exe = tf_module_compile(session, module, device, NULL, &error);
  if (exe == NULL) fail("compile", error);
  run(exe, 3, 1.5f);
  tf_executable_free(exe);

  /* Mistakes. */
  parts.name = "arith.adff";
  check(tf_op_create(module, &parts, body, nothing, &error).id == 0, "no such operation");
  expect(error, "unknown operation 'arith.adff'; did you mean 'arith.addf'?");
  check(tf_op_erase(module, made, &error) == 1, "used");
  expect(error, "a result of 'arith.mulf' still has uses");
  check(tf_op_set_operand(module, made, 2, operands[1], &error) == 1, "operand");
  expect(error, "'arith.mulf' has no operand 2: it has 2");
  check(tf_type_parse(module, "tensor<3xfloat>", &error).id == 0, "type");
  check(tf_failure_get_kind(error) == TF_FAILURE_KIND_TEXT, "kind");
  expect(error, "'tensor<3xfloat>' is not a type: ");
  check(tf_op_replace(module, tf_module_op(module), NULL, 0, &error) == 1, "the module");
  expect(error, "the module operation cannot be moved or erased");
  nothing.id = 4711;
  check(tf_op_erase(module, nothing, &error) == 1, "no handle");
  expect(error, "the operation is not in this module, or not any more");
  operands[0] = tf_op_result(module, made, 0);
  check(tf_value_replace_uses(module, operands[0], tf_op_result(module, tf_block_first(module, body), 0), &error) == 1, "types");
  expect(error, "a f32 cannot replace a tensor<?{n}xf32>");
  tf_module_free(module);
}

static void other_sessions(const tf_session *session) {
  tf_failure *error = NULL;
  tf_session *other = tf_session_new(NULL, &error);
  tf_module *module = tf_module_new(other);
  check(tf_module_run(session, module, "canonicalize", &error) == 1, "another session's");
  expect(error, "the module belongs to another session");
  tf_session_free(other);
  tf_module_free(module);
}

int main(int argc, char **argv) {
  int changed = 0;
  tf_pass passes[3] = {{"adding", "Adds instead of multiplying", adding, NULL, released},
                       {"refusing", NULL, refusing, NULL, NULL},
                       {"breaking", NULL, breaking, NULL, NULL}};
  tf_session_options options = TF_SESSION_OPTIONS_INIT;
  tf_failure *error = NULL;
  tf_session *session;
  check(argc == 2, "a device");
  passes[0].user = &changed;
  options.passes = passes;
  options.pass_count = 3;
  session = tf_session_new(&options, &error);
  if (session == NULL) fail("session", error);
  read_and_run(session, argv[1], &changed);
  build(session, argv[1]);
  other_sessions(session);
  tf_session_free(session);
  check(changed == 1002, "released");
  passes[1].name = "Refusing!";
  check(tf_session_new(&options, &error) == NULL, "a name");
  expect(error, "'Refusing!' is not a valid pass name");
  printf("all is well on %s\n", argv[1]);
  return 0;
}
