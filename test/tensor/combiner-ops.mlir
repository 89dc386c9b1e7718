// RUN: tfopt %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --print-op-generic | tfopt | FileCheck %s
// RUN: tfopt %s --print-op-generic | tee %t.generic | FileCheck %s --check-prefix=GENERIC
// RUN: FileCheck %s --check-prefix=FULL_GENERIC --match-full-lines < %t.generic
// COMPLETE: FULL, FULL_GENERIC

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
// FULL: module {
// FULL-NEXT:   func.func @argmax(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xindex> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]]:2 = tensor.fold (%[[K:.*]]) = 0 to m init(%[[CST]], %[[C0]]) {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         tensor.yield %[[V2]], %[[K]] : f32, index
// FULL-NEXT:       } combine (%[[ARG1:.*]]: f32, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: index) associative {
// FULL-NEXT:         %[[V2]] = arith.cmpf ogt, %[[ARG3]], %[[ARG1]] : f32
// FULL-NEXT:         %[[V3:.*]] = arith.select %[[V2]], %[[ARG3]], %[[ARG1]] : f32
// FULL-NEXT:         %[[V4:.*]] = arith.select %[[V2]], %[[ARG4]], %[[ARG2]] : index
// FULL-NEXT:         tensor.yield %[[V3]], %[[V4]] : f32, index
// FULL-NEXT:       } : f32, index
// FULL-NEXT:       tensor.yield %[[V1]]#1 : index
// FULL-NEXT:     } : tensor<?{n}xindex>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xindex>
// FULL-NEXT:   }
// FULL_GENERIC: "builtin.module"() ({
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (tensor<?{n}x?{m}xf32>) -> tensor<?{n}xindex>, sym_name = "argmax"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>):
// FULL_GENERIC-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0xFF800000 : f32}> : () -> f32
// FULL_GENERIC-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = 0 : index}> : () -> index
// FULL_GENERIC-NEXT:     %[[V2:.*]] = "tensor.compute"() <{box = extents<[n]>}> ({
// FULL_GENERIC-NEXT:     ^bb0(%[[ARG1:.*]]: index):
// FULL_GENERIC-NEXT:       %[[V3:.*]]:2 = "tensor.fold"(%[[V0]], %[[V1]]) <{associative, bounds = affine_map<()[s0] -> (0, s0)>, extents = extents<[m]>}> ({
// FULL_GENERIC-NEXT:       ^bb0(%[[ARG2:.*]]: index):
// FULL_GENERIC-NEXT:         %[[V4:.*]] = "tensor.at"(%[[ARG0]], %[[ARG1]], %[[ARG2]]) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (tensor<?{n}x?{m}xf32>, index, index) -> f32
// FULL_GENERIC-NEXT:         "tensor.yield"(%[[V4]], %[[ARG2]]) : (f32, index) -> ()
// FULL_GENERIC-NEXT:       }, {
// FULL_GENERIC-NEXT:       ^bb0(%[[ARG2]]: f32, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32, %[[ARG5:.*]]: index):
// FULL_GENERIC-NEXT:         %[[V4]] = "arith.cmpf"(%[[ARG4]], %[[ARG2]]) <{predicate = 2 : i64}> : (f32, f32) -> i1
// FULL_GENERIC-NEXT:         %[[V5:.*]] = "arith.select"(%[[V4]], %[[ARG4]], %[[ARG2]]) : (i1, f32, f32) -> f32
// FULL_GENERIC-NEXT:         %[[V6:.*]] = "arith.select"(%[[V4]], %[[ARG5]], %[[ARG3]]) : (i1, index, index) -> index
// FULL_GENERIC-NEXT:         "tensor.yield"(%[[V5]], %[[V6]]) : (f32, index) -> ()
// FULL_GENERIC-NEXT:       }) : (f32, index) -> (f32, index)
// FULL_GENERIC-NEXT:       "tensor.yield"(%[[V3]]#1) : (index) -> ()
// FULL_GENERIC-NEXT:     }) : () -> tensor<?{n}xindex>
// FULL_GENERIC-NEXT:     "func.return"(%[[V2]]) : (tensor<?{n}xindex>) -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()

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
// FULL-NEXT:   func.func @horner(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: f32) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = %[[I]] to n init(%[[CST]]) attributes {dialect.mark} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } combine (%[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32) {
// FULL-NEXT:         %[[V2]] = arith.mulf %[[ARG2]], %[[ARG1]] : f32
// FULL-NEXT:         %[[V3:.*]] = arith.addf %[[V2]], %[[ARG3]] : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (tensor<?{n}xf32>, f32) -> tensor<?{n}xf32>, sym_name = "horner"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: f32):
// FULL_GENERIC-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
// FULL_GENERIC-NEXT:     %[[V1:.*]] = "tensor.compute"() <{box = extents<[n]>}> ({
// FULL_GENERIC-NEXT:     ^bb0(%[[ARG2:.*]]: index):
// FULL_GENERIC-NEXT:       %[[V2:.*]] = "tensor.fold"(%[[ARG2]], %[[V0]]) <{bounds = affine_map<(d0)[s0] -> (d0, s0)>, extents = extents<[n]>}> ({
// FULL_GENERIC-NEXT:       ^bb0(%[[ARG3:.*]]: index):
// FULL_GENERIC-NEXT:         %[[V3:.*]] = "tensor.at"(%[[ARG0]], %[[ARG3]]) <{map = affine_map<(d0) -> (d0)>}> : (tensor<?{n}xf32>, index) -> f32
// FULL_GENERIC-NEXT:         "tensor.yield"(%[[V3]]) : (f32) -> ()
// FULL_GENERIC-NEXT:       }, {
// FULL_GENERIC-NEXT:       ^bb0(%[[ARG3]]: f32, %[[ARG4:.*]]: f32):
// FULL_GENERIC-NEXT:         %[[V3]] = "arith.mulf"(%[[ARG3]], %[[ARG1]]) : (f32, f32) -> f32
// FULL_GENERIC-NEXT:         %[[V4:.*]] = "arith.addf"(%[[V3]], %[[ARG4]]) : (f32, f32) -> f32
// FULL_GENERIC-NEXT:         "tensor.yield"(%[[V4]]) : (f32) -> ()
// FULL_GENERIC-NEXT:       }) {dialect.mark} : (index, f32) -> f32
// FULL_GENERIC-NEXT:       "tensor.yield"(%[[V2]]) : (f32) -> ()
// FULL_GENERIC-NEXT:     }) : () -> tensor<?{n}xf32>
// FULL_GENERIC-NEXT:     "func.return"(%[[V1]]) : (tensor<?{n}xf32>) -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()

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
// FULL-NEXT:   func.func @reduces(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: tensor<?{n}x?{m}xi32>, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: i32) {
// FULL-NEXT:     %[[V0:.*]] = tensor.reduce add %[[ARG0]] init(%[[ARG2]]) dims = [0] : tensor<?{n}x?{m}xf32> to tensor<?{m}xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = tensor.reduce [maximumf, minsi] %[[ARG0]], %[[ARG1]] init(%[[ARG2]], %[[ARG3]]) dims = [0, 1] fastmath<nnan> : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi32> to tensor<f32>, tensor<i32>
// FULL-NEXT:     %[[V2:.*]]:2 = tensor.reduce %[[ARG0]], %[[ARG1]] init(%[[ARG2]], %[[ARG3]]) dims = [1] {dialect.mark} combine (%[[ARG4:.*]]: f32, %[[ARG5:.*]]: i32, %[[ARG6:.*]]: f32, %[[ARG7:.*]]: i32) associative commutative {
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[ARG4]], %[[ARG6]] : f32
// FULL-NEXT:       %[[V4:.*]] = arith.xori %[[ARG5]], %[[ARG7]] : i32
// FULL-NEXT:       tensor.yield %[[V3]], %[[V4]] : f32, i32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi32> to tensor<?{n}xf32>, tensor<?{n}xi32>
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi32>, f32, i32) -> (), sym_name = "reduces"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: tensor<?{n}x?{m}xi32>, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: i32):
// FULL_GENERIC-NEXT:     %[[V0:.*]] = "tensor.reduce"(%[[ARG0]], %[[ARG2]]) <{dims = array<i64: 0>, kinds = ["add"]}> : (tensor<?{n}x?{m}xf32>, f32) -> tensor<?{m}xf32>
// FULL_GENERIC-NEXT:     %[[V1:.*]]:2 = "tensor.reduce"(%[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]]) <{dims = array<i64: 0, 1>, fastmath = #arith.fastmath<nnan>, kinds = ["maximumf", "minsi"]}> : (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi32>, f32, i32) -> (tensor<f32>, tensor<i32>)
// FULL_GENERIC-NEXT:     %[[V2:.*]]:2 = "tensor.reduce"(%[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]]) <{associative, commutative, dims = array<i64: 1>}> ({
// FULL_GENERIC-NEXT:     ^bb0(%[[ARG4:.*]]: f32, %[[ARG5:.*]]: i32, %[[ARG6:.*]]: f32, %[[ARG7:.*]]: i32):
// FULL_GENERIC-NEXT:       %[[V3:.*]] = "arith.addf"(%[[ARG4]], %[[ARG6]]) : (f32, f32) -> f32
// FULL_GENERIC-NEXT:       %[[V4:.*]] = "arith.xori"(%[[ARG5]], %[[ARG7]]) : (i32, i32) -> i32
// FULL_GENERIC-NEXT:       "tensor.yield"(%[[V3]], %[[V4]]) : (f32, i32) -> ()
// FULL_GENERIC-NEXT:     }) {dialect.mark} : (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi32>, f32, i32) -> (tensor<?{n}xf32>, tensor<?{n}xi32>)
// FULL_GENERIC-NEXT:     "func.return"() : () -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()
// FULL_GENERIC-NEXT: }) : () -> ()
