// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// COMPLETE: FULL

// CHECK-LABEL: func.func @forms
func.func @forms(%x: tensor<?{n}xf32>, %s: f32, %g: tensor<?{n}xf32>, %n: i32) -> (tensor<?{n}xf32>, f32) {
  // CHECK: %[[R:.*]]:4 = tensor.vjp (%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) seed(%{{.*}}) : (tensor<?{n}xf32>, f32) -> (tensor<?{n}xf32>, i32) {
  // CHECK-NEXT: %[[D:.*]] = tensor.detach %[[A]] : tensor<?{n}xf32>
  // CHECK-NEXT: %[[T:.*]] = tensor.straight_through %[[D]], %[[A]] : tensor<?{n}xf32>
  // CHECK-NEXT: tensor.yield %[[T]], %{{.*}} : tensor<?{n}xf32>, i32
  // CHECK-NEXT: }
  %r:4 = tensor.vjp (%a = %x, %b = %s) seed(%g) : (tensor<?{n}xf32>, f32) -> (tensor<?{n}xf32>, i32) {
    %d = tensor.detach %a : tensor<?{n}xf32>
    %t = tensor.straight_through %d, %a : tensor<?{n}xf32>
    tensor.yield %t, %n : tensor<?{n}xf32>, i32
  }
  // CHECK: %[[Q:.*]]:5 = tensor.jvp (%[[C:.*]] = %{{.*}}) tangent(%[[R]]#3) : (f32) -> (f32, i32, f32) {
  // CHECK-NEXT: tensor.yield %[[C]], %{{.*}}, %[[C]] : f32, i32, f32
  %q:5 = tensor.jvp (%c = %s) tangent(%r#3) : (f32) -> (f32, i32, f32) {
    tensor.yield %c, %n, %c : f32, i32, f32
  }
  return %r#2, %q#3 : tensor<?{n}xf32>, f32
}
// FULL: module {
// FULL-NEXT:   func.func @forms(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: tensor<?{n}xf32>, %[[ARG3:.*]]: i32) -> (tensor<?{n}xf32>, f32) {
// FULL-NEXT:     %[[V0:.*]]:4 = tensor.vjp (%[[ARG4:.*]] = %[[ARG0]], %[[ARG5:.*]] = %[[ARG1]]) seed(%[[ARG2]]) : (tensor<?{n}xf32>, f32) -> (tensor<?{n}xf32>, i32) {
// FULL-NEXT:       %[[V2:.*]] = tensor.detach %[[ARG4]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.straight_through %[[V2]], %[[ARG4]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V3]], %[[ARG3]] : tensor<?{n}xf32>, i32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]]:5 = tensor.jvp (%[[ARG4]] = %[[ARG1]]) tangent(%[[V0]]#3) : (f32) -> (f32, i32, f32) {
// FULL-NEXT:       tensor.yield %[[ARG4]], %[[ARG3]], %[[ARG4]] : f32, i32, f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#2, %[[V1]]#3 : tensor<?{n}xf32>, f32
// FULL-NEXT:   }
// FULL-NEXT: }
