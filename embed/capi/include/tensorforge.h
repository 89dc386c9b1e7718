/*
 * Tensorforge as a library for C and C++: compile programs at run time and call them; read, build and change programs.
 *
 * Link with -ltensorforge_capi; for the device "cpu", libtensorforge_llvm.so is looked for next to it.
 *
 * Functions that can fail take `tf_failure **failure`, which may be NULL. They set it to a failure, to be freed with
 * tf_failure_free, or to NULL on success. Any thread may call any function, except that only one thread at a time may
 * use a tf_module. Free each object once, when no function uses it any more.
 *
 * Structures that begin with `size` may get more members at their end in later versions: start from their initializer.
 *
 * This file is generated from the library's sources (./x reference): change those instead.
 */

#ifndef TENSORFORGE_H
#define TENSORFORGE_H

#if defined(TF_ARRAY) && TF_ARRAY != 2
#error "headers of different versions of Tensorforge: their arrays differ"
#endif
#ifndef TF_ARRAY
#define TF_ARRAY 2
#include <stddef.h>
#include <stdint.h>

/* Element types. An element of TF_I1 is one byte, 0 or 1; of TF_F16 and TF_BF16, two bytes of that format. */
enum tf_dtype {
  TF_I1 = 1, TF_I8, TF_I16, TF_I32, TF_I64, TF_F16, TF_BF16, TF_F32, TF_F64,
  TF_U8, TF_U16, TF_U32, TF_U64
};

/* What the member `flags` of an array is made of. */
enum tf_array_flag {
  TF_DONATED = 1 /* an argument that the call may overwrite: a result may lie in exactly its memory */
};

/*
 * An array. Arguments are only read, until the function returns, unless they are donated; results are memory of the
 * caller that overlaps no other array. An empty array may have no data, one of rank 0 no extents. Make it with
 * tf_array_of, which sets all members. Functions that tfc compiled take no strides, and donate nothing.
 */
typedef struct tf_array {
  void *data;             /* the element whose subscripts are all 0, aligned to its size */
  const int64_t *extents; /* one per axis, outermost first */
  int32_t rank;
  int32_t dtype;          /* of enum tf_dtype */
  const int64_t *strides; /* in elements, one per axis; NULL: row-major, without gaps */
  int64_t flags;          /* of enum tf_array_flag; 0: none */
} tf_array;

/* A row-major array of memory that stays the caller's. */
static inline tf_array tf_array_of(int32_t dtype, const void *data, int32_t rank, const int64_t *extents) {
  tf_array array;
  array.data = (void *)data;
  array.extents = extents;
  array.rank = rank;
  array.dtype = dtype;
  array.strides = NULL;
  array.flags = 0;
  return array;
}
#endif /* TF_ARRAY */

/** The version of the functions and structures of this header; it grows with every incompatible change. */
#define TF_ABI_VERSION 2

/** What kind of failure it is. */
typedef enum {
  /** An argument of a library function is wrong: NULL, a value out of range, a text that is not UTF-8. */
  TF_FAILURE_KIND_ARGUMENT = 1,
  /** A text does not parse as a program. */
  TF_FAILURE_KIND_TEXT = 2,
  /** A program breaks rules of the IR. */
  TF_FAILURE_KIND_PROGRAM = 3,
  /** A program to be imported uses an unsupported feature. */
  TF_FAILURE_KIND_UNSUPPORTED = 4,
  /** The text of a pipeline is wrong. */
  TF_FAILURE_KIND_PIPELINE = 5,
  /** A pass failed. */
  TF_FAILURE_KIND_PASS = 6,
  /** The LLVM library is missing or incompatible. */
  TF_FAILURE_KIND_LIBRARY = 7,
  /** Machine code cannot be generated. */
  TF_FAILURE_KIND_BUILD = 8,
  /** Arrays do not fit the function of the program that is called. */
  TF_FAILURE_KIND_CALL = 9,
  /** The program stopped itself: an index outside a tensor, an assertion. */
  TF_FAILURE_KIND_STOPPED = 10,
  /** Out of memory. */
  TF_FAILURE_KIND_MEMORY = 11,
  /** The call was cancelled. */
  TF_FAILURE_KIND_CANCELLED = 12,
  /** The call reached a limit. */
  TF_FAILURE_KIND_LIMIT = 13,
  /** A defect of this library. */
  TF_FAILURE_KIND_DEFECT = 14,
  /** The call was cancelled. */
  TF_FAILURE_KIND_DEVICE = 15,
} tf_failure_kind;

