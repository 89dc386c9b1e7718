// RUN: tfopt --tile-time --verify-roundtrip %s | FileCheck %s
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tile-time,apply-groups))' --check-semantics %s -o /dev/null

// Three steps over bands of 8 rows, two at a time: what the first two steps make is kept from trip to trip of a band; what the last one makes is the result.
// CHECK-LABEL: func.func @jacobi
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [8, 2]), order(i.0, i.1), parallel(i.0), place(m0, m1, at = i.1, keep = i.0)>} {
// CHECK: tensor.compute {{.*}} attributes {axes = ["i", "j"], member = "m0"}
// CHECK: tensor.compute {{.*}} attributes {axes = ["i", "j"], member = "m1"}
// CHECK: tensor.compute {{.*}} attributes {axes = ["i", "j"]} {
func.func @jacobi(%u: tensor<20x5xf32>) -> tensor<20x5xf32> {
  %zero = arith.constant 0 : index
  %six = arith.constant 6 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %six step %one iter_args(%v = %u) -> (tensor<20x5xf32>) {
    %w = tensor.compute (%i, %j) in [20, 5] attributes {axes = ["i", "j"], schedule = #tensor.schedule<time(i, [3, 8, 2])>} {
      %n = tensor.at %v[%i - 1, %j] clamp : tensor<20x5xf32>
      %s = tensor.at %v[%i + 1, %j] clamp : tensor<20x5xf32>
      %1 = arith.addf %n, %s : f32
      tensor.yield %1 : f32
    } : tensor<20x5xf32>
    loop.yield %w : tensor<20x5xf32>
  }
  return %r : tensor<20x5xf32>
}
