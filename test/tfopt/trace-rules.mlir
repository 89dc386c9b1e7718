// RUN: tfopt %s --canonicalize --trace-rules -o /dev/null 2>&1 | FileCheck %s
// CHECK: [canonicalize] {{.*}}: applied to 'arith.addi'
func.func @f(%a: i32) -> i32 {
  %c = arith.constant 3 : i32
  %x = arith.addi %a, %c : i32
  %y = arith.addi %x, %c : i32
  return %y : i32
}
