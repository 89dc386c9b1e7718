// RUN: not tfopt %s --test-pass-create-invalid-ir 2>&1 | FileCheck %s
// RUN: not tfopt %s --test-pass-create-invalid-ir --verify-each 2>&1 | FileCheck %s
// RUN: not tfopt %s --test-pass-break-calls -j1 2>&1 | FileCheck %s --check-prefix=CALLS
// RUN: tfopt %s --test-pass-create-invalid-ir --verify-each=0 -o /dev/null

// CHECK: error: 'func.return' op must be the last operation of its block
// CHECK: note: the IR is invalid after pass 'test-pass-create-invalid-ir'
// CALLS: error: 'func.call' op 'nobody' does not reference a valid function
// CALLS: note: the IR is invalid after pass 'test-pass-break-calls'
func.func @f() {
  call @f() : () -> ()
  return
}
