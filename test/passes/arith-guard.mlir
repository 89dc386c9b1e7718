// RUN: tfopt --arith-guard %s | FileCheck %s

// Both results of an op on f16 are computed in f32 and rounded.
// CHECK-LABEL: func.func @sincos
func.func @sincos(%x: f16) -> (f16, f16) {
  // CHECK-DAG: math.sin %{{.*}} : f32
  // CHECK-DAG: math.cos %{{.*}} : f32
  // CHECK-NOT: math.sincos
  %s, %c = math.sincos %x : f16
  return %s, %c : f16, f16
}
