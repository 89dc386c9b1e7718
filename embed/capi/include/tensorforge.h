/*
 * Tensorforge as a library for C and C++: compile programs at run time and call them; read, build and change programs.
 *
 * Link with -ltensorforge_capi; for the device "cpu", libtensorforge_llvm.so is looked for next to it.
 *
 * Functions that can fail take `tf_failure **failure`: it may be NULL; otherwise it is set to what went wrong, to be freed with
 * tf_failure_free, or to NULL where nothing did. Every function may be called from any thread, but for those of one tf_module,
 * which one thread at a time may use; an object is freed once, when no function uses it any more.
 *
 * Structures that begin with `size` may get more members at their end in later versions: begin with their initializer.
 *
 * This file is made of the library's sources (./x reference): changes belong there.
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

/** The version of the functions and structures of this header; it grows with whatever is not compatible. */
#define TF_ABI_VERSION 2

/** What kind of failure it is. */
typedef enum {
  /** An argument of the function of this library is wrong: NULL, a number out of its range, a text that is not UTF-8. */
  TF_FAILURE_KIND_ARGUMENT = 1,
  /** A text is no program. */
  TF_FAILURE_KIND_TEXT = 2,
  /** A program breaks rules of the IR. */
  TF_FAILURE_KIND_PROGRAM = 3,
  /** A program to be imported has something that is not supported. */
  TF_FAILURE_KIND_UNSUPPORTED = 4,
  /** The text of a pipeline is wrong. */
  TF_FAILURE_KIND_PIPELINE = 5,
  /** A pass failed. */
  TF_FAILURE_KIND_PASS = 6,
  /** The LLVM library is missing or does not fit. */
  TF_FAILURE_KIND_LIBRARY = 7,
  /** Machine code cannot be generated. */
  TF_FAILURE_KIND_BUILD = 8,
  /** Arrays do not fit the function of the program that is called. */
  TF_FAILURE_KIND_CALL = 9,
  /** The program stopped itself: an index outside a tensor, an assertion. */
  TF_FAILURE_KIND_STOPPED = 10,
  /** There is no memory. */
  TF_FAILURE_KIND_MEMORY = 11,
  /** The call was cancelled. */
  TF_FAILURE_KIND_CANCELLED = 12,
  /** The call reached a limit. */
  TF_FAILURE_KIND_LIMIT = 13,
  /** A defect of this library. */
  TF_FAILURE_KIND_DEFECT = 14,
  /** The device failed, or is not there. */
  TF_FAILURE_KIND_DEVICE = 15,
} tf_failure_kind;

/** What the function of a pass returns. */
typedef enum {
  /** The module is as it was. */
  TF_PASS_OUTCOME_UNCHANGED = 0,
  /** The module may have changed. */
  TF_PASS_OUTCOME_CHANGED = 1,
  /** The pass failed: tf_pass_error has said why. */
  TF_PASS_OUTCOME_FAILED = 2,
} tf_pass_outcome;

/** A handle that cancels calls, on any thread and in handlers of signals. Free it with tf_cancel_free. */
typedef struct tf_cancel tf_cancel;

/**
 * An array that is on a device: what tf_device_array_new has copied there, or a result of tf_call_on_device. Calls on the same device
 * take it without a copy. Free it with tf_device_array_free.
 */
typedef struct tf_device_array tf_device_array;

/**
 * A compiled program: functions, numbered from 0. Free it with tf_executable_free. It stays valid when its session is freed, and
 * may be used by several threads at once.
 */
typedef struct tf_executable tf_executable;

/** Why a function failed. Free it with tf_failure_free; its texts live as long. */
typedef struct tf_failure tf_failure;

/**
 * A program as IR: operations in blocks in regions of operations. Free it with tf_module_free. One thread at a time may use it;
 * handles of what is in it (tf_op, tf_value …) are valid until that is erased or a pipeline has run on the module. Handles that
 * are not valid are refused.
 */
typedef struct tf_module tf_module;

/** An array that belongs to the caller, who frees it with tf_owned_free. */
typedef struct tf_owned tf_owned;

/**
 * Compiles programs and keeps what it made: equal programs are compiled once. Free it with tf_session_free; what was made with
 * it stays valid.
 */
typedef struct tf_session tf_session;

