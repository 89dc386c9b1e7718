// RUN: tfopt --combine-reciprocals %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @shared
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[D:.*]]: f32)
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[R:.*]] = arith.divf %[[ONE]], %[[D]] fastmath<arcp> : f32
// CHECK: arith.mulf %[[X]], %[[R]] fastmath<arcp> : f32
// CHECK: arith.mulf %[[Y]], %[[R]] fastmath<arcp> : f32
// CHECK-NOT: arith.divf
func.func @shared(%x: f32, %y: f32, %d: f32) -> (f32, f32) {
  %a = arith.divf %x, %d fastmath<arcp> : f32
  %b = arith.divf %y, %d fastmath<arcp> : f32
  return %a, %b : f32, f32
}
// FULL: module {
// FULL-NEXT:   func.func @shared(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) -> (f32, f32) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[CST]], %[[ARG2]] fastmath<arcp> : f32
// FULL-NEXT:     %[[V1:.*]] = arith.mulf %[[ARG0]], %[[V0]] fastmath<arcp> : f32
// FULL-NEXT:     %[[V2:.*]] = arith.mulf %[[ARG1]], %[[V0]] fastmath<arcp> : f32
// FULL-NEXT:     return %[[V1]], %[[V2]] : f32, f32
// FULL-NEXT:   }

// Without the flag, or alone, a division stays.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: arith.mulf
func.func @kept(%x: f32, %y: f32, %d: f32) -> (f32, f32, f32) {
  %a = arith.divf %x, %d : f32
  %b = arith.divf %y, %d : f32
  %c = arith.divf %d, %x fastmath<arcp> : f32
  return %a, %b, %c : f32, f32, f32
}
// FULL-NEXT:   func.func @kept(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) -> (f32, f32, f32) {
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG2]] : f32
// FULL-NEXT:     %[[V1:.*]] = arith.divf %[[ARG1]], %[[ARG2]] : f32
// FULL-NEXT:     %[[V2:.*]] = arith.divf %[[ARG2]], %[[ARG0]] fastmath<arcp> : f32
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : f32, f32, f32
// FULL-NEXT:   }

// The reciprocals of many halves are out of their range. What has no result is passed over.
// CHECK-LABEL: func.func @halves
// CHECK-COUNT-2: arith.divf
// CHECK-NOT: arith.mulf
// CHECK: mem.store
func.func @halves(%m: memref<1xf16>, %x: f16, %y: f16, %d: f16) -> f16 {
  %zero = arith.constant 0 : index
  %a = arith.divf %x, %d fastmath<arcp> : f16
  %b = arith.divf %y, %d fastmath<arcp> : f16
  mem.store %a, %m[%zero] : memref<1xf16>
  return %b : f16
}
// FULL-NEXT:   func.func @halves(%[[ARG0:.*]]: memref<1xf16>, %[[ARG1:.*]]: f16, %[[ARG2:.*]]: f16, %[[ARG3:.*]]: f16) -> f16 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[ARG1]], %[[ARG3]] fastmath<arcp> : f16
// FULL-NEXT:     %[[V1:.*]] = arith.divf %[[ARG2]], %[[ARG3]] fastmath<arcp> : f16
// FULL-NEXT:     mem.store %[[V0]], %[[ARG0]][%[[C0]]] : memref<1xf16>
// FULL-NEXT:     return %[[V1]] : f16
// FULL-NEXT:   }

