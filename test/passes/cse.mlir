// RUN: tfopt %s --cse | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --cse --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// COMPLETE: FULL
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
// FULL: module {
// FULL-NEXT:   func.func @equal(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> i32 {
// FULL-NEXT:     %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG1]] : i32
// FULL-NEXT:     %[[V1:.*]] = arith.addi %[[V0]], %[[V0]] : i32
// FULL-NEXT:     return %[[V1]] : i32
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @different(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32, i1, i1, i32, i32, i64, i128) {
// FULL-NEXT:     %[[V0:.*]] = arith.subi %[[ARG0]], %[[ARG1]] : i32
// FULL-NEXT:     %[[V1:.*]] = arith.subi %[[ARG1]], %[[ARG0]] : i32
// FULL-NEXT:     %[[V2:.*]] = arith.cmpi slt, %[[ARG0]], %[[ARG1]] : i32
// FULL-NEXT:     %[[V3:.*]] = arith.cmpi sle, %[[ARG0]], %[[ARG1]] : i32
// FULL-NEXT:     %[[V4:.*]] = arith.addi %[[ARG0]], %[[ARG1]] : i32
// FULL-NEXT:     %[[V5:.*]] = arith.addi %[[ARG0]], %[[ARG1]] overflow<nsw> : i32
// FULL-NEXT:     %[[V6:.*]] = arith.extsi %[[ARG0]] : i32 to i64
// FULL-NEXT:     %[[V7:.*]] = arith.extsi %[[ARG0]] : i32 to i128
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]], %[[V6]], %[[V7]] : i32, i32, i1, i1, i32, i32, i64, i128
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @calls(%[[ARG0:.*]]: i32) -> (i32, i32) {
// FULL-NEXT:     %[[V0:.*]] = call @f(%[[ARG0]]) : (i32) -> i32
// FULL-NEXT:     %[[V1:.*]] = call @f(%[[ARG0]]) : (i32) -> i32
// FULL-NEXT:     return %[[V0]], %[[V1]] : i32, i32
// FULL-NEXT:   }
func.func private @f(i32) -> i32
// FULL-NEXT:   func.func private @f(i32) -> i32

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
// FULL-NEXT:   func.func @scopes(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i32) -> (i32, i32, i32, i32) {
// FULL-NEXT:     %[[V0:.*]] = arith.muli %[[ARG1]], %[[ARG2]] : i32
// FULL-NEXT:     %[[V1:.*]] = loop.if %[[ARG0]] -> (i32) {
// FULL-NEXT:       %[[V3:.*]] = arith.divsi %[[V0]], %[[ARG2]] : i32
// FULL-NEXT:       %[[V4:.*]] = arith.addi %[[V3]], %[[V3]] : i32
// FULL-NEXT:       loop.yield %[[V4]] : i32
// FULL-NEXT:     } else {
// FULL-NEXT:       %[[V3]] = arith.divsi %[[V0]], %[[ARG2]] : i32
// FULL-NEXT:       loop.yield %[[V3]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = arith.divsi %[[V0]], %[[ARG2]] : i32
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V2]] : i32, i32, i32, i32
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @regions(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) -> (i32, i32, i32) {
// FULL-NEXT:     %[[V0:.*]] = loop.if %[[ARG0]] -> (i32) {
// FULL-NEXT:       %[[V2:.*]] = arith.addi %[[ARG1]], %[[ARG1]] : i32
// FULL-NEXT:       loop.yield %[[V2]] : i32
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[ARG1]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = loop.if %[[ARG0]] -> (i32) {
// FULL-NEXT:       %[[V2]] = arith.muli %[[ARG1]], %[[ARG1]] : i32
// FULL-NEXT:       loop.yield %[[V2]] : i32
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[ARG1]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V0]], %[[V1]] : i32, i32, i32
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @memory(%[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> (f32, f32, f32, f32) {
// FULL-NEXT:     %[[V0:.*]] = mem.load %[[ARG0]][%[[ARG1]]] : memref<4xf32>
// FULL-NEXT:     mem.store %[[ARG2]], %[[ARG0]][%[[ARG1]]] : memref<4xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[ARG1]]] : memref<4xf32>
// FULL-NEXT:     return %[[V0]], %[[V0]], %[[V1]], %[[V1]] : f32, f32, f32, f32
// FULL-NEXT:   }
// FULL-NEXT: }
