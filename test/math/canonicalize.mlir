// RUN: tfopt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @constants_fold(
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 2.500000e+00 : f32
// CHECK-NEXT: %[[VC26_I32:.*]] = arith.constant 26 : i32
// CHECK-NEXT: %[[VFALSE:.*]] = arith.constant false
// CHECK-NEXT: %[[VCST_0:.*]] = arith.constant dense<[1.000000e+00, -2.000000e+00]> : vector<2xf32>
// CHECK-NEXT: return %[[VCST]], %[[VC26_I32]], %[[VFALSE]], %[[VCST_0]] : f32, i32, i1, vector<2xf32>
func.func @constants_fold() -> (f32, i32, i1, vector<2xf32>) {
  %a = arith.constant -2.5 : f32
  %0 = math.absf %a : f32
  %b = arith.constant 40 : i32
  %1 = math.ctlz %b : i32
  %2 = math.isnan %a : f32
  %v = arith.constant dense<[1.5, -1.5]> : vector<2xf32>
  %3 = math.floor %v : vector<2xf32>
  return %0, %1, %2, %3 : f32, i32, i1, vector<2xf32>
}

// CHECK-LABEL: func.func @magnitudes_and_signs(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: f32, %[[A2:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = math.absf %[[A0]] : f32
// CHECK-NEXT: %[[V1:.*]] = math.copysign %[[A0]], %[[A1]] : f32
// CHECK-NEXT: %[[V2:.*]] = math.copysign %[[A0]], %[[A1]] fastmath<contract> : f32
// CHECK-NEXT: %[[V3:.*]] = math.absi %[[A2]] : i32
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[A0]], %[[V3]] : f32, f32, f32, f32, i32
func.func @magnitudes_and_signs(%a: f32, %b: f32, %i: i32) -> (f32, f32, f32, f32, i32) {
  %n = arith.negf %a : f32
  %0 = math.absf %n : f32
  %1 = math.absf %0 : f32
  %2 = math.copysign %n, %b : f32
  %3 = math.copysign %1, %b fastmath<contract> : f32
  %4 = math.copysign %a, %a : f32
  %zero = arith.constant 0 : i32
  %5 = arith.subi %zero, %i : i32
  %6 = math.absi %5 : i32
  return %1, %2, %3, %4, %6 : f32, f32, f32, f32, i32
}

// CHECK-LABEL: func.func @whole_numbers(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = math.floor %[[A0]] : f32
// CHECK-NEXT: %[[V1:.*]] = math.floor %[[A0]] : f32
// CHECK-NEXT: %[[V2:.*]] = arith.sitofp %[[A1]] : i32 to f32
// CHECK-NEXT: %[[V3:.*]] = arith.addf %[[A0]], %[[V0]] : f32
// CHECK-NEXT: %[[V4:.*]] = math.trunc %[[V3]] : f32
// CHECK-NEXT: return %[[V1]], %[[V2]], %[[V4]] : f32, f32, f32
func.func @whole_numbers(%a: f32, %i: i32) -> (f32, f32, f32) {
  %0 = math.floor %a : f32
  %1 = math.floor %0 : f32
  %2 = math.ceil %1 : f32
  %3 = arith.sitofp %i : i32 to f32
  %4 = math.roundeven %3 : f32
  %5 = arith.addf %a, %0 : f32
  %6 = math.trunc %5 : f32
  return %2, %4, %6 : f32, f32, f32
}

// CHECK-LABEL: func.func @fused(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: f32, %[[A2:.*]]: f32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = arith.addf %[[A0]], %[[A1]] fastmath<contract> : f32
// CHECK-NEXT: %[[V1:.*]] = math.fma %[[A0]], %[[VCST]], %[[A1]] : f32
// CHECK-NEXT: %[[V2:.*]] = math.fma %[[A0]], %[[A1]], %[[A2]] : f32
// CHECK-NEXT: %[[V3:.*]] = math.fma %[[A0]], %[[A1]], %[[A2]] : f32
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : f32, f32, f32, f32
func.func @fused(%a: f32, %b: f32, %c: f32) -> (f32, f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %0 = math.fma %one, %a, %b fastmath<contract> : f32
  %1 = math.fma %two, %a, %b : f32
  %na = arith.negf %a : f32
  %nb = arith.negf %b : f32
  %2 = math.fma %na, %nb, %c : f32
  %3 = math.fma %a, %b, %c : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @powers(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: i32, %[[A2:.*]]: i2
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[VC_2_I2:.*]] = arith.constant -2 : i2
// CHECK-NEXT: %[[V0:.*]] = arith.muli %[[A1]], %[[A1]] : i32
// CHECK-NEXT: %[[V1:.*]] = arith.muli %[[A1]], %[[A1]] : i32
// CHECK-NEXT: %[[V2:.*]] = arith.muli %[[A1]], %[[V1]] : i32
// CHECK-NEXT: %[[V3:.*]] = math.ipowi %[[A2]], %[[VC_2_I2]] : i2
// CHECK-NEXT: return %[[A0]], %[[VCST]], %[[VCST]], %[[V0]], %[[V2]], %[[V3]] : f32, f32, f32, i32, i32, i2
func.func @powers(%a: f32, %i: i32, %n: i2) -> (f32, f32, f32, i32, i32, i2) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %5 = math.powf %a, %one : f32
  %6 = math.powf %a, %zero : f32
  %none = arith.constant 0 : i32
  %7 = math.fpowi %a, %none : f32, i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %2 = math.ipowi %i, %two : i32
  %3 = math.ipowi %i, %three : i32
  // In two bits this exponent is -2.
  %minus = arith.constant -2 : i2
  %4 = math.ipowi %n, %minus : i2
  return %5, %6, %7, %2, %3, %4 : f32, f32, f32, i32, i32, i2
}

