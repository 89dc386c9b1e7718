// Each op of constants is a constant.
// RUN: tfopt --canonicalize %s | FileCheck %s
// RUN: tfopt --canonicalize --check-semantics %s -o /dev/null

// math.acos
// CHECK-LABEL: func.func @math_acos(
// CHECK-NEXT: %[[A:.+]] = arith.constant 1.0471975511965979 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_acos() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.acos %c0 : f64
  return %r : f64
}

// math.acosh
// CHECK-LABEL: func.func @math_acosh(
// CHECK-NEXT: %[[A:.+]] = arith.constant 1.3169578969248168 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_acosh() -> f64 {
  %c0 = arith.constant 2.0 : f64
  %r = math.acosh %c0 : f64
  return %r : f64
}

// math.asin
// CHECK-LABEL: func.func @math_asin(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.52359877559829893 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_asin() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.asin %c0 : f64
  return %r : f64
}

// math.asinh
// CHECK-LABEL: func.func @math_asinh(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.48121182505960347 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_asinh() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.asinh %c0 : f64
  return %r : f64
}

// math.atan
// CHECK-LABEL: func.func @math_atan(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.46364760900080615 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_atan() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.atan %c0 : f64
  return %r : f64
}

// math.atanh
// CHECK-LABEL: func.func @math_atanh(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.54930614433405478 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_atanh() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.atanh %c0 : f64
  return %r : f64
}

// math.cbrt
// CHECK-LABEL: func.func @math_cbrt(
// CHECK-NEXT: %[[A:.+]] = arith.constant 3.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_cbrt() -> f64 {
  %c0 = arith.constant 27.0 : f64
  %r = math.cbrt %c0 : f64
  return %r : f64
}

// math.ceil
// CHECK-LABEL: func.func @math_ceil(
// CHECK-NEXT: %[[A:.+]] = arith.constant 2.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_ceil() -> f64 {
  %c0 = arith.constant 1.25 : f64
  %r = math.ceil %c0 : f64
  return %r : f64
}

// math.cos
// CHECK-LABEL: func.func @math_cos(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.87758256189037265 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_cos() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.cos %c0 : f64
  return %r : f64
}

// math.cosh
// CHECK-LABEL: func.func @math_cosh(
// CHECK-NEXT: %[[A:.+]] = arith.constant 1.1276259652063807 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_cosh() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.cosh %c0 : f64
  return %r : f64
}

// math.erf
// CHECK-LABEL: func.func @math_erf(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.52049987781304652 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_erf() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.erf %c0 : f64
  return %r : f64
}

// math.erfc
// CHECK-LABEL: func.func @math_erfc(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.47950012218695348 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_erfc() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.erfc %c0 : f64
  return %r : f64
}

// math.exp
// CHECK-LABEL: func.func @math_exp(
// CHECK-NEXT: %[[A:.+]] = arith.constant 1.6487212707001282 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_exp() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.exp %c0 : f64
  return %r : f64
}

// math.exp2
// CHECK-LABEL: func.func @math_exp2(
// CHECK-NEXT: %[[A:.+]] = arith.constant 8.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_exp2() -> f64 {
  %c0 = arith.constant 3.0 : f64
  %r = math.exp2 %c0 : f64
  return %r : f64
}

// math.expm1
// CHECK-LABEL: func.func @math_expm1(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.64872127070012819 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_expm1() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.expm1 %c0 : f64
  return %r : f64
}

// math.log
// CHECK-LABEL: func.func @math_log(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.69314718055994529 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_log() -> f64 {
  %c0 = arith.constant 2.0 : f64
  %r = math.log %c0 : f64
  return %r : f64
}

// math.log10
// CHECK-LABEL: func.func @math_log10(
// CHECK-NEXT: %[[A:.+]] = arith.constant 2.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_log10() -> f64 {
  %c0 = arith.constant 100.0 : f64
  %r = math.log10 %c0 : f64
  return %r : f64
}

// math.log1p
// CHECK-LABEL: func.func @math_log1p(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.40546510810816438 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_log1p() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.log1p %c0 : f64
  return %r : f64
}

// math.log2
// CHECK-LABEL: func.func @math_log2(
// CHECK-NEXT: %[[A:.+]] = arith.constant 3.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_log2() -> f64 {
  %c0 = arith.constant 8.0 : f64
  %r = math.log2 %c0 : f64
  return %r : f64
}

// math.round
// CHECK-LABEL: func.func @math_round(
// CHECK-NEXT: %[[A:.+]] = arith.constant 3.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_round() -> f64 {
  %c0 = arith.constant 2.5 : f64
  %r = math.round %c0 : f64
  return %r : f64
}

// math.roundeven
// CHECK-LABEL: func.func @math_roundeven(
// CHECK-NEXT: %[[A:.+]] = arith.constant 2.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_roundeven() -> f64 {
  %c0 = arith.constant 2.5 : f64
  %r = math.roundeven %c0 : f64
  return %r : f64
}

// math.rsqrt
// CHECK-LABEL: func.func @math_rsqrt(
// CHECK-NEXT: %[[A:.+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_rsqrt() -> f64 {
  %c0 = arith.constant 4.0 : f64
  %r = math.rsqrt %c0 : f64
  return %r : f64
}

