// RUN: tfopt %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @sort
// Floats upwards, NaN last, with the places where they were; and words without a sign downwards.
func.func @sort(%x: tensor<?{n}xf32>, %y: tensor<?{m}xi64>) -> (tensor<?{n}xf32>, tensor<?{n}xindex>, tensor<?{m}xi64>) {
  %i = tensor.iota dim = 0 : tensor<?{n}xindex>
  %s:2 = tensor.sort %x, %i dim = 0 {ordered} by (%a: f32, %b: f32, %u: index, %v: index) {
    %less = arith.cmpf olt, %a, %b : f32
    %none = math.isnan %b : f32
    %some = arith.cmpf ord, %a, %a : f32
    %last = arith.andi %none, %some : i1
    %c = arith.ori %less, %last : i1
    tensor.yield %c : i1
  } : tensor<?{n}xf32>, tensor<?{n}xindex>
  %t = tensor.sort %y dim = 0 by (%a: i64, %b: i64) {
    %c = arith.cmpi ugt, %a, %b : i64
    tensor.yield %c : i1
  } : tensor<?{m}xi64>
  return %s#0, %s#1, %t : tensor<?{n}xf32>, tensor<?{n}xindex>, tensor<?{m}xi64>
}
// FULL: module {
// FULL-NEXT:   func.func @sort(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xi64>) -> (tensor<?{n}xf32>, tensor<?{n}xindex>, tensor<?{m}xi64>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.iota dim = 0 : tensor<?{n}xindex>
// FULL-NEXT:     %[[V1:.*]]:2 = tensor.sort %[[ARG0]], %[[V0]] dim = 0 {ordered} by (%[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: index, %[[ARG5:.*]]: index) {
// FULL-NEXT:       %[[V3:.*]] = arith.cmpf olt, %[[ARG2]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V4:.*]] = math.isnan %[[ARG3]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.cmpf ord, %[[ARG2]], %[[ARG2]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.andi %[[V4]], %[[V5]] : i1
// FULL-NEXT:       %[[V7:.*]] = arith.ori %[[V3]], %[[V6]] : i1
// FULL-NEXT:       tensor.yield %[[V7]] : i1
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xindex>
// FULL-NEXT:     %[[V2:.*]] = tensor.sort %[[ARG1]] dim = 0 by (%[[ARG2]]: i64, %[[ARG3]]: i64) {
// FULL-NEXT:       %[[V3]] = arith.cmpi ugt, %[[ARG2]], %[[ARG3]] : i64
// FULL-NEXT:       tensor.yield %[[V3]] : i1
// FULL-NEXT:     } : tensor<?{m}xi64>
// FULL-NEXT:     return %[[V1]]#0, %[[V1]]#1, %[[V2]] : tensor<?{n}xf32>, tensor<?{n}xindex>, tensor<?{m}xi64>
// FULL-NEXT:   }
// FULL-NEXT: }
