// Each op of constants is a constant.
// RUN: tfopt --canonicalize %s | FileCheck %s
// RUN: tfopt --canonicalize --check-semantics %s -o /dev/null

// arith.ceildivsi
// CHECK-LABEL: func.func @arith_ceildivsi(
// CHECK-NEXT: %[[A:.+]] = arith.constant -3 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_ceildivsi() -> i32 {
  %c0 = arith.constant -7 : i32
  %c1 = arith.constant 2 : i32
  %r = arith.ceildivsi %c0, %c1 : i32
  return %r : i32
}

// arith.ceildivui
// CHECK-LABEL: func.func @arith_ceildivui(
// CHECK-NEXT: %[[A:.+]] = arith.constant 4 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_ceildivui() -> i32 {
  %c0 = arith.constant 7 : i32
  %c1 = arith.constant 2 : i32
  %r = arith.ceildivui %c0, %c1 : i32
  return %r : i32
}

// arith.floordivsi
// CHECK-LABEL: func.func @arith_floordivsi(
// CHECK-NEXT: %[[A:.+]] = arith.constant -4 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_floordivsi() -> i32 {
  %c0 = arith.constant -7 : i32
  %c1 = arith.constant 2 : i32
  %r = arith.floordivsi %c0, %c1 : i32
  return %r : i32
}

// arith.maxsi
// CHECK-LABEL: func.func @arith_maxsi(
// CHECK-NEXT: %[[A:.+]] = arith.constant 2 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_maxsi() -> i32 {
  %c0 = arith.constant -3 : i32
  %c1 = arith.constant 2 : i32
  %r = arith.maxsi %c0, %c1 : i32
  return %r : i32
}

// arith.maxui
// CHECK-LABEL: func.func @arith_maxui(
// CHECK-NEXT: %[[A:.+]] = arith.constant -3 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_maxui() -> i32 {
  %c0 = arith.constant -3 : i32
  %c1 = arith.constant 2 : i32
  %r = arith.maxui %c0, %c1 : i32
  return %r : i32
}

// arith.minsi
// CHECK-LABEL: func.func @arith_minsi(
// CHECK-NEXT: %[[A:.+]] = arith.constant -3 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_minsi() -> i32 {
  %c0 = arith.constant -3 : i32
  %c1 = arith.constant 2 : i32
  %r = arith.minsi %c0, %c1 : i32
  return %r : i32
}

// arith.minui
// CHECK-LABEL: func.func @arith_minui(
// CHECK-NEXT: %[[A:.+]] = arith.constant 2 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_minui() -> i32 {
  %c0 = arith.constant -3 : i32
  %c1 = arith.constant 2 : i32
  %r = arith.minui %c0, %c1 : i32
  return %r : i32
}

// arith.shrsi
// CHECK-LABEL: func.func @arith_shrsi(
// CHECK-NEXT: %[[A:.+]] = arith.constant -4 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_shrsi() -> i32 {
  %c0 = arith.constant -16 : i32
  %c1 = arith.constant 2 : i32
  %r = arith.shrsi %c0, %c1 : i32
  return %r : i32
}

// arith.shrui
// CHECK-LABEL: func.func @arith_shrui(
// CHECK-NEXT: %[[A:.+]] = arith.constant 15 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_shrui() -> i32 {
  %c0 = arith.constant -16 : i32
  %c1 = arith.constant 28 : i32
  %r = arith.shrui %c0, %c1 : i32
  return %r : i32
}

// arith.subi
// CHECK-LABEL: func.func @arith_subi(
// CHECK-NEXT: %[[A:.+]] = arith.constant -7 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_subi() -> i32 {
  %c0 = arith.constant 3 : i32
  %c1 = arith.constant 10 : i32
  %r = arith.subi %c0, %c1 : i32
  return %r : i32
}

// arith.addui_extended
// CHECK-LABEL: func.func @arith_addui_extended(
// CHECK-NEXT: %[[A:.+]] = arith.constant 1 : i32
// CHECK-NEXT: %[[B:.+]] = arith.constant true
// CHECK-NEXT: return %[[A]], %[[B]] : i32, i1
func.func @arith_addui_extended() -> (i32, i1) {
  %c0 = arith.constant -1 : i32
  %c1 = arith.constant 2 : i32
  %r, %o = arith.addui_extended %c0, %c1 : i32, i1
  return %r, %o : i32, i1
}

// arith.mulsi_extended
// CHECK-LABEL: func.func @arith_mulsi_extended(
// CHECK-NEXT: %[[A:.+]] = arith.constant -6 : i32
// CHECK-NEXT: %[[B:.+]] = arith.constant -1 : i32
// CHECK-NEXT: return %[[A]], %[[B]] : i32, i32
func.func @arith_mulsi_extended() -> (i32, i32) {
  %c0 = arith.constant -2 : i32
  %c1 = arith.constant 3 : i32
  %r, %o = arith.mulsi_extended %c0, %c1 : i32
  return %r, %o : i32, i32
}

