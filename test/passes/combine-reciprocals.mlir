// RUN: tfopt --combine-reciprocals %s | FileCheck %s

// CHECK-LABEL: func.func @shared
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[D:.*]]: f32)
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[R:.*]] = arith.divf %[[ONE]], %[[D]] fastmath<arcp> : f32
// CHECK: arith.mulf %[[X]], %[[R]] fastmath<arcp> : f32
// CHECK: arith.mulf %[[Y]], %[[R]] fastmath<arcp> : f32
// CHECK-NOT: arith.divf
func.func @shared(%x: f32, %y: f32, %d: f32) -> (f32, f32) {
  %a = arith.divf %x, %d fastmath<arcp> : f32
  %b = arith.divf %y, %d fastmath<arcp> : f32
  return %a, %b : f32, f32
}

// Without the flag, or alone, a division stays.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: arith.mulf
func.func @kept(%x: f32, %y: f32, %d: f32) -> (f32, f32, f32) {
  %a = arith.divf %x, %d : f32
  %b = arith.divf %y, %d : f32
  %c = arith.divf %d, %x fastmath<arcp> : f32
  return %a, %b, %c : f32, f32, f32
}
