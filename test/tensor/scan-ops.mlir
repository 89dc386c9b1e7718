// RUN: tfopt %s | tfopt | FileCheck %s
// RUN: tfopt %s --print-op-generic | tfopt | FileCheck %s

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
