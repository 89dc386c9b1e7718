// Results that start from one tensor, which dies: one of them has its memory, and the others copies.
// RUN: tfopt %s --tensor-to-loops | FileCheck %s
// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: tfopt %s --tensor-to-loops --check-work -o /dev/null 2>&1 | FileCheck %s --check-prefix=WORK
// SAME: 4 functions compared
// WORK: work: 4 functions counted, {{.*}} 0 of them add work

// CHECK-LABEL: func.func @returned(
// CHECK-SAME: %[[A:.*]]: memref<?{n}xi32>, %[[X:.*]]: memref<?{n}xi32>, %[[Y:.*]]: memref<?{n}xi32>)
// CHECK-NOT: mem.alloc
// CHECK: mem.store %{{.*}}, %[[X]][
// CHECK: mem.copy %[[X]], %[[Y]]
// CHECK-NOT: mem.copy
func.func @returned(%a: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, tensor<?{n}xi32>) {
  %0 = tensor.compute (%i) in [n] {
    %1 = tensor.at %a[%i] : tensor<?{n}xi32>
    %2 = arith.muli %1, %1 : i32
    tensor.yield %2 : i32
  } : tensor<?{n}xi32>
  %r:2 = tensor.compute (%i) in [n] accumulate(minsi %x = %0 : tensor<?{n}xi32>, maxsi %y = %0 : tensor<?{n}xi32>) {
    %2 = tensor.at %a[%i] : tensor<?{n}xi32>
    tensor.put %2 into %x[%i] drop : memref<?{n}xi32>
    tensor.put %2 into %y[%i] drop : memref<?{n}xi32>
    tensor.yield
  }
  return %r#0, %r#1 : tensor<?{n}xi32>, tensor<?{n}xi32>
}

// The first result is no longer there when the function returns.
// CHECK-LABEL: func.func @last_returned(
// CHECK-SAME: %[[A:.*]]: memref<?{n}xi32>, %[[Y:.*]]: memref<?{n}xi32>, %{{.*}}: memref<i32>)
// CHECK: %[[X:.*]] = mem.alloc
// CHECK-NOT: mem.alloc
// CHECK: mem.store %{{.*}}, %[[Y]][
// CHECK: mem.copy %[[Y]], %[[X]]
// CHECK-NOT: mem.copy
func.func @last_returned(%a: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, i32) {
  %0 = tensor.compute (%i) in [n] {
    %1 = tensor.at %a[%i] : tensor<?{n}xi32>
    %2 = arith.muli %1, %1 : i32
    tensor.yield %2 : i32
  } : tensor<?{n}xi32>
  %r:2 = tensor.compute (%i) in [n] accumulate(minsi %x = %0 : tensor<?{n}xi32>, maxsi %y = %0 : tensor<?{n}xi32>) {
    %2 = tensor.at %a[%i] : tensor<?{n}xi32>
    tensor.put %2 into %x[%i] drop : memref<?{n}xi32>
    tensor.put %2 into %y[%i] drop : memref<?{n}xi32>
    tensor.yield
  }
  %e = tensor.at %r#0[3] clamp : tensor<?{n}xi32>
  return %r#1, %e : tensor<?{n}xi32>, i32
}

// No result is returned.
// CHECK-LABEL: func.func @inside(
// CHECK-COUNT-2: mem.alloc
// CHECK-NOT: mem.alloc
// CHECK: mem.copy
// CHECK-NOT: mem.copy
func.func @inside(%a: tensor<?{n}xi32>) -> (i32, i32) {
  %0 = tensor.compute (%i) in [n] {
    %1 = tensor.at %a[%i] : tensor<?{n}xi32>
    %2 = arith.muli %1, %1 : i32
    tensor.yield %2 : i32
  } : tensor<?{n}xi32>
  %r:2 = tensor.compute (%i) in [n] accumulate(minsi %x = %0 : tensor<?{n}xi32>, maxsi %y = %0 : tensor<?{n}xi32>) {
    %2 = tensor.at %a[%i] : tensor<?{n}xi32>
    tensor.put %2 into %x[%i] drop : memref<?{n}xi32>
    tensor.put %2 into %y[%i] drop : memref<?{n}xi32>
    tensor.yield
  }
  %e = tensor.at %r#0[3] clamp : tensor<?{n}xi32>
  %f = tensor.at %r#1[3] clamp : tensor<?{n}xi32>
  return %e, %f : i32, i32
}

// A loop carries both.
// CHECK-LABEL: func.func @carried(
// CHECK: mem.copy
// CHECK-NOT: mem.copy
// CHECK: return
func.func @carried(%a: tensor<8xi32>) -> (tensor<8xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = tensor.compute (%i) in [8] {
    %1 = tensor.at %a[%i] : tensor<8xi32>
    %2 = arith.muli %1, %1 : i32
    tensor.yield %2 : i32
  } : tensor<8xi32>
  %r:2 = loop.for %t = %c0 to %c8 step %c1 iter_args(%x = %0, %y = %0) -> (tensor<8xi32>, tensor<8xi32>) {
    %u = tensor.compute () in [] accumulate(set unique %acc = %x : tensor<8xi32>) {
      %l = tensor.at %x[%t] clamp : tensor<8xi32>
      %d = arith.addi %l, %l : i32
      tensor.put %d into %acc[%t] drop : memref<8xi32>
      tensor.yield
    }
    %v = tensor.compute () in [] accumulate(set unique %acc = %y : tensor<8xi32>) {
      %l = tensor.at %y[%t] clamp : tensor<8xi32>
      %d = arith.muli %l, %l : i32
      tensor.put %d into %acc[%t] drop : memref<8xi32>
      tensor.yield
    }
    loop.yield %u, %v : tensor<8xi32>, tensor<8xi32>
  }
  %e = tensor.at %r#1[3] : tensor<8xi32>
  return %r#0, %e : tensor<8xi32>, i32
}
