// RUN: tfopt %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --canonicalize | tfopt --canonicalize --pass-table -o /dev/null 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: tfopt %s --canonicalize=top-down=false | FileCheck %s
// RUN: tfopt %s --canonicalize=max-num-rewrites=0 | tee %t.stopped | FileCheck %s --check-prefix=STOPPED
// RUN: FileCheck %s --check-prefix=FULL_STOPPED --match-full-lines < %t.stopped
// RUN: not tfopt %s --canonicalize='max-num-rewrites=1 test-convergence' 2>&1 | FileCheck %s --check-prefix=CONVERGE
// RUN: tfopt %s --canonicalize --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// COMPLETE: FULL, FULL_STOPPED

// A second run changes nothing.
// AGAIN: canonicalize 1 no

// CHECK-LABEL: func.func @folds
// CHECK-NEXT: %[[C:.*]] = arith.constant 7 : i32
// CHECK-NEXT: return %[[C]]
// STOPPED-LABEL: func.func @folds
// STOPPED: arith.addi
// CONVERGE: error: 'func.func' op canonicalization did not converge: max-num-rewrites was reached
func.func @folds() -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %c = arith.addi %a, %b : i32
  return %c : i32
}
// FULL: module {
// FULL-NEXT:   func.func @folds() -> i32 {
// FULL-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// FULL-NEXT:     return %[[C7_I32]] : i32
// FULL-NEXT:   }
// FULL_STOPPED: module {
// FULL_STOPPED-NEXT:   func.func @folds() -> i32 {
// FULL_STOPPED-NEXT:     %[[C3_I32:.*]] = arith.constant 3 : i32
// FULL_STOPPED-NEXT:     %[[C4_I32:.*]] = arith.constant 4 : i32
// FULL_STOPPED-NEXT:     %[[V0:.*]] = arith.addi %[[C3_I32]], %[[C4_I32]] : i32
// FULL_STOPPED-NEXT:     return %[[V0]] : i32
// FULL_STOPPED-NEXT:   }

// Constants are shared, and lead the function in the order they were met.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %[[A:.*]] = arith.constant 5 : i32
// CHECK-NEXT: %[[B:.*]] = arith.constant 6 : i32
// CHECK-NEXT: call @use(%[[A]], %[[A]])
// CHECK-NEXT: call @use(%[[B]], %[[A]])
func.func @constants() {
  %a = arith.constant 5 : i32
  %b = arith.constant 5 : i32
  call @use(%a, %b) : (i32, i32) -> ()
  %c = arith.constant 6 : i32
  %d = arith.constant 5 : i32
  call @use(%c, %d) : (i32, i32) -> ()
  return
}
// FULL-NEXT:   func.func @constants() {
// FULL-NEXT:     %[[C5_I32:.*]] = arith.constant 5 : i32
// FULL-NEXT:     %[[C6_I32:.*]] = arith.constant 6 : i32
// FULL-NEXT:     call @use(%[[C5_I32]], %[[C5_I32]]) : (i32, i32) -> ()
// FULL-NEXT:     call @use(%[[C6_I32]], %[[C5_I32]]) : (i32, i32) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_STOPPED-NEXT:   func.func @constants() {
// FULL_STOPPED-NEXT:     %[[C5_I32:.*]] = arith.constant 5 : i32
// FULL_STOPPED-NEXT:     %[[C6_I32:.*]] = arith.constant 6 : i32
// FULL_STOPPED-NEXT:     call @use(%[[C5_I32]], %[[C5_I32]]) : (i32, i32) -> ()
// FULL_STOPPED-NEXT:     call @use(%[[C6_I32]], %[[C5_I32]]) : (i32, i32) -> ()
// FULL_STOPPED-NEXT:     return
// FULL_STOPPED-NEXT:   }
func.func private @use(i32, i32)
// FULL-NEXT:   func.func private @use(i32, i32)
// FULL_STOPPED-NEXT:   func.func private @use(i32, i32)

