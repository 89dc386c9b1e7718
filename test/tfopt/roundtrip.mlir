// RUN: tfopt %s --verify-roundtrip --allow-unregistered-dialect | FileCheck %s
// CHECK: func.func @f
#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%a: i32) -> i32 attributes {x.y = #map} {
  %0 = "unknown.op"(%a) {value = dense<[1, 2]> : tensor<2xi32>} : (i32) -> i32 loc("here":1:2)
  return %0 : i32
}
