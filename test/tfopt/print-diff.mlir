// RUN: tfopt %s --pass-pipeline='func.func(cse,cse)' --print-diff -o /dev/null 2>&1 | FileCheck %s

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