// A product rounds, a power function does so elsewhere.
// CHECK-LABEL: func.func @powers_must_not(
// CHECK-SAME: %[[A0:.*]]: f32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %[[VCST_0:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %[[V0:.*]] = math.powf %[[A0]], %[[VCST]] : f32
// CHECK-NEXT: %[[V1:.*]] = math.powf %[[A0]], %[[VCST_0]] fastmath<afn> : f32
// CHECK-NEXT: return %[[V0]], %[[V1]] : f32, f32
func.func @powers_must_not(%a: f32) -> (f32, f32) {
  %two = arith.constant 2.0 : f32
  %half = arith.constant 0.5 : f32
  %0 = math.powf %a, %two : f32
  %1 = math.powf %a, %half fastmath<afn> : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @powers_by_flags(
// CHECK-SAME: %[[A0:.*]]: f32
// CHECK-NEXT: %[[VCST:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V0:.*]] = arith.mulf %[[A0]], %[[A0]] fastmath<afn> : f32
// CHECK-NEXT: %[[V1:.*]] = arith.mulf %[[A0]], %[[A0]] fastmath<afn> : f32
// CHECK-NEXT: %[[V2:.*]] = arith.mulf %[[A0]], %[[V1]] fastmath<afn> : f32
// CHECK-NEXT: %[[V3:.*]] = arith.divf %[[VCST]], %[[A0]] fastmath<afn> : f32
// CHECK-NEXT: %[[V4:.*]] = math.sqrt %[[A0]] fastmath<fast> : f32
// CHECK-NEXT: %[[V5:.*]] = math.rsqrt %[[A0]] fastmath<fast> : f32
// CHECK-NEXT: %[[V6:.*]] = arith.mulf %[[A0]], %[[A0]] fastmath<afn> : f32
// CHECK-NEXT: return %[[V0]], %[[V2]], %[[V3]], %[[V4]], %[[V5]], %[[V6]] : f32, f32, f32, f32, f32, f32
func.func @powers_by_flags(%a: f32) -> (f32, f32, f32, f32, f32, f32) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %minus = arith.constant -1.0 : f32
  %half = arith.constant 0.5 : f32
  %minus_half = arith.constant -0.5 : f32
  %n = arith.constant 2 : i32
  %0 = math.powf %a, %two fastmath<afn> : f32
  %1 = math.powf %a, %three fastmath<afn> : f32
  %2 = math.powf %a, %minus fastmath<afn> : f32
  %3 = math.powf %a, %half fastmath<fast> : f32
  %4 = math.powf %a, %minus_half fastmath<fast> : f32
  %5 = math.fpowi %a, %n fastmath<afn> : f32, i32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @unused_results(
// CHECK-SAME: %[[A0:.*]]: f32
// CHECK-NEXT: %[[V0:.*]] = math.sin %[[A0]] fastmath<afn> : f32
// CHECK-NEXT: %[[V1:.*]] = math.cos %[[A0]] : f32
// CHECK-NEXT: %[[VSIN:.*]], %[[VCOS:.*]] = math.sincos %[[A0]] : f32
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[VSIN]], %[[VCOS]] : f32, f32, f32, f32
func.func @unused_results(%a: f32) -> (f32, f32, f32, f32) {
  %0:2 = math.sincos %a fastmath<afn> : f32
  %1:2 = math.sincos %a : f32
  %2:2 = math.sincos %a : f32
  return %0#0, %1#1, %2#0, %2#1 : f32, f32, f32, f32
}
