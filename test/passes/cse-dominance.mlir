// Blocks: what a block computes is known in the blocks it dominates.
// RUN: tfopt %s --cse --allow-unregistered-dialect | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @diamond
// CHECK: arith.muli
// CHECK: ^bb1
// CHECK-NOT: arith.muli
// CHECK: arith.addi
// CHECK: ^bb2
// CHECK: arith.addi
// CHECK: ^bb3
// CHECK: arith.addi
// CHECK-NOT: arith.addi
func.func @diamond(%c: i1, %a: i32) -> (i32, i32, i32) {
  %0 = arith.muli %a, %a : i32
  "cf.cond_br"(%c)[^bb1, ^bb2] : (i1) -> ()
^bb1:
  %1 = arith.muli %a, %a : i32
  %2 = arith.addi %1, %a : i32
  "test.use"(%2) : (i32) -> ()
  "cf.br"()[^bb3] : () -> ()
^bb2:
  %3 = arith.addi %0, %a : i32
  "test.use"(%3) : (i32) -> ()
  "cf.br"()[^bb3] : () -> ()
^bb3:
  %4 = arith.addi %0, %a : i32
  %5 = arith.addi %0, %a : i32
  return %0, %4, %5 : i32, i32, i32
}
// FULL: module {
// FULL-NEXT:   func.func @diamond(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i32) -> (i32, i32, i32) {
// FULL-NEXT:     %[[V0:.*]] = arith.muli %[[ARG1]], %[[ARG1]] : i32
// FULL-NEXT:     "cf.cond_br"(%[[ARG0]])[^bb1, ^bb2] : (i1) -> ()
// FULL-NEXT:   ^bb1:  // pred: ^bb0
// FULL-NEXT:     %[[V1:.*]] = arith.addi %[[V0]], %[[ARG1]] : i32
// FULL-NEXT:     "test.use"(%[[V1]]) : (i32) -> ()
// FULL-NEXT:     "cf.br"()[^bb3] : () -> ()
// FULL-NEXT:   ^bb2:  // pred: ^bb0
// FULL-NEXT:     %[[V2:.*]] = arith.addi %[[V0]], %[[ARG1]] : i32
// FULL-NEXT:     "test.use"(%[[V2]]) : (i32) -> ()
// FULL-NEXT:     "cf.br"()[^bb3] : () -> ()
// FULL-NEXT:   ^bb3:  // 2 preds: ^bb1, ^bb2
// FULL-NEXT:     %[[V3:.*]] = arith.addi %[[V0]], %[[ARG1]] : i32
// FULL-NEXT:     return %[[V0]], %[[V3]], %[[V3]] : i32, i32, i32
// FULL-NEXT:   }
// FULL-NEXT: }
