// RUN: fixed-opt %s --pass-pipeline='builtin.module(lower-fixed)' | FileCheck %s --implicit-check-not=fixed

// Loops, conditionals, selects, calls and returns take the new type as they are.
// CHECK-LABEL: func.func @power
// CHECK-SAME: (%[[X:.*]]: i32, %[[N:.*]]: index, %[[C:.*]]: i1) -> i32
func.func @power(%x: !fixed.q<8>, %n: index, %c: i1) -> !fixed.q<8> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK: loop.for {{.*}} iter_args(%[[P:.*]] = %[[X]]) -> (i32)
  %p = loop.for %i = %zero to %n step %one iter_args(%a = %x) -> (!fixed.q<8>) {
    // CHECK: loop.if %[[C]] -> (i32)
    %b = loop.if %c -> (!fixed.q<8>) {
      // CHECK: arith.addi %[[P]], %[[X]] : i32
      %t = fixed.add %a, %x : !fixed.q<8>
      loop.yield %t : !fixed.q<8>
    } else {
      // CHECK: loop.yield %[[P]] : i32
      loop.yield %a : !fixed.q<8>
    }
    loop.yield %b : !fixed.q<8>
  }
  // CHECK: arith.select %[[C]], %{{.*}}, %[[X]] : i32
  %s = arith.select %c, %p, %x : !fixed.q<8>
  // CHECK: call @power({{.*}}) : (i32, index, i1) -> i32
  %r = func.call @power(%s, %n, %c) : (!fixed.q<8>, index, i1) -> !fixed.q<8>
  return %r : !fixed.q<8>
}