// A division by x √x is a product with r³, r = 1/√x.
// CHECK-LABEL: func.func @cube
// CHECK-SAME: (%[[A:.*]]: f32, %[[D:.*]]: f32)
// CHECK: %[[X:.*]] = arith.mulf %[[D]], %[[D]]
// CHECK: %[[R:.*]] = math.rsqrt %[[X]] fastmath<arcp,contract,afn> : f32
// CHECK: %[[R2:.*]] = arith.mulf %[[R]], %[[R]]
// CHECK-NOT: copysign
// CHECK: %[[R3:.*]] = arith.mulf %{{.*}}, %{{.*}}
// CHECK: %[[F:.*]] = arith.mulf %[[A]], %[[R3]]
// CHECK-NOT: arith.divf
// CHECK: return %[[F]]
func.func @cube(%a: f32, %d: f32) -> f32 {
  %x = arith.mulf %d, %d fastmath<arcp,contract,afn> : f32
  %s = math.sqrt %x fastmath<arcp,contract,afn> : f32
  %p = arith.mulf %x, %s fastmath<arcp,contract,afn> : f32
  %f = arith.divf %a, %p fastmath<arcp,contract,afn> : f32
  return %f : f32
}
// FULL-NEXT:   func.func @cube(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG1]], %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     %[[V1:.*]] = math.rsqrt %[[V0]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     %[[V2:.*]] = math.sqrt %[[V0]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     %[[V3:.*]] = arith.mulf %[[V0]], %[[V2]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     %[[V4:.*]] = arith.mulf %[[V1]], %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     %[[V5:.*]] = arith.mulf %[[V4]], %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     %[[V6:.*]] = arith.mulf %[[ARG0]], %[[V5]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     return %[[V6]] : f32
// FULL-NEXT:   }

// Where x may be -0, 1/x has its sign; a factor that is no root stays a divisor.
// CHECK-LABEL: func.func @signed
// CHECK-SAME: (%[[A:.*]]: f64, %[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK: %[[R:.*]] = math.rsqrt %[[X]]
// CHECK: %[[Q:.*]] = arith.divf %[[A]], %[[Y]]
// CHECK: math.copysign %{{.*}}, %[[X]]
func.func @signed(%a: f64, %x: f64, %y: f64) -> f64 {
  %s = math.sqrt %x fastmath<arcp,afn> : f64
  %p = arith.mulf %x, %s fastmath<arcp,afn> : f64
  %q = arith.mulf %p, %y fastmath<arcp,afn> : f64
  %f = arith.divf %a, %q fastmath<arcp,afn> : f64
  return %f : f64
}
// FULL-NEXT:   func.func @signed(%[[ARG0:.*]]: f64, %[[ARG1:.*]]: f64, %[[ARG2:.*]]: f64) -> f64 {
// FULL-NEXT:     %[[V0:.*]] = math.rsqrt %[[ARG1]] fastmath<arcp,afn> : f64
// FULL-NEXT:     %[[V1:.*]] = math.sqrt %[[ARG1]] fastmath<arcp,afn> : f64
// FULL-NEXT:     %[[V2:.*]] = arith.mulf %[[ARG1]], %[[V1]] fastmath<arcp,afn> : f64
// FULL-NEXT:     %[[V3:.*]] = arith.mulf %[[V2]], %[[ARG2]] fastmath<arcp,afn> : f64
// FULL-NEXT:     %[[V4:.*]] = arith.divf %[[ARG0]], %[[ARG2]] fastmath<arcp,afn> : f64
// FULL-NEXT:     %[[V5:.*]] = arith.mulf %[[V0]], %[[V0]] fastmath<arcp,afn> : f64
// FULL-NEXT:     %[[V6:.*]] = math.copysign %[[V5]], %[[ARG1]] fastmath<arcp,afn> : f64
// FULL-NEXT:     %[[V7:.*]] = arith.mulf %[[V6]], %[[V0]] fastmath<arcp,afn> : f64
// FULL-NEXT:     %[[V8:.*]] = arith.mulf %[[V4]], %[[V7]] fastmath<arcp,afn> : f64
// FULL-NEXT:     return %[[V8]] : f64
// FULL-NEXT:   }

