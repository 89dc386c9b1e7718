// RUN: tfopt %s | tfopt | FileCheck %s
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s

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