// math.sin
// CHECK-LABEL: func.func @math_sin(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.47942553860420301 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_sin() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.sin %c0 : f64
  return %r : f64
}

// math.sinh
// CHECK-LABEL: func.func @math_sinh(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.52109530549374738 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_sinh() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.sinh %c0 : f64
  return %r : f64
}

// math.sqrt
// CHECK-LABEL: func.func @math_sqrt(
// CHECK-NEXT: %[[A:.+]] = arith.constant 3.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_sqrt() -> f64 {
  %c0 = arith.constant 9.0 : f64
  %r = math.sqrt %c0 : f64
  return %r : f64
}

// math.tan
// CHECK-LABEL: func.func @math_tan(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.54630248984379048 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_tan() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.tan %c0 : f64
  return %r : f64
}

// math.tanh
// CHECK-LABEL: func.func @math_tanh(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.46211715726000979 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_tanh() -> f64 {
  %c0 = arith.constant 0.5 : f64
  %r = math.tanh %c0 : f64
  return %r : f64
}

// math.trunc
// CHECK-LABEL: func.func @math_trunc(
// CHECK-NEXT: %[[A:.+]] = arith.constant -1.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_trunc() -> f64 {
  %c0 = arith.constant -1.75 : f64
  %r = math.trunc %c0 : f64
  return %r : f64
}

// math.atan2
// CHECK-LABEL: func.func @math_atan2(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.46364760900080615 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_atan2() -> f64 {
  %c0 = arith.constant 1.0 : f64
  %c1 = arith.constant 2.0 : f64
  %r = math.atan2 %c0, %c1 : f64
  return %r : f64
}

// math.fma
// CHECK-LABEL: func.func @math_fma(
// CHECK-NEXT: %[[A:.+]] = arith.constant 1.000000e+01 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_fma() -> f64 {
  %c0 = arith.constant 2.0 : f64
  %c1 = arith.constant 3.0 : f64
  %c2 = arith.constant 4.0 : f64
  %r = math.fma %c0, %c1, %c2 : f64
  return %r : f64
}

// math.clampf
// CHECK-LABEL: func.func @math_clampf(
// CHECK-NEXT: %[[A:.+]] = arith.constant 2.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @math_clampf() -> f64 {
  %c0 = arith.constant 5.0 : f64
  %c1 = arith.constant 0.0 : f64
  %c2 = arith.constant 2.0 : f64
  %r = math.clampf %c0 to [%c1, %c2] : f64
  return %r : f64
}

// math.isfinite
// CHECK-LABEL: func.func @math_isfinite(
// CHECK-NEXT: %[[A:.+]] = arith.constant true
// CHECK-NEXT: return %[[A]] : i1
func.func @math_isfinite() -> i1 {
  %c0 = arith.constant 1.5 : f64
  %r = math.isfinite %c0 : f64
  return %r : i1
}

// math.isinf
// CHECK-LABEL: func.func @math_isinf(
// CHECK-NEXT: %[[A:.+]] = arith.constant false
// CHECK-NEXT: return %[[A]] : i1
func.func @math_isinf() -> i1 {
  %c0 = arith.constant 1.5 : f64
  %r = math.isinf %c0 : f64
  return %r : i1
}

// math.isnormal
// CHECK-LABEL: func.func @math_isnormal(
// CHECK-NEXT: %[[A:.+]] = arith.constant true
// CHECK-NEXT: return %[[A]] : i1
func.func @math_isnormal() -> i1 {
  %c0 = arith.constant 1.5 : f64
  %r = math.isnormal %c0 : f64
  return %r : i1
}

// math.absi
// CHECK-LABEL: func.func @math_absi(
// CHECK-NEXT: %[[A:.+]] = arith.constant 5 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @math_absi() -> i32 {
  %c0 = arith.constant -5 : i32
  %r = math.absi %c0 : i32
  return %r : i32
}

// math.ctpop
// CHECK-LABEL: func.func @math_ctpop(
// CHECK-NEXT: %[[A:.+]] = arith.constant 8 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @math_ctpop() -> i32 {
  %c0 = arith.constant 255 : i32
  %r = math.ctpop %c0 : i32
  return %r : i32
}

// math.cttz
// CHECK-LABEL: func.func @math_cttz(
// CHECK-NEXT: %[[A:.+]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @math_cttz() -> i32 {
  %c0 = arith.constant 8 : i32
  %r = math.cttz %c0 : i32
  return %r : i32
}

// math.ipowi
// CHECK-LABEL: func.func @math_ipowi(
// CHECK-NEXT: %[[A:.+]] = arith.constant -27 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @math_ipowi() -> i32 {
  %c0 = arith.constant -3 : i32
  %c1 = arith.constant 3 : i32
  %r = math.ipowi %c0, %c1 : i32
  return %r : i32
}

// math.sincos
// CHECK-LABEL: func.func @math_sincos(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0.47942553860420301 : f64
// CHECK-NEXT: %[[B:.+]] = arith.constant 0.87758256189037265 : f64
// CHECK-NEXT: return %[[A]], %[[B]] : f64, f64
func.func @math_sincos() -> (f64, f64) {
  %c0 = arith.constant 0.5 : f64
  %r, %o = math.sincos %c0 : f64
  return %r, %o : f64, f64
}
