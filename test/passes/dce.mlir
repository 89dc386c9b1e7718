// RUN: tfopt %s --dce --allow-unregistered-dialect | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --dce --allow-unregistered-dialect --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// COMPLETE: FULL
// STATS: (S) 5 num-dead
// STATS: (S) 2 num-blocks

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: return %arg0
func.func @chain(%a: i32) -> i32 {
  %x = arith.muli %a, %a : i32
  %y = arith.addi %x, %a : i32
  %z = arith.xori %y, %x : i32
  return %a : i32
}
// FULL: module {
// FULL-NEXT:   func.func @chain(%[[ARG0:.*]]: i32) -> i32 {
// FULL-NEXT:     return %[[ARG0]] : i32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @effects
// CHECK-NEXT: mem.store
// CHECK-NEXT: "unknown.op"
// CHECK-NEXT: return
func.func @effects(%m: memref<4xf32>, %i: index, %v: f32) {
  %0 = mem.load %m[%i] : memref<4xf32>
  mem.store %v, %m[%i] : memref<4xf32>
  %1 = "unknown.op"(%v) : (f32) -> f32
  return
}
// FULL-NEXT:   func.func @effects(%[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) {
// FULL-NEXT:     mem.store %[[ARG2]], %[[ARG0]][%[[ARG1]]] : memref<4xf32>
// FULL-NEXT:     %[[V0:.*]] = "unknown.op"(%[[ARG2]]) : (f32) -> f32
// FULL-NEXT:     return
// FULL-NEXT:   }

// A loop that computes what nobody uses, and what was only for it.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT: return
func.func @loop(%c: i1, %a: i32) {
  %r = loop.if %c -> (i32) {
    %k = arith.addi %a, %a : i32
    loop.yield %k : i32
  } else {
    loop.yield %a : i32
  }
  return
}
// FULL-NEXT:   func.func @loop(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) {
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @unreachable
// CHECK-NOT: ^bb
// CHECK: return
func.func @unreachable(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %0 = arith.addi %1, %a : i32
  "cf.br"()[^bb2] : () -> ()
^bb2:
  %1 = arith.addi %0, %a : i32
  "cf.br"()[^bb1] : () -> ()
}
// FULL-NEXT:   func.func @unreachable(%[[ARG0:.*]]: i32) -> i32 {
// FULL-NEXT:     return %[[ARG0]] : i32
// FULL-NEXT:   }
// FULL-NEXT: }
