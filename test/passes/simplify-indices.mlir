// RUN: tfopt %s --simplify-indices | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --check-semantics --simplify-indices -o /dev/null
// COMPLETE: FULL

// Negative indices from the end, in a loop that has none.
// CHECK-LABEL: func.func @not_negative
func.func @not_negative(%x: tensor<8xf32>, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : i32
  %zero = arith.constant 0 : i32
  // CHECK: loop.for %[[I:[a-z0-9_]+]] =
  // CHECK-NEXT: %[[C:[a-z0-9_]+]] = arith.constant 1 : index
  // CHECK-NEXT: %[[J:[a-z0-9_]+]] = arith.addi %[[I]], %[[C]] : index
  // CHECK-NEXT: tensor.at %arg0[%[[J]]]
  %r = loop.for %i = %c0 to %c7 step %c1 iter_args(%a = %s) -> (f32) {
    %one = arith.constant 1 : i32
    %n = arith.index_cast %i : index to i32
    %k = arith.addi %n, %one : i32
    %neg = arith.cmpi slt, %k, %zero : i32
    %m = arith.addi %k, %c8 : i32
    %p = arith.select %neg, %m, %k : i32
    %q = arith.index_cast %p : i32 to index
    %e = tensor.at %x[%q] clamp : tensor<8xf32>
    %b = arith.addf %a, %e : f32
    loop.yield %b : f32
  }
  return %r : f32
}
// FULL: module {
// FULL-NEXT:   func.func @not_negative(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C7]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (f32) {
// FULL-NEXT:       %[[C1_0:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V1:.*]] = arith.addi %[[I]], %[[C1_0]] : index
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[V1]]] clamp : tensor<8xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[ARG2]], %[[V2]] : f32
// FULL-NEXT:       loop.yield %[[V3]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }

// From the end, and clamped.
// CHECK-LABEL: func.func @reversed
func.func @reversed(%x: tensor<8xf32>, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %last = arith.constant 7 : i64
  // CHECK: loop.for %[[I:[a-z0-9_]+]] =
  // CHECK: %[[C:[a-z0-9_]+]] = arith.constant 7 : index
  // CHECK: %[[J:[a-z0-9_]+]] = arith.subi %[[C]], %[[I]] : index
  // CHECK-NOT: arith.m
  // CHECK: tensor.at %arg0[%[[J]]]
  %r = loop.for %i = %c0 to %c8 step %c1 iter_args(%a = %s) -> (f32) {
    %n = arith.index_cast %i : index to i64
    %k = arith.subi %last, %n : i64
    %q = arith.index_cast %k : i64 to index
    %low = arith.maxsi %q, %c0 : index
    %p = arith.minsi %low, %c7 : index
    %e = tensor.at %x[%p] clamp : tensor<8xf32>
    %b = arith.addf %a, %e : f32
    loop.yield %b : f32
  }
  return %r : f32
}
// FULL-NEXT:   func.func @reversed(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (f32) {
// FULL-NEXT:       %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:       %[[V1:.*]] = arith.subi %[[C7]], %[[I]] : index
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[V1]]] clamp : tensor<8xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[ARG2]], %[[V2]] : f32
// FULL-NEXT:       loop.yield %[[V3]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }

// Not where the loop begins below 0, or where 8 bits wrap around.
// CHECK-LABEL: func.func @unknown
// CHECK: arith.select
// CHECK: arith.index_cast %{{.*}} : index to i8
// CHECK: arith.index_cast %{{.*}} : i8 to index
func.func @unknown(%x: tensor<8xf32>, %s: f32, %from: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %i = %from to %c8 step %c1 iter_args(%a = %s) -> (f32) {
    %neg = arith.cmpi slt, %i, %c0 : index
    %m = arith.addi %i, %c8 : index
    %p = arith.select %neg, %m, %i : index
    %n = arith.index_cast %i : index to i8
    %q = arith.index_cast %n : i8 to index
    %e = tensor.at %x[%p] clamp : tensor<8xf32>
    %f = tensor.at %x[%q] clamp : tensor<8xf32>
    %g = arith.addf %e, %f : f32
    %b = arith.addf %a, %g : f32
    loop.yield %b : f32
  }
  return %r : f32
}
// FULL-NEXT:   func.func @unknown(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> f32 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[ARG2]] to %[[C8]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG1]]) -> (f32) {
// FULL-NEXT:       %[[V1:.*]] = arith.cmpi slt, %[[I]], %[[C0]] : index
// FULL-NEXT:       %[[V2:.*]] = arith.addi %[[I]], %[[C8]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.select %[[V1]], %[[V2]], %[[I]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.index_cast %[[I]] : index to i8
// FULL-NEXT:       %[[V5:.*]] = arith.index_cast %[[V4]] : i8 to index
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][%[[V3]]] clamp : tensor<8xf32>
// FULL-NEXT:       %[[V7:.*]] = tensor.at %[[ARG0]][%[[V5]]] clamp : tensor<8xf32>
// FULL-NEXT:       %[[V8:.*]] = arith.addf %[[V6]], %[[V7]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[ARG3]], %[[V8]] : f32
// FULL-NEXT:       loop.yield %[[V9]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }
