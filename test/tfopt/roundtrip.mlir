// RUN: tfopt %s --verify-roundtrip --allow-unregistered-dialect | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL
// CHECK: func.func @f
#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%a: i32) -> i32 attributes {x.y = #map} {
  %0 = "unknown.op"(%a) {value = dense<[1, 2]> : tensor<2xi32>} : (i32) -> i32 loc("here":1:2)
  return %0 : i32
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 attributes {x.y = affine_map<(d0) -> (d0 + 1)>} {
// FULL-NEXT:     %[[V0:.*]] = "unknown.op"(%[[ARG0]]) {value = dense<[1, 2]> : tensor<2xi32>} : (i32) -> i32
// FULL-NEXT:     return %[[V0]] : i32
// FULL-NEXT:   }
// FULL-NEXT: }