/** The result of a pass's function. */
typedef enum {
  /** The module is unchanged. */
  TF_PASS_OUTCOME_UNCHANGED = 0,
  /** The module may have changed. */
  TF_PASS_OUTCOME_CHANGED = 1,
  /** The pass failed: tf_pass_error has reported the reason. */
  TF_PASS_OUTCOME_FAILED = 2,
} tf_pass_outcome;

/** A handle that cancels calls from any thread or signal handler. Free it with tf_cancel_free. */
typedef struct tf_cancel tf_cancel;

/**
 * An array on a device: made by tf_device_array_new, or a result of tf_call_on_device. Calls on the same
 * device take it without a copy. Free it with tf_device_array_free.
 */
typedef struct tf_device_array tf_device_array;

/**
 * A compiled program: functions, numbered from 0. Free it with tf_executable_free. It stays valid when its
 * session is freed, and may be used by several threads at once.
 */
typedef struct tf_executable tf_executable;

/** The reason for which a function failed. Free it with tf_failure_free; its texts live as long. */
typedef struct tf_failure tf_failure;

/**
 * A program as IR: operations in blocks in regions of operations. Free it with tf_module_free. Only one
 * thread at a time may use it; handles of its objects (tf_op, tf_value …) are valid until the object is
 * erased or a pipeline has run on the module. Handles that are not valid are refused.
 */
typedef struct tf_module tf_module;

/** An array that belongs to the caller, who frees it with tf_owned_free. */
typedef struct tf_owned tf_owned;

/**
 * Compiles programs and caches the results: equal programs are compiled once. Free it with tf_session_free;
 * objects made with it stay valid.
 */
typedef struct tf_session tf_session;

/** An argument of tf_call_on_device: an array on the device, or one of the host. */
typedef struct {
  /** An array on the device; NULL for one of the host. */
  tf_device_array *held;
  /**
   * Whether the call may use the memory of `held` for one of its results: the call then frees it, and it
   * must not be used afterwards.
   */
  int32_t donated;
  /** An array of the host (a scalar has rank 0), if `held` is NULL. */
  tf_array host;
} tf_device_argument;

/** Limits of each call; 0 or NULL is no limit. Begin with TF_LIMITS_INIT. */
typedef struct {
  /** sizeof(tf_limits) */
  size_t size;
  /** Time of a call. */
  double seconds;
  /** Bytes of results and intermediate tensors at the same time. */
  int64_t bytes;
  /** Operations of the device "interp"; "cpu" counts none and refuses such a limit. */
  int64_t steps;
  /** Ends calls; may be NULL. */
  const tf_cancel *cancel;
} tf_limits;

/** An operation of a module; all zeros: none. */
typedef struct {
  /** 0: none. */
  uint32_t id;
} tf_op;

/**
 * The function of a pass; returns a tf_pass_outcome. The module belongs to the compiler, and handles are
 * valid during this call only. Pipelines may run on several threads, each with a separate module.
 */
typedef int32_t (*tf_pass_function)(void *user, tf_module *module);

/** A pass of the caller, on modules, for tf_session_options: all members are there in every version. */
typedef struct {
  /** Its name in pipelines: "my-pass". */
  const char *name;
  /** A description in one sentence; may be NULL. */
  const char *summary;
  /** The function that it runs. */
  tf_pass_function run;
  /** Passed to the function. */
  void *user;
  /** Called with `user` when the session is freed; may be NULL. */
  void (*release)(void *user);
} tf_pass;

/**
 * Receives what programs print: a text, and the source location of the operation ("file:line:column"; empty
 * where unknown). Both are valid during the call. It may be called on several threads.
 */
typedef void (*tf_print_function)(void *user, const char *text, const char *place);

