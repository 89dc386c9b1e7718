// Pipelines as text and as flags.
// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(canonicalize,cse))' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --pass-pipeline='canonicalize,cse' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize, cse)' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='any(canonicalize{max-iterations=3 top-down=false},cse)' | FileCheck %s
// RUN: tfopt %s --canonicalize --cse | FileCheck %s
// RUN: tfopt %s -canonicalize='max-iterations=3 top-down=0' -cse | FileCheck %s
// RUN: tfopt %s --cse --canonicalize=max-iterations=4 --symbol-dce --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(cse),test-pass-warn)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEST
// RUN: not tfopt %s --pass-pipeline=cse --cse 2>&1 | FileCheck %s --check-prefix=BOTH
// COMPLETE: FULL

// CHECK-LABEL: func.func @f
// CHECK-NEXT: %[[P:.*]] = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT: return %[[P]]

// DUMP: Pass Manager with 3 passes:
// DUMP-NEXT: {{^}}builtin.module(
// DUMP-NEXT: {{^}}  cse,
// DUMP-NEXT: {{^}}  canonicalize{max-iterations=4},
// DUMP-NEXT: {{^}}  symbol-dce
// DUMP-NEXT: {{^}})

// NEST: builtin.module(
// NEST-NEXT: func.func(
// NEST-NEXT: cse
// NEST-NEXT: ),
// NEST-NEXT: func.func(
// NEST-NEXT: test-pass-warn
// BOTH: tfopt: error: --pass-pipeline and --cse cannot be used together
func.func @f(%a: i32) -> i32 {
  %c = arith.constant 0 : i32
  %x = arith.addi %a, %c : i32
  %y = arith.addi %a, %c : i32
  %z = arith.muli %x, %y : i32
  return %z : i32
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL-NEXT:     %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL-NEXT:     return %[[V0]] : i32
// FULL-NEXT:   }
// FULL-NEXT: }
