// RUN: tfopt %s --pass-pipeline='func.func(tensor-to-loops)' | FileCheck %s
// RUN: tfopt %s --check-semantics --pass-pipeline='func.func(tensor-to-loops)' 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not tfopt %s --emit=upstream 2>&1 | FileCheck %s --check-prefix=CPU

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

// What is only written goes to the memory of the result; an argument of the function is copied before it is changed.
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
