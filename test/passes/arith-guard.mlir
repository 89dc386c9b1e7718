// RUN: tfopt --arith-guard %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// Both results of an op on f16 are computed in f32 and rounded.
// CHECK-LABEL: func.func @sincos
func.func @sincos(%x: f16) -> (f16, f16) {
  // CHECK-DAG: math.sin %{{.*}} : f32
  // CHECK-DAG: math.cos %{{.*}} : f32
  // CHECK-NOT: math.sincos
  %s, %c = math.sincos %x : f16
  return %s, %c : f16, f16
}
// FULL: module {
// FULL-NEXT:   func.func @sincos(%[[ARG0:.*]]: f16) -> (f16, f16) {
// FULL-NEXT:     %[[V0:.*]] = arith.extf %[[ARG0]] {tf.guarded} : f16 to f32
// FULL-NEXT:     %[[V1:.*]] = math.sin %[[V0]] : f32
// FULL-NEXT:     %[[V2:.*]] = arith.truncf %[[V1]] {tf.guarded} : f32 to f16
// FULL-NEXT:     %[[V3:.*]] = arith.extf %[[ARG0]] {tf.guarded} : f16 to f32
// FULL-NEXT:     %[[V4:.*]] = math.cos %[[V3]] : f32
// FULL-NEXT:     %[[V5:.*]] = arith.truncf %[[V4]] {tf.guarded} : f32 to f16
// FULL-NEXT:     return %[[V2]], %[[V5]] : f16, f16
// FULL-NEXT:   }

// Which of two zeros the least of lanes is, machine code leaves open: the strict kind orders them, and lanes
// that are NaN take no part.
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
// FULL-NEXT:   func.func @least_number(%[[ARG0:.*]]: vector<16xf32>) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = arith.cmpf uno, %[[ARG0]], %[[ARG0]] : vector<16xf32>
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0x7F800000> : vector<16xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.select %[[V0]], %[[CST]], %[[ARG0]] : vector<16xi1>, vector<16xf32>
// FULL-NEXT:     %[[V2:.*]] = vector.reduce minimumf %[[V1]] : vector<16xf32>
// FULL-NEXT:     %[[V3:.*]] = vector.reduce and %[[V0]] : vector<16xi1>
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 0x7FC00000 : f32
// FULL-NEXT:     %[[V4:.*]] = arith.select %[[V3]], %[[CST_0]], %[[V2]] : f32
// FULL-NEXT:     return %[[V4]] : f32
// FULL-NEXT:   }

// Without signs of zeros it stays.
// CHECK-LABEL: func.func @least_number_without_signs
// CHECK: vector.reduce minnumf
func.func @least_number_without_signs(%v: vector<16xf32>) -> f32 {
  %r = vector.reduce minnumf %v fastmath<nsz> : vector<16xf32>
  return %r : f32
}
// FULL-NEXT:   func.func @least_number_without_signs(%[[ARG0:.*]]: vector<16xf32>) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = vector.reduce minnumf %[[ARG0]] fastmath<nsz> : vector<16xf32>
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }
