// Sums of a gather are cut off at the edges of the box, unless what is outside counts as zero: products with
// elements that the program reads.

// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfrun %s --entry beside --random | FileCheck %s --check-prefix=NUMBERS
// RUN: tfrun %s --entry beside --random --device=interp | FileCheck %s --check-prefix=NUMBERS
// RUN: tfrun %s --entry differences | FileCheck %s --check-prefix=LOG
// RUN: tfrun %s --entry differences --device=interp | FileCheck %s --check-prefix=LOG
// COMPLETE: FULL

// A factor that follows the point: at the edges, the program reads none of its elements, which may be
// anything, as here.
// CHECK-LABEL: func.func @beside
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK-NOT: fill(
// CHECK: return
// NUMBERS-NOT: nan
func.func @beside(%x: tensor<9xf64>) -> tensor<9xf64> {
  %nan = arith.constant 0x7FF8000000000000 : f64
  %one = arith.constant 1.0 : f64
  %first = arith.constant 3 : index
  %last = arith.constant 9 : index
  %v = tensor.compute (%i) in [13] {
    %low = arith.cmpi slt, %i, %first : index
    %high = arith.cmpi sgt, %i, %last : index
    %out = arith.ori %low, %high : i1
    %e = arith.select %out, %nan, %one : f64
    tensor.yield %e : f64
  } : tensor<13xf64>
  %g = tensor.compute (%i) in [7] {
    tensor.yield %one : f64
  } : tensor<7xf64>
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<9xf64>) -> (tensor<7xf64>) {
    %s = tensor.compute (%i) in [7] {
      %b = tensor.at %v[%i + 3] : tensor<13xf64>
      %f = tensor.fold (%k) = 0 to 3 add {
        %p = tensor.at %u[%i + %k] : tensor<9xf64>
        %r = arith.mulf %p, %b : f64
        tensor.yield %r : f64
      } : f64
      tensor.yield %f : f64
    } : tensor<7xf64>
    tensor.yield %s : tensor<7xf64>
  }
  return %dx : tensor<9xf64>
}
// FULL: module {
// FULL-NEXT:   func.func @beside(%[[ARG0:.*]]: tensor<9xf64>) -> tensor<9xf64> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0x7FF8000000000000 : f64
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 1.000000e+00 : f64
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C:.*]]-2 = arith.constant -2 : index
// FULL-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [13] {
// FULL-NEXT:       %[[V4:.*]] = arith.cmpi slt, %[[I]], %[[C3]] : index
// FULL-NEXT:       %[[V5:.*]] = arith.cmpi sgt, %[[I]], %[[C9]] : index
// FULL-NEXT:       %[[V6:.*]] = arith.ori %[[V4]], %[[V5]] : i1
// FULL-NEXT:       %[[V7:.*]] = arith.select %[[V6]], %[[CST]], %[[CST_0]] : f64
// FULL-NEXT:       tensor.yield %[[V7]] : f64
// FULL-NEXT:     } : tensor<13xf64>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_1:.*]]) in [7] {
// FULL-NEXT:       tensor.yield %[[CST_0]] : f64
// FULL-NEXT:     } : tensor<7xf64>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]]) in [7] {
// FULL-NEXT:       %[[V4]] = tensor.at %[[V1]][%[[I_2]]] : tensor<7xf64>
// FULL-NEXT:       tensor.yield %[[V4]] : f64
// FULL-NEXT:     } : tensor<7xf64>
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_3:.*]]) in [9] {
// FULL-NEXT:       %[[V4]] = arith.addi %[[I_3]], %[[C]]-2 : index
// FULL-NEXT:       %[[V5]] = arith.maxsi %[[V4]], %[[C0]] : index
// FULL-NEXT:       %[[V6]] = arith.addi %[[I_3]], %[[C1]] : index
// FULL-NEXT:       %[[V7]] = arith.minsi %[[V6]], %[[C7]] : index
// FULL-NEXT:       %[[V8:.*]] = tensor.fold (%[[K:.*]]) = %[[V5]] to %[[V7]] add {
// FULL-NEXT:         %[[V9:.*]] = tensor.at %[[V0]][%[[K]] + 3] : tensor<13xf64>
// FULL-NEXT:         %[[V10:.*]] = tensor.at %[[V2]][%[[K]]] : tensor<7xf64>
// FULL-NEXT:         %[[V11:.*]] = arith.mulf %[[V10]], %[[V9]] : f64
// FULL-NEXT:         tensor.yield %[[V11]] : f64
// FULL-NEXT:       } : f64
// FULL-NEXT:       tensor.yield %[[V8]] : f64
// FULL-NEXT:     } : tensor<9xf64>
// FULL-NEXT:     return %[[V3]] : tensor<9xf64>
// FULL-NEXT:   }

// The logarithm of a difference that the program never takes is not a zero's factor: 1 - 1 at the first
// element.
// CHECK-LABEL: func.func @differences
// CHECK-NOT: fill(
// CHECK: return
// LOG-NOT: nan
// LOG-NOT: inf
func.func @differences() -> tensor<8xf64> {
  %one = arith.constant 1.0 : f64
  %x = tensor.compute (%i) in [8] {
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %e = arith.addf %f, %one : f64
    tensor.yield %e : f64
  } : tensor<8xf64>
  %w = arith.constant dense<[0.0, 0.0, 1.0]> : tensor<3xf64>
  %g = tensor.compute (%i) in [6] {
    tensor.yield %one : f64
  } : tensor<6xf64>
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<8xf64>) -> (tensor<6xf64>) {
    %s = tensor.compute (%i) in [6] {
      %f = tensor.fold (%k) = 0 to 3 add {
        %p = tensor.at %u[%i + %k] : tensor<8xf64>
        %q = tensor.at %w[%k] : tensor<3xf64>
        %e = arith.subf %p, %q : f64
        %r = math.log %e : f64
        tensor.yield %r : f64
      } : f64
      tensor.yield %f : f64
    } : tensor<6xf64>
    tensor.yield %s : tensor<6xf64>
  }
  return %dx : tensor<8xf64>
}
// FULL-NEXT:   func.func @differences() -> tensor<8xf64> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f64
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<[0.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<3xf64>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C:.*]]-2 = arith.constant -2 : index
// FULL-NEXT:     %[[C6:.*]] = arith.constant 6 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL-NEXT:       %[[V4:.*]] = arith.index_cast %[[I]] : index to i64
// FULL-NEXT:       %[[V5:.*]] = arith.sitofp %[[V4]] : i64 to f64
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[CST]] : f64
// FULL-NEXT:       tensor.yield %[[V6]] : f64
// FULL-NEXT:     } : tensor<8xf64>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_1:.*]]) in [6] {
// FULL-NEXT:       tensor.yield %[[CST]] : f64
// FULL-NEXT:     } : tensor<6xf64>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]]) in [6] {
// FULL-NEXT:       %[[V4]] = tensor.at %[[V1]][%[[I_2]]] : tensor<6xf64>
// FULL-NEXT:       tensor.yield %[[V4]] : f64
// FULL-NEXT:     } : tensor<6xf64>
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_3:.*]]) in [8] {
// FULL-NEXT:       %[[V4]] = arith.addi %[[I_3]], %[[C]]-2 : index
// FULL-NEXT:       %[[V5]] = arith.maxsi %[[V4]], %[[C0]] : index
// FULL-NEXT:       %[[V6]] = arith.addi %[[I_3]], %[[C1]] : index
// FULL-NEXT:       %[[V7:.*]] = arith.minsi %[[V6]], %[[C6]] : index
// FULL-NEXT:       %[[V8:.*]] = tensor.fold (%[[K:.*]]) = %[[V5]] to %[[V7]] add {
// FULL-NEXT:         %[[V9:.*]] = tensor.at %[[V2]][%[[K]]] : tensor<6xf64>
// FULL-NEXT:         %[[V10:.*]] = tensor.at %[[V0]][%[[I_3]]] : tensor<8xf64>
// FULL-NEXT:         %[[V11:.*]] = tensor.at %[[CST_0]][-%[[K]] + %[[I_3]]] : tensor<3xf64>
// FULL-NEXT:         %[[V12:.*]] = arith.subf %[[V10]], %[[V11]] : f64
// FULL-NEXT:         %[[V13:.*]] = arith.divf %[[V9]], %[[V12]] : f64
// FULL-NEXT:         tensor.yield %[[V13]] : f64
// FULL-NEXT:       } : f64
// FULL-NEXT:       tensor.yield %[[V8]] : f64
// FULL-NEXT:     } : tensor<8xf64>
// FULL-NEXT:     return %[[V3]] : tensor<8xf64>
// FULL-NEXT:   }
// FULL-NEXT: }
