// RUN: tfopt %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @becomes_kinds
// CHECK-SAME: %[[X:.*]]: tensor<?{n}xf32>, %[[Y:.*]]: tensor<?{n}xi32>, %[[I:.*]]: i32
func.func @becomes_kinds(%x: tensor<?{n}xf32>, %y: tensor<?{n}xi32>, %i: i32) -> (tensor<f32>, tensor<i32>) {
  %zero = arith.constant 0.0 : f32
  // CHECK: tensor.reduce [add, maxui] %[[X]], %[[Y]] init(%{{.*}}, %[[I]]) dims = [0] : tensor
  %0:2 = tensor.reduce %x, %y init(%zero, %i) dims = [0] combine (%a: f32, %b: i32, %c: f32, %d: i32) associative commutative {
    %s = arith.addf %c, %a : f32
    %t = arith.maxui %b, %d : i32
    tensor.yield %s, %t : f32, i32
  } : tensor<?{n}xf32>, tensor<?{n}xi32> to tensor<f32>, tensor<i32>
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}
// FULL: module {
// FULL-NEXT:   func.func @becomes_kinds(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xi32>, %[[ARG2:.*]]: i32) -> (tensor<f32>, tensor<i32>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.reduce [add, maxui] %[[ARG0]], %[[ARG1]] init(%[[CST]], %[[ARG2]]) dims = [0] : tensor<?{n}xf32>, tensor<?{n}xi32> to tensor<f32>, tensor<i32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<f32>, tensor<i32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @identities_are_dropped
func.func @identities_are_dropped(%y: tensor<?{n}xi8>) -> tensor<i8> {
  %low = arith.constant -128 : i8
  // CHECK: tensor.reduce maxsi %{{.*}} dims = [0] : tensor<?{n}xi8> to tensor<i8>
  %0 = tensor.reduce %y init(%low) dims = [0] combine (%a: i8, %b: i8) {
    %t = arith.maxsi %a, %b : i8
    tensor.yield %t : i8
  } : tensor<?{n}xi8> to tensor<i8>
  return %0 : tensor<i8>
}
// FULL-NEXT:   func.func @identities_are_dropped(%[[ARG0:.*]]: tensor<?{n}xi8>) -> tensor<i8> {
// FULL-NEXT:     %[[V0:.*]] = tensor.reduce maxsi %[[ARG0]] dims = [0] : tensor<?{n}xi8> to tensor<i8>
// FULL-NEXT:     return %[[V0]] : tensor<i8>
// FULL-NEXT:   }

