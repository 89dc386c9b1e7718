// RUN: tfopt %s --pass-pipeline='func.func(trap-nans)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --pass-pipeline='func.func(apply-numerics{strict=true})' | tee %t.strict | FileCheck %s --check-prefix=STRICT
// RUN: FileCheck %s --check-prefix=FULL_STRICT --match-full-lines < %t.strict
// COMPLETE: FULL, FULL_STRICT

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
// FULL: module {
// FULL-NEXT:   func.func @divides(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] fastmath<fast> : f32
// FULL-NEXT:     %[[V1:.*]] = math.absf %[[V0]] : f32
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0x7F800000 : f32
// FULL-NEXT:     %[[V2:.*]] = arith.cmpf olt, %[[V1]], %[[CST]] : f32
// FULL-NEXT:     %[[TRUE:.*]] = arith.constant true
// FULL-NEXT:     %[[V3:.*]] = arith.xori %[[V2]], %[[TRUE]] : i1
// FULL-NEXT:     %[[V4:.*]] = math.absf %[[ARG0]] : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 0x7F800000 : f32
// FULL-NEXT:     %[[V5:.*]] = arith.cmpf olt, %[[V4]], %[[CST_0]] : f32
// FULL-NEXT:     %[[V6:.*]] = arith.andi %[[V3]], %[[V5]] : i1
// FULL-NEXT:     %[[V7:.*]] = math.absf %[[ARG1]] : f32
// FULL-NEXT:     %[[CST_1:.*]] = arith.constant 0x7F800000 : f32
// FULL-NEXT:     %[[V8:.*]] = arith.cmpf olt, %[[V7]], %[[CST_1]] : f32
// FULL-NEXT:     %[[V9:.*]] = arith.andi %[[V6]], %[[V8]] : i1
// FULL-NEXT:     loop.if %[[V9]] {
// FULL-NEXT:       %[[V10:.*]] = arith.bitcast %[[ARG0]] : f32 to i32
// FULL-NEXT:       %[[V11:.*]] = arith.extui %[[V10]] : i32 to i64
// FULL-NEXT:       %[[V12:.*]] = arith.index_cast %[[V11]] : i64 to index
// FULL-NEXT:       %[[V13:.*]] = arith.bitcast %[[ARG1]] : f32 to i32
// FULL-NEXT:       %[[V14:.*]] = arith.extui %[[V13]] : i32 to i64
// FULL-NEXT:       %[[V15:.*]] = arith.index_cast %[[V14]] : i64 to index
// FULL-NEXT:       mem.trap "'arith.divf' computes a NaN or an infinity from {:f32} and {:f32}" {code = 6 : i64} %[[V12]], %[[V15]] : index, index
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }
// FULL_STRICT: module {
// FULL_STRICT-NEXT:   func.func @divides(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// FULL_STRICT-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] : f32
// FULL_STRICT-NEXT:     return %[[V0]] : f32
// FULL_STRICT-NEXT:   }

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
// FULL-NEXT:   func.func @moves(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: f64) -> (f32, f32, f64, i1) {
// FULL-NEXT:     %[[V0:.*]] = arith.select %[[ARG0]], %[[ARG1]], %[[ARG1]] : f32
// FULL-NEXT:     %[[V1:.*]] = arith.bitcast %[[ARG2]] : i32 to f32
// FULL-NEXT:     %[[V2:.*]] = arith.extf %[[ARG1]] : f32 to f64
// FULL-NEXT:     %[[V3:.*]] = arith.cmpf olt, %[[ARG1]], %[[V0]] : f32
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : f32, f32, f64, i1
// FULL-NEXT:   }
// FULL_STRICT-NEXT:   func.func @moves(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: f64) -> (f32, f32, f64, i1) {
// FULL_STRICT-NEXT:     %[[V0:.*]] = arith.select %[[ARG0]], %[[ARG1]], %[[ARG1]] : f32
// FULL_STRICT-NEXT:     %[[V1:.*]] = arith.bitcast %[[ARG2]] : i32 to f32
// FULL_STRICT-NEXT:     %[[V2:.*]] = arith.extf %[[ARG1]] : f32 to f64
// FULL_STRICT-NEXT:     %[[V3:.*]] = arith.cmpf olt, %[[ARG1]], %[[V0]] : f32
// FULL_STRICT-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : f32, f32, f64, i1
// FULL_STRICT-NEXT:   }

// CHECK-LABEL: @narrows
// CHECK: mem.trap "'arith.truncf' computes a NaN or an infinity from {:f64}"
func.func @narrows(%y: f64) -> f32 {
  %n = arith.truncf %y : f64 to f32
  return %n : f32
}
// FULL-NEXT:   func.func @narrows(%[[ARG0:.*]]: f64) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = arith.truncf %[[ARG0]] : f64 to f32
// FULL-NEXT:     %[[V1:.*]] = math.absf %[[V0]] : f32
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0x7F800000 : f32
// FULL-NEXT:     %[[V2:.*]] = arith.cmpf olt, %[[V1]], %[[CST]] : f32
// FULL-NEXT:     %[[TRUE:.*]] = arith.constant true
// FULL-NEXT:     %[[V3:.*]] = arith.xori %[[V2]], %[[TRUE]] : i1
// FULL-NEXT:     %[[V4:.*]] = math.absf %[[ARG0]] : f64
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 0x7FF0000000000000 : f64
// FULL-NEXT:     %[[V5:.*]] = arith.cmpf olt, %[[V4]], %[[CST_0]] : f64
// FULL-NEXT:     %[[V6:.*]] = arith.andi %[[V3]], %[[V5]] : i1
// FULL-NEXT:     loop.if %[[V6]] {
// FULL-NEXT:       %[[V7:.*]] = arith.bitcast %[[ARG0]] : f64 to i64
// FULL-NEXT:       %[[V8:.*]] = arith.index_cast %[[V7]] : i64 to index
// FULL-NEXT:       mem.trap "'arith.truncf' computes a NaN or an infinity from {:f64}" {code = 6 : i64} %[[V8]] : index
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_STRICT-NEXT:   func.func @narrows(%[[ARG0:.*]]: f64) -> f32 {
// FULL_STRICT-NEXT:     %[[V0:.*]] = arith.truncf %[[ARG0]] : f64 to f32
// FULL_STRICT-NEXT:     return %[[V0]] : f32
// FULL_STRICT-NEXT:   }
// FULL_STRICT-NEXT: }
