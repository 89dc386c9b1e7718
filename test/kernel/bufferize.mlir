// RUN: tfopt %s --pass-pipeline='func.func(tensor-to-loops)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --check-semantics --pass-pipeline='func.func(tensor-to-loops)' 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not tfopt %s --emit=upstream 2>&1 | FileCheck %s --check-prefix=CPU
// COMPLETE: FULL

// SAME: semantics: 3 functions compared
// CPU: error: 'kernel.func' op needs the threads of a GPU, but this code is for a CPU: the devices cuda, simt-compiled, simt and interp run kernels

kernel.func @bump(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %z: memref<?{n}xf32> {kernel.access = "out"}) {
  %t = kernel.thread_id x
  %a = mem.load %x[%t] : memref<?{n}xf32>
  %b = mem.load %y[%t] : memref<?{n}xf32>
  %c = arith.addf %a, %b : f32
  mem.store %c, %y[%t] : memref<?{n}xf32>
  mem.store %a, %z[%t] : memref<?{n}xf32>
  kernel.return
}
// FULL: module {
// FULL-NEXT:   kernel.func @bump(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32> {kernel.access = "inout"}, %[[ARG2:.*]]: memref<?{n}xf32> {kernel.access = "out"}) {
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[V0]]] : memref<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = mem.load %[[ARG1]][%[[V0]]] : memref<?{n}xf32>
// FULL-NEXT:     %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:     mem.store %[[V3]], %[[ARG1]][%[[V0]]] : memref<?{n}xf32>
// FULL-NEXT:     mem.store %[[V1]], %[[ARG2]][%[[V0]]] : memref<?{n}xf32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

// What is only written goes to the memory of the result; an argument of the function is copied before it is
// changed.
// CHECK-LABEL: func.func @argument
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>, %[[R:.*]]: memref<8xf32>, %[[Z:.*]]: memref<8xf32>)
// CHECK: mem.copy %[[Y]], %[[R]]
// CHECK: kernel.launch @bump grid(%c1) block(%c8) args(%[[X]], %[[R]], %[[Z]]) : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
func.func @argument(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r:2 = kernel.launch @bump grid(%c1) block(%c8) args(%x, %y) changes = [1] : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}
// FULL-NEXT:   func.func @argument(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>, %[[ARG2:.*]]: memref<8xf32>, %[[ARG3:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG1]], %[[ARG2]] : memref<8xf32>
// FULL-NEXT:     kernel.launch @bump grid(%[[C1]]) block(%[[C8]]) args(%[[ARG0]], %[[ARG2]], %[[ARG3]]) : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }

// A version that nobody else needs is changed in place: both launches write the result's memory.
// CHECK-LABEL: func.func @versions
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>, %[[R:.*]]: memref<8xf32>)
// CHECK: mem.copy %[[Y]], %[[R]]
// CHECK: kernel.launch @bump {{.*}} args(%[[X]], %[[R]], %{{.*}}) :
// CHECK-NOT: mem.copy
// CHECK: kernel.launch @bump {{.*}} args(%[[X]], %[[R]], %{{.*}}) :
func.func @versions(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r:2 = kernel.launch @bump grid(%c1) block(%c8) args(%x, %y) changes = [1] : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %s:2 = kernel.launch @bump grid(%c1) block(%c8) args(%x, %r#0) changes = [1] : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %s#0 : tensor<8xf32>
}
// FULL-NEXT:   func.func @versions(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>, %[[ARG2:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG1]], %[[ARG2]] : memref<8xf32>
// FULL-NEXT:     kernel.launch @bump grid(%[[C1]]) block(%[[C8]]) args(%[[ARG0]], %[[ARG2]], %[[V0]]) : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
// FULL-NEXT:     kernel.launch @bump grid(%[[C1]]) block(%[[C8]]) args(%[[ARG0]], %[[ARG2]], %[[V1]]) : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }

// What is read as it was is not written over.
// CHECK-LABEL: func.func @both
// CHECK: mem.copy
// CHECK: kernel.launch @bump
func.func @both(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r:2 = kernel.launch @bump grid(%c1) block(%c8) args(%x, %x) changes = [1] : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %r#0 : tensor<8xf32>
}
// FULL-NEXT:   func.func @both(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[ARG1]] : memref<8xf32>
// FULL-NEXT:     kernel.launch @bump grid(%[[C1]]) block(%[[C8]]) args(%[[ARG0]], %[[ARG1]], %[[V0]]) : (memref<8xf32>, memref<8xf32>, memref<8xf32>) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
