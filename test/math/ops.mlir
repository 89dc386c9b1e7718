// RUN: tfopt %s | tfopt | FileCheck %s
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// RUN: tfopt %s | FileCheck %s --check-prefix=NAMES

// Every op of math in custom form, on scalars, vectors and tensors.

// CHECK-LABEL: func.func @unary
func.func @unary(%a: f32, %v: vector<4xf16>, %t: tensor<?x3xf64>) {
  // CHECK: math.absf %{{.*}} : f32
  %0 = math.absf %a : f32
  // CHECK: math.acos %{{.*}} fastmath<fast> : vector<4xf16>
  %1 = math.acos %v fastmath<fast> : vector<4xf16>
  // CHECK: math.acosh %{{.*}} fastmath<nnan,afn> : tensor<?x3xf64>
  %2 = math.acosh %t fastmath<nnan,afn> : tensor<?x3xf64>
  // CHECK: math.asin %{{.*}} fastmath<contract> {dialect.note} : f32
  %3 = math.asin %a fastmath<contract> {dialect.note} : f32
  // CHECK: math.asinh %{{.*}} : vector<4xf16>
  %4 = math.asinh %v : vector<4xf16>
  // CHECK: math.atan %{{.*}} fastmath<fast> : tensor<?x3xf64>
  %5 = math.atan %t fastmath<fast> : tensor<?x3xf64>
  // CHECK: math.atanh %{{.*}} fastmath<nnan,afn> : f32
  %6 = math.atanh %a fastmath<nnan,afn> : f32
  // CHECK: math.cbrt %{{.*}} fastmath<contract> {dialect.note} : vector<4xf16>
  %7 = math.cbrt %v fastmath<contract> {dialect.note} : vector<4xf16>
  // CHECK: math.ceil %{{.*}} : tensor<?x3xf64>
  %8 = math.ceil %t : tensor<?x3xf64>
  // CHECK: math.cos %{{.*}} fastmath<fast> : f32
  %9 = math.cos %a fastmath<fast> : f32
  // CHECK: math.cosh %{{.*}} fastmath<nnan,afn> : vector<4xf16>
  %10 = math.cosh %v fastmath<nnan,afn> : vector<4xf16>
  // CHECK: math.erf %{{.*}} fastmath<contract> {dialect.note} : tensor<?x3xf64>
  %11 = math.erf %t fastmath<contract> {dialect.note} : tensor<?x3xf64>
  // CHECK: math.erfc %{{.*}} : f32
  %12 = math.erfc %a : f32
  // CHECK: math.exp %{{.*}} fastmath<fast> : vector<4xf16>
  %13 = math.exp %v fastmath<fast> : vector<4xf16>
  // CHECK: math.exp2 %{{.*}} fastmath<nnan,afn> : tensor<?x3xf64>
  %14 = math.exp2 %t fastmath<nnan,afn> : tensor<?x3xf64>
  // CHECK: math.expm1 %{{.*}} fastmath<contract> {dialect.note} : f32
  %15 = math.expm1 %a fastmath<contract> {dialect.note} : f32
  // CHECK: math.floor %{{.*}} : vector<4xf16>
  %16 = math.floor %v : vector<4xf16>
  // CHECK: math.log %{{.*}} fastmath<fast> : tensor<?x3xf64>
  %17 = math.log %t fastmath<fast> : tensor<?x3xf64>
  // CHECK: math.log10 %{{.*}} fastmath<nnan,afn> : f32
  %18 = math.log10 %a fastmath<nnan,afn> : f32
  // CHECK: math.log1p %{{.*}} fastmath<contract> {dialect.note} : vector<4xf16>
  %19 = math.log1p %v fastmath<contract> {dialect.note} : vector<4xf16>
  // CHECK: math.log2 %{{.*}} : tensor<?x3xf64>
  %20 = math.log2 %t : tensor<?x3xf64>
  // CHECK: math.round %{{.*}} fastmath<fast> : f32
  %21 = math.round %a fastmath<fast> : f32
  // CHECK: math.roundeven %{{.*}} fastmath<nnan,afn> : vector<4xf16>
  %22 = math.roundeven %v fastmath<nnan,afn> : vector<4xf16>
  // CHECK: math.rsqrt %{{.*}} fastmath<contract> {dialect.note} : tensor<?x3xf64>
  %23 = math.rsqrt %t fastmath<contract> {dialect.note} : tensor<?x3xf64>
  // CHECK: math.sin %{{.*}} : f32
  %24 = math.sin %a : f32
  // CHECK: math.sinh %{{.*}} fastmath<fast> : vector<4xf16>
  %25 = math.sinh %v fastmath<fast> : vector<4xf16>
  // CHECK: math.sqrt %{{.*}} fastmath<nnan,afn> : tensor<?x3xf64>
  %26 = math.sqrt %t fastmath<nnan,afn> : tensor<?x3xf64>
  // CHECK: math.tan %{{.*}} fastmath<contract> {dialect.note} : f32
  %27 = math.tan %a fastmath<contract> {dialect.note} : f32
  // CHECK: math.tanh %{{.*}} : vector<4xf16>
  %28 = math.tanh %v : vector<4xf16>
  // CHECK: math.trunc %{{.*}} fastmath<fast> : tensor<?x3xf64>
  %29 = math.trunc %t fastmath<fast> : tensor<?x3xf64>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%a: f32, %v: vector<4xf16>, %t: tensor<?x3xf64>) {
  // CHECK: math.atan2 %{{.*}}, %{{.*}} fastmath<fast> : f32
  %0 = math.atan2 %a, %a fastmath<fast> : f32
  // CHECK: math.copysign %{{.*}}, %{{.*}} fastmath<nnan,afn> : vector<4xf16>
  %1 = math.copysign %v, %v fastmath<nnan,afn> : vector<4xf16>
  // CHECK: math.powf %{{.*}}, %{{.*}} fastmath<contract> {dialect.note} : tensor<?x3xf64>
  %2 = math.powf %t, %t fastmath<contract> {dialect.note} : tensor<?x3xf64>
  return
}

