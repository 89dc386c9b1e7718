// Pipeline errors point into the whole text.
// RUN: not tfopt %s --pass-pipeline='builtin.module(func.func(canonicaliz,cse),csee)' 2>&1 | FileCheck %s --strict-whitespace
// RUN: not tfopt %s --pass-pipeline='func.func(cse' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not tfopt %s --pass-pipeline='canonicalize{max-iteratins=3}' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tfopt %s --canonicalize='max-iterations=x' 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not tfopt %s --canonicalize='max-iterations=0' 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tfopt %s --canonicalize='disable-patterns=nothing' 2>&1 | FileCheck %s --check-prefix=PATTERN
// RUN: not tfopt %s --pass-pipeline='func.func(inline)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not tfopt %s --pass-pipeline='func.fun(cse)' 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not tfopt %s --pass-pipeline='func.func(take-over)' 2>&1 | FileCheck %s --check-prefix=RENAMED
// RUN: not tfopt %s --take-over 2>&1 | FileCheck %s --check-prefix=RENAMED
// RUN: tfopt %s --pass-pipeline='builtin.module(builtin.module(cse))' 2>&1 | FileCheck %s --check-prefix=NOTHING

// CHECK:<pass-pipeline>:1:26: error: there is no pass or pipeline 'canonicaliz'; did you mean 'canonicalize'?
// CHECK-NEXT:builtin.module(func.func(canonicaliz,cse),csee)
// CHECK-NEXT:{{^                         \^$}}
// CHECK-NEXT:<pass-pipeline>:1:43: error: there is no pass or pipeline 'csee'; did you mean 'cse'?
// RENAMED: error: the pass 'take-over' is called 'donate-arguments' now
// OPEN: <pass-pipeline>:1:10: error: this '(' is not closed
// NAME: <pass-pipeline>:1:14: error: pass 'canonicalize': there is no option 'max-iteratins'; did you mean 'max-iterations'?
// VALUE: <--canonicalize>:1:16: error: pass 'canonicalize': option 'max-iterations': expected an integer, found 'x'
// RANGE: error: pass 'canonicalize': max-iterations must be between 1 and
// PATTERN: error: pass 'canonicalize': there is no canonicalization pattern 'nothing'
// ANCHOR: <pass-pipeline>:1:11: error: pass 'inline' runs on modules, not on 'func.func'
// OP: <pass-pipeline>:1:1: error: there is no op 'func.fun'; did you mean 'func.func'?
// NOTHING: <pass-pipeline>:1:31: warning: pass 'cse' matched 0 operations: there is no 'builtin.module' at its position in the pipeline
module {}
