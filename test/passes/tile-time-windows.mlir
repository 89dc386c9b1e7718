// RUN: tfopt --tile-time --verify-roundtrip %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tile-time,apply-groups))' --check-semantics %s -o /dev/null
// COMPLETE: FULL

// Three steps over bands of 8 rows, two at a time: what the first two steps make is kept from trip to trip of
// a band; what the last one makes is the result.
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
// FULL: module {
// FULL-NEXT:   func.func @jacobi(%[[ARG0:.*]]: tensor<20x5xf32>) -> tensor<20x5xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C6:.*]] = arith.constant 6 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C6_0:.*]] = arith.constant 6 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_2:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0_1]] to %[[C2]] step %[[C1_2]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<20x5xf32>) {
// FULL-NEXT:       %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:       %[[V1:.*]] = arith.muli %[[I]], %[[C3]] : index
// FULL-NEXT:       %[[V2:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [8, 2]), order(i.0, i.1), parallel(i.0), place(m0, m1, at = i.1, keep = i.0)>} {
// FULL-NEXT:         %[[C0_5:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V3:.*]] = arith.addi %[[V1]], %[[C0_5]] : index
// FULL-NEXT:         %[[V4:.*]] = arith.muli %[[V3]], %[[C1]] : index
// FULL-NEXT:         %[[V5:.*]] = arith.addi %[[C0]], %[[V4]] : index
// FULL-NEXT:         %[[V6:.*]] = tensor.compute (%[[I_6:.*]], %[[J:.*]]) in [20, 5] attributes {axes = ["i", "j"], member = "m0"} {
// FULL-NEXT:           %[[V15:.*]] = tensor.at %[[ARG1]][%[[I_6]] - 1, %[[J]]] clamp : tensor<20x5xf32>
// FULL-NEXT:           %[[V16:.*]] = tensor.at %[[ARG1]][%[[I_6]] + 1, %[[J]]] clamp : tensor<20x5xf32>
// FULL-NEXT:           %[[V17:.*]] = arith.addf %[[V15]], %[[V16]] : f32
// FULL-NEXT:           tensor.yield %[[V17]] : f32
// FULL-NEXT:         } : tensor<20x5xf32>
// FULL-NEXT:         %[[C1_7:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V7:.*]] = arith.addi %[[V1]], %[[C1_7]] : index
// FULL-NEXT:         %[[V8:.*]] = arith.muli %[[V7]], %[[C1]] : index
// FULL-NEXT:         %[[V9:.*]] = arith.addi %[[C0]], %[[V8]] : index
// FULL-NEXT:         %[[V10:.*]] = tensor.compute (%[[I_8:.*]], %[[J_9:.*]]) in [20, 5] attributes {axes = ["i", "j"], member = "m1"} {
// FULL-NEXT:           %[[V15]] = tensor.at %[[V6]][%[[I_8]] - 1, %[[J_9]]] clamp : tensor<20x5xf32>
// FULL-NEXT:           %[[V16]] = tensor.at %[[V6]][%[[I_8]] + 1, %[[J_9]]] clamp : tensor<20x5xf32>
// FULL-NEXT:           %[[V17]] = arith.addf %[[V15]], %[[V16]] : f32
// FULL-NEXT:           tensor.yield %[[V17]] : f32
// FULL-NEXT:         } : tensor<20x5xf32>
// FULL-NEXT:         %[[C2_10:.*]] = arith.constant 2 : index
// FULL-NEXT:         %[[V11:.*]] = arith.addi %[[V1]], %[[C2_10]] : index
// FULL-NEXT:         %[[V12:.*]] = arith.muli %[[V11]], %[[C1]] : index
// FULL-NEXT:         %[[V13:.*]] = arith.addi %[[C0]], %[[V12]] : index
// FULL-NEXT:         %[[V14:.*]] = tensor.compute (%[[I_11:.*]], %[[J_12:.*]]) in [20, 5] attributes {axes = ["i", "j"]} {
// FULL-NEXT:           %[[V15]] = tensor.at %[[V10]][%[[I_11]] - 1, %[[J_12]]] clamp : tensor<20x5xf32>
// FULL-NEXT:           %[[V16]] = tensor.at %[[V10]][%[[I_11]] + 1, %[[J_12]]] clamp : tensor<20x5xf32>
// FULL-NEXT:           %[[V17]] = arith.addf %[[V15]], %[[V16]] : f32
// FULL-NEXT:           tensor.yield %[[V17]] : f32
// FULL-NEXT:         } : tensor<20x5xf32>
// FULL-NEXT:         tensor.yield %[[V14]] : tensor<20x5xf32>
// FULL-NEXT:       } : tensor<20x5xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<20x5xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[C6_3:.*]] = arith.constant 6 : index
// FULL-NEXT:     %[[C2_4:.*]] = arith.constant 2 : index
// FULL-NEXT:     return %[[V0]] : tensor<20x5xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
