// The IR around passes, with banners as mlir-opt's.
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse),symbol-dce' --print-ir-after-all -o /dev/null 2>&1 | tee %t.after | FileCheck %s --check-prefix=AFTER
// RUN: FileCheck %s --check-prefix=FULL_AFTER --match-full-lines < %t.after
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse),symbol-dce' --print-ir-before-all -j4 -o /dev/null 2>&1 | tee %t.before | FileCheck %s --check-prefix=BEFORE
// RUN: FileCheck %s --check-prefix=FULL_BEFORE --match-full-lines < %t.before
// RUN: tfopt %s --canonicalize --cse --print-ir-before=cse --print-ir-after=cse -o /dev/null 2>&1 | tee %t.named | FileCheck %s --check-prefix=NAMED
// RUN: FileCheck %s --check-prefix=FULL_NAMED --match-full-lines < %t.named
// RUN: tfopt %s --canonicalize --cse --canonicalize --print-ir-after-change -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: tfopt %s --pass-pipeline='func.func(cse)' --mlir-print-ir-after-all --mlir-print-ir-module-scope -o /dev/null 2>&1 | tee %t.scope | FileCheck %s --check-prefix=SCOPE
// RUN: FileCheck %s --check-prefix=FULL_SCOPE --match-full-lines < %t.scope
// RUN: not tfopt %s --pass-pipeline='func.func(cse,test-pass-failure{only=g})' --print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAILURE
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse),symbol-dce' --print-ir-tree-dir=%t.tree -o /dev/null
// RUN: FileCheck %s --check-prefix=FILE < %t.tree/builtin_module_no-symbol-name/func_func_f/0_1_cse.mlir
// RUN: FileCheck %s --check-prefix=LAST < %t.tree/builtin_module_no-symbol-name/1_symbol-dce.mlir
// RUN: not tfopt %s --cse --print-ir-after=cs 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// COMPLETE: FULL_AFTER, FULL_BEFORE, FULL_NAMED, FULL_SCOPE

// AFTER:      // -----// IR Dump After Canonicalizer (canonicalize) //----- //
// AFTER-NEXT: func.func @f
// AFTER:      // -----// IR Dump After CSE (cse) //----- //
// AFTER-NEXT: func.func @f
// AFTER:      // -----// IR Dump After Canonicalizer (canonicalize) //----- //
// AFTER-NEXT: func.func @g
// AFTER:      // -----// IR Dump After CSE (cse) //----- //
// AFTER-NEXT: func.func @g
// AFTER:      // -----// IR Dump After SymbolDCE (symbol-dce) //----- //
// AFTER-NEXT: module {

// BEFORE:      // -----// IR Dump Before Canonicalizer (canonicalize) //----- //
// BEFORE-NEXT: func.func @f
// BEFORE:      // -----// IR Dump Before CSE (cse) //----- //
// BEFORE-NEXT: func.func @f
// BEFORE:      // -----// IR Dump Before Canonicalizer (canonicalize) //----- //
// BEFORE-NEXT: func.func @g

// NAMED-NOT: Canonicalizer
// NAMED:     // -----// IR Dump Before CSE (cse) //----- //
// NAMED:     // -----// IR Dump After CSE (cse) //----- //
// NAMED-NOT: Canonicalizer

// CHANGE:     IR Dump After Canonicalizer (canonicalize)
// CHANGE:     IR Dump After CSE (cse)
// CHANGE-NOT: IR Dump

// SCOPE:      // -----// IR Dump After CSE (cse) ('func.func' operation: @f) //----- //
// SCOPE-NEXT: module {
// SCOPE:      // -----// IR Dump After CSE (cse) ('func.func' operation: @g) //----- //
// SCOPE-NEXT: module {

// FAILURE-NOT: IR Dump After CSE
// FAILURE:     // -----// IR Dump After TestFailure Failed (test-pass-failure) //----- //
// FAILURE-NEXT: func.func @g
// FAILURE-NOT: IR Dump

