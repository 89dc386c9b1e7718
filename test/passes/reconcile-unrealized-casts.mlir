// RUN: tfopt %s --reconcile-unrealized-casts | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --reconcile-unrealized-casts --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// COMPLETE: FULL
// STATS: (S) 6 num-casts

// CHECK-LABEL: func.func @cancel
// CHECK-NEXT: return %arg0 : i64
func.func @cancel(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to f32
  %2 = builtin.unrealized_conversion_cast %1 : f32 to i64
  return %2 : i64
}
// FULL: module {
// FULL-NEXT:   func.func @cancel(%[[ARG0:.*]]: i64) -> i64 {
// FULL-NEXT:     return %[[ARG0]] : i64
// FULL-NEXT:   }

// CHECK-LABEL: func.func @pairs
// CHECK-NEXT: return %arg0, %arg1 : i32, f32
func.func @pairs(%a: i32, %b: f32) -> (i32, f32) {
  %0 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to i64
  %1:2 = builtin.unrealized_conversion_cast %0 : i64 to i32, f32
  %2 = builtin.unrealized_conversion_cast %a : i32 to i32
  return %1#0, %1#1 : i32, f32
}
// FULL-NEXT:   func.func @pairs(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: f32) -> (i32, f32) {
// FULL-NEXT:     return %[[ARG0]], %[[ARG1]] : i32, f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @stays
// CHECK-NEXT: builtin.unrealized_conversion_cast %arg0 : i64 to i32
func.func @stays(%a: i64) -> i32 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  return %0 : i32
}
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: i64) -> i32 {
// FULL-NEXT:     %[[V0:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : i64 to i32
// FULL-NEXT:     return %[[V0]] : i32
// FULL-NEXT:   }
// FULL-NEXT: }
