// RUN: tfopt %s | tfopt | FileCheck %s
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s

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
