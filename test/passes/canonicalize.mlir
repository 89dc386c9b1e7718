// RUN: tfopt %s --canonicalize | FileCheck %s
// RUN: tfopt %s --canonicalize | tfopt --canonicalize --pass-table -o /dev/null 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: tfopt %s --canonicalize=top-down=false | FileCheck %s
// RUN: tfopt %s --canonicalize=max-num-rewrites=0 | FileCheck %s --check-prefix=STOPPED
// RUN: not tfopt %s --canonicalize='max-num-rewrites=1 test-convergence' 2>&1 | FileCheck %s --check-prefix=CONVERGE
// RUN: tfopt %s --canonicalize --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS

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
func.func private @use(i32, i32)

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
func.func private @effect(i32) -> i32

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

// STATS: (S) {{ *}}2 num-folded