/** Options of a session: begin with TF_SESSION_OPTIONS_INIT. */
typedef struct {
  /** sizeof(tf_session_options) */
  size_t size;
  /** The threads that programs run on, the caller's included; 0: all cores. */
  int32_t threads;
  /** Not 0: an index outside a tensor ends the call if the program does not specify its meaning. */
  int32_t checked;
  /**
   * libtensorforge_llvm.so or its folder; NULL: next to this library, and the folders that
   * docs/guides/using.md lists.
   */
  const char *llvm_library;
  /** Passes of the caller, which pipelines may name. */
  const tf_pass *passes;
  /** How many. */
  size_t pass_count;
  /** Receives what programs print (tensor.print), on the thread of the call; NULL: the output is dropped. */
  tf_print_function print;
  /** Passed to `print`. */
  void *print_user;
  /** Called with `print_user` when neither the session nor a program of it is used any more; may be NULL. */
  void (*print_release)(void *user);
  /** Not 0: a call ends at the first operation that makes a NaN or an infinity from finite operands. */
  int32_t nan_traps;
  /**
   * Not 0: AddressSanitizer checks the reads and writes of machine code; the program has to be linked with
   * -fsanitize=address.
   */
  int64_t address_sanitizer;
  /**
   * The numerics of floats in functions that do not specify it: "strict", "precise", "standard" or "fast";
   * NULL: "standard", and "precise" in StableHLO.
   */
  const char *numerics;
} tf_session_options;

/** A type; equal types have equal ids. */
typedef struct {
  /** 0: none. */
  uint32_t id;
} tf_type;

/** An attribute; equal attributes have equal ids. */
typedef struct {
  /** 0: none. */
  uint32_t id;
} tf_attribute;

/** A block of a region. */
typedef struct {
  /** 0: none. */
  uint32_t id;
} tf_block;

/** A region of an operation. */
typedef struct {
  /** 0: none. */
  uint32_t id;
} tf_region;

/** A value: a result of an operation, or an argument of a block. */
typedef struct {
  /** 0: none. */
  uint32_t id;
} tf_value;

/** An attribute with its name. */
typedef struct {
  /** The name. */
  const char *name;
  /** The attribute. */
  tf_attribute value;
} tf_named_attribute;

/** The parts of a new operation: begin with TF_OP_PARTS_INIT. */
typedef struct {
  /** sizeof(tf_op_parts) */
  size_t size;
  /** The name: "arith.addf". */
  const char *name;
  /** The operands. */
  const tf_value *operands;
  /** The number of operands. */
  size_t operand_count;
  /** The types of the results. */
  const tf_type *results;
  /** The number of results. */
  size_t result_count;
  /** Not 0: the types of the results are inferred from the operands; `results` is empty. */
  int32_t infer_results;
  /** The line in `file` that the operation comes from, from 1; 0 if that is not known. */
  uint32_t line;
  /** As `line`: the column, in characters from 1. */
  uint32_t column;
  /** The name of the source that it comes from; may be NULL. */
  const char *file;
  /** The attributes. */
  const tf_named_attribute *attributes;
  /** The number of attributes. */
  size_t attribute_count;
  /** The number of its regions, empty at first; regions that the operation requires exist in any case. */
  size_t region_count;
  /** The blocks that it branches to. */
  const tf_block *successors;
  /** The number of successors. */
  size_t successor_count;
} tf_op_parts;

/** The callback of tf_module_walk: a result other than 0 ends the walk. */
typedef int32_t (*tf_visitor)(void *user, tf_module *module, tf_op op);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Compiles a program given as MLIR text for a device: "cpu"; "cpu:x86-64-v3", with the instructions of that
 * level alone ("x86-64", "-v2" to "-v4"); "interp", the interpreter, which needs no LLVM; or "simt", kernels
 * as for a GPU in the interpreter. `name` is the name of the text in messages and may be NULL. `pipeline`
 * replaces the passes of the device, in the syntax of tfopt; NULL: none. NULL if it fails: each finding has
 * its location in the text.
 */
tf_executable *tf_compile(const tf_session *session,
                          const char *text,
                          const char *name,
                          const char *device,
                          const char *pipeline,
                          tf_failure **failure);

/** Frees an executable; NULL is allowed. */
void tf_executable_free(tf_executable *executable);

