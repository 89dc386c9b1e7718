// RUN: tfopt %s | FileCheck %s

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
