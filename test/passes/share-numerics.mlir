// RUN: tfopt %s --pass-pipeline='share-numerics,kernel.func(apply-numerics)' --pass-statistics 2>%t.said | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: FileCheck %s --check-prefix=COUNT < %t.said
// RUN: tfopt %s --pass-pipeline='share-numerics' --disable-rule=share-numerics.launcher | tee %t.off | FileCheck %s --check-prefix=OFF
// RUN: FileCheck %s --check-prefix=FULL_OFF --match-full-lines < %t.off
// COMPLETE: FULL, FULL_OFF

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
// FULL: module {
// FULL-NEXT:   kernel.func @shared(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) attributes {tf.numerics = "fast"} {
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.divf %[[V1]], %[[V1]] fastmath<fast> : f32
// FULL-NEXT:     mem.store %[[V2]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_OFF: module {
// FULL_OFF-NEXT:   kernel.func @shared(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) {
// FULL_OFF-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL_OFF-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.divf %[[V1]], %[[V1]] : f32
// FULL_OFF-NEXT:     mem.store %[[V2]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     kernel.return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   kernel.func @usual(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) attributes {tf.numerics = "standard"} {
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.divf %[[V1]], %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     mem.store %[[V2]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   kernel.func @usual(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) {
// FULL_OFF-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL_OFF-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.divf %[[V1]], %[[V1]] : f32
// FULL_OFF-NEXT:     mem.store %[[V2]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     kernel.return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   kernel.func @both(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) attributes {tf.numerics = "strict"} {
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.divf %[[V1]], %[[V1]] : f32
// FULL-NEXT:     mem.store %[[V2]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   kernel.func @both(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) {
// FULL_OFF-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL_OFF-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.divf %[[V1]], %[[V1]] : f32
// FULL_OFF-NEXT:     mem.store %[[V2]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     kernel.return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   kernel.func @own(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) attributes {tf.numerics = "strict"} {
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.mulf %[[V1]], %[[V1]] fastmath<contract> : f32
// FULL-NEXT:     %[[V3:.*]] = arith.divf %[[V2]], %[[V1]] : f32
// FULL-NEXT:     mem.store %[[V3]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   kernel.func @own(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) attributes {tf.numerics = "strict"} {
// FULL_OFF-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL_OFF-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.mulf %[[V1]], %[[V1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V3:.*]] = arith.divf %[[V2]], %[[V1]] : f32
// FULL_OFF-NEXT:     mem.store %[[V3]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     kernel.return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   kernel.func @alone(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) {
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.divf %[[V1]], %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     mem.store %[[V2]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   kernel.func @alone(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) {
// FULL_OFF-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL_OFF-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.divf %[[V1]], %[[V1]] : f32
// FULL_OFF-NEXT:     mem.store %[[V2]], %[[ARG0]][%[[V0]]] : memref<4xf32>
// FULL_OFF-NEXT:     kernel.return
// FULL_OFF-NEXT:   }

// The launch may stand in a loop.
// CHECK-LABEL: kernel.func @inner(
// CHECK-SAME: tf.numerics = "fast"
kernel.func @inner(%x: memref<4xf32> {kernel.access = "inout"}) {
  kernel.return
}
// FULL-NEXT:   kernel.func @inner(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) attributes {tf.numerics = "fast"} {
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_OFF-NEXT:   kernel.func @inner(%[[ARG0:.*]]: memref<4xf32> {kernel.access = "inout"}) {
// FULL_OFF-NEXT:     kernel.return
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @hasty(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "fast"} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.launch @shared grid(%[[C1]]) block(%[[C4]]) args(%[[ARG0]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = kernel.launch @both grid(%[[C1]]) block(%[[C4]]) args(%[[V0]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL-NEXT:     %[[V2:.*]] = kernel.launch @own grid(%[[C1]]) block(%[[C4]]) args(%[[V1]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL-NEXT:     %[[V3:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[V2]]) -> (tensor<4xf32>) {
// FULL-NEXT:       %[[V4:.*]] = kernel.launch @inner grid(%[[C1]]) block(%[[C4]]) args(%[[ARG1]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL-NEXT:       loop.yield %[[V4]] : tensor<4xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V3]] : tensor<4xf32>
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @hasty(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "fast"} {
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_OFF-NEXT:     %[[V0:.*]] = kernel.launch @shared grid(%[[C1]]) block(%[[C4]]) args(%[[ARG0]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL_OFF-NEXT:     %[[V1:.*]] = kernel.launch @both grid(%[[C1]]) block(%[[C4]]) args(%[[V0]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = kernel.launch @own grid(%[[C1]]) block(%[[C4]]) args(%[[V1]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL_OFF-NEXT:     %[[V3:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[V2]]) -> (tensor<4xf32>) {
// FULL_OFF-NEXT:       %[[V4:.*]] = kernel.launch @inner grid(%[[C1]]) block(%[[C4]]) args(%[[ARG1]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL_OFF-NEXT:       loop.yield %[[V4]] : tensor<4xf32>
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     return %[[V3]] : tensor<4xf32>
// FULL_OFF-NEXT:   }

func.func @usually(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = kernel.launch @usual grid(%c1) block(%c4) args(%x) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// FULL-NEXT:   func.func @usually(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.launch @usual grid(%[[C1]]) block(%[[C4]]) args(%[[ARG0]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @usually(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_OFF-NEXT:     %[[V0:.*]] = kernel.launch @usual grid(%[[C1]]) block(%[[C4]]) args(%[[ARG0]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL_OFF-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL_OFF-NEXT:   }

func.func @exactly(%x: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "strict"} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = kernel.launch @both grid(%c1) block(%c4) args(%x) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// FULL-NEXT:   func.func @exactly(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "strict"} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.launch @both grid(%[[C1]]) block(%[[C4]]) args(%[[ARG0]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_OFF-NEXT:   func.func @exactly(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> attributes {tf.numerics = "strict"} {
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_OFF-NEXT:     %[[V0:.*]] = kernel.launch @both grid(%[[C1]]) block(%[[C4]]) args(%[[ARG0]]) changes = [0] : (tensor<4xf32>) -> tensor<4xf32>
// FULL_OFF-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL_OFF-NEXT:   }
// FULL_OFF-NEXT: }
