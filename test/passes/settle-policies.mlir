// RUN: tfopt %s --settle-policies | tee %t.check_kept | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: FileCheck %s --check-prefix=FULL_CHECK_KEPT --match-full-lines < %t.check_kept
// RUN: tfopt %s --settle-policies=checked=true --pass-statistics 2>&1 | tee %t.check_checked | FileCheck %s --check-prefixes=CHECK,CHECKED
// RUN: FileCheck %s --check-prefix=FULL_CHECK_CHECKED --match-full-lines < %t.check_checked
// RUN: tfopt %s --settle-policies=checked=true --disable-rule=settle-policies.trap | FileCheck %s --check-prefixes=CHECK,KEPT
// COMPLETE: FULL_CHECK_KEPT, FULL_CHECK_CHECKED

// A policy that nobody spelled out stays, or stops the call in checked mode; one that was spelled out stays.
// The mark goes.

// CHECK-LABEL: func.func @accesses
// CHECK-NOT: tf.implicit
func.func @accesses(%x: tensor<?{n}xf32>, %any: index, %v: f32) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, f32, f32) {
  // KEPT: tensor.at %{{.*}}[%{{.*}}] clamp : tensor<?{n}xf32>
  // CHECKED: tensor.at %{{.*}}[%{{.*}}] trap : tensor<?{n}xf32>
  %0 = tensor.at %x[%any] clamp {tf.implicit} : tensor<?{n}xf32>
  // KEPT: tensor.at %{{.*}}[%{{.*}}] fill(%{{.*}}) : tensor<?{n}xf32>
  // CHECKED: tensor.at %{{.*}}[%{{.*}}] trap : tensor<?{n}xf32>
  %1 = tensor.at %x[%any] fill(%v) {tf.implicit} : tensor<?{n}xf32>
  // CHECK: tensor.at %{{.*}}[%{{.*}}] clamp : tensor<?{n}xf32>
  %2 = tensor.at %x[%any] clamp : tensor<?{n}xf32>
  // CHECK: tensor.at %{{.*}}[%{{.*}}] wrap : tensor<?{n}xf32>
  %3 = tensor.at %x[%any] wrap : tensor<?{n}xf32>
  // CHECK: tensor.at %{{.*}}[%{{.*}}] trap : tensor<?{n}xf32>
  %4 = tensor.at %x[%any] trap {tf.implicit} : tensor<?{n}xf32>
  %r, %s = tensor.compute (%i) in [n] accumulate(add %acc = %x : tensor<?{n}xf32>) {
    // What is proved to be inside needs no policy, and gets none.
    // CHECK: tensor.at %{{.*}}[%{{.*}}] : tensor<?{n}xf32>
    %5 = tensor.at %x[%i] {tf.implicit} : tensor<?{n}xf32>
    // KEPT: tensor.put %{{.*}} into %{{.*}}[%{{.*}}] drop : memref<?{n}xf32>
    // CHECKED: tensor.put %{{.*}} into %{{.*}}[%{{.*}}] trap : memref<?{n}xf32>
    tensor.put %5 into %acc[%any] drop {tf.implicit} : memref<?{n}xf32>
    // CHECK: tensor.put %{{.*}} into %{{.*}}[%{{.*}}] drop : memref<?{n}xf32>
    tensor.put %5 into %acc[%any] drop : memref<?{n}xf32>
    tensor.yield %5 : f32
  } : tensor<?{n}xf32>
  return %r, %s, %0, %1 : tensor<?{n}xf32>, tensor<?{n}xf32>, f32, f32
}
// FULL_CHECK_KEPT: module {
// FULL_CHECK_KEPT-NEXT:   func.func @accesses(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, f32, f32) {
// FULL_CHECK_KEPT-NEXT:     %[[V0:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] clamp : tensor<?{n}xf32>
// FULL_CHECK_KEPT-NEXT:     %[[V1:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] fill(%[[ARG2]]) : tensor<?{n}xf32>
// FULL_CHECK_KEPT-NEXT:     %[[V2:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] clamp : tensor<?{n}xf32>
// FULL_CHECK_KEPT-NEXT:     %[[V3:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] wrap : tensor<?{n}xf32>
// FULL_CHECK_KEPT-NEXT:     %[[V4:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] trap : tensor<?{n}xf32>
// FULL_CHECK_KEPT-NEXT:     %[[V5:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[ARG0]] : tensor<?{n}xf32>) {
// FULL_CHECK_KEPT-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_CHECK_KEPT-NEXT:       tensor.put %[[V6]] into %[[ACC]][%[[ARG1]]] drop : memref<?{n}xf32>
// FULL_CHECK_KEPT-NEXT:       tensor.put %[[V6]] into %[[ACC]][%[[ARG1]]] drop : memref<?{n}xf32>
// FULL_CHECK_KEPT-NEXT:       tensor.yield %[[V6]] : f32
// FULL_CHECK_KEPT-NEXT:     } : tensor<?{n}xf32>
// FULL_CHECK_KEPT-NEXT:     return %[[V5]]#0, %[[V5]]#1, %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xf32>, f32, f32
// FULL_CHECK_KEPT-NEXT:   }
// FULL_CHECK_CHECKED: module {
// FULL_CHECK_CHECKED-NEXT:   func.func @accesses(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, f32, f32) {
// FULL_CHECK_CHECKED-NEXT:     %[[V0:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] trap : tensor<?{n}xf32>
// FULL_CHECK_CHECKED-NEXT:     %[[V1:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] trap : tensor<?{n}xf32>
// FULL_CHECK_CHECKED-NEXT:     %[[V2:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] clamp : tensor<?{n}xf32>
// FULL_CHECK_CHECKED-NEXT:     %[[V3:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] wrap : tensor<?{n}xf32>
// FULL_CHECK_CHECKED-NEXT:     %[[V4:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] trap : tensor<?{n}xf32>
// FULL_CHECK_CHECKED-NEXT:     %[[V5:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[ARG0]] : tensor<?{n}xf32>) {
// FULL_CHECK_CHECKED-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_CHECK_CHECKED-NEXT:       tensor.put %[[V6]] into %[[ACC]][%[[ARG1]]] trap : memref<?{n}xf32>
// FULL_CHECK_CHECKED-NEXT:       tensor.put %[[V6]] into %[[ACC]][%[[ARG1]]] drop : memref<?{n}xf32>
// FULL_CHECK_CHECKED-NEXT:       tensor.yield %[[V6]] : f32
// FULL_CHECK_CHECKED-NEXT:     } : tensor<?{n}xf32>
// FULL_CHECK_CHECKED-NEXT:     return %[[V5]]#0, %[[V5]]#1, %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xf32>, f32, f32
// FULL_CHECK_CHECKED-NEXT:   }

