// The IR around passes, with banners as mlir-opt's.
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse),symbol-dce' --print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse),symbol-dce' --print-ir-before-all -j4 -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: tfopt %s --canonicalize --cse --print-ir-before=cse --print-ir-after=cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: tfopt %s --canonicalize --cse --canonicalize --print-ir-after-change -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: tfopt %s --pass-pipeline='func.func(cse)' --mlir-print-ir-after-all --mlir-print-ir-module-scope -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: not tfopt %s --pass-pipeline='func.func(cse,test-pass-failure{only=g})' --print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAILURE
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse),symbol-dce' --print-ir-tree-dir=%t.tree -o /dev/null
// RUN: FileCheck %s --check-prefix=FILE < %t.tree/builtin_module_no-symbol-name/func_func_f/0_1_cse.mlir
// RUN: FileCheck %s --check-prefix=LAST < %t.tree/builtin_module_no-symbol-name/1_symbol-dce.mlir
// RUN: not tfopt %s --cse --print-ir-after=cs 2>&1 | FileCheck %s --check-prefix=UNKNOWN

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
func.func @g(%a: i32) -> i32 {
  return %a : i32
}
