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

#ifndef TF_AHEAD_OF_TIME
#define TF_AHEAD_OF_TIME 1
/* What functions return. */
enum tf_status {
  TF_OK = 0,
  TF_OUT_OF_BOUNDS = 1,  /* a read or write of the program outside its tensor */
  TF_REQUIREMENT = 2,    /* the program requires what does not hold */
  TF_OUT_OF_MEMORY = 3,  /* scratch memory could not be had */
  TF_OVERFLOW = 4,       /* a size does not fit 64 bits */
  TF_ASSERTION = 5,      /* an assertion of the program */
  TF_NULL = 16,          /* a pointer that must not be NULL */
  TF_TYPE = 17,          /* an array of another element type or rank */
  TF_EXTENT = 18,        /* an array of other extents */
  TF_ALIGNMENT = 19,     /* data that is not aligned to its elements */
  TF_OVERLAP = 20,       /* a result in the memory of another array */
  TF_STRIDES = 21        /* an array with strides */
};

/*
 * What functions may use. All zeros, or NULL for a context, mean: this thread alone, memory of the C library.
 *
 * parallel_for calls body(environment, lo, hi) for each of the chunks [k * grain, min(n, (k + 1) * grain)), in any
 * order, on any thread, and returns when all are done. Without one, `threads` threads are started for each parallel
 * loop (pthread_create), and this one works, too; 0 and 1 start none. Results do not depend on the number of threads.
 *
 * allocate returns memory aligned to 64 bytes, or NULL; bytes is a multiple of 64. release gives it back.
 */
typedef struct tf_context {
  void *user; /* handed to the functions below */
  void (*parallel_for)(void *user, void (*body)(void *environment, int64_t lo, int64_t hi), void *environment,
                       int64_t n, int64_t grain);
  void *(*allocate)(void *user, int64_t bytes);
  void (*release)(void *user, void *memory);
  int32_t threads;
} tf_context;

/* Why a function did not return TF_OK: text that ends with a zero byte. */
typedef struct tf_error {
  char message[256];
} tf_error;
#endif /* TF_AHEAD_OF_TIME */