/** An argument of tf_call_on_device: an array that is on the device, or one of the host. */
typedef struct {
  /** An array that is on the device; NULL for one of the host. */
  tf_device_array *held;
  /**
   * Whether the call may have the memory of `held`, for one of its results: then it is freed by the call, and not used afterwards.
   */
  int32_t donated;
  /** An array of the host, or a number as an array of rank 0, where `held` is NULL. */
  tf_array host;
} tf_device_argument;

/** What each call may use up; what is 0 or NULL limits nothing. Begin with TF_LIMITS_INIT. */
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
 * The function of a pass: a number of tf_pass_outcome. The module belongs to the compiler, and handles to this call. Pipelines may
 * run on several threads, each with a module of its own.
 */
typedef int32_t (*tf_pass_function)(void *user, tf_module *module);

/** A pass of the caller, on modules, for tf_session_options: all members are there in every version. */
typedef struct {
  /** Its name in pipelines: "my-pass". */
  const char *name;
  /** What it does, in a sentence; may be NULL. */
  const char *summary;
  /** What it runs. */
  tf_pass_function run;
  /** Handed to the function. */
  void *user;
  /** Called with `user` when the session is freed; may be NULL. */
  void (*release)(void *user);
} tf_pass;

/**
 * What programs print: a text, and where the operation is in the program ("file:line:column"; empty where unknown). Both are valid during
 * the call. It may be called on several threads.
 */
typedef void (*tf_print_function)(void *user, const char *text, const char *place);

/** How a session is made: begin with TF_SESSION_OPTIONS_INIT. */
typedef struct {
  /** sizeof(tf_session_options) */
  size_t size;
  /** The threads that programs run on, the caller's included; 0: all cores. */
  int32_t threads;
  /** Not 0: an index outside a tensor ends the call where the program does not say what it means. */
  int32_t checked;
  /** libtensorforge_llvm.so or its folder; NULL: next to this library, and where docs/using.md says. */
  const char *llvm_library;
  /** Passes of the caller, which pipelines may name. */
  const tf_pass *passes;
  /** How many. */
  size_t pass_count;
  /** Gets what programs print (tensor.print), on the thread of the call; NULL: nobody does. */
  tf_print_function print;
  /** Handed to `print`. */
  void *print_user;
  /** Called with `print_user` when neither the session nor a program of it is used any more; may be NULL. */
  void (*print_release)(void *user);
  /** Not 0: a call ends at the first operation that makes a NaN or an infinity of finite numbers. */
  int32_t nan_traps;
  /**
   * Not 0: AddressSanitizer watches the reads and writes of machine code; the program has to be linked with -fsanitize=address.
   */
  int64_t address_sanitizer;
  /**
   * How exactly floats are computed in functions that do not say it: "strict", "precise", "standard" or "fast"; NULL: "standard", and
   * "precise" in StableHLO.
   */
  const char *numerics;
} tf_session_options;

/** A type; equal types have equal numbers. */
typedef struct {
  /** 0: none. */
  uint32_t id;
} tf_type;

/** An attribute; equal attributes have equal numbers. */
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
  /** How many. */
  size_t operand_count;
  /** The types of the results. */
  const tf_type *results;
  /** How many. */
  size_t result_count;
  /** Not 0: the operation tells the types of its results by its operands; none are given. */
  int32_t infer_results;
  /** Where the operation comes from in `file`, from 1; 0 if that is not known. */
  uint32_t line;
  /** As `line`, in characters from 1. */
  uint32_t column;
  /** The name of the source that it comes from; may be NULL. */
  const char *file;
  /** The attributes. */
  const tf_named_attribute *attributes;
  /** How many. */
  size_t attribute_count;
  /** How many regions it has, empty at first; those that it must have are there in any case. */
  size_t region_count;
  /** The blocks that it branches to. */
  const tf_block *successors;
  /** How many. */
  size_t successor_count;
} tf_op_parts;

/** What tf_module_walk calls: not 0 ends the walk. */
typedef int32_t (*tf_visitor)(void *user, tf_module *module, tf_op op);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Compiles a program given as MLIR text for a device: "cpu"; "cpu:x86-64-v3", with the instructions of that level alone ("x86-64",
 * "-v2" to "-v4"); "interp", the interpreter, which needs no LLVM; or "simt", kernels as for
 * a GPU in the interpreter. `name` stands for
 * the text in messages and may be NULL. `pipeline` replaces the passes of the device, as tfopt takes them; NULL: none. NULL if it
 * fails: each finding has its place in the text.
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
 * What became of the program: its loop nests with their places, threads and vectors, and its memory. A text for people, to be freed with
 * tf_string_free; NULL for NULL.
 */