// Dead ops go, calls stay.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT: call @effect
// CHECK-NEXT: return
func.func @dead(%a: i32) {
  %x = arith.muli %a, %a : i32
  %y = arith.addi %x, %a : i32
  %z = call @effect(%a) : (i32) -> i32
  return
}
// FULL-NEXT:   func.func @dead(%[[ARG0:.*]]: i32) {
// FULL-NEXT:     %[[V0:.*]] = call @effect(%[[ARG0]]) : (i32) -> i32
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_STOPPED-NEXT:   func.func @dead(%[[ARG0:.*]]: i32) {
// FULL_STOPPED-NEXT:     %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_STOPPED-NEXT:     %[[V1:.*]] = arith.addi %[[V0]], %[[ARG0]] : i32
// FULL_STOPPED-NEXT:     %[[V2:.*]] = call @effect(%[[ARG0]]) : (i32) -> i32
// FULL_STOPPED-NEXT:     return
// FULL_STOPPED-NEXT:   }
func.func private @effect(i32) -> i32
// FULL-NEXT:   func.func private @effect(i32) -> i32
// FULL_STOPPED-NEXT:   func.func private @effect(i32) -> i32

// Constants leave loops.
// CHECK-LABEL: func.func @loop
// CHECK: arith.constant 9 : i32
// CHECK: loop.for
// CHECK-NOT: arith.constant
// CHECK: return
func.func @loop(%n: index, %i: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %k = %c0 to %n step %c1 iter_args(%acc = %i) -> (i32) {
    %c4 = arith.constant 4 : i32
    %c5 = arith.constant 5 : i32
    %c9 = arith.addi %c4, %c5 : i32
    %s = arith.muli %acc, %c9 : i32
    loop.yield %s : i32
  }
  return %r : i32
}
// FULL-NEXT:   func.func @loop(%[[ARG0:.*]]: index, %[[ARG1:.*]]: i32) -> i32 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C9_I32:.*]] = arith.constant 9 : i32
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG0]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (i32) {
// FULL-NEXT:       %[[V1:.*]] = arith.muli %[[ARG2]], %[[C9_I32]] : i32
// FULL-NEXT:       loop.yield %[[V1]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : i32
// FULL-NEXT:   }
// FULL_STOPPED-NEXT:   func.func @loop(%[[ARG0:.*]]: index, %[[ARG1:.*]]: i32) -> i32 {
// FULL_STOPPED-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_STOPPED-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_STOPPED-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG0]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (i32) {
// FULL_STOPPED-NEXT:       %[[C4_I32:.*]] = arith.constant 4 : i32
// FULL_STOPPED-NEXT:       %[[C5_I32:.*]] = arith.constant 5 : i32
// FULL_STOPPED-NEXT:       %[[V1:.*]] = arith.addi %[[C4_I32]], %[[C5_I32]] : i32
// FULL_STOPPED-NEXT:       %[[V2:.*]] = arith.muli %[[ARG2]], %[[V1]] : i32
// FULL_STOPPED-NEXT:       loop.yield %[[V2]] : i32
// FULL_STOPPED-NEXT:     }
// FULL_STOPPED-NEXT:     return %[[V0]] : i32
// FULL_STOPPED-NEXT:   }

// Floats: x + 0.0 is not x for x = -0.0, and x - x is not 0 for NaN.
// CHECK-LABEL: func.func @floats
// CHECK: arith.addf
// CHECK: arith.subf
func.func @floats(%x: f32) -> (f32, f32) {
  %z = arith.constant 0.0 : f32
  %a = arith.addf %x, %z : f32
  %b = arith.subf %x, %x : f32
  return %a, %b : f32, f32
}
// FULL-NEXT:   func.func @floats(%[[ARG0:.*]]: f32) -> (f32, f32) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[CST]] : f32
// FULL-NEXT:     %[[V1:.*]] = arith.subf %[[ARG0]], %[[ARG0]] : f32
// FULL-NEXT:     return %[[V0]], %[[V1]] : f32, f32
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_STOPPED-NEXT:   func.func @floats(%[[ARG0:.*]]: f32) -> (f32, f32) {
// FULL_STOPPED-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_STOPPED-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[CST]] : f32
// FULL_STOPPED-NEXT:     %[[V1:.*]] = arith.subf %[[ARG0]], %[[ARG0]] : f32
// FULL_STOPPED-NEXT:     return %[[V0]], %[[V1]] : f32, f32
// FULL_STOPPED-NEXT:   }
// FULL_STOPPED-NEXT: }

// STATS: (S) {{ *}}2 num-folded
