// A loop that yields a tensor from outside copies it to the buffer of the tensor that it carries.
// RUN: tfopt %s --tensor-to-loops | FileCheck %s
// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: tfopt %s --tensor-to-loops --check-work -o /dev/null 2>&1 | FileCheck %s --check-prefix=WORK
// SAME: 2 functions compared
// WORK: work: 2 functions counted, {{.*}} 0 of them add work

// CHECK-LABEL: func.func @kept(
// CHECK-SAME: %[[X:.*]]: memref<?{n}xi32>, %[[R:.*]]: memref<?{n}xi32>)
// CHECK: loop.for {{.*}} iter_args(%[[A:.*]] = %[[R]])
// CHECK: mem.copy %{{.*}}, %[[A]]
// CHECK: loop.yield %[[A]]
// CHECK-NOT: mem.copy
// CHECK: return
func.func @kept(%x: tensor<?{n}xi32>) -> tensor<?{n}xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0:2 = tensor.compute (%i) in [n] {
    %1 = tensor.at %x[%i] : tensor<?{n}xi32>
    %2 = arith.muli %1, %1 : i32
    %3 = arith.addi %1, %1 : i32
    tensor.yield %2, %3 : i32, i32
  } : tensor<?{n}xi32>, tensor<?{n}xi32>
  %r = loop.for %t = %c0 to %c2 step %c1 iter_args(%a = %0#0) -> (tensor<?{n}xi32>) {
    loop.yield %0#1 : tensor<?{n}xi32>
  }
  return %r : tensor<?{n}xi32>
}

// The iteration reads the carried tensor before.
// CHECK-LABEL: func.func @read(
// CHECK: loop.for
// CHECK: mem.load
// CHECK: mem.copy
// CHECK: return
func.func @read(%x: tensor<?{n}xi32>, %y: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %r:2 = loop.for %t = %c0 to %c3 step %c1 iter_args(%a = %x, %s = %zero) -> (tensor<?{n}xi32>, i32) {
    %e = tensor.at %a[2] clamp : tensor<?{n}xi32>
    %u = arith.addi %s, %e : i32
    loop.yield %y, %u : tensor<?{n}xi32>, i32
  }
  return %r#0, %r#1 : tensor<?{n}xi32>, i32
}
