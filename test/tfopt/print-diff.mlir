// RUN: tfopt %s --pass-pipeline='func.func(cse,cse)' --print-diff -o /dev/null 2>&1 | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK:      // -----// IR Diff After CSE (cse) //----- //
// CHECK-NEXT: --- before
// CHECK-NEXT: +++ after cse
// CHECK-NEXT: @@ -1,6 +1,5 @@
// CHECK-NEXT:  func.func @f
// CHECK:      {{^}}-  %{{.*}} = arith.muli %arg0, %arg0 : i32
// CHECK-NOT:  IR Diff
func.func @f(%a: i32) -> i32 {
  %y = arith.muli %a, %a : i32
  %z = arith.muli %a, %a : i32
  %w = arith.divsi %y, %z : i32
  return %w : i32
}
// FULL:  func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL-NEXT:    %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL-NEXT: -  %[[V1:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL-NEXT: -  %[[V2:.*]] = arith.divsi %[[V0]], %[[V1]] : i32
// FULL-NEXT: -  return %[[V2]] : i32
// FULL-NEXT: +  %[[V1]] = arith.divsi %[[V0]], %[[V0]] : i32
// FULL-NEXT: +  return %[[V1]] : i32
// FULL-NEXT:  }
