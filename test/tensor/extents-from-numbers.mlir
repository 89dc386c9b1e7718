// RUN: tfopt %s --split-input-file --verify-diagnostics | tfopt --split-input-file | FileCheck %s
// RUN: tfopt %s --split-input-file --cpu --target=znver4 | FileCheck %s --check-prefix=CPU

// The number is the extent: a loop up to it stays inside.
// CHECK-LABEL: func.func @squares
// CHECK-SAME: (%{{.*}}: index {tf.extent = "n"}) -> tensor<?{n}xf32>
// CPU-LABEL: func.func @squares
// CPU-SAME: (%{{.*}}: index {tf.extent = "n"}, %{{.*}}: memref<?{n}xf32>
// CPU: mem.extent [n]
func.func @squares(%n: index {tf.extent = "n"}) -> tensor<?{n}xf32> {
  %x = tensor.iota dim = 0 : tensor<?{n}xf32>
  %y = arith.mulf %x, %x : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK-LABEL: func.func @sum
// CPU-LABEL: func.func @sum
func.func @sum(%x: tensor<?{n}xf32>, %n: index {tf.extent = "n"}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = loop.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (f32) {
    // No policy: it is proved that the element is there.
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %t = arith.addf %s, %e : f32
    loop.yield %t : f32
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @narrow
// CHECK-SAME: i32 {tf.extent = "n"}
// CPU-LABEL: func.func @narrow
func.func @narrow(%n: i32 {tf.extent = "n"}) -> tensor<?{n}xi32> {
  %x = tensor.splat %n : tensor<?{n}xi32>
  return %x : tensor<?{n}xi32>
}

// -----

// A call with a number that is known.
// CHECK-LABEL: func.func @caller
// CPU-LABEL: func.func @caller
// CPU-NOT: func.call
func.func private @zeros(%n: index {tf.extent = "n"}) -> tensor<?{n}xf32> {
  %z = arith.constant 0.0 : f32
  %x = tensor.splat %z : tensor<?{n}xf32>
  return %x : tensor<?{n}xf32>
}
func.func @caller(%y: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %m = tensor.extent [m] : index
  %x = call @zeros(%m) : (index) -> tensor<?{m}xf32>
  %z = arith.addf %x, %y : tensor<?{m}xf32>
  return %z : tensor<?{m}xf32>
}