// Where infinities do not matter, neither does the sign of 0.
// CHECK-LABEL: func.func @unsigned
// CHECK: math.rsqrt
// CHECK-NOT: math.copysign
// CHECK: return
func.func @unsigned(%a: f64, %x: f64) -> f64 {
  %s = math.sqrt %x fastmath<ninf,arcp,afn> : f64
  %p = arith.mulf %x, %s fastmath<ninf,arcp,afn> : f64
  %f = arith.divf %a, %p fastmath<ninf,arcp,afn> : f64
  return %f : f64
}
// FULL-NEXT:   func.func @unsigned(%[[ARG0:.*]]: f64, %[[ARG1:.*]]: f64) -> f64 {
// FULL-NEXT:     %[[V0:.*]] = math.rsqrt %[[ARG1]] fastmath<ninf,arcp,afn> : f64
// FULL-NEXT:     %[[V1:.*]] = math.sqrt %[[ARG1]] fastmath<ninf,arcp,afn> : f64
// FULL-NEXT:     %[[V2:.*]] = arith.mulf %[[ARG1]], %[[V1]] fastmath<ninf,arcp,afn> : f64
// FULL-NEXT:     %[[V3:.*]] = arith.mulf %[[V0]], %[[V0]] fastmath<ninf,arcp,afn> : f64
// FULL-NEXT:     %[[V4:.*]] = arith.mulf %[[V3]], %[[V0]] fastmath<ninf,arcp,afn> : f64
// FULL-NEXT:     %[[V5:.*]] = arith.mulf %[[ARG0]], %[[V4]] fastmath<ninf,arcp,afn> : f64
// FULL-NEXT:     return %[[V5]] : f64
// FULL-NEXT:   }

// Below 0 the root is NaN, and 1/x is not: the division by x alone stays.
// CHECK-LABEL: func.func @beside
// CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<arcp,afn> : f32
// CHECK: math.rsqrt
func.func @beside(%a: f32, %x: f32) -> (f32, f32) {
  %g = arith.divf %a, %x fastmath<arcp,afn> : f32
  %s = math.sqrt %x fastmath<arcp,afn> : f32
  %f = arith.divf %a, %s fastmath<arcp,afn> : f32
  return %g, %f : f32, f32
}
// FULL-NEXT:   func.func @beside(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, f32) {
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] fastmath<arcp,afn> : f32
// FULL-NEXT:     %[[V1:.*]] = math.rsqrt %[[ARG1]] fastmath<arcp,afn> : f32
// FULL-NEXT:     %[[V2:.*]] = math.sqrt %[[ARG1]] fastmath<arcp,afn> : f32
// FULL-NEXT:     %[[V3:.*]] = arith.mulf %[[ARG0]], %[[V1]] fastmath<arcp,afn> : f32
// FULL-NEXT:     return %[[V0]], %[[V3]] : f32, f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @powers
// CHECK: %[[X:.*]] = math.absf
// CHECK: %[[R:.*]] = math.rsqrt %[[X]]
// CHECK: math.powf
func.func @powers(%y: f32) -> (f32, f32) {
  %c = arith.constant -1.5 : f32
  %x = math.absf %y : f32
  %p = math.powf %x, %c fastmath<arcp,afn> : f32
  // pow(-inf, -1.5) is 0, and the root of -inf is none.
  %q = math.powf %y, %c fastmath<arcp,afn> : f32
  return %p, %q : f32, f32
}
// FULL-NEXT:   func.func @powers(%[[ARG0:.*]]: f32) -> (f32, f32) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant -1.500000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = math.absf %[[ARG0]] : f32
// FULL-NEXT:     %[[V1:.*]] = math.rsqrt %[[V0]] fastmath<arcp,afn> : f32
// FULL-NEXT:     %[[V2:.*]] = arith.mulf %[[V1]], %[[V1]] fastmath<arcp,afn> : f32
// FULL-NEXT:     %[[V3:.*]] = arith.mulf %[[V1]], %[[V2]] fastmath<arcp,afn> : f32
// FULL-NEXT:     %[[V4:.*]] = math.powf %[[ARG0]], %[[CST]] fastmath<arcp,afn> : f32
// FULL-NEXT:     return %[[V3]], %[[V4]] : f32, f32
// FULL-NEXT:   }

// Without 'afn' roots are exact.
// CHECK-LABEL: func.func @exact
// CHECK-NOT: rsqrt
func.func @exact(%a: f32, %x: f32) -> f32 {
  %s = math.sqrt %x fastmath<arcp> : f32
  %f = arith.divf %a, %s fastmath<arcp> : f32
  return %f : f32
}
// FULL-NEXT:   func.func @exact(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = math.sqrt %[[ARG1]] fastmath<arcp> : f32
// FULL-NEXT:     %[[V1:.*]] = arith.divf %[[ARG0]], %[[V0]] fastmath<arcp> : f32
// FULL-NEXT:     return %[[V1]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }
