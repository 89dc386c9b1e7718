// RUN: tfopt %s --verify-diagnostics --split-input-file -o /dev/null
// RUN: not tfopt %S/Inputs/wrong-diagnostics.txt --verify-diagnostics -o /dev/null 2>&1 | FileCheck %s
// RUN: not tfopt %S/Inputs/wrong-diagnostics.txt --verify-diagnostics=only-expected -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONLY
// RUN: tfopt %s --verify-diagnostics=only-expected --split-input-file -o /dev/null --pass-pipeline='func.func(test-pass-warn)'
// RUN: not tfopt %s --verify-diagnostics=everything 2>&1 | FileCheck %s --check-prefix=MODE

// CHECK-DAG: wrong-diagnostics.txt:2:11: error: unexpected error: {{.*}}b
// CHECK-DAG: wrong-diagnostics.txt:4:4: error: expected error "never" was not produced
// ONLY-NOT: unexpected
// ONLY: expected error "never" was not produced
// MODE: option '--verify-diagnostics': unknown 'everything'; known are all, only-expected
func.func @f(%a: i32) -> i32 {
  // expected-error @+1 {{undefined}}
  return %undefined : i32
}
// -----
func.func @g(%a: i32) -> i32 {
  return
  // expected-error @above {{has 0 operands, but enclosing function (@g) returns 1}}
}
// -----
// expected-note @below {{see existing symbol definition here}}
func.func private @h()
// expected-error @below {{redefinition of symbol named 'h'}}
func.func private @h()
