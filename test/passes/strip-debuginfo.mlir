// RUN: tfopt %s --strip-debuginfo --print-debuginfo | FileCheck %s
// CHECK-NOT: {{strip-debuginfo.mlir|"argument"|callsite}}
// CHECK: func.func @f(%arg0: i32
// CHECK-NOT: {{strip-debuginfo.mlir|"argument"|callsite}}
func.func @f(%a: i32 loc("argument":1:1)) -> i32 {
  %b = arith.addi %a, %a : i32 loc(callsite("x" at "y":3:4))
  return %b : i32
}
