// RUN: tfopt --simt --split-input-file %s | FileCheck %s
// RUN: tfopt --simt --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --gpu --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --simt --split-input-file --disable-rule=tensor-to-loops.team-scans %s | FileCheck %s --check-prefix=ALONE
// RUN: tfopt --simt --split-input-file --disable-rule=map-kernels.single-pass-scans %s | FileCheck %s --check-prefix=BLOCK
// RUN: tfopt --simt --split-input-file --disable-rule=tensor-to-loops.scans-by-grid %s | FileCheck %s --check-prefix=CHUNKS
// RUN: tfopt --simt --split-input-file --disable-rule=tensor-to-loops.merges-in-parts %s | FileCheck %s --check-prefix=PAIRS

// Rows that are as short as this are warps': a lane has four elements, 32 apart, and lanes hand on by
// shuffles.
// CHECK-LABEL: kernel.func @rows_k0
// CHECK: %[[LANE:.*]] = kernel.lane_id
// CHECK: mem.load
// CHECK: mem.load
// CHECK: mem.load
// CHECK: mem.load
// CHECK: kernel.shuffle up %{{.*}}, %c1 : i32
// CHECK: kernel.shuffle up %{{.*}}, %c16 : i32
// CHECK: kernel.shuffle index %{{.*}}, %c31 : i32
// CHECK-NOT: kernel.barrier
// CHECK: mem.store
// CHECK: func.func @rows(
// BLOCK-LABEL: func.func @rows(
// CHUNKS-LABEL: func.func @rows(
// ALONE-LABEL: func.func @rows(
// ALONE-NOT: kernel.shuffle
// PAIRS-LABEL: func.func @rows(
func.func @rows(%x: tensor<?{n}x100xi32>) -> tensor<?{n}x100xi32> {
  %z = tensor.scan add %x dim = 1 : tensor<?{n}x100xi32>
  return %z : tensor<?{n}x100xi32>
}

// -----

// A long row: a tile for each block, which takes a number, reads its elements once, says what they come to,
// and looks back at others.
// CHECK-LABEL: kernel.func @long_k0
// CHECK: mem.store %c0_i32
// CHECK: kernel.func @long_k1
// CHECK: kernel.atomic add %c1_i32
// CHECK: kernel.barrier
// CHECK: kernel.shuffle up
// CHECK: kernel.store_release %c1_i32
// CHECK: loop.while
// CHECK: kernel.load_acquire
// CHECK: kernel.shuffle up %{{.*}} : f64
// CHECK: kernel.ballot
// CHECK: kernel.store_release %c2_i32
// CHECK: kernel.barrier
// CHECK: mem.store
// CHECK: func.func @long(
// CHECK: mem.alloc : memref<27xi32>
// CHECK: mem.alloc : memref<27xf64>
// CHECK: kernel.launch @long_k0
// CHECK-NEXT: kernel.launch @long_k1 grid(%c25{{.*}}) block(%c256
// CHECK-NOT: kernel.launch
// BLOCK-LABEL: kernel.func @long_k0
// BLOCK-NOT: kernel.load_acquire
// BLOCK: loop.for %{{.*}} = %c0 to %c100000 step %c4096 iter_args
// BLOCK: func.func @long(
// CHUNKS-LABEL: kernel.func @long_k0
// CHUNKS: kernel.warp_reduce add
// CHUNKS: kernel.func @long_k1
// CHUNKS: kernel.func @long_k2
// CHUNKS-NOT: kernel.load_acquire
// CHUNKS: func.func @long(
// ALONE-LABEL: func.func @long(
// PAIRS-LABEL: func.func @long(
func.func @long(%x: tensor<100000xf32>) -> tensor<100000xf32> {
  %z = tensor.scan add %x dim = 0 reverse exclusive fastmath<reassoc> : tensor<100000xf32>
  return %z : tensor<100000xf32>
}

// -----

// The order of floats is written: one thread.
// CHECK-LABEL: kernel.func @strict_k0
// CHECK-NOT: kernel.shuffle
// CHECK: func.func @strict(
func.func @strict(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> attributes {tf.numerics = "strict"} {
  %z = tensor.scan mul %x dim = 0 : tensor<?{n}xf32>
  return %z : tensor<?{n}xf32>
}

// -----

// Integers have an order: blocks of 16 elements, and then parts of merged runs, whose beginnings a bisection
// finds in both.
// CHECK-LABEL: kernel.func @ordered_k0
// CHECK: kernel.func @ordered_k1
// CHECK: arith.remui
// CHECK: loop.while
// CHECK: arith.shrui
// CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : i32
// CHECK: loop.for
// CHECK: mem.store
// CHECK: func.func @ordered(
// CHECK: loop.while
// PAIRS-LABEL: func.func @ordered(
// PAIRS-NOT: arith.shrui
// ALONE-LABEL: func.func @ordered(
func.func @ordered(%x: tensor<5x70xi32>) -> tensor<5x70xi32> {
  %z = tensor.sort %x dim = 1 by (%a: i32, %b: i32) {
    %c = arith.cmpi slt, %a, %b : i32
    tensor.yield %c : i1
  } : tensor<5x70xi32>
  return %z : tensor<5x70xi32>
}

// -----

// Nobody says that this is an order: rows are threads'.
// CHECK-LABEL: func.func @unordered(
// CHECK-NOT: loop.while
func.func @unordered(%x: tensor<5x70xf32>) -> tensor<5x70xf32> {
  %z = tensor.sort %x dim = 1 by (%a: f32, %b: f32) {
    %c = arith.cmpf olt, %a, %b : f32
    tensor.yield %c : i1
  } : tensor<5x70xf32>
  return %z : tensor<5x70xf32>
}

// -----

// It is said.
// CHECK-LABEL: kernel.func @said_k0
// CHECK: kernel.func @said_k1
// CHECK: arith.remui
// CHECK: func.func @said(
func.func @said(%x: tensor<?{n}xf32>, %y: tensor<?{n}xi64>) -> (tensor<?{n}xf32>, tensor<?{n}xi64>) {
  %z:2 = tensor.sort %x, %y dim = 0 {ordered} by (%a: f32, %b: f32, %i: i64, %j: i64) {
    %c = arith.cmpf ogt, %a, %b : f32
    tensor.yield %c : i1
  } : tensor<?{n}xf32>, tensor<?{n}xi64>
  return %z#0, %z#1 : tensor<?{n}xf32>, tensor<?{n}xi64>
}