// CHECK-LABEL: func.func @ternary
func.func @ternary(%a: f32, %v: vector<4xf16>, %t: tensor<?x3xf64>) {
  // CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
  %0 = math.fma %a, %a, %a : f32
  // CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} fastmath<contract> : tensor<?x3xf64>
  %1 = math.fma %t, %t, %t fastmath<contract> : tensor<?x3xf64>
  // CHECK: math.clampf %{{.*}} to [%{{.*}}, %{{.*}}] : f32
  %2 = math.clampf %a to [%a, %a] : f32
  // CHECK: math.clampf %{{.*}} to [%{{.*}}, %{{.*}}] fastmath<nnan> {dialect.note} : vector<4xf16>
  %3 = math.clampf %v to [%v, %v] fastmath<nnan> {dialect.note} : vector<4xf16>
  return
}

// CHECK-LABEL: func.func @powers
func.func @powers(%a: f32, %i: i32, %t: tensor<?xf16>, %ti: tensor<?xi64>, %n: index) {
  // CHECK: math.fpowi %{{.*}}, %{{.*}} : f32, i32
  %0 = math.fpowi %a, %i : f32, i32
  // CHECK: math.fpowi %{{.*}}, %{{.*}} fastmath<fast> : tensor<?xf16>, tensor<?xi64>
  %1 = math.fpowi %t, %ti fastmath<fast> : tensor<?xf16>, tensor<?xi64>
  // CHECK: math.fpowi %{{.*}}, %{{.*}} {dialect.note} : f32, index
  %2 = math.fpowi %a, %n {dialect.note} : f32, index
  // CHECK: math.ipowi %{{.*}}, %{{.*}} : i32
  %3 = math.ipowi %i, %i : i32
  // CHECK: math.ipowi %{{.*}}, %{{.*}} : tensor<?xi64>
  %4 = math.ipowi %ti, %ti : tensor<?xi64>
  return
}

// CHECK-LABEL: func.func @integers
func.func @integers(%a: i32, %i: index, %v: vector<4xi8>) {
  // CHECK: math.absi %{{.*}} : i32
  %0 = math.absi %a : i32
  // CHECK: math.ctlz %{{.*}} : index
  %1 = math.ctlz %i : index
  // CHECK: math.cttz %{{.*}} : vector<4xi8>
  %2 = math.cttz %v : vector<4xi8>
  // CHECK: math.ctpop %{{.*}} {dialect.note} : i32
  %3 = math.ctpop %a {dialect.note} : i32
  return
}

// CHECK-LABEL: func.func @classes
func.func @classes(%a: f32, %v: vector<4xf16>, %t: tensor<?x3xf64>) {
  // CHECK: math.isfinite %{{.*}} : f32
  %0 = math.isfinite %a : f32
  // CHECK: math.isinf %{{.*}} : vector<4xf16>
  %1 = math.isinf %v : vector<4xf16>
  // CHECK: math.isnan %{{.*}} : tensor<?x3xf64>
  %2 = math.isnan %t : tensor<?x3xf64>
  // CHECK: math.isnormal %{{.*}} {fastmath = #arith.fastmath<nnan>} : f32
  %3 = math.isnormal %a {fastmath = #arith.fastmath<nnan>} : f32
  return
}

// CHECK-LABEL: func.func @two_results
// NAMES-LABEL: func.func @two_results
func.func @two_results(%a: f32, %v: vector<4xf16>) {
  // NAMES: %sin, %cos = math.sincos %arg0 : f32
  // CHECK: math.sincos %{{.*}} : f32
  %0:2 = math.sincos %a : f32
  // CHECK: math.sincos %{{.*}} fastmath<afn> : vector<4xf16>
  %s, %c = math.sincos %v fastmath<afn> : vector<4xf16>
  return
}
