// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-target{level=x86-64-v3},tile-time))' --explain-fusion %s 2>&1 | FileCheck %s
// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-target{level=x86-64-v3},tile-time))' --disable-rule=tile-time.time %s | FileCheck %s --check-prefix=NONE
// NONE-NOT: tensor.group
// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-target{level=x86-64-v4},tile-time))' --explain-fusion %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=BANDS

// Short bands would compute as much again around them as in them, long ones leave the cache: a few rows at a time with those around them kept are best.
// BANDS: remark: time: {{8|16}} iterations of the loop over bands of 512 rows, {{[248]}} at a time in sliding windows:{{.*}}; they run together

// Steps over a matrix that leaves the caches run together where nobody asks; over a small one they do not.
// CHECK: remark: time: {{[0-9]+}} iterations of the loop over bands of {{[0-9]+}} rows{{.*}}: cost {{.*}} one by one, {{.*}} together, in additions; they run together
// CHECK: remark: time: {{.*}}; they run one by one
// CHECK-LABEL: func.func @large
// CHECK: tensor.group
func.func @large(%u: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<4096x2048xf32>) {
    %w = tensor.compute (%i, %j) in [4096, 2048] {
      %n = tensor.at %v[%i - 1, %j] clamp : tensor<4096x2048xf32>
      %s = tensor.at %v[%i + 1, %j] clamp : tensor<4096x2048xf32>
      %e = tensor.at %v[%i, %j + 1] clamp : tensor<4096x2048xf32>
      %1 = arith.addf %n, %s : f32
      %2 = arith.addf %1, %e : f32
      tensor.yield %2 : f32
    } : tensor<4096x2048xf32>
    loop.yield %w : tensor<4096x2048xf32>
  }
  return %r : tensor<4096x2048xf32>
}

// CHECK-LABEL: func.func @small
// CHECK-NOT: tensor.group
// CHECK: return
func.func @small(%u: tensor<64x2048xf32>) -> tensor<64x2048xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<64x2048xf32>) {
    %w = tensor.compute (%i, %j) in [64, 2048] {
      %n = tensor.at %v[%i - 1, %j] clamp : tensor<64x2048xf32>
      %s = tensor.at %v[%i + 1, %j] clamp : tensor<64x2048xf32>
      %e = tensor.at %v[%i, %j + 1] clamp : tensor<64x2048xf32>
      %1 = arith.addf %n, %s : f32
      %2 = arith.addf %1, %e : f32
      tensor.yield %2 : f32
    } : tensor<64x2048xf32>
    loop.yield %w : tensor<64x2048xf32>
  }
  return %r : tensor<64x2048xf32>
}

// No stencil: each point goes its own way.
// CHECK-LABEL: func.func @points
// CHECK-NOT: tensor.group
// CHECK: return
func.func @points(%u: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<4096x2048xf32>) {
    %w = tensor.compute (%i, %j) in [4096, 2048] {
      %n = tensor.at %v[%i, %j] : tensor<4096x2048xf32>
      %s = arith.addf %n, %n : f32
      tensor.yield %s : f32
    } : tensor<4096x2048xf32>
    loop.yield %w : tensor<4096x2048xf32>
  }
  return %r : tensor<4096x2048xf32>
}
