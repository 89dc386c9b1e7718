// RUN: tfopt --name-extents %s | FileCheck %s
// RUN: tfrun %s --entry mixed --random --dim arg0_0=2 --dim arg0_1=3 --device=interp | FileCheck %s --check-prefix=ARRAY

// Extents without names get some, and what follows from them does: results of ops and of the function.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[A:.*]]: tensor<?{arg0_0}x3xf32>) -> tensor<?{arg0_0}xf16>
// CHECK: arith.mulf %[[A]], %[[A]] : tensor<?{arg0_0}x3xf32>
// CHECK: tensor.transpose %{{.*}} perm = [1, 0] : tensor<?{arg0_0}x3xf32> to tensor<3x?{arg0_0}xf32>
// CHECK: tensor.reduce add %{{.*}} dims = [0] : tensor<3x?{arg0_0}xf32> to tensor<?{arg0_0}xf32>
// CHECK: arith.truncf %{{.*}} : tensor<?{arg0_0}xf32> to tensor<?{arg0_0}xf16>
func.func @chain(%a: tensor<?x3xf32>) -> tensor<?xf16> {
  %0 = arith.mulf %a, %a : tensor<?x3xf32>
  %1 = tensor.transpose %0 perm = [1, 0] : tensor<?x3xf32> to tensor<3x?xf32>
  %2 = tensor.reduce add %1 dims = [0] : tensor<3x?xf32> to tensor<?xf32>
  %3 = arith.truncf %2 : tensor<?xf32> to tensor<?xf16>
  return %3 : tensor<?xf16>
}

// Operands of one elementwise op have to agree: the call checks it.
// CHECK-LABEL: func.func @mixed
// CHECK-SAME: (%[[A:.*]]: tensor<?{arg0_0}x?{arg0_1}xf32>, %[[B:.*]]: tensor<?{arg1_0}x?{arg1_1}xf32>)
// CHECK-SAME: -> tensor<?{arg0_0}x?{arg0_1}xi1>
// CHECK: %[[C:.*]] = tensor.cast %[[B]] : tensor<?{arg1_0}x?{arg1_1}xf32> to tensor<?{arg0_0}x?{arg0_1}xf32>
// CHECK: arith.cmpf olt, %[[A]], %[[C]] : tensor<?{arg0_0}x?{arg0_1}xf32>
// ARRAY: tensor<2x3xi1>
func.func @mixed(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xi1> {
  %0 = arith.cmpf olt, %a, %b : tensor<?x?xf32>
  return %0 : tensor<?x?xi1>
}

// Extents that have names keep them, and functions without others stay.
// CHECK-LABEL: func.func @named
// CHECK-SAME: tensor<?{n}x?{arg0_1}xf32>
// CHECK-LABEL: func.func @nothing
// CHECK-SAME: tensor<?{n}xf32>
func.func @named(%a: tensor<?{n}x?xf32>) -> tensor<?{n}x?xf32> {
  return %a : tensor<?{n}x?xf32>
}
func.func @nothing(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  return %a : tensor<?{n}xf32>
}
