// RUN: tfopt %s --pass-pipeline='func.func(trap-nans)' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(apply-numerics{strict=true})' | FileCheck %s --check-prefix=STRICT

// CHECK-LABEL: @divides
// STRICT-LABEL: @divides
func.func @divides(%x: f32, %y: f32) -> f32 {
  // CHECK: %[[q:.*]] = arith.divf
  // CHECK-NEXT: %[[m:.*]] = math.absf %[[q]]
  // CHECK: %[[f:.*]] = arith.cmpf olt, %[[m]]
  // CHECK: loop.if
  // CHECK: mem.trap "'arith.divf' computes a NaN or an infinity from {:f32} and {:f32}" {code = 6 : i64}
  // STRICT: arith.divf %{{.*}}, %{{.*}} : f32
  %q = arith.divf %x, %y fastmath<fast> : f32
  return %q : f32
}

// What moves numbers makes none.
// CHECK-LABEL: @moves
// CHECK-NOT: mem.trap
func.func @moves(%c: i1, %x: f32, %i: i32, %y: f64) -> (f32, f32, f64, i1) {
  %s = arith.select %c, %x, %x : f32
  %b = arith.bitcast %i : i32 to f32
  %w = arith.extf %x : f32 to f64
  %l = arith.cmpf olt, %x, %s : f32
  return %s, %b, %w, %l : f32, f32, f64, i1
}

// CHECK-LABEL: @narrows
// CHECK: mem.trap "'arith.truncf' computes a NaN or an infinity from {:f64}"
func.func @narrows(%y: f64) -> f32 {
  %n = arith.truncf %y : f64 to f32
  return %n : f32
}
