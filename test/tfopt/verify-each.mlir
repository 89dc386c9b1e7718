// RUN: not tfopt %s --test-pass-create-invalid-ir 2>&1 | FileCheck %s
// RUN: not tfopt %s --test-pass-create-invalid-ir --verify-each 2>&1 | FileCheck %s
// RUN: tfopt %s --test-pass-create-invalid-ir --verify-each=0 -o /dev/null

// CHECK: error: 'func.return' op must be the last operation of its block
// CHECK: note: the IR is invalid after pass 'test-pass-create-invalid-ir'
func.func @f() {
  return
}
