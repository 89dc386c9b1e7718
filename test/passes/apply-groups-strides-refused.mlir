// What groups cannot do with members that are read at multiples of the points of a loop is left out with a
// remark; the members run one after the other.
// RUN: tfopt %s --apply-groups --split-input-file 2>&1 | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --apply-groups --split-input-file --check-semantics -o /dev/null
// COMPLETE: FULL

// One reader needs every second point, the other one every point: no trip needs a part for both.
// CHECK: remark: the group's loops are left out: the readers of the compute over (i) disagree on its stride along i: 1 and 2
func.func @disagree(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %z = arith.constant 0.0 : f32
      %a = tensor.at %r[%i * 2] fill(%z) : tensor<?{n}xf32>
      %b = tensor.at %r[%i] : tensor<?{n}xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @disagree(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] * 2] fill(%[[CST]]) : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: remark: the group's loops are left out: the compute over (i) is a result of the group, but is read at 2 times the points of i: no tile owns the points between
func.func @yielded(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %y:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %z = arith.constant 0.0 : f32
      %a = tensor.at %r[%i * 2] fill(%z) : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s, %r : tensor<?{n}xf32>, tensor<?{n}xf32>
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %y#0, %y#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @yielded(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] * 2] fill(%[[CST]]) : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]], %[[V0]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: remark: the group's loops are left out: the compute over (i) has a stride of 100 points per iteration of a shared loop, more than 64
func.func @long_strides(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [100 * n] attributes {axes = ["i"]} {
      %c = arith.constant 1.0 : f32
      tensor.yield %c : f32
    } : tensor<?{100 * n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i * 100] : tensor<?{100 * n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @long_strides(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [100*n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:       tensor.yield %[[CST]] : f32
// FULL-NEXT:     } : tensor<?{100*n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[V0]][%[[I_0]] * 100] : tensor<?{100*n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: remark: the group's loops are left out: a tile requires more than 2^20 points of the compute over (i): split the loops into smaller parts
func.func @long_parts(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [1048576])>} {
    %r = tensor.compute (%i) in [2 * n] attributes {axes = ["i"]} {
      %c = arith.constant 1.0 : f32
      tensor.yield %c : f32
    } : tensor<?{2 * n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i * 2] : tensor<?{2 * n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @long_parts(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [2*n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:       tensor.yield %[[CST]] : f32
// FULL-NEXT:     } : tensor<?{2*n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[V0]][%[[I_0]] * 2] : tensor<?{2*n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// Behind the edge of a ring that is read at every second point, nothing is known; nor how far in front of the
// last point a length ends that has nothing to do with it.
// CHECK: remark: the group's loops are left out: a member reads the compute over (i) along a shared loop with an out-of-bounds policy, but a tile has other bounds
func.func @around(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i * 2] wrap : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @around(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] * 2] wrap : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: remark: the group's loops are left out: a member reads the compute over (i) along a shared loop with an out-of-bounds policy, but a tile has other bounds
func.func @clamped(%x: tensor<?{n}xf32>, %z: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [m] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i] clamp : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{m}xf32>
    tensor.yield %s : tensor<?{m}xf32>
  } : tensor<?{m}xf32>
  return %y : tensor<?{m}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @clamped(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [m] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]]] clamp : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{m}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{m}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
