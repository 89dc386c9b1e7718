// RUN: tfopt %s --canonicalize | FileCheck %s

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

// CHECK-LABEL: func.func @constant
func.func @constant() -> vector<4xf32> {
  // CHECK-NEXT: %[[C:.*]] = arith.constant dense<3.000000e+00> : vector<4xf32>
  // CHECK-NEXT: return %[[C]]
  %t = arith.constant 3.0 : f32
  %k = vector.broadcast %t : vector<4xf32>
  return %k : vector<4xf32>
}
