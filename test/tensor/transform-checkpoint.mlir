// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// COMPLETE: FULL

// CHECK-LABEL: func.func @checkpoint
func.func @checkpoint(%x: tensor<?{n}xf32>, %k: i32, %g: f32) -> (tensor<?{n}xf32>, i32) {
  // CHECK: %[[R:.*]]:2 = tensor.checkpoint (%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) : (tensor<?{n}xf32>, i32) -> (tensor<?{n}xf32>, i32) {
  // CHECK-NEXT: %[[Y:.*]] = math.sqrt %[[A]] : tensor<?{n}xf32>
  // CHECK-NEXT: tensor.yield %[[Y]], %[[B]] : tensor<?{n}xf32>, i32
  // CHECK-NEXT: }
  %r:2 = tensor.checkpoint (%a = %x, %b = %k) : (tensor<?{n}xf32>, i32) -> (tensor<?{n}xf32>, i32) {
    %y = math.sqrt %a : tensor<?{n}xf32>
    tensor.yield %y, %b : tensor<?{n}xf32>, i32
  }
  // CHECK-NEXT: tensor.after %[[R]]#0 behind %{{.*}}, %[[R]]#1 : tensor<?{n}xf32> behind f32, i32
  %s = tensor.after %r#0 behind %g, %r#1 : tensor<?{n}xf32> behind f32, i32
  return %s, %r#1 : tensor<?{n}xf32>, i32
}
// FULL: module {
// FULL-NEXT:   func.func @checkpoint(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: f32) -> (tensor<?{n}xf32>, i32) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.checkpoint (%[[ARG3:.*]] = %[[ARG0]], %[[ARG4:.*]] = %[[ARG1]]) : (tensor<?{n}xf32>, i32) -> (tensor<?{n}xf32>, i32) {
// FULL-NEXT:       %[[V2:.*]] = math.sqrt %[[ARG3]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]], %[[ARG4]] : tensor<?{n}xf32>, i32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = tensor.after %[[V0]]#0 behind %[[ARG2]], %[[V0]]#1 : tensor<?{n}xf32> behind f32, i32
// FULL-NEXT:     return %[[V1]], %[[V0]]#1 : tensor<?{n}xf32>, i32
// FULL-NEXT:   }

// What it uses from outside need not be an operand.
// CHECK-LABEL: func.func @captured
func.func @captured(%x: f32) -> f32 {
  // CHECK: tensor.checkpoint () : () -> (f32) {
  %y = tensor.checkpoint () : () -> (f32) {
    %e = math.exp %x : f32
    tensor.yield %e : f32
  }
  return %y : f32
}
// FULL-NEXT:   func.func @captured(%[[ARG0:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = tensor.checkpoint () : () -> (f32) {
// FULL-NEXT:       %[[V1:.*]] = math.exp %[[ARG0]] : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }
