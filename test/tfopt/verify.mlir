// Invalid IR is reported as by the parser, with exit code 1.
// RUN: not tfopt %s 2>&1 | FileCheck %s

// CHECK: verify.mlir:[[@LINE+2]]:3: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1
func.func @f(%a: i32) -> i32 {
  return
}