/**
 * A report of the compilation: loop nests with their source locations, threads and vectors, and memory. A
 * text for people, to be freed with tf_string_free; NULL for NULL.
 */
char *tf_explain(const tf_executable *executable);

/** How many functions there are. */
size_t tf_function_count(const tf_executable *executable);

/** The index of the function with a name, or -1. */
int64_t tf_function_find(const tf_executable *executable, const char *name);

/**
 * The name of a function; it belongs to the executable, as all texts about it. NULL if the function does not
 * exist.
 */
const char *tf_function_name(const tf_executable *executable, size_t function);

/** How many arguments a function has; 0 if the function does not exist. */
size_t tf_argument_count(const tf_executable *executable, size_t function);

/** The name of an argument, or NULL. */
const char *tf_argument_name(const tf_executable *executable, size_t function, size_t argument);

/** The type of an argument, or NULL. */
const char *tf_argument_type(const tf_executable *executable, size_t function, size_t argument);

/** How many results a function has; 0 if the function does not exist. */
size_t tf_result_count(const tf_executable *executable, size_t function);

/** The name of a result, or NULL. */
const char *tf_result_name(const tf_executable *executable, size_t function, size_t result);

/** The type of a result, or NULL. */
const char *tf_result_type(const tf_executable *executable, size_t function, size_t result);

/** The rank of a result; 0 for a scalar, and if the result does not exist. */
size_t tf_result_rank(const tf_executable *executable, size_t function, size_t result);

/**
 * Writes the extents that a result has for these arguments. Only the data of scalars that bind an extent is
 * read. Fails for extents that the program itself computes: use tf_call_new for these. Returns 0, or 1 with
 * a failure.
 */
int32_t tf_result_extents(const tf_executable *executable,
                          size_t function,
                          const tf_array *arguments,
                          size_t argument_count,
                          size_t result,
                          int64_t *extents,
                          tf_failure **failure);

/**
 * Calls a function. Scalars are arrays of rank 0. Results are written to arrays of the caller, with the
 * extents from tf_result_extents. A result may use exactly the memory of an argument with the flag
 * TF_DONATED. Returns 0, or 1 with a failure: an array that does not fit, or the program stopped.
 */
int32_t tf_call(const tf_executable *executable,
                size_t function,
                const tf_array *arguments,
                size_t argument_count,
                const tf_array *results,
                size_t result_count,
                tf_failure **failure);

/**
 * Calls a function, whose results become new arrays: `results` gets one pointer for each, to be freed with
 * tf_owned_free. Also for programs that compute the extents of their results. Returns 0, or 1 with a
 * failure; then `results` is unchanged.
 */
int32_t tf_call_new(const tf_executable *executable,
                    size_t function,
                    const tf_array *arguments,
                    size_t argument_count,
                    tf_owned **results,
                    size_t result_count,
                    tf_failure **failure);

/** Frees a failure; NULL is allowed. */
void tf_failure_free(tf_failure *failure);

/** The kind of a failure. */
tf_failure_kind tf_failure_get_kind(const tf_failure *failure);

/** All findings as one text for people: with source locations, the lines of the program, and codes. */
const char *tf_failure_message(const tf_failure *failure);

/** The number of findings: each has a code, a source location and a text. */
size_t tf_failure_count(const tf_failure *failure);

/** The code of a finding, "E0105", which has a page in docs/reference/errors; NULL if it has none. */
const char *tf_failure_code(const tf_failure *failure, size_t finding);

/** The name of the program's source that a finding is about; NULL if it is about none. */
const char *tf_failure_file(const tf_failure *failure, size_t finding);

/** The line that a finding is about, from 1; 0 if it is about none. */
uint32_t tf_failure_line(const tf_failure *failure, size_t finding);

/** The column that a finding is about, in characters from 1; 0 if it is about none. */
uint32_t tf_failure_column(const tf_failure *failure, size_t finding);

/** The text of a finding, without code and source location; NULL if the finding does not exist. */
const char *tf_failure_text(const tf_failure *failure, size_t finding);

/** Copies an array to a device, by its name as for tf_compile. NULL if it fails. */
tf_device_array *tf_device_array_new(const tf_session *session,
                                     const tf_array *array,
                                     const char *device,
                                     tf_failure **failure);

