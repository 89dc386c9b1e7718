// Errors have places, lines, carets, and all come at once.
// RUN: not tfopt %s 2>&1 >%t.out | FileCheck %s
// RUN: FileCheck --allow-empty --check-prefix=NONE %s < %t.out
// RUN: not tfopt < %s 2>&1 | FileCheck %s --check-prefix=STDIN
// RUN: not tfopt --diag-format=json %s 2>&1 | FileCheck %s --check-prefix=JSON

// CHECK: errors.mlir:[[@LINE+7]]:{{[0-9]+}}: error: {{.*}}'arith.adi'{{.*}}did you mean 'arith.addi'{{.*}} [E0104]
// CHECK-NEXT: {{.*}}arith.adi
// CHECK-NEXT: {{^ *\^}}
// CHECK: errors.mlir:[[@LINE+8]]:{{[0-9]+}}: error: use of undefined value '%undefined' [E0105]
// STDIN: <stdin>:[[@LINE+3]]:
// JSON: {"severity":"error","code":"E0104","file":"{{.*}}errors.mlir","line":[[@LINE+2]],"column":{{[0-9]+}},"message":
func.func @f(%a: i32) -> i32 {
  %b = arith.adi %a, %a : i32
  return %b : i32
}
func.func @g(%a: i32) -> i33 {
  return %undefined : i32
}
// NONE-NOT: module
