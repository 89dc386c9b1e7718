// RUN: tfopt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @constants_fold(
// CHECK-NEXT: %[[VC42_I32:.*]] = arith.constant 42 : i32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: %[[VTRUE:.*]] = arith.constant true
// CHECK-NEXT: %[[VC0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[VC_56_I8:.*]] = arith.constant -56 : i8
// CHECK-NEXT: return %[[VC42_I32]], %[[VCST]], %[[VTRUE]], %[[VC0]], %[[VC_56_I8]] : i32, f32, i1, index, i8
func.func @constants_fold() -> (i32, f32, i1, index, i8) {
  %a = arith.constant 6 : i32
  %b = arith.constant 7 : i32
  %0 = arith.muli %a, %b : i32
  %x = arith.constant 1.5 : f32
  %1 = arith.addf %x, %x : f32
  %2 = arith.cmpi slt, %a, %b : i32
  %i = arith.constant 3 : index
  %3 = arith.subi %i, %i : index
  %big = arith.constant 200 : i32
  %4 = arith.trunci %big : i32 to i8
  return %0, %1, %2, %3, %4 : i32, f32, i1, index, i8
}

// Division by zero and its kin have defined results.
// CHECK-LABEL: func.func @defined_results(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: %[[VC_1_I32:.*]] = arith.constant -1 : i32
// CHECK-NEXT: %[[VC0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[VC_2147483648_I32:.*]] = arith.constant -2147483648 : i32
// CHECK-NEXT: %[[VC127_I8:.*]] = arith.constant 127 : i8
// CHECK-NEXT: return %[[VC_1_I32]], %[[VC_1_I32]], %[[A0]], %[[VC0_I32]], %[[VC_2147483648_I32]], %[[VC127_I8]] : i32, i32, i32, i32, i32, i8
func.func @defined_results(%a: i32) -> (i32, i32, i32, i32, i32, i8) {
  %zero = arith.constant 0 : i32
  %0 = arith.divsi %a, %zero : i32
  %1 = arith.divui %a, %zero : i32
  %2 = arith.remsi %a, %zero : i32
  %one = arith.constant 1 : i32
  %many = arith.constant 40 : i32
  %3 = arith.shli %one, %many : i32
  %min = arith.constant -2147483648 : i32
  %minus = arith.constant -1 : i32
  %4 = arith.divsi %min, %minus : i32
  %f = arith.constant 1000.0 : f32
  %5 = arith.fptosi %f : f32 to i8
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i8
}

// CHECK-LABEL: func.func @dense_constants_fold(
// CHECK-NEXT: %[[VCST:.*]] = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
// CHECK-NEXT: %[[VCST_0:.*]] = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-NEXT: %[[VCST_1:.*]] = arith.constant dense<[false, true, true]> : tensor<3xi1>
// CHECK-NEXT: %[[VCST_2:.*]] = arith.constant dense<[1, -1]> : tensor<2xi8>
// CHECK-NEXT: return %[[VCST]], %[[VCST_0]], %[[VCST_1]], %[[VCST_2]] : tensor<3xi32>, vector<4xf32>, tensor<3xi1>, tensor<2xi8>
func.func @dense_constants_fold() -> (tensor<3xi32>, vector<4xf32>, tensor<3xi1>, tensor<2xi8>) {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = arith.constant dense<10> : tensor<3xi32>
  %0 = arith.muli %a, %b : tensor<3xi32>
  %v = arith.constant dense<0.5> : vector<4xf32>
  %1 = arith.addf %v, %v : vector<4xf32>
  %2 = arith.cmpi sgt, %0, %b : tensor<3xi32>
  %w = arith.constant dense<[257, -1]> : tensor<2xi32>
  %3 = arith.trunci %w : tensor<2xi32> to tensor<2xi8>
  return %0, %1, %2, %3 : tensor<3xi32>, vector<4xf32>, tensor<3xi1>, tensor<2xi8>
}

