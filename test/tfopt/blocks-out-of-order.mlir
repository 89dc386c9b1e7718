// A block may stand before the one that dominates it: copies of a body keep that.
// RUN: not tfopt --allow-unregistered-dialect --check-semantics --canonicalize %s 2>&1 | FileCheck %s --check-prefix=COPIED
// RUN: tfopt --allow-unregistered-dialect --verify-at-ends --canonicalize --cse %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// COPIED: '@f' is left out: a stop: 't.br' op cannot be interpreted

// CHECK-LABEL: func.func @f
// CHECK: "t.br"()[^[[LAST:.*]]]
// CHECK: return %[[X:.*]] : i32
// CHECK: ^[[LAST]]:
// CHECK: %[[X]] = "t.value"
func.func @f() -> i32 {
  "t.br"()[^bb2] : () -> ()
^bb1:
  func.return %x : i32
^bb2:
  %x = "t.value"() : () -> i32
  "t.br"()[^bb1] : () -> ()
}
// FULL: module {
// FULL-NEXT:   func.func @f() -> i32 {
// FULL-NEXT:     "t.br"()[^bb2] : () -> ()
// FULL-NEXT:   ^bb1:  // pred: ^bb2
// FULL-NEXT:     return %[[V0:.*]] : i32
// FULL-NEXT:   ^bb2:  // pred: ^bb0
// FULL-NEXT:     %[[V0]] = "t.value"() : () -> i32
// FULL-NEXT:     "t.br"()[^bb1] : () -> ()
// FULL-NEXT:   }
// FULL-NEXT: }