// A read that nobody uses is a check, and costs nothing where nobody checks. What it alone needs goes with
// it.
// CHECK-LABEL: func.func @check
func.func @check(%a: f32, %b: f32, %i: i32) -> f32 {
  // KEPT-NEXT: return
  // CHECKED-NEXT: %[[INDEX:.*]] = arith.index_cast
  // CHECKED-NEXT: %[[ARRAY:.*]] = tensor.from_elements
  // CHECKED-NEXT: tensor.at %[[ARRAY]][%[[INDEX]]] trap : tensor<2xf32>
  // CHECKED-NEXT: return
  %0 = arith.index_cast %i : i32 to index
  %1 = tensor.from_elements %a, %b : tensor<2xf32>
  %2 = tensor.at %1[%0] clamp {tf.implicit} : tensor<2xf32>
  return %a : f32
}
// FULL_CHECK_KEPT-NEXT:   func.func @check(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i32) -> f32 {
// FULL_CHECK_KEPT-NEXT:     return %[[ARG0]] : f32
// FULL_CHECK_KEPT-NEXT:   }
// FULL_CHECK_CHECKED-NEXT:   func.func @check(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i32) -> f32 {
// FULL_CHECK_CHECKED-NEXT:     %[[V0:.*]] = arith.index_cast %[[ARG2]] : i32 to index
// FULL_CHECK_CHECKED-NEXT:     %[[V1:.*]] = tensor.from_elements %[[ARG0]], %[[ARG1]] : tensor<2xf32>
// FULL_CHECK_CHECKED-NEXT:     %[[V2:.*]] = tensor.at %[[V1]][%[[V0]]] trap : tensor<2xf32>
// FULL_CHECK_CHECKED-NEXT:     return %[[ARG0]] : f32
// FULL_CHECK_CHECKED-NEXT:   }

// What was said stays, with or without a use, and so does what else needs the elements.
// CHECK-LABEL: func.func @no_check
func.func @no_check(%a: f32, %b: f32, %i: index) -> tensor<2xf32> {
  // CHECK-NEXT: %[[ARRAY:.*]] = tensor.from_elements
  // CHECK-NEXT: tensor.at %[[ARRAY]][%{{.*}}] wrap : tensor<2xf32>
  // CHECKED-NEXT: tensor.at %[[ARRAY]][%{{.*}}] trap : tensor<2xf32>
  // CHECK-NEXT: return %[[ARRAY]]
  %0 = tensor.from_elements %a, %b : tensor<2xf32>
  %1 = tensor.at %0[%i] wrap : tensor<2xf32>
  %2 = tensor.at %0[%i] clamp {tf.implicit} : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// FULL_CHECK_KEPT-NEXT:   func.func @no_check(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> tensor<2xf32> {
// FULL_CHECK_KEPT-NEXT:     %[[V0:.*]] = tensor.from_elements %[[ARG0]], %[[ARG1]] : tensor<2xf32>
// FULL_CHECK_KEPT-NEXT:     %[[V1:.*]] = tensor.at %[[V0]][%[[ARG2]]] wrap : tensor<2xf32>
// FULL_CHECK_KEPT-NEXT:     return %[[V0]] : tensor<2xf32>
// FULL_CHECK_KEPT-NEXT:   }
// FULL_CHECK_KEPT-NEXT: }
// FULL_CHECK_CHECKED-NEXT:   func.func @no_check(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> tensor<2xf32> {
// FULL_CHECK_CHECKED-NEXT:     %[[V0:.*]] = tensor.from_elements %[[ARG0]], %[[ARG1]] : tensor<2xf32>
// FULL_CHECK_CHECKED-NEXT:     %[[V1:.*]] = tensor.at %[[V0]][%[[ARG2]]] wrap : tensor<2xf32>
// FULL_CHECK_CHECKED-NEXT:     %[[V2:.*]] = tensor.at %[[V0]][%[[ARG2]]] trap : tensor<2xf32>
// FULL_CHECK_CHECKED-NEXT:     return %[[V0]] : tensor<2xf32>
// FULL_CHECK_CHECKED-NEXT:   }
// FULL_CHECK_CHECKED-NEXT: }
// CHECKED: (S) {{ *}}5 num-checked
