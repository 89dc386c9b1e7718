// RUN: tfopt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: return %[[A0]] : i32
func.func private @callee(%a: i32) -> i32 {
  return %a : i32
}

// CHECK-LABEL: func.func @known_callee(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = call @callee(%[[A0]]) : (i32) -> i32
// CHECK-NEXT: return %[[V0]] : i32
func.func @known_callee(%a: i32) -> i32 {
  %f = constant @callee : (i32) -> i32
  %0 = call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}

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

// A call may do anything: it stays, unused as it is.
// CHECK-LABEL: func.func @calls_stay(
// CHECK-SAME: %[[A0:.*]]: i32
// CHECK-NEXT: %[[V0:.*]] = call @callee(%[[A0]]) : (i32) -> i32
// CHECK-NEXT: return
func.func @calls_stay(%a: i32) {
  %0 = call @callee(%a) : (i32) -> i32
  return
}

// A block that nothing reaches goes.
// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unreachable() {
  return
^bb1:
  return
}