// arith.mului_extended
// CHECK-LABEL: func.func @arith_mului_extended(
// CHECK-NEXT: %[[A:.+]] = arith.constant -6 : i32
// CHECK-NEXT: %[[B:.+]] = arith.constant 2 : i32
// CHECK-NEXT: return %[[A]], %[[B]] : i32, i32
func.func @arith_mului_extended() -> (i32, i32) {
  %c0 = arith.constant -2 : i32
  %c1 = arith.constant 3 : i32
  %r, %o = arith.mului_extended %c0, %c1 : i32
  return %r, %o : i32, i32
}

// arith.bitcast
// CHECK-LABEL: func.func @arith_bitcast(
// CHECK-NEXT: %[[A:.+]] = arith.constant 1065353216 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_bitcast() -> i32 {
  %c0 = arith.constant 1.0 : f32
  %r = arith.bitcast %c0 : f32 to i32
  return %r : i32
}

// arith.extf
// CHECK-LABEL: func.func @arith_extf(
// CHECK-NEXT: %[[A:.+]] = arith.constant 1.500000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @arith_extf() -> f64 {
  %c0 = arith.constant 1.5 : f32
  %r = arith.extf %c0 : f32 to f64
  return %r : f64
}

// arith.extsi
// CHECK-LABEL: func.func @arith_extsi(
// CHECK-NEXT: %[[A:.+]] = arith.constant -3 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_extsi() -> i32 {
  %c0 = arith.constant -3 : i8
  %r = arith.extsi %c0 : i8 to i32
  return %r : i32
}

// arith.extui
// CHECK-LABEL: func.func @arith_extui(
// CHECK-NEXT: %[[A:.+]] = arith.constant 253 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_extui() -> i32 {
  %c0 = arith.constant -3 : i8
  %r = arith.extui %c0 : i8 to i32
  return %r : i32
}

// arith.fptoui
// CHECK-LABEL: func.func @arith_fptoui(
// CHECK-NEXT: %[[A:.+]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @arith_fptoui() -> i32 {
  %c0 = arith.constant 3.75 : f32
  %r = arith.fptoui %c0 : f32 to i32
  return %r : i32
}

// arith.uitofp
// CHECK-LABEL: func.func @arith_uitofp(
// CHECK-NEXT: %[[A:.+]] = arith.constant 2.550000e+02 : f32
// CHECK-NEXT: return %[[A]] : f32
func.func @arith_uitofp() -> f32 {
  %c0 = arith.constant -1 : i8
  %r = arith.uitofp %c0 : i8 to f32
  return %r : f32
}

// arith.index_castui
// CHECK-LABEL: func.func @arith_index_castui(
// CHECK-NEXT: %[[A:.+]] = arith.constant 255 : index
// CHECK-NEXT: return %[[A]] : index
func.func @arith_index_castui() -> index {
  %c0 = arith.constant -1 : i8
  %r = arith.index_castui %c0 : i8 to index
  return %r : index
}

// arith.maxnumf
// CHECK-LABEL: func.func @arith_maxnumf(
// CHECK-NEXT: %[[A:.+]] = arith.constant 3.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @arith_maxnumf() -> f64 {
  %c0 = arith.constant -2.0 : f64
  %c1 = arith.constant 3.0 : f64
  %r = arith.maxnumf %c0, %c1 : f64
  return %r : f64
}

// arith.minimumf
// CHECK-LABEL: func.func @arith_minimumf(
// CHECK-NEXT: %[[A:.+]] = arith.constant -2.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @arith_minimumf() -> f64 {
  %c0 = arith.constant -2.0 : f64
  %c1 = arith.constant 3.0 : f64
  %r = arith.minimumf %c0, %c1 : f64
  return %r : f64
}

// arith.minnumf
// CHECK-LABEL: func.func @arith_minnumf(
// CHECK-NEXT: %[[A:.+]] = arith.constant -2.000000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @arith_minnumf() -> f64 {
  %c0 = arith.constant -2.0 : f64
  %c1 = arith.constant 3.0 : f64
  %r = arith.minnumf %c0, %c1 : f64
  return %r : f64
}

// arith.remf
// CHECK-LABEL: func.func @arith_remf(
// CHECK-NEXT: %[[A:.+]] = arith.constant -1.500000e+00 : f64
// CHECK-NEXT: return %[[A]] : f64
func.func @arith_remf() -> f64 {
  %c0 = arith.constant -7.5 : f64
  %c1 = arith.constant 2.0 : f64
  %r = arith.remf %c0, %c1 : f64
  return %r : f64
}
