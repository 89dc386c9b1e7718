// RUN: tfopt %s --pass-pipeline='share-numerics,kernel.func(apply-numerics)' --pass-statistics 2>%t.said | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT < %t.said
// RUN: tfopt %s --pass-pipeline='share-numerics' --disable-rule=share-numerics.launcher | FileCheck %s --check-prefix=OFF

// COUNT: 4 num-shared
// OFF-NOT: kernel.func @shared{{.*}}tf.numerics

// Kernels have the mode of who launches them: in text, what functions of the same mode have.
// CHECK-LABEL: kernel.func @shared(
// CHECK-SAME: tf.numerics = "fast"
// CHECK: arith.divf {{.*}} fastmath<fast>
kernel.func @shared(%x: memref<4xf32> {kernel.access = "inout"}) {
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<4xf32>
  %w = arith.divf %v, %v : f32
  mem.store %w, %x[%t] : memref<4xf32>
  kernel.return
}

// The default is a mode, too.
// CHECK-LABEL: kernel.func @usual(
// CHECK-SAME: tf.numerics = "standard"
// CHECK: arith.divf {{.*}} fastmath<arcp,contract,afn>
kernel.func @usual(%x: memref<4xf32> {kernel.access = "inout"}) {
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<4xf32>
  %w = arith.divf %v, %v : f32
  mem.store %w, %x[%t] : memref<4xf32>
  kernel.return
}

// Where launchers differ, the strictest counts.
// CHECK-LABEL: kernel.func @both(
// CHECK-SAME: tf.numerics = "strict"
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
kernel.func @both(%x: memref<4xf32> {kernel.access = "inout"}) {
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<4xf32>
  %w = arith.divf %v, %v : f32
  mem.store %w, %x[%t] : memref<4xf32>
  kernel.return
}

// What a kernel says itself stays, and so do flags of single ops.
// CHECK-LABEL: kernel.func @own(
// CHECK-SAME: tf.numerics = "strict"
// CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} fastmath<contract> : f32
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
kernel.func @own(%x: memref<4xf32> {kernel.access = "inout"}) attributes {tf.numerics = "strict"} {
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<4xf32>
  %u = arith.mulf %v, %v fastmath<contract> : f32
  %w = arith.divf %u, %v : f32
  mem.store %w, %x[%t] : memref<4xf32>
  kernel.return
}

// Nobody launches it: nothing is said of it, which is the default.
// CHECK-LABEL: kernel.func @alone(
// CHECK-NOT: tf.numerics
// CHECK: arith.divf {{.*}} fastmath<arcp,contract,afn>
kernel.func @alone(%x: memref<4xf32> {kernel.access = "inout"}) {
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<4xf32>
  %w = arith.divf %v, %v : f32
  mem.store %w, %x[%t] : memref<4xf32>
  kernel.return
}

// The launch may stand in a loop.
// CHECK-LABEL: kernel.func @inner(
// CHECK-SAME: tf.numerics = "fast"
kernel.func @inner(%x: memref<4xf32> {kernel.access = "inout"}) {
  kernel.return
}

func.func @hasty(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "fast"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = kernel.launch @shared grid(%c1) block(%c4) args(%x) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
  %1 = kernel.launch @both grid(%c1) block(%c4) args(%0) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
  %2 = kernel.launch @own grid(%c1) block(%c4) args(%1) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
  %3 = loop.for %i = %c0 to %c4 step %c1 iter_args(%a = %2) -> (tensor<4xf32>) {
    %4 = kernel.launch @inner grid(%c1) block(%c4) args(%a) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
    loop.yield %4 : tensor<4xf32>
  }
  return %3 : tensor<4xf32>
}

func.func @usually(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = kernel.launch @usual grid(%c1) block(%c4) args(%x) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @exactly(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "strict"} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = kernel.launch @both grid(%c1) block(%c4) args(%x) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
