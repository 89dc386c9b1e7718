/* Calls from several threads at once, and calls that another thread, or the time, ends: threads DEVICE. */
#include "check.h"

#include <pthread.h>
#include <time.h>

static const char *PROGRAM =
    "func.func @sums(%x: tensor<?{n}xi64> {tf.name = \"x\"}) -> tensor<?{n}xi64> {\n"
    "  %0 = tensor.scan add %x dim = 0 : tensor<?{n}xi64>\n"
    "  return %0 : tensor<?{n}xi64>\n"
    "}\n"
    "func.func @endless(%x: i64) -> i64 {\n"
    "  %one = arith.constant 1 : i64\n"
    "  %true = arith.constant true\n"
    "  %y = loop.while (%v = %x) : (i64) -> (i64) {\n"
    "    loop.condition %true, %v : i64\n"
    "  } do (%u: i64) {\n"
    "    %w = arith.addi %u, %one : i64\n"
    "    loop.yield %w : i64\n"
    "  }\n"
    "  return %y : i64\n"
    "}\n";

enum { WORKERS = 6, CALLS = 40, MOST = 300 };

typedef struct {
  const tf_executable *exe;
  int number;
  int wrong;
} worker;

/* Each call has other extents; mistakes come in between, whose failures belong to their thread. */
static void *call_often(void *user) {
  worker *own = user;
  int64_t x[MOST], sums[MOST], extent, other, i;
  int k;
  for (k = 0; k < CALLS; k++) {
    tf_failure *error = NULL;
    tf_array argument, result;
    extent = 1 + (own->number * 37 + k * 11) % MOST;
    other = extent + 1;
    for (i = 0; i < extent; i++) x[i] = own->number + i;
    argument = tf_array_of(TF_I64, x, 1, &extent);
    result = tf_array_of(TF_I64, sums, 1, k % 4 == 3 ? &other : &extent);
    if (tf_call(own->exe, 0, &argument, 1, &result, 1, &error) != (k % 4 == 3)) own->wrong++;
    if (k % 4 == 3) {
      if (error == NULL || strstr(tf_failure_message(error), "result") == NULL) own->wrong++;
      tf_failure_free(error);
      continue;
    }
    for (i = 0; i < extent; i++)
      if (sums[i] != (i + 1) * own->number + i * (i + 1) / 2) own->wrong++;
  }
  return NULL;
}

static void call_from_threads(const tf_executable *exe) {
  pthread_t threads[WORKERS];
  worker workers[WORKERS];
  int i;
  for (i = 0; i < WORKERS; i++) {
    workers[i].exe = exe;
    workers[i].number = i;
    workers[i].wrong = 0;
    check(pthread_create(&threads[i], NULL, call_often, &workers[i]) == 0, "a thread");
  }
  for (i = 0; i < WORKERS; i++) {
    check(pthread_join(threads[i], NULL) == 0, "the end of a thread");
    check(workers[i].wrong == 0, "calls on several threads");
  }
}

static void *cancel_later(void *handle) {
  const struct timespec pause = {0, 50000000};
  nanosleep(&pause, NULL);
  tf_cancel_calls(handle);
  return NULL;
}

static tf_failure *call_endless(const tf_executable *exe, const tf_limits *limits) {
  int64_t start = 0, end = 0;
  tf_array argument = tf_array_of(TF_I64, &start, 0, NULL), result = tf_array_of(TF_I64, &end, 0, NULL);
  tf_failure *error = NULL;
  tf_executable *limited = tf_executable_limited(exe, limits, &error);
  if (limited == NULL) fail("limited", error);
  check(tf_call(limited, (size_t)tf_function_find(exe, "endless"), &argument, 1, &result, 1, &error) == 1, "it ends");
  tf_executable_free(limited);
  return error;
}

static void end_calls(const tf_executable *exe) {
  tf_limits limits = TF_LIMITS_INIT;
  tf_failure *error;
  pthread_t thread;
  tf_cancel *handle = tf_cancel_new();
  limits.cancel = handle;
  check(pthread_create(&thread, NULL, cancel_later, handle) == 0, "a thread");
  error = call_endless(exe, &limits);
  check(tf_failure_get_kind(error) == TF_FAILURE_KIND_CANCELLED, "cancelled while it runs");
  expect(error, "the run was cancelled");
  check(pthread_join(thread, NULL) == 0, "the end of a thread");
  tf_cancel_free(handle);
  limits.cancel = NULL;
  limits.seconds = 0.05;
  error = call_endless(exe, &limits);
  check(tf_failure_get_kind(error) == TF_FAILURE_KIND_LIMIT, "a limit that is reached");
  expect(error, "0.05");
}

/* One session, several threads that compile the same program and another one. */
static void *compile_often(void *session) {
  int64_t k;
  for (k = 0; k < 4; k++) {
    tf_failure *error = NULL;
    tf_executable *exe = tf_compile(session, PROGRAM, "threads.mlir", "interp", NULL, &error);
    if (exe == NULL) return "the program";
    tf_executable_free(exe);
    if (tf_compile(session, "func.func @f( {", "broken.mlir", "interp", NULL, &error) != NULL) return "a broken one";
    if (error == NULL || strcmp(tf_failure_file(error, 0), "broken.mlir")) return "the failure";
    tf_failure_free(error);
  }
  return NULL;
}

static void compile_on_threads(tf_session *session) {
  pthread_t threads[WORKERS];
  int i;
  for (i = 0; i < WORKERS; i++) check(pthread_create(&threads[i], NULL, compile_often, session) == 0, "a thread");
  for (i = 0; i < WORKERS; i++) {
    void *wrong;
    check(pthread_join(threads[i], &wrong) == 0, "the end of a thread");
    check(wrong == NULL, wrong);
  }
}

int main(int argc, char **argv) {
  tf_failure *error = NULL;
  tf_session_options options = TF_SESSION_OPTIONS_INIT;
  tf_session *session;
  tf_executable *exe;
  options.threads = 2;
  session = tf_session_new(&options, &error);
  if (session == NULL || argc != 2) fail("session", error);
  exe = tf_compile(session, PROGRAM, "threads.mlir", argv[1], NULL, &error);
  if (exe == NULL) fail("compile", error);
  compile_on_threads(session);
  tf_session_free(session);
  call_from_threads(exe);
  end_calls(exe);
  tf_executable_free(exe);
  printf("all is well on %s\n", argv[1]);
  return 0;
}
