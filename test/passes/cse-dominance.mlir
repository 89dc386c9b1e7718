// Blocks: what a block computes is known in the blocks it dominates.
// RUN: tfopt %s --cse --allow-unregistered-dialect | FileCheck %s

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
