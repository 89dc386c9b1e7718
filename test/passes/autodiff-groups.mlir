// Groups that are differentiated or mapped are the code in them: how that runs was said of the code as it
// stood.
// RUN: tfopt %s --check-semantics --autodiff | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @gradient(
// CHECK-NOT: tensor.group
// CHECK: return
func.func @gradient(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %one = arith.constant 1.0 : f32
  %seed = tensor.splat %one : tensor<?{n}xf32>
  %y, %g = tensor.vjp (%a = %x) seed(%seed) : (tensor<?{n}xf32>) -> (tensor<?{n}xf32>) {
    %r = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4])>} {
      %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
        %b = tensor.at %a[%i] : tensor<?{n}xf32>
        %c = arith.mulf %b, %b : f32
        tensor.yield %c : f32
      } : tensor<?{n}xf32>
      tensor.yield %s : tensor<?{n}xf32>
    } : tensor<?{n}xf32>
    tensor.yield %r : tensor<?{n}xf32>
  }
  return %g : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @gradient(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.mulf %[[V3]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4]] = arith.mulf %[[V3]], %[[V3]] : f32
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V6:.*]] = arith.mulf %[[V5]], %[[V3]] : f32
// FULL-NEXT:       %[[V7:.*]] = arith.mulf %[[V5]], %[[V3]] : f32
// FULL-NEXT:       %[[V8:.*]] = arith.addf %[[V6]], %[[V7]] : f32
// FULL-NEXT:       tensor.yield %[[V8]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V2]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @kept(
// CHECK: tensor.group
func.func @kept(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %r = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4])>} {
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %b = tensor.at %x[%i] : tensor<?{n}xf32>
      %c = arith.mulf %b, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @kept(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4])>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V3:.*]] = arith.mulf %[[V2]], %[[V2]] : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
