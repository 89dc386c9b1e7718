// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --print-op-generic | tfopt | FileCheck %s
// COMPLETE: FULL

// CHECK-LABEL: func.func @scans
func.func @scans(%x: tensor<?{n}x8xf32>, %y: tensor<?{n}x8xi32>, %f: f32, %i: i32) {
  // CHECK: tensor.scan add %{{.*}} dim = 0 : tensor<?{n}x8xf32>
  %0 = tensor.scan add %x dim = 0 : tensor<?{n}x8xf32>
  // CHECK: tensor.scan [maximumf, xor] %{{.*}}, %{{.*}} init(%{{.*}}, %{{.*}}) dim = 1 reverse exclusive fastmath<nnan> {dialect.mark} : tensor<?{n}x8xf32>, tensor<?{n}x8xi32>
  %1:2 = tensor.scan [maximumf, xor] %x, %y init(%f, %i) dim = 1 reverse exclusive fastmath<nnan> {dialect.mark} : tensor<?{n}x8xf32>, tensor<?{n}x8xi32>
  // CHECK: tensor.scan %{{.*}} init(%{{.*}}) dim = 1 exclusive combine (%[[A:.*]]: f32, %[[B:.*]]: f32) associative {
  // CHECK-NEXT: %[[C:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK-NEXT: tensor.yield %[[C]] : f32
  // CHECK-NEXT: } : tensor<?{n}x8xf32>
  %2 = tensor.scan %x init(%f) dim = 1 exclusive combine (%a: f32, %b: f32) associative {
    %c = arith.mulf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<?{n}x8xf32>
  return
}
// FULL: module {
// FULL-NEXT:   func.func @scans(%[[ARG0:.*]]: tensor<?{n}x8xf32>, %[[ARG1:.*]]: tensor<?{n}x8xi32>, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: i32) {
// FULL-NEXT:     %[[V0:.*]] = tensor.scan add %[[ARG0]] dim = 0 : tensor<?{n}x8xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = tensor.scan [maximumf, xor] %[[ARG0]], %[[ARG1]] init(%[[ARG2]], %[[ARG3]]) dim = 1 reverse exclusive fastmath<nnan> {dialect.mark} : tensor<?{n}x8xf32>, tensor<?{n}x8xi32>
// FULL-NEXT:     %[[V2:.*]] = tensor.scan %[[ARG0]] init(%[[ARG2]]) dim = 1 exclusive combine (%[[ARG4:.*]]: f32, %[[ARG5:.*]]: f32) associative {
// FULL-NEXT:       %[[V3:.*]] = arith.mulf %[[ARG4]], %[[ARG5]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}x8xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @sorts
func.func @sorts(%x: tensor<?{n}x8xf32>, %y: tensor<?{n}x8xi32>) {
  // CHECK: tensor.sort %{{.*}}, %{{.*}} dim = 1 {dialect.mark} by (%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: i32, %{{.*}}: i32) {
  // CHECK-NEXT: %[[L:.*]] = arith.cmpf olt, %[[A]], %[[B]] : f32
  // CHECK-NEXT: tensor.yield %[[L]] : i1
  // CHECK-NEXT: } : tensor<?{n}x8xf32>, tensor<?{n}x8xi32>
  %0:2 = tensor.sort %x, %y dim = 1 {dialect.mark} by (%a: f32, %b: f32, %c: i32, %d: i32) {
    %l = arith.cmpf olt, %a, %b : f32
    tensor.yield %l : i1
  } : tensor<?{n}x8xf32>, tensor<?{n}x8xi32>
  return
}
// FULL-NEXT:   func.func @sorts(%[[ARG0:.*]]: tensor<?{n}x8xf32>, %[[ARG1:.*]]: tensor<?{n}x8xi32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.sort %[[ARG0]], %[[ARG1]] dim = 1 {dialect.mark} by (%[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: i32, %[[ARG5:.*]]: i32) {
// FULL-NEXT:       %[[V1:.*]] = arith.cmpf olt, %[[ARG2]], %[[ARG3]] : f32
// FULL-NEXT:       tensor.yield %[[V1]] : i1
// FULL-NEXT:     } : tensor<?{n}x8xf32>, tensor<?{n}x8xi32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @bits
func.func @bits(%p: tensor<3xi64>, %t: tensor<2xi64>, %c: tensor<1xi64>, %x: tensor<?{n}xi8>) {
  // CHECK: tensor.rng philox4x32 %{{.*}} : (tensor<3xi64>) -> (tensor<3xi64>, tensor<?{n}xi32>)
  %0:2 = tensor.rng philox4x32 %p : (tensor<3xi64>) -> (tensor<3xi64>, tensor<?{n}xi32>)
  // CHECK: tensor.rng threefry2x32 %{{.*}} : (tensor<2xi64>) -> (tensor<2xi64>, tensor<5x3xi16>)
  %1:2 = tensor.rng threefry2x32 %t : (tensor<2xi64>) -> (tensor<2xi64>, tensor<5x3xi16>)
  // CHECK: tensor.rng pcg %{{.*}} {dialect.mark} : (tensor<1xi64>) -> (tensor<1xi64>, tensor<?{n}x2xi64>)
  %2:2 = tensor.rng pcg %c {dialect.mark} : (tensor<1xi64>) -> (tensor<1xi64>, tensor<?{n}x2xi64>)
  return
}
// FULL-NEXT:   func.func @bits(%[[ARG0:.*]]: tensor<3xi64>, %[[ARG1:.*]]: tensor<2xi64>, %[[ARG2:.*]]: tensor<1xi64>, %[[ARG3:.*]]: tensor<?{n}xi8>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.rng philox4x32 %[[ARG0]] : (tensor<3xi64>) -> (tensor<3xi64>, tensor<?{n}xi32>)
// FULL-NEXT:     %[[V1:.*]]:2 = tensor.rng threefry2x32 %[[ARG1]] : (tensor<2xi64>) -> (tensor<2xi64>, tensor<5x3xi16>)
// FULL-NEXT:     %[[V2:.*]]:2 = tensor.rng pcg %[[ARG2]] {dialect.mark} : (tensor<1xi64>) -> (tensor<1xi64>, tensor<?{n}x2xi64>)
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
