// Groups that split no loop run point by point: what they say becomes one compute, or a remark says why not.
// RUN: tfopt %s --split-input-file --apply-fusion --cse --canonicalize 2>/dev/null | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --split-input-file --apply-fusion --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --split-input-file --apply-groups --cse --canonicalize 2>/dev/null | tee %t.late | FileCheck %s --check-prefix=LATE
// RUN: FileCheck %s --check-prefix=FULL_LATE --match-full-lines < %t.late
// COMPLETE: FULL, FULL_LATE

// A member with the place 'inline' is evaluated where it is read, also between members that become one.
// CHECK-LABEL: func.func @points(
// CHECK: %[[R:.*]]:2 = tensor.compute (%i) in [n] {
// CHECK: math.sqrt
// CHECK-NOT: math.sqrt
// CHECK: math.absf
// CHECK: arith.mulf
// CHECK-NOT: tensor.at %{{.*}}#
// CHECK: return %[[R]]#0, %[[R]]#1
// LATE-LABEL: func.func @points(
// LATE: %{{.*}}:2 = tensor.compute (%i) in [n] {
// LATE-NOT: tensor.compute
// LATE: return
func.func @points(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %y, %z = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<place(s, t, inline)>} {
    %s = tensor.compute (%i) in [n] attributes {member = "s"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = math.sqrt %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %y = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %s[%i] : tensor<?{n}xf32>
      %b = math.absf %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %t = tensor.compute (%i) in [n] attributes {member = "t"} {
      %a = tensor.at %y[%i] : tensor<?{n}xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %z = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %t[%i] : tensor<?{n}xf32>
      %b = tensor.at %s[%i] : tensor<?{n}xf32>
      %c = arith.mulf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}xf32>
    tensor.yield %y, %z : tensor<?{n}xf32>, tensor<?{n}xf32>
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %y, %z : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @points(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = math.sqrt %[[V1]] : f32
// FULL-NEXT:       %[[V3:.*]] = math.absf %[[V2]] : f32
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V3]], %[[V3]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.mulf %[[V4]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]], %[[V5]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LATE: module {
// FULL_LATE-NEXT:   func.func @points(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL_LATE-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] {
// FULL_LATE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:       %[[V2:.*]] = math.sqrt %[[V1]] : f32
// FULL_LATE-NEXT:       %[[V3:.*]] = math.absf %[[V2]] : f32
// FULL_LATE-NEXT:       %[[V4:.*]] = arith.addf %[[V3]], %[[V3]] : f32
// FULL_LATE-NEXT:       %[[V5:.*]] = arith.mulf %[[V4]], %[[V2]] : f32
// FULL_LATE-NEXT:       tensor.yield %[[V3]], %[[V5]] : f32, f32
// FULL_LATE-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL_LATE-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL_LATE-NEXT:   }
// FULL_LATE-NEXT: }

// -----

// Somebody wants it stored: it is in front, and read. What is read outside of it with a policy may be
// evaluated there all the same.
// CHECK-LABEL: func.func @root(
// CHECK: %[[S:.*]] = tensor.compute (%i) in [n]
// CHECK: math.sqrt
// CHECK: tensor.compute
// CHECK: tensor.at %[[S]]
// CHECK: tensor.fold
// CHECK-LABEL: func.func @clamped(
// CHECK: tensor.compute
// CHECK: math.sqrt
// CHECK-NOT: tensor.compute
func.func @root(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<place(s, root)>} {
    %s = tensor.compute (%i) in [n] attributes {member = "s"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = math.sqrt %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %y = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %s[%i] : tensor<?{n}xf32>
      %b = tensor.fold (%k) = 0 to n add {
        %c = tensor.at %s[%k] : tensor<?{n}xf32>
        tensor.yield %c : f32
      } : f32
      %d = arith.addf %a, %b : f32
      tensor.yield %d : f32
    } : tensor<?{n}xf32>
    tensor.yield %y : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @root(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {member = "s"} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = math.sqrt %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[V0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL_LATE: module {
// FULL_LATE-NEXT:   func.func @root(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL_LATE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {member = "s"} {
// FULL_LATE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:       %[[V3:.*]] = math.sqrt %[[V2]] : f32
// FULL_LATE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_LATE-NEXT:     } : tensor<?{n}xf32>
// FULL_LATE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL_LATE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL_LATE-NEXT:         %[[V5:.*]] = tensor.at %[[V0]][%[[K]]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:         tensor.yield %[[V5]] : f32
// FULL_LATE-NEXT:       } : f32
// FULL_LATE-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_LATE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_LATE-NEXT:     } : tensor<?{n}xf32>
// FULL_LATE-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:   }
func.func @clamped(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<place(s, inline)>} {
    %s = tensor.compute (%i) in [n] attributes {member = "s"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = math.sqrt %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %y = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %s[%i - 1] clamp : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %y : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @clamped(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]] - 1] clamp : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = math.sqrt %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LATE-NEXT:   func.func @clamped(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL_LATE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL_LATE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]] - 1] clamp : tensor<?{n}xf32>
// FULL_LATE-NEXT:       %[[V2:.*]] = math.sqrt %[[V1]] : f32
// FULL_LATE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_LATE-NEXT:     } : tensor<?{n}xf32>
// FULL_LATE-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:   }
// FULL_LATE-NEXT: }

// -----

// SAYS: remark: the group's loops are left out: a compute reads other points of another one, so they cannot be merged point by point
// CHECK-LABEL: func.func @other_points(
// CHECK: tensor.compute
// CHECK: tensor.compute
func.func @other_points(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %y, %z = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<>} {
    %y = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = math.absf %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %z = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %y[n - 1 - %i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %y, %z : tensor<?{n}xf32>, tensor<?{n}xf32>
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %y, %z : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @other_points(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = math.absf %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][-%[[I_0]] + n - 1] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LATE: module {
// FULL_LATE-NEXT:   func.func @other_points(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL_LATE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL_LATE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:       %[[V3:.*]] = math.absf %[[V2]] : f32
// FULL_LATE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_LATE-NEXT:     } : tensor<?{n}xf32>
// FULL_LATE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL_LATE-NEXT:       %[[V2]] = tensor.at %[[V0]][-%[[I_0]] + n - 1] : tensor<?{n}xf32>
// FULL_LATE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_LATE-NEXT:     } : tensor<?{n}xf32>
// FULL_LATE-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL_LATE-NEXT:   }
// FULL_LATE-NEXT: }

// -----

// SAYS: remark: the group's loops are left out: computes that put elements into a tensor or have different boxes cannot be merged point by point
// CHECK-LABEL: func.func @boxes(
// CHECK: tensor.compute (%i) in [n]
// CHECK: tensor.compute (%j) in [m]
func.func @boxes(%x: tensor<?{n}xf32>, %w: tensor<?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{m}xf32>) {
  %y, %z = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<>} {
    %y = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %z = tensor.compute (%i) in [m] attributes {axes = ["j"]} {
      %a = tensor.at %w[%i] : tensor<?{m}xf32>
      tensor.yield %a : f32
    } : tensor<?{m}xf32>
    tensor.yield %y, %z : tensor<?{n}xf32>, tensor<?{m}xf32>
  } : tensor<?{n}xf32>, tensor<?{m}xf32>
  return %y, %z : tensor<?{n}xf32>, tensor<?{m}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @boxes(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{m}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[J:.*]]) in [m] attributes {axes = ["j"]} {
// FULL-NEXT:       %[[V2]] = tensor.at %[[ARG1]][%[[J]]] : tensor<?{m}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{m}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{m}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LATE: module {
// FULL_LATE-NEXT:   func.func @boxes(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{m}xf32>) {
// FULL_LATE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL_LATE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_LATE-NEXT:     } : tensor<?{n}xf32>
// FULL_LATE-NEXT:     %[[V1:.*]] = tensor.compute (%[[J:.*]]) in [m] attributes {axes = ["j"]} {
// FULL_LATE-NEXT:       %[[V2]] = tensor.at %[[ARG1]][%[[J]]] : tensor<?{m}xf32>
// FULL_LATE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_LATE-NEXT:     } : tensor<?{m}xf32>
// FULL_LATE-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{m}xf32>
// FULL_LATE-NEXT:   }
// FULL_LATE-NEXT: }

// -----

// What is used as a whole has to be a tensor.
// SAYS: remark: the group's loops are left out: s cannot be inlined: it is used as a whole tensor
// CHECK-LABEL: func.func @whole(
// CHECK: tensor.compute
// CHECK: tensor.compute
func.func @whole(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s, %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<place(s, inline)>} {
    %s = tensor.compute (%i) in [n] attributes {member = "s"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = math.sqrt %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %y = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %s[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s, %y : tensor<?{n}xf32>, tensor<?{n}xf32>
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %s, %y : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @whole(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {member = "s"} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = math.sqrt %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LATE: module {
// FULL_LATE-NEXT:   func.func @whole(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL_LATE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {member = "s"} {
// FULL_LATE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:       %[[V3:.*]] = math.sqrt %[[V2]] : f32
// FULL_LATE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_LATE-NEXT:     } : tensor<?{n}xf32>
// FULL_LATE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL_LATE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL_LATE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_LATE-NEXT:     } : tensor<?{n}xf32>
// FULL_LATE-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL_LATE-NEXT:   }
// FULL_LATE-NEXT: }

// -----

// A group over trips is none of its matter.
// CHECK-LABEL: func.func @trips(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0)>}
func.func @trips(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0)>} {
    %y = tensor.compute (%i) in [64] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<64xf32>
      tensor.yield %a : f32
    } : tensor<64xf32>
    tensor.yield %y : tensor<64xf32>
  } : tensor<64xf32>
  return %y : tensor<64xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @trips(%[[ARG0:.*]]: tensor<64xf32>) -> tensor<64xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [64] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<64xf32>
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : tensor<64xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : tensor<64xf32>
// FULL-NEXT:     } : tensor<64xf32>
// FULL-NEXT:     return %[[V0]] : tensor<64xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LATE: module {
// FULL_LATE-NEXT:   func.func @trips(%[[ARG0:.*]]: tensor<64xf32>) -> tensor<64xf32> {
// FULL_LATE-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL_LATE-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_LATE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LATE-NEXT:     %[[V0:.*]] = tensor.empty : tensor<64xf32>
// FULL_LATE-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C64]] step %[[C8]] iter_args(%[[ARG1:.*]] = %[[V0]]) -> (tensor<64xf32>) {
// FULL_LATE-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [8] {
// FULL_LATE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_0]]] : tensor<64xf32>
// FULL_LATE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_LATE-NEXT:       } : tensor<8xf32>
// FULL_LATE-NEXT:       %[[V3:.*]] = tensor.tile_write %[[V2]] into %[[ARG1]][%[[I]]] drop : tensor<8xf32> into tensor<64xf32>
// FULL_LATE-NEXT:       loop.yield %[[V3]] : tensor<64xf32>
// FULL_LATE-NEXT:     }
// FULL_LATE-NEXT:     return %[[V1]] : tensor<64xf32>
// FULL_LATE-NEXT:   }
// FULL_LATE-NEXT: }
