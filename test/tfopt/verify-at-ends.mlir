// Whenever the IR is verified, the first pass that breaks it is named, and nothing is said twice.
// RUN: not tfopt %s --pass-pipeline='func.func(test-pass-warn,test-pass-break-calls{only=g},canonicalize,test-pass-warn)' --verify-each > %t.each 2>&1
// RUN: not tfopt %s --pass-pipeline='func.func(test-pass-warn,test-pass-break-calls{only=g},canonicalize,test-pass-warn)' --verify-at-ends > %t.ends 2>&1
// RUN: diff %t.each %t.ends
// RUN: FileCheck %s --check-prefix=BROKEN --implicit-check-not='internal error' < %t.ends
// The panic of a pass on valid IR is told once.
// RUN: not tfopt %s --pass-pipeline='func.func(test-pass-warn,test-pass-crash{only=g})' --verify-at-ends > %t.crash 2>&1
// RUN: FileCheck %s --check-prefix=CRASH < %t.crash
// RUN: grep -c 'internal error' %t.crash | FileCheck %s --check-prefix=ONCE
// A program that goes well looks the same.
// RUN: tfopt %s --cpu --pass-statistics --verify-each > %t.each 2>&1
// RUN: tfopt %s --cpu --pass-statistics --verify-at-ends > %t.ends 2>&1
// RUN: diff %t.each %t.ends
// RUN: tfopt %s --cpu --record-rules=%t.rules --verify-at-ends -o /dev/null

// BROKEN: warning: seen '@f'
// BROKEN: warning: seen '@f'
// BROKEN: warning: seen '@g'
// BROKEN: error: 'func.call' op 'nobody' does not reference a valid function
// BROKEN: note: the IR is invalid after pass 'test-pass-break-calls'
// BROKEN-NOT: seen '@g'

// CRASH-DAG: note: internal error
// CRASH-DAG: warning: seen '@f'
// CRASH-DAG: warning: seen '@g'
// CRASH-DAG: error: pass 'test-pass-crash' panicked
// ONCE: {{^1$}}
func.func @f(%a: i32) -> i32 {
  %y = arith.muli %a, %a : i32
  return %y : i32
}
func.func @g(%t: tensor<8xf32>) -> tensor<8xf32> {
  %c = arith.constant 3 : i32
  %x = call @f(%c) : (i32) -> i32
  %u = arith.addf %t, %t : tensor<8xf32>
  return %u : tensor<8xf32>
}
