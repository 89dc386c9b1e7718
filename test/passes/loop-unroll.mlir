// RUN: tfopt --loop-unroll --canonicalize --cse --split-input-file %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --loop-unroll --split-input-file %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tfopt --loop-unroll --check-semantics --split-input-file %s -o /dev/null
// COMPLETE: FULL

// Four iterations one after the other, then the loop goes on with what they leave.
// CHECK-LABEL: func.func @sum
// CHECK: %[[MAIN:.*]] = loop.for %{{.*}} = %{{.*}} to %[[END:.*]] step %c4 iter_args
// CHECK-COUNT-4: arith.addf
// CHECK-NOT: arith.addf
// CHECK: loop.for %{{.*}} = %[[END]] to %{{.*}} step %c1 iter_args(%{{.*}} = %[[MAIN]])
// CHECK: arith.addf
func.func @sum(%n: index, %x: f32) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0.0 : f32
  %s = loop.for %i = %zero to %n step %one iter_args(%acc = %start) -> (f32) attributes {unroll = 4} {
    %f = arith.index_cast %i : index to i32
    %g = arith.sitofp %f : i32 to f32
    %h = arith.mulf %g, %x : f32
    %next = arith.addf %acc, %h : f32
    loop.yield %next : f32
  }
  return %s : f32
}
// FULL: module {
// FULL-NEXT:   func.func @sum(%[[ARG0:.*]]: index, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V0:.*]] = arith.maxsi %[[ARG0]], %[[C0]] : index
// FULL-NEXT:     %[[V1:.*]] = arith.divui %[[V0]], %[[C4]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.muli %[[V1]], %[[C4]] : index
// FULL-NEXT:     %[[V3:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V2]] step %[[C4]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:       %[[V5:.*]] = arith.index_cast %[[I]] : index to i32
// FULL-NEXT:       %[[V6:.*]] = arith.sitofp %[[V5]] : i32 to f32
// FULL-NEXT:       %[[V7:.*]] = arith.mulf %[[V6]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V8:.*]] = arith.addf %[[ARG2]], %[[V7]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL-NEXT:       %[[V10:.*]] = arith.index_cast %[[V9]] : index to i32
// FULL-NEXT:       %[[V11:.*]] = arith.sitofp %[[V10]] : i32 to f32
// FULL-NEXT:       %[[V12:.*]] = arith.mulf %[[V11]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V13:.*]] = arith.addf %[[V8]], %[[V12]] : f32
// FULL-NEXT:       %[[V14:.*]] = arith.addi %[[I]], %[[C2]] : index
// FULL-NEXT:       %[[V15:.*]] = arith.index_cast %[[V14]] : index to i32
// FULL-NEXT:       %[[V16:.*]] = arith.sitofp %[[V15]] : i32 to f32
// FULL-NEXT:       %[[V17:.*]] = arith.mulf %[[V16]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V18:.*]] = arith.addf %[[V13]], %[[V17]] : f32
// FULL-NEXT:       %[[V19:.*]] = arith.addi %[[I]], %[[C3]] : index
// FULL-NEXT:       %[[V20:.*]] = arith.index_cast %[[V19]] : index to i32
// FULL-NEXT:       %[[V21:.*]] = arith.sitofp %[[V20]] : i32 to f32
// FULL-NEXT:       %[[V22:.*]] = arith.mulf %[[V21]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V23:.*]] = arith.addf %[[V18]], %[[V22]] : f32
// FULL-NEXT:       loop.yield %[[V23]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = loop.for %[[I_0:.*]] = %[[V2]] to %[[ARG0]] step %[[C1]] iter_args(%[[ARG2]] = %[[V3]]) -> (f32) {
// FULL-NEXT:       %[[V5]] = arith.index_cast %[[I_0]] : index to i32
// FULL-NEXT:       %[[V6]] = arith.sitofp %[[V5]] : i32 to f32
// FULL-NEXT:       %[[V7]] = arith.mulf %[[V6]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V8]] = arith.addf %[[ARG2]], %[[V7]] : f32
// FULL-NEXT:       loop.yield %[[V8]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V4]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// No rest, and a step that is not 1.
// CHECK-LABEL: func.func @even
// CHECK: loop.for %{{.*}} = %c0 to %c12 step %c6 iter_args
// CHECK-COUNT-2: arith.muli
// CHECK-NOT: loop.for
func.func @even(%x: i32) -> i32 {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %end = arith.constant 12 : index
  %s = loop.for %i = %zero to %end step %three iter_args(%acc = %x) -> (i32) attributes {unroll = 2} {
    %f = arith.index_cast %i : index to i32
    %next = arith.muli %acc, %f : i32
    loop.yield %next : i32
  }
  return %s : i32
}
// FULL: module {
// FULL-NEXT:   func.func @even(%[[ARG0:.*]]: i32) -> i32 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C6:.*]] = arith.constant 6 : index
// FULL-NEXT:     %[[C12:.*]] = arith.constant 12 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C12]] step %[[C6]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (i32) {
// FULL-NEXT:       %[[V1:.*]] = arith.index_cast %[[I]] : index to i32
// FULL-NEXT:       %[[V2:.*]] = arith.muli %[[ARG1]], %[[V1]] : i32
// FULL-NEXT:       %[[V3:.*]] = arith.addi %[[I]], %[[C3]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.index_cast %[[V3]] : index to i32
// FULL-NEXT:       %[[V5:.*]] = arith.muli %[[V2]], %[[V4]] : i32
// FULL-NEXT:       loop.yield %[[V5]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : i32
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// A rest of constant length: 11 are 2 times 4 and 3.
// CHECK-LABEL: func.func @odd
// CHECK: loop.for %{{.*}} = %c0 to %c8 step %c4
// CHECK: loop.for %{{.*}} = %c8 to %c11 step %c1
func.func @odd(%x: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 11 : index
  %s = loop.for %i = %zero to %end step %one iter_args(%acc = %x) -> (i32) attributes {unroll = 4} {
    %f = arith.index_cast %i : index to i32
    %next = arith.muli %acc, %f : i32
    loop.yield %next : i32
  }
  return %s : i32
}
// FULL: module {
// FULL-NEXT:   func.func @odd(%[[ARG0:.*]]: i32) -> i32 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C11:.*]] = arith.constant 11 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C4]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (i32) {
// FULL-NEXT:       %[[V2:.*]] = arith.index_cast %[[I]] : index to i32
// FULL-NEXT:       %[[V3:.*]] = arith.muli %[[ARG1]], %[[V2]] : i32
// FULL-NEXT:       %[[V4:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL-NEXT:       %[[V5:.*]] = arith.index_cast %[[V4]] : index to i32
// FULL-NEXT:       %[[V6:.*]] = arith.muli %[[V3]], %[[V5]] : i32
// FULL-NEXT:       %[[V7:.*]] = arith.addi %[[I]], %[[C2]] : index
// FULL-NEXT:       %[[V8:.*]] = arith.index_cast %[[V7]] : index to i32
// FULL-NEXT:       %[[V9:.*]] = arith.muli %[[V6]], %[[V8]] : i32
// FULL-NEXT:       %[[V10:.*]] = arith.addi %[[I]], %[[C3]] : index
// FULL-NEXT:       %[[V11:.*]] = arith.index_cast %[[V10]] : index to i32
// FULL-NEXT:       %[[V12:.*]] = arith.muli %[[V9]], %[[V11]] : i32
// FULL-NEXT:       loop.yield %[[V12]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_0:.*]] = %[[C8]] to %[[C11]] step %[[C1]] iter_args(%[[ARG1]] = %[[V0]]) -> (i32) {
// FULL-NEXT:       %[[V2]] = arith.index_cast %[[I_0]] : index to i32
// FULL-NEXT:       %[[V3]] = arith.muli %[[ARG1]], %[[V2]] : i32
// FULL-NEXT:       loop.yield %[[V3]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : i32
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// Fewer iterations than are written one after the other, and no mark: nothing to do.
// CHECK-LABEL: func.func @stays
// CHECK: loop.for %{{.*}} = %c0 to %c3 step %c1
// CHECK-NOT: unroll
// CHECK: loop.for
// CHECK-NOT: loop.for
func.func @stays(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 3 : index
  %s = loop.for %i = %zero to %end step %one iter_args(%acc = %x) -> (i32) attributes {unroll = 4} {
    %f = arith.index_cast %i : index to i32
    %next = arith.muli %acc, %f : i32
    loop.yield %next : i32
  }
  %t = loop.for %i = %zero to %end step %one iter_args(%acc = %x) -> (i32) {
    %f = arith.index_cast %i : index to i32
    %next = arith.subi %acc, %f : i32
    loop.yield %next : i32
  }
  return %s, %t : i32, i32
}
// FULL: module {
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: i32) -> (i32, i32) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (i32) {
// FULL-NEXT:       %[[V2:.*]] = arith.index_cast %[[I]] : index to i32
// FULL-NEXT:       %[[V3:.*]] = arith.muli %[[ARG1]], %[[V2]] : i32
// FULL-NEXT:       loop.yield %[[V3]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C3]] step %[[C1]] iter_args(%[[ARG1]] = %[[ARG0]]) -> (i32) {
// FULL-NEXT:       %[[V2]] = arith.index_cast %[[I_0]] : index to i32
// FULL-NEXT:       %[[V3]] = arith.subi %[[ARG1]], %[[V2]] : i32
// FULL-NEXT:       loop.yield %[[V3]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V1]] : i32, i32
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// REMARK: remark: the loop is not unrolled: its step is not constant
// CHECK-LABEL: func.func @refused
func.func @refused(%x: i32, %n: index, %step: index) -> i32 {
  %zero = arith.constant 0 : index
  %s = loop.for %i = %zero to %n step %step iter_args(%acc = %x) -> (i32) attributes {unroll = 4} {
    %f = arith.index_cast %i : index to i32
    %next = arith.muli %acc, %f : i32
    loop.yield %next : i32
  }
  return %s : i32
}
// FULL: module {
// FULL-NEXT:   func.func @refused(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) -> i32 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG3:.*]] = %[[ARG0]]) -> (i32) {
// FULL-NEXT:       %[[V1:.*]] = arith.index_cast %[[I]] : index to i32
// FULL-NEXT:       %[[V2:.*]] = arith.muli %[[ARG3]], %[[V1]] : i32
// FULL-NEXT:       loop.yield %[[V2]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : i32
// FULL-NEXT:   }
// FULL-NEXT: }
