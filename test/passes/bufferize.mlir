// RUN: tfopt --apply-schedule --lower-access --bufferize --split-input-file %s | FileCheck %s
// RUN: tfopt --tensor-to-loops --split-input-file %s | FileCheck %s
// RUN: tfopt --apply-schedule --canonicalize --cse --lower-access --canonicalize --cse --bufferize --check-semantics --split-input-file %s -o /dev/null

// A chain of nests: the temporary has a buffer, the result the caller's.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[A:.*]]: memref<?{n}xf32>, %[[R:.*]]: memref<?{n}xf32>)
// CHECK: %[[T:.*]] = mem.alloc : memref<?{n}xf32>
// CHECK: mem.load %[[A]]
// CHECK: mem.store %{{.*}}, %[[T]]
// CHECK: mem.load %[[T]]
// CHECK: mem.store %{{.*}}, %[[R]]
// CHECK-NOT: tensor
func.func @chain(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = math.exp %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}xf32>
  %d = tensor.compute (%i) in [n] {
    %x = tensor.at %c[%i - 1] clamp : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %d : tensor<?{n}xf32>
}

// -----

// A trip reads its own points only: it writes over what it read. With a neighbour it does not.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT: mem.alloc
func.func @in_place(%a: tensor<8xf32>, %t: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %k = %c0 to %t step %c1 iter_args(%x = %a) -> (tensor<8xf32>) {
    %c = tensor.compute (%i) in [8] {
      %e = tensor.at %x[%i] : tensor<8xf32>
      %y = arith.addf %e, %e : f32
      tensor.yield %y : f32
    } : tensor<8xf32>
    loop.yield %c : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @neighbour
// CHECK: mem.alloc
func.func @neighbour(%a: tensor<8xf32>, %t: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %k = %c0 to %t step %c1 iter_args(%x = %a) -> (tensor<8xf32>) {
    %c = tensor.compute (%i) in [8] {
      %e = tensor.at %x[%i + 1] clamp : tensor<8xf32>
      tensor.yield %e : f32
    } : tensor<8xf32>
    loop.yield %c : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
