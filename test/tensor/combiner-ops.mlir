// RUN: tfopt %s | FileCheck %s
// RUN: tfopt %s --print-op-generic | tfopt | FileCheck %s
// RUN: tfopt %s --print-op-generic | FileCheck %s --check-prefix=GENERIC

// Index of the greatest, the first of equals: two accumulators of different types, combined together.
// CHECK-LABEL: func.func @argmax
func.func @argmax(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xindex> {
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : index
  // CHECK: %[[R:.*]] = tensor.compute (%[[I:.*]]) in [n] {
  // CHECK-NEXT: %[[F:.*]]:2 = tensor.fold (%[[K:.*]]) = 0 to m init(%{{.*}}, %{{.*}}) {
  // CHECK-NEXT: %[[V:.*]] = tensor.at
  // CHECK-NEXT: tensor.yield %[[V]], %[[K]] : f32, index
  // CHECK-NEXT: } combine (%[[A:.*]]: f32, %[[AI:.*]]: index, %[[B:.*]]: f32, %[[BI:.*]]: index) associative {
  // CHECK-NEXT: %[[G:.*]] = arith.cmpf ogt, %[[B]], %[[A]] : f32
  // CHECK-NEXT: %[[W:.*]] = arith.select %[[G]], %[[B]], %[[A]] : f32
  // CHECK-NEXT: %[[WI:.*]] = arith.select %[[G]], %[[BI]], %[[AI]] : index
  // CHECK-NEXT: tensor.yield %[[W]], %[[WI]] : f32, index
  // CHECK-NEXT: } : f32, index
  // GENERIC: "tensor.fold"(%{{.*}}, %{{.*}}) <{associative, bounds = affine_map<()[s0] -> (0, s0)>, extents = extents<[m]>}> ({
  %0 = tensor.compute (%i) in [n] {
    %f:2 = tensor.fold (%k) = 0 to m init(%low, %none) {
      %v = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %v, %k : f32, index
    } combine (%a: f32, %ai: index, %b: f32, %bi: index) associative {
      %g = arith.cmpf ogt, %b, %a : f32
      %w = arith.select %g, %b, %a : f32
      %wi = arith.select %g, %bi, %ai : index
      tensor.yield %w, %wi : f32, index
    } : f32, index
    tensor.yield %f#1 : index
  } : tensor<?{n}xindex>
  return %0 : tensor<?{n}xindex>
}

// Bounds and initial values are both operands.
// CHECK-LABEL: func.func @horner
func.func @horner(%c: tensor<?{n}xf32>, %x: f32) -> tensor<?{n}xf32> {
  %zero = arith.constant 0.0 : f32
  // CHECK: tensor.fold (%{{.*}}) = %{{.*}} to n init(%{{.*}}) attributes {dialect.mark} {
  // CHECK: } combine (%{{.*}}: f32, %{{.*}}: f32) {
  %0 = tensor.compute (%i) in [n] {
    %f = tensor.fold (%k) = %i to n init(%zero) attributes {dialect.mark} {
      %v = tensor.at %c[%k] : tensor<?{n}xf32>
      tensor.yield %v : f32
    } combine (%a: f32, %b: f32) {
      %p = arith.mulf %a, %x : f32
      %s = arith.addf %p, %b : f32
      tensor.yield %s : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}

// CHECK-LABEL: func.func @reduces
func.func @reduces(%x: tensor<?{n}x?{m}xf32>, %y: tensor<?{n}x?{m}xi32>, %f: f32, %i: i32) {
  // CHECK: tensor.reduce add %{{.*}} init(%{{.*}}) dims = [0] : tensor<?{n}x?{m}xf32> to tensor<?{m}xf32>
  // GENERIC: "tensor.reduce"(%{{.*}}, %{{.*}}) <{dims = array<i64: 0>, kinds = ["add"]}> : (tensor<?{n}x?{m}xf32>, f32) -> tensor<?{m}xf32>
  %0 = tensor.reduce add %x init(%f) dims = [0] : tensor<?{n}x?{m}xf32> to tensor<?{m}xf32>
  // CHECK: tensor.reduce [maximumf, minsi] %{{.*}}, %{{.*}} init(%{{.*}}, %{{.*}}) dims = [0, 1] fastmath<nnan> : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi32> to tensor<f32>, tensor<i32>
  %1:2 = tensor.reduce [maximumf, minsi] %x, %y init(%f, %i) dims = [0, 1] fastmath<nnan> : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi32> to tensor<f32>, tensor<i32>
  // CHECK: tensor.reduce %{{.*}}, %{{.*}} init(%{{.*}}, %{{.*}}) dims = [1] {dialect.mark} combine (%[[A:.*]]: f32, %[[B:.*]]: i32, %[[C:.*]]: f32, %[[D:.*]]: i32) associative commutative {
  // CHECK-NEXT: arith.addf %[[A]], %[[C]] : f32
  // CHECK-NEXT: arith.xori %[[B]], %[[D]] : i32
  // CHECK-NEXT: tensor.yield %{{.*}}, %{{.*}} : f32, i32
  // CHECK-NEXT: } : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi32> to tensor<?{n}xf32>, tensor<?{n}xi32>
  %2:2 = tensor.reduce %x, %y init(%f, %i) dims = [1] {dialect.mark} combine (%a: f32, %b: i32, %c: f32, %d: i32) associative commutative {
    %s = arith.addf %a, %c : f32
    %t = arith.xori %b, %d : i32
    tensor.yield %s, %t : f32, i32
  } : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi32> to tensor<?{n}xf32>, tensor<?{n}xi32>
  return
}