// No constant of unknown extents can be made.
// CHECK-LABEL: func.func @no_dynamic_constants(
// CHECK-SAME: %[[A0:.*]]: tensor<?xi32>
// CHECK-NEXT: %[[V0:.*]] = arith.subi %[[A0]], %[[A0]] : tensor<?xi32>
// CHECK-NEXT: return %[[V0]] : tensor<?xi32>
func.func @no_dynamic_constants(%t: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.subi %t, %t : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @rounding_modes_do_not_fold(
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 0.00100097654 : f32
// CHECK-NEXT: %[[VCST_0:.*]] = arith.constant 1.001360e-03 : f16
// CHECK-NEXT: %[[V0:.*]] = arith.truncf %[[VCST]] upward : f32 to f16
// CHECK-NEXT: return %[[V0]], %[[VCST_0]] : f16, f16
func.func @rounding_modes_do_not_fold() -> (f16, f16) {
  %a = arith.constant 1.0009765625e-03 : f32
  %0 = arith.truncf %a upward : f32 to f16
  %1 = arith.truncf %a to_nearest_even : f32 to f16
  return %0, %1 : f16, f16
}

// CHECK-LABEL: func.func @integer_identities(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: %[[VC0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[VC_1_I32:.*]] = arith.constant -1 : i32
// CHECK-NEXT: return %[[A0]], %[[A0]], %[[VC0_I32]], %[[A0]], %[[VC_1_I32]], %[[VC0_I32]], %[[A0]], %[[VC0_I32]] : i32, i32, i32, i32, i32, i32, i32, i32
func.func @integer_identities(%a: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ones = arith.constant -1 : i32
  %0 = arith.addi %zero, %a : i32
  %1 = arith.muli %a, %one : i32
  %2 = arith.muli %a, %zero : i32
  %3 = arith.andi %a, %ones : i32
  %4 = arith.ori %a, %ones : i32
  %5 = arith.xori %a, %a : i32
  %6 = arith.shli %a, %zero : i32
  %7 = arith.remui %a, %one : i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @float_identities(
// CHECK-SAME: %[[A0:.*]]: f32
// CHECK-NEXT: return %[[A0]], %[[A0]], %[[A0]], %[[A0]], %[[A0]] : f32, f32, f32, f32, f32
func.func @float_identities(%a: f32) -> (f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = arith.addf %a, %minus_zero : f32
  %1 = arith.subf %a, %zero : f32
  %2 = arith.mulf %a, %one : f32
  %3 = arith.divf %a, %one : f32
  %4 = arith.maximumf %a, %a : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// NaN, infinities and the sign of zero are honoured.
// CHECK-LABEL: func.func @float_identities_must_not(
// CHECK-SAME: %[[A0:.*]]: f32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[VCST_0:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = arith.addf %[[A0]], %[[VCST]] : f32
// CHECK-NEXT: %[[V1:.*]] = arith.subf %[[A0]], %[[VCST_0]] : f32
// CHECK-NEXT: %[[V2:.*]] = arith.mulf %[[A0]], %[[VCST]] : f32
// CHECK-NEXT: %[[V3:.*]] = arith.subf %[[A0]], %[[A0]] : f32
// CHECK-NEXT: %[[V4:.*]] = arith.divf %[[A0]], %[[A0]] : f32
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]] : f32, f32, f32, f32, f32
func.func @float_identities_must_not(%a: f32) -> (f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %0 = arith.addf %a, %zero : f32
  %1 = arith.subf %a, %minus_zero : f32
  %2 = arith.mulf %a, %zero : f32
  %3 = arith.subf %a, %a : f32
  %4 = arith.divf %a, %a : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @float_identities_by_flags(
// CHECK-SAME: %[[A0:.*]]: f32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[VCST_0:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: return %[[A0]], %[[A0]], %[[VCST]], %[[VCST]], %[[VCST_0]] : f32, f32, f32, f32, f32
func.func @float_identities_by_flags(%a: f32) -> (f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %0 = arith.addf %a, %zero fastmath<nsz> : f32
  %1 = arith.subf %a, %minus_zero fastmath<nsz> : f32
  %2 = arith.mulf %a, %zero fastmath<nnan,nsz> : f32
  %3 = arith.subf %a, %a fastmath<nnan> : f32
  %4 = arith.divf %a, %a fastmath<nnan> : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @float_flags_too_few(
// CHECK-SAME: %[[A0:.*]]: f32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = arith.mulf %[[A0]], %[[VCST]] fastmath<nsz> : f32
// CHECK-NEXT: %[[V1:.*]] = arith.subf %[[A0]], %[[A0]] fastmath<nsz> : f32
// CHECK-NEXT: return %[[V0]], %[[V1]] : f32, f32
func.func @float_flags_too_few(%a: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %0 = arith.mulf %a, %zero fastmath<nsz> : f32
  %1 = arith.subf %a, %a fastmath<nsz> : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @constants_go_right(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: f32
// CHECK-NEXT: %[[VC5_I32:.*]] = arith.constant 5 : i32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 2.500000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = arith.muli %[[A0]], %[[VC5_I32]] : i32
// CHECK-NEXT: %[[V1:.*]] = arith.addf %[[A1]], %[[VCST]] : f32
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi sgt, %[[A0]], %[[VC5_I32]] : i32
// CHECK-NEXT: %[[V3:.*]] = arith.cmpf ole, %[[A1]], %[[VCST]] : f32
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : i32, f32, i1, i1
func.func @constants_go_right(%a: i32, %x: f32) -> (i32, f32, i1, i1) {
  %c = arith.constant 5 : i32
  %d = arith.constant 2.5 : f32
  %0 = arith.muli %c, %a : i32
  %1 = arith.addf %d, %x : f32
  %2 = arith.cmpi slt, %c, %a : i32
  %3 = arith.cmpf oge, %d, %x : f32
  return %0, %1, %2, %3 : i32, f32, i1, i1
}

// CHECK-LABEL: func.func @constants_come_together(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: %[[VC5_I32:.*]] = arith.constant 5 : i32
// CHECK-NEXT: %[[VC12_I32:.*]] = arith.constant 12 : i32
// CHECK-NEXT: %[[VC_2_I32:.*]] = arith.constant -2 : i32
// CHECK-NEXT: %[[VC2_I32:.*]] = arith.constant 2 : i32
// CHECK-NEXT: %[[VC35_I32:.*]] = arith.constant 35 : i32
// CHECK-NEXT: %[[V0:.*]] = arith.addi %[[A0]], %[[VC12_I32]] : i32
// CHECK-NEXT: %[[V1:.*]] = arith.addi %[[A0]], %[[VC_2_I32]] : i32
// CHECK-NEXT: %[[V2:.*]] = arith.subi %[[VC12_I32]], %[[A0]] : i32
// CHECK-NEXT: %[[V3:.*]] = arith.subi %[[VC2_I32]], %[[A0]] : i32
// CHECK-NEXT: %[[V4:.*]] = arith.muli %[[A0]], %[[VC35_I32]] : i32
// CHECK-NEXT: %[[V5:.*]] = arith.andi %[[A0]], %[[VC5_I32]] : i32
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]] : i32, i32, i32, i32, i32, i32
func.func @constants_come_together(%a: i32) -> (i32, i32, i32, i32, i32, i32) {
  %c = arith.constant 5 : i32
  %d = arith.constant 7 : i32
  %0 = arith.addi %a, %c overflow<nsw> : i32
  %1 = arith.addi %0, %d overflow<nsw> : i32
  %2 = arith.subi %0, %d : i32
  %3 = arith.subi %c, %a : i32
  %4 = arith.addi %3, %d : i32
  %5 = arith.subi %d, %0 : i32
  %6 = arith.muli %a, %c : i32
  %7 = arith.muli %6, %d : i32
  %8 = arith.andi %a, %c : i32
  %9 = arith.andi %8, %d : i32
  return %1, %2, %4, %5, %7, %9 : i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @float_constants_stay_apart(
// CHECK-SAME: %[[A0:.*]]: f32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 1.000000e-01 : f32
// CHECK-NEXT: %[[VCST_0:.*]] = arith.constant 0.699999988 : f32
// CHECK-NEXT: %[[VCST_1:.*]] = arith.constant 7.000000e-02 : f32
// CHECK-NEXT: %[[V0:.*]] = arith.addf %[[A0]], %[[VCST]] : f32
// CHECK-NEXT: %[[V1:.*]] = arith.addf %[[V0]], %[[VCST_0]] : f32
// CHECK-NEXT: %[[V2:.*]] = arith.mulf %[[A0]], %[[VCST_1]] fastmath<reassoc> : f32
// CHECK-NEXT: return %[[V1]], %[[V2]] : f32, f32
func.func @float_constants_stay_apart(%a: f32) -> (f32, f32) {
  %c = arith.constant 0.1 : f32
  %d = arith.constant 0.7 : f32
  %0 = arith.addf %a, %c : f32
  %1 = arith.addf %0, %d : f32
  %2 = arith.mulf %a, %c fastmath<reassoc> : f32
  %3 = arith.mulf %2, %d fastmath<reassoc> : f32
  return %1, %3 : f32, f32
}

// CHECK-LABEL: func.func @subtraction_of_a_constant(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: tensor<2xi64>
// CHECK-NEXT: %[[VC_5_I32:.*]] = arith.constant -5 : i32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant dense<[-1, 2]> : tensor<2xi64>
// CHECK-NEXT: %[[V0:.*]] = arith.addi %[[A0]], %[[VC_5_I32]] : i32
// CHECK-NEXT: %[[V1:.*]] = arith.addi %[[A1]], %[[VCST]] : tensor<2xi64>
// CHECK-NEXT: return %[[V0]], %[[V1]] : i32, tensor<2xi64>
func.func @subtraction_of_a_constant(%a: i32, %t: tensor<2xi64>) -> (i32, tensor<2xi64>) {
  %c = arith.constant 5 : i32
  %0 = arith.subi %a, %c : i32
  %d = arith.constant dense<[1, -2]> : tensor<2xi64>
  %1 = arith.subi %t, %d : tensor<2xi64>
  return %0, %1 : i32, tensor<2xi64>
}

// CHECK-LABEL: func.func @sums_cancel(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = arith.subi %[[A0]], %[[A1]] : i32
// CHECK-NEXT: %[[V1:.*]] = arith.subi %[[A0]], %[[A1]] : i32
// CHECK-NEXT: return %[[A0]], %[[A1]], %[[A1]], %[[V0]], %[[V1]] : i32, i32, i32, i32, i32
func.func @sums_cancel(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  %0 = arith.subi %a, %b : i32
  %1 = arith.addi %b, %0 : i32
  %2 = arith.addi %a, %b : i32
  %3 = arith.subi %2, %a : i32
  %4 = arith.subi %a, %0 : i32
  %5 = arith.subi %zero, %b : i32
  %6 = arith.addi %a, %5 : i32
  %7 = arith.muli %b, %ones : i32
  %8 = arith.addi %a, %7 : i32
  return %1, %3, %4, %6, %8 : i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @bits_cancel(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: i32
// CHECK-NEXT: %[[VC_1_I32:.*]] = arith.constant -1 : i32
// CHECK-NEXT: %[[VC0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.*]] = arith.andi %[[A0]], %[[A1]] : i32
// CHECK-NEXT: return %[[VC0_I32]], %[[VC_1_I32]], %[[A0]], %[[A0]], %[[A0]], %[[V0]] : i32, i32, i32, i32, i32, i32
func.func @bits_cancel(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32) {
  %ones = arith.constant -1 : i32
  %not = arith.xori %a, %ones : i32
  %0 = arith.andi %a, %not : i32
  %1 = arith.ori %not, %a : i32
  %2 = arith.xori %a, %b : i32
  %3 = arith.xori %b, %2 : i32
  %4 = arith.xori %not, %ones : i32
  %5 = arith.ori %a, %b : i32
  %6 = arith.andi %a, %5 : i32
  %7 = arith.andi %a, %b : i32
  %8 = arith.andi %b, %7 : i32
  return %0, %1, %3, %4, %6, %8 : i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @shifts_add_up(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: %[[VC12_I32:.*]] = arith.constant 12 : i32
// CHECK-NEXT: %[[VC0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.*]] = arith.shli %[[A0]], %[[VC12_I32]] : i32
// CHECK-NEXT: return %[[V0]], %[[VC0_I32]] : i32, i32
func.func @shifts_add_up(%a: i32) -> (i32, i32) {
  %c = arith.constant 5 : i32
  %d = arith.constant 7 : i32
  %huge = arith.constant -1 : i32
  %0 = arith.shli %a, %c : i32
  %1 = arith.shli %0, %d : i32
  %2 = arith.shli %0, %huge : i32
  return %1, %2 : i32, i32
}

// CHECK-LABEL: func.func @float_negations(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: f32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant -3.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = arith.subf %[[A0]], %[[A1]] : f32
// CHECK-NEXT: %[[V1:.*]] = arith.addf %[[A0]], %[[A1]] fastmath<contract> : f32
// CHECK-NEXT: %[[V2:.*]] = arith.mulf %[[A0]], %[[A1]] : f32
// CHECK-NEXT: %[[V3:.*]] = arith.mulf %[[A0]], %[[VCST]] : f32
// CHECK-NEXT: %[[V4:.*]] = arith.negf %[[A0]] : f32
// CHECK-NEXT: return %[[A0]], %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]] : f32, f32, f32, f32, f32, f32
func.func @float_negations(%a: f32, %b: f32) -> (f32, f32, f32, f32, f32, f32) {
  %minus_zero = arith.constant -0.0 : f32
  %c = arith.constant 3.0 : f32
  %na = arith.negf %a : f32
  %nb = arith.negf %b : f32
  %0 = arith.negf %na : f32
  %1 = arith.addf %a, %nb : f32
  %2 = arith.subf %a, %nb fastmath<contract> : f32
  %3 = arith.mulf %na, %nb : f32
  %4 = arith.mulf %na, %c : f32
  %5 = arith.subf %minus_zero, %a : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// 0.0 - x is +0 for x = +0, and -(x - y) is -0 for x = y.
// CHECK-LABEL: func.func @float_negations_must_not(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: f32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = arith.subf %[[VCST]], %[[A0]] : f32
// CHECK-NEXT: %[[V1:.*]] = arith.subf %[[A0]], %[[A1]] : f32
// CHECK-NEXT: %[[V2:.*]] = arith.negf %[[V1]] : f32
// CHECK-NEXT: return %[[V0]], %[[V2]] : f32, f32
func.func @float_negations_must_not(%a: f32, %b: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %0 = arith.subf %zero, %a : f32
  %1 = arith.subf %a, %b : f32
  %2 = arith.negf %1 : f32
  return %0, %2 : f32, f32
}

// CHECK-LABEL: func.func @float_negations_by_flags(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: f32
// CHECK-NEXT: %[[V0:.*]] = arith.negf %[[A0]] fastmath<nsz> : f32
// CHECK-NEXT: %[[V1:.*]] = arith.subf %[[A1]], %[[A0]] fastmath<nsz> : f32
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[A0]], %[[A0]] : f32, f32, f32, f32
func.func @float_negations_by_flags(%a: f32, %b: f32) -> (f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %0 = arith.subf %zero, %a fastmath<nsz> : f32
  %1 = arith.subf %a, %b fastmath<nsz> : f32
  %2 = arith.negf %1 fastmath<nsz> : f32
  %3 = arith.subf %a, %b fastmath<fast> : f32
  %4 = arith.addf %3, %b fastmath<fast> : f32
  %5 = arith.addf %a, %b fastmath<fast> : f32
  %6 = arith.subf %5, %b fastmath<fast> : f32
  return %0, %2, %4, %6 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @divisions_become_products(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: f16
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: %[[VCST_0:.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: %[[VCST_1:.*]] = arith.constant 0.333333343 : f32
// CHECK-NEXT: %[[VCST_2:.*]] = arith.constant 3.276800e+04 : f16
// CHECK-NEXT: %[[V0:.*]] = arith.mulf %[[A0]], %[[VCST_0]] : f32
// CHECK-NEXT: %[[V1:.*]] = arith.divf %[[A0]], %[[VCST]] : f32
// CHECK-NEXT: %[[V2:.*]] = arith.mulf %[[A0]], %[[VCST_1]] fastmath<arcp> : f32
// CHECK-NEXT: %[[V3:.*]] = arith.divf %[[A1]], %[[VCST_2]] : f16
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : f32, f32, f32, f16
func.func @divisions_become_products(%a: f32, %h: f16) -> (f32, f32, f32, f16) {
  %four = arith.constant 4.0 : f32
  %three = arith.constant 3.0 : f32
  %0 = arith.divf %a, %four : f32
  %1 = arith.divf %a, %three : f32
  %2 = arith.divf %a, %three fastmath<arcp> : f32
  // 2^-15 is subnormal in f16.
  %c = arith.constant 32768.0 : f16
  %3 = arith.divf %h, %c : f16
  return %0, %1, %2, %3 : f32, f32, f32, f16
}

// CHECK-LABEL: func.func @comparisons(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: i32, %[[A2:.*]]: i1, %[[A3:.*]]: f32
// CHECK-NEXT: %[[VTRUE:.*]] = arith.constant true
// CHECK-NEXT: %[[VFALSE:.*]] = arith.constant false
// CHECK-NEXT: %[[V0:.*]] = arith.cmpi eq, %[[A0]], %[[A1]] : i32
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi sge, %[[A0]], %[[A1]] : i32
// CHECK-NEXT: return %[[VTRUE]], %[[VFALSE]], %[[A2]], %[[VFALSE]], %[[VTRUE]], %[[V0]], %[[V1]], %[[A2]] : i1, i1, i1, i1, i1, i1, i1, i1
func.func @comparisons(%a: i32, %b: i32, %c: i1, %x: f32) -> (i1, i1, i1, i1, i1, i1, i1, i1) {
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpi sle, %a, %a : i32
  %1 = arith.cmpi ult, %a, %zero : i32
  %2 = arith.cmpi eq, %c, %true : i1
  %3 = arith.cmpf olt, %x, %nan : f32
  %4 = arith.cmpf une, %x, %nan : f32
  %5 = arith.subi %a, %b : i32
  %6 = arith.cmpi eq, %5, %zero : i32
  %7 = arith.cmpi slt, %a, %b : i32
  %8 = arith.xori %7, %true : i1
  %9 = arith.extui %c : i1 to i32
  %10 = arith.cmpi ne, %9, %zero : i32
  return %0, %1, %2, %3, %4, %6, %8, %10 : i1, i1, i1, i1, i1, i1, i1, i1
}

// CHECK-LABEL: func.func @comparisons_must_not(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: i32, %[[A2:.*]]: f32
// CHECK-NEXT: %[[VC0_I32:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[V0:.*]] = arith.cmpf oeq, %[[A2]], %[[A2]] : f32
// CHECK-NEXT: %[[V1:.*]] = arith.cmpf ord, %[[A2]], %[[A2]] : f32
// CHECK-NEXT: %[[V2:.*]] = arith.subi %[[A0]], %[[A1]] : i32
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi slt, %[[V2]], %[[VC0_I32]] : i32
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V3]] : i1, i1, i1
func.func @comparisons_must_not(%a: i32, %b: i32, %x: f32) -> (i1, i1, i1) {
  %zero = arith.constant 0 : i32
  // x == x is false for NaN; a - b < 0 is not a < b where it wraps.
  %0 = arith.cmpf oeq, %x, %x : f32
  %1 = arith.cmpf ord, %x, %x : f32
  %2 = arith.subi %a, %b : i32
  %3 = arith.cmpi slt, %2, %zero : i32
  return %0, %1, %3 : i1, i1, i1
}

// CHECK-LABEL: func.func @extended_comparisons(
// CHECK-SAME: %[[A0:.*]]: i8, %[[A1:.*]]: i8, %[[A2:.*]]: i16
// CHECK-NEXT: %[[V0:.*]] = arith.extsi %[[A0]] : i8 to i32
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi slt, %[[A0]], %[[A1]] : i8
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi ult, %[[A0]], %[[A1]] : i8
// CHECK-NEXT: %[[V3:.*]] = arith.extsi %[[A2]] : i16 to i32
// CHECK-NEXT: %[[V4:.*]] = arith.cmpi slt, %[[V0]], %[[V3]] : i32
// CHECK-NEXT: return %[[V1]], %[[V2]], %[[V4]] : i1, i1, i1
func.func @extended_comparisons(%a: i8, %b: i8, %c: i16) -> (i1, i1, i1) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extsi %b : i8 to i32
  %2 = arith.cmpi slt, %0, %1 : i32
  %3 = arith.extui %a : i8 to i32
  %4 = arith.extui %b : i8 to i32
  %5 = arith.cmpi slt, %3, %4 : i32
  %6 = arith.extsi %c : i16 to i32
  %7 = arith.cmpi slt, %0, %6 : i32
  return %2, %5, %7 : i1, i1, i1
}

// CHECK-LABEL: func.func @selections(
// CHECK-SAME: %[[A0:.*]]: i1, %[[A1:.*]]: i1, %[[A2:.*]]: i32, %[[A3:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = arith.select %[[A0]], %[[A3]], %[[A2]] : i32
// CHECK-NEXT: %[[V1:.*]] = arith.andi %[[A0]], %[[A1]] : i1
// CHECK-NEXT: %[[V2:.*]] = arith.select %[[V1]], %[[A2]], %[[A3]] : i32
// CHECK-NEXT: %[[V3:.*]] = arith.extui %[[A0]] : i1 to i32
// CHECK-NEXT: return %[[A2]], %[[A2]], %[[V0]], %[[A3]], %[[A2]], %[[V2]], %[[V3]] : i32, i32, i32, i32, i32, i32, i32
func.func @selections(%c: i1, %d: i1, %a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32, i32) {
  %true = arith.constant true
  %0 = arith.select %c, %a, %a : i32
  %1 = arith.select %true, %a, %b : i32
  %not = arith.xori %c, %true : i1
  %2 = arith.select %not, %a, %b : i32
  %3 = arith.cmpi eq, %a, %b : i32
  %4 = arith.select %3, %a, %b : i32
  %5 = arith.select %c, %a, %b : i32
  %6 = arith.select %c, %5, %a : i32
  %7 = arith.select %d, %a, %b : i32
  %8 = arith.select %c, %7, %b : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %9 = arith.select %c, %one, %zero : i32
  return %0, %1, %2, %4, %6, %8, %9 : i32, i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @boolean_selections(
// CHECK-SAME: %[[A0:.*]]: i1, %[[A1:.*]]: i1
// CHECK-NEXT: %[[VTRUE:.*]] = arith.constant true
// CHECK-NEXT: %[[V0:.*]] = arith.xori %[[A0]], %[[VTRUE]] : i1
// CHECK-NEXT: %[[V1:.*]] = arith.andi %[[A0]], %[[A1]] : i1
// CHECK-NEXT: %[[V2:.*]] = arith.ori %[[A0]], %[[A1]] : i1
// CHECK-NEXT: return %[[A0]], %[[V0]], %[[V1]], %[[V2]] : i1, i1, i1, i1
func.func @boolean_selections(%c: i1, %d: i1) -> (i1, i1, i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = arith.select %c, %true, %false : i1
  %1 = arith.select %c, %false, %true : i1
  %2 = arith.select %c, %d, %false : i1
  %3 = arith.select %c, %true, %d : i1
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// One condition for a whole vector is not a vector of conditions.
// CHECK-LABEL: func.func @selections_must_not(
// CHECK-SAME: %[[A0:.*]]: i1, %[[A1:.*]]: vector<4xi1>
// CHECK-NEXT: %[[VCST:.*]] = arith.constant dense<false> : vector<4xi1>
// CHECK-NEXT: %[[V0:.*]] = arith.select %[[A0]], %[[A1]], %[[VCST]] : vector<4xi1>
// CHECK-NEXT: return %[[V0]] : vector<4xi1>
func.func @selections_must_not(%c: i1, %v: vector<4xi1>) -> vector<4xi1> {
  %false = arith.constant dense<false> : vector<4xi1>
  %0 = arith.select %c, %v, %false : vector<4xi1>
  return %0 : vector<4xi1>
}

// CHECK-LABEL: func.func @integer_casts(
// CHECK-SAME: %[[A0:.*]]: i8, %[[A1:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = arith.extui %[[A0]] : i8 to i32
// CHECK-NEXT: %[[V1:.*]] = arith.extsi %[[A0]] : i8 to i32
// CHECK-NEXT: %[[V2:.*]] = arith.extui %[[A0]] : i8 to i32
// CHECK-NEXT: %[[V3:.*]] = arith.extsi %[[A0]] : i8 to i16
// CHECK-NEXT: %[[V4:.*]] = arith.trunci %[[A1]] : i32 to i16
// CHECK-NEXT: %[[V5:.*]] = arith.extsi %[[A1]] : i32 to i64
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[A0]], %[[V3]], %[[V4]], %[[A1]], %[[V5]] : i32, i32, i32, i8, i16, i16, i32, i64
func.func @integer_casts(%a: i8, %b: i32) -> (i32, i32, i32, i8, i16, i16, i32, i64) {
  %0 = arith.extui %a : i8 to i16
  %1 = arith.extui %0 : i16 to i32
  %2 = arith.extsi %a : i8 to i16
  %3 = arith.extsi %2 : i16 to i32
  %4 = arith.extsi %0 : i16 to i32
  %5 = arith.extsi %a : i8 to i32
  %6 = arith.trunci %5 : i32 to i8
  %7 = arith.trunci %5 : i32 to i16
  %8 = arith.extui %b : i32 to i64
  %9 = arith.trunci %8 : i64 to i16
  %10 = arith.index_cast %b : i32 to index
  %11 = arith.index_cast %10 : index to i32
  %12 = arith.index_cast %10 : index to i64
  return %1, %3, %4, %6, %7, %9, %11, %12 : i32, i32, i32, i8, i16, i16, i32, i64
}

// Through a narrower integer bits are lost.
// CHECK-LABEL: func.func @integer_casts_must_not(
// CHECK-SAME: %[[A0:.*]]: index, %[[A1:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = arith.index_cast %[[A0]] : index to i32
// CHECK-NEXT: %[[V1:.*]] = arith.index_cast %[[V0]] : i32 to index
// CHECK-NEXT: %[[V2:.*]] = arith.trunci %[[A1]] : i32 to i8
// CHECK-NEXT: %[[V3:.*]] = arith.extui %[[V2]] : i8 to i32
// CHECK-NEXT: return %[[V1]], %[[V3]] : index, i32
func.func @integer_casts_must_not(%i: index, %a: i32) -> (index, i32) {
  %0 = arith.index_cast %i : index to i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = arith.trunci %a : i32 to i8
  %3 = arith.extui %2 : i8 to i32
  return %1, %3 : index, i32
}

// CHECK-LABEL: func.func @float_casts(
// CHECK-SAME: %[[A0:.*]]: f16, %[[A1:.*]]: f64, %[[A2:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = arith.extf %[[A0]] : f16 to f32
// CHECK-NEXT: %[[V1:.*]] = arith.extf %[[A0]] : f16 to f64
// CHECK-NEXT: %[[V2:.*]] = arith.bitcast %[[A0]] : f16 to i16
// CHECK-NEXT: %[[V3:.*]] = arith.sitofp %[[A2]] : i32 to f32
// CHECK-NEXT: return %[[A0]], %[[V0]], %[[V1]], %[[V2]], %[[V3]] : f16, f32, f64, i16, f32
func.func @float_casts(%h: f16, %d: f64, %a: i32) -> (f16, f32, f64, i16, f32) {
  %0 = arith.extf %h : f16 to f64
  %1 = arith.truncf %0 : f64 to f16
  %2 = arith.truncf %0 : f64 to f32
  %3 = arith.extf %h : f16 to f32
  %4 = arith.extf %3 : f32 to f64
  %5 = arith.bitcast %h : f16 to bf16
  %6 = arith.bitcast %5 : bf16 to i16
  %7 = arith.sitofp %a : i32 to f64
  %8 = arith.truncf %7 : f64 to f32
  return %1, %2, %4, %6, %8 : f16, f32, f64, i16, f32
}

// Rounding twice is not rounding once.
// CHECK-LABEL: func.func @float_casts_must_not(
// CHECK-SAME: %[[A0:.*]]: f64, %[[A1:.*]]: i64, %[[A2:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = arith.truncf %[[A0]] : f64 to f32
// CHECK-NEXT: %[[V1:.*]] = arith.truncf %[[V0]] : f32 to f16
// CHECK-NEXT: %[[V2:.*]] = arith.sitofp %[[A1]] : i64 to f64
// CHECK-NEXT: %[[V3:.*]] = arith.truncf %[[V2]] : f64 to f32
// CHECK-NEXT: %[[V4:.*]] = arith.sitofp %[[A2]] : i32 to f32
// CHECK-NEXT: %[[V5:.*]] = arith.truncf %[[V4]] : f32 to f16
// CHECK-NEXT: return %[[V1]], %[[V3]], %[[V5]] : f16, f32, f16
func.func @float_casts_must_not(%d: f64, %a: i64, %b: i32) -> (f16, f32, f16) {
  %0 = arith.truncf %d : f64 to f32
  %1 = arith.truncf %0 : f32 to f16
  %2 = arith.sitofp %a : i64 to f64
  %3 = arith.truncf %2 : f64 to f32
  %4 = arith.sitofp %b : i32 to f32
  %5 = arith.truncf %4 : f32 to f16
  return %1, %3, %5 : f16, f32, f16
}

// CHECK-LABEL: func.func @unused_results(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = arith.addi %[[A0]], %[[A1]] : i32
// CHECK-NEXT: %[[V1:.*]] = arith.muli %[[A0]], %[[A1]] : i32
// CHECK-NEXT: %[[V2:.*]] = arith.muli %[[A0]], %[[A1]] : i32
// CHECK-NEXT: %[[VSUM:.*]], %[[VOVERFLOW:.*]] = arith.addui_extended %[[A1]], %[[A1]] : i32, i1
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[VSUM]], %[[VOVERFLOW]] : i32, i32, i32, i32, i1
func.func @unused_results(%a: i32, %b: i32) -> (i32, i32, i32, i32, i1) {
  %0:2 = arith.addui_extended %a, %b : i32, i1
  %1:2 = arith.mulsi_extended %a, %b : i32
  %2:2 = arith.mului_extended %a, %b : i32
  %3:2 = arith.addui_extended %b, %b : i32, i1
  return %0#0, %1#0, %2#0, %3#0, %3#1 : i32, i32, i32, i32, i1
}

// Casts of memrefs have no integer conversions to become.
// CHECK-LABEL: func.func @memref_casts(
// CHECK-SAME: %[[A0:.*]]: memref<?xi8>
// CHECK-NEXT: %[[V0:.*]] = arith.index_cast %[[A0]] : memref<?xi8> to memref<?xindex>
// CHECK-NEXT: %[[V1:.*]] = arith.index_cast %[[V0]] : memref<?xindex> to memref<?xi32>
// CHECK-NEXT: %[[V2:.*]] = arith.index_cast %[[A0]] : memref<?xi8> to memref<?xindex>
// CHECK-NEXT: %[[V3:.*]] = arith.index_cast %[[V2]] : memref<?xindex> to memref<?xi16>
// CHECK-NEXT: %[[V4:.*]] = arith.bitcast %[[V3]] : memref<?xi16> to memref<?xf16>
// CHECK-NEXT: return %[[V1]], %[[V4]] : memref<?xi32>, memref<?xf16>
func.func @memref_casts(%m: memref<?xi8>) -> (memref<?xi32>, memref<?xf16>) {
  %0 = arith.index_cast %m : memref<?xi8> to memref<?xindex>
  %1 = arith.index_cast %0 : memref<?xindex> to memref<?xi32>
  %2 = arith.index_cast %m : memref<?xi8> to memref<?xindex>
  %3 = arith.index_cast %2 : memref<?xindex> to memref<?xi16>
  %4 = arith.bitcast %3 : memref<?xi16> to memref<?xbf16>
  %5 = arith.bitcast %4 : memref<?xbf16> to memref<?xf16>
  return %1, %5 : memref<?xi32>, memref<?xf16>
}
