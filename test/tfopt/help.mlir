// RUN: tfopt --help | FileCheck %s --check-prefix=HELP
// RUN: tfopt --version | FileCheck %s --check-prefix=VERSION
// RUN: tfopt --list-passes | FileCheck %s --check-prefix=PASSES
// RUN: tfopt passes | FileCheck %s --check-prefix=PASSES
// RUN: tfopt passes cse | FileCheck %s --check-prefix=CSE
// RUN: not tfopt passes csse 2>&1 | FileCheck %s --check-prefix=NOPASS
// RUN: tfopt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: tfopt ops | FileCheck %s --check-prefix=OPS
// RUN: tfopt ops arith.addi | FileCheck %s --check-prefix=ADDI
// RUN: tfopt ops func | FileCheck %s --check-prefix=FUNC
// RUN: not tfopt ops arith.adi 2>&1 | FileCheck %s --check-prefix=NOOP
// RUN: tfopt explain verify-each | FileCheck %s --check-prefix=OPTION
// RUN: tfopt explain canonicalize | FileCheck %s --check-prefix=CANON
// RUN: tfopt explain Commutative | FileCheck %s --check-prefix=TRAIT
// RUN: tfopt explain --profile | FileCheck %s --check-prefix=PLANNED
// RUN: not tfopt explain nothing-like-it 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: tfopt explain E0105 | tee %t.code | FileCheck %s --check-prefix=CODE
// RUN: FileCheck %s --check-prefix=FULL_CODE --match-full-lines < %t.code
// RUN: tfopt explain w0415 | tee %t.warning | FileCheck %s --check-prefix=WARNING
// RUN: FileCheck %s --check-prefix=FULL_WARNING --match-full-lines < %t.warning
// RUN: not tfopt explain E0199 2>&1 | FileCheck %s --check-prefix=NOCODE
// RUN: not tfopt explain 2>&1 | FileCheck %s --check-prefix=WHAT
// RUN: cd %T && cp %s passes && not tfopt ./passes --no-such-flag 2>&1 | FileCheck %s --check-prefix=FLAG && tfopt ./passes -o /dev/null
// COMPLETE: FULL_CODE, FULL_WARNING

// HELP: Usage: tfopt
// HELP: Commands
// HELP: Input
// HELP: --split-input-file[=MARKER]
// HELP: Pipeline
// HELP: Limits and threads
// VERSION: tfopt {{[0-9]+\.[0-9]+\.[0-9]+}}
// PASSES: --canonicalize Bring ops to their canonical form
// PASSES: max-iterations=integer
// PASSES-NOT: test-pass
// PASSES: --symbol-dce
// CSE: cse: Eliminate common sub-expressions
// CSE: num-cse'd
// NOPASS: there is no pass 'csse'; did you mean 'cse'?
// DIALECTS: Available Dialects: arith,{{.*}} builtin,{{.*}} func,
// OPS: builtin:
// OPS: arith.addi
// ADDI: arith.addi:
// ADDI: Traits: {{.*}}Commutative
// ADDI: Operands
// FUNC: func.call
// NOOP: there is no op or dialect 'arith.adi'; did you mean 'arith.addi'?
// OPTION: --verify-each Verify the IR after each pass
// CANON: canonicalize: Bring ops to their canonical form
// TRAIT: Commutative: a trait of
// TRAIT-NEXT: {{.*}}arith.addi
// PLANNED: --profile: measuring compiled programs; not implemented yet
// NOTHING: there is nothing named 'nothing-like-it' to explain
// CODE: # E0105: an undefined value or block is used
// CODE: Define the value
// CODE: return %b : i32
// WARNING: # W0415:
// NOCODE: there is nothing named 'E0199' to explain; did you mean 'E010
// WHAT: explain what?
// FLAG: unknown option '--no-such-flag'
// FULL_CODE: func.func @f(%[[A:.*]]: i32) -> i32 {
// FULL_CODE-NEXT:   return %[[B:.*]] : i32
// FULL_CODE-NEXT: }
// FULL_CODE: func.func @f(%[[A:.*]]: i32, %[[B:.*]]: i32) -> i32 {
// FULL_CODE-NEXT:   return %[[B]] : i32
// FULL_CODE-NEXT: }
// FULL_WARNING: module {}
// FULL_WARNING: func.func @f() {
// FULL_WARNING-NEXT:   return
// FULL_WARNING-NEXT: }
