// A block may stand before the one that dominates it: copies of a body keep that.
// RUN: not tfopt --allow-unregistered-dialect --check-semantics --canonicalize %s 2>&1 | FileCheck %s --check-prefix=COPIED
// RUN: tfopt --allow-unregistered-dialect --verify-at-ends --canonicalize --cse %s | FileCheck %s

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
