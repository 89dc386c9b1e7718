// Only the first N rewrites happen, over all functions in order.
// RUN: tfopt %s --canonicalize --rewrite-fuel=0 | tee %t.f0 | FileCheck %s --check-prefixes=F0
// RUN: FileCheck %s --check-prefix=FULL_F0 --match-full-lines < %t.f0
// RUN: tfopt %s --canonicalize --rewrite-fuel=1 -j4 | tee %t.f1 | FileCheck %s --check-prefixes=F1
// RUN: FileCheck %s --check-prefix=FULL_F1 --match-full-lines < %t.f1
// RUN: tfopt %s --canonicalize --rewrite-fuel=1000 | tee %t.all | FileCheck %s --check-prefixes=ALL
// RUN: FileCheck %s --check-prefix=FULL_ALL --match-full-lines < %t.all
// RUN: not tfopt %s --rewrite-fuel=some 2>&1 | FileCheck %s --check-prefixes=BAD
// COMPLETE: FULL_F0, FULL_F1, FULL_ALL
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
// FULL_F0: module {
// FULL_F0-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_F0-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_F0-NEXT:     %[[V0:.*]] = arith.addi %[[ARG0]], %[[C0_I32]] : i32
// FULL_F0-NEXT:     return %[[V0]] : i32
// FULL_F0-NEXT:   }
// FULL_F1: module {
// FULL_F1-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_F1-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_F1-NEXT:     return %[[ARG0]] : i32
// FULL_F1-NEXT:   }
// FULL_ALL: module {
// FULL_ALL-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_ALL-NEXT:     return %[[ARG0]] : i32
// FULL_ALL-NEXT:   }
func.func @g(%a: i32) -> i32 {
  %c = arith.constant 0 : i32
  %x = arith.addi %a, %c : i32
  return %x : i32
}
// FULL_F0-NEXT:   func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_F0-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_F0-NEXT:     %[[V0:.*]] = arith.addi %[[ARG0]], %[[C0_I32]] : i32
// FULL_F0-NEXT:     return %[[V0]] : i32
// FULL_F0-NEXT:   }
// FULL_F0-NEXT: }
// FULL_F1-NEXT:   func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_F1-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_F1-NEXT:     %[[V0:.*]] = arith.addi %[[ARG0]], %[[C0_I32]] : i32
// FULL_F1-NEXT:     return %[[V0]] : i32
// FULL_F1-NEXT:   }
// FULL_F1-NEXT: }
// FULL_ALL-NEXT:   func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_ALL-NEXT:     return %[[ARG0]] : i32
// FULL_ALL-NEXT:   }
// FULL_ALL-NEXT: }