// FILE:      // -----// IR Dump After CSE (cse) //----- //
// FILE-NEXT: func.func @f
// LAST: module {
// UNKNOWN: tfopt: error: there is no pass 'cs' to print the IR around; did you mean 'cse'?
func.func @f(%a: i32) -> i32 {
  %c = arith.constant 0 : i32
  %x = arith.addi %a, %c : i32
  %y = arith.muli %x, %x : i32
  %z = arith.muli %x, %x : i32
  %w = arith.divsi %y, %z : i32
  %v = arith.xori %w, %a : i32
  return %v : i32
}
// FULL_AFTER: func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_AFTER-NEXT:   %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_AFTER-NEXT:   %[[V1:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_AFTER-NEXT:   %[[V2:.*]] = arith.divsi %[[V0]], %[[V1]] : i32
// FULL_AFTER-NEXT:   %[[V3:.*]] = arith.xori %[[V2]], %[[ARG0]] : i32
// FULL_AFTER-NEXT:   return %[[V3]] : i32
// FULL_AFTER-NEXT: }
// FULL_AFTER: func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_AFTER-NEXT:   %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_AFTER-NEXT:   %[[V1:.*]] = arith.divsi %[[V0]], %[[V0]] : i32
// FULL_AFTER-NEXT:   %[[V2:.*]] = arith.xori %[[V1]], %[[ARG0]] : i32
// FULL_AFTER-NEXT:   return %[[V2]] : i32
// FULL_AFTER-NEXT: }
// FULL_BEFORE: func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_BEFORE-NEXT:   %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_BEFORE-NEXT:   %[[V0:.*]] = arith.addi %[[ARG0]], %[[C0_I32]] : i32
// FULL_BEFORE-NEXT:   %[[V1:.*]] = arith.muli %[[V0]], %[[V0]] : i32
// FULL_BEFORE-NEXT:   %[[V2:.*]] = arith.muli %[[V0]], %[[V0]] : i32
// FULL_BEFORE-NEXT:   %[[V3:.*]] = arith.divsi %[[V1]], %[[V2]] : i32
// FULL_BEFORE-NEXT:   %[[V4:.*]] = arith.xori %[[V3]], %[[ARG0]] : i32
// FULL_BEFORE-NEXT:   return %[[V4]] : i32
// FULL_BEFORE-NEXT: }
// FULL_BEFORE: func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_BEFORE-NEXT:   %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_BEFORE-NEXT:   %[[V1:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_BEFORE-NEXT:   %[[V2:.*]] = arith.divsi %[[V0]], %[[V1]] : i32
// FULL_BEFORE-NEXT:   %[[V3:.*]] = arith.xori %[[V2]], %[[ARG0]] : i32
// FULL_BEFORE-NEXT:   return %[[V3]] : i32
// FULL_BEFORE-NEXT: }
// FULL_NAMED: module {
// FULL_NAMED-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_NAMED-NEXT:     %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_NAMED-NEXT:     %[[V1:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_NAMED-NEXT:     %[[V2:.*]] = arith.divsi %[[V0]], %[[V1]] : i32
// FULL_NAMED-NEXT:     %[[V3:.*]] = arith.xori %[[V2]], %[[ARG0]] : i32
// FULL_NAMED-NEXT:     return %[[V3]] : i32
// FULL_NAMED-NEXT:   }
// FULL_SCOPE: module {
// FULL_SCOPE-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_SCOPE-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_SCOPE-NEXT:     %[[V0:.*]] = arith.addi %[[ARG0]], %[[C0_I32]] : i32
// FULL_SCOPE-NEXT:     %[[V1:.*]] = arith.muli %[[V0]], %[[V0]] : i32
// FULL_SCOPE-NEXT:     %[[V2:.*]] = arith.divsi %[[V1]], %[[V1]] : i32
// FULL_SCOPE-NEXT:     %[[V3:.*]] = arith.xori %[[V2]], %[[ARG0]] : i32
// FULL_SCOPE-NEXT:     return %[[V3]] : i32
// FULL_SCOPE-NEXT:   }
func.func @g(%a: i32) -> i32 {
  return %a : i32
}
// FULL_AFTER: func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_AFTER-NEXT:   return %[[ARG0]] : i32
// FULL_AFTER-NEXT: }
// FULL_AFTER: func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_AFTER-NEXT:   return %[[ARG0]] : i32
// FULL_AFTER-NEXT: }
// FULL_AFTER: module {
// FULL_AFTER-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_AFTER-NEXT:     %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_AFTER-NEXT:     %[[V1:.*]] = arith.divsi %[[V0]], %[[V0]] : i32
// FULL_AFTER-NEXT:     %[[V2:.*]] = arith.xori %[[V1]], %[[ARG0]] : i32
// FULL_AFTER-NEXT:     return %[[V2]] : i32
// FULL_AFTER-NEXT:   }
// FULL_AFTER-NEXT:   func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_AFTER-NEXT:     return %[[ARG0]] : i32
// FULL_AFTER-NEXT:   }
// FULL_AFTER-NEXT: }
// FULL_BEFORE: func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_BEFORE-NEXT:   return %[[ARG0]] : i32
// FULL_BEFORE-NEXT: }
// FULL_BEFORE: func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_BEFORE-NEXT:   return %[[ARG0]] : i32
// FULL_BEFORE-NEXT: }
// FULL_BEFORE: module {
// FULL_BEFORE-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_BEFORE-NEXT:     %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_BEFORE-NEXT:     %[[V1:.*]] = arith.divsi %[[V0]], %[[V0]] : i32
// FULL_BEFORE-NEXT:     %[[V2:.*]] = arith.xori %[[V1]], %[[ARG0]] : i32
// FULL_BEFORE-NEXT:     return %[[V2]] : i32
// FULL_BEFORE-NEXT:   }
// FULL_BEFORE-NEXT:   func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_BEFORE-NEXT:     return %[[ARG0]] : i32
// FULL_BEFORE-NEXT:   }
// FULL_BEFORE-NEXT: }
// FULL_NAMED-NEXT:   func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_NAMED-NEXT:     return %[[ARG0]] : i32
// FULL_NAMED-NEXT:   }
// FULL_NAMED-NEXT: }
// FULL_NAMED: module {
// FULL_NAMED-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_NAMED-NEXT:     %[[V0:.*]] = arith.muli %[[ARG0]], %[[ARG0]] : i32
// FULL_NAMED-NEXT:     %[[V1:.*]] = arith.divsi %[[V0]], %[[V0]] : i32
// FULL_NAMED-NEXT:     %[[V2:.*]] = arith.xori %[[V1]], %[[ARG0]] : i32
// FULL_NAMED-NEXT:     return %[[V2]] : i32
// FULL_NAMED-NEXT:   }
// FULL_NAMED-NEXT:   func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_NAMED-NEXT:     return %[[ARG0]] : i32
// FULL_NAMED-NEXT:   }
// FULL_NAMED-NEXT: }
// FULL_SCOPE-NEXT:   func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_SCOPE-NEXT:     return %[[ARG0]] : i32
// FULL_SCOPE-NEXT:   }
// FULL_SCOPE-NEXT: }
// FULL_SCOPE: module {
// FULL_SCOPE-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL_SCOPE-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_SCOPE-NEXT:     %[[V0:.*]] = arith.addi %[[ARG0]], %[[C0_I32]] : i32
// FULL_SCOPE-NEXT:     %[[V1:.*]] = arith.muli %[[V0]], %[[V0]] : i32
// FULL_SCOPE-NEXT:     %[[V2:.*]] = arith.divsi %[[V1]], %[[V1]] : i32
// FULL_SCOPE-NEXT:     %[[V3:.*]] = arith.xori %[[V2]], %[[ARG0]] : i32
// FULL_SCOPE-NEXT:     return %[[V3]] : i32
// FULL_SCOPE-NEXT:   }
// FULL_SCOPE-NEXT:   func.func @g(%[[ARG0:.*]]: i32) -> i32 {
// FULL_SCOPE-NEXT:     return %[[ARG0]] : i32
// FULL_SCOPE-NEXT:   }
// FULL_SCOPE-NEXT: }
