// RUN: tfopt --canonicalize %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: return %[[A0]] : i32
func.func private @callee(%a: i32) -> i32 {
  return %a : i32
}
// FULL: module {
// FULL-NEXT:   func.func private @callee(%[[ARG0:.*]]: i32) -> i32 {
// FULL-NEXT:     return %[[ARG0]] : i32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @known_callee(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = call @callee(%[[A0]]) : (i32) -> i32
// CHECK-NEXT: return %[[V0]] : i32
func.func @known_callee(%a: i32) -> i32 {
  %f = constant @callee : (i32) -> i32
  %0 = call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}
// FULL-NEXT:   func.func @known_callee(%[[ARG0:.*]]: i32) -> i32 {
// FULL-NEXT:     %[[V0:.*]] = call @callee(%[[ARG0]]) : (i32) -> i32
// FULL-NEXT:     return %[[V0]] : i32
// FULL-NEXT:   }

// Which function it is is not known.
// CHECK-LABEL: func.func @unknown_callee(
// CHECK-SAME: %[[A0:.*]]: i1, %[[A1:.*]]: i32, %[[A2:.*]]: (i32
// CHECK-NEXT: %[[VF:.*]] = constant @callee : (i32) -> i32
// CHECK-NEXT: %[[V0:.*]] = arith.select %[[A0]], %[[VF]], %[[A2]] : (i32) -> i32
// CHECK-NEXT: %[[V1:.*]] = call_indirect %[[V0]](%[[A1]]) : (i32) -> i32
// CHECK-NEXT: return %[[V1]] : i32
func.func @unknown_callee(%c: i1, %a: i32, %g: (i32) -> i32) -> i32 {
  %f = constant @callee : (i32) -> i32
  %h = arith.select %c, %f, %g : (i32) -> i32
  %0 = call_indirect %h(%a) : (i32) -> i32
  return %0 : i32
}
// FULL-NEXT:   func.func @unknown_callee(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: (i32) -> i32) -> i32 {
// FULL-NEXT:     %[[F:.*]] = constant @callee : (i32) -> i32
// FULL-NEXT:     %[[V0:.*]] = arith.select %[[ARG0]], %[[F]], %[[ARG2]] : (i32) -> i32
// FULL-NEXT:     %[[V1:.*]] = call_indirect %[[V0]](%[[ARG1]]) : (i32) -> i32
// FULL-NEXT:     return %[[V1]] : i32
// FULL-NEXT:   }

// A call may do anything: it stays, unused as it is.
// CHECK-LABEL: func.func @calls_stay(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = call @callee(%[[A0]]) : (i32) -> i32
// CHECK-NEXT: return
func.func @calls_stay(%a: i32) {
  %0 = call @callee(%a) : (i32) -> i32
  return
}
// FULL-NEXT:   func.func @calls_stay(%[[ARG0:.*]]: i32) {
// FULL-NEXT:     %[[V0:.*]] = call @callee(%[[ARG0]]) : (i32) -> i32
// FULL-NEXT:     return
// FULL-NEXT:   }

// A block that nothing reaches goes.
// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unreachable() {
  return
^bb1:
  return
}
// FULL-NEXT:   func.func @unreachable() {
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
