// Input forms, output, exit codes.
// RUN: tfopt %s | FileCheck %s
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
// RUN: tfopt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tfopt -print-op-generic %s | FileCheck %s --check-prefix=GENERIC

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