/** Copies an array of a device to the host: a new array, to be freed with tf_owned_free. NULL if it fails. */
tf_owned *tf_device_array_fetch(const tf_device_array *array, tf_failure **failure);

/**
 * Element type and extents of an array of a device, and the device address of its first element: the host
 * can read it only if the device computes in the memory of the process. It is valid until the array is freed
 * or donated.
 */
tf_array tf_device_array_describe(const tf_device_array *array);

/** Frees an array of a device; NULL is allowed. */
void tf_device_array_free(tf_device_array *array);

/**
 * Calls a function, whose results stay on its device: `results` gets one pointer for each, to be freed with
 * tf_device_array_free. Returns 0, or 1 with a failure; then `results` is as it was. Donated arguments are
 * freed in either case, unless the executable, the function or a pointer is invalid.
 */
int32_t tf_call_on_device(const tf_executable *executable,
                          size_t function,
                          const tf_device_argument *arguments,
                          size_t argument_count,
                          tf_device_array **results,
                          size_t result_count,
                          tf_failure **failure);

/** The same program, whose calls have these limits; both are freed. NULL if the limits are invalid. */
tf_executable *tf_executable_limited(const tf_executable *executable, const tf_limits *limits, tf_failure **failure);

/** A new handle. */
tf_cancel *tf_cancel_new(void);

/**
 * Ends the calls that the handle was given to: they return 1 with a failure of the kind
 * TF_FAILURE_CANCELLED. New ones do not begin until tf_cancel_reset.
 */
void tf_cancel_calls(const tf_cancel *handle);

/** Lets calls begin again. */
void tf_cancel_reset(const tf_cancel *handle);

/** Frees a handle; null is allowed. Executables that it was given to stay valid. */
void tf_cancel_free(tf_cancel *handle);

/** The array: its elements and extents belong to `owned`. Integers of the type index are those of TF_I64. */
tf_array tf_owned_array(tf_owned *owned);

/** Frees an array; NULL is allowed. */
void tf_owned_free(tf_owned *owned);

/**
 * Gives an array away by DLPack: a `DLManagedTensor *` of dlpack.h, whose deleter frees it. `owned` is not
 * used or freed afterwards. NULL for NULL.
 */
void *tf_owned_to_dlpack(tf_owned *owned);

/**
 * Describes another owner's tensor as an argument or result, without a copy: `tensor` is a `const DLTensor
 * *` of dlpack.h (the member `dl_tensor` of a managed tensor), whose memory, extents and strides stay its
 * owner's. Returns 0, or 1 with a failure: it is not in this machine's memory, or programs do not support
 * its element type.
 */
int32_t tf_array_of_dlpack(const void *tensor, tf_array *array, tf_failure **failure);

/**
 * Reports an error of the program while a pass of the caller runs: the pass fails, with the location of this
 * operation, or without a location if it is none.
 */
void tf_pass_error(tf_module *module, tf_op op, const char *message);

/** The version of the library, for example "0.1.0". */
const char *tf_version(void);

/**
 * The version of the library's functions and structures: a program that was compiled with a header of
 * another TF_ABI_VERSION must not use the library.
 */
uint32_t tf_abi_version(void);

/** A new session, or NULL. `options` may be NULL. */
tf_session *tf_session_new(const tf_session_options *options, tf_failure **failure);

/** Frees a session; NULL is allowed. */
void tf_session_free(tf_session *session);

/** Frees a text that a function returned to the caller; NULL is allowed. */
void tf_string_free(char *text);

/** Reads a type, "tensor<?{n}xf32>". None if it fails. */
tf_type tf_type_parse(tf_module *module, const char *text, tf_failure **failure);

/** Reads an attribute: "42 : i32", "dense<[1.0, 2.0]> : tensor<2xf32>", "@f". None if it fails. */
tf_attribute tf_attribute_parse(tf_module *module, const char *text, tf_failure **failure);

/** A string as an attribute; the text needs no quotes. None if it fails. */
tf_attribute tf_attribute_string(tf_module *module, const char *text, tf_failure **failure);

/** Appends a block with arguments of these types to a region. None if it fails. */
tf_block tf_block_create(tf_module *module, tf_region region, const tf_type *types, size_t type_count, tf_failure **failure);

