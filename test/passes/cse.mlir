// RUN: tfopt %s --cse | FileCheck %s
// RUN: tfopt %s --cse --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// STATS: (S) {{ *}}7 num-cse'd
// STATS: (S) {{ *}}1 num-dce'd

// CHECK-LABEL: func.func @equal
// CHECK-NEXT: %[[P:.*]] = arith.muli %arg0, %arg1 : i32
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[P]], %[[P]] : i32
// CHECK-NEXT: return %[[S]]
func.func @equal(%a: i32, %b: i32) -> i32 {
  %x = arith.muli %a, %b : i32
  %y = arith.muli %b, %a : i32
  %z = arith.addi %x, %y : i32
  return %z : i32
}

// Different order, predicate, flags or type: different ops.
// CHECK-LABEL: func.func @different
// CHECK-COUNT-2: arith.subi
// CHECK-COUNT-2: arith.cmpi
// CHECK-COUNT-2: arith.addi
// CHECK-COUNT-2: arith.extsi
func.func @different(%a: i32, %b: i32) -> (i32, i32, i1, i1, i32, i32, i64, i128) {
  %0 = arith.subi %a, %b : i32
  %1 = arith.subi %b, %a : i32
  %2 = arith.cmpi slt, %a, %b : i32
  %3 = arith.cmpi sle, %a, %b : i32
  %4 = arith.addi %a, %b : i32
  %5 = arith.addi %a, %b overflow<nsw> : i32
  %6 = arith.extsi %a : i32 to i64
  %7 = arith.extsi %a : i32 to i128
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i1, i1, i32, i32, i64, i128
}

// Calls are not merged, dead ops are erased.
// CHECK-LABEL: func.func @calls
// CHECK-NEXT: call @f
// CHECK-NEXT: call @f
// CHECK-NEXT: return
func.func @calls(%a: i32) -> (i32, i32) {
  %0 = arith.muli %a, %a : i32
  %1 = call @f(%a) : (i32) -> i32
  %2 = call @f(%a) : (i32) -> i32
  return %1, %2 : i32, i32
}
func.func private @f(i32) -> i32

// What is computed in a region is known there and further in, not behind it.
// CHECK-LABEL: func.func @scopes
// CHECK: arith.muli
// CHECK: loop.if
// CHECK-NOT: arith.muli
// CHECK: arith.divsi
// CHECK: } else {
// CHECK: arith.divsi
// CHECK: }
// CHECK: arith.divsi
// CHECK-NOT: arith.divsi
// CHECK: return
func.func @scopes(%c: i1, %a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0 = arith.muli %a, %b : i32
  %r = loop.if %c -> (i32) {
    %1 = arith.muli %a, %b : i32
    %2 = arith.divsi %1, %b : i32
    %3 = arith.divsi %1, %b : i32
    %4 = arith.addi %2, %3 : i32
    loop.yield %4 : i32
  } else {
    %5 = arith.divsi %0, %b : i32
    loop.yield %5 : i32
  }
  %6 = arith.divsi %0, %b : i32
  %7 = arith.divsi %0, %b : i32
  return %0, %r, %6, %7 : i32, i32, i32, i32
}

// Equal pure code in regions is one op.
// CHECK-LABEL: func.func @regions
// CHECK-COUNT-2: loop.if
// CHECK-NOT: loop.if
// CHECK: return
func.func @regions(%c: i1, %a: i32) -> (i32, i32, i32) {
  %0 = loop.if %c -> (i32) {
    %k = arith.addi %a, %a : i32
    loop.yield %k : i32
  } else {
    loop.yield %a : i32
  }
  %1 = loop.if %c -> (i32) {
    %k = arith.addi %a, %a : i32
    loop.yield %k : i32
  } else {
    loop.yield %a : i32
  }
  %2 = loop.if %c -> (i32) {
    %k = arith.muli %a, %a : i32
    loop.yield %k : i32
  } else {
    loop.yield %a : i32
  }
  return %0, %1, %2 : i32, i32, i32
}

// Reads are merged until something is written.
// CHECK-LABEL: func.func @memory
// CHECK: %[[A:.*]] = mem.load
// CHECK-NEXT: mem.store
// CHECK-NEXT: %[[B:.*]] = mem.load
// CHECK-NEXT: return %[[A]], %[[A]], %[[B]], %[[B]]
func.func @memory(%m: memref<4xf32>, %i: index, %v: f32) -> (f32, f32, f32, f32) {
  %0 = mem.load %m[%i] : memref<4xf32>
  %1 = mem.load %m[%i] : memref<4xf32>
  mem.store %v, %m[%i] : memref<4xf32>
  %2 = mem.load %m[%i] : memref<4xf32>
  %3 = mem.load %m[%i] : memref<4xf32>
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
