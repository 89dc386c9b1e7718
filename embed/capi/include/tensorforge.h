/*
 * Tensorforge as a library for C and C++: compile programs at run time and call them.
 *
 * Link with -ltensorforge_capi; for the device "cpu", libtensorforge_llvm.so is looked for next to it.
 *
 * Functions that can fail take `char **error`: it may be NULL; otherwise it is set to a text that tf_string_free frees,
 * or to NULL where nothing went wrong. Every function may be called from any thread; an object is freed once, when no
 * function uses it any more.
 */
#ifndef TENSORFORGE_H
#define TENSORFORGE_H

#ifndef TF_ARRAY
#define TF_ARRAY 1
#include <stddef.h>
#include <stdint.h>

/* Element types. An element of TF_I1 is one byte, 0 or 1; of TF_F16 and TF_BF16, two bytes of that format. */
enum tf_dtype {
  TF_I1 = 1, TF_I8, TF_I16, TF_I32, TF_I64, TF_F16, TF_BF16, TF_F32, TF_F64,
  TF_U8, TF_U16, TF_U32, TF_U64
};

/*
 * An array: row-major, without gaps. Arguments are only read, until the function returns; results are memory of the
 * caller that overlaps no other array. An empty array may have no data, one of rank 0 no extents.
 */
typedef struct tf_array {
  void *data;             /* the first element, aligned to its size */
  const int64_t *extents; /* one per axis, outermost first */
  int32_t rank;
  int32_t dtype;          /* of enum tf_dtype */
} tf_array;

/* An array of memory that stays the caller's. */
static inline tf_array tf_array_of(int32_t dtype, const void *data, int32_t rank, const int64_t *extents) {
  tf_array array;
  array.data = (void *)data;
  array.extents = extents;
  array.rank = rank;
  array.dtype = dtype;
  return array;
}
#endif /* TF_ARRAY */

#ifdef __cplusplus
extern "C" {
#endif

/* Compiles programs and keeps what it made: equal programs are compiled once. */
typedef struct tf_session tf_session;

/* A compiled program: functions, numbered from 0. It stays valid when its session is freed. */
typedef struct tf_executable tf_executable;

/* How a session is made; all zeros for the defaults. */
typedef struct tf_session_options {
  int32_t threads;          /* threads that programs run on, the caller's included; 0: all cores */
  const char *llvm_library; /* libtensorforge_llvm.so or its folder; NULL: next to this library */
  int32_t checked;          /* not 0: an index outside a tensor ends the call where the program does not say what it means */
} tf_session_options;

/* The version of the library, for example "0.1.0". */
const char *tf_version(void);

/* Frees a text; NULL is allowed. */
void tf_string_free(char *text);

/* A new session, or NULL. options may be NULL. */
tf_session *tf_session_new(const tf_session_options *options, char **error);

/* Frees a session; NULL is allowed. */
void tf_session_free(tf_session *session);

/*
 * Compiles a program given as MLIR text for a device, "cpu" or "interp" (the interpreter, which needs no LLVM). `name` stands
 * for the text in messages and may be NULL. `pipeline` replaces the passes of the device, as tfopt takes them; NULL: none.
 * Returns NULL if it fails; the error has every message with its place in the text.
 */
tf_executable *tf_compile(tf_session *session, const char *text, const char *name, const char *device,
                          const char *pipeline, char **error);

/* Frees an executable; NULL is allowed. */
void tf_executable_free(tf_executable *executable);

/* How many functions there are. */
size_t tf_function_count(const tf_executable *executable);

/* The number of a function, or -1. */
int64_t tf_function_find(const tf_executable *executable, const char *name);

/* About function `function`: texts belong to the executable; NULL where there is no such thing. */
const char *tf_function_name(const tf_executable *executable, size_t function);
size_t tf_argument_count(const tf_executable *executable, size_t function);
const char *tf_argument_name(const tf_executable *executable, size_t function, size_t argument);
const char *tf_argument_type(const tf_executable *executable, size_t function, size_t argument);
size_t tf_result_count(const tf_executable *executable, size_t function);
const char *tf_result_name(const tf_executable *executable, size_t function, size_t result);
const char *tf_result_type(const tf_executable *executable, size_t function, size_t result);

/* The axes of a result; 0 for a scalar, and where there is no such thing. */
size_t tf_result_rank(const tf_executable *executable, size_t function, size_t result);

/*
 * Writes the extents that a result has for these arguments. Their data is not looked at. Returns 0, or 1 with an error.
 */
int32_t tf_result_extents(const tf_executable *executable, size_t function, const tf_array *arguments,
                          size_t argument_count, size_t result, int64_t *extents, char **error);

/*
 * Calls a function. Scalars are arrays of rank 0. Results are written to arrays of the caller, of the extents that
 * tf_result_extents says. Returns 0, or 1 with an error: an argument or result that does not fit, or the program stopped.
 */
int32_t tf_call(const tf_executable *executable, size_t function, const tf_array *arguments, size_t argument_count,
                const tf_array *results, size_t result_count, char **error);

/* A handle that cancels calls, on any thread and in handlers of signals. */
typedef struct tf_cancel tf_cancel;

tf_cancel *tf_cancel_new(void);

/* Ends the calls that the handle was given to: they return 1 with an error. New ones do not begin until tf_cancel_reset. */
void tf_cancel_calls(const tf_cancel *handle);
void tf_cancel_reset(const tf_cancel *handle);

/* Frees a handle; NULL is allowed. Executables that it was given to stay valid. */
void tf_cancel_free(tf_cancel *handle);

/* What each call may use up; what is 0 or NULL limits nothing. */
typedef struct tf_limits {
  double seconds;
  int64_t bytes;           /* of results and intermediate tensors at the same time */
  int64_t steps;           /* operations of the device "interp"; "cpu" counts none and refuses such a limit */
  const tf_cancel *cancel; /* may be NULL */
} tf_limits;

/* The same program, whose calls have these limits; both are freed. NULL if the limits make no sense. */
tf_executable *tf_executable_limited(const tf_executable *executable, const tf_limits *limits, char **error);

#ifdef __cplusplus
}
#endif
#endif /* TENSORFORGE_H */
