// RUN: tfopt --tensor-decompose --tensor-fuse --cse --canonicalize %s | FileCheck %s

// A chain of elementwise ops is one nest, whatever its length.
// CHECK-LABEL: func.func @chain
// CHECK: tensor.compute
// CHECK-NOT: tensor.compute
func.func @chain(%a: tensor<?{n}x?{m}xf32>, %b: tensor<?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.broadcast %b dims = [1] : tensor<?{m}xf32> to tensor<?{n}x?{m}xf32>
  %d = arith.addf %a, %c : tensor<?{n}x?{m}xf32>
  %e = arith.mulf %d, %d : tensor<?{n}x?{m}xf32>
  %f = math.sqrt %e : tensor<?{n}x?{m}xf32>
  %g = arith.subf %f, %a : tensor<?{n}x?{m}xf32>
  return %g : tensor<?{n}x?{m}xf32>
}

// A row statistic and what follows: the maximum is not repeated for each column.
// CHECK-LABEL: func.func @center
// CHECK: tensor.compute (%{{.*}}) in [n] {
// CHECK: tensor.fold
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [n, m] {
// CHECK-NOT: tensor.fold
func.func @center(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %r = tensor.reduce maximumf %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  %b = tensor.broadcast %r dims = [0] : tensor<?{n}xf32> to tensor<?{n}x?{m}xf32>
  %s = arith.subf %a, %b : tensor<?{n}x?{m}xf32>
  return %s : tensor<?{n}x?{m}xf32>
}

// Both results are needed, and one reads the other at its own point: one nest writes both.
// CHECK-LABEL: func.func @two_results
// CHECK: %{{.*}}:2 = tensor.compute
// CHECK-NOT: tensor.compute
func.func @two_results(%a: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s = math.sqrt %a : tensor<?{n}xf32>
  %t = arith.addf %s, %a : tensor<?{n}xf32>
  return %s, %t : tensor<?{n}xf32>, tensor<?{n}xf32>
}

// A producer read with a policy stays in memory.
// CHECK-LABEL: func.func @policy
// CHECK-COUNT-2: tensor.compute
func.func @policy(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %s = arith.mulf %a, %a : tensor<?{n}xf32>
  %t = tensor.compute (%i) in [n] {
    %x = tensor.at %s[%i - 1] clamp : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %t : tensor<?{n}xf32>
}
