// Code in place of a function holds no operation on constants.
// RUN: tfopt --math-expand %s | FileCheck %s

// CHECK-LABEL: func.func @cube
// CHECK-NOT: arith.extsi
// CHECK-NOT: arith.sitofp %cst
// CHECK: return
func.func @cube(%x: vector<4xf32>) -> vector<4xf32> {
  %three = arith.constant dense<3> : vector<4xi16>
  %r = math.fpowi %x, %three : vector<4xf32>, vector<4xi16>
  return %r : vector<4xf32>
}

// CHECK-LABEL: func.func @logarithm
// CHECK-NOT: arith.bitcast %cst
// CHECK: return
func.func @logarithm(%x: vector<4xf32>) -> vector<4xf32> {
  %r = math.log %x : vector<4xf32>
  return %r : vector<4xf32>
}

// CHECK-LABEL: func.func @constant
// CHECK-NOT: math
// CHECK-NOT: arith.{{[^c]}}
// CHECK: return %cst
func.func @constant() -> vector<4xf32> {
  %x = arith.constant dense<0.0> : vector<4xf32>
  %r = math.cosh %x : vector<4xf32>
  return %r : vector<4xf32>
}