/**
 * Makes an operation: before another one, or, if `before` is none, at the end of a block. None if it fails.
 * Rules beyond its declared signature are checked by tf_module_verify.
 */
tf_op tf_op_create(tf_module *module, const tf_op_parts *parts, tf_block block, tf_op before, tf_failure **failure);

/** An empty module; NULL for no session. */
tf_module *tf_module_new(const tf_session *session);

/**
 * Reads a module from MLIR text and verifies it; `name` is the name of the text in messages and may be NULL.
 * NULL if it fails.
 */
tf_module *tf_module_parse(const tf_session *session, const char *text, const char *name, tf_failure **failure);

/** Frees a module; NULL is allowed. */
void tf_module_free(tf_module *module);

/**
 * The module as MLIR text, to be freed with tf_string_free; NULL for NULL. An invalid module can be printed,
 * too.
 */
char *tf_module_print(const tf_module *module);

/** Verifies a module: modules built by hand may break rules. Returns 0, or 1 with every rule that is broken. */
int32_t tf_module_verify(const tf_session *session, const tf_module *module, tf_failure **failure);

/**
 * Runs a pipeline of passes on a module, in the syntax of tfopt: "canonicalize,cse". Handles of the module's
 * objects are not valid afterwards. Returns 0, or 1 with a failure; the failing pass may have left the
 * module in any state, which can still be freed.
 */
int32_t tf_module_run(const tf_session *session, tf_module *module, const char *pipeline, tf_failure **failure);

/**
 * Turns a module of StableHLO or CHLO ops into a new one of Tensorforge's dialects. NULL if it fails: each
 * finding has its source location.
 */
tf_module *tf_module_import_stablehlo(const tf_session *session, const tf_module *module, tf_failure **failure);

/** Verifies and compiles a module without changing it; otherwise as tf_compile. */
tf_executable *tf_module_compile(const tf_session *session,
                                 const tf_module *module,
                                 const char *device,
                                 const char *pipeline,
                                 tf_failure **failure);

/** Sets an attribute of an operation. Returns 0, or 1 with a failure. */
int32_t tf_op_set_attribute(tf_module *module, tf_op op, const char *name, tf_attribute value, tf_failure **failure);

/** Removes an attribute of an operation, if it has it. Returns 0, or 1 with a failure. */
int32_t tf_op_remove_attribute(tf_module *module, tf_op op, const char *name, tf_failure **failure);

/** Replaces the operand at index `at` of an operation. Returns 0, or 1 with a failure. */
int32_t tf_op_set_operand(tf_module *module, tf_op op, size_t at, tf_value value, tf_failure **failure);

/** Makes every use of `from` a use of `to`, which must have the same type. Returns 0, or 1 with a failure. */
int32_t tf_value_replace_uses(tf_module *module, tf_value from, tf_value to, tf_failure **failure);

/**
 * Replaces the results of an operation by `values`, one for each and of the same types, and erases it.
 * Returns 0, or 1 with a failure.
 */
int32_t tf_op_replace(tf_module *module, tf_op op, const tf_value *values, size_t value_count, tf_failure **failure);

/** Erases an operation with its regions. Its results must not be used. Returns 0, or 1 with a failure. */
int32_t tf_op_erase(tf_module *module, tf_op op, tf_failure **failure);

/**
 * Moves an operation before another one of the same function, or, if `before` is none, to the end of a
 * block. Returns 0, or 1 with a failure.
 */
int32_t tf_op_move(tf_module *module, tf_op op, tf_block block, tf_op before, tf_failure **failure);

/** The operation that is the module itself. */
tf_op tf_module_op(tf_module *module);

/** The name of an operation, "arith.addf", as long as the module lives; NULL for none. */
const char *tf_op_name(tf_module *module, tf_op op);

/** The parent of an operation; none for the module itself. */
tf_op tf_op_parent(tf_module *module, tf_op op);

/** The block that an operation is in. */
tf_block tf_op_block(tf_module *module, tf_op op);

/** The operation after another in its block, or none. */
tf_op tf_op_next(tf_module *module, tf_op op);

/** How many operands an operation has. */
size_t tf_op_operand_count(tf_module *module, tf_op op);

