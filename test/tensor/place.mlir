// All that the place of a member says, in a fixed order, also as the attributes of the generic form.
// RUN: tfopt %s --split-input-file --verify-roundtrip | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --split-input-file --print-op-generic | tfopt --split-input-file | FileCheck %s
// COMPLETE: FULL

// CHECK: order(i.0, i.1), place(s, at = i.1, keep = i.0, by = each, in = l2, copies = 1)>
func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.1, keep = i.0, by = each, in = l2, copies = 1)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.1, keep = i.0, by = each, in = l2, copies = 1)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[K:.*]]) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[K_1:.*]]) in [n, 9] attributes {axes = ["i", "k"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]], %[[K_1]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<?{n}x9xf32>
// FULL-NEXT:     } : tensor<?{n}x9xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x9xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: order(i.0, i.1), place(s, at = i.0, by = all, in = l1, layout = (k, i) -> (i floordiv 6, k, i mod 6), copies = 1)>
func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, by = all, in = l1, layout = (k, i) -> (i floordiv 6, k, i mod 6), copies = 1)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, by = all, in = l1, layout = (k, i) -> (i floordiv 6, k, i mod 6), copies = 1)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[K:.*]]) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[K_1:.*]]) in [n, 9] attributes {axes = ["i", "k"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]], %[[K_1]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<?{n}x9xf32>
// FULL-NEXT:     } : tensor<?{n}x9xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x9xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: order(i.0, i.1), place(s, root, by = all, in = memory, layout = (i, k) -> (k, i))>
func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, root, by = all, in = memory, layout = (i, k) -> (k, i))>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, root, by = all, in = memory, layout = (i, k) -> (k, i))>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[K:.*]]) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[K_1:.*]]) in [n, 9] attributes {axes = ["i", "k"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]], %[[K_1]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<?{n}x9xf32>
// FULL-NEXT:     } : tensor<?{n}x9xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x9xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: order(i.0, i.1), by tuner: place(s, root, by = each)>
func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), by tuner: place(s, root, by = each)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), by tuner: place(s, root, by = each)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[K:.*]]) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[K_1:.*]]) in [n, 9] attributes {axes = ["i", "k"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]], %[[K_1]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<?{n}x9xf32>
// FULL-NEXT:     } : tensor<?{n}x9xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x9xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK: place(s, at = i.0, by = each, in = l3, layout = (i, k) -> (k, i), copies = 1)>
func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, copies = 1, layout = (i, k) -> (k, i), in = l3, by = each, at = i.0)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, by = each, in = l3, layout = (i, k) -> (k, i), copies = 1)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[K:.*]]) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[K_1:.*]]) in [n, 9] attributes {axes = ["i", "k"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]], %[[K_1]]] : tensor<?{n}x9xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}x9xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<?{n}x9xf32>
// FULL-NEXT:     } : tensor<?{n}x9xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x9xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
