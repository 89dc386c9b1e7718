// What is decided is data: groups that split no loop, with the members that are evaluated where they are
// read.
// RUN: tfopt %s --choose-fusion | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --choose-fusion --check-semantics -o /dev/null
// RUN: tfopt %s --choose-fusion --apply-fusion --check-semantics --cse --canonicalize | tee %t.code | FileCheck %s --check-prefix=CODE
// RUN: FileCheck %s --check-prefix=FULL_CODE --match-full-lines < %t.code
// COMPLETE: FULL, FULL_CODE

// CHECK-LABEL: func.func @chain(
// CHECK: tensor.group attributes {axes = [], schedule = #tensor.schedule<by heuristic: place(m0, m1, inline)>} {
// CHECK: tensor.compute (%i) in [n] attributes {member = "m0"} {
// CHECK: math.sqrt
// CHECK: tensor.compute (%{{.*}}) in [n] attributes {member = "m1"} {
// CHECK: math.absf
// CHECK: tensor.compute (%{{.*}}) in [n] {
// CHECK: arith.negf
// CHECK: tensor.yield %{{.*}} : tensor<?{n}xf32>
// CODE-LABEL: func.func @chain(
// CODE: tensor.compute
// CODE-NOT: tensor.compute
// CODE: return
func.func @chain(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %a = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %f = math.sqrt %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [n] {
    %e = tensor.at %a[%i] : tensor<?{n}xf32>
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %c = tensor.compute (%i) in [n] {
    %e = tensor.at %b[%i] : tensor<?{n}xf32>
    %f = arith.negf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @chain(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = [], schedule = #tensor.schedule<by heuristic: place(m0, m1, inline)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {member = "m0"} {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V5:.*]] = math.sqrt %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {member = "m1"} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V5]] = math.absf %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]]) in [n] {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V2]][%[[I_1]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V5]] = arith.negf %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : tensor<?{n}xf32>
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL_CODE: module {
// FULL_CODE-NEXT:   func.func @chain(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL_CODE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL_CODE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_CODE-NEXT:       %[[V2:.*]] = math.sqrt %[[V1]] : f32
// FULL_CODE-NEXT:       %[[V3:.*]] = math.absf %[[V2]] : f32
// FULL_CODE-NEXT:       %[[V4:.*]] = arith.negf %[[V3]] : f32
// FULL_CODE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_CODE-NEXT:     } : tensor<?{n}xf32>
// FULL_CODE-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL_CODE-NEXT:   }

// A cheap one that two nests evaluate is in both groups.
// CHECK-LABEL: func.func @twice(
// CHECK: tensor.group
// CHECK: member = "m0"
// CHECK: math.absf
// CHECK: tensor.group
// CHECK: member = "m0"
// CHECK: math.absf
// CHECK: return
// CODE-LABEL: func.func @twice(
// CODE-COUNT-2: math.absf
// CODE: return
func.func @twice(%x: tensor<?{n}xf32>, %w: tensor<?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{m}xf32>) {
  %a = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [n] {
    %e = tensor.at %a[%i] : tensor<?{n}xf32>
    %f = arith.negf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %c = tensor.compute (%j) in [m] {
    %d = tensor.at %w[%j] : tensor<?{m}xf32>
    %s = tensor.fold (%k) = 0 to n add {
      %e = tensor.at %a[%k] : tensor<?{n}xf32>
      %f = arith.mulf %e, %d : f32
      tensor.yield %f : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}xf32>
  return %b, %c : tensor<?{n}xf32>, tensor<?{m}xf32>
}
// FULL-NEXT:   func.func @twice(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{m}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = [], schedule = #tensor.schedule<by heuristic: place(m0, inline)>} {
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {member = "m0"} {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V5:.*]] = math.absf %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V2]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V5]] = arith.negf %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : tensor<?{n}xf32>
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.group attributes {axes = [], schedule = #tensor.schedule<by heuristic: place(m0, inline)>} {
// FULL-NEXT:       %[[V2]] = tensor.compute (%[[I]]) in [n] attributes {member = "m0"} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V5]] = math.absf %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3]] = tensor.compute (%[[I_0]]) in [m] {
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<?{m}xf32>
// FULL-NEXT:         %[[V5]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL-NEXT:           %[[V6:.*]] = tensor.at %[[V2]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:           %[[V7:.*]] = arith.mulf %[[V6]], %[[V4]] : f32
// FULL-NEXT:           tensor.yield %[[V7]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<?{m}xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : tensor<?{m}xf32>
// FULL-NEXT:     } : tensor<?{m}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{m}xf32>
// FULL-NEXT:   }
// FULL_CODE-NEXT:   func.func @twice(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{m}xf32>) {
// FULL_CODE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL_CODE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_CODE-NEXT:       %[[V3:.*]] = math.absf %[[V2]] : f32
// FULL_CODE-NEXT:       %[[V4:.*]] = arith.negf %[[V3]] : f32
// FULL_CODE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_CODE-NEXT:     } : tensor<?{n}xf32>
// FULL_CODE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [m] {
// FULL_CODE-NEXT:       %[[V2]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<?{m}xf32>
// FULL_CODE-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL_CODE-NEXT:         %[[V4]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL_CODE-NEXT:         %[[V5:.*]] = math.absf %[[V4]] : f32
// FULL_CODE-NEXT:         %[[V6:.*]] = arith.mulf %[[V5]], %[[V2]] : f32
// FULL_CODE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_CODE-NEXT:       } : f32
// FULL_CODE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_CODE-NEXT:     } : tensor<?{m}xf32>
// FULL_CODE-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{m}xf32>
// FULL_CODE-NEXT:   }

// Both results are needed: the computes share the loops of their box.
// CHECK-LABEL: func.func @results(
// CHECK: %{{.*}}:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<>} {
// CHECK: tensor.compute (%i) in [n] attributes {axes = ["i"]} {
// CHECK: tensor.compute (%{{.*}}) in [n] attributes {axes = ["i"]} {
// CODE-LABEL: func.func @results(
// CODE: %{{.*}}:2 = tensor.compute
func.func @results(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %a = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %f = math.sqrt %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [n] {
    %e = tensor.at %a[%i] : tensor<?{n}xf32>
    %f = arith.negf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %a, %b : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @results(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V4:.*]] = math.sqrt %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V4]] = arith.negf %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]], %[[V2]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL_CODE-NEXT:   func.func @results(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL_CODE-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] {
// FULL_CODE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_CODE-NEXT:       %[[V2:.*]] = math.sqrt %[[V1]] : f32
// FULL_CODE-NEXT:       %[[V3:.*]] = arith.negf %[[V2]] : f32
// FULL_CODE-NEXT:       tensor.yield %[[V2]], %[[V3]] : f32, f32
// FULL_CODE-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL_CODE-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL_CODE-NEXT:   }

// A compute alone is in no group, nor is one that is read only where the call may stop.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: tensor.group
// CHECK: return
func.func @alone(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %a = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %f = math.sqrt %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [n] {
    %e = tensor.at %a[%i - 1] trap : tensor<?{n}xf32>
    tensor.yield %e : f32
  } : tensor<?{n}xf32>
  return %b : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @alone(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = math.sqrt %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1] trap : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL_CODE-NEXT:   func.func @alone(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL_CODE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL_CODE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_CODE-NEXT:       %[[V3:.*]] = math.sqrt %[[V2]] : f32
// FULL_CODE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_CODE-NEXT:     } : tensor<?{n}xf32>
// FULL_CODE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL_CODE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1] trap : tensor<?{n}xf32>
// FULL_CODE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_CODE-NEXT:     } : tensor<?{n}xf32>
// FULL_CODE-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL_CODE-NEXT:   }

// What a loop reads from outside of it is evaluated in it, and a member of a group that the program writes
// evaluates what is in front of it.
// CHECK-LABEL: func.func @inside(
// CHECK: loop.for
// CHECK: tensor.group
// CHECK: math.absf
// CHECK: loop.yield
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
// CHECK: tensor.group
// CHECK: math.absf
// CODE-LABEL: func.func @inside(
// CODE: loop.for
// CODE: math.absf
// CODE: tensor.group
// CODE-NOT: tensor.group
// CODE: math.absf
func.func @inside(%x: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = tensor.compute (%i) in [64] {
    %e = tensor.at %x[%i] : tensor<64xf32>
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<64xf32>
  %r = loop.for %t = %zero to %n step %one iter_args(%u = %x) -> (tensor<64xf32>) {
    %v = tensor.compute (%i) in [64] {
      %e = tensor.at %u[%i] : tensor<64xf32>
      %f = tensor.at %a[%i] : tensor<64xf32>
      %g = arith.addf %e, %f : f32
      tensor.yield %g : f32
    } : tensor<64xf32>
    loop.yield %v : tensor<64xf32>
  }
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %y = tensor.compute (%i) in [64] attributes {axes = ["i"]} {
      %e = tensor.at %r[%i] : tensor<64xf32>
      %f = tensor.at %a[%i] : tensor<64xf32>
      %g = arith.mulf %e, %f : f32
      tensor.yield %g : f32
    } : tensor<64xf32>
    tensor.yield %y : tensor<64xf32>
  } : tensor<64xf32>
  return %y : tensor<64xf32>
}
// FULL-NEXT:   func.func @inside(%[[ARG0:.*]]: tensor<64xf32>, %[[ARG1:.*]]: index) -> tensor<64xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]]) -> (tensor<64xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.group attributes {axes = [], schedule = #tensor.schedule<by heuristic: place(m0, inline)>} {
// FULL-NEXT:         %[[V3:.*]] = tensor.compute (%[[I_0:.*]]) in [64] attributes {member = "m0"} {
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<64xf32>
// FULL-NEXT:           %[[V6:.*]] = math.absf %[[V5]] : f32
// FULL-NEXT:           tensor.yield %[[V6]] : f32
// FULL-NEXT:         } : tensor<64xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.compute (%[[I_1:.*]]) in [64] {
// FULL-NEXT:           %[[V5]] = tensor.at %[[ARG2]][%[[I_1]]] : tensor<64xf32>
// FULL-NEXT:           %[[V6]] = tensor.at %[[V3]][%[[I_1]]] : tensor<64xf32>
// FULL-NEXT:           %[[V7:.*]] = arith.addf %[[V5]], %[[V6]] : f32
// FULL-NEXT:           tensor.yield %[[V7]] : f32
// FULL-NEXT:         } : tensor<64xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : tensor<64xf32>
// FULL-NEXT:       } : tensor<64xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<64xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
// FULL-NEXT:       %[[V2]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: place(m0, inline)>} {
// FULL-NEXT:         %[[V3]] = tensor.compute (%[[I_0]]) in [64] attributes {member = "m0"} {
// FULL-NEXT:           %[[V5]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<64xf32>
// FULL-NEXT:           %[[V6]] = math.absf %[[V5]] : f32
// FULL-NEXT:           tensor.yield %[[V6]] : f32
// FULL-NEXT:         } : tensor<64xf32>
// FULL-NEXT:         %[[V4]] = tensor.compute (%[[I_1]]) in [64] attributes {axes = ["i"]} {
// FULL-NEXT:           %[[V5]] = tensor.at %[[V0]][%[[I_1]]] : tensor<64xf32>
// FULL-NEXT:           %[[V6]] = tensor.at %[[V3]][%[[I_1]]] : tensor<64xf32>
// FULL-NEXT:           %[[V7]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL-NEXT:           tensor.yield %[[V7]] : f32
// FULL-NEXT:         } : tensor<64xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : tensor<64xf32>
// FULL-NEXT:       } : tensor<64xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<64xf32>
// FULL-NEXT:     } : tensor<64xf32>
// FULL-NEXT:     return %[[V1]] : tensor<64xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_CODE-NEXT:   func.func @inside(%[[ARG0:.*]]: tensor<64xf32>, %[[ARG1:.*]]: index) -> tensor<64xf32> {
// FULL_CODE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_CODE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_CODE-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]]) -> (tensor<64xf32>) {
// FULL_CODE-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [64] {
// FULL_CODE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG2]][%[[I_0]]] : tensor<64xf32>
// FULL_CODE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<64xf32>
// FULL_CODE-NEXT:         %[[V5:.*]] = math.absf %[[V4]] : f32
// FULL_CODE-NEXT:         %[[V6:.*]] = arith.addf %[[V3]], %[[V5]] : f32
// FULL_CODE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_CODE-NEXT:       } : tensor<64xf32>
// FULL_CODE-NEXT:       loop.yield %[[V2]] : tensor<64xf32>
// FULL_CODE-NEXT:     }
// FULL_CODE-NEXT:     %[[V1:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
// FULL_CODE-NEXT:       %[[V2]] = tensor.compute (%[[I_0]]) in [64] attributes {axes = ["i"]} {
// FULL_CODE-NEXT:         %[[V3]] = tensor.at %[[V0]][%[[I_0]]] : tensor<64xf32>
// FULL_CODE-NEXT:         %[[V4]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<64xf32>
// FULL_CODE-NEXT:         %[[V5]] = math.absf %[[V4]] : f32
// FULL_CODE-NEXT:         %[[V6]] = arith.mulf %[[V3]], %[[V5]] : f32
// FULL_CODE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_CODE-NEXT:       } : tensor<64xf32>
// FULL_CODE-NEXT:       tensor.yield %[[V2]] : tensor<64xf32>
// FULL_CODE-NEXT:     } : tensor<64xf32>
// FULL_CODE-NEXT:     return %[[V1]] : tensor<64xf32>
// FULL_CODE-NEXT:   }
// FULL_CODE-NEXT: }
