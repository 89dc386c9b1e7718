// RUN: tfopt --tile-time %s 2>&1 | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// What is read around the edge is at the other end of the whole: then no other edge may be one, nor the index
// be a number.
// CHECK: remark: the iterations of the loop do not run together: a member reads the compute over (i) along a shared loop with an out-of-bounds policy, but a tile has other bounds
func.func @wrap(%u: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xf32>) {
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %n = tensor.at %v[%i + 1] wrap : tensor<40xf32>
      %k = arith.index_cast %i : index to i32
      %f = arith.sitofp %k : i32 to f32
      %s = arith.addf %n, %f : f32
      tensor.yield %s : f32
    } : tensor<40xf32>
    loop.yield %w : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @wrap(%[[ARG0:.*]]: tensor<40xf32>) -> tensor<40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C10_0:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_2:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_3:.*]]) in [40] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG1]][%[[I_3]] + 1] wrap : tensor<40xf32>
// FULL-NEXT:         %[[V3:.*]] = arith.index_cast %[[I_3]] : index to i32
// FULL-NEXT:         %[[V4:.*]] = arith.sitofp %[[V3]] : i32 to f32
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V2]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<40xf32>
// FULL-NEXT:   }

// CHECK: remark: the iterations of the loop do not run together: a member reads the compute over (i) along a shared loop at a subscript that is not a multiple of its index plus a bounded offset
func.func @far(%u: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xf32>) {
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %n = tensor.at %v[39 - %i] : tensor<40xf32>
      tensor.yield %n : f32
    } : tensor<40xf32>
    loop.yield %w : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}
// FULL-NEXT:   func.func @far(%[[ARG0:.*]]: tensor<40xf32>) -> tensor<40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C10_0:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_2:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_3:.*]]) in [40] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG1]][-%[[I_3]] + 39] : tensor<40xf32>
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<40xf32>
// FULL-NEXT:   }

// CHECK: remark: the iterations of the loop do not run together: the computes of the loop have different lengths along the banded axis
func.func @lengths(%u: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xf32>) {
    %h = tensor.compute (%i) in [20] {
      %n = tensor.at %v[2 * %i] : tensor<40xf32>
      tensor.yield %n : f32
    } : tensor<20xf32>
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %n = tensor.at %h[%i floordiv 2] : tensor<20xf32>
      tensor.yield %n : f32
    } : tensor<40xf32>
    loop.yield %w : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}
// FULL-NEXT:   func.func @lengths(%[[ARG0:.*]]: tensor<40xf32>) -> tensor<40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [20] {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I_0]] * 2] : tensor<40xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<20xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [40] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_1]] floordiv 2] : tensor<20xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<40xf32>
// FULL-NEXT:   }

// CHECK: remark: the iterations of the loop do not run together: the group holds tensor.scan, which uses the result of a member as a whole tensor
func.func @other(%u: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xf32>) {
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %n = tensor.at %v[%i + 1] clamp : tensor<40xf32>
      tensor.yield %n : f32
    } : tensor<40xf32>
    %s = tensor.scan add %w dim = 0 : tensor<40xf32>
    loop.yield %s : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}
// FULL-NEXT:   func.func @other(%[[ARG0:.*]]: tensor<40xf32>) -> tensor<40xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C10_0:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_2:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_3:.*]]) in [40] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I_3]] + 1] clamp : tensor<40xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.scan add %[[V1]] dim = 0 : tensor<40xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<40xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