char *tf_explain(const tf_executable *executable);

/** How many functions there are. */
size_t tf_function_count(const tf_executable *executable);

/** The number of the function of a name, or -1. */
int64_t tf_function_find(const tf_executable *executable, const char *name);

/** The name of a function; it belongs to the executable, as all texts about it. NULL where there is no such function. */
const char *tf_function_name(const tf_executable *executable, size_t function);

/** How many arguments a function has; 0 where there is no such function. */
size_t tf_argument_count(const tf_executable *executable, size_t function);

/** The name of an argument, or NULL. */
const char *tf_argument_name(const tf_executable *executable, size_t function, size_t argument);

/** The type of an argument, or NULL. */
const char *tf_argument_type(const tf_executable *executable, size_t function, size_t argument);

/** How many results a function has; 0 where there is no such function. */
size_t tf_result_count(const tf_executable *executable, size_t function);

/** The name of a result, or NULL. */
const char *tf_result_name(const tf_executable *executable, size_t function, size_t result);

/** The type of a result, or NULL. */
const char *tf_result_type(const tf_executable *executable, size_t function, size_t result);

/** The axes of a result; 0 for a scalar, and where there is no such result. */
size_t tf_result_rank(const tf_executable *executable, size_t function, size_t result);

/**
 * Writes the extents that a result has for these arguments. Their data is not looked at, but for numbers that give an extent. Fails
 * for extents that the program itself computes: tf_call_new serves there. Returns 0, or 1 with a failure.
 */
int32_t tf_result_extents(const tf_executable *executable,
                          size_t function,
                          const tf_array *arguments,
                          size_t argument_count,
                          size_t result,
                          int64_t *extents,
                          tf_failure **failure);

/**
 * Calls a function. Scalars are arrays of rank 0. Results are written to arrays of the caller, of the extents that
 * tf_result_extents says. A result may lie exactly in the memory of an argument with the flag TF_DONATED. Returns 0, or 1 with a
 * failure: an array that does not fit, or the program stopped.
 */
int32_t tf_call(const tf_executable *executable,
                size_t function,
                const tf_array *arguments,
                size_t argument_count,
                const tf_array *results,
                size_t result_count,
                tf_failure **failure);

/**
 * Calls a function, whose results become new arrays: `results` gets one pointer for each, to be freed with tf_owned_free. It serves
 * programs that compute the extents of their results, too. Returns 0, or 1 with a failure; then `results` is as it was.
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

/** All that is wrong as one text for people: with places, the lines of the program, and codes. */
const char *tf_failure_message(const tf_failure *failure);

/** How many things are wrong: of each there are a code, a place and a text. */
size_t tf_failure_count(const tf_failure *failure);

/** The code of a finding, "E0105", which has a page in docs/errors; NULL if it has none. */
const char *tf_failure_code(const tf_failure *failure, size_t finding);

/** The name of the program's source that a finding is about; NULL if it is about none. */
const char *tf_failure_file(const tf_failure *failure, size_t finding);

/** The line that a finding is about, from 1; 0 if it is about none. */
uint32_t tf_failure_line(const tf_failure *failure, size_t finding);

/** The column that a finding is about, in characters from 1; 0 if it is about none. */
uint32_t tf_failure_column(const tf_failure *failure, size_t finding);

/** What a finding says, without code and place; NULL where there is no such finding. */
const char *tf_failure_text(const tf_failure *failure, size_t finding);

/** Copies an array to a device, by its name as for tf_compile. NULL if it fails. */
tf_device_array *tf_device_array_new(const tf_session *session,
                                     const tf_array *array,
                                     const char *device,
                                     tf_failure **failure);

/** Copies an array of a device to the host: a new array, to be freed with tf_owned_free. NULL if it fails. */
tf_owned *tf_device_array_fetch(const tf_device_array *array, tf_failure **failure);

/**
 * Element type and extents of an array of a device, and the address by which the device knows its first element: only where the device
 * computes in the memory of the process can it be read there. It is valid until the array is freed or donated.
 */
tf_array tf_device_array_describe(const tf_device_array *array);

/** Frees an array of a device; NULL is allowed. */
void tf_device_array_free(tf_device_array *array);

/**
 * Calls a function, whose results stay on its device: `results` gets one pointer for each, to be freed with tf_device_array_free. Returns
 * 0, or 1 with a failure; then `results` is as it was. Donated arguments are freed in either case, once the executable, the
 * function and the pointers are known to be right.
 */
