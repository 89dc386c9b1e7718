// Only the first N rewrites happen, over all functions in order.
// RUN: tfopt %s --canonicalize --rewrite-fuel=0 | FileCheck %s --check-prefixes=F0
// RUN: tfopt %s --canonicalize --rewrite-fuel=1 -j4 | FileCheck %s --check-prefixes=F1
// RUN: tfopt %s --canonicalize --rewrite-fuel=1000 | FileCheck %s --check-prefixes=ALL
// RUN: not tfopt %s --rewrite-fuel=some 2>&1 | FileCheck %s --check-prefixes=BAD
// F0-COUNT-2: arith.addi
// F1-LABEL: @f
// F1-NOT: arith.addi
// F1-LABEL: @g
// F1: arith.addi
// ALL-NOT: arith.addi
// BAD: option '--rewrite-fuel': 'some' is not an integer in range
func.func @f(%a: i32) -> i32 {
  %c = arith.constant 0 : i32
  %x = arith.addi %a, %c : i32
  return %x : i32
}
func.func @g(%a: i32) -> i32 {
  %c = arith.constant 0 : i32
  %x = arith.addi %a, %c : i32
  return %x : i32
}
