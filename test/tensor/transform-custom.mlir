// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// COMPLETE: FULL

// CHECK-LABEL: func.func @both_rules
func.func @both_rules(%x: tensor<?{n}xf32>, %k: i32) -> (tensor<?{n}xf32>, i32) {
  // CHECK: %[[R:.*]]:2 = tensor.custom %{{.*}}, %{{.*}} : (tensor<?{n}xf32>, i32) -> (tensor<?{n}xf32>, i32) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<?{n}xf32>, %[[K:.*]]: i32):
  // CHECK-NEXT: %[[Y:.*]] = math.sqrt %[[A]] : tensor<?{n}xf32>
  // CHECK-NEXT: tensor.yield %[[Y]], %[[K]] : tensor<?{n}xf32>, i32
  // CHECK-NEXT: } vjp {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<?{n}xf32>, %{{.*}}: i32, %[[Y:.*]]: tensor<?{n}xf32>, %{{.*}}: i32, %[[G:.*]]: tensor<?{n}xf32>):
  // CHECK-NEXT: %[[D:.*]] = arith.divf %[[G]], %[[Y]] : tensor<?{n}xf32>
  // CHECK-NEXT: tensor.yield %[[D]] : tensor<?{n}xf32>
  // CHECK-NEXT: } jvp {
  // CHECK: tensor.yield %{{.*}} : tensor<?{n}xf32>
  // CHECK-NEXT: }
  %r:2 = tensor.custom %x, %k : (tensor<?{n}xf32>, i32) -> (tensor<?{n}xf32>, i32) {
  ^bb0(%a: tensor<?{n}xf32>, %m: i32):
    %y = math.sqrt %a : tensor<?{n}xf32>
    tensor.yield %y, %m : tensor<?{n}xf32>, i32
  } vjp {
  ^bb0(%a: tensor<?{n}xf32>, %m: i32, %y: tensor<?{n}xf32>, %l: i32, %g: tensor<?{n}xf32>):
    %d = arith.divf %g, %y : tensor<?{n}xf32>
    tensor.yield %d : tensor<?{n}xf32>
  } jvp {
  ^bb0(%a: tensor<?{n}xf32>, %m: i32, %y: tensor<?{n}xf32>, %l: i32, %t: tensor<?{n}xf32>):
    %d = arith.divf %t, %y : tensor<?{n}xf32>
    tensor.yield %d : tensor<?{n}xf32>
  }
  return %r#0, %r#1 : tensor<?{n}xf32>, i32
}
// FULL: module {
// FULL-NEXT:   func.func @both_rules(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: i32) -> (tensor<?{n}xf32>, i32) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.custom %[[ARG0]], %[[ARG1]] : (tensor<?{n}xf32>, i32) -> (tensor<?{n}xf32>, i32) {
// FULL-NEXT:     ^bb0(%[[ARG2:.*]]: tensor<?{n}xf32>, %[[ARG3:.*]]: i32):
// FULL-NEXT:       %[[V1:.*]] = math.sqrt %[[ARG2]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]], %[[ARG3]] : tensor<?{n}xf32>, i32
// FULL-NEXT:     } vjp {
// FULL-NEXT:     ^bb0(%[[ARG2]]: tensor<?{n}xf32>, %[[ARG3]]: i32, %[[ARG4:.*]]: tensor<?{n}xf32>, %[[ARG5:.*]]: i32, %[[ARG6:.*]]: tensor<?{n}xf32>):
// FULL-NEXT:       %[[V1]] = arith.divf %[[ARG6]], %[[ARG4]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:     } jvp {
// FULL-NEXT:     ^bb0(%[[ARG2]]: tensor<?{n}xf32>, %[[ARG3]]: i32, %[[ARG4]]: tensor<?{n}xf32>, %[[ARG5]]: i32, %[[ARG6]]: tensor<?{n}xf32>):
// FULL-NEXT:       %[[V1]] = arith.divf %[[ARG6]], %[[ARG4]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, i32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @one_rule
func.func @one_rule(%x: f32) -> f32 {
  // CHECK: tensor.custom %{{.*}} : (f32) -> (f32) {
  // CHECK-NOT: vjp
  // CHECK: } jvp {
  %r = tensor.custom %x : (f32) -> (f32) {
  ^bb0(%a: f32):
    tensor.yield %a : f32
  } jvp {
  ^bb0(%a: f32, %y: f32, %t: f32):
    tensor.yield %t : f32
  }
  return %r : f32
}
// FULL-NEXT:   func.func @one_rule(%[[ARG0:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = tensor.custom %[[ARG0]] : (f32) -> (f32) {
// FULL-NEXT:     ^bb0(%[[ARG1:.*]]: f32):
// FULL-NEXT:       tensor.yield %[[ARG1]] : f32
// FULL-NEXT:     } jvp {
// FULL-NEXT:     ^bb0(%[[ARG1]]: f32, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32):
// FULL-NEXT:       tensor.yield %[[ARG3]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @map
func.func @map(%x: tensor<4x?{n}xf32>, %y: tensor<?{n}xi32>) -> (tensor<4x?{n}xf32>, tensor<?{n}xi32>) {
  // CHECK: %[[R:.*]]:2 = tensor.vmap (%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) axes [1, 0] -> [1, 0] : (tensor<4x?{n}xf32>, tensor<?{n}xi32>) -> (tensor<4x?{n}xf32>, tensor<?{n}xi32>) {
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[A]] : tensor<4xf32>
  // CHECK-NEXT: tensor.yield %[[E]], %[[B]] : tensor<4xf32>, tensor<i32>
  // CHECK-NEXT: }
  %r:2 = tensor.vmap (%a = %x, %b = %y) axes [1, 0] -> [1, 0] : (tensor<4x?{n}xf32>, tensor<?{n}xi32>) -> (tensor<4x?{n}xf32>, tensor<?{n}xi32>) {
    %e = math.exp %a : tensor<4xf32>
    tensor.yield %e, %b : tensor<4xf32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<4x?{n}xf32>, tensor<?{n}xi32>
}
// FULL-NEXT:   func.func @map(%[[ARG0:.*]]: tensor<4x?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xi32>) -> (tensor<4x?{n}xf32>, tensor<?{n}xi32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.vmap (%[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[ARG1]]) axes [1, 0] -> [1, 0] : (tensor<4x?{n}xf32>, tensor<?{n}xi32>) -> (tensor<4x?{n}xf32>, tensor<?{n}xi32>) {
// FULL-NEXT:       %[[V1:.*]] = math.exp %[[ARG2]] : tensor<4xf32>
// FULL-NEXT:       tensor.yield %[[V1]], %[[ARG3]] : tensor<4xf32>, tensor<i32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<4x?{n}xf32>, tensor<?{n}xi32>
// FULL-NEXT:   }
// FULL-NEXT: }
