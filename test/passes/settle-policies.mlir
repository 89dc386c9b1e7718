// RUN: tfopt %s --settle-policies | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: tfopt %s --settle-policies=checked=true --pass-statistics 2>&1 | FileCheck %s --check-prefixes=CHECK,CHECKED
// RUN: tfopt %s --settle-policies=checked=true --disable-rule=settle-policies.trap | FileCheck %s --check-prefixes=CHECK,KEPT

// A policy that nobody spelled out stays, or stops the call in checked mode; one that was spelled out stays. The mark goes.

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

// A read that nobody uses is a check, and costs nothing where nobody checks. What it alone needs goes with it.
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
// CHECKED: (S) {{ *}}5 num-checked
