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

// Which of two zeros the least of lanes is, machine code leaves open: the strict kind orders them, and lanes that are NaN take no part.
// CHECK-LABEL: func.func @least_number
// CHECK-SAME: %[[V:.*]]: vector<16xf32>
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[V]], %[[V]]
// CHECK: %[[NUMBERS:.*]] = arith.select %[[NAN]], %{{.*}}, %[[V]]
// CHECK: %[[LEAST:.*]] = vector.reduce minimumf %[[NUMBERS]]
// CHECK: %[[NONE:.*]] = vector.reduce and %[[NAN]]
// CHECK: arith.select %[[NONE]], %{{.*}}, %[[LEAST]]
// CHECK-NOT: minnumf
// CHECK: return
func.func @least_number(%v: vector<16xf32>) -> f32 {
  %r = vector.reduce minnumf %v : vector<16xf32>
  return %r : f32
}

// Without signs of zeros it stays.
// CHECK-LABEL: func.func @least_number_without_signs
// CHECK: vector.reduce minnumf
func.func @least_number_without_signs(%v: vector<16xf32>) -> f32 {
  %r = vector.reduce minnumf %v fastmath<nsz> : vector<16xf32>
  return %r : f32
}
