// RUN: tfopt %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @lanes
func.func @lanes(%x: f32, %y: f32, %v: vector<4xf32>, %i: index) -> (f32, f32, f32, f32, f32, f32) {
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3.000000e+00 : f32
  // CHECK-DAG: %[[B:.*]] = vector.broadcast %arg0
  // CHECK-DAG: %[[O:.*]] = vector.extract %[[B]]
  // CHECK-DAG: %[[S:.*]] = vector.reduce add
  // CHECK: return %arg0, %arg1, %[[C3]], %[[O]], %arg0, %[[S]]
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %b = vector.broadcast %x : vector<4xf32>
  %0 = vector.extract %b[%c1] : vector<4xf32>
  %n = vector.insert %y, %v[%c1] : vector<4xf32>
  %1 = vector.extract %n[%c1] : vector<4xf32>
  %t = arith.constant 3.0 : f32
  %k = vector.broadcast %t : vector<4xf32>
  %2 = vector.extract %k[%c1] : vector<4xf32>
  // There is no lane 4.
  %3 = vector.extract %b[%c4] : vector<4xf32>
  %4 = vector.reduce maximumf %b : vector<4xf32>
  %5 = vector.reduce add %b : vector<4xf32>
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}
// FULL: module {
// FULL-NEXT:   func.func @lanes(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: vector<4xf32>, %[[ARG3:.*]]: index) -> (f32, f32, f32, f32, f32, f32) {
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 3.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = vector.broadcast %[[ARG0]] : vector<4xf32>
// FULL-NEXT:     %[[V1:.*]] = vector.extract %[[V0]][%[[C4]]] : vector<4xf32>
// FULL-NEXT:     %[[V2:.*]] = vector.reduce add %[[V0]] : vector<4xf32>
// FULL-NEXT:     return %[[ARG0]], %[[ARG1]], %[[CST]], %[[V1]], %[[ARG0]], %[[V2]] : f32, f32, f32, f32, f32, f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @constant
func.func @constant() -> vector<4xf32> {
  // CHECK-NEXT: %[[C:.*]] = arith.constant dense<3.000000e+00> : vector<4xf32>
  // CHECK-NEXT: return %[[C]]
  %t = arith.constant 3.0 : f32
  %k = vector.broadcast %t : vector<4xf32>
  return %k : vector<4xf32>
}
// FULL-NEXT:   func.func @constant() -> vector<4xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<3.000000e+00> : vector<4xf32>
// FULL-NEXT:     return %[[CST]] : vector<4xf32>
// FULL-NEXT:   }

// Sums of products of constants are constants: 1 * 3 + 2 * -4, bytes of -1 (255 without a sign), and 1.5 * 4
// - 2 * 0.5.
// CHECK-LABEL: func.func @words
// CHECK-DAG: arith.constant -5 : i32
// CHECK-DAG: arith.constant -510 : i32
// CHECK-DAG: arith.constant 5.000000e+00 : f32
// CHECK-NOT: vector.dot
func.func @words() -> (i32, i32, f32) {
  %a = arith.constant 131073 : i32
  %b = arith.constant -262141 : i32
  %0 = vector.dot_i16 %a, %b : i32
  %ones = arith.constant 255 : i32
  %two = arith.constant 254 : i32
  %1 = vector.dot_u8_i8 %ones, %two : i32
  %f = arith.constant 1073758144 : i32
  %g = arith.constant -1090502528 : i32
  %2 = vector.dot_bf16 %f, %g : i32
  return %0, %1, %2 : i32, i32, f32
}
// FULL-NEXT:   func.func @words() -> (i32, i32, f32) {
// FULL-NEXT:     %[[C:.*]]-5_i32 = arith.constant -5 : i32
// FULL-NEXT:     %[[C]]-510_i32 = arith.constant -510 : i32
// FULL-NEXT:     %[[CST:.*]] = arith.constant 5.000000e+00 : f32
// FULL-NEXT:     return %[[C]]-5_i32, %[[C]]-510_i32, %[[CST]] : i32, i32, f32
// FULL-NEXT:   }
// FULL-NEXT: }