/** An operand of an operation, or none. */
tf_value tf_op_operand(tf_module *module, tf_op op, size_t at);

/** How many results an operation has. */
size_t tf_op_result_count(tf_module *module, tf_op op);

/** A result of an operation, or none. */
tf_value tf_op_result(tf_module *module, tf_op op, size_t at);

/** How many regions an operation has. */
size_t tf_op_region_count(tf_module *module, tf_op op);

/** A region of an operation, or none. */
tf_region tf_op_region(tf_module *module, tf_op op, size_t at);

/** How many successors an operation has: blocks that it branches to. */
size_t tf_op_successor_count(tf_module *module, tf_op op);

/** A successor of an operation, or none. */
tf_block tf_op_successor(tf_module *module, tf_op op, size_t at);

/** An attribute of an operation by name, or none. */
tf_attribute tf_op_attribute(tf_module *module, tf_op op, const char *name);

/** The number of attributes that are set on an operation. */
size_t tf_op_attribute_count(tf_module *module, tf_op op);

/** The name of the attribute at index `at` of an operation, for tf_op_attribute; NULL if there is none. */
const char *tf_op_attribute_name(tf_module *module, tf_op op, size_t at);

/**
 * The name of the source that an operation came from, as long as the module lives; NULL if that is not
 * known.
 */
const char *tf_op_file(tf_module *module, tf_op op);

/** The line that an operation came from, from 1; 0 if that is not known. */
uint32_t tf_op_line(tf_module *module, tf_op op);

/** The column that an operation came from, in characters from 1; 0 if that is not known. */
uint32_t tf_op_column(tf_module *module, tf_op op);

/**
 * Calls `visitor` for each operation of a module in preorder, the module itself first. The visitor may
 * change its operation, and erase it; operations that were in its regions before are then not visited.
 * Returns 1 if the visitor ended the walk.
 */
int32_t tf_module_walk(tf_module *module, tf_visitor visitor, void *user);

/** The first block of a region, or none. */
tf_block tf_region_first(tf_module *module, tf_region region);

/** The block after another in its region, or none. */
tf_block tf_block_next(tf_module *module, tf_block block);

/** The operation that contains a block. */
tf_op tf_block_parent(tf_module *module, tf_block block);

/** The first operation of a block, or none. */
tf_op tf_block_first(tf_module *module, tf_block block);

/** The last operation of a block, or none. */
tf_op tf_block_last(tf_module *module, tf_block block);

/** How many arguments a block has. */
size_t tf_block_argument_count(tf_module *module, tf_block block);

/** An argument of a block, or none. */
tf_value tf_block_argument(tf_module *module, tf_block block, size_t at);

/** The type of a value. */
tf_type tf_value_type(tf_module *module, tf_value value);

/** The operation that defines a value; none for an argument of a block. */
tf_op tf_value_op(tf_module *module, tf_value value);

/** The block that a value is an argument of; none for a result of an operation. */
tf_block tf_value_block(tf_module *module, tf_value value);

/** How often a value is used as an operand. */
size_t tf_value_use_count(tf_module *module, tf_value value);

/** The operation of the use at index `at` of a value, or none. Uses have no order. */
tf_op tf_value_user(tf_module *module, tf_value value, size_t at);

/** A type as text, as long as the module lives; NULL for none. */
const char *tf_type_text(tf_module *module, tf_type type);

/** An attribute as text, as long as the module lives; NULL for none. See also tf_attribute_string_text. */
const char *tf_attribute_text(tf_module *module, tf_attribute attribute);

/** The text of a string attribute, without quotes; NULL for other attributes. */
const char *tf_attribute_string_text(tf_module *module, tf_attribute attribute);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TENSORFORGE_H */

/* Initializers of structures with a size: all zeros, the defaults. */
#define TF_SESSION_OPTIONS_INIT {sizeof(tf_session_options), 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, NULL}
#define TF_LIMITS_INIT {sizeof(tf_limits), 0, 0, 0, NULL}
#define TF_OP_PARTS_INIT {sizeof(tf_op_parts), NULL, NULL, 0, NULL, 0, 0, 0, 0, NULL, NULL, 0, 0, NULL, 0}
