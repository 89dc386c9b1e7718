// RUN: tfopt --loop-unroll --canonicalize --cse --split-input-file %s | FileCheck %s
// RUN: tfopt --loop-unroll --split-input-file %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tfopt --loop-unroll --check-semantics --split-input-file %s -o /dev/null

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
