// RUN: tfopt %s --strip-debuginfo --print-debuginfo | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL
// CHECK-NOT: {{strip-debuginfo.mlir|"argument"|callsite}}
// CHECK: func.func @f(%arg0: i32
// CHECK-NOT: {{strip-debuginfo.mlir|"argument"|callsite}}
func.func @f(%a: i32 loc("argument":1:1)) -> i32 {
  %b = arith.addi %a, %a : i32 loc(callsite("x" at "y":3:4))
  return %b : i32
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: i32 loc(#loc)) -> i32 {
// FULL-NEXT:     %[[V0:.*]] = arith.addi %[[ARG0]], %[[ARG0]] : i32 loc(#loc)
// FULL-NEXT:     return %[[V0]] : i32 loc(#loc)
// FULL-NEXT:   } loc(#loc)
// FULL-NEXT: } loc(#loc)
// FULL-NEXT: #loc = loc(unknown)
