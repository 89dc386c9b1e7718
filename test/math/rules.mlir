// Short rules, each once, beside those of canonicalize.mlir; what becomes of each function follows from its
// rule.
// RUN: tfopt --canonicalize %s | FileCheck %s
// RUN: tfopt --canonicalize --check-semantics %s -o /dev/null

// fma-times-minus-one: (math.fma{fastmath=$f} x -1.0 y) => (arith.subf{fastmath=$f} y x)
// CHECK-LABEL: func.func @fma_times_minus_one(
// CHECK-NEXT: %[[A:.+]] = arith.subf %arg1, %arg0 : f32
// CHECK-NEXT: return %[[A]] : f32
func.func @fma_times_minus_one(%x: f32, %y: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %r = math.fma %x, %c, %y : f32
  return %r : f32
}

// int-cube: (math.fpowi{fastmath=$f} x C) => (arith.mulf{fastmath=$f} x (arith.mulf{fastmath=$f} x x))
// CHECK-LABEL: func.func @int_cube(
// CHECK-NEXT: %[[A:.+]] = arith.mulf %arg0, %arg0 fastmath<afn> : f32
// CHECK-NEXT: %[[B:.+]] = arith.mulf %arg0, %[[A]] fastmath<afn> : f32
// CHECK-NEXT: return %[[B]] : f32
func.func @int_cube(%x: f32) -> f32 {
  %c = arith.constant 3 : i32
  %r = math.fpowi %x, %c fastmath<afn> : f32, i32
  return %r : f32
}

// int-reciprocal: (math.fpowi{fastmath=$f} x C) => (arith.divf{fastmath=$f} 1.0 x)
// CHECK-LABEL: func.func @int_reciprocal(
// CHECK-NEXT: %[[A:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[B:.+]] = arith.divf %[[A]], %arg0 fastmath<afn> : f32
// CHECK-NEXT: return %[[B]] : f32
func.func @int_reciprocal(%x: f32) -> f32 {
  %c = arith.constant -1 : i32
  %r = math.fpowi %x, %c fastmath<afn> : f32, i32
  return %r : f32
}

// magnitude-of-signed: (math.absf{fastmath=$f} (math.copysign x y)) => (math.absf{fastmath=$f} x)
// CHECK-LABEL: func.func @magnitude_of_signed(
// CHECK-NEXT: %[[A:.+]] = math.absf %arg0 : f32
// CHECK-NEXT: return %[[A]] : f32
func.func @magnitude_of_signed(%x: f32, %y: f32) -> f32 {
  %a = math.copysign %x, %y : f32
  %r = math.absf %a : f32
  return %r : f32
}

// sign-again: (math.copysign{fastmath=$f} (math.copysign x y) z) => (math.copysign{fastmath=$f} x z)
// CHECK-LABEL: func.func @sign_again(
// CHECK-NEXT: %[[A:.+]] = math.copysign %arg0, %arg2 : f32
// CHECK-NEXT: return %[[A]] : f32
func.func @sign_again(%x: f32, %y: f32, %z: f32) -> f32 {
  %a = math.copysign %x, %y : f32
  %r = math.copysign %a, %z : f32
  return %r : f32
}

// sign-of-sign: (math.copysign{fastmath=$f} x (math.copysign y z)) => (math.copysign{fastmath=$f} x z)
// CHECK-LABEL: func.func @sign_of_sign(
// CHECK-NEXT: %[[A:.+]] = math.copysign %arg0, %arg2 : f32
// CHECK-NEXT: return %[[A]] : f32
func.func @sign_of_sign(%x: f32, %y: f32, %z: f32) -> f32 {
  %a = math.copysign %y, %z : f32
  %r = math.copysign %x, %a : f32
  return %r : f32
}