int32_t tf_call_on_device(const tf_executable *executable,
                          size_t function,
                          const tf_device_argument *arguments,
                          size_t argument_count,
                          tf_device_array **results,
                          size_t result_count,
                          tf_failure **failure);

/** The same program, whose calls have these limits; both are freed. NULL if the limits make no sense. */
tf_executable *tf_executable_limited(const tf_executable *executable, const tf_limits *limits, tf_failure **failure);

/** A new handle. */
tf_cancel *tf_cancel_new(void);

/**
 * Ends the calls that the handle was given to: they return 1 with a failure of the kind TF_FAILURE_CANCELLED. New ones do not begin
 * until tf_cancel_reset.
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
 * Gives an array away by DLPack: a `DLManagedTensor *` of dlpack.h, whose deleter frees it. `owned` is not used or freed
 * afterwards. NULL for NULL.
 */
void *tf_owned_to_dlpack(tf_owned *owned);

/**
 * Describes somebody else's tensor as an argument or result, without a copy: `tensor` is a `const DLTensor *` of dlpack.h (the
 * member `dl_tensor` of a managed tensor), whose memory, extents and strides stay its owner's. Returns 0, or 1 with a failure: it
 * is not in this machine's memory, or no program has such elements.
 */
int32_t tf_array_of_dlpack(const void *tensor,
                           tf_array *array,
                           tf_failure **failure);

/**
 * Says, while a pass of the caller runs, what is wrong with the program: the pass fails, at the place of this operation; none: at no
 * place.
 */
void tf_pass_error(tf_module *module,
                   tf_op op,
                   const char *message);

/** The version of the library, for example "0.1.0". */
const char *tf_version(void);

/**
 * The version of the library's functions and structures: a program that was compiled with a header of another TF_ABI_VERSION must
 * not go on.
 */
uint32_t tf_abi_version(void);

/** A new session, or NULL. `options` may be NULL. */
tf_session *tf_session_new(const tf_session_options *options, tf_failure **failure);

/** Frees a session; NULL is allowed. */
void tf_session_free(tf_session *session);

/** Frees a text that was given to the caller; NULL is allowed. */
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
 * Makes an operation: before another one, or, where `before` is none, at the end of a block. None if it fails. What its description
 * does not say is checked by tf_module_verify.
 */
tf_op tf_op_create(tf_module *module,
                   const tf_op_parts *parts,
                   tf_block block,
                   tf_op before,
                   tf_failure **failure);

/** A module with nothing in it; NULL for no session. */
tf_module *tf_module_new(const tf_session *session);

/** Reads a module from MLIR text and verifies it; `name` stands for the text in messages and may be NULL. NULL if it fails. */
tf_module *tf_module_parse(const tf_session *session, const char *text, const char *name, tf_failure **failure);

/** Frees a module; NULL is allowed. */
void tf_module_free(tf_module *module);

/** The module as MLIR text, to be freed with tf_string_free; NULL for NULL. It may be printed while it is not valid yet. */
char *tf_module_print(const tf_module *module);

/** Checks that a module keeps all rules: what is built by hand need not. Returns 0, or 1 with every rule that is broken. */
int32_t tf_module_verify(const tf_session *session, const tf_module *module, tf_failure **failure);

/**
 * Runs a pipeline of passes on a module, as tfopt takes them: "canonicalize,cse". Handles of what the module held are not valid
 * afterwards. Returns 0, or 1 with a failure; the module is as the failing pass left it then, and fit for being freed.
 */
int32_t tf_module_run(const tf_session *session, tf_module *module, const char *pipeline, tf_failure **failure);

/**
 * Turns a module of StableHLO or CHLO ops into a new one of Tensorforge's own dialects. NULL if it fails: each finding has its place.
 */
tf_module *tf_module_import_stablehlo(const tf_session *session,
                                      const tf_module *module,
                                      tf_failure **failure);

/** Verifies and compiles a module, which stays as it is; the rest as tf_compile. */
tf_executable *tf_module_compile(const tf_session *session,
                                 const tf_module *module,
                                 const char *device,
                                 const char *pipeline,
                                 tf_failure **failure);

/** Sets an attribute of an operation. Returns 0, or 1 with a failure. */
int32_t tf_op_set_attribute(tf_module *module, tf_op op, const char *name, tf_attribute value, tf_failure **failure);

/** Removes an attribute of an operation, if it has it. Returns 0, or 1 with a failure. */
int32_t tf_op_remove_attribute(tf_module *module, tf_op op, const char *name, tf_failure **failure);

/** Replaces operand number `at` of an operation. Returns 0, or 1 with a failure. */
int32_t tf_op_set_operand(tf_module *module, tf_op op, size_t at, tf_value value, tf_failure **failure);

/** Makes every use of `from` a use of `to`, which must have the same type. Returns 0, or 1 with a failure. */
int32_t tf_value_replace_uses(tf_module *module, tf_value from, tf_value to, tf_failure **failure);

/**
 * Uses `values` instead of the results of an operation, one for each and of the same types, and erases it. Returns 0, or 1 with a
 * failure.
 */
int32_t tf_op_replace(tf_module *module,
                      tf_op op,
                      const tf_value *values,
                      size_t value_count,
                      tf_failure **failure);

/** Erases an operation with all that is in its regions. Its results must not be used. Returns 0, or 1 with a failure. */
int32_t tf_op_erase(tf_module *module, tf_op op, tf_failure **failure);

/**
 * Moves an operation before another one of the same function, or, where `before` is none, to the end of a block. Returns 0, or 1
 * with a failure.
 */
int32_t tf_op_move(tf_module *module,
                   tf_op op,
                   tf_block block,
                   tf_op before,
                   tf_failure **failure);

/** The operation that is the module itself. */
tf_op tf_module_op(tf_module *module);

/** The name of an operation, "arith.addf", as long as the module lives; NULL for none. */
const char *tf_op_name(tf_module *module, tf_op op);

/** The operation around another; none for the module itself. */
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

/** How many attributes an operation has that are set. */
size_t tf_op_attribute_count(tf_module *module, tf_op op);

/** The name of attribute number `at` of an operation, which tf_op_attribute takes; NULL where there is none. */
const char *tf_op_attribute_name(tf_module *module, tf_op op, size_t at);

/** The name of the source that an operation came from, as long as the module lives; NULL if that is not known. */
const char *tf_op_file(tf_module *module, tf_op op);

/** The line that an operation came from, from 1; 0 if that is not known. */
uint32_t tf_op_line(tf_module *module, tf_op op);

/** The column that an operation came from, in characters from 1; 0 if that is not known. */
uint32_t tf_op_column(tf_module *module, tf_op op);

/**
 * Calls `visitor` for each operation of a module, the module itself first, operations before what is in their regions. It may change
 * what it is called for, and erase it; what stood in its regions before is not visited then. Returns 1 if the visitor ended the walk.
 */
int32_t tf_module_walk(tf_module *module,
                       tf_visitor visitor,
                       void *user);

/** The first block of a region, or none. */
tf_block tf_region_first(tf_module *module, tf_region region);

/** The block after another in its region, or none. */
tf_block tf_block_next(tf_module *module, tf_block block);

/** The operation around a block. */
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

/** The operation that a value is a result of; none for an argument of a block. */
tf_op tf_value_op(tf_module *module, tf_value value);

/** The block that a value is an argument of; none for a result of an operation. */
tf_block tf_value_block(tf_module *module, tf_value value);

/** How often a value is used as an operand. */
size_t tf_value_use_count(tf_module *module, tf_value value);

/** The operation of use number `at` of a value, or none. Uses have no order. */
tf_op tf_value_user(tf_module *module, tf_value value, size_t at);

/** A type as text, as long as the module lives; NULL for none. */
const char *tf_type_text(tf_module *module, tf_type type);

/** An attribute as text, as long as the module lives; NULL for none. See also tf_attribute_string_text. */
const char *tf_attribute_text(tf_module *module, tf_attribute attribute);

/** What an attribute that is a string says, without quotes; NULL for other attributes. */
const char *tf_attribute_string_text(tf_module *module, tf_attribute attribute);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TENSORFORGE_H */

/* What structures with a size begin as: all zeros, the defaults. */
#define TF_SESSION_OPTIONS_INIT {sizeof(tf_session_options), 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, NULL}
#define TF_LIMITS_INIT {sizeof(tf_limits), 0, 0, 0, NULL}
#define TF_OP_PARTS_INIT {sizeof(tf_op_parts), NULL, NULL, 0, NULL, 0, 0, 0, 0, NULL, NULL, 0, 0, NULL, 0}
