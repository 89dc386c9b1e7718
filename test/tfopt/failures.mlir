// What passes may do wrong, and reproducers of it.
// RUN: not tfopt %s --test-pass-failure 2>&1 | FileCheck %s --check-prefix=FAIL
// Passes behind it have run on nothing because of it: no warnings.
// RUN: not tfopt %s --pass-pipeline='builtin.module(func.func(test-pass-failure),inline)' 2>&1 | FileCheck %s --check-prefix=FAIL --implicit-check-not='matched 0'
// RUN: not tfopt %s --test-pass-silent-failure 2>&1 | FileCheck %s --check-prefix=SILENT
// RUN: not tfopt %s --test-pass-crash 2>&1 | FileCheck %s --check-prefix=CRASH
// RUN: not tfopt %s --pass-pipeline='func.func(cse,test-pass-crash{only=g})' --pass-pipeline-crash-reproducer=%t.mlir -j1 2>&1 | FileCheck %s --check-prefix=MADE
// RUN: FileCheck %s --check-prefix=REPRO < %t.mlir
// RUN: tfopt %t.mlir -o /dev/null
// RUN: not tfopt %t.mlir --run-reproducer 2>&1 | FileCheck %s --check-prefix=CRASH
// RUN: not tfopt %s --pass-pipeline='func.func(cse,test-pass-failure{only=g})' --pass-pipeline-crash-reproducer=%t.local.mlir --pass-pipeline-local-reproducer -o /dev/null
// RUN: FileCheck %s --check-prefix=LOCAL < %t.local.mlir
// RUN: not tfopt %t.local.mlir --run-reproducer 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: tfopt %s --cse --generate-reproducer=%t.generated.mlir -o /dev/null
// RUN: tfopt %t.generated.mlir --run-reproducer | FileCheck %s --check-prefix=AGAIN
// RUN: not tfopt %s --run-reproducer 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tfopt %t.mlir --run-reproducer --cse 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tfopt %s --test-pass-failure --pass-pipeline-crash-reproducer=%t.none/x 2>&1 | FileCheck %s --check-prefix=DISK

// FAIL: failures.mlir:{{[0-9]+}}:1: error: this pass fails on purpose
// SILENT: failures.mlir:{{[0-9]+}}:1: error: pass 'test-pass-silent-failure' failed
// CRASH: error: pass 'test-pass-crash' panicked: this pass panics on purpose
// MADE: error: pass 'test-pass-crash' panicked
// MADE: error: pipeline failed while executing 'test-pass-crash' on 'func.func'
// MADE: note: reproducer generated at '{{.*}}.mlir'

// REPRO: arith.muli
// REPRO: arith.muli
// REPRO:      {-#
// REPRO-NEXT:   external_resources: {
// REPRO-NEXT:     mlir_reproducer: {
// REPRO-NEXT:       pipeline: "builtin.module(func.func(cse,test-pass-crash{only=g}))",
// REPRO-NEXT:       disable_threading: true,
// REPRO-NEXT:       verify_each: true

// LOCAL:     arith.muli
// LOCAL-NOT: arith.muli
// LOCAL:     pipeline: "builtin.module(func.func(test-pass-failure{only=g}))"

// AGAIN:     arith.muli
// AGAIN-NOT: arith.muli
// NONE: error: --run-reproducer: the input holds no pipeline
// OTHER: error: --run-reproducer runs the pipeline of its input
// DISK: error: cannot write the reproducer to '{{.*}}x'
func.func @f(%a: i32) -> i32 {
  %y = arith.muli %a, %a : i32
  %z = arith.muli %a, %a : i32
  %w = arith.divsi %y, %z : i32
  return %w : i32
}
func.func @g() {
  return
}
