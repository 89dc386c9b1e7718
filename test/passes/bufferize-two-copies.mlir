// Results that start from one tensor of which the nest needs the old elements are copies of it.
// RUN: tfopt %s --tensor-to-loops | FileCheck %s
// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: 2 functions compared

// CHECK-LABEL: func.func @read(
// CHECK-COUNT-2: mem.copy
func.func @read(%a: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, tensor<?{n}xi32>) {
  %0 = tensor.compute (%i) in [n] {
    %1 = tensor.at %a[%i] : tensor<?{n}xi32>
    %2 = arith.muli %1, %1 : i32
    tensor.yield %2 : i32
  } : tensor<?{n}xi32>
  %r:2 = tensor.compute (%i) in [n] accumulate(minsi %x = %0 : tensor<?{n}xi32>, maxsi %y = %0 : tensor<?{n}xi32>) {
    %2 = tensor.at %0[%i + 1] clamp : tensor<?{n}xi32>
    tensor.put %2 into %x[%i] drop : memref<?{n}xi32>
    tensor.put %2 into %y[%i] drop : memref<?{n}xi32>
    tensor.yield
  }
  return %r#0, %r#1 : tensor<?{n}xi32>, tensor<?{n}xi32>
}

// A loop yields a tensor from outside, and the old value in another position: the buffers change places.
// CHECK-LABEL: func.func @shifted(
// CHECK: loop.for
// CHECK: return
func.func @shifted(%x: tensor<?{n}xi32>, %y: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, tensor<?{n}xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = loop.for %t = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %x) -> (tensor<?{n}xi32>, tensor<?{n}xi32>) {
    loop.yield %y, %a : tensor<?{n}xi32>, tensor<?{n}xi32>
  }
  return %r#0, %r#1 : tensor<?{n}xi32>, tensor<?{n}xi32>
}
