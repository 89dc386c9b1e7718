// Input forms, output, exit codes.
// RUN: tfopt %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt < %s | FileCheck %s
// RUN: tfopt - < %s | FileCheck %s
// RUN: tfopt %s -o %t && FileCheck %s < %t
// RUN: not tfopt %t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tfopt %s -o %t.dir/none/x 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not tfopt %s %s 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not tfopt --canonicalizee %s 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not tfopt --profile %s 2>&1 | FileCheck %s --check-prefix=PLANNED
// RUN: not tfopt --profile %s 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: not tfopt --device=cuda %s 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: tfopt %s --mlir-print-op-generic | tee %t.generic | FileCheck %s --check-prefix=GENERIC
// RUN: FileCheck %s --check-prefix=FULL_GENERIC --match-full-lines < %t.generic
// RUN: tfopt -print-op-generic %s | FileCheck %s --check-prefix=GENERIC
// COMPLETE: FULL, FULL_GENERIC

// CHECK: module {
// CHECK-NEXT: func.func @f(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// MISSING: tfopt: error: cannot open input file '{{.*}}.missing': No such file
// WRITE: tfopt: error: cannot write '{{.*}}x': No such file
// TWO: tfopt: error: one input at a time
// OPTION: tfopt: error: unknown option '--canonicalizee'; did you mean 'canonicalize'?
// LATER: tfopt: error: option '--{{.*}}' ({{.*}}) is not implemented yet [E0703]
// PLANNED: tfopt: error: option '--profile' (measuring compiled programs) is not implemented yet
// GENERIC: "builtin.module"() ({
// GENERIC: "func.func"() <{
func.func @f(%a: i32) -> i32 {
  return %a : i32
}
// FULL: module {
// FULL-NEXT:   func.func @f(%[[ARG0:.*]]: i32) -> i32 {
// FULL-NEXT:     return %[[ARG0]] : i32
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_GENERIC: "builtin.module"() ({
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: i32):
// FULL_GENERIC-NEXT:     "func.return"(%[[ARG0]]) : (i32) -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()
// FULL_GENERIC-NEXT: }) : () -> ()