// Without a word about regrouping the written order of a float sum stays, and so does a start of −0.
// CHECK-LABEL: func.func @stays
func.func @stays(%x: tensor<?{n}xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %one = arith.constant 1.0 : f32
  %minus = arith.constant -0.0 : f32
  // CHECK: tensor.reduce %{{.*}} init
  %0 = tensor.reduce %x init(%one) dims = [0] combine (%a: f32, %b: f32) {
    %t = arith.addf %a, %b : f32
    tensor.yield %t : f32
  } : tensor<?{n}xf32> to tensor<f32>
  // CHECK: tensor.reduce %{{.*}} init
  %1 = tensor.reduce %x init(%minus) dims = [0] combine (%a: f32, %b: f32) associative commutative {
    %t = arith.addf %a, %b : f32
    tensor.yield %t : f32
  } : tensor<?{n}xf32> to tensor<f32>
  // Not a kind: the difference of both.
  // CHECK: tensor.reduce %{{.*}} init
  %2 = tensor.reduce %x init(%one) dims = [0] combine (%a: f32, %b: f32) associative {
    %t = arith.subf %a, %b : f32
    tensor.yield %t : f32
  } : tensor<?{n}xf32> to tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant -0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.reduce %[[ARG0]] init(%[[CST]]) dims = [0] combine (%[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) {
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[ARG1]], %[[ARG2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32> to tensor<f32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce %[[ARG0]] init(%[[CST_0]]) dims = [0] combine (%[[ARG1]]: f32, %[[ARG2]]: f32) associative commutative {
// FULL-NEXT:       %[[V3]] = arith.addf %[[ARG1]], %[[ARG2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32> to tensor<f32>
// FULL-NEXT:     %[[V2:.*]] = tensor.reduce %[[ARG0]] init(%[[CST]]) dims = [0] combine (%[[ARG1]]: f32, %[[ARG2]]: f32) associative {
// FULL-NEXT:       %[[V3]] = arith.subf %[[ARG1]], %[[ARG2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32> to tensor<f32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<f32>, tensor<f32>, tensor<f32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @folds
func.func @folds(%x: tensor<?{n}xf32>, %start: f32) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  // CHECK: tensor.compute () in [] {
  // CHECK-NEXT: %[[M:.*]] = tensor.fold (%[[K:.*]]) = 0 to n maximumf {
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[K]]]
  // CHECK-NEXT: tensor.yield %[[V]] : f32
  // CHECK-NEXT: } : f32
  // CHECK-NEXT: %[[R:.*]] = arith.maximumf %{{.*}}, %{{.*}} : f32
  // CHECK-NEXT: tensor.yield %[[R]] : f32
  %0 = tensor.compute () in [] {
    %f = tensor.fold (%k) = 0 to n init(%start) {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      tensor.yield %v : f32
    } combine (%a: f32, %b: f32) {
      %t = arith.maximumf %a, %b : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<f32>
  // An empty fold is its start.
  // CHECK: tensor.compute () in [] {
  // CHECK-NEXT: tensor.yield %{{.*}} : f32
  %1 = tensor.compute () in [] {
    %f = tensor.fold (%k) = 2 to 1 init(%start) {
      %v = tensor.at %x[%k] trap : tensor<?{n}xf32>
      tensor.yield %v : f32
    } combine (%a: f32, %b: f32) {
      %t = arith.subf %a, %b : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<f32>
  // The first accumulator needs the second, which nobody else uses.
  // CHECK: tensor.fold (%{{.*}}) = 0 to n init(%{{.*}}, %{{.*}}) {
  %2 = tensor.compute () in [] {
    %f:2 = tensor.fold (%k) = 0 to n init(%start, %start) {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      tensor.yield %v, %v : f32, f32
    } combine (%a: f32, %b: f32, %c: f32, %d: f32) {
      %t = arith.subf %a, %b : f32
      %u = arith.subf %b, %d : f32
      tensor.yield %t, %u : f32, f32
    } : f32, f32
    tensor.yield %f#0 : f32
  } : tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}
// FULL-NEXT:   func.func @folds(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: f32) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute () in [] {
// FULL-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to n maximumf {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V4:.*]] = arith.maximumf %[[ARG1]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute () in [] {
// FULL-NEXT:       tensor.yield %[[ARG1]] : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute () in [] {
// FULL-NEXT:       %[[V3]]:2 = tensor.fold (%[[K]]) = 0 to n init(%[[ARG1]], %[[ARG1]]) {
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V4]], %[[V4]] : f32, f32
// FULL-NEXT:       } combine (%[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: f32, %[[ARG5:.*]]: f32) {
// FULL-NEXT:         %[[V4]] = arith.subf %[[ARG2]], %[[ARG3]] : f32
// FULL-NEXT:         %[[V5]] = arith.subf %[[ARG3]], %[[ARG5]] : f32
// FULL-NEXT:         tensor.yield %[[V4]], %[[V5]] : f32, f32
// FULL-NEXT:       } : f32, f32
// FULL-NEXT:       tensor.yield %[[V3]]#0 : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<f32>, tensor<f32>, tensor<f32>
// FULL-NEXT:   }

// Kinds combine axis by axis: along several axes, that groups the sum of a combiner anew. A maximum it does
// not change.
// CHECK-LABEL: func.func @several_axes
func.func @several_axes(%x: tensor<?{n}x8xf32>) -> (tensor<f32>, tensor<?{n}x7xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  // CHECK: tensor.reduce %{{.*}} init(%{{.*}}) dims = [0, 1] combine
  %0 = tensor.reduce %x init(%zero) dims = [0, 1] combine (%a: f32, %b: f32) {
    %t = arith.addf %a, %b : f32
    tensor.yield %t : f32
  } : tensor<?{n}x8xf32> to tensor<f32>
  // CHECK: tensor.reduce_window add %{{.*}} window = [1, 2]
  %1 = tensor.reduce_window %x init(%zero) window = [1, 2] combine (%a: f32, %b: f32) {
    %t = arith.addf %a, %b : f32
    tensor.yield %t : f32
  } : tensor<?{n}x8xf32> to tensor<?{n}x7xf32>
  // CHECK: tensor.reduce maximumf %{{.*}} dims = [0, 1]
  %2 = tensor.reduce %x init(%low) dims = [0, 1] combine (%a: f32, %b: f32) {
    %t = arith.maximumf %a, %b : f32
    tensor.yield %t : f32
  } : tensor<?{n}x8xf32> to tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<?{n}x7xf32>, tensor<f32>
}
// FULL-NEXT:   func.func @several_axes(%[[ARG0:.*]]: tensor<?{n}x8xf32>) -> (tensor<f32>, tensor<?{n}x7xf32>, tensor<f32>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.reduce %[[ARG0]] init(%[[CST]]) dims = [0, 1] combine (%[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) {
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[ARG1]], %[[ARG2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}x8xf32> to tensor<f32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 2] : tensor<?{n}x8xf32> to tensor<?{n}x7xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.reduce maximumf %[[ARG0]] dims = [0, 1] : tensor<?{n}x8xf32> to tensor<f32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<f32>, tensor<?{n}x7xf32>, tensor<f32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @windows_and_scans
func.func @windows_and_scans(%x: tensor<?{n}x8xf32>, %start: f32) -> (tensor<?{n}x7xf32>, tensor<?{n}x8xf32>, tensor<?{n}x8xf32>) {
  %low = arith.constant 0xFF800000 : f32
  // CHECK: tensor.reduce_window maximumf %{{.*}} window = [1, 2] : tensor<?{n}x8xf32> to tensor<?{n}x7xf32>
  %0 = tensor.reduce_window %x init(%low) window = [1, 2] combine (%a: f32, %b: f32) associative commutative {
    %t = arith.maximumf %a, %b : f32
    tensor.yield %t : f32
  } : tensor<?{n}x8xf32> to tensor<?{n}x7xf32>
  // A scan starts at its initial value anyway: the sum needs no law.
  // CHECK: tensor.scan add %{{.*}} init(%{{.*}}) dim = 1 reverse : tensor<?{n}x8xf32>
  %1 = tensor.scan %x init(%start) dim = 1 reverse combine (%a: f32, %b: f32) {
    %t = arith.addf %a, %b : f32
    tensor.yield %t : f32
  } : tensor<?{n}x8xf32>
  // CHECK: tensor.scan %{{.*}} init(%{{.*}}) dim = 1 combine
  %2 = tensor.scan %x init(%start) dim = 1 combine (%a: f32, %b: f32) {
    %t = arith.subf %a, %b : f32
    tensor.yield %t : f32
  } : tensor<?{n}x8xf32>
  return %0, %1, %2 : tensor<?{n}x7xf32>, tensor<?{n}x8xf32>, tensor<?{n}x8xf32>
}
// FULL-NEXT:   func.func @windows_and_scans(%[[ARG0:.*]]: tensor<?{n}x8xf32>, %[[ARG1:.*]]: f32) -> (tensor<?{n}x7xf32>, tensor<?{n}x8xf32>, tensor<?{n}x8xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.reduce_window maximumf %[[ARG0]] window = [1, 2] : tensor<?{n}x8xf32> to tensor<?{n}x7xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.scan add %[[ARG0]] init(%[[ARG1]]) dim = 1 reverse : tensor<?{n}x8xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.scan %[[ARG0]] init(%[[ARG1]]) dim = 1 combine (%[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32) {
// FULL-NEXT:       %[[V3:.*]] = arith.subf %[[ARG2]], %[[ARG3]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}x8xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<?{n}x7xf32>, tensor<?{n}x8xf32>, tensor<?{n}x8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
