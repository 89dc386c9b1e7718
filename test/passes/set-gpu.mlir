// RUN: tfopt %s --pass-pipeline='func.func(set-gpu{arch=sm_86 multiprocessors=82 bandwidth=936000000000})' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(set-gpu)' | FileCheck %s --check-prefix=USUAL

// Properties that the options give replace those of the architecture; a description stays as it is.

// CHECK: func.func @fresh() attributes {tf.gpu = {bandwidth = 936000000000 : i64, block_shared_bytes = 101376 : i64, cache_bytes = 6291456 : i64, multiprocessors = 82 : i64, registers = 65536 : i64, shared_bytes = 102400 : i64, threads = 1536 : i64}}
// USUAL: func.func @fresh() attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}}
func.func @fresh() {
  return
}

// CHECK: func.func @described() attributes {tf.gpu = {threads = 1024 : i64}}
func.func @described() attributes {tf.gpu = {threads = 1024 : i64}} {
  return
}
